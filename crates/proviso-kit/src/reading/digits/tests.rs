use super::*;

#[test]
fn the_weights_fit_in_a_megabyte() {
    assert!(WEIGHTS.len() <= 1_000_000, "{} bytes", WEIGHTS.len());
}

#[test]
fn a_strip_without_ink_or_with_more_than_a_line_gives_nothing() {
    let blank = |width, height| Gray { width, height, data: vec![250; width * height] };
    assert_eq!(read(&blank(100, 30)), None);
    assert_eq!(read(&blank(4000, 20)), None);
    assert_eq!(read(&blank(0, 0)), None);
}

#[test]
fn letters_that_are_not_known_are_one_sign() {
    assert_eq!(spelled("금 ▲1,200원정"), "\u{fffd}△1,200원\u{fffd}");
}
