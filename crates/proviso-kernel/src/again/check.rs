//! Types and quantities of explicit terms.
//!
//! **Invariant:** nothing is inferred but along applications; whatever is erased is used in types
//! and erased arguments only.

use std::rc::Rc;

use super::{Again, At, Context, Head, Kind, Made, Weak, speaks};
use crate::term::{Id, Lit, Pat, R, T, Term, outside};

/// Where a pattern stands: whether all is erased there, and whether that is of no matter.
#[derive(Debug, Clone, Copy)]
struct Quantity {
    free: bool,
    erased: bool,
}

impl Again {
    pub(super) fn extend(&mut self, context: &Context, of: At, erased: bool) -> R<Context> {
        let value = self.variable(context.level)?;
        let mut it = self.bound_to(context, value, of, erased)?;
        it.level += 1;
        Ok(it)
    }

    /// A variable that stands for something known.
    fn bound_to(&mut self, context: &Context, value: At, of: At, erased: bool) -> R<Context> {
        let mut it = context.clone();
        it.env = self.with(value, it.env)?;
        it.types.push((of, erased));
        Ok(it)
    }

    pub(super) fn check(&mut self, context: &Context, term: &T, of: At, used: bool) -> R<()> {
        self.deep(|it| {
            if let Term::Lam(bind, body) = &**term {
                let Weak::Pi(wanted, domain, range, env) = it.force(of)? else {
                    return outside("a lambda that is no function");
                };
                if wanted.implicit != bind.implicit {
                    return outside("a lambda of another kind");
                }
                let inside = it.extend(context, domain, wanted.erased || bind.erased)?;
                let value = it.variable(context.level)?;
                let env = it.with(value, env)?;
                let range = it.wait(&range, env)?;
                return it.check(&inside, body, range, used);
            }
            if let Term::App(head, value) = &**term
                && let Term::Lam(bind, body) = &**head
            {
                // A `let`.
                let inside = it.let_in(context, value, bind.erased, used)?;
                return it.check(&inside, body, of, used);
            }
            let found = it.infer(context, term, used)?;
            it.must(context.level, found, of, "a type")
        })
    }

    fn let_in(&mut self, context: &Context, value: &T, erased: bool, used: bool) -> R<Context> {
        let of = self.infer(context, value, used && !erased)?;
        let value = self.wait(value, context.env)?;
        self.bound_to(context, value, of, erased)
    }

    fn infer(&mut self, context: &Context, term: &T, used: bool) -> R<At> {
        self.deep(|it| match &**term {
            Term::Var(index) => {
                let at = context.types.len().checked_sub(index + 1);
                let Some((of, erased)) = at.and_then(|at| context.types.get(at)) else {
                    return outside("a variable out of its scope");
                };
                if used && *erased {
                    return outside("an erased value is used");
                }
                Ok(*of)
            }
            Term::Global(id) => {
                let known = it.known(*id)?;
                if used && known.erased {
                    return outside(format!("`{}` is erased and used", known.name));
                }
                let of = known.of.clone();
                it.wait(&of, 0)
            }
            Term::Lit(Lit::Integer(_)) => it.global("Builtin.Integer"),
            Term::Lit(Lit::Text(_)) => it.global("Builtin.String"),
            Term::Lit(Lit::Char(_)) => it.global("Builtin.Char"),
            Term::Lit(Lit::Nat(_)) => it.global("Prelude.Types.Nat"),
            Term::Type => it.done(Weak::Type),
            Term::Pi(bind, domain, range) => {
                let type_ = it.done(Weak::Type)?;
                it.check(context, domain, type_, false)?;
                let domain = it.wait(domain, context.env)?;
                let inside = it.extend(context, domain, bind.erased)?;
                it.check(&inside, range, type_, false)?;
                Ok(type_)
            }
            Term::App(..) => it.call_type(context, term, used),
            Term::Lam(..) => outside("a lambda of an unknown type"),
            Term::Meta(_) => outside("something is left open"),
        })
    }

    fn call_type(&mut self, context: &Context, term: &T, used: bool) -> R<At> {
        let (mut head, mut args) = (term, Vec::new());
        while let Term::App(function, arg) = &**head {
            args.push(arg);
            head = function;
        }
        args.reverse();
        let mut args = args.into_iter();
        let mut of = match &**head {
            Term::Lam(bind, body) => {
                let Some(value) = args.next() else { return outside("a `let` of nothing") };
                let inside = self.let_in(context, value, bind.erased, used)?;
                self.infer(&inside, body, used)?
            }
            _ => self.infer(context, head, used)?,
        };
        if let Term::Global(id) = &**head
            && matches!(self.known(*id)?.kind, Kind::Method)
        {
            let Some(first) = args.clone().next() else { return outside("a method of no type") };
            let first = self.wait(first, context.env)?;
            self.implemented(*id, first)?;
        }
        for arg in args {
            let Weak::Pi(bind, domain, range, env) = self.force(of)? else {
                return outside("something that is no function is applied");
            };
            self.check(context, arg, domain, used && !bind.erased)?;
            let value = self.wait(arg, context.env)?;
            let env = self.with(value, env)?;
            of = self.wait(&range, env)?;
        }
        Ok(of)
    }

    /// Whether a type has what a method asks for.
    fn implemented(&mut self, method: Id, of: At) -> R<()> {
        self.deep(|it| {
            let Weak::Stuck(head, args) = it.force(of)? else {
                return outside("a method of no type");
            };
            let id = match head {
                Head::Var(_) if it.assumes && it.trusted => return Ok(()),
                Head::Var(_) => return outside("a method of an unknown type"),
                Head::Global(id) => id,
            };
            let base = it.defaults.get(&method).map_or(method, |it| it.0);
            let known = it.instances.contains_key(&(method, id))
                || it.instances.contains_key(&(base, id))
                || it.decided.contains(&(method, id));
            if !known || !matches!(it.known(id)?.kind, Kind::Type { .. }) {
                let (method, of) = (it.known(method)?.name.clone(), it.known(id)?.name.clone());
                return outside(format!("`{method}` at `{of}`"));
            }
            let library = it.known(id)?.module < it.n_library;
            if library && &*it.known(method)?.name != "Prelude.Interfaces.map" {
                for arg in args.iter() {
                    it.implemented(method, *arg)?;
                }
            }
            Ok(())
        })
    }

    /// A clause: its variables, its left side, its right side.
    pub(super) fn clause(&mut self, id: Id, arity: usize, made: &Made, erased: bool) -> R<()> {
        if made.args.len() != arity || made.pats.len() != arity {
            return outside("a clause of another length");
        }
        if !self.trusted && speaks(&made.right, &|it| matches!(it, Term::Type)) {
            return outside("a value that is made of types");
        }
        let type_ = self.done(Weak::Type)?;
        let mut context = Context::default();
        for (of, erased) in &made.variables {
            self.check(&context, of, type_, false)?;
            let of = self.wait(of, context.env)?;
            context = self.extend(&context, of, *erased)?;
        }
        let of = self.known(id)?.of.clone();
        let mut of = self.wait(&of, 0)?;
        let mut bound = vec![false; made.variables.len()];
        for (arg, pat) in made.args.iter().zip(&made.pats) {
            let Weak::Pi(bind, domain, range, env) = self.force(of)? else {
                return outside("a clause with too many patterns");
            };
            let quantity = Quantity { free: erased, erased: bind.erased };
            self.shape(&context, pat, arg, quantity, &mut bound)?;
            self.check(&context, arg, domain, false)?;
            let value = self.wait(arg, context.env)?;
            let env = self.with(value, env)?;
            of = self.wait(&range, env)?;
        }
        if bound.contains(&false) {
            return outside("a variable of a left side that nothing binds");
        }
        self.check(&context, &made.right, of, !erased)
    }

    /// Whether a pattern is what the left side says it is, and looks at nothing that is erased.
    fn shape(
        &mut self,
        context: &Context,
        pat: &Pat,
        arg: &T,
        quantity: Quantity,
        bound: &mut [bool],
    ) -> R<()> {
        let erased = quantity.erased && !quantity.free;
        self.deep(|it| match (pat, &**arg) {
            (Pat::Told, _) => Ok(()),
            (Pat::Var(at), Term::Var(index)) if at + index + 1 == context.types.len() => {
                if std::mem::replace(&mut bound[*at], true) {
                    return outside("a variable of a left side that is bound twice");
                }
                if erased && !context.types[*at].1 {
                    return outside("an erased value is bound for use");
                }
                Ok(())
            }
            (Pat::Lit(a), Term::Lit(b)) if a == b && !erased => Ok(()),
            (Pat::Con(id, inside), _) => {
                let Kind::Constructor(of) = it.known(*id)?.kind else {
                    return outside("a pattern that is no constructor");
                };
                let Kind::Type { constructors, .. } = &it.known(of)?.kind else {
                    return outside("a constructor of no type");
                };
                if erased && constructors.len() != 1 {
                    return outside("an erased value is looked at");
                }
                if let Term::Lit(Lit::Nat(0)) = &**arg
                    && &*it.known(*id)?.name == "Prelude.Types.Z"
                {
                    return Ok(());
                }
                let (mut head, mut args) = (arg, Vec::new());
                while let Term::App(function, arg) = &**head {
                    args.push(arg);
                    head = function;
                }
                args.reverse();
                let same = matches!(&**head, Term::Global(found) if found == id);
                if !same || args.len() != inside.len() {
                    return outside("a pattern that is another one");
                }
                let mut of = it.known(*id)?.of.clone();
                for (pat, arg) in inside.iter().zip(args) {
                    let Term::Pi(bind, _, range) = &*of.clone() else {
                        return outside("a constructor with too many arguments");
                    };
                    let below = Quantity { erased: quantity.erased || bind.erased, ..quantity };
                    it.shape(context, pat, arg, below, bound)?;
                    of = Rc::clone(range);
                }
                Ok(())
            }
            _ => outside("a pattern that is another one"),
        })
    }
}
