//! What is told while a file is read: its pages as soon as it is open, then each as it is read.

use std::sync::Mutex;

use image::GrayImage;
use proviso_core::document::{Document, PageSize};
use proviso_core::ports::{DrawTask, ReadProgress, Reader as _, Viewer as _};
use proviso_kit::reading::{ReadLimits, WorkerReader};
use tokio::sync::Notify;

use crate::fixture::{PageSpec, TempFile, drawn, file, pdf, plain, program};
use crate::letter;
use crate::office::ring;

fn reader(limits: ReadLimits) -> WorkerReader {
    WorkerReader::new(program(), limits)
}

/// Lets something wait in a runtime of its own.
fn wait<T>(of: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(of)
}

fn told(it: ReadProgress<'_>) -> String {
    let sizes = |it: &[PageSize]| -> Vec<String> {
        it.iter().map(|it| format!("{:.0}x{:.0}", it.width, it.height)).collect()
    };
    match it {
        ReadProgress::Opened(it) => {
            assert!(it.of.pages.is_empty(), "its pages come by themselves");
            format!("{}: {}", it.of.name, sizes(it.sizes).join(" "))
        }
        ReadProgress::Begun(it) => format!("{}/{} begun", it.page, it.n_pages),
        ReadProgress::Page(it) => format!("{}/{} {}", it.page.number, it.n_pages, it.page.reason),
    }
}

/// All that is told while a file is read, and the document.
fn read(reader: &WorkerReader, input: &TempFile) -> (Vec<String>, Document) {
    let heard = Mutex::new(Vec::new());
    let document = wait(reader.read(&input.path, &|it| heard.lock().unwrap().push(told(it))));
    (heard.into_inner().unwrap(), document.unwrap())
}

#[test]
fn the_file_and_then_every_page_is_told_of() {
    let text = "BT /F 10 Tf 100 700 Td (Two) Tj ET".to_owned();
    let turned = PageSpec { entries: "/MediaBox [0 0 600 800] /Rotate 90", content: text };
    let input = file("a.pdf", &pdf(&[plain(""), turned]));
    let expected =
        ["a.pdf: 600x800 800x600", "1/2 blank page", "2/2 text layer by hayro"].map(str::to_owned);
    wait(async {
        let reader = reader(ReadLimits::default());
        // Twice, so that the second reading meets a warm worker.
        for _ in 0..2 {
            let heard = Mutex::new(Vec::new());
            let progress = |it: ReadProgress<'_>| heard.lock().unwrap().push(told(it));
            reader.read(&input.path, &progress).await.unwrap();
            assert_eq!(heard.into_inner().unwrap(), expected);
        }
    });
}

#[test]
fn sizes_are_those_that_the_pages_have_when_they_are_read() {
    let files = [
        ("a.txt", b"one line\nand another".to_vec()),
        ("a.csv", b"Item,Pieces\nBolts,30\n".to_vec()),
        ("a.html", b"<p>one</p>".to_vec()),
        ("a.pdf", letter()),
    ];
    for (name, bytes) in files {
        let (heard, document) = read(&reader(ReadLimits::default()), &file(name, &bytes));
        let sizes: Vec<String> =
            document.pages.iter().map(|it| format!("{:.0}x{:.0}", it.width, it.height)).collect();
        assert_eq!(heard[0], format!("{name}: {}", sizes.join(" ")));
    }
}

#[test]
fn every_page_of_a_tiff_has_its_own_size() {
    // Images without ink: what they are like is known without recognizing them.
    let pages = [(300, 400), (200, 100), (120, 500)].map(|(w, h)| GrayImage::new(w, h));
    let limits = ReadLimits { max_recognized_pages: 0, ..ReadLimits::default() };
    let (heard, document) = read(&reader(limits), &file("a.tif", &ring(&pages)));
    assert_eq!(heard[0], "a.tif: 300x400 200x100 120x500");
    let lost = &document.pages[1];
    assert!(lost.reason.starts_with("not recognized"), "{}", lost.reason);
    assert_eq!((lost.width, lost.height), (200.0, 100.0), "a lost page keeps its shape");
}

#[test]
fn a_picture_is_had_while_pages_are_recognized() {
    // Many more pages than are recognized while one is drawn.
    const PAGES: usize = 24;
    let sheet = drawn(letter());
    let input = file("scan.tif", &ring(&vec![sheet; PAGES]));
    let (opened, n_read) = (Notify::new(), Mutex::new(0));
    wait(async {
        let reader = reader(ReadLimits::default());
        let progress = |it: ReadProgress<'_>| match it {
            ReadProgress::Opened(_) => opened.notify_one(),
            ReadProgress::Begun(_) => {}
            ReadProgress::Page(_) => *n_read.lock().unwrap() += 1,
        };
        let picture = async {
            opened.notified().await;
            let task = DrawTask { page: 6, width: 200, view: None };
            let png = reader.draw(&input.path, task).await.unwrap();
            (image::load_from_memory(&png).unwrap().width(), *n_read.lock().unwrap())
        };
        let (document, (width, n_read)) =
            tokio::join!(reader.read(&input.path, &progress), picture);
        assert_eq!((document.unwrap().pages.len(), width), (PAGES, 200));
        assert!(n_read < PAGES, "whoever looks need not wait for the text");
    });
}
