//! Formats of files: what each is called, what names of such files end in, what they are to a system
//! that opens them.
//!
//! **Invariant:** there is one list. Help and hints are written of it, and `cargo xtask codegen` writes
//! of it what the page shows and offers and what the package opens.

use serde::{Deserialize, Serialize};

use crate::remark::Remark;

/// What kind of file it is, told by its content, never by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// PDF, with or without text layer.
    Pdf,
    /// PNG image.
    Png,
    /// JPEG image.
    Jpeg,
    /// TIFF image, of one page or several.
    Tiff,
    /// WebP image.
    Webp,
    /// BMP image.
    Bmp,
    /// GIF image, its first frame.
    Gif,
    /// Plain text.
    Text,
    /// Markdown.
    Markdown,
    /// Cells between commas, semicolons or tabulators.
    Csv,
    /// Web page.
    Html,
    /// A mail; what is attached to it is not.
    Mail,
    /// An electronic invoice that is XML: 전자세금계산서, UBL, Cross Industry Invoice.
    Xml,
    /// Word document of Word 97 to 2003.
    Doc,
    /// Word document.
    Docx,
    /// Excel workbook.
    Xlsx,
    /// Excel workbook of Excel 97 to 2003.
    Xls,
    /// OpenDocument spreadsheet.
    Ods,
    /// Hangul document, HWP 5.
    Hwp,
    /// Hangul document, HWPX.
    Hwpx,
}

/// What the files' coordinates are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Points, 1/72 inch: PDF, and what is given pages when it is read.
    Points,
    /// Pixels of an image.
    Pixels,
    /// Character cells of plain text.
    Cells,
}

/// What is said of files of a kind.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// What people call them, in English and in Korean; several kinds may be called the same.
    called: (&'static str, &'static str),
    /// What their names end in, lower case.
    pub endings: &'static [&'static str],
    /// Their media type.
    pub media_type: &'static str,
}

const fn files(
    called: (&'static str, &'static str),
    endings: &'static [&'static str],
    media_type: &'static str,
) -> Files {
    Files { called, endings, media_type }
}

const IMAGES: (&str, &str) = ("images", "이미지");

/// All files that are read, in the order in which people are told.
pub const FILES: &[Files] = &[
    files(("PDF", "PDF"), &["pdf"], "application/pdf"),
    files(IMAGES, &["png"], "image/png"),
    files(IMAGES, &["jpg", "jpeg"], "image/jpeg"),
    files(IMAGES, &["tif", "tiff"], "image/tiff"),
    files(IMAGES, &["webp"], "image/webp"),
    files(IMAGES, &["bmp"], "image/bmp"),
    files(IMAGES, &["gif"], "image/gif"),
    files(("DOC", "DOC"), &["doc"], "application/msword"),
    files(
        ("DOCX", "DOCX"),
        &["docx"],
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    files(
        ("XLSX", "XLSX"),
        &["xlsx"],
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    files(("XLSX", "XLSX"), &["xlsm"], "application/vnd.ms-excel.sheet.macroEnabled.12"),
    files(("XLS", "XLS"), &["xls"], "application/vnd.ms-excel"),
    files(("ODS", "ODS"), &["ods"], "application/vnd.oasis.opendocument.spreadsheet"),
    files(("HWP", "HWP"), &["hwp"], "application/x-hwp"),
    files(("HWPX", "HWPX"), &["hwpx"], "application/hwp+zip"),
    files(("CSV", "CSV"), &["csv"], "text/csv"),
    files(("HTML", "HTML"), &["html", "htm"], "text/html"),
    files(("EML", "EML"), &["eml"], "message/rfc822"),
    files(("XML invoices", "전자세금계산서(XML)"), &["xml"], "application/xml"),
    files(("TXT", "TXT"), &["txt"], "text/plain"),
    files(("MD", "MD"), &["md", "markdown"], "text/markdown"),
];

/// What holds files of its own.
pub const ARCHIVE: Files = files(("ZIP", "ZIP"), &["zip"], "application/zip");

/// What names of files that are read end in, lower case.
///
/// Only for choosing files; a file's format is told by its content.
pub fn endings() -> impl Iterator<Item = &'static str> {
    FILES.iter().chain([&ARCHIVE]).flat_map(|it| it.endings).copied()
}

/// What files that are read are called, archives left out, the last behind a word of its own: `and`.
pub fn named(last: &str) -> String {
    let mut names = names(|it| it.0);
    let end = names.pop().unwrap_or_default();
    format!("{} {last} {end}", names.join(", "))
}

/// The same in both languages, archives with them.
pub fn listed() -> Remark {
    let all = |of: fn((&'static str, &'static str)) -> &'static str| {
        let mut names = names(of);
        names.push(of(ARCHIVE.called));
        names.join(", ")
    };
    Remark::new(all(|it| it.0), all(|it| it.1))
}

/// Each name once, where it stands first.
fn names(of: fn((&'static str, &'static str)) -> &'static str) -> Vec<&'static str> {
    let mut names = Vec::new();
    for it in FILES {
        let name = of(it.called);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl Format {
    /// What page coordinates of this format are counted in.
    pub fn measure(self) -> Measure {
        match self {
            Format::Png
            | Format::Jpeg
            | Format::Tiff
            | Format::Webp
            | Format::Bmp
            | Format::Gif => Measure::Pixels,
            Format::Text | Format::Markdown => Measure::Cells,
            Format::Pdf
            | Format::Csv
            | Format::Html
            | Format::Mail
            | Format::Xml
            | Format::Doc
            | Format::Docx
            | Format::Xlsx
            | Format::Xls
            | Format::Ods
            | Format::Hwp
            | Format::Hwpx => Measure::Points,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_once_and_in_order() {
        let all = "PDF, images, DOC, DOCX, XLSX, XLS, ODS, HWP, HWPX, CSV, HTML, EML, XML invoices";
        assert_eq!(named("or"), format!("{all}, TXT or MD"));
        let listed = listed();
        assert_eq!(listed.en, format!("{all}, TXT, MD, ZIP"));
        assert!(listed.ko.starts_with("PDF, 이미지, DOC"), "{}", listed.ko);
    }

    #[test]
    fn an_ending_is_of_one_kind_of_files() {
        let all: Vec<&str> = endings().collect();
        for (at, it) in all.iter().enumerate() {
            assert!(!all[..at].contains(it), "{it}");
            assert!(it.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit()), "{it}");
        }
    }
}
