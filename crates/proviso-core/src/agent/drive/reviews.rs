//! The second look at a finished model, within a run.
//!
//! **Invariant:** a review costs no result: where what it asks for comes to nothing, the analysis and
//! the model that were accepted before it stand, and the log says so.

use super::{DriveError, Run, Settled, count};
use crate::analysis::Analysis;
use crate::document::Document;
use crate::event::Happening;
use crate::idris::admit::Frame;
use crate::ports::{Artefact, ReviewTask, ReviseTask, Revised};
use crate::review::Review;
use crate::run::{Attempt, Origin, Severity, Stage};

/// How often a finished model is looked at.
const MAX_REVIEWS: u32 = 2;

impl Run<'_> {
    /// Has an accepted model looked at, and what is criticized done over: a review, what comes of
    /// it, and one more. Where that comes to nothing, what was accepted stands.
    pub(super) async fn review(
        &self,
        documents: &[Document],
        mut analysis: Analysis,
        mut frame: Frame,
        mut settled: Settled,
    ) -> Result<(Analysis, Frame, Settled), DriveError> {
        // Where no compiler has accepted anything there is nothing to approve.
        let is_done =
            |it: &Settled| it.attempts.last().is_some_and(|it| it.is_clean() && it.audited);
        if !self.ports.engine.reviews() || !self.job.repairs {
            return Ok((analysis, frame, settled));
        }
        let project = self.job.project.as_str();
        for round in 1..=MAX_REVIEWS {
            let Some(accepted) = settled.attempts.last().filter(|_| is_done(&settled)) else {
                break;
            };
            let accepted = accepted.clone();
            let model = &accepted.model;
            let began = self.begin(Stage::Review)?;
            let task = ReviewTask { project, analysis: &analysis, documents, model, round };
            let review = self.ports.engine.review(task).await?;
            if let Some(review) = &review {
                self.tell(round, review)?;
            }
            self.end(Stage::Review, began)?;
            let Some(review) = review.filter(|it| it.to().is_some()) else { break };
            if self.limits(&settled.attempts).max_attempts == 0 {
                self.drop_review("no attempt is left for what it asks")?;
                break;
            }
            let task = ReviseTask {
                project,
                analysis: &analysis,
                documents,
                document_type: self.job.document_type.as_deref(),
                model,
                review: &review,
            };
            let (new_analysis, new_frame, text) = match self.ports.engine.revise(task).await? {
                None => {
                    self.drop_review("nothing came of it")?;
                    break;
                }
                Some(Revised::Model(text)) => {
                    if settled.attempts.iter().any(|it| it.model == text) {
                        self.drop_review("it leads to a text that was checked before")?;
                        break;
                    }
                    (None, None, (Origin::FreshStart, text))
                }
                Some(Revised::Analysis(mut new)) => {
                    self.amend(documents, &mut new);
                    self.ports.ledger.keep(Artefact::Analysis(&new))?;
                    let frame = self.frame(&new)?;
                    let text = self.generate(documents, &new).await?;
                    (Some(*new), Some(frame), (Origin::Generated, text))
                }
            };
            let since = settled.attempts.len();
            let over = new_analysis.as_ref().unwrap_or(&analysis);
            let within = new_frame.as_ref().unwrap_or(&frame);
            let kept = (std::mem::take(&mut settled.attempts), since);
            let before = settled.compiler.take();
            settled = self.settle(documents, over, within, kept, Some(text)).await?;
            settled.compiler = settled.compiler.or(before);
            // A template's text instead of one that was accepted is no answer to a review.
            let by_template = new_analysis.is_none()
                && settled.attempts.last().is_some_and(|it| it.origin == Origin::Fallback);
            if is_done(&settled) && !by_template {
                analysis = new_analysis.unwrap_or(analysis);
                frame = new_frame.unwrap_or(frame);
                continue;
            }
            self.drop_review("what came of it was rejected")?;
            if new_analysis.is_some() {
                self.ports.ledger.keep(Artefact::Analysis(&analysis))?;
                frame = self.frame(&analysis)?;
            }
            // The compiler has answered for this text; it is only the last one again.
            let number = count(settled.attempts.len()) + 1;
            let again = Attempt { number, ..accepted };
            self.ports.ledger.keep(Artefact::Attempt(&again))?;
            settled.attempts.push(again);
            settled.stopped = None;
            break;
        }
        Ok((analysis, frame, settled))
    }

    /// Writes a review down.
    fn tell(&self, round: u32, review: &Review) -> Result<(), DriveError> {
        let (severity, message, happening) = match review.to() {
            None => (
                Severity::Info,
                format!("review {round}: approved"),
                Happening::ReviewApproved { round, reason: review.reason.clone() },
            ),
            Some(to) => (
                Severity::Warn,
                format!("review {round}: {} to the {}", review.changes.len(), to.name()),
                Happening::ReviewCriticized {
                    round,
                    reason: review.reason.clone(),
                    changes: review.changes.clone(),
                },
            ),
        };
        self.say(Stage::Review, severity, message, happening)
    }

    fn drop_review(&self, reason: &str) -> Result<(), DriveError> {
        let message = format!("the review is dropped: {reason}");
        let happening = Happening::ReviewDropped { reason: reason.to_owned() };
        self.say(Stage::Review, Severity::Warn, message, happening)
    }
}
