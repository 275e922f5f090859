//! What the system says of processes: when they began, what they started, what memory they hold.

use std::fmt;
use std::fs;

use crate::machine::until;

/// Ticks of a second in `/proc`, on every Linux that this is measured on.
const TICKS: f64 = 100.0;

/// Memory of a program and of all that it started, in KiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Share {
    program: u64,
    web_view: u64,
    n_processes: usize,
}

impl Share {
    pub(crate) fn total(&self) -> u64 {
        self.program + self.web_view
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |it: u64| it.div_ceil(1024);
        let (all, own, rest) = (mib(self.total()), mib(self.program), mib(self.web_view));
        write!(f, "{all} MiB: {own} + {rest} in {} more", self.n_processes)
    }
}

/// The fields of `/proc/PID/stat` from the third on; a name in parentheses comes before them.
fn stat(process: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let rest = text.rsplit_once(") ")?.1;
    Some(rest.split(' ').map(str::to_owned).collect())
}

fn children(parent: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").unwrap();
    let all = entries.filter_map(|it| it.ok()?.file_name().to_str()?.parse::<u32>().ok());
    all.filter(|it| stat(*it).is_some_and(|it| it[1] == parent.to_string())).collect()
}

/// The program that a driver started.
pub(crate) fn started_by(driver: u32) -> u32 {
    until("the driver has started the program", || children(driver).first().copied())
}

/// When a process began, in milliseconds since 1970, exact to a hundredth of a second.
pub(crate) fn began_at_ms(process: u32) -> f64 {
    let uptime = fs::read_to_string("/proc/uptime").unwrap();
    let uptime: f64 = uptime.split(' ').next().unwrap().parse().unwrap();
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs_f64();
    // The twenty-second field of all.
    let began: f64 = stat(process).unwrap()[19].parse().unwrap();
    (now - uptime + began / TICKS) * 1000.0
}

/// All that a process has started, and what that has.
fn all_below(process: u32) -> Vec<u32> {
    let mut below = children(process);
    let mut next = 0;
    while let Some(it) = below.get(next).copied() {
        below.extend(children(it));
        next += 1;
    }
    below
}

/// What each process that a program started holds, by its name, the largest first.
pub(crate) fn shares(process: u32) -> String {
    let named = |it: u32| {
        let name = fs::read_to_string(format!("/proc/{it}/comm")).unwrap_or_default();
        (pss(it).div_ceil(1024), name.trim().to_owned())
    };
    let mut all: Vec<_> = all_below(process).into_iter().map(named).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    let all: Vec<String> = all.iter().map(|(mib, name)| format!("{name} {mib}")).collect();
    all.join(", ")
}

/// What a process and all that it started hold.
pub(crate) fn share(process: u32) -> Share {
    let below = all_below(process);
    let web_view = below.iter().map(|it| pss(*it)).sum();
    Share { program: pss(process), web_view, n_processes: below.len() }
}

/// The proportional share of a process, in KiB; one that has just ended holds nothing.
fn pss(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|it| it.strip_prefix("Pss:"));
    line.and_then(|it| it.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
