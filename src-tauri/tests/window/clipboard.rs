//! A program that has copied a picture: it owns the clipboard and hands the picture to whoever asks,
//! by the protocol for selections of the ICCCM.

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ConnectionExt as _, CreateWindowAux, PropMode, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::screen::told;

/// Puts a picture on the clipboard of a display, for as long as that is there.
pub(crate) fn copy(display: &str, png: Vec<u8>) {
    let (connection, screen) = x11rb::connect(Some(display)).unwrap();
    let root = connection.setup().roots[screen].root;
    let window = connection.generate_id().unwrap();
    let (depth, class) = (x11rb::COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_ONLY);
    let aux = CreateWindowAux::new();
    connection
        .create_window(depth, window, root, 0, 0, 1, 1, 0, class, x11rb::COPY_FROM_PARENT, &aux)
        .unwrap();
    let atom =
        |name: &str| connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom;
    let (targets, picture) = (atom("TARGETS"), atom("image/png"));
    connection.set_selection_owner(window, atom("CLIPBOARD"), x11rb::CURRENT_TIME).unwrap();
    connection.flush().unwrap();
    std::thread::spawn(move || {
        // The display ends with the test, and this with it.
        while let Ok(event) = connection.wait_for_event() {
            if let Event::SelectionRequest(asked) = event {
                answer(&connection, &asked, targets, (picture, &png));
            }
        }
    });
}

fn answer(
    connection: &RustConnection,
    asked: &SelectionRequestEvent,
    targets: u32,
    (picture, png): (u32, &[u8]),
) {
    let (to, property) = (asked.requestor, asked.property);
    let known = asked.target == targets || asked.target == picture;
    if asked.target == targets {
        let offered = [targets, picture];
        connection
            .change_property32(PropMode::REPLACE, to, property, AtomEnum::ATOM, &offered)
            .unwrap();
    } else if known {
        connection.change_property8(PropMode::REPLACE, to, property, picture, png).unwrap();
    }
    told(connection, asked, known);
}
