//! What players may order, and the decisions that interrupt the sequence.

use super::combat::Attack;
use super::movement::Force;
use super::{ALLIED, RUSSIAN};
use crate::board::{Atom, Frame, Hex, Path, Role, Side, UnitId, Units};
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Order {
    /// [3.5] Chooses a new division for the main force.
    Raise { unit: UnitId },
    /// [3.5] Gives a brigade up as the cadre of a new division.
    Cadre { unit: UnitId },
    /// [3] Takes a choice or a placement of set-up back; [11.2] takes an airpower marker back.
    TakeBack { unit: UnitId },
    /// [3] Puts a counter into a hex where it may begin, or moves it to another; [11.2] places an airpower marker.
    Place { unit: UnitId, hex: Hex },
    /// Leaves what is still to be chosen or placed to the suggested set-up.
    PlaceRest,
    /// Choosing or placing is done.
    Ready,
    /// [3.6] Announces which locales are reinforced by air, and rolls for each.
    Announce { locales: Vec<Locale> },
    /// [12.5] Rolls for the next contingent.
    RollContingent,
    /// [12.3], [12.6] A unit that is due appears in a hex.
    Arrive { unit: UnitId, hex: Hex },
    /// [11.1] Both sides roll for air superiority.
    RollAir,
    /// [8], [9] A force moves along a path; an empty one spends it where it stands.
    Move {
        units: Units,
        #[serde(default)]
        by: Way,
        path: Path,
    },
    /// [8.1] Begins to plan a move that leaves units along its way.
    March {
        units: Units,
        #[serde(default)]
        by: Way,
    },
    /// [8.1] Lengthens the planned way.
    Onward { path: Path },
    /// [8.1] A unit of the planned move will stay where the way ends now.
    DropOff { unit: UnitId },
    /// [8.1] The move is carried out as planned.
    Halt,
    /// [10.1] Begins to plan an attack on a hex.
    Declare { hex: Hex },
    /// [10.1] Adds a unit to the attack.
    Join { unit: UnitId },
    /// [10.1] Takes it out again.
    Leave { unit: UnitId },
    /// [10.18] Vostok will support the attack.
    CallVostok,
    /// [10.18] It will not.
    SpareVostok,
    /// [10.1] The attack is made as planned.
    Commit,
    /// A plan is dropped; nothing has happened.
    Drop,
    /// [10.17] An army headquarters supports the battle.
    Support { unit: UnitId },
    /// [10.17] None does.
    NoSupport,
    /// [10.9] The owner gives a unit up.
    Lose { unit: UnitId },
    /// [10.11] A unit advances into the hex it has won.
    Advance { unit: UnitId },
    /// [10.11] Nobody else advances.
    EndAdvance,
    /// [6.2] The owner gives up a unit of a hex that holds too much.
    RemoveExcess { unit: UnitId },
    /// [13] Begins to choose the target of a nuclear attack.
    PlanStrike,
    /// [13] A nuclear attack.
    Strike { hex: Hex },
    /// [5.5] No action.
    Pass,
}

impl Order {
    /// The hexes a move leads through.
    pub fn path(&self) -> &[Hex] {
        match self {
            Order::Move { path, .. } | Order::Onward { path } => path,
            _ => &[],
        }
    }

    /// What it is to the player who is offered it.
    pub fn role(&self) -> Role {
        match self {
            Order::PlaceRest => Role::Suggest,
            Order::Declare { .. } => Role::Plan,
            Order::Join { .. } => Role::Join,
            Order::Leave { .. } => Role::Leave,
            Order::Advance { .. } => Role::Each,
            Order::Commit | Order::Halt => Role::Go,
            Order::Drop => Role::Drop,
            Order::Ready | Order::Pass | Order::NoSupport | Order::EndAdvance => Role::End,
            _ => Role::Act,
        }
    }
}

/// [3.6] Where air assault units may reinforce before the war.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Locale {
    Belarus,
    Transnistria,
    Ksdd,
}

impl Locale {
    /// All three, in the order of their dice.
    pub const ALL: [Locale; 3] = [Locale::Belarus, Locale::Transnistria, Locale::Ksdd];

    /// How many units its die allows.
    pub fn allowance(self) -> Track {
        [Track::BelarusAllowance, Track::TransnistriaAllowance, Track::KsddAllowance][self as usize]
    }

    /// In words.
    pub fn name(self) -> &'static str {
        ["the Belarus base", "Transnistria", "the Kaliningrad district"][self as usize]
    }
}

/// How a force moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub enum Way {
    /// [8] Regular movement, in column where that is possible.
    #[default]
    Ground,
    /// [9] Air assault movement.
    Air,
}

/// A decision that interrupts the sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Decision {
    /// [8.1] A move being planned.
    Force(Box<Force>),
    /// [10] An attack under way.
    Attack(Box<Attack>),
    /// [13] The target of a nuclear attack is being chosen.
    Strike,
    /// [6.2] An action ended with a hex that holds too much; its owner gives units up.
    Excess { side: Side, hex: Hex, removed: Units },
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Force(force) => force.side,
            Decision::Attack(attack) => attack.decider(),
            Decision::Strike => RUSSIAN,
            Decision::Excess { side, .. } => *side,
        }
    }

    fn rule(&self) -> Atom {
        Atom(match self {
            Decision::Force(_) | Decision::Strike | Decision::Attack(_) => "PS-7.1.a",
            Decision::Excess { .. } => "PS-6.2.b",
        })
    }
}

names! {
    /// Marks on counters.
    pub enum Mark -> MarkId {
        /// [7.3] Has acted; recovers in the Administrative Phase.
        Disrupted = "disrupted",
        /// [10.17], [10.18] A headquarters or Vostok that has been committed this turn.
        Used = "used",
        /// [10.16] The task force has been attacked and may attack.
        Released = "released",
        /// [12.2] Lost, and waiting in a box of the Turn Track.
        Recycling = "recycling",
    }
}

names! {
    /// Numbers on counters.
    pub enum Count -> CountId {
        /// [12.9] The rolled strength of the task force.
        Strength = "strength",
    }
}

names! {
    /// Tracks of the ledger.
    pub enum Track -> TrackId {
        /// [4.2] Russian victory points.
        Vp = "vp",
        /// [5.5] Whose action it is.
        ToAct = "to_act",
        /// [5.5] The last player passed.
        Passed = "passed",
        /// [5.9] The first Russian action of turn 1 is made.
        Opened = "opened",
        /// [11.1] Who has air superiority: 0 nobody, 1 Russian, 2 Allied.
        Superiority = "superiority",
        /// [11.1] Airpower markers still to be placed.
        AirDue = "air_due",
        /// [12.8] NATO airpower has arrived.
        NatoAir = "nato_air",
        /// [3.6] Air assault units allowed at the Belarus base.
        BelarusAllowance = "belarus_allowance",
        /// [3.6] ...in Transnistria.
        TransnistriaAllowance = "transnistria_allowance",
        /// [3.6] ...in the Kaliningrad district.
        KsddAllowance = "ksdd_allowance",
        /// [3.6] The locales are announced.
        Announced = "announced",
    }
}

names! {
    /// Holding boxes.
    pub enum Holding -> BoxId {
        /// Units their owner has still to set up.
        Waiting = "waiting",
        /// [3.5] New divisions to choose from.
        NewDivisions = "new_divisions",
        /// [3.5] Brigades given up for them.
        Cadres = "cadres",
        /// [12.5] Contingents still to come.
        Contingents = "contingents",
        /// The boxes of the Turn Track.
        Turn1 = "turn_1",
        /// Turn 2.
        Turn2 = "turn_2",
        /// Turn 3.
        Turn3 = "turn_3",
        /// Turn 4.
        Turn4 = "turn_4",
        /// Turn 5.
        Turn5 = "turn_5",
        /// Turn 6.
        Turn6 = "turn_6",
        /// Turn 7.
        Turn7 = "turn_7",
        /// Turn 8.
        Turn8 = "turn_8",
        /// Russian airpower markers at hand.
        RussianAir = "russian_air",
        /// Allied airpower markers at hand.
        AlliedAir = "allied_air",
        /// Army headquarters and Vostok.
        Headquarters = "headquarters",
    }
}

impl Holding {
    /// [12.2] The box of a turn, if the Turn Track has one.
    pub fn of_turn(turn: u8) -> Option<Holding> {
        use Holding::*;
        [Turn1, Turn2, Turn3, Turn4, Turn5, Turn6, Turn7, Turn8].get(usize::from(turn).checked_sub(1)?).copied()
    }

    /// Where a side's airpower lies.
    pub fn air(side: Side) -> Holding {
        if side == RUSSIAN { Holding::RussianAir } else { Holding::AlliedAir }
    }
}

names! {
    /// Steps of the sequence.
    pub enum Segment -> StepId {
        /// New divisions and cadres.
        Divisions = "Russian.Divisions",
        /// The Russian main force sets up.
        RussianSetup = "Russian.Setup",
        /// Locales are announced and rolled for.
        Locales = "Russian.Locales",
        /// Russian air assault units set up.
        AirAssault = "Russian.AirAssault",
        /// The Allies set up.
        AlliedSetup = "Allied.Setup",
        /// Both set up, one unit each in turn.
        Alternate = "Setup.Alternate",
        /// The contingent of turn 1.
        FirstContingent = "Setup.Contingent",
        /// Recycled Russian units come back.
        RussianReplacements = "Russian.Replacements",
        /// Recycled Allied units come back.
        AlliedReplacements = "Allied.Replacements",
        /// The contingent of the turn arrives.
        Reinforcements = "Allied.Reinforcements",
        /// The contingent of the next turn is rolled for.
        Contingent = "Allied.Contingent",
        /// Both roll for air superiority.
        AirRoll = "Air.Roll",
        /// Airpower is placed.
        AirPlacement = "Air.Placement",
        /// Actions in turn.
        Actions = "Actions",
        /// Recovery, or the final reckoning.
        Administration = "Administration",
    }
}

/// [5.5] Whose action it is, by its track.
pub(super) fn to_act(track: i32) -> Side {
    if track == 0 { RUSSIAN } else { ALLIED }
}

/// [11.1] Who has air superiority, by its track.
pub(super) fn superior(track: i32) -> Option<Side> {
    match track {
        1 => Some(RUSSIAN),
        2 => Some(ALLIED),
        _ => None,
    }
}

/// Whose decision it is in a step, open decisions apart.
pub(super) fn on_move(step: &crate::board::Step, track: impl Fn(Track) -> i32) -> Option<Side> {
    match Segment::from_id(step.id) {
        Segment::Actions | Segment::Alternate => Some(to_act(track(Track::ToAct))),
        Segment::AirPlacement => superior(track(Track::Superiority)),
        _ => step.side,
    }
}

names! {
    /// Optional rules.
    pub enum Optional -> OptionId {
        /// [3.4] The Allies set up first.
        AlliesFirst = "allies_first",
        /// [3.4] One unit each in turn.
        Alternate = "alternate_setup",
    }
}
