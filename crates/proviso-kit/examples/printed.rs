//! Whether the compiler understands a text as it understands our print of it.
//!
//! `cargo run --release --example printed -- N [SEED]` changes a few characters of a module that has
//! every form that is read, N times. What our reader then refuses is counted; of the rest the
//! compiler is asked twice, about the very bytes and about the print, and has to accept both, with
//! the same remarks in the same places, or neither. A difference is printed and ends the program
//! with 1. Two refusals may have different reasons: nobody believes them.
//!
//! **Invariant:** a seed always makes the same texts.

#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use futures_util::stream::{self, StreamExt};
use proviso_core::idris::syntax;
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_core::run::Module;
use proviso_kit::idris::IdrisProcess;

const TIMEOUT: Duration = Duration::from_secs(60);
const NAME: &str = "Domains.Every";

/// What may take the place of a character.
const PIECES: [&str; 74] = [
    "\"", "'", "\\", "\\\"", "\\n", "\\x41", "\\65\\&", "\\DEL", "\"\"\"", "-", "--", "---", "{-",
    "-}", "|||", "{", "}", "(", ")", "[", "]", "[<", "[|", "|]", "@{", " ", "  ", "    ", "\n",
    "\n  ", "\n    ", "\r\n", "\r", "\t", "\u{a0}", "\u{c}", "\u{b}", "\u{200b}", "\u{202e}",
    "\u{feff}", ";", ",", ":", "=", "->", "=>", "<-", "|", "\\x => ", "@", "_", ".", "..", "#",
    "!", "?", "%", "`", "0", "1", "x", "X", "가", "__LOC__", "__x", "where", "of ", "let ", "in ",
    "do ", "total ", "0x1F", "1_000", "$ ",
];

/// Numbers of a linear congruential generator (Knuth, MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }
}

fn changed(text: &[char], random: &mut Random) -> String {
    let mut text = text.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len());
        let end = (at + random.below(3)).min(text.len());
        let piece = PIECES[random.below(PIECES.len())];
        text.splice(at..end, piece.chars());
    }
    text.into_iter().collect()
}

async fn asked(checker: &IdrisProcess, text: &str) -> Result<CheckReport, CheckerError> {
    let module = Module { name: NAME.to_owned(), text: text.to_owned() };
    checker.check(&CheckJob::unread(vec![module], NAME, TIMEOUT)).await
}

/// What is said, without the lines of the text that are cited.
fn said(answer: &Result<CheckReport, CheckerError>) -> String {
    match answer {
        Ok(report) => {
            let mut all = format!("accepted: {}\n", report.accepted);
            for it in &report.diagnostics {
                all.push_str(&format!("{:?} {:?} {}\n", it.kind, it.span, it.message));
            }
            all
        }
        Err(err) => format!("{err}\n"),
    }
}

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let n: usize = arguments.next().ok_or("how many?")?.parse()?;
    let seed = arguments.next().map_or(Ok(1), |it| it.parse())?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/printed.idr");
    let base: Vec<char> = std::fs::read_to_string(path)?.chars().collect();
    let checker = IdrisProcess::new(None);
    let mut random = Random(seed);
    let texts: Vec<String> = (0..n)
        .map(|it| if it == 0 { base.iter().collect() } else { changed(&base, &mut random) })
        .collect();
    let n_jobs = std::thread::available_parallelism().map_or(2, |it| it.get());
    let results: Vec<Option<(bool, Option<String>)>> = stream::iter(texts)
        .map(|text| {
            let checker = &checker;
            async move {
                let module = Module { name: NAME.to_owned(), text: text.clone() };
                let source = syntax::read(&module).ok()?;
                let (bytes, print) =
                    (asked(checker, &text).await, asked(checker, &source.print()).await);
                let (bytes, print) = (said(&bytes), said(&print));
                let refused = |it: &str| !it.starts_with("accepted: true");
                let differs = bytes != print && !(refused(&bytes) && refused(&print));
                let told =
                    differs.then(|| format!("{text}\n==== bytes\n{bytes}==== print\n{print}"));
                Some((print.starts_with("accepted: true"), told))
            }
        })
        .buffered(n_jobs)
        .collect()
        .await;
    let read: Vec<&(bool, Option<String>)> = results.iter().flatten().collect();
    let differing: Vec<&String> = read.iter().filter_map(|it| it.1.as_ref()).collect();
    for it in &differing {
        println!("{it}\n================================================================");
    }
    println!(
        "{n} texts: {} refused by the reader, {} read, {} of these accepted by the compiler, {} understood differently",
        n - read.len(),
        read.len(),
        read.iter().filter(|it| it.0).count(),
        differing.len()
    );
    Ok(ExitCode::from(u8::from(!differing.is_empty())))
}
