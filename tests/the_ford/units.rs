//! [4] Moving and [5] fighting. Every order is judged first, by functions that only look; then it is carried out.

use super::Table;
use super::orders::{Decision, Mark};
use super::sequence::check_losses;
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Path, Place, UnitId};
use bevy_ecs::prelude::In;

impl Table<'_, '_> {
    /// [4.0.a], [4.0.c] Whether a unit could step from its hex into another, whoever is there; the other hex, if so.
    fn next_to(&self, unit: UnitId, to: Hex) -> Result<Ix, Illegal> {
        let from = self.board.ix_of(unit).ok_or_else(|| Illegal::new("FRD-5.0.c", "this unit is eliminated"))?;
        let Some((dir, there)) = self.board.map.grid.around(from).find(|(_, there)| self.board.ix(to) == Some(*there)) else {
            return Err(Illegal::new("FRD-4.0.a", "a unit only goes into a hex next to its own"));
        };
        if self.charts.open[from.at()][dir.at()] { Ok(there) } else { Err(Illegal::new("FRD-4.0.c", "the river is crossed by the road only")) }
    }

    /// [3.0.a], [4.0.a] The same for a unit that is to act now.
    fn within_reach(&self, unit: UnitId, to: Hex) -> Result<Ix, Illegal> {
        if self.board.side(unit) != self.moving() {
            return Err(Illegal::new("FRD-3.0.a", "the other side moves now"));
        }
        if self.board.status(unit).has(Mark::Moved.id()) {
            return Err(Illegal::new("FRD-4.0.a", "this unit has moved or attacked in this turn"));
        }
        self.next_to(unit, to)
    }

    /// [4.0.b] Refuses a hex in which somebody is.
    fn free(&self, there: Ix) -> Result<(), Illegal> {
        if self.board.stack(there).is_empty() { Ok(()) } else { Err(Illegal::new("FRD-4.0.b", "there is never more than one unit in a hex")) }
    }

    /// [4] Whether a unit may move into a hex.
    pub(super) fn may_move(&self, unit: UnitId, to: Hex) -> Result<(), Illegal> {
        self.within_reach(unit, to).and_then(|there| self.free(there))
    }

    /// [5.0.a] Whether a unit may attack a hex, and the enemy it finds there.
    pub(super) fn may_attack(&self, unit: UnitId, hex: Hex) -> Result<UnitId, Illegal> {
        let there = self.within_reach(unit, hex)?;
        let enemy = self.board.stack(there).first().copied().filter(|other| self.board.side(*other) != self.board.side(unit));
        enemy.ok_or_else(|| Illegal::new("FRD-5.0.a", "there is no enemy to attack"))
    }

    /// [5.0.c] The hexes to which a unit that is driven out can retreat.
    pub(super) fn retreats(&self, unit: UnitId) -> Vec<Hex> {
        let Some(from) = self.board.ix_of(unit) else { return Vec::new() };
        let around = self.board.map.grid.around(from).map(|(_, there)| self.board.map.grid.hex(there));
        around.filter(|hex| self.next_to(unit, *hex).and_then(|there| self.free(there)).is_ok()).collect()
    }

    fn strength(&self, unit: UnitId) -> i8 {
        self.book.units[unit.at()].front[0] as i8
    }

    /// A unit enters a hex; if that is the village, its side holds it from now on [6.0.a].
    fn enter(&mut self, by: &'static str, unit: UnitId, hex: Hex) {
        let from = self.board.place(unit);
        self.board.record(Atom(by), Fact::Moved { unit, from, to: Place::Map(hex), path: Path::from_slice(&[hex]) });
        let (village, side) = (self.charts.village, self.board.side(unit));
        if self.board.ix(hex) == Some(village) && self.board.control(village).side != Some(side) {
            self.board.record(Atom("FRD-6.0.a"), Fact::Held { hex, by: Some(side) });
        }
    }
}

/// [4] Moves a unit.
pub(super) fn go(In((unit, to)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    t.may_move(unit, to)?;
    t.board.mark(Atom("FRD-4.0.a"), unit, Mark::Moved.id(), true);
    t.enter("FRD-4.0.a", unit, to);
    Ok(())
}

/// [5.0.a] Attacks: first each side chooses its flank.
pub(super) fn attack(In((unit, hex)): In<(UnitId, Hex)>, mut t: Table) -> Result<(), Illegal> {
    t.may_attack(unit, hex)?;
    let side = t.board.side(unit);
    t.board.record(Atom("FRD-5.0.a"), Fact::Announced { side, what: "attacks", hex });
    t.board.ask(Decision::Flanks { attacker: unit, hex, asked: side, left: [None, None] });
    Ok(())
}

/// [5.1.a] A side chooses; once both have, the attack is resolved.
pub(super) fn flank(In(choice): In<bool>, mut t: Table) -> Result<(), Illegal> {
    let Some(&Decision::Flanks { attacker, hex, asked, mut left }) = t.board.decision() else {
        return Err(Illegal::new("FRD-5.1.a", "nobody attacks now"));
    };
    left[asked.at()] = Some(choice);
    t.board.record(Atom("FRD-5.1.a"), Fact::Announced { side: asked, what: "chooses its flank at", hex });
    if asked == t.board.side(attacker) {
        t.board.amend(Decision::Flanks { attacker, hex, asked: asked.other(), left });
        return Ok(());
    }
    t.board.answer();
    resolve(&mut t, attacker, hex, left[0] == left[1])
}

/// [5.0.a] The die decides whether the enemy is driven out.
fn resolve(t: &mut Table, unit: UnitId, hex: Hex, awaited: bool) -> Result<(), Illegal> {
    let enemy = t.may_attack(unit, hex)?;
    t.board.mark(Atom("FRD-4.0.a"), unit, Mark::Moved.id(), true);
    let mut modifiers = vec![("strength", t.strength(unit) - t.strength(enemy))];
    if awaited {
        modifiers.push(("awaited", -1)); // [5.1.b]
    }
    let shift = t.board.ix(hex).map_or(0, |ix| t.charts.shift[ix.at()]);
    if shift != 0 {
        modifiers.push(("woods", shift)); // [5.0.b]
    }
    if t.board.roll_dice(Atom("FRD-5.0.a"), "attack", 1, &modifiers) < t.charts.needed {
        return Ok(());
    }
    if t.retreats(enemy).is_empty() {
        t.board.put(Atom("FRD-5.0.c"), enemy, Place::Lost);
        t.enter("FRD-5.0.c", unit, hex);
        check_losses(t);
    } else {
        let side = t.board.side(enemy);
        t.board.ask(Decision::Retreat { side, unit: enemy, attacker: unit });
        t.board.record(Atom("FRD-5.0.c"), Fact::Asked { side, what: "retreat" });
    }
    Ok(())
}

/// [5.0.c] The unit that was driven out retreats, and its attacker enters its hex.
pub(super) fn retreat(In(to): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let Some(&Decision::Retreat { unit, attacker, .. }) = t.board.decision() else {
        return Err(Illegal::new("FRD-5.0.c", "no unit is driven out"));
    };
    let there = t.next_to(unit, to)?;
    t.free(there)?;
    t.board.answer();
    let left = t.board.hex(unit);
    t.enter("FRD-5.0.c", unit, to);
    left.into_iter().for_each(|hex| t.enter("FRD-5.0.c", attacker, hex));
    Ok(())
}
