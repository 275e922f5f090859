//! The prompt for a password on a real terminal: asked there, not shown, and the terminal as it was
//! when it is over.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use rustix::termios::{LocalModes, tcgetattr};

use crate::bench::Bench;

/// A page that says `Amount due 1,250`, behind AES-256; its password is `sesame-4711`.
const LOCKED: &[u8] = include_bytes!("locked.pdf");
const PASSWORD: &str = "sesame-4711";
const PROMPT: &str = "password of locked.pdf: ";
const CTRL_C: &str = "\u{3}";
/// A machine that is slower than this has another trouble.
const PATIENCE: Duration = Duration::from_secs(120);

/// Lets a program run, tells how it ended, and stays: with the first program of a terminal the
/// system would set the terminal back by itself.
const SHELL: &str = r#""$@"; echo "ended with $?."; read -r _"#;

/// A program on a terminal, and whoever sits there.
struct Terminal {
    pty: Pty,
    shell: Child,
    heard: Receiver<Vec<u8>>,
    /// All that the terminal has shown.
    shown: String,
    /// How much of it was waited for, in bytes.
    seen: usize,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // With it goes the terminal, and with that whatever still runs there.
        let _gone = self.shell.kill().and_then(|()| self.shell.wait());
    }
}

impl Terminal {
    fn start(bench: &Bench, arguments: &str) -> Terminal {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(24, 200)).unwrap();
        let like = bench.command(arguments);
        let mut command = Command::new("sh").args(["-c", SHELL, "sh"]);
        command = command.arg(like.get_program()).args(like.get_args());
        for (name, value) in like.get_envs() {
            command = match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let command = command.current_dir(like.get_current_dir().unwrap());
        let shell = command.spawn(pts).unwrap();
        let mut screen = File::from(pty.as_fd().try_clone_to_owned().unwrap());
        let (tell, heard) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // At its end a terminal is no file that ends, but one that fails.
            while let Ok(n @ 1..) = screen.read(&mut bytes) {
                if tell.send(bytes[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { pty, shell, heard, shown: String::new(), seen: 0 }
    }

    /// Waits until the terminal shows this, behind what was waited for before.
    #[track_caller]
    fn until(&mut self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.shown[self.seen..].find(text) {
                self.seen += at + text.len();
                return;
            }
            match self.heard.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(why) => panic!("{why} before `{text}`: {}", self.shown),
            }
        }
    }

    /// Waits for the prompt, and until nothing that is typed is shown.
    #[track_caller]
    fn until_asked(&mut self) {
        self.until(PROMPT);
        let deadline = Instant::now() + PATIENCE;
        while self.shows_what_is_typed() {
            assert!(Instant::now() < deadline, "the terminal would show the password");
            std::thread::yield_now();
        }
    }

    fn shows_what_is_typed(&self) -> bool {
        tcgetattr(&self.pty).unwrap().local_modes.contains(LocalModes::ECHO)
    }

    fn type_in(&mut self, text: &str) {
        self.pty.write_all(text.as_bytes()).unwrap();
    }

    /// The exit status, and all that the terminal has shown.
    #[track_caller]
    fn ended(mut self) -> (u8, String) {
        self.until("ended with ");
        let begin = self.seen;
        self.until(".");
        let status = self.shown[begin..self.seen - 1].parse().unwrap();
        let modes = tcgetattr(&self.pty).unwrap().local_modes;
        let usual = LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG;
        assert!(modes.contains(usual), "the terminal is left with {modes:?}: {}", self.shown);
        (status, std::mem::take(&mut self.shown))
    }
}

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("locked.pdf", LOCKED);
    bench
}

#[test]
fn a_password_is_asked_for_again_where_it_is_wrong_and_never_shown() {
    let bench = bench();
    let mut terminal = Terminal::start(&bench, "analyze locked.pdf");
    terminal.until_asked();
    terminal.type_in("open-0815\n");
    terminal.until("does not open it");
    terminal.until_asked();
    terminal.type_in(&format!("{PASSWORD}\n"));
    let (code, shown) = terminal.ended();
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("1,250"), "{shown}");
    assert!(!shown.contains("0815") && !shown.contains("4711"), "{shown}");
}

#[test]
fn a_run_begins_with_the_password_that_was_typed() {
    let bench = bench();
    let mut terminal = Terminal::start(&bench, "convert locked.pdf --project Locked");
    terminal.until_asked();
    terminal.type_in(&format!("{PASSWORD}\n"));
    let (code, shown) = terminal.ended();
    assert_eq!(code, 0, "{shown}");
    assert!(bench.exists("Domains/Locked.idr"), "{shown}");
}

#[test]
fn who_does_not_know_the_password_is_asked_three_times() {
    let bench = bench();
    let mut terminal = Terminal::start(&bench, "analyze locked.pdf");
    for _ in 0..3 {
        terminal.until_asked();
        terminal.type_in("open-0815\n");
    }
    let (code, shown) = terminal.ended();
    assert_eq!((code, shown.matches(PROMPT).count()), (2, 3), "{shown}");
    assert!(shown.contains("`PROVISO_PASSWORD` gives its password"), "{shown}");
}

#[test]
fn no_answer_is_an_answer() {
    let bench = bench();
    let mut terminal = Terminal::start(&bench, "analyze locked.pdf");
    terminal.until_asked();
    terminal.type_in("\n");
    let (code, shown) = terminal.ended();
    assert_eq!((code, shown.matches(PROMPT).count()), (2, 1), "{shown}");
}

#[test]
fn a_prompt_that_is_stopped_leaves_the_terminal_as_it_was() {
    let bench = bench();
    let mut terminal = Terminal::start(&bench, "analyze locked.pdf");
    terminal.until_asked();
    terminal.type_in(&format!("sesa{CTRL_C}"));
    let (code, shown) = terminal.ended();
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("cancelled") && !shown.contains("sesa"), "{shown}");
}
