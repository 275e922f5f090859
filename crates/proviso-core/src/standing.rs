//! What may be said of a run: its verdict, who has judged and how much of the page was looked at,
//! turned into words.
//!
//! Every sentence about truth that a person reads, in the window, in a report or at the terminal, is
//! made here, so that none of them promises more than another.
//!
//! **Invariant:** nothing is called proved but what the compiler, or without it the embedded checker,
//! accepted under a clean audit; nothing is where the two disagree; and nothing is good where that is
//! little of the page.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::agent::{Detail, proved};
use crate::analysis::{Analysis, Coverage, Rule, Status, coverage};
use crate::judge::{self, COMPILER, Judge, KERNEL, Said};
use crate::remark::Remark;
use crate::run::Verdict;

/// How many rules there are, by what is known of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RuleCounts {
    /// Those that hold, by exact arithmetic.
    pub holds: u32,
    /// Those of them that an accepted model proves.
    pub provable: u32,
    /// Refuted ones that a person let pass.
    pub waived: u32,
}

impl RuleCounts {
    /// Those of a document.
    pub fn of(analysis: &Analysis) -> RuleCounts {
        RuleCounts::with(analysis, proved(analysis).len())
    }

    /// The same where it is known how many an accepted model proves.
    pub fn with(analysis: &Analysis, n_provable: usize) -> RuleCounts {
        let count = |is: fn(&Rule) -> bool| {
            u32::try_from(analysis.rules.iter().filter(|it| is(it)).count()).unwrap_or(u32::MAX)
        };
        RuleCounts {
            holds: count(|it| it.status == Status::Holds),
            provable: u32::try_from(n_provable).unwrap_or(u32::MAX),
            waived: count(|it| it.status == Status::Refuted && it.waived.is_some()),
        }
    }
}

/// All that the words about a run depend on.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    /// The verdict; `None` while it runs.
    pub verdict: Option<Verdict>,
    /// What stands beside it.
    pub detail: Option<&'a str>,
    /// The compiler that judged, by its version; `None` if nobody did.
    pub judge: Option<&'a str>,
    /// Who has judged; empty of runs of before that was kept, on which only the compiler was asked.
    pub judges: &'a [Judge],
    /// Refuted rules that nobody waived.
    pub refuted: u32,
    /// The other rules; `None` where nothing is analysed yet, and in lists, which name and color a
    /// run and say no more of it.
    pub rules: Option<RuleCounts>,
    /// How much of what is printed they look at, where that was counted.
    pub coverage: Option<Coverage>,
    /// Who corrected a value that the rules are about: a name for each value.
    pub corrected_by: &'a [String],
    /// The time that a check had.
    pub check_timeout_ms: u64,
}

/// How what is said of a run looks: only [`Tone::Good`] looks like a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// Proved, and it is about most of the page.
    Good,
    /// Nothing speaks against it, and yet it is not proved, or it is about little.
    Doubt,
    /// Something in the document is wrong.
    Bad,
    /// The run ended without an answer about the document: nothing that it says is wrong.
    Warn,
    /// A person stopped it.
    Idle,
    /// Under way.
    Busy,
}

/// What is said of a run, in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Told {
    /// How it looks.
    pub tone: Tone,
    /// The verdict with what must never be left out of it: `verified (thin)`, `verified, 1 value
    /// corrected by …`.
    pub name: Remark,
    /// What it means.
    pub means: Remark,
    /// What it means that it speaks of little of the page; `None` where it does not.
    pub little: Option<Remark>,
    /// What a person can do to have proved what was too much; `None` where it was not.
    pub advice: Option<Remark>,
    /// How many rules are what.
    pub rules: Option<Remark>,
    /// What stands over the rules that hold.
    pub holds: Option<Remark>,
    /// What is said where no rule is refuted.
    pub clean: Option<Remark>,
    /// How many rules are proved.
    pub n_proved: u32,
}

impl Standing<'_> {
    /// All that is said.
    pub fn told(&self) -> Told {
        Told {
            tone: self.tone(),
            name: self.name(),
            means: self.means(),
            little: self.is_thin().then(|| both(coverage::thin)),
            advice: self.advice(),
            rules: self.rules.map(|it| self.counted(it)),
            holds: self.rules.filter(|it| it.holds > 0).map(|it| self.over_holding(it)),
            clean: self.rules.and_then(|it| self.clean(it)),
            n_proved: self.n_proved(),
        }
    }

    /// Whether the compiler, or the embedded checker where there is none, has accepted the model of
    /// this very document under a clean audit.
    pub fn proves(&self) -> bool {
        let accepted = match self.verdict {
            Some(Verdict::Verified) => self.judge.is_some(),
            Some(Verdict::Checked) => self.by_kernel(),
            Some(Verdict::Discrepant) => self.judge.is_some() || self.by_kernel(),
            _ => false,
        };
        accepted && !judge::disagree(self.judges)
    }

    /// Whether a compiler has still to judge what nobody has, or the embedded checker alone.
    pub fn waits_for_compiler(&self) -> bool {
        match self.verdict {
            Some(Verdict::Unverified) => self.detail == Some(Detail::CompilerMissing.name()),
            Some(Verdict::Checked | Verdict::Discrepant) => self.by_kernel(),
            _ => false,
        }
    }

    /// Whether it rests on the embedded checker alone.
    fn by_kernel(&self) -> bool {
        self.judge.is_none() && judge::only_kernel(self.judges)
    }

    /// Whether the embedded checker was asked and did not accept.
    fn not_known_to_kernel(&self) -> bool {
        judge::said(self.judges, KERNEL).is_some_and(|it| it != Said::Accepted)
    }

    fn n_proved(&self) -> u32 {
        self.rules.filter(|_| self.proves()).map_or(0, |it| it.provable)
    }

    /// Whether it came to a verdict on the document.
    fn is_judged(&self) -> bool {
        use Verdict::{Checked, Discrepant, Unverified, Verified};
        matches!(self.verdict, Some(Verified | Checked | Discrepant | Unverified))
    }

    /// Whether the verdict speaks of little of what is printed. What was not counted is not called
    /// thin, and a run that came to no verdict on the document neither.
    pub fn is_thin(&self) -> bool {
        self.is_judged() && self.coverage.is_some_and(|it| it.is_thin())
    }

    /// How it looks.
    pub fn tone(&self) -> Tone {
        match self.verdict {
            None => Tone::Busy,
            Some(Verdict::Verified | Verdict::Checked) => {
                let proves = self.proves() && !self.has_no_rules() && !self.is_thin();
                if proves { Tone::Good } else { Tone::Doubt }
            }
            Some(Verdict::Discrepant) => Tone::Bad,
            Some(Verdict::Unverified) if self.refuted > 0 => Tone::Bad,
            Some(Verdict::Unverified) => Tone::Doubt,
            Some(Verdict::Rejected | Verdict::Failed | Verdict::Interrupted) => Tone::Warn,
            Some(Verdict::Cancelled) => Tone::Idle,
        }
    }

    /// The verdict with its marks: that it speaks of little, and that it is over corrected values.
    pub fn name(&self) -> Remark {
        let Remark { en, ko } = name(self.verdict);
        let thin = self.is_thin();
        let (en, ko) = (coverage::marked(&en, thin, false), coverage::marked(&ko, thin, true));
        match self.corrected() {
            Some(it) => Remark::new(format!("{en}, {}", it.en), format!("{ko}, {}", it.ko)),
            None => Remark::new(en, ko),
        }
    }

    /// That values were corrected, how many and by whom; of a run that says something about them.
    fn corrected(&self) -> Option<Remark> {
        let n = self.corrected_by.len();
        if n == 0 || matches!(self.verdict, None | Some(Verdict::Failed | Verdict::Cancelled)) {
            return None;
        }
        let mut names: Vec<&str> = Vec::new();
        for it in self.corrected_by {
            if !it.is_empty() && !names.contains(&it.as_str()) {
                names.push(it);
            }
        }
        let names = names.join(", ");
        let s = if n == 1 { "" } else { "s" };
        Some(match names.as_str() {
            "" => Remark::new(format!("{n} value{s} corrected"), format!("값 {n}개 정정")),
            names => Remark::new(
                format!("{n} value{s} corrected by {names}"),
                format!("값 {n}개 정정({names})"),
            ),
        })
    }

    /// Whether nothing was there to prove; runs of before that was told apart were verified then.
    fn has_no_rules(&self) -> bool {
        let none = self.rules.is_some_and(|it| it.provable == 0);
        let proved = matches!(self.verdict, Some(Verdict::Verified | Verdict::Checked));
        self.detail == Some("no_rules") || (proved && none)
    }

    /// What the verdict means: a sentence, and one more for each thing that it does not tell by itself.
    fn means(&self) -> Remark {
        let mut all = vec![self.meaning()];
        if self.proves() && self.by_kernel() && !self.has_no_rules() {
            all.push(match judge::said(self.judges, COMPILER) {
                Some(_) => Remark::new(
                    "Proviso's own checker says so; the compiler gave no answer within its limits.",
                    "Proviso 자체 검사기의 판정이며, 컴파일러는 정해진 한도 안에 답하지 않았습니다.",
                ),
                None => Remark::new(
                    "Proviso's own checker says so; no compiler has seen it yet.",
                    "Proviso 자체 검사기의 판정이며, 컴파일러로는 아직 확인하지 않았습니다.",
                ),
            });
        }
        let over = self.rules.unwrap_or_default();
        let judged = self.is_judged();
        if judged && self.detail == Some("not_repaired") {
            all.push(Remark::new(
                "The last text was rejected; this is said of one that was accepted before it.",
                "마지막으로 고친 글은 기각되어, 그 전에 통과한 글을 두고 한 판정입니다.",
            ));
        }
        if judged && over.waived > 0 {
            let n = over.waived;
            all.push(Remark::new(
                format!("A person let {} pass that {} false.", rules(n), is(n)),
                format!("어긋난 규칙 {n}개는 사람이 예외로 처리했습니다."),
            ));
        }
        if judged && self.corrected().is_some() {
            let n = self.corrected_by.len();
            all.push(match n {
                1 => Remark::new(
                    "This is said of a value that a person corrected, not of what was read.",
                    "읽은 값이 아니라 사람이 정정한 값 1개를 두고 한 판정입니다.",
                ),
                n => Remark::new(
                    format!(
                        "This is said of {n} values that people corrected, not of what was read."
                    ),
                    format!("읽은 값이 아니라 사람이 정정한 값 {n}개를 두고 한 판정입니다."),
                ),
            });
        }
        joined(&all)
    }

    fn meaning(&self) -> Remark {
        let over = self.rules.unwrap_or_default();
        let (n, holds) = (self.refuted, over.holds);
        match self.verdict {
            Some(Verdict::Verified | Verdict::Checked | Verdict::Unverified)
                if self.has_no_rules() =>
            {
                Remark::new(
                    "The document states nothing that could be cross-checked, so nothing is proved.",
                    "문서에 서로 맞춰 볼 수 있는 값이 없어, 증명한 것이 없습니다.",
                )
            }
            Some(Verdict::Verified | Verdict::Checked | Verdict::Discrepant) if !self.proves() => {
                Remark::new(
                    "It is not on record who has judged, so nothing counts as proved.",
                    "누가 판정했는지 기록이 없어, 증명한 것으로 보지 않습니다.",
                )
            }
            Some(Verdict::Checked) if over.provable < holds => Remark::new(
                format!(
                    "{} of this document {}; {} of them {} proved.",
                    rules(holds),
                    hold(holds),
                    over.provable,
                    is(over.provable)
                ),
                format!(
                    "문서의 규칙 {holds}개가 성립하고, 그중 {}개를 증명했습니다.",
                    over.provable
                ),
            ),
            Some(Verdict::Checked) => {
                let n = over.provable;
                let all = all_of(n);
                Remark::new(
                    format!(
                        "{}{} of this document {} proved.",
                        all[..1].to_uppercase(),
                        &all[1..],
                        is(n)
                    ),
                    format!("문서의 규칙 {n}개가 모두 성립함을 증명했습니다."),
                )
            }
            Some(Verdict::Verified) if over.provable < holds => Remark::new(
                format!(
                    "{} of this document {}; the compiler proved {} of them.",
                    rules(holds),
                    hold(holds),
                    over.provable
                ),
                format!(
                    "문서의 규칙 {holds}개가 성립하고, 그중 {}개를 컴파일러가 증명했습니다.",
                    over.provable
                ),
            ),
            Some(Verdict::Verified) => Remark::new(
                format!("The compiler proved {} of this document.", all_of(over.provable)),
                format!("문서의 규칙 {}개가 모두 성립함을 컴파일러가 증명했습니다.", over.provable),
            ),
            Some(Verdict::Discrepant) if self.by_kernel() => Remark::new(
                format!("The document contradicts itself: {} {} proved false.", rules(n), is(n)),
                format!("문서가 스스로 모순됩니다: 규칙 {n}개가 어긋남을 증명했습니다."),
            ),
            Some(Verdict::Discrepant) => Remark::new(
                format!("The document contradicts itself: {} {} proved false.", rules(n), is(n)),
                format!("문서가 스스로 모순됩니다: 규칙 {n}개가 어긋남을 컴파일러가 증명했습니다."),
            ),
            Some(Verdict::Unverified) => self.unverified(n),
            Some(Verdict::Rejected) if self.detail == Some("judges_disagree") => Remark::new(
                "The compiler refuses what Proviso's own checker accepts: one of them is wrong. This \
                 says nothing about the document.",
                "Proviso 자체 검사기는 받아들였으나 컴파일러가 거부했습니다. 둘 중 하나의 잘못이며, \
                 문서에 대해서는 알 수 없습니다.",
            ),
            Some(Verdict::Rejected) => Remark::new(
                "No model passed the compiler and the audit; this says nothing about the document.",
                "컴파일러와 감사를 통과한 모델이 없습니다. 문서가 아니라 모델의 문제입니다.",
            ),
            Some(Verdict::Failed) => {
                Remark::new("Proviso could not do its job.", "Proviso가 작업을 마치지 못했습니다.")
            }
            Some(Verdict::Cancelled) => Remark::new(
                "A person stopped it. What it had done is kept.",
                "사용자가 멈췄습니다. 그때까지 한 일은 남아 있습니다.",
            ),
            Some(Verdict::Interrupted) => Remark::new(
                "The program ended before the run did. What it had done is kept, and it can go on.",
                "실행 중에 프로그램이 종료되었습니다. 한 일은 남아 있으며 이어서 할 수 있습니다.",
            ),
            None => Remark::new("It is still going on.", "아직 진행 중입니다."),
        }
    }

    /// What helps where there was too much to prove: more time where time was short, and less to judge
    /// where it was too long, which no time mends.
    fn advice(&self) -> Option<Remark> {
        let detail = self.detail.filter(|_| self.verdict == Some(Verdict::Unverified))?;
        if detail == Detail::TooLarge.name() {
            return Some(Remark::new(
                "Give a check more time in the settings, then have it checked again.",
                "설정에서 검사 시간을 늘린 뒤 다시 검사하세요.",
            ));
        }
        (detail == Detail::TooLong.name()).then(|| {
            Remark::new(
                "Divide the document: what stands in each part is checked by itself.",
                "문서를 나누세요. 나눈 부분은 따로 검사합니다.",
            )
        })
    }

    /// What was computed and why it is not proved.
    fn unverified(&self, n: u32) -> Remark {
        let why = if self.detail == Some(Detail::TooLarge.name()) {
            let seconds = Duration::from_millis(self.check_timeout_ms).as_secs_f32();
            Remark::new(
                format!("The document is too large to prove in {seconds} s;"),
                format!("문서가 커서 {seconds}초 안에 증명하지 못했습니다."),
            )
        } else if self.detail == Some(Detail::TooLong.name()) {
            Remark::new(
                "The document's model is longer than what is judged;",
                "문서의 모델이 검사할 수 있는 길이보다 길어 증명하지 못했습니다.",
            )
        } else if self.detail == Some("judges_disagree") {
            Remark::new(
                "The compiler and Proviso's own checker disagree, so nothing counts as proved;",
                "컴파일러와 Proviso 자체 검사기의 판정이 서로 달라, 증명한 것으로 보지 않습니다.",
            )
        } else if self.judge.is_none() && self.not_known_to_kernel() {
            Remark::new(
                "No compiler has judged it, and Proviso's own checker does not know all that is in \
                 its model;",
                "컴파일러가 없고 Proviso 자체 검사기가 모르는 것이 모델에 있어, 증명하지 못했습니다.",
            )
        } else if self.detail == Some("compiler_missing") || self.judge.is_none() {
            Remark::new("No compiler has judged it;", "컴파일러가 없어 증명하지 못했습니다.")
        } else {
            Remark::new("Nothing is proved;", "증명한 것이 없습니다.")
        };
        let what = match n {
            0 => Remark::new(
                "by exact arithmetic every rule that could be computed holds.",
                "계산할 수 있는 규칙은 모두 맞습니다.",
            ),
            n => Remark::new(
                format!("by exact arithmetic {} {} false.", rules(n), is(n)),
                format!("계산한 결과 규칙 {n}개가 어긋납니다."),
            ),
        };
        joined(&[why, what])
    }

    fn counted(&self, it: RuleCounts) -> Remark {
        let proved = self.n_proved();
        let mut en = Vec::new();
        let mut ko = Vec::new();
        if proved > 0 {
            en.push(format!("{} proved", rules(proved)));
            ko.push(format!("규칙 {proved}개 증명"));
        }
        let rest = it.holds.saturating_sub(proved);
        if rest > 0 || proved == 0 {
            let by =
                if proved > 0 { (" by arithmetic only", "계산만으로 ") } else { ("", "") };
            en.push(format!("{} {}{}", rules(rest), hold(rest), by.0));
            ko.push(format!("규칙 {rest}개 {}성립", by.1));
        }
        Remark::new(en.join(", "), ko.join(", "))
    }

    fn over_holding(&self, it: RuleCounts) -> Remark {
        let proved = self.n_proved().min(it.holds);
        match (proved, it.holds - proved) {
            (0, rest) => Remark::new(
                format!("Hold by arithmetic · {rest}"),
                format!("계산으로 성립 · {rest}"),
            ),
            (proved, 0) => Remark::new(format!("Proved · {proved}"), format!("증명됨 · {proved}")),
            (proved, rest) => Remark::new(
                format!("Proved · {proved}, by arithmetic only · {rest}"),
                format!("증명됨 · {proved}, 계산으로만 성립 · {rest}"),
            ),
        }
    }

    /// What is said where nothing is refuted: how many rules that is, by whom, and of how much.
    fn clean(&self, it: RuleCounts) -> Option<Remark> {
        if self.refuted > 0 || self.verdict.is_none() {
            return None;
        }
        let (proved, n) = (self.n_proved(), it.holds);
        let said = match (proved, n) {
            (0, 0) => Remark::new(
                "No rule could be checked, so nothing is known to add up",
                "맞춰 볼 규칙이 없어, 맞는지 알 수 없습니다",
            ),
            (0, n) => Remark::new(
                format!("{} {} by arithmetic; nothing is proved", rules(n), hold(n)),
                format!("규칙 {n}개를 계산해 보니 맞습니다. 증명한 것은 없습니다"),
            ),
            (proved, n) if proved < n => Remark::new(
                format!("{proved} of {} proved, the others hold by arithmetic", rules(n)),
                format!("규칙 {n}개 중 {proved}개를 증명했고, 나머지는 계산으로 맞습니다"),
            ),
            (proved, _) => Remark::new(
                format!("{} {} proved", rules(proved), is(proved)),
                format!("규칙 {proved}개를 모두 증명했습니다"),
            ),
        };
        let of = self.coverage.filter(|it| it.printed > 0);
        Some(match of {
            Some(of) => Remark::new(
                format!("{said}. {}", of.told(false), said = said.en),
                format!("{said}. {}", of.told(true), said = said.ko),
            ),
            None => said,
        })
    }
}

/// A verdict's name.
pub fn name(verdict: Option<Verdict>) -> Remark {
    let (en, ko) = match verdict {
        Some(Verdict::Verified) => ("verified", "검증됨"),
        Some(Verdict::Checked) => ("checked", "자체 검증됨"),
        Some(Verdict::Discrepant) => ("discrepant", "불일치"),
        Some(Verdict::Unverified) => ("unverified", "미검증"),
        Some(Verdict::Rejected) => ("rejected", "기각됨"),
        Some(Verdict::Failed) => ("failed", "실패"),
        Some(Verdict::Cancelled) => ("cancelled", "취소됨"),
        Some(Verdict::Interrupted) => ("interrupted", "중단됨"),
        None => ("running", "진행 중"),
    };
    Remark::new(en, ko)
}

fn both(words: impl Fn(bool) -> &'static str) -> Remark {
    Remark::new(words(false), words(true))
}

fn joined(all: &[Remark]) -> Remark {
    let of = |one: fn(&Remark) -> &str| all.iter().map(one).collect::<Vec<_>>().join(" ");
    Remark::new(of(|it| &it.en), of(|it| &it.ko))
}

/// What would hold if other values were printed: how many rules more, how many of those that hold would
/// break, and how many would still be false.
pub fn mended(values: &str, [holds, breaks, open]: [u32; 3]) -> Remark {
    let mut en = format!("With {values}: {} more would hold", rules(holds));
    let mut ko = format!("이 값({values})이면 규칙 {holds}개가 더 성립합니다");
    if breaks == 0 {
        en += ", none would break";
        ko += ". 새로 어긋나는 규칙은 없습니다";
    } else {
        en += &format!(", {} would break", rules(breaks));
        ko += &format!(". 대신 규칙 {breaks}개가 어긋납니다");
    }
    if open > 0 {
        en += &format!(", {} would still be false", rules(open));
        ko += &format!(". 규칙 {open}개는 그래도 어긋납니다");
    }
    Remark::new(en + ".", ko + ".")
}

fn rules(n: u32) -> String {
    if n == 1 { "1 rule".to_owned() } else { format!("{n} rules") }
}

fn all_of(n: u32) -> String {
    match n {
        1 => "the one rule".to_owned(),
        2 => "both rules".to_owned(),
        n => format!("all {n} rules"),
    }
}

fn is(n: u32) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

fn hold(n: u32) -> &'static str {
    if n == 1 { "holds" } else { "hold" }
}

#[cfg(test)]
mod tests;
