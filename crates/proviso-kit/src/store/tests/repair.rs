//! Damaged databases: what can be read of them is saved, and they are kept.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};

use super::super::*;
use super::{attempt, entry, new, open};

#[test]
fn a_sound_database_is_left_alone() {
    let (folder, store) = open();
    drop(store);
    assert_eq!(Store::repair(&folder.path().join("proviso.db")).unwrap(), None);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_can_be_read_of_a_damaged_database_is_saved_and_the_damaged_one_is_kept() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let claim = store.run_begin(&new("A"), &Along::default(), lock).unwrap().unwrap();
    store.attempt_keep(claim.run, &attempt(1)).unwrap();
    for n in 0..3_000 {
        store.event_append(claim.run, entry(&format!("event {n}")), n).unwrap();
    }
    store.run_end(&claim, &Ending::default()).unwrap();
    let path = store.path().to_owned();
    drop((claim, store));
    // The log is written back when the last one closes; then a page in the middle goes: of the events,
    // which take most of it.
    let page = fs::metadata(&path).unwrap().len() / 4096 / 2;
    let mut file = File::options().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(page * 4096)).unwrap();
    file.write_all(&[0xa5; 4096]).unwrap();
    drop(file);
    let damaged = fs::read(&path).unwrap();

    let done = Store::repair(&path).unwrap().expect("it is damaged");
    assert_eq!(done.torn, ["event_log"]);
    assert!(fs::read(&done.kept_as).unwrap() == damaged, "byte for byte");
    let store = Store::open(&path).unwrap();
    assert_eq!(store.examine().unwrap().complaints, Vec::<String>::new());
    assert_eq!(store.run(1).unwrap().unwrap().project, "A");
    assert_eq!(store.attempts(1).unwrap(), [attempt(1)]);
    let n = store.events(1, 0).unwrap();
    let (first, last) = (&n[0].message, &n[n.len() - 1].message);
    assert_eq!((first.as_str(), last.as_str()), ("event 0", "event 2999"), "from both ends");
    assert!(n.len() > 2_500 && n.len() < 3_000, "{}", n.len());
    // New runs get numbers that no run had.
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let next = store.run_begin(&new("B"), &Along::default(), lock).unwrap().unwrap();
    assert_eq!(next.run, 2);
    drop((next, store));
    assert_eq!(Store::repair(&path).unwrap(), None, "it is whole now");
}

#[test]
fn what_is_no_database_gives_way_to_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    fs::write(&path, "this is no database, and long enough to tell it is not one").unwrap();
    let done = Store::repair(&path).unwrap().expect("it is damaged");
    assert_eq!(done.n_rows, 0);
    assert!(fs::read_to_string(&done.kept_as).unwrap().starts_with("this is no database"));
    assert!(Store::open(&path).unwrap().runs(None).unwrap().is_empty());
}
