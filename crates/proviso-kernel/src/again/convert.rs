//! Whether two things are equal, apart, or neither can be told.
//!
//! **Invariants:** nothing is solved by a comparison; *apart* is said of constructors and literals
//! below constructors only. Left sides are worked out by `forced`, which solves what has to be so.

use std::rc::Rc;

use super::{Again, At, Head, Kind, Weak};
use crate::term::{Lit, R, outside};

/// What a comparison found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Equal,
    Apart,
    Stuck,
}

impl Again {
    pub(super) fn compare(&mut self, level: usize, a: At, b: At) -> R<Found> {
        if self.same_cell(a, b) {
            return Ok(Found::Equal);
        }
        self.deep(|it| it.compare_here(level, a, b, false))
    }

    /// Makes both one where the variables of a left side allow it.
    pub(super) fn forced(&mut self, level: usize, a: At, b: At) -> R<Found> {
        self.deep(|it| it.compare_here(level, a, b, true))
    }

    fn compare_here(&mut self, level: usize, a: At, b: At, solve: bool) -> R<Found> {
        let (left, right) = (self.force(a)?, self.force(b)?);
        if solve {
            for (it, other) in [(&left, b), (&right, a)] {
                if let Weak::Stuck(Head::Var(var), spine) = it
                    && spine.is_empty()
                    && self.solved.get(*var).is_some_and(Option::is_none)
                {
                    return self.solve(level, *var, other);
                }
            }
        }
        match (&left, &right) {
            (Weak::Type, Weak::Type) => Ok(Found::Equal),
            (Weak::Lit(x), Weak::Lit(y))
                if std::mem::discriminant(x) == std::mem::discriminant(y) =>
            {
                Ok(if x == y { Found::Equal } else { Found::Apart })
            }
            (Weak::Pi(p, s, t, e), Weak::Pi(q, u, v, f)) => {
                if p.implicit != q.implicit || p.erased != q.erased {
                    return Ok(Found::Stuck);
                }
                if self.compare(level, *s, *u)? != Found::Equal {
                    return Ok(Found::Stuck);
                }
                let x = self.variable_at(level)?;
                let (e, f) = (self.with(x, *e)?, self.with(x, *f)?);
                let (t, v) = (self.wait(t, e)?, self.wait(v, f)?);
                let found = self.compare(level + 1, t, v)?;
                Ok(if found == Found::Equal { found } else { Found::Stuck })
            }
            (Weak::Lam(..), _) | (_, Weak::Lam(..)) => {
                let x = self.variable_at(level)?;
                let s = self.applied(left, vec![x])?;
                let t = self.applied(right, vec![x])?;
                let (s, t) = (self.done(s)?, self.done(t)?);
                let found = self.compare(level + 1, s, t)?;
                Ok(if found == Found::Equal { found } else { Found::Stuck })
            }
            (Weak::Stuck(Head::Var(x), xs), Weak::Stuck(Head::Var(y), ys)) => {
                if x == y && xs.len() == ys.len() {
                    return self.equal(level, xs, ys);
                }
                Ok(Found::Stuck)
            }
            (Weak::Stuck(Head::Global(x), xs), Weak::Stuck(Head::Global(y), ys)) => {
                let (same, long) = (x == y, xs.len() == ys.len());
                match (&self.known(*x)?.kind, &self.known(*y)?.kind) {
                    (Kind::Constructor(s), Kind::Constructor(t)) => {
                        if s != t || (same && !long) {
                            return Ok(Found::Stuck);
                        }
                        if !same {
                            return Ok(Found::Apart);
                        }
                        self.all(level, xs, ys, solve)
                    }
                    (Kind::Type { .. }, Kind::Type { .. }) if same && long => {
                        match self.all(level, xs, ys, solve)? {
                            Found::Apart => Ok(Found::Stuck),
                            other => Ok(other),
                        }
                    }
                    _ if same && long => self.equal(level, xs, ys),
                    _ => Ok(Found::Stuck),
                }
            }
            (Weak::Lit(Lit::Nat(n)), Weak::Stuck(Head::Global(id), xs))
            | (Weak::Stuck(Head::Global(id), xs), Weak::Lit(Lit::Nat(n))) => {
                let name = self.known(*id)?.name.clone();
                match (&*name, n.checked_sub(1), &**xs) {
                    ("Prelude.Types.Z", None, []) => Ok(Found::Equal),
                    ("Prelude.Types.Z", Some(_), []) | ("Prelude.Types.S", None, [_]) => {
                        Ok(Found::Apart)
                    }
                    ("Prelude.Types.S", Some(before), [x]) => {
                        let before = self.done(Weak::Lit(Lit::Nat(before)))?;
                        let x = *x;
                        self.deep(|it| it.compare_here(level, before, x, solve))
                    }
                    _ => Ok(Found::Stuck),
                }
            }
            _ => Ok(Found::Stuck),
        }
    }

    fn variable_at(&mut self, level: usize) -> R<At> {
        // A left side has variables of its own, which no binder may be taken for.
        if level < self.solved.len() {
            return outside("a binder that could be taken for a variable");
        }
        self.variable(level)
    }

    fn all(&mut self, level: usize, xs: &Rc<[At]>, ys: &Rc<[At]>, solve: bool) -> R<Found> {
        let mut found = Found::Equal;
        for (x, y) in xs.iter().zip(ys.iter()) {
            let here =
                if solve { self.forced(level, *x, *y)? } else { self.compare(level, *x, *y)? };
            match here {
                Found::Equal => {}
                Found::Apart => return Ok(Found::Apart),
                Found::Stuck => found = Found::Stuck,
            }
        }
        Ok(found)
    }

    /// Equal where all are; nothing else is known of what is stuck.
    fn equal(&mut self, level: usize, xs: &Rc<[At]>, ys: &Rc<[At]>) -> R<Found> {
        for (x, y) in xs.iter().zip(ys.iter()) {
            if self.compare(level, *x, *y)? != Found::Equal {
                return Ok(Found::Stuck);
            }
        }
        Ok(Found::Equal)
    }

    fn solve(&mut self, level: usize, var: usize, other: At) -> R<Found> {
        if let Weak::Stuck(Head::Var(it), spine) = self.force(other)?
            && it == var
            && spine.is_empty()
        {
            return Ok(Found::Equal);
        }
        if self.occurs(level, other, &|head| head == Head::Var(var))? {
            return Ok(Found::Stuck);
        }
        self.solved[var] = Some(other);
        Ok(Found::Equal)
    }

    /// Whether a head occurs anywhere, with all computed that can be.
    pub(super) fn occurs(&mut self, level: usize, at: At, test: &dyn Fn(Head) -> bool) -> R<bool> {
        self.deep(|it| {
            let (inside, level) = match it.force(at)? {
                Weak::Lit(_) | Weak::Type => return Ok(false),
                Weak::Stuck(head, spine) => {
                    if test(head) {
                        return Ok(true);
                    }
                    for at in spine.iter() {
                        if it.occurs(level, *at, test)? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                Weak::Pi(_, domain, range, env) => {
                    if it.occurs(level, domain, test)? {
                        return Ok(true);
                    }
                    let x = it.variable_at(level)?;
                    let env = it.with(x, env)?;
                    (it.wait(&range, env)?, level + 1)
                }
                Weak::Lam(body, env) => {
                    let x = it.variable_at(level)?;
                    let env = it.with(x, env)?;
                    (it.wait(&body, env)?, level + 1)
                }
            };
            it.occurs(level, inside, test)
        })
    }

    /// Whether types are among what something is made of.
    pub(super) fn holds_types(&mut self, level: usize, at: At) -> R<bool> {
        self.deep(|it| match it.force(at)? {
            Weak::Lit(_) => Ok(false),
            Weak::Type => Ok(true),
            Weak::Stuck(_, spine) => {
                for at in spine.iter() {
                    if it.holds_types(level, *at)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Weak::Pi(_, domain, range, env) => {
                if it.holds_types(level, domain)? {
                    return Ok(true);
                }
                let x = it.variable(level)?;
                let env = it.with(x, env)?;
                let range = it.wait(&range, env)?;
                it.holds_types(level + 1, range)
            }
            Weak::Lam(body, env) => {
                let x = it.variable(level)?;
                let env = it.with(x, env)?;
                let body = it.wait(&body, env)?;
                it.holds_types(level + 1, body)
            }
        })
    }

    pub(super) fn must(&mut self, level: usize, a: At, b: At, what: &str) -> R<()> {
        match self.compare(level, a, b)? {
            Found::Equal => Ok(()),
            _ => outside(format!("{what} is another one when it is looked at once more")),
        }
    }
}
