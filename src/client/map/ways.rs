//! Roads and railways: curves through the centers of hexes.

use super::lines::bend;
use super::plane::{Plane, step};
use crate::board::{Dir, Ix, SideKind, Way};
use crate::cartography::beside_road;
use bevy_egui::egui::{Pos2, Vec2};
use std::collections::BTreeSet;

/// Points per hex of a line.
pub(super) const POINTS_A_HEX: usize = 8;

/// The distance between a railway and a road that go the same way.
const ASIDE: f32 = 0.085;

/// The curves of roads or railways; a step that several of them share is drawn once.
pub(super) fn ways(plane: &Plane, ways: &[Way], kind: SideKind) -> Vec<Vec<Pos2>> {
    let grid = &plane.ground.grid;
    let mut taken: BTreeSet<(Ix, Ix)> = BTreeSet::new();
    let mut curves = Vec::new();
    for way in ways {
        let hexes: Vec<Ix> = way.hexes.iter().filter_map(|hex| grid.ix(hex.value)).collect();
        let at = |i: usize| through(plane, kind, hexes[i]);
        let mut curve: Vec<Pos2> = Vec::new();
        for i in 0..hexes.len().saturating_sub(1) {
            let (a, b) = (hexes[i].min(hexes[i + 1]), hexes[i].max(hexes[i + 1]));
            if taken.insert((a, b)) {
                // Where a way begins on another, it leaves that one's line at its own angle.
                let (before, after) = (at(i.saturating_sub(1)), at((i + 2).min(hexes.len() - 1)));
                curve.extend(bend(before, at(i), at(i + 1), after, POINTS_A_HEX));
            } else {
                curve.extend((!curve.is_empty()).then(|| at(i)));
                curves.push(std::mem::take(&mut curve));
            }
        }
        curve.extend((!curve.is_empty()).then(|| at(hexes.len() - 1)));
        curves.push(curve);
    }
    curves.retain(|curve| curve.len() > 1);
    curves
}

/// Where a line passes through a hex: its center, or beside it where a railway follows a road.
fn through(plane: &Plane, kind: SideKind, ix: Ix) -> Pos2 {
    let aside = |dir: Dir| beside_road(&plane.ground, &plane.layout, ix, dir).map(|beside| step(beside) * ASIDE);
    let asides: Vec<Vec2> = Dir::ALL.iter().filter(|_| kind == SideKind::Rail).filter_map(|dir| aside(*dir)).collect();
    let mean = asides.iter().fold(Vec2::ZERO, |sum, aside| sum + *aside) / asides.len().max(1) as f32;
    // Two asides of a bend cancel in part; the railway keeps its distance all the same.
    plane.center(ix) + if mean.length() > 0.01 { mean.normalized() * ASIDE } else { mean }
}
