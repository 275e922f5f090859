//! Runs with a language model behind chat completions: a server of the test's own that answers what
//! a person could answer by hand.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use crate::bench::{Bench, RIGHT_QUOTATION};

/// A server that speaks chat completions, streams included.
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) asked: Arc<Mutex<Vec<String>>>,
}

/// What the server does with a request.
pub(crate) enum Said {
    /// It answers.
    Text(String),
    /// It calls a tool with these arguments.
    Call(&'static str, serde_json::Value),
    /// It refuses, for good.
    Refusal,
    /// It takes the request and says nothing, until the other side hangs up.
    Nothing,
}

impl Server {
    /// Serves as long as the test's process lives; `answer` gets the system's and the user's text.
    pub(crate) fn start(answer: impl Fn(&str, &str) -> String + Send + Sync + 'static) -> Server {
        Server::answering(move |system, user| Said::Text(answer(system, user)))
    }

    /// The same where it does not always answer.
    pub(crate) fn answering(answer: impl Fn(&str, &str) -> Said + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for socket in listener.incoming() {
                let (answer, seen) = (Arc::clone(&answer), Arc::clone(&seen));
                std::thread::spawn(move || serve(socket.unwrap(), &*answer, &seen));
            }
        });
        Server { url, asked }
    }

    pub(crate) fn n_asked(&self) -> usize {
        self.asked.lock().unwrap().len()
    }
}

/// A message's text, with `[image]` where a picture stands.
fn said(content: &serde_json::Value) -> String {
    let Some(parts) = content.as_array() else {
        return content.as_str().unwrap_or_default().to_owned();
    };
    let part = |it: &serde_json::Value| match it["type"].as_str() {
        Some("image_url") => {
            let url = it["image_url"]["url"].as_str().unwrap();
            assert!(url.starts_with("data:image/png;base64,iVBOR"), "a PNG: {}", &url[..40]);
            "[image]".to_owned()
        }
        _ => it["text"].as_str().unwrap_or_default().to_owned(),
    };
    parts.iter().map(part).collect::<Vec<_>>().join("\n")
}

fn serve(socket: TcpStream, answer: &impl Fn(&str, &str) -> Said, seen: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(socket);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap() == 0 {
            return;
        }
    }
    assert!(head.starts_with("POST /v1/chat/completions "), "{head}");
    let lower = head.to_lowercase();
    let length = lower.lines().find_map(|it| it.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.trim().parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    let request: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let text = |role: &str| {
        let all = request["messages"].as_array().unwrap();
        let its = all.iter().filter(|it| it["role"] == role);
        its.map(|it| said(&it["content"])).collect::<Vec<_>>().join("\n")
    };
    let (system, user) = (text("system"), format!("{}{}", text("user"), text("tool")));
    seen.lock().unwrap().push(format!("{head}{system}\n{user}"));
    let mut call = None;
    let said = match answer(&system, &user) {
        Said::Text(said) => said,
        Said::Call(name, arguments) => {
            call = Some((name, arguments.to_string()));
            String::new()
        }
        Said::Refusal => {
            let body = "{\"error\": {\"message\": \"not today\"}}";
            let head = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json";
            let length = body.len();
            let all =
                format!("{head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}");
            reader.get_mut().write_all(all.as_bytes()).unwrap();
            return;
        }
        Said::Nothing => {
            // It ends when the other side has had enough, well or with a reset.
            let _ = reader.read_to_end(&mut Vec::new());
            return;
        }
    };
    let mut out = String::new();
    // In pieces, as models speak.
    let pieces: Vec<char> = said.chars().collect();
    for piece in pieces.chunks(400) {
        let content: String = piece.iter().collect();
        let chunk = serde_json::json!({
            "model": "by-hand", "choices": [{ "delta": { "content": content } }],
        });
        out += &format!("data: {chunk}\n\n");
    }
    if let Some((name, arguments)) = &call {
        let function = serde_json::json!({ "name": name, "arguments": arguments });
        let one = serde_json::json!({ "index": 0, "id": "call_1", "function": function });
        let chunk = serde_json::json!({ "choices": [{ "delta": { "tool_calls": [one] } }] });
        out += &format!("data: {chunk}\n\n");
    }
    let reason = if call.is_some() { "tool_calls" } else { "stop" };
    let last = serde_json::json!({
        "choices": [{ "delta": {}, "finish_reason": reason }],
        "usage": { "prompt_tokens": 4000, "completion_tokens": 900 },
    });
    out += &format!("data: {last}\n\ndata: [DONE]\n\n");
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    reader.get_mut().write_all(format!("{head}{out}").as_bytes()).unwrap();
}

/// What an analyst answers who has nothing to add.
pub(crate) const NOTHING: &str = "{\"fields\": []}";

/// What a reviewer answers who has nothing to criticize.
#[cfg(feature = "recordings")]
pub(crate) const APPROVED: &str =
    "{\"approved\": true, \"reason\": \"all of it is there\", \"changes\": []}";

/// Whether it is the reviewer who asks.
pub(crate) fn is_reviewer(system: &str) -> bool {
    system.contains("\"approved\"")
}

/// Whether it is the analyst who asks.
pub(crate) fn is_analyst(system: &str) -> bool {
    system.contains("\"$schema\"") && !is_reviewer(system)
}

/// What a person would do: take the model out of the prompt and add to it.
pub(crate) fn by_hand(user: &str, addition: &str) -> String {
    by_hand_of(user, "module Domains.Quote", addition)
}

pub(crate) fn by_hand_of(user: &str, head: &str, addition: &str) -> String {
    let fences: Vec<&str> = user.split("```").filter(|it| it.starts_with("idris\n")).collect();
    let model = fences.iter().rev().find(|it| it.contains(head)).unwrap();
    format!("Here you are.\n```{}\n{addition}\n```\n", model.trim_end())
}

const STEPS: &str = "
||| What happens with a quotation.
public export
data Step = Offered | Accepted | Lapsed

||| Where it can go.
public export
follows : Step -> List Step
follows Offered = [Accepted, Lapsed]
follows Accepted = []
follows Lapsed = []";

fn messages(bench: &Bench, run: u32) -> Vec<String> {
    let told = bench.run(&format!("show {run} --events")).stdout;
    told.lines().map(str::to_owned).collect()
}

#[test]
fn a_model_by_hand_gets_through_and_is_not_asked_twice() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let server = Server::start(|system, user| match is_analyst(system) {
        true => NOTHING.to_owned(),
        false if is_reviewer(system) => APPROVED.to_owned(),
        false => by_hand(user, STEPS),
    });
    let convert =
        format!("convert quote.txt --engine openai --base-url {} --model by-hand", server.url);
    let view = bench.json(&convert);
    assert_eq!(view["verdict"], "checked", "{view:#}");
    assert_eq!(view["engine"], "openai");
    assert!(bench.read("Domains/Quote.idr").contains("data Step = Offered"), "its text is kept");
    assert_eq!(server.n_asked(), 3, "an analyst, an author and a reviewer");
    let asked = server.asked.lock().unwrap()[1].clone();
    assert!(asked.contains("x-client-request-id: 1"), "the run's id goes along");
    assert!(!asked.contains("printed =\n"), "no value of the document goes out with the facts");
    let events = messages(&bench, 1).join("\n");
    assert!(events.contains("author: by-hand answered, 4900 tokens"), "{events}");
    // The same document again: the answer was of use and is remembered.
    let view = bench.json(&format!("{convert} --project Quote"));
    assert_eq!((view["run_id"].as_str(), server.n_asked()), (Some("2"), 3));
    let events = messages(&bench, 2).join("\n");
    assert!(events.contains("(kept from before)"), "{events}");
}

#[test]
fn a_model_that_never_answers_leaves_the_built_in_engines_result() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let built_in = bench.json("convert quote.txt --project One");
    let mock = bench.json("convert quote.txt --project Two --engine mock");
    for key in ["verdict", "n_refuted", "coverage", "compile_attempts"] {
        assert_eq!(built_in[key], mock[key], "{key}");
    }
    let (one, two) = (bench.read("Domains/One.idr"), bench.read("Domains/Two.idr"));
    assert_eq!(one.replace("One", "Two"), two, "the built-in author wrote both");
    let events = messages(&bench, 2).join("\n");
    assert!(events.contains("the mock provider never answers"), "{events}");
    assert!(events.contains("the built-in author writes"), "{events}");
}

#[test]
fn a_provider_without_a_key_is_said_to_be_out_of_reach() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let answer = bench.run("convert quote.txt --engine anthropic --model m");
    assert_eq!(answer.code, Some(0));
    let told = "`anthropic` cannot be asked: no key: set `ANTHROPIC_API_KEY`";
    assert!(answer.stderr.contains(told), "{}", answer.stderr);
    assert_eq!(bench.json("show 1")["engine"], "builtin", "what works is what is named");
}

#[test]
fn a_budget_refuses_the_call_before_it_is_made() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let server = Server::start(|system, user| match is_analyst(system) {
        true => NOTHING.to_owned(),
        false if is_reviewer(system) => APPROVED.to_owned(),
        false => by_hand(user, STEPS),
    });
    let answer = bench.run(&format!(
        "convert quote.txt --engine openai --base-url {} --model by-hand --max-tokens 500",
        server.url
    ));
    assert_eq!((answer.code, server.n_asked()), (Some(0), 0), "{}", answer.stderr);
    assert!(answer.stderr.contains("would bring run.tokens to"), "{}", answer.stderr);
}

#[test]
fn what_is_asked_wrong_of_an_engine_is_said_at_once() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let answer = bench.run("convert quote.txt --engine gpt");
    assert_eq!(answer.code, Some(2));
    let told = "no engine `gpt` (there are builtin, openai, anthropic, ollama, mock)";
    assert!(answer.stderr.contains(told), "{}", answer.stderr);
    let answer = bench.run("convert quote.txt --engine ollama");
    assert!(answer.stderr.contains("name one with `--model`"), "{}", answer.stderr);
}

#[cfg(feature = "recordings")]
#[test]
fn a_model_by_hand_is_repaired_by_hand_until_the_compiler_accepts_it() {
    let bench = Bench::new().with_recordings();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let wrong = "\npublic export\ndueDays : Integer\ndueDays = \"thirty\"";
    let server = Server::start(move |system, user| {
        if is_reviewer(system) {
            return APPROVED.to_owned();
        }
        if is_analyst(system) {
            return NOTHING.to_owned();
        }
        if !system.contains("SEARCH/REPLACE") {
            return by_hand(user, wrong);
        }
        let block =
            "<<<<<<< SEARCH\ndueDays = \"thirty\"\n=======\ndueDays = 30\n>>>>>>> REPLACE\n";
        block.to_owned()
    });
    let view = bench.json(&format!(
        "convert quote.txt --engine openai --base-url {} --model by-hand",
        server.url
    ));
    assert_eq!(view["verdict"], "verified", "{view:#}");
    assert_eq!(
        (view["compile_attempts"].as_u64(), server.n_asked()),
        (Some(2), 4),
        "an analyst, an author, a fixer and a reviewer"
    );
    assert!(bench.read("Domains/Quote.idr").contains("dueDays = 30"));
}

/// A sentence holds what no label does.
const CLAUSES: &str = "\
용 역 계 약 서

계약일: 2031-03-02
갑: 한빛목공 주식회사
을: 주식회사 가온설계
계약금액: 12,000,000원

제4조 (지체상금) 을이 기한을 넘기면 지체일수마다 계약금액의 0.15%를 지체상금으로 낸다.
제5조 (보증) 을은 하자보수보증금으로 360,000원을 맡긴다.
";

#[test]
fn an_analysts_field_needs_a_quote_that_says_its_value() {
    let bench = Bench::new();
    bench.write("deal.txt", CLAUSES);
    let server = Server::start(|system, user| {
        if !is_analyst(system) {
            return by_hand_of(user, "module Domains.Deal", "");
        }
        let field = |label: &str, value: &str, quote: &str| {
            serde_json::json!({
                "label": label, "kind": "money", "value": value, "quote": quote, "page": 1,
            })
        };
        let answer = serde_json::json!({ "fields": [
            field("하자보수보증금", "KRW 360000", "하자보수보증금으로 360,000원을 맡긴다"),
            field("위약금", "KRW 999000", "하자보수보증금으로 360,000원을 맡긴다"),
            field("특약금", "KRW 50000", "특약에 따라 50,000원을 낸다"),
        ] });
        format!("Here is what I read:\n```json\n{answer}\n```")
    });
    let answer = bench.run(&format!(
        "convert deal.txt --engine openai --base-url {} --model by-hand",
        server.url
    ));
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let told = &answer.stderr;
    assert!(
        told.contains(
            "`위약금 KRW 999000` is refused: its quote does not stand there, or does not say it"
        ),
        "{told}"
    );
    let told_too = "`특약금 KRW 50000` is refused: its quote does not stand in the document";
    assert!(told.contains(told_too), "{told}");
    assert!(told.contains("analyst read "), "{told}");
    let analysis = bench.read("direction/analysis_Deal.md");
    assert!(analysis.contains("360,000"), "{analysis}");
    assert!(!analysis.contains("999,000") && !analysis.contains("50,000"), "{analysis}");
}

#[test]
fn an_analyst_that_answers_no_json_is_asked_for_it_and_then_left_out() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let server = Server::start(|system, user| match is_analyst(system) {
        true => "The document looks fine to me.".to_owned(),
        false if is_reviewer(system) => APPROVED.to_owned(),
        false => by_hand(user, STEPS),
    });
    let answer = bench.run(&format!(
        "convert quote.txt --engine openai --base-url {} --model by-hand",
        server.url
    ));
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let told = "analyst: there is no JSON object in the answer; the built-in analysis stands";
    assert!(answer.stderr.contains(told), "{}", answer.stderr);
    let n = server.n_asked();
    // Who reads Korean is told so in Korean.
    let again = format!(
        "convert quote.txt --project Again --engine openai --base-url {} --model by-hand --lang ko",
        server.url
    );
    let told = "언어 모델의 답을 쓰지 못해 내장 엔진만으로 읽었습니다";
    let answer = bench.run(&again);
    assert!(answer.stderr.contains(told), "{}", answer.stderr);
    assert_eq!(n, 6, "an answer, two repairs, one more answer, the author and the reviewer");
}

#[test]
fn personal_data_is_hidden_from_the_model_and_put_back_into_its_answer() {
    let bench = Bench::new();
    let text = format!("{CLAUSES}제6조 (연락) 을의 담당자에게는 010-5550-0142로 연락한다.\n");
    bench.write("deal.txt", text);
    let server = Server::start(|system, user| {
        if !is_analyst(system) {
            return by_hand_of(user, "module Domains.Deal", "");
        }
        let sign = user.split("담당자에게는 ").nth(1).unwrap();
        let sign = &sign[..sign.find(']').unwrap() + 1];
        let answer = serde_json::json!({ "fields": [{
            "label": "담당자 연락처", "kind": "phone", "value": sign,
            "quote": format!("담당자에게는 {sign}로 연락한다"), "page": 1,
        }] });
        answer.to_string()
    });
    let answer = bench
        .command(&format!(
            "convert deal.txt --redact --engine openai --base-url {} --model by-hand",
            server.url
        ))
        .env("DEBUG_AGENT", "1")
        .env("OPENAI_API_KEY", "sk-very-secret-0001")
        .output()
        .unwrap();
    let answer = bench.answer(answer);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    for asked in server.asked.lock().unwrap().iter() {
        assert!(!asked.contains("010-5550-0142"), "it went out: {asked}");
    }
    assert!(answer.stderr.contains("personal values are hidden"), "{}", answer.stderr);
    let analysis = bench.json("show 1")["analysis"].to_string();
    assert!(analysis.contains("010-5550-0142") && !analysis.contains("[hidden"), "{analysis}");
    for sign in [
        "LLM_MODE",
        "AGENT_START",
        "AGENT_END",
        "CACHE miss",
        "CACHE set",
        "LLM_CALL",
        "JSON_GUARD",
    ] {
        assert!(answer.stderr.contains(sign), "{sign}: {}", answer.stderr);
    }
    assert!(!answer.stderr.contains("sk-very-secret"), "{}", answer.stderr);
    assert_eq!(bench.json("replay 1")["identical"], true, "hidden the same way again");
}

/// Converts a sample with an analyst who wants to see its first page.
fn seen(bench: &Bench, options: &str, sees: bool) -> (Server, serde_json::Value) {
    let sample =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../direction/samples/service_contract.pdf");
    let server = Server::answering(move |system, user| {
        if !is_analyst(system) {
            return Said::Refusal;
        }
        match () {
            () if user.contains("[image]") && !sees => Said::Refusal,
            () if user.contains("[image]") || user.contains("cannot be shown") => {
                Said::Text(NOTHING.to_owned())
            }
            () if user.contains("there are no pictures") => Said::Text(NOTHING.to_owned()),
            () => Said::Call("page_image", serde_json::json!({ "page": 1 })),
        }
    });
    let view = bench.json(&format!(
        "convert {sample} --project Seen {options} --engine openai --base-url {} --model by-hand",
        server.url
    ));
    (server, view)
}

#[test]
fn an_analyst_sees_the_picture_of_a_page_and_the_run_is_played_again_without_it() {
    let bench = Bench::new();
    let (server, view) = seen(&bench, "", true);
    assert_eq!(view["engine"], "openai", "{view:#}");
    let asked = server.asked.lock().unwrap();
    assert!(asked.iter().any(|it| it.contains("[image]")), "it was sent");
    let events = bench.run("show 1 --events").stdout;
    assert!(events.contains("page 1 of `service_contract.pdf` is shown"), "{events}");
    assert!(!events.contains("built-in analysis stands"), "{events}");
    std::fs::remove_dir_all(bench.path(".proviso/pages")).unwrap();
    assert_eq!(bench.json("replay 1")["identical"], true, "the picture's hash is enough");
}

#[test]
fn a_model_that_does_not_see_is_asked_without_the_picture() {
    let bench = Bench::new();
    let (_, view) = seen(&bench, "", false);
    assert_eq!(view["engine"], "openai", "{view:#}");
    let events = bench.run("show 1 --events").stdout;
    assert!(!events.contains("built-in analysis stands"), "{events}");
    assert_eq!(bench.json("replay 1")["identical"], true);
}

#[test]
fn no_picture_leaves_where_personal_data_is_hidden() {
    let bench = Bench::new();
    let (server, _) = seen(&bench, "--redact", true);
    let asked = server.asked.lock().unwrap();
    assert!(asked.iter().all(|it| !it.contains("[image]")), "a picture went out");
    assert!(asked.iter().any(|it| it.contains("there are no pictures")), "the tool is shut");
}
