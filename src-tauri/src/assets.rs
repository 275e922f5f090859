//! The files of the user interface, embedded in the program where they were built before it.
//!
//! **Invariant:** a window shows files of this program and nothing else; a program that was built
//! without them still opens, and says how to have them.

use std::borrow::Cow;

use rust_embed::RustEmbed;
use tauri::utils::assets::{AssetKey, AssetsIter, CspHash};
use tauri::{Assets, Runtime};

#[derive(RustEmbed)]
#[folder = "../ui/dist"]
#[allow_missing = true]
struct Dist;

const INDEX: &str = "/index.html";

const ABSENT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Proviso</title>\
    <p>This program was built without its user interface. Build it (Node.js is needed), then build \
    the program again:<pre>cd ui &amp;&amp; npm ci &amp;&amp; npm run build</pre></html>";

/// Hands out the embedded files.
pub(crate) struct Embedded;

impl<R: Runtime> Assets<R> for Embedded {
    fn get(&self, key: &AssetKey) -> Option<Cow<'_, [u8]>> {
        let path = key.as_ref();
        let found = Dist::get(path.trim_start_matches('/')).map(|it| it.data);
        found.or_else(|| (path == INDEX).then_some(Cow::Borrowed(ABSENT.as_bytes())))
    }

    fn iter(&self) -> Box<AssetsIter<'_>> {
        let data = |path: Cow<'static, str>| Dist::get(&path).map(|it| (path, it.data));
        Box::new(Dist::iter().filter_map(data))
    }

    /// Nothing is inline, so nothing needs a hash.
    fn csp_hashes(&self, _: &AssetKey) -> Box<dyn Iterator<Item = CspHash<'_>> + '_> {
        Box::new(std::iter::empty())
    }
}
