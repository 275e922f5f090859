//! Whether the clauses of a function are all that there can be.
//!
//! Cases are split where a clause looks; one that no clause takes has to be of a type without such
//! values, which the unifier of left sides has to find: what it cannot tell is not covered.

use proviso_syntax::tree::{Argument, Expr, Node};

use crate::Kernel;
use crate::elaborate::Context;
use crate::left::{Arm, Fitting};
use crate::term::{Clause, Fail, Head, Id, Kind, Pat, R, Value, neutral, outside};

impl Kernel {
    /// Whether the clauses are all that there can be.
    pub(crate) fn covers(
        &mut self,
        id: Id,
        outer: &Context,
        clauses: &[Clause],
        arms: &[Arm],
    ) -> R<()> {
        self.impossible_ones(arms)?;
        let width = outer.level();
        let explicit = arms.first().map_or(0, |it| it.patterns.len());
        // What an `impossible` looks at is looked at here too.
        let mut looked_at = Vec::new();
        for arm in arms.iter().filter(|it| it.right.is_none()) {
            for (at, it) in arm.patterns.iter().enumerate() {
                if let Some(id) = self.constructor_named(it) {
                    looked_at.push((at, id));
                }
            }
        }
        // Which patterns of a clause are explicit ones of its own.
        let mut of = self.globals[id].of.clone();
        let mut own = Vec::new();
        let mut at = 0;
        while own.len() < explicit {
            of = self.force(&of)?;
            let Value::Pi(bind, _, range) = &*of.clone() else {
                return outside("more patterns than arguments");
            };
            if at >= width && !bind.implicit {
                own.push(at);
            }
            of = self.enter(range, neutral(Head::Var(at)))?;
            at += 1;
        }
        let mut open = vec![vec![Fitting::Any; explicit]];
        while let Some(case) = open.pop() {
            self.deep(|_| Ok(()))?;
            let mut split = None;
            let mut covered = false;
            for clause in clauses {
                let pairs = own.iter().zip(&case).map(|(at, it)| (&clause.pats[*at], it));
                match self.meets(pairs.collect(), &mut Vec::new()) {
                    Meets::Covers => {
                        covered = true;
                        break;
                    }
                    Meets::Never => {}
                    Meets::Wants(path, constructor) => {
                        split = Some((path, constructor));
                        break;
                    }
                }
            }
            if covered {
                continue;
            }
            let tried = self.attempt(|it| {
                let outcome = it.left(id, outer, &case).map(|_| ());
                outcome.and_then(|()| outside::<()>("possible"))
            });
            if matches!(tried, Err(Fail::Never)) {
                continue;
            }
            let any = |at: usize| matches!(case.get(at), Some(Fitting::Any));
            let hint = looked_at.iter().find(|it| any(it.0)).map(|it| (vec![it.0], it.1));
            let Some((path, constructor)) = split.or(hint) else {
                if self.steps == 0 {
                    return outside("more steps than the budget has");
                }
                let name = self.globals[id].name.clone();
                return outside(format!("`{name}` may not cover every case"));
            };
            let Kind::Constructor(type_) = self.globals[constructor].kind else {
                return outside("a pattern that is no constructor");
            };
            let Kind::Type(all) = self.globals[type_].kind.clone() else {
                return outside("a constructor of no type");
            };
            for it in all {
                let mut case = case.clone();
                let made = Fitting::Made(it, vec![Fitting::Any; self.explicit(it)?]);
                place(&mut case, &path, made);
                open.push(case);
            }
        }
        Ok(())
    }

    /// The compiler often tells no types apart where a clause that no value fits looks below a
    /// constructor, and others have right sides.
    fn impossible_ones(&self, arms: &[Arm]) -> R<()> {
        let looks = |it: &Arm| {
            let below = |it: &Fitting| matches!(it, Fitting::Written(it) if self.depth_of(it) > 1);
            it.right.is_none() && it.patterns.iter().any(below)
        };
        if !self.is_trusted() && arms.iter().any(|it| it.right.is_some()) && arms.iter().any(looks)
        {
            return outside("an `impossible` that looks below a constructor, beside other clauses");
        }
        Ok(())
    }

    /// How many constructors or literals a pattern looks at, one below the other; two for many.
    fn depth_of(&self, it: &Expr) -> usize {
        let of = |all: &[Expr]| all.iter().map(|it| self.depth_of(it)).max().unwrap_or(0);
        match &it.ungrouped().node {
            Node::Blank => 0,
            Node::Name => {
                let word = self.word(it.ungrouped().tokens.start);
                usize::from(!word.starts_with(|c: char| c.is_ascii_lowercase()))
            }
            Node::Literal | Node::Unit => 1,
            Node::List(all) if all.is_empty() => 1,
            Node::Tuple(all) if all.len() == 2 => 1 + of(all),
            Node::As(it) => self.depth_of(it),
            Node::Row(pieces) => match self.grouped(pieces, it) {
                Ok(it) if !matches!(it.node, Node::Row(_)) => self.depth_of(&it),
                _ => 2,
            },
            Node::Apply(_, args) => {
                let below = args.iter().map(|it| match it {
                    Argument::Explicit(it) => self.depth_of(it),
                    Argument::Named(..) => 2,
                });
                1 + below.max().unwrap_or(0)
            }
            _ => 2,
        }
    }

    fn constructor_named(&self, it: &Fitting) -> Option<Id> {
        let Fitting::Written(it) = it else { return None };
        let head = match &it.ungrouped().node {
            Node::Apply(head, _) => (**head).clone(),
            _ => it.ungrouped().clone(),
        };
        if head.node != Node::Name {
            return None;
        }
        let found = self.candidates(&self.word(head.tokens.start));
        found.into_iter().find(|it| matches!(self.globals[*it].kind, Kind::Constructor(_)))
    }

    fn explicit(&mut self, id: Id) -> R<usize> {
        let mut of = self.globals[id].of.clone();
        let (mut count, mut level) = (0, 0);
        loop {
            of = self.force(&of)?;
            let Value::Pi(bind, _, range) = &*of.clone() else { return Ok(count) };
            count += usize::from(!bind.implicit);
            of = self.enter(range, neutral(Head::Var(level)))?;
            level += 1;
        }
    }

    fn meets(&self, pairs: Vec<(&Pat, &Fitting)>, path: &mut Vec<usize>) -> Meets {
        let mut found = Meets::Covers;
        for (at, (pat, case)) in pairs.into_iter().enumerate() {
            path.push(at);
            let here = match (pat, case) {
                (Pat::Var(_) | Pat::Told, _) => Meets::Covers,
                (Pat::Lit(_), _) => Meets::Never,
                (Pat::Con(id, _), Fitting::Made(made, _)) if id != made => Meets::Never,
                (Pat::Con(id, inside), Fitting::Made(_, made)) => {
                    let mut of = self.globals[*id].implicit.iter();
                    let inside = inside.iter().filter(|_| of.next().is_some_and(|it| !it));
                    self.meets(inside.zip(made).collect(), path)
                }
                (Pat::Con(id, _), _) => Meets::Wants(path.clone(), *id),
            };
            path.pop();
            match here {
                Meets::Covers => {}
                Meets::Never => return Meets::Never,
                Meets::Wants(..) => {
                    if matches!(found, Meets::Covers) {
                        found = here;
                    }
                }
            }
        }
        found
    }
}

enum Meets {
    Covers,
    Never,
    Wants(Vec<usize>, Id),
}

fn place(case: &mut [Fitting], path: &[usize], made: Fitting) {
    match path {
        [] => {}
        [at] => {
            if let Some(it) = case.get_mut(*at) {
                *it = made;
            }
        }
        [at, rest @ ..] => {
            if let Some(Fitting::Made(_, inside)) = case.get_mut(*at) {
                place(inside, rest, made);
            }
        }
    }
}
