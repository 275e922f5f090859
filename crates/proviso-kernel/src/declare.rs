//! Declarations: what a module adds to what is known.

use std::rc::Rc;

use proviso_syntax::tree::{
    Argument, Declaration, Domain, Expr, Given, Instance, Item, Node, Parameter, Piece, Quantity,
};

use crate::Kernel;
use crate::elaborate::Context;
use crate::left::Arm;
use crate::term::{Bind, Env, Fail, Head, Id, Kind, Name, R, Term, V, Value, neutral, outside};

/// Names that the compiler keeps for what is built into it.
const RESERVED: [&str; 21] = [
    "Type", "Int", "Int8", "Int16", "Int32", "Int64", "Integer", "Bits8", "Bits16", "Bits32",
    "Bits64", "String", "Char", "Double", "Lazy", "Inf", "Force", "Delay", "World", "Nat", "Void",
];

impl Kernel {
    pub(crate) fn declare(&mut self, short: &str, of: V, kind: Kind) -> Id {
        self.declare_in("", short, of, kind)
    }

    /// Declares a name in a name space of its own, as the fields of a record have one.
    pub(crate) fn declare_in(&mut self, space: &str, short: &str, of: V, kind: Kind) -> Id {
        let id = self.globals.len();
        let name: Name = format!("{}.{space}{short}", self.modules[self.module].name).into();
        let short: Name = short.into();
        self.by_name.insert(name.clone(), id);
        self.by_short.entry(short.clone()).or_default().push(id);
        self.globals.push(crate::term::Global {
            name,
            short,
            term: Rc::new(Term::Global(id)),
            value: neutral(Head::Global(id)),
            module: self.module,
            public: self.public,
            // Of a type that is no more than exported, what it is made of is not.
            exported: self.exported
                && (self.public || (space.is_empty() && !matches!(kind, Kind::Constructor(_)))),
            erased: false,
            defined: !matches!(kind, Kind::Function(..)),
            erases: erased_arguments(&of),
            of,
            implicit: Vec::new(),
            kind,
        });
        id
    }

    /// Whether the compiler lets something have this name.
    pub(crate) fn may_be_named(&self, name: &str) -> R<()> {
        if !self.is_library() && RESERVED.contains(&name) {
            return outside(format!("`{name}` as the name of something else"));
        }
        Ok(())
    }

    pub(crate) fn new_name(&self, short: &str) -> R<()> {
        self.may_be_named(short)?;
        let name = format!("{}.{short}", self.modules[self.module].name);
        if self.by_name.contains_key(name.as_str()) {
            return outside(format!("`{name}` is declared twice"));
        }
        Ok(())
    }

    pub(crate) fn declarations(&mut self, all: &[Declaration]) -> R<()> {
        let mut at = 0;
        while at < all.len() {
            let it = &all[at];
            let words: Vec<String> = it.modifiers.iter().map(|it| self.word(*it)).collect();
            self.public = words.iter().any(|it| it == "public") || self.is_library();
            self.exported = words.iter().any(|it| it == "export") || self.is_library();
            let spoken = matches!(
                it.item,
                Item::Signature(_) | Item::Record(_) | Item::Data(_) | Item::Instance(_)
            );
            if !spoken && !words.is_empty() {
                return outside("words before what has none");
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            if !matches!(
                words.as_slice(),
                [] | ["public", "export"]
                    | ["export"]
                    | ["private"]
                    | ["total"]
                    | ["public", "export", "total"]
                    | ["export", "total"]
            ) {
                return outside("words before a declaration that are not judged here");
            }
            self.line = self.source.tokens.get(it.tokens.start).map_or(0, |it| it.line);
            at += 1;
            match &it.item {
                Item::Pragma(_) => {}
                Item::Signature(it) => {
                    if it.quantity == Quantity::Linear {
                        return outside("a name that is used once");
                    }
                    let start = self.begin();
                    let of = self.auto_bound(&Context::default(), &it.of)?;
                    self.finish(start)?;
                    let value = self.eval(&Env::default(), &of)?;
                    for name in &it.names {
                        let name = self.word(*name);
                        self.new_name(&name)?;
                        let whole = format!("{}.{name}", self.modules[self.module].name);
                        let (name, kind) = match self
                            .is_library()
                            .then(|| crate::library::built_in(&whole))
                            .flatten()
                        {
                            Some((name, kind)) => (name.to_owned(), kind),
                            None => (name, Kind::Function(0, Rc::default())),
                        };
                        let id = self.declare(&name, value.clone(), kind);
                        self.globals[id].erased = it.quantity == Quantity::Erased;
                        self.types.push((id, of.clone()));
                    }
                    self.recheck()?;
                }
                Item::Clause(first) => {
                    let name = self.defined_by(&first.left);
                    let mut arms = vec![self.arm(first)?];
                    while let Some(Declaration { item: Item::Clause(next), .. }) = all.get(at)
                        && self.defined_by(&next.left) == name
                    {
                        arms.push(self.arm(next)?);
                        at += 1;
                    }
                    let whole = format!("{}.{name}", self.modules[self.module].name);
                    let id = self.id(&whole)?;
                    if self.globals[id].module != self.module
                        || self.globals[id].defined
                        || !matches!(self.globals[id].kind, Kind::Function(..))
                    {
                        return outside(format!("`{name}` cannot be defined here"));
                    }
                    let start = self.begin();
                    let context = Context { erased: self.globals[id].erased, ..Context::default() };
                    self.define(id, &context, &arms)?;
                    self.finish(start)?;
                    self.recheck()?;
                }
                Item::Record(it) => self.record(it)?,
                Item::Data(it) => self.data(it)?,
                Item::Instance(it) => self.instance(it)?,
                Item::Failing { text, body } => self.failing(*text, body)?,
            }
        }
        Ok(())
    }

    pub(crate) fn begin(&mut self) -> usize {
        self.postponed.clear();
        self.obligations.clear();
        self.trail.clear();
        self.metas.len()
    }

    /// Nothing is left open of what was made since.
    pub(crate) fn finish(&mut self, start: usize) -> R<()> {
        self.settle_all(&Context::default())?;
        if !self.postponed.is_empty() {
            return outside("an equation that cannot be decided");
        }
        for at in start..self.metas.len() {
            if self.metas[at].solution.is_none() && self.metas[at].of.is_none() {
                let name = self.metas[at].name.clone();
                return outside(format!("`{name}` is left open"));
            }
        }
        self.metas_open = 0;
        for (method, of) in std::mem::take(&mut self.obligations) {
            self.implemented(method, &of)?;
        }
        Ok(())
    }

    /// Whether a type has what a method asks for.
    pub(crate) fn implemented(&mut self, method: Id, of: &V) -> R<()> {
        self.deep(|it| {
            let of = it.force(of)?;
            let Value::Neutral(head, args) = &*of else {
                return outside("a method of no type");
            };
            match head {
                Head::Var(_) if it.assumes => Ok(()),
                Head::Global(id) => {
                    let base = it.defaults.get(&method).map_or(method, |it| it.0);
                    let found = it.instances.contains_key(&(method, *id))
                        || it.instances.contains_key(&(base, *id))
                        || it.decided.contains(&(method, *id));
                    if !found {
                        let (name, of) =
                            (it.globals[method].name.clone(), it.globals[*id].name.clone());
                        return outside(format!("`{name}` at `{of}`"));
                    }
                    if it.globals[*id].module < it.n_library && &*it.globals[method].short != "map"
                    {
                        for arg in args.iter() {
                            it.implemented(method, arg)?;
                        }
                    }
                    Ok(())
                }
                _ => outside("a method of an unknown type"),
            }
        })
    }

    /// A type, with the names that it speaks of and nobody has bound.
    pub(crate) fn auto_bound(&mut self, context: &Context, of: &Expr) -> R<Term> {
        let mut names = Vec::new();
        if self.unbound_implicits {
            let mut bound: Vec<String> =
                context.entries.iter().map(|it| it.name.to_string()).collect();
            bound.extend(context.aliases.iter().map(|it| it.name.to_string()));
            self.bindable(of, true, &mut bound, &mut names)?;
        }
        self.auto_around(context, &names, &mut |it, inside| {
            it.check(inside, of, &Rc::new(Value::Type))
        })
    }

    fn auto_around(
        &mut self,
        context: &Context,
        names: &[String],
        part: &mut dyn FnMut(&mut Kernel, &Context) -> R<Term>,
    ) -> R<Term> {
        let mut inside = context.clone();
        for name in names {
            let (_, of) = self.open(&inside, name.as_str())?;
            inside = inside.with(name, of, true);
        }
        let mut term = part(self, &inside)?;
        self.settle_all(&inside)?;
        let value = self.eval(&inside.env, &term)?;
        if !names.is_empty() {
            term = self.plain(inside.level(), &value)?;
        }
        for at in (context.level()..inside.level()).rev() {
            let it = inside.entries[at].clone();
            let of = self.plain(at, &it.of)?;
            if crate::unify::has_meta(&of) {
                return outside(format!("`{}` has no known type", it.name));
            }
            let bind = Bind { name: it.name.clone(), erased: true, implicit: true };
            term = Term::Pi(Rc::new(bind), Rc::new(of), Rc::new(term));
        }
        Ok(term)
    }

    /// The names that a type speaks of and nobody has bound, as the compiler finds them.
    pub(crate) fn bindable(
        &mut self,
        it: &Expr,
        argument: bool,
        bound: &mut Vec<String>,
        found: &mut Vec<String>,
    ) -> R<()> {
        self.deep(|kernel| {
            match &it.node {
                Node::Name => {
                    let word = kernel.word(it.tokens.start);
                    if argument
                        && word.starts_with(|c: char| c.is_ascii_lowercase())
                        && !word.contains('.')
                        && !bound.contains(&word)
                        && !found.contains(&word)
                    {
                        found.push(word);
                    }
                }
                Node::Group(it) => kernel.bindable(it, argument, bound, found)?,
                Node::Apply(head, args) => {
                    kernel.bindable(head, false, bound, found)?;
                    for it in args {
                        match it {
                            Argument::Explicit(it) | Argument::Named(_, Some(it)) => {
                                kernel.bindable(it, true, bound, found)?;
                            }
                            Argument::Named(_, None) => {}
                        }
                    }
                }
                Node::Row(pieces) => {
                    for it in pieces {
                        if let Piece::Operand(it) = it {
                            kernel.bindable(it, true, bound, found)?;
                        }
                    }
                }
                Node::Tuple(all) | Node::List(all) => {
                    for it in all {
                        kernel.bindable(it, true, bound, found)?;
                    }
                }
                Node::Project(of, _) => kernel.bindable(of, true, bound, found)?,
                Node::Function(domains, result) => {
                    let before = bound.len();
                    for it in domains {
                        match it {
                            Domain::Plain(it) | Domain::Needs(it) => {
                                kernel.bindable(it, true, bound, found)?;
                            }
                            Domain::Named(it) => {
                                if let Some(of) = &it.of {
                                    kernel.bindable(of, true, bound, found)?;
                                }
                                for name in &it.names {
                                    let name = kernel.word(*name);
                                    bound.push(name);
                                }
                            }
                            Domain::Forall(_) => return outside("`forall`"),
                        }
                    }
                    kernel.bindable(result, true, bound, found)?;
                    bound.truncate(before);
                }
                Node::Lambda(bounds, body) => {
                    let before = bound.len();
                    for it in bounds {
                        let name = kernel.word(it.pattern.tokens.start);
                        bound.push(name);
                    }
                    kernel.bindable(body, true, bound, found)?;
                    bound.truncate(before);
                }
                Node::Literal | Node::Blank | Node::Unit | Node::Projection(_) => {}
                _ => return outside("a form in a type that is not judged here"),
            }
            Ok(())
        })
    }

    fn instance(&mut self, it: &Instance) -> R<()> {
        let (domains, head) = match &it.head.ungrouped().node {
            Node::Function(domains, head) => (domains.clone(), head.ungrouped().clone()),
            _ => (Vec::new(), it.head.ungrouped().clone()),
        };
        let Node::Apply(interface, args) = &head.node else {
            return outside("an instance of nothing");
        };
        let [Argument::Explicit(of)] = args.as_slice() else {
            return outside("an instance of more than one type");
        };
        let interface = self.word(interface.tokens.start);
        let methods = crate::library::methods(&interface);
        if methods.is_empty() {
            return outside(format!("an instance of `{interface}`"));
        }
        let needs = domains.iter().any(|it| matches!(it, Domain::Needs(_)));
        if needs && !self.is_library() {
            return outside("an instance with constraints");
        }
        let mut at = 0;
        while at < it.body.len() {
            let Item::Clause(first) = &it.body[at].item else {
                return outside("a declaration in an instance that is no method");
            };
            let name = self.defined_by(&first.left);
            let mut arms: Vec<Arm> = Vec::new();
            while let Some(Declaration { item: Item::Clause(next), .. }) = it.body.get(at)
                && self.defined_by(&next.left) == name
            {
                arms.push(self.arm(next)?);
                at += 1;
            }
            let Some(method) = methods
                .iter()
                .find(|it| it.rsplit_once('.').is_some_and(|it| it.1 == name.as_str()))
            else {
                return outside(format!("`{name}` is no method of `{interface}`"));
            };
            let method = self.id(method)?;
            let start = self.begin();
            let mut names = Vec::new();
            let mut bound = Vec::new();
            let mut given = Vec::new();
            for it in &domains {
                match it {
                    Domain::Named(it) if it.given == Given::Implicit => given.push(it.clone()),
                    Domain::Needs(_) => {}
                    _ => return outside("an instance with arguments"),
                }
            }
            for it in &given {
                bound.extend(it.names.iter().map(|it| self.word(*it)));
            }
            self.bindable(of, false, &mut bound, &mut names)?;
            let mut found = None;
            let type_ = self.auto_around(&Context::default(), &names, &mut |it, inside| {
                it.given(inside, &given, &mut |it, inside| {
                    let (_, open) = it.open(inside, "instance")?;
                    let (term, _) = {
                        // What the method is a method of tells its kind.
                        let method_of = it.globals[method].of.clone();
                        let Value::Pi(_, domain, _) = &*method_of else {
                            return outside("a method without a type");
                        };
                        (it.check(inside, of, domain)?, open)
                    };
                    it.settle_all(inside)?;
                    let value = it.eval(&inside.env, &term)?;
                    let value = it.force(&value)?;
                    let Value::Neutral(Head::Global(id), spine) = &*value else {
                        return outside("an instance of no type");
                    };
                    for (at, arg) in spine.iter().enumerate() {
                        let arg = it.force(arg)?;
                        if !matches!(&*arg, Value::Neutral(Head::Var(var), xs) if *var == at && xs.is_empty()) {
                            return outside("an instance of a special case");
                        }
                    }
                    if spine.len() != inside.level() {
                        return outside("an instance with variables of its own");
                    }
                    found = Some(*id);
                    let method_of = it.globals[method].of.clone();
                    let range = it.range(&method_of, value.clone())?;
                    it.plain(inside.level(), &range)
                })
            })?;
            // The only meta that stays open stands for nothing.
            for at in start..self.metas.len() {
                if self.metas[at].solution.is_none() && &*self.metas[at].name == "instance" {
                    self.metas[at].of = Some(Rc::new(Value::Type));
                }
            }
            self.finish(start)?;
            let Some(found) = found else { return outside("an instance of no type") };
            if self.instances.contains_key(&(method, found)) {
                return outside("two instances of one type");
            }
            if self.globals[found].module != self.module && !self.is_trusted() {
                return outside("an instance of another module's type");
            }
            let value = self.eval(&Env::default(), &type_)?;
            let label = format!("{{instance {}}}", self.globals.len());
            let id = self.declare(&label, value, Kind::Function(0, Rc::default()));
            self.globals[id].public = true;
            self.globals[id].exported = true;
            self.types.push((id, type_));
            let start = self.begin();
            self.assumes = needs;
            let defined =
                self.define(id, &Context::default(), &arms).and_then(|()| self.finish(start));
            let defined = defined.and_then(|()| self.recheck());
            self.assumes = false;
            defined?;
            self.instances.insert((method, found), id);
            self.pass();
            self.again.implements(method, found, id)?;
        }
        Ok(())
    }

    fn given(
        &mut self,
        context: &Context,
        all: &[Parameter],
        part: &mut dyn FnMut(&mut Kernel, &Context) -> R<Term>,
    ) -> R<Term> {
        let [first, rest @ ..] = all else { return part(self, context) };
        let names: Vec<String> = first.names.iter().map(|it| self.word(*it)).collect();
        self.parameters(context, first, &names, &mut |it, inside| it.given(inside, rest, part))
    }

    /// A block that has to fail because two things are apart; nothing of it stays.
    fn failing(&mut self, text: usize, body: &[Declaration]) -> R<()> {
        if self.word(text) != "\"Mismatch between\"" {
            return outside("a block that fails for another reason");
        }
        self.begin();
        let (mark, n_ends) = (self.mark(), self.ends.len());
        let first = self.globals.len();
        let result = self.declarations(body);
        let missing = result.is_ok() && self.globals[first..].iter().any(|it| !it.defined);
        self.trail.clear();
        self.forget(&mark);
        self.ends.truncate(n_ends);
        self.metas_open = 0;
        match result {
            Err(Fail::Mismatch(_)) => Ok(()),
            Ok(()) if missing => outside("a block that has to fail lacks a definition"),
            Ok(()) => Err(Fail::Mismatch("a block that has to fail does not".to_owned())),
            Err(other) => Err(other),
        }
    }

    pub(crate) fn is_library(&self) -> bool {
        self.module < self.n_library
    }

    /// The library and the one text that Proviso carries.
    pub(crate) fn is_trusted(&self) -> bool {
        self.is_library() || self.modules[self.module].trusted
    }
}

/// Function types over these, in order.
pub(crate) fn telescope(all: &[(Name, Term, bool)], body: Term, implicit: Option<bool>) -> Term {
    all.iter().rev().fold(body, |body, (name, of, erased)| {
        let implicit = implicit.unwrap_or(false);
        let bind = Bind { name: name.clone(), erased: *erased || implicit, implicit };
        Term::Pi(Rc::new(bind), Rc::new(of.clone()), Rc::new(body))
    })
}

pub(crate) fn mentions_type(term: &Term) -> bool {
    crate::again::speaks(term, &|it| matches!(it, Term::Type))
}

pub(crate) fn mentions(term: &Term, id: Id) -> bool {
    crate::again::speaks(term, &|it| matches!(it, Term::Global(found) if *found == id))
}

/// Which arguments a function type erases, as far as it is one without being computed.
fn erased_arguments(of: &V) -> Vec<bool> {
    let Value::Pi(bind, _, range) = &**of else { return Vec::new() };
    let (mut all, mut rest) = (vec![bind.erased], &range.body);
    while let Term::Pi(bind, _, range) = &**rest {
        all.push(bind.erased);
        rest = range;
    }
    all
}
