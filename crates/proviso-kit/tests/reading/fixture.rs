//! Documents made by code: small PDFs with exact content, and page images drawn from them.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings};
use proviso_core::document::Rect;
use proviso_core::ports::{DrawTask, Viewer as _};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader, worker};

/// The worker that tests read with.
pub(crate) fn program() -> WorkerProgram {
    WorkerProgram {
        path: env!("CARGO_BIN_EXE_proviso-read-worker").into(),
        args: vec![worker::ARGUMENT.into()],
    }
}

/// The picture of a page.
pub(crate) fn picture(input: &TempFile, page: u32, width: u32) -> image::GrayImage {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reader = WorkerReader::new(program(), ReadLimits::default());
    let task = DrawTask { page, width, view: None };
    let png = runtime.block_on(reader.draw(&input.path, task)).unwrap();
    image::load_from_memory(&png).unwrap().to_luma8()
}

/// How many pixels of a box are dark; the picture has two pixels per point.
pub(crate) fn ink(picture: &image::GrayImage, it: Rect) -> usize {
    let pixels = |from: f32, to: f32| (2.0 * from) as u32..(2.0 * to).ceil() as u32;
    let all = pixels(it.y0, it.y1).flat_map(|y| pixels(it.x0, it.x1).map(move |x| (x, y)));
    all.filter(|&(x, y)| picture.get_pixel(x, y).0[0] < 160).count()
}

/// A file in a folder that goes away with it.
pub(crate) struct TempFile {
    _folder: tempfile::TempDir,
    pub(crate) path: PathBuf,
}

pub(crate) fn file(name: &str, bytes: &[u8]) -> TempFile {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    TempFile { _folder: folder, path }
}

/// A page: its entries besides the content, and the content.
pub(crate) struct PageSpec {
    pub(crate) entries: &'static str,
    pub(crate) content: String,
}

pub(crate) fn plain(content: &str) -> PageSpec {
    PageSpec { entries: "/MediaBox [0 0 600 800]", content: content.to_owned() }
}

/// A PDF of these pages. Fonts: `/F` Helvetica, `/K` Korean by a predefined character map.
pub(crate) fn pdf(pages: &[PageSpec]) -> Vec<u8> {
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        Vec::new(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
        b"<< /Type /Font /Subtype /Type0 /BaseFont /Batang /Encoding /UniKS-UTF16-H \
          /DescendantFonts [5 0 R] >>"
            .to_vec(),
        b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Batang /DW 1000 /CIDSystemInfo \
          << /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor 6 0 R >>"
            .to_vec(),
        b"<< /Type /FontDescriptor /FontName /Batang /Flags 4 /FontBBox [0 -200 1000 900] \
          /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80 >>"
            .to_vec(),
    ];
    let mut kids = String::new();
    for page in pages {
        let number = objects.len() + 1;
        write!(kids, "{number} 0 R ").unwrap();
        let dictionary = format!(
            "<< /Type /Page /Parent 2 0 R {} /Contents {} 0 R /Resources \
             << /Font << /F 3 0 R /K 4 0 R >> >> >>",
            page.entries,
            number + 1
        );
        objects.push(dictionary.into_bytes());
        objects.push(stream("", page.content.as_bytes()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()).into_bytes();
    assemble(&objects, "")
}

/// A PDF of one page with annotations, the widgets among which are its form's fields.
pub(crate) fn pdf_with_form(content: &str, form: &str, annotations: &[&str]) -> Vec<u8> {
    let first = 7;
    let numbers: Vec<String> =
        (0..annotations.len()).map(|it| format!("{} 0 R", it + first)).collect();
    let numbers = numbers.join(" ");
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [{numbers}] \
         /Resources << /Font << /F 5 0 R >> >> >>"
    );
    let catalog =
        format!("<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [{numbers}] {form} >> >>");
    let mut objects = vec![
        catalog.into_bytes(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        stream("", content.as_bytes()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
        // The picture of a field: it says 100.
        stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 100 20] /Resources << /Font << /F 5 0 R >> >>",
            b"BT /F 10 Tf 2 5 Td (100) Tj ET",
        ),
    ];
    objects.extend(annotations.iter().map(|it| it.as_bytes().to_vec()));
    assemble(&objects, "")
}

/// A PDF of one page with the layers `/Off`, which is switched off, and `/On`.
pub(crate) fn pdf_with_layers(page: &PageSpec) -> Vec<u8> {
    let dictionary = format!(
        "<< /Type /Page /Parent 2 0 R {} /Contents 4 0 R /Resources << /Font << /F 5 0 R >> \
         /Properties << /Off 6 0 R /On 7 0 R >> >> >>",
        page.entries
    );
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] \
          /D << /OFF [6 0 R] >> >> >>"
            .to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        dictionary.into_bytes(),
        stream("", page.content.as_bytes()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
        b"<< /Type /OCG /Name (Draft) >>".to_vec(),
        b"<< /Type /OCG /Name (Final) >>".to_vec(),
    ];
    assemble(&objects, "")
}

/// A PDF of one page with attached files, packed as they usually are.
pub(crate) fn pdf_with_files(content: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources \
                << /Font << /F 5 0 R >> >> >>";
    let mut objects = vec![
        Vec::new(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.as_bytes().to_vec(),
        stream("", content.as_bytes()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
    ];
    let mut names = String::new();
    for (name, bytes) in files {
        let number = objects.len() + 1;
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(bytes).unwrap();
        write!(names, "({name}) {} 0 R ", number + 1).unwrap();
        objects.push(stream("/Type /EmbeddedFile /Filter /FlateDecode", &packed.finish().unwrap()));
        let spec =
            format!("<< /Type /Filespec /F ({name}) /UF ({name}) /EF << /F {number} 0 R >> >>");
        objects.push(spec.into_bytes());
    }
    let catalog = format!(
        "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [{names}] >> >> >>"
    );
    objects[0] = catalog.into_bytes();
    assemble(&objects, "")
}

/// A PDF whose only page is this gray image, `width` by `height` points.
pub(crate) fn scan(image: &image::GrayImage, width: u32, height: u32) -> Vec<u8> {
    scan_between(image, width, height, ("", ""))
}

/// The same with text drawn over it; font `/F`.
pub(crate) fn scan_with_layer(
    image: &image::GrayImage,
    width: u32,
    height: u32,
    layer: &str,
) -> Vec<u8> {
    scan_between(image, width, height, ("", layer))
}

/// The same with text drawn below it; font `/F`.
pub(crate) fn scan_over_text(
    image: &image::GrayImage,
    width: u32,
    height: u32,
    text: &str,
) -> Vec<u8> {
    scan_between(image, width, height, (text, ""))
}

fn scan_between(
    image: &image::GrayImage,
    width: u32,
    height: u32,
    (below, above): (&str, &str),
) -> Vec<u8> {
    let content = format!("{below} q {width} 0 0 {height} 0 0 cm /I Do Q {above}");
    let entries = format!(
        "/Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceGray \
         /BitsPerComponent 8",
        image.width(),
        image.height()
    );
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
         /Resources << /XObject << /I 5 0 R >> /Font << /F 6 0 R >> >> >>"
    );
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        stream("", content.as_bytes()),
        stream(&entries, image.as_raw()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_vec(),
    ];
    assemble(&objects, "")
}

/// A PDF that asks for a password: its check values fit no password at all.
pub(crate) fn encrypted() -> Vec<u8> {
    let key: String = (0..32).map(|it| format!("{:02x}", it * 7 % 251)).collect();
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] >>".to_vec(),
        format!("<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <{key}> /U <{key}> >>")
            .into_bytes(),
    ];
    assemble(&objects, "/Encrypt 4 0 R /ID [<00112233> <00112233>]")
}

fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let mut out = format!("<< {entries} /Length {} >>\nstream\n", data.len()).into_bytes();
    out.extend_from_slice(data);
    out.extend_from_slice(b"\nendstream");
    out
}

fn assemble(objects: &[Vec<u8>], trailer: &str) -> Vec<u8> {
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (i, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", out.len()).unwrap();
        out.extend_from_slice(format!("{} 0 obj\n", i + 1).as_bytes());
        out.extend_from_slice(object);
        out.extend_from_slice(b"\nendobj\n");
    }
    let start = out.len();
    let n = objects.len() + 1;
    out.extend_from_slice(table.as_bytes());
    let tail =
        format!("trailer\n<< /Size {n} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n");
    out.extend_from_slice(tail.as_bytes());
    out
}

/// The first page of a PDF as a gray image at 300 dpi.
pub(crate) fn drawn(bytes: Vec<u8>) -> image::GrayImage {
    let pdf = Pdf::new(bytes).unwrap();
    let scale = 300.0 / 72.0;
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let pixmap = hayro::render(
        &pdf.pages()[0],
        &RenderCache::new(),
        &InterpreterSettings::default(),
        &RenderSettings::default(),
        &settings,
    );
    let gray = pixmap.data_as_u8_slice().chunks_exact(4).map(|it| it[1]).collect();
    image::GrayImage::from_raw(u32::from(pixmap.width()), u32::from(pixmap.height()), gray).unwrap()
}

/// An image file.
pub(crate) fn encoded(image: &image::GrayImage, format: image::ImageFormat) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    image.write_to(&mut out, format).unwrap();
    out.into_inner()
}
