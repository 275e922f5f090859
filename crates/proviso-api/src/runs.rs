//! Runs: converting documents, going on from what is stored, and looking at what came of it.
//!
//! **Invariant:** every use case that lets a run go has two forms over one preparation: one that
//! awaits the run and shows it, and one that queues it and tells its number.

mod apart;
mod carried;
mod compare;
mod confirm;
mod convert;
mod correct;
mod coverage;
mod detail;
mod diff;
mod edit;
mod find;
mod findings;
mod foreign;
mod going;
mod hand;
mod head;
mod list;
mod mend;
mod name;
mod place;
mod prepared;
mod queue;
mod replay;
mod said;
mod stage;
mod stages;
mod stands;
mod start;
mod superseded;
mod taking;
mod term;
#[cfg(test)]
mod tests;
mod view;
mod why;

pub use compare::{CompareReq, ComparedField, ComparedRule, ComparedStatus, RunComparison};
pub use confirm::ConfirmReq;
pub use convert::{ConvertReq, RetryReq, convert, precheck, retry};
pub use correct::{CorrectReq, WaiveReq, correct, waive};
pub use coverage::{CoverageView, UnheldView};
pub use detail::{
    ClauseView, CorrectedView, FieldView, HintView, ReadingView, RuleView, RunDetail, StruckView,
    TableCell, TableView, WaivedView,
};
pub use diff::{AttemptDiff, ChangedValue, DiffHunk, DiffReq, diff};
pub use edit::TextChecked;
pub use findings::{Finding, LeftOut, MendView, SideView, SlipView, Waived};
pub use hand::{
    AddFieldReq, AddRuleReq, BoxView, BuiltRule, DrawnBox, MoveFieldReq, ReadBoxReq,
    RemoveFieldReq, RulePart, RuleTried,
};
pub use head::{ReviewedView, RunHead, RunState};
pub use list::{QueueEntry, QueueView, RunsFound, RunsQuery, events, list, show};
pub use mend::{MendReq, mend};
pub use place::PlaceView;
pub use proviso_core::shown::EquationPart;
pub use proviso_core::standing::{Told, Tone, name as verdict_name};
pub use replay::{Replayed, ReplayedText, replay};
pub(crate) use said::signed;
pub use said::{AskedView, CorrectionView, MendedView};
pub use stage::{StageMade, StageReq, StagedDocument, analysis_text, stage};
pub use stages::{StageState, StageView};
pub use superseded::{SupersededBy, SupersededView};
pub use term::{IdrisView, OfRule};
pub use view::{AttemptView, FileView, RunShown, RunView};
pub use why::WhyReq;

pub(crate) use carried::{Parcel, pack, taken_in, unpack};
pub(crate) use compare::compare;
pub(crate) use confirm::confirm;
pub(crate) use convert::{forked, prepare_over_copies, retried};
pub(crate) use correct::{correction, striking, taken_back, unstriking, unwaiver, waiver};
pub(crate) use detail::detail;
pub(crate) use diff::unified;
pub(crate) use edit::{check_text, edited, restored};
pub(crate) use find::{analysis_of, attempt_of, ended, engine, limits, row, sweep, unknown_type};
pub(crate) use findings::findings;
pub(crate) use hand::{adding, moving, pointing, read_box, removing, try_rule};
pub(crate) use head::{head, standing};
pub(crate) use list::{found, waiting};
pub(crate) use name::{free_beside, free_name, proposed_name, refuse_case_variant, source};
pub(crate) use prepared::Prepared;
pub(crate) use queue::{enqueue, wait_again};
pub(crate) use stands::stands;
pub(crate) use start::source_files;
pub(crate) use taking::taken;
pub(crate) use term::{Terms, term};
pub(crate) use view::core_sha256;
pub(crate) use why::{named, why};
