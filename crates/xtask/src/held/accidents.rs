//! Accidents of a machine: a disk that is full, a workspace that cannot be written, and a hundred
//! programs at once over one workspace.
//!
//! **Invariant:** what was kept before stays, what could not be done is said, and it is done once there
//! is room. Disks are made in a name space of mounts of their own, which ends with its shell; where the
//! system gives none, that is what is printed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::tried::tried;
use super::{Ended, PATIENCE};
use crate::heavy::quotation;
use crate::say;

/// The exit status of a shell that could not mount.
const NO_MOUNT: i32 = 77;
/// KB that are left on the disk while a document is converted: from none to nearly what it takes.
const LEFT: [u32; 8] = [0, 4, 16, 64, 256, 512, 1_024, 2_048];
const AT_ONCE: usize = 100;

/// A disk of 64 MB is filled up to so many KB, a document converted, room made, and converted again.
const FULL: &str = r#"
mkdir disk && mount -t tmpfs -o size=64m tmpfs disk || exit 77
mkdir disk/Domains
"$PROGRAM" convert before.md --workspace disk >/dev/null 2>&1
echo "before $?"
for left in $LEFT; do
    room=$(df -k --output=avail disk | tail -1)
    head -c $(( (room - left) * 1024 )) /dev/zero >disk/filler
    "$PROGRAM" convert "left$left.md" --workspace disk >out 2>err
    echo "full $left $? $(cat out err | grep -m1 -e error: -e panicked)"
    rm disk/filler
    "$PROGRAM" convert "left$left.md" --workspace disk >out 2>err
    echo "room $left $? $(grep -m1 error: err)"
done
"$PROGRAM" runs --json --workspace disk | tr -d '\n'
echo
"$PROGRAM" doctor --workspace disk
true
"#;

/// A workspace is made one that cannot be written, looked at, converted in, and given back.
const READ_ONLY: &str = r#"
mkdir -p closed/Domains
"$PROGRAM" convert before.md --workspace closed >/dev/null 2>&1
echo "before $?"
mount --bind closed closed && mount -o remount,bind,ro closed || exit 77
"$PROGRAM" convert left0.md --workspace closed >out 2>err
echo "closed $? $(cat out err | grep -m1 -e error: -e panicked)"
"$PROGRAM" show 1 --workspace closed >out 2>err
echo "shown $? $(cat out err | grep -m1 -e error: -e before.md)"
umount closed
"$PROGRAM" convert left0.md --workspace closed >out 2>err
echo "open $? $(grep -m1 error: err)"
"#;

/// All three, one after the other.
pub(super) fn run(
    program: &Path,
    command: impl Fn(&[&str]) -> Command,
    folder: &Path,
) -> Result<()> {
    fs::write(folder.join("before.md"), quotation(3))?;
    for left in LEFT {
        let text = format!("{}\n남은 {left}\n", quotation(30));
        fs::write(folder.join(format!("left{left}.md")), text)?;
    }
    full(program, &command)?;
    read_only(program, &command)?;
    at_once(&command, folder)
}

/// What a script says in mounts of its own; none where the system gives no such.
fn mounted(
    program: &Path,
    command: &impl Fn(&[&str]) -> Command,
    script: &str,
) -> Result<Option<String>> {
    let like = command(&[]);
    let mut shell = Command::new("unshare");
    shell.args(["--map-root-user", "--mount", "sh", "-c", script]);
    shell.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = like.get_current_dir() {
        shell.current_dir(folder);
    }
    let left: Vec<String> = LEFT.iter().map(u32::to_string).collect();
    shell.env("PROGRAM", program).env("LEFT", left.join(" ")).env("LANG", "C.UTF-8");
    let it = tried(shell, PATIENCE)?;
    if it.code == Some(NO_MOUNT) || it.err.starts_with("unshare:") {
        return Ok(None);
    }
    if it.code != Some(0) || it.hung {
        bail!("the script ends with {:?}: {}{}", it.code, it.out, it.err);
    }
    Ok(Some(it.out))
}

/// The lines of a script that begin with a word, taken apart.
fn lines<'a>(said: &'a str, word: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let all = said.lines().map(|it| it.splitn(4, ' ').collect::<Vec<_>>());
    all.filter(move |it| it.first() == Some(&word))
}

fn full(program: &Path, command: &impl Fn(&[&str]) -> Command) -> Result<()> {
    let Some(said) = mounted(program, command, FULL)? else {
        say("| a full disk | NOT TRIED: this system lets nobody mount one |");
        return Ok(());
    };
    let mut faults = Vec::new();
    let mut n_refused = 0;
    for it in lines(&said, "full") {
        let why = it.get(3).copied().unwrap_or_default();
        n_refused += usize::from(it[2] == "2");
        if why.contains("panicked") || (it[2] == "2" && !why.contains("error:")) {
            faults.push(format!("with {} KB left: {it:?}", it[1]));
        }
    }
    for it in lines(&said, "room").filter(|it| it[2] == "2") {
        faults.push(format!("there is room again, and {it:?}"));
    }
    let runs = said.lines().find(|it| it.starts_with('[')).context("no list of runs")?;
    let runs: Vec<Value> = serde_json::from_str(runs)?;
    if !runs.iter().any(|it| it["run_id"] == "1" && it["verdict"].is_string()) {
        faults.push("the run from before is lost".to_owned());
    }
    if !said.contains("its database is sound") {
        faults.push("the database is not sound".to_owned());
    }
    say(format!(
        "| a disk with {} to {} KB left, {} times | {n_refused} refused with a reason, and each done once \
         there was room; {} runs, {} |",
        LEFT[0],
        LEFT[LEFT.len() - 1],
        LEFT.len(),
        runs.len(),
        super::verdict(&faults, "none lost, the database sound"),
    ));
    if !faults.is_empty() {
        bail!("a full disk: {faults:#?}\n{said}");
    }
    Ok(())
}

fn read_only(program: &Path, command: &impl Fn(&[&str]) -> Command) -> Result<()> {
    let Some(said) = mounted(program, command, READ_ONLY)? else {
        say(
            "| a workspace that cannot be written | NOT TRIED: this system lets nobody mount one |",
        );
        return Ok(());
    };
    let line = |word: &str| lines(&said, word).next().map(|it| it.join(" ")).unwrap_or_default();
    let (closed, shown, open) = (line("closed"), line("shown"), line("open"));
    let faults: Vec<&String> = [
        (&closed, closed.starts_with("closed 2 ") && closed.contains("error:")),
        (&shown, shown.contains("before.md") || shown.contains("error:")),
        (&open, open.starts_with("open ") && !open.starts_with("open 2")),
    ]
    .into_iter()
    .filter_map(|(line, holds)| (!holds).then_some(line))
    .collect();
    let looks = if shown.contains("before.md") { "is shown" } else { "is refused with a reason" };
    say(format!(
        "| a workspace that cannot be written | a conversion is refused with a reason, what is kept \
         {looks}, and it goes on once it is open again; {} |",
        super::verdict(&faults, "nothing lost"),
    ));
    if !faults.is_empty() {
        bail!("a closed workspace: {faults:#?}\n{said}");
    }
    Ok(())
}

/// A hundred programs convert a document each, in one workspace.
fn at_once(command: &impl Fn(&[&str]) -> Command, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder.join("crowd/Domains"))?;
    for n in 0..AT_ONCE {
        let text = format!("{}\n문서 {n}번\n", quotation(5));
        fs::write(folder.join(format!("crowd{n}.md")), text)?;
    }
    let began = Instant::now();
    let start = |n: usize| -> Result<Ended> {
        let file = format!("crowd{n}.md");
        let mut one = command(&["convert", &file, "--workspace", "crowd"]);
        let child: Child = one.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        Ok(Ended(child))
    };
    let mut all: Vec<Ended> = (0..AT_ONCE).map(start).collect::<Result<_>>()?;
    let mut codes = Vec::new();
    for it in &mut all {
        codes.push(it.0.wait()?.code());
    }
    let took = began.elapsed();
    let list = tried(command(&["runs", "--json", "--workspace", "crowd"]), PATIENCE)?;
    let runs: Vec<Value> = serde_json::from_str(&list.out).context("no list of runs")?;
    let files: BTreeSet<String> = runs
        .iter()
        .filter(|it| it["verdict"].is_string())
        .map(|it| it["reference_docs"].to_string())
        .collect();
    let examined = tried(command(&["doctor", "--workspace", "crowd"]), Duration::from_secs(120))?;
    let sound = examined.out.contains("its database is sound");
    let n_failed = codes.iter().filter(|it| !matches!(it, Some(0 | 1))).count();
    let mut faults = Vec::new();
    if n_failed > 0 || files.len() != AT_ONCE || !sound {
        faults.push(format!(
            "{n_failed} ended badly, {} of {AT_ONCE} documents have a verdict, sound: {sound}",
            files.len()
        ));
    }
    say(format!(
        "| {AT_ONCE} programs at once over one workspace | {} runs, each with its verdict, after {:.0} s; {} |",
        runs.len(),
        took.as_secs_f32(),
        super::verdict(&faults, "none lost, the database sound"),
    ));
    if !faults.is_empty() {
        bail!("a hundred at once: {faults:?}");
    }
    Ok(())
}
