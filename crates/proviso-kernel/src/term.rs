//! Terms of the core, their values, and what is declared.
//!
//! Terms count variables from the inside (indices), values from the outside (levels).

use std::sync::{Arc as Rc, Mutex};

use num_bigint::BigInt;

/// A declared name, by its place in the table.
pub(crate) type Id = usize;
/// A name.
pub(crate) type Name = Rc<str>;
/// A value, shared.
pub(crate) type V = Rc<Value>;
/// A term, shared.
pub(crate) type T = Rc<Term>;
/// The values of the variables, from the outside.
pub(crate) type Env = Vec<V>;

/// What is not computed further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Lit {
    Integer(BigInt),
    Nat(u32),
    Text(Rc<str>),
    Char(char),
}

/// What a function type or a lambda binds.
#[derive(Debug, Clone)]
pub(crate) struct Bind {
    pub(crate) name: Name,
    pub(crate) erased: bool,
    pub(crate) implicit: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Term {
    Var(usize),
    Global(Id),
    Meta(usize),
    Lit(Lit),
    Type,
    Pi(Rc<Bind>, T, T),
    Lam(Rc<Bind>, T),
    App(T, T),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    Var(usize),
    Global(Id),
    Meta(usize),
}

#[derive(Debug, Clone)]
pub(crate) struct Closure {
    pub(crate) env: Env,
    pub(crate) body: T,
}

#[derive(Debug, Clone)]
pub(crate) enum Value {
    Neutral(Head, Vec<V>),
    Lit(Lit),
    Type,
    Pi(Rc<Bind>, V, Closure),
    Lam(Rc<Bind>, Closure),
    /// Left until somebody asks for it; to be forced before it is looked at.
    Late(Rc<Late>),
}

/// What is not computed before it is asked for.
#[derive(Debug)]
pub(crate) struct Late {
    pub(crate) closure: Closure,
    /// When it was made, as the machine counts.
    pub(crate) since: u64,
    /// What it came to, and when.
    pub(crate) found: Mutex<Option<(u64, V)>>,
}

/// A pattern of a clause. Variables are places in the clause's environment.
#[derive(Debug, Clone)]
pub(crate) enum Pat {
    Var(usize),
    /// Told by the types of the others: not looked at.
    Told,
    Con(Id, Vec<Pat>),
    Lit(Lit),
}

#[derive(Debug, Clone)]
pub(crate) struct Clause {
    /// Which variables are erased.
    pub(crate) erased: Vec<bool>,
    pub(crate) pats: Vec<Pat>,
    pub(crate) right: T,
}

/// What is built in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prim {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Same,
    Less,
    AtMost,
    Compare,
    Append,
    SameText,
    SameChar,
    ShowInteger,
    Unpack,
    Pack,
    AlphaNum,
    Lower,
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// Its constructors; which of its arguments are parameters is of no matter here.
    Type(Vec<Id>),
    /// Of this type.
    Constructor(Id),
    /// So many patterns in each clause; no clauses before it is defined.
    Function(usize, Rc<Vec<Clause>>),
    Prim(Prim, usize),
    /// A method of an interface: decided by the head of its first argument.
    Method,
}

#[derive(Debug, Clone)]
pub(crate) struct Global {
    pub(crate) name: Name,
    pub(crate) short: Name,
    pub(crate) module: usize,
    pub(crate) public: bool,
    pub(crate) exported: bool,
    pub(crate) erased: bool,
    pub(crate) defined: bool,
    pub(crate) of: V,
    /// Which of its arguments are erased, as far as its type says it without being computed.
    pub(crate) erases: Vec<bool>,
    /// Which of a constructor's arguments are implicit.
    pub(crate) implicit: Vec<bool>,
    pub(crate) kind: Kind,
}

/// Why a module was not accepted.
#[derive(Debug, Clone)]
pub(crate) enum Fail {
    /// Two things that had to be equal are apart.
    Mismatch(String),
    /// Not known here.
    Outside(String),
    /// The left side of a clause that no value fits.
    Never,
}

pub(crate) type R<A> = Result<A, Fail>;

pub(crate) fn outside<A>(what: impl Into<String>) -> R<A> {
    Err(Fail::Outside(what.into()))
}

pub(crate) fn neutral(head: Head) -> V {
    Rc::new(Value::Neutral(head, Vec::new()))
}

pub(crate) fn apply_term(head: Term, args: impl IntoIterator<Item = Term>) -> Term {
    args.into_iter().fold(head, |it, arg| Term::App(Rc::new(it), Rc::new(arg)))
}
