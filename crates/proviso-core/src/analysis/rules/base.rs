//! A tax is of what a discount has left, although it may have been computed of what stood before.
//!
//! `4,589,800 − 206,500 = 4,383,300`, `부가가치세 10%  458,980`, `4,842,280` below: the tax is a tenth of the
//! amount before the discount, and is added to the one behind it. Whoever changes a discount late
//! forgets the tax.
//!
//! **Invariant:** only a tax that says its rate, right where the net amount is added to it; what is
//! taxed and what is not are parts of an amount, no amount less a discount.

use num_traits::Signed;

use super::book::{Book, Node};
use super::candidate::Candidate;
use crate::analysis::{FieldId, Operand, Relation, Status, Support};

/// Gives taxes of a wrong base the one that they are added to.
pub(super) fn follow(book: &Book<'_>, chosen: &mut [Candidate]) {
    let fields = &book.draft.fields;
    let holds = |it: &&Candidate| super::status(fields, &it.relation) == Status::Holds;
    let sums: Vec<Sum> = chosen.iter().filter(holds).filter_map(|it| Sum::of(book, it)).collect();
    for it in chosen.iter_mut() {
        let Relation::Rate { base: Operand::Field(gross), result: Operand::Field(tax), .. } =
            it.relation
        else {
            continue;
        };
        let nets = sums.iter().filter(|it| it.lessens(gross)).map(|it| it.result);
        let added =
            |net: &FieldId| sums.iter().any(|it| it.adds(*net) && it.adds(tax) && !it.adds(gross));
        let Some(net) = nets.filter(|it| gross < *it && *it < tax).find(added) else { continue };
        if !is_tax_of(book, tax, net) {
            continue;
        }
        let mut relation = it.relation.clone();
        if let Relation::Rate { base, .. } = &mut relation {
            *base = Operand::Field(net);
        }
        if super::status(fields, &relation) == Status::Refuted {
            it.relation = relation;
            it.support = Support::Layout;
            it.alarms = true;
        }
    }
}

/// A sum that holds, by its fields.
struct Sum {
    added: Vec<FieldId>,
    subtracts: bool,
    result: FieldId,
}

impl Sum {
    fn of(book: &Book<'_>, it: &Candidate) -> Option<Sum> {
        let Relation::Sum { terms, result: Operand::Field(result) } = &it.relation else {
            return None;
        };
        let (mut added, mut subtracts) = (Vec::new(), true);
        for (n, it) in terms.iter().enumerate() {
            let Operand::Field(id) = it.operand else { return None };
            let negative = it.negative || book.node(id)?.value.is_negative();
            if !negative {
                added.push(id);
            }
            subtracts &= negative == (n > 0);
        }
        Some(Sum { added, subtracts: subtracts && terms.len() > 1, result: *result })
    }
    fn adds(&self, id: FieldId) -> bool {
        self.added.contains(&id)
    }
    /// Whether it is this amount less others.
    fn lessens(&self, id: FieldId) -> bool {
        self.subtracts && self.added == [id]
    }
}

/// Whether an amount is a tax, or says that it is a part of the other one: `3.5% of net premium`.
fn is_tax_of(book: &Book<'_>, tax: FieldId, net: FieldId) -> bool {
    let (Some(tax), Some(net)) = (book.node(tax), book.node(net)) else { return false };
    let names = |it: &Node| it.label().chars().count() >= 4 && tax.label().contains(it.label());
    tax.meaning == "vat" || names(net)
}
