//! Terms of the core, their values, and what is declared.
//!
//! Terms count variables from the inside (indices), values from the outside (levels).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use num_bigint::BigInt;

/// A declared name, by its place in the table.
pub(crate) type Id = usize;
/// A name.
pub(crate) type Name = Rc<str>;
/// A value, shared.
pub(crate) type V = Rc<Value>;
/// A term, shared.
pub(crate) type T = Rc<Term>;

/// The values of variables: those that were added last, and what they were added to. It is shared by
/// all closures that are made in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Env(Option<Rc<Frame>>);

#[derive(Debug)]
struct Frame {
    last: Added,
    outer: Env,
}

#[derive(Debug)]
enum Added {
    One(V),
    Few([Option<V>; FEW], usize),
    All(Vec<V>),
}

/// So many are kept in the frame itself: most clauses have no more variables.
const FEW: usize = 4;

fn few(all: impl Iterator<Item = V>) -> Added {
    let (mut kept, mut n) = ([const { None }; FEW], 0);
    for (to, from) in kept.iter_mut().zip(all) {
        *to = Some(from);
        n += 1;
    }
    Added::Few(kept, n)
}

impl Env {
    /// These, from the outside, and no others.
    pub(crate) fn of(all: Vec<V>) -> Env {
        Env::default().with_all(all)
    }

    /// One more, the innermost.
    pub(crate) fn with(&self, it: V) -> Env {
        self.framed(Added::One(it))
    }

    /// These more, the last the innermost.
    pub(crate) fn with_all(&self, mut all: Vec<V>) -> Env {
        match all.len() {
            0 => self.clone(),
            1..=FEW => self.framed(few(all.drain(..))),
            _ => self.framed(Added::All(all)),
        }
    }

    /// The values of a clause's variables, in their order, which are taken out; none where one is
    /// missing.
    pub(crate) fn of_clause(slots: &mut Vec<Option<V>>) -> Option<Env> {
        if slots.iter().any(Option::is_none) {
            return None;
        }
        Some(match slots.len() {
            1..=FEW => Env::default().framed(few(slots.drain(..).flatten())),
            _ => Env::of(slots.drain(..).flatten().collect()),
        })
    }

    fn framed(&self, last: Added) -> Env {
        Env(Some(Rc::new(Frame { last, outer: self.clone() })))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// What a variable stands for, counted from the inside.
    pub(crate) fn get(&self, mut index: usize) -> Option<&V> {
        let mut env = self;
        loop {
            let frame = env.0.as_deref()?;
            match &frame.last {
                Added::One(it) if index == 0 => return Some(it),
                Added::One(_) => index -= 1,
                Added::Few(all, n) => match n.checked_sub(index + 1) {
                    Some(at) => return all[at].as_ref(),
                    None => index -= n,
                },
                Added::All(all) => match all.len().checked_sub(index + 1) {
                    Some(at) => return Some(&all[at]),
                    None => index -= all.len(),
                },
            }
            env = &frame.outer;
        }
    }
}

/// What is not computed further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Lit {
    Integer(Rc<BigInt>),
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

#[derive(Debug)]
pub(crate) enum Value {
    Neutral(Head, Spine),
    Lit(Lit),
    Type,
    Pi(Rc<Bind>, V, Closure),
    Lam(Rc<Bind>, Closure),
    /// Left until somebody asks for it; to be forced before it is looked at.
    Late(Late),
}

/// What something is applied to, with a mark of the machine: whether it was found to be stuck, and
/// when.
#[derive(Debug)]
pub(crate) struct Spine {
    args: Vec<V>,
    pub(crate) mark: Cell<u64>,
}

impl Spine {
    pub(crate) fn marked(args: Vec<V>, mark: u64) -> Spine {
        Spine { args, mark: Cell::new(mark) }
    }
}

impl From<Vec<V>> for Spine {
    fn from(args: Vec<V>) -> Spine {
        Spine::marked(args, 0)
    }
}

impl std::ops::Deref for Spine {
    type Target = [V];

    fn deref(&self) -> &[V] {
        &self.args
    }
}

/// What is not computed before it is asked for.
#[derive(Debug)]
pub(crate) struct Late {
    pub(crate) closure: Closure,
    /// When it was made, as the machine counts.
    pub(crate) since: u64,
    /// What it came to, and when.
    pub(crate) found: RefCell<Option<(u64, V)>>,
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
    /// It by itself.
    pub(crate) term: T,
    pub(crate) value: V,
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
    Rc::new(Value::Neutral(head, Vec::new().into()))
}

pub(crate) fn apply_term(head: Term, args: impl IntoIterator<Item = Term>) -> Term {
    args.into_iter().fold(head, |it, arg| Term::App(Rc::new(it), Rc::new(arg)))
}
