//! What the page has laid out for paper, as a PDF file: the printing of the web view, without its
//! dialog.
//!
//! **Invariant:** a file is written only where a person has just pointed to. Where the web view
//! cannot print to a file, the page is told so and offers the dialog of the system instead.

use std::path::Path;

use proviso_api::{ApiError, Code};
use tauri::WebviewWindow;

/// Whether this system's web view prints to files.
pub(crate) const PRINTS: bool = cfg!(target_os = "linux");

/// Writes what the page shows to printers.
#[cfg(target_os = "linux")]
pub(crate) async fn pdf(window: &WebviewWindow, path: &Path) -> Result<(), ApiError> {
    use std::cell::Cell;
    use std::rc::Rc;

    use tokio::sync::oneshot;
    use webkit2gtk::{PrintOperation, PrintOperationExt as _};

    let uri = gtk::glib::filename_to_uri(path, None);
    let uri = uri.map_err(|err| ApiError::from_error(Code::Storage, &err))?.to_string();
    let (ended, end) = oneshot::channel::<Result<(), String>>();
    window
        .with_webview(move |view| {
            let operation = PrintOperation::new(&view.inner());
            operation.set_print_settings(&to_file(&uri));
            operation.set_page_setup(&sheet_of_paper());
            // Whichever is told first; a failure is followed by an end.
            let ended = Rc::new(Cell::new(Some(ended)));
            let failed = Rc::clone(&ended);
            operation.connect_failed(move |_, err| tell(&failed, Err(err.to_string())));
            // The operation is kept alive until then, by what it calls at its end.
            let kept = Rc::new(Cell::new(None));
            let itself = Rc::clone(&kept);
            operation.connect_finished(move |_| {
                tell(&ended, Ok(()));
                itself.take();
            });
            operation.print();
            kept.set(Some(operation));
        })
        .map_err(|err| ApiError::from_error(Code::Unknown, &err))?;
    match end.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(reason)) => Err(unprinted(reason)),
        Err(closed) => Err(unprinted(closed.to_string())),
    }
}

#[cfg(target_os = "linux")]
type Waiting =
    std::rc::Rc<std::cell::Cell<Option<tokio::sync::oneshot::Sender<Result<(), String>>>>>;

#[cfg(target_os = "linux")]
fn tell(waiting: &Waiting, what: Result<(), String>) {
    if let Some(ended) = waiting.take() {
        // Nobody waits where the window has gone meanwhile.
        let _gone = ended.send(what);
    }
}

/// The printer of the toolkit that writes files, whose name it translates.
#[cfg(target_os = "linux")]
fn to_file(uri: &str) -> gtk::PrintSettings {
    let settings = gtk::PrintSettings::new();
    settings.set_printer(&gtk::glib::dgettext(Some("gtk30"), "Print to File"));
    settings.set("output-uri", Some(uri));
    settings.set("output-file-format", Some("pdf"));
    settings
}

/// A4 with the margins of the report's own sheet, which this web view leaves to the page setup.
#[cfg(target_os = "linux")]
fn sheet_of_paper() -> gtk::PageSetup {
    let setup = gtk::PageSetup::new();
    setup.set_paper_size_and_default_margins(&gtk::PaperSize::new(Some("iso_a4")));
    setup.set_top_margin(18.0, gtk::Unit::Mm);
    setup.set_bottom_margin(18.0, gtk::Unit::Mm);
    setup.set_left_margin(16.0, gtk::Unit::Mm);
    setup.set_right_margin(16.0, gtk::Unit::Mm);
    setup
}

#[cfg(not(target_os = "linux"))]
pub(crate) async fn pdf(_: &WebviewWindow, _: &Path) -> Result<(), ApiError> {
    Err(unprinted("this system's web view prints through a dialog only".to_owned()))
}

fn unprinted(reason: String) -> ApiError {
    let mut it = ApiError::new(Code::Storage, "the PDF could not be written");
    it.detail.push(reason);
    it.hint("print the report, and choose PDF there")
}
