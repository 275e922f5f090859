//! A second reader for numbers: a small network of our own, which shares no mistakes with Tesseract.
//!
//! It reads a strip of a line: digits, what stands around them in business papers, and one sign for
//! all other letters. `cargo xtask digits` teaches it (`docs/reading.md` has what it was measured
//! to read). What it says is weighed against Tesseract in `ocr/both.rs`.
//!
//! **Invariant:** equal strips give equal readings; a strip without ink gives none.

mod net;

use std::sync::OnceLock;

use self::net::Net;
use crate::Gray;

/// What it has learned.
pub(crate) const WEIGHTS: &[u8] = include_bytes!("digits/weights.bin");
/// Pixels from top to bottom of what the network is shown.
const HEIGHT: usize = 32;
/// Longer lines than this, in heights, are no numbers.
const MAX_LENGTH: f32 = 36.0;
/// Gray levels between paper and ink, at least: less is noise.
const MIN_CONTRAST: f32 = 40.0;
/// What is left above and below a line, in its heights.
const ROOM: f32 = 0.12;
/// A line is no lower than a strip of which it is this part.
const MAX_ROOM: usize = 5;
/// One or more letters that are none of the alphabet.
pub const OTHER: char = '\u{fffd}';

/// What a strip says.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// Its letters, each with how much it is believed.
    pub letters: Vec<(char, f32)>,
    /// Logarithms of what each class has in every column, a row for each class.
    shares: Vec<f32>,
}

fn net() -> Option<&'static Net> {
    static NET: OnceLock<Option<Net>> = OnceLock::new();
    NET.get_or_init(|| Net::of(WEIGHTS)).as_ref()
}

/// Reads a strip, dark on light.
pub fn read(strip: &Gray) -> Option<Strip> {
    let net = net()?;
    let (width, height) = (strip.width as f32, strip.height as f32);
    if height < 4.0 || width < 2.0 {
        return None;
    }
    let classes = net.alphabet.len() + 1;
    let shares = shares(net.read(&ink(strip)?, HEIGHT), classes);
    let n = shares.len() / classes;
    let mut letters: Vec<(char, f32)> = Vec::new();
    let mut last = 0;
    for column in 0..n {
        let share = |class: usize| shares[class * n + column];
        let best = (0..classes).max_by(|a, b| share(*a).total_cmp(&share(*b))).unwrap_or(0);
        let believed = share(best).exp();
        match letters.last_mut() {
            Some(it) if best == last && best != 0 => it.1 = it.1.max(believed),
            _ if best != 0 => letters.push((net.alphabet[best - 1], believed)),
            _ => {}
        }
        last = best;
    }
    Some(Strip { letters, shares })
}

/// Gray levels of a strip's ink and of its paper.
fn levels(strip: &Gray) -> Option<(f32, f32)> {
    let mut sorted = strip.data.clone();
    sorted.sort_unstable();
    let last = sorted.len().checked_sub(1)?;
    let at = |percent: usize| f32::from(sorted[last * percent / 100]);
    Some((at(1), at(85)))
}

/// The line with the most ink in a strip that may reach over others: boxes of words are often
/// higher than their letters, which would be small in it.
fn line_of(strip: &Gray) -> Option<Gray> {
    let (dark, paper) = levels(strip)?;
    let is_ink = |it: &&u8| f32::from(**it) < (dark + paper) / 2.0;
    let rows: Vec<usize> =
        strip.data.chunks_exact(strip.width).map(|row| row.iter().filter(is_ink).count()).collect();
    // Runs of rows with ink: where they begin, end, and how much they have.
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (y, &n) in rows.iter().enumerate().filter(|it| *it.1 > strip.width / 200) {
        match runs.last_mut() {
            Some(it) if y <= it.1 + strip.height / 16 => *it = (it.0, y + 1, it.2 + n),
            _ => runs.push((y, y + 1, n)),
        }
    }
    let (first, end, _) = runs.into_iter().max_by_key(|it| it.2)?;
    let high = end - first;
    if high * MAX_ROOM < strip.height {
        return None;
    }
    let room = (high as f32 * ROOM).ceil() as usize;
    let (first, end) = (first.saturating_sub(room), (end + room).min(strip.height));
    let data = strip.data[first * strip.width..end * strip.width].to_vec();
    Some(Gray { width: strip.width, height: end - first, data })
}

/// Rows of ink as the network is shown them: paper is 0, the darkest 1. Teaching does the same.
fn ink(strip: &Gray) -> Option<Vec<f32>> {
    let line = line_of(strip);
    let strip = line.as_ref().unwrap_or(strip);
    let wide = (strip.width as f32 * HEIGHT as f32 / strip.height as f32).round();
    if wide > MAX_LENGTH * HEIGHT as f32 {
        return None;
    }
    let strip = strip.resized((wide as usize).max(8), HEIGHT)?;
    let (dark, paper) = levels(&strip)?;
    if paper - dark < MIN_CONTRAST / 2.0 {
        return None;
    }
    let range = (paper - dark).max(MIN_CONTRAST);
    Some(strip.data.iter().map(|it| ((paper - f32::from(*it)) / range).clamp(0.0, 1.2)).collect())
}

/// Logarithms of what the classes have in every column; together they have all of it.
fn shares(mut read: Vec<f32>, classes: usize) -> Vec<f32> {
    let n = read.len() / classes;
    for column in 0..n {
        let all = (0..classes).map(|it| read[it * n + column]);
        let most = all.clone().fold(f32::NEG_INFINITY, f32::max);
        let sum = most + all.map(|it| (it - most).exp()).sum::<f32>().ln();
        (0..classes).for_each(|it| read[it * n + column] -= sum);
    }
    read
}

/// The text as the network would say it: letters that it does not know are one sign, however many;
/// signs that look alike are one.
pub fn spelled(text: &str) -> String {
    let mut out = String::new();
    let Some(net) = net() else { return out };
    for it in text.chars().filter(|it| !it.is_whitespace()) {
        let it = match it {
            '▲' => '△',
            '−' | '–' | '‐' => '-',
            '～' | '∼' => '~',
            '￦' => '₩',
            it if net.alphabet.contains(&it) => it,
            _ => OTHER,
        };
        if it != OTHER || !out.ends_with(OTHER) {
            out.push(it);
        }
    }
    out
}

impl Strip {
    /// What it says.
    pub fn text(&self) -> String {
        self.letters.iter().map(|it| it.0).collect()
    }

    /// How likely a spelled text is by what the network saw: all ways to spread its letters over the
    /// columns, with blanks between them and each letter over as many as it likes (connectionist
    /// temporal classification; Graves et al. 2006). As a logarithm.
    pub fn likelihood(&self, spelled: &str) -> f32 {
        let Some(net) = net() else { return f32::NEG_INFINITY };
        let n = self.shares.len() / (net.alphabet.len() + 1);
        let class = |it: char| net.alphabet.iter().position(|known| *known == it);
        let Some(classes) = spelled.chars().map(class).collect::<Option<Vec<usize>>>() else {
            return f32::NEG_INFINITY;
        };
        let row: Vec<usize> =
            classes.iter().flat_map(|it| [0, it + 1]).chain(std::iter::once(0)).collect();
        let mut before = vec![f32::NEG_INFINITY; row.len()];
        for column in 0..n {
            for at in (0..row.len()).rev() {
                let mut came = before[at];
                if column == 0 {
                    came = if at < 2 { 0.0 } else { f32::NEG_INFINITY };
                } else {
                    if at >= 1 {
                        came = plus(came, before[at - 1]);
                    }
                    // A blank may be left out between letters that differ.
                    if at >= 2 && row[at] != 0 && row[at] != row[at - 2] {
                        came = plus(came, before[at - 2]);
                    }
                }
                before[at] = came + self.shares[row[at] * n + column];
            }
        }
        before.iter().rev().take(2).fold(f32::NEG_INFINITY, |sum, it| plus(sum, *it))
    }
}

/// Logarithm of a sum, from two logarithms.
fn plus(a: f32, b: f32) -> f32 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

#[cfg(test)]
mod tests;
