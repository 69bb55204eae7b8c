//! Noise with fixed seeds, so that the same ground looks the same on every machine.

use super::lines::chance;

/// The number of random numbers in each row and column of the table; noise repeats after that many swells, which is not noticeable.
const PERIOD: usize = 256;

/// Random numbers on a lattice, drawn once.
pub(super) struct Noise(Vec<f32>);

impl Noise {
    pub(crate) fn new() -> Noise {
        Noise((0..PERIOD * PERIOD).map(|i| chance((i % PERIOD) as i32, (i / PERIOD) as i32, 0)).collect())
    }

    /// Smooth noise between 0 and 1, one swell per unit.
    #[inline]
    pub(crate) fn value(&self, x: f32, y: f32) -> f32 {
        let (xi, yi) = (x.floor(), y.floor());
        let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
        let (u, v) = (ease(x - xi), ease(y - yi));
        let wrap = |i: i32| i as usize % PERIOD; // a power of two, so negative numbers wrap as well
        let (left, right) = (wrap(xi as i32), wrap(xi as i32 + 1));
        let (above, below) = (wrap(yi as i32) * PERIOD, wrap(yi as i32 + 1) * PERIOD);
        let (a, b, c, d) = (self.0[above + left], self.0[above + right], self.0[below + left], self.0[below + right]);
        a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v
    }

    /// Ridges and gullies. `octaves` are as many as the picture's pixels can show.
    pub(crate) fn ridges(&self, x: f32, y: f32, octaves: i32) -> f32 {
        let (wx, wy) = (self.value(x * 0.9 + 107.3, y * 0.9 + 31.7) * 0.5, self.value(x * 0.9 + 37.1, y * 0.9 + 175.9) * 0.5);
        let (mut x, mut y) = ((x + wx) * FIRST, (y + wy) * FIRST);
        let (mut strength, mut total, mut weight) = (0.5, 0.0, 1.0_f32);
        for _ in 0..octaves {
            let ridge = 1.0 - (2.0 * self.value(x, y) - 1.0).abs();
            let ridge = ridge * ridge;
            total += ridge * strength * weight;
            weight = (ridge * 1.6).min(1.0);
            strength *= WEAKER;
            // Each octave is turned against the last, so that no grain of the lattice shows.
            (x, y) = ((x * TURN.0 - y * TURN.1) * FINER + 17.3, (x * TURN.1 + y * TURN.0) * FINER + 41.9);
        }
        total
    }
}

/// The first octave of the ridges, in swells a hex, and how much finer and weaker each next one is.
const FIRST: f32 = 1.15;
const FINER: f32 = 2.07;
const WEAKER: f32 = 0.52;
/// Cosine and sine of the turn from octave to octave.
const TURN: (f32, f32) = (0.8, 0.6);

/// How many octaves of ridges a picture can show.
pub(super) fn octaves(pixels_a_hex: f32) -> i32 {
    // The finest swell should be at least about two pixels wide.
    (1..5).filter(|octave| FIRST * FINER.powi(*octave) * 1.9 < pixels_a_hex).count() as i32 + 1
}
