//! The columns of a table, by their headers.

use std::ops::Range;

use super::super::layout::Text;
use super::setting::{Setting, Unit};
use super::sheet::within;
use super::vocabulary::{Sense, shown};
use crate::value::Kind;

/// A column of a table.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// Its header as printed.
    pub(super) header: String,
    /// What the vocabulary says of it.
    pub(super) sense: Option<Sense>,
    /// The kind of its values; none for text.
    pub(super) kind: Option<Kind>,
    /// What its header says of bare numbers.
    pub(super) unit: Unit,
    /// Whether its header promises percent.
    pub(super) percent: bool,
    /// The header over several columns that it stands under.
    pub(super) group: String,
    /// Its columns in the grid.
    pub(super) range: Range<usize>,
}

impl Column {
    /// A column by its header cell.
    pub(super) fn of(
        setting: &Setting<'_>,
        header: &Text,
        range: Range<usize>,
        groups: &[(Range<usize>, String)],
    ) -> Column {
        let sense = setting.vocabulary.column(&header.text).cloned();
        let kind = match &sense {
            Some(it) => it.kind.filter(|it| !matches!(it, Kind::Text)),
            None => setting
                .vocabulary
                .ending(&header.text)
                .filter(|it| !matches!(it, Kind::Text | Kind::Party)),
        };
        let group = groups.iter().find(|it| within(&range, &it.0)).map(|it| shown(&it.1));
        Column {
            unit: Unit::of_label(&header.text).unwrap_or_default(),
            percent: header.text.contains('%'),
            header: shown(&header.text),
            group: group.unwrap_or_default(),
            sense,
            kind,
            range,
        }
    }
    /// What the vocabulary calls it.
    pub(super) fn meaning(&self) -> Option<String> {
        self.sense.as_ref().map(|it| it.meaning.clone())
    }
    /// Whether it has a meaning.
    pub(super) fn means(&self, meaning: &str) -> bool {
        self.sense.as_ref().is_some_and(|it| it.meaning == meaning)
    }
    /// Whether its values are texts.
    pub(super) fn is_text(&self) -> bool {
        self.kind.is_none()
    }
}
