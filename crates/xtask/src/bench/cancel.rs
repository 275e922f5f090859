//! How long a person waits who stops something: Ctrl-C at the command line, and `runs.cancel` of a
//! served page, which is what the window's button asks too.
//!
//! Each thing that takes time is stopped at several moments after it was seen to begin; the worst of
//! them counts.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::paper;
use crate::heavy::{lines, quotation};
use crate::held::Ended;
use crate::say;

/// Milliseconds after a thing was seen to begin.
const MOMENTS: [u64; 5] = [0, 50, 150, 400, 800];
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

/// Rows: each thing at the command line and in a served page.
pub(super) fn run(proviso: &Path, documents: &[PathBuf]) -> Result<()> {
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
    for it in &all {
        let typed = times(|moment| it.interrupted(proviso, folder.path(), moment))?;
        let asked = times(|moment| it.cancelled(proviso, folder.path(), moment))?;
        say(format_args!("stopped while {} | Ctrl-C {typed} | `runs.cancel` {asked} |", it.what));
    }
    Ok(())
}

/// The middle and the worst of all moments; of those that came too late there is no time.
fn times(one: impl Fn(Duration) -> Result<Option<Duration>>) -> Result<String> {
    let mut all = Vec::new();
    for moment in MOMENTS {
        all.extend(one(Duration::from_millis(moment))?);
    }
    all.sort();
    let (middle, worst) = (all.get(all.len() / 2), all.last());
    let (Some(middle), Some(worst)) = (middle, worst) else { bail!("it was always over before") };
    Ok(format!("{} ms, at most {} ms of {}", middle.as_millis(), worst.as_millis(), all.len()))
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
            .envs(self.variables.iter().map(|(name, value)| (name, value.as_str())))
            .stdin(Stdio::null());
        Ok(command)
    }

    /// From Ctrl-C to the end of the program; none where it was done before.
    fn interrupted(
        &self,
        proviso: &Path,
        folder: &Path,
        moment: Duration,
    ) -> Result<Option<Duration>> {
        let mut command = self.command(proviso, folder, &["convert"])?;
        command.arg(&self.file).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = Ended(command.spawn()?);
        let mut said = BufReader::new(child.0.stderr.take().context("no output")?).lines();
        let begins =
            |it: &std::io::Result<String>| it.as_ref().is_ok_and(|line| line.contains(self.begins));
        if !said.any(|it| begins(&it)) {
            bail!("it never said `{}`", self.begins);
        }
        std::thread::sleep(moment);
        let began = Instant::now();
        Command::new("kill").args(["-INT", &child.0.id().to_string()]).status()?;
        let status = child.0.wait()?;
        Ok((status.code() == Some(2)).then(|| began.elapsed()))
    }

    /// From the request to the event that ends the run; none where it was done before.
    fn cancelled(
        &self,
        proviso: &Path,
        folder: &Path,
        moment: Duration,
    ) -> Result<Option<Duration>> {
        let mut command = self.command(proviso, folder, &["serve", "--port", "0", "--json"])?;
        let mut server = Ended(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?);
        let mut line = String::new();
        BufReader::new(server.0.stdout.take().context("no output")?).read_line(&mut line)?;
        let page = Page::of(&serde_json::from_str(&line)?)?;
        let name = self.file.file_name().unwrap_or_default().to_string_lossy();
        let received = page.post(&format!("upload?name={name}"), &fs::read(&self.file)?)?;
        let runs = page.ask("runs.convert", &json!({ "paths": [received["path"]] }))?;
        let run = &runs[0]["run"];
        page.wait_for(run, self.begins)?;
        std::thread::sleep(moment);
        let began = Instant::now();
        if page.ask("runs.cancel", &json!({ "run": run }))?["cancelled"] != true {
            return Ok(None);
        }
        page.wait_for(run, "cancelled")?;
        Ok(Some(began.elapsed()))
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
