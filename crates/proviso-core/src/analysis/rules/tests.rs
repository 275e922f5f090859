//! Rules of invented documents, written down as sheets: see [`sheet`].
//!
//! **Size:** tests only; one list of documents reads better than several files of them.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{discover, evaluate};
use crate::analysis::draft::{Draft, Paragraph, PrintedAmount, WordsAmount};
use crate::analysis::{
    Analysis, Cell, CellRef, DocumentRef, Evidence, Field, FieldId, Language, Route, Status, Table,
    TableKind, TableTotal,
};
use crate::doctype::DocumentTypes;
use crate::document::Rect;
use crate::number::Decimal;
use crate::value::{Kind, Value};

/// The document types of the repository: the templates under test are the ones that ship.
fn types() -> DocumentTypes {
    const FILES: &[(&str, &str)] = &[
        ("common.toml", include_str!("../../../../../document-types/common.toml")),
        ("approval.toml", include_str!("../../../../../document-types/approval.toml")),
        ("contract.toml", include_str!("../../../../../document-types/contract.toml")),
        ("invoice.toml", include_str!("../../../../../document-types/invoice.toml")),
        ("other.toml", include_str!("../../../../../document-types/other.toml")),
        ("payslip.toml", include_str!("../../../../../document-types/payslip.toml")),
        ("quotation.toml", include_str!("../../../../../document-types/quotation.toml")),
        ("statement.toml", include_str!("../../../../../document-types/statement.toml")),
    ];
    let files: Vec<(String, String)> =
        FILES.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
    DocumentTypes::parse(&files).unwrap()
}

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
            self.draft.amounts.push(PrintedAmount { place: evidence.clone(), field: Some(id) });
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
            amounts: Vec::new(),
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
    expect.assert_eq(&show(&discover(sheet(kind, text), &types())));
}

#[test]
fn every_shipped_template_can_be_read() {
    let types = types();
    for kind in types.types.iter().chain([&types.common]) {
        for rule in &kind.rules {
            if let Err(error) = super::Template::parse(&rule.expression) {
                panic!("{}: {}: {error}", kind.name, rule.expression);
            }
        }
    }
}

#[test]
fn an_invoice_adds_up() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 공급가액 [supply] | 세액 [tax_column]
         | 볼트 | 12 | KRW 3417 | KRW 41004 | KRW 4100
         | 너트 | 7 | KRW 2903 | KRW 20321 | KRW 2032
         | 와셔 | 31 | KRW 457 | KRW 14167 | KRW 1416
         total 3 합계 [grand_total] = KRW 75492 ; 4 합계 [grand_total] = KRW 7548
         합계금액 [grand_total] = KRW 83040 ; 현금 [cash] = KRW 50000 ; 외상미수금 [receivable] = KRW 33040",
        expect![[r#"
            + line_amount: 볼트: 공급가액 41,004원 = 수량 12 × 단가 3,417원
            + line_rate: 볼트: 세액 4,100원 = 공급가액 41,004원 × 10% (1원 미만 절사)
            + line_amount: 너트: 공급가액 20,321원 = 수량 7 × 단가 2,903원
            + line_rate: 너트: 세액 2,032원 = 공급가액 20,321원 × 10% (1원 미만 절사)
            + line_amount: 와셔: 공급가액 14,167원 = 수량 31 × 단가 457원
            + line_rate: 와셔: 세액 1,416원 = 공급가액 14,167원 × 10% (1원 미만 절사)
            + column_sum: 합계 75,492원 = 공급가액 41,004원 + 20,321원 + 14,167원
            + column_sum: 합계 7,548원 = 세액 4,100원 + 2,032원 + 1,416원
            + grand_total: 합계금액 83,040원 = 합계 75,492원 + 7,548원
            + settlement: 합계금액 83,040원 = 현금 50,000원 + 외상미수금 33,040원
        "#]],
    );
}

#[test]
fn a_wrong_line_is_the_only_finding_where_the_totals_follow_it() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20231
         | 와셔 | 31 | KRW 457 | KRW 14167
         total 3 소계 [subtotal] = KRW 75402
         부가세 [vat] = KRW 7540
         합계 [grand_total] = KRW 82942",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            ✗ line_amount: 너트: 금액 20,231원 ≠ 수량 7 × 단가 2,903원
                f5 := KRW 20321 mends [1] breaks [3]
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + column_sum: 소계 75,402원 = 금액 41,004원 + 20,231원 + 14,167원
            + vat: 부가세 7,540원 = 소계 75,402원 × 10% (1원 미만 절사)
            + grand_total: 합계 82,942원 = 소계 75,402원 + 부가세 7,540원
        "#]],
    );
}

#[test]
fn a_discount_between_lines_and_total_is_no_finding() {
    check(
        "quotation",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 책상 | 4 | KRW 187000 | KRW 748000
         | 의자 | 9 | KRW 83500 | KRW 751500
         할인 [discount] = KRW 49500
         합계 [grand_total] = KRW 1450000",
        expect![[r#"
            + line_amount: 책상: 금액 748,000원 = 수량 4 × 단가 187,000원
            + line_amount: 의자: 금액 751,500원 = 수량 9 × 단가 83,500원
            + total: 합계 1,450,000원 = 금액 748,000원 + 751,500원 − 할인 49,500원
        "#]],
    );
}

#[test]
fn the_total_that_misses_a_line_is_a_finding() {
    check(
        "approval",
        "items: 일자 [row_date] | 내용 [item] | 금액 [amount]
         | 2025-03-04 | 택시 | KRW 18700
         | 2025-03-05 | 숙박 | KRW 97400
         | 2025-03-07 | 식대 | KRW 23100
         total 2 합계 [grand_total] = KRW 193200",
        expect![[r#"
            ✗ column_sum: 합계 193,200원 ≠ 금액 18,700원 + 97,400원 + 23,100원
                f6 := KRW 139200 mends [0] breaks []
                f1 := KRW 72700 mends [0] breaks []
                f5 := KRW 77100 mends [0] breaks []
                f3 := KRW 151400 mends [0] breaks []
        "#]],
    );
}

#[test]
fn two_wrong_instalment_rules_have_one_mend() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 73480000
         table: 구분 | 비율 [share] | 지급금액 | 지급기일 [row_date]
         | 계약금 | 20% | KRW 14696000 | 2025-03-03
         | 중도금 | 50% | KRW 36740000 | 2025-05-02
         | 잔금 | 30% | KRW 22404000 | 2025-04-30",
        expect![[r#"
            ✗ instalments: 계약금액 73,480,000원 ≠ 지급금액 14,696,000원 + 36,740,000원 + 22,404,000원
                f8 := KRW 22044000 mends [0, 5] breaks []
                f2 := KRW 14336000 mends [0] breaks [2]
                f5 := KRW 36380000 mends [0] breaks [4]
                f0 := KRW 73840000 mends [0] breaks [2, 4]
            + shares: 1 = 비율 20% + 50% + 30%
            + instalment: 지급금액 14,696,000원 = 계약금액 73,480,000원 × 비율 20%
            ✗ payments_in_order: 지급기일 2025-03-03, 지급기일 2025-05-02, 지급기일 2025-04-30의 순서가 맞지 않다
                f6 := 2025-04-02 mends [3] breaks []
                f9 := 2026-04-30 mends [3] breaks []
            + instalment: 지급금액 36,740,000원 = 계약금액 73,480,000원 × 비율 50%
            ✗ instalment: 지급금액 22,404,000원 ≠ 계약금액 73,480,000원 × 비율 30%
                f8 := KRW 22044000 mends [0, 5] breaks []
                f0 := KRW 74680000 mends [5] breaks [2, 4]
        "#]],
    );
}

#[test]
fn a_clause_names_its_base() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 73480000
         para 을은 계약 체결 시 계약금액의 {10%@이행보증}에 해당하는 금 {KRW 7348000@이행보증}을 예치한다.
         para 을은 하자보수보증금으로 계약금액의 {3%@하자보증}인 금 {KRW 2240400@하자보증}을 예치한다.
         para 지연이자는 연 {12%@지연이자}로 하며, 위약금은 금 {KRW 5000000@위약금}으로 한다.",
        expect![[r#"
            + part_of_base: 이행보증 7,348,000원 = 계약금액 73,480,000원 × 이행보증 10%
            ✗ part_of_base: 하자보증 2,240,400원 ≠ 계약금액 73,480,000원 × 하자보증 3%
                f4 := KRW 2204400 mends [1] breaks []
                f0 := KRW 74680000 mends [1] breaks [0]
        "#]],
    );
}

#[test]
fn english_clauses_multiply() {
    check(
        "contract",
        "para The Client pays a fixed fee of {USD 84500.00@fixed fee} (the \"Fixed Fee\").
         para Extra work is billed at {USD 135.00@hour} per hour, capped at {40@hours} hours, for a maximum of {USD 5400.00@extra}.
         para Liability is limited to two times the Fixed Fee ({USD 169000.00@liability}).
         para A retainer of {5%@retainer} of the Fixed Fee ({USD 4225.00@retainer}) is due at signing.",
        expect![[r#"
            + multiple: extra USD 5,400.00 = hour USD 135.00 × hours 40
            + times: liability USD 169,000.00 = fixed fee USD 84,500.00 × 2
            + part_of_base: retainer USD 4,225.00 = fixed fee USD 84,500.00 × retainer 5%
        "#]],
    );
}

#[test]
fn a_payslip_is_cut_to_ten_won() {
    check(
        "payslip",
        "기본급 [base_pay] = KRW 2875000 ; 국민연금 [pension] = KRW 129370
         직책수당 [allowance] = KRW 180000 ; 소득세 [income_tax] = KRW 74350
         식대 [allowance] = KRW 150000 ; 지방소득세 [local_tax] = KRW 7430
         지급합계 [gross] = KRW 3205000 ; 공제합계 [deductions] = KRW 211150
         실지급액 [net_pay] = KRW 2993850
         para 국민연금: 기준소득월액 {KRW 2875000@기준소득월액} × {4.5%@국민연금} (10원 미만 절사)",
        expect![[r#"
            + rate: 국민연금 129,370원 = 기준소득월액 2,875,000원 × 국민연금 4.5% (10원 미만 절사)
            + local_tax: 지방소득세 7,430원 = 소득세 74,350원 × 10% (10원 미만 절사)
            + total: 지급합계 3,205,000원 = 기본급 2,875,000원 + 직책수당 180,000원 + 식대 150,000원
            + total: 공제합계 211,150원 = 국민연금 129,370원 + 소득세 74,350원 + 지방소득세 7,430원
            + net_pay: 실지급액 2,993,850원 = 지급합계 3,205,000원 − 공제합계 211,150원
        "#]],
    );
}

#[test]
fn a_ledger_carries_its_balance_on() {
    check(
        "statement",
        "table: 일자 [row_date] | 적요 | 차변 [debit] | 대변 [credit] | 잔액 [running_balance]
         | 2025-03-01 | 이월 | | | KRW 1204300
         | 2025-03-04 | 매출 | KRW 387200 | | KRW 1591500
         | 2025-03-11 | 입금 | | KRW 900000 | KRW 691500
         | 2025-03-18 | 매출 | KRW 512600 | | KRW 1240100
         | 2025-03-25 | 매출 | KRW 98300 | | KRW 1338400
         | 2025-03-31 | 입금 | | KRW 700000 | KRW 638400",
        expect![[r#"
            + running_balance: 잔액 1,591,500원 = 잔액 1,204,300원 + 차변 387,200원
            + running_balance: 잔액 691,500원 = 잔액 1,591,500원 − 대변 900,000원
            ✗ running_balance: 잔액 1,240,100원 ≠ 잔액 691,500원 + 차변 512,600원
                f9 := KRW 548600 mends [2] breaks []
                f10 := KRW 1204100 mends [2] breaks [3]
                f7 := KRW 727500 mends [2] breaks [1]
            + running_balance: 잔액 1,338,400원 = 잔액 1,240,100원 + 차변 98,300원
            + running_balance: 잔액 638,400원 = 잔액 1,338,400원 − 대변 700,000원
        "#]],
    );
}

#[test]
fn retained_tax_is_three_and_three_tenths_percent() {
    check(
        "statement",
        "지급액 = KRW 2750000
         소득세 (3%) = 3% ; 소득세 = KRW 82500
         지방소득세 (10%) = 10% ; 지방소득세 = KRW 8250
         공제 합계 [deductions] = KRW 90750
         차인지급액 [payout] = KRW 2659250",
        expect![[r#"
            + total: 지급액 2,750,000원 = 공제 합계 90,750원 + 차인지급액 2,659,250원
            + rate: 소득세 82,500원 = 지급액 2,750,000원 × 소득세 (3%) 3%
            + rate: 지방소득세 8,250원 = 소득세 82,500원 × 지방소득세 (10%) 10%
            + total: 공제 합계 90,750원 = 소득세 82,500원 + 지방소득세 8,250원
        "#]],
    );
}

#[test]
fn rows_and_columns_cross() {
    check(
        "approval",
        "table: 부서 | 1분기 | 2분기 | 3분기 | 합계
         | 개발 | KRW 1837000 | KRW 2214000 | KRW 1998000 | KRW 6049000
         | 영업 | KRW 742000 | KRW 815000 | KRW 903000 | KRW 2460000
         | 총무 | KRW 318000 | KRW 297000 | KRW 341000 | KRW 965000
         total 1 합계 = KRW 2897000 ; 2 합계 = KRW 3326000 ; 3 합계 = KRW 3242000 ; 4 합계 = KRW 9465000",
        expect![[r#"
            + row_sum: 개발: 합계 6,049,000원 = 1분기 1,837,000원 + 2분기 2,214,000원 + 3분기 1,998,000원
            + row_sum: 영업: 합계 2,460,000원 = 1분기 742,000원 + 2분기 815,000원 + 3분기 903,000원
            ✗ row_sum: 총무: 합계 965,000원 ≠ 1분기 318,000원 + 2분기 297,000원 + 3분기 341,000원
                f11 := KRW 956000 mends [2, 6] breaks []
                f8 := KRW 327000 mends [2] breaks [3]
                f10 := KRW 350000 mends [2] breaks [5]
                f9 := KRW 306000 mends [2] breaks [4]
            + column_sum: 합계 2,897,000원 = 1분기 1,837,000원 + 742,000원 + 318,000원
            + column_sum: 합계 3,326,000원 = 2분기 2,214,000원 + 815,000원 + 297,000원
            + column_sum: 합계 3,242,000원 = 3분기 1,998,000원 + 903,000원 + 341,000원
            ✗ column_sum: 합계 9,465,000원 ≠ 합계 6,049,000원 + 2,460,000원 + 965,000원
                f11 := KRW 956000 mends [2, 6] breaks []
                f3 := KRW 6040000 mends [6] breaks [0]
                f7 := KRW 2451000 mends [6] breaks [1]
                f15 := KRW 9474000 mends [6] breaks [7]
            + total: 합계 9,465,000원 = 합계 2,897,000원 + 3,326,000원 + 3,242,000원
        "#]],
    );
}

#[test]
fn an_exchange_rate_converts() {
    check(
        "invoice",
        "외화금액 [foreign_amount] = USD 12480.50
         환율 [exchange_rate] = 13874/10
         원화환산액 [converted_amount] = KRW 17315445",
        expect![[r#"
            + conversion: 원화환산액 17,315,445원 = 외화금액 USD 12,480.50 × 환율 1,387.4 (1원 미만 절사)
        "#]],
    );
}

#[test]
fn lengths_and_dates_fit() {
    check(
        "contract",
        "계약기간 = 2025-03-15 ; 계약기간 = 2027-03-14 ; 계약기간 = 23 months
         작성일 [issue_date] = 2025-04-30 ; 지급기한 [due_date] = 2025-04-03
         사업자등록번호 = 123-45-67891 ; 사업자등록번호 = 123-45-67981",
        expect![[r#"
            + start_before_end: 계약기간 2025-03-15는 계약기간 2027-03-14보다 늦지 않다
            ✗ length: 계약기간 23개월은 2025-03-15부터 2027-03-14까지와 맞지 않다
                f0 := 2025-04-15 mends [1] breaks []
                f1 := 2027-02-14 mends [1] breaks []
                f2 := 24 months mends [1] breaks []
            ✗ issue_before_due: 작성일 2025-04-30은 지급기한 2025-04-03보다 늦다
                f3 := 2024-04-30 mends [2] breaks []
                f4 := 2026-04-03 mends [2] breaks []
            + check_digit: 사업자등록번호 123-45-67891의 검증번호가 맞는다
            ✗ check_digit: 사업자등록번호 123-45-67981의 검증번호가 틀리다
                f6 := 123-45-67983 mends [4] breaks []
        "#]],
    );
}

#[test]
fn words_say_another_amount() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 38500000
         words 금 삼천팔백만원정 = 38000000 @ 계약금액",
        expect![[r#"
            ✗ amount_in_words: ‘금 삼천팔백만원정’은 계약금액 38,500,000원과 다르다
                f0 := KRW 38000000 mends [0] breaks []
        "#]],
    );
}

#[test]
fn unrelated_round_amounts_are_left_alone() {
    check(
        "contract",
        "보험금액 = KRW 300000000
         배상한도 = KRW 200000000
         위약벌 = KRW 100000000
         경비한도 = KRW 50000000
         수량 = 2 ; 보증금 = KRW 100000000",
        expect![[""]],
    );
}

#[test]
fn two_columns_of_charges_have_one_total() {
    check(
        "statement",
        "table: 항목 | 금액 [amount] | 항목 | 금액 [amount]
         | 일반관리비 | KRW 41230 | 세대전기료 | KRW 38710
         | 청소비 | KRW 12870 | 세대수도료 | KRW 17340
         | 경비비 | KRW 28450 | 난방비 | KRW 63120
         total 3 당월부과액 [current_charge] = KRW 201720
         미납액 [previous_balance] = KRW 87650
         납기내금액 [amount_due] = KRW 289370
         연체료 = KRW 5780 ; 납기후금액 [overdue_amount] = KRW 295150",
        expect![[r#"
            + column_sum: 당월부과액 201,720원 = 금액 41,230원 + 12,870원 + 28,450원 + 38,710원 + 17,340원 + 63,120원
            + charges: 납기내금액 289,370원 = 당월부과액 201,720원 + 미납액 87,650원
            + total: 납기내금액 289,370원 = 납기후금액 295,150원 − 연체료 5,780원
        "#]],
    );
}

#[test]
fn a_table_goes_on_over_two_pages() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 와셔 | 31 | KRW 457 | KRW 14167
         | 스프링 | 19 | KRW 1283 | KRW 24377
         total 3 합계 [grand_total] = KRW 99869",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + line_amount: 스프링: 금액 24,377원 = 수량 19 × 단가 1,283원
            + column_sum: 합계 99,869원 = 금액 41,004원 + 20,321원 + 14,167원 + 24,377원
        "#]],
    );
}

#[test]
fn instalments_with_their_tax_cross_up() {
    check(
        "contract",
        "계약금액 [contract_price] = KRW 80828000
         table: 구분 | 비율 [share] | 공급가액 [supply] | 부가세 [vat] | 지급액
         | 착수금 | 30% | KRW 22044000 | KRW 2204400 | KRW 24248400
         | 중도금 | 40% | KRW 29392000 | KRW 2939200 | KRW 32331200
         | 잔금 | 30% | KRW 22044000 | KRW 2204400 | KRW 24284400
         total 2 계 = KRW 73480000 ; 3 계 = KRW 7348000 ; 4 계 = KRW 80828000",
        expect![[r#"
            + contract_price: 계약금액 80,828,000원 = 계 73,480,000원 + 7,348,000원
            + shares: 1 = 비율 30% + 40% + 30%
            + instalment: 공급가액 22,044,000원 = 계 73,480,000원 × 비율 30%
            + instalment: 부가세 2,204,400원 = 계 7,348,000원 × 비율 30%
            + line_rate: 착수금: 부가세 2,204,400원 = 공급가액 22,044,000원 × 10%
            + instalment: 지급액 24,248,400원 = 계 80,828,000원 × 비율 30%
            + row_sum: 착수금: 지급액 24,248,400원 = 공급가액 22,044,000원 + 부가세 2,204,400원
            + instalment: 공급가액 29,392,000원 = 계 73,480,000원 × 비율 40%
            + instalment: 부가세 2,939,200원 = 계 7,348,000원 × 비율 40%
            + line_rate: 중도금: 부가세 2,939,200원 = 공급가액 29,392,000원 × 10%
            + instalment: 지급액 32,331,200원 = 계 80,828,000원 × 비율 40%
            + row_sum: 중도금: 지급액 32,331,200원 = 공급가액 29,392,000원 + 부가세 2,939,200원
            + instalment: 공급가액 22,044,000원 = 계 73,480,000원 × 비율 30%
            + instalment: 부가세 2,204,400원 = 계 7,348,000원 × 비율 30%
            + line_rate: 잔금: 부가세 2,204,400원 = 공급가액 22,044,000원 × 10%
            ✗ row_sum: 잔금: 지급액 24,284,400원 ≠ 공급가액 22,044,000원 + 부가세 2,204,400원
                f12 := KRW 24248400 mends [15, 19] breaks []
                f11 := KRW 2240400 mends [15] breaks [13, 14, 17]
                f10 := KRW 22080000 mends [15] breaks [12, 14, 16]
            + column_sum: 계 73,480,000원 = 공급가액 22,044,000원 + 29,392,000원 + 22,044,000원
            + column_sum: 계 7,348,000원 = 부가세 2,204,400원 + 2,939,200원 + 2,204,400원
            + vat: 계 7,348,000원 = 계 73,480,000원 × 10%
            ✗ column_sum: 계 80,828,000원 ≠ 지급액 24,248,400원 + 32,331,200원 + 24,284,400원
                f12 := KRW 24248400 mends [15, 19] breaks []
                f4 := KRW 24212400 mends [19] breaks [5, 6]
                f15 := KRW 80864000 mends [19] breaks [5, 10]
                f8 := KRW 32295200 mends [19] breaks [10, 11]
        "#]],
    );
}

#[test]
fn a_loan_runs_down() {
    check(
        "statement",
        "대출금액 = KRW 12000000
         table: 회차 | 상환일 [row_date] | 원금 | 이자 | 상환액 | 잔액 [running_balance]
         | 1 | 2025-01-25 | KRW 983470 | KRW 45000 | KRW 1028470 | KRW 11016530
         | 2 | 2025-02-25 | KRW 987158 | KRW 41312 | KRW 1028470 | KRW 10029372
         | 3 | 2025-03-25 | KRW 990860 | KRW 37610 | KRW 1028470 | KRW 9038512
         | 4 | 2025-04-25 | KRW 994576 | KRW 33894 | KRW 1028470 | KRW 8043936
         total 2 합계 = KRW 3956064 ; 3 합계 = KRW 157816 ; 4 합계 = KRW 4113880",
        expect![[r#"
            + row_sum: 상환액 1,028,470원 = 원금 983,470원 + 이자 45,000원
            + running_balance: 잔액 11,016,530원 = 대출금액 12,000,000원 − 원금 983,470원
            + row_sum: 상환액 1,028,470원 = 원금 987,158원 + 이자 41,312원
            + running_balance: 잔액 10,029,372원 = 잔액 11,016,530원 − 원금 987,158원
            + row_sum: 상환액 1,028,470원 = 원금 990,860원 + 이자 37,610원
            + running_balance: 잔액 9,038,512원 = 잔액 10,029,372원 − 원금 990,860원
            + row_sum: 상환액 1,028,470원 = 원금 994,576원 + 이자 33,894원
            + running_balance: 잔액 8,043,936원 = 잔액 9,038,512원 − 원금 994,576원
            + column_sum: 합계 3,956,064원 = 원금 983,470원 + 987,158원 + 990,860원 + 994,576원
            + column_sum: 합계 157,816원 = 이자 45,000원 + 41,312원 + 37,610원 + 33,894원
            + column_sum: 합계 4,113,880원 = 상환액 1,028,470원 + 1,028,470원 + 1,028,470원 + 1,028,470원
        "#]],
    );
}

#[test]
fn a_statement_pays_out_after_fees_and_returns() {
    check(
        "statement",
        "items: 상품 [item] | 판매수량 [quantity] | 판매단가 [unit_price] | 판매금액 [amount]
         | 찻잔 | 87 | KRW 12400 | KRW 1078800
         | 접시 | 41 | KRW 18900 | KRW 774900
         | 찻잔 반품 | -5 | KRW 12400 | KRW -62000
         순매출액 [net_sales] = KRW 1791700
         판매수수료 [commission] = 17.5% ; 판매수수료 [commission] = KRW 313547
         수수료 부가세 [commission_vat] = 10% ; 수수료 부가세 [commission_vat] = KRW 31354
         물류비 [logistics_fee] = 123 ; 물류비 [unit_price] = KRW 2650 ; 물류비 [logistics_fee] = KRW 325950
         공제 합계 [deductions] = KRW 670851
         정산지급액 [payout] = KRW 1120894",
        expect![[r#"
            + line_amount: 찻잔: 판매금액 1,078,800원 = 판매수량 87 × 판매단가 12,400원
            + line_amount: 접시: 판매금액 774,900원 = 판매수량 41 × 판매단가 18,900원
            + line_amount: 찻잔 반품: 판매금액 -62,000원 = 판매수량 -5 × 판매단가 12,400원
            + column_sum: 순매출액 1,791,700원 = 판매금액 1,078,800원 + 774,900원 − 62,000원
            + commission: 판매수수료 313,547원 = 순매출액 1,791,700원 × 판매수수료 17.5% (1원 미만 절사)
            + rate: 수수료 부가세 31,354원 = 판매수수료 313,547원 × 수수료 부가세 10% (1원 미만 절사)
            + multiple: 물류비 325,950원 = 물류비 2,650원 × 물류비 123
            + deductions: 공제 합계 670,851원 = 판매수수료 313,547원 + 수수료 부가세 31,354원 + 물류비 325,950원
            ✗ payout: 정산지급액 1,120,894원 ≠ 순매출액 1,791,700원 − 공제 합계 670,851원
                f18 := KRW 1120849 mends [8] breaks []
                f17 := KRW 670806 mends [8] breaks [7]
                f9 := KRW 1791745 mends [8] breaks [3, 4]
        "#]],
    );
}

#[test]
fn grouped_costs_settle_an_advance() {
    check(
        "approval",
        "items: 구분 | 내용 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 교통비 | 열차 | 2 | KRW 48900 | KRW 97800
         | | 택시 | 3 | KRW 11700 | KRW 35100
         | 숙박비 | 호텔 | 2 | KRW 118000 | KRW 236000
         | 식비 | 식사 | 7 | KRW 11500 | KRW 80500
         교통비 소계 [transport_cost] = KRW 132900
         숙박비 소계 [lodging_cost] = KRW 236000
         식비 소계 [meal_cost] = KRW 80500
         정산 합계 [settled_total] = KRW 449400
         가지급금 [cash_advance] = KRW 400000 ; 추가지급액 [to_pay_out] = KRW 49400",
        expect![[r#"
            + line_amount: 교통비: 금액 97,800원 = 수량 2 × 단가 48,900원
            + line_amount: 택시: 금액 35,100원 = 수량 3 × 단가 11,700원
            + line_amount: 숙박비: 금액 236,000원 = 수량 2 × 단가 118,000원
            + line_amount: 식비: 금액 80,500원 = 수량 7 × 단가 11,500원
            + group_sum: 교통비 소계 132,900원 = 금액 97,800원 + 35,100원
            + column_sum: 정산 합계 449,400원 = 금액 97,800원 + 35,100원 + 236,000원 + 80,500원
            + total: 정산 합계 449,400원 = 교통비 소계 132,900원 + 숙박비 소계 236,000원 + 식비 소계 80,500원
            + to_pay_out: 추가지급액 49,400원 = 정산 합계 449,400원 − 가지급금 400,000원
        "#]],
    );
}

#[test]
fn an_american_quote_takes_tax_after_discount() {
    check(
        "quotation",
        "items: Description [item] | Hours [quantity] | Rate [unit_price] | Amount [amount]
         | Design | 37.5 | USD 118.00 | USD 4425.00
         | Build | 82.25 | USD 96.50 | USD 7937.13
         total 3 Subtotal [subtotal] = USD 12362.13
         Discount [discount] = 7.5% ; Discount [discount] = USD 927.16
         Sales tax [vat] = 8.875% ; Sales tax [vat] = USD 1014.86
         Total [grand_total] = USD 12449.83
         Deposit [deposit] = 40% ; Deposit [deposit] = USD 4979.93
         Balance due [amount_due] = USD 7469.90",
        expect![[r#"
            + line_amount: Design: Amount USD 4,425.00 = Hours 37.5 × Rate USD 118.00
            + line_amount: Build: Amount USD 7,937.13 = Hours 82.25 × Rate USD 96.50 (rounded to USD 0.01)
            + column_sum: Subtotal USD 12,362.13 = Amount USD 4,425.00 + USD 7,937.13
            + discount: Discount USD 927.16 = Subtotal USD 12,362.13 × Discount 7.5% (rounded to USD 0.01)
            + grand_total: Total USD 12,449.83 = Subtotal USD 12,362.13 − Discount USD 927.16 + Sales tax USD 1,014.86
            + total: Total USD 12,449.83 = Deposit USD 4,979.93 + Balance due USD 7,469.90
            + rate: Deposit USD 4,979.93 = Total USD 12,449.83 × Deposit 40% (rounded to USD 0.01)
        "#]],
    );
}

#[test]
fn a_mistaken_tax_is_a_finding_and_a_tax_rounded_by_line_is_none() {
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         | 와셔 | 31 | KRW 457 | KRW 14167
         total 3 공급가액 [supply] = KRW 75492
         부가세 [vat] = KRW 7459
         합계 [grand_total] = KRW 82951",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + column_sum: 공급가액 75,492원 = 금액 41,004원 + 20,321원 + 14,167원
            ✗ vat: 부가세 7,459원 ≠ 공급가액 75,492원 × 10%
                f9 := KRW 74590 mends [4] breaks [3, 5]
            + grand_total: 합계 82,951원 = 공급가액 75,492원 + 부가세 7,459원
        "#]],
    );
    check(
        "invoice",
        "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 금액 [amount]
         | 볼트 | 12 | KRW 3417 | KRW 41004
         | 너트 | 7 | KRW 2903 | KRW 20321
         | 와셔 | 31 | KRW 457 | KRW 14167
         total 3 공급가액 [supply] = KRW 75492
         부가세 [vat] = KRW 7547
         합계 [grand_total] = KRW 83039",
        expect![[r#"
            + line_amount: 볼트: 금액 41,004원 = 수량 12 × 단가 3,417원
            + line_amount: 너트: 금액 20,321원 = 수량 7 × 단가 2,903원
            + line_amount: 와셔: 금액 14,167원 = 수량 31 × 단가 457원
            + column_sum: 공급가액 75,492원 = 금액 41,004원 + 20,321원 + 14,167원
            + grand_total: 합계 83,039원 = 공급가액 75,492원 + 부가세 7,547원
        "#]],
    );
}

#[test]
fn a_lease_converts_rent_to_a_deposit() {
    check(
        "contract",
        "보증금 [lease_deposit] = KRW 35000000
         계약금 [deposit] = KRW 3500000
         중도금 [interim] = KRW 8500000
         잔금 [balance] = KRW 23000000
         차임 [rent] = KRW 1870000 ; 부가가치세 [vat] = KRW 187000 ; 월 합계 [monthly_total] = KRW 2057000
         para 거래금액은 보증금에 월세환산액({KRW 1870000@차임} × {100@월세환산액} = {KRW 187000000@월세환산액})을 더한 {KRW 222000000@거래금액}으로 하고 중개보수는 거래금액의 {0.9%@중개보수}인 {KRW 1998000@중개보수}으로 한다.",
        expect![[r#"
            + instalments: 보증금 35,000,000원 = 계약금 3,500,000원 + 중도금 8,500,000원 + 잔금 23,000,000원
            + rent_vat: 부가가치세 187,000원 = 차임 1,870,000원 × 10%
            + monthly_total: 월 합계 2,057,000원 = 차임 1,870,000원 + 부가가치세 187,000원
            + multiple: 월세환산액 187,000,000원 = 차임 1,870,000원 × 월세환산액 100
            + total: 거래금액 222,000,000원 = 월세환산액 187,000,000원 + 보증금 35,000,000원
            + part_of_base: 중개보수 1,998,000원 = 거래금액 222,000,000원 × 중개보수 0.9%
        "#]],
    );
}

#[test]
fn a_year_of_rent_is_twelve_months() {
    check(
        "contract",
        "월 임대료 [rent] = KRW 1275000 ; 임대기간 = 24 months ; 임대료 총액 = KRW 30600000
         연봉 [annual_salary] = KRW 43824000 ; 월 급여 [monthly_salary] = KRW 3652000
         기본급 [base_pay] = KRW 2987600 ; 고정연장수당 [allowance] = KRW 464400 ; 식대 [allowance] = KRW 200000",
        expect![[r#"
            + times_length: 임대료 총액 30,600,000원 = 월 임대료 1,275,000원 × 24
            + twelve_months: 연봉 43,824,000원 = 월 급여 3,652,000원 × 12
            + total: 월 급여 3,652,000원 = 기본급 2,987,600원 + 고정연장수당 464,400원 + 식대 200,000원
        "#]],
    );
}

#[test]
fn a_budget_that_does_not_add_up_is_a_finding() {
    check(
        "approval",
        "table: 예산과목 | 예산액 [budget] | 기집행액 [spent_before] | 금회집행액 [spent_now] | 집행 후 잔액 [budget_left]
         | 교육비 | KRW 18500000 | KRW 7243000 | KRW 3168000 | KRW 8098000",
        expect![[r#"
            ✗ budget_left: 집행 후 잔액 8,098,000원 ≠ 예산액 18,500,000원 − 기집행액 7,243,000원 − 금회집행액 3,168,000원
                f0 := KRW 18509000 mends [0] breaks []
                f1 := KRW 7234000 mends [0] breaks []
                f3 := KRW 8089000 mends [0] breaks []
                f2 := KRW 3159000 mends [0] breaks []
        "#]],
    );
}

#[test]
fn shares_in_one_sentence_make_one() {
    check(
        "quotation",
        "para 대금조건: 계약금 {30%@대금조건}, 설치 완료 후 잔금 {70%@대금조건}을 지급하며 지체 시 별도 협의한다.
         para 연체이자는 연 {40%@연체} 또는 월 {60%@연체} 중 낮은 것으로 한다.",
        expect![[r#"
            + shares: 1 = 대금조건 30% + 70%
        "#]],
    );
}

#[test]
fn markdown_escapes_what_the_document_says_and_lists_findings() {
    let mut draft = sheet(
        "contract",
        "공급가액 [supply] = KRW 73480000 ; <b>부가세|*1*</b> [vat] = KRW 7384000
         계약금액 [contract_price] = KRW 80828000",
    );
    draft.title = "용역 `계약서` [링크](http://example.com)".to_owned();
    draft.amounts[1].field = None;
    let analysis = discover(draft, &types());
    expect![[r#"
        # 분석 결과: Sample

        ## 문서 유형: 용역 \`계약서\` \[링크\](http&#58;//example.com) (contract)

        - sheet (1쪽)
        - 불변식 2개: 성립 0개, **위반 2개**; 금액 3개 중 2개가 불변식에 쓰임

        ## 주요 필드

        | id | 항목 | 값 | 쪽 |
        |---:|---|---|---:|
        | f0 | 공급가액 | 73,480,000원 | 1 |
        | f1 | &lt;b&gt;부가세\|\*1\*&lt;/b&gt; | 7,384,000원 | 1 |
        | f2 | 계약금액 | 80,828,000원 | 1 |

        ## 불변식

        - ✗ R0: &lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원 ≠ 공급가액 73,480,000원 × 10% `f1 = f0 × 1/10`
        - ✗ R1: 계약금액 80,828,000원 ≠ 공급가액 73,480,000원 + &lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원 `f2 = f0 + f1`

        ## 발견 사항

        1. **&lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원 ≠ 공급가액 73,480,000원 × 10%** `f1 = f0 × 1/10`
           - 인쇄된 값 7,384,000원, 계산한 값 7,348,000원
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;: 1쪽 “KRW 7384000”
           - f0 공급가액: 1쪽 “KRW 73480000”
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;의 값이 7,348,000원이면 성립; 함께 성립: R1
           - f0 공급가액의 값이 73,840,000원이면 성립
        2. **계약금액 80,828,000원 ≠ 공급가액 73,480,000원 + &lt;b&gt;부가세\|\*1\*&lt;/b&gt; 7,384,000원** `f2 = f0 + f1`
           - 인쇄된 값 80,828,000원, 계산한 값 80,864,000원
           - f2 계약금액: 1쪽 “KRW 80828000”
           - f0 공급가액: 1쪽 “KRW 73480000”
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;: 1쪽 “KRW 7384000”
           - f1 &lt;b&gt;부가세\|\*1\*&lt;/b&gt;의 값이 7,348,000원이면 성립; 함께 성립: R0
           - f0 공급가액의 값이 73,444,000원이면 성립
           - f2 계약금액의 값이 80,864,000원이면 성립

        ## 설명되지 않은 금액

        - 1쪽 “KRW 7384000”
    "#]].assert_eq(&crate::analysis::markdown::markdown(&analysis, "Sample"));
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
        &types(),
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

const SHEET: &str = "items: 품목 [item] | 수량 [quantity] | 단가 [unit_price] | 공급가액 [supply] | 세액 [tax_column]
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
        let analysis = discover(edited(sheet("invoice", SHEET), at, digits), &types());
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
        let types = types();
        let (a, b) = (discover(draft.clone(), &types), discover(draft, &types));
        prop_assert_eq!(
            serde_json::to_string(&crate::analysis::scored::json(&a)).unwrap(),
            serde_json::to_string(&crate::analysis::scored::json(&b)).unwrap()
        );
        prop_assert_eq!(crate::analysis::markdown::markdown(&a, "Demo"), crate::analysis::markdown::markdown(&b, "Demo"));
    }

    #[test]
    fn values_of_any_kind_in_any_place_never_panic(order in proptest::collection::vec((0usize..40, 0usize..40), 0..12)) {
        let mut analysis = discover(sheet("invoice", SHEET), &types());
        let n = analysis.fields.len();
        for (a, b) in order {
            let value = analysis.fields[a % n].value.clone();
            analysis.fields[b % n].value = value;
        }
        evaluate(&mut analysis);
        analysis.fields.truncate(n / 2);
        evaluate(&mut analysis);
        let _ = crate::analysis::markdown::markdown(&analysis, "Demo");
        let _ = crate::analysis::scored::json(&analysis);
    }
}
