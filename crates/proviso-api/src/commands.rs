//! The list of commands, which every host offers unchanged: `noun.verb`, a request, a response.
//!
//! **Invariant:** a command is a line of the table below and a use case; hosts decide nothing. HTTP
//! is `POST /api/<name>` with the request as its body, the desktop is one `invoke` with name and
//! request; both hand over what comes back as it is.

mod requests;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use proviso_core::analysis::reasons::Why;
use proviso_kit::aside::Aside;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use requests::{
    AnalysisText, AttemptText, Cancelled, CheckTextReq, ConvertManyReq, CorrectFieldReq,
    DiffRunReq, EditReq, EventsReq, MendFieldReq, ModulesView, Queued, RetryRunReq, ReviewReq,
    StrikeRuleReq, UnstrikeRuleReq, UnwaiveRuleReq, WaiveRuleReq,
};

use crate::batches::{BatchView, OfBatch, QueueTested, SendBatchReq};
use crate::cards::{CardView, ChangeCardReq, ImportCardsReq, OfCard};
use crate::doctor::Examined;
use crate::documents::{
    DeleteDocumentsReq, DocumentTypeView, DocumentsDeleted, DocumentsFound, DocumentsQuery,
    LookReq, Looked, OfDocument, UndeleteRunsReq, UnlockReq,
};
use crate::models::{ApproveReq, ExportReq, ModelChecked, ModelRow, ModelSource, OfModel};
use crate::pages::{FindReq, FoundView, PageImageReq, PageOfRun, PageText, PagedDocument};
use crate::prompts::{OfPrompt, PromptRow, PromptText, SavePromptReq};
use crate::proposals::{AnswerReq, ProposalView};
use crate::providers::{
    AnswersKept, KeepKeyReq, OfProvider, ProviderPatch, ProviderTested, ProvidersView,
};
use crate::report::ReportReq;
use crate::runs::{
    AddFieldReq, AddRuleReq, AttemptDiff, BoxView, BuiltRule, CompareReq, ConfirmReq, IdrisView,
    MoveFieldReq, OfRule, QueueView, ReadBoxReq, RemoveFieldReq, Replayed, RuleTried,
    RunComparison, RunDetail, RunHead, RunsFound, RunsQuery, StageMade, StageReq, TextChecked,
    WhyReq,
};
use crate::settings::{CompilerTested, Settings, SettingsPatch, TestCompilerReq};
use crate::tables::TablesReq;
use crate::wire::{File, Nothing, OfAttempt, OfRun};
use crate::workspace::{AppState, OpenReq, ProjectChecked, ProjectReq};
use crate::{ApiError, App, Code, RunEvent};

/// A command as hosts and clients know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// `noun.verb`.
    pub name: &'static str,
    /// Whether its answer is a file.
    pub is_file: bool,
}

/// What a command answers.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// JSON, as text: it is what goes over the wire.
    Json(String),
    /// A file.
    File(File),
}

/// Makes the table: names, dispatch, and types for TypeScript. `json` and `file` say what an
/// answer is; `of …` what the handler takes: the workspace that is open (`space`), with clock and
/// listeners (`records`), what waits and goes on (`jobs`), what runs work with (`ports`), what is open and
/// set at this moment (`state`), batches that are followed (`batches`). Without it the handler takes the
/// whole application: it lets a run go, or changes what is open or set.
macro_rules! commands {
    ($($kind:ident $(of $($what:ident)+)? $name:literal $handler:path: $request:ty => $response:ty;)*) => {
        /// All commands.
        pub const COMMANDS: &[Command] =
            &[$(Command { name: $name, is_file: commands!(@is_file $kind) }),*];

        /// Carries out a command.
        pub async fn dispatch(app: &Arc<App>, name: &str, request: Value) -> Result<Answer, ApiError> {
            match name {
                // Aside: who reads a run of thousands of pages keeps nobody from stopping another. In a box
                // with it, so that the future of all commands is as small as a pointer.
                $($name => Aside::of(async move {
                    let request: $request = parse($name, request)?;
                    let response: $response =
                        commands!(@call $handler, app, request $(, $($what)+)?).await?;
                    commands!(@answer $kind response)
                }).await,)*
                _ => Err(ApiError::new(Code::NotFound, format!("no command `{name}`"))),
            }
        }

        #[cfg(feature = "typescript")]
        pub(crate) fn types(visit: &mut crate::typescript::Types) {
            $(visit.command::<$request, $response>($name);)*
        }
    };
    (@call $handler:path, $app:ident, $request:ident) => { $handler($app, $request) };
    (@call $handler:path, $app:ident, $request:ident, $($what:ident)+) => {
        async { $handler($(commands!(@$what $app)),+, $request).await }
    };
    (@space $app:ident) => { &*$app.space()? };
    (@records $app:ident) => { &$app.records()? };
    (@jobs $app:ident) => { &$app.jobs };
    (@ports $app:ident) => { &$app.ports() };
    (@state $app:ident) => { &*$app.state() };
    (@batches $app:ident) => { &$app.batches };
    (@is_file json) => { false };
    (@is_file file) => { true };
    (@answer json $response:ident) => { json($response) };
    (@answer file $response:ident) => { Ok(Answer::File($response)) };
}

commands! {
    json "app.state" crate::workspace::state: Nothing => AppState;
    json "workspace.open" crate::workspace::open: OpenReq => AppState;
    json "workspace.answer" crate::proposals::answer: AnswerReq => Vec<ProposalView>;
    json of state "project.check" crate::workspace::check_project: ProjectReq => ProjectChecked;
    json of state "settings.get" crate::settings::get: Nothing => Settings;
    json "settings.set" crate::settings::set: SettingsPatch => Settings;
    json "settings.test_idris2" crate::settings::test_idris2: TestCompilerReq => CompilerTested;
    json "providers.list" crate::providers::list: Nothing => ProvidersView;
    json "providers.set" crate::providers::set: ProviderPatch => ProvidersView;
    json "providers.test" crate::providers::test: OfProvider => ProviderTested;
    json of space "answers.count" crate::providers::count_answers: Nothing => AnswersKept;
    json of space "answers.forget" crate::providers::forget_answers: Nothing => AnswersKept;
    json "keys.keep" crate::providers::keep_key: KeepKeyReq => ProvidersView;
    json "keys.forget" crate::providers::forget_key: OfProvider => ProvidersView;
    json of state "prompts.list" crate::prompts::list: Nothing => Vec<PromptRow>;
    json of state "prompts.show" crate::prompts::show: OfPrompt => PromptText;
    json "prompts.save" crate::prompts::save: SavePromptReq => PromptText;
    json "prompts.reset" crate::prompts::reset: OfPrompt => PromptText;
    json "doctor.examine" requests::examine: Nothing => Vec<Examined>;
    json "documents.look" crate::documents::look: LookReq => Vec<Looked>;
    json "documents.unlock" crate::documents::unlock: UnlockReq => Nothing;
    json of records "documents.list" crate::documents::list: DocumentsQuery => DocumentsFound;
    json of records "documents.versions" crate::documents::versions: OfDocument => Vec<RunHead>;
    json of records "documents.delete" crate::documents::delete: DeleteDocumentsReq => DocumentsDeleted;
    json of space "documents.undelete" crate::documents::undelete: UndeleteRunsReq => Nothing;
    json of ports "documents.types" crate::documents::types: Nothing => Vec<DocumentTypeView>;
    json "runs.convert" requests::convert: ConvertManyReq => Vec<Queued>;
    json of records jobs "runs.queue" requests::queue: Nothing => QueueView;
    json of jobs "runs.cancel" requests::cancel: OfRun => Cancelled;
    json of records "runs.list" requests::list: RunsQuery => RunsFound;
    json of records "runs.show" requests::show: OfRun => RunDetail;
    json of space "runs.events" requests::events: EventsReq => Vec<RunEvent>;
    json of space "runs.attempt" requests::attempt: OfAttempt => AttemptText;
    json of space "runs.modules" requests::modules: OfRun => ModulesView;
    json of space "runs.analysis" requests::analysis: OfRun => AnalysisText;
    json of space "runs.term" requests::term: OfRule => IdrisView;
    json of space ports "runs.why" crate::runs::why: WhyReq => Why;
    json "runs.retry" requests::retry: RetryRunReq => Queued;
    json "runs.stage" requests::stage: StageReq => StageMade;
    json "runs.replay" requests::replay: OfRun => Replayed;
    json "runs.fork" requests::fork: OfAttempt => Queued;
    json "runs.restore" requests::restore: OfAttempt => Queued;
    json "runs.edit" requests::edit: EditReq => Queued;
    json of space jobs ports "runs.check_text" requests::check_text: CheckTextReq => TextChecked;
    json of records "runs.delete" requests::delete: OfRun => Nothing;
    json of space "runs.undelete" requests::undelete: OfRun => Nothing;
    json of records "runs.diff" requests::diff: DiffRunReq => Vec<AttemptDiff>;
    json of records "runs.compare" crate::runs::compare: CompareReq => RunComparison;
    json "runs.correct" requests::correct: CorrectFieldReq => Queued;
    json of records "runs.confirm" crate::runs::confirm: ConfirmReq => Nothing;
    json "runs.read_box" crate::runs::read_box: ReadBoxReq => BoxView;
    json "runs.add_field" requests::add_field: AddFieldReq => Queued;
    json "runs.move_field" requests::move_field: MoveFieldReq => Queued;
    json "runs.remove_field" requests::remove_field: RemoveFieldReq => Queued;
    json of records "runs.try_rule" crate::runs::try_rule: BuiltRule => RuleTried;
    json "runs.add_rule" requests::add_rule: AddRuleReq => Queued;
    json "runs.undo" requests::undo: OfRun => Queued;
    json of records "runs.mend" requests::mend: MendFieldReq => Nothing;
    json "runs.strike" requests::strike: StrikeRuleReq => Queued;
    json "runs.unstrike" requests::unstrike: UnstrikeRuleReq => Queued;
    json "runs.waive" requests::waive: WaiveRuleReq => Queued;
    json "runs.unwaive" requests::unwaive: UnwaiveRuleReq => Queued;
    json of records "runs.review" requests::review: ReviewReq => Nothing;
    json of space "runs.unreview" requests::unreview: OfRun => Nothing;
    json "batches.send" crate::batches::send_files: SendBatchReq => BatchView;
    json "batches.list" crate::batches::list: Nothing => Vec<BatchView>;
    json "batches.follow" crate::batches::go_on: OfBatch => BatchView;
    json "batches.cancel" crate::batches::give_up: OfBatch => BatchView;
    json of batches "batches.put_away" crate::batches::put_away: OfBatch => Nothing;
    json of state "batches.test" crate::batches::test: Nothing => QueueTested;
    json of records "cards.list" crate::cards::list: Nothing => Vec<CardView>;
    json of records "cards.change" crate::cards::change: ChangeCardReq => CardView;
    json of records "cards.forget" crate::cards::forget: OfCard => Nothing;
    json of records "cards.import" crate::cards::import: ImportCardsReq => Vec<CardView>;
    json of space jobs "pages.list" crate::pages::list: OfRun => Vec<PagedDocument>;
    json "pages.text" crate::pages::text: PageOfRun => PageText;
    json of space jobs "pages.find" crate::pages::find: FindReq => Vec<FoundView>;
    file "pages.image" crate::pages::image: PageImageReq => File;
    json of records "models.list" crate::models::list: Nothing => Vec<ModelRow>;
    json of space "models.source" crate::models::source: OfModel => ModelSource;
    json "models.check" crate::models::check_named: OfModel => ModelChecked;
    json "models.check_all" crate::models::check_all: Nothing => Vec<ModelChecked>;
    json of records "models.approve" crate::models::approve: ApproveReq => ModelRow;
    json of space "models.unapprove" crate::models::unapprove: OfModel => ModelRow;
    file of space "models.export" crate::models::export: ExportReq => File;
    file of records ports "models.report" crate::report::report: ReportReq => File;
    file of records ports "runs.tables" crate::tables::tables: TablesReq => File;
    file of records ports "runs.request" crate::report::request: ReportReq => File;
    file of records ports "runs.bundle" crate::bundles::page_of: ReportReq => File;
}

fn parse<T: DeserializeOwned>(name: &str, request: Value) -> Result<T, ApiError> {
    let request = if request.is_null() { Value::Object(Default::default()) } else { request };
    serde_json::from_value(request).map_err(|err| {
        let mut it = ApiError::new(Code::BadRequest, format!("`{name}` cannot be asked so"));
        it.detail.push(err.to_string());
        it
    })
}

fn json(response: impl Serialize) -> Result<Answer, ApiError> {
    // Text, not a `Value`: there a box's `243.44` becomes the `f64` nearest to the `f32`.
    let text = serde_json::to_string(&response)
        .map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    Ok(Answer::Json(text))
}
