//! Stored runs: what is shown of them, and what waits again.

use std::sync::Arc;

use proviso_core::amend::{Amendment, Place};
use proviso_core::analysis::{Analysis, FieldId, Language, Operand, Relation, Rule, RuleId};
use proviso_core::analysis::{Status, Support};
use proviso_core::document::Rect;
use proviso_core::event::Happening;
use proviso_core::ports::{Artefact, Entry, Ledger, Shelf as _};
use proviso_core::run::{Attempt, Diagnostic, DiagnosticKind, Module, Origin};
use proviso_core::run::{Severity, Stage, Verdict};
use proviso_core::value::Value;
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{Along, Claim, Ending, NewRun, RunSource, Saying};

use super::start::Fork;
use super::{CompareReq, StageReq, SupersededBy, compare, row, stage, start};
use super::{superseded, view, wait_again};
use crate::documents::{
    DeleteDocumentsReq, DocumentsQuery, UndeleteRunsReq, delete, list, undelete,
};
use crate::fakes::{accepted, at_work, new_run};
use crate::{Code, Reason};

fn ends(verdict: Verdict, detail: Option<&str>) -> Ending {
    let detail = detail.map(str::to_owned);
    let judge = (verdict == Verdict::Verified).then(|| "0.8.0".to_owned());
    Ending { verdict: Some(verdict), detail, compiler: judge, ended_at_ms: 2, ..Ending::default() }
}

/// A stored run without documents that ended so.
fn ran(space: &OpenWorkspace, project: &str, ending: &Ending) -> i64 {
    went_on(space, project, None, ending)
}

/// The same of a run that went on from another one.
fn went_on(space: &OpenWorkspace, project: &str, parent: Option<i64>, ending: &Ending) -> i64 {
    led_on(space, (project, parent), (None, 1), ending)
}

/// A run that ended, with what was said to begin it, at a time by the clock.
fn led_on(
    space: &OpenWorkspace,
    of: (&str, Option<i64>),
    since: (Option<&Amendment>, i64),
    ending: &Ending,
) -> i64 {
    let claim = begun(space, of, since);
    space.store.run_end(&claim, ending).unwrap();
    claim.run
}

/// The same while it is under way: for as long as it is held.
fn begun(
    space: &OpenWorkspace,
    (project, parent): (&str, Option<i64>),
    (said, created_at_ms): (Option<&Amendment>, i64),
) -> Claim {
    let saying = said.zip(parent).map(|(it, of)| Saying::Amends {
        of,
        all: std::slice::from_ref(it),
        by: "Kim",
    });
    let new = NewRun { parent, created_at_ms, ..new_run(project) };
    let lock = |id| space.workspace.lock(id);
    let along = Along { saying, ..Along::default() };
    space.store.run_begin(&new, &along, lock).unwrap().unwrap()
}

fn attempt(number: u32, text: &str, error: Option<&str>) -> Attempt {
    let said = error.map(|message| Diagnostic {
        kind: DiagnosticKind::Parse,
        severity: Severity::Error,
        span: None,
        declaration: None,
        message: message.to_owned(),
        excerpt: String::new(),
        hints: Vec::new(),
    });
    Attempt {
        number,
        origin: if number == 1 { Origin::Generated } else { Origin::Edited },
        typechecked: error.is_none(),
        audited: error.is_none(),
        diagnostics: said.into_iter().collect(),
        ..accepted(Module { name: "Domains.A".to_owned(), text: text.to_owned() })
    }
}

fn analysis(rules: Vec<Rule>) -> Analysis {
    Analysis {
        documents: Vec::new(),
        document_type: "invoice".to_owned(),
        language: Language::En,
        title: String::new(),
        fields: Vec::new(),
        tables: Vec::new(),
        rules,
        clauses: Vec::new(),
        unheld: Vec::new(),
        coverage: None,
        notes: Vec::new(),
    }
}

fn waived(id: u32, status: Status) -> Rule {
    Rule {
        id: RuleId(id),
        name: "grand_total".to_owned(),
        statement: "the sum is the total".to_owned(),
        expression: String::new(),
        relation: Relation::Sum { terms: Vec::new(), result: Operand::Field(FieldId(0)) },
        status,
        sides: None,
        support: Support::Template,
        mends: Vec::new(),
        waived: Some("agreed by telephone".to_owned()),
    }
}

/// Keeps what was understood.
fn analysed(space: &OpenWorkspace, run: i64, it: &Analysis) {
    space.store.analysis_keep(run, &space.store.analysis_written(it).unwrap()).unwrap();
}

const GOOD: &str = "module Domains.A\n%default total\n";

#[tokio::test]
async fn what_a_rejected_edit_leaves_standing_is_shown_and_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    let run = ran(&space, "A", &ends(Verdict::Verified, Some("not_repaired")));
    analysed(&space, run, &analysis(Vec::new()));
    space.store.attempt_keep(run, &attempt(1, GOOD, None)).unwrap();
    space.store.attempt_keep(run, &attempt(2, "modul", Some("no module"))).unwrap();

    let seen = view::full(&view::Stored::read(&space, row(&space, run).unwrap()).unwrap());
    assert_eq!(seen.idris_code.as_deref(), Some(GOOD));
    assert!(seen.compile_success);
    assert_eq!(seen.shown.last_error, None);

    let req: StageReq =
        serde_json::from_str(&format!(r#"{{"stage":"audit","run":"{run}"}}"#)).unwrap();
    assert_eq!(stage(&app, req).await.unwrap().model.as_deref(), Some(GOOD));

    let accepted = ran(&space, "A", &ends(Verdict::Verified, None));
    space.store.attempt_keep(accepted, &attempt(1, GOOD, None)).unwrap();
    let req = CompareReq { a: run.into(), b: accepted.into() };
    assert_eq!(
        compare(&app.records().unwrap(), req).await.unwrap().model,
        "",
        "both stand by the same text"
    );

    let it = row(&space, run).unwrap();
    let builtin = "builtin".to_owned();
    let forked =
        start::fork(&app, Arc::clone(&space), it, &Fork::at(Stage::Typecheck), builtin).unwrap();
    assert_eq!(forked.kept.text, Some((Origin::Generated, attempt(1, GOOD, None).model)));
}

#[test]
fn of_a_run_that_was_stopped_nothing_is_written_down_but_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    let run = ran(&space, "A", &ends(Verdict::Cancelled, None));
    let ledger = app.ledger(Arc::clone(&space), run);
    let entry = |message: &str| Entry {
        stage: None,
        document_id: None,
        severity: Severity::Info,
        message: message.to_owned(),
        happening: Happening::StageStarted,
    };
    ledger.append(entry("before")).unwrap();
    ledger.stop();
    // What goes on without a pause, as writing out a long document does, comes to its end later.
    let refused = [
        ledger.append(entry("after")),
        Ledger::keep(&ledger, Artefact::Analysis(&analysis(Vec::new()))),
        Ledger::keep(&ledger, Artefact::Attempt(&attempt(1, GOOD, None))),
    ];
    for it in refused {
        let reason = it.unwrap_err().source;
        assert_eq!(reason.to_string(), "the run was stopped");
    }
    ledger.write("Domains/A.idr", GOOD).unwrap_err();
    ledger.conclude(entry("the end")).unwrap();
    let events = space.store.events(run, 0).unwrap();
    let said: Vec<&str> = events.iter().map(|it| it.message.as_str()).collect();
    assert_eq!(said, ["before", "the end"]);
    assert_eq!(space.store.analysis(run).unwrap(), None);
    assert_eq!(space.store.attempts(run).unwrap(), []);
    assert_eq!(space.workspace.read("Domains/A.idr").unwrap(), None);
}

#[test]
fn a_rule_that_holds_now_is_not_called_false_and_let_pass() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    let run = ran(&space, "A", &ends(Verdict::Verified, None));
    let told = |rules| {
        analysed(&space, run, &analysis(rules));
        view::full(&view::Stored::read(&space, row(&space, run).unwrap()).unwrap())
            .shown
            .told
            .means
            .en
    };
    let holds = told(vec![waived(0, Status::Holds)]);
    assert!(!holds.contains("A person let"), "{holds}");
    let refuted = told(vec![waived(0, Status::Holds), waived(1, Status::Refuted)]);
    assert!(refuted.contains("A person let 1 rule pass"), "{refuted}");
}

#[tokio::test]
async fn only_what_nobody_has_gone_on_from_waits_again() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    let interrupted = ends(Verdict::Interrupted, None);
    let superseded = ran(&space, "Again", &interrupted);
    ran(&space, "Again", &ends(Verdict::Verified, None));
    let edited = ran(&space, "Edited", &interrupted);
    space.store.attempt_keep(edited, &attempt(1, GOOD, None)).unwrap();
    let typed = ran(&space, "Typed", &interrupted);
    analysed(&space, typed, &analysis(Vec::new()));
    let happening = Happening::RunResumed { from: Stage::Typecheck };
    let message = String::new();
    let (stage, document_id, severity) = (None, None, Severity::Info);
    let lived = Entry { stage, document_id, severity, message, happening };
    space.store.event_append(typed, lived, 1).unwrap();
    let broken = ran(&space, "Broken", &interrupted);
    let lock = space.workspace.lock(broken);
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let asked_for = ran(&space, "New", &interrupted);

    wait_again(&app).unwrap();
    let waits = |run| {
        let queued = |it: &crate::RunEvent| matches!(it.happening, Happening::RunQueued { .. });
        space.store.events(run, 0).unwrap().iter().any(queued)
    };
    assert!(!waits(superseded), "the project has a later run");
    assert!(!waits(edited), "its text was checked, and the next one is gone");
    assert!(!waits(typed), "it was taken up for a text that is gone");
    assert!(!waits(broken), "it cannot be claimed");
    assert!(waits(asked_for), "what cannot wait keeps nothing else from it");
    let err = start::resume(&app, Arc::clone(&space), row(&space, broken).unwrap(), None);
    assert!(err.is_err_and(|it| it.code != Code::ProjectBusy), "the lock is broken indeed");
}

#[tokio::test]
async fn who_listens_first_hears_all_of_what_waits_again_by_that() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let run = ran(&app.space().unwrap(), "New", &ends(Verdict::Interrupted, None));
    // A run that is under way already when somebody comes to listen.
    let before = app.bus.clone();
    let mut live = crate::live(&app, &[]).unwrap();
    let queued = live.next().await.unwrap().unwrap();
    assert_eq!(queued.run_id, run.to_string());
    assert!(matches!(queued.happening, Happening::RunQueued { .. }), "{queued:?}");
    before.tell(crate::RunEvent { run_id: "99".to_owned(), seq: 7, ..queued });
    while live.next().await.unwrap().unwrap().run_id != "99" {}
}

#[tokio::test]
async fn documents_are_put_away_with_all_versions_but_those_that_are_worked_on() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    let source = |name: &str| RunSource {
        path: folder.path().join(name),
        name: name.to_owned(),
        sha256: name.to_owned(),
    };
    let begin = |project: &str, name: &str| {
        let new = NewRun { sources: vec![source(name)], ..new_run(project) };
        space
            .store
            .run_begin(&new, &Along::default(), |id| space.workspace.lock(id))
            .unwrap()
            .unwrap()
    };
    let mut versions = Vec::new();
    for _ in 0..2 {
        let claim = begin("A", "a.pdf");
        space.store.run_end(&claim, &ends(Verdict::Verified, None)).unwrap();
        versions.push(claim.run);
    }
    let busy = begin("B", "b.pdf");
    let documents = vec!["a.pdf".to_owned(), "b.pdf".to_owned(), "gone".to_owned()];
    let deleted = delete(&app.records().unwrap(), DeleteDocumentsReq { documents }).await.unwrap();
    let put_away: Vec<i64> = deleted.runs.iter().map(|it| it.0).collect();
    assert_eq!(
        (put_away, deleted.busy),
        (vec![versions[1], versions[0]], vec!["b.pdf".to_owned()])
    );
    let listed = || async {
        let found = list(&app.records().unwrap(), DocumentsQuery::default()).await.unwrap();
        found.rows.into_iter().map(|it| (it.document, it.n_versions)).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [("b.pdf".to_owned(), 1)]);
    undelete(&space, UndeleteRunsReq { runs: deleted.runs }).await.unwrap();
    assert_eq!(listed().await, [("b.pdf".to_owned(), 1), ("a.pdf".to_owned(), 2)]);
    drop(busy);
}

#[tokio::test]
async fn what_nobody_said_cannot_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let run = ran(&app.space().unwrap(), "A", &ends(Verdict::Verified, None));
    let refused = super::taken_back(&app, run).err().unwrap();
    assert_eq!(refused.reason, Some(Reason::NothingToUndo));
}

#[tokio::test]
async fn what_led_to_the_run_that_counts_is_told_by_what_was_said() {
    let place = Place {
        document: "a".to_owned(),
        page: 1,
        rect: Rect { x0: 0.0, y0: 0.0, x1: 1.0, y1: 1.0 },
        text: "1".to_owned(),
    };
    let (label, value) = (String::new(), Value::Text("2".to_owned()));
    let (rule, reason, places) = ("sum".to_owned(), "no".to_owned(), Vec::new());
    let at = || (place.clone(), label.clone());
    let ((p1, l1), (p2, l2), (p3, l3), (p4, l4)) = (at(), at(), at(), at());
    let cases = [
        (
            Some(Amendment::Correction { place: p1, label: l1, value: value.clone() }),
            SupersededBy::Correction,
        ),
        (
            Some(Amendment::Relabel { place: p2, label: l2, to: "b".to_owned() }),
            SupersededBy::Correction,
        ),
        (
            Some(Amendment::Strike {
                rule: rule.clone(),
                places: places.clone(),
                reason: reason.clone(),
            }),
            SupersededBy::Strike,
        ),
        (
            Some(Amendment::Unstrike { rule: rule.clone(), places: places.clone() }),
            SupersededBy::Strike,
        ),
        (
            Some(Amendment::Waiver { rule: rule.clone(), places: places.clone(), reason }),
            SupersededBy::Waiver,
        ),
        (Some(Amendment::Unwaiver { rule, places }), SupersededBy::Waiver),
        (
            Some(Amendment::Addition {
                place: p3,
                label: l3,
                boxes: Vec::new(),
                value: value.clone(),
            }),
            SupersededBy::Hand,
        ),
        // What asks for something of others leads to no run: that was run again.
        (Some(Amendment::Mend { place: p4, label: l4, value }), SupersededBy::Retry),
        (None, SupersededBy::Retry),
    ];
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    for (at, (said, why)) in cases.into_iter().enumerate() {
        let project = format!("P{at}");
        let first = ran(&space, &project, &ends(Verdict::Verified, None));
        let superseded = || {
            let said = space.store.said(&project).unwrap();
            superseded::superseded(&space, &row(&space, first).unwrap(), &said).unwrap()
        };
        assert!(superseded().is_none(), "nothing went on from it yet: {said:?}");
        // The clock is set back between any two of them.
        let broken = ends(Verdict::Failed, None);
        led_on(&space, (&project, Some(first)), (said.as_ref(), -60_000), &broken);
        assert!(superseded().is_none(), "a run that broke counts for nothing: {said:?}");
        let verified = ends(Verdict::Verified, None);
        let next = led_on(&space, (&project, Some(first)), (None, -120_000), &verified);
        let told = superseded().unwrap();
        let by = (why != SupersededBy::Retry).then(|| "Kim".to_owned());
        assert_eq!((told.head.run, told.why, told.by), (next.into(), why, by), "{said:?}");
    }
}

#[tokio::test]
async fn a_run_has_one_head_wherever_it_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let app = at_work(folder.path());
    let space = app.space().unwrap();
    space.workspace.write("Domains/A.idr", GOOD).unwrap();
    let corrected_by = vec!["Kim".to_owned()];
    let ending = Ending { n_refuted: Some(0), corrected_by, ..ends(Verdict::Verified, None) };
    let run = ran(&space, "A", &ending);
    analysed(&space, run, &analysis(Vec::new()));

    let of_list = super::list(&app.records().unwrap(), None).unwrap().remove(0);
    assert_eq!(of_list.verdict_name.en, "verified, 1 value corrected by Kim");
    let found =
        super::found(&app.records().unwrap(), super::RunsQuery::default()).unwrap().rows.remove(0);
    assert_eq!(found, of_list, "a page of runs");
    let all = crate::models::list(&app.records().unwrap(), crate::wire::Nothing {}).await.unwrap();
    let model = all.into_iter().find(|it| it.name == "A").unwrap();
    assert_eq!(model.last.as_ref(), Some(&of_list), "a model's last run");

    let of_detail = super::detail(&app.records().unwrap(), run).unwrap().head;
    let named = |it: &crate::runs::RunHead| (it.title.clone(), it.document_type.clone());
    assert_eq!(named(&of_detail), named(&of_list), "details of one that was analysed");

    let claim = begun(&space, ("B", None), (None, 2));
    let of_list = super::list(&app.records().unwrap(), None).unwrap().remove(0);
    let queue = super::waiting(&app.records().unwrap(), &app.jobs).unwrap().entries;
    assert_eq!(queue.len(), 1);
    assert_eq!((of_list.run.0, &queue[0].head), (claim.run, &of_list), "a queue");
    assert_eq!(super::detail(&app.records().unwrap(), claim.run).unwrap().head, of_list, "details");
    assert_eq!(
        super::show(&app.records().unwrap(), claim.run).unwrap().head,
        of_list,
        "what a host prints"
    );
}

#[test]
fn the_end_of_a_run_says_what_its_head_says_and_is_understood_by_its_old_name() {
    let it = |key: &str| -> Happening {
        let told = format!(
            r#"{{"event_type":"run.finished","data":{{"verdict":"verified","n_refuted":0,
            "{key}":{{"en":"verified","ko":"검증됨"}},"tone":"good"}}}}"#
        );
        serde_json::from_str(&told).unwrap()
    };
    assert_eq!(it("name"), it("verdict_name"));
    let told = serde_json::to_value(it("name")).unwrap();
    assert_eq!(told["data"]["verdict_name"]["en"], "verified", "{told}");
}
