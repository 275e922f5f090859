//! The page in the window, looked at and used as a person does: by words, names and keys.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::machine::{Ended, Machine, PATIENCE, until};
use crate::screen::Screen;

/// The key of this name, as the protocol of drivers writes it.
pub(crate) const ENTER: char = '\u{E007}';

/// All that can be read on the page, the editors' own trees included.
const READ: &str = "
    const read = (root) => [...root.querySelectorAll('*')]
        .filter((it) => it.shadowRoot).map((it) => it.shadowRoot)
        .reduce((text, it) => text + '\\n' + read(it) + [...it.children]
            .map((child) => child.innerText ?? '').join('\\n'), '');
    return document.body.innerText + read(document);";

/// A started program with its window.
pub(crate) struct Page<'m> {
    /// The program ends with its machine.
    _machine: &'m Machine,
    pub(crate) client: Client,
    pub(crate) screen: Screen,
    /// Which started the program.
    pub(crate) driver: Ended,
}

impl<'m> Page<'m> {
    /// Starts the program in a workspace with files, and waits for its page.
    pub(crate) async fn open(machine: &'m Machine, files: &[&str]) -> Page<'m> {
        let workspace = machine.workspace().display().to_string();
        Page::start(machine, &[&["--workspace", &workspace], files].concat()).await
    }

    /// Starts the program with arguments, and waits for its page.
    pub(crate) async fn start(machine: &'m Machine, args: &[&str]) -> Page<'m> {
        let page = Page::of(machine, &crate::machine::program(), args).await;
        // What the page asks first has been answered: it listens, and a screen stands there.
        page.find("main h1, main h2").await;
        page.ask("app.state", json!({})).await;
        page
    }

    /// Starts a program with a window of this toolkit.
    pub(crate) async fn of(machine: &'m Machine, program: &Path, args: &[&str]) -> Page<'m> {
        let (url, driver) = machine.driver();
        let options = json!({ "binary": program, "args": args });
        let Value::Object(capabilities) = json!({ "webkitgtk:browserOptions": options }) else {
            unreachable!("an object is written above")
        };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = match builder.capabilities(capabilities).connect(&url).await {
            Ok(client) => client,
            Err(err) => {
                let said = std::fs::read_to_string(machine.path("driver.log")).unwrap_or_default();
                panic!("the program does not start: {err}\n{said}")
            }
        };
        Page { _machine: machine, client, screen: Screen::of(machine.display()), driver }
    }

    /// Waits until an element is there. Which one is not asked: it may be drawn anew at once.
    pub(crate) async fn find(&self, css: &str) {
        let script = "return document.querySelector(arguments[0]) !== null";
        let end = Instant::now() + PATIENCE;
        while self.client.execute(script, vec![css.into()]).await.unwrap() != json!(true) {
            if Instant::now() > end {
                panic!("there is no `{css}`:\n{}", self.text().await);
            }
        }
    }

    /// All words on the page.
    pub(crate) async fn text(&self) -> String {
        let text = self.client.execute(READ, Vec::new()).await.unwrap();
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a script says yes.
    pub(crate) async fn until(&self, script: &str, args: Vec<Value>) {
        let end = Instant::now() + PATIENCE;
        while self.client.execute(script, args.clone()).await.unwrap() != json!(true) {
            if Instant::now() > end {
                panic!("waited in vain for `{script}`:\n{}", self.text().await);
            }
        }
    }

    /// Waits until words are on the page.
    pub(crate) async fn see(&self, words: &str) {
        let script = format!("return ((() => {{{READ}}})()).includes(arguments[0])");
        let end = Instant::now() + PATIENCE;
        while self.client.execute(&script, vec![words.into()]).await.unwrap() != json!(true) {
            if Instant::now() > end {
                panic!("`{words}` is not to be seen:\n{}", self.text().await);
            }
        }
    }

    /// Presses what bears a name: a button, a link, a tab, an entry of a menu, a switch by its label.
    pub(crate) async fn press(&self, name: &str) {
        let is = format!("normalize-space(.)='{name}' or @aria-label='{name}'");
        let begins = format!("starts-with(normalize-space(.),'{name}')");
        let xpath = format!(
            "//*[(self::button or self::a or self::label or @role='menuitem' or @role='tab') and ({is})]|\
             //*[(@role='menuitem' or @role='tab') and {begins}]"
        );
        let end = Instant::now() + PATIENCE;
        loop {
            let clicked = match self.client.find(Locator::XPath(&xpath)).await {
                Ok(it) if it.is_enabled().await.unwrap_or(false) => it.click().await,
                Ok(_) => Ok(()).and(Err(fantoccini::error::CmdError::WaitTimeout)),
                Err(err) => Err(err),
            };
            match clicked {
                Ok(()) => return,
                // It may come, or stop moving.
                Err(_) if Instant::now() < end => {}
                Err(err) => panic!("cannot press `{name}`: {err}\n{}", self.text().await),
            }
        }
    }

    /// Presses what closes the window: the answer may go with it, so the end is what tells.
    pub(crate) async fn press_and_go(&self, name: &str) {
        let script = "
            const named = [...document.querySelectorAll('button')]
                .find((it) => it.innerText.trim() === arguments[0]);
            setTimeout(() => named.click());";
        let _may_be_gone = self.client.execute(script, vec![name.into()]).await;
    }

    /// Presses keys one after the other, all of them held until the last.
    pub(crate) async fn chord(&self, keys: &str) {
        let down = keys.chars().map(|value| KeyAction::Down { value });
        let up = keys.chars().rev().map(|value| KeyAction::Up { value });
        self.keys(down.chain(up)).await;
    }

    pub(crate) async fn write(&self, text: &str) {
        // A key is what it does: the character of a line's end is none that a keyboard has.
        let key = |it| if it == '\n' { ENTER } else { it };
        let each = |it| [KeyAction::Down { value: key(it) }, KeyAction::Up { value: key(it) }];
        self.keys(text.chars().flat_map(each)).await;
    }

    async fn keys(&self, actions: impl Iterator<Item = KeyAction>) {
        let all = actions.fold(KeyActions::new("keys".to_owned()), |all, it| all.then(it));
        self.client.perform_actions(all).await.unwrap();
    }

    /// Puts the cursor into an editor.
    pub(crate) async fn enter_editor(&self) {
        let script = "
            const find = (root) => {
                const here = root.querySelector('.cm-content[contenteditable=true]');
                if (here) return here;
                for (const it of root.querySelectorAll('*')) {
                    const below = it.shadowRoot && find(it.shadowRoot);
                    if (below) return below;
                }
                return null;
            };
            const editor = find(document);
            editor?.focus();
            return editor !== null;";
        let end = Instant::now() + PATIENCE;
        while self.client.execute(script, Vec::new()).await.unwrap() != json!(true) {
            assert!(Instant::now() < end, "no editor: {}", self.text().await);
        }
    }

    /// Calls the shell as the page does: what it answers, or the error.
    pub(crate) async fn invoke(&self, name: &str, request: &Value) -> Result<Value, Value> {
        let script = "
            const [name, request, done] = arguments;
            window.__TAURI_INTERNALS__.invoke(name, request)
                .then((it) => done({ Ok: it ?? null }), (err) => done({ Err: err }));";
        let args = vec![name.into(), request.clone()];
        let answer = self.client.execute_async(script, args).await.unwrap();
        let mut answer: BTreeMap<String, Value> = serde_json::from_value(answer).unwrap();
        answer.remove("Ok").ok_or_else(|| answer.remove("Err").unwrap_or_default())
    }

    /// A command of the api.
    pub(crate) async fn ask(&self, name: &str, request: Value) -> Value {
        let asked = json!({ "name": name, "args": request });
        self.invoke("command", &asked).await.unwrap_or_else(|err| panic!("`{name}`: {err}"))
    }

    /// Waits until a run has ended, and gives its verdict.
    pub(crate) async fn verdict(&self, run: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let it = self.ask("runs.show", json!({ "run": run })).await;
            if it["state"] == "ended" {
                return it["verdict"].as_str().unwrap().to_owned();
            }
            assert!(Instant::now() < end, "run {run} does not end: {it}");
        }
    }

    /// Closes the window as its frame does, and waits until the program has ended.
    pub(crate) async fn close(self) {
        let window = self.screen.window();
        let process = self.screen.process(window);
        self.screen.close(window);
        gone(process);
        drop(self.driver);
        // Nobody is there any more who could end the session.
        drop(self.client);
    }
}

/// Waits until a process has ended.
pub(crate) fn gone(process: u32) {
    until("the program has ended", || {
        // The third field; a name in parentheses comes before it.
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat.rsplit_once(") ").map_or('X', |it| it.1.chars().next().unwrap_or('X'));
        "XZ".contains(state).then_some(())
    });
}
