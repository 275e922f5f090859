//! A small convolutional network that reads a strip, and how it learns.
//!
//! Every layer is a convolution: the last ones, of height 1, look along the line only. Strips are
//! learned one by one, so each is as wide as it is, and gradients are gathered over a few.
//! Gradient steps are Adam's (Kingma and Ba, Adam: a method for stochastic optimization, 2015);
//! first weights are He's (He et al., Delving deep into rectifiers, 2015).
//!
//! **Invariant:** the network ends in rows of one pixel's height, a column for every second pixel of
//! the strip.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::chance::Chance;

/// Height of a strip in pixels.
pub(super) const HEIGHT: usize = 32;

/// What one layer looks at and makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    pub from: usize,
    pub to: usize,
    /// Down and across, as all that follow.
    pub kernel: [usize; 2],
    pub stride: [usize; 2],
    pub padding: [usize; 2],
    /// Whether what is below zero is cut off.
    pub cut: bool,
}

/// The layers of a network that tells `classes` apart.
fn shapes(classes: usize) -> Vec<Shape> {
    let square = |from, to, stride: [usize; 2]| Shape {
        from,
        to,
        kernel: [3, 3],
        stride,
        padding: [1, 1],
        cut: true,
    };
    let along = |from, to, kernel: [usize; 2], cut| Shape {
        from,
        to,
        kernel,
        stride: [1, 1],
        padding: [0, kernel[1] / 2],
        cut,
    };
    vec![
        square(1, 16, [2, 2]),
        square(16, 24, [2, 1]),
        square(24, 32, [1, 1]),
        square(32, 48, [2, 1]),
        square(48, 48, [1, 1]),
        along(48, 96, [HEIGHT / 8, 3], true),
        along(96, 96, [1, 5], true),
        along(96, classes, [1, 1], false),
    ]
}

/// A layer with what it has learned; weights are rows, one for each map that it makes.
#[derive(Debug, Clone)]
pub(super) struct Layer {
    pub shape: Shape,
    pub weights: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Shape {
    /// Inputs of one output.
    pub(super) fn inputs(&self) -> usize {
        self.from * self.kernel[0] * self.kernel[1]
    }

    fn out(&self, size: [usize; 2]) -> [usize; 2] {
        let side = |at: usize| {
            (size[at] + 2 * self.padding[at]).saturating_sub(self.kernel[at]) / self.stride[at] + 1
        };
        [side(0), side(1)]
    }

    /// Calls `each` for every run of inputs that are pixels of one row: where the run begins among
    /// the columns, the pixel that it begins with, and how long it is.
    fn rows(&self, size: [usize; 2], mut each: impl FnMut(usize, usize, usize)) {
        let [out_height, out_width] = self.out(size);
        let [kernel_height, kernel_width] = self.kernel;
        for input in 0..self.inputs() {
            let (map, down) = (input / (kernel_height * kernel_width), input / kernel_width);
            let (down, across) = (down % kernel_height, input % kernel_width);
            // Columns whose pixel lies within the strip.
            let first = self.padding[1].saturating_sub(across).div_ceil(self.stride[1]);
            let last = (size[1] + self.padding[1]).saturating_sub(across + 1) / self.stride[1] + 1;
            let last = last.min(out_width);
            if first >= last {
                continue;
            }
            let from = first * self.stride[1] + across - self.padding[1];
            for y in 0..out_height {
                let row = y * self.stride[0] + down;
                let Some(row) = row.checked_sub(self.padding[0]).filter(|it| *it < size[0]) else {
                    continue;
                };
                let to = input * out_height * out_width + y * out_width + first;
                each(to, (map * size[0] + row) * size[1] + from, last - first);
            }
        }
    }

    /// The inputs of every output, a column each.
    fn columns(&self, maps: &[f32], size: [usize; 2]) -> Vec<f32> {
        let [height, width] = self.out(size);
        let mut columns = vec![0.0; self.inputs() * height * width];
        self.rows(size, |to, from, n| {
            let pixels = maps[from..].iter().step_by(self.stride[1]);
            columns[to..to + n].iter_mut().zip(pixels).for_each(|(to, it)| *to = *it);
        });
        columns
    }

    /// What columns want of the pixels that they were copied from.
    fn back(&self, columns: &[f32], size: [usize; 2]) -> Vec<f32> {
        let mut maps = vec![0.0; self.from * size[0] * size[1]];
        self.rows(size, |to, from, n| {
            let pixels = maps[from..].iter_mut().step_by(self.stride[1]);
            pixels.zip(&columns[to..to + n]).for_each(|(pixel, it)| *pixel += *it);
        });
        maps
    }
}

/// What a layer was shown and made of it, for learning.
struct Seen {
    size: [usize; 2],
    columns: Vec<f32>,
    made: Vec<f32>,
}

/// The network.
#[derive(Debug, Clone)]
pub(super) struct Net {
    pub layers: Vec<Layer>,
}

/// A strip's pixels as the network sees them: rows of ink, 0 is paper and 1 the darkest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pixels {
    pub width: usize,
    pub ink: Vec<f32>,
}

impl Net {
    /// Weights by chance.
    pub(super) fn new(classes: usize, chance: &mut Chance) -> Net {
        let layer = |shape: Shape| {
            let spread = (2.0 / shape.inputs() as f32).sqrt();
            let weights = (0..shape.to * shape.inputs()).map(|_| spread * chance.normal());
            let weights = weights.collect();
            Layer { shape, weights, bias: vec![0.0; shape.to] }
        };
        Net { layers: shapes(classes).into_iter().map(layer).collect() }
    }

    /// What each class has in every column, unbounded: a row for each class.
    pub(super) fn read(&self, strip: &Pixels) -> Vec<f32> {
        self.through(strip).pop().map(|it| it.made).unwrap_or_default()
    }

    fn through(&self, strip: &Pixels) -> Vec<Seen> {
        let mut all: Vec<Seen> = Vec::with_capacity(self.layers.len());
        let mut size = [HEIGHT, strip.width];
        for layer in &self.layers {
            let maps = all.last().map_or(&strip.ink, |it| &it.made);
            let shape = layer.shape;
            let columns = shape.columns(maps, size);
            let [height, width] = shape.out(size);
            let n = height * width;
            let mut made: Vec<f32> =
                layer.bias.iter().flat_map(|it| std::iter::repeat_n(*it, n)).collect();
            product(
                table(&layer.weights, shape.to, shape.inputs()),
                table(&columns, shape.inputs(), n),
                &mut made,
                1.0,
            );
            if shape.cut {
                made.iter_mut().for_each(|it| *it = it.max(0.0));
            }
            all.push(Seen { size, columns, made });
            size = [height, width];
        }
        all
    }

    /// Adds to the gradients what one strip wants; `wanted` says what it wants of the classes.
    /// Comes back with what `wanted` said of it.
    pub(super) fn learn(
        &self,
        strip: &Pixels,
        gradients: &mut Store,
        wanted: impl FnOnce(&[f32]) -> (f32, Vec<f32>),
    ) -> f32 {
        let mut all = self.through(strip);
        let (loss, mut above) = match all.last() {
            Some(it) => wanted(&it.made),
            None => return 0.0,
        };
        for (at, layer) in self.layers.iter().enumerate().rev() {
            let Some(Seen { size, mut columns, made }) = all.pop() else { break };
            let shape = layer.shape;
            let n = made.len() / shape.to;
            if shape.cut {
                above.iter_mut().zip(&made).filter(|it| *it.1 <= 0.0).for_each(|it| *it.0 = 0.0);
            }
            let (weights, bias) = &mut gradients.0[at];
            let rows = table(&above, shape.to, n);
            product(rows, table(&columns, shape.inputs(), n).reversed_axes(), weights, 1.0);
            for (bias, row) in bias.iter_mut().zip(above.chunks_exact(n)) {
                *bias += row.iter().sum::<f32>();
            }
            if at == 0 {
                break;
            }
            let weights = table(&layer.weights, shape.to, shape.inputs()).reversed_axes();
            product(weights, rows, &mut columns, 0.0);
            above = shape.back(&columns, size);
        }
        loss
    }
}

fn table(values: &[f32], rows: usize, columns: usize) -> ArrayView2<'_, f32> {
    // Whoever calls knows how many there are.
    ArrayView2::from_shape((rows, columns), values).unwrap_or_else(|it| panic!("{it}"))
}

/// `to = a · b + keep · to`.
fn product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>, to: &mut [f32], keep: f32) {
    let size = (a.nrows(), b.ncols());
    let mut to = ArrayViewMut2::from_shape(size, to).unwrap_or_else(|it| panic!("{it}"));
    general_mat_mul(1.0, &a, &b, keep, &mut to);
}

/// Gradients, or what Adam remembers of them, as large as a network.
#[derive(Debug, Clone)]
pub(super) struct Store(Vec<(Vec<f32>, Vec<f32>)>);

impl Store {
    pub(super) fn of(net: &Net) -> Store {
        let empty = |it: &Layer| (vec![0.0; it.weights.len()], vec![0.0; it.bias.len()]);
        Store(net.layers.iter().map(empty).collect())
    }

    fn values(&mut self) -> impl Iterator<Item = &mut f32> {
        self.0.iter_mut().flat_map(|it| it.0.iter_mut().chain(&mut it.1))
    }
}

/// Adam.
pub(super) struct Steps {
    mean: Store,
    square: Store,
    n: i32,
}

impl Steps {
    /// How much of what was is remembered at each step.
    const REMEMBERED: [f32; 2] = [0.9, 0.999];
    /// Gradients longer than this, all together, are shortened: one odd strip must not undo what
    /// thousands have taught.
    const LONGEST: f32 = 5.0;

    pub(super) fn of(net: &Net) -> Steps {
        Steps { mean: Store::of(net), square: Store::of(net), n: 0 }
    }

    /// One step along the gradients of `strips` strips, which are empty afterwards.
    pub(super) fn step(&mut self, net: &mut Net, gradients: &mut Store, strips: usize, rate: f32) {
        self.n += 1;
        let share = 1.0 / strips.max(1) as f32;
        let length = gradients.values().map(|it| (*it * share).powi(2)).sum::<f32>().sqrt();
        let share = share * (Steps::LONGEST / length.max(f32::MIN_POSITIVE)).min(1.0);
        let [mean_kept, square_kept] = Steps::REMEMBERED;
        let [mean_seen, square_seen] = Steps::REMEMBERED.map(|it| 1.0 - it.powi(self.n));
        let weights =
            net.layers.iter_mut().flat_map(|it| it.weights.iter_mut().chain(&mut it.bias));
        let memory = self.mean.values().zip(self.square.values());
        for ((weight, gradient), (mean, square)) in weights.zip(gradients.values()).zip(memory) {
            let it = *gradient * share;
            *gradient = 0.0;
            *mean = mean_kept * *mean + (1.0 - mean_kept) * it;
            *square = square_kept * *square + (1.0 - square_kept) * it * it;
            *weight -= rate * (*mean / mean_seen) / ((*square / square_seen).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_what_small_changes_do() {
        let mut chance = Chance::new(1, 1);
        let mut net = Net::new(3, &mut chance);
        let width = 9;
        let ink = (0..HEIGHT * width).map(|_| chance.unit()).collect();
        let strip = Pixels { width, ink };
        // Half the sum of squares, whose gradient is what was read.
        let loss = |it: &[f32]| (it.iter().map(|it| it * it / 2.0).sum::<f32>(), it.to_vec());
        let mut gradients = Store::of(&net);
        net.learn(&strip, &mut gradients, loss);
        for layer in 0..net.layers.len() {
            let at = net.layers[layer].weights.len() / 2;
            let told = gradients.0[layer].0[at];
            let mut changed = |by: f32| {
                net.layers[layer].weights[at] += by;
                let it = loss(&net.read(&strip)).0;
                net.layers[layer].weights[at] -= by;
                it
            };
            let seen = (changed(1e-3) - changed(-1e-3)) / 2e-3;
            assert!((told - seen).abs() < 0.02 * (1.0 + told.abs()), "{layer}: {told} {seen}");
        }
    }
}
