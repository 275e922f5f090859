//! Teaches the network that reads numbers on recognized pages, beside Tesseract.
//!
//! `cargo xtask digits` prints strips with all fonts that are found, wears and scans them, teaches
//! on them and writes the weights; some families of fonts are kept aside, and what the network
//! reads of those is told by kind of damage. `--check` only tells this of the weights that are
//! there. The order and all of the strips come from the seed; how floats are rounded depends on the
//! processor, so the same seed gives the same weights on one kind of machine with the same fonts.
//!
//! **Invariant:** strips of fonts that are kept aside teach nothing; they are other strips than those
//! that learning was watched with.

mod ctc;
mod fonts;
mod net;
mod strip;
mod text;
mod weights;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use self::fonts::{Face, Fonts};
use self::net::{Net, Steps, Store};
use self::strip::Strip;
use crate::chance::Chance;

/// Where the weights stand.
const WEIGHTS: &str = "crates/proviso-raster/src/digits/weights.bin";
/// Strips of one step.
const BATCH: usize = 16;
/// The largest step, and what is left of it at the end.
const RATE: (f32, f32) = (2e-3, 2e-5);
/// Strips between one report and the next.
const REPORT: u64 = 2500;
/// Numbers of strips that are not learned from.
const ASIDE: u64 = 1 << 40;

/// What to teach.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// What decides the strips and the first weights
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many strips are learned from
    #[arg(long, default_value_t = 200_000)]
    strips: u64,
    /// Folders with fonts beside the system's
    #[arg(long)]
    fonts: Vec<PathBuf>,
    /// Teach nothing: say how well the weights that are there read
    #[arg(long)]
    check: bool,
    /// Teach nothing: write strips of fonts that are kept aside as `NUMBER.png` with their texts in
    /// `texts.tsv`
    #[arg(long)]
    show: Option<PathBuf>,
    /// How many strips are shown or read to tell how well it goes
    #[arg(long, default_value_t = 2000)]
    number: u64,
    /// Where the weights go
    #[arg(long, default_value_os_t = crate::root().join(WEIGHTS))]
    weights: PathBuf,
}

/// Teaches, tells, or shows.
pub(crate) fn run(args: &Args) -> Result<()> {
    let fonts = Fonts::find(&args.fonts)?;
    let names =
        |it: &[Vec<Face>]| it.iter().map(|it| it[0].family.as_str()).collect::<Vec<_>>().join(", ");
    crate::say(format_args!("{} families learned from", fonts.learned.len()));
    crate::say(format_args!("kept aside: {}", names(&fonts.kept)));
    if let Some(folder) = &args.show {
        return show(args, &fonts, folder);
    }
    let net = if args.check {
        let file = fs::read(&args.weights);
        weights::read(&file.with_context(|| args.weights.display().to_string())?)?
    } else {
        let net = taught(args, &fonts)?;
        // What is told below is what the file reads.
        weights::read(&kept(args, &net)?)?
    };
    crate::say(table("learned fonts", &net, args, &fonts.learned, &fonts));
    crate::say(table("fonts kept aside", &net, args, &fonts.kept, &fonts));
    Ok(())
}

/// Writes the weights.
fn kept(args: &Args, net: &Net) -> Result<Vec<u8>> {
    let file = weights::written(net)?;
    if let Some(folder) = args.weights.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&args.weights, &file)?;
    Ok(file)
}

/// The network after all strips; it is written now and then, so that who stops it early has it as
/// far as it came.
fn taught(args: &Args, fonts: &Fonts) -> Result<Net> {
    let classes = text::ALPHABET.chars().count() + 1;
    let mut net = Net::new(classes, &mut Chance::new(args.seed, u64::MAX));
    let (mut steps, mut gradients) = (Steps::of(&net), Store::of(&net));
    let begun = Instant::now();
    let (mut sum, mut n) = (0.0, 0);
    for number in 0..args.strips {
        let strip = strip::any(&mut Chance::new(args.seed, number), &fonts.learned, fonts);
        let wanted = text::classes(&strip.text);
        let cost = net.learn(&strip::pixels(&strip.image), &mut gradients, |read| {
            // A strip that is too narrow for its text teaches nothing.
            ctc::cost(read, classes, &wanted).unwrap_or_else(|| (0.0, vec![0.0; read.len()]))
        });
        sum += cost;
        n += 1;
        if (number + 1) % BATCH as u64 == 0 {
            let done = number as f32 / args.strips as f32;
            let (most, least) = RATE;
            // Slowly up, then down along half a cosine (Loshchilov and Hutter 2016).
            let warm = (number as f32 / 1500.0).min(1.0);
            let rate = least + (most - least) * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            steps.step(&mut net, &mut gradients, BATCH, rate * warm);
        }
        if (number + 1) % REPORT == 0 {
            let seconds = begun.elapsed().as_secs();
            crate::say(format_args!(
                "{} strips, {seconds} s: {:.3} nats a strip",
                number + 1,
                sum / n as f32
            ));
            (sum, n) = (0.0, 0);
            kept(args, &net)?;
        }
    }
    Ok(net)
}

/// How well strips of some fonts are read, by what was done to them.
fn table(what: &str, net: &Net, args: &Args, families: &[Vec<Face>], fonts: &Fonts) -> String {
    let classes = text::ALPHABET.chars().count() + 1;
    // Strips, read exactly, sure ones, of those wrong; letters, and mistakes in them.
    let mut counts: BTreeMap<String, [usize; 6]> = BTreeMap::new();
    for number in 0..args.number {
        let it = strip::any(&mut Chance::new(args.seed, ASIDE + number), families, fonts);
        let wanted = text::classes(&it.text);
        let read = net.read(&strip::pixels(&it.image));
        let best = ctc::best(&read, classes);
        let sure = ctc::cost(&read, classes, &best).is_some_and(|it| it.0 < 0.01);
        let right = best == wanted;
        for name in [format!("{:?}", it.kind), "all".to_owned()] {
            let count = counts.entry(name).or_default();
            count[0] += 1;
            count[1] += usize::from(right);
            count[2] += usize::from(sure);
            count[3] += usize::from(sure && !right);
            count[4] += wanted.len();
            count[5] += distance(&best, &wanted);
        }
    }
    let mut out =
        format!("\n| {what} | strips | exact | letters wrong | sure | of those wrong |\n");
    out.push_str("|---|---|---|---|---|---|\n");
    for (name, [n, right, sure, wrong, letters, mistakes]) in counts {
        let share = |a: usize, b: usize| 100.0 * a as f32 / b.max(1) as f32;
        out.push_str(&format!(
            "| {} | {n} | {:.1} % | {:.2} % | {:.1} % | {:.2} % |\n",
            name.to_lowercase(),
            share(right, n),
            share(mistakes, letters),
            share(sure, n),
            share(wrong, sure),
        ));
    }
    out
}

/// Letters to add, leave out or change (Levenshtein 1966).
fn distance(a: &[usize], b: &[usize]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a) in a.iter().enumerate() {
        let mut above = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in b.iter().enumerate() {
            let change = above + usize::from(a != b);
            above = row[j + 1];
            row[j + 1] = change.min(above + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

fn show(args: &Args, fonts: &Fonts, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let mut texts = String::new();
    for number in 0..args.number {
        let mut chance = Chance::new(args.seed, ASIDE + number);
        let Strip { text, kind, image } = strip::any(&mut chance, &fonts.kept, fonts);
        image.save(folder.join(format!("{number}.png")))?;
        texts.push_str(&format!("{number}\t{kind:?}\t{text}\n"));
    }
    fs::write(folder.join("texts.tsv"), texts)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_letters_to_add_leave_out_or_change() {
        assert_eq!(distance(&[1, 2, 3], &[1, 3]), 1);
        assert_eq!(distance(&[1, 2, 3], &[1, 4, 3, 5]), 2);
        assert_eq!(distance(&[], &[1, 4]), 2);
    }
}
