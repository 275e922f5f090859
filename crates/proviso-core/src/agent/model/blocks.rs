//! SEARCH/REPLACE blocks: read out of an answer and applied to a module, tolerantly.
//!
//! A block fits where its lines stand: exactly; else but for blanks at their ends; else but for
//! their indentation, which the replacement then takes over; else nearly, if there is one place
//! that is clearly the nearest.
//!
//! **Invariant:** total and bounded; a block that fits nowhere, or in several places, changes
//! nothing and is told.

/// More blocks are no small repair.
const MAX_BLOCKS: usize = 64;
/// Longer searches are not compared by likeness.
const MAX_FUZZY_LINES: usize = 40;
/// How alike a place must be, and how much more than the next one.
const ALIKE: f64 = 0.9;
const CLEARLY: f64 = 0.04;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Block {
    search: Vec<String>,
    replace: Vec<String>,
}

/// A text with changes in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Applied {
    /// The text with every block that fits.
    pub(super) text: String,
    /// How many did.
    pub(super) n_applied: usize,
    /// What is wrong with the others, for the model.
    pub(super) missed: Vec<String>,
}

/// The blocks of an answer, in order.
pub(super) fn read(answer: &str) -> Vec<Block> {
    enum At {
        Outside,
        Search,
        Replace,
    }
    let mut at = At::Outside;
    let mut found = Vec::new();
    let mut block = Block { search: Vec::new(), replace: Vec::new() };
    for line in answer.lines() {
        let bare = line.trim();
        let is = |sign: char| bare.chars().take_while(|it| *it == sign).count() >= 5;
        match at {
            At::Outside if is('<') => {
                block = Block { search: Vec::new(), replace: Vec::new() };
                at = At::Search;
            }
            At::Search if bare.len() >= 5 && bare.chars().all(|it| it == '=') => at = At::Replace,
            At::Replace if is('>') => {
                found.push(block.clone());
                at = At::Outside;
            }
            At::Outside => {}
            At::Search => block.search.push(line.to_owned()),
            At::Replace => block.replace.push(line.to_owned()),
        }
    }
    // The last block's end is what is most easily forgotten; a fence may close after it.
    if matches!(at, At::Replace) && !block.search.is_empty() {
        while block.replace.last().is_some_and(|it| it.trim().is_empty() || it.trim() == "```") {
            block.replace.pop();
        }
        found.push(block);
    }
    found.truncate(MAX_BLOCKS);
    found
}

/// Applies blocks one after the other.
pub(super) fn apply(source: &str, blocks: &[Block]) -> Applied {
    let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
    let mut applied = Applied { text: String::new(), n_applied: 0, missed: Vec::new() };
    for block in blocks {
        let search = trimmed(&block.search);
        if search.is_empty() {
            // Nothing to look for: an addition at the end.
            lines.push(String::new());
            lines.extend(block.replace.iter().cloned());
            applied.n_applied += 1;
            continue;
        }
        match find(&lines, search) {
            Ok((from, indent)) => {
                let replace = shifted(trimmed(&block.replace), indent);
                lines.splice(from..from + search.len(), replace);
                applied.n_applied += 1;
            }
            Err(reason) => {
                let head = search.iter().take(3).cloned().collect::<Vec<_>>().join("\n");
                applied.missed.push(format!("{reason}:\n{head}"));
            }
        }
    }
    applied.text = lines.join("\n");
    applied.text.push('\n');
    applied
}

/// The lines without blank ones at both ends.
fn trimmed(lines: &[String]) -> &[String] {
    let is_blank = |it: &String| it.trim().is_empty();
    let from = lines.iter().position(|it| !is_blank(it)).unwrap_or(lines.len());
    let to = lines.iter().rposition(|it| !is_blank(it)).map_or(from, |it| it + 1);
    &lines[from..to]
}

/// Where lines stand, and how much deeper than they were given.
fn find(lines: &[String], search: &[String]) -> Result<(usize, isize), String> {
    let n = search.len();
    if n > lines.len() {
        return Err("these lines do not stand in the module".to_owned());
    }
    let same: [fn(&str, &str) -> bool; 3] = [
        |a, b| a == b,
        |a, b| a.trim_end() == b.trim_end(),
        |a, b| a.split_whitespace().eq(b.split_whitespace()),
    ];
    for is_same in same {
        let fits =
            |from: &usize| lines[*from..*from + n].iter().zip(search).all(|(a, b)| is_same(a, b));
        let places: Vec<usize> = (0..=lines.len() - n).filter(fits).collect();
        match places.as_slice() {
            [] => {}
            [one] => return Ok((*one, indent(&lines[*one]) - indent(&search[0]))),
            several => {
                let n = several.len();
                return Err(format!(
                    "these lines stand in {n} places; take more lines around them"
                ));
            }
        }
    }
    nearest(lines, search).ok_or_else(|| "these lines do not stand in the module".to_owned())
}

fn nearest(lines: &[String], search: &[String]) -> Option<(usize, isize)> {
    let n = search.len();
    let joined = |lines: &[String]| lines.iter().map(|it| it.trim()).collect::<Vec<_>>().join("\n");
    let wanted = joined(search);
    if n > MAX_FUZZY_LINES || wanted.len() < 12 {
        return None;
    }
    let mut places: Vec<(f64, usize)> = (0..=lines.len() - n)
        .map(|from| {
            let there = joined(&lines[from..from + n]);
            // Texts of very different lengths are not alike; comparing them is the costly part.
            let (a, b) = (there.len().min(wanted.len()), there.len().max(wanted.len()));
            let alike = (a as f64) >= ALIKE * (b as f64) * 0.9;
            let score = if alike { strsim::normalized_levenshtein(&there, &wanted) } else { 0.0 };
            (score, from)
        })
        .collect();
    places.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let (best, from) = *places.first()?;
    let next = places.get(1).map_or(0.0, |it| it.0);
    let is_it = best >= ALIKE && best - next >= CLEARLY;
    is_it.then(|| (from, indent(&lines[from]) - indent(&search[0])))
}

fn indent(line: &str) -> isize {
    line.chars().take_while(|it| *it == ' ').count() as isize
}

/// Lines moved to the right, or to the left as far as they can.
fn shifted(lines: &[String], by: isize) -> Vec<String> {
    let shift = |it: &String| {
        if it.trim().is_empty() {
            return String::new();
        }
        let depth = (indent(it) + by).max(0).unsigned_abs();
        format!("{}{}", " ".repeat(depth), it.trim_start_matches(' '))
    };
    lines.iter().map(shift).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    const SOURCE: &str = "module A\n\nrecord Price where\n  constructor MkPrice\n  supply : Integer\n  vat : Integer\n\nmake : Price\nmake = MkPrice 1 2\n";

    #[track_caller]
    fn check(answer: &str, expect: Expect) {
        let it = apply(SOURCE, &read(answer));
        let mut out = format!("{} applied\n", it.n_applied);
        for change in similar::TextDiff::from_lines(SOURCE, &it.text).iter_all_changes() {
            if change.tag() != similar::ChangeTag::Equal {
                out += &format!("{}{change}", change.tag());
            }
        }
        for missed in it.missed {
            out += &format!("! {missed}\n");
        }
        expect.assert_eq(&out);
    }

    #[test]
    fn lines_are_replaced_where_they_stand() {
        check(
            "Here:\n```\n<<<<<<< SEARCH\n  vat : Integer\n=======\n  vat : Integer\n  total_ : Integer\n>>>>>>> REPLACE\n```",
            expect![[r#"
                1 applied
                +  total_ : Integer
            "#]],
        );
    }

    #[test]
    fn another_indentation_is_taken_over() {
        check(
            "<<<<<<< SEARCH\nsupply : Integer\nvat : Integer\n=======\nsupply, vat : Integer\n  deeper : Integer\n>>>>>>> REPLACE",
            expect![[r#"
                1 applied
                -  supply : Integer
                -  vat : Integer
                +  supply, vat : Integer
                +    deeper : Integer
            "#]],
        );
    }

    #[test]
    fn a_slip_in_copying_is_forgiven_where_it_is_clear() {
        check(
            "<<<<<<< SEARCH\nrecord Prices where\n  constructor MkPrice\n=======\nrecord Cost where\n  constructor MkCost\n>>>>>>> REPLACE",
            expect![[r#"
                1 applied
                -record Price where
                -  constructor MkPrice
                +record Cost where
                +  constructor MkCost
            "#]],
        );
    }

    #[test]
    fn what_stands_nowhere_or_in_several_places_changes_nothing() {
        check(
            "<<<<<<< SEARCH\nrecord Invoice where\n=======\nx\n>>>>>>> REPLACE\n<<<<<<< SEARCH\n\n=======\n-- at the end\n>>>>>>> REPLACE",
            expect![[r#"
                1 applied
                +
                +-- at the end
                ! these lines do not stand in the module:
                record Invoice where
            "#]],
        );
        let twice = apply("a = 1\nb = 2\na = 1\n", &read("<<<<<<<\na = 1\n=======\nc\n>>>>>>>"));
        assert_eq!(
            twice.missed,
            ["these lines stand in 2 places; take more lines around them:\na = 1"]
        );
    }

    #[test]
    fn a_forgotten_end_is_added() {
        check(
            "<<<<<<< SEARCH\nmake = MkPrice 1 2\n=======\nmake = MkPrice 3 4\n```\n",
            expect![[r#"
            1 applied
            -make = MkPrice 1 2
            +make = MkPrice 3 4
        "#]],
        );
    }

    #[test]
    fn prose_and_whole_modules_hold_no_blocks() {
        assert_eq!(read("Just change the price.\n```idris\nmodule A\n```"), []);
    }

    proptest! {
        #[test]
        fn no_answer_panics(
            source in "([a-z ]{0,6}\n){0,12}",
            answer in "(<<<<<<< SEARCH\n|=======\n|>>>>>>> REPLACE\n|[a-z ]{0,6}\n){0,16}"
        ) {
            let it = apply(&source, &read(&answer));
            prop_assert!(it.n_applied + it.missed.len() <= MAX_BLOCKS);
        }
    }
}
