//! `proviso serve` as a process: who is let in, files in, events out, and how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

use crate::bench::{Bench, LEASE, RIGHT_QUOTATION, WRONG_QUOTATION};
use crate::language_model::{self, NOTHING, by_hand, is_analyst};

/// A machine that is slower than this has another trouble.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server under test, ended with it.
pub(crate) struct Server {
    process: Child,
    port: u16,
    token: String,
}

/// What a server answers.
pub(crate) struct Reply {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|err| panic!("{err}: {}", String::from_utf8_lossy(&self.body)))
    }
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, 200, "{}", String::from_utf8_lossy(&self.body));
        self.json()
    }
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|it| it.split_once(": "));
        lines.filter(|it| it.0.eq_ignore_ascii_case(name)).map(|it| it.1).next()
    }
}

impl Server {
    pub(crate) fn start(bench: &Bench, arguments: &str) -> Server {
        Server::start_with(bench, arguments, &[])
    }

    /// A server over the workspace `work`, and a language model that says nothing about documents
    /// and writes models as a person would by hand.
    pub(crate) fn start_by_hand(bench: &Bench, key: &str) -> (language_model::Server, Server) {
        bench.write("work/Domains/.keep", "");
        let model = language_model::Server::start(|system, user| match is_analyst(system) {
            true => NOTHING.to_owned(),
            false => by_hand(user, ""),
        });
        let variables = [
            ("PROVISO_ENGINE", "openai"),
            ("PROVISO_MODEL", "by-hand"),
            ("PROVISO_BASE_URL", model.url.as_str()),
            ("OPENAI_API_KEY", key),
        ];
        let server = Server::start_with(bench, "--workspace work", &variables);
        (model, server)
    }

    /// As [`Server::start`], with variables in its environment.
    pub(crate) fn start_with(bench: &Bench, arguments: &str, variables: &[(&str, &str)]) -> Server {
        let mut command = bench.command(&format!("serve --port 0 --json {arguments}"));
        command.envs(variables.iter().copied());
        let mut process = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let told: Value = serde_json::from_str(&line).unwrap_or_else(|err| {
            let mut said = String::new();
            process.kill().unwrap();
            process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("{err}: {line}{said}");
        });
        let port = u16::try_from(told["port"].as_u64().unwrap()).unwrap();
        Server { process, port, token: told["token"].as_str().unwrap().to_owned() }
    }

    fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        reply(&exchange(self.port, &self.written(method, path, headers, body)).unwrap())
    }

    fn written(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if headers.iter().all(|it| it.0 != "Host") {
            head.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        if headers.iter().all(|it| it.0 != "Content-Length") {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        [format!("{head}\r\n").as_bytes(), body].concat()
    }

    fn posted(&self, name: &str, request: &Value) -> Vec<u8> {
        let bearer = self.bearer();
        let headers = [("Authorization", bearer.as_str()), ("Content-Type", "application/json")];
        self.written("POST", &format!("/api/{name}"), &headers, request.to_string().as_bytes())
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    pub(crate) fn call(&self, name: &str, request: &Value) -> Reply {
        reply(&exchange(self.port, &self.posted(name, request)).unwrap())
    }

    pub(crate) fn upload(&self, name: &str, bytes: &[u8]) -> Reply {
        let bearer = self.bearer();
        let headers = [("Authorization", bearer.as_str())];
        self.request("POST", &format!("/api/upload?name={name}"), &headers, bytes)
    }

    pub(crate) fn listen(&self, from: &str) -> WebSocket<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let url = format!("ws://127.0.0.1:{}/ws/live?from={from}", self.port);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Authorization", self.bearer().parse().unwrap());
        tungstenite::client(request, stream).unwrap().0
    }

    /// Uploads a document and lets a run go over it.
    pub(crate) fn convert(&self, name: &str, bytes: &[u8]) -> String {
        let uploaded = self.upload(name, bytes).ok();
        let queued = self.call("runs.convert", &json!({ "paths": [uploaded["path"]] })).ok();
        assert_eq!(queued[0]["error"], Value::Null, "{queued}");
        queued[0]["run"].as_str().unwrap().to_owned()
    }
}

impl Server {
    /// Ends it, and says what it said to people.
    pub(crate) fn end(mut self) -> String {
        self.process.kill().unwrap();
        let mut said = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        said
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ended already where the test is about how it ends.
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

/// Sends a request, and reads all that comes back.
fn exchange(port: u16, request: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // A server that refuses early closes before it has read all.
    let _refused = stream.write_all(request);
    let mut all = Vec::new();
    match stream.read_to_end(&mut all) {
        Err(err) if all.is_empty() => Err(err),
        _ => Ok(all),
    }
}

fn reply(all: &[u8]) -> Reply {
    let end = all.windows(4).position(|it| it == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(all[..end].to_vec()).unwrap();
    let mut body = all[end + 4..].to_vec();
    if head.to_lowercase().contains("transfer-encoding: chunked") {
        body = unchunked(&body);
    }
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Reply { status, head, body }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        let end = body.windows(2).position(|it| it == b"\r\n").unwrap();
        let size = std::str::from_utf8(&body[..end]).unwrap();
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            return out;
        }
        out.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 2 + size + 2..];
    }
}

/// The next event's text.
pub(crate) fn heard(socket: &mut WebSocket<TcpStream>) -> String {
    loop {
        match socket.read().unwrap() {
            Message::Text(text) => return text.to_string(),
            Message::Close(why) => panic!("the stream ended: {why:?}"),
            _ => {}
        }
    }
}

/// All events of a run to its end.
pub(crate) fn heard_to_the_end(socket: &mut WebSocket<TcpStream>, run: &str) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let text = heard(socket);
        let event: Value = serde_json::from_str(&text).unwrap();
        if event["run_id"] == run {
            all.push(text);
            if event["event_type"] == "run.finished" {
                return all;
            }
        }
    }
}

fn numbers(events: &[String]) -> Vec<u64> {
    let number = |it: &String| serde_json::from_str::<Value>(it).unwrap()["seq"].as_u64().unwrap();
    events.iter().map(number).collect()
}

#[test]
fn a_document_goes_from_upload_to_verdict_with_all_its_events() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    let live = heard_to_the_end(&mut socket, &run);
    assert_eq!(numbers(&live), (0..live.len() as u64).collect::<Vec<u64>>(), "no gaps");

    let detail = server.call("runs.show", &json!({ "run": run })).ok();
    assert_eq!((&detail["verdict"], &detail["state"]), (&json!("discrepant"), &json!("ended")));
    let rules = detail["rules"].as_array().unwrap();
    let refuted = rules.iter().find(|it| it["status"] == "refuted").unwrap();
    assert_eq!(refuted["id"], detail["slips"][0]["rules"][0]);
    let parts = refuted["parts"].as_array().unwrap();
    let whole: String = parts.iter().map(|it| it["text"].as_str().unwrap()).collect();
    assert_eq!(whole, "1,200,000 + 120,000 = 1,320,000 ≠ 1,230,000");
    // From the proof to the page, and back.
    for field in refuted["fields"].as_array().unwrap() {
        let fields = detail["fields"].as_array().unwrap();
        let field = fields.iter().find(|it| it["id"] == *field).unwrap();
        assert!(field["rules"].as_array().unwrap().contains(&refuted["id"]), "{field}");
        assert!(!field["evidence"]["boxes"].as_array().unwrap().is_empty(), "{field}");
    }

    // Whoever reconnects goes on where they were.
    let mut again = server.listen(&format!("{run}:3"));
    let rest = heard_to_the_end(&mut again, &run);
    assert_eq!(rest, live[3..]);

    told_alike(&bench, &server, &run, &live);
}

/// Holds the log, the terminal's JSON and the stream against one another.
#[track_caller]
fn told_alike(bench: &Bench, server: &Server, run: &str, live: &[String]) {
    let logged = server.call("runs.events", &json!({ "run": run })).ok();
    let parsed: Vec<Value> = live.iter().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(logged, json!(parsed));
    let told = bench.json(&format!("show {run} --events --workspace work"));
    assert_eq!(told["events"], json!(parsed));
    let database = rusqlite::Connection::open(bench.path("work/.proviso/proviso.db")).unwrap();
    let stored: Vec<String> = database
        .prepare("SELECT body FROM event_log WHERE run_id = ?1 ORDER BY seq")
        .unwrap()
        .query_map([run], |row| row.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert_eq!(stored, live, "letter by letter");
}

#[test]
fn what_agents_do_is_told_to_all_alike_and_without_a_key() {
    let bench = Bench::new();
    let (_model, server) = Server::start_by_hand(&bench, "sk-very-secret-0002");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", RIGHT_QUOTATION.as_bytes());
    let live = heard_to_the_end(&mut socket, &run);
    told_alike(&bench, &server, &run, &live);
    let all = live.join("\n");
    for name in ["agent.started", "model.called", "analyst.read", "agent.finished"] {
        assert!(all.contains(&format!("\"{name}\"")), "{name}: {all}");
    }
    assert!(!all.contains("sk-very-secret"), "{all}");
}

#[test]
fn only_who_has_the_token_is_let_in() {
    let bench = Bench::new();
    let server = Server::start(&bench, "");
    let bearer = server.bearer();
    let status = |headers: &[(&str, &str)]| server.request("POST", "/api/app.state", headers, b"");
    let none = status(&[]);
    assert_eq!((none.status, none.json()["code"].clone()), (401, json!("unauthorized")));
    assert_eq!(status(&[("Authorization", "Bearer 0123")]).status, 401);
    assert_eq!(status(&[("Authorization", &bearer)]).status, 200);
    let foreign = [("Authorization", bearer.as_str()), ("Origin", "http://evil.example")];
    assert_eq!(status(&foreign).status, 403, "another page of the same browser");
    let rebound = [("Authorization", bearer.as_str()), ("Host", "evil.example")];
    assert_eq!(status(&rebound).status, 403, "another name for this machine");
    let sibling = [("Authorization", bearer.as_str()), ("Origin", "http://127.0.0.1:1")];
    assert_eq!(status(&sibling).status, 403, "another server on this machine");
    assert_eq!(server.request("GET", "/ws/live", &[], b"").status, 401);
    assert_eq!(server.request("GET", "/", &[("Accept", "text/html")], b"").status, 401);
    let wrong = server.request("GET", "/?token=0123", &[], b"");
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));

    let first = server.request("GET", &format!("/?token={}", server.token), &[], b"");
    assert_eq!((first.status, first.header("location")), (303, Some("/")));
    let cookie = first.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let policy = first.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
    let cookie = cookie.split(';').next().unwrap();
    let origin = format!("http://127.0.0.1:{}", server.port);
    assert_eq!(status(&[("Cookie", cookie), ("Origin", &origin)]).status, 200);
}

#[test]
fn a_client_names_what_it_sent_and_nothing_else() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    bench.write("secret.txt", WRONG_QUOTATION);
    let server = Server::start(&bench, "--workspace work --max-upload 1");
    let path = bench.path("secret.txt").display().to_string();
    for named in [path.as_str(), "../secret.txt", "upload:1/../../secret.txt", "sample:../x"] {
        let queued = server.call("runs.convert", &json!({ "paths": [named] })).ok();
        assert!(queued[0]["run"].is_null(), "{named}: {queued}");
        let looked = server.call("documents.look", &json!({ "paths": [named] })).ok();
        assert!(looked[0]["sha256"].is_null(), "{named}: {looked}");
    }
    let set = server.call("settings.set", &json!({ "idris2_path": "/bin/sh" }));
    assert_eq!((set.status, set.json()["code"].clone()), (403, json!("forbidden")));
    let tested = server.call("settings.test_idris2", &json!({ "path": "/bin/sh" }));
    assert_eq!(tested.status, 403);
    assert_eq!(server.call("workspace.open", &json!({ "path": "/" })).status, 403);

    let large = server.upload("large.txt", &vec![b'x'; (1 << 20) + 1]);
    assert_eq!((large.status, large.json()["code"].clone()), (413, json!("too_large")));
    let told = [("Authorization", &*server.bearer()), ("Content-Length", "9000000000")];
    let unread = server.request("POST", "/api/upload?name=a", &told, b"");
    assert_eq!(unread.status, 413, "refused before a byte is read");
    assert_eq!(server.call("no.such", &json!({})).status, 404);
    let odd = server.call("runs.show", &json!({ "run": 7 }));
    assert_eq!((odd.status, odd.json()["code"].clone()), (400, json!("bad_request")));
}

#[test]
fn runs_of_another_process_are_heard_too() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let told = bench.json("convert quote.txt --workspace work -q");
    let run = told["run_id"].as_str().unwrap();
    let heard = heard_to_the_end(&mut socket, run);
    assert_eq!(numbers(&heard), (0..heard.len() as u64).collect::<Vec<u64>>());
}

#[cfg(unix)]
#[test]
fn a_server_that_is_ended_leaves_runs_that_can_be_taken_up() {
    // A compiler that never answers, so that the run is surely under way.
    let bench = Bench::new().with_waiting_compiler("");
    bench.write("work/Domains/.keep", "");
    let mut server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    while !heard(&mut socket).contains("attempt.written") {}
    let waiting = server.call("runs.queue", &json!({})).ok();
    assert_eq!(waiting["entries"][0]["state"], "running");
    let pid = server.process.id().to_string();
    std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    let rest = heard_to_the_end(&mut socket, &run);
    assert!(rest.last().unwrap().contains("\"interrupted\""), "{rest:?}");
    assert_eq!(server.process.wait().unwrap().code(), Some(0));
    let shown = bench.json(&format!("show {run} --workspace work"));
    assert_eq!(shown["verdict"], "interrupted");

    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let detail = server.call("runs.show", &json!({ "run": run })).ok();
    assert_eq!(detail["resumable"], true);
    server.call("runs.retry", &json!({ "run": run })).ok();
    while !heard(&mut socket).contains("attempt.written") {}
    assert_eq!(server.call("runs.cancel", &json!({ "run": run })).ok()["cancelled"], true);
    let rest = heard_to_the_end(&mut socket, &run);
    assert!(rest.last().unwrap().contains("\"cancelled\""), "{rest:?}");
}

#[test]
fn a_report_says_where_a_verdict_speaks_of_little_and_lists_what_nobody_read() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("lease.txt", LEASE.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let of = |language: &str| {
        let report = server.call("models.report", &json!({ "run": run, "language": language }));
        String::from_utf8(report.body).unwrap()
    };
    let (en, ko) = (of("en"), of("ko"));
    let told = ["checked (thin)", "Little of this page", "0 of 4 amounts", ">18.35<"];
    for part in told {
        assert!(en.contains(part), "no `{part}` in {en}");
    }
    for part in
        ["자체 검증됨 (일부)", "교차 확인된 값이 적습니다", "필드에 들지 않은 수", ">40.20<"]
    {
        assert!(ko.contains(part), "no `{part}` in {ko}");
    }
}

#[test]
fn a_run_can_be_handed_on_as_a_report_and_its_model_as_an_archive() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let report = server.call("models.report", &json!({ "run": run, "language": "en" }));
    assert_eq!(report.status, 200, "{}", String::from_utf8_lossy(&report.body));
    let report = String::from_utf8(report.body).unwrap();
    for part in ["1,320,000", "<mark>", "SHA-256", "default-src 'none'"] {
        assert!(report.contains(part), "no `{part}` in {report}");
    }
    assert!(!report.contains("<script"), "nothing in it runs");

    let listed = server.call("models.list", &json!({})).ok();
    let row = listed.as_array().unwrap().iter().find(|it| it["name"] == "Quote").unwrap().clone();
    assert_eq!((&row["role"], &row["edited"]), (&json!("model"), &json!(false)));
    assert_eq!((&row["last"]["run"], &row["last"]["verdict"]), (&json!(run), &json!("discrepant")));
    let approved = json!({ "name": "Quote", "by": "tester" });
    let approved = server.call("models.approve", &approved).ok();
    assert_eq!(approved["approved"]["current"], true);
    let text = bench.read("work/Domains/Quote.idr");
    bench.write("work/Domains/Quote.idr", format!("{text}\n-- by hand\n"));
    let source = server.call("models.source", &json!({ "name": "Quote" })).ok();
    assert_eq!(
        (&source["row"]["edited"], &source["row"]["approved"]["current"]),
        (&json!(true), &json!(false))
    );
    assert!(source["text"].as_str().unwrap().ends_with("-- by hand\n"));

    let archive = server.call("models.export", &json!({ "names": ["Quote"] }));
    assert_eq!((archive.status, archive.header("content-type")), (200, Some("application/zip")));
    let listed = String::from_utf8_lossy(&archive.body);
    for name in ["export.ipkg", "README.md", "Domains/Core.idr", "Domains/Audit/Quote.idr"] {
        assert!(listed.contains(name), "no `{name}`");
    }
    for name in ["../Quote", "Nobody"] {
        assert_eq!(server.call("models.export", &json!({ "names": [name] })).status, 404, "{name}");
    }
    let checked = server.call("models.check", &json!({ "name": "Quote" }));
    let told = checked.ok();
    assert_eq!((&told["accepted"], &told["judges"][0]["said"]), (&json!(true), &json!("accepted")));

    // A correction is a new run, and both can be laid side by side.
    let correction =
        json!({ "run": run, "field": "합계금액", "value": "1,320,000", "by": "tester" });
    let corrected = server.call("runs.correct", &correction).ok();
    let next = corrected["run"].as_str().unwrap();
    heard_to_the_end(&mut socket, next);
    let compared = server.call("runs.compare", &json!({ "a": run, "b": next })).ok();
    let fields = compared["fields"].as_array().unwrap();
    assert_eq!(fields.len(), 1, "{compared}");
    assert_eq!((&fields[0]["a"], &fields[0]["b"]), (&json!("1,230,000원"), &json!("1,320,000원")));
    // The rule is the same one, whatever number stands in it.
    let rules = compared["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 1, "{compared}");
    assert_eq!(
        (&rules[0]["a"]["status"], &rules[0]["b"]["status"]),
        (&json!("refuted"), &json!("holds"))
    );
    assert!(rules[0]["statement_b"].as_str().unwrap().contains("1,320,000"), "{compared}");
    let detail = server.call("runs.show", &json!({ "run": next })).ok();
    let fields = detail["fields"].as_array().unwrap();
    let field = fields.iter().find(|it| it["label"] == "합계금액").unwrap();
    assert_eq!(
        (&field["corrected"]["by"], &field["reading"]["value"]),
        (&json!("tester"), &json!("KRW 1230000"))
    );

    // Put away, and taken back.
    server.call("runs.delete", &json!({ "run": run })).ok();
    assert_eq!(server.call("runs.list", &json!({})).ok()["total"], 1);
    server.call("runs.undelete", &json!({ "run": run })).ok();
    assert_eq!(server.call("runs.list", &json!({})).ok()["total"], 2);
    server.call("runs.review", &json!({ "run": run, "by": "tester" })).ok();
    assert_eq!(server.call("runs.show", &json!({ "run": run })).ok()["reviewed"]["by"], "tester");
}

#[cfg(feature = "recordings")]
#[test]
fn a_persons_text_is_an_attempt_of_the_run_and_can_be_taken_back() {
    let bench = Bench::new().with_recordings();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", RIGHT_QUOTATION.as_bytes());
    heard_to_the_end(&mut socket, &run);
    let verdict =
        |run: &str| server.call("runs.show", &json!({ "run": run })).ok()["verdict"].clone();
    assert_eq!(verdict(&run), "verified");
    let ours = bench.read("work/Domains/Quote.idr");
    let broken = format!("{ours}\npublic export\nbroken : Integer\nbroken = \"7,700\"\n");

    let tried = server.call("runs.check_text", &json!({ "run": run, "text": broken })).ok();
    assert_eq!((&tried["accepted"], &tried["typechecked"]), (&json!(false), &json!(false)));
    assert_eq!(
        tried["diagnostics"][0]["declaration"].as_str().map(|it| it.ends_with("broken")),
        Some(true),
        "{tried}"
    );
    assert_eq!(verdict(&run), "verified", "trying stores nothing");

    server.call("runs.edit", &json!({ "run": run, "text": broken })).ok();
    heard_to_the_end(&mut socket, &run);
    assert_eq!(verdict(&run), "verified", "what was accepted before stands");
    let edited = server.call("runs.attempt", &json!({ "run": run, "attempt": 2 })).ok();
    assert_eq!(edited["typechecked"], json!(false), "{edited}");
    assert_eq!(bench.read("work/Domains/Quote.idr"), ours, "a rejected text replaces nothing");

    server.call("runs.restore", &json!({ "run": run, "attempt": 1 })).ok();
    heard_to_the_end(&mut socket, &run);
    assert_eq!(verdict(&run), "verified");
    let diffs = server.call("runs.diff", &json!({ "run": run })).ok();
    assert_eq!(diffs.as_array().unwrap().len(), 2);
    assert_eq!(diffs[0]["values"][0]["n_new"], 1, "a new literal is an alarm: {}", diffs[0]);
    let answered = &diffs[1]["hunks"][0]["answers"];
    assert!(answered[0]["message"].is_string(), "what was taken out answers the error: {answered}");
    let second = server.call("runs.attempt", &json!({ "run": run, "attempt": 2 })).ok();
    assert_eq!((&second["origin"], &second["text"]), (&json!("edited"), &json!(broken)));

    let forked = server.call("runs.fork", &json!({ "run": run, "attempt": 1 })).ok();
    let forked = forked["run"].as_str().unwrap();
    heard_to_the_end(&mut socket, forked);
    assert_eq!(verdict(forked), "verified");
    let checked = server.call("models.check", &json!({ "name": "Quote" })).ok();
    assert_eq!((&checked["accepted"], &checked["audited"]), (&json!(true), &json!(true)));
}

#[cfg(unix)]
#[test]
fn a_newer_text_takes_the_place_of_the_one_that_is_being_checked() {
    let bench = Bench::new().with_waiting_compiler("");
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    while !heard(&mut socket).contains("attempt.written") {}
    let ask =
        |text: &str| json!({ "run": run, "text": format!("module Domains.Quote\n-- {text}\n") });
    let (tell, replies) = std::sync::mpsc::channel();
    for text in ["one", "two"] {
        let (port, request, tell) =
            (server.port, server.posted("runs.check_text", &ask(text)), tell.clone());
        // The later one is cut off when the server ends.
        std::thread::spawn(move || exchange(port, &request).map(|it| tell.send(it)));
    }
    // Whichever came first, the other has taken its place.
    let reply = reply(&replies.recv_timeout(PATIENCE).unwrap());
    assert_eq!((reply.status, reply.json()["code"].clone()), (409, json!("superseded")));
}
