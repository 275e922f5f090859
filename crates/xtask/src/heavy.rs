//! Papers that are long or intricate, of which it is known what they say.
//!
//! **Invariant:** the same size is the same paper, letter by letter.

use std::fmt::Write as _;

/// An account's movements of a year, with the balance after each and what comes to in all.
pub(crate) struct Account {
    rows: Vec<[String; 5]>,
    sums: [i64; 2],
}

/// So many movements that add up, row by row and in all.
pub(crate) fn account(n: usize) -> Account {
    const NAMES: [&str; 11] = [
        "급여",
        "이체 김철수",
        "카드대금",
        "전기요금",
        "관리비",
        "이체 이영희",
        "이자",
        "편의점",
        "서점",
        "약국",
        "택시",
    ];
    let (mut balance, mut sums, mut rows) = (12_345_678_i64, [0, 0], Vec::new());
    for (row, at) in (0..n).zip(0_i64..) {
        let amount = 1_000 * ((at * 7_919) % 997 + 1) + (at * 37) % 1_000;
        let comes = at % 5 == 0 || balance < amount;
        let [out, back] = if comes { [0, amount] } else { [amount, 0] };
        balance += back - out;
        sums = [sums[0] + out, sums[1] + back];
        // Twelve months of thirty days and five in the last one.
        let day = row * 365 / n.max(1);
        let month = (day / 30).min(11);
        let date = format!("2025-{:02}-{:02}", month + 1, (day - month * 30).min(30) + 1);
        let [out, back, rest] = [out, back, balance].map(|it| it.to_string());
        rows.push([date, NAMES[row % NAMES.len()].to_owned(), out, back, rest]);
    }
    Account { rows, sums }
}

impl Account {
    /// As a bank's page prints it.
    pub(crate) fn text(&self) -> String {
        let mut text = "거래내역조회\n계좌번호  110-123-456789\n예금주  김가람\n\n\
                        거래일자  적요  출금액  입금액  잔액\n"
            .to_owned();
        for [date, name, out, back, rest] in &self.rows {
            let [out, back, rest] = [out, back, rest].map(|it| parted(it));
            // Writing into a text does not fail.
            let _ = writeln!(text, "{date}  {name}  {out}  {back}  {rest}");
        }
        let [out, back] = self.sums.map(|it| parted(&it.to_string()));
        text + &format!("합계    {out}  {back}\n")
    }

    /// As its download has it.
    pub(crate) fn csv(&self) -> String {
        let mut text = "거래일자,적요,출금액,입금액,잔액\n".to_owned();
        for row in &self.rows {
            text += &(row.join(",") + "\n");
        }
        let [out, back] = self.sums;
        text + &format!("합계,,{out},{back},\n")
    }
}

/// A number with its thousands parted.
fn parted(digits: &str) -> String {
    let n = digits.len();
    let comma = |at: usize| at > 0 && (n - at).is_multiple_of(3);
    digits
        .char_indices()
        .flat_map(|(at, it)| [comma(at).then_some(','), Some(it)])
        .flatten()
        .collect()
}

/// Lines as a bank prints them, whose balances follow from nothing.
pub(crate) fn lines(kb: usize) -> String {
    let mut text = "거래내역조회\n거래일자  적요  출금액  입금액  잔액\n".to_owned();
    for n in 0.. {
        let (amount, rest) = (1_000 * (n % 997 + 1), 10_000_000 + 7_919 * n);
        let (month, day) = (n % 12 + 1, n % 28 + 1);
        // Writing into a text does not fail.
        let _ =
            writeln!(text, "2025-{month:02}-{day:02}  이체 김철수{}  {amount}  0  {rest}", n % 11);
        if text.len() >= kb * 1_000 {
            break;
        }
    }
    text
}

/// Clauses, each with an amount, a day and a rate.
pub(crate) fn clauses(kb: usize) -> String {
    let mut text = CONTRACT.to_owned();
    for n in 1.. {
        text += &clause(n);
        if text.len() >= kb * 1_000 {
            break;
        }
    }
    text
}

/// The same, so many of them.
pub(crate) fn contract(n: usize) -> String {
    CONTRACT.to_owned() + &(1..=n).map(clause).collect::<String>()
}

const CONTRACT: &str = "용역계약서\n";

fn clause(n: usize) -> String {
    let (amount, day, rate) = (n * 7_310, n % 28 + 1, n % 15 + 1);
    format!(
        "제{n}조 (대금의 지급) 갑은 을에게 계약금액 {amount}원을 2025년 3월 {day}일까지 지급하며, \
         지연 시 연 {rate}%의 이자를 가산한다.\n"
    )
}

/// A quotation of so many rows that add up.
pub(crate) fn quotation(rows: usize) -> String {
    let mut text = "# 견적서\n\n| 품명 | 수량 | 단가 | 금액 |\n|---|---:|---:|---:|\n".to_owned();
    let mut total = 0;
    for n in 0..rows {
        let (count, price) = (n % 9 + 1, (n % 50 + 1) * 1_000);
        total += count * price;
        let _ = writeln!(text, "| 품목{n} | {count} | {price} | {} |", count * price);
    }
    text + &format!("| 합계 | | | {total} |\n")
}

/// Numbers in rows and columns.
pub(crate) fn grid(rows: usize, columns: usize) -> String {
    let row = |r: usize| {
        let cells = (0..columns).map(|c| (r * 7_919 + c * 104_729) % 99_991 + 1);
        cells.map(|it| it.to_string()).collect::<Vec<_>>().join(",")
    };
    (0..rows).map(|r| row(r) + "\n").collect()
}
