//! From pages to fields and tables: layout, labels, document type.
//!
//! Three steps that look back at none before them: [`super::layout`] sees geometry only; blocks
//! (ruled grids, aligned tables, lines, paragraphs) are told apart here; each block's reader pairs
//! labels with what [`super::scan`] finds.
//!
//! **Invariant:** no type and no label is named in code where the document types can name it; a
//! block that makes no sense gives no fields, never an error.

mod bands;
mod blocks;
mod carry;
mod choice;
mod collect;
mod column;
mod columned;
mod flow;
mod formula;
mod gutter;
mod heard;
mod left;
mod lines;
mod listing;
mod marked;
mod mentions;
mod named;
mod numbers;
mod output;
mod pairs;
mod paragraph;
mod party;
mod persons;
mod prose;
mod seals;
mod setting;
mod settle;
mod shape;
mod sheet;
mod sides;
mod stated;
mod table;
mod title;
mod values;
mod vocabulary;
mod weights;
mod who;
mod worth;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::draft::Draft;
use super::embedded;
use super::layout::{self, PageLayout};
use super::reasons::Listener;
use super::scan::{self, Context};
use super::{DocumentRef, Language};
use crate::doctype::{DocumentType, DocumentTypes};
use crate::document::{BLANK, Document, Page, Source};
use crate::remark::Remark;
use crate::value::{Currency, Date, Kind, Period, Value};

pub(super) use self::collect::rename;
pub(super) use self::heard::Heard;

use self::collect::By;
use self::column::is_sum;
use self::heard::Claimed;
use self::numbers::Listed;
use self::output::Output;
use self::setting::{Setting, Unit};
use self::shape::Shape;
use self::vocabulary::Vocabulary;

/// Whether a line begins with a clause's heading: `제6조 (대금의 지급)`, `3. Fees.`, `Article 1`.
pub(crate) fn is_heading(line: &str) -> bool {
    prose::heading(line).is_some()
}

/// What a label beside a value of a kind means in a type of document, where that is known.
pub(super) fn meaning(label: &str, kind: Kind, types: &DocumentTypes, of: &str) -> Option<String> {
    Vocabulary::of(types, types.get(of)).of_kind(label, kind).map(|it| it.meaning.clone())
}

/// A label as it is shown to people: spaces dropped where it is Korean, no punctuation at its ends.
pub(super) fn shown_label(label: &str) -> String {
    vocabulary::shown(label)
}

/// Pages that tell a document's currency, year and decimal mark.
const TELLING_PAGES: usize = 6;

/// Amounts like `1,234.56` that say how a document prints its amounts.
const CENTS: i32 = 3;

/// Finds fields, tables and prose of documents that belong together. `chosen` is the type that a
/// person said, if any.
pub fn draft(documents: &[Document], types: &DocumentTypes, chosen: Option<&str>) -> Draft {
    drafted(documents, types, chosen, (None, &mut [])).0
}

/// The same of a part of documents, by what their first parts told of them; a document of which
/// nothing is known yet is told of by this one.
pub(super) fn part(
    documents: &[Document],
    types: &DocumentTypes,
    chosen: Option<&str>,
    told: &mut [Option<Told>],
) -> Draft {
    drafted(documents, types, chosen, (None, told)).0
}

/// What a document says of all its values, wherever in it they stand.
#[derive(Debug, Clone)]
pub(super) struct Told {
    document_type: Option<String>,
    language: Language,
    title: String,
    word: String,
    currency: Option<Currency>,
    foreign: Option<Currency>,
    cents: bool,
    priced: bool,
    year: Option<u16>,
    days: Arc<[Date]>,
    decimal_comma: bool,
    day_first: bool,
}

impl Told {
    fn by(opened: &Opened<'_>, setting: &Setting<'_>) -> Told {
        Told {
            document_type: opened.document_type.map(|it| it.name.clone()),
            language: opened.language,
            title: opened.title.clone(),
            word: setting.word.clone(),
            currency: setting.currency,
            foreign: setting.foreign,
            cents: setting.cents,
            priced: setting.priced,
            year: setting.year,
            days: Arc::clone(&setting.days),
            decimal_comma: setting.decimal_comma,
            day_first: setting.day_first,
        }
    }

    fn applies(&self, setting: &mut Setting<'_>) {
        setting.word.clone_from(&self.word);
        (setting.currency, setting.foreign) = (self.currency, self.foreign);
        setting.year = self.year;
        setting.days = Arc::clone(&self.days);
        (setting.cents, setting.priced) = (self.cents, self.priced);
        (setting.decimal_comma, setting.day_first) = (self.decimal_comma, self.day_first);
    }
}

/// The same, and what was claimed on the way where somebody listens.
fn drafted(
    documents: &[Document],
    types: &DocumentTypes,
    chosen: Option<&str>,
    (listener, told): (Option<&Listener>, &mut [Option<Told>]),
) -> (Draft, Claimed) {
    let mut out = Output::default();
    let mut contexts = Vec::new();
    if listener.is_some() {
        out.fields.listen();
    }
    let (mut notes, mut numbers) = (Vec::new(), Vec::new());
    let mut first: Option<(String, String, Language)> = None;
    if let Some(name) = chosen.filter(|it| types.get(it).is_none()) {
        notes.push(Remark::new(
            format!("there is no document type `{name}`"),
            format!("`{name}`: 없는 문서 종류입니다"),
        ));
    }
    for (index, document) in documents.iter().enumerate() {
        let mut it = opened(document, types, chosen);
        let known = told.get_mut(index);
        if let Some(Some(known)) = &known {
            it.document_type = known.document_type.as_deref().and_then(|it| types.get(it));
            (it.language, it.title) = (known.language, known.title.clone());
        }
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        out.fields.begin(number);
        if let Some(listener) = listener {
            listener.begin(number);
        }
        let vocabulary = Vocabulary::of(types, it.document_type);
        let mut setting = it.setting(&vocabulary, listener);
        match known {
            Some(Some(known)) => known.applies(&mut setting),
            // A part without a line of it tells nothing.
            Some(known) if !it.pages.is_empty() => *known = Some(Told::by(&it, &setting)),
            _ => {}
        }
        contexts.extend(listener.map(|_| setting.context(None, Unit::default())));
        let listed = gather(&mut out, &setting, &it.pages);
        out.fields.keep(|it| worth::is_kept(&setting, it));
        for (page, listed) in it.pages.iter().zip(&listed) {
            let named = out.fields.claimed(page.number, page.line_height);
            numbers.extend(numbers::printed(out.fields.document(), listed, &named));
        }
        notes.extend(unread(document));
        notes.extend(seals::missing(document));
        let type_name = it.document_type.map(|it| it.name.clone()).unwrap_or_default();
        first.get_or_insert((type_name, it.title, it.language));
    }
    let (document_type, title, language) = first.unwrap_or((
        chosen.filter(|it| types.get(it).is_some()).unwrap_or_default().to_owned(),
        String::new(),
        Language::Ko,
    ));
    let claims = out.fields.heard();
    let numbered = out.number();
    let draft = Draft {
        documents: documents.iter().map(about).collect(),
        document_type,
        language,
        title,
        fields: numbered.fields,
        tables: numbered.tables,
        paragraphs: numbered.paragraphs,
        words: numbered.words,
        written: numbered.written,
        marked: numbered.marked,
        numbers,
        embedded: embedded::stated(documents),
        notes,
    };
    (draft, Claimed { claims, ids: numbered.ids, contexts })
}

/// What an analysis tells of a document.
pub(super) fn about(it: &Document) -> DocumentRef {
    let n_recognized = it.pages.iter().filter(|it| it.source == Source::Ocr).count();
    DocumentRef {
        name: it.name.clone(),
        sha256: it.sha256.clone(),
        n_pages: u32::try_from(it.pages.len()).unwrap_or(u32::MAX),
        n_recognized: u32::try_from(n_recognized).unwrap_or(u32::MAX),
        notes: it.notes.clone(),
    }
}

/// A document that is about to be read.
struct Opened<'t> {
    pages: Vec<PageLayout>,
    document_type: Option<&'t DocumentType>,
    title: String,
    language: Language,
}

/// Lays out a document's pages and tells its type.
fn opened<'t>(document: &Document, types: &'t DocumentTypes, chosen: Option<&str>) -> Opened<'t> {
    let mut pages: Vec<PageLayout> = document.printed().map(layout::layout).collect();
    layout::margin::strip(&mut pages);
    let it = title::recognize(&pages, types, chosen);
    let language = title::language(&pages);
    Opened { document_type: it.document_type, title: it.title, language, pages }
}

impl Opened<'_> {
    /// What it says of all its values.
    fn setting<'v>(
        &self,
        vocabulary: &'v Vocabulary,
        listener: Option<&'v Listener>,
    ) -> Setting<'v> {
        let named = self.document_type.filter(|_| self.language == Language::Ko);
        let word = named.map(|it| it.ko.strip_suffix('서').unwrap_or(&it.ko).to_owned());
        let word = word.unwrap_or_default();
        let mut it =
            observe(&self.pages, self.language, (vocabulary, listener), self.title.clone(), word);
        // Bills, payslips, contracts are about money, whatever they name.
        it.priced |= self.document_type.is_some_and(|it| !it.fallback);
        it
    }
}

/// Gathers what the readers of blocks claim, then what nobody claimed, then what arithmetic asks for, then
/// numbers that are left. The answer is every number of each page that may be a value.
fn gather<'p>(
    out: &mut Output,
    setting: &Setting<'_>,
    pages: &'p [PageLayout],
) -> Vec<Vec<Listed<'p>>> {
    out.fields.claimed_by(By::Blocks);
    flow::read(out, setting, pages);
    out.fields.claimed_by(By::Rest);
    mentions::rest(out, setting, pages);
    out.fields.claimed_by(By::Arithmetic);
    settle::numbers(out, setting, pages);
    out.fields.claimed_by(By::Rest);
    let listed: Vec<Vec<Listed<'p>>> =
        pages.iter().map(|page| numbers::listed(setting, page)).collect();
    for (page, listed) in pages.iter().zip(&listed) {
        left::find(out, setting, page, listed);
    }
    marked::find(out, pages);
    listed
}

/// A text that may be a value, with the signs that are weighed: what `cargo xtask fit` learns from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WeighedText {
    /// The text.
    pub value: String,
    /// Its signs; those in `weights.toml` are worth something.
    pub signs: Vec<&'static str>,
}

/// The texts of a document that may be values, kept or not.
pub fn weighed_texts(document: &Document, types: &DocumentTypes) -> Vec<WeighedText> {
    let it = opened(document, types, None);
    let vocabulary = Vocabulary::of(types, it.document_type);
    let setting = it.setting(&vocabulary, None);
    let mut out = Output::default();
    gather(&mut out, &setting, &it.pages);
    let texts = out.fields.own().filter_map(|(_, seed)| match &seed.value {
        Value::Text(value) => {
            Some(WeighedText { value: value.clone(), signs: worth::signs(&setting, seed) })
        }
        _ => None,
    });
    texts.collect()
}

/// What a document's title is, and the signs by which it tells the type.
pub fn weighed_title(document: &Document, types: &DocumentTypes) -> (String, BTreeSet<String>) {
    let title = opened(document, types, None).title;
    let signs = title::signs(&title);
    (title, signs)
}

/// What of a document may be a name, taken for one or not. What says again who was named elsewhere is left
/// out.
pub fn weighed_names(document: &Document, types: &DocumentTypes) -> Vec<WeighedText> {
    let it = opened(document, types, None);
    let vocabulary = Vocabulary::of(types, it.document_type);
    let setting = it.setting(&vocabulary, None);
    let mut out = Output::default();
    flow::read(&mut out, &setting, &it.pages);
    let said = who::said(&out.fields);
    let pages = it.pages.iter().flat_map(|page| {
        who::possible(&out.fields, &setting, &mentions::Around::of(page), page.number)
    });
    let names = pages.filter(|it| !it.is_said_elsewhere(&said));
    names.map(|it| WeighedText { value: it.name(&out.fields), signs: it.signs() }).collect()
}

/// Pages without a word that the reader said nothing of, for people.
fn unread(document: &Document) -> Vec<Remark> {
    let is_told = |page: u32| document.notes.iter().any(|it| it.page == Some(page));
    let empty = document.pages.iter().filter(|it| it.lines.is_empty() && !is_told(it.number));
    let told = |it: &Page| {
        let (page, reason) = (it.number, it.reason.as_str());
        let remark = if reason == BLANK {
            Remark::new(format!("page {page} is blank"), format!("{page}쪽은 비어 있습니다"))
        } else {
            // Why is said in English only, and stands with the page.
            Remark::new(
                format!("page {page} has no text ({reason})"),
                format!("{page}쪽에 글자가 없습니다"),
            )
        };
        remark.about(&document.name)
    };
    empty.map(told).collect()
}

/// What the document says of all its numbers and dates.
fn observe<'a>(
    pages: &[PageLayout],
    language: Language,
    (vocabulary, listener): (&'a Vocabulary, Option<&'a Listener>),
    title: String,
    word: String,
) -> Setting<'a> {
    let mut texts: Vec<String> = Vec::new();
    for page in pages.iter().take(TELLING_PAGES) {
        let cells = page.grids.iter().flat_map(|it| &it.cells).flat_map(|it| &it.content);
        for row in page.rows.iter().chain(cells) {
            texts.extend(row.segments.iter().map(|it| it.text.text.clone()));
        }
    }
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let decimal_comma = language != Language::Ko && scan::decimal_comma(&borrowed);
    // In Korean the month always comes first.
    let day_first = language != Language::Ko && scan::day_first(&borrowed);
    let context = Context { decimal_comma, day_first, ..Context::default() };
    let weights = weights::weights().currency;
    let mut currencies: BTreeMap<Currency, i32> = BTreeMap::new();
    // A single sign, maybe misread, does not turn the won of a Korean document into dollars.
    let korean = if language == Language::Ko { weights.korean } else { 0 };
    if language == Language::Ko {
        currencies.insert(Currency::KRW, korean);
    }
    let mut years: BTreeMap<u16, usize> = BTreeMap::new();
    let mut days: BTreeSet<Date> = BTreeSet::new();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    // Amounts that print their currency, with and without parts of it.
    let mut printed: BTreeMap<Currency, (i32, i32)> = BTreeMap::new();
    let (mut whole, mut cents) = (0, 0);
    for text in &borrowed {
        // A rate of exchange names what is exchanged.
        let exchanges = text.contains("환율")
            || text.contains("환산")
            || text.to_lowercase().contains("exchange");
        // A column of currencies names each of its rows'.
        if told.insert(text) {
            let named = scan::currencies(text).into_iter();
            for it in named.filter(|it| !exchanges || *it == Currency::KRW) {
                *currencies.entry(it).or_default() += weights.named;
            }
        }
        if !text.contains(|c: char| c.is_ascii_digit()) {
            continue;
        }
        match Shape::of_number(text, decimal_comma) {
            Some(Shape::Grouped) => whole += 1,
            Some(Shape::GroupedCents) => cents += 1,
            _ => {}
        }
        for found in scan::scan(text, &context) {
            match found.value {
                Value::Money(_) if exchanges => {}
                Value::Money(it) => {
                    *currencies.entry(it.currency).or_default() += weights.printed;
                    let (parts, none) = printed.entry(it.currency).or_default();
                    *if it.amount.scale > 0 { parts } else { none } += 1;
                }
                Value::Date(it) => {
                    *years.entry(it.year).or_default() += 1;
                    days.insert(it);
                }
                Value::Period(Period::Range { start, end }) => {
                    *years.entry(start.year).or_default() += 1;
                    days.extend([start, end]);
                }
                Value::Period(Period::Month { year, .. }) => *years.entry(year).or_default() += 1,
                _ => {}
            }
        }
    }
    let marked = currencies.iter().any(|(it, bits)| *it != Currency::KRW || *bits > korean);
    // What bare amounts look like speaks for the currencies that are printed so.
    for (currency, bits) in &mut currencies {
        let (whole, cents) = (whole.min(weights.looked), cents.min(weights.looked));
        // Where some bare amounts of a Korean paper have cents and others none, there are two currencies.
        let two = language == Language::Ko && cents > 0;
        *bits += weights.looks
            * match currency.minor_digits() {
                0 if two => whole - cents,
                0 => whole,
                _ if two => cents - whole,
                _ => cents,
            };
        // Where all that print it have cents, bare amounts without any are of another.
        if printed.get(currency).is_some_and(|it| it.0 > 1 && it.1 == 0) {
            *bits -= weights.unlike * whole.min(weights.looked);
        }
    }
    // Of equals the one of the language.
    let own = |it: Currency| it == Currency::KRW && language == Language::Ko;
    let most = currencies.iter().max_by_key(|it| (*it.1, own(*it.0))).map(|it| *it.0);
    if let Some(listener) = listener {
        heard::currency(listener, &currencies);
    }
    // Won are what amounts of a Korean paper are in; that there are any is said by their marks or labels. What
    // has a price has one in some currency.
    let amount = |it: &&str| {
        let sense = vocabulary.label(it).filter(|it| it.kind == Some(Kind::Money));
        let priced = sense.is_some_and(|it| it.meaning == "unit_price");
        let named = || Unit::of_label(it).is_some_and(|it| it.currency.is_some());
        priced || language == Language::Ko && (sense.is_some() && !is_sum(it) || named())
    };
    let priced = marked || borrowed.iter().any(amount);
    // Nothing names it: the most likely one of the language.
    let currency = most.or(Some(match language {
        Language::Ko => Currency::KRW,
        Language::En => Currency::USD,
        Language::Other => Currency::EUR,
    }));
    // `2025 | 09 | 30` in cells of their own.
    let headed = borrowed.iter().any(|it| matches!(it.trim(), "년" | "연" | "년도" | "Year"));
    let alone = || {
        let mut four = borrowed.iter().filter(|it| it.trim().len() == 4);
        four.find_map(|it| it.trim().parse().ok().filter(|it| (1990..2100).contains(it)))
    };
    let year = years
        .iter()
        .max_by_key(|it| (it.1, it.0))
        .map(|it| *it.0)
        .or_else(|| alone().filter(|_| headed));
    let others = currencies.iter().filter(|it| it.0.minor_digits() > 0);
    let foreign = others.clone().max_by_key(|it| it.1).filter(|_| currency == Some(Currency::KRW));
    // Of two that are named as often neither is meant.
    let foreign = foreign.filter(|most| others.filter(|it| it.1 == most.1).count() == 1);
    let foreign = foreign.map(|it| *it.0);
    let cents = cents >= CENTS && currency.is_some_and(|it| it.minor_digits() > 0);
    Setting {
        vocabulary,
        currency,
        foreign,
        cents,
        priced,
        year,
        days: days.into_iter().collect(),
        decimal_comma,
        day_first,
        title,
        word,
        listener,
    }
}

#[cfg(test)]
mod tests;
