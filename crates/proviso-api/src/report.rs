//! The findings of a run as a report for others: one HTML file that needs nothing else, with
//! cut-outs of the pages.
//!
//! A PDF is made by printing it: the user interface lays this file out for the printer of the browser
//! or the window, and its style is made for that. The ways to write one in Rust either take fonts of
//! ours along, which for Korean are many megabytes, or draw no Korean.
//!
//! **Invariant:** everything of a document is escaped; no script, and nothing is loaded from
//! anywhere. Equal runs give equal reports.

/// Adds text to a text, which cannot fail.
macro_rules! put {
    ($out:expr, $($part:tt)*) => { let _infallible = write!($out, $($part)*); };
}

mod cutouts;
mod html;
mod request;
mod words;

use proviso_core::judge;
use proviso_core::shown::day;
use std::fmt::Write as _;

use proviso_core::analysis::{Route, Support};

pub use self::html::ReportReq;
pub(crate) use self::html::escaped;
pub(crate) use self::request::request;

use self::cutouts::Cutouts;
use self::html::{page, words_of};
use self::words::Words;
use crate::ports::Ports;
use crate::runs::{FieldView, RuleView, RunDetail, Terms, Tone, detail};
use crate::wire::File;
use crate::{ApiError, Code, Records};

pub(crate) async fn report(
    records: &Records,
    ports: &Ports,
    req: ReportReq,
) -> Result<File, ApiError> {
    let words = words_of(&req)?;
    let run = detail(records, req.run.0)?;
    if !run.shown.is_analysed() {
        let message = format!("the documents of run {} are not analysed", req.run);
        return Err(ApiError::new(Code::BadRequest, message).about_run(req.run.0));
    }
    let documents = records.store.documents(req.run.0)?;
    let mut cutouts = Cutouts::new(&*ports.reader, records, &documents);
    let mut body = String::new();
    head(&mut body, &run, &words);
    let open = |it: &&RuleView| status(it) == "refuted" && it.waived.is_none();
    let findings: Vec<&RuleView> = run.rules.iter().filter(open).collect();
    if !findings.is_empty() {
        section(&mut body, words.findings);
        let terms = Terms::of_run(records, req.run.0)?;
        for it in findings {
            finding(&mut body, &run, it, &terms, &words, &mut cutouts).await?;
        }
    }
    let waived: Vec<&RuleView> = run.rules.iter().filter(|it| it.waived.is_some()).collect();
    if !waived.is_empty() {
        section(&mut body, words.waived);
        for it in waived {
            waiver(&mut body, it, &words);
        }
    }
    rules(&mut body, &run, &words);
    fields(&mut body, &run, &words);
    unheld(&mut body, &run, &words);
    clauses(&mut body, &run, &words);
    colophon(&mut body, &run, &documents, &words);
    let title = format!("{} · {}", run.head.project, words.report);
    let name = format!("{}-{}.html", run.head.project, req.run);
    Ok(page(&req, &title, name, &body))
}

fn status(it: &RuleView) -> &'static str {
    use proviso_core::analysis::Status;
    match it.status {
        Status::Holds => "holds",
        Status::Refuted => "refuted",
        Status::Unknown => "unknown",
    }
}

fn section(out: &mut String, title: &str) {
    put!(out, "<h2>{}</h2>\n", escaped(title));
}

fn head(out: &mut String, run: &RunDetail, words: &Words) {
    let it = run;
    let tone = match it.shown.told.tone {
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Doubt | Tone::Warn | Tone::Idle | Tone::Busy => "doubt",
    };
    let title = it.head.title.as_ref().filter(|it| !it.is_empty()).unwrap_or(&it.head.project);
    put!(out, "<header>\n<p class=\"kind\">{}</p>\n", escaped(words.report));
    put!(out, "<h1>{}</h1>\n", escaped(title));
    put!(out, "<p class=\"documents\">{}</p>\n", escaped(&it.head.documents.join(", ")));
    put!(
        out,
        "<p class=\"verdict {tone}\"><strong>{}</strong> {}</p>\n",
        escaped(words.of_both(&it.shown.told.name)),
        escaped(words.of_both(&it.shown.told.means))
    );
    if let Some(little) = &it.shown.told.little {
        put!(out, "<p class=\"little\">{}</p>\n", escaped(words.of_both(little)));
    }
    corrections(out, run, words);
    if let Some(mended) = &it.shown.mended {
        put!(
            out,
            "<p class=\"asked\"><b>{}</b> {}</p>\n",
            escaped(words.asked),
            escaped(words.of_both(&mended.told))
        );
    }
    let coverage = it.head.coverage.map(|it| words.coverage(it));
    let figures: Vec<String> = [
        Some(words.counted(words.n_refuted, it.head.n_refuted.unwrap_or(0))),
        it.shown.told.rules.as_ref().map(|it| words.of_both(it).to_owned()),
        coverage,
    ]
    .into_iter()
    .flatten()
    .map(|it| format!("<li>{}</li>", escaped(&it)))
    .collect();
    put!(out, "<ul class=\"figures\">{}</ul>\n", figures.concat());
    put!(out, "<p class=\"limits\">{}</p>\n</header>\n", escaped(words.limits));
}

/// Who corrected which value that the verdict is about, and when.
fn corrections(out: &mut String, run: &RunDetail, words: &Words) {
    if run.shown.corrections.is_empty() {
        return;
    }
    put!(out, "<ul class=\"corrected\">\n");
    for it in &run.shown.corrections {
        let who = it.by.as_deref().unwrap_or_default();
        let at = it.at_ms.map(day).unwrap_or_default();
        put!(
            out,
            "<li><b>{}</b> {} <small>{}</small></li>\n",
            escaped(&it.label),
            escaped(&it.shown),
            escaped(format!("{} {at}", words.corrected(it.reading.as_deref(), who)).trim_end())
        );
    }
    put!(out, "</ul>\n");
}

async fn finding(
    out: &mut String,
    run: &RunDetail,
    rule: &RuleView,
    terms: &Terms,
    words: &Words,
    cutouts: &mut Cutouts<'_>,
) -> Result<(), ApiError> {
    put!(out, "<article class=\"finding\">\n<h3>{}</h3>\n", escaped(&rule.statement));
    put!(out, "<p class=\"equation\">{}{}</p>\n", escaped(&rule.equation()), by_hand(rule, words));
    if let Some(difference) = &rule.difference {
        put!(out, "<p>{}: <b>{}</b></p>\n", escaped(words.difference), escaped(difference));
    }
    put!(out, "<div class=\"places\">\n");
    let used = rule.fields.iter().filter_map(|id| run.fields.get(*id as usize));
    for field in used {
        place(out, field, words, cutouts).await?;
    }
    put!(out, "</div>\n");
    if !rule.mends.is_empty() {
        put!(out, "<p>{}</p>\n<ul class=\"mends\">\n", escaped(words.mends));
        for it in &rule.mends {
            put!(
                out,
                "<li><b>{}</b>: {} → <b>{}</b> <small>{}</small></li>\n",
                escaped(&it.label),
                escaped(&it.printed),
                escaped(&it.shown),
                escaped(&words.mended(it.n_mends, it.n_breaks))
            );
        }
        put!(out, "</ul>\n");
    }
    if let Some(it) = terms.of(rule.id) {
        put!(
            out,
            "<details><summary>{}</summary><pre>{}</pre></details>\n",
            escaped(&it.name),
            escaped(&it.term)
        );
    }
    put!(out, "</article>\n");
    Ok(())
}

/// That a person pointed at a rule, who and when; nothing of a rule that was found.
fn by_hand(rule: &RuleView, words: &Words) -> String {
    if rule.support != Support::Hand {
        return String::new();
    }
    let who = rule.by_hand.as_ref().map(|it| (it.by.as_str(), day(it.at_ms)));
    format!(" <small>{}</small>", escaped(&words.by_hand(who)))
}

async fn place(
    out: &mut String,
    field: &FieldView,
    words: &Words,
    cutouts: &mut Cutouts<'_>,
) -> Result<(), ApiError> {
    let at = words.place(&field.evidence.document, field.evidence.page);
    put!(out, "<figure>\n");
    put!(out, "{}", cutouts.of(&field.evidence).await?);
    put!(
        out,
        "<figcaption><b>{}</b> {} <small>{}</small></figcaption>\n</figure>\n",
        escaped(&field.label),
        escaped(&field.shown),
        escaped(&at)
    );
    Ok(())
}

fn waiver(out: &mut String, rule: &RuleView, words: &Words) {
    let Some(it) = &rule.waived else { return };
    put!(out, "<article class=\"waived\">\n<h3>{}</h3>\n", escaped(&rule.statement));
    put!(out, "<p class=\"equation\">{}</p>\n", escaped(&rule.equation()));
    let signed: Vec<String> = it.by.iter().cloned().chain(it.at_ms.map(day)).collect();
    let by = if signed.is_empty() { String::new() } else { format!(" ({})", signed.join(", ")) };
    let reason = format!("{}{by}", it.reason);
    put!(out, "<p>{}: {}</p>\n</article>\n", escaped(words.reason), escaped(&reason));
}

fn rules(out: &mut String, run: &RunDetail, words: &Words) {
    if run.rules.is_empty() {
        return;
    }
    section(out, words.rules);
    put!(out, "<table>\n<tbody>\n");
    for it in &run.rules {
        let (status, shown) = match status(it) {
            "holds" if it.proved => ("proved", words.proved),
            "holds" => ("holds", words.holds),
            "refuted" => ("refuted", words.refuted),
            _ => ("unknown", words.unknown),
        };
        put!(
            out,
            "<tr class=\"{status}\"><td>{}</td><td>{}{}</td><td>{}</td></tr>\n",
            escaped(shown),
            escaped(&it.statement),
            by_hand(it, words),
            escaped(&it.equation())
        );
    }
    put!(out, "</tbody>\n</table>\n");
}

fn fields(out: &mut String, run: &RunDetail, words: &Words) {
    section(out, words.fields);
    put!(out, "<table>\n<tbody>\n");
    for it in &run.fields {
        let by = it.corrected.as_ref().map_or("", |it| it.by.as_str());
        let mut reading = match (&it.reading, it.route) {
            (Some(reading), _) => words.corrected(Some(&reading.shown), by),
            (None, Route::Hand) => words.corrected(None, by),
            _ => String::new(),
        };
        if let Some(it) = it.corrected.as_ref().filter(|_| !reading.is_empty()) {
            put!(reading, " {}", day(it.at_ms));
        }
        if let Some(moved) = &it.moved {
            put!(reading, " {} {}", words.moved(&moved.by), day(moved.at_ms));
        }
        put!(
            out,
            "<tr><td>{}</td><td class=\"value\">{}</td><td>{}</td><td>{}</td></tr>\n",
            escaped(&it.label),
            escaped(&it.shown),
            escaped(&words.place(&it.evidence.document, it.evidence.page)),
            escaped(&reading)
        );
    }
    put!(out, "</tbody>\n</table>\n");
}

fn unheld(out: &mut String, run: &RunDetail, words: &Words) {
    if run.shown.unheld.is_empty() {
        return;
    }
    section(out, words.unheld);
    put!(out, "<p class=\"limits\">{}</p>\n<table>\n<tbody>\n", escaped(words.unheld_limits));
    for it in &run.shown.unheld {
        put!(
            out,
            "<tr><td class=\"value\">{}</td><td>{}</td></tr>\n",
            escaped(&it.place.text),
            escaped(&words.place(&it.place.document, it.place.page))
        );
    }
    put!(out, "</tbody>\n</table>\n");
}

fn clauses(out: &mut String, run: &RunDetail, words: &Words) {
    if run.clauses.is_empty() {
        return;
    }
    section(out, words.clauses);
    put!(out, "<p class=\"limits\">{}</p>\n<table>\n<tbody>\n", escaped(words.clauses_limits));
    for it in &run.clauses {
        put!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}<q>{}</q></td><td>{}</td></tr>\n",
            escaped(words.clause(it.kind)),
            escaped(&it.party),
            escaped(&it.says),
            escaped(&it.evidence.text),
            escaped(&words.place(&it.evidence.document, it.evidence.page))
        );
    }
    put!(out, "</tbody>\n</table>\n");
}

fn colophon(
    out: &mut String,
    run: &RunDetail,
    documents: &[proviso_core::document::Document],
    words: &Words,
) {
    let it = run;
    put!(out, "<footer>\n<dl>\n");
    let mut line = |name: &str, value: &str| {
        put!(out, "<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
    };
    for document in documents {
        line(&document.name, &format!("SHA-256 {}", document.sha256));
    }
    line(words.run, &format!("{} · {}", it.head.run, it.head.project));
    if let Some(compiler) = &it.shown.compiler {
        line("Idris 2", compiler);
    }
    for judge in it.shown.judges.iter().filter(|it| it.name == judge::KERNEL) {
        let sign = match judge.said {
            judge::Said::Accepted => "✓",
            judge::Said::Refused => "✗",
            judge::Said::Outside => "–",
        };
        line(&judge.name, &format!("{} {sign}", judge.version));
    }
    line("Domains.Core", &format!("SHA-256 {}", it.shown.core_sha256));
    line("Proviso", env!("CARGO_PKG_VERSION"));
    if let Some(reviewed) = &run.head.reviewed {
        line(words.reviewed, &reviewed.by);
    }
    put!(out, "</dl>\n</footer>\n");
}
