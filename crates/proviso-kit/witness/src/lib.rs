//! Says in a browser what a bundle is worth, by the embedded checker's word.
//!
//! The page writes the bundle's bytes where [`room`] says, and calls [`witness`]; the answer lies
//! where [`answer`] says. All of it is called from one thread.
//!
//! **Invariant:** only *accepted* is an acceptance. A panic stops the module, and the page says that
//! the bundle proves nothing.

use std::sync::Mutex;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use proviso_core::bundle::Bundle;
use proviso_core::idris::emit;
use proviso_core::judge::{Judge, KERNEL, Said};
use proviso_core::ports::{CheckJob, CheckReport, Checker, CheckerError};
use proviso_kernel::{Budget, Judgement, Text, judge};
use serde_json::{Value, json};

/// What a browser's stack bears.
const BUDGET: Budget = Budget { steps: 50_000_000, depth: 2_000 };

static ROOM: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Where a bundle of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut room = ROOM.lock().expect("one thread");
    *room = vec![0; length];
    room.as_mut_ptr()
}

/// Looks at what was written; the length of the answer, which is JSON.
#[unsafe(no_mangle)]
pub extern "C" fn witness() -> usize {
    let bytes = std::mem::take(&mut *ROOM.lock().expect("one thread"));
    let said = said(&bytes).to_string().into_bytes();
    let mut answer = ANSWER.lock().expect("one thread");
    *answer = said;
    answer.len()
}

/// Where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.lock().expect("one thread").as_ptr()
}

fn said(bytes: &[u8]) -> Value {
    let bundle = match Bundle::read(bytes) {
        Ok(it) => it,
        Err(err) => return json!({ "broken": err.to_string() }),
    };
    match bundle.witnessed(&Kernel).now_or_never() {
        Some(Ok(it)) => {
            let open = bundle.content().analysis.rules.iter().filter(|it| it.is_open());
            let in_findings: Vec<u32> =
                open.flat_map(|it| it.relation.fields()).map(|it| it.0).collect();
            json!({ "seal": bundle.seal_text(), "witnessed": it, "in_findings": in_findings })
        }
        Some(Err(err)) => json!({ "broken": err.to_string() }),
        None => json!({ "broken": "the checker gave no answer" }),
    }
}

/// The embedded checker, and no compiler.
struct Kernel;

impl Checker for Kernel {
    fn check<'a>(&'a self, _: &'a CheckJob) -> BoxFuture<'a, Result<CheckReport, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn version(&self) -> BoxFuture<'_, Result<String, CheckerError>> {
        ready(Err(CheckerError::NotFound { looked: Vec::new() })).boxed()
    }
    fn judge<'a>(&'a self, job: &'a CheckJob) -> BoxFuture<'a, Result<Option<Judge>, CheckerError>> {
        let core = emit::core();
        let text = |it: &'a proviso_core::run::Module| Text {
            name: &it.name,
            text: &it.text,
            carried: *it == core,
        };
        let texts: Vec<Text<'_>> = job.modules().iter().map(text).collect();
        let (said, why) = match judge(&texts, job.target(), BUDGET) {
            Judgement::Accepted => (Said::Accepted, None),
            Judgement::Refused(place) => (Said::Refused, Some(place.to_string())),
            Judgement::Outside(place) => (Said::Outside, Some(place.to_string())),
        };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let judge = Judge { name: KERNEL.to_owned(), version, said, why, took_ms: 0 };
        ready(Ok(Some(judge))).boxed()
    }
}
