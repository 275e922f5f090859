//! Web pages and HTML mails: text, lists, tables, filled forms. No style sheet is obeyed but what
//! hides an element, and nothing is fetched.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use encoding_rs::Encoding;
use proviso_core::remark::Remark;
use scraper::node::Element;
use scraper::{Html, Node};

use super::flow::{
    Align, Block, Borders, Cell, Flow, LeftOut, MAX_DEPTH, Paper, Paragraph, Row, Run, Section,
    Table, push_run,
};
use super::pictures::{Album, Picture};
use crate::reading::plain;
use crate::reading::protocol::Refusal;
use proviso_core::document::check_box;

/// Elements within elements that are walked; what is deeper is read as text alone.
const MAX_NESTED: usize = 120;
/// Cells of a row, and how many a cell may span.
const MAX_COLUMNS: usize = 500;
/// Points of a table across a page.
const TABLE_WIDTH: f32 = 480.0;

type Tree<'a> = ego_tree::NodeRef<'a, Node>;

/// Reads a page.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let text =
        decoded(bytes).ok_or_else(|| Refusal::Unsupported { what: "binary data".to_owned() })?;
    Ok(flow(&text))
}

/// The text in the encoding that the page names, or by its bytes.
fn decoded(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4_096)]).to_ascii_lowercase();
    let named = head.split_once("charset").and_then(|(_, it)| {
        let it = it.trim_start().strip_prefix('=')?.trim_start();
        let it = it.trim_start_matches(['"', '\'']);
        let end = it.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'))?;
        Encoding::for_label(&it.as_bytes()[..end])
    });
    if let Some(encoding) = named.filter(|_| Encoding::for_bom(bytes).is_none()) {
        let (text, is_lossy) = encoding.decode_without_bom_handling(bytes);
        if !is_lossy {
            return Some(text.into_owned());
        }
    }
    plain::decode(bytes).map(|it| it.text)
}

/// A page's text as a flow.
pub(crate) fn flow(text: &str) -> Flow {
    let page = Html::parse_document(text);
    let mut walk = Walk::default();
    walk.children(page.tree.root(), Style::default(), 0);
    walk.end();
    let mut flow = Flow::default();
    let mut left_out = LeftOut::default();
    walk.album.tell(&mut left_out);
    flow.tell(&left_out);
    if walk.n_linked > 0 {
        flow.notes.push(Remark::new(
            format!("{} pictures lie outside of the page and are not read", walk.n_linked),
            format!("문서 밖에 있는 그림 {}개는 읽지 않았습니다", walk.n_linked),
        ));
    }
    if !walk.out.is_empty() {
        flow.sections.push(Section::new(Paper::A4, walk.out));
    }
    flow
}

/// How text looks where it stands.
#[derive(Debug, Clone, Copy)]
struct Style {
    size: f32,
    bold: bool,
    align: Align,
    indent: f32,
    is_pre: bool,
    /// Tables around it.
    tables: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { size: 10.0, bold: false, align: Align::Left, indent: 0.0, is_pre: false, tables: 0 }
    }
}

/// Blocks while they are gathered.
#[derive(Default)]
struct Walk {
    out: Vec<Block>,
    open: Paragraph,
    album: Album,
    /// Pictures that lie elsewhere.
    n_linked: usize,
}

impl Walk {
    fn end(&mut self) {
        let it = std::mem::take(&mut self.open);
        if !it.is_blank() {
            self.out.push(Block::Paragraph(Paragraph { after: 3.0, ..it }));
        }
    }

    fn begin(&mut self, style: Style) {
        self.end();
        self.open.align = style.align;
        self.open.indent = style.indent;
    }

    fn push(&mut self, text: &str, style: Style) {
        let mut shown = String::new();
        if style.is_pre {
            shown.push_str(text);
        } else {
            let ends_blank = self.open.runs.last().is_none_or(|it| it.text.ends_with([' ', '\n']));
            let mut blank = ends_blank;
            for c in text.chars() {
                // A space that does not break is a space that somebody wanted.
                if c == '\u{a0}' || !c.is_whitespace() {
                    shown.push(c);
                    blank = false;
                } else if !blank {
                    shown.push(' ');
                    blank = true;
                }
            }
        }
        if shown.is_empty() {
            return;
        }
        push_run(&mut self.open.runs, &shown, style.size, style.bold);
    }

    fn children(&mut self, of: Tree<'_>, style: Style, depth: usize) {
        if depth > MAX_NESTED {
            let texts: Vec<String> = of
                .descendants()
                .filter_map(|it| it.value().as_text().map(|it| it.to_string()))
                .collect();
            for it in texts {
                self.push(&it, style);
            }
            return;
        }
        for it in of.children() {
            match it.value() {
                Node::Text(text) => self.push(text, style),
                Node::Element(element) => self.element(it, element, style, depth),
                _ => {}
            }
        }
    }

    fn element(&mut self, it: Tree<'_>, element: &Element, style: Style, depth: usize) {
        if is_hidden(element) {
            return;
        }
        let name = element.name();
        let mut inner = aligned(element, style);
        match name {
            "script" | "style" | "head" | "template" | "noscript" | "iframe" | "svg" | "object" => {
            }
            "br" => {
                let run = Run { text: "\n".to_owned(), size: style.size, bold: style.bold };
                self.open.runs.push(run);
            }
            "hr" => self.end(),
            "img" => self.picture(element),
            "table" if style.tables < MAX_DEPTH => {
                self.end();
                inner.tables += 1;
                let table = self.table(it, inner, depth);
                self.out.extend(table);
            }
            "input" => self.push(&field(element), style),
            "select" => {
                let chosen = it
                    .descendants()
                    .filter(|it| it.value().as_element().is_some_and(|it| it.name() == "option"))
                    .collect::<Vec<_>>();
                let selected = chosen.iter().find(|it| {
                    it.value().as_element().is_some_and(|it| it.attr("selected").is_some())
                });
                if let Some(it) = selected.or_else(|| chosen.first()) {
                    self.children(*it, style, depth + 1);
                }
            }
            "b" | "strong" | "th" => self.children(it, Style { bold: true, ..inner }, depth + 1),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                inner.size = match name {
                    "h1" => 18.0,
                    "h2" => 15.0,
                    "h3" => 12.5,
                    _ => 10.5,
                };
                inner.bold = true;
                self.begin(inner);
                self.open.before = 6.0;
                self.children(it, inner, depth + 1);
                self.end();
            }
            "ul" | "ol" => self.list(it, element, inner, depth),
            "pre" | "textarea" => {
                self.begin(inner);
                self.children(it, Style { is_pre: true, ..inner }, depth + 1);
                self.end();
            }
            "p" | "div" | "section" | "article" | "header" | "footer" | "main" | "nav"
            | "aside" | "blockquote" | "dl" | "dt" | "dd" | "li" | "form" | "fieldset"
            | "legend" | "address" | "center" | "figure" | "figcaption" | "caption" | "tr"
            | "body" | "html" | "details" | "summary" => {
                if matches!(name, "blockquote" | "dd") {
                    inner.indent += 20.0;
                }
                if name == "center" {
                    inner.align = Align::Center;
                }
                self.begin(inner);
                self.children(it, inner, depth + 1);
                self.end();
            }
            "td" => {
                self.children(it, inner, depth + 1);
                self.push(" ", style);
            }
            _ => self.children(it, inner, depth + 1),
        }
    }

    /// A picture whose bytes stand in the page (`data:`).
    fn picture(&mut self, element: &Element) {
        let source = element.attr("src").unwrap_or_default();
        let data = source.strip_prefix("data:image/").and_then(|it| it.split_once(";base64,"));
        let Some((_, data)) = data else {
            self.n_linked += 1;
            return;
        };
        let data: Vec<u8> = data.bytes().filter(|it| !it.is_ascii_whitespace()).collect();
        let Ok(bytes) = STANDARD.decode(data) else { return self.album.miss() };
        let Some(image) = self.album.keep(bytes) else { return };
        let side = |name: &str| {
            let it =
                element.attr(name).and_then(|it| it.trim_end_matches("px").parse::<f32>().ok());
            it.unwrap_or(0.0) * 0.75
        };
        let picture = Picture::new(image, Some((side("width"), side("height"))));
        self.end();
        self.out.push(Block::Picture(picture));
    }

    fn list(&mut self, it: Tree<'_>, element: &Element, style: Style, depth: usize) {
        self.end();
        let inner = Style { indent: style.indent + 18.0, ..style };
        let mut number = element.attr("start").and_then(|it| it.parse::<i64>().ok()).unwrap_or(1);
        for child in it.children() {
            match child.value() {
                Node::Element(item) if item.name() == "li" => {
                    if is_hidden(item) {
                        continue;
                    }
                    self.begin(inner);
                    let sign = if element.name() == "ol" {
                        format!("{number}. ")
                    } else {
                        "• ".to_owned()
                    };
                    self.open.runs.push(Run { text: sign, size: style.size, bold: style.bold });
                    self.children(child, inner, depth + 1);
                    self.end();
                    number = number.saturating_add(1);
                }
                Node::Element(other) => self.element(child, other, inner, depth + 1),
                _ => {}
            }
        }
    }

    /// A table, and its caption above it.
    fn table(&mut self, it: Tree<'_>, style: Style, depth: usize) -> Vec<Block> {
        let mut rows = Vec::new();
        let mut captions = Vec::new();
        parts(it, 0, &mut rows, &mut captions);
        let mut out = Vec::new();
        for it in captions {
            out.extend(self.apart(it, style, depth));
        }
        let element = it.value().as_element();
        let draws = |it: &Element| {
            it.attr("border").is_some_and(|it| it != "0")
                || it.attr("style").is_some_and(|it| it.contains("border"))
                || it.attr("class").is_some()
        };
        // A table for layout alone has neither borders nor headings.
        let is_data = element.is_some_and(draws)
            || it.descendants().any(|it| {
                it.value().as_element().is_some_and(|it| {
                    it.name() == "th"
                        || (it.name() == "td" && draws(it) && it.attr("style").is_some())
                })
            });
        let borders = if is_data { Borders::ALL } else { Borders::default() };
        // For each column, how many rows a cell from above still covers it.
        let mut covered: Vec<usize> = Vec::new();
        let mut table = Table::default();
        let mut wanted: Vec<f32> = Vec::new();
        for row in rows {
            let mut cells = Vec::new();
            let mut column = 0;
            for child in row.children() {
                let Some(element) = child.value().as_element() else { continue };
                if !matches!(element.name(), "td" | "th") || is_hidden(element) {
                    continue;
                }
                while covered.get(column).is_some_and(|it| *it > 0) {
                    column += 1;
                }
                if column >= MAX_COLUMNS {
                    break;
                }
                let span = |name: &str, most: usize| {
                    let it = element.attr(name).and_then(|it| it.trim().parse::<usize>().ok());
                    it.unwrap_or(1).clamp(1, most)
                };
                let columns = span("colspan", MAX_COLUMNS - column);
                let n_rows = span("rowspan", 5_000);
                let is_head = element.name() == "th";
                let mut inner = aligned(element, Style { indent: 0.0, ..style });
                inner.bold |= is_head;
                if is_head && inner.align == Align::Left {
                    inner.align = Align::Center;
                }
                let blocks = self.apart(child, inner, depth);
                if covered.len() < column + columns {
                    covered.resize(column + columns, 0);
                    wanted.resize(column + columns, 20.0);
                }
                if columns == 1 {
                    let natural = natural_width(&blocks) + 10.0;
                    wanted[column] = wanted[column].max(natural.min(220.0));
                }
                for it in &mut covered[column..column + columns] {
                    *it = n_rows;
                }
                let shade = is_head.then_some([240, 240, 240]).filter(|_| is_data);
                cells.push(Cell {
                    columns,
                    rows: n_rows,
                    borders,
                    shade,
                    ..Cell::new(column, blocks)
                });
                column += columns;
            }
            for it in &mut covered {
                *it = it.saturating_sub(1);
            }
            table.rows.push(Row { height: 0.0, cells });
        }
        let total: f32 = wanted.iter().sum();
        // Layout tables take the width of the page, so that text in them is not torn.
        let scale =
            if total > TABLE_WIDTH || !is_data { TABLE_WIDTH / total.max(1.0) } else { 1.0 };
        table.widths = wanted.into_iter().map(|it| it * scale).collect();
        if table.rows.iter().any(|it| !it.cells.is_empty()) {
            out.push(Block::Table(table));
        }
        out
    }

    /// The blocks of an element by themselves.
    fn apart(&mut self, it: Tree<'_>, style: Style, depth: usize) -> Vec<Block> {
        let album = std::mem::take(&mut self.album);
        let mut walk = Walk { album, n_linked: self.n_linked, ..Walk::default() };
        walk.open.align = style.align;
        walk.children(it, style, depth + 1);
        walk.end();
        (self.album, self.n_linked) = (walk.album, walk.n_linked);
        walk.out
    }
}

/// The rows and captions of a table, not those of tables in it.
fn parts<'a>(it: Tree<'a>, depth: usize, rows: &mut Vec<Tree<'a>>, captions: &mut Vec<Tree<'a>>) {
    for child in it.children() {
        let Some(element) = child.value().as_element() else { continue };
        match element.name() {
            _ if is_hidden(element) => {}
            "tr" => rows.push(child),
            "caption" => captions.push(child),
            "thead" | "tbody" | "tfoot" | "form" if depth < 4 => {
                parts(child, depth + 1, rows, captions);
            }
            _ => {}
        }
    }
}

/// The width of blocks that are not broken into lines.
fn natural_width(blocks: &[Block]) -> f32 {
    let widths = blocks.iter().map(|it| match it {
        Block::Paragraph(it) => {
            let runs = it.runs.iter().map(|it| super::metrics::width(&it.text, it.size, it.bold));
            runs.sum::<f32>() + it.indent
        }
        Block::Table(it) => it.widths.iter().sum::<f32>() + 8.0,
        Block::Picture(it) => it.width,
        Block::PageBreak => 0.0,
    });
    widths.fold(0.0, f32::max)
}

fn aligned(element: &Element, style: Style) -> Style {
    let css = element.attr("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
    let named = css.split_once("text-align:").map(|it| it.1).or_else(|| element.attr("align"));
    let align = match named {
        Some(it) if it.starts_with("center") => Align::Center,
        Some(it) if it.starts_with("right") || it.starts_with("end") => Align::Right,
        Some(it) if it.starts_with("left") => Align::Left,
        _ => style.align,
    };
    let bold = css.contains("font-weight:bold") || css.contains("font-weight:700");
    Style { align, bold: style.bold || bold, ..style }
}

fn is_hidden(element: &Element) -> bool {
    let css = element.attr("style").unwrap_or_default().to_ascii_lowercase().replace(' ', "");
    element.attr("hidden").is_some()
        || css.contains("display:none")
        || css.contains("visibility:hidden")
        || (element.name() == "input" && element.attr("type") == Some("hidden"))
}

/// What an input field shows.
fn field(element: &Element) -> String {
    match element.attr("type").unwrap_or("text") {
        "checkbox" | "radio" => {
            format!("{} ", check_box::sign(element.attr("checked").is_some()))
        }
        "password" | "file" | "image" => String::new(),
        _ => element.attr("value").unwrap_or_default().to_owned(),
    }
}
