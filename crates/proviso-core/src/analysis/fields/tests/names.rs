//! Who is named: what readers of labels took for a name, and all else that looks like one.

use expect_test::{Expect, expect};

use super::super::super::layout::sketch;
use super::super::draft;
use crate::doctype::DocumentTypes;
use crate::value::Value;

/// The names of a page, each behind its label.
#[track_caller]
fn check(text: &str, expect: Expect) {
    let it = draft(&[sketch::document(text)], &DocumentTypes::shipped(&[]), None);
    let named = it.fields.iter().filter_map(|field| match &field.value {
        Value::Party(name) => Some(format!("{}: {name}", field.label)),
        _ => None,
    });
    expect.assert_eq(&named.collect::<Vec<_>>().join("; "));
}

#[test]
fn a_name_stands_behind_who_it_is() {
    check("  품의서\n\n  대표이사 탁명수 (인)\n", expect!["대표이사: 탁명수"]);
    check("  품의서\n\n  팀장 노성재 > 본부장 호미란\n", expect!["팀장: 노성재; 본부장: 호미란"]);
    check("  품의서\n\n  취급자      표라희 (010-5550-0142)\n", expect!["취급자: 표라희"]);
    check("  거래명세표\n\n  운전자      임광수 기사\n", expect!["운전자: 임광수"]);
    check("  품의서\n\n  취급자      현상희 외 1명\n", expect!["취급자: 현상희"]);
    check("  INVOICE\n\n  Signed: Imelda Corran, Director\n", expect!["Signed: Imelda Corran"]);
}

#[test]
fn other_words_are_no_names() {
    check("  품의서\n\n  담당자 연락처\n  담당자 변경\n", expect![[""]]);
    // Three syllables that begin like a family name, and go on as no given name does.
    check("  품의서\n\n  예산현액      기계약\n", expect![[""]]);
    check("  거래명세표 (공급받는자 보관용)\n", expect![[""]]);
    check("  계약서\n\n  근로자는 사용자의 지시에 따른다\n", expect![[""]]);
}

#[test]
fn what_a_reader_of_labels_took_too_much_of_is_a_name_within() {
    check(
        "
          결산보고서

  작성   간사 방도영 (인)
  확인   사무국장 천이슬 (인)
",
        expect!["작성: 간사 방도영; 사무국장: 천이슬"],
    );
    check(
        "
          견적서

  수신 : 누리배움 주식회사 총무팀
  발신 : 한결문구 주식회사 영업부 이은아
",
        expect!["수신: 누리배움 주식회사; 발신: 한결문구 주식회사; 영업부: 이은아"],
    );
    check(
        "
          REQUISITION

  Requested by    Owen Castellane OR Supply Coordinator
  Approved by     Marguerite Osei Director of Purchasing
",
        expect![
            "Requested by: Owen Castellane OR Supply Coordinator; Approved by: Marguerite Osei Director of Purchasing"
        ],
    );
}
