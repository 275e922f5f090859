//! Form fields and annotations: what a page shows besides its content.
//!
//! Most bring a picture of themselves along, which is read and drawn with the page. Programs that
//! fill forms in leave that to the viewer: then the value is set here, by the same measures for
//! reading and for drawing. A check box is a word: `☑` or `☐`, and so is a radio button, `◉` or `○`.
//!
//! **Invariant:** what a page shows and what its fields hold are compared; where they differ, the page
//! counts and a note says so. Hidden fields and passwords are not read.

use hayro::hayro_interpret::util::{RectExt as _, TransformExt as _};
use hayro::hayro_syntax::object::{
    Array, Dict, Name, Object, Rect as PdfRect, Stream, String as PdfString,
};
use hayro::hayro_syntax::page::Page as PdfPage;
use proviso_core::document::{Line, Page, Rect, Source, Word};
use proviso_core::remark::Remark;
use unicode_normalization::UnicodeNormalization as _;

use super::interpreted::decoded;
use crate::reading::layout::{by_height, letters};
use crate::reading::office::metrics::{self, SPACE};
use crate::reading::office::typeset::{Item, Printed, Sheet};
use proviso_core::document::check_box;

/// Annotations of a page that are looked at.
const MAX_ANNOTATIONS: usize = 5_000;
/// Fields that inherit from fields that inherit ….
const MAX_DEPTH: usize = 16;
/// Characters of a value or a note that are kept.
const MAX_TEXT: usize = 4_000;
/// Characters of a value that a note tells.
const MAX_TOLD: usize = 60;

/// What a page shows besides its content.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Values without a picture of their own, one line each.
    lines: Vec<Vec<Printed>>,
    /// Check boxes and radio buttons.
    boxes: Vec<CheckBox>,
    /// Fields with a picture of their own: where they are, their name, and what they hold.
    held: Vec<(Rect, String, String)>,
    /// What a person should know.
    notes: Vec<Remark>,
}

/// A check box or a radio button.
#[derive(Debug)]
struct CheckBox {
    area: Rect,
    /// What stands for it in the text.
    sign: char,
    /// Whether its mark is on the page without us: the file draws it, or there is none.
    is_drawn: bool,
}

/// Flags of annotations that nobody sees: hidden, not viewed.
const UNSEEN: u32 = 1 << 1 | 1 << 5;
/// Flags of fields.
const MULTILINE: u32 = 1 << 12;
const PASSWORD: u32 = 1 << 13;
const RADIO: u32 = 1 << 15;
const PUSH: u32 = 1 << 16;
const COMBO: u32 = 1 << 17;

/// Looks at the annotations of a page.
pub(crate) fn shown(page: &PdfPage<'_>) -> Shown {
    let mut out = Shown::default();
    let Some(annotations) = page.raw().get::<Array<'_>>(b"Annots") else { return out };
    let to_page = page.initial_transform(true).to_kurbo();
    for it in annotations.iter::<Dict<'_>>().take(MAX_ANNOTATIONS) {
        let flags = it.get::<u32>(b"F").unwrap_or(0);
        let (Some(kind), Some(rect)) = (it.get::<Name<'_>>(b"Subtype"), it.get::<PdfRect>(b"Rect"))
        else {
            continue;
        };
        if flags & UNSEEN != 0 {
            continue;
        }
        let area = to_page.transform_rect_bbox(rect.to_kurbo());
        let area = Rect::new(area.x0 as f32, area.y0 as f32, area.x1 as f32, area.y1 as f32);
        let finite = [area.x0, area.y0, area.x1, area.y1].iter().all(|it| it.is_finite());
        if !finite || area.width() < 1.0 || area.height() < 1.0 {
            continue;
        }
        match kind.as_ref() {
            b"Widget" => out.field(&it, area),
            b"FreeText" if !has_picture(&it) => {
                if let Some(text) = text_of(&it, b"Contents") {
                    out.set(&text, area, size_of(&it), true);
                }
            }
            b"Stamp" if !has_picture(&it) => {
                let name = it.get::<Name<'_>>(b"Name").map(|it| lossy(it.as_ref()));
                let name = name.unwrap_or_else(|| "Draft".to_owned());
                out.notes.push(Remark::new(
                    format!("a stamp `{name}` is not drawn in the file"),
                    format!("스탬프 `{name}`: 모양이 파일에 들어 있지 않습니다"),
                ));
            }
            b"Text" | b"FileAttachment" => {
                if let Some(text) = text_of(&it, b"Contents") {
                    let text = cut(&text);
                    out.notes.push(Remark::new(
                        format!("a note is pinned to the page: {text}"),
                        format!("쪽에 붙은 메모: {text}"),
                    ));
                }
            }
            _ => {}
        }
    }
    out
}

impl Shown {
    fn field(&mut self, it: &Dict<'_>, area: Rect) {
        let chain = chain(it);
        let flags = chain.iter().find_map(|it| it.get::<u32>(b"Ff")).unwrap_or(0);
        let Some(kind) = chain.iter().find_map(|it| it.get::<Name<'_>>(b"FT")) else { return };
        if kind.as_ref() == b"Btn" {
            if flags & PUSH == 0 {
                let state = it.get::<Name<'_>>(b"AS");
                let state = state.or_else(|| chain.iter().find_map(|it| it.get::<Name<'_>>(b"V")));
                let on = state.is_some_and(|it| it.as_ref() != b"Off");
                let sign = match (flags & RADIO != 0, on) {
                    (false, on) => check_box::sign(on),
                    (true, true) => '◉',
                    (true, false) => '○',
                };
                self.boxes.push(CheckBox { area, sign, is_drawn: has_picture(it) || !on });
            }
            return;
        }
        if !matches!(kind.as_ref(), b"Tx" | b"Ch") || flags & PASSWORD != 0 {
            return;
        }
        let value = chain.iter().find_map(|it| it.get::<Object<'_>>(b"V"));
        let options = chain.iter().find_map(|it| it.get::<Array<'_>>(b"Opt"));
        let value = value.map(|it| value_text(&it, options.as_ref())).unwrap_or_default();
        let value: String = value.trim().chars().take(MAX_TEXT).collect();
        if value.is_empty() {
            return;
        }
        // A list shows all that can be chosen, and marks what is.
        let is_list = kind.as_ref() == b"Ch" && flags & COMBO == 0;
        if has_picture(it) && is_list {
            let chosen = cut(&value);
            self.notes.push(Remark::new(
                format!("chosen of a list on the page: {chosen}"),
                format!("쪽의 목록에서 고른 것: {chosen}"),
            ));
        } else if has_picture(it) {
            let names: Vec<String> =
                chain.iter().rev().filter_map(|it| text_of(it, b"T")).collect();
            self.held.push((area, names.join("."), value));
        } else {
            let size = chain.iter().find_map(size_of);
            self.set(&value, area, size, flags & MULTILINE != 0);
        }
    }

    /// Sets a text into an area, as a viewer would: one line in its middle, or lines from the top.
    fn set(&mut self, text: &str, area: Rect, size: Option<f32>, several: bool) {
        let inner = (area.width() - 4.0).max(1.0);
        let size = size
            .unwrap_or_else(|| if several { 10.0 } else { (area.height() * 0.7).clamp(4.0, 12.0) });
        let mut baseline =
            if several { area.y0 + 2.0 + size } else { (area.y0 + area.y1) / 2.0 + 0.35 * size };
        for paragraph in text.lines() {
            let (mut line, mut x) = (Vec::new(), area.x0 + 2.0);
            for word in paragraph.split_whitespace() {
                let width = metrics::width(word, size, false);
                if several && x + width > area.x0 + 2.0 + inner && !line.is_empty() {
                    self.lines.push(std::mem::take(&mut line));
                    x = area.x0 + 2.0;
                    baseline += 1.2 * size;
                }
                let text = word.to_owned();
                line.push(Printed { text, x, baseline, width, size, bold: false });
                x += width + SPACE * size;
            }
            if !line.is_empty() {
                self.lines.push(line);
            }
            baseline += 1.2 * size;
        }
    }

    /// Whether a page looks as its content says.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
            && self.boxes.is_empty()
            && self.held.is_empty()
            && self.notes.is_empty()
    }

    /// Whether something is to be drawn over the page.
    pub(crate) fn draws(&self) -> bool {
        !self.lines.is_empty() || self.boxes.iter().any(|it| !it.is_drawn)
    }

    /// What is to be drawn over a page of this size.
    pub(crate) fn sheet(&self, width: f32, height: f32) -> Sheet {
        let mut items: Vec<Item> = self.lines.iter().cloned().map(Item::Line).collect();
        for CheckBox { area, .. } in self.boxes.iter().filter(|it| !it.is_drawn) {
            let size = area.height().min(area.width());
            let mark = Printed {
                text: "✓".to_owned(),
                x: area.x0,
                baseline: area.y1 - 0.15 * size,
                width: area.width(),
                size,
                bold: false,
            };
            items.push(Item::Line(vec![mark]));
        }
        Sheet { width, height, items, about: String::new() }
    }

    /// Adds to a page what it shows besides its content; what there is to say comes back.
    pub(crate) fn put_on(&self, page: &mut Page) -> Vec<Remark> {
        let mut notes = self.notes.clone();
        for (area, name, held) in &self.held {
            let words = page.lines.iter().flat_map(|it| &it.words);
            let seen: String =
                words.filter(|it| area.holds(&it.rect)).map(|it| it.text.as_str()).collect();
            if letters(&seen) != letters(held) {
                let (seen, held) = (cut(&seen), cut(held));
                notes.push(Remark::new(
                    format!(
                        "the form field `{name}` shows `{seen}` and holds `{held}`; what it shows \
                         counts"
                    ),
                    format!(
                        "양식 칸 `{name}`: 보이는 값은 `{seen}`, 저장된 값은 `{held}`입니다. 보이는 \
                         값을 따랐습니다"
                    ),
                ));
            }
        }
        let boxes: Vec<(Rect, char)> = self.boxes.iter().map(|it| (it.area, it.sign)).collect();
        check_box::put(&mut page.lines, &boxes);
        let word = |text: String, rect: Rect| Word {
            text,
            rect,
            confidence: 1.0,
            source: Source::TextLayer,
            others: Vec::new(),
        };
        let mut more: Vec<Line> = Vec::new();
        for line in &self.lines {
            let words = line.iter().map(|it| {
                let rect = Item::Line(vec![it.clone()]).bounds();
                word(it.text.nfc().collect(), rect)
            });
            more.push(Line { words: words.collect() });
        }
        if !more.is_empty() || !boxes.is_empty() {
            page.lines.extend(more);
            page.lines = by_height(std::mem::take(&mut page.lines));
            page.reason.push_str(", with form fields");
        }
        notes
    }
}

/// A field and those that it inherits from, the nearest first.
fn chain<'a>(it: &Dict<'a>) -> Vec<Dict<'a>> {
    let mut out = vec![it.clone()];
    while out.len() < MAX_DEPTH
        && let Some(parent) = out.last().and_then(|it| it.get::<Dict<'a>>(b"Parent"))
    {
        out.push(parent);
    }
    out
}

/// Whether an annotation says itself how it looks.
fn has_picture(it: &Dict<'_>) -> bool {
    let Some(pictures) = it.get::<Dict<'_>>(b"AP") else { return false };
    match pictures.get::<Object<'_>>(b"N") {
        Some(Object::Stream(_)) => true,
        Some(Object::Dict(states)) => it
            .get::<Name<'_>>(b"AS")
            .is_some_and(|state| states.get::<Stream<'_>>(state.as_ref()).is_some()),
        _ => false,
    }
}

/// A value of a field as text: a text, or what was chosen of several, as it is shown.
fn value_text(it: &Object<'_>, options: Option<&Array<'_>>) -> String {
    let shown = |it: &PdfString<'_>| {
        let text = decoded(it.as_bytes());
        let named = options.into_iter().flat_map(|it| it.iter::<Object<'_>>()).take(1_000);
        let mut named = named.filter_map(|it| match it {
            Object::Array(it) => Some(it.iter::<PdfString<'_>>().take(2).collect::<Vec<_>>()),
            _ => None,
        });
        // A choice may be kept under another name than it is shown by.
        let found = named.find(|it| it.len() == 2 && decoded(it[0].as_bytes()) == text);
        found.map_or(text, |it| decoded(it[1].as_bytes()))
    };
    match it {
        Object::String(it) => shown(it),
        Object::Name(it) => lossy(it.as_ref()),
        Object::Array(it) => {
            let texts = it.iter::<PdfString<'_>>().take(100).map(|it| shown(&it));
            texts.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    }
}

fn text_of(it: &Dict<'_>, key: &[u8]) -> Option<String> {
    let text = decoded(it.get::<PdfString<'_>>(key)?.as_bytes());
    let text: String = text.trim().chars().take(MAX_TEXT).collect();
    (!text.is_empty()).then_some(text)
}

/// The size of letters that an annotation asks for (`/Helv 12 Tf`); none where it leaves it open.
fn size_of(it: &Dict<'_>) -> Option<f32> {
    let appearance = it.get::<PdfString<'_>>(b"DA")?;
    let text = lossy(appearance.as_bytes());
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|it| *it == "Tf")?;
    let size: f32 = words.get(at.checked_sub(1)?)?.parse().ok()?;
    (2.0..=72.0).contains(&size).then_some(size)
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn cut(text: &str) -> String {
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_TOLD) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
