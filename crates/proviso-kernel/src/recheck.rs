//! Hands over what was elaborated to the second checker, as explicit terms.
//!
//! **Invariant:** whatever was declared or defined since the last time is handed over, in that order,
//! and nothing is taken that the second checker does not take.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Kernel;
use crate::again::{Given, Made, What};
use crate::left::Claim;
use crate::operators::own_name;
use crate::term::{Clause, Env, Id, Kind, Lit, Pat, R, T, Term, V, outside};

impl Kernel {
    /// Checks whatever was declared since the last time.
    pub(crate) fn recheck(&mut self) -> R<()> {
        for (id, of) in std::mem::take(&mut self.types) {
            let of: T = self.written_out(&of)?;
            let it = &self.globals[id];
            let given = Given {
                name: it.name.clone(),
                module: it.module,
                public: it.public,
                exported: it.exported,
                erased: it.erased,
                trusted: self.is_trusted(),
            };
            let what = match &it.kind {
                Kind::Type(_) => What::Type(crate::library::has_literals(&it.name)),
                Kind::Constructor(of) => What::Constructor(*of),
                Kind::Prim(prim, arity) => What::Prim(*prim, *arity),
                Kind::Method => What::Method,
                Kind::Function(_, clauses) => match self.fields.values().any(|it| *it == id) {
                    false => What::Function,
                    true => match clauses.first().and_then(|it| it.pats.last()) {
                        Some(Pat::Con(made, inside)) => {
                            let at = inside.iter().position(|it| matches!(it, Pat::Var(_)));
                            let Some(at) = at else { return outside("a field of nothing") };
                            What::Field(*made, at)
                        }
                        _ => return outside("a field of nothing"),
                    },
                },
            };
            self.again.declare(id, given, &of, what)?;
            self.globals[id].of = self.eval(&Env::default(), &of)?;
        }
        let mut claims: BTreeMap<Id, Vec<Claim>> = BTreeMap::new();
        for it in std::mem::take(&mut self.claims) {
            claims.entry(it.function).or_default().push(it);
        }
        let trusted = self.is_trusted();
        self.again.assumes = self.assumes;
        for (id, arity) in std::mem::take(&mut self.finished) {
            let claims = claims.remove(&id).unwrap_or_default();
            let (mut made, mut clauses) = (Vec::new(), Vec::new());
            for claim in claims {
                let mut variables = Vec::new();
                for (of, erased) in &claim.variables {
                    variables.push((self.written_out(of)?, *erased));
                }
                let mut args: Vec<T> = Vec::new();
                for it in &claim.args {
                    args.push(self.written_out(it)?);
                }
                let right = self.written_out(&claim.right)?;
                let erased = claim.variables.iter().map(|it| it.1).collect();
                let plain = args.iter().map(|it| (**it).clone()).collect();
                self.ends.push((id, plain, (*right).clone()));
                clauses.push(Clause { erased, pats: claim.pats.clone(), right: right.clone() });
                made.push(Made { variables, args, pats: claim.pats, right });
            }
            let Kind::Function(found, all) = &self.globals[id].kind else {
                return outside("clauses of what is no function");
            };
            if *found != arity || all.len() != clauses.len() {
                return outside("a function whose clauses were not all seen");
            }
            self.again.define(id, arity, &made, trusted)?;
            self.globals[id].kind = Kind::Function(arity, Rc::new(clauses));
        }
        if !claims.is_empty() {
            return outside("clauses of a function that is not finished");
        }
        Ok(())
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
            // Numbers of lifted functions depend on what of others is worked out.
            Term::Global(id) => out.push_str(own_name(&self.globals[*id].short)),
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
                self.show(f, out, depth - 1);
                out.push(' ');
                self.show(a, out, depth - 1);
                out.push(')');
            }
        }
    }
}
