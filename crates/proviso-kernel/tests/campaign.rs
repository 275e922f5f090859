//! What the compiler was once asked of mutants is asked of the kernel again, without the compiler.
//!
//! `cargo xtask kernel` makes the answers; each character is one mutant: `Y` and `N` are what the
//! compiler said of one that the kernel accepts, `y` and `n` of another, `?` is one that the kernel
//! accepts and no compiler was asked about, `.` neither, `=` a change that changes nothing.
//!
//! **Invariant:** nothing is accepted that the compiler refused, and nothing of which it is not known
//! what the compiler says unless the answers say so.

use proviso_core::idris::emit;
use proviso_kernel::{Budget, Judgement, Text, judge};

#[path = "campaign/mutants.rs"]
mod mutants;

/// One in so many is asked again; `cargo xtask kernel` asks all.
const EACH: usize = 23;

#[test]
fn no_mutant_is_accepted_that_was_not_when_the_compiler_was_asked() {
    let run = || {
        let answers: Vec<char> = include_str!("campaign/answers.txt")
            .lines()
            .filter(|it| !it.starts_with('#'))
            .flat_map(str::chars)
            .collect();
        assert!(answers.len() >= 1000, "the answers are gone");
        assert!(!answers.contains(&'N'), "the kernel accepts what the compiler refuses");
        let (core, bases) = (emit::core(), mutants::bases());
        let (mut wrong, mut accepted) = (Vec::new(), 0);
        for (number, answer) in answers.iter().enumerate().step_by(EACH) {
            let Some(mutant) = mutants::mutant(&bases, number as u64) else {
                assert_eq!(*answer, '=', "the mutants are other ones than those of the answers");
                continue;
            };
            let mut texts = vec![Text { name: &core.name, text: &core.text, carried: true }];
            texts.extend(mutant.modules.iter().map(|it| Text {
                name: &it.name,
                text: &it.text,
                carried: false,
            }));
            let budget = Budget { steps: 20_000_000, depth: 60_000 };
            let said = judge(&texts, &mutant.modules[2].name, budget) == Judgement::Accepted;
            accepted += usize::from(said);
            if said && !matches!(answer, 'Y' | 'y' | '?') {
                wrong.push(format!("{number} [{answer}] {}", mutant.what));
            }
        }
        assert!(accepted > 0, "nothing at all is accepted");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    };
    // What is computed without optimisation wants much stack.
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(run).unwrap();
    thread.join().unwrap();
}
