//! What a rule stands on, and which relations between the same fields lost against it.
//!
//! **Invariant:** the choice is made anew by the same functions as in an ordinary analysis, and only
//! listened to.

use super::book::Book;
use super::candidate::{self, Candidate, Fate, Judged, Weight};
use super::statement::Speaker;
use crate::analysis::draft::Draft;
use crate::analysis::reasons::{About, Alternative, Decision, Sign};
use crate::analysis::relate::Lost;
use crate::analysis::{Field, FieldId, Language, Operand, Relation, Rule, Status, Support, Table};
use crate::doctype::DocumentTypes;
use crate::remark::Remark;

/// All candidates of a draft, with what became of each.
pub(in crate::analysis) struct Heard {
    judged: Vec<Judged>,
    fields: Vec<Field>,
    tables: Vec<Table>,
}

impl Heard {
    /// Looks for the rules of a draft anew, and listens.
    pub(in crate::analysis) fn of(draft: &Draft, types: &DocumentTypes) -> Heard {
        let book = Book::open(draft, types);
        let mut judged = Vec::new();
        let found = super::candidates(&book, types, Some(&mut judged));
        candidate::choose(&book, found, Some(&mut judged));
        Heard { judged, fields: draft.fields.clone(), tables: draft.tables.clone() }
    }

    /// What a rule stands on; `relation` is the rule's, over the fields of the draft.
    pub(in crate::analysis) fn rule(&self, rule: &Rule, relation: &Relation) -> Decision {
        let own = self.judged.iter().find(|it| it.1 == Fate::Kept && it.0.relation == *relation);
        let says = self.said(relation, rule.status);
        let Some((own, _)) = own else {
            let signs = vec![Sign::plain(support(rule.support))];
            return Decision::new(About::Rule, Alternative::new(says, signs), Vec::new());
        };
        let mut taken = self.alternative(own, says, Vec::new());
        // What a template or a sentence asks for, arithmetic and places mostly find as well.
        let again = self.judged.iter().map(|it| &it.0).filter(|it| is_again(it, own));
        let again = again.filter_map(|it| it.tie).max_by_key(|it| it.bits);
        if let Some(tie) = again.filter(|_| own.tie.is_none()) {
            taken.signs.push(saved(tie));
        }
        let mut rivals: Vec<&Judged> = self
            .judged
            .iter()
            .filter(|it| it.1 != Fate::Kept && is_rival(&it.0, own) && !is_again(&it.0, own))
            .collect();
        rivals.sort_by_key(|it| std::cmp::Reverse((it.0.weight, it.0.tie.map(|it| it.bits))));
        let mut lost: Vec<Alternative> = Vec::new();
        for (it, fate) in rivals {
            let status = super::status(&self.fields, &it.relation);
            let because = vec![Sign::plain(why(*fate))];
            let mut alternative = self.alternative(it, self.said(&it.relation, status), because);
            alternative.short = match (fate, it.tie) {
                (Fate::Lost(Lost::Weaker(most)), Some(it)) => Some(most.saturating_sub(it.bits)),
                _ => None,
            };
            // Searches of rows and of columns find the same.
            if !lost.iter().any(|it| it.says == alternative.says) {
                lost.push(alternative);
            }
        }
        Decision::new(About::Rule, taken, lost)
    }

    /// In words, in both languages.
    fn said(&self, relation: &Relation, status: Status) -> Remark {
        let of = |language| {
            let speaker = Speaker { language, fields: &self.fields, tables: &self.tables };
            speaker.statement(relation, status)
        };
        Remark::new(of(Language::En), of(Language::Ko))
    }

    fn alternative(&self, it: &Candidate, says: Remark, mut signs: Vec<Sign>) -> Alternative {
        signs.push(Sign::plain(support(it.support)));
        signs.extend(it.tie.map(saved));
        signs.push(Sign::plain(Remark::new(
            format!("weight {} against others that explain the same", it.weight),
            format!("같은 것을 설명하는 관계에 견준 무게 {}", it.weight),
        )));
        Alternative { says, millibits: it.tie.map(|it| it.bits), short: None, signs }
    }
}

/// What arithmetic and places say for a relation.
fn saved(tie: Weight) -> Sign {
    let Weight { bits, support, against } = tie;
    let support = support.max(1);
    let kept = Remark::new(
        format!(
            "numbers that need not be told (rows or columns that keep it: {support}, that do not: {against})"
        ),
        format!("따로 말할 필요가 없어진 숫자(지킨 행·열 {support}, 어긴 행·열 {against})"),
    );
    Sign::worth(kept, bits)
}

/// Whether a candidate says the same of the same fields: searches of rows, of columns and of templates
/// find one relation again and again.
fn is_again(it: &Candidate, own: &Candidate) -> bool {
    let parts = |it: &Candidate| {
        let mut all = it.relation.fields();
        all.sort_unstable();
        all
    };
    let kind = |it: &Candidate| matches!(it.relation, Relation::Sum { .. });
    parts(it) == parts(own) && kind(it) == kind(own)
}

/// Whether one candidate stood in the way of another: both explain the same, or what one computes
/// the other does as well.
fn is_rival(it: &Candidate, own: &Candidate) -> bool {
    it.claim.is_some() && it.claim == own.claim
        || result(&own.relation).is_some_and(|own| result(&it.relation) == Some(own))
}

fn result(relation: &Relation) -> Option<FieldId> {
    match relation {
        Relation::Sum { result: Operand::Field(it), .. }
        | Relation::Product { result: Operand::Field(it), .. }
        | Relation::Rate { result: Operand::Field(it), .. }
        | Relation::Words { amount: it, .. }
        | Relation::Length { length: it, .. } => Some(*it),
        _ => None,
    }
}

/// What asks for a rule.
fn support(it: Support) -> Remark {
    match it {
        Support::Template => {
            Remark::new("this type of document asks for it", "이 문서 종류가 요구함")
        }
        Support::Layout => Remark::new("the layout asks for it", "배치가 요구함"),
        Support::Clause => Remark::new("a sentence says so", "문장이 그렇게 말함"),
        Support::Numbers => Remark::new(
            "the numbers alone: hardly a coincidence",
            "숫자만으로도 우연이라 하기 어려움",
        ),
        Support::Embedded => {
            Remark::new("the file says the same to programs", "파일이 프로그램에 같은 값을 밝힘")
        }
        Support::Model => Remark::new(
            "a language model read it from labels or layout",
            "언어 모델이 항목이나 배치에서 읽음",
        ),
        Support::Hand => Remark::new("a person pointed at its values", "사람이 값을 짚어 넣음"),
    }
}

/// Why a candidate is no rule.
fn why(fate: Fate) -> Remark {
    let (en, ko) = match fate {
        Fate::Kept => ("it is a rule", "규칙임"),
        Fate::Uncomputable => ("it cannot be computed", "계산할 수 없음"),
        Fate::Implausible => (
            "it does not hold, and by no mistake that anybody makes",
            "맞지 않으며 사람이 하는 실수로 볼 수 없음",
        ),
        Fate::Explained | Fate::Lost(Lost::Weaker(_)) => {
            ("a stronger one explains the same number", "더 강한 관계가 같은 숫자를 설명함")
        }
        Fate::Said | Fate::Lost(Lost::Known) => {
            ("another one says the same", "다른 관계가 같은 말을 함")
        }
        Fate::Follows | Fate::Lost(Lost::Follows) => (
            "it follows from others, and nothing asks for it",
            "다른 관계에서 따라 나오고 요구하는 것이 없음",
        ),
        Fate::Silent | Fate::Lost(Lost::Silent) => (
            "it does not hold, and nothing says that it should",
            "맞지 않으며 맞아야 한다는 표시도 없음",
        ),
        Fate::Lost(Lost::Weak) => {
            ("it saves too little to be no coincidence", "우연이 아니라기에는 아끼는 것이 적음")
        }
    };
    Remark::new(en, ko)
}
