//! Statements about many rows of a long table: which rows they mean is written once.

use std::fmt::Write as _;

use crate::analysis::fields::draft;
use crate::analysis::layout::sketch;
use crate::analysis::rules::discover;
use crate::doctype::DocumentTypes;
use crate::idris::emit::{audit, facts, model};

#[test]
fn places_of_many_rows_are_written_once_and_called_by_a_name() {
    let mut page =
        format!("\n{:>14} {:>14} {:>14} {:>14}\n", "거래일자", "출금액", "입금액", "잔액");
    let mut balance = 5_000_000;
    for at in 0_i32..160 {
        let amount = 1_000 + at * at * 7 % 99_991;
        // Now and then two come in one after the other: what goes out are many short stretches.
        let comes = at % 2 == 0 || at % 7 == 3;
        let (out, back) = if comes { (0, amount) } else { (amount, 0) };
        balance += back - out;
        let date = format!("2025-{:02}-{:02}", at / 28 + 1, at % 28 + 1);
        writeln!(page, "{date:>14} {out:>14} {back:>14} {balance:>14}").unwrap();
    }
    let types = DocumentTypes::shipped(&[]);
    let analysis = discover(draft(&[sketch::document(&page)], &types, None), &types);
    let (facts, model) = (facts("Sample", &analysis).text, model("Sample", &analysis).text);
    let longest = |text: &str| {
        let lists = text.split("pick [").skip(1);
        lists.map(|it| it.split(']').next().unwrap().matches(',').count()).max().unwrap_or(0)
    };
    assert!(facts.contains("\nstretches0 : List Integer\n"), "{facts}");
    assert_eq!((longest(&facts), longest(&model)), (0, 0), "{model}");
    // In a type a name in small letters that stands alone would be a variable.
    assert!(model.contains("pick Domains.Facts.Sample.stretches0 "), "{model}");
    let named = facts.matches("\nstretches").count() / 2;
    let lists: Vec<&str> =
        facts.lines().filter(|it| it.starts_with("stretches") && it.contains('[')).collect();
    assert_eq!(lists.len(), named, "each has its list");
    assert!(
        audit("Sample", &analysis).text.contains("refusesAll"),
        "it is asked about all the same"
    );
}
