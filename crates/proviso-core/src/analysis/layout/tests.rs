//! Cells, tables and paragraphs of pages drawn by `sketch`.

use expect_test::{Expect, expect};

use super::{layout, sketch};
use crate::document::{Line, Rect, Source, Word};

/// Rows as `segment ¦ segment`, grids as `r0-r1,c0-c1 text`.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let it = layout(&sketch::page(1, text));
    let mut out = String::new();
    for row in &it.rows {
        let segments: Vec<&str> = row.segments.iter().map(|it| it.text.text.as_str()).collect();
        out += &format!("{}\n", segments.join(" ¦ "));
    }
    for grid in &it.grids {
        out += &format!("grid {} × {}\n", grid.n_rows, grid.n_columns);
        for cell in grid.cells.iter().filter(|it| !it.is_empty()) {
            let (r, c) = (&cell.rows, &cell.columns);
            out += &format!("  {}-{},{}-{} {}\n", r.start, r.end, c.start, c.end, cell.text().text);
        }
    }
    expect.assert_eq(&out);
}

#[test]
fn wide_gaps_part_segments_and_spaced_letters_are_joined() {
    check(
        "
        납 품 확 인 서

 납품처   봄들 상사            납품일   2031-03-02
",
        expect![[r#"
            납품확인서
            납품처 ¦ 봄들 상사 ¦ 납품일 ¦ 2031-03-02
        "#]],
    );
}

#[test]
fn a_sign_between_two_numbers_needs_both() {
    check(
        "
 행사기간   2031-03-02     ~     2031-03-05
 판매수량         -         12
",
        expect![[r#"
            행사기간 ¦ 2031-03-02 ~ 2031-03-05
            판매수량 ¦ - ¦ 12
        "#]],
    );
}

#[test]
fn printed_lines_make_cells_merged_ones_included() {
    check(
        "
┌────┬──────┬────────┐
│ 공 │ 상호 │ 가람터 │
│ 급 ├──────┼────────┤
│ 자 │ 주소 │ 새길 1 │
├────┴──────┼────────┤
│  합    계 │ 12,000 │
└───────────┴────────┘
",
        expect![[r#"
            grid 3 × 3
              0-2,0-1 공급자
              0-1,1-2 상호
              0-1,2-3 가람터
              1-2,1-2 주소
              1-2,2-3 새길 1
              2-3,0-2 합계
              2-3,2-3 12,000
        "#]],
    );
}

#[test]
fn what_is_printed_across_others_is_no_part_of_them() {
    let mut page = sketch::page(
        1,
        "
 납품처   봄들 상사            납품일   2031-03-02
 품목     볼트                 수량     120
 단가     350                  금액     42,000
",
    );
    let mut across = page.lines[1].words[0].clone();
    across.text = "사본".to_owned();
    across.rect = Rect::new(60.0, 40.0, 300.0, 76.0);
    page.lines.push(Line { words: vec![across.clone()] });
    let texts = |page: &crate::document::Page| {
        let rows = layout(page).rows;
        rows.iter().map(|it| it.text().text).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        texts(&page),
        "납품처 봄들 상사 납품일 2031-03-02\n품목 볼트 수량 120\n단가 350 금액 42,000"
    );
    // A title is as large, but nothing stands below its letters.
    across.rect = Rect::new(60.0, 4.0, 300.0, 38.0);
    page.lines.push(Line { words: vec![across] });
    assert!(texts(&page).starts_with("사본\n납품처"), "a title stays");
}

#[test]
fn a_grid_that_lost_lines_is_read_by_where_things_stand() {
    check(
        "
┌──────────┬──────────────────────┐
│ 항목     │ 낼 값      받을 값   │
│ 수도     │ 18,270      18,898   │
│ 가스     │  8,144       8,452   │
└──────────┴──────────────────────┘
",
        expect![[r#"
            항목 ¦ 낼값 ¦ 받을 값
            수도 ¦ 18,270 ¦ 18,898
            가스 ¦ 8,144 ¦ 8,452
        "#]],
    );
}

#[test]
fn columns_that_stand_close_together_are_told_by_the_spaces_of_their_row() {
    // A line is ten high, a space two and a half wide, and columns are nine apart.
    let word = |text: &str, x0: f32, width: f32| Word {
        text: text.to_owned(),
        rect: Rect::new(x0, 40.0, x0 + width, 50.0),
        confidence: 1.0,
        source: Source::TextLayer,
        others: Vec::new(),
    };
    let mut page = sketch::page(1, "");
    let words = [("나라", 0.0), ("세금", 22.5), ("고을", 51.5), ("세금", 74.0)];
    let words = words.map(|(text, x0)| word(text, x0, 10.0 * text.chars().count() as f32));
    page.lines = vec![Line { words: words.to_vec() }];
    let it = layout(&page);
    let segments = it.rows[0].segments.iter().map(|it| it.text.text.as_str());
    assert_eq!(segments.collect::<Vec<_>>(), ["나라 세금", "고을 세금"]);
}
