//! The real window: the program under a display of its own, driven through WebDriver.
//!
//! `WebKitWebDriver` is spoken to directly. `tauri-driver` stands between only to rename a
//! capability, and would be one more program that a machine needs before it can test.
//!
//! Without a compiler on this machine its recorded answers serve, but for what is typed into an
//! editor: checking begins while somebody types, so which texts are asked for is not known before.
//! There a machine without one expects `checked`.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may stop where the machine fails it")]

mod bundle;
mod clipboard;
mod day;
mod fleet;
mod language;
mod lost;
mod machine;
mod opening;
mod page;
mod screen;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::machine::{Machine, sample};
use crate::page::{Page, gone};

/// A quotation whose total is not the sum of its parts.
const WRONG: &str = "\
견 적 서

견적번호: Q-2031-07
견적일자: 2031-03-02
공급자: 주식회사 한빛목공
공급가액: 1,200,000원
부가세: 120,000원
합계금액: 1,230,000원
";

/// As WebDriver names it.
pub(crate) const CONTROL: char = '\u{E009}';
pub(crate) const END: char = '\u{E010}';

async fn has_compiler(page: &Page<'_>) -> bool {
    page.ask("app.state", json!({})).await["compiler"]["found"] == true
}

/// The run that the page shows.
pub(crate) async fn shown(page: &Page<'_>) -> String {
    page.find("section[aria-label=Verdict]").await;
    let url = page.client.execute("return location.hash", Vec::new()).await.unwrap();
    let digits = |it: &str| it.chars().filter(char::is_ascii_digit).collect::<String>();
    digits(url.as_str().unwrap())
}

#[tokio::test]
async fn a_document_goes_the_whole_way_and_its_history_outlives_the_window() {
    let machine = Machine::new();
    let file = sample("service_contract.pdf");
    let page = Page::open(&machine, &[file.to_str().unwrap()]).await;

    // A file that the program was opened with is looked at, and converted when somebody says so.
    page.see("Ready to convert").await;
    page.see("service_contract.pdf").await;
    page.press("Convert").await;
    let run = shown(&page).await;
    let verdict = if has_compiler(&page).await { "verified" } else { "checked" };
    assert_eq!(page.verdict(&run).await, verdict);
    page.see(verdict).await;

    // A person breaks the model: a second attempt, compared with the first.
    page.press("Model").await;
    page.see("module Domains.ServiceContract").await;
    page.enter_editor().await;
    page.chord(&String::from_iter([CONTROL, END])).await;
    page.write("\nbroken : Integer\nbroken = nowhere\n").await;
    page.press("Save as new attempt").await;
    page.see("Saved as attempt 2").await;
    page.press("Attempts").await;
    page.see("Attempt 2").await;
    page.see("Change 1 of 1").await;
    page.see("broken = nowhere").await;
    let attempts = page.ask("runs.show", json!({ "run": run })).await["attempts"].clone();
    assert_eq!(attempts.as_array().unwrap().len(), 2, "{attempts}");
    if verdict == "verified" {
        // What was accepted before stands.
        assert_eq!(page.verdict(&run).await, "verified");
        let said = page.ask("runs.show", json!({ "run": run })).await["attempts"][1].to_string();
        assert!(said.contains("Undefined name nowhere"), "{said}");
    }

    // Retrying makes a run of its own, which is right again.
    page.press("Retry from a stage").await;
    page.press("From “Generate”").await;
    page.see(&format!("went on from run {run}")).await;
    let retried = shown(&page).await;
    assert_ne!(retried, run);
    assert_eq!(page.verdict(&retried).await, verdict);
    page.close().await;

    // All of it is there when the window is opened again.
    let page = Page::open(&machine, &[]).await;
    page.press("Documents").await;
    page.see("2 versions").await;
    let kept = page.ask("runs.show", json!({ "run": run })).await;
    assert_eq!(kept["attempts"].as_array().unwrap().len(), 2, "{kept}");
    page.close().await;
}

#[tokio::test]
async fn a_first_start_with_a_document_asks_where_work_is_kept() {
    let machine = Machine::new().with_recordings();
    let file = machine.write("견적 최종.txt", WRONG);
    let page = Page::start(&machine, &[file.to_str().unwrap()]).await;
    page.see("Where your work is kept").await;
    let proposed = page.ask("app.state", json!({})).await["proposed"].clone();
    assert!(proposed.as_str().unwrap().starts_with(machine.path("").to_str().unwrap()));
    page.press("Convert").await;
    let run = shown(&page).await;
    assert_eq!(page.verdict(&run).await, "discrepant");
    page.close().await;

    // It is known from now on.
    let page = Page::start(&machine, &[]).await;
    assert_eq!(page.ask("app.state", json!({})).await["workspace"], proposed);
    page.close().await;
}

#[tokio::test]
async fn files_and_folders_that_the_system_drops_are_taken_in_once() {
    let machine = Machine::new().with_recordings();
    let quotation = machine.write("견적 최종.txt", WRONG);
    let folder = machine.write("folder/one.txt", WRONG.replace("07", "08"));
    machine.write("folder/two.txt", WRONG.replace("07", "09"));
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;

    let window = page.screen.window();
    let drag = page.screen.drag(window, &[&quotation, folder.parent().unwrap()]);
    page.see("Release to add 2 files").await;
    drag.release();
    page.see("Ready to convert").await;
    page.see("3 documents").await;
    for name in ["견적 최종.txt", "one.txt", "two.txt"] {
        page.see(name).await;
    }

    all_three_are_converted(page).await;
}

/// Converts the three documents that were dropped, each of which is wrong.
async fn all_three_are_converted(page: Page<'_>) {
    page.press("Convert 3 documents").await;
    page.see("Just finished").await;
    for run in ["1", "2", "3"] {
        assert_eq!(page.verdict(run).await, "discrepant");
    }
    page.close().await;
}

#[tokio::test]
async fn files_whose_names_are_no_text_are_taken_in_by_what_they_are() {
    let machine = Machine::new();
    // As programs of before Unicode wrote Korean names, and as nobody ever did.
    let korean = OsStr::from_bytes(b"\xb0\xdf\xc0\xfb\xbc\xad.txt");
    let odd = OsStr::from_bytes(b"odd\xff.txt");
    let folder = machine.write("folder/plain.txt", WRONG.replace("07", "08"));
    let folder = folder.parent().unwrap();
    std::fs::write(folder.join(odd), WRONG.replace("07", "09")).unwrap();
    let quotation = machine.path("home").with_file_name(korean);
    std::fs::write(&quotation, WRONG).unwrap();
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;

    let drag = page.screen.drag(page.screen.window(), &[&quotation, folder]);
    page.see("Release to add 2 files").await;
    drag.release();
    for name in ["견적서.txt", "plain.txt", "odd\u{fffd}.txt"] {
        page.see(name).await;
    }
    all_three_are_converted(page).await;
}

#[tokio::test]
async fn a_pdf_that_is_dropped_is_converted_and_opened() {
    let machine = Machine::new();
    let file =
        machine.write("거래명세서 5월.pdf", std::fs::read(sample("goods_invoice.pdf")).unwrap());
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;
    let window = page.screen.window();
    let drag = page.screen.drag(window, &[&file]);
    page.see("Release to add 1 file").await;
    drag.release();
    page.see("거래명세서 5월.pdf").await;
    page.press("Convert").await;
    let run = shown(&page).await;
    assert_eq!(page.verdict(&run).await, "discrepant");
    // Its pages are drawn, and what does not add up is marked on them.
    page.find(".sheet img").await;
    page.find(".sheet button.box.bad.loud").await;
    page.close().await;
}

#[tokio::test]
async fn a_second_start_hands_its_files_to_the_window_that_is_there() {
    let machine = Machine::new();
    machine.write("second.txt", WRONG);
    let page = Page::open(&machine, &[]).await;
    // Named as seen from where the second one was started.
    let ended = machine.program().arg("second.txt").output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    page.see("Ready to convert").await;
    page.see("second.txt").await;
    page.close().await;
}

#[tokio::test]
async fn closing_asks_while_a_run_is_under_way_and_the_run_can_be_taken_up_again() {
    // A compiler that never answers but for its version keeps a run under way.
    let machine = Machine::new().with_waiting_compiler();
    let file = machine.write("quote.txt", WRONG);
    let page = Page::open(&machine, &[file.to_str().unwrap()]).await;
    page.press("Convert").await;
    let run = shown(&page).await;

    let window = page.screen.window();
    page.screen.close(window);
    page.see("Runs are under way").await;
    page.press("Keep open").await;
    assert_eq!(page.ask("runs.show", json!({ "run": run })).await["state"], "running");
    let process = page.screen.process(window);
    page.screen.close(window);
    page.see("Runs are under way").await;
    page.press_and_go("Close anyway").await;
    gone(process);
    drop(page);

    let page = Page::open(&machine, &[]).await;
    let kept = page.ask("runs.show", json!({ "run": run })).await;
    assert_eq!((&kept["verdict"], &kept["resumable"]), (&"interrupted".into(), &true.into()));
    // It is offered where one comes back to, and goes on with one click.
    page.see("Interrupted").await;
    page.press("Resume : 견적서").await;
    page.see("Type-checking").await;
    assert_eq!(page.ask("runs.show", json!({ "run": run })).await["state"], "running");
    let began = Instant::now();
    page.ask("runs.cancel", json!({ "run": run })).await;
    assert_eq!(page.verdict(&run).await, "cancelled");
    // A fifth of a second on a machine of one's own; the driver asks for the verdict now and then.
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    page.close().await;
}

#[tokio::test]
async fn the_page_can_do_no_more_than_it_must() {
    let machine = Machine::new();
    machine.write("outside.idr", "module Outside\n");
    let page = Page::open(&machine, &[]).await;

    // Files that are none of Proviso's, and commands that no capability names.
    let outside = machine.path("outside.idr");
    let refused = page.invoke("open_path", &json!({ "path": outside })).await.unwrap_err();
    assert_eq!(refused["code"], "forbidden", "{refused}");
    let emit = json!({ "event": "opened-files", "payload": ["/etc/passwd"] });
    let resize = json!({ "label": "main", "value": { "Logical": { "width": 9, "height": 9 } } });
    let saved = json!({ "options": {} });
    for (name, request) in [
        ("plugin:event|emit", emit),
        ("plugin:window|set_size", resize),
        ("plugin:dialog|save", saved),
        ("plugin:opener|open_url", json!({ "url": "https://example.com" })),
    ] {
        let refused = page.invoke(name, &request).await.unwrap_err();
        assert!(refused.as_str().is_some_and(|it| it.contains("not allowed")), "{name}: {refused}");
    }

    // Nothing inline, nothing from elsewhere.
    let script = "
        const done = arguments[0];
        const blocked = new Set();
        document.addEventListener('securitypolicyviolation', (it) => {
            blocked.add(it.effectiveDirective);
            if (blocked.size === 4) done([...blocked].sort());
        });
        const inline = document.createElement('script');
        inline.textContent = 'window.ran = true';
        document.head.append(inline);
        document.body.setAttribute('style', 'color: red');
        new Image().src = 'https://example.com/x.png';
        fetch('https://example.com/').catch(() => {});";
    let blocked = page.client.execute_async(script, Vec::new()).await.unwrap();
    let ran = page.client.execute("return window.ran === undefined", Vec::new()).await.unwrap();
    assert_eq!(ran, json!(true));
    assert_eq!(blocked, json!(["connect-src", "img-src", "script-src-elem", "style-src-attr"]));
    page.close().await;
}

#[tokio::test]
async fn size_and_place_of_the_window_are_kept() {
    let machine = Machine::new();
    let page = Page::open(&machine, &[]).await;
    let window = page.screen.window();
    page.screen.resize(window, 1010, 700);
    machine::until("the window has another size", || {
        (page.screen.size(window) == (1010, 700)).then_some(())
    });
    // The toolkit has heard of it when the page has.
    let script = "
        const done = arguments[0];
        const look = () => innerWidth === 1010 ? done(true) : requestAnimationFrame(look);
        look();";
    page.client.execute_async(script, Vec::new()).await.unwrap();
    page.close().await;
    let page = Page::open(&machine, &[]).await;
    assert_eq!(page.screen.size(page.screen.window()), (1010, 700));
    page.close().await;
}
