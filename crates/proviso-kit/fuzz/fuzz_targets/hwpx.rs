//! Reads XML as a section of a Hangul document.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proviso_kit::reading::fuzzed::hwpx(bytes));
