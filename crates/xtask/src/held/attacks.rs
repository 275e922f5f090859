//! Attacks on the served page: by those who have no token, by other pages of the same browser, and by
//! a client that has the token and wants more.
//!
//! **Invariant:** each is refused in its time, none learns anything of the machine, and the server
//! answers its own client after all of them.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::Server;
use crate::say;

/// An attack is over within it.
const LIMIT: Duration = Duration::from_secs(60);
/// In a file beside the workspace, which nobody sent.
const SECRET: &str = "합계금액: 7,654,321원";

/// What is sent, and what may come back.
struct Attack {
    name: &'static str,
    bytes: Vec<u8>,
    /// Bytes that are sent after it, again and again.
    goes_on_with: &'static [u8],
    /// Statuses that refuse it; 0 is a connection that is closed. 200 stands where the answer is the
    /// page itself, or says of each thing that was named that it is not to be had.
    refused_by: &'static [u16],
}

/// Attacks a server of its own, and prints what came of it.
pub(super) fn run(server: &Server, folder: &Path) -> Result<()> {
    let secret = folder.join("beside.txt");
    fs::write(&secret, SECRET)?;
    let attacks = attacks(server, &secret.display().to_string());
    let mut faults = Vec::new();
    let mut longest = (Duration::ZERO, "");
    for it in &attacks {
        let began = Instant::now();
        let (status, body) = sent(server.port, it)?;
        longest = longest.max((began.elapsed(), it.name));
        if !it.refused_by.contains(&status) {
            faults.push(format!("{}: status {status}: {body:.300}", it.name));
        }
        if body.contains("root:") || body.contains("7,654,321") || body.contains("\"run\":\"") {
            faults.push(format!("{}: it was told: {body:.300}", it.name));
        }
    }
    let state = plain("a client of its own", server.posted("app.state", &json!({})), &[200]);
    let (status, said) = sent(server.port, &state)?;
    if status != 200 || !said.contains("\"workspace\"") {
        faults.push(format!("its own client is not answered any more: {status} {said:.300}"));
    }
    let climbed = ["climbed.txt", "work/climbed.txt"].map(|it| folder.join(it).exists());
    if climbed != [false, false] {
        faults.push("a file was written where its name pointed".to_owned());
    }
    say(format!(
        "| {} attacks on `serve` | each refused, at most {:.1} s ({}); {} |",
        attacks.len(),
        longest.0.as_secs_f32(),
        longest.1,
        super::verdict(&faults, "its own client is answered after them"),
    ));
    if !faults.is_empty() {
        bail!("attacks on `serve`: {faults:#?}");
    }
    Ok(())
}

fn plain(name: &'static str, bytes: Vec<u8>, refused_by: &'static [u16]) -> Attack {
    Attack { name, bytes, goes_on_with: b"", refused_by }
}

fn attacks(server: &Server, secret: &str) -> Vec<Attack> {
    let own = format!("Host: 127.0.0.1:{}", server.port);
    let bearer = format!("Authorization: Bearer {}", server.token);
    let asked = |lines: &[&str]| {
        let lines: String = lines.iter().map(|it| format!("{it}\r\n")).collect();
        format!(
            "POST /api/app.state HTTP/1.1\r\n{lines}Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        .into_bytes()
    };
    let got = |path: &str| {
        format!("GET {path} HTTP/1.1\r\n{own}\r\n{bearer}\r\nConnection: close\r\n\r\n")
            .into_bytes()
    };
    let upload = |lines: &str| {
        format!("POST /api/upload?name=a.txt HTTP/1.1\r\n{own}\r\n{bearer}\r\n{lines}\r\n")
            .into_bytes()
    };
    let socket = format!(
        "GET /ws/live HTTP/1.1\r\n{own}\r\n{bearer}\r\nOrigin: http://evil.example\r\n\
         Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let deep = "[".repeat(100_000);
    let deep = format!(
        "POST /api/runs.list HTTP/1.1\r\n{own}\r\n{bearer}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{deep}",
        deep.len()
    );
    let two = format!(
        "POST /api/app.state HTTP/1.1\r\n{own}\r\n{bearer}\r\nContent-Length: 4\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nGET /etc/passwd HTTP/1.1\r\n\r\n"
    );
    let many: String = (0..20_000).map(|n| format!("x-{n}: a\r\n")).collect();
    let many = format!("GET / HTTP/1.1\r\n{own}\r\n{many}\r\n");
    let named = |name: &str, request: serde_json::Value| server.posted(name, &request);
    vec![
        plain("without a token", asked(&[&own]), &[401]),
        plain("with another token", asked(&[&own, "Authorization: Bearer 0123"]), &[401]),
        plain(
            "from a foreign page",
            asked(&[&own, &bearer, "Origin: http://evil.example"]),
            &[403],
        ),
        plain(
            "from another server of this machine",
            asked(&[&own, &bearer, "Origin: http://127.0.0.1:1"]),
            &[403],
        ),
        plain("under another name (rebinding)", asked(&["Host: evil.example", &bearer]), &[403]),
        plain("climbing out of its files", got("/../../../../etc/passwd"), &[0, 200, 400, 404]),
        plain(
            "the same, written in numbers",
            got("/%2e%2e/%2e%2e/%2e%2e/etc/passwd"),
            &[0, 200, 400, 404],
        ),
        plain("listening from a foreign page", socket.into_bytes(), &[403]),
        plain(
            "naming a file of the machine",
            named("documents.look", json!({ "paths": [secret, "upload:1/../../beside.txt"] })),
            &[200],
        ),
        plain(
            "having it converted",
            named("runs.convert", json!({ "paths": [secret, "sample:../../beside.txt"] })),
            &[200],
        ),
        plain(
            "naming a program to start",
            named("settings.set", json!({ "idris2_path": "/bin/sh" })),
            &[403],
        ),
        plain(
            "naming where keys are sent",
            named(
                "providers.set",
                json!({ "provider": "openai", "base_url": "http://127.0.0.1:1/v1" }),
            ),
            &[403],
        ),
        plain("a body of nine gigabytes", upload("Content-Length: 9000000000\r\n"), &[413]),
        Attack {
            goes_on_with: b"400\r\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            ..plain(
                "a body without an end",
                upload("Transfer-Encoding: chunked\r\n"),
                &[0, 400, 408, 413],
            )
        },
        plain("JSON a hundred thousand deep", deep.into_bytes(), &[400]),
        plain("two lengths of one body", two.into_bytes(), &[0, 200, 400]),
        plain("twenty thousand headers", many.into_bytes(), &[0, 400, 431]),
        plain(
            "a name that climbs",
            format!(
                "POST /api/upload?name=..%2F..%2Fclimbed.txt HTTP/1.1\r\n{own}\r\n{bearer}\r\n\
                 Content-Length: 1\r\nConnection: close\r\n\r\na"
            )
            .into_bytes(),
            &[200, 400],
        ),
    ]
}

/// Sends an attack, and hears what is answered; the status is 0 where the connection is closed.
fn sent(port: u16, attack: &Attack) -> Result<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(LIMIT))?;
    stream.set_write_timeout(Some(LIMIT))?;
    // A server that has heard enough may close while it is still being told.
    let mut told = stream.write_all(&attack.bytes);
    let began = Instant::now();
    while !attack.goes_on_with.is_empty() && told.is_ok() {
        if began.elapsed() > LIMIT {
            bail!("{}: it is listened to without an end", attack.name);
        }
        told = stream.write_all(attack.goes_on_with);
    }
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(err) if err.kind() == std::io::ErrorKind::ConnectionReset => {}
        Err(err) => return Err(err).with_context(|| format!("{}: no answer", attack.name)),
    }
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    Ok((status, answer))
}
