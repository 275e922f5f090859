//! Each way to cheat that is known (`tests/cheats/*.idr`, written as a lazy author would) against
//! the scan. The second line of each file says who has to find it: the scan, the compiler in the
//! model itself, or the audit.
//!
//! **Invariant:** what the scan has to find it finds, and it never takes the others' work: those are
//! texts that only the compiler can tell from honest ones.

use std::path::Path;

use proviso_core::idris::cheat;
use proviso_core::run::Module;

#[test]
fn the_scan_finds_the_cheats_that_stand_in_the_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cheats");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() >= 30, "only {} cheats", names.len());
    for name in names {
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        let caught = text.lines().nth(1).and_then(|it| it.strip_prefix("-- caught by: ")).unwrap();
        let caught = caught.to_owned();
        let found = cheat::scan(&Module { name: "Domains.Small".to_owned(), text });
        assert!(found.iter().all(|it| it.rejects()), "{name}: a finding rejects");
        match caught.as_str() {
            "scan" => assert!(!found.is_empty(), "{name} passes the scan"),
            "model" | "audit" | "nobody" => assert!(found.is_empty(), "{name}: {found:#?}"),
            other => panic!("{name}: nobody is called `{other}`"),
        }
    }
}
