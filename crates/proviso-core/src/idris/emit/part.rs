//! Parts a record that would be too wide for the compiler.
//!
//! What a record costs `idris2` grows with the fourth power of its fields, since each projection is
//! elaborated over all of them (v0.8.0, `idris2 --check` of one record of integers: 64 fields 0.4 s,
//! 128 fields 5 s, 256 fields 84 s). Records of records cost what their widest one does.
//!
//! **Invariant:** parts are in order, none is empty or wider than [`WIDTH`], and together they are
//! the whole; up to [`FLAT`] fields stay one record.

use std::ops::Range;

/// Up to here one record costs hardly more than several (0.1 s), and reads better.
pub(super) const FLAT: usize = 48;
/// The fields that a record of ours has at most where there are several.
pub(super) const WIDTH: usize = 32;

/// A part of `Facts` with a record of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Its type: `Part1`.
    pub(super) type_name: String,
    /// The field of `Facts` that holds it: `part1`.
    pub(super) field: String,
    /// Its slots.
    pub(super) slots: Range<usize>,
}

/// Cuts as many things as there are keys: where the key changes, or else where a part is full.
///
/// Nothing is cut where all of them fit.
pub(super) fn cut<K: PartialEq>(keys: &[K]) -> Vec<Range<usize>> {
    if keys.len() <= FLAT {
        return std::iter::once(0..keys.len()).filter(|it| !it.is_empty()).collect();
    }
    let mut parts: Vec<Range<usize>> = Vec::new();
    for run in keys.chunk_by(|a, b| a == b) {
        let start = parts.last().map_or(0, |it| it.end);
        let end = start + run.len();
        match parts.last_mut() {
            Some(last) if end - last.start <= WIDTH => last.end = end,
            _ => {
                // As even as can be, so that none of them holds one thing alone.
                let n = run.len().div_ceil(WIDTH);
                let bound = |it: usize| start + run.len() * it / n;
                parts.extend((0..n).map(|it| bound(it)..bound(it + 1)));
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_not_cut() {
        assert!(cut::<u8>(&[]).is_empty(), "nothing");
        assert_eq!(
            cut(&[1, 2, 3]).as_slice(),
            std::slice::from_ref(&(0..3)),
            "little, of several keys"
        );
        assert_eq!(cut(&[1; FLAT]).as_slice(), std::slice::from_ref(&(0..FLAT)), "as much as fits");
    }

    #[test]
    fn parts_follow_the_keys_and_are_never_too_wide() {
        let keys: Vec<usize> = (0..10).flat_map(|page| vec![page; 3 + 11 * page]).collect();
        let parts = cut(&keys);
        assert_eq!(parts.first().map(|it| it.start), Some(0), "from the first");
        assert_eq!(parts.last().map(|it| it.end), Some(keys.len()), "to the last");
        for pair in parts.windows(2) {
            assert_eq!(pair[0].end, pair[1].start, "without a gap");
        }
        for it in &parts {
            assert!(!it.is_empty() && it.len() <= WIDTH, "{it:?} is as wide as it may be");
        }
    }
}
