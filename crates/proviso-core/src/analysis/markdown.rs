//! The analysis for people: `direction/analysis_<Project>.md`.

use super::Analysis;

/// The analysis as markdown, in the document's language.
pub fn markdown(_analysis: &Analysis, _project: &str) -> String {
    String::new()
}
