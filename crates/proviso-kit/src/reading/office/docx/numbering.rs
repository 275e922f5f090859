//! Automatic numbers of a Word document: text that its reader sees and the file does not hold.

use std::collections::BTreeMap;

use crate::reading::office::numerals::Numerals;
use crate::reading::office::package::{Element as _, parse};
use crate::reading::protocol::Refusal;

/// Levels of a list.
const LEVELS: usize = 9;

/// One level of a list.
#[derive(Debug, Clone, Default)]
struct Level {
    start: u32,
    numerals: Numerals,
    /// With `%1` to `%9` for the numbers of levels; none where a level says nothing.
    text: String,
    is_bullet: bool,
    /// All numbers decimal, as lawyers want them.
    legal: bool,
    /// Nothing between number and text.
    tight: bool,
    /// After a number of which level (from 1) it starts anew; 0 for never.
    restart: Option<usize>,
    /// The paragraph style that is of this level.
    style: Option<String>,
    /// Points from the left, and for the first line, where the level says so.
    pub indent: Option<(f32, f32)>,
}

/// A list that paragraphs refer to.
#[derive(Debug, Clone, Default)]
struct List {
    /// What it is an instance of; instances count on.
    source: String,
    levels: Vec<Level>,
    /// Where an instance starts anew.
    starts: BTreeMap<usize, u32>,
}

/// All lists and where their counting stands.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    lists: BTreeMap<String, List>,
    counters: BTreeMap<String, Vec<Option<u32>>>,
    begun: BTreeMap<String, Vec<bool>>,
}

/// A paragraph's number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    /// With what separates it from the text.
    pub(super) text: String,
    /// Points from the left, and for the first line.
    pub(super) indent: Option<(f32, f32)>,
}

impl Numbering {
    /// Takes `word/numbering.xml` apart.
    pub(super) fn new(text: &str) -> Result<Numbering, Refusal> {
        let parsed = parse("word/numbering.xml", text)?;
        let root = parsed.root_element();
        let mut sources: BTreeMap<&str, Vec<Level>> = BTreeMap::new();
        let mut styled: BTreeMap<&str, &str> = BTreeMap::new();
        for it in root.children().filter(|it| it.is("abstractNum")) {
            let Some(id) = it.attr("abstractNumId") else { continue };
            let mut levels = vec![Level::default(); LEVELS];
            for level in it.children().filter(|it| it.is("lvl")) {
                if let Some(at) = level.count("ilvl").filter(|it| *it < LEVELS) {
                    levels[at] = read_level(level);
                }
            }
            if let Some(link) = it.child_attr("styleLink", "val") {
                styled.insert(link, id);
            }
            sources.insert(id, levels);
        }
        let links: BTreeMap<&str, &str> = root
            .children()
            .filter(|it| it.is("abstractNum"))
            .filter_map(|it| {
                let target = styled.get(it.child_attr("numStyleLink", "val")?)?;
                Some((it.attr("abstractNumId")?, *target))
            })
            .collect();
        let mut lists = BTreeMap::new();
        for it in root.children().filter(|it| it.is("num")) {
            let (Some(id), Some(source)) =
                (it.attr("numId"), it.child_attr("abstractNumId", "val"))
            else {
                continue;
            };
            let source = links.get(source).copied().unwrap_or(source);
            let mut list = List {
                source: source.to_owned(),
                levels: sources.get(source).cloned().unwrap_or_default(),
                starts: BTreeMap::new(),
            };
            for change in it.children().filter(|it| it.is("lvlOverride")) {
                let Some(at) = change.count("ilvl").filter(|it| *it < list.levels.len()) else {
                    continue;
                };
                if let Some(level) = change.child("lvl") {
                    list.levels[at] = read_level(level);
                }
                let start = change.child("startOverride").and_then(|it| it.count("val"));
                if let Some(start) = start {
                    list.starts.insert(at, start.min(1_000_000) as u32);
                }
            }
            lists.insert(id.to_owned(), list);
        }
        Ok(Numbering { lists, ..Numbering::default() })
    }

    /// The level of a list that a paragraph style belongs to.
    pub(super) fn level_of_style(&self, list: &str, style: &str) -> Option<usize> {
        let levels = &self.lists.get(list)?.levels;
        levels.iter().position(|it| it.style.as_deref() == Some(style))
    }

    /// Counts a paragraph of a list, and says its number; none where the list is unknown.
    pub(super) fn next(&mut self, id: &str, at: usize) -> Option<Label> {
        let list = self.lists.get(id)?;
        let level = list.levels.get(at)?;
        let counters =
            self.counters.entry(list.source.clone()).or_insert_with(|| vec![None; LEVELS]);
        let begun = self.begun.entry(id.to_owned()).or_insert_with(|| vec![false; LEVELS]);
        let start = list.starts.get(&at).copied();
        counters[at] = Some(match (counters[at], start) {
            (_, Some(start)) if !begun[at] => start,
            (None, start) => start.unwrap_or(level.start),
            (Some(n), _) => n.saturating_add(1),
        });
        begun[at] = true;
        for (deeper, counter) in counters.iter_mut().enumerate().skip(at + 1) {
            let anew = match list.levels.get(deeper).and_then(|it| it.restart) {
                Some(0) => false,
                Some(level) => at < level,
                None => true,
            };
            if anew {
                *counter = None;
            }
        }
        let mut text = String::new();
        let mut rest = level.text.chars().peekable();
        while let Some(c) = rest.next() {
            let digit = if c == '%' { rest.peek().and_then(|it| it.to_digit(10)) } else { None };
            let Some(digit) = digit.filter(|it| *it >= 1) else {
                text.push(c);
                continue;
            };
            rest.next();
            let of = digit as usize - 1;
            let Some(source) = list.levels.get(of) else { continue };
            let n = counters[of].unwrap_or(source.start);
            let numerals = if level.legal { Numerals::Decimal } else { source.numerals };
            text.push_str(&numerals.write(n));
        }
        if level.is_bullet {
            text = text.chars().map(bullet).collect();
        }
        if !text.trim().is_empty() && !level.tight {
            text.push(' ');
        }
        Some(Label { text, indent: level.indent })
    }
}

fn read_level(it: roxmltree::Node<'_, '_>) -> Level {
    let format = it.child_attr("numFmt", "val").unwrap_or("decimal");
    let start = it.child("start").and_then(|it| it.count("val")).unwrap_or(0);
    let legal = it.child("isLgl");
    Level {
        start: start.min(1_000_000) as u32,
        numerals: Numerals::of_word(format),
        text: it.child_attr("lvlText", "val").unwrap_or_default().chars().take(200).collect(),
        is_bullet: format == "bullet",
        legal: legal.is_some_and(|it| !matches!(it.attr("val"), Some("0" | "false"))),
        tight: it.child_attr("suff", "val") == Some("nothing"),
        restart: it.child("lvlRestart").and_then(|it| it.count("val")),
        style: it.child_attr("pStyle", "val").map(str::to_owned),
        indent: it.child("pPr").and_then(|it| it.child("ind")).map(super::styles::indent),
    }
}

/// Bullets of symbol fonts by a sign of their look.
fn bullet(c: char) -> char {
    match c {
        '\u{f0b7}' | '\u{f09f}' | '\u{f06c}' => '•',
        '\u{f0a7}' | '\u{f06e}' => '■',
        '\u{f0a8}' | '\u{f071}' | '\u{f06f}' => '□',
        '\u{f0d8}' => '➢',
        '\u{f0fc}' => '✓',
        '\u{f076}' => '❖',
        '\u{f0e0}' | '\u{f0e8}' => '→',
        '\u{f000}'..='\u{f0ff}' => '•',
        _ => c,
    }
}
