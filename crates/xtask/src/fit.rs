//! Fits what signs of texts are worth to documents with known truth, and says how they do on writers
//! that they were not fitted to.
//!
//! Logistic regression by gradient steps, with a small penalty for large weights (Hastie, Tibshirani,
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
/// Steps of the gradient.
const STEPS: usize = 300;
/// A text is kept where it is right in one of three cases: what is missed costs twice what is read too
/// much.
const KEPT_FROM: f64 = 1.0 / 3.0;

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

/// A text with its signs.
struct Sample {
    /// The directory and the first letter of the document's name.
    writer: String,
    signs: Vec<String>,
    right: bool,
}

type Weights = BTreeMap<String, f64>;

/// Fits, scores with each writer left out, and writes the weights where that was asked for.
pub(crate) fn run(args: &Args) -> Result<()> {
    let program = crate::eval::build()?;
    let pages = tempfile::tempdir()?;
    let mut samples = Vec::new();
    for (number, directory) in args.directories.iter().enumerate() {
        let read = read(&program, directory, &pages.path().join(number.to_string()))?;
        samples.extend(texts(directory, number, &read)?);
    }
    let writers: BTreeSet<&str> = samples.iter().map(|it| it.writer.as_str()).collect();
    let (mut right, mut wrong) = (0, 0);
    for writer in &writers {
        let weights = fitted(samples.iter().filter(|it| it.writer != *writer));
        for it in samples.iter().filter(|it| it.writer == *writer) {
            if probability(&weights, &it.signs) >= KEPT_FROM {
                *if it.right { &mut right } else { &mut wrong } += 1;
            }
        }
    }
    let all = samples.iter().filter(|it| it.right).count();
    crate::say(format_args!(
        "{} texts, {all} right; by weights of other writers {right} right ones and {wrong} others are kept",
        samples.len()
    ));
    let weights = fitted(samples.iter());
    let section = section(&weights);
    crate::say(&section);
    if args.write {
        let path = crate::root().join(WEIGHTS);
        let text = fs::read_to_string(&path)?;
        let Some((head, _)) = text.split_once("[text]\n") else {
            bail!("`{}` has no section `[text]`", path.display());
        };
        fs::write(&path, format!("{head}{section}"))?;
    }
    Ok(())
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

/// The texts of documents that were read, each once, and whether the truth has them. Cells of item
/// tables are neither right nor wrong.
fn texts(directory: &Path, number: usize, read: &[PathBuf]) -> Result<Vec<Sample>> {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "proviso-core", "--example", "signs", "--"])
        .args(read)
        .current_dir(crate::root())
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("the texts could not be told: {}", String::from_utf8_lossy(&output.stderr));
    }
    let mut truths: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    let mut out = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let it: Value = serde_json::from_str(line)?;
        let path = PathBuf::from(it["document"].as_str().unwrap_or_default());
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !truths.contains_key(&name) {
            truths.insert(name.clone(), truth(directory, &name)?);
        }
        let (texts, cells) = &truths[&name];
        let value = squashed(it["value"].as_str().unwrap_or_default());
        let right = texts.contains(&value);
        if !seen.insert((name.clone(), value.clone())) || !right && cells.contains(&value) {
            continue;
        }
        let signs = it["signs"].as_array().into_iter().flatten();
        out.push(Sample {
            writer: format!("{number}{}", name.chars().next().unwrap_or('?')),
            signs: signs.filter_map(|it| it.as_str().map(str::to_owned)).collect(),
            right,
        });
    }
    Ok(out)
}

/// The texts of a truth, and the cells of its items.
fn truth(directory: &Path, name: &str) -> Result<(BTreeSet<String>, BTreeSet<String>)> {
    let path = directory.join(format!("{name}.truth.json"));
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let truth: Value = serde_json::from_str(&text)?;
    let fields = truth["fields"].as_array().into_iter().flatten();
    let texts = fields.filter(|it| it["kind"] == "text").filter_map(|it| it["value"].as_str());
    let rows = truth["line_items"]["rows"].as_array().into_iter().flatten();
    let cells = rows.filter_map(Value::as_array).flatten().filter_map(Value::as_str);
    Ok((texts.map(squashed).collect(), cells.map(squashed).collect()))
}

/// A text as the scorer compares it: letters and digits in lower case.
fn squashed(text: &str) -> String {
    text.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn probability(weights: &Weights, signs: &[String]) -> f64 {
    let sum: f64 = signs.iter().filter_map(|it| weights.get(it)).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Weights in natural units.
fn fitted<'s>(samples: impl Iterator<Item = &'s Sample> + Clone) -> Weights {
    let names = samples.clone().flat_map(|it| it.signs.iter().cloned());
    let mut weights: Weights = names.map(|it| (it, 0.0)).collect();
    let count = samples.clone().count().max(1) as f64;
    for _ in 0..STEPS {
        let mut gradient: Weights =
            weights.iter().map(|it| (it.0.clone(), -0.5 * it.1 / count)).collect();
        for it in samples.clone() {
            let error = f64::from(u8::from(it.right)) - probability(&weights, &it.signs);
            for sign in &it.signs {
                *gradient.entry(sign.clone()).or_default() += error / count;
            }
        }
        for (sign, step) in gradient {
            *weights.entry(sign).or_default() += 4.0 * step;
        }
    }
    weights
}

/// The section of the file of weights, in thousandths of a bit; what is kept is at zero or above.
fn section(weights: &Weights) -> String {
    let bits = |it: f64| (it / std::f64::consts::LN_2 * 1000.0).round();
    let shift = -(KEPT_FROM / (1.0 - KEPT_FROM)).ln();
    let mut out = "[text]\n".to_owned();
    for (sign, weight) in weights {
        let weight = if sign == "always" { weight + shift } else { *weight };
        out.push_str(&format!("{sign} = {}\n", bits(weight)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_with_right_texts_is_worth_keeping() {
        let sample = |signs: &[&str], right| Sample {
            writer: "0a".to_owned(),
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
}
