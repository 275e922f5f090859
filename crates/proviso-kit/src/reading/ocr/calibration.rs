//! What a confidence of Tesseract's is worth.
//!
//! Tesseract is too sure of itself below 0.9 and not sure enough above: of the words that it gives
//! 0.75 about half are right. What people and rules see is the share of words that were right
//! where it said the same, measured by `cargo run --release -p proviso-kit --example calibration`
//! (`docs/results.md`, "Confidence", has the figures).
//!
//! **Invariant:** the curve rises strictly from 0 to 1, so no order among words is changed and
//! nothing is lost.

use proviso_core::document::Line;

/// Tesseract's confidence, and the share of words that were right. Fitted to scans of 44 documents
/// drawn at 300, 200 and 150 dpi with blur, noise and JPEG.
const CURVE: [(f32, f32); 12] = [
    (0.0, 0.0),
    (0.32, 0.08),
    (0.42, 0.13),
    (0.53, 0.23),
    (0.63, 0.31),
    (0.73, 0.39),
    (0.777, 0.52),
    (0.826, 0.67),
    (0.881, 0.81),
    (0.928, 0.96),
    (0.964, 0.991),
    (1.0, 1.0),
];

/// Gives the words of a page, and the other readings of its numbers, the confidence that they have
/// earned.
pub(crate) fn calibrate(lines: &mut [Line]) {
    for word in lines.iter_mut().flat_map(|it| &mut it.words) {
        word.confidence = earned(word.confidence);
        for other in &mut word.others {
            other.confidence = earned(other.confidence);
        }
    }
}

/// The share of right words where Tesseract says this.
fn earned(said: f32) -> f32 {
    along(CURVE, said)
}

/// What Tesseract said of a word whose calibrated confidence is this.
pub(crate) fn said(earned: f32) -> f32 {
    along(CURVE.map(|(said, earned)| (earned, said)), earned)
}

/// Straight between the points of a rising curve.
fn along<const N: usize>(curve: [(f32, f32); N], at: f32) -> f32 {
    let at = at.clamp(0.0, 1.0);
    let above = curve.iter().position(|it| it.0 >= at).unwrap_or(N - 1).max(1);
    let ((x0, y0), (x1, y1)) = (curve[above - 1], curve[above]);
    y0 + (y1 - y0) * (at - x0) / (x1 - x0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_rises_from_nothing_to_certainty() {
        assert!(CURVE.windows(2).all(|it| it[0].0 < it[1].0 && it[0].1 < it[1].1));
        assert_eq!((CURVE[0], CURVE[CURVE.len() - 1]), ((0.0, 0.0), (1.0, 1.0)));
        for step in 0..=1000 {
            let it = step as f32 / 1000.0;
            assert!((said(earned(it)) - it).abs() < 1e-4, "{it}");
        }
    }

    #[test]
    fn a_doubtful_word_is_worth_less_than_it_says() {
        assert!(earned(0.75) < 0.6);
        assert!(earned(0.95) > 0.95);
    }
}
