//! How one comes into a server: what one is known by, whom one trusts, and what a refusal means.
//!
//! **Invariant:** a secret goes into the handshake and into no error: those name where it was found.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use async_nats::rustls;
use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr, ServerError,
};
use nkeys::{KeyPair, KeyPairType};
use proviso_core::ports::QueueError;

use super::Cause;
use crate::queue::{Found, QueueOptions};
use crate::secret::Secret;

/// What a connection is made with.
pub(super) struct Entrance {
    with: ConnectOptions,
    address: String,
    /// Whether we say who we are.
    known: bool,
}

/// The last that a server refused to a connection that it had let in; it says so beside the answers,
/// which then never come.
#[derive(Clone, Default)]
pub(super) struct Heard(Arc<Mutex<Option<String>>>);

impl Heard {
    /// An error, or what is behind it.
    pub(super) fn over(&self, err: QueueError, address: &str, space: &str) -> QueueError {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (address, space) = (address.to_owned(), space.to_owned());
        match (err, heard) {
            (QueueError::Failed { .. }, Some(said)) => {
                QueueError::Denied { address, space, source: said.into() }
            }
            (err, _) => err,
        }
    }
}

impl Entrance {
    pub(super) async fn of(
        options: &QueueOptions,
        found: Option<Found>,
    ) -> Result<Entrance, QueueError> {
        let mut with = ConnectOptions::new().name("proviso");
        let named = options.credentials.as_deref().or(options.nkey.as_deref());
        let found = match named {
            Some(path) => Some(in_file(path).await?),
            None => found,
        };
        let known = found.is_some() || options.shown() != options.address;
        if let Some(Found { from, secret }) = found {
            let none = || QueueError::Secret { from: from.clone() };
            let text = secret.expose();
            with = match seed(text) {
                Some(seed) => with.nkey(seed.to_owned()),
                // The line of dashes at the end is one only where it ends.
                None => with.credentials(&format!("{text}\n")).map_err(|_| none())?,
            };
        }
        if let Some(path) = &options.authority {
            readable(path).await?;
            with = with.add_root_certificates(path.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &options.certificate {
            readable(certificate).await?;
            readable(key).await?;
            with = with.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        Ok(Entrance { with, address: options.shown(), known })
    }

    pub(super) async fn connect(
        self,
        servers: Vec<ServerAddr>,
    ) -> Result<(Client, Heard), QueueError> {
        let heard = Heard::default();
        let hears = heard.clone();
        let with = self.with.event_callback(move |event| {
            if let Event::ServerError(ServerError::Other(said)) = &event
                && said.to_lowercase().starts_with("permissions violation")
            {
                *hears.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(said.clone());
            }
            std::future::ready(())
        });
        match with.connect(servers).await {
            Ok(it) => Ok((it, heard)),
            Err(err) => Err(refusal(err, self.address, self.known)),
        }
    }
}

/// What a file of credentials or of a seed holds.
async fn in_file(path: &Path) -> Result<Found, QueueError> {
    let fail = |source| QueueError::File { path: path.to_owned(), source };
    let text = tokio::fs::read_to_string(path).await.map_err(fail)?;
    let from = path.display().to_string();
    match Secret::new(&text) {
        Some(secret) => Ok(Found { from, secret }),
        None => Err(QueueError::Secret { from }),
    }
}

async fn readable(path: &Path) -> Result<(), QueueError> {
    let fail = |source| QueueError::File { path: path.to_owned(), source };
    tokio::fs::File::open(path).await.map(|_| ()).map_err(fail)
}

/// The seed of a user that a text consists of, but for notes and lines of dashes; none where there is
/// a token beside it.
fn seed(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim).filter(|it| !it.is_empty());
    let found = lines.find(|it| it.starts_with("SU"))?;
    let is_a_users = |it: KeyPair| matches!(it.key_pair_type(), KeyPairType::User);
    let alone = !text.contains("USER JWT");
    (alone && KeyPair::from_seed(found).is_ok_and(is_a_users)).then_some(found)
}

fn refusal(err: ConnectError, address: String, known: bool) -> QueueError {
    let kind = err.kind();
    let tls = chain(&err).find_map(|it| it.downcast_ref::<rustls::Error>()).cloned();
    let source: Cause = Box::new(err);
    match (kind, tls) {
        (ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication, _) => {
            if known {
                QueueError::Refused { address, source }
            } else {
                QueueError::Closed { address, source }
            }
        }
        (_, Some(rustls::Error::AlertReceived(_))) => QueueError::Uncertified { address, source },
        (_, Some(rustls::Error::InvalidCertificate(_))) => {
            QueueError::Untrusted { address, source }
        }
        _ => QueueError::Unreachable { address, source },
    }
}

/// An error and all that is behind it: one of the system's holds another's, and does not say so.
fn chain<'a>(
    err: &'a (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'a (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(err), |it| match it.downcast_ref::<io::Error>() {
        Some(io) => io.get_ref().map(|it| it as &(dyn std::error::Error + 'static)),
        None => it.source(),
    })
}
