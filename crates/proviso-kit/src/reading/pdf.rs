//! PDF: opening, text layers, and which rung of the ladder reads a page.
//!
//! **Invariant:** nothing here starts a process or touches the disk; panics of the parsers are the
//! worker's to catch.

pub(crate) mod attached;
pub(crate) mod boxes;
pub(crate) mod catalog;
pub(crate) mod extracted;
pub(crate) mod forms;
pub(crate) mod interpreted;
pub(crate) mod opened;
mod seen;

use std::collections::BTreeMap;

use proviso_core::document::{Line, Mark, Rect, Ruling};
use proviso_core::remark::Remark;

use super::glyph::{Glyph, Unseen, is_space};
use super::layout;

/// What a reader found on one page, before words are made of it.
#[derive(Debug, Default)]
pub(crate) struct PageContent {
    /// Width of the displayed page in points.
    pub width: f32,
    /// Height of the displayed page in points.
    pub height: f32,
    /// Characters in content order.
    pub glyphs: Vec<Glyph>,
    /// Printed lines.
    pub rulings: Vec<Ruling>,
    /// Pictures of seals.
    pub marks: Vec<Mark>,
    /// Boxes around small drawings, which may be marks in check boxes.
    pub shapes: Vec<Rect>,
    /// Square points covered by images, overlaps counted twice.
    pub image_area: f32,
    /// Number of painted paths.
    pub n_paths: usize,
}

impl PageContent {
    /// Square points of the page.
    pub(crate) fn area(&self) -> f32 {
        (self.width * self.height).max(1.0)
    }

    /// Keeps the characters that count as the page's text, and says how it was decided.
    ///
    /// What nobody can see may be the recognized text of a scan where an image covers the page; it
    /// is then held against the image. On any other page it is not what is printed, and a reader
    /// must not be told what nobody can see.
    pub(crate) fn settle_visibility(&mut self) -> Visibility {
        let covered = self.image_area > 0.5 * self.area();
        let is_layer = |it: &Glyph| covered && it.unseen.is_some_and(Unseen::is_layer);
        let inked = self.glyphs.iter().filter(|it| !is_space(it.char));
        let mut dropped: BTreeMap<Unseen, usize> = BTreeMap::new();
        for unseen in inked.clone().filter(|it| !is_layer(it)).filter_map(|it| it.unseen) {
            *dropped.entry(unseen).or_default() += 1;
        }
        let has_layer = inked.clone().any(is_layer);
        self.glyphs.retain(|it| it.unseen.is_none() || is_layer(it));
        Visibility { has_layer, dropped }
    }

    /// Whether a character is hidden that [`PageContent::settle_visibility`] would leave out.
    pub(crate) fn hides_text(&self) -> bool {
        self.glyphs.iter().any(|it| it.unseen.is_some() && !is_space(it.char))
    }

    /// The lines that show, and those of a hidden layer.
    pub(crate) fn seen_and_hidden(&self) -> (Vec<Line>, Vec<Line>) {
        let (seen, hidden): (Vec<Glyph>, Vec<Glyph>) =
            self.glyphs.iter().partition(|it| it.unseen.is_none());
        (layout::lines(&seen, &self.rulings), layout::lines(&hidden, &self.rulings))
    }

    /// Whether nothing is printed: no image, and too few paths for letters drawn as outlines.
    pub(crate) fn is_blank(&self) -> bool {
        self.glyphs.is_empty() && self.image_area < 0.001 * self.area() && self.n_paths < 8
    }

    /// Words and lines of the characters.
    pub(crate) fn lines(&self) -> Vec<Line> {
        layout::lines(&self.glyphs, &self.rulings)
    }
}

/// What became of characters that nobody can see.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Visibility {
    /// Some lie under or over a page image, and may be its recognized text.
    pub has_layer: bool,
    /// So many were left out, by reason.
    pub dropped: BTreeMap<Unseen, usize>,
}

impl Visibility {
    /// For people; none where nothing was left out.
    pub(crate) fn note(&self) -> Option<Remark> {
        let n: usize = self.dropped.values().sum();
        let (en, ko): (Vec<String>, Vec<String>) = self
            .dropped
            .iter()
            .map(|(why, n)| (why.told(), n))
            .map(|((en, ko), n)| (format!("{n} {en}"), format!("{ko} {n}자")))
            .unzip();
        (n > 0).then(|| {
            Remark::new(
                format!("characters that nobody can see were left out: {}", en.join(", ")),
                format!("보이지 않는 글자는 읽지 않았습니다: {}", ko.join(", ")),
            )
        })
    }
}
