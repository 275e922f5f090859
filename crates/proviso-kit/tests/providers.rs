//! Every provider against a scripted server that speaks its wire format, odd answers included.
//!
//! A script in `providers/*.txt` is a list of cases: `# name`, then what is set and asked, then the
//! server's answers in order (`< STATUS TYPE [header=value]…` and the body below it). `!stall` sends
//! no more until the client goes away, `!cut` breaks the connection off. What came of each case
//! stands in the `.expected` file beside it; `UPDATE_EXPECT=1 cargo test` writes it anew.
//!
//! **Invariant:** loopback only; no sleep stands for an event. Waits between retries are recorded
//! instead of waited, and only cases about a timeout have a short one.

#![expect(clippy::unwrap_used, reason = "a test may stop where its script is wrong")]

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use expect_test::expect_file;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use proviso_core::llm::{
    Form, Heard, Image, Message, ModelError, Part, Request, Role, Tool, ToolCall,
};
use proviso_core::ports::LanguageModel;
use proviso_kit::providers::{HttpModel, Pace, ProviderKind, Retries, Settings, Style, Timeouts};
use proviso_kit::secret::Secret;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The key that must be seen in one header and nowhere else.
const KEY: &str = "sk-test-0123456789";

/// One answer of the server.
#[derive(Debug, Clone, Default)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    lines: Vec<String>,
}

/// One case of a script.
#[derive(Debug, Clone, Default)]
struct Case {
    name: String,
    set: Vec<(String, String)>,
    answers: VecDeque<Answer>,
}

impl Case {
    fn get(&self, key: &str) -> Option<&str> {
        self.set.iter().find(|it| it.0 == key).map(|it| it.1.as_str())
    }
    fn ms(&self, key: &str, otherwise: u64) -> Duration {
        Duration::from_millis(self.get(key).map_or(otherwise, |it| it.parse().unwrap()))
    }
}

fn cases(script: &str) -> Vec<Case> {
    let mut all: Vec<Case> = Vec::new();
    for line in script.lines() {
        if let Some(name) = line.strip_prefix("# ") {
            all.push(Case { name: name.to_owned(), ..Case::default() });
            continue;
        }
        let Some(case) = all.last_mut() else { continue };
        if let Some(head) = line.strip_prefix("< ") {
            let mut words = head.split(' ');
            let status = words.next().unwrap().parse().unwrap();
            let mut answer = Answer { status, ..Answer::default() };
            let kind = words.next().unwrap().to_owned();
            answer.headers.push(("content-type".to_owned(), kind));
            for word in words {
                let (name, value) = word.split_once('=').unwrap();
                answer.headers.push((name.to_owned(), value.to_owned()));
            }
            case.answers.push_back(answer);
        } else if let Some(answer) = case.answers.back_mut() {
            answer.lines.push(line.to_owned());
        } else {
            for word in line.split_whitespace() {
                let (key, value) = word.split_once('=').unwrap_or((word, "yes"));
                case.set.push((key.to_owned(), value.to_owned()));
            }
        }
    }
    for answer in all.iter_mut().flat_map(|it| it.answers.iter_mut()) {
        // An empty line before the next case belongs to the script; streams end with two.
        if answer.lines.last().is_some_and(String::is_empty) {
            answer.lines.pop();
        }
    }
    all
}

/// A server that answers as its script says and writes down what it was asked.
struct Server {
    address: String,
    log: Arc<Mutex<String>>,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    async fn start(answers: VecDeque<Answer>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let log = Arc::new(Mutex::new(String::new()));
        let seen = Arc::clone(&log);
        let task = tokio::spawn(async move {
            let answers = Arc::new(Mutex::new(answers));
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(socket, Arc::clone(&answers), Arc::clone(&seen)));
            }
        });
        Server { address, log, task }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Answers the requests of one connection.
async fn serve(
    mut socket: TcpStream,
    answers: Arc<Mutex<VecDeque<Answer>>>,
    log: Arc<Mutex<String>>,
) {
    let mut bytes = Vec::new();
    loop {
        let Some(request) = request(&mut socket, &mut bytes).await else { return };
        log.lock().unwrap().push_str(&request);
        let next = answers.lock().unwrap().pop_front();
        let Some(answer) = next else {
            log.lock().unwrap().push_str("   (the script has no answer)\n");
            return;
        };
        let mut head =
            format!("HTTP/1.1 {} Scripted\r\ntransfer-encoding: chunked\r\n", answer.status);
        for (name, value) in &answer.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        let mut out = String::new();
        let mut end = "end";
        for line in &answer.lines {
            match line.as_str() {
                "!stall" => end = "stall",
                "!cut" => end = "cut",
                line => {
                    let line = format!("{line}\n");
                    out += &format!("{:x}\r\n{line}\r\n", line.len());
                }
            }
        }
        // A server that stalls before it says anything sends not even its headers.
        if end != "stall" || !out.is_empty() {
            let _ = socket.write_all((head + &out).as_bytes()).await;
        }
        match end {
            "stall" => {
                // Until the client goes away.
                while socket.read(&mut [0; 64]).await.is_ok_and(|it| it > 0) {}
                return;
            }
            "cut" => return,
            _ => {
                let _ = socket.write_all(b"0\r\n\r\n").await;
            }
        }
    }
}

/// Reads a request; what matters of it comes back as text.
async fn request(socket: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<String> {
    let head_end = loop {
        if let Some(at) = bytes.windows(4).position(|it| it == b"\r\n\r\n") {
            break at + 4;
        }
        if socket.read_buf(bytes).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let length = head.lines().find_map(|it| {
        let (name, value) = it.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().unwrap())
    });
    let end = head_end + length.unwrap_or(0);
    while bytes.len() < end {
        if socket.read_buf(bytes).await.ok()? == 0 {
            return None;
        }
    }
    let body = String::from_utf8_lossy(&bytes[head_end..end]).into_owned();
    bytes.drain(..end);
    let mut out = format!("-> {}\n", head.lines().next()?.trim_end_matches(" HTTP/1.1"));
    let mut headers: Vec<&str> = head
        .lines()
        .filter(|it| {
            let name = it.split(':').next().unwrap_or_default().to_lowercase();
            ["authorization", "x-api-key", "anthropic-version", "x-client-request-id"]
                .contains(&name.as_str())
        })
        .collect();
    headers.sort_unstable();
    for it in headers {
        let _ = writeln!(out, "   {it}");
    }
    let _ = writeln!(out, "   {body}");
    Some(out)
}

/// Records waits instead of waiting.
#[derive(Default)]
struct Waits(Mutex<Vec<Duration>>);

impl Pace for Waits {
    fn wait(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.0.lock().unwrap().push(time);
        ready(()).boxed()
    }
    fn jitter(&self) -> f64 {
        1.0
    }
}

fn settings(case: &Case, kind: ProviderKind, base_url: String) -> Settings {
    Settings {
        kind,
        style: case.get("style").map_or(Style::Auto, |it| it.parse().unwrap()),
        base_url,
        model: case.get("model").unwrap_or("scripted-1").to_owned(),
        second_model: case.get("second").map(str::to_owned),
        key: if case.get("key") == Some("none") { None } else { Secret::new(KEY) },
        stream: case.get("stream").is_some(),
        per_minute: case.get("per_minute").map(|it| it.parse().unwrap()),
        timeouts: Timeouts {
            connect: Duration::from_secs(20),
            first_token: case.ms("first_token", 60_000),
            idle: case.ms("idle", 60_000),
            whole: case.ms("whole", 600_000),
        },
        retries: Retries {
            max: case.get("retries").map_or(2, |it| it.parse().unwrap()),
            base: Duration::from_millis(500),
            cap: Duration::from_secs(60),
        },
    }
}

fn asked(case: &Case) -> Request {
    let mut user = Message::text(Role::User, "What is the total?");
    if case.get("image").is_some() {
        let bytes = vec![0x89, b'P', b'N', b'G'];
        user.parts.push(Part::Image(Image::new("image/png", bytes)));
        user.parts.push(Part::Text("Its text layer: 합계 55,000".to_owned()));
    }
    let mut messages = vec![Message::text(Role::System, "Be brief."), user];
    let mut tools = Vec::new();
    if case.get("tools").is_some() {
        let parameters = serde_json::json!({
            "type": "object", "properties": { "page": { "type": "integer" } }, "required": ["page"],
        });
        tools.push(Tool {
            name: "read_page".to_owned(),
            description: "Reads a page.".to_owned(),
            parameters,
        });
    }
    if case.get("tools") == Some("answered") {
        let call = ToolCall {
            id: "call-7".to_owned(),
            name: "read_page".to_owned(),
            arguments: "{\"page\":2}".to_owned(),
        };
        messages.push(Message { role: Role::Assistant, parts: vec![Part::Call(call)] });
        let answer = Part::Answer {
            call: "call-7".to_owned(),
            name: "read_page".to_owned(),
            text: "합계 55,000".to_owned(),
        };
        messages.push(Message { role: Role::Tool, parts: vec![answer] });
    }
    Request {
        messages,
        tools,
        max_tokens: 100,
        temperature_milli: case.get("temperature").map(|it| it.parse().unwrap()),
        form: case.get("form").map(|_| Form {
            name: "analyst".to_owned(),
            schema: serde_json::json!({
                "type": "object", "properties": { "total": { "type": "string" } },
            }),
        }),
        run_id: "run-7".to_owned(),
    }
}

/// Plays a case; what the server saw and what the caller got come back as text.
async fn play(case: Case, kind: ProviderKind) -> String {
    let server = Server::start(case.answers.clone()).await;
    let path = match kind {
        ProviderKind::Openai => "/v1",
        _ => "",
    };
    let waits = Arc::new(Waits::default());
    let base_url = format!("{}{path}", server.address);
    let model =
        HttpModel::new(settings(&case, kind, base_url), Arc::clone(&waits) as Arc<dyn Pace>)
            .unwrap();
    let heard = Mutex::new(String::new());
    let hear = |it: Heard| {
        let mut out = heard.lock().unwrap();
        let _ = match it {
            Heard::Text(text) => writeln!(out, "heard {text:?}"),
            Heard::Again { reason, after } => writeln!(out, "again after {after:?}: {reason}"),
            Heard::OtherModel { model } => writeln!(out, "the other model: {model}"),
        };
    };
    let result = model.ask(&asked(&case), &hear).await;
    // Whether a server has read what a client sent when the client's patience ends is chance.
    let seen = match case.get("first_token") {
        Some(_) => String::new(),
        None => server.log.lock().unwrap().clone(),
    };
    let mut out = format!("# {}\n{seen}{}", case.name, heard.lock().unwrap());
    let waited = waits.0.lock().unwrap().clone();
    if !waited.is_empty() {
        let _ = writeln!(out, "waited {waited:?}");
    }
    match result {
        Ok(it) => {
            let _ = write!(out, "= {:?} {:?} by {}", it.finish, it.text, it.model);
            let _ = write!(out, ", tokens {}/{}", it.usage.input, it.usage.output);
            if it.usage.reasoning > 0 {
                let _ = write!(out, " ({} reasoning)", it.usage.reasoning);
            }
            for call in it.calls {
                let _ = write!(out, "\n  calls {} {} {}", call.id, call.name, call.arguments);
            }
            out.push('\n');
        }
        Err(err) => {
            let _ = writeln!(out, "! {}", variant(&err));
            let _ = writeln!(out, "  {err}");
        }
    }
    let shown = out.replace(&server.address, "http://server");
    // The server's log shows the header that the key belongs in; nothing else may show it.
    let rest =
        shown.lines().filter(|it| !it.contains("uthorization:") && !it.contains("x-api-key:"));
    for line in rest {
        assert!(!line.contains("0123456789"), "the key stands in `{line}`");
    }
    shown
}

fn variant(err: &ModelError) -> String {
    let text = format!("{err:?}");
    text.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

async fn check(script: &str, kind: ProviderKind, expected: expect_test::ExpectFile) {
    let played = cases(script).into_iter().map(|case| play(case, kind));
    let all = futures_util::future::join_all(played).await;
    expected.assert_eq(&all.join("\n"));
}

#[tokio::test]
async fn chat_completions_as_scripted() {
    let script = include_str!("providers/chat.txt");
    check(script, ProviderKind::Openai, expect_file!["providers/chat.expected"]).await;
}

#[tokio::test]
async fn responses_as_scripted() {
    let script = include_str!("providers/responses.txt");
    check(script, ProviderKind::Openai, expect_file!["providers/responses.expected"]).await;
}

#[tokio::test]
async fn anthropic_messages_as_scripted() {
    let script = include_str!("providers/anthropic.txt");
    check(script, ProviderKind::Anthropic, expect_file!["providers/anthropic.expected"]).await;
}

#[tokio::test]
async fn ollama_as_scripted() {
    let script = include_str!("providers/ollama.txt");
    check(script, ProviderKind::Ollama, expect_file!["providers/ollama.expected"]).await;
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_without_the_key() {
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
    let case = Case { set: vec![("retries".to_owned(), "0".to_owned())], ..Case::default() };
    let base_url = format!("http://127.0.0.1:{port}/v1");
    let settings = settings(&case, ProviderKind::Openai, base_url.clone());
    let model = HttpModel::new(settings, Arc::new(Waits::default())).unwrap();
    let err = model.ask(&asked(&case), &|_| {}).await.unwrap_err();
    assert_eq!(err.to_string(), format!("cannot reach {base_url}"));
    assert_eq!(variant(&err), "Connect");
}

#[tokio::test]
async fn a_server_that_knows_no_form_is_asked_with_one_only_once() {
    let script = "# one\nform\n< 400 application/json\n\
        {\"error\":{\"message\":\"Unrecognized request argument supplied: response_format\"}}\n\n\
        < 200 application/json\n\
        {\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\n\
        < 200 application/json\n\
        {\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\n";
    let case = cases(script).remove(0);
    let server = Server::start(case.answers.clone()).await;
    let settings = settings(&case, ProviderKind::Openai, format!("{}/v1", server.address));
    let model = HttpModel::new(settings, Arc::new(Waits::default())).unwrap();
    for _ in 0..2 {
        model.ask(&asked(&case), &|_| {}).await.unwrap();
    }
    let log = server.log.lock().unwrap().clone();
    let bodies: Vec<bool> = log
        .lines()
        .filter(|it| it.contains("messages"))
        .map(|it| it.contains("response_format"))
        .collect();
    assert_eq!(bodies, [true, false, false], "{log}");
}

#[tokio::test]
async fn requests_of_one_provider_keep_apart() {
    let answer = cases(
        "# one\n< 200 application/json\n{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n",
    );
    let answers: VecDeque<Answer> = std::iter::repeat_n(answer[0].answers[0].clone(), 3).collect();
    let server = Server::start(answers).await;
    let case = Case { set: vec![("per_minute".to_owned(), "1".to_owned())], ..Case::default() };
    let waits = Arc::new(Waits::default());
    let settings = settings(&case, ProviderKind::Openai, format!("{}/v1", server.address));
    let model = HttpModel::new(settings, Arc::clone(&waits) as Arc<dyn Pace>).unwrap();
    for _ in 0..3 {
        model.ask(&asked(&case), &|_| {}).await.unwrap();
    }
    let waited: Vec<u64> = waits.0.lock().unwrap().iter().map(|it| it.as_secs() / 30).collect();
    assert_eq!(
        waited,
        [1, 3],
        "the second waits for a minute, the third for two, less what passed"
    );
}
