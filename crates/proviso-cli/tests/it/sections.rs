//! A long contract in sections, some of which fail.

use crate::bench::Bench;
use crate::language_model::{NOTHING, Said, Server, is_analyst};

/// Two hundred pages, an article with a penalty on each.
fn contract() -> String {
    let page = |n: u32| {
        let filler = "을은 갑의 서면 승인을 받아 이를 성실히 이행하여야 하고 그 결과를 알린다.\n";
        format!("제{n}조 (조건)\n{}제{n}조의 위약벌은 {n},000,000원으로 한다.\n", filler.repeat(9))
    };
    let pages: Vec<String> = (1..=200).map(page).collect();
    format!("용 역 계 약 서\n\n{}", pages.join("\u{c}"))
}

#[test]
fn sections_that_fail_are_empty_and_named_and_the_others_are_read() {
    let bench = Bench::new();
    bench.write("long.txt", contract());
    let server = Server::answering(|system, user| {
        if system.contains("\"edits\"") {
            let id = user.lines().find_map(|it| it.split_once(" | 위약벌 | ")).unwrap().0;
            let edits = serde_json::json!({ "edits": [
                { "id": id.parse::<u32>().unwrap(), "label": "위약벌 (첫 구역)" },
                { "id": 9_999_999, "label": "없는 것" },
            ] });
            return Said::Text(edits.to_string());
        }
        if !is_analyst(system) {
            return Said::Refusal;
        }
        if user.contains("제1조 (조건)") {
            return Said::Refusal;
        }
        if user.contains("제120조 (조건)") {
            return Said::Nothing;
        }
        let Some(line) = user.lines().find(|it| it.contains("위약벌은 ")) else {
            return Said::Text(NOTHING.to_owned());
        };
        let page = user[..user.find(line).unwrap()].rsplit("page ").next().unwrap();
        let page: u32 = page[..page.find(']').unwrap()].parse().unwrap();
        // Behind its number in what is shown, and without the signs of the draft's values.
        let line = line.split_once(": ").unwrap().1;
        let line: String = line.split('⟨').map(|it| it.rsplit('⟩').next().unwrap()).collect();
        let number: u32 = line["제".len()..line.find('조').unwrap()].parse().unwrap();
        let field = serde_json::json!({ "fields": [{
            "label": "위약벌", "kind": "money", "value": format!("KRW {number}000000"),
            "quote": line, "page": page,
        }] });
        Said::Text(field.to_string())
    });
    let answer = bench.run(&format!(
        "convert long.txt --answer-timeout 1 --engine openai --base-url {} --model by-hand",
        server.url
    ));
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let view = bench.json("show 1 --events");
    let failed: Vec<&serde_json::Value> = view["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["event_type"] == "section.failed")
        .map(|it| &it["data"])
        .collect();
    assert_eq!(failed.len(), 2, "{}", answer.stderr);
    assert!(failed[0]["section"].as_str().unwrap().starts_with("제1조"), "{failed:#?}");
    assert!(failed[0]["reason"].as_str().unwrap().contains("answered 400"), "{failed:#?}");
    assert!(failed[1]["reason"].as_str().unwrap().contains("no first token"), "{failed:#?}");
    assert!(
        answer.stderr.contains("refiner: 1 labels changed, 1 edits dropped"),
        "{}",
        answer.stderr
    );
    let analysis = bench.read("direction/analysis_Long.md");
    assert!(analysis.contains("위약벌 (첫 구역)"), "the refiner's label stands");
    let fields = view["n_fields"].as_u64().unwrap();
    assert!(fields >= 2, "{fields}");
    assert_eq!(bench.json("replay 1")["identical"], true, "side by side and again in order");
}
