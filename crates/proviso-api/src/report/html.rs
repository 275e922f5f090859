//! What every report is made of: its request, its words, text that stays text, the page around it.

use serde::{Deserialize, Serialize};

use super::words::Words;
use crate::wire::{File, RunId};
use crate::{ApiError, Code};

/// A request for a report.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReportReq {
    /// Which run.
    pub run: RunId,
    /// The language of what stands around the document's own words: `ko` or `en`.
    pub language: String,
}

const STYLE: &str = include_str!("style.css");

pub(super) fn words_of(req: &ReportReq) -> Result<Words, ApiError> {
    Words::of(&req.language).ok_or_else(|| {
        let message = format!("no report in the language `{}`", req.language);
        ApiError::new(Code::BadRequest, message).hint("there are `ko` and `en`")
    })
}

/// A body as a file that needs nothing else.
pub(super) fn page(req: &ReportReq, title: &str, name: String, body: &str) -> File {
    let title = escaped(title);
    let html = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; img-src data:\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        req.language
    );
    File { mime: "text/html; charset=utf-8", name, bytes: html.into_bytes() }
}

/// Text as HTML takes it, in elements and in quoted attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Letters that turn the direction of what follows would let text pose as other text.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            it if it.is_control() && it != '\n' && it != '\t' => {}
            // No letters, and nothing that XML may hold.
            '\u{fffe}' | '\u{ffff}' => {}
            it => out.push(it),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_document_says_stays_text() {
        let hostile = "<img src=x onerror=\"alert('1')\"> & \u{202e}1\u{7}";
        let expected = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; 1";
        assert_eq!(escaped(hostile), expected);
    }
}
