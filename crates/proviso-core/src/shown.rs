//! Values and equations as people read them; the canonical texts are for programs.

use crate::analysis::{Analysis, FieldId, Language, Operand, Relation, Rule, Sides, Status, rules};
use crate::number::{Decimal, Exact, show_exact};
use crate::value::{Kind, Money, Period, Value};
use serde::{Deserialize, Serialize};

/// A piece of an equation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EquationPart {
    /// The text; all together are the equation.
    pub text: String,
    /// The field whose value it is.
    pub field: Option<u32>,
}

/// A value with its digits grouped, without currency: `55,715,000`, `10%`, `2025-03-01`, `30일`.
pub fn plain(value: &Value, korean: bool) -> String {
    match value {
        Value::Money(it) => {
            let text = it.to_string();
            grouped(text.split_once(' ').map_or(text.as_str(), |it| it.1))
        }
        Value::Rate(it) => percent(it),
        Value::Quantity(it) => grouped(&it.to_string()),
        Value::Period(Period::Range { start, end }) => format!("{start} – {end}"),
        Value::Period(Period::Length { count, unit }) if korean => {
            format!("{count}{}", unit.korean())
        }
        other => other.to_string(),
    }
}

/// A value with its digits grouped, and its currency: `55,715,000원`, `USD 12.30`.
pub fn full(value: &Value, korean: bool) -> String {
    match value {
        Value::Money(it) if korean && it.currency.code() == "KRW" => {
            format!("{}원", plain(value, korean))
        }
        Value::Money(it) => format!("{} {}", it.currency.code(), plain(value, korean)),
        other => plain(other, korean),
    }
}

/// A moment's day of the calendar, `2025-03-01`; in universal time, as the reader may be anywhere.
pub fn day(at_ms: i64) -> String {
    let (year, month, day) = calendar_day(at_ms.div_euclid(86_400_000));
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1970.
/// Source: Howard Hinnant, chrono-compatible low-level date algorithms, `civil_from_days`.
fn calendar_day(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// A fraction as a percentage where it is a short one.
fn percent(it: &Exact) -> String {
    let hundred = it * Exact::from_integer(100.into());
    let text = show_exact(&hundred);
    let decimal = Decimal::from_exact(&hundred).map(|it| it.to_string());
    match decimal {
        Some(decimal) if decimal.len() <= 8 => format!("{decimal}%"),
        _ if text.contains('/') => show_exact(it),
        _ => format!("{text}%"),
    }
}

/// Digits grouped by threes, in every number that a text begins with; the rest as it is.
pub fn grouped(text: &str) -> String {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let n = rest.chars().take_while(char::is_ascii_digit).count();
    let (digits, tail) = rest.split_at(n);
    let mut out = String::from(sign);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (n - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out + tail
}

/// What a side of a rule is, where its canonical text tells: an amount, a period, a plain number.
fn side(text: &str) -> Option<Value> {
    let kinds = [Kind::Money, Kind::Period, Kind::Quantity];
    kinds.into_iter().find_map(|it| Value::parse(it, text).ok())
}

/// A side of a rule with its currency, as people of a language write it.
pub fn full_side(text: &str, korean: bool) -> String {
    side(text).map_or_else(|| text.to_owned(), |it| full(&it, korean))
}

/// What a document prints less what the rule computes, where both are amounts of one currency.
pub fn difference(sides: &Sides, korean: bool) -> Option<String> {
    let amount = |text: &str| match Value::parse(Kind::Money, text) {
        Ok(Value::Money(it)) => Some(it),
        _ => None,
    };
    let (printed, computed) = (amount(&sides.printed)?, amount(&sides.computed)?);
    let by = printed.amount.exact() - computed.amount.exact();
    let sign = if crate::number::sign(&by) > 0 { "+" } else { "" };
    let amount = Decimal::from_exact(&by)?;
    let value = Value::Money(Money { currency: printed.currency, amount });
    let shown = full(&value, korean);
    (printed.currency == computed.currency).then(|| format!("{sign}{shown}"))
}

/// A rule with the document's numbers in it: `50,650,000 + 5,065,000 = 55,715,000 ≠ 55,700,000`.
pub fn equation(analysis: &Analysis, rule: &Rule) -> String {
    parts(analysis, rule).into_iter().map(|it| it.text).collect()
}

/// The same in pieces, of which some are fields.
pub fn parts(analysis: &Analysis, rule: &Rule) -> Vec<EquationPart> {
    let is_rate =
        |id: &FieldId| analysis.field(*id).is_some_and(|it| it.value.kind() == Kind::Rate);
    let shares =
        matches!(rule.relation, Relation::Sum { .. }) && rule.relation.fields().iter().all(is_rate);
    let korean = analysis.language == Language::Ko;
    let mut out = Parts { analysis, korean, shares, all: Vec::new() };
    let result = match &rule.relation {
        Relation::Sum { terms, result } => {
            for (i, term) in terms.iter().enumerate() {
                // Long columns are told by their ends; the rows are listed with the places.
                if terms.len() > 8 && (4..terms.len() - 2).contains(&i) {
                    if i == 4 {
                        out.say(" + …");
                    }
                    continue;
                }
                out.say(match (i, term.negative) {
                    (0, false) => "",
                    (0, true) => "−",
                    (_, false) => " + ",
                    (_, true) => " − ",
                });
                out.operand(&term.operand);
            }
            Some(result.clone())
        }
        Relation::Product { factors, result, .. } => {
            let (factors, minus) = rules::unsigned(factors);
            for (i, it) in factors.iter().enumerate() {
                out.say(match (i, minus) {
                    (0, false) => "",
                    (0, true) => "−",
                    _ => " × ",
                });
                out.operand(it);
            }
            Some(result.clone())
        }
        Relation::Rate { base, rate, result, negated, .. } => {
            out.say(if *negated { "−" } else { "" });
            out.operand(base);
            out.say(" × ");
            match rate {
                Operand::Constant(it) => out.say(&percent(it)),
                Operand::Field(id) => out.field(*id),
            }
            Some(result.clone())
        }
        Relation::Words { text, amount, .. } => {
            out.say(&format!("“{text}”"));
            Some(Operand::Field(*amount))
        }
        Relation::Length { start, end, length } => {
            out.field(*start);
            out.say(" – ");
            out.field(*end);
            Some(Operand::Field(*length))
        }
        // The others are values that stand to one another.
        other => {
            let sign = match other.kind().sign {
                "=" if rule.status != Status::Holds => "≠",
                it => it,
            };
            for (i, it) in other.fields().into_iter().enumerate() {
                if i > 0 {
                    out.say(&format!(" {sign} "));
                }
                out.field(it);
            }
            return out.all;
        }
    };
    match (&rule.sides, result) {
        (Some(sides), result) => {
            out.say(&format!(" = {} ≠ ", out.side(&sides.computed)));
            let text = out.side(&sides.printed);
            let field = match result {
                Some(Operand::Field(id)) => Some(id.0),
                _ => None,
            };
            out.all.push(EquationPart { text, field });
        }
        (None, Some(result)) if rule.status == Status::Holds => {
            out.say(" = ");
            out.operand(&result);
        }
        _ => {}
    }
    out.all
}

struct Parts<'a> {
    analysis: &'a Analysis,
    /// Whether the document is Korean: its numbers stand as its readers write them.
    korean: bool,
    /// Whether all of it are shares, so that the whole is 100% and not 1.
    shares: bool,
    all: Vec<EquationPart>,
}

impl Parts<'_> {
    fn say(&mut self, text: &str) {
        if !text.is_empty() {
            self.all.push(EquationPart { text: text.to_owned(), field: None });
        }
    }
    fn field(&mut self, id: FieldId) {
        let value = self.analysis.field(id).map(|it| plain(&it.value, self.korean));
        let text = value.unwrap_or_else(|| "?".to_owned());
        self.all.push(EquationPart { text, field: Some(id.0) });
    }
    fn side(&self, text: &str) -> String {
        match text.parse::<Decimal>() {
            Ok(it) if self.shares => percent(&it.exact()),
            _ => side(text).map_or_else(|| text.to_owned(), |it| plain(&it, self.korean)),
        }
    }
    fn operand(&mut self, it: &Operand) {
        match it {
            Operand::Field(id) => self.field(*id),
            Operand::Constant(it) if self.shares => self.say(&percent(it)),
            Operand::Constant(it) => self.say(&grouped(&show_exact(it))),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::{Evidence, Field, Route, RuleId, Support, Term};

    use super::*;

    /// A value of a kind, in a table.
    fn field(id: u32, kind: Kind, canonical: &str) -> Field {
        Field {
            id: FieldId(id),
            name: format!("f{id}"),
            label: String::new(),
            also: Vec::new(),
            meaning: None,
            value: Value::parse(kind, canonical).unwrap(),
            evidence: Evidence { document: 0, page: 1, boxes: Vec::new(), text: String::new() },
            confidence: 1.0,
            route: Route::Table,
            cell: None,
            reading: None,
            was: Vec::new(),
            belongs: None,
        }
    }

    /// The equation of a rule over values, which are its fields in order.
    #[track_caller]
    fn reads(
        language: Language,
        values: &[(Kind, &str)],
        relation: &Relation,
        sides: Option<(&str, &str)>,
        expected: &str,
    ) {
        let fields = (0u32..).zip(values).map(|(id, (kind, text))| field(id, *kind, text));
        let side = |(printed, computed): (&str, &str)| Sides {
            printed: printed.to_owned(),
            computed: computed.to_owned(),
        };
        let rule = Rule {
            id: RuleId(0),
            name: String::new(),
            statement: String::new(),
            expression: String::new(),
            relation: relation.clone(),
            status: if sides.is_some() { Status::Refuted } else { Status::Holds },
            sides: sides.map(side),
            support: Support::Template,
            mends: Vec::new(),
            waived: None,
        };
        let analysis = Analysis {
            documents: Vec::new(),
            document_type: "contract".to_owned(),
            language,
            title: String::new(),
            fields: fields.collect(),
            tables: Vec::new(),
            rules: Vec::new(),
            clauses: Vec::new(),
            unheld: Vec::new(),
            coverage: None,
            notes: Vec::new(),
        };
        assert_eq!(equation(&analysis, &rule), expected);
    }

    #[test]
    fn lengths_of_time_in_equations_are_in_the_documents_language() {
        let values = |length| {
            let (start, end) = ((Kind::Date, "2025-01-01"), (Kind::Date, "2025-01-30"));
            [start, end, (Kind::Period, length)]
        };
        let length = Relation::Length { start: FieldId(0), end: FieldId(1), length: FieldId(2) };
        let (ko, en) = (Language::Ko, Language::En);
        reads(ko, &values("30 days"), &length, None, "2025-01-01 – 2025-01-30 = 30일");
        reads(en, &values("30 days"), &length, None, "2025-01-01 – 2025-01-30 = 30 days");
        let sides = Some(("31 days", "30 days"));
        reads(ko, &values("31 days"), &length, sides, "2025-01-01 – 2025-01-30 = 30일 ≠ 31일");
    }

    #[test]
    fn amounts_in_equations_have_no_currency() {
        let sum = Relation::Sum {
            terms: [0, 1]
                .map(|it| Term { operand: Operand::Field(FieldId(it)), negative: false })
                .to_vec(),
            result: Operand::Field(FieldId(2)),
        };
        let values = ["KRW 1000", "KRW 200", "KRW 1300"].map(|it| (Kind::Money, it));
        let sides = Some(("KRW 1300", "KRW 1200"));
        reads(Language::Ko, &values, &sum, sides, "1,000 + 200 = 1,200 ≠ 1,300");
    }

    #[test]
    fn shares_make_a_whole_of_a_hundred_per_cent() {
        let terms =
            [0, 1, 2].map(|it| Term { operand: Operand::Field(FieldId(it)), negative: false });
        let whole = Operand::Constant(Exact::from_integer(1.into()));
        let sum = Relation::Sum { terms: terms.to_vec(), result: whole };
        let values = ["1/5", "3/10", "1/2"].map(|it| (Kind::Rate, it));
        reads(Language::Ko, &values, &sum, None, "20% + 30% + 50% = 100%");
        let values = ["1/5", "3/10", "2/5"].map(|it| (Kind::Rate, it));
        let sides = Some(("1", "0.9"));
        reads(Language::Ko, &values, &sum, sides, "20% + 30% + 40% = 90% ≠ 100%");
    }

    #[test]
    fn a_side_is_written_as_its_reader_writes_it() {
        let of = |text| [full_side(text, true), full_side(text, false)];
        assert_eq!(of("30 days"), ["30일", "30 days"]);
        assert_eq!(of("KRW 252000"), ["252,000원", "KRW 252,000"]);
        assert_eq!(of("1500"), ["1,500", "1,500"]);
        assert_eq!(of("2025-01-01"), ["2025-01-01", "2025-01-01"]);
    }

    #[track_caller]
    fn check(kind: Kind, canonical: &str, plainly: &str, fully: &str) {
        let value = Value::parse(kind, canonical).unwrap();
        assert_eq!((plain(&value, false).as_str(), full(&value, true).as_str()), (plainly, fully));
    }

    #[test]
    fn a_moment_has_its_day() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(1_709_164_800_000), "2024-02-29");
        assert_eq!(day(1_709_251_199_999), "2024-02-29");
        assert_eq!(day(1_709_251_200_000), "2024-03-01");
    }

    #[test]
    fn a_difference_has_its_sign_and_currency() {
        let sides = |printed: &str, computed: &str| {
            let sides = Sides { printed: printed.to_owned(), computed: computed.to_owned() };
            difference(&sides, false)
        };
        assert_eq!(sides("KRW 1230000", "KRW 1320000").as_deref(), Some("KRW -90,000"));
        assert_eq!(sides("USD 12.30", "USD 12.00").as_deref(), Some("+USD 0.30"));
        assert_eq!(sides("USD 12.30", "EUR 12.00"), None);
        assert_eq!(sides("2025-01-01", "2025-01-02"), None);
    }

    #[test]
    fn values_are_shown_as_people_write_them() {
        check(Kind::Money, "KRW 55715000", "55,715,000", "55,715,000원");
        check(Kind::Money, "KRW -1200", "-1,200", "-1,200원");
        check(Kind::Money, "USD 1234.50", "1,234.50", "USD 1,234.50");
        check(Kind::Rate, "1/10", "10%", "10%");
        check(Kind::Rate, "3/2000", "0.15%", "0.15%");
        check(Kind::Rate, "1/3", "1/3", "1/3");
        check(Kind::Quantity, "1500", "1,500", "1,500");
        check(Kind::Date, "2025-03-01", "2025-03-01", "2025-03-01");
        check(Kind::Period, "30 days", "30 days", "30일");
        check(Kind::Period, "24 months", "24 months", "24개월");
    }
}
