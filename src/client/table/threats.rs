//! What the enemy can do next, as far as the enemy is seen: where the units can go, and what the guns can reach.

use super::Tabletop;
use super::overlays::OverlayCanvas;
use crate::board::{Hex, Side, UnitId};
use crate::play::{self, Seen};
use bevy_egui::egui::{Color32, Shape, Stroke};
use std::collections::{BTreeMap, BTreeSet};

/// Where enemies can go, and how many of them can get next to each of the viewer's stacks.
pub(super) type Threat = (BTreeSet<Hex>, BTreeMap<Hex, usize>);

/// Where the enemies a side sees can go next, and how many of them can get next to each of its stacks; `None` if that cannot be worked out now.
pub(super) fn of(table: &mut Tabletop, side: Side) -> Option<Threat> {
    let known = |seen: &Seen| if let Seen::Known(unit, status) = seen { Some((*unit, status.side)) } else { None };
    let seen: Vec<(Hex, UnitId, Side)> =
        table.sight.stacks.iter().flat_map(|(hex, stack)| stack.iter().filter_map(known).map(|(unit, side)| (*hex, unit, side))).collect();
    let enemies: Vec<UnitId> = seen.iter().filter(|(.., of)| *of != side).map(|(_, unit, _)| *unit).collect();
    let ways = table.known(side).reach_of(side.other(), &enemies)?;
    let grid = &table.rules().book.ground.grid;
    let near = |a: Hex, b: Hex| grid.ix(a).zip(grid.ix(b)).is_some_and(|(a, b)| grid.distance(a, b) <= 1);
    let mut stacks: BTreeMap<Hex, usize> = BTreeMap::new();
    for (from, unit, _) in seen.iter().filter(|(.., of)| *of != side) {
        let Some(way) = ways.get(unit) else { continue };
        let own: BTreeSet<Hex> = seen.iter().filter(|(.., of)| *of == side).map(|(hex, ..)| *hex).collect();
        for hex in own.into_iter().filter(|hex| way.iter().chain([from]).any(|there| near(*there, *hex))) {
            *stacks.entry(hex).or_default() += 1;
        }
    }
    Some((ways.into_values().flatten().collect(), stacks))
}

/// The hexes that visible guns on the map can reach, by side.
pub(super) fn guns(table: &mut Tabletop) -> [BTreeSet<Hex>; 2] {
    let mut reached: [BTreeSet<Hex>; 2] = Default::default();
    let known = |seen: &Seen| if let Seen::Known(unit, status) = seen { Some((*unit, status.side)) } else { None };
    let seen: Vec<(Hex, UnitId, Side)> =
        table.sight.stacks.iter().flat_map(|(hex, stack)| stack.iter().filter_map(known).map(|(unit, side)| (*hex, unit, side))).collect();
    for (hex, unit, side) in seen {
        let Some(range) = play::range(&mut table.world, unit) else { continue };
        let grid = &table.rules().book.ground.grid;
        if let Some(from) = grid.ix(hex) {
            reached[side.at()].extend(grid.all().filter(|ix| grid.distance(from, *ix) <= u32::from(range)).map(|ix| grid.hex(ix)));
        }
    }
    reached
}

/// Draws the outline of the reachable hexes.
pub(super) fn edge(sheet: &OverlayCanvas, hexes: &BTreeSet<Hex>, color: Color32, width: f32) {
    sheet.fill(hexes, color.gamma_multiply(0.07));
    for side in sheet.outline(hexes) {
        sheet.painter.extend(Shape::dashed_line(&side, Stroke::new(width * 1.3, color), 7.0, 4.0));
    }
}
