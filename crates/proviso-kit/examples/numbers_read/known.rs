//! Recognized papers whose numbers are known: by a truth beside them, or written down by a person.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};

use proviso_core::document::{Document, Word};
use serde_json::Value as Json;

use super::damaged::BELIEVED;
use super::judge::{self, Number};
use super::{Files, is_recognized};

/// Kinds of values that are counted, as a truth names them.
const KINDS: [&str; 5] = ["money", "quantity", "rate", "date", "registration_number"];
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Counts values of the truth that the words have, and those that they or other readings have.
pub(crate) fn truth(files: &Files, folders: &[PathBuf], list: bool) -> Result<(), Box<dyn Error>> {
    let truths = super::files_of(folders, |it| it.to_string_lossy().ends_with(".truth.json"))?;
    let mut sums: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
    for truth in truths {
        let Some(stem) = truth.file_name().and_then(|it| it.to_str()) else { continue };
        let stem = stem.trim_end_matches(".truth.json");
        let paper = ["png", "jpg", "pdf"].map(|it| truth.with_file_name(format!("{stem}.{it}")));
        let Some(paper) = paper.iter().find(|it| it.exists()) else { continue };
        let document = files.read(paper)?;
        if !is_recognized(&document) {
            continue;
        }
        let kind =
            if paper.extension().is_some_and(|it| it == "jpg") { "photographs" } else { "scans" };
        let json: Json = serde_json::from_slice(&std::fs::read(&truth)?)?;
        let values: BTreeSet<(&str, &str)> = json["fields"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|it| Some((it["kind"].as_str()?, it["value"].as_str()?)))
            .collect();
        let read = Text::of(&document, |it| vec![it.text.clone()]);
        let either = Text::of(&document, |it| {
            let others = it.others.iter().map(|it| it.text.clone());
            std::iter::once(it.text.clone()).chain(others).collect()
        });
        let (mut n, mut n_read) = (0, 0);
        for (of, value) in values {
            let Some(of) = KINDS.iter().find(|it| **it == of) else { continue };
            let found = [true, read.has(of, value), either.has(of, value)];
            n += 1;
            n_read += usize::from(found[1]);
            for of in [*of, "all"] {
                let sum = sums.entry((of, kind)).or_default();
                sum.iter_mut().zip(found).for_each(|(sum, it)| *sum += usize::from(it));
            }
            if list && !found[1] {
                println!("{stem}: {of} {value}{}", if found[2] { " (other reading)" } else { "" });
            }
        }
        println!("{stem}: {n_read} of {n}");
    }
    println!("\n| kind | of | distinct values | read | with other readings |");
    println!("|---|---|---|---|---|");
    for ((of, kind), [n, read, either]) in sums {
        println!("| {of} | {kind} | {n} | {} | {} |", share(read, n), share(either, n));
    }
    Ok(())
}

fn share(part: usize, all: usize) -> String {
    format!("{part} ({:.1} %)", 100.0 * part as f32 / all.max(1) as f32)
}

/// What a document says, line by line: numbers, and all of it in small letters.
struct Text {
    lines: Vec<(Vec<String>, String)>,
}

impl Text {
    fn of(document: &Document, readings: impl Fn(&Word) -> Vec<String>) -> Text {
        let lines = document.pages.iter().flat_map(|it| &it.lines);
        let line = |words: &[Word]| {
            let texts: Vec<String> = words.iter().flat_map(&readings).collect();
            let numbers = texts.iter().flat_map(|it| judge::numbers(it)).map(|it| it.digits);
            (numbers.collect(), texts.join(" ").to_lowercase())
        };
        Text { lines: lines.map(|it| line(&it.words)).collect() }
    }

    fn has(&self, kind: &str, value: &str) -> bool {
        match kind {
            "date" => self.has_date(value),
            "registration_number" => {
                let digits =
                    |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
                let known = digits(value.split('*').next().unwrap_or_default());
                self.lines.iter().any(|it| digits(&it.1).contains(&known))
            }
            "rate" => {
                let Some(value) = fraction(value) else { return false };
                let same = |it: f64| (it - value).abs() < 1e-9;
                self.any(|it| [1.0, 100.0, 1000.0].iter().any(|by| same(it / by)))
            }
            _ => {
                let number = value.trim_start_matches(|it: char| !it.is_ascii_digit());
                let Ok(value) = number.parse::<f64>() else { return false };
                let units = [1.0, 1000.0];
                let n = if kind == "money" && self.is_in_thousands() { 2 } else { 1 };
                self.any(|it| units[..n].iter().any(|by| (it * by - value).abs() < 1e-6))
            }
        }
    }

    fn any(&self, is: impl Fn(f64) -> bool) -> bool {
        self.lines.iter().flat_map(|it| &it.0).filter_map(|it| it.parse().ok()).any(is)
    }

    fn is_in_thousands(&self) -> bool {
        self.lines.iter().any(|it| it.1.replace(' ', "").contains("천원"))
    }

    fn has_date(&self, value: &str) -> bool {
        let parts: Vec<u32> = value.split('-').filter_map(|it| it.parse().ok()).collect();
        let [year, month, day] = parts[..] else { return false };
        self.lines.iter().any(|(numbers, text)| {
            let numbers: Vec<u32> = numbers
                .iter()
                .flat_map(|it| it.split('.'))
                .map(|it| it.parse().unwrap_or(u32::MAX))
                .collect();
            let is_year = |it: u32| it == year || it == year % 100;
            let named = MONTHS.get(month as usize - 1).is_some_and(|it| text.contains(it));
            let three = numbers.windows(3).any(|it| {
                is_year(it[0]) && (it[1], it[2]) == (month, day)
                    || is_year(it[2]) && [(day, month), (month, day)].contains(&(it[0], it[1]))
            });
            let two = numbers.windows(2).any(|it| {
                (it[0], it[1]) == (month, day) || named && it[0] == day && is_year(it[1])
            });
            three || two
        })
    }
}

fn fraction(value: &str) -> Option<f64> {
    match value.split_once('/') {
        Some((a, b)) => Some(a.parse::<f64>().ok()? / b.parse::<f64>().ok()?),
        None => value.parse().ok(),
    }
}

/// Counts numbers that a person wrote down.
pub(crate) fn written(files: &Files, list: &Path, is_listed: bool) -> Result<(), Box<dyn Error>> {
    println!("| picture | numbers | read | of the believed | wrong |");
    println!("|---|---|---|---|---|");
    let mut sums = [0; 4];
    for line in std::fs::read_to_string(list)?.lines() {
        let Some((path, text)) = line.split_once('\t') else { continue };
        let document = files.read(Path::new(path))?;
        let words: Vec<&Word> =
            document.pages.iter().flat_map(|it| &it.lines).flat_map(|it| &it.words).collect();
        let printed = judge::numbers(text);
        let read: Vec<Number> = words.iter().flat_map(|it| judge::numbers(&it.text)).collect();
        let is_number = |it: &&&Word| !judge::numbers(&it.text).is_empty();
        let is_believed = |it: &&&Word| it.confidence > BELIEVED && it.others.is_empty();
        let forms = [text.to_owned()];
        let believed: Vec<&&Word> = words.iter().filter(is_number).filter(is_believed).collect();
        let wrong: Vec<&&&Word> =
            believed.iter().filter(|it| judge::slip(&it.text, &forms).is_some()).collect();
        let counts = [printed.len(), judge::found(&printed, &read), believed.len(), wrong.len()];
        sums.iter_mut().zip(counts).for_each(|(sum, it)| *sum += it);
        let [n, n_read, n_believed, n_wrong] = counts;
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("| {name} | {n} | {} | {n_believed} | {n_wrong} |", share(n_read, n));
        if is_listed {
            let lost = judge::lost(&printed, &read);
            println!("not read: {}", lost.join(" "));
            let all: Vec<&str> = words
                .iter()
                .filter(is_number)
                .filter(|it| judge::slip(&it.text, &forms).is_some())
                .map(|it| it.text.as_str())
                .collect();
            println!("read instead: {}", all.join(" "));
            let wrong: Vec<&str> = wrong.iter().map(|it| it.text.as_str()).collect();
            println!("believed: {}", wrong.join(" "));
        }
    }
    println!("| all | {} | {} | {} | {} |", sums[0], share(sums[1], sums[0]), sums[2], sums[3]);
    Ok(())
}
