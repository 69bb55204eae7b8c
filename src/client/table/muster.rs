//! Who takes part in an attack: at first every unit that helps, and which others could still join. This is found by trying, in a search that changes
//! nothing.

use super::Tabletop;
use crate::board::{Choice, Dice, Hex, Preview, Role, Side, Target, UnitId};
use crate::bots::commitment;
use crate::games::Order;
use crate::play::{self, Scope, Search};
use bevy_ecs::prelude::World;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Who could still join what is planned.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Muster {
    /// Units that take part, each with the order that takes it out again.
    pub joined: Vec<(UnitId, Order)>,
    /// Units that do not, each with the order that adds it.
    pub out: Vec<(UnitId, Order)>,
    /// The next better column that the remaining units can reach, and the orders that add as few of them as it needs.
    pub next: Option<(String, Vec<Order>)>,
}

/// How an attack looks to the player who plans it.
struct Eyes {
    side: Side,
    scope: Scope,
}

impl Eyes {
    fn preview(&self, world: &mut World) -> Option<Preview> {
        match self.scope {
            Scope::Own => play::preview(world, self.side),
            Scope::Either => play::open_preview(world, self.side),
            Scope::Common => play::common_preview(world, self.side),
        }
    }
}

/// The index of the column; on the same column, the attack with more factors is better.
fn column(preview: &Preview) -> Option<usize> {
    preview.columns.iter().position(|column| *column == preview.column)
}

fn of_role(world: &mut World, role: Role) -> Vec<(UnitId, Order)> {
    on_units(play::prompt(world).buttons.into_iter().filter(|choice| choice.order.role() == role))
}

fn on_units(choices: impl Iterator<Item = Choice<Order>>) -> Vec<(UnitId, Order)> {
    choices.filter_map(|choice| if let Target::Unit(unit) = choice.on { Some((unit, choice.order)) } else { None }).collect()
}

/// Adds every unit that may join, one after another: each one that joins may make it possible or impossible for others.
fn join_all(search: &mut Search) -> Vec<(UnitId, Order)> {
    let mut joined: Vec<(UnitId, Order)> = Vec::new();
    let mut tried: Vec<UnitId> = Vec::new();
    loop {
        let next = of_role(search.world(), Role::Join).into_iter().find(|(unit, _)| !tried.contains(unit));
        let Some((unit, order)) = next else { return joined };
        tried.push(unit);
        if search.apply(&order).is_ok() {
            joined.push((unit, order));
        }
    }
}

/// Takes out again, the weakest first, every unit the column does not need. Guns and others that add no factors stay.
fn leave_idle(search: &mut Search, eyes: &Eyes, joined: &mut Vec<(UnitId, Order)>) {
    let Some(whole) = eyes.preview(search.world()) else { return };
    // On the worst column there is nothing to be kept: everybody helps to leave it when guns or headquarters do their part.
    let Some(best) = column(&whole).filter(|best| *best > 0) else { return };
    let mut weakest: Vec<(UnitId, i32)> = whole.attackers.iter().copied().filter(|(unit, _)| joined.iter().any(|(other, _)| other == unit)).collect();
    weakest.sort_by_key(|(_, factor)| *factor);
    for (unit, _) in weakest {
        let before = search.mark();
        let Some((_, leave)) = of_role(search.world(), Role::Leave).into_iter().find(|(other, _)| *other == unit) else { continue };
        let same = search.apply(&leave).is_ok() && eyes.preview(search.world()).is_some_and(|preview| column(&preview) == Some(best));
        if same {
            joined.retain(|(other, _)| *other != unit);
        } else {
            search.back(before);
        }
    }
}

impl Tabletop {
    /// Whether something is being planned that counters can join and leave.
    pub fn plans(&self) -> bool {
        self.may_answer() && self.prompt.buttons.iter().any(|choice| matches!(choice.order.role(), Role::Join | Role::Leave))
    }

    fn planner(&self) -> Eyes {
        let (side, scope) = self.eyes();
        Eyes { side, scope }
    }

    /// The orders that add the units needed for the best column that all of them together can reach.
    pub(super) fn best_force(&mut self) -> Vec<Order> {
        let eyes = self.planner();
        let mut search = Search::new(&mut self.world, Dice::fresh(0));
        let mut joined = join_all(&mut search);
        leave_idle(&mut search, &eyes, &mut joined);
        joined.into_iter().map(|(_, order)| order).collect()
    }

    /// The orders that add the units that Steady would commit; if it would not attack, the best force.
    pub(super) fn advised_force(&mut self) -> Vec<Order> {
        let side = self.planner().side;
        let said = commitment(&mut play::imagine(&mut self.world, side, &mut ChaCha8Rng::seed_from_u64(0)));
        let Some(mut missing) = said.map(|said| said.units).filter(|units| !units.is_empty()) else { return self.best_force() };
        let mut search = Search::new(&mut self.world, Dice::fresh(0));
        let mut force = Vec::new();
        // One that joins may make it possible for others.
        while let Some((unit, order)) = of_role(search.world(), Role::Join).into_iter().find(|(unit, _)| missing.contains(unit)) {
            missing.retain(|other| *other != unit);
            if search.apply(&order).is_ok() {
                force.push(order);
            }
        }
        force
    }

    /// Works out what the best possible attacks promise, a few at a time. Returns whether some are left.
    pub(super) fn weigh_targets(&mut self, mut few: usize) -> bool {
        // Those who look together do not see everybody who would take part.
        if !self.may_answer() || self.plans() || self.lesson.is_some() || self.eyes().1 == Scope::Common {
            return false;
        }
        let plans: Vec<(Hex, Order)> = self
            .prompt
            .buttons
            .iter()
            .filter(|choice| choice.order.role() == Role::Plan)
            .filter_map(|choice| if let Target::Hex(hex) = choice.on { Some((hex, choice.order.clone())) } else { None })
            .collect();
        let planner = self.planner();
        for (hex, order) in plans {
            if self.target_odds.contains_key(&hex) {
                continue;
            }
            if few == 0 {
                return true;
            }
            few -= 1;
            let mut search = Search::new(&mut self.world, Dice::fresh(0));
            let column = search.apply(&order).ok().and_then(|()| {
                join_all(&mut search);
                let preview = planner.preview(search.world())?;
                Some(preview.span.map_or(preview.column, |(worst, best)| if worst == best { worst } else { format!("{worst} to {best}") }))
            });
            drop(search);
            self.target_odds.insert(hex, column);
            self.version += 1;
        }
        false
    }

    /// The column on which all units together would attack a hex, once that has been worked out.
    pub fn odds_at(&self, hex: Hex) -> Option<&str> {
        self.target_odds.get(&hex)?.as_deref()
    }

    /// Which units take part in what is planned, which could, and what the next column needs.
    pub(super) fn look_around(&mut self) -> Option<Muster> {
        if !self.plans() {
            return None;
        }
        let of = |role: Role| on_units(self.prompt.buttons.iter().filter(|choice| choice.order.role() == role).cloned());
        let mut muster = Muster { joined: of(Role::Leave), out: of(Role::Join), next: None };
        if let Some(now) = self.preview.as_ref().and_then(column).filter(|_| !muster.out.is_empty()) {
            let eyes = self.planner();
            let mut search = Search::new(&mut self.world, Dice::fresh(0));
            let mut joined = join_all(&mut search);
            let best = eyes.preview(search.world()).as_ref().and_then(column);
            if best.is_some_and(|best| best > now) {
                muster.next = next_column(&mut search, &eyes, now, &mut joined);
            }
        }
        Some(muster)
    }
}

/// Starting with every unit in the attack, takes out, the weakest first, those that a better column than this one does not need.
fn next_column(search: &mut Search, eyes: &Eyes, now: usize, joined: &mut Vec<(UnitId, Order)>) -> Option<(String, Vec<Order>)> {
    let whole = eyes.preview(search.world())?;
    let mut weakest: Vec<(UnitId, i32)> = whole.attackers.iter().copied().filter(|(unit, _)| joined.iter().any(|(other, _)| other == unit)).collect();
    weakest.sort_by_key(|(_, factor)| *factor);
    let helps: Vec<UnitId> = weakest.iter().map(|(unit, _)| *unit).collect();
    joined.retain(|(unit, _)| helps.contains(unit));
    for (unit, _) in weakest {
        let before = search.mark();
        let Some((_, leave)) = of_role(search.world(), Role::Leave).into_iter().find(|(other, _)| *other == unit) else { continue };
        let better = search.apply(&leave).is_ok() && eyes.preview(search.world()).as_ref().and_then(column).is_some_and(|column| column > now);
        if better {
            joined.retain(|(other, _)| *other != unit);
        } else {
            search.back(before);
        }
    }
    let reached = eyes.preview(search.world())?.column;
    Some((reached, joined.iter().map(|(_, order)| order.clone()).collect()))
}
