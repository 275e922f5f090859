//! What fuzz targets call: each boundary that hostile bytes cross, without a process around it.
//!
//! **Invariant:** a panic in code of other crates is what the worker is there for and no finding
//! here; one in ours is, as are hangs, aborts, overflowing stacks and answers out of step.

use std::io::{Cursor, Write as _};

use proviso_core::document::{Document, Format};

use super::protocol::{Answer, Drawing, MAX_FILE, Request, Rung, encode, hear, receive};
use super::worker::Desk;
use super::worker::clock::Clock;

/// Pages that are read and drawn of one file.
const N_PAGES: u32 = 3;

/// Reads a file of any format as a worker does, but for recognition.
pub fn file(bytes: &[u8]) {
    panics_of_ours_end_it();
    let ask = |request: &Request, bytes: &[u8]| encode(request, bytes).unwrap_or_default();
    let text = |rung| Request::Text { first: 1, last: N_PAGES, rung };
    let draw = |page| Request::Draw(Drawing { page, width: 200, view: None });
    let requests = [
        ask(&Request::Load { keys: Vec::new() }, bytes),
        ask(&text(Rung::Interpreted), &[]),
        ask(&text(Rung::Extracted), &[]),
        ask(&draw(1), &[]),
        ask(&draw(N_PAGES), &[]),
    ]
    .concat();
    let (mut answers, clock) = (Vec::new(), Clock::new(3_600, 3_600));
    let ended = Desk::new(requests.as_slice(), &mut answers, String::new(), clock).serve();
    assert!(ended.is_ok(), "the worker's streams are whole: {ended:?}");
    let answers = heard(&answers);
    assert!(!answers.is_empty(), "a file is answered for");
    for it in &answers {
        if let Answer::Text { page, .. } = it {
            for word in page.lines.iter().flat_map(|it| &it.words) {
                let (a, b) = (word.rect.x0.is_finite(), word.rect.y1.is_finite());
                assert!(a && b, "`{}` stands somewhere", word.text);
            }
        }
    }
}

/// A plain text as the reader makes a document of it.
pub fn text(text: &str) -> Document {
    let pages = super::plain::pages(text, false, "fuzzed", usize::MAX).unwrap_or_default();
    let name = "fuzzed.txt".to_owned();
    let (sha256, notes, embedded) = (String::new(), Vec::new(), Vec::new());
    Document { name, sha256, format: Format::Text, pages, notes, locked: false, embedded }
}

/// Reads bytes as frames in both directions.
pub fn frames(bytes: &[u8]) {
    let mut stream = bytes;
    while let Ok(Some((_, bytes))) = receive(&mut stream) {
        assert!(bytes.len() <= MAX_FILE, "a frame is bounded");
    }
    heard(bytes);
}

/// Reads XML as the body of a document of Word.
pub fn docx(xml: &[u8]) {
    file(&package(&[("word/document.xml", xml)]));
}

/// Reads XML as the first section of a document of Hangul.
pub fn hwpx(xml: &[u8]) {
    file(&package(&[("mimetype", b"application/hwp+zip"), ("Contents/section0.xml", xml)]));
}

/// Reads XML as the first sheet of a workbook.
pub fn xlsx(xml: &[u8]) {
    const BOOK: &[u8] = br#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r"/></sheets></workbook>"#;
    const RELATIONS: &[u8] = br#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;
    file(&package(&[
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", RELATIONS),
        ("xl/worksheets/sheet1.xml", xml),
    ]));
}

/// Reads records as the first section of a document of Hangul 5.
pub fn hwp(records: &[u8]) {
    let made = || -> std::io::Result<Vec<u8>> {
        let mut header = b"HWP Document File".to_vec();
        header.resize(32, 0);
        // Version 5.0, nothing packed.
        header.extend_from_slice(&0x0500_0000_u32.to_le_bytes());
        header.resize(256, 0);
        let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new()))?;
        file.create_stream("/FileHeader")?.write_all(&header)?;
        file.create_stream("/DocInfo")?;
        file.create_storage("/BodyText")?;
        file.create_stream("/BodyText/Section0")?.write_all(records)?;
        file.flush()?;
        Ok(file.into_inner().into_inner())
    };
    file(&made().unwrap_or_default());
}

/// An archive of some files, not compressed: what is fuzzed must reach the reader as it is.
fn package(files: &[(&str, &[u8])]) -> Vec<u8> {
    let made = || -> zip::result::ZipResult<Vec<u8>> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let stored = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Stored);
        for (name, bytes) in files {
            archive.start_file(*name, stored)?;
            archive.write_all(bytes)?;
        }
        Ok(archive.finish()?.into_inner())
    };
    made().unwrap_or_default()
}

/// The answers on a stream, up to the first that is none.
fn heard(mut bytes: &[u8]) -> Vec<Answer> {
    futures_util::future::FutureExt::now_or_never(async move {
        let mut answers = Vec::new();
        while let Ok(Some(it)) = hear(&mut bytes).await {
            answers.push(it);
        }
        answers
    })
    .unwrap_or_default()
}

/// The worker catches panics; a fuzzer ends at all of them; here those of our own code end it.
fn panics_of_ours_end_it() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let fuzzers = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |it| {
            if it.location().is_some_and(|it| it.file().contains("proviso-")) {
                fuzzers(it);
            }
        }));
    });
}
