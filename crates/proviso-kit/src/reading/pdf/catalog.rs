//! What a PDF says of itself as a whole that a person should know.

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use proviso_core::remark::Remark;

use super::interpreted::decoded;

/// Layers that are named.
const MAX_TOLD: usize = 5;

/// Layers that are switched off, and forms that are drawn by other programs only.
pub(crate) fn notes(pdf: &Pdf) -> Vec<Remark> {
    let mut out = Vec::new();
    let Some(catalog) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else { return out };
    let off = switched_off(&catalog);
    if !off.is_empty() {
        let Remark { en, ko } = Remark::list(&off, MAX_TOLD);
        out.push(Remark::new(
            format!("layers that are switched off were left out: {en}"),
            format!("꺼져 있는 레이어는 읽지 않았습니다: {ko}"),
        ));
    }
    let form = catalog.get::<Dict<'_>>(b"AcroForm");
    if form.is_some_and(|it| it.contains_key(b"XFA")) {
        out.push(Remark::new(
            "its form is made for Adobe programs (XFA): what they would show is not read, only the \
             pages that are in the file; print it to a new PDF there",
            "Adobe 프로그램용 양식(XFA)입니다. 그 프로그램에서 보이는 내용은 읽지 못하고 파일에 든 \
             쪽만 읽었습니다. 그 프로그램에서 새 PDF로 인쇄해 추가하세요",
        ));
    }
    out
}

/// The names of layers that nobody sees at first.
fn switched_off(catalog: &Dict<'_>) -> Vec<String> {
    let Some(layers) = catalog.get::<Dict<'_>>(b"OCProperties") else { return Vec::new() };
    let Some(usual) = layers.get::<Dict<'_>>(b"D") else { return Vec::new() };
    let all_off = usual.get::<Name<'_>>(b"BaseState").is_some_and(|it| it.as_ref() == b"OFF");
    let groups = |array: Option<Array<'_>>| -> Vec<(Option<_>, String)> {
        let Some(array) = array else { return Vec::new() };
        let name = |it: Dict<'_>| {
            let name = it.get::<PdfString<'_>>(b"Name").map(|it| decoded(it.as_bytes()));
            (it.obj_id(), name.unwrap_or_else(|| "without a name".to_owned()))
        };
        array.iter::<Dict<'_>>().take(1000).map(name).collect()
    };
    let mut off = groups(usual.get(b"OFF"));
    if all_off {
        let on: Vec<_> = groups(usual.get(b"ON")).into_iter().map(|it| it.0).collect();
        let all = groups(layers.get(b"OCGs"));
        off.extend(all.into_iter().filter(|it| !on.contains(&it.0)));
    }
    let mut names: Vec<String> = off.into_iter().map(|it| it.1).collect();
    names.sort();
    names.dedup();
    names
}
