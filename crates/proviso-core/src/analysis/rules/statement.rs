//! A rule in words and as an expression.
//!
//! **Invariant:** made from the relation and the values alone, so that it can be made anew after a
//! correction; the words are those that the document prints.

use super::arithmetic;
use crate::analysis::{Analysis, Field, FieldId, Language, Operand, Relation, Status, Table, Term};
use crate::number::{Decimal, Exact, Rounding, RoundingMode, show_exact};
use crate::value::{Currency, Money, Period, Value};

/// What words need to know of an analysis.
pub(super) struct Speaker<'a> {
    /// The language to speak.
    pub language: Language,
    /// All fields.
    pub fields: &'a [Field],
    /// All tables, for the names of rows.
    pub tables: &'a [Table],
}

impl<'a> Speaker<'a> {
    /// A speaker for an analysis.
    pub(super) fn of(analysis: &'a Analysis) -> Speaker<'a> {
        Speaker { language: analysis.language, fields: &analysis.fields, tables: &analysis.tables }
    }

    fn korean(&self) -> bool {
        self.language == Language::Ko
    }

    /// The rule in words, with labels and values; `≠` instead of `=` where it is refuted.
    pub(super) fn statement(&self, relation: &Relation, status: Status) -> String {
        let equals = if status == Status::Refuted { "≠" } else { "=" };
        let text = match relation {
            Relation::Sum { terms, result } => {
                format!("{} {equals} {}", self.operand(result), self.terms(terms))
            }
            Relation::Product { factors, rounding, result } => {
                let (factors, minus) = arithmetic::unsigned(factors);
                let sign = if minus { "−" } else { "" };
                let right = self.rounded(rounding, result, self.factors(&factors));
                format!("{} {equals} {sign}{right}", self.operand(result))
            }
            Relation::Rate { base, rate, rounding, result, negated } => {
                let product = format!("{} × {}", self.operand(base), self.rate(rate));
                let sign = if *negated { "−" } else { "" };
                let right = self.rounded(rounding, result, product);
                format!("{} {equals} {sign}{right}", self.operand(result))
            }
            Relation::Words { text, amount, .. } => {
                let amount = self.field(*amount);
                match (self.korean(), status == Status::Refuted) {
                    (true, false) => {
                        let with = josa(&amount, "과", "와");
                        format!("‘{text}’은 {amount}{with} 같다")
                    }
                    (true, true) => {
                        let with = josa(&amount, "과", "와");
                        format!("‘{text}’은 {amount}{with} 다르다")
                    }
                    (false, false) => format!("“{text}” says the same as {amount}"),
                    (false, true) => format!("“{text}” does not say the same as {amount}"),
                }
            }
            Relation::Checksum { number } => {
                let number = self.field(*number);
                match (self.korean(), status == Status::Refuted) {
                    (true, false) => format!("{number}의 검증번호가 맞는다"),
                    (true, true) => format!("{number}의 검증번호가 틀리다"),
                    (false, false) => format!("{number} keeps its check digit"),
                    (false, true) => format!("{number} does not keep its check digit"),
                }
            }
            Relation::Ordered { dates } => self.ordered(dates, status),
            Relation::Length { start, end, length } => self.length(*start, *end, *length, status),
            Relation::Same { left, right } => {
                format!("{} {equals} {}", self.field(*left), self.field(*right))
            }
        };
        match self.row(relation) {
            Some(row) => format!("{row}: {text}"),
            None => text,
        }
    }

    fn ordered(&self, dates: &[FieldId], status: Status) -> String {
        let texts: Vec<String> = dates.iter().map(|it| self.field(*it)).collect();
        let refuted = status == Status::Refuted;
        match (self.korean(), texts.as_slice()) {
            (true, [first, second]) => {
                let topic = josa(first, "은", "는");
                if refuted {
                    format!("{first}{topic} {second}보다 늦다")
                } else {
                    format!("{first}{topic} {second}보다 늦지 않다")
                }
            }
            (true, _) if refuted => format!("{}의 순서가 맞지 않다", texts.join(", ")),
            (true, _) => format!("{}의 순서로 이어진다", texts.join(", ")),
            (false, [first, second]) if refuted => format!("{first} is after {second}"),
            (false, [first, second]) => format!("{first} is not after {second}"),
            (false, _) if refuted => format!("{} do not follow one another", texts.join(", ")),
            (false, _) => format!("{} follow one another", texts.join(", ")),
        }
    }

    fn length(&self, start: FieldId, end: FieldId, length: FieldId, status: Status) -> String {
        let (from, to) = (self.bare(start), self.bare(end));
        let length = self.field(length);
        match (self.korean(), status == Status::Refuted) {
            (true, false) => {
                format!("{length}{} {from}부터 {to}까지와 맞는다", josa(&length, "은", "는"))
            }
            (true, true) => {
                format!("{length}{} {from}부터 {to}까지와 맞지 않다", josa(&length, "은", "는"))
            }
            (false, false) => format!("{length} fits {from} to {to}"),
            (false, true) => format!("{length} does not fit {from} to {to}"),
        }
    }

    /// The name of the table row that all operands stand in.
    fn row(&self, relation: &Relation) -> Option<String> {
        let ids = arithmetic::operands(relation);
        let mut cells = ids.iter().map(|id| self.fields.get(id.0 as usize).and_then(|it| it.cell));
        let first = cells.next()??;
        if ids.len() < 2
            || !cells.all(|it| it.is_some_and(|it| (it.table, it.row) == (first.table, first.row)))
        {
            return None;
        }
        let table = self.tables.get(first.table as usize)?;
        let row = table.rows.get(first.row as usize).filter(|_| !super::book::is_strip(table))?;
        let is_name = |text: &str| text.chars().filter(|it| it.is_alphabetic()).count() >= 2;
        let name = row.iter().find(|it| it.fields.is_empty() && is_name(&it.text))?;
        Some(clip(&name.text, 40))
    }

    fn terms(&self, terms: &[Term]) -> String {
        let label = |it: &Term| match &it.operand {
            Operand::Field(id) => self.fields.get(id.0 as usize).map_or("", |it| it.label.as_str()),
            Operand::Constant(_) => "",
        };
        let mut out = String::new();
        for (n, term) in terms.iter().enumerate() {
            // What is printed with a minus is said with one, not as `+ -5`.
            let value = match &term.operand {
                Operand::Field(id) => {
                    self.fields.get(id.0 as usize).and_then(|it| it.value.exact())
                }
                Operand::Constant(_) => None,
            };
            let printed_minus =
                n > 0 && !term.negative && value.is_some_and(|it| crate::number::sign(&it) < 0);
            let sign = match (n, term.negative) {
                (0, false) => "",
                (0, true) => "−",
                (_, false) if printed_minus => " − ",
                (_, false) => " + ",
                (_, true) => " − ",
            };
            out.push_str(sign);
            // A column's label is said once, not in front of each of its amounts.
            let same = n > 0 && label(&terms[n - 1]) == label(term);
            let text = match &term.operand {
                Operand::Field(id) if same => self.bare(*id),
                it => self.operand(it),
            };
            // `할인 -5원` becomes `− 할인 5원`; the value's sign is the last one.
            let text = match text.rfind('-').filter(|_| printed_minus) {
                Some(at) => format!("{}{}", &text[..at], &text[at + 1..]),
                None => text,
            };
            out.push_str(&text);
        }
        out
    }

    fn factors(&self, factors: &[Operand]) -> String {
        let texts: Vec<String> = factors.iter().map(|it| self.operand(it)).collect();
        texts.join(" × ")
    }

    fn rounded(&self, rounding: &Rounding, result: &Operand, text: String) -> String {
        let value = match result {
            Operand::Field(id) => self.fields.get(id.0 as usize).map(|it| &it.value),
            Operand::Constant(_) => None,
        };
        let unit = match value {
            Some(Value::Money(it)) => {
                let unit = Money { currency: it.currency, amount: rounding.unit };
                spoken(&Value::Money(unit), self.language)
            }
            _ => rounding.unit.to_string(),
        };
        let note = match (self.korean(), rounding.mode) {
            (_, RoundingMode::None) => return text,
            (true, RoundingMode::Floor) => format!("({unit} 미만 절사)"),
            (true, RoundingMode::HalfUp) => format!("({unit} 단위로 반올림)"),
            (true, RoundingMode::Ceiling) => format!("({unit} 단위로 올림)"),
            (false, RoundingMode::Floor) => format!("(rounded down to {unit})"),
            (false, RoundingMode::HalfUp) => format!("(rounded to {unit})"),
            (false, RoundingMode::Ceiling) => format!("(rounded up to {unit})"),
        };
        format!("{text} {note}")
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Field(id) => self.field(*id),
            Operand::Constant(it) => plain(it),
        }
    }

    fn rate(&self, operand: &Operand) -> String {
        match operand {
            Operand::Field(id) => self.field(*id),
            Operand::Constant(it) => percent(it),
        }
    }

    fn field(&self, id: FieldId) -> String {
        let Some(field) = self.fields.get(id.0 as usize) else { return format!("f{}", id.0) };
        let label = clip(field.label.trim(), 40);
        let value = spoken(&field.value, self.language);
        if label.is_empty() { value } else { format!("{label} {value}") }
    }

    fn bare(&self, id: FieldId) -> String {
        let Some(field) = self.fields.get(id.0 as usize) else { return format!("f{}", id.0) };
        spoken(&field.value, self.language)
    }
}

/// A value as people write it in a language.
pub(in crate::analysis) fn spoken(value: &Value, language: Language) -> String {
    let korean = language == Language::Ko;
    match value {
        Value::Money(it) if korean && it.currency == Currency::KRW => {
            format!("{}원", grouped(&money_digits(it)))
        }
        Value::Money(it) => format!("{} {}", it.currency.code(), grouped(&money_digits(it))),
        Value::Rate(it) => percent(it),
        Value::Quantity(it) => grouped(&it.to_string()),
        Value::Period(Period::Length { count, unit }) if korean => {
            format!("{count}{}", unit.korean())
        }
        other => other.to_string(),
    }
}

fn money_digits(money: &Money) -> String {
    let text = money.to_string();
    text.split_once(' ').map_or(text.clone(), |it| it.1.to_owned())
}

fn grouped(number: &str) -> String {
    let (sign, body) = number.strip_prefix('-').map_or(("", number), |it| ("-", it));
    let (whole, fraction) = body.split_once('.').unwrap_or((body, ""));
    let mut out = String::new();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if fraction.is_empty() { format!("{sign}{out}") } else { format!("{sign}{out}.{fraction}") }
}

fn plain(value: &Exact) -> String {
    Decimal::from_exact(value).map_or_else(|| show_exact(value), |it| grouped(&it.to_string()))
}

fn percent(value: &Exact) -> String {
    let hundred = Exact::from_integer(100.into());
    match Decimal::from_exact(&(value * &hundred)) {
        // Above ten times something it is an exchange rate or a factor.
        Some(it) if *value <= Exact::from_integer(10.into()) => format!("{it}%"),
        _ => plain(value),
    }
}

/// `text` up to `n` characters, with an ellipsis where something was cut.
fn clip(text: &str, n: usize) -> String {
    if text.chars().count() <= n {
        return text.to_owned();
    }
    let cut: String = text.chars().take(n).collect();
    format!("{}…", cut.trim_end())
}

/// The Korean particle that fits the sound at the end of `text`.
pub(in crate::analysis) fn josa(
    text: &str,
    consonant: &'static str,
    vowel: &'static str,
) -> &'static str {
    let last = text.chars().rev().find(|it| it.is_alphanumeric() || *it == '%');
    let closed = match last {
        Some(it @ '가'..='힣') => !(it as u32 - '가' as u32).is_multiple_of(28),
        // 영 일 삼 육 칠 팔 end in a consonant; 이 사 오 구 and 퍼센트 do not.
        Some('0' | '1' | '3' | '6' | '7' | '8') => true,
        Some('l' | 'L' | 'm' | 'M' | 'n' | 'N' | 'r' | 'R') => true,
        _ => false,
    };
    if closed { consonant } else { vowel }
}

/// The rule over field ids: `f4 = floor(f3 × 1/10)`.
pub(super) fn expression(relation: &Relation) -> String {
    let operand = |it: &Operand| match it {
        Operand::Field(id) => format!("f{}", id.0),
        Operand::Constant(it) => show_exact(it),
    };
    let round = |rounding: &Rounding, text: String| {
        let name = match rounding.mode {
            RoundingMode::None => return text,
            RoundingMode::Floor => "floor",
            RoundingMode::HalfUp => "half_up",
            RoundingMode::Ceiling => "ceiling",
        };
        if rounding.unit == Decimal::whole(1) {
            format!("{name}({text})")
        } else {
            format!("{name}({text}, {})", rounding.unit)
        }
    };
    match relation {
        Relation::Sum { terms, result } => {
            let mut out = format!("{} =", operand(result));
            for (n, term) in terms.iter().enumerate() {
                let sign = match (n, term.negative) {
                    (0, false) => " ",
                    (0, true) => " −",
                    (_, false) => " + ",
                    (_, true) => " − ",
                };
                out.push_str(sign);
                out.push_str(&operand(&term.operand));
            }
            out
        }
        Relation::Product { factors, rounding, result } => {
            let (factors, minus) = arithmetic::unsigned(factors);
            let product: Vec<String> = factors.iter().map(operand).collect();
            let part = round(rounding, product.join(" × "));
            format!("{} = {}{part}", operand(result), if minus { "−" } else { "" })
        }
        Relation::Rate { base, rate, rounding, result, negated } => {
            let part = round(rounding, format!("{} × {}", operand(base), operand(rate)));
            format!("{} = {}{part}", operand(result), if *negated { "−" } else { "" })
        }
        Relation::Words { says, amount, .. } => {
            format!("f{} = {}", amount.0, show_exact(says))
        }
        Relation::Checksum { number } => format!("checksum(f{})", number.0),
        Relation::Ordered { dates } => {
            let dates: Vec<String> = dates.iter().map(|it| format!("f{}", it.0)).collect();
            dates.join(" ≤ ")
        }
        Relation::Length { start, end, length } => {
            format!("f{} = f{} .. f{}", length.0, start.0, end.0)
        }
        Relation::Same { left, right } => format!("f{} = f{}", left.0, right.0),
    }
}
