//! Bits: what a hit of arithmetic is worth and what a hypothesis costs, in thousandths.
//!
//! A number that a relation explains need not be told any more, which saves as many bits as it has
//! digits that nothing else explains; pointing at the operands and naming the shape costs bits.
//! A relation is worth having where it saves more than it costs (minimum description length;
//! Rissanen, Modeling by shortest data description, Automatica 14, 1978).
//!
//! **Invariant:** whole numbers, so that equal documents are decided equally on every machine.

use std::sync::LazyLock;

use serde::Deserialize;

use super::constant::Constant;

/// Thousandths of `log2(n)`: exact at powers of two, a straight line between.
pub(super) fn bits(n: u128) -> i32 {
    if n < 2 {
        return 0;
    }
    let whole = n.ilog2();
    let rest =
        if whole >= 20 { (n >> (whole - 20)) - (1 << 20) } else { (n << (20 - whole)) - (1 << 20) };
    (whole * 1000 + ((rest * 1000) >> 20) as u32) as i32
}

/// What hypotheses cost, read from `costs.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Costs {
    pub(super) floor: i32,
    pub(super) half_up: i32,
    pub(super) ceiling: i32,
    pub(super) coarser: i32,
    /// A rounding that the document states.
    pub(super) stated: i32,
    /// A product of two, and each further factor.
    pub(super) product: i32,
    pub(super) factor: i32,
    /// A sum of two, and each further term that does not follow its neighbor.
    pub(super) sum: i32,
    pub(super) term: i32,
    /// A run of neighbors.
    pub(super) run: i32,
    /// A term that is subtracted though no word says so; one of which a word says so.
    pub(super) sign: i32,
    pub(super) told_sign: i32,
    /// A neighbor that is passed over.
    pub(super) skip: i32,
    /// A result that does not stand behind its parts.
    pub(super) backwards: i32,
    /// A row or a column that has all the numbers and does not keep the relation.
    pub(super) fails: i32,
    /// Each row that keeps it tells at most so much.
    pub(super) most: i32,
    /// What has to be saved.
    pub(super) least: i32,
    /// A word says that the result is a total or what is left.
    pub(super) asked: i32,
    /// Each doubling of how far away a part stands, in reading order.
    pub(super) pointing: i32,
    /// Something that stands elsewhere on the page.
    pub(super) elsewhere: i32,
    /// What days in order have to be worth.
    pub(super) order: i32,
    /// Every other number of a column.
    pub(super) turns: i32,
    /// A number that differs by one slip of the pen.
    pub(super) slip: i32,
    /// Constants that are printed nowhere.
    #[serde(rename = "constant")]
    pub(super) constants: Vec<Constant>,
}

/// The costs.
pub(super) fn costs() -> &'static Costs {
    static COSTS: LazyLock<Costs> = LazyLock::new(|| {
        toml::from_str(include_str!("costs.toml"))
            .expect("invariant: the costs that are built in are sound")
    });
    &COSTS
}
