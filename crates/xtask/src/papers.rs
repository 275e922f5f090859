//! Papers with truth: structures × labels × styles × damage.
//!
//! `cargo xtask papers N --seed S DIR` writes `NAME.pages.json`, a paper as it was read, beside
//! `NAME.truth.json`; `cargo xtask eval DIR` scores them. A paper is drawn as a web page, which the
//! product's own reader gives lines, borders and boxes, so that no PDF has to be made and a
//! thousand take a minute. A tenth of them hold a planted mistake.
//!
//! A fifth of the labels, structures and styles is withheld: names in `h` are of papers at hand,
//! which something may be fitted to; names in `w` are of papers that print withheld labels only,
//! many of them in a withheld structure or style.
//!
//! **Invariant:** equal seeds give equal papers, whatever their number; the truth about a paper
//! comes from what it prints, and every relation of it holds unless a mistake is planted.

mod damage;
mod draft;
mod facts;
mod structures;
mod style;
mod words;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value as Json, json};

use self::damage::Damage;
use self::draft::Draft;
use self::words::{Chance, Half, Words};

/// What to write.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many
    number: u64,
    /// Where they go; made if it is not there, and it must hold nothing
    directory: PathBuf,
    /// What decides them
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draw them instead, as `NAME.png`, for what recognition makes of them; papers of more than
    /// one page are left out
    #[arg(long)]
    drawn: bool,
    /// Write them as web pages, before they are read and damaged: `NAME.html`
    #[arg(long, conflicts_with = "drawn")]
    web: bool,
    /// Only papers that may be fitted to
    #[arg(long)]
    at_hand: bool,
    /// Only papers of this structure: `contract` has shares of one price
    #[arg(long)]
    structure: Option<String>,
}

/// A paper as it is printed, before it is read and damaged.
#[derive(Debug, PartialEq)]
struct Written {
    name: String,
    html: String,
    truth: Json,
    damage: Damage,
    /// Of what happens to it later.
    seed: u64,
}

/// Writes the papers.
pub(crate) fn run(args: &Args) -> Result<()> {
    fs::create_dir_all(&args.directory).with_context(|| args.directory.display().to_string())?;
    if fs::read_dir(&args.directory)?.next().is_some() {
        bail!("`{}` is not empty", args.directory.display());
    }
    let words = match &args.structure {
        Some(it) => Words::load()?.only(it)?,
        None => Words::load()?,
    };
    let folder = tempfile::tempdir()?;
    let mut papers = Vec::new();
    for number in 0..args.number {
        let half = if args.at_hand || number % 2 == 0 { Half::AtHand } else { Half::Withheld };
        let paper = write(&words, args.seed, number, half)?;
        let page = folder.path().join(format!("{}.html", paper.name));
        fs::write(&page, &paper.html).with_context(|| page.display().to_string())?;
        papers.push(paper);
    }
    if args.web {
        for paper in &papers {
            let path = args.directory.join(format!("{}.html", paper.name));
            fs::write(&path, &paper.html).with_context(|| path.display().to_string())?;
        }
        crate::say(format_args!("{} papers", papers.len()));
        return Ok(());
    }
    if args.drawn {
        return draw(folder.path(), &args.directory, &mut papers);
    }
    read_all("--out", folder.path(), &papers)?;
    for paper in &papers {
        let read = folder.path().join(format!("{}.html.json", paper.name));
        let text = fs::read_to_string(&read).with_context(|| read.display().to_string())?;
        let mut document: Json = serde_json::from_str(&text)?;
        paper.damage.apply(&mut document, &mut Chance::new(paper.seed, 1));
        let put = |what: &str, it: &Json| {
            let path = args.directory.join(format!("{}.{what}.json", paper.name));
            fs::write(&path, it.to_string()).with_context(|| path.display().to_string())
        };
        put("pages", &document)?;
        put("truth", &paper.truth)?;
    }
    let n_planted = papers.iter().filter(|it| it.truth["discrepancies"] != json!([])).count();
    crate::say(format_args!("{} papers, {n_planted} with a planted mistake", papers.len()));
    Ok(())
}

/// Draws papers of one page; what damages them is the way to the picture and back.
fn draw(folder: &Path, directory: &Path, papers: &mut [Written]) -> Result<()> {
    read_all("--scan", folder, papers)?;
    let mut n_drawn = 0;
    for paper in papers {
        let page = |number: u32| folder.join(format!("{}.html-{number}.png", paper.name));
        if page(2).exists() {
            continue;
        }
        fs::copy(page(1), directory.join(format!("{}.png", paper.name)))
            .with_context(|| page(1).display().to_string())?;
        paper.truth["paper"]["damage"] = json!("drawn");
        let path = directory.join(format!("{}.truth.json", paper.name));
        fs::write(&path, paper.truth.to_string()).with_context(|| path.display().to_string())?;
        n_drawn += 1;
    }
    crate::say(format_args!("{n_drawn} papers drawn"));
    Ok(())
}

/// One paper of a seed.
fn write(words: &Words, seed: u64, number: u64, half: Half) -> Result<Written> {
    let mut chance = Chance::new(seed, number);
    let structure = half.choose(&words.structures, &mut chance);
    let style = half.choose(&words.styles, &mut chance);
    let damage = Damage::choose(&mut chance);
    let is_planted = chance.percent(10);
    let draft = Draft::new(words, &mut chance, half);
    let mut paper = structures::fill(&structure, draft)
        .with_context(|| format!("nobody wrote the structure `{structure}`"))?;
    if let Some(wrong) = paper.relations.iter().find(|it| !paper.holds(it)) {
        bail!("`{structure}`, paper {number} of seed {seed}: {wrong:?} does not hold");
    }
    if is_planted {
        paper.plant(|n| chance.below(n));
    }
    let html = style::html(&paper, &style, &mut chance);
    let mut truth = paper.truth();
    truth["paper"] = json!({"half": half.name(), "structure": paper.structure, "style": style,
        "damage": damage.name()});
    let letter = if half == Half::AtHand { 'h' } else { 'w' };
    let seed = seed.wrapping_mul(1_000_003).wrapping_add(number);
    Ok(Written { name: format!("{letter}{number:05}"), html, truth, damage, seed })
}

/// Has the product's reader give all of them pages (`--out`), or draw these (`--scan`), in one
/// process.
fn read_all(what: &str, folder: &Path, papers: &[Written]) -> Result<()> {
    let program = crate::eval::build_program(
        &["--package", "proviso-kit", "--example", "read"],
        "examples/read",
    )?;
    let read = Command::new(&program)
        .arg(what)
        .arg(folder)
        .args(papers.iter().map(|it| folder.join(format!("{}.html", it.name))))
        .output()
        .with_context(|| program.display().to_string())?;
    if !read.status.success() {
        bail!("the papers could not be read: {}", String::from_utf8_lossy(&read.stderr));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
