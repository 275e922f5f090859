//! Who comes into a server, who does not, and what is said then: certificates, nkeys and tokens made
//! here, over a real server each.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use nkeys::KeyPair;
use proviso_core::hex::sha256;
use proviso_core::ports::{Offered, Queue as _, QueueError, Standing};
use proviso_kit::queue::{Found, JetStream, QueueOptions};
use proviso_kit::secret::Secret;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::contract::job;
use super::nats::options;
use super::server::Server;

const LEASE: Duration = Duration::from_secs(5);

fn found(secret: &str) -> Option<Found> {
    Some(Found { from: "a test".to_owned(), secret: Secret::new(secret).unwrap() })
}

async fn refused(options: QueueOptions, found: Option<Found>) -> QueueError {
    JetStream::open(options, found).await.err().expect("it is refused")
}

/// All that an error says, down to its last cause.
fn said(err: &QueueError) -> String {
    let causes = std::iter::successors(Some(err as &dyn std::error::Error), |it| it.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Two offices on a server, each with an account and a user of its own.
fn two_offices() -> (Server, [String; 2]) {
    let users = [KeyPair::new_user(), KeyPair::new_user()];
    let account = |it: &KeyPair| {
        format!("{{ jetstream: enabled, users: [ {{ nkey: {} }} ] }}", it.public_key())
    };
    let [one, two] = users.each_ref().map(account);
    let server = Server::with(&format!("accounts {{ ONE {one}\n TWO {two} }}"));
    (server, users.map(|it| it.seed().unwrap()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_office_sees_nothing_of_anothers_jobs_in_a_space_of_the_same_name() {
    let (server, [one, two]) = two_offices();
    let folder = tempfile::tempdir().unwrap();
    let seed = file(&folder, "one.nk", &format!("{one}\n"));
    let named = QueueOptions { nkey: Some(seed), ..options(server.port, LEASE) };
    let one = JetStream::open(named, None).await.unwrap();
    let two = JetStream::open(options(server.port, LEASE), found(&two)).await.unwrap();
    let document = file(&folder, "paper", "a paper");
    let (a, to) = (job("a"), folder.path().join("to"));
    let hash = sha256("a paper");
    one.keep(&hash, &document).await.unwrap();
    assert_eq!(one.offer(&a).await.unwrap(), Offered::Waits);
    let short = Duration::from_millis(100);
    assert!(two.take("p", "spy", short).await.unwrap().is_none(), "the other's job");
    assert!(!two.fetch(&hash, &to).await.unwrap(), "the other's document");
    assert!(!two.cancel(&a).await.unwrap(), "the other's job");
    let lease = one.take("p", "w1", Duration::from_secs(10)).await.unwrap().unwrap();
    assert_eq!(two.standing(&a.key()).await.unwrap(), Standing::Cancelled, "its own answer");
    one.finish(&lease, &super::contract::outcome("x")).await.unwrap();
    assert_eq!(one.standing(&a.key()).await.unwrap(), Standing::Done);
    assert_eq!(two.place().await.unwrap(), 1, "its own answer, and no other");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn who_is_not_known_is_told_so_and_no_secret_is() {
    let (server, _) = two_offices();
    let at = format!("nats://127.0.0.1:{}", server.port);
    let err = refused(options(server.port, LEASE), None).await;
    assert_eq!(err.to_string(), format!("the queue at `{at}` lets in nobody without credentials"));
    let stranger = KeyPair::new_user().seed().unwrap();
    let err = refused(options(server.port, LEASE), found(&stranger)).await;
    assert_eq!(err.to_string(), format!("the queue at `{at}` refuses these credentials"));
    assert!(!said(&err).contains(&stranger), "{}", said(&err));
    let address = format!("nats://me:hunter2@127.0.0.1:{}", server.port);
    let err = refused(QueueOptions { address, ..options(server.port, LEASE) }, None).await;
    assert!(matches!(err, QueueError::Refused { .. }), "{err:?}");
    assert!(!said(&err).contains("hunter2"), "{}", said(&err));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn what_is_no_secret_is_said_by_where_it_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let account = KeyPair::new_account().seed().unwrap();
    for text in ["hunter2hunter2", account.as_str(), "SUAAAA"] {
        let err = refused(options(1, LEASE), found(text)).await;
        let expected = "what `a test` holds is neither credentials nor the seed of an nkey";
        assert_eq!(said(&err), expected);
    }
    let path = folder.path().join("none.creds");
    let named = QueueOptions { credentials: Some(path.clone()), ..options(1, LEASE) };
    let err = refused(named, None).await;
    assert_eq!(err.to_string(), format!("cannot use `{}`", path.display()));
    let named = QueueOptions { address: "nats://a b:x".to_owned(), ..options(1, LEASE) };
    let err = refused(named, None).await;
    assert_eq!(err.to_string(), "`nats://a b:x` is no address of a queue");
}

/// A token as servers read it, signed by who issues it.
fn token(issuer: &KeyPair, subject: &KeyPair, nats: &Value) -> String {
    let part = |it: &Value| BASE64_URL_SAFE_NO_PAD.encode(it.to_string());
    let head = part(&json!({ "typ": "JWT", "alg": "ed25519-nkey" }));
    let claims = json!({
        "jti": "x", "iat": 1_700_000_000, "name": "x", "nats": nats,
        "iss": issuer.public_key(), "sub": subject.public_key(),
    });
    let signed = format!("{head}.{}", part(&claims));
    let signature = BASE64_URL_SAFE_NO_PAD.encode(issuer.sign(signed.as_bytes()).unwrap());
    format!("{signed}.{signature}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_token_of_an_operators_account_comes_in_and_one_of_nobodys_does_not() {
    let (operator, account) = (KeyPair::new_operator(), KeyPair::new_account());
    let system = KeyPair::new_account();
    let plain = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true,
        "conn": -1, "leaf": -1,
    });
    let mut storing = plain.clone();
    for it in ["mem_storage", "disk_storage", "streams", "consumer"] {
        storing[it] = json!(-1);
    }
    let own = token(&operator, &operator, &json!({ "type": "operator", "version": 2 }));
    let preloaded = [(&account, storing), (&system, plain)].map(|(it, limits)| {
        let nats = json!({ "type": "account", "version": 2, "limits": limits });
        format!("{}: {}", it.public_key(), token(&operator, it, &nats))
    });
    let server = Server::with(&format!(
        "operator: {own}\nsystem_account: {}\nresolver: MEMORY\nresolver_preload {{ {} }}",
        system.public_key(),
        preloaded.join("\n")
    ));
    let credentials = |issuer: &KeyPair| {
        let user = KeyPair::new_user();
        let limits = json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 });
        format!(
            "-----BEGIN NATS USER JWT-----\n{}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{}\n------END USER NKEY SEED------\n",
            token(issuer, &user, &limits),
            user.seed().unwrap()
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let good = file(&folder, "good.creds", &credentials(&account));
    let named = QueueOptions { credentials: Some(good), ..options(server.port, LEASE) };
    let queue = JetStream::open(named, None).await.unwrap();
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits);
    let bad = found(&credentials(&KeyPair::new_account()));
    let err = refused(options(server.port, LEASE), bad).await;
    assert!(matches!(err, QueueError::Refused { .. }), "{}", said(&err));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn who_may_use_one_space_is_told_that_another_is_none_of_theirs() {
    let user = KeyPair::new_user();
    let names =
        ["KV_proviso-mine-results", "KV_proviso-mine-workers", "OBJ_proviso-mine-documents"];
    let api = names.map(|it| {
        let each =
            ["*.*", "*.*.*"].map(|at| format!("\"$JS.API.{at}.{it}\", \"$JS.API.{at}.{it}.>\""));
        each.join(", ")
    });
    let subjects = names.map(|it| {
        let (kind, bucket) = it.split_once('_').unwrap();
        let root = if kind == "KV" { "$KV" } else { "$O" };
        format!("\"{root}.{bucket}.>\"")
    });
    let jobs = "proviso-mine-jobs";
    let config = format!(
        "accounts {{ ONE {{ jetstream: enabled, users: [ {{ nkey: {}, permissions: {{ publish: [ \
         \"proviso.mine.>\", \"$JS.ACK.{jobs}.>\", \"$JS.API.*.*.{jobs}\", \
         \"$JS.API.*.*.{jobs}.>\", \"$JS.API.*.*.*.{jobs}.>\", {}, {} ], subscribe: [ \
         \"_INBOX.>\" ] }} }} ] }} }}",
        user.public_key(),
        api.join(", "),
        subjects.join(", ")
    );
    let server = Server::with(&config);
    let seed = user.seed().unwrap();
    let space = |it: &str| QueueOptions { space: it.to_owned(), ..options(server.port, LEASE) };
    let queue = JetStream::open(space("mine"), found(&seed)).await.unwrap();
    queue.offer(&job("a")).await.unwrap();
    let lease = queue.take("p", "w1", Duration::from_secs(10)).await.unwrap().unwrap();
    queue.finish(&lease, &super::contract::outcome("x")).await.unwrap();
    assert_eq!(queue.standing(&job("a").key()).await.unwrap(), Standing::Done);
    let err = refused(space("theirs"), found(&seed)).await;
    let at = format!("nats://127.0.0.1:{}", server.port);
    assert_eq!(
        err.to_string(),
        format!("these credentials may not use the space `theirs` at `{at}`"),
        "{}",
        said(&err)
    );
}

/// An authority, and what it signed for loopback: a certificate each for a server and for who connects.
struct Signed(TempDir);

impl Signed {
    fn new() -> Signed {
        let it = Signed(tempfile::tempdir().unwrap());
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
        it.openssl(&format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=ca"));
        file(&it.0, "names", "subjectAltName=IP:127.0.0.1\n");
        for name in ["server", "client"] {
            it.openssl(&format!("req {key} -keyout {name}.key -out {name}.csr -subj /CN={name}"));
            it.openssl(&format!(
                "x509 -req -in {name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 \
                 -extfile names -out {name}.pem"
            ));
        }
        it
    }

    fn openssl(&self, arguments: &str) {
        let mut command = Command::new("openssl");
        let made = command.args(arguments.split_whitespace()).current_dir(self.0.path()).output();
        let made = made.expect("`openssl` is missing: run `scripts/setup tests`");
        assert!(made.status.success(), "{arguments}: {}", String::from_utf8_lossy(&made.stderr));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn server(&self, more: &str) -> Server {
        let shown = |it: &Path| it.display().to_string();
        Server::with(&format!(
            "tls {{ cert_file: \"{}\", key_file: \"{}\" {more} }}",
            shown(&self.path("server.pem")),
            shown(&self.path("server.key"))
        ))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_server_is_trusted_by_who_signed_it_and_nobody_else() {
    let (ours, others) = (Signed::new(), Signed::new());
    let server = ours.server("");
    let address = format!("tls://127.0.0.1:{}", server.port);
    let trusting = |it: Option<PathBuf>| QueueOptions {
        address: address.clone(),
        authority: it,
        ..options(server.port, LEASE)
    };
    let queue = JetStream::open(trusting(Some(ours.path("ca.pem"))), None).await.unwrap();
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits);
    for authority in [None, Some(others.path("ca.pem"))] {
        let err = refused(trusting(authority), None).await;
        let expected =
            format!("the certificate that the queue at `{address}` shows is not to be trusted");
        assert_eq!(err.to_string(), expected, "{}", said(&err));
    }
    // By a name that its certificate is not of.
    let named = format!("tls://localhost:{}", server.port);
    let named = QueueOptions { address: named, ..trusting(Some(ours.path("ca.pem"))) };
    let err = refused(named, None).await;
    assert!(matches!(err, QueueError::Untrusted { .. }), "{}", said(&err));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_server_that_wants_a_certificate_lets_in_who_shows_one() {
    let ours = Signed::new();
    let authority = ours.path("ca.pem").display().to_string();
    let server = ours.server(&format!(", ca_file: \"{authority}\", verify: true"));
    let address = format!("tls://127.0.0.1:{}", server.port);
    let showing = |it| QueueOptions {
        address: address.clone(),
        authority: Some(ours.path("ca.pem")),
        certificate: it,
        ..options(server.port, LEASE)
    };
    let own = Some((ours.path("client.pem"), ours.path("client.key")));
    let queue = JetStream::open(showing(own), None).await.unwrap();
    assert_eq!(queue.offer(&job("a")).await.unwrap(), Offered::Waits);
    let err = refused(showing(None), None).await;
    let expected = format!("the queue at `{address}` wants a certificate that it trusts");
    assert_eq!(err.to_string(), expected, "{}", said(&err));
}
