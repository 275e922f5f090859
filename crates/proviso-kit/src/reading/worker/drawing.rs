//! Page images for people: in color, at a wanted width, turned as they were when they were read.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageEncoder as _, RgbImage, imageops};

use proviso_core::document::View;

use crate::reading::protocol::{Answer, Drawing};

/// From four bytes per pixel on a white ground.
pub(super) fn from_rgba(width: u32, height: u32, rgba: &[u8]) -> RgbImage {
    let data = rgba.chunks_exact(4).flat_map(|it| [it[0], it[1], it[2]]).collect();
    // The pixmap has as many pixels as it says.
    RgbImage::from_raw(width, height, data).unwrap_or_default()
}

/// Transparent parts are paper.
pub(super) fn on_white(image: &DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.to_rgb8();
    }
    let it = image.to_rgba8();
    RgbImage::from_fn(it.width(), it.height(), |x, y| {
        let [r, g, b, alpha] = it.get_pixel(x, y).0;
        let alpha = u32::from(alpha);
        let over = |it: u8| ((u32::from(it) * alpha + 255 * (255 - alpha)) / 255) as u8;
        image::Rgb([over(r), over(g), over(b)])
    })
}

/// Shows a file's page, `scale` pixels per unit, as it was seen when it was read, and encodes it.
pub(super) fn png(image: RgbImage, scale: f32, task: Drawing) -> Result<Vec<u8>, String> {
    if image.width() == 0 || image.height() == 0 {
        return Err("it has no size".to_owned());
    }
    let (across, down) = match task.view {
        Some((width, height, _)) => (width, height),
        None => (image.width() as f32, image.height() as f32),
    };
    let height = (task.width as f32 * down / across.max(1.0)).round().clamp(1.0, 20_000.0) as u32;
    let image = match task.view {
        Some((width, _, view)) => seen(&image, scale, view, width, (task.width, height)),
        None if image.width() == task.width => image,
        // Averages keep thin strokes where it is reduced.
        None => imageops::resize(&image, task.width, height, imageops::FilterType::Triangle),
    };
    let mut out = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut out, CompressionType::Fast, FilterType::Adaptive);
    encoder
        .write_image(&image, image.width(), image.height(), image::ExtendedColorType::Rgb8)
        .map_err(|it| it.to_string())?;
    Ok(out)
}

/// The upright page, `page_width` units wide, taken pixel by pixel from the file's page.
fn seen(
    image: &RgbImage,
    scale: f32,
    view: View,
    page_width: f32,
    (width, height): (u32, u32),
) -> RgbImage {
    let per_pixel = f64::from(page_width) / f64::from(width.max(1));
    RgbImage::from_fn(width, height, |x, y| {
        let (x, y) = ((f64::from(x) + 0.5) * per_pixel, (f64::from(y) + 0.5) * per_pixel);
        let (u, v) = view.source_of(x, y);
        let (u, v) = (u as f32 * scale - 0.5, v as f32 * scale - 0.5);
        // What lies outside of the file's page is paper.
        imageops::interpolate_bilinear(image, u, v).unwrap_or(image::Rgb([255; 3]))
    })
}

/// What the worker says of a drawing.
pub(super) fn answer(task: Drawing, drawn: Result<Vec<u8>, String>) -> Answer {
    match drawn {
        Ok(png) => Answer::Drawn { png },
        Err(reason) => Answer::Lost { number: task.page, reason },
    }
}
