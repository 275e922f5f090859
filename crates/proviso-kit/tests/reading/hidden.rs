//! Text that a person does not see: left out, and told; hidden layers are held against the image.

use expect_test::expect;

use crate::fixture::{
    PageSpec, drawn, file, pdf, pdf_with_layers, plain, scan_over_text, scan_with_layer,
};
use crate::{check, check_file, read_with, shown};
use proviso_kit::reading::ReadLimits;

#[test]
fn text_is_left_out_however_it_is_hidden() {
    check(
        &[plain(
            "BT /F 10 Tf 100 700 Td (Seen) Tj ET \
             0 g BT /F 10 Tf 100 650 Td (Black) Tj ET 90 640 100 30 re f \
             0 0 0 rg 300 640 100 30 re f BT /F 10 Tf 310 650 Td (Night) Tj ET \
             1 g BT /F 10 Tf 310 655 Td (Light) Tj ET \
             0 g BT /F 0.5 Tf 100 600 Td (Dust) Tj ET \
             q 0 0 50 50 re W n BT /F 10 Tf 100 550 Td (Clipped) Tj ET Q \
             BT /F 10 Tf 100 900 Td (Above) Tj ET",
        )],
        expect![[r#"
            page 1 600x800: text layer by hayro
              Seen [100 92 123 102]
              Light [310 137 332 147]
            note Some(1): characters that nobody can see were left out: 5 in the color of what is below them, 5 painted over, 7 clipped away, 5 beside the page, 4 too small to be seen
        "#]],
    );
}

#[test]
fn ground_of_any_color_and_glass_hide_nothing() {
    // Text over a gray header, text under a mixed-in marker, and text under a frame.
    check(
        &[PageSpec {
            entries: "/MediaBox [0 0 600 800]",
            content: "0.8 g 90 690 200 30 re f 0 g BT /F 10 Tf 100 700 Td (Header) Tj ET \
                      BT /F 10 Tf 100 650 Td (Framed) Tj ET \
                      80 640 200 30 re 82 642 196 26 re f* "
                .to_owned(),
        }],
        expect![[r#"
            page 1 600x800: text layer by hayro
              Header [100 92 133 102]
              Framed [100 142 134 152]
        "#]],
    );
}

/// What the image of every scan here shows.
const SHOWN: &str = "Td (Invoice 2041 of the Northern Trading Company) Tj \
                     0 -60 Td (Amount due 1,250 within thirty days of receipt) Tj ET";

fn image() -> image::GrayImage {
    drawn(pdf(&[plain(&format!("BT /F 20 Tf 60 700 {SHOWN}"))]))
}

fn texts(bytes: &[u8]) -> String {
    let shown = shown(read_with(&file("scan.pdf", bytes), ReadLimits::default()));
    shown.lines().filter(|it| !it.contains("ruling")).map(|it| format!("{it}\n")).collect()
}

fn layered(layer: &str) -> String {
    texts(&scan_with_layer(&image(), 600, 800, layer))
}

#[test]
fn a_true_layer_is_used_and_the_reason_says_so() {
    let shown = layered(&format!("BT 3 Tr /F 20 Tf 60 700 {SHOWN}"));
    expect![[r#"
        page 1 600x800: a text layer hidden behind the page image: hidden text layer, 100 % of it as recognized at 300 dpi (kor+eng)
          Invoice [60 84 123 104] | 2041 [129 84 173 104] | of [179 84 196 104] | the [201 84 229 104] | Northern [235 84 312 104] | Trading [318 84 386 104] | Company [391 84 477 104]
          Amount [60 144 129 164] | due [134 144 168 164] | 1,250 [173 144 223 164] | within [229 144 280 164] | thirty [286 144 329 164] | days [335 144 377 164] | of [382 144 399 164] | receipt [405 144 465 164]
    "#]]
    .assert_eq(&shown);
}

#[test]
fn an_amount_that_was_changed_in_the_layer_is_the_visible_one() {
    let layer = SHOWN.replace("1,250", "9,250").replace("ET", "0 -300 Td (Pay 77,000 more) Tj ET");
    let shown = layered(&format!("BT 3 Tr /F 20 Tf 60 700 {layer}"));
    expect![[r#"
        page 1 600x800: a text layer hidden behind the page image: hidden text layer, 82 % of it as recognized at 300 dpi (kor+eng)
          Invoice [60 84 123 104] | 2041 [129 84 173 104] | of [179 84 196 104] | the [201 84 229 104] | Northern [235 84 312 104] | Trading [318 84 386 104] | Company [391 84 477 104]
          Amount [60 144 129 164] | due [134 144 168 164] | 1,250 [173 144 223 164] | within [229 144 280 164] | thirty [286 144 329 164] | days [335 144 377 164] | of [382 144 399 164] | receipt [405 144 465 164]
        note Some(1): 3 words of its hidden text layer were left out: the page image is blank there
        note Some(1): the page image and its hidden text layer differ in 1 places with numbers, and the image counts: `1,250`, not `9,250`
    "#]]
    .assert_eq(&shown);
}

#[test]
fn a_layer_of_something_else_is_left_out() {
    let shown = layered(
        "BT 3 Tr /F 20 Tf 60 700 Td (Quarterly report of somebody else entirely) Tj \
         0 -60 Td (Nothing is owed to anybody by anybody else) Tj ET",
    );
    expect![[r#"
        page 1 600x800: a text layer hidden behind the page image: recognized at 300 dpi (kor+eng), its hidden text layer says something else
          Invoice [62 86 123 100] | 2041 [129 86 169 100] | of [180 86 195 100] | the [201 86 228 100] | Northern [236 86 311 100] | Trading [318 86 384 100] | Company [392 86 477 100]
          Amount [60 146 128 163] | due [135 146 167 163] | 1,250 [175 146 223 163] | within [229 146 279 163] | thirty [286 146 329 163] | days [335 146 376 163] | of [383 146 399 163] | receipt [406 146 464 163]
        note Some(1): its hidden text layer was left out: the page image shows only 0 % of it
    "#]]
    .assert_eq(&shown);
}

#[test]
fn text_drawn_below_the_image_is_a_layer_as_well() {
    let text = SHOWN.replace("1,250", "9,250");
    let bytes = scan_over_text(&image(), 600, 800, &format!("BT /F 20 Tf 60 700 {text}"));
    expect![[r#"
        page 1 600x800: a text layer hidden behind the page image: hidden text layer, 95 % of it as recognized at 300 dpi (kor+eng)
          Invoice [60 84 123 104] | 2041 [129 84 173 104] | of [179 84 196 104] | the [201 84 229 104] | Northern [235 84 312 104] | Trading [318 84 386 104] | Company [391 84 477 104]
          Amount [60 144 129 164] | due [134 144 168 164] | 1,250 [173 144 223 164] | within [229 144 280 164] | thirty [286 144 329 164] | days [335 144 377 164] | of [382 144 399 164] | receipt [405 144 465 164]
        note Some(1): the page image and its hidden text layer differ in 1 places with numbers, and the image counts: `1,250`, not `9,250`
    "#]]
    .assert_eq(&texts(&bytes));
}

#[test]
fn an_image_without_words_makes_no_values_of_its_layer() {
    let blank = image::GrayImage::from_pixel(600, 800, image::Luma([255]));
    let bytes = scan_with_layer(&blank, 600, 800, &format!("BT 3 Tr /F 20 Tf 60 700 {SHOWN}"));
    expect![[r#"
        page 1 600x800: a text layer hidden behind the page image, and no words were recognized in its image
        note None: no text was found in the whole file
        note Some(1): no text was found on this page
        note Some(1): its hidden text layer was left out: nothing was recognized in the page image
    "#]]
    .assert_eq(&texts(&bytes));
}

#[test]
fn a_layer_that_is_switched_off_is_left_out_and_named() {
    let page = PageSpec {
        entries: "/MediaBox [0 0 600 800]",
        content: "BT /F 10 Tf 100 700 Td (Seen) Tj ET /OC /Off BDC BT /F 10 Tf 100 650 Td \
                  (Pay 900) Tj ET EMC /OC /On BDC BT /F 10 Tf 100 600 Td (Pay 100) Tj ET EMC"
            .to_owned(),
    };
    check_file(
        "layers.pdf",
        &pdf_with_layers(&page),
        expect![[r#"
            page 1 600x800: text layer by hayro
              Seen [100 92 123 102]
              Pay [100 192 117 202] | 100 [120 192 137 202]
            note None: layers that are switched off were left out: Draft
        "#]],
    );
}
