//! What members are called where their usual names are taken.

use expect_test::expect;

use super::{check_parts, document};

#[test]
fn a_structure_whose_name_is_taken_is_called_in_small_letters() {
    let invoice = document(&[
        ("money", "Price", &[], None, "KRW 900", (100.0, 20.0)),
        ("money", "계약금액", &[], Some("contract_price"), "KRW 1000", (100.0, 400.0)),
        ("money", "부가가치세", &[], Some("vat"), "KRW 100", (300.0, 400.0)),
    ]);
    check_parts(
        &invoice,
        expect![[r#"
        Paper: price priceSummary
        PriceSummary: gross vat"#]],
    );
}
