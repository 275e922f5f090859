//! How long a person waits who stops something: Ctrl-C at the command line, and `runs.cancel` of a
//! served page, which is what the window's button asks too.
//!
//! Each thing that takes time is stopped at several moments after it was seen to begin, alone and beside
//! others that compute and write; a program of before is stopped by turns with the other at the same
//! moments. The worst counts, and of it is told where the time went, by what the program said meanwhile.

mod load;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::{Value, json};

use self::load::Load;
use super::paper;
use crate::heavy::{lines, quotation};
use crate::held::Ended;
use crate::say;

/// Milliseconds after a thing was seen to begin, the first so many of them that differ most.
const MOMENTS: [u64; 9] = [0, 450, 150, 800, 300, 50, 600, 1_200, 250];
/// How long a person may wait.
const LIMIT: Duration = Duration::from_millis(200);
/// How often a run is looked at that was cancelled.
const LOOK: Duration = Duration::from_millis(2);
/// More than any of it takes.
const PATIENCE: Duration = Duration::from_secs(300);
/// A compiler that answers what it is and never ends a check.
const BUSY_COMPILER: &str = "#!/bin/sh\ncase \"$1\" in\n--version) echo 'Idris 2, version 0.8.0' ;;\n\
                             --libdir) echo /usr ;;\n*) while :; do :; done ;;\nesac\n";

/// What is stopped.
struct Doing {
    what: &'static str,
    file: PathBuf,
    /// What the program says when it begins.
    begins: &'static str,
    variables: Vec<(&'static str, String)>,
}

/// Rows: each thing at the command line and in a served page, by each program, at so many moments.
pub(super) fn run(
    proviso: &Path,
    before: Option<&Path>,
    documents: &[PathBuf],
    rounds: usize,
) -> Result<()> {
    let programs: Vec<(&str, &Path)> =
        before.map(|it| ("before", it)).into_iter().chain([("now", proviso)]).collect();
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    fs::write(at("statement.txt"), lines(5_000))?;
    fs::write(at("quotation.md"), quotation(500))?;
    fs::write(at("short.md"), quotation(2))?;
    let compiler = at("idris2");
    fs::write(&compiler, BUSY_COMPILER)?;
    crate::fleet::executable(&compiler)?;
    // It takes what it is asked, and never answers.
    let model = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}/v1", model.local_addr()?);
    let none = || vec![("PROVISO_IDRIS2", "none".to_owned())];
    let all = [
        Doing {
            what: "a scan of ten pages is recognized",
            file: paper::scan(documents, super::SCANNED, folder.path())?,
            begins: "page 1 of 10",
            variables: none(),
        },
        Doing {
            what: "a text of 5 MB is written down and analysed",
            file: at("statement.txt"),
            begins: "page 1 of 1",
            variables: none(),
        },
        Doing {
            what: "the kernel judges a quotation of 500 rows",
            file: at("quotation.md"),
            begins: "attempt 1: generated",
            variables: none(),
        },
        Doing {
            what: "the compiler checks",
            file: at("short.md"),
            begins: "attempt 1: generated",
            variables: vec![("PROVISO_IDRIS2", compiler.display().to_string())],
        },
        Doing {
            what: "a language model is asked",
            file: at("short.md"),
            begins: "page 1 of 1",
            variables: [
                none(),
                vec![
                    ("PROVISO_ENGINE", "openai".to_owned()),
                    ("PROVISO_MODEL", "silent".to_owned()),
                    ("PROVISO_BASE_URL", address),
                    ("OPENAI_API_KEY", "k".to_owned()),
                ],
            ]
            .concat(),
        },
    ];
    say(
        "\nstopped while | how | beside | program | median, ms | at most, ms | of | above 200 ms | \
         load | where the worst went, ms",
    );
    say("---|---|---|---|---:|---:|---:|---:|---:|---");
    for busy in [false, true] {
        let _load = busy.then(|| Load::begin(folder.path())).transpose()?;
        let beside = if busy { load::WHAT } else { "nothing of ours" };
        for it in &all {
            it.rows(&programs, folder.path(), beside, rounds)?;
        }
    }
    Ok(())
}

/// One wait, and what was said on the way, with the time after the order.
struct Waited {
    whole: Duration,
    load: String,
    said: Vec<(Duration, String)>,
}

impl Waited {
    /// Each step with how long it took after the one before.
    fn told(&self) -> String {
        let mut last = Duration::ZERO;
        let step = |(at, what): &(Duration, String)| {
            let took = at.saturating_sub(last);
            last = last.max(*at);
            format!("{} {what}", took.as_millis())
        };
        let steps: Vec<String> = self.said.iter().map(step).collect();
        format!("{}, {} to the end", steps.join(", "), self.whole.saturating_sub(last).as_millis())
    }
}

/// The load of the last minute.
fn load_now() -> String {
    let told = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').next().unwrap_or_default().to_owned()
}

/// What a program says on its standard error, with when it came.
fn heard(from: ChildStderr) -> Receiver<(Instant, String)> {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            // Who waits no more has heard enough.
            if tell.send((Instant::now(), line)).is_err() {
                break;
            }
        }
    });
    told
}

/// What of it was said after an order, and is of its end.
fn said_after(began: Instant, heard: &Receiver<(Instant, String)>) -> Vec<(Duration, String)> {
    let ends = |line: &str| {
        let of_ours =
            ["stopping", "stopped, it", "stopped, what", "its end is", "error: cancelled"];
        let at = of_ours.iter().find_map(|it| line.find(it))?;
        // Without the fields of the log.
        Some(line[at..].split(" run=").next().unwrap_or_default().to_owned())
    };
    let later = heard.try_iter().filter(|it| it.0 >= began);
    later.filter_map(|(at, line)| Some((at.duration_since(began), ends(&line)?))).collect()
}

impl Doing {
    fn command(&self, proviso: &Path, folder: &Path, arguments: &[&str]) -> Result<Command> {
        let work = folder.join("work");
        if work.exists() {
            fs::remove_dir_all(&work)?;
        }
        fs::create_dir_all(work.join("Domains"))?;
        let mut command = Command::new(proviso);
        command
            .args(arguments)
            .arg("--workspace")
            .arg(&work)
            .env("PROVISO_CONFIG", folder.join("config"))
            .env("PROVISO_LOGS", "none")
            .env("LANG", "C.UTF-8")
            .envs(self.variables.iter().map(|(name, value)| (name, value.as_str())))
            .stdin(Stdio::null());
        Ok(command)
    }

    /// A row for each way of stopping it and each program, which take turns.
    fn rows(
        &self,
        programs: &[(&str, &Path)],
        folder: &Path,
        beside: &str,
        rounds: usize,
    ) -> Result<()> {
        type Way = fn(&Doing, &Path, &Path, Duration) -> Result<Option<Waited>>;
        let ways: [(&str, Way); 2] =
            [("Ctrl-C", Doing::interrupted), ("`runs.cancel`", Doing::cancelled)];
        for (how, way) in ways {
            let mut all: Vec<Vec<Waited>> = programs.iter().map(|_| Vec::new()).collect();
            for moment in MOMENTS.into_iter().take(rounds) {
                for ((_, program), waits) in programs.iter().zip(&mut all) {
                    // Of those that came too late there is no time.
                    waits.extend(way(self, program, folder, Duration::from_millis(moment))?);
                }
            }
            for ((which, _), waits) in programs.iter().zip(&mut all) {
                waits.sort_by_key(|it| it.whole);
                let head = format!("{} | {how} | {beside} | {which}", self.what);
                let (Some(middle), Some(worst)) = (waits.get(waits.len() / 2), waits.last()) else {
                    say(format_args!("{head} | – | – | 0 | – | – | over before"));
                    continue;
                };
                let above = waits.iter().filter(|it| it.whole > LIMIT).count();
                let (middle, most) = (middle.whole.as_millis(), worst.whole.as_millis());
                let (n, load, told) = (waits.len(), &worst.load, worst.told());
                say(format_args!("{head} | {middle} | {most} | {n} | {above} | {load} | {told}"));
            }
        }
        Ok(())
    }

    /// From Ctrl-C to the end of the program; none where it was done before.
    fn interrupted(
        &self,
        proviso: &Path,
        folder: &Path,
        moment: Duration,
    ) -> Result<Option<Waited>> {
        let mut command = self.command(proviso, folder, &["convert", "--log", "debug"])?;
        command.arg(&self.file).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = Ended(command.spawn()?);
        let said = heard(child.0.stderr.take().context("no output")?);
        if !said.iter().any(|it| it.1.contains(self.begins)) {
            bail!("it never said `{}`", self.begins);
        }
        std::thread::sleep(moment);
        let load = load_now();
        let began = Instant::now();
        kill(Pid::from_raw(i32::try_from(child.0.id())?), Signal::SIGINT)?;
        let status = child.0.wait()?;
        let whole = began.elapsed();
        let said = said_after(began, &said);
        Ok((status.code() == Some(2)).then_some(Waited { whole, load, said }))
    }

    /// From the request to the event that ends the run; none where it was done before.
    fn cancelled(&self, proviso: &Path, folder: &Path, moment: Duration) -> Result<Option<Waited>> {
        let arguments = ["serve", "--port", "0", "--json", "--log", "debug"];
        let mut command = self.command(proviso, folder, &arguments)?;
        let mut server = Ended(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?);
        let said = heard(server.0.stderr.take().context("no output")?);
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().context("no output")?).read_line(&mut line)?;
        let page = Page::of(&serde_json::from_str(&line)?)?;
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let received = page.post(&format!("upload?name={name}"), &fs::read(&self.file)?)?;
        let runs = page.ask("runs.convert", &json!({ "paths": [received["path"]] }))?;
        let run = &runs[0]["run"];
        page.wait_for(run, self.begins)?;
        std::thread::sleep(moment);
        let load = load_now();
        let began = Instant::now();
        if page.ask("runs.cancel", &json!({ "run": run }))?["cancelled"] != true {
            return Ok(None);
        }
        let answered = (began.elapsed(), "answered".to_owned());
        page.wait_for(run, "cancelled")?;
        let whole = began.elapsed();
        let mut said = said_after(began, &said);
        said.push(answered);
        said.sort();
        Ok(Some(Waited { whole, load, said }))
    }
}

/// A served page, as its scripts ask it.
struct Page {
    port: u64,
    token: String,
}

impl Page {
    fn of(told: &Value) -> Result<Page> {
        let port = told["port"].as_u64().context("no port")?;
        Ok(Page { port, token: told["token"].as_str().context("no token")?.to_owned() })
    }

    fn ask(&self, command: &str, request: &Value) -> Result<Value> {
        self.post(command, request.to_string().as_bytes())
    }

    fn post(&self, path: &str, body: &[u8]) -> Result<Value> {
        let (port, token, length) = (self.port, &self.token, body.len());
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}"))?;
        // The older version of the protocol, in which an answer comes in one piece.
        let head = format!(
            "POST /api/{path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer \
             {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(body)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        if !head.contains(" 200 ") {
            bail!("`{path}` was refused: {body}");
        }
        Ok(serde_json::from_str(body)?)
    }

    /// Waits until an event of a run says something.
    fn wait_for(&self, run: &Value, message: &str) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let events = self.ask("runs.events", &json!({ "run": run, "from_seq": 0 }))?;
            let says = |it: &Value| it["message"].as_str().is_some_and(|it| it.contains(message));
            if events.as_array().is_some_and(|all| all.iter().any(says)) {
                return Ok(());
            }
            std::thread::sleep(LOOK);
        }
        bail!("no event says `{message}`");
    }
}
