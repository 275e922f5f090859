//! Three servers on loopback that keep everything three times.

use std::process::{Child, Command};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use proviso_core::ports::{Ending, Finished, Queue as _, QueueError};
use proviso_kit::queue::{JetStream, QueueOptions};

use super::contract::{job, outcome, until};
use super::nats::options;
use super::server::{free_port, listened, program};

/// How long to look whether something comes that must not.
const SHORT: Duration = Duration::from_millis(200);

/// Servers that end with this.
struct Cluster {
    ports: [u16; 3],
    servers: Vec<Child>,
    _folder: tempfile::TempDir,
}

impl Cluster {
    fn start() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        let (ports, routes) = ([(); 3].map(|()| free_port()), [(); 3].map(|()| free_port()));
        let all = routes.map(|it| format!("nats://127.0.0.1:{it}")).join(",");
        let start = |n: usize| {
            let mut command = Command::new(program());
            command.args(["--jetstream", "--addr", "127.0.0.1", "--cluster_name", "test"]);
            command.args(["--port", &ports[n].to_string(), "--name", &format!("n{n}")]);
            command.args(["--cluster", &format!("nats://127.0.0.1:{}", routes[n])]);
            command.args(["--routes", &all, "--log"]).arg(folder.path().join(format!("log{n}")));
            command.arg("--store_dir").arg(folder.path().join(n.to_string()));
            command.spawn().expect("`nats-server` is missing: run `scripts/setup tests`")
        };
        let servers = (0..3).map(start).collect();
        listened(&ports);
        Cluster { ports, servers, _folder: folder }
    }

    fn kill(&mut self, n: usize) {
        self.servers[n].kill().unwrap();
        self.servers[n].wait().unwrap();
    }

    fn options(&self, lease: Duration) -> QueueOptions {
        let address = self.ports.map(|it| format!("nats://127.0.0.1:{it}")).join(",");
        QueueOptions { address, replicas: 3, ..options(0, lease) }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for it in &mut self.servers {
            // One that has ended by itself is as good.
            let _ended = it.kill();
            let _ended = it.wait();
        }
    }
}

/// Asks again until the cluster has chosen who leads.
async fn patient<T>(what: impl AsyncFn() -> Result<T, QueueError>) -> T {
    let began = Instant::now();
    loop {
        let err = match what().await {
            Ok(it) => return it,
            Err(err) => err,
        };
        assert!(began.elapsed() < Duration::from_secs(60), "it never came: {err:?}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cluster_of_three_loses_nothing_with_one_of_them() {
    const N: usize = 30;
    let mut cluster = Cluster::start();
    // Longer than an election takes.
    let options = cluster.options(Duration::from_secs(20));
    let queue = patient(async || JetStream::open(options.clone(), None).await).await;
    let jobs: Vec<_> = (0..N).map(|it| job(&it.to_string())).collect();
    for it in &jobs {
        patient(async || queue.offer(it).await).await;
    }
    let n_first = AtomicUsize::new(0);
    let work = async || {
        let taken = async || queue.take("p", "w1", Duration::from_secs(1)).await.ok().flatten();
        let lease = until(taken).await;
        let outcome = outcome(&lease.job.name);
        let finished = patient(async || queue.finish(&lease, &outcome).await).await;
        n_first.fetch_add(usize::from(finished == Finished::First), Ordering::SeqCst);
    };
    for _ in 0..N / 3 {
        work().await;
    }
    cluster.kill(0);
    while n_first.load(Ordering::SeqCst) < N {
        work().await;
    }
    for it in &jobs {
        let ending = patient(async || queue.ending(&it.key()).await).await;
        assert!(matches!(ending, Some(Ending::Done(_))), "{}", it.name);
    }
    assert_eq!(n_first.load(Ordering::SeqCst), N, "each document has one first result");
    let left = patient(async || queue.take("p", "w1", SHORT).await).await;
    assert!(left.is_none(), "nothing is left over: {left:?}");
}
