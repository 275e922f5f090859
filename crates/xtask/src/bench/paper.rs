//! Larger files for measuring, made of the bundled samples: a long document, and a scan.
//!
//! **Invariant:** the same tools make the same files; nothing of them is kept in the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

/// Dots per inch of a scan's pages.
const DPI: u32 = 300;

/// A document with so many copies of the given ones, one after the other, by `pdfunite`.
pub(super) fn long(documents: &[PathBuf], copies: usize, folder: &Path) -> Result<PathBuf> {
    let target = folder.join("long.pdf");
    let mut command = Command::new("pdfunite");
    for _ in 0..copies {
        command.args(documents);
    }
    finish(command.arg(&target))?;
    Ok(target)
}

/// A page image and its size in pixels.
struct Image {
    bytes: Vec<u8>,
    width: u32,
    height: u32,
    /// Its color space as PDF names it: `pdftoppm -gray` writes three equal components.
    color: &'static str,
}

/// A PDF of so many page images: the pages of the documents, drawn by `pdftoppm`, again and again.
pub(super) fn scan(documents: &[PathBuf], n_pages: usize, folder: &Path) -> Result<PathBuf> {
    for (index, document) in documents.iter().enumerate() {
        let mut command = Command::new("pdftoppm");
        command.args(["-r", &DPI.to_string(), "-gray", "-jpeg", "-jpegopt", "quality=85"]);
        finish(command.arg(document).arg(folder.join(format!("drawn-{index}"))))?;
    }
    let mut drawn = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|it| it.to_string_lossy().starts_with("drawn-")) {
            drawn.push(path);
        }
    }
    drawn.sort();
    let mut images = Vec::new();
    for path in &drawn {
        let bytes = fs::read(path)?;
        let frame = frame(&bytes).with_context(|| path.display().to_string())?;
        let (width, height, n_components) = frame;
        let color = if n_components == 1 { "DeviceGray" } else { "DeviceRGB" };
        images.push(Image { bytes, width, height, color });
        fs::remove_file(path)?;
    }
    if images.is_empty() {
        bail!("no page was drawn");
    }
    let pages: Vec<&Image> = images.iter().cycle().take(n_pages).collect();
    let target = folder.join("scan.pdf");
    fs::write(&target, pdf(&pages))?;
    Ok(target)
}

fn finish(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .with_context(|| format!("cannot run `{program}` (package poppler-utils)"))?;
    if !status.success() {
        bail!("`{program}` failed ({status})");
    }
    Ok(())
}

/// Width, height and number of components of a JPEG, from its frame header (ITU-T T.81, B.2.2).
fn frame(bytes: &[u8]) -> Option<(u32, u32, u8)> {
    let number = |at: usize| Some(u32::from(*bytes.get(at)?) << 8 | u32::from(*bytes.get(at + 1)?));
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        let is_frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if is_frame {
            return Some((number(at + 7)?, number(at + 5)?, *bytes.get(at + 9)?));
        }
        at += 2 + usize::try_from(number(at + 2)?).ok()?;
    }
}

/// A PDF with an image on each page and nothing else (ISO 32000-1, 7.5 and 8.9.5).
fn pdf(pages: &[&Image]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    let mut object = |out: &mut Vec<u8>, head: String, stream: Option<&[u8]>| {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n{head}\n", places.len()).bytes());
        if let Some(stream) = stream {
            out.extend(b"stream\n");
            out.extend(stream);
            out.extend(b"\nendstream\n");
        }
        out.extend(b"endobj\n");
    };
    // The catalog and the list of pages, then page, content and image of each.
    object(&mut out, "<</Type/Catalog/Pages 2 0 R>>".to_owned(), None);
    let kids: Vec<String> = (0..pages.len()).map(|it| format!("{} 0 R", 3 + 3 * it)).collect();
    let list = format!("<</Type/Pages/Count {}/Kids[{}]>>", pages.len(), kids.join(" "));
    object(&mut out, list, None);
    for (index, page) in pages.iter().enumerate() {
        let first = 3 + 3 * index;
        let points = |pixels: u32| f64::from(pixels) * 72.0 / f64::from(DPI);
        let (width, height) = (points(page.width), points(page.height));
        let resources = format!("<</XObject<</I {} 0 R>>>>", first + 2);
        let head = format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {width:.2} {height:.2}]\
             /Resources{resources}/Contents {} 0 R>>",
            first + 1
        );
        object(&mut out, head, None);
        let content = format!("{width:.2} 0 0 {height:.2} 0 0 cm /I Do");
        let head = format!("<</Length {}>>", content.len());
        object(&mut out, head, Some(content.as_bytes()));
        let head = format!(
            "<</Type/XObject/Subtype/Image/Width {}/Height {}/BitsPerComponent 8\
             /ColorSpace/{}/Filter/DCTDecode/Length {}>>",
            page.width,
            page.height,
            page.color,
            page.bytes.len()
        );
        object(&mut out, head, Some(&page.bytes));
    }
    let table = out.len();
    out.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
    for place in &places {
        out.extend(format!("{place:010} 00000 n \n").bytes());
    }
    let n = places.len() + 1;
    out.extend(format!("trailer\n<</Size {n}/Root 1 0 R>>\n").bytes());
    out.extend(format!("startxref\n{table}\n%%EOF\n").bytes());
    out
}
