//! Code in a model's answer: the module in its fence.
//!
//! **Invariant:** total; whatever a model says, there is a module text in it or a fault that can be
//! told back to the model. What the text says is judged by others.

use std::ops::Range;

use crate::idris::header;
use crate::llm::{Finish, Reply};

/// A longer module is refused, in characters.
const MAX_LENGTH: usize = 400_000;

/// The module that an answer holds. `Err` says what is wrong, for the model.
pub(super) fn module(reply: &Reply, name: &str) -> Result<String, String> {
    match reply.finish {
        Finish::Refused => return Err("there is no code in it".to_owned()),
        Finish::Length => return Err("it was cut off after its last token".to_owned()),
        Finish::Stop | Finish::ToolCalls => {}
    }
    let text = reply.text.replace("\r\n", "\n");
    if text.chars().count() > MAX_LENGTH {
        return Err(format!("it is longer than {MAX_LENGTH} characters"));
    }
    let fenced = fences(&text);
    let named = |code: &str| header::read(code).name.map(|it| it.0);
    let is_it = |code: &str| named(code).as_deref() == Some(name);
    // A model that thinks aloud writes the final text last.
    if let Some(found) = fenced.iter().rev().map(|it| &text[it.clone()]).find(|it| is_it(it)) {
        return Ok(clean(found));
    }
    if fenced.is_empty() && is_it(&text) {
        return Ok(clean(&text));
    }
    Err(match fenced.last().map(|it| named(&text[it.clone()])) {
        Some(Some(other)) => format!("its module is `{other}`, not `{name}`"),
        Some(None) => format!("the code in its fence does not begin with `module {name}`"),
        None => "there is no fence with code in it".to_owned(),
    })
}

fn clean(code: &str) -> String {
    format!("{}\n", code.trim_matches('\n').trim_end())
}

/// What stands between lines of three backquotes or more; a last fence may be left open.
fn fences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let ticks = trimmed.chars().take_while(|it| *it == '`').count();
        match open {
            None if ticks >= 3 => open = Some((ticks, at + line.len())),
            Some((n, from)) if ticks >= n && trimmed.chars().all(|it| it == '`') => {
                found.push(from..at);
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    if let Some((_, from)) = open.filter(|it| it.1 < text.len()) {
        found.push(from..text.len());
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;
    use crate::llm::Usage;

    fn reply(text: &str, finish: Finish) -> Reply {
        let (calls, usage) = (Vec::new(), Usage::default());
        Reply { text: text.to_owned(), calls, finish, usage, model: String::new() }
    }

    #[track_caller]
    fn check(text: &str, expect: Expect) {
        let found = module(&reply(text, Finish::Stop), "Domains.A");
        expect.assert_eq(&found.unwrap_or_else(|it| format!("! {it}")));
    }

    #[test]
    fn the_module_is_taken_out_of_its_fence() {
        check(
            "Sure:\n```idris\nmodule Domains.A\n%default total\n```\nDone.",
            expect![[r#"
            module Domains.A
            %default total
        "#]],
        );
        check(
            "```\n||| Doc.\nmodule Domains.A\n",
            expect![[r#"
            ||| Doc.
            module Domains.A
        "#]],
        );
    }

    #[test]
    fn a_module_without_any_fence_is_one_too() {
        check(
            "module Domains.A\n%default total",
            expect![[r#"
            module Domains.A
            %default total
        "#]],
        );
    }

    #[test]
    fn of_several_fences_the_last_that_fits_counts() {
        let text = "```idris\nmodule Domains.A\n-- draft\n```\nBetter:\n```idris\nmodule Domains.A\n-- final\n```\n```sh\nidris2 --check\n```";
        check(
            text,
            expect![[r#"
            module Domains.A
            -- final
        "#]],
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        check("I would rather not.", expect!["! there is no fence with code in it"]);
        check("```idris\nmodule Main\n```", expect!["! its module is `Main`, not `Domains.A`"]);
        check(
            "```\nrecord A where\n```",
            expect!["! the code in its fence does not begin with `module Domains.A`"],
        );
        let cut = module(&reply("```idris\nmodule Domains.A\n", Finish::Length), "Domains.A");
        assert_eq!(cut.unwrap_err(), "it was cut off after its last token");
    }

    proptest! {
        #[test]
        fn no_answer_panics(text in "(```|idris|module Domains.A|\n|`| |[a-z가-힣]{0,3}){0,40}") {
            let _ = module(&reply(&text, Finish::Stop), "Domains.A");
        }
    }
}
