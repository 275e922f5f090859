//! What may stand in the types of proofs, and in all that a verdict's conversions go through.
//!
//! Conversion is what everything rests on, and it has holes of its own (v0.8.0). It compares no
//! argument that a type of the function names (`getInfPos`): where a function waits for another
//! argument, its values are the same whatever stands there. Two blocks of `case` or `if` are the same
//! where they stand in one place of the text (`chkConvCaseBlock`). And `-0.0` is `0.0`. So what a
//! proof says is put together of few things.
//!
//! **Invariant:** a name passes only if it is known: a variable, the model's own and then looked at
//! in turn, the facts', the library's, or one of a list of the compiler's. What no conversion may
//! leave out is no argument of any of them: the model's own functions name none of theirs in a type,
//! whoever writes it; those of the facts and the library name none that is there when they run, and
//! what is not there when they run is told by the values that they are given.

use std::collections::BTreeSet;

use super::functions::{Function, is_name};
use super::patterns::{Given, braces, erased_apart, no_constructor, variables};
use super::proof::{Place, Proofs};
use super::term::{Mode, Scope};
use super::types::{Constructor, Field, Type, comes_to_type_of, last, open_of};
use super::{Complaint, Judged, complain, declared, items, library, reads_literals};
use crate::idris::name::is_library_name;
use crate::idris::syntax::Source;
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{
    Argument, At, Clause, Domain, Expr, Instance, Item, Node, Quantity, Right,
};

/// A module whose functions of those names are others, which come to `Dec (All p xs)`.
const QUANTIFIERS: (&str, [&str; 2]) = ("Data.List.Quantifiers", ["all", "any"]);

impl<'a> Proofs<'_, 'a> {
    /// Refuses what conversion cannot be relied on, in an expression of the model and in every
    /// function that it names.
    pub(super) fn computed(
        &mut self,
        it: &'a Expr,
        locals: impl IntoIterator<Item = &'a str>,
        mode: Mode,
    ) -> Judged {
        let mut on = Scope::new(locals, mode);
        self.term(it, &mut on)?;
        self.computed_names(on.left)
    }

    /// The type of a function that is judged: its arguments may be named in it, since what is made
    /// and what is proved is never stuck on one.
    pub(super) fn computed_signature(&mut self, it: &'a Expr) -> Judged {
        let mut on = Scope::new([], Mode::Type);
        self.spine(it, true, &mut on)?;
        self.tells_all(it, &mut Vec::new())?;
        self.computed_names(on.left)
    }

    /// The type of a function, or of a value; whether functions are among what it takes.
    fn spine(&self, it: &'a Expr, takes_functions: bool, on: &mut Scope<'a>) -> Judged {
        match &it.ungrouped().node {
            Node::Function(domains, result) => self.domains(domains, result, takes_functions, on),
            _ => self.result(it, on),
        }
    }

    /// The same of a function that can be stuck.
    pub(super) fn arrows(&self, it: &'a Expr, on: &mut Scope<'a>) -> Judged {
        if let Node::Function(domains, result) = &it.ungrouped().node
            && let Some(at) = named(self.model, domains, result, false)
        {
            return self.no_argument(at);
        }
        self.spine(it, true, on)
    }

    fn computed_names(&mut self, mut left: Vec<&'a str>) -> Judged {
        let mut led = Vec::new();
        loop {
            while let Some(name) = left.pop() {
                if let Some(refused) = self.refused.get(name).cloned() {
                    return self.refuse(led, refused);
                }
                if !self.computed.insert(name) {
                    continue;
                }
                led.push(name);
                let n_left = left.len();
                let compared = self.compares.replace(false);
                let judged = match self.functions.get(name) {
                    Some(function) => self.computed_function(name, function, &mut left),
                    None => self.computed_type(name, &mut left),
                };
                self.leads.note(name, &left[n_left..]);
                if self.compares.replace(compared || self.compares.get()) {
                    self.leads_to_instances(name);
                }
                if let Err(refused) = judged {
                    return self.refuse(led, refused);
                }
            }
            if let Err(refused) = self.leads_on(&led) {
                return self.refuse(led, refused);
            }
            // What compares means what the model's own instances say.
            if !self.compares.get() || self.instances {
                return Ok(());
            }
            let n_left = left.len();
            self.computed_instances(&mut left)?;
            self.instances_lead(&left[n_left..]);
            self.instances = true;
        }
    }

    /// What led to what is refused is no better; which of these did is not known.
    fn refuse(&mut self, led: Vec<&'a str>, refused: Complaint) -> Judged {
        for it in led {
            self.computed.remove(it);
            self.refused.insert(it, refused.clone());
        }
        Err(refused)
    }

    /// A record or data type of the model: what its values are made of can be in a conversion.
    fn computed_type(&self, name: &str, left: &mut Vec<&'a str>) -> Judged {
        let Some(id) = self.types.named(self.model, name).filter(|it| self.types.is_own(*it))
        else {
            return Ok(());
        };
        let ty = self.types.get(id);
        self.leaves_nothing_open(ty)?;
        let mut on = Scope::new(ty.variables.iter().copied(), Mode::Type);
        for of in ty.parameters.iter().flatten() {
            self.result(of, &mut on)?;
            self.tells_all(of, &mut on.variables)?;
        }
        for constructor in &ty.constructors {
            match constructor.of {
                Some(of) => self.spine(of, false, &mut on)?,
                None => {
                    for field in &constructor.fields {
                        if let Some(of) = field.of {
                            self.term(of, &mut on)?;
                            self.tells_all(of, &mut on.variables)?;
                        }
                        on.variables.push(field.name);
                    }
                }
            }
        }
        left.append(&mut on.left);
        Ok(())
    }

    /// Refuses a type of which the compiler finds a part: a parameter that is not written, or what a
    /// constructor takes.
    fn leaves_nothing_open(&self, ty: &Type<'a>) -> Judged {
        self.parameters_told(ty)?;
        for it in &ty.constructors {
            self.constructor_told(ty, it)?;
            if let Some(hidden) = it.fields.iter().find(|it| !it.explicit) {
                return complain_at(ty.at, hidden_field(ty, hidden));
            }
        }
        Ok(())
    }

    /// Refuses a type with parameters that are not written.
    pub(super) fn parameters_told(&self, ty: &Type<'a>) -> Judged {
        if !ty.is_open {
            return Ok(());
        }
        complain_at(
            ty.at,
            format!(
                "`{}` has parameters that are left to the compiler: write each with its type, as in `record {} (n : Integer)`",
                ty.name, ty.name
            ),
        )
    }

    /// Refuses a constructor whose type is not spelled out.
    pub(super) fn constructor_told(&self, ty: &Type<'a>, it: &Constructor<'a>) -> Judged {
        // One of these that stands alone is a variable all the same, and refused where types are
        // looked at.
        let known = |it: &str| {
            self.functions.get(it).is_some() || is_library_name(it) || self.told.is_trusted(it)
        };
        let Some(of) = it.of else { return Ok(()) };
        let Some(name) = open_of(ty.source, of, ty.name, &known) else {
            return self.tells_all(of, &mut ty.variables.iter().copied().collect());
        };
        let reason = if name == ty.name {
            format!(
                "the type of `{}` is written as `{name}`, or as what it takes and then `{name}`, without brackets around it and other names for it",
                it.name
            )
        } else {
            format!(
                "`{name}` in the type of `{}` is left to the compiler: write it as an argument, `({name} : …) ->`",
                it.name
            )
        };
        complain_at(of.tokens.start, reason)
    }

    /// Refuses a type in which something is left to the compiler.
    pub(super) fn tells_all(&self, of: &'a Expr, locals: &mut Vec<&'a str>) -> Judged {
        if self.told.is_told(of, locals) {
            return Ok(());
        }
        complain(
            of,
            format!(
                "`{}`: a part of this type is left to the compiler, which may find another in each place; such types are made of types, fields, numbers and functions of these (for `rows = []` write `length rows = 0`, for `fee = MkMoney 0` `fee.units = 0`)",
                self.model.shown(of)
            ),
        )
    }

    /// What a comparison comes to is what the model's own instances of `Eq` and `Ord` say.
    fn computed_instances(&self, left: &mut Vec<&'a str>) -> Judged {
        let instances = items(self.model).filter_map(|it| match it {
            Item::Instance(it) if !self.is_show(&it.head) => Some(it),
            _ => None,
        });
        for instance in instances {
            let Node::Apply(_, of) = &instance.head.node else {
                return complain(
                    &instance.head,
                    "what a rule compares is of a type of its own: write the instance for that, without `=>`",
                );
            };
            let mut on = Scope::new([], Mode::Type);
            for it in of {
                let Argument::Explicit(it) = it else {
                    return complain(&instance.head, "an instance is for a type that is written");
                };
                self.term(it, &mut on)?;
                self.tells_all(it, &mut on.variables)?;
            }
            left.append(&mut on.left);
            self.compare_written(instance)?;
            for it in &instance.body {
                let Item::Clause(it) = &it.item else { continue };
                self.computed_clause("an instance", it, left)?;
            }
        }
        Ok(())
    }

    /// Refuses an instance of `Ord` that leaves `compare` to the compiler: what that makes of `<` are
    /// two blocks of `if` that stand in one place, which are the same to conversion (v0.8.0).
    fn compare_written(&self, instance: &Instance) -> Judged {
        let is_compare = |it: &Item| match it {
            Item::Clause(it) => self.model.defined(&it.left) == "compare",
            _ => false,
        };
        let is_ord = self.model.word(instance.head.tokens.start) == "Ord";
        if !is_ord || instance.body.iter().any(|it| is_compare(&it.item)) {
            return Ok(());
        }
        complain(
            &instance.head,
            "an instance of `Ord` is given by `compare`, and not by `<` and its like: `compare x y = compare x.amount y.amount`",
        )
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
            let is_value = it.quantity == Quantity::Free || comes_to_type_of(self.model, &it.of);
            if !is_value || !function.parameters().iter().all(|it| it.0 == Place::Value) {
                return complain(
                    &it.of,
                    format!(
                        "`{name}` is named by a rule, a proof or `view`, so it is a value and takes values, none of them left out or declared with `0`"
                    ),
                );
            }
            let mut on = Scope::new([], Mode::Type);
            self.arrows(&it.of, &mut on)?;
            self.tells_all(&it.of, &mut on.variables)?;
            left.append(&mut on.left);
        }
        function.clauses.iter().try_for_each(|it| self.computed_clause(name, it, left))?;
        self.ends(name, function)
    }

    fn computed_clause(&self, name: &str, it: &'a Clause, left: &mut Vec<&'a str>) -> Judged {
        let right = self.right(name, it)?;
        self.pattern_told(&it.left)?;
        let mut on = Scope::new(variables(self.model, &it.left), Mode::Value);
        self.term(right, &mut on)?;
        left.append(&mut on.left);
        Ok(())
    }

    /// Refuses patterns of a function that take out what the compiler found.
    pub(super) fn patterns_told(&self, function: &Function<'a>) -> Judged {
        function.clauses.iter().try_for_each(|it| self.pattern_told(&it.left))
    }

    /// Refuses a pattern that takes out what the compiler found.
    fn pattern_told(&self, left: &Expr) -> Judged {
        if let Some(at) = braces(self.model, left, &|written, field| self.is_field(written, field))
        {
            return self.no_brace(at);
        }
        let is_made = |written: &str| {
            self.types.constructor(written).is_some() || library::is_constructor(last(written))
        };
        if let Some(at) = no_constructor(self.model, left, &is_made) {
            return complain_at(
                at,
                format!(
                    "`{}` is no constructor that is known here: a pattern takes apart what is made of constructors, and no type",
                    self.model.word(at)
                ),
            );
        }
        // Which of its constructors make a value of such a type is the compiler's word, and it holds
        // some for impossible that are not (v0.8.0): to it `x + 0` is never `5`.
        if let Some(at) = no_constructor(self.model, left, &|it| !self.is_indexed(it)) {
            return complain_at(
                at,
                format!(
                    "`{}` makes a value of a type that says which values it has, as `Mark 5` does: no pattern takes such apart here; give the type no arguments, and say what holds in a field that is declared with `0`",
                    self.model.word(at)
                ),
            );
        }
        if let Some(it) = erased_apart(self.model, left, &|it| self.takes(it)) {
            return complain(
                it,
                format!(
                    "`{}` stands for what is declared with `0`, which a pattern may name or leave out (`_`), and not take apart",
                    self.model.shown(it)
                ),
            );
        }
        match variables(self.model, left).into_iter().find(|it| reads_literals(it)) {
            Some(name) => complain(
                left,
                format!("literals are read by `{name}`; choose another name for a variable"),
            ),
            None => Ok(()),
        }
    }

    /// Whether a constructor has a field that is written.
    pub(super) fn is_field(&self, constructor: &str, field: &str) -> bool {
        let made = self.types.constructor(constructor);
        made.is_some_and(|it| it.1.fields.iter().any(|it| it.explicit && it.name == field))
    }

    /// Whether the type of what a constructor makes tells its values apart.
    fn is_indexed(&self, constructor: &str) -> bool {
        match self.types.constructor(constructor) {
            Some((id, _)) => self.types.get(id).indexed,
            None => library::is_indexed(last(constructor)),
        }
    }

    /// What a constructor is given that is written.
    fn takes(&self, constructor: &str) -> Given<'a> {
        match self.types.constructor(constructor) {
            Some((_, made)) => {
                let written = made.fields.iter().filter(|it| it.explicit);
                written.map(|it| (it.name, it.erased)).collect()
            }
            None => library::takes(last(constructor)),
        }
    }

    /// The function of the model that a name means.
    pub(super) fn own_function(&self, written: &str) -> Option<&Function<'a>> {
        self.functions.get(self.types.function(self.functions, written)?)
    }

    /// Refuses what is given in braces and is no field.
    pub(super) fn no_brace<T>(&self, at: At) -> Judged<T> {
        complain_at(
            at,
            format!(
                "`{{{} = …}}` may not stand here: what a rule or `view` names is given what is written, and of records their fields",
                self.model.word(at)
            ),
        )
    }

    /// What a clause comes to. None is impossible: which values a type has is the compiler's word.
    fn right(&self, name: &str, it: &'a Clause) -> Judged<&'a Expr> {
        match &it.right {
            Right::Is(right) if it.locals.is_empty() && it.views.is_empty() => Ok(right),
            Right::Impossible => complain(
                &it.left,
                format!(
                    "`{name}` is named by a rule, a proof or `view`, so each of its clauses comes to a value: none is `impossible`"
                ),
            ),
            _ => Err(Complaint {
                tokens: it.left.tokens.clone(),
                reason: format!(
                    "`{name}` is named by a rule, a proof or `view`, so it is written in clauses without `with` and `where`"
                ),
            }),
        }
    }

    pub(super) fn no_argument<T>(&self, at: At) -> Judged<T> {
        complain_at(
            at,
            format!(
                "`{}` may not stand in a type here: what a function that a rule, a proof or `view` names takes and gives has a type of its own",
                self.model.word(at)
            ),
        )
    }

    /// A name that stands alone in a type in small letters: a variable, whatever else it names.
    pub(super) fn variable_of_type(&self, at: At) -> Judged {
        let name = self.model.word(at);
        let instead = if self.functions.get(name).is_some() {
            format!("write `{}.{name}`", self.model.name)
        } else if let Some((module, _)) = self.told.trusted.keys().find(|it| it.1 == name) {
            format!("write `{module}.{name}`")
        } else if is_library_name(name) {
            format!("write `\\it => {name} it`, or a function of the model by its whole name")
        } else {
            "what a function that a rule, a proof or `view` names takes and gives has a type of its own, such as `Integer` or `Money KRW`".to_owned()
        };
        complain_at(
            at,
            format!(
                "`{name}` stands alone in a type, where it is a variable to the compiler: {instead}"
            ),
        )
    }

    /// Whether a name that is no variable may stand where types are compared.
    pub(super) fn known(&self, at: At, left: &mut Vec<&'a str>) -> Judged {
        let written = self.model.word(at);
        let name = last(written);
        let is_function = written == name && self.is_function(name);
        if let Some(own) = self.functions.name(name)
            && is_name(written, &self.model.name, name)
        {
            // Of two things of one name the compiler takes the one that fits.
            if self.types.function(self.functions, written).is_some() {
                left.push(own);
                return Ok(());
            }
            return complain_at(
                at,
                format!(
                    "`{name}` is the name of a field, or of something in the library or the facts, as well: write `{}.{name}`, or call it otherwise",
                    self.model.name
                ),
            );
        } else if is_function || self.told.is_trusted(written) || library::is_type(written) {
            if name == "compare" {
                self.compares.set(true);
            }
            return Ok(());
        }
        let made = self.types.constructor(written).map(|it| it.0);
        let of = [self.types.named(self.model, written), made];
        if of.iter().any(Option::is_some) {
            let own = of.into_iter().flatten().filter(|it| self.types.is_own(*it));
            left.extend(own.map(|it| self.types.get(it).name));
            return Ok(());
        }
        if matches!(written, "Vect" | "Fin" | "FZ" | "FS" | "All" | "Any") {
            return complain_at(
                at,
                format!(
                    "`{written}` may not stand in what a rule, a proof or `view` says: write a `List`, a number or a function of clauses"
                ),
            );
        }
        let foreign = |it: &str| it.starts_with(|c: char| !c.is_ascii());
        let instead = if written != name && written.split('.').any(foreign) {
            &format!(
                "to the compiler a name is a variable only if it begins with a small letter from a to z: begin it with one, as in `a{written}`"
            )
        } else if self.types.has_field(name) {
            "write a field behind what it is taken of, as in `c.amounts.total`"
        } else if declared(Some(self.facts)).contains(name) {
            "a type of its own names what it takes"
        } else {
            "use fields, functions of the model by clauses, those of the facts and of `Domains.Core`, or `map`, `sum`, `length` and their like"
        };
        complain_at(
            at,
            format!("`{written}` may not stand in what a rule, a proof or `view` says: {instead}"),
        )
    }

    /// Whether a name is one of the functions of the compiler's library, and of no others.
    fn is_function(&self, name: &str) -> bool {
        let (module, others) = QUANTIFIERS;
        let shadowed = || {
            let imports = &self.model.tree.imports;
            imports.iter().any(|it| self.model.word(it.name) == module)
        };
        library::is_function(name) && !(others.contains(&name) && shadowed())
    }
}

/// Where a function's type names one of its arguments; what is not there when it runs may be left
/// out of account.
pub(super) fn named(
    source: &Source,
    domains: &[Domain],
    result: &Expr,
    but_erased: bool,
) -> Option<At> {
    let mut bound: BTreeSet<&str> = BTreeSet::new();
    let mention = |bound: &BTreeSet<&str>, it: &Expr| {
        let mut at = it.tokens.clone();
        at.find(|it| source.kind(*it) == Some(Kind::Name) && bound.contains(source.word(*it)))
    };
    for domain in domains {
        let (of, names, erased): (Option<&Expr>, &[At], bool) = match domain {
            Domain::Plain(of) | Domain::Needs(of) => (Some(of), &[], false),
            Domain::Named(it) => (it.of.as_ref(), &it.names, it.quantity == Quantity::Erased),
            Domain::Forall(names) => (None, names, true),
        };
        if let Some(at) = of.and_then(|it| mention(&bound, it)) {
            return Some(at);
        }
        if !(erased && but_erased) {
            bound.extend(names.iter().map(|it| source.word(*it)));
        }
    }
    mention(&bound, result)
}

/// What is said of a field that nobody writes.
pub(super) fn hidden_field(ty: &Type<'_>, field: &Field<'_>) -> String {
    let field = match field.name {
        "" => "what the compiler is to find for".to_owned(),
        name => format!("the field `{name}` of"),
    };
    format!("{field} `{}` has to be written without braces", ty.name)
}

pub(super) fn complain_at<T>(at: At, reason: String) -> Judged<T> {
    Err(Complaint { tokens: at..at + 1, reason })
}
