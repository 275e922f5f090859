//! What people get wrong when they write and add up numbers.
//!
//! **Invariant:** a difference that no slip explains is no sign of one: then the numbers are about
//! something else.

/// Whether one number came of another by a slip of the pen: one digit wrong, or two in each other's
/// place, one digit apart at most. Both are whole numbers of the same unit.
pub(crate) fn is_slip(should: i128, printed: i128) -> bool {
    let (a, b) = (should.abs().to_string(), printed.abs().to_string());
    if a.len() != b.len() || (should < 0) != (printed < 0) {
        return false;
    }
    let apart: Vec<usize> =
        a.bytes().zip(b.bytes()).enumerate().filter(|it| it.1.0 != it.1.1).map(|it| it.0).collect();
    match apart[..] {
        [_] => true,
        [i, j] => {
            let (a, b) = (a.as_bytes(), b.as_bytes());
            j - i <= 2 && a[i] == b[j] && a[j] == b[i]
        }
        _ => false,
    }
}

/// Whether a sum that comes to something else than is printed may be a mistake of who added it up: a
/// slip in the total or in one of its terms, or a term that was left out or counted twice. What comes out
/// with the other sign of a term is none, since signs are what a reader supposes: then that is how it is
/// reckoned. `rounded` is how much the terms' roundings may come to.
pub(crate) fn is_mistake(terms: &[i128], should: i128, printed: i128, rounded: i128) -> bool {
    let apart = should - printed;
    apart.abs() > rounded
        && (is_slip(should, printed)
            || terms.iter().any(|it| {
                *it != 0
                    && (it.abs() == apart.abs()
                        || is_slip(*it, it - apart)
                        || is_slip(*it, it + apart))
            }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_change_places_or_one_is_wrong() {
        assert!(is_slip(318_600, 381_600), "neighbors");
        assert!(is_slip(641_270_000, 642_170_000), "one digit apart");
        assert!(is_slip(300_000, 800_000), "one digit");
        assert!(!is_slip(31_440, 31_439), "two digits");
        assert!(!is_slip(1_000, 100), "a place lost");
    }

    #[test]
    fn sums_go_wrong_by_a_row_or_a_slip() {
        assert!(is_mistake(&[100, 250, 75], 425, 350, 0), "a row left out");
        assert!(is_mistake(&[340, 1_000], 1_340, 1_400, 0), "340 was added as 400");
        assert!(!is_mistake(&[-2_400, -290], -2_690, -2_110, 0), "290 is added");
        assert!(!is_mistake(&[100, 250], 350, 351, 2), "rounded apart");
        assert!(!is_mistake(&[48_000, 91_000, 230_000], 369_000, 546_000, 0), "others are missing");
    }
}
