//! What stands on a page besides text: seals over print, and check boxes.

use expect_test::expect;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use proviso_core::document::{Document, MarkKind};
use proviso_kit::reading::ReadLimits;

use crate::fixture::{drawn, file, pdf, plain, scan};
use crate::{has_words, letter, read_with, shown};

/// A red ring of 9 mm with strokes in it, as a stamp leaves it: what is below shines through.
fn stamp(image: &mut RgbImage, x: f32, y: f32, inch: f32) {
    for (px, py, pixel) in image.enumerate_pixels_mut() {
        let (dx, dy) = (px as f32 - x, py as f32 - y);
        let far = dx.hypot(dy) / inch;
        let strokes = far < 0.14 && ((dx / inch * 20.0).rem_euclid(1.0) < 0.35);
        if (0.15..0.18).contains(&far) || strokes {
            let Rgb([r, g, b]) = *pixel;
            let through = |it: u8, ink: u16| (u16::from(it) * ink / 255) as u8;
            *pixel = Rgb([through(r, 205), through(g, 45), through(b, 50)]);
        }
    }
}

/// The letter with a seal over its number.
fn stamped() -> RgbImage {
    let mut image = DynamicImage::ImageLuma8(drawn(letter())).to_rgb8();
    // Over `2041`, which stands at 145 to 198 points; 300 pixels to the inch.
    stamp(&mut image, 171.0 / 72.0 * 300.0, 92.0 / 72.0 * 300.0, 300.0);
    image
}

#[track_caller]
fn has_seal(document: &Document, scale: f32) {
    let [seal] = document.pages[0].marks[..] else { panic!("{:?}", document.pages[0].marks) };
    assert_eq!(seal.kind, MarkKind::Seal);
    let (x, y) = seal.rect.center();
    assert!((x / scale - 171.0).abs() < 2.0 && (y / scale - 92.0).abs() < 2.0, "{seal:?}");
}

#[test]
fn print_below_a_seal_is_read_and_the_seal_is_a_mark() {
    let mut png = std::io::Cursor::new(Vec::new());
    stamped().write_to(&mut png, ImageFormat::Png).unwrap();
    let input = file("stamped.png", png.get_ref());
    let document = read_with(&input, ReadLimits::default()).unwrap();
    has_words(&document, &["Invoice", "2041", "Amount", "1,250"]);
    has_seal(&document, 300.0 / 72.0);
}

/// The content of a page that prints an image of these pixels, in its middle at 171, 92.
fn with_image(image: &RgbImage) -> String {
    let hex: String = image.as_raw().iter().map(|it| format!("{it:02x}")).collect();
    let (width, height) = image.dimensions();
    format!(
        "BT /F 24 Tf 60 700 Td (Invoice 2041) Tj ET q 26 0 0 26 158 695 cm \
         BI /W {width} /H {height} /CS /RGB /BPC 8 /F /AHx ID {hex}> EI Q"
    )
}

#[test]
fn a_picture_of_a_seal_beside_printed_text_is_a_mark_and_a_photograph_is_none() {
    let mut seal = RgbImage::from_pixel(80, 80, Rgb([255; 3]));
    stamp(&mut seal, 40.0, 40.0, 80.0 / 26.0 * 72.0);
    let input = file("a.pdf", &pdf(&[plain(&with_image(&seal))]));
    has_seal(&read_with(&input, ReadLimits::default()).unwrap(), 1.0);
    let photo = RgbImage::from_fn(80, 80, |x, y| Rgb([(x * 3) as u8, 90, (y * 3) as u8]));
    let input = file("a.pdf", &pdf(&[plain(&with_image(&photo))]));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    assert_eq!(document.pages[0].marks, []);
}

/// Two options, the second one ticked by two strokes; boxes of ten points.
const OPTIONS: &str = "BT /F 12 Tf 60 700 Td (Payment) Tj ET 0.8 w \
    140 699 10 10 re S BT /F 12 Tf 156 700 Td (cash) Tj ET \
    220 699 10 10 re S 222 701 m 228 707 l S 222 707 m 228 701 l S \
    BT /F 12 Tf 236 700 Td (transfer) Tj ET";

#[test]
fn drawn_boxes_are_check_boxes() {
    let input = file("a.pdf", &pdf(&[plain(OPTIONS)]));
    expect![[r#"
        page 1 600x800: text layer by hayro
          Payment [60 90 107 102] | ☐ [140 91 150 101] | cash [156 90 181 102] | ☑ [220 91 230 101] | transfer [236 90 277 102]
    "#]].assert_eq(&shown(read_with(&input, ReadLimits::default())));
}

#[test]
fn boxes_of_a_scan_are_check_boxes() {
    let input = file("a.pdf", &scan(&drawn(pdf(&[plain(OPTIONS)])), 600, 800));
    let document = read_with(&input, ReadLimits::default()).unwrap();
    let lines = document.pages[0].lines.iter().map(|it| it.text()).collect::<Vec<_>>();
    assert_eq!(lines, ["Payment ☐ cash ☑ transfer"]);
}
