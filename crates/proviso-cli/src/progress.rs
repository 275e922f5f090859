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
    let mut runs: BTreeMap<String, Shown> = BTreeMap::new();
    loop {
        let event = match events.recv().await {
            Ok(event) => event,
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let shown = runs.entry(event.run_id.clone()).or_default();
        shown.hear(&event.happening);
        if printer.live {
            draw(&printer, shown, &event)
        } else {
            line(&printer, &shown.project, &event)
        }
        if matches!(event.happening, Happening::RunFinished { .. }) {
            runs.remove(&event.run_id);
            printer.redraw("");
        }
    }
}

/// What a line about a run needs to know of what came before.
#[derive(Debug, Default)]
struct Shown {
    project: String,
    /// Pages of the document under way that were read or lost: they come in any order.
    n_read: u32,
}

impl Shown {
    fn hear(&mut self, it: &Happening) {
        match it {
            Happening::RunStarted { project, .. } => self.project.clone_from(project),
            Happening::DocumentOpened { .. } => self.n_read = 0,
            Happening::PageRead { .. } | Happening::PageFailed { .. } => self.n_read += 1,
            _ => {}
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
        | Happening::PageBegun { .. }
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
        | Happening::RunFinished { .. }
        | Happening::Foreign { .. } => false,
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

fn draw(printer: &Printer, shown: &Shown, event: &RunEvent) {
    if printer.quiet {
        return;
    }
    let Shown { project, n_read } = shown;
    let language = printer.language;
    let doing = match &event.happening {
        Happening::StageStarted => event.stage.map(|it| stage(language, it.name()).to_owned()),
        Happening::PageBegun { page, n_pages } => {
            let what = language.of("글자 인식 중", "recognizing page");
            Some(format!("{what} {page}/{n_pages}"))
        }
        Happening::PageRead { n_pages, .. } => {
            Some(format!("{} {n_read}/{n_pages}", language.of("읽은 쪽", "pages read")))
        }
        Happening::AttemptWritten { attempt, .. } => {
            Some(format!("{} {attempt}", language.of("시도", "attempt")))
        }
        Happening::AgentStarted { agent, .. } => {
            let agent = asked(language, agent);
            Some(format!("{} {agent}", language.of("답을 기다리는 중:", "waiting for the")))
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
        Happening::PageFailed { remark: Some(remark), .. }
        | Happening::AnalystFellBack { remark: Some(remark), .. }
        | Happening::AuthorFellBack { remark: Some(remark), .. }
        | Happening::RefinerFellBack { remark: Some(remark), .. }
        | Happening::ReviewerFellBack { remark: Some(remark), .. } => {
            // The log's own sentence is English, and says who was asked as well.
            language.of(&remark.ko, &event.message)
        }
        _ => &event.message,
    }
}

/// What an agent is called, as the settings call it.
fn asked(language: Language, agent: &str) -> &str {
    let ko = match agent {
        "analyst" => "분석자",
        "author" => "작성자",
        "fixer" => "수정자",
        "refiner" => "정밀 수정자",
        "reviewer" => "검토자",
        other => other,
    };
    language.of(ko, agent)
}

fn stage(language: Language, name: &str) -> &str {
    let ko = match name {
        "read" => "읽기",
        "analyze" => "분석",
        "generate" => "생성",
        "typecheck" => "타입 검사",
        "fix" => "수정",
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
