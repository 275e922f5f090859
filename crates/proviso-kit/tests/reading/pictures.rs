//! Pictures in office documents: drawn where they stand, recognized where they hold text.

use std::io::{Cursor, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use proviso_core::document::{Document, Source};
use proviso_core::ports::{DrawTask, Viewer as _};
use proviso_kit::look;
use proviso_kit::reading::{ReadLimits, WorkerReader};
use zip::write::SimpleFileOptions;

use super::fixture::{TempFile, drawn, encoded, file, ink, pdf, picture, plain, program};
use super::office::{record, wide};
use super::{has_words, read_with};

/// A scanned slip of 500 × 250 points at 300 dpi.
fn slip() -> Vec<u8> {
    let page = pdf(&[plain(
        "BT /F 20 Tf 60 740 Td (Delivery note 2041) Tj 0 -50 Td (Amount due 1,250) Tj \
         0 -50 Td (Received by the warehouse) Tj ET 1 w 50 620 400 160 re S",
    )]);
    let image = image::imageops::crop_imm(&drawn(page), 0, 0, 2083, 1042).to_image();
    encoded(&image, image::ImageFormat::Png)
}

/// A picture of a landscape: shades without a letter.
fn landscape() -> Vec<u8> {
    let image = image::GrayImage::from_fn(800, 400, |x, y| {
        let hill = 200.0 + 60.0 * (x as f32 / 90.0).sin();
        image::Luma([if y as f32 > hill { 90 } else { 200 - (y / 4) as u8 }])
    });
    encoded(&image, image::ImageFormat::Png)
}

fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

const LINKS: &[u8] =
    br#"<Relationships><Relationship Id="r1" Target="media/a.png"/></Relationships>"#;

/// A Word document with a line, a picture of this many points, and another line.
fn word(picture: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (cx, cy) = (width * 12_700, height * 12_700);
    let text = format!(
        r#"<w:document xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:wp="p"><w:body>
<w:p><w:r><w:t>Enclosed is the slip</w:t></w:r></w:p>
<w:p><w:r><w:drawing><wp:inline><wp:extent cx="{cx}" cy="{cy}"/><a:blip r:embed="r1"/></wp:inline></w:drawing></w:r></w:p>
<w:p><w:r><w:t>Kind regards</w:t></w:r></w:p></w:body></w:document>"#
    );
    package(&[
        ("word/document.xml", text.as_bytes()),
        ("word/_rels/document.xml.rels", LINKS),
        ("word/media/a.png", picture),
    ])
}

#[track_caller]
fn read(input: &TempFile) -> Document {
    read_with(input, ReadLimits::default()).unwrap()
}

#[track_caller]
fn recognizes(name: &str, bytes: &[u8]) -> Document {
    let document = read(&file(name, bytes));
    has_words(&document, &["Delivery", "2041", "Amount", "1,250", "warehouse"]);
    let page = document.pages.iter().find(|it| it.reason.contains("text of 1"));
    assert!(page.is_some(), "no page says that it has a picture with text: {:?}", document.pages);
    document
}

#[test]
fn a_scan_that_was_pasted_into_a_document_is_recognized_where_it_stands() {
    let document = recognizes("a.docx", &word(&slip(), 400, 200));
    let page = &document.pages[0];
    assert_eq!(
        page.reason.split(", recognized").next(),
        Some("Word document (DOCX), 1 picture: text of 1"),
    );
    assert_eq!(page.source, Source::Native, "most of it is the document's own");
    let find = |text: &str| {
        let words = page.lines.iter().flat_map(|it| &it.words);
        words.filter(|it| it.text.contains(text)).map(|it| (it.rect, it.source)).next().unwrap()
    };
    let (above, native) = find("Enclosed");
    let (below, _) = find("regards");
    let (word, source) = find("1,250");
    assert_eq!((native, source), (Source::Native, Source::Ocr));
    assert!(above.y1 < word.y0 && word.y1 < below.y0, "{above:?} {word:?} {below:?}");
    // On the slip the amount begins at 167 of 500 points and stands 110 of 250 points below its
    // upper edge; the picture is four fifths of that.
    let left = 57.0 + 0.8 * 167.0;
    assert!((word.x0 - left).abs() < 10.0, "{word:?} should begin at about {left}");
    let sides = page.rulings.iter().filter(|it| it.is_horizontal()).count();
    assert_eq!(sides, 2, "the frame on the slip: {:?}", page.rulings);
}

#[test]
fn a_picture_without_text_stays_a_picture() {
    let document = read(&file("a.docx", &word(&landscape(), 400, 200)));
    let page = &document.pages[0];
    assert_eq!(page.reason, "Word document (DOCX), 1 picture: no text");
    assert!(page.lines.iter().flat_map(|it| &it.words).all(|it| it.source == Source::Native));
    assert_eq!(page.lines.len(), 2, "{:?}", page.lines);
}

#[test]
fn a_logo_is_drawn_and_not_looked_at() {
    let document = read(&file("a.docx", &word(&slip(), 100, 50)));
    assert_eq!(document.pages[0].reason, "Word document (DOCX)");
}

#[test]
fn a_picture_of_an_unknown_kind_is_counted() {
    let document = read(&file("a.docx", &word(b"\x01\0\0\0\x6c\0\0\0 a drawing", 400, 200)));
    assert_eq!(document.notes.len(), 1, "{:?}", document.notes);
    assert!(document.notes[0].message.en.starts_with("1 pictures are of a kind that is not read"));
}

#[test]
fn a_document_that_is_nothing_but_a_scan_is_read_by_it() {
    let text = br#"<w:document xmlns:w="w" xmlns:a="a" xmlns:r="r"><w:body><w:p><w:r><w:drawing>
<a:blip r:embed="r1"/></w:drawing></w:r></w:p></w:body></w:document>"#;
    let bytes = package(&[
        ("word/document.xml", text.as_slice()),
        ("word/_rels/document.xml.rels", LINKS),
        ("word/media/a.png", &slip()),
    ]);
    assert_eq!(recognizes("a.docx", &bytes).pages[0].source, Source::Ocr);
}

#[test]
fn pictures_of_hangul_documents_are_recognized() {
    let manifest = br#"<package><item id="image1" href="BinData/image1.png" media-type="image/png"/></package>"#;
    let section = r#"<sec><p><run><t>납품 확인</t></run></p><p><run><pic><sz width="40000" height="20000"/>
<img binaryItemIDRef="image1"/></pic></run></p></sec>"#;
    recognizes(
        "a.hwpx",
        &package(&[
            ("mimetype", b"application/hwp+zip"),
            ("Contents/content.hpf", manifest),
            ("Contents/section0.xml", section.as_bytes()),
            ("BinData/image1.png", &slip()),
        ]),
    );

    // An embedded file, number 1, that is not packed.
    let mut listed = vec![0x21, 0, 1, 0, 3, 0];
    listed.extend(wide("png"));
    let mut object = b" osg".to_vec();
    object.resize(16, 0);
    object.extend(40_000_u32.to_le_bytes());
    object.extend(20_000_u32.to_le_bytes());
    object.resize(46, 0);
    let mut picture = vec![0; 71];
    picture.extend(1_u16.to_le_bytes());
    let control: String = ['\u{b}'].into_iter().chain(std::iter::repeat_n('\u{1}', 7)).collect();
    let mut section = record(0x42, 0, &[0; 24]);
    section.extend(record(0x43, 1, &wide(&control)));
    section.extend(record(0x47, 1, &object));
    section.extend(record(0x4c, 2, &[0; 60]));
    section.extend(record(0x55, 3, &picture));
    let mut header = b"HWP Document File".to_vec();
    header.resize(32, 0);
    header.extend(0x0500_0300_u32.to_le_bytes());
    header.resize(256, 0);
    let mut out = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for storage in ["/BodyText", "/BinData"] {
        out.create_storage(storage).unwrap();
    }
    for (name, bytes) in [
        ("/FileHeader", header),
        ("/DocInfo", record(0x12, 1, &listed)),
        ("/BodyText/Section0", section),
        ("/BinData/BIN0001.png", slip()),
    ] {
        out.create_stream(name).unwrap().write_all(&bytes).unwrap();
    }
    out.flush().unwrap();
    recognizes("a.hwp", &out.into_inner().into_inner());
}

#[test]
fn pictures_of_sheets_and_web_pages_are_recognized() {
    let links = |target: &str| {
        format!(r#"<Relationships><Relationship Id="r1" Target="{target}"/></Relationships>"#)
    };
    let (to_sheet, to_drawing, to_image) =
        (links("worksheets/s.xml"), links("../drawings/drawing1.xml"), links("../media/a.png"));
    let drawing = r#"<d><pic><blip embed="r1"/><spPr><xfrm><ext cx="5080000" cy="2540000"/></xfrm></spPr></pic></d>"#;
    recognizes(
        "a.xlsx",
        &package(&[
            (
                "xl/workbook.xml",
                br#"<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>"#,
            ),
            ("xl/_rels/workbook.xml.rels", to_sheet.as_bytes()),
            (
                "xl/worksheets/s.xml",
                br#"<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>"#,
            ),
            ("xl/worksheets/_rels/s.xml.rels", to_drawing.as_bytes()),
            ("xl/drawings/drawing1.xml", drawing.as_bytes()),
            ("xl/drawings/_rels/drawing1.xml.rels", to_image.as_bytes()),
            ("xl/media/a.png", &slip()),
        ]),
    );
    let data = STANDARD.encode(slip());
    let page = format!(
        r#"<!doctype html><html><p>The slip:</p><img width=500 src="data:image/png;base64,{data}"></html>"#
    );
    recognizes("a.html", page.as_bytes());
}

#[test]
fn a_picture_is_drawn_where_its_words_are() {
    let input = file("a.docx", &word(&slip(), 400, 200));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    let picture = picture(&input, 1, 2 * document.pages[0].width as u32);
    for word in document.pages[0].lines.iter().flat_map(|it| &it.words) {
        assert!(ink(&picture, word.rect) > 8, "`{}` is not where its box is", word.text);
    }
}

#[test]
fn places_of_a_page_are_recognized_again_each_by_itself() {
    let page = pdf(&[plain(
        "BT /F 20 Tf 60 740 Td (Delivery note 2041) Tj 0 -50 Td (Amount due 1,250) Tj ET",
    )]);
    let input = file("slip.pdf", &page);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reader = WorkerReader::new(program(), ReadLimits::default());
    let texts = runtime.block_on(async {
        let task = DrawTask { page: 1, width: 2_480, view: None };
        let png = reader.draw(&input.path, task).await.unwrap();
        let amount = [92.0, 115.0, 433.0, 145.0];
        let nothing = [100.0, 500.0, 300.0, 520.0];
        let title = [92.0, 52.0, 433.0, 83.0];
        look::again(&reader, &png, &[amount, nothing, title]).await.unwrap()
    });
    assert_eq!(texts, ["Amount due 1,250", "", "Delivery note 2041"]);
}
