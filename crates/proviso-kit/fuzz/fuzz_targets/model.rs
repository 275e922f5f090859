//! Reads text as a model: scans it for cheats, and mends it by what the compiler says of it.
//!
//! The text before a line of `----` is the model, what follows are the compiler's messages.
#![no_main]

use proviso_core::idris::{cheat, diagnostics, header, quickfix};
use proviso_core::run::Module;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (model, messages) = text.split_once("\n----\n").unwrap_or((text, ""));
    let mut model = Module { name: "Domains.Model".to_owned(), text: model.to_owned() };
    let mut said = diagnostics::parse(messages);
    said.extend(cheat::scan(&model));
    said.extend(header::mismatch(&model));
    // As often as the loop does.
    for _ in 0..5 {
        let Some((mended, done)) = quickfix::fix(&model, &said) else { break };
        assert!(!done.is_empty(), "what was mended is said");
        model = mended;
    }
});
