//! What the compiler was once asked of mutants is asked of the kernel again, without the compiler.
//!
//! `cargo xtask kernel` makes the answers; each character is one mutant: `Y` and `N` are what the
//! compiler said of one that the kernel accepts, `y` and `n` of another, `?` is one that the kernel
//! accepts and no compiler was asked about, `.` neither, `=` a change that changes nothing.
//!
//! **Invariant:** nothing is accepted that the compiler refused, and nothing of which it is not known
//! what the compiler says unless the answers say so.

use proviso_kernel::Judgement;

#[path = "shared/judging.rs"]
mod judging;
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
        let bases = mutants::bases();
        let (mut wrong, mut accepted) = (Vec::new(), 0);
        for (number, answer) in answers.iter().enumerate().step_by(EACH) {
            let Some(mutant) = mutants::mutant(&bases, number as u64) else {
                assert_eq!(*answer, '=', "the mutants are other ones than those of the answers");
                continue;
            };
            let said = mutant.judged() == Judgement::Accepted;
            accepted += usize::from(said);
            if said && !matches!(answer, 'Y' | 'y' | '?') {
                wrong.push(format!("{number} [{answer}] {}", mutant.what));
            }
        }
        assert!(accepted > 0, "nothing at all is accepted");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    };
    judging::with_stack(run).unwrap();
}
