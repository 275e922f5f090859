//! Judges texts by the kernel: a text that it does not understand is an answer, never a crash, and
//! nothing that says `Void` of nothing is accepted.
#![no_main]

use proviso_kernel::{Budget, Judgement, Text, judge};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let whole = format!(
        "module Domains.Model\n\nimport Domains.Core\n\n%default total\n\n{text}\n\nno : Void\nno = never\n"
    );
    let core = proviso_core::idris::emit::core();
    let texts = [
        Text { name: &core.name, text: &core.text, carried: true },
        Text { name: "Domains.Model", text: &whole, carried: false },
    ];
    // As deep as the stack of a thread of tests allows under instrumentation.
    let said = judge(&texts, "Domains.Model", Budget { steps: 2_000_000, depth: 1_000 });
    assert!(said != Judgement::Accepted, "a proof of falsity");
});
