//! A real server of one's own for each test, on loopback, in a folder that goes with it.

use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

/// A running `nats-server`; killed with this.
pub(crate) struct Server {
    pub(crate) port: u16,
    /// With its configuration, `nats.conf`, which it reads when it starts.
    pub(crate) folder: tempfile::TempDir,
    process: std::process::Child,
}

/// A port that nobody listens on at the moment.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with("")
    }

    /// One with a configuration of its own.
    pub(crate) fn with(config: &str) -> Server {
        let (port, folder) = (free_port(), tempfile::tempdir().unwrap());
        std::fs::write(folder.path().join("nats.conf"), config).unwrap();
        let process = run(port, &folder);
        Server { port, folder, process }
    }

    /// Kills it as a power cut does, and starts it over what it had on disk.
    pub(crate) fn restart(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.process = run(self.port, &self.folder);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // One that has ended by itself is as good.
        let _ended = self.process.kill();
        let _ended = self.process.wait();
    }
}

/// What runs a server.
pub(crate) fn program() -> &'static Path {
    // Where Debian puts it, which is on no user's path.
    let packaged = Path::new("/usr/sbin/nats-server");
    if packaged.is_file() { packaged } else { Path::new("nats-server") }
}

/// Waits until all of these are listened on.
pub(crate) fn listened(ports: &[u16]) {
    let began = Instant::now();
    while ports.iter().any(|it| TcpStream::connect(("127.0.0.1", *it)).is_err()) {
        assert!(began.elapsed() < Duration::from_secs(20), "`nats-server` does not listen");
        std::thread::yield_now();
    }
}

fn run(port: u16, folder: &tempfile::TempDir) -> std::process::Child {
    let process = std::process::Command::new(program())
        .args(["--jetstream", "--addr", "127.0.0.1", "--port", &port.to_string(), "--store_dir"])
        .arg(folder.path().join("store"))
        .arg("--config")
        .arg(folder.path().join("nats.conf"))
        .arg("--log")
        .arg(folder.path().join("log"))
        .spawn();
    let process = process.expect("`nats-server` is missing: run `scripts/setup tests`");
    listened(&[port]);
    process
}
