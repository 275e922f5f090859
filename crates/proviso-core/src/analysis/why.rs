//! Why a field or a rule is what it is: the documents are read anew, and their readers listened to.
//!
//! **Invariant:** an ordinary analysis keeps nothing for this and takes no time for it; who asks waits
//! for one more analysis. What is told of a field or rule are decisions about the same places, whoever
//! numbered them.

use serde::{Deserialize, Serialize};

use super::reasons::{About, Alternative, Decision, Sign, Why};
use super::{Analysis, Field, FieldId, Language, Route, Rule, RuleId};
use super::{fields, readings, rules};
use crate::doctype::DocumentTypes;
use crate::document::Document;
use crate::remark::Remark;

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asked {
    /// A field.
    Field(FieldId),
    /// A rule.
    Rule(RuleId),
}

/// Rules that are told of with a field.
const MOST_RULES: usize = 6;

/// What a field or a rule of an analysis stands on; empty where the analysis has none of that id.
/// `documents` are those that the analysis is of, in its order.
pub fn why(
    documents: &[Document],
    types: &DocumentTypes,
    analysis: &Analysis,
    asked: Asked,
) -> Why {
    let chosen = Some(analysis.document_type.as_str()).filter(|it| types.get(it).is_some());
    let (documents, _) = readings::settled(documents, types, chosen);
    let heard = fields::Heard::of(&documents, types, chosen);
    let pairs: Vec<Option<FieldId>> =
        analysis.fields.iter().map(|it| same(it, &heard.draft.fields).map(|it| it.id)).collect();
    let of = |id: FieldId| pairs.get(id.0 as usize).copied().flatten();
    // Rules look at what stands there now: a correction, or what a language model read.
    let mut draft = heard.draft.clone();
    for (field, own) in analysis.fields.iter().zip(&pairs) {
        let Some(now) = own.and_then(|it| draft.fields.get_mut(it.0 as usize)) else { continue };
        now.value = field.value.clone();
        now.label.clone_from(&field.label);
        now.also.clone_from(&field.also);
        now.meaning.clone_from(&field.meaning);
    }
    let judged = rules::Heard::of(&draft, types);
    let rule = |it: &Rule| {
        let over = it.relation.over(&of);
        match over {
            Some(relation) => judged.rule(it, &relation),
            None => unheard(it),
        }
    };
    let decisions = match asked {
        Asked::Rule(id) => analysis.rules.get(id.0 as usize).map(|it| vec![rule(it)]),
        Asked::Field(id) => analysis.field(id).map(|field| {
            let own = of(id).and_then(|it| heard.draft.fields.get(it.0 as usize));
            let mut out = said(field, own);
            out.extend(own.map(|it| heard.field(it)).unwrap_or_default());
            let takes_part = |it: &&Rule| it.relation.fields().contains(&id);
            let rules: Vec<&Rule> = analysis.rules.iter().filter(takes_part).collect();
            let told = rules.iter().take(MOST_RULES).map(|it| {
                let mut decision = rule(it);
                let id = format!("R{}", it.id.0);
                decision.taken.says = decision.taken.says.about(&id);
                (decision.lost, decision.n_more) = (Vec::new(), 0);
                decision
            });
            out.extend(told);
            if let (Some(last), true) = (out.last_mut(), rules.len() > MOST_RULES) {
                last.n_more = u32::try_from(rules.len() - MOST_RULES).unwrap_or(u32::MAX);
            }
            out
        }),
    };
    Why { decisions: decisions.unwrap_or_default() }
}

/// The field that stands at the same place: of several the one of the same kind.
fn same<'a>(field: &Field, among: &'a [Field]) -> Option<&'a Field> {
    let at = |it: &&Field| {
        (it.evidence.document, it.evidence.page) == (field.evidence.document, field.evidence.page)
            && it.evidence.boxes.first() == field.evidence.boxes.first()
    };
    let read = field.reading.as_ref().unwrap_or(&field.value);
    let mut here: Vec<&Field> = among.iter().filter(at).collect();
    here.sort_by_key(|it| {
        (it.value != *read, it.value.kind() != read.kind(), it.evidence.text != field.evidence.text)
    });
    here.into_iter().next()
}

/// What a person or a language model said of a field, against what was read there.
fn said(field: &Field, read: Option<&Field>) -> Vec<Decision> {
    let value = |it| Remark::new(rules::spoken(it, Language::En), rules::spoken(it, Language::Ko));
    let by = match field.route {
        Route::Correction => Remark::new("a person said so", "사람이 정정함"),
        Route::Hand => Remark::new("a person drew a box around it", "사람이 상자를 그려 넣음"),
        Route::Model => Remark::new(
            "a language model read it, and its quote stands on the page",
            "언어 모델이 읽었고 인용한 말이 쪽에 있음",
        ),
        Route::Seen => Remark::new(
            "a language model saw it in the picture of the page",
            "언어 모델이 쪽의 그림에서 봄",
        ),
        Route::Embedded => Remark::new("the file says it to programs", "파일이 프로그램에 밝힌 값"),
        Route::LabelValue | Route::Table | Route::Clause | Route::Letterhead => {
            return owner(field).into_iter().collect();
        }
    };
    let sign = || vec![Sign::plain(by.clone())];
    let built_in =
        || vec![Sign::plain(Remark::new("as the built-in readers have it", "내장 판독"))];
    let before = field.reading.as_ref().or(read.map(|it| &it.value));
    let lost = before.filter(|it| **it != field.value);
    let lost = lost.map(|it| Alternative::new(value(it), built_in())).into_iter().collect();
    let taken = Alternative::new(value(&field.value), sign());
    let mut out = vec![Decision::new(About::Value, taken, lost)];
    if let Some(read) = read.filter(|it| it.label != field.label) {
        let quoted = |it: &str| Remark::new(format!("“{it}”"), format!("‘{it}’"));
        let lost = vec![Alternative::new(quoted(&read.label), built_in())];
        let taken = Alternative::new(quoted(&field.label), sign());
        out.push(Decision::new(About::Label, taken, lost));
    }
    out.extend(owner(field));
    out
}

/// What a field belongs to, as a language model read it.
fn owner(field: &Field) -> Option<Decision> {
    let it = field.belongs.as_ref()?;
    let words: Vec<&str> = [&it.role, &it.owner, &it.row]
        .into_iter()
        .map(String::as_str)
        .filter(|it| !it.is_empty())
        .collect();
    let says = words.join(" · ");
    let by = Remark::new("as a language model read it", "언어 모델이 읽음");
    let taken = Alternative::new(Remark::new(says.clone(), says), vec![Sign::plain(by)]);
    Some(Decision::new(About::Owner, taken, Vec::new()))
}

/// A rule over fields that the built-in readers do not have.
fn unheard(rule: &Rule) -> Decision {
    let by = Remark::new(
        "it looks at values that only a language model read",
        "언어 모델만 읽은 값을 다룸",
    );
    let says = Remark::new(rule.statement.clone(), rule.statement.clone());
    let taken = Alternative::new(says, vec![Sign::plain(by)]);
    Decision::new(About::Rule, taken, Vec::new())
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analysis::layout::sketch;
    use crate::document::Reading;

    const SHEET: &str = "
                견 적 서
  견적일자 : 2025. 4. 2.        유효기간 : 20일
┌────────────┬────────┬────────────┬──────────────┐
│ 품목       │ 수량   │ 단가       │ 금액         │
├────────────┼────────┼────────────┼──────────────┤
│ 책상       │ 4      │ 181,000    │ 724,000      │
├────────────┼────────┼────────────┼──────────────┤
│ 의자       │ 6      │ 93,500     │ 561,000      │
├────────────┼────────┼────────────┼──────────────┤
│ 합계       │        │            │ 1,285,000    │
└────────────┴────────┴────────────┴──────────────┘
";

    fn told(document: &Document, language: Language, what: &str) -> String {
        let types = DocumentTypes::shipped(&[]);
        let documents = std::slice::from_ref(document);
        let analysis = rules::discover(readings::draft(documents, &types, None), &types);
        let field = |it: &&Field| it.evidence.text == what;
        let asked = match analysis.fields.iter().find(field) {
            Some(it) => Asked::Field(it.id),
            None => {
                let is_asked = |it: &&Rule| it.statement.contains(what);
                Asked::Rule(analysis.rules.iter().find(is_asked).unwrap().id)
            }
        };
        why(documents, &types, &analysis, asked).told(language)
    }

    #[track_caller]
    fn check(language: Language, what: &str, expect: Expect) {
        expect.assert_eq(&told(&sketch::document(SHEET), language, what));
    }

    #[test]
    fn a_price_stands_on_its_header_its_digits_and_the_arithmetic() {
        check(
            Language::En,
            "93,500",
            expect![[r#"
                value: KRW 93,500
                    the reader of tables, under “단가”
                  not: 93,500, a rate
                      only where its label or its column promises that
                  not: 93,500, a quantity
                      only where its label or its column promises that
                kind: an amount  +16.5 bits
                       +0.5  columns in general
                      +12.0  the header “단가”
                       +4.0  2 cells that look like “1,234”
                  not: a quantity  −6.0 bits, 22.5 bits short
                         −6.0  products and sums between columns that would not fit
                  not: a text  −10.8 bits, 27.3 bits short
                         −4.8  2 cells that look like “1,234”
                         −6.0  products and sums between columns that would not fit
                  not: a rate  −13.9 bits, 30.4 bits short
                         −1.5  columns in general
                         −6.4  2 cells that look like “1,234”
                         −6.0  products and sums between columns that would not fit
                  and 6 more
                currency: KRW  +5.5 bits
                       +5.5  amounts that print it, texts that name it, and what bare amounts look like
                label: “단가”
                    the nearest one
                    a known label of an amount
                role: unit_price
                    “단가” in the vocabulary of all types of documents, over columns
                rule: R1: 의자: 금액 KRW 561,000 = 수량 6 × 단가 KRW 93,500  +23.1 bits
                    the layout asks for it
                      +23.1  numbers that need not be told (rows or columns that keep it: 2, that do not: 0)
                    weight 80 against others that explain the same"#]],
        );
    }

    #[test]
    fn a_total_stands_on_its_label_and_on_what_adds_up_to_it() {
        check(
            Language::Ko,
            "1,285,000",
            expect![[r#"
                값: 1,285,000원
                    표 읽기, ‘합계’ 아래
                  아님: 1,285,000(수량)
                      항목이나 열이 그런 값을 약속할 때만
                종류: 금액  +17.8 비트
                       +0.5  열 일반
                      +12.0  열 머리 ‘금액’
                       +5.3  ‘1,234’처럼 생긴 칸 3개
                  아님: 수량  −6.0 비트, 23.8비트 모자람
                         −6.0  이 종류로는 맞지 않는 열 사이의 곱셈과 합계
                  아님: 글  −12.3 비트, 30.1비트 모자람
                         −6.3  ‘1,234’처럼 생긴 칸 3개
                         −6.0  이 종류로는 맞지 않는 열 사이의 곱셈과 합계
                  아님: 등록번호  −14.0 비트, 31.8비트 모자람
                         −8.0  열 일반
                         −6.0  이 종류로는 맞지 않는 열 사이의 곱셈과 합계
                  외 6개
                통화: KRW  +5.5 비트
                       +5.5  통화를 밝힌 금액과 글, 단위 없는 금액의 모양
                항목: ‘합계’
                    가장 가까운 것
                    금액 항목으로 알려진 이름
                    ‘금액’ 아래이기도 함
                역할: grand_total
                    모든 문서 종류 낱말에 있는 ‘합계’
                  아님: amount
                      모든 문서 종류의 열 머리 낱말에 있는 ‘합계’
                규칙: R2: 합계 1,285,000원 = 금액 724,000원 + 561,000원  +10.2 비트
                    배치가 요구함
                      +10.2  따로 말할 필요가 없어진 숫자(지킨 행·열 1, 어긴 행·열 0)
                    같은 것을 설명하는 관계에 견준 무게 62"#]],
        );
    }

    #[test]
    fn a_rule_tells_its_bits_and_the_relations_that_lost() {
        check(
            Language::En,
            "합계 1,285,000원 = ",
            expect![[r#"
                rule: 합계 KRW 1,285,000 = 금액 KRW 724,000 + KRW 561,000  +10.2 bits
                    the layout asks for it
                      +10.2  numbers that need not be told (rows or columns that keep it: 1, that do not: 0)
                    weight 62 against others that explain the same"#]],
        );
    }

    #[test]
    fn what_was_recognized_otherwise_is_a_reading_that_lost() {
        let mut document = sketch::document(SHEET);
        let words = document.pages.iter_mut().flat_map(|it| &mut it.lines);
        for word in words.flat_map(|it| &mut it.words).filter(|it| it.text == "1,285,000") {
            // Arithmetic takes the other one.
            word.text = "1,235,000".to_owned();
            word.others.push(Reading { text: "1,285,000".to_owned(), confidence: 0.41 });
        }
        let told = told(&document, Language::En, "1,285,000");
        assert!(told.contains("not: “1,235,000”"), "{told}");
    }

    #[test]
    fn what_a_person_said_stands_before_what_was_read() {
        let types = DocumentTypes::shipped(&[]);
        let documents = [sketch::document(SHEET)];
        let draft = readings::draft(&documents, &types, None);
        let mut analysis = rules::discover(draft, &types);
        let field = analysis.fields.iter_mut().find(|it| it.evidence.text == "724,000").unwrap();
        let right = crate::value::Value::parse(crate::value::Kind::Money, "KRW 742000").unwrap();
        field.reading = Some(std::mem::replace(&mut field.value, right));
        field.route = Route::Correction;
        let asked = Asked::Field(field.id);
        let told = why(&documents, &types, &analysis, asked);
        let first = &told.decisions[0];
        assert_eq!((first.about, first.taken.says.en.as_str()), (About::Value, "KRW 742,000"));
        assert_eq!(first.lost[0].says.en, "KRW 724,000", "what was read is not forgotten");
        let unknown = why(&documents, &types, &analysis, Asked::Field(FieldId(99)));
        assert_eq!(unknown, Why::default(), "nothing is told of a field that is not there");
    }

    #[test]
    fn nothing_is_decided_otherwise_where_somebody_listens() {
        let types = DocumentTypes::shipped(&[]);
        let documents = [sketch::document(SHEET)];
        let quiet = fields::draft(&documents, &types, None);
        assert_eq!(fields::Heard::of(&documents, &types, None).draft, quiet);
    }
}
