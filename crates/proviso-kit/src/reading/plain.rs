//! Plain text and Markdown: characters on a grid.
//!
//! One unit is a character cell; Hangul and other wide characters take two. So a layout that works
//! on columns works here too. Lines drawn with characters (`|`, `│`, `-----`) become rulings.
//!
//! **Invariant:** every visible character of the text is in a word or in a ruling.

use encoding_rs::{EUC_KR, Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use proviso_core::document::{Line, Page, Rect, Source, Word};
use proviso_core::remark::Remark;
use unicode_normalization::UnicodeNormalization as _;
use unicode_width::UnicodeWidthChar as _;

use super::glyph::{is_ignorable, is_space};
use proviso_core::document::rulings::Collector;

/// A decoded text and how it was decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// The text.
    pub text: String,
    /// `UTF-8`, `CP949` …
    pub encoding: &'static str,
    /// Whether some bytes fit no character.
    pub lossy: bool,
}

impl Decoded {
    /// What readers should know of the decoding.
    pub(crate) fn notes(&self) -> Vec<Remark> {
        let encoding = self.encoding;
        let mut notes = Vec::new();
        if encoding != "UTF-8" {
            notes.push(Remark::new(
                format!("read as {encoding}"),
                format!("문자 인코딩을 {encoding}로 보고 읽었습니다"),
            ));
        }
        if self.lossy {
            notes.push(Remark::new(
                format!("some bytes are no characters of {encoding}"),
                format!("{encoding}에 없는 글자가 섞여 있습니다"),
            ));
        }
        notes
    }
}

/// Decodes text of unknown encoding; none where the bytes are no text.
pub(crate) fn decode(bytes: &[u8]) -> Option<Decoded> {
    if let Some((encoding, n)) = Encoding::for_bom(bytes) {
        let (text, lossy) = encoding.decode_without_bom_handling(&bytes[n..]);
        return as_text(Decoded { text: text.into_owned(), encoding: encoding.name(), lossy });
    }
    if let Some(encoding) = utf16_without_mark(bytes) {
        let (text, lossy) = encoding.decode_without_bom_handling(bytes);
        return as_text(Decoded { text: text.into_owned(), encoding: encoding.name(), lossy });
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return as_text(Decoded { text: text.to_owned(), encoding: "UTF-8", lossy: false });
    }
    let (text, lossy) = EUC_KR.decode_without_bom_handling(bytes);
    let n_wide = text.chars().filter(|it| !it.is_ascii()).count();
    let n_lost = text.matches(char::REPLACEMENT_CHARACTER).count();
    let n_hangul = text.chars().filter(|it| ('\u{ac00}'..='\u{d7a3}').contains(it)).count();
    if n_hangul * 2 > n_wide && n_lost * 50 <= n_wide {
        return as_text(Decoded { text: text.into_owned(), encoding: "CP949", lossy });
    }
    // Almost UTF-8: a file cut inside a character, or one wrong byte.
    let text = String::from_utf8_lossy(bytes);
    let n_lost = text.matches(char::REPLACEMENT_CHARACTER).count();
    let n_wide = text.chars().filter(|it| !it.is_ascii()).count();
    if n_lost * 20 <= n_wide {
        return as_text(Decoded { text: text.into_owned(), encoding: "UTF-8", lossy: true });
    }
    let (text, lossy) = WINDOWS_1252.decode_without_bom_handling(bytes);
    as_text(Decoded { text: text.into_owned(), encoding: "Windows-1252", lossy })
}

/// UTF-16 of mostly Latin or Korean text shows zero bytes, or Hangul, in one half of the pairs.
fn utf16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(4096) & !1];
    if head.len() < 4 || !head.contains(&0) {
        return None;
    }
    let n_pairs = head.len() / 2;
    let share = |wide: fn(u8, u8) -> u16| {
        let units = head.chunks_exact(2).map(|it| wide(it[0], it[1]));
        let good = units.filter(
            |it| matches!(it, 0x09 | 0x0a | 0x0d | 0x20..=0x7e | 0x3000..=0x303f | 0xac00..=0xd7a3),
        );
        good.count() as f32 / n_pairs as f32
    };
    if share(|a, b| u16::from_le_bytes([a, b])) > 0.8 {
        Some(UTF_16LE)
    } else if share(|a, b| u16::from_be_bytes([a, b])) > 0.8 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Text has hardly any control characters.
fn as_text(it: Decoded) -> Option<Decoded> {
    let n = it.text.chars().count();
    let odd = |c: &char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1a}');
    let n_odd = it.text.chars().filter(odd).count();
    (n_odd * 100 <= n).then_some(it)
}

/// Whether the text uses Markdown's headings, tables or fences.
pub(crate) fn looks_like_markdown(text: &str) -> bool {
    let mut n_lists = 0;
    for line in text.lines().take(400) {
        let it = line.trim_start();
        let heading = it.trim_start_matches('#');
        let level = it.len() - heading.len();
        if (1..=6).contains(&level) && heading.starts_with(' ') || it.starts_with("```") {
            return true;
        }
        if is_table_rule(it) && it.starts_with('|') {
            return true;
        }
        n_lists += usize::from(it.starts_with("* ") || it.contains("**") || it.contains("]("));
    }
    n_lists >= 3
}

/// `|---|:--:|`: the line between a table's head and its body.
fn is_table_rule(line: &str) -> bool {
    let it = line.trim();
    it.contains('|') && it.contains("--") && it.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Lays the text out on its grid, one page per form feed. An error is how many words there are, where
/// they are more than `most`: laid out they take some thirty times the room, so they are counted before.
pub(crate) fn pages(
    text: &str,
    markdown: bool,
    reason: &str,
    most: usize,
) -> Result<Vec<Page>, usize> {
    let text = text.trim_end_matches(['\u{1a}', '\u{c}', '\n', '\r', ' ']);
    let (mut pages, mut n_words) = (Vec::new(), 0_usize);
    for (text, number) in text.split('\u{c}').zip(1..) {
        let lines: Vec<String> = text.lines().map(|it| clean(it, markdown)).collect();
        let lines = if markdown { align_tables(lines) } else { lines };
        let words = |it: &String| tokens(it).filter(|it| drawn(it.2).is_none()).count();
        n_words = n_words.saturating_add(lines.iter().map(words).sum());
        if n_words <= most {
            pages.push(page(number, &lines, reason));
        }
    }
    if n_words <= most { Ok(pages) } else { Err(n_words) }
}

/// Expands tabs, drops what has no shape, and strips Markdown's signs of emphasis and headings.
fn clean(line: &str, markdown: bool) -> String {
    let mut out = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.nfc().filter(|&c| !is_ignorable(c)) {
        if c == '\t' {
            let n = 8 - column % 8;
            out.extend(std::iter::repeat_n(' ', n));
            column += n;
        } else {
            out.push(c);
            column += width(c);
        }
    }
    if !markdown {
        return out;
    }
    let body = out.trim_start();
    let heading = body.trim_start_matches('#');
    let out = if heading.len() < body.len() && (heading.starts_with(' ') || heading.is_empty()) {
        heading.trim_start().to_owned()
    } else {
        out
    };
    out.replace("**", "").replace("__", "").replace('`', "")
}

/// Pads the cells of Markdown tables so that columns stand below each other.
fn align_tables(lines: Vec<String>) -> Vec<String> {
    let is_row = |it: &String| it.trim_start().starts_with('|') && it.trim_end().ends_with('|');
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut table: Vec<Vec<String>> = Vec::new();
    let flush = |table: &mut Vec<Vec<String>>, out: &mut Vec<String>| {
        let n = table.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..n)
            .map(|i| table.iter().filter_map(|it| it.get(i)).map(|it| text_width(it)).max())
            .map(Option::unwrap_or_default)
            .collect();
        for row in table.drain(..) {
            let rule = row.iter().all(|it| is_rule_cell(it));
            let cells = row.iter().zip(&widths).map(|(cell, &w)| {
                if rule {
                    "-".repeat(w + 2)
                } else {
                    format!(" {cell}{} ", " ".repeat(w - text_width(cell)))
                }
            });
            out.push(format!("|{}|", cells.collect::<Vec<_>>().join("|")));
        }
    };
    for line in lines {
        if is_row(&line) {
            let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
            table.push(inner.split('|').map(|it| it.trim().to_owned()).collect());
        } else {
            flush(&mut table, &mut out);
            out.push(line);
        }
    }
    flush(&mut table, &mut out);
    out
}

fn is_rule_cell(cell: &str) -> bool {
    !cell.is_empty() && cell.chars().all(|c| matches!(c, '-' | ':'))
}

/// One page of lines.
fn page(number: u32, lines: &[String], reason: &str) -> Page {
    let width = lines.iter().map(|it| text_width(it)).max().unwrap_or(0).max(1) as f32;
    let height = lines.len().max(1) as f32;
    let mut rulings = Collector::for_cells(width, height);
    let all = Rect { x0: 0.0, y0: 0.0, x1: width, y1: height };
    let mut out = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let (top, middle) = (row as f32, row as f32 + 0.5);
        let mut words: Vec<Word> = Vec::new();
        for (start, end, token) in tokens(line) {
            match drawn(token) {
                Some(Drawn::Across) => {
                    rulings.stroke((start as f32, middle), (end as f32, middle), 0.1, &all);
                }
                Some(Drawn::Down) => {
                    let x = start as f32 + 0.5;
                    // A little longer than the line, so that bars of neighboring lines join.
                    rulings.stroke((x, top - 0.1), (x, top + 1.1), 0.1, &all);
                }
                None => words.push(Word {
                    text: token.to_owned(),
                    rect: Rect::new(start as f32, top, end as f32, top + 1.0),
                    confidence: 1.0,
                    source: Source::Native,
                    others: Vec::new(),
                }),
            }
        }
        if !words.is_empty() {
            out.push(Line { words });
        }
    }
    let (reason, rulings) = (reason.to_owned(), rulings.finish());
    let source = Source::Native;
    Page {
        number,
        width,
        height,
        source,
        reason,
        lines: out,
        rulings,
        marks: Vec::new(),
        view: None,
    }
}

/// Runs without white space, cut at bars; with the columns where they start and end.
fn tokens(line: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let is_bar = |c: char| stroke(c) == Some(Drawn::Down);
    let (mut rest, mut column) = (line, 0);
    std::iter::from_fn(move || {
        let (space, behind) = rest.split_at(rest.find(|c| !is_space(c))?);
        let first = behind.chars().next()?;
        // A run of line characters and a run of letters never share a token.
        let ends = |c: char| is_space(c) || is_bar(c) || !same_kind(first, c);
        let end = match is_bar(first) {
            true => first.len_utf8(),
            false => behind.find(ends).unwrap_or(behind.len()),
        };
        let token = &behind[..end];
        let start = column + text_width(space);
        column = start + text_width(token);
        rest = &behind[end..];
        Some((start, column, token))
    })
}

/// Box-drawing characters are kept apart from text; `-` and `=` belong to both.
fn same_kind(a: char, b: char) -> bool {
    is_box_drawing(a) == is_box_drawing(b)
}

fn is_box_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c)
}

/// Direction of a drawn line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawn {
    Across,
    Down,
}

fn stroke(c: char) -> Option<Drawn> {
    match c {
        '|' | '│' | '┃' | '║' | '┆' | '┊' | '├' | '┤' | '┼' | '┣' | '┫' | '╋' => {
            Some(Drawn::Down)
        }
        _ if is_box_drawing(c) => Some(Drawn::Across),
        '-' | '=' | '_' | '+' | '—' | '―' => Some(Drawn::Across),
        _ => None,
    }
}

/// Whether a whole token is a drawn line.
fn drawn(token: &str) -> Option<Drawn> {
    let mut chars = token.chars();
    let first = chars.next()?;
    if stroke(first) == Some(Drawn::Down) && chars.next().is_none() {
        return Some(Drawn::Down);
    }
    let long = token.chars().count() >= 3 || token.chars().all(is_box_drawing);
    (long && token.chars().all(|it| stroke(it) == Some(Drawn::Across))).then_some(Drawn::Across)
}

fn width(c: char) -> usize {
    c.width_cjk().filter(|_| is_east_asian(c)).or(c.width()).unwrap_or(0)
}

/// Characters that Korean terminals and printers set two cells wide although Unicode calls their
/// width ambiguous: circled numbers, marks such as `※` and `○`.
fn is_east_asian(c: char) -> bool {
    matches!(c, '\u{2460}'..='\u{24ff}' | '\u{25a0}'..='\u{25ff}' | '※' | '℃' | '→' | '←')
}

fn text_width(text: &str) -> usize {
    text.chars().map(width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is counted before it is laid out is what is laid out: bars and lines are no words, and how a
    /// table is ruled only where the text is one that rules tables so.
    #[test]
    fn words_are_counted_as_they_are_laid_out() {
        let text = "| 품명 | 금액 |\n|---|---:|\n| 볼펜|500 |\n──────\n\u{c}합계  500\u{3000}원\n";
        for (markdown, n) in [(false, 8), (true, 7)] {
            let laid_out = |most| pages(text, markdown, "", most);
            let all = laid_out(n).unwrap();
            let words = |it: &Page| it.lines.iter().map(|it| it.words.len()).sum::<usize>();
            assert_eq!((all.len(), all.iter().map(words).sum::<usize>()), (2, n), "{all:#?}");
            assert_eq!(laid_out(n - 1), Err(n), "with markdown: {markdown}");
        }
    }

    #[test]
    fn a_run_is_cut_at_bars_and_where_lines_begin() {
        let all: Vec<_> = tokens("  가나│12 ─── a──|").collect();
        let places = [(2, 6, "가나"), (6, 7, "│"), (7, 9, "12"), (10, 13, "───"), (14, 15, "a")];
        assert_eq!(all, [&places[..], &[(15, 17, "──"), (17, 18, "|")]].concat());
    }
}
