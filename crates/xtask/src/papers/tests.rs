//! What must be true of generated papers.

use std::collections::BTreeSet;

use super::*;

fn all(seed: u64, half: Half) -> Vec<Written> {
    let words = Words::load().unwrap();
    (0..400).map(|it| write(&words, seed, it, half).unwrap()).collect()
}

#[test]
fn equal_seeds_give_equal_papers() {
    assert_eq!(all(7, Half::Withheld), all(7, Half::Withheld));
    assert_ne!(all(7, Half::AtHand)[0].html, all(8, Half::AtHand)[0].html);
}

#[test]
fn every_relation_holds_unless_a_mistake_is_planted() {
    // `write` refuses a paper whose relations do not hold before the mistake.
    let papers = all(1, Half::AtHand);
    let of = |it: &&Written| it.truth["discrepancies"] != json!([]);
    let n_planted = papers.iter().filter(of).count();
    assert!((20..=60).contains(&n_planted), "about a tenth: {n_planted}");
    for it in &papers {
        let false_ones = it.truth["relations"].as_array().unwrap().iter();
        let n_false = false_ones.filter(|it| it["holds"] == false).count();
        assert_eq!(n_false, it.truth["discrepancies"].as_array().unwrap().len());
        assert!(n_false <= 2, "{}: one slip: {}", it.name, it.truth);
    }
}

#[test]
fn nothing_withheld_is_at_hand() {
    let words = Words::load().unwrap();
    let mut withheld: BTreeSet<&str> = BTreeSet::new();
    for it in words.label.values() {
        withheld.extend(it.ko_withheld.iter().chain(&it.en_withheld).map(String::as_str));
    }
    for (meaning, it) in &words.label {
        for word in it.ko.iter().chain(&it.en) {
            assert!(!withheld.contains(word.as_str()), "{meaning}: {word} is withheld elsewhere");
        }
    }
    for seed in 1..4 {
        for paper in all(seed, Half::AtHand) {
            for field in paper.truth["fields"].as_array().unwrap() {
                let label = field["label"].as_str().unwrap();
                assert!(!withheld.contains(label), "{}: {label}", paper.name);
            }
            let of = |what: &str| paper.truth["paper"][what].as_str().unwrap().to_owned();
            assert!(words.structures.at_hand.contains(&of("structure")));
            assert!(words.styles.at_hand.contains(&of("style")));
        }
    }
}

#[test]
fn withheld_papers_print_withheld_labels_and_new_structures() {
    let papers = all(3, Half::Withheld);
    let n = |what: &str, name: &str| {
        papers.iter().filter(|it| it.truth["paper"][what] == *name).count()
    };
    assert!(n("structure", "meter") > 40);
    assert!(n("style", "side_by_side") > 100);
}

#[test]
fn damage_takes_no_digit_away() {
    let digits = |it: &Json| it.to_string().chars().filter(char::is_ascii_digit).count();
    let word = |text: &str| {
        json!({"text": text, "box": {"x0": 10, "y0": 10, "x1": 60, "y1": 20},
        "confidence": 1.0, "source": "native"})
    };
    let words: Vec<Json> = (0..200).map(|_| word("1,234,567")).collect();
    let mut document =
        json!({"pages": [{"lines": [{"words": words}], "rulings": [], "source": "native"}]});
    let texts = |it: &Json| -> Vec<Json> {
        let words = it["pages"][0]["lines"][0]["words"].as_array().unwrap();
        words.iter().map(|it| it["text"].clone()).collect()
    };
    let before: usize = texts(&document).iter().map(digits).sum();
    Damage::Recognized.apply(&mut document, &mut Chance::new(1, 1));
    assert_eq!(texts(&document).iter().map(digits).sum::<usize>(), before);
    assert!(texts(&document).len() > 200, "some numbers are torn");
}
