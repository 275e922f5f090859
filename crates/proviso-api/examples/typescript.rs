//! Prints the wire as TypeScript, or with `associations` what the package opens; `cargo xtask codegen`
//! puts both where they belong.

use proviso_api::typescript::{associations, bindings};

fn main() -> std::io::Result<()> {
    use std::io::Write as _;
    let packaged = std::env::args().nth(1).is_some_and(|it| it == "associations");
    let text = if packaged { associations() } else { bindings() };
    std::io::stdout().write_all(text.as_bytes())
}
