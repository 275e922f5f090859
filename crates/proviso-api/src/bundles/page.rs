//! A bundle as a page: one HTML file that needs nothing else. It carries the checker, which judges the
//! bundle in it anew wherever the page is opened, before anything of it is shown.
//!
//! **Invariant:** no word of a document is in the page but packed within the bundle; its script is
//! named by its hash, and nothing is loaded from anywhere.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use proviso_core::bundle::{Bundle, Content};
use proviso_kit::assets;
use sha2::{Digest as _, Sha256};

use crate::report::escaped;
use crate::wire::File;
use crate::{ApiError, Code};

/// Bytes of a bundle; a longer file is none.
pub(super) const MAX_BYTES: u64 = 1 << 30;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// What stands before and behind a bundle in its page.
const BEGIN: &str = "<script type=\"application/octet-stream\" id=\"bundle\">";
const END: &str = "</script>";

/// A page without its bundle.
pub(super) struct PageOf {
    language: &'static str,
    /// What stands there until the checker has judged.
    checking: &'static str,
    /// What stands there where nothing can judge.
    without: &'static str,
    /// The checker, packed.
    witness: &'static [u8],
}

impl PageOf {
    /// In a language.
    pub(super) fn language(name: &str) -> Result<PageOf, ApiError> {
        let (language, checking, without) = match name {
            "ko" => ("ko", "검사하는 중…", "자바스크립트가 꺼져 있어 확인하지 못합니다."),
            "en" => ("en", "Checking…", "Nothing can be checked here without JavaScript."),
            _ => {
                let message = format!("no page in the language `{name}`");
                let it = ApiError::new(Code::BadRequest, message);
                return Err(it.hint("there are `ko` and `en`"));
            }
        };
        let witness = assets::witness().ok_or_else(|| {
            let message = "this program was built without the checker for browsers";
            ApiError::new(Code::BadRequest, message)
                .hint("`make witness`, then build it again; or make the bundle without `--html`")
        })?;
        Ok(PageOf { language, checking, without, witness })
    }

    /// The page of a bundle.
    pub(super) fn file(&self, it: &Bundle) -> Result<File, ApiError> {
        let PageOf { language, checking, without, witness } = self;
        let Content { project, run, .. } = it.content();
        let bundle = BASE64.encode(packed(&it.bytes())?);
        let witness = BASE64.encode(witness);
        let hash = BASE64.encode(Sha256::digest(SCRIPT));
        let title = escaped(&format!("{project} · Proviso"));
        let html = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
             script-src 'sha256-{hash}' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; \
             img-src data:\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <main><p>{checking}</p><noscript><p>{without}</p></noscript></main>\n\
             {BEGIN}{bundle}{END}\n\
             <script type=\"application/octet-stream\" id=\"witness\">{witness}</script>\n\
             <script>{SCRIPT}</script>\n</body>\n</html>\n"
        );
        let name = format!("{project}-{run}.html");
        Ok(File { mime: "text/html; charset=utf-8", name, bytes: html.into_bytes() })
    }
}

fn packed(bytes: &[u8]) -> Result<Vec<u8>, ApiError> {
    let mut out = GzEncoder::new(Vec::new(), Compression::best());
    let packed = out.write_all(bytes).and_then(|()| out.finish());
    packed.map_err(|err| ApiError::from_error(Code::Unknown, &err))
}

/// The bundle in a page; none where it is no page.
pub(super) fn sealed_in(bytes: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    if !bytes.starts_with(b"<") {
        return Ok(None);
    }
    let invalid = |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, why);
    let text = std::str::from_utf8(bytes).map_err(|_| invalid("it is no text"))?;
    let within = text.split_once(BEGIN).and_then(|it| it.1.split_once(END));
    let (letters, _) = within.ok_or_else(|| invalid("there is no bundle in this page"))?;
    let packed = BASE64.decode(letters.trim()).map_err(std::io::Error::other)?;
    let mut out = Vec::new();
    GzDecoder::new(&packed[..]).take(MAX_BYTES).read_to_end(&mut out)?;
    Ok(Some(out))
}
