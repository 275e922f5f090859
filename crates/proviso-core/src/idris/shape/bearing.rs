//! Which types have values that can hold a proof that is asked for.
//!
//! **Invariant:** a type is taken to hold none only where everything that it is made of was
//! understood: the model's own records and data types, the facts', the library's, and a list of the
//! compiler's. Whatever else stands in a type may be anything, so that its values have to be made in
//! the open.

use std::collections::{BTreeMap, BTreeSet};

use super::functions::{Function, Functions, is_name};
use super::items;
use super::types::{self, TypeId, Types, last, speaks_of_types};
use crate::idris::syntax::Source;
use crate::idris::syntax::tree::{Argument, Domain, Expr, Item, Node, Piece, Right};

/// Types of the compiler's library that hold values of no type of a model, whatever they are
/// applied to.
const CLOSED: [&str; 20] = [
    "Bits16", "Bits32", "Bits64", "Bits8", "Bool", "Char", "Elem", "Equal", "Int", "Int16",
    "Int32", "Int64", "Int8", "Integer", "Nat", "Not", "Ordering", "So", "String", "Unit",
];

/// Those that hold values of what they are applied to.
const HOLDING: [&str; 6] = ["Dec", "Either", "List", "List1", "Maybe", "Pair"];

/// Operators that bind tighter than `=` and stand between values.
const OPERATORS: [&str; 13] =
    ["+", "-", "*", "==", "/=", "<", "<=", ">", ">=", "&&", "||", "++", "::"];

/// How many types a name may stand for before it is taken to stand for anything.
const MAX_TYPES: usize = 64;

/// How deep functions that come to types may lead to one another.
const MAX_DEPTH: usize = 16;

/// What values of a type can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Holds {
    /// That is not known.
    Anything,
    /// Values of these types.
    Types(BTreeSet<TypeId>),
}

impl Holds {
    fn nothing() -> Holds {
        Holds::Types(BTreeSet::new())
    }

    fn with(self, other: Holds) -> Holds {
        match (self, other) {
            (Holds::Types(mut all), Holds::Types(more)) => {
                all.extend(more);
                Holds::Types(all)
            }
            _ => Holds::Anything,
        }
    }
}

/// What types hold, and which of them bear proofs.
#[derive(Debug)]
pub(super) struct Bearing<'s, 'a> {
    types: &'s Types<'a>,
    functions: &'s Functions<'a>,
    /// What the functions of a model that come to types hold.
    aliases: BTreeMap<&'a str, Holds>,
    /// The functions of the facts and of the library that come to rules about values: such types say
    /// something and hold nothing.
    rules: BTreeSet<(&'a str, &'a str)>,
    /// The types that values of each are part of.
    holders: Vec<Vec<TypeId>>,
    /// The types of which it is not known what they hold.
    unknown: Vec<TypeId>,
    bearing: BTreeSet<TypeId>,
}

impl<'s, 'a> Bearing<'s, 'a> {
    pub(super) fn new(types: &'s Types<'a>, functions: &'s Functions<'a>) -> Bearing<'s, 'a> {
        let n_types = types.ids().len();
        let mut it = Bearing {
            types,
            functions,
            aliases: BTreeMap::new(),
            rules: rules(types.facts).chain(types::core().into_iter().flat_map(rules)).collect(),
            holders: vec![Vec::new(); n_types],
            unknown: Vec::new(),
            bearing: BTreeSet::new(),
        };
        let mut open = BTreeSet::new();
        for name in functions.names() {
            it.alias(name, &mut open);
        }
        for id in types.ids() {
            let of = types.get(id);
            for field in of.constructors.iter().flat_map(|it| &it.fields) {
                let held = field.of.map(|ty| it.holds(of.source, ty, &of.locals));
                match held.unwrap_or(Holds::Anything) {
                    Holds::Anything => it.unknown.push(id),
                    Holds::Types(all) => {
                        for held in all {
                            if it.holders[held].last() != Some(&id) {
                                it.holders[held].push(id);
                            }
                        }
                    }
                }
            }
        }
        it
    }

    /// From the types that proofs were taken from, those that can hold one; how many there are.
    pub(super) fn close(&mut self, asked: impl Iterator<Item = TypeId>) -> usize {
        let mut left: Vec<TypeId> = asked.collect();
        if !left.is_empty() {
            left.extend(&self.unknown);
        }
        self.bearing.clear();
        while let Some(id) = left.pop() {
            if self.bearing.insert(id) {
                left.extend(&self.holders[id]);
            }
        }
        self.bearing.len()
    }

    /// Whether values of a type can hold a proof that was asked for. Local names are variables.
    pub(super) fn bears(&self, source: &Source, of: &Expr, locals: &BTreeSet<&str>) -> bool {
        if self.bearing.is_empty() {
            return false;
        }
        match self.holds(source, of, locals) {
            Holds::Anything => true,
            Holds::Types(all) => !all.is_disjoint(&self.bearing),
        }
    }

    /// What a function of the model that comes to a type holds, once that is known.
    fn alias(&mut self, name: &'a str, open: &mut BTreeSet<&'a str>) {
        if self.aliases.contains_key(name) || open.len() > MAX_DEPTH {
            return;
        }
        let Some(function) = self.functions.get(name) else { return };
        let model = self.types.model;
        if !comes_to_type(model, function) || !open.insert(name) {
            return;
        }
        // What it leads to comes first.
        let rights = function.clauses.iter().filter_map(|it| match &it.right {
            Right::Is(right) => Some(right),
            _ => None,
        });
        for at in rights.flat_map(|it| it.tokens.clone()) {
            let named = last(model.word(at));
            if let Some(named) = self.functions.name(named) {
                self.alias(named, open);
            }
        }
        open.remove(name);
        let held = function.clauses.iter().fold(Holds::nothing(), |held, clause| {
            held.with(match &clause.right {
                Right::Is(right) if clause.locals.is_empty() => {
                    let variables = variables(model, &clause.left);
                    self.holds(model, right, &variables)
                }
                Right::Impossible => Holds::nothing(),
                _ => Holds::Anything,
            })
        });
        let many = matches!(&held, Holds::Types(all) if all.len() > MAX_TYPES);
        self.aliases.insert(name, if many { Holds::Anything } else { held });
    }

    fn holds(&self, source: &Source, of: &Expr, locals: &BTreeSet<&str>) -> Holds {
        let it = of.ungrouped();
        let all = |all: &mut dyn Iterator<Item = &Expr>| {
            all.fold(Holds::nothing(), |held, it| held.with(self.holds(source, it, locals)))
        };
        match &it.node {
            Node::Name => self.applied(source, it, &[], locals),
            Node::Apply(head, arguments) if head.node == Node::Name => {
                self.applied(source, head, arguments, locals)
            }
            Node::Unit => Holds::nothing(),
            Node::Tuple(parts) => all(&mut parts.iter()),
            Node::Row(pieces) if is_equation(source, pieces) => Holds::nothing(),
            Node::Function(domains, result) => {
                let taken = domains.iter().map(|it| match it {
                    Domain::Plain(of) => self.holds(source, of, locals),
                    Domain::Named(it) => match &it.of {
                        Some(of) => self.holds(source, of, locals),
                        None => Holds::Anything,
                    },
                    Domain::Needs(_) | Domain::Forall(_) => Holds::Anything,
                });
                taken.fold(self.holds(source, result, locals), Holds::with)
            }
            _ => Holds::Anything,
        }
    }

    /// What a type with its arguments holds.
    fn applied(
        &self,
        source: &Source,
        head: &Expr,
        arguments: &[Argument],
        locals: &BTreeSet<&str>,
    ) -> Holds {
        let written = source.word(head.tokens.start);
        // A name in small letters that is applied to nothing is a variable in a type.
        if locals.contains(written) || (arguments.is_empty() && is_variable(written)) {
            return Holds::Anything;
        }
        let mut given = Vec::new();
        for it in arguments {
            match it {
                Argument::Explicit(it) => given.push(it),
                Argument::Named(..) => return Holds::Anything,
            }
        }
        let held = |skipped: usize| {
            let rest = given.iter().skip(skipped);
            rest.fold(Holds::nothing(), |held, it| held.with(self.holds(source, it, locals)))
        };
        if let Some(id) = self.types.named(source, written) {
            let parameters = &self.types.get(id).parameters;
            let of_types = given.iter().enumerate().filter(|(place, _)| {
                let of = parameters.get(*place).copied().flatten();
                !of.is_some_and(|it| self.is_of_values(self.types.get(id).source, it))
            });
            let held = of_types
                .fold(Holds::nothing(), |held, (_, it)| held.with(self.holds(source, it, locals)));
            return held.with(Holds::Types(BTreeSet::from([id])));
        }
        if std::ptr::eq(source, self.types.model)
            && let Some(alias) = self.aliases.get(last(written))
            && is_name(written, &source.name, last(written))
        {
            return alias.clone();
        }
        if self.comes_to_rule(written) {
            return Holds::nothing();
        }
        match written {
            "Fin" => Holds::nothing(),
            "Vect" => held(1),
            _ if CLOSED.contains(&written) => Holds::nothing(),
            _ if HOLDING.contains(&written) => held(0),
            _ => Holds::Anything,
        }
    }

    /// Whether a parameter's type is one of values: a record or data type, or one of the compiler's.
    fn is_of_values(&self, source: &Source, of: &Expr) -> bool {
        let it = of.ungrouped();
        let head = match &it.node {
            Node::Apply(head, _) => head,
            _ => it,
        };
        if head.node != Node::Name || speaks_of_types(source, it) {
            return false;
        }
        let written = source.word(head.tokens.start);
        CLOSED.contains(&written)
            || HOLDING.contains(&written)
            || self.types.named(source, written).is_some()
    }

    /// Whether a name is one of these functions.
    fn comes_to_rule(&self, written: &str) -> bool {
        match written.rsplit_once('.') {
            Some(whole) => self.rules.contains(&whole),
            None => [Some(self.types.facts), types::core()]
                .into_iter()
                .flatten()
                .any(|it| self.rules.contains(&(it.name.as_str(), written))),
        }
    }
}

fn rules(source: &Source) -> impl Iterator<Item = (&str, &str)> {
    let signatures = items(source).filter_map(|it| match it {
        Item::Signature(it) => Some(it),
        _ => None,
    });
    let rules =
        signatures.filter(|it| comes_to_type_of(source, &it.of) && !takes_types(source, &it.of));
    rules.flat_map(|it| it.names.iter().map(|it| (source.name.as_str(), source.word(*it))))
}

/// Whether a row of operators is `a = b` between values. What binds weaker than `=` (`$`) or could
/// (a name between backticks) would make something else of it.
pub(super) fn is_equation(source: &Source, pieces: &[Piece]) -> bool {
    let operators = pieces.iter().filter_map(|it| match it {
        Piece::Operator(at) => Some(source.word(*at)),
        Piece::Operand(_) => None,
    });
    let mut n_equals = 0;
    for it in operators {
        if it == "=" {
            n_equals += 1;
        } else if !OPERATORS.contains(&it) {
            return false;
        }
    }
    n_equals == 1
}

/// Whether a name in a pattern is a variable: elsewhere it is a constructor.
pub(super) fn is_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains('.')
}

/// The variables in the patterns of a clause.
pub(super) fn variables<'a>(source: &'a Source, left: &Expr) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    match &left.node {
        Node::Apply(_, arguments) => given(source, arguments, &mut found),
        Node::Row(_) => pattern(source, left, &mut found),
        _ => {}
    }
    found
}

/// What stands before `=` in braces is the name of an argument and no variable.
fn given<'a>(source: &'a Source, arguments: &[Argument], found: &mut BTreeSet<&'a str>) {
    for it in arguments {
        match it {
            Argument::Explicit(it) | Argument::Named(_, Some(it)) => pattern(source, it, found),
            Argument::Named(at, None) => {
                found.insert(source.word(*at));
            }
        }
    }
}

fn pattern<'a>(source: &'a Source, it: &Expr, found: &mut BTreeSet<&'a str>) {
    let first = source.word(it.tokens.start);
    match &it.node {
        Node::Name if is_variable(first) => {
            found.insert(first);
        }
        Node::As(inside) => {
            found.insert(first);
            pattern(source, inside, found);
        }
        Node::Group(inside) => pattern(source, inside, found),
        Node::Apply(_, arguments) => given(source, arguments, found),
        Node::List(all) | Node::Tuple(all) => all.iter().for_each(|it| pattern(source, it, found)),
        Node::Pair(_, one, other) => {
            pattern(source, one, found);
            pattern(source, other, found);
        }
        Node::Row(pieces) => {
            for it in pieces {
                if let Piece::Operand(it) = it {
                    pattern(source, it, found);
                }
            }
        }
        _ => {}
    }
}

/// Whether a function with one signature comes to a type.
fn comes_to_type(source: &Source, function: &Function<'_>) -> bool {
    match function.signatures.as_slice() {
        [one] => comes_to_type_of(source, &one.of),
        _ => false,
    }
}

/// Whether a signature's result is `Type`.
pub(super) fn comes_to_type_of(source: &Source, of: &Expr) -> bool {
    let result = match &of.node {
        Node::Function(_, result) => result.ungrouped(),
        _ => of.ungrouped(),
    };
    result.node == Node::Name && source.word(result.tokens.start) == "Type"
}

fn takes_types(source: &Source, of: &Expr) -> bool {
    match &of.node {
        Node::Function(domains, _) => domains.iter().any(|it| match it {
            Domain::Plain(of) => speaks_of_types(source, of),
            Domain::Named(it) => it.of.as_ref().is_none_or(|it| speaks_of_types(source, it)),
            Domain::Needs(_) | Domain::Forall(_) => true,
        }),
        _ => false,
    }
}
