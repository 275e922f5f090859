//! How well the built-in models of stored analyses read, and what the door says against them:
//! `cargo run -p proviso-core --example models ANALYSIS.json …`; `-v` names what is counted, and
//! `--strict` fails where it is worse than it must be.

#![expect(clippy::print_stdout, reason = "a tool for the terminal")]

use std::time::Duration;

use proviso_core::analysis::Analysis;
use proviso_core::idris::{admit, emit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|it| ["-v", "--strict"].contains(&it.as_str()));
    let is_set = |flag: &str| flags.iter().any(|it| it == flag);
    let mut all = emit::Shares::default();
    let mut refused = 0;
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let Ok(analysis) = serde_json::from_str::<Analysis>(&text) else {
            println!("{file}: no analysis");
            continue;
        };
        let shares = emit::shares("Proof", &analysis);
        if is_set("-v") {
            println!(
                "{file}: {} of {} rules carried; numbered {:?}; by kind {:?}; widest {}",
                shares.carried, shares.rules, shares.numbered, shares.by_kind, shares.widest
            );
        }
        all.add(shares);
        let frame = admit::Frame::new("Proof", &analysis);
        let model = emit::model("Proof", &analysis);
        let admission = admit::model(&frame, &model, Duration::from_secs(1));
        refused += usize::from(!admission.diagnostics.is_empty());
        for it in admission.diagnostics {
            let line = it.span.as_ref().map_or(0, |it| it.line);
            println!("{file}:{line}: {}", it.message);
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!(
        "{} analyses, {refused} refused unread; {} names, {:.1} % of them numbered; {} rules, {:.1} % of them carried; {} records, {} by kind, {} shared; at most {} members",
        files.len(),
        all.names,
        percent(all.numbered.len(), all.names),
        all.rules,
        percent(all.carried, all.rules),
        all.records,
        all.by_kind.len(),
        all.shared,
        all.widest,
    );
    let poor = all.numbered.len() * 50 > all.names || all.carried * 10 < all.rules * 8;
    if is_set("--strict") && (poor || refused > 0 || !all.by_kind.is_empty()) {
        return Err("models read worse than they must".into());
    }
    Ok(())
}
