//! What it costs to judge a table grows with its rows.
//!
//! Each row of a table that is not wide keeps its rule by a proof, made of the proof about all rows
//! that are left: who computes it for each row computes every row as often as there are rows above it.
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

use std::fmt::Write as _;

use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement};

#[path = "shared/judging.rs"]
mod judging;

/// A document of so many rows, with a rule that each of them keeps, as the emitter writes it.
fn document(n_rows: usize) -> Module {
    let rows = (1..=n_rows).fold(String::new(), |mut all, it| {
        let _ = write!(all, "{}MkRow {it} {}", if it == 1 { "" } else { ", " }, it * 2);
        all
    });
    let text = format!(
        "module Rows

import Domains.Core

%default total

record Row where
  constructor MkRow
  quantity, amount : Integer

stated, computed : Row -> Integer
stated row = row.amount
computed row = row.quantity * 2

allStated, allComputed : List Row -> List Integer
allStated [] = []
allStated (row :: rows) = Rows.stated row :: Rows.allStated rows
allComputed [] = []
allComputed (row :: rows) = Rows.computed row :: Rows.allComputed rows

0 Rule : List Row -> Type
Rule rows = (Rows.allStated rows = Rows.allComputed rows)

0 Keeps : Row -> Type
Keeps row = (Rows.stated row = Rows.computed row)

0 each : (rows : List Row) -> Rule rows -> Each Keeps rows
each [] _ = NoRow
each (row :: rows) ok = OneRow (sameHead ok) (Rows.each rows (sameTail ok))

record Document where
  constructor MkDocument
  listed : List Row
  0 keeps : Each Keeps listed

printed : List Row
printed = [{rows}]

document : Document
document = MkDocument printed (Rows.each printed Refl)

asPrinted : Rows.document.listed = Rows.printed
asPrinted = Refl
"
    );
    Module { name: "Rows".to_owned(), text }
}

/// The fewest steps by which it is accepted, to a hundred.
fn steps(n_rows: usize) -> u64 {
    let module = document(n_rows);
    let is_enough = |steps: u64| {
        let budget = Budget { steps, depth: 60_000 };
        judging::judged([&module], "Rows", budget) == Judgement::Accepted
    };
    let (mut few, mut enough) = (0, n_rows as u64 * 1_000);
    assert!(is_enough(enough), "{n_rows} rows are judged at all");
    while few + 100 < enough {
        let middle = u64::midpoint(few, enough);
        if is_enough(middle) { enough = middle } else { few = middle }
    }
    enough
}

#[test]
fn twice_the_rows_take_twice_the_steps() {
    // Fewer rows take less than the library does, which has a budget of its own.
    let all = judging::with_stack(|| [200, 400, 800].map(steps)).unwrap();
    let (first, second) = (all[1] - all[0], all[2] - all[1]);
    // It would be four times if each row were computed for every row above it.
    assert!(second < first * 5 / 2, "{all:?}");
}

/// A year of an account.
#[test]
fn ten_thousand_rows_are_judged() {
    let module = document(10_000);
    let budget = Budget { steps: 50_000_000, depth: 100_000 };
    let it = judging::with_stack(move || judging::judged([&module], "Rows", budget)).unwrap();
    assert_eq!(it, Judgement::Accepted);
}

fn judged(from: &str, to: &str) -> Judgement {
    let mut module = document(3);
    assert!(module.text.contains(from), "`{from}` stands there");
    module.text = module.text.replace(from, to);
    let budget = Budget { steps: 50_000_000, depth: 60_000 };
    judging::with_stack(move || judging::judged([&module], "Rows", budget)).unwrap()
}

/// The compiler says the same of each of these texts.
#[test]
fn what_nobody_computes_is_checked_nevertheless() {
    let made = "MkDocument printed (Rows.each printed Refl)";
    let refused = [
        ("MkRow 2 4", "MkRow 2 5"),
        (made, "MkDocument printed (Rows.each [] Refl)"),
        (made, "MkDocument printed (Rows.each (MkRow 1 2 :: printed) Refl)"),
        ("(Rows.each rows (sameTail ok))", "(Rows.each (row :: rows) ok)"),
        ("(sameHead ok)", "(sameTail ok)"),
    ];
    for (from, to) in refused {
        assert_ne!(judged(from, to), Judgement::Accepted, "{to}");
    }
}

/// The compiler accepts the first, and refuses the second.
#[test]
fn what_nobody_computes_is_computed_where_it_is_compared() {
    let ends = "asPrinted = Refl\n";
    let also = |right: &str| {
        let more = "(Rows.each Rows.printed Refl)";
        judged(
            ends,
            &format!(
                "{ends}\nasMade : Rows.document = MkDocument Rows.printed {more}\nasMade = Refl\n\n\
                 atEnd : (ok : Keeps (MkRow 3 6)) -> Rows.each [MkRow 3 6] Refl = \
                 OneRow {{keeps = Keeps}} {{it = MkRow 3 6}} {right} NoRow\natEnd ok = Refl\n",
            ),
        )
    };
    assert_eq!(also("Refl"), Judgement::Accepted);
    assert_ne!(also("ok"), Judgement::Accepted, "a proof that is any is not the one that was made");
}
