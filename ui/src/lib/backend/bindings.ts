// Made by `cargo xtask codegen` from the types of the program. Not to be edited by hand.
/* eslint-disable */

/**
 * What was decided.
 */
export type About = "value" | "kind" | "currency" | "label" | "meaning" | "owner" | "rule";

/**
 * A request to put in a value that was missed.
 */
export type AddFieldReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * Where it stands.
 */
drawn: DrawnBox, 
/**
 * Its label.
 */
label: string, 
/**
 * Its kind.
 */
kind: Kind, 
/**
 * The value, in canonical text or as people write it.
 */
value: string, 
/**
 * Who says so.
 */
by: string, };

/**
 * A request to put in a rule.
 */
export type AddRuleReq = { 
/**
 * The rule.
 */
rule: BuiltRule, 
/**
 * Who says so.
 */
by: string, };

/**
 * Who is to change something.
 */
export type Addressee = "analyst" | "author";

/**
 * A reading that might have been taken.
 */
export type Alternative = { 
/**
 * What it says.
 */
says: Remark, 
/**
 * Thousandths of a bit that speak for it in all; none where an order decides.
 */
millibits: number | null, 
/**
 * Of one that lost, how many thousandths it fell short of the one that was taken; none where
 * not bits decided.
 */
short: number | null, 
/**
 * The claims that it stands on; of one that lost, why.
 */
signs: Array<Sign>, };

/**
 * An analysis for people.
 */
export type AnalysisText = { 
/**
 * Markdown.
 */
markdown: string, };

/**
 * A person's word on what a workspace asks for.
 */
export type AnswerReq = { 
/**
 * About what.
 */
what: Proposal, 
/**
 * Which provider or folder, as it was shown.
 */
value: string, 
/**
 * Whether it may be so.
 */
allow: boolean, };

/**
 * Answers of language models that are kept in the workspace, so that what was asked once is not asked
 * again.
 */
export type AnswersKept = { 
/**
 * How many there are.
 */
n_answers: number, };

/**
 * A failure with its causes and what to do about it.
 */
export type ApiError = { 
/**
 * For programs.
 */
code: Code, 
/**
 * One line for people.
 */
message: string, 
/**
 * What to do, one line each.
 */
hints: Array<string>, 
/**
 * The causes, the nearest first.
 */
detail: Array<string>, 
/**
 * The run that stands in the way, or that it is about.
 */
run?: RunId, 
/**
 * What exactly it is, for those who say it in another language.
 */
reason?: Reason, 
/**
 * What the reason names.
 */
values?: { [key in string]: string }, };

/**
 * The state of the application.
 */
export type AppState = { 
/**
 * The program's version.
 */
version: string, 
/**
 * The workspace's folder; none until one is chosen.
 */
workspace: string | null, 
/**
 * The folder that is proposed as the first workspace.
 */
proposed: string, 
/**
 * Whether nothing has ever been run in the workspace or sent from it, or there is none.
 */
first_start: boolean, 
/**
 * Runs in the workspace.
 */
n_runs: number, 
/**
 * Who analyses and writes, unless a run says otherwise.
 */
engine: string, 
/**
 * All engines.
 */
engines: Array<EngineView>, 
/**
 * The compiler.
 */
compiler: CompilerView, 
/**
 * Languages of the user interface.
 */
languages: Array<string>, 
/**
 * What is set.
 */
settings: Settings, 
/**
 * What the workspace asks for that reads or sends something beside it, and does not have.
 */
proposals: Array<ProposalView>, 
/**
 * Documents that come with the program.
 */
samples: Array<SampleView>, 
/**
 * Who sits here: what `by` is unless they say otherwise; empty where the system does not say.
 */
author: string, 
/**
 * What this host lets its client do.
 */
capabilities: Capabilities, };

/**
 * A request to answer for a model.
 */
export type ApproveReq = { 
/**
 * Its name: `ServiceContract`.
 */
name: string, 
/**
 * Who does.
 */
by: string, };

/**
 * Who approved a model.
 */
export type ApprovedView = { 
/**
 * Who.
 */
by: string, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number, 
/**
 * Whether that was this text.
 */
current: boolean, };

/**
 * A value that should be printed.
 */
export type AskedView = { 
/**
 * The field's identifier.
 */
field: string, 
/**
 * Its id.
 */
id: number, 
/**
 * Its label.
 */
label: string, 
/**
 * What is printed, as people write it.
 */
printed: string, 
/**
 * What should be.
 */
shown: string, 
/**
 * Where it stands.
 */
place: PlaceView, 
/**
 * Who asks for it.
 */
by: string, 
/**
 * Since when, in milliseconds since 1970.
 */
at_ms: number, };

/**
 * The difference of two attempts.
 */
export type AttemptDiff = { 
/**
 * The older.
 */
from: number, 
/**
 * The newer.
 */
to: number, 
/**
 * How the newer came to be.
 */
origin: Origin, 
/**
 * A unified diff; empty where the texts are equal.
 */
unified: string, 
/**
 * The older text.
 */
old: string, 
/**
 * The newer text.
 */
new: string, 
/**
 * Each stretch that changed, with what it answers.
 */
hunks: Array<DiffHunk>, 
/**
 * Literals that appeared, vanished or changed: an alarm.
 */
values: Array<ChangedValue>, };

/**
 * An attempt with its text.
 */
export type AttemptText = { 
/**
 * The module's name.
 */
module: string, 
/**
 * The module's text.
 */
text: string, 
/**
 * From 1.
 */
number: number, 
/**
 * How it came to be.
 */
origin: Origin, 
/**
 * Whether the compiler accepted facts and model.
 */
typechecked: boolean, 
/**
 * Whether the audit is clean too.
 */
audited: boolean, 
/**
 * What compiler and audit said.
 */
diagnostics: Array<Diagnostic>, 
/**
 * How long the compiler ran.
 */
check_ms: number, 
/**
 * Who has judged it.
 */
judges?: Array<Judge>, 
/**
 * How many of the diagnostics reject it.
 */
n_errors: number, 
/**
 * When it was checked, in milliseconds since 1970.
 */
created_at_ms: number, };

/**
 * A checked text.
 */
export type AttemptView = { 
/**
 * From 1.
 */
number: number, 
/**
 * How it came to be.
 */
origin: Origin, 
/**
 * Whether the compiler accepted facts and model.
 */
typechecked: boolean, 
/**
 * Whether the audit is clean too.
 */
audited: boolean, 
/**
 * What compiler and audit said.
 */
diagnostics: Array<Diagnostic>, 
/**
 * How long the compiler ran.
 */
check_ms: number, 
/**
 * Who has judged it.
 */
judges?: Array<Judge>, 
/**
 * How many of the diagnostics reject it.
 */
n_errors: number, 
/**
 * When it was checked, in milliseconds since 1970.
 */
created_at_ms: number, };

/**
 * Where a batch is.
 */
export type BatchState = "sending" | "under_way" | "cancelling" | "paused" | "ended";

/**
 * A batch and how far it is.
 */
export type BatchView = { 
/**
 * Which.
 */
batch: string, 
/**
 * Where it is.
 */
state: BatchState, 
/**
 * Where its jobs are, without what one comes in by.
 */
address: string, 
/**
 * Its documents.
 */
n_documents: number, 
/**
 * Those that are done and taken in, whatever came of them.
 */
n_done: number, 
/**
 * Those of them with findings.
 */
n_discrepant: number, 
/**
 * Those of them that failed.
 */
n_failed: number, 
/**
 * Those that were cancelled.
 */
n_cancelled: number, 
/**
 * Documents a minute since it is followed; none where too little time has gone.
 */
per_minute: number | null, 
/**
 * Why it does not go on at the moment.
 */
trouble: ApiError | null, 
/**
 * When it was sent first.
 */
created_at_ms: number, };

/**
 * What a box holds.
 */
export type BoxView = { 
/**
 * The words there and their boxes; no text where nothing was read.
 */
place: PlaceView, 
/**
 * The label beside or above it; empty where there is none.
 */
label: string, 
/**
 * The kind of the value.
 */
kind: Kind, 
/**
 * The value as people write it, where the words state one.
 */
value: string | null, };

/**
 * A rule that a person builds.
 */
export type BuiltRule = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * What is said of the values.
 */
kind: HandKind, 
/**
 * The parts, in order.
 */
parts: Array<RulePart>, 
/**
 * The id of the field that they make.
 */
result: number, };

/**
 * Whether there was something to cancel.
 */
export type Cancelled = { 
/**
 * False where the run is over, or another process has it.
 */
cancelled: boolean, };

/**
 * What a host lets its client do.
 */
export type Capabilities = { 
/**
 * Name files, folders and programs of this machine.
 */
paths: boolean, 
/**
 * Send files.
 */
uploads: boolean, 
/**
 * Have a report as PDF.
 */
report_pdf: boolean, };

/**
 * A repair that is remembered.
 */
export type Card = { 
/**
 * Its number.
 */
id: number, 
/**
 * What it repairs, and how.
 */
lesson: Lesson, 
/**
 * How often it helped, the repair that it was learned from included.
 */
wins: number, 
/**
 * How often it did not.
 */
losses: number, 
/**
 * When it was learned, in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it was tried last.
 */
used_at_ms: number, 
/**
 * Whether a person has switched it off.
 */
is_off: boolean, };

/**
 * A card as it is listed.
 */
export type CardView = { 
/**
 * How much it is to be trusted now, in thousandths.
 */
confidence: number, 
/**
 * Whether it is tried when its error comes.
 */
is_tried: boolean, 
/**
 * Its number.
 */
id: number, 
/**
 * What it repairs, and how.
 */
lesson: Lesson, 
/**
 * How often it helped, the repair that it was learned from included.
 */
wins: number, 
/**
 * How often it did not.
 */
losses: number, 
/**
 * When it was learned, in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it was tried last.
 */
used_at_ms: number, 
/**
 * Whether a person has switched it off.
 */
is_off: boolean, };

/**
 * A cell of an item table.
 */
export type CellRef = { 
/**
 * Index into [`Analysis::tables`].
 */
table: number, 
/**
 * Row of the body, from 0.
 */
row: number, 
/**
 * Column, from 0.
 */
column: number, };

/**
 * What is to change in a card; what is left out stays.
 */
export type ChangeCardReq = { 
/**
 * Its number.
 */
card: number, 
/**
 * Whether it is switched off.
 */
is_off?: boolean | null, 
/**
 * What it repairs, and how.
 */
lesson?: Lesson | null, };

/**
 * A literal that is not the same in both texts.
 */
export type ChangedValue = { 
/**
 * The literal, as written.
 */
literal: string, 
/**
 * How often it stands in the older text.
 */
n_old: number, 
/**
 * How often it stands in the newer text.
 */
n_new: number, 
/**
 * A line where it stands: of the newer text, or of the older one where it has vanished.
 */
line: number, };

/**
 * A request to check a text and store nothing.
 */
export type CheckTextReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The model's text.
 */
text: string, 
/**
 * Whether only Proviso's own checker is asked, which answers at once.
 */
glance: boolean, };

/**
 * What the compiler said of a model last.
 */
export type CheckedView = { 
/**
 * Whether it was accepted.
 */
accepted: boolean, 
/**
 * The compiler's version; none where only Proviso's own checker has judged.
 */
compiler: string | null, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number, 
/**
 * Whether that was this text.
 */
current: boolean, };

/**
 * What a clause does.
 */
export type ClauseKind = "obligation" | "right" | "condition" | "deadline" | "penalty" | "termination" | "other";

/**
 * A clause in prose as a language model reads it. Nothing is computed from it.
 */
export type ClauseView = { 
/**
 * Its place in the list, from 0.
 */
id: number, 
/**
 * What it does.
 */
kind: ClauseKind, 
/**
 * Who must or may, as the document calls them; empty where it says of nobody.
 */
party: string, 
/**
 * What it says, in the model's words.
 */
says: string, 
/**
 * The document's own words and where they stand.
 */
evidence: PlaceView, };

/**
 * What kind of failure it is, for programs.
 */
export type Code = "unreadable" | "bad_request" | "not_found" | "project_busy" | "compiler_missing" | "cancelled" | "storage" | "workspace_missing" | "unauthorized" | "forbidden" | "too_large" | "locked" | "no_image" | "queue_full" | "superseded" | "no_keyring" | "unknown";

/**
 * A request to compare runs.
 */
export type CompareReq = { 
/**
 * One.
 */
a: RunId, 
/**
 * The other.
 */
b: RunId, };

/**
 * A field that is not the same in both runs.
 */
export type ComparedField = { 
/**
 * Its identifier.
 */
name: string, 
/**
 * Its label.
 */
label: string, 
/**
 * The value in the one, as people write it; none where it has no such field.
 */
a: string | null, 
/**
 * The value in the other.
 */
b: string | null, };

/**
 * A rule that is not the same in both runs.
 */
export type ComparedRule = { 
/**
 * In words, as the first run says it where it has the rule.
 */
statement: string, 
/**
 * In the other run's words, where they are others: its values may differ.
 */
statement_b: string | null, 
/**
 * Its status in the one; none where it has no such rule.
 */
a: ComparedStatus | null, 
/**
 * Its status in the other.
 */
b: ComparedStatus | null, };

/**
 * A rule's status and whether it was waived.
 */
export type ComparedStatus = { 
/**
 * Whether it is true.
 */
status: Status, 
/**
 * Whether somebody let it pass.
 */
waived: boolean, };

/**
 * A compiler that answered.
 */
export type CompilerTested = { 
/**
 * The program.
 */
path: string, 
/**
 * Its version.
 */
version: string, };

/**
 * The compiler as it was found.
 */
export type CompilerView = { 
/**
 * Whether there is one that answers.
 */
found: boolean, 
/**
 * Its version.
 */
version: string | null, 
/**
 * Where it is.
 */
path: string | null, 
/**
 * What to do where there is none.
 */
hint: string | null, };

/**
 * A request to note that a value was compared with the page, or is to be compared again.
 */
export type ConfirmReq = { 
/**
 * The run.
 */
run: RunId, 
/**
 * The field's identifier.
 */
field: string, 
/**
 * Whether it is what the page prints; false takes that back.
 */
right: boolean, 
/**
 * Who says so.
 */
by: string, };

/**
 * A request to convert files.
 */
export type ConvertManyReq = { 
/**
 * Files, or handles of received ones.
 */
paths: Array<string>, 
/**
 * Whether they are one run, so that rules may cross them; else each is one.
 */
together: boolean, 
/**
 * The project's name; proposed if none. Of files that are a run each only one can have it.
 */
project?: string | null, 
/**
 * A document type that a person chose.
 */
document_type?: string | null, 
/**
 * Who analyses and writes; as set if none.
 */
engine?: string | null, 
/**
 * Checked texts by an engine; as set if none.
 */
max_attempts?: number | null, };

/**
 * A request to correct a field.
 */
export type CorrectFieldReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The field's identifier.
 */
field: string, 
/**
 * The right value, in canonical text or as people write it; as it is if none.
 */
value?: string | null, 
/**
 * The right kind; as it is if none.
 */
kind?: Kind | null, 
/**
 * The right label; as it is if none.
 */
label?: string | null, 
/**
 * Who says so.
 */
by: string, };

/**
 * Who corrected a field.
 */
export type CorrectedView = { 
/**
 * Who.
 */
by: string, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number, };

/**
 * A value that was misread.
 */
export type CorrectionView = { 
/**
 * The field's identifier.
 */
field: string, 
/**
 * Its label.
 */
label: string, 
/**
 * What was read, as people write it; `None` of a value that no reader found.
 */
reading: string | null, 
/**
 * What the paper prints.
 */
shown: string, 
/**
 * Who said so; `None` where the program does not know.
 */
by: string | null, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number | null, };

/**
 * How much of what is printed the rules look at.
 */
export type CoverageView = { 
/**
 * Printed amounts that some rule ties to something else that is printed.
 */
tied: number, 
/**
 * All printed amounts, whether some field holds them or not.
 */
printed: number, 
/**
 * Numbers on the pages that no field holds, amounts or not.
 */
unheld: number, 
/**
 * Whether less than half of the amounts is tied.
 */
thin: boolean, };

/**
 * One thing that is to change.
 */
export type Criticism = { 
/**
 * Who is to change it.
 */
to: Addressee, 
/**
 * What it is about: a clause, a field, a declaration.
 */
about: string, 
/**
 * What is to change.
 */
change: string, };

/**
 * One decision.
 */
export type Decision = { 
/**
 * About what.
 */
about: About, 
/**
 * What was taken.
 */
taken: Alternative, 
/**
 * What was not, the nearest first.
 */
lost: Array<Alternative>, 
/**
 * How many more there were.
 */
n_more: number, };

/**
 * A request to delete documents.
 */
export type DeleteDocumentsReq = { 
/**
 * Which.
 */
documents: Array<string>, };

/**
 * One message of the compiler or the audit.
 */
export type Diagnostic = { 
/**
 * What it complains of.
 */
kind: DiagnosticKind, 
/**
 * How bad it is.
 */
severity: Severity, 
/**
 * Where, if the message says so.
 */
span?: Span, 
/**
 * The declaration that was being processed, if the message says so.
 */
declaration?: string, 
/**
 * The message without location and excerpt.
 */
message: string, 
/**
 * The cited source lines with carets, as printed.
 */
excerpt?: string, 
/**
 * The compiler's suggestions: similar names, modules to import.
 */
hints?: Array<string>, };

/**
 * What kind of complaint a diagnostic is; what chooses a repair.
 */
export type DiagnosticKind = "parse" | "undefined_name" | "missing_module" | "module_name" | "missing_implementation" | "ambiguous" | "mismatch" | "coverage" | "termination" | "visibility" | "hole" | "cheat" | "audit" | "compiler" | "exhausted" | "too_long" | "warning" | "other";

/**
 * A stretch that changed, with its surroundings.
 */
export type DiffHunk = { 
/**
 * First line in the older text, from 1.
 */
old_start: number, 
/**
 * How many lines there.
 */
old_lines: number, 
/**
 * First line in the newer text, from 1.
 */
new_start: number, 
/**
 * How many lines there.
 */
new_lines: number, 
/**
 * What the compiler or the audit said of the older text here.
 */
answers: Array<Diagnostic>, };

/**
 * A request to compare attempts.
 */
export type DiffRunReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The older attempt; neither compares each with the one before.
 */
from?: number | null, 
/**
 * The newer attempt.
 */
to?: number | null, };

/**
 * What a list of documents is sorted by.
 */
export type DocumentOrder = "recent" | "name" | "issuer" | "dated" | "total";

/**
 * Where a document is, for people who look through a list.
 */
export type DocumentState = "wrong" | "clean" | "broken" | "busy";

/**
 * A document type, for people.
 */
export type DocumentTypeView = { 
/**
 * Its name, as runs take it.
 */
name: string, 
/**
 * In Korean.
 */
ko: string, 
/**
 * In English.
 */
en: string, };

/**
 * A document in a list.
 */
export type DocumentView = { 
/**
 * What names it in requests.
 */
document: string, 
/**
 * Its state.
 */
state: DocumentState, 
/**
 * Who issued it, as printed.
 */
issuer: string | null, 
/**
 * Its day, `2025-05-14`.
 */
dated: string | null, 
/**
 * Its amount as people write it, `1,058,800원`.
 */
total: string | null, 
/**
 * How many versions there are.
 */
n_versions: number, 
/**
 * The version that stands.
 */
run: RunHead, };

/**
 * What was deleted.
 */
export type DocumentsDeleted = { 
/**
 * The versions that were put away, for the way back.
 */
runs: Array<RunId>, 
/**
 * Documents that are being worked on, and stay.
 */
busy: Array<string>, };

/**
 * A page of documents.
 */
export type DocumentsFound = { 
/**
 * The page.
 */
rows: Array<DocumentView>, 
/**
 * How many there are in all.
 */
total: number, 
/**
 * How many there would be of each state, whatever states were asked for.
 */
of_state: Array<StateCount>, };

/**
 * Which documents are wanted; what is left out does not restrict.
 */
export type DocumentsQuery = { 
/**
 * What a person typed: names, amounts, dates, numbers, any text of the pages. All words have to
 * be found.
 */
search?: string | null, 
/**
 * Any of these.
 */
states?: Array<DocumentState> | null, 
/**
 * Only those that nobody has looked through.
 */
unreviewed?: boolean | null, 
/**
 * As found or chosen.
 */
document_type?: string | null, 
/**
 * Begun then or later, in milliseconds since 1970.
 */
since_ms?: number | null, 
/**
 * Sorted by what; what was worked on last if none.
 */
order?: DocumentOrder | null, 
/**
 * Whether the smallest comes first.
 */
ascending?: boolean | null, 
/**
 * How many to pass over.
 */
offset?: number | null, 
/**
 * How many at most; 100 if none.
 */
limit?: number | null, };

/**
 * A file as an answer: an image, an archive, a report.
 */
export type Download = Blob;

/**
 * A box that a person drew.
 */
export type DrawnBox = { 
/**
 * Which of the run's documents, from 0.
 */
document: number, 
/**
 * From 1.
 */
page: number, 
/**
 * Where, in page units.
 */
box: Rect, };

/**
 * A request to check a person's text as the next attempt of a run.
 */
export type EditReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The model's text.
 */
text: string, 
/**
 * Whether the engine repairs it where it is rejected.
 */
repair?: boolean | null, };

/**
 * An engine.
 */
export type EngineView = { 
/**
 * Its name, as runs take it.
 */
name: string, 
/**
 * Whether it can be used now.
 */
available: boolean, 
/**
 * Why not, or what to know.
 */
note: string | null, };

/**
 * A piece of an equation.
 */
export type EquationPart = { 
/**
 * The text; all together are the equation.
 */
text: string, 
/**
 * The field whose value it is.
 */
field: number | null, };

/**
 * A request for events of a run.
 */
export type EventsReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * From which number on; 0 if none.
 */
from_seq?: number | null, 
/**
 * How many at most; 1,000 if none.
 */
limit?: number | null, };

/**
 * One thing that was looked at.
 */
export type Examined = { 
/**
 * What: `idris2`, `workspace` …
 */
name: string, 
/**
 * Whether it is well.
 */
well: boolean, 
/**
 * What was found.
 */
found: string, 
/**
 * What to do where it is not well.
 */
hint?: string, 
/**
 * What it is made of, where that differs between machines.
 */
parts?: Array<ExaminedPart>, };

/**
 * One part of a thing that was looked at.
 */
export type ExaminedPart = { 
/**
 * What it is for: `files`, `network`, `processes`, `signals`.
 */
name: string, 
/**
 * Whether it is there.
 */
there: boolean, 
/**
 * What does it, where it is there: `Landlock ABI 7`, `seccomp`.
 */
by?: string, };

/**
 * A request for an archive.
 */
export type ExportReq = { 
/**
 * The models' names.
 */
names: Array<string>, };

/**
 * A field with its place and the rules that use it.
 */
export type FieldView = { 
/**
 * Its id in the analysis.
 */
id: number, 
/**
 * Its identifier.
 */
name: string, 
/**
 * The label as printed.
 */
label: string, 
/**
 * Further labels that the same value stands under.
 */
also: Array<string>, 
/**
 * What tells it apart from others with its label: whose it is, or the item of its row.
 */
of?: string, 
/**
 * The vocabulary's meaning of the label.
 */
meaning?: string, 
/**
 * The kind of its value.
 */
kind: Kind, 
/**
 * The value in canonical text.
 */
value: string, 
/**
 * The value as people write it.
 */
shown: string, 
/**
 * Where it stands.
 */
evidence: PlaceView, 
/**
 * How sure reading and analysis are, 0 to 1.
 */
confidence: number, 
/**
 * How it was found.
 */
route: Route, 
/**
 * Where it stands in a table.
 */
cell?: CellRef, 
/**
 * What was read, where a person corrected it.
 */
reading?: ReadingView, 
/**
 * Who corrected it, or put it in.
 */
corrected?: CorrectedView, 
/**
 * Who drew its box anew.
 */
moved?: CorrectedView, 
/**
 * Who compared it with the page and found it right.
 */
confirmed?: CorrectedView, 
/**
 * Whether it was hardly read, no rule that holds speaks for it, and nobody has compared it.
 */
doubtful: boolean, 
/**
 * The rules that use it.
 */
rules: Array<number>, };

/**
 * A request to find words on the pages of a run's documents.
 */
export type FindReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The words; spaces and case count for nothing.
 */
words: string, };

/**
 * What kind of file it is, told by its content, never by its name.
 */
export type Format = "pdf" | "png" | "jpeg" | "tiff" | "webp" | "bmp" | "gif" | "text" | "markdown" | "csv" | "html" | "mail" | "xml" | "doc" | "docx" | "xlsx" | "xls" | "ods" | "hwp" | "hwpx";

/**
 * A place where words were found.
 */
export type FoundView = { 
/**
 * Which of the run's documents, from 0.
 */
document: number, 
/**
 * From 1.
 */
page: number, 
/**
 * Where on it.
 */
box: Rect, };

/**
 * What a person may say of values.
 */
export type HandKind = "sum" | "product" | "rate" | "same" | "ordered" | "length";

/**
 * What a person told agents.
 */
export type HintView = { 
/**
 * What.
 */
text: string, 
/**
 * Who.
 */
by: string, 
/**
 * When.
 */
at_ms: number, };

/**
 * A change of some lines.
 */
export type Hunk = { 
/**
 * Lines that must stand in the text, once.
 */
search: string, 
/**
 * What stands there afterwards.
 */
replace: string, };

/**
 * A rule's type in the facts.
 */
export type IdrisView = { 
/**
 * `R3`.
 */
name: string, 
/**
 * The declarations that make it.
 */
term: string, 
/**
 * Where they begin in the facts, from 1.
 */
line: number, };

/**
 * Cards of another workspace.
 */
export type ImportCardsReq = { 
/**
 * As `cards.list` gave them.
 */
cards: Array<Card>, };

/**
 * One who has judged.
 */
export type Judge = { 
/**
 * [`COMPILER`] or [`KERNEL`].
 */
name: string, 
/**
 * Its version.
 */
version: string, 
/**
 * What it said.
 */
said: Said, 
/**
 * Why it did not accept, and where, if the diagnostics do not tell.
 */
why?: string, 
/**
 * How long it took.
 */
took_ms: number, };

/**
 * A request to keep a key.
 */
export type KeepKeyReq = { 
/**
 * Whose.
 */
provider: string, 
/**
 * The key.
 */
key: string, };

/**
 * A place of keys.
 */
export type KeyPlace = "environment" | "keyring";

/**
 * Where a provider's key is.
 */
export type KeyView = { 
/**
 * Where it is; none is nowhere.
 */
place: KeyPlace | null, 
/**
 * The variable that it is in, or the one to put it into.
 */
variable: string, 
/**
 * Whether the provider answers nobody without one.
 */
needed: boolean, };

/**
 * The kind of a value; the names are those of the JSON.
 */
export type Kind = "money" | "date" | "period" | "rate" | "quantity" | "party" | "registration_number" | "phone" | "email" | "text";

/**
 * What a repair is worth remembering for.
 */
export type Lesson = { 
/**
 * The error: kind and message, numbers and the project's name left out.
 */
signature: string, 
/**
 * What mended it.
 */
hunks: Array<Hunk>, };

/**
 * A line.
 */
export type LineView = { 
/**
 * Its words, joined by single spaces.
 */
text: string, 
/**
 * The box around it.
 */
box: Rect, 
/**
 * How sure the reader is of its least sure word, 0 to 1.
 */
confidence: number, 
/**
 * The words.
 */
words: Array<WordView>, };

/**
 * A request to look at files.
 */
export type LookReq = { 
/**
 * Files, or handles of received ones; a folder stands for the documents in it.
 */
paths: Array<string>, };

/**
 * What a file is at first sight.
 */
export type Looked = { 
/**
 * What names it in requests.
 */
path: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its bytes.
 */
size: number, 
/**
 * Its SHA-256.
 */
sha256: string | null, 
/**
 * The format, by content.
 */
format: Format | null, 
/**
 * Why it cannot be read.
 */
error: ApiError | null, 
/**
 * The document type by its text; none where there is no text without recognition.
 */
document_type: string | null, 
/**
 * The title as printed, likewise.
 */
title: string | null, 
/**
 * How many pages it has.
 */
n_pages: number | null, 
/**
 * A free name for its project, or the one of the project that it is of already.
 */
proposed_project: string, 
/**
 * The run that is working on that project now.
 */
busy: RunId | null, 
/**
 * Runs over the same bytes, the newest first.
 */
earlier: Array<RunHead>, 
/**
 * Which file of this list, from 0, has the same bytes.
 */
same_as: number | null, };

/**
 * A request to ask whoever issued a document for another value.
 */
export type MendFieldReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The field's identifier.
 */
field: string, 
/**
 * What should be printed, in canonical text or as people write it; none asks no more.
 */
value?: string | null, 
/**
 * Who says so.
 */
by: string, };

/**
 * A value that would mend a refuted rule.
 */
export type MendView = { 
/**
 * The field's identifier, as `proviso correct` takes it.
 */
field: string, 
/**
 * Its label.
 */
label: string, 
/**
 * What is printed now.
 */
printed: string, 
/**
 * The value that would mend the rule, in canonical text, as `proviso correct` takes it.
 */
value: string, 
/**
 * The same as people write it.
 */
shown: string, 
/**
 * How many refuted rules would hold then.
 */
n_mends: number, 
/**
 * How many rules that hold now would be refuted then.
 */
n_breaks: number, 
/**
 * The page it stands on.
 */
page: number, };

/**
 * What a document should print.
 */
export type MendedView = { 
/**
 * The values, in reading order.
 */
asked: Array<AskedView>, 
/**
 * Rules that are refuted and would hold.
 */
holds: Array<number>, 
/**
 * Rules that hold and would be refuted.
 */
breaks: Array<number>, 
/**
 * Rules that are refuted and would stay so, but for those that a person let pass.
 */
open: Array<number>, 
/**
 * The same in words.
 */
told: Remark, };

/**
 * What a module is worth.
 */
export type ModelChecked = { 
/**
 * The file.
 */
path: string, 
/**
 * The module's name.
 */
module: string, 
/**
 * Accepted by all who gave an answer, without a cheat, and without a debt where an audit was
 * asked.
 */
accepted: boolean, 
/**
 * Whether an audit was asked: the workspace knows the project.
 */
audited: boolean, 
/**
 * What speaks against it.
 */
diagnostics: Array<Diagnostic>, 
/**
 * The compiler's version; none where only the embedded checker has judged.
 */
compiler: string | null, 
/**
 * Who has judged, and what each said.
 */
judges: Array<Judge>, 
/**
 * How long it took.
 */
took_ms: number, 
/**
 * The run that now has its document proved, where its last one had no compiler.
 */
proving?: RunId, };

/**
 * What a module is.
 */
export type ModelRole = "model" | "library" | "own";

/**
 * A model of the workspace.
 */
export type ModelRow = { 
/**
 * Its name: `ServiceContract`.
 */
name: string, 
/**
 * Its module: `Domains.ServiceContract`.
 */
module: string, 
/**
 * Its file, below the workspace.
 */
path: string, 
/**
 * What it is.
 */
role: ModelRole, 
/**
 * The last run on its project that came to a verdict.
 */
last: RunHead | null, 
/**
 * What the compiler said of it last.
 */
checked: CheckedView | null, 
/**
 * Whether it differs from what Proviso wrote; false where Proviso did not write it.
 */
edited: boolean, 
/**
 * Who approved it.
 */
approved: ApprovedView | null, 
/**
 * How many lines it has.
 */
n_lines: number, 
/**
 * When it was written, in milliseconds since 1970.
 */
modified_at_ms: number, };

/**
 * A model with its text.
 */
export type ModelSource = { 
/**
 * What lists show of it.
 */
row: ModelRow, 
/**
 * Its text.
 */
text: string, 
/**
 * The facts that it is about, as they lie in the workspace.
 */
facts: string | null, 
/**
 * What it owes, as it lies in the workspace.
 */
audit: string | null, 
/**
 * The analysis as it lies in the workspace, markdown.
 */
analysis: string | null, };

/**
 * What Proviso wrote for a run.
 */
export type ModulesView = { 
/**
 * `Domains.Facts.<Project>`, once analysed.
 */
facts: string | null, 
/**
 * `Domains.Audit.<Project>`, once analysed.
 */
audit: string | null, };

/**
 * A request to say that a value stands elsewhere.
 */
export type MoveFieldReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The field's identifier.
 */
field: string, 
/**
 * Where it stands.
 */
drawn: DrawnBox, 
/**
 * The value there; as it is if none.
 */
value?: string | null, 
/**
 * Who says so.
 */
by: string, };

/**
 * Nothing to ask for, and nothing to say.
 */
export type Nothing = Record<string, never>;

/**
 * An attempt of a run.
 */
export type OfAttempt = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * From 1.
 */
attempt: number, };

/**
 * A request about a batch.
 */
export type OfBatch = { 
/**
 * Which.
 */
batch: string, };

/**
 * A card.
 */
export type OfCard = { 
/**
 * Its number.
 */
card: number, };

/**
 * A document.
 */
export type OfDocument = { 
/**
 * Which.
 */
document: string, };

/**
 * A model.
 */
export type OfModel = { 
/**
 * Its name: `ServiceContract`.
 */
name: string, };

/**
 * A request about a prompt.
 */
export type OfPrompt = { 
/**
 * Its path below `prompts/`.
 */
path: string, };

/**
 * A request about a provider.
 */
export type OfProvider = { 
/**
 * Which.
 */
provider: string, };

/**
 * A request for a rule's type.
 */
export type OfRule = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The rule's id.
 */
rule: number, };

/**
 * A run.
 */
export type OfRun = { 
/**
 * Which.
 */
run: RunId, };

/**
 * A request to work in a folder.
 */
export type OpenReq = { 
/**
 * Which; the proposed one if none.
 */
path?: string | null, };

/**
 * How an attempt's text came to be; cheapest first.
 */
export type Origin = "generated" | "quick_fix" | "repair" | "repair_with_queries" | "fresh_start" | "fallback" | "edited";

/**
 * A request for a picture.
 */
export type PageImageReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * Which of its documents, from 0.
 */
document: number, 
/**
 * From 1.
 */
page: number, 
/**
 * Pixels from left to right, 16 to 4,096.
 */
width: number, };

/**
 * A page of a document of a run.
 */
export type PageOfRun = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * Which of its documents, from 0.
 */
document: number, 
/**
 * From 1.
 */
page: number, };

/**
 * The text of a page, with places.
 */
export type PageText = { 
/**
 * Width in page units.
 */
width: number, 
/**
 * Height in page units.
 */
height: number, 
/**
 * What coordinates count in.
 */
unit: PageUnit, 
/**
 * Lines from top to bottom.
 */
lines: Array<LineView>, };

/**
 * What page coordinates count in.
 */
export type PageUnit = "point" | "pixel" | "cell";

/**
 * A page.
 */
export type PageView = { 
/**
 * From 1.
 */
number: number, 
/**
 * Width in page units; 0 where it is not known.
 */
width: number, 
/**
 * Height in page units; 0 where it is not known.
 */
height: number, 
/**
 * How it was read; of no meaning while it is being read.
 */
source: Source, 
/**
 * Why it was read so, or why it could not be read.
 */
reason: string, 
/**
 * How many lines were found.
 */
n_lines: number, 
/**
 * Whether it is still being read: what it looks like is known, what it says is not.
 */
awaited: boolean, 
/**
 * Whether its image is being recognized right now.
 */
begun: boolean, 
/**
 * Whether it was straightened or turned when it was read: its picture is another one then.
 */
straightened: boolean, 
/**
 * Where seals were put on it, in page units.
 */
seals: Array<Rect>, };

/**
 * A document with its pages.
 */
export type PagedDocument = { 
/**
 * Which of the run's documents, from 0.
 */
index: number, 
/**
 * The file's name.
 */
name: string, 
/**
 * SHA-256 of the file.
 */
sha256: string, 
/**
 * The format, by content.
 */
format: Format, 
/**
 * What page coordinates count in.
 */
unit: PageUnit, 
/**
 * Whether its pages have pictures.
 */
has_images: boolean, 
/**
 * What was lost on the way.
 */
notes: Array<ReadNote>, 
/**
 * The pages in order.
 */
pages: Array<PageView>, };

/**
 * A place on a page.
 */
export type PlaceView = { 
/**
 * The document's name.
 */
document: string, 
/**
 * Which of the run's documents, from 0.
 */
document_index: number, 
/**
 * From 1.
 */
page: number, 
/**
 * The boxes of the text, in page coordinates.
 */
boxes: Array<Rect>, 
/**
 * The text there.
 */
text: string, };

/**
 * What a project's name is worth.
 */
export type ProjectChecked = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether a project can have it.
 */
valid: boolean, 
/**
 * Whether no project has it yet.
 */
free: boolean, 
/**
 * Why it cannot be.
 */
reason: string | null, 
/**
 * Runs of the project that has it, the newest first.
 */
runs: Array<RunId>, };

/**
 * A request about a project's name.
 */
export type ProjectReq = { 
/**
 * The name.
 */
name: string, };

/**
 * A file of a prompt.
 */
export type PromptRow = { 
/**
 * Its path below `prompts/`, which names it: `author/default/v1/system.ko.txt`.
 */
path: string, 
/**
 * Whose it is; `shared` is what others include.
 */
agent: string, 
/**
 * The document type that it is for, or `default`.
 */
variant: string, 
/**
 * `v1`.
 */
version: string, 
/**
 * The version that its agent asks for: a text of another one is not used. None for what others
 * include, and where there is no such agent.
 */
asked_version: string | null, 
/**
 * `system`, `user`, `repair`, or the name of a shared one.
 */
piece: string, 
/**
 * The language of the documents that it is for; none is for all that have none of their own.
 */
language: string | null, 
/**
 * Whether it comes with the program.
 */
shipped: boolean, 
/**
 * Whether the workspace has one in its place.
 */
own: boolean, 
/**
 * Whether that one says something else.
 */
differs: boolean, };

/**
 * A file of a prompt with its texts.
 */
export type PromptText = { 
/**
 * The text that comes with the program.
 */
shipped_text: string | null, 
/**
 * The workspace's.
 */
own_text: string | null, 
/**
 * Its path below `prompts/`, which names it: `author/default/v1/system.ko.txt`.
 */
path: string, 
/**
 * Whose it is; `shared` is what others include.
 */
agent: string, 
/**
 * The document type that it is for, or `default`.
 */
variant: string, 
/**
 * `v1`.
 */
version: string, 
/**
 * The version that its agent asks for: a text of another one is not used. None for what others
 * include, and where there is no such agent.
 */
asked_version: string | null, 
/**
 * `system`, `user`, `repair`, or the name of a shared one.
 */
piece: string, 
/**
 * The language of the documents that it is for; none is for all that have none of their own.
 */
language: string | null, 
/**
 * Whether it comes with the program.
 */
shipped: boolean, 
/**
 * Whether the workspace has one in its place.
 */
own: boolean, 
/**
 * Whether that one says something else.
 */
differs: boolean, };

/**
 * What is asked for.
 */
export type Proposal = "engine" | "watched_folder";

/**
 * Something that a workspace asks for.
 */
export type ProposalView = { 
/**
 * What.
 */
what: Proposal, 
/**
 * Which provider or folder.
 */
value: string, 
/**
 * Whether the person here did not want it: then it is not asked for again.
 */
refused: boolean, };

/**
 * Why a provider did not answer.
 */
export type ProviderFault = "unreachable" | "slow" | "key" | "no_list" | "refused" | "other";

/**
 * What a provider lacks.
 */
export type ProviderLack = "key" | "model" | "address";

/**
 * What is to be set of a provider; what is left out stays as it is, null goes back to the usual.
 */
export type ProviderPatch = { 
/**
 * Whose.
 */
provider: string, 
/**
 * See [`ProviderView::base_url`].
 */
base_url: string | null, 
/**
 * See [`ProviderView::model`].
 */
model: string | null, 
/**
 * See [`ProviderView::second_model`].
 */
second_model: string | null, };

/**
 * What came of asking a provider.
 */
export type ProviderTested = { 
/**
 * Whether it answered and took the key.
 */
answered: boolean, 
/**
 * The models that it offers.
 */
models: Array<string>, 
/**
 * Whether the model that is set is among them; `None` where none is set or none are listed.
 */
has_model: boolean | null, 
/**
 * Why it did not answer.
 */
fault: ProviderFault | null, 
/**
 * The same as the program says it.
 */
message: string | null, };

/**
 * Something that is set of a provider.
 */
export type ProviderValue = { 
/**
 * What is set.
 */
set: string | null, 
/**
 * What counts where nothing is set.
 */
usual: string | null, 
/**
 * The variable, or `--model`, that counts before what is set.
 */
fixed_by: string | null, };

/**
 * A provider.
 */
export type ProviderView = { 
/**
 * Its name, as an engine's.
 */
name: string, 
/**
 * The address of its server.
 */
base_url: ProviderValue, 
/**
 * The model.
 */
model: ProviderValue, 
/**
 * The model to ask where the first is not there.
 */
second_model: ProviderValue, 
/**
 * Where its key is.
 */
key: KeyView, 
/**
 * What it lacks to be asked; none where it can be.
 */
lack: ProviderLack | null, 
/**
 * The same in words.
 */
reason: string | null, };

/**
 * All providers.
 */
export type ProvidersView = { 
/**
 * In the order in which they are offered.
 */
providers: Array<ProviderView>, 
/**
 * Whether there is a keyring to keep keys in.
 */
keyring: boolean, 
/**
 * The engine that was named where the program was started, and which no setting changes.
 */
engine_fixed: string | null, };

/**
 * A run that is not over.
 */
export type QueueEntry = { 
/**
 * Whether this process has it, so that it can be cancelled here.
 */
ours: boolean, 
/**
 * The stage that it is in.
 */
stage: Stage | null, 
/**
 * Which of its documents is read, from 0.
 */
document: number, 
/**
 * How many pages of that document were read or lost; none before it is open.
 */
n_read: number | null, 
/**
 * Of how many.
 */
n_pages: number | null, 
/**
 * The page whose image is being recognized; of several the one that began last.
 */
recognizing: number | null, 
/**
 * The last event that is in this; later ones are told by the stream.
 */
seq: number, 
/**
 * The run.
 */
run: RunId, 
/**
 * The run that it went on from.
 */
parent: RunId | null, 
/**
 * The project.
 */
project: string, 
/**
 * The documents' names.
 */
documents: Array<string>, 
/**
 * The document type: as found, before that as chosen.
 */
document_type: string | null, 
/**
 * The title as printed, once analysed.
 */
title: string | null, 
/**
 * Who analysed and wrote.
 */
engine: string, 
/**
 * Where it is.
 */
state: RunState, 
/**
 * The verdict; `None` while it runs.
 */
verdict: Verdict | null, 
/**
 * The verdict as it is shown: that it speaks of little and of corrected values is part of it.
 */
verdict_name: Remark, 
/**
 * How it looks.
 */
tone: Tone, 
/**
 * What stands beside the verdict: `thin`, `no_rules`, `too_large`, `compiler_missing` …
 */
detail: string | null, 
/**
 * Whether a compiler has still to judge it.
 */
waits_for_compiler: boolean, 
/**
 * Refuted rules that nobody waived, once analysed.
 */
n_refuted: number | null, 
/**
 * How much of what is printed the rules look at, once analysed; `None` if it was not counted.
 */
coverage: CoverageView | null, 
/**
 * How many of the values that the verdict is about a person corrected.
 */
n_corrected: number, 
/**
 * How many texts were checked.
 */
n_attempts: number, 
/**
 * When it was asked for, in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it ended.
 */
ended_at_ms: number | null, 
/**
 * Who looked it through.
 */
reviewed: ReviewedView | null, 
/**
 * When a person put it away.
 */
deleted_at_ms: number | null, };

/**
 * A queue that answered.
 */
export type QueueTested = { 
/**
 * Where it is, without what one comes in by.
 */
address: string, 
/**
 * Whose jobs.
 */
space: string, 
/**
 * What a worker must be to take jobs of here.
 */
program: string, };

/**
 * What is waiting and under way.
 */
export type QueueView = { 
/**
 * How many runs go on at a time here.
 */
parallel: number, 
/**
 * In the order of asking; runs of other processes on the workspace are among them.
 */
entries: Array<QueueEntry>, };

/**
 * A run that waits for its turn, or why there is none.
 */
export type Queued = { 
/**
 * The run.
 */
run: RunId | null, 
/**
 * What it was asked for, as in the request.
 */
paths: Array<string>, 
/**
 * Its project.
 */
project: string | null, 
/**
 * Why there is no run.
 */
error: ApiError | null, };

/**
 * A request to tell what a box holds.
 */
export type ReadBoxReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The box.
 */
drawn: DrawnBox, 
/**
 * The field whose value should stand there, by its identifier; none for a value that is new.
 */
field?: string | null, };

/**
 * Something that a page or the file lost while being read, said to people.
 */
export type ReadNote = { 
/**
 * The page, counted from 1; none for the whole file.
 */
page: number | null, 
/**
 * What happened and what to do.
 */
message: Remark, };

/**
 * A value as it was read.
 */
export type ReadingView = { 
/**
 * Its kind.
 */
kind: Kind, 
/**
 * In canonical text.
 */
value: string, 
/**
 * As people write it.
 */
shown: string, };

/**
 * A kind of failure below [`crate::Code`]; the names of its values stand beside it.
 */
export type Reason = "read_open" | "read_empty" | "read_unsupported" | "read_encrypted" | "read_locked" | "password_wrong" | "read_damaged" | "read_too_large" | "read_worker" | "check_timed_out" | "check_failed" | "database_newer" | "database_damaged" | "disk" | "settings_broken" | "upload_too_large" | "upload_gone" | "project_name" | "project_case" | "field_same" | "field_value" | "field_missing" | "field_there" | "field_label" | "nothing_to_undo" | "rule_other" | "rule_there" | "rule_open" | "why_missing" | "who_missing" | "not_analysed" | "run_missing" | "attempt_missing" | "run_ended" | "engine_missing" | "hint_needs_model" | "hint_length" | "nothing_to_convert" | "bounds" | "folder_missing" | "prompt_empty" | "prompt_broken" | "prompt_name" | "key_malformed" | "no_keyring" | "address" | "workspace_busy" | "workspace_missing" | "not_proposed" | "not_from_here" | "model_missing" | "text_too_large" | "queue_unset" | "queue_address_secret" | "queue_unreachable" | "queue_refused" | "queue_closed" | "queue_denied" | "queue_untrusted" | "queue_uncertified" | "queue_address" | "queue_secret" | "queue_file" | "queue_full" | "queue_failed" | "queue_space" | "batch_missing" | "workers_lost" | "document_expired" | "worker_silent" | "document_changed" | "project_taken";

/**
 * An axis-parallel box in page coordinates, `x0 <= x1`, `y0 <= y1`.
 */
export type Rect = { 
/**
 * Left edge.
 */
x0: number, 
/**
 * Upper edge.
 */
y0: number, 
/**
 * Right edge.
 */
x1: number, 
/**
 * Lower edge.
 */
y1: number, };

/**
 * One remark, without a full stop.
 */
export type Remark = { 
/**
 * In English.
 */
en: string, 
/**
 * In Korean.
 */
ko: string, };

/**
 * A request to take out a value that a person put in.
 */
export type RemoveFieldReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The field's identifier.
 */
field: string, 
/**
 * Who says so.
 */
by: string, };

/**
 * What came of playing a run again.
 */
export type Replayed = { 
/**
 * The run.
 */
run: RunId, 
/**
 * Its verdict, as it came again.
 */
verdict: Verdict, 
/**
 * Whether all came out as it is stored, byte for byte.
 */
identical: boolean, 
/**
 * What did not, in words.
 */
differences: Array<string>, 
/**
 * Stored answers of models that were used.
 */
n_calls: number, 
/**
 * Stored answers of the compiler that were used.
 */
n_checks: number, 
/**
 * What the run made, with SHA-256 of the text that came this time.
 */
results: Array<ReplayedText>, };

/**
 * A text that a replayed run made.
 */
export type ReplayedText = { 
/**
 * Its path below the workspace.
 */
path: string, 
/**
 * In lower-case hex.
 */
sha256: string, };

/**
 * A request for a report.
 */
export type ReportReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The language of what stands around the document's own words: `ko` or `en`.
 */
language: string, };

/**
 * A request to go on with a run.
 */
export type RetryRunReq = { 
/**
 * Which.
 */
run: RunId, 
/**
 * From which stage, in a new run; none takes up a run that had stopped.
 */
from?: Stage | null, 
/**
 * Who analyses and writes; as set if none.
 */
engine?: string | null, 
/**
 * What a person tells the agents of a language model.
 */
hint?: string | null, 
/**
 * Who tells it.
 */
by?: string | null, };

/**
 * A request to mark a run as looked through.
 */
export type ReviewReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * Who did.
 */
by: string, };

/**
 * Who looked a run through.
 */
export type ReviewedView = { 
/**
 * Who.
 */
by: string, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number, };

/**
 * Which way a value was found.
 */
export type Route = "label_value" | "table" | "clause" | "letterhead" | "embedded" | "model" | "seen" | "correction" | "hand";

/**
 * A part of a rule by hand.
 */
export type RulePart = { 
/**
 * The field's id.
 */
field: number, 
/**
 * Whether it is taken away; only sums ask.
 */
negative: boolean, };

/**
 * A rule as it would stand.
 */
export type RuleTried = { 
/**
 * In words, in the document's language.
 */
statement: string, 
/**
 * With the document's numbers in it.
 */
equation: string, 
/**
 * The same in pieces, of which some are fields.
 */
parts: Array<EquationPart>, 
/**
 * Whether it is true of the document.
 */
status: Status, 
/**
 * What is printed less what is computed, as people write it.
 */
difference: string | null, 
/**
 * The rule that says it already.
 */
known: number | null, };

/**
 * A rule with its operands and its Idris term.
 */
export type RuleView = { 
/**
 * Its id in the analysis.
 */
id: number, 
/**
 * Its name: `grand_total`, `line_amount` …
 */
name: string, 
/**
 * In words, in the document's language.
 */
statement: string, 
/**
 * Over field ids: `f12 = f3 + f4`.
 */
expression: string, 
/**
 * Which kind of relation it is: a name that `RELATIONS` has words for.
 */
relation: string, 
/**
 * With the document's numbers in it, in pieces of which some are fields.
 */
parts: Array<EquationPart>, 
/**
 * Whether it is true of the document.
 */
status: Status, 
/**
 * Why it was kept.
 */
support: Support, 
/**
 * The fields that it uses, each once.
 */
fields: Array<number>, 
/**
 * Where an amount in words stands.
 */
place?: PlaceView, 
/**
 * What the document prints, in canonical text; for refuted rules.
 */
printed?: string, 
/**
 * What the rule computes; for refuted rules.
 */
computed?: string, 
/**
 * What is printed less what is computed, as people write it; for amounts of one currency.
 */
difference?: string, 
/**
 * What would mend it, the best first.
 */
mends: Array<MendView>, 
/**
 * Who let it pass, and why.
 */
waived?: WaivedView, 
/**
 * Who pointed at it, where a person did.
 */
by_hand?: CorrectedView, 
/**
 * What its type is called in the facts: `R3`.
 */
idris?: string, 
/**
 * Whether a compiler proved it; false where none has judged.
 */
proved: boolean, 
/**
 * Why the model cannot say it.
 */
left_out?: string, };

/**
 * What differs.
 */
export type RunComparison = { 
/**
 * One.
 */
a: RunHead, 
/**
 * The other.
 */
b: RunHead, 
/**
 * Fields that are not the same in both.
 */
fields: Array<ComparedField>, 
/**
 * Rules that are not the same in both.
 */
rules: Array<ComparedRule>, 
/**
 * How many fields are the same.
 */
n_equal_fields: number, 
/**
 * How many rules are the same.
 */
n_equal_rules: number, 
/**
 * A unified diff of the last texts of their models; empty where they are equal.
 */
model: string, };

/**
 * A run with all that a window shows.
 *
 * What it shows of few runs or seldom is asked for by itself: the analysis (`runs.analysis`), the
 * model's text (`runs.attempt`, `runs.modules`), a rule's type (`runs.term`), what happened
 * (`runs.events`). What most fields and rules do not have is left out where they do not have it.
 */
export type RunDetail = { 
/**
 * Whether there is a text of the model.
 */
has_model: boolean, 
/**
 * Whether it can be taken up where it stopped.
 */
resumable: boolean, 
/**
 * The run that counts instead of it.
 */
superseded: SupersededView | null, 
/**
 * The stages in order, with times.
 */
stages: Array<StageView>, 
/**
 * All fields, by id.
 */
fields: Array<FieldView>, 
/**
 * All rules, by id.
 */
rules: Array<RuleView>, 
/**
 * All tables.
 */
tables: Array<TableView>, 
/**
 * Clauses in prose, where a language model read them.
 */
clauses: Array<ClauseView>, 
/**
 * Rules that a person took for none of the documents, so that they are not among the others.
 */
struck: Array<StruckView>, 
/**
 * What a person told the agents of this run.
 */
hint: HintView | null, 
/**
 * The run.
 */
run: RunId, 
/**
 * The run that it went on from.
 */
parent: RunId | null, 
/**
 * The project.
 */
project: string, 
/**
 * The documents' names.
 */
documents: Array<string>, 
/**
 * The document type: as found, before that as chosen.
 */
document_type: string | null, 
/**
 * The title as printed, once analysed.
 */
title: string | null, 
/**
 * Who analysed and wrote.
 */
engine: string, 
/**
 * Where it is.
 */
state: RunState, 
/**
 * The verdict; `None` while it runs.
 */
verdict: Verdict | null, 
/**
 * The verdict as it is shown: that it speaks of little and of corrected values is part of it.
 */
verdict_name: Remark, 
/**
 * How it looks.
 */
tone: Tone, 
/**
 * What stands beside the verdict: `thin`, `no_rules`, `too_large`, `compiler_missing` …
 */
detail: string | null, 
/**
 * Whether a compiler has still to judge it.
 */
waits_for_compiler: boolean, 
/**
 * Refuted rules that nobody waived, once analysed.
 */
n_refuted: number | null, 
/**
 * How much of what is printed the rules look at, once analysed; `None` if it was not counted.
 */
coverage: CoverageView | null, 
/**
 * How many of the values that the verdict is about a person corrected.
 */
n_corrected: number, 
/**
 * How many texts were checked.
 */
n_attempts: number, 
/**
 * When it was asked for, in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it ended.
 */
ended_at_ms: number | null, 
/**
 * Who looked it through.
 */
reviewed: ReviewedView | null, 
/**
 * When a person put it away.
 */
deleted_at_ms: number | null, 
/**
 * The documents' language, once analysed: `ko`, `en`, `other`.
 */
language: string | null, 
/**
 * All that is said of it, in both languages.
 */
told: Told, 
/**
 * How many rules hold, by exact arithmetic.
 */
n_holds: number, 
/**
 * Refuted rules that nobody waived, by their causes.
 */
slips: Array<SlipView>, 
/**
 * Values that a person corrected, since they were misread.
 */
corrections: Array<CorrectionView>, 
/**
 * What whoever issued the document is asked to print, and what would hold then.
 */
mended: MendedView | null, 
/**
 * Numbers on the pages that no field holds, each with its place.
 */
unheld: Array<UnheldView>, 
/**
 * What was wrong last: the first rejecting diagnostic, or why the run failed.
 */
last_error: string | null, 
/**
 * The model's path below the workspace, where it was accepted or could not be checked.
 */
model_path: string | null, 
/**
 * The compiler's version.
 */
compiler: string | null, 
/**
 * Who has judged the text that the verdict is about, and what each said.
 */
judges: Array<Judge>, 
/**
 * SHA-256 of the trusted library that models are checked against.
 */
core_sha256: string, 
/**
 * All checked texts.
 */
attempts: Array<AttemptView>, 
/**
 * What is stored of it and cannot be shown: another version of Proviso has stored it, or a part of
 * it is missing.
 */
foreign: Array<Remark>, };

/**
 * An event in its envelope.
 */
export type RunEvent = { 
/**
 * The run.
 */
run_id: string, 
/**
 * Number within the run, from 0.
 */
seq: number, 
/**
 * The document, where it speaks of one: its SHA-256.
 */
document_id: string | null, 
/**
 * The stage.
 */
stage: Stage | null, 
/**
 * How bad.
 */
severity: Severity, 
/**
 * One line for people.
 */
message: string, 
/**
 * When.
 */
created_at_ms: number, } & ({ "event_type": "run.queued", "data": { 
/**
 * How many are before it.
 */
n_before: number, } } | { "event_type": "run.started", "data": { 
/**
 * The project.
 */
project: string, 
/**
 * The files' names.
 */
documents: Array<string>, 
/**
 * Who analyses and writes.
 */
engine: string, } } | { "event_type": "run.resumed", "data": { 
/**
 * From which stage.
 */
from: Stage, } } | { "event_type": "stage.started" } | { "event_type": "stage.finished", "data": { 
/**
 * How long it took.
 */
took_ms: number, } } | { "event_type": "document.opened", "data": { 
/**
 * The file's name.
 */
name: string, 
/**
 * How many pages it has.
 */
n_pages: number, } } | { "event_type": "page.begun", "data": { 
/**
 * From 1.
 */
page: number, 
/**
 * Of how many.
 */
n_pages: number, } } | { "event_type": "page.read", "data": { 
/**
 * From 1.
 */
page: number, 
/**
 * Of how many.
 */
n_pages: number, 
/**
 * How it was read, and why so.
 */
reason: string, } } | { "event_type": "page.failed", "data": { 
/**
 * From 1.
 */
page: number, 
/**
 * Why.
 */
reason: string, 
/**
 * The same for people, in both languages; none in events of programs that did not tell.
 */
remark: Remark | null, } } | { "event_type": "analysis.finished", "data": { 
/**
 * The document type.
 */
document_type: string, 
/**
 * How many fields.
 */
n_fields: number, 
/**
 * How many rules.
 */
n_rules: number, 
/**
 * How many of them are refuted.
 */
n_refuted: number, } } | { "event_type": "attempt.written", "data": { 
/**
 * Its number.
 */
attempt: number, 
/**
 * How it came to be.
 */
origin: Origin, } } | { "event_type": "attempt.checked", "data": { 
/**
 * Its number.
 */
attempt: number, 
/**
 * Whether nothing rejects it.
 */
accepted: boolean, 
/**
 * Kinds of the rejecting diagnostics.
 */
errors: Array<DiagnosticKind>, } } | { "event_type": "file.written", "data": { 
/**
 * Its path below the workspace.
 */
path: string, 
/**
 * Where an edited predecessor was kept.
 */
kept: string | null, } } | { "event_type": "warning.raised", "data": { 
/**
 * For programs: `compiler.missing`, `core.differs` …
 */
code: string, 
/**
 * What is said of the document, in both languages; none where the code says all.
 */
remark: Remark | null, } } | { "event_type": "agent.started", "data": { 
/**
 * Which: `analyst`, `author`, `fixer` …
 */
agent: string, 
/**
 * Its prompt: `author/default/v1`.
 */
prompt: string, 
/**
 * What it works on: the project, a section.
 */
scope: string, } } | { "event_type": "agent.finished", "data": { 
/**
 * Which.
 */
agent: string, 
/**
 * Whether its result is the built-in engine's.
 */
used_fallback: boolean, 
/**
 * Whether the model repaired the form of its answer.
 */
repaired: boolean, 
/**
 * How often it was asked to.
 */
repair_attempts: number, 
/**
 * How long it took.
 */
took_ms: number, } } | { "event_type": "model.called", "data": { 
/**
 * Who asked.
 */
agent: string, 
/**
 * The provider.
 */
provider: string, 
/**
 * The model that answered.
 */
model: string, 
/**
 * SHA-256 of what was asked.
 */
request_sha256: string, 
/**
 * Tokens of the request.
 */
input_tokens: number, 
/**
 * Tokens of the answer.
 */
output_tokens: number, 
/**
 * Millionths of a dollar; none where the price is not known.
 */
cost_micros: number | null, 
/**
 * Whether the answer was kept from before.
 */
cached: boolean, 
/**
 * How long it took.
 */
took_ms: number, } } | { "event_type": "model.failed", "data": { 
/**
 * Who asked.
 */
agent: string, 
/**
 * The provider.
 */
provider: string, 
/**
 * The model that was asked.
 */
model: string, 
/**
 * Why.
 */
reason: string, } } | { "event_type": "model.retried", "data": { 
/**
 * Who asks.
 */
agent: string, 
/**
 * Why.
 */
reason: string, 
/**
 * After how long.
 */
after_ms: number, } } | { "event_type": "budget.refused", "data": { 
/**
 * Who wanted to ask.
 */
agent: string, 
/**
 * Which limit: `run.tokens`, `call.cost` …
 */
limit: string, 
/**
 * What it allows: tokens, or millionths of a dollar.
 */
allowed: number, 
/**
 * What would be spent; none where the price is not known.
 */
would: number | null, } } | { "event_type": "tool.used", "data": { 
/**
 * Which agent.
 */
agent: string, 
/**
 * The tool.
 */
tool: string, 
/**
 * What it was asked, shortened.
 */
question: string, 
/**
 * How long it took.
 */
took_ms: number, } } | { "event_type": "picture.shown", "data": { 
/**
 * SHA-256 of the document.
 */
document: string, 
/**
 * Which page, from 1.
 */
page: number, 
/**
 * SHA-256 of the picture.
 */
sha256: string, } } | { "event_type": "places.looked_at", "data": { 
/**
 * SHA-256 of the document.
 */
document: string, 
/**
 * Which page, from 1.
 */
page: number, 
/**
 * What was recognized at each, in the order in which they were asked for.
 */
texts: Array<string>, 
/**
 * How many of them say what the model had read.
 */
n_agreed: number, } } | { "event_type": "analyst.parse_failed", "data": { 
/**
 * What was wrong.
 */
reason: string, } } | { "event_type": "analyst.schema_failed", "data": { 
/**
 * What was wrong, one fault per line.
 */
reason: string, } } | { "event_type": "analyst.repair_attempted", "data": { 
/**
 * For the how manyth time.
 */
attempt: number, } } | { "event_type": "analyst.regenerated" } | { "event_type": "analyst.fell_back", "data": { 
/**
 * Why.
 */
reason: string, 
/**
 * The same for people, in both languages; none in events of programs that did not tell.
 */
remark: Remark | null, } } | { "event_type": "analyst.quote_refused", "data": { 
/**
 * Its label.
 */
label: string, 
/**
 * Why.
 */
reason: string, } } | { "event_type": "analyst.read", "data": { 
/**
 * How many are new.
 */
n_new: number, 
/**
 * How many the built-in analysis had found too.
 */
n_agreed: number, 
/**
 * How many rules it stated that hold.
 */
n_rules: number, 
/**
 * How many clauses it found.
 */
n_clauses: number, 
/**
 * Pages that it was given.
 */
n_pages: number, 
/**
 * Tokens of all that it was asked for these pages.
 */
input_tokens: number, 
/**
 * Tokens of all that it said.
 */
output_tokens: number, } } | { "event_type": "author.code_missing", "data": { 
/**
 * What was wrong.
 */
reason: string, } } | { "event_type": "candidate.checked", "data": { 
/**
 * Which, from 1.
 */
candidate: number, 
/**
 * Whether nothing rejects it.
 */
accepted: boolean, } } | { "event_type": "author.repair_attempted", "data": { 
/**
 * For the how manyth time.
 */
attempt: number, } } | { "event_type": "author.fell_back", "data": { 
/**
 * Why.
 */
reason: string, 
/**
 * The same for people, in both languages; none in events of programs that did not tell.
 */
remark: Remark | null, } } | { "event_type": "fixer.blocks_failed", "data": { 
/**
 * What was wrong.
 */
reason: string, } } | { "event_type": "fixer.repair_attempted", "data": { 
/**
 * For the how manyth time.
 */
attempt: number, } } | { "event_type": "fixer.gave_up", "data": { 
/**
 * Why.
 */
reason: string, } } | { "event_type": "personal.hidden", "data": { 
/**
 * Who asked.
 */
agent: string, 
/**
 * How many different values.
 */
n: number, } } | { "event_type": "section.failed", "data": { 
/**
 * Which: its heading, or its pages.
 */
section: string, 
/**
 * Why.
 */
reason: string, } } | { "event_type": "refiner.parse_failed", "data": { 
/**
 * What was wrong.
 */
reason: string, } } | { "event_type": "refiner.schema_failed", "data": { 
/**
 * What was wrong, one fault per line.
 */
reason: string, } } | { "event_type": "refiner.repair_attempted", "data": { 
/**
 * For the how manyth time.
 */
attempt: number, } } | { "event_type": "refiner.regenerated" } | { "event_type": "refiner.fell_back", "data": { 
/**
 * Why.
 */
reason: string, 
/**
 * The same for people, in both languages; none in events of programs that did not tell.
 */
remark: Remark | null, } } | { "event_type": "refiner.edited", "data": { 
/**
 * How many.
 */
n_applied: number, 
/**
 * How many were out of range or empty.
 */
n_dropped: number, } } | { "event_type": "card.applied", "data": { 
/**
 * The card.
 */
card: number, 
/**
 * What it repairs, and how, as it was then.
 */
lesson: Lesson, } } | { "event_type": "card.judged", "data": { 
/**
 * The card.
 */
card: number, 
/**
 * Whether its error is gone.
 */
won: boolean, } } | { "event_type": "card.learned", "data": { 
/**
 * The card.
 */
card: number, 
/**
 * The error that it repairs.
 */
signature: string, } } | { "event_type": "reviewer.parse_failed", "data": { 
/**
 * What was wrong.
 */
reason: string, } } | { "event_type": "reviewer.schema_failed", "data": { 
/**
 * What was wrong, one fault per line.
 */
reason: string, } } | { "event_type": "reviewer.repair_attempted", "data": { 
/**
 * For the how manyth time.
 */
attempt: number, } } | { "event_type": "reviewer.regenerated" } | { "event_type": "reviewer.fell_back", "data": { 
/**
 * Why.
 */
reason: string, 
/**
 * The same for people, in both languages; none in events of programs that did not tell.
 */
remark: Remark | null, } } | { "event_type": "review.approved", "data": { 
/**
 * For the how manyth time it looked.
 */
round: number, 
/**
 * Why.
 */
reason: string, } } | { "event_type": "review.criticized", "data": { 
/**
 * For the how manyth time it looked.
 */
round: number, 
/**
 * Why.
 */
reason: string, 
/**
 * What is to change, and by whom.
 */
changes: Array<Criticism>, } } | { "event_type": "review.dropped", "data": { 
/**
 * Why.
 */
reason: string, } } | { "event_type": "run.finished", "data": { 
/**
 * Its verdict.
 */
verdict: Verdict, 
/**
 * Refuted rules that nobody waived.
 */
n_refuted: number, 
/**
 * Whether the verdict speaks of little of what is printed.
 */
thin?: boolean, 
/**
 * The verdict as it is shown; `None` in events of programs that did not tell. It was `name`
 * before it was what heads of runs call it.
 */
verdict_name?: Remark, 
/**
 * How it looks.
 */
tone?: Tone, } });

/**
 * A run in short.
 */
export type RunHead = { 
/**
 * The run.
 */
run: RunId, 
/**
 * The run that it went on from.
 */
parent: RunId | null, 
/**
 * The project.
 */
project: string, 
/**
 * The documents' names.
 */
documents: Array<string>, 
/**
 * The document type: as found, before that as chosen.
 */
document_type: string | null, 
/**
 * The title as printed, once analysed.
 */
title: string | null, 
/**
 * Who analysed and wrote.
 */
engine: string, 
/**
 * Where it is.
 */
state: RunState, 
/**
 * The verdict; `None` while it runs.
 */
verdict: Verdict | null, 
/**
 * The verdict as it is shown: that it speaks of little and of corrected values is part of it.
 */
verdict_name: Remark, 
/**
 * How it looks.
 */
tone: Tone, 
/**
 * What stands beside the verdict: `thin`, `no_rules`, `too_large`, `compiler_missing` …
 */
detail: string | null, 
/**
 * Whether a compiler has still to judge it.
 */
waits_for_compiler: boolean, 
/**
 * Refuted rules that nobody waived, once analysed.
 */
n_refuted: number | null, 
/**
 * How much of what is printed the rules look at, once analysed; `None` if it was not counted.
 */
coverage: CoverageView | null, 
/**
 * How many of the values that the verdict is about a person corrected.
 */
n_corrected: number, 
/**
 * How many texts were checked.
 */
n_attempts: number, 
/**
 * When it was asked for, in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it ended.
 */
ended_at_ms: number | null, 
/**
 * Who looked it through.
 */
reviewed: ReviewedView | null, 
/**
 * When a person put it away.
 */
deleted_at_ms: number | null, };

/**
 * A run's number in its workspace; text on the wire, as in events.
 */
export type RunId = string;

/**
 * Where a run is.
 */
export type RunState = "waiting" | "running" | "ended";

/**
 * A page of runs.
 */
export type RunsFound = { 
/**
 * The page, the newest run first.
 */
rows: Array<RunHead>, 
/**
 * How many there are in all.
 */
total: number, };

/**
 * Which runs are wanted; what is left out does not restrict.
 */
export type RunsQuery = { 
/**
 * Part of the project's name, the title or a document's name.
 */
search?: string | null, 
/**
 * Any of these.
 */
verdicts?: Array<Verdict> | null, 
/**
 * Those that have no verdict yet, beside the ones with `verdicts`.
 */
unfinished?: boolean | null, 
/**
 * As found or chosen.
 */
document_type?: string | null, 
/**
 * In any case of its letters.
 */
project?: string | null, 
/**
 * Begun then or later, in milliseconds since 1970.
 */
since_ms?: number | null, 
/**
 * Begun before.
 */
until_ms?: number | null, 
/**
 * Those that were put away, instead of the others.
 */
deleted?: boolean | null, 
/**
 * How many to pass over.
 */
offset?: number | null, 
/**
 * How many at most; 100 if none.
 */
limit?: number | null, };

/**
 * What one of them said.
 */
export type Said = "accepted" | "refused" | "outside";

/**
 * A document that comes with the program.
 */
export type SampleView = { 
/**
 * What names it wherever a file is named.
 */
path: string, 
/**
 * Its file name.
 */
name: string, };

/**
 * A request to use a text as a prompt.
 */
export type SavePromptReq = { 
/**
 * Its path below `prompts/`.
 */
path: string, 
/**
 * The text.
 */
text: string, };

/**
 * A request to send documents to the queue that is set.
 */
export type SendBatchReq = { 
/**
 * Files, or handles of received ones; each is a document of its own.
 */
paths: Array<string>, 
/**
 * A document type that a person chose for all of them.
 */
document_type?: string | null, 
/**
 * Checked texts by an engine; as set if none.
 */
max_attempts?: number | null, };

/**
 * What is set, with the defaults filled in.
 */
export type Settings = { 
/**
 * `ko` or `en`; none follows the system.
 */
language: string | null, 
/**
 * `light` or `dark`; none follows the system.
 */
theme: string | null, 
/**
 * The compiler to use instead of the one that is found.
 */
idris2_path: string | null, 
/**
 * Languages of recognition, as Tesseract names them; empty takes Korean and English as far as
 * they are installed.
 */
ocr_languages: Array<string>, 
/**
 * Who analyses and writes, unless a run says otherwise.
 */
engine: string, 
/**
 * Checked texts by an engine.
 */
max_attempts: number, 
/**
 * Time for one check.
 */
check_timeout_ms: number, 
/**
 * Runs at a time.
 */
parallel_runs: number, 
/**
 * A folder whose new documents are converted.
 */
watched_folder: string | null, 
/**
 * The queue that batches are sent to; none sends none.
 */
queue_address: string | null, 
/**
 * Whose jobs those are, there; none is the usual space.
 */
queue_space: string | null, 
/**
 * The file of credentials for it.
 */
queue_credentials: string | null, 
/**
 * The certificate to trust instead of the system's.
 */
queue_authority: string | null, 
/**
 * Tokens that a run may spend on models.
 */
max_tokens: number, 
/**
 * Millionths of a dollar that a run may spend on models; none is no limit.
 */
max_cost_micros: number | null, 
/**
 * Whether repairs are remembered and tried.
 */
repair_memory: boolean, 
/**
 * Whether personal data is hidden from models.
 */
redact: boolean, };

/**
 * What is to be set; what is left out stays as it is, null goes back to the default.
 */
export type SettingsPatch = { 
/**
 * See [`Settings::language`].
 */
language: string | null, 
/**
 * See [`Settings::theme`].
 */
theme: string | null, 
/**
 * See [`Settings::idris2_path`].
 */
idris2_path: string | null, 
/**
 * See [`Settings::ocr_languages`].
 */
ocr_languages: Array<string> | null, 
/**
 * See [`Settings::engine`].
 */
engine: string | null, 
/**
 * See [`Settings::max_attempts`].
 */
max_attempts: number | null, 
/**
 * See [`Settings::check_timeout_ms`].
 */
check_timeout_ms: number | null, 
/**
 * See [`Settings::parallel_runs`].
 */
parallel_runs: number | null, 
/**
 * See [`Settings::watched_folder`].
 */
watched_folder: string | null, 
/**
 * See [`Settings::queue_address`].
 */
queue_address: string | null, 
/**
 * See [`Settings::queue_space`].
 */
queue_space: string | null, 
/**
 * See [`Settings::queue_credentials`].
 */
queue_credentials: string | null, 
/**
 * See [`Settings::queue_authority`].
 */
queue_authority: string | null, 
/**
 * See [`Settings::max_tokens`].
 */
max_tokens: number | null, 
/**
 * See [`Settings::max_cost_micros`].
 */
max_cost_micros: number | null, 
/**
 * See [`Settings::repair_memory`].
 */
repair_memory: boolean | null, 
/**
 * See [`Settings::redact`].
 */
redact: boolean | null, };

/**
 * How bad a message is.
 */
export type Severity = "info" | "warn" | "error";

/**
 * A sign, and what it is worth.
 */
export type Sign = { 
/**
 * What it is.
 */
says: Remark, 
/**
 * Thousandths of a bit that it speaks for the reading, below zero against it; none where an
 * order decides.
 */
millibits: number | null, };

/**
 * Refuted rules that have one cause.
 */
export type SlipView = { 
/**
 * The rules' ids; the first is told, the others are its consequences.
 */
rules: Array<number>, 
/**
 * The value that would mend all of them and break none, where one is known.
 */
mend: MendView | null, };

/**
 * Where the words of a page, or a single word, came from.
 */
export type Source = "text_layer" | "ocr" | "native";

/**
 * A stretch of a source file; lines and columns count characters from 1. The end is the last
 * character (the compiler prints the column behind it); an empty stretch ends where it begins, one
 * that ends with a line break at column 1 of the next line.
 */
export type Span = { 
/**
 * Module as the compiler names it: `Domains.Sample`.
 */
module: string, 
/**
 * First line.
 */
line: number, 
/**
 * First column.
 */
column: number, 
/**
 * Last line.
 */
end_line: number, 
/**
 * Last column.
 */
end_column: number, };

/**
 * What a run does, in order; `fix` leads back to `typecheck`.
 */
export type Stage = "read" | "analyze" | "generate" | "typecheck" | "fix" | "audit" | "review";

/**
 * What a check found out.
 */
export type StageCheck = { 
/**
 * Whether the compiler accepted facts and model.
 */
typechecked: boolean, 
/**
 * Whether the audit is clean too; false where it was not asked.
 */
audited: boolean, 
/**
 * What speaks against the model.
 */
diagnostics: Array<Diagnostic>, 
/**
 * The compiler's version; none where there is none.
 */
compiler: string | null, };

/**
 * What a stage made.
 */
export type StageMade = { 
/**
 * Which stage.
 */
stage: Stage, 
/**
 * All that is known now, for the next stage.
 */
staged: unknown, 
/**
 * The model's text, where there is one.
 */
model: string | null, 
/**
 * What speaks against it, where it was checked.
 */
check: StageCheck | null, 
/**
 * What happened on the way, in words.
 */
messages: Array<string>, };

/**
 * A request to run one stage.
 */
export type StageReq = { 
/**
 * Which stage.
 */
stage: Stage, 
/**
 * The run whose artefacts it begins with.
 */
run?: RunId | null, 
/**
 * What the stage before it made, as this command answered it; instead of a run.
 */
from: unknown, 
/**
 * A document, for `read` without a run.
 */
path?: string | null, 
/**
 * The project's name, where nothing else says it.
 */
project?: string | null, 
/**
 * Who analyses, writes and repairs; as set if none.
 */
engine?: string | null, };

/**
 * How far a stage is.
 */
export type StageState = "waiting" | "running" | "done" | "failed" | "skipped";

/**
 * A stage of a run.
 */
export type StageView = { 
/**
 * Which.
 */
stage: Stage, 
/**
 * How far it is.
 */
state: StageState, 
/**
 * When it began, the last time.
 */
started_at_ms: number | null, 
/**
 * How long it took, all its times together.
 */
took_ms: number | null, };

/**
 * How many documents there are of a state.
 */
export type StateCount = { 
/**
 * The state.
 */
state: DocumentState, 
/**
 * How many.
 */
count: number, };

/**
 * Whether a rule is true of the document.
 */
export type Status = "holds" | "refuted" | "unknown";

/**
 * A request to take a rule for none of the document's.
 */
export type StrikeRuleReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The rule's id.
 */
rule: number, 
/**
 * Why it is none.
 */
reason: string, 
/**
 * Who says so.
 */
by: string, };

/**
 * A rule that is none.
 */
export type StruckView = { 
/**
 * What names it where it is taken for one again.
 */
struck: number, 
/**
 * The rule's name.
 */
name: string, 
/**
 * The texts at its places.
 */
texts: Array<string>, 
/**
 * Why it is none.
 */
reason: string, 
/**
 * Who said so.
 */
by: string, 
/**
 * When.
 */
at_ms: number, };

/**
 * What led from one run to the next.
 */
export type SupersededBy = "correction" | "waiver" | "strike" | "hand" | "retry";

/**
 * A run that counts instead of an older one.
 */
export type SupersededView = { 
/**
 * What led from the older run to the next one.
 */
why: SupersededBy, 
/**
 * Who did that, where a person said something.
 */
by: string | null, 
/**
 * The run.
 */
run: RunId, 
/**
 * The run that it went on from.
 */
parent: RunId | null, 
/**
 * The project.
 */
project: string, 
/**
 * The documents' names.
 */
documents: Array<string>, 
/**
 * The document type: as found, before that as chosen.
 */
document_type: string | null, 
/**
 * The title as printed, once analysed.
 */
title: string | null, 
/**
 * Who analysed and wrote.
 */
engine: string, 
/**
 * Where it is.
 */
state: RunState, 
/**
 * The verdict; `None` while it runs.
 */
verdict: Verdict | null, 
/**
 * The verdict as it is shown: that it speaks of little and of corrected values is part of it.
 */
verdict_name: Remark, 
/**
 * How it looks.
 */
tone: Tone, 
/**
 * What stands beside the verdict: `thin`, `no_rules`, `too_large`, `compiler_missing` …
 */
detail: string | null, 
/**
 * Whether a compiler has still to judge it.
 */
waits_for_compiler: boolean, 
/**
 * Refuted rules that nobody waived, once analysed.
 */
n_refuted: number | null, 
/**
 * How much of what is printed the rules look at, once analysed; `None` if it was not counted.
 */
coverage: CoverageView | null, 
/**
 * How many of the values that the verdict is about a person corrected.
 */
n_corrected: number, 
/**
 * How many texts were checked.
 */
n_attempts: number, 
/**
 * When it was asked for, in milliseconds since 1970.
 */
created_at_ms: number, 
/**
 * When it ended.
 */
ended_at_ms: number | null, 
/**
 * Who looked it through.
 */
reviewed: ReviewedView | null, 
/**
 * When a person put it away.
 */
deleted_at_ms: number | null, };

/**
 * Why a rule was kept.
 */
export type Support = "template" | "layout" | "clause" | "numbers" | "embedded" | "model" | "hand";

/**
 * A cell.
 */
export type TableCell = { 
/**
 * As printed.
 */
text: string, 
/**
 * Fields found in it.
 */
fields: Array<number>, };

/**
 * What tables are written as.
 */
export type TableFormat = "xlsx" | "csv" | "json";

/**
 * What the rows of a table are.
 */
export type TableKind = "items" | "other";

/**
 * A table.
 */
export type TableView = { 
/**
 * What its rows are.
 */
kind: TableKind, 
/**
 * Page of its header.
 */
page: number, 
/**
 * Header texts as printed.
 */
columns: Array<string>, 
/**
 * Body rows, each with a cell per column.
 */
rows: Array<Array<TableCell>>, };

/**
 * A request for tables.
 */
export type TablesReq = { 
/**
 * The runs, in the order of the summary.
 */
runs: Array<RunId>, 
/**
 * As what.
 */
format: TableFormat, 
/**
 * The language of headers and of our own words in cells: `ko`, else English.
 */
language: string, };

/**
 * A request to test a compiler.
 */
export type TestCompilerReq = { 
/**
 * The program; the one that is used if none.
 */
path?: string | null, };

/**
 * What a text is worth.
 */
export type TextChecked = { 
/**
 * Whether nothing speaks against it, as far as could be asked.
 */
accepted: boolean, 
/**
 * Whether the compiler accepted facts and model.
 */
typechecked: boolean, 
/**
 * Whether the audit is clean too.
 */
audited: boolean, 
/**
 * What speaks against it.
 */
diagnostics: Array<Diagnostic>, 
/**
 * The compiler's version; none where there is none.
 */
compiler: string | null, 
/**
 * Who has judged.
 */
judges?: Array<Judge>, 
/**
 * How long it took.
 */
took_ms: number, };

/**
 * What is said of a run, in both languages.
 */
export type Told = { 
/**
 * How it looks.
 */
tone: Tone, 
/**
 * The verdict with what must never be left out of it: `verified (thin)`, `verified, 1 value
 * corrected by …`.
 */
name: Remark, 
/**
 * What it means.
 */
means: Remark, 
/**
 * What it means that it speaks of little of the page; `None` where it does not.
 */
little: Remark | null, 
/**
 * What a person can do to have proved what was too much; `None` where it was not.
 */
advice: Remark | null, 
/**
 * How many rules are what.
 */
rules: Remark | null, 
/**
 * What stands over the rules that hold.
 */
holds: Remark | null, 
/**
 * What is said where no rule is refuted.
 */
clean: Remark | null, 
/**
 * How many rules are proved.
 */
n_proved: number, };

/**
 * How what is said of a run looks: only [`Tone::Good`] looks like a proof.
 */
export type Tone = "good" | "doubt" | "bad" | "warn" | "idle" | "busy";

/**
 * A request to bring back what was deleted.
 */
export type UndeleteRunsReq = { 
/**
 * The versions.
 */
runs: Array<RunId>, };

/**
 * A number on a page that no field holds.
 */
export type UnheldView = { 
/**
 * Whether it is printed as amounts are.
 */
amount: boolean, 
/**
 * The document's name.
 */
document: string, 
/**
 * Which of the run's documents, from 0.
 */
document_index: number, 
/**
 * From 1.
 */
page: number, 
/**
 * The boxes of the text, in page coordinates.
 */
boxes: Array<Rect>, 
/**
 * The text there.
 */
text: string, };

/**
 * A password for a file, or for the documents of a run.
 */
export type UnlockReq = { 
/**
 * The file, or the handle of a received one.
 */
path?: string, 
/**
 * The run whose documents are locked; the password is tried with each of them.
 */
run?: RunId, 
/**
 * The password, exactly as typed.
 */
password: string, };

/**
 * A request to take a rule for one again.
 */
export type UnstrikeRuleReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * Which of the struck ones, as they are listed, from 0.
 */
struck: number, 
/**
 * Who says so.
 */
by: string, };

/**
 * A request to take a waiver back.
 */
export type UnwaiveRuleReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The rule's id.
 */
rule: number, 
/**
 * Who says so.
 */
by: string, };

/**
 * A received file.
 */
export type Uploaded = { 
/**
 * What names it in requests, wherever they name a file.
 */
path: string, 
/**
 * Its name, cleaned.
 */
name: string, 
/**
 * Its bytes.
 */
size: number, };

/**
 * The outcome of a run; `docs/verdicts.md` says what each means to a reader.
 */
export type Verdict = "cancelled" | "interrupted" | "failed" | "rejected" | "unverified" | "discrepant" | "checked" | "verified";

/**
 * A request to let a refuted rule pass.
 */
export type WaiveRuleReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The rule's id.
 */
rule: number, 
/**
 * Why it may pass.
 */
reason: string, 
/**
 * Who says so.
 */
by: string, };

/**
 * Who let a rule pass.
 */
export type WaivedView = { 
/**
 * Why.
 */
reason: string, 
/**
 * Who; none where it was said before names were kept.
 */
by: string | null, 
/**
 * When, in milliseconds since 1970.
 */
at_ms: number | null, };

/**
 * All that a field or a rule stands on, in the order in which it was decided.
 */
export type Why = { 
/**
 * The decisions.
 */
decisions: Array<Decision>, };

/**
 * A request to say why: of a field, or of a rule.
 */
export type WhyReq = { 
/**
 * Which run.
 */
run: RunId, 
/**
 * The field's id.
 */
field?: number | null, 
/**
 * The rule's id.
 */
rule?: number | null, };

/**
 * A word.
 */
export type WordView = { 
/**
 * Its text.
 */
text: string, 
/**
 * Its box.
 */
box: Rect, };

/** Every command: its request and its response. */
export interface Commands {
  "app.state": [Nothing, AppState];
  "workspace.open": [OpenReq, AppState];
  "workspace.answer": [AnswerReq, Array<ProposalView>];
  "project.check": [ProjectReq, ProjectChecked];
  "settings.get": [Nothing, Settings];
  "settings.set": [SettingsPatch, Settings];
  "settings.test_idris2": [TestCompilerReq, CompilerTested];
  "providers.list": [Nothing, ProvidersView];
  "providers.set": [ProviderPatch, ProvidersView];
  "providers.test": [OfProvider, ProviderTested];
  "answers.count": [Nothing, AnswersKept];
  "answers.forget": [Nothing, AnswersKept];
  "keys.keep": [KeepKeyReq, ProvidersView];
  "keys.forget": [OfProvider, ProvidersView];
  "prompts.list": [Nothing, Array<PromptRow>];
  "prompts.show": [OfPrompt, PromptText];
  "prompts.save": [SavePromptReq, PromptText];
  "prompts.reset": [OfPrompt, PromptText];
  "doctor.examine": [Nothing, Array<Examined>];
  "documents.look": [LookReq, Array<Looked>];
  "documents.unlock": [UnlockReq, Nothing];
  "documents.list": [DocumentsQuery, DocumentsFound];
  "documents.versions": [OfDocument, Array<RunHead>];
  "documents.delete": [DeleteDocumentsReq, DocumentsDeleted];
  "documents.undelete": [UndeleteRunsReq, Nothing];
  "documents.types": [Nothing, Array<DocumentTypeView>];
  "runs.convert": [ConvertManyReq, Array<Queued>];
  "runs.queue": [Nothing, QueueView];
  "runs.cancel": [OfRun, Cancelled];
  "runs.list": [RunsQuery, RunsFound];
  "runs.show": [OfRun, RunDetail];
  "runs.events": [EventsReq, Array<RunEvent>];
  "runs.attempt": [OfAttempt, AttemptText];
  "runs.modules": [OfRun, ModulesView];
  "runs.analysis": [OfRun, AnalysisText];
  "runs.term": [OfRule, IdrisView];
  "runs.why": [WhyReq, Why];
  "runs.retry": [RetryRunReq, Queued];
  "runs.stage": [StageReq, StageMade];
  "runs.replay": [OfRun, Replayed];
  "runs.fork": [OfAttempt, Queued];
  "runs.restore": [OfAttempt, Queued];
  "runs.edit": [EditReq, Queued];
  "runs.check_text": [CheckTextReq, TextChecked];
  "runs.delete": [OfRun, Nothing];
  "runs.undelete": [OfRun, Nothing];
  "runs.diff": [DiffRunReq, Array<AttemptDiff>];
  "runs.compare": [CompareReq, RunComparison];
  "runs.correct": [CorrectFieldReq, Queued];
  "runs.confirm": [ConfirmReq, Nothing];
  "runs.read_box": [ReadBoxReq, BoxView];
  "runs.add_field": [AddFieldReq, Queued];
  "runs.move_field": [MoveFieldReq, Queued];
  "runs.remove_field": [RemoveFieldReq, Queued];
  "runs.try_rule": [BuiltRule, RuleTried];
  "runs.add_rule": [AddRuleReq, Queued];
  "runs.undo": [OfRun, Queued];
  "runs.mend": [MendFieldReq, Nothing];
  "runs.strike": [StrikeRuleReq, Queued];
  "runs.unstrike": [UnstrikeRuleReq, Queued];
  "runs.waive": [WaiveRuleReq, Queued];
  "runs.unwaive": [UnwaiveRuleReq, Queued];
  "runs.review": [ReviewReq, Nothing];
  "runs.unreview": [OfRun, Nothing];
  "batches.send": [SendBatchReq, BatchView];
  "batches.list": [Nothing, Array<BatchView>];
  "batches.follow": [OfBatch, BatchView];
  "batches.cancel": [OfBatch, BatchView];
  "batches.put_away": [OfBatch, Nothing];
  "batches.test": [Nothing, QueueTested];
  "cards.list": [Nothing, Array<CardView>];
  "cards.change": [ChangeCardReq, CardView];
  "cards.forget": [OfCard, Nothing];
  "cards.import": [ImportCardsReq, Array<CardView>];
  "pages.list": [OfRun, Array<PagedDocument>];
  "pages.text": [PageOfRun, PageText];
  "pages.find": [FindReq, Array<FoundView>];
  "pages.image": [PageImageReq, Download];
  "models.list": [Nothing, Array<ModelRow>];
  "models.source": [OfModel, ModelSource];
  "models.check": [OfModel, ModelChecked];
  "models.check_all": [Nothing, Array<ModelChecked>];
  "models.approve": [ApproveReq, ModelRow];
  "models.unapprove": [OfModel, ModelRow];
  "models.export": [ExportReq, Download];
  "models.report": [ReportReq, Download];
  "runs.tables": [TablesReq, Download];
  "runs.request": [ReportReq, Download];
  "runs.bundle": [ReportReq, Download];
}

export type CommandName = keyof Commands;

/** Commands whose response is a file. */
export const FILE_COMMANDS = ["pages.image", "models.export", "models.report", "runs.tables", "runs.request", "runs.bundle"] as const;

/** Characters that nothing is drawn for, as a class of a regular expression. */
export const INVISIBLE = String.raw`[\u{AD}-\u{AD}\u{34F}-\u{34F}\u{61C}-\u{61C}\u{115F}-\u{1160}\u{17B4}-\u{17B5}\u{180B}-\u{180F}\u{200B}-\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{3164}-\u{3164}\u{FE00}-\u{FE0F}\u{FEFF}-\u{FEFF}\u{FFA0}-\u{FFA0}\u{FFF0}-\u{FFFB}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]`;

/** What names of files that are read end in, lower case. */
export const EXTENSIONS = ["pdf", "png", "jpg", "jpeg", "tif", "tiff", "webp", "bmp", "gif", "doc", "docx", "xlsx", "xlsm", "xls", "ods", "hwp", "hwpx", "csv", "html", "htm", "eml", "xml", "txt", "md", "markdown", "zip"];

/** What files that are read are called. */
export const FORMATS = { en: "PDF, images, DOC, DOCX, XLSX, XLS, ODS, HWP, HWPX, CSV, HTML, EML, XML invoices, TXT, MD, ZIP", ko: "PDF, 이미지, DOC, DOCX, XLSX, XLS, ODS, HWP, HWPX, CSV, HTML, EML, 전자세금계산서(XML), TXT, MD, ZIP" };

/** What people call the providers of language models. */
export const PROVIDERS = { en: { openai: "OpenAI and compatible", anthropic: "Anthropic", ollama: "Ollama" }, ko: { openai: "OpenAI 및 호환 서버", anthropic: "Anthropic", ollama: "Ollama" } };

/** What people call the kinds of relation. */
export const RELATIONS = { en: { sum: "Sum", product: "Product", rate: "Rate", words: "Amount in words", checksum: "Check digit", ordered: "Order of dates", length: "Length of a period", same: "Same value" }, ko: { sum: "합계", product: "곱셈", rate: "비율", words: "한글 금액", checksum: "검증번호", ordered: "날짜 순서", length: "기간 길이", same: "같은 값" } };
