//! The values that stand under a label: in a cell, behind a colon, in the rest of a line.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::super::layout::Text;
use super::super::scan::{self, Found};
use super::super::{CellRef, Route};
use super::choice;
use super::collect::{Collector, Seed, Slot};
use super::column::is_sum;
use super::formula;
use super::party;
use super::persons;
use super::setting::{Setting, Unit};
use super::shape::Shape;
use super::stated;
use super::vocabulary::{bracketed, shown};
use crate::value::{Kind, Value};

/// The longest text that is a value of its own.
const LONGEST_TEXT: usize = 160;

/// A label over or beside a value, with all that follows from it.
#[derive(Debug, Clone, Default)]
pub(super) struct Label {
    /// Labels for people, the nearest first.
    pub(super) shown: Vec<String>,
    /// The nearest one's meaning.
    pub(super) meaning: Option<String>,
    /// The kind it promises.
    pub(super) kind: Option<Kind>,
    /// Whether the vocabulary knows it.
    pub(super) known: bool,
    /// What it says of bare numbers.
    pub(super) unit: Unit,
    /// Whether the unit in its brackets counts things: `전력사용량(kWh)`.
    pub(super) counts: bool,
    /// Whether it names a person rather than a company.
    pub(super) person: bool,
    /// Whether it names a party by its part in the business, not by its name: what stands below
    /// belongs to that party.
    pub(super) role: bool,
}

impl Label {
    /// The label of a printed text.
    ///
    /// `(갑) 상호` is the label `상호` of the role `갑`.
    pub(super) fn of(setting: &Setting<'_>, printed: &str) -> Label {
        let lead = printed.trim().strip_prefix('(').and_then(|it| it.split_once(')'));
        if let Some((role, rest)) = lead.filter(|it| !it.1.trim().is_empty())
            && setting.vocabulary.label(printed).is_none()
            && setting.vocabulary.label(role).is_some()
        {
            return Label::of(setting, rest.trim()).and(&[shown(role)]);
        }
        // `zzgl. 19 % USt.` is the label `zzgl. USt.`.
        static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"\s*@?\s*\d{1,2}(?:[.,]\d{1,3})?\s?%\s*")
                .expect("invariant: constant patterns compile")
        });
        let plain = PERCENT.replace(printed, " ");
        let sense = setting
            .vocabulary
            .label(printed)
            .or_else(|| setting.vocabulary.label(plain.trim()).filter(|_| plain != printed));
        let (head, inside) = bracketed(printed);
        let name = if head.is_empty() { shown(printed) } else { shown(head) };
        // `공급자 (갑)` is both.
        let second = inside.iter().filter(|it| !head.is_empty() && setting.vocabulary.is_role(it));
        let counted = inside.first().and_then(|it| setting.counted_in(it));
        let meaning = sense.map(|it| it.meaning.clone());
        let person = meaning
            .as_deref()
            .is_some_and(|it| matches!(it, "person" | "representative" | "employee"));
        let party = sense.is_some_and(|it| it.kind == Some(Kind::Party));
        Label {
            role: party && !person && meaning.as_deref() != Some("company"),
            shown: std::iter::once(name).chain(second.map(|it| shown(it))).collect(),
            kind: match sense {
                // Not only money has a total.
                Some(it) if it.kind == Some(Kind::Money) && is_sum(printed) => Some(setting.bare()),
                Some(it) => it.kind,
                // `용적(CBM)`: its unit says what is counted.
                None => counted.or_else(|| setting.vocabulary.ending(printed)),
            },
            known: sense.is_some(),
            meaning,
            unit: Unit::of_label(printed).unwrap_or_default(),
            counts: counted == Some(Kind::Quantity),
            person,
        }
    }
    /// The same with a further label behind.
    pub(super) fn and(mut self, further: &[String]) -> Label {
        for it in further {
            if !it.is_empty() && !self.shown.contains(it) {
                self.shown.push(it.clone());
            }
        }
        self
    }
}

/// A field without a cell of an item table.
pub(super) fn seed(label: &Label, value: Value, text: Text, confidence: f32, route: Route) -> Seed {
    Seed {
        labels: label.shown.clone(),
        meaning: label.meaning.clone(),
        value,
        text,
        confidence,
        route,
        cell: None,
        named: label.unit.currency.is_some(),
    }
}

/// Adds what the scanner found, the two days of a range before the range itself.
pub(super) fn add(
    out: &mut Collector,
    setting: &Setting<'_>,
    label: &Label,
    text: &Text,
    found: Found,
    route: Route,
    cell: Option<CellRef>,
) -> Option<Slot> {
    // `해솔신협 555-00-01189`: behind the name of a bank stands an account.
    let within = |it: &Range<usize>| it.start <= found.range.start && found.range.end <= it.end;
    if found.value.kind() == Kind::RegistrationNumber
        && let Some(account) = stated::account(&text.text).filter(within)
    {
        return text_field(out, label, &text.slice(account), route).first().copied();
    }
    let mut one = |value: Value, range: Range<usize>, confidence: f32| {
        let mut it = seed(label, value, text.slice(range), confidence, route);
        it.cell = cell;
        if cell.is_none() && label.kind != Some(it.value.kind()) {
            it = with_meaning(setting, it);
        }
        out.add(it)
    };
    for part in found.parts {
        one(part.value, part.range, part.confidence);
    }
    one(found.value, found.range, found.confidence)
}

/// The one value that a text states as a whole, with its parts.
pub(super) fn whole(text: &str, context: &scan::Context) -> Option<Found> {
    let value = scan::whole(text, context)?;
    let mut found = scan::scan(text, context);
    found.retain(|it| it.value == value);
    let first = found.into_iter().next();
    Some(first.unwrap_or(Found {
        range: 0..text.len(),
        value,
        confidence: 0.95,
        parts: Vec::new(),
    }))
}

/// Reads what stands under a label and adds it; the slots are those of the text's values.
pub(super) fn under(
    out: &mut Collector,
    setting: &Setting<'_>,
    label: &Label,
    text: &Text,
    route: Route,
) -> Vec<Slot> {
    let body = text.text.trim();
    if is_nothing(body) {
        return Vec::new();
    }
    // `[19,651.75]`: an amount that is only noted.
    if let Some(noted) = body.strip_prefix('[').and_then(|it| it.strip_suffix(']'))
        && is_amount(noted)
        && let Some(at) = text.text.find(noted)
    {
        return under(out, setting, label, &text.slice(at..at + noted.len()), route);
    }
    if let Some(ticked) = choice::chosen(&text.text) {
        let each = ticked.into_iter().map(|it| text.slice(it));
        return each.flat_map(|it| under(out, setting, label, &it, route)).collect();
    }
    match label.kind {
        Some(Kind::Text) if label.known => {
            let account =
                stated::account(&text.text).filter(|_| label.meaning.as_deref() == Some("account"));
            let text = account.map_or_else(|| text.clone(), |it| text.slice(it));
            // `account 301-0092.`: the sentence ends, not the number.
            let coded = matches!(label.meaning.as_deref(), Some("account" | "document_number"));
            let end = text.text.trim_end().trim_end_matches('.').len();
            let text = if coded { text.slice(0..end) } else { text };
            return text_field(out, label, &text, route);
        }
        Some(Kind::Party) => {
            if let Some(slot) = party_field(out, setting, label, text, route) {
                let rest = other_values(out, setting, label, text, route);
                return std::iter::once(slot).chain(rest).collect();
            }
        }
        _ => {}
    }
    // The day of a signature stands below its name: `11/3`.
    let digits = body.chars().filter(char::is_ascii_digit).count();
    if label.kind == Some(Kind::Party) && digits > 1 && !body.contains(char::is_whitespace) {
        let context = setting.context(Some(Kind::Date), Unit::default());
        if let Some(found) = whole(body, &context).filter(|it| it.value.kind() == Kind::Date) {
            let label = Label { meaning: None, ..label.clone() };
            return add(out, setting, &label, text, found, route, None).into_iter().collect();
        }
    }
    if label.kind.is_none()
        && party::is_sealed(body)
        && let Some(slot) = party_field(out, setting, label, text, route)
    {
        return vec![slot];
    }
    let kind = label.kind.filter(|it| !matches!(it, Kind::Text | Kind::Party));
    // `여신한도 60,000,000` is no rate; `매매기준율 1,389.50` is one.
    let whole_amount = is_amount(body) && digits >= 6 && !body.contains('.');
    let kind = kind.filter(|it| *it != Kind::Rate || !whole_amount);
    // A bare number with grouped thousands or cents is an amount where nothing else is promised.
    let kind =
        kind.or_else(|| (setting.currency.is_some() && is_amount(body)).then_some(setting.bare()));
    let context = setting.context(kind, label.unit);
    if let Some(found) = whole(&text.text, &context) {
        return add(out, setting, label, text, found, route, None).into_iter().collect();
    }
    // `유효기간 : 20일`: a length where a day was expected.
    if kind == Some(Kind::Date) {
        let context = setting.context(Some(Kind::Period), label.unit);
        let length = whole(&text.text, &context).filter(|it| it.value.kind() == Kind::Period);
        if let Some(found) = length {
            return add(out, setting, label, text, found, route, None).into_iter().collect();
        }
    }
    let mut found = scan::scan(&text.text, &context);
    found.retain(|it| says_amount(setting, &text.text, it));
    if found.is_empty() {
        let short = body.chars().count() <= LONGEST_TEXT && !is_sentence(body);
        return if short && label.kind != Some(Kind::Party) {
            text_field(out, label, text, route)
        } else {
            Vec::new()
        };
    }
    let asks_text = label.kind.is_none_or(|it| it == Kind::Text);
    if asks_text && says_more_than(&text.text, &found) {
        let whole = text_field(out, label, text, route);
        return whole.into_iter().chain(each(out, setting, label, text, found, route)).collect();
    }
    let coded = code_before(&text.text, &found).filter(|_| label.kind.is_none());
    let code = coded.map(|it| text_field(out, label, &text.slice(it), route)).unwrap_or_default();
    code.into_iter().chain(each(out, setting, label, text, found, route)).collect()
}

/// Whether a number among words says itself that it is an amount, if it is taken for one: what a header
/// promises, it promises of a whole cell, and `14 of 48` is none.
pub(super) fn says_amount(setting: &Setting<'_>, text: &str, found: &Found) -> bool {
    let part = |it: Range<usize>| text.get(it).unwrap_or_default();
    let own = part(found.range.clone());
    let letters = |it: &str| it.chars().filter(|c| c.is_alphabetic()).count();
    let beside = letters(part(0..found.range.start)) + letters(part(found.range.end..text.len()));
    let shape = Shape::of_number(own.trim(), setting.decimal_comma);
    found.value.kind() != Kind::Money
        || beside < 2
        || !matches!(shape, Some(Shape::Small | Shape::Plain | Shape::Zero | Shape::Sequence))
}

/// Whether a short text has more words than those of the counts and times in it: `5톤 이하 8대`,
/// `접안시설 6기, 냉장설비`, `창고 B동 907호`. It says as a whole what its label asks.
fn says_more_than(text: &str, found: &[Found]) -> bool {
    let weak = |it: &Found| matches!(it.value.kind(), Kind::Quantity | Kind::Period);
    let letters = |it: &str| it.chars().filter(|c| c.is_alphabetic()).count();
    let told: usize = found.iter().filter_map(|it| text.get(it.range.clone())).map(letters).sum();
    let short = text.trim().chars().count() <= LONGEST_TEXT && !is_sentence(text);
    let formula = text.contains(['×', '=', '÷']) || text.contains(" x ");
    short && !formula && found.iter().all(weak) && letters(text) >= told + 2
}

/// A number of a paper before what is said of it in brackets: `HM-E-2508 (2025/08/18)`.
fn code_before(text: &str, found: &[Found]) -> Option<Range<usize>> {
    let open = text.find(['(', '（'])?;
    let head = text.get(..open)?.trim_end();
    let code = head.contains(|c: char| c.is_ascii_digit())
        && head.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '/' | '.'))
        && head.contains(['-', '/']);
    (code && found.iter().all(|it| it.range.start >= open)).then_some(0..head.len())
}

/// Adds values found in a text, each under the label that stands right before it, or the common one.
fn each(
    out: &mut Collector,
    setting: &Setting<'_>,
    label: &Label,
    text: &Text,
    mut found: Vec<Found>,
    route: Route,
) -> Vec<Slot> {
    formula::settle(&text.text, &mut found, &setting.context(Some(Kind::Money), label.unit));
    let mut slots = Vec::new();
    let mut last = 0;
    for it in found {
        let own = inline_label(setting, text, last..it.range.start, &it);
        last = it.range.end;
        let label = own.unwrap_or_else(|| label.clone());
        slots.extend(add(out, setting, &label, text, it, route, None));
    }
    slots
}

/// A label that stands right before a value: `공급가액 50,000원`, `선금 30%`.
fn inline_label(
    setting: &Setting<'_>,
    text: &Text,
    gap: Range<usize>,
    found: &Found,
) -> Option<Label> {
    let gap = text.text.get(gap)?;
    let gap = gap.trim_end_matches(|c: char| c.is_whitespace() || ":：(=₩￦$€".contains(c));
    let won = [" 일금", " 금", ":금", "(금", "：금"].iter().find_map(|it| gap.strip_suffix(it));
    let gap = won.unwrap_or(gap).trim_end_matches([' ', ':', '：', '(']);
    let gap = ["은", "는", "이", "가"]
        .iter()
        .find_map(|it| gap.strip_suffix(it))
        .filter(|_| gap.len() > 9)
        .unwrap_or(gap);
    let cut = gap
        .rfind(['/', ',', '·', '(', ')', ';', '|', '\u{3001}', '+', '-', '×', '='])
        .map_or(0, |it| {
            it + gap.get(it..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
        });
    let tail = gap.get(cut..)?.trim();
    if tail.is_empty() || tail.chars().count() > 24 {
        return None;
    }
    // The longest known label at the end of what stands before.
    let mut starts = vec![0];
    starts.extend(tail.match_indices(' ').map(|it| it.0 + 1));
    let kind = found.value.kind();
    let best = starts.into_iter().filter_map(|at| tail.get(at..)).find(|it| {
        setting.vocabulary.of_kind(it, kind).is_some_and(|sense| {
            sense.kind == Some(kind)
                || sense.kind == Some(Kind::Money)
                    && matches!(kind, Kind::Rate | Kind::Quantity | Kind::Date)
        })
    })?;
    let mut label = Label::of(setting, best);
    label.meaning = setting.vocabulary.of_kind(best, kind).map(|it| it.meaning.clone());
    Some(label)
}

/// Where the label has a meaning of the value's own kind, that one.
fn with_meaning(setting: &Setting<'_>, mut seed: Seed) -> Seed {
    let kind = seed.value.kind();
    if let Some(sense) = seed.labels.first().and_then(|it| setting.vocabulary.of_kind(it, kind))
        && sense.kind == Some(kind)
        && !sense.column
    {
        seed.meaning = Some(sense.meaning.clone());
    }
    seed
}

/// A field of kind text.
pub(super) fn text_field(
    out: &mut Collector,
    label: &Label,
    text: &Text,
    route: Route,
) -> Vec<Slot> {
    let body = text.slice(0..text.text.len());
    if body.text.chars().count() > LONGEST_TEXT || !body.text.chars().any(char::is_alphanumeric) {
        return Vec::new();
    }
    let value = Value::Text(body.text.clone());
    out.add(seed(label, value, body, 0.9, route)).into_iter().collect()
}

/// A name under a party's label.
pub(super) fn party_field(
    out: &mut Collector,
    setting: &Setting<'_>,
    label: &Label,
    text: &Text,
    route: Route,
) -> Option<Slot> {
    let (mut range, mut name) = party::name(&text.text)?;
    if persons::is_rank(setting, &name) {
        return None;
    }
    if let Some(it) = persons::within(setting, &name).filter(|_| range.len() == name.len()) {
        (range, name) = (range.start + it.start..range.start + it.end, name[it].to_owned());
    }
    let owner = persons::owner(setting, &text.text, range.end);
    let slot = out.add(seed(label, Value::Party(name), text.slice(range), 0.95, route));
    if let Some(range) = owner {
        let (person, name) = (Label { meaning: None, ..label.clone() }, text.slice(range));
        out.add(seed(&person, Value::Party(name.text.clone()), name, 0.9, route));
    }
    slot
}

/// What else stands beside a name: `(사업자등록번호 …)`, telephone, mail, the day of a signature.
fn other_values(
    out: &mut Collector,
    setting: &Setting<'_>,
    label: &Label,
    text: &Text,
    route: Route,
) -> Vec<Slot> {
    let mut found = scan::scan(&text.text, &setting.context(None, Unit::default()));
    found.retain(|it| {
        matches!(it.value.kind(), Kind::RegistrationNumber | Kind::Phone | Kind::Email | Kind::Date)
    });
    each(out, setting, &Label { meaning: None, ..label.clone() }, text, found, route)
}

/// Rates within a label, and those (and `118건 × 2,750원`) in the brackets behind it.
pub(super) fn in_label(
    out: &mut Collector,
    setting: &Setting<'_>,
    text: &Text,
    route: Route,
) -> Vec<Slot> {
    let Some(open) = text.text.find(['(', '（', '@']) else {
        return percent_in_label(out, setting, text, route);
    };
    let label = Label::of(setting, text.text.get(..open).unwrap_or_default());
    let inside = text.slice(open..text.text.len());
    // What an amount is computed from: `2대 × 60,000원`, `과세대상액 1,880,060의 10%`.
    let product = inside.text.contains(['×', '@', '*'])
        || inside.text.contains(" x ")
        || inside.text.contains("의 ");
    let mut slots = percent_in_label(out, setting, &text.slice(0..open), route);
    for it in scan::scan(&inside.text, &setting.context(None, Unit::default())) {
        let wanted = match it.value.kind() {
            Kind::Rate => true,
            Kind::Money | Kind::Quantity => product,
            _ => false,
        };
        if wanted {
            slots.extend(add(out, setting, &label, &inside, it, route, None));
        }
    }
    slots
}

/// `19 % MwSt.`, `VAT 20%`: a rate within the label itself.
fn percent_in_label(
    out: &mut Collector,
    setting: &Setting<'_>,
    text: &Text,
    route: Route,
) -> Vec<Slot> {
    if !text.text.contains('%') {
        return Vec::new();
    }
    let mut slots = Vec::new();
    for it in scan::scan(&text.text, &setting.context(None, Unit::default())) {
        if it.value.kind() == Kind::Rate {
            let rest: String = [text.text.get(..it.range.start), text.text.get(it.range.end..)]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ");
            let label = Label::of(setting, rest.trim());
            slots.extend(add(out, setting, &label, text, it, route, None));
        }
    }
    slots
}

/// Whether a text is a bare number as only amounts are printed: `1,234,000`, `193,77`, `-0.50`.
fn is_amount(text: &str) -> bool {
    let body = text.trim_start_matches(['-', '△', '▲', '−', '+']).trim();
    let plain = !body.is_empty() && body.chars().all(|c| c.is_ascii_digit() || ",.' ".contains(c));
    let groups: Vec<&str> = body.split(|c: char| !c.is_ascii_digit()).collect();
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return false };
    let grouped = |it: &[&str]| it.iter().all(|it| it.len() == 3);
    let thousands = groups.len() > 1 && (1..=3).contains(&first.len()) && *first != "0";
    let whole = thousands && grouped(&groups[1..]);
    let cents = groups.len() > 1
        && last.len() == 2
        && !first.is_empty()
        && grouped(&groups[1..groups.len() - 1]);
    plain && (whole || cents && groups.len() <= 5)
}

/// Cells that say that there is nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
        || matches!(
            text,
            "해당없음"
                | "해당 없음"
                | "없음"
                | "N/A"
                | "n/a"
                | "None"
                | "none"
                | "해당사항없음"
                | "해당사항 없음"
        )
}

/// Whether a text is prose rather than a value.
pub(super) fn is_sentence(text: &str) -> bool {
    let text = text.trim_end();
    let ends = ["다.", "다", "함.", "음.", "오.", "요."].iter().any(|it| text.ends_with(it));
    let words = text.split_whitespace().count();
    ends && words > 3 || (text.ends_with('.') && words > 6) || words > 18
}

/// Whether a text is a bare number, a value with its unit, or a date: not a label.
pub(super) fn is_value(setting: &Setting<'_>, text: &str) -> bool {
    let body = text.trim();
    if body.is_empty() {
        return false;
    }
    let digits = body.chars().filter(char::is_ascii_digit).count();
    let letters = body.chars().filter(|c| c.is_alphabetic()).count();
    if digits == 0 {
        return false;
    }
    // `주차료 (2대 × 60,000원)` is a label that says how its amount came about.
    let (head, _) = bracketed(body);
    if head.len() < body.len()
        && !head.contains(|c: char| c.is_ascii_digit())
        && setting.vocabulary.label(head).is_some()
    {
        return false;
    }
    letters == 0
        || body.contains('@') && !body.contains(' ')
        || digits > letters
        || scan::whole(body, &setting.context(None, Unit::default())).is_some()
}

/// Values that a text states by themselves, with unit or sign, and the factors of a formula.
pub(super) fn mentioned(
    out: &mut Collector,
    setting: &Setting<'_>,
    label: &Label,
    text: &Text,
    route: Route,
) -> Vec<Slot> {
    let found = scan::scan(&text.text, &setting.context(None, label.unit));
    each(out, setting, label, text, found, route)
}
