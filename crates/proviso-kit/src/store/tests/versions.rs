//! Databases of earlier programs, and what later ones have stored: all of it is kept, what is
//! understood is read, and what is not says so.

use std::io::Read as _;
use std::path::Path;

use proviso_core::event::Happening;
use proviso_core::run::Verdict;
use rusqlite::{Connection, params};
use tempfile::TempDir;

use super::super::*;
use super::documents::{analysed, analysis};
use super::{attempt, entry, new, open};

/// What every version's tables can hold: a run that ended, with what its stages made.
fn filled(path: &Path, version: usize) {
    let before = Connection::open(path).unwrap();
    log_ahead(&before).unwrap();
    for migration in &MIGRATIONS[..version] {
        before.execute_batch(migration).unwrap();
    }
    before.pragma_update(None, "user_version", i64::try_from(version).unwrap()).unwrap();
    before
        .execute(
            "INSERT INTO run (project, sources, engine, max_attempts, check_timeout_ms, state,
                 verdict, n_refuted, created_at_ms)
             VALUES ('Old', '[]', 'builtin', 5, 30000, 'ended', 'discrepant', 1, 1)",
            [],
        )
        .unwrap();
    let has = |table: &str| {
        let found = "SELECT COUNT(*) FROM sqlite_schema WHERE name = ?1";
        before.query_row(found, [table], |it| it.get::<_, u32>(0)).unwrap() == 1
    };
    let event = r#"{"run_id":"1","seq":0,"document_id":null,"stage":null,"severity":"info",
        "message":"began","created_at_ms":1,"event_type":"stage.started"}"#;
    let lesson = r#"{"signature":"mismatch: x","hunks":[{"search":"a","replace":"b"}]}"#;
    let amends = r#"{"amendment":"unstrike","rule":"sum","places":[]}"#;
    let invoice = serde_json::to_string(&analysis("한빛", "2025-01-02", "KRW 3")).unwrap();
    let tried = serde_json::to_string(&attempt(1)).unwrap();
    let rows: [(&str, &str, &str); 5] = [
        (
            "artefact",
            "INSERT INTO artefact (run_id, name, body) VALUES (1, 'analysis', ?1)",
            &invoice,
        ),
        (
            "attempt",
            "INSERT INTO attempt (run_id, number, body, created_at_ms) VALUES (1, 1, ?1, 1)",
            &tried,
        ),
        (
            "event_log",
            "INSERT INTO event_log (run_id, seq, event_type, body, created_at_ms)
                       VALUES (1, 0, 'stage.started', ?1, 1)",
            event,
        ),
        (
            "amendment",
            "INSERT INTO amendment (project, run_id, body, author, created_at_ms)
                       VALUES ('Old', 1, ?1, 'Kim', 1)",
            amends,
        ),
        (
            "repair_card",
            "INSERT INTO repair_card (lesson, wins, losses, created_at_ms, used_at_ms)
                         VALUES (?1, 1, 0, 1, 1)",
            lesson,
        ),
    ];
    for (table, insert, body) in rows {
        if has(table) {
            before.execute(insert, [body]).unwrap();
        }
    }
}

#[test]
fn a_database_of_every_earlier_version_is_read_and_kept_as_it_was() {
    for version in 1..MIGRATIONS.len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proviso.db");
        filled(&path, version);
        let store = Store::open(&path).unwrap();
        let row = store.run(1).unwrap().unwrap();
        assert_eq!((row.project.as_str(), row.verdict), ("Old", Some(Verdict::Discrepant)));
        let has = |create: &str| MIGRATIONS[..version].contains(&create);
        let made = store.analysis(1).unwrap().map(|it| it.title);
        assert_eq!(made, has(artefacts::CREATE).then(|| "거래명세서".to_owned()), "{version}");
        let tried = store.attempts(1).unwrap();
        assert_eq!(tried.len(), usize::from(has(attempts::CREATE)), "{version}");
        let told = store.events(1, 0).unwrap();
        assert_eq!(told.len(), usize::from(has(events::CREATE)), "{version}");
        let said = store.amendments("Old").unwrap();
        assert_eq!(said.len(), usize::from(has(amendments::CREATE)), "{version}");
        assert_eq!(store.cards().unwrap().len(), usize::from(has(cards::CREATE)), "{version}");
        store.documents_index().unwrap();
        drop(store);

        // What lies beside is the database of before, whole, and as its own program knows it.
        let kept = folder.path().join(format!("proviso.v{version}.db"));
        let before = Connection::open(&kept).unwrap();
        let number = "PRAGMA user_version";
        let found: u32 = before.query_row(number, [], |it| it.get(0)).unwrap();
        let project: String =
            before.query_row("SELECT project FROM run", [], |it| it.get(0)).unwrap();
        assert_eq!((found as usize, project.as_str()), (version, "Old"));
        drop(before);
        assert_eq!(files(&folder), ["proviso.db", &format!("proviso.v{version}.db")]);
        let written = std::fs::metadata(&kept).unwrap().modified().unwrap();
        drop(Store::open(&path).unwrap());
        assert_eq!(std::fs::metadata(&kept).unwrap().modified().unwrap(), written, "once");
    }
}

fn files(folder: &TempDir) -> Vec<String> {
    let all = std::fs::read_dir(folder.path()).unwrap();
    let mut all: Vec<String> =
        all.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    all.sort();
    all
}

/// A database that a program of before has made, of a quotation that does not add up: by `convert`, by
/// `mend` where it had that, and by `correct` of the same value.
struct Made {
    version: usize,
    /// The file, as it left it.
    packed: &'static [u8],
    /// What it said of the corrected value: with a compiler `Verified`, by its own checker alone `Checked`.
    corrected: Verdict,
    /// Rules that it found.
    n_rules: usize,
    n_said: usize,
    /// Checks of a run that it kept.
    n_checks: usize,
}

/// Of programs of those versions, built and run. There was never a program of the versions 1 to 5, 7 and 10:
/// their tables came with those of the next number, in one commit. Of 6, 9, 12, 14, 16 and 18 none was built,
/// since none of them wrote a body in a form of its own (the types that bodies are written by, compared from
/// the last commit of each version to that of the next): 6 lacks kinds of corrections and events that 8 has,
/// 9 adds some and fields that are left out where they are empty, 12 writes coverage as 13 does, 14 lacks two
/// kinds of corrections that 15 has, 16 writes what 15 writes and 18 what 17 writes. Their tables are made by
/// [`filled`], by the same statements: their migrations have not changed since. Those of a program that is
/// given away stay here for good.
const MADE: [Made; 6] = [
    Made {
        version: 8,
        packed: include_bytes!("databases/8.zip"),
        corrected: Verdict::Verified,
        n_rules: 5,
        n_said: 1,
        n_checks: 0,
    },
    Made {
        version: 11,
        packed: include_bytes!("databases/11.zip"),
        corrected: Verdict::Verified,
        n_rules: 3,
        n_said: 1,
        n_checks: 1,
    },
    Made {
        version: 13,
        packed: include_bytes!("databases/13.zip"),
        corrected: Verdict::Verified,
        n_rules: 3,
        n_said: 2,
        n_checks: 1,
    },
    Made {
        version: 15,
        packed: include_bytes!("databases/15.zip"),
        corrected: Verdict::Verified,
        n_rules: 5,
        n_said: 2,
        n_checks: 1,
    },
    Made {
        version: 17,
        packed: include_bytes!("databases/17.zip"),
        corrected: Verdict::Checked,
        n_rules: 5,
        n_said: 2,
        n_checks: 2,
    },
    Made {
        version: 19,
        packed: include_bytes!("databases/19.zip"),
        corrected: Verdict::Checked,
        n_rules: 5,
        n_said: 2,
        n_checks: 2,
    },
];

#[test]
fn the_database_of_a_program_of_before_is_read_as_it_read_it() {
    for made in MADE {
        let version = made.version;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proviso.db");
        let mut bytes = Vec::new();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(made.packed)).unwrap();
        archive.by_index(0).unwrap().read_to_end(&mut bytes).unwrap();
        std::fs::write(&path, bytes).unwrap();
        let number = |it: &Connection| -> usize {
            it.query_row("PRAGMA user_version", [], |it| it.get::<_, u32>(0)).unwrap() as usize
        };
        assert_eq!(number(&Connection::open(&path).unwrap()), version);
        let store = Store::open(&path).unwrap();
        let verdict = |run| store.run(run).unwrap().unwrap().verdict;
        let verdicts = (verdict(1), verdict(2));
        assert_eq!(verdicts, (Some(Verdict::Discrepant), Some(made.corrected)), "{version}");
        for run in [1, 2] {
            let analysis = store.analysis(run).unwrap().unwrap();
            let found = (analysis.title.as_str(), analysis.rules.len());
            assert_eq!(found, ("견적서", made.n_rules), "{version}");
            assert!(store.attempts(run).unwrap()[0].is_clean(), "{version}");
            assert_eq!(store.checks(run).unwrap().len(), made.n_checks, "{version}");
            assert!(store.module(run, "Domains.Facts.Quote").unwrap().is_some(), "{version}");
            let foreign = |it: &proviso_core::event::RunEvent| {
                matches!(it.happening, Happening::Foreign { .. })
            };
            let events = store.events(run, 0).unwrap();
            assert!(events.len() > 10 && !events.iter().any(foreign), "{version}: {events:?}");
        }
        assert_eq!(store.documents(1).unwrap()[0].name, "quote.md", "{version}");
        assert_eq!(store.said("Quote").unwrap().len(), made.n_said, "{version}");
        store.documents_index().unwrap();
        let all = DocumentFilter { limit: 9, ..Default::default() };
        let found = store.documents_found(&all).unwrap();
        assert_eq!((found.rows.len(), found.rows[0].n_versions), (1, 2), "{version}");
        // What is changed is kept as it was; what is of this version needs no copy.
        let kept = folder.path().join(format!("proviso.v{version}.db"));
        assert_eq!(kept.exists(), version < MIGRATIONS.len(), "{version}");
        if kept.exists() {
            let kept = Connection::open(kept).unwrap();
            let n: u32 = kept.query_row("SELECT COUNT(*) FROM run", [], |it| it.get(0)).unwrap();
            assert_eq!((n, number(&kept)), (2, version));
        }
    }
}

#[test]
fn without_a_copy_of_before_no_table_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    let older = MIGRATIONS.len() - 1;
    filled(&path, older);
    // Where the copy would be written first there is a folder.
    let place = backup::place(&path, i64::try_from(older).unwrap());
    let new = place.with_extension(format!("{}.new", std::process::id()));
    std::fs::create_dir(&new).unwrap();
    let err = Store::open(&path).unwrap_err();
    assert!(matches!(err, StoreError::Backup { .. }), "{err:?}");
    let version = |path: &Path| -> usize {
        let it = Connection::open(path).unwrap();
        let found: u32 = it.query_row("PRAGMA user_version", [], |it| it.get(0)).unwrap();
        found as usize
    };
    assert_eq!(version(&path), older);
    std::fs::remove_dir(&new).unwrap();
    drop(Store::open(&path).unwrap());
    assert_eq!((version(&path), version(&place)), (MIGRATIONS.len(), older));
}

/// A run with one of each, and what is then made of it as if by a later program.
fn stored_by_a_later_one(change: &str) -> (TempDir, Store, i64) {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let claim = store.run_begin(&new("A"), &Along::default(), lock).unwrap().unwrap();
    let run = claim.run;
    analysed(&store, run, &analysis("한빛", "2025-01-02", "KRW 3"));
    store.attempt_keep(run, &attempt(1)).unwrap();
    store.event_append(run, entry("began"), 1).unwrap();
    let said = proviso_core::amend::Amendment::Unstrike { rule: "a".into(), places: Vec::new() };
    store.amendment_add("A", run, &said, "Kim", 1).unwrap();
    let ending = Ending { verdict: Some(Verdict::Verified), ..Ending::default() };
    store.run_end(&claim, &ending).unwrap();
    store.locked(|it| it.execute_batch(change)).unwrap();
    (folder, store, run)
}

#[test]
fn a_body_of_a_later_version_is_told_from_one_that_is_broken_and_keeps_nothing_else_from_being_read()
 {
    let (_folder, store, run) = stored_by_a_later_one("UPDATE artefact SET version = 9");
    let err = store.analysis(run).unwrap_err();
    assert!(err.is_foreign() && !err.is_damage(), "{err:?}");
    let said = err.to_string();
    assert!(
        said.starts_with("the analysis in `")
            && said.ends_with("is of version 9, and this Proviso knows 1"),
        "{said}"
    );
    assert_eq!(store.attempts(run).unwrap(), [attempt(1)]);
    // The list has the document; what it cannot say of it is left for a program that can.
    store.documents_index().unwrap();
    let found = store.documents_found(&DocumentFilter { limit: 9, ..Default::default() }).unwrap();
    assert_eq!(found.rows[0].run.id, run);
    let stored = "SELECT body FROM artefact WHERE name = 'analysis'";
    let body: String = store.locked(|it| it.query_row(stored, [], |row| row.get(0))).unwrap();
    assert!(body.contains("한빛"), "nothing of it is lost");
}

#[test]
fn what_a_later_program_has_said_is_not_gone_on_with_and_does_not_hide_the_rest() {
    let later = r#"INSERT INTO amendment (project, run_id, body, author, created_at_ms)
        VALUES ('A', 1, '{"amendment":"weighing","grams":5}', 'Lee', 2)"#;
    let (_folder, store, _) = stored_by_a_later_one(later);
    assert!(store.amendments("A").unwrap_err().is_foreign(), "a run over it would leave it out");
    let (known, n_foreign) = store.said_here("A").unwrap();
    assert_eq!((known.len(), known[0].by.as_str(), n_foreign), (1, "Kim", 1));
}

#[test]
fn an_event_that_nobody_here_understands_is_shown_by_what_the_table_says() {
    let later = "UPDATE event_log SET version = 9, event_type = 'page.weighed',
        body = '{\"message\":\"weighed\",\"grams\":5}';
        INSERT INTO event_log (run_id, seq, event_type, body, created_at_ms)
        VALUES (1, 1, 'page.heard', 'no json', 4)";
    let (_folder, store, run) = stored_by_a_later_one(later);
    let events = store.events(run, 0).unwrap();
    let told: Vec<_> = events.iter().map(|it| (it.seq, it.message.as_str())).collect();
    assert_eq!(told, [(0, "weighed"), (1, "`page.heard`, of another version of Proviso")]);
    let Happening::Foreign { event_type, data } = &events[0].happening else {
        panic!("{events:?}")
    };
    assert_eq!((event_type.as_str(), &data["grams"]), ("page.weighed", &5.into()));
}

#[test]
fn a_card_of_a_later_program_is_kept_and_not_used() {
    let later = r#"INSERT INTO repair_card (lesson, wins, losses, created_at_ms, used_at_ms, version)
        VALUES ('{"signature":"mismatch: y","hunks":[]}', 1, 0, 1, 1, 2)"#;
    let (_folder, store, _) = stored_by_a_later_one(later);
    assert_eq!(store.cards().unwrap(), []);
    let n: u32 = store
        .locked(|it| it.query_row("SELECT COUNT(*) FROM repair_card", params![], |row| row.get(0)))
        .unwrap();
    assert_eq!(n, 1);
}
