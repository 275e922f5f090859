//! Parts the record of all values, which would be too wide for the compiler and for a reader.
//!
//! What a record costs `idris2` grows with the fourth power of its fields, since each projection is
//! elaborated over all of them (v0.8.0, `idris2 --check` of one record of integers: 64 fields 0.4 s,
//! 128 fields 5 s, 256 fields 84 s). Records of records cost what their widest one does.
//!
//! **Invariant:** parts are in order and together they are the whole; none is empty, and none is wider
//! than [`FLAT`].

use std::ops::Range;

/// Up to here the values stand in one record.
pub(super) const FLAT: usize = 24;
/// The fields that a record of the model has at most, its proofs among them.
pub(super) const WIDTH: usize = 32;

/// A part of `Facts`: with a record of its own, or a value alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Its type: `SupplierFacts`; none for a value alone.
    pub(super) type_name: Option<String>,
    /// The field of `Facts` that holds it: `supplier`.
    pub(super) field: String,
    /// Its slots.
    pub(super) slots: Range<usize>,
}

/// Cuts some things into as many runs as are needed, as even as can be.
pub(super) fn cut(all: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (start, length) = (all.start, all.len());
    let n = length.div_ceil(FLAT);
    (0..n).map(move |it| start + length * it / n..start + length * (it + 1) / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_whole_in_order_and_none_is_too_wide() {
        for length in [0, 1, FLAT, FLAT + 1, 100, 1000] {
            let runs: Vec<Range<usize>> = cut(7..7 + length).collect();
            let all: Vec<usize> = runs.iter().cloned().flatten().collect();
            assert_eq!(all, (7..7 + length).collect::<Vec<_>>(), "{length}");
            assert!(runs.iter().all(|it| (1..=FLAT).contains(&it.len())), "{length}: {runs:?}");
        }
    }
}
