//! [23] Air transport: a unit walks to a base, is flown to another and walks on.

use crate::board::{Hex, Illegal, Ix, Place, Points, Side, UnitId};
use crate::games::putin_moves_east::movement::{self, March, Mode, Sort, may_ever_move};
use crate::games::putin_moves_east::orders::{Decision, Optional};
use crate::games::putin_moves_east::table::Table;
use crate::games::putin_moves_east::{actions, bases, scenario};
use bevy_ecs::prelude::In;

/// [23.1] Whether a unit may use air transport now.
pub fn may_begin(t: &Table, unit: UnitId) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    if !t.option(Optional::Transport) {
        return Err(Illegal::new("PME-23.1.a", "air transport is available only with optional rule 23"));
    }
    actions::may_pay(t, side, t.charts.costs.air_transport)?;
    may_ever_move(t, side, unit)?;
    if t.board.hex(unit).is_none() || scenario::is_interned(t, unit) {
        return Err(Illegal::new("PME-23.1.a", format!("{} is not where air transport could take it up", t.name(unit))));
    }
    Ok(side)
}

/// [23.1.a], [23.1.b] A unit moves with air transport: it pays and rolls.
pub fn begin(In(unit): In<UnitId>, mut t: Table) -> Result<(), Illegal> {
    let side = may_begin(&t, unit)?;
    let (cost, dice) = (t.charts.costs.air_transport, t.charts.movement.ground_dice);
    actions::open(&mut t, side, cost, "PME-23.1.a");
    let points = t.dice("PME-23.1.a", "movement", dice);
    let left = Points::whole(i16::from(points)).0;
    let mode = Mode::Transport { flown: false };
    t.ask(Decision::March(Box::new(March { side, sort: Sort::Single, unit: Some(unit), mode, left, moved: Vec::new() })));
    Ok(())
}

/// [23.1.a], [23.2.a] The bases to which a unit can be flown from where it stands. The zones must be up to date.
pub fn goals(t: &Table, march: &March, unit: UnitId) -> Vec<Ix> {
    if may_take_off(t, march, unit).is_err() {
        return Vec::new();
    }
    let here = t.ix_of(unit);
    bases::all(t, march.side).into_iter().filter(|ix| Some(*ix) != here && may_land(t, march.side, unit, *ix).is_ok()).collect()
}

/// [23.1.a], [23.2.a] Whether a unit can be flown from where it stands.
fn may_take_off(t: &Table, march: &March, unit: UnitId) -> Result<(), Illegal> {
    if march.mode != (Mode::Transport { flown: false }) {
        return Err(Illegal::new("PME-23.1.a", "the unit has been flown already, or does not move with air transport"));
    }
    let Some(ix) = t.ix_of(unit).filter(|ix| bases::is_base(t, march.side, *ix)) else {
        return Err(Illegal::new("PME-23.1.a", "a unit is taken up in a friendly military base"));
    };
    if t.in_ezoc(march.side, ix) {
        return Err(Illegal::new("PME-23.2.a", format!("{} lies in an enemy zone of control", t.spot_at(ix))));
    }
    if march.left < Points::whole(1).0 {
        return Err(Illegal::new("PME-23.1.a", "the unit needs a movement point left to be flown"));
    }
    Ok(())
}

fn may_land(t: &Table, side: Side, unit: UnitId, ix: Ix) -> Result<(), Illegal> {
    if !bases::is_base(t, side, ix) {
        return Err(Illegal::new("PME-23.1.a", "it is not a friendly military base"));
    }
    movement::may_stand(t, unit, ix)?;
    if t.in_ezoc(side, ix) {
        return Err(Illegal::new("PME-23.2.a", "it lies in an enemy zone of control"));
    }
    Ok(())
}

/// [23.1.a] The unit is flown to another base.
pub fn lift(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    t.refresh();
    let march = movement::current(&t)?;
    let Some(unit) = march.unit else { return Err(Illegal::new("PME-23.1.a", "no unit is on the move")) };
    may_take_off(&t, &march, unit)?;
    let ix = t.on_the_map(hex, "PME-23.1.a")?;
    may_land(&t, march.side, unit, ix).map_err(|no| t.of_hex(ix, no))?;
    if t.board.place(unit) == Place::Map(hex) {
        return Err(Illegal::new("PME-23.1.a", format!("the unit is in {} already", t.spot(hex))));
    }
    t.place("PME-23.1.a", unit, ix);
    movement::keep(&mut t, March { mode: Mode::Transport { flown: true }, ..march });
    Ok(())
}
