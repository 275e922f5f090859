//! Makes cargo see new files of the built user interface, which the program embeds.

fn main() {
    let mut out = std::io::stdout().lock();
    // Where cargo does not listen there is no build.
    let _ = std::io::Write::write_all(&mut out, b"cargo:rerun-if-changed=../../ui/dist\n");
}
