//! Calls: which of several names is meant, and what their arguments have to be.

use std::rc::Rc;

use proviso_syntax::tree::{Expr, Node};

use crate::Kernel;
use crate::elaborate::{Arg, Context, Meaning};
use crate::term::{Env, Fail, Head, Id, Kind, R, Term, V, Value, apply_term, outside};

impl Kernel {
    pub(crate) fn visible(&self, id: Id) -> bool {
        let it = &self.globals[id];
        it.module == self.module || (it.exported && self.seen.contains(&it.module))
    }

    pub(crate) fn candidates(&self, word: &str) -> Vec<Id> {
        if let Some(id) = self.by_name.get(word) {
            return if self.visible(*id) { vec![*id] } else { Vec::new() };
        }
        let found = self.by_short.get(word).cloned().unwrap_or_default();
        found.into_iter().filter(|it| self.visible(*it)).collect()
    }

    pub(crate) fn meaning(&mut self, context: &Context, word: &str) -> R<Meaning> {
        let mut best: Option<(usize, Term, V)> = None;
        let level = context.level();
        if let Some(at) = context.entries.iter().rposition(|it| &*it.name == word) {
            best = Some((at + 1, Term::Var(level - at - 1), context.entries[at].of.clone()));
        }
        if let Some(it) = context.aliases.iter().rev().find(|it| &*it.name == word).cloned()
            && best.as_ref().is_none_or(|best| best.0 <= it.width)
        {
            let env = Env::of(context.values[..it.width].to_vec());
            let of = self.eval(&env, &it.of)?;
            // A local function stays the call that it is, for who looks whether calls end.
            let term = crate::written::weaken(&it.term, level - it.width);
            best = Some((it.width, term, of));
        }
        if let Some((_, term, of)) = best {
            return Ok(Meaning::Local(term, of));
        }
        let found = self.candidates(word);
        if found.is_empty() {
            return outside(format!("the name `{word}` is not known here"));
        }
        Ok(Meaning::Globals(found))
    }

    pub(crate) fn named_applied(
        &mut self,
        context: &Context,
        word: &str,
        args: Vec<Arg<'_>>,
        wanted: Option<&V>,
    ) -> R<(Term, V)> {
        match (word, args.as_slice()) {
            ("Type", []) => return Ok((Term::Type, Rc::new(Value::Type))),
            ("=", [Arg::Written(left), Arg::Written(right)]) => {
                return self.equation(context, left, right);
            }
            ("$", [Arg::Written(left), Arg::Written(right)]) => {
                let (term, of) = self.infer_for(context, left, None)?;
                return self.spine(context, term, of, vec![Arg::Written(right)], wanted);
            }
            ("-", [_]) => {
                return self.applied(context, &[self.id("Prelude.Num.negate")?], args, wanted);
            }
            _ => {}
        }
        match self.meaning(context, word)? {
            Meaning::Local(term, of) => self.spine(context, term, of, args, wanted),
            Meaning::Globals(ids) => self.applied(context, &ids, args, wanted),
        }
    }

    pub(crate) fn applied(
        &mut self,
        context: &Context,
        ids: &[Id],
        args: Vec<Arg<'_>>,
        wanted: Option<&V>,
    ) -> R<(Term, V)> {
        let one = |it: &mut Kernel, id: Id, args: Vec<Arg<'_>>| {
            let of = it.globals[id].of.clone();
            it.spine(context, Term::Global(id), of, args, wanted)
        };
        if let [id] = ids {
            return one(self, *id, args);
        }
        let mut fitting = Vec::new();
        for id in ids {
            let tried = self.attempt(|it| {
                let (term, of) = one(it, *id, args.clone())?;
                if let Some(wanted) = wanted {
                    let (_, of) = it.inserted(context, term, of)?;
                    it.same(context, &of, wanted, "one of several")?;
                }
                // Undone either way: which one fits is only asked.
                Err::<(), Fail>(Fail::Never)
            });
            match tried {
                Err(Fail::Never) => fitting.push(*id),
                Err(Fail::Mismatch(_)) => {}
                Err(other) if self.steps == 0 => return Err(other),
                Err(_) | Ok(()) => {}
            }
        }
        match fitting.as_slice() {
            [id] => one(self, *id, args),
            [] => outside(format!("none of the names `{}` fits", self.globals[ids[0]].short)),
            _ => outside(format!("several names `{}` fit", self.globals[ids[0]].short)),
        }
    }

    pub(crate) fn spine(
        &mut self,
        context: &Context,
        term: Term,
        of: V,
        args: Vec<Arg<'_>>,
        wanted: Option<&V>,
    ) -> R<(Term, V)> {
        let (mut term, mut of) = (term, of);
        if let Term::Global(id) = &term
            && matches!(self.globals[*id].kind, Kind::Method)
        {
            let id = *id;
            let (made, type_) = self.open(context, "instance")?;
            self.obligations.push((id, type_.clone()));
            term = Term::App(Rc::new(term), Rc::new(made));
            of = self.range(&of, type_)?;
        }
        let n_args = args.len();
        let mut later = Vec::new();
        let mut plain = args;
        let mut named: Vec<Arg<'_>> =
            plain.extract_if(.., |it| matches!(it, Arg::Named(..))).collect();
        for arg in plain {
            loop {
                of = self.force(&of)?;
                let Value::Pi(bind, _, range) = &*of.clone() else { break };
                if !bind.implicit {
                    break;
                }
                let place = named
                    .iter()
                    .position(|it| matches!(it, Arg::Named(name, _) if **name == *bind.name));
                let (made, value) = match place.map(|at| named.remove(at)) {
                    Some(Arg::Named(_, it)) => {
                        let Value::Pi(_, domain, _) = &*of.clone() else { break };
                        let made = self.check(context, it, domain)?;
                        let value = self.eval(&context.env, &made)?;
                        (made, value)
                    }
                    _ => self.open(context, bind.name.clone())?,
                };
                term = Term::App(Rc::new(term), Rc::new(made));
                of = self.enter(range, value)?;
            }
            let Value::Pi(_, domain, range) = &*of.clone() else {
                return outside("more arguments than it takes");
            };
            let made = match &arg {
                Arg::Written(it) if self.waits(it, domain, n_args > 1, wanted.is_some())? => {
                    let (made, value) = self.open(context, "later")?;
                    later.push((*it, domain.clone(), value, made.clone()));
                    made
                }
                Arg::Written(it) => self.check(context, it, domain)?,
                Arg::Named(..) => return outside("a named argument"),
            };
            // Most types do not speak of it.
            let made = Rc::new(made);
            let value = self.late(&context.env, &made)?;
            term = Term::App(Rc::new(term), made);
            of = self.enter(range, value)?;
        }
        if !named.is_empty() {
            return outside("a named argument behind all others");
        }
        if !later.is_empty() {
            if let Some(wanted) = wanted {
                let (more, type_) = self.inserted(context, term, of)?;
                self.same(context, &type_, wanted, "a function's result")?;
                (term, of) = (more, type_);
            }
            // A literal can be of several types, and a function wants to know what it is given.
            later.sort_by_key(|(it, ..): &(&Expr, V, V, Term)| match it.ungrouped().node {
                Node::Literal | Node::List(_) => 1,
                Node::Lambda(..) | Node::Projection(_) => 2,
                _ => 0,
            });
            for (it, domain, value, place) in later {
                let made = self.check(context, it, &domain)?;
                let computed = self.eval(&context.env, &made)?;
                self.same(context, &value, &computed, "an argument")?;
                term = put(term, &place, made);
            }
        }
        Ok((term, of))
    }

    /// Whether an argument is better understood once the others, and what is wanted, are.
    fn waits(&mut self, it: &Expr, domain: &V, others: bool, wanted: bool) -> R<bool> {
        let domain = self.force(domain)?;
        let open = matches!(&*domain, Value::Neutral(Head::Meta(_), _));
        Ok(match it.ungrouped().node {
            Node::Projection(_) | Node::Lambda(..) => others,
            Node::Literal | Node::List(_) => open && others,
            _ => open && wanted,
        })
    }

    fn equation(&mut self, context: &Context, left: &Expr, right: &Expr) -> R<(Term, V)> {
        let open = |it: &Expr| {
            matches!(
                it.ungrouped().node,
                Node::Literal | Node::List(_) | Node::Blank | Node::Tuple(_)
            )
        };
        let (a, b, of) = if open(left) && !open(right) {
            let (b, of) = self.infer(context, right)?;
            (self.check(context, left, &of)?, b, of)
        } else {
            let (a, of) = self.infer(context, left)?;
            let b = self.check(context, right, &of)?;
            (a, b, of)
        };
        let of = self.plain(context.level(), &of)?;
        let equal = Term::Global(self.id("Builtin.Equal")?);
        Ok((apply_term(equal, [of, a, b]), Rc::new(Value::Type)))
    }
}

/// A call with an argument as it was written where its place was kept: what it comes to does not tell
/// what it uses.
fn put(mut call: Term, place: &Term, made: Term) -> Term {
    let mut behind = Vec::new();
    while let Term::App(function, arg) = call {
        call = (*function).clone();
        if is_place(&arg, place) {
            behind.push(made);
            break;
        }
        behind.push((*arg).clone());
    }
    apply_term(call, behind.into_iter().rev())
}

/// Whether two terms are one place that was kept: the same meta, applied to what is in scope.
fn is_place(mut term: &Term, mut place: &Term) -> bool {
    while let (Term::App(a, _), Term::App(b, _)) = (term, place) {
        (term, place) = (a, b);
    }
    matches!((term, place), (Term::Meta(a), Term::Meta(b)) if a == b)
}
