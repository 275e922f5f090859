//! What the kernel says of mutants: `campaign FROM TO [FOLDER]` prints one line for each number, and
//! writes the modules of those that it accepts into the folder, for the compiler to be asked.
//!
//! `campaign --refused FROM TO FOLDER` writes those too that it refuses, `campaign --all FROM TO FOLDER`
//! every one; `campaign --apart FROM TO` judges each in a thread that has judged nothing before, so that
//! of what Proviso carries only what it names is worked out; `campaign --bases` emits anew what mutants are made of.
#![expect(clippy::print_stdout, reason = "it tells what was judged")]

use std::path::Path;

use proviso_core::idris::admit::Frame;
use proviso_core::idris::emit;

#[path = "../tests/shared/judging.rs"]
mod judging;
#[path = "../tests/campaign/mutants.rs"]
mod mutants;

fn main() -> std::io::Result<()> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().is_some_and(|it| it == "--bases") {
        return write_bases();
    }
    let has_option = args.first().is_some_and(|it| it.starts_with("--"));
    let option = if has_option { args.remove(0) } else { String::new() };
    let written: &[&str] = match option.as_str() {
        "--all" => &["accepted", "refused", "outside"],
        "--refused" => &["accepted", "refused"],
        _ => &["accepted"],
    };
    let number = |at: usize| args.get(at).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    let (from, to) = (number(0), number(1));
    let folder = args.get(2).cloned();
    let run = move || -> std::io::Result<()> {
        let (core, bases) = (emit::core(), mutants::bases());
        for number in from..to {
            let Some(mutant) = mutants::mutant(&bases, number) else {
                println!("{number}\tsame\t");
                continue;
            };
            let judged = match option.as_str() {
                "--apart" => {
                    let mutant = mutant.clone();
                    judging::with_stack(move || mutant.judged())?
                }
                _ => mutant.judged(),
            };
            let (said, found) = judged.told();
            let why = found.map_or("", |it| &it.what).replace(['\n', '\t'], " ");
            println!("{number}\t{said}\t{}\t{why}", mutant.what);
            if let Some(folder) = folder.as_ref().filter(|_| written.contains(&said)) {
                for it in mutant.modules.iter().chain([&core]) {
                    let path = Path::new(folder)
                        .join(number.to_string())
                        .join(format!("{}.idr", it.name.replace('.', "/")));
                    if let Some(parent) = path.parent() {
                        std::fs::create_dir_all(parent)?;
                    }
                    std::fs::write(path, &it.text)?;
                }
            }
        }
        Ok(())
    };
    judging::with_stack(run)?
}

/// The analyses whose modules are changed.
const BASES: [&str; 6] = ["small", "attacked", "refuted", "stacked", "exchange", "invoice"];

fn write_bases() -> std::io::Result<()> {
    let analyses = Path::new(env!("CARGO_MANIFEST_DIR")).join("../proviso-core/tests/analyses");
    for name in BASES {
        let text = std::fs::read_to_string(analyses.join(format!("{name}.json")))?;
        let analysis = serde_json::from_str(&text)?;
        let frame = Frame::new("Sample", &analysis);
        let folder = mutants::folder().join(name);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("Facts.idr"), &frame.facts().text)?;
        std::fs::write(folder.join("Model.idr"), emit::model("Sample", &analysis).text)?;
        std::fs::write(folder.join("Audit.idr"), &frame.audit().text)?;
    }
    Ok(())
}
