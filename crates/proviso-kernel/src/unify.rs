//! Whether two values are equal, apart, or neither can be told; and what metas stand for.
//!
//! **Invariant:** *apart* is said of two constructors or two literals below constructors only, and
//! on the left side of a clause nothing is solved but what is forced.

use std::rc::Rc;

use crate::Kernel;
use crate::elaborate::Context;
use crate::term::{Env, Fail, Head, Kind, Lit, Name, R, T, Term, V, Value, neutral, outside};
use crate::written::{app, lam, pi};

/// The name of what a solution binds.
pub(crate) const HIDDEN: &str = "{meta}";

/// What a comparison found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found {
    Equal,
    Apart,
    Stuck,
}

#[derive(Debug, Clone)]
pub(crate) struct Meta {
    pub(crate) solution: Option<V>,
    pub(crate) term: Option<T>,
    /// The type of a pattern's variable.
    pub(crate) of: Option<V>,
    pub(crate) name: Name,
}

#[derive(Debug, Clone)]
pub(crate) struct Postponed {
    level: usize,
    left: V,
    right: V,
}

impl Kernel {
    pub(crate) fn fresh(&mut self, name: impl Into<Name>, of: Option<V>) -> usize {
        self.metas.push(Meta { solution: None, term: None, of, name: name.into() });
        self.metas_open += 1;
        self.metas.len() - 1
    }

    fn solved(&mut self, id: usize, term: T, value: V) {
        self.metas[id].solution = Some(value);
        self.metas[id].term = Some(term);
        self.metas_open -= 1;
        self.trail.push(id);
    }

    pub(crate) fn same(&mut self, context: &Context, found: &V, wanted: &V, what: &str) -> R<()> {
        let told = self.unify(context.level(), found, wanted)?;
        self.told(context, told, (found, wanted), &|_| what.to_owned())
    }

    /// What a comparison found, with what it is of where it is not equal.
    pub(crate) fn told(
        &mut self,
        context: &Context,
        told: Found,
        (found, wanted): (&V, &V),
        what: &dyn Fn(&Kernel) -> String,
    ) -> R<()> {
        if told == Found::Equal {
            return Ok(());
        }
        let a = self.shown(context.level(), found);
        let b = self.shown(context.level(), wanted);
        let what = what(self);
        match told {
            Found::Apart => Err(Fail::Mismatch(format!("{what}: mismatch between {a} and {b}"))),
            _ => outside(format!("{what}: whether {a} is {b} cannot be told")),
        }
    }

    pub(crate) fn unify(&mut self, level: usize, left: &V, right: &V) -> R<Found> {
        self.deep(|it| it.unify_here(level, left, right))
    }

    fn unify_here(&mut self, level: usize, left: &V, right: &V) -> R<Found> {
        if Rc::ptr_eq(left, right) {
            return Ok(Found::Equal);
        }
        if self.solved_as_it_stands(left, right) || self.solved_as_it_stands(right, left) {
            return Ok(Found::Equal);
        }
        let left = self.force(left)?;
        let right = self.force(right)?;
        if Rc::ptr_eq(&left, &right) {
            return Ok(Found::Equal);
        }
        match (&*left, &*right) {
            (Value::Type, Value::Type) => Ok(Found::Equal),
            (Value::Lit(a), Value::Lit(b)) => Ok(if a == b { Found::Equal } else { Found::Apart }),
            (Value::Neutral(Head::Meta(a), xs), Value::Neutral(Head::Meta(b), ys)) if a == b => {
                if xs.len() == ys.len() {
                    let found = self.all(level, xs, ys, !self.left_side)?;
                    if found == Found::Equal {
                        return Ok(found);
                    }
                }
                self.postpone(level, &left, &right)
            }
            (Value::Neutral(Head::Meta(a), xs), _) => {
                if self.solve(level, *a, xs, &right)? {
                    return Ok(Found::Equal);
                }
                if let Value::Neutral(Head::Meta(b), ys) = &*right
                    && self.solve(level, *b, ys, &left)?
                {
                    return Ok(Found::Equal);
                }
                self.first_order(level, &left, &right)
            }
            (_, Value::Neutral(Head::Meta(b), ys)) => {
                if self.solve(level, *b, ys, &left)? {
                    return Ok(Found::Equal);
                }
                self.first_order(level, &right, &left)
            }
            (Value::Pi(p, a, b), Value::Pi(q, c, d)) => {
                if p.implicit != q.implicit || p.erased != q.erased {
                    return Ok(Found::Stuck);
                }
                let domain = self.unify(level, a, c)?;
                let x = neutral(Head::Var(level));
                let (b, d) = (self.enter(b, x.clone())?, self.enter(d, x)?);
                let range = self.unify(level + 1, &b, &d)?;
                Ok(if domain == Found::Equal && range == Found::Equal {
                    Found::Equal
                } else {
                    Found::Stuck
                })
            }
            (Value::Lam(..), _) | (_, Value::Lam(..)) => {
                let x = neutral(Head::Var(level));
                let a = self.apply(left.clone(), vec![x.clone()])?;
                let b = self.apply(right.clone(), vec![x])?;
                Ok(match self.unify(level + 1, &a, &b)? {
                    Found::Equal => Found::Equal,
                    _ => Found::Stuck,
                })
            }
            (Value::Neutral(Head::Global(a), xs), Value::Neutral(Head::Global(b), ys)) => {
                let (a, b) = (*a, *b);
                match (&self.globals[a].kind, &self.globals[b].kind) {
                    (Kind::Constructor(s), Kind::Constructor(t)) => {
                        if a != b {
                            return Ok(if s == t { Found::Apart } else { Found::Stuck });
                        }
                        if xs.len() != ys.len() {
                            return Ok(Found::Stuck);
                        }
                        self.all(level, xs, ys, true)
                    }
                    (Kind::Type(_), Kind::Type(_)) => {
                        if a != b {
                            // Apart too, but the compiler words what comes of it in many ways, which
                            // a block that has to fail must not take for one.
                            return Ok(Found::Stuck);
                        }
                        if xs.len() != ys.len() {
                            return Ok(Found::Stuck);
                        }
                        self.all(level, xs, ys, true)
                    }
                    _ => {
                        if a == b && xs.len() == ys.len() {
                            let tried = self.attempt(|it| {
                                match it.all(level, xs, ys, it.is_trusted())? {
                                    Found::Equal => Ok(()),
                                    _ => outside("not equal"),
                                }
                            });
                            if tried.is_ok() {
                                return Ok(Found::Equal);
                            }
                            if self.steps == 0 || self.depth == 0 {
                                return outside("more steps than the budget has");
                            }
                        }
                        self.postpone(level, &left, &right)
                    }
                }
            }
            (Value::Neutral(Head::Var(a), xs), Value::Neutral(Head::Var(b), ys)) => {
                if a == b && xs.len() == ys.len() {
                    let found = self.all(level, xs, ys, !self.left_side)?;
                    return Ok(if found == Found::Equal { found } else { Found::Stuck });
                }
                Ok(Found::Stuck)
            }
            // A number as constructors have it.
            (Value::Lit(Lit::Nat(n)), Value::Neutral(Head::Global(id), xs))
            | (Value::Neutral(Head::Global(id), xs), Value::Lit(Lit::Nat(n)))
                if Some(*id) == self.succ && xs.len() == 1 =>
            {
                let Some(less) = n.checked_sub(1) else { return Ok(Found::Apart) };
                let less = Rc::new(Value::Lit(Lit::Nat(less)));
                let xs = xs[0].clone();
                self.unify(level, &less, &xs)
            }
            _ => self.postpone(level, &left, &right),
        }
    }

    /// All of two lists. Where `solving` is not allowed, only what is equal as it stands is.
    fn all(&mut self, level: usize, xs: &[V], ys: &[V], solving: bool) -> R<Found> {
        let before = self.trail.len();
        let mut found = Found::Equal;
        for (x, y) in xs.iter().zip(ys) {
            match self.unify(level, x, y)? {
                Found::Equal => {}
                Found::Apart => return Ok(Found::Apart),
                Found::Stuck => found = Found::Stuck,
            }
        }
        if !solving && self.trail.len() > before {
            return outside("a left side that would be guessed");
        }
        Ok(found)
    }

    /// Kept for later if something in it can still become known.
    fn postpone(&mut self, level: usize, left: &V, right: &V) -> R<Found> {
        if self.left_side || self.metas_open == 0 {
            return Ok(Found::Stuck);
        }
        let (a, b) = (self.plain(level, left)?, self.plain(level, right)?);
        if !has_meta(&a) && !has_meta(&b) {
            return Ok(Found::Stuck);
        }
        self.postponed.push(Postponed { level, left: left.clone(), right: right.clone() });
        Ok(Found::Equal)
    }

    /// `?f x = T y` as `?f = T` and `x = y`.
    fn first_order(&mut self, level: usize, flex: &V, rigid: &V) -> R<Found> {
        if !self.left_side
            && let (Value::Neutral(meta, xs), Value::Neutral(Head::Global(id), ys)) =
                (&**flex, &**rigid)
            && matches!(self.globals[*id].kind, Kind::Type(_))
            && let (Some((x, xs)), Some((y, ys))) = (xs.split_last(), ys.split_last())
        {
            let f = Rc::new(Value::Neutral(*meta, xs.to_vec().into()));
            let g = Rc::new(Value::Neutral(Head::Global(*id), ys.to_vec().into()));
            let (x, y) = (x.clone(), y.clone());
            return Ok(match self.unify(level, &f, &g)? {
                Found::Equal => self.unify(level, &x, &y)?,
                other => other,
            });
        }
        self.postpone(level, flex, rigid)
    }

    /// What nobody has asked for yet is a solution as it is written, where it speaks of no variables:
    /// worked out it may be a whole table.
    fn solved_as_it_stands(&mut self, open: &V, other: &V) -> bool {
        if !self.left_side
            && let Value::Neutral(Head::Meta(id), spine) = &**open
            && spine.is_empty()
            && self.metas[*id].solution.is_none()
            && let Value::Late(late) = &**other
            && late.closure.env.is_empty()
            && !has_meta(&late.closure.body)
        {
            self.solved(*id, late.closure.body.clone(), other.clone());
            return true;
        }
        false
    }

    fn solve(&mut self, level: usize, id: usize, spine: &[V], value: &V) -> R<bool> {
        // Where each variable stands in the spine, by its level.
        let mut places: Vec<Option<usize>> = vec![None; level];
        for (at, it) in spine.iter().enumerate() {
            let it = self.force(it)?;
            match &*it {
                Value::Neutral(Head::Var(var), xs) if xs.is_empty() => match places.get_mut(*var) {
                    Some(place @ None) => *place = Some(at),
                    _ => return Ok(false),
                },
                _ => return Ok(false),
            }
        }
        let term = Rc::new(self.plain(level, value)?);
        let Some(mut term) = renamed(&term, level, 0, spine.len(), &places, id) else {
            return Ok(false);
        };
        for _ in spine {
            term = Rc::new(Term::Lam(self.hidden.clone(), term));
        }
        let value = match spine {
            [] => value.clone(),
            _ => self.eval(&Env::default(), &term)?,
        };
        self.solved(id, term, value);
        Ok(true)
    }

    /// Looks once more at what was kept, for as long as that brings something.
    pub(crate) fn settle(&mut self) -> R<Found> {
        loop {
            let kept = std::mem::take(&mut self.postponed);
            let before = (kept.len(), self.metas_open);
            for it in kept {
                match self.unify(it.level, &it.left, &it.right)? {
                    Found::Equal => {}
                    other => return Ok(other),
                }
            }
            if self.postponed.is_empty() || (self.postponed.len(), self.metas_open) == before {
                return Ok(Found::Equal);
            }
        }
    }
}

pub(crate) fn has_meta(term: &Term) -> bool {
    crate::again::speaks(term, &|it| matches!(it, Term::Meta(_)))
}

/// The term over a meta's own variables; none where another one, or the meta itself, is in it.
fn renamed(
    term: &T,
    level: usize,
    under: usize,
    width: usize,
    places: &[Option<usize>],
    id: usize,
) -> Option<T> {
    let again = |it: &T, under| renamed(it, level, under, width, places, id);
    Some(match &**term {
        Term::Var(index) if *index < under => term.clone(),
        Term::Var(index) => {
            let at = places.get(level + under - index - 1).copied().flatten()?;
            let to = under + width - at - 1;
            if to == *index { term.clone() } else { Rc::new(Term::Var(to)) }
        }
        Term::Meta(it) if *it == id => return None,
        Term::Pi(bind, a, b) => pi(term, bind, (a, b), (again(a, under)?, again(b, under + 1)?)),
        Term::Lam(bind, a) => lam(term, bind, a, again(a, under + 1)?),
        Term::App(a, b) => app(term, (a, b), (again(a, under)?, again(b, under)?)),
        Term::Global(_) | Term::Meta(_) | Term::Lit(_) | Term::Type => term.clone(),
    })
}
