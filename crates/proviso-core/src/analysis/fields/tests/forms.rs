//! Official forms, papers with several tables, and what stands between their lines.

use expect_test::expect;

use super::super::super::layout::sketch;
use super::super::super::rules::discover;
use super::{check, draft};
use crate::doctype::DocumentTypes;

#[test]
fn digits_in_cells_of_their_own_are_one_amount() {
    check(
        "
                   세 금 계 산 서

┌────────────────┬──────────────────────────┬──────────────────────────┐
│      작 성     │        공 급 가 액       │         세 액            │
├──────┬────┬────┼──┬──┬──┬──┬──┬──┬──┬──┬──┼──┬──┬──┬──┬──┬──┬──┬──┬──┤
│ 년   │ 월 │ 일 │억│천│백│십│만│천│백│십│일│억│천│백│십│만│천│백│십│일│
├──────┼────┼────┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┼──┤
│ 2031 │ 09 │ 30 │  │  │3 │5 │5 │2 │0 │0 │0 │  │  │  │3 │5 │5 │2 │0 │0 │
└──────┴────┴────┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┴──┘
┌────┬────┬──────────────┬───────┬───────────┬─────────┐
│ 월 │ 일 │ 품 목        │ 수 량 │ 공급가액  │ 세 액   │
├────┼────┼──────────────┼───────┼───────────┼─────────┤
│ 09 │ 04 │ 골판지 상자  │ 4,200 │ 1,617,000 │ 161,700 │
├────┼────┼──────────────┼───────┼───────────┼─────────┤
│ 09 │ 16 │ 에어캡 롤    │   135 │ 1,935,000 │ 193,500 │
└────┴────┴──────────────┴───────┴───────────┴─────────┘
",
        expect![[r#"
            invoice 세금계산서
            작성 = date 2031-09-30 (issue_date)
            공급가액 = money KRW 3552000 (supply)
            세액 = money KRW 355200 (vat)
            월일 = date 2031-09-04 (row_date) [0,0]
            수량 = quantity 4200 (quantity) [0,3]
            공급가액 = money KRW 1617000 (supply) [0,4]
            세액 = money KRW 161700 (vat) [0,5]
            월일 = date 2031-09-16 (row_date) [1,0]
            수량 = quantity 135 (quantity) [1,3]
            공급가액 = money KRW 1935000 (supply) [1,4]
            세액 = money KRW 193500 (vat) [1,5]
            Items 월 | 일 | 품목 | 수량 | 공급가액 | 세액
              09 | 04 | 골판지 상자 | 4,200 | 1,617,000 | 161,700
              09 | 16 | 에어캡 롤 | 135 | 1,935,000 | 193,500
        "#]],
    );
}

#[test]
fn offices_beside_a_caption_are_whatever_they_are_called() {
    check(
        "
                   지 출 결 의 서

┌────┬────────┬──────────┐
│ 합 │ 재무   │ 경영지원 │
│    ├────────┼──────────┤
│ 의 │ 편유나 │ 길도윤   │
│    │        │          │
│    │        │          │
└────┴────────┴──────────┘

┌──────────┬─────────────┬────────┬────────────┬──────────┬────────┐
│ 결의번호 │ 영업-10-058 │ 작성일 │ 2031/10/30 │ 상태     │ 제출   │
├──────────┼─────────────┼────────┼────────────┼──────────┼────────┤
│ 소 속    │ 해외영업1팀 │ 직 급  │ 과장       │ 작성자   │ 모하린 │
├──────────┼─────────────┴────────┴────────────┼──────────┼────────┤
│ 사용기간 │ 2031/10/01 ~ 2031/10/31           │ 카드번호 │ 9420   │
└──────────┴───────────────────────────────────┴──────────┴────────┘
",
        expect![[r#"
            approval 지출결의서
            재무 = party 편유나 (person)
            경영지원 = party 길도윤
            결의번호 = text 영업-10-058 (document_number)
            작성일 = date 2031-10-30 (issue_date)
            소속 = text 해외영업1팀 (department)
            직급 = text 과장 (position)
            작성자 = party 모하린 (person)
            사용기간 = date 2031-10-01 (term)
            사용기간 = period 2031-10-01/2031-10-31 (term)
            사용기간 = date 2031-10-31 (term)
            카드번호 = text 9420
        "#]],
    );
}

#[test]
fn what_is_said_of_each_of_several_offers_is_no_item() {
    check(
        "
                   품 의 서

┌────────────┬──────┬───────────────────────────┬───────────────────────────┐
│ 품명       │ 수량 │          A사              │          B사              │
│            │      ├─────────────┬─────────────┼─────────────┬─────────────┤
│            │      │ 단가        │ 금액        │ 단가        │ 금액        │
├────────────┼──────┼─────────────┼─────────────┼─────────────┼─────────────┤
│ 노트북     │   18 │   1,485,000 │  26,730,000 │   1,432,000 │  25,776,000 │
├────────────┼──────┼─────────────┼─────────────┼─────────────┼─────────────┤
│ 모니터     │   24 │     318,000 │   7,632,000 │     305,000 │   7,320,000 │
├────────────┴──────┼─────────────┴─────────────┼─────────────┴─────────────┤
│ 합계              │                34,362,000 │                33,096,000 │
├───────────────────┼───────────────────────────┼───────────────────────────┤
│ 업체명            │ 한빛오피스                │ 주식회사 두루시스템       │
├───────────────────┼───────────────────────────┼───────────────────────────┤
│ 납기              │ 발주 후 14일              │ 발주 후 10일              │
└───────────────────┴───────────────────────────┴───────────────────────────┘
",
        expect![[r#"
            approval 품의서
            수량 = quantity 18 (quantity) [0,1]
            단가 = money KRW 1485000 (unit_price) [0,2]
            금액 = money KRW 26730000 (amount) [0,3]
            단가 = money KRW 1432000 (unit_price) [0,4]
            금액 = money KRW 25776000 (amount) [0,5]
            수량 = quantity 24 (quantity) [1,1]
            단가 = money KRW 318000 (unit_price) [1,2]
            금액 = money KRW 7632000 (amount) [1,3]
            단가 = money KRW 305000 (unit_price) [1,4]
            금액 = money KRW 7320000 (amount) [1,5]
            합계/금액 = money KRW 34362000 (grand_total)
            합계/금액 = money KRW 33096000 (grand_total)
            업체명/금액 = party 한빛오피스 (supplier)
            업체명/금액 = party 주식회사 두루시스템 (supplier)
            납기/금액 = period 14 days (lead_time)
            납기/금액 = period 10 days (lead_time)
            Items 품명 | 수량 | 단가 | 금액 | 단가 | 금액
              노트북 | 18 | 1,485,000 | 26,730,000 | 1,432,000 | 25,776,000
              모니터 | 24 | 318,000 | 7,632,000 | 305,000 | 7,320,000
              Σ column 3 rows (0, 2) = KRW 34362000
              Σ column 5 rows (0, 2) = KRW 33096000
              Σ column 3 rows (0, 2) = 한빛오피스
              Σ column 5 rows (0, 2) = 주식회사 두루시스템
              Σ column 3 rows (0, 2) = 14 days
              Σ column 5 rows (0, 2) = 10 days
        "#]],
    );
}

#[test]
fn another_header_begins_another_table() {
    check(
        "
                   STATEMENT OF ACCOUNT

 Date          Reference     Debit EUR    Credit EUR   Balance EUR
 01-Aug-2031   Opening                                    7,088.85
 05-Aug-2031   INV 40298      2,785.60                    9,874.45
 11-Aug-2031   RCT 7713                     1,500.00      8,374.45
 Movements in period          2,785.60      1,500.00
 B. Items open at the statement date
 Document no.  Document date  Due date      Original amount  Open amount
 40177         20-Jun-2031    20-Jul-2031          1,902.15       402.15
 40259         28-Jul-2031    27-Aug-2031            874.50       874.50
 40298         05-Aug-2031    04-Sep-2031          2,785.60     1,467.20
",
        expect![[r#"
            statement STATEMENT OF ACCOUNT
            Date = date 2031-08-01 (row_date) [0,0]
            Balance EUR = money EUR 7088.85 (running_balance) [0,4]
            Date = date 2031-08-05 (row_date) [1,0]
            Debit EUR = money EUR 2785.60 (debit) [1,2]
            Balance EUR = money EUR 9874.45 (running_balance) [1,4]
            Date = date 2031-08-11 (row_date) [2,0]
            Credit EUR = money EUR 1500.00 (credit) [2,3]
            Balance EUR = money EUR 8374.45 (running_balance) [2,4]
            Movements in period/Debit EUR = money EUR 2785.60 (debit)
            Movements in period/Credit EUR = money EUR 1500.00 (credit)
            Document date = date 2031-06-20 (issue_date) [0,1]
            Due date = date 2031-07-20 (row_date) [0,2]
            Original amount = money EUR 1902.15 [0,3]
            Open amount = money EUR 402.15 [0,4]
            Document date = date 2031-07-28 (issue_date) [1,1]
            Due date = date 2031-08-27 (row_date) [1,2]
            Original amount = money EUR 874.50 [1,3]
            Open amount = money EUR 874.50 [1,4]
            Document date = date 2031-08-05 (issue_date) [2,1]
            Due date = date 2031-09-04 (row_date) [2,2]
            Original amount = money EUR 2785.60 [2,3]
            Open amount = money EUR 1467.20 [2,4]
            Items Date | Reference | Debit EUR | Credit EUR | Balance EUR
              01-Aug-2031 | Opening |  |  | 7,088.85
              05-Aug-2031 | INV 40298 | 2,785.60 |  | 9,874.45
              11-Aug-2031 | RCT 7713 |  | 1,500.00 | 8,374.45
              Σ column 2 rows (0, 3) = EUR 2785.60
              Σ column 3 rows (0, 3) = EUR 1500.00
            Items Document no. | Document date | Due date | Original amount | Open amount
              40177 | 20-Jun-2031 | 20-Jul-2031 | 1,902.15 | 402.15
              40259 | 28-Jul-2031 | 27-Aug-2031 | 874.50 | 874.50
              40298 | 05-Aug-2031 | 04-Sep-2031 | 2,785.60 | 1,467.20
        "#]],
    );
}

#[test]
fn expenses_in_several_currencies_come_to_won() {
    check(
        "
                   국외 출장비 정산서

 적용환율: EUR 1,612.35 / USD 1,389.50

┌────────────┬──────────┬──────┬──────────┬──────────┬────────────┐
│ 일자       │ 사용내역 │ 통화 │ 사용금액 │ 적용환율 │ 원화환산액 │
├────────────┼──────────┼──────┼──────────┼──────────┼────────────┤
│ 2031-09-15 │ 공항철도 │ EUR  │     5.80 │ 1,612.35 │      9,351 │
├────────────┼──────────┼──────┼──────────┼──────────┼────────────┤
│ 2031-09-15 │ 석식     │ EUR  │    32.50 │ 1,612.35 │     52,401 │
├────────────┼──────────┼──────┼──────────┼──────────┼────────────┤
│ 2031-09-18 │ 로밍     │ USD  │    29.00 │ 1,389.50 │     40,295 │
├────────────┴──────────┴──────┴──────────┴──────────┼────────────┤
│ 합계                                               │    102,047 │
└────────────────────────────────────────────────────┴────────────┘
",
        expect![[r#"
            approval 국외출장비정산서
            적용환율 = rate 32247/20 (exchange_rate)
            적용환율 = rate 2779/2 (exchange_rate)
            일자 = date 2031-09-15 (row_date) [0,0]
            사용금액 = money EUR 5.80 (amount) [0,3]
            적용환율 = rate 32247/20 (exchange_rate) [0,4]
            원화환산액 = money KRW 9351 (converted_amount) [0,5]
            일자 = date 2031-09-15 (row_date) [1,0]
            사용금액 = money EUR 32.50 (amount) [1,3]
            적용환율 = rate 32247/20 (exchange_rate) [1,4]
            원화환산액 = money KRW 52401 (converted_amount) [1,5]
            일자 = date 2031-09-18 (row_date) [2,0]
            사용금액 = money USD 29.00 (amount) [2,3]
            적용환율 = rate 2779/2 (exchange_rate) [2,4]
            원화환산액 = money KRW 40295 (converted_amount) [2,5]
            합계/원화환산액 = money KRW 102047 (converted_amount)
            Items 일자 | 사용내역 | 통화 | 사용금액 | 적용환율 | 원화환산액
              2031-09-15 | 공항철도 | EUR | 5.80 | 1,612.35 | 9,351
              2031-09-15 | 석식 | EUR | 32.50 | 1,612.35 | 52,401
              2031-09-18 | 로밍 | USD | 29.00 | 1,389.50 | 40,295
              Σ column 5 rows (0, 3) = KRW 102047
        "#]],
    );
}

#[test]
fn a_label_across_one_list_has_its_amount_across_the_other() {
    check(
        "
                   급 여 명 세 서

┌────────────┬───────────┬────────────┬─────────┐
│ 항목       │ 금액      │ 항목       │ 금액    │
├────────────┼───────────┼────────────┼─────────┤
│ 기본급     │ 2,349,160 │ 국민연금   │ 140,400 │
├────────────┼───────────┼────────────┼─────────┤
│ 연장수당   │   632,250 │ 건강보험   │ 110,600 │
├────────────┼───────────┼────────────┼─────────┤
│ 급여총액   │ 2,981,410 │ 공제총액   │ 251,000 │
├────────────┴───────────┼────────────┴─────────┤
│ 차인지급액             │            2,730,410 │
└────────────────────────┴──────────────────────┘

┌──────────┬────────────┬────────────┬──────┬──────────┐
│ 근무일수 │ 연장(시간) │ 심야(시간) │ 결근 │ 발생연차 │
├──────────┼────────────┼────────────┼──────┼──────────┤
│ 22       │ 37.5       │ 22         │ 0    │ 18       │
└──────────┴────────────┴────────────┴──────┴──────────┘
",
        expect![[r#"
            payslip 급여명세서
            기본급/금액 = money KRW 2349160 (base_pay)
            국민연금/금액 = money KRW 140400 (pension)
            연장수당/금액 = money KRW 632250 (overtime_pay)
            건강보험/금액 = money KRW 110600 (health_insurance)
            급여총액/금액 = money KRW 2981410 (gross)
            공제총액/금액 = money KRW 251000 (deductions)
            차인지급액 = money KRW 2730410 (net_pay)
            근무일수 = quantity 22 (days)
            연장 = quantity 37.5 (hours)
            심야 = quantity 22
            결근 = quantity 0
            발생연차 = quantity 18
            Other 항목 | 금액
              기본급 | 2,349,160
              연장수당 | 632,250
              Σ column 1 rows (0, 2) = KRW 2981410
            Other 항목 | 금액
              국민연금 | 140,400
              건강보험 | 110,600
              Σ column 1 rows (0, 2) = KRW 251000
        "#]],
    );
}

#[test]
fn labels_that_say_how_their_amounts_came_about_and_hours_of_service() {
    check(
        "
                   유지보수 계약서

┌──────────────────────────┬───────────┐
│ 주차료 (2대 × 60,000원)  │   120,000 │
├──────────────────────────┼───────────┤
│ 관련견적                 │ HM-E-250818 (2031/08/18) │
└──────────────────────────┴───────────┘
┌───────┬──────────────────┬──────────┬──────────┐
│ 등급  │ 장애의 내용      │ 응답시간 │ 복구시간 │
├───────┼──────────────────┼──────────┼──────────┤
│ 1등급 │ 핵심업무 중단    │ 1시간    │ 4시간    │
├───────┼──────────────────┼──────────┼──────────┤
│ 2등급 │ 일부 기능 장애   │ 2시간    │ 8시간    │
└───────┴──────────────────┴──────────┴──────────┘
",
        expect![[r#"
            contract 유지보수계약서
            주차료 = quantity 2 (transport_cost)
            주차료 = money KRW 60000 (transport_cost)
            주차료 = money KRW 120000 (transport_cost)
            관련견적 = text HM-E-250818
            유지보수계약서/계약 = date 2031-08-18
            1등급/응답시간 = period 1 hours (response_time)
            1등급/복구시간 = period 4 hours (response_time)
            2등급/응답시간 = period 2 hours (response_time)
            2등급/복구시간 = period 8 hours (response_time)
            Other 등급 | 장애의내용 | 응답시간 | 복구시간
              1등급 | 핵심업무 중단 | 1시간 | 4시간
              2등급 | 일부 기능 장애 | 2시간 | 8시간
        "#]],
    );
}

#[test]
fn amounts_by_age_are_no_days_and_a_limit_may_be_an_amount() {
    check(
        "
                   STATEMENT OF ACCOUNT

 Credit limit: €15,000.00

┌──────────┬─────────────┬──────────────┬──────────────┬────────────┐
│ Current  │ 1 - 30 days │ 31 - 60 days │ Over 60 days │ Total due  │
├──────────┼─────────────┼──────────────┼──────────────┼────────────┤
│ 5,703.15 │ 4,290.10    │ 1,467.20     │ 874.50       │ €12,334.95 │
└──────────┴─────────────┴──────────────┴──────────────┴────────────┘
",
        expect![[r#"
            statement STATEMENT OF ACCOUNT
            Credit limit = money EUR 15000.00
            Current = money EUR 5703.15
            1 - 30 days = money EUR 4290.10
            31 - 60 days = money EUR 1467.20
            Over 60 days = money EUR 874.50
            Total due = money EUR 12334.95 (grand_total)
        "#]],
    );
}

#[test]
fn heads_that_stand_half_a_line_higher_belong_to_the_columns_below() {
    let text = "
                   예금거래내역서

         거래일                               거래금액 (원)
 순번                적요       내용                                   잔액        거래점
         시각                              출금액       입금액
                     이월       이월잔액                              23,417,860
  1   31.08.01 09:14  타행입금  두리엔지               8,800,000   32,217,860   인터넷
  2   31.08.04 10:02  카드결제  하늘카드  2,163,450                30,054,410   자동이체
  3   31.08.05 11:37  인터넷    청솔자재  3,256,000                26,798,410   인터넷
";
    let mut document = sketch::document(text);
    for word in document.pages.iter_mut().flat_map(|it| &mut it.lines).flat_map(|it| &mut it.words)
    {
        let dy = match word.text.as_str() {
            "거래일" | "거래금액" | "(원)" => 3.0,
            "시각" | "출금액" | "입금액" => -3.0,
            _ => 0.0,
        };
        word.rect.y0 += dy;
        word.rect.y1 += dy;
    }
    let found = draft(&[document], &DocumentTypes::shipped(&[]), None);
    let table = &found.tables[0];
    assert_eq!(
        table.columns,
        ["순번", "거래일시각", "적요", "내용", "출금액", "입금액", "잔액", "거래점"]
    );
    let dates = found.fields.iter().filter(|it| it.value.to_string() == "2031-08-04");
    assert_eq!(dates.count(), 1);
}

#[test]
fn columns_below_a_group_count_and_names_stand_over_their_numbers() {
    check(
        "
                   견 적 서

 참조: 시설관리처 육지원 과장

┌────────┬──────────────────────┬───────────┬────────────┐
│ 등급   │   투입공수 (M/M)     │ 월 단가   │ 금액       │
│        ├──────┬──────┬────────┤           │            │
│        │ 조사 │ 설계 │ 계     │           │            │
├────────┼──────┼──────┼────────┼───────────┼────────────┤
│ 기술사 │ 0.3  │ 0.9  │ 1.2    │ 1,000,000 │  1,200,000 │
├────────┼──────┼──────┼────────┼───────────┼────────────┤
│ 특급   │ 0.8  │ 2.7  │ 3.5    │   900,000 │  3,150,000 │
├────────┼──────┼──────┼────────┼───────────┼────────────┤
│ 소계   │ 1.1  │ 3.6  │ 4.7    │           │  4,350,000 │
└────────┴──────┴──────┴────────┴───────────┴────────────┘

┌──────────────────────┬───────────┬─────────────┬────────────┐
│ 지급처               │ 지급액    │ 소득세 (3%) │ 실지급액   │
├──────────────────────┼───────────┼─────────────┼────────────┤
│ 은가람 830516-2****** │   600,000 │      18,000 │    582,000 │
├──────────────────────┼───────────┼─────────────┼────────────┤
│ 피서준 911122-1****** │   280,000 │       8,400 │    271,600 │
└──────────────────────┴───────────┴─────────────┴────────────┘
",
        expect![[r#"
            quotation 견적서
            참조 = party 육지원 (person)
            조사 = quantity 0.3 (quantity) [0,1]
            설계 = quantity 0.9 (quantity) [0,2]
            계 = quantity 1.2 (quantity) [0,3]
            월단가 = money KRW 1000000 (unit_price) [0,4]
            금액 = money KRW 1200000 (amount) [0,5]
            조사 = quantity 0.8 (quantity) [1,1]
            설계 = quantity 2.7 (quantity) [1,2]
            계 = quantity 3.5 (quantity) [1,3]
            월단가 = money KRW 900000 (unit_price) [1,4]
            금액 = money KRW 3150000 (amount) [1,5]
            소계/조사 = quantity 1.1
            소계/설계 = quantity 3.6
            소계/계 = quantity 4.7
            소계/금액 = money KRW 4350000 (subtotal)
            소득세 = rate 3/100 (income_tax)
            지급처 = party 은가람 (supplier)
            지급처 = registration_number 830516-2******
            지급액 = money KRW 600000 (amount)
            소득세(3%) = money KRW 18000 (income_tax)
            실지급액 = money KRW 582000 (net_pay)
            지급처 = party 피서준 (supplier)
            지급처 = registration_number 911122-1******
            지급액 = money KRW 280000 (amount)
            소득세(3%) = money KRW 8400 (income_tax)
            실지급액 = money KRW 271600 (net_pay)
            Items 등급 | 조사 | 설계 | 계 | 월단가 | 금액
              기술사 | 0.3 | 0.9 | 1.2 | 1,000,000 | 1,200,000
              특급 | 0.8 | 2.7 | 3.5 | 900,000 | 3,150,000
              Σ column 1 rows (0, 2) = 1.1
              Σ column 2 rows (0, 2) = 3.6
              Σ column 3 rows (0, 2) = 4.7
              Σ column 5 rows (0, 2) = KRW 4350000
            Other 지급처 | 지급액 | 소득세(3%) | 실지급액
              은가람 830516-2****** | 600,000 | 18,000 | 582,000
              피서준 911122-1****** | 280,000 | 8,400 | 271,600
        "#]],
    );
}

#[test]
fn what_looks_alike_and_is_none_of_it() {
    check(
        "
                   납 품 확 인 서

┌────────────┬───────────────────────┬──────────┬────────────┐
│ 매매기준율 │ 1,389.50              │ 여신한도 │ 60,000,000 │
├────────────┼───────────────────────┼──────────┼────────────┤
│ 발주처     │ 근로복지공단 안양지사 │ 1차납기  │ 9/5        │
├────────────┼───────────────────────┼──────────┼────────────┤
│ 납품일     │ 2031-09-05            │ 규격     │ 1200 × 600 │
└────────────┴───────────────────────┴──────────┴────────────┘
",
        expect![[r#"
            invoice 납품확인서
            매매기준율 = rate 2779/2 (exchange_rate)
            여신한도 = money KRW 60000000
            발주처 = party 근로복지공단 안양지사 (buyer)
            1차납기 = date 2031-09-05
            납품일 = date 2031-09-05 (delivery_date)
        "#]],
    );
}

#[test]
fn a_formula_beside_a_name_has_to_come_out() {
    let text = "
                   급 여 명 세 서

┌────────────┬───────────┐
│ 항목       │ 금액      │
├────────────┼───────────┤
│ 기본급     │ 2,349,160 │
├────────────┼───────────┤
│ 연장수당   │   601,902 │
├────────────┼───────────┤
│ 심야수당   │   123,640 │
├────────────┼───────────┤
│ 지급총액   │ 3,074,702 │
└────────────┴───────────┘

┌────────────┬─────────────────────────┐
│ 항목       │ 계산식                  │
├────────────┼─────────────────────────┤
│ 연장수당   │ 37.5시간 × 11,240 × 1.5 │
├────────────┼─────────────────────────┤
│ 심야수당   │ 22시간 × 11,240 × 0.5   │
└────────────┴─────────────────────────┘
";
    let types = DocumentTypes::shipped(&[]);
    let analysis = discover(draft(&[sketch::document(text)], &types, None), &types);
    let rules = analysis.rules.iter().map(|it| format!("{:?} {}\n", it.status, it.statement));
    expect![[r#"
        Refuted 연장수당 601,902원 ≠ 연장수당 37.5 × 연장수당 11,240원 × 연장수당 1.5
        Holds 심야수당 123,640원 = 심야수당 22 × 심야수당 11,240원 × 심야수당 0.5
        Holds 지급총액 3,074,702원 = 기본급 2,349,160원 + 연장수당 601,902원 + 심야수당 123,640원
    "#]]
    .assert_eq(&rules.collect::<String>());
}
