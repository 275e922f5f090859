//! What a generated paper says: values, where they are printed, and the relations between them.
//!
//! **Invariant:** relations are worked out again from what is printed, never declared: a planted
//! mistake changes a printed value, and every relation that no longer holds is a false one.

use serde_json::{Value as Json, json};

/// A currency that papers are made out in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Currency {
    Krw,
    Usd,
}

/// A value, exact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// Won or cents.
    Money(Currency, i64),
    /// A fraction.
    Rate(i64, i64),
    Quantity(i64),
    /// Days since 1970-01-01.
    Date(i64),
    Months(i64),
    Party(String),
    /// A Korean business number with its check digit.
    Registration(String),
}

impl Value {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Value::Money(..) => "money",
            Value::Rate(..) => "rate",
            Value::Quantity(_) => "quantity",
            Value::Date(_) => "date",
            Value::Months(_) => "period",
            Value::Party(_) => "party",
            Value::Registration(_) => "registration_number",
        }
    }

    /// As a truth has it.
    pub(super) fn canonical(&self) -> String {
        match self {
            Value::Money(Currency::Krw, it) => format!("KRW {it}"),
            Value::Money(Currency::Usd, it) => {
                let sign = if *it < 0 { "-" } else { "" };
                format!("USD {sign}{}.{:02}", it.abs() / 100, it.abs() % 100)
            }
            Value::Rate(n, d) => {
                let by = divisor(*n, *d);
                if d / by == 1 { (n / by).to_string() } else { format!("{}/{}", n / by, d / by) }
            }
            Value::Quantity(it) => it.to_string(),
            Value::Date(it) => {
                let (year, month, day) = civil(*it);
                format!("{year:04}-{month:02}-{day:02}")
            }
            Value::Months(it) => format!("{it} months"),
            Value::Party(it) | Value::Registration(it) => it.clone(),
        }
    }

    /// As a fraction, where it counts something: money in the main unit.
    fn number(&self) -> Option<(i128, i128)> {
        Some(match self {
            Value::Money(Currency::Usd, it) => (i128::from(*it), 100),
            Value::Money(Currency::Krw, it) | Value::Quantity(it) | Value::Date(it) => {
                (i128::from(*it), 1)
            }
            Value::Rate(n, d) => (i128::from(*n), i128::from(*d)),
            _ => return None,
        })
    }
}

pub(super) fn divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs().max(1), b.abs().max(1));
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Year, month and day of a day since 1970-01-01.
///
/// Source: Howard Hinnant, chrono-compatible low-level date algorithms, `civil_from_days`.
pub(super) fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// A value that is printed once, and the labels that it stands under.
#[derive(Debug, Clone)]
pub(super) struct Fact {
    pub labels: Vec<String>,
    pub value: Value,
    /// The row of the item table, from 0.
    pub line: Option<usize>,
}

/// The number of a fact.
pub(super) type Id = usize;

/// What holds between facts.
#[derive(Debug, Clone)]
pub(super) enum Relation {
    Sum(Vec<Id>, Id),
    /// First minus the others.
    Difference(Vec<Id>, Id),
    /// Cut to the smallest unit, if it has to be.
    Product(Vec<Id>, Id),
    /// Base, rate, result, and the unit that is cut to: 1 or 10 won, a cent.
    Rate(Id, Id, Id, i64),
    /// A rate that is printed nowhere, as a fraction; and the unit that is cut to.
    Untold(Id, (i64, i64), Id, i64),
    /// What was there, what came in, what went out, what is left.
    Carried(Id, Id, Id, Id),
    /// Parts of a whole.
    Whole(Vec<Id>),
    Ordered(Id, Id),
    Checksum(Id),
    /// An amount in words.
    Words(String, Value, Id),
}

/// Something printed, from top to bottom.
#[derive(Debug, Clone)]
pub(super) enum Block {
    /// Labels, each beside its value.
    Pairs(Vec<Id>),
    /// A table: heads, rows, and rows of totals.
    Table { heads: Vec<String>, rows: Vec<Vec<Shown>>, totals: Vec<Vec<Shown>> },
    /// A sentence that says nothing that counts.
    Note(String),
    /// A label and a text: an amount in words.
    Said(String, String),
}

/// A cell.
#[derive(Debug, Clone)]
pub(super) enum Shown {
    Text(String),
    Fact(Id),
    Empty,
}

/// A paper before it has a style.
#[derive(Debug, Clone)]
pub(super) struct Paper {
    pub structure: String,
    pub korean: bool,
    pub document_type: &'static str,
    pub title: String,
    pub facts: Vec<Fact>,
    pub blocks: Vec<Block>,
    pub relations: Vec<Relation>,
}

impl Paper {
    fn number(&self, id: Id) -> (i128, i128) {
        self.facts[id].value.number().unwrap_or((0, 1))
    }

    /// The smallest unit that a fact is printed in, as a fraction.
    fn unit(&self, id: Id) -> (i128, i128) {
        match self.facts[id].value {
            Value::Money(Currency::Usd, _) => (1, 100),
            _ => (1, 1),
        }
    }

    /// Whether a relation holds between the values as they are printed.
    pub(super) fn holds(&self, relation: &Relation) -> bool {
        let total = |ids: &[Id]| {
            ids.iter()
                .map(|it| self.number(*it))
                .fold((0, 1), |a, b| (a.0 * b.1 + b.0 * a.1, a.1 * b.1))
        };
        let same = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 == b.0 * a.1;
        let cut =
            |(n, d): (i128, i128), (un, ud): (i128, i128)| ((n * ud).div_euclid(d * un) * un, ud);
        match relation {
            Relation::Sum(terms, result) => same(total(terms), self.number(*result)),
            Relation::Difference(terms, result) => {
                let rest = terms[1..].iter().chain([result]).copied().collect::<Vec<_>>();
                same(self.number(terms[0]), total(&rest))
            }
            Relation::Product(terms, result) => {
                let exact = terms
                    .iter()
                    .map(|it| self.number(*it))
                    .fold((1, 1), |a, b| (a.0 * b.0, a.1 * b.1));
                same(cut(exact, self.unit(*result)), self.number(*result))
            }
            Relation::Rate(base, rate, result, unit) => {
                let ((bn, bd), (rn, rd)) = (self.number(*base), self.number(*rate));
                let (un, ud) = self.unit(*result);
                let unit = (un * i128::from(*unit), ud);
                same(cut((bn * rn, bd * rd), unit), self.number(*result))
            }
            Relation::Untold(base, (n, d), result, unit) => {
                let (bn, bd) = self.number(*base);
                let exact = (bn * i128::from(*n), bd * i128::from(*d));
                let (un, ud) = self.unit(*result);
                same(cut(exact, (un * i128::from(*unit), ud)), self.number(*result))
            }
            Relation::Carried(opening, increase, decrease, closing) => {
                same(total(&[*opening, *increase]), total(&[*closing, *decrease]))
            }
            Relation::Whole(parts) => same(total(parts), (1, 1)),
            Relation::Ordered(first, second) => self.number(*first).0 <= self.number(*second).0,
            Relation::Checksum(id) => match &self.facts[*id].value {
                Value::Registration(it) => is_checked(it),
                _ => false,
            },
            Relation::Words(_, said, id) => *said == self.facts[*id].value,
        }
    }

    fn relation(&self, relation: &Relation) -> Json {
        let text = |id: &Id| self.facts[*id].value.canonical();
        let texts = |ids: &[Id]| ids.iter().map(text).collect::<Vec<_>>();
        let mut out = match relation {
            Relation::Sum(terms, result) => {
                json!({"relation": "sum", "terms": texts(terms), "result": text(result)})
            }
            Relation::Difference(terms, result) => {
                json!({"relation": "difference", "terms": texts(terms), "result": text(result)})
            }
            Relation::Product(terms, result) => {
                json!({"relation": "product", "terms": texts(terms), "result": text(result)})
            }
            Relation::Rate(base, rate, result, unit) => {
                let mut out = json!({"relation": "rate", "base": text(base), "rate": text(rate),
                    "rounding": "floor", "result": text(result)});
                if *unit != 1 {
                    out["unit"] = json!(unit.to_string());
                }
                out
            }
            Relation::Untold(base, (n, d), result, _) => json!({"relation": "rate",
                "base": text(base), "rate": Value::Rate(*n, *d).canonical(),
                "rounding": "floor", "result": text(result)}),
            Relation::Carried(opening, increase, decrease, closing) => {
                let taken = match &self.facts[*decrease].value {
                    Value::Money(currency, it) => Value::Money(*currency, -it).canonical(),
                    other => other.canonical(),
                };
                let terms = [text(opening), text(increase), taken];
                json!({"relation": "sum", "terms": terms, "result": text(closing)})
            }
            Relation::Whole(parts) => {
                json!({"relation": "sum", "terms": texts(parts), "result": "1"})
            }
            Relation::Ordered(first, second) => {
                json!({"relation": "ordered", "terms": [text(first), text(second)]})
            }
            Relation::Checksum(id) => json!({"relation": "checksum", "value": text(id)}),
            Relation::Words(said, _, id) => {
                json!({"relation": "words", "text": said, "result": text(id)})
            }
        };
        out["holds"] = json!(self.holds(relation));
        out
    }

    /// Makes a printed amount wrong: two neighboring digits of a result are swapped, so that some
    /// relation fails. None where no amount of the paper can be made wrong so.
    pub(super) fn plant(&mut self, mut choose: impl FnMut(usize) -> usize) -> Option<Id> {
        let results: Vec<Id> = self
            .relations
            .iter()
            .filter_map(|it| match it {
                Relation::Sum(_, it) | Relation::Difference(_, it) | Relation::Product(_, it) => {
                    Some(*it)
                }
                Relation::Rate(_, _, it, _) | Relation::Carried(_, _, _, it) => Some(*it),
                _ => None,
            })
            .collect();
        for _ in 0..20 {
            let id = *results.get(choose(results.len().max(1)))?;
            let Value::Money(currency, amount) = self.facts[id].value else { continue };
            let mut digits: Vec<u8> = amount.abs().to_string().into_bytes();
            let at = choose(digits.len());
            if at + 1 >= digits.len()
                || digits[at] == digits[at + 1]
                || (at == 0 && digits[1] == b'0')
            {
                continue;
            }
            digits.swap(at, at + 1);
            let swapped: i64 = String::from_utf8(digits).ok()?.parse().ok()?;
            let before = self.facts[id].value.clone();
            self.facts[id].value = Value::Money(currency, swapped * amount.signum());
            // One slip breaks one relation or two; a price that many shares follow is no slip.
            let n_false = self.relations.iter().filter(|it| !self.holds(it)).count();
            if (1..=2).contains(&n_false) {
                return Some(id);
            }
            self.facts[id].value = before;
        }
        None
    }

    /// The truth about it, as `score.py` reads it.
    pub(super) fn truth(&self) -> Json {
        let mut fields = Vec::new();
        for it in &self.facts {
            for label in &it.labels {
                let mut field = json!({"label": label, "kind": it.value.kind(),
                    "value": it.value.canonical()});
                if let Some(line) = it.line {
                    field["line"] = json!(line);
                }
                fields.push(field);
            }
        }
        let relations: Vec<Json> = self.relations.iter().map(|it| self.relation(it)).collect();
        let discrepancies: Vec<Json> = relations
            .iter()
            .enumerate()
            .filter(|it| it.1["holds"] == false)
            .map(|(at, _)| json!({"statement": "two digits are swapped", "relation_index": at}))
            .collect();
        json!({
            "document_type": self.document_type,
            "also": [],
            "language": if self.korean { "ko" } else { "en" },
            "title": self.title,
            "fields": fields,
            "line_items": null,
            "relations": relations,
            "discrepancies": discrepancies,
        })
    }
}

/// The last digit of a Korean business number, from the nine before it.
pub(super) fn check_digit(nine: &[u8]) -> u8 {
    const WEIGHTS: [u32; 9] = [1, 3, 7, 1, 3, 7, 1, 3, 5];
    let sum: u32 = nine.iter().zip(WEIGHTS).map(|(it, weight)| u32::from(*it) * weight).sum();
    let carried = u32::from(nine.last().copied().unwrap_or_default()) * 5 / 10;
    u8::try_from((10 - (sum + carried) % 10) % 10).unwrap_or_default()
}

fn is_checked(number: &str) -> bool {
    let digits: Vec<u8> = number.bytes().filter(u8::is_ascii_digit).map(|it| it - b'0').collect();
    digits.len() == 10 && check_digit(&digits[..9]) == digits[9]
}
