//! Files within a PDF: the invoice that programs read, and what else there is.
//!
//! **Invariant:** no more than [`MAX_XML`] bytes of any attachment are unpacked; one that is larger,
//! or packed in another way, is named in a note and not read.

use std::collections::BTreeSet;
use std::io::Read as _;

use flate2::read::ZlibDecoder;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};
use proviso_core::document::{Embedded, EmbeddedValue};
use proviso_core::remark::Remark;

use super::interpreted::decoded;
use crate::reading::invoice::{self, Said};
use crate::reading::office::metrics::{self, SPACE};
use crate::reading::office::typeset::{Item, Printed, Sheet};

/// Bytes of an unpacked attachment; invoices of a thousand lines have one or two million.
const MAX_XML: u64 = 8 << 20;
/// Attachments that are looked at.
const MAX_FILES: usize = 100;
/// Files that are named to people.
const MAX_TOLD: usize = 5;
/// How deep the tree of names may be.
const MAX_DEPTH: usize = 16;
/// Size of the letters on pages that show values, in points.
const SIZE: f32 = 10.0;
/// From one line to the next.
const LEADING: f32 = 16.0;
/// Values on one page.
const PER_PAGE: usize = 44;

/// What is attached to a PDF.
#[derive(Default)]
pub(crate) struct Attached {
    /// Invoices, with the places of their values on the pages that show them.
    pub(crate) embedded: Vec<Embedded>,
    /// The pages that show them, in order.
    pub(crate) sheets: Vec<Sheet>,
    /// What was not read.
    pub(crate) notes: Vec<Remark>,
}

/// Reads the attachments of a PDF of so many pages.
pub(crate) fn attached(pdf: &Pdf, n_pages: u32) -> Attached {
    let mut out = Attached::default();
    let mut others: Vec<String> = Vec::new();
    for (name, file) in files(pdf) {
        if !name.to_lowercase().ends_with(".xml") {
            others.push(name);
            continue;
        }
        let text = match unpacked(&file) {
            Ok(bytes) => text(&bytes),
            Err(reason) => {
                out.notes.push(unread(&name, &reason));
                continue;
            }
        };
        match invoice::read(&name, &text) {
            Ok(Some(it)) => {
                let about = format!("`{name}`");
                out.notes.extend(it.notes.into_iter().map(|note| note.about(&about)));
                out.show(&name, it.credit, &it.values, n_pages);
            }
            Ok(None) => others.push(name),
            Err(reason) => {
                out.notes.push(unread(&name, &reason));
            }
        }
    }
    if !others.is_empty() {
        let Remark { en, ko } = Remark::list(&others, MAX_TOLD);
        out.notes.push(Remark::new(
            format!("attached files are not read: {en}"),
            format!("첨부된 파일은 읽지 않았습니다: {ko}"),
        ));
    }
    out
}

fn unread(name: &str, reason: &str) -> Remark {
    Remark::new(
        format!("the attached `{name}` was not read: {reason}"),
        format!("첨부된 `{name}`: 읽지 못했습니다"),
    )
}

impl Attached {
    /// Puts values on pages, two columns: what it is called, and what it says.
    fn show(&mut self, name: &str, credit: bool, values: &[Said], n_pages: u32) {
        let mut embedded = Embedded { name: name.to_owned(), credit, values: Vec::new() };
        for part in values.chunks(PER_PAGE) {
            let page = n_pages + self.sheets.len() as u32 + 1;
            let mut sheet = Sheet {
                width: 595.0,
                height: 842.0,
                items: vec![line(&[name], 57.0, 60.0, true)],
                about: format!("attached `{name}`"),
            };
            for (at, it) in part.iter().enumerate() {
                let baseline = 92.0 + at as f32 * LEADING;
                let value = it.value.to_string();
                let words: Vec<&str> = value.split_whitespace().collect();
                sheet.items.push(line(&[&it.label], 57.0, baseline, false));
                let said = line(&words, 320.0, baseline, false);
                embedded.values.push(EmbeddedValue {
                    term: it.term.to_owned(),
                    label: it.label.clone(),
                    value: it.value.clone(),
                    page,
                    rect: said.bounds(),
                });
                sheet.items.push(said);
            }
            self.sheets.push(sheet);
        }
        if !embedded.values.is_empty() {
            self.embedded.push(embedded);
        }
    }
}

/// Words on a line.
fn line(words: &[&str], x: f32, baseline: f32, bold: bool) -> Item {
    let mut x = x;
    let word = |text: &&str| {
        let width = metrics::width(text, SIZE, bold);
        let it = Printed { text: (*text).to_owned(), x, baseline, width, size: SIZE, bold };
        x += width + SPACE * SIZE;
        it
    };
    Item::Line(words.iter().map(word).collect())
}

/// All attachments: by name, associated with the document, and pinned to pages; each once.
fn files<'a>(pdf: &'a Pdf) -> Vec<(String, Stream<'a>)> {
    let Some(catalog) = pdf.xref().get::<Dict<'a>>(pdf.xref().root_id()) else {
        return Vec::new();
    };
    let mut specs: Vec<Dict<'a>> = Vec::new();
    if let Some(tree) = catalog.get::<Dict<'a>>(b"Names").and_then(|it| it.get(b"EmbeddedFiles")) {
        named(&tree, 0, &mut specs);
    }
    let associated = catalog.get::<Array<'a>>(b"AF");
    specs.extend(associated.into_iter().flat_map(|it| it.iter::<Dict<'a>>().collect::<Vec<_>>()));
    for page in pdf.pages().iter().take(MAX_FILES) {
        let Some(annotations) = page.raw().get::<Array<'a>>(b"Annots") else { continue };
        let pinned = annotations.iter::<Dict<'a>>().filter_map(|it| it.get::<Dict<'a>>(b"FS"));
        specs.extend(pinned.take(MAX_FILES));
    }
    let mut known = BTreeSet::new();
    let mut out = Vec::new();
    for spec in specs {
        let name = [b"UF".as_slice(), b"F"]
            .iter()
            .find_map(|key| spec.get::<PdfString<'a>>(key))
            .map_or_else(|| "attachment".to_owned(), |it| decoded(it.as_bytes()));
        let Some(files) = spec.get::<Dict<'a>>(b"EF") else { continue };
        let stream = [b"UF".as_slice(), b"F"].iter().find_map(|key| files.get::<Stream<'a>>(key));
        let Some(stream) = stream else { continue };
        if out.len() < MAX_FILES && known.insert(stream.obj_id()) {
            let name: String = name.chars().filter(|it| !it.is_control()).take(120).collect();
            out.push((name, stream));
        }
    }
    out
}

/// The file specifications of a tree of names.
fn named<'a>(node: &Dict<'a>, depth: usize, out: &mut Vec<Dict<'a>>) {
    if depth > MAX_DEPTH || out.len() > MAX_FILES {
        return;
    }
    if let Some(names) = node.get::<Array<'a>>(b"Names") {
        // Keys and values by turns.
        let dictionary = |it: Object<'a>| match it {
            Object::Dict(it) => Some(it),
            _ => None,
        };
        out.extend(names.iter::<Object<'a>>().filter_map(dictionary).take(MAX_FILES));
    }
    if let Some(kids) = node.get::<Array<'a>>(b"Kids") {
        for kid in kids.iter::<Dict<'a>>().take(MAX_FILES) {
            named(&kid, depth + 1, out);
        }
    }
}

/// An attachment's bytes.
fn unpacked(file: &Stream<'_>) -> Result<Vec<u8>, String> {
    let raw = file.raw_data();
    let mut out = Vec::new();
    let one = file.dict().get::<Name<'_>>(b"Filter");
    let several = file.dict().get::<Array<'_>>(b"Filter");
    let several = several.into_iter().flat_map(|it| it.iter::<Name<'_>>().collect::<Vec<_>>());
    let filters: Vec<Name<'_>> = one.into_iter().chain(several).collect();
    let mut packed: Box<dyn std::io::Read + '_> = match filters.as_slice() {
        [] => Box::new(raw.as_ref()),
        [it] if matches!(it.as_ref(), b"FlateDecode" | b"Fl") => {
            Box::new(ZlibDecoder::new(raw.as_ref()))
        }
        _ => return Err("it is packed in an unusual way".to_owned()),
    };
    (&mut packed).take(MAX_XML + 1).read_to_end(&mut out).map_err(|it| it.to_string())?;
    if out.len() as u64 > MAX_XML {
        return Err(format!("it has more than {} MiB", MAX_XML >> 20));
    }
    Ok(out)
}

/// XML as text: UTF-8, or what its mark or its head says.
fn text(bytes: &[u8]) -> String {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let said = head.split_once("encoding=").map(|it| it.1.trim_start_matches(['"', '\'']));
    let label = said.and_then(|it| it.split(['"', '\'']).next()).unwrap_or("utf-8");
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes());
    // A mark at the beginning counts more than what is said.
    encoding.unwrap_or(encoding_rs::UTF_8).decode(bytes).0.into_owned()
}
