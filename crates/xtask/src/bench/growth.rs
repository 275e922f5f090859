//! How time and memory of an analysis grow with a paper: with the movements of an account, the columns of
//! a table, the clauses of a contract. And whether a year of an account comes to a verdict. Beside it, in the
//! same run and by turns, those of a program of before, where one is given.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Result;
use serde_json::Value;
use wait4::Wait4 as _;

use crate::heavy::{account, contract, grid};
use crate::say;

/// Movements of an account.
const MOVEMENTS: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
/// Columns of a hundred rows.
const COLUMNS: [usize; 5] = [10, 40, 160, 480, 1_000];
/// Rows and columns of a table that is large in both.
const TABLE: (usize, usize) = (600, 480);
/// Clauses of a contract.
const CLAUSES: [usize; 5] = [1_000, 3_000, 10_000, 30_000, 100_000];
/// A year of an account.
const YEAR: usize = 10_000;
/// Seconds by the clock after which a program is given up: longer than its own limits last on a machine that
/// others use as well.
const LIMIT: u64 = 3_600;
/// A program of before may have no limits of its own: it gets so many seconds, and so many times as many as
/// the one of now took for the same paper just before. What is given up is so many times as slow, or slower.
const BEFORE: (u64, u64) = (30, 5);
/// What a program says that was given up: its end, or the end that it did not take.
const GIVEN_UP: [i32; 2] = [124, 137];

/// Rows: what grows up to so many, and what it takes.
pub(super) fn run(proviso: &Path, before: Option<&Path>, most: usize) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut bench = Bench {
        programs: [("now", proviso)].into_iter().chain(before.map(|it| ("before", it))).collect(),
        folder: folder.path(),
        given_up: BTreeSet::new(),
    };
    say("\npaper | size | program | seconds | user | MiB | µs each | said");
    say("---|---:|---|---:|---:|---:|---:|---");
    for n in MOVEMENTS.into_iter().filter(|it| *it <= most) {
        let made = account(n);
        bench.analyzed(("movements, text", n), ("account.txt", &made.text()))?;
        bench.analyzed(("movements, CSV", n), ("account.csv", &made.csv()))?;
    }
    for n in COLUMNS.into_iter().filter(|it| *it <= most) {
        bench.analyzed(("columns of 100 rows, CSV", n), ("grid.csv", &grid(100, n)))?;
    }
    let (rows, columns) = TABLE;
    let numbers = ("numbers in 600 rows, CSV", rows * columns);
    bench.analyzed(numbers, ("table.csv", &grid(rows, columns)))?;
    for n in CLAUSES.into_iter().filter(|it| *it <= most) {
        bench.analyzed(("clauses, text", n), ("clauses.txt", &contract(n)))?;
    }
    let made = account(YEAR);
    for (name, text) in [("year.txt", made.text()), ("year.csv", made.csv())] {
        bench.converted(name, &text)?;
    }
    Ok(())
}

/// The programs, and where they work.
struct Bench<'a> {
    programs: Vec<(&'static str, &'a Path)>,
    folder: &'a Path,
    /// Of which program and paper a size was given up: no larger one is tried.
    given_up: BTreeSet<(&'static str, &'static str)>,
}

/// What is counted of what the program says; of lists how long they are.
#[derive(Default, serde::Deserialize)]
#[serde(default)]
struct Told {
    fields: Vec<serde::de::IgnoredAny>,
    rules: Vec<serde::de::IgnoredAny>,
    left_out: Vec<serde::de::IgnoredAny>,
    notes: Vec<Value>,
    /// Of which only the notes of who read them are looked at.
    documents: Vec<Value>,
    verdict: Option<String>,
    detail: Option<String>,
}

/// What it took, and what it said.
struct Taken {
    seconds: f64,
    /// Seconds of a processor.
    user: f64,
    mib: u64,
    given_up: bool,
    told: Told,
}

impl Bench<'_> {
    /// A program's highest memory begins with that of who starts it, so nothing large is kept here: what is
    /// said goes through a file.
    fn taken(&self, program: &Path, limit: u64, arguments: &[&str]) -> Result<Taken> {
        let said = self.folder.join("said.json");
        let began = Instant::now();
        let mut child = Command::new("timeout")
            .args(["-k", "5", limit.to_string().as_str()])
            .arg(program)
            .args(arguments)
            .current_dir(self.folder)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&said)?)
            .stderr(Stdio::null())
            .spawn()?;
        let used = child.wait4()?;
        let seconds = began.elapsed().as_secs_f64();
        let told = serde_json::from_reader(BufReader::new(fs::File::open(&said)?));
        Ok(Taken {
            seconds,
            user: used.rusage.utime.as_secs_f64(),
            mib: used.rusage.maxrss >> 20,
            given_up: used.status.code().is_some_and(|it| GIVEN_UP.contains(&it)),
            told: told.unwrap_or_default(),
        })
    }

    fn analyzed(
        &mut self,
        (what, n): (&'static str, usize),
        (name, text): (&str, &str),
    ) -> Result<()> {
        fs::write(self.folder.join(name), text)?;
        let mut limit = LIMIT;
        for (which, program) in self.programs.clone() {
            if self.given_up.contains(&(which, what)) {
                say(format_args!("{what} | {n} | {which} | – | – | – | – | not tried"));
                continue;
            }
            let it = self.taken(program, limit, &["analyze", name, "--json"])?;
            let Taken { seconds, user, mib, told, .. } = &it;
            let each = user * 1e6 / n.max(1) as f64;
            let (fields, rules) = (told.fields.len(), told.rules.len());
            let notes = || told.notes.iter().chain(told.documents.iter().map(|it| &it["notes"]));
            let says = |word: &str| notes().any(|it| it.to_string().contains(word));
            let parts = if says("in one piece") { ", in parts" } else { "" };
            let rest = if says("left out") { ", the rest left out" } else { "" };
            let said = match it.given_up {
                true => format!("not ended in {limit} s"),
                false => format!("{fields} fields, {rules} rules{parts}{rest}"),
            };
            if it.given_up {
                self.given_up.insert((which, what));
            }
            limit = of_before(*seconds);
            say(format_args!(
                "{what} | {n} | {which} | {seconds:.1} | {user:.1} | {mib} | {each:.0} | {said}"
            ));
        }
        Ok(())
    }

    /// A year from its file to its verdict.
    fn converted(&self, name: &str, text: &str) -> Result<()> {
        fs::write(self.folder.join(name), text)?;
        let mut limit = LIMIT;
        for (which, program) in &self.programs {
            // A workspace of its own: the database of one is not the other's.
            let place = format!("{which}-{name}");
            let asked = ["convert", name, "--json", "--workspace", place.as_str()];
            let it = self.taken(program, limit, &asked)?;
            let word = |it: Option<String>| it.unwrap_or_else(|| "–".to_owned());
            let n = it.told.left_out.len();
            let said = match it.given_up {
                true => format!("not ended in {limit} s"),
                false => {
                    let (verdict, detail) = (word(it.told.verdict), word(it.told.detail));
                    format!("{verdict}, {detail}; {n} rules not stated")
                }
            };
            let Taken { seconds, user, mib, .. } = it;
            limit = of_before(seconds);
            say(format_args!(
                "{name}, converted | {YEAR} | {which} | {seconds:.1} | {user:.1} | {mib} | | {said}"
            ));
        }
        Ok(())
    }
}

/// Seconds that a program of before gets, where the one of now took so many.
fn of_before(seconds: f64) -> u64 {
    let (least, times) = BEFORE;
    least + times * seconds.ceil() as u64
}
