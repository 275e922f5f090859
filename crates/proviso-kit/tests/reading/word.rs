//! Documents of Word 97 to 2003: one written by LibreOffice from `files/contract.fodt`
//! (`soffice --convert-to doc`), and small ones made by code.

use std::io::{Cursor, Write as _};

use expect_test::{Expect, expect};
use proviso_core::document::Format;
use proviso_kit::reading::ReadLimits;

use super::fixture::file;
use super::{office, read_with, shown};

pub(crate) const CONTRACT: &[u8] = include_bytes!("files/contract.doc");

/// A document of these pieces: bytes in the code page of its language (Korean), or Unicode.
fn word(flags: u16, pieces: &[(bool, &[u8])]) -> Vec<u8> {
    let mut main = vec![0; 0x800];
    let mut put = |at: usize, bytes: &[u8]| main[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &0xa5ec_u16.to_le_bytes());
    put(2, &0x00c1_u16.to_le_bytes());
    put(6, &0x0412_u16.to_le_bytes());
    put(10, &flags.to_le_bytes());
    // Numbers of 16 bits, of 32 bits, of places; all lengths but that of the text are nothing.
    put(0x20, &14_u16.to_le_bytes());
    put(0x3e, &22_u16.to_le_bytes());
    put(0x98, &93_u16.to_le_bytes());
    let mut texts = Vec::new();
    let (mut places, mut kinds, mut n) = (vec![0_u32], Vec::new(), 0_u32);
    for (is_wide, bytes) in pieces {
        let start = 0x800 + texts.len() as u32;
        n += bytes.len() as u32 / if *is_wide { 2 } else { 1 };
        places.push(n);
        kinds.extend([0, 0]);
        kinds.extend(if *is_wide { start } else { (start * 2) | 0x4000_0000 }.to_le_bytes());
        kinds.extend([0, 0]);
        texts.extend_from_slice(bytes);
        texts.resize(texts.len().next_multiple_of(2), 0);
    }
    put(0x4c, &n.to_le_bytes());
    let mut table = vec![2];
    table.extend((4 * places.len() as u32 + kinds.len() as u32).to_le_bytes());
    table.extend(places.iter().flat_map(|it| it.to_le_bytes()));
    table.extend(&kinds);
    put(0x1a2, &0_u32.to_le_bytes());
    put(0x1a6, &(table.len() as u32).to_le_bytes());
    main.extend(texts);
    let mut out = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    out.create_stream("/WordDocument").unwrap().write_all(&main).unwrap();
    out.create_stream("/1Table").unwrap().write_all(&table).unwrap();
    out.flush().unwrap();
    out.into_inner().into_inner()
}

/// The tables are in the stream `1Table`.
const SAVED: u16 = 0x200;

#[track_caller]
fn check(bytes: &[u8], expect: Expect) {
    expect.assert_eq(&office::texts(bytes, Format::Doc));
}

#[test]
fn a_contract_is_read_with_its_numbers_table_header_and_note() {
    check(
        CONTRACT,
        expect![[r#"
        page 1: Word document (DOC)
          한빛상사 물품공급계약서
          물품 공급 계약서
          제1조 (목적) 갑과 을은 물품의 공급에 관하여 다음과 같이 계약한다.
          제2조 (대금) 대금은 3,300,000원으로 한다.
          품목
          수량
          단가
          금액
          책상
          10
          200,000
          2,000,000
          의자
          20
          50,000
          1,000,000
          공급가액
          3,000,000
          부가세와 합계
          부가세
          300,000
          합계
          3,300,000
          Signed in Seoul, “2031-03-02”.
          ――――――――――
          부가가치세를 포함한 금액이다.
          - 1 / 1 -
    "#]],
    );
    let document = read_with(&file("a.doc", CONTRACT), ReadLimits::default()).unwrap();
    let page = &document.pages[0];
    let down = |text: &str| {
        let words = page.lines.iter().flat_map(|it| &it.words);
        let y = words.filter(|it| it.text == text).map(|it| it.rect.center().1).next().unwrap();
        let walls = page.rulings.iter().filter(|it| !it.is_horizontal());
        walls.filter(|it| it.rect.y0 < y && y < it.rect.y1).count()
    };
    // Four cells; three of them as one and the amount; two as one, the tax and its amount.
    assert_eq!((down("2,000,000"), down("3,000,000"), down("300,000")), (5, 3, 4));
}

#[test]
fn pieces_of_a_document_that_was_saved_fast_are_put_together() {
    let (korean, _, _) = encoding_rs::EUC_KR.encode("계약금액 3,300,000원\r");
    let wide = office::wide("“위약금” 10%\r");
    let bytes = word(SAVED | 4, &[(false, &korean), (true, &wide), (false, b"Seoul\r")]);
    check(
        &bytes,
        expect![[r#"
            page 1: Word document (DOC)
              계약금액 3,300,000원
              “위약금” 10%
              Seoul
        "#]],
    );
}

#[test]
fn documents_that_cannot_be_read_say_why() {
    let encrypted = word(SAVED | 0x100, &[(false, b"secret\r")]);
    let mut old = word(SAVED, &[(false, b"old\r")]);
    while let Some(at) = old.windows(4).position(|it| it == [0xec, 0xa5, 0xc1, 0x00]) {
        old[at + 2] = 0x68;
    }
    let empty = word(SAVED, &[(false, b"\r")]);
    let mut out = String::new();
    for (name, bytes) in [("encrypted.doc", encrypted), ("old.doc", old), ("empty.doc", empty)] {
        out += &shown(read_with(&file(name, &bytes), ReadLimits::default()));
        out.push('\n');
    }
    expect![[r#"
        error: `encrypted.doc` cannot be read: its lock is damaged
        error: `old.doc` is a Word document of Word 6 or 95 (save it as DOCX or PDF), which Proviso does not read
        page 1 595x842: Word document (DOC)
        note None: no text was found in the whole file

    "#]].assert_eq(&out);
}
