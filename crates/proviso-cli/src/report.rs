//! A run as people read it: the verdict first, what it means, what is wrong and how to mend it.
//!
//! **Invariant:** nothing of a document reaches the terminal with control characters in it.

use proviso_api::runs::{Finding, MendView, PlaceView, RunHead, RunView, Tone};
use proviso_api::{Verdict, day, judge};

use crate::language::Language;
use crate::paint::{Paint, Role, cut, pad, safe, width};

/// Findings that are told whole; the rest is counted.
const MAX_FINDINGS: usize = 20;

/// The mark and role of a verdict. One that speaks of little of a page does not look like one that
/// speaks of all.
pub(crate) fn mark(verdict: Option<Verdict>, tone: Tone) -> (&'static str, Role) {
    match (tone, verdict) {
        (Tone::Good, _) => ("✓", Role::Good),
        (Tone::Doubt, Some(Verdict::Verified | Verdict::Checked)) => ("◐", Role::Doubt),
        (Tone::Doubt, _) => ("○", Role::Doubt),
        (Tone::Bad, _) => ("✗", Role::Bad),
        // A run that broke says nothing about the document: it has the sign, not the color of one
        // that is wrong.
        (Tone::Warn, Some(Verdict::Rejected | Verdict::Failed)) => ("✗", Role::Doubt),
        (Tone::Warn | Tone::Idle, _) => ("–", Role::Doubt),
        (Tone::Busy, _) => ("…", Role::Place),
    }
}

/// A whole report.
pub(crate) fn report(it: &RunView, language: Language, paint: Paint) -> String {
    let (sign, role) = mark(it.head.verdict, it.shown.told.tone);
    let verdict = safe(language.of_both(&it.shown.told.name));
    let head = paint.dye(role, &format!("{sign} {verdict}"));
    let mut out = vec![format!(
        "{head}  {}  {}",
        paint.dye(Role::Strong, &it.head.project),
        paint.dye(Role::Quiet, &safe(&subject(it)))
    )];
    out.push(format!("  {}", safe(language.of_both(&it.shown.told.means))));
    if let Some(little) = &it.shown.told.little {
        out.push(format!("  {}", paint.dye(Role::Doubt, language.of_both(little))));
    }
    for it in &it.shown.foreign {
        out.push(format!("  {}", paint.dye(Role::Doubt, &safe(language.of_both(it)))));
    }
    if let (Some(error), Some(Verdict::Failed | Verdict::Rejected)) =
        (&it.shown.last_error, it.head.verdict)
    {
        let first = error.lines().find(|it| !it.trim().is_empty()).unwrap_or_default();
        out.push(format!("  {}", paint.dye(Role::Bad, &cut(&safe(first), 96))));
    }
    if it.analysis.is_some() {
        out.push(String::new());
        out.push(format!("  {}", figures(it, language)));
    }
    if !it.shown.corrections.is_empty() || it.shown.mended.is_some() {
        out.push(String::new());
        out.extend(said(it, language, paint));
    }
    let of = |rule: u32| it.findings.iter().find(|it| it.rule == rule);
    for slip in it.shown.slips.iter().take(MAX_FINDINGS) {
        let mut rules = slip.rules.iter().filter_map(|it| of(*it));
        let Some(finding) = rules.next() else { continue };
        out.push(String::new());
        out.extend(told(it, finding, slip.mend.as_ref(), language, paint));
        for it in rules {
            let follows = format!("↳ #{} {}", it.rule, safe(&it.statement));
            out.push(format!("    {}", paint.dye(Role::Quiet, &cut(&follows, 92))));
        }
    }
    if it.shown.slips.len() > MAX_FINDINGS {
        let n = it.shown.slips.len() - MAX_FINDINGS;
        out.push(String::new());
        out.push(match language {
            Language::Ko => format!("  그 밖에 {n}개: proviso show {} --json", it.head.run),
            Language::En => format!("  and {n} more: proviso show {} --json", it.head.run),
        });
    }
    for waived in &it.waived {
        let label = language.of("예외 처리", "waived");
        out.push(String::new());
        out.push(format!(
            "  {} {}: {}",
            paint.dye(Role::Doubt, label),
            safe(&waived.statement),
            safe(&waived.reason)
        ));
    }
    if !it.left_out.is_empty() {
        out.push(String::new());
        out.extend(left_out(it, language, paint));
    }
    if !it.shown.unheld.is_empty() {
        out.push(String::new());
        out.push(format!("  {}", unheld(it, language)));
    }
    if !it.files.is_empty() {
        out.push(String::new());
        out.extend(files(it, language, paint));
    }
    out.push(String::new());
    out.push(format!("  {}", paint.dye(Role::Quiet, &next_step(it, language))));
    out.join("\n")
}

fn subject(it: &RunView) -> String {
    let mut parts = Vec::new();
    let title = it.head.title.as_ref().filter(|it| !it.is_empty());
    parts.extend(title.or(it.head.document_type.as_ref()).cloned());
    parts.push(it.head.documents.join(", "));
    parts.join(" · ")
}

/// The numbers of a run in one line.
fn figures(it: &RunView, language: Language) -> String {
    let n = it.head.n_refuted.unwrap_or(0);
    let mut parts = vec![match language {
        Language::Ko => format!("필드 {}", it.n_fields),
        Language::En => format!("{} {}", it.n_fields, plural(it.n_fields, "field")),
    }];
    parts.extend(it.shown.told.rules.as_ref().map(|it| language.of_both(it).to_owned()));
    if n > 0 {
        parts.push(match language {
            Language::Ko => format!("{n} 어긋남"),
            Language::En => format!("{n} refuted"),
        });
    }
    if it.n_unknown > 0 {
        parts.push(match language {
            Language::Ko => format!("{} 계산 불가", it.n_unknown),
            Language::En => format!("{} not computable", it.n_unknown),
        });
    }
    if let Some(coverage) = it.head.coverage.filter(|it| it.printed > 0 || it.unheld > 0) {
        parts.push(coverage.told(language == Language::Ko));
    }
    if let Some(compiler) = &it.shown.compiler {
        let n = it.compile_attempts;
        parts.push(match language {
            Language::Ko => format!("idris2 {compiler}, 시도 {n}회"),
            Language::En if n == 1 => format!("idris2 {compiler}, 1 attempt"),
            Language::En => format!("idris2 {compiler}, {n} attempts"),
        });
    }
    // With a compiler its word counts, and both are in `judges`.
    for judge in it.shown.judges.iter().filter(|_| it.shown.compiler.is_none()) {
        parts.push(language.of_both(&judge.told()).to_owned());
    }
    parts.join(" · ")
}

/// An English noun, with an s behind it but after 1.
fn plural(n: u32, noun: &str) -> String {
    if n == 1 { noun.to_owned() } else { format!("{noun}s") }
}

/// What people said of the values: what was misread, and what should be printed.
fn said(it: &RunView, language: Language, paint: Paint) -> Vec<String> {
    let line = |what: &str, label: &str, from: &str, to: &str, by: &str, at_ms: Option<i64>| {
        let (what, label) = (paint.dye(Role::Doubt, what), safe(label));
        let when = at_ms.map(|it| format!(", {}", day(it))).unwrap_or_default();
        format!("  {what} {label} {} → {} ({}{when})", safe(from), safe(to), safe(by))
    };
    let mut out = Vec::new();
    for it in &it.shown.corrections {
        let by = it.by.as_deref().unwrap_or(language.of("이름 없음", "no name"));
        let what = match it.reading {
            Some(_) => language.of("정정", "corrected"),
            None => language.of("직접 넣음", "by hand"),
        };
        let reading = it.reading.as_deref().unwrap_or(language.of("읽히지 않음", "not read"));
        out.push(line(what, &it.label, reading, &it.shown, by, it.at_ms));
    }
    if let Some(mended) = &it.shown.mended {
        let asked = language.of("정정 요청", "asked of the issuer");
        let lines = mended
            .asked
            .iter()
            .map(|it| line(asked, &it.label, &it.printed, &it.shown, &it.by, Some(it.at_ms)));
        out.extend(lines);
        out.push(format!("  {}", safe(language.of_both(&mended.told))));
    }
    out
}

fn told(
    run: &RunView,
    it: &Finding,
    slip: Option<&MendView>,
    language: Language,
    paint: Paint,
) -> Vec<String> {
    let page = pages(run, it, language);
    // The number is the one that `proviso waive` takes.
    let title = format!("#{} {}", it.rule, safe(&it.statement));
    let gap = 76usize.saturating_sub(width(&title) + width(&page)).max(2);
    let mut out = vec![format!(
        "  {}{}{}",
        paint.dye(Role::Strong, &title),
        " ".repeat(gap),
        paint.dye(Role::Place, &page)
    )];
    let equation = match &it.difference {
        Some(by) => format!("{}  ({by})", it.equation),
        None => it.equation.clone(),
    };
    for line in wrapped(&safe(&equation), 92) {
        out.push(format!("    {}", paint.dye(Role::Bad, &line)));
    }
    if let Some(mend) = slip.or(it.mends.first()) {
        out.push(format!("    {} {}", paint.dye(Role::Good, "→"), mended(mend, language)));
    }
    out
}

/// Where a finding's fields stand: `p. 1`, with the document where there are several.
fn pages(run: &RunView, it: &Finding, language: Language) -> String {
    let mut seen: Vec<(String, u32)> = Vec::new();
    for side in &it.places {
        let key = (side.place.document.clone(), side.place.page);
        if !seen.contains(&key) {
            seen.push(key);
        }
    }
    let several = run.head.documents.len() > 1;
    let one = |(document, page): &(String, u32)| {
        let page = match language {
            Language::Ko => format!("{page}쪽"),
            Language::En => format!("p. {page}"),
        };
        if several { format!("{} {page}", safe(document)) } else { page }
    };
    seen.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn mended(it: &MendView, language: Language) -> String {
    let (label, printed, shown) = (safe(&it.label), safe(&it.printed), safe(&it.shown));
    let label = if label.is_empty() { safe(&it.field) } else { label };
    match language {
        Language::Ko => {
            let cost = match (it.n_mends, it.n_breaks) {
                (1, 0) => "맞습니다".to_owned(),
                (n, 0) => format!("규칙 {n}개가 함께 맞습니다"),
                (_, n) => format!("맞지만, 다른 규칙 {n}개가 어긋납니다"),
            };
            format!("{label} {printed} → {shown} 이면 {cost}")
        }
        Language::En => {
            let cost = match (it.n_mends, it.n_breaks) {
                (1, 0) => "would mend it".to_owned(),
                (n, 0) => format!("would mend {n} rules at once"),
                (_, n) => format!("would mend it, but break {n} other rules"),
            };
            format!("{label} {printed} → {shown} {cost}")
        }
    }
}

fn left_out(it: &RunView, language: Language, paint: Paint) -> Vec<String> {
    let n = count(it.left_out.len());
    let mut out = vec![match language {
        Language::Ko => format!("  계산했지만 모델에 담지 못한 규칙 {n}개:"),
        Language::En => {
            format!("  {n} {} computed, but not in the model:", plural(n, "rule"))
        }
    }];
    for it in it.left_out.iter().take(4) {
        let reason = paint.dye(Role::Quiet, &format!("({})", safe(&it.reason)));
        out.push(format!("    {} {reason}", cut(&safe(&it.statement), 72)));
    }
    if it.left_out.len() > 4 {
        out.push("    …".to_owned());
    }
    out
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn unheld(it: &RunView, language: Language) -> String {
    let n = it.shown.unheld.len();
    // Amounts first: of what is in no field they are what a rule would most be about.
    let (amounts, others): (Vec<_>, Vec<_>) = it.shown.unheld.iter().partition(|it| it.amount);
    let all = amounts.into_iter().chain(others);
    let some: Vec<String> = all.take(6).map(|it| place(&it.place, language)).collect();
    let rest = if n > 6 { ", …" } else { "" };
    match language {
        Language::Ko => format!("필드에 들지 않은 수 {n}개: {}{rest}", some.join(", ")),
        Language::En if n == 1 => format!("1 number that no field holds: {}", some.join(", ")),
        Language::En => format!("{n} numbers that no field holds: {}{rest}", some.join(", ")),
    }
}

fn place(it: &PlaceView, language: Language) -> String {
    match language {
        Language::Ko => format!("{} ({}쪽)", cut(&safe(&it.text), 24), it.page),
        Language::En => format!("{} (p. {})", cut(&safe(&it.text), 24), it.page),
    }
}

fn files(it: &RunView, language: Language, paint: Paint) -> Vec<String> {
    let mut out = Vec::new();
    let columns = it.files.iter().map(|it| width(&it.path)).max().unwrap_or(0) + 1;
    for file in &it.files {
        let what = if file.path == it.current_file {
            language.of("모델", "model")
        } else if file.path.ends_with("Core.idr") {
            language.of("신뢰 라이브러리", "trusted library")
        } else if file.path.contains("/Facts/") {
            language.of("사실: 적힌 값", "facts: values as printed")
        } else if file.path.contains("/Audit/") {
            language.of("감사: 모델이 갚을 증명", "audit: what the model owes")
        } else {
            language.of("분석", "analysis")
        };
        let path = paint.dye(Role::Place, &pad(&file.path, columns));
        out.push(format!("  {path} {}", paint.dye(Role::Quiet, what)));
        if let Some(kept) = &file.kept {
            let text = language.of("고친 파일을 보관했습니다", "the edited one is kept as");
            out.push(format!("  {} {kept}", paint.dye(Role::Doubt, text)));
        }
    }
    out
}

fn next_step(it: &RunView, language: Language) -> String {
    let run = it.head.run;
    let ko = language == Language::Ko;
    let why = it.head.detail.as_deref();
    match it.head.verdict {
        Some(Verdict::Unverified) if why == Some("no_rules") => {
            format!("{} {run}", language.of("실행", "run"))
        }
        Some(Verdict::Unverified) if why == Some("too_large") && ko => {
            format!(
                "실행 {run} · 설정에서 검사 시간을 늘린 뒤: proviso retry {run} --from typecheck"
            )
        }
        Some(Verdict::Unverified) if why == Some("too_large") => {
            format!(
                "run {run} · with more time for a check in the settings: proviso retry {run} --from typecheck"
            )
        }
        Some(Verdict::Unverified) if why == Some("too_long") => match ko {
            true => format!("실행 {run} · 문서를 나눈 뒤 나눈 파일마다: proviso convert"),
            false => {
                format!("run {run} · divide the document, then for each part: proviso convert")
            }
        },
        Some(Verdict::Checked) if judge::said(&it.shown.judges, judge::COMPILER).is_some() => {
            match ko {
                true => format!(
                    "실행 {run} · 컴파일러로 확인하려면 설정에서 검사 시간을 늘린 뒤: proviso retry {run} --from typecheck"
                ),
                false => format!(
                    "run {run} · to let the compiler confirm it give a check more time in the settings, then: proviso retry {run} --from typecheck"
                ),
            }
        }
        Some(Verdict::Checked) if ko => {
            format!(
                "실행 {run} · 컴파일러로 확인하려면 Idris 2를 설치하고: proviso retry {run} --from typecheck"
            )
        }
        Some(Verdict::Checked) => {
            format!(
                "run {run} · to let the compiler confirm it install Idris 2, then: proviso retry {run} --from typecheck"
            )
        }
        Some(Verdict::Unverified) if ko => {
            format!(
                "실행 {run} · 증명하려면 Idris 2를 설치하고: proviso retry {run} --from typecheck"
            )
        }
        Some(Verdict::Unverified) => {
            format!(
                "run {run} · to prove it install Idris 2, then: proviso retry {run} --from typecheck"
            )
        }
        Some(Verdict::Interrupted | Verdict::Cancelled | Verdict::Failed) if ko => {
            format!("실행 {run} · 이어서 하려면: proviso retry {run}")
        }
        Some(Verdict::Interrupted | Verdict::Cancelled | Verdict::Failed) => {
            format!("run {run} · to go on: proviso retry {run}")
        }
        Some(Verdict::Rejected) if ko => format!("실행 {run} · 시도 비교: proviso diff {run}"),
        Some(Verdict::Rejected) => format!("run {run} · the attempts: proviso diff {run}"),
        _ => match it.findings.iter().find_map(|it| it.mends.first()) {
            Some(mend) if ko => {
                let field = &mend.field;
                format!(
                    "실행 {run} · 잘못 읽은 값이면: proviso correct {run} {field} VALUE · 문서가 틀렸으면: proviso mend {run} {field} VALUE"
                )
            }
            Some(mend) => {
                let field = &mend.field;
                format!(
                    "run {run} · if a value was misread: proviso correct {run} {field} VALUE · if the paper is wrong: proviso mend {run} {field} VALUE"
                )
            }
            None if ko => format!("실행 {run}"),
            None => format!("run {run}"),
        },
    }
}

/// Breaks a long line at spaces.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("invariant: there is always a line");
        if !last.is_empty() && width(last) + 1 + width(word) > columns {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// One run in one line.
pub(crate) fn brief(it: &RunHead, language: Language, paint: Paint) -> String {
    let n = it.n_refuted.unwrap_or(0);
    let (sign, role) = mark(it.verdict, it.tone);
    let verdict = pad(&format!("{sign} {}", safe(language.of_both(&it.verdict_name))), 20);
    let refuted = match (n, language) {
        (0, _) => String::new(),
        (n, Language::Ko) => format!("{n} 어긋남"),
        (n, Language::En) => format!("{n} refuted"),
    };
    // Amounts in rules of all: what the verdict is about.
    let covered = it.coverage.map(|it| format!("{}/{}", it.tied, it.printed)).unwrap_or_default();
    format!(
        "{:>4}  {}{} {} {} {}",
        it.run,
        paint.dye(role, &verdict),
        pad(&it.project, 24),
        pad(&refuted, 10),
        pad(&covered, 7),
        paint.dye(Role::Quiet, &safe(&it.documents.join(", ")))
    )
    .trim_end()
    .to_owned()
}
