//! Bodies that are too long for one row.

use std::cell::Cell;

use proviso_core::analysis::Analysis;
use proviso_core::document::Document;

use super::documents::{analysed, analysis, document};
use super::*;

/// So many words that its body is several pieces; letters of three bytes, which no piece cuts.
fn long(name: &str, word: &str) -> Document {
    document(name, &vec![word; 20_000].join(" "))
}

fn long_analysis(title: &str) -> Analysis {
    Analysis { title: title.repeat(200_000), ..analysis("한빛", "2025-01-02", "KRW 3") }
}

fn kept(store: &Store, run: i64, it: &Document) {
    store.document_keep(run, 0, &store.document_written(it).unwrap()).unwrap();
}

/// Takes away what nothing names, as whoever has kept a long body does.
fn swept(store: &Store, run: i64) {
    store.pieces_swept(run, || false).unwrap();
}

fn begun(folder: &TempDir, store: &Store, project: &str) -> Claim {
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    store.run_begin(&new(project), &Along::default(), lock).unwrap().unwrap()
}

fn ended(store: &Store, claim: &Claim) {
    store
        .run_end(claim, &Ending { verdict: Some(Verdict::Verified), ..Ending::default() })
        .unwrap();
}

/// Pieces that are stored, and the bytes of the longest.
fn stored(store: &Store) -> (u32, u32) {
    let ask = "SELECT COUNT(*), COALESCE(MAX(length(CAST(body AS BLOB))), 0) FROM piece";
    store.with("count", |it| it.query_row(ask, [], |row| Ok((row.get(0)?, row.get(1)?)))).unwrap()
}

#[test]
fn a_long_body_stands_in_pieces_and_is_read_as_it_was() {
    let (folder, store) = open();
    let claim = begun(&folder, &store, "A");
    let it = long("a.pdf", "한");
    let written = store.document_written(&it).unwrap();
    let n = written.pieces().count();
    for piece in written.pieces() {
        store.piece_put(piece).unwrap();
    }
    store.document_keep(claim.run, 0, &written).unwrap();
    assert_eq!(store.documents(claim.run).unwrap(), [it]);
    let (found, longest) = stored(&store);
    assert!(found as usize == n && n > 3 && longest <= 512 << 10, "{found} of {n}, {longest}");
    let rows = "SELECT MAX(length(body)) FROM artefact";
    let longest: u32 = store.with("ask", |it| it.query_row(rows, [], |row| row.get(0))).unwrap();
    assert_eq!(longest, 0, "nothing of it is in the row");
    // One that nobody had put down in pieces is as whole, and a short one has none.
    let it = long("b.pdf", "빛");
    kept(&store, claim.run, &it);
    swept(&store, claim.run);
    assert_eq!(store.documents(claim.run).unwrap(), [it]);
    let short = document("c.pdf", "한빛");
    assert_eq!(store.document_written(&short).unwrap().pieces().count(), 0);
    kept(&store, claim.run, &short);
    assert_eq!((store.documents(claim.run).unwrap(), stored(&store).0), (vec![short], n as u32));
}

#[test]
fn runs_over_one_document_share_its_pieces_and_what_no_run_names_goes() {
    let (folder, store) = open();
    let first = begun(&folder, &store, "A");
    let it = long("a.pdf", "한");
    kept(&store, first.run, &it);
    let n = stored(&store).0;
    analysed(&store, first.run, &long_analysis("거"));
    let both = stored(&store).0;
    assert!(both > n);
    // Another analysis in the place of the first: its pieces go.
    analysed(&store, first.run, &long_analysis("래"));
    assert!(stored(&store).0 > both, "who keeps it does not wait for that");
    swept(&store, first.run);
    assert_eq!(stored(&store).0, both);
    ended(&store, &first);
    drop(first);
    let second = begun(&folder, &store, "B");
    kept(&store, second.run, &it);
    assert_eq!(stored(&store).0, both, "nothing is stored twice");
    // One that goes on from the first has what it had, without a copy.
    ended(&store, &second);
    drop(second);
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let along = Along { inherits: Some((1, true)), ..Along::default() };
    let next = NewRun { parent: Some(1), ..new("A") };
    let claim = store.run_begin(&next, &along, lock).unwrap().unwrap();
    assert_eq!(store.documents(claim.run).unwrap(), [it]);
    assert_eq!(store.analysis(claim.run).unwrap(), Some(long_analysis("래")));
    assert_eq!(stored(&store).0, both);
}

#[test]
fn what_a_stopped_run_has_put_down_goes_unless_somebody_may_be_at_it() {
    let (folder, store) = open();
    let stopped = begun(&folder, &store, "A");
    let half = store.document_written(&long("half.pdf", "반")).unwrap();
    for piece in half.pieces().take(2) {
        store.piece_put(piece).unwrap();
    }
    let other = begun(&folder, &store, "B");
    let it = long("a.pdf", "한");
    let n = store.document_written(&it).unwrap().pieces().count() as u32;
    kept(&store, other.run, &it);
    swept(&store, other.run);
    assert_eq!(stored(&store).0, n + 2, "the other one may go on");
    ended(&store, &stopped);
    // A stop comes between two of them.
    let n_asked = Cell::new(0);
    let stopped_at_second = || n_asked.replace(n_asked.get() + 1) == 1;
    store.pieces_swept(other.run, stopped_at_second).unwrap();
    assert_eq!(stored(&store).0, n + 1);
    swept(&store, other.run);
    assert_eq!((stored(&store).0, store.documents(other.run).unwrap()), (n, vec![it]));
    // Where they went too early who keeps the body puts them down again.
    store.document_keep(other.run, 0, &half).unwrap();
    assert_eq!(store.documents(other.run).unwrap(), [long("half.pdf", "반")]);
}

#[test]
fn pieces_that_are_not_those_of_the_body_give_way_to_its_own() {
    let (folder, store) = open();
    let claim = begun(&folder, &store, "A");
    let it = long("a.pdf", "한");
    kept(&store, claim.run, &it);
    let sound = stored(&store);
    let other_cut = "INSERT INTO piece SELECT sha256, 99, 'x' FROM piece WHERE number = 1;
        UPDATE piece SET body = 'x' WHERE number = 1;
        UPDATE artefact SET n_pieces = 99";
    store.locked(|it| it.execute_batch(other_cut)).unwrap();
    // Into another place: the row that was there is as whole.
    store.document_keep(claim.run, 1, &store.document_written(&it).unwrap()).unwrap();
    assert_eq!(stored(&store), sound);
    assert_eq!(store.documents(claim.run).unwrap(), [it.clone(), it]);
}

#[test]
fn a_run_is_carried_with_its_pieces() {
    let (folder, from) = open();
    let claim = begun(&folder, &from, "A");
    let it = long("a.pdf", "한");
    kept(&from, claim.run, &it);
    analysed(&from, claim.run, &long_analysis("거"));
    ended(&from, &claim);
    let carried = from.run_carry(claim.run).unwrap();
    let (_folder, to) = open();
    let came = to.run_take_in("key", &carried, &new("A").sources).unwrap();
    assert_eq!(to.documents(came.run).unwrap(), [it]);
    assert_eq!(to.analysis(came.run).unwrap(), Some(long_analysis("거")));
    assert_eq!(stored(&to), stored(&from));
}

#[test]
fn a_body_that_has_lost_a_piece_says_so_and_hides_nothing_else() {
    let (folder, store) = open();
    let claim = begun(&folder, &store, "A");
    kept(&store, claim.run, &long("a.pdf", "한"));
    analysed(&store, claim.run, &analysis("한빛", "2025-01-02", "KRW 3"));
    assert_eq!(store.examine().unwrap().complaints, Vec::<String>::new());
    // The last one: what is there reads on without a gap.
    let lose = "DELETE FROM piece WHERE number = (SELECT MAX(number) FROM piece)";
    store.locked(|it| it.execute(lose, [])).unwrap();
    let err = store.documents(claim.run).unwrap_err();
    assert!(matches!(&err, StoreError::Lost { .. }), "{err:?}");
    assert!(err.is_damage() && err.is_foreign(), "{err:?}");
    let place = store.path().display();
    let said = format!("`document/0000` of run 1 in `{place}` has lost a part");
    assert_eq!(err.to_string(), said);
    assert!(store.analysis(claim.run).unwrap().is_some());
    store.documents_index().unwrap();
    let complaints = store.examine().unwrap().complaints;
    assert_eq!(complaints, ["`document/0000` of run 1 has lost a part"]);
    // Nor does it go elsewhere as if that were all of it.
    ended(&store, &claim);
    assert_eq!(store.run_carry(claim.run).unwrap_err().to_string(), said);
}

#[test]
fn the_log_of_writes_is_carried_over_beside_who_writes() {
    let (folder, store) = open();
    let claim = begun(&folder, &store, "A");
    kept(&store, claim.run, &long("a.pdf", "한"));
    let n_bytes = || std::fs::metadata(store.path()).unwrap().len();
    let before = n_bytes();
    assert!(before < 512 << 10, "no change has waited for the disk: {before}");
    flushed::flush(store.path()).unwrap();
    assert!(n_bytes() > 1 << 20, "{}", n_bytes());
    drop(store);
    let again = Store::open(&folder.path().join("proviso.db")).unwrap();
    assert_eq!(again.documents(claim.run).unwrap().len(), 1);
}

#[test]
fn who_carries_the_log_over_changes_no_version_and_makes_no_database() {
    let (folder, store) = open();
    // As a newer program does while this one is open.
    store.locked(|it| it.pragma_update(None, "user_version", 99)).unwrap();
    flushed::flush(store.path()).unwrap();
    let ask = "PRAGMA user_version";
    let version: i64 = store.with("ask", |it| it.query_row(ask, [], |row| row.get(0))).unwrap();
    assert_eq!(version, 99);
    let none = folder.path().join("none.db");
    assert!(flushed::flush(&none).is_err() && !none.exists());
}

#[test]
fn the_log_is_carried_over_by_a_thread_that_does_not_outlive_the_store() {
    let (folder, store) = open();
    let claim = begun(&folder, &store, "A");
    // More pages of the log than it takes.
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        for piece in store.document_written(&long(name, name)).unwrap().pieces() {
            store.piece_put(piece).unwrap();
        }
    }
    let path = store.path().to_owned();
    drop((claim, store));
    // The last connection takes the log away as it closes: none is open any more.
    assert!(path.exists() && !path.with_extension("db-wal").exists());
}
