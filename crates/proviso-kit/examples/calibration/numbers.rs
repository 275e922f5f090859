//! What readings of numbers are worth where two readers agree, and where they differ.
//!
//! **Invariant:** weights are told of all documents; how well they tell is told of documents that
//! took no part in them.

use std::error::Error;
use std::path::Path;

use proviso_core::document::{Page, Rect, Word};
use proviso_kit::reading::measure;

/// Where bands of what is said begin; the last one is the end.
const BANDS: [f32; 10] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.998, 1.01];

/// A number that both readers read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Both {
    /// Of the first reader's reading, and of the second one's.
    right: (bool, bool),
    agrees: bool,
    has_reading: bool,
    /// One, the first one's certainty in logits, likelihoods of the second one's reading and of the
    /// first one's, whether the first one read the second one's at another size.
    signs: [f32; 5],
    is_odd: bool,
}

/// Asks both readers of the numbers of an image, and holds them against the page's text.
pub(crate) fn compare(
    truth: &Page,
    image: &Path,
    document: usize,
    out: &mut Vec<Both>,
) -> Result<(), Box<dyn Error>> {
    let size = image::image_dimensions(image)?;
    let (x, y) = (truth.width / size.0 as f32, truth.height / size.1 as f32);
    let words: Vec<&Word> = truth.lines.iter().flat_map(|it| &it.words).collect();
    for it in measure::numbers(image)? {
        let place = it.word.rect;
        let place = Rect::new(place.x0 * x, place.y0 * y, place.x1 * x, place.y1 * y);
        let mut there: Vec<&&Word> =
            words.iter().filter(|it| super::shares(&it.rect, &place)).collect();
        there.sort_by(|a, b| a.rect.x0.total_cmp(&b.rect.x0));
        let text = numbers(&there.iter().map(|it| it.text.as_str()).collect::<String>());
        let holds = |read: &str| {
            let read = numbers(read);
            let mut all = read.split_whitespace().map(|it| it.trim_end_matches(['.', ',']));
            let is_digit = |it: &str| it.contains(|it: char| it.is_ascii_digit());
            is_digit(&read) && all.all(|it| is_in(&text, it))
        };
        let certain = it.word.confidence.clamp(0.005, 0.995);
        let other = it.reading.as_deref();
        let seconded = other.is_some_and(|other| it.word.others.iter().any(|it| it.text == other));
        out.push(Both {
            right: (holds(&it.word.text), other.is_some_and(holds)),
            agrees: it.agrees,
            has_reading: other.is_some(),
            signs: [
                1.0,
                (certain / (1.0 - certain)).ln(),
                it.likely.0,
                it.likely.1,
                f32::from(u8::from(seconded)),
            ],
            is_odd: document % 2 == 1,
        });
    }
    Ok(())
}

/// Whether a number is in a text, and no part of a longer one.
fn is_in(text: &str, number: &str) -> bool {
    let digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
    text.match_indices(number).any(|(at, it)| {
        let before = digit(text[..at].chars().last()) && digit(it.chars().next());
        let after = digit(text[at + it.len()..].chars().next()) && digit(it.chars().last());
        !before && !after
    })
}

/// The numbers of a text, letters and money apart: what a word says beside them is not judged.
fn numbers(text: &str) -> String {
    let form = |it: char| match it {
        '▲' => '△',
        '−' | '–' | '‐' => '-',
        '～' | '∼' => '~',
        it if it.is_ascii_digit() || ",.-△%/:~".contains(it) => it,
        _ => ' ',
    };
    text.chars().map(form).collect()
}

/// Prints what was counted, and the weights.
pub(crate) fn report(all: &[Both]) {
    println!("{} numbers", all.len());
    type Part = (&'static str, fn(&Both) -> bool, fn(&Both) -> bool, [bool; 5]);
    let parts: [Part; 3] = [
        ("AGREED", |it| it.agrees, |it| it.right.0, [true, true, true, false, false]),
        ("THEIRS", |it| !it.agrees, |it| it.right.0, [true, true, false, true, true]),
        (
            "OURS",
            |it| !it.agrees && it.has_reading,
            |it| it.right.1,
            [true, true, false, true, true],
        ),
    ];
    for (name, is_part, is_right, signs) in parts {
        let some: Vec<&Both> = all.iter().filter(|it| is_part(it)).collect();
        let right = some.iter().filter(|it| is_right(it)).count();
        let weights = fitted(some.iter().copied(), is_right, signs);
        println!("{name}: {} numbers, {right} right; weights {weights:.3?}", some.len());
        let odd = fitted(some.iter().copied().filter(|it| it.is_odd), is_right, signs);
        let held: Vec<(f32, bool)> = some
            .iter()
            .filter(|it| !it.is_odd)
            .map(|it| (worth(&odd, &it.signs), is_right(it)))
            .collect();
        for (low, high) in BANDS.into_iter().zip(BANDS.into_iter().skip(1)) {
            let band: Vec<_> = held.iter().filter(|it| low <= it.0 && it.0 < high).collect();
            if band.is_empty() {
                continue;
            }
            let right = band.iter().filter(|it| it.1).count();
            let mean: f32 = band.iter().map(|it| it.0).sum::<f32>() / band.len() as f32;
            println!("  of other documents: said {mean:.3}, right {right} of {}", band.len());
        }
    }
    let count = |is: fn(&Both) -> bool| all.iter().filter(|it| is(it)).count();
    println!(
        "right: first {}, second where they differ {}, either {}",
        count(|it| it.right.0),
        count(|it| !it.agrees && it.right.1),
        count(|it| it.right.0 || it.right.1)
    );
}

fn worth(weights: &[f32; 5], signs: &[f32; 5]) -> f32 {
    let sum: f32 = weights.iter().zip(signs).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Logistic regression by gradient steps, with a small penalty for large weights.
fn fitted<'b>(
    all: impl Iterator<Item = &'b Both> + Clone,
    is_right: fn(&Both) -> bool,
    signs: [bool; 5],
) -> [f32; 5] {
    let n = all.clone().count().max(1) as f32;
    let mut weights = [0.0_f32; 5];
    for _ in 0..20_000 {
        let mut gradient = weights.map(|it| -0.2 * it / n);
        for it in all.clone() {
            let error = f32::from(u8::from(is_right(it))) - worth(&weights, &it.signs);
            for (at, sign) in it.signs.iter().enumerate().filter(|it| signs[it.0]) {
                gradient[at] += error * sign / n;
            }
        }
        weights.iter_mut().zip(gradient).for_each(|(it, step)| *it += 0.05 * step);
    }
    weights
}
