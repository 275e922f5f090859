//! Reads XML as the body of a Word document.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proviso_kit::reading::fuzzed::docx(bytes));
