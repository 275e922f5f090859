//! Pages over `proviso serve`: their images and texts, before and after they are read.

use serde_json::{Value, json};

use crate::bench::{Bench, pdf};
use crate::serve::{Server, heard, heard_to_the_end};

#[test]
fn the_bundled_sample_shows_its_pages_and_the_same_file_is_known_again() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let state = server.call("app.state", &json!({})).ok();
    assert_eq!(state["first_start"], true);
    let sample = state["samples"][0]["path"].as_str().unwrap();
    let looked = server.call("documents.look", &json!({ "paths": [sample, sample] })).ok();
    assert_eq!((&looked[0]["format"], &looked[0]["error"]), (&json!("pdf"), &Value::Null));
    assert!(looked[0]["document_type"].is_string() && looked[0]["title"].is_string(), "{looked}");
    assert_eq!((&looked[0]["same_as"], &looked[1]["same_as"]), (&Value::Null, &json!(0)));

    let mut socket = server.listen("");
    let queued = server.call("runs.convert", &json!({ "paths": [sample] })).ok();
    let run = queued[0]["run"].as_str().unwrap().to_owned();
    heard_to_the_end(&mut socket, &run);
    let pages = server.call("pages.list", &json!({ "run": run })).ok();
    assert_eq!((&pages[0]["unit"], &pages[0]["has_images"]), (&json!("point"), &json!(true)));
    let ask = json!({ "run": run, "document": 0, "page": 1, "width": 320 });
    for _ in ["drawn", "kept"] {
        let picture = server.call("pages.image", &ask);
        assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
        assert_eq!(&picture.body[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&picture.body[16..20], 320_u32.to_be_bytes(), "as wide as it was asked for");
    }
    let text = server.call("pages.text", &json!({ "run": run, "document": 0, "page": 1 })).ok();
    assert!(text["lines"].as_array().unwrap().len() > 3, "{text}");
    let again = server.call("documents.look", &json!({ "paths": [sample] })).ok();
    assert_eq!(again[0]["earlier"][0]["run"], run.as_str());
    let name = again[0]["name"].as_str().unwrap();
    let part = &name[2..name.len() - 4];
    let found = |search: &str| server.call("runs.list", &json!({ "search": search })).ok();
    assert_eq!(found(part)["rows"][0]["run"], run.as_str());
    assert_eq!(found(&part.replace('_', "%"))["total"], 0, "no pattern, but letters");
}

/// Pages without a text: figures as a clock shows them, drawn bar by bar.
pub(crate) fn scans(n_pages: usize) -> Vec<u8> {
    let figure = |x: usize, y: usize| {
        let bar = |dx, dy, w, h| format!("{} {} {w} {h} re f\n", x + dx, y + dy);
        [bar(0, 0, 4, 40), bar(20, 0, 4, 40), bar(0, 0, 24, 4), bar(0, 36, 24, 4)].concat()
    };
    let page: String =
        (0..12).flat_map(|row| (0..8).map(move |n| figure(60 + 40 * n, 60 + 55 * row))).collect();
    pdf(&vec![page; n_pages])
}

#[test]
fn pages_of_a_scan_are_shown_before_they_are_recognized() {
    const N_PAGES: usize = 6;
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("scan.pdf", &scans(N_PAGES));
    let opened: Value = loop {
        let event: Value = serde_json::from_str(&heard(&mut socket)).unwrap();
        assert_ne!(event["event_type"], "page.read", "the file is open before a page is read");
        if event["event_type"] == "document.opened" {
            break event;
        }
    };
    assert_eq!(opened["data"], json!({ "name": "scan.pdf", "n_pages": N_PAGES }));
    let list = || server.call("pages.list", &json!({ "run": run })).ok();
    let pages = list()[0]["pages"].as_array().unwrap().clone();
    assert_eq!(pages.len(), N_PAGES);
    let last = &pages[N_PAGES - 1];
    assert_eq!((&last["width"], &last["height"]), (&json!(420.0), &json!(740.0)));
    assert_eq!((&last["awaited"], &last["n_lines"]), (&json!(true), &json!(0)));
    let ask = json!({ "run": run, "document": 0, "page": N_PAGES, "width": 320 });
    let picture = server.call("pages.image", &ask);
    assert_eq!(picture.status, 200, "{}", String::from_utf8_lossy(&picture.body));
    assert_eq!(&picture.body[16..20], 320_u32.to_be_bytes());
    heard_to_the_end(&mut socket, &run);
    let pages = list()[0]["pages"].as_array().unwrap().clone();
    assert_eq!(pages.len(), N_PAGES);
    assert!(pages.iter().all(|it| it["awaited"] == false), "{pages:?}");
}
