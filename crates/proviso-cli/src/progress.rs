//! What is happening: one line that is drawn over on a terminal, plain lines otherwise.
//!
//! **Invariant:** only what the event log says is shown, in its order; a listener that lags loses
//! lines of progress, never data.

use std::collections::BTreeMap;
use std::sync::Arc;

use proviso_api::{Happening, RunEvent, Severity};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::language::Language;
use crate::paint::{Role, cut, safe};
use crate::printer::Printer;

/// Columns of the line that is drawn over; wider terminals gain nothing.
const COLUMNS: usize = 78;

/// Shows events until the sender is gone.
pub(crate) async fn show(mut events: Receiver<RunEvent>, printer: Arc<Printer>) {
    let mut projects: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let event = match events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        if let Happening::RunStarted { project, .. } = &event.happening {
            projects.insert(event.run_id.clone(), project.clone());
        }
        let project = projects.get(&event.run_id).map_or("", String::as_str);
        if printer.live {
            draw(&printer, project, &event)
        } else {
            line(&printer, project, &event)
        }
        if matches!(event.happening, Happening::RunFinished { .. }) {
            projects.remove(&event.run_id);
            printer.redraw("");
        }
    }
}

/// A plain line for what is worth one.
fn line(printer: &Printer, project: &str, event: &RunEvent) {
    let worth = match &event.happening {
        Happening::RunStarted { .. }
        | Happening::RunResumed { .. }
        | Happening::PageRead { .. }
        | Happening::PageFailed { .. }
        | Happening::AnalysisFinished { .. }
        | Happening::AttemptWritten { .. }
        | Happening::AttemptChecked { .. }
        | Happening::WarningRaised { .. }
        | Happening::ModelCalled { .. }
        | Happening::ModelFailed { .. }
        | Happening::ModelRetried { .. }
        | Happening::BudgetRefused { .. }
        | Happening::AnalystParseFailed { .. }
        | Happening::AnalystSchemaFailed { .. }
        | Happening::AnalystFellBack { .. }
        | Happening::AnalystQuoteRefused { .. }
        | Happening::AnalystRead { .. }
        | Happening::AuthorCodeMissing { .. }
        | Happening::AuthorFellBack { .. }
        | Happening::FixerBlocksFailed { .. }
        | Happening::FixerGaveUp { .. }
        | Happening::SectionFailed { .. }
        | Happening::CandidateChecked { .. }
        | Happening::RefinerEdited { .. }
        | Happening::PersonalHidden { .. }
        | Happening::CardApplied { .. }
        | Happening::CardJudged { .. }
        | Happening::CardLearned { .. }
        | Happening::RefinerFellBack { .. }
        | Happening::ReviewerFellBack { .. }
        | Happening::ReviewApproved { .. }
        | Happening::ReviewCriticized { .. }
        | Happening::ReviewDropped { .. }
        | Happening::FileWritten { kept: Some(_), .. } => true,
        Happening::RunQueued { .. }
        | Happening::DocumentOpened { .. }
        | Happening::StageStarted
        | Happening::StageFinished { .. }
        | Happening::AgentStarted { .. }
        | Happening::ToolUsed { .. }
        | Happening::PictureShown { .. }
        | Happening::PlacesLookedAt { .. }
        | Happening::AgentFinished { .. }
        | Happening::AnalystRepairAttempted { .. }
        | Happening::AnalystRegenerated
        | Happening::AuthorRepairAttempted { .. }
        | Happening::FixerRepairAttempted { .. }
        | Happening::RefinerParseFailed { .. }
        | Happening::RefinerSchemaFailed { .. }
        | Happening::RefinerRepairAttempted { .. }
        | Happening::RefinerRegenerated
        | Happening::ReviewerParseFailed { .. }
        | Happening::ReviewerSchemaFailed { .. }
        | Happening::ReviewerRepairAttempted { .. }
        | Happening::ReviewerRegenerated
        | Happening::FileWritten { kept: None, .. }
        | Happening::RunFinished { .. } => false,
    };
    if !worth || printer.quiet {
        return;
    }
    let text = format!("{project}: {}", message(event, printer.language));
    if event.severity == Severity::Info {
        printer.note(&safe(&text))
    } else {
        printer.warning(&text)
    }
}

fn draw(printer: &Printer, project: &str, event: &RunEvent) {
    if printer.quiet {
        return;
    }
    let language = printer.language;
    let doing = match &event.happening {
        Happening::StageStarted => event.stage.map(|it| stage(language, it.name()).to_owned()),
        Happening::PageRead { page, n_pages, .. } => {
            Some(format!("{} {page}/{n_pages}", language.of("읽는 중", "reading page")))
        }
        Happening::AttemptWritten { attempt, .. } => {
            Some(format!("{} {attempt}", language.of("시도", "attempt")))
        }
        Happening::AgentStarted { agent, .. } => {
            Some(format!("{} {agent}", language.of("모델의 답 기다리는 중", "waiting for the")))
        }
        Happening::PageFailed { .. }
        | Happening::SectionFailed { .. }
        | Happening::ReviewDropped { .. }
        | Happening::WarningRaised { .. }
        | Happening::ModelFailed { .. }
        | Happening::BudgetRefused { .. }
        | Happening::AnalystFellBack { .. }
        | Happening::AuthorFellBack { .. } => {
            printer.warning(&format!("{project}: {}", message(event, language)));
            None
        }
        Happening::AttemptChecked { accepted: false, .. } => {
            printer.note(&printer.paint_error.dye(Role::Quiet, &safe(&event.message)));
            None
        }
        _ => None,
    };
    if let Some(doing) = doing {
        let head = printer.paint_error.dye(Role::Place, "›");
        printer.redraw(&format!("{head} {}", cut(&format!("{project}  {doing}"), COLUMNS)));
    }
}

/// What an event says; what it says of the document is said in the reader's language.
fn message(event: &RunEvent, language: Language) -> &str {
    match &event.happening {
        Happening::WarningRaised { remark: Some(remark), .. } => {
            language.of(&remark.ko, &remark.en)
        }
        _ => &event.message,
    }
}

fn stage(language: Language, name: &str) -> &str {
    let ko = match name {
        "read" => "문서 읽기",
        "analyze" => "분석",
        "generate" => "모델 작성",
        "typecheck" => "타입 검사",
        "fix" => "고치기",
        "audit" => "감사",
        "review" => "검토",
        other => other,
    };
    let en = match name {
        "read" => "reading",
        "analyze" => "analyzing",
        "generate" => "writing the model",
        "typecheck" => "typechecking",
        "fix" => "repairing",
        "audit" => "auditing",
        "review" => "reviewing",
        other => other,
    };
    language.of(ko, en)
}
