//! The picture of the land: colors that blend into each other, hills that cast shadows, and the sea with its pale shallows.

use super::lines::chance;
use super::look::{Kind, Relief, SCENERY, SEA, relief_of};
use super::noise::{Noise, octaves};
use super::plane::Plane;
use super::water::{Field, Water};
use crate::board::Ix;
use bevy_egui::egui::{Color32, ColorImage, Pos2, Rect, pos2};

/// How far the colors and heights of a hex reach: only the nearest seven hexes count at any point.
const REACH: f32 = 1.1547;
/// Width of the bell curve with which heights are blended.
const BELL: f32 = 0.52;
/// Width of the plateau with which colors are blended: the center of a hex keeps its own.
const PLATEAU: f32 = 0.46;
/// The weight of a hex that is not in play: beyond the edge, or sea that is really land.
const BESIDE: f32 = 0.3;
/// How deep rivers and roads are cut, and how much they smooth the ground.
const VALLEY: f32 = 0.18;
const SMOOTH: f32 = 0.75;
/// Where the light comes from: north-west, and from above.
const LIGHT: [f32; 3] = [0.60, 0.62, 0.80];
/// How much steeper the ground is drawn than its heights say.
const STEEP: f32 = 0.42;
/// The shade of flat ground, and how much light and shadow change it.
const SHADE: (f32, f32) = (0.66, 0.34);
/// How far each pale band reaches into the sea, and how strong it is.
const BANDS: [(f32, f32); 5] = [(0.95, 0.10), (0.675, 0.12), (0.45, 0.16), (0.25, 0.22), (0.11, 0.34)];
const PALE: [f32; 3] = [226.0, 240.0, 243.0];

/// Values by the square of a distance, from 0 to the square of [`REACH`].
struct Falloff {
    color: Vec<f32>,
    height: Vec<f32>,
}

const ENTRIES: usize = 1024;

impl Falloff {
    fn new() -> Falloff {
        let table = |f: &dyn Fn(f32) -> f32| (0..=ENTRIES).map(|i| f((i as f32 / ENTRIES as f32).sqrt() * REACH)).collect();
        let bell = |d: f32| (-(d / BELL).powi(2)).exp();
        let least = bell(REACH); // so that it ends at nothing, without an edge
        Falloff { color: table(&|d| (-(d / PLATEAU).powi(4)).exp()), height: table(&|d| (bell(d) - least).max(0.0)) }
    }

    fn at(&self, square: f32) -> Option<(f32, f32)> {
        let place = square * (ENTRIES as f32 / (REACH * REACH));
        (place < ENTRIES as f32).then(|| {
            let (i, t) = (place as usize, place.fract());
            let mix = |table: &[f32]| table[i] + (table[i + 1] - table[i]) * t;
            (mix(&self.color), mix(&self.height))
        })
    }
}

/// What the picture is made from.
pub(super) struct Land<'a> {
    pub plane: &'a Plane,
    pub kinds: &'a [Kind],
    pub water: &'a Water,
    pub noise: &'a Noise,
    /// How much each point is in a valley: 0 to 1.
    pub valleys: &'a Field,
}

/// The ground at a point before light falls on it.
#[derive(Clone, Copy, Default)]
struct Spot {
    rgb: [f32; 3],
    height: f32,
}

/// The seven hexes that count at a point, kept while the point stays in the same hex.
struct Near {
    hex: Option<Ix>,
    first: Pos2,
    about: [(Pos2, Relief, f32); 7],
}

impl Land<'_> {
    fn near(&self, at: Pos2) -> Near {
        let about = self.plane.about(at);
        let of = |(ix, middle): (Option<Ix>, Pos2)| match ix.map(|ix| self.kinds[ix.at()]) {
            Some(kind) if !kind.is_water() => (middle, relief_of(kind), 1.0),
            _ => (middle, SCENERY, BESIDE),
        };
        Near { hex: about[0].0, first: about[0].1, about: about.map(of) }
    }

    fn spot(&self, at: Pos2, near: &mut Option<Near>, falloff: &Falloff, octaves: i32) -> Spot {
        // A point nearer to the middle than any side is surely in the same hex.
        let same = near.as_ref().is_some_and(|near| near.first.distance_sq(at) < 0.24 || (near.hex.is_some() && self.plane.hex_at(at) == near.hex));
        if !same {
            *near = Some(self.near(at));
        }
        let Some(near) = near else { return Spot::default() };
        let (mut rgb, mut colors, mut height, mut rough, mut heights) = ([0.0; 3], 1e-6, 0.0, 0.0, 1e-6);
        for (middle, relief, weight) in &near.about {
            let Some((color, bell)) = falloff.at(middle.distance_sq(at)) else { continue };
            let (color, bell) = (color * weight, bell * weight);
            for (sum, part) in rgb.iter_mut().zip(relief.rgb) {
                *sum += part * color;
            }
            colors += color;
            height += relief.height * bell;
            rough += relief.rough * bell;
            heights += bell;
        }
        let (height, rough) = (height / heights, rough / heights);
        let valley = self.valleys.at(at);
        let ridges = self.noise.ridges(at.x, at.y, octaves) * 1.15;
        Spot { rgb: rgb.map(|sum| sum / colors), height: height * 0.9 + rough * ridges * (1.0 - SMOOTH * valley) - valley * VALLEY * (height + 0.12) }
    }

    /// The color of the sea at a point.
    fn sea(&self, at: Pos2) -> [f32; 3] {
        let away = -self.water.sea.at(at);
        BANDS.iter().filter(|(reach, _)| away > -0.2 && away < *reach).fold(SEA, |rgb, (reach, strength)| {
            let strength = strength * ((reach - away) / 0.04).min(1.0);
            [0, 1, 2].map(|c| rgb[c] + (PALE[c] - rgb[c]) * strength)
        })
    }

    /// A piece of the map as a picture.
    pub(crate) fn picture(&self, window: Rect, pixels_a_hex: f32) -> ColorImage {
        let count = |length: f32| (length * pixels_a_hex).round().max(1.0) as usize;
        let size = [count(window.width()), count(window.height())];
        let mut image = ColorImage::filled(size, Color32::BLACK);
        let workers = std::thread::available_parallelism().map_or(1, usize::from).min(8);
        let rows = size[1].div_ceil(workers * 4).max(1);
        let falloff = Falloff::new();
        // More strips than workers, dealt in turn: seas are cheap and mountains are not.
        let strips: Vec<(usize, &mut [Color32])> = image.pixels.chunks_mut(rows * size[0]).enumerate().collect();
        let mut hands: Vec<Vec<(usize, &mut [Color32])>> = (0..workers).map(|_| Vec::new()).collect();
        for (i, strip) in strips {
            hands[i % workers].push((i * rows, strip));
        }
        std::thread::scope(|scope| {
            for hand in hands {
                let falloff = &falloff;
                scope.spawn(move || {
                    for (top, pixels) in hand {
                        self.strip(window, size, top, pixels, falloff);
                    }
                });
            }
        });
        image
    }

    /// Some rows of the picture from `top` on.
    fn strip(&self, window: Rect, size: [usize; 2], top: usize, pixels: &mut [Color32], falloff: &Falloff) {
        let [wide, _] = size;
        let step = window.width() / wide as f32;
        let scale = 1.0 / step;
        let octaves = octaves(scale);
        let place = |x: usize, y: i64| window.min + (pos2(x as f32 + 0.5, y as f32 + 0.5) * step).to_vec2();
        let fill = |row: &mut Vec<Spot>, y: i64| {
            let mut near = None;
            row.clear();
            row.extend((0..wide).map(|x| {
                let at = place(x, y);
                if self.water.shore.at(at) < -2.5 * step { Spot::default() } else { self.spot(at, &mut near, falloff, octaves) }
            }));
        };
        let [mut above, mut here, mut below] = [(); 3].map(|()| Vec::with_capacity(wide));
        fill(&mut above, top as i64 - 1);
        fill(&mut here, top as i64);
        for (down, line) in pixels.chunks_mut(wide).enumerate() {
            let y = top + down;
            fill(&mut below, y as i64 + 1);
            for (x, pixel) in line.iter_mut().enumerate() {
                let at = place(x, y as i64);
                let dry = (0.5 + self.water.shore.at(at) * scale).clamp(0.0, 1.0);
                let grain = (chance((at.x * scale) as i32, (at.y * scale) as i32, 77) - 0.5) * 5.0;
                let wet = if dry < 1.0 { self.sea(at) } else { SEA };
                let (left, right) = (x.saturating_sub(1), (x + 1).min(wide - 1));
                let slope = [here[right].height - here[left].height, below[x].height - above[x].height].map(|d| d * scale * STEEP);
                let land = if dry > 0.0 { lit(here[x].rgb, slope, grain) } else { wet };
                let [r, g, b] = [0, 1, 2].map(|c| (wet[c] + (land[c] - wet[c]) * dry + 0.5) as u8);
                *pixel = Color32::from_rgb(r, g, b);
            }
            std::mem::swap(&mut above, &mut here);
            std::mem::swap(&mut here, &mut below);
        }
    }
}

/// Ground of a color and slope in the light; shadows are a little blue.
fn lit(rgb: [f32; 3], [dx, dy]: [f32; 2], grain: f32) -> [f32; 3] {
    let upright = 1.0 / (1.0 + dx * dx + dy * dy).sqrt();
    let light = ((dx * LIGHT[0] + dy * LIGHT[1] + LIGHT[2]) * upright / LIGHT[2]).clamp(0.35, 1.45);
    let (factor, lift, dark) = (SHADE.0 + SHADE.1 * light, (light - 1.0).max(0.0) * 26.0, (1.0 - light).max(0.0));
    let cool = [-2.0, 3.0, 16.0];
    [0, 1, 2].map(|c| (rgb[c] * factor + lift + grain + dark * cool[c]).clamp(0.0, 255.0))
}

/// How much a point is in a valley, given its distance from the center of a river or road half as wide as `half`, softly.
pub(super) fn valley(distance: f32, half: f32) -> f32 {
    // A soft step for each bank; the logistic curve stands in for the normal one.
    let step = |t: f32| 1.0 / (1.0 + (-t * 17.0).exp());
    (step(distance + half) - step(distance - half)).clamp(0.0, 1.0)
}
