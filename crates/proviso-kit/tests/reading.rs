//! Reading for real: worker processes, parsers and Tesseract, on documents made by code.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

#[path = "reading/attached.rs"]
mod attached;
#[path = "reading/damaged.rs"]
mod damaged;
#[path = "reading/early.rs"]
mod early;
#[path = "reading/electronic.rs"]
mod electronic;
#[path = "reading/fixture.rs"]
mod fixture;
#[path = "reading/forms.rs"]
mod forms;
#[path = "reading/hidden.rs"]
mod hidden;
#[path = "reading/limits.rs"]
mod limits;
#[path = "reading/locked.rs"]
mod locked;
#[path = "reading/marks.rs"]
mod marks;
#[path = "reading/office.rs"]
mod office;
#[path = "reading/pictures.rs"]
mod pictures;
#[path = "reading/robust.rs"]
mod robust;
#[path = "reading/word.rs"]
mod word;

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::{Expect, expect};
use fixture::{PageSpec, TempFile, encoded, encrypted, file, pdf, plain, program, scan};
use proviso_core::document::Document;
use proviso_core::ports::{ReadError, Reader as _};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader};

fn read_with(input: &TempFile, limits: ReadLimits) -> Result<Document, ReadError> {
    read_by(program(), input, limits)
}

fn read_by(
    program: WorkerProgram,
    input: &TempFile,
    limits: ReadLimits,
) -> Result<Document, ReadError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let reader = WorkerReader::new(program, limits);
        reader.read(&input.path, &|_| {}).await
    })
}

/// Pages with their reasons, words with whole-number boxes, rulings and notes.
fn shown(result: Result<Document, ReadError>) -> String {
    let document = match result {
        Ok(document) => document,
        Err(error) => return format!("error: {error}"),
    };
    let mut out = String::new();
    for page in &document.pages {
        let (w, h) = (page.width, page.height);
        writeln!(out, "page {} {w:.0}x{h:.0}: {}", page.number, page.reason).unwrap();
        for line in &page.lines {
            let words = line.words.iter().map(|it| {
                let r = it.rect;
                format!("{} [{:.0} {:.0} {:.0} {:.0}]", it.text, r.x0, r.y0, r.x1, r.y1)
            });
            writeln!(out, "  {}", words.collect::<Vec<_>>().join(" | ")).unwrap();
        }
        for it in &page.rulings {
            let r = it.rect;
            writeln!(out, "  ruling {:.0} {:.0} {:.0} {:.0}", r.x0, r.y0, r.x1, r.y1).unwrap();
        }
    }
    for note in &document.notes {
        writeln!(out, "note {:?}: {}", note.page, note.message).unwrap();
    }
    out
}

#[track_caller]
fn check(pages: &[PageSpec], expect: Expect) {
    expect.assert_eq(&shown(read_with(&file("a.pdf", &pdf(pages)), ReadLimits::default())));
}

#[track_caller]
fn check_file(name: &str, bytes: &[u8], expect: Expect) {
    expect.assert_eq(&shown(read_with(&file(name, bytes), ReadLimits::default())));
}

#[test]
fn words_stand_at_their_places_from_the_top_left() {
    check(
        &[plain("BT /F 10 Tf 100 700 Td (Total due: 1,234) Tj ET")],
        expect![[r#"
        page 1 600x800: text layer by hayro
          Total [100 92 122 102] | due: [125 92 144 102] | 1,234 [147 92 172 102]
    "#]],
    );
}

#[test]
fn korean_text_is_read_by_a_predefined_character_map() {
    check(
        &[plain("BT /K 10 Tf 100 700 Td <D569ACC40020AE08C561> Tj ET")],
        expect![[r#"
        page 1 600x800: text layer by hayro
          합계 [100 92 120 102] | 금액 [130 92 150 102]
    "#]],
    );
}

#[test]
fn syllables_placed_one_by_one_are_one_word_and_a_gap_parts_words() {
    check(
        &[plain(
            "BT /K 10 Tf 100 700 Td <ACF5> Tj 10 0 Td <AE09> Tj 10 0 Td <AC00> Tj 15 0 Td <C561> Tj ET",
        )],
        expect![[r#"
            page 1 600x800: text layer by hayro
              공급가 [100 92 130 102] | 액 [135 92 145 102]
        "#]],
    );
}

#[test]
fn a_printed_line_parts_what_nearly_touches() {
    check(
        &[plain(
            "BT /F 10 Tf 100 700 Td (12) Tj 12.1 0 Td (34) Tj ET 0.3 w 111.6 690 m 111.6 715 l S",
        )],
        expect![[r#"
            page 1 600x800: text layer by hayro
              12 [100 92 111 102] | 34 [112 92 123 102]
              ruling 111 85 112 110
        "#]],
    );
}

#[test]
fn frames_and_thin_bars_are_rulings_and_shading_is_not() {
    check(
        &[plain(
            "100 600 200 50 re S 100 500 200 1 re f 0.8 g 100 400 200 50 re f \
             0 g 50 300 m 150 300 l 150 300 m 250 300 l S",
        )],
        expect![[r#"
            page 1 600x800: blank page
              ruling 100 150 300 150
              ruling 100 200 300 200
              ruling 100 299 300 300
              ruling 50 500 250 500
              ruling 100 150 100 200
              ruling 300 150 300 200
            note None: no text was found in the whole file
        "#]],
    );
}

#[test]
fn a_turned_and_cropped_page_is_read_as_displayed() {
    let entries = "/MediaBox [0 0 600 800] /CropBox [50 100 550 700] /Rotate 90";
    let content = "BT /F 10 Tf 60 120 Td (Low left) Tj ET".to_owned();
    check(
        &[PageSpec { entries, content }],
        expect![[r#"
        page 1 600x500: text layer by hayro
          Low [18 10 28 28] | left [18 31 28 44]
    "#]],
    );
}

#[test]
fn bold_by_printing_twice_is_read_once() {
    check(
        &[plain("BT /F 10 Tf 100 700 Td (Sum) Tj 0.3 0 Td (Sum) Tj ET")],
        expect![[r#"
        page 1 600x800: text layer by hayro
          Sum [100 92 121 102]
    "#]],
    );
}

#[test]
fn text_that_nobody_can_see_is_left_out_and_told() {
    check(
        &[plain(
            "BT /F 10 Tf 100 700 Td (Pay 100) Tj 3 Tr 0 -20 Td (Pay 900) Tj \
             0 Tr 1 g 0 -20 Td (Pay 800) Tj ET",
        )],
        expect![[r#"
            page 1 600x800: text layer by hayro
              Pay [100 92 117 102] | 100 [120 92 137 102]
            note Some(1): characters that nobody can see were left out: 6 drawn without ink, 6 in the color of what is below them
        "#]],
    );
}

#[test]
fn a_blank_page_is_there_with_its_reason() {
    check(
        &[plain(""), plain("BT /F 10 Tf 100 700 Td (Two) Tj ET")],
        expect![[r#"
        page 1 600x800: blank page
        page 2 600x800: text layer by hayro
          Two [100 92 119 102]
    "#]],
    );
}

#[test]
fn files_that_give_no_document_say_why() {
    check_file("empty.pdf", b"", expect!["error: `empty.pdf` is empty"]);
    check_file("blanks.txt", b" \n\n", expect!["error: `blanks.txt` is empty"]);
    check_file(
        "locked.pdf",
        &encrypted(),
        expect!["error: `locked.pdf` is locked with a password"],
    );
    check_file("none.pdf", &pdf(&[]), expect!["error: `none.pdf` cannot be read: it has no pages"]);
    let whole = pdf(&[plain("BT /F 10 Tf 100 700 Td (Total) Tj ET")]);
    check_file(
        "cut.pdf",
        &whole[..60],
        expect!["error: `cut.pdf` cannot be read: it is cut off before its end"],
    );
    check_file(
        "letter.pdf",
        b"PK\x03\x04 [Content_Types].xml word/document.xml",
        expect![
            "error: `letter.pdf` cannot be read: its archive is damaged (invalid Zip archive: Could not find EOCD)"
        ],
    );
    check_file(
        "old.hwp",
        b"HWP Document File V3.00 \x1a\x01",
        expect![
            "error: `old.hwp` is a Hangul document of version 3 (save it as HWPX or PDF), which Proviso does not read"
        ],
    );
    check_file(
        "noise.txt",
        &[0, 1, 2, 3, 0, 255, 254, 7, 7, 7],
        expect![
            "error: `noise.txt` is binary data of an unknown format, which Proviso does not read"
        ],
    );
    check_file(
        "half.png",
        b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0",
        expect!["error: `half.png` cannot be read: unexpected end of file"],
    );
}

#[test]
fn an_image_bomb_is_refused_before_it_is_decoded() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    let header = [0, 1, 0, 0, 0, 1, 0, 0, 8, 0, 0, 0, 0];
    png.extend_from_slice(&header);
    // The checksum that the decoder insists on.
    png.extend_from_slice(&crc32(&[b"IHDR".as_slice(), &header].concat()).to_be_bytes());
    png.extend_from_slice(&[0, 0, 0, 0]);
    png.extend_from_slice(b"IDAT");
    png.extend_from_slice(&crc32(b"IDAT").to_be_bytes());
    check_file(
        "bomb.png",
        &png,
        expect![
            "error: `bomb.png` is too large: 65536 × 65536 pixels, and at most 120 million are read"
        ],
    );
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |it, _| {
            if it & 1 == 1 { (it >> 1) ^ 0xedb8_8320 } else { it >> 1 }
        })
    })
}

#[test]
fn text_of_other_encodings_is_read_and_the_encoding_told() {
    // `합계 1,000` in CP949, and in UTF-16 with a mark.
    check_file(
        "a.txt",
        b"\xc7\xd5\xb0\xe8 1,000",
        expect![[r#"
        page 1 10x1: CP949 text
          합계 [0 0 4 1] | 1,000 [5 0 10 1]
        note None: read as CP949
    "#]],
    );
    check_file(
        "b.txt",
        b"\xff\xfe\x69\xd5\xc4\xac \x001\x00",
        expect![[r#"
        page 1 6x1: UTF-16LE text
          합계 [0 0 4 1] | 1 [5 0 6 1]
        note None: read as UTF-16LE
    "#]],
    );
}

#[test]
fn form_feeds_part_pages_and_tables_of_characters_have_rulings() {
    check_file(
        "a.txt",
        "품목 | 금액\n-----+-----\n볼트 |  500\u{c}끝".as_bytes(),
        expect![[r#"
        page 1 11x3: UTF-8 text
          품목 [0 0 4 1] | 금액 [7 0 11 1]
          볼트 [0 2 4 3] | 500 [8 2 11 3]
          ruling 0 1 11 2
          ruling 5 0 6 1
          ruling 5 2 6 3
        page 2 2x1: UTF-8 text
          끝 [0 0 2 1]
    "#]],
    );
}

#[test]
fn a_markdown_table_has_aligned_columns() {
    check_file(
        "a",
        "# Offer\n\n|Item|Price|\n|-|-|\n|Bolts|12|\n".as_bytes(),
        expect![[r#"
        page 1 17x5: UTF-8 text
          Offer [0 0 5 1]
          Item [2 2 6 3] | Price [10 2 15 3]
          Bolts [2 4 7 5] | 12 [10 4 12 5]
          ruling 1 3 8 4
          ruling 9 3 16 4
          ruling 0 2 1 5
          ruling 8 2 9 5
          ruling 16 2 17 5
    "#]],
    );
}

fn letter() -> Vec<u8> {
    pdf(&[plain(
        "BT /F 24 Tf 60 700 Td (Invoice 2041) Tj 0 -60 Td (Amount due 1,250) Tj ET \
         1 w 60 560 300 40 re S",
    )])
}

#[track_caller]
fn has_words(document: &Document, words: &[&str]) {
    let text: Vec<String> =
        document.pages.iter().flat_map(|it| &it.lines).map(|it| it.text()).collect();
    let text = text.join(" ");
    for word in words {
        assert!(text.contains(word), "`{word}` is not in what was recognized: {text}");
    }
}

#[test]
fn a_page_image_is_recognized_in_its_own_pixels() {
    let image = fixture::drawn(letter());
    for (name, format) in [("a.png", image::ImageFormat::Png), ("a.jpg", image::ImageFormat::Jpeg)]
    {
        let input = file(name, &encoded(&image, format));
        let document = read_with(&input, ReadLimits::default()).unwrap();
        has_words(&document, &["Invoice", "2041", "Amount", "1,250"]);
        let page = &document.pages[0];
        assert_eq!((page.width, page.height), (2500.0, 3333.0), "the size of the image");
        let word = page.lines[0].words[0].rect;
        assert!((word.x0 - 250.0).abs() < 15.0, "60 points are 250 pixels: {word:?}");
    }
}

#[test]
fn a_scan_is_recognized_in_points_with_its_frame() {
    let input = file("scan.pdf", &scan(&fixture::drawn(letter()), 600, 800));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    has_words(&document, &["Invoice", "2041", "Amount", "1,250"]);
    let page = &document.pages[0];
    assert_eq!((page.width.round(), page.height.round()), (600.0, 800.0));
    let word = page.lines[0].words[0].rect;
    assert!((word.x0 - 60.0).abs() < 4.0 && (word.y1 - 100.0).abs() < 8.0, "{word:?}");
    let across = page.rulings.iter().filter(|it| it.is_horizontal()).count();
    let down = page.rulings.len() - across;
    assert_eq!((across, down), (2, 2), "the frame has four sides: {:?}", page.rulings);
}

#[test]
fn a_page_that_lies_on_its_head_is_turned() {
    let image = image::imageops::rotate180(&fixture::drawn(letter()));
    let input = file("head.png", &encoded(&image, image::ImageFormat::Png));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    has_words(&document, &["Invoice", "2041"]);
}

#[test]
fn a_skewed_page_is_straightened() {
    let upright = fixture::drawn(letter());
    let (w, h) = upright.dimensions();
    let (sin, cos) = 1.5_f32.to_radians().sin_cos();
    let skewed = image::GrayImage::from_fn(w, h, |x, y| {
        let (dx, dy) = (x as f32 - w as f32 / 2.0, y as f32 - h as f32 / 2.0);
        let sx = w as f32 / 2.0 + dx * cos + dy * sin;
        let sy = h as f32 / 2.0 - dx * sin + dy * cos;
        let inside = sx >= 0.0 && sy >= 0.0 && sx < w as f32 && sy < h as f32;
        if inside { *upright.get_pixel(sx as u32, sy as u32) } else { image::Luma([255]) }
    });
    let input = file("skewed.png", &encoded(&skewed, image::ImageFormat::Png));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    has_words(&document, &["Invoice", "2041", "1,250"]);
    let page = &document.pages[0];
    assert!(page.reason.contains("straightened by -1.5"), "{}", page.reason);
    assert_eq!(page.rulings.len(), 4, "{:?}", page.rulings);
}

#[test]
fn a_recognized_page_is_kept_for_the_same_file_and_settings() {
    let input = file("scan.pdf", &scan(&fixture::drawn(letter()), 600, 800));
    let folder = tempfile::tempdir().unwrap();
    let read = |languages: &[&str]| {
        let languages = languages.iter().map(|&it| it.to_owned()).collect();
        let limits = ReadLimits { languages, ..ReadLimits::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let reader = WorkerReader::new(program(), limits).keeping(folder.path().to_owned());
            reader.read(&input.path, &|_| {}).await.unwrap()
        })
    };
    let first = read(&[]);
    let kept: Vec<PathBuf> =
        folder.path().read_dir().unwrap().map(|it| it.unwrap().path()).collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(read(&[]), first);
    // What is on the shelf is what comes back, and only where the same was asked for.
    let word = &first.pages[0].lines[0].words[0].text;
    let stored = std::fs::read_to_string(&kept[0]).unwrap();
    std::fs::write(&kept[0], stored.replace(word.as_str(), "shelf")).unwrap();
    assert_eq!(read(&[]).pages[0].lines[0].words[0].text, "shelf");
    assert_eq!(&read(&["eng"]).pages[0].lines[0].words[0].text, word);
    // A damaged shelf costs time only.
    std::fs::write(&kept[0], "{").unwrap();
    assert_eq!(read(&[]), first);
}

#[test]
fn a_worker_that_cannot_be_started_or_says_nonsense_is_an_error() {
    let input = file("a.txt", b"text");
    let missing = WorkerProgram { path: PathBuf::from("/nowhere/worker"), args: Vec::new() };
    let error = read_by(missing, &input, ReadLimits::default()).unwrap_err();
    assert!(matches!(error, ReadError::Worker { .. }), "{error}");
    let nonsense = WorkerProgram { path: PathBuf::from("echo"), args: vec!["hello there".into()] };
    let error = read_by(nonsense, &input, ReadLimits::default()).unwrap_err();
    assert!(matches!(error, ReadError::Damaged { .. }), "{error}");
}

#[test]
fn a_folder_and_a_missing_file_cannot_be_opened() {
    let mut input = file("a.txt", b"text");
    input.path.pop();
    assert!(matches!(read_with(&input, ReadLimits::default()), Err(ReadError::Open { .. })));
    input.path.push("missing.pdf");
    assert!(matches!(read_with(&input, ReadLimits::default()), Err(ReadError::Open { .. })));
}

#[test]
fn marked_text_stands_in_for_shapes_without_text_only() {
    // The first shape is said to be a space and shows a digit: the digit counts.
    check(
        &[plain(
            "BT /F 10 Tf 100 700 Td (1) Tj /Span << /ActualText ( ) >> BDC (9) Tj EMC (0) Tj ET",
        )],
        expect![[r#"
            page 1 600x800: text layer by hayro
              190 [100 92 117 102]
        "#]],
    );
}
