//! Reads records of a Hangul 5 document.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proviso_kit::reading::fuzzed::hwp(bytes));
