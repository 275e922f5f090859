//! What is said together with a run's beginning.

use proviso_core::amend::Amendment;
use proviso_core::run::Verdict;

use super::super::*;
use super::documents::{analysed, analysis, ran};
use super::{new, open};

#[test]
fn what_was_said_in_one_go_is_taken_back_and_still_explains_what_it_led_to() {
    let (folder, store) = open();
    let run = ran(&folder, &store, &["a.pdf"], Verdict::Verified);
    let said = |rule: &str| Amendment::Unstrike { rule: rule.to_owned(), places: Vec::new() };
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let goes_on = |saying: Saying<'_>, now_ms: i64| {
        let again = NewRun { created_at_ms: now_ms, ..new("Sample") };
        let along = Along { saying: Some(saying), ..Along::default() };
        let ending = Ending { verdict: Some(Verdict::Verified), ..Ending::default() };
        store.run_begin(&again, &along, lock).unwrap().map(|claim| {
            store.run_end(&claim, &ending).unwrap();
            store.run(claim.run).unwrap().unwrap().begun
        })
    };
    // The clock is set back between any two of them: what counts is in what order they came.
    let says = |rules: &[&str], now_ms| {
        let all: Vec<Amendment> = rules.iter().map(|it| said(it)).collect();
        goes_on(Saying::Amends { of: run, all: &all, by: "Kim" }, now_ms).unwrap()
    };
    let one = says(&["one"], 9);
    let two = says(&["two", "three"], 7);
    says(&["later"], 5);
    let back = |until, now_ms| goes_on(Saying::TakesBack { of: run, until }, now_ms);
    let n_runs = store.runs(None).unwrap().len();
    back(two, 20).unwrap();
    assert_eq!(store.amendments("Sample").unwrap(), [said("one"), said("later")]);
    let ever = store.said("Sample").unwrap();
    let withdrawn: Vec<_> = ever.iter().map(|it| it.withdrawn_at_ms).collect();
    assert_eq!(withdrawn, [None, Some(20), Some(20), None]);
    back(one, 21).unwrap();
    assert_eq!(store.amendments("Sample").unwrap(), [said("later")], "the one before it is next");
    assert_eq!(back(one, 22).unwrap_err(), Unbegun::NothingSaid);
    assert_eq!(store.runs(None).unwrap().len(), n_runs + 2, "no run begins where nothing is left");
}

/// What is said while another run works on the project would count in every later one, though whoever
/// said it was told that it could not be done.
#[test]
fn what_is_said_of_a_busy_project_is_kept_nowhere() {
    let (folder, store) = open();
    let lock = |run: i64| folder.path().join(format!("{run}.lock"));
    let first = store.run_begin(&new("Lease"), &Along::default(), lock).unwrap().unwrap();
    analysed(&store, first.run, &analysis("한빛", "2025-01-02", "KRW 3"));
    let all =
        ["one", "two"].map(|it| Amendment::Unstrike { rule: it.to_owned(), places: Vec::new() });
    let hint = Hint { text: "look again".to_owned(), by: "Kim".to_owned(), at_ms: 1 };
    let along = Along {
        saying: Some(Saying::Amends { of: first.run, all: &all, by: "Kim" }),
        inherits: Some((first.run, true)),
        hint: Some(&hint),
    };
    let begun = store.run_begin(&new("Lease"), &along, lock).unwrap();
    assert_eq!(begun.unwrap_err(), Unbegun::Alive(first.run));
    assert_eq!(store.amendments("Lease").unwrap(), []);

    store.run_end(&first, &Ending::default()).unwrap();
    let run = first.run;
    drop(first);
    let second = store.run_begin(&new("Lease"), &along, lock).unwrap().unwrap();
    assert_eq!(store.amendments("Lease").unwrap(), all);
    assert_eq!(store.hint(second.run).unwrap(), Some(hint.clone()));
    assert_eq!(store.analysis(second.run).unwrap(), store.analysis(run).unwrap());
    let row = store.run(second.run).unwrap().unwrap();
    assert_eq!(row.title.as_deref(), Some("거래명세서"), "its list row has it at once");
}
