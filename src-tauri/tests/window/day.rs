//! What a working day asks of the window itself: pasting, dropping with conversion at once, keys, the size
//! of everything, its place on a smaller screen.

use std::time::Instant;

use serde_json::{Value, json};

use crate::clipboard::copy;
use crate::machine::{Machine, PATIENCE, sample};
use crate::page::{ENTER, Page};
use crate::{CONTROL, END, shown};

/// As the X Window System names it.
const ESCAPE: u32 = 0xff1b;
const RETURN: u32 = 0xff0d;

#[tokio::test]
async fn an_image_on_the_clipboard_is_taken_in() {
    let machine = Machine::new();
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;
    page.chord(&String::from_iter([CONTROL, 'v'])).await;
    page.see("There is no image on the clipboard").await;

    copy(machine.display(), picture());
    page.chord(&String::from_iter([CONTROL, 'v'])).await;
    page.see("Ready to convert").await;
    page.see("Pasted image").await;
    // It was read as the image that it is.
    page.see("1 page").await;
    // And the key that converts what is ready needs no mouse.
    page.chord(&String::from_iter([CONTROL, ENTER])).await;
    let run = shown(&page).await;
    page.verdict(&run).await;
    page.close().await;
}

/// A sheet with a black bar on it.
fn picture() -> Vec<u8> {
    let bar = |x, y| if (40..300).contains(&x) && (60..70).contains(&y) { 0 } else { 255 };
    let sheet = image::GrayImage::from_fn(420, 300, |x, y| image::Luma([bar(x, y)]));
    let mut out = std::io::Cursor::new(Vec::new());
    sheet.write_to(&mut out, image::ImageFormat::Png).unwrap();
    out.into_inner()
}

#[tokio::test]
async fn what_is_dropped_is_converted_at_once_where_that_is_set() {
    let machine = Machine::new();
    let one = machine.write("one.pdf", std::fs::read(sample("goods_invoice.pdf")).unwrap());
    let two = machine.write("two.pdf", std::fs::read(sample("service_contract.pdf")).unwrap());
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;
    page.press("Settings").await;
    page.press("Convert at once").await;
    page.press("Inbox").await;

    // One document leads to its run without another key or click.
    let window = page.screen.window();
    let drag = page.screen.drag(window, &[&one]);
    page.see("Conversion begins at once, as set.").await;
    drag.release();
    let run = shown(&page).await;
    assert_eq!(page.verdict(&run).await, "discrepant");

    // One that was converted before is asked about, and waits in the list; the other does not.
    let drag = page.screen.drag(window, &[&one, &two]);
    page.see("Conversion begins at once, as set.").await;
    drag.release();
    page.see("one.pdf").await;
    let end = Instant::now() + PATIENCE;
    while page.ask("runs.list", json!({})).await["total"] == 1 {
        assert!(Instant::now() < end, "the other document is not converted");
    }
    page.verdict("2").await;
    assert_eq!(page.ask("runs.list", json!({})).await["total"], 2);
    page.close().await;
}

#[tokio::test]
async fn everything_is_shown_larger_and_stays_so() {
    let machine = Machine::new();
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;
    let width = "return innerWidth";
    let before = page.client.execute(width, Vec::new()).await.unwrap();
    page.chord(&String::from_iter([CONTROL, '+'])).await;
    page.see("Everything at 110 %").await;
    page.until("return innerWidth < arguments[0]", vec![before.clone()]).await;
    page.close().await;

    let page = Page::open(&machine, &[]).await;
    page.until("return innerWidth < arguments[0]", vec![before.clone()]).await;
    page.chord(&String::from_iter([CONTROL, '0'])).await;
    page.until("return innerWidth === arguments[0]", vec![before]).await;
    page.close().await;
}

#[tokio::test]
async fn the_end_key_goes_to_the_end_without_a_click() {
    let machine = Machine::new();
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;
    page.press("Settings").await;
    // What is asked for last makes the screen longer.
    page.find(".sheet-screen details").await;
    page.chord(&END.to_string()).await;
    let script = "
        const it = document.querySelector('.sheet-screen');
        return it.scrollTop > 0 && it.scrollTop + it.clientHeight >= it.scrollHeight - 1;";
    page.until(script, Vec::new()).await;
    page.close().await;
}

#[tokio::test]
async fn a_window_that_was_left_on_a_larger_screen_fits_into_this_one() {
    let machine = Machine::new();
    Page::open(&machine, &[]).await.close().await;
    let file = machine.path("config").join("org.proviso.desktop/.window-state.json");
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    for (name, value) in [("x", 1300), ("y", 700), ("width", 2600), ("height", 1700)] {
        kept["main"][name] = json!(value);
    }
    std::fs::write(&file, kept.to_string()).unwrap();

    let page = Page::open(&machine, &[]).await;
    let window = page.screen.window();
    let (all_x, all_y) = page.screen.extent();
    crate::machine::until("the window lies in the screen", || {
        let ((x, y), (width, height)) = (page.screen.place(window), page.screen.size(window));
        let end = |at: i16, length: u16| i32::from(at) + i32::from(length);
        let inside = x >= 0 && y >= 0 && end(x, width) <= i32::from(all_x);
        (inside && end(y, height) <= i32::from(all_y)).then_some(())
    });
    page.close().await;
}

/// Takes the name that the dialog proposes, in the folder that the program works in.
async fn is_saved_as_pdf(machine: &Machine, page: &Page<'_>, name: &str) {
    page.screen.press_in_dialog(page.screen.window(), RETURN);
    page.see(&format!("{name} saved")).await;
    let bytes = std::fs::read(machine.path(name)).unwrap();
    assert!(bytes.starts_with(b"%PDF"), "{} bytes", bytes.len());
}

/// The run of an invoice that has findings.
async fn with_findings(machine: &Machine) -> Page<'_> {
    let file = sample("goods_invoice.pdf");
    let page = Page::open(machine, &[file.to_str().unwrap()]).await;
    page.press("Convert").await;
    let run = shown(&page).await;
    page.verdict(&run).await;
    page.find("article.bad").await;
    page
}

#[tokio::test]
async fn findings_are_written_as_a_pdf_where_a_person_points() {
    let machine = Machine::new();
    let page = with_findings(&machine).await;
    page.press("More actions").await;
    page.press("Findings as PDF…").await;
    is_saved_as_pdf(&machine, &page, "GoodsInvoice-findings.pdf").await;
    // The screen is the screen again.
    page.until("return document.querySelector('.on-paper') === null", Vec::new()).await;
    page.close().await;
}

#[tokio::test]
async fn nothing_is_written_where_a_person_points_nowhere_and_the_next_time_it_is() {
    let machine = Machine::new();
    let page = with_findings(&machine).await;
    let title = page.client.title().await.unwrap();
    page.press("More actions").await;
    page.press("Findings as PDF…").await;
    // What is printed stands ready while the dialog asks, for printers alone.
    page.screen.dialog(page.screen.window());
    let seen = "const paper = document.querySelector('body > .on-paper');
        return paper !== null && getComputedStyle(paper).display === 'none'
            && getComputedStyle(document.querySelector('main')).display !== 'none'";
    page.until(seen, Vec::new()).await;
    page.screen.press_in_dialog(page.screen.window(), ESCAPE);
    page.until("return document.querySelector('.on-paper') === null", Vec::new()).await;
    assert_eq!(page.client.title().await.unwrap(), title);
    assert!(!page.text().await.contains("saved"), "nobody was told of a file");
    assert!(!machine.path("GoodsInvoice-findings.pdf").exists());
    page.press("More actions").await;
    page.press("Findings as PDF…").await;
    is_saved_as_pdf(&machine, &page, "GoodsInvoice-findings.pdf").await;
    page.close().await;
}

#[tokio::test]
async fn a_request_to_the_issuer_is_written_as_a_pdf() {
    let machine = Machine::new();
    let file = sample("goods_invoice.pdf");
    let page = Page::open(&machine, &[file.to_str().unwrap()]).await;
    page.press("Convert").await;
    let run = shown(&page).await;
    page.verdict(&run).await;
    let found = page.ask("runs.show", json!({ "run": run })).await;
    let fields = found["fields"].as_array().unwrap();
    let slip = fields.iter().find(|it| it["value"] == "KRW 252000").unwrap();
    let asked = json!({ "run": run, "field": slip["name"], "value": "KRW 255000", "by": "Kim" });
    page.ask("runs.mend", asked).await;
    for place in ["#/inbox".to_owned(), format!("#/runs/{run}")] {
        page.client.execute("location.hash = arguments[0]", vec![place.into()]).await.unwrap();
    }
    page.see("Asked of the issuer.").await;
    page.press("Save as PDF…").await;
    is_saved_as_pdf(&machine, &page, "GoodsInvoice-request.pdf").await;
    page.close().await;
}
