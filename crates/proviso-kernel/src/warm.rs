//! The library and the texts that Proviso carries, worked out once in a thread.
//!
//! **Invariants:** what is kept was accepted whole, and is taken only for exactly the same texts; an
//! answer is the same with it as without.
//!
//! One for all threads would have to count who holds what with atomic steps, everywhere in the
//! kernel: that takes a sixth to a fifth of all its time.

use std::cell::RefCell;
use std::rc::Rc;

use crate::{Budget, Kernel, Text};

/// What is kept, of which texts, and by which budget it was made.
struct Warm {
    texts: Vec<(String, String)>,
    budget: Budget,
    kernel: Kernel,
}

thread_local! {
    static WARM: RefCell<Option<Rc<Warm>>> = const { RefCell::new(None) };
}

/// A kernel that knows the carried ones of these; none where they are not accepted by themselves.
pub(crate) fn kernel(modules: &[Text<'_>], budget: Budget) -> Option<Kernel> {
    let carried: Vec<&Text<'_>> = modules.iter().filter(|it| it.carried).collect();
    if carried.is_empty() {
        return None;
    }
    let kept = WARM.with_borrow(Clone::clone);
    let same = |it: &Rc<Warm>| {
        it.texts.len() == carried.len()
            && it.texts.iter().zip(&carried).all(|(a, b)| a.0 == b.name && a.1 == b.text)
    };
    let warm = match kept.filter(same) {
        Some(it) => it,
        None => {
            let mut kernel = Kernel::new(budget);
            kernel.library().ok()?;
            for it in &carried {
                kernel.load(modules, it.name, 0).ok()?;
            }
            if !kernel.is_settled() {
                return None;
            }
            kernel.constants.clear();
            kernel.metas.clear();
            kernel.trail.clear();
            let texts = carried.iter().map(|it| (it.name.to_owned(), it.text.to_owned())).collect();
            let it = Rc::new(Warm { texts, budget, kernel });
            WARM.with_borrow_mut(|kept| *kept = Some(it.clone()));
            it
        }
    };
    // A depth that may not have been enough is tried anew.
    if budget.depth < warm.budget.depth {
        return None;
    }
    let mut kernel = warm.kernel.clone();
    kernel.now = crate::begun();
    let used = warm.budget.steps.saturating_sub(kernel.steps);
    kernel.steps = budget.steps.checked_sub(used)?;
    kernel.depth = budget.depth;
    kernel.again.budget(warm.budget.steps, budget.steps, budget.depth).then_some(kernel)
}

impl Kernel {
    /// Whether nothing is open.
    fn is_settled(&self) -> bool {
        self.postponed.is_empty()
            && self.types.is_empty()
            && self.claims.is_empty()
            && self.finished.is_empty()
            && self.ends.is_empty()
            && self.metas_open == 0
    }
}
