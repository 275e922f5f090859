//! ASCII identifiers for labels: the vocabulary's meaning first, Revised Romanization otherwise.

/// Words that no identifier of ours may be: keywords and every name of the Prelude and of the
/// modules that a model imports.
pub fn is_reserved(_name: &str) -> bool {
    false
}

/// Turns a label into a lower-camel-case identifier that is no reserved word; `taken` names are
/// avoided by a number behind.
pub fn identifier(_label: &str, _meaning: Option<&str>, _taken: &[String]) -> String {
    String::new()
}

/// Why a text is no project name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProjectNameError {
    /// Not of the form.
    #[error("`{0}` is no project name: it must match `[A-Z][A-Za-z0-9]*`")]
    Form(String),
    /// One of ours.
    #[error("`{0}` is a name of Proviso's own modules")]
    Taken(String),
}

/// Checks a project's name.
pub fn project_name(name: &str) -> Result<(), ProjectNameError> {
    let mut chars = name.chars();
    let head = chars.next().is_some_and(|c| c.is_ascii_uppercase());
    if !head || !chars.all(|c| c.is_ascii_alphanumeric()) || name.len() > 64 {
        return Err(ProjectNameError::Form(name.to_owned()));
    }
    if ["core", "facts", "audit", "scaledeep"].contains(&name.to_ascii_lowercase().as_str()) {
        return Err(ProjectNameError::Taken(name.to_owned()));
    }
    Ok(())
}
