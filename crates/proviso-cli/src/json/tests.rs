//! `docs/json.md` from the types that are printed.

use expect_test::expect_file;

use super::parts::TYPES;

/// A type with what it is.
pub(super) struct Told {
    pub(super) name: &'static str,
    pub(super) about: &'static [&'static str],
    pub(super) keys: &'static [Key],
}

/// A key with what it means.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) of: &'static str,
    pub(super) about: &'static [&'static str],
    /// `(flatten)` where the keys of `of` stand in its place.
    pub(super) flat: &'static str,
}

const HEAD: &str = "\
# What `--json` prints of runs

`proviso convert`, `batch`, `retry`, `correct`, `waive`, `mend`, `show`, `runs` and `batch collect` print
with `--json` what a program may rely on. `schema` is the first key and says what follows:

| `schema` | printed | keys |
|---|---|---|
| `proviso.run/1` | of a run with all that it made: by `convert`, `retry`, `correct`, `waive`, `mend`, `show`; by `batch` a list of them | those of [run](#run); `events`, the run's events as they are logged, with `show --events` |
| `proviso.head/1` | of a run in a list: by `runs`; by `batch --queue` and `batch collect` | those of [head](#head) |
| `proviso.failure/1` | in the place of a run by `convert`, `batch` and `batch collect`: documents that could not be converted | `reference_docs`, the files as they were named; `verdict`, always `failed`; `error`, an [error](#error) |
| `proviso.error/1` | where a command could not be carried out | `error`, an [error](#error) |

Within a version no key goes away or changes its name, its type or its meaning; keys may be added, and words may be added to those of a `word`. What would break a program is a new version.
A key is always there: `null` or an empty list where there is nothing to say.
Times that end in `at_ms` are milliseconds since 1970, other `_ms` are spans in milliseconds; boxes are in units of their page, `stage read --json` tells its size.
`analyze --json` and the key `analysis` are the analysis in the shape that scorers read; other commands print what the window is told, which changes with the window.

What a verdict is worth, and the exit status of each, is told in [verdicts.md](verdicts.md).
The tables are made from the words on the types in `crates/proviso-cli/src/json`: `UPDATE_EXPECT=1 cargo test -p proviso-cli --bins json` writes this file.
";

/// A type of a key, for people who read JSON.
fn told(of: &str) -> String {
    let of = of.replace(' ', "");
    let within = |head: &str| of.strip_prefix(head).and_then(|it| it.strip_suffix('>')).map(told);
    if let Some(it) = within("Option<") {
        return format!("{it} or null");
    }
    if let Some(it) = within("Vec<") {
        return format!("list of {it}");
    }
    match of.as_str() {
        "String" => "text".to_owned(),
        "bool" => "true or false".to_owned(),
        "u32" | "u64" | "i64" | "f32" => "number".to_owned(),
        "Value" => "JSON".to_owned(),
        "BTreeMap<String,String>" => "texts by name".to_owned(),
        name if TYPES.iter().any(|it| it.name == name) => {
            format!("[{}](#{})", name.to_lowercase(), name.to_lowercase())
        }
        _ => "word".to_owned(),
    }
}

/// Lines of a comment as one.
fn joined(lines: &[&str]) -> String {
    lines.iter().map(|it| it.trim()).collect::<Vec<_>>().join(" ").replace("`None`", "`null`")
}

#[test]
fn the_document_says_of_each_key_what_the_type_says() {
    let mut out = HEAD.to_owned();
    for it in TYPES {
        let name = it.name.to_lowercase();
        out += &format!(
            "\n## {name}\n\n{}\n\n| key | is | means |\n|---|---|---|\n",
            joined(it.about)
        );
        for key in it.keys {
            let (of, about) = (told(key.of), joined(key.about));
            out += &match key.flat {
                "" => format!("| `{}` | {of} | {about} |\n", key.name),
                _ => format!("| | the keys of {of} | {about} |\n"),
            };
        }
    }
    expect_file!["../../../../docs/json.md"].assert_eq(&out);
}
