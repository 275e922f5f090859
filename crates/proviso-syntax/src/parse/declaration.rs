//! Declarations.

use super::{MAX_FIELDS, Parser};
use crate::refusal::Refusal;
use crate::token::Kind;
use crate::tree::{
    At, Clause, Constructor, Data, Declaration, Expr, Given, Import, Instance, Item, Node,
    Parameter, Quantity, Record, Right, Signature, Tree,
};

/// Declarations that are not read, with what to write instead.
const UNREAD: [(&str, &str); 12] = [
    ("interface", "interfaces of its own; write functions"),
    ("mutual", "`mutual`; write the signatures first"),
    ("namespace", "name spaces of its own; choose other names"),
    ("parameters", "`parameters`; write them in each signature"),
    ("using", "`using`; write the arguments in each signature"),
    ("open", "`open`; write whole names"),
    ("infix", "operators of its own; write functions"),
    ("infixl", "operators of its own; write functions"),
    ("infixr", "operators of its own; write functions"),
    ("prefix", "operators of its own; write functions"),
    ("typebind", "operators of its own; write functions"),
    ("autobind", "operators of its own; write functions"),
];

/// Pragmas that are read, with their words.
const PRAGMAS: [(&str, &str); 2] = [("%default", "total"), ("%unbound_implicits", "off")];

impl Parser<'_> {
    /// A whole module.
    pub(super) fn module(&mut self) -> Result<Tree, Refusal> {
        let mut tree = Tree::default();
        if let Some(first) = self.tokens.iter().find(|it| it.column < self.first_column()) {
            let reason = "declarations begin in one column, which is the first";
            return Err(Refusal::new(first.range.clone(), first.line, first.column, reason));
        }
        if self.tokens.is_empty() {
            return Ok(tree);
        }
        let items = self.block(|it| it.top_level(&mut tree))?;
        tree.declarations = items.into_iter().flatten().collect();
        if self.at < self.tokens.len() {
            return self.refuse(format!("`{}` is not understood here", self.word_at(self.at)));
        }
        Ok(tree)
    }

    fn first_column(&self) -> u32 {
        self.tokens.first().map_or(1, |it| it.column)
    }

    fn top_level(&mut self, tree: &mut Tree) -> Result<Option<Declaration>, Refusal> {
        if self.is_keyword("module") {
            if self.at > 0 {
                return self.refuse("`module` stands first, and once");
            }
            self.take();
            tree.module = Some(self.module_name()?);
            return Ok(None);
        }
        if self.is_keyword("import") {
            self.take();
            let public = self.takes_keyword("public");
            let name = self.module_name()?;
            let alias = if self.kind() == Some(Kind::Name) && self.word() == "as" {
                self.take();
                Some(self.module_name()?)
            } else {
                None
            };
            tree.imports.push(Import { public, name, alias });
            return Ok(None);
        }
        self.declaration().map(Some)
    }

    fn module_name(&mut self) -> Result<At, Refusal> {
        if self.kind() == Some(Kind::Name) {
            Ok(self.take())
        } else {
            self.refuse("Expected a module")
        }
    }

    /// One declaration, with the words before it; these may stand on lines of their own.
    pub(super) fn declaration(&mut self) -> Result<Declaration, Refusal> {
        let first = self.at;
        let mut modifiers = Vec::new();
        while self.kind() == Some(Kind::Keyword)
            && matches!(
                self.word(),
                "public" | "export" | "private" | "total" | "partial" | "covering"
            )
        {
            let public = self.word() == "public";
            modifiers.push(self.take());
            if public {
                modifiers.push(self.keyword("export")?);
            }
            // What they stand before may begin on the next line, in the column of the block.
            if self.tokens.get(self.at).is_some_and(|it| it.column == self.indent) {
                self.start = self.at;
            }
        }
        let item = self.item()?;
        Ok(Declaration { modifiers, tokens: first..self.at, item })
    }

    fn item(&mut self) -> Result<Item, Refusal> {
        match self.kind() {
            Some(Kind::Pragma) => return self.pragma(),
            Some(Kind::Keyword) => match self.word() {
                "record" => return self.record(),
                "data" => return self.data(),
                "failing" => return self.failing(),
                "implementation" => {
                    self.take();
                    let head = self.left()?;
                    return self.instance(head);
                }
                word => {
                    if let Some((_, instead)) = UNREAD.iter().find(|it| it.0 == word) {
                        return self.refuse(format!("a module may not have {instead}"));
                    }
                }
            },
            _ => {}
        }
        if self.signs() {
            return Ok(Item::Signature(self.signature()?));
        }
        let left = self.left()?;
        if self.is_keyword("where") {
            return self.instance(left);
        }
        Ok(Item::Clause(self.clause(left)?))
    }

    /// `%default total`, and no other pragma but the audit's.
    fn pragma(&mut self) -> Result<Item, Refusal> {
        let word = self.word();
        let Some((_, behind)) = PRAGMAS.iter().find(|it| it.0 == word) else {
            return self.refuse(format!("the pragma `{word}` is not read"));
        };
        let words = vec![self.take()];
        if self.word() != *behind {
            return self
                .refuse(format!("the only pragma of its name that is read is `{word} {behind}`"));
        }
        Ok(Item::Pragma([words, vec![self.take()]].concat()))
    }

    fn failing(&mut self) -> Result<Item, Refusal> {
        self.take();
        if self.kind() != Some(Kind::String) {
            return self.refuse("`failing` wants the text that the message has to have");
        }
        let text = self.take();
        let body = self.block(Self::declaration)?;
        Ok(Item::Failing { text, body })
    }

    /// Whether a signature begins here: names with commas between them, and a colon.
    fn signs(&self) -> bool {
        let mut at = self.at;
        if self.kind() == Some(Kind::Number) {
            at += 1;
        }
        loop {
            if !self.is_plain_name_at(at) {
                return false;
            }
            match self.word_at(at + 1) {
                ":" => return true,
                "," => at += 2,
                _ => return false,
            }
        }
    }

    /// `0`, `1`, or nothing.
    pub(super) fn quantity(&mut self) -> Result<Quantity, Refusal> {
        if self.kind() != Some(Kind::Number) {
            return Ok(Quantity::Free);
        }
        match self.word() {
            "0" => self.at += 1,
            "1" => {
                self.at += 1;
                return Ok(Quantity::Linear);
            }
            _ => return self.refuse("a quantity is `0` or `1`"),
        }
        Ok(Quantity::Erased)
    }

    fn names(&mut self, what: &str) -> Result<Vec<At>, Refusal> {
        let mut names = vec![self.plain_name(what)?];
        while self.takes_symbol(",") {
            names.push(self.plain_name(what)?);
        }
        Ok(names)
    }

    fn signature(&mut self) -> Result<Signature, Refusal> {
        let quantity = self.quantity()?;
        let names = self.names("a name to be declared")?;
        self.symbol(":")?;
        Ok(Signature { quantity, names, of: self.whole()? })
    }

    /// A clause behind its left side.
    fn clause(&mut self, left: Expr) -> Result<Clause, Refusal> {
        let mut views = Vec::new();
        while self.takes_symbol("|") {
            views.push(self.left()?);
        }
        let right = if self.takes_keyword("impossible") {
            Right::Impossible
        } else if self.takes_keyword("with") {
            self.symbol("(")?;
            let viewed = self.whole()?;
            self.symbol(")")?;
            let clauses = self.block(|it| {
                let left = it.left()?;
                it.clause(left)
            })?;
            if clauses.is_empty() {
                return self.refuse("the cases of a `with` stand below it, to the right");
            }
            return Ok(Clause {
                left,
                views,
                right: Right::With(viewed, clauses),
                locals: Vec::new(),
            });
        } else if self.takes_symbol("=") {
            Right::Is(self.whole()?)
        } else {
            return self.refuse("Expected '=' or ':' behind what is declared");
        };
        let locals = if self.is_keyword("where") { self.locals()? } else { Vec::new() };
        Ok(Clause { left, views, right, locals })
    }

    fn locals(&mut self) -> Result<Vec<Declaration>, Refusal> {
        let at = self.take();
        let found = self.block(|it| {
            let found = it.declaration()?;
            match found.item {
                Item::Signature(_) | Item::Clause(_) => Ok(found),
                _ => it.refuse_at(
                    found.tokens.start,
                    "behind `where` functions are declared, nothing else",
                ),
            }
        })?;
        if found.is_empty() {
            self.refuse_at(at, "nothing stands behind `where`")
        } else {
            Ok(found)
        }
    }

    fn instance(&mut self, head: Expr) -> Result<Item, Refusal> {
        self.keyword("where")?;
        let body = self.block(Self::declaration)?;
        Ok(Item::Instance(Instance { head, body }))
    }

    /// Parameters behind the name of a type.
    fn parameters(&mut self) -> Result<Vec<Parameter>, Refusal> {
        let mut found = Vec::new();
        loop {
            if self.is_symbol("(") || self.is_symbol("{") {
                found.push(self.bracketed_parameter()?);
            } else if self.peek().is_some() && self.is_plain_name_at(self.at) {
                let names = vec![self.take()];
                let quantity = Quantity::Free;
                found.push(Parameter { quantity, given: Given::Explicit, names, of: None });
            } else {
                return Ok(found);
            }
        }
    }

    /// `(0 x, y : T)`, `{auto x : T}`.
    pub(super) fn bracketed_parameter(&mut self) -> Result<Parameter, Refusal> {
        let round = self.is_symbol("(");
        self.take();
        let given = if round {
            Given::Explicit
        } else if self.takes_keyword("auto") {
            Given::Auto
        } else if self.takes_keyword("default") {
            Given::Default(Box::new(self.argument_atom()?))
        } else {
            Given::Implicit
        };
        let parameter = self.parameter(given)?;
        self.symbol(if round { ")" } else { "}" })?;
        Ok(parameter)
    }

    /// `0 x, y : T`.
    fn parameter(&mut self, given: Given) -> Result<Parameter, Refusal> {
        let quantity = self.quantity()?;
        // A lone `_` is a parameter that nobody speaks of.
        let names = if self.is_symbol("_") { vec![self.take()] } else { self.names("a variable")? };
        self.symbol(":")?;
        Ok(Parameter { quantity, given, names, of: Some(self.whole()?) })
    }

    fn record(&mut self) -> Result<Item, Refusal> {
        let keyword = self.take();
        let name = self.capital_name("the name of a record")?;
        let parameters = self.parameters()?;
        self.keyword("where")?;
        self.behind(keyword)?;
        let (mut constructor, mut has_fields) = (None, false);
        let fields = self.block(|it| {
            let named = it.kind() == Some(Kind::Name)
                && it.word() == "constructor"
                && it.is_plain_name_at(it.at + 1);
            if named {
                if constructor.is_some() {
                    return it.refuse("a record has one constructor");
                }
                if has_fields {
                    return it.refuse("a record's constructor stands before its fields");
                }
                it.take();
                constructor = Some(it.capital_name("the name of a constructor")?);
                return Ok(None);
            }
            has_fields = true;
            let field = if it.is_symbol("{") {
                it.bracketed_parameter()?
            } else {
                let quantity = it.quantity()?;
                let names = it.names("the name of a field")?;
                it.symbol(":")?;
                Parameter { quantity, given: Given::Explicit, names, of: Some(it.whole()?) }
            };
            Ok(Some(field))
        })?;
        let fields: Vec<Parameter> = fields.into_iter().flatten().collect();
        if fields.iter().map(|it| it.names.len()).sum::<usize>() > MAX_FIELDS {
            return self.refuse(format!(
                "a record has at most {MAX_FIELDS} fields: put those that belong together into records of their own"
            ));
        }
        Ok(Item::Record(Record { name, parameters, constructor, fields }))
    }

    /// What a keyword opens stands to the right of it, or the compiler sees none of it.
    fn behind(&self, keyword: At) -> Result<(), Refusal> {
        let column = self.tokens[keyword].column;
        match self.peek() {
            Some(next) if next.column <= column => {
                let word = self.word_at(keyword);
                self.refuse(format!(
                    "what stands in it begins to the right of `{word}`: put `public export` on a line of its own before it"
                ))
            }
            _ => Ok(()),
        }
    }

    fn data(&mut self) -> Result<Item, Refusal> {
        let keyword = self.take();
        let name = self.capital_name("the name of a type")?;
        if self.takes_symbol(":") {
            let of = self.whole()?;
            self.keyword("where")?;
            self.behind(keyword)?;
            let groups = self.block(|it| {
                let mut names = vec![it.capital_name("the name of a constructor")?];
                while it.takes_symbol(",") {
                    names.push(it.capital_name("the name of a constructor")?);
                }
                it.symbol(":")?;
                let of = it.whole()?;
                Ok((names, of))
            })?;
            let constructors = groups
                .into_iter()
                .flat_map(|(names, of)| {
                    let one = move |name| Constructor {
                        name,
                        arguments: Vec::new(),
                        of: Some(of.clone()),
                    };
                    names.into_iter().map(one)
                })
                .collect();
            return Ok(Item::Data(Data {
                name,
                parameters: Vec::new(),
                of: Some(of),
                constructors,
            }));
        }
        let parameters = self.parameters()?;
        self.symbol("=")?;
        let mut constructors = Vec::new();
        loop {
            let constructor = self.capital_name("the name of a constructor")?;
            let mut arguments = Vec::new();
            while self.begins_atom() && !self.is_symbol("{") {
                arguments.push(self.argument_atom()?);
            }
            constructors.push(Constructor { name: constructor, arguments, of: None });
            if !self.takes_symbol("|") {
                return Ok(Item::Data(Data { name, parameters, of: None, constructors }));
            }
        }
    }

    /// The left side of a clause, or the head of an instance.
    fn left(&mut self) -> Result<Expr, Refusal> {
        let left = self.without_equals()?;
        match left.node {
            Node::Lambda(..)
            | Node::LambdaCase(_)
            | Node::Let(..)
            | Node::If(..)
            | Node::Case(..)
            | Node::Do(_)
            | Node::Rewrite(..) => {
                self.refuse_at(left.tokens.start, "a declaration does not begin like this")
            }
            _ => Ok(left),
        }
    }
}
