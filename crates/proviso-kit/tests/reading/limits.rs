//! Limits: of memory, of time, of pages and of bytes. Each costs its page or its file, with a reason.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use expect_test::expect;
use futures_util::future::select_all;
use proviso_core::ports::{AnalyzeTask, DrawTask, Reader as _, Study as _, Viewer as _};
use proviso_kit::analysing::{StudyLimits, WorkerStudy};
use proviso_kit::reading::{ReadLimits, WorkerProgram, WorkerReader, worker};

use super::fixture::{PageSpec, TempFile, file, pdf, plain, program, scan};
use super::{has_words, read_with, shown};

/// A text page, then a poster without text that takes much memory to draw.
fn poster() -> TempFile {
    let path: String = (0..40).map(|i| format!("{i} {i} m 900 {} l S ", i * 9)).collect();
    let large = PageSpec { entries: "/MediaBox [0 0 1400 1400]", content: path };
    file("poster.pdf", &pdf(&[plain("BT /F 10 Tf 100 700 Td (One) Tj ET"), large]))
}

#[test]
fn a_page_that_takes_too_much_memory_costs_that_page() {
    let limits = ReadLimits { worker_memory_mib: 150, ..ReadLimits::default() };
    let document = read_with(&poster(), limits).unwrap();
    assert_eq!(document.pages.len(), 2);
    has_words(&document, &["One"]);
    assert_eq!(document.notes.len(), 1, "{:?}", document.notes);
    assert_eq!(document.notes[0].page, Some(2));
    let message = &document.notes[0].message.en;
    assert!(message.starts_with("this page could not be read: no text layer, and"), "{message}");
}

#[test]
fn a_page_that_takes_too_long_costs_that_page() {
    let limits =
        ReadLimits { recognition_timeout: Duration::from_millis(1), ..ReadLimits::default() };
    let document = read_with(&poster(), limits).unwrap();
    has_words(&document, &["One"]);
    expect!["this page could not be read: no text layer, and recognition failed: no result within 0.004 s"]
        .assert_eq(&document.notes[0].message.en);
}

/// A page image of dense noise, which takes recognition many seconds.
fn noise() -> TempFile {
    let mut state = 1_u32;
    let image = image::GrayImage::from_fn(2_500, 3_500, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        image::Luma([if state >> 30 == 0 { 0 } else { 255 }])
    });
    file("noise.pdf", &scan(&image, 600, 840))
}

/// What the worker process comes to by itself: no clock of a reader's stands beside it, so that the
/// load of the machine does not matter.
#[cfg(unix)]
#[test]
fn a_page_that_works_too_long_ends_its_worker_by_processor_time() {
    use std::os::unix::process::ExitStatusExt as _;
    let bytes = std::fs::read(&noise().path).unwrap();
    let frame = |json: &str, bytes: &[u8]| {
        let lengths = [json.len() as u32, bytes.len() as u32].map(u32::to_le_bytes).concat();
        [b"pvs1".as_slice(), &lengths, json.as_bytes(), bytes].concat()
    };
    // 4 GiB, the usual languages, a minute for text, a second for recognition.
    let mut worker = std::process::Command::new(env!("CARGO_BIN_EXE_proviso-read-worker"))
        .args([worker::ARGUMENT, "4096", "", "60", "1"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = worker.stdin.take().unwrap();
    stdin.write_all(&frame(r#"{"load":{"keys":[]}}"#, &bytes)).unwrap();
    stdin.write_all(&frame(r#"{"ocr":{"page":1}}"#, b"")).unwrap();
    let ended = worker.wait_with_output().unwrap();
    assert!(String::from_utf8_lossy(&ended.stdout).contains("loaded"), "it has opened the file");
    assert_eq!(ended.status.signal(), Some(libc::SIGXCPU), "{:?}", ended.status);
}

/// Where it is killed without a word nobody asks it again in parts.
#[cfg(unix)]
#[test]
fn an_analysis_that_works_too_long_says_that_its_time_is_over() {
    let line = |it: u32| {
        format!(
            "2025-{:02}-{:02}  이체  {}  0  {}\n",
            it % 12 + 1,
            it % 28 + 1,
            1_000 + it * 7,
            it * 7_919
        )
    };
    let input = file("account.txt", (0..8_000).map(line).collect::<String>().as_bytes());
    let documents = [read_with(&input, ReadLimits::default()).unwrap()];
    let limits = StudyLimits { timeout: Duration::from_secs(1), ..StudyLimits::default() };
    let study = WorkerStudy::new(&program(), limits);
    let types = proviso_kit::assets::document_types(None).unwrap();
    let task = AnalyzeTask { documents: &documents, document_type: None };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let failed = runtime.block_on(study.study(&types, task)).unwrap_err();
    let failed = format!("{failed:?}");
    // Of processor time, or by the clock on a machine that has no time for it.
    assert!(failed.contains("no result within"), "{failed}");
    assert!(failed.contains("(`account.txt`, 40000 words)"), "{failed}");
}

#[cfg(unix)]
#[test]
fn a_worker_that_used_its_processor_time_up_is_told_from_one_that_crashed() {
    let read = |signal: &str| {
        let program = WorkerProgram {
            path: PathBuf::from("/bin/sh"),
            args: vec!["-c".into(), format!("kill -s {signal} $$").into()],
        };
        let reader = WorkerReader::new(program, ReadLimits::default());
        let input = file("a.txt", b"any");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        shown(runtime.block_on(reader.read(&input.path, &|_| {})))
    };
    expect![
        "error: `a.txt` cannot be read: it could not be opened: no result within 20 s of processor time"
    ]
    .assert_eq(&read("XCPU"));
    let crashed = read("SEGV");
    assert!(crashed.contains("the reading worker died (signal: 11"), "{crashed}");
}

/// A worker that is asked again dies again: the second request is answered without one.
#[cfg(unix)]
#[test]
fn a_drawing_that_came_to_nothing_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("worker");
    std::os::unix::fs::symlink(program().path, &path).unwrap();
    let limits = ReadLimits { worker_memory_mib: 150, ..ReadLimits::default() };
    let reader =
        WorkerReader::new(WorkerProgram { path: path.clone(), args: program().args }, limits);
    let input = poster();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let draw = |page| {
        let task = DrawTask { page, width: 4_096, view: None };
        runtime.block_on(reader.draw(&input.path, task)).map(|it| it.len())
    };
    let first = draw(2).unwrap_err().to_string();
    assert!(first.starts_with("page 2 of `poster.pdf` cannot be drawn: the reading"), "{first}");
    // From now on there is no worker to be had.
    std::fs::remove_file(&path).unwrap();
    assert_eq!(draw(2).unwrap_err().to_string(), first);
    let other = draw(1).unwrap_err().to_string();
    assert_ne!(other, first, "another page of the file would be drawn");
}

/// Of one file one page is drawn at a time, so that there is always a worker for another file.
#[test]
fn pages_of_a_hostile_file_keep_nobody_waiting_for_another() {
    // So many long curves that drawing them takes minutes, on a page for each worker and some more.
    let heavy: String = (0..200_000)
        .map(|it| format!("0 0 m {} 9000 9000 {} 600 {} c S ", it % 977, it % 983, it % 991))
        .collect();
    let n = std::thread::available_parallelism().map_or(1, usize::from) + 2;
    let page = || PageSpec { entries: "/MediaBox [0 0 600 800]", content: heavy.clone() };
    let hostile =
        file("hostile.pdf", &pdf(&std::iter::repeat_with(page).take(n).collect::<Vec<_>>()));
    let good = file("good.pdf", &pdf(&[plain("BT /F 10 Tf 100 700 Td (One) Tj ET")]));
    let reader = WorkerReader::new(program(), ReadLimits::default());
    let draw = |input, page| reader.draw(input, DrawTask { page, width: 4_096, view: None });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let pages = (1..=n as u32).map(|page| draw(&hostile.path, page));
        let drawn = tokio::select! {
            biased;
            // They ask first, and are given up when the other has its picture.
            (it, ..) = select_all(pages) => panic!("it was to take long: {:?}", it.map(|it| it.len())),
            it = draw(&good.path, 1) => it.unwrap(),
        };
        assert!(drawn.starts_with(b"\x89PNG"), "a picture");
    });
}

#[test]
fn page_images_beyond_the_limit_are_lost_with_the_reason() {
    let limits = ReadLimits { max_recognized_pages: 0, ..ReadLimits::default() };
    let document = read_with(&poster(), limits).unwrap();
    has_words(&document, &["One"]);
    expect![
        "this page could not be read: not recognized: only the first 0 page images of a file are"
    ]
    .assert_eq(&document.notes[0].message.en);
}

#[test]
fn a_file_of_too_many_pages_or_bytes_is_refused() {
    let input = file("long.pdf", &pdf(&[plain(""), plain(""), plain("")]));
    let limits = ReadLimits { max_pages: 2, ..ReadLimits::default() };
    expect!["error: `long.pdf` is too large: 3 pages, and at most 2 are read"]
        .assert_eq(&shown(read_with(&input, limits)));
    let limits = ReadLimits { max_bytes: 100, ..ReadLimits::default() };
    expect!["error: `long.pdf` is too large: 1 MiB, and at most 1 MiB are read"]
        .assert_eq(&shown(read_with(&input, limits)));
}

#[test]
fn a_file_of_too_many_words_is_refused_with_how_many_there_are() {
    let limits = || ReadLimits { max_words: 5, ..ReadLimits::default() };
    let text = file("long.txt", "하나 둘 셋\n넷\u{c}다섯 여섯".as_bytes());
    expect!["error: `long.txt` is too large: 6 words, and at most 5 are read"]
        .assert_eq(&shown(read_with(&text, limits())));
    let three = "BT /F 10 Tf 100 700 Td (One two three) Tj ET";
    let pages = file("long.pdf", &pdf(&[plain(three), plain(three)]));
    expect!["error: `long.pdf` is too large: 6 words, and at most 5 are read"]
        .assert_eq(&shown(read_with(&pages, limits())));
    // Of what no worker could lay out the same is said, at a first look as well.
    let input = file("endless.txt", "1 ".repeat(2_000_001).as_bytes());
    let said = "`endless.txt` is too large: 2000001 words, and at most 2000000 are read";
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let reader = WorkerReader::new(program(), ReadLimits::default());
    let read = runtime.block_on(reader.read(&input.path, &|_| {})).unwrap_err();
    let seen = runtime.block_on(reader.glance(&input.path, 1)).unwrap_err();
    assert_eq!([read, seen].map(|it| it.to_string()), [said, said]);
}

#[test]
fn a_thousand_pages_are_read() {
    let pages: Vec<PageSpec> =
        (0..1000).map(|i| plain(&format!("BT /F 10 Tf 100 700 Td (Page {i}) Tj ET"))).collect();
    let document = read_with(&file("long.pdf", &pdf(&pages)), ReadLimits::default()).unwrap();
    assert_eq!(document.pages.len(), 1000);
    assert_eq!(document.pages[999].lines[0].text(), "Page 999");
}
