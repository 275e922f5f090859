//! Emission by example.
mod long;
mod names;

use expect_test::{Expect, expect};

use super::*;
use crate::analysis::{FieldId, Relation};

/// Analyses of `tests/analyses` with something in them.
const FILLED: [&str; 9] = [
    "contract",
    "invoice",
    "refuted",
    "wide",
    "currencies",
    "exchange",
    "stacked",
    "steps",
    "carried",
];

/// An analysis of `tests/analyses`.
pub(crate) fn sample(name: &str) -> Analysis {
    let text = match name {
        "contract" => include_str!("../../../tests/analyses/contract.json"),
        "invoice" => include_str!("../../../tests/analyses/invoice.json"),
        "refuted" => include_str!("../../../tests/analyses/refuted.json"),
        "empty" => include_str!("../../../tests/analyses/empty.json"),
        "wide" => include_str!("../../../tests/analyses/wide.json"),
        "currencies" => include_str!("../../../tests/analyses/currencies.json"),
        "exchange" => include_str!("../../../tests/analyses/exchange.json"),
        "stacked" => include_str!("../../../tests/analyses/stacked.json"),
        "steps" => include_str!("../../../tests/analyses/steps.json"),
        "carried" => include_str!("../../../tests/analyses/carried.json"),
        other => panic!("no sample `{other}`"),
    };
    serde_json::from_str(text).unwrap()
}

/// The statements of an analysis, as the facts have them.
#[track_caller]
fn check(name: &str, expect: Expect) {
    let text = facts("Sample", &sample(name)).text;
    let statements: Vec<&str> = text
        .lines()
        .filter(|it| {
            ["Rule", "stated", "computed", "column"].iter().any(|head| it.starts_with(head))
                && it.contains(" = ")
        })
        .collect();
    expect.assert_eq(&statements.join("\n"));
}

#[test]
fn the_samples_statuses_are_those_of_exact_arithmetic() {
    for name in FILLED.into_iter().chain(["empty"]) {
        let analysis = sample(name);
        let mut evaluated = analysis.clone();
        crate::analysis::rules::evaluate(&mut evaluated);
        for (ours, its) in analysis.rules.iter().zip(&evaluated.rules) {
            assert_eq!(ours.status, its.status, "{name}, rule {}: {}", ours.id.0, ours.statement);
        }
    }
}

#[test]
fn rules_of_a_contract_are_equations_of_integers() {
    check(
        "contract",
        expect![[r#"
            Rule0 supply vat = (vat.units = Domains.Core.roundDiv Floor 1 supply.units 10)
            Rule1 supply vat grandTotal = (grandTotal.units = supply.units + vat.units)
            Rule2 grandTotalInWords grandTotal = (Just grandTotal.units = Domains.Core.readKorean grandTotalInWords)
            Rule3 clientNumber = (True = Domains.Core.keepsCheckDigit clientNumber)
            Rule4 contractorNumber = (True = Domains.Core.keepsCheckDigit contractorNumber)
            Rule5 startDate endDate contractPeriod = (True = Domains.Core.lasts startDate endDate contractPeriod)
            stated6 grandTotal row = row.amount.units
            computed6 grandTotal row = Domains.Core.roundDiv Floor 1 (grandTotal.units * row.ratio.over) row.ratio.under
            Rule6 entries grandTotal = (Domains.Facts.Sample.allStated6 grandTotal entries = Domains.Facts.Sample.allComputed6 grandTotal entries)
            column9_0 [] = 0
            column9_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column9_0 rows
            Rule7 entries grandTotal = (grandTotal.units = Domains.Facts.Sample.column9_0 entries)
            column10_0 [] = MkRatio 0 1
            column10_0 (row :: rows) = Domains.Core.plusRatio (Domains.Core.ratioOfRate row.ratio) (Domains.Facts.Sample.column10_0 rows)
            Rule8 entries = (True = Domains.Core.equalRatio (MkRatio 1 1) (Domains.Facts.Sample.column10_0 entries))
            column11_0 [] = []
            column11_0 (row :: rows) = row.paymentDate :: Domains.Facts.Sample.column11_0 rows
            Rule9 startDate entries = (True = Domains.Core.inOrder ([startDate] ++ Domains.Facts.Sample.column11_0 entries))"#]],
    );
}

#[test]
fn decimals_and_currencies_meet_in_exact_integers() {
    check(
        "invoice",
        expect![[r#"
            stated0 row = row.amount.units
            computed0 row = Domains.Core.roundDiv HalfUp 1 (row.quantity.digits * row.unitPrice.amount.digits * 100) (Domains.Core.tenTo row.quantity.scale * Domains.Core.tenTo row.unitPrice.amount.scale)
            Rule0 items = (Domains.Facts.Sample.allStated0 items = Domains.Facts.Sample.allComputed0 items)
            column4_0 [] = 0
            column4_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column4_0 rows
            Rule1 items subtotal = (subtotal.units = Domains.Facts.Sample.column4_0 items)
            Rule2 subtotal taxRate salesTax = (salesTax.units = Domains.Core.roundDiv HalfUp 1 (subtotal.units * taxRate.over) taxRate.under)
            Rule3 subtotal discountTotal salesTax amountDue = (amountDue.units = subtotal.units + discountTotal.units + salesTax.units)
            stated4 discountTotal row = (Domains.Core.given (MkMoney 0) row.discount).units
            computed4 discountTotal row = discountTotal.units
            Rule4 items discountTotal = (Domains.Facts.Sample.allStated4 discountTotal items = Domains.Facts.Sample.allComputed4 discountTotal items)
            Rule5 issueDate dueDate = (True = Domains.Core.inOrder ([issueDate, dueDate]))
            Rule6 amountDue exchangeRate inWon = (inWon.units = Domains.Core.roundDiv Floor 1 (amountDue.units * exchangeRate.over) (exchangeRate.under * 100))
            Rule7 amountDueInWords amountDue = (Just amountDue.units = Domains.Core.readEnglish amountDueInWords)"#]],
    );
}

#[test]
fn every_kind_of_relation_has_a_statement() {
    check(
        "refuted",
        expect![[r#"
            Rule0 sales feeRate fee = (fee.units = 0 - (Domains.Core.roundDiv Floor 10 (sales.units * feeRate.over) feeRate.under))
            Rule1 sales fee netPay = (netPay.units = sales.units + fee.units)
            Rule2 supplierNumber = (True = Domains.Core.keepsCheckDigit supplierNumber)
            Rule3 firstDay lastDay = (True = Domains.Core.inOrder ([firstDay, lastDay]))
            Rule4 firstDay lastDay period = (True = Domains.Core.lasts firstDay lastDay period)
            Rule5 netPay netPayAgain = (netPay.units = netPayAgain.units)
            Rule6 weight weightAgain = (True = Domains.Core.equalRatio (Domains.Core.ratioOfDecimal weight) (Domains.Core.ratioOfDecimal weightAgain))
            Rule7 name nameAgain = (name = nameAgain)
            Rule8 netPayInWords netPay = (Just netPay.units = Domains.Core.readKorean netPayInWords)
            Rule9 netPayAgainInWords netPayAgain = (netPayAgain.units = Domains.Core.readElsewhere "구십육만 오천 냥" 965000 netPayAgainInWords netPayAgain.units)"#]],
    );
}

#[test]
fn currencies_without_a_name_of_their_own_go_by_their_code() {
    check(
        "currencies",
        expect![[r#"
            Rule0 subtotal gst gstAmount = (gstAmount.units = Domains.Core.roundDiv HalfUp 1 (subtotal.units * gst.over) gst.under)
            Rule1 subtotal gstAmount totalDue = (totalDue.units = subtotal.units + gstAmount.units)
            stated2 row = row.amount.units
            computed2 row = Domains.Core.roundDiv HalfUp 1 (row.quantity.digits * row.unitPrice.amount.digits * 100) (Domains.Core.tenTo row.quantity.scale * Domains.Core.tenTo row.unitPrice.amount.scale)
            Rule2 items = (Domains.Facts.Sample.allStated2 items = Domains.Facts.Sample.allComputed2 items)
            column5_0 [] = 0
            column5_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column5_0 rows
            Rule3 items indiaTotal = (indiaTotal.units = Domains.Facts.Sample.column5_0 items)
            Rule4 freight discount baselTotal = (baselTotal.units = freight.units + discount.units)
            stated5 row = row.amount.units
            computed5 row = row.dues.units + (Domains.Core.given (MkMoney 0) row.pilotage).units
            Rule5 entries = (Domains.Facts.Sample.allStated5 entries = Domains.Facts.Sample.allComputed5 entries)
            stated6 row = row.amount.units
            computed6 row = row.dues.units
            Rule6 entries = (Domains.Facts.Sample.allStated6 entries = Domains.Facts.Sample.allComputed6 entries)
            column10_0 [] = 0
            column10_0 (row :: rows) = row.amount.units + Domains.Facts.Sample.column10_0 rows
            Rule7 entries kuwaitTotal = (kuwaitTotal.units = Domains.Facts.Sample.column10_0 entries)
            Rule8 kuwaitTotal levyRate levy = (levy.units = Domains.Core.roundDiv HalfUp 1 (kuwaitTotal.units * levyRate.over) levyRate.under)
            Rule9 kuwaitTotal exchangeRate inDong = (inDong.units = Domains.Core.roundDiv Floor 1 (kuwaitTotal.units * exchangeRate.over) (exchangeRate.under * 1000))
            Rule10 inDong agency hanoiTotal = (hanoiTotal.units = inDong.units + agency.units)
            Rule11 hanoiTotal hanoiAgain = (hanoiTotal.units = hanoiAgain.units)"#]],
    );
    let text = facts("Sample", &sample("currencies")).text;
    for code in ["SGD", "INR", "CHF", "KWD", "VND"] {
        assert!(text.contains(&format!("Money (Iso \"{code}\")")), "{code}: {text}");
    }
    assert!(text.contains("MkMoney 24875"), "a dinar has a thousand fils");
}

#[test]
fn values_below_one_another_under_one_heading_are_columns_of_their_own() {
    check(
        "stacked",
        expect![[r#"
            stated0 row = row.secondBasePay.units
            computed0 row = row.basePay.units + row.allowance.units
            Rule0 entries = (Domains.Facts.Sample.allStated0 entries = Domains.Facts.Sample.allComputed0 entries)
            column2_0 [] = 0
            column2_0 (row :: rows) = row.allowance.units + Domains.Facts.Sample.column2_0 rows
            Rule1 entries allowance3 = (allowance3.units = Domains.Facts.Sample.column2_0 entries)
            column3_0 [] = 0
            column3_0 (row :: rows) = row.deductions.units + Domains.Facts.Sample.column3_0 rows
            Rule2 entries deductions3 = (deductions3.units = Domains.Facts.Sample.column3_0 entries)
            column4_0 [] = 0
            column4_0 (row :: rows) = row.basePay.units + Domains.Facts.Sample.column4_0 rows
            Rule3 entries basePay5 = (basePay5.units = Domains.Facts.Sample.column4_0 entries)
            column5_0 [] = 0
            column5_0 (row :: rows) = row.secondBasePay.units + Domains.Facts.Sample.column5_0 rows
            Rule4 entries basePay6 = (basePay6.units = Domains.Facts.Sample.column5_0 entries)
            stated5 netPay row = netPay.units
            computed5 netPay row = row.secondBasePay.units - row.deductions.units
            Rule5 entries netPay = (Domains.Facts.Sample.allStated5 netPay entries = Domains.Facts.Sample.allComputed5 netPay entries)
            column7_0 [] = 0
            column7_0 (row :: rows) = row.allowance.units + Domains.Facts.Sample.column7_0 rows
            Rule6 entries deductions2 = (deductions2.units = Domains.Facts.Sample.column7_0 entries)"#]],
    );
    let analysis = sample("stacked");
    let plan = Plan::new("Sample", &analysis);
    let names: Vec<&str> = plan.tables[0].columns.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["employee", "basePay", "secondBasePay", "allowance", "deductions"]);
}

#[test]
fn the_value_that_is_changed_is_one_that_the_statement_reads() {
    // The sum of a column stands in another column of the same rows: the statement reads that cell
    // by itself, and does not see it changed in the rows that it adds up.
    let text = audit("Sample", &sample("stacked")).text;
    let carried = text.split("\n-- R").find(|it| it.contains("다른 열에 적힌 값")).unwrap();
    let refusal: Vec<&str> = carried
        .lines()
        .skip_while(|it| !it.trim().starts_with("refuses"))
        .take(4)
        .map(str::trim)
        .collect();
    expect![[r#"
        refuses6 : Domains.Facts.Sample.Rule6
        (Domains.Core.pick [0, 2] Domains.Facts.Sample.printed.entries)
        (Domains.Core.MkMoney 300001)
        refuses6 = Builtin.Refl"#]]
    .assert_eq(&refusal.join("\n"));
}

#[test]
fn equal_analyses_give_equal_modules() {
    for name in FILLED.into_iter().chain(["empty"]) {
        let (a, b) = (sample(name), sample(name));
        assert_eq!(facts("Sample", &a), facts("Sample", &b), "facts");
        assert_eq!(model("Sample", &a), model("Sample", &b), "model");
        assert_eq!(audit("Sample", &a), audit("Sample", &b), "audit");
    }
}

#[test]
fn a_refuted_document_has_no_document_but_refutations() {
    let analysis = sample("refuted");
    let (model, audit) = (model("Sample", &analysis).text, audit("Sample", &analysis).text);
    assert!(!model.contains("document : Doc"), "nothing to make it of");
    assert!(!audit.contains("asPrinted"), "nothing to compare");
    let (stated, unstated) = stated(&analysis);
    assert!(unstated.is_empty(), "{unstated:?}");
    for it in stated {
        let (refuted, holds) = (format!("refuted{} :", it.index), format!("holds{} :", it.index));
        assert_eq!(audit.contains(&refuted), it.refuted, "{refuted}");
        assert_eq!(audit.contains(&holds), !it.refuted, "{holds}");
        assert!(model.contains(&format!("keepsR{} ", it.index)), "a document owes it all the same");
    }
}

#[test]
fn every_value_stands_in_the_facts_once() {
    for name in FILLED {
        let analysis = sample(name);
        let plan = Plan::new("Sample", &analysis);
        for field in &analysis.fields {
            assert!(plan.places.contains_key(&field.id), "{name}: `{}` has no place", field.name);
        }
        let mut slots = plan.tree.slots(tree::ROOT);
        slots.sort_unstable();
        assert!(
            slots.into_iter().eq(0..plan.slots.len()),
            "{name}: each slot stands in the tree once"
        );
    }
}

#[test]
fn a_name_that_begins_as_that_of_the_rows_is_another() {
    let mut analysis = sample("contract");
    for it in analysis.fields.iter_mut().filter(|it| it.name == "grandTotal") {
        it.name = "entriesTotal".to_owned();
    }
    let text = facts("Sample", &analysis).text;
    assert!(text.contains("Rule6 rows entriesTotal"), "the rows alone are other rows: {text}");
}

#[test]
fn unknown_rules_are_named_in_a_comment_only() {
    let text = facts("Sample", &sample("contract")).text;
    assert!(text.contains("-- rule 12: 계산할 수 없는 규칙 (it cannot be computed)"), "said");
    assert!(!text.contains("R10 "), "not stated");
}

#[test]
fn the_model_holds_no_value() {
    let analysis = sample("contract");
    let text = model("Sample", &analysis).text;
    for value in ["50650000", "55715000", "123-45-67891", "가온누리", "2025"] {
        assert!(!text.contains(value), "`{value}` belongs into the facts");
    }
}

/// The parts of an analysis with their members, behind the type of each.
#[track_caller]
fn check_parts(analysis: &Analysis, expect: Expect) {
    let plan = Plan::new("Sample", analysis);
    let types = &plan.declared.types;
    let shown: Vec<String> = plan
        .tree
        .parts
        .iter()
        .zip(types)
        .map(|(it, name)| {
            let members: Vec<&str> = it.members.iter().map(|it| it.name.as_str()).collect();
            format!("{name}: {}", members.join(" "))
        })
        .collect();
    expect.assert_eq(&shown.join("\n"));
}

/// Fields of a made-up document: kind, label, headings, meaning, value, place.
type Given<'a> = (&'a str, &'a str, &'a [&'a str], Option<&'a str>, &'a str, (f32, f32));

fn document(fields: &[Given<'_>]) -> Analysis {
    let mut taken: Vec<String> = Vec::new();
    let fields: Vec<serde_json::Value> = fields
        .iter()
        .enumerate()
        .map(|(id, (kind, label, also, meaning, value, (x, y)))| {
            let name = crate::idris::name::identifier(label, *meaning, &taken);
            taken.push(name.clone());
            serde_json::json!({
                "id": id, "name": name, "label": label, "also": also, "meaning": meaning,
                "kind": kind, "value": value, "confidence": 1.0, "route": "label_value",
                "evidence": {
                    "document": 0, "page": 1, "text": value,
                    "boxes": [{"x0": x, "y0": y, "x1": x + 60.0, "y1": y + 10.0}],
                },
            })
        })
        .collect();
    let mut empty = serde_json::to_value(sample("empty")).unwrap();
    empty["fields"] = fields.into();
    serde_json::from_value(empty).unwrap()
}

#[test]
fn parties_are_named_by_their_headings() {
    let analysis = document(&[
        ("registration_number", "등록번호", &["공급자"], None, "123-45-67891", (100.0, 40.0)),
        ("registration_number", "등록번호", &["공급받는자"], None, "220-81-62517", (400.0, 40.0)),
        ("party", "상호", &["공급자"], Some("company"), "가온누리 주식회사", (100.0, 60.0)),
        ("party", "상호", &["공급받는자"], Some("company"), "㈜다라", (400.0, 60.0)),
        ("party", "성명", &["공급자"], Some("person"), "한가람", (100.0, 80.0)),
        ("text", "건명", &["공급받는자"], Some("subject"), "붓 납품", (400.0, 120.0)),
    ]);
    check_parts(
        &analysis,
        expect![[r#"
            Paper: supplier buyer subject
            Supplier: company registrationNumber person
            Buyer: company registrationNumber"#]],
    );
}

#[test]
fn a_party_that_is_named_again_is_the_same_side_and_its_people_stand_with_it() {
    let analysis = document(&[
        ("party", "갑", &[], Some("client"), "가온누리 주식회사", (100.0, 40.0)),
        ("party", "을", &[], Some("contractor"), "주식회사 다라", (300.0, 40.0)),
        ("party", "상호", &[], Some("company"), "다라(주)", (100.0, 600.0)),
        ("party", "대표이사", &[], Some("representative"), "한가람", (100.0, 620.0)),
        ("party", "상호", &["갑"], Some("company"), "가온누리㈜", (400.0, 600.0)),
    ]);
    check_parts(
        &analysis,
        expect![[r#"
            Paper: client contractor
            Client: name company
            Contractor: name company representative"#]],
    );
}

#[test]
fn parties_without_a_side_are_told_apart_by_letters_and_a_letterhead_is_the_issuers() {
    let two = document(&[
        ("party", "상호", &[], Some("company"), "가온누리", (100.0, 40.0)),
        ("party", "상호", &[], Some("company"), "다라", (100.0, 200.0)),
        ("party", "담당", &[], Some("person"), "한가람", (400.0, 700.0)),
    ]);
    check_parts(
        &two,
        expect![[r#"
            Paper: partyA partyB person
            Party: company
            Party: company"#]],
    );
    let one = document(&[
        ("party", "견적서", &[], None, "가온누리", (100.0, 40.0)),
        ("party", "수신", &[], Some("buyer"), "다라", (100.0, 60.0)),
    ]);
    check_parts(
        &one,
        expect![[r#"
            Paper: issuer buyer
            Party: name
            Party: name"#]],
    );
}

#[test]
fn what_one_label_says_several_times_is_one_part_and_equal_parts_share_a_record() {
    let contract = document(&[
        ("money", "계약금액", &[], Some("contract_price"), "KRW 1000", (100.0, 40.0)),
        ("money", "부가가치세", &[], Some("vat"), "KRW 100", (300.0, 40.0)),
        ("rate", "선금", &[], Some("deposit"), "1/5", (100.0, 80.0)),
        ("money", "선금", &[], Some("deposit"), "KRW 200", (200.0, 80.0)),
        ("money", "잔금", &[], Some("balance"), "KRW 800", (200.0, 100.0)),
        ("rate", "잔금", &[], None, "4/5", (300.0, 100.0)),
        ("rate", "지연이자", &[], Some("late_interest"), "1/20", (100.0, 140.0)),
        ("rate", "지체상금", &[], Some("delay_rate"), "1/800", (100.0, 160.0)),
        ("rate", "총액", &[], None, "1/10", (100.0, 180.0)),
        ("period", "비밀유지", &[], Some("confidentiality"), "3 years", (100.0, 200.0)),
    ]);
    check_parts(
        &contract,
        expect![[r#"
            Paper: price payment late confidentiality
            PriceSummary: gross vat
            PaymentPlan: advance final
            Instalment: share amount
            Instalment: share amount
            LateTerms: interest damages damagesAtMost"#]],
    );
}

#[test]
fn what_is_printed_again_says_so_and_rows_tell_their_values_apart() {
    let paper = document(&[
        ("money", "지급액", &[], None, "KRW 700", (100.0, 40.0)),
        ("quantity", "가람", &[], None, "3", (100.0, 100.0)),
        ("rate", "지분", &[], None, "3/4", (300.0, 100.0)),
        ("quantity", "나루", &[], None, "1", (100.0, 120.0)),
        ("rate", "지분", &[], None, "1/4", (300.0, 120.0)),
        ("money", "지급액", &[], None, "KRW 700", (100.0, 400.0)),
    ]);
    check_parts(
        &paper,
        expect![[r#"
            Paper: paidAmount garam stake naru
            PaidAmount: amount amountAgain
            Stake: garam naru"#]],
    );
}

#[test]
fn what_parties_have_in_common_is_one_record() {
    let known = |label: &'static str, x: f32| {
        [
            ("party", "상호", Some("company"), "가온누리", 40.0),
            ("text", "주소", Some("address"), "어느 길 1", 60.0),
            ("party", "성명", Some("person"), "한가람", 80.0),
        ]
        .map(|(kind, own, meaning, value, y)| (kind, own, label, meaning, value, (x, y)))
    };
    let mut all: Vec<_> =
        known("공급자", 100.0).into_iter().chain(known("공급받는자", 400.0)).collect();
    all.push(("phone", "팩스", "공급자", Some("phone"), "02-000-0000", (100.0, 100.0)));
    let headings: Vec<[&str; 1]> = all.iter().map(|it| [it.2]).collect();
    let given: Vec<Given<'_>> = all
        .iter()
        .zip(&headings)
        .map(|(it, also)| (it.0, it.1, also.as_slice(), it.3, it.4, it.5))
        .collect();
    check_parts(
        &document(&given),
        expect![[r#"
            Paper: supplier buyer
            Supplier: party phone
            Party: company person address
            Party: company person address"#]],
    );
}

#[test]
fn a_balance_that_is_carried_on_is_one_rule_of_the_table_over_its_pages() {
    check(
        "carried",
        expect![[r#"
        stated0 row = row.now.runningBalance.units
        computed0 row = row.before.runningBalance.units + (Domains.Core.given (MkMoney 0) row.now.credit).units - (Domains.Core.given (MkMoney 0) row.now.debit).units
        Rule0 items = (Domains.Facts.Sample.allStated0 items = Domains.Facts.Sample.allComputed0 items)
        column3_0 [] = 0
        column3_0 (row :: rows) = (Domains.Core.given (MkMoney 0) row.credit).units + Domains.Facts.Sample.column3_0 rows
        Rule1 items itemsFirstPageTotalCredit = (itemsFirstPageTotalCredit.units = Domains.Facts.Sample.column3_0 items)
        column7_0 [] = 0
        column7_0 (row :: rows) = (Domains.Core.given (MkMoney 0) row.debit).units + Domains.Facts.Sample.column7_0 rows
        Rule2 items itemsSecondPageTotalDebit = (itemsSecondPageTotalDebit.units = Domains.Facts.Sample.column7_0 items)"#]],
    );
    let analysis = sample("carried");
    let (stated, unstated) = stated(&analysis);
    assert_eq!(unstated, []);
    let carried: Vec<u32> = stated[0].rules.iter().map(|it| it.0).collect();
    assert_eq!((&carried, stated[0].refuted), (&vec![0, 1, 2, 4, 5, 6], true));
    let audit = audit("Sample", &analysis).text;
    for said in ["refuted0_5 :", "pick [0, 4, 1, 1] (Domains.Facts.Sample.stepsItem"] {
        assert!(audit.contains(said), "{said}: {audit}");
    }
    // Each row is asked about by the rule that it keeps, whichever row it is.
    let probe = probe("Sample", &analysis).module.text;
    for rule in carried.iter().filter(|it| **it != 5) {
        let asked = format!("control{rule} : Domains.Facts.Sample.Rule0");
        assert!(probe.contains(&asked), "{asked}: {probe}");
    }
}

#[test]
fn a_row_that_is_carried_on_otherwise_is_a_rule_of_its_own() {
    let groups = |analysis: &Analysis| -> Vec<Vec<u32>> {
        let of = |it: &Stated| it.rules.iter().map(|it| it.0).collect();
        stated(analysis).0.iter().map(of).collect()
    };
    // What a row takes away is added to it.
    let mut analysis = sample("carried");
    if let Relation::Sum { terms, .. } = &mut analysis.rules[5].relation {
        terms.last_mut().unwrap().negative = false;
    }
    assert_eq!(groups(&analysis), [vec![0, 1, 2, 4, 6], vec![3], vec![5], vec![7]]);
    // A row has an amount that its rule does not speak of.
    let mut analysis = sample("carried");
    let debit = analysis.fields.iter().find(|it| it.label == "출금액").unwrap();
    let mut besides = debit.clone();
    besides.id = FieldId(analysis.fields.len() as u32);
    analysis.tables[0].rows[3][2].fields = vec![besides.id];
    analysis.fields.push(besides);
    assert_eq!(groups(&analysis), [vec![0, 1, 4, 5, 6], vec![2], vec![3], vec![7]]);
}

#[test]
fn tables_of_two_headers_stay_two_lists() {
    let mut analysis = sample("carried");
    analysis.tables[1].columns[1] = "내용".to_owned();
    assert_eq!(Plan::new("Sample", &analysis).tables.len(), 2);
    let mut analysis = sample("carried");
    analysis.tables[1].page = 4;
    assert_eq!(Plan::new("Sample", &analysis).tables.len(), 2, "pages between are no page break");
    // A column that cannot be one list of values keeps the tables apart.
    let mut analysis = sample("carried");
    let date = analysis.tables[1].rows[0][0].fields[0];
    analysis.fields[date.0 as usize].value = crate::value::Value::Text("3/11".to_owned());
    let plan = Plan::new("Sample", &analysis);
    assert_eq!(plan.tables.len(), 2);
    assert!(plan.places.contains_key(&date));
}

#[test]
fn every_statement_that_holds_somewhere_refuses_another_value() {
    for name in FILLED {
        let analysis = sample(name);
        let plan = Plan::new("Sample", &analysis);
        let audit = audit("Sample", &analysis).text;
        for (at, it) in plan.obligations.iter().enumerate() {
            let n_sound = it.row_form.as_ref().map(|it| it.rows.len() - it.refuted.len());
            let sound = n_sound.map_or(!it.refuted, |it| it > 0);
            assert_eq!(audit.contains(&format!("refuses{at} :")), sound, "{name}: R{at}");
            let several = n_sound.is_some_and(|it| it > 1);
            assert_eq!(audit.contains(&format!("refusesAll{at} :")), several, "{name}: R{at}");
        }
        let probe = probe("Sample", &analysis);
        assert_eq!(probe.unasked, [], "{name}");
    }
}

#[test]
fn a_number_whose_check_digit_refutes_nothing_is_refused_with_another_one() {
    // The second is, one on, a number that a person could have.
    for (printed, refused) in
        [("290111-0004718", "290111-0004719"), ("290111-0004990", "290111-0004992")]
    {
        let mut analysis = sample("contract");
        let number = analysis.fields.iter_mut().find(|it| it.name == "clientNumber").unwrap();
        number.value = crate::value::Value::RegistrationNumber(printed.to_owned());
        crate::analysis::rules::evaluate(&mut analysis);
        let audit = audit("Sample", &analysis).text;
        assert!(audit.contains(&format!("  refuses3 : Domains.Facts.Sample.Rule3 \"{refused}\"")));
        assert_eq!(probe("Sample", &analysis).unasked, []);
    }
}

#[test]
fn a_row_of_a_long_list_is_changed_without_writing_the_list_again() {
    let text = audit("Sample", &sample("contract")).text;
    let shares = text.lines().find(|it| it.contains("Domains.Core.put"));
    assert!(shares.is_some_and(|it| it.contains(".printed.entries)")), "{text}");
}

#[test]
fn no_record_is_wider_than_the_compiler_bears() {
    let analysis = sample("wide");
    let plan = Plan::new("Sample", &analysis);
    assert!(plan.slots.len() > 2 * part::FLAT, "{} values are many", plan.slots.len());
    let (facts, model) = (facts("Sample", &analysis).text, model("Sample", &analysis).text);
    let mut seen = 0;
    for record in facts.split("\nrecord ").skip(1).chain(model.split("\nrecord ").skip(1)) {
        let (name, body) = record.split_once(' ').unwrap();
        let body = body.split("\n\n").next().unwrap();
        let fields = body.lines().filter(|it| it.starts_with("  ") && it.contains(" : "));
        let fields = fields.filter(|it| !it.trim_start().starts_with("|||")).count();
        assert!((1..=part::WIDTH).contains(&fields), "{name} has {fields} fields");
        seen += 1;
    }
    assert!(seen > 20, "{seen} records were looked at");
}
