//! What of a page's text a person can see: what was painted below it, and what over it.
//!
//! Bounds stand for shapes, so that a page costs no more than reading it: a box counts as what it
//! covers, any other shape as ground that may be there or not. What hides text by a shape that is no
//! box, or by a mask, is not found.
//!
//! **Invariant:** in doubt a character is seen: a value that a person reads is never lost here.

use proviso_core::document::Rect;

use crate::reading::glyph::{Glyph, Unseen};

/// A difference of colors that eyes need, of 255.
const CONTRAST: u8 = 10;
/// Text of this share of the page's longer side is smaller than any print: 1.3 points on A4.
const TINY: f32 = 0.0015;
/// Painted areas that are kept.
const MAX_GROUNDS: usize = 4096;
/// Height of a row of characters that are looked up together.
const ROW: f32 = 16.0;

/// What a painted area shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// One color all over.
    Color([u8; 3]),
    /// A picture or a pattern.
    Mixed,
}

/// An area that was painted.
struct Painted {
    rect: Rect,
    ground: Ground,
    /// Whether all of the area was painted, so that nothing below it shows.
    whole: bool,
}

/// What a page shows so far.
pub(super) struct Seen {
    page: Rect,
    painted: Vec<Painted>,
    /// Characters by where their middles are, from the top.
    rows: Vec<Vec<usize>>,
}

/// How a character is painted.
pub(super) struct Ink {
    /// Its color; none where it is a pattern.
    pub(super) color: Option<[u8; 3]>,
    /// How much of it comes through, 0 to 1.
    pub(super) opacity: f32,
}

impl Seen {
    pub(super) fn new(page: Rect) -> Seen {
        Seen { page, painted: Vec::new(), rows: Vec::new() }
    }

    /// Why a character does not show when it is drawn; none where it does.
    pub(super) fn unseen(
        &self,
        glyph: &Glyph,
        along: f32,
        ink: &Ink,
        clip: &Rect,
    ) -> Option<Unseen> {
        let at = glyph.middle();
        let least = TINY * self.page.width().max(self.page.height());
        let room = 0.3 * glyph.size;
        if !holds(&self.page, at, 0.0) {
            Some(Unseen::Outside)
        } else if ink.opacity < 0.02 {
            Some(Unseen::Mode)
        } else if glyph.size.min(along) < least {
            Some(Unseen::Tiny)
        } else if !holds(clip, at, room) {
            Some(Unseen::Clipped)
        } else if !self.stands_out(ink, at) {
            Some(Unseen::Contrast)
        } else {
            None
        }
    }

    /// Whether ink can be told from any ground that may be there.
    fn stands_out(&self, ink: &Ink, at: (f32, f32)) -> bool {
        let Some(color) = ink.color else { return true };
        let differs = |ground: Ground| match ground {
            Ground::Mixed => true,
            Ground::Color(ground) => {
                let most = color.iter().zip(ground).map(|(a, b)| a.abs_diff(b)).max();
                f32::from(most.unwrap_or(0)) * ink.opacity > f32::from(CONTRAST)
            }
        };
        for it in self.painted.iter().rev().filter(|it| holds(&it.rect, at, 0.0)) {
            if differs(it.ground) {
                return true;
            }
            if it.whole {
                return false;
            }
        }
        differs(Ground::Color([255; 3]))
    }

    /// Notes where a character stands that was just added.
    pub(super) fn add(&mut self, index: usize, glyph: &Glyph) {
        let row = row(glyph.middle().1);
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        self.rows[row].push(index);
    }

    /// Whether a character that shows stands in an area.
    pub(super) fn has_text(&self, rect: &Rect, glyphs: &[Glyph]) -> bool {
        self.inside(rect)
            .any(|it| glyphs[it].unseen.is_none() && holds(rect, glyphs[it].middle(), 0.0))
    }

    /// Notes an area that is painted now.
    pub(super) fn paint(&mut self, rect: Rect, ground: Ground, whole: bool) {
        if self.painted.len() < MAX_GROUNDS {
            self.painted.push(Painted { rect, ground, whole });
        }
    }

    /// Hides the characters that an area covers which is painted over them.
    pub(super) fn cover(&self, rect: &Rect, glyphs: &mut [Glyph]) {
        for index in self.inside(rect) {
            let glyph = &mut glyphs[index];
            if glyph.unseen.is_none() && holds(rect, glyph.middle(), 0.0) {
                glyph.unseen = Some(Unseen::Covered);
            }
        }
    }

    fn inside(&self, rect: &Rect) -> impl Iterator<Item = usize> {
        let (first, last) = (row(rect.y0), row(rect.y1));
        let rows = self.rows.iter().take(last + 1).skip(first);
        rows.flatten().copied()
    }
}

/// The row of a height; what is above the page is in the first one.
fn row(y: f32) -> usize {
    // A page has at most some hundred thousand units; what lies beyond shows nowhere.
    (y / ROW).clamp(0.0, 65_536.0) as usize
}

fn holds(rect: &Rect, (x, y): (f32, f32), room: f32) -> bool {
    rect.x0 - room <= x && x <= rect.x1 + room && rect.y0 - room <= y && y <= rect.y1 + room
}
