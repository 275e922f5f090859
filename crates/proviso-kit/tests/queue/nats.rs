//! The queue over a server of one's own.

use std::sync::Arc;
use std::time::Duration;

use proviso_core::ports::QueueError;
use proviso_kit::queue::{JetStream, QueueOptions};

use super::server::Server;

/// What a queue on a port of loopback is opened with.
pub(crate) fn options(port: u16, lease: Duration) -> QueueOptions {
    QueueOptions {
        address: format!("nats://127.0.0.1:{port}"),
        space: "test".to_owned(),
        lease,
        age: Duration::from_secs(3_600),
        replicas: 1,
        credentials: None,
        nkey: None,
        authority: None,
        certificate: None,
    }
}

pub(crate) async fn open(port: u16, lease: Duration) -> Result<JetStream, QueueError> {
    JetStream::open(options(port, lease), None).await
}

pub(crate) async fn queue(lease: Duration) -> (Arc<JetStream>, Server) {
    let server = Server::start();
    (Arc::new(open(server.port, lease).await.unwrap()), server)
}
