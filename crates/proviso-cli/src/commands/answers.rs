//! What is said of several documents that a command went over: those that could not be read, and how
//! many came out how.
//!
//! **Invariant:** here and over a queue the same words are said of the same answers.

use std::path::PathBuf;

use proviso_api::ApiError;

use crate::paint::{Role, one_line};
use crate::printer::Printer;

/// Documents that came to nothing, in one line.
pub(super) fn failed_line(paths: &[PathBuf], err: &ApiError, printer: &Printer) -> String {
    let sign = printer.paint.dye(Role::Bad, "✗");
    format!("      {sign} {}: {}", one_line(&names(paths).join(", ")), one_line(&err.message))
}

/// Documents as they were named.
pub(super) fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|it| it.display().to_string()).collect()
}

/// How many are good, have findings, have failed: by the exit status of each.
pub(super) fn counted(codes: impl IntoIterator<Item = u8>) -> [usize; 3] {
    let mut n = [0; 3];
    for code in codes {
        n[usize::from(code.min(2))] += 1;
    }
    n
}

/// Documents without an answer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Without {
    /// Those that have none yet.
    pub(super) left: usize,
    /// Those that nobody waits for any more.
    pub(super) cancelled: usize,
}

/// The line below all of them.
pub(super) fn total(n: usize, counted: [usize; 3], without: Without, printer: &Printer) -> String {
    let [good, findings, failed] = counted;
    let some = |n: usize, text: &str| if n > 0 { format!(", {text} {n}") } else { String::new() };
    let others = |left, gone| some(without.left, left) + &some(without.cancelled, gone);
    let ko = format!(
        "문서 {n}개: 이상 없음 {good}, 확인 필요 {findings}, 실패 {failed}{}",
        others("남음", "취소")
    );
    let en = format!(
        "{n} documents: {good} good, {findings} with findings, {failed} failed{}",
        others("not yet done", "cancelled")
    );
    printer.language.of(&ko, &en).to_owned()
}
