//! Maps by names and small numbers, with a plain hash: they are asked so often that hashing well, as
//! the standard one does, takes longer than finding.
//!
//! Who writes a text chooses its names. Chosen badly on purpose they make that text's judging slow, as
//! slow as a list of them would be; a text has an end.

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
