//! The analyst's tools: a page, its picture, a search through the text, a table, arithmetic.
//!
//! **Invariant:** read-only, bounded, total: a call with senseless arguments is answered with what is
//! wrong with them. Pictures are offered only where a model may see them: never where personal data
//! is hidden, since nothing can be hidden in a picture.

use std::fmt::Display;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::calculate::calculate;
use super::toolbox::{Answered, Toolbox};
use crate::analysis::Table;
use crate::document::{Document, Page, Source};
use crate::event::Happening;
use crate::llm::{Tool, ToolCall};
use crate::ports::{PictureError, Pictures};
use crate::remark::Remark;

/// Characters of a page.
const MAX_PAGE: usize = 8_000;
/// Lines that a search finds.
const MAX_HITS: usize = 20;
/// Characters of a line that a search finds.
const MAX_LINE: usize = 300;
/// Rows of a table.
const MAX_ROWS: usize = 60;

/// What an analyst may look at.
pub(super) struct Pages<'a> {
    pub(super) documents: &'a [Document],
    pub(super) tables: &'a [Table],
    /// None where pictures may not be seen.
    pub(super) pictures: Option<&'a dyn Pictures>,
}

#[derive(Deserialize)]
struct OfPage {
    #[serde(default)]
    document: u32,
    page: u32,
}

#[derive(Deserialize)]
struct Search {
    text: String,
}

#[derive(Deserialize)]
struct OfTable {
    table: u32,
}

#[derive(Deserialize)]
struct Expression {
    expression: String,
}

impl Toolbox for Pages<'_> {
    fn tools(&self) -> Vec<Tool> {
        let page = json!({
            "document": { "type": "integer", "description": "the document's number, from 0" },
            "page": { "type": "integer", "description": "the page's number, from 1" },
        });
        let one =
            |name: &str, what: &str| json!({ name: { "type": "string", "description": what } });
        let mut all = vec![
            tool("read_page", "The text of one page, line by line.", page.clone(), &["page"]),
            tool(
                "search",
                "The lines of all pages that hold a text; white space, width and case are no \
                 difference.",
                one("text", "what to look for"),
                &["text"],
            ),
            tool(
                "calculate",
                "The exact value of an expression of numbers and + - * / ( ) %.",
                one("expression", "such as (50650000 + 5065000) * 10%"),
                &["expression"],
            ),
        ];
        if !self.tables.is_empty() {
            let what = format!("its number, from 0 to {}", self.tables.len() - 1);
            let number = json!({ "table": { "type": "integer", "description": what } });
            all.push(tool(
                "table",
                "A table as the built-in analysis reads it, row by row.",
                number,
                &["table"],
            ));
        }
        if self.pictures.is_some() {
            all.push(tool(
                "page_image",
                "The picture of one page. Look at it where recognized text is doubtful, or where \
                 the layout, a stamp or a signature says more than the text.",
                page,
                &["page"],
            ));
        }
        all
    }

    fn answer<'a>(&'a self, call: &'a ToolCall) -> BoxFuture<'a, Answered> {
        async move {
            let said = match call.name.as_str() {
                "read_page" => given(call).and_then(|it| self.read(&it)),
                "search" => given(call).and_then(|it: Search| self.search(&it.text)),
                "table" => given(call).and_then(|it: OfTable| self.table(it.table)),
                "calculate" => given(call).and_then(|it: Expression| calculate(&it.expression)),
                "page_image" => return self.picture(call).await,
                _ => Err("there is no such tool".to_owned()),
            };
            said.unwrap_or_else(|reason| reason).into()
        }
        .boxed()
    }

    fn no_more(&self) -> &'static str {
        "no more questions: answer with the JSON object now"
    }
}

impl Pages<'_> {
    fn page(&self, it: &OfPage) -> Result<(&Document, &Page), String> {
        let last = self.documents.len().saturating_sub(1);
        let document = self.documents.get(it.document as usize);
        let document = document.ok_or_else(|| format!("documents are numbered 0 to {last}"))?;
        let page = document.pages.iter().find(|page| page.number == it.page);
        let n_pages = document.pages.len();
        page.map(|page| (document, page)).ok_or_else(|| format!("it has pages 1 to {n_pages}"))
    }

    fn read(&self, it: &OfPage) -> Result<String, String> {
        let (_, page) = self.page(it)?;
        let lines: Vec<String> = page.lines.iter().map(|it| it.text()).collect();
        let text = lines.join("\n");
        let how = match page.source {
            Source::Ocr => "recognized from a picture",
            Source::TextLayer | Source::Native => "as the file holds it",
        };
        Ok(format!("[{how}]\n{}", cut(&text, MAX_PAGE)))
    }

    fn search(&self, text: &str) -> Result<String, String> {
        let wanted = folded(text);
        if wanted.is_empty() {
            return Err("there is nothing to look for".to_owned());
        }
        let mut hits = Vec::new();
        let mut n = 0;
        for (index, document) in self.documents.iter().enumerate() {
            for page in &document.pages {
                for line in &page.lines {
                    let line = line.text();
                    if !folded(&line).contains(&wanted) {
                        continue;
                    }
                    n += 1;
                    if hits.len() < MAX_HITS {
                        let line = cut(&line, MAX_LINE);
                        hits.push(format!("document {index}, page {}: {line}", page.number));
                    }
                }
            }
        }
        if n > hits.len() {
            hits.push(format!("(and {} more lines)", n - hits.len()));
        }
        Ok(if hits.is_empty() { "no line holds it".to_owned() } else { hits.join("\n") })
    }

    fn table(&self, index: u32) -> Result<String, String> {
        let last = self.tables.len().saturating_sub(1);
        let table = self.tables.get(index as usize);
        let table = table.ok_or_else(|| format!("tables are numbered 0 to {last}"))?;
        let mut lines = vec![
            format!("page {}", table.page),
            table.columns.iter().map(|it| brief(it)).collect::<Vec<_>>().join(" | "),
        ];
        for row in table.rows.iter().take(MAX_ROWS) {
            let cells: Vec<String> = row.iter().map(|it| brief(&it.text)).collect();
            lines.push(cells.join(" | "));
        }
        if table.rows.len() > MAX_ROWS {
            lines.push(format!("(and {} more rows)", table.rows.len() - MAX_ROWS));
        }
        Ok(lines.join("\n"))
    }

    async fn picture(&self, call: &ToolCall) -> Answered {
        let Some(pictures) = self.pictures else {
            return "there are no pictures".to_owned().into();
        };
        let found = given(call).and_then(|it: OfPage| Ok((it.page, self.page(&it)?.0)));
        let (page, document) = match found {
            Ok(found) => found,
            Err(reason) => return reason.into(),
        };
        match pictures.picture(document, page).await {
            Ok(image) => {
                let happening = Happening::PictureShown {
                    document: document.sha256.clone(),
                    page,
                    sha256: image.sha256().to_owned(),
                };
                let name = &document.name;
                Answered {
                    text: "the picture follows".to_owned(),
                    picture: Some(image),
                    happening: Some((format!("page {page} of `{name}` is shown"), happening)),
                }
            }
            Err(err) => {
                let mut answer = Answered::from(PictureError::None.to_string());
                // Why is for people; to the model there is simply none.
                if let PictureError::Failed(reason) = err {
                    answer.happening = Some(no_picture(page, &*reason));
                }
                answer
            }
        }
    }
}

fn tool(name: &str, description: &str, properties: Value, required: &[&str]) -> Tool {
    Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters: json!({ "type": "object", "properties": properties, "required": required }),
    }
}

fn given<T: DeserializeOwned>(call: &ToolCall) -> Result<T, String> {
    serde_json::from_str(&call.arguments).map_err(|err| format!("its arguments do not fit: {err}"))
}

fn folded(text: &str) -> String {
    text.nfkc().filter(|it| !it.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn brief(text: &str) -> String {
    cut(&text.replace('\n', " "), MAX_LINE)
}

fn cut(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// That a page's picture cannot be shown, and why.
pub(super) fn no_picture(page: u32, reason: &dyn Display) -> (String, Happening) {
    let remark = Remark::new(
        format!("no picture of page {page}: {reason}"),
        format!("언어 모델에게 {page}쪽 그림을 보여 주지 못했습니다"),
    );
    let code = "picture.failed".to_owned();
    (remark.en.clone(), Happening::WarningRaised { code, remark: Some(remark) })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::analysis::{Cell, TableKind};
    use crate::document::{Format, Line, Rect, Word};

    fn document() -> Document {
        let word = |text: &str| Word {
            text: text.to_owned(),
            rect: Rect::new(0.0, 0.0, 9.0, 9.0),
            confidence: 1.0,
            source: Source::Native,
            others: Vec::new(),
        };
        let page = |number: u32, lines: &[&str]| Page {
            number,
            width: 9.0,
            height: 9.0,
            source: Source::Native,
            reason: String::new(),
            lines: lines
                .iter()
                .map(|it| Line { words: it.split(' ').map(word).collect() })
                .collect(),
            rulings: Vec::new(),
            marks: Vec::new(),
            view: None,
        };
        Document {
            name: "a.txt".to_owned(),
            sha256: String::new(),
            format: Format::Text,
            pages: vec![page(1, &["제1조 (목적)", "Fees are due."]), page(2, &["제 2 조 (대금)"])],
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        }
    }

    #[track_caller]
    fn check(tool: &str, arguments: &str, expect: Expect) {
        let documents = [document()];
        let cell = |text: &str| Cell { text: text.to_owned(), fields: Vec::new() };
        let tables = [Table {
            kind: TableKind::Items,
            page: 2,
            columns: vec!["품목".to_owned(), "금액".to_owned()],
            meanings: vec![None, None],
            rows: vec![vec![cell("나사"), cell("1,000")]],
            totals: Vec::new(),
        }];
        let pages = Pages { documents: &documents, tables: &tables, pictures: None };
        let (name, arguments) = (tool.to_owned(), arguments.to_owned());
        let call = ToolCall { id: String::new(), name, arguments };
        let answer = pages.answer(&call).now_or_never().map(|it| it.text);
        expect.assert_eq(&answer.unwrap_or_default());
    }

    #[test]
    fn a_page_a_search_a_table_and_a_sum_are_answered() {
        check(
            "read_page",
            r#"{"page": 1}"#,
            expect![[r#"
            [as the file holds it]
            제1조 (목적)
            Fees are due."#]],
        );
        check("search", r#"{"text": "제2조"}"#, expect!["document 0, page 2: 제 2 조 (대금)"]);
        check("search", r#"{"text": "FEES"}"#, expect!["document 0, page 1: Fees are due."]);
        check("search", r#"{"text": "penalty"}"#, expect!["no line holds it"]);
        check(
            "table",
            r#"{"table": 0}"#,
            expect![[r#"
            page 2
            품목 | 금액
            나사 | 1,000"#]],
        );
        check("calculate", r#"{"expression": "2 * 3"}"#, expect!["6"]);
    }

    #[test]
    fn senseless_calls_are_answered_too() {
        check("read_page", r#"{"page": 9}"#, expect!["it has pages 1 to 2"]);
        check(
            "read_page",
            r#"{"page": 1, "document": 4}"#,
            expect!["documents are numbered 0 to 0"],
        );
        check(
            "read_page",
            r#"{"page": "one"}"#,
            expect![[
                r#"its arguments do not fit: invalid type: string "one", expected u32 at line 1 column 14"#
            ]],
        );
        check("search", r#"{"text": "  "}"#, expect!["there is nothing to look for"]);
        check("table", r#"{"table": 1}"#, expect!["tables are numbered 0 to 0"]);
        check("page_image", r#"{"page": 1}"#, expect!["there are no pictures"]);
        check("rm", "{}", expect!["there is no such tool"]);
    }
}
