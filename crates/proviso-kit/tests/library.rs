//! The kernel's small library against the real one: the compiler, or its recorded answer, accepts the
//! equations that `proviso-kernel/tests/library.rs` has the kernel accept.

use std::time::Duration;

use proviso_core::idris::emit;
use proviso_core::ports::{CheckJob, Checker as _};
use proviso_kit::idris::recordings::RecordingChecker;

#[path = "../../proviso-kernel/tests/shared/equations.rs"]
#[expect(dead_code, reason = "the kernel asks about each equation as well")]
mod equations;

/// Far above what a check takes, for machines that do much else.
const TIMEOUT: Duration = Duration::from_secs(240);

#[tokio::test]
async fn the_compiler_accepts_every_equation_of_the_small_library() {
    let modules = vec![emit::core().clone(), equations::all()];
    let job = CheckJob::unread(modules, equations::NAME, TIMEOUT);
    let report = RecordingChecker::new().check(&job).await.unwrap();
    assert!(report.accepted, "{}", report.output);
}
