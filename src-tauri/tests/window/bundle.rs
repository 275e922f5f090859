//! The page of a bundle in the browser of this toolkit, opened from the disk: it checks itself there
//! as well.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::machine::{Machine, program, sample};
use crate::page::Page;

/// Where Debian has the browser that comes with the web view.
const BROWSERS: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
    "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
];

/// Whether the checker for browsers was built: where it cannot be, `make test` says so.
fn is_built() -> bool {
    let witness = "../crates/proviso-kit/witness/dist/witness.wasm.gz";
    Path::new(env!("CARGO_MANIFEST_DIR")).join(witness).exists()
}

#[tokio::test]
async fn the_page_of_a_bundle_checks_itself_in_this_web_view() {
    if !is_built() {
        return;
    }
    let browser = BROWSERS.map(Path::new).into_iter().find(|it| it.exists());
    let browser = browser.expect("`MiniBrowser` comes with the package libwebkit2gtk-4.1-0");
    let machine = Machine::new();
    let proviso = program().with_file_name("proviso");
    let run = |arguments: &[&str]| {
        let output = machine.command(&proviso).args(arguments).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    run(&["convert", sample("goods_invoice.pdf").to_str().unwrap(), "--quiet"]);
    let told = run(&["bundle", "1", "--html", "--output", "it.html"]);
    let html: PathBuf = machine.path("it.html");
    assert!(html.exists(), "{told}");

    let page = Page::of(&machine, browser, &["--automation"]).await;
    page.client.goto(&format!("file://{}", html.display())).await.unwrap();
    page.find("html[data-done=yes]").await;
    let script = "return document.querySelector('h1').textContent";
    let verdict = page.client.execute(script, Vec::new()).await.unwrap();
    assert_eq!(verdict, json!("discrepant"), "{}", page.text().await);
}
