//! Terms with what was found of them put in.
//!
//! **Invariant:** what stays as it is is shared with what was there before.

use std::rc::Rc;

use crate::Kernel;
use crate::term::{Bind, R, T, Term, outside};
use crate::unify::HIDDEN;

impl Kernel {
    /// The term with every solved meta written out.
    pub(crate) fn written_out(&mut self, term: &Term) -> R<T> {
        self.written(&Rc::new(term.clone()))
    }

    fn written(&mut self, term: &T) -> R<T> {
        self.deep(|it| match &**term {
            Term::Var(_) | Term::Global(_) | Term::Lit(_) | Term::Type => Ok(term.clone()),
            Term::Pi(bind, a, b) => {
                let (x, y) = (it.written(a)?, it.written(b)?);
                Ok(pi(term, bind, (a, b), (x, y)))
            }
            Term::Lam(bind, a) => Ok(lam(term, bind, a, it.written(a)?)),
            Term::Meta(_) | Term::App(..) => it.written_call(term),
        })
    }

    fn written_call(&mut self, term: &T) -> R<T> {
        let (mut head, mut args, mut same) = (term, Vec::new(), true);
        while let Term::App(function, arg) = &**head {
            let found = self.written(arg)?;
            same &= Rc::ptr_eq(&found, arg);
            args.push(found);
            head = function;
        }
        let mut made = match &**head {
            Term::Meta(id) => match self.metas[*id].term.clone() {
                Some(solution) => self.written(&solution)?,
                None => return outside("something is left open"),
            },
            _ => self.written(head)?,
        };
        if same && Rc::ptr_eq(&made, head) {
            return Ok(term.clone());
        }
        while let Some(last) = args.pop() {
            // Only what a solution binds is put in: other redexes are the text's.
            let (mut body, mut given) = (&made, Vec::new());
            let mut next = Some(last);
            while let Term::Lam(bind, inside) = &**body
                && &*bind.name == HIDDEN
                && let Some(it) = next.take().or_else(|| args.pop())
            {
                given.push(it);
                body = inside;
            }
            made = match next {
                Some(it) => Rc::new(Term::App(made, it)),
                None => put_in(body, 0, &given),
            };
        }
        Ok(made)
    }
}

/// A term whose innermost variables are these, the last the innermost, under `under` others.
fn put_in(term: &T, under: usize, given: &[T]) -> T {
    match &**term {
        Term::Var(index) => match index.checked_sub(under) {
            None => term.clone(),
            Some(at) if at < given.len() => shift(&given[given.len() - 1 - at], 0, under),
            Some(_) => Rc::new(Term::Var(index - given.len())),
        },
        Term::Pi(bind, a, b) => {
            pi(term, bind, (a, b), (put_in(a, under, given), put_in(b, under + 1, given)))
        }
        Term::Lam(bind, a) => lam(term, bind, a, put_in(a, under + 1, given)),
        Term::App(a, b) => app(term, (a, b), (put_in(a, under, given), put_in(b, under, given))),
        Term::Global(_) | Term::Meta(_) | Term::Lit(_) | Term::Type => term.clone(),
    }
}

fn shift(term: &T, from: usize, by: usize) -> T {
    if by == 0 {
        return term.clone();
    }
    match &**term {
        Term::Var(index) if *index >= from => Rc::new(Term::Var(index + by)),
        Term::Pi(bind, a, b) => {
            pi(term, bind, (a, b), (shift(a, from, by), shift(b, from + 1, by)))
        }
        Term::Lam(bind, a) => lam(term, bind, a, shift(a, from + 1, by)),
        Term::App(a, b) => app(term, (a, b), (shift(a, from, by), shift(b, from, by))),
        Term::Var(_) | Term::Global(_) | Term::Meta(_) | Term::Lit(_) | Term::Type => term.clone(),
    }
}

/// A term under so many more variables.
pub(crate) fn weaken(term: &Term, by: usize) -> Term {
    (*shift(&Rc::new(term.clone()), 0, by)).clone()
}

pub(crate) fn pi(whole: &T, bind: &Rc<Bind>, before: (&T, &T), parts: (T, T)) -> T {
    if Rc::ptr_eq(before.0, &parts.0) && Rc::ptr_eq(before.1, &parts.1) {
        return whole.clone();
    }
    Rc::new(Term::Pi(bind.clone(), parts.0, parts.1))
}

pub(crate) fn lam(whole: &T, bind: &Rc<Bind>, before: &T, body: T) -> T {
    if Rc::ptr_eq(before, &body) { whole.clone() } else { Rc::new(Term::Lam(bind.clone(), body)) }
}

pub(crate) fn app(whole: &T, before: (&T, &T), parts: (T, T)) -> T {
    if Rc::ptr_eq(before.0, &parts.0) && Rc::ptr_eq(before.1, &parts.1) {
        return whole.clone();
    }
    Rc::new(Term::App(parts.0, parts.1))
}
