//! A workspace of somebody else, whose settings would send documents away and read a folder beside it:
//! it may propose as much, and only the word of the person here makes it so.

use serde_json::{Value, json};

use crate::bench::{Bench, RIGHT_QUOTATION};
use crate::serve::{Server, heard};

/// A workspace that asks for a provider and for a folder beside it.
fn asking() -> (Bench, String) {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.write("beside/.keep", "");
    bench.write("work/Domains/.keep", "");
    let folder = bench.path("beside").to_str().unwrap().to_owned();
    let asks = format!("engine = \"openai\"\nwatched_folder = {folder:?}\n");
    bench.write("work/.proviso/settings.toml", asks);
    (bench, folder)
}

fn asked(bench: &Bench) -> Vec<(String, bool)> {
    let said = bench.run("allow --json --workspace work");
    let all: Vec<Value> = serde_json::from_str(&said.stdout).unwrap();
    let of = |it: &Value| (it["value"].as_str().unwrap().to_owned(), it["refused"] == true);
    all.iter().map(of).collect()
}

#[test]
fn the_command_line_says_what_a_workspace_asks_for_and_how_to_allow_it() {
    let (bench, folder) = asking();
    // As what a program says is compared.
    let said = "[DIR]/beside".to_owned();
    let first = bench.run("convert quote.txt --workspace work");
    for way in
        ["`openai` (not allowed): allow it with `proviso allow engine`", "proviso allow folder"]
    {
        assert!(first.stderr.contains(way), "{}", first.stderr);
    }
    assert_eq!(asked(&bench), [("openai".to_owned(), false), (said.clone(), false)]);
    let korean = bench.run("allow --lang ko --workspace work");
    assert!(korean.stdout.contains("허락하려면 `proviso allow engine`"), "{}", korean.stdout);

    // What was refused is not asked for again, and can be allowed all the same.
    assert_eq!(bench.run("allow folder --not --workspace work").code, Some(0));
    assert_eq!(asked(&bench), [("openai".to_owned(), false), (said.clone(), true)]);
    let second = bench.run("convert quote.txt --workspace work");
    assert!(!second.stderr.contains("proviso allow folder"), "{}", second.stderr);
    assert_eq!(bench.run("allow folder --workspace work").code, Some(0));
    assert_eq!(asked(&bench), [("openai".to_owned(), false)]);
    assert_eq!(bench.run("allow folder --workspace work").code, Some(2), "nothing left to allow");

    // The word is the person's own; the workspace asks everybody else as before, also once another
    // setting of it was changed.
    assert_eq!(bench.run("cards disable --workspace work").code, Some(0));
    let settings = bench.read("work/.proviso/settings.toml");
    for it in
        ["engine = \"openai\"", &format!("watched_folder = {folder:?}"), "repair_memory = false"]
    {
        assert!(settings.contains(it), "{settings}");
    }
    assert!(bench.read("config/settings.toml").contains(&format!("watched_folder = {folder:?}")));
    assert_eq!(asked(&bench), [("openai".to_owned(), false)]);
}

#[test]
fn the_page_allows_what_it_has_shown_and_nothing_else() {
    let (bench, folder) = asking();
    // The folder was empty when a program looked at it the last time.
    bench.write("beside/quote.txt", RIGHT_QUOTATION);
    let known = json!({ "folder": folder, "files": {} }).to_string();
    bench.write("work/.proviso/watched.json", known);
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let state = server.call("app.state", &json!({})).ok();
    let engine = json!({ "what": "engine", "value": "openai", "refused": false });
    let watched = json!({ "what": "watched_folder", "value": folder, "refused": false });
    assert_eq!(state["proposals"], json!([engine, watched]));
    assert_eq!(state["engine"], "builtin");

    // What was not shown is not allowed by anybody's word.
    let other = json!({ "what": "watched_folder", "value": "/", "allow": true });
    let refused = server.call("workspace.answer", &other);
    assert_eq!((refused.status, &refused.json()["code"]), (404, &json!("not_found")));
    let word = json!({ "what": "watched_folder", "value": folder, "allow": true });
    assert_eq!(server.call("workspace.answer", &word).ok(), json!([engine]));
    let settings = server.call("settings.get", &json!({})).ok();
    assert_eq!(
        (&settings["watched_folder"], &settings["engine"]),
        (&json!(folder), &json!("builtin"))
    );

    // It takes effect at once: what has come to lie there is converted.
    while !heard(&mut socket).contains("\"run.finished\"") {}
    let runs = server.call("runs.list", &json!({})).ok();
    assert_eq!(runs["rows"][0]["documents"][0], "quote.txt");
}
