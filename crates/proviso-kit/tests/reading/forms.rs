//! Form fields and annotations: what a page shows besides its content.

use expect_test::{Expect, expect};

use proviso_kit::reading::ReadLimits;

use crate::fixture::{file, pdf_with_form, picture};
use crate::{read_with, shown};

const PAGE: &str = "BT /F 10 Tf 100 705 Td (Amount:) Tj ET";

#[track_caller]
fn check(form: &str, annotations: &[&str], expect: Expect) {
    let bytes = pdf_with_form(PAGE, form, annotations);
    expect.assert_eq(&shown(read_with(&file("form.pdf", &bytes), ReadLimits::default())));
}

#[test]
fn a_value_that_nobody_has_drawn_is_read_at_its_place() {
    check(
        "",
        &[
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (1,250) /DA (/Helv 10 Tf) \
             /Rect [150 700 250 720] >>",
            // `합계` in UTF-16.
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (sum) /V <FEFFD569ACC4> \
             /Rect [150 660 250 680] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Ch /T (choice) /V (2) /Opt [[(1) (One)] [(2) (Two)]] \
             /Rect [150 620 250 640] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (lines) /Ff 4096 /V (One line\\nanother) \
             /Rect [150 540 250 600] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (hidden) /F 2 /V (9,999) \
             /Rect [150 500 250 520] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Tx /T (secret) /Ff 8192 /V (9,999) \
             /Rect [150 480 250 500] >>",
        ],
        expect![[r#"
            page 1 600x800: text layer by hayro, with form fields
              Amount: [100 87 137 97] | 1,250 [152 85 177 96]
              합계 [152 124 174 137]
              Two [152 164 175 177]
              One [152 204 171 214] | line [174 204 189 214]
              another [152 216 186 226]
        "#]],
    );
}

#[test]
fn check_boxes_and_radio_buttons_are_words_with_their_state() {
    check(
        "",
        &[
            "<< /Type /Annot /Subtype /Widget /FT /Btn /T (a) /AS /Yes /V /Yes \
             /Rect [150 700 160 710] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /AS /Off /Rect [150 680 160 690] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 32768 /T (c) /AS /1 \
             /Rect [150 660 160 670] >>",
            "<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (push) /Rect [150 640 160 650] >>",
        ],
        expect![[r#"
            page 1 600x800: text layer by hayro, with form fields
              Amount: [100 87 137 97] | ☑ [150 90 160 100]
              ☐ [150 110 160 120]
              ◉ [150 130 160 140]
        "#]],
    );
}

#[test]
fn what_a_field_shows_counts_and_what_it_holds_is_told() {
    let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (900) /AP << /N 6 0 R >> \
                 /Rect [150 700 250 720] >>";
    check(
        "",
        &[field],
        expect![[r#"
            page 1 600x800: text layer by hayro
              Amount: [100 87 137 97] | 100 [152 87 169 97]
            note Some(1): the form field `amount` shows `100` and holds `900`; what it shows counts
        "#]],
    );
}

#[test]
fn notes_on_a_page_are_told_and_free_text_is_read() {
    check(
        "/XFA (x)",
        &[
            "<< /Type /Annot /Subtype /FreeText /Contents (Paid) /DA (/Helv 10 Tf) \
             /Rect [300 700 400 720] >>",
            "<< /Type /Annot /Subtype /Text /Contents (Ask the seller) /Rect [500 700 520 720] >>",
            "<< /Type /Annot /Subtype /Stamp /Name /Approved /Rect [300 600 400 650] >>",
        ],
        expect![[r#"
            page 1 600x800: text layer by hayro, with form fields
              Amount: [100 87 137 97] | Paid [302 84 322 94]
            note None: its form is made for Adobe programs (XFA): what they would show is not read, only the pages that are in the file; print it to a new PDF there
            note Some(1): a note is pinned to the page: Ask the seller
            note Some(1): a stamp `Approved` is not drawn in the file
        "#]],
    );
}

#[test]
fn values_that_nobody_has_drawn_are_on_the_picture() {
    let field = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /V (1,250) \
                 /Rect [150 400 250 420] >>";
    let input = file("form.pdf", &pdf_with_form("", "", &[field]));
    let picture = picture(&input, 1, 600);
    let dark = picture.enumerate_pixels().filter(|it| it.2.0[0] < 128);
    let inside = |(x, y, _): (u32, u32, &image::Luma<u8>)| {
        assert!((150..250).contains(&x) && (380..400).contains(&y), "ink at {x}, {y}");
    };
    assert!(dark.map(inside).count() > 10);
}
