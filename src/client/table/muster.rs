//! Who takes part in an attack: all who are of use at first, and who could still join. Found out by trying, in a search that changes nothing.

use super::Tabletop;
use crate::board::{Choice, Dice, Hex, Preview, Role, Side, Target, UnitId};
use crate::games::Order;
use crate::play::{self, Scope, Search};
use bevy_ecs::prelude::World;

/// Who could still join what is planned.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Muster {
    /// Who takes part, with the order that takes each out again.
    pub joined: Vec<(UnitId, Order)>,
    /// Who does not, with the order that adds each.
    pub out: Vec<(UnitId, Order)>,
    /// The next better column that those left can reach, and the orders that take as few of them along as it needs.
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

/// The place of the column among all; the attack with more factors is better on the same column.
fn column(preview: &Preview) -> Option<usize> {
    preview.columns.iter().position(|column| *column == preview.column)
}

fn of_role(world: &mut World, role: Role) -> Vec<(UnitId, Order)> {
    on_units(play::prompt(world).buttons.into_iter().filter(|choice| choice.order.role() == role))
}

fn on_units(choices: impl Iterator<Item = Choice<Order>>) -> Vec<(UnitId, Order)> {
    choices.filter_map(|choice| if let Target::Unit(unit) = choice.on { Some((unit, choice.order)) } else { None }).collect()
}

/// Lets everybody join who may, one after another: whoever joins may make it possible or impossible for others.
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

/// Takes those out again, the weakest first, without whom the column stays as it is. Guns and others that add no factors stay.
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
    /// Whether something is planned that counters join and leave.
    pub fn plans(&self) -> bool {
        self.may_answer() && self.prompt.buttons.iter().any(|choice| matches!(choice.order.role(), Role::Join | Role::Leave))
    }

    fn planner(&self) -> Eyes {
        let (side, scope) = self.eyes();
        Eyes { side, scope }
    }

    /// The orders that take along who is needed for the best column that all together reach.
    pub(super) fn best_force(&mut self) -> Vec<Order> {
        let eyes = self.planner();
        let mut search = Search::new(&mut self.world, Dice::fresh(0));
        let mut joined = join_all(&mut search);
        leave_idle(&mut search, &eyes, &mut joined);
        joined.into_iter().map(|(_, order)| order).collect()
    }

    /// Works out what the best attacks promise that can be planned now, a few at a time. Tells whether some are left.
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

    /// The column that everybody together would attack a hex on, once that is worked out.
    pub fn odds_at(&self, hex: Hex) -> Option<&str> {
        self.target_odds.get(&hex)?.as_deref()
    }

    /// Who takes part in what is planned, who could, and what the next column needs.
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

/// With everybody in the attack: those are taken out, the weakest first, whom a column better than this one does not need.
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
