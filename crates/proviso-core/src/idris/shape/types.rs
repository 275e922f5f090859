//! The records and data types that a model can speak of: its own, its facts', the library's.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::functions::{Functions, is_name};
use super::items;
use crate::idris::emit;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{Domain, Expr, Given, Item, Node, Parameter, Quantity, Right};
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
    pub(super) name: &'a str,
    pub(super) fields: Vec<Field<'a>>,
}

/// What a constructor takes.
#[derive(Debug)]
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
    pub(super) is_record: bool,
    pub(super) constructors: Vec<Constructor<'a>>,
    /// Parameters and fields that are values, so that a type may speak of them.
    values: BTreeSet<&'a str>,
}

/// All of them.
#[derive(Debug)]
pub(super) struct Types<'a> {
    model: &'a Source,
    all: Vec<Type<'a>>,
}

impl<'a> Types<'a> {
    pub(super) fn new(model: &'a Source, facts: &'a Source) -> Types<'a> {
        let mut all = Vec::new();
        for source in [Some(model), Some(facts), CORE.as_ref()].into_iter().flatten() {
            all.extend(items(source).filter_map(|it| read(source, it)));
        }
        Types { model, all }
    }

    pub(super) fn get(&self, id: TypeId) -> &Type<'a> {
        &self.all[id]
    }

    pub(super) fn ids(&self) -> Range<TypeId> {
        0..self.all.len()
    }

    /// The type that a name means in a module.
    pub(super) fn named(&self, source: &Source, written: &str) -> Option<TypeId> {
        let fits = |it: &Type<'_>| is_name(written, &it.source.name, it.name);
        let own = self.all.iter().position(|it| std::ptr::eq(it.source, source) && fits(it));
        own.or_else(|| self.all.iter().position(fits))
    }

    /// The constructor that a name means in the model.
    pub(super) fn constructor(&self, written: &str) -> Option<(TypeId, &Constructor<'a>)> {
        self.all.iter().enumerate().find_map(|(id, it)| {
            let fits = |of: &&Constructor<'_>| is_name(written, &it.source.name, of.name);
            Some((id, it.constructors.iter().find(fits)?))
        })
    }

    /// Whether a record that a model can see has a field of this name.
    pub(super) fn has_field(&self, name: &str) -> bool {
        let records = self.all.iter().filter(|it| it.is_record);
        let constructors = records.flat_map(|it| &it.constructors);
        constructors.flat_map(|it| &it.fields).any(|it| it.name == name)
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
    fn alias(&self, functions: &Functions<'a>, written: &str) -> Option<&'a Expr> {
        let name = written.rsplit('.').next().unwrap_or(written);
        let function = functions.get(name).filter(|_| is_name(written, &self.model.name, name))?;
        let ([_], [clause]) = (function.signatures.as_slice(), function.clauses.as_slice()) else {
            return None;
        };
        match (&clause.left.node, &clause.right) {
            (Node::Name, Right::Is(right)) => Some(right),
            _ => None,
        }
    }

    /// Whether values of a type can hold one of some types; true also where that cannot be told.
    pub(super) fn mentions(
        &self,
        source: &Source,
        of: &Expr,
        values: &dyn Fn(&str) -> bool,
        functions: &Functions<'a>,
        wanted: &dyn Fn(TypeId) -> bool,
    ) -> bool {
        self.mentions_within(source, of, values, functions, wanted, MAX_ALIASES)
    }

    fn mentions_within(
        &self,
        source: &Source,
        of: &Expr,
        values: &dyn Fn(&str) -> bool,
        functions: &Functions<'a>,
        wanted: &dyn Fn(TypeId) -> bool,
        left: usize,
    ) -> bool {
        of.tokens.clone().filter(|it| source.kind(*it) == Some(Kind::Name)).any(|at| {
            let written = source.word(at);
            if let Some(id) = self.named(source, written) {
                return wanted(id);
            }
            if self.constructor(written).is_some() || values(written) {
                return false;
            }
            if std::ptr::eq(source, self.model)
                && let Some(right) = self.alias(functions, written)
            {
                return left == 0
                    || self.mentions_within(source, right, values, functions, wanted, left - 1);
            }
            let last = written.rsplit('.').next().unwrap_or(written);
            // A function of the model may come to any type, a variable may be one; the library's and
            // the facts' functions come to values.
            functions.get(last).is_some_and(|it| {
                it.signatures.iter().any(|it| speaks_of_types(self.model, &it.of))
            }) || (last.starts_with(|c: char| c.is_ascii_lowercase())
                && functions.get(last).is_none()
                && !self.is_function_of_ours(last))
        })
    }

    /// Whether the library or the facts declare a function of this name.
    fn is_function_of_ours(&self, name: &str) -> bool {
        let mut sources: Vec<&Source> = Vec::new();
        for it in &self.all {
            if !std::ptr::eq(it.source, self.model)
                && !sources.iter().any(|s| std::ptr::eq(*s, it.source))
            {
                sources.push(it.source);
            }
        }
        sources.iter().any(|source| {
            items(source).any(|it| match it {
                Item::Signature(it) => it.names.iter().any(|it| source.word(*it) == name),
                _ => false,
            })
        })
    }
}

impl Type<'_> {
    /// Whether a name is a value in the types of its fields.
    pub(super) fn has_value(&self, name: &str) -> bool {
        self.values.contains(name)
    }
}

/// Whether `Type` stands in an expression.
pub(super) fn speaks_of_types(source: &Source, it: &Expr) -> bool {
    it.tokens.clone().any(|at| source.word(at) == "Type")
}

/// The names that are declared at the top of the library and of the facts.
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
    match item {
        Item::Record(it) => {
            let fields: Vec<Field<'a>> =
                it.fields.iter().flat_map(|it| fields(source, it)).collect();
            let both = it.parameters.iter().chain(&it.fields);
            Some(Type {
                source,
                name: source.word(it.name),
                is_record: true,
                values: values(source, both),
                constructors: it
                    .constructor
                    .map(|it| Constructor { name: source.word(it), fields })
                    .into_iter()
                    .collect(),
            })
        }
        Item::Data(it) => {
            let constructors = it.constructors.iter().map(|it| Constructor {
                name: source.word(it.name),
                fields: match &it.of {
                    None => it.arguments.iter().map(plain).collect(),
                    Some(of) => taken(source, of),
                },
            });
            Some(Type {
                source,
                name: source.word(it.name),
                is_record: false,
                values: values(source, it.parameters.iter()),
                constructors: constructors.collect(),
            })
        }
        _ => None,
    }
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

/// Names whose type is written and is no type of types.
fn values<'a>(source: &'a Source, all: impl Iterator<Item = &'a Parameter>) -> BTreeSet<&'a str> {
    let is_value = |it: &&Parameter| it.of.as_ref().is_some_and(|it| !speaks_of_types(source, it));
    all.filter(is_value).flat_map(|it| it.names.iter().map(|it| source.word(*it))).collect()
}
