//! What readings of numbers are worth where both readers agree, and where they differ.
//!
//! **Invariant:** weights are told of all documents; how well they tell is told of documents that
//! took no part in them.

use proviso_kit::reading::measure::Number;

use super::damaged::Trial;

/// Where bands of what is said begin; the last one is the end.
const BANDS: [f32; 10] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99, 0.998, 1.01];

/// What both readers said of a number, and whether they were right.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signs {
    /// Of the first reader's reading, and of the second one's.
    pub(crate) right: (bool, bool),
    pub(crate) agrees: bool,
    pub(crate) has_reading: bool,
    /// One, the first one's certainty in logits, likelihoods of the second one's reading and of the
    /// first one's, whether the first one read the second one's at another size, and whether another
    /// number stands a space away.
    pub(crate) signs: [f32; 6],
}

impl Signs {
    pub(crate) fn of(it: &Number, is_right: impl Fn(&str) -> bool) -> Signs {
        let certain = it.word.confidence.clamp(0.005, 0.995);
        let other = it.reading.as_deref();
        let seconded = other.is_some_and(|other| it.word.others.iter().any(|it| it.text == other));
        Signs {
            right: (is_right(&it.word.text), other.is_some_and(&is_right)),
            agrees: it.agrees,
            has_reading: other.is_some(),
            signs: [
                1.0,
                (certain / (1.0 - certain)).ln(),
                it.likely.0,
                it.likely.1,
                f32::from(u8::from(seconded)),
                f32::from(u8::from(it.open)),
            ],
        }
    }
}

/// Prints what was counted, and the weights.
pub(crate) fn report(trials: &[Trial]) {
    let all: Vec<(bool, Signs)> =
        trials.iter().filter_map(|it| Some((it.document % 2 == 1, it.both?))).collect();
    println!("\n{} numbers read by both", all.len());
    type Part = (&'static str, fn(&Signs) -> bool, fn(&Signs) -> bool, [bool; 6]);
    let parts: [Part; 3] = [
        ("AGREED", |it| it.agrees, |it| it.right.0, [true, true, true, false, false, true]),
        ("THEIRS", |it| !it.agrees, |it| it.right.0, [true, true, false, true, true, true]),
        (
            "OURS",
            |it| !it.agrees && it.has_reading,
            |it| it.right.1,
            [true, true, false, true, true, true],
        ),
    ];
    for (name, is_part, is_right, signs) in parts {
        let some: Vec<&(bool, Signs)> = all.iter().filter(|it| is_part(&it.1)).collect();
        let right = some.iter().filter(|it| is_right(&it.1)).count();
        let weights = fitted(some.iter().map(|it| &it.1), is_right, signs);
        println!("{name}: {} numbers, {right} right; weights {weights:.3?}", some.len());
        let odd = fitted(some.iter().filter(|it| it.0).map(|it| &it.1), is_right, signs);
        let held: Vec<(f32, bool)> = some
            .iter()
            .filter(|it| !it.0)
            .map(|it| (worth(&odd, &it.1.signs), is_right(&it.1)))
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
    let count = |is: fn(&Signs) -> bool| all.iter().filter(|it| is(&it.1)).count();
    println!(
        "right: first {}, second where they differ {}, either {}",
        count(|it| it.right.0),
        count(|it| !it.agrees && it.right.1),
        count(|it| it.right.0 || it.right.1)
    );
}

fn worth(weights: &[f32; 6], signs: &[f32; 6]) -> f32 {
    let sum: f32 = weights.iter().zip(signs).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Logistic regression by gradient steps, with a small penalty for large weights.
fn fitted<'b>(
    all: impl Iterator<Item = &'b Signs> + Clone,
    is_right: fn(&Signs) -> bool,
    signs: [bool; 6],
) -> [f32; 6] {
    let n = all.clone().count().max(1) as f32;
    let mut weights = [0.0_f32; 6];
    for _ in 0..4_000 {
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
