//! Documents that the window hands to other machines: a real server, a real worker, a folder that the
//! system drops, and a server that dies on the way.

use std::process::Stdio;

use fantoccini::Locator;
use serde_json::json;

use crate::WRONG;
use crate::machine::{Ended, Machine, program};
use crate::page::{ENTER, Page};

#[path = "../../../crates/proviso-kit/tests/queue/server.rs"]
mod server;

/// The command line, which is built beside the window.
fn worker(machine: &Machine, address: &str) -> Ended {
    let mut command = machine.command(program().with_file_name("proviso"));
    command.args(["worker", "--queue", address, "--space", "office", "--name", "w1"]);
    Ended(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// Types a setting, and waits until it is kept.
async fn set(page: &Page<'_>, id: &str, value: &str) {
    let field = page.client.find(Locator::Id(id)).await.unwrap();
    field.send_keys(&format!("{value}{ENTER}")).await.unwrap();
    let script = "
        const row = document.getElementById(arguments[0]).closest('.setting');
        return row.querySelector('[role=status]').innerText.trim() === 'Saved';";
    page.until(script, vec![id.into()]).await;
}

#[tokio::test]
async fn a_folder_that_is_dropped_is_handed_over_and_its_results_are_documents() {
    let machine = Machine::new();
    let mut server = server::Server::start();
    let address = format!("nats://127.0.0.1:{}", server.port);
    let right = WRONG.replace("1,230,000", "1,320,000");
    let folder = machine.write("papers/one.txt", WRONG);
    machine.write("papers/two.txt", right.replace("07", "08"));
    machine.write("papers/three.txt", right.replace("07", "09"));
    machine.write("papers/notes.bak", "no document");
    let page = Page::open(&machine, &[]).await;
    page.see("See it on a sample").await;

    // The window speaks to servers itself; where to, a person says in the settings.
    page.press("Settings").await;
    page.find("#queue_address").await;
    set(&page, "queue_address", &address).await;
    set(&page, "queue_space", "office").await;
    page.until("return document.querySelector('#queue_space').value === 'office'", Vec::new())
        .await;
    let asked = page.ask("batches.test", json!({})).await;
    assert_eq!((&asked["address"], &asked["space"]), (&json!(address), &json!("office")));

    page.press("Inbox").await;
    let window = page.screen.window();
    let drag = page.screen.drag(window, &[folder.parent().unwrap()]);
    page.see("Release to add 1 file").await;
    drag.release();
    page.see("3 documents").await;
    page.press("Hand 3 to other machines").await;
    page.see("0 of 3 documents").await;
    page.see("3 left").await;

    // A server that dies and comes back has lost nothing, and the window finds it again.
    server.restart();
    let worker = worker(&machine, &address);
    page.see("3 of 3 documents").await;
    page.see("1 with findings").await;
    page.see("Results are in Documents.").await;
    drop(worker);

    page.press("Documents").await;
    for name in ["one.txt", "two.txt", "three.txt"] {
        page.see(name).await;
    }
    let all = page.ask("runs.list", json!({})).await;
    assert_eq!(all["total"], 3, "{all}");
    page.close().await;
}
