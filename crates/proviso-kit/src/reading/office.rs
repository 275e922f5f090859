//! Office documents, spreadsheets, mails, web pages and electronic invoices: formats without pages of their own.
//!
//! Each reader yields a [`flow::Flow`], what a reader of the document sees in the order of its
//! body; [`typeset`] gives it pages, from which come both the words with their boxes and the
//! picture of the page ([`draw`]).
//!
//! **Invariant:** no reader starts a process or touches the disk; panics are the worker's to catch.

mod doc;
mod docx;
pub(crate) mod draw;
pub(crate) mod electronic;
pub(crate) mod flow;
mod hangul;
mod html;
pub(crate) mod locked;
pub(crate) mod mail;
pub(crate) mod metrics;
mod numerals;
pub(crate) mod package;
pub(crate) mod pictures;
pub(crate) mod sheets;
pub(crate) mod typeset;

use proviso_core::document::Format;
use proviso_core::remark::Remark;

use self::typeset::Sheet;
use super::protocol::Refusal;

/// An office document with its pages.
pub(crate) struct Laid {
    /// The pages, at least one.
    pub sheets: Vec<Sheet>,
    /// What a reader of the document should know.
    pub notes: Vec<Remark>,
    /// For the reason of each page.
    pub reason: &'static str,
}

impl Laid {
    /// A page, by its number from 1.
    pub(crate) fn sheet(&self, number: u32) -> Option<&Sheet> {
        self.sheets.get((number as usize).checked_sub(1)?)
    }
}

/// Reads a document of an office format and gives it pages.
pub(crate) fn open(bytes: &[u8], format: Format) -> Result<Laid, Refusal> {
    let (flow, reason) = match format {
        Format::Doc => (doc::read(bytes)?, "Word document (DOC)"),
        Format::Docx => (docx::read(bytes)?, "Word document (DOCX)"),
        Format::Xlsx => (sheets::xlsx::read(bytes)?, "Excel workbook (XLSX)"),
        Format::Xls => (sheets::xls::read(bytes)?, "Excel workbook (XLS)"),
        Format::Ods => (sheets::ods::read(bytes)?, "OpenDocument spreadsheet"),
        Format::Csv => (sheets::csv::read(bytes)?, "CSV"),
        Format::Hwp => (hangul::hwp::read(bytes)?, "Hangul document (HWP 5)"),
        Format::Hwpx => (hangul::hwpx::read(bytes)?, "Hangul document (HWPX)"),
        Format::Html => (html::read(bytes)?, "web page"),
        Format::Mail => (mail::read(bytes)?, "mail"),
        Format::Xml => (electronic::read(bytes)?, "electronic invoice (XML)"),
        _ => return Err(Refusal::Unsupported { what: "a format without a reader".to_owned() }),
    };
    let (sheets, mut cut_off) = typeset::typeset(&flow);
    let mut notes = flow.notes;
    notes.append(&mut cut_off);
    if sheets.is_empty() {
        if notes.is_empty() {
            return Err(Refusal::Empty);
        }
        let notes: Vec<String> = notes.iter().map(Remark::to_string).collect();
        let reason = format!("there is no text in it ({})", notes.join("; "));
        return Err(Refusal::Damaged { reason });
    }
    Ok(Laid { sheets, notes, reason })
}
