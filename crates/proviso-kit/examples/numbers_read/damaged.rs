//! Pages with a text layer, damaged and recognized, held against their text.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use proviso_core::document::{Page, Rect, Source, View, Word};
use proviso_kit::reading::measure::BothReaders;
use proviso_raster::Gray;
use proviso_raster::warp::Warp;

use super::Files;
use super::damage::{Chance, Damage};
use super::drawn;
use super::fit::{self, Signs};
use super::judge::{self, Slip};

/// Pages of one document; long ones would outweigh the others.
const MAX_PAGES: usize = 1;
/// What is believed more than this, and read alike by both readers, nobody looks at.
pub(crate) const BELIEVED: f32 = 0.9;
/// As sure as a person is.
const SURE: f32 = 0.99;

/// A number that was recognized, and what it was held against.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    /// Counted from 1.
    pub(crate) document: usize,
    name: String,
    damage: Damage,
    text: String,
    printed: String,
    pub(crate) slip: Option<Slip>,
    confidence: f32,
    /// What both readers said of it; none where the second one was not asked.
    pub(crate) both: Option<Signs>,
}

impl Trial {
    fn is_agreed(&self) -> bool {
        self.both.is_some_and(|it| it.agrees)
    }
}

/// A page to be damaged and recognized.
struct Job {
    document: usize,
    name: String,
    page: Page,
    drawn: Gray,
    damage: Damage,
}

/// Of one kind of damage: numbers printed, and those of them that were read.
type Found = BTreeMap<&'static str, (usize, usize)>;

/// Prints the tables; `list` adds the wrong ones that are believed, `out` gets all as JSON lines.
pub(crate) fn run(
    files: &Files,
    folders: &[PathBuf],
    list: bool,
    out: Option<&Path>,
) -> Result<(), Box<dyn Error>> {
    let paths = super::files_of(folders, |it| it.extension().is_some_and(|it| it == "pdf"))?;
    let folder = tempfile::tempdir()?;
    let (mut trials, mut found, mut n_documents, mut n_pages) = (Vec::new(), Found::new(), 0, 0);
    for path in &paths {
        let document = match files.read(path) {
            Ok(it) => it,
            Err(error) => {
                eprintln!("left out: {error}");
                continue;
            }
        };
        let is_text = |it: &&Page| it.source == Source::TextLayer && it.lines.len() > 5;
        let pages: Vec<&Page> = document.pages.iter().filter(is_text).take(MAX_PAGES).collect();
        n_documents += usize::from(!pages.is_empty());
        let mut jobs = Vec::new();
        for page in pages {
            n_pages += 1;
            for damage in Damage::ALL {
                jobs.push(Job {
                    document: n_documents,
                    name: format!("{} {}", document.name, page.number),
                    page: page.clone(),
                    drawn: Gray::from_image(&drawn::page(
                        path,
                        page.number,
                        damage.dpi(),
                        folder.path(),
                    )?),
                    damage,
                });
            }
        }
        recognize(jobs, folder.path(), &mut trials, &mut found)?;
        eprintln!("{}: {} numbers so far", document.name, trials.len());
    }
    println!("{n_documents} documents, {n_pages} pages, {} numbers", trials.len());
    report(&trials, &found, list);
    fit::report(&trials);
    if let Some(path) = out {
        write(&trials, path)?;
    }
    Ok(())
}

/// Recognizes pages side by side, a reader for each processor.
fn recognize(
    jobs: Vec<Job>,
    folder: &Path,
    trials: &mut Vec<Trial>,
    found: &mut Found,
) -> Result<(), String> {
    let n = std::thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(jobs.into_iter().enumerate());
    let done = Mutex::new(Vec::new());
    let work = || -> Result<(), String> {
        let mut readers = BothReaders::new()?;
        loop {
            let next = queue.lock().map_err(|it| it.to_string())?.next();
            let Some((at, job)) = next else { return Ok(()) };
            let own = folder.join(at.to_string());
            std::fs::create_dir_all(&own).map_err(|it| it.to_string())?;
            let seen = recognized(&job, &own, &mut readers)?;
            done.lock().map_err(|it| it.to_string())?.push((at, seen));
        }
    };
    std::thread::scope(|scope| -> Result<(), String> {
        let threads: Vec<_> = (0..n).map(|_| scope.spawn(work)).collect();
        for it in threads {
            it.join().map_err(|_| "a reader stumbled".to_owned())??;
        }
        Ok(())
    })?;
    let mut done = done.into_inner().map_err(|it| it.to_string())?;
    done.sort_by_key(|it| it.0);
    for (_, (some, (damage, printed, read))) in done {
        trials.extend(some);
        let sum = found.entry(damage.name()).or_default();
        *sum = (sum.0 + printed, sum.1 + read);
    }
    Ok(())
}

/// The numbers of a damaged page, and how many of the printed ones were read.
type Seen = (Vec<Trial>, (Damage, usize, usize));

fn recognized(job: &Job, folder: &Path, readers: &mut BothReaders) -> Result<Seen, String> {
    let mut chance = Chance::of(job.document, job.page.number, job.damage);
    let (path, warp) =
        job.damage.write(&job.drawn, &mut chance, folder).map_err(|it| it.to_string())?;
    let (seen, both) = readers.numbers(&path)?;
    let place = Place { view: seen.view, warp, job };
    let mut trials = Vec::new();
    let mut read = Vec::new();
    for (line, words) in seen.lines.iter().enumerate() {
        for (at, word) in words.words.iter().enumerate() {
            if !word.text.contains(|it: char| it.is_ascii_digit()) {
                continue;
            }
            let (there, printed) = printed(&job.page, &place.of(&word.rect));
            let both = both.iter().find(|it| it.place == (line, at));
            trials.push(Trial {
                document: job.document,
                name: job.name.clone(),
                damage: job.damage,
                text: word.text.clone(),
                slip: judge::slip(&word.text, &printed),
                printed: there,
                confidence: word.confidence,
                both: both.map(|it| Signs::of(it, |text| judge::slip(text, &printed).is_none())),
            });
            read.extend(judge::numbers(&word.text));
        }
    }
    let text = |it: &Page| -> Vec<judge::Number> {
        let words = it.lines.iter().flat_map(|it| &it.words);
        words.flat_map(|it| judge::numbers(&it.text)).collect()
    };
    let printed = text(&job.page);
    let n_found = judge::found(&printed, &read);
    Ok((trials, (job.damage, printed.len(), n_found)))
}

/// From places on a recognized page to those on the printed one.
struct Place<'a> {
    view: Option<View>,
    warp: Warp,
    job: &'a Job,
}

impl Place<'_> {
    fn of(&self, rect: &Rect) -> Rect {
        let Job { page, drawn, .. } = self.job;
        let (x, y) = (page.width / drawn.width as f32, page.height / drawn.height as f32);
        let on_file = self.view.map_or(*rect, |it| it.source_box(*rect));
        let it = self.warp.in_units(1.0, 1.0).source_box(on_file);
        Rect::new(it.x0 * x, it.y0 * y, it.x1 * x, it.y1 * y)
    }
}

/// What is printed at a place: with words that nearly touch as one, and with each by itself; lone
/// digits, each in a box of its own, are also one number.
fn printed(page: &Page, place: &Rect) -> (String, Vec<String>) {
    let words = page.lines.iter().flat_map(|it| &it.words);
    let mut there: Vec<&Word> = words.filter(|it| shares(&it.rect, place)).collect();
    there.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
    let mut near = String::new();
    for (at, it) in there.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| there.get(before));
        if before.is_some_and(|before| it.rect.x0 - before.rect.x1 > 0.35 * it.rect.height()) {
            near.push(' ');
        }
        near.push_str(&it.text);
    }
    let apart = there.iter().map(|it| it.text.as_str()).collect::<Vec<_>>().join(" ");
    let lone = there.iter().all(|it| it.text.chars().count() == 1);
    let boxes = lone.then(|| apart.replace(' ', ""));
    (near.clone(), [near, apart].into_iter().chain(boxes).collect())
}

/// Whether a printed word lies where one was recognized: half of the lower one's height, and some of
/// its width.
fn shares(a: &Rect, b: &Rect) -> bool {
    let width = a.x1.min(b.x1) - a.x0.max(b.x0);
    let height = a.y1.min(b.y1) - a.y0.max(b.y0);
    width > 0.1 * a.height().min(b.height()) && height > 0.5 * a.height().min(b.height())
}

fn share(part: usize, all: usize) -> String {
    if all == 0 { "–".to_owned() } else { format!("{:.2} %", 100.0 * part as f32 / all as f32) }
}

fn report(trials: &[Trial], found: &Found, list: bool) {
    println!(
        "| damage | printed | found | read | wrong | both above {BELIEVED} | wrong | one above {BELIEVED} | wrong | at {SURE} | wrong |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let all = [None].into_iter();
    for damage in Damage::ALL.map(Some).into_iter().chain(all) {
        let own = |it: &&Trial| damage.is_none_or(|damage| it.damage == damage);
        let some: Vec<&Trial> = trials.iter().filter(own).collect();
        let wrong = |is: &dyn Fn(&Trial) -> bool| {
            let part: Vec<&&Trial> = some.iter().filter(|it| is(it)).collect();
            let n = part.iter().filter(|it| it.slip.is_some()).count();
            (part.len(), n)
        };
        let (n_read, n_wrong) = wrong(&|_| true);
        let undoubted = wrong(&|it| it.is_agreed() && it.confidence > BELIEVED);
        let one = wrong(&|it| !it.is_agreed() && it.confidence > BELIEVED);
        let sure = wrong(&|it| it.confidence >= SURE);
        let name = damage.map_or("all", Damage::name);
        let (printed, right) = match damage {
            Some(it) => found.get(it.name()).copied().unwrap_or_default(),
            None => found.values().fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1)),
        };
        println!(
            "| {name} | {printed} | {} | {n_read} | {n_wrong} | {} | {} ({}) | {} | {} | {} | {} ({}) |",
            share(right, printed),
            undoubted.0,
            undoubted.1,
            share(undoubted.1, undoubted.0),
            one.0,
            one.1,
            sure.0,
            sure.1,
            share(sure.1, sure.0),
        );
    }
    println!("\n| wrong | all | above {BELIEVED} | both agree |");
    for slip in Slip::ALL {
        let own: Vec<&Trial> = trials.iter().filter(|it| it.slip == Some(slip)).collect();
        let believed = || own.iter().filter(|it| it.confidence > BELIEVED);
        let agreed = believed().filter(|it| it.is_agreed()).count();
        println!("| {} | {} | {} | {agreed} |", slip.name(), own.len(), believed().count());
    }
    for it in trials.iter().filter(|it| list && it.slip.is_some() && it.confidence > BELIEVED) {
        println!(
            "{}, {}: `{}` for `{}` ({}, {:.3}{})",
            it.name,
            it.damage.name(),
            it.text,
            it.printed,
            it.slip.map_or("", Slip::name),
            it.confidence,
            if it.is_agreed() { ", both" } else { "" }
        );
    }
}

fn write(trials: &[Trial], path: &Path) -> Result<(), Box<dyn Error>> {
    let mut to = std::io::BufWriter::new(std::fs::File::create(path)?);
    for it in trials {
        let both = it.both;
        let line = serde_json::json!({
            "document": it.document,
            "name": it.name,
            "damage": it.damage.name(),
            "text": it.text,
            "printed": it.printed,
            "slip": it.slip.map(Slip::name),
            "confidence": it.confidence,
            "agrees": both.map(|it| it.agrees),
            "signs": both.map(|it| it.signs),
            "right_before": both.map(|it| it.right.0),
            "other_right": both.map(|it| it.right.1),
            "has_reading": both.map(|it| it.has_reading),
        });
        writeln!(to, "{line}")?;
    }
    to.flush()?;
    Ok(())
}
