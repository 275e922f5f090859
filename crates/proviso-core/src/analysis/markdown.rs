//! The analysis for people: `direction/analysis_<Project>.md`.
//!
//! **Invariant:** whatever the document says is escaped: no text of it becomes markup, a link or a
//! table border. Korean headings for Korean documents, English ones otherwise. A value that is a
//! person's word says so, and who said it and when wherever that is known.

use std::fmt::Write as _;

use super::rules::spoken;
use super::{
    Analysis, ClauseKind, Evidence, Field, FieldId, Language, Route, Rule, Status, Support, Table,
    TableKind, coverage,
};
use crate::amend::{Place, Signed, corrects};
use crate::remark::Remark;
use crate::value::{Kind, Value};

/// The analysis as markdown, in the document's language, with what people said of its values.
pub fn markdown(analysis: &Analysis, project: &str, signed: &[Signed]) -> String {
    let korean = analysis.language == Language::Ko;
    let mut out = Writer { analysis, signed, korean, text: String::new() };
    out.head(project);
    out.fields();
    out.rules();
    out.clauses();
    out.tables();
    out.findings();
    out.unheld();
    out.notes();
    out.text
}

struct Writer<'a> {
    analysis: &'a Analysis,
    signed: &'a [Signed],
    korean: bool,
    text: String,
}

impl Writer<'_> {
    fn pick<'t>(&self, ko: &'t str, en: &'t str) -> &'t str {
        if self.korean { ko } else { en }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn heading(&mut self, ko: &str, en: &str) {
        let text = self.pick(ko, en).to_owned();
        let _ = write!(self.text, "\n## {text}\n\n");
    }

    fn head(&mut self, project: &str) {
        let title = self.pick("분석 결과", "Analysis").to_owned();
        self.line(&format!("# {title}: {}", escape(project)));
        let kind = self.pick("문서 유형", "Document type").to_owned();
        let name = if self.analysis.title.is_empty() {
            escape(&self.analysis.document_type)
        } else {
            format!("{} ({})", escape(&self.analysis.title), escape(&self.analysis.document_type))
        };
        self.line(&format!("\n## {kind}: {name}\n"));
        for document in &self.analysis.documents {
            let pages = document.n_pages;
            let pages = if self.korean {
                format!("{pages}쪽")
            } else {
                format!("{pages} page{}", if pages == 1 { "" } else { "s" })
            };
            self.text.push_str(&format!("- {} ({pages})\n", escape(&document.name)));
        }
        let rules = &self.analysis.rules;
        let count = |status| rules.iter().filter(|it| it.status == status).count();
        let (holds, all_refuted) = (count(Status::Holds), count(Status::Refuted));
        // As verdicts count: what a person let pass is told apart.
        let refuted = self.analysis.n_refuted();
        let (n, waived) = (holds + all_refuted, all_refuted - refuted);
        let summary = if self.korean {
            format!("- 규칙 {n}개: 성립 {holds}개, **어긋남 {refuted}개**")
        } else {
            format!("- {n} invariants: {holds} hold, **{refuted} refuted**")
        };
        let passed = match (waived, self.korean) {
            (0, _) => String::new(),
            (n, true) => format!(", 예외 처리 {n}개"),
            (n, false) => format!(", {n} waived"),
        };
        self.line(&format!("{summary}{passed}"));
        let of = |route| self.analysis.fields.iter().filter(|it| it.route == route).count();
        let (corrected, added) = (of(Route::Correction), of(Route::Hand));
        match (added, self.korean) {
            (0, _) => {}
            (n, true) => self.line(&format!("- 사람이 직접 넣은 값 {n}개")),
            (1, false) => self.line("- 1 value put in by a person, where none was read"),
            (n, false) => {
                self.line(&format!("- {n} values put in by people, where none were read"));
            }
        }
        match (corrected, self.korean) {
            (0, _) => {}
            (n, true) => self.line(&format!("- 사람이 정정한 값 {n}개 (아래 표에 읽은 값과 함께)")),
            (1, false) => self.line("- 1 value corrected by a person (below, with its reading)"),
            (n, false) => {
                self.line(&format!(
                    "- {n} values corrected by people (below, with their readings)"
                ));
            }
        }
        if let Some(it) = self.analysis.coverage {
            let thin = if it.is_thin() { coverage::thin(self.korean) } else { "" };
            self.line(format!("- {}. {thin}", it.told(self.korean)).trim_end());
        }
    }

    fn fields(&mut self) {
        self.heading("주요 필드", "Main fields");
        // What stands in a table of items is told there, but for who changed it.
        let all = self.analysis.fields.iter().map(|it| (it, self.by_whom(it)));
        let shown: Vec<(&Field, String)> =
            all.filter(|(it, by)| !self.in_items(it) || !by.is_empty()).collect();
        if shown.is_empty() {
            let none = self.pick("없음", "None").to_owned();
            return self.line(&none);
        }
        let header =
            self.pick("| 번호 | 항목명 | 값 | 쪽 |", "| id | Label | Value | Page |").to_owned();
        self.line(&header);
        self.line("|---:|---|---|---:|");
        for (field, by) in shown {
            let label = if field.label.is_empty() { &field.name } else { &field.label };
            let mut value = escape(&spoken(&field.value, self.analysis.language));
            value.push_str(&by);
            let row = format!(
                "| f{} | {} | {value} | {} |",
                field.id.0,
                escape(label),
                field.evidence.page
            );
            self.line(&row);
        }
    }

    /// That a value is a person's word: what was read before, and who said it and when.
    fn by_whom(&self, field: &Field) -> String {
        let mut said = Vec::new();
        if let Some(reading) = &field.reading {
            let was = self.pick("판독", "read as");
            said.push(format!("{was}: {}", escape(&spoken(reading, self.analysis.language))));
        }
        if field.route == Route::Hand {
            said.push(self.pick("직접 넣음", "by hand").to_owned());
        }
        if said.is_empty() {
            return String::new();
        }
        let here = Place::of(self.analysis, &field.evidence);
        let is_of =
            |it: &&Signed| here.as_ref().is_some_and(|place| corrects(&it.amendment, field, place));
        said.extend(self.signed.iter().rev().find(is_of).map(|it| escape(&it.by)));
        format!(" ({})", said.join(", "))
    }

    fn in_items(&self, field: &Field) -> bool {
        let table = field.cell.and_then(|it| self.analysis.tables.get(it.table as usize));
        table.is_some_and(|it| it.kind == TableKind::Items)
    }

    fn rules(&mut self) {
        self.heading("규칙", "Invariants");
        if self.analysis.rules.is_empty() {
            let none = self.pick("없음", "None").to_owned();
            return self.line(&none);
        }
        for rule in &self.analysis.rules {
            let mark = match rule.status {
                Status::Holds => "✓",
                Status::Refuted => "✗",
                Status::Unknown => "?",
            };
            let expression = code(&rule.expression);
            let by_hand = match rule.support {
                Support::Hand => self.pick(" (직접 넣음)", " (by hand)"),
                _ => "",
            };
            let statement = escape(&rule.statement);
            let text = format!("- {mark} R{}: {statement} {expression}{by_hand}", rule.id.0);
            self.line(&text);
        }
    }

    fn clauses(&mut self) {
        if self.analysis.clauses.is_empty() {
            return;
        }
        self.heading("조항 (언어 모델이 읽은 대로)", "Clauses (as a language model reads them)");
        for clause in &self.analysis.clauses {
            let kind = self.clause_kind(clause.kind);
            let who = match clause.party.as_str() {
                "" => String::new(),
                party => format!(" {}:", escape(party)),
            };
            let (says, place) = (escape(&clause.says), self.place(&clause.evidence));
            self.line(&format!("- **{kind}**{who} {says} ({place})"));
        }
    }

    fn clause_kind(&self, kind: ClauseKind) -> &'static str {
        let (ko, en) = match kind {
            ClauseKind::Obligation => ("의무", "Obligation"),
            ClauseKind::Right => ("권리", "Right"),
            ClauseKind::Condition => ("조건", "Condition"),
            ClauseKind::Deadline => ("기한", "Deadline"),
            ClauseKind::Penalty => ("위약", "Penalty"),
            ClauseKind::Termination => ("해지", "Termination"),
            ClauseKind::Other => ("기타", "Other"),
        };
        if self.korean { ko } else { en }
    }

    fn tables(&mut self) {
        if self.analysis.tables.is_empty() {
            return;
        }
        self.heading("표", "Tables");
        for (n, table) in self.analysis.tables.iter().enumerate() {
            let text = if self.korean {
                format!("### 표 {} ({}쪽)\n", n + 1, table.page)
            } else {
                format!("### Table {} (page {})\n", n + 1, table.page)
            };
            self.line(&text);
            self.table(table);
            self.line("");
        }
    }

    fn table(&mut self, table: &Table) {
        let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let columns: Vec<String> = table.columns.iter().map(|it| escape(it)).collect();
        self.line(&row(&columns));
        self.line(&row(&vec!["---".to_owned(); columns.len()]));
        for cells in &table.rows {
            let cells: Vec<String> = cells.iter().map(|it| escape(&it.text)).collect();
            self.line(&row(&cells));
        }
        if !table.totals.is_empty() {
            let mut cells = vec![String::new(); columns.len()];
            for total in &table.totals {
                let Some(field) = self.analysis.field(total.field) else { continue };
                let text = spoken(&field.value, self.analysis.language);
                let Some(cell) = cells.get_mut(total.column as usize) else { continue };
                let with = format!("**{} {}**", escape(&field.label), escape(&text));
                if !cell.is_empty() {
                    cell.push_str(", ");
                }
                cell.push_str(&with);
            }
            self.line(&row(&cells));
        }
    }

    fn findings(&mut self) {
        self.heading("발견 사항", "Findings");
        let refuted: Vec<&Rule> =
            self.analysis.rules.iter().filter(|it| it.status == Status::Refuted).collect();
        if refuted.is_empty() {
            let none = self.pick("맞지 않는 곳이 없습니다.", "Nothing fails to add up.").to_owned();
            return self.line(&none);
        }
        for (n, rule) in refuted.into_iter().enumerate() {
            self.finding(n + 1, rule);
        }
    }

    fn finding(&mut self, n: usize, rule: &Rule) {
        let language = self.analysis.language;
        self.line(&format!("{n}. **{}** {}", escape(&rule.statement), code(&rule.expression)));
        if let Some(sides) = &rule.sides {
            let (printed, computed) = (self.side(&sides.printed), self.side(&sides.computed));
            let text = if self.korean {
                format!("   - 적힌 값 {printed}, 계산한 값 {computed}")
            } else {
                format!("   - printed {printed}, computed {computed}")
            };
            self.line(&text);
        }
        if let Some(reason) = &rule.waived {
            let text = if self.korean { "예외 처리" } else { "waived" };
            self.line(&format!("   - {text}: {}", escape(reason)));
        }
        for id in super::rules::operands(&rule.relation) {
            if let Some(field) = self.analysis.field(id) {
                let place = self.place(&field.evidence);
                self.line(&format!("   - f{} {}: {place}", id.0, escape(&field.label)));
            }
        }
        for mend in rule.mends.iter().take(5) {
            let (label, value) = (self.name(mend.field), escape(&spoken(&mend.value, language)));
            let also: Vec<String> = mend
                .mends
                .iter()
                .filter(|it| **it != rule.id)
                .map(|it| format!("R{}", it.0))
                .collect();
            let breaks: Vec<String> = mend.breaks.iter().map(|it| format!("R{}", it.0)).collect();
            let mut text = if self.korean {
                format!("   - {label}의 값이 {value}이면 성립")
            } else {
                format!("   - holds if {label} were {value}")
            };
            if !also.is_empty() {
                let _ =
                    write!(text, "; {} {}", self.pick("함께 성립:", "also mends"), also.join(", "));
            }
            if !breaks.is_empty() {
                let _ = write!(text, "; {} {}", self.pick("어긋남:", "breaks"), breaks.join(", "));
            }
            self.line(&text);
        }
    }

    /// A side of a rule as people write it; sides are canonical texts of their kind.
    fn side(&self, text: &str) -> String {
        let value = [Kind::Money, Kind::Period].iter().find_map(|it| Value::parse(*it, text).ok());
        value.map_or_else(|| escape(text), |it| escape(&spoken(&it, self.analysis.language)))
    }

    fn name(&self, id: FieldId) -> String {
        let label = self.analysis.field(id).map_or("", |it| it.label.as_str());
        format!("f{} {}", id.0, escape(label)).trim_end().to_owned()
    }

    fn place(&self, evidence: &Evidence) -> String {
        let text = escape(&evidence.text);
        let page = evidence.page;
        let name = self.analysis.documents.get(evidence.document as usize);
        let file = match name {
            Some(it) if self.analysis.documents.len() > 1 => format!("{} ", escape(&it.name)),
            _ => String::new(),
        };
        if self.korean {
            format!("{file}{page}쪽 “{text}”")
        } else {
            format!("{file}page {page}, “{text}”")
        }
    }

    fn unheld(&mut self) {
        if self.analysis.unheld.is_empty() {
            return;
        }
        self.heading("필드에 들지 않은 수", "Numbers that no field holds");
        for it in &self.analysis.unheld {
            let place = self.place(&it.place);
            self.line(&format!("- {place}"));
        }
    }

    fn notes(&mut self) {
        let analysis = self.analysis;
        let several = analysis.documents.len() > 1;
        let read = analysis.documents.iter().flat_map(|of| {
            let name = several.then_some(of.name.as_str());
            of.notes.iter().map(move |it| it.placed(name))
        });
        let notes: Vec<Remark> = read.chain(analysis.notes.iter().cloned()).collect();
        if notes.is_empty() {
            return;
        }
        self.heading("비고", "Notes");
        for note in &notes {
            self.line(&format!("- {}", escape(note.of(self.analysis.language))));
        }
    }
}

/// Text without any meaning to markdown or HTML, on one line.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for it in text.chars() {
        match it {
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                out.push('\\');
                out.push(it);
            }
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            it if it.is_control() || it == '\u{2028}' || it == '\u{2029}' => out.push(' '),
            it => out.push(it),
        }
    }
    // A list mark or an underline at the start would be markup too.
    if out.starts_with(['-', '+', '=']) {
        out.insert(0, '\\');
    }
    // Some readers turn bare addresses into links.
    out.replace("://", "&#58;//").replace("www.", "www&#46;")
}

/// An expression of ours as code; it holds no backtick.
fn code(expression: &str) -> String {
    format!("`{expression}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amend::Amendment;
    use crate::analysis::Sides;

    #[test]
    fn the_sides_of_a_length_are_in_the_documents_language() {
        let text = include_str!("../../tests/analyses/refuted.json");
        let mut analysis: Analysis = serde_json::from_str(text).unwrap();
        let length = analysis.rules.iter_mut().find(|it| it.name == "length").unwrap();
        length.sides =
            Some(Sides { printed: "30 days".to_owned(), computed: "31 days".to_owned() });
        let said = markdown(&analysis, "Sample", &[]);
        assert!(said.contains("적힌 값 30일, 계산한 값 31일"), "{said}");
    }

    #[test]
    fn a_corrected_value_names_who_said_so_and_when() {
        let text = include_str!("../../tests/analyses/refuted.json");
        let mut analysis: Analysis = serde_json::from_str(text).unwrap();
        let item = |it: &Field| it.cell.is_none() && !it.evidence.boxes.is_empty();
        let at = analysis.fields.iter().position(item).unwrap();
        let field = &mut analysis.fields[at];
        (field.reading, field.route) = (Some(field.value.clone()), Route::Correction);
        let field = field.clone();
        let place = Place::of(&analysis, &field.evidence).unwrap();
        let (label, value) = (field.label, field.value);
        let read = escape(&spoken(&value, analysis.language));
        let amendment = Amendment::Correction { place, label, value };
        let signed = [Signed { amendment, by: "김*철수, 2031-03-02".to_owned() }];
        let said = markdown(&analysis, "Sample", &signed);
        assert!(said.contains(&format!("(판독: {read}, 김\\*철수, 2031-03-02)")), "{said}");
        let unsigned = markdown(&analysis, "Sample", &[]);
        assert!(unsigned.contains(&format!("(판독: {read})")), "{unsigned}");
    }
}
