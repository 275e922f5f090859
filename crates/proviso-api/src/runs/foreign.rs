//! What is stored of a run and cannot be shown: another version of Proviso has stored it, or a part of it
//! is missing. Either is said to be what it is, beside all that is understood.
//!
//! **Invariant:** it is left out of what is shown, never of what a run goes on with: there it is an
//! error.

use proviso_core::remark::Remark;
use proviso_kit::store::StoreError;

/// Sentences about what cannot be shown.
#[derive(Default)]
pub(super) struct Foreign(Vec<Remark>);

impl Foreign {
    /// The same, and a sentence about it.
    pub(super) fn or_none<T: Default>(
        &mut self,
        (ko, en): (&str, &str),
        it: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &it {
            Err(StoreError::Lost { .. }) => self.lost(ko, en),
            Err(err) if err.is_foreign() => self.note(ko, en),
            _ => return it,
        }
        let left_out = it.err().map(|it| it.to_string()).unwrap_or_default();
        tracing::warn!(error = left_out, "shown without it");
        Ok(T::default())
    }

    /// Notes that a part of something is missing.
    pub(super) fn lost(&mut self, ko: &str, en: &str) {
        self.0.push(Remark::new(
            format!(
                "a part of {en} is missing in the database of this workspace, so it is not shown: \
                 `proviso doctor` tells what is damaged, and `proviso doctor --repair` saves all that \
                 can be read; then convert the document again"
            ),
            format!(
                "작업 폴더의 데이터베이스에서 일부가 사라져 표시하지 않습니다: {ko}. 무엇이 \
                 손상되었는지는 `proviso doctor`가 알려 주고, `proviso doctor --repair`가 읽을 수 있는 \
                 것을 모두 살립니다. 그다음 문서를 다시 변환하세요"
            ),
        ));
    }

    /// Notes that something is left out.
    pub(super) fn note(&mut self, ko: &str, en: &str) {
        self.0.push(Remark::new(
            format!(
                "{en} was stored by another version of Proviso, which this one does not understand: \
                 it is kept as it is and not shown; open the workspace with the newer Proviso"
            ),
            format!(
                "이 버전의 Proviso가 알지 못하는 다른 버전이 저장한 내용입니다: {ko}. 그대로 보관되어 \
                 있으며 여기에는 표시하지 않습니다. 더 새로운 Proviso로 작업 폴더를 여세요"
            ),
        ));
    }

    pub(super) fn remarks(&self) -> Vec<Remark> {
        self.0.clone()
    }
}
