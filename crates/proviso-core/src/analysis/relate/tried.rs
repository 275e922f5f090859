//! Rows or columns that were asked whether they keep a relation, and what that is worth.
//!
//! **Invariant:** lines that say the same count once; what is only rounded apart speaks neither for a
//! relation nor against it.

use std::collections::BTreeSet;

use super::slip::is_mistake;
use super::sums::Equation;
use super::worth;
use super::{Shape, Tie};

/// One line that was asked.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// Which.
    pub(super) line: usize,
    holds: bool,
    told: i32,
    slip: bool,
}

/// All lines that were asked.
#[derive(Debug, Clone, Default)]
pub(super) struct Tried {
    /// In the order of asking.
    pub(super) lines: Vec<Asked>,
    seen: BTreeSet<Vec<i128>>,
    saved: i32,
    holds: u32,
    /// By how much those differ that do not keep it.
    gaps: Vec<i128>,
}

impl Tried {
    /// Takes one line's answer in. Of lines with equal numbers (`key`) the first counts.
    ///
    /// `gap` is by how much it differs.
    pub(super) fn add(
        &mut self,
        line: usize,
        (holds, gap): (bool, i128),
        told: i32,
        key: Vec<i128>,
        slip: bool,
    ) {
        let costs = worth::costs();
        self.lines.push(Asked { line, holds, told, slip });
        if !holds {
            self.gaps.push(gap.abs());
            self.saved -= if slip { costs.slip - told.min(costs.most) } else { costs.fails };
        } else if self.seen.insert(key) {
            self.saved += told.min(costs.most);
            self.holds += u32::from(told > 0);
        }
    }
    /// Asks a line whether it keeps an equation between places; `step` is the last printed place of its
    /// numbers, `may_fail` whether it may say no, `shares` whether its numbers may be shares of one price.
    pub(super) fn ask(
        &mut self,
        line: usize,
        equation: &Equation,
        at: impl Fn(usize) -> Option<i128>,
        step: i128,
        (may_fail, shares): (bool, bool),
    ) {
        let Some((holds, told)) = equation.holds(&at, shares) else { return };
        if !holds && !may_fail {
            return;
        }
        let terms: Vec<i128> = equation.places().filter_map(&at).collect();
        let (computed, printed) = (equation.computed(&at), at(equation.result).unwrap_or(0));
        let rounded = step * terms.len() as i128;
        if holds || (computed - printed).abs() > rounded {
            let key = equation.places().map(|it| at(it).unwrap_or(0)).collect();
            let slip = !holds && is_mistake(&terms, computed, printed, rounded);
            self.add(line, (holds, computed - printed), told, key, slip);
        }
    }
    /// Bits that are saved by the lines that keep it, less what those cost that do not.
    pub(super) fn saved(&self) -> i32 {
        self.saved
    }
    /// Lines that do not keep it; what is too much in one and missing in another was one slip.
    fn against(&self) -> u32 {
        match self.gaps[..] {
            [a, b] if a == b => 1,
            _ => u32::try_from(self.gaps.len()).unwrap_or(u32::MAX),
        }
    }
    /// Lines that keep it and say something new.
    pub(super) fn holds(&self) -> u32 {
        self.holds
    }
    /// One line's relation.
    pub(super) fn tie(&self, shape: Shape, it: &Asked, bits: i32, down: bool) -> Tie {
        Tie {
            shape,
            bits,
            told: it.told,
            holds: it.holds,
            slip: it.slip,
            support: self.holds,
            against: self.against(),
            down,
        }
    }
    /// The sums of all lines, if they save more than the equation costs; `at` gives the number at a place
    /// of a line.
    pub(super) fn sums(
        &self,
        equation: &Equation,
        down: bool,
        at: impl Fn(usize, usize) -> Option<usize>,
        out: &mut Vec<Tie>,
    ) {
        let bits = self.saved - equation.cost;
        // What a word asks for and a slip broke is told of however little it saves.
        let kept =
            |it: &&Asked| bits > 0 || it.slip && self.against() == 1 && equation.less.is_empty();
        for it in self.lines.iter().filter(kept) {
            let Some(result) = at(it.line, equation.result) else { continue };
            let all =
                |places: &[usize]| places.iter().filter_map(|place| at(it.line, *place)).collect();
            let shape =
                Shape::Sum { parts: all(&equation.parts), less: all(&equation.less), result };
            out.push(self.tie(shape, it, bits, down));
        }
    }
}
