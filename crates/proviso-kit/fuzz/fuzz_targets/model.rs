//! Reads text as a model: prints it anew, scans it for cheats, and mends it by what the compiler
//! says of it.
//!
//! The text before a line of `----` is the model, what follows are the compiler's messages.
#![no_main]

use proviso_core::idris::cheat::{self, Writer};
use proviso_core::idris::{diagnostics, header, quickfix, shape, syntax};
use proviso_core::run::Module;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (model, messages) = text.split_once("\n----\n").unwrap_or((text, ""));
    let mut model = Module { name: "Domains.Model".to_owned(), text: model.to_owned() };
    let mut said = diagnostics::parse(messages);
    match syntax::read(&model) {
        Ok(source) => {
            let printed = Module { name: model.name.clone(), text: source.print() };
            let again = syntax::read(&printed).expect("what is printed is understood");
            assert!(again.tree == source.tree, "what is printed says the same");
            assert!(again.print() == printed.text, "a print is printed as it is");
            said.extend(cheat::scan(&source, Writer::Author, None));
            said.extend(shape::check(&source, &source));
        }
        Err(refusal) => said.push(*refusal),
    }
    said.extend(header::mismatch(&model));
    // As often as the loop does.
    for _ in 0..5 {
        let Some((mended, done)) = quickfix::fix(&model, &said) else { break };
        assert!(!done.is_empty(), "what was mended is said");
        model = mended;
    }
});
