//! The least window that this toolkit opens: the same size and policy, no plugin, no command, and a
//! page that says one word.

use std::borrow::Cow;

use tauri::utils::assets::{AssetKey, AssetsIter, CspHash};
use tauri::{Assets, Runtime, WebviewWindowBuilder};

/// What makes this program the bare window.
pub(crate) const ARGUMENT: &str = "--bare-window";

const INDEX: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Bare</title>\
    <script src=\"/bare.js\"></script><p>Bare</html>";
/// The mark that Proviso's own page sets, at the same distance from its first screen.
const SCRIPT: &str = "addEventListener('DOMContentLoaded', () =>
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('interactive'))));";

struct Page;

impl<R: Runtime> Assets<R> for Page {
    fn get(&self, key: &AssetKey) -> Option<Cow<'_, [u8]>> {
        match key.as_ref() {
            "/index.html" => Some(Cow::Borrowed(INDEX.as_bytes())),
            "/bare.js" => Some(Cow::Borrowed(SCRIPT.as_bytes())),
            _ => None,
        }
    }

    fn iter(&self) -> Box<AssetsIter<'_>> {
        Box::new(std::iter::empty())
    }

    fn csp_hashes(&self, _: &AssetKey) -> Box<dyn Iterator<Item = CspHash<'_>> + '_> {
        Box::new(std::iter::empty())
    }
}

#[expect(clippy::exit, reason = "what Tauri generates here ends the program where it panics")]
fn context() -> tauri::Context {
    tauri::generate_context!()
}

/// Opens the window, and comes back when it has been closed.
pub(crate) fn run() {
    let mut context = context();
    context.set_assets(Box::new(Page));
    tauri::Builder::default()
        .setup(|app| {
            let config = app.config().app.windows.first().ok_or("no window is configured")?;
            WebviewWindowBuilder::from_config(app.handle(), config)?.build()?;
            Ok(())
        })
        .run(context)
        .unwrap();
}
