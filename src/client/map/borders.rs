//! Regions: a band of color inside each border, and the borders themselves.

use super::lines::{Spread, Tiles, chaikin, dashes};
use super::look::{Kind, tint};
use super::plane::Plane;
use crate::board::Dir;
use crate::cartography::{Border, border, borders, trace};
use bevy_egui::egui::{Color32, Pos2};

/// How wide a ribbon is.
const RIBBON: f32 = 0.15;
/// How much of its tint a ribbon shows.
const STRENGTH: f32 = 0.33;
/// Dash, gap, dot, gap of a border between countries, and of one inside a country.
const HARD: [f32; 4] = [0.16, 0.05, 0.035, 0.05];
const SOFT: [f32; 2] = [0.045, 0.06];

/// A piece of ribbon along one side of one hex: two corners on the border, then the two points inside.
pub(super) struct Ribbon {
    pub border: [Pos2; 2],
    pub inner: [Pos2; 2],
    pub color: Color32,
}

/// Everything drawn about regions.
pub(super) struct Borders {
    pub ribbons: Spread<Ribbon>,
    pub hard: Spread<Vec<Pos2>>,
    pub soft: Spread<Vec<Pos2>>,
}

impl Borders {
    pub(crate) fn new(plane: &Plane, kinds: &[Kind], tiles: Tiles) -> Borders {
        let lines = |kind: Border, pattern: &[f32]| {
            let mut spread = Spread::new(tiles);
            for line in trace(&borders(&plane.ground, kinds, kind)) {
                let line: Vec<Pos2> = line.into_iter().map(|key| plane.corner(key)).collect();
                for dash in dashes(&chaikin(&line, 1), pattern) {
                    spread.put(dash[0], dash);
                }
            }
            spread
        };
        Borders { ribbons: ribbons(plane, kinds, tiles), hard: lines(Border::Country, &HARD), soft: lines(Border::Region, &SOFT) }
    }
}

/// The ribbon on each side of each hex at a border. Neighboring pieces meet edge to edge, so that no corner is tinted twice.
fn ribbons(plane: &Plane, kinds: &[Kind], tiles: Tiles) -> Spread<Ribbon> {
    let grid = &plane.ground.grid;
    let mut spread = Spread::new(tiles);
    for ix in plane.all() {
        let Some(color) = tint(&plane.ground, &plane.look, usize::from(plane.ground.region[ix.at()])) else { continue };
        let at_border = Dir::ALL.map(|dir| grid.across(ix, dir).is_some_and(|there| border(&plane.ground, kinds, ix, there).is_some()));
        let corners = plane.outline(ix);
        // At 120° a strip of a width is cut off along the next side, or along the line to the middle, at this distance.
        let cut = RIBBON / 0.866_025_4;
        for dir in (0..6).filter(|dir| at_border[*dir]) {
            let inner = |corner: usize, other_side: usize, other_corner: usize| {
                let toward = if at_border[other_side] { plane.center(ix) } else { corners[other_corner] };
                corners[corner] + (toward - corners[corner]).normalized() * cut
            };
            let (from, to) = (dir, (dir + 1) % 6);
            let piece = Ribbon {
                border: [corners[from], corners[to]],
                inner: [inner(from, (dir + 5) % 6, (dir + 5) % 6), inner(to, to, (dir + 2) % 6)],
                color: color.gamma_multiply(STRENGTH),
            };
            spread.put(plane.center(ix), piece);
        }
    }
    spread
}
