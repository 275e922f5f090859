//! Prints a paper as a web page, in one of the styles: the reader of web pages gives it lines,
//! borders and boxes.
//!
//! **Invariant:** a style changes where and how values are printed, never which.

use super::facts::{Block, Currency, Id, Paper, Shown, Value, civil};
use super::words::Chance;

/// How one office writes numbers and days, drawn once for a paper.
struct Hand {
    style: String,
    /// 0 to 2, for amounts and for days apart.
    money: usize,
    day: usize,
    /// Whether cells say their currency, too.
    full_cells: bool,
    right: bool,
    wide: bool,
}

/// The page.
pub(super) fn html(paper: &Paper, style: &str, chance: &mut Chance) -> String {
    let currencies = |of: Currency| {
        paper.facts.iter().any(|it| matches!(it.value, Value::Money(it, _) if it == of))
    };
    let is_mixed = currencies(Currency::Krw) && currencies(Currency::Usd);
    let hand = Hand {
        style: style.to_owned(),
        money: chance.below(3),
        day: chance.below(3),
        full_cells: is_mixed || chance.percent(25),
        right: chance.percent(70),
        wide: chance.percent(50),
    };
    let mut out = format!(
        "<html><head><meta charset=\"utf-8\"></head><body>\
         <h1 style=\"text-align:center\">{}</h1>\n",
        escaped(&paper.title)
    );
    if !paper.korean && !hand.full_cells {
        out.push_str("<p>All amounts are in US dollars (USD).</p>\n");
    }
    let mut clause = 0;
    for block in &paper.blocks {
        match block {
            Block::Pairs(ids) => {
                let pairs: Vec<(String, String)> =
                    ids.iter().map(|it| hand.pair(paper, *it)).collect();
                out.push_str(&hand.pairs(paper, &pairs, &mut clause));
            }
            Block::Said(label, text) => {
                let pairs = [(escaped(label), escaped(text))];
                out.push_str(&hand.pairs(paper, &pairs, &mut clause));
            }
            Block::Table { heads, rows, totals } => {
                if hand.style == "prose" && heads.len() <= 4 {
                    out.push_str(&hand.sentences(paper, heads, rows, totals));
                } else {
                    out.push_str(&hand.table(paper, heads, rows, totals));
                }
            }
            Block::Note(it) => out.push_str(&format!("<p>{}</p>\n", escaped(it))),
        }
    }
    out.push_str("</body></html>\n");
    out
}

impl Hand {
    fn pair(&self, paper: &Paper, id: Id) -> (String, String) {
        let fact = &paper.facts[id];
        let label = fact.labels.first().map(String::as_str).unwrap_or_default();
        (escaped(label), escaped(&self.shown(paper, &fact.value, true)))
    }

    fn pairs(&self, paper: &Paper, pairs: &[(String, String)], clause: &mut usize) -> String {
        let mut out = String::new();
        match self.style.as_str() {
            "list" => {
                for (label, value) in pairs {
                    let colon = if self.wide { " : " } else { ": " };
                    out.push_str(&format!("<p>{label}{colon}{value}</p>\n"));
                }
            }
            "prose" => {
                for (label, value) in pairs {
                    *clause += 1;
                    out.push_str(&if paper.korean {
                        let particle = topic(label);
                        format!(
                            "<p>제{clause}조 ({label}) {label}{particle} {value}{} 한다.</p>\n",
                            toward(value)
                        )
                    } else {
                        format!("<p>{clause}. {label}. The {label} shall be {value}.</p>\n")
                    });
                }
            }
            "side_by_side" if pairs.len() > 1 => {
                let middle = pairs.len().div_ceil(2);
                out.push_str("<table><tr>");
                for half in [&pairs[..middle], &pairs[middle..]] {
                    out.push_str(&format!("<td>{}</td>", self.form(half, 1, true)));
                }
                out.push_str("</tr></table>\n");
            }
            "columns" => out.push_str(&self.form(pairs, 1, false)),
            _ => {
                let across = if self.wide && pairs.len() > 3 { 2 } else { 1 };
                out.push_str(&self.form(pairs, across, true));
            }
        }
        out
    }

    /// Labels and values in a grid, so many pairs in a row.
    fn form(&self, pairs: &[(String, String)], across: usize, ruled: bool) -> String {
        let mut out = if ruled { "<table border=\"1\">" } else { "<table>" }.to_owned();
        for row in pairs.chunks(across) {
            out.push_str("<tr>");
            for (label, value) in row {
                let head = if ruled { "th" } else { "td" };
                out.push_str(&format!("<{head}>{label}</{head}><td>{value}</td>"));
            }
            out.push_str("</tr>");
        }
        out + "</table>\n<p></p>\n"
    }

    fn table(
        &self,
        paper: &Paper,
        heads: &[String],
        rows: &[Vec<Shown>],
        totals: &[Vec<Shown>],
    ) -> String {
        let ruled = self.style != "columns";
        let mut out = if ruled { "<table border=\"1\"><tr>" } else { "<table><tr>" }.to_owned();
        let right = if self.right { " style=\"text-align:right\"" } else { "" };
        for (at, head) in heads.iter().enumerate() {
            let align = if at > 0 && !ruled { right } else { "" };
            let head = escaped(head);
            out.push_str(&if ruled {
                format!("<th>{head}</th>")
            } else {
                format!("<td{align}><b>{head}</b></td>")
            });
        }
        out.push_str("</tr>");
        for row in rows.iter().chain(totals) {
            out.push_str("<tr>");
            for it in row {
                out.push_str(&match it {
                    Shown::Text(it) => format!("<td>{}</td>", escaped(it)),
                    Shown::Fact(id) => {
                        let text = self.shown(paper, &paper.facts[*id].value, false);
                        format!("<td{right}>{}</td>", escaped(&text))
                    }
                    Shown::Empty => "<td></td>".to_owned(),
                });
            }
            out.push_str("</tr>");
        }
        out + "</table>\n<p></p>\n"
    }

    /// A narrow table as a list of sentences.
    fn sentences(
        &self,
        paper: &Paper,
        heads: &[String],
        rows: &[Vec<Shown>],
        totals: &[Vec<Shown>],
    ) -> String {
        let mut out = String::new();
        for row in rows.iter().chain(totals) {
            let Some((Shown::Text(name), cells)) = row.split_first() else { continue };
            let is_total = totals.iter().any(|it| std::ptr::eq(it, row));
            let mut said = Vec::new();
            for (head, cell) in heads[1..].iter().zip(cells) {
                let Shown::Fact(id) = cell else { continue };
                let value = escaped(&self.shown(paper, &paper.facts[*id].value, true));
                said.push(if is_total { value } else { format!("{} {value}", escaped(head)) });
            }
            let end = match said.last() {
                Some(last) if paper.korean => format!("{} 한다.", toward(last)),
                _ => ".".to_owned(),
            };
            let sign = if is_total { "" } else { "- " };
            out.push_str(&format!("<p>{sign}{}: {}{end}</p>\n", escaped(name), said.join(", ")));
        }
        out
    }

    /// A value as this office writes it; cells of a table say less.
    fn shown(&self, paper: &Paper, value: &Value, alone: bool) -> String {
        let says_currency = alone || self.full_cells;
        match value {
            Value::Money(Currency::Krw, it) => {
                let number = grouped(*it);
                match self.money {
                    _ if !says_currency => number,
                    _ if !paper.korean => format!("KRW {number}"),
                    0 => format!("{number}원"),
                    1 => format!("₩{number}"),
                    _ if self.style == "prose" => format!("금 {number}원"),
                    _ => number,
                }
            }
            Value::Money(Currency::Usd, it) => {
                let number = format!("{}.{:02}", grouped(it / 100), it.abs() % 100);
                match self.money {
                    _ if !says_currency => number,
                    0 => format!("USD {number}"),
                    _ => format!("${number}"),
                }
            }
            Value::Rate(n, 100) if *n > 200 => format!("{}.{:02}", grouped(n / 100), n % 100),
            Value::Rate(n, d) => format!("{}%", n * 100 / d),
            Value::Quantity(it) => grouped(*it),
            Value::Date(it) => self.day(paper, *it),
            Value::Months(it) if paper.korean => format!("{it}개월"),
            Value::Months(it) => format!("{it} months"),
            Value::Party(it) | Value::Registration(it) => it.clone(),
        }
    }

    fn day(&self, paper: &Paper, day: i64) -> String {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let (year, month, day) = civil(day);
        let name = usize::try_from(month - 1).ok().and_then(|it| MONTHS.get(it)).unwrap_or(&"");
        match (self.day, paper.korean) {
            (0, _) => format!("{year:04}-{month:02}-{day:02}"),
            (1, true) => format!("{year}년 {month}월 {day}일"),
            (_, true) => format!("{year}.{month:02}.{day:02}"),
            (1, false) => format!("{name} {day}, {year}"),
            (_, false) => format!("{day} {name} {year}"),
        }
    }
}

/// 은 behind a consonant, 는 behind a vowel.
fn topic(word: &str) -> &'static str {
    let last = word.chars().rev().find(|it| ('가'..='힣').contains(it)).unwrap_or('가');
    if (u32::from(last) - u32::from('가')).is_multiple_of(28) { "는" } else { "은" }
}

/// 으로 behind a consonant, 로 behind a vowel and behind ㄹ, as what stands there is read aloud.
fn toward(value: &str) -> &'static str {
    let last = value.chars().rev().find(|it| it.is_alphanumeric()).unwrap_or('가');
    let ends_open = match last {
        '가'..='힣' => matches!((u32::from(last) - u32::from('가')) % 28, 0 | 8),
        _ => !matches!(last, '0' | '3' | '6') || value.ends_with('%'),
    };
    if ends_open { "로" } else { "으로" }
}

fn grouped(number: i64) -> String {
    let digits = number.abs().to_string();
    let mut out = if number < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_what_is_read_aloud() {
        assert_eq!(["계약기간", "총액", "합계"].map(topic), ["은", "은", "는"]);
        let ends = ["24개월", "금 1,000원", "주식회사", "2025.03.10", "10%", "2025-01-08"];
        assert_eq!(ends.map(toward), ["로", "으로", "로", "으로", "로", "로"]);
    }
}
