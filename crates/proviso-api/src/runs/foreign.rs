//! What another version of Proviso has stored of a run: said to be so, beside all that is understood.
//!
//! **Invariant:** it is left out of what is shown, never of what a run goes on with: there it is an
//! error.

use proviso_core::remark::Remark;
use proviso_kit::store::StoreError;

/// What is stored, or nothing where it is not understood.
pub(super) fn known<T: Default>(it: Result<T, StoreError>) -> Result<T, StoreError> {
    match it {
        Err(err) if err.is_foreign() => {
            tracing::warn!(error = %err, "shown without it");
            Ok(T::default())
        }
        it => it,
    }
}

/// Sentences about what is not understood.
#[derive(Default)]
pub(super) struct Foreign(Vec<Remark>);

impl Foreign {
    /// The same, and a sentence about it.
    pub(super) fn or_none<T: Default>(
        &mut self,
        (ko, en): (&str, &str),
        it: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if it.as_ref().is_err_and(StoreError::is_foreign) {
            self.note(ko, en);
        }
        known(it)
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
