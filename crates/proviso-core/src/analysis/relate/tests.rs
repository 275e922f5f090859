//! Small planes of numbers, and what they say of each other.

use super::*;
use crate::document::Rect;
use crate::number::Decimal;
use crate::value::Currency;

/// Numbers in rows: amounts of won in columns of their own, `%` behind rates, `x` behind counts, `m`
/// behind months, `*` before the factors of a row's written product, `_` for blanks.
pub(super) fn plane(rows: &[&str]) -> Vec<Figure> {
    let mut out = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.split_whitespace().enumerate().filter(|it| it.1 != "_") {
            let is_factor = cell.starts_with('*');
            let cell = cell.trim_start_matches('*');
            let (digits, counts) = match cell.trim_end_matches(['%', 'x', 'm']) {
                it if cell.ends_with('%') => (it, Counts::Rate),
                it if cell.ends_with('x') => (it, Counts::Things),
                it if cell.ends_with('m') => (it, Counts::Time),
                it => (it, Counts::Money(Currency::KRW)),
            };
            let mut value: Decimal = digits.parse().expect("a number of the test");
            if counts == Counts::Rate {
                value.scale += 2;
            }
            let (x, y) = (100.0 * c as f32, 20.0 * r as f32);
            let rect = Rect::new(x, y, x + 60.0, y + 10.0);
            let step = Decimal { digits: 1, scale: value.scale };
            let mut figure = Figure::new((0, 1), rect, &value.exact(), step, counts)
                .expect("a number of the test");
            let size = row.matches('*').count() as u8;
            figure.written = is_factor.then_some(Written { number: r as u32, size });
            out.push(figure);
        }
    }
    out
}

/// Each tie as an equation over the numbers of a plane.
fn said(rows: &[&str]) -> Vec<String> {
    let figures = plane(rows);
    let show = |i: &usize| {
        let (n, d) = figures[*i].ratio;
        if d == 1 { n.to_string() } else { format!("{n}/{d}") }
    };
    let all = |it: &[usize], with: &str| it.iter().map(show).collect::<Vec<_>>().join(with);
    let said = |it: &Tie| {
        let is = if it.holds { "=" } else { "≠" };
        match &it.shape {
            Shape::Sum { parts, less, result } if less.is_empty() => {
                format!("{} {is} {}", all(parts, " + "), show(result))
            }
            Shape::Sum { parts, less, result } => {
                format!("{} - {} {is} {}", all(parts, " + "), all(less, " - "), show(result))
            }
            Shape::Product { factors, result, .. } => {
                format!("{} {is} {}", all(factors, " × "), show(result))
            }
        }
    };
    let mut out: Vec<String> = ties(&figures, &[], None).iter().map(said).collect();
    out.sort();
    out
}

#[test]
fn rows_multiply_and_columns_add_up() {
    let said = said(&["3x 12500 37500", "7x 4300 30100", "12x 990 11880", "_ _ 79480"]);
    let expected = [
        "12 × 990 = 11880",
        "3 × 12500 = 37500",
        "37500 + 30100 + 11880 = 79480",
        "7 × 4300 = 30100",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_row_that_breaks_what_the_others_keep_is_told() {
    let said = said(&[
        "437110 43711 480821",
        "918340 91834 1010174",
        "275290 27529 302819",
        "613570 61357 679427",
    ]);
    assert!(
        said.contains(&"613570 + 61357 ≠ 679427".to_owned()),
        "two digits changed places: {said:?}"
    );
    assert!(said.contains(&"437110 + 43711 = 480821".to_owned()), "{said:?}");
}

#[test]
fn totals_of_totals_are_added_up_once() {
    let said = said(&["31470", "58210", "89680", "17330", "4290", "21620", "111300"]);
    assert!(said.contains(&"31470 + 58210 = 89680".to_owned()), "{said:?}");
    assert!(said.contains(&"17330 + 4290 = 21620".to_owned()), "{said:?}");
    assert!(said.contains(&"89680 + 21620 = 111300".to_owned()), "{said:?}");
}

#[test]
fn shares_of_one_price_do_not_make_each_other_up() {
    let said = said(&["20% 13200000", "50% 33000000", "30% 19800000", "_ 66000000"]);
    let wrong = |it: &&String| it.contains("33000000 - 13200000") || it.contains("1/2 - 1/5");
    assert_eq!(
        said.iter().find(wrong),
        None,
        "half less a fifth is no reason for the rest: {said:?}"
    );
}

#[test]
fn a_balance_is_carried_on_from_row_to_row() {
    let said = said(&[
        "_ _ 1250430",
        "380120 _ 1630550",
        "_ 917300 713250",
        "64210 _ 777460",
        "_ 30990 746470",
    ]);
    assert!(said.contains(&"1250430 + 380120 = 1630550".to_owned()), "{said:?}");
    assert!(said.contains(&"1630550 - 917300 = 713250".to_owned()), "{said:?}");
    assert!(said.contains(&"777460 - 30990 = 746470".to_owned()), "{said:?}");
}

#[test]
fn small_counts_that_meet_say_nothing() {
    let said = said(&["2x 3x 5x", "7x 1x 9x", "4x 6x 2x"]);
    assert_eq!(said, Vec::<String>::new());
}

#[test]
fn lines_of_one_item_belong_together() {
    let said = said(&[
        "4850000 5470000",
        "_ _ 4423620",
        "620000 1046380",
        "",
        "3920000 4331500",
        "_ _ 3586290",
        "411500 745210",
        "",
        "3180000 3434300",
        "_ _ 2911440",
        "254300 522860",
    ]);
    for item in [["5470000", "4423620", "1046380"], ["3180000", "254300", "3434300"]] {
        let is = |it: &String| item.iter().all(|number| it.contains(number));
        assert!(said.iter().any(is), "{item:?} in {said:?}");
    }
}

#[test]
fn months_multiply_where_nothing_else_says_so() {
    assert_eq!(said(&["304415 12m 3652980"]), ["304415 × 12 = 3652980"]);
    let equal = said(&["259915 259915 259915 779745 3m", "41730 41730 41730 125190 3m"]);
    assert!(equal.iter().all(|it| !it.contains('×')), "three equal months: {equal:?}");
}

#[test]
fn a_slip_breaks_no_coincidence() {
    let told = said(&["20% 14696000", "50% 36740000", "30% 22404000", "_ 73480000"]);
    assert!(told.contains(&"1/5 × 73480000 = 14696000".to_owned()), "{told:?}");
    let half =
        |it: &&String| it.contains('≠') && it.contains("36740000") && !it.contains("73480000");
    assert_eq!(told.iter().find(half), None, "two instalments are the third by chance: {told:?}");
}

#[test]
fn what_is_carried_on_in_rows_is_carried_on_in_their_totals() {
    let said = said(&[
        "4120000 930000 77270 4972730",
        "1768000 2795000 67120 4495880",
        "2443000 1668000 68380 4042620",
        "8331000 5393000 212770 13511230",
    ]);
    assert!(said.contains(&"8331000 + 5393000 - 212770 = 13511230".to_owned()), "{said:?}");
}

#[test]
fn a_row_of_totals_that_says_the_last_balance_again_breaks_nothing() {
    let broken = |last: &str| {
        let rows =
            ["_ _ 28405", "_ 4125 24280", "_ 1880 22400", "_ 5300 17100", "_ 2755 14345", last];
        said(&rows).into_iter().filter(|it| it.contains('≠')).collect::<Vec<String>>()
    };
    assert_eq!(broken("_ 14060 14345"), Vec::<String>::new(), "totals");
    assert_eq!(broken("_ 6400 7495"), ["14345 - 6400 ≠ 7495"], "a slip in the last balance");
}

#[test]
fn a_sum_says_what_a_shorter_one_leaves_of_it() {
    // The total is of supply and tax, and of the shops and the tax: so the shops make up the supply.
    let it =
        said(&["4254480 425448 4679928", "_ _ _ _ 1524860", "_ _ _ _ 1387730", "_ _ _ _ 1341890"]);
    assert!(it.contains(&"4254480 + 425448 = 4679928".to_owned()), "{it:?}");
    assert!(it.contains(&"1524860 + 1387730 + 1341890 = 4254480".to_owned()), "{it:?}");
    assert!(!it.iter().any(|it| it.contains("425448 + 1524860")), "{it:?}");
}

#[test]
fn a_row_that_only_carries_on_what_was_there_is_told_as_its_like_are() {
    // Paid as it was owed: that the rest is this month's says nothing by itself.
    let it = said(&[
        "5021470 5679303 5021470 5679303",
        "2637900 2650286 2637900 2650286",
        "3310400 3127750 3000000 3438150",
        "1885000 2214660 1500000 2599660",
    ]);
    for row in [
        "5021470 + 5679303 - 5021470 = 5679303",
        "2637900 + 2650286 - 2637900 = 2650286",
        "3310400 + 3127750 - 3000000 = 3438150",
    ] {
        assert!(it.contains(&row.to_owned()), "{it:?}");
    }
}

#[test]
fn what_is_as_large_elsewhere_shortens_no_sum() {
    let far = plane(&["412300 587700 914200 1914200"]);
    let mut near = plane(&["412300 587700 1000000"]);
    near.iter_mut().for_each(|it| it.page = (0, 9));
    let figures: Vec<Figure> = far.into_iter().chain(near).collect();
    let found = ties(&figures, &[], None);
    let whole = |it: &&Tie| it.shape.members().len() == 4;
    assert_eq!(found.iter().filter(whole).count(), 1, "{found:?}");
}

#[test]
fn what_is_written_as_a_product_is_one_wherever_its_result_stands() {
    let rows = ["900000 1860000 700000", "*450000 *2x", "*620000 *3x", "*700000 *1x", "47310"];
    let said = said(&rows);
    assert!(said.contains(&"450000 × 2 = 900000".to_owned()), "{said:?}");
    assert!(said.contains(&"620000 × 3 = 1860000".to_owned()), "{said:?}");
    assert!(
        said.contains(&"700000 × 1 = 700000".to_owned()),
        "others of its like speak for it: {said:?}"
    );
    let plain: Vec<String> = rows.iter().map(|it| it.replace('*', "")).collect();
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    assert!(
        !self::said(&plain).contains(&"700000 × 1 = 700000".to_owned()),
        "one of a thing tells nothing where no sign stands"
    );
}

#[test]
fn a_number_that_counts_anything_may_stand_for_all_rows() {
    let rows = ["17100 17613", "27750 28582.5", "31840 32795.2", "7890 8126.7"];
    let with: Vec<&str> = ["1.03x"].into_iter().chain(rows).collect();
    let said = said(&with);
    let times = said.iter().filter(|it| it.contains("103/100 =")).count();
    assert_eq!(times, 4, "{said:?}");
}

#[test]
fn so_many_things_at_a_rate_are_no_amount() {
    let said = said(&["30%", "0.30", "4200x 1260", "3850x 1155", "5120x 1536"]);
    assert!(said.contains(&"3850 × 3/10 = 1155".to_owned()), "{said:?}");
    let figures = plane(&["30%", "0.30", "4200x 1260", "3850x 1155", "5120x 1536"]);
    for it in ties(&figures, &[], None) {
        let rates = it.shape.members().iter().any(|i| figures[*i].counts == Counts::Rate);
        assert!(!rates, "the price is what things are multiplied by: {it:?}");
    }
}

#[test]
fn a_rate_with_one_digit_wrong_is_a_slip() {
    let said = said(&[
        "52318940 3.5% 1831162.9",
        "47905260 3.5% 1676684.1",
        "61480500 3.5% 1844415",
        "38774180 2.5% 969354.5",
        "44129620 2.5% 1103240.5",
    ]);
    assert!(said.contains(&"61480500 × 7/200 ≠ 1844415".to_owned()), "reckoned at 3.0 %: {said:?}");
}

#[test]
fn two_that_fail_and_ask_for_the_same_number_speak_for_each_other() {
    let said = said(&[
        "48000 33600 14400",
        "27000 18900 8100",
        "35500 10650 24850",
        "19000 5700 13300",
        "129500 68850 47350",
    ]);
    assert!(
        said.contains(&"14400 + 8100 + 24850 + 13300 ≠ 47350".to_owned()),
        "the last row was left out: {said:?}"
    );
    assert!(said.contains(&"129500 - 68850 ≠ 47350".to_owned()), "{said:?}");
}

#[test]
fn what_a_list_adds_up_to_may_stand_elsewhere() {
    let said = said(&["_ _ _ 842170", "_ 113400", "_ 268150", "_ 460620", "51x _ 77x"]);
    assert_eq!(
        said,
        ["113400 + 268150 + 460620 = 842170"],
        "above the list, in a column of its own"
    );
}

#[test]
fn rows_of_two_tables_that_are_called_the_same_are_one() {
    let rows = [
        "31400 7",
        "52900 9",
        "18350 4",
        "_",
        "_",
        "_ _ 64120 95520",
        "_ _ 71330 124230",
        "_ _ 20480 38830",
    ];
    let mut figures = plane(&rows);
    for (i, it) in figures.iter_mut().enumerate() {
        let (table, name) = if i < 6 { (0, i / 2) } else { (1, (i - 6) / 2) };
        it.row = Some(Named { name: name as u32, place: (table, i as u32 % 2) });
    }
    let holds = ties(&figures, &[], None);
    let sums = holds.iter().filter(|it| it.shape.members().len() == 3 && it.support == 3);
    let sums: Vec<Vec<usize>> = sums.map(|it| it.shape.members()).collect();
    assert_eq!(
        sums,
        [vec![0, 6, 7], vec![2, 8, 9], vec![4, 10, 11]],
        "base, usage and what both come to"
    );
}

#[test]
fn columns_of_several_tables_that_are_called_the_same_are_one() {
    let rows = [
        "31400 52900 18350",
        "_",
        "_",
        "_",
        "64120 71330 20480",
        "_",
        "_",
        "_",
        "95520 124230 38830",
    ];
    let mut figures = plane(&rows);
    for (i, it) in figures.iter_mut().enumerate() {
        it.column = Some(Named { name: i as u32 % 3, place: (i as u32 / 3, 0) });
        // Each table stands in its own columns.
        it.rect.x0 += 300.0 * (i / 3) as f32;
        it.rect.x1 += 300.0 * (i / 3) as f32;
    }
    let holds = ties(&figures, &[], None);
    let sums = holds.iter().filter(|it| it.shape.members().len() == 3 && it.support == 3);
    let sums: Vec<Vec<usize>> = sums.map(|it| it.shape.members()).collect();
    assert_eq!(sums, [vec![0, 3, 6], vec![1, 4, 7], vec![2, 5, 8]], "what each department bears");
}

#[test]
fn ten_to_a_box_is_a_factor_of_many_rows() {
    let boxes = |rows: &[&str]| {
        let mut all = rows.to_vec();
        all.extend(["_ _ _ 10x"]);
        said(&all).iter().filter(|it| it.contains("× 10")).count()
    };
    let rows = ["46x 460x", "38x 380x", "52x 520x", "17x 170x", "29x 290x"];
    assert_eq!(boxes(&rows), 5);
    assert_eq!(boxes(&rows[..3]), 0, "three are a chance");
}

#[test]
fn what_is_too_much_in_one_column_and_missing_in_another_is_one_slip() {
    let mut figures = plane(&[
        "9300000 6840000 2460000",
        "7450000 4112000 3338000",
        "5210000 2950000 2260000",
        "21960000 13002000 8958000",
    ]);
    let last = figures.len() - 3;
    (last..figures.len())
        .for_each(|i| (figures[i].cues.total, figures[i].cues.named) = (true, true));
    let broken = ties(&figures, &[], None).into_iter().filter(|it| !it.holds && it.down);
    let mut broken: Vec<usize> = broken.map(|it| it.shape.result()).collect();
    broken.sort_unstable();
    assert_eq!(broken, [last + 1, last + 2]);
}

#[test]
fn what_is_only_contained_is_passed_over_where_others_are_taken_away() {
    let told = said(&[
        "772000 160000 4320 430 6840 760410",
        "660000 60000 1620 160 5940 652280",
        "615000 165000 4450 440 5530 604580",
        "402500 _ _ _ 3560 398940",
        "552000 84000 2260 220 4800 547420",
    ]);
    let of = |result: &str| told.iter().find(|it| it.ends_with(result)).cloned();
    assert_eq!(of(" 760410").as_deref(), Some("772000 - 4320 - 430 - 6840 = 760410"));
    assert_eq!(of(" 547420").as_deref(), Some("552000 - 2260 - 220 - 4800 ≠ 547420"), "a slip");
    // Altogether and one by one is said once.
    let told = said(&["3875000 34870 40500 4050 79420 3795580", "3382500 30440 _ _ 30440 3352060"]);
    assert!(told.contains(&"3875000 - 79420 = 3795580".to_owned()), "{told:?}");
}

#[test]
fn a_product_in_which_a_printed_one_stands_is_said_with_that_one() {
    // What was made of the goods is priced; below, in the same columns, so many of so many days are.
    let it = said(&[
        "1250x 92% 1150x 1830 2104500",
        "3400x 85% 2890x 720 2080800",
        "760x 95% 722x 2410 1740020",
        "14x 25x _ 1370 479500",
        "9x 31x _ 2210 616590",
    ]);
    for told in ["1150 × 1830 = 2104500", "1250 × 23/25 = 1150", "14 × 25 × 1370 = 479500"] {
        assert!(it.contains(&told.to_owned()), "{told}: {it:?}");
    }
    assert!(!it.iter().any(|it| it.contains("1250 × 23/25 ×")), "{it:?}");
}

#[test]
fn what_stands_in_lists_takes_part_in_what_stands_apart() {
    let it = said(&[
        "11x 23870 262570 4 9 7",
        "17x 38210 649570 6 2 5",
        "29x 13490 391210 8 3 1",
        "_ _ _ 912140",
        "_ _ _ 604210",
    ]);
    assert!(it.contains(&"262570 + 649570 = 912140".to_owned()), "a sum: {it:?}");
    let it = said(&["146x 3 8 5 2 9", "1743x 6 4 2 7 3", "_ 4137", "_ 7210791"]);
    assert!(it.contains(&"4137 × 1743 = 7210791".to_owned()), "a product: {it:?}");
}
