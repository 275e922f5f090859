//! Maps that are asked more often than it is worth to hash well: by short names and small numbers.
//!
//! What is in them is chosen by whoever writes a text; who chooses it badly on purpose makes their own
//! judging slow, and no more than a list of so many names would be.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) type Map<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
pub(crate) type Set<K> = HashSet<K, BuildHasherDefault<Quick>>;

/// Turns, mixes, multiplies.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Quick(u64);

impl Quick {
    fn add(&mut self, it: u64) {
        self.0 = (self.0.rotate_left(5) ^ it).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        let (parts, rest) = bytes.as_chunks::<8>();
        for it in parts {
            self.add(u64::from_le_bytes(*it));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.add(u64::from_le_bytes(last));
    }

    fn write_u8(&mut self, it: u8) {
        self.add(u64::from(it));
    }

    fn write_u32(&mut self, it: u32) {
        self.add(u64::from(it));
    }

    fn write_usize(&mut self, it: usize) {
        self.add(it as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
