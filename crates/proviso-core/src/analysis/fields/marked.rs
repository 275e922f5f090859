//! What a paper says of its own numbers by marks: the formula beside a number or over its column, and
//! the numbers that its marks name.
//!
//! A mark names the number that stands alone right of it in its row, or those below it where it is in a
//! header.
//!
//! **Invariant:** a mark that names two numbers names none; a formula with a mark that names none is
//! left alone.

use super::super::Operand;
use super::super::draft::Marked;
use super::super::layout::{PageLayout, Text};
use super::super::marks::{self, Formula, Operand as Named};
use super::collect::Slot;
use super::mentions;
use super::output::{Output, waiting};
use crate::document::Rect;
use crate::value::Kind;

/// A number that is all of its text.
struct Lone {
    slot: Slot,
    rect: Rect,
}

/// Something where it stands.
type Placed<T> = (T, Rect);

/// The marks, formulas and numbers of a page.
#[derive(Default)]
struct Reckoned {
    marks: Vec<Placed<char>>,
    formulas: Vec<Placed<(Formula, String)>>,
    /// By the heights of their middles: of a long table only those of one row are looked at.
    numbers: Vec<Lone>,
    /// The height of the highest number.
    tallest: f32,
}

/// Finds the formulas of these pages.
pub(super) fn find(out: &mut Output, pages: &[PageLayout]) {
    for page in pages {
        let reckoned = Reckoned::of(out, page);
        for it in &reckoned.formulas {
            out.marked.extend(reckoned.told(it));
        }
    }
}

impl Reckoned {
    fn of(out: &Output, page: &PageLayout) -> Reckoned {
        let mut it = Reckoned::default();
        for text in mentions::segments(page) {
            let Some(rect) = text.rect() else { continue };
            if let Some(formula) = marks::formula(&text.text) {
                it.formulas.push(((formula, text.text.clone()), rect));
            } else if let Some(mark) = marks::mark(&text.text) {
                it.marks.push((mark, rect));
            } else if let Some(slot) = lone(out, text) {
                it.numbers.push(Lone { slot, rect });
            }
        }
        let y = |it: &Lone| it.rect.center().1;
        // What stands at one height stays in order.
        it.numbers.sort_by(|a, b| y(a).total_cmp(&y(b)));
        it.tallest = it.numbers.iter().map(|it| it.rect.height()).fold(0.0, f32::max);
        it
    }

    /// The numbers in the row of a box.
    fn in_row(&self, rect: &Rect) -> impl Iterator<Item = &Lone> {
        let (y, reach) = (rect.center().1, rect.height().min(self.tallest));
        let from = self.numbers.partition_point(|it| it.rect.center().1 < y - reach);
        let near =
            self.numbers[from..].iter().take_while(move |it| it.rect.center().1 <= y + reach);
        near.filter(move |it| level(rect, &it.rect))
    }

    /// What a formula says of the fields that its marks name.
    fn told(&self, ((formula, text), rect): &Placed<(Formula, String)>) -> Vec<Marked> {
        let told = |result: &Lone, of: &dyn Fn(char) -> Option<Slot>| {
            let operands = formula.operands.iter().map(|it| match it {
                Named::Mark(mark, minus) => Some((Operand::Field(waiting(of(*mark)?)), *minus)),
                Named::Share(it) => Some((Operand::Constant(it.clone()), false)),
            });
            let operands: Vec<(Operand, bool)> = operands.collect::<Option<_>>()?;
            let result = waiting(result.slot);
            let once = operands.iter().all(|it| it.0 != Operand::Field(result));
            let (by, text) = (formula.by, text.clone());
            once.then_some(Marked { by, operands, result, text })
        };
        let beside = match formula.result {
            Some(mark) => self.beside(mark),
            None => self.right_of(rect),
        };
        if let Some(result) = beside {
            return told(result, &|mark| self.beside(mark).map(|it| it.slot)).into_iter().collect();
        }
        if formula.result.is_some() {
            return Vec::new();
        }
        // Over a column: row after row.
        let below = self.numbers.iter().filter(|it| it.rect.y0 >= rect.y1 && under(rect, &it.rect));
        let of_row = |result: &Lone| told(result, &|mark| self.over(mark, rect, result));
        below.filter_map(of_row).collect()
    }

    /// The number that stands right of a mark.
    fn beside(&self, mark: char) -> Option<&Lone> {
        let mut named = self.marks.iter().filter(|it| it.0 == mark);
        let (_, rect) = named.next().filter(|_| named.next().is_none())?;
        self.right_of(rect)
    }

    fn right_of(&self, rect: &Rect) -> Option<&Lone> {
        let right = self.in_row(rect).filter(|it| it.rect.x0 >= rect.x1);
        right.min_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0))
    }

    /// The number in the row of another that stands under a mark beside the header of that one.
    fn over(&self, mark: char, header: &Rect, result: &Lone) -> Option<Slot> {
        let near = |it: &&Placed<char>| it.0 == mark && it.1.y0 < header.y1 && header.y0 < it.1.y1;
        let mut named = self.marks.iter().filter(near);
        let (_, rect) = named.next().filter(|_| named.next().is_none())?;
        let mut below =
            self.numbers.iter().filter(|it| level(&result.rect, &it.rect) && under(rect, &it.rect));
        below.next().filter(|_| below.next().is_none()).map(|it| it.slot)
    }
}

/// The field that a text is all of.
fn lone(out: &Output, text: &Text) -> Option<Slot> {
    let kinds = [Kind::Money, Kind::Quantity, Kind::Rate];
    let slot = kinds.into_iter().find_map(|it| out.fields.at(text, it))?;
    let range = out.fields.range_in(slot, text)?;
    (range.len() + 4 >= text.text.trim().len()).then_some(slot)
}

fn level(a: &Rect, b: &Rect) -> bool {
    let (y, height) = (b.center().1, a.height().min(b.height()));
    (a.center().1 - y).abs() < 0.6 * height
}

fn under(header: &Rect, it: &Rect) -> bool {
    header.x0 < it.x1 && it.x0 < header.x1
}
