//! The file of weights: what the product reads (`digits.rs` of `proviso-raster`) and this task writes.
//!
//! `digits1`, the length of the alphabet in bytes and the alphabet; how many layers; of each: maps
//! from and to (two bytes each), kernel, stride and padding (down and across, a byte each), whether
//! what is below zero is cut; for each map that it makes a scale and a bias (four bytes each); then
//! the weights, a signed byte each, in parts of the scale. Little-endian.
//!
//! **Invariant:** a weight is off by at most half of its row's largest over 127.

use anyhow::{Result, ensure};

use super::net::{Layer, Net, Shape};
use super::text::ALPHABET;

const HEAD: &[u8] = b"digits1";

/// The file.
pub(super) fn written(net: &Net) -> Result<Vec<u8>> {
    let mut out = HEAD.to_vec();
    out.push(u8::try_from(ALPHABET.len())?);
    out.extend(ALPHABET.bytes());
    out.push(u8::try_from(net.layers.len())?);
    for Layer { shape, weights, bias } in &net.layers {
        out.extend(u16::try_from(shape.from)?.to_le_bytes());
        out.extend(u16::try_from(shape.to)?.to_le_bytes());
        for it in [shape.kernel, shape.stride, shape.padding].as_flattened() {
            out.push(u8::try_from(*it)?);
        }
        out.push(u8::from(shape.cut));
        let rows = || weights.chunks_exact(shape.inputs());
        for (row, bias) in rows().zip(bias) {
            out.extend(scale(row).to_le_bytes());
            out.extend(bias.to_le_bytes());
        }
        for row in rows() {
            let scale = scale(row);
            out.extend(row.iter().map(|it| ((it / scale).round() as i8).to_le_bytes()[0]));
        }
    }
    Ok(out)
}

fn scale(row: &[f32]) -> f32 {
    let largest = row.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
    largest.max(f32::MIN_POSITIVE) / 127.0
}

/// The network of a file, as the product has it.
pub(super) fn read(file: &[u8]) -> Result<Net> {
    let mut rest = file;
    let mut take = |n: usize| {
        ensure!(rest.len() >= n, "the file of weights is cut off");
        let (now, later) = rest.split_at(n);
        rest = later;
        Ok(now)
    };
    ensure!(take(HEAD.len())? == HEAD, "no file of weights");
    let n = usize::from(take(1)?[0]);
    ensure!(take(n)? == ALPHABET.as_bytes(), "weights of another alphabet");
    let number = |it: &[u8]| f32::from_le_bytes([it[0], it[1], it[2], it[3]]);
    let mut layers = Vec::new();
    for _ in 0..take(1)?[0] {
        let head = take(11)?;
        let (from, to) = (
            usize::from(u16::from_le_bytes([head[0], head[1]])),
            usize::from(u16::from_le_bytes([head[2], head[3]])),
        );
        let pair = |at: usize| [usize::from(head[at]), usize::from(head[at + 1])];
        let (kernel, stride, padding) = (pair(4), pair(6), pair(8));
        let shape = Shape { from, to, kernel, stride, padding, cut: head[10] != 0 };
        let rows = take(8 * to)?;
        let scales: Vec<f32> = rows.chunks_exact(8).map(number).collect();
        let bias = rows.chunks_exact(8).map(|it| number(&it[4..])).collect();
        let weights = take(to * shape.inputs())?;
        let weights = weights
            .chunks_exact(shape.inputs())
            .zip(&scales)
            .flat_map(|(row, scale)| row.iter().map(move |it| f32::from(it.cast_signed()) * scale));
        layers.push(Layer { shape, weights: weights.collect(), bias });
    }
    ensure!(rest.is_empty(), "the file of weights is too long");
    Ok(Net { layers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;

    #[test]
    fn what_is_written_is_read_again_but_for_rounding() {
        let net = Net::new(ALPHABET.chars().count() + 1, &mut Chance::new(3, 0));
        let file = written(&net).expect("it fits");
        let again = read(&file).expect("it was just written");
        for (a, b) in net.layers.iter().zip(&again.layers) {
            assert_eq!((a.shape, &a.bias), (b.shape, &b.bias));
            for (a, b) in a.weights.iter().zip(&b.weights) {
                assert!((a - b).abs() < 0.02, "{a} {b}");
            }
        }
        assert!(read(&file[..file.len() - 1]).is_err());
    }
}
