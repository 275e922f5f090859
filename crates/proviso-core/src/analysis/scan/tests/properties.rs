//! What holds of the scanner whatever the text: order, boundaries, round trips.

use proptest::prelude::*;

use super::super::*;
use crate::number::Decimal;
use crate::value::Money;

#[track_caller]
fn well_formed(text: &str, context: &Context) {
    let mut end = 0;
    for it in scan(text, context) {
        assert!(it.range.start >= end && it.range.start < it.range.end, "order in {text:?}");
        assert!(text.get(it.range.clone()).is_some(), "boundaries in {text:?}");
        end = it.range.end;
        let mut inner = it.range.start;
        for part in &it.parts {
            assert!(inner <= part.range.start && part.range.end <= it.range.end, "{text:?}");
            assert!(text.get(part.range.clone()).is_some(), "{text:?}");
            inner = part.range.end;
        }
    }
    let mut end = 0;
    for it in words(text) {
        assert!(it.range.start >= end && text.get(it.range.clone()).is_some(), "{text:?}");
        end = it.range.end;
    }
    whole(text, context);
}

/// Text that is near to what the finders look for.
const BITS: &str = "[0-9]{1,4}|[,.·'/:~–-]|원|₩|금|일금|정|년|월|일|개월|시간|주|%|분의|만|억|천|백|이|삼|\
    오|한|이내|부터|까지|제|조|\\(|\\)|주식회사|㈜|가나| |\u{a0}|USD|\\$|€|Inc\\.|LLC|May|days|\
    thirty|thousand|dollars|and|50/100|×|△|@|a|\u{200b}|￦|１|壹|萬|圓|整|\n";

fn kinds() -> impl Strategy<Value = Option<Kind>> {
    proptest::option::of(proptest::sample::select(Kind::ALL.to_vec()))
}

proptest! {
    #[test]
    fn any_text_gives_ordered_ranges(text in "\\PC{0,80}", kind in kinds(), comma: bool) {
        let context = Context {
            expected: kind, decimal_comma: comma, year: Some(2025), ..Context::default()
        };
        well_formed(&text, &context);
    }

    #[test]
    fn texts_near_to_values_give_ordered_ranges(
        bits in proptest::collection::vec(BITS, 0..24), kind in kinds(), comma: bool, percent: bool,
    ) {
        let context = Context {
            expected: kind, decimal_comma: comma, year: Some(2025), percent, ..Context::default()
        };
        well_formed(&bits.concat(), &context);
    }

    #[test]
    fn spelled_numbers_read_back(number in -999_999_999_999_999_999_999_999i128..1_000_000_000_000_000_000_000_000i128) {
        prop_assert_eq!(parse_korean(&spell_korean(number)), Some(number));
    }

    #[test]
    fn spelled_amounts_are_found(number in 1i128..1_000_000_000_000_000) {
        let text = format!("계약금액은 금 {}원정으로 한다", spell_korean(number));
        let found = words(&text);
        prop_assert_eq!(found.len(), 1);
        prop_assert_eq!(&found[0].says, &Exact::from_integer(number.into()));
    }

    #[test]
    fn printed_won_reads_back(number in 0i128..10_000_000_000_000, style in 0usize..5, minus: bool) {
        let digits = number.to_string();
        let grouped: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|it| std::str::from_utf8(it).unwrap()).collect();
        let grouped = grouped.join(",");
        let sign = if minus { "-" } else { "" };
        let text = match style {
            0 => format!("{sign}₩{grouped}"),
            1 => format!("{sign}{grouped}원"),
            2 => format!("금 {sign}{grouped}원정"),
            3 => format!("KRW {sign}{grouped}"),
            _ => format!("{sign}{digits} 원"),
        };
        let found = scan(&text, &Context::default());
        let amount = Decimal::whole(if minus { -number } else { number });
        prop_assert_eq!(found.len(), 1, "{}", text);
        prop_assert_eq!(&found[0].value, &Value::Money(Money { currency: Currency::KRW, amount }));
        prop_assert_eq!(&text[found[0].range.clone()], text.as_str());
    }

    #[test]
    fn printed_dates_read_back(year in 1950u16..2050, month in 1u8..=12, day in 1u8..=28, style in 0usize..7) {
        let text = match style {
            0 => format!("{year}-{month:02}-{day:02}"),
            1 => format!("{year}. {month}. {day}."),
            2 => format!("{year}년 {month}월 {day}일"),
            3 => format!("{year}/{month}/{day}"),
            4 => format!("{day:02}.{month:02}.{year}"),
            5 => format!("{}년 {month}월 {day}일", year % 100),
            _ => format!("{year}年{month}月{day}日"),
        };
        if style == 5 && year % 100 < 10 {
            return Ok(());
        }
        let found = scan(&text, &Context::default());
        prop_assert_eq!(found.len(), 1, "{}", text);
        prop_assert_eq!(found[0].value.to_string(), format!("{year:04}-{month:02}-{day:02}"));
    }
}
