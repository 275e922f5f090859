//! Servers, workers and batches on this machine, for what is measured and tried of them.
//!
//! **Invariant:** what was started ends with its owner, and everything lies in one folder that goes
//! with it.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

/// How often something is looked for that comes by itself.
const LOOK: Duration = Duration::from_millis(100);
/// How long a server may take to listen.
const START: Duration = Duration::from_secs(20);

/// A fleet: servers, and workers by their names.
pub(crate) struct Fleet {
    proviso: PathBuf,
    folder: tempfile::TempDir,
    servers: Vec<Child>,
    workers: Vec<(String, Child)>,
    address: String,
}

impl Fleet {
    /// So many servers, one cluster where there are several.
    pub(crate) fn start(proviso: &Path, n_servers: usize) -> Result<Fleet> {
        let folder = tempfile::tempdir()?;
        let ports = free_ports(2 * n_servers)?;
        let (ports, routes) = ports.split_at(n_servers);
        let all = |ports: &[u16]| -> String {
            ports.iter().map(|it| format!("nats://127.0.0.1:{it}")).collect::<Vec<_>>().join(",")
        };
        let packaged = Path::new("/usr/sbin/nats-server");
        let program = if packaged.is_file() { packaged } else { Path::new("nats-server") };
        let mut fleet = Fleet {
            proviso: proviso.to_owned(),
            servers: Vec::new(),
            workers: Vec::new(),
            address: all(ports),
            folder,
        };
        for (n, (port, route)) in ports.iter().zip(routes).enumerate() {
            let mut command = Command::new(program);
            command.args(["--jetstream", "--addr", "127.0.0.1", "--port", &port.to_string()]);
            command.arg("--store_dir").arg(fleet.store(n));
            command.arg("--log").arg(fleet.path().join(format!("server{n}.log")));
            if n_servers > 1 {
                command.args(["--name", &format!("n{n}"), "--cluster_name", "fleet", "--cluster"]);
                command.args([&format!("nats://127.0.0.1:{route}"), "--routes", &all(routes)]);
            }
            let server = command.spawn();
            fleet.servers.push(server.context("no `nats-server`: run `scripts/setup tests`")?);
        }
        let began = Instant::now();
        while ports.iter().any(|it| TcpStream::connect(("127.0.0.1", *it)).is_err()) {
            if began.elapsed() > START {
                bail!("`nats-server` does not listen; see `{}`", fleet.path().display());
            }
            std::thread::sleep(LOOK);
        }
        Ok(fleet)
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    fn store(&self, server: usize) -> PathBuf {
        self.path().join(format!("store{server}"))
    }

    /// What `--queue` and `--replicas` are.
    fn queue(&self) -> Vec<String> {
        let replicas = self.servers.len().to_string();
        let arguments = ["--queue", &self.address, "--replicas", &replicas];
        arguments.map(str::to_owned).to_vec()
    }

    /// Another worker, which writes what it does into a file.
    pub(crate) fn hire(&mut self, name: &str) -> Result<()> {
        self.hire_with(name, &[])
    }

    /// The same with variables of its own.
    pub(crate) fn hire_with(&mut self, name: &str, variables: &[(&str, &str)]) -> Result<()> {
        let told = File::create(self.told(name))?;
        let worker = self
            .command()
            .envs(variables.iter().copied())
            .args(["worker", "--name", name])
            .args(self.queue())
            .stdout(Stdio::null())
            .stderr(told)
            .spawn()?;
        self.workers.push((name.to_owned(), worker));
        self.until("a worker that waits", START, || {
            Ok(fs::read_to_string(self.told(name))?.contains("waits for documents"))
        })
    }

    fn told(&self, name: &str) -> PathBuf {
        self.path().join(format!("{name}.log"))
    }

    /// What workers said that they finished: documents and how.
    pub(crate) fn finished(&self) -> Result<Vec<(String, String)>> {
        let mut all = Vec::new();
        for (name, _) in &self.workers {
            for line in fs::read_to_string(self.told(name))?.lines() {
                let said = line.strip_prefix("finished ").and_then(|it| it.rsplit_once(" ("));
                if let Some((document, how)) = said {
                    all.push((document.to_owned(), how.trim_end_matches(')').to_owned()));
                }
            }
        }
        Ok(all)
    }

    /// The resident memory of the first worker and the most that it had, in KiB.
    pub(crate) fn memory(&self) -> Result<[u64; 2]> {
        let (_, worker) = self.workers.first().context("no worker")?;
        let status = fs::read_to_string(format!("/proc/{}/status", worker.id()))?;
        let value = |name: &str| -> Result<u64> {
            let line = status.lines().find_map(|it| it.strip_prefix(name)).context("no memory")?;
            Ok(line.trim().trim_end_matches(" kB").parse()?)
        };
        Ok([value("VmRSS:")?, value("VmHWM:")?])
    }

    /// Kills a server as a power cut does.
    pub(crate) fn kill_server(&mut self, n: usize) -> Result<()> {
        let server = self.servers.get_mut(n).context("no such server")?;
        server.kill()?;
        server.wait()?;
        Ok(())
    }

    /// Kilobytes of the first server's store.
    pub(crate) fn stored_kib(&self) -> Result<u64> {
        let said = Command::new("du").arg("-sk").arg(self.store(0)).output()?;
        let said = String::from_utf8(said.stdout)?;
        Ok(said.split_whitespace().next().context("`du` says nothing")?.parse()?)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.proviso);
        command.env("PROVISO_LOGS", "none").env("LANG", "C").current_dir(self.path());
        command
    }

    /// A batch over the queue, into a workspace of its own.
    pub(crate) fn send(&self, papers: &Path, workspace: &str) -> Result<Child> {
        let more = self.queue();
        self.batch(papers, workspace, &more.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// A batch on this machine alone.
    pub(crate) fn local(&self, papers: &Path, workspace: &str, jobs: usize) -> Result<Child> {
        self.batch(papers, workspace, &["--jobs", &jobs.to_string()])
    }

    fn batch(&self, papers: &Path, workspace: &str, more: &[&str]) -> Result<Child> {
        let out = File::create(self.path().join(format!("{workspace}.json")))?;
        let err = File::create(self.path().join(format!("{workspace}.err")))?;
        let mut command = self.command();
        command.arg("batch").arg(papers).args(["--json", "--workspace", workspace]).args(more);
        Ok(command.stdout(out).stderr(err).spawn()?)
    }

    /// What a batch answered, a row each document, once it has ended.
    pub(crate) fn answers(&self, workspace: &str) -> Result<Vec<serde_json::Value>> {
        let path = self.path().join(format!("{workspace}.json"));
        let text = fs::read_to_string(&path)?;
        serde_json::from_str(&text).with_context(|| {
            let err = fs::read_to_string(self.path().join(format!("{workspace}.err")));
            format!("the batch says: {}", err.unwrap_or_default())
        })
    }

    /// Waits until something is so.
    pub(crate) fn until(
        &self,
        what: &str,
        at_most: Duration,
        mut condition: impl FnMut() -> Result<bool>,
    ) -> Result<()> {
        let began = Instant::now();
        while !condition()? {
            if began.elapsed() > at_most {
                bail!("it never came: {what}");
            }
            std::thread::sleep(LOOK);
        }
        Ok(())
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        let workers = self.workers.iter_mut().map(|(_, it)| it);
        for it in workers.chain(&mut self.servers) {
            // One that has ended by itself is as good.
            let _ended = it.kill();
            let _ended = it.wait();
        }
    }
}

/// Ports that nobody listens on at the moment.
fn free_ports(n: usize) -> Result<Vec<u16>> {
    let open: Vec<TcpListener> =
        (0..n).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<std::io::Result<_>>()?;
    open.iter().map(|it| Ok(it.local_addr()?.port())).collect()
}

/// Papers of the generator, in a folder.
pub(crate) fn papers(n: u64, folder: &Path) -> Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    let made = command.args(["papers", &n.to_string(), "--web"]).arg(folder).output()?;
    if !made.status.success() {
        bail!("no papers: {}", String::from_utf8_lossy(&made.stderr));
    }
    // Their truth is none of a batch's documents.
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|it| it != "html") {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Short papers, for what depends on how many there are and not on what they say.
pub(crate) fn short_papers(n: u64, folder: &Path) -> Result<()> {
    fs::create_dir(folder)?;
    for it in 1..=n {
        let (price, tax) = (it * 1_000, it * 100);
        let text = format!(
            "견 적 서\n\n견적번호: Q-{it}\n공급자: 한빛상사 {it}\n공급가액: {price}원\n부가세: {tax}원\n\
             합계금액: {}원\n",
            price + tax
        );
        fs::write(folder.join(format!("quote{it}.txt")), text)?;
    }
    Ok(())
}

/// The program to be tried, built.
pub(crate) fn built(unoptimized: bool) -> Result<PathBuf> {
    if unoptimized { crate::eval::build() } else { crate::eval::build_release() }
}

/// Makes a script a program.
#[cfg(unix)]
pub(crate) fn executable(script: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(fs::set_permissions(script, fs::Permissions::from_mode(0o755))?)
}

/// Where scripts are no programs, whoever is told to run one finds none.
#[cfg(not(unix))]
pub(crate) fn executable(_: &Path) -> Result<()> {
    Ok(())
}
