//! Reads text as what the compiler printed.
#![no_main]

use proviso_core::idris::diagnostics;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for it in diagnostics::parse(text) {
        assert!(it.span.is_none_or(|it| it.line > 0 && it.column > 0), "places count from 1");
    }
});
