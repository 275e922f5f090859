//! A checker of proofs of its own, for the fragment of Idris 2 that Proviso writes.
//!
//! What it is worth, and what was asked of it, is in `docs/kernel.md`. What stands:
//!
//! * reader and layout are `proviso-syntax`, which the core admits models with as well;
//! * an elaborator with metas and pattern unification, records, data types, indexed ones included,
//!   functions by clauses with `case`, `if`, `let`, `where` and `do` in `Either`, instances of `Eq`,
//!   `Ord` and `Show`, `failing` and `impossible`;
//! * coverage with types that rule cases out, size-change termination, strict positivity, quantities
//!   0 and ω, visibility, and no values that are made of types outside of the trusted texts;
//! * a second checker over explicit terms, with a machine, conversion, coverage, positivity, types,
//!   quantities and termination of its own: what it does not take is not accepted.
//!
//! What does not: the small library is not yet held against the real one by proofs; the compiler
//! reduces some open terms in another order, so that what is *stuck* may differ; a `let` is checked
//! for any value that it may have.
//!
//! **Invariants:** pure. *Accepted* needs every equation to be *equal*; *refused* needs two
//! constructors or literals that are apart; whatever else, a budget that is used up and a panic
//! included, is *outside*.
#![deny(missing_docs)]

mod again;
mod calls;
mod cover;
mod declare;
mod docs;
mod elaborate;
mod left;
mod library;
mod machine;
mod mark;
mod named;
mod operators;
mod prim;
mod quick;
mod recheck;
mod size;
mod term;
mod types;
mod unify;
mod warm;
mod written;

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use proviso_syntax::token::Token;
use proviso_syntax::tree::Tree;

use crate::left::Claim;
use crate::quick::{Map, Set};
use crate::term::{Bind, Fail, Global, Id, Name, R, T, Term, V, outside};
use crate::unify::{Meta, Postponed};

/// A module's name and text.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// The name that it goes by.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Whether it is one that Proviso carries, which may do what no other may.
    pub carried: bool,
}

/// How much may be computed: once of what Proviso carries, and as much again of all else. What is deeper
/// needs more stack than the caller may have: some hundred bytes to some thousand for each level, by how
/// the crate is compiled.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// Steps.
    pub steps: u64,
    /// Steps within steps.
    pub depth: u32,
}

/// What the kernel says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// All that the target states is proved.
    Accepted,
    /// Two things that had to be equal are apart.
    Refused(Place),
    /// Not judged.
    Outside(Place),
}

impl Judgement {
    /// It in one word, and what was found where it is not accepted.
    pub fn told(&self) -> (&'static str, Option<&Place>) {
        match self {
            Judgement::Accepted => ("accepted", None),
            Judgement::Refused(it) => ("refused", Some(it)),
            Judgement::Outside(it) => ("outside", Some(it)),
        }
    }
}

/// What was found, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The module.
    pub module: String,
    /// The line of the declaration, from 1; 0 where it is of no line.
    pub line: u32,
    /// What was found.
    pub what: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.module.as_str(), self.line) {
            ("", _) => write!(f, "{}", self.what),
            (module, 0) => write!(f, "{module}: {}", self.what),
            (module, line) => write!(f, "{module}:{line}: {}", self.what),
        }
    }
}

/// Judges a module with all that it imports.
///
/// What Proviso carries is worked out as far as it is named, and kept in the thread: a budget that is
/// enough for all of it is so every time.
pub fn judge(modules: &[Text<'_>], target: &str, budget: Budget) -> Judgement {
    let mut kernel = Kernel::new(budget);
    let result = catch_unwind(AssertUnwindSafe(|| {
        // Who is not read here is found to be so when it is loaded.
        let own = modules.iter().filter(|it| !it.carried);
        let own = own.filter_map(|it| Some((it.name.to_owned(), read(it.text, it.name).ok()?)));
        let sources: Vec<(String, Source)> = own.collect();
        match warm::kernel(modules, &sources, target, budget) {
            Some(it) => kernel = it,
            None => kernel.library()?,
        }
        kernel.sources = sources;
        kernel.load(modules, target, 0).map(|_| ())
    }));
    let place = |what: String| Place {
        module: kernel.modules.get(kernel.module).map_or_else(String::new, |it| it.name.clone()),
        line: kernel.line,
        what,
    };
    match result {
        Ok(Ok(())) => Judgement::Accepted,
        Ok(Err(Fail::Mismatch(what))) => Judgement::Refused(place(what)),
        Ok(Err(Fail::Outside(what))) => Judgement::Outside(place(what)),
        Ok(Err(Fail::Never)) => Judgement::Outside(place("a clause that no value fits".to_owned())),
        Err(_) => Judgement::Outside(place("the kernel failed".to_owned())),
    }
}

#[derive(Debug, Clone)]
struct Module {
    name: String,
    trusted: bool,
    /// Those that are seen by whoever sees this one, itself included.
    shown: BTreeSet<usize>,
}

#[derive(Debug, Default, Clone)]
struct Source {
    text: String,
    tokens: Vec<Token>,
    tree: Tree,
}

#[derive(Clone)]
struct Kernel {
    steps: u64,
    depth: u32,
    globals: Vec<Global>,
    by_name: Map<Name, Id>,
    by_short: Map<Name, Vec<Id>>,
    fields: Map<(Id, Name), Id>,
    instances: Map<(Id, Id), Id>,
    defaults: Map<Id, (Id, Id)>,
    decided: Set<(Id, Id)>,
    constants: Map<Id, V>,
    modules: Vec<Module>,
    loading: Vec<String>,
    /// What was read before it is loaded, by the module's name.
    sources: Vec<(String, Source)>,
    n_library: usize,
    zero: Option<Id>,
    succ: Option<Id>,
    // Of the module that is read.
    module: usize,
    seen: BTreeSet<usize>,
    source: Rc<Source>,
    unbound_implicits: bool,
    public: bool,
    exported: bool,
    line: u32,
    // Of the declaration that is read.
    metas: Vec<Meta>,
    metas_open: usize,
    trail: Vec<usize>,
    postponed: Vec<Postponed>,
    obligations: Vec<(Id, V)>,
    types: Vec<(Id, Term)>,
    claims: Vec<Claim>,
    /// Functions that have their clauses, with how many patterns each.
    finished: Vec<(Id, usize)>,
    again: again::Again,
    written_names: Vec<String>,
    ends: Vec<(Id, Vec<Term>, Term)>,
    left_side: bool,
    assumes: bool,
    /// Terms that all share: the variables, and what a solution binds.
    variables: Vec<T>,
    hidden: Rc<Bind>,
    /// Room for what a clause binds, empty.
    slots: Vec<Option<V>>,
    /// Counts what makes that something computed or found stuck before may not be so any more; of no
    /// two kernels are the counts alike, since they may share values.
    now: u64,
    /// When the module that is read began.
    module_since: u64,
}

impl Kernel {
    fn new(budget: Budget) -> Kernel {
        Kernel {
            steps: budget.steps,
            depth: budget.depth,
            globals: Vec::new(),
            by_name: Map::default(),
            by_short: Map::default(),
            fields: Map::default(),
            instances: Map::default(),
            defaults: Map::default(),
            decided: Set::default(),
            constants: Map::default(),
            modules: Vec::new(),
            loading: Vec::new(),
            sources: Vec::new(),
            n_library: 0,
            zero: None,
            succ: None,
            module: 0,
            seen: BTreeSet::new(),
            source: Rc::default(),
            unbound_implicits: true,
            public: true,
            exported: true,
            line: 0,
            metas: Vec::new(),
            metas_open: 0,
            trail: Vec::new(),
            postponed: Vec::new(),
            obligations: Vec::new(),
            types: Vec::new(),
            claims: Vec::new(),
            finished: Vec::new(),
            again: again::Again::new(budget.steps, budget.depth),
            written_names: Vec::new(),
            ends: Vec::new(),
            left_side: false,
            assumes: false,
            variables: Vec::new(),
            hidden: Rc::new(Bind { name: unify::HIDDEN.into(), erased: false, implicit: false }),
            slots: Vec::new(),
            now: begun(),
            module_since: 0,
        }
    }

    fn library(&mut self) -> R<()> {
        self.n_library = library::TEXTS.len();
        self.again.library_of(self.n_library);
        self.assumes = true;
        for (name, text) in library::TEXTS {
            let shown = (0..self.modules.len() + 1).collect();
            self.modules.push(Module { name: name.to_owned(), trusted: true, shown });
            let seen = (0..self.modules.len()).collect();
            let source = read(text, name)?;
            self.declared(self.modules.len() - 1, source, seen, true)?;
            if name == "Prelude.EqOrd" {
                self.implementations()?;
            }
        }
        self.implementations()?;
        self.assumes = false;
        for at in 0..self.n_library {
            self.modules[at].shown = BTreeSet::from([at]);
        }
        Ok(())
    }

    fn implementations(&mut self) -> R<()> {
        self.pass();
        for (method, of, by) in library::INSTANCES {
            let found = (self.by_name.get(method), self.by_name.get(of), self.by_name.get(by));
            if let (Some(method), Some(of), Some(by)) = found {
                let (method, of, by) = (*method, *of, *by);
                if self.instances.insert((method, of), by).is_none() {
                    self.again.implements(method, of, by)?;
                }
            }
        }
        if let Some(method) = self.by_name.get("Decidable.Equality.decEq").copied() {
            for of in library::DECIDED {
                let of = self.id(of)?;
                self.decided.insert((method, of));
                self.again.decides(method, of);
            }
        }
        for (method, base, by) in library::DEFAULTS {
            let ids = (self.id(method)?, (self.id(base)?, self.id(by)?));
            if self.defaults.insert(ids.0, ids.1).is_none() {
                self.again.comes_of(ids.0, ids.1.0, ids.1.1)?;
            }
        }
        Ok(())
    }

    fn load(&mut self, modules: &[Text<'_>], name: &str, deep: usize) -> R<usize> {
        if let Some(at) = self.modules.iter().position(|it| it.name == name) {
            return Ok(at);
        }
        if deep > 16 || self.loading.iter().any(|it| it == name) {
            return outside(format!("`{name}` imports itself"));
        }
        let Some(found) = modules.iter().find(|it| it.name == name) else {
            return outside(format!("the module `{name}` is not here"));
        };
        self.loading.push(name.to_owned());
        let is_read = |it: &(String, Source)| it.0 == name && it.1.text == found.text;
        let source = match self.sources.iter().position(is_read) {
            Some(at) => self.sources.swap_remove(at).1,
            None => read(found.text, name)?,
        };
        let of = |at: usize| source.text[source.tokens[at].range.clone()].to_owned();
        if source.tree.module.map(of).as_deref() != Some(name) {
            return outside(format!("the module `{name}` goes by another name"));
        }
        let mut seen: BTreeSet<usize> = (0..self.n_library)
            .filter(|at| !library::IMPORTED.contains(&self.modules[*at].name.as_str()))
            .collect();
        let mut shown = BTreeSet::new();
        for import in &source.tree.imports {
            if import.alias.is_some() {
                return outside("an import by another name");
            }
            let name = of(import.name);
            let at = self.load(modules, &name, deep + 1)?;
            let more = self.modules[at].shown.clone();
            seen.extend(more.iter().copied());
            if import.public {
                shown.extend(more);
            }
        }
        let at = self.modules.len();
        shown.insert(at);
        self.modules.push(Module { name: name.to_owned(), trusted: found.carried, shown });
        seen.insert(at);
        self.declared(at, source, seen, false)?;
        Ok(at)
    }

    fn declared(&mut self, at: usize, source: Source, seen: BTreeSet<usize>, own: bool) -> R<()> {
        let pragma = |name: &str| {
            source.tree.declarations.iter().any(|it| match &it.item {
                proviso_syntax::tree::Item::Pragma(words) => words
                    .first()
                    .is_some_and(|at| source.text[source.tokens[*at].range.clone()] == *name),
                _ => false,
            })
        };
        if !own && !pragma("%default") {
            return outside("a module without `%default total`");
        }
        self.unbound_implicits = !pragma("%unbound_implicits");
        self.module = at;
        // What a constant comes to depends on what its reader sees.
        self.constants.clear();
        self.pass_module();
        self.seen = seen;
        self.line = 0;
        self.source = Rc::new(source);
        let source = self.source.clone();
        let first = self.globals.len();
        self.declarations(&source.tree.declarations)?;
        if let Some(it) = self.globals[first..].iter().find(|it| !it.defined) {
            let name = it.name.clone();
            return outside(format!("`{name}` has no definition"));
        }
        self.ends()?;
        self.again.ends()
    }
}

/// A number to count from that no other kernel's count comes to.
fn begun() -> u64 {
    static KERNELS: AtomicU64 = AtomicU64::new(1);
    KERNELS.fetch_add(1, Ordering::Relaxed) << 32
}

fn read(text: &str, name: &str) -> R<Source> {
    /// Larger modules are not judged, in bytes.
    const MOST: usize = 8 << 20;
    let refused = |it: proviso_syntax::refusal::Refusal| {
        Fail::Outside(format!("`{name}`, line {}: {}", it.line, it.reason))
    };
    let tokens = proviso_syntax::token::tokens(text, MOST).map_err(refused)?;
    let tree = proviso_syntax::parse::tree(text, &tokens).map_err(refused)?;
    docs::in_place(text, &tokens, &tree)?;
    Ok(Source { text: text.to_owned(), tokens, tree })
}
