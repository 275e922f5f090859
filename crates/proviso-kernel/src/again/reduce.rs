//! Computes to the head: closures in an arena, each computed once, calls by need.
//!
//! **Invariant:** every turn of the machine is a step, and the arena has an end.

use std::rc::Rc;

use super::{Again, At, Cell, Env, Head, Kind, Weak};
use crate::prim::{self, Out};
use crate::term::{Clause, Id, Lit, Pat, Prim, R, T, Term, outside};

/// How many things may be kept at once.
const MOST: usize = 1 << 23;

/// Whether a pattern fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    Yes,
    No,
    Stuck,
}

enum Next {
    Is(Weak),
    /// A term with its variables, and what it is applied to, the last first.
    Go(T, Env, Vec<At>),
}

impl Again {
    pub(super) fn step(&mut self) -> R<()> {
        match self.steps.checked_sub(1) {
            Some(it) => self.steps = it,
            None => return outside("more steps than the budget has"),
        }
        Ok(())
    }

    pub(super) fn deep<A>(&mut self, part: impl FnOnce(&mut Self) -> R<A>) -> R<A> {
        self.step()?;
        let Some(less) = self.depth.checked_sub(1) else {
            return outside("deeper than the budget allows");
        };
        self.depth = less;
        let result = part(self);
        self.depth += 1;
        result
    }

    fn cell(&mut self, it: Cell) -> R<At> {
        if self.cells.len() >= MOST {
            return outside("more is kept than the budget allows");
        }
        self.cells.push(it);
        Ok((self.cells.len() - 1) as At)
    }

    pub(super) fn done(&mut self, it: Weak) -> R<At> {
        self.cell(Cell::Done(it))
    }

    pub(super) fn global(&mut self, name: &str) -> R<At> {
        let id = self.id(name)?;
        self.done(Weak::Stuck(Head::Global(id), self.none.clone()))
    }

    pub(super) fn variable(&mut self, level: usize) -> R<At> {
        self.done(Weak::Stuck(Head::Var(level), self.none.clone()))
    }

    pub(super) fn wait(&mut self, term: &T, env: Env) -> R<At> {
        match &**term {
            Term::Var(index) => self.lookup(env, *index),
            _ => self.cell(Cell::Wait(term.clone(), env)),
        }
    }

    pub(super) fn with(&mut self, at: At, env: Env) -> R<Env> {
        if self.envs.len() >= MOST {
            return outside("more is kept than the budget allows");
        }
        self.envs.push((at, env));
        Ok(self.envs.len() as Env)
    }

    fn lookup(&self, mut env: Env, mut index: usize) -> R<At> {
        loop {
            let Some((at, next)) = (env as usize).checked_sub(1).and_then(|it| self.envs.get(it))
            else {
                return outside("a variable without a value");
            };
            if index == 0 {
                return Ok(*at);
            }
            index -= 1;
            env = *next;
        }
    }

    /// Whether both stand for the same thing before either is computed.
    pub(super) fn same_cell(&self, a: At, b: At) -> bool {
        a == b
            || match (self.cells.get(a as usize), self.cells.get(b as usize)) {
                (Some(Cell::Wait(s, e)), Some(Cell::Wait(t, f))) => Rc::ptr_eq(s, t) && e == f,
                _ => false,
            }
    }

    pub(super) fn force(&mut self, at: At) -> R<Weak> {
        let found = match self.cells.get(at as usize) {
            Some(Cell::Done(it)) => {
                let it = it.clone();
                match (&it, self.flexible) {
                    (Weak::Stuck(..), true) => self.deep(|again| again.taken_up(it))?,
                    _ => return Ok(it),
                }
            }
            Some(Cell::Wait(term, env)) => {
                let (term, env) = (term.clone(), *env);
                self.cells[at as usize] = Cell::Busy;
                self.deep(|it| it.run(term, env, Vec::new()))?
            }
            Some(Cell::Busy) | None => return outside("a value that is made of itself"),
        };
        self.cells[at as usize] = Cell::Done(found.clone());
        Ok(found)
    }

    /// What was stuck, now that more may be known of variables.
    fn taken_up(&mut self, it: Weak) -> R<Weak> {
        let Weak::Stuck(head, spine) = &it else { return Ok(it) };
        match head {
            Head::Var(level) => match self.solved.get(*level).copied().flatten() {
                Some(found) => {
                    let found = self.force(found)?;
                    self.applied(found, spine.to_vec())
                }
                None => Ok(it),
            },
            Head::Global(id) => match self.call(*id, spine.to_vec())? {
                Next::Is(it) => Ok(it),
                Next::Go(term, env, args) => self.run(term, env, args),
            },
        }
    }

    /// A value applied.
    pub(super) fn applied(&mut self, it: Weak, args: Vec<At>) -> R<Weak> {
        if args.is_empty() {
            return Ok(it);
        }
        match self.on(it, args)? {
            Next::Is(it) => Ok(it),
            Next::Go(term, env, args) => self.run(term, env, args),
        }
    }

    fn on(&mut self, it: Weak, mut args: Vec<At>) -> R<Next> {
        match it {
            Weak::Lam(body, env) => {
                args.reverse();
                let Some(first) = args.pop() else { return outside("nothing is applied") };
                let env = self.with(first, env)?;
                Ok(Next::Go(body, env, args))
            }
            Weak::Stuck(head, spine) => {
                let all: Vec<At> = spine.iter().copied().chain(args).collect();
                match head {
                    Head::Var(_) => Ok(Next::Is(Weak::Stuck(head, all.into()))),
                    Head::Global(id) => self.call(id, all),
                }
            }
            _ => outside("something that is no function is applied"),
        }
    }

    fn run(&mut self, mut whole: T, mut env: Env, mut args: Vec<At>) -> R<Weak> {
        loop {
            match self.turn(&whole, env, args)? {
                Next::Is(it) => return Ok(it),
                Next::Go(body, inside, rest) => (whole, env, args) = (body, inside, rest),
            }
        }
    }

    /// Goes inwards in a term to what it begins with, and does what that says.
    fn turn(&mut self, whole: &T, mut env: Env, mut args: Vec<At>) -> R<Next> {
        let mut term = whole;
        loop {
            self.step()?;
            match &**term {
                Term::App(function, arg) => {
                    let arg = self.wait(arg, env)?;
                    args.push(arg);
                    term = function;
                }
                Term::Lam(_, body) => match args.pop() {
                    None => return Ok(Next::Is(Weak::Lam(body.clone(), env))),
                    Some(arg) => {
                        env = self.with(arg, env)?;
                        term = body;
                    }
                },
                Term::Var(index) => {
                    let at = self.lookup(env, *index)?;
                    let found = self.force(at)?;
                    if args.is_empty() {
                        return Ok(Next::Is(found));
                    }
                    args.reverse();
                    return self.on(found, args);
                }
                Term::Global(id) => {
                    args.reverse();
                    return self.call(*id, args);
                }
                Term::Meta(_) => return outside("something is left open"),
                _ if !args.is_empty() => {
                    return outside("something that is no function is applied");
                }
                Term::Lit(it) => return Ok(Next::Is(Weak::Lit(it.clone()))),
                Term::Type => return Ok(Next::Is(Weak::Type)),
                Term::Pi(bind, domain, range) => {
                    let domain = self.wait(domain, env)?;
                    return Ok(Next::Is(Weak::Pi(bind.clone(), domain, range.clone(), env)));
                }
            }
        }
    }

    fn call(&mut self, id: Id, spine: Vec<At>) -> R<Next> {
        let known = self.known(id)?;
        let seen = known.public || known.module == self.module;
        match &known.kind {
            Kind::Function(Some((arity, clauses))) if seen && spine.len() >= *arity => {
                let (arity, clauses) = (*arity, clauses.clone());
                if arity == 0 {
                    return self.constant(id, &clauses, spine);
                }
                self.step()?;
                let mut slots = std::mem::take(&mut self.slots);
                for clause in clauses.iter() {
                    slots.clear();
                    match self.fits_all(&clause.pats, &spine[..arity], &mut slots)? {
                        Fit::No => {}
                        Fit::Stuck => break,
                        Fit::Yes => {
                            if slots.len() > clause.erased.len() {
                                return outside("a variable that a clause does not have");
                            }
                            slots.resize(clause.erased.len(), None);
                            let env = self.bound(&slots)?;
                            self.slots = slots;
                            let mut rest = spine;
                            rest.drain(..arity);
                            rest.reverse();
                            return Ok(Next::Go(clause.right.clone(), env, rest));
                        }
                    }
                }
                self.slots = slots;
            }
            Kind::Prim(prim, arity) if spine.len() == *arity => {
                if let Some(it) = self.primitive(*prim, &spine)? {
                    return Ok(Next::Is(it));
                }
            }
            Kind::Method => {
                if let Some(first) = spine.first()
                    && let Weak::Stuck(Head::Global(of), given) = self.force(*first)?
                {
                    if let Some(by) = self.instances.get(&(id, of)).copied() {
                        let args = given.iter().chain(&spine[1..]).copied().collect();
                        return self.deep(|it| it.call(by, args));
                    }
                    if let Some((base, by)) = self.defaults.get(&id).copied()
                        && self.instances.contains_key(&(base, of))
                    {
                        return self.deep(|it| it.call(by, spine));
                    }
                }
            }
            _ => {}
        }
        let spine = if spine.is_empty() { self.none.clone() } else { spine.into() };
        Ok(Next::Is(Weak::Stuck(Head::Global(id), spine)))
    }

    fn constant(&mut self, id: Id, clauses: &[Clause], spine: Vec<At>) -> R<Next> {
        let at = match self.constants.get(&id) {
            Some(it) => *it,
            None => {
                let [clause] = clauses else { return outside("a constant of several clauses") };
                if !clause.erased.is_empty() {
                    return outside("a constant of variables");
                }
                let at = self.cell(Cell::Wait(clause.right.clone(), 0))?;
                self.constants.insert(id, at);
                at
            }
        };
        let it = self.force(at)?;
        if spine.is_empty() {
            return Ok(Next::Is(it));
        }
        self.deep(|again| again.on(it, spine))
    }

    pub(super) fn bound(&mut self, slots: &[Option<At>]) -> R<Env> {
        let mut env = 0;
        for it in slots {
            let Some(at) = it else { return outside("a variable of a clause that nothing binds") };
            env = self.with(*at, env)?;
        }
        Ok(env)
    }

    pub(super) fn fits_all(
        &mut self,
        pats: &[Pat],
        values: &[At],
        slots: &mut Vec<Option<At>>,
    ) -> R<Fit> {
        for (pat, value) in pats.iter().zip(values) {
            let found = self.fits(pat, *value, slots)?;
            if found != Fit::Yes {
                return Ok(found);
            }
        }
        Ok(Fit::Yes)
    }

    fn fits(&mut self, pat: &Pat, value: At, slots: &mut Vec<Option<At>>) -> R<Fit> {
        let (id, inside) = match pat {
            Pat::Told => return Ok(Fit::Yes),
            Pat::Var(at) => {
                if slots.len() <= *at {
                    slots.resize(at + 1, None);
                }
                match slots.get_mut(*at) {
                    Some(slot @ None) => *slot = Some(value),
                    _ => return outside("a variable of a clause that is bound twice"),
                }
                return Ok(Fit::Yes);
            }
            Pat::Lit(lit) => {
                return Ok(match self.force(value)? {
                    Weak::Lit(found) if found == *lit => Fit::Yes,
                    Weak::Lit(_) => Fit::No,
                    _ => Fit::Stuck,
                });
            }
            Pat::Con(id, inside) => (*id, inside),
        };
        match self.force(value)? {
            Weak::Stuck(Head::Global(found), spine) => {
                if !matches!(self.known(found)?.kind, Kind::Constructor(_)) {
                    return Ok(Fit::Stuck);
                }
                if found != id {
                    return Ok(Fit::No);
                }
                if spine.len() != inside.len() {
                    return outside("a constructor that is not given all");
                }
                self.deep(|it| it.fits_all(inside, &spine, slots))
            }
            Weak::Lit(Lit::Nat(n)) => match (&*self.known(id)?.name, n.checked_sub(1)) {
                ("Prelude.Types.Z", before) => {
                    Ok(if before.is_none() { Fit::Yes } else { Fit::No })
                }
                ("Prelude.Types.S", None) => Ok(Fit::No),
                ("Prelude.Types.S", Some(before)) => {
                    let before = self.done(Weak::Lit(Lit::Nat(before)))?;
                    self.deep(|it| it.fits_all(inside, &[before], slots))
                }
                _ => outside("a number that is matched with another type"),
            },
            _ => Ok(Fit::Stuck),
        }
    }

    fn primitive(&mut self, prim: Prim, spine: &[At]) -> R<Option<Weak>> {
        if prim == Prim::Pack {
            return self.packed(spine[0]);
        }
        let mut lits = Vec::new();
        for it in spine {
            let Weak::Lit(lit) = self.force(*it)? else { return Ok(None) };
            lits.push(lit);
        }
        let Some(out) = prim::compute(prim, &lits.iter().collect::<Vec<_>>())? else {
            return Ok(None);
        };
        let name = match out {
            Out::Lit(it) => return Ok(Some(Weak::Lit(it))),
            Out::Made(name) => name,
            Out::Chars(all) => {
                let of = self.global("Builtin.Char")?;
                let (nil, cons) = (self.id("Prelude.Basics.Nil")?, self.id("Prelude.Basics.::")?);
                let mut list = Weak::Stuck(Head::Global(nil), Rc::from([of]));
                for c in all.into_iter().rev() {
                    let first = self.done(Weak::Lit(Lit::Char(c)))?;
                    let rest = self.done(list)?;
                    list = Weak::Stuck(Head::Global(cons), Rc::from([of, first, rest]));
                }
                return Ok(Some(list));
            }
        };
        Ok(Some(Weak::Stuck(Head::Global(self.id(name)?), self.none.clone())))
    }

    fn packed(&mut self, list: At) -> R<Option<Weak>> {
        let (nil, cons) = (self.id("Prelude.Basics.Nil")?, self.id("Prelude.Basics.::")?);
        let (mut text, mut list) = (String::new(), list);
        loop {
            self.step()?;
            let Weak::Stuck(Head::Global(id), args) = self.force(list)? else { return Ok(None) };
            match &*args {
                _ if id == nil => return Ok(Some(Weak::Lit(Lit::Text(text.into())))),
                [_, first, rest] if id == cons => {
                    let Weak::Lit(Lit::Char(c)) = self.force(*first)? else { return Ok(None) };
                    text.push(c);
                    list = *rest;
                }
                _ => return Ok(None),
            }
        }
    }
}
