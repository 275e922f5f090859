//! How often recognized words are right, by the confidence that they come with.
//!
//! `cargo run --release -p proviso-kit --example calibration -- FOLDER… [--svg FILE]` draws the
//! pages of all PDFs with a text layer as three kinds of scans (`pdftoppm`, then blur, noise and
//! JPEG), recognizes them, and holds every word against the text layer at its place. It prints the
//! share of right words for each band of confidence, the mean distance between confidence and that
//! share (expected calibration error) for what Tesseract said and for what Proviso makes of it,
//! and the curve that would make the two equal: `ocr/calibration.rs` has it.
//!
//! **Invariant:** the same files and tools give the same figures: the noise is counted, not drawn
//! by lot.
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::disallowed_methods)]

#[path = "shared/drawn.rs"]
mod drawn;
#[path = "shared/files.rs"]
mod files;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use image::{GrayImage, ImageEncoder as _, Luma};
use proviso_core::document::{Document, Page, Rect, Source, Word};
use proviso_kit::reading::measure::said_by_tesseract;

/// A kind of scan: dots per inch, blur in pixels, noise in gray levels, quality of the JPEG.
struct Grade {
    dpi: u32,
    blur: f32,
    noise: i32,
    quality: u8,
}

const GRADES: [Grade; 3] = [
    Grade { dpi: 300, blur: 0.4, noise: 12, quality: 85 },
    Grade { dpi: 200, blur: 0.7, noise: 24, quality: 70 },
    Grade { dpi: 150, blur: 0.8, noise: 30, quality: 60 },
];
/// A share of fewer words than this is chance, and no point of the plot.
const FEW: usize = 5;
/// Pages of one document; long ones would outweigh the others.
const MAX_PAGES: usize = 3;
/// Bands that confidences are counted in.
const N_BANDS: usize = 20;

/// A recognized word that a text layer could be held against.
#[derive(Debug, Clone, Copy)]
struct Trial {
    confidence: f32,
    is_right: bool,
    is_number: bool,
    /// Whether it comes from the first, third, fifth … document.
    is_odd: bool,
}

fn main() -> ExitCode {
    files::started(run)
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut files, mut svg) = (Vec::new(), None);
    let mut args = std::env::args().skip(1);
    while let Some(it) = args.next() {
        match it.as_str() {
            "--svg" => svg = args.next(),
            folder => collect(Path::new(folder), &mut files)?,
        }
    }
    files.sort();
    let reader = files::Files::new()?;
    let folder = tempfile::tempdir()?;
    let (mut trials, mut n_documents) = (Vec::new(), 0);
    for file in &files {
        let truth = match reader.read(file) {
            Ok(it) => it,
            Err(error) => {
                eprintln!("left out: {error}");
                continue;
            }
        };
        let pages = text_pages(&truth);
        n_documents += usize::from(!pages.is_empty());
        for page in pages {
            for grade in &GRADES {
                let image = drawn(file, page.number, grade, folder.path())?;
                let seen = reader.read(&image)?;
                let before = trials.len();
                compare(page, &seen.pages[0], n_documents % 2 == 1, &mut trials);
                eprintln!(
                    "{} page {} at {} dpi: {} words",
                    truth.name,
                    page.number,
                    grade.dpi,
                    trials.len() - before
                );
            }
        }
    }
    if trials.is_empty() {
        return Err("no PDF with a text layer".into());
    }
    println!("{n_documents} documents, {} words", trials.len());
    table(&trials);
    let said: Vec<Trial> = trials
        .iter()
        .map(|it| Trial { confidence: said_by_tesseract(it.confidence), ..*it })
        .collect();
    println!(
        "expected calibration error: {:.3} as Tesseract says, {:.3} as calibrated",
        distance(&said),
        distance(&trials)
    );
    println!("\ncurve (as Tesseract says, share of right words): {:.3?}", curve(said.iter()));
    let odd = curve(said.iter().filter(|it| it.is_odd));
    let (mut even, mut bent) = (Vec::new(), Vec::new());
    for it in said.iter().filter(|it| !it.is_odd) {
        even.push(*it);
        bent.push(Trial { confidence: on(&odd, it.confidence), ..*it });
    }
    println!(
        "fitted to every other document, on the {} words of the others: {:.3} instead of {:.3}",
        even.len(),
        distance(&bent),
        distance(&even)
    );
    if let Some(path) = svg {
        std::fs::write(path, plot(&said, &trials))?;
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if folder.is_file() {
        files.push(folder.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "pdf") {
            files.push(path);
        }
    }
    Ok(())
}

fn text_pages(document: &Document) -> Vec<&Page> {
    let is_text = |it: &&Page| it.source == Source::TextLayer && it.lines.len() > 5;
    document.pages.iter().filter(is_text).take(MAX_PAGES).collect()
}

/// A page as a scanner of this grade would give it, as a JPEG file.
fn drawn(file: &Path, page: u32, grade: &Grade, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let mut image: GrayImage = drawn::page(file, page, grade.dpi, folder)?.into_luma8();
    image = image::imageops::blur(&image, grade.blur);
    let mut lot: u32 = page.wrapping_mul(2_654_435_761) ^ grade.dpi;
    for Luma([level]) in image.pixels_mut() {
        // Xorshift (Marsaglia 2003), two throws added: noise that is mostly small.
        let mut throw = || {
            lot ^= lot << 13;
            lot ^= lot >> 17;
            lot ^= lot << 5;
            i32::try_from(lot % 1024).unwrap_or(0) - 512
        };
        let noise = (throw() + throw()) * grade.noise / 1024;
        *level = u8::try_from((i32::from(*level) + noise).clamp(0, 255)).unwrap_or(*level);
    }
    let path = folder.join("scan.jpg");
    let to = std::io::BufWriter::new(std::fs::File::create(&path)?);
    image::codecs::jpeg::JpegEncoder::new_with_quality(to, grade.quality).write_image(
        &image,
        image.width(),
        image.height(),
        image::ExtendedColorType::L8,
    )?;
    Ok(path)
}

/// Holds every recognized word against the printed ones at its place.
fn compare(truth: &Page, seen: &Page, is_odd: bool, trials: &mut Vec<Trial>) {
    // A page that was straightened is left out of the few: none of these is skewed.
    if seen.view.is_some() {
        return;
    }
    let (x, y) = (truth.width / seen.width, truth.height / seen.height);
    let words: Vec<&Word> = truth.lines.iter().flat_map(|it| &it.words).collect();
    for word in seen.lines.iter().flat_map(|it| &it.words) {
        let it = word.rect;
        let place = Rect::new(it.x0 * x, it.y0 * y, it.x1 * x, it.y1 * y);
        let mut there: Vec<&&Word> = words.iter().filter(|it| shares(&it.rect, &place)).collect();
        there.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        let text: String = there.iter().map(|it| it.text.as_str()).collect();
        // A stain that was read is wrong; a part of a word is right where the word has it.
        trials.push(Trial {
            confidence: word.confidence,
            is_right: text.contains(&word.text),
            is_number: word.text.chars().filter(char::is_ascii_digit).count() * 2
                > word.text.chars().count(),
            is_odd,
        });
    }
}

/// Whether a printed word lies where one was recognized: half of the lower one's height, and some
/// of its width.
fn shares(a: &Rect, b: &Rect) -> bool {
    let width = a.x1.min(b.x1) - a.x0.max(b.x0);
    let height = a.y1.min(b.y1) - a.y0.max(b.y0);
    width > 0.1 * b.height() && height > 0.5 * a.height().min(b.height())
}

/// The words of each band: where it begins and ends, mean confidence, share of right ones, count.
fn bands<'a>(trials: impl Iterator<Item = &'a Trial>) -> Vec<(f32, f32, f32, f32, usize)> {
    let width = 1.0 / N_BANDS as f32;
    let mut sums = [(0.0, 0usize, 0usize); N_BANDS];
    for it in trials {
        let at = (it.confidence / width) as usize;
        let band = &mut sums[at.min(N_BANDS - 1)];
        band.0 += it.confidence;
        band.1 += usize::from(it.is_right);
        band.2 += 1;
    }
    let bands = sums.iter().enumerate().filter(|it| it.1.2 > 0);
    bands
        .map(|(at, &(sum, right, n))| {
            let from = at as f32 * width;
            (from, from + width, sum / n as f32, right as f32 / n as f32, n)
        })
        .collect()
}

fn distance(trials: &[Trial]) -> f32 {
    let sum: f32 = bands(trials.iter()).iter().map(|it| (it.2 - it.3).abs() * it.4 as f32).sum();
    sum / trials.len().max(1) as f32
}

fn table(trials: &[Trial]) {
    println!("| confidence | words | right | numbers | right |");
    println!("|---|---|---|---|---|");
    let numbers = bands(trials.iter().filter(|it| it.is_number));
    for (from, to, _, share, n) in bands(trials.iter()) {
        let number = numbers.iter().find(|it| it.0 == from);
        let (n_numbers, right) =
            number.map_or((0, String::new()), |it| (it.4, format!("{:.1} %", 100.0 * it.3)));
        println!("| {from:.2} to {to:.2} | {n} | {:.1} % | {n_numbers} | {right} |", 100.0 * share);
    }
}

/// The rising curve nearest to the shares of right words: neighbors that fall are pooled
/// (Ayer et al. 1955). Knots are the pools' mean confidences.
fn curve<'a>(trials: impl Iterator<Item = &'a Trial>) -> Vec<(f32, f32)> {
    let mut pools: Vec<(f32, f32, f32)> = Vec::new();
    for (_, _, confidence, share, n) in bands(trials) {
        let mut pool = (confidence, share, n as f32);
        while let Some(last) = pools.last().copied().filter(|it| it.1 >= pool.1) {
            pools.pop();
            let n = last.2 + pool.2;
            let mean = |a: f32, b: f32| (a * last.2 + b * pool.2) / n;
            pool = (mean(last.0, pool.0), mean(last.1, pool.1), n);
        }
        pools.push(pool);
    }
    pools.into_iter().map(|it| (it.0, it.1)).collect()
}

/// A point of the curve, straight between its knots and level outside of them.
fn on(curve: &[(f32, f32)], at: f32) -> f32 {
    let Some(above) = curve.iter().position(|it| it.0 >= at) else {
        return curve.last().map_or(at, |it| it.1);
    };
    let Some(below) = above.checked_sub(1) else { return curve[0].1 };
    let ((x0, y0), (x1, y1)) = (curve[below], curve[above]);
    y0 + (y1 - y0) * (at - x0) / (x1 - x0).max(f32::EPSILON)
}

/// Confidence to the right, share of right words upwards; circles by their number.
fn plot(said: &[Trial], calibrated: &[Trial]) -> String {
    let place = |x: f32, y: f32| (60.0 + 400.0 * x, 440.0 - 400.0 * y);
    let mut out = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 500 500\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>Share of right words by confidence</title>\n\
         <rect width=\"500\" height=\"500\" fill=\"#fff\"/>\n",
    );
    for step in 0..=5 {
        let it = step as f32 / 5.0;
        let ((x, y), (right, top)) = (place(it, it), place(1.0, 1.0));
        let _ = write!(
            out,
            "<path d=\"M{x} 440V{top}M60 {y}H{right}\" stroke=\"#ddd\"/>\n\
             <text x=\"{x}\" y=\"460\" text-anchor=\"middle\">{it:.1}</text>\n\
             <text x=\"52\" y=\"{}\" text-anchor=\"end\">{it:.1}</text>\n",
            y + 4.0
        );
    }
    out.push_str("<path d=\"M60 440L460 40\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n");
    let series = [
        ("as Tesseract says", "#8a8f98", bands(said.iter())),
        ("calibrated", "#2563eb", bands(calibrated.iter())),
        ("calibrated, numbers", "#c2410c", bands(calibrated.iter().filter(|it| it.is_number))),
    ];
    for (i, (name, color, bands)) in series.iter().enumerate() {
        // Below the line nothing is expected of calibrated confidences.
        let y = 370 + 22 * i;
        let most = bands.iter().map(|it| it.4).max().unwrap_or(1) as f32;
        let mut line = String::new();
        for (n, it) in bands.iter().filter(|it| it.4 >= FEW).enumerate() {
            let (x, y) = place(it.2, it.3);
            let _ = write!(line, "{}{x:.1} {y:.1}", if n == 0 { 'M' } else { 'L' });
            let radius = 3.0 + 9.0 * (it.4 as f32 / most).sqrt();
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{color}\" \
                 fill-opacity=\".35\"><title>{} words {name}</title></circle>",
                it.4
            );
        }
        let _ = writeln!(out, "<path d=\"{line}\" fill=\"none\" stroke=\"{color}\"/>");
        let _ = writeln!(out, "<text x=\"300\" y=\"{y}\" fill=\"{color}\">{name}</text>");
    }
    out.push_str(
        "<text x=\"260\" y=\"484\" text-anchor=\"middle\">confidence</text>\n\
         <text x=\"18\" y=\"240\" text-anchor=\"middle\" transform=\"rotate(-90 18 240)\">\
         share of right words</text>\n</svg>\n",
    );
    out
}
