//! Documents with passwords, of one page that says `Amount due 1,250`.
//!
//! PDFs were made by qpdf:
//! `qpdf --allow-weak-crypto --static-id --encrypt sesame owner BITS … -- plain.pdf FILE`; the Korean
//! one has the password `열려라 참깨`, and `everybody.pdf` an empty one.
//!
//! Office documents were written and locked by LibreOffice 7.4 (`standard.docx`: AES of 128 bits as
//! Office 2007 does it; `word-97.doc` and `excel-97.xls`: RC4 as Office 97 does it) or locked by
//! msoffcrypto-tool 6.1 (AES of 256 bits as Office does it since 2010); `everybody.xlsx` has the
//! password that Excel tries itself.

use std::sync::Arc;

use proviso_core::document::{Document, Line};
use proviso_core::ports::{DrawTask, ReadError, Reader as _, Viewer as _};
use proviso_kit::reading::{Password, Passwords, ReadLimits, WorkerReader};

use crate::fixture::{TempFile, drawn, file, program, scan};
use crate::letter;

const FILES: [(&str, &[u8], &str); 13] = [
    ("rc4-40.pdf", include_bytes!("locked/rc4-40.pdf"), "sesame"),
    ("rc4-128.pdf", include_bytes!("locked/rc4-128.pdf"), "sesame"),
    ("aes-128.pdf", include_bytes!("locked/aes-128.pdf"), "sesame"),
    ("streams-aes-128.pdf", include_bytes!("locked/streams-aes-128.pdf"), "sesame"),
    ("aes-256-r5.pdf", include_bytes!("locked/aes-256-r5.pdf"), "sesame"),
    ("aes-256-r6.pdf", include_bytes!("locked/aes-256-r6.pdf"), "sesame"),
    ("korean-r6.pdf", include_bytes!("locked/korean-r6.pdf"), "열려라 참깨"),
    ("standard.docx", include_bytes!("locked/standard.docx"), "sesame"),
    ("agile.docx", include_bytes!("locked/agile.docx"), "sesame"),
    ("agile.xlsx", include_bytes!("locked/agile.xlsx"), "sesame"),
    ("korean.xlsx", include_bytes!("locked/korean.xlsx"), "열려라 참깨"),
    ("word-97.doc", include_bytes!("locked/word-97.doc"), "sesame"),
    ("excel-97.xls", include_bytes!("locked/excel-97.xls"), "sesame"),
];

struct Bench {
    runtime: tokio::runtime::Runtime,
    reader: WorkerReader,
    passwords: Arc<Passwords>,
}

impl Bench {
    fn new() -> Bench {
        let passwords = Arc::new(Passwords::default());
        let reader =
            WorkerReader::new(program(), ReadLimits::default()).unlocking(Arc::clone(&passwords));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Bench { runtime, reader, passwords }
    }
    fn offer(&self, text: &str) {
        self.passwords.offer(Password::new(text));
    }
    fn read(&self, input: &TempFile) -> Result<Document, ReadError> {
        self.runtime.block_on(self.reader.read(&input.path, &|_| {}))
    }
    fn picture(&self, input: &TempFile) -> Result<Vec<u8>, ReadError> {
        let task = DrawTask { page: 1, width: 300, view: None };
        self.runtime.block_on(self.reader.draw(&input.path, task))
    }
}

fn said(document: &Document) -> String {
    let lines: Vec<String> = document.pages[0].lines.iter().map(Line::text).collect();
    lines.join(" ")
}

#[test]
fn every_kind_of_lock_opens_with_its_password_and_no_other() {
    for (name, bytes, password) in FILES {
        let input = file(name, bytes);
        let bench = Bench::new();
        let error = bench.read(&input).unwrap_err();
        assert!(matches!(error, ReadError::Locked { refused: false, .. }), "{name}: {error}");
        bench.offer("Sesame");
        let error = bench.read(&input).unwrap_err();
        assert!(matches!(error, ReadError::Locked { refused: true, .. }), "{name}: {error}");
        let error = bench.picture(&input).unwrap_err();
        assert!(matches!(error, ReadError::Locked { refused: true, .. }), "{name}: {error}");
        assert!(!format!("{error} {error:?}").contains("Sesame"));
        bench.offer(password);
        let document = bench.read(&input).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(said(&document), "Amount due 1,250", "{name}");
        assert!(document.locked, "{name}");
        let picture = image::load_from_memory(&bench.picture(&input).unwrap()).unwrap();
        // Small letters of pages that are typeset here are gray at this size.
        let darkest = if name.ends_with("pdf") { 128 } else { 224 };
        let ink = picture.to_luma8().pixels().filter(|it| it.0[0] < darkest).count();
        assert!(ink > 100, "{name}: its picture has {ink} dark pixels");
        // What opened it is known from now on, whatever else is tried.
        assert_eq!(said(&bench.read(&input).unwrap()), "Amount due 1,250", "{name}");
    }
}

#[test]
fn the_owner_s_password_opens_what_is_of_revision_5_and_6() {
    for (name, bytes, _) in
        FILES.into_iter().filter(|it| it.0.contains("r5") || it.0.contains("r6"))
    {
        let input = file(name, bytes);
        let bench = Bench::new();
        bench.offer("owner");
        let document = bench.read(&input).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(said(&document), "Amount due 1,250", "{name}");
    }
}

#[test]
fn what_opens_for_everybody_needs_no_password() {
    let files: [(&str, &[u8]); 2] = [
        ("everybody.pdf", include_bytes!("locked/everybody.pdf")),
        ("everybody.xlsx", include_bytes!("locked/everybody.xlsx")),
    ];
    for (name, bytes) in files {
        let input = file(name, bytes);
        let bench = Bench::new();
        let document = bench.read(&input).unwrap_or_else(|it| panic!("{name}: {it}"));
        let told = (said(&document), document.locked);
        assert_eq!(told, ("Amount due 1,250".to_owned(), false), "{name}");
    }
}

#[test]
fn recognized_pages_of_a_locked_document_are_not_kept() {
    let plain = scan(&drawn(letter()), 600, 800);
    let mut document = pdf_extract::Document::load_mem(&plain).unwrap();
    document.trailer.set(
        "ID",
        vec![
            pdf_extract::Object::string_literal("0123456789abcdef"),
            pdf_extract::Object::string_literal("0123456789abcdef"),
        ],
    );
    let version = pdf_extract::EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password: "sesame",
        key_length: 128,
        permissions: pdf_extract::Permissions::all(),
    };
    let state = pdf_extract::EncryptionState::try_from(version).unwrap();
    document.encrypt(&state).unwrap();
    let mut locked = Vec::new();
    document.save_to(&mut locked).unwrap();
    let input = file("scan.pdf", &locked);
    let folder = tempfile::tempdir().unwrap();
    let bench = Bench::new();
    let reader = bench.reader.keeping(folder.path().to_owned());
    let bench = Bench { reader, ..bench };
    bench.offer("sesame");
    let document = bench.read(&input).unwrap();
    assert!(document.locked && document.pages[0].lines.len() > 1, "{document:?}");
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}
