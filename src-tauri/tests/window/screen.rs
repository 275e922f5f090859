//! What a person does to a window from outside of its page: close it, drop files on it, press keys in the
//! toolkit's dialogs and read them.
//!
//! Closing and dropping speak the protocols of the X Window System itself, so that toolkit and shell take part:
//! `WM_DELETE_WINDOW` of the ICCCM, and version 5 of XDND, the drag-and-drop protocol of
//! <https://freedesktop.org/wiki/Specifications/XDND/>, from the side where the drag begins.

use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::time::Instant;

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, ImageFormat,
    InputFocus, KEY_PRESS_EVENT, KEY_RELEASE_EVENT, MapState, PropMode, SELECTION_NOTIFY_EVENT,
    SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::machine::{PATIENCE, until};

pub(crate) struct Screen {
    connection: RustConnection,
    root: Window,
}

impl Screen {
    pub(crate) fn of(display: &str) -> Screen {
        let (connection, screen) = x11rb::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        Screen { connection, root }
    }

    fn atom(&self, name: &str) -> u32 {
        self.connection.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    /// The program's window, once it is shown.
    pub(crate) fn window(&self) -> Window {
        until("the window is shown", || {
            let children = self.connection.query_tree(self.root).unwrap().reply().unwrap().children;
            children.into_iter().find(|it| self.is_ours(*it))
        })
    }

    fn is_ours(&self, window: Window) -> bool {
        // A window may go while it is asked about.
        let shown =
            self.connection.get_window_attributes(window).ok().and_then(|it| it.reply().ok());
        let shown = shown.is_some_and(|it| it.map_state == MapState::VIEWABLE);
        let class = self
            .connection
            .get_property(false, window, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 256)
            .ok()
            .and_then(|it| it.reply().ok())
            .map(|it| String::from_utf8_lossy(&it.value).to_lowercase());
        shown && class.is_some_and(|it| it.contains("proviso"))
    }

    /// The process that a window belongs to.
    pub(crate) fn process(&self, window: Window) -> u32 {
        let pid = self.atom("_NET_WM_PID");
        let asked = self.connection.get_property(false, window, pid, AtomEnum::CARDINAL, 0, 1);
        asked.unwrap().reply().unwrap().value32().unwrap().next().unwrap()
    }

    /// Width and height.
    pub(crate) fn size(&self, window: Window) -> (u16, u16) {
        let it = self.connection.get_geometry(window).unwrap().reply().unwrap();
        (it.width, it.height)
    }

    /// What the cross in the window's frame does.
    pub(crate) fn close(&self, window: Window) {
        let data = [self.atom("WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0];
        self.send(window, window, "WM_PROTOCOLS", data);
    }

    /// Makes a window another size.
    pub(crate) fn resize(&self, window: Window, width: u32, height: u32) {
        let aux = x11rb::protocol::xproto::ConfigureWindowAux::new().width(width).height(height);
        self.connection.configure_window(window, &aux).unwrap();
        self.connection.flush().unwrap();
    }

    fn send(&self, to: Window, about: Window, kind: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, about, self.atom(kind), data);
        self.connection.send_event(false, to, EventMask::NO_EVENT, message).unwrap();
        self.connection.flush().unwrap();
    }

    /// Another window of the program than its own, such as a dialog, once that is there.
    pub(crate) fn dialog(&self, own: Window) -> Window {
        until("a dialog is shown", || {
            let children = self.connection.query_tree(self.root).unwrap().reply().unwrap().children;
            children.into_iter().find(|it| *it != own && self.is_ours(*it))
        })
    }

    /// What stands in the frame of a window.
    pub(crate) fn title(&self, window: Window) -> String {
        let (name, text) = (self.atom("_NET_WM_NAME"), self.atom("UTF8_STRING"));
        let asked = self.connection.get_property(false, window, name, text, 0, 256).unwrap();
        String::from_utf8(asked.reply().unwrap().value).unwrap()
    }

    /// What a window looks like.
    pub(crate) fn picture(&self, window: Window) -> image::RgbImage {
        let (width, height) = self.size(window);
        let (format, all) = (ImageFormat::Z_PIXMAP, u32::MAX);
        let asked = self.connection.get_image(format, window, 0, 0, width, height, all).unwrap();
        // Four bytes a point, the least significant first: blue, green, red.
        let bytes = asked.reply().unwrap().data;
        let points = bytes.chunks_exact(4).flat_map(|it| [it[2], it[1], it[0]]).collect();
        image::RgbImage::from_raw(width.into(), height.into(), points).unwrap()
    }

    /// Presses a key in another window of the program than its own, such as a dialog, once that is
    /// there.
    pub(crate) fn press_in_dialog(&self, own: Window, key: u32) {
        let dialog = self.dialog(own);
        // There is no window manager that would.
        let (parent, now) = (InputFocus::PARENT, x11rb::CURRENT_TIME);
        self.connection.set_input_focus(parent, dialog, now).unwrap();
        until("the dialog has the keyboard", || {
            let focus = self.connection.get_input_focus().unwrap().reply().unwrap().focus;
            (focus == dialog).then_some(())
        });
        let code = self.code(key);
        for kind in [KEY_PRESS_EVENT, KEY_RELEASE_EVENT] {
            self.connection.xtest_fake_input(kind, code, now, self.root, 0, 0, 0).unwrap();
        }
        self.connection.flush().unwrap();
        until("the dialog is gone", || {
            let tree = self.connection.query_tree(self.root).unwrap().reply().unwrap();
            (!tree.children.iter().any(|it| *it == dialog && self.is_ours(*it))).then_some(())
        });
    }

    /// The key of a keyboard that makes a symbol.
    fn code(&self, symbol: u32) -> u8 {
        let setup = self.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let all = self.connection.get_keyboard_mapping(first, last - first + 1).unwrap();
        let all = all.reply().unwrap();
        let per = usize::from(all.keysyms_per_keycode);
        let at = all.keysyms.chunks(per).position(|it| it.contains(&symbol)).unwrap();
        first + u8::try_from(at).unwrap()
    }

    /// Where a window's upper left corner lies on the screen.
    pub(crate) fn place(&self, window: Window) -> (i16, i16) {
        let it = self.connection.translate_coordinates(window, self.root, 0, 0).unwrap();
        let it = it.reply().unwrap();
        (it.dst_x, it.dst_y)
    }

    /// The size of the screen itself.
    pub(crate) fn extent(&self) -> (u16, u16) {
        self.size(self.root)
    }

    /// Begins to drag files; they hang over the window until they are let go.
    pub(crate) fn drag(&self, target: Window, files: &[&Path]) -> Drag<'_> {
        let source = self.connection.generate_id().unwrap();
        self.connection
            .create_window(
                x11rb::COPY_DEPTH_FROM_PARENT,
                source,
                self.root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_OUTPUT,
                x11rb::COPY_FROM_PARENT,
                &CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE),
            )
            .unwrap();
        let selection = self.atom("XdndSelection");
        self.connection.set_selection_owner(source, selection, x11rb::CURRENT_TIME).unwrap();
        let uris = files.iter().map(|it| format!("{}\r\n", uri(it))).collect();
        let drag = Drag { screen: self, source, target, uris };
        self.send(target, target, "XdndEnter", [source, 5 << 24, drag.kind(), 0, 0]);
        drag.until_taken();
        drag
    }
}

/// Files that hang over a window.
pub(crate) struct Drag<'s> {
    screen: &'s Screen,
    source: Window,
    target: Window,
    uris: String,
}

impl Drag<'_> {
    fn kind(&self) -> u32 {
        self.screen.atom("text/uri-list")
    }

    /// Moves over the window until it says that it would take the files.
    fn until_taken(&self) {
        let (width, height) = self.screen.size(self.target);
        let (x, y) = (u32::from(width / 2), u32::from(height / 2));
        let (left, top) = self.screen.place(self.target);
        let at = |origin: i16, within: u32| u32::from(origin.max(0).unsigned_abs()) + within;
        let copy = self.screen.atom("XdndActionCopy");
        let until = Instant::now() + PATIENCE;
        for step in 0_u32.. {
            assert!(Instant::now() < until, "the window does not take the files");
            let place = (at(left, x + step % 2) << 16) | at(top, y);
            let data = [self.source, 0, place, x11rb::CURRENT_TIME, copy];
            self.screen.send(self.target, self.target, "XdndPosition", data);
            let status = self.heard("XdndStatus");
            if status[1] & 1 == 1 {
                return;
            }
        }
    }

    /// Lets the files go, and waits until the window has taken them.
    pub(crate) fn release(self) {
        let data = [self.source, 0, x11rb::CURRENT_TIME, 0, 0];
        self.screen.send(self.target, self.target, "XdndDrop", data);
        let finished = self.heard("XdndFinished");
        assert_eq!(finished[1] & 1, 1, "the window has refused the files");
    }

    /// The next message of a kind; meanwhile the files are handed over to whoever asks for them.
    fn heard(&self, kind: &str) -> [u32; 5] {
        let kind = self.screen.atom(kind);
        until("the window answers a drag", || {
            match self.screen.connection.poll_for_event().unwrap()? {
                Event::SelectionRequest(asked) => self.hand_over(&asked),
                Event::ClientMessage(it) if it.type_ == kind => return Some(it.data.as_data32()),
                _ => {}
            }
            None
        })
    }

    fn hand_over(&self, asked: &SelectionRequestEvent) {
        let known = asked.target == self.kind();
        let connection = &self.screen.connection;
        if known {
            let (to, property) = (asked.requestor, asked.property);
            let bytes = self.uris.as_bytes();
            connection
                .change_property8(PropMode::REPLACE, to, property, asked.target, bytes)
                .unwrap();
        }
        told(connection, asked, known);
    }
}

/// Tells who asked for a selection that it was handed over, or that nobody has it so.
pub(crate) fn told(connection: &RustConnection, asked: &SelectionRequestEvent, known: bool) {
    let answer = SelectionNotifyEvent {
        response_type: SELECTION_NOTIFY_EVENT,
        sequence: 0,
        time: asked.time,
        requestor: asked.requestor,
        selection: asked.selection,
        target: asked.target,
        property: if known { asked.property } else { x11rb::NONE },
    };
    connection.send_event(false, asked.requestor, EventMask::NO_EVENT, answer).unwrap();
    connection.flush().unwrap();
}

fn uri(path: &Path) -> String {
    let mut out = "file://".to_owned();
    for &byte in path.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}
