//! Programs that a file is opened with are not ours: they get the environment that a person began this
//! program with, not the one that it began anew with.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::json;

use crate::machine::{Machine, until};
use crate::page::Page;

#[tokio::test]
async fn a_program_that_a_file_is_opened_with_has_the_persons_environment() {
    let machine = Machine::new();
    let heard = machine.path("heard");
    // The launcher of the system, which says what it was started with.
    let script = format!(
        "#!/bin/sh\n{{ echo \"asked $1\"; env; }} >'{0}.part' && mv '{0}.part' '{0}'\n",
        heard.display()
    );
    let launcher = machine.write("bin/xdg-open", script);
    std::fs::set_permissions(&launcher, std::fs::Permissions::from_mode(0o755)).unwrap();
    let page = Page::open(&machine, &[]).await;
    let note = machine.write("Proviso/note.txt", "to be opened");
    let asked = json!({ "path": "note.txt" });
    page.invoke("open_path", &asked).await.unwrap();
    let heard = until("the launcher was started", || std::fs::read_to_string(&heard).ok());
    page.close().await;

    let opened = format!("asked {}", note.canonicalize().unwrap().display());
    assert!(heard.lines().any(|it| it == opened), "{heard}");
    let has = |name: &str| heard.lines().any(|it| it.starts_with(&format!("{name}=")));
    assert!(has("DISPLAY") && has("HOME"), "the person's own is there: {heard}");
    for ours in ["PROVISO_BEGUN", "MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"] {
        assert!(!has(ours), "{ours} is none of theirs: {heard}");
    }
}
