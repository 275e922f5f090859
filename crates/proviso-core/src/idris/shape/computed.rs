//! What may stand in the types of proofs, and in all that a verdict's conversions go through.
//!
//! Conversion is what everything rests on, and it has its own holes: two blocks of `case` or `if`
//! are the same to it where they stand in one place of the text, whatever they look at
//! (`chkConvCaseBlock`, v0.8.0), and `-0.0` is `0.0`. So none of these may stand where types are
//! compared, and what a proof says is put together of few things.
//!
//! **Invariant:** a name passes only if it is known: a variable, the model's own and then looked at
//! in turn, the facts', the library's, or one of a list of the compiler's.

use std::collections::BTreeSet;
use std::ops::Range;

use super::bearing::{comes_to_type_of, is_equation, is_variable, variables};
use super::functions::{Function, is_name};
use super::proof::{Place, Proofs};
use super::types::{last, of_library};
use super::{Complaint, Judged, complain, is_fraction, is_owed, items};
use crate::idris::name::is_library_name;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{
    Argument, At, Clause, Domain, Expr, Given, Item, Node, Piece, Quantity, Right, Signature,
};

/// Operators whose conversion can be relied on.
const OPERATORS: [&str; 20] = [
    "+", "-", "*", "==", "/=", "<", "<=", ">", ">=", "&&", "||", "++", "::", "=", ".", "$", "->",
    "=>", "**", "\\",
];

/// Those of them that instances of a model can have a say in.
const COMPARISONS: [&str; 6] = ["==", "/=", "<", "<=", ">", ">="];

/// Functions of the compiler's library that are clauses over their arguments, or primitives of
/// whole numbers and texts.
const FUNCTIONS: [&str; 37] = [
    "all",
    "and",
    "any",
    "concat",
    "concatMap",
    "cong",
    "const",
    "either",
    "flip",
    "foldl",
    "foldr",
    "fromInteger",
    "fromMaybe",
    "fst",
    "id",
    "integerToNat",
    "isJust",
    "isNothing",
    "length",
    "map",
    "maybe",
    "natToInteger",
    "negate",
    "not",
    "or",
    "pack",
    "printed",
    "product",
    "reverse",
    "snd",
    "sum",
    "sym",
    "the",
    "trans",
    "unpack",
    "zip",
    "zipWith",
];

/// How deep predicates of a model may lead to one another.
const MAX_DEPTH: usize = 8;

impl<'a> Proofs<'_, 'a> {
    /// Refuses what conversion cannot be relied on, in a stretch of the model and in every function
    /// that it names.
    pub(super) fn computed(&mut self, it: Range<At>, locals: &BTreeSet<&'a str>) -> Judged {
        let mut left = Vec::new();
        self.plain(it, locals, false, &mut left)?;
        loop {
            self.computed_functions(&mut left)?;
            // What compares means what the model's own instances say.
            if !self.compares.get() || self.instances {
                return Ok(());
            }
            self.computed_instances(&mut left)?;
            self.instances = true;
        }
    }

    fn computed_functions(&mut self, left: &mut Vec<&'a str>) -> Judged {
        while let Some(name) = left.pop() {
            if !self.computed.insert(name) {
                continue;
            }
            let judged = match self.functions.get(name) {
                Some(function) => self.computed_function(name, function, left),
                None => self.computed_type(name, left),
            };
            if judged.is_err() {
                // What led here is no better.
                self.computed.clear();
                self.instances = false;
                return judged;
            }
        }
        Ok(())
    }

    /// A record or data type of the model: what its values are made of can be in a conversion.
    fn computed_type(&self, name: &str, left: &mut Vec<&'a str>) -> Judged {
        let Some(id) = self.types.named(self.model, name).filter(|it| self.types.is_own(*it))
        else {
            return Ok(());
        };
        let ty = self.types.get(id);
        for of in ty.constructors.iter().flat_map(|it| &it.fields).filter_map(|it| it.of) {
            if matches!(of.node, Node::Function(..)) {
                self.independent(of.tokens.clone())?;
            }
            for at in of.tokens.clone() {
                let is_name = self.model.kind(at) == Some(Kind::Name);
                if is_name && !ty.locals.contains(self.model.word(at)) {
                    self.known(at, true, left)?;
                }
            }
        }
        Ok(())
    }

    /// What a comparison comes to is what the model's own instances of `Eq` and `Ord` say.
    fn computed_instances(&self, left: &mut Vec<&'a str>) -> Judged {
        let instances = items(self.model).filter_map(|it| match it {
            Item::Instance(it) if !self.is_show(&it.head) => Some(it),
            _ => None,
        });
        for it in instances.flat_map(|it| &it.body) {
            let Item::Clause(it) = &it.item else { continue };
            let Some(right) = self.right("an instance", it)? else { continue };
            let tokens = it.left.tokens.clone().map(|at| self.model.word(at));
            let locals = tokens.filter(|it| is_variable(it)).collect();
            self.plain(right.tokens.clone(), &locals, false, left)?;
        }
        Ok(())
    }

    /// Whether an instance is one of `Show`, which no comparison asks.
    fn is_show(&self, head: &Expr) -> bool {
        let of = match &head.node {
            Node::Function(_, result) => result,
            _ => head,
        };
        self.model.word(of.tokens.start) == "Show"
    }

    fn computed_function(
        &self,
        name: &'a str,
        function: &Function<'a>,
        left: &mut Vec<&'a str>,
    ) -> Judged {
        for it in &function.signatures {
            self.plain(it.of.tokens.clone(), &BTreeSet::new(), true, left)?;
            // What is one clause of variables is never stuck, so what it comes to is compared.
            if !self.always_unfolds(function) {
                self.independent(it.of.tokens.clone())?;
            }
        }
        function.clauses.iter().try_for_each(|it| self.computed_clause(name, it, left))
    }

    /// Whether a function is one clause of variables.
    fn always_unfolds(&self, function: &Function<'a>) -> bool {
        let [clause] = function.clauses[..] else { return false };
        let mut patterns = clause.left.tokens.clone().skip(1).map(|at| self.model.word(at));
        patterns.all(|it| it == "_" || is_variable(it))
    }

    /// Refuses an argument that a type names: the compiler compares no argument that it could infer
    /// from a type (`getInfPos`, v0.8.0), so a function's values would be the same to it whatever
    /// stands there.
    fn independent(&self, it: Range<At>) -> Judged {
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for at in it.clone() {
            let word = self.model.word(at);
            if self.model.kind(at) != Some(Kind::Name) {
                continue;
            }
            let declares = at + 1 < it.end && matches!(self.model.word(at + 1), ":" | ",");
            let opened = at > it.start;
            if declares && opened && named.insert(word) {
                continue;
            }
            if named.contains(word) {
                return complain_at(
                    at,
                    format!(
                        "`{word}` may not stand in a type here: what a function that a rule, a proof or `view` names takes and gives has a type of its own"
                    ),
                );
            }
        }
        Ok(())
    }

    fn computed_clause(&self, name: &str, it: &'a Clause, left: &mut Vec<&'a str>) -> Judged {
        match self.right(name, it)? {
            Some(right) => {
                let locals = variables(self.model, &it.left);
                self.plain(right.tokens.clone(), &locals, false, left)
            }
            None => Ok(()),
        }
    }

    /// What a clause comes to; nothing where it is impossible.
    fn right(&self, name: &str, it: &'a Clause) -> Judged<Option<&'a Expr>> {
        match &it.right {
            Right::Is(right) if it.locals.is_empty() && it.views.is_empty() => Ok(Some(right)),
            Right::Impossible => Ok(None),
            _ => Err(Complaint {
                tokens: it.left.tokens.clone(),
                reason: format!(
                    "`{name}` is named by a rule, a proof or `view`, so it is written in clauses without `with` and `where`"
                ),
            }),
        }
    }

    /// Refuses a word that begins a block.
    fn block(&self, at: At) -> Option<Complaint> {
        let word = self.model.word(at);
        let begins = self.model.kind(at) == Some(Kind::Keyword)
            && matches!(word, "if" | "case" | "let" | "do" | "rewrite");
        begins.then(|| Complaint {
            tokens: at..at + 1,
            reason: format!(
                "`{word}` may not stand here: what a rule or `view` says, and every function that they name, is written in clauses"
            ),
        })
    }

    /// One stretch; what it names of the model's functions is left to be looked at.
    fn plain(
        &self,
        it: Range<At>,
        locals: &BTreeSet<&'a str>,
        signature: bool,
        left: &mut Vec<&'a str>,
    ) -> Judged {
        let mut bound: BTreeSet<&str> = BTreeSet::new();
        let mut n_lambdas: usize = 0;
        let end = it.end;
        for at in it {
            let word = self.model.word(at);
            if let Some(block) = self.block(at) {
                return Err(block);
            }
            match self.model.kind(at) {
                Some(Kind::Symbol) if word == "=>" && n_lambdas > 0 => n_lambdas -= 1,
                _ if matches!(word, "auto" | "default" | "=>") => {
                    return complain_at(
                        at,
                        format!(
                            "`{word}` may not stand here: what a function that a rule, a proof or `view` names takes is written, not searched for"
                        ),
                    );
                }
                Some(Kind::Name) if last(word) == "linesOf" => {
                    return complain_at(
                        at,
                        "`linesOf` stands in what makes a document only".to_owned(),
                    );
                }
                Some(Kind::Number) if is_fraction(word) => {
                    return complain_at(
                        at,
                        "fractions are written as `Rate` or `Decimal`".to_owned(),
                    );
                }
                Some(Kind::Symbol) if word == "\\" => {
                    n_lambdas += 1;
                    let variables = (at + 1..end).take_while(|it| self.model.word(*it) != "=>");
                    for at in variables {
                        let word = self.model.word(at);
                        let is_variable = self.model.kind(at) == Some(Kind::Name)
                            && word.starts_with(|c: char| c.is_ascii_lowercase())
                            && !word.contains('.')
                            && !is_library_name(word)
                            && self.functions.get(word).is_none();
                        if is_variable {
                            bound.insert(word);
                        } else if !matches!(word, "," | "_") {
                            return complain_at(
                                at,
                                format!(
                                    "`{word}` may not stand here: a lambda in what a rule or a proof says takes plain variables with names of their own"
                                ),
                            );
                        }
                    }
                }
                Some(Kind::Symbol)
                    if word.starts_with(is_operator_character)
                        && !OPERATORS.contains(&word)
                        && !matches!(word, ":" | "|") =>
                {
                    return complain_at(
                        at,
                        format!(
                            "`{word}` may not stand in what a rule, a proof or `view` says; write a function by clauses"
                        ),
                    );
                }
                Some(Kind::Symbol) if COMPARISONS.contains(&word) => self.compares.set(true),
                Some(Kind::Name) if !locals.contains(word) && !bound.contains(word) => {
                    self.known(at, signature, left)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a name that is no variable may stand where types are compared.
    fn known(&self, at: At, signature: bool, left: &mut Vec<&'a str>) -> Judged {
        let written = self.model.word(at);
        let name = last(written);
        let of_library = is_library_name(name) && !of_library().contains(name);
        if let Some(own) = self.functions.name(name)
            && is_name(written, &self.model.name, name)
        {
            if !of_library || is_owed(name) || FUNCTIONS.contains(&name) || written != name {
                left.push(own);
                return Ok(());
            }
        } else if FUNCTIONS.contains(&name)
            || self.names.contains(name)
            || self.types.named(self.model, written).is_some()
            || self.types.constructor(written).is_some()
        {
            let made = self.types.constructor(written).map(|it| it.0);
            let of = [self.types.named(self.model, written), made].into_iter().flatten();
            left.extend(of.filter(|it| self.types.is_own(*it)).map(|it| self.types.get(it).name));
            return Ok(());
        } else if of_library {
            if name.starts_with(|c: char| c.is_ascii_uppercase())
                && !matches!(name, "Double" | "Fractional" | "FromDouble" | "Cast" | "Floating")
            {
                return Ok(());
            }
        } else if (signature && written.starts_with(|c: char| c.is_ascii_lowercase()))
            || self.model.word(at + 1) == ":"
            || (self.model.word(at + 1) == "=" && self.types.has_field(written))
        {
            // A variable of a type, or a field that is given by its name.
            return Ok(());
        }
        Err(Complaint {
            tokens: at..at + 1,
            reason: format!(
                "`{written}` may not stand in what a rule, a proof or `view` says: use fields, functions of the model by clauses, those of the facts and of `Domains.Core`, or `map`, `sum`, `length` and their like"
            ),
        })
    }

    /// What a proof says: an equation, or a rule of the facts or the library, about fields and
    /// functions of them.
    pub(super) fn statement(&mut self, it: &'a Expr, depth: usize) -> Judged {
        let it = it.ungrouped();
        match &it.node {
            Node::Row(pieces) if is_equation(self.model, pieces) => self.pieces(pieces),
            Node::Tuple(parts) => parts.iter().try_for_each(|it| self.statement(it, depth)),
            Node::Name => self.predicate(it, &[], depth),
            Node::Apply(head, arguments) if head.node == Node::Name => {
                self.predicate(head, arguments, depth)
            }
            _ => self.no_statement(it),
        }
    }

    fn predicate(&mut self, head: &'a Expr, arguments: &[Argument], depth: usize) -> Judged {
        self.operands(head, arguments)?;
        let written = self.model.word(head.tokens.start);
        let name = last(written);
        if self.types.named(self.model, written).is_some()
            || matches!(written, "So" | "Equal" | "Not")
            || self.names.contains(name)
        {
            return Ok(());
        }
        let own = self.functions.get(name).filter(|_| is_name(written, &self.model.name, name));
        let Some(function) = own else { return self.no_statement(head) };
        if self.predicates.contains(name) {
            return Ok(());
        }
        let (([signature], [clause]), true) =
            ((function.signatures.as_slice(), function.clauses.as_slice()), depth < MAX_DEPTH)
        else {
            return self.no_statement(head);
        };
        match &clause.right {
            Right::Is(right) if comes_to_type_of(self.model, &signature.of) => {
                self.plainly_taken(head, signature)?;
                self.statement(right, depth + 1)?;
                self.predicates.insert(name);
                Ok(())
            }
            _ => self.no_statement(head),
        }
    }

    fn no_statement<T>(&self, it: &Expr) -> Judged<T> {
        complain(
            it,
            format!(
                "`{}` is not what a proof says here: write an equation, `So (…)`, or a rule of the facts (`Rule3 a b`), about fields and functions of them",
                self.model.shown(it)
            ),
        )
    }

    fn pieces(&self, pieces: &[Piece]) -> Judged {
        pieces.iter().try_for_each(|it| match it {
            Piece::Operand(it) => self.operand(it),
            Piece::Operator(_) => Ok(()),
        })
    }

    fn operands(&self, at: &Expr, arguments: &[Argument]) -> Judged {
        arguments.iter().try_for_each(|it| match it {
            Argument::Explicit(it) => self.operand(it),
            Argument::Named(..) => complain(at, "arguments stand in order here, without names"),
        })
    }

    /// A value that a proof speaks of.
    fn operand(&self, it: &Expr) -> Judged {
        let it = it.ungrouped();
        match &it.node {
            Node::Name => self.taken_plainly(it),
            Node::Literal | Node::Unit | Node::Projection(_) => Ok(()),
            Node::Project(base, _) => self.operand(base),
            Node::Apply(head, arguments) => {
                self.operand(head)?;
                self.operands(it, arguments)
            }
            Node::Row(pieces) => self.pieces(pieces),
            Node::List(all) | Node::Tuple(all) => all.iter().try_for_each(|it| self.operand(it)),
            Node::Lambda(_, body) => self.operand(body),
            _ => complain(
                it,
                format!("`{}` may not stand in what a proof says", self.model.shown(it)),
            ),
        }
    }

    /// A function of the model that a proof names takes values, each written.
    fn taken_plainly(&self, it: &Expr) -> Judged {
        let written = self.model.word(it.tokens.start);
        let name = last(written);
        let own = self.functions.get(name).filter(|_| is_name(written, &self.model.name, name));
        let Some(function) = own else { return Ok(()) };
        function.signatures.iter().try_for_each(|signature| {
            if signature.quantity == Quantity::Free { Ok(()) } else { self.no_value(it) }?;
            self.plainly_taken(it, signature)
        })
    }

    fn no_value<T>(&self, it: &Expr) -> Judged<T> {
        complain(
            it,
            format!(
                "`{}` stands in what a proof says, so it takes values, none of them left out or declared with `0`",
                self.model.shown(it)
            ),
        )
    }

    fn plainly_taken(&self, it: &Expr, signature: &Signature) -> Judged {
        let Node::Function(domains, _) = &signature.of.node else { return Ok(()) };
        let plain = domains.iter().all(|it| match it {
            Domain::Plain(_) => true,
            Domain::Named(it) => {
                matches!(it.given, Given::Explicit) && it.quantity == Quantity::Free
            }
            Domain::Needs(_) | Domain::Forall(_) => false,
        });
        if plain { Ok(()) } else { self.no_value(it) }
    }

    /// What a judged function is declared with: proofs say what they may, and records of the model
    /// are applied to fields, names and numbers only.
    pub(super) fn declared_plainly(&mut self, function: &Function<'a>) -> Judged {
        for (place, of) in function.parameters() {
            match of {
                Some(of) if place == Place::Erased => self.statement(of, 0)?,
                Some(of) => self.applied_plainly(of)?,
                None => {}
            }
        }
        let Some(signature) = function.signatures.first() else { return Ok(()) };
        match &signature.of.node {
            Node::Function(_, result) => self.applied_plainly(result),
            _ => Ok(()),
        }
    }

    /// The type of a value that is no list or the like: whatever it is applied to is a field, a name
    /// or a number, also where it goes by another name.
    pub(super) fn applied_plainly(&self, of: &Expr) -> Judged {
        let mut of = of.ungrouped();
        for _ in 0..MAX_DEPTH {
            let (head, arguments): (&Expr, &[Argument]) = match &of.node {
                Node::Apply(head, arguments) => (head, arguments),
                _ => (of, &[]),
            };
            if head.node != Node::Name {
                return Ok(());
            }
            let written = self.model.word(head.tokens.start);
            if self.types.record(self.model, of, self.functions).is_none() {
                return Ok(());
            }
            for it in arguments {
                let plain = match it {
                    Argument::Explicit(it) => match &it.ungrouped().node {
                        Node::Name | Node::Literal => true,
                        Node::Project(base, _) => base.ungrouped().node == Node::Name,
                        _ => false,
                    },
                    Argument::Named(..) => false,
                };
                if !plain {
                    return complain(
                        of,
                        format!(
                            "`{}`: a record with proofs is applied to fields, names and numbers only",
                            self.model.shown(of)
                        ),
                    );
                }
            }
            match self.types.alias(self.functions, written) {
                Some(right) if self.types.named(self.model, written).is_none() => {
                    of = right.ungrouped();
                }
                _ => return Ok(()),
            }
        }
        Ok(())
    }
}

fn is_operator_character(c: char) -> bool {
    ":!#$%&*+./<=>?@\\^|-~".contains(c)
}

fn complain_at(at: At, reason: String) -> Judged {
    Err(Complaint { tokens: at..at + 1, reason })
}
