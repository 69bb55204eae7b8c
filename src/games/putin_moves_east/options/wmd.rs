//! [27] Weapons of mass destruction.

use crate::board::{Atom, Fact, Hex, Illegal, Ix, Side, UnitId};
use crate::games::putin_moves_east::actions;
use crate::games::putin_moves_east::charts::Blast;
use crate::games::putin_moves_east::orders::{Count, HexMark, Holding, Optional, Track};
use crate::games::putin_moves_east::table::Table;
use bevy_ecs::prelude::In;

/// [27.0] Whether a side may strike at all now.
pub fn may_launch(t: &Table) -> Result<Side, Illegal> {
    let side = actions::acting(t)?;
    if !t.option(Optional::Wmd) {
        return Err(Illegal::new("PME-1.3.a", "weapons of mass destruction are available only with optional rule 27"));
    }
    if t.track(Track::wmd(side)) >= t.charts.wmd.a_turn {
        return Err(Illegal::new("PME-27.0.a", "each player may make one strike a turn, and this one has been made"));
    }
    actions::may_pay(t, side, t.charts.costs.wmd)?;
    Ok(side)
}

/// [27.0] Whether a side may strike at a hex now.
pub fn may_strike(t: &Table, hex: Hex) -> Result<(Side, Ix), Illegal> {
    let side = may_launch(t)?;
    let ix = t.on_the_map(hex, "PME-27.0.a")?;
    let (there, spot) = (t.footing(ix), t.spot(hex));
    if t.is_neutral(ix) {
        return Err(Illegal::new("PME-3.8.b", format!("{spot} lies in a neutral country")));
    }
    let country = there.country.filter(|country| t.side_of(*country) == Some(side));
    let occupied = |ix: &&Ix| t.footing(**ix).country == country && t.occupant(**ix) == Some(side.other());
    if country.is_none() || !t.charts.spots.cities.iter().any(|ix| occupied(&ix)) {
        let why = format!("{spot} does not lie in a country that was on this side from the start and has lost a city to the enemy");
        return Err(Illegal::new("PME-27.0.b", why));
    }
    if t.occupant(ix) != Some(side.other()) {
        return Err(Illegal::new("PME-27.0.a", format!("there is no enemy unit in {spot}")));
    }
    if there.city.is_some() {
        return Err(Illegal::new("PME-27.0.a", format!("{spot} is a city, and no strike is made at a city")));
    }
    Ok((side, ix))
}

/// The hexes that may be struck now.
pub fn targets(t: &Table) -> Vec<Hex> {
    if may_launch(t).is_err() {
        return Vec::new();
    }
    t.board.map.grid.all().map(|ix| t.hex(ix)).filter(|hex| may_strike(t, *hex).is_ok()).collect()
}

/// [27.1] A strike.
pub fn strike(In(hex): In<Hex>, mut t: Table) -> Result<(), Illegal> {
    let (side, ix) = may_strike(&t, hex)?;
    let cost = t.charts.costs.wmd;
    actions::open(&mut t, side, cost, "PME-27.0.a");
    let used = t.track(Track::wmd(side)) + 1;
    t.set_track("PME-27.0.a", Track::wmd(side), used);
    t.board.record(Atom("PME-27.0.a"), Fact::Announced { side, what: "uses weapons of mass destruction on", hex });
    let die = t.roll("PME-27.1.a", "weapons of mass destruction");
    let numbers = t.charts.wmd.clone();
    let result = numbers.rows[usize::from(die.clamp(1, 6)) - 1];
    t.board.record(Atom("PME-27.1.a"), Fact::Result { text: format!("{result:?}").to_lowercase() });
    match result {
        Blast::Blowback => {
            let points = t.dice("PME-27.1.a", "action points for the enemy", numbers.blowback_dice);
            t.add_points("PME-27.1.a", side.other(), i32::from(points));
        }
        Blast::Intercepted => {}
        Blast::Effective => destroy(&mut t, ix),
        Blast::Devastating => {
            destroy(&mut t, ix);
            t.mark_hex("PME-27.1.b", ix, HexMark::Fallout, true);
            t.add_points("PME-27.1.a", side.other(), -numbers.devastating_loss);
        }
    }
    actions::close(&mut t);
    Ok(())
}

/// [27.1], [F13], [F116] Everybody in the hex is eliminated for good, guerrillas too.
fn destroy(t: &mut Table, ix: Ix) {
    let units: Vec<UnitId> = t.board.stack(ix).to_vec();
    for unit in units {
        let box_of = Holding::eliminated(t.board.side(unit));
        t.box_up("PME-27.1.a", unit, box_of);
        if t.board.status(unit).face_down {
            t.board.record(Atom("PME-27.1.a"), Fact::Turned { unit, face_down: false });
        }
        t.board.count(Atom("PME-27.1.a"), unit, Count::Country.id(), 0);
    }
}
