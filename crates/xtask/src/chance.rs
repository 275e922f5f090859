//! Chance that a seed decides.
//!
//! **Invariant:** equal seeds give equal numbers on every machine.

/// A generator of numbers: equal seeds give equal numbers, here and on any other machine.
///
/// Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators (SplitMix64).
#[derive(Debug, Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    /// For one thing of a seed: it does not depend on how many others are made.
    pub(crate) fn new(seed: u64, number: u64) -> Chance {
        let mut it = Chance(seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
        it.next();
        it
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    /// 0 to n - 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n.max(1)).unwrap_or(1);
        usize::try_from(self.next() % n).unwrap_or_default()
    }

    /// Both ends included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        let n = usize::try_from(high - low + 1).unwrap_or(1);
        low + i64::try_from(self.below(n)).unwrap_or_default()
    }

    /// Whether something of so many percent happens.
    pub(crate) fn percent(&mut self, it: usize) -> bool {
        self.below(100) < it
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// So many different ones, in an order that chance decides.
    pub(crate) fn some<T: Clone>(&mut self, of: &[T], n: usize) -> Vec<T> {
        let mut all = of.to_vec();
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
        all.truncate(n);
        all
    }

    /// From 0 to below 1.
    pub(crate) fn unit(&mut self) -> f32 {
        // As many bits as the type holds exactly.
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// From `low` to below `high`.
    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Nearly normal with a spread of 1: of four throws, what the first two exceed the others by.
    pub(crate) fn normal(&mut self) -> f32 {
        let two = self.unit() + self.unit();
        (two - self.unit() - self.unit()) * 3.0_f32.sqrt()
    }
}
