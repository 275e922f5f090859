//! Numbers that nothing speaks of follow their like: those of their column, those behind the same word.
//!
//! **Invariant:** a number follows in what it counts only; its digits stay, and what is printed with a unit.

use std::collections::{BTreeMap, BTreeSet};

use super::{COLUMN, Kinded, Printed};
use crate::value::{Currency, Kind};

/// Where arithmetic gave most bare numbers of a column another kind, those that keep no relation follow: one
/// of them may be the wrong one. `was` are the kinds before; the answer is which numbers changed.
pub(super) fn in_columns(printed: &mut [Printed], was: &[Kinded]) -> BTreeSet<usize> {
    let mut columns: BTreeMap<(u32, i64), Vec<usize>> = BTreeMap::new();
    let bare = printed.iter().enumerate().filter(|it| it.1.bare && !it.1.prose && !it.1.named);
    for (i, it) in bare.filter(|it| was[it.0].is_some()) {
        columns.entry((it.page, (it.rect.x1 / COLUMN) as i64)).or_default().push(i);
    }
    let mut out = BTreeSet::new();
    for column in columns.values() {
        let (moved, stayed): (Vec<usize>, Vec<usize>) = column
            .iter()
            .copied()
            .partition(|i| printed[*i].kind.is_some_and(|it| Some(it) != was[*i]));
        let Some(first) = moved.first().copied() else { continue };
        let (from, to) = (was[first], printed[first].kind);
        let alike = |i: &&usize| was[**i] == from && printed[**i].kind == to;
        let left: Vec<usize> = stayed.into_iter().filter(|i| was[*i] == from).collect();
        let most = moved.iter().filter(alike).count();
        if most == moved.len() && most >= 3 && most >= 2 * left.len() {
            left.iter().for_each(|i| printed[*i].kind = to);
            out.extend(left);
        }
    }
    out
}

/// What a relation says of a number of one item of an enumeration holds for its like in all of them: one
/// that keeps no relation is a value, too, and maybe a wrong one.
pub(super) fn in_items(printed: &mut [Printed]) {
    let known = printed.iter().filter_map(|it| Some((it.item.clone()?, it.kind?)));
    let known: BTreeMap<String, (Kind, Option<Currency>)> = known.collect();
    for it in printed.iter_mut().filter(|it| it.kind.is_none()) {
        it.kind = it.item.as_ref().and_then(|item| known.get(item).copied());
    }
}
