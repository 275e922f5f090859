//! PDF: opening, text layers, and which rung of the ladder reads a page.
//!
//! **Invariant:** nothing here starts a process or touches the disk; panics of the parsers are the
//! worker's to catch.

pub(crate) mod extracted;
pub(crate) mod interpreted;

use proviso_core::document::{Line, Ruling};

use super::glyph::{Glyph, is_space};
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
    /// Invisible text is the recognized text of a scan when an image covers the page; on any
    /// other page it is not what is printed, and a reader must not be told what nobody can see.
    pub(crate) fn settle_visibility(&mut self) -> Visibility {
        let n_hidden = self.glyphs.iter().filter(|it| !it.visible && !is_space(it.char)).count();
        if n_hidden == 0 {
            return Visibility::All;
        }
        if self.image_area > 0.5 * self.area() {
            return Visibility::UnderImage;
        }
        self.glyphs.retain(|it| it.visible);
        Visibility::Dropped(n_hidden)
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

/// What became of invisible characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// There were none.
    All,
    /// They lie under or over a page image and are taken for its recognized text.
    UnderImage,
    /// So many were left out.
    Dropped(usize),
}
