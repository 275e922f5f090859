//! Programs that are killed at any moment: the one that converts, a worker of its, or its compiler. And
//! the first of them once more behind each thing that it says, which is where its stages meet.
//!
//! **Invariant:** the program that is tried is a link of its own, by which its processes are told from
//! those of others. What is looked at is what a person would: the list of runs, going on with each,
//! `doctor`, and the folders.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::{Ended, PATIENCE};
use crate::heavy::quotation;
use crate::say;

/// How long what a killed process has started may take to be gone.
const GONE: Duration = Duration::from_secs(10);
/// Between two looks at what runs: who looks without a pause takes a processor from what is looked at.
const PAUSE: Duration = Duration::from_millis(1);
/// A compiler in the place of one: as the real one is, a shell that waits for another program, and then
/// says that something is wrong. It takes its time and no processor's.
const STAND_IN: &str = "#!/bin/sh\ncase \"$1\" in\n--version) echo 'Idris 2, version 0.8.0' ;;\n\
                        --libdir) echo /usr ;;\n*) sh -c 'sleep 0.3; :' \"$0\"; \
                        echo 'Error: no'; exit 1 ;;\nesac\n";

/// Who is killed, by turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Victim {
    Program,
    Worker,
    Compiler,
}

/// When somebody is killed.
#[derive(Debug, Clone, Copy)]
enum When {
    /// So long after the beginning: that of the program, or a tenth of it after that of the victim.
    After(Duration),
    /// As soon as the program has said so many lines.
    Said(usize),
}

/// A workspace with its program.
struct Place {
    folder: PathBuf,
    program: PathBuf,
    compiler: PathBuf,
}

/// A program that converts, and the lines that it says, each as it comes.
struct Converting {
    child: Ended,
    said: Receiver<String>,
}

/// What came of all of it.
#[derive(Default)]
struct Count {
    killed: [usize; 3],
    /// Behind a line, of those of the program.
    behind: usize,
    /// Too late, or there was nobody to kill.
    missed: usize,
    /// Runs that are known.
    runs: usize,
    longest: Duration,
}

/// Kills so many times, and prints what was lost.
pub(super) fn run(program: &Path, folder: &Path, n: usize) -> Result<()> {
    let place = Place::new(program, folder)?;
    let (mut whole, mut n_lines) = (PATIENCE, 0);
    for _ in 0..3 {
        let began = Instant::now();
        let mut it = place.convert(0)?;
        it.child.0.wait()?;
        whole = whole.min(began.elapsed());
        n_lines = it.said.iter().count();
    }
    let mut count = Count { runs: place.list()?.len(), ..Count::default() };
    let began = Instant::now();
    for line in 1..=n_lines {
        place.killed(n + line, Victim::Program, When::Said(line), &mut count)?;
    }
    let mut chance = 0x2545_f491_4f6c_dd1d_u64;
    for it in 1..=n {
        // Any moment of a run, the same ones on every machine as far as it goes.
        chance =
            chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moment = whole.mul_f64((chance >> 11) as f64 / (1_u64 << 53) as f64);
        let victim = [Victim::Program, Victim::Worker, Victim::Compiler][it % 3];
        place.killed(it, victim, When::After(moment), &mut count)?;
    }
    let each = began.elapsed().as_secs_f64() / (n + n_lines).max(1) as f64;
    let [programs, workers, compilers] = count.killed;
    let runs = place.list()?;
    let open: Vec<&Value> = runs.iter().filter(|it| it["verdict"] == "interrupted").collect();
    let n_open = open.len();
    for it in open {
        place.go_on(it["run_id"].as_str().context("a run without a number")?)?;
    }
    let runs = place.list()?;
    let unfinished =
        runs.iter().filter(|it| it["verdict"].is_null() || it["verdict"] == "interrupted");
    let unfinished = unfinished.count();
    let examined = place.said(&["doctor"])?;
    let sound = examined.contains("its database is sound");
    let (stray, alive) = (place.stray()?, place.alive()?);
    say(format!(
        "| {} kills (program {programs}, {} of them behind one of the {n_lines} lines that a run says; \
         worker {workers}, compiler {compilers}; {} came too late), {each:.1} s each, at most {:.1} s | \
         {n_open} of {} runs were interrupted, and {} of these went on to their end; {} processes and \
         {} files left over; database {} |",
        programs + workers + compilers,
        count.behind,
        count.missed,
        count.longest.as_secs_f64(),
        runs.len(),
        n_open - unfinished,
        alive.len(),
        stray.len(),
        if sound { "sound" } else { "NOT SOUND" },
    ));
    if unfinished > 0 || !sound || !stray.is_empty() || !alive.is_empty() {
        bail!(
            "{unfinished} runs do not go on; {stray:?} stay behind; {alive:?} live on; {examined}"
        );
    }
    Ok(())
}

impl Place {
    fn new(program: &Path, folder: &Path) -> Result<Place> {
        let place = Place {
            folder: folder.join("kills"),
            program: folder.join("kills/proviso"),
            compiler: folder.join("kills/idris2"),
        };
        fs::create_dir_all(place.folder.join("work/Domains"))?;
        fs::create_dir_all(place.folder.join("temporary"))?;
        // A copy where the disk is another one.
        if fs::hard_link(program, &place.program).is_err() {
            fs::copy(program, &place.program)?;
        }
        fs::write(&place.compiler, STAND_IN)?;
        crate::fleet::executable(&place.compiler)?;
        Ok(place)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .args(["--workspace", "work"])
            .current_dir(&self.folder)
            .env("PROVISO_CONFIG", self.folder.join("config"))
            .env("PROVISO_CACHE", "none")
            .env("PROVISO_LOGS", "none")
            .env("PROVISO_IDRIS2", &self.compiler)
            .env("TMPDIR", self.folder.join("temporary"))
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null());
        command
    }

    fn convert(&self, n: usize) -> Result<Converting> {
        let file = format!("paper{n}.md");
        fs::write(self.folder.join(&file), format!("{}\n문서 {n}번\n", quotation(30)))?;
        let mut command = self.command(&["convert", &file, "--max-attempts", "1"]);
        let mut child = Ended(command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?);
        let lines = BufReader::new(child.0.stderr.take().context("no output")?).lines();
        let (tell, said) = mpsc::channel();
        // It is listened to until the end: a program whose pipe is closed goes another way.
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Converting { child, said })
    }

    fn said(&self, arguments: &[&str]) -> Result<String> {
        let output = self.command(arguments).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn list(&self) -> Result<Vec<Value>> {
        Ok(serde_json::from_str(&self.said(&["runs", "--json"])?)?)
    }

    /// One conversion, in which somebody is killed. A run that was told of must be known.
    fn killed(&self, n: usize, victim: Victim, when: When, count: &mut Count) -> Result<()> {
        let started = Instant::now();
        let Converting { mut child, said } = self.convert(n)?;
        let own = child.0.id();
        let mut heard = Vec::new();
        let mut look = || -> Result<Vec<u32>> {
            loop {
                let found = match victim {
                    Victim::Program => vec![own],
                    Victim::Worker => self.with("__proviso-")?,
                    Victim::Compiler => self.with("idris2")?,
                };
                if !found.is_empty() || child.0.try_wait()?.is_some() {
                    return Ok(found);
                }
                thread::sleep(PAUSE);
            }
        };
        match (when, victim) {
            (When::Said(lines), _) => heard.extend(said.iter().take(lines)),
            (When::After(moment), Victim::Program) => thread::sleep(moment),
            // A worker and a compiler live for a part of the run only: it is their life that is cut.
            (When::After(moment), _) => {
                look()?;
                thread::sleep(moment / 10);
            }
        }
        let victims = look()?;
        let is_over = child.0.try_wait()?.is_some();
        match victims.first().filter(|_| !is_over) {
            Some(it) => {
                // It may have ended between the look and the blow.
                let _gone = Command::new("kill").args(["-KILL", &it.to_string()]).status()?;
                count.killed[victim as usize] += 1;
                count.behind += usize::from(matches!(when, When::Said(_)));
            }
            None => count.missed += 1,
        }
        let began = Instant::now();
        while child.0.try_wait()?.is_none() {
            if began.elapsed() > PATIENCE {
                bail!("paper {n}: the program does not end after its {victim:?} was killed");
            }
            thread::sleep(PAUSE);
        }
        let began = Instant::now();
        while !self.alive()?.is_empty() {
            if began.elapsed() > GONE {
                bail!("paper {n}, {victim:?} killed {when:?}: {:?} live on", self.alive()?);
            }
            thread::sleep(PAUSE);
        }
        heard.extend(said.iter());
        let runs = self.list()?.len();
        if heard.iter().any(|it| it.contains(": run ")) && runs == count.runs {
            bail!("paper {n}: its run was told of, and is lost");
        }
        count.runs = runs;
        count.longest = count.longest.max(started.elapsed());
        Ok(())
    }

    fn go_on(&self, run: &str) -> Result<()> {
        let output = self.command(&["retry", run]).output()?;
        if output.status.code().is_none() {
            bail!("run {run} cannot be gone on with");
        }
        Ok(())
    }

    /// Processes of this program and its compiler.
    fn alive(&self) -> Result<Vec<u32>> {
        self.with("")
    }

    /// The same whose line of arguments has a word.
    fn with(&self, word: &str) -> Result<Vec<u32>> {
        let own = self.folder.to_string_lossy().into_owned();
        let mut all = Vec::new();
        for entry in fs::read_dir("/proc")? {
            let entry = entry?;
            let Ok(id) = entry.file_name().to_string_lossy().parse() else { continue };
            // Processes come and go while they are looked at; one that has ended has no line.
            let Ok(line) = fs::read(entry.path().join("cmdline")) else { continue };
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            if line.contains(&own) && line.contains(word) {
                all.push(id);
            }
        }
        Ok(all)
    }

    /// What lies where nothing should: temporary files, and files of the workspace half written.
    fn stray(&self) -> Result<Vec<PathBuf>> {
        let mut stray = Vec::new();
        let known = ["proviso.db", "proviso.db-wal", "proviso.db-shm", "locks", "sources"];
        for entry in fs::read_dir(self.folder.join("work/.proviso"))? {
            let entry = entry?;
            if !known.contains(&&*entry.file_name().to_string_lossy()) {
                stray.push(entry.path());
            }
        }
        for entry in fs::read_dir(self.folder.join("temporary"))? {
            stray.push(entry?.path());
        }
        Ok(stray)
    }
}
