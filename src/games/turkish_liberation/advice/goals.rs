//! The cities that draw each army.

use super::weights::HEX;
use crate::board::{Hex, Ix, Revision, UnitId};
use crate::games::turkish_liberation::REVOLUTIONARY;
use crate::games::turkish_liberation::politics::Politics;
use crate::games::turkish_liberation::republics::has_surrendered;
use crate::games::turkish_liberation::stacking;
use crate::games::turkish_liberation::table::Table;
use crate::games::turkish_liberation::tables::{Country, NATIONS, Nation};

/// What a commander sees of a position.
#[derive(Default)]
pub(crate) struct Outlook {
    /// Of which position.
    of: Option<Revision>,
    goals: Vec<Option<Vec<Goal>>>,
}

/// A hex to be taken or held.
struct Goal {
    ix: Ix,
    /// How much it draws units, before their way is counted.
    worth: i32,
    /// Factors that are enough there, and those that stand in or next to it.
    enough: i32,
    near: i32,
}

impl Outlook {
    /// Forgets what it saw of another position.
    pub(crate) fn renew(&mut self, t: &Table) {
        let now = Some(t.board.revision());
        if self.of != now {
            self.of = now;
            self.goals.clear();
            self.goals.resize_with(NATIONS, || None);
        }
    }

    /// How well a unit stands in a hex.
    pub(crate) fn pull(&mut self, t: &Table, unit: UnitId, ix: Ix) -> i32 {
        let nation = t.nation(unit);
        let goals = self.goals[nation.at()].get_or_insert_with(|| goals(t, nation));
        let grid = &t.board.map.grid;
        let counted = |goal: &Goal| t.ix_of(unit).is_some_and(|at| grid.distance(at, goal.ix) <= 1);
        let draw = |goal: &Goal| {
            let others = goal.near - if counted(goal) { t.attack(unit) } else { 0 };
            let worth = if others >= goal.enough { goal.worth / 4 } else { goal.worth };
            worth - HEX * grid.distance(ix, goal.ix) as i32
        };
        let best = goals.iter().map(draw).max().unwrap_or(0);
        best + ground(t, unit, ix)
    }
}

/// Cover, danger and room: a unit alone beside much stronger enemies stands badly.
fn ground(t: &Table, unit: UnitId, ix: Ix) -> i32 {
    let (politics, nation, grid) = (Politics::now(t), t.nation(unit), &t.board.map.grid);
    let enemies = |there: Ix| t.board.stack(there).iter().copied().filter(|u| politics.are_enemies(nation, t.nation(*u))).map(|u| t.attack(u)).sum::<i32>();
    let threat: i32 = grid.around(ix).map(|(_, there)| enemies(there)).sum();
    let friends: i32 = t.board.stack(ix).iter().filter(|u| **u != unit && t.side(**u) == t.side(unit)).map(|u| t.defense(*u)).sum();
    let cover = -i32::from(t.footing(ix).shift) - i32::from(t.footing(ix).city_shift);
    let danger = if threat > 4 * (friends + t.defense(unit)) { 10 } else { 0 };
    // Whoever stands in front makes room for those who follow.
    let others = t.board.stack(ix).iter().filter(|u| **u != unit && t.is_combat(**u)).count();
    let crowded = if t.is_combat(unit) && others + 1 >= stacking::limit(t, ix) { 2 } else { 0 };
    cover - danger - crowded
}

fn goals(t: &Table, nation: Nation) -> Vec<Goal> {
    let free = |republic: Nation| !has_surrendered(t, republic);
    let mut wanted: Vec<(u16, i32, i32)> = Vec::new();
    match nation {
        Nation::Tn => {
            wanted.extend([(2107, 60, 2), (2104, 42, 9), (1904, 36, 7), (2203, 22, 5), (1706, 10, 1), (1918, 16, 2)]);
            if free(Nation::Arm) {
                wanted.extend([(2023, 54, 30), (2121, 48, 20), (2120, 34, 8)]);
            }
        }
        Nation::Bol | Nation::Arp => {
            wanted.extend([(2322, 44, 16), (2618, 30, 10)].into_iter().filter(|_| free(Nation::Geo)));
            wanted.extend([(2124, 46, 18)].into_iter().filter(|_| free(Nation::Aze)));
            wanted.extend([(2023, 48, 24)].into_iter().filter(|_| free(Nation::Arm)));
        }
        Nation::Gre => wanted.extend([(2701, 60, 2), (2000, 50, 2), (2203, 32, 7), (2104, 46, 12), (1904, 44, 12), (2202, 24, 3)]),
        Nation::Arm => wanted.extend([(2121, 50, 6), (2120, 48, 5), (2023, 45, 4)]),
        Nation::Geo => wanted.extend([(2322, 40, 5), (2618, 34, 4), (2319, 30, 2)]),
        Nation::Aze => wanted.push((2124, 40, 99)),
        Nation::Whi | Nation::Cal => wanted.extend([(2104, 40, 99), (2203, 30, 6)]),
        Nation::Reb => wanted.push((2107, 40, 99)),
        Nation::Bri | Nation::Fre | Nation::Ita | Nation::Evt => {}
    }
    // A city of a republic that has been taken needs no more than a guard.
    let taken = |ix: Ix| t.footing(ix).owner.is_some_and(Nation::is_republic) && t.owner(ix).is_some_and(|owner| t.side_of(owner) == REVOLUTIONARY);
    let guarded = |ix: Ix, worth: i32, enough: i32| if taken(ix) && t.side_of(nation) == REVOLUTIONARY { (worth / 2, 2) } else { (worth, enough) };
    let seen = |(hex, worth, enough): (u16, i32, i32)| {
        let ix = t.ix(Hex(hex))?;
        let (worth, enough) = guarded(ix, worth, enough);
        goal(t, nation, ix, worth, enough)
    };
    let mut goals: Vec<Goal> = wanted.into_iter().filter_map(seen).collect();
    if nation == Nation::Tn {
        let last_armenians = !free(Nation::Arm);
        let prey = t.board.units().filter(|u| match t.nation(*u) {
            Nation::Reb => t.ix_of(*u).is_some_and(|ix| t.footing(ix).country == Some(Country::Kurdistan)),
            Nation::Arm => last_armenians,
            _ => false,
        });
        goals.extend(prey.filter_map(|u| goal(t, nation, t.ix_of(u)?, 34, 5)));
    }
    goals
}

fn goal(t: &Table, nation: Nation, ix: Ix, worth: i32, enough: i32) -> Option<Goal> {
    let grid = &t.board.map.grid;
    let near = t.of_nation(nation).filter(|u| t.ix_of(*u).is_some_and(|at| grid.distance(at, ix) <= 1)).map(|u| t.attack(u)).sum();
    Some(Goal { ix, worth, enough, near })
}
