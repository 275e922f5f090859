//! HWPX: Hangul documents as packed XML (KS X 6101).

use std::collections::BTreeMap;
use std::sync::Arc;

use roxmltree::Node;

use super::{
    Book, Fill, Gathered, Heading, Letters, Level, Placed, Position, Shape, Writing, seen, table,
};
use crate::reading::office::flow::{
    Align, Block, Borders, Flow, MAX_DEPTH, PAGE_COUNT, PAGE_NUMBER, Paper, framed, shade,
};
use crate::reading::office::numerals::Numerals;
use crate::reading::office::package::{Element as _, Package, parse};
use crate::reading::office::pictures::{Album, Image, Picture};
use crate::reading::protocol::Refusal;
use proviso_core::document::check_box;

/// Points of a Hangul unit.
const UNIT: f32 = 0.01;

/// Reads a document.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let mut package = Package::open(bytes)?;
    let manifest = package.text("META-INF/manifest.xml")?.unwrap_or_default();
    if manifest.contains("encryption-data") {
        return Err(Refusal::Encrypted);
    }
    let mut reading = Reading::default();
    if let Some(text) = package.text("Contents/header.xml")? {
        reading.book = header(&text)?;
    }
    let mut sections: Vec<(u32, String)> = package
        .names()
        .into_iter()
        .filter_map(|it| {
            let number = it.strip_prefix("Contents/section")?.strip_suffix(".xml")?;
            Some((number.parse().ok()?, it))
        })
        .collect();
    sections.sort();
    if sections.is_empty() {
        return Err(Refusal::Damaged { reason: "it has no section with text".to_owned() });
    }
    reading.images = images(&mut package, &mut reading.album)?;
    let mut flow = Flow::default();
    for (_, name) in sections {
        let text = package.required(&name)?;
        let parsed = parse(&name, &text)?;
        let mut section = Gathered::default();
        let body = reading.paragraphs(parsed.root_element(), 0, &mut section);
        section.body = body;
        flow.sections.push(section.section());
    }
    reading.album.tell(&mut reading.book.left_out);
    reading.book.finish(&mut flow);
    Ok(flow)
}

/// The pictures of a document by their names in the list of its parts; none where one is not shown.
type Images = BTreeMap<String, Option<Arc<Image>>>;

/// Finds them.
fn images(package: &mut Package<'_>, album: &mut Album) -> Result<Images, Refusal> {
    let name = "Contents/content.hpf";
    let mut out = Images::new();
    let Some(text) = package.text(name)? else { return Ok(out) };
    let parsed = parse(name, &text)?;
    for it in parsed.root_element().descendants().filter(|it| it.is("item")) {
        let (Some(id), Some(target)) = (it.attr("id"), it.attr("href")) else { continue };
        let is_image = it.attr("media-type").is_some_and(|it| it.starts_with("image"));
        if !is_image {
            continue;
        }
        let Some(bytes) = package.read(target.trim_start_matches('/'))? else { continue };
        out.insert(id.to_owned(), album.keep(bytes));
    }
    Ok(out)
}

/// Takes `Contents/header.xml` apart.
fn header(text: &str) -> Result<Book, Refusal> {
    let parsed = parse("Contents/header.xml", text)?;
    let mut book = Book::default();
    for it in parsed.root_element().descendants().filter(Node::is_element) {
        let Some(id) = it.count("id") else { continue };
        match it.tag_name().name() {
            "charPr" => {
                let size = it.number("height").unwrap_or(1_000.0) / 100.0;
                let bold = it.child("bold").is_some();
                book.letters.insert(id, Letters { size, bold });
            }
            "paraPr" => {
                book.shapes.insert(id, shape(it));
            }
            "borderFill" => {
                let has = |name: &str| it.child_attr(name, "type").is_some_and(|it| it != "NONE");
                let borders = Borders {
                    top: has("topBorder"),
                    right: has("rightBorder"),
                    bottom: has("bottomBorder"),
                    left: has("leftBorder"),
                };
                let brush = it.child("fillBrush").and_then(|it| it.child("winBrush"));
                let color = brush.and_then(|it| it.attr("faceColor"));
                let shade = color.and_then(|it| shade(it.strip_prefix('#')?));
                book.fills.insert(id, Fill { borders, shade });
            }
            "numbering" => {
                let heads = it.children().filter(|it| it.is("paraHead"));
                let mut levels = vec![Level::default(); 10];
                for head in heads {
                    let at = head.count("level").unwrap_or(1).clamp(1, 10) - 1;
                    levels[at] = Level {
                        text: head.text().unwrap_or_default().to_owned(),
                        numerals: numerals(head.attr("numFormat").unwrap_or_default()),
                        start: head.count("start").unwrap_or(1).min(1_000_000) as u32,
                    };
                }
                book.numberings.insert(id, levels);
            }
            "bullet" => {
                let sign = it.attr("char").and_then(|it| it.chars().next()).unwrap_or('•');
                book.bullets.insert(id, sign);
            }
            _ => {}
        }
    }
    Ok(book)
}

fn shape(it: Node<'_, '_>) -> Shape {
    let align = match it.child_attr("align", "horizontal") {
        Some("CENTER") => Align::Center,
        Some("RIGHT") => Align::Right,
        _ => Align::Left,
    };
    let margin = it.descendants().find(|it| it.is("margin"));
    let points =
        |name: &str| margin.and_then(|it| it.child(name)?.number("value")).unwrap_or(0.0) * UNIT;
    let heading = it.child("heading");
    let id = heading.and_then(|it| it.count("idRef")).unwrap_or(0);
    let kind = match heading.and_then(|it| it.attr("type")) {
        Some("OUTLINE") => Heading::Outline,
        Some("NUMBER") => Heading::Number(id),
        Some("BULLET") => Heading::Bullet(id),
        _ => Heading::None,
    };
    Shape {
        align,
        indent: points("left"),
        first: points("intent"),
        before: points("prev"),
        after: points("next"),
        heading: kind,
        level: heading.and_then(|it| it.count("level")).unwrap_or(0),
    }
}

fn numerals(name: &str) -> Numerals {
    match name {
        "CIRCLED_DIGIT" => Numerals::Circled,
        "ROMAN_CAPITAL" => Numerals::UpperRoman,
        "ROMAN_SMALL" => Numerals::LowerRoman,
        "LATIN_CAPITAL" => Numerals::UpperLetter,
        "LATIN_SMALL" => Numerals::LowerLetter,
        "CIRCLED_LATIN_SMALL" => Numerals::CircledLetter,
        "HANGUL_SYLLABLE" => Numerals::Ganada,
        "CIRCLED_HANGUL_SYLLABLE" => Numerals::CircledGanada,
        "HANGUL_JAMO" => Numerals::Chosung,
        "CIRCLED_HANGUL_JAMO" => Numerals::CircledChosung,
        "HANGUL_PHONETIC" => Numerals::Korean,
        "IDEOGRAPH" => Numerals::Hanja,
        _ => Numerals::Decimal,
    }
}

/// Where the reading of a document stands.
#[derive(Default)]
struct Reading {
    book: Book,
    album: Album,
    images: Images,
    /// Whether what comes now was deleted while changes were tracked.
    deleting: bool,
}

impl Reading {
    /// The paragraphs of a section, a cell, a text box.
    fn paragraphs(&mut self, of: Node<'_, '_>, depth: usize, section: &mut Gathered) -> Vec<Block> {
        let mut out = Vec::new();
        if depth > MAX_DEPTH + 4 {
            return out;
        }
        for it in of.children().filter(|it| it.is("p")) {
            if it.attr("pageBreak") == Some("1") && !out.is_empty() {
                out.push(Block::PageBreak);
            }
            out.extend(self.paragraph(it, depth, section));
        }
        out
    }

    /// The paragraphs of what holds lists of them: a header, a note, a caption.
    fn lists(&mut self, of: Node<'_, '_>, depth: usize, section: &mut Gathered) -> Vec<Block> {
        let lists = of.children().filter(|it| it.is("subList"));
        lists.flat_map(|it| self.paragraphs(it, depth + 1, section)).collect()
    }

    fn paragraph(&mut self, it: Node<'_, '_>, depth: usize, section: &mut Gathered) -> Vec<Block> {
        let shape = self.book.shape(it.count("paraPrIDRef").unwrap_or(0));
        let runs = || it.children().filter(|it| it.is("run"));
        let usual = runs().find_map(|it| it.count("charPrIDRef")).unwrap_or(0);
        let usual = self.book.letters(usual);
        // The outline's numbering stands in the section's properties, in its first paragraph.
        for properties in runs().filter_map(|it| it.child("secPr")) {
            self.properties(properties, section);
        }
        let label = self.book.label(shape);
        let mut writing = Writing::new(shape, usual, label);
        for run in runs() {
            let letters = self.book.letters(run.count("charPrIDRef").unwrap_or(0));
            for it in run.children().filter(Node::is_element) {
                self.piece(it, letters, depth, section, &mut writing);
            }
        }
        writing.finish()
    }

    fn piece(
        &mut self,
        it: Node<'_, '_>,
        letters: Letters,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        match it.tag_name().name() {
            "t" => self.text(it, letters, writing),
            "tbl" => {
                let blocks = self.table(it, depth, section);
                for block in blocks {
                    writing.block(block);
                }
            }
            "ctrl" => {
                for it in it.children().filter(Node::is_element) {
                    self.control(it, letters, depth, section, writing);
                }
            }
            "pic" => {
                self.picture(it, writing);
                self.caption(it, depth, section, writing);
            }
            "ole" | "chart" | "video" => self.book.left_out.n_objects += 1,
            "equation" => {
                let script = it.child("script").and_then(|it| it.text()).unwrap_or_default();
                writing.push(script, letters);
            }
            "compose" => writing.push(it.attr("composeText").unwrap_or_default(), letters),
            "dutmal" => {
                let text = it.child("mainText").and_then(|it| it.text()).unwrap_or_default();
                writing.push(text, letters);
            }
            "checkBtn" | "radioBtn" => {
                let sign = check_box::sign(it.attr("value") == Some("CHECKED"));
                let caption = it.attr("caption").unwrap_or_default();
                writing.push(&format!("{sign} {caption} "), letters);
            }
            "edit" => {
                let text = it.child("text").and_then(|it| it.text()).unwrap_or_default();
                writing.push(text, letters);
            }
            "comboBox" | "listBox" => {
                writing.push(it.attr("selectedValue").unwrap_or_default(), letters);
            }
            "btn" => writing.push(it.attr("caption").unwrap_or_default(), letters),
            "switch" => {
                let chosen = it.child("case").or_else(|| it.child("default"));
                for it in chosen.iter().flat_map(|it| it.children()).filter(Node::is_element) {
                    self.piece(it, letters, depth, section, writing);
                }
            }
            "rect" | "ellipse" | "polygon" | "curve" | "arc" | "container" | "connectLine"
            | "line" => {
                self.shape(it, depth, section, writing);
            }
            _ => {}
        }
    }

    fn text(&mut self, it: Node<'_, '_>, letters: Letters, writing: &mut Writing) {
        for it in it.children() {
            if let Some(text) = it.text().filter(|_| it.is_text()) {
                if self.deleting {
                    self.book.left_out.n_deleted += 1;
                } else {
                    let text: String = text
                        .chars()
                        .filter(|it| !matches!(*it, PAGE_NUMBER | PAGE_COUNT))
                        .map(seen)
                        .collect();
                    writing.push(&text, letters);
                }
                continue;
            }
            match it.tag_name().name() {
                "deleteBegin" => self.deleting = true,
                "deleteEnd" => self.deleting = false,
                _ if self.deleting => {}
                "lineBreak" => writing.push("\n", letters),
                "tab" => writing.push("\t", letters),
                "nbSpace" | "fwSpace" => writing.push(" ", letters),
                "hyphen" => writing.push("-", letters),
                _ => {}
            }
        }
    }

    fn control(
        &mut self,
        it: Node<'_, '_>,
        letters: Letters,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        match it.tag_name().name() {
            "header" => {
                let mut blocks = self.lists(it, depth, section);
                section.header.append(&mut blocks);
            }
            "footer" => {
                let mut blocks = self.lists(it, depth, section);
                section.footer.append(&mut blocks);
            }
            "footNote" | "endNote" => {
                let blocks = self.lists(it, depth, section);
                let sign = self.book.note(blocks);
                writing.push(&sign, letters);
            }
            "autoNum" => match it.attr("numType") {
                Some("PAGE") => writing.push(&PAGE_NUMBER.to_string(), letters),
                Some("TOTAL_PAGE") => writing.push(&PAGE_COUNT.to_string(), letters),
                // Notes have their number in the text that refers to them.
                Some("FOOTNOTE" | "ENDNOTE") => {}
                _ => writing.push(it.attr("num").unwrap_or_default(), letters),
            },
            "pageNum" => {
                let sides = it.attr("sideChar").unwrap_or_default();
                section.number_pages(position(it.attr("pos").unwrap_or_default()), sides);
            }
            _ => {}
        }
    }

    fn properties(&mut self, it: Node<'_, '_>, section: &mut Gathered) {
        self.book.outline = it.count("outlineShapeIDRef").unwrap_or(self.book.outline);
        let Some(page) = it.child("pagePr") else { return };
        let margin = page.child("margin");
        let side = |name: &str| margin.and_then(|it| it.number(name)).unwrap_or(2_000.0) * UNIT;
        let (mut width, mut height) = (
            page.number("width").unwrap_or(59_528.0) * UNIT,
            page.number("height").unwrap_or(84_188.0) * UNIT,
        );
        // `NARROWLY` turns the paper, `WIDELY` leaves it as its size says.
        if page.attr("landscape") == Some("NARROWLY") {
            (width, height) = (height, width);
        }
        // In Hangul the header stands between the paper's margin and the text.
        let (top, bottom) = (side("top"), side("bottom"));
        let paper = Paper {
            width,
            height,
            left: side("left"),
            right: side("right"),
            top: top + side("header"),
            bottom: bottom + side("footer"),
            header: top,
            footer: bottom,
        };
        section.paper.get_or_insert(paper);
    }

    fn table(&mut self, it: Node<'_, '_>, depth: usize, section: &mut Gathered) -> Vec<Block> {
        let mut cells = Vec::new();
        for row in it.children().filter(|it| it.is("tr")) {
            for tc in row.children().filter(|it| it.is("tc")) {
                let number =
                    |child: &str, name: &str| tc.child(child).and_then(|it| it.count(name));
                let size = |name: &str| {
                    tc.child("cellSz").and_then(|it| it.number(name)).unwrap_or(0.0) * UNIT
                };
                let list = tc.child("subList");
                let blocks = list.map(|it| self.paragraphs(it, depth + 1, section));
                cells.push(Placed {
                    row: number("cellAddr", "rowAddr").unwrap_or(0),
                    column: number("cellAddr", "colAddr").unwrap_or(0),
                    rows: number("cellSpan", "rowSpan").unwrap_or(1),
                    columns: number("cellSpan", "colSpan").unwrap_or(1),
                    width: size("width"),
                    height: size("height"),
                    blocks: blocks.unwrap_or_default(),
                    fill: self.book.fill(tc.count("borderFillIDRef").unwrap_or(0)),
                    middle: list.and_then(|it| it.attr("vertAlign")) == Some("CENTER"),
                    pad: tc.child("cellMargin").and_then(|it| it.number("left")).unwrap_or(283.0)
                        * UNIT,
                });
            }
        }
        let mut out = vec![table(cells, Align::Left)];
        if let Some(it) = it.child("caption") {
            let blocks = self.lists(it, depth, section);
            let above = matches!(it.attr("side"), Some("TOP"));
            let at = if above { 0 } else { out.len() };
            out.splice(at..at, blocks);
        }
        out
    }

    /// A drawn shape with what is written in it.
    fn shape(
        &mut self,
        of: Node<'_, '_>,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        let line = of.child_attr("lineShape", "style");
        let width = of.child("sz").and_then(|it| it.number("width")).unwrap_or(30_000.0) * UNIT;
        for it in of.children().filter(Node::is_element) {
            match it.tag_name().name() {
                "drawText" => {
                    for list in it.children().filter(|it| it.is("subList")) {
                        let blocks = self.paragraphs(list, depth + 1, section);
                        if blocks.iter().all(Block::is_blank) {
                            continue;
                        }
                        if line.is_some_and(|it| it != "NONE") {
                            writing.block(framed(blocks, width.clamp(40.0, 1_000.0)));
                        } else {
                            for block in blocks {
                                writing.block(block);
                            }
                        }
                    }
                }
                "pic" => self.picture(it, writing),
                "rect" | "ellipse" | "polygon" | "curve" | "arc" | "container"
                    if depth < MAX_DEPTH =>
                {
                    self.shape(it, depth + 1, section, writing);
                }
                "caption" => self.caption(of, depth, section, writing),
                _ => {}
            }
        }
    }

    fn picture(&mut self, it: Node<'_, '_>, writing: &mut Writing) {
        let name = it.child("img").and_then(|it| it.attr("binaryItemIDRef"));
        let Some(image) = name.and_then(|it| self.images.get(it)) else {
            return self.album.miss();
        };
        let Some(image) = image else { return };
        let size = it.child("sz").or_else(|| it.child("curSz"));
        let side = |name: &str| size.and_then(|it| it.number(name)).unwrap_or(0.0) * UNIT;
        let picture = Picture::new(Arc::clone(image), Some((side("width"), side("height"))));
        writing.block(Block::Picture(picture));
    }

    fn caption(
        &mut self,
        of: Node<'_, '_>,
        depth: usize,
        section: &mut Gathered,
        writing: &mut Writing,
    ) {
        let Some(it) = of.child("caption") else { return };
        for block in self.lists(it, depth, section) {
            writing.block(block);
        }
    }
}

fn position(name: &str) -> Position {
    let align = if name.ends_with("CENTER") {
        Align::Center
    } else if name.ends_with("RIGHT") || name.starts_with("OUTSIDE") {
        Align::Right
    } else {
        Align::Left
    };
    match name {
        "NONE" | "" => Position::None,
        _ if name.contains("TOP") => Position::Top(align),
        _ => Position::Bottom(align),
    }
}
