//! The parts of what `--json` prints of a run.
//!
//! **Invariant:** that of `json.rs`: keys stay what they are, and each is always there. A type names
//! each of its keys once; where the api calls it otherwise, that name stands behind `=`.

use std::collections::BTreeMap;

use proviso_api::judge::{self, Said};
use proviso_api::runs::{
    self, AskedView, AttemptView, CorrectionView, CoverageView, FileView, MendView, MendedView,
    PlaceView, ReviewedView, RunHead, RunState, RunView, SideView, SlipView, Tone, UnheldView,
};
use proviso_api::{ApiError, Code, DiagnosticKind, Origin, Reason, RunId, Severity, Verdict};
use serde::Serialize;
use serde_json::Value;

/// What is printed of something of the api.
pub(super) trait Of<T> {
    fn of(it: &T) -> Self;
}

impl<T, U: Of<T>> Of<Option<T>> for Option<U> {
    fn of(it: &Option<T>) -> Self {
        it.as_ref().map(U::of)
    }
}

impl<T, U: Of<T>> Of<Vec<T>> for Vec<U> {
    fn of(it: &Vec<T>) -> Self {
        it.iter().map(U::of).collect()
    }
}

impl Of<RunId> for String {
    fn of(it: &RunId) -> String {
        it.to_string()
    }
}

/// What is printed as it is: plain values, and words of the vocabulary, which are the core's.
macro_rules! as_they_are {
    ($($type:ty),*) => {
        $(impl Of<$type> for $type {
            fn of(it: &$type) -> $type {
                it.clone()
            }
        })*
    };
}

as_they_are!(String, bool, u32, u64, i64, f32, Value, BTreeMap<String, String>);
as_they_are!(Verdict, Tone, RunState, Said, Origin, DiagnosticKind, Severity, Code, Reason);

/// Makes types of keys, how they are filled from the api's, and for the document what is said of each.
macro_rules! printed {
    (@from $it:ident $field:ident) => { $it.$field };
    (@from $it:ident $field:ident $($from:ident)+) => { $it$(.$from)+ };
    ($($(#[doc = $about:literal])+ $name:ident of $source:ty {
        $($(#[doc = $doc:literal])+ $(#[serde $flat:tt])? $field:ident: $type:ty
            $(= $($from:ident).+)?,)*
    })*) => {
        $(
            $(#[doc = $about])+
            #[derive(Debug, Serialize)]
            pub(crate) struct $name {
                $($(#[doc = $doc])+ $(#[serde $flat])? $field: $type,)*
            }

            impl Of<$source> for $name {
                fn of(it: &$source) -> $name {
                    $name { $($field: Of::of(&printed!(@from it $field $($($from)+)?)),)* }
                }
            }
        )*

        /// Each type with what it is, and its keys.
        #[cfg(test)]
        pub(super) const TYPES: &[super::tests::Told] = &[$(super::tests::Told {
            name: stringify!($name),
            about: &[$($about),+],
            keys: &[$(super::tests::Key {
                name: stringify!($field),
                of: stringify!($type),
                about: &[$($doc),+],
                flat: concat!($(stringify!($flat),)? ""),
            }),*],
        }),*];
    };
}

printed! {
    /// A run with all that it made. Times are milliseconds since 1970 where their names end in `at_ms`.
    Run of RunView {
        /// What lists tell of it too.
        #[serde(flatten)]
        head: Head,
        /// The documents' language, once analysed: `ko`, `en`, `other`.
        language: Option<String> = shown.language,
        /// All that is said of it, in both languages.
        told: Told = shown.told,
        /// How long the compiler may take for one text.
        check_timeout_ms: u64,
        /// How many fields were found.
        n_fields: u32,
        /// How many rules hold, by exact arithmetic.
        n_holds: u32 = shown.n_holds,
        /// How many of them are proved; 0 if nobody has judged.
        n_proved: u32 = shown.told.n_proved,
        /// How many rules could not be computed.
        n_unknown: u32,
        /// Each refuted rule that nobody waived.
        findings: Vec<Finding>,
        /// The same by their causes.
        slips: Vec<Slip> = shown.slips,
        /// Values that a person corrected, since they were misread.
        corrections: Vec<Correction> = shown.corrections,
        /// What whoever issued the document is asked to print.
        mended: Option<Mended> = shown.mended,
        /// Refuted rules that a person let pass.
        waived: Vec<Waived>,
        /// Rules that the model cannot say.
        left_out: Vec<LeftOut>,
        /// Numbers on the pages that no field holds.
        unheld: Vec<Unheld> = shown.unheld,
        /// Texts that a compiler was asked about.
        compile_attempts: u32,
        /// Whether the compiler accepted the last text, and its audit is clean.
        compile_success: bool,
        /// What was wrong last: the first rejecting diagnostic, or why the run failed.
        last_error: Option<String> = shown.last_error,
        /// The model's path below the workspace, written or not.
        current_file: String,
        /// The same, once it was accepted or could not be checked.
        final_module_path: Option<String> = shown.model_path,
        /// Files that the run wrote.
        files: Vec<File>,
        /// The compiler's version.
        compiler: Option<String> = shown.compiler,
        /// Who has judged the text that the verdict is about.
        judges: Vec<Judge> = shown.judges,
        /// SHA-256 of the trusted library, lower-case hex.
        core_sha256: String = shown.core_sha256,
        /// All checked texts.
        attempts: Vec<Attempt> = shown.attempts,
        /// What a person should know and what stopped nothing.
        warnings: Vec<String>,
        /// What is stored of it and cannot be shown: of another version of Proviso, or a part is missing.
        foreign: Vec<Remark> = shown.foreign,
        /// All that happened, a line each.
        messages: Vec<String>,
        /// The model's last text.
        idris_code: Option<String>,
        /// The analysis in the shape of `analyze --json`.
        analysis: Option<Value>,
    }

    /// A run in a list.
    Head of RunHead {
        /// The run's number, as text.
        run_id: String = run,
        /// The run that it went on from.
        parent: Option<String>,
        /// The project.
        project_name: String = project,
        /// The documents' names.
        reference_docs: Vec<String> = documents,
        /// The document type: as found, before that as chosen.
        document_type: Option<String>,
        /// The title as printed, once analysed.
        title: Option<String>,
        /// Who analysed and wrote: `builtin` or a provider.
        engine: String,
        /// Where it is: `waiting`, `running`, `ended`.
        state: RunState,
        /// The verdict; `None` while it runs.
        verdict: Option<Verdict>,
        /// The verdict as it is shown.
        verdict_name: Remark,
        /// How it looks.
        tone: Tone,
        /// What stands beside the verdict.
        detail: Option<String>,
        /// Whether a compiler has still to judge it.
        waits_for_compiler: bool,
        /// Refuted rules that nobody waived, once analysed.
        n_refuted: Option<u32>,
        /// How much of what is printed the rules look at; `None` if it was not counted.
        coverage: Option<Coverage>,
        /// How many of the values that the verdict is about a person corrected.
        n_corrected: u32,
        /// How many texts were checked.
        n_attempts: u32,
        /// When it was asked for.
        created_at_ms: i64,
        /// When it ended.
        ended_at_ms: Option<i64>,
        /// Who looked it through.
        reviewed: Option<Signed>,
        /// When a person put it away.
        deleted_at_ms: Option<i64>,
    }

    /// A sentence in both languages.
    Remark of proviso_api::Remark {
        /// In English.
        en: String,
        /// In Korean.
        ko: String,
    }

    /// All that is said of a run.
    Told of runs::Told {
        /// How it looks.
        tone: Tone,
        /// The verdict with what must never be left out of it.
        name: Remark,
        /// What it means.
        means: Remark,
        /// What it means that it speaks of little of the page; `None` if it does not.
        little: Option<Remark>,
        /// What a person can do to have proved what was too much; `None` if it was not.
        advice: Option<Remark>,
        /// How many rules are what.
        rules: Option<Remark>,
        /// What stands over the rules that hold.
        holds: Option<Remark>,
        /// What is said where no rule is refuted.
        clean: Option<Remark>,
        /// How many rules are proved.
        n_proved: u32,
    }

    /// Amounts on the pages, counted.
    Coverage of CoverageView {
        /// Those that some rule ties to something else that is printed.
        tied: u32,
        /// All of them.
        printed: u32,
        /// Numbers that no field holds, amounts or not.
        unheld: u32,
        /// Whether less than half of the amounts is tied.
        thin: bool,
    }

    /// Edges of a box in units of its page.
    Rect of proviso_api::Rect {
        /// Left.
        x0: f32,
        /// Upper.
        y0: f32,
        /// Right.
        x1: f32,
        /// Lower.
        y1: f32,
    }

    /// A place on a page.
    Place of PlaceView {
        /// The document's name.
        document: String,
        /// Which of the run's documents, from 0.
        document_index: u32,
        /// From 1.
        page: u32,
        /// The boxes of the text.
        boxes: Vec<Rect>,
        /// The text there.
        text: String,
    }

    /// A refuted rule.
    Finding of runs::Finding {
        /// The rule's id in the analysis.
        rule: u32,
        /// Its name: `grand_total`, `line_amount` …
        name: String,
        /// In words, in the document's language.
        statement: String,
        /// With the document's numbers in it.
        equation: String,
        /// What the document prints, in canonical text.
        printed: Option<String>,
        /// What the rule computes, in canonical text.
        computed: Option<String>,
        /// What is printed less what is computed, as people write it; for amounts of one currency.
        difference: Option<String>,
        /// The fields that take part.
        places: Vec<Side>,
        /// What would mend it, the best first.
        mends: Vec<Mend>,
    }

    /// A field that takes part in a rule.
    Side of SideView {
        /// The field's identifier.
        field: String,
        /// The label as printed.
        label: String,
        /// The value as people write it.
        value: String,
        /// Where it stands.
        #[serde(flatten)]
        place: Place,
    }

    /// A value that would mend a refuted rule.
    Mend of MendView {
        /// The field's identifier, as `proviso correct` takes it.
        field: String,
        /// Its label.
        label: String,
        /// What is printed now, as people write it.
        printed: String,
        /// The value that would mend the rule, as `proviso correct` takes it.
        value: String,
        /// The same as people write it.
        shown: String,
        /// How many refuted rules would hold then.
        n_mends: u32,
        /// How many rules that hold now would be refuted then.
        n_breaks: u32,
        /// The page that it stands on, from 1.
        page: u32,
    }

    /// Refuted rules that have one cause.
    Slip of SlipView {
        /// The rules' ids; the first is told, the others are its consequences.
        rules: Vec<u32>,
        /// The value that would mend all of them and break none.
        mend: Option<Mend>,
    }

    /// A value that a person corrected.
    Correction of CorrectionView {
        /// The field's identifier.
        field: String,
        /// Its label.
        label: String,
        /// What was read, as people write it; `None` of a value that no reader found.
        reading: Option<String>,
        /// What the paper prints.
        shown: String,
        /// Who said so; `None` if the program does not know.
        by: Option<String>,
        /// When.
        at_ms: Option<i64>,
    }

    /// What a document should print.
    Mended of MendedView {
        /// The values, in reading order.
        asked: Vec<Asked>,
        /// Rules that are refuted and would hold.
        holds: Vec<u32>,
        /// Rules that hold and would be refuted.
        breaks: Vec<u32>,
        /// Rules that are refuted and would stay so.
        open: Vec<u32>,
        /// The same in words.
        told: Remark,
    }

    /// A value that should be printed.
    Asked of AskedView {
        /// The field's identifier.
        field: String,
        /// Its id.
        id: u32,
        /// Its label.
        label: String,
        /// What is printed, as people write it.
        printed: String,
        /// What should be.
        shown: String,
        /// Where it stands.
        place: Place,
        /// Who asks for it.
        by: String,
        /// Since when.
        at_ms: i64,
    }

    /// A refuted rule that a person let pass.
    Waived of runs::Waived {
        /// The rule's id in the analysis.
        rule: u32,
        /// In words, in the document's language.
        statement: String,
        /// Why it may pass.
        reason: String,
    }

    /// A rule that the model cannot say.
    LeftOut of runs::LeftOut {
        /// The rule's id in the analysis.
        rule: u32,
        /// In words, in the document's language.
        statement: String,
        /// Why not.
        reason: String,
    }

    /// A number on a page that no field holds.
    Unheld of UnheldView {
        /// Where it stands.
        #[serde(flatten)]
        place: Place,
        /// Whether it is printed as amounts are.
        amount: bool,
    }

    /// A file of the workspace that a run wrote.
    File of FileView {
        /// Its path below the workspace.
        path: String,
        /// Where an edited predecessor was kept.
        kept: Option<String>,
    }

    /// One who has judged a text.
    Judge of judge::Judge {
        /// `idris2`, or `proviso-kernel` for Proviso's own checker.
        name: String,
        /// Its version.
        version: String,
        /// `accepted`, `refused` or `outside`.
        said: Said,
        /// Why it did not accept, if the diagnostics do not tell.
        why: Option<String>,
        /// How long it took, in milliseconds.
        took_ms: i64,
    }

    /// A checked text.
    Attempt of AttemptView {
        /// From 1.
        number: u32,
        /// How it came to be.
        origin: Origin,
        /// Whether the compiler accepted facts and model.
        typechecked: bool,
        /// Whether the audit is clean too.
        audited: bool,
        /// What compiler and audit said.
        diagnostics: Vec<Diagnostic>,
        /// How long the check took, in milliseconds.
        check_ms: i64,
        /// Who has judged it.
        judges: Vec<Judge>,
        /// How many of the diagnostics reject it.
        n_errors: u32,
        /// When it was checked.
        created_at_ms: i64,
    }

    /// One message of the compiler or the audit.
    Diagnostic of proviso_api::Diagnostic {
        /// What it complains of.
        kind: DiagnosticKind,
        /// How bad it is; an `error` rejects the text.
        severity: Severity,
        /// Where, if the message says so.
        span: Option<Span>,
        /// The declaration that was being processed, if the message says so.
        declaration: Option<String>,
        /// The message without location and excerpt.
        message: String,
        /// The cited source lines with carets; empty if there are none.
        excerpt: String,
        /// The compiler's suggestions.
        hints: Vec<String>,
    }

    /// A stretch of a text; lines and columns from 1, the end behind the last character.
    Span of proviso_api::Span {
        /// The module.
        module: String,
        /// First line.
        line: u32,
        /// First column.
        column: u32,
        /// Last line.
        end_line: u32,
        /// Last column.
        end_column: u32,
    }

    /// Who did something.
    Signed of ReviewedView {
        /// Who.
        by: String,
        /// When.
        at_ms: i64,
    }

    /// Why something could not be done.
    Error of ApiError {
        /// For programs: `not_found`, `unreadable` …
        code: Code,
        /// One line for people.
        message: String,
        /// What to do, one line each.
        hints: Vec<String>,
        /// The causes, the nearest first.
        detail: Vec<String>,
        /// The number of the run that stands in the way, as text.
        run: Option<String>,
        /// What exactly it is, for those who say it in another language.
        reason: Option<Reason>,
        /// What the reason names.
        values: BTreeMap<String, String>,
    }
}
