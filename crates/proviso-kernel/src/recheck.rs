//! Checks what was elaborated once more, as explicit terms: types, quantities, methods.
//!
//! Nothing is guessed here: no meta is left, no argument is found, every clause is taken as it will
//! be computed. It computes by the same machine as the elaborator; a machine of its own is what is
//! still missing.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Kernel;
use crate::declare::mentions_type;
use crate::elaborate::Context;
use crate::left::Claim;
use crate::term::{Clause, Id, Kind, Lit, Pat, R, Term, V, Value, outside};
use crate::unify::Found;

impl Kernel {
    /// Checks whatever was declared since the last time.
    pub(crate) fn recheck(&mut self) -> R<()> {
        let type_ = Rc::new(Value::Type);
        let types = std::mem::take(&mut self.types);
        for (id, of) in types {
            let of = self.written_out(&of)?;
            if !self.is_trusted() {
                let mut rest = &of;
                while let Term::Pi(_, domain, range) = rest {
                    if mentions_type(domain) {
                        return outside("a function of types");
                    }
                    rest = range;
                }
                if !matches!(rest, Term::Type) && mentions_type(rest) {
                    return outside("a type that speaks of types");
                }
            }
            self.once_more(&Context::default(), &of, &type_, false)?;
            self.globals[id].of = self.eval(&Vec::new(), &of)?;
        }
        let mut claims: BTreeMap<Id, Vec<Claim>> = BTreeMap::new();
        for it in std::mem::take(&mut self.claims) {
            claims.entry(it.function).or_default().push(it);
        }
        for (function, claims) in claims {
            let mut clauses = Vec::new();
            let erased_whole = self.globals[function].erased;
            for claim in &claims {
                let mut context = Context::default();
                for (of, erased) in &claim.variables {
                    let of = self.written_out(of)?;
                    self.once_more(&context, &of, &type_, false)?;
                    let of = self.eval(&context.env, &of)?;
                    context = context.with("", of, *erased);
                }
                let mut of = self.globals[function].of.clone();
                for (arg, pat) in claim.args.iter().zip(&claim.pats) {
                    let arg = self.written_out(arg)?;
                    self.same_shape(context.level(), pat, &arg)?;
                    of = self.force(&of)?;
                    let Value::Pi(_, domain, range) = &*of.clone() else {
                        return outside("a clause with too many patterns");
                    };
                    self.once_more(&context, &arg, domain, false)?;
                    let arg = self.eval(&context.env, &arg)?;
                    of = self.enter(range, arg)?;
                }
                let right = self.written_out(&claim.right)?;
                if !self.is_trusted() && mentions_type(&right) {
                    return outside("a value that is made of types");
                }
                self.once_more(&context, &right, &of, !erased_whole)?;
                let erased = claim.variables.iter().map(|it| it.1).collect();
                self.ends.push((function, claim.args.clone(), right.clone()));
                clauses.push(Clause { erased, pats: claim.pats.clone(), right: Rc::new(right) });
            }
            if let Kind::Function(arity, found) = self.globals[function].kind.clone() {
                if found.len() != clauses.len() {
                    return outside("a function whose clauses were not all seen");
                }
                self.globals[function].kind = Kind::Function(arity, Rc::new(clauses));
            }
        }
        Ok(())
    }

    /// Whether a pattern is what the left side says it is.
    fn same_shape(&mut self, level: usize, pat: &Pat, arg: &Term) -> R<()> {
        self.deep(|it| match (pat, arg) {
            (Pat::Told, _) => Ok(()),
            (Pat::Var(at), Term::Var(index)) if at + index + 1 == level => Ok(()),
            (Pat::Lit(a), Term::Lit(b)) if a == b => Ok(()),
            (Pat::Con(id, inside), _) => {
                if let Term::Lit(Lit::Nat(0)) = arg
                    && Some(*id) == it.zero
                {
                    return Ok(());
                }
                let (mut head, mut args) = (arg, Vec::new());
                while let Term::App(f, a) = head {
                    args.push(&**a);
                    head = f;
                }
                args.reverse();
                let same = matches!(head, Term::Global(found) if found == id);
                if !same || args.len() != inside.len() {
                    return outside("a pattern that is another one");
                }
                for (pat, arg) in inside.iter().zip(args) {
                    it.same_shape(level, pat, arg)?;
                }
                Ok(())
            }
            _ => outside("a pattern that is another one"),
        })
    }

    fn once_more(&mut self, context: &Context, term: &Term, of: &V, used: bool) -> R<()> {
        self.deep(|it| {
            if let Term::Lam(bind, body) = term {
                let of = it.force(of)?;
                let Value::Pi(wanted, domain, range) = &*of else {
                    return outside("a lambda that is no function");
                };
                if wanted.implicit != bind.implicit {
                    return outside("a lambda of another kind");
                }
                let inside = context.with("", domain.clone(), wanted.erased || bind.erased);
                let range = it.enter(range, inside.env[context.level()].clone())?;
                return it.once_more(&inside, body, &range, used);
            }
            let found = it.known(context, term, used)?;
            match it.unify(context.level(), &found, of)? {
                Found::Equal if it.postponed.is_empty() => Ok(()),
                Found::Apart => {
                    let a = it.shown(context.level(), &found);
                    let b = it.shown(context.level(), of);
                    Err(crate::term::Fail::Mismatch(format!("mismatch between {a} and {b}")))
                }
                _ => outside("a type that is another one when it is looked at once more"),
            }
        })
    }

    fn known(&mut self, context: &Context, term: &Term, used: bool) -> R<V> {
        self.deep(|it| {
            Ok(match term {
                Term::Var(index) => {
                    let Some(at) = context.level().checked_sub(index + 1) else {
                        return outside("a variable out of its scope");
                    };
                    let entry = &context.entries[at];
                    if used && entry.erased {
                        return outside("an erased value is used");
                    }
                    entry.of.clone()
                }
                Term::Global(id) => {
                    if used && it.globals[*id].erased {
                        let name = it.globals[*id].name.clone();
                        return outside(format!("`{name}` is erased and used"));
                    }
                    it.globals[*id].of.clone()
                }
                Term::Lit(Lit::Integer(_)) => it.named("Builtin.Integer")?,
                Term::Lit(Lit::Text(_)) => it.named("Builtin.String")?,
                Term::Lit(Lit::Char(_)) => it.named("Builtin.Char")?,
                Term::Lit(Lit::Nat(_)) => it.named("Prelude.Types.Nat")?,
                Term::Type => Rc::new(Value::Type),
                Term::Pi(bind, domain, range) => {
                    let type_ = Rc::new(Value::Type);
                    it.once_more(context, domain, &type_, false)?;
                    let domain = it.eval(&context.env, domain)?;
                    let inside = context.with("", domain, bind.erased);
                    it.once_more(&inside, range, &type_, false)?;
                    type_
                }
                Term::App(..) => return it.spine_known(context, term, used),
                Term::Lam(..) => return outside("a lambda of an unknown type"),
                Term::Meta(_) => return outside("something is left open"),
            })
        })
    }

    fn spine_known(&mut self, context: &Context, term: &Term, used: bool) -> R<V> {
        let (mut head, mut args) = (term, Vec::new());
        while let Term::App(f, a) = head {
            args.push(&**a);
            head = f;
        }
        args.reverse();
        let mut args = args.into_iter();
        let mut of = match head {
            Term::Lam(bind, body) => {
                let Some(arg) = args.next() else { return outside("a lambda of an unknown type") };
                let domain = self.known(context, arg, used && !bind.erased)?;
                let inside = context.with("", domain, bind.erased);
                let of = self.known(&inside, body, used)?;
                let of = self.plain(inside.level(), &of)?;
                let of = crate::machine::substitute(&of, 0, arg);
                self.eval(&context.env, &of)?
            }
            other => self.known(context, other, used)?,
        };
        if let Term::Global(id) = head
            && matches!(self.globals[*id].kind, Kind::Method)
        {
            let Some(first) = args.clone().next() else { return outside("a method of no type") };
            let first = self.eval(&context.env, first)?;
            self.implemented(*id, &first)?;
        }
        for arg in args {
            of = self.force(&of)?;
            let Value::Pi(bind, domain, range) = &*of.clone() else {
                return outside("something that is no function is applied");
            };
            self.once_more(context, arg, domain, used && !bind.erased)?;
            let value = self.eval(&context.env, arg)?;
            of = self.enter(range, value)?;
        }
        Ok(of)
    }

    /// A value for people, bounded.
    pub(crate) fn shown(&mut self, level: usize, value: &V) -> String {
        let Ok(term) = self.plain(level, value) else { return "…".to_owned() };
        let mut out = String::new();
        self.show(&term, &mut out, 8);
        if out.chars().count() > 200 {
            out = out.chars().take(200).collect();
            out.push('…');
        }
        out
    }

    fn show(&self, term: &Term, out: &mut String, depth: usize) {
        if depth == 0 || out.len() > 1000 {
            out.push('…');
            return;
        }
        match term {
            Term::Var(index) => out.push_str(&format!("x{index}")),
            Term::Global(id) => out.push_str(&self.globals[*id].short),
            Term::Meta(id) => out.push_str(&format!("?{}", self.metas[*id].name)),
            Term::Lit(Lit::Integer(it)) => out.push_str(&it.to_string()),
            Term::Lit(Lit::Nat(it)) => out.push_str(&it.to_string()),
            Term::Lit(Lit::Text(it)) => out.push_str(&format!("{it:?}")),
            Term::Lit(Lit::Char(it)) => out.push_str(&format!("{it:?}")),
            Term::Type => out.push_str("Type"),
            Term::Pi(_, a, b) => {
                out.push('(');
                self.show(a, out, depth - 1);
                out.push_str(" -> ");
                self.show(b, out, depth - 1);
                out.push(')');
            }
            Term::Lam(_, a) => {
                out.push_str("(\\ => ");
                self.show(a, out, depth - 1);
                out.push(')');
            }
            Term::App(f, a) => {
                out.push('(');
                self.show(f, out, depth);
                out.push(' ');
                self.show(a, out, depth - 1);
                out.push(')');
            }
        }
    }
}
