//! Whether clauses are all that there can be, and whether what they do not look at is as they say.
//!
//! All cases are split apart; of each it is worked out what its arguments have to be. A case that no
//! value fits is none; any other has to be taken by a clause, behind clauses that do not fit it, and
//! the clause's left side has to be the case's arguments, what is told by types included.

use std::rc::Rc;

use super::convert::Found;
use super::reduce::Fit;
use super::{Again, At, Head, Kind, Made, Weak};
use crate::term::{Id, Lit, Pat, R, outside};

/// How many cases are looked at.
const MOST: usize = 100_000;

/// What is known of an argument.
#[derive(Debug, Clone)]
enum Shape {
    Any,
    /// None of these literals.
    But(Vec<Lit>),
    Lit(Lit),
    Made(Id, Vec<Shape>),
}

enum Meets {
    Covers,
    Never,
    /// More has to be known at a place: which constructor, or whether it is a literal.
    Constructor(Vec<usize>, Id),
    Literal(Vec<usize>, Lit),
}

/// Variables of a left side with their types and places.
type Places = Vec<(usize, At, Vec<usize>)>;

impl Again {
    pub(super) fn covers(&mut self, id: Id, arity: usize, made: &[Made]) -> R<()> {
        // Each case with the first clause that may take it: what a clause never takes it takes no part of.
        let mut open = vec![(vec![Shape::Any; arity], 0)];
        let mut reached = vec![false; made.len()];
        let mut n = 0;
        while let Some((case, first)) = open.pop() {
            self.step()?;
            n += 1;
            if n > MOST {
                return outside("a function of too many cases");
            }
            let mut found = None;
            for (at, it) in made.iter().enumerate().skip(first) {
                match self.meets(&it.pats, &case, &mut Vec::new())? {
                    Meets::Never => {}
                    other => {
                        found = Some((at, other));
                        break;
                    }
                }
            }
            match found {
                Some((at, Meets::Covers)) => reached[at] |= self.leaf(id, &case, &made[at])?,
                Some((at, Meets::Constructor(path, constructor))) => {
                    let Kind::Constructor(of) = self.known(constructor)?.kind else {
                        return outside("a pattern that is no constructor");
                    };
                    open.extend(self.split(&case, &path, of)?.into_iter().map(|it| (it, at)));
                }
                Some((at, Meets::Literal(path, lit))) => {
                    let mut is = case.clone();
                    let mut is_not = case;
                    if let Some(it) = place(&mut is, &path) {
                        *it = Shape::Lit(lit.clone());
                    }
                    if let Some(it) = place(&mut is_not, &path) {
                        *it = match std::mem::replace(it, Shape::Any) {
                            Shape::But(mut all) => {
                                all.push(lit);
                                Shape::But(all)
                            }
                            _ => Shape::But(vec![lit]),
                        };
                    }
                    open.extend([(is, at), (is_not, at)]);
                }
                Some((_, Meets::Never)) | None => self.empty(id, &case)?,
            }
        }
        self.flexible = false;
        self.solved.clear();
        if reached.contains(&false) {
            return outside("a clause that is never reached");
        }
        Ok(())
    }

    fn split(&mut self, case: &[Shape], path: &[usize], of: Id) -> R<Vec<Vec<Shape>>> {
        let Kind::Type { constructors, literals: false } = self.known(of)?.kind.clone() else {
            return outside("a case of a type that has no constructors");
        };
        let mut all = Vec::new();
        for it in constructors {
            let mut width = 0;
            let mut rest = self.known(it)?.of.clone();
            while let crate::term::Term::Pi(_, _, range) = &*rest.clone() {
                rest = Rc::clone(range);
                width += 1;
            }
            let mut next = case.to_vec();
            let Some(place) = place(&mut next, path) else { return outside("a case of nothing") };
            *place = Shape::Made(it, vec![Shape::Any; width]);
            all.push(next);
        }
        Ok(all)
    }

    /// No clause takes it: no value may fit it.
    fn empty(&mut self, id: Id, case: &[Shape]) -> R<()> {
        let Some((_, places)) = self.left(id, case)? else { return Ok(()) };
        let mut types = Vec::new();
        for (var, of, path) in places {
            if self.solved.get(var).is_some_and(Option::is_none)
                && let Weak::Stuck(Head::Global(of), _) = self.force(of)?
                && let Kind::Type { literals: false, constructors } = &self.known(of)?.kind
                && constructors.len() <= 8
            {
                types.push((path, of));
            }
        }
        for (path, of) in types {
            let mut possible = false;
            for it in self.split(case, &path, of)? {
                // What cannot be told may be possible.
                match self.left(id, &it) {
                    Ok(None) => {}
                    Ok(Some(_)) => possible = true,
                    Err(other) if self.steps == 0 => return Err(other),
                    Err(_) => possible = true,
                }
                if possible {
                    break;
                }
            }
            if !possible {
                return Ok(());
            }
        }
        let name = self.known(id)?.name.clone();
        outside(format!("`{name}` may not cover every case when it is looked at once more"))
    }

    /// A case that a clause takes: its left side is what the case's arguments have to be.
    fn leaf(&mut self, id: Id, case: &[Shape], made: &Made) -> R<bool> {
        let Some((args, _)) = self.left(id, case)? else { return Ok(false) };
        let mut slots = vec![None; made.variables.len()];
        if self.fits_all(&made.pats, &args, &mut slots)? != Fit::Yes {
            return outside("a clause that does not take what it covers");
        }
        let env = self.bound(&slots)?;
        let level = self.solved.len();
        for (mine, of_case) in made.args.iter().zip(args) {
            let mine = self.wait(mine, env)?;
            self.must(level, mine, of_case, "a left side")?;
        }
        Ok(true)
    }

    /// The arguments of a case, with its variables; none where no value fits it.
    fn left(&mut self, id: Id, case: &[Shape]) -> R<Option<(Vec<At>, Places)>> {
        let (module, trusted) = (self.module, self.trusted);
        self.fresh(module, trusted);
        self.flexible = true;
        let of = self.known(id)?.of.clone();
        let mut of = self.wait(&of, 0)?;
        let (mut args, mut places) = (Vec::new(), Vec::new());
        for (at, shape) in case.iter().enumerate() {
            let Weak::Pi(_, domain, range, env) = self.force(of)? else {
                return outside("more patterns than arguments");
            };
            let arg = self.open(domain, vec![at], &mut places)?;
            if !self.shaped(arg, domain, shape, &[at], &mut places)? {
                return Ok(None);
            }
            args.push(arg);
            let env = self.with(arg, env)?;
            of = self.wait(&range, env)?;
        }
        Ok(Some((args, places)))
    }

    fn open(&mut self, of: At, path: Vec<usize>, places: &mut Places) -> R<At> {
        let var = self.solved.len();
        self.solved.push(None);
        places.push((var, of, path));
        self.variable(var)
    }

    /// Makes an argument what is known of it; whether that can be.
    fn shaped(
        &mut self,
        arg: At,
        domain: At,
        shape: &Shape,
        path: &[usize],
        places: &mut Places,
    ) -> R<bool> {
        self.deep(|it| match shape {
            Shape::Any | Shape::But(_) => Ok(true),
            Shape::Lit(lit) => {
                let of = match lit {
                    Lit::Integer(_) => "Builtin.Integer",
                    Lit::Text(_) => "Builtin.String",
                    Lit::Char(_) => "Builtin.Char",
                    Lit::Nat(_) => return outside("a number as a pattern"),
                };
                let of = it.global(of)?;
                it.must(it.solved.len(), of, domain, "a literal's type")?;
                let lit = it.done(Weak::Lit(lit.clone()))?;
                it.made_one(arg, lit)
            }
            Shape::Made(id, inside) => {
                let of = it.known(*id)?.of.clone();
                let mut of = it.wait(&of, 0)?;
                let mut args = Vec::new();
                for at in 0..inside.len() {
                    let Weak::Pi(_, domain, range, env) = it.force(of)? else {
                        return outside("a constructor with too few arguments");
                    };
                    let path = path.iter().copied().chain([at]).collect();
                    let arg = it.open(domain, path, places)?;
                    args.push((arg, domain));
                    let env = it.with(arg, env)?;
                    of = it.wait(&range, env)?;
                }
                if !it.of_type(of, domain)? {
                    return Ok(false);
                }
                let spine = args.iter().map(|it| it.0).collect();
                let value = it.done(Weak::Stuck(Head::Global(*id), spine))?;
                if !it.made_one(arg, value)? {
                    return Ok(false);
                }
                for (at, ((arg, domain), shape)) in args.into_iter().zip(inside).enumerate() {
                    let path: Vec<usize> = path.iter().copied().chain([at]).collect();
                    if !it.shaped(arg, domain, shape, &path, places)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        })
    }

    fn made_one(&mut self, a: At, b: At) -> R<bool> {
        match self.forced(self.solved.len(), a, b)? {
            Found::Equal => Ok(true),
            Found::Apart => Ok(false),
            Found::Stuck => outside("a case that cannot be decided"),
        }
    }

    /// Whether what a constructor makes can be of a type.
    fn of_type(&mut self, made: At, domain: At) -> R<bool> {
        let (Weak::Stuck(Head::Global(a), xs), Weak::Stuck(Head::Global(b), ys)) =
            (self.force(made)?, self.force(domain)?)
        else {
            return outside("a pattern of an unknown type");
        };
        if a != b || xs.len() != ys.len() {
            return outside("a pattern of another type");
        }
        for (x, y) in xs.iter().zip(ys.iter()) {
            if !self.made_one(*x, *y)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn meets(&mut self, pats: &[Pat], case: &[Shape], path: &mut Vec<usize>) -> R<Meets> {
        self.deep(|it| {
            let mut found = Meets::Covers;
            for (at, (pat, shape)) in pats.iter().zip(case).enumerate() {
                path.push(at);
                let here = match (pat, shape) {
                    (Pat::Var(_) | Pat::Told, _) => Meets::Covers,
                    (Pat::Lit(a), Shape::Lit(b)) if a == b => Meets::Covers,
                    (Pat::Lit(_), Shape::Lit(_)) => Meets::Never,
                    (Pat::Lit(a), Shape::But(all)) if all.contains(a) => Meets::Never,
                    (Pat::Lit(a), Shape::Any | Shape::But(_)) => {
                        Meets::Literal(path.clone(), a.clone())
                    }
                    (Pat::Con(a, _), Shape::Made(b, _)) if a != b => Meets::Never,
                    (Pat::Con(_, inside), Shape::Made(_, made)) => it.meets(inside, made, path)?,
                    (Pat::Con(a, _), Shape::Any) => Meets::Constructor(path.clone(), *a),
                    _ => return outside("a pattern of another type"),
                };
                path.pop();
                match here {
                    Meets::Covers => {}
                    Meets::Never => return Ok(Meets::Never),
                    other => {
                        if matches!(found, Meets::Covers) {
                            found = other;
                        }
                    }
                }
            }
            Ok(found)
        })
    }
}

fn place<'a>(case: &'a mut [Shape], path: &[usize]) -> Option<&'a mut Shape> {
    let (first, rest) = path.split_first()?;
    let mut it = case.get_mut(*first)?;
    for at in rest {
        let Shape::Made(_, inside) = it else { return None };
        it = inside.get_mut(*at)?;
    }
    Some(it)
}
