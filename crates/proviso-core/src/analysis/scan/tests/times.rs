//! Dates, ranges and lengths of time.

use expect_test::expect;

use super::*;

#[test]
fn dates_are_found_in_every_usual_form() {
    check(
        "2025-03-04 2025.3.4. 2025/03/04 2025. 3. 4 '25.3.4 25년 3월 4일",
        expect![[r#"
        date 2025-03-04 <2025-03-04>
        date 2025-03-04 <2025.3.4.>
        date 2025-03-04 <2025/03/04>
        date 2025-03-04 <2025. 3. 4>
        date 2025-03-04 <'25.3.4>
        date 2025-03-04 <25년 3월 4일>"#]],
    );
    check(
        "2025년 3월 4일, 2025年 3月 4日, 2025년3월4일(화)",
        expect![[r#"
        date 2025-03-04 <2025년 3월 4일>
        date 2025-03-04 <2025年 3月 4日>
        date 2025-03-04 <2025년3월4일>"#]],
    );
    check(
        "March 19, 2026; 19 March 2026; 19-Mar-2026; Mar. 19th, 2026",
        expect![[r#"
            date 2026-03-19 <March 19, 2026>
            date 2026-03-19 <19 March 2026>
            date 2026-03-19 <19-Mar-2026>
            date 2026-03-19 <Mar. 19th, 2026>"#]],
    );
    check(
        "19.03.2026, 19 mars 2026, 19. März 2026, 1er mars 2025",
        expect![[r#"
            date 2026-03-19 <19.03.2026>
            date 2026-03-19 <19 mars 2026>
            date 2026-03-19 <19. März 2026>
            date 2025-03-01 <1er mars 2025>"#]],
    );
    check(
        "03/19/2026 and 19/03/2026, the 3rd day of May, 2025",
        expect![[r#"
            date 2026-03-19 <03/19/2026>
            date 2026-03-19 <19/03/2026>
            date 2025-05-03 <3rd day of May, 2025>"#]],
    );
    nothing("2025-02-30, 2025.13.01, 20250304-1, v2025.3.4.5, 2025년  월  일");
}

#[test]
fn month_and_day_take_a_known_year() {
    check_expecting(Kind::Date, "3월 4일", expect!["date 2025-03-04 <3월 4일>"]);
    check_expecting(Kind::Date, "20250304", expect!["date 2025-03-04 <20250304>"]);
    check_expecting(Kind::Date, "04/12", expect!["date 2025-04-12 <04/12>"]);
    check_expecting(Kind::Date, "25.03.04", expect!["date 2025-03-04 <25.03.04>"]);
    check(
        "2024년 3월 4일 계약, 같은 해 5월 6일 납품, 익년 1월 7일 정산",
        expect![[r#"
        date 2024-03-04 <2024년 3월 4일>
        date 2024-05-06 <같은 해 5월 6일>
        date 2025-01-07 <익년 1월 7일>"#]],
    );
    nothing("매년 3월 4일");
}

#[test]
fn days_of_the_papers_own_year_need_no_label() {
    let context = Context { year: Some(2025), ..Context::default() };
    assert_eq!(list("마감일 20251104", &context), "date 2025-11-04 <20251104>");
    assert_eq!(list("거래일 25/11/22 18:47", &context), "date 2025-11-22 <25/11/22>");
    assert_eq!(list("11/05 현재", &context), "date 2025-11-05 <11/05>");
    assert!(!list("20191104", &context).contains("date"), "a number of another year");
    assert!(!list("10/12", &context).contains("date"), "a fraction as well");
}

#[test]
fn days_without_a_year_lie_near_those_with_one() {
    let date = |year, month, day| Date::new(year, month, day).expect("a day");
    let days = [date(2025, 11, 28), date(2025, 12, 22)];
    let context = Context { year: Some(2025), days: days.into(), ..Context::default() };
    assert_eq!(list("입금액 (12/5 계좌)", &context), "date 2025-12-05 <12/5>", "in brackets");
    assert_eq!(
        list("시책금은 12/29에 지급합니다.", &context),
        "date 2025-12-29 <12/29>",
        "in a sentence"
    );
    assert_eq!(
        list("잔금 1월 9일", &context),
        "date 2026-01-09 <1월 9일>",
        "of the year beside it"
    );
    assert_eq!(list("이의는 12. 7.(일)까지", &context), "date 2025-12-07 <12. 7.>", "with points");
    assert_eq!(list("Deposit received 3 November", &context), "date 2025-11-03 <3 November>");
    for no in
        ["이자는 7/12", "기본급의 12/1", "2,000원 × 12/10", "3/4분기", "12/10 of it", "12.7. 목적"]
    {
        assert!(!list(no, &context).contains("date"), "{no}: a fraction, a quarter, a number");
    }
}

#[test]
fn the_day_comes_first_where_a_document_shows_it() {
    assert!(day_first(&["19/03/2026", "03/04/2025"]), "no month is 19");
    assert!(!day_first(&["03/19/2026"]), "no month is 19 here either");
    assert!(day_first(&["22 August 2025", "01/10/2025"]), "as those with the month in letters");
    assert!(!day_first(&["August 22, 2025", "01/10/2025"]), "and as these");
    assert!(!day_first(&["22 August 2025", "03/19/2026"]), "digits decide first");
    let context = Context { day_first: true, ..Context::default() };
    assert_eq!(list("03/04/2025", &context), "date 2025-04-03 <03/04/2025>");
}

#[test]
fn ranges_have_both_days_as_parts() {
    check(
        "2026년 2월 9일 ~ 2026년 8월 20일",
        expect![
            "period 2026-02-09/2026-08-20 <2026년 2월 9일 ~ 2026년 8월 20일> [date 2026-02-09] [date 2026-08-20]"
        ],
    );
    check(
        "2026년 2월 9일(월)부터 8월 20일까지",
        expect![
            "period 2026-02-09/2026-08-20 <2026년 2월 9일(월)부터 8월 20일> [date 2026-02-09] [date 2026-08-20]"
        ],
    );
    check(
        "2026.02.09 – 08.20, 2025. 5. 1. ~ 31.",
        expect![[r#"
            period 2026-02-09/2026-08-20 <2026.02.09 – 08.20> [date 2026-02-09] [date 2026-08-20]
            period 2025-05-01/2025-05-31 <2025. 5. 1. ~ 31.> [date 2025-05-01] [date 2025-05-31]"#]],
    );
    check(
        "begins on June 3, 2026 and ends on November 27, 2026",
        expect![
            "period 2026-06-03/2026-11-27 <June 3, 2026 and ends on November 27, 2026> [date 2026-06-03] [date 2026-11-27]"
        ],
    );
    check(
        "June 3 – November 27, 2026; 01.05.–31.05.2025; 1.–31. Mai 2025",
        expect![[r#"
            period 2026-06-03/2026-11-27 <June 3 – November 27, 2026> [date 2026-06-03] [date 2026-11-27]
            period 2025-05-01/2025-05-31 <01.05.–31.05.2025> [date 2025-05-01] [date 2025-05-31]
            period 2025-05-01/2025-05-31 <1.–31. Mai 2025> [date 2025-05-01] [date 2025-05-31]"#]],
    );
    check(
        "계약일 2025년 3월 4일, 납품일 2025년 4월 5일",
        expect![[r#"
        date 2025-03-04 <2025년 3월 4일>
        date 2025-04-05 <2025년 4월 5일>"#]],
    );
    check(
        "dated 04/01/2025, payable until 04/15/2025",
        expect![[r#"
            date 2025-04-01 <04/01/2025>
            date 2025-04-15 <04/15/2025>"#]],
    );
    check(
        "2025/4/1-2025/9/30, 25.04.01~25.09.30, 2025. 6. 3.(화) ~ 5.(목)",
        expect![[r#"
        period 2025-04-01/2025-09-30 <2025/4/1-2025/9/30> [date 2025-04-01] [date 2025-09-30]
        period 2025-04-01/2025-09-30 <25.04.01~25.09.30> [date 2025-04-01] [date 2025-09-30]
        period 2025-06-03/2025-06-05 <2025. 6. 3.(화) ~ 5.> [date 2025-06-03] [date 2025-06-05]"#]],
    );
    check(
        "2025년 3월 4일부터 10일 이내",
        expect![[r#"
        date 2025-03-04 <2025년 3월 4일>
        period 10 days <10일>"#]],
    );
}

#[test]
fn lengths_of_time_are_found() {
    check(
        "24개월, 14일 이내, 5영업일, 3년간, 3주 이내, 72시간 이내, 계약 후 7일",
        expect![[r#"
            period 24 months <24개월>
            period 14 days <14일>
            period 5 days <5영업일>
            period 3 years <3년간>
            period 3 weeks <3주>
            period 72 hours <72시간>
            period 7 days <7일>"#]],
    );
    check(
        "thirty (30) days, 12 months, Net 30, two (2) years, a 45-day period",
        expect![[r#"
        period 30 days <thirty (30) days>
        period 12 months <12 months>
        period 30 days <Net 30>
        period 2 years <two (2) years>
        period 45 days <45-day>"#]],
    );
    check(
        "six months; ninety days; within 48 hours after notice",
        expect![[r#"
        period 6 months <six months>
        period 90 days <ninety days>
        period 48 hours <48 hours>"#]],
    );
    check(
        "14 Tage, 30 jours, 2 Jahre, 10 business days",
        expect![[r#"
        period 14 days <14 Tage>
        period 30 days <30 jours>
        period 2 years <2 Jahre>
        period 10 days <10 business days>"#]],
    );
    check(
        "삼개월 이내, 일년간, 사십오일 이내, 사일구 일간지",
        expect![[r#"
        period 3 months <삼개월>
        period 1 years <일년>
        period 45 days <사십오일>"#]],
    );
    check(
        "25년 6월분, 2025.06월, 12-3월",
        expect![[r#"
        period 2025-06 <25년 6월분>
        period 2025-06 <2025.06월>"#]],
    );
    check(
        "2025년 6월분, June 2025",
        expect![[r#"
        period 2025-06 <2025년 6월분>
        period 2025-06 <June 2025>"#]],
    );
    check(
        "1년 6개월, 영업일 기준 10일, 60일(2개월), 26년 예산",
        expect![[r#"
            period 18 months <1년 6개월>
            period 10 days <10일>
            period 2 months <2개월>"#]],
    );
    nothing(
        "20 년 월 일, 매월 15일, 당월 25일, 25일(수), 2025년도, 3년차, 1일당, 18:00, 매주 1일, 1일에 대하여",
    );
}

#[test]
fn a_length_is_passed_with_and_without_a_particle() {
    check(
        "납품기한을 30일 넘긴 때, 15일을 넘기면",
        expect![[r#"
        period 30 days <30일>
        period 15 days <15일>"#]],
    );
}

#[test]
fn a_year_of_two_digits_is_near_the_papers_own_and_ends_its_text() {
    check_expecting(Kind::Date, "30 Sep 25", expect!["date 2025-09-30 <30 Sep 25>"]);
    check_expecting(Kind::Date, "at 03 Oct 24", expect!["date 2024-10-03 <03 Oct 24>"]);
    check_expecting(Kind::Date, "30 Sep 15", expect!["date 2025-09-30 <30 Sep>"]);
    check("14 May 25 units", expect!["quantity 25 <25 units>"]);
    check("14 May 19", expect![[""]]);
    check(
        "1 October – 30 November 2025",
        expect![
            "period 2025-10-01/2025-11-30 <1 October – 30 November 2025> [date 2025-10-01] [date 2025-11-30]"
        ],
    );
}
