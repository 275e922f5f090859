//! Reads text as a document: fields, rules, and the modules that are written of them.
#![no_main]

use std::sync::LazyLock;

use proviso_core::analysis::{fields, rules};
use proviso_core::doctype::DocumentTypes;
use proviso_core::idris::emit;
use proviso_kit::assets;
use proviso_kit::reading::fuzzed;

libfuzzer_sys::fuzz_target!(|text: &str| {
    static TYPES: LazyLock<DocumentTypes> =
        LazyLock::new(|| assets::document_types(None).expect("the shipped types can be read"));
    let draft = fields::draft(&[fuzzed::text(text)], &TYPES, None);
    let analysis = rules::discover(draft, &TYPES);
    let _modules = [
        emit::facts("Fuzzed", &analysis),
        emit::model("Fuzzed", &analysis),
        emit::audit("Fuzzed", &analysis),
    ];
});
