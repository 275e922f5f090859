//! What may stand in the types of proofs and in `view`, so that conversion can be relied on.

use std::collections::BTreeSet;

use super::proof::Proofs;
use super::{Complaint, Judged};
use crate::idris::syntax::token::Kind;
use crate::idris::syntax::tree::{Expr, Right};

impl<'a> Proofs<'_, 'a> {
    /// Refuses a term whose conversion cannot be relied on: the compiler takes two blocks of `case`
    /// or `if` for the same where they stand in one place of the text, whatever they look at (v0.8.0,
    /// `chkConvCaseBlock`). So none may stand in what a proof says, in `view`, or in a function of the
    /// model that these name.
    pub(super) fn computed(&self, it: &Expr) -> Judged {
        self.computed_within(it, &mut BTreeSet::new())
    }

    fn computed_within(&self, it: &Expr, seen: &mut BTreeSet<&'a str>) -> Judged {
        for at in it.tokens.clone() {
            let word = self.model.word(at);
            if self.model.kind(at) == Some(Kind::Keyword)
                && matches!(word, "if" | "case" | "let" | "do" | "rewrite")
            {
                return Err(Complaint {
                    tokens: at..at + 1,
                    reason: format!(
                        "`{word}` may not stand in what a rule or `view` says, nor in a function that it names: write clauses"
                    ),
                });
            }
            let name = word.rsplit('.').next().unwrap_or(word);
            let Some(function) =
                self.functions.get(name).filter(|_| self.model.kind(at) == Some(Kind::Name))
            else {
                continue;
            };
            let known = self.functions.names().find(|it| *it == name);
            if known.is_some_and(|it| !seen.insert(it)) {
                continue;
            }
            for clause in &function.clauses {
                match &clause.right {
                    Right::Is(right) if clause.locals.is_empty() => {
                        self.computed_within(right, seen)?
                    }
                    Right::Impossible => {}
                    _ => {
                        return Err(Complaint {
                            tokens: clause.left.tokens.clone(),
                            reason: format!(
                                "`{name}` is named in what a rule or `view` says, so it is written in clauses without `with` and `where`"
                            ),
                        });
                    }
                }
            }
        }
        Ok(())
    }
}
