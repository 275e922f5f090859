//! What tells values with one label apart: whose they are, or the item that their row is about.
//!
//! **Invariant:** only what the document prints is said. A value whose label stands once needs
//! nothing, and of twins that nothing tells apart nothing is said.

use std::collections::BTreeMap;

use proviso_core::analysis::{Analysis, CellRef, Field};

/// What of each field, in their order; none where nothing need or can be said.
pub(super) fn apart(analysis: &Analysis) -> Vec<Option<String>> {
    let mut twins: BTreeMap<&str, Vec<&Field>> = BTreeMap::new();
    for it in &analysis.fields {
        twins.entry(&it.label).or_default().push(it);
    }
    let of = |it: &Field| {
        let twins = twins.get(it.label.as_str()).filter(|all| all.len() > 1)?;
        // A word that all of them stand under tells none of them from the others.
        let own = it.also.iter().find(|also| !twins.iter().all(|it| it.also.contains(also)));
        let owner = it.belongs.as_ref().map(|it| &it.owner).filter(|it| !it.is_empty());
        it.cell.and_then(|cell| item(analysis, cell)).or_else(|| own.or(owner).cloned())
    };
    analysis.fields.iter().map(of).collect()
}

/// The words that a row of a table begins with; none of a row of numbers alone.
fn item(analysis: &Analysis, cell: CellRef) -> Option<String> {
    let row = analysis.tables.get(cell.table as usize)?.rows.get(cell.row as usize)?;
    let is_name = |text: &str| text.chars().filter(|it| it.is_alphabetic()).count() >= 2;
    row.iter().find(|it| it.fields.is_empty() && is_name(&it.text)).map(|it| it.text.clone())
}
