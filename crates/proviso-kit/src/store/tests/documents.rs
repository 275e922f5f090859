//! The list of documents: versions together, the one that stands, and what finds them.

use proviso_core::analysis::Analysis;
use proviso_core::document::Document;
use proviso_core::search::{DocumentOrder, DocumentState};
use serde_json::json;

use super::super::*;
use super::{TempDir, new, open};
use crate::store::{Ending, NewRun, RunSource, Store};
use proviso_core::run::Verdict;

fn source(name: &str) -> RunSource {
    RunSource { path: format!("/{name}").into(), name: name.to_owned(), sha256: name.repeat(2) }
}

/// A run over files that ended so.
pub(super) fn ran(folder: &TempDir, store: &Store, files: &[&str], verdict: Verdict) -> i64 {
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let sources = files.iter().map(|it| source(it)).collect();
    let it = NewRun { sources, created_at_ms: 1, ..new("Sample") };
    let claim = store.run_begin(&it, &Along::default(), lock).unwrap().unwrap();
    let n_refuted = Some(u32::from(verdict == Verdict::Discrepant));
    let ending = Ending { verdict: Some(verdict), n_refuted, ..Ending::default() };
    store.run_end(&claim, &ending).unwrap();
    claim.run
}

/// An invoice of somebody, of a day, over an amount.
pub(super) fn analysis(issuer: &str, day: &str, total: &str) -> Analysis {
    let field = |id: u32, label: &str, meaning: &str, kind: &str, value: &str| {
        json!({
            "id": id, "name": format!("f{id}"), "label": label, "meaning": meaning,
            "kind": kind, "value": value, "confidence": 1.0, "route": "label_value",
            "evidence": {
                "document": 0, "page": 1, "text": value,
                "boxes": [{"x0": 0.0, "y0": 0.0, "x1": 9.0, "y1": 9.0}],
            },
        })
    };
    let it = json!({
        "documents": [], "document_type": "invoice", "language": "ko", "title": "거래명세서",
        "tables": [], "rules": [], "notes": [],
        "fields": [
            field(0, "공급자", "supplier", "party", issuer),
            field(1, "작성일자", "issue_date", "date", day),
            field(2, "합계", "grand_total", "money", total),
        ],
    });
    serde_json::from_value(it).unwrap()
}

/// Keeps what was understood.
pub(super) fn analysed(store: &Store, run: i64, it: &Analysis) {
    store.analysis_keep(run, &store.analysis_written(it).unwrap()).unwrap();
}

/// A document whose only page says so.
pub(super) fn document(name: &str, text: &str) -> Document {
    let word = |it: &str| {
        json!({
            "text": it, "confidence": 1.0, "source": "text_layer",
            "box": {"x0": 0.0, "y0": 0.0, "x1": 9.0, "y1": 9.0},
        })
    };
    let words: Vec<_> = text.split(' ').map(word).collect();
    let it = json!({
        "name": name, "sha256": name.repeat(2), "format": "pdf",
        "pages": [{
            "number": 1, "width": 9.0, "height": 9.0, "source": "text_layer", "reason": "",
            "lines": [{"words": words}],
        }],
    });
    serde_json::from_value(it).unwrap()
}

fn listed(store: &Store, filter: &DocumentFilter) -> Vec<i64> {
    store.documents_index().unwrap();
    let filter = DocumentFilter { limit: 100, ..filter.clone() };
    store.documents_found(&filter).unwrap().rows.iter().map(|it| it.run.id).collect()
}

#[test]
fn runs_over_the_same_files_are_versions_of_one_document() {
    let (folder, store) = open();
    let first = ran(&folder, &store, &["a.pdf"], Verdict::Discrepant);
    let second = ran(&folder, &store, &["a.pdf"], Verdict::Verified);
    let other = ran(&folder, &store, &["a.pdf", "b.pdf"], Verdict::Verified);
    let found = store.documents_found(&DocumentFilter { limit: 9, ..Default::default() }).unwrap();
    let told: Vec<_> = found.rows.iter().map(|it| (it.run.id, it.n_versions)).collect();
    assert_eq!(told, [(other, 1), (second, 2)], "what was worked on last comes first");
    // What broke says nothing new of the document.
    ran(&folder, &store, &["a.pdf"], Verdict::Failed);
    assert_eq!(listed(&store, &DocumentFilter::default()), [second, other]);
    // Put away, the one before it stands again.
    store.run_deleted(second, Some(1)).unwrap();
    assert_eq!(listed(&store, &DocumentFilter::default()), [first, other]);
    let versions = store.versions(&found.rows[1].document).unwrap();
    assert_eq!(versions.len(), 2, "what was put away is no version");
}

#[test]
fn a_document_that_only_broke_is_listed_as_broken_and_states_are_counted() {
    let (folder, store) = open();
    let broken = ran(&folder, &store, &["a.pdf"], Verdict::Failed);
    let wrong = ran(&folder, &store, &["b.pdf"], Verdict::Discrepant);
    let clean = ran(&folder, &store, &["c.pdf"], Verdict::Unverified);
    let of = |states: &[DocumentState]| DocumentFilter {
        states: states.to_vec(),
        limit: 9,
        ..Default::default()
    };
    assert_eq!(listed(&store, &of(&[DocumentState::Broken])), [broken]);
    assert_eq!(listed(&store, &of(&[DocumentState::Wrong, DocumentState::Clean])), [clean, wrong]);
    let page = store.documents_found(&of(&[DocumentState::Wrong])).unwrap();
    let counts: Vec<u32> = page.of_state.values().copied().collect();
    assert_eq!((page.total, counts), (1, vec![1, 1, 1]), "counted whatever is wanted");
    store.run_reviewed(wrong, Some(("Kim", 1))).unwrap();
    let unreviewed = DocumentFilter { unreviewed: true, ..Default::default() };
    assert_eq!(listed(&store, &unreviewed), [clean, broken]);
}

#[test]
fn a_document_is_found_by_its_values_and_by_the_text_of_its_pages() {
    let (folder, store) = open();
    let one = ran(&folder, &store, &["a.pdf"], Verdict::Verified);
    let two = ran(&folder, &store, &["나루터.pdf"], Verdict::Verified);
    let written = store.document_written(&document("a.pdf", "비고 책갈피 세트는 증정품")).unwrap();
    store.document_keep(one, 0, &written).unwrap();
    analysed(&store, one, &analysis("(주)한빛상사", "2025-05-14", "KRW 1058800"));
    analysed(&store, two, &analysis("나루터종이", "2026-01-02", "KRW 52000"));
    let by = |search: &str| {
        let search = Some(search.to_owned());
        listed(&store, &DocumentFilter { search, ..Default::default() })
    };
    for typed in ["1,058,800원", "2025년 5월 14일", "한빛 상사", "책갈피", "합계 1058800", "a.pdf"]
    {
        assert_eq!(by(typed), [one], "{typed}");
    }
    assert_eq!(by("나루터"), [two], "by the file's name");
    assert_eq!(by("한빛 52,000"), [0; 0], "in one document");
    assert_eq!(by("거래명세서"), [two, one]);
    // A new analysis is found by what it says now.
    analysed(&store, one, &analysis("한빛상사", "2025-05-14", "KRW 99"));
    assert_eq!(by("1,058,800"), [0; 0]);
}

#[test]
fn a_row_says_who_issued_it_its_day_and_its_amount_and_is_sorted_by_each() {
    let (folder, store) = open();
    let one = ran(&folder, &store, &["b.pdf"], Verdict::Verified);
    let two = ran(&folder, &store, &["a.pdf"], Verdict::Verified);
    let none = ran(&folder, &store, &["c.pdf"], Verdict::Failed);
    analysed(&store, one, &analysis("가온", "2025-05-14", "KRW 900"));
    analysed(&store, two, &analysis("나루", "2025-01-02", "KRW 10000"));
    let by = |order: DocumentOrder, ascending: bool| {
        listed(&store, &DocumentFilter { order, ascending, ..Default::default() })
    };
    assert_eq!(by(DocumentOrder::Total, true), [one, two, none], "what is unknown comes last");
    assert_eq!(by(DocumentOrder::Total, false), [two, one, none]);
    assert_eq!(by(DocumentOrder::Dated, true), [two, one, none]);
    assert_eq!(by(DocumentOrder::Issuer, true), [one, two, none]);
    assert_eq!(by(DocumentOrder::Name, true), [two, one, none]);
    let page = store.documents_found(&DocumentFilter { limit: 9, ..Default::default() }).unwrap();
    let headline = &page.rows.iter().find(|it| it.run.id == one).unwrap().headline;
    assert_eq!(headline.issuer.as_deref(), Some("가온"));
    assert_eq!(headline.total.as_deref(), Some("KRW 900"));
}

#[test]
fn documents_of_a_database_from_before_are_known_by_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proviso.db");
    let before = Connection::open(&path).unwrap();
    let older = MIGRATIONS.iter().position(|it| *it == documents::CREATE).unwrap();
    for migration in &MIGRATIONS[..older] {
        before.execute_batch(migration).unwrap();
    }
    before.pragma_update(None, "user_version", u32::try_from(older).unwrap()).unwrap();
    for project in ["A", "B"] {
        let sources = r#"[{"path":"/a","name":"견적서.pdf","sha256":"55"}]"#;
        before
            .execute(
                "INSERT INTO run (project, sources, engine, max_attempts, check_timeout_ms, state,
                     verdict, created_at_ms)
                 VALUES (?1, ?2, 'builtin', 5, 30000, 'ended', 'verified', 1)",
                (project, sources),
            )
            .unwrap();
    }
    let body = serde_json::to_string(&analysis("한빛", "2025-05-14", "KRW 7")).unwrap();
    before.execute("INSERT INTO artefact VALUES (2, 'analysis', ?1)", [body]).unwrap();
    drop(before);
    let store = Store::open(&path).unwrap();
    let search = Some("한빛".to_owned());
    assert_eq!(listed(&store, &DocumentFilter { search, ..Default::default() }), [2]);
    let all = store.documents_found(&DocumentFilter { limit: 9, ..Default::default() }).unwrap();
    assert_eq!((all.total, all.rows[0].n_versions), (1, 2));
}
