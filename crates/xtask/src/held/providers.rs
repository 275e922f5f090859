//! Providers of models that answer as none should: not at all, for ever, in another form, or with the
//! key that they were asked with.
//!
//! **Invariant:** each run ends by itself in a verdict that the built-in engine gives, within its limit;
//! nothing that is kept of it has the key. One that drips for half an hour is left to the tests of the
//! providers, whose clocks are their own.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::tried::{Tried, tried};
use crate::heavy::quotation;
use crate::say;

/// A run with a provider like these ends within it; each answer has two seconds for its first word.
const LIMIT: Duration = Duration::from_secs(240);
const KEY: &str = "sk-held-0123456789abcdef0123456789";

/// What a provider does with the connection of one request.
type Deed = fn(&mut TcpStream, &str) -> std::io::Result<()>;

const PROVIDERS: [(&str, Deed); 13] = [
    ("says nothing", |stream, _| hold(stream)),
    ("hangs up at once", |_, _| Ok(())),
    ("drips blank lines", |stream, _| {
        stream.write_all(STREAM.as_bytes())?;
        while stream.write_all(b"\n").is_ok() {
            thread::sleep(Duration::from_millis(200));
        }
        Ok(())
    }),
    ("sends a head without an end", |stream, _| {
        stream.write_all(b"HTTP/1.1 200 OK\r\n")?;
        endlessly(stream, b"x-more: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n")
    }),
    ("sends a body without an end", |stream, _| {
        stream.write_all(STREAM.as_bytes())?;
        endlessly(
            stream,
            b"data: {\"choices\":[{\"delta\":{\"content\":\"aaaaaaaaaaaaaaaa\"}}]}\n\n",
        )
    }),
    ("sends one line without an end", |stream, _| {
        stream.write_all(STREAM.as_bytes())?;
        endlessly(stream, &[b'a'; 4_096])
    }),
    ("is cut off in the middle", |stream, _| {
        stream.write_all(STREAM.as_bytes())?;
        stream.write_all(b"data: {\"choices\":[{\"delta\":{\"content\":\"{\\\"fie")
    }),
    ("answers what is no text", |stream, _| {
        answer(stream, "200 OK", "application/json", b"\xff\xfe\x00{")
    }),
    ("answers JSON a hundred thousand deep", |stream, _| {
        answer(stream, "200 OK", "application/json", "[".repeat(100_000).as_bytes())
    }),
    ("sends elsewhere", |stream, _| {
        stream.write_all(
            b"HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:9/v1/chat/completions\r\n\
              content-length: 0\r\nconnection: close\r\n\r\n",
        )
    }),
    ("wants an hour's patience", |stream, _| {
        stream.write_all(
            b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 3600\r\ncontent-length: 0\r\n\
              connection: close\r\n\r\n",
        )
    }),
    ("says the key back in an error", |stream, _| {
        let said = format!("bad key: {}", spelled(KEY).join(", or "));
        let body = serde_json::json!({ "error": { "message": said } }).to_string();
        answer(stream, "401 Unauthorized", "application/json", body.as_bytes())
    }),
    // An answer is stored, where an error is only told.
    ("answers with the key", |stream, _| {
        let said = format!("I was asked with {}", spelled(KEY).join(", or "));
        let message = serde_json::json!({ "role": "assistant", "content": said });
        let choice = serde_json::json!({ "message": message, "finish_reason": "stop" });
        let body = serde_json::json!({ "choices": [choice] }).to_string();
        answer(stream, "200 OK", "application/json", body.as_bytes())
    }),
];

/// A key as whoever wants to have it kept might write it.
fn spelled(key: &str) -> Vec<String> {
    let each = |write: &dyn Fn(u8) -> String| key.bytes().map(write).collect::<String>();
    vec![
        key.to_owned(),
        key.to_uppercase(),
        key.chars().rev().collect(),
        each(&|it| format!("{} ", char::from(it))).trim_end().to_owned(),
        each(&|it| format!("{it:02x}")),
        each(&|it| format!("\\x{it:02x}")),
        each(&|it| format!("\\u{it:04x}")),
        each(&|it| format!("%{it:02X}")),
        STANDARD_NO_PAD.encode(key),
    ]
}

const STREAM: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

fn answer(stream: &mut TcpStream, status: &str, kind: &str, body: &[u8]) -> std::io::Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n"
    )?;
    stream.write_all(body)
}

/// Writes the same until nobody takes it any more.
fn endlessly(stream: &mut TcpStream, piece: &[u8]) -> std::io::Result<()> {
    loop {
        stream.write_all(piece)?;
    }
}

/// Says nothing until the other side has had enough.
fn hold(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.read_to_end(&mut Vec::new()).map(|_| ())
}

/// A provider that does this with every request; its address.
fn provider(deed: Deed) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    // It ends with the task: it lives on the loopback interface and holds nothing.
    thread::spawn(move || {
        for stream in listener.incoming().map_while(std::io::Result::ok) {
            thread::spawn(move || {
                // A client that goes away in the middle is what many of these wait for.
                let _gone = asked(stream, deed);
            });
        }
    });
    Ok(format!("http://{address}/v1"))
}

fn asked(stream: TcpStream, deed: Deed) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let lower = head.to_lowercase();
    let length = lower.lines().find_map(|it| it.strip_prefix("content-length: "));
    let length = length.and_then(|it| it.trim().parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    deed(reader.get_mut(), &head)
}

/// Converts a quotation with each of them, and prints what came of it.
pub(super) fn run(command: impl Fn(&[&str]) -> Command, folder: &Path) -> Result<()> {
    fs::write(folder.join("asked.md"), quotation(3))?;
    let mut faults = Vec::new();
    let (mut longest, mut largest) = ((Duration::ZERO, ""), (0, ""));
    for (n, (name, deed)) in PROVIDERS.into_iter().enumerate() {
        let place = format!("provider{n}");
        fs::create_dir_all(folder.join(&place).join("Domains"))?;
        let mut command =
            command(&["convert", "asked.md", "--workspace", &place, "--answer-timeout", "2"]);
        command
            .env("PROVISO_ENGINE", "openai")
            .env("PROVISO_MODEL", "hostile")
            .env("PROVISO_BASE_URL", provider(deed)?)
            .env("OPENAI_API_KEY", KEY);
        let it = tried(command, LIMIT)?;
        faults.extend(it.fault().map(|fault| format!("{name}: {fault}")));
        faults.extend(fault(&it, &folder.join(&place))?.map(|fault| format!("{name}: {fault}")));
        longest = longest.max((it.took, name));
        largest = largest.max((it.mib, name));
    }
    say(format!(
        "| {} hostile providers | each run came to its verdict; at most {:.0} s (one that {}) and {} MiB \
         (one that {}); {} |",
        PROVIDERS.len(),
        longest.0.as_secs_f32(),
        longest.1,
        largest.0,
        largest.1,
        super::verdict(&faults, "the key is kept nowhere"),
    ));
    if !faults.is_empty() {
        bail!("hostile providers: {faults:#?}");
    }
    Ok(())
}

/// What is wrong with what a run left behind.
fn fault(it: &Tried, place: &Path) -> Result<Option<String>> {
    let last = it.err.lines().last().unwrap_or_default().to_owned();
    if it.code == Some(2) || !it.out.contains("asked.md") {
        return Ok(Some(format!("no verdict: {last}")));
    }
    let keys = spelled(KEY);
    let told = |key: &&String| it.out.contains(*key) || it.err.contains(*key);
    if let Some(key) = keys.iter().find(told) {
        return Ok(Some(format!("the key is told as {key}")));
    }
    let mut folders = vec![place.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes =
                fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let kept = |key: &&String| bytes.windows(key.len()).any(|it| it == key.as_bytes());
            if let Some(key) = keys.iter().find(kept) {
                return Ok(Some(format!("the key is kept in {} as {key}", path.display())));
            }
        }
    }
    Ok(None)
}
