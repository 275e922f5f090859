//! What a damaged database has lost of a run is said in the window, in the person's language, and the
//! rest is shown.

use serde_json::json;

use crate::language::choose;
use crate::machine::Machine;
use crate::page::Page;
use crate::{WRONG, shown};

async fn seen(machine: &Machine, run: &str, words: &[&str]) {
    let page = Page::open(machine, &[]).await;
    let go = "location.hash = arguments[0]";
    page.client.execute(go, vec![json!(format!("#/runs/{run}"))]).await.unwrap();
    for it in words {
        page.see(it).await;
    }
    page.close().await;
}

#[tokio::test]
async fn what_has_lost_a_part_is_said_to_have() {
    let machine = Machine::new().without_compiler();
    let file = machine.write("견적 최종.txt", WRONG);
    let page = Page::open(&machine, &[file.to_str().unwrap()]).await;
    page.see("Ready to convert").await;
    page.press("Convert").await;
    let run = shown(&page).await;
    assert_eq!(page.verdict(&run).await, "discrepant");
    page.close().await;

    // As of a long body of which no piece is left.
    let lose = "UPDATE artefact SET body = '', pieces = name, n_pieces = 2 WHERE name = 'analysis'";
    let database = machine.workspace().join(".proviso/proviso.db");
    assert_eq!(rusqlite::Connection::open(database).unwrap().execute(lose, []).unwrap(), 1);

    let repair = "proviso doctor --repair";
    seen(&machine, &run, &["a part of the analysis is missing", repair, "discrepant"]).await;
    choose(&machine, "ko");
    seen(&machine, &run, &["사라져 표시하지 않습니다: 분석 결과", repair, "불일치"]).await;
}
