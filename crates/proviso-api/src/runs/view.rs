//! What is made of all that is stored of a run: what every host shows, and what only those need that
//! print it.
//!
//! **Invariant:** what is stored is read once; money goes as text. Nothing is computed for a window that
//! it does not show.

use std::collections::BTreeMap;
use std::time::Duration;

use proviso_core::agent::{Detail, proved_of};
use proviso_core::analysis::{Analysis, Language, Status, scored};
use proviso_core::event::{Happening, RunEvent};
use proviso_core::hex::sha256;
use proviso_core::idris::emit::{self, Emitted};
use proviso_core::judge::{self, Judge};
use proviso_core::remark::Remark;
use proviso_core::run::{Attempt, Diagnostic, Origin, Severity};
use proviso_core::standing::{RuleCounts, Standing, Told};
use proviso_kit::open::OpenWorkspace;
use proviso_kit::store::{RunRow, Said};
use serde::{Deserialize, Serialize};

use super::coverage::{UnheldView, unheld};
use super::findings::{Finding, LeftOut, SlipView, Waived, findings, left_out, slips, waived};
use super::foreign::Foreign;
use super::head::{RunHead, headed, standing};
use super::place::count;
use super::said::{self, CorrectionView, MendedView};
use super::stands::stands;
use crate::ApiError;

/// What is shown of a run wherever all of it is shown, beside its head.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunShown {
    /// The documents' language, once analysed: `ko`, `en`, `other`.
    pub language: Option<String>,
    /// All that is said of it, in both languages.
    pub told: Told,
    /// How many rules hold, by exact arithmetic.
    pub n_holds: u32,
    /// Refuted rules that nobody waived, by their causes.
    pub slips: Vec<SlipView>,
    /// Values that a person corrected, since they were misread.
    pub corrections: Vec<CorrectionView>,
    /// What whoever issued the document is asked to print, and what would hold then.
    pub mended: Option<MendedView>,
    /// Numbers on the pages that no field holds, each with its place.
    pub unheld: Vec<UnheldView>,
    /// What was wrong last: the first rejecting diagnostic, or why the run failed.
    pub last_error: Option<String>,
    /// The model's path below the workspace, where it was accepted or could not be checked.
    pub model_path: Option<String>,
    /// The compiler's version.
    pub compiler: Option<String>,
    /// Who has judged the text that the verdict is about, and what each said.
    pub judges: Vec<Judge>,
    /// SHA-256 of the trusted library that models are checked against.
    pub core_sha256: String,
    /// All checked texts.
    pub attempts: Vec<AttemptView>,
    /// What is stored of it and cannot be shown: another version of Proviso has stored it, or a part of
    /// it is missing.
    pub foreign: Vec<Remark>,
}

impl RunShown {
    /// Whether its documents were analysed.
    pub fn is_analysed(&self) -> bool {
        self.language.is_some()
    }
}

/// A run with all that it made, as hosts print it that are told within the process; over the wire goes
/// [`super::RunDetail`].
#[derive(Debug, Clone)]
pub struct RunView {
    /// What lists tell of it too.
    pub head: RunHead,
    /// What a window shows of it too.
    pub shown: RunShown,
    /// How long the compiler may take for one text.
    pub check_timeout_ms: u64,
    /// How many fields were found.
    pub n_fields: u32,
    /// How many rules could not be computed.
    pub n_unknown: u32,
    /// Each refuted rule.
    pub findings: Vec<Finding>,
    /// Refuted rules that a person let pass.
    pub waived: Vec<Waived>,
    /// Rules that the model cannot say, with the reason; arithmetic alone stands behind them.
    pub left_out: Vec<LeftOut>,
    /// Texts that a compiler was asked about.
    pub compile_attempts: u32,
    /// Whether the compiler accepted the last text, and its audit is clean.
    pub compile_success: bool,
    /// The model's path below the workspace, written or not.
    pub current_file: String,
    /// Files that the run wrote.
    pub files: Vec<FileView>,
    /// What a person should know and what stopped nothing.
    pub warnings: Vec<String>,
    /// All that happened, a line each.
    pub messages: Vec<String>,
    /// The model's last text.
    pub idris_code: Option<String>,
    /// The analysis in the shape of `analyze --json`.
    pub analysis: Option<serde_json::Value>,
}

/// A file of the workspace that a run wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileView {
    /// Its path below the workspace.
    pub path: String,
    /// Where an edited predecessor was kept.
    pub kept: Option<String>,
}

/// A checked text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptView {
    /// From 1.
    pub number: u32,
    /// How it came to be.
    pub origin: Origin,
    /// Whether the compiler accepted facts and model.
    pub typechecked: bool,
    /// Whether the audit is clean too.
    pub audited: bool,
    /// What compiler and audit said.
    pub diagnostics: Vec<Diagnostic>,
    /// How long the compiler ran.
    pub check_ms: i64,
    /// Who has judged it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    pub judges: Vec<Judge>,
    /// How many of the diagnostics reject it.
    pub n_errors: u32,
    /// When it was checked, in milliseconds since 1970.
    pub created_at_ms: i64,
}

/// All that is stored of a run and shown of it, read once.
pub(super) struct Stored {
    pub(super) row: RunRow,
    pub(super) analysis: Option<Analysis>,
    /// What of it is said in Idris.
    pub(super) emitted: Option<Emitted>,
    pub(super) said: Vec<Said>,
    attempts: Vec<Attempt>,
    pub(super) events: Vec<RunEvent>,
    /// What is not understood of it.
    pub(super) foreign: Foreign,
}

impl Stored {
    pub(super) fn read(space: &OpenWorkspace, row: RunRow) -> Result<Stored, ApiError> {
        let mut foreign = Foreign::default();
        let analysis = space.store.analysis(row.id);
        let analysis = foreign.or_none(("분석 결과", "the analysis"), analysis)?;
        if space.store.documents_lost(row.id)? {
            foreign.lost("읽은 문서", "the document as it was read");
        }
        let (said, n_foreign) = space.store.said_here(&row.project)?;
        if n_foreign > 0 {
            foreign.note("정정이나 확인", "something that a person said");
        }
        let attempts = space.store.attempts(row.id);
        let attempts = foreign.or_none(("모델의 글", "a text of the model"), attempts)?;
        let events = space.store.events(row.id, 0)?;
        let emitted = analysis.as_ref().map(|it| emit::told(&row.project, it));
        Ok(Stored { row, analysis, emitted, said, attempts, events, foreign })
    }
}

impl Stored {
    /// The text of the model that counts.
    pub(super) fn stands(&self) -> Option<&Attempt> {
        stands(&self.row, &self.attempts)
    }

    /// What every host shows of it.
    pub(super) fn shown(&self) -> (RunHead, RunShown) {
        let Stored { row, analysis, emitted, said, attempts, foreign, .. } = self;
        let analysis = analysis.as_ref();
        let corrections = analysis.map(|it| said::corrections(it, said)).unwrap_or_default();
        let refuted = analysis.map(|it| count(it.n_refuted()));
        let n_refuted = row.n_refuted.or(refuted);
        let corrected_by: Vec<String> = corrections.iter().map(CorrectionView::who).collect();
        let rules = analysis
            .zip(emitted.as_ref())
            .map(|(of, it)| RuleCounts::with(of, proved_of(of, &it.stated).len()));
        let standing = Standing {
            refuted: n_refuted.unwrap_or(0),
            rules,
            coverage: row.coverage.or(analysis.and_then(|it| it.coverage)),
            corrected_by: &corrected_by,
            ..standing(row)
        };
        let told = standing.told();
        // The row has it at the end, the analysis before.
        let head = RunHead { n_refuted, ..headed(row, &standing) };
        let shown = RunShown {
            language: analysis.map(|it| language(it).to_owned()),
            told,
            n_holds: analysis.map_or(0, |it| n_of(it, Status::Holds)),
            slips: analysis.map(slips).unwrap_or_default(),
            mended: analysis.and_then(|it| said::mended(it, said)),
            corrections,
            unheld: analysis.map(unheld).unwrap_or_default(),
            last_error: self.last_error(),
            model_path: row.model_path.clone(),
            compiler: row.compiler.clone(),
            judges: row.judges.clone(),
            core_sha256: core_sha256(),
            attempts: attempts.iter().map(AttemptView::from).collect(),
            foreign: foreign.remarks(),
        };
        (head, shown)
    }

    fn last_error(&self) -> Option<String> {
        let row = &self.row;
        let too_much = || {
            let detail = row.detail.as_deref()?;
            if detail == Detail::TooLarge.name() {
                let seconds = Duration::from_millis(row.check_timeout_ms).as_secs_f32();
                return Some(format!("too large to prove in {seconds} s"));
            }
            let too_long = || "the document's model is longer than what is judged".to_owned();
            (detail == Detail::TooLong.name()).then(too_long)
        };
        let rejecting = || {
            let it = self.stands()?.diagnostics.iter().find(|it| it.rejects())?;
            Some(it.message.clone())
        };
        row.error.clone().or_else(too_much).or_else(rejecting)
    }
}

pub(super) fn full(stored: &Stored) -> RunView {
    let (head, shown) = stored.shown();
    let Stored { row, analysis, emitted, attempts, events, .. } = stored;
    let analysis = analysis.as_ref();
    let stands = stored.stands();
    let unstated = analysis.zip(emitted.as_ref());
    RunView {
        head,
        shown,
        check_timeout_ms: row.check_timeout_ms,
        n_fields: analysis.map_or(0, |it| count(it.fields.len())),
        n_unknown: analysis.map_or(0, |it| n_of(it, Status::Unknown)),
        findings: analysis.map(findings).unwrap_or_default(),
        waived: analysis.map(waived).unwrap_or_default(),
        left_out: unstated.map(|(of, it)| left_out(of, &it.unstated)).unwrap_or_default(),
        compile_attempts: count(attempts.iter().filter(|it| asked(it)).count()),
        compile_success: stands
            .is_some_and(|it| it.typechecked && it.audited && !judge::only_kernel(&it.judges)),
        current_file: format!("Domains/{}.idr", row.project),
        files: files(events),
        warnings: warnings(events),
        messages: events.iter().map(|it| it.message.clone()).collect(),
        idris_code: stands.map(|it| it.model.text.clone()),
        analysis: analysis.map(scored::json),
    }
}

fn n_of(analysis: &Analysis, status: Status) -> u32 {
    count(analysis.rules.iter().filter(|it| it.status == status).count())
}

/// Whether a compiler said anything of a text.
fn asked(it: &Attempt) -> bool {
    if !it.judges.is_empty() {
        return judge::said(&it.judges, judge::COMPILER).is_some();
    }
    it.typechecked || it.check_ms > 0 || !it.is_clean()
}

/// SHA-256 of the embedded library, in lower-case hex.
pub(crate) fn core_sha256() -> String {
    sha256(emit::CORE)
}

fn language(analysis: &Analysis) -> &'static str {
    match analysis.language {
        Language::Ko => "ko",
        Language::En => "en",
        Language::Other => "other",
    }
}

impl From<&Attempt> for AttemptView {
    fn from(it: &Attempt) -> AttemptView {
        AttemptView {
            number: it.number,
            origin: it.origin,
            typechecked: it.typechecked,
            audited: it.audited,
            n_errors: count(it.diagnostics.iter().filter(|it| it.rejects()).count()),
            diagnostics: it.diagnostics.clone(),
            check_ms: it.check_ms,
            judges: it.judges.clone(),
            created_at_ms: it.created_at_ms,
        }
    }
}

fn files(events: &[RunEvent]) -> Vec<FileView> {
    let mut found: BTreeMap<usize, FileView> = BTreeMap::new();
    for event in events {
        if let Happening::FileWritten { path, kept } = &event.happening {
            // A resumed run writes a file again: the first place in the list, the last news of it.
            let known = found.iter().find(|it| it.1.path == *path).map(|it| *it.0);
            let index = known.unwrap_or(found.len());
            let before = found.remove(&index).and_then(|it| it.kept);
            let kept = kept.clone().or(before);
            found.insert(index, FileView { path: path.clone(), kept });
        }
    }
    found.into_values().collect()
}

fn warnings(events: &[RunEvent]) -> Vec<String> {
    let warns = |it: &&RunEvent| {
        it.severity == Severity::Warn
            && matches!(
                it.happening,
                Happening::WarningRaised { .. } | Happening::PageFailed { .. }
            )
    };
    let mut found: Vec<String> = Vec::new();
    for it in events.iter().filter(warns) {
        if !found.contains(&it.message) {
            found.push(it.message.clone());
        }
    }
    found
}
