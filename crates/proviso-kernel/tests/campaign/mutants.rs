//! Modules with one thing changed: what a campaign asks the kernel and the compiler about.
//!
//! **Invariant:** the same number always makes the same texts, for as long as what is emitted stays
//! the same; a change of a token never joins two tokens.

use std::path::{Path, PathBuf};

use proviso_core::run::Module;
use proviso_kernel::{Budget, Judgement};
use proviso_syntax::token::{Kind, Token, tokens};

use crate::judging;

/// Facts, model and audit of an analysis.
pub(crate) struct Base {
    /// The analysis.
    pub(crate) name: String,
    /// The modules, in the order in which they import each other.
    pub(crate) modules: [Module; 3],
}

/// A changed module in the place of the one that it was made of.
#[derive(Clone)]
pub(crate) struct Mutant {
    /// What it was made of, and how.
    pub(crate) what: String,
    /// All three modules.
    pub(crate) modules: [Module; 3],
}

impl Mutant {
    /// What the kernel says of its audit.
    pub(crate) fn judged(&self) -> Judgement {
        let budget = Budget { steps: 20_000_000, depth: 60_000 };
        judging::judged(&self.modules, &self.modules[2].name, budget)
    }
}

/// What is changed: modules as they were once emitted, kept so that the answers stay those of
/// the same texts.
pub(crate) fn bases() -> Vec<Base> {
    let folder = folder();
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .filter_map(|it| Some(it.ok()?.file_name().to_string_lossy().into_owned()))
        .collect();
    names.sort();
    let module = |base: &str, name: &str| {
        let text = std::fs::read_to_string(folder.join(base).join(format!("{name}.idr"))).ok()?;
        let name = match name {
            "Model" => "Domains.Sample".to_owned(),
            other => format!("Domains.{other}.Sample"),
        };
        Some(Module { name, text })
    };
    names
        .into_iter()
        .filter_map(|name| {
            let of = |it: &str| module(&name, it);
            Some(Base { modules: [of("Facts")?, of("Model")?, of("Audit")?], name })
        })
        .collect()
}

/// Where they are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaign/bases")
}

/// Numbers that look like chance and are not (SplitMix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        it ^ (it >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn of<'a, A>(&mut self, all: &'a [A]) -> Option<&'a A> {
        all.get(self.below(all.len()))
    }
}

/// The mutant of this number; none where the change that was drawn changes nothing.
pub(crate) fn mutant(bases: &[Base], number: u64) -> Option<Mutant> {
    let mut chance = Chance(number.wrapping_mul(0x5851_f42d_4c95_7f2d));
    let base = chance.of(bases)?;
    let at = [0, 1, 1, 2][chance.below(4)];
    let text = &base.modules[at].text;
    let all = tokens(text, 1 << 20).ok()?;
    let (how, changed) = change(&mut chance, text, &all)?;
    if changed == *text {
        return None;
    }
    let mut modules = base.modules.clone();
    modules[at].text = changed;
    let what = format!("{} {}: {how}", base.name, modules[at].name);
    Some(Mutant { what, modules })
}

fn word<'a>(text: &'a str, it: &Token) -> &'a str {
    &text[it.range.clone()]
}

fn put(text: &str, it: &Token, by: &str) -> String {
    format!("{}{by}{}", &text[..it.range.start], &text[it.range.end..])
}

fn swapped(text: &str, a: &Token, b: &Token) -> String {
    let (a, b) = if a.range.start <= b.range.start { (a, b) } else { (b, a) };
    if a.range.end > b.range.start {
        return text.to_owned();
    }
    let middle = &text[a.range.end..b.range.start];
    let (start, end) = (&text[..a.range.start], &text[b.range.end..]);
    format!("{start}{}{middle}{}{end}", word(text, b), word(text, a))
}

fn change(chance: &mut Chance, text: &str, all: &[Token]) -> Option<(String, String)> {
    let of = |kind: Kind| all.iter().filter(move |it| it.kind == kind).collect::<Vec<_>>();
    let names = of(Kind::Name);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    Some(match chance.below(14) {
        0 | 1 => {
            // Two names of one line change places.
            let a = *chance.of(&names)?;
            let near: Vec<&&Token> =
                names.iter().filter(|it| it.line.abs_diff(a.line) <= 1 && **it != a).collect();
            let b = **chance.of(&near)?;
            (format!("line {}: two names swapped", a.line), swapped(text, a, b))
        }
        2 | 3 => {
            let (a, b) = (*chance.of(&names)?, *chance.of(&names)?);
            let by = word(text, b);
            (format!("line {}: `{}` is `{by}`", a.line, word(text, a)), put(text, a, by))
        }
        4 => {
            let a = *chance.of(&of(Kind::Number))?;
            let n: i128 = word(text, a).parse().ok()?;
            let by = (n + [1, -1, 10][chance.below(3)]).max(0).to_string();
            (format!("line {}: {n} is {by}", a.line), put(text, a, &by))
        }
        5 => {
            let a = chance.of(all)?;
            (format!("line {}: `{}` is gone", a.line, word(text, a)), put(text, a, " "))
        }
        6 => {
            let a = chance.of(all)?;
            let by = format!("{0} {0}", word(text, a));
            (format!("line {}: `{}` is there twice", a.line, word(text, a)), put(text, a, &by))
        }
        7 => {
            let at = chance.below(lines.len());
            let mut rest = lines.clone();
            rest.remove(at);
            (format!("line {} is gone", at + 1), rest.concat())
        }
        8 => {
            let at = chance.below(lines.len().checked_sub(1)?);
            let mut rest = lines.clone();
            rest.swap(at, at + 1);
            (format!("lines {} and {} swapped", at + 1, at + 2), rest.concat())
        }
        9 => {
            // Quantities: a 0 goes, or comes before a name.
            let zeros: Vec<&Token> = all.iter().filter(|it| word(text, it) == "0").collect();
            if !zeros.is_empty() && chance.below(2) == 0 {
                let a = *chance.of(&zeros)?;
                (format!("line {}: a 0 is gone", a.line), put(text, a, " "))
            } else {
                let a = *chance.of(&names)?;
                let by = format!("0 {}", word(text, a));
                (format!("line {}: a 0 before `{}`", a.line, word(text, a)), put(text, a, &by))
            }
        }
        10 => {
            let publics: Vec<&Token> = all.iter().filter(|it| word(text, it) == "public").collect();
            let a = *chance.of(&publics)?;
            (format!("line {}: no longer public", a.line), put(text, a, " "))
        }
        11 => {
            const LIKE: [&str; 10] = ["=", "==", "<", "<=", "+", "-", "*", "/=", "&&", "++"];
            let all: Vec<&Token> = all.iter().filter(|it| LIKE.contains(&word(text, it))).collect();
            let a = *chance.of(&all)?;
            let by = *chance.of(&LIKE)?;
            (format!("line {}: `{}` is `{by}`", a.line, word(text, a)), put(text, a, by))
        }
        12 => {
            const WORDS: [&str; 12] = [
                "_",
                "Refl",
                "True",
                "False",
                "Oh",
                "()",
                "Void",
                "Type",
                "impossible",
                "Nothing",
                "[]",
                "Integer",
            ];
            let a = *chance.of(&names)?;
            let by = *chance.of(&WORDS)?;
            (format!("line {}: `{}` is `{by}`", a.line, word(text, a)), put(text, a, by))
        }
        _ => {
            // A line stands twice, or moves to the right.
            let at = chance.below(lines.len());
            let mut rest: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
            let line = rest[at].clone();
            if chance.below(2) == 0 {
                rest.insert(at, line);
                (format!("line {} is there twice", at + 1), rest.concat())
            } else {
                rest[at] = format!("  {line}");
                (format!("line {} stands further to the right", at + 1), rest.concat())
            }
        }
    })
}
