//! Papers of any size, as a reader hands them over: words with boxes, and the rules of tables.
//!
//! **Invariant:** equal sizes give equal papers; their amounts add up.

use proviso_core::document::{Document, Format, Line, Page, Rect, Ruling, Source, Word};

const LEFT: f32 = 40.0;
const ROW: f32 = 18.0;
/// Rows of a page between its margins.
const ROWS: usize = 40;
/// Left edges of a table's columns, and the right edge of the last.
const COLUMNS: [f32; 6] = [40.0, 220.0, 280.0, 360.0, 460.0, 550.0];

/// A tax invoice (세금계산서) with so many lines and the totals under them.
pub(crate) fn invoice(n_items: usize) -> Document {
    let mut sheet = Sheet::default();
    sheet.line(&[(230.0, "세금계산서")]);
    sheet.line(&[(LEFT, "공급자: 주식회사 가온물산"), (320.0, "공급받는자: 주식회사 누리상사")]);
    sheet.line(&[(LEFT, "작성일자: 2031-03-02")]);
    let (mut supply, mut tax) = (0, 0);
    for index in 0..n_items {
        if index == 0 || sheet.is_full() {
            sheet.begin_table();
            sheet.row(["품목", "수량", "단가", "공급가액", "세액"].map(str::to_owned));
        }
        let (quantity, price) = (2 + index % 7, 1_130 + 370 * (index * 31 % 97));
        let amount = quantity * price;
        supply += amount;
        tax += amount / 10;
        sheet.row([
            format!("부품 {}호", index + 1),
            quantity.to_string(),
            grouped(price),
            grouped(amount),
            grouped(amount / 10),
        ]);
    }
    sheet.end_table();
    for (label, amount) in
        [("공급가액 합계", supply), ("부가세 합계", tax), ("합계금액", supply + tax)]
    {
        sheet.line(&[(LEFT, label), (460.0, &format!("{}원", grouped(amount)))]);
    }
    sheet.document("invoice.pdf")
}

/// A contract with two amounts in each of so many clauses.
pub(crate) fn contract(n_clauses: usize) -> Document {
    let mut sheet = Sheet::default();
    sheet.line(&[(240.0, "용역 계약서")]);
    for clause in clauses(n_clauses) {
        sheet.line(&[(LEFT, &clause)]);
    }
    sheet.document("contract.pdf")
}

/// Clauses with two amounts, a date and a rate each.
pub(crate) fn clauses(n: usize) -> Vec<String> {
    let clause = |it: usize| {
        format!(
            "제{}조 (대금) 갑은 2031년 {}월 {}일까지 금 {}원을 지급하고 {}%의 이율로 {}원을 더한다.",
            it + 1,
            1 + it % 12,
            1 + it % 28,
            grouped(1_000_000 + 7_310 * (it * 53 % 997)),
            1 + it % 9,
            grouped(31_000 + 170 * (it * 71 % 991)),
        )
    };
    (0..n).map(clause).collect()
}

/// Thousands parted by commas.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Pages that are being written, from top to bottom.
#[derive(Default)]
struct Sheet {
    pages: Vec<(Vec<Line>, Vec<Ruling>)>,
    row: usize,
    /// The upper edge of the table that is being written.
    table: Option<f32>,
}

impl Sheet {
    fn is_full(&self) -> bool {
        self.row >= ROWS
    }

    /// The upper edge of the next row, on a new page where this one is full.
    fn next(&mut self) -> f32 {
        if self.pages.is_empty() || self.is_full() {
            self.end_table();
            self.pages.push((Vec::new(), Vec::new()));
            self.row = 0;
        }
        let y = 50.0 + self.row as f32 * ROW;
        self.row += 1;
        y
    }

    /// Texts at their left edges.
    fn line(&mut self, texts: &[(f32, &str)]) {
        let y = self.next();
        let mut words = Vec::new();
        for (x, text) in texts {
            let mut x = *x;
            for word in text.split(' ') {
                let width: f32 =
                    word.chars().map(|it| if it.is_ascii() { 5.0 } else { 10.0 }).sum();
                let rect = Rect::new(x, y + 4.0, x + width, y + 14.0);
                let text = word.to_owned();
                words.push(Word {
                    text,
                    rect,
                    confidence: 1.0,
                    source: Source::TextLayer,
                    others: Vec::new(),
                });
                x += width + 4.0;
            }
        }
        if let Some((lines, _)) = self.pages.last_mut() {
            lines.push(Line { words });
        }
    }

    fn begin_table(&mut self) {
        if self.is_full() {
            self.end_table();
            self.pages.push((Vec::new(), Vec::new()));
            self.row = 0;
        }
        self.table = Some(50.0 + self.row as f32 * ROW);
    }

    fn row(&mut self, cells: [String; 5]) {
        let y = 50.0 + self.row as f32 * ROW;
        let texts: Vec<(f32, &str)> =
            COLUMNS.iter().zip(&cells).map(|(x, it)| (x + 4.0, it.as_str())).collect();
        self.line(&texts);
        self.rule(Rect::new(COLUMNS[0], y, COLUMNS[5], y + 0.5));
    }

    fn end_table(&mut self) {
        let Some(top) = self.table.take() else { return };
        let bottom = 50.0 + self.row as f32 * ROW;
        self.rule(Rect::new(COLUMNS[0], bottom, COLUMNS[5], bottom + 0.5));
        for x in COLUMNS {
            self.rule(Rect::new(x, top, x + 0.5, bottom));
        }
    }

    fn rule(&mut self, rect: Rect) {
        if let Some((_, rulings)) = self.pages.last_mut() {
            rulings.push(Ruling { rect });
        }
    }

    fn document(mut self, name: &str) -> Document {
        self.end_table();
        let pages = (1u32..).zip(self.pages).map(|(number, (lines, rulings))| Page {
            number,
            width: 595.0,
            height: 842.0,
            source: Source::TextLayer,
            reason: "made for measuring".to_owned(),
            lines,
            rulings,
            marks: Vec::new(),
            view: None,
        });
        Document {
            name: name.to_owned(),
            sha256: "0".repeat(64),
            format: Format::Pdf,
            pages: pages.collect(),
            notes: Vec::new(),
            locked: false,
            embedded: Vec::new(),
        }
    }
}
