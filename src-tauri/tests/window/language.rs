//! Dialogs of the system are in the person's language: the one that they chose, and else that of
//! their system, whether the C library knows its locale or not. What they say is read off the screen.

use std::process::{Command, Stdio};
use std::time::Instant;

use x11rb::protocol::xproto::Window;

use crate::machine::{Ended, Machine, PATIENCE, until};
use crate::page::Page;
use crate::screen::Screen;

/// As the X Window System names it.
const ESCAPE: u32 = 0xff1b;
/// A locale that many machines have not been given.
const KOREAN: &str = "ko_KR.UTF-8";

/// The settings of a person who chose a language.
pub(crate) fn choose(machine: &Machine, language: &str) {
    machine.write("config/settings.toml", format!("language = \"{language}\"\n"));
}

/// A part of a dialog.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    /// The lower right corner, with both of its buttons.
    Buttons,
}

/// The words that stand somewhere, without the spaces that reading Korean puts between syllables.
fn words(machine: &Machine, screen: &Screen, window: Window, part: Part) -> String {
    let whole = screen.picture(window);
    let (width, height) = whole.dimensions();
    let (picture, larger, layout) = match part {
        Part::Whole => (whole, 3, "11"),
        Part::Buttons => {
            // Without the lines around it.
            let (x, y) = (width.saturating_sub(190), height.saturating_sub(42));
            let corner = image::imageops::crop_imm(&whole, x, y, 186, 40);
            (corner.to_image(), 2, "11")
        }
    };
    let (width, height) = (picture.width() * larger, picture.height() * larger);
    let kind = image::imageops::FilterType::Triangle;
    let file = machine.path("dialog.png");
    image::imageops::resize(&picture, width, height, kind).save(&file).unwrap();
    let read = Command::new("tesseract")
        .arg(&file)
        .args(["-", "-l", "kor+eng", "--psm", layout])
        .output()
        .expect("`tesseract` is missing: run `scripts/setup`");
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    String::from_utf8(read.stdout).unwrap().replace([' ', '\n'], "")
}

/// Waits until a dialog says something; it is shown before it is drawn.
fn says(machine: &Machine, screen: &Screen, window: Window, part: Part, wanted: &[&str]) {
    let mut read = String::new();
    let end = Instant::now() + PATIENCE;
    while !wanted.iter().all(|it| read.contains(it)) {
        assert!(Instant::now() < end, "{wanted:?} is not to be read: {read}");
        read = words(machine, screen, window, part);
    }
}

/// Opens the dialogs for opening and for saving, and looks at their buttons. That for printing is
/// none of them: a web view that a driver leads does not show it. Its words are of the same catalog.
async fn buttons_are(page: &Page<'_>, machine: &Machine, open: &str, title: &str, all: [&str; 3]) {
    let [cancel, opens, saves] = all;
    let own = page.screen.window();
    page.press(open).await;
    let dialog = page.screen.dialog(own);
    says(machine, &page.screen, dialog, Part::Buttons, &[cancel, opens]);
    page.screen.press_in_dialog(own, ESCAPE);

    let script = "
        const headers = { name: 'x.txt' };
        window.__TAURI_INTERNALS__.invoke('save_as', new Uint8Array([1]), { headers });";
    page.client.execute(script, Vec::new()).await.unwrap();
    let dialog = page.screen.dialog(own);
    assert_eq!(page.screen.title(dialog), title);
    says(machine, &page.screen, dialog, Part::Buttons, &[cancel, saves]);
    page.screen.press_in_dialog(own, ESCAPE);
}

#[tokio::test]
async fn dialogs_are_in_korean_where_the_system_is() {
    let machine = Machine::new().with_locale(KOREAN);
    let page = Page::open(&machine, &[]).await;
    let all = ["취소", "열기", "저장"];
    buttons_are(&page, &machine, "내 문서로 시작하기", "저장할 곳", all).await;
    page.close().await;
}

#[tokio::test]
async fn dialogs_are_in_the_language_that_was_chosen_whatever_the_system_speaks() {
    let machine = Machine::new();
    choose(&machine, "ko");
    let page = Page::open(&machine, &[]).await;
    let all = ["취소", "열기", "저장"];
    buttons_are(&page, &machine, "내 문서로 시작하기", "저장할 곳", all).await;
    page.close().await;

    let machine = Machine::new().with_locale(KOREAN);
    choose(&machine, "en");
    let page = Page::open(&machine, &[]).await;
    let all = ["Cancel", "Open", "Save"];
    buttons_are(&page, &machine, "Start with my own documents", "Where to save it", all).await;
    page.close().await;
}

#[tokio::test]
async fn a_start_that_fails_says_why_in_the_persons_language() {
    let machine = Machine::new();
    choose(&machine, "ko");
    machine.write("Proviso/.proviso/proviso.db", "no database at all, and long enough to be read");
    let mut program = Ended(machine.program().stderr(Stdio::null()).spawn().unwrap());
    let screen = Screen::of(machine.display());
    let dialog = screen.window();
    assert_eq!(screen.title(dialog), "Proviso를 시작할 수 없습니다");
    says(&machine, &screen, dialog, Part::Whole, &["데이터베이스가손상되었습니다"]);
    screen.press_in_dialog(0, ESCAPE);
    let ended = until("the program has ended", || program.0.try_wait().unwrap());
    assert_eq!(ended.code(), Some(2));
}
