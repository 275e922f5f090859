//! What a file is, told by its content.
//!
//! **Invariant:** the name of a file is never looked at; a wrong extension changes nothing.

use proviso_core::document::Format;

use super::plain;

/// What the first look at a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A format that is read.
    Readable(Format),
    /// Known or unknown, but not read; how to call it in a sentence.
    Other(String),
    /// No bytes.
    Empty,
}

/// Tells the format of a file by its content.
pub(crate) fn kind(bytes: &[u8]) -> Kind {
    if bytes.is_empty() {
        return Kind::Empty;
    }
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Kind::Readable(Format::Png);
    }
    if bytes.starts_with(b"\xff\xd8\xff") {
        return Kind::Readable(Format::Jpeg);
    }
    // The header may be preceded by up to a kilobyte of anything, and mail gateways do that.
    if find(&bytes[..bytes.len().min(1024)], b"%PDF-").is_some() {
        return Kind::Readable(Format::Pdf);
    }
    if let Some(what) = signature(bytes) {
        return Kind::Other(what);
    }
    match plain::decode(bytes) {
        Some(text) if text.text.trim().is_empty() => Kind::Empty,
        Some(text) if plain::looks_like_markdown(&text.text) => Kind::Readable(Format::Markdown),
        Some(_) => Kind::Readable(Format::Text),
        None => Kind::Other("binary data of an unknown format".to_owned()),
    }
}

/// Names formats by their first bytes.
fn signature(bytes: &[u8]) -> Option<String> {
    const KNOWN: [(&[u8], &str); 16] = [
        (b"HWP Document File", "a Hangul document (HWP 3)"),
        (b"GIF8", "a GIF image"),
        (b"II*\0", "a TIFF image"),
        (b"MM\0*", "a TIFF image"),
        (b"BM", "a BMP image"),
        (b"RIFF", "a RIFF file (WebP image, sound or film)"),
        (b"{\\rtf", "an RTF document"),
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
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Some(zip(bytes));
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
        return Some(compound(bytes));
    }
    let head = &bytes[..bytes.len().min(4096)];
    let text = String::from_utf8_lossy(head);
    let start = text.trim_start_matches('\u{feff}').trim_start();
    if start.starts_with("<?xml") && (text.contains("<HWPML") || text.contains("hwpml")) {
        return Some("a Hangul document (HWPML)".to_owned());
    }
    let lower: String = start.chars().take(64).collect::<String>().to_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Some("an HTML page".to_owned());
    }
    if lower.starts_with("<?xml") {
        return Some("an XML file".to_owned());
    }
    // HEIC and films: a box length, then `ftyp`.
    if bytes.get(4..8) == Some(b"ftyp") {
        let heic = bytes.get(8..12).is_some_and(|it| matches!(it, b"heic" | b"heix" | b"mif1"));
        return Some(if heic { "a HEIC image" } else { "a film" }.to_owned());
    }
    let text_like = bytes.iter().take(512).all(|&it| it >= 0x20 || it.is_ascii_whitespace());
    KNOWN
        .iter()
        // Two letters are no proof against a text that starts with them.
        .find(|(magic, _)| bytes.starts_with(magic) && (magic.len() > 3 || !text_like))
        .map(|it| it.1.to_owned())
}

/// Office formats are archives; the names of their members tell them apart.
fn zip(bytes: &[u8]) -> String {
    let has = |name: &[u8]| find(bytes, name).is_some();
    if find(&bytes[..bytes.len().min(256)], b"mimetypeapplication/hwp+zip").is_some() {
        "a Hangul document (HWPX)"
    } else if find(&bytes[..bytes.len().min(256)], b"mimetypeapplication/vnd.oasis").is_some() {
        "an OpenDocument file"
    } else if has(b"word/document") {
        "a Word document (DOCX)"
    } else if has(b"xl/workbook") {
        "an Excel workbook (XLSX)"
    } else if has(b"ppt/presentation") {
        "a PowerPoint presentation (PPTX)"
    } else if has(b"Contents/section0.xml") {
        "a Hangul document (HWPX)"
    } else {
        "a ZIP archive"
    }
    .to_owned()
}

/// OLE compound files; stream names are UTF-16 in the directory.
fn compound(bytes: &[u8]) -> String {
    let has = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        find(bytes, &wide).is_some()
    };
    if find(bytes, b"HWP Document File").is_some() || has("HwpSummaryInformation") {
        "a Hangul document (HWP 5)"
    } else if has("EncryptedPackage") {
        "an Office document protected by a password"
    } else if has("WordDocument") {
        "a Word document (DOC)"
    } else if has("Workbook") || has("Book") {
        "an Excel workbook (XLS)"
    } else if has("PowerPoint Document") {
        "a PowerPoint presentation (PPT)"
    } else {
        "an OLE compound file"
    }
    .to_owned()
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|it| it == needle)
}
