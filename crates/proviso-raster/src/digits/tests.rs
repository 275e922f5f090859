//! The weights fit, and read strips that they were not taught with.
//!
//! **Invariant:** the strips are as `cargo xtask digits --show` writes them.

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

/// A dozen strips of fonts that the network was not taught with, two of most kinds of damage, as
/// `cargo xtask digits --show FOLDER` writes them: the first ones that it is sure of.
#[test]
fn strips_of_fonts_that_it_has_not_seen_are_read_exactly() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/digits/strips");
    let texts = std::fs::read_to_string(format!("{folder}/texts.tsv")).expect("it is there");
    let rows: Vec<Vec<&str>> = texts.lines().map(|it| it.split('\t').collect()).collect();
    assert_eq!(rows.len(), 12);
    for row in rows {
        let [number, kind, text] = row[..] else { panic!("{row:?}") };
        let bytes = std::fs::read(format!("{folder}/{number}.png")).expect("it is there");
        let image = crate::decode(&bytes).expect("a picture");
        let strip = read(&Gray::from_image(&image)).expect("there is ink");
        assert_eq!(strip.text(), text, "{number}, {kind}");
        assert!(strip.letters.iter().all(|it| it.1 > 0.3), "{number}: {:?}", strip.letters);
        // What it reads is likelier than the same with a digit less.
        let other = text.replacen(|it: char| it.is_ascii_digit(), "", 1);
        assert!(strip.likelihood(text) > strip.likelihood(&other), "{number}, {kind}");
    }
}
