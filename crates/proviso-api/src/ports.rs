//! What a run works with, and how to come by it.
//!
//! **Invariant:** a run keeps the ports that it began with, whatever is chosen meanwhile.

pub(crate) mod machines;

use std::path::Path;
use std::sync::Arc;

use proviso_core::doctype::DocumentTypes;
use proviso_core::ports::{Checker, Engine, Reads, Study};
use proviso_kit::reading::Passwords;
use proviso_kit::secret::Keys;
use proviso_kit::settings::Kept;

use crate::engine::{Below, Engines};

/// How to come by the ports, which are made anew where settings change.
pub(crate) trait Machine: Send + Sync {
    /// `private` is the workspace's folder for what can be made again, where there is one.
    fn reader(&self, settings: &Kept, private: Option<&Path>) -> Arc<dyn Reads>;
    fn checker(&self, settings: &Kept) -> Arc<dyn Checker>;
    /// Who computes the built-in analysis.
    fn study(&self) -> Arc<dyn Study>;
    /// Where keys of providers are looked for.
    fn keys(&self) -> Box<dyn Keys>;
    /// What its readers open locked documents with.
    fn passwords(&self) -> Arc<Passwords>;
    /// Whether it is the machine itself, with its user's own settings.
    fn is_this_one(&self) -> bool;
}

/// What a run works with.
#[derive(Clone)]
pub(crate) struct Ports {
    pub(crate) reader: Arc<dyn Reads>,
    pub(crate) checker: Arc<dyn Checker>,
    /// The built-in one.
    pub(crate) engine: Arc<dyn Engine>,
    pub(crate) engines: Arc<Engines>,
    /// Who computes its analyses.
    pub(crate) study: Arc<dyn Study>,
    pub(crate) types: Arc<DocumentTypes>,
}

impl Ports {
    /// What a language model stands on and is judged by.
    pub(crate) fn below(&self) -> Below<'_> {
        let Ports { engine, types, study, checker, .. } = self;
        Below { builtin: engine, types, study, checker }
    }
}
