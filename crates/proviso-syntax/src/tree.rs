//! The tree of a module: the fragment of Idris 2 that facts, models and audits are written in.
//!
//! A node knows its tokens, not its text; its reader has both. Operators stand in a row, as
//! written: what binds tighter is the compiler's to say, and nothing here depends on it.
//!
//! **Invariant:** every token of a module stands in exactly one place of its tree.

use std::ops::Range;

/// The number of a token in its module.
pub type At = usize;

/// A whole module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The name behind `module`; none for a text that has no such line.
    pub module: Option<At>,
    /// Imports, in order.
    pub imports: Vec<Import>,
    /// All else, in order.
    pub declarations: Vec<Declaration>,
}

/// `import public Data.List as L`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Whether who imports this module imports that one too.
    pub public: bool,
    /// The module.
    pub name: At,
    /// What it is called here.
    pub alias: Option<At>,
}

/// One declaration with the words before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// `public`, `export`, `private`, `total`, `partial`, `covering`, in order.
    pub modifiers: Vec<At>,
    /// Its tokens, modifiers included.
    pub tokens: Range<At>,
    /// What is declared.
    pub item: Item,
}

/// How often a value may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Never when the program runs.
    Erased,
    /// Once.
    Linear,
    /// As often as one likes.
    Free,
}

/// What a declaration declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// `%default total`: the words.
    Pragma(Vec<At>),
    /// `0 a, b : type`.
    Signature(Signature),
    /// `f x = …`, and what is like it.
    Clause(Clause),
    /// `record R (p : T) where …`.
    Record(Record),
    /// `data D = …`, `data D : T where …`.
    Data(Data),
    /// `Show X where …`.
    Instance(Instance),
    /// `failing "text"` with its declarations.
    Failing {
        /// The text that the message has to have.
        text: At,
        /// What is expected to fail.
        body: Vec<Declaration>,
    },
}

/// Names with their type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// How often they may be used.
    pub quantity: Quantity,
    /// The names.
    pub names: Vec<At>,
    /// Their type.
    pub of: Expr,
}

/// One equation of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// The function with its patterns, or an operator between its own.
    pub left: Expr,
    /// What follows `|` in the clauses of a `with`.
    pub views: Vec<Expr>,
    /// What it is.
    pub right: Right,
    /// Its local declarations.
    pub locals: Vec<Declaration>,
}

/// The right side of an equation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Right {
    /// `= …`
    Is(Expr),
    /// `impossible`
    Impossible,
    /// `with (…)` and the clauses below.
    With(Expr, Vec<Clause>),
}

/// A parameter of a record or a data type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// How often it may be used.
    pub quantity: Quantity,
    /// Whether and how it is left out where the type is used.
    pub given: Given,
    /// Its names.
    pub names: Vec<At>,
    /// Their type, where it is written.
    pub of: Option<Expr>,
}

/// Who gives an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// It is written.
    Explicit,
    /// Found by the types around it.
    Implicit,
    /// Searched for: `auto`.
    Auto,
    /// Taken if none is written: `default e`.
    Default(Box<Expr>),
}

/// A record with named fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub name: At,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its constructor, where it is named.
    pub constructor: Option<At>,
    /// Its fields, those of one type together.
    pub fields: Vec<Parameter>,
}

/// A data type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// Its name.
    pub name: At,
    /// Its parameters in the short form.
    pub parameters: Vec<Parameter>,
    /// Its type in the long form.
    pub of: Option<Expr>,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
}

/// A constructor of a data type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constructor {
    /// Its name.
    pub name: At,
    /// What it takes, in the short form.
    pub arguments: Vec<Expr>,
    /// Its type, in the long form.
    pub of: Option<Expr>,
}

/// An implementation of an interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// What it implements, with what it needs.
    pub head: Expr,
    /// Its clauses.
    pub body: Vec<Declaration>,
}

/// An expression, a pattern or a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// Its tokens.
    pub tokens: Range<At>,
    /// What it is.
    pub node: Node,
}

impl Expr {
    /// The expression without the round brackets around it.
    pub fn ungrouped(&self) -> &Expr {
        let mut it = self;
        while let Node::Group(inside) = &it.node {
            it = inside;
        }
        it
    }
}

/// What an expression is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// A name.
    Name,
    /// A number, a character or a text.
    Literal,
    /// `_`
    Blank,
    /// `?name`
    Hole,
    /// `()`
    Unit,
    /// `(e)`
    Group(Box<Expr>),
    /// `e.a.b`
    Project(Box<Expr>, Vec<At>),
    /// `(.a.b)`
    Projection(Vec<At>),
    /// `f x {y = z}`
    Apply(Box<Expr>, Vec<Argument>),
    /// Operands and operators in a row, as in `a + b * c` or `-1`; sections in their brackets.
    Row(Vec<Piece>),
    /// `A -> (x : B) -> C`: what is taken, in order, and what comes of it.
    Function(Vec<Domain>, Box<Expr>),
    /// `\x, y => e`
    Lambda(Vec<Bound>, Box<Expr>),
    /// `\case …`
    LambdaCase(Vec<Alternative>),
    /// `let x = e in e`
    Let(Vec<Binding>, Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `case e of …`
    Case(Box<Expr>, Vec<Alternative>),
    /// `do …`
    Do(Vec<Statement>),
    /// `rewrite p in e`
    Rewrite(Box<Expr>, Box<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `(x : A ** B)`, `(a ** b)`: the variable, where it is named with a type, and both sides.
    Pair(Option<At>, Box<Expr>, Box<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `[a .. b]`, `[a, b .. c]`, `[a ..]`
    Range(Vec<Expr>, Option<Box<Expr>>),
    /// `{ a := e, b.c $= f }`, applied to a record behind it
    Update(Vec<(Vec<At>, Expr)>),
    /// `x@p`
    As(Box<Expr>),
}

/// What a function takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Domain {
    /// `A ->`
    Plain(Expr),
    /// `(x : A) ->`, `{auto 0 x : A} ->`
    Named(Parameter),
    /// `Eq a =>`
    Needs(Expr),
    /// `forall a, b .`
    Forall(Vec<At>),
}

/// An argument of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// `x`
    Explicit(Expr),
    /// `{x = e}`, `{x}`
    Named(At, Option<Expr>),
}

/// A part of a row of operators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// What stands between operators.
    Operand(Expr),
    /// An operator, or a name between backticks.
    Operator(At),
}

/// A variable of a lambda.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// How often it may be used.
    pub quantity: Quantity,
    /// The variable or pattern.
    pub pattern: Expr,
    /// Its type, where it is written.
    pub of: Option<Expr>,
}

/// A line of a `let`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// How often it may be used.
    pub quantity: Quantity,
    /// The variable or pattern.
    pub pattern: Expr,
    /// Its type, where it is written.
    pub of: Option<Expr>,
    /// What it is.
    pub value: Expr,
    /// What to do where the pattern does not fit.
    pub otherwise: Vec<Alternative>,
}

/// A line of a `case`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// What fits.
    pub pattern: Expr,
    /// What it then is; none for `impossible`.
    pub right: Option<Expr>,
}

/// A line of a `do`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    /// `p <- e`, with what to do where the pattern does not fit.
    Bind(Expr, Expr, Vec<Alternative>),
    /// `let …`
    Let(Vec<Binding>),
    /// `e`
    Run(Expr),
}
