//! What people set and say over the server: keys, prompts, budgets, a watched folder, hints, labels,
//! rules that are none.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};
use crate::language_model::{self, by_hand, is_analyst};
use crate::serve::{Server, heard, heard_to_the_end};

const KEY: &str = "sk-test-4711-0123456789abcdefghij";

/// A provider that refuses everybody, and cites the key that it was asked with.
fn refusing() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&heads);
    std::thread::spawn(move || {
        for socket in listener.incoming() {
            let mut reader = BufReader::new(socket.unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") {
                if reader.read_line(&mut head).unwrap() == 0 {
                    break;
                }
            }
            let lower = head.to_lowercase();
            let length = lower.lines().find_map(|it| it.strip_prefix("content-length: "));
            let mut body = vec![0; length.map_or(0, |it| it.trim().parse().unwrap())];
            reader.read_exact(&mut body).unwrap();
            seen.lock().unwrap().push(head);
            let message = format!("Incorrect API key provided: {KEY}");
            let body = json!({ "error": { "message": message } }).to_string();
            let head = format!("HTTP/1.1 401 No\r\ncontent-length: {}\r\n", body.len());
            let answer = format!("{head}content-type: application/json\r\n\r\n{body}");
            reader.get_mut().write_all(answer.as_bytes()).unwrap();
        }
    });
    (url, heads)
}

/// Every file below a folder whose bytes hold the text.
fn holders(bench: &Bench, text: &str) -> Vec<String> {
    let holds = |name: &String| {
        let bytes = std::fs::read(bench.path(name)).unwrap();
        bytes.windows(text.len()).any(|it| it == text.as_bytes())
    };
    bench.files_below("").into_iter().filter(holds).collect()
}

#[test]
fn a_key_is_sent_to_its_provider_and_told_to_nobody_else() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let (url, heads) = refusing();
    let variables = [
        ("OPENAI_API_KEY", KEY),
        ("PROVISO_ENGINE", "openai"),
        ("PROVISO_MODEL", "m"),
        ("PROVISO_BASE_URL", url.as_str()),
    ];
    let server = Server::start_with(&bench, "--workspace work", &variables);
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", RIGHT_QUOTATION.as_bytes());
    let mut told = heard_to_the_end(&mut socket, &run);
    assert!(heads.lock().unwrap().iter().any(|it| it.contains(KEY)), "the provider got it");
    assert!(told.iter().any(|it| it.contains("Incorrect API key provided: ***")), "{told:#?}");
    for name in ["app.state", "settings.get", "providers.list", "prompts.list", "doctor.examine"] {
        told.push(server.call(name, &json!({})).ok().to_string());
    }
    for name in ["runs.show", "runs.events", "runs.analysis", "runs.modules"] {
        told.push(server.call(name, &json!({ "run": run })).ok().to_string());
    }
    told.push(server.end());
    let whole = told.join("\n");
    assert!(!whole.contains(KEY) && !whole.contains(&KEY[..12]), "{whole}");
    assert_eq!(holders(&bench, &KEY[..12]), [""; 0], "nor does a file hold it");
}

#[test]
fn a_key_that_cannot_be_kept_goes_nowhere_and_the_variable_is_named() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    // No bus, no keyring: also where the person at this machine has one.
    let nowhere = [("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")];
    let server = Server::start_with(&bench, "--workspace work", &nowhere);
    let list = server.call("providers.list", &json!({})).ok();
    assert_eq!(list["keyring"], false);
    let anthropic = &list["providers"][1];
    assert_eq!((&anthropic["name"], &anthropic["lack"]), (&json!("anthropic"), &json!("key")));
    assert_eq!(anthropic["key"]["variable"], "ANTHROPIC_API_KEY");
    let keep = |key: Value| {
        let reply = server.call("keys.keep", &json!({ "provider": "anthropic", "key": key }));
        let text = String::from_utf8(reply.body.clone()).unwrap();
        assert!(!text.contains("4711"), "{text}");
        (reply.status, reply.json())
    };
    let (status, err) = keep(json!(KEY));
    assert_eq!((status, &err["code"]), (422, &json!("no_keyring")), "{err}");
    let hint = err["hints"][0].as_str().unwrap();
    assert!(hint.contains("`ANTHROPIC_API_KEY`"), "{hint}");
    for wrong in [json!(4711), json!([KEY]), json!("  "), json!(format!("{KEY} {KEY}"))] {
        assert_eq!(keep(wrong).1["code"], "bad_request");
    }
    assert_eq!(holders(&bench, &KEY[..12]), [""; 0]);
}

#[test]
fn a_browser_sets_models_and_budgets_but_not_where_keys_are_sent() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let address = json!({ "provider": "openai", "base_url": "http://127.0.0.1:1/v1" });
    assert_eq!(server.call("providers.set", &address).json()["code"], "forbidden");
    let set = json!({ "provider": "ollama", "model": " small ", "second_model": "" });
    let ollama = server.call("providers.set", &set).ok()["providers"][2].clone();
    assert_eq!(ollama["model"]["set"], "small");
    assert_eq!((&ollama["second_model"]["set"], &ollama["lack"]), (&Value::Null, &Value::Null));
    let set = json!({ "engine": "ollama", "max_tokens": 50_000, "max_cost_micros": 250_000 });
    let settings = server.call("settings.set", &set).ok();
    assert_eq!((&settings["max_tokens"], &settings["engine"]), (&json!(50_000), &json!("ollama")));
    let state = server.call("app.state", &json!({})).ok();
    assert_eq!(state["engine"], "ollama", "it can be asked, so it works");
    // One that lacks its key may be chosen; the built-in one works until it is there.
    server.call("settings.set", &json!({ "engine": "anthropic" })).ok();
    let state = server.call("app.state", &json!({})).ok();
    assert_eq!(
        (&state["engine"], &state["settings"]["engine"]),
        (&json!("builtin"), &json!("anthropic"))
    );
    assert_eq!(state["engines"][1]["available"], false);
    let refused = server.call("settings.set", &json!({ "engine": "gpt" })).json();
    assert_eq!(refused["code"], "bad_request");
    drop(server);
    // What is set must not keep the program from starting: it is there that it is set right.
    let again = Server::start(&bench, "--workspace work");
    let state = again.call("app.state", &json!({})).ok();
    assert_eq!(
        (&state["engine"], &state["settings"]["max_cost_micros"]),
        (&json!("builtin"), &json!(250_000))
    );
}

#[test]
fn a_prompt_is_copied_edited_refused_and_given_back() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let path = "fixer/default/v1/user.txt";
    let rows = server.call("prompts.list", &json!({})).ok();
    let row = |rows: &Value| rows.as_array().unwrap().iter().find(|it| it["path"] == path).cloned();
    let first = row(&rows).unwrap();
    assert_eq!((&first["agent"], &first["piece"]), (&json!("fixer"), &json!("user")));
    assert_eq!((&first["shipped"], &first["own"]), (&json!(true), &json!(false)));
    let shown = server.call("prompts.show", &json!({ "path": path })).ok();
    let shipped = shown["shipped_text"].as_str().unwrap();

    let save = |text: &str| server.call("prompts.save", &json!({ "path": path, "text": text }));
    let saved = save(&format!("Be brief.\n{shipped}")).ok();
    assert_eq!((&saved["own"], &saved["differs"]), (&json!(true), &json!(true)));
    assert!(bench.read(&format!("work/prompts/{path}")).starts_with("Be brief."));

    // What no run could write out is refused, and what was there stays.
    let broken = save("{% if draft %}").json();
    assert_eq!(broken["code"], "bad_request");
    assert!(broken["detail"][0].as_str().unwrap().contains("user.txt:1"), "{broken}");
    let unknown = save("{{ salary }}").json();
    assert!(unknown["message"].as_str().unwrap().contains("`{{ salary }}`"), "{unknown}");
    assert!(bench.read(&format!("work/prompts/{path}")).starts_with("Be brief."));
    let outside = json!({ "path": "../../etc/v1/x.txt", "text": "x" });
    assert_eq!(server.call("prompts.save", &outside).json()["code"], "not_found");

    let back = server.call("prompts.reset", &json!({ "path": path })).ok();
    assert_eq!((&back["own"], &back["own_text"]), (&json!(false), &Value::Null));
    assert!(!bench.exists(&format!("work/prompts/{path}")));
    let kept = bench.read(&format!("work/.proviso/kept/prompts/{path}.1"));
    assert!(kept.starts_with("Be brief."), "what a person wrote is kept");
}

#[test]
fn a_prompt_of_a_version_that_is_not_asked_for_is_said_to_be_unused() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let path = "author/default/v1/user.txt";
    bench.write(&format!("work/prompts/{path}"), "Be brief.");
    let (_model, server) = Server::start_by_hand(&bench, KEY);
    let rows = server.call("prompts.list", &json!({})).ok();
    let row = rows.as_array().unwrap().iter().find(|it| it["path"] == path).unwrap();
    assert_eq!((&row["version"], &row["asked_version"]), (&json!("v1"), &json!("v4")), "{row}");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", RIGHT_QUOTATION.as_bytes());
    let heard = heard_to_the_end(&mut socket, &run).join("\n");
    assert!(heard.contains("\"prompt.unused\""), "{heard}");
    assert!(heard.contains("`prompts/author/default/v1/user.txt` (v4 is asked for)"), "{heard}");
    // Where no model is asked, no prompt is missed.
    let retry = json!({ "run": run, "from": "generate", "engine": "builtin" });
    let again = run_of(&server, "runs.retry", retry);
    let events = server.call("runs.events", &json!({ "run": again["run"] })).ok();
    assert_eq!(events[0]["run_id"], again["run"]);
    assert_eq!(events.to_string().find("prompts/"), None, "{events}");
}

#[test]
fn clauses_that_a_model_read_are_shown_with_their_places_and_stand_in_the_report() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let clause = |quote: &str| {
        json!({ "kind": "deadline", "party": "공급자", "page": 1,
        "document": 0, "says": "공급자는 3월 안에 납품한다.", "quote": quote })
    };
    let read = json!({ "fields": [], "rules": [],
        "clauses": [clause("3월 31일까지 납품한다"), clause("언제든지 납품한다")] });
    let model = language_model::Server::start(move |system, user| match is_analyst(system) {
        true => read.to_string(),
        false => by_hand(user, ""),
    });
    let variables = [
        ("PROVISO_ENGINE", "openai"),
        ("PROVISO_MODEL", "by-hand"),
        ("PROVISO_BASE_URL", model.url.as_str()),
    ];
    let server = Server::start_with(&bench, "--workspace work", &variables);
    let mut socket = server.listen("");
    let text = format!("{RIGHT_QUOTATION}\n공급자는 3월 31일까지 납품한다.\n");
    let run = server.convert("quote.txt", text.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let shown = server.call("runs.show", &json!({ "run": run })).ok();
    let clauses = shown["clauses"].as_array().unwrap();
    assert_eq!(clauses.len(), 1, "what the document does not say is no clause of it: {clauses:?}");
    assert_eq!((&clauses[0]["kind"], &clauses[0]["party"]), (&json!("deadline"), &json!("공급자")));
    assert_eq!(clauses[0]["evidence"]["text"], "3월 31일까지 납품한다.");
    assert!(!clauses[0]["evidence"]["boxes"].as_array().unwrap().is_empty(), "{clauses:?}");
    let report = server.call("models.report", &json!({ "run": run, "language": "en" }));
    let report = String::from_utf8(report.body).unwrap();
    for part in
        ["Clauses in prose", "<td>deadline</td><td>공급자</td>", "<q>3월 31일까지 납품한다.</q>"]
    {
        assert!(report.contains(part), "no `{part}` in {report}");
    }
    // The built-in engine reads none, and then nothing is said of any.
    let retry = json!({ "run": run, "from": "analyze", "engine": "builtin" });
    let without = run_of(&server, "runs.retry", retry);
    assert_eq!(without["clauses"], json!([]));
    let report = json!({ "run": without["run"], "language": "en" });
    let report = server.call("models.report", &report).body;
    assert!(!String::from_utf8(report).unwrap().contains("Clauses"));
}

#[test]
fn a_document_that_comes_to_lie_in_the_watched_folder_is_converted() {
    let bench = Bench::new();
    bench.write("inbox/quote.txt", RIGHT_QUOTATION);
    bench.write("inbox/notes.part", "half of it");
    // A name that is no text: Korean of before Unicode. Others of the kind are told apart by it.
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let name = std::ffi::OsStr::from_bytes(b"inbox/\xb0\xdf\xc0\xfb.txt");
        let text = RIGHT_QUOTATION.replace("견적", "재견적");
        std::fs::write(bench.path("").join(name), text).unwrap();
    }
    let folder = bench.path("inbox");
    let folder = folder.to_str().unwrap();
    bench.write("work/.proviso/settings.toml", format!("watched_folder = {folder:?}\n"));
    // A workspace may only propose it; its user has agreed.
    let root = bench.path("work").canonicalize().unwrap();
    let agreed = format!("[workspaces.{root:?}]\nwatched_folder = {folder:?}\n");
    bench.write("config/settings.toml", agreed);
    // The folder was empty when the program ended the last time.
    let known = json!({ "folder": folder, "files": {} }).to_string();
    bench.write("work/.proviso/watched.json", known);
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let odd = usize::from(cfg!(target_os = "linux"));
    let mut n_over = 0;
    while n_over < 1 + odd {
        n_over += usize::from(heard(&mut socket).contains("\"run.finished\""));
    }
    let runs = server.call("runs.list", &json!({})).ok();
    assert_eq!((&runs["total"], &runs["rows"][0]["verdict"]), (&json!(1 + odd), &json!("checked")));
    if odd > 0 {
        let names: Vec<&Value> =
            runs["rows"].as_array().unwrap().iter().map(|it| &it["documents"][0]).collect();
        assert!(names.contains(&&json!("견적.txt")), "read as it was meant: {names:?}");
    }
    let state: Value = serde_json::from_str(&bench.read("work/.proviso/watched.json")).unwrap();
    let names: Vec<&String> = state["files"].as_object().unwrap().keys().collect();
    assert_eq!(names[odd..], ["quote.txt"], "taken once");
    assert!(odd == 0 || names[0] == "bytes:%B0%DF%C0%FB.txt", "{names:?}");
}

/// Asks for a run and waits until it is over.
fn run_of(server: &Server, name: &str, request: Value) -> Value {
    let mut socket = server.listen("");
    let queued = server.call(name, &request).ok();
    let run = queued["run"].as_str().unwrap_or_else(|| panic!("{queued}")).to_owned();
    heard_to_the_end(&mut socket, &run);
    server.call("runs.show", &json!({ "run": run })).ok()
}

#[test]
fn a_rule_is_struck_for_a_reason_and_found_again() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let first = server.call("runs.show", &json!({ "run": run })).ok();
    let refuted = first["rules"].as_array().unwrap().iter().find(|it| it["status"] == "refuted");
    let rule = refuted.unwrap()["id"].clone();
    let strike = json!({ "run": run, "rule": rule, "reason": " ", "by": "tester" });
    let refused = server.call("runs.strike", &strike).json();
    assert_eq!(refused["reason"], "why_missing", "{refused}");
    let strike = json!({ "run": run, "rule": rule, "reason": "not its sum", "by": "tester" });
    let second = run_of(&server, "runs.strike", strike);
    assert_eq!((&first["n_refuted"], &second["n_refuted"]), (&json!(1), &json!(0)));
    let struck = &second["struck"][0];
    assert_eq!((&struck["reason"], &struck["by"]), (&json!("not its sum"), &json!("tester")));
    assert!(struck["texts"].to_string().contains("1,230,000"), "{struck}");
    let back = json!({ "run": second["run"], "struck": struck["struck"], "by": "tester" });
    let third = run_of(&server, "runs.unstrike", back);
    assert_eq!((&third["n_refuted"], &third["struck"]), (&json!(1), &json!([])));
}

#[test]
fn a_label_is_corrected_and_what_is_printed_stays_beside_it() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", RIGHT_QUOTATION.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let first = server.call("runs.show", &json!({ "run": run })).ok();
    let of = |detail: &Value, name: &str| {
        let all = detail["fields"].as_array().unwrap();
        all.iter().find(|it| it["name"] == name).cloned().unwrap()
    };
    let all = first["fields"].as_array().unwrap();
    let field = all.iter().find(|it| it["label"] == "부가세").unwrap();
    let name = field["name"].as_str().unwrap();
    let correct =
        |label: &str| json!({ "run": run, "field": name, "label": label, "by": "tester" });
    let refused = server.call("runs.correct", &correct("두\n줄")).json();
    assert_eq!(refused["reason"], "field_label", "{refused}");
    let second = run_of(&server, "runs.correct", correct("부가가치세"));
    let after = of(&second, name);
    assert_eq!((&after["label"], &after["also"][0]), (&json!("부가가치세"), &json!("부가세")));
    assert_eq!((&after["value"], &after["corrected"]["by"]), (&field["value"], &json!("tester")));
    assert_eq!(second["n_refuted"], 0, "the rules that hold go on to hold");
}

#[test]
fn a_hint_goes_to_the_agents_of_the_run_that_it_was_given_to() {
    let bench = Bench::new();
    let (model, server) = Server::start_by_hand(&bench, KEY);
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", RIGHT_QUOTATION.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let n = model.asked.lock().unwrap().len();
    let retry =
        |hint: &str| json!({ "run": run, "from": "generate", "hint": hint, "by": "tester" });
    let second = run_of(&server, "runs.retry", retry("Name the parties by their roles."));
    let told = json!({ "text": "Name the parties by their roles.", "by": "tester" });
    assert_eq!((&second["hint"]["text"], &second["hint"]["by"]), (&told["text"], &told["by"]));
    let asked = model.asked.lock().unwrap().clone();
    let hinted = |all: &[String]| all.iter().any(|it| it.contains("parties by their roles"));
    assert!(!hinted(&asked[..n]) && hinted(&asked[n..]), "{asked:#?}");
    assert_eq!(server.call("runs.show", &json!({ "run": run })).ok()["hint"], Value::Null);
    let builtin = json!({ "run": run, "from": "generate", "engine": "builtin", "hint": "x" });
    assert_eq!(server.call("runs.retry", &builtin).json()["reason"], "hint_needs_model");
}
