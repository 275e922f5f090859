//! Writes the three modules of a project: facts, model, audit.

use crate::analysis::Analysis;
use crate::run::Module;

/// The trusted library, embedded: `Domains/Core.idr`.
pub const CORE: &str = include_str!("../../../../Domains/Core.idr");

/// `Domains.Core` as a module.
pub fn core() -> Module {
    Module { name: "Domains.Core".to_owned(), text: CORE.to_owned() }
}

/// `Domains.Facts.<project>`.
pub fn facts(_project: &str, _analysis: &Analysis) -> Module {
    Module { name: String::new(), text: String::new() }
}

/// `Domains.<project>` by the built-in author.
pub fn model(_project: &str, _analysis: &Analysis) -> Module {
    Module { name: String::new(), text: String::new() }
}

/// `Domains.Audit.<project>`: the obligations that any author's model owes.
pub fn audit(_project: &str, _analysis: &Analysis) -> Module {
    Module { name: String::new(), text: String::new() }
}
