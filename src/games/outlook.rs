//! What a position promises: the features that a bot's search adds up at its end.

use crate::board::{Board, Ix, Rulebook, Side, Standing, UnitId};
use bevy_ecs::prelude::{In, Res};

/// What every game's position is judged by, all from the view of its first side:
/// - `points`: by how many half points it would win if the game ended now;
/// - `pressure`: who has more force about each place that counts, in points, a hundredth each;
/// - `force`: factors on the map.
pub(super) const COMMON: [&str; 3] = ["points", "pressure", "force"];

/// How near a force has to be to a place to count there, and how much of it does, in sixteenths.
const NEAR: [i32; 6] = [16, 14, 9, 5, 2, 1];
/// Factors below this decide nothing about a place.
const HANDFUL: i32 = 4;

/// The features that all games have. `ground` says who stands on the ground, by unit id; points of places are `tallies`' own.
pub(super) fn common(In((standing, ground)): In<(Standing, Vec<bool>)>, board: Board, book: Res<Rulebook>) -> Vec<i32> {
    let grid = &board.map.grid;
    let sign = |side: Side| if side == Side(0) { 1 } else { -1 };
    let movement = book.factors.iter().position(|name| name == "movement");
    let strength = |unit: UnitId| {
        let (row, status) = (&book.units[unit.at()], board.status(unit));
        let reduced = if status.steps < row.steps() { row.back.as_ref() } else { None };
        let factors = reduced.unwrap_or(&row.front).iter().enumerate().filter(|(n, _)| Some(*n) != movement);
        1 + factors.map(|(_, factor)| i32::from(*factor)).sum::<i32>()
    };
    let mut forces: Vec<(Ix, i32)> = Vec::new();
    for side in [Side(0), Side(1)] {
        let on_map = board.on_map(side).filter(|unit| ground[unit.at()]);
        forces.extend(on_map.filter_map(|unit| Some((board.ix(board.hex(unit)?)?, sign(side) * strength(unit)))));
    }
    let force = forces.iter().map(|(_, strength)| strength).sum();
    // Each place once, worth as much as it is to whom it is worth more.
    let mut places: Vec<(Ix, i32)> = Vec::new();
    for tally in &standing.tallies {
        let Some(ix) = tally.hex.and_then(|hex| board.ix(hex)) else { continue };
        let worth = tally.halves.abs().max(if tally.decides { 4 } else { 0 });
        match places.iter_mut().find(|(known, _)| *known == ix) {
            Some((_, known)) => *known = (*known).max(worth),
            None => places.push((ix, worth)),
        }
    }
    let pressure = places.iter().map(|(place, worth)| {
        let mut about = [0, 0];
        for (ix, strength) in &forces {
            let share = NEAR.get(grid.distance(*ix, *place) as usize).copied().unwrap_or(0);
            about[usize::from(*strength < 0)] += share * strength.abs();
        }
        worth * 100 * (about[0] - about[1]) / (about[0] + about[1] + 16 * HANDFUL)
    });
    vec![standing.lead, pressure.sum(), force]
}
