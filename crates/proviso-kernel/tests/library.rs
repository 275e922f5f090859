//! The small library against what its texts stand for: the kernel accepts every equation that holds
//! and none that does not. `proviso-kit/tests/library.rs` asks the compiler about the same module.

use proviso_kernel::{Budget, Judgement};

#[path = "shared/equations.rs"]
mod equations;
#[path = "shared/judging.rs"]
mod judging;

const BUDGET: Budget = Budget { steps: 50_000_000, depth: 60_000 };
/// One in so many is asked with a right side that is wrong.
const EACH: usize = 7;

#[test]
fn every_equation_that_holds_is_accepted() {
    let run = || {
        let said = judging::judged([&equations::all()], equations::NAME, BUDGET);
        assert_eq!(said, Judgement::Accepted);
    };
    judging::with_stack(run).unwrap();
}

#[test]
fn no_equation_that_does_not_hold_is_accepted() {
    let run = || {
        for it in equations::closed().iter().step_by(EACH) {
            let lines = format!("closed : {} = {}\nclosed = Refl\n", it.left, it.wrong);
            let said = judging::judged([&equations::module(&lines)], equations::NAME, BUDGET);
            assert!(matches!(said, Judgement::Refused(_)), "{lines}{said:?}");
        }
    };
    judging::with_stack(run).unwrap();
}

/// The compiler answers `Can't solve constraint`: the bodies are not public.
#[test]
fn what_the_compiler_does_not_compute_is_not_computed() {
    let run = || {
        for left in ["show (the Integer 3)", "show (negate (the Integer 3))"] {
            let lines = format!("closed : {left} = \"3\"\nclosed = Refl\n");
            let said = judging::judged([&equations::module(&lines)], equations::NAME, BUDGET);
            assert!(matches!(said, Judgement::Outside(_)), "{lines}{said:?}");
        }
    };
    judging::with_stack(run).unwrap();
}
