//! How likely a text is, given what the network says of every column, and what it wants instead.
//!
//! Connectionist temporal classification (Graves et al. 2006): a text is all ways to spread its
//! letters over the columns, with blanks between them and each letter over as many as it likes.
//!
//! **Invariant:** class 0 is the blank.

/// Logarithm of a sum, from two logarithms.
fn plus(a: f64, b: f64) -> f64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    if low == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

/// Logarithms of what the classes have in every column, a row for each class; in a column they
/// add up to one.
pub(super) fn shares(read: &[f32], classes: usize) -> Vec<f64> {
    let n = read.len() / classes;
    let mut out: Vec<f64> = read.iter().map(|it| f64::from(*it)).collect();
    for column in 0..n {
        let all = (0..classes).map(|it| out[it * n + column]);
        let most = all.clone().fold(f64::NEG_INFINITY, f64::max);
        let sum = most + all.map(|it| (it - most).exp()).sum::<f64>().ln();
        (0..classes).for_each(|it| out[it * n + column] -= sum);
    }
    out
}

/// What the text costs in nats, and which way each class should go in every column. None where
/// there are too few columns for the text.
pub(super) fn cost(read: &[f32], classes: usize, text: &[usize]) -> Option<(f32, Vec<f32>)> {
    let shares = shares(read, classes);
    let n = read.len() / classes;
    let row: Vec<usize> = text.iter().flat_map(|it| [0, *it]).chain(std::iter::once(0)).collect();
    let m = row.len();
    // A blank may be left out between letters that differ.
    let skips = |at: usize| at >= 2 && row[at] != 0 && row[at] != row[at - 2];
    let mut before = vec![f64::NEG_INFINITY; n * m];
    let mut after = before.clone();
    for column in 0..n {
        for at in 0..m {
            let came = if column == 0 {
                if at < 2 { 0.0 } else { f64::NEG_INFINITY }
            } else {
                let from = |back: usize| before[(column - 1) * m + at - back];
                let mut it = from(0);
                if at >= 1 {
                    it = plus(it, from(1));
                }
                if skips(at) {
                    it = plus(it, from(2));
                }
                it
            };
            before[column * m + at] = came + shares[row[at] * n + column];
        }
    }
    for column in (0..n).rev() {
        for at in 0..m {
            after[column * m + at] = if column + 1 == n {
                if at + 2 >= m { 0.0 } else { f64::NEG_INFINITY }
            } else {
                let to = |on: usize| {
                    after[(column + 1) * m + at + on] + shares[row[at + on] * n + column + 1]
                };
                let mut it = to(0);
                if at + 1 < m {
                    it = plus(it, to(1));
                }
                if at + 2 < m && skips(at + 2) {
                    it = plus(it, to(2));
                }
                it
            };
        }
    }
    let last = (n.checked_sub(1)?) * m;
    let mut all = before[last + m - 1];
    if m >= 2 {
        all = plus(all, before[last + m - 2]);
    }
    if !all.is_finite() {
        return None;
    }
    let mut wanted: Vec<f32> = shares.iter().map(|it| it.exp() as f32).collect();
    for column in 0..n {
        for at in 0..m {
            let share = (before[column * m + at] + after[column * m + at] - all).exp();
            wanted[row[at] * n + column] -= share as f32;
        }
    }
    Some((-all as f32, wanted))
}

/// The likeliest class of every column, repeats and blanks left out.
pub(super) fn best(read: &[f32], classes: usize) -> Vec<usize> {
    let n = read.len() / classes;
    let mut out = Vec::new();
    let mut last = 0;
    for column in 0..n {
        let most =
            (0..classes).max_by(|a, b| read[a * n + column].total_cmp(&read[b * n + column]));
        let most = most.unwrap_or(0);
        if most != 0 && most != last {
            out.push(most);
        }
        last = most;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_all_ways_to_spread_its_letters() {
        // Two columns, blank and one letter equally likely: `a` is aa, a-, -a of four.
        let (cost, _) = cost(&[0.0; 4], 2, &[1]).expect("two columns are enough");
        assert!((cost + 0.75_f32.ln()).abs() < 1e-6, "{cost}");
        assert!(super::cost(&[0.0; 4], 2, &[1, 1]).is_none(), "a blank has to stand between");
    }

    #[test]
    fn what_is_wanted_is_what_small_changes_do() {
        let read: Vec<f32> = (0..15).map(|it| ((it * 7) % 5) as f32 / 3.0).collect();
        let text = [1, 2, 2];
        let (_, wanted) = cost(&read, 3, &text).expect("five columns are enough");
        for at in 0..read.len() {
            let by = |it: f32| {
                let mut read = read.clone();
                read[at] += it;
                cost(&read, 3, &text).expect("as many columns").0
            };
            let seen = (by(1e-2) - by(-1e-2)) / 2e-2;
            assert!((wanted[at] - seen).abs() < 1e-2, "{at}: {} {seen}", wanted[at]);
        }
    }

    #[test]
    fn repeats_are_one_letter_unless_a_blank_is_between() {
        let columns = [1, 1, 0, 1, 2, 2];
        let read: Vec<f32> =
            (0..3).flat_map(|class| columns.map(|it| f32::from(u8::from(it == class)))).collect();
        assert_eq!(best(&read, 3), [1, 1, 2]);
    }
}
