//! The kernel's campaign: mutants of what is emitted are judged, and the real compiler is asked about
//! each that the kernel accepts, or about all.
//!
//! **Invariants:** nothing the kernel accepts counts as right before the compiler has said so; what
//! was asked is kept as one character a mutant, which `cargo test -p proviso-kernel` replays.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Which mutants.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first
    #[arg(long, default_value_t = 0)]
    from: usize,
    /// The one behind the last
    #[arg(long, default_value_t = 20_000)]
    to: usize,
    /// Ask the compiler about those too that the kernel refuses
    #[arg(long)]
    refused: bool,
    /// Ask the compiler about those too that the kernel does not accept
    #[arg(long, conflicts_with = "refused")]
    all: bool,
    /// Emit anew what mutants are made of; all answers are then of other texts, and are gone
    #[arg(long)]
    bases: bool,
    /// Instead of mutants all texts of a folder, such as the compiler's own tests; each is made total
    /// and gets a name where it has none
    #[arg(long)]
    folder: Option<PathBuf>,
}

/// Answers in a line of the file.
const WIDTH: usize = 100;
/// How many are judged between two times that the answers are written.
const PART: usize = 200;

/// Judges and asks.
pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(folder) = &args.folder {
        return all_of(folder);
    }
    let program = crate::eval::build_judge("campaign")?;
    let file = crate::root().join("crates/proviso-kernel/tests/campaign/answers.txt");
    if args.bases {
        let status = Command::new(&program).arg("--bases").status().context("the campaign")?;
        if !status.success() {
            bail!("what mutants are made of could not be emitted");
        }
        fs::write(&file, "").with_context(|| file.display().to_string())?;
    }
    let compiler = crate::record::compiler();
    if compiler.is_none() {
        crate::say("no `idris2` here: what the kernel accepts stays a question (`PROVISO_IDRIS2`)");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    let mut answers: Vec<char> =
        kept.lines().filter(|it| !it.starts_with('#')).flat_map(str::chars).collect();
    let (mut accepted, mut wrong, mut missed) = (0, Vec::new(), 0);
    for from in (args.from..args.to).step_by(PART) {
        let to = args.to.min(from + PART);
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(&program);
        if args.all || args.refused {
            command.arg(if args.all { "--all" } else { "--refused" });
        }
        let judged = command
            .args([from.to_string(), to.to_string()])
            .arg(folder.path())
            .stderr(Stdio::inherit())
            .output()
            .context("the campaign")?;
        if !judged.status.success() {
            bail!("mutants {from} to {to} could not be judged");
        }
        for line in String::from_utf8_lossy(&judged.stdout).lines() {
            let mut parts = line.split('\t');
            let number: usize = parts.next().unwrap_or_default().parse().context("a number")?;
            let (said, what) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            let before = answers.get(number).copied();
            let is_accepted = said == "accepted";
            accepted += usize::from(is_accepted);
            let known = before.filter(|it| "YyNn".contains(*it)).map(|it| "Yy".contains(it));
            let yes = match (known, &compiler) {
                _ if said == "same" => None,
                (Some(it), _) => Some(it),
                (None, Some(compiler))
                    if is_accepted || args.all || (args.refused && said == "refused") =>
                {
                    let root = folder.path().join(number.to_string());
                    Some(accepts(compiler, &root, &root.join("Domains/Audit/Sample.idr"))?)
                }
                _ => None,
            };
            let answer = match (said, yes) {
                ("same", _) => '=',
                ("accepted", Some(true)) => 'Y',
                ("accepted", Some(false)) => 'N',
                ("accepted", None) => '?',
                (_, Some(true)) => 'y',
                (_, Some(false)) => 'n',
                (_, None) => '.',
            };
            if answer == 'N' {
                wrong.push(format!("{number}: {what}"));
            }
            missed += usize::from(answer == 'y' && said == "refused");
            if answers.len() <= number {
                answers.resize(number + 1, '.');
            }
            answers[number] = answer;
        }
        write(&file, &answers)?;
        crate::say(format!("{to}: {accepted} accepted, {} of them wrongly", wrong.len()));
    }
    let count = |of: char| answers.iter().filter(|it| **it == of).count();
    crate::say(format!(
        "{} mutants: {} accepted by both, {} by the kernel alone, {} asked of nobody, {missed} refused wrongly",
        answers.len(),
        count('Y'),
        count('N'),
        count('?'),
    ));
    if !wrong.is_empty() {
        bail!("accepted, and refused by the compiler:\n{}", wrong.join("\n"));
    }
    Ok(())
}

/// Judges all texts of a folder, and asks the compiler about those that the kernel accepts or refuses.
fn all_of(folder: &Path) -> Result<()> {
    let program = crate::eval::build_judge("judge")?;
    let Some(compiler) = crate::record::compiler() else {
        bail!("no `idris2` here to ask (`PROVISO_IDRIS2`)");
    };
    let texts = tempfile::tempdir()?;
    headed(folder, texts.path())?;
    let judged =
        Command::new(program).arg("--all").arg(texts.path()).output().context("the kernel")?;
    if !judged.status.success() {
        bail!("the texts of {} could not be judged", folder.display());
    }
    let (mut counts, mut wrong) = (BTreeMap::new(), 0);
    for line in String::from_utf8_lossy(&judged.stdout).lines() {
        let mut parts = line.split('\t');
        let path = Path::new(parts.next().unwrap_or_default());
        let (said, why) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let answer = match said {
            "outside" => "not asked",
            _ if checks(&compiler, path)? => "accepted",
            _ => "refused",
        };
        *counts.entry((said.to_owned(), answer)).or_insert(0) += 1;
        if matches!((said, answer), ("accepted", "refused") | ("refused", "accepted")) {
            wrong += 1;
            let path = path.strip_prefix(texts.path()).unwrap_or(path);
            crate::say(format!("{}: {said} {why}, {answer} by the compiler", path.display()));
        }
    }
    for ((said, answer), count) in counts {
        crate::say(format!("{count} {said} by the kernel, {answer} by the compiler"));
    }
    if wrong > 0 {
        bail!("kernel and compiler differ about {wrong} texts");
    }
    Ok(())
}

/// Copies the texts of a folder; what names itself not is `Main`, and all is total.
fn headed(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if path.is_dir() {
            headed(&path, &to.join(name))?;
        } else if path.extension().is_some_and(|it| it == "idr") {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            let is_named = text.lines().any(|it| it.starts_with("module "));
            let named = if is_named { text } else { format!("module Main\n\n{text}") };
            fs::write(to.join(name), total(&named))?;
        }
    }
    Ok(())
}

/// The text, made total behind its imports.
fn total(text: &str) -> String {
    if text.contains("%default total") {
        return text.to_owned();
    }
    let lines: Vec<&str> = text.lines().collect();
    let is_head = |it: &&str| it.starts_with("module ") || it.starts_with("import ");
    let behind = lines.iter().rposition(is_head).map_or(0, |it| it + 1);
    let (head, body) = lines.split_at(behind);
    [head, &["", "%default total", ""], body].concat().join("\n") + "\n"
}

/// Whether the compiler takes a text that lies at its source's root, or below it by its name.
fn checks(compiler: &Path, path: &Path) -> Result<bool> {
    let text = fs::read_to_string(path)?;
    let named = text.lines().find_map(|it| it.strip_prefix("module ")).unwrap_or("Main");
    let depth = named.split_whitespace().next().unwrap_or("Main").split('.').count();
    let root = path.ancestors().nth(depth).context("a text lies in a folder")?;
    accepts(compiler, root, path)
}

fn write(file: &Path, answers: &[char]) -> Result<()> {
    let mut text = String::from("# What was said of mutants; see tests/campaign.rs\n");
    for line in answers.chunks(WIDTH) {
        text.extend(line);
        text.push('\n');
    }
    fs::write(file, text).with_context(|| file.display().to_string())
}

/// Whether the compiler accepts a text below its source's root: it ends well, reports no error, and
/// writes the module's interface.
fn accepts(compiler: &Path, root: &Path, path: &Path) -> Result<bool> {
    let build = tempfile::tempdir()?;
    let output = Command::new(compiler)
        .args(["--no-banner", "--no-color", "--console-width", "0", "--source-dir"])
        .arg(root)
        .arg("--build-dir")
        .arg(build.path())
        .arg("--check")
        .arg(path)
        .current_dir(root)
        .stdin(Stdio::null())
        .output()
        .context("cannot run the compiler")?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let interface = path.strip_prefix(root)?.with_extension("ttc");
    let written = written(&build.path().join("ttc"), &interface)?;
    Ok(output.status.success() && !said.contains("Error") && written)
}

fn written(ttc: &Path, interface: &Path) -> Result<bool> {
    let Ok(versions) = fs::read_dir(ttc) else { return Ok(false) };
    for version in versions {
        if version?.path().join(interface).exists() {
            return Ok(true);
        }
    }
    Ok(false)
}
