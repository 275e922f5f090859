//! Whole-process times and memory, each beside what it is measured against, in one run.
//!
//! Pairs are run by turns (ours, theirs, ours, theirs …), so that a busy machine slows both; the
//! ratio of the medians is the result, not the times.
//!
//! **Invariant:** nothing is measured that is not a command a person could type.

mod cancel;
mod growth;
mod judge;
mod paper;
mod queue;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use wait4::Wait4;

/// Pages of the scan that is made where none is given.
const SCANNED: usize = 10;
/// Copies of the documents that the long one is made of.
const COPIES: usize = 40;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many times each command runs, and at how many moments, of nine, each thing is stopped
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Documents with a text layer; the bundled samples if none are given
    documents: Vec<PathBuf>,
    /// A scan of several pages, to compare recognition with `tesseract`, page after page; ten
    /// pages drawn of the documents if none is given
    #[arg(long)]
    scan: Option<PathBuf>,
    /// Only these measurements
    #[arg(long, value_enum, value_delimiter = ',')]
    only: Vec<Part>,
    /// Papers that go over a queue
    #[arg(long, default_value_t = 60)]
    papers: u64,
    /// Papers over which a worker's memory is looked at
    #[arg(long, default_value_t = 1_000)]
    many: u64,
    /// Movements, columns and clauses up to this number only: a hundred thousand take an hour of a machine
    /// that others use as well
    #[arg(long, default_value_t = 100_000)]
    most: usize,
    /// The program of `cargo build`, which is built faster and works more slowly
    #[arg(long)]
    unoptimized: bool,
    /// A program that is there, instead of one that is built
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// A program of before, to be measured by turns with the other: how long who stops it waits, and how
    /// its time and memory grow
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
}

/// The measurements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// A whole run against the bare compiler
    Convert,
    /// The text layer against `pdftotext -bbox`
    Text,
    /// Recognition against `tesseract`, page by page and on all processors, and `ocrmypdf`
    Scan,
    /// Analysing, against nothing: time and memory
    Analyze,
    /// The kernel against the compiler about the same modules
    Judge,
    /// A batch whose papers the compiler is asked about: all, one in twenty, or none
    Batch,
    /// The queue against a batch of this machine, over one worker and two
    Queue,
    /// A worker's memory over many papers
    Worker,
    /// How long a person waits who stops what is under way
    Cancel,
    /// Time and memory with the lines, columns and clauses of a paper, and a year of an account
    Growth,
    /// The window: its start, what a person waits for who drops a file, and its memory when two long
    /// documents were looked through
    Window,
}

/// A command's median time and highest memory.
struct Measure {
    time: Duration,
    peak_kib: u64,
}

impl std::fmt::Display for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0} ms, {} MiB", self.time.as_secs_f64() * 1e3, self.peak_kib / 1024)
    }
}

/// Builds the release, then measures.
pub(crate) fn run(args: &Args) -> Result<()> {
    let root = crate::root();
    let wanted = |it| args.only.is_empty() || args.only.contains(&it);
    if args.only == [Part::Window] {
        return the_window(args.unoptimized);
    }
    let proviso = match &args.program {
        Some(it) => it.canonicalize()?,
        None => crate::fleet::built(args.unoptimized)?,
    };
    let bundled = ["service_contract.pdf", "goods_invoice.pdf"];
    let documents = if args.documents.is_empty() {
        bundled.iter().map(|it| root.join("direction/samples").join(it)).collect()
    } else {
        args.documents.clone()
    };
    let folder = tempfile::tempdir()?;
    crate::say("measured | ours | theirs | ratio");
    crate::say("---|---|---|---");
    if wanted(Part::Convert) {
        for document in &documents {
            against_the_compiler(&proviso, document, args.rounds)?;
        }
    }
    if wanted(Part::Text) || wanted(Part::Analyze) {
        let mut documents = documents.clone();
        documents.push(paper::long(&documents, COPIES, folder.path())?);
        if wanted(Part::Text) {
            against_pdftotext(&documents, args.rounds)?;
        }
        for document in documents.iter().filter(|_| wanted(Part::Analyze)) {
            alone(&proviso, document, args.rounds)?;
        }
    }
    if wanted(Part::Judge) {
        judge::run(&proviso, &documents, args.rounds)?;
    }
    if wanted(Part::Batch) {
        judge::batches(&proviso, &args.documents, args.papers, args.rounds.min(3))?;
    }
    if wanted(Part::Queue) {
        queue::run(&proviso, args.papers, args.rounds.min(3))?;
    }
    if wanted(Part::Worker) {
        queue::memory(&proviso, args.many)?;
    }
    let before = args.before.as_ref().map(|it| it.canonicalize()).transpose()?;
    if wanted(Part::Cancel) {
        cancel::run(&proviso, before.as_deref(), &documents, args.rounds)?;
    }
    if wanted(Part::Growth) {
        growth::run(&proviso, before.as_deref(), args.most)?;
    }
    if wanted(Part::Scan) {
        let scan = match &args.scan {
            Some(scan) => scan.clone(),
            None => paper::scan(&documents, SCANNED, folder.path())?,
        };
        against_tesseract(&proviso, &scan, args.rounds.min(3))?;
        against_ocrmypdf(&proviso, &scan, args.rounds.min(3))?;
    }
    // Last: it ends with an error where the window holds too much.
    if wanted(Part::Window) {
        the_window(args.unoptimized)?;
    }
    Ok(())
}

/// The rows of the example that reads in a warm worker, which a command line cannot.
fn against_pdftotext(documents: &[PathBuf], rounds: usize) -> Result<()> {
    let status = Command::new(env!("CARGO"))
        .args(["run", "--release", "--quiet", "--package", "proviso-kit"])
        .args(["--example", "against_pdftotext", "--", &rounds.max(1).to_string()])
        .args(documents)
        .current_dir(crate::root())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the comparison with `pdftotext` failed");
    }
    Ok(())
}

/// The tables of the window's own bench, which has a display of its own. Unoptimized it is what the
/// tests have built already: the same features and settings.
fn the_window(unoptimized: bool) -> Result<()> {
    let of: &[&str] = match unoptimized {
        true => &["--workspace", "--all-features", "--profile", "dev"],
        false => &["--package", "proviso-desktop"],
    };
    let status = Command::new(env!("CARGO"))
        .args(["bench", "--quiet", "--bench", "window"])
        .args(of)
        .current_dir(crate::root())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the window could not be measured");
    }
    Ok(())
}

/// `proviso analyze FILE --json`: the peak is that of its largest process.
fn alone(proviso: &Path, document: &Path, rounds: usize) -> Result<()> {
    let mut runs = Vec::new();
    for _ in 0..rounds.max(1) {
        runs.push(once(analyze(proviso, document))?);
    }
    crate::say(format_args!("analyze {} | {} | |", stem(document), median(runs)));
    Ok(())
}

/// `proviso convert FILE` against `idris2 --check` of the audit that it wrote: Proviso's own share
/// of a run is what the ratio has above one.
fn against_the_compiler(proviso: &Path, document: &Path, rounds: usize) -> Result<()> {
    let workspace = tempfile::tempdir()?;
    let build = tempfile::tempdir()?;
    let convert = || convert(proviso, document, workspace.path());
    converted(convert(), document, workspace.path())?;
    let check = || compile(workspace.path(), build.path());
    let (ours, theirs) = pair(rounds, &convert, &check, &|| emptied(build.path()))?;
    row(&format!("convert {} against `idris2 --check`", stem(document)), &ours, &theirs);
    Ok(())
}

/// `proviso convert FILE` into a workspace.
fn convert(proviso: &Path, document: &Path, workspace: &Path) -> Command {
    let mut command = Command::new(proviso);
    command.arg("convert").arg(document).args(["--project", "Bench", "--workspace"]);
    command.arg(workspace);
    command
}

/// Converts once, so that the workspace has what is judged.
fn converted(mut convert: Command, document: &Path, workspace: &Path) -> Result<()> {
    convert.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    if !workspace.join("Domains/Audit/Bench.idr").exists() {
        bail!("`{}` was not converted", document.display());
    }
    Ok(())
}

/// `idris2 --check` of the audit in a workspace.
fn compile(workspace: &Path, build: &Path) -> Command {
    let mut command = Command::new("idris2");
    command.args(["--no-banner", "--no-color", "--source-dir"]).arg(workspace);
    command.arg("--build-dir").arg(build).arg("--check");
    command.arg(workspace.join("Domains/Audit/Bench.idr")).current_dir(workspace);
    command
}

/// A fresh build directory for every check, as Proviso's own checks have.
fn emptied(build: &Path) -> Result<()> {
    match fs::remove_dir_all(build) {
        Err(it) if it.kind() != std::io::ErrorKind::NotFound => return Err(it.into()),
        _ => {}
    }
    Ok(fs::create_dir_all(build)?)
}

/// `proviso analyze SCAN` against one `tesseract` call a page, one after the other and as many at a
/// time as there are processors, with `OMP_THREAD_LIMIT=1` and the page mode that Proviso uses; the
/// pages are rendered beforehand by `pdftoppm`.
fn against_tesseract(proviso: &Path, scan: &Path, rounds: usize) -> Result<()> {
    let pages = tempfile::tempdir()?;
    let status = Command::new("pdftoppm")
        .args(["-r", "300", "-png"])
        .arg(scan)
        .arg(pages.path().join("page"))
        .status()
        .context("cannot run pdftoppm (package poppler-utils)")?;
    if !status.success() {
        bail!("`{}` could not be rendered", scan.display());
    }
    let n_processors = std::thread::available_parallelism()?;
    for (at_a_time, what) in [(1, "per page"), (n_processors.get(), "on all processors")] {
        let tesseract = || {
            let mut command = Command::new("sh");
            command.arg("-c").env("OMP_THREAD_LIMIT", "1").current_dir(pages.path());
            command.arg(format!(
                "ls *.png | xargs -P {at_a_time} -I PAGE tesseract PAGE - -l kor+eng --psm 4 tsv"
            ));
            command
        };
        let forgetting = Forgetting::new()?;
        let ours = || forgetting.analyze(proviso, scan);
        let (ours, theirs) = pair(rounds, &ours, &tesseract, &|| forgetting.forget())?;
        row(&format!("analyze {} against `tesseract` {what}", stem(scan)), &ours, &theirs);
    }
    Ok(())
}

/// `proviso analyze SCAN` against `ocrmypdf` on all processors, where that is installed.
fn against_ocrmypdf(proviso: &Path, scan: &Path, rounds: usize) -> Result<()> {
    let what = format!("analyze {} against `ocrmypdf`", stem(scan));
    let is_there = Command::new("ocrmypdf").arg("--version").stdout(Stdio::null()).status();
    if !is_there.is_ok_and(|it| it.success()) {
        crate::say(format_args!("{what} | not installed | |"));
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let theirs = || {
        let mut command = Command::new("ocrmypdf");
        command.args(["--language", "kor+eng", "--tesseract-pagesegmode", "4", "--force-ocr"]);
        // What it does for the picture in the PDF is not what is compared.
        command.args(["--output-type", "pdf", "--optimize", "0"]);
        command.arg(scan).arg(folder.path().join("read.pdf"));
        command
    };
    let forgetting = Forgetting::new()?;
    let ours = || forgetting.analyze(proviso, scan);
    let (ours, theirs) = pair(rounds, &ours, &theirs, &|| forgetting.forget())?;
    row(&what, &ours, &theirs);
    Ok(())
}

fn analyze(proviso: &Path, document: &Path) -> Command {
    let mut command = Command::new(proviso);
    command.arg("analyze").arg(document).arg("--json");
    command
}

/// A workspace without recognized pages: one that keeps them recognizes nothing the second time.
struct Forgetting(tempfile::TempDir);

impl Forgetting {
    fn new() -> Result<Forgetting> {
        let folder = tempfile::tempdir()?;
        fs::create_dir(folder.path().join("Domains"))?;
        Ok(Forgetting(folder))
    }
    fn forget(&self) -> Result<()> {
        match fs::remove_dir_all(self.0.path().join(".proviso")) {
            Err(it) if it.kind() != std::io::ErrorKind::NotFound => Err(it.into()),
            _ => Ok(()),
        }
    }
    fn analyze(&self, proviso: &Path, document: &Path) -> Command {
        let mut command = analyze(proviso, document);
        command.arg("--workspace").arg(self.0.path());
        command
    }
}

fn pair(
    rounds: usize,
    ours: &dyn Fn() -> Command,
    theirs: &dyn Fn() -> Command,
    before: &dyn Fn() -> Result<()>,
) -> Result<(Measure, Measure)> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for _ in 0..rounds.max(1) {
        before()?;
        left.push(once(ours())?);
        before()?;
        right.push(once(theirs())?);
    }
    Ok((median(left), median(right)))
}

fn once(mut command: Command) -> Result<Measure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run `{program}`"))?;
    let used = child.wait4().with_context(|| format!("cannot wait for `{program}`"))?;
    let time = started.elapsed();
    // Findings in a document are status 1; what failed would be measured as fast.
    if !matches!(used.status.code(), Some(0 | 1)) {
        bail!("`{program}` failed ({})", used.status);
    }
    Ok(Measure { time, peak_kib: used.rusage.maxrss / 1024 })
}

fn median(mut runs: Vec<Measure>) -> Measure {
    runs.sort_by_key(|it| it.time);
    let peak_kib = runs.iter().map(|it| it.peak_kib).max().unwrap_or(0);
    let middle = runs.len() / 2;
    Measure { time: runs.get(middle).map_or(Duration::ZERO, |it| it.time), peak_kib }
}

fn row(what: &str, ours: &Measure, theirs: &Measure) {
    let ratio = ours.time.as_secs_f64() / theirs.time.as_secs_f64().max(f64::EPSILON);
    crate::say(format_args!("{what} | {ours} | {theirs} | {ratio:.2}"));
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
