//! What copying, scanning and recognizing do to a paper that was read: lost rulings, boxes beside
//! their place, numbers torn in two, characters taken for others.
//!
//! **Invariant:** damage never makes one printed digit into another: a truth is what a careful
//! person still reads, and a digit that is gone is nobody's to read.

use serde_json::{Value as Json, json};

use super::words::Chance;

/// What happens to a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    None,
    /// Borders that the reader does not see.
    Rulings,
    /// Boxes that lie beside their place, as in the text layer that a scanner left.
    Shifted,
    /// All of it, and what recognition confuses.
    Recognized,
}

impl Damage {
    pub(super) fn choose(chance: &mut Chance) -> Damage {
        match chance.below(20) {
            0..10 => Damage::None,
            10..13 => Damage::Rulings,
            13..15 => Damage::Shifted,
            _ => Damage::Recognized,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Damage::None => "none",
            Damage::Rulings => "rulings lost",
            Damage::Shifted => "boxes shifted",
            Damage::Recognized => "as recognized",
        }
    }

    /// Damages a document as `proviso_core::document` writes it.
    pub(super) fn apply(self, document: &mut Json, chance: &mut Chance) {
        let Some(pages) = document["pages"].as_array_mut() else { return };
        for page in pages {
            match self {
                Damage::None => continue,
                Damage::Rulings => page["rulings"] = json!([]),
                Damage::Shifted => {}
                Damage::Recognized => {
                    page["source"] = json!("ocr");
                    if let Some(rulings) = page["rulings"].as_array_mut() {
                        rulings.retain(|_| chance.percent(75));
                    }
                }
            }
            if self == Damage::Rulings {
                continue;
            }
            let Some(lines) = page["lines"].as_array_mut() else { continue };
            for words in lines.iter_mut().filter_map(|it| it["words"].as_array_mut()) {
                let mut out = Vec::new();
                for mut word in std::mem::take(words) {
                    shift(&mut word, chance);
                    if self == Damage::Recognized {
                        recognize(&mut word, chance);
                        out.extend(torn(word, chance));
                    } else {
                        out.push(word);
                    }
                }
                *words = out;
            }
        }
    }
}

/// Moves a box by up to a point and a half.
fn shift(word: &mut Json, chance: &mut Chance) {
    for (low, high) in [("x0", "x1"), ("y0", "y1")] {
        let by = hundredths(chance.between(-150, 150));
        for side in [low, high] {
            let it = word["box"][side].as_f64().unwrap_or_default();
            word["box"][side] = json!(((it + by) * 100.0).round() / 100.0);
        }
    }
}

fn hundredths(it: i64) -> f64 {
    it as f64 / 100.0
}

/// Characters that look alike, outside of numbers.
const ALIKE: [(char, char); 10] = [
    ('l', '1'),
    ('O', '0'),
    ('o', 'c'),
    ('m', 'n'),
    ('e', 'c'),
    ('급', '금'),
    ('액', '맥'),
    ('일', '밀'),
    ('가', '기'),
    (':', ';'),
];

fn recognize(word: &mut Json, chance: &mut Chance) {
    word["source"] = json!("ocr");
    let mut confidence = hundredths(chance.between(86, 99));
    let text = word["text"].as_str().unwrap_or_default().to_owned();
    let is_number = text.chars().any(|it| it.is_ascii_digit());
    let mut read = String::new();
    for c in text.chars() {
        let other = ALIKE.iter().find(|it| it.0 == c);
        match other {
            Some((_, other)) if !is_number && chance.percent(4) => {
                read.push(*other);
                confidence = hundredths(chance.between(55, 85));
            }
            // What parts thousands is small enough to be taken for a period.
            _ if c == ',' && is_number && chance.percent(2) => {
                read.push('.');
                confidence = hundredths(chance.between(60, 88));
            }
            _ => read.push(c),
        }
    }
    word["text"] = json!(read);
    word["confidence"] = json!(confidence);
}

/// A word, or the halves that a gap behind a separator makes of a number.
fn torn(word: Json, chance: &mut Chance) -> Vec<Json> {
    let text = word["text"].as_str().unwrap_or_default();
    let gaps: Vec<usize> =
        text.char_indices().filter(|it| it.1 == ',').map(|it| it.0 + 1).collect();
    let is_torn = !gaps.is_empty() && chance.percent(5);
    let at = if is_torn { *chance.pick(&gaps) } else { 0 };
    if at == 0 || at >= text.len() {
        return vec![word];
    }
    let (left, right) = text.split_at(at);
    let (x0, x1) = (word["box"]["x0"].as_f64(), word["box"]["x1"].as_f64());
    let (x0, x1) = (x0.unwrap_or_default(), x1.unwrap_or_default());
    let share = left.chars().count() as f64 / text.chars().count() as f64;
    let middle = x0 + (x1 - x0) * share;
    let round = |it: f64| (it * 100.0).round() / 100.0;
    let mut halves = [word.clone(), word.clone()];
    halves[0]["text"] = json!(left);
    halves[0]["box"]["x1"] = json!(round(middle - 0.5));
    halves[1]["text"] = json!(right);
    halves[1]["box"]["x0"] = json!(round(middle + 0.5));
    halves.to_vec()
}
