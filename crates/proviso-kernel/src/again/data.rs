//! Types, their constructors, fields, instances.
//!
//! **Invariants:** a type stands in its own fields as itself, or below lists and `Maybe`, and nowhere
//! else; no field holds types.

use std::rc::Rc;

use super::{Again, At, Context, Head, Kind, Weak};
use crate::term::{Clause, Id, Pat, R, T, Term, outside};

impl Again {
    /// A type's type ends in `Type`.
    pub(super) fn is_family(&self, of: &T) -> R<()> {
        let mut rest = of;
        while let Term::Pi(_, _, range) = &**rest {
            rest = range;
        }
        match &**rest {
            Term::Type => Ok(()),
            _ => outside("a type that is none"),
        }
    }

    /// Whether a constructor's type makes its type, of fields that it may have.
    pub(super) fn constructs(&mut self, id: Id, of: &T) -> R<()> {
        let mut rest = self.wait(of, 0)?;
        let mut level = 0;
        loop {
            match self.force(rest)? {
                Weak::Pi(bind, domain, range, env) => {
                    if self.holds_types(level, domain)? && !(bind.implicit && self.trusted) {
                        return outside("a field that holds types");
                    }
                    self.positive(id, level, domain)?;
                    let x = self.variable(level)?;
                    let env = self.with(x, env)?;
                    rest = self.wait(&range, env)?;
                    level += 1;
                }
                Weak::Stuck(Head::Global(found), args) if found == id => {
                    for it in args.iter() {
                        if self.occurs(level, *it, &|head| head == Head::Global(id))? {
                            return outside("a type that is an argument of itself");
                        }
                    }
                    return Ok(());
                }
                _ => return outside("a constructor of another type"),
            }
        }
    }

    fn positive(&mut self, id: Id, level: usize, domain: At) -> R<()> {
        let mut at = domain;
        loop {
            if !self.occurs(level, at, &|head| head == Head::Global(id))? {
                return Ok(());
            }
            let Weak::Stuck(Head::Global(found), args) = self.force(at)? else {
                return outside("a type that is in a function of itself");
            };
            if found == id {
                for it in args.iter() {
                    if self.occurs(level, *it, &|head| head == Head::Global(id))? {
                        return outside("a type that is an argument of itself");
                    }
                }
                return Ok(());
            }
            let list = ["Prelude.Basics.List", "Prelude.Types.Maybe"];
            let [inside] = &*args else {
                return outside("a type that is in another one of itself");
            };
            if !list.contains(&&*self.known(found)?.name) {
                return outside("a type that is in another one of itself");
            }
            at = *inside;
        }
    }

    /// The one clause of a field's projection, whose type has to be the field's.
    pub(super) fn projects(
        &mut self,
        of: &T,
        constructor: Id,
        at: usize,
        erased: bool,
    ) -> R<(usize, Rc<Vec<Clause>>)> {
        let Kind::Constructor(record) = self.known(constructor)?.kind else {
            return outside("a field of no constructor");
        };
        let Kind::Type { constructors, .. } = self.known(record)?.kind.clone() else {
            return outside("a field of no type");
        };
        if constructors != [constructor] {
            return outside("a field of one of several constructors");
        }
        let made = self.known(constructor)?.of.clone();
        // The projection's own variables: the parameters and the record.
        let (mut mine, mut context) = (self.wait(of, 0)?, Context::default());
        let mut theirs = self.wait(&made, 0)?;
        let mut arity = 0;
        let this = loop {
            let Weak::Pi(bind, domain, range, env) = self.force(mine)? else {
                return outside("a field that is no function of its record");
            };
            context = self.extend(&context, domain, bind.erased)?;
            let x = self.variable(arity)?;
            let env = self.with(x, env)?;
            mine = self.wait(&range, env)?;
            arity += 1;
            if !bind.implicit {
                let Weak::Stuck(Head::Global(found), args) = self.force(domain)? else {
                    return outside("a field of no record");
                };
                if found != record || args.len() + 1 != arity {
                    return outside("a field of another record");
                }
                for (at, it) in args.iter().enumerate() {
                    let x = self.variable(at)?;
                    self.must(arity, *it, x, "a parameter of a field")?;
                }
                break x;
            }
        };
        let n = arity - 1;
        let mut fields = 0;
        loop {
            let Weak::Pi(bind, domain, range, env) = self.force(theirs)? else {
                return outside("a field that the constructor does not have");
            };
            if fields == at {
                if bind.implicit || bind.erased != erased {
                    return outside("a field of another quantity");
                }
                self.must(arity, domain, mine, "a field's type")?;
                break;
            }
            let value = if fields < n {
                self.variable(fields)?
            } else {
                // An earlier field, as its own projection has it.
                let Some(earlier) = self.field_at(constructor, fields) else {
                    return outside("a field whose earlier ones are not known");
                };
                let mut args = Vec::new();
                for at in 0..n {
                    args.push(self.variable(at)?);
                }
                args.push(this);
                let it = Weak::Stuck(Head::Global(earlier), Rc::from([]));
                let it = self.applied(it, args)?;
                self.done(it)?
            };
            let env = self.with(value, env)?;
            theirs = self.wait(&range, env)?;
            fields += 1;
        }
        let mut width = fields + 1;
        let mut rest = &made;
        for _ in 0..width {
            let Term::Pi(_, _, range) = &**rest else { return outside("a short constructor") };
            rest = range;
        }
        while let Term::Pi(_, _, range) = &**rest {
            rest = range;
            width += 1;
        }
        let mut inside = vec![Pat::Told; width];
        inside[at] = Pat::Var(0);
        let mut pats = vec![Pat::Told; n];
        pats.push(Pat::Con(constructor, inside));
        let right = Rc::new(Term::Var(0));
        Ok((arity, Rc::new(vec![Clause { erased: vec![erased], pats, right }])))
    }

    /// The projection of a constructor's argument.
    fn field_at(&self, constructor: Id, at: usize) -> Option<Id> {
        self.known.iter().enumerate().skip(constructor).find_map(|(id, it)| {
            let Kind::Function(Some((_, clauses))) = &it.as_ref()?.kind else { return None };
            let [Clause { pats, right, .. }] = clauses.as_slice() else { return None };
            let (Some(Pat::Con(of, inside)), Term::Var(0)) = (pats.last(), &**right) else {
                return None;
            };
            let here = *of == constructor && matches!(inside.get(at), Some(Pat::Var(0)));
            here.then_some(id)
        })
    }

    /// Takes a function for what a method is at a type.
    pub(crate) fn implements(&mut self, method: Id, of: Id, by: Id) -> R<()> {
        let module = self.known(by)?.module;
        self.fresh(module, self.trusted);
        let (Kind::Method, Kind::Type { .. }, Kind::Function(Some(_)) | Kind::Prim(..)) =
            (&self.known(method)?.kind, &self.known(of)?.kind, &self.known(by)?.kind)
        else {
            return outside("an instance of what cannot have one");
        };
        if self.instances.contains_key(&(method, of)) {
            return outside("two instances of one type");
        }
        let (whole, mine) = (self.known(method)?.of.clone(), self.known(by)?.of.clone());
        let (whole, mut mine) = (self.wait(&whole, 0)?, self.wait(&mine, 0)?);
        let Weak::Pi(_, kind, range, env) = self.force(whole)? else {
            return outside("a method of no type");
        };
        // A method of types takes all that its type takes, one of `Type -> Type` all but one.
        let takes = |it: &T| {
            let (mut rest, mut n) = (it, 0usize);
            while let Term::Pi(_, _, range) = &**rest {
                rest = range;
                n += 1;
            }
            n
        };
        let missing = match self.force(kind)? {
            Weak::Type => 0,
            Weak::Pi(..) => 1,
            _ => return outside("a method of no type"),
        };
        let Some(n) = takes(&self.known(of)?.of).checked_sub(missing) else {
            return outside("an instance of a type that takes less");
        };
        let mut params = Vec::new();
        for at in 0..n {
            let Weak::Pi(bind, _, range, env) = self.force(mine)? else {
                return outside("an instance that takes less than its type");
            };
            if !bind.implicit {
                return outside("an instance of an explicit argument");
            }
            let x = self.variable(at)?;
            params.push(x);
            let env = self.with(x, env)?;
            mine = self.wait(&range, env)?;
        }
        let type_ = self.done(Weak::Stuck(Head::Global(of), params.into()))?;
        let env = self.with(type_, env)?;
        let wanted = self.wait(&range, env)?;
        self.must(n, mine, wanted, "an instance")?;
        self.instances.insert((method, of), by);
        Ok(())
    }

    /// Takes a method for what another one makes it.
    pub(crate) fn comes_of(&mut self, method: Id, base: Id, by: Id) -> R<()> {
        self.fresh(0, true);
        let (mine, wanted) = (self.known(by)?.of.clone(), self.known(method)?.of.clone());
        let (mine, wanted) = (self.wait(&mine, 0)?, self.wait(&wanted, 0)?);
        self.must(0, mine, wanted, "a method that comes of another")?;
        self.defaults.insert(method, (base, by));
        Ok(())
    }

    /// A type whose equality is decided.
    pub(crate) fn decides(&mut self, method: Id, of: Id) {
        self.decided.insert((method, of));
    }
}
