//! A budget of steps: how much a computation may do before it is ended, whatever the machine.
//!
//! Loops that may go over a document more than once say what they are about to do ([`spend`]). Where
//! the budget is spent the computation is unwound, to where it began ([`within`]); it has touched
//! nothing but its own values.
//!
//! **Invariant:** the same computation is ended at the same step on every machine; without a budget
//! [`spend`] costs a look at a number. A clock was the alternative: it would make of one paper two
//! analyses.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    /// Steps that are left; none where nobody counts.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// The budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent;

/// Computes within a budget, of an outer one what is left of it.
///
/// # Errors
/// When the budget is spent before the work is done.
pub fn within<T>(steps: u64, work: impl FnOnce() -> T) -> Result<T, Spent> {
    let outer = LEFT.get();
    let given = outer.map_or(steps, |it| it.min(steps));
    LEFT.set(Some(given));
    let done = catch_unwind(AssertUnwindSafe(work));
    let left = LEFT.get().unwrap_or(0);
    LEFT.set(outer.map(|it| it.saturating_sub(given - left)));
    match done {
        Ok(it) => Ok(it),
        Err(why) if why.is::<Spent>() => Err(Spent),
        Err(defect) => resume_unwind(defect),
    }
}

/// Says that so many steps are about to be done.
pub(crate) fn spend(n: usize) {
    let Some(left) = LEFT.get() else { return };
    match left.checked_sub(n as u64) {
        Some(left) => LEFT.set(Some(left)),
        None => {
            LEFT.set(Some(0));
            // No panic: nothing is wrong, and no hook is to say so.
            resume_unwind(Box::new(Spent));
        }
    }
}

/// Steps that are left; none where nobody counts.
pub(crate) fn left() -> Option<u64> {
    LEFT.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless() {
        loop {
            spend(3);
        }
    }

    #[test]
    fn what_does_more_than_it_may_is_ended_and_what_does_not_is_not() {
        assert_eq!(within(10, || (0..10).for_each(|_| spend(1))), Ok(()));
        assert_eq!(within(10, endless), Err(Spent));
        assert_eq!(LEFT.get(), None, "nobody counts any more");
    }

    #[test]
    fn an_inner_budget_is_part_of_the_outer_one() {
        let outer = within(100, || {
            let inner = within(60, endless);
            (inner, within(60, || spend(50)))
        });
        assert_eq!(outer, Ok((Err(Spent), Err(Spent))), "only 40 of 100 are left");
    }

    #[test]
    fn a_defect_stays_a_defect() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let defect = catch_unwind(|| within(10, || assert_eq!(1, 2)));
        std::panic::set_hook(hook);
        assert!(defect.is_err());
    }
}
