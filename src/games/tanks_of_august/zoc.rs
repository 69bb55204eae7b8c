//! [9] Zones of control.

use super::tables::Charts;
use crate::board::{Board, Dir, Hex, Illegal, Ix, LayerId, Side, UnitId};
use bevy_ecs::prelude::{In, Res};

/// [9.0.a] Every unit but artillery and helicopters controls the hexes around it.
pub(super) fn exerts(charts: &Charts, unit: UnitId) -> bool {
    let kind = charts.printed[unit.at()].kind;
    kind.is_ground() && !kind.is_artillery() && kind != super::tables::UnitType::Helicopter
}

/// [8.3], [9.0.c] Whether ground units of a side can get from a hex across a side into the next, enemies apart. Zones of
/// control, attacks, advances and supply go just as far.
pub(super) fn open(charts: &Charts, side: Side, from: Ix, dir: Dir, to: Ix) -> bool {
    passable(charts, from, dir, to) && !charts.footing[to.at()].closed_to[side.at()]
}

/// [8.0.e], [8.3] Whether the ground itself lets units through from a hex into the next.
pub(super) fn passable(charts: &Charts, from: Ix, dir: Dir, to: Ix) -> bool {
    ground_bar(charts, from, dir, to).is_none()
}

/// [8.0.e], [8.3] What about the ground keeps units from getting from a hex into the next.
pub(super) fn ground_bar(charts: &Charts, from: Ix, dir: Dir, to: Ix) -> Option<Bar> {
    let (there, crossing) = (&charts.footing[to.at()], &charts.crossing[from.at()][dir.at()]);
    if there.prohibited {
        return Some(if there.sea { Bar::Sea } else { Bar::OutOfPlay });
    }
    if crossing.closed {
        return Some(Bar::Side);
    }
    let alpine = there.alpine || charts.footing[from.at()].alpine;
    (alpine && !crossing.road).then_some(Bar::Alpine)
}

/// Why the ground, a border or the enemy keeps a unit out of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bar {
    /// [8.1.b] Russia is closed to Georgian units.
    Russia,
    /// [14.8.b] The breakaway lands are closed to the National Guard.
    Breakaway,
    /// [8.0.e] The hex takes no part in the game.
    OutOfPlay,
    /// [8.0.e] All sea.
    Sea,
    /// [8.0.e] The hexside may not be crossed.
    Side,
    /// [8.3.a] An alpine hex on either side, and no road between them.
    Alpine,
    /// [7.0.b] The enemy.
    Enemy,
}

impl Bar {
    /// The refusal, which names the hex that cannot be entered and the one it would be entered from.
    pub(crate) fn refusal(self, to: &str, from: &str) -> Illegal {
        match self {
            Bar::Russia => Illegal::new("TOA-8.1.b", format!("{to} is in Russia, which Georgian units may not enter")),
            Bar::Breakaway => Illegal::new("TOA-14.8.b", format!("the National Guard may not enter South Ossetia or Abkhazia, and {to} is there")),
            Bar::OutOfPlay => Illegal::new("TOA-8.0.e", format!("{to} is out of play")),
            Bar::Sea => Illegal::new("TOA-8.0.e", format!("{to} is all sea")),
            Bar::Side => Illegal::new("TOA-8.0.e", format!("the hexside between {from} and {to} may not be crossed")),
            Bar::Alpine => Illegal::new("TOA-8.3.a", format!("no road connects {from} with {to}, and alpine hexes are entered and left only by road")),
            Bar::Enemy => Illegal::new("TOA-7.0.b", format!("there is an enemy unit in {to}")),
        }
    }
}

/// The hexes in the zones of control of a side, computed if the board has changed since.
pub(super) fn of<'b>(board: &'b mut Board, charts: &Charts, side: Side) -> &'b [bool] {
    board.refreshed(LayerId::Zoc(side), |board, zoc| spread(board, charts, side, zoc))
}

/// [9.0.a], [9.0.j] Each hex next to a unit that exerts, over an open side; more than one unit adds nothing.
fn spread(board: &Board, charts: &Charts, side: Side, zoc: &mut [bool]) {
    for unit in board.units() {
        let Some(ix) = board.ix_of(unit) else { continue };
        if board.side(unit) != side || !exerts(charts, unit) {
            continue;
        }
        let guard = charts.printed[unit.at()].guard;
        for (dir, there) in board.map.grid.around(ix) {
            let barred = guard && charts.footing[there.at()].country.is_breakaway(); // [14.8.b]
            zoc[there.at()] |= !barred && open(charts, side, ix, dir, there);
        }
    }
}

/// The hexes in the zones of control of a side as both players may know them: what lies under the top unit of a stack may exert one,
/// so it is taken to.
pub(super) fn hexes(In(side): In<Side>, board: Board, charts: Res<Charts>) -> Vec<Hex> {
    let grid = &board.map.grid;
    let mut zone = vec![false; grid.len()];
    for ix in grid.all() {
        let stack = board.stack(ix);
        let Some(top) = stack.last().filter(|top| board.side(**top) == side) else { continue };
        if stack.len() == 1 && !exerts(&charts, *top) {
            continue;
        }
        let guard = stack.len() == 1 && charts.printed[top.at()].guard; // [14.8.b]
        for (dir, there) in grid.around(ix) {
            let barred = guard && charts.footing[there.at()].country.is_breakaway();
            zone[there.at()] |= !barred && open(&charts, side, ix, dir, there);
        }
    }
    grid.all().filter(|ix| zone[ix.at()]).map(|ix| grid.hex(ix)).collect()
}

/// Whether every layer that claims to be fresh is right: for the laws.
pub(super) fn holds(_: In<()>, board: Board, charts: Res<Charts>) -> bool {
    [super::GEORGIAN, super::RUSSIAN].into_iter().all(|side| board.layer_holds(LayerId::Zoc(side), |board, zoc| spread(board, &charts, side, zoc)))
}
