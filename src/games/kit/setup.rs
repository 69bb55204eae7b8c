//! What players are told while they set up by hand.

use crate::board::{Illegal, UnitId};
use crate::games::{List, Order};

/// Asks for the units that still wait: an order places the rest as suggested, another ends the set-up, if each may be given.
pub(crate) fn ask_to_place<O: Into<Order>>(list: &mut List, waiting: usize, rest: (O, Result<(), Illegal>), ready: (O, Result<(), Illegal>)) {
    list.say(|| match waiting {
        0 => "Every unit is placed. Move some if you like, then end your set-up.".to_owned(),
        n => format!("Place your units: choose one, then a hex. {n} to go."),
    });
    if waiting > 0 {
        list.button_if("Place the rest as suggested", rest.0, rest.1);
    }
    list.button_if("Set-up is done", ready.0, ready.1);
}

/// Refuses to place the rest as suggested if no unit waits, by one rule, or if there is no room for any, by another.
pub(crate) fn may_place_some(waiting: &[UnitId], fits: impl Fn(UnitId) -> bool, placed: &'static str, room: &'static str) -> Result<(), Illegal> {
    match waiting {
        [] => Err(Illegal::new(placed, "every unit has been placed")),
        _ if waiting.iter().any(|unit| fits(*unit)) => Ok(()),
        _ => Err(Illegal::new(room, "there is no room where the remaining units may start; move others first")),
    }
}

/// Refuses to go on while counters wait to be placed.
pub(crate) fn all_placed(rule: &'static str, waiting: usize, what: &str) -> Result<(), Illegal> {
    match waiting {
        0 => Ok(()),
        1 => Err(Illegal::new(rule, format!("1 {what} has not been placed yet"))),
        n => Err(Illegal::new(rule, format!("{n} {what}s have not been placed yet"))),
    }
}
