//! Whether what stands under a label is a text worth keeping: signs of the text and of its label,
//! weighed together.
//!
//! A number says itself that it is a value; a text does not. Headers beside headers, items of lists and
//! scraps of sentences stand where texts do, too.
//!
//! **Invariant:** whole thousandths of a bit; the weights are fitted by `cargo xtask fit` and stand in
//! `weights.toml`.

use super::super::Route;
use super::collect::Seed;
use super::heard;
use super::setting::Setting;
use super::weights::weights;
use super::{party, stated, values};
use crate::value::{Kind, Value};

/// The signs of a text, by the names that `weights.toml` has for them.
pub(super) fn signs(setting: &Setting<'_>, seed: &Seed) -> Vec<&'static str> {
    let Value::Text(value) = &seed.value else { return Vec::new() };
    let label = seed.labels.first().map_or("", String::as_str);
    let vocabulary = setting.vocabulary;
    let sense = vocabulary.label(label);
    let mut out = vec!["always"];
    let mut sign = |name: &'static str, there: bool| {
        if there {
            out.push(name);
        }
    };
    let of_kind = vocabulary.of_kind(label, Kind::Text).filter(|it| it.kind == Some(Kind::Text));
    let of_kind = of_kind.is_some() || seed.meaning.is_some();
    sign("label_of_texts", of_kind);
    sign("label_of_others", sense.is_some() && !of_kind);
    sign("label_unknown", sense.is_none() && !of_kind && !label.is_empty());
    sign("label_none", label.is_empty() || label == setting.title);
    sign("label_counts", vocabulary.ending(label).is_some_and(Kind::is_counted));
    sign("label_long", label.chars().count() > 12);
    sign("label_has_digits", label.contains(|c: char| c.is_ascii_digit()));
    sign(
        "label_ends_in_number",
        ["번호", "no", "number", "#", "id"]
            .iter()
            .any(|it| label.to_lowercase().trim_end_matches(['.', ':']).ends_with(it)),
    );
    let letters = value.chars().filter(|c| c.is_alphabetic()).count();
    let digits = value.chars().filter(char::is_ascii_digit).count();
    let words = value.split_whitespace().count();
    let is_label = vocabulary.label(value).is_some();
    sign("is_label", is_label && !of_kind);
    sign("is_label_too", is_label && of_kind);
    sign("ends_like_label", digits == 0 && !is_label && vocabulary.ending(value).is_some());
    sign("has_colon", value.contains([':', '：']));
    sign("has_formula", value.contains(['×', '=', '÷']));
    sign(
        "unbalanced",
        value.matches(['(', '（', '[']).count() != value.matches([')', '）', ']']).count(),
    );
    sign(
        "broken",
        value.starts_with(['*', '·', '-', '※', ')', ',']) || value.ends_with([',', '-', '(']),
    );
    sign(
        "code",
        digits >= 3 && words <= 2 && value.contains(['-', '/']) || digits >= 5 && words == 1,
    );
    sign("some_digits", digits > 0 && digits < 5);
    sign("many_digits", digits >= 5);
    sign("number", digits > 0 && letters == 0);
    sign("one_word", words == 1);
    sign("two_words", words == 2);
    sign("many_words", words > 5);
    sign(
        "shouts",
        letters > 3
            && value.chars().filter(char::is_ascii_uppercase).count() == letters
            && digits == 0,
    );
    sign("address", party::is_address(value));
    sign("account", !stated::accounts(value).is_empty());
    sign("sentence", values::is_sentence(value));
    sign("in_clause", seed.route == Route::Clause);
    sign("in_table", seed.route == Route::Table);
    sign("in_head", seed.route == Route::Letterhead);
    sign("in_cell", seed.cell.is_some());
    // A label that the vocabulary knows for texts, and nothing that speaks against this one.
    let against = [
        "is_label",
        "ends_like_label",
        "broken",
        "unbalanced",
        "has_formula",
        "number",
        "in_table",
    ];
    let doubted = out.iter().any(|it| against.contains(it));
    if of_kind && !doubted {
        out.push("known_and_sound");
    }
    out
}

/// Whether a field is kept: any that is no text, texts that stand beside a label which asks for one, and
/// texts of which more speaks for than against.
pub(super) fn is_kept(setting: &Setting<'_>, seed: &Seed) -> bool {
    let Value::Text(_) = &seed.value else { return true };
    let signs = signs(setting, seed);
    let has = |name: &str| signs.contains(&name);
    let is_asked = seed.route == Route::LabelValue
        && has("label_of_texts")
        && ![
            "broken",
            "unbalanced",
            "has_formula",
            "number",
            "sentence",
            "many_words",
            "has_colon",
            "shouts",
        ]
        .into_iter()
        .any(has);
    let is_kept = is_asked || bits(&signs) >= 0;
    if let Some(listener) = setting.listener.filter(|_| is_kept) {
        let each = signs.iter().map(|it| (*it, weights().text.get(*it).copied().unwrap_or(0)));
        heard::text(listener, &seed.text, is_asked, each);
    }
    is_kept
}

/// What signs come to, in thousandths of a bit.
fn bits(signs: &[&str]) -> i32 {
    let weights = &weights().text;
    signs.iter().filter_map(|it| weights.get(*it)).sum()
}
