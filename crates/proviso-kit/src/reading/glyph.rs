//! Single characters with their places: what every text-layer reader hands to the layout.
//!
//! **Invariant:** a glyph stands for one character; readers expand ligatures and multi-character
//! mappings, so that counting glyphs is counting characters.

/// One character on a page, in page coordinates (`y` grows downwards).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Glyph {
    /// The character; [`UNMAPPED`] where the font does not tell.
    pub char: char,
    /// Start of the baseline.
    pub x: f32,
    /// The baseline.
    pub y: f32,
    /// Direction of writing, in degrees clockwise from left-to-right, 0 to 359.
    pub angle: u16,
    /// How far the writing moves along its direction.
    pub advance: f32,
    /// Height of an em.
    pub size: f32,
    /// Why nobody can see it; none where it shows.
    pub unseen: Option<Unseen>,
}

impl Glyph {
    /// About the middle of its shape.
    pub(crate) fn middle(&self) -> (f32, f32) {
        let (sin, cos) = f32::from(self.angle).to_radians().sin_cos();
        let (along, up) = (self.advance / 2.0, 0.3 * self.size);
        (self.x + along * cos + up * sin, self.y + along * sin - up * cos)
    }
}

/// Why a person who looks at the page does not see a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unseen {
    /// It is drawn in the mode that leaves no ink, or fully transparent.
    Mode,
    /// It has the color of what is below it.
    Contrast,
    /// Something was painted over it.
    Covered,
    /// It lies where nothing may be painted.
    Clipped,
    /// It lies beside the page.
    Outside,
    /// It is too small to be seen.
    Tiny,
}

impl Unseen {
    /// For people: in English after a number of characters, in Korean before it.
    pub(crate) fn told(self) -> (&'static str, &'static str) {
        match self {
            Unseen::Mode => ("drawn without ink", "색 없이 그려진"),
            Unseen::Contrast => ("in the color of what is below them", "바탕과 같은 색의"),
            Unseen::Covered => ("painted over", "덮여 가려진"),
            Unseen::Clipped => ("clipped away", "잘려 나간"),
            Unseen::Outside => ("beside the page", "쪽 밖에 놓인"),
            Unseen::Tiny => ("too small to be seen", "너무 작은"),
        }
    }
    /// Whether the recognized text of a scan is hidden this way.
    pub(crate) fn is_layer(self) -> bool {
        matches!(self, Unseen::Mode | Unseen::Contrast | Unseen::Covered)
    }
}

/// Stands for a glyph whose character is unknown.
pub(crate) const UNMAPPED: char = char::REPLACEMENT_CHARACTER;

/// Whether the character separates words and has no shape of its own.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{00a0}' | '\u{3000}' | '\u{2800}' | '\u{3164}')
}

/// Whether the character takes no part in a text: controls, zero-width marks, byte order marks.
pub(crate) fn is_ignorable(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// The letters a typographic form stands for; none where the character stands for itself.
///
/// Latin ligatures are presentation forms, and some Korean fonts are mapped back to Kangxi
/// radicals where the document meant the ideograph. NFC keeps both, so they are spelled out here.
pub(crate) fn spelled(c: char) -> Option<Spelled> {
    let text = match c {
        '\u{00ad}' => "-",
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{2f00}'..='\u{2fd5}' => {
            use unicode_normalization::UnicodeNormalization as _;
            return std::iter::once(c).nfkc().next().map(Spelled::One);
        }
        _ => return None,
    };
    Some(Spelled::Many(text))
}

/// What [`spelled`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelled {
    /// One other character.
    One(char),
    /// Several letters.
    Many(&'static str),
}

/// Adds the glyphs of `text`, which one printed shape stands for, sharing its advance.
pub(crate) fn push_text(glyphs: &mut Vec<Glyph>, text: &str, shape: Glyph) {
    let mut chars: Vec<char> = Vec::with_capacity(2);
    for c in text.chars().filter(|&c| !is_ignorable(c)) {
        match spelled(c) {
            None => chars.push(c),
            Some(Spelled::One(c)) => chars.push(c),
            Some(Spelled::Many(letters)) => chars.extend(letters.chars()),
        }
    }
    let step = shape.advance / chars.len().max(1) as f32;
    let (sin, cos) = f32::from(shape.angle).to_radians().sin_cos();
    for (i, char) in chars.into_iter().enumerate() {
        let along = step * i as f32;
        let (x, y) = (shape.x + along * cos, shape.y + along * sin);
        glyphs.push(Glyph { char, x, y, advance: step, ..shape });
    }
}
