//! Computes: terms to values, values back to terms.
//!
//! **Invariant:** a step is counted for whatever is done, and depth is bounded; a function is only
//! computed by the first clause that fits, and not at all where it cannot be told which one that is.
//! What is erased is computed when somebody asks for it: most of it nobody does.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Kernel;
use crate::prim::{self, Out};
use crate::quick::Map;
use crate::term::{
    Clause, Closure, Env, Head, Id, Kind, Late, Lit, Pat, Prim, R, Spine, T, Term, V, Value,
    neutral, outside,
};

pub(crate) enum Fit {
    Yes,
    No,
    Stuck(Stuck),
}

/// Why something is not computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stuck {
    /// Whatever is found of what is open.
    Ever,
    /// Until something is found, or for another reason.
    Now,
}

enum Call {
    Is(V),
    Not(Stuck),
}

impl Kernel {
    /// Counts a step, and goes deeper for as long as a part is computed.
    pub(crate) fn deep<A>(&mut self, part: impl FnOnce(&mut Self) -> R<A>) -> R<A> {
        if self.steps == 0 {
            return outside("more steps than the budget has");
        }
        if self.depth == 0 {
            return outside("deeper than the budget allows");
        }
        self.steps -= 1;
        self.depth -= 1;
        let result = part(self);
        self.depth += 1;
        result
    }

    pub(crate) fn eval(&mut self, env: &Env, term: &Term) -> R<V> {
        self.deep(|it| it.eval_here(env, term))
    }

    fn eval_here(&mut self, env: &Env, term: &Term) -> R<V> {
        Ok(match term {
            Term::Var(index) => match env.get(*index) {
                Some(it) => it.clone(),
                None => return outside("a variable without a value"),
            },
            Term::Global(id) => return self.call(*id, Vec::new()),
            Term::Meta(id) => match self.metas[*id].solution.clone() {
                Some(it) => it,
                None => neutral(Head::Meta(*id)),
            },
            Term::Lit(it) => Rc::new(Value::Lit(it.clone())),
            Term::Type => Rc::new(Value::Type),
            Term::Pi(bind, domain, range) => {
                let domain = self.eval(env, domain)?;
                let closure = Closure { env: env.clone(), body: range.clone() };
                Rc::new(Value::Pi(bind.clone(), domain, closure))
            }
            Term::Lam(bind, body) => {
                let closure = Closure { env: env.clone(), body: body.clone() };
                Rc::new(Value::Lam(bind.clone(), closure))
            }
            Term::App(..) => {
                let (mut head, mut n) = (term, 0);
                while let Term::App(function, _) = head {
                    n += 1;
                    head = function;
                }
                let mut args = Vec::with_capacity(n);
                let mut rest = term;
                while let Term::App(function, arg) = rest {
                    n -= 1;
                    // What a type is of is asked for where types are compared, if at all.
                    let waits = match head {
                        Term::Global(id) => {
                            let it = &self.globals[*id];
                            it.erases.get(n) == Some(&true) || matches!(it.kind, Kind::Type(_))
                        }
                        Term::Lam(bind, _) => n == 0 && bind.erased,
                        _ => false,
                    };
                    args.push(if waits { self.late(env, arg)? } else { self.eval(env, arg)? });
                    rest = function;
                }
                args.reverse();
                if let Term::Global(id) = head {
                    return self.deep(|it| it.call(*id, args));
                }
                let function = self.eval(env, head)?;
                return self.apply(function, args);
            }
        })
    }

    /// A value that is computed when somebody asks for it, unless it can be had at once.
    pub(crate) fn late(&mut self, env: &Env, term: &T) -> R<V> {
        match &**term {
            Term::Var(_) | Term::Global(_) | Term::Meta(_) | Term::Lit(_) | Term::Type => {
                return self.eval(env, term);
            }
            Term::Lam(..) => return self.eval(env, term),
            Term::App(..) | Term::Pi(..) => {}
        }
        let closure = Closure { env: env.clone(), body: term.clone() };
        let late = Late { closure, since: self.now, found: RefCell::new(None) };
        Ok(Rc::new(Value::Late(late)))
    }

    /// What was left comes to this. It is kept for as long as nothing that it may rest on is taken
    /// back, and only by the module in which it was left: another one sees other things.
    fn found(&mut self, late: &Late) -> R<V> {
        if let Some((at, it)) = &*late.found.borrow()
            && *at == self.now
        {
            return Ok(it.clone());
        }
        let it = self.eval(&late.closure.env, &late.closure.body)?;
        let it = self.force(&it)?;
        if late.since >= self.module_since {
            *late.found.borrow_mut() = Some((self.now, it.clone()));
        }
        Ok(it)
    }

    /// What was kept until now, or was stuck, is not taken any more: something was taken back, or more
    /// can be computed.
    pub(crate) fn pass(&mut self) {
        self.now += 1;
    }

    /// Another module begins.
    pub(crate) fn pass_module(&mut self) {
        self.pass();
        self.module_since = self.now;
    }

    pub(crate) fn enter(&mut self, closure: &Closure, arg: V) -> R<V> {
        self.eval(&closure.env.with(arg), &closure.body)
    }

    pub(crate) fn apply(&mut self, function: V, args: Vec<V>) -> R<V> {
        self.deep(|it| it.apply_here(function, args))
    }

    fn apply_here(&mut self, mut function: V, args: Vec<V>) -> R<V> {
        let mut args = args.into_iter();
        loop {
            match &*function {
                Value::Lam(_, closure) => {
                    let Some(arg) = args.next() else { return Ok(function) };
                    // As many as there are arguments for are entered at once.
                    let (mut given, mut body) = (vec![arg], &closure.body);
                    while let Term::Lam(_, inside) = &**body
                        && let Some(arg) = args.next()
                    {
                        given.push(arg);
                        body = inside;
                    }
                    function = self.eval(&closure.env.with_all(given), body)?;
                }
                Value::Neutral(Head::Var(_) | Head::Meta(_), _) if args.len() == 0 => {
                    return Ok(function);
                }
                Value::Neutral(head, spine) => {
                    let mut spine = spine.to_vec();
                    let more = spine.len();
                    spine.extend(args);
                    let added = spine.len() > more || more == 0;
                    return match head {
                        Head::Global(id) if added => self.call(*id, spine),
                        _ => Ok(Rc::new(Value::Neutral(*head, spine.into()))),
                    };
                }
                _ if args.len() == 0 => return Ok(function),
                Value::Late(_) => function = self.force(&function)?,
                _ => return outside("something that is no function is applied"),
            }
        }
    }

    /// The value without what could be computed at its head.
    pub(crate) fn force(&mut self, value: &V) -> R<V> {
        let mut value = value.clone();
        loop {
            let (head, spine) = match &*value {
                Value::Neutral(head, spine) => (head, spine),
                Value::Late(late) => {
                    value = self.found(late)?;
                    continue;
                }
                _ => return Ok(value),
            };
            let next = match head {
                Head::Meta(id) => match self.metas[*id].solution.clone() {
                    Some(it) => self.apply(it, spine.to_vec())?,
                    None => return Ok(value),
                },
                Head::Global(id) if self.computes(*id) => {
                    let mark = spine.mark.get();
                    if mark == self.stuck() {
                        return Ok(value);
                    }
                    match self.try_call(*id, spine)? {
                        Call::Is(it) => it,
                        Call::Not(why) => {
                            // What other modules made, other kernels may hold as well.
                            if why == Stuck::Ever && mark / 2 >= self.module_since {
                                spine.mark.set(self.stuck());
                            }
                            return Ok(value);
                        }
                    }
                }
                _ => return Ok(value),
            };
            value = next;
        }
    }

    fn computes(&self, id: Id) -> bool {
        match self.globals[id].kind {
            Kind::Function(..) => self.transparent(id),
            Kind::Prim(..) | Kind::Method => true,
            _ => false,
        }
    }

    /// Whether what a name is can be seen here.
    fn transparent(&self, id: Id) -> bool {
        let it = &self.globals[id];
        it.defined && (it.public || it.module == self.module)
    }

    fn call(&mut self, id: Id, spine: Vec<V>) -> R<V> {
        if let (Some(zero), [before]) = (self.succ, spine.as_slice())
            && zero == id
            && let Value::Lit(Lit::Nat(n)) = &*self.force(before)?
        {
            return Ok(Rc::new(Value::Lit(Lit::Nat(n.saturating_add(1)))));
        }
        if self.zero == Some(id) {
            return Ok(Rc::new(Value::Lit(Lit::Nat(0))));
        }
        let mut mark = self.now * 2;
        if self.computes(id) {
            match self.try_call(id, &spine)? {
                Call::Is(it) => return Ok(it),
                Call::Not(Stuck::Ever) => mark = self.stuck(),
                Call::Not(Stuck::Now) => {}
            }
        }
        if spine.is_empty() {
            return Ok(self.globals[id].value.clone());
        }
        Ok(Rc::new(Value::Neutral(Head::Global(id), Spine::marked(spine, mark))))
    }

    /// How what is stuck for good is marked at this time.
    fn stuck(&self) -> u64 {
        self.now * 2 + 1
    }

    /// Why what waits for this value is stuck.
    fn stuck_for(&self, value: &V) -> Stuck {
        match &**value {
            Value::Neutral(Head::Meta(_), _) => Stuck::Now,
            Value::Neutral(Head::Global(id), spine) if self.computes(*id) => {
                let is_ever = spine.mark.get() == self.stuck();
                if is_ever { Stuck::Ever } else { Stuck::Now }
            }
            _ => Stuck::Ever,
        }
    }

    fn try_call(&mut self, id: Id, spine: &[V]) -> R<Call> {
        match &self.globals[id].kind {
            Kind::Function(arity, clauses) if self.transparent(id) => {
                let arity = *arity;
                if spine.len() < arity {
                    return Ok(Call::Not(Stuck::Ever));
                }
                let clauses = clauses.clone();
                if arity == 0
                    && let Some(it) = self.constants.get(&id).cloned()
                {
                    return self.applied_to(it, spine).map(Call::Is);
                }
                let mut env = std::mem::take(&mut self.slots);
                for clause in clauses.iter() {
                    env.clear();
                    match self.fits_all(&clause.pats, &spine[..arity], &mut env)? {
                        Fit::No => {}
                        Fit::Stuck(why) => {
                            env.clear();
                            self.slots = env;
                            return Ok(Call::Not(why));
                        }
                        Fit::Yes => {
                            if env.len() > clause.erased.len() {
                                return outside("a variable that a clause does not have");
                            }
                            env.resize(clause.erased.len(), None);
                            let Some(bound) = Env::of_clause(&mut env) else {
                                return outside("a variable of a clause that nothing binds");
                            };
                            self.slots = env;
                            let it = self.eval(&bound, &clause.right)?;
                            if arity == 0 && self.metas_open == 0 {
                                self.constants.insert(id, it.clone());
                            }
                            return self.applied_to(it, &spine[arity..]).map(Call::Is);
                        }
                    }
                }
                Ok(Call::Not(Stuck::Now))
            }
            Kind::Prim(prim, arity) if spine.len() == *arity => self.prim(*prim, spine),
            Kind::Method => {
                let Some(first) = spine.first() else { return Ok(Call::Not(Stuck::Ever)) };
                let first = self.force(first)?;
                let Value::Neutral(Head::Global(of), given) = &*first else {
                    return Ok(Call::Not(self.stuck_for(&first)));
                };
                let Some(instance) = self.instances.get(&(id, *of)).copied() else {
                    let base = self.defaults.get(&id).copied();
                    return match base.filter(|it| self.instances.contains_key(&(it.0, *of))) {
                        Some((_, by)) => {
                            let by = self.globals[by].value.clone();
                            self.apply(by, spine.to_vec()).map(Call::Is)
                        }
                        None => Ok(Call::Not(self.stuck_for(&first))),
                    };
                };
                let args = given.iter().chain(&spine[1..]).cloned().collect();
                let instance = self.globals[instance].value.clone();
                self.apply(instance, args).map(Call::Is)
            }
            _ => Ok(Call::Not(Stuck::Now)),
        }
    }

    fn applied_to(&mut self, it: V, args: &[V]) -> R<V> {
        if args.is_empty() { Ok(it) } else { self.apply(it, args.to_vec()) }
    }

    fn fits_all(&mut self, pats: &[Pat], values: &[V], env: &mut Vec<Option<V>>) -> R<Fit> {
        for (pat, value) in pats.iter().zip(values) {
            match self.fits(pat, value, env)? {
                Fit::Yes => {}
                other => return Ok(other),
            }
        }
        Ok(Fit::Yes)
    }

    fn fits(&mut self, pat: &Pat, value: &V, env: &mut Vec<Option<V>>) -> R<Fit> {
        match pat {
            Pat::Told => Ok(Fit::Yes),
            Pat::Var(at) => {
                if env.len() <= *at {
                    env.resize(at + 1, None);
                }
                env[*at] = Some(value.clone());
                Ok(Fit::Yes)
            }
            Pat::Lit(it) => {
                let value = self.force(value)?;
                Ok(match &*value {
                    Value::Lit(value) if value == it => Fit::Yes,
                    Value::Lit(_) => Fit::No,
                    _ => Fit::Stuck(self.stuck_for(&value)),
                })
            }
            Pat::Con(id, inside) => {
                let value = self.force(value)?;
                match &*value {
                    Value::Neutral(Head::Global(found), spine)
                        if matches!(self.globals[*found].kind, Kind::Constructor(_)) =>
                    {
                        if found != id {
                            return Ok(Fit::No);
                        }
                        if spine.len() != inside.len() {
                            return Ok(Fit::Stuck(Stuck::Now));
                        }
                        self.deep(|it| it.fits_all(inside, spine, env))
                    }
                    Value::Lit(Lit::Nat(n)) if Some(*id) == self.zero => {
                        Ok(if *n == 0 { Fit::Yes } else { Fit::No })
                    }
                    Value::Lit(Lit::Nat(n)) if Some(*id) == self.succ => match n.checked_sub(1) {
                        None => Ok(Fit::No),
                        Some(less) => {
                            let less = Rc::new(Value::Lit(Lit::Nat(less)));
                            self.deep(|it| it.fits_all(inside, &[less], env))
                        }
                    },
                    _ => Ok(Fit::Stuck(self.stuck_for(&value))),
                }
            }
        }
    }

    fn prim(&mut self, prim: Prim, spine: &[V]) -> R<Call> {
        if prim == Prim::Pack {
            let Some(text) = self.packed(&spine[0])? else { return Ok(Call::Not(Stuck::Now)) };
            return Ok(Call::Is(Rc::new(Value::Lit(Lit::Text(text.into())))));
        }
        let mut args = Vec::new();
        for it in spine {
            let it = self.force(it)?;
            if !matches!(&*it, Value::Lit(_)) {
                return Ok(Call::Not(self.stuck_for(&it)));
            }
            args.push(it);
        }
        let lits: Vec<&Lit> = args
            .iter()
            .filter_map(|it| match &**it {
                Value::Lit(it) => Some(it),
                _ => None,
            })
            .collect();
        let Some(out) = prim::compute(prim, &lits)? else { return Ok(Call::Not(Stuck::Now)) };
        let name = match out {
            Out::Lit(it) => return Ok(Call::Is(Rc::new(Value::Lit(it)))),
            Out::Made(name) => name,
            Out::Chars(all) => {
                let char = self.named("Builtin.Char")?;
                let (nil, cons) = (self.id("Prelude.Basics.Nil")?, self.id("Prelude.Basics.::")?);
                let end = vec![char.clone()].into();
                let mut list = Rc::new(Value::Neutral(Head::Global(nil), end));
                for c in all.into_iter().rev() {
                    let c = Rc::new(Value::Lit(Lit::Char(c)));
                    let args = vec![char.clone(), c, list].into();
                    list = Rc::new(Value::Neutral(Head::Global(cons), args));
                }
                return Ok(Call::Is(list));
            }
        };
        self.named(name).map(Call::Is)
    }

    fn packed(&mut self, list: &V) -> R<Option<String>> {
        let (nil, cons) = (self.id("Prelude.Basics.Nil")?, self.id("Prelude.Basics.::")?);
        let (mut text, mut list) = (String::new(), list.clone());
        loop {
            list = self.force(&list)?;
            let next = match &*list {
                Value::Neutral(Head::Global(id), _) if *id == nil => return Ok(Some(text)),
                Value::Neutral(Head::Global(id), args) if *id == cons && args.len() == 3 => {
                    let Value::Lit(Lit::Char(c)) = &*self.force(&args[1])? else {
                        return Ok(None);
                    };
                    text.push(*c);
                    args[2].clone()
                }
                _ => return Ok(None),
            };
            list = next;
        }
    }

    pub(crate) fn id(&self, name: &str) -> R<Id> {
        match self.by_name.get(name) {
            Some(it) => Ok(*it),
            None => outside(format!("`{name}` is not declared")),
        }
    }

    pub(crate) fn named(&self, name: &str) -> R<V> {
        self.id(name).map(|it| self.globals[it].value.clone())
    }

    /// A value as a term under so many variables; `places` says where free metas become variables.
    pub(crate) fn quote(&mut self, level: usize, value: &V, places: &Map<usize, usize>) -> R<Term> {
        self.quoted(level, value, places).map(|it| (*it).clone())
    }

    fn quoted(&mut self, level: usize, value: &V, places: &Map<usize, usize>) -> R<T> {
        self.deep(|it| {
            let value = it.force(value)?;
            Ok(Rc::new(match &*value {
                Value::Lit(lit) => Term::Lit(lit.clone()),
                Value::Type => Term::Type,
                Value::Late(_) => return outside("a value that stays to be computed"),
                Value::Neutral(head, spine) => {
                    let at = match head {
                        Head::Var(at) => Some(*at),
                        Head::Meta(id) => places.get(id).copied(),
                        Head::Global(_) => None,
                    };
                    let mut term = match (head, at) {
                        (_, Some(at)) => match level.checked_sub(at + 1) {
                            Some(index) => it.variable(index),
                            None => return outside("a variable out of its scope"),
                        },
                        (Head::Global(id), _) => it.globals[*id].term.clone(),
                        (Head::Meta(id), _) => Rc::new(Term::Meta(*id)),
                        (Head::Var(_), None) => return outside("a variable of no place"),
                    };
                    for arg in spine.iter() {
                        let arg = it.quoted(level, arg, places)?;
                        term = Rc::new(Term::App(term, arg));
                    }
                    return Ok(term);
                }
                Value::Pi(bind, domain, range) => {
                    let domain = it.quoted(level, domain, places)?;
                    let range = it.enter(range, neutral(Head::Var(level)))?;
                    Term::Pi(bind.clone(), domain, it.quoted(level + 1, &range, places)?)
                }
                Value::Lam(bind, body) => {
                    let body = it.enter(body, neutral(Head::Var(level)))?;
                    Term::Lam(bind.clone(), it.quoted(level + 1, &body, places)?)
                }
            }))
        })
    }

    /// A variable as a term, which all share.
    pub(crate) fn variable(&mut self, index: usize) -> T {
        while self.variables.len() <= index {
            self.variables.push(Rc::new(Term::Var(self.variables.len())));
        }
        self.variables[index].clone()
    }

    pub(crate) fn plain(&mut self, level: usize, value: &V) -> R<Term> {
        self.quote(level, value, &Map::default())
    }

    pub(crate) fn clause_arity(clauses: &[Clause]) -> Option<usize> {
        let first = clauses.first()?.pats.len();
        clauses.iter().all(|it| it.pats.len() == first).then_some(first)
    }
}
