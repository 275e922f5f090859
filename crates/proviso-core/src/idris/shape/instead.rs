//! What to write instead of what is no proof.

use super::proof::{Frame, Place, Proofs};
use super::{Judged, complain};
use crate::idris::syntax::tree::{Argument, Expr, Node, Piece};

impl<'a> Proofs<'_, 'a> {
    /// Refuses what stands where a proof has to stand.
    pub(super) fn no_proof(&self, it: &Expr, frame: &Frame<'a>) -> Judged {
        let shown = self.model.shown(it);
        if let Some(instead) = self.other_words(it) {
            return complain(it, format!("`{shown}` is read as a proof where it says `{instead}`"));
        }
        let instead = if frame.equation {
            "`Refl`, `whole f`, or lemmas over these, such as `sym`"
        } else if frame.variables.values().any(|it| it.place == Place::Erased) {
            "an argument that is declared with `0`, as it came, or a lemma over it, such as `sym`"
        } else {
            "a field that is declared with `0`, as in `c.amounts.sumHolds`, a lemma over it, such as `sym`, or `Refl` where `view` computes what it is about"
        };
        complain(
            it,
            format!("`{shown}` is no proof that is believed; what stands here is {instead}"),
        )
    }

    /// What is said in the words of the closed list, for what people say in others.
    fn other_words(&self, it: &Expr) -> Option<String> {
        let word = |it: &Expr| self.model.word(it.tokens.start);
        match &it.node {
            Node::Apply(head, arguments) if head.node == Node::Name => {
                let [Argument::Explicit(of)] = arguments.as_slice() else { return None };
                let of = self.model.shown(of.ungrouped());
                match word(head) {
                    "fst" => Some(format!("ofFirst {of}")),
                    "snd" => Some(format!("ofSecond {of}")),
                    name if self.types.has_field(name) => Some(format!("{of}.{name}")),
                    _ => None,
                }
            }
            Node::Row(pieces) => match pieces.as_slice() {
                [Piece::Operand(lemma), Piece::Operator(at), Piece::Operand(of)]
                    if self.model.word(*at) == "$" =>
                {
                    Some(format!("{} ({})", self.model.shown(lemma), self.model.shown(of)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
