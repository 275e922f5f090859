//! Styles of a Word document, as far as they change what is seen: sizes, places, lists, borders.

use std::collections::BTreeMap;

use roxmltree::Node;

use crate::reading::office::flow::{Align, Borders};
use crate::reading::office::package::{Element as _, parse};
use crate::reading::protocol::Refusal;

/// Styles that build upon others are followed this far.
const MAX_CHAIN: usize = 20;

/// How letters look, as far as it is said.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Letters {
    pub(super) size: Option<f32>,
    pub(super) bold: Option<bool>,
    pub(super) hidden: Option<bool>,
    pub(super) capitals: Option<bool>,
}

impl Letters {
    /// What a `rPr` says.
    pub(super) fn of(properties: Option<Node<'_, '_>>) -> Letters {
        let Some(it) = properties else { return Letters::default() };
        let flag = |name: &str| it.child(name).map(on);
        let size = it.child("sz").and_then(|it| it.number("val")).map(|it| it / 2.0);
        Letters { size, bold: flag("b"), hidden: flag("vanish"), capitals: flag("caps") }
    }

    /// This, and where it says nothing the other.
    pub(super) fn or(self, other: Letters) -> Letters {
        Letters {
            size: self.size.or(other.size),
            bold: self.bold.or(other.bold),
            hidden: self.hidden.or(other.hidden),
            capitals: self.capitals.or(other.capitals),
        }
    }
}

/// Whether a switch is on; one without a value is.
pub(super) fn on(it: Node<'_, '_>) -> bool {
    !matches!(it.attr("val"), Some("0" | "false" | "off" | "none"))
}

/// How a paragraph stands, as far as it is said.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Place {
    pub(super) align: Option<Align>,
    /// Points from the left, and for the first line.
    pub(super) indent: Option<(f32, f32)>,
    pub(super) before: Option<f32>,
    pub(super) after: Option<f32>,
    /// The list; `0` for none.
    pub(super) list: Option<String>,
    pub(super) level: Option<usize>,
    pub(super) breaks: Option<bool>,
}

impl Place {
    /// What a `pPr` says.
    pub(super) fn of(properties: Option<Node<'_, '_>>) -> Place {
        let Some(it) = properties else { return Place::default() };
        let spacing =
            |name: &str| it.child("spacing").and_then(|it| it.number(name)).map(|it| it / 20.0);
        let numbers = it.child("numPr");
        Place {
            align: it.child_attr("jc", "val").map(|it| match it {
                "center" => Align::Center,
                "right" | "end" => Align::Right,
                _ => Align::Left,
            }),
            indent: it.child("ind").map(indent),
            before: spacing("before"),
            after: spacing("after"),
            list: numbers.and_then(|it| it.child_attr("numId", "val")).map(str::to_owned),
            level: numbers.and_then(|it| it.child("ilvl")?.count("val")),
            breaks: it.child("pageBreakBefore").map(on),
        }
    }

    /// This, and where it says nothing the other.
    pub(super) fn or(self, other: &Place) -> Place {
        Place {
            align: self.align.or(other.align),
            indent: self.indent.or(other.indent),
            before: self.before.or(other.before),
            after: self.after.or(other.after),
            list: self.list.or_else(|| other.list.clone()),
            level: self.level.or(other.level),
            breaks: self.breaks.or(other.breaks),
        }
    }
}

/// Left indent and that of the first line, points, from an `ind`.
pub(super) fn indent(it: Node<'_, '_>) -> (f32, f32) {
    let points = |name: &str| it.number(name).map(|it| it / 20.0);
    let left = points("left").or(points("start")).unwrap_or(0.0);
    let first = match points("hanging") {
        Some(hanging) => -hanging,
        None => points("firstLine").unwrap_or(0.0),
    };
    (left, first)
}

/// The borders of a table: its own sides, and those between its cells.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Frame {
    pub(super) outer: Borders,
    pub(super) between_rows: bool,
    pub(super) between_columns: bool,
}

impl Frame {
    /// What a `tblBorders` says.
    pub(super) fn of(it: Node<'_, '_>) -> Frame {
        let has = |name: &str| it.child(name).is_some_and(is_border);
        let outer = Borders {
            top: has("top"),
            right: has("right") || has("end"),
            bottom: has("bottom"),
            left: has("left") || has("start"),
        };
        Frame { outer, between_rows: has("insideH"), between_columns: has("insideV") }
    }
}

/// Whether a side is printed.
pub(super) fn is_border(it: Node<'_, '_>) -> bool {
    !matches!(it.attr("val"), Some("nil" | "none") | None)
}

#[derive(Debug, Clone, Default)]
struct Style {
    based_on: Option<String>,
    letters: Letters,
    place: Place,
    frame: Option<Frame>,
}

/// All styles.
#[derive(Debug, Clone, Default)]
pub(super) struct Styles {
    styles: BTreeMap<String, Style>,
    usual_paragraph: Option<String>,
    usual_table: Option<String>,
    letters: Letters,
    place: Place,
}

impl Styles {
    /// Takes `word/styles.xml` apart.
    pub(super) fn new(text: &str) -> Result<Styles, Refusal> {
        let parsed = parse("word/styles.xml", text)?;
        let root = parsed.root_element();
        let mut out = Styles::default();
        if let Some(it) = root.child("docDefaults") {
            out.letters = Letters::of(it.child("rPrDefault").and_then(|it| it.child("rPr")));
            out.place = Place::of(it.child("pPrDefault").and_then(|it| it.child("pPr")));
        }
        for it in root.children().filter(|it| it.is("style")) {
            let Some(id) = it.attr("styleId") else { continue };
            let frame = it.child("tblPr").and_then(|it| it.child("tblBorders")).map(Frame::of);
            let style = Style {
                based_on: it.child_attr("basedOn", "val").map(str::to_owned),
                letters: Letters::of(it.child("rPr")),
                place: Place::of(it.child("pPr")),
                frame,
            };
            if matches!(it.attr("default"), Some("1" | "true")) {
                match it.attr("type") {
                    Some("paragraph") => out.usual_paragraph = Some(id.to_owned()),
                    Some("table") => out.usual_table = Some(id.to_owned()),
                    _ => {}
                }
            }
            out.styles.insert(id.to_owned(), style);
        }
        Ok(out)
    }

    fn chain(&self, id: Option<&str>) -> impl Iterator<Item = &Style> {
        let first = id.and_then(|it| self.styles.get(it));
        let next = |it: &&Style| it.based_on.as_ref().and_then(|it| self.styles.get(it));
        std::iter::successors(first, next).take(MAX_CHAIN)
    }

    /// Letters of a paragraph's style.
    pub(super) fn letters(&self, style: Option<&str>) -> Letters {
        let style = style.or(self.usual_paragraph.as_deref());
        let chain = self.chain(style).fold(Letters::default(), |it, style| it.or(style.letters));
        chain.or(self.letters)
    }

    /// Letters of a style for characters alone.
    pub(super) fn own_letters(&self, style: &str) -> Letters {
        self.chain(Some(style)).fold(Letters::default(), |it, style| it.or(style.letters))
    }

    /// How paragraphs of a style stand.
    pub(super) fn place(&self, style: Option<&str>) -> Place {
        let style = style.or(self.usual_paragraph.as_deref());
        let chain = self.chain(style).fold(Place::default(), |it, style| it.or(&style.place));
        chain.or(&self.place)
    }

    /// The borders of a table style.
    pub(super) fn frame(&self, style: Option<&str>) -> Frame {
        let style = style.or(self.usual_table.as_deref());
        self.chain(style).find_map(|it| it.frame).unwrap_or_default()
    }
}
