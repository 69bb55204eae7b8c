//! How a game is first shown: close enough to read a counter, at a place where something is to be done.

use super::view::{TableView, hex_of};
use super::{Tabletop, pointer};
use crate::board::{Hex, Target};
use crate::client::camera::Camera;
use crate::client::map::MapArt;
use crate::play;
use bevy_egui::egui::{Pos2, Rect, Vec2};
use std::collections::BTreeSet;

/// A game opens with the whole map in view, unless that gives a hex fewer points than this; then it opens this close.
const CLOSE: f32 = 44.0;
/// For how many counters off the map we ask where they may go.
const ASKED: usize = 8;

/// The hexes where something is to be done: under attack, with counters that may act, or open to be chosen.
pub(super) fn scene(table: &Tabletop) -> BTreeSet<Hex> {
    if !table.may_answer() {
        return BTreeSet::new();
    }
    asked_about(table).into_iter().chain(acting(table)).chain(lit(table)).collect()
}

/// The hex under attack, or the one that the question is about.
fn asked_about(table: &Tabletop) -> Option<Hex> {
    table.preview.as_ref().and_then(|preview| preview.hex).or(table.prompt.at)
}

/// Hexes with counters that may act.
fn acting(table: &Tabletop) -> impl Iterator<Item = Hex> {
    table.prompt.actors.iter().filter_map(|unit| hex_of(table, Target::Unit(*unit)))
}

/// Hexes that can be chosen now.
fn lit(table: &Tabletop) -> impl Iterator<Item = Hex> {
    table.choices().filter_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None })
}

/// Where the first counters off the map may go.
fn ways_in(table: &mut Tabletop) -> BTreeSet<Hex> {
    let waiting = table.actors_off_map();
    let choices = waiting.into_iter().take(ASKED).flat_map(|unit| play::offer(&mut table.world, &[unit]).choices);
    choices.filter_map(|choice| if let Target::Hex(hex) = choice.on { Some(hex) } else { None }).collect()
}

/// The first view of a game that nobody has viewed before.
pub(super) fn camera(table: &mut Tabletop, art: &MapArt, whole: Camera) -> Camera {
    if whole.zoom >= CLOSE {
        return whole;
    }
    // What is asked about comes first, then who may act, then where one may go.
    let mut hexes = BTreeSet::new();
    if table.may_answer() {
        hexes.extend(asked_about(table));
        if hexes.is_empty() {
            hexes.extend(acting(table));
        }
        if hexes.is_empty() {
            hexes.extend(lit(table));
        }
        if hexes.is_empty() {
            hexes = ways_in(table);
        }
    }
    if hexes.is_empty() {
        hexes.extend(table.sight.stacks.keys());
    }
    let points: Vec<Pos2> = hexes.into_iter().filter_map(|hex| art.center(hex)).collect();
    let center = middle_of_most(&points, whole.view.size() / CLOSE * 0.8).unwrap_or(whole.center);
    let mut camera = Camera { center, zoom: CLOSE, ..whole };
    camera.keep_within(art.extent());
    camera
}

/// The center of an area of this size that contains as many of the points as possible.
fn middle_of_most(points: &[Pos2], size: Vec2) -> Option<Pos2> {
    let about = |at: Pos2| points.iter().copied().filter(move |point| Rect::from_center_size(at, size).contains(*point));
    let best = points.iter().copied().reduce(|a, b| if about(b).count() > about(a).count() { b } else { a })?;
    Some(Rect::from_points(&about(best).collect::<Vec<_>>()).center())
}

/// When a counter off the map is selected and none of the hexes it may go to is in view, brings them into view.
pub(super) fn follow_tray(table: &Tabletop, view: &mut TableView, art: &MapArt, camera: &mut Camera) {
    if view.followed == table.selection {
        return;
    }
    view.followed.clone_from(&table.selection);
    let beside = table.selection.first().is_some_and(|unit| hex_of(table, Target::Unit(*unit)).is_none());
    let open: Vec<Pos2> = lit(table).filter_map(|hex| art.center(hex)).collect();
    let seen = camera.seen();
    if !beside || open.is_empty() || open.iter().any(|at| seen.contains(*at)) {
        return;
    }
    *camera = pointer::around(&open, camera, art);
}

/// Shows a player who is called to a battle where it is: when the question is about a different hex than before, or another viewer is asked, and that
/// hex is not in view, brings it into view.
pub(super) fn follow_question(table: &Tabletop, view: &mut TableView, art: &MapArt, camera: &mut Camera) {
    let asked = asked_about(table).filter(|_| table.may_answer());
    let about = table.viewer().zip(asked);
    if about == view.asked_about {
        return;
    }
    view.asked_about = about;
    let at = asked.and_then(|hex| art.center(hex));
    if let Some(at) = at.filter(|at| !camera.seen().contains(*at)) {
        camera.center = at;
        camera.keep_within(art.extent());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    #[test]
    fn the_middle_is_where_most_is() {
        let points = [pos2(0.0, 0.0), pos2(20.0, 1.0), pos2(21.0, 2.0), pos2(24.0, 1.5)];
        let middle = middle_of_most(&points, vec2(10.0, 6.0)).expect("there are points");
        assert!(middle.distance(pos2(22.0, 1.0)) < 1.0, "{middle:?}");
        assert_eq!(middle_of_most(&[], vec2(1.0, 1.0)), None);
    }
}
