//! DOCX: paragraphs with their automatic numbers, tables, text boxes, notes, headers.
//!
//! Tracked changes are read as accepted: what was inserted is there, what was deleted is not.
//!
//! Source: ECMA-376-1:2016, part 17.

mod around;
mod numbering;
mod styles;
mod tables;

use std::collections::BTreeMap;
use std::sync::Arc;

use roxmltree::Node;

use self::around::{Around, push_section};
use self::numbering::Numbering;
use self::styles::{Letters, Place, Styles, on};
use super::flow::{
    Align, Block, Flow, LeftOut, MAX_DEPTH, PAGE_COUNT, PAGE_NUMBER, Paper, Paragraph, Run,
    Section, framed, push_run,
};
use super::package::{Element as _, Package, parse};
use super::pictures::{Album, Image, Picture};
use super::sheets::xlsx::relations;
use crate::reading::protocol::Refusal;
use proviso_core::document::check_box;

/// Points of an English Metric Unit.
const EMU: f32 = 1.0 / 12_700.0;

/// Reads a document.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let mut package = Package::open(bytes)?;
    let main = main_part(&mut package)?;
    let folder = main.rsplit_once('/').map_or("", |it| it.0).to_owned();
    let file = main.rsplit('/').next().unwrap_or(&main);
    let links = relations(&mut package, &format!("{folder}/_rels/{file}.rels"), &folder)?;
    let styles = match package.text(&format!("{folder}/styles.xml"))? {
        Some(text) => Styles::new(&text)?,
        None => Styles::default(),
    };
    let numbering = match package.text(&format!("{folder}/numbering.xml"))? {
        Some(text) => Numbering::new(&text)?,
        None => Numbering::default(),
    };
    let mut notes = BTreeMap::new();
    for kind in ["footnotes", "endnotes"] {
        if let Some(text) = package.text(&format!("{folder}/{kind}.xml"))? {
            notes.insert(kind, text);
        }
    }
    let mut album = Album::default();
    let media = media(&mut package, &links, &mut album)?;
    // Headers and footers are few; each is read once and laid out by the sections that name it.
    let mut margins = BTreeMap::new();
    for (id, target) in &links {
        let name = target.rsplit('/').next().unwrap_or(target);
        if !(name.starts_with("header") || name.starts_with("footer")) {
            continue;
        }
        let Some(text) = package.text(target)? else { continue };
        let links = relations(&mut package, &format!("{folder}/_rels/{name}.rels"), &folder)?;
        let media = self::media(&mut package, &links, &mut album)?;
        margins.insert(id.clone(), Margin { text, media });
    }
    let text = package.required(&main)?;
    let parsed = parse(&main, &text)?;
    let Some(body) = parsed.root_element().child("body") else {
        return Err(Refusal::Damaged { reason: "it has no body".to_owned() });
    };
    let mut reading = Reading { styles, numbering, media, ..Reading::default() };
    let mut flow = Flow::default();
    reading.body(body, &margins, &mut flow)?;
    reading.append_notes(&notes, &mut flow)?;
    album.tell(&mut reading.left_out);
    flow.tell(&reading.left_out);
    Ok(flow)
}

/// The pictures of a part by the ids of its links; none where one is not shown.
type Media = BTreeMap<String, Option<Arc<Image>>>;

/// A header or a footer with its pictures.
struct Margin {
    text: String,
    media: Media,
}

fn media(
    package: &mut Package<'_>,
    links: &BTreeMap<String, String>,
    album: &mut Album,
) -> Result<Media, Refusal> {
    let mut out = Media::new();
    for (id, target) in links.iter().filter(|it| it.1.contains("/media/")) {
        let Some(bytes) = package.read(target)? else { continue };
        out.insert(id.clone(), album.keep(bytes));
    }
    Ok(out)
}

/// The name of the part that holds the text.
fn main_part(package: &mut Package<'_>) -> Result<String, Refusal> {
    let usual = "word/document.xml";
    if package.has(usual) {
        return Ok(usual.to_owned());
    }
    let text = package.required("_rels/.rels")?;
    let parsed = parse("_rels/.rels", &text)?;
    let target = parsed
        .root_element()
        .children()
        .find(|it| it.attr("Type").is_some_and(|it| it.ends_with("/officeDocument")));
    let target = target.and_then(|it| it.attr("Target"));
    Ok(target.unwrap_or(usual).trim_start_matches('/').to_owned())
}

/// Where the reading of a document stands.
#[derive(Default)]
struct Reading {
    styles: Styles,
    numbering: Numbering,
    /// Of the part that is read now.
    media: Media,
    /// Fields that are open, innermost last.
    fields: Vec<Field>,
    /// Footnotes and endnotes in the order of their signs.
    notes: Vec<(&'static str, String)>,
    left_out: LeftOut,
}

/// A field: an instruction, and the result that is seen.
#[derive(Default)]
struct Field {
    instruction: String,
    in_result: bool,
    /// Whether its result was replaced by what Proviso knows better.
    replaced: bool,
}

/// A paragraph while its parts are gathered.
#[derive(Default)]
struct Gathered {
    runs: Vec<Run>,
    /// Text boxes and pictures, which stand below the paragraph.
    below: Vec<Block>,
    /// Where pages end in it: numbers of runs.
    breaks: Vec<usize>,
}

impl Reading {
    fn body(
        &mut self,
        body: Node<'_, '_>,
        margins: &BTreeMap<String, Margin>,
        flow: &mut Flow,
    ) -> Result<(), Refusal> {
        let mut blocks = Vec::new();
        let mut around = Around::default();
        for it in body.children() {
            if it.is("sectPr") {
                continue;
            }
            self.block(it, 0, &mut blocks);
            // A paragraph that holds the properties of its section ends it.
            let end = it.child("pPr").and_then(|it| it.child("sectPr")).filter(|_| it.is("p"));
            if let Some(properties) = end {
                around.take(properties, margins, self)?;
                let body = std::mem::take(&mut blocks);
                push_section(flow, around.section(properties, body), properties);
            }
        }
        let last = body.child("sectPr");
        if let Some(properties) = last {
            around.take(properties, margins, self)?;
        }
        let section = match last {
            Some(properties) => around.section(properties, blocks),
            None => Section::new(Paper::A4, blocks),
        };
        match last {
            Some(properties) => push_section(flow, section, properties),
            None => flow.sections.push(section),
        }
        Ok(())
    }

    /// The blocks of a cell, a header, a note, a text box.
    fn blocks(&mut self, of: Node<'_, '_>, depth: usize) -> Vec<Block> {
        let mut out = Vec::new();
        for it in of.children() {
            self.block(it, depth, &mut out);
        }
        out
    }

    fn block(&mut self, it: Node<'_, '_>, depth: usize, out: &mut Vec<Block>) {
        if !it.is_element() {
            return;
        }
        match it.tag_name().name() {
            "p" => self.paragraph(it, depth, out),
            "tbl" if depth <= MAX_DEPTH + 4 => out.push(self.table(it, depth)),
            "sdt" => {
                for it in it.children().filter(|it| it.is("sdtContent")) {
                    out.extend(self.blocks(it, depth));
                }
            }
            "customXml" | "smartTag" | "ins" | "moveTo" => out.extend(self.blocks(it, depth)),
            "del" | "moveFrom" => self.left_out.n_deleted += 1,
            "AlternateContent" => {
                if let Some(it) = alternative(it) {
                    out.extend(self.blocks(it, depth));
                }
            }
            _ => {}
        }
    }

    fn paragraph(&mut self, it: Node<'_, '_>, depth: usize, out: &mut Vec<Block>) {
        let properties = it.child("pPr");
        let style = properties.and_then(|it| it.child_attr("pStyle", "val"));
        let place = Place::of(properties).or(&self.styles.place(style));
        let letters = self.styles.letters(style);
        let mut gathered = Gathered::default();
        let mut indent = place.indent;
        let is_hidden = letters.hidden == Some(true);
        if let Some(list) = place.list.as_deref().filter(|it| *it != "0") {
            let of_style = || style.and_then(|it| self.numbering.level_of_style(list, it));
            let level = place.level.or_else(of_style).unwrap_or(0).min(8);
            let own = Letters::of(properties.and_then(|it| it.child("rPr"))).or(letters);
            if let Some(label) = self.numbering.next(list, level) {
                indent = Place::of(properties).indent.or(label.indent).or(indent);
                gathered.runs.push(Run {
                    text: label.text,
                    size: own.size.unwrap_or(10.0),
                    bold: own.bold.unwrap_or(false),
                });
            }
        }
        self.inline(it, letters, depth, &mut gathered);
        if is_hidden
            && gathered.runs.iter().all(|it| it.text.is_empty())
            && gathered.below.is_empty()
        {
            return;
        }
        let (left, first) = indent.unwrap_or((0.0, 0.0));
        let usual = Run { text: String::new(), size: letters.size.unwrap_or(10.0), bold: false };
        let make = |runs: Vec<Run>| {
            Block::Paragraph(Paragraph {
                runs: if runs.is_empty() { vec![usual.clone()] } else { runs },
                align: place.align.unwrap_or(Align::Left),
                indent: left,
                first,
                before: place.before.unwrap_or(0.0),
                after: place.after.unwrap_or(0.0),
            })
        };
        if place.breaks == Some(true) {
            out.push(Block::PageBreak);
        }
        let mut runs = gathered.runs;
        let mut parts = Vec::new();
        for at in gathered.breaks.into_iter().rev() {
            parts.push(runs.split_off(at.min(runs.len())));
        }
        parts.push(runs);
        for (i, runs) in parts.into_iter().rev().enumerate() {
            if i > 0 {
                out.push(Block::PageBreak);
            }
            out.push(make(runs));
        }
        out.extend(gathered.below);
    }

    /// Gathers what stands in a paragraph, a link, a field.
    fn inline(&mut self, of: Node<'_, '_>, letters: Letters, depth: usize, out: &mut Gathered) {
        for it in of.children().filter(Node::is_element) {
            match it.tag_name().name() {
                "r" => self.run(it, letters, depth, out),
                "hyperlink" | "ins" | "moveTo" | "smartTag" | "customXml" | "sdtContent"
                | "dir" | "bdo" => self.inline(it, letters, depth, out),
                "sdt" => self.inline(it, letters, depth, out),
                "fldSimple" => {
                    let code = it.attr("instr").unwrap_or_default();
                    match page_field(code) {
                        Some(sign) => push(out, &sign.to_string(), letters),
                        None => self.inline(it, letters, depth, out),
                    }
                }
                "del" | "moveFrom" => self.left_out.n_deleted += 1,
                "oMath" | "oMathPara" => {
                    let texts = it.descendants().filter(|it| it.is("t")).filter_map(|it| it.text());
                    push(out, &texts.collect::<String>(), letters);
                }
                "AlternateContent" => {
                    if let Some(it) = alternative(it) {
                        self.inline(it, letters, depth, out);
                    }
                }
                _ => {}
            }
        }
    }

    fn run(&mut self, it: Node<'_, '_>, letters: Letters, depth: usize, out: &mut Gathered) {
        let properties = it.child("rPr");
        let style = properties.and_then(|it| it.child_attr("rStyle", "val"));
        let own = style.map(|it| self.styles.own_letters(it)).unwrap_or_default();
        let letters = Letters::of(properties).or(own).or(letters);
        if letters.hidden == Some(true) {
            self.left_out.n_hidden += 1;
            return;
        }
        for it in it.children().filter(Node::is_element) {
            self.piece(it, letters, depth, out);
        }
    }

    /// One piece of a run.
    fn piece(&mut self, it: Node<'_, '_>, letters: Letters, depth: usize, out: &mut Gathered) {
        let name = it.tag_name().name();
        if name == "fldChar" {
            return self.field(it, letters, out);
        }
        if name == "instrText" {
            if let Some(field) = self.fields.last_mut() {
                field.instruction.push_str(it.text().unwrap_or_default());
            }
            return;
        }
        // The instruction of a field is not seen, and neither is a result that was replaced.
        if self.fields.iter().any(|it| !it.in_result || it.replaced) {
            return;
        }
        match name {
            "t" => {
                let text = it.text().unwrap_or_default();
                let text = if letters.capitals == Some(true) {
                    text.to_uppercase()
                } else {
                    text.to_owned()
                };
                push(out, &text, letters);
            }
            "tab" | "ptab" => push(out, "\t", letters),
            "cr" => push(out, "\n", letters),
            "noBreakHyphen" => push(out, "-", letters),
            "br" => match it.attr("type") {
                Some("page") => out.breaks.push(out.runs.len()),
                _ => push(out, "\n", letters),
            },
            "sym" => push(out, &symbol(it).to_string(), letters),
            "footnoteReference" | "endnoteReference" => {
                let custom = matches!(it.attr("customMarkFollows"), Some("1" | "true"));
                let kind = if name == "footnoteReference" { "footnotes" } else { "endnotes" };
                if let Some(id) = it.attr("id") {
                    self.notes.push((kind, id.to_owned()));
                    if !custom {
                        push(out, &format!("{})", self.notes.len()), letters);
                    }
                }
            }
            "ruby" => {
                for it in it.children().filter(|it| it.is("rubyBase")) {
                    self.inline(it, letters, depth, out);
                }
            }
            "drawing" | "pict" => self.drawing(it, depth, out),
            "object" => {
                self.left_out.n_objects += 1;
                self.drawing(it, depth, out);
            }
            "AlternateContent" => {
                let inner = alternative(it);
                for it in inner.iter().flat_map(|it| it.children()).filter(Node::is_element) {
                    self.piece(it, letters, depth, out);
                }
            }
            _ => {}
        }
    }

    fn field(&mut self, it: Node<'_, '_>, letters: Letters, out: &mut Gathered) {
        match it.attr("fldCharType") {
            Some("begin") => {
                if let Some(check) = it.child("ffData").and_then(|it| it.child("checkBox")) {
                    let state = check.child("checked").or_else(|| check.child("default"));
                    let sign = check_box::sign(state.is_some_and(on));
                    if self.fields.iter().all(|it| it.in_result && !it.replaced) {
                        push(out, sign.encode_utf8(&mut [0; 4]), letters);
                    }
                }
                self.fields.push(Field::default());
            }
            Some("separate") => {
                let sign = self.fields.last().and_then(|it| page_field(&it.instruction));
                if let Some(field) = self.fields.last_mut() {
                    field.in_result = true;
                    field.replaced = sign.is_some();
                }
                if let Some(sign) = sign {
                    push(out, &sign.to_string(), letters);
                }
            }
            Some("end") => {
                if let Some(field) = self.fields.pop()
                    && !field.in_result
                    && let Some(sign) = page_field(&field.instruction)
                {
                    push(out, &sign.to_string(), letters);
                }
            }
            _ => {}
        }
    }

    /// Text boxes and pictures of a drawing.
    fn drawing(&mut self, of: Node<'_, '_>, depth: usize, out: &mut Gathered) {
        if depth > MAX_DEPTH {
            return;
        }
        let mut waiting: Vec<Node<'_, '_>> = vec![of];
        while let Some(it) = waiting.pop() {
            match it.tag_name().name() {
                "txbxContent" => {
                    let open = std::mem::take(&mut self.fields);
                    let blocks = self.blocks(it, depth + 1);
                    self.fields = open;
                    if !blocks.iter().all(Block::is_blank) {
                        let width = of
                            .descendants()
                            .find(|it| it.is("extent"))
                            .and_then(|it| it.number("cx"))
                            .map_or(300.0, |it| it * EMU);
                        out.below.push(framed(blocks, width.clamp(60.0, 480.0)));
                    }
                }
                "blip" | "imagedata" => out.below.extend(self.picture(it).map(Block::Picture)),
                "AlternateContent" => waiting.extend(alternative(it)),
                _ => {
                    let children: Vec<_> = it.children().filter(Node::is_element).collect();
                    waiting.extend(children.into_iter().rev());
                }
            }
        }
    }

    /// A picture as it is printed; none where it is not in the document, or only a background.
    fn picture(&mut self, it: Node<'_, '_>) -> Option<Picture> {
        let id = it.attr("embed").or_else(|| it.attr("id"));
        let Some(image) = id.and_then(|it| self.media.get(it)) else {
            // It lies outside of the document, or is missing in it.
            self.left_out.n_pictures += 1;
            return None;
        };
        let image = image.as_ref()?;
        if it.ancestors().any(|it| it.is("anchor") && it.attr("behindDoc") == Some("1")) {
            return None;
        }
        let size = it.ancestors().find_map(|it| match it.tag_name().name() {
            "pic" => it.child("spPr")?.child("xfrm")?.child("ext"),
            "inline" | "anchor" => it.child("extent"),
            _ => None,
        });
        let points = |it: Node<'_, '_>, name: &str| it.number(name).unwrap_or(0.0) * EMU;
        let size = size.map(|it| (points(it, "cx"), points(it, "cy")));
        let style = || it.ancestors().find(|it| it.is("shape"))?.attr("style");
        let size = size.or_else(|| {
            let style = style()?;
            let side = |name: &str| style.split(';').find_map(|it| length(it.strip_prefix(name)?));
            Some((side("width:").unwrap_or(0.0), side("height:").unwrap_or(0.0)))
        });
        let mut picture = Picture::new(Arc::clone(image), size);
        let cut = it.parent().and_then(|it| it.child("srcRect"));
        if let Some(cut) = cut {
            picture.crop = ["l", "t", "r", "b"].map(|it| cut.number(it).unwrap_or(0.0) / 100_000.0);
        }
        Some(picture)
    }

    /// Footnotes and endnotes below the text.
    fn append_notes(
        &mut self,
        texts: &BTreeMap<&str, String>,
        flow: &mut Flow,
    ) -> Result<(), Refusal> {
        let signs = std::mem::take(&mut self.notes);
        let mut parsed = BTreeMap::new();
        for (kind, text) in texts {
            parsed.insert(*kind, parse(kind, text)?);
        }
        let mut notes = Vec::new();
        for (number, (kind, id)) in (1..).zip(&signs) {
            let note = parsed
                .get(kind)
                .and_then(|it| it.root_element().children().find(|it| it.attr("id") == Some(id)));
            notes.extend(note.map(|it| (number, self.blocks(it, 0))));
        }
        flow.append_notes(notes);
        Ok(())
    }
}

/// Points of a length such as `12.5pt`.
fn length(text: &str) -> Option<f32> {
    let text = text.trim();
    let digits = text.trim_end_matches(|it: char| it.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "pt" | "" => 1.0,
        "in" => 72.0,
        "cm" => 28.346,
        "mm" => 2.834_6,
        "px" => 0.75,
        _ => return None,
    };
    Some(digits.parse::<f32>().ok()? * unit)
}

/// What of several forms of the same is read: the first, which is the newer one.
fn alternative<'a, 'i>(it: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
    it.child("Choice").filter(|it| it.has_children()).or_else(|| it.child("Fallback"))
}

/// The sign that stands for what a field shows, if it is a page's number or their count.
fn page_field(code: &str) -> Option<char> {
    match code.split_whitespace().next()? {
        it if it.eq_ignore_ascii_case("PAGE") => Some(PAGE_NUMBER),
        it if it.eq_ignore_ascii_case("NUMPAGES") => Some(PAGE_COUNT),
        it if it.eq_ignore_ascii_case("SECTIONPAGES") => Some(PAGE_COUNT),
        _ => None,
    }
}

fn push(out: &mut Gathered, text: &str, letters: Letters) {
    if text.is_empty() {
        return;
    }
    // Signs for page numbers are ours; the same code points in a file are no characters.
    let is_ours = text.chars().count() == 1;
    let text = if is_ours { text.to_owned() } else { text.replace([PAGE_NUMBER, PAGE_COUNT], "") };
    let (size, bold) = (letters.size.unwrap_or(10.0), letters.bold.unwrap_or(false));
    let begins_page = out.breaks.last() == Some(&out.runs.len());
    if begins_page {
        out.runs.push(Run { text, size, bold });
    } else {
        push_run(&mut out.runs, &text, size, bold);
    }
}

/// A sign of a symbol font by one of its look: check marks and boxes first of all.
fn symbol(it: Node<'_, '_>) -> char {
    let code = it.attr("char").and_then(|it| u32::from_str_radix(it, 16).ok()).unwrap_or(0) & 0xff;
    let font = it.attr("font").unwrap_or_default();
    match (font, code) {
        ("Wingdings", 0xfe) | ("Wingdings 2", 0x52) => '☑',
        ("Wingdings", 0xfd | 0x78) | ("Wingdings 2", 0x51 | 0x53) => '☒',
        ("Wingdings", 0x6f | 0xa8 | 0x71 | 0x72) | ("Wingdings 2", 0xa3 | 0x2a) => '☐',
        ("Wingdings", 0xfc) | ("Wingdings 2", 0x50) => '✓',
        ("Wingdings", 0xfb) | ("Wingdings 2", 0x4f) => '✗',
        ("Wingdings", 0x6c | 0x9f) | ("Symbol", 0xb7) => '•',
        ("Wingdings", 0x6e | 0xa7) => '■',
        ("Wingdings", 0x80..=0x89) => char::from_u32(0x2460 + code - 0x81).unwrap_or('•'),
        ("Wingdings", 0xe0 | 0xe8) => '→',
        _ => '•',
    }
}
