//! An account as bare text: values of very many lines that no table holds are rows of one list, and what
//! is stated of them is judged.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

use proviso_core::analysis::{Analysis, Status, rules};
use proviso_core::idris::emit;
use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement};
use serde_json::{Value, json};

#[path = "shared/judging.rs"]
mod judging;

const LINES: u32 = 350;

/// A day, an amount and the balance after it on each line, and rules between lines: most compute the
/// balance, every seventh the one before it. A balance may be misprinted by a won.
fn account(misprinted: Option<u32>) -> Analysis {
    let (mut fields, mut rules): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    let mut balance = 5_000_000_i64;
    for line in 0..LINES {
        let amount = i64::from(1_000 + line * line * 7 % 99_991);
        let comes = line % 5 == 0;
        balance += if comes { amount } else { -amount };
        let printed = balance + i64::from(misprinted == Some(line));
        let day = format!("2025-{:02}-{:02}", line / 28 % 12 + 1, line % 28 + 1);
        let amount = format!("KRW {amount}");
        let values = [
            ("date", "day", day),
            ("money", "amount", amount),
            ("money", "rest", format!("KRW {printed}")),
        ];
        let label = ["전기요금", "관리비", "이자"][line as usize % 3];
        for (x, (kind, name, value)) in values.into_iter().enumerate() {
            let (x, y) = (x as u32 * 100, line * 12);
            fields.push(json!({
                "id": fields.len(), "name": format!("{name}{line}"),
                "label": label,
                "kind": kind, "value": value, "confidence": 1.0, "route": "label_value",
                "evidence": {"document": 0, "page": 1, "text": value,
                    "boxes": [{"x0": x, "y0": y, "x1": x + 60, "y1": y + 10}]},
            }));
        }
        let Some(before) = (line * 3).checked_sub(1) else { continue };
        let (moved, now) = (line * 3 + 1, line * 3 + 2);
        let of = |id: u32, negative: bool| json!({"operand": {"field": id}, "negative": negative});
        let (terms, result) = match line % 7 {
            0 => (vec![of(now, false), of(moved, comes)], before),
            _ => (vec![of(before, false), of(moved, !comes)], now),
        };
        rules.push(json!({
            "id": rules.len(), "name": "row_sum", "statement": "", "expression": "",
            "relation": "sum", "terms": terms, "result": {"field": result},
            "status": "unknown", "support": "layout",
        }));
    }
    let empty = include_str!("../../proviso-core/tests/analyses/empty.json");
    let mut all: Value = serde_json::from_str(empty).unwrap();
    (all["fields"], all["rules"]) = (fields.into(), rules.into());
    let mut analysis: Analysis = serde_json::from_value(all).unwrap();
    rules::evaluate(&mut analysis);
    analysis
}

fn judged(analysis: &Analysis) -> Judgement {
    let modules: [Module; 3] = [
        emit::facts("Account", analysis),
        emit::model("Account", analysis),
        emit::audit("Account", analysis),
    ];
    let budget = Budget { steps: 50_000_000, depth: 60_000 };
    let judge = move || judging::judged(&modules, "Domains.Audit.Account", budget);
    judging::with_stack(judge).unwrap()
}

#[test]
fn lines_that_no_table_holds_are_rows_and_what_carries_a_balance_on_is_one_rule() {
    let analysis = account(None);
    assert!(analysis.rules.iter().all(|it| it.status == Status::Holds));
    let (stated, unstated) = emit::stated(&analysis);
    assert_eq!(unstated, []);
    let shape: Vec<usize> = stated.iter().map(|it| it.rules.len()).collect();
    assert_eq!(shape, [LINES as usize - 1], "whichever of two balances a rule computes");
    let facts = emit::facts("Account", &analysis).text;
    for column in
        ["day : Date", "balance : Money KRW", "taken : Maybe (Money KRW)", "label : String"]
    {
        assert!(facts.contains(&format!("\n  {column}\n")), "{column}: {}", &facts[..2_000]);
    }
    assert_eq!(judged(&analysis), Judgement::Accepted);
}

#[test]
fn a_misprinted_balance_of_a_line_is_proved_to_be_wrong_in_its_line_and_the_next() {
    let analysis = account(Some(123));
    let refuted: Vec<u32> =
        analysis.rules.iter().filter(|it| it.status == Status::Refuted).map(|it| it.id.0).collect();
    assert_eq!(refuted, [122, 123]);
    let audit = emit::audit("Account", &analysis).text;
    assert_eq!(audit.matches("-- … in row ").count(), 2, "each row for itself");
    assert_eq!(judged(&analysis), Judgement::Accepted);
}

/// Sums of two values that stand far apart, as many as there are lines: each is like no other.
#[test]
fn rules_that_are_like_no_other_are_stated_up_to_a_bound_and_the_rest_is_told() {
    let mut analysis = account(None);
    let mut all = serde_json::to_value(&analysis).unwrap();
    let rules = all["rules"].as_array_mut().unwrap();
    let carried = rules.len();
    for line in 0..LINES {
        for of in [13, 17] {
            let other = (line + of) % LINES * 3 + 1;
            let terms = json!([
                {"operand": {"field": line * 3 + 1}},
                {"operand": {"field": other}},
            ]);
            rules.push(json!({
                "id": rules.len(), "name": "column_sum", "statement": "", "expression": "",
                "relation": "sum", "terms": terms, "result": {"field": line * 3 + 2},
                "status": "unknown", "support": "numbers",
            }));
        }
    }
    analysis = serde_json::from_value(all).unwrap();
    rules::evaluate(&mut analysis);
    let (stated, unstated) = emit::stated(&analysis);
    let n_stated: usize = stated.iter().map(|it| it.rules.len()).sum();
    assert_eq!(n_stated + unstated.len(), analysis.rules.len());
    assert!(stated.len() <= 400, "a function takes no more than 500 arguments: {}", stated.len());
    assert!(stated.iter().any(|it| it.rules.len() >= carried), "rows of one shape are stated");
    assert!(unstated.iter().all(|it| it.1.contains("too many")), "{:?}", unstated.first());
}
