//! The desk with a scripted model and a book in memory.

use std::collections::{BTreeMap, VecDeque};

use expect_test::{Expect, expect};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};

use super::*;
use crate::analysis::Language;
use crate::llm::{Finish, Message, Role};
use crate::ports::Artefact;
use crate::prompt::PromptStore;

/// Answers from a script, keeps a book, writes a log.
#[derive(Default)]
struct World {
    answers: Mutex<VecDeque<Result<Reply, ModelError>>>,
    kept: Mutex<BTreeMap<String, Reply>>,
    calls: Mutex<Vec<CallRecord>>,
    before: Vec<(Stage, Spent)>,
    log: Mutex<Vec<String>>,
}

impl LanguageModel for World {
    fn provider(&self) -> &str {
        "openai"
    }
    fn model(&self) -> &str {
        "priced"
    }
    fn ask<'a>(
        &'a self,
        _request: &'a Request,
        hear: &'a (dyn Fn(Heard) + Send + Sync),
    ) -> BoxFuture<'a, Result<Reply, ModelError>> {
        hear(Heard::Again { reason: "busy".to_owned(), after: std::time::Duration::from_secs(7) });
        let next = self.answers.lock().unwrap().pop_front();
        ready(next.unwrap_or(Err(ModelError::Mock))).boxed()
    }
}

impl CallBook for World {
    fn recall(&self, key: &str) -> Result<Option<Reply>, LedgerError> {
        Ok(self.kept.lock().unwrap().get(key).cloned())
    }
    fn keep(&self, key: &str, reply: &Reply) -> Result<(), LedgerError> {
        self.kept.lock().unwrap().insert(key.to_owned(), reply.clone());
        Ok(())
    }
    fn record(&self, call: &CallRecord) -> Result<(), LedgerError> {
        self.calls.lock().unwrap().push(call.clone());
        Ok(())
    }
    fn spent(&self) -> Result<Vec<(Stage, Spent)>, LedgerError> {
        Ok(self.before.clone())
    }
}

impl Ledger for World {
    fn append(&self, entry: Entry) -> Result<(), LedgerError> {
        self.log.lock().unwrap().push(entry.message);
        Ok(())
    }
    fn keep(&self, _artefact: Artefact<'_>) -> Result<(), LedgerError> {
        Ok(())
    }
}

struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> i64 {
        5
    }
    fn ticks_ms(&self) -> i64 {
        5
    }
}

/// An hour passes whenever it is looked at.
#[derive(Default)]
struct Hasty(std::sync::atomic::AtomicI64);

impl Clock for Hasty {
    fn now_ms(&self) -> i64 {
        5
    }
    fn ticks_ms(&self) -> i64 {
        self.0.fetch_add(3_600_000, Ordering::Relaxed)
    }
}

fn reply(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage { input: 1_000, output: 100, reasoning: 0 },
        model: "priced-2".to_owned(),
    }
}

fn desk(world: World, budget: Budget) -> (Arc<World>, Desk) {
    desk_by(Arc::new(Stopped), world, budget)
}

fn desk_by(clock: Arc<dyn Clock>, world: World, budget: Budget) -> (Arc<World>, Desk) {
    let world = Arc::new(world);
    let table =
        "[[price]]\nprovider = \"openai\"\nmodel = \"priced*\"\ninput = \"2\"\noutput = \"8\"\n";
    let prices = Prices::parse(&[("prices.toml".to_owned(), table.to_owned())]).unwrap();
    let desk = Desk::new(
        Arc::clone(&world) as Arc<dyn LanguageModel>,
        Arc::clone(&world) as Arc<dyn CallBook>,
        Arc::clone(&world) as Arc<dyn Ledger>,
        clock,
        prices,
        budget,
        "7".to_owned(),
    );
    (world, desk)
}

fn prompt() -> Prompt {
    let file = |it: &str| (format!("fixer/default/v1/{it}.txt"), String::new());
    let store = PromptStore::new([file("system"), file("user")].into());
    store.load("fixer", "contract", "v1", Language::En).unwrap()
}

fn request(text: &str) -> Request {
    Request {
        messages: vec![Message::text(Role::User, text)],
        tools: Vec::new(),
        max_tokens: 500,
        temperature_milli: None,
        form: None,
        run_id: "7".to_owned(),
    }
}

fn ask(desk: &Desk, text: &str, anew: bool) -> Result<Asked, DeskError> {
    let prompt = prompt();
    let errand = Errand {
        agent: "fixer",
        agent_version: "1",
        stage: Stage::Fix,
        prompt: &prompt,
        scope: "A",
        anew,
    };
    desk.ask(errand, &request(text)).now_or_never().expect("nothing here waits")
}

#[track_caller]
fn check(world: &World, expect: Expect) {
    let mut out = world.log.lock().unwrap().join("\n");
    for it in world.calls.lock().unwrap().iter() {
        let said = it.reply.as_ref().map(|it| it.text.as_str());
        let error = it.error.as_deref().unwrap_or("-");
        out += &format!(
            "\n[{} {} {}] {said:?} {error} cost {:?} cached {}",
            it.prompt, it.provider, it.model, it.cost_micros, it.cached
        );
    }
    expect.assert_eq(&out);
}

#[test]
fn every_call_is_recorded_with_what_it_cost_and_what_came_of_it() {
    let world = World::default();
    world.answers.lock().unwrap().push_back(Ok(reply("yes")));
    let (world, desk) = desk(world, Budget::default());
    assert_eq!(ask(&desk, "a", false).unwrap().reply.text, "yes");
    assert!(matches!(ask(&desk, "b", false), Err(DeskError::Model(ModelError::Mock))));
    assert_eq!(desk.spent().unwrap(), Spent { tokens: 1_100, micros: 2_800 });
    check(
        &world,
        expect![[r#"
        fixer: busy
        fixer: priced-2 answered, 1100 tokens
        fixer: busy
        fixer: the mock provider never answers
        [fixer/default/v1 openai priced] Some("yes") - cost Some(2800) cached false
        [fixer/default/v1 openai priced] None the mock provider never answers cost Some(0) cached false"#]],
    );
}

#[test]
fn only_an_answer_that_was_of_use_is_remembered() {
    let world = World::default();
    world.answers.lock().unwrap().extend([Ok(reply("bad")), Ok(reply("good"))]);
    let (world, desk) = desk(world, Budget::default());
    ask(&desk, "a", false).unwrap();
    let second = ask(&desk, "a", false).unwrap();
    assert_eq!((second.reply.text.as_str(), second.cached), ("good", false));
    desk.keep(&second).unwrap();
    let third = ask(&desk, "a", false).unwrap();
    assert_eq!((third.reply.text.as_str(), third.cached), ("good", true));
    assert!(ask(&desk, "a", true).is_err(), "anew means anew");
    let keys: Vec<String> = world.kept.lock().unwrap().keys().cloned().collect();
    let hash = request("a").sha256();
    assert_eq!(keys, [format!("fixer:1:default:v1:A:{hash}:openai:priced")]);
    assert_eq!(desk.spent().unwrap().tokens, 2_200, "what is remembered costs nothing");
}

#[test]
fn a_call_over_the_budget_is_not_made() {
    let tokens = Caps { run: Some(2_000), ..Caps::default() };
    let budget = Budget { tokens, micros: Caps::default() };
    let before = vec![(Stage::Generate, Spent { tokens: 900, micros: 0 })];
    let world = World { before, ..World::default() };
    world.answers.lock().unwrap().extend([Ok(reply("one")), Ok(reply("two"))]);
    let (world, desk) = desk(world, budget);
    ask(&desk, "a", false).unwrap();
    let err = ask(&desk, "b", false).unwrap_err();
    assert!(matches!(err, DeskError::Budget(_)));
    assert_eq!(world.answers.lock().unwrap().len(), 1, "the second answer was never asked for");
    check(
        &world,
        expect![[r#"
        fixer: busy
        fixer: priced-2 answered, 1100 tokens
        fixer: the next call would bring run.tokens to 2509 tokens of 2000 tokens
        [fixer/default/v1 openai priced] Some("one") - cost Some(2800) cached false"#]],
    );
}

/// Each of them has its own limit, and a provider that keeps to it in every answer would still hold a
/// run for days.
#[test]
fn a_run_waits_so_long_for_all_answers_together() {
    let world = World::default();
    let answers = ["one", "two", "three", "four", "five"].map(|it| Ok(reply(it)));
    world.answers.lock().unwrap().extend(answers);
    let (world, desk) = desk_by(Arc::new(Hasty::default()), world, Budget::default());
    // Each answer takes an hour; with the fourth there are more than three.
    for text in ["a", "b", "c", "d"] {
        ask(&desk, text, false).unwrap();
    }
    let err = ask(&desk, "e", false).unwrap_err();
    let DeskError::Budget(refusal) = err else { panic!("{err:?}") };
    assert_eq!(
        (refusal.limit.as_str(), refusal.allowed, refusal.would),
        ("run.time", 3 * 3_600, Some(4 * 3_600))
    );
    assert_eq!(world.answers.lock().unwrap().len(), 1, "the fifth was never asked for");
}
