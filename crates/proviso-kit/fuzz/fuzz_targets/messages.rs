//! Reads text as what the compiler printed.
#![no_main]

use proviso_core::idris::diagnostics;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for it in diagnostics::parse(text) {
        let Some(it) = it.span else { continue };
        assert!(it.line > 0 && it.column > 0, "places count from 1");
        assert!((it.line, it.column) <= (it.end_line, it.end_column), "places do not run backwards");
    }
});
