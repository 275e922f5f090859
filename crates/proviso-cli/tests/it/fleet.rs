//! Batches over a queue: real workers that are killed and stopped, over a real server.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use expect_test::expect;
use serde_json::Value;

use crate::bench::{Answer, Bench, RIGHT_QUOTATION, WRONG_QUOTATION};

#[path = "../../../proviso-kit/tests/queue/server.rs"]
mod server;

/// What a test waits for at most.
const DEADLINE: Duration = Duration::from_secs(50);

/// Processes that end with the test, by their names.
#[derive(Default)]
struct Crew(BTreeMap<String, Child>);

impl Crew {
    fn hire(&mut self, bench: &Bench, queue: &str, name: &str) {
        let arguments = format!("worker --queue {queue} --lease 2 --name {name} --quiet");
        let mut command = bench.command(&arguments);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        self.0.insert(name.to_owned(), child);
    }

    /// Hires one, and gives the file that it says everything in.
    fn listen(&mut self, bench: &Bench, queue: &str, name: &str, more: &str) -> PathBuf {
        let said = bench.path(&format!("{name}.said"));
        let arguments = format!("worker --queue {queue} --lease 2 --name {name} {more}");
        let mut command = bench.command(arguments.trim());
        command.stdout(Stdio::null()).stderr(File::create(&said).unwrap());
        self.0.insert(name.to_owned(), command.spawn().unwrap());
        said
    }

    fn signal(&self, name: &str, signal: &str) {
        let pid = self.0[name].id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        for child in self.0.values_mut() {
            // One that the test has killed is as good.
            let _ended = child.kill();
            let _ended = child.wait();
        }
    }
}

/// What a condition gives, once it does; each look takes a process's time.
fn until<T>(what: &str, mut condition: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(it) = condition() {
            return it;
        }
        assert!(began.elapsed() < DEADLINE, "it never came: {what}");
    }
}

/// The batch that was sent from here, once it was.
fn batch(bench: &Bench) -> String {
    until("a batch", || {
        let all = bench.exists(".proviso/batches").then(|| bench.files_below(".proviso/batches"));
        let name = all?.into_iter().find(|it| it.ends_with(".json"))?;
        Some(name.trim_start_matches(".proviso/batches/").trim_end_matches(".json").to_owned())
    })
}

/// A paper that waits in a queue for whoever comes, the batch that it is in, and what was said of it.
fn sent() -> (Bench, String, Answer) {
    let bench = Bench::new();
    bench.write("papers/right.txt", RIGHT_QUOTATION);
    let sent = bench.run("batch papers --queue shared --detach");
    assert_eq!(sent.code, Some(0), "{}", sent.stderr);
    let id = batch(&bench);
    (bench, id, sent)
}

/// Who has a document, of those that are not `known`.
fn holder(bench: &Bench, document: &str, known: &[&str]) -> String {
    let id = batch(bench);
    until(&format!("another worker on {document}, beside {known:?}"), || {
        let status = bench.json(&format!("batch status {id}"));
        let working = status["working"].as_object()?.clone();
        let (worker, _) = working.into_iter().find(|(worker, documents)| {
            !known.contains(&worker.as_str())
                && documents.as_array().is_some_and(|it| it.iter().any(|it| it == document))
        })?;
        Some(worker)
    })
}

/// Papers, and one whose compiler never ends, so that its worker is there to be killed.
fn papers() -> Bench {
    let bench = Bench::new().with_waiting_compiler(
        "case \"$*\" in *Poison*) ;; *) echo 'Error: this compiler takes nothing'; exit 1;; esac",
    );
    for n in 1..=9 {
        let text = if n % 3 == 0 { WRONG_QUOTATION } else { RIGHT_QUOTATION };
        bench.write(&format!("papers/quote{n}.txt"), text.replace("07", &format!("0{n}")));
    }
    bench.write("papers/poison.txt", RIGHT_QUOTATION);
    bench
}

#[test]
fn every_document_has_one_result_whatever_happens_to_workers_and_server() {
    let bench = papers();
    let mut server = server::Server::start();
    let queue = format!("nats://127.0.0.1:{}", server.port);
    let mut crew = Crew::default();
    crew.hire(&bench, &queue, "w1");
    crew.hire(&bench, &queue, "w2");
    let send = || {
        let mut command = bench.command(&format!("batch papers --queue {queue} --json"));
        command.stderr(Stdio::null()).spawn().unwrap()
    };
    // Who sends is killed, too.
    let mut sender = send();
    let first = holder(&bench, "poison.txt", &[]);
    sender.kill().unwrap();
    sender.wait().unwrap();
    // Alive, and without a sign of it.
    crew.signal(&first, "-STOP");
    let sender = send();
    crew.hire(&bench, &queue, "w3");
    let second = holder(&bench, "poison.txt", &[&first]);
    crew.signal(&second, "-KILL");
    server.restart();
    crew.hire(&bench, &queue, "w4");
    let third = holder(&bench, "poison.txt", &[&first, &second]);
    crew.signal(&third, "-KILL");
    crew.hire(&bench, &queue, "w5");

    let said = bench.answer(sender.wait_with_output().unwrap());
    assert_eq!(said.code, Some(2), "one has failed: {}{}", said.stdout, said.stderr);
    let rows: Vec<Value> = serde_json::from_str(&said.stdout).unwrap();
    let runs = bench.json("runs");
    let mut results: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for it in runs.as_array().unwrap() {
        let (name, verdict) = (&it["reference_docs"][0], &it["verdict"]);
        results
            .entry(name.as_str().unwrap().to_owned())
            .or_default()
            .push(verdict.as_str().unwrap().to_owned());
    }
    assert_eq!((rows.len(), results.len()), (10, 10), "all papers: {results:?}");
    assert!(results.values().all(|it| it.len() == 1), "one each: {results:?}");
    assert_eq!(results["poison.txt"], ["failed"]);
    let shown = rows.iter().find(|it| it["reference_docs"][0] == "poison.txt").unwrap();
    let shown = bench.run(&format!("show {}", shown["run_id"].as_str().unwrap()));
    let reason =
        format!("3 workers took the document and none came back: {first}, {second}, {third}");
    assert!(shown.stdout.contains(&reason), "{reason}: {}", shown.stdout);

    // Told to end, a worker does; one that was asleep wakes up to that, and spoils nothing.
    crew.signal(&first, "-CONT");
    for name in [first.as_str(), "w5"] {
        crew.signal(name, "-TERM");
        let child = crew.0.get_mut(name).unwrap();
        let status = until("the end of a worker", || child.try_wait().unwrap());
        assert_eq!(status.code(), Some(0), "{name}");
    }
    let again = bench.run(&format!("batch papers --queue {queue} --json"));
    let again: Vec<Value> = serde_json::from_str(&again.stdout).unwrap();
    assert_eq!(again.len(), 10, "what is done is not done again, without any worker");
    assert_eq!(bench.json("runs").as_array().unwrap().len(), 10);
}

#[test]
fn a_folder_is_a_queue_for_workers_of_one_machine() {
    let bench = Bench::new();
    bench.write("papers/right.txt", RIGHT_QUOTATION);
    bench.write("papers/wrong.txt", WRONG_QUOTATION);
    bench.write("papers/nothing.txt", "");
    let mut crew = Crew::default();
    crew.hire(&bench, "shared", "w1");
    bench.check(
        "batch papers --queue shared -q",
        expect![[r#"
            exit 2
            --- stdout
               1  ✗ failed            Nothing                                     nothing.txt
               2  ✓ checked           Right                               3/3     right.txt
               3  ✗ discrepant        Wrong                    1 refuted  3/3     wrong.txt

            3 documents: 1 good, 1 with findings, 1 failed
        "#]],
    );
    bench.check(
        "show 3",
        expect![[r#"
            exit 0
            --- stdout
            ✗ discrepant  Wrong  견적서 · wrong.txt
              The document contradicts itself: 1 rule is proved false. Proviso's own checker says so; no compiler has seen it yet.

              6 fields · 1 rule proved · 1 refuted · 3 of 3 amounts cross-checked · Proviso's own checker 0.1.0: accepted

              #1 합계금액 1,230,000원 ≠ 공급가액 1,200,000원 + 부가세 120,000원       p. 1
                1,200,000 + 120,000 = 1,320,000 ≠ 1,230,000  (-90,000원)
                → 합계금액 1,230,000원 → 1,320,000원 would mend it

              direction/analysis_Wrong.md  analysis
              Domains/Core.idr             trusted library
              Domains/Facts/Wrong.idr      facts: values as printed
              Domains/Wrong.idr            model
              Domains/Audit/Wrong.idr      audit: what the model owes

              run 3 · if a value was misread: proviso correct 3 grandTotal VALUE · if the paper is wrong: proviso mend 3 grandTotal VALUE
        "#]],
    );
    // The same converted here is the same.
    let here = Bench::new();
    here.write("papers/wrong.txt", WRONG_QUOTATION);
    here.run("batch papers");
    for name in ["Domains/Wrong.idr", "Domains/Audit/Wrong.idr", "direction/analysis_Wrong.md"] {
        assert_eq!(bench.read(name), here.read(name), "{name}");
    }
}

#[test]
fn a_batch_is_sent_looked_at_and_cancelled_without_a_worker() {
    let (bench, id, sent) = sent();
    assert_eq!(sent.stdout, format!("proviso batch collect {id}\n"));
    assert_eq!(
        bench.run(&format!("batch status {id}")).stdout,
        "1 documents: 0 collected, 0 done\n"
    );
    let cancelled = bench.run(&format!("batch cancel {id}"));
    assert_eq!(cancelled.stdout, "1 documents taken out of the queue\n");
    let collected = bench.run(&format!("batch collect {id}"));
    assert_eq!(collected.code, Some(2));
    assert!(collected.stdout.contains("0 failed, cancelled 1"), "{}", collected.stdout);
    assert_eq!(
        bench.run(&format!("batch status {id}")).stdout,
        "1 documents: 0 collected, 0 done, cancelled 1\n"
    );
    // Sent again, it waits again.
    bench.run("batch papers --queue shared --detach");
    let status = bench.json(&format!("batch status {id}"));
    assert_eq!(status["n_cancelled"], 0);
}

#[test]
fn a_document_that_the_queue_has_forgotten_is_there_again_when_it_is_sent_again() {
    let (bench, id, _) = sent();
    // As a server does when it has kept it long enough.
    std::fs::remove_dir_all(bench.path("shared/default/documents")).unwrap();
    std::fs::create_dir(bench.path("shared/default/documents")).unwrap();
    let mut crew = Crew::default();
    let said = crew.listen(&bench, "shared", "w1", "");
    until("the job is taken out", || {
        let status = bench.json(&format!("batch status {id}"));
        (status["n_cancelled"] == 1).then_some(())
    });
    until("the worker says why", || {
        let said = std::fs::read_to_string(&said).unwrap();
        said.contains("warning: `right.txt` is no longer in the queue").then_some(())
    });
    let again = bench.run("batch papers --queue shared -q");
    assert_eq!(again.code, Some(0), "{}{}", again.stdout, again.stderr);
    assert!(again.stdout.contains("1 documents: 1 good"), "{}", again.stdout);
}

#[test]
fn a_batch_whose_result_cannot_be_written_here_has_not_ended() {
    let (bench, id, _) = sent();
    let ended = format!(".proviso/batches/{id}.ended");
    let mut crew = Crew::default();
    crew.hire(&bench, "shared", "w1");
    until("a result", || {
        let status = bench.json(&format!("batch status {id}"));
        (status["n_done"] == 1).then_some(())
    });
    // No file can be written there, as on a disk that is full.
    bench.write("direction/analysis_Right.md/in the way", "");
    let said = bench.run(&format!("batch collect {id}"));
    assert_eq!(said.code, Some(2), "{}{}", said.stdout, said.stderr);
    assert!(!bench.exists(&ended), "a window would list it no longer");
    std::fs::remove_dir_all(bench.path("direction/analysis_Right.md")).unwrap();
    let said = bench.run(&format!("batch collect {id}"));
    assert_eq!(said.code, Some(0), "{}{}", said.stdout, said.stderr);
    assert!(bench.exists(&ended));
    assert_eq!(bench.json("runs").as_array().unwrap().len(), 1);
}

#[test]
#[cfg(target_os = "linux")]
fn a_worker_begins_under_bounds_for_its_heaps_as_the_process_that_was_started() {
    let bench = Bench::new();
    bench.write("papers/right.txt", RIGHT_QUOTATION);
    let mut crew = Crew::default();
    crew.hire(&bench, "shared", "w1");
    let environment = format!("/proc/{}/environ", crew.0["w1"].id());
    until("bounds for its heaps", || {
        let all = std::fs::read(&environment).unwrap();
        all.split(|it| *it == 0).any(|it| it == b"MALLOC_ARENA_MAX=2").then_some(())
    });
    let said = bench.run("batch papers --queue shared -q");
    assert_eq!(said.code, Some(0), "it works all the same: {}{}", said.stdout, said.stderr);
}

#[test]
fn over_a_queue_everything_but_errors_is_said_in_korean_where_that_is_chosen() {
    let bench = Bench::new();
    bench.write("papers/right.txt", RIGHT_QUOTATION);
    bench.write("papers/wrong.txt", WRONG_QUOTATION);
    let server = server::Server::start();
    let queue = format!("nats://127.0.0.1:{}", server.port);
    let sent = bench.run(&format!("batch papers --queue {queue} --detach --lang ko"));
    let id = batch(&bench);
    assert!(sent.stderr.contains(&format!("묶음 {id}: 문서 2개\n")), "{}", sent.stderr);
    let say = |action: &str| bench.run(&format!("batch {action} {id} --lang ko")).stdout;
    assert_eq!(say("status"), "문서 2개: 가져옴 0, 끝남 0\n");
    assert_eq!(say("cancel"), "문서 2개를 대기열에서 뺐습니다\n");
    assert_eq!(say("status"), "문서 2개: 가져옴 0, 끝남 0, 취소 2\n");
    let collected = say("collect");
    let total = "문서 2개: 이상 없음 0, 확인 필요 0, 실패 0, 취소 2\n";
    assert!(collected.ends_with(total), "{collected}");

    let mut crew = Crew::default();
    let said = crew.listen(&bench, &queue, "w1", "--lang ko");
    let all = bench.run(&format!("batch papers --queue {queue} --lang ko"));
    let total = "문서 2개: 이상 없음 1, 확인 필요 1, 실패 0\n";
    assert!(all.stdout.ends_with(total), "{}{}", all.stdout, all.stderr);
    let heard = |what: &str| {
        until(what, || std::fs::read_to_string(&said).unwrap().contains(what).then_some(()));
    };
    for it in ["w1: 일감을 기다립니다 (", "시작 right.txt\n", "끝남 right.txt (첫 결과)\n"]
    {
        heard(it);
    }
    drop(server);
    heard("; 다시 시도합니다\n");
}

#[test]
fn what_cannot_be_is_said() {
    let bench = Bench::new();
    bench.write("papers/right.txt", RIGHT_QUOTATION);
    bench.check(
        "worker",
        expect![[r#"
        exit 2
        --- stderr
        error: a worker needs a queue

        hint: `proviso worker --queue nats://HOST:4222`
    "#]],
    );
    bench.check(
        "batch papers --queue shared --engine openai",
        expect![[r#"
        exit 2
        --- stderr
        new workspace: [DIR]
        error: who writes models is said where the worker starts

        hint: `proviso worker --queue … --engine …` has its own key; keys never travel
    "#]],
    );
    bench.check(
        "batch status 12ab",
        expect![[r#"
        exit 2
        --- stderr
        error: no batch `12ab` in this workspace

        hint: `proviso batch DIR --queue …` prints the name of its batch
    "#]],
    );
    bench.check(
        "batch papers --queue shared --space a.b",
        expect![[r#"
        exit 2
        --- stderr
        error: `a.b` cannot be the name of a space

        hint: it has letters from A to Z, digits, `-` and `_`
    "#]],
    );
    let free = server::free_port();
    let refused = bench.run(&format!("batch papers --queue nats://127.0.0.1:{free}"));
    assert_eq!(refused.code, Some(2));
    let said = format!("error: no queue answers at `nats://127.0.0.1:{free}`\n");
    assert!(refused.stderr.contains(&said), "{}", refused.stderr);
    assert!(refused.stderr.contains("hint: start `nats-server -js` there"), "{}", refused.stderr);
}
