//! Cut-outs of pictures that our own workers drew.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};

/// Memory that decoding may take; a page at the largest width has a third of it.
const MAX_ALLOC: u64 = 512 << 20;

/// Why there is no cut-out.
#[derive(Debug, thiserror::Error)]
#[error("cannot cut a picture")]
pub struct CutError(#[from] image::ImageError);

/// The part of a PNG from left, top to right, bottom, in pixels; what lies outside is left out.
pub fn cut(png: &[u8], [left, top, right, bottom]: [f32; 4]) -> Result<Vec<u8>, CutError> {
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOC);
    reader.limits(limits);
    let image = reader.decode()?;
    let within = |it: f32, most: u32| (it.max(0.0) as u32).min(most);
    let (x, y) = (within(left, image.width() - 1), within(top, image.height() - 1));
    let width = within(right.ceil(), image.width()).saturating_sub(x).max(1);
    let height = within(bottom.ceil(), image.height()).saturating_sub(y).max(1);
    let mut out = Cursor::new(Vec::new());
    image.crop_imm(x, y, width, height).write_to(&mut out, ImageFormat::Png)?;
    Ok(out.into_inner())
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn the_part_that_was_asked_for_is_cut_out() {
        let mut image = RgbImage::from_pixel(20, 10, Rgb([255; 3]));
        image.put_pixel(7, 4, Rgb([9, 9, 9]));
        let mut png = Cursor::new(Vec::new());
        image.write_to(&mut png, ImageFormat::Png).unwrap();
        let cut = image::load_from_memory(&cut(png.get_ref(), [5.0, 3.0, 99.0, 5.2]).unwrap());
        let cut = cut.unwrap().to_rgb8();
        assert_eq!((cut.width(), cut.height()), (15, 3));
        assert_eq!(cut.get_pixel(2, 1), &Rgb([9, 9, 9]));
    }
}
