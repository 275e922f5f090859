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

#[cfg(test)]
mod tests {
    use proviso_core::analysis::{Cell, Table, TableKind};

    use super::*;

    /// The shape of an analysis whose values all stand under one label.
    fn twins(change: impl FnOnce(&mut Analysis)) -> Vec<Option<String>> {
        let text = include_str!("../../../proviso-core/tests/analyses/invoice.json");
        let mut it: Analysis = serde_json::from_str(text).unwrap();
        it.fields.truncate(2);
        for field in &mut it.fields {
            "상호".clone_into(&mut field.label);
            (field.cell, field.belongs) = (None, None);
            field.also.clear();
        }
        change(&mut it);
        apart(&it)
    }

    fn said(all: &[Option<&str>]) -> Vec<Option<String>> {
        all.iter().map(|it| it.map(str::to_owned)).collect()
    }

    #[test]
    fn twins_are_told_apart_by_what_they_do_not_share() {
        let of = |it: &mut Analysis, role: [&[&str]; 2]| {
            for (field, role) in it.fields.iter_mut().zip(role) {
                field.also = role.iter().map(|it| (*it).to_owned()).collect();
            }
        };
        let told = twins(|it| of(it, [&["공급자"], &["공급받는자"]]));
        assert_eq!(told, said(&[Some("공급자"), Some("공급받는자")]));
        let told = twins(|it| of(it, [&["사업자", "공급자"], &["사업자", "공급받는자"]]));
        assert_eq!(told, said(&[Some("공급자"), Some("공급받는자")]), "but for a word of both");
        assert_eq!(twins(|it| of(it, [&["사업자"], &["사업자"]])), said(&[None, None]));
    }

    #[test]
    fn a_value_whose_label_stands_once_needs_nothing() {
        let told = twins(|it| {
            "주소".clone_into(&mut it.fields[1].label);
            it.fields[0].also = vec!["공급자".to_owned()];
        });
        assert_eq!(told, said(&[None, None]));
    }

    #[test]
    fn values_of_rows_are_told_apart_by_the_item() {
        let told = twins(|it| {
            let cell = |text: &str| Cell { text: text.to_owned(), fields: Vec::new() };
            it.tables = vec![Table {
                kind: TableKind::Items,
                page: 1,
                columns: vec!["번호".to_owned(), "품목".to_owned()],
                meanings: vec![None, None],
                rows: vec![vec![cell("1"), cell("봉투")], vec![cell("2"), cell("상자")]],
                totals: Vec::new(),
            }];
            for (row, field) in (0..).zip(&mut it.fields) {
                field.cell = Some(CellRef { table: 0, row, column: 1 });
            }
        });
        assert_eq!(told, said(&[Some("봉투"), Some("상자")]));
    }
}
