//! The documents of `direction/cases`, and those of `direction/cases/office`, against their truth:
//! what is found, and that nothing false is claimed.
//!
//! **Invariant:** a mistake that is planted is found, and nothing else is called one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::{Expect, expect};
use serde_json::Value;

const FORMATS: [&str; 8] = ["pdf", "txt", "hwpx", "hwp", "docx", "xlsx", "doc", "xls"];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../direction/cases")
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// A value without what does not count: the sign, and zeros behind the decimal point.
fn plain(value: &str) -> String {
    let value = value.replace(" -", " ");
    let value = value.trim_start_matches('-');
    match value.contains('.') {
        true => value.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => value.to_owned(),
    }
}

/// What a relation says, with sums and differences, products and rates taken as one, and whether
/// it is true. A chain of dates counts by its pairs.
fn said(relation: &Value) -> Vec<(String, bool)> {
    let kind = text(relation, "relation");
    let holds = relation["holds"].as_bool().unwrap_or(true);
    let mut values: Vec<String> =
        list(relation, "terms").iter().filter_map(Value::as_str).map(plain).collect();
    values.extend(
        ["base", "rate", "result", "value"]
            .iter()
            .filter_map(|it| relation[*it].as_str())
            .map(plain),
    );
    if kind == "ordered" {
        let pairs = values.windows(2).map(|it| {
            let right = it[0] <= it[1];
            (format!("ordered {} {}", it[0], it[1]), right || holds)
        });
        return pairs.collect();
    }
    let kind = match kind {
        "sum" | "difference" => "add",
        "product" | "rate" => "multiply",
        it => it,
    };
    values.sort();
    vec![(format!("{kind} {}", values.join(" ")), holds)]
}

fn relations(of: &Value) -> BTreeMap<String, bool> {
    let mut all = BTreeMap::new();
    for (key, holds) in list(of, "relations").iter().flat_map(said) {
        *all.entry(key).or_insert(true) &= holds;
    }
    all
}

/// Fields that are no texts: those are a matter of taste.
fn fields(of: &Value) -> Vec<String> {
    let mut all: Vec<String> = list(of, "fields")
        .iter()
        .filter(|it| text(it, "kind") != "text")
        .map(|it| {
            let squashed: String =
                text(it, "value").chars().filter(|it| !it.is_whitespace()).collect();
            format!("{} {}", text(it, "kind"), plain(&squashed))
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Analyzes a case and tells what of its truth was found.
#[track_caller]
fn check(name: &str, expect: Expect) {
    let places = [directory(), directory().join("office")];
    let (directory, file) = places
        .iter()
        .flat_map(|place| FORMATS.iter().map(move |it| (place, place.join(format!("{name}.{it}")))))
        .find(|it| it.1.exists())
        .unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_proviso"))
        .args(["analyze", "--json"])
        .arg(&file)
        .output()
        .unwrap();
    let found: Value = serde_json::from_slice(&out.stdout).unwrap();
    let truth = std::fs::read(directory.join(format!("{name}.truth.json"))).unwrap();
    let truth: Value = serde_json::from_slice(&truth).unwrap();
    let (given, wanted) = (fields(&found), fields(&truth));
    let n_fields = wanted.iter().filter(|it| given.contains(it)).count();
    let (ours, theirs) = (relations(&found), relations(&truth));
    let n_relations = theirs.keys().filter(|it| ours.contains_key(*it)).count();
    let wrong = |of: &BTreeMap<String, bool>| -> Vec<String> {
        of.iter().filter(|it| !it.1).map(|it| it.0.clone()).collect()
    };
    assert_eq!(wrong(&ours), wrong(&theirs), "what is called a mistake in {name}");
    expect.assert_eq(&format!(
        "{}: {n_fields}/{} fields, {} too many; {n_relations}/{} relations",
        text(&found, "document_type"),
        wanted.len(),
        given.iter().filter(|it| !wanted.contains(it)).count(),
        theirs.len(),
    ));
}

#[test]
fn instalments_that_miss_the_price() {
    check(
        "subcontract_instalments",
        expect!["contract: 27/28 fields, 1 too many; 11/11 relations"],
    );
}

#[test]
fn a_line_with_a_wrong_tax() {
    check("tax_invoice_line_tax", expect!["invoice: 32/32 fields, 0 too many; 14/14 relations"]);
}

#[test]
fn an_amount_carried_over_wrongly() {
    check("slip_over_two_pages", expect!["invoice: 71/71 fields, 2 too many; 29/29 relations"]);
}

#[test]
fn a_tax_with_two_digits_swapped() {
    check("consultancy_invoice", expect!["invoice: 21/21 fields, 0 too many; 8/8 relations"]);
}

#[test]
fn amounts_in_sentences_of_plain_text() {
    check("design_service", expect!["contract: 23/23 fields, 0 too many; 7/7 relations"]);
}

#[test]
fn clauses_in_two_columns() {
    check("supply_in_two_columns", expect!["contract: 34/34 fields, 0 too many; 10/10 relations"]);
}

#[test]
fn an_english_lease() {
    check("commercial_lease", expect!["contract: 29/29 fields, 1 too many; 2/4 relations"]);
}

#[test]
fn a_german_invoice() {
    check("rechnung_two_line_header", expect!["invoice: 26/27 fields, 0 too many; 7/7 relations"]);
}

#[test]
fn a_table_of_parties_in_hwpx() {
    check("equipment_purchase", expect!["contract: 33/33 fields, 0 too many; 15/15 relations"]);
}

#[test]
fn a_subtotal_of_merged_rows_in_hwpx() {
    check("travel_settlement", expect!["approval: 18/18 fields, 1 too many; 7/7 relations"]);
}

#[test]
fn a_wrong_line_in_hwp() {
    check("delivery_statement", expect!["invoice: 38/38 fields, 0 too many; 16/16 relations"]);
}

#[test]
fn deductions_that_do_not_add_up_in_hwp() {
    check("payslip", expect!["payslip: 23/23 fields, 0 too many; 5/5 relations"]);
}

#[test]
fn instalments_that_miss_the_fee_in_docx() {
    check("design_agreement", expect!["contract: 25/25 fields, 0 too many; 10/10 relations"]);
}

#[test]
fn a_typed_total_over_converted_expenses_in_xlsx() {
    check("travel_expense_report", expect!["approval: 22/22 fields, 0 too many; 2/5 relations"]);
}

#[test]
fn a_supply_agreement_in_doc() {
    check("supply_agreement", expect!["contract: 35/35 fields, 1 too many; 16/16 relations"]);
}

#[test]
fn a_tax_that_is_no_tenth_in_xls() {
    check("monthly_transactions", expect!["invoice: 33/33 fields, 0 too many; 10/10 relations"]);
}

#[test]
fn a_tax_with_two_digits_swapped_in_hwp() {
    check("outdoor_fabric_order", expect!["other: 41/41 fields, 0 too many; 14/14 relations"]);
}

#[test]
fn payees_and_withheld_taxes_in_hwpx() {
    check("welfare_outing_expense", expect!["approval: 33/33 fields, 0 too many; 11/13 relations"]);
}

#[test]
fn a_total_that_all_else_follows_in_docx() {
    check(
        "calibration_services_agreement",
        expect!["contract: 55/55 fields, 0 too many; 18/18 relations"],
    );
}

#[test]
fn meters_and_arrears_in_xlsx() {
    check(
        "building_management_charges",
        expect!["statement: 48/49 fields, 1 too many; 23/24 relations"],
    );
}

#[test]
fn a_balance_of_a_slip_with_two_digits_swapped() {
    check("slip_with_balance", expect!["invoice: 49/49 fields, 0 too many; 22/22 relations"]);
}

#[test]
fn entries_of_a_bank_under_heads_of_three_lines() {
    check("bank_statement", expect!["statement: 73/74 fields, 2 too many; 44/47 relations"]);
}

#[test]
fn expenses_that_a_summary_by_account_gets_wrong() {
    check("expenses_by_account", expect!["approval: 45/45 fields, 0 too many; 13/13 relations"]);
}

#[test]
fn the_official_form_with_digits_in_cells() {
    check("official_tax_invoice", expect!["invoice: 29/29 fields, 0 too many; 13/13 relations"]);
}

#[test]
fn overtime_that_its_formula_does_not_give() {
    check("payslip_with_formulas", expect!["payslip: 48/49 fields, 1 too many; 15/15 relations"]);
}

#[test]
fn an_order_in_two_deliveries() {
    check("order_in_two_deliveries", expect!["other: 63/63 fields, 0 too many; 24/25 relations"]);
}

#[test]
fn expenses_in_three_currencies_in_xlsx() {
    check(
        "travel_in_three_currencies",
        expect!["approval: 45/46 fields, 1 too many; 18/19 relations"],
    );
}
