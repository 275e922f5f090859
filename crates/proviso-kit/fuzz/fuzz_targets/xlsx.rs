//! Reads XML as a sheet of a workbook.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| proviso_kit::reading::fuzzed::xlsx(bytes));
