//! The second checker: everything is checked again here as explicit terms, by a machine of its own.
//!
//! The elaborator hands over what it made: types, clauses, instances. Nothing is guessed: no meta is
//! left, no argument is found. The machine is a lazy one over closures in an arena, where the
//! elaborator's is an eager one over values; of the two only the terms and what is computed of
//! literals are shared.
//!
//! **Invariants:** only what is declared here is known here; a function computes once its clauses
//! are checked and cover every case; whatever is not understood is *outside*, never *apart*.

mod check;
mod convert;
mod cover;
mod data;
mod order;
mod reduce;

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::quick::Map;
use crate::term::{Bind, Clause, Id, Lit, Name, Pat, Prim, R, T, Term, outside};

/// A place in the arena for something that is computed when it is asked for, and once.
pub(crate) type At = u32;
/// The values of variables, the innermost first: a place in a list, 0 for none.
pub(crate) type Env = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Head {
    Var(usize),
    Global(Id),
}

/// As far as it is computed.
#[derive(Debug, Clone)]
pub(crate) enum Weak {
    Lit(Lit),
    Type,
    Pi(Rc<Bind>, At, T, Env),
    Lam(T, Env),
    Stuck(Head, Rc<[At]>),
}

#[derive(Debug, Clone)]
enum Cell {
    Wait(T, Env),
    Busy,
    Done(Weak),
}

/// What is told of a name when it is declared.
#[derive(Debug, Clone)]
pub(crate) enum What {
    /// A type; whether its values are literals.
    Type(bool),
    Constructor(Id),
    Function,
    /// A field of a record, by its place among the arguments of the constructor.
    Field(Id, usize),
    Prim(Prim, usize),
    Method,
}

#[derive(Debug, Clone)]
enum Kind {
    Type { literals: bool, constructors: Vec<Id> },
    Constructor(Id),
    Function(Option<(usize, Rc<Vec<Clause>>)>),
    Prim(Prim, usize),
    Method,
}

#[derive(Debug, Clone)]
struct Known {
    name: Name,
    of: T,
    module: usize,
    public: bool,
    exported: bool,
    erased: bool,
    kind: Kind,
}

/// Who declares, and how it is seen.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) name: Name,
    pub(crate) module: usize,
    pub(crate) public: bool,
    pub(crate) exported: bool,
    pub(crate) erased: bool,
    pub(crate) trusted: bool,
}

/// A clause as it was made.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) variables: Vec<(T, bool)>,
    pub(crate) args: Vec<T>,
    pub(crate) pats: Vec<Pat>,
    pub(crate) right: T,
}

/// Where something is looked at.
#[derive(Debug, Clone, Default)]
struct Context {
    env: Env,
    types: Vec<(At, bool)>,
    level: usize,
}

/// The second checker.
#[derive(Clone)]
pub(crate) struct Again {
    steps: u64,
    depth: u32,
    known: Vec<Option<Known>>,
    names: Map<Name, Id>,
    instances: BTreeMap<(Id, Id), Id>,
    /// The method, what it comes of, how.
    defaults: BTreeMap<Id, (Id, Id)>,
    decided: std::collections::BTreeSet<(Id, Id)>,
    /// The clauses of a module, for whether calls end.
    clauses: Vec<(Id, Vec<T>, T)>,
    module: usize,
    n_library: usize,
    trusted: bool,
    /// Methods of variables are taken for implemented, in the library's constrained instances.
    pub(crate) assumes: bool,
    /// No arguments, which all share.
    none: Rc<[At]>,
    /// Room for what a clause binds, empty.
    slots: Vec<Option<At>>,
    cells: Vec<Cell>,
    envs: Vec<(At, Env)>,
    constants: Map<Id, At>,
    /// Of a left side that is being worked out: what its variables are known to be.
    solved: Vec<Option<At>>,
    flexible: bool,
}

impl Again {
    pub(crate) fn new(steps: u64, depth: u32) -> Again {
        Again {
            steps,
            depth,
            known: Vec::new(),
            names: Map::default(),
            instances: BTreeMap::new(),
            defaults: BTreeMap::new(),
            decided: std::collections::BTreeSet::new(),
            clauses: Vec::new(),
            module: 0,
            n_library: 0,
            trusted: false,
            assumes: false,
            none: Rc::from([]),
            slots: Vec::new(),
            cells: Vec::new(),
            envs: Vec::new(),
            constants: Map::default(),
            solved: Vec::new(),
            flexible: false,
        }
    }

    /// Forgets what was computed, not what is known.
    fn fresh(&mut self, module: usize, trusted: bool) {
        self.cells.clear();
        self.envs.clear();
        self.constants.clear();
        self.solved.clear();
        self.flexible = false;
        self.module = module;
        self.trusted = trusted;
    }

    /// Gives it another budget.
    pub(crate) fn budget(&mut self, steps: u64, depth: u32) {
        self.fresh(self.module, self.trusted);
        self.steps = steps;
        self.depth = depth;
    }

    /// What is left of its budget.
    pub(crate) fn steps_left(&self) -> u64 {
        self.steps
    }

    /// How many modules are the library's.
    pub(crate) fn library_of(&mut self, n: usize) {
        self.n_library = n;
    }

    /// Goes back to so many names.
    pub(crate) fn truncate(&mut self, n: usize) {
        if self.known.len() <= n {
            return;
        }
        self.known.truncate(n);
        self.names.retain(|_, it| *it < n);
        self.instances.retain(|(method, of), it| *method < n && *of < n && *it < n);
        self.clauses.retain(|it| it.0 < n);
        for it in self.known.iter_mut().flatten() {
            if let Kind::Type { constructors, .. } = &mut it.kind {
                constructors.retain(|it| *it < n);
            }
        }
    }

    /// Takes a name with its type.
    pub(crate) fn declare(&mut self, id: Id, given: Given, of: &T, what: What) -> R<()> {
        self.fresh(given.module, given.trusted);
        if self.known.get(id).is_some_and(Option::is_some) || self.names.contains_key(&given.name) {
            return outside(format!("`{}` is declared twice", given.name));
        }
        if !given.trusted {
            if given.exported {
                self.can_be_seen(of)?;
            }
            self.plain_type(of, matches!(what, What::Type(_)))?;
        }
        self.is_defined(of)?;
        let type_ = self.done(Weak::Type)?;
        self.check(&Context::default(), of, type_, false)?;
        let kind = match what {
            What::Type(literals) => {
                self.is_family(of)?;
                Kind::Type { literals, constructors: Vec::new() }
            }
            What::Constructor(of_type) => {
                self.constructs(of_type, of)?;
                if let Some(Known { kind: Kind::Type { constructors, literals }, .. }) =
                    self.known.get_mut(of_type).and_then(Option::as_mut)
                    && !*literals
                {
                    constructors.push(id);
                } else {
                    return outside("a constructor of no type");
                }
                Kind::Constructor(of_type)
            }
            What::Function => Kind::Function(None),
            What::Field(constructor, at) => {
                Kind::Function(Some(self.projects(of, constructor, at, given.erased)?))
            }
            What::Prim(prim, arity) if given.module < self.n_library => Kind::Prim(prim, arity),
            What::Method if given.module < self.n_library => Kind::Method,
            What::Prim(..) | What::Method => return outside("something built in of no library"),
        };
        if self.known.len() <= id {
            self.known.resize(id + 1, None);
        }
        self.names.insert(given.name.clone(), id);
        self.known[id] = Some(Known {
            name: given.name,
            of: of.clone(),
            module: given.module,
            public: given.public,
            exported: given.exported,
            erased: given.erased,
            kind,
        });
        Ok(())
    }

    /// Takes the clauses of a function.
    pub(crate) fn define(&mut self, id: Id, arity: usize, made: &[Made], trusted: bool) -> R<()> {
        let it = self.known(id)?;
        let (module, erased) = (it.module, it.erased);
        let seen = !trusted && it.public && it.exported;
        if !matches!(it.kind, Kind::Function(None)) {
            return outside(format!("`{}` is defined twice", it.name));
        }
        self.fresh(module, trusted);
        for it in made {
            self.clause(id, arity, it, erased)?;
            if seen {
                self.can_be_seen(&it.right)?;
            }
        }
        if arity == 0 && made.len() != 1 {
            return outside("a constant of several clauses");
        }
        self.covers(id, arity, made)?;
        let mut clauses = Vec::new();
        for it in made {
            self.clauses.push((id, it.args.clone(), it.right.clone()));
            clauses.push(Clause {
                erased: it.variables.iter().map(|it| it.1).collect(),
                pats: it.pats.clone(),
                right: it.right.clone(),
            });
        }
        self.fresh(module, trusted);
        if let Some(known) = self.known.get_mut(id).and_then(Option::as_mut) {
            known.kind = Kind::Function(Some((arity, Rc::new(clauses))));
        }
        Ok(())
    }

    fn known(&self, id: Id) -> R<&Known> {
        match self.known.get(id).and_then(Option::as_ref) {
            Some(it) => Ok(it),
            None => outside("a name that was never declared"),
        }
    }

    fn id(&self, name: &str) -> R<Id> {
        match self.names.get(name) {
            Some(it) => Ok(*it),
            None => outside(format!("`{name}` is not declared")),
        }
    }

    /// A type as an author may write it: no values are made of types but at the very end.
    fn plain_type(&self, of: &Term, family: bool) -> R<()> {
        let mut rest = of;
        while let Term::Pi(_, domain, range) = rest {
            if speaks(domain, &|it| matches!(it, Term::Type)) {
                return outside("a function of types");
            }
            rest = range;
        }
        match rest {
            Term::Type => Ok(()),
            _ if family => outside("a type that is none"),
            _ if speaks(rest, &|it| matches!(it, Term::Type)) => {
                outside("a type that speaks of types")
            }
            _ => Ok(()),
        }
    }

    /// What others see speaks of nothing that they do not see.
    fn can_be_seen(&self, it: &Term) -> R<()> {
        let hidden = |it: &Term| match it {
            Term::Global(id) => {
                !matches!(self.known.get(*id), Some(Some(it)) if it.exported || it.public)
            }
            _ => false,
        };
        if speaks(it, &hidden) {
            return outside("something exported that speaks of what is not");
        }
        Ok(())
    }

    /// Types speak of nothing that is still to be defined: that could be defined by them.
    fn is_defined(&self, of: &Term) -> R<()> {
        let open = |it: &Term| match it {
            Term::Global(id) => !matches!(
                self.known.get(*id),
                Some(Some(it)) if !matches!(it.kind, Kind::Function(None))
            ),
            _ => false,
        };
        if speaks(of, &open) {
            return outside("a type that speaks of what is not defined yet");
        }
        Ok(())
    }

    /// The end of a module: whether all calls end.
    pub(crate) fn ends(&mut self) -> R<()> {
        let clauses = std::mem::take(&mut self.clauses);
        self.in_order(&clauses)
    }
}

/// Whether something holds of any part of a term; terms may be deep, so they are walked in a list.
pub(crate) fn speaks(term: &Term, test: &dyn Fn(&Term) -> bool) -> bool {
    let mut open = vec![term];
    while let Some(it) = open.pop() {
        if test(it) {
            return true;
        }
        match it {
            Term::Pi(_, a, b) | Term::App(a, b) => open.extend([&**a, &**b]),
            Term::Lam(_, a) => open.push(a),
            Term::Var(_) | Term::Global(_) | Term::Meta(_) | Term::Lit(_) | Term::Type => {}
        }
    }
    false
}
