//! Hostile files of our own making: good ones of every format, each damaged in four ways, and files
//! that are made to be large, deep, endless or to reach for something outside of them.
//!
//! **Invariant:** each ends in a document or in a reason, within its limit, and nothing is asked of the
//! network and written beside it. No file comes from elsewhere.

use std::fs;
use std::io::{Cursor, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::tried::tried;
use crate::say;

/// A file is analysed within so much time of a processor, or given up; the program's own limits are shorter,
/// and are of that time too. By the clock it may be as many times over as others use the machine.
const WORK: Duration = Duration::from_secs(300);
/// By the clock: what waits for nothing works on no machine.
const LIMIT: Duration = Duration::from_secs(1_200);
/// More than this a single file must not make any process hold: a worker's own bound is 2 GiB.
const MOST_MIB: u64 = 2_200;

/// Analyses every file, and prints what came of all of them.
pub(super) fn run(command: impl Fn(&[&str]) -> Command, folder: &Path) -> Result<()> {
    let place = folder.join("hostile");
    fs::create_dir_all(&place)?;
    // Whoever is asked from inside of a file is heard here.
    let listener = TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let files = files(listener.local_addr()?.port())?;
    let n = files.len();
    let before = outside(folder)?;
    let (mut read, mut faults) = (0, Vec::new());
    let (mut longest, mut largest) = ((Duration::ZERO, String::new()), (0, String::new()));
    for (name, bytes) in files {
        let path = place.join(&name);
        fs::write(&path, bytes)?;
        let it = tried(command(&["analyze", &format!("hostile/{name}"), "--json"]), LIMIT)?;
        fs::remove_file(&path)?;
        read += usize::from(it.code != Some(2));
        if it.code == Some(2) && !it.err.contains("error:") && !it.out.contains("\"error\"") {
            faults.push(format!("{name}: refused without a reason"));
        }
        if let Some(fault) = it.fault() {
            faults.push(format!("{name}: {fault}"));
        }
        if it.worked > WORK {
            faults.push(format!("{name}: {} s of a processor", it.worked.as_secs()));
        }
        if it.mib > MOST_MIB {
            faults.push(format!("{name}: {} MiB", it.mib));
        }
        longest = longest.max((it.worked, name.clone()));
        largest = largest.max((it.mib, name));
    }
    let asked = listener.accept().is_ok();
    if asked {
        faults.push("a file had something fetched from the network".to_owned());
    }
    if outside(folder)? != before {
        faults.push("a file wrote something beside it".to_owned());
    }
    say(format!(
        "| {n} hostile files | {read} read with what could be, {} refused with a reason; at most \
         {:.0} s of a processor (`{}`) and {} MiB (`{}`); {} |",
        n - read,
        longest.0.as_secs_f32(),
        longest.1,
        largest.0,
        largest.1,
        super::verdict(&faults, "nothing fetched, nothing written, none crashed"),
    ));
    if !faults.is_empty() {
        bail!("hostile files: {faults:#?}");
    }
    Ok(())
}

/// All that lies in and beside the folder of the files, but for the files.
fn outside(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for place in [folder.to_path_buf(), folder.join("hostile")] {
        for entry in fs::read_dir(place)? {
            all.push(entry?.path());
        }
    }
    all.sort();
    Ok(all)
}

type Files = Vec<(String, Vec<u8>)>;

fn files(port: u16) -> Result<Files> {
    let mut all = Vec::new();
    for (name, bytes) in good()? {
        for (how, damaged) in damages(&bytes) {
            all.push((format!("{how}-{name}"), damaged));
        }
    }
    all.extend(bombs()?);
    all.extend(reaching(port)?);
    all.extend(endless()?);
    Ok(all)
}

/// One of each kind of container.
fn good() -> Result<Files> {
    let sample = |name: &str| fs::read(crate::root().join("direction/samples").join(name));
    let table = "<table border=1><tr><td>Price</td><td>1,200</td></tr></table>";
    let mail = format!(
        "From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/html\r\n\r\n{table}\r\n--b--\r\n"
    );
    Ok(vec![
        ("contract.pdf".to_owned(), sample("service_contract.pdf")?),
        ("invoice.pdf".to_owned(), sample("goods_invoice.pdf")?),
        ("page.png".to_owned(), picture(image::ImageFormat::Png)?),
        ("page.jpg".to_owned(), picture(image::ImageFormat::Jpeg)?),
        ("text.docx".to_owned(), packed(&[("word/document.xml", word("1,200"))])?),
        ("sheet.xlsx".to_owned(), packed(&sheet("<c r=\"A1\"><v>1200</v></c>"))?),
        ("text.hwpx".to_owned(), packed(&hangul("Price 1,200"))?),
        ("sheet.ods".to_owned(), packed(&open_sheet(2))?),
        ("mail.eml".to_owned(), mail.into_bytes()),
        ("page.html".to_owned(), table.as_bytes().to_vec()),
    ])
}

/// Cut off, with bits that changed, with its middle wiped, and with a second file behind it.
fn damages(bytes: &[u8]) -> [(&'static str, Vec<u8>); 4] {
    let (half, third) = (bytes.len() / 2, bytes.len() / 3);
    let (mut flipped, mut wiped) = (bytes.to_vec(), bytes.to_vec());
    let mut state = 0x2545_f491_u32;
    for _ in 0..=bytes.len() / 200 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // A step of one bit somewhere; the length of a file fits.
        flipped[state as usize % bytes.len()] ^= 1 << (state >> 29);
    }
    wiped[third..2 * third].fill(0);
    [
        ("cut", bytes[..half].to_vec()),
        ("flipped", flipped),
        ("wiped", wiped),
        ("doubled", [bytes, &bytes[..half], b"\0\xff%%EOF"].concat()),
    ]
}

fn picture(format: image::ImageFormat) -> Result<Vec<u8>> {
    let page = image::GrayImage::from_fn(600, 800, |x, y| {
        image::Luma([if (x / 9 + y / 13) % 7 == 0 { 0 } else { 255 }])
    });
    let mut out = Cursor::new(Vec::new());
    page.write_to(&mut out, format)?;
    Ok(out.into_inner())
}

type Parts = Vec<(&'static str, String)>;

fn word(text: &str) -> String {
    format!(
        "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    )
}

fn sheet(cells: &str) -> Parts {
    vec![
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"S\" r:id=\"r1\"/></sheets></workbook>"
                .to_owned(),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Target=\"worksheets/s.xml\"/></Relationships>"
                .to_owned(),
        ),
        (
            "xl/worksheets/s.xml",
            format!("<worksheet><sheetData><row r=\"1\">{cells}</row></sheetData></worksheet>"),
        ),
    ]
}

fn hangul(text: &str) -> Parts {
    let head = "<head><charPr id=\"0\" height=\"1000\"/></head>".to_owned();
    let body = format!("<sec><p><run charPrIDRef=\"0\"><t>{text}</t></run></p></sec>");
    vec![
        ("mimetype", "application/hwp+zip".to_owned()),
        ("Contents/header.xml", head),
        ("Contents/section0.xml", body),
    ]
}

fn open_sheet(repeated: u32) -> Parts {
    let cell = "<table-cell value-type=\"float\"><p>1,200</p></table-cell>";
    let body = format!(
        "<o><table name=\"S\"><table-row number-rows-repeated=\"{repeated}\">{cell}</table-row></table></o>"
    );
    vec![
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_owned()),
        ("content.xml", body),
    ]
}

fn packed<T: AsRef<[u8]>>(parts: &[(&str, T)]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default())?;
        zip.write_all(bytes.as_ref())?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Small files that grow when they are opened.
fn bombs() -> Result<Files> {
    let zeros = vec![b' '; 300 << 20];
    let laughs: String = (1..20)
        .map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10)))
        .collect();
    let laughs =
        format!("<!DOCTYPE d [<!ENTITY l0 \"ha\">{laughs}]><w:document>&l19;</w:document>");
    let mut nested = packed(&[("a.txt", "a")])?;
    for _ in 0..12 {
        nested = packed(&[("inner.zip", nested)])?;
    }
    let many: Vec<(String, &str)> = (0..70_000).map(|n| (format!("{n}.txt"), "a")).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    Ok(vec![
        ("bomb.docx".to_owned(), packed(&[("word/document.xml", &zeros)])?),
        ("bomb.hwpx".to_owned(), packed(&[("Contents/section0.xml", &zeros)])?),
        ("bomb.zip".to_owned(), packed(&[("a.txt", &zeros)])?),
        ("laughs.docx".to_owned(), packed(&[("word/document.xml", laughs)])?),
        ("nested.zip".to_owned(), nested),
        ("many.zip".to_owned(), packed(&many)?),
        ("rows.ods".to_owned(), packed(&open_sheet(u32::MAX))?),
        (
            "far.xlsx".to_owned(),
            packed(&sheet("<c r=\"XFD1048576\"><v>1</v></c><c r=\"ZZZZ4294967295\"><v>2</v></c>"))?,
        ),
        ("vast.png".to_owned(), vast()?),
    ])
}

/// A picture that says to be 60,000 dots wide and high.
fn vast() -> Result<Vec<u8>> {
    let mut png = picture(image::ImageFormat::Png)?;
    // The header's width and height; its sum is wrong then, as in many files that are read all the same.
    for at in [16, 20] {
        png[at..at + 4].copy_from_slice(&60_000_u32.to_be_bytes());
    }
    Ok(png)
}

/// Files that name others, of this machine and of the network.
fn reaching(port: u16) -> Result<Files> {
    let url = format!("http://127.0.0.1:{port}/x");
    let entity = format!(
        "<!DOCTYPE d [<!ENTITY a SYSTEM \"file:///etc/passwd\"><!ENTITY b SYSTEM \"{url}\">]>\
         <w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>&a;&b;</w:t></w:r></w:p></w:body></w:document>"
    );
    let relation = format!(
        "<Relationships><Relationship Id=\"r1\" TargetMode=\"External\" Target=\"{url}\"/></Relationships>"
    );
    let page = format!(
        "<link rel=stylesheet href=\"{url}\"><img src=\"{url}\"><iframe src=\"file:///etc/passwd\"></iframe>\
         <script src=\"{url}\"></script><meta http-equiv=refresh content=\"0;url={url}\"><p>Price 1,200</p>"
    );
    Ok(vec![
        ("entity.docx".to_owned(), packed(&[("word/document.xml", &entity)])?),
        ("entity.xml".to_owned(), entity.into_bytes()),
        (
            "outside.docx".to_owned(),
            packed(&[
                ("word/document.xml", word("1")),
                ("word/_rels/document.xml.rels", relation),
            ])?,
        ),
        ("outside.html".to_owned(), page.into_bytes()),
        (
            "climbing.zip".to_owned(),
            packed(&[("../../climbed.txt", "a"), ("/tmp/rooted.txt", "a")])?,
        ),
        (
            "script.pdf".to_owned(),
            pdf(&format!("/OpenAction << /S /URI /URI ({url}) >>"), "[3 0 R]", "[0 0 595 842]"),
        ),
    ])
}

/// Files without an end: they contain themselves, or go deeper than any stack.
fn endless() -> Result<Files> {
    let deep = 100_000;
    let rows = format!("{}\n", "1,".repeat(1_000_000));
    let mail: String = (0..2_000)
        .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"))
        .collect();
    Ok(vec![
        ("itself.pdf".to_owned(), pdf("", "[2 0 R]", "[0 0 595 842]")),
        ("vast.pdf".to_owned(), pdf("", "[3 0 R]", "[0 0 1e9 1e9]")),
        ("deep.html".to_owned(), format!("{}x", "<div><table><tr><td>".repeat(deep)).into_bytes()),
        (
            "deep.docx".to_owned(),
            packed(&[("word/document.xml", format!("<w:document>{}", "<w:p>".repeat(deep)))])?,
        ),
        ("deep.md".to_owned(), "> ".repeat(deep).into_bytes()),
        ("wide.csv".to_owned(), rows.into_bytes()),
        ("deep.eml".to_owned(), format!("MIME-Version: 1.0\r\n{mail}").into_bytes()),
        ("line.txt".to_owned(), "가나다 1,200원 ".repeat(60_000).into_bytes()),
    ])
}

/// A PDF of one page, or of what is said to be one.
fn pdf(catalog: &str, kids: &str, area: &str) -> Vec<u8> {
    format!(
        "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R {catalog} >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids {kids} /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox {area} >>\nendobj\n\
         trailer\n<< /Root 1 0 R >>\n%%EOF\n"
    )
    .into_bytes()
}
