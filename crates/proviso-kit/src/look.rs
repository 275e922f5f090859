//! A second look at places of a page: each cut out, enlarged, and recognized by itself.
//!
//! All places of a page stand below one another on one white sheet, which the reader reads like any
//! picture: one recognition for all of them, by the program that reads pages too.
//!
//! **Invariant:** nothing but the cut-outs is on the sheet, and a word counts for the place in whose
//! strip its middle stands; what is recognized between two strips counts for none.

use std::io::{self, Cursor};

use image::imageops::{self, FilterType};
use image::{ImageFormat, ImageReader, Limits, Luma, imageops::overlay};
use proviso_core::document::Document;
use proviso_core::ports::{ReadError, Reader};

use crate::temporary::TemporaryFolder;

/// Memory that decoding may take.
const MAX_ALLOC: u64 = 512 << 20;
/// Pixels of a strip's height: letters of this size are read best.
const HEIGHT: u32 = 84;
/// Pixels of white between strips and at the sheet's edges.
const GAP: u32 = 60;
/// Pixels of the sheet's width; a wider strip is made smaller.
const WIDTH: u32 = 2_000;
/// Strips on a sheet.
const MAX_STRIPS: usize = 60;
/// Thousandths of the page that are cut out beyond a place, to either side and above.
const MARGIN: (f32, f32) = (4.0, 3.0);

/// Why nobody could look.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// The page's picture is none.
    #[error("cannot cut places out of a page")]
    Cut(#[from] image::ImageError),
    /// The sheet cannot be written.
    #[error("cannot write the sheet of places")]
    Write(#[from] io::Error),
    /// The sheet cannot be read.
    #[error("cannot recognize the sheet of places")]
    Read(#[from] ReadError),
}

/// The cut-outs on one sheet, as PNG, with the top and bottom of each as a share of its height.
#[derive(Debug)]
struct Sheet {
    png: Vec<u8>,
    strips: Vec<(f32, f32)>,
}

/// What is recognized at places of a page, given in thousandths of its picture: left, top, right,
/// bottom. One text for each, in order; an empty one where nothing is read.
///
/// # Errors
/// When the picture is none, or the sheet can be neither written nor read.
pub async fn again(
    reader: &dyn Reader,
    png: &[u8],
    areas: &[[f32; 4]],
) -> Result<Vec<String>, LookError> {
    let mut out = Vec::new();
    for areas in areas.chunks(MAX_STRIPS) {
        let sheet = sheet(png, areas)?;
        let folder = TemporaryFolder::new()?;
        let path = folder.path().join("places.png");
        std::fs::write(&path, &sheet.png)?;
        match reader.read(&path, &|_| {}).await {
            Ok(document) => out.extend(texts(&document, &sheet.strips)),
            // A sheet on which nothing is read is an answer.
            Err(ReadError::Empty { .. }) => out.extend(areas.iter().map(|_| String::new())),
            Err(err) => return Err(err.into()),
        }
    }
    Ok(out)
}

fn sheet(png: &[u8], areas: &[[f32; 4]]) -> Result<Sheet, LookError> {
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOC);
    reader.limits(limits);
    let page = reader.decode()?.into_luma8();
    let n = u32::try_from(areas.len()).unwrap_or(0);
    let height = GAP + n * (HEIGHT + GAP);
    let mut out = image::GrayImage::from_pixel(WIDTH + 2 * GAP, height, Luma([255]));
    let pixel = |it: f32, of: u32| ((it / 1000.0).clamp(0.0, 1.0) * of as f32) as u32;
    let mut strips = Vec::new();
    let mut top = GAP;
    for [x0, y0, x1, y1] in areas {
        let (left, right) =
            (pixel(x0 - MARGIN.0, page.width()), pixel(x1 + MARGIN.0, page.width()));
        let (above, below) =
            (pixel(y0 - MARGIN.1, page.height()), pixel(y1 + MARGIN.1, page.height()));
        let (w, h) = (right.saturating_sub(left).max(1), below.saturating_sub(above).max(1));
        let cut = imageops::crop_imm(&page, left, above, w, h).to_image();
        let wide = (u64::from(w) * u64::from(HEIGHT) / u64::from(h)).clamp(1, u64::from(WIDTH));
        let wide = u32::try_from(wide).unwrap_or(WIDTH);
        // What is wider than the sheet keeps its shape.
        let high = (u64::from(h) * u64::from(wide) / u64::from(w)).clamp(1, u64::from(HEIGHT));
        let high = u32::try_from(high).unwrap_or(HEIGHT);
        let cut = imageops::resize(&cut, wide, high, FilterType::CatmullRom);
        overlay(&mut out, &cut, i64::from(GAP), i64::from(top));
        let share = |it: u32| it as f32 / height as f32;
        strips.push((share(top), share(top + HEIGHT)));
        top += HEIGHT + GAP;
    }
    let mut png = Cursor::new(Vec::new());
    out.write_to(&mut png, ImageFormat::Png)?;
    Ok(Sheet { png: png.into_inner(), strips })
}

/// The words of each strip, from left to right, as they were recognized.
fn texts(document: &Document, strips: &[(f32, f32)]) -> Vec<String> {
    let mut out = vec![String::new(); strips.len()];
    for page in document.pages.iter().filter(|it| it.height > 0.0) {
        for word in page.lines.iter().flat_map(|it| &it.words) {
            let middle = (word.rect.y0 + word.rect.y1) / 2.0 / page.height;
            let strip = strips.iter().position(|it| it.0 <= middle && middle <= it.1);
            if let Some(text) = strip.and_then(|it| out.get_mut(it)) {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&word.text);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn places_stand_below_one_another_in_order() {
        let mut page = RgbImage::from_pixel(1_000, 1_000, Rgb([255; 3]));
        for x in 100..200 {
            page.put_pixel(x, 510, Rgb([0; 3]));
        }
        let mut png = Cursor::new(Vec::new());
        page.write_to(&mut png, ImageFormat::Png).unwrap();
        let areas = [[700.0, 100.0, 800.0, 120.0], [100.0, 500.0, 200.0, 520.0]];
        let sheet = sheet(png.get_ref(), &areas).unwrap();
        let image = image::load_from_memory(&sheet.png).unwrap().into_luma8();
        let dark = |strip: usize| {
            let (from, to) = sheet.strips[strip];
            let row = |it: f32| (it * image.height() as f32) as u32;
            (row(from)..row(to)).any(|y| (0..image.width()).any(|x| image.get_pixel(x, y)[0] < 128))
        };
        assert_eq!([dark(0), dark(1)], [false, true]);
        assert!(again_is_bounded(&areas), "a place beyond the page is cut at its edge");
    }

    fn again_is_bounded(areas: &[[f32; 4]]) -> bool {
        let page = RgbImage::from_pixel(10, 10, Rgb([255; 3]));
        let mut png = Cursor::new(Vec::new());
        page.write_to(&mut png, ImageFormat::Png).unwrap();
        let beyond = [[-50.0, 990.0, 5_000.0, 4_000.0]];
        sheet(png.get_ref(), areas).is_ok() && sheet(png.get_ref(), &beyond).is_ok()
    }
}
