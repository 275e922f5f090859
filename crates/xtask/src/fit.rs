//! Fits what signs of texts, of names and of titles are worth to documents with known truth, and says how
//! they do on writers that they were not fitted to.
//!
//! Logistic regression by Newton's steps, with a small penalty for large weights (Hastie, Tibshirani,
//! Friedman, The Elements of Statistical Learning, 2nd ed., section 4.4). Floats stay in here: what is
//! written are whole thousandths of a bit.
//!
//! **Invariant:** equal documents give equal weights; the left-out writer's texts take no part in the
//! weights that they are scored with.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// Where the weights stand.
const WEIGHTS: &str = "crates/proviso-core/src/analysis/fields/weights.toml";
const TITLES: &str = "crates/proviso-core/src/analysis/fields/titles.toml";
/// What stands in fewer titles than this is chance.
const SELDOM: usize = 3;
/// Newton's steps at most, and when nothing moves any more.
const STEPS: usize = 40;
const STILL: f64 = 1e-7;
/// The penalty for large weights.
const PENALTY: f64 = 0.5;

/// What is fitted.
struct Choice {
    /// Its section of the weights, and how its samples are told.
    name: &'static str,
    /// The kind of field that a right one is.
    kind: &'static str,
    /// Right in so many cases it is kept.
    kept_from: f64,
}

/// A text that is missed costs twice what is read too much, a name that is missed half as much again.
const CHOICES: [Choice; 2] = [
    Choice { name: "text", kind: "text", kept_from: 1.0 / 3.0 },
    Choice { name: "name", kind: "party", kept_from: 0.4 },
];

/// What to fit to.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directories with documents and their NAME.truth.json
    #[arg(required = true)]
    directories: Vec<PathBuf>,
    /// Write the weights into the engine
    #[arg(long)]
    write: bool,
}

/// A text or what may be a name, with its signs.
struct Sample {
    /// The directory and the first letter of the document's name.
    writer: String,
    /// The document, and what stands there.
    of: (String, String),
    signs: Vec<String>,
    right: bool,
}

type Weights = BTreeMap<String, f64>;

/// Fits, scores with each writer left out, and writes the weights where that was asked for.
pub(crate) fn run(args: &Args) -> Result<()> {
    let program = crate::eval::build()?;
    let pages = tempfile::tempdir()?;
    let mut told = Vec::new();
    for (number, directory) in args.directories.iter().enumerate() {
        let read = read(&program, directory, &pages.path().join(number.to_string()))?;
        told.push((directory, number, signs(&read)?));
    }
    let mut sections = Vec::new();
    for choice in &CHOICES {
        let mut samples = Vec::new();
        for (directory, number, told) in &told {
            samples.extend(self::samples(choice, directory, *number, told)?);
        }
        sections.push((choice.name, choice.fit(&samples)));
        if choice.name == "name" {
            sections.push(("given", given(&people(&args.directories)?, &samples)));
        }
    }
    let mut titles = Vec::new();
    for (directory, number, told) in &told {
        titles.extend(self::titles(directory, *number, told)?);
    }
    let titles = of_types(&titles);
    if args.write {
        let path = crate::root().join(WEIGHTS);
        let mut text = fs::read_to_string(&path)?;
        for (name, section) in sections {
            let Some(with) = replaced(&text, name, &section) else {
                bail!("`{}` has no section `[{name}]`", path.display());
            };
            text = with;
        }
        fs::write(&path, text)?;
        fs::write(crate::root().join(TITLES), titles)?;
    }
    Ok(())
}

/// A title, its signs, and the types that its document is of.
struct Title {
    writer: String,
    signs: Vec<String>,
    types: BTreeSet<String>,
}

/// The titles of a directory's documents.
fn titles(directory: &Path, number: usize, told: &[Value]) -> Result<Vec<Title>> {
    let mut out = Vec::new();
    for it in told.iter().filter(|it| it["of"] == "type") {
        let name = document(it);
        let truth = truth(directory, &name)?;
        let also = truth["also"].as_array().into_iter().flatten();
        let types = also.chain([&truth["document_type"]]).filter_map(Value::as_str);
        out.push(Title {
            writer: writer(number, &name),
            signs: signs_of(it),
            types: types.map(str::to_owned).collect(),
        });
    }
    Ok(out)
}

/// What the signs of titles say for each type, as it is kept; how often they tell a type by titles of
/// other writers is told.
fn of_types(titles: &[Title]) -> String {
    let types: BTreeSet<&String> = titles.iter().flat_map(|it| &it.types).collect();
    let by = |of: &dyn Fn(&Title) -> bool| -> BTreeMap<String, Weights> {
        let own: Vec<&Title> = titles.iter().filter(|it| of(it)).collect();
        let mut often: BTreeMap<&str, usize> = BTreeMap::new();
        own.iter().flat_map(|it| &it.signs).for_each(|it| *often.entry(it).or_default() += 1);
        let known = |it: &&String| often.get(it.as_str()).is_some_and(|it| *it >= SELDOM);
        let of_type = |name: &String| -> Weights {
            let samples: Vec<Sample> = own
                .iter()
                .map(|it| Sample {
                    writer: String::new(),
                    of: (String::new(), String::new()),
                    signs: it.signs.iter().filter(known).cloned().collect(),
                    right: it.types.contains(name),
                })
                .collect();
            fitted(samples.iter())
        };
        types.iter().map(|it| ((*it).clone(), of_type(it))).collect()
    };
    let writers: BTreeSet<&str> = titles.iter().map(|it| it.writer.as_str()).collect();
    let mut right = 0;
    for writer in writers {
        let weights = by(&|it| it.writer != writer);
        for it in titles.iter().filter(|it| it.writer == writer) {
            let most = weights
                .iter()
                .max_by(|a, b| probability(a.1, &it.signs).total_cmp(&probability(b.1, &it.signs)));
            right += usize::from(most.is_some_and(|of| it.types.contains(of.0)));
        }
    }
    crate::say(format_args!(
        "types: {} titles; by titles of other writers alone {right} tell theirs",
        titles.len()
    ));
    let mut out = String::from(
        "# What two letters of a title that follow one another say for each type of document, and `*` for its\n\
         # having a title (`title.rs`), in thousandths of a bit; fitted by `cargo xtask fit`.\n\n",
    );
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, weights) in by(&|_| true) {
        for (sign, weight) in weights {
            let bits = thousandths(weight);
            if bits != 0.0 {
                rows.entry(sign).or_default().push(format!("{name} = {bits}"));
            }
        }
    }
    for (sign, says) in rows {
        out.push_str(&format!("\"{sign}\" = {{ {} }}\n", says.join(", ")));
    }
    out
}

/// Syllables behind a family name that names have far more often than nouns, and the other way round:
/// whose odds are more than `e` times as high, seldom ones drawn towards equal odds.
///
/// They are counted over all writers, those whose names are then scored among them.
fn given(people: &BTreeSet<(String, String)>, samples: &[Sample]) -> String {
    const FEW: f64 = 50.0;
    let of_three = samples.iter().filter(|it| it.signs.iter().any(|it| it == "hangul_three"));
    let others = of_three.filter(|it| !it.right).map(|it| (it.writer.clone(), it.of.1.clone()));
    let others: BTreeSet<(String, String)> = others.filter(|it| !people.contains(it)).collect();
    let words = people.iter().map(|it| (it, true)).chain(others.iter().map(|it| (it, false)));
    let words: Vec<(&str, bool)> = words.map(|(it, right)| (it.1.as_str(), right)).collect();
    let mut out = String::from("[given]\n");
    for (at, name) in [(1, "second"), (2, "third")] {
        let mut counted: BTreeMap<char, (f64, f64)> = BTreeMap::new();
        let mut all = (FEW, FEW);
        for (word, right) in &words {
            let Some(syllable) = word.chars().nth(at) else { continue };
            let known = counted.entry(syllable).or_insert((0.5, 0.5));
            if *right {
                (known.0, all.0) = (known.0 + 1.0, all.0 + 1.0);
            } else {
                (known.1, all.1) = (known.1 + 1.0, all.1 + 1.0);
            }
        }
        let odds = |it: &(f64, f64)| (it.0 / all.0 * all.1 / it.1).ln();
        let some = |of: &dyn Fn(&(f64, f64)) -> bool| -> String {
            counted.iter().filter(|it| of(it.1)).map(|it| it.0).collect()
        };
        // One name is no evidence.
        let names = some(&|it| it.0 > 2.0 && odds(it) > 1.0);
        out.push_str(&format!("{name} = \"{names}\"\n"));
        out.push_str(&format!("noun_{name} = \"{}\"\n", some(&|it| odds(it) < -1.0)));
    }
    out
}

impl Choice {
    /// The section of the file of weights; how they do on writers that they were not fitted to is told.
    fn fit(&self, samples: &[Sample]) -> String {
        let writers: BTreeSet<&str> = samples.iter().map(|it| it.writer.as_str()).collect();
        let (mut right, mut wrong) = (BTreeSet::new(), BTreeSet::new());
        for writer in &writers {
            let weights = fitted(samples.iter().filter(|it| it.writer != *writer));
            for it in samples.iter().filter(|it| it.writer == *writer) {
                if probability(&weights, &it.signs) >= self.kept_from {
                    let all = if it.right { &mut right } else { &mut wrong };
                    all.insert(&it.of);
                }
            }
        }
        let of = |right: bool| {
            let all = samples.iter().filter(|it| it.right == right).map(|it| &it.of);
            all.collect::<BTreeSet<_>>().len()
        };
        crate::say(format_args!(
            "{}: {} right ones and {} others; by weights of other writers {} and {} are kept",
            self.name,
            of(true),
            of(false),
            right.len(),
            wrong.len()
        ));
        let section = self.section(&fitted(samples.iter()));
        crate::say(&section);
        section
    }

    /// Weights in thousandths of a bit; what is kept is at zero or above.
    fn section(&self, weights: &Weights) -> String {
        let shift = -(self.kept_from / (1.0 - self.kept_from)).ln();
        let mut out = format!("[{}]\n", self.name);
        for (sign, weight) in weights {
            let weight = if sign == "always" { weight + shift } else { *weight };
            out.push_str(&format!("{sign} = {}\n", thousandths(weight)));
        }
        out
    }
}

/// A file with another text of a section.
fn replaced(file: &str, name: &str, section: &str) -> Option<String> {
    let start = file.find(&format!("[{name}]\n"))?;
    // What is said of the next section stands above it.
    let end = file[start..].find("\n\n").map_or(file.len(), |it| start + it + 1);
    Some(format!("{}{section}{}", &file[..start], &file[end..]))
}

/// The people of the truths whose names have three syllables, with who wrote of them.
fn people(directories: &[PathBuf]) -> Result<BTreeSet<(String, String)>> {
    let mut out = BTreeSet::new();
    let hangul = |c: char| ('가'..='힣').contains(&c);
    for (number, directory) in directories.iter().enumerate() {
        for document in crate::eval::documents(directory)? {
            let name = crate::eval::name(&document);
            let (parties, _) = values(&truth(directory, &name)?, "party");
            let names = parties.into_iter().filter(|it| it.chars().count() == 3);
            let writer = writer(number, &name);
            out.extend(names.filter(|it| it.chars().all(hangul)).map(|it| (writer.clone(), it)));
        }
    }
    Ok(out)
}

fn writer(number: usize, name: &str) -> String {
    format!("{number}{}", name.chars().next().unwrap_or('?'))
}

/// Reads the documents of a directory, and says where the answers lie.
fn read(program: &Path, directory: &Path, out: &Path) -> Result<Vec<PathBuf>> {
    fs::create_dir_all(out)?;
    let mut all = Vec::new();
    for document in crate::eval::documents(directory)? {
        let answer = Command::new(program)
            .args(["stage", "read", "--json", "--from"])
            .arg(&document)
            .output()
            .with_context(|| program.display().to_string())?;
        let Ok(answer) = serde_json::from_slice::<Value>(&answer.stdout) else {
            crate::say(format_args!("not read: {}", document.display()));
            continue;
        };
        let path = out.join(format!("{}.json", crate::eval::name(&document)));
        fs::write(&path, answer["staged"]["documents"][0].to_string())?;
        all.push(path);
    }
    Ok(all)
}

/// What the engine says of documents that were read: one object for each text, and for all that may be
/// a name.
fn signs(read: &[PathBuf]) -> Result<Vec<Value>> {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "proviso-core", "--example", "signs", "--"])
        .args(read)
        .current_dir(crate::root())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the signs could not be told: {}", String::from_utf8_lossy(&output.stderr));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|it| Ok(serde_json::from_str(it)?)).collect()
}

/// The samples of a directory, and whether the truth has them. Cells of item tables are no right texts
/// and no wrong ones; names in them are wrong where the truth does not have them.
fn samples(
    choice: &Choice,
    directory: &Path,
    number: usize,
    told: &[Value],
) -> Result<Vec<Sample>> {
    let mut truths: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    let mut out = Vec::new();
    for it in told.iter().filter(|it| it["of"] == choice.name) {
        let name = document(it);
        if !truths.contains_key(&name) {
            truths.insert(name.clone(), values(&truth(directory, &name)?, choice.kind));
        }
        let (values, cells) = &truths[&name];
        let value = squashed(it["value"].as_str().unwrap_or_default());
        let right = values.contains(&value);
        if !right && choice.kind == "text" && cells.contains(&value) {
            continue;
        }
        out.push(Sample {
            writer: writer(number, &name),
            of: (name, value),
            signs: signs_of(it),
            right,
        });
    }
    Ok(out)
}

/// The name of the document that the engine said something of.
fn document(told: &Value) -> String {
    let path = PathBuf::from(told["document"].as_str().unwrap_or_default());
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The signs that the engine saw.
fn signs_of(told: &Value) -> Vec<String> {
    let signs = told["signs"].as_array().into_iter().flatten();
    signs.filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// The truth of a document.
fn truth(directory: &Path, name: &str) -> Result<Value> {
    let path = directory.join(format!("{name}.truth.json"));
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

/// The values of a kind in a truth, and the cells of its items.
fn values(truth: &Value, kind: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let fields = truth["fields"].as_array().into_iter().flatten();
    let values = fields.filter(|it| it["kind"] == kind).filter_map(|it| it["value"].as_str());
    let rows = truth["line_items"]["rows"].as_array().into_iter().flatten();
    let cells = rows.filter_map(Value::as_array).flatten().filter_map(Value::as_str);
    (values.map(squashed).collect(), cells.map(squashed).collect())
}

/// Natural units in thousandths of a bit.
fn thousandths(weight: f64) -> f64 {
    (weight / std::f64::consts::LN_2 * 1000.0).round()
}

/// A text as the scorer compares it: letters and digits in lower case.
fn squashed(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn probability(weights: &Weights, signs: &[String]) -> f64 {
    logistic(signs.iter().filter_map(|it| weights.get(it)).sum())
}

fn logistic(it: f64) -> f64 {
    1.0 / (1.0 + (-it).exp())
}

/// Weights in natural units.
fn fitted<'s>(samples: impl Iterator<Item = &'s Sample>) -> Weights {
    // Of equal signs there are many: how often, and how often right.
    let mut alike: BTreeMap<&[String], (f64, f64)> = BTreeMap::new();
    for it in samples {
        let known = alike.entry(&it.signs).or_default();
        known.0 += 1.0;
        known.1 += f64::from(u8::from(it.right));
    }
    let names: BTreeSet<&String> = alike.keys().flat_map(|it| it.iter()).collect();
    let index: BTreeMap<&String, usize> =
        names.iter().enumerate().map(|it| (*it.1, it.0)).collect();
    let rows: Vec<(Vec<usize>, (f64, f64))> =
        alike.iter().map(|(signs, n)| (signs.iter().map(|it| index[it]).collect(), *n)).collect();
    let mut weights = vec![0.0; names.len()];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = weights.iter().map(|it| -PENALTY * it).collect();
        let mut curve = vec![vec![0.0; names.len()]; names.len()];
        (0..names.len()).for_each(|i| curve[i][i] = PENALTY);
        for (signs, (all, right)) in &rows {
            let it = logistic(signs.iter().map(|i| weights[*i]).sum());
            for i in signs {
                gradient[*i] += right - all * it;
                signs.iter().for_each(|j| curve[*i][*j] += all * it * (1.0 - it));
            }
        }
        let step = solved(curve, gradient);
        weights.iter_mut().zip(&step).for_each(|(it, by)| *it += by);
        if step.iter().all(|it| it.abs() < STILL) {
            break;
        }
    }
    names.into_iter().cloned().zip(weights).collect()
}

/// Solves a system of equations whose matrix is symmetric and positive, by Gaussian elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for at in 0..n {
        let (above, below) = matrix.split_at_mut(at + 1);
        let (pivot, known) = (&above[at], right[at]);
        for (row, right) in below.iter_mut().zip(&mut right[at + 1..]) {
            let times = row[at] / pivot[at];
            row.iter_mut().zip(pivot).skip(at).for_each(|(it, by)| *it -= times * by);
            *right -= times * known;
        }
    }
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|it| matrix[at][it] * right[it]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_with_right_texts_is_worth_keeping() {
        let sample = |signs: &[&str], right| Sample {
            writer: "0a".to_owned(),
            of: (String::new(), String::new()),
            signs: signs.iter().map(|it| (*it).to_owned()).collect(),
            right,
        };
        let pairs = (0..50)
            .map(|_| [sample(&["always", "code"], true), sample(&["always", "label"], false)]);
        let all: Vec<Sample> = pairs.flatten().collect();
        let weights = fitted(all.iter());
        assert!(probability(&weights, &all[0].signs) > 0.8, "{weights:?}");
        assert!(probability(&weights, &all[1].signs) < 0.2, "{weights:?}");
    }

    #[test]
    fn a_section_is_replaced_and_the_others_stay() {
        let file = "# One.\n[text]\na = 1\nb = 2\n\n# Two.\n[name]\na = 3\n";
        assert_eq!(
            replaced(file, "text", "[text]\nc = 4\n").as_deref(),
            Some("# One.\n[text]\nc = 4\n\n# Two.\n[name]\na = 3\n")
        );
        assert_eq!(
            replaced(file, "name", "[name]\nc = 4\n").as_deref(),
            Some("# One.\n[text]\na = 1\nb = 2\n\n# Two.\n[name]\nc = 4\n")
        );
        assert_eq!(replaced(file, "none", ""), None);
    }
}
