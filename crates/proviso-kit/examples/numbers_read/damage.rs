//! What scanners, fax machines, telephones, empty toner and copiers do to a drawn page.
//!
//! **Invariant:** equal pages and seeds give equal pictures; where every point of the picture comes
//! from is known, and a digit that a careful person reads on the page is read in the picture, too.

use std::path::{Path, PathBuf};

use image::{DynamicImage, GrayImage, ImageEncoder as _};
use proviso_raster::Gray;
use proviso_raster::warp::Warp;

/// A kind of damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// An office scanner: turned by up to a degree, noise, JPEG of quality 60; 200 dpi.
    Scan,
    /// Black and white at 150 dpi, with specks.
    Fax,
    /// A sheet on a dark table, aslant, half in the shade.
    Photograph,
    /// Light print with streaks, and the back of the sheet shining through; 200 dpi.
    Faint,
    /// A copy of a copy: spread ink, specks, dark edges and a fold; 200 dpi.
    Copy,
}

/// Counted noise: xorshift (Marsaglia 2003).
pub(crate) struct Chance(u32);

impl Chance {
    pub(crate) fn of(document: usize, page: u32, damage: Damage) -> Chance {
        let document = u32::try_from(document).unwrap_or(0);
        let seed = document.wrapping_mul(2_654_435_761) ^ page.wrapping_mul(40_503);
        let mut it = Chance(seed ^ (damage as u32 + 1).wrapping_mul(97_531) | 1);
        for _ in 0..8 {
            it.next();
        }
        it
    }

    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// From `low` to `high`.
    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.next()) / f64::from(u32::MAX)
    }
}

impl Damage {
    pub(crate) const ALL: [Damage; 5] =
        [Damage::Scan, Damage::Fax, Damage::Photograph, Damage::Faint, Damage::Copy];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Damage::Scan => "scan",
            Damage::Fax => "fax",
            Damage::Photograph => "photograph",
            Damage::Faint => "faint print",
            Damage::Copy => "copy of a copy",
        }
    }

    /// Dots per inch that a page is drawn with.
    pub(crate) fn dpi(self) -> u32 {
        if self == Damage::Fax { 150 } else { 200 }
    }

    /// Writes the damaged page as `folder/NAME.jpg` or `.png`; where its pixels lie on the page.
    pub(crate) fn write(
        self,
        page: &Gray,
        chance: &mut Chance,
        folder: &Path,
    ) -> Result<(PathBuf, Warp), image::ImageError> {
        let (width, height) = (page.width as f64, page.height as f64);
        let turn = |degrees: f64| Warp::turning(degrees, width, height);
        let (warp, quality) = match self {
            Damage::Scan => (turn(chance.within(-1.0, 1.0)), 60),
            Damage::Fax => (turn(chance.within(-0.4, 0.4)), 0),
            Damage::Photograph => (aslant(width, height, chance), 75),
            Damage::Faint => (turn(chance.within(-0.4, 0.4)), 70),
            Damage::Copy => (turn(chance.within(-0.7, 0.7)), 75),
        };
        let larger = if self == Damage::Photograph { 1.12 } else { 1.0 };
        let (wide, high) = ((width * larger) as usize, (height * larger) as usize);
        let mut image = page.through(&warp, wide, high);
        match self {
            Damage::Scan => {
                image = blurred(&image, 0.7);
                noise(&mut image, 24, chance);
            }
            Damage::Fax => {
                image = blurred(&image, 0.5);
                noise(&mut image, 30, chance);
                let level = chance.within(140.0, 190.0) as u8;
                image.data.iter_mut().for_each(|it| *it = if *it > level { 255 } else { 0 });
                specks(&mut image, 4_000, chance);
            }
            Damage::Photograph => {
                table(&mut image, &warp, page, chance);
                image = blurred(&image, 0.8);
                noise(&mut image, 16, chance);
            }
            Damage::Faint => {
                shine_through(&mut image);
                streaks(&mut image, chance);
                image = blurred(&image, 0.6);
                noise(&mut image, 14, chance);
            }
            Damage::Copy => {
                image = blurred(&image, 1.0);
                let spread =
                    |it: u8| ((f64::from(it) - 165.0) * 2.5 + 128.0).clamp(0.0, 255.0) as u8;
                image.data.iter_mut().for_each(|it| *it = spread(*it));
                specks(&mut image, 6_000, chance);
                edges(&mut image);
                noise(&mut image, 14, chance);
            }
        }
        let (columns, rows) = (image.width as u32, image.height as u32);
        let Some(image) = GrayImage::from_raw(columns, rows, image.data) else {
            return Err(image::ImageError::Limits(image::error::LimitError::from_kind(
                image::error::LimitErrorKind::DimensionError,
            )));
        };
        if quality == 0 {
            let path = folder.join(format!("{}.png", self.name()));
            DynamicImage::from(image).save(&path)?;
            return Ok((path, warp));
        }
        let path = folder.join(format!("{}.jpg", self.name()));
        let to = std::io::BufWriter::new(std::fs::File::create(&path)?);
        image::codecs::jpeg::JpegEncoder::new_with_quality(to, quality).write_image(
            &image,
            columns,
            rows,
            image::ExtendedColorType::L8,
        )?;
        Ok((path, warp))
    }
}

/// From the pixels of a photograph, a ninth wider than the page, to those of the page.
fn aslant(width: f64, height: f64, chance: &mut Chance) -> Warp {
    let (wide, high) = (width * 1.12, height * 1.12);
    let mut near = || chance.within(0.015, 0.06);
    let corners = [
        (near() * wide, near() * high),
        ((1.0 - near()) * wide, near() * high),
        ((1.0 - near()) * wide, (1.0 - near()) * high),
        (near() * wide, (1.0 - near()) * high),
    ];
    // Where the photograph's own corners lie on the page is what the way back says.
    let back = Warp::of_corners(width, height, corners)
        .and_then(|it| it.in_units(1.0, 1.0).inverse())
        .map(|it| {
            [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)].map(|(x, y)| it.source_of(x, y))
        });
    let warp = back.and_then(|it| Warp::of_corners(wide, high, it));
    warp.unwrap_or_else(|| Warp::scaling(1.12))
}

fn blurred(image: &Gray, sigma: f32) -> Gray {
    let (width, height) = (image.width as u32, image.height as u32);
    match GrayImage::from_raw(width, height, image.data.clone()) {
        Some(it) => Gray { data: image::imageops::blur(&it, sigma).into_raw(), ..*image },
        None => image.clone(),
    }
}

/// Two throws added: noise that is mostly small.
fn noise(image: &mut Gray, levels: i32, chance: &mut Chance) {
    for level in &mut image.data {
        let throw = chance.next();
        let sum = (throw % 1024) as i32 + (throw / 1024 % 1024) as i32 - 1023;
        *level = (i32::from(*level) + sum * levels / 1024).clamp(0, 255) as u8;
    }
}

/// Specks of one to three pixels, one for so many pixels of the page.
fn specks(image: &mut Gray, pixels: usize, chance: &mut Chance) {
    for _ in 0..image.data.len() / pixels {
        let at = chance.next() as usize % image.data.len();
        let (wide, high) = (1 + chance.next() as usize % 2, 1 + chance.next() as usize % 2);
        for row in 0..high {
            let from = (at + row * image.width).min(image.data.len());
            let to = (from + wide).min(image.data.len());
            image.data[from..to].fill(0);
        }
    }
}

/// A dark table around the sheet, light from one side, and the shade of a hand.
fn table(image: &mut Gray, warp: &Warp, page: &Gray, chance: &mut Chance) {
    let (width, height) = (image.width as f64, image.height as f64);
    let (shade, slope) = (chance.within(0.3, 0.7), chance.within(-0.4, 0.4));
    let (left, right) = (chance.within(0.7, 1.0), chance.within(0.7, 1.0));
    for y in 0..image.height {
        for x in 0..image.width {
            let (px, py) = warp.at(x as f64, y as f64);
            let level = &mut image.data[y * image.width + x];
            let on_page =
                (0.0..page.width as f64).contains(&px) && (0.0..page.height as f64).contains(&py);
            if !on_page {
                *level = 70;
            }
            let (across, down) = (x as f64 / width, y as f64 / height);
            let light = left + (right - left) * across;
            // The edge of the shade is soft.
            let depth = ((across - shade - slope * (down - 0.5)) * 12.0).clamp(0.0, 1.0);
            *level = (f64::from(*level) * light * (1.0 - 0.3 * depth)) as u8;
        }
    }
}

/// Ink of 140 on paper of 238, and the mirrored page at an eighth of its strength.
fn shine_through(image: &mut Gray) {
    let back = blurred(image, 1.5);
    for y in 0..image.height {
        for x in 0..image.width {
            let through = back.data[y * image.width + image.width - 1 - x];
            let level = &mut image.data[y * image.width + x];
            let ink = 255.0 - f64::from(*level);
            let behind = (255.0 - f64::from(through)) / 8.0;
            *level = (238.0 - 98.0 * ink / 255.0 - behind * 0.6).max(0.0) as u8;
        }
    }
}

/// Where the drum is worn, what is printed is lighter by up to two fifths.
fn streaks(image: &mut Gray, chance: &mut Chance) {
    for _ in 0..12 {
        let at = chance.next() as usize % image.width.max(1);
        let (wide, worn) = (2 + chance.next() as usize % 8, chance.within(0.2, 0.4));
        for row in image.data.chunks_exact_mut(image.width) {
            let to = (at + wide).min(row.len());
            for level in &mut row[at..to] {
                *level = (f64::from(*level) + (238.0 - f64::from(*level)) * worn).min(255.0) as u8;
            }
        }
    }
}

/// The dark edges of a copier's glass, and a fold across the middle.
fn edges(image: &mut Gray) {
    let (dark, fold) = (image.width / 90, image.height / 2);
    for (y, row) in image.data.chunks_exact_mut(image.width).enumerate() {
        row[..dark].fill(30);
        if y < dark / 2 {
            row.fill(40);
        }
        let far = y.abs_diff(fold);
        if far < 8 {
            row.iter_mut().for_each(|it| *it = it.saturating_sub(60 - 7 * far as u8));
        }
    }
}
