//! Reads bytes as frames between reader and worker.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proviso_kit::reading::fuzzed::frames(bytes));
