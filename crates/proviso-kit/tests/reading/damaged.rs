//! PDFs and locked documents that were cut off or changed somewhere: each ends in a document or a
//! reason, and the workers go on with the next file.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::{Strategy as _, any};
use proptest::sample::Index;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use proviso_core::ports::{DrawTask, ReadError, Reader as _, Viewer as _};
use proviso_kit::reading::{Password, Passwords, ReadLimits, WorkerReader};

use crate::fixture::{
    PageSpec, file, pdf, pdf_with_files, pdf_with_form, pdf_with_layers, plain, program,
};

const CASES: u32 = 200;

/// One of each kind that takes a way of its own.
fn files() -> Vec<Vec<u8>> {
    let text = "BT /F 10 Tf 100 700 Td (Amount due 1,250) Tj ET 100 600 200 50 re S";
    let korean = "BT /K 10 Tf 100 700 Td <D569ACC40020AE08C561> Tj ET";
    let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (1,250) \
                 /Rect [150 400 250 420] >>";
    let layered = PageSpec {
        entries: "/MediaBox [0 0 600 800]",
        content: "/OC /Off BDC BT /F 10 Tf 100 650 Td (Pay 900) Tj ET EMC".to_owned(),
    };
    let xml = b"<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'>\
                <IssueDate>2026-01-31</IssueDate></Invoice>";
    vec![
        pdf(&[plain(text), plain(korean)]),
        pdf_with_form(text, "", &[field]),
        pdf_with_layers(&layered),
        pdf_with_files(text, &[("a.xml", xml)]),
        include_bytes!("locked/aes-256-r6.pdf").to_vec(),
        include_bytes!("locked/streams-aes-128.pdf").to_vec(),
        include_bytes!("locked/rc4-40.pdf").to_vec(),
        include_bytes!("locked/agile.docx").to_vec(),
        include_bytes!("locked/standard.docx").to_vec(),
        include_bytes!("locked/word-97.doc").to_vec(),
        include_bytes!("locked/excel-97.xls").to_vec(),
    ]
}

#[test]
fn a_damaged_file_ends_in_a_document_or_a_reason_and_the_pool_goes_on() {
    // Recognition has tests of its own, and takes a hundred times as long.
    let limits = ReadLimits { max_recognized_pages: 0, ..ReadLimits::default() };
    let passwords = Arc::new(Passwords::default());
    passwords.offer(Password::new("sesame"));
    let reader = WorkerReader::new(program(), limits).unlocking(passwords);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let files = files();
    let good = file("good.pdf", &files[0]);
    let damage = (
        any::<Index>(),
        vec((any::<Index>(), any::<u8>()), 0..6),
        proptest::option::of(any::<Index>()),
    )
        .prop_map(|(of, changes, cut)| {
            let mut bytes = of.get(&files).clone();
            for (place, with) in changes {
                let at = place.index(bytes.len());
                bytes[at] = with;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            bytes
        });
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let went_on = TestRunner::new(config).run(&damage, |bytes| {
        let input = file("damaged.pdf", &bytes);
        match runtime.block_on(reader.read(&input.path, &|_| {})) {
            Ok(document) => {
                let reasons = document.pages.iter().all(|it| !it.reason.is_empty());
                proptest::prop_assert!(reasons && !document.pages.is_empty(), "{:?}", document);
                let task = DrawTask { page: 1, width: 100, view: None };
                let drawn = runtime.block_on(reader.draw(&input.path, task));
                let fits = matches!(drawn, Ok(_) | Err(ReadError::NoImage { .. }));
                proptest::prop_assert!(fits, "{:?}", drawn.err());
            }
            Err(ReadError::Worker { reason }) => return Err(TestCaseError::fail(reason)),
            Err(error) => proptest::prop_assert!(!error.to_string().is_empty()),
        }
        let after = runtime.block_on(reader.read(&good.path, &|_| {}));
        let text = after.map(|it| it.pages[0].lines[0].text());
        proptest::prop_assert!(
            matches!(text.as_deref(), Ok("Amount due 1,250")),
            "the next file: {:?}",
            text
        );
        Ok(())
    });
    went_on.unwrap();
}
