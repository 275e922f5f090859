//! Rules of invented documents, written down as sheets: see [`sheet`].

mod contracts;
mod invoices;
mod lists;
mod marks;
mod statements;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{discover, evaluate, look_again};
use crate::analysis::draft::{Draft, Paragraph, PrintedNumber, WordsAmount};
use crate::analysis::{
    Analysis, Cell, CellRef, DocumentRef, Evidence, Field, FieldId, Language, Route, Status, Table,
    TableKind, TableTotal,
};
use crate::doctype::DocumentTypes;
use crate::document::Rect;
use crate::number::Decimal;
use crate::value::{Kind, Value};

/// The document types of the repository: the templates under test are the ones that ship.
fn value(text: &str) -> Option<Value> {
    let registration = text.len() == 12 && text.matches('-').count() == 2 && !text.contains(' ');
    if registration && text.as_bytes()[3] == b'-' {
        return Some(Value::RegistrationNumber(text.to_owned()));
    }
    if let Some(percent) = text.strip_suffix('%') {
        let rate = percent.parse::<Decimal>().ok()?.exact()
            / crate::number::Exact::from_integer(100.into());
        return Some(Value::Rate(rate));
    }
    [Kind::Money, Kind::Date, Kind::Quantity, Kind::Rate, Kind::Period]
        .into_iter()
        .filter(|kind| *kind != Kind::Rate || text.contains('/'))
        .find_map(|kind| Value::parse(kind, text).ok())
}

struct Sheet {
    draft: Draft,
    y: f32,
}

impl Sheet {
    fn evidence(&self, x: f32, text: &str) -> Evidence {
        Evidence {
            document: 0,
            page: 1,
            boxes: vec![Rect::new(x, self.y, x + 60.0, self.y + 10.0)],
            text: text.to_owned(),
        }
    }

    fn field(&mut self, x: f32, label: &str, value: Value, cell: Option<CellRef>) -> FieldId {
        let id = FieldId(u32::try_from(self.draft.fields.len()).unwrap());
        let (label, meaning) = match label.split_once('[') {
            Some((label, meaning)) => {
                (label.trim(), Some(meaning.trim().trim_end_matches(']').to_owned()))
            }
            None => (label.trim(), None),
        };
        let evidence = self.evidence(x, &value.to_string());
        if value.kind() == Kind::Money {
            self.draft.numbers.push(PrintedNumber { place: evidence.clone(), amount: true });
        }
        self.draft.fields.push(Field {
            id,
            name: format!("f{}", id.0),
            label: label.to_owned(),
            also: Vec::new(),
            meaning,
            value,
            evidence,
            confidence: 1.0,
            route: Route::LabelValue,
            cell,
            reading: None,
            was: Vec::new(),
            belongs: None,
        });
        id
    }
}

/// Reads a sheet, one line of it per line of the page:
///
/// ```text
/// 공급가액 [supply] = KRW 1000 ; 세액 [vat] = KRW 100      labelled values on one line
/// items: 품목 | 수량 [quantity] | 금액 [amount]            a table of line items (or `table:`)
/// | 연필 | 2 | KRW 1000                                    its rows
/// total 2 합계 [grand_total] = KRW 1000                    a total under column 2 (`2 0..3` for rows)
/// words 금 천원정 = 1000 @ 합계                            an amount in words beside a label's value
/// para 계약금액의 {30%}인 금 {KRW 300}                     prose; values in braces
/// ```
fn sheet(kind: &str, text: &str) -> Draft {
    let mut sheet = Sheet {
        draft: Draft {
            documents: vec![DocumentRef {
                name: "sheet".to_owned(),
                sha256: String::new(),
                n_pages: 1,
                n_recognized: 0,
                notes: Vec::new(),
            }],
            document_type: kind.to_owned(),
            language: if text.chars().any(|it| ('가'..='힣').contains(&it)) {
                Language::Ko
            } else {
                Language::En
            },
            title: String::new(),
            fields: Vec::new(),
            tables: Vec::new(),
            paragraphs: Vec::new(),
            words: Vec::new(),
            written: Vec::new(),
            marked: Vec::new(),
            numbers: Vec::new(),
            embedded: Vec::new(),
            notes: Vec::new(),
        },
        y: 0.0,
    };
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        sheet.y += 20.0;
        let table_kind = [("items:", TableKind::Items), ("table:", TableKind::Other)];
        if let Some((rest, kind)) =
            table_kind.iter().find_map(|it| Some((line.strip_prefix(it.0)?, it.1)))
        {
            let columns = rest.split('|').map(|it| match it.split_once('[') {
                Some((label, meaning)) => {
                    (label.trim().to_owned(), Some(meaning.trim().trim_end_matches(']').to_owned()))
                }
                None => (it.trim().to_owned(), None),
            });
            let (columns, meanings) = columns.unzip();
            let table =
                Table { kind, page: 1, columns, meanings, rows: Vec::new(), totals: Vec::new() };
            sheet.draft.tables.push(table);
        } else if let Some(rest) = line.strip_prefix('|') {
            row(&mut sheet, rest);
        } else if let Some(rest) = line.strip_prefix("total ") {
            total(&mut sheet, rest);
        } else if let Some(rest) = line.strip_prefix("words ") {
            let (words, rest) = rest.split_once('=').unwrap();
            let (says, label) = rest.split_once('@').unwrap();
            let beside =
                sheet.draft.fields.iter().find(|it| it.label == label.trim()).map(|it| it.id);
            let place = sheet.evidence(0.0, words.trim());
            sheet.draft.words.push(WordsAmount {
                text: words.trim().to_owned(),
                place,
                says: says.trim().parse::<Decimal>().unwrap().exact(),
                currency: crate::value::Currency::KRW,
                beside,
            });
        } else if let Some(rest) = line.strip_prefix("para ") {
            paragraph(&mut sheet, rest);
        } else {
            let mut x = 100.0;
            for pair in line.split(';') {
                let (label, text) = pair.split_once('=').unwrap();
                let value = value(text.trim()).unwrap_or_else(|| panic!("no value: {text}"));
                sheet.field(x, label, value, None);
                x += 150.0;
            }
        }
    }
    sheet.draft
}

fn row(sheet: &mut Sheet, text: &str) {
    let table = sheet.draft.tables.len() - 1;
    let row = sheet.draft.tables[table].rows.len();
    let mut cells = Vec::new();
    for (column, text) in text.split('|').map(str::trim).enumerate() {
        let mut cell = Cell { text: text.to_owned(), fields: Vec::new() };
        if let Some(value) = value(text) {
            let (label, meaning) = {
                let it = &sheet.draft.tables[table];
                (it.columns[column].clone(), it.meanings[column].clone())
            };
            let place = CellRef {
                table: u32::try_from(table).unwrap(),
                row: u32::try_from(row).unwrap(),
                column: u32::try_from(column).unwrap(),
            };
            let label = match meaning {
                Some(meaning) => format!("{label} [{meaning}]"),
                None => label,
            };
            cell.fields.push(sheet.field(column as f32 * 80.0, &label, value, Some(place)));
        }
        cells.push(cell);
    }
    sheet.draft.tables[table].rows.push(cells);
}

/// Several totals of one row are separated by semicolons: `total 1 합계 = 3 ; 2 합계 = KRW 9`.
fn total(sheet: &mut Sheet, text: &str) {
    let table = sheet.draft.tables.len() - 1;
    for part in text.split(';') {
        let (head, text) = part.split_once('=').unwrap();
        let mut words = head.trim().splitn(2, ' ');
        let column: u32 = words.next().unwrap().parse().unwrap();
        let mut label = words.next().unwrap().to_owned();
        let mut rows = (0, u32::try_from(sheet.draft.tables[table].rows.len()).unwrap());
        if let Some((range, rest)) = label.clone().split_once(' ')
            && let Some((from, to)) = range.split_once("..")
        {
            rows = (from.parse().unwrap(), to.parse().unwrap());
            label = rest.to_owned();
        }
        let field = sheet.field(column as f32 * 80.0, &label, value(text.trim()).unwrap(), None);
        sheet.draft.tables[table].totals.push(TableTotal { column, field, rows });
    }
}

fn paragraph(sheet: &mut Sheet, marked: &str) {
    let mut text = String::new();
    let mut fields = Vec::new();
    for (n, piece) in marked.split(['{', '}']).enumerate() {
        let from = text.len();
        // `{12%@지연이자}` labels the value.
        let (piece, label) = piece.split_once('@').unwrap_or((piece, ""));
        text.push_str(piece);
        if n % 2 == 1 {
            let id = sheet.field(0.0, label, value(piece).unwrap(), None);
            sheet.draft.fields[id.0 as usize].route = Route::Clause;
            fields.push((from..text.len(), id));
        }
    }
    let place = sheet.evidence(0.0, &text);
    sheet.draft.paragraphs.push(Paragraph { heading: String::new(), text, place, fields });
}

fn show(analysis: &Analysis) -> String {
    let mut out = String::new();
    for rule in &analysis.rules {
        let mark = match rule.status {
            Status::Holds => "+",
            Status::Refuted => "✗",
            Status::Unknown => "?",
        };
        out.push_str(&format!("{mark} {}: {}\n", rule.name, rule.statement));
        for mend in &rule.mends {
            out.push_str(&format!(
                "    f{} := {} mends {:?} breaks {:?}\n",
                mend.field.0,
                mend.value,
                mend.mends.iter().map(|it| it.0).collect::<Vec<_>>(),
                mend.breaks.iter().map(|it| it.0).collect::<Vec<_>>()
            ));
        }
    }
    out
}

#[track_caller]
fn check(kind: &str, text: &str, expect: Expect) {
    expect.assert_eq(&show(&discover(sheet(kind, text), &DocumentTypes::shipped(&[]))));
}

/// After a correction the rules are those of a document that was read right.
#[track_caller]
fn check_corrected(kind: &str, right: &str, value: &str, misread: &str) {
    let types = DocumentTypes::shipped(&[]);
    let draft = sheet(kind, &right.replacen(value, misread, 1));
    let mut analysis = discover(draft.clone(), &types);
    let before = show(&analysis);
    let parse = |it: &str| Value::parse(Kind::Money, it).unwrap();
    let field = analysis.fields.iter_mut().find(|it| it.value == parse(misread)).unwrap();
    (field.value, field.route, field.confidence) = (parse(value), Route::Correction, 1.0);
    look_again(draft, &types, &mut analysis);
    evaluate(&mut analysis);
    let expected = show(&discover(sheet(kind, right), &types));
    assert_ne!(before, expected, "the misreading is seen");
    assert_eq!(show(&analysis), expected);
}

#[test]
fn rules_over_a_corrected_value_are_looked_for_again() {
    let parts = "계약금 = KRW 5571500 ; 중도금 = KRW 16714500 ; 잔금 = KRW 33429000
         합계 = KRW 55715000";
    check_corrected("other", parts, "KRW 16714500", "KRW 16774530");
    let totals = "부가세 [vat] = KRW 5065000 ; 공급가액 [supply] = KRW 50650000
         합계 [grand_total] = KRW 55715000";
    check_corrected("invoice", totals, "KRW 5065000", "KRW 5005000");
}

#[test]
fn rules_are_looked_for_with_a_value_that_a_person_put_in() {
    let types = DocumentTypes::shipped(&[]);
    let draft = sheet(
        "quotation",
        "공급가액 [supply] = KRW 1250000
         합계 [grand_total] = KRW 1375000",
    );
    let mut analysis = discover(draft.clone(), &types);
    let over_total = |it: &Analysis| {
        let of = it.rules.iter().filter(|it| it.relation.fields().contains(&FieldId(1)));
        of.map(|it| (it.expression.clone(), it.status)).collect::<Vec<_>>()
    };
    let sum = ("f1 = f0 + f2".to_owned(), Status::Holds);
    assert!(!over_total(&analysis).contains(&sum));
    let evidence = Evidence {
        boxes: vec![Rect::new(0.0, 300.0, 60.0, 310.0)],
        text: "125,000".to_owned(),
        ..analysis.fields[0].evidence.clone()
    };
    let field = Field {
        id: FieldId(2),
        name: "vat".to_owned(),
        label: "부가세".to_owned(),
        value: Value::parse(Kind::Money, "KRW 125000").unwrap(),
        meaning: None,
        evidence,
        route: Route::Hand,
        ..analysis.fields[0].clone()
    };
    analysis.fields.push(field);
    look_again(draft, &types, &mut analysis);
    evaluate(&mut analysis);
    assert_eq!(analysis.fields[2].meaning.as_deref(), Some("vat"), "its label says what it is");
    assert!(over_total(&analysis).contains(&sum), "{:?}", over_total(&analysis));
}

#[test]
fn every_shipped_template_can_be_read() {
    let types = DocumentTypes::shipped(&[]);
    for kind in types.types.iter().chain([&types.common]) {
        for rule in &kind.rules {
            if let Err(error) = super::Template::parse(&rule.expression) {
                panic!("{}: {}: {error}", kind.name, rule.expression);
            }
        }
    }
}

#[test]
fn markdown_escapes_what_the_document_says_and_lists_findings() {
    let mut draft = sheet(
        "contract",
        "공급가액 [supply] = KRW 73480000 ; <b>부가세|*1*</b> [vat] = KRW 7384000
         계약금액 [contract_price] = KRW 80828000",
    );
    draft.title = "용역 `계약서` [링크](http://example.com)".to_owned();
    let (mut place, amount) = (draft.numbers[1].place.clone(), true);
    place.boxes[0] = Rect::new(0.0, 900.0, 60.0, 910.0);
    draft.numbers.push(PrintedNumber { place, amount });
    let analysis = discover(draft, &DocumentTypes::shipped(&[]));
    expect![[r#"
        # 분석 결과: Sample

        ## 문서 유형: 용역 \`계약서\` \[링크\](http&#58;//example.com) (contract)

        - sheet (1쪽)
        - 규칙 2개: 성립 0개, **어긋남 2개**
        - 금액 4개 중 3개 교차 확인, 필드에 들지 않은 수 1개.

        ## 주요 필드

        | 번호 | 항목명 | 값 | 쪽 |
        |---:|---|---|---:|
        | f0 | 공급가액 | 73,480,000원 | 1 |
        | f1 | &lt;b&gt;부가세\|\*1\*&lt;/b&gt; | 7,384,000원 | 1 |
        | f2 | 계약금액 | 80,828,000원 | 1 |

        ## 규칙

        - ✗ R0: &lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원 ≠ 공급가액 73,480,000원 × 10% `f1 = f0 × 1/10`
        - ✗ R1: 계약금액 80,828,000원 ≠ 공급가액 73,480,000원 + &lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원 `f2 = f0 + f1`

        ## 발견 사항

        1. **&lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원 ≠ 공급가액 73,480,000원 × 10%** `f1 = f0 × 1/10`
           - 적힌 값 7,384,000원, 계산한 값 7,348,000원
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;: 1쪽 “KRW 7384000”
           - f0 공급가액: 1쪽 “KRW 73480000”
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;의 값이 7,348,000원이면 성립; 함께 성립: R1
           - f0 공급가액의 값이 73,840,000원이면 성립
        2. **계약금액 80,828,000원 ≠ 공급가액 73,480,000원 + &lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원** `f2 = f0 + f1`
           - 적힌 값 80,828,000원, 계산한 값 80,864,000원
           - f2 계약금액: 1쪽 “KRW 80828000”
           - f0 공급가액: 1쪽 “KRW 73480000”
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;: 1쪽 “KRW 7384000”
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;의 값이 7,348,000원이면 성립; 함께 성립: R0
           - f0 공급가액의 값이 73,444,000원이면 성립
           - f2 계약금액의 값이 80,864,000원이면 성립

        ## 필드에 들지 않은 수

        - 1쪽 “KRW 7384000”
    "#]].assert_eq(&crate::analysis::markdown::markdown(&analysis, "Sample", &[]));
}

#[test]
fn scored_relations_carry_values_and_leave_out_what_scorers_do_not_know() {
    let analysis = discover(
        sheet(
            "quotation",
            "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
             | 책상 | 4 | KRW 187015 | KRW 748060
             | 의자 | 9 | KRW 83501 | KRW 751509
             total 3 소계 [subtotal] = KRW 1499569
             할인 [discount] = 5% ; 할인 [discount] = KRW -74978
             할인 후 금액 [net_of_discount] = KRW 1424591
             견적일 [issue_date] = 2025-05-12 ; 유효기간 [valid_until] = 2025-06-11 ; 유효기간 [valid_until] = 30 days",
        ),
        &DocumentTypes::shipped(&[]),
    );
    let json = crate::analysis::scored::json(&analysis);
    let lines: Vec<String> =
        json["relations"].as_array().unwrap().iter().map(|it| it.to_string()).collect();
    expect![[r#"
        {"relation":"product","terms":["4","KRW 187015"],"result":"KRW 748060","holds":true,"rule":0}
        {"relation":"product","terms":["9","KRW 83501"],"result":"KRW 751509","holds":true,"rule":1}
        {"relation":"sum","terms":["KRW 748060","KRW 751509"],"result":"KRW 1499569","holds":true,"rule":2}
        {"relation":"rate","base":"KRW 1499569","rate":"1/20","result":"KRW 74978","rounding":"floor","holds":true,"rule":3}
        {"relation":"difference","terms":["KRW 1499569","KRW 74978"],"result":"KRW 1424591","holds":true,"rule":4}
        {"relation":"ordered","terms":["2025-05-12","2025-06-11"],"holds":true,"rule":5}"#]].assert_eq(&lines.join("\n"));
    let first = &json["fields"][0];
    assert_eq!(first["line"], 0, "the row of the item table");
    assert_eq!(first["page"], 1, "the page of the evidence");
    assert!(first["box"].is_array(), "where it stands");
}

fn edited(mut draft: Draft, at: usize, digits: i64) -> Draft {
    let n = draft.fields.len();
    let field = &mut draft.fields[at % n];
    if let Value::Money(it) = &mut field.value {
        it.amount.digits = i128::from(digits);
    }
    draft
}

const SHEET: &str = "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 공급가액 [supply] | 세액 [vat]
    | 볼트 | 12 | KRW 3417 | KRW 41004 | KRW 4100
    | 너트 | 7 | KRW 2903 | KRW 20321 | KRW 2032
    | 와셔 | 31 | KRW 457 | KRW 14167 | KRW 1416
    total 3 합계 [grand_total] = KRW 75492 ; 4 합계 [grand_total] = KRW 7548
    합계금액 [grand_total] = KRW 83040 ; 현금 [cash] = KRW 50000 ; 외상미수금 [receivable] = KRW 33040
    words 금 팔만삼천사십원정 = 83040 @ 합계금액
    작성일 [issue_date] = 2025-04-30 ; 지급기한 [due_date] = 2025-05-03
    계약금 30% = 30% ; 계약금 = KRW 24912
    잔금 70% = 70% ; 잔금 = KRW 58128";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn whatever_amount_is_printed_a_mend_makes_its_rule_hold(at in 0usize..40, digits in any::<i64>()) {
        let analysis = discover(edited(sheet("invoice", SHEET), at, digits), &DocumentTypes::shipped(&[]));
        for rule in analysis.rules.iter().filter(|it| it.status == Status::Refuted) {
            for mend in &rule.mends {
                let mut mended = analysis.clone();
                mended.fields[mend.field.0 as usize].value = mend.value.clone();
                evaluate(&mut mended);
                prop_assert_eq!(mended.rules[rule.id.0 as usize].status, Status::Holds);
                for (before, after) in analysis.rules.iter().zip(&mended.rules) {
                    let broke = before.status == Status::Holds && after.status != Status::Holds;
                    prop_assert_eq!(broke, mend.breaks.contains(&before.id));
                }
            }
        }
    }

    #[test]
    fn discovery_is_deterministic(at in 0usize..40, digits in 0i64..1_000_000) {
        let draft = edited(sheet("invoice", SHEET), at, digits);
        let types = DocumentTypes::shipped(&[]);
        let (a, b) = (discover(draft.clone(), &types), discover(draft, &types));
        prop_assert_eq!(
            serde_json::to_string(&crate::analysis::scored::json(&a)).unwrap(),
            serde_json::to_string(&crate::analysis::scored::json(&b)).unwrap()
        );
        prop_assert_eq!(crate::analysis::markdown::markdown(&a, "Demo", &[]), crate::analysis::markdown::markdown(&b, "Demo", &[]));
    }

    #[test]
    fn values_of_any_kind_in_any_place_never_panic(order in proptest::collection::vec((0usize..40, 0usize..40), 0..12)) {
        let mut analysis = discover(sheet("invoice", SHEET), &DocumentTypes::shipped(&[]));
        let n = analysis.fields.len();
        for (a, b) in order {
            let value = analysis.fields[a % n].value.clone();
            analysis.fields[b % n].value = value;
        }
        evaluate(&mut analysis);
        analysis.fields.truncate(n / 2);
        evaluate(&mut analysis);
        let _ = crate::analysis::markdown::markdown(&analysis, "Demo", &[]);
        let _ = crate::analysis::scored::json(&analysis);
    }
}
