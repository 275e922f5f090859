//! What is said of each kind of relation where models are laid out: what its rules are called, what it
//! comes to, and which of its values shows that a rule sees it.
//!
//! **Invariant:** pure tables; the equation of a kind is in `formula.rs`.

use crate::analysis::{FieldId, Operand, Relation};

/// What a rule of this kind says of its result, as names of proofs say it.
pub(super) fn said_of(relation: &Relation) -> &'static str {
    match relation {
        Relation::Sum { .. } => "IsSum",
        Relation::Product { .. } => "IsProduct",
        Relation::Rate { .. } => "IsShare",
        Relation::Words { .. } => "IsInWords",
        Relation::Checksum { .. } => "KeepsCheckDigit",
        Relation::Ordered { .. } => "InSequence",
        Relation::Length { .. } => "FitsItsDays",
        Relation::Same { .. } => "IsTheSame",
    }
}

/// What a relation comes to, where that is a value.
pub(super) fn result_of(relation: &Relation) -> Option<FieldId> {
    match relation {
        Relation::Length { length, .. } => Some(*length),
        Relation::Ordered { dates } => dates.last().copied(),
        other => computed_of(other),
    }
}

/// The same where it is computed: a change of it is seen whatever the others are.
pub(super) fn computed_of(relation: &Relation) -> Option<FieldId> {
    match relation {
        Relation::Sum { result, .. }
        | Relation::Product { result, .. }
        | Relation::Rate { result, .. } => match result {
            Operand::Field(id) => Some(*id),
            Operand::Constant(_) => None,
        },
        Relation::Words { amount, .. } => Some(*amount),
        Relation::Checksum { number } => Some(*number),
        Relation::Same { left, .. } => Some(*left),
        Relation::Ordered { .. } | Relation::Length { .. } => None,
    }
}
