//! Stages that are run alone, and repairs that are remembered.

use crate::bench::{Bench, RIGHT_QUOTATION, WRONG_QUOTATION};

fn made(bench: &Bench, arguments: &str, into: &str) -> serde_json::Value {
    let it = bench.json(arguments);
    bench.write(into, it.to_string());
    it
}

#[test]
fn stages_hand_on_what_they_made_in_files() {
    let bench = Bench::new();
    bench.write("quote.txt", WRONG_QUOTATION);
    let read = made(&bench, "stage read --from quote.txt", "read.json");
    assert_eq!(read["staged"]["project"], "Quote");
    made(&bench, "stage analyze --from read.json", "analysis.json");
    let shown = bench.run("stage analyze --from read.json");
    assert!(shown.stdout.contains("1,230,000"), "{}", shown.stdout);
    let model = made(&bench, "stage generate --from analysis.json", "model.json");
    let text = model["model"].as_str().unwrap();
    assert!(text.starts_with("module Domains.Quote") || text.contains("\nmodule Domains.Quote"));
    assert!(!bench.exists("Domains/Quote.idr") && !bench.exists(".proviso"), "nothing is kept");
    let lost = bench.run("stage generate --from read.json");
    assert_eq!(lost.code, Some(2));
    let told = "`generate` needs an analysis, which `analyze` makes";
    assert!(lost.stderr.contains(told), "{}", lost.stderr);
    let lost = bench.run("stage fix --from model.json");
    let told = "`fix` needs what speaks against the model, which `audit` makes";
    assert!(lost.stderr.contains(told), "{}", lost.stderr);
    bench.write("broken.json", "{\"staged\": 3}");
    let broken = bench.run("stage analyze --from broken.json");
    assert!(broken.stderr.contains("is not what a stage made"), "{}", broken.stderr);
}

#[test]
fn a_stage_of_a_run_makes_what_the_run_made_and_leaves_it_alone() {
    let bench = Bench::new();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.json("convert quote.txt --project Quote");
    let before = bench.json("show 1 --events");
    let generated = bench.json("stage generate --run 1");
    assert_eq!(generated["model"], before["idris_code"], "the built-in author is deterministic");
    let analyzed = bench.json("stage analyze --run 1");
    assert_eq!(analyzed["staged"]["analysis"]["title"], before["title"]);
    let review = bench.run("stage review --run 1");
    assert_eq!(review.code, Some(2));
    assert!(review.stderr.contains("nobody here reviews"), "{}", review.stderr);
    let fix = bench.run("stage fix --run 1");
    assert!(fix.stderr.contains("nothing speaks against the model"), "{}", fix.stderr);
    assert_eq!(bench.json("show 1 --events"), before, "the run is as it was");
    assert!(bench.run("stage read").stderr.contains("--run"), "one of both is needed");
}

#[cfg(feature = "recordings")]
#[test]
fn a_stage_asks_the_compiler_about_the_model_alone_or_with_its_audit() {
    let bench = Bench::new().with_recordings();
    bench.write("quote.txt", RIGHT_QUOTATION);
    bench.json("convert quote.txt --project Quote");
    let typechecked = bench.json("stage typecheck --run 1");
    assert_eq!(typechecked["check"]["typechecked"], true, "{typechecked:#}");
    assert_eq!(typechecked["check"]["audited"], false, "the audit was not asked");
    let audited = made(&bench, "stage audit --run 1", "audited.json");
    assert_eq!(audited["check"]["audited"], true, "{audited:#}");
    // A model that lacks a module's import is repaired by the table of quick fixes.
    let mut broken = audited["staged"].clone();
    let text = broken["model"]["text"].as_str().unwrap();
    let text = format!("{text}\npublic export\nknown : Bool\nknown = isJust (Just True)\n");
    broken["model"]["text"] = text.into();
    bench.write("broken.json", broken.to_string());
    let rejected = made(&bench, "stage audit --from broken.json", "rejected.json");
    assert_eq!(rejected["check"]["typechecked"], false, "{rejected:#}");
    let fixed = made(&bench, "stage fix --from rejected.json", "fixed.json");
    assert!(fixed["model"].as_str().unwrap().contains("import Data.Maybe"), "{fixed:#}");
}

/// A repair by hand, and the same error in another project.
#[cfg(feature = "recordings")]
#[test]
fn what_a_person_mended_is_mended_at_once_the_next_time() {
    use crate::language_model::{APPROVED, NOTHING, Server, by_hand_of, is_analyst, is_reviewer};

    let bench = Bench::new().with_recordings();
    bench.write("quote.txt", RIGHT_QUOTATION);
    let wrong = "\npublic export\ndueDays : Integer\ndueDays = \"thirty\"";
    let server = Server::start(move |system, user| match () {
        () if is_reviewer(system) => APPROVED.to_owned(),
        () if is_analyst(system) => NOTHING.to_owned(),
        () if system.contains("SEARCH/REPLACE") => {
            "<<<<<<< SEARCH\ndueDays = \"thirty\"\n=======\ndueDays = 30\n>>>>>>> REPLACE\n"
                .to_owned()
        }
        () => {
            let project = user.contains("module Domains.Second");
            let head = if project { "module Domains.Second" } else { "module Domains.Quote" };
            by_hand_of(user, head, wrong)
        }
    });
    let model = format!("--engine openai --base-url {} --model by-hand", server.url);
    let first = bench.json(&format!("convert quote.txt --project Quote {model}"));
    assert_eq!(
        (&first["verdict"], first["compile_attempts"].as_u64()),
        (&"verified".into(), Some(2))
    );
    let cards = bench.json("cards");
    assert_eq!(cards.as_array().unwrap().len(), 1, "{cards:#}");
    assert_eq!((cards[0]["wins"].as_u64(), &cards[0]["is_tried"]), (Some(1), &true.into()));
    let second = bench.json(&format!("convert quote.txt --project Second {model}"));
    assert_eq!(second["verdict"], "verified", "{second:#}");
    let origin = &second["attempts"][1]["origin"];
    assert_eq!(origin, "quick_fix", "the card came before the model: {second:#}");
    let events = bench.run("show 2 --events").stdout;
    assert!(events.contains("card 1 is tried") && events.contains("card 1 helped"), "{events}");
    assert_eq!(bench.json("cards")[0]["wins"], 2);
    assert_eq!(bench.json("replay 2")["identical"], true, "cards are played again too");
    // Exported and taken over, switched off, forgotten.
    let exported = bench.run("cards export").stdout;
    bench.write("cards.json", exported);
    assert_eq!(bench.json("cards off 1")[0]["is_tried"], false);
    bench.run("cards forget 1");
    assert_eq!(bench.json("cards"), serde_json::json!([]));
    assert_eq!(bench.json("cards import cards.json")[0]["wins"], 2);
    assert_eq!(bench.run("cards disable").code, Some(0));
    let third = bench.json(&format!("convert quote.txt --project Second {model}"));
    assert_eq!(third["attempts"][1]["origin"], "repair", "the memory is switched off: {third:#}");
    assert_eq!(bench.run("cards forget 9").code, Some(2));
}
