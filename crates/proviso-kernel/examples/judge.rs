//! Judges modules from a folder: `judge [--depth N] FOLDER Domains.Audit.Sample …`.
#![expect(clippy::print_stdout, reason = "it tells what was judged")]

use std::path::Path;
use std::time::Instant;

use proviso_kernel::{Budget, Judgement, Text, judge};

fn main() {
    let mut args = std::env::args().skip(1);
    let mut folder = args.next().unwrap_or_default();
    let mut depth = 60_000;
    if folder == "--depth" {
        depth = args.next().and_then(|it| it.parse().ok()).unwrap_or(depth);
        folder = args.next().unwrap_or_default();
    }
    let targets: Vec<String> = args.collect();
    let run = move || {
        for target in &targets {
            let mut texts = Vec::new();
            let mut open = vec![target.clone()];
            while let Some(name) = open.pop() {
                if texts.iter().any(|(it, _): &(String, String)| *it == name) {
                    continue;
                }
                let path = Path::new(&folder).join(format!("{}.idr", name.replace('.', "/")));
                let Ok(text) = std::fs::read_to_string(path) else { continue };
                for line in text.lines().filter_map(|it| it.strip_prefix("import ")) {
                    open.push(line.trim_start_matches("public ").trim().to_owned());
                }
                texts.push((name, text));
            }
            let texts: Vec<Text<'_>> = texts
                .iter()
                .map(|(name, text)| Text { name, text, carried: name == "Domains.Core" })
                .collect();
            let start = Instant::now();
            let said = judge(&texts, target, Budget { steps: 50_000_000, depth });
            let took = start.elapsed().as_millis();
            match said {
                Judgement::Accepted => println!("{target}: accepted ({took} ms)"),
                Judgement::Refused(it) => println!("{target}: refused {it:?} ({took} ms)"),
                Judgement::Outside(it) => println!("{target}: outside {it:?} ({took} ms)"),
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run);
    if let Ok(it) = thread {
        let _ = it.join();
    }
}
