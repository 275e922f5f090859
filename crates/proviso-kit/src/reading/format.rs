//! What a file is, told by its content.
//!
//! **Invariant:** the name of a file is never looked at; a wrong extension changes nothing.

use proviso_core::document::Format;

use super::office::electronic;
use super::office::locked;
use super::office::mail;
use super::office::package::Package;
use super::office::sheets::csv;
use super::plain;

/// What the first look at a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A format that is read.
    Readable(Format),
    /// Known or unknown, but not read; how to call it in a sentence.
    Other(String),
    /// An archive of files that are documents of their own.
    Archive,
    /// A document of Word or Excel behind a password, or with the one that everybody has; what a
    /// package of 2007 and later holds shows when it is open.
    Locked,
    /// No bytes.
    Empty,
}

/// Tells the format of a file by its content.
pub(crate) fn kind(bytes: &[u8]) -> Kind {
    if bytes.is_empty() {
        return Kind::Empty;
    }
    if let Some(format) = picture(bytes) {
        return Kind::Readable(format);
    }
    // Before PDF, since a mail may carry one in its first kilobyte.
    if mail::looks_like_mail(&String::from_utf8_lossy(&bytes[..bytes.len().min(8_192)])) {
        return Kind::Readable(Format::Mail);
    }
    // The header may be preceded by up to a kilobyte of anything, and mail gateways do that.
    if find(&bytes[..bytes.len().min(1024)], b"%PDF-").is_some() {
        return Kind::Readable(Format::Pdf);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return zip(bytes);
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return compound(bytes);
    }
    if let Some(what) = signature(bytes) {
        return Kind::Other(what);
    }
    let Some(decoded) = plain::decode(bytes) else {
        return Kind::Other("binary data of an unknown format".to_owned());
    };
    let text = decoded.text.trim_start();
    if text.trim().is_empty() {
        return Kind::Empty;
    }
    if text.starts_with('<') && electronic::looks_like_one(text) {
        return Kind::Readable(Format::Xml);
    }
    let head: String = text.chars().take(1_024).collect::<String>().to_ascii_lowercase();
    if head.starts_with("<!doctype html")
        || head.starts_with("<html")
        || head.contains("<html") && head.starts_with('<')
    {
        return Kind::Readable(Format::Html);
    }
    if head.starts_with("<?xml") {
        return Kind::Other(
            "an XML file and no electronic invoice (tax invoice of Korea, UBL, CII)".to_owned(),
        );
    }
    if plain::looks_like_markdown(text) {
        return Kind::Readable(Format::Markdown);
    }
    if csv::separator(text).is_some() {
        return Kind::Readable(Format::Csv);
    }
    Kind::Readable(Format::Text)
}

/// Pictures by their first bytes.
fn picture(bytes: &[u8]) -> Option<Format> {
    let starts = |it: &[u8]| bytes.starts_with(it);
    if starts(b"\x89PNG\r\n\x1a\n") {
        Some(Format::Png)
    } else if starts(b"\xff\xd8\xff") {
        Some(Format::Jpeg)
    } else if starts(b"II*\0") || starts(b"MM\0*") {
        Some(Format::Tiff)
    } else if starts(b"GIF87a") || starts(b"GIF89a") {
        Some(Format::Gif)
    } else if starts(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(Format::Webp)
    } else if starts(b"BM") && bytes.get(6..10) == Some(&[0; 4]) {
        // Two letters are no proof, the four zeros behind the length are.
        Some(Format::Bmp)
    } else {
        None
    }
}

/// Names formats by their first bytes.
fn signature(bytes: &[u8]) -> Option<String> {
    const KNOWN: [(&[u8], &str); 12] = [
        (b"HWP Document File", "a Hangul document of version 3 (save it as HWPX or PDF)"),
        (b"RIFF", "a RIFF file (sound or film)"),
        (b"{\\rtf", "an RTF document (save it as DOCX or PDF)"),
        (b"%!PS", "a PostScript file"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
        (b"Rar!", "a RAR archive"),
        (b"BZh", "a bzip2 archive"),
        (b"\xfd7zXZ", "an xz archive"),
        (b"SQLite format 3", "a SQLite database"),
        (b"\x7fELF", "a program"),
        (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 image"),
    ];
    let head = &bytes[..bytes.len().min(4096)];
    let text = String::from_utf8_lossy(head);
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("<?xml") && (text.contains("<HWPML") || text.contains("hwpml")) {
        return Some(
            "a Hangul document as one XML file (HWPML; save it as HWPX or PDF)".to_owned(),
        );
    }
    // HEIC and films: a box length, then `ftyp`.
    if bytes.get(4..8) == Some(b"ftyp") {
        let heic = bytes.get(8..12).is_some_and(|it| matches!(it, b"heic" | b"heix" | b"mif1"));
        return Some(if heic { "a HEIC image" } else { "a film" }.to_owned());
    }
    let text_like = bytes.iter().take(512).all(|&it| it >= 0x20 || it.is_ascii_whitespace());
    KNOWN
        .iter()
        // A few letters are no proof against a text that starts with them.
        .find(|(magic, _)| bytes.starts_with(magic) && (magic.len() > 3 || !text_like))
        .map(|it| it.1.to_owned())
}

/// Office formats are archives; the names of their members tell them apart.
fn zip(bytes: &[u8]) -> Kind {
    // Only a damaged archive has no list of members; then names are looked for where they stand.
    let mut package = Package::open(bytes).ok();
    let names = package.as_ref().map(Package::names);
    let has = |name: &str| match &names {
        Some(names) => names.iter().any(|it| it.starts_with(name)),
        None => find(bytes, name.as_bytes()).is_some(),
    };
    let kind = package.as_mut().and_then(|it| it.text("mimetype").ok()?).unwrap_or_default();
    let says = |what: &str| kind.trim().starts_with(what);
    let readable = if says("application/hwp+zip") || has("Contents/section0.xml") {
        Some(Format::Hwpx)
    } else if has("word/document") {
        Some(Format::Docx)
    } else if has("xl/workbook.xml") {
        Some(Format::Xlsx)
    } else if says("application/vnd.oasis.opendocument.spreadsheet") {
        Some(Format::Ods)
    } else {
        None
    };
    if let Some(format) = readable {
        return Kind::Readable(format);
    }
    let what = if says("application/vnd.oasis") {
        "an OpenDocument file (save it as DOCX or PDF)"
    } else if has("xl/workbook.bin") {
        "a binary Excel workbook (XLSB; save it as XLSX)"
    } else if has("ppt/presentation") {
        "a PowerPoint presentation (PPTX; save it as PDF)"
    } else if says("application/epub") {
        "an EPUB book (save it as PDF)"
    } else if has("META-INF/MANIFEST.MF") {
        "a Java program"
    } else {
        return Kind::Archive;
    };
    Kind::Other(what.to_owned())
}

/// OLE compound files; stream names are UTF-16 in the directory.
fn compound(bytes: &[u8]) -> Kind {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        find(bytes, &wide).is_some()
    };
    if find(bytes, b"HWP Document File").is_some() || has("HwpSummaryInformation") {
        Kind::Readable(Format::Hwp)
    } else if has("PowerPoint Document") {
        Kind::Other("a PowerPoint presentation (PPT; save it as PDF)".to_owned())
    } else if locked::is_locked(bytes) {
        Kind::Locked
    } else if has("WordDocument") {
        Kind::Readable(Format::Doc)
    } else if has("Workbook") || has("Book") {
        Kind::Readable(Format::Xls)
    } else {
        Kind::Other("an OLE compound file".to_owned())
    }
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|it| it == needle)
}
