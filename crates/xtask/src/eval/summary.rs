//! Tables of scored sets: by group beside the last time, by writer left out, seen minus unseen.
//!
//! **Invariant:** a change is told against the counts that `docs/evaluation.json` has kept, and only
//! where the group was there already.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};

use super::counts::{Counts, FIGURES, Figure};
use super::groups::{LeftOut, Rows, Scored, Source};

/// Where counts are kept, below the repository's root.
const KEPT: &str = "docs/evaluation.json";
/// Where the table stands, between two comments that name the set.
const RESULTS: &str = "docs/results.md";

/// Counts by group.
pub(super) type Groups = BTreeMap<String, Counts>;
/// Groups by set.
type Kept = BTreeMap<String, Groups>;

/// What was written down of a set the last time.
pub(super) fn before(set: &str) -> Result<Option<Groups>> {
    Ok(kept()?.remove(set))
}

/// Writes the tables of a set, and keeps its counts for the next time.
pub(super) fn record(set: &str, tables: &str, rows: Rows) -> Result<()> {
    let root = crate::root();
    let results = root.join(RESULTS);
    let text = fs::read_to_string(&results).with_context(|| results.display().to_string())?;
    fs::write(&results, put(&text, set, tables)?)?;
    let mut all = kept()?;
    all.insert(set.to_owned(), rows.into_iter().collect());
    fs::write(root.join(KEPT), serde_json::to_string_pretty(&all)? + "\n")?;
    Ok(())
}

fn kept() -> Result<Kept> {
    let path = crate::root().join(KEPT);
    if path.exists() { super::read(&path) } else { Ok(Kept::new()) }
}

/// What an earlier table had in a row. Those that were kept before `all` was have only its parts.
fn earlier(before: Option<&Groups>, name: &str) -> Option<Counts> {
    let before = before?;
    let sum = || (name == "all").then(|| Counts::sum(before.values()));
    before.get(name).copied().or_else(sum)
}

/// A table of groups, each number with its change.
pub(super) fn table(rows: &Rows, before: Option<&Groups>) -> String {
    let mut out = "| | documents |".to_owned();
    FIGURES.iter().for_each(|it| out.push_str(&format!(" {} |", it.0)));
    out.push_str(" planted mistakes | false alarms | types right |\n|---|---|");
    out.push_str(&"---|".repeat(FIGURES.len() + 3));
    out.push('\n');
    for (name, now) in rows {
        let before = earlier(before, name);
        let number = |of: Figure| {
            let Some(value) = of(now) else { return "–".to_owned() };
            let change = before.as_ref().and_then(of).map_or(0.0, |it| value - it);
            if change.abs() < 0.05 {
                format!("{value:.1}")
            } else {
                format!("{value:.1} ({change:+.1})")
            }
        };
        let figures: Vec<String> = FIGURES.iter().map(|it| number(it.1)).collect();
        out.push_str(&format!(
            "| {name} | {} | {} | {} |\n",
            now.documents,
            figures.join(" | "),
            tail(now)
        ));
    }
    out
}

/// What is counted, not measured: mistakes, alarms, types.
fn tail(it: &Counts) -> String {
    let planted = match it.d_true {
        0 => "–".to_owned(),
        n => format!("{} of {n}", it.d_hit),
    };
    format!("{planted} | {} | {} of {}", it.d_false, it.t_hit, it.documents)
}

/// What is told of writers: without what coincidences pass as.
const OF_WRITERS: &[(&str, Figure)] = FIGURES.split_at(3).0;

/// Each writer's papers beside those of all others, the mean over writers and their spread: what a
/// paper by one more writer may be expected to get, give or take.
///
/// Today nothing is fitted to papers, so one analysis serves every writer; what is fitted one day is
/// made of `others` before `held` is analyzed.
pub(super) fn left_out(parts: &[LeftOut<'_>], source: Option<Source>) -> String {
    let counts = |papers: &[&Scored]| {
        let is_of = |it: &&&Scored| source.is_none_or(|source| it.source == source);
        Counts::sum(papers.iter().filter(is_of).map(|it| &it.counts))
    };
    let parts: Vec<(&str, Counts, Counts)> = parts
        .iter()
        .map(|it| (it.writer.as_str(), counts(&it.held), counts(&it.others)))
        .filter(|it| it.1.documents > 0)
        .collect();
    let mut out =
        format!("| left out: {} | documents |", source.map_or("papers of all kinds", Source::name));
    for (name, _) in OF_WRITERS {
        out.push_str(&format!(" {name} | others' |"));
    }
    out.push_str(" planted mistakes | false alarms | types right |\n|---|---|");
    out.push_str(&"---|".repeat(2 * OF_WRITERS.len() + 3));
    out.push('\n');
    let shown = |it: Option<f64>| it.map_or("–".to_owned(), |it| format!("{it:.1}"));
    for (writer, held, others) in &parts {
        out.push_str(&format!("| {writer} | {} |", held.documents));
        for (_, of) in OF_WRITERS {
            out.push_str(&format!(" {} | {} |", shown(of(held)), shown(of(others))));
        }
        out.push_str(&format!(" {} |\n", tail(held)));
    }
    let all = Counts::sum(parts.iter().map(|it| &it.1));
    let values = |of: Figure| -> Vec<f64> { parts.iter().filter_map(|it| of(&it.1)).collect() };
    let percent = |it: Option<f64>| it.map_or("–".to_owned(), |it| format!("{it:.0} %"));
    for (name, of_values) in [("mean of the writers", mean as fn(&[f64]) -> _), ("spread", spread)]
    {
        out.push_str(&format!("| {name} | |"));
        for (_, of) in OF_WRITERS {
            out.push_str(&format!(" {} | |", shown(of_values(&values(*of)))));
        }
        let planted = of_values(&values(Counts::planted));
        let types = of_values(&values(Counts::types));
        out.push_str(&format!(" {} | | {} |\n", percent(planted), percent(types)));
    }
    out.push_str(&format!("| all | {} |", all.documents));
    for (_, of) in OF_WRITERS {
        out.push_str(&format!(" {} | |", shown(of(&all))));
    }
    out.push_str(&format!(" {} |\n", tail(&all)));
    out
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of a sample.
fn spread(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// Papers that were at hand beside others: the last row is what knowing a paper is worth.
pub(super) fn seen_minus_unseen(seen: &Counts, unseen: &Counts) -> String {
    let rows = vec![("seen".to_owned(), *seen), ("unseen".to_owned(), *unseen)];
    let mut out = table(&rows, None);
    out.push_str("| seen minus unseen | |");
    let figures = FIGURES.iter().map(|it| it.1);
    for of in figures {
        out.push_str(&format!(" {} |", difference(of(seen), of(unseen))));
    }
    let planted = difference(seen.planted(), unseen.planted());
    let types = difference(seen.types(), unseen.types());
    out.push_str(&format!(" {planted} | | {types} |\n"));
    out
}

fn difference(left: Option<f64>, right: Option<f64>) -> String {
    match (left, right) {
        (Some(left), Some(right)) => format!("{:+.1}", left - right),
        _ => "–".to_owned(),
    }
}

/// The text with the tables of a set between its marks.
fn put(text: &str, set: &str, tables: &str) -> Result<String> {
    let (open, close) = (format!("<!-- eval {set} -->\n"), format!("<!-- end of {set} -->"));
    let parted = text.split_once(&open).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&close)?;
        Some(format!("{before}{open}{tables}{close}{after}"))
    });
    match parted {
        Some(it) => Ok(it),
        None => bail!("`{RESULTS}` has no place for `{set}`: `{}` … `{close}`", open.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::groups::left_out as parts;
    use super::*;

    fn counts(f_hit: u64) -> Counts {
        let (f_true, f_given, documents) = (10, 10, 1);
        Counts { documents, f_true, f_given, f_hit, d_true: 1, ..Counts::default() }
    }

    #[test]
    fn a_change_is_told_where_there_is_one() {
        let rows = vec![("PDF, as text".to_owned(), counts(9)), ("all".to_owned(), counts(9))];
        let before = |hit| BTreeMap::from([("PDF, as text".to_owned(), counts(hit))]);
        let table = table(&rows, Some(&before(8)));
        assert!(
            table.contains("| PDF, as text | 1 | 90.0 (+10.0) | – | – | – | 0 of 1 | 0 | 0 of 1 |"),
            "{table}"
        );
        let same = super::table(&rows, Some(&before(9)));
        assert!(same.contains("| all | 1 | 90.0 | –"), "{same}");
    }

    #[test]
    fn a_table_stands_between_its_marks_only() {
        let text = "a\n<!-- eval x -->\nold\n<!-- end of x -->\nb\n";
        assert_eq!(
            put(text, "x", "new\n").unwrap(),
            "a\n<!-- eval x -->\nnew\n<!-- end of x -->\nb\n"
        );
        assert!(put(text, "y", "new\n").is_err(), "a set without a place");
    }

    #[test]
    fn a_writer_stands_beside_all_others() {
        let of = |name: &str, hit| Scored {
            name: name.to_owned(),
            counts: counts(hit),
            ..Scored::default()
        };
        let all = [of("a1", 9), of("b1", 7), of("c1", 5)];
        let table = left_out(&parts(&all), None);
        assert!(table.contains("| a | 1 | 90.0 | 60.0 |"), "{table}");
        assert!(table.contains("| mean of the writers | | 70.0 | |"), "{table}");
        assert!(table.contains("| spread | | 20.0 | |"), "{table}");
        let scans = left_out(&parts(&all), Some(Source::Scan));
        assert!(!scans.contains("| a |"), "nobody wrote a scan: {scans}");
    }

    #[test]
    fn what_was_seen_is_told_from_what_was_not() {
        let table = seen_minus_unseen(&counts(9), &counts(7));
        assert!(table.contains("| seen minus unseen | | +20.0 | – |"), "{table}");
    }
}
