//! Office documents made by code: packages of XML, compound files, mails.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use expect_test::expect;
use proviso_core::document::{Document, Format, Rect};
use proviso_kit::reading::ReadLimits;
use zip::write::SimpleFileOptions;

use super::fixture::{file, ink, pdf, picture, plain};
use super::{check_file, read_with, shown};

/// A packed document.
fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The lines' texts, cells of one line apart, then the notes.
#[track_caller]
pub(crate) fn texts(bytes: &[u8], format: Format) -> String {
    let input = file("document", bytes);
    let document = read_with(&input, ReadLimits::default()).unwrap();
    assert_eq!(document.format, format);
    said(&document)
}

fn said(document: &Document) -> String {
    let mut out = String::new();
    for page in &document.pages {
        writeln!(out, "page {}: {}", page.number, page.reason).unwrap();
        for line in &page.lines {
            writeln!(out, "  {}", line.text()).unwrap();
        }
    }
    for note in &document.notes {
        writeln!(out, "note: {}", note.message).unwrap();
    }
    out
}

const STYLES: &str = r##"<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$₩-412]#,##0"/></numFmts>
<fonts><font><sz val="11"/></font></fonts><fills><fill/></fills>
<borders><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/></border></borders>
<cellXfs><xf numFmtId="0" borderId="1"/><xf numFmtId="3" borderId="1"/><xf numFmtId="14" borderId="1"/>
<xf numFmtId="9" borderId="1"/><xf numFmtId="164" borderId="1"/><xf numFmtId="0" borderId="0"/></cellXfs></styleSheet>"##;

/// A workbook of these sheets, each with a name, a state and its XML.
fn workbook(sheets: &[(&str, &str, &str)]) -> Vec<u8> {
    let mut list = String::new();
    let mut links = String::new();
    for (i, (name, state, _)) in sheets.iter().enumerate() {
        write!(list, r#"<sheet name="{name}" sheetId="{i}" state="{state}" r:id="r{i}"/>"#)
            .unwrap();
        write!(links, r#"<Relationship Id="r{i}" Target="worksheets/s{i}.xml"/>"#).unwrap();
    }
    let book = format!(r#"<workbook xmlns:r="r"><sheets>{list}</sheets></workbook>"#);
    let links = format!("<Relationships>{links}</Relationships>");
    let names: Vec<String> = (0..sheets.len()).map(|i| format!("xl/worksheets/s{i}.xml")).collect();
    let mut parts = vec![
        ("xl/workbook.xml", book.as_str()),
        ("xl/_rels/workbook.xml.rels", &links),
        ("xl/styles.xml", STYLES),
        (
            "xl/sharedStrings.xml",
            "<sst><si><t>품목</t></si><si><r><t>볼</t></r><r><t>트 &amp; 너트</t></r><rPh><t>x</t></rPh></si></sst>",
        ),
    ];
    parts.extend(names.iter().zip(sheets).map(|(name, it)| (name.as_str(), it.2)));
    package(&parts)
}

#[test]
fn a_sheet_shows_what_its_formats_say_and_says_what_it_hides() {
    let sheet = r#"<worksheet><cols><col min="1" max="1" width="12"/><col min="5" max="5" hidden="1" width="9"/></cols><sheetData>
<row r="1"><c r="A1" t="s" s="5"><v>0</v></c></row>
<row r="3"><c r="A3" t="s" s="0"><v>1</v></c><c r="B3" s="1"><v>1234000</v></c><c r="C3" s="2"><v>46083</v></c><c r="D3" s="3"><f>1/10</f><v>0.1</v></c><c r="E3"><v>7</v></c></row>
<row r="4" hidden="1"><c r="A4" t="inlineStr"><is><t>secret</t></is></c></row>
<row r="5"><c r="A5" t="inlineStr" s="0"><is><t>합계</t></is></c><c r="B5" s="0"/><c r="C5" s="4"><v>5000</v></c><c r="D5"><f>C5*2</f></c></row>
</sheetData><mergeCells><mergeCell ref="A5:B5"/></mergeCells></worksheet>"#;
    let bytes = workbook(&[("견적", "visible", sheet), ("원가", "hidden", sheet)]);
    let input = file("a.xlsx", &bytes);
    let document = read_with(&input, ReadLimits::default()).unwrap();
    expect![[r#"
        page 1: sheet “견적”, Excel workbook (XLSX)
          품목
          볼트 & 너트
          1,234,000
          2026-03-02
          10%
          합계
          ₩5,000
        note: 1 formulas of sheet “견적” have no stored value; open the file in a spreadsheet program and save it
        note: hidden rows of sheet “견적” are left out: 4
        note: hidden columns of sheet “견적” are left out: E
        note: hidden sheets are left out: 원가
    "#]]
    .assert_eq(&said(&document));
    // The merged cell has no wall inside, and the row above has.
    let page = &document.pages[0];
    let down = |y: f32| {
        let walls = page.rulings.iter().filter(|it| !it.is_horizontal());
        walls.filter(|it| it.rect.y0 < y && y < it.rect.y1).count()
    };
    let middle = |text: &str| {
        let words = page.lines.iter().flat_map(|it| &it.words);
        words.filter(|it| it.text == text).map(|it| it.rect.center().1).next().unwrap()
    };
    assert_eq!((down(middle("10%")), down(middle("합계"))), (5, 4));
}

#[test]
fn a_sheet_without_end_is_cut_and_says_so() {
    let mut rows = String::new();
    for row in [1, 2, 1_048_576] {
        write!(
            rows,
            r#"<row r="{row}"><c r="A{row}"><v>{row}</v></c><c r="XFD{row}"><v>9</v></c></row>"#
        )
        .unwrap();
    }
    let sheet = format!(
        r#"<worksheet><dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>"#
    );
    expect![[r#"
        page 1: sheet “S”, Excel workbook (XLSX)
          1
        note: sheet “S” is larger than what is read (20000 rows, 500 columns, 300000 cells); the rest is left out
    "#]]
    .assert_eq(&texts(&workbook(&[("S", "visible", &sheet)]), Format::Xlsx));
}

#[test]
fn hostile_packages_end_in_a_reason() {
    let entities = r#"<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><document><body><p><r><t>&b;</t></r></p></body></document>"#;
    let deep = format!(
        "<document><body>{}{}</body></document>",
        "<p>".repeat(100_000),
        "</p>".repeat(100_000)
    );
    let bomb = format!("<document><body>{}</body></document>", " ".repeat(300 << 20));
    let mut cut = package(&[("word/document.xml", "<document><body/></document>")]);
    cut.truncate(60);
    let cases: [(&str, Vec<u8>); 5] = [
        ("entities", package(&[("word/document.xml", entities)])),
        ("deep", package(&[("word/document.xml", &deep)])),
        ("bomb", package(&[("word/document.xml", &bomb)])),
        ("cut", cut),
        ("nothing", package(&[("word/document.xml", "<document/>")])),
    ];
    let mut out = String::new();
    for (name, bytes) in cases {
        let result = read_with(&file(name, &bytes), ReadLimits::default());
        out.push_str(&shown(result));
        out.push('\n');
    }
    expect![[r#"
        error: `entities` cannot be read: `word/document.xml` in it is damaged (XML with DTD detected)
        error: `deep` cannot be read: `word/document.xml` in it is damaged (elements are nested more than 256 deep)
        error: `bomb` is too large: `word/document.xml` in it unpacks to more than 192 MiB
        error: `cut` cannot be read: its archive is damaged (invalid Zip archive: Could not find EOCD)
        error: `nothing` cannot be read: it has no body
    "#]]
    .assert_eq(&out);
}

#[test]
fn a_word_document_is_read_as_its_reader_sees_it() {
    let numbering = r#"<numbering><abstractNum abstractNumId="1"><lvl ilvl="0"><start val="1"/><numFmt val="decimal"/><lvlText val="제%1조"/></lvl><lvl ilvl="1"><start val="1"/><numFmt val="ganada"/><lvlText val="%2."/></lvl></abstractNum><num numId="3"><abstractNumId val="1"/></num></numbering>"#;
    let document = r#"<document><body>
<p><pPr><numPr><ilvl val="0"/><numId val="3"/></numPr></pPr><r><t>(목적) 계약</t></r></p>
<p><pPr><numPr><ilvl val="1"/><numId val="3"/></numPr></pPr><r><t>첫째</t></r></p>
<p><pPr><numPr><ilvl val="0"/><numId val="3"/></numPr></pPr><r><t>(금액) </t></r><ins><r><t>1,100원</t></r></ins><del><r><delText>1,000원</delText></r></del><r><footnoteReference id="2"/></r></p>
<p><r><fldChar fldCharType="begin"><ffData><checkBox><checked/></checkBox></ffData></fldChar></r><r><instrText> FORMCHECKBOX </instrText></r><r><fldChar fldCharType="end"/></r><r><t> 동의</t></r><r><rPr><vanish/></rPr><t>숨김</t></r></p>
<tbl><tblPr><tblBorders><top val="single"/><left val="single"/><bottom val="single"/><right val="single"/><insideH val="single"/><insideV val="single"/></tblBorders></tblPr><tblGrid><gridCol w="2000"/><gridCol w="2000"/><gridCol w="2000"/></tblGrid>
<tr><tc><tcPr><vMerge val="restart"/></tcPr><p><r><t>공급자</t></r></p></tc><tc><p><r><t>상호</t></r></p></tc><tc><p><r><t>가나</t></r></p></tc></tr>
<tr><tc><tcPr><vMerge/></tcPr><p/></tc><tc><tcPr><gridSpan val="2"/></tcPr><p><r><t>합계 300</t></r></p></tc></tr></tbl>
<p><r><AlternateContent><Choice><drawing><txbxContent><p><r><t>상자</t></r></p></txbxContent></drawing></Choice><Fallback><pict><txbxContent><p><r><t>상자</t></r></p></txbxContent></pict></Fallback></AlternateContent></r><r><drawing><blip/></drawing></r></p>
<sectPr><footerReference type="default" id="r9"/></sectPr></body></document>"#;
    let bytes = package(&[
        ("word/document.xml", document),
        ("word/numbering.xml", numbering),
        (
            "word/_rels/document.xml.rels",
            r#"<Relationships><Relationship Id="r9" Target="footer1.xml"/></Relationships>"#,
        ),
        (
            "word/footer1.xml",
            r#"<ftr><p><r><t>쪽 </t></r><fldSimple instr=" PAGE "><r><t>99</t></r></fldSimple></p></ftr>"#,
        ),
        (
            "word/footnotes.xml",
            r#"<footnotes><footnote id="2"><p><r><t>부가세 별도</t></r></p></footnote></footnotes>"#,
        ),
    ]);
    let input = file("a.docx", &bytes);
    let document = read_with(&input, ReadLimits::default()).unwrap();
    expect![[r#"
        page 1: Word document (DOCX)
          제1조 (목적) 계약
          가. 첫째
          제2조 (금액) 1,100원1)
          ☑ 동의
          공급자
          상호
          가나
          합계 300
          상자
          ――――――――――
          1) 부가세 별도
          쪽 1
        note: the document has tracked changes; 1 deleted parts are left out and what was inserted is read
        note: 1 parts of hidden text are left out
        note: 1 pictures are of a kind that is not read (drawings, mostly); if they hold text, save the document as PDF
    "#]]
    .assert_eq(&said(&document));
}

/// Programs write a grid of equal columns and say in the cells how wide they are.
#[test]
fn a_word_table_is_as_wide_as_its_cells_ask() {
    let cell = |width: u32, text: &str| {
        format!(r#"<tc><tcPr><tcW w="{width}" type="dxa"/></tcPr><p><r><t>{text}</t></r></p></tc>"#)
    };
    let row = cell(7_600, "2025.09.01~2026.08.31, 2026.09.01~2027.08.31") + &cell(1_400, "기간");
    let document = format!(
        r#"<document><body><tbl><tblGrid><gridCol w="4500"/><gridCol w="4500"/></tblGrid><tr>{row}</tr></tbl></body></document>"#
    );
    expect![[r#"
        page 1: Word document (DOCX)
          2025.09.01~2026.08.31, 2026.09.01~2027.08.31
          기간
    "#]]
    .assert_eq(&texts(&package(&[("word/document.xml", &document)]), Format::Docx));
}

#[test]
fn a_hangul_package_is_read_with_its_numbers_tables_and_notes() {
    let header = r#"<head><charPr id="0" height="1000"/><borderFill id="1"><leftBorder type="SOLID"/><rightBorder type="SOLID"/><topBorder type="SOLID"/><bottomBorder type="SOLID"/></borderFill>
<numbering id="1"><paraHead level="1" start="1" numFormat="DIGIT">^1.</paraHead><paraHead level="2" start="1" numFormat="HANGUL_SYLLABLE">^2)</paraHead></numbering>
<paraPr id="0"/><paraPr id="1"><heading type="NUMBER" idRef="1" level="0"/></paraPr><paraPr id="2"><heading type="NUMBER" idRef="1" level="1"/></paraPr></head>"#;
    let section = r#"<sec>
<p paraPrIDRef="1"><run charPrIDRef="0"><ctrl><header><subList><p><run><t>대외비</t></run></p></subList></header></ctrl><ctrl><pageNum pos="BOTTOM_CENTER" sideChar="-"/></ctrl><t>개요<ctrl/></t><ctrl><footNote><subList><p><run><t>각주</t></run></p></subList></footNote></ctrl></run></p>
<p paraPrIDRef="2"><run><t>세부</t></run></p><p paraPrIDRef="1"><run><t>예산 <deleteBegin/>10<deleteEnd/>20</t></run></p>
<p><run><tbl><tr><tc borderFillIDRef="1"><subList><p><run><t>항목</t></run></p></subList><cellAddr colAddr="0" rowAddr="0"/><cellSpan colSpan="1" rowSpan="2"/><cellSz width="10000" height="2000"/></tc>
<tc borderFillIDRef="1"><subList><p><run><t>1,000</t></run></p></subList><cellAddr colAddr="1" rowAddr="0"/><cellSpan colSpan="1" rowSpan="1"/><cellSz width="10000" height="1000"/></tc></tr>
<tr><tc borderFillIDRef="1"><subList><p><run><t>2,000</t></run></p></subList><cellAddr colAddr="1" rowAddr="1"/><cellSpan colSpan="1" rowSpan="1"/><cellSz width="10000" height="1000"/></tc></tr></tbl></run></p></sec>"#;
    let parts = [
        ("mimetype", "application/hwp+zip"),
        ("Contents/header.xml", header),
        ("Contents/section0.xml", section),
    ];
    expect![[r#"
        page 1: Hangul document (HWPX)
          대외비
          1. 개요1)
          가) 세부
          2. 예산 20
          항목
          1,000
          2,000
          ――――――――――
          1) 각주
          - 1 -
        note: the document has tracked changes; 1 deleted parts are left out and what was inserted is read
    "#]]
    .assert_eq(&texts(&package(&parts), Format::Hwpx));
    let mut locked = parts.to_vec();
    locked.push(("META-INF/manifest.xml", "<manifest><encryption-data/></manifest>"));
    check_file("a.hwpx", &package(&locked), expect!["error: `a.hwpx` is protected by a password"]);
}

/// A record of HWP 5.
pub(crate) fn record(tag: u32, level: u32, data: &[u8]) -> Vec<u8> {
    let mut out = (tag | level << 10 | 0xfff << 20).to_le_bytes().to_vec();
    out.extend((data.len() as u32).to_le_bytes());
    out.extend(data);
    out
}

pub(crate) fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// A Hangul document whose section has these records; `flags` as in its header.
pub(crate) fn hangul(flags: u32, folder: &str, section: &[u8]) -> Vec<u8> {
    let mut out = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    let mut header = b"HWP Document File".to_vec();
    header.resize(32, 0);
    header.extend(0x0500_0300_u32.to_le_bytes());
    header.extend(flags.to_le_bytes());
    header.resize(256, 0);
    out.create_stream("/FileHeader").unwrap().write_all(&header).unwrap();
    out.create_stream("/DocInfo").unwrap().write_all(&[]).unwrap();
    out.create_storage(folder).unwrap();
    out.create_stream(format!("{folder}/Section0")).unwrap().write_all(section).unwrap();
    out.flush().unwrap();
    out.into_inner().into_inner()
}

/// A paragraph of text, then a table of a cell over two columns and two cells below it.
pub(crate) fn hangul_section() -> Vec<u8> {
    let paragraph = |level: u32, text: &str| {
        let mut out = record(0x42, level, &[0; 24]);
        out.extend(record(0x43, level + 1, &wide(text)));
        out
    };
    let cell = |column: u16, row: u16, columns: u16, text: &str| {
        let mut data = vec![0; 8];
        for it in [column, row, columns, 1] {
            data.extend(u16::to_le_bytes(it));
        }
        data.extend(10_000_u32.to_le_bytes());
        data.extend(1_000_u32.to_le_bytes());
        data.resize(34, 0);
        let mut out = record(0x48, 2, &data);
        out.extend(paragraph(2, text));
        out
    };
    let mut out = paragraph(0, "계약 금액\u{18}표");
    out.extend(record(0x42, 0, &[0; 24]));
    // A control takes eight units of the text.
    let control: String = ['\u{b}'].into_iter().chain(std::iter::repeat_n('\u{1}', 7)).collect();
    out.extend(record(0x43, 1, &wide(&control)));
    out.extend(record(0x47, 1, b" lbt"));
    out.extend(record(0x4d, 2, &[0; 24]));
    out.extend(cell(0, 0, 2, "합계 3,000"));
    out.extend(cell(0, 1, 1, "1,000"));
    out.extend(cell(1, 1, 1, "2,000"));
    out
}

/// Encrypts a section as documents for distribution are.
fn distributed(section: &[u8]) -> Vec<u8> {
    use aes::cipher::{Array, BlockCipherEncrypt as _, KeyInit as _};
    let seed = 7_u32;
    let mut data: Vec<u8> = (0..=255).collect();
    data[..4].copy_from_slice(&seed.to_le_bytes());
    let offset = 4 + (seed & 15) as usize;
    let key: [u8; 16] = data[offset..offset + 16].try_into().unwrap();
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        (state >> 16) & 0x7fff
    };
    let (mut mask, mut n) = (0, 0);
    for (i, it) in data.iter_mut().enumerate() {
        if n == 0 {
            mask = random() as u8;
            n = (random() & 15) + 1;
        }
        if i >= 4 {
            *it ^= mask;
        }
        n -= 1;
    }
    let mut out = record(0x1c, 0, &data);
    let cipher = aes::Aes128::new(&Array::from(key));
    let mut body = section.to_vec();
    body.resize(body.len().next_multiple_of(16), 0);
    for block in body.chunks_exact_mut(16) {
        let mut it = Array::from(<[u8; 16]>::try_from(&*block).unwrap());
        cipher.encrypt_block(&mut it);
        block.copy_from_slice(&it);
    }
    out.extend(body);
    out
}

#[test]
fn hangul_documents_are_read_also_those_for_distribution() {
    let expected = expect![[r#"
        page 1: Hangul document (HWP 5)
          계약 금액-표
          합계 3,000
          1,000
          2,000
    "#]];
    let section = hangul_section();
    expected.assert_eq(&texts(&hangul(0, "/BodyText", &section), Format::Hwp));
    expected.assert_eq(&texts(&hangul(4, "/ViewText", &distributed(&section)), Format::Hwp));
    check_file(
        "a.hwp",
        &hangul(2, "/BodyText", &section),
        expect!["error: `a.hwp` is protected by a password"],
    );
}

#[test]
fn open_spreadsheets_and_csv_are_read() {
    let content = r#"<document-content><automatic-styles><style name="h" family="table"><table-properties display="false"/></style></automatic-styles><body><spreadsheet>
<table name="A"><table-column number-columns-repeated="16384"/><table-row><table-cell value-type="string"><p>품목</p><annotation><p>no</p></annotation></table-cell><table-cell value-type="currency" value="1234"><p>₩1,234</p></table-cell><table-cell number-columns-repeated="16382"/></table-row><table-row number-rows-repeated="1048575"><table-cell/></table-row></table>
<table name="B" style-name="h"><table-row><table-cell><p>hidden</p></table-cell></table-row></table></spreadsheet></body></document-content>"#;
    let bytes = package(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", content),
    ]);
    expect![[r#"
        page 1: sheet “A”, OpenDocument spreadsheet
          품목
          ₩1,234
        note: hidden sheets are left out: B
    "#]]
    .assert_eq(&texts(&bytes, Format::Ods));
    let csv = "품목,수량,금액\n\"볼트, 너트\",3,\"1,500\"\n와셔,2,800\n";
    expect![[r#"
        page 1: CSV
          품목
          수량
          금액
          볼트, 너트
          3
          1,500
          와셔
          2
          800
    "#]]
    .assert_eq(&texts(csv.as_bytes(), Format::Csv));
    let prose = "On Monday, we met, and agreed.\nOn Friday, we met, and signed.\n";
    assert!(texts(prose.as_bytes(), Format::Text).contains("agreed."));
}

#[test]
fn web_pages_and_mails_are_read() {
    let page = r#"<!DOCTYPE html><html><head><title>t</title><style>p{}</style></head><body><h1>Invoice</h1><p style="display: none">no</p>
<ol><li>one</li><li>two</li></ol><table border="1"><tr><th colspan="2">Item</th><th>Amount</th></tr><tr><td rowspan="2">A</td><td>x</td><td>1,000</td></tr><tr><td>y</td><td>2,000</td></tr></table><input type="checkbox" checked> yes</body></html>"#;
    expect![[r#"
        page 1: web page
          Invoice
          1. one
          2. two
          Item
          Amount
          x
          1,000
          A
          y
          2,000
          ☑ yes
    "#]]
    .assert_eq(&texts(page.as_bytes(), Format::Html));
    let mail = "Message-ID: <1@a>\r\nMIME-Version: 1.0\r\nFrom: =?UTF-8?B?6rmA?= <kim@a.kr>\r\nTo: b@b.kr\r\nDate: Mon, 2 Mar 2026 09:30:00 +0900\r\nSubject: Offer\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nPrice 1,000\r\n--x\r\nContent-Type: application/pdf; name=offer.pdf\r\nContent-Disposition: attachment; filename=offer.pdf\r\n\r\n%PDF-\r\n--x--\r\n";
    expect![[r#"
        page 1: mail
          From: 김 <kim@a.kr>
          To: b@b.kr
          Date: 2026-03-02 09:30
          Subject: Offer
          Price 1,000
        note: attachments are documents of their own: “offer.pdf” (1 kB)
    "#]]
    .assert_eq(&texts(mail.as_bytes(), Format::Mail));
}

#[test]
fn formats_that_are_not_read_say_what_to_do() {
    let compound = |stream: &str| {
        let mut out = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
        out.create_stream(format!("/{stream}")).unwrap().write_all(b"x").unwrap();
        out.flush().unwrap();
        out.into_inner().into_inner()
    };
    let cases: [(&str, Vec<u8>); 5] = [
        ("locked.docx", compound("EncryptedPackage")),
        ("old.hwp", b"HWP Document File V3.00 \x1a\x01\x02\x03".to_vec()),
        ("a.hml", b"<?xml version=\"1.0\"?><HWPML/>".to_vec()),
        ("a.zip", package(&[("a.txt", "x")])),
        ("a.rtf", b"{\\rtf1 x}".to_vec()),
    ];
    let mut out = String::new();
    for (name, bytes) in cases {
        out.push_str(&shown(read_with(&file(name, &bytes), ReadLimits::default())));
        out.push('\n');
    }
    expect![[r#"
        error: `locked.docx` is an OLE compound file, which Proviso does not read
        error: `old.hwp` is a Hangul document of version 3 (save it as HWPX or PDF), which Proviso does not read
        error: `a.hml` is a Hangul document as one XML file (HWPML; save it as HWPX or PDF), which Proviso does not read
        error: `a.zip` is a ZIP archive (its files are documents of their own), which Proviso does not read
        error: `a.rtf` is an RTF document (save it as DOCX or PDF), which Proviso does not read
    "#]]
    .assert_eq(&out);
}

/// A TIFF of these gray pages, tied in a ring: the last one leads to the first again.
pub(crate) fn ring(pages: &[image::GrayImage]) -> Vec<u8> {
    let mut out = b"II*\0\0\0\0\0".to_vec();
    let mut link = 4;
    let mut first = None;
    for page in pages {
        let data = out.len() as u32;
        out.extend(page.as_raw());
        out.resize(out.len().next_multiple_of(2), 0);
        let at = out.len() as u32;
        out[link..link + 4].copy_from_slice(&at.to_le_bytes());
        first.get_or_insert(at);
        let size = page.width() * page.height();
        let entries = [
            (256, page.width()),
            (257, page.height()),
            (258, 8),
            (259, 1),
            (262, 1),
            (273, data),
            (277, 1),
            (278, page.height()),
            (279, size),
        ];
        out.extend(9_u16.to_le_bytes());
        for (tag, value) in entries {
            out.extend(u16::to_le_bytes(tag));
            out.extend(4_u16.to_le_bytes());
            out.extend(1_u32.to_le_bytes());
            out.extend(u32::to_le_bytes(value));
        }
        link = out.len();
        out.extend(first.unwrap_or(0).to_le_bytes());
    }
    out
}

#[test]
fn every_page_of_a_tiff_is_recognized_once() {
    let page = |text: &str| {
        super::fixture::drawn(pdf(&[plain(&format!("BT /F 24 Tf 60 700 Td ({text}) Tj ET"))]))
    };
    let input = file("scan.tif", &ring(&[page("Invoice 2041"), page("Receipt 3052")]));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    assert_eq!(document.format, Format::Tiff);
    let pages: Vec<String> = document
        .pages
        .iter()
        .map(|it| it.lines.iter().map(|it| it.text()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(pages.len(), 2, "{pages:?}");
    assert!(pages[0].contains("2041") && pages[1].contains("3052"), "{pages:?}");
}

#[test]
fn a_page_is_drawn_as_it_is_laid_out() {
    let input = file("a.csv", b"Item,Pieces,Amount\nBolts,30,1500\nNuts,20,800\n");
    let document = read_with(&input, ReadLimits::default()).unwrap();
    let picture = picture(&input, 1, 2 * document.pages[0].width as u32);
    let page = &document.pages[0];
    let size = (2 * page.width as u32, 2 * page.height as u32);
    assert_eq!((picture.width(), picture.height()), size, "two pixels per point");
    for word in page.lines.iter().flat_map(|it| &it.words) {
        assert!(ink(&picture, word.rect) > 8, "`{}` is not where its box is", word.text);
    }
    for ruling in &page.rulings {
        let (x, y) = ruling.rect.center();
        let near = Rect::new(x - 1.0, y - 1.0, x + 1.0, y + 1.0);
        assert!(ink(&picture, near) > 0, "no line at {ruling:?}");
    }
}
