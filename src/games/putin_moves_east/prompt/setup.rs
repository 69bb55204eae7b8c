//! Prompts of set-up.

use crate::board::{Side, Target, UnitId};
use crate::games::List;
use crate::games::putin_moves_east::orders::{Holding, Order, Spot};
use crate::games::putin_moves_east::setup;
use crate::games::putin_moves_east::table::{Table, counted};

/// Units are chosen and placed.
pub(super) fn set_up(t: &Table, side: Side, list: &mut List) {
    list.ask(side, "");
    list.actors.extend(setup::actors(t, side));
    if list.has_words() {
        let text = text(t, side, &list.actors);
        list.say(|| text);
    }
    if setup::may_place_rest(t).is_ok() {
        list.button("Set up the rest as suggested", Order::PlaceRest);
    }
    list.button_if("Set-up is done", Order::Ready, setup::missing(t).map(drop));
}

fn text(t: &Table, side: Side, actors: &[UnitId]) -> String {
    let progress = setup::Progress::now(t);
    let waiting = t.boxed(Holding::Waiting).iter().filter(|u| t.board.side(**u) == side).count();
    let due: usize = t.setting().picks.iter().filter(|p| p.side == side).map(|p| setup::taken(t, p)).map(|(made, due)| due - made.min(due)).sum();
    // One nation after another sets up; the choice comes with the nation it is made for.
    let picking = actors.iter().any(|unit| setup::may_pick(t, &progress, *unit).is_ok());
    match (progress.nation, due, waiting) {
        (None, 0, _) => "Everything is set up. Move units if you like, then end your set-up.".to_owned(),
        (Some(nation), due, n) if due == 0 || !picking => {
            format!(
                "Set up {}: choose a unit, then one of the cities, bases or fortifications that light up. {} to go.",
                nation.name(),
                counted(n, "unit", "units")
            )
        }
        (_, n, m) => format!(
            "Choose {n} of your reinforcements for the set-up, and place your units: choose one, then a hex that lights up. {} to go.",
            counted(m, "unit", "units")
        ),
    }
}

/// Guerrillas are placed in enemy country.
pub(super) fn guerrillas(t: &Table, side: Side, list: &mut List) {
    let left = setup::band(t).map_or(0, |(_, left)| left);
    list.ask(side, || format!("Place your guerrillas, away from enemy cities and units: choose a lit hex, the unit is drawn unseen. {left} to go."));
    for ix in setup::posts(t) {
        let hex = t.hex(ix);
        list.on_hex(hex, "place guerrillas", Order::Plant { hex });
    }
    list.button_if("Place the rest as suggested", Order::PlaceRest, setup::may_place_rest(t).map(drop));
}

/// Where a unit may be placed, or that it may be chosen.
pub(super) fn places(t: &Table, unit: UnitId, list: &mut List) {
    let progress = setup::Progress::now(t);
    if setup::may_pick(t, &progress, unit).is_ok() {
        list.on_unit(unit, "choose for the set-up", Order::Pick { unit });
    }
    if setup::may_take_back(t, unit).is_ok() {
        list.on_unit(unit, "take it back", Order::TakeBack { unit });
    }
    let hexes = match setup::may_set_up(t, &progress, unit) {
        Ok(_) => setup::hexes(t, unit),
        Err(by) => {
            if list.is_empty() {
                list.blocked(Target::Unit(unit), "place", by);
            }
            return;
        }
    };
    for ix in &hexes {
        let hex = t.hex(*ix);
        match setup::may_stand(t, unit, *ix, &hexes) {
            Ok(_) if t.board.hex(unit) == Some(hex) => {}
            Ok(_) => list.on_hex(hex, "place here", Order::Place { unit, to: Spot::Hex(hex) }),
            Err(by) => list.blocked(Target::Hex(hex), "place here", by),
        }
    }
    if t.printed(unit).nation.base().is_some() && !t.in_base(unit) {
        list.on_unit_if(unit, "place in the off-map base", Order::Place { unit, to: Spot::Base }, setup::may_base(t, unit));
    }
}
