//! Documents that are locked with a password: asked for, taken, and kept by nobody.

use std::fs;

use expect_test::expect;

use crate::bench::{Answer, Bench};

/// A page that says `Amount due 1,250`, behind AES-256; its password is `sesame-4711`.
const LOCKED: &[u8] = include_bytes!("locked.pdf");
const PASSWORD: &str = "sesame-4711";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("locked.pdf", LOCKED);
    bench
}

fn with_variable(bench: &Bench, arguments: &str, password: &str) -> Answer {
    let mut command = bench.command(arguments);
    command.env("PROVISO_PASSWORD", password);
    bench.answer(command.output().unwrap())
}

#[test]
fn a_locked_document_says_how_its_password_is_given() {
    bench().check(
        "analyze locked.pdf",
        expect![[r#"
            exit 2
            --- stderr
            error: `locked.pdf` is locked with a password

            hint: `proviso --password-file FILE …` or `PROVISO_PASSWORD` gives its password; on a terminal you are asked
        "#]],
    );
}

#[test]
fn a_wrong_password_is_said_and_not_shown() {
    let answer = with_variable(&bench(), "analyze locked.pdf", "open-0815");
    assert!(!answer.told().contains("0815"));
    expect![[r#"
        exit 2
        --- stderr
        error: `locked.pdf` is locked with a password, and the one given does not open it

        hint: mind capital letters and the keyboard's language, and give it again
    "#]]
    .assert_eq(&answer.told());
}

#[test]
fn a_password_comes_from_the_environment_or_a_file() {
    let bench = bench();
    let answer = with_variable(&bench, "analyze locked.pdf", PASSWORD);
    assert!(answer.code == Some(0) && answer.stdout.contains("1,250"), "{}", answer.told());
    bench.write("passwords.txt", format!("open-0815\n{PASSWORD}\n"));
    let answer = bench.run("analyze locked.pdf --password-file passwords.txt");
    assert!(answer.code == Some(0) && answer.stdout.contains("1,250"), "{}", answer.told());
    bench.check(
        "analyze locked.pdf --password-file nowhere.txt",
        expect![[r#"
            exit 2
            --- stderr
            error: cannot read the passwords in `nowhere.txt`
              caused by: No such file or directory (os error 2)

            hint: the file holds one password a line, in UTF-8
        "#]],
    );
}

#[test]
fn a_password_is_in_no_file_of_a_run_and_a_retry_needs_it_again() {
    let bench = bench();
    let answer = bench.run("convert locked.pdf --project Locked");
    assert_eq!(answer.code, Some(2), "{}", answer.told());
    let answer = with_variable(&bench, "retry 1 --from read", PASSWORD);
    assert!(answer.code != Some(2), "{}", answer.told());
    assert!(!answer.told().contains(PASSWORD));
    for name in bench.files_below(".proviso") {
        let bytes = fs::read(bench.path(&name)).unwrap();
        let kept = bytes.windows(PASSWORD.len()).any(|it| it == PASSWORD.as_bytes());
        assert!(!kept, "the password is in {name}");
    }
    // Without it what was read is there still, and reading again is refused.
    assert!(bench.run("show 2").code != Some(2));
    let answer = bench.run("retry 1 --from read");
    assert!(answer.stderr.contains("is locked with a password"), "{}", answer.told());
}
