//! What was known at some point, and the way back to it.
//!
//! **Invariant:** whatever was solved, made or declared since is gone, and nothing that was computed
//! by it is taken any more.

use crate::Kernel;
use crate::term::R;
use crate::unify::Postponed;

impl Kernel {
    /// Runs a part, and forgets what it solved and made where it fails.
    pub(crate) fn attempt<A>(&mut self, part: impl FnOnce(&mut Self) -> R<A>) -> R<A> {
        let mark = self.mark();
        let result = part(self);
        if result.is_err() {
            self.forget(&mark);
        }
        result
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            postponed: self.postponed.clone(),
            obligations: self.obligations.len(),
            metas: self.metas.len(),
            metas_open: self.metas_open,
            globals: self.globals.len(),
            types: self.types.len(),
            claims: self.claims.len(),
            finished: self.finished.len(),
            depth: self.depth,
            left_side: self.left_side,
        }
    }

    /// Goes back to what was known then.
    pub(crate) fn forget(&mut self, mark: &Mark) {
        self.pass();
        for id in self.trail.split_off(mark.trail.min(self.trail.len())) {
            self.metas[id].solution = None;
            self.metas[id].term = None;
        }
        self.postponed.clone_from(&mark.postponed);
        self.obligations.truncate(mark.obligations);
        self.metas.truncate(mark.metas);
        self.metas_open = mark.metas_open;
        for id in mark.globals..self.globals.len() {
            let (name, short) = (self.globals[id].name.clone(), self.globals[id].short.clone());
            self.by_name.remove(&name);
            if let Some(all) = self.by_short.get_mut(&short) {
                all.retain(|it| *it < mark.globals);
            }
            self.constants.remove(&id);
        }
        if self.globals.len() > mark.globals {
            self.globals.truncate(mark.globals);
            self.instances.retain(|_, it| *it < mark.globals);
            self.fields.retain(|_, it| *it < mark.globals);
        }
        self.types.truncate(mark.types);
        self.claims.truncate(mark.claims);
        self.finished.truncate(mark.finished);
        self.again.truncate(mark.globals);
        self.depth = mark.depth;
        self.left_side = mark.left_side;
    }
}

/// What was known at some point.
pub(crate) struct Mark {
    trail: usize,
    postponed: Vec<Postponed>,
    obligations: usize,
    metas: usize,
    metas_open: usize,
    globals: usize,
    types: usize,
    claims: usize,
    finished: usize,
    depth: u32,
    left_side: bool,
}
