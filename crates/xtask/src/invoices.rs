//! Compares the built-in engine with public invoices whose truth is embedded XML.
//!
//! Beside each `NAME.pdf` stands `NAME.gt.json` with the totals, taxes and lines of the XML. What
//! counts is whether an amount was found as a typed money field; an amount that the visible page
//! does not print cannot be found, so both shares stand in the table.
//!
//! The program reads the same XML as a part of the PDF, and holds it against the page by rules of its
//! own, which are counted beside.
//!
//! **Invariant:** the engine sees the PDF only.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// What to compare.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directory, searched through, with NAME.pdf and NAME.gt.json
    directory: PathBuf,
    /// The program to run, instead of building it
    #[arg(long)]
    program: Option<PathBuf>,
    /// List the amounts that were not found
    #[arg(long)]
    misses: bool,
}

const TOTALS: &[&str] = &[
    "LineTotalAmount",
    "AllowanceTotalAmount",
    "ChargeTotalAmount",
    "TaxBasisTotalAmount",
    "TaxTotalAmount",
    "GrandTotalAmount",
    "TotalPrepaidAmount",
    "DuePayableAmount",
];

#[derive(Default)]
struct Tally {
    printed: usize,
    found: usize,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.printed += other.printed;
        self.found += other.found;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{}/{}", self.found, self.printed))
    }
}

/// Prints one row a file and a sum.
pub(crate) fn run(args: &Args) -> Result<()> {
    let program = match &args.program {
        Some(program) => program.clone(),
        None => crate::eval::build()?,
    };
    let truths = truths(&args.directory)?;
    if truths.is_empty() {
        bail!("no NAME.gt.json below `{}`", args.directory.display());
    }
    crate::say("file | totals | taxes | lines | rules | refuted | page = XML | page ≠ XML");
    crate::say("---|---|---|---|---|---|---|---");
    let mut sums = [Tally::default(), Tally::default(), Tally::default()];
    let (mut n_rules, mut n_refuted) = (0, 0);
    let (mut n_same, mut n_differing) = (0, 0);
    for truth_file in truths {
        let truth: Value = serde_json::from_str(&fs::read_to_string(&truth_file)?)
            .with_context(|| truth_file.display().to_string())?;
        let pdf = PathBuf::from(truth_file.to_string_lossy().replace(".gt.json", ".pdf"));
        let name = pdf.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let Some(analysis) = analyze(&program, &pdf)? else {
            crate::say(format_args!("{name} | not read"));
            continue;
        };
        let fields = list(&analysis, "fields");
        let found: BTreeSet<i128> = fields
            .iter()
            .filter(|it| it["kind"] == "money")
            .filter_map(|it| cents(it["value"].as_str()?.split_once(' ')?.1))
            .map(i128::abs)
            .collect();
        let printed = printed_amounts(&pdf)?;
        let totals = TOTALS.iter().filter_map(|key| truth[*key].as_str()).collect::<Vec<_>>();
        let taxes = list(&truth, "taxes")
            .iter()
            .flat_map(|it| [it["basis"].as_str(), it["amount"].as_str()])
            .flatten()
            .collect::<Vec<_>>();
        let lines = list(&truth, "lines")
            .iter()
            .filter_map(|it| it["line_total"].as_str())
            .collect::<Vec<_>>();
        let tallies = [totals, taxes, lines].map(|texts| {
            let amounts: BTreeSet<i128> = texts
                .iter()
                .filter_map(|it| cents(it))
                .map(i128::abs)
                .filter(|it| *it != 0 && printed.contains(it))
                .collect();
            if args.misses {
                for missed in amounts.difference(&found) {
                    crate::say(format_args!("  missed {missed} cents"));
                }
            }
            Tally { printed: amounts.len(), found: amounts.intersection(&found).count() }
        });
        let rules = list(&analysis, "rules");
        let refuted = rules.iter().filter(|it| it["status"] == "refuted").count();
        let embedded = |status: &str| {
            let is = |it: &&Value| it["name"] == "embedded_same" && it["status"] == status;
            rules.iter().filter(is).count()
        };
        let (same, differing) = (embedded("holds"), embedded("refuted"));
        crate::say(format_args!(
            "{name} | {} | {} | {} | {} | {refuted} | {same} | {differing}",
            tallies[0],
            tallies[1],
            tallies[2],
            rules.len()
        ));
        for (sum, tally) in sums.iter_mut().zip(&tallies) {
            sum.add(tally);
        }
        n_rules += rules.len();
        n_refuted += refuted;
        n_same += same;
        n_differing += differing;
    }
    crate::say(format_args!(
        "**all** | {} | {} | {} | {n_rules} | {n_refuted} | {n_same} | {n_differing}",
        sums[0], sums[1], sums[2]
    ));
    Ok(())
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn analyze(program: &Path, pdf: &Path) -> Result<Option<Value>> {
    let answer = Command::new(program)
        .arg("analyze")
        .arg(pdf)
        .arg("--json")
        .output()
        .with_context(|| program.display().to_string())?;
    if answer.stdout.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&answer.stdout).with_context(|| pdf.display().to_string())?))
}

/// Every amount with cents on the visible pages, by an independent reader (`pdftotext`).
fn printed_amounts(pdf: &Path) -> Result<BTreeSet<i128>> {
    let answer = Command::new("pdftotext")
        .arg("-layout")
        .arg(pdf)
        .arg("-")
        .output()
        .context("cannot run pdftotext (package poppler-utils)")?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let number = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    Ok(text.split(|c| !number(c)).filter_map(cents).collect())
}

/// `1.234,50`, `1,234.50` and `1234.5` in cents; whole numbers count as main units.
fn cents(text: &str) -> Option<i128> {
    let text = text.trim_matches(|c| c == '.' || c == ',');
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |it| (-1, it));
    let (whole, fraction) = match text.rfind(['.', ',']) {
        Some(at) if text.len() - at <= 3 => (&text[..at], &text[at + 1..]),
        // Four decimals, as the XML writes some amounts: 10.0000.
        Some(at) if text.len() - at == 5 && text[at + 3..].bytes().all(|b| b == b'0') => {
            (&text[..at], &text[at + 1..at + 3])
        }
        _ => (text, ""),
    };
    let whole: String = whole.chars().filter(char::is_ascii_digit).collect();
    if whole.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    format!("{whole}{fraction:0<2}").parse::<i128>().ok().map(|it| sign * it)
}

fn truths(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(".gt.json")
                && Path::new(&path.to_string_lossy().replace(".gt.json", ".pdf")).exists()
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::cents;

    #[test]
    fn amounts_of_both_conventions_become_cents() {
        for (text, expected) in [
            ("1.234,50", Some(123_450)),
            ("1,234.50", Some(123_450)),
            ("-7.5", Some(-750)),
            ("42", Some(4_200)),
            ("10.0000", Some(1_000)),
            ("1.000", Some(100_000)),
            ("", None),
        ] {
            assert_eq!(cents(text), expected, "{text}");
        }
    }
}
