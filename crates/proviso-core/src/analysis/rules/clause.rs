//! Relations that a sentence states: "10 % of the contract price, 5,500,000 won", "two times the
//! Fixed Fee", "$145.00 per hour, capped at 60 hours, for a maximum of $8,700.00".
//!
//! **Invariant:** a failing relation is a finding only where the sentence names its base and that
//! name has one value in the document.

use std::collections::BTreeMap;

use num_traits::Zero;

use super::arithmetic::Unit;
use super::book::{Book, Node, squash};
use super::candidate::{Candidate, constant, product, sum};
use super::grid::{fitting, roundings};
use super::parts::roundings_near;
use crate::analysis::draft::Paragraph;
use crate::analysis::{FieldId, Relation, Support, steps};
use crate::number::{Exact, Rounding};
use crate::value::Kind;

/// Finds the relations of all sentences.
pub(super) fn find(book: &Book<'_>, out: &mut Vec<Candidate>) {
    let aliases = aliases(book);
    let mut stand: BTreeMap<(usize, usize), Vec<&Node>> = BTreeMap::new();
    for node in &book.nodes {
        if let Some(it) = node.sentence {
            stand.entry(it).or_default().push(node);
        }
    }
    for (n, paragraph) in book.draft.paragraphs.iter().enumerate() {
        let mut begin = 0;
        for (m, end) in book.sentences[n].iter().enumerate() {
            let text = paragraph.text.get(begin..*end).unwrap_or_default();
            let nodes = stand.remove(&(n, m)).unwrap_or_default();
            let sentence = Sentence { text, begin, nodes };
            sentence.rates(book, &aliases, out);
            sentence.multiples(out);
            sentence.times(book, &aliases, out);
            sentence.sums(book, out);
            sentence.written(out);
            sentence.delivered(book, paragraph, *end, out);
            begin = *end;
        }
    }
}

/// Names that the document gives to amounts: (the "Fixed Fee"), (이하 "계약금액"이라 한다).
fn aliases(book: &Book<'_>) -> Vec<(String, FieldId)> {
    let mut out = Vec::new();
    for paragraph in &book.draft.paragraphs {
        for (range, id) in &paragraph.fields {
            if !book.node(*id).is_some_and(Node::is_money) {
                continue;
            }
            let tail: String =
                paragraph.text.get(range.end..).unwrap_or_default().chars().take(60).collect();
            // The bracket that gives the name stands right behind the amount, after its digits.
            let Some(open) = tail.find('(').filter(|it| *it <= 24) else { continue };
            let inside = &tail[open + 1..];
            let inside = &inside[..inside.find(')').unwrap_or(inside.len())];
            let quoted = inside.split(['"', '“', '”', '\'', '‘', '’', '「', '」']).nth(1);
            if let Some(name) = quoted.map(squash).filter(|it| it.chars().count() >= 2) {
                out.push((name, *id));
            }
        }
    }
    out
}

/// Amounts that a name in a text may stand for, by alias, label and vocabulary; longest name first.
fn named<'b>(
    book: &'b Book<'_>,
    aliases: &[(String, FieldId)],
    text: &str,
    last: bool,
) -> Vec<&'b Node> {
    let text = squash(&text.replace(['(', ')', '[', ']'], " "));
    if text.is_empty() {
        return Vec::new();
    }
    let fits = |name: &str| {
        name.chars().count() >= 2
            && if last { text.ends_with(name) } else { text.starts_with(name) }
    };
    steps::spend(aliases.len() + book.nodes.len());
    let mut best = 0;
    let mut out: Vec<&Node> = Vec::new();
    let mut offer = |length: usize, node: &'b Node| {
        if length > best {
            best = length;
            out.clear();
        }
        if length == best && !out.iter().any(|it| it.id == node.id) {
            out.push(node);
        }
    };
    for (name, id) in aliases {
        if fits(name)
            && let Some(node) = book.node(*id)
        {
            offer(name.len(), node);
        }
    }
    for node in book.nodes.iter().filter(|it| it.is_money() && !it.item) {
        for label in &node.labels {
            if fits(label) {
                offer(label.len(), node);
            }
        }
    }
    if out.is_empty() {
        // By meaning: 계약대금 for what is labelled 총 계약금액.
        let starts: Vec<usize> = text.char_indices().map(|it| it.0).collect();
        for at in starts {
            let name = if last { &text[at..] } else { &text[..text.len() - at] };
            let meanings = book.meanings(name);
            if meanings.is_empty() {
                continue;
            }
            out = book
                .nodes
                .iter()
                .filter(|it| it.is_money() && !it.item && meanings.contains(&it.meaning.as_str()))
                .collect();
            if !out.is_empty() {
                break;
            }
        }
    }
    out
}

/// The one value that all of them have.
pub(super) fn one_value<'b>(nodes: &[&'b Node]) -> Option<&'b Node> {
    let first = nodes.first()?;
    nodes.iter().all(|it| (&it.value, it.unit) == (&first.value, first.unit)).then_some(first)
}

struct Sentence<'b, 't> {
    text: &'t str,
    /// Where it begins in its paragraph.
    begin: usize,
    nodes: Vec<&'b Node>,
}

impl<'b> Sentence<'b, '_> {
    fn between(&self, from: usize, to: usize) -> &str {
        self.text
            .get(from.saturating_sub(self.begin)..to.saturating_sub(self.begin))
            .unwrap_or_default()
    }

    /// "계약금액의 10%인 금 5,500,000원", "10% of the Contract Price ($5,500)".
    fn rates(&self, book: &'b Book<'_>, aliases: &[(String, FieldId)], out: &mut Vec<Candidate>) {
        for (n, rate) in self.nodes.iter().enumerate() {
            if rate.unit != Unit::Rate || rate.value.is_zero() {
                continue;
            }
            let next = self.nodes.get(n + 1).filter(|it| it.is_money());
            let Some(part) = next else { continue };
            let gap = self.between(rate.at.end, part.at.start);
            // What stands between says "that is": far away or after another clause it is none.
            if gap.chars().count() > 40 || gap.contains(['①', '②', '③', '④', '⑤']) {
                continue;
            }
            let from = n.checked_sub(1).map_or(self.begin, |it| self.nodes[it].at.end);
            let before = self.between(from, rate.at.start).trim_end();
            let before = before.trim_end_matches("금").trim_end();
            let korean = before.strip_suffix('의');
            let mut bases = korean.map(|it| named(book, aliases, it, true)).unwrap_or_default();
            if bases.is_empty() {
                let of = ["of the ", "of ", "on the ", "on "];
                let after = of.iter().find_map(|it| gap.trim_start().strip_prefix(it));
                bases = after.map(|it| named(book, aliases, it, false)).unwrap_or_default();
            }
            bases.retain(|it| it.id != part.id && it.unit == part.unit);
            let allowed = roundings_near(book, part, rate);
            let hit = bases.iter().find_map(|base| {
                fitting(&(&base.value * &rate.value), &part.value, &allowed).map(|it| (*base, it))
            });
            // The sentence says "that is" only here; "or 3,000, whichever is less" says otherwise.
            let plain = gap.chars().count() <= 16
                && (gap.contains('인')
                    || gap.contains("해당")
                    || gap.contains('즉')
                    || gap.contains('(')
                    || gap.contains("being"));
            let (base, rounding, alarms) = match hit {
                Some((base, rounding)) => (base, rounding, plain),
                None => match one_value(&bases) {
                    Some(base) if plain => (base, Rounding::NONE, true),
                    _ => continue,
                },
            };
            let relation = Relation::Rate {
                base: base.operand(),
                rate: rate.operand(),
                rounding,
                result: part.operand(),
                negated: false,
            };
            out.push(
                Candidate::new("part_of_base", relation, Support::Clause, 79)
                    .claiming(part.id, "rate")
                    .alarming(alarms),
            );
        }
    }

    /// A price, a number and their product in one sentence.
    fn multiples(&self, out: &mut Vec<Candidate>) {
        let money: Vec<&&Node> = self.nodes.iter().filter(|it| it.is_money()).collect();
        let counts: Vec<&&Node> =
            self.nodes.iter().filter(|it| it.unit == Unit::Quantity).collect();
        if money.len() > 8 || counts.len() > 8 {
            return;
        }
        for result in &money {
            for price in money.iter().filter(|it| it.id != result.id && it.unit == result.unit) {
                for count in &counts {
                    let computed = &price.value * &count.value;
                    if count.value <= Exact::from_integer(1.into()) || computed.is_zero() {
                        continue;
                    }
                    if let Some(rounding) =
                        fitting(&computed, &result.value, &roundings(result.unit))
                    {
                        let factors = vec![price.operand(), count.operand()];
                        out.push(
                            Candidate::new(
                                "multiple",
                                product(factors, rounding, result.operand()),
                                Support::Clause,
                                78,
                            )
                            .claiming(result.id, "product"),
                        );
                    }
                }
            }
        }
    }

    /// "보증금에 월세환산액 187,000,000원을 더한 222,000,000원": one term stands in the sentence, the
    /// other there too or under a label that the sentence names.
    fn sums(&self, book: &'b Book<'_>, out: &mut Vec<Candidate>) {
        const ADDS: &[&str] = &[
            "더한",
            "더하여",
            "합한",
            "합산",
            "합계",
            "합하여",
            "가산",
            "plus",
            "sum of",
            "together with",
            "in addition",
        ];
        const TAKES: &[&str] = &[
            "뺀",
            "빼고",
            "공제한",
            "차감한",
            "제외한",
            "제한",
            "minus",
            "less",
            "deduct",
            "net of",
        ];
        let lower = self.text.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|it| lower.contains(it));
        let (adds, takes) = (says(ADDS), says(TAKES));
        if !adds && !takes {
            return;
        }
        let here: Vec<&Node> = self.nodes.iter().copied().filter(|it| it.is_money()).collect();
        let squashed: String = lower.chars().filter(|it| it.is_alphanumeric()).collect();
        let named = |it: &&Node| {
            it.sentence.is_none()
                && it
                    .labels
                    .iter()
                    .any(|it| it.chars().count() >= 2 && squashed.contains(it.as_str()))
        };
        let mut terms = here.clone();
        terms.extend(book.summary().filter(named).take(12));
        for result in here.iter().take(12) {
            for (n, a) in terms.iter().enumerate().take(24) {
                for (m, b) in terms.iter().enumerate().take(24) {
                    let own = [a.id, b.id].contains(&result.id)
                        || a.unit != result.unit
                        || b.unit != result.unit;
                    let inside = a.sentence == result.sentence || b.sentence == result.sentence;
                    if own || n == m || !inside || a.value.is_zero() || b.value.is_zero() {
                        continue;
                    }
                    let plus = adds && n < m && &a.value + &b.value == result.value;
                    let minus = takes && &a.value - &b.value == result.value;
                    if plus || minus {
                        let relation =
                            sum(vec![(a.operand(), false), (b.operand(), minus)], result.operand());
                        out.push(
                            Candidate::new("total", relation, Support::Clause, 76)
                                .claiming(result.id, "total"),
                        );
                    }
                }
            }
        }
    }

    /// "잔액 3,201,000원 (예산 6,000,000원 - 기지출 2,000,000원 - 금회 799,000원)", "300 + 200 = 500":
    /// who writes a sum says that it comes out.
    fn written(&self, out: &mut Vec<Candidate>) {
        let gap = |n: usize| self.between(self.nodes[n].at.end, self.nodes[n + 1].at.start);
        let mut first = 0;
        while first < self.nodes.len() {
            let mut last = first;
            let mut terms = vec![(self.nodes[first].operand(), false)];
            while last + 1 < self.nodes.len() {
                let Some(negative) = signed(gap(last)) else { break };
                last += 1;
                terms.push((self.nodes[last].operand(), negative));
            }
            let here = first;
            first = last + 1;
            let after = self.text.get(self.nodes[last].at.end - self.begin..).unwrap_or_default();
            let ahead = self.text.get(..self.nodes[here].at.start - self.begin).unwrap_or_default();
            // A product among the terms: the sum is not of these numbers.
            if terms.len() < 2
                || ahead.trim_end().ends_with(TIMES)
                || after.trim_start().starts_with(TIMES)
            {
                continue;
            }
            let behind = (last + 1 < self.nodes.len()).then(|| last + 1);
            let behind = behind.filter(|_| equals(gap(last).trim_start_matches([')', ' '])));
            let before = here.checked_sub(1).filter(|n| {
                let gap = gap(*n).trim_start();
                equals(gap) || gap.strip_prefix(['(', '（']).is_some_and(is_name)
            });
            let Some(result) = behind.or(before).map(|n| self.nodes[n]) else { continue };
            let one_unit = self.nodes[here..=last].iter().all(|it| it.unit == result.unit);
            // `3 - 5` of counts is a range as well.
            if !one_unit || (!result.is_money() && terms.iter().any(|it| it.1)) {
                continue;
            }
            out.push(
                Candidate::new("total", sum(terms, result.operand()), Support::Clause, 80)
                    .claiming(result.id, "total")
                    .alarming(true),
            );
        }
    }

    /// "을은 8월 29일까지 30,000개, 9월 30일까지 나머지 20,000개를 납품한다" of 50,000개: as many days as
    /// counts of one unit, which make up a count that stands elsewhere.
    fn delivered(
        &self,
        book: &'b Book<'_>,
        paragraph: &Paragraph,
        end: usize,
        out: &mut Vec<Candidate>,
    ) {
        let field = |id: FieldId| book.draft.fields.get(id.0 as usize);
        let unit = |it: &Node| -> String {
            let text = field(it.id).map_or("", |it| it.evidence.text.as_str());
            text.chars().filter(|c| c.is_alphabetic()).collect()
        };
        let is_count = |it: &&&Node| it.unit == Unit::Quantity && !unit(it).is_empty();
        let parts: Vec<&Node> = self.nodes.iter().filter(is_count).copied().collect();
        let [first, .., last] = parts.as_slice() else { return };
        let named = unit(first);
        if parts.iter().any(|it| unit(it) != named) {
            return;
        }
        let here = paragraph.fields.iter().filter(|it| (self.begin..end).contains(&it.0.start));
        let is_day = |id: &FieldId| field(*id).is_some_and(|it| it.value.kind() == Kind::Date);
        let days: Vec<FieldId> = here.map(|it| it.1).filter(is_day).collect();
        if parts.len() != days.len() {
            return;
        }
        let total: Exact = parts.iter().map(|it| it.value.clone()).sum();
        let whole = book.nodes.iter().find(|it| {
            it.unit == Unit::Quantity
                && it.sentence != last.sentence
                && it.value == total
                && unit(it) == named
        });
        let Some(whole) = whole else { return };
        let terms = parts.iter().map(|it| (it.operand(), false)).collect();
        out.push(
            Candidate::new("total", sum(terms, whole.operand()), Support::Clause, 79)
                .claiming(whole.id, "total"),
        );
        let relation = Relation::Ordered { dates: days };
        out.push(Candidate::new("days_in_order", relation, Support::Clause, 60));
    }

    /// "two times the Fixed Fee ($192,000.00)", "계약금액의 2배인 금 …원".
    fn times(&self, book: &'b Book<'_>, aliases: &[(String, FieldId)], out: &mut Vec<Candidate>) {
        const ENGLISH: &[(&str, i64)] = &[
            ("two times", 2),
            ("twice", 2),
            ("three times", 3),
            ("double", 2),
            ("triple", 3),
            ("four times", 4),
            ("five times", 5),
            ("ten times", 10),
            ("twelve times", 12),
        ];
        let lower = self.text.to_lowercase();
        // Lower case may change lengths; then offsets say nothing.
        if lower.len() != self.text.len() {
            return;
        }
        let mut claims: Vec<(i64, Vec<&'b Node>, usize)> = Vec::new();
        for (words, factor) in ENGLISH {
            if let Some(at) = lower.find(words) {
                let tail = lower[at + words.len()..].trim_start();
                let tail = tail.strip_prefix("the ").unwrap_or(tail);
                claims.push((*factor, named(book, aliases, tail, false), at));
            }
        }
        // "equal to two months of base rent", "three months' rent".
        const NUMBERS: [&str; 11] = [
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve",
        ];
        for (n, number) in NUMBERS.iter().enumerate() {
            for form in [format!("{number} months"), format!("{number} month")] {
                let Some(at) = lower.find(&form) else { continue };
                let tail = lower[at + form.len()..].trim_start_matches(['\'', '’', ' ']);
                let tail = tail.strip_prefix("of ").unwrap_or(tail);
                let tail = tail.strip_prefix("the ").unwrap_or(tail);
                claims.push((n as i64 + 2, named(book, aliases, tail, false), at));
                break;
            }
        }
        for (at, _) in self.text.match_indices('배') {
            let head = self.text[..at].trim_end();
            let digits: String = head.chars().rev().take_while(char::is_ascii_digit).collect();
            let factor = digits.chars().rev().collect::<String>().parse::<i64>().ok();
            // 배액: the amount once more.
            let doubled = digits.is_empty() && self.text[at..].starts_with("배액");
            let factor = if doubled { Some(2) } else { factor };
            let Some(factor) = factor.filter(|it| (2..=100).contains(it)) else { continue };
            let head = head[..head.len() - digits.len()].trim_end();
            if let Some(head) = head.strip_suffix('의') {
                claims.push((factor, named(book, aliases, head, true), at));
            }
        }
        for (factor, bases, at) in claims {
            for result in self.nodes.iter().filter(|it| it.is_money()) {
                let close = result.at.start.abs_diff(self.begin + at) <= 80;
                for base in bases.iter().filter(|it| it.id != result.id && it.unit == result.unit) {
                    let computed = &base.value * Exact::from_integer(factor.into());
                    if close && computed == result.value {
                        let factors = vec![base.operand(), constant(factor, 1)];
                        out.push(
                            Candidate::new(
                                "times",
                                product(factors, Rounding::NONE, result.operand()),
                                Support::Clause,
                                79,
                            )
                            .claiming(result.id, "product"),
                        );
                    }
                }
            }
        }
    }
}

/// Signs of products.
const TIMES: [char; 7] = ['×', '✕', '*', '÷', '/', 'x', '%'];

/// Whether what stands between two amounts adds the second to the first, or takes it away.
fn signed(gap: &str) -> Option<bool> {
    let gap = gap.trim_start();
    let negative = gap.starts_with(['-', '−', '–', '－']);
    let rest = gap.strip_prefix(['-', '−', '–', '－', '+', '＋'])?;
    // A range has no room around its sign: `3-5`.
    let apart = rest.starts_with(' ') || rest.starts_with(char::is_alphabetic);
    (apart && is_name(rest)).then_some(negative)
}

fn equals(gap: &str) -> bool {
    gap.strip_prefix(['=', '＝']).is_some_and(is_name)
}

/// Whether a text is at most a short name: `기지출액`, `less deposit`.
fn is_name(text: &str) -> bool {
    let name = text.trim().trim_end_matches([':', '：', '(', '$', '₩', '€']);
    name.chars().count() <= 20 && name.chars().all(|it| it.is_alphabetic() || it == ' ')
}
