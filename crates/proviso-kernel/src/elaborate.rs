//! Expressions to terms, by what is expected of them and what they are.

use std::rc::Rc;

use proviso_syntax::tree::{
    Argument, At, Domain, Expr, Given, Node, Parameter, Piece, Quantity, Statement,
};

use crate::Kernel;
use crate::left::{Arm, Fitting};
use crate::term::{
    Bind, Closure, Env, Fail, Head, Id, Lit, Name, R, Term, V, Value, apply_term, neutral, outside,
};
use crate::unify::Found;

/// Longer lists are not judged: each element is a term within a term.
pub(crate) const MOST_IN_LIST: usize = 100_000;
/// Longer tuples are not judged, for the same reason.
pub(crate) const MOST_IN_TUPLE: usize = 64;

/// A variable that can be seen.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) name: Name,
    pub(crate) of: V,
    pub(crate) erased: bool,
}

/// A name for something made of the first `width` variables.
#[derive(Debug, Clone)]
pub(crate) struct Alias {
    pub(crate) name: Name,
    pub(crate) width: usize,
    pub(crate) term: Term,
    pub(crate) of: Term,
}

/// What can be seen at a place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Context {
    pub(crate) entries: Vec<Entry>,
    /// What the variables stand for, from the outside, and the same as the machine takes it.
    pub(crate) values: Vec<V>,
    pub(crate) env: Env,
    pub(crate) aliases: Vec<Alias>,
    /// Whether what is made here is erased altogether.
    pub(crate) erased: bool,
}

impl Context {
    pub(crate) fn level(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn add(&mut self, it: Entry) {
        let value = neutral(Head::Var(self.level()));
        self.env = self.env.with(value.clone());
        self.values.push(value);
        self.entries.push(it);
    }

    pub(crate) fn with(&self, name: &str, of: V, erased: bool) -> Context {
        let mut it = self.clone();
        it.add(Entry { name: name.into(), of, erased });
        it
    }
}

/// An argument, as written or made.
#[derive(Clone)]
pub(crate) enum Arg<'a> {
    Written(&'a Expr),
    Named(String, &'a Expr),
}

pub(crate) enum Meaning {
    Local(Term, V),
    Globals(Vec<Id>),
}

impl Kernel {
    /// Something not known yet, of whatever may be made of the context.
    pub(crate) fn open(&mut self, context: &Context, name: impl Into<Name>) -> R<(Term, V)> {
        let id = self.fresh(name, None);
        let mut term = Term::Meta(id);
        for index in (0..context.level()).rev() {
            term = Term::App(Rc::new(term), self.variable(index));
        }
        let value = Value::Neutral(Head::Meta(id), context.values.clone().into());
        Ok((term, Rc::new(value)))
    }

    pub(crate) fn word(&self, at: At) -> String {
        let Some(token) = self.source.tokens.get(at) else { return String::new() };
        let word = &self.source.text[token.range.clone()];
        if self.is_library() {
            return crate::library::renamed(word).to_owned();
        }
        match word.strip_suffix(')').and_then(|it| it.rsplit_once('(')) {
            Some((module, name)) if module.ends_with('.') => format!("{module}{name}"),
            _ => word.to_owned(),
        }
    }

    pub(crate) fn check(&mut self, context: &Context, it: &Expr, wanted: &V) -> R<Term> {
        self.deep(|kernel| kernel.check_here(context, it, wanted))
    }

    fn check_here(&mut self, context: &Context, it: &Expr, wanted: &V) -> R<Term> {
        let wanted = self.force(wanted)?;
        let it = it.ungrouped();
        if let Value::Pi(bind, domain, range) = &*wanted
            && bind.implicit
        {
            let inside = context.with("", domain.clone(), bind.erased);
            let range = self.enter(range, inside.values[context.level()].clone())?;
            let body = self.check(&inside, it, &range)?;
            return Ok(Term::Lam(bind.clone(), Rc::new(body)));
        }
        match &it.node {
            Node::Blank => Ok(self.open(context, "_")?.0),
            Node::Literal => self.literal(context, it, &wanted),
            Node::Row(pieces) => {
                let it = self.grouped(pieces, it)?;
                self.check(context, &it, &wanted)
            }
            Node::Apply(head, args) if self.is_minus(head) => match args.as_slice() {
                [Argument::Explicit(number)] if number.node == Node::Literal => {
                    let integer = self.named("Builtin.Integer")?;
                    self.same(context, &integer, &wanted, "a number")?;
                    let Term::Lit(Lit::Integer(n)) = self.literal(context, number, &integer)?
                    else {
                        return outside("a sign before what is no number");
                    };
                    Ok(Term::Lit(Lit::Integer(Rc::new(-&*n))))
                }
                _ => self.by_inference(context, it, &wanted),
            },
            Node::Lambda(bounds, body) => self.lambda(context, bounds, body, &wanted),
            Node::List(all) if all.len() > MOST_IN_LIST => outside("a list of too many elements"),
            Node::List(all) => {
                let list = self.id("Prelude.Basics.List")?;
                let (_, of) = self.open(context, "element")?;
                let found = Rc::new(Value::Neutral(Head::Global(list), vec![of.clone()].into()));
                self.same(context, &found, &wanted, "a list")?;
                let of_term = self.plain(context.level(), &of)?;
                let nil = Term::Global(self.id("Prelude.Basics.Nil")?);
                let cons = Term::Global(self.id("Prelude.Basics.::")?);
                let mut terms = Vec::new();
                for it in all {
                    terms.push(self.check(context, it, &of)?);
                }
                let nil = apply_term(nil, [of_term.clone()]);
                Ok(terms
                    .into_iter()
                    .rev()
                    .fold(nil, |rest, it| apply_term(cons.clone(), [of_term.clone(), it, rest])))
            }
            Node::Tuple(all) if all.len() > MOST_IN_TUPLE => outside("a tuple of too many parts"),
            Node::Tuple(all) => {
                let name =
                    if matches!(*wanted, Value::Type) { "Builtin.Pair" } else { "Builtin.MkPair" };
                let pair = self.id(name)?;
                let [first @ .., last] = all.as_slice() else { return outside("an empty tuple") };
                let [head, rest @ ..] = first else { return outside("a tuple of one") };
                let rest = match rest {
                    [] => last.clone(),
                    _ => Expr { tokens: it.tokens.clone(), node: Node::Tuple(all[1..].to_vec()) },
                };
                let args = vec![Arg::Written(head), Arg::Written(&rest)];
                let (term, of) = self.applied(context, &[pair], args, Some(&wanted))?;
                self.same(context, &of, &wanted, "a tuple")?;
                Ok(term)
            }
            Node::If(test, yes, no) => {
                let bool = self.named("Prelude.Basics.Bool")?;
                let test = self.check(context, test, &bool)?;
                let arm = |name: &str, right: &Expr| Arm {
                    patterns: vec![Fitting::Constructor(name.to_owned())],
                    right: Some(right.clone()),
                    locals: Vec::new(),
                };
                let arms = vec![arm("Prelude.Basics.True", yes), arm("Prelude.Basics.False", no)];
                self.cases(context, test, &bool, arms, &wanted)
            }
            Node::Case(of, alternatives) => {
                let (test, type_) = self.infer(context, of)?;
                let arms = alternatives
                    .iter()
                    .map(|it| Arm {
                        patterns: vec![Fitting::Written(it.pattern.clone())],
                        right: it.right.clone(),
                        locals: Vec::new(),
                    })
                    .collect();
                self.cases(context, test, &type_, arms, &wanted)
            }
            Node::Let(bindings, body) => {
                let mut inside = context.clone();
                let mut bound = Vec::new();
                for it in bindings {
                    if it.pattern.node != Node::Name || !it.otherwise.is_empty() {
                        return outside("a `let` with a pattern");
                    }
                    let (value, of) = match &it.of {
                        Some(of) => {
                            let of = self.check(&inside, of, &Rc::new(Value::Type))?;
                            let of = self.eval(&inside.env, &of)?;
                            (self.check(&inside, &it.value, &of)?, of)
                        }
                        None => self.infer(&inside, &it.value)?,
                    };
                    let name = self.word(it.pattern.tokens.start);
                    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                        return outside(format!("`{name}` as a variable"));
                    }
                    let erased = it.quantity == Quantity::Erased;
                    bound.push((name.clone(), value, erased));
                    inside = inside.with(&name, of, erased);
                }
                // What is bound is a variable in the body: the body is checked for any value.
                let body = self.check(&inside, body, &wanted)?;
                Ok(bound.into_iter().rev().fold(body, |body, (name, value, erased)| {
                    let bind = Bind { name: name.into(), erased, implicit: false };
                    let lam = Term::Lam(Rc::new(bind), Rc::new(body));
                    Term::App(Rc::new(lam), Rc::new(value))
                }))
            }
            Node::Do(statements) => self.steps(context, statements, &wanted),
            Node::Unit if !matches!(*wanted, Value::Type) => {
                let unit = self.named("Builtin.Unit")?;
                self.same(context, &unit, &wanted, "()")?;
                Ok(Term::Global(self.id("Builtin.MkUnit")?))
            }
            _ => self.by_inference(context, it, &wanted),
        }
    }

    fn by_inference(&mut self, context: &Context, it: &Expr, wanted: &V) -> R<Term> {
        let (term, of) = self.infer_for(context, it, Some(wanted))?;
        let (term, of) = self.inserted(context, term, of)?;
        let told = self.unify(context.level(), &of, wanted)?;
        self.told(context, told, (&of, wanted), &|kernel| kernel.place(it))?;
        Ok(term)
    }

    fn is_minus(&self, head: &Expr) -> bool {
        head.node == Node::Name && self.word(head.tokens.start) == "-"
    }

    /// Applies to metas for as long as implicit arguments are asked for.
    pub(crate) fn inserted(&mut self, context: &Context, term: Term, of: V) -> R<(Term, V)> {
        let (mut term, mut of) = (term, self.force(&of)?);
        while let Value::Pi(bind, _, range) = &*of.clone() {
            if !bind.implicit {
                break;
            }
            let (arg, value) = self.open(context, bind.name.clone())?;
            term = Term::App(Rc::new(term), Rc::new(arg));
            let next = self.enter(range, value)?;
            of = self.force(&next)?;
        }
        Ok((term, of))
    }

    fn lambda(
        &mut self,
        context: &Context,
        bounds: &[proviso_syntax::tree::Bound],
        body: &Expr,
        wanted: &V,
    ) -> R<Term> {
        let [first, rest @ ..] = bounds else { return self.check(context, body, wanted) };
        let wanted = self.force(wanted)?;
        if let Value::Pi(bind, domain, range) = &*wanted
            && bind.implicit
        {
            let inside = context.with("", domain.clone(), bind.erased);
            let range = self.enter(range, inside.values[context.level()].clone())?;
            let body = self.deep(|it| it.lambda(&inside, bounds, body, &range))?;
            return Ok(Term::Lam(bind.clone(), Rc::new(body)));
        }
        let name = match first.pattern.node {
            Node::Name => {
                let name = self.word(first.pattern.tokens.start);
                if !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.contains('.') {
                    return outside(format!("`{name}` as a variable"));
                }
                name
            }
            Node::Blank => String::new(),
            _ => return outside("a lambda with a pattern"),
        };
        let erased = first.quantity == Quantity::Erased;
        let (bind, domain, range) = match &*wanted {
            Value::Pi(bind, domain, range) => (bind.clone(), domain.clone(), range.clone()),
            _ => {
                let (_, domain) = self.open(context, "domain")?;
                let inside = context.with(&name, domain.clone(), erased);
                let (range, _) = self.open(&inside, "range")?;
                let bind = Rc::new(Bind { name: name.as_str().into(), erased, implicit: false });
                let range = Closure { env: context.env.clone(), body: Rc::new(range) };
                let found = Rc::new(Value::Pi(bind.clone(), domain.clone(), range.clone()));
                self.same(context, &found, &wanted, "a lambda")?;
                (bind, domain, range)
            }
        };
        if let Some(of) = &first.of {
            let of = self.check(context, of, &Rc::new(Value::Type))?;
            let of = self.eval(&context.env, &of)?;
            self.same(context, &of, &domain, "a lambda")?;
        }
        let inside = context.with(&name, domain, bind.erased || erased);
        let range = self.enter(&range, inside.values[context.level()].clone())?;
        let body = self.deep(|it| it.lambda(&inside, rest, body, &range))?;
        Ok(Term::Lam(bind, Rc::new(body)))
    }

    /// `do` where `Either` is wanted.
    fn steps(&mut self, context: &Context, all: &[Statement], wanted: &V) -> R<Term> {
        let [first, rest @ ..] = all else { return outside("an empty `do`") };
        match first {
            Statement::Run(it) if rest.is_empty() => self.check(context, it, wanted),
            Statement::Bind(pattern, value, otherwise)
                if pattern.node == Node::Name && otherwise.is_empty() =>
            {
                let either = self.id("Prelude.Types.Either")?;
                let wanted = self.force(wanted)?;
                let Value::Neutral(Head::Global(found), args) = &*wanted else {
                    return outside("a `do` of an unknown type");
                };
                let (true, [left, right]) = (*found == either, &**args) else {
                    return outside("a `do` that is not in `Either`");
                };
                let (of, of_value) = self.open(context, "step")?;
                let given = vec![left.clone(), of_value.clone()].into();
                let given = Value::Neutral(Head::Global(either), given);
                let value = self.check(context, value, &Rc::new(given))?;
                let name = self.word(pattern.tokens.start);
                if !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.contains('.') {
                    return outside(format!("`{name}` as a variable"));
                }
                let inside = context.with(&name, of_value, false);
                let body = self.deep(|it| it.steps(&inside, rest, &wanted))?;
                let bind = Bind { name: name.into(), erased: false, implicit: false };
                let bound = self.id("Prelude.Types.boundEither")?;
                let left = self.plain(context.level(), left)?;
                let right = self.plain(context.level(), right)?;
                let lam = Term::Lam(Rc::new(bind), Rc::new(body));
                Ok(apply_term(Term::Global(bound), [left, of, right, value, lam]))
            }
            _ => outside("a step of `do` that is no plain `x <- e`"),
        }
    }

    fn literal(&mut self, context: &Context, it: &Expr, wanted: &V) -> R<Term> {
        let word = self.word(it.tokens.start);
        let (lit, name) = self.lit(&word)?;
        let wanted = self.force(wanted)?;
        if let (Lit::Integer(n), Value::Neutral(Head::Global(id), _)) = (&lit, &*wanted)
            && *self.globals[*id].name == *"Prelude.Types.Nat"
        {
            return match u32::try_from(&**n) {
                Ok(n) if n <= 1000 => Ok(Term::Lit(Lit::Nat(n))),
                _ => outside("a `Nat` above 1000"),
            };
        }
        let of = self.named(name)?;
        let told = self.unify(context.level(), &of, &wanted)?;
        self.told(context, told, (&of, &wanted), &|kernel| kernel.place(it))?;
        Ok(Term::Lit(lit))
    }

    pub(crate) fn infer(&mut self, context: &Context, it: &Expr) -> R<(Term, V)> {
        let (term, of) = self.infer_for(context, it, None)?;
        self.inserted(context, term, of)
    }

    pub(crate) fn infer_for(
        &mut self,
        context: &Context,
        it: &Expr,
        wanted: Option<&V>,
    ) -> R<(Term, V)> {
        self.deep(|kernel| kernel.infer_here(context, it, wanted))
    }

    fn infer_here(&mut self, context: &Context, it: &Expr, wanted: Option<&V>) -> R<(Term, V)> {
        let it = it.ungrouped();
        match &it.node {
            Node::Name => {
                self.named_applied(context, &self.word(it.tokens.start), Vec::new(), wanted)
            }
            Node::Apply(head, arguments) => {
                let mut args = Vec::new();
                for it in arguments {
                    args.push(match it {
                        Argument::Explicit(it) => Arg::Written(it),
                        Argument::Named(name, Some(it)) => Arg::Named(self.word(*name), it),
                        Argument::Named(..) => return outside("a named argument without a value"),
                    });
                }
                let head = head.ungrouped();
                match &head.node {
                    Node::Name => {
                        let word = self.word(head.tokens.start);
                        self.named_applied(context, &word, args, wanted)
                    }
                    Node::Row(pieces) if matches!(pieces.as_slice(), [Piece::Operator(_)]) => {
                        let [Piece::Operator(at)] = pieces.as_slice() else {
                            return outside("an operator");
                        };
                        self.named_applied(context, &self.word(*at), args, wanted)
                    }
                    _ => {
                        let (term, of) = self.infer_for(context, head, None)?;
                        self.spine(context, term, of, args, wanted)
                    }
                }
            }
            Node::Row(pieces) => {
                if let [Piece::Operator(at)] = pieces.as_slice() {
                    return self.named_applied(context, &self.word(*at), Vec::new(), wanted);
                }
                let it = self.grouped(pieces, it)?;
                self.infer_for(context, &it, wanted)
            }
            Node::Project(of, fields) => {
                let (mut term, mut type_) = self.infer(context, of)?;
                for field in fields {
                    let name = self.word(*field).trim_start_matches('.').to_owned();
                    (term, type_) = self.field(context, term, &type_, &name)?;
                }
                Ok((term, type_))
            }
            Node::Projection(fields) => {
                let Some(wanted) = wanted else { return outside("a field of an unknown type") };
                let wanted = self.force(wanted)?;
                let Value::Pi(bind, domain, _) = &*wanted else {
                    return outside("a field of an unknown type");
                };
                let inside = context.with("", domain.clone(), bind.erased);
                let (mut term, mut type_) = (Term::Var(0), domain.clone());
                for field in fields {
                    let name = self.word(*field).trim_start_matches('.').to_owned();
                    (term, type_) = self.field(&inside, term, &type_, &name)?;
                }
                let range = self.plain(inside.level(), &type_)?;
                let range = Closure { env: context.env.clone(), body: Rc::new(range) };
                let of = Value::Pi(bind.clone(), domain.clone(), range);
                Ok((Term::Lam(bind.clone(), Rc::new(term)), Rc::new(of)))
            }
            Node::Function(domains, result) => {
                let type_ = Rc::new(Value::Type);
                Ok((self.function(context, domains, result)?, type_))
            }
            Node::Unit => {
                let name = match wanted {
                    Some(_) => "Builtin.Unit",
                    None => return outside("`()` of an unknown type"),
                };
                Ok((Term::Global(self.id(name)?), Rc::new(Value::Type)))
            }
            Node::Literal => {
                let (lit, name) = self.lit(&self.word(it.tokens.start))?;
                Ok((Term::Lit(lit), self.named(name)?))
            }
            Node::Hole => Err(Fail::Outside("a hole".to_owned())),
            Node::Pair(..)
            | Node::Range(..)
            | Node::Update(_)
            | Node::Rewrite(..)
            | Node::LambdaCase(_)
            | Node::As(_) => outside(format!("a form that is not judged here, {}", self.place(it))),
            _ => {
                let (_, of) = self.open(context, "type")?;
                let term = self.check(context, it, &of)?;
                Ok((term, of))
            }
        }
    }

    fn field(&mut self, context: &Context, term: Term, of: &V, name: &str) -> R<(Term, V)> {
        let mut of = self.force(of)?;
        if matches!(&*of, Value::Neutral(Head::Meta(_), _)) {
            self.settle_all(context)?;
            of = self.force(&of)?;
        }
        let Value::Neutral(Head::Global(record), args) = &*of else {
            return outside(format!("the field `{name}` of an unknown type"));
        };
        let Some(id) = self.fields.get(&(*record, Name::from(name))).copied() else {
            return outside(format!("the field `{name}` is not known"));
        };
        if !self.visible(id) {
            return outside(format!("the field `{name}` cannot be seen here"));
        }
        let mut made = Term::Global(id);
        let mut type_ = self.globals[id].of.clone();
        for arg in args.iter() {
            made = Term::App(Rc::new(made), Rc::new(self.plain(context.level(), arg)?));
            type_ = self.range(&type_, arg.clone())?;
        }
        let value = self.eval(&context.env, &term)?;
        type_ = self.range(&type_, value)?;
        Ok((Term::App(Rc::new(made), Rc::new(term)), type_))
    }

    pub(crate) fn range(&mut self, of: &V, arg: V) -> R<V> {
        let of = self.force(of)?;
        match &*of {
            Value::Pi(_, _, range) => self.enter(range, arg),
            _ => outside("something that is no function is applied"),
        }
    }

    pub(crate) fn settle_all(&mut self, context: &Context) -> R<()> {
        match self.settle()? {
            Found::Equal => Ok(()),
            Found::Apart => Err(Fail::Mismatch("mismatch between what was found later".to_owned())),
            Found::Stuck => outside(format!("an equation under {} variables", context.level())),
        }
    }

    pub(crate) fn function(
        &mut self,
        context: &Context,
        domains: &[Domain],
        result: &Expr,
    ) -> R<Term> {
        let type_ = Rc::new(Value::Type);
        let [first, rest @ ..] = domains else { return self.check(context, result, &type_) };
        match first {
            Domain::Plain(it) => {
                let domain = self.check(context, it, &type_)?;
                let bind = Bind { name: "".into(), erased: false, implicit: false };
                let value = self.eval(&context.env, &domain)?;
                let inside = context.with("", value, false);
                let range = self.deep(|it| it.function(&inside, rest, result))?;
                Ok(Term::Pi(Rc::new(bind), Rc::new(domain), Rc::new(range)))
            }
            Domain::Named(it) => {
                let names: Vec<String> = it.names.iter().map(|it| self.word(*it)).collect();
                self.parameters(context, it, &names, &mut |kernel, inside| {
                    kernel.deep(|it| it.function(inside, rest, result))
                })
            }
            Domain::Needs(_) | Domain::Forall(_) => outside("a constraint or `forall` in a type"),
        }
    }

    pub(crate) fn parameters(
        &mut self,
        context: &Context,
        of: &Parameter,
        names: &[String],
        rest: &mut dyn FnMut(&mut Kernel, &Context) -> R<Term>,
    ) -> R<Term> {
        let [name, more @ ..] = names else { return rest(self, context) };
        let implicit = match of.given {
            Given::Explicit => false,
            Given::Implicit => true,
            Given::Auto | Given::Default(_) => return outside("an argument that is searched for"),
        };
        if of.quantity == Quantity::Linear {
            return outside("an argument that is used once");
        }
        let erased = of.quantity == Quantity::Erased;
        let Some(written) = &of.of else { return outside("a parameter without a type") };
        let domain = self.check(context, written, &Rc::new(Value::Type))?;
        let value = self.eval(&context.env, &domain)?;
        self.may_be_named(name)?;
        if name.starts_with(|c: char| c.is_ascii_uppercase()) && !self.is_library() {
            return outside(format!("`{name}` as a variable"));
        }
        let name = if name == "_" { "" } else { name };
        let inside = context.with(name, value, erased);
        let range = self.deep(|it| it.parameters(&inside, of, more, rest))?;
        let bind = Bind { name: name.into(), erased, implicit };
        Ok(Term::Pi(Rc::new(bind), Rc::new(domain), Rc::new(range)))
    }

    pub(crate) fn place(&self, it: &Expr) -> String {
        let line = self.source.tokens.get(it.tokens.start).map_or(0, |it| it.line);
        format!("line {line}")
    }
}
