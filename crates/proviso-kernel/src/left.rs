//! Left sides: patterns, what they tell of types, and whether they are all that there can be.
//!
//! The variables of a left side are metas that are solved only where types force it; those that are
//! left become the clause's variables.

use std::rc::Rc;

use proviso_syntax::tree::{Argument, Declaration, Expr, Item, Node};

use crate::Kernel;
use crate::again::speaks;
use crate::elaborate::{Alias, Context, Entry};
use crate::quick::{Map, Set};
use crate::term::{
    Bind, Clause, Env, Fail, Head, Id, Kind, Lit, Pat, R, Term, V, Value, apply_term, neutral,
    outside,
};
use crate::unify::Found;

/// A pattern before it is understood.
#[derive(Debug, Clone)]
pub(crate) enum Fitting {
    Written(Expr),
    /// A constructor without arguments, by its whole name.
    Constructor(String),
    Made(Id, Vec<Fitting>),
    Any,
}

/// One clause before it is understood; without a right side no value fits it.
#[derive(Debug, Clone)]
pub(crate) struct Arm {
    pub(crate) patterns: Vec<Fitting>,
    pub(crate) right: Option<Expr>,
    pub(crate) locals: Vec<Declaration>,
}

/// A pattern whose variables are metas.
#[derive(Debug, Clone)]
pub(crate) enum Half {
    Meta(usize),
    Con(Id, Vec<(Half, bool)>),
    Lit(Lit),
}

pub(crate) struct Left {
    start: usize,
    values: Vec<V>,
    halves: Vec<(Half, bool)>,
    names: Vec<(String, V, V)>,
    of: V,
}

/// A clause as it is checked once more.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) function: Id,
    pub(crate) variables: Vec<(Term, bool)>,
    pub(crate) args: Vec<Term>,
    pub(crate) pats: Vec<Pat>,
    pub(crate) right: Term,
}

impl Kernel {
    /// A `case` as a function of its own, applied.
    pub(crate) fn cases(
        &mut self,
        context: &Context,
        test: Term,
        of: &V,
        arms: Vec<Arm>,
        wanted: &V,
    ) -> R<Term> {
        self.settle_all(context)?;
        let level = context.level();
        let body = self.plain(level + 1, wanted)?;
        let domain = self.plain(level, of)?;
        let bind = Bind { name: "".into(), erased: false, implicit: false };
        let body = Term::Pi(Rc::new(bind), Rc::new(domain), Rc::new(body));
        let id = self.lifted(context, "case", body)?;
        self.define(id, context, &arms)?;
        let vars: Vec<Term> = (0..level).rev().map(Term::Var).collect();
        Ok(Term::App(Rc::new(apply_term(Term::Global(id), vars)), Rc::new(test)))
    }

    /// Declares a function of all variables that can be seen.
    pub(crate) fn lifted(&mut self, context: &Context, name: &str, body: Term) -> R<Id> {
        let mut body = body;
        for (at, it) in context.entries.iter().enumerate().rev() {
            let of = self.plain(at, &it.of)?;
            let bind = Bind { name: it.name.clone(), erased: it.erased, implicit: false };
            body = Term::Pi(Rc::new(bind), Rc::new(of), Rc::new(body));
        }
        let of = self.eval(&Env::default(), &body)?;
        let name = format!("{{{name} {}}}", self.globals.len());
        let id = self.declare(&name, of, Kind::Function(0, Rc::default()));
        // Whoever can compute what it stands in can compute it.
        self.globals[id].public = true;
        self.globals[id].exported = false;
        self.globals[id].erased = context.erased;
        self.globals[id].defined = false;
        self.types.push((id, body));
        Ok(id)
    }

    /// Gives a function its clauses.
    pub(crate) fn define(&mut self, id: Id, context: &Context, arms: &[Arm]) -> R<()> {
        let mut clauses = Vec::new();
        for arm in arms {
            if let Some(it) = self.clause(id, context, arm)? {
                clauses.push(it);
            }
        }
        let arity = match (Kernel::clause_arity(&clauses), arms.first()) {
            (Some(it), _) => it,
            (None, Some(first)) if clauses.is_empty() => {
                let left = self.left(id, context, &first.patterns);
                match left {
                    Err(Fail::Never) => first.patterns.len() + context.level(),
                    _ => return outside("a function without a clause"),
                }
            }
            _ => return outside("clauses of different lengths"),
        };
        self.covers(id, context, &clauses, arms)?;
        self.globals[id].kind = Kind::Function(arity, Rc::new(clauses));
        self.globals[id].defined = true;
        self.pass();
        self.finished.push((id, arity));
        Ok(())
    }

    pub(crate) fn left(&mut self, id: Id, context: &Context, patterns: &[Fitting]) -> R<Left> {
        let outside_of = std::mem::replace(&mut self.left_side, true);
        let result = self.left_here(id, context, patterns);
        self.left_side = outside_of;
        result
    }

    fn left_here(&mut self, id: Id, context: &Context, patterns: &[Fitting]) -> R<Left> {
        let mut of = self.globals[id].of.clone();
        let mut left = Left {
            start: self.metas.len(),
            values: Vec::new(),
            halves: Vec::new(),
            names: Vec::new(),
            of: of.clone(),
        };
        for it in &context.entries {
            of = self.force(&of)?;
            let Value::Pi(bind, domain, range) = &*of.clone() else {
                return outside("a function of fewer variables than can be seen");
            };
            let meta = self.fresh(it.name.clone(), Some(domain.clone()));
            let value = neutral(Head::Meta(meta));
            left.names.push((it.name.to_string(), value.clone(), domain.clone()));
            left.halves.push((Half::Meta(meta), bind.erased));
            left.values.push(value.clone());
            of = self.enter(range, value)?;
        }
        // No variable may have the name of what is defined.
        self.written_names =
            vec![format!("{}@", crate::operators::own_name(&self.globals[id].short))];
        let mut patterns = patterns.iter();
        let mut next = patterns.next();
        while let Some(pattern) = next {
            of = self.force(&of)?;
            let Value::Pi(bind, domain, range) = &*of.clone() else {
                return outside("more patterns than arguments");
            };
            let meta = self.fresh(bind.name.clone(), Some(domain.clone()));
            let value = neutral(Head::Meta(meta));
            let half = if bind.implicit {
                // What is not written can be spoken of by its name nevertheless.
                left.names.push((bind.name.to_string(), value.clone(), domain.clone()));
                Half::Meta(meta)
            } else {
                let half = self.pattern(pattern, domain, meta, &mut left.names)?;
                next = patterns.next();
                half
            };
            left.halves.push((half, bind.erased));
            left.values.push(value.clone());
            of = self.enter(range, value)?;
        }
        left.of = of;
        Ok(left)
    }

    /// Says that both are one, or that no value fits.
    fn forced(&mut self, a: &V, b: &V) -> R<()> {
        match self.unify(0, a, b)? {
            Found::Equal => Ok(()),
            Found::Apart => Err(Fail::Never),
            Found::Stuck => outside("a pattern whose type cannot be decided"),
        }
    }

    fn pattern(
        &mut self,
        it: &Fitting,
        domain: &V,
        slot: usize,
        names: &mut Vec<(String, V, V)>,
    ) -> R<Half> {
        self.deep(|kernel| kernel.pattern_here(it, domain, slot, names))
    }

    fn pattern_here(
        &mut self,
        it: &Fitting,
        domain: &V,
        slot: usize,
        names: &mut Vec<(String, V, V)>,
    ) -> R<Half> {
        let it = match it {
            Fitting::Any => return Ok(Half::Meta(slot)),
            Fitting::Made(id, inside) => {
                return self.constructor(*id, inside.clone(), domain, slot, names);
            }
            Fitting::Constructor(name) => {
                let id = self.id(name)?;
                return self.constructor(id, Vec::new(), domain, slot, names);
            }
            Fitting::Written(it) => it.ungrouped(),
        };
        let written = |all: &[Expr]| all.iter().cloned().map(Fitting::Written).collect::<Vec<_>>();
        match &it.node {
            Node::Blank => Ok(Half::Meta(slot)),
            Node::Name => {
                let word = self.word(it.tokens.start);
                if let Some(id) = self.constructor_of(&word, domain)? {
                    return self.constructor(id, Vec::new(), domain, slot, names);
                }
                if word.contains('.') || !word.starts_with(|c: char| c.is_ascii_lowercase()) {
                    return outside(format!("`{word}` is no pattern here"));
                }
                self.binds(&word, word.clone())?;
                names.push((word, neutral(Head::Meta(slot)), domain.clone()));
                Ok(Half::Meta(slot))
            }
            Node::Literal => {
                let (lit, name) = self.lit(&self.word(it.tokens.start))?;
                let of = self.named(name)?;
                self.forced(&of, domain)?;
                let value = Rc::new(Value::Lit(lit.clone()));
                self.forced(&neutral(Head::Meta(slot)), &value)?;
                Ok(Half::Lit(lit))
            }
            Node::As(inside) => {
                let word = self.word(it.tokens.start);
                // What it is bound to is a pattern, so it is no variable that types could force.
                self.binds(&word, format!("{word}@"))?;
                names.push((word, neutral(Head::Meta(slot)), domain.clone()));
                self.pattern(&Fitting::Written((**inside).clone()), domain, slot, names)
            }
            Node::Row(pieces) => {
                let it = self.grouped(pieces, it)?;
                self.pattern(&Fitting::Written(it), domain, slot, names)
            }
            Node::Apply(head, args) => {
                if head.node != Node::Name {
                    return outside("a pattern that begins with no name");
                }
                let word = self.word(head.tokens.start);
                let Some(id) = self.constructor_of(&word, domain)? else {
                    return outside(format!("`{word}` is no constructor here"));
                };
                let mut inside = Vec::new();
                for it in args {
                    match it {
                        Argument::Explicit(it) => inside.push(Fitting::Written(it.clone())),
                        Argument::Named(..) => return outside("a named argument in a pattern"),
                    }
                }
                self.constructor(id, inside, domain, slot, names)
            }
            Node::List(all) if all.len() > crate::elaborate::MOST_IN_LIST => {
                outside("a list of too many elements")
            }
            Node::List(all) => {
                let (nil, cons) = (self.id("Prelude.Basics.Nil")?, self.id("Prelude.Basics.::")?);
                let end = Fitting::Made(nil, Vec::new());
                let it = written(all)
                    .into_iter()
                    .rev()
                    .fold(end, |rest, it| Fitting::Made(cons, vec![it, rest]));
                self.pattern(&it, domain, slot, names)
            }
            Node::Tuple(all) if all.len() > crate::elaborate::MOST_IN_TUPLE => {
                outside("a tuple of too many parts")
            }
            Node::Tuple(all) => {
                let pair = self.id("Builtin.MkPair")?;
                let mut all = written(all).into_iter().rev();
                let Some(last) = all.next() else { return outside("an empty tuple") };
                let it = all.fold(last, |rest, it| Fitting::Made(pair, vec![it, rest]));
                self.pattern(&it, domain, slot, names)
            }
            Node::Unit => {
                let id = self.id("Builtin.MkUnit")?;
                self.constructor(id, Vec::new(), domain, slot, names)
            }
            _ => outside("a pattern that is not judged here"),
        }
    }

    fn constructor_of(&mut self, word: &str, domain: &V) -> R<Option<Id>> {
        let found: Vec<Id> = self
            .candidates(word)
            .into_iter()
            .filter(|it| matches!(self.globals[*it].kind, Kind::Constructor(_)))
            .collect();
        if found.is_empty() {
            return Ok(None);
        }
        let domain = self.force(domain)?;
        let Value::Neutral(Head::Global(of), _) = &*domain else {
            return outside("a pattern of an unknown type");
        };
        let fits = |it: &&Id| matches!(self.globals[**it].kind, Kind::Constructor(t) if t == *of);
        match found.iter().find(fits) {
            Some(it) => Ok(Some(*it)),
            None => outside(format!("`{word}` is of another type")),
        }
    }

    fn constructor(
        &mut self,
        id: Id,
        inside: Vec<Fitting>,
        domain: &V,
        slot: usize,
        names: &mut Vec<(String, V, V)>,
    ) -> R<Half> {
        let mut of = self.globals[id].of.clone();
        let (mut value, mut slots) = (Vec::new(), Vec::new());
        loop {
            of = self.force(&of)?;
            let Value::Pi(bind, domain, range) = &*of.clone() else { break };
            let meta = self.fresh(bind.name.clone(), Some(domain.clone()));
            value.push(neutral(Head::Meta(meta)));
            slots.push((meta, bind.clone(), domain.clone()));
            of = self.enter(range, neutral(Head::Meta(meta)))?;
        }
        self.forced(&of, domain)?;
        let value = self.apply(neutral(Head::Global(id)), value)?;
        self.forced(&neutral(Head::Meta(slot)), &value)?;
        let mut inside = inside.into_iter();
        let mut halves = Vec::new();
        for (meta, bind, domain) in slots {
            let half = if bind.implicit {
                Half::Meta(meta)
            } else {
                let Some(it) = inside.next() else {
                    return outside("a constructor with too few arguments");
                };
                self.pattern(&it, &domain, meta, names)?
            };
            halves.push((half, bind.erased));
        }
        if inside.next().is_some() {
            return outside("a constructor with too many arguments");
        }
        Ok(Half::Con(id, halves))
    }

    fn whole(
        &mut self,
        half: &Half,
        erased: bool,
        places: &Map<usize, usize>,
        bound: &mut Map<usize, bool>,
    ) -> R<Pat> {
        self.deep(|it| match half {
            Half::Lit(lit) => Ok(Pat::Lit(lit.clone())),
            Half::Con(id, inside) => {
                let mut pats = Vec::new();
                for (half, below) in inside {
                    pats.push(it.whole(half, erased || *below, places, bound)?);
                }
                Ok(Pat::Con(*id, pats))
            }
            Half::Meta(meta) => {
                let value = it.force(&neutral(Head::Meta(*meta)))?;
                if let Value::Neutral(Head::Meta(left), spine) = &*value
                    && spine.is_empty()
                    && let Some(place) = places.get(left)
                    && bound.get(place).is_none_or(|it| *it && !erased)
                {
                    bound.insert(*place, erased);
                    return Ok(Pat::Var(*place));
                }
                // The compiler does not take it for all that there can be.
                if !erased
                    && !it.is_trusted()
                    && speaks(&it.plain(0, &value)?, &crate::operators::is_literal)
                {
                    return outside("an argument that types tell to be a literal");
                }
                Ok(Pat::Told)
            }
        })
    }

    fn metas_of(&mut self, of: &V) -> R<Vec<usize>> {
        let term = self.plain(0, of)?;
        let mut found = Vec::new();
        let mut open = vec![&term];
        while let Some(it) = open.pop() {
            match it {
                Term::Meta(id) => found.push(*id),
                Term::Pi(_, a, b) | Term::App(a, b) => open.extend([&**a, &**b]),
                Term::Lam(_, a) => open.push(a),
                _ => {}
            }
        }
        Ok(found)
    }

    fn clause(&mut self, id: Id, outer: &Context, arm: &Arm) -> R<Option<Clause>> {
        let left = match (self.left(id, outer, &arm.patterns), &arm.right) {
            (Err(Fail::Never), None) => return Ok(None),
            (Err(Fail::Never), Some(_)) => return outside("a clause that no value fits"),
            (Err(other), None) => return Err(other),
            (Ok(_), None) => return outside("an `impossible` that may be possible"),
            (left, Some(_)) => left?,
        };
        let Some(right) = &arm.right else { return outside("a clause without a right side") };
        let written = std::mem::take(&mut self.written_names);
        // Those left open, each behind what its type speaks of.
        let mut order: Vec<usize> = Vec::new();
        let mut seen = Set::default();
        let mut open: Vec<(usize, bool)> =
            (left.start..self.metas.len()).rev().map(|it| (it, false)).collect();
        while let Some((meta, done)) = open.pop() {
            if done {
                order.push(meta);
                continue;
            }
            if self.metas[meta].solution.is_some() || !seen.insert(meta) {
                continue;
            }
            let Some(of) = self.metas[meta].of.clone() else {
                return outside("a left side that is left open");
            };
            open.push((meta, true));
            open.extend(self.metas_of(&of)?.into_iter().map(|it| (it, false)));
        }
        let n = order.len();
        let places: Map<usize, usize> = order.iter().enumerate().map(|(a, b)| (*b, a)).collect();
        let mut bound = Map::default();
        let mut pats = Vec::new();
        for (half, erased) in &left.halves {
            pats.push(self.whole(half, *erased, &places, &mut bound)?);
        }
        let mut once = Set::default();
        let mut lasts: Vec<&Pat> = pats.iter().collect();
        while let Some(it) = lasts.pop() {
            match it {
                Pat::Con(_, inside) => lasts.extend(inside),
                Pat::Var(at) => {
                    once.insert(*at);
                }
                _ => {}
            }
        }
        if once.len() < n {
            return outside("a variable of a left side that nothing binds");
        }
        let mut context =
            Context { erased: outer.erased || self.globals[id].erased, ..Context::default() };
        let mut variables = Vec::new();
        for (at, meta) in order.iter().enumerate() {
            let Some(of) = self.metas[*meta].of.clone() else { return outside("no type") };
            let of = self.quote(at, &of, &places)?;
            let erased = bound.get(&at).copied().unwrap_or(true);
            variables.push((of.clone(), erased));
            let of = self.eval(&context.env, &of)?;
            context.add(Entry { name: "".into(), of, erased });
        }
        for it in &outer.aliases {
            let env = Env::of(left.values[..it.width].to_vec());
            let (term, of) = (self.eval(&env, &it.term)?, self.eval(&env, &it.of)?);
            let term = self.quote(n, &term, &places)?;
            let of = self.quote(n, &of, &places)?;
            context.aliases.push(Alias { name: it.name.clone(), width: n, term, of });
        }
        for (name, value, of) in &left.names {
            let forced = self.force(value)?;
            match &*forced {
                Value::Neutral(Head::Meta(meta), spine)
                    if spine.is_empty()
                        && places.get(meta).is_some_and(|at| {
                            context.entries[*at].name.is_empty()
                                || *context.entries[*at].name == **name
                        }) =>
                {
                    let at = places[meta];
                    // A later one of the same name hides an earlier one.
                    for it in &mut context.entries {
                        if *it.name == **name {
                            it.name = "".into();
                        }
                    }
                    context.aliases.retain(|it| *it.name != **name);
                    context.entries[at].name = name.as_str().into();
                }
                _ if written.contains(name) => {
                    return outside(format!("the pattern `{name}` is forced to be another"));
                }
                _ => {
                    let term = self.quote(n, value, &places)?;
                    let of = self.quote(n, of, &places)?;
                    for it in &mut context.entries {
                        if *it.name == **name {
                            it.name = "".into();
                        }
                    }
                    context.aliases.push(Alias { name: name.as_str().into(), width: n, term, of });
                }
            }
        }
        let result = if left.values.is_empty() {
            left.of.clone()
        } else {
            let result = self.quote(n, &left.of, &places)?;
            self.eval(&context.env, &result)?
        };
        let mut args = Vec::new();
        for it in &left.values {
            args.push(self.quote(n, it, &places)?);
        }
        self.metas_open -= n;
        let outside_of = std::mem::replace(&mut self.left_side, false);
        let right = self.right(&mut context, arm, right, &result);
        self.left_side = outside_of;
        let right = right?;
        let erased = variables.iter().map(|it| it.1).collect();
        self.claims.push(Claim {
            function: id,
            variables,
            args,
            pats: pats.clone(),
            right: right.clone(),
        });
        Ok(Some(Clause { erased, pats, right: Rc::new(right) }))
    }

    fn right(&mut self, context: &mut Context, arm: &Arm, right: &Expr, result: &V) -> R<Term> {
        let mut at = 0;
        let mut local: Vec<(String, Id)> = Vec::new();
        let inner = |it: &Kernel, locals: &[Declaration], at: usize| match &locals[at].item {
            Item::Clause(clause) => Some((it.defined_by(&clause.left), clause.clone())),
            _ => None,
        };
        while at < arm.locals.len() {
            match &arm.locals[at].item {
                Item::Signature(signature) => {
                    at += 1;
                    let signature = signature.clone();
                    let of = self.auto_bound(context, &signature.of)?;
                    for name in &signature.names {
                        let name = self.word(*name);
                        self.may_be_named(&name)?;
                        let id = self.lifted(context, &name, of.clone())?;
                        let level = context.level();
                        let term = apply_term(Term::Global(id), (0..level).rev().map(Term::Var));
                        context.aliases.push(Alias {
                            name: name.as_str().into(),
                            width: level,
                            term,
                            of: of.clone(),
                        });
                        local.push((name, id));
                    }
                }
                Item::Clause(_) => {
                    let Some((name, _)) = inner(self, &arm.locals, at) else { break };
                    let mut arms = Vec::new();
                    while at < arm.locals.len()
                        && let Some((other, clause)) = inner(self, &arm.locals, at)
                        && other == name
                    {
                        arms.push(self.arm(&clause)?);
                        at += 1;
                    }
                    let Some((_, id)) = local.iter().rev().find(|it| it.0 == name).cloned() else {
                        return outside(format!("`{name}` has no type"));
                    };
                    let context = context.clone();
                    self.define(id, &context, &arms)?;
                }
                _ => return outside("a local declaration that is no function"),
            }
        }
        self.check(context, right, result)
    }
}
