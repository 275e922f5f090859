//! A reader whose worker says what a test has written down, whatever it is asked: what no worker of ours
//! can be brought to say of a file that a test would make.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use expect_test::expect;
use proviso_core::document::{Format, PageSize};
use proviso_core::ports::Reader as _;

use super::protocol::{Answer, Refusal, encode};
use super::{ReadLimits, WorkerProgram, WorkerReader};

/// Says these answers in this order, then hears its requests out.
fn saying(answers: &[Answer]) -> WorkerProgram {
    let mut said = String::new();
    for byte in answers.iter().flat_map(|it| encode(it, &[]).unwrap()) {
        write!(said, "\\{byte:03o}").unwrap();
    }
    let script = format!("printf '{said}'; while read -r _; do :; done");
    WorkerProgram { path: PathBuf::from("/bin/sh"), args: vec!["-c".into(), script.into()] }
}

fn a_picture(number: u32) -> Answer {
    let reason = "no text layer".to_owned();
    Answer::NeedsOcr { number, reason, fallback: None, hidden: false }
}

#[test]
fn a_picture_of_more_than_is_read_costs_its_page() {
    let reason = "2000001 words, and at most 2000000 are read".to_owned();
    let program = saying(&[
        Answer::Loaded {
            format: Format::Pdf,
            n_pages: 1,
            sizes: vec![PageSize::new(595.0, 842.0)],
            notes: Vec::new(),
            opened_by: None,
            embedded: Vec::new(),
        },
        a_picture(1),
        Answer::Refused(Refusal::TooLarge { reason }),
    ]);
    let file = tempfile::Builder::new().suffix(".pdf").tempfile().unwrap();
    std::fs::write(file.path(), "any").unwrap();
    let reader = WorkerReader::new(program, ReadLimits::default());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let document = runtime.block_on(reader.read(file.path(), &|_| {})).unwrap();
    assert_eq!(document.pages.len(), 1);
    let lost = document.notes.iter().find(|it| it.page == Some(1)).unwrap();
    let name = file.path().file_name().map(Path::new).unwrap().display().to_string();
    expect!["this page could not be read: no text layer, and recognition failed: `any.pdf` is too large: 2000001 words, and at most 2000000 are read"]
        .assert_eq(&lost.message.en.replace(&name, "any.pdf"));
}
