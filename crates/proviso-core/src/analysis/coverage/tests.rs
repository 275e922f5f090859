//! What counts as covered.

use expect_test::{Expect, expect};

use super::super::fields::draft;
use super::super::layout::sketch;
use super::super::rules::discover;
use super::*;
use crate::doctype::DocumentTypes;

fn analysis(text: &str) -> Analysis {
    let types = DocumentTypes::shipped(&[]);
    discover(draft(&[sketch::document(text)], &types, None), &types)
}

/// What is said of a page, then each number that no field holds, amounts with `*`.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let it = analysis(text);
    let coverage = it.coverage.expect("a new analysis is counted");
    let thin = if coverage.is_thin() { thin(false) } else { "" };
    let mut out = format!("{}. {thin}", coverage.told(false)).trim_end().to_owned() + "\n";
    for number in &it.unheld {
        let mark = if number.amount { "*" } else { " " };
        out += &format!("{mark} {} page {}\n", number.place.text, number.place.page);
    }
    expect.assert_eq(&out);
}

/// A lease whose monthly sum contradicts its year's: no rule looks at either.
const LEASE: &str = "
                         LEASE AGREEMENT

 This Lease is made on March 1, 2031 between Harbor Row LLC (Landlord) and Ann Poe (Tenant).

 1. Term. The term begins on April 1, 2031 and ends on March 31, 2032.

 2. Rent. Tenant shall pay a monthly rent of $1,450.00, which is $18,400.00 for the year.

 3. Deposit. Tenant has paid a security deposit of $2,900.00.

 4. Late charge. Rent that is paid late bears a charge of $75.00.
";

#[test]
fn a_lease_with_a_contradiction_that_no_rule_looks_at_is_thin() {
    check(
        LEASE,
        expect![[r#"
            0 of 4 amounts cross-checked. Little of this page is cross-checked.
        "#]],
    );
}

#[test]
fn an_invoice_whose_sums_are_all_checked_is_not() {
    check(
        "
                    Invoice

 Invoice date: 2031-03-02

 Description                  Quantity          Unit price        Amount
 Pump maintenance                            3          1,200.00          3,600.00
 Travel                                     12             40.50            486.00
 Total                                                                    4,086.00
",
        expect![[r#"
            5 of 5 amounts cross-checked.
        "#]],
    );
}

#[test]
fn numbering_codes_days_and_names_are_no_numbers_that_count() {
    check(
        "
                         용역계약서

  계약번호 : HM-2031-0042

 제1조 (목적) 이 계약은 관악로 12길 7, 301호의 정비를 위한 것이다.

 제2조 (기간) 2031년 3월 2일부터 2031년 9월 1일까지로 한다.

 1. 담당: 김하나 02-345-6789
 2. 상세는 별지 3에 따른다.
 2.1 상세는 2031년 기준으로 한다.
",
        expect![[r#"
            no amounts are printed.
        "#]],
    );
}

#[test]
fn references_pages_and_postal_codes_are_no_numbers_that_count() {
    check(
        "
                     SUPPLY AGREEMENT
                       EXHIBIT 10.3

 Harbor Row LLC, 1140 Quay Street, Portland, OR 97201, and Ann Poe agree:

 2.1      Goods are supplied as Section 3.2 and Sections 4.10 and 4.2 say.
 2.2      Rule 248.30 applies, and so does version 1.2 of the plan.

                              7
",
        expect![[r#"
            no amounts are printed.
        "#]],
    );
}

#[test]
fn numbers_that_were_read_as_no_value_are_listed() {
    check(
        "
                      Statement of Work

 Prepared for Harbor Row LLC on March 1, 2031.

 The work is split in two parts of 18,400.00 and 9,215.50 and takes 140 kWh of power.
 Whoever is late by more than 12 % of the plan, or by 4713 units, pays for it.

   No.     Meter          Reading
   1       Basement       88,412
   2       Roof           1207
",
        expect![[r#"
            0 of 3 amounts cross-checked, 1 number in no field. Little of this page is cross-checked.
              1207 page 1
        "#]],
    );
}

#[test]
fn what_is_printed_counts_whether_it_was_understood_or_not() {
    // Five amounts that rules tie, and three that stand in none.
    check(
        "
                    Invoice

 Invoice date: 2031-03-02

 Description                  Quantity          Unit price        Amount
 Pump maintenance                            3          1,200.00          3,600.00
 Travel                                     12             40.50            486.00
 Total                                                                    4,086.00

 Deposit: USD 75.00

 The work is split in two parts of 18,400.00 and 9,215.50 that nobody names.
",
        expect![[r#"
            5 of 8 amounts cross-checked.
        "#]],
    );
}

#[test]
fn a_number_in_no_field_is_listed_with_its_place() {
    let it = analysis("Notes\n\n A sheet of 18,400 × 9,215 mm was asked for.\n");
    assert!(!it.unheld.is_empty(), "nobody reads these");
    for number in &it.unheld {
        assert!(!number.place.boxes.is_empty(), "{} has no place", number.place.text);
        let held = |field: &Field| field.evidence.overlaps(&number.place);
        assert!(!it.fields.iter().any(held), "{} is a field's", number.place.text);
    }
}

#[test]
fn a_rule_that_is_struck_ties_nothing_any_more_and_one_that_is_waived_does() {
    use crate::amend::{Amendment, Place, amend};
    let text = "
                    Invoice

 Description                  Quantity          Unit price        Amount
 Pump maintenance                            3          1,200.00          3,600.00
 Travel                                     12             40.50            486.00
 Total                                                                    4,096.00
";
    let mut it = analysis(text);
    let before = it.coverage;
    let refuted = it.rules.iter().find(|it| it.status == Status::Refuted).expect("a wrong total");
    let of = |id: FieldId| Place::of(&it, &it.fields[id.0 as usize].evidence).expect("its place");
    let places: Vec<Place> = refuted.relation.fields().into_iter().map(of).collect();
    let (rule, reason) = (refuted.name.clone(), "agreed".to_owned());
    let waiver = Amendment::Waiver { rule: rule.clone(), places: places.clone(), reason };
    assert_eq!(amend(&mut it, &[waiver]), 1);
    assert_eq!(it.coverage, before, "somebody looked at it");
    let strike = Amendment::Strike { rule, places, reason: "no sum".to_owned() };
    assert_eq!(amend(&mut it, &[strike]), 1);
    let tied = |it: Option<Coverage>| it.expect("counted").tied;
    assert!(tied(it.coverage) < tied(before), "nothing looks at the total any more");
}

#[test]
fn what_was_stored_before_it_was_counted_says_nothing() {
    let mut it = analysis(LEASE);
    let now = serde_json::to_string(&it).expect("an analysis is stored");
    let again: Analysis = serde_json::from_str(&now).expect("and loads");
    assert_eq!((again.coverage, &again.unheld), (it.coverage, &it.unheld));
    let mut old: serde_json::Value = serde_json::from_str(&now).expect("JSON");
    let all = old.as_object_mut().expect("an object");
    all.remove("unheld");
    all.insert("unexplained".to_owned(), serde_json::json!([]));
    all.insert("coverage".to_owned(), serde_json::json!({"explained": 4, "printed": 4}));
    let mut old: Analysis = serde_json::from_value(old).expect("an old analysis loads");
    assert_eq!((old.coverage, old.unheld.len()), (None, 0));
    super::super::rules::evaluate(&mut old);
    assert_eq!(old.coverage, None, "what nobody counted is not known later");
    it.coverage = None;
    let none: Analysis =
        serde_json::from_str(&serde_json::to_string(&it).expect("stored")).expect("loads");
    assert_eq!(none.coverage, None);
}

#[test]
fn half_is_not_thin_and_less_is() {
    let thin = |tied, printed| Coverage { tied, printed, unheld: 0 }.is_thin();
    assert_eq!(
        [(0, 0), (2, 4), (1, 3), (0, 1), (2, 3)].map(|it| thin(it.0, it.1)),
        [false, false, true, true, false]
    );
}
