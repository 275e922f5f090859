//! A paper while a structure fills it: labels drawn once, facts and relations added in order.
//!
//! **Invariant:** one meaning has one label in a paper, as one office prints it.

use std::collections::BTreeMap;

use super::facts::{Block, Currency, Fact, Id, Paper, Relation, Shown, Value, check_digit};
use super::words::{Chance, Half, Words};

/// A paper in the making.
pub(super) struct Draft<'a> {
    pub words: &'a Words,
    pub chance: &'a mut Chance,
    pub half: Half,
    pub korean: bool,
    pub currency: Currency,
    labels: BTreeMap<String, String>,
    pub facts: Vec<Fact>,
    pub blocks: Vec<Block>,
    pub relations: Vec<Relation>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(words: &'a Words, chance: &'a mut Chance, half: Half) -> Draft<'a> {
        let korean = chance.percent(70);
        let currency = if korean { Currency::Krw } else { Currency::Usd };
        let (labels, facts) = (BTreeMap::new(), Vec::new());
        let (blocks, relations) = (Vec::new(), Vec::new());
        Draft { words, chance, half, korean, currency, labels, facts, blocks, relations }
    }

    pub(super) fn finish(
        self,
        structure: &str,
        document_type: &'static str,
        title: String,
    ) -> Paper {
        let Draft { korean, facts, blocks, relations, .. } = self;
        let structure = structure.to_owned();
        Paper { structure, korean, document_type, title, facts, blocks, relations }
    }

    /// What this paper calls a meaning; two meanings are never called the same.
    pub(super) fn label(&mut self, meaning: &str) -> String {
        if let Some(it) = self.labels.get(meaning) {
            return it.clone();
        }
        let all = &self.words.label[meaning];
        let list = match (self.half, self.korean) {
            (Half::AtHand, true) => &all.ko,
            (Half::AtHand, false) => &all.en,
            (Half::Withheld, true) => &all.ko_withheld,
            (Half::Withheld, false) => &all.en_withheld,
        };
        let free: Vec<&String> =
            list.iter().filter(|it| !self.labels.values().any(|other| other == *it)).collect();
        let chosen = if free.is_empty() { &list[0] } else { *self.chance.pick(&free) };
        self.labels.insert(meaning.to_owned(), chosen.clone());
        chosen.clone()
    }

    /// So many names of a kind, all different.
    pub(super) fn names(&mut self, of: &str, n: usize) -> Vec<String> {
        let list = &self.words.names[&format!("{of}_{}", if self.korean { "ko" } else { "en" })];
        self.chance.some(list, n)
    }

    /// A fact below its label.
    pub(super) fn fact(&mut self, meaning: &str, value: Value) -> Id {
        let labels = vec![self.label(meaning)];
        self.facts.push(Fact { labels, value, line: None });
        self.facts.len() - 1
    }

    /// A cell of an item table.
    pub(super) fn cell(&mut self, meaning: &str, line: usize, value: Value) -> Id {
        let id = self.fact(meaning, value);
        self.facts[id].line = Some(line);
        id
    }

    /// A cell of another table, which stands under the head of its row and of its column.
    pub(super) fn crossed(&mut self, row: &str, meaning: &str, value: Value) -> Id {
        let id = self.fact(meaning, value);
        self.facts[id].labels.push(row.to_owned());
        id
    }

    pub(super) fn money(&self, amount: i64) -> Value {
        Value::Money(self.currency, amount)
    }

    /// A round amount of this many steps, in won or cents.
    pub(super) fn amount(&mut self, low: i64, high: i64) -> i64 {
        let steps = self.chance.between(low, high);
        // A thousand won are about a dollar; cents make amounts that are not round.
        if self.korean { steps * 1_000 } else { steps * 100 + self.chance.between(0, 99) }
    }

    /// What a fact counts, in won or cents.
    pub(super) fn of(&self, id: Id) -> i64 {
        match self.facts[id].value {
            Value::Money(_, it) | Value::Quantity(it) => it,
            _ => 0,
        }
    }

    pub(super) fn total(&self, of: &[Id]) -> i64 {
        of.iter().map(|it| self.of(*it)).sum()
    }

    /// A fact that is the sum of others.
    pub(super) fn sum(&mut self, meaning: &str, of: &[Id]) -> Id {
        let amount = self.total(of);
        let value = self.money(amount);
        let id = self.fact(meaning, value);
        self.relations.push(Relation::Sum(of.to_vec(), id));
        id
    }

    /// A share of an amount, cut to the unit.
    pub(super) fn share(&mut self, meaning: &str, base: Id, rate: Id, unit: i64) -> Id {
        let Value::Rate(n, d) = self.facts[rate].value else { return base };
        let amount = (self.of(base) * n).div_euclid(d * unit) * unit;
        let value = self.money(amount);
        let id = self.fact(meaning, value);
        self.relations.push(Relation::Rate(base, rate, id, unit));
        id
    }

    /// A tax of ten percent, whose rate is printed more often than not.
    pub(super) fn tax(&mut self, base: Id) -> (Vec<Id>, Id) {
        if self.chance.percent(70) {
            let rate = self.fact("vat_rate", Value::Rate(1, 10));
            let tax = self.share("vat", base, rate, 1);
            return (vec![rate], tax);
        }
        let value = self.money(self.of(base) / 10);
        let tax = self.fact("vat", value);
        self.relations.push(Relation::Untold(base, (1, 10), tax, 1));
        (Vec::new(), tax)
    }

    pub(super) fn registration(&mut self) -> Id {
        let mut digits: Vec<u8> = Vec::new();
        for _ in 0..9 {
            digits.push(u8::try_from(self.chance.between(1, 9)).unwrap_or(1));
        }
        digits.push(check_digit(&digits));
        let text: String = digits.iter().map(|it| char::from(b'0' + it)).collect();
        let text = format!("{}-{}-{}", &text[..3], &text[3..5], &text[5..]);
        let id = self.fact("registration", Value::Registration(text));
        self.relations.push(Relation::Checksum(id));
        id
    }

    /// Two firms in their roles, the first with its number.
    pub(super) fn parties(&mut self, first: &str, second: &str) -> Vec<Id> {
        let names = self.names("companies", 2);
        let mut out = vec![self.fact(first, Value::Party(names[0].clone()))];
        if self.korean {
            out.push(self.registration());
        }
        out.push(self.fact(second, Value::Party(names[1].clone())));
        out
    }

    /// A day of the last years.
    pub(super) fn day(&mut self) -> i64 {
        self.chance.between(19_400, 20_500)
    }

    /// Two days, the second later; which is written down.
    pub(super) fn days(&mut self, first: &str, second: &str, apart: i64) -> Vec<Id> {
        let day = self.day();
        let later = day + self.chance.between(7, apart.max(8));
        let first = self.fact(first, Value::Date(day));
        let second = self.fact(second, Value::Date(later));
        self.relations.push(Relation::Ordered(first, second));
        vec![first, second]
    }

    pub(super) fn pairs(&mut self, of: Vec<Id>) {
        self.blocks.push(Block::Pairs(of));
    }

    /// A table with a name in the first column; totals are one row below.
    pub(super) fn table(
        &mut self,
        meanings: &[&str],
        rows: Vec<(String, Vec<Id>)>,
        total: Option<(&str, Vec<Option<Id>>)>,
    ) {
        let heads: Vec<String> = meanings.iter().map(|it| self.label(it)).collect();
        let row = |(name, cells): (String, Vec<Id>)| {
            let cells = cells.into_iter().map(Shown::Fact);
            std::iter::once(Shown::Text(name)).chain(cells).collect::<Vec<_>>()
        };
        let totals = total.map(|(name, cells)| {
            let name = Shown::Text(self.label(name));
            let cells = cells.into_iter().map(|it| it.map_or(Shown::Empty, Shown::Fact));
            std::iter::once(name).chain(cells).collect::<Vec<_>>()
        });
        let rows = rows.into_iter().map(row).collect();
        self.blocks.push(Block::Table { heads, rows, totals: totals.into_iter().collect() });
    }

    /// The amount in Korean words, where the paper is Korean.
    pub(super) fn in_words(&mut self, id: Id) {
        if !self.korean || !self.chance.percent(25) {
            return;
        }
        let said = format!("금 {}원정", hangul(self.of(id)));
        let value = self.facts[id].value.clone();
        self.relations.push(Relation::Words(said.clone(), value, id));
        let label = self.label("in_words");
        self.blocks.push(Block::Said(label, said));
    }
}

/// A number in Hangul as amounts are written: 이천삼백만.
fn hangul(number: i64) -> String {
    const DIGITS: [&str; 10] = ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"];
    let mut out = String::new();
    for (by, name) in [(100_000_000, "억"), (10_000, "만"), (1, "")] {
        let four = number / by % 10_000;
        for (by, unit) in [(1_000, "천"), (100, "백"), (10, "십"), (1, "")] {
            let digit = usize::try_from(four / by % 10).unwrap_or_default();
            if digit > 0 {
                out.push_str(DIGITS[digit]);
                out.push_str(unit);
            }
        }
        if four > 0 {
            out.push_str(name);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn amounts_are_said_as_clerks_say_them() {
        assert_eq!(super::hangul(23_000_000), "이천삼백만");
        assert_eq!(super::hangul(106_745_200), "일억육백칠십사만오천이백");
    }
}
