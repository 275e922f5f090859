//! `allow`: what a workspace asks for that reads or sends something beside it, and what its user says.

use std::sync::Arc;

use proviso_api::proposals::{self, AnswerReq, Proposal, ProposalView};
use proviso_api::{ApiError, App, Code};

use crate::arguments::Proposed;
use crate::paint::one_line;
use crate::printer::Printer;

/// Lists what is asked for, or takes a word on one of it.
pub(super) async fn allow(
    app: &Arc<App>,
    printer: &Printer,
    what: Option<Proposed>,
    not: bool,
) -> Result<u8, ApiError> {
    let asked = proposals::asked(app);
    let Some(what) = what else {
        if printer.json {
            printer.json(&asked);
            return Ok(0);
        }
        if asked.is_empty() {
            let nothing = "the workspace asks for nothing beside itself";
            printer.note(printer.language.of("작업 폴더가 따로 요청한 것이 없습니다", nothing));
        }
        asked.iter().for_each(|it| printer.data(&told(it, printer)));
        return Ok(0);
    };
    let kind = Proposal::from(what);
    let Some(it) = asked.into_iter().find(|it| it.what == kind) else {
        let message = match kind {
            Proposal::Engine => "the workspace asks for no provider that it may not send to",
            Proposal::WatchedFolder => "the workspace asks for no folder that it may not read",
        };
        return Err(
            ApiError::new(Code::NotFound, message).hint("`proviso allow` lists what it asks for")
        );
    };
    let req = AnswerReq { what: it.what, value: it.value, allow: !not };
    let left = proposals::answer(app, req).await?;
    if printer.json {
        printer.json(&left);
    }
    printer.note(printer.language.of("됐습니다", "done"));
    Ok(0)
}

/// Says what the workspace asks for and nobody has answered.
pub(super) fn ask(app: &App, printer: &Printer) {
    for it in proposals::asked(app).iter().filter(|it| !it.refused) {
        printer.warning(&told(it, printer));
    }
}

fn told(it: &ProposalView, printer: &Printer) -> String {
    let value = one_line(&it.value);
    let language = printer.language;
    let (ko, en, word) = match it.what {
        Proposal::Engine => (
            format!("작업 폴더의 설정이 문서를 {value}에 보내려 합니다"),
            format!("the workspace's settings would send documents to `{value}`"),
            "engine",
        ),
        Proposal::WatchedFolder => (
            format!("작업 폴더의 설정이 `{value}` 폴더의 문서를 읽으려 합니다"),
            format!("the workspace's settings would read the documents of `{value}`"),
            "folder",
        ),
    };
    let (state, how) = if it.refused {
        (language.of("거절함", "refused"), String::new())
    } else {
        let how = language.of("거절은", "or refuse it with");
        (
            language.of("허락하지 않음", "not allowed"),
            format!(", {how} `proviso allow {word} --not`"),
        )
    };
    let way = language.of("허락하려면", "allow it with");
    format!("{} ({state}): {way} `proviso allow {word}`{how}", language.of(&ko, &en))
}
