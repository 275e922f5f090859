//! Tells the program whether the checker for browsers was built before it (`make witness`).

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(witness)");
    // The folder, since a file that is not there counts as one that has changed.
    println!("cargo::rerun-if-changed=witness");
    if Path::new("witness/dist/witness.wasm.gz").is_file() {
        println!("cargo::rustc-cfg=witness");
    }
}
