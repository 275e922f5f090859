//! Scores the built-in engine against documents with known truth.
//!
//! Runs `proviso analyze FILE --json` on every document of a directory, keeps the answers, and has
//! the directory's own `score.py`, or another one, compare them with `NAME.truth.json`. Papers that
//! `cargo xtask papers` wrote (`NAME.pages.json`) are analyzed all in one process, as they are read
//! already.
//!
//! With `--record SET` the tables are written down, beside those of the last time.
//!
//! **Invariant:** the engine sees the document only; truth is read by the scorer alone, and by it
//! of those documents only that were analyzed, so its last line and our tables say the same.

mod counts;
mod groups;
mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use self::counts::Counts;
use self::groups::{Rows, Scored, Source};

/// What the name of a paper ends in that is stored as it was read.
const PAGES: &str = ".pages.json";

/// What to score.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Directory with documents and their NAME.truth.json
    #[arg(required_unless_present_all = ["seen", "unseen"])]
    directory: Option<PathBuf>,
    /// Only documents whose name contains this
    #[arg(long)]
    only: Option<String>,
    /// Show every missed and every surplus field and rule
    #[arg(long)]
    misses: bool,
    /// Count by writer (the first letter of a name) and by source: text and office, scans,
    /// photographs
    #[arg(long)]
    by_writer: bool,
    /// Each writer's papers beside those of all others, with mean and spread; what is fitted is made
    /// without the writer who is scored
    #[arg(long)]
    leave_one_writer_out: bool,
    /// Count by what generated papers are made of: withheld or not, structure, style, damage
    #[arg(long)]
    by_paper: bool,
    /// Papers that were at hand while the engine was made, to be held against `--unseen`
    #[arg(long, value_name = "DIR", requires = "unseen", conflicts_with = "directory")]
    seen: Vec<PathBuf>,
    /// Papers that were not
    #[arg(long, value_name = "DIR", requires = "seen")]
    unseen: Vec<PathBuf>,
    /// Write the tables into `docs/results.md`, as this set, with what has changed
    #[arg(long, value_name = "SET", conflicts_with = "only")]
    record: Option<String>,
    /// Where the answers go
    #[arg(long, default_value = "target/eval")]
    out: PathBuf,
    /// Score the answers that lie there already, and analyze nothing
    #[arg(long)]
    again: bool,
    /// The scorer, where none lies in or above the directory
    #[arg(long, value_name = "FILE")]
    scorer: Option<PathBuf>,
    /// The program to score, instead of building it
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Analyzes, scores, and shows what was asked for.
pub(crate) fn run(args: &Args) -> Result<()> {
    let out = crate::root().join(&args.out);
    if out.exists() && !args.again {
        fs::remove_dir_all(&out).with_context(|| out.display().to_string())?;
    }
    let mut evaluation = Evaluation { args, program: args.program.clone() };
    let before = args.record.as_deref().map(summary::before).transpose()?.flatten();
    let mut tables: Vec<String> = Vec::new();
    let mut kept = Rows::new();
    let Some(directory) = &args.directory else {
        let seen = evaluation.all(&args.seen, &out.join("seen"))?;
        let unseen = evaluation.all(&args.unseen, &out.join("unseen"))?;
        let sum = |all: &[Scored]| Counts::sum(all.iter().map(|it| &it.counts));
        let (seen, unseen) = (sum(&seen), sum(&unseen));
        tables.push(summary::seen_minus_unseen(&seen, &unseen));
        kept.extend([("seen".to_owned(), seen), ("unseen".to_owned(), unseen)]);
        return finish(args, &tables, kept);
    };
    let scored = evaluation.scored(directory, &out)?;
    let mut show = |mut rows: Rows| {
        rows.push(groups::total(&scored));
        tables.push(summary::table(&rows, before.as_ref()));
        kept.extend(rows);
    };
    if args.by_writer {
        let mut rows = groups::rows(&scored, Scored::writer, |it| format!("writer {it}"));
        rows.extend(groups::rows(&scored, |it| it.source, |it| it.name().to_owned()));
        show(rows);
    }
    if args.by_paper {
        let mut rows = Rows::new();
        for what in ["half", "structure", "style", "damage"] {
            let made_of = |it: &Scored| it.made_of.get(what).cloned().unwrap_or_default();
            rows.extend(groups::rows(&scored, made_of, |it| format!("{what}: {it}")));
        }
        show(rows);
    }
    if !args.by_writer && !args.by_paper && !args.leave_one_writer_out {
        show(groups::rows(&scored, |it| it.format.clone(), String::clone));
    }
    if args.leave_one_writer_out {
        let parts = groups::left_out(&scored);
        for source in [None, Some(Source::Text)] {
            tables.push(summary::left_out(&parts, source));
        }
    }
    finish(args, &tables, kept)
}

/// Shows the tables, and writes them down where that was asked for.
fn finish(args: &Args, tables: &[String], kept: Rows) -> Result<()> {
    let tables = tables.join("\n");
    crate::say(format_args!("\n{tables}"));
    match &args.record {
        Some(set) => summary::record(set, &tables, kept),
        None => Ok(()),
    }
}

/// Documents being analyzed and scored; the program is built when the first one needs it.
struct Evaluation<'a> {
    args: &'a Args,
    program: Option<PathBuf>,
}

impl Evaluation<'_> {
    /// Several directories, each with a scorer of its own.
    fn all(&mut self, directories: &[PathBuf], out: &Path) -> Result<Vec<Scored>> {
        let mut all = Vec::new();
        for (number, directory) in directories.iter().enumerate() {
            all.extend(self.scored(directory, &out.join(number.to_string()))?);
        }
        Ok(all)
    }

    /// The documents of a directory with their counts.
    fn scored(&mut self, directory: &Path, out: &Path) -> Result<Vec<Scored>> {
        fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        let mut documents = documents(directory)?;
        if let Some(only) = &self.args.only {
            documents.retain(|it| name(it).contains(only));
        }
        if !self.args.again {
            let (read, files): (Vec<_>, Vec<_>) =
                documents.iter().cloned().partition(|it| it.to_string_lossy().ends_with(PAGES));
            for document in &files {
                self.analyze(document, out)?;
            }
            if !read.is_empty() {
                analyze_read(&read, out)?;
            }
        }
        let scores = score(self.args, directory, &documents, out)?;
        let kinds = kinds(directory)?;
        documents.iter().map(|it| scored(it, out, &scores, &kinds)).collect()
    }

    fn analyze(&mut self, document: &Path, out: &Path) -> Result<()> {
        let program = match &self.program {
            Some(it) => it.clone(),
            None => self.program.insert(build()?).clone(),
        };
        let name = name(document);
        let started = Instant::now();
        let answer = Command::new(&program)
            .arg("analyze")
            .arg(document)
            .arg("--json")
            .output()
            .with_context(|| program.display().to_string())?;
        crate::say(format_args!(
            "{name:34} {:>6} ms  {}",
            started.elapsed().as_millis(),
            match answer.status.code() {
                Some(0) => "",
                Some(1) => "findings",
                _ => "not read",
            }
        ));
        if answer.stdout.is_empty() {
            crate::say(String::from_utf8_lossy(&answer.stderr).trim_end());
        } else {
            fs::write(out.join(format!("{name}.json")), &answer.stdout)?;
        }
        Ok(())
    }
}

/// Analyzes papers that are stored as they were read.
fn analyze_read(papers: &[PathBuf], out: &Path) -> Result<()> {
    let what = ["--release", "--package", "proviso-core", "--example", "analyze"];
    let started = Instant::now();
    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet"])
        .args(what)
        .arg("--")
        .arg(out)
        .args(papers)
        .current_dir(crate::root())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the analysis of papers failed");
    }
    crate::say(format_args!("{} papers, {} ms", papers.len(), started.elapsed().as_millis()));
    Ok(())
}

/// Builds `proviso` and says where it is.
pub(crate) fn build() -> Result<PathBuf> {
    build_program(&["--package", "proviso-cli"], "proviso")
}

/// The same with the profile of releases.
pub(crate) fn build_release() -> Result<PathBuf> {
    built(&["--release", "--package", "proviso-cli"], "release/proviso")
}

/// Builds a program with the development profile; `place` is where it lies below that's folder.
pub(crate) fn build_program(what: &[&str], place: &str) -> Result<PathBuf> {
    built(what, &format!("debug/{place}"))
}

/// Builds an example of the kernel with the profile of releases: it judges thousands.
pub(crate) fn build_judge(example: &str) -> Result<PathBuf> {
    let what = ["--release", "--package", "proviso-kernel", "--example", example];
    built(&what, &format!("release/examples/{example}"))
}

fn built(what: &[&str], place: &str) -> Result<PathBuf> {
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet"])
        .args(what)
        .current_dir(crate::root())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the build failed");
    }
    Ok(crate::target()?.join(place))
}

/// A document's name, as its truth has it.
pub(crate) fn name(document: &Path) -> String {
    let file = document.file_name().unwrap_or_default().to_string_lossy();
    match file.strip_suffix(PAGES) {
        Some(it) => it.to_owned(),
        None => document.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    }
}

/// Where the truth about a document stands.
fn truth(document: &Path) -> PathBuf {
    document.with_file_name(format!("{}.truth.json", name(document)))
}

/// Every file that has a truth beside it, by name.
pub(crate) fn documents(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).with_context(|| directory.display().to_string())? {
        let path = entry?.path();
        let is_truth = path.to_string_lossy().ends_with(".truth.json");
        if !is_truth && truth(&path).exists() {
            found.push(path);
        }
    }
    found.sort();
    if found.is_empty() {
        bail!("no document with a NAME.truth.json in `{}`", directory.display());
    }
    Ok(found)
}

/// What the manifest says of the kind of each file, where there is a manifest.
fn kinds(directory: &Path) -> Result<BTreeMap<String, String>> {
    let path = directory.join("MANIFEST.tsv");
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let of = |line: &str| {
        let mut cells = line.split('\t');
        let file = name(Path::new(cells.next()?));
        Some((file, cells.nth(2)?.to_owned()))
    };
    Ok(text.lines().skip(1).filter_map(of).collect())
}

/// Has the scorer compare the answers with the truth about these documents; with the counts of each.
fn score(args: &Args, directory: &Path, documents: &[PathBuf], out: &Path) -> Result<Value> {
    let beside = [directory.join("score.py"), directory.join("../score.py")];
    let scorer = args
        .scorer
        .iter()
        .chain(&beside)
        .find(|it| it.exists())
        .with_context(|| format!("no `score.py` in or above `{}`", directory.display()))?;
    // The scorer counts a truth without an answer as one that was missed altogether.
    let truths = tempfile::tempdir()?;
    let mut needed: Vec<PathBuf> = documents.iter().map(|it| truth(it)).collect();
    needed.push(directory.join("MANIFEST.tsv"));
    for path in needed.iter().filter(|it| it.exists()) {
        fs::copy(path, truths.path().join(path.file_name().unwrap_or_default()))?;
    }
    let scores = out.join("scores");
    let mut command = Command::new("python3");
    command.arg(scorer).arg(truths.path()).arg(out).arg("--json").arg(&scores);
    if args.misses {
        command.arg("--misses");
    }
    if !command.status().context("cannot run python3")?.success() {
        bail!("the scorer failed");
    }
    let mut scores: Value = read(&scores)?;
    Ok(scores["per_document"].take())
}

/// A document with what the scorer counted and what it may be grouped by.
fn scored(
    document: &Path,
    out: &Path,
    scores: &Value,
    kinds: &BTreeMap<String, String>,
) -> Result<Scored> {
    let name = name(document);
    let counts = Counts::of(&scores[&name]).with_context(|| format!("no score of `{name}`"))?;
    let extension = document.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let answer = out.join(format!("{name}.json"));
    let route = if answer.exists() { groups::route(&read(&answer)?) } else { "not read" };
    let source = Source::of(kinds.get(&name).map(String::as_str), &extension, route == "as text");
    let made_of = serde_json::from_value(read::<Value>(&truth(document))?["paper"].take())
        .unwrap_or_default();
    let format = format!("{}, {route}", extension.to_uppercase());
    Ok(Scored { name, format, source, made_of, counts })
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}
