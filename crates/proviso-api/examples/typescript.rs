//! Prints the wire as TypeScript; `cargo xtask codegen` puts it where the user interface has it.

fn main() -> std::io::Result<()> {
    use std::io::Write as _;
    std::io::stdout().write_all(proviso_api::typescript::bindings().as_bytes())
}
