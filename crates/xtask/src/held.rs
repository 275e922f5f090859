//! Whether Proviso holds: heavy and hostile papers, providers and workspaces, attacks on what it serves,
//! places that take nothing, and a machine that fails it. Each line that is printed is one thing that was
//! once seen to go wrong, or might, and how it goes now.
//!
//! **Invariant:** everything happens in a folder of its own and on the loopback interface; every
//! process that is started is ended.

#[cfg(target_os = "linux")]
mod accidents;
mod attacks;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod kills;
mod providers;
mod tried;
#[cfg(unix)]
mod workspaces;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args as Arguments;
use serde_json::Value;

use crate::heavy::{clauses, grid, lines};
use crate::say;

#[derive(Arguments)]
pub(crate) struct Args {
    /// The program; the release build if none, which is made first
    #[arg(long)]
    program: Option<PathBuf>,
    /// Papers up to this size only, in KB
    #[arg(long, default_value_t = 2_000)]
    most: usize,
    /// How often something is killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// This part only
    #[arg(long)]
    only: Option<Part>,
}

/// A part that can be gone through alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// Heavy papers
    Papers,
    /// Clients that say nothing, and places that take nothing
    Rest,
    /// Hostile files
    Files,
    /// Hostile providers
    Providers,
    /// Hostile workspaces
    Workspaces,
    /// Attacks on `serve`
    Attacks,
    /// A full disk, a closed workspace, a hundred at once
    Accidents,
    /// Kills at any moment
    Kills,
}

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) fn run(args: &Args) -> Result<()> {
    let program = match &args.program {
        // It is started in other folders.
        Some(it) => it.canonicalize().with_context(|| format!("no program {}", it.display()))?,
        // What `make demo` built there speaks to nobody.
        None => crate::eval::build_release()?,
    };
    let folder = std::env::temp_dir().join(format!("proviso-held-{}", std::process::id()));
    fs::create_dir_all(folder.join("work/Domains"))?;
    let held = Held { program, folder: folder.clone() };
    let done = held.all(args);
    fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    done
}

struct Held {
    program: PathBuf,
    folder: PathBuf,
}

/// A child that does not outlive the task.
pub(crate) struct Ended(pub(crate) Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _gone = self.0.kill();
        let _gone = self.0.wait();
    }
}

/// The served page, which ends with its value.
struct Server {
    _process: Ended,
    port: u16,
    token: String,
}

impl Server {
    /// A command of its own client.
    fn posted(&self, name: &str, request: &Value) -> Vec<u8> {
        let (port, token, body) = (self.port, &self.token, request.to_string());
        format!(
            "POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes()
    }
}

/// What a line of the table ends with: what holds, or what does not.
fn verdict<T: std::fmt::Debug>(faults: &[T], holds: &str) -> String {
    if faults.is_empty() { holds.to_owned() } else { format!("**BROKEN**: {faults:?}") }
}

impl Held {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("PROVISO_CONFIG", self.folder.join("config"))
            .env("PROVISO_IDRIS2", "none")
            .env("PROVISO_LOGS", "none")
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// What papers take, by their kind and size.
    fn papers(&self, most: usize) -> Result<()> {
        say("| paper | KB | seconds | said |\n|---|---:|---:|---|");
        for kb in [25, 50, 100, 390, 2_000].into_iter().filter(|it| *it <= most) {
            for (name, text) in [("statement", lines(kb)), ("contract", clauses(kb))] {
                self.paper(&format!("{name}.txt"), kb, &text)?;
            }
        }
        let grid = grid(600, 480);
        match grid.len() / 1_000 {
            kb if kb <= most => self.paper("grid.csv", kb, &grid),
            _ => Ok(()),
        }
    }

    fn paper(&self, name: &str, kb: usize, text: &str) -> Result<()> {
        fs::write(self.folder.join(name), text)?;
        let began = Instant::now();
        let mut child = self.command(&["analyze", name, "--json"]);
        let output = child.stdout(Stdio::piped()).stderr(Stdio::piped()).output()?;
        let took = began.elapsed().as_secs_f32();
        let said = match serde_json::from_slice::<Value>(&output.stdout) {
            Ok(it) => {
                let count = |what: &str| it[what].as_array().map_or(0, Vec::len);
                let parts = output.stdout.windows(8).any(|it| it == b"one piec");
                let parts = if parts { ", in parts" } else { "" };
                format!("{} fields, {} rules{parts}", count("fields"), count("rules"))
            }
            Err(_) => {
                String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("").to_owned()
            }
        };
        say(format!("| {name} | {kb} | {took:.1} | {said} |"));
        Ok(())
    }

    /// One part after the other; what fails is told at the end, so that the others are tried as well.
    fn all(&self, args: &Args) -> Result<()> {
        let wanted = |it: Part| args.only.is_none_or(|only| only == it);
        if wanted(Part::Papers) {
            self.papers(args.most)?;
        }
        say("\n| what | how it goes |\n|---|---|");
        let parts: [(Part, &dyn Fn() -> Result<()>); 7] = [
            (Part::Rest, &|| self.rest()),
            (Part::Files, &|| self.files()),
            (Part::Providers, &|| providers::run(|it| self.command(it), &self.folder)),
            (Part::Workspaces, &|| self.workspaces()),
            (Part::Attacks, &|| attacks::run(&self.served()?, &self.folder)),
            (Part::Accidents, &|| self.accidents()),
            (Part::Kills, &|| self.killed(args.kills)),
        ];
        let mut failed = Vec::new();
        for (_, part) in parts.into_iter().filter(|it| wanted(it.0)) {
            failed.extend(part().err().map(|err| format!("{err:#}")));
        }
        if failed.is_empty() { Ok(()) } else { bail!("{}", failed.join("\n")) }
    }

    fn rest(&self) -> Result<()> {
        self.interrupted()?;
        self.half_open()?;
        self.nowhere()
    }

    /// What a file might fetch or write is looked for by the means of one system.
    #[cfg(target_os = "linux")]
    fn files(&self) -> Result<()> {
        hostile::run(|it| self.command(it), &self.folder)
    }

    #[cfg(not(target_os = "linux"))]
    fn files(&self) -> Result<()> {
        Ok(())
    }

    #[cfg(unix)]
    fn workspaces(&self) -> Result<()> {
        workspaces::run(|it| self.command(it), &self.folder)
    }

    /// Links and pipes are made otherwise elsewhere.
    #[cfg(not(unix))]
    fn workspaces(&self) -> Result<()> {
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn accidents(&self) -> Result<()> {
        accidents::run(&self.program, |it| self.command(it), &self.folder)
    }

    /// Only this system mounts a disk for one program.
    #[cfg(not(target_os = "linux"))]
    fn accidents(&self) -> Result<()> {
        Ok(())
    }

    #[cfg(target_os = "linux")]
    fn killed(&self, n: usize) -> Result<()> {
        kills::run(&self.program, &self.folder, n)
    }

    /// Where processes cannot be looked at, nobody is killed.
    #[cfg(not(target_os = "linux"))]
    fn killed(&self, _n: usize) -> Result<()> {
        Ok(())
    }

    /// Ctrl-C while a paper is being analysed.
    #[cfg(target_os = "linux")]
    fn interrupted(&self) -> Result<()> {
        fs::write(self.folder.join("long.txt"), lines(5_000))?;
        let mut child = Ended(self.command(&["analyze", "long.txt"]).spawn()?);
        let began = Instant::now();
        while !is_analysing(child.0.id())? {
            if began.elapsed() > PATIENCE || child.0.try_wait()?.is_some() {
                bail!("no analysis was seen to begin");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let began = Instant::now();
        Command::new("kill").args(["-INT", &child.0.id().to_string()]).status()?;
        child.0.wait()?;
        say(format!(
            "| Ctrl-C while 5 MB are analysed | ends after {} ms |",
            began.elapsed().as_millis()
        ));
        Ok(())
    }

    /// Where processes cannot be looked at, nothing is measured.
    #[cfg(not(target_os = "linux"))]
    fn interrupted(&self) -> Result<()> {
        Ok(())
    }

    /// A server over the workspace.
    fn served(&self) -> Result<Server> {
        let mut command = self.command(&["serve", "--port", "0", "--json", "--workspace", "work"]);
        let mut process = Ended(command.stdout(Stdio::piped()).spawn()?);
        let out = process.0.stdout.take().context("no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let told: Value = serde_json::from_str(&line)?;
        let port = u16::try_from(told["port"].as_u64().context("no port")?)?;
        let token = told["token"].as_str().context("no token")?.to_owned();
        Ok(Server { _process: process, port, token })
    }

    /// Connections that never finish their first request.
    fn half_open(&self) -> Result<()> {
        let server = self.served()?;
        let port = server.port;
        let mut silent = Vec::new();
        for _ in 0..400 {
            let mut it = TcpStream::connect(("127.0.0.1", port))?;
            // One that was closed to make room is what is looked for.
            let _closed = it.write_all(b"GET / HTTP/1.1\r\nHost: ");
            silent.push(it);
        }
        let began = Instant::now();
        let mut asking = TcpStream::connect(("127.0.0.1", port))?;
        asking.set_read_timeout(Some(Duration::from_secs(60)))?;
        let request =
            format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        asking.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        let said = match asking.read_to_end(&mut answer) {
            Ok(_) if !answer.is_empty() => {
                format!("answered after {} ms", began.elapsed().as_millis())
            }
            Ok(_) => "closed without an answer".to_owned(),
            Err(err) => format!("no answer: {err}"),
        };
        say(format!("| a request beside 400 half-open connections | {said} |"));
        Ok(())
    }

    /// A place that takes nothing.
    fn nowhere(&self) -> Result<()> {
        let full = Path::new("/dev/full");
        if full.exists() {
            fs::write(self.folder.join("short.txt"), lines(1))?;
            let mut command = self.command(&["analyze", "short.txt"]);
            let status = command.stdout(fs::File::options().write(true).open(full)?).status()?;
            say(format!("| output to /dev/full | exit status {:?} |", status.code()));
        }
        Ok(())
    }
}

/// Whether a process has a worker that analyses: a grandchild, or a child of init's.
#[cfg(target_os = "linux")]
fn is_analysing(parent: u32) -> Result<bool> {
    for entry in fs::read_dir("/proc")? {
        let folder = entry?.path();
        // Processes come and go while they are looked at.
        let Ok(said) = fs::read(folder.join("cmdline")) else { continue };
        let Ok(status) = fs::read_to_string(folder.join("status")) else { continue };
        let is_child = status.lines().any(|it| it == format!("PPid:\t{parent}"));
        if is_child && String::from_utf8_lossy(&said).contains("__proviso-study-worker") {
            return Ok(true);
        }
    }
    Ok(false)
}
