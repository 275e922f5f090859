//! Chooses between the readings of numbers that were recognized more than once.
//!
//! A scan whose `8` looks like a `3` must not be blamed for a sum that does not add up. Where a rule
//! is refuted, the other readings of its numbers are tried; one with which that rule holds and
//! nothing else breaks is what the page says: eyes and arithmetic agree.
//!
//! What is left refuted by a number that is hardly legible is said to be so.
//!
//! **Invariant:** only texts that were recognized are chosen, and every choice is said. Documents
//! that were not recognized, text layers and office files, are never touched.
//!
//! **Invariant:** bounded work: at most [`MAX_TRIALS`] analyses more.

use std::borrow::Cow;

use super::draft::Draft;
use super::rules::{discover, operands};
use super::{Analysis, Evidence, Relation, Status, fields};
use crate::doctype::DocumentTypes;
use crate::document::{Document, Reading, Source, Word};
use crate::remark::Remark;

/// Readings that are tried in all.
pub const MAX_TRIALS: usize = 40;

/// Words that are believed less than this are as likely misread as not: confidences are calibrated.
const LEGIBLE: f32 = 0.5;

/// Where a word stands: document, page, line and word, from 0.
type Place = (usize, usize, usize, usize);

/// A word where it stands.
#[derive(Clone, Copy)]
struct Placed<'a> {
    place: Place,
    /// The number of its page.
    page: u32,
    word: &'a Word,
}

impl Placed<'_> {
    /// Whether it was recognized, but not so that it can be believed, and has a digit.
    fn is_illegible(&self) -> bool {
        self.word.source == Source::Ocr
            && self.word.confidence < LEGIBLE
            && self.word.text.contains(|it: char| it.is_ascii_digit())
    }

    /// Whether it is part of what this refers to.
    fn stands_in(&self, evidence: &Evidence) -> bool {
        usize::try_from(evidence.document) == Ok(self.place.0)
            && self.page == evidence.page
            && evidence.boxes.iter().any(|it| it.holds(&self.word.rect))
    }
}

/// Fields, tables and prose of documents that belong together, by the readings that fit.
pub fn draft(documents: &[Document], types: &DocumentTypes, chosen: Option<&str>) -> Draft {
    settled(documents, types, chosen).1
}

/// The same, and the documents with the readings that were chosen.
pub(super) fn settled<'a>(
    documents: &'a [Document],
    types: &DocumentTypes,
    chosen: Option<&str>,
) -> (Cow<'a, [Document]>, Draft) {
    let mut documents = Cow::Borrowed(documents);
    let mut draft = fields::draft(&documents, types, chosen);
    if !words(&documents).any(|it| !it.word.others.is_empty() || it.is_illegible()) {
        return (documents, draft);
    }
    let mut notes = Vec::new();
    let mut analysis = discover(draft.clone(), types);
    let mut left = MAX_TRIALS;
    while let Some(better) = better(&documents, &analysis, types, chosen, &mut left) {
        notes.push(better.note);
        documents = Cow::Owned(better.documents);
        draft = better.draft;
        analysis = better.analysis;
    }
    notes.extend(illegible(&documents, &analysis));
    draft.notes.extend(notes);
    (documents, draft)
}

/// Which numbers of refuted rules are hardly legible, for people.
fn illegible(documents: &[Document], analysis: &Analysis) -> Vec<Remark> {
    let doubted = doubted(analysis);
    let blamed = words(documents)
        .filter(|word| word.is_illegible() && doubted.iter().any(|it| word.stands_in(it)));
    let told = blamed.map(|Placed { page, word, .. }| {
        let (text, percent) = (&word.text, 100.0 * word.confidence);
        Remark::new(
            format!(
                "page {page}: `{text}` is hardly legible ({percent:.0} %); look at the page before \
                 you blame it for a rule that fails"
            ),
            format!(
                "{page}쪽 `{text}`: 잘 읽히지 않는 글자입니다({percent:.0}%). 규칙이 맞지 않는 것이 \
                 이 숫자 탓인지 쪽을 먼저 확인하세요"
            ),
        )
    });
    told.collect()
}

/// Documents with one more reading chosen, and what they say then.
struct Better {
    documents: Vec<Document>,
    draft: Draft,
    analysis: Analysis,
    note: Remark,
}

/// The reading that settles most refuted rules; none if there is no such.
fn better(
    documents: &[Document],
    analysis: &Analysis,
    types: &DocumentTypes,
    chosen: Option<&str>,
    left: &mut usize,
) -> Option<Better> {
    let doubted = doubted(analysis);
    let (refuted, holding) = tally(analysis);
    let mut best: Option<((usize, usize), Better)> = None;
    for placed in words(documents) {
        let Placed { place, page, word } = placed;
        if word.others.is_empty() || !doubted.iter().any(|it| placed.stands_in(it)) {
            continue;
        }
        for reading in &word.others {
            let Some(fewer) = left.checked_sub(1) else { break };
            *left = fewer;
            let Some(changed) = with(documents, place, reading) else { continue };
            let draft = fields::draft(&changed, types, chosen);
            let analysis = discover(draft.clone(), types);
            let (n_refuted, n_holding) = tally(&analysis);
            // A rule that is only lost, because the reading is no number there, settles nothing.
            if n_refuted >= refuted || n_holding <= holding {
                continue;
            }
            let is_best = best.as_ref().is_none_or(|it| (n_refuted, usize::MAX - n_holding) < it.0);
            if is_best {
                let note = chosen_reading(page, &word.text, &reading.text, refuted - n_refuted);
                let better = Better { documents: changed, draft, analysis, note };
                best = Some(((n_refuted, usize::MAX - n_holding), better));
            }
        }
    }
    best.map(|it| it.1)
}

/// That a word is read otherwise, since `n` more rules hold so.
fn chosen_reading(page: u32, before: &str, after: &str, n: usize) -> Remark {
    let settled = match n {
        1 => "a rule holds that fails".to_owned(),
        n => format!("{n} rules hold that fail"),
    };
    Remark::new(
        format!(
            "page {page}: `{before}` is read as `{after}`: it was recognized as both, and with the \
             latter {settled} with the former"
        ),
        format!(
            "{page}쪽 `{before}` → `{after}`: 두 가지로 인식되어 뒤의 것을 골랐습니다. 앞의 것으로는 \
             맞지 않는 규칙 {n}개가 뒤의 것으로는 맞습니다"
        ),
    )
}

/// Where the numbers of refuted rules stand.
fn doubted(analysis: &Analysis) -> Vec<&Evidence> {
    let mut out = Vec::new();
    for rule in analysis.rules.iter().filter(|it| it.status == Status::Refuted) {
        let fields = operands(&rule.relation);
        out.extend(
            fields
                .iter()
                .filter_map(|it| analysis.fields.get(it.0 as usize))
                .map(|it| &it.evidence),
        );
        if let Relation::Words { place, .. } = &rule.relation {
            out.push(place);
        }
    }
    out
}

/// Refuted rules and rules that hold.
fn tally(analysis: &Analysis) -> (usize, usize) {
    let count = |status| analysis.rules.iter().filter(|it| it.status == status).count();
    (count(Status::Refuted), count(Status::Holds))
}

fn words(documents: &[Document]) -> impl Iterator<Item = Placed<'_>> {
    documents.iter().enumerate().flat_map(|(document, it)| {
        it.pages.iter().enumerate().flat_map(move |(at, page)| {
            page.lines.iter().enumerate().flat_map(move |(line, it)| {
                let placed = move |(word, it)| {
                    let place = (document, at, line, word);
                    Placed { place, page: page.number, word: it }
                };
                it.words.iter().enumerate().map(placed)
            })
        })
    })
}

/// The documents with one word read otherwise; the former reading stands beside it then.
fn with(documents: &[Document], place: Place, reading: &Reading) -> Option<Vec<Document>> {
    let mut documents = documents.to_vec();
    let page = documents.get_mut(place.0)?.pages.get_mut(place.1)?;
    let word = page.lines.get_mut(place.2)?.words.get_mut(place.3)?;
    let other = word.others.iter_mut().find(|it| *it == reading)?;
    std::mem::swap(&mut word.text, &mut other.text);
    std::mem::swap(&mut word.confidence, &mut other.confidence);
    Some(documents)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analysis::layout::sketch;

    const SHEET: &str = "
┌────────────┬────────┬────────────┬──────────────┐
│ 품목       │ 수량   │ 단가       │ 금액         │
├────────────┼────────┼────────────┼──────────────┤
│ 책상       │ 4      │ 181,000    │ 724,000      │
├────────────┼────────┼────────────┼──────────────┤
│ 의자       │ 6      │ 93,500     │ 561,000      │
├────────────┼────────┼────────────┼──────────────┤
│ 합계       │        │            │ 1,235,000    │
└────────────┴────────┴────────────┴──────────────┘
";

    /// The sheet with other readings of some of its words: `word=reading`.
    #[track_caller]
    fn check(readings: &[(&str, &str)], expect: Expect) {
        let mut document = sketch::document(SHEET);
        for word in
            document.pages.iter_mut().flat_map(|it| &mut it.lines).flat_map(|it| &mut it.words)
        {
            for (_, text) in readings.iter().filter(|it| it.0 == word.text) {
                word.others.push(Reading { text: (*text).to_owned(), confidence: 0.7 });
            }
        }
        let types = DocumentTypes::shipped(&[]);
        let analysis = discover(draft(&[document], &types, Some("quotation")), &types);
        let mut out: Vec<String> = analysis.rules.iter().map(|it| it.statement.clone()).collect();
        out.extend(analysis.notes.into_iter().map(|it| it.en));
        expect.assert_eq(&out.join("\n"));
    }

    #[test]
    fn what_was_recognized_once_is_what_it_is() {
        check(
            &[],
            expect![[r#"
            책상: 금액 724,000원 = 수량 4 × 단가 181,000원
            의자: 금액 561,000원 = 수량 6 × 단가 93,500원
            합계 1,235,000원 ≠ 금액 724,000원 + 561,000원"#]],
        );
    }

    #[test]
    fn a_reading_with_which_the_rule_holds_is_taken_and_said() {
        check(
            &[("1,235,000", "1,285,000")],
            expect![[r#"
            책상: 금액 724,000원 = 수량 4 × 단가 181,000원
            의자: 금액 561,000원 = 수량 6 × 단가 93,500원
            합계 1,285,000원 = 금액 724,000원 + 561,000원
            page 1: `1,235,000` is read as `1,285,000`: it was recognized as both, and with the latter a rule holds that fails with the former"#]],
        );
    }

    #[test]
    fn a_reading_that_settles_nothing_is_not_taken() {
        check(
            &[("1,235,000", "7,235,000"), ("724,000", "124,000")],
            expect![[r#"
            책상: 금액 724,000원 = 수량 4 × 단가 181,000원
            의자: 금액 561,000원 = 수량 6 × 단가 93,500원
            합계 1,235,000원 ≠ 금액 724,000원 + 561,000원"#]],
        );
    }

    #[test]
    fn a_refuted_number_that_is_hardly_legible_is_said_to_be_so() {
        let mut document = sketch::document(SHEET);
        let lines = document.pages.iter_mut().flat_map(|it| &mut it.lines);
        for word in lines.flat_map(|it| &mut it.words) {
            word.source = Source::Ocr;
            // One that rules blame, one that they do not, and one that is no number.
            if ["1,235,000", "181,000", "합계"].contains(&word.text.as_str()) {
                word.confidence = 0.114;
            }
        }
        let types = DocumentTypes::shipped(&[]);
        let draft = draft(&[document], &types, Some("quotation"));
        expect![[r#"
            [
                Remark {
                    en: "page 1: `1,235,000` is hardly legible (11 %); look at the page before you blame it for a rule that fails",
                    ko: "1쪽 `1,235,000`: 잘 읽히지 않는 글자입니다(11%). 규칙이 맞지 않는 것이 이 숫자 탓인지 쪽을 먼저 확인하세요",
                },
            ]
        "#]]
        .assert_debug_eq(&draft.notes);
    }

    #[test]
    fn a_reading_that_is_no_number_does_not_make_the_rule_go_away() {
        check(
            &[("1,235,000", "I,2E5,OOO")],
            expect![[r#"
            책상: 금액 724,000원 = 수량 4 × 단가 181,000원
            의자: 금액 561,000원 = 수량 6 × 단가 93,500원
            합계 1,235,000원 ≠ 금액 724,000원 + 561,000원"#]],
        );
    }

    #[test]
    fn a_reading_that_settles_one_rule_and_breaks_another_is_not_taken() {
        check(
            &[("724,000", "674,000")],
            expect![[r#"
            책상: 금액 724,000원 = 수량 4 × 단가 181,000원
            의자: 금액 561,000원 = 수량 6 × 단가 93,500원
            합계 1,235,000원 ≠ 금액 724,000원 + 561,000원"#]],
        );
    }
}
