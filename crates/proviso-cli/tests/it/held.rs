//! What must not happen however a paper, a client or a machine behaves: nobody is kept waiting by
//! somebody else's paper, and what could not be done is said.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead as _, BufReader};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
#[cfg(unix)]
use std::process::{Child, Command};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::WebSocket;

use crate::bench::{Bench, WRONG_QUOTATION};
use crate::language_model::{self, Said};
use crate::pages::scans;
use crate::serve::{Server, heard, heard_to_the_end};

/// What a stop may take on a machine that many tests share. On one of one's own it is a fifth of a
/// second, which `cargo xtask bench --only cancel` measures.
pub(crate) const STOPS: Duration = Duration::from_secs(2);

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
    cancelled_at_once(&server, &mut socket, &run);
}

/// Cancels a run that is under way; it ends soon, and as it should.
#[track_caller]
fn cancelled_at_once(server: &Server, socket: &mut WebSocket<TcpStream>, run: &str) {
    let began = Instant::now();
    assert_eq!(server.call("runs.cancel", &json!({ "run": run })).ok()["cancelled"], true);
    let rest = heard_to_the_end(socket, run);
    assert!(rest.last().unwrap().contains("\"cancelled\""), "{rest:?}");
    assert!(began.elapsed() < STOPS, "{:?}", began.elapsed());
}

#[test]
fn a_large_paper_that_was_just_read_is_cancelled_at_once() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("statement.txt", statement(90_000).as_bytes());
    // From here on it is written down and handed on: seconds without a pause in which to end.
    while !heard(&mut socket).contains("\"page.read\"") {}
    cancelled_at_once(&server, &mut socket, &run);
}

#[test]
fn a_scan_that_is_recognized_is_cancelled_at_once() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let mut socket = server.listen("");
    let run = server.convert("scan.pdf", &scans(6));
    while !heard(&mut socket).contains("\"page.begun\"") {}
    cancelled_at_once(&server, &mut socket, &run);
}

#[test]
fn a_model_that_says_nothing_is_no_longer_asked_at_once() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let (model, asked) = silent();
    let server = Server::start_with(&bench, "--workspace work", &variables(&model));
    let mut socket = server.listen("");
    let run = server.convert("quote.txt", WRONG_QUOTATION.as_bytes());
    asked.recv().unwrap();
    cancelled_at_once(&server, &mut socket, &run);
}

/// A language model that takes what it is asked and says nothing; and who hears that it was asked.
fn silent() -> (language_model::Server, mpsc::Receiver<()>) {
    let (tell, asked) = mpsc::channel();
    let model = language_model::Server::answering(move |_, _| {
        // The test may be over.
        let _unheard = tell.send(());
        Said::Nothing
    });
    (model, asked)
}

/// The environment of a program that asks a language model.
fn variables(model: &language_model::Server) -> [(&str, &str); 4] {
    [
        ("PROVISO_ENGINE", "openai"),
        ("PROVISO_MODEL", "silent"),
        ("PROVISO_BASE_URL", &model.url),
        ("OPENAI_API_KEY", "k"),
    ]
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_command_line_at_once_whatever_it_does() {
    let bench = Bench::new();
    bench.write("scan.pdf", scans(6));
    bench.write("statement.txt", statement(90_000));
    bench.write("quote.txt", WRONG_QUOTATION);
    // Of six pages the first is recognized; the paper is written down, or analysed already.
    for (file, line) in [("scan.pdf", "page 1 of 6"), ("statement.txt", "page 1 of 1")] {
        let mut child = bench.command(&format!("convert {file}")).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        assert!(said.any(|it| it.unwrap().contains(line)), "{file}: no line says {line}");
        ends_at_once(child, file);
    }
    let (model, asked) = silent();
    let child = bench.command("convert quote.txt").envs(variables(&model)).spawn().unwrap();
    asked.recv().unwrap();
    ends_at_once(child, "a model that is asked");
}

/// Ctrl-C, and the program ends soon, its run cancelled.
#[cfg(unix)]
#[track_caller]
fn ends_at_once(mut child: Child, what: &str) {
    let began = Instant::now();
    // The shell's own: the program `kill` is not on every system.
    let kill = ["-c", "kill -INT \"$0\"", &child.id().to_string()];
    assert!(Command::new("sh").args(kill).status().unwrap().success());
    let status = child.wait().unwrap();
    assert!(began.elapsed() < STOPS, "{what}: {:?}", began.elapsed());
    assert_eq!(status.code(), Some(2), "{what}: it was cancelled, not done");
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

/// What a browser never sends, and another client may: a name that is no text.
#[test]
fn a_received_file_has_a_harmless_name_whatever_it_was_called() {
    let bench = Bench::new();
    bench.write("work/Domains/.keep", "");
    let server = Server::start(&bench, "--workspace work");
    let received = server.upload("..%2F%B0%DF%FF%1B%5B31m%0A.txt", WRONG_QUOTATION.as_bytes()).ok();
    let name = received["name"].as_str().unwrap();
    assert!(!name.contains(['/', '\u{1b}', '\n']) && name.ends_with(".txt"), "{name:?}");
    let runs = server.call("runs.convert", &json!({ "paths": [received["path"]] })).ok();
    assert_eq!(runs[0]["error"], serde_json::Value::Null, "{runs}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.run("convert quote.txt --workspace work");
    for arguments in [
        "analyze quote.txt",
        "analyze quote.txt --json",
        "convert quote.txt --workspace work",
        "runs --workspace work",
        "show 1 --json --workspace work",
        "doctor --workspace work",
        "--help",
        "--version",
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = bench.command(arguments);
        let output = command.stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
    }
}

/// What a person keeps from others stays so, and what a group shares is shared.
#[cfg(unix)]
#[test]
fn files_are_for_whom_the_umask_leaves_them_and_the_database_for_nobody_else() {
    use std::os::unix::fs::PermissionsExt as _;
    for (umask, file, folder) in
        [("027", 0o640, 0o750), ("007", 0o660, 0o770), ("077", 0o600, 0o700)]
    {
        let bench = Bench::new();
        bench.write("quote.txt", WRONG_QUOTATION);
        let inner = bench.command("convert quote.txt --workspace work");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")]);
        command.arg(inner.get_program()).args(inner.get_args());
        command.current_dir(inner.get_current_dir().unwrap());
        for (name, value) in inner.get_envs() {
            match value {
                Some(it) => command.env(name, it),
                None => command.env_remove(name),
            };
        }
        let said = command.output().unwrap();
        let mode = |path: &str| {
            let it = fs::metadata(bench.path(path));
            it.unwrap_or_else(|err| panic!("{path}: {err}, {said:?}")).permissions().mode() & 0o777
        };
        assert_eq!(mode("work/Domains/Facts/Quote.idr"), file, "{umask}");
        assert_eq!(mode("work/Domains/Facts"), folder, "{umask}");
        assert_eq!(mode("work/.proviso"), 0o700, "{umask}");
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

#[test]
fn what_a_later_proviso_has_stored_is_said_and_the_rest_is_shown() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.run("convert quote.txt --workspace work");
    let store = rusqlite::Connection::open(bench.path("work/.proviso/proviso.db")).unwrap();
    store.execute("UPDATE artefact SET version = 7 WHERE name = 'analysis'", []).unwrap();
    drop(store);
    let shown = bench.run("show 1 --workspace work");
    assert!(shown.stdout.contains("discrepant"), "the verdict stands: {}", shown.told());
    assert!(
        shown.stdout.contains("the analysis was stored by another version"),
        "{}",
        shown.told()
    );
    let mut korean = bench.command("show 1 --workspace work");
    let korean = bench.answer(korean.env("LANG", "ko_KR.UTF-8").output().unwrap());
    assert!(
        korean.stdout.contains("다른 버전이 저장한 내용입니다: 분석 결과"),
        "{}",
        korean.told()
    );
    assert!(bench.run("runs --workspace work").stdout.contains("quote.txt"));
    // What would be made of it would be wrong: nothing goes on over it, and it stays as it is.
    let retried = bench.run("retry 1 --from typecheck --workspace work");
    assert_eq!(retried.code, Some(2));
    assert!(
        retried.stderr.contains("is of version 7, and this Proviso knows 1"),
        "{}",
        retried.stderr
    );
    assert!(retried.stderr.contains("use the newer Proviso"), "{}", retried.stderr);
}

#[test]
fn what_has_lost_a_part_is_said_to_have_and_a_repair_leads_on() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    bench.run("convert quote.txt --workspace work");
    let database = bench.path("work/.proviso/proviso.db");
    let lose = |name: &str| {
        let store = rusqlite::Connection::open(&database).unwrap();
        // As of a long body of which no piece is left.
        let n = store
            .execute(
                "UPDATE artefact SET body = '', pieces = name, n_pieces = 2 WHERE name = ?1",
                [name],
            )
            .unwrap();
        assert_eq!(n, 1, "{name}");
    };
    let said = |language: &str| {
        let mut command = bench.command("show 1 --workspace work");
        bench.answer(command.env("LANG", language).output().unwrap()).stdout
    };
    for (name, korean, english) in [
        ("analysis", "사라져 표시하지 않습니다: 분석 결과", "a part of the analysis is missing"),
        (
            "document/0000",
            "사라져 표시하지 않습니다: 읽은 문서",
            "a part of the document as it was read is missing",
        ),
    ] {
        lose(name);
        let (here, there) = (said("ko_KR.UTF-8"), said("en_US.UTF-8"));
        assert!(here.contains(korean) && there.contains(english), "{here}\n{there}");
        for it in [&here, &there] {
            assert!(it.contains("proviso doctor --repair"), "{it}");
            assert!(!it.contains("another version") && !it.contains("다른 버전"), "{it}");
        }
        assert!(there.contains("discrepant"), "the verdict stands: {there}");
    }
    // Nothing goes on over it, and who looks is told the same.
    let retried = bench.run("retry 1 --from typecheck --workspace work");
    assert_eq!(retried.code, Some(2));
    assert!(retried.stderr.contains("of run 1 in"), "{}", retried.stderr);
    assert!(retried.stderr.contains("has lost a part"), "{}", retried.stderr);
    let looked = bench.run("doctor --workspace work");
    assert!(looked.stdout.contains("`analysis` of run 1 has lost a part"), "{}", looked.told());
    // As it is said, so it is: repaired, and converted again.
    let repaired = bench.run("doctor --repair --workspace work");
    assert!(repaired.stdout.contains("its database is sound"), "{}", repaired.told());
    assert!(!said("en_US.UTF-8").contains("is missing"), "nothing is lost of what is there");
    let again = bench.run("convert quote.txt --workspace work");
    assert_eq!(again.code, Some(1), "{}", again.told());
    assert!(again.stdout.contains("discrepant"), "{}", again.told());
}
