//! Damaged office documents: cut off, with bits that changed, in any format.
//!
//! **Invariant:** each ends in a document or in a reason, and no worker dies or is waited for.

use std::io::{Cursor, Write as _};
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use proviso_core::ports::{Reader as _, Unpacker as _};
use proviso_kit::reading::{ReadLimits, WorkerReader};
use tokio::runtime::Runtime;
use zip::write::SimpleFileOptions;

use super::fixture::{file, program};
use super::office::{hangul, hangul_section};
use super::word::CONTRACT;

/// A document before it is damaged.
enum Sample {
    /// As it is.
    Flat(Vec<u8>),
    /// Parts that are damaged before they are packed, so that their sums are right.
    Packed(&'static [(&'static str, &'static str)]),
}

const WORD: &[(&str, &str)] = &[
    (
        "word/document.xml",
        r#"<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>
<w:r><w:rPr><w:sz w:val="24"/></w:rPr><w:t>Contract &amp; price</w:t><w:fldChar w:fldCharType="begin"/></w:r></w:p>
<w:tbl><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/><w:vMerge w:val="restart"/></w:tcPr>
<w:p><w:r><w:t>1,200</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>
<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1000" w:left="1000"/></w:sectPr></w:body></w:document>"#,
    ),
    (
        "word/numbering.xml",
        r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="3"/></w:num></w:numbering>"#,
    ),
];
const SHEET: &[(&str, &str)] = &[
    (
        "xl/workbook.xml",
        r#"<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>"#,
    ),
    (
        "xl/_rels/workbook.xml.rels",
        r#"<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>"#,
    ),
    (
        "xl/styles.xml",
        r##"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$₩-412]#,##0;[Red]-0.00%"/></numFmts><cellXfs><xf numFmtId="164" borderId="0"/></cellXfs></styleSheet>"##,
    ),
    (
        "xl/worksheets/s.xml",
        r#"<worksheet><cols><col min="1" max="2" width="12"/></cols><sheetData><row r="1" ht="20"><c r="A1" s="0"><v>1234.5</v></c><c r="C1" t="s"><v>0</v></c></row><row r="9"><c r="B9" t="d"><v>2031-03-02T00:00:00</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells></worksheet>"#,
    ),
];
const HANGUL: &[(&str, &str)] = &[
    (
        "Contents/header.xml",
        r##"<head><charPr id="0" height="1000"/><paraPr id="0"><align horizontal="CENTER"/><heading type="NUMBER" idRef="1" level="0"/></paraPr><numbering id="1"><paraHead level="1" start="1" numFormat="DIGIT">^1.</paraHead></numbering><borderFill id="1"><leftBorder type="SOLID"/></borderFill></head>"##,
    ),
    (
        "Contents/section0.xml",
        r#"<sec><p paraPrIDRef="0"><run charPrIDRef="0"><t>Price</t><tbl><tr><tc borderFillIDRef="1"><subList><p><run><t>1,200</t></run></p></subList><cellAddr colAddr="0" rowAddr="0"/><cellSpan colSpan="2" rowSpan="1"/><cellSz width="9000" height="1000"/></tc></tr></tbl></run></p></sec>"#,
    ),
];
const OPEN: &[(&str, &str)] = &[
    ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
    (
        "content.xml",
        r##"<o><style name="a"><table-cell-properties border="thin" background-color="#ff0000"/></style><table name="S"><table-column number-columns-repeated="3"/><table-row number-rows-repeated="2"><table-cell style-name="a" value-type="float" number-columns-spanned="2"><p>1,200</p></table-cell><covered-table-cell/></table-row></table></o>"##,
    ),
];

/// A workbook of Excel 97 with a text and a number, whose sheet is said to begin so many bytes too far.
fn old_workbook(off: u32) -> Vec<u8> {
    let record = |kind: u16, data: &[u8]| {
        [&kind.to_le_bytes(), &(data.len() as u16).to_le_bytes(), data].concat()
    };
    let begin = |kind: u16| {
        let mut data = [0; 16];
        data[..2].copy_from_slice(&0x0600_u16.to_le_bytes());
        data[2..4].copy_from_slice(&kind.to_le_bytes());
        record(0x0809, &data)
    };
    let end = record(0x000a, &[]);
    let globals = |start: u32| {
        let sheet = [&start.to_le_bytes()[..], &[0, 0, 1, 0, b'S']].concat();
        [begin(5), record(0x0085, &sheet), end.clone()].concat()
    };
    let start = globals(0).len() as u32;
    let cell = |row: u16, column: u16| {
        [row.to_le_bytes(), column.to_le_bytes(), 0_u16.to_le_bytes()].concat()
    };
    let number = [cell(0, 1), 1_200.0_f64.to_le_bytes().to_vec()].concat();
    let text = [cell(0, 0), vec![5, 0, 0], b"Price".to_vec()].concat();
    let area = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    let stream = [
        globals(start + off),
        begin(0x10),
        record(0x0204, &text),
        record(0x0203, &number),
        record(0x00e5, &area),
        end.clone(),
    ]
    .concat();
    let mut out = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    out.create_stream("/Workbook").unwrap().write_all(&stream).unwrap();
    out.flush().unwrap();
    out.into_inner().into_inner()
}

const MAIL: &str = "From: a@example.com\r\nMessage-ID: <1@x>\r\nMIME-Version: 1.0\r\nSubject: =?utf-8?B?6rKs7KCB?=\r\n\
Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<table border=1><tr><td colspan=2>Price</td></tr></table>\r\n\
--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\nContent-Transfer-Encoding: base64\r\n\r\nYSxiCjEsMgo=\r\n--b--\r\n";

static SAMPLES: LazyLock<Vec<(&'static str, Sample)>> = LazyLock::new(|| {
    vec![
        ("a.docx", Sample::Packed(WORD)),
        ("a.xlsx", Sample::Packed(SHEET)),
        ("a.hwpx", Sample::Packed(HANGUL)),
        ("a.ods", Sample::Packed(OPEN)),
        ("b.docx", Sample::Flat(packed(WORD, None))),
        ("a.hwp", Sample::Flat(hangul(0, "/BodyText", &hangul_section()))),
        ("a.xls", Sample::Flat(old_workbook(0))),
        ("a.doc", Sample::Flat(CONTRACT.to_vec())),
        ("a.eml", Sample::Flat(MAIL.as_bytes().to_vec())),
        ("a.html", Sample::Flat(MAIL.as_bytes()[MAIL.find("<table").unwrap()..].to_vec())),
        ("a.xml", Sample::Flat(crate::electronic::TAX_INVOICE.as_bytes().to_vec())),
        ("a.zip", Sample::Flat(packed(&[("a.md", "# Title\n"), ("b.csv", "a,b\n1,2\n")], None))),
    ]
});

/// A package, one part of which may be damaged.
fn packed(parts: &[(&str, &str)], damage: Option<&Damage>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let hit = damage.map(|it| it.part.index(parts.len()));
    for (number, (name, text)) in parts.iter().enumerate() {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        let bytes = text.as_bytes().to_vec();
        let bytes = match damage {
            Some(damage) if hit == Some(number) => damage.done_to(bytes),
            _ => bytes,
        };
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// What happens to a file.
#[derive(Debug, Clone)]
struct Damage {
    part: Index,
    /// Where it is cut off, if it is.
    cut: Option<Index>,
    /// Places and what is added to the bytes there.
    changed: Vec<(Index, u8)>,
    /// A part of it that comes once more.
    again: Option<(Index, Index)>,
}

impl Damage {
    fn done_to(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        if let Some(cut) = &self.cut {
            bytes.truncate(cut.index(bytes.len()).max(1));
        }
        for (at, by) in &self.changed {
            let at = at.index(bytes.len());
            bytes[at] = bytes[at].wrapping_add(*by);
        }
        if let Some((from, to)) = &self.again {
            let (a, b) = (from.index(bytes.len()), to.index(bytes.len()));
            let piece = bytes[a.min(b)..a.max(b)].to_vec();
            bytes.splice(a..a, piece);
        }
        bytes
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = any::<Index>;
    (
        place(),
        prop::option::weighted(0.3, place()),
        prop::collection::vec((place(), 1_u8..), 0..6),
        prop::option::weighted(0.2, (place(), place())),
    )
        .prop_map(|(part, cut, changed, again)| Damage { part, cut, changed, again })
}

static WORLD: LazyLock<(Runtime, WorkerReader)> = LazyLock::new(|| {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    (runtime.unwrap(), WorkerReader::new(program(), ReadLimits::default()))
});

#[test]
fn what_is_damaged_was_whole_before() {
    for (name, sample) in &*SAMPLES {
        let bytes = match sample {
            Sample::Flat(bytes) => bytes.clone(),
            Sample::Packed(parts) => packed(parts, None),
        };
        let input = file(name, &bytes);
        let (runtime, reader) = &*WORLD;
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().to_owned();
        let make = move || Ok(at.clone());
        let unpacked = runtime.block_on(reader.unpack(&input.path, &make)).unwrap();
        if unpacked.is_document {
            let document = runtime.block_on(reader.read(&input.path, &|_| {})).unwrap();
            assert!(document.pages.iter().any(|it| !it.lines.is_empty()), "{name} says nothing");
        } else {
            assert_eq!(unpacked.members.len(), 2, "{name}");
        }
    }
}

#[test]
fn a_sheet_that_begins_behind_the_end_is_damage() {
    let input = file("a.xls", &old_workbook(75));
    let (runtime, reader) = &*WORLD;
    let said = runtime.block_on(reader.read(&input.path, &|_| {})).unwrap_err().to_string();
    assert!(said.contains("a sheet begins behind its end"), "{said}");
}

/// What a reader says where its worker died, was killed, or met a panic.
const FALLS: [&str; 4] = ["worker", "no result within", "stumbled", "answer to no question"];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_documents_end_in_a_document_or_a_reason(which in any::<Index>(), damage in damage()) {
        let (name, sample) = &SAMPLES[which.index(SAMPLES.len())];
        let bytes = match sample {
            Sample::Flat(bytes) => damage.done_to(bytes.clone()),
            Sample::Packed(parts) => packed(parts, Some(&damage)),
        };
        let input = file(name, &bytes);
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path().to_owned();
        let make = move || Ok(at.clone());
        let (runtime, reader) = &*WORLD;
        let said = runtime.block_on(async {
            let unpacked = reader.unpack(&input.path, &make).await;
            let read = reader.read(&input.path, &|_| {}).await;
            let unpacked = unpacked.err().map(|it| it.to_string()).unwrap_or_default();
            let read = match read {
                Ok(it) => it.pages.into_iter().map(|it| it.reason).collect(),
                Err(it) => it.to_string(),
            };
            format!("{unpacked}\n{read}")
        });
        for fall in FALLS {
            prop_assert!(!said.contains(fall), "{name}: {said}");
        }
    }
}
