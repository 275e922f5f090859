//! Papers over their budget, and papers within it.

use super::*;
use crate::analysis::Status;
use crate::analysis::layout::sketch;

/// An order of so many rows, each of which is right but one.
fn order(rows: usize) -> Document {
    let mut text = String::new();
    for n in 1..=rows {
        let (count, price) = (n % 7 + 2, 1_300 + 10 * n);
        let amount = count * price + usize::from(n == rows);
        text += &format!("│ 품목{n:<4} │ {count} │ {price} │ {amount} │\n");
    }
    sketch::document(&format!(
        "\n┌──────────┬──────┬───────┬────────┐\n│ 품목     │ 수량 │ 단가  │ 금액   │\n{text}└──────────┴──────┴───────┴────────┘\n"
    ))
}

/// Prose in which every sentence has an amount.
fn prose(sentences: usize) -> Document {
    let lines: Vec<String> = (1..=sentences)
        .map(|n| {
            format!(
                "제{n}조 (대금) 갑은 을에게 금 {}원을 2025년 3월 {}일까지 지급한다.",
                n * 1_000,
                n % 28 + 1
            )
        })
        .collect();
    sketch::document(&format!("\n{}\n", lines.join("\n")))
}

fn types() -> DocumentTypes {
    DocumentTypes::shipped(&[])
}

#[test]
fn a_paper_within_its_budget_is_analysed_as_if_there_were_none() {
    let (document, types) = (order(12), types());
    let documents = std::slice::from_ref(&document);
    let plain = rules::discover(readings::draft(documents, &types, None), &types);
    assert_eq!(study(documents, &types, None, Budget::default()).analysis, plain);
}

#[test]
fn a_paper_over_its_budget_is_analysed_in_parts_and_says_so() {
    let (document, types) = (prose(60), types());
    let documents = std::slice::from_ref(&document);
    let whole = study(documents, &types, None, Budget::default());
    let few = Budget { words: 120, ..Budget::default() };
    let parts = study(documents, &types, None, few);
    let told = |it: &Studied| it.analysis.notes.iter().any(|it| it.en.contains("in one piece"));
    assert!(told(&parts) && !told(&whole));
    let places = |it: &Studied| -> Vec<_> {
        it.analysis.fields.iter().map(|it| (it.evidence.clone(), it.value.clone())).collect()
    };
    assert_eq!(places(&parts), places(&whole), "every value is there, where it stands");
    assert_eq!(parts.analysis.document_type, whole.analysis.document_type);
    assert_eq!(parts.analysis.documents, whole.analysis.documents);
    let ids: Vec<u32> = parts.analysis.fields.iter().map(|it| it.id.0).collect();
    assert_eq!(ids, (0..ids.len() as u32).collect::<Vec<_>>());
    let mut names: Vec<&str> = parts.analysis.fields.iter().map(|it| it.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ids.len(), "every name is its field's alone");
}

#[test]
fn what_is_wrong_in_a_part_is_found_there() {
    let (document, types) = (order(40), types());
    let documents = std::slice::from_ref(&document);
    let parts = study(documents, &types, None, Budget { words: 60, ..Budget::default() });
    let refuted: Vec<&Rule> =
        parts.analysis.rules.iter().filter(|it| it.status == Status::Refuted).collect();
    for rule in &refuted {
        for id in rule.relation.fields() {
            assert!(parts.analysis.field(id).is_some(), "{rule:?} is of fields that are there");
        }
    }
}

#[test]
fn what_is_too_intricate_even_alone_is_left_out_and_named() {
    let (document, types) = (prose(20), types());
    let documents = std::slice::from_ref(&document);
    let none = study(documents, &types, None, Budget { steps: 10, words: 60_000 });
    assert!(none.analysis.fields.is_empty());
    assert!(none.analysis.notes.iter().any(|it| it.en.contains("were left out")), "{none:?}");
    // The same budget, the same analysis.
    let again = study(documents, &types, None, Budget { steps: 10, words: 60_000 });
    assert_eq!(none, again);
}

#[test]
fn the_parts_hold_every_line_once() {
    let documents = [prose(33), order(20), prose(1)];
    for most in [1, 2, 7, 40, 1_000, 100_000] {
        let mut at: Vec<(usize, usize, usize)> = Vec::new();
        for strip in cut(&documents, most).into_iter().flatten() {
            at.extend((strip.lines.0..strip.lines.1).map(|it| (strip.document, strip.page, it)));
        }
        let all = documents.iter().enumerate().flat_map(|(d, it)| {
            it.pages
                .iter()
                .enumerate()
                .flat_map(move |(p, it)| (0..it.lines.len()).map(move |line| (d, p, line)))
        });
        assert_eq!(at, all.collect::<Vec<_>>(), "{most}");
    }
}
