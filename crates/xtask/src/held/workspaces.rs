//! Workspaces that somebody else made: folders that are links, pipes and databases of no version, and
//! settings that would send papers away.
//!
//! **Invariant:** nothing beside a workspace is read or written for its sake, nobody is asked, and what
//! cannot be worked with is refused with a reason.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::tried::tried;
use crate::heavy::quotation;
use crate::say;

const LIMIT: Duration = Duration::from_secs(60);
/// What lies beside every workspace, and stays there.
const SECRET: &str = "what nobody asked for";
/// Where a database of SQLite has its user's version.
const VERSION: std::ops::Range<usize> = 60..64;

/// Makes a workspace of what one of this program's own is, and what lies beside it.
type Deed = fn(own: &Path, beside: &Path) -> Result<()>;

const WORKSPACES: [(&str, Deed); 10] = [
    ("whose settings name an engine and a folder beside it", |own, beside| {
        let text = format!("engine = \"openai\"\nwatched_folder = {beside:?}\n");
        Ok(fs::write(own.join(".proviso/settings.toml"), text)?)
    }),
    ("whose private folder is a link", |own, beside| {
        fs::remove_dir_all(own.join(".proviso"))?;
        Ok(symlink(beside, own.join(".proviso"))?)
    }),
    ("whose models are a link", |own, beside| {
        fs::remove_dir_all(own.join("Domains"))?;
        Ok(symlink(beside, own.join("Domains"))?)
    }),
    ("whose model is a link", |own, beside| {
        let model = own.join("Domains/Asked.idr");
        fs::remove_file(&model)?;
        Ok(symlink(beside.join("secret"), model)?)
    }),
    ("whose model is a pipe", |own, _| {
        let model = own.join("Domains/Asked.idr");
        fs::remove_file(&model)?;
        pipe(&model)
    }),
    ("whose settings are a pipe", |own, _| pipe(&own.join(".proviso/settings.toml"))),
    ("whose database is none", |own, _| {
        Ok(fs::write(
            own.join(".proviso/proviso.db"),
            "no database, and long enough to be one".repeat(99),
        )?)
    }),
    ("whose database is of a version below none", |own, _| version(own, -7)),
    ("whose database is of a far later version", |own, _| version(own, i32::MAX)),
    ("whose prompts and types are links", |own, beside| {
        for name in ["prompts", "document-types"] {
            if own.join(name).exists() {
                fs::remove_dir_all(own.join(name))?;
            }
            symlink(beside, own.join(name))?;
        }
        Ok(())
    }),
];

fn pipe(path: &Path) -> Result<()> {
    let made = Command::new("mkfifo").arg(path).status()?;
    if !made.success() {
        bail!("cannot make the pipe {}", path.display());
    }
    Ok(())
}

fn version(own: &Path, version: i32) -> Result<()> {
    let path = own.join(".proviso/proviso.db");
    let mut bytes = fs::read(&path)?;
    bytes.get_mut(VERSION).context("no database")?.copy_from_slice(&version.to_be_bytes());
    Ok(fs::write(path, bytes)?)
}

/// Converts a quotation in each of them, and prints what came of it.
pub(super) fn run(command: impl Fn(&[&str]) -> Command, folder: &Path) -> Result<()> {
    fs::write(folder.join("asked.md"), quotation(3))?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let stranger = format!("http://{}/v1", listener.local_addr()?);
    let mut faults = Vec::new();
    let (mut n_done, mut longest) = (0, (Duration::ZERO, ""));
    for (n, (name, deed)) in WORKSPACES.into_iter().enumerate() {
        let (own, beside) = (format!("workspace{n}"), folder.join(format!("beside{n}")));
        fs::create_dir_all(folder.join(&own).join("Domains"))?;
        fs::create_dir_all(&beside)?;
        fs::write(beside.join("secret"), SECRET)?;
        let convert = ["convert", "asked.md", "--workspace", &own];
        let first = tried(command(&convert), LIMIT)?;
        if first.code == Some(2) {
            bail!("no run in a good workspace: {}", first.err);
        }
        deed(&folder.join(&own), &beside)?;
        let mut again = command(&convert);
        // What a person set for another day: a server and a key, and no engine.
        again.env("PROVISO_BASE_URL", &stranger).env("OPENAI_API_KEY", "sk-held-00000000");
        again.env("PROVISO_MODEL", "any");
        let it = tried(again, LIMIT)?;
        faults.extend(it.fault().map(|fault| format!("one {name}: {fault}")));
        if it.code == Some(2) && !it.err.contains("error:") {
            faults.push(format!("one {name}: refused without a reason"));
        }
        n_done += usize::from(it.code != Some(2));
        if [&it.out, &it.err].iter().any(|text| text.contains(SECRET)) {
            faults.push(format!("one {name}: what lies beside it is told"));
        }
        let mut beside: Vec<_> =
            fs::read_dir(&beside)?.map(|it| Ok(it?.path())).collect::<Result<_>>()?;
        beside.sort();
        let is_as_it_was = match beside.as_slice() {
            [one] => fs::read_to_string(one)? == SECRET,
            _ => false,
        };
        if !is_as_it_was {
            faults.push(format!("one {name}: {beside:?} lie beside it"));
        }
        longest = longest.max((it.took, name));
    }
    if listener.accept().is_ok() {
        faults.push("somebody was asked whom no person named".to_owned());
    }
    let n = WORKSPACES.len();
    say(format!(
        "| {n} hostile workspaces | {n_done} worked in all the same, {} refused with a reason; at most \
         {:.1} s (one {}); {} |",
        n - n_done,
        longest.0.as_secs_f32(),
        longest.1,
        super::verdict(&faults, "nothing beside them read or written, nobody asked"),
    ));
    if !faults.is_empty() {
        bail!("hostile workspaces: {faults:#?}");
    }
    Ok(())
}
