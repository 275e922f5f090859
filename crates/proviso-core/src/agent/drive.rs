//! Drives a run through its stages: read, analyze, generate, typecheck, audit, fix, finish.
//!
//! **Invariant:** every step is in the ledger before the next one begins, so a run whose process
//! dies goes on from the last stored step. Cancelling is dropping the future.
//!
//! **Invariant:** a rejected text never replaces a file in `Domains/`.

mod bounds;
mod repairs;
mod reviews;
mod stands;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::check::{Checked, check_model};
use super::memory::Card;
use super::next::{Next, after, asks_a_model, next};
use super::verdict::{Detail, Ruling};
use crate::amend::{Amendment, Signed, amend_and_look};
use crate::analysis::{Analysis, markdown};
use crate::document::Document;
use crate::event::Happening;
use crate::idris::admit::Frame;
use crate::idris::emit;
use crate::judge;
use crate::ports::{
    AnalyzeTask, Artefact, Began, Checker, CheckerError, Clock, Engine, EngineError, Entry,
    FileOpened, FixTask, Ledger, LedgerError, Memory, PageBegun, PageProgress, ReadError,
    ReadProgress, Reader, Shelf, ShelfError, WriteTask,
};
use crate::remark::Remark;
use crate::run::{Attempt, Diagnostic, Limits, Module, Origin, Severity, Stage, Verdict};

/// What a run is to do.
#[derive(Debug, Clone)]
pub struct Job {
    /// The project's name, checked.
    pub project: String,
    /// The files; rules may cross them.
    pub paths: Vec<PathBuf>,
    /// A document type that a person chose.
    pub document_type: Option<String>,
    /// Bounds.
    pub limits: Limits,
    /// What people said about the project's values and rules; the last word on a place counts.
    pub amendments: Vec<Amendment>,
    /// Who said so and when, for those who read the analysis; also of what is in it already.
    pub signed: Vec<Signed>,
    /// Whether a rejected text is repaired; a person who edits may want to see what it is worth.
    pub repairs: bool,
}

/// What an earlier run, or an earlier life of this one, has already done.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// The documents, if all of them were read.
    pub documents: Vec<Document>,
    /// The analysis, if there is one.
    pub analysis: Option<Analysis>,
    /// Texts that were checked.
    pub attempts: Vec<Attempt>,
    /// A text to check next instead of letting the engine write one.
    pub text: Option<(Origin, Module)>,
}

/// The world.
#[derive(Clone, Copy)]
pub struct Ports<'a> {
    /// Files to documents.
    pub reader: &'a dyn Reader,
    /// Who analyses, writes and repairs.
    pub engine: &'a dyn Engine,
    /// The compiler.
    pub checker: &'a dyn Checker,
    /// The record.
    pub ledger: &'a dyn Ledger,
    /// The workspace.
    pub shelf: &'a dyn Shelf,
    /// The time.
    pub clock: &'a dyn Clock,
    /// Repairs that are remembered.
    pub memory: &'a dyn Memory,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// What the documents say.
    pub analysis: Analysis,
    /// All checked texts.
    pub attempts: Vec<Attempt>,
    /// The one that the verdict is about: the last, but where a later one was rejected.
    pub stands: Attempt,
    /// The verdict.
    pub ruling: Ruling,
    /// The model's path below the workspace; none where it was rejected.
    pub model_path: Option<String>,
    /// The compiler's version, where one was asked.
    pub compiler: Option<String>,
}

/// Why a run ended without a verdict of its own.
#[derive(Debug, thiserror::Error)]
pub enum DriveError {
    /// A file gave no document.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The engine could not do its part.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The compiler could not be run.
    #[error(transparent)]
    Checker(#[from] CheckerError),
    /// The record could not be kept.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A result could not be written.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
}

/// Where a project's analysis is written, below the workspace.
pub fn analysis_path(project: &str) -> String {
    format!("direction/analysis_{project}.md")
}

/// Goes the whole way from what is kept.
pub async fn drive(job: &Job, kept: Kept, ports: Ports<'_>) -> Result<Outcome, DriveError> {
    let run = Run { job, ports };
    let documents =
        if kept.documents.len() == job.paths.len() { kept.documents } else { run.read().await? };
    let analysis = match kept.analysis {
        Some(mut analysis) => {
            if run.amend(&documents, &mut analysis) > 0 {
                ports.ledger.keep(Artefact::Analysis(&analysis))?;
            }
            analysis
        }
        None => run.analyze(&documents).await?,
    };
    let frame = run.frame(&analysis)?;
    let settled = run.settle(&documents, &analysis, &frame, (kept.attempts, 0), kept.text).await?;
    let (analysis, frame, settled) = run.review(&documents, analysis, frame, settled).await?;
    let Settled { attempts, stopped, compiler } = settled;
    let (stands, ruling) = run.stands(&analysis, &frame, &attempts, stopped).await?;
    let model_path = run.finish(&analysis, &frame, &stands, ruling)?;
    Ok(Outcome { analysis, attempts, stands, ruling, model_path, compiler })
}

/// Texts that were checked until one was accepted, or none was left to check.
struct Settled {
    attempts: Vec<Attempt>,
    /// Why no other text is checked, where the last one was not accepted and that is known.
    stopped: Option<Detail>,
    /// The compiler that answered last.
    compiler: Option<String>,
}

/// A run under way.
struct Run<'a> {
    job: &'a Job,
    ports: Ports<'a>,
}

impl Run<'_> {
    async fn read(&self) -> Result<Vec<Document>, DriveError> {
        let began = self.begin(Stage::Read)?;
        let mut documents = Vec::new();
        for (index, path) in self.job.paths.iter().enumerate() {
            let lost = Mutex::new(None);
            let progress = |it: ReadProgress<'_>| {
                let told = match it {
                    ReadProgress::Opened(it) => self.opened(index, it),
                    ReadProgress::Begun(it) => self.begun(index, it),
                    ReadProgress::Page(it) => self.page(index, it),
                };
                if let Err(err) = told {
                    *lost.lock().unwrap_or_else(PoisonError::into_inner) = Some(err);
                }
            };
            let document = self.ports.reader.read(path, &progress).await?;
            if let Some(err) = lost.into_inner().unwrap_or_else(PoisonError::into_inner) {
                return Err(err);
            }
            let name = (self.job.paths.len() > 1).then_some(document.name.as_str());
            for note in &document.notes {
                self.remark(Stage::Read, "document.incomplete", note.placed(name))?;
            }
            self.ports.ledger.keep(Artefact::Document(index, &document))?;
            documents.push(document);
        }
        self.end(Stage::Read, began)?;
        Ok(documents)
    }

    /// A document's pages are known.
    fn opened(&self, index: usize, it: FileOpened<'_>) -> Result<(), DriveError> {
        self.ports.ledger.opened(index, it)?;
        let (name, n_pages) = (it.of.name.clone(), count(it.sizes.len()));
        let pages = if n_pages == 1 { "page" } else { "pages" };
        let message = format!("`{name}` has {n_pages} {pages}");
        let happening = Happening::DocumentOpened { name, n_pages };
        self.say(Stage::Read, Severity::Info, message, happening)
    }

    /// A page's image is being recognized.
    fn begun(&self, index: usize, it: PageBegun) -> Result<(), DriveError> {
        self.ports.ledger.begun(index, it.page);
        let PageBegun { page, n_pages } = it;
        let message = format!("page {page} of {n_pages}: recognizing its image");
        let happening = Happening::PageBegun { page, n_pages };
        self.say(Stage::Read, Severity::Info, message, happening)
    }

    /// A page has come.
    fn page(&self, index: usize, it: PageProgress<'_>) -> Result<(), DriveError> {
        self.ports.ledger.show(index, it);
        let (page, n_pages, reason) = (it.page.number, it.n_pages, it.page.reason.clone());
        let severity = if it.failed { Severity::Warn } else { Severity::Info };
        let message = format!("page {page} of {n_pages}: {reason}");
        let happening = if it.failed {
            let lost = Remark::new(message.clone(), format!("{page}쪽을 읽지 못했습니다"));
            Happening::PageFailed { page, reason, remark: Some(lost) }
        } else {
            Happening::PageRead { page, n_pages, reason }
        };
        self.say(Stage::Read, severity, message, happening)
    }

    async fn analyze(&self, documents: &[Document]) -> Result<Analysis, DriveError> {
        let began = self.begin(Stage::Analyze)?;
        let document_type = self.job.document_type.as_deref();
        let task = AnalyzeTask { documents, document_type };
        let mut analysis = self.ports.engine.analyze(task).await?;
        self.amend(documents, &mut analysis);
        self.ports.ledger.keep(Artefact::Analysis(&analysis))?;
        for note in &analysis.notes {
            self.remark(Stage::Analyze, "analysis.note", note.clone())?;
        }
        let (n_fields, n_rules) = (count(analysis.fields.len()), count(analysis.rules.len()));
        let n_refuted = count(analysis.n_refuted());
        let message = format!(
            "{}: {n_fields} fields, {n_rules} rules, {n_refuted} refuted",
            analysis.document_type
        );
        let document_type = analysis.document_type.clone();
        let happening = Happening::AnalysisFinished { document_type, n_fields, n_rules, n_refuted };
        self.say(Stage::Analyze, Severity::Info, message, happening)?;
        self.end(Stage::Analyze, began)?;
        Ok(analysis)
    }

    /// Applies what people said, and says how much of it changed something.
    fn amend(&self, documents: &[Document], analysis: &mut Analysis) -> usize {
        let document_type = self.job.document_type.as_deref();
        let look = |it: &mut Analysis| {
            self.ports.engine.look_again(AnalyzeTask { documents, document_type }, it);
        };
        amend_and_look(analysis, &self.job.amendments, &look)
    }

    fn frame(&self, analysis: &Analysis) -> Result<Frame, DriveError> {
        let project = &self.job.project;
        let frame = Frame::new(project, analysis);
        self.ports.ledger.keep(Artefact::Module(frame.facts()))?;
        self.ports.ledger.keep(Artefact::Module(frame.audit()))?;
        Ok(frame)
    }

    /// Writes, checks and repairs until [`next`] says to finish or to stop, or the document turns out
    /// to be too large. Says also why it stopped, and which compiler answered.
    async fn settle(
        &self,
        documents: &[Document],
        analysis: &Analysis,
        frame: &Frame,
        (mut attempts, since): (Vec<Attempt>, usize),
        mut text: Option<(Origin, Module)>,
    ) -> Result<Settled, DriveError> {
        let mut compiler = None;
        let settled = |attempts, stopped, compiler| Settled { attempts, stopped, compiler };
        loop {
            let step = match text.take() {
                Some((origin, model)) => Some((origin, model, Vec::new())),
                None => {
                    if let Some(why) = self.too_much(analysis, attempts[since..].last())? {
                        return Ok(settled(attempts, Some(why), compiler));
                    }
                    if !self.job.repairs && !attempts.is_empty() {
                        return Ok(settled(attempts, None, compiler));
                    }
                    match next(&self.limits(&attempts[..since]), &attempts[since..]) {
                        Next::Generate => {
                            let model = self.generate(documents, analysis).await?;
                            Some((Origin::Generated, model, Vec::new()))
                        }
                        Next::Fix(strategy) => {
                            self.fix(documents, analysis, &attempts[since..], strategy).await?
                        }
                        Next::Finish => return Ok(settled(attempts, None, compiler)),
                        Next::Stop(_) => {
                            return Ok(settled(attempts, Some(Detail::AttemptsUsedUp), compiler));
                        }
                    }
                }
            };
            let Some((origin, model, cards)) = step else {
                return Ok(settled(attempts, None, compiler));
            };
            let (attempt, asked) = self.check(frame, &attempts, origin, model).await?;
            compiler = asked.or(compiler);
            self.judge(&cards, &attempt)?;
            self.remember(&attempts[since..], &attempt, frame.facts())?;
            attempts.push(attempt);
        }
    }

    async fn generate(
        &self,
        documents: &[Document],
        analysis: &Analysis,
    ) -> Result<Module, DriveError> {
        let began = self.begin(Stage::Generate)?;
        let task = WriteTask { project: &self.job.project, analysis, documents };
        let model = self.ports.engine.write(task).await?;
        self.end(Stage::Generate, began)?;
        Ok(model)
    }

    /// The first repair from `strategy` on that gives a text which was not checked before.
    async fn fix(
        &self,
        documents: &[Document],
        analysis: &Analysis,
        attempts: &[Attempt],
        strategy: Origin,
    ) -> Result<Option<(Origin, Module, Vec<Card>)>, DriveError> {
        let began = self.begin(Stage::Fix)?;
        // What a silent compiler did not say, no model can mend.
        let silent = attempts.last().is_some_and(Attempt::is_undecided);
        let mut strategies = std::iter::successors(Some(strategy), |it| after(*it))
            .filter(|it| !(silent && asks_a_model(*it)));
        let found = loop {
            let Some(strategy) = strategies.next() else { break None };
            let project = &self.job.project;
            let task = FixTask { project, analysis, documents, attempts, strategy };
            if strategy == Origin::QuickFix
                && let Some((model, cards)) = self.remembered(task).await?
            {
                break Some((strategy, model, cards));
            }
            let Some(model) = self.ports.engine.fix(task).await? else { continue };
            // The compiler has already answered for a text that was seen before.
            if attempts.iter().all(|it| it.model != model) {
                break Some((strategy, model, Vec::new()));
            }
        };
        self.end(Stage::Fix, began)?;
        Ok(found)
    }

    async fn check(
        &self,
        frame: &Frame,
        attempts: &[Attempt],
        origin: Origin,
        model: Module,
    ) -> Result<(Attempt, Option<String>), DriveError> {
        let number = count(attempts.len()) + 1;
        let message = format!("attempt {number}: {}", origin.name());
        let stage = if attempts.is_empty() { Stage::Generate } else { Stage::Fix };
        let happening = Happening::AttemptWritten { attempt: number, origin };
        self.say(stage, Severity::Info, message, happening)?;

        let began = self.begin(Stage::Typecheck)?;
        let timeout = Duration::from_millis(self.job.limits.check_timeout_ms);
        let Checked { diagnostics, typechecked, audited, compiler, judges, took_ms } =
            check_model(self.ports.checker, frame, &model, timeout).await?;
        let attempt = Attempt {
            number,
            origin,
            model,
            diagnostics,
            typechecked,
            audited,
            created_at_ms: began.at_ms,
            check_ms: took_ms,
            judges,
        };
        self.ports.ledger.keep(Artefact::Attempt(&attempt))?;
        let silent = judge::said(&attempt.judges, judge::COMPILER).is_some();
        if judge::only_kernel(&attempt.judges) && compiler.is_none() && silent {
            let seconds = timeout.as_secs_f32();
            let remark = Remark::new(
                format!(
                    "the compiler gave no answer within its limits ({seconds} s): Proviso's own \
                     checker judged it"
                ),
                format!(
                    "컴파일러가 정해진 한도({seconds}초) 안에 답하지 않아, Proviso 자체 검사기로 \
                     판정했습니다"
                ),
            );
            self.remark(Stage::Typecheck, "compiler.silent", remark)?;
            self.tell_check(&attempt)?;
        } else if judge::only_kernel(&attempt.judges) && compiler.is_none() {
            let remark = Remark::new(
                "Proviso's own checker judged it, and no compiler: `proviso check --with idris2` lets \
                 one confirm it",
                "컴파일러 없이 Proviso 자체 검사기로 판정했습니다. `proviso check --with idris2`로 \
                 컴파일러의 확인을 받을 수 있습니다",
            );
            self.remark(Stage::Typecheck, "compiler.unasked", remark)?;
            self.tell_check(&attempt)?;
        } else if compiler.is_none() {
            let remark = Remark::new(
                "no `idris2` here: the rules were checked by the built-in evaluator only",
                "이 컴퓨터에 Idris 2가 없어, 규칙을 정확히 계산했지만 증명하지는 않았습니다",
            );
            self.remark(Stage::Typecheck, "compiler.missing", remark)?;
        } else {
            self.tell_check(&attempt)?;
        }
        if judge::disagree(&attempt.judges) {
            let remark = Remark::new(
                "the compiler and Proviso's own checker say different things of this text: one of \
                 them is wrong, and nothing counts as proved",
                "컴파일러와 Proviso 자체 검사기의 판정이 서로 다릅니다. 둘 중 하나가 잘못이므로 \
                 증명한 것으로 보지 않습니다",
            );
            self.remark(Stage::Audit, "judges.disagree", remark)?;
        }
        self.end(Stage::Typecheck, began)?;
        Ok((attempt, compiler))
    }

    fn tell_check(&self, attempt: &Attempt) -> Result<(), DriveError> {
        let errors: Vec<_> =
            attempt.diagnostics.iter().filter(|it| it.rejects()).map(|it| it.kind).collect();
        let accepted = attempt.is_clean();
        let first = attempt.diagnostics.iter().find(|it| it.rejects()).map(headline);
        let message = match first {
            Some(first) if attempt.is_undecided() => {
                format!("attempt {} undecided: {first}", attempt.number)
            }
            Some(first) => format!("attempt {} rejected: {first}", attempt.number),
            None => format!("attempt {} accepted", attempt.number),
        };
        let severity = if accepted { Severity::Info } else { Severity::Warn };
        let happening = Happening::AttemptChecked { attempt: attempt.number, accepted, errors };
        let stage = if attempt.typechecked { Stage::Audit } else { Stage::Typecheck };
        self.say(stage, severity, message, happening)
    }

    /// Writes the workspace's files.
    fn finish(
        &self,
        analysis: &Analysis,
        frame: &Frame,
        stands: &Attempt,
        ruling: Ruling,
    ) -> Result<Option<String>, DriveError> {
        let project = &self.job.project;
        let text = markdown::markdown(analysis, project, &self.job.signed);
        self.shelve(&analysis_path(project), &text)?;
        // What nobody refused may be checked where there is more time.
        if ruling.verdict == Verdict::Rejected {
            return Ok(None);
        }
        let core = emit::core();
        match self.ports.shelf.read(&core.path())? {
            None => self.shelve(&core.path(), &core.text)?,
            Some(text) if text == core.text => {}
            Some(_) => {
                let path = core.path();
                let remark = Remark::new(
                    format!(
                        "`{path}` differs from the trusted library in this program; models are \
                         checked against the latter"
                    ),
                    format!(
                        "작업 폴더의 `{path}`가 신뢰 라이브러리와 달라, 모델은 프로그램에 든 것으로 \
                         검사했습니다"
                    ),
                );
                self.remark(Stage::Audit, "core.differs", remark)?;
            }
        }
        for module in [frame.facts(), &stands.model, frame.audit()] {
            self.shelve(&module.path(), &module.text)?;
        }
        Ok(Some(stands.model.path()))
    }

    fn shelve(&self, path: &str, text: &str) -> Result<(), DriveError> {
        let shelved = self.ports.shelf.write(path, text)?;
        let message = match &shelved.kept {
            Some(kept) => format!("wrote `{path}`; the edited one is kept as `{kept}`"),
            None if shelved.changed => format!("wrote `{path}`"),
            None => format!("`{path}` is as it was"),
        };
        let severity = if shelved.kept.is_some() { Severity::Warn } else { Severity::Info };
        let happening = Happening::FileWritten { path: path.to_owned(), kept: shelved.kept };
        self.append(None, severity, message, happening)
    }

    fn begin(&self, stage: Stage) -> Result<Began, DriveError> {
        let message = format!("{} started", stage.name());
        self.say(stage, Severity::Info, message, Happening::StageStarted)?;
        Ok(Began::now(self.ports.clock))
    }

    fn end(&self, stage: Stage, began: Began) -> Result<(), DriveError> {
        let took_ms = began.took_ms(self.ports.clock);
        let message = format!("{} finished", stage.name());
        self.say(stage, Severity::Info, message, Happening::StageFinished { took_ms })
    }

    /// A warning, which people read in their own language.
    fn remark(&self, stage: Stage, code: &str, remark: Remark) -> Result<(), DriveError> {
        let message = remark.to_string();
        let happening = Happening::WarningRaised { code: code.to_owned(), remark: Some(remark) };
        self.say(stage, Severity::Warn, message, happening)
    }

    fn say(
        &self,
        stage: Stage,
        severity: Severity,
        message: String,
        happening: Happening,
    ) -> Result<(), DriveError> {
        self.append(Some(stage), severity, message, happening)
    }

    fn append(
        &self,
        stage: Option<Stage>,
        severity: Severity,
        message: String,
        happening: Happening,
    ) -> Result<(), DriveError> {
        let entry = Entry { stage, document_id: None, severity, message, happening };
        Ok(self.ports.ledger.append(entry)?)
    }
}

/// The first line of a diagnostic, with its place.
fn headline(it: &Diagnostic) -> String {
    let line = it.message.lines().find(|it| !it.trim().is_empty()).unwrap_or_default();
    match &it.span {
        Some(span) => format!("{}:{}: {line}", span.module, span.line),
        None => line.to_owned(),
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
