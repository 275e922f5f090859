//! Whether Proviso holds: heavy papers, clients that say nothing, places that take nothing. Each line
//! that is printed is one thing that was once seen to go wrong, and how it goes now.
//!
//! **Invariant:** everything happens in a folder of its own and on the loopback interface; every
//! process that is started is ended.

#[cfg(target_os = "linux")]
mod kills;

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args as Arguments;
use serde_json::Value;

use crate::say;

#[derive(Arguments)]
pub(crate) struct Args {
    /// The program; the release build if none
    #[arg(long)]
    program: Option<PathBuf>,
    /// Papers up to this size only, in KB
    #[arg(long, default_value_t = 2_000)]
    most: usize,
    /// How often something is killed
    #[arg(long, default_value_t = 200)]
    kills: usize,
}

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) fn run(args: &Args) -> Result<()> {
    let program = match &args.program {
        Some(it) => it.clone(),
        None => crate::target()?.join("release/proviso"),
    };
    let folder = std::env::temp_dir().join(format!("proviso-held-{}", std::process::id()));
    fs::create_dir_all(folder.join("work/Domains"))?;
    let held = Held { program, folder: folder.clone() };
    let done = held.papers(args.most).and_then(|()| held.rest(args.kills));
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

impl Held {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("PROVISO_CONFIG", self.folder.join("config"))
            .env("PROVISO_IDRIS2", "none")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// What papers take, by their kind and size.
    fn papers(&self, most: usize) -> Result<()> {
        say("| paper | KB | seconds | said |\n|---|---:|---:|---|");
        for kb in [25, 50, 100, 390, 2_000].into_iter().filter(|it| *it <= most) {
            for (name, text) in [("statement", statement(kb)), ("contract", contract(kb))] {
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

    fn rest(&self, n_kills: usize) -> Result<()> {
        say("\n| what | how it goes |\n|---|---|");
        self.interrupted()?;
        self.half_open()?;
        self.nowhere()?;
        self.killed(n_kills)
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
        fs::write(self.folder.join("long.txt"), statement(5_000))?;
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

    /// Connections that never finish their first request.
    fn half_open(&self) -> Result<()> {
        let mut command = self.command(&["serve", "--port", "0", "--json", "--workspace", "work"]);
        let mut server = Ended(command.stdout(Stdio::piped()).spawn()?);
        let out = server.0.stdout.take().context("no output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let told: Value = serde_json::from_str(&line)?;
        let port = u16::try_from(told["port"].as_u64().context("no port")?)?;
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
            fs::write(self.folder.join("short.txt"), statement(1))?;
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

/// Lines of a bank statement.
pub(crate) fn statement(kb: usize) -> String {
    let mut text = "거래내역조회\n거래일자  적요  출금액  입금액  잔액\n".to_owned();
    for n in 0.. {
        let (amount, rest) = (1_000 * (n % 997 + 1), 10_000_000 + 7_919 * n);
        let (month, day) = (n % 12 + 1, n % 28 + 1);
        // Writing into a text does not fail.
        let _ =
            writeln!(text, "2025-{month:02}-{day:02}  이체 김철수{}  {amount}  0  {rest}", n % 11);
        if text.len() >= kb * 1_000 {
            break;
        }
    }
    text
}

/// Clauses, each with an amount, a day and a rate.
fn contract(kb: usize) -> String {
    let mut text = "용역계약서\n".to_owned();
    for n in 1.. {
        let (amount, day, rate) = (n * 7_310, n % 28 + 1, n % 15 + 1);
        let _ = writeln!(
            text,
            "제{n}조 (대금의 지급) 갑은 을에게 계약금액 {amount}원을 2025년 3월 {day}일까지 지급하며, \
             지연 시 연 {rate}%의 이자를 가산한다."
        );
        if text.len() >= kb * 1_000 {
            break;
        }
    }
    text
}

/// A quotation of so many rows that add up.
pub(crate) fn quotation(rows: usize) -> String {
    let mut text = "# 견적서\n\n| 품명 | 수량 | 단가 | 금액 |\n|---|---:|---:|---:|\n".to_owned();
    let mut total = 0;
    for n in 0..rows {
        let (count, price) = (n % 9 + 1, (n % 50 + 1) * 1_000);
        total += count * price;
        let _ = writeln!(text, "| 품목{n} | {count} | {price} | {} |", count * price);
    }
    text + &format!("| 합계 | | | {total} |\n")
}

/// Numbers in rows and columns.
fn grid(rows: usize, columns: usize) -> String {
    let row = |r: usize| {
        let cells = (0..columns).map(|c| (r * 7_919 + c * 104_729) % 99_991 + 1);
        cells.map(|it| it.to_string()).collect::<Vec<_>>().join(",")
    };
    (0..rows).map(|r| row(r) + "\n").collect()
}
