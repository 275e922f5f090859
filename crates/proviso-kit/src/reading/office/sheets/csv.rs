//! CSV: cells between commas, semicolons or tabulators.
//!
//! **Invariant:** every cell is a text as it stands; nothing is taken for a number and written anew.

use super::{MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Sheet, Shown, section};
use crate::reading::office::flow::{Borders, Flow};
use crate::reading::office::sheets::Look;
use crate::reading::plain;
use crate::reading::protocol::Refusal;

/// The separator of a text that is CSV; none where it is something else.
///
/// At least two lines, at least two cells in each, the same number in nearly all of them, and no
/// blank behind the separators: prose with commas in it is no table. Where cells are quoted because
/// separators stand in them, several tables of different widths may follow one another.
pub(crate) fn separator(text: &str) -> Option<char> {
    [',', ';', '\t'].into_iter().find(|&separator| {
        let rows: Vec<Vec<String>> = rows(text, separator).take(200).collect();
        // A last line that was cut in the middle of a row says nothing.
        let rows: Vec<&Vec<String>> =
            rows.iter().filter(|it| it.iter().any(|it| !it.is_empty())).collect();
        let Some(width) = rows.iter().map(|it| it.len()).max() else { return false };
        let equal = rows.iter().filter(|it| it.len() == width).count();
        let spaced =
            rows.iter().flat_map(|it| it.iter().skip(1)).filter(|it| it.starts_with(' ')).count();
        let n_cells: usize = rows.iter().map(|it| it.len()).sum();
        let long = rows.iter().flat_map(|it| it.iter()).any(|it| it.chars().count() > 200);
        let enough = if width == 2 { 4 } else { 2 };
        let quoted = rows
            .iter()
            .flat_map(|it| it.iter())
            .filter(|it| it.contains(separator) && text.contains(&format!("{separator}\"{it}\"")));
        let parted = rows.iter().filter(|it| it.len() > 1).count();
        let uneven = quoted.count() > 2 && parted * 10 >= rows.len() * 7;
        rows.len() >= enough
            && width >= 2
            && (equal * 10 >= rows.len() * 9 || uneven)
            && spaced * 5 <= n_cells
            && !long
    })
}

/// Reads a CSV file.
pub(crate) fn read(bytes: &[u8]) -> Result<Flow, Refusal> {
    let unknown = || Refusal::Unsupported { what: "binary data".to_owned() };
    let decoded = plain::decode(bytes).ok_or_else(unknown)?;
    let separator = separator(&decoded.text).unwrap_or(',');
    let mut flow = flow(&decoded.text, separator);
    flow.notes.extend(decoded.notes());
    Ok(flow)
}

fn flow(text: &str, separator: char) -> Flow {
    let look = Look { size: 10.0, borders: Borders::ALL, ..Look::default() };
    let mut sheet =
        Sheet { name: "CSV".to_owned(), looks: vec![look], usual_width: 40.0, ..Sheet::default() };
    let mut width = 0;
    for (row, cells) in rows(text, separator).enumerate() {
        let row = row as u32;
        if row >= MAX_ROWS || sheet.cells.len() >= MAX_CELLS {
            sheet.is_cut = true;
            break;
        }
        width = width.max(cells.len() as u32);
        for (column, text) in cells.into_iter().enumerate() {
            if column as u32 >= MAX_COLUMNS {
                sheet.is_cut = true;
                break;
            }
            let text = text.trim().to_owned();
            let is_number = looks_like_number(&text);
            let needed = super::metrics::width(&text, 10.0, false) + 8.0;
            let has = sheet.widths.entry(column as u32).or_insert(30.0);
            *has = has.max(needed.min(240.0));
            sheet.cells.insert((row, column as u32), Shown { text, is_number, look: 0 });
        }
    }
    let mut flow = Flow::default();
    if let Some(mut it) = section(sheet, &mut flow.notes) {
        it.about = String::new();
        flow.sections.push(it);
    }
    flow
}

fn looks_like_number(text: &str) -> bool {
    text.chars().any(|it| it.is_ascii_digit())
        && text
            .chars()
            .all(|it| it.is_ascii_digit() || matches!(it, ',' | '.' | '-' | '+' | '%' | '₩'))
}

/// The rows of a text; quoted cells may hold separators and line ends.
fn rows(text: &str, separator: char) -> impl Iterator<Item = Vec<String>> + '_ {
    let mut reader = ::csv::ReaderBuilder::new();
    reader.has_headers(false).flexible(true).delimiter(separator as u8);
    // The text is UTF-8 and in memory, so nothing can fail but the end of the text.
    let records = reader.from_reader(text.as_bytes()).into_records();
    records.map_while(Result::ok).map(|it| it.iter().map(str::to_owned).collect())
}
