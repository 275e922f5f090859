//! Records: a tag, a level, bytes; levels make them a tree.

pub(super) const BIN_DATA: u16 = 0x12;
pub(super) const BORDER_FILL: u16 = 0x14;
pub(super) const CHAR_SHAPE: u16 = 0x15;
pub(super) const NUMBERING: u16 = 0x17;
pub(super) const BULLET: u16 = 0x18;
pub(super) const PARA_SHAPE: u16 = 0x19;
pub(super) const DISTRIBUTION: u16 = 0x1c;
pub(super) const PARA_HEADER: u16 = 0x42;
pub(super) const PARA_TEXT: u16 = 0x43;
pub(super) const PARA_CHAR_SHAPE: u16 = 0x44;
pub(super) const CTRL_HEADER: u16 = 0x47;
pub(super) const LIST_HEADER: u16 = 0x48;
pub(super) const PAGE_DEF: u16 = 0x49;
pub(super) const SHAPE_COMPONENT: u16 = 0x4c;
pub(super) const TABLE: u16 = 0x4d;
pub(super) const OLE: u16 = 0x54;
pub(super) const PICTURE: u16 = 0x55;
pub(super) const EQUATION: u16 = 0x58;
pub(super) const FORM_OBJECT: u16 = 0x5b;

/// Records of one stream that are read.
const MAX_RECORDS: usize = 4_000_000;
/// Records within records.
const MAX_LEVEL: usize = 200;

/// A record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record<'a> {
    pub(super) tag: u16,
    pub(super) level: usize,
    pub(super) data: &'a [u8],
}

impl<'a> Record<'a> {
    /// The first record, and the bytes behind it.
    pub(super) fn first(bytes: &'a [u8]) -> Option<(Record<'a>, &'a [u8])> {
        let (head, mut rest) = bytes.split_first_chunk::<4>()?;
        let head = u32::from_le_bytes(*head);
        let mut size = (head >> 20) as usize;
        if size == 0xfff {
            let (long, after) = rest.split_first_chunk::<4>()?;
            size = u32::from_le_bytes(*long) as usize;
            rest = after;
        }
        // A record that says to be longer than what is there is what is there.
        let (data, rest) = rest.split_at(size.min(rest.len()));
        let (tag, level) = ((head & 0x3ff) as u16, ((head >> 10) & 0x3ff) as usize);
        Some((Record { tag, level, data }, rest))
    }

    pub(super) fn byte(&self, at: usize) -> u8 {
        self.data.get(at).copied().unwrap_or(0)
    }

    pub(super) fn short(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.byte(at), self.byte(at + 1)])
    }

    pub(super) fn long(&self, at: usize) -> u32 {
        u32::from(self.short(at)) | u32::from(self.short(at + 2)) << 16
    }

    pub(super) fn signed(&self, at: usize) -> i32 {
        self.long(at) as i32
    }

    /// A text of 16-bit units that begins with their number.
    pub(super) fn text(&self, at: usize) -> (String, usize) {
        let n = usize::from(self.short(at));
        let units: Vec<u16> = (0..n).map(|i| self.short(at + 2 + 2 * i)).collect();
        (String::from_utf16_lossy(&units), at + 2 + 2 * n)
    }
}

/// A record with those below it.
#[derive(Debug, Clone)]
pub(super) struct Branch<'a> {
    pub(super) record: Record<'a>,
    pub(super) below: Vec<Branch<'a>>,
}

impl<'a> Branch<'a> {
    /// The first record of a tag below this one.
    pub(super) fn child(&self, tag: u16) -> Option<&Branch<'a>> {
        self.below.iter().find(|it| it.record.tag == tag)
    }

    /// Records of a tag that hang anywhere below this one.
    pub(super) fn all(&self, tag: u16) -> Vec<Record<'a>> {
        let mut out = Vec::new();
        let mut waiting: Vec<&Branch<'a>> = self.below.iter().rev().collect();
        while let Some(it) = waiting.pop() {
            if it.record.tag == tag {
                out.push(it.record);
            }
            waiting.extend(it.below.iter().rev());
        }
        out
    }

    /// Whether a record of this tag is somewhere below; how often.
    pub(super) fn count(&self, tag: u16) -> usize {
        let here = usize::from(self.record.tag == tag);
        here + self.below.iter().map(|it| it.count(tag)).sum::<usize>()
    }
}

/// The records of a stream as a tree.
pub(super) fn tree(mut bytes: &[u8]) -> Vec<Branch<'_>> {
    let mut roots: Vec<Branch<'_>> = Vec::new();
    // The way from a root to the last record.
    let mut open: Vec<Branch<'_>> = Vec::new();
    let mut n = 0;
    while let Some((record, rest)) = Record::first(bytes) {
        bytes = rest;
        n += 1;
        if n > MAX_RECORDS {
            break;
        }
        let level = record.level.min(MAX_LEVEL);
        while open.len() > level {
            close(&mut open, &mut roots);
        }
        open.push(Branch { record, below: Vec::new() });
    }
    while !open.is_empty() {
        close(&mut open, &mut roots);
    }
    roots
}

/// Hangs the last open record below the one before.
fn close<'a>(open: &mut Vec<Branch<'a>>, roots: &mut Vec<Branch<'a>>) {
    let Some(it) = open.pop() else { return };
    match open.last_mut() {
        Some(parent) => parent.below.push(it),
        None => roots.push(it),
    }
}
