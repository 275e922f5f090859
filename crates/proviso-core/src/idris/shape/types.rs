//! The records and data types that a model can speak of: its own, its facts', the library's.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::functions::{Functions, is_name};
use super::patterns::is_variable;
use super::{is_owed, items};
use crate::idris::emit;
use crate::idris::name::is_library_name;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{At, Domain, Expr, Given, Item, Node, Parameter, Quantity, Right};
use crate::idris::syntax::{self, Source};

/// How many names may stand for one another before a type is reached.
const MAX_ALIASES: usize = 8;

/// The trusted library, read.
static CORE: LazyLock<Option<Source>> = LazyLock::new(|| syntax::read(&emit::core()).ok());

/// A record or a data type, by its place in [`Types`].
pub(super) type TypeId = usize;

/// A constructor with what it takes.
#[derive(Debug)]
pub(super) struct Constructor<'a> {
    /// Empty for a record that does not name it.
    pub(super) name: &'a str,
    pub(super) fields: Vec<Field<'a>>,
    /// Its type, in the long form of a data type.
    pub(super) of: Option<&'a Expr>,
    /// What nobody writes and the compiler finds: a small letter that stands for nothing before it,
    /// an argument of a type that is not spelled out. Empty where there is none.
    pub(super) left_open: &'a str,
}

/// What a constructor takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    /// Empty where it has no name.
    pub(super) name: &'a str,
    pub(super) erased: bool,
    /// Whether who makes a value writes it.
    pub(super) explicit: bool,
    pub(super) of: Option<&'a Expr>,
}

/// A record or a data type.
#[derive(Debug)]
pub(super) struct Type<'a> {
    pub(super) source: &'a Source,
    pub(super) name: &'a str,
    /// Where that stands.
    pub(super) at: At,
    pub(super) is_record: bool,
    /// Whether it is declared in the long form with what its values are told apart by.
    pub(super) indexed: bool,
    /// Whether parameters of it are left to the compiler.
    pub(super) is_open: bool,
    /// The types of its parameters that are written where it is used, in order; none where a
    /// parameter's is not written.
    pub(super) parameters: Vec<Option<&'a Expr>>,
    pub(super) constructors: Vec<Constructor<'a>>,
    /// The names of its parameters, and of the fields of a record: in the types of its fields they
    /// are variables.
    pub(super) locals: BTreeSet<&'a str>,
    /// The parameters among them.
    pub(super) variables: BTreeSet<&'a str>,
}

impl<'a> Type<'a> {
    /// Whether it is applied to something before it is a type of values.
    pub(super) fn has_parameters(&self) -> bool {
        self.indexed || !self.variables.is_empty()
    }

    /// What is a variable in the type of a field: parameters, and the fields before it.
    pub(super) fn before(&self, field: &str) -> impl Iterator<Item = &'a str> {
        let fields = self.constructors.iter().flat_map(|it| &it.fields).map(|it| it.name);
        let before = fields.take_while(move |it| *it != field);
        self.variables.iter().copied().chain(before)
    }
}

/// All of them.
#[derive(Debug)]
pub(super) struct Types<'a> {
    pub(super) model: &'a Source,
    pub(super) facts: &'a Source,
    all: Vec<Type<'a>>,
    by_name: BTreeMap<&'a str, Vec<TypeId>>,
    /// Types that have a constructor of a name, with its place among theirs.
    by_constructor: BTreeMap<&'a str, Vec<(TypeId, usize)>>,
    fields: BTreeSet<&'a str>,
    /// All names that the facts declare.
    of_facts: BTreeSet<&'a str>,
}

impl<'a> Types<'a> {
    pub(super) fn new(model: &'a Source, facts: &'a Source) -> Types<'a> {
        let mut all = Vec::new();
        for source in [Some(model), Some(facts), core()].into_iter().flatten() {
            all.extend(items(source).filter_map(|it| read(source, it)));
        }
        let mut by_name: BTreeMap<&str, Vec<TypeId>> = BTreeMap::new();
        let mut by_constructor: BTreeMap<&str, Vec<(TypeId, usize)>> = BTreeMap::new();
        let mut fields = BTreeSet::new();
        for (id, it) in all.iter().enumerate() {
            by_name.entry(it.name).or_default().push(id);
            let named = it.constructors.iter().enumerate().filter(|it| !it.1.name.is_empty());
            for (place, of) in named {
                by_constructor.entry(of.name).or_default().push((id, place));
            }
            if it.is_record {
                let all = it.constructors.iter().flat_map(|it| &it.fields);
                fields.extend(all.map(|it| it.name));
            }
        }
        let of_facts = declared(facts);
        Types { model, facts, all, by_name, by_constructor, fields, of_facts }
    }

    pub(super) fn get(&self, id: TypeId) -> &Type<'a> {
        &self.all[id]
    }

    pub(super) fn ids(&self) -> Range<TypeId> {
        0..self.all.len()
    }

    /// Whether a type is the model's own.
    pub(super) fn is_own(&self, id: TypeId) -> bool {
        std::ptr::eq(self.all[id].source, self.model)
    }

    /// The type that a name means in a module.
    pub(super) fn named(&self, source: &Source, written: &str) -> Option<TypeId> {
        let ids = self.by_name.get(last(written))?;
        let fits =
            |it: &&TypeId| is_name(written, &self.all[**it].source.name, self.all[**it].name);
        let own = ids.iter().find(|it| std::ptr::eq(self.all[**it].source, source) && fits(it));
        own.or_else(|| ids.iter().find(fits)).copied()
    }

    /// The constructor that a name means in the model.
    pub(super) fn constructor(&self, written: &str) -> Option<(TypeId, &Constructor<'a>)> {
        let name = last(written);
        self.by_constructor.get(name)?.iter().find_map(|(id, place)| {
            let it = &self.all[*id];
            let found = it.constructors.get(*place)?;
            is_name(written, &it.source.name, name).then_some((*id, found))
        })
    }

    /// Whether a record that a model can see has a field of this name.
    pub(super) fn has_field(&self, name: &str) -> bool {
        self.fields.contains(name)
    }

    /// Whether a name without its module can mean nothing but the model's own: of several things of
    /// one name, a field's function among them, the compiler takes the one that fits.
    pub(super) fn means_one(&self, name: &str) -> bool {
        !self.has_field(name) && !is_library_name(name) && !self.of_facts.contains(name)
    }

    /// The function of the model that a name means, and nothing else.
    pub(super) fn function(&self, functions: &Functions<'a>, written: &str) -> Option<&'a str> {
        let name = last(written);
        let is_own = is_name(written, &self.model.name, name)
            && (written != name || is_owed(name) || self.means_one(name));
        functions.name(name).filter(|_| is_own)
    }

    /// The record that a type comes to, seen from a module; what it is applied to is left out.
    pub(super) fn record(
        &self,
        source: &Source,
        of: &Expr,
        functions: &Functions<'a>,
    ) -> Option<TypeId> {
        let (mut source, mut of) = (source, of);
        for _ in 0..MAX_ALIASES {
            let head = match &of.ungrouped().node {
                Node::Apply(head, _) => head,
                _ => of.ungrouped(),
            };
            if head.node != Node::Name {
                return None;
            }
            let written = source.word(head.tokens.start);
            if let Some(id) = self.named(source, written) {
                return Some(id).filter(|it| self.all[*it].is_record);
            }
            (source, of) = (self.model, self.alias(functions, written)?);
        }
        None
    }

    /// What a name of the model stands for: `Won = Money KRW`.
    pub(super) fn alias(&self, functions: &Functions<'a>, written: &str) -> Option<&'a Expr> {
        let function = functions.get(self.function(functions, written)?)?;
        let ([_], [clause]) = (function.signatures.as_slice(), function.clauses.as_slice()) else {
            return None;
        };
        match (&clause.left.node, &clause.right) {
            (Node::Name, Right::Is(right)) if clause.locals.is_empty() => Some(right),
            _ => None,
        }
    }
}

/// The trusted library.
pub(super) fn core() -> Option<&'static Source> {
    CORE.as_ref()
}

/// A name without the module before it.
pub(super) fn last(written: &str) -> &str {
    written.rsplit('.').next().unwrap_or(written)
}

/// Whether `Type` stands in an expression.
pub(super) fn speaks_of_types(source: &Source, it: &Expr) -> bool {
    it.tokens.clone().any(|at| source.word(at) == "Type")
}

/// Whether a signature's result is `Type`.
pub(super) fn comes_to_type_of(source: &Source, of: &Expr) -> bool {
    let result = match &of.node {
        Node::Function(_, result) => result.ungrouped(),
        _ => of.ungrouped(),
    };
    result.node == Node::Name && source.word(result.tokens.start) == "Type"
}

/// The names that are declared at the top of a module.
pub(super) fn declared(source: &Source) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for item in items(source) {
        match item {
            Item::Signature(it) => names.extend(it.names.iter().map(|it| source.word(*it))),
            Item::Record(it) => {
                names.insert(source.word(it.name));
                names.extend(it.constructor.map(|it| source.word(it)));
            }
            Item::Data(it) => {
                names.insert(source.word(it.name));
                names.extend(it.constructors.iter().map(|it| source.word(it.name)));
            }
            _ => {}
        }
    }
    names
}

/// The names that the trusted library declares at its top.
pub(super) fn of_library() -> &'static BTreeSet<&'static str> {
    static NAMES: LazyLock<BTreeSet<&'static str>> =
        LazyLock::new(|| CORE.as_ref().map(declared).unwrap_or_default());
    &NAMES
}

fn read<'a>(source: &'a Source, item: &'a Item) -> Option<Type<'a>> {
    let nothing = |_: &str| false;
    match item {
        Item::Record(it) => {
            let fields: Vec<Field<'a>> =
                it.fields.iter().flat_map(|it| fields(source, it)).collect();
            let variables = names(source, &it.parameters);
            let locals = fields.iter().map(|it| it.name).chain(variables.clone()).collect();
            let name = it.constructor.map_or("", |it| source.word(it));
            let mut bound = BTreeSet::new();
            let is_open = leave_open(source, &it.parameters, &mut bound);
            let left_open = open_in(source, &it.fields, &mut bound, &nothing).unwrap_or_default();
            Some(Type {
                source,
                name: source.word(it.name),
                at: it.name,
                is_record: true,
                indexed: false,
                is_open,
                parameters: parameters(&it.parameters),
                constructors: vec![Constructor { name, fields, of: None, left_open }],
                locals,
                variables,
            })
        }
        Item::Data(it) => {
            let mut bound = BTreeSet::new();
            let is_open = leave_open(source, &it.parameters, &mut bound)
                || it.of.as_ref().is_some_and(|of| indices_open(source, of));
            let own = source.word(it.name);
            let constructors = it.constructors.iter().map(|it| Constructor {
                left_open: match &it.of {
                    Some(of) => open_of(source, of, own, &nothing),
                    None => it
                        .arguments
                        .iter()
                        .find_map(|of| unbound(source, of, &|it| bound.contains(it))),
                }
                .unwrap_or_default(),
                name: source.word(it.name),
                fields: match &it.of {
                    None => it.arguments.iter().map(plain).collect(),
                    Some(of) => taken(source, of),
                },
                of: it.of.as_ref(),
            });
            let variables = names(source, &it.parameters);
            Some(Type {
                source,
                name: source.word(it.name),
                at: it.name,
                is_record: false,
                indexed: it.of.as_ref().is_some_and(|of| source.shown(of) != "Type"),
                is_open,
                parameters: match &it.of {
                    None => parameters(&it.parameters),
                    Some(of) => indices(of),
                },
                constructors: constructors.collect(),
                locals: variables.clone(),
                variables,
            })
        }
        _ => None,
    }
}

fn names<'a>(source: &'a Source, all: &[Parameter]) -> BTreeSet<&'a str> {
    all.iter().flat_map(|it| it.names.iter().map(|it| source.word(*it))).collect()
}

fn parameters(all: &[Parameter]) -> Vec<Option<&Expr>> {
    let written = all.iter().filter(|it| it.given == Given::Explicit);
    written.flat_map(|it| it.names.iter().map(|_| it.of.as_ref())).collect()
}

/// What a data type in the long form takes.
fn indices(of: &Expr) -> Vec<Option<&Expr>> {
    let Node::Function(domains, _) = &of.node else { return Vec::new() };
    let mut found = Vec::new();
    for it in domains {
        match it {
            Domain::Plain(of) => found.push(Some(of)),
            Domain::Named(it) if it.given == Given::Explicit => {
                found.extend(it.names.iter().map(|_| it.of.as_ref()));
            }
            _ => {}
        }
    }
    found
}

/// Whether the type of a data type in the long form leaves something to the compiler.
fn indices_open(source: &Source, of: &Expr) -> bool {
    let Node::Function(domains, _) = &of.node else { return false };
    let hidden = |it: &Domain| matches!(it, Domain::Named(it) if it.given != Given::Explicit);
    domains.iter().any(hidden) || open_of(source, of, "Type", &|_| false).is_some()
}

fn plain(of: &Expr) -> Field<'_> {
    Field { name: "", erased: false, explicit: true, of: Some(of) }
}

fn fields<'a>(source: &'a Source, it: &'a Parameter) -> impl Iterator<Item = Field<'a>> {
    it.names.iter().map(move |name| Field {
        name: source.word(*name),
        erased: it.quantity == Quantity::Erased,
        explicit: it.given == Given::Explicit,
        of: it.of.as_ref(),
    })
}

/// What a constructor in the long form takes.
fn taken<'a>(source: &'a Source, of: &'a Expr) -> Vec<Field<'a>> {
    let Node::Function(domains, _) = &of.node else { return Vec::new() };
    let mut found = Vec::new();
    for it in domains {
        match it {
            Domain::Plain(of) => found.push(plain(of)),
            Domain::Named(it) => found.extend(fields(source, it)),
            Domain::Needs(of) => {
                found.push(Field { name: "", erased: false, explicit: false, of: Some(of) });
            }
            Domain::Forall(_) => {}
        }
    }
    found
}

/// The first name in small letters in a type that nobody knows: a variable.
fn unbound<'a>(source: &'a Source, of: &Expr, known: &dyn Fn(&str) -> bool) -> Option<&'a str> {
    let is_name = |at: &usize| source.kind(*at) == Some(Kind::Name);
    let names = of.tokens.clone().filter(is_name).map(|at| source.word(at));
    names.into_iter().find(|it| is_variable(it) && !known(it))
}

/// Whether parameters of a type leave something to the compiler: themselves, or a part of their types.
fn leave_open<'a>(source: &'a Source, all: &'a [Parameter], bound: &mut BTreeSet<&'a str>) -> bool {
    let open = open_in(source, all, bound, &|_| false);
    open.is_some() || all.iter().any(|it| it.given != Given::Explicit)
}

/// What parameters or fields leave open, in order; each may speak of those before it.
fn open_in<'a>(
    source: &'a Source,
    all: &'a [Parameter],
    bound: &mut BTreeSet<&'a str>,
    known: &dyn Fn(&str) -> bool,
) -> Option<&'a str> {
    let mut found = None;
    for it in all {
        let names = it.names.iter().map(|it| source.word(*it));
        let open = match &it.of {
            Some(of) => unbound(source, of, &|it| bound.contains(it) || known(it)),
            None => names.clone().next(),
        };
        found = found.or(open);
        bound.extend(names);
    }
    found
}

/// What the type of a constructor leaves open: it is the name of its data type, or a row of arrows
/// before that.
pub(super) fn open_of<'a>(
    source: &'a Source,
    of: &'a Expr,
    own: &'a str,
    known: &dyn Fn(&str) -> bool,
) -> Option<&'a str> {
    let head = |it: &Expr| match &it.node {
        Node::Apply(head, _) if head.node == Node::Name => source.word(head.tokens.start) == own,
        Node::Name => source.word(it.tokens.start) == own,
        _ => false,
    };
    let mut bound = BTreeSet::new();
    let (domains, result): (&[Domain], &Expr) = match &of.node {
        Node::Function(domains, result) => (domains, result),
        _ => (&[], of),
    };
    for it in domains {
        let open = match it {
            Domain::Plain(of) => unbound(source, of, &|it| bound.contains(it) || known(it)),
            Domain::Named(it) => open_in(source, std::slice::from_ref(it), &mut bound, known),
            Domain::Needs(_) | Domain::Forall(_) => Some(own),
        };
        if open.is_some() {
            return open;
        }
    }
    if head(result) {
        unbound(source, result, &|it| bound.contains(it) || known(it))
    } else {
        Some(own)
    }
}
