//! Compares readers of text layers with `pdftotext -bbox` (Poppler) on all PDFs of some folders.
//!
//! `cargo run --release -p proviso-kit --example compare_readers -- FOLDER…` prints for each
//! reader: files read, panics and errors, how far its characters agree with Poppler's (Dice
//! coefficient of the bags of characters without spaces), how many of Poppler's words it has at
//! their places, and the time. Files that Poppler finds no text in are left out.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use proviso_kit::reading::measure::{TextReader, text_layer};

/// A word's text and the middle of its box, on a page counted from 0.
type Placed = (usize, String, f32, f32);

/// A reader under test.
type Read = fn(&Path) -> Result<Vec<Placed>, String>;

fn main() {
    let mut files = Vec::new();
    for folder in std::env::args().skip(1) {
        collect(Path::new(&folder), &mut files);
    }
    files.sort();
    // Panics are counted, not shown.
    std::panic::set_hook(Box::new(|_| {}));
    let readers: [(&str, Read); 2] = [
        ("hayro-interpret", |path| ours(path, TextReader::Hayro)),
        ("pdf-extract", |path| ours(path, TextReader::PdfExtract)),
    ];
    let mut scores = vec![Score::default(); readers.len()];
    let (mut n_files, mut n_words, mut poppler_time) = (0, 0, Duration::ZERO);
    for file in &files {
        let start = Instant::now();
        let Some(truth) = poppler(file) else { continue };
        poppler_time += start.elapsed();
        if truth.is_empty() {
            continue;
        }
        n_files += 1;
        n_words += truth.len();
        for ((name, read), score) in readers.iter().zip(&mut scores) {
            let start = Instant::now();
            let result = std::panic::catch_unwind(|| read(file));
            score.time += start.elapsed();
            match result {
                Ok(Ok(words)) => {
                    let (chars, words) = (dice(&truth, &words), found(&truth, &words));
                    score.chars.push(chars);
                    score.n_found += words;
                    if chars < 0.9 {
                        eprintln!("{name}: {} agrees {chars:.2}", file.display());
                    }
                }
                Ok(Err(error)) => {
                    score.n_errors += 1;
                    eprintln!("{name}: {}: {error}", file.display());
                }
                Err(_) => {
                    score.n_panics += 1;
                    eprintln!("{name}: {} panics", file.display());
                }
            }
        }
    }
    println!("{n_files} files with {n_words} words, pdftotext {:.1} s", poppler_time.as_secs_f32());
    println!(
        "| reader | read | panics | errors | characters | below 0.9 | words in place | time |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for ((name, _), it) in readers.iter().zip(&scores) {
        let mean = it.chars.iter().sum::<f32>() / it.chars.len().max(1) as f32;
        let low = it.chars.iter().filter(|it| **it < 0.9).count();
        println!(
            "| {name} | {} | {} | {} | {mean:.4} | {low} | {:.4} | {:.1} s |",
            it.chars.len(),
            it.n_panics,
            it.n_errors,
            it.n_found as f32 / n_words.max(1) as f32,
            it.time.as_secs_f32(),
        );
    }
}

#[derive(Clone, Default)]
struct Score {
    chars: Vec<f32>,
    n_found: usize,
    n_panics: usize,
    n_errors: usize,
    time: Duration,
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "pdf") {
            files.push(path);
        }
    }
}

fn ours(path: &Path, reader: TextReader) -> Result<Vec<Placed>, String> {
    let pages = text_layer(path, reader)?;
    let words = pages.iter().enumerate().flat_map(|(page, lines)| {
        lines.iter().flat_map(|it| &it.words).map(move |it| {
            let (x, y) = it.rect.center();
            (page, it.text.clone(), x, y)
        })
    });
    Ok(words.collect())
}

/// Words by `pdftotext -bbox`; none where it fails.
fn poppler(path: &Path) -> Option<Vec<Placed>> {
    let output = Command::new("pdftotext")
        .args(["-bbox", "-cropbox"])
        .arg(path)
        .arg("-")
        .output()
        .ok()
        .filter(|it| it.status.success())?;
    let (mut page, mut words) = (0, Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line = line.trim();
        page += usize::from(line.starts_with("<page "));
        let Some(rest) = line.strip_prefix("<word ") else { continue };
        let value = |name: &str| {
            let at = rest.find(&format!("{name}=\""))? + name.len() + 2;
            rest[at..].split('"').next()?.parse::<f32>().ok()
        };
        let text = rest.split_once('>')?.1.strip_suffix("</word>")?;
        let text = text
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&amp;", "&");
        let (x0, y0, x1, y1) = (value("xMin")?, value("yMin")?, value("xMax")?, value("yMax")?);
        words.push((page - 1, text, (x0 + x1) / 2.0, (y0 + y1) / 2.0));
    }
    Some(words)
}

fn dice(a: &[Placed], b: &[Placed]) -> f32 {
    let bag = |words: &[Placed]| {
        let mut bag: HashMap<char, i64> = HashMap::new();
        for c in words.iter().flat_map(|it| it.1.chars()).filter(|it| !it.is_whitespace()) {
            *bag.entry(c).or_default() += 1;
        }
        bag
    };
    let (a, b) = (bag(a), bag(b));
    let common: i64 = a.iter().map(|(c, n)| *n.min(b.get(c).unwrap_or(&0))).sum();
    let total: i64 = a.values().chain(b.values()).sum();
    2.0 * common as f32 / total.max(1) as f32
}

/// How many words of `truth` are in `words`, on the same page and within 3 points.
fn found(truth: &[Placed], words: &[Placed]) -> usize {
    let mut by_text: HashMap<(usize, &str), Vec<(f32, f32)>> = HashMap::new();
    for (page, text, x, y) in words {
        by_text.entry((*page, text)).or_default().push((*x, *y));
    }
    let mut n = 0;
    for (page, text, x, y) in truth {
        let Some(places) = by_text.get_mut(&(*page, text.as_str())) else { continue };
        let near = places.iter().position(|it| (it.0 - x).abs() < 3.0 && (it.1 - y).abs() < 3.0);
        if let Some(i) = near {
            places.swap_remove(i);
            n += 1;
        }
    }
    n
}
