//! A request to whoever issued a document: what it should print, where, and why.
//!
//! **Invariant:** it says what does not fit and what would; it does not say that the document is right
//! with it, nor that anything was proved of a paper that does not exist yet.

use std::fmt::Write as _;

use proviso_core::shown::day;

use super::cutouts::Cutouts;
use super::html::{ReportReq, escaped, page, words_of};
use crate::ports::Ports;
use crate::runs::{RuleView, detail};
use crate::wire::File;
use crate::{ApiError, Code, Records};

pub(crate) async fn request(
    records: &Records,
    ports: &Ports,
    req: ReportReq,
) -> Result<File, ApiError> {
    let words = words_of(&req)?;
    let run = detail(records, req.run.0)?;
    let Some(mended) = &run.shown.mended else {
        let message = format!("nothing is asked for of the documents of run {}", req.run);
        return Err(ApiError::new(Code::NotFound, message).about_run(req.run.0));
    };
    let documents = records.store.documents(req.run.0)?;
    let mut cutouts = Cutouts::new(&*ports.reader, records, &documents);
    let mut out = String::new();
    put!(out, "<header>\n<h1>{}</h1>\n", escaped(words.request));
    put!(out, "<p class=\"documents\">{}</p>\n", escaped(&run.head.documents.join(", ")));
    put!(out, "<p>{}</p>\n</header>\n", escaped(words.request_lead));
    for it in &mended.asked {
        put!(out, "<article class=\"finding\">\n<h3>{}</h3>\n", escaped(&it.label));
        put!(
            out,
            "<p class=\"change\">{}: <s>{}</s> → <b>{}</b></p>\n",
            escaped(words.printed),
            escaped(&it.printed),
            escaped(&it.shown)
        );
        put!(out, "<figure>\n{}", cutouts.of(&it.place).await?);
        let at = words.place(&it.place.document, it.place.page);
        put!(out, "<figcaption>{}</figcaption>\n</figure>\n", escaped(&at));
        let about =
            |rule: &&RuleView| mended.holds.contains(&rule.id) && rule.fields.contains(&it.id);
        let rules: Vec<&RuleView> = run.rules.iter().filter(about).collect();
        if !rules.is_empty() {
            put!(out, "<p>{}</p>\n<ul>\n", escaped(words.request_why));
            for rule in rules {
                put!(
                    out,
                    "<li>{}<p class=\"equation\">{}</p></li>\n",
                    escaped(&rule.statement),
                    escaped(&rule.equation())
                );
            }
            put!(out, "</ul>\n");
        }
        put!(
            out,
            "<p class=\"limits\">{}: {} {}</p>\n</article>\n",
            escaped(words.asked_by),
            escaped(&it.by),
            escaped(&day(it.at_ms))
        );
    }
    put!(out, "<p>{}</p>\n", escaped(words.of_both(&mended.told)));
    put!(out, "<p class=\"limits\">{}</p>\n", escaped(words.request_limits));
    let title = format!("{} · {}", run.head.project, words.request);
    let name = format!("{}-{}-request.html", run.head.project, req.run);
    Ok(page(&req, &title, name, &out))
}
