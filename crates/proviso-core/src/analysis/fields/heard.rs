//! What the readers of pages are heard to say, where somebody asks why: each decision in words, and
//! for a field all that it stands on.
//!
//! **Invariant:** only called where somebody listens; nothing here decides.

mod words;

use std::collections::BTreeMap;

use super::super::draft::Draft;
use super::super::layout::Text;
use super::super::reasons::{self, About, Alternative, Decision, Listener, Sign, Spot};
use super::super::scan::{self, Context};
use super::super::{Field, FieldId, Language, Route, rules};
use super::collect::{By, Claim};
use super::named::Candidate;
use super::shape::Shape;
use super::vocabulary::{Sense, Vocabulary};
use super::weights::{Bits, weights};
use crate::doctype::DocumentTypes;
use crate::document::{Document, Rect};
use crate::remark::Remark;
use crate::value::{Currency, Kind, Value};

use self::words::{column_sign, sign_of_name, sign_of_text};

/// What was claimed, with the field that each slot became.
#[derive(Debug)]
pub(super) struct Claimed {
    pub(super) claims: Vec<Claim>,
    pub(super) ids: Vec<Option<FieldId>>,
    /// What each document says of its values.
    pub(super) contexts: Vec<Context>,
}

/// A text that might have been the label of a value.
#[derive(Debug)]
pub(super) struct Weighed<'a> {
    pub(super) text: &'a str,
    /// Thousandths of a bit for its words.
    pub(super) words: i32,
    /// Those for its place.
    pub(super) place: i32,
}

/// What speaks for the kind of a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum ColumnSign {
    /// Before anything of it is seen.
    Prior,
    /// Its header.
    Header,
    /// The unit behind its header.
    Unit,
    /// So many cells of a shape.
    Shape(Shape, i32),
}

/// The currency of bare amounts.
pub(super) fn currency(listener: &Listener, bits: &BTreeMap<Currency, i32>) {
    let said = |(it, bits): (&Currency, &i32)| {
        let says = Remark::new(it.code(), it.code());
        let sign = Remark::new(
            "amounts that print it, texts that name it, and what bare amounts look like",
            "통화를 밝힌 금액과 글, 단위 없는 금액의 모양",
        );
        Alternative::weighed(says, *bits, vec![Sign::worth(sign, *bits)])
    };
    let Some(most) = bits.iter().max_by_key(|it| it.1) else { return };
    let others = bits.iter().filter(|it| it.0 != most.0).map(said).collect();
    listener.note_of_all(Decision::weighed(About::Currency, said(most), others));
}

/// The label of a value among the texts around it.
pub(super) fn label(
    listener: &Listener,
    (page, rect): (u32, Rect),
    weighed: &[Weighed<'_>],
    taken: Option<&str>,
) {
    let mut best: BTreeMap<&str, &Weighed<'_>> = BTreeMap::new();
    for it in weighed {
        let known = best.entry(it.text).or_insert(it);
        if it.words.saturating_add(it.place) > known.words.saturating_add(known.place) {
            *known = it;
        }
    }
    let of = |it: &&Weighed<'_>| {
        let signs = vec![
            Sign::worth(
                Remark::new("its words as a label of such a value", "이런 값의 항목명으로 본 말"),
                it.words,
            ),
            Sign::worth(
                Remark::new("where it stands, and how far away", "놓인 자리와 거리"),
                it.place,
            ),
        ];
        let bits = it.words.saturating_add(it.place);
        Alternative::weighed(quoted(it.text), bits, signs)
    };
    let lost = best.values().filter(|it| Some(it.text) != taken).map(of).collect();
    let none = || Alternative::weighed(Remark::new("no label", "항목 없음"), 0, Vec::new());
    let taken = taken.and_then(|it| best.get(it)).map_or_else(none, of);
    listener.note(page, vec![rect], Decision::weighed(About::Label, taken, lost));
}

/// Words that are a name.
pub(super) fn name(listener: &Listener, text: &Text, it: &Candidate) {
    let weights = &weights().name;
    let worth = |sign: &&'static str| weights.get(*sign).copied().unwrap_or(0);
    let signs = it.signs.iter().filter(|it| worth(it) != 0);
    let signs = signs.map(|it| Sign::worth(sign_of_name(it), worth(it))).collect();
    let name = Remark::new("a name of somebody", "사람이나 단체의 이름");
    let taken = Alternative::weighed(name, it.bits(), signs);
    let lost = Alternative::weighed(Remark::new("no name", "이름 아님"), 0, Vec::new());
    let decision = Decision::weighed(About::Kind, taken, vec![lost]);
    listener.note(text.page(), text.boxes(), decision);
}

/// A text that is a value of its own; `asked` where its label alone is reason enough.
pub(super) fn text(
    listener: &Listener,
    text: &Text,
    asked: bool,
    signs: impl Iterator<Item = (&'static str, i32)>,
) {
    let signs: Vec<(&str, i32)> = signs.filter(|it| it.1 != 0).collect();
    let bits: i32 = signs.iter().map(|it| it.1).sum();
    let mut told: Vec<Sign> = Vec::new();
    if asked {
        told.push(Sign::plain(Remark::new(
            "its label asks for a text, which is reason enough",
            "항목이 글을 묻고 있어 그것만으로 충분함",
        )));
    }
    told.extend(signs.into_iter().map(|it| Sign::worth(sign_of_text(it.0), it.1)));
    let taken = Remark::new("a text that is a value", "값이 되는 글");
    let taken = Alternative::weighed(taken, bits, told);
    let none = Alternative::weighed(Remark::new("no value", "값 아님"), 0, Vec::new());
    let mut decision = Decision::weighed(About::Value, taken, vec![none]);
    if asked {
        // Bits have not decided.
        decision.lost.iter_mut().for_each(|it| it.short = None);
    }
    listener.note(text.page(), text.boxes(), decision);
}

/// The kind of a column; `bits` are those of its signs, and of the arithmetic between columns.
pub(super) fn column(
    listener: &Listener,
    cells: impl Iterator<Item = (u32, Rect)>,
    header: &str,
    kind: Kind,
    signs: &[(ColumnSign, Bits)],
    bits: impl Fn(Kind) -> (i32, i32),
) {
    let of = |kind: Kind| {
        let (own, arithmetic) = bits(kind);
        let told = signs.iter().map(|it| (column_sign(it.0, header), it.1.of(kind)));
        let between = Remark::new(
            "products and sums between columns that would not fit",
            "이 종류로는 맞지 않는 열 사이의 곱셈과 합계",
        );
        let told = told.chain([(between, arithmetic)]).filter(|it| it.1 != 0);
        let told = told.map(|it| Sign::worth(it.0, it.1)).collect();
        Alternative::weighed(reasons::kind(kind), own.saturating_add(arithmetic), told)
    };
    let lost = Kind::ALL.into_iter().filter(|it| *it != kind).map(of).collect();
    let mut decision = Decision::weighed(About::Kind, of(kind), lost);
    // The rest is far behind: a column that may be anything is told by its nearest rivals.
    let hidden = decision.lost.len().saturating_sub(3);
    decision.lost.truncate(3);
    decision.n_more += u32::try_from(hidden).unwrap_or(0);
    let mut pages: BTreeMap<u32, Vec<Rect>> = BTreeMap::new();
    cells.for_each(|(page, rect)| pages.entry(page).or_default().push(rect));
    for (page, rects) in pages {
        listener.note(page, rects, decision.clone());
    }
}

/// A number whose kind or unit arithmetic settled, or a note of a unit.
pub(super) fn settled(
    listener: &Listener,
    text: &Text,
    value: &Value,
    noted: bool,
    factor: i128,
    ties: impl Iterator<Item = (String, i32, u32)>,
) {
    let mut signs: Vec<Sign> = Vec::new();
    if noted {
        signs.push(Sign::plain(Remark::new(
            "a note above it names the unit",
            "위에 있는 단위 표시가 단위를 밝힘",
        )));
    }
    if factor != 1 {
        signs.push(Sign::plain(Remark::new(
            format!("printed in units of {factor}"),
            format!("{factor} 단위로 적힘"),
        )));
    }
    signs.extend(ties.map(|(told, bits, rows)| {
        let rows = rows.max(1);
        let says = Remark::new(
            format!("{told}, with its like in {rows} places"),
            format!("{told} (같은 관계 {rows}곳)"),
        );
        Sign::worth(says, bits)
    }));
    let kind = reasons::kind(value.kind());
    let says = Remark::new(
        format!("{}, settled by arithmetic", kind.en),
        format!("{}(산술로 정함)", kind.ko),
    );
    let decision = Decision::new(About::Kind, Alternative::new(says, signs), Vec::new());
    listener.note(text.page(), text.boxes(), decision);
}

/// What was heard while documents were read.
pub(in crate::analysis) struct Heard<'a> {
    /// What came of it.
    pub(in crate::analysis) draft: Draft,
    documents: &'a [Document],
    vocabulary: Vocabulary,
    claimed: Claimed,
    notes: Vec<(Option<Spot>, Decision)>,
}

impl<'a> Heard<'a> {
    /// Reads documents anew, and listens.
    pub(in crate::analysis) fn of(
        documents: &'a [Document],
        types: &DocumentTypes,
        chosen: Option<&str>,
    ) -> Heard<'a> {
        let listener = Listener::default();
        let (draft, claimed) = super::drafted(documents, types, chosen, (Some(&listener), &mut []));
        let vocabulary = Vocabulary::of(types, types.get(&draft.document_type));
        Heard { draft, documents, vocabulary, claimed, notes: listener.into_notes() }
    }

    /// What a field of the draft stands on.
    pub(in crate::analysis) fn field(&self, field: &Field) -> Vec<Decision> {
        let mut out = vec![self.value(field)];
        let noted = self.notes.iter().filter(|(spot, it)| match (spot, it.about) {
            (Some(spot), About::Value) => {
                spot.is_of(&field.evidence) && field.value.kind() == Kind::Text
            }
            (Some(spot), _) => spot.is_of(&field.evidence),
            (None, _) => is_bare(field),
        });
        out.extend(noted.map(|it| it.1.clone()));
        out.extend(self.label(field));
        out.extend(self.meaning(field));
        out.sort_by_key(|it| it.about);
        out.dedup();
        out
    }

    /// Which value, against what else was claimed or could be read there.
    fn value(&self, field: &Field) -> Decision {
        let claims = &self.claimed.claims;
        let id_of = |it: &Claim| self.claimed.ids.get(it.slot).copied().flatten();
        let own = || claims.iter().filter(|it| id_of(it) == Some(field.id));
        let maker = own().rev().find(|it| it.seed.value == field.value);
        let told = maker.or_else(|| own().next());
        let signs = told.map(|it| Sign::plain(reader(it))).into_iter();
        let again = own().filter(|it| told.is_some_and(|told| !std::ptr::eq(*it, told)));
        let again: Vec<&Claim> = again.filter(|it| it.seed.value == field.value).collect();
        let again = again.first().map(|it| {
            let label = it.seed.labels.first().map_or("", String::as_str);
            Sign::plain(Remark::new(
                format!("read again under “{label}”: {}", reader(it).en),
                format!("‘{label}’ 아래에서도 읽힘: {}", reader(it).ko),
            ))
        });
        let taken = Alternative::new(said(&field.value), signs.chain(again).collect());
        let mut lost: Vec<Alternative> = Vec::new();
        let mut seen = vec![field.value.clone()];
        let mut lose = |value: &Value, because: Remark| {
            if !seen.contains(value) {
                seen.push(value.clone());
                lost.push(Alternative::new(said(value), vec![Sign::plain(because)]));
            }
        };
        for it in own() {
            lose(&it.seed.value, overruled(it, told));
        }
        let here = |it: &&Claim| {
            id_of(it).is_none()
                && (it.document, it.seed.text.page())
                    == (field.evidence.document, field.evidence.page)
                && it.seed.text.boxes().iter().any(|rect| {
                    field.evidence.boxes.iter().any(|own| own.holds(rect) || rect.holds(own))
                })
        };
        for it in claims.iter().filter(here) {
            let because = Remark::new(
                format!("less speaks for it than against it ({})", reader(it).en),
                format!("뒷받침하는 것보다 거스르는 것이 많음 ({})", reader(it).ko),
            );
            lose(&it.seed.value, because);
        }
        lost.extend(self.of_other_kinds(field));
        lost.extend(self.recognized(field));
        Decision::new(About::Value, taken, lost)
    }

    /// What its text says where another kind is expected.
    fn of_other_kinds(&self, field: &Field) -> Vec<Alternative> {
        let Some(context) = self.claimed.contexts.get(field.evidence.document as usize) else {
            return Vec::new();
        };
        let others = Kind::ALL.into_iter().filter(|it| *it != field.value.kind());
        let read = others.filter_map(|kind| {
            let context = Context { expected: Some(kind), ..context.clone() };
            let value = scan::whole(&field.evidence.text, &context)?;
            (value.kind() == kind && kind != Kind::Text).then_some(value)
        });
        let told = read.map(|value| {
            let (value, name) = (said(&value), reasons::kind(value.kind()));
            let says = Remark::new(
                format!("{}, {}", value.en, name.en),
                format!("{}({})", value.ko, name.ko),
            );
            let because = Remark::new(
                "only where its label or its column promises that",
                "항목이나 열이 그런 값을 약속할 때만",
            );
            Alternative::new(says, vec![Sign::plain(because)])
        });
        told.collect()
    }

    /// What else was recognized in the place of its words.
    fn recognized(&self, field: &Field) -> Vec<Alternative> {
        let place = &field.evidence;
        let document = self.documents.get(place.document as usize);
        let pages = document.into_iter().flat_map(|it| &it.pages);
        let words = pages
            .filter(|it| it.number == place.page)
            .flat_map(|it| &it.lines)
            .flat_map(|it| &it.words)
            .filter(|word| place.boxes.iter().any(|it| it.holds(&word.rect)));
        let others = words.flat_map(|word| word.others.iter().map(move |it| (word, it)));
        let told = others.map(|(word, it)| {
            let because = Remark::new(
                format!(
                    "recognized too, at {:.0} %; `{}` at {:.0} %",
                    100.0 * it.confidence,
                    word.text,
                    100.0 * word.confidence
                ),
                format!(
                    "함께 인식됨({:.0}%), `{}`은(는) {:.0}%",
                    100.0 * it.confidence,
                    word.text,
                    100.0 * word.confidence
                ),
            );
            Alternative::new(quoted(&it.text), vec![Sign::plain(because)])
        });
        told.collect()
    }

    /// The label, where no bits chose it, and the labels that stand behind it.
    fn label(&self, field: &Field) -> Option<Decision> {
        let weighed = |(spot, it): &(Option<Spot>, Decision)| {
            it.about == About::Label && spot.as_ref().is_some_and(|it| it.is_of(&field.evidence))
        };
        if field.label.is_empty() || self.notes.iter().any(weighed) {
            return None;
        }
        let nearest = Remark::new("the nearest one", "가장 가까운 것");
        let mut signs = vec![Sign::plain(nearest), Sign::plain(self.known(field))];
        signs.extend(field.also.iter().map(|it| {
            Sign::plain(Remark::new(
                format!("it stands under “{it}”, too"),
                format!("‘{it}’ 아래이기도 함"),
            ))
        }));
        Some(Decision::new(About::Label, Alternative::new(quoted(&field.label), signs), Vec::new()))
    }

    /// How a label promises the kind of its value.
    fn known(&self, field: &Field) -> Remark {
        match self.vocabulary.label(&field.label).map(|it| it.kind) {
            Some(Some(kind)) => {
                let name = reasons::kind(kind);
                Remark::new(
                    format!("a known label of {}", name.en),
                    format!("{} 항목으로 알려진 이름", name.ko),
                )
            }
            Some(None) => {
                Remark::new("a known label of any kind", "종류를 가리지 않는 알려진 항목")
            }
            None => match self.vocabulary.ending(&field.label).map(reasons::kind) {
                Some(name) => Remark::new(
                    format!("not known, but it ends like a label of {}", name.en),
                    format!("알려지지 않았으나 {} 항목처럼 끝남", name.ko),
                ),
                None => Remark::new("not known", "알려지지 않은 항목"),
            },
        }
    }

    /// The meaning of its label, against the other ones that the vocabulary knows.
    fn meaning(&self, field: &Field) -> Option<Decision> {
        let meaning = field.meaning.as_deref()?;
        let of = |it: &&Sense| it.meaning == meaning;
        let labels = std::iter::once(&field.label).chain(&field.also);
        let mut all = labels.map(|it| (it, self.vocabulary.senses(it)));
        let told = all.find(|it| it.1.iter().any(|it| of(&it)));
        let Some((label, senses)) = told else {
            let says = Remark::new("the words around it say so", "둘레의 말이 뜻을 밝힘");
            let taken = Alternative::new(plain(meaning), vec![Sign::plain(says)]);
            return Some(Decision::new(About::Meaning, taken, Vec::new()));
        };
        let sign = |it: &Sense| {
            let own = match it.own {
                true => Remark::new("this type of document", "이 문서 종류"),
                false => Remark::new("all types of documents", "모든 문서 종류"),
            };
            let head = match it.column {
                true => Remark::new(", over columns", "의 열 머리"),
                false => Remark::new("", ""),
            };
            Sign::plain(Remark::new(
                format!("“{label}” in the vocabulary of {}{}", own.en, head.en),
                format!("{}{} 낱말에 있는 ‘{label}’", own.ko, head.ko),
            ))
        };
        let sense = |it: &Sense| Alternative::new(plain(&it.meaning), vec![sign(it)]);
        let taken = senses.iter().find(of).map(sense)?;
        let lost = senses.iter().filter(|it| !of(it)).map(sense).collect();
        Some(Decision::new(About::Meaning, taken, lost))
    }
}

/// Whether a field is an amount that prints no currency.
fn is_bare(field: &Field) -> bool {
    let text = &field.evidence.text;
    let of_number = |c: char| c.is_ascii_digit() || " ,.'()-−△▲".contains(c);
    field.value.kind() == Kind::Money && text.chars().all(of_number)
}

/// Who read a value.
fn reader(it: &Claim) -> Remark {
    let by = match (it.by, it.seed.route) {
        (By::Arithmetic, _) => Remark::new("arithmetic between numbers", "숫자 사이의 산술"),
        (By::Rest, _) => {
            Remark::new("a look at what no block claimed", "어느 블록도 가져가지 않은 것을 살핌")
        }
        (By::Blocks, Route::Table) => Remark::new("the reader of tables", "표 읽기"),
        (By::Blocks, Route::LabelValue) => {
            Remark::new("the reader of labels and values", "항목과 값 읽기")
        }
        (By::Blocks, Route::Clause) => Remark::new("the reader of sentences", "문장 읽기"),
        (By::Blocks, _) => Remark::new("the reader of letterheads", "머리글 읽기"),
    };
    match it.seed.labels.first().filter(|it| !it.is_empty()) {
        Some(label) => {
            Remark::new(format!("{}, under “{label}”", by.en), format!("{}, ‘{label}’ 아래", by.ko))
        }
        None => by,
    }
}

/// Why a claim of the same field does not stand.
fn overruled(it: &Claim, by: Option<&Claim>) -> Remark {
    match by.map(|it| it.by) {
        Some(By::Arithmetic) if it.by != By::Arithmetic => Remark::new(
            "the numbers add up only with the other reading, or a note names the unit",
            "다른 읽기라야 숫자가 맞거나 단위 표시가 있음",
        ),
        _ => Remark::new("whoever reads a place first keeps it", "먼저 읽은 쪽이 자리를 가짐"),
    }
}

fn said(value: &Value) -> Remark {
    Remark::new(rules::spoken(value, Language::En), rules::spoken(value, Language::Ko))
}

fn plain(text: &str) -> Remark {
    Remark::new(text, text)
}

fn quoted(text: &str) -> Remark {
    Remark::new(format!("“{text}”"), format!("‘{text}’"))
}
