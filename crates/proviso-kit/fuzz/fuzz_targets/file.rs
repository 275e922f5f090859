//! Reads a file of any format.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proviso_kit::reading::fuzzed::file(bytes));
