//! A worker: takes jobs, converts each in a workspace that lasts as long as it does, and sends home
//! what came of it.
//!
//! **Invariant:** nothing of one document is there for the next one, so that a result depends on its
//! job alone. A job is acknowledged when its result is stored. Of what a job says nothing becomes a
//! path: its document is one of its hash, its name one part.

use std::path::Path;
use std::time::Duration;

use proviso_core::idris::name::project_name;
use proviso_core::ports::{Finished, Job, Lease, Queue, QueueError};
use proviso_kit::reading::Password;
use proviso_kit::settings::Shared;
use proviso_kit::store::{Blank, Store};
use proviso_kit::temporary::TemporaryFolder;
use tokio::sync::watch;

use super::sent::{PAUSE, program};
use crate::runs::{self, ConvertReq, Parcel};
use crate::{ApiError, App, AppOptions, Code, EngineOptions, Need, Reason};

/// How long a worker waits for a job before it looks whether it is to stop.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a worker works.
#[derive(Debug, Clone, Default)]
pub struct WorkerOptions {
    /// What it is called in reports.
    pub name: String,
    /// Who analyses, writes and repairs: its own engine, with its own keys.
    pub engine: EngineOptions,
    /// What it tries with locked documents.
    pub passwords: Vec<Password>,
}

/// What a worker tells.
#[derive(Debug)]
pub enum Worked {
    /// It has a document.
    Took(String),
    /// What became of one.
    Finished(String, Finished),
    /// It gave one back, since it was told to stop.
    GaveBack(String),
    /// The queue has forgotten a document before its job, which is taken out like one that was
    /// cancelled: sent again, both are there.
    Expired(ApiError),
    /// The queue does not do what it was asked; it is asked again.
    Trouble(ApiError),
}

/// Works until it is told to stop.
///
/// # Errors
/// Where this machine cannot be worked on at all.
pub async fn work(
    queue: &dyn Queue,
    options: &WorkerOptions,
    mut stop: watch::Receiver<bool>,
    told: &(dyn Fn(Worked) + Send + Sync),
) -> Result<(), ApiError> {
    let program = program();
    // In no workspace: what is warm stays warm from document to document, and is none's.
    let app = App::on_this_machine(AppOptions {
        // Below no folder in which somebody else could have put prompts or document types.
        cwd: Path::new("/").to_owned(),
        need: Need::Nothing,
        engine: options.engine.clone(),
        passwords: options.passwords.clone(),
        ..AppOptions::default()
    })?;
    let folder = TemporaryFolder::new().map_err(|err| storage("make a folder", &err))?;
    let blank = Store::blank(&folder.path().join("blank.db"))?;
    while !*stop.borrow() {
        match queue.take(&program, &options.name, PATIENCE).await {
            Ok(None) => {}
            Ok(Some(lease)) => one(&app, &blank, queue, options, &mut stop, told, &lease).await,
            Err(err) => {
                told(Worked::Trouble(err.into()));
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    Ok(())
}

/// One job: done, or given back.
async fn one(
    app: &App,
    blank: &Blank,
    queue: &dyn Queue,
    options: &WorkerOptions,
    stop: &mut watch::Receiver<bool>,
    told: &(dyn Fn(Worked) + Send + Sync),
    lease: &Lease,
) {
    let name = lease.job.name.clone();
    told(Worked::Took(name.clone()));
    let beating = async {
        let mut every = tokio::time::interval(queue.lease() / 3);
        loop {
            every.tick().await;
            // One that is lost is made up for by the next; if all are, another worker has the job.
            if let Err(err) = queue.beat(lease).await {
                told(Worked::Trouble(err.into()));
            }
        }
    };
    let doing = async {
        let parcel = match lease.given_up() {
            Some(reason) => {
                let workers = lease.lost.join(", ");
                let err = ApiError::new(Code::Unreadable, reason)
                    .because(Reason::WorkersLost, [("workers", &workers)]);
                Some(Parcel::of_error(err, ""))
            }
            None => match converted(app, blank, queue, options, stop, told, lease).await {
                Ok(Came::Whole(it)) => Some(*it),
                Ok(Came::Expired(err)) => {
                    told(Worked::Expired(err));
                    None
                }
                Ok(Came::Stopped) => return None,
                // It is the machine that lacks something: another one may have it.
                Err(err) if err.code == Code::Storage => {
                    told(Worked::Trouble(err));
                    tokio::time::sleep(PAUSE).await;
                    return None;
                }
                Err(err) => Some(Parcel::of_error(err, &options.name)),
            },
        };
        let outcome = match parcel.as_ref().map(Parcel::outcome).transpose() {
            Ok(it) => it,
            Err(err) => {
                told(Worked::Trouble(err));
                return None;
            }
        };
        loop {
            let ended = match &outcome {
                Some(it) => queue.finish(lease, it).await,
                None => queue.cancel(&lease.job).await.map(|_| Finished::Cancelled),
            };
            match ended {
                Ok(it) => return Some(it),
                Err(err) => told(Worked::Trouble(err.into())),
            }
            if *stop.borrow() {
                return None;
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    let finished = tokio::select! {
        it = doing => it,
        () = beating => None,
    };
    match finished {
        Some(it) => told(Worked::Finished(name, it)),
        None => match queue.give_back(lease).await {
            Ok(()) => told(Worked::GaveBack(name)),
            Err(err) => told(Worked::Trouble(err.into())),
        },
    }
}

/// What comes of a job.
enum Came {
    /// Its run, or why there is none.
    Whole(Box<Parcel>),
    /// Its document is in the queue no longer.
    Expired(ApiError),
    /// Nothing: the worker was told to stop.
    Stopped,
}

/// What comes of a document.
async fn converted(
    app: &App,
    blank: &Blank,
    queue: &dyn Queue,
    options: &WorkerOptions,
    stop: &mut watch::Receiver<bool>,
    told: &(dyn Fn(Worked) + Send + Sync),
    lease: &Lease,
) -> Result<Came, ApiError> {
    let job = &lease.job;
    sound(job)?;
    let folder = TemporaryFolder::new().map_err(|err| storage("make a folder", &err))?;
    let document = folder.path().join("document").join(&job.name);
    let work = folder.path().join("work");
    for it in [document.parent().unwrap_or(&work), &work] {
        std::fs::create_dir_all(it).map_err(|err| storage("make a folder", &err))?;
    }
    match fetched(queue, job, &document, stop, told).await? {
        Fetched::Here => {}
        Fetched::Gone => {
            let message = format!("`{}` is no longer in the queue", job.name);
            let err = ApiError::new(Code::NotFound, message)
                .hint("documents are kept for some days: send the folder again")
                .because(Reason::DocumentExpired, [("name", &job.name)]);
            return Ok(Came::Expired(err));
        }
        Fetched::Stopped => return Ok(Came::Stopped),
    }
    let shared = Shared {
        max_attempts: Some(job.options.max_attempts),
        check_timeout_ms: Some(job.options.check_timeout_ms),
        ocr_languages: job.options.ocr_languages.clone(),
        ..Shared::default()
    };
    app.move_into(&work, blank, shared)?;
    let req = ConvertReq {
        paths: vec![document],
        project: Some(job.options.project.clone()),
        document_type: job.options.document_type.clone(),
        max_attempts: Some(job.options.max_attempts),
        engine: None,
        confirm: job.options.confirm,
    };
    let stopped = async {
        // The sender is gone where the program ends.
        let _ended = stop.wait_for(|it| *it).await;
        app.cancel_all();
        std::future::pending::<()>().await;
    };
    let view = tokio::select! {
        it = runs::convert(app, req) => it,
        () = stopped => return Ok(Came::Stopped),
    };
    match (view, runs::pack(&*app.space()?, &job.options.project, &options.name)?) {
        (Err(err), _) if err.code == Code::Cancelled => Ok(Came::Stopped),
        (_, Some(parcel)) => Ok(Came::Whole(Box::new(parcel))),
        (Err(err), None) => Err(err),
        (Ok(_), None) => Err(ApiError::new(Code::Unknown, "the run left no record")),
    }
}

/// Whether a document was fetched.
enum Fetched {
    Here,
    Gone,
    Stopped,
}

/// Fetches the job's document, for as long as the queue is in trouble.
async fn fetched(
    queue: &dyn Queue,
    job: &Job,
    to: &Path,
    stop: &watch::Receiver<bool>,
    told: &(dyn Fn(Worked) + Send + Sync),
) -> Result<Fetched, ApiError> {
    loop {
        match queue.fetch(&job.document, to).await {
            Ok(true) => break,
            Ok(false) => return Ok(Fetched::Gone),
            Err(err @ QueueError::File { .. }) => return Err(err.into()),
            Err(_) if *stop.borrow() => return Ok(Fetched::Stopped),
            Err(err) => {
                told(Worked::Trouble(err.into()));
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    if runs::source(to)?.sha256 != job.document {
        let message = format!("`{}` came out of the queue as another file", job.name);
        return Err(ApiError::new(Code::Unreadable, message));
    }
    Ok(Fetched::Here)
}

/// Refuses a job that says what none of ours does.
fn sound(job: &Job) -> Result<(), ApiError> {
    let hash = job.document.len() == 64 && job.document.chars().all(|it| it.is_ascii_hexdigit());
    let named = Path::new(&job.name).file_name().is_some_and(|it| it == job.name.as_str());
    if !hash || !named {
        let message = format!("`{}` is no name of a document", job.name);
        return Err(ApiError::new(Code::BadRequest, message));
    }
    Ok(project_name(&job.options.project)?)
}

fn storage(doing: &str, err: &std::io::Error) -> ApiError {
    let mut it = ApiError::new(Code::Storage, format!("cannot {doing}"));
    it.detail.push(err.to_string());
    it
}
