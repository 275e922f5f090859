//! From pages to fields and tables: layout, labels, document type.

use super::draft::Draft;
use crate::doctype::DocumentTypes;
use crate::document::Document;

/// Finds fields, tables and prose of documents that belong together. `chosen` is the type that a
/// person said, if any.
pub fn draft(_documents: &[Document], _types: &DocumentTypes, _chosen: Option<&str>) -> Draft {
    Draft {
        documents: Vec::new(),
        document_type: String::new(),
        language: super::Language::Ko,
        title: String::new(),
        fields: Vec::new(),
        tables: Vec::new(),
        paragraphs: Vec::new(),
        words: Vec::new(),
        amounts: Vec::new(),
        notes: Vec::new(),
    }
}
