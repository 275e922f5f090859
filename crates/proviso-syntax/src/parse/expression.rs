//! Expressions, patterns and types.

use super::{MAX_FIELDS, MAX_OPERANDS, MAX_PARTS, Parser};
use crate::refusal::Refusal;
use crate::token::Kind;
use crate::tree::{
    Alternative, Argument, At, Binding, Bound, Domain, Expr, Node, Piece, Statement,
};

/// What an expression may have outside of brackets.
#[derive(Debug, Clone, Copy)]
struct Mode {
    /// `=`, which elsewhere ends it.
    equals: bool,
    /// `->`
    arrow: bool,
    /// `=>`
    needs: bool,
}

const WHOLE: Mode = Mode { equals: true, arrow: true, needs: true };
/// The left side of an equation, and the type of what is bound by one.
const NO_EQUALS: Mode = Mode { equals: false, ..WHOLE };
/// The pattern of an alternative.
const PATTERN: Mode = Mode { equals: true, arrow: false, needs: false };
/// The type of a lambda's variable.
const BOUND_TYPE: Mode = Mode { needs: false, ..WHOLE };

/// Signs that stand between expressions and are no operators.
const NO_OPERATORS: [&str; 12] =
    [":", "->", "=>", "<-", "|", "\\", "@", "..", "**", ":=", "~", ","];

impl Parser<'_> {
    /// An expression with all that there is.
    pub(super) fn whole(&mut self) -> Result<Expr, Refusal> {
        self.expression(WHOLE)
    }

    /// An expression up to `=`.
    pub(super) fn without_equals(&mut self) -> Result<Expr, Refusal> {
        self.expression(NO_EQUALS)
    }

    fn expr(&self, from: At, node: Node) -> Expr {
        Expr { tokens: from..self.at, node }
    }

    fn expression(&mut self, mode: Mode) -> Result<Expr, Refusal> {
        self.deeper(|it| it.function(mode))
    }

    /// `A -> (x : B) -> C`, or without arrows what stands there.
    fn function(&mut self, mode: Mode) -> Result<Expr, Refusal> {
        let from = self.at;
        let mut domains = Vec::new();
        let result = loop {
            if mode.arrow && self.takes_keyword("forall") {
                let mut names = vec![self.plain_name("a variable")?];
                while !self.takes_symbol(".") {
                    if !self.takes_symbol(",") {
                        return self.refuse("Expected ',' or '.'");
                    }
                    names.push(self.plain_name("a variable")?);
                }
                domains.push(Domain::Forall(names));
                continue;
            }
            if mode.arrow && self.begins_parameter() {
                let parameter = self.bracket(Self::bracketed_parameter)?;
                self.symbol("->")?;
                domains.push(Domain::Named(parameter));
                continue;
            }
            let it = self.row(mode)?;
            if mode.arrow && self.takes_symbol("->") {
                domains.push(Domain::Plain(it));
            } else if mode.needs && self.takes_symbol("=>") {
                domains.push(Domain::Needs(it));
            } else {
                break it;
            }
        };
        if domains.is_empty() {
            return Ok(result);
        }
        let n_arguments = |it: &Domain| match it {
            Domain::Named(it) => it.names.len(),
            Domain::Forall(names) => names.len(),
            Domain::Plain(_) | Domain::Needs(_) => 1,
        };
        if domains.iter().map(n_arguments).sum::<usize>() > MAX_FIELDS {
            return self.refuse(format!(
                "a function takes at most {MAX_FIELDS} arguments: put those that belong together into a record"
            ));
        }
        Ok(self.expr(from, Node::Function(domains, Box::new(result))))
    }

    /// Whether `(x : A)` or `{x : A}` begins here, and no pair `(x : A ** B)`.
    fn begins_parameter(&self) -> bool {
        let round = self.is_symbol("(");
        if !round && !self.is_symbol("{") {
            return false;
        }
        let Some(names) = self.typed_names(self.at + 1, !round) else { return false };
        !round || !self.has_pair_sign(self.at, names)
    }

    /// Where the colon stands behind `0 x, y` or `auto 0 x, y`, if there is one.
    fn typed_names(&self, at: At, braces: bool) -> Option<At> {
        let mut at = at;
        if braces && self.kind_at(at) == Some(Kind::Keyword) {
            match self.word_at(at) {
                "auto" => at += 1,
                "default" => return Some(at),
                _ => {}
            }
        }
        if self.kind_at(at) == Some(Kind::Number) {
            at += 1;
        }
        loop {
            if !self.is_plain_name_at(at) && self.word_at(at) != "_" {
                return None;
            }
            match self.word_at(at + 1) {
                ":" => return Some(at + 1),
                "," => at += 2,
                _ => return None,
            }
        }
    }

    /// Whether `**` stands in a bracket, outside of the brackets in it.
    fn has_pair_sign(&self, opening: At, from: At) -> bool {
        let closing = self.partners[opening];
        let mut at = from;
        while at < closing {
            if self.word_at(at) == "**" && self.kind_at(at) == Some(Kind::Symbol) {
                return true;
            }
            at = self.partners.get(at).copied().filter(|it| *it != usize::MAX).unwrap_or(at) + 1;
        }
        false
    }

    /// Whether the next token is an operator between operands.
    fn is_operator(&self, mode: Mode) -> bool {
        if self.kind() != Some(Kind::Symbol) {
            return false;
        }
        let word = self.word();
        if word == "=" {
            return mode.equals;
        }
        word == "`"
            || (!NO_OPERATORS.contains(&word)
                && !word.starts_with(['(', ')', '[', ']', '{', '}', '_']))
    }

    /// Takes an operator, or a name between backticks.
    fn operator(&mut self) -> Result<At, Refusal> {
        if !self.takes_symbol("`") {
            return Ok(self.take());
        }
        if self.kind() != Some(Kind::Name) {
            return self.refuse("a name stands between backticks");
        }
        let name = self.take();
        self.symbol("`")?;
        Ok(name)
    }

    /// Operands with operators between them. A section's operator may stand at either end, in
    /// brackets only: whoever reads these looks at what it gets.
    fn row(&mut self, mode: Mode) -> Result<Expr, Refusal> {
        let from = self.at;
        let mut pieces = Vec::new();
        if self.is_symbol("-") {
            pieces.push(Piece::Operator(self.take()));
        }
        self.pieces(mode, &mut pieces)?;
        match pieces.as_slice() {
            [Piece::Operand(_)] => match pieces.pop() {
                Some(Piece::Operand(it)) => Ok(it),
                _ => self.refuse("Expected an expression"),
            },
            _ => Ok(self.expr(from, Node::Row(pieces))),
        }
    }

    fn pieces(&mut self, mode: Mode, pieces: &mut Vec<Piece>) -> Result<(), Refusal> {
        loop {
            let (operand, last) = self.operand()?;
            pieces.push(Piece::Operand(operand));
            if pieces.len() > 2 * MAX_OPERANDS {
                return self.refuse(format!(
                    "more than {MAX_OPERANDS} operands stand in a row: name a part, or sum up a list"
                ));
            }
            if !self.is_operator(mode) {
                return Ok(());
            }
            if last {
                return self
                    .refuse("what ends with a block stands in brackets where an operator follows");
            }
            pieces.push(Piece::Operator(self.operator()?));
            // `(x +)`: the bracket's reader allows it.
            if self.is_symbol(")") {
                return Ok(());
            }
            // `a == -1`
            if self.is_symbol("-") {
                pieces.push(Piece::Operator(self.take()));
            }
        }
    }

    /// What stands between operators, and whether nothing but the end can follow it.
    fn operand(&mut self) -> Result<(Expr, bool), Refusal> {
        let from = self.at;
        let node = match self.word() {
            "\\" if self.is_symbol("\\") => self.lambda()?,
            "let" if self.is_keyword("let") => self.bound_locally()?,
            "if" if self.is_keyword("if") => self.choice()?,
            "case" if self.is_keyword("case") => {
                self.take();
                let of = Box::new(self.whole()?);
                self.keyword("of")?;
                Node::Case(of, self.alternatives()?)
            }
            "do" if self.is_keyword("do") => {
                self.take();
                self.no_braces()?;
                let statements = self.block(Self::statement)?;
                if statements.is_empty() {
                    return self.refuse("nothing stands behind `do`");
                }
                Node::Do(statements)
            }
            "rewrite" if self.is_keyword("rewrite") => {
                self.take();
                let rule = Box::new(self.whole()?);
                self.keyword("in")?;
                Node::Rewrite(rule, Box::new(self.whole()?))
            }
            _ => return Ok((self.application()?, false)),
        };
        Ok((self.expr(from, node), true))
    }

    fn application(&mut self) -> Result<Expr, Refusal> {
        let from = self.at;
        let head = self.bracket(Self::atom)?;
        let mut arguments = Vec::new();
        loop {
            if self.is_symbol("{") {
                if self.is_update() {
                    return self.refuse("a record update that is an argument stands in brackets");
                }
                self.named_arguments(&mut arguments)?;
            } else if self.begins_atom() {
                arguments.push(Argument::Explicit(self.argument_atom()?));
            } else {
                break;
            }
        }
        if arguments.is_empty() {
            return Ok(head);
        }
        Ok(self.expr(from, Node::Apply(Box::new(head), arguments)))
    }

    /// `{x = e, y}`
    fn named_arguments(&mut self, arguments: &mut Vec<Argument>) -> Result<(), Refusal> {
        self.take();
        loop {
            let name = self.plain_name("the name of an argument")?;
            let value = if self.takes_symbol("=") { Some(self.whole()?) } else { None };
            arguments.push(Argument::Named(name, value));
            if !self.takes_symbol(",") {
                self.symbol("}")?;
                return Ok(());
            }
        }
    }

    /// Whether an atom begins here.
    pub(super) fn begins_atom(&self) -> bool {
        match self.kind() {
            Some(Kind::Name | Kind::Number | Kind::Char | Kind::String | Kind::Hole) => true,
            Some(Kind::Symbol) => matches!(self.word(), "(" | "[" | "{" | "_"),
            _ => false,
        }
    }

    /// An atom as an argument has it.
    pub(super) fn argument_atom(&mut self) -> Result<Expr, Refusal> {
        self.deeper(Self::atom)
    }

    /// A name, a literal or a bracket, with its projections.
    fn atom(&mut self) -> Result<Expr, Refusal> {
        let from = self.at;
        let node = match self.kind() {
            Some(Kind::Name) => {
                let plain = self.is_plain_name_at(self.at);
                self.take();
                if plain && self.takes_symbol("@") {
                    Node::As(Box::new(self.argument_atom()?))
                } else {
                    Node::Name
                }
            }
            Some(Kind::Number | Kind::Char | Kind::String) => {
                self.take();
                Node::Literal
            }
            Some(Kind::Hole) => {
                self.take();
                Node::Hole
            }
            Some(Kind::Symbol) => match self.word() {
                "_" => {
                    self.take();
                    Node::Blank
                }
                "(" => self.group()?,
                "[" => self.list()?,
                "{" => self.update()?,
                word => return self.refuse(format!("Expected an expression, not '{word}'")),
            },
            Some(Kind::Keyword) => {
                return self.refuse(format!(
                    "`{}` is a keyword and no value: choose another name",
                    self.word()
                ));
            }
            Some(Kind::Projection) => return self.refuse("a field stands behind its value"),
            Some(Kind::Pragma) => return self.refuse("a pragma is no value"),
            None => return self.refuse("Expected an expression"),
        };
        let it = self.expr(from, node);
        let mut fields = Vec::new();
        while self.kind() == Some(Kind::Projection) {
            fields.push(self.take());
        }
        if fields.is_empty() {
            return Ok(it);
        }
        Ok(self.expr(from, Node::Project(Box::new(it), fields)))
    }

    /// What stands in round brackets.
    fn group(&mut self) -> Result<Node, Refusal> {
        let opening = self.take();
        if self.takes_symbol(")") {
            return Ok(Node::Unit);
        }
        if self.kind() == Some(Kind::Projection) {
            let mut fields = Vec::new();
            while self.kind() == Some(Kind::Projection) {
                fields.push(self.take());
            }
            self.symbol(")")?;
            return Ok(Node::Projection(fields));
        }
        if let Some(colon) = self.typed_names(self.at, false)
            && self.has_pair_sign(opening, colon)
        {
            let name = self.plain_name("a variable")?;
            self.symbol(":")?;
            let of = Box::new(self.whole()?);
            self.symbol("**")?;
            let rest = Box::new(self.whole()?);
            self.symbol(")")?;
            return Ok(Node::Pair(Some(name), of, rest));
        }
        let inside = self.sectioned()?;
        if self.takes_symbol("**") {
            let rest = Box::new(self.whole()?);
            self.symbol(")")?;
            return Ok(Node::Pair(None, Box::new(inside), rest));
        }
        if self.is_symbol(",") {
            let mut all = vec![inside];
            while self.takes_symbol(",") {
                all.push(self.whole()?);
            }
            if all.len() > MAX_PARTS {
                return self
                    .refuse(format!("a tuple has at most {MAX_PARTS} parts: write a record"));
            }
            self.symbol(")")?;
            return Ok(Node::Tuple(all));
        }
        if self.is_symbol(":") {
            return self.refuse(
                "a variable with its type stands before `->`; elsewhere write `the type value`",
            );
        }
        self.symbol(")")?;
        Ok(Node::Group(Box::new(inside)))
    }

    /// An expression, or a section: `(+)`, `(+ 1)`, `(1 +)`.
    fn sectioned(&mut self) -> Result<Expr, Refusal> {
        let from = self.at;
        let closes = self.word_at(self.at + 1) == ")";
        if self.is_operator(WHOLE) && (!self.is_symbol("-") || closes) {
            let mut pieces = vec![Piece::Operator(self.operator()?)];
            if !self.is_symbol(")") {
                self.pieces(WHOLE, &mut pieces)?;
            }
            return Ok(self.expr(from, Node::Row(pieces)));
        }
        self.whole()
    }

    /// `[a, b]`, `[a .. b]`
    fn list(&mut self) -> Result<Node, Refusal> {
        self.take();
        let mut all = Vec::new();
        if self.takes_symbol("]") {
            return Ok(Node::List(all));
        }
        loop {
            all.push(self.whole()?);
            if self.takes_symbol(",") {
                continue;
            }
            if self.takes_symbol("..") {
                let last = if self.is_symbol("]") { None } else { Some(Box::new(self.whole()?)) };
                self.symbol("]")?;
                return Ok(Node::Range(all, last));
            }
            if self.is_symbol("|") {
                return self.refuse("list comprehensions are not read; write `map` and `filter`");
            }
            self.symbol("]")?;
            return Ok(Node::List(all));
        }
    }

    /// `{ a := e, b.c := e }`
    fn update(&mut self) -> Result<Node, Refusal> {
        self.take();
        let mut all = Vec::new();
        loop {
            let mut path = vec![self.plain_name("the name of a field")?];
            while self.kind() == Some(Kind::Projection) {
                path.push(self.take());
            }
            self.symbol(":=")?;
            all.push((path, self.whole()?));
            if !self.takes_symbol(",") {
                self.symbol("}")?;
                return Ok(Node::Update(all));
            }
        }
    }

    fn lambda(&mut self) -> Result<Node, Refusal> {
        self.take();
        if self.takes_keyword("case") {
            return Ok(Node::LambdaCase(self.alternatives()?));
        }
        let mut bound = Vec::new();
        loop {
            let quantity = self.quantity()?;
            let pattern = self.argument_atom()?;
            let of = if self.takes_symbol(":") { Some(self.expression(BOUND_TYPE)?) } else { None };
            bound.push(Bound { quantity, pattern, of });
            if !self.takes_symbol(",") {
                break;
            }
        }
        self.symbol("=>")?;
        Ok(Node::Lambda(bound, Box::new(self.whole()?)))
    }

    fn bound_locally(&mut self) -> Result<Node, Refusal> {
        self.take();
        let bindings = self.bindings()?;
        self.keyword("in")?;
        Ok(Node::Let(bindings, Box::new(self.whole()?)))
    }

    fn bindings(&mut self) -> Result<Vec<Binding>, Refusal> {
        let found = self.block(|it| {
            let quantity = it.quantity()?;
            let pattern = it.expression(Mode { equals: false, ..PATTERN })?;
            let of = if it.takes_symbol(":") { Some(it.without_equals()?) } else { None };
            if !it.is_symbol("=") {
                return it.refuse(
                    "behind `let` a value is given by `=`; functions stand behind `where`",
                );
            }
            it.take();
            let value = it.whole()?;
            let otherwise = it.otherwise()?;
            Ok(Binding { quantity, pattern, of, value, otherwise })
        })?;
        if found.is_empty() { self.refuse("nothing stands behind `let`") } else { Ok(found) }
    }

    /// `| p => e`, as often as there are some.
    fn otherwise(&mut self) -> Result<Vec<Alternative>, Refusal> {
        let mut all = Vec::new();
        while self.takes_symbol("|") {
            all.push(self.alternative()?);
        }
        Ok(all)
    }

    fn choice(&mut self) -> Result<Node, Refusal> {
        self.take();
        let test = Box::new(self.whole()?);
        self.keyword("then")?;
        let yes = Box::new(self.whole()?);
        self.keyword("else")?;
        Ok(Node::If(test, yes, Box::new(self.whole()?)))
    }

    fn alternatives(&mut self) -> Result<Vec<Alternative>, Refusal> {
        self.no_braces()?;
        let all = self.block(Self::alternative)?;
        if all.is_empty() { self.refuse("no case stands here") } else { Ok(all) }
    }

    /// A block that is not held by layout.
    fn no_braces(&self) -> Result<(), Refusal> {
        if self.is_symbol("{") && !self.is_update() {
            return self.refuse(
                "braces around a block are not read; each line of it begins in one column",
            );
        }
        Ok(())
    }

    /// Whether `{ field :=` begins here.
    fn is_update(&self) -> bool {
        self.word_at(self.at + 2) == ":=" || self.kind_at(self.at + 2) == Some(Kind::Projection)
    }

    fn alternative(&mut self) -> Result<Alternative, Refusal> {
        let pattern = self.expression(PATTERN)?;
        if self.takes_keyword("impossible") {
            return Ok(Alternative { pattern, right: None });
        }
        self.symbol("=>")?;
        Ok(Alternative { pattern, right: Some(self.whole()?) })
    }

    fn statement(&mut self) -> Result<Statement, Refusal> {
        if self.is_keyword("let") {
            let from = self.at;
            self.take();
            let mut bindings = self.bindings()?;
            // Alternatives may stand further to the left than what they belong to.
            if let Some(last) = bindings.last_mut() {
                last.otherwise.extend(self.otherwise()?);
            }
            if !self.takes_keyword("in") {
                return Ok(Statement::Let(bindings));
            }
            let body = Box::new(self.whole()?);
            return Ok(Statement::Run(self.expr(from, Node::Let(bindings, body))));
        }
        let it = self.whole()?;
        if !self.takes_symbol("<-") {
            return Ok(Statement::Run(it));
        }
        let value = self.whole()?;
        Ok(Statement::Bind(it, value, self.otherwise()?))
    }
}
