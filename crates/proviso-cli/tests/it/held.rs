//! What must not happen however a paper, a client or a machine behaves: nobody is kept waiting by
//! somebody else's paper, and what could not be done is said.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::bench::{Bench, WRONG_QUOTATION};
use crate::serve::{Server, heard, heard_to_the_end};

/// A statement of so many lines, each with amounts.
fn statement(lines: usize) -> String {
    let line = |n: usize| {
        let (amount, rest) = (1_000 * (n % 997 + 1), 10_000_000 + 7_919 * n);
        format!(
            "2025-{:02}-{:02}  이체 김철수{}  {amount}  0  {rest}\n",
            n % 12 + 1,
            n % 28 + 1,
            n % 11
        )
    };
    (0..lines).map(line).collect()
}

#[test]
fn a_heavy_paper_keeps_nobody_waiting_and_is_cancelled_at_once() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    // Five megabytes: minutes of work for whoever analyses them.
    let run = server.convert("statement.txt", statement(90_000).as_bytes());
    // By then it is read, and is being analysed.
    while !heard(&mut socket).contains("\"stage\":\"analyze\"") {}
    let began = Instant::now();
    for _ in 0..20 {
        server.call("runs.queue", &json!({})).ok();
    }
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
    let began = Instant::now();
    assert_eq!(server.call("runs.cancel", &json!({ "run": run })).ok()["cancelled"], true);
    let rest = heard_to_the_end(&mut socket, &run);
    assert!(rest.last().unwrap().contains("\"cancelled\""), "{rest:?}");
    // 200 ms on a machine of one's own; one that is shared by many tests may take longer.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn those_who_connect_and_say_nothing_shut_nobody_out() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut silent = Vec::new();
    for _ in 0..400 {
        let mut it = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
        // Half a request, as if the rest were still to come; a place that was given away closes it.
        let _given_away = it.write_all(b"POST /api/runs.queue HTTP/1.1\r\nHost: ");
        silent.push(it);
        if silent.len() % 100 == 0 {
            server.call("runs.queue", &json!({})).ok();
        }
    }
    server.call("runs.queue", &json!({})).ok();
    // The first of them have made room for the others.
    let mut first = silent.swap_remove(0);
    first.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut rest = Vec::new();
    let ended = first.read_to_end(&mut rest);
    assert!(ended.is_err() || !rest.starts_with(b"HTTP/1.1 200"), "{rest:?}");
}

#[test]
fn a_received_file_is_gone_once_its_run_has_taken_it() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let received = server.upload("quote.txt", WRONG_QUOTATION.as_bytes()).ok();
    let paths = json!({ "paths": [received["path"], received["path"]] });
    let runs = server.call("runs.convert", &paths).ok();
    assert_eq!(runs.as_array().unwrap().len(), 1, "one file named twice is one job: {runs}");
    let again = server.call("runs.convert", &json!({ "paths": [received["path"]] })).ok();
    assert_eq!(again[0]["error"]["code"], "not_found", "{again}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    for arguments in ["analyze quote.txt", "analyze quote.txt --json"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = bench.command(arguments);
        let output = command.stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
    }
}

#[test]
fn a_link_to_a_file_of_a_batch_is_no_second_job() {
    let bench = Bench::new();
    bench.write("papers/quote.txt", WRONG_QUOTATION);
    #[cfg(unix)]
    std::os::unix::fs::symlink("quote.txt", bench.path("papers/same.txt")).unwrap();
    let answer = bench.run("batch papers --workspace work --json");
    let runs: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(runs.as_array().unwrap().len(), 1, "{runs}");
}
