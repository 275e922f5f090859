//! Fonts with digits: those of this machine, and of folders beside it.
//!
//! **Invariant:** a family is either learned from or kept aside, whatever other fonts there are;
//! the fonts come in an order of their own, not in that of the disk.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};
use vello_cpu::peniko::{Blob, FontData};

/// Families whose digits are no digits.
const NONE: [&str; 6] = ["Symbol", "Dingbats", "Emoji", "Music", "D050000L", "Fallback"];
/// Of so many families one is kept aside.
const KEPT: u64 = 7;
/// What a font must have to be learned from.
const NEEDED: &str = "0123456789,.-/()";

/// A font.
#[derive(Clone)]
pub(super) struct Face {
    pub family: String,
    pub data: FontData,
}

/// All fonts, and which are of families that are kept aside.
pub(super) struct Fonts {
    pub learned: Vec<Vec<Face>>,
    pub kept: Vec<Vec<Face>>,
    /// What has the signs that a font lacks, best first.
    pub fallback: Vec<Face>,
}

/// A letter of a font: the font, the glyph and its width for a size of one.
pub(super) struct Letter<'a> {
    pub data: &'a FontData,
    pub glyph: u32,
    pub width: f32,
}

impl Face {
    /// A letter, where the font has it.
    pub(super) fn letter(&self, it: char) -> Option<Letter<'_>> {
        let font = skrifa::FontRef::from_index(self.data.data.data(), self.data.index).ok()?;
        let glyph = font.charmap().map(it).filter(|it| it.to_u32() != 0)?;
        let width = font.glyph_metrics(Size::new(1.0), LocationRef::default());
        let width = width.advance_width(glyph)?;
        Some(Letter { data: &self.data, glyph: glyph.to_u32(), width })
    }

    fn has(&self, all: &str) -> bool {
        all.chars().all(|it| self.letter(it).is_some_and(|it| it.width > 0.05))
    }
}

impl Fonts {
    /// Finds them: those of the system, and in `folders`.
    pub(super) fn find(folders: &[PathBuf]) -> Result<Fonts> {
        let mut database = fontdb::Database::new();
        database.load_system_fonts();
        folders.iter().for_each(|it| database.load_fonts_dir(it));
        let mut faces: Vec<(String, u16, String, fontdb::ID)> = Vec::new();
        for it in database.faces() {
            let Some((family, _)) = it.families.first() else { continue };
            let upright = it.style == fontdb::Style::Normal || it.style == fontdb::Style::Italic;
            // Chinese and Japanese styles of one font have the same digits as its Korean one.
            let again = ["JP", "SC", "TC", "HK"].iter().any(|it| family.ends_with(it));
            if upright && !again && !NONE.iter().any(|it| family.contains(it)) {
                faces.push((family.clone(), it.weight.0, it.post_script_name.clone(), it.id));
            }
        }
        faces.sort_by(|a, b| (&a.0, a.1, &a.2).cmp(&(&b.0, b.1, &b.2)));
        faces.dedup_by(|a, b| a.2 == b.2);
        let mut fonts = Fonts { learned: Vec::new(), kept: Vec::new(), fallback: Vec::new() };
        for (family, weight, _, id) in faces {
            let Some((data, index)) = database.with_face_data(id, |it, at| (it.to_vec(), at))
            else {
                continue;
            };
            let face = Face { family, data: FontData::new(Blob::new(Arc::new(data)), index) };
            if face.has("△₩€원") && weight == 400 {
                fonts.fallback.push(face.clone());
            }
            if !face.has(NEEDED) {
                continue;
            }
            let kept = mixed(&face.family).is_multiple_of(KEPT);
            let group = if kept { &mut fonts.kept } else { &mut fonts.learned };
            match group.last_mut() {
                Some(last) if last[0].family == face.family => last.push(face),
                _ => group.push(vec![face]),
            }
        }
        if fonts.learned.is_empty() || fonts.kept.is_empty() || fonts.fallback.is_empty() {
            bail!(
                "too few fonts with digits and Korean; install more (on Debian and Ubuntu: \
                 fonts-nanum, fonts-noto-cjk, fonts-liberation, fonts-unfonts-core), or name folders"
            );
        }
        Ok(fonts)
    }
}

/// A number for a name that has nothing to do with its spelling (Fowler, Noll and Vo).
fn mixed(name: &str) -> u64 {
    let mix = |sum: u64, it: u8| (sum ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, mix) >> 17
}
