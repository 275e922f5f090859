//! The library and the texts that Proviso carries, worked out in a thread and kept.
//!
//! A thread that is asked for the first time works out what the module names of them, which is all
//! that a program of one document needs; asked for more, it works them out whole.
//!
//! **Invariants:** what is kept was accepted, and is taken only for exactly the same texts and where
//! nothing is named that was left out; an answer is the same with it as without.
//!
//! One for all threads would have to count who holds what with atomic steps, everywhere in the
//! kernel: that takes a sixth to a fifth of all its time.

use std::cell::RefCell;
use std::rc::Rc;

use crate::named::{self, Left};
use crate::{Budget, Kernel, Source, Text, read};

/// What is kept, of which texts, without what, and what it needed.
struct Warm {
    texts: Vec<(String, String)>,
    left: Left,
    steps: u64,
    depth: u32,
    kernel: Kernel,
}

thread_local! {
    static WARM: RefCell<Option<Rc<Warm>>> = const { RefCell::new(None) };
}

/// A kernel that knows the carried ones of these as far as the sources, those of the others, name
/// them; none where they are not accepted by themselves.
pub(crate) fn kernel(
    modules: &[Text<'_>],
    sources: &[(String, Source)],
    target: &str,
    budget: Budget,
) -> Option<Kernel> {
    let carried: Vec<&Text<'_>> = modules.iter().filter(|it| it.carried).collect();
    if carried.is_empty() {
        return None;
    }
    let kept = WARM.with_borrow(Clone::clone).filter(|it| {
        it.texts.len() == carried.len()
            && it.texts.iter().zip(&carried).all(|(a, b)| a.0 == b.name && a.1 == b.text)
    });
    let words = || sources.iter().flat_map(|it| it.1.all_words());
    // What is judged itself is judged whole.
    let is_whole = carried.iter().any(|it| it.name == target);
    // A depth that may not have been enough is tried anew.
    let is_enough = |it: &&Rc<Warm>| {
        let has_all =
            it.left.is_empty() || (!is_whole && words().all(|word| !it.left.contains(word)));
        has_all && it.depth <= budget.depth
    };
    let warm = match kept.as_ref().filter(is_enough) {
        Some(it) => it.clone(),
        None => {
            let mut kernel = Kernel::new(budget);
            kernel.library().ok()?;
            let read = carried.iter().map(|it| read(it.text, it.name));
            let mut read = read.collect::<Result<Vec<_>, _>>().ok()?;
            let left = match is_whole || kept.is_some() {
                true => Left::default(),
                false => named::reduce(&mut read, words()),
            };
            kernel.sources = carried.iter().map(|it| it.name.to_owned()).zip(read).collect();
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
            let steps = budget.steps - kernel.steps.min(kernel.again.steps_left());
            let it = Rc::new(Warm { texts, left, steps, depth: budget.depth, kernel });
            WARM.with_borrow_mut(|kept| *kept = Some(it.clone()));
            it
        }
    };
    if budget.steps < warm.steps {
        return None;
    }
    let mut kernel = warm.kernel.clone();
    kernel.now = crate::begun();
    kernel.steps = budget.steps;
    kernel.depth = budget.depth;
    kernel.again.budget(budget.steps, budget.depth);
    Some(kernel)
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
