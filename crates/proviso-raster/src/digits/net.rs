//! The layers of the network that reads numbers, and the file that they come from.
//!
//! `cargo xtask digits` teaches it and writes the file, which says of every layer what it looks at;
//! its form stands there (`digits/weights.rs`).
//!
//! **Invariant:** sums are taken in one order without shortcuts of a processor, so a strip gives the
//! same numbers on every machine.

/// Columns of a product that are worked out together.
const WIDE: usize = 16;
/// Rows of it.
const HIGH: usize = 4;
const HEAD: &[u8] = b"digits1";

/// A convolution: maps of one size become others.
struct Layer {
    from: usize,
    to: usize,
    /// Down and across, as all that follow.
    kernel: [usize; 2],
    stride: [usize; 2],
    padding: [usize; 2],
    /// Whether what is below zero is cut off.
    cut: bool,
    /// A row of weights for each map that it makes.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

/// The network.
pub(super) struct Net {
    /// What its classes are after the first, which is the blank between letters.
    pub alphabet: Vec<char>,
    layers: Vec<Layer>,
}

/// Bytes of the file that are not read yet.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (now, later) = self.0.split_at_checked(n)?;
        self.0 = later;
        Some(now)
    }

    fn byte(&mut self) -> Option<usize> {
        Some(usize::from(self.take(1)?[0]))
    }

    fn pair(&mut self) -> Option<[usize; 2]> {
        Some([self.byte()?, self.byte()?])
    }

    fn short(&mut self) -> Option<usize> {
        let [low, high] = self.pair()?;
        Some(low | high << 8)
    }

    fn number(&mut self) -> Option<f32> {
        Some(f32::from_le_bytes(self.take(4)?.try_into().ok()?))
    }
}

impl Net {
    /// The network of a file; none where it is cut off or something else.
    pub(super) fn of(file: &[u8]) -> Option<Net> {
        let mut rest = Rest(file);
        (rest.take(HEAD.len())? == HEAD).then_some(())?;
        let n = rest.byte()?;
        let alphabet = std::str::from_utf8(rest.take(n)?).ok()?.chars().collect();
        let n = rest.byte()?;
        let layers = (0..n).map(|_| Layer::of(&mut rest)).collect::<Option<_>>()?;
        rest.0.is_empty().then_some(Net { alphabet, layers })
    }

    /// What each class has in every column of a strip so high, unbounded: a row for each class.
    pub(super) fn read(&self, strip: &[f32], height: usize) -> Vec<f32> {
        let mut maps = strip.to_vec();
        let mut size = [height, strip.len() / height.max(1)];
        for layer in &self.layers {
            (maps, size) = layer.made(&maps, size);
        }
        maps
    }
}

impl Layer {
    fn of(rest: &mut Rest<'_>) -> Option<Layer> {
        let (from, to) = (rest.short()?, rest.short()?);
        let (kernel, stride, padding) = (rest.pair()?, rest.pair()?, rest.pair()?);
        let cut = rest.byte()? != 0;
        let inputs = from * kernel[0] * kernel[1];
        let usable = inputs > 0 && to > 0 && !stride.contains(&0);
        usable.then_some(())?;
        let (mut scales, mut bias) = (Vec::new(), Vec::new());
        for _ in 0..to {
            scales.push(rest.number()?);
            bias.push(rest.number()?);
        }
        let rows = rest.take(to * inputs)?.chunks_exact(inputs).zip(scales);
        let weights = rows
            .flat_map(|(row, scale)| row.iter().map(move |it| f32::from(it.cast_signed()) * scale));
        let weights = weights.collect();
        Some(Layer { from, to, kernel, stride, padding, cut, weights, bias })
    }

    fn made(&self, maps: &[f32], size: [usize; 2]) -> (Vec<f32>, [usize; 2]) {
        let side = |at: usize| {
            (size[at] + 2 * self.padding[at]).saturating_sub(self.kernel[at]) / self.stride[at] + 1
        };
        let [height, width] = [side(0), side(1)];
        let n = height * width;
        // Rows end in a whole block, so that none needs care of its own.
        let row = n.next_multiple_of(WIDE);
        let columns = self.columns(maps, size, [height, width], row);
        let inputs = self.from * self.kernel[0] * self.kernel[1];
        let mut out = vec![0.0; self.to * n];
        for top in (0..self.to).step_by(HIGH) {
            // The last rows are worked out twice rather than in a smaller block.
            let top = top.min(self.to.saturating_sub(HIGH));
            let rows: [usize; HIGH] = std::array::from_fn(|it| (top + it).min(self.to - 1));
            let weights = rows.map(|it| &self.weights[it * inputs..(it + 1) * inputs]);
            for left in (0..n).step_by(WIDE) {
                let mut sums = rows.map(|it| [self.bias[it]; WIDE]);
                for (input, column) in columns.chunks_exact(row).enumerate() {
                    let Some(column) = column[left..].first_chunk::<WIDE>() else { break };
                    for (sums, weights) in sums.iter_mut().zip(weights) {
                        let weight = weights[input];
                        for (sum, it) in sums.iter_mut().zip(column) {
                            *sum += weight * it;
                        }
                    }
                }
                let wide = WIDE.min(n - left);
                for (to, sums) in rows.into_iter().zip(sums) {
                    let sums = sums.map(|it| if self.cut { it.max(0.0) } else { it });
                    out[to * n + left..to * n + left + wide].copy_from_slice(&sums[..wide]);
                }
            }
        }
        (out, [height, width])
    }

    /// The inputs of every output, a column each, in rows of this length.
    fn columns(&self, maps: &[f32], size: [usize; 2], out: [usize; 2], row: usize) -> Vec<f32> {
        let [kernel_height, kernel_width] = self.kernel;
        let inputs = self.from * kernel_height * kernel_width;
        let mut columns = vec![0.0; inputs * row];
        for (input, columns) in columns.chunks_exact_mut(row).enumerate() {
            let (map, place) = (input / (kernel_height * kernel_width), input / kernel_width);
            let (down, across) = (place % kernel_height, input % kernel_width);
            for y in 0..out[0] {
                let from = (y * self.stride[0] + down).checked_sub(self.padding[0]);
                let Some(from) = from.filter(|it| *it < size[0]) else { continue };
                let pixels = &maps[(map * size[0] + from) * size[1]..][..size[1]];
                for x in 0..out[1] {
                    let from = (x * self.stride[1] + across).checked_sub(self.padding[1]);
                    if let Some(pixel) = from.and_then(|it| pixels.get(it)) {
                        columns[y * out[1] + x] = *pixel;
                    }
                }
            }
        }
        columns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A layer of one map that adds up three pixels of a row, and twice the middle one.
    fn summing(cut: bool, bias: f32) -> Layer {
        Layer {
            from: 1,
            to: 1,
            kernel: [1, 3],
            stride: [1, 2],
            padding: [0, 1],
            cut,
            weights: vec![1.0, 2.0, 1.0],
            bias: vec![bias],
        }
    }

    #[test]
    fn a_layer_weighs_what_lies_around_each_pixel() {
        let (made, size) = summing(false, 0.5).made(&[1.0, 2.0, 3.0, 4.0, 5.0], [1, 5]);
        assert_eq!((made, size), (vec![4.5, 12.5, 14.5], [1, 3]));
        let (made, _) = summing(true, -13.0).made(&[1.0, 2.0, 3.0, 4.0, 5.0], [1, 5]);
        assert_eq!(made, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn a_file_that_is_cut_off_is_no_network() {
        let file = crate::digits::WEIGHTS;
        assert!(Net::of(file).is_some());
        for n in [0, 3, 60, file.len() / 2, file.len() - 1] {
            assert!(Net::of(&file[..n]).is_none(), "{n}");
        }
    }
}
