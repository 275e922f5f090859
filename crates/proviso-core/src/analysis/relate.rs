//! What the numbers of a document say of each other, by where they stand and by arithmetic alone.
//!
//! Four schemata: a product in a row, a sum in a row, a sum in a column, and numbers that stand apart
//! (a rate and its base, a summary). No table is told from a form, and no word is needed: columns
//! that keep a relation row after row, and rows that keep one in column after column, speak for it.
//! What a relation saves in bits must exceed what it costs to say it (`worth.rs`). Of sums that say the
//! same the shorter ones are told (`shorter.rs`).
//!
//! **Invariant:** digits are never changed; what fails is said to fail. Equal numbers at equal places
//! give equal ties, in equal order.

mod across;
mod apart;
mod constant;
mod down;
mod elsewhere;
mod figure;
mod order;
mod plane;
mod roll;
mod shorter;
mod slip;
mod span;
mod sums;
#[cfg(test)]
mod tests;
mod tried;
mod worth;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use crate::number::Rounding;

pub(crate) use figure::{Counts, Cues, Figure, Named, Written};
pub(crate) use slip::{is_mistake, is_slip};

/// A relation between numbers, which are told by their places in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `Σ parts − Σ less = result`.
    Sum { parts: Vec<usize>, less: Vec<usize>, result: usize },
    /// `round(times · Π factors) = result`; `times` is a constant in lowest terms, one if there is none.
    Product { factors: Vec<usize>, times: (i128, i128), result: usize, rounding: Rounding },
}

impl Shape {
    /// What it explains.
    pub(crate) fn result(&self) -> usize {
        match self {
            Shape::Sum { result, .. } | Shape::Product { result, .. } => *result,
        }
    }
    /// The same between other places: the first of these for 0.
    pub(crate) fn moved(self, to: &[usize]) -> Shape {
        let all = |it: Vec<usize>| it.into_iter().map(|i| to[i]).collect();
        match self {
            Shape::Sum { parts, less, result } => {
                Shape::Sum { parts: all(parts), less: all(less), result: to[result] }
            }
            Shape::Product { factors, times, result, rounding } => {
                Shape::Product { factors: all(factors), times, result: to[result], rounding }
            }
        }
    }
    /// It in the words of its numbers: `48,000 × 12 = 576,000`.
    pub(crate) fn told<'a>(&self, number: impl Fn(&usize) -> &'a str) -> String {
        let joined = |all: &[usize], by: &str| all.iter().map(&number).collect::<Vec<_>>().join(by);
        match self {
            Shape::Sum { parts, less, result } => {
                let taken: String = less.iter().map(|it| format!(" − {}", number(it))).collect();
                format!("{}{taken} = {}", joined(parts, " + "), number(result))
            }
            Shape::Product { factors, times, result, .. } => {
                let times = match times {
                    (1, 1) => String::new(),
                    (n, 1) => format!(" × {n}"),
                    (n, d) => format!(" × {n}/{d}"),
                };
                format!("{}{times} = {}", joined(factors, " × "), number(result))
            }
        }
    }
    /// What a sum comes to, in millionths.
    fn computed(&self, figures: &[Figure]) -> Option<i128> {
        let Shape::Sum { parts, less, .. } = self else { return None };
        let of = |all: &[usize]| all.iter().map(|i| figures[*i].fixed).sum::<Option<i128>>();
        of(parts)?.checked_sub(of(less)?)
    }
    /// Whether some of several terms are taken away: what comes of simpler sums.
    fn is_mixed(&self) -> bool {
        matches!(self, Shape::Sum { parts, less, .. } if !less.is_empty() && parts.len() > 1)
    }
    /// Every number in it.
    pub(crate) fn members(&self) -> Vec<usize> {
        match self {
            Shape::Sum { parts, less, result } => {
                parts.iter().chain(less).copied().chain([*result]).collect()
            }
            Shape::Product { factors, result, .. } => {
                factors.iter().copied().chain([*result]).collect()
            }
        }
    }
}

/// A relation with what speaks for it.
#[derive(Debug, Clone)]
pub(crate) struct Tie {
    /// The relation.
    pub(crate) shape: Shape,
    /// Thousandths of bits that it saves together with its like in other rows or columns.
    pub(crate) bits: i32,
    /// Those of this row or column alone.
    told: i32,
    /// Whether it holds.
    pub(crate) holds: bool,
    /// Whether it fails by a slip of the pen.
    pub(crate) slip: bool,
    /// Rows or columns that keep it and say something.
    pub(crate) support: u32,
    /// Rows or columns that have all its numbers and do not keep it.
    pub(crate) against: u32,
    /// Whether it stands in columns.
    pub(crate) down: bool,
}

/// Why a relation that was found is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It saves too little.
    Weak,
    /// A stronger one explains its result; it saves so many thousandths of a bit.
    Weaker(i32),
    /// The same numbers are one relation already.
    Known,
    /// It fails, and nothing says that it should hold.
    Silent,
    /// It follows from stronger ones.
    Follows,
}

/// Relations that were found and not taken, with the reason.
pub(crate) type Rejected<'a> = Option<&'a mut Vec<(Tie, Lost)>>;

/// Finds what the numbers say of each other, the strongest first, each relation once; `stated` are the
/// roundings that the document speaks of, `lost` is where what was not taken goes.
pub(crate) fn ties(figures: &[Figure], stated: &[Rounding], mut lost: Rejected<'_>) -> Vec<Tie> {
    let plane = plane::Plane::of(figures);
    let mut found = search(figures, &plane, stated, lost.as_deref_mut());
    shorter::shorten(figures, &mut found, lost);
    found
}

/// Finds what the numbers say of each other and hold. What fails is neither told nor looked for.
pub(crate) fn holding(figures: &[Figure]) -> Vec<Tie> {
    let mut found = search(figures, &plane::Plane::of(figures), &[], None);
    found.retain(|it| it.holds);
    found
}

/// What the numbers say as they are.
fn search(
    figures: &[Figure],
    plane: &plane::Plane,
    stated: &[Rounding],
    mut lost: Rejected<'_>,
) -> Vec<Tie> {
    let mut out = Vec::new();
    down::find(figures, plane, &mut out);
    let total = |it: &Tie| plane.row.get(it.shape.result()).copied().flatten();
    let totals = choose(figures, plane, out.clone(), None).iter().filter_map(total).collect();
    let rows = across::rows(plane);
    across::find(figures, plane, &rows, &totals, &mut out);
    let stacked = plane.stacked(figures);
    across::find(figures, &stacked, &across::rows(&stacked), &BTreeSet::new(), &mut out);
    for keyed in [
        plane::Plane::by_name(figures, |it| it.row),
        plane::Plane::by_name(figures, |it| it.column),
    ] {
        let mut named = Vec::new();
        across::find(figures, &keyed, &across::rows(&keyed), &BTreeSet::new(), &mut named);
        // One row's numbers in several tables are many: more rows have to speak.
        out.extend(named.into_iter().filter(|it| it.support >= 2));
    }
    let turned = plane.turned();
    across::products(figures, &turned, &across::rows(&turned), &BTreeSet::new(), &mut out);
    let mut rolled = Vec::new();
    roll::find(figures, plane, &rows, &mut rolled);
    // Interest is reckoned on what the row before left.
    let left: BTreeSet<usize> =
        rolled.iter().filter_map(|it| plane.column[it.shape.result()]).collect();
    if !left.is_empty() {
        let carried: BTreeMap<usize, usize> = rolled.iter().filter_map(carried).collect();
        let before = |(c, i): (&usize, &usize)| {
            if !left.contains(c) {
                return Some((*c, *i));
            }
            let above = plane.above(*i).or_else(|| carried.get(i).copied())?;
            figures[above].may_add(&figures[*i]).then_some((*c, above))
        };
        let rows: Vec<across::Row> =
            rows.iter().map(|it| it.iter().filter_map(before).collect()).collect();
        across::products(figures, plane, &rows, &totals, &mut out);
    }
    out.extend(rolled);
    let found = choose(figures, plane, out, lost.as_deref_mut());
    let mut more = found.clone();
    apart::find(figures, plane, stated, &found, &mut more);
    elsewhere::find(figures, plane, &found, &mut more);
    choose(figures, plane, more, lost)
}

/// What is left of what, of a sum that is carried on.
fn carried(it: &Tie) -> Option<(usize, usize)> {
    match &it.shape {
        Shape::Sum { parts, result, .. } => Some((*result, *parts.first()?)),
        Shape::Product { .. } => None,
    }
}

/// Days that follow one another, by their places in the list; a day is a number of days.
pub(crate) fn orders(days: &[Figure]) -> Vec<Vec<usize>> {
    order::find(days, &plane::Plane::of(days))
}

/// Days that are printed next to each other, by their places in the list, in reading order.
pub(crate) fn next_days(days: &[Figure]) -> Vec<(usize, usize)> {
    order::next(days)
}

/// Of several relations that explain one number in one direction the strongest.
fn choose(
    figures: &[Figure],
    plane: &plane::Plane,
    mut found: Vec<Tie>,
    mut rejected: Rejected<'_>,
) -> Vec<Tie> {
    let mut reject = |it: &Tie, why: Lost| {
        if let Some(rejected) = &mut rejected {
            rejected.push((it.clone(), why));
        }
    };
    let least = worth::costs().least;
    found.retain(|it| {
        let kept = it.bits >= least || !it.holds && breaks_total(figures, it);
        if !kept {
            reject(it, Lost::Weak);
        }
        kept
    });
    // Equal numbers tell nothing of which one is meant: the nearer ones come first.
    let spread = |it: &Tie| {
        let members = it.shape.members();
        let first = members.iter().min().copied().unwrap_or(0);
        let last = members.iter().max().copied().unwrap_or(0);
        (members.len(), last - first)
    };
    found.sort_by_cached_key(|it| {
        let last = it.shape.is_mixed() || is_timed(figures, it);
        (!it.holds, last, std::cmp::Reverse(it.bits), spread(it), it.shape.members())
    });
    let mut taken: BTreeMap<(usize, u8), i32> = BTreeMap::new();
    let mut out: Vec<Tie> = Vec::new();
    let mut known = BTreeSet::new();
    let mut carried: BTreeMap<Vec<(usize, bool)>, u32> = BTreeMap::new();
    let mut span = span::Span::default();
    let mut implied = Vec::new();
    let broken = found.iter().filter(|it| !it.holds && alarms(figures, it));
    let wanted: BTreeMap<usize, i128> =
        broken.filter_map(|it| Some((it.shape.result(), it.shape.computed(figures)?))).collect();
    for mut it in found {
        // Two that fail and ask for the same number speak for each other.
        let agrees = !it.holds
            && it.support >= 2
            && it
                .shape
                .computed(figures)
                .is_some_and(|to| wanted.get(&it.shape.result()) == Some(&to));
        it.slip |= agrees;
        let class = match (&it.shape, it.down) {
            (Shape::Product { .. }, _) => 0,
            (_, false) => 1,
            (_, true) => 2,
        };
        let mut members = it.shape.members();
        members.sort_unstable();
        // One result has one reason in each direction; and numbers that are one relation already
        // are no other one.
        let result = it.shape.result();
        let above = plane.above(result).is_some_and(|it| members.contains(&it));
        // A sum of what is printed elsewhere explains no total of what stands above.
        let class = if !it.holds && breaks_total(figures, &it) { 3 } else { class };
        let key = (result, class);
        if let Some(stronger) = taken.get(&key) {
            reject(&it, Lost::Weaker(*stronger));
            continue;
        }
        if !it.holds && !agrees && !alarms(figures, &it) {
            reject(&it, Lost::Silent);
            continue;
        }
        if !known.insert((class == 0, members)) {
            reject(&it, Lost::Known);
            continue;
        }
        if it.holds {
            let news = span.add(figures, &it.shape);
            let asked = it.is_asked(figures);
            // What is carried on in other rows is in a row of totals, too.
            let way = columns(plane, &it).filter(|_| it.shape.is_mixed() && !it.down);
            let alike = way.clone().map_or(0, |it| {
                let alike = carried.entry(it).or_default();
                *alike += u32::from(news);
                *alike
            });
            let mixed = it.shape.is_mixed() && alike < 2;
            let waits = !news && asked && mixed && !is_timed(figures, &it);
            if let Some(way) = way.filter(|_| waits) {
                implied.push((way, it));
                continue;
            }
            if !news && (!asked || mixed || is_timed(figures, &it))
                || it.told == 0 && it.support < 2 && it.is_of_nothing(figures)
            {
                reject(&it, Lost::Follows);
                continue;
            }
        }
        taken.insert(key, it.bits);
        taken.extend((class == 2 && above).then_some(((result, 3), it.bits)));
        out.push(it);
    }
    // Other rows may have said only then that they carry it on, too.
    for (way, it) in implied {
        if carried.get(&way).is_some_and(|alike| *alike >= 2) {
            out.push(it);
        } else {
            reject(&it, Lost::Follows);
        }
    }
    out
}

impl Tie {
    /// Whether it is told although others imply it.
    fn is_asked(&self, figures: &[Figure]) -> bool {
        let total = figures[self.shape.result()].cues.total && self.down;
        total || self.support >= 2 || self.is_priced(figures)
    }
    /// Whether it is so many at what a word calls a price.
    fn is_priced(&self, figures: &[Figure]) -> bool {
        match &self.shape {
            Shape::Product { factors, times: (1, 1), .. } => {
                matches!(factors[..], [a, b] if across::is_priced(&figures[a], &figures[b]))
            }
            _ => false,
        }
    }
    /// Whether it says only that nothing is left or taken.
    fn is_of_nothing(&self, figures: &[Figure]) -> bool {
        figures[self.shape.result()].is_zero()
    }
}

/// The columns of a sum's terms, with those that are taken away, and of its result.
fn columns(plane: &plane::Plane, it: &Tie) -> Option<Vec<(usize, bool)>> {
    let Shape::Sum { parts, less, result } = &it.shape else { return None };
    let terms = parts.iter().chain([result]).map(|i| (*i, false));
    let taken = less.iter().map(|i| (*i, true));
    terms.chain(taken).map(|(i, minus)| Some((plane.column[i]?, minus))).collect()
}

/// Whether it counts days or months, which are small numbers: three amounts are three times one of
/// them where they are equal, and a total with a tenth of tax is eleven times that tax.
fn is_timed(figures: &[Figure], it: &Tie) -> bool {
    it.shape.members().iter().any(|i| figures[*i].counts == Counts::Time)
}

/// Whether a relation that fails here is one that should hold: its like hold elsewhere.
fn alarms(figures: &[Figure], it: &Tie) -> bool {
    let sum = matches!(it.shape, Shape::Sum { .. });
    if is_timed(figures, it) || changes_nothing(figures, it) {
        return false;
    }
    it.support >= 3 && it.against * 3 <= it.support && (it.slip || !sum)
        || it.support >= 2 && it.against == 1 && it.slip
        || breaks_total(figures, it)
}

/// Whether what is left is printed as what there was, though something was added or taken: a row of totals
/// says the last balance again.
fn changes_nothing(figures: &[Figure], it: &Tie) -> bool {
    let Shape::Sum { parts, result, .. } = &it.shape else { return false };
    parts.iter().any(|i| figures[*i].fixed == figures[*result].fixed)
}

/// Whether a slip broke what a word calls the total of its column: that alone is enough.
fn breaks_total(figures: &[Figure], it: &Tie) -> bool {
    let plain = matches!(&it.shape, Shape::Sum { less, .. } if less.is_empty());
    it.down && plain && it.slip && it.against == 1 && figures[it.shape.result()].cues.named
}
