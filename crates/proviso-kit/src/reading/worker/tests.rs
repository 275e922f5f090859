//! The worker over streams in memory: whatever is asked in whatever order, of whatever file.

use proptest::prelude::*;

use super::clock::Clock;
use super::*;
use crate::reading::protocol::{Drawing, Rung, encode, hear};

/// A PDF of one page without a table of its objects, which readers find by themselves.
const PDF: &[u8] = b"%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n\
    2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n\
    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R\
    /Resources<</Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> >> >> >> endobj\n\
    4 0 obj <</Length 42>> stream\nBT /F 10 Tf 20 50 Td (Total due 1,250) Tj ET\nendstream endobj\n\
    trailer <</Root 1 0 R>>\n%%EOF\n";

const FILES: [&[u8]; 7] = [
    "합계 1,000원\n\n공급가액 910원".as_bytes(),
    PDF,
    "품목,금액\n연필,\"1,000\"\n합계,\"1,000\"\n".as_bytes(),
    "<html><body><table><tr><td>합계</td><td>1,000</td></tr></table></body></html>".as_bytes(),
    b"From: a@example.com\nSubject: Total\nContent-Type: text/plain\n\n1,000\n",
    b"%PDF-1.7 and nothing behind it",
    b"\x00\x01\x02 no format at all \xff\xfe",
];

const LOAD: Request = Request::Load { keys: Vec::new() };

/// What is asked about a file that is loaded.
#[derive(Debug, Clone)]
enum Ask {
    Text(u32, u32, bool),
    Draw(u32, u32),
    Again,
    /// What lies in it; the file is to be loaded again then.
    Unpack,
}

fn asks() -> impl Strategy<Value = Ask> {
    prop_oneof![
        (1..4_u32, 1..4_u32, any::<bool>()).prop_map(|(a, b, c)| Ask::Text(a, b, c)),
        (0..4_u32, 1..60_u32).prop_map(|(page, width)| Ask::Draw(page, width)),
        Just(Ask::Again),
        Just(Ask::Unpack),
    ]
}

/// The answers to some requests, in order.
fn answers(requests: &[u8]) -> Vec<Answer> {
    let mut output = Vec::new();
    let clock = Clock::new(3_600, 3_600);
    Desk::new(requests, &mut output, String::new(), clock).serve().unwrap();
    let mut stream = output.as_slice();
    let all = async {
        let mut all = Vec::new();
        while let Some(it) = hear(&mut stream).await.unwrap() {
            all.push(it);
        }
        all
    };
    futures_util::FutureExt::now_or_never(all).unwrap()
}

/// The pages that a file has when it is loaded alone; none where it is refused.
fn n_pages(file: &[u8]) -> Option<u32> {
    match answers(&encode(&LOAD, file).unwrap()).as_slice() {
        [Answer::Loaded { n_pages, .. }] => Some(*n_pages),
        [Answer::Refused(_)] => None,
        other => panic!("one answer to one file: {other:?}"),
    }
}

proptest! {
    #[test]
    fn every_request_is_answered_once_and_in_order(
        files in prop::collection::vec((0..FILES.len(), prop::collection::vec(asks(), 0..5)), 1..4),
    ) {
        let mut requests = Vec::new();
        let mut expected: Vec<(&str, u32)> = Vec::new();
        for (file, asks) in &files {
            let bytes = FILES[*file];
            let pages = n_pages(bytes);
            let load = |requests: &mut Vec<u8>, expected: &mut Vec<_>| {
                requests.extend(encode(&LOAD, bytes).unwrap());
                expected.push((if pages.is_some() { "loaded" } else { "refused" }, 0));
            };
            load(&mut requests, &mut expected);
            // About a file that was refused nothing is asked.
            let Some(pages) = pages else { continue };
            for ask in asks {
                let request = match *ask {
                    Ask::Text(first, last, other) => {
                        let last = last.min(pages);
                        expected.extend((first..=last).map(|it| ("page", it)));
                        let rung = if other { Rung::Extracted } else { Rung::Interpreted };
                        Request::Text { first, last, rung }
                    }
                    Ask::Draw(page, width) => {
                        expected.push(("picture", page));
                        Request::Draw(Drawing { page, width, view: None })
                    }
                    Ask::Unpack => {
                        requests.extend(encode(&Request::Unpack, bytes).unwrap());
                        expected.push(("unpacked", 0));
                        load(&mut requests, &mut expected);
                        continue;
                    }
                    Ask::Again => {
                        load(&mut requests, &mut expected);
                        continue;
                    }
                };
                requests.extend(encode(&request, &[]).unwrap());
            }
        }
        let answers = answers(&requests);
        prop_assert_eq!(answers.len(), expected.len(), "{:?}", answers);
        for (answer, (what, number)) in answers.iter().zip(expected) {
            let fits = match answer {
                Answer::Loaded { .. } => what == "loaded",
                Answer::Refused(_) => what == "refused",
                Answer::Text { page, .. } => what == "page" && page.number == number,
                Answer::NeedsOcr { number: its, .. } => what == "page" && *its == number,
                Answer::Drawn { png } => what == "picture" && !png.is_empty(),
                Answer::Lost { number: its, .. } => {
                    (what == "page" || what == "picture") && *its == number
                }
                // None of these files holds another.
                Answer::Unpacked { is_document } => what == "unpacked" && *is_document,
                Answer::Recognized { .. }
                | Answer::Recognition { .. }
                | Answer::Member { .. }
                | Answer::LeftOut { .. } => false,
            };
            prop_assert!(fits, "{} {} got {:?}", what, number, answer);
        }
    }

    /// Any file that was cut or changed somewhere is answered for, and the worker goes on.
    #[test]
    fn a_damaged_file_costs_itself_only(
        file in 0..FILES.len(),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = FILES[file].to_vec();
        for (place, with) in places {
            let at = place.index(bytes.len());
            bytes[at] = with;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let whole = encode(&LOAD, FILES[0]).unwrap();
        let requests = [encode(&LOAD, &bytes).unwrap(), whole].concat();
        match answers(&requests).as_slice() {
            [Answer::Loaded { .. } | Answer::Refused(_), Answer::Loaded { n_pages: 1, .. }] => {}
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn the_files_of_these_tests_are_what_they_are_meant_to_be() {
    let pages: Vec<Option<u32>> = FILES.iter().map(|it| n_pages(it)).collect();
    assert_eq!(pages, [Some(1), Some(1), Some(1), Some(1), Some(1), None, None]);
}
