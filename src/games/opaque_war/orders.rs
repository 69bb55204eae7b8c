//! What players may order, and the decisions that interrupt the sequence.

use super::combat::Attack;
use super::crowds::{Dispersal, Piece};
use super::{REBEL, UKRAINIAN};
use crate::board::{Atom, Frame, Hex, Path, Role, Side, UnitId, Units};
use crate::games::kit::segments;
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player. A unit that its own player has not seen is named by its hex and its place in the stack, 1 being the bottom.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Order {
    /// [3.1] Rolls for every town, city and checkpoint of the two oblasts; the garrisons follow.
    RollControl,
    /// [3.1] Too few police: this city gets none.
    SkipCity { hex: Hex },
    /// [3.1] Puts the next battalion, still unseen, into a hex.
    Deploy { hex: Hex },
    /// [3.1] Takes a battalion that is still unseen back.
    Recall { hex: Hex },
    /// [3.1] Puts a mob, a media counter or a brigade into a hex, or moves it to another.
    Place { unit: UnitId, hex: Hex },
    /// [3.1] Takes it back.
    TakeBack { unit: UnitId },
    /// [3.1] No town of the oblast is the Rebel's: this one rises, with all mobs and media.
    SeizeTown { hex: Hex },
    /// [3.1] Places everything that still waits where the scenario suggests.
    PlaceRest,
    /// [3.1] This step of set-up is done.
    Ready,
    /// [10] Rolls for reinforcements.
    RollReinforcements,
    /// [10] Takes a piece from the pool.
    Choose { unit: UnitId },
    /// [10] Puts it back.
    PutBack { unit: UnitId },
    /// [10] A piece arrives in a hex.
    Arrive { unit: UnitId, hex: Hex },
    /// [7] Moves one unit along a path.
    Move { unit: UnitId, path: Path },
    /// [6.2], [9.2] Moves counters that stand together along a path; media named among them travel along.
    MoveStack { units: Units, path: Path },
    /// [7.7] Moves counters that stand together by rail.
    Rail { units: Units, path: Path },
    /// [3.1.g] Takes up a garrison that its own player has not seen.
    Lift { hex: Hex, place: u8 },
    /// [9.2] A media counter goes along with it, or not after all.
    Along { unit: UnitId },
    /// [7] It moves along a path.
    March { path: Path },
    /// [7.7] It moves by rail.
    Ride { path: Path },
    /// It stays where it is.
    SetDown,
    /// [13.2] Tactical communications uncover an enemy hex.
    UseComms { unit: UnitId, hex: Hex },
    /// [6.3] Eliminates a unit of a hex that holds too many.
    RemoveExcess { unit: UnitId },
    /// [6.3] The same for one that its player has not seen.
    RemoveBlind { place: u8 },
    /// [9.1] Plans to drive the mobs out of a hex.
    ClearMob { hex: Hex },
    /// [9.1] A unit, or a media counter stacked with one, will enter.
    Enter { unit: UnitId },
    /// [9.1] A unit that its player has not seen will enter.
    EnterBlind { hex: Hex, place: u8 },
    /// [13.1] Non-lethal equipment goes with the units.
    UseNonLethal { unit: UnitId },
    /// [9.1] The mobs are driven out as planned.
    Disperse,
    /// The plan, of an attack or of a dispersal, is dropped; nothing has happened.
    Drop,
    /// [8.0] Begins to plan an attack on a hex.
    Declare { hex: Hex },
    /// [8.0] Adds a unit to the attack.
    Join { unit: UnitId },
    /// [8.0] Takes it out again.
    Leave { unit: UnitId },
    /// [8.0] The attack is declared as planned: supply is checked and the odds are known.
    Commit,
    /// [8.0], [8.10] The attack is called off before its die.
    CallOff,
    /// [8.4] Plays a support counter.
    Play { unit: UnitId },
    /// [8.4] Plays none.
    Pass,
    /// [8.4] Asks the opponent to let a counter be taken back.
    AskBack { unit: UnitId },
    /// [8.4] Lets it be taken back, or not.
    Answer { consent: bool },
    /// [8.10] Rolls the die of the attack.
    Roll,
    /// [8.12] A unit of the player's choice is eliminated.
    Lose { unit: UnitId },
    /// [8.13] The defender takes all hits where he stands.
    Stand,
    /// [8.14] The defender will retreat for one hit less.
    FallBack,
    /// [8.13] A unit, with media named beside it, retreats along a path.
    Retreat { units: Units, path: Path },
    /// [8.15] Units, with media named beside them, advance into the vacated hex.
    Advance { units: Units },
    /// [8.15] Nobody else advances.
    EndAdvance,
    /// [15.1] The ceasefire die is modified, or not.
    Modify { yes: bool },
    /// [15.0] Rolls for a ceasefire.
    RollCeasefire,
    /// [4] The segment is over.
    EndSegment,
}

/// A decision that interrupts the sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Decision {
    /// [3.1.h] Fewer police than cities: the Rebel says which city goes without.
    Shortage,
    /// [3.1.g] The unit with the mark is about to move, these media with it.
    Lifted { along: Units },
    /// [6.3] A hex holds too many units of a side.
    Excess { side: Side, hex: Hex },
    /// [9.1] Mobs are to be driven out.
    Dispersal(Dispersal),
    /// [8] An attack under way.
    Attack(Box<Attack>),
    /// [15.1] This player may modify the ceasefire die.
    Modifying { side: Side },
    /// [15.0] The Rebel rolls, with this much added.
    Ceasefire { modifier: i8 },
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Shortage | Decision::Ceasefire { .. } => REBEL,
            Decision::Lifted { .. } | Decision::Dispersal(_) => UKRAINIAN,
            Decision::Excess { side, .. } | Decision::Modifying { side } => *side,
            Decision::Attack(attack) => attack.decider(),
        }
    }

    fn rule(&self) -> Atom {
        Atom(match self {
            Decision::Shortage => "OW-3.1.h",
            Decision::Lifted { .. } => "OW-3.1.g",
            Decision::Excess { .. } => "OW-6.3.a",
            Decision::Dispersal(_) => "OW-9.1.d",
            Decision::Attack(_) => "OW-8.0.b",
            Decision::Modifying { .. } => "OW-15.1.a",
            Decision::Ceasefire { .. } => "OW-15.0.a",
        })
    }

    /// Who enters a hex with a mob, and which media go along, is the Ukrainian's secret; whoever fights is known to both, but may be unknown
    /// again once it has retreated.
    fn exchange(&mut self, a: UnitId, b: UnitId) {
        let swap = |unit: &mut UnitId| unit.exchange(a, b);
        match self {
            Decision::Lifted { along } => along.iter_mut().for_each(swap),
            Decision::Dispersal(plan) => plan.entering.iter_mut().filter_map(Piece::named).chain(&mut plan.non_lethal).for_each(swap),
            Decision::Attack(attack) => attack.counters().for_each(swap),
            Decision::Shortage | Decision::Excess { .. } | Decision::Modifying { .. } | Decision::Ceasefire { .. } => {}
        }
    }
}

names! {
    /// Marks on counters.
    pub enum Mark -> MarkId {
        /// [7.1], [7.6] May not move again in this segment.
        Halted = "halted",
        /// [7.7.h] Has used the railway in this segment.
        Railed = "railed",
        /// [6.2.b] Was dropped off by its stack.
        Dropped = "dropped",
        /// [8.0.h] Has attacked in this segment.
        Attacked = "attacked",
        /// [12.4] Out of supply when last checked.
        OutOfSupply = "out_of_supply",
        /// [13.2] Uncovered by tactical communications.
        Exposed = "exposed",
        /// [9.1.l] Has made its mob entry in this segment.
        Entered = "entered",
        /// [3.1.g] A garrison about to move.
        Lifted = "lifted",
        /// [7.0.i], [F-17] Its move is under way: it may go on until another counter is moved.
        Moving = "moving",
    }
}

names! {
    /// Numbers on counters.
    pub enum Count -> CountId {
        /// Movement points spent in this segment, in halves.
        Spent = "spent",
        /// The place in a blind draw, from 1.
        Slot = "slot",
        /// [6.2.b] The stack it moved with in this segment.
        Group = "group",
    }
}

names! {
    /// Marks in hexes.
    pub enum HexMark -> HexMarkId {
        /// [16.0.j] A unit has stood there: whoever holds the hex has occupied it.
        Occupied = "occupied",
        /// [8.0.c] Was attacked in this segment.
        Attacked = "attacked",
        /// The enemy has said that the player who acts may not go there.
        Barred = "barred",
        /// [3.1.h] A city that gets no police.
        Skipped = "skipped",
    }
}

impl HexMark {
    /// What each means in the log, in the order of the variants; empty for bookkeeping.
    pub const TEXTS: [&'static str; 4] = ["", "", "turns out to be blocked", "gets no police"];
}

names! {
    /// Tracks of the ledger.
    pub enum Track -> TrackId {
        /// The reinforcement die of this step is rolled.
        Rolled = "rolled",
        /// Pieces still to be chosen.
        Due = "due",
        /// [10.3.b] Russian pieces may be among them.
        RussiansAllowed = "russians_allowed",
        /// [5.0] The level of Western support.
        Western = "western",
        /// [3.1.z] The turn at whose end the Western marker goes to its track; 0 once it has.
        WesternBox = "western_box",
        /// Changes that wait for the marker.
        WesternPending = "western_pending",
        /// [5.0] The level of Russian support.
        Russian = "russian",
        /// [5.0.d] It is in effect.
        RussianActive = "russian_active",
        /// [15.2] A ceasefire is in force.
        Ceasefire = "ceasefire",
        /// [15.0] It will be next turn.
        CeasefireNext = "ceasefire_next",
        /// [16.0.f] Ukrainian points from modified ceasefire dice.
        CeasefirePoints = "ceasefire_points",
        /// [16.0.i] Ukrainian points from the media.
        MediaPoints = "media_points",
        /// [11.0] The hex of the crash site; 0 for none.
        CrashSite = "crash_site",
        /// [6.2.b] Stacks that have moved together in this segment.
        StackMoves = "stack_moves",
        /// [16.0] The final total.
        Score = "score",
    }
}

names! {
    /// Holding boxes.
    pub enum Holding -> BoxId {
        /// Police not drawn.
        PoliceCup = "police_cup",
        /// Militia not drawn.
        MilitiaCup = "militia_cup",
        /// Luhansk battalions not drawn.
        LuhanskCup = "luhansk_cup",
        /// Donetsk battalions not drawn.
        DonetskCup = "donetsk_cup",
        /// Drawn unseen, to be placed.
        Drawn = "drawn",
        /// Mobs and media to be placed.
        Crowd = "crowd",
        /// Brigades the Ukrainian may start with.
        Brigades = "brigades",
        /// The Ukrainian force pool.
        UkrainianPool = "ukrainian_pool",
        /// The Rebel force pool.
        RebelPool = "rebel_pool",
        /// Its Russian part.
        RussianPool = "russian_pool",
        /// Russian pieces before turn 4.
        RussiansWaiting = "russian_holding",
        /// Ukrainian pieces chosen this turn.
        UkrainianArriving = "ukrainian_arriving",
        /// Rebel pieces chosen this turn.
        RebelArriving = "rebel_arriving",
        /// Ukrainian support at hand.
        UkrainianAvailable = "ukrainian_available",
        /// Rebel and Russian support at hand.
        RebelAvailable = "rebel_available",
        /// Support in the battle under way.
        Committed = "committed",
    }
}

segments! {
    /// Steps of the sequence.
    pub enum Segment for Purpose {
        /// Dice for towns and checkpoints.
        Control = "Setup.Control" for Control by UKRAINIAN,
        /// Police garrisons.
        Police = "Setup.Police" for Police by UKRAINIAN,
        /// Militia garrisons.
        Militia = "Setup.Militia" for Militia by UKRAINIAN,
        /// Luhansk battalions.
        LuhanskUnits = "Setup.LuhanskUnits" for Battalions by REBEL,
        /// Luhansk mobs and media.
        LuhanskCrowd = "Setup.LuhanskCrowd" for Crowd by REBEL,
        /// Donetsk battalions.
        DonetskUnits = "Setup.DonetskUnits" for Battalions by REBEL,
        /// Donetsk mobs and media.
        DonetskCrowd = "Setup.DonetskCrowd" for Crowd by REBEL,
        /// Ukrainian brigades.
        Brigades = "Setup.Brigades" for Brigades by UKRAINIAN,
        /// Pools and markers.
        Boxes = "Setup.Boxes" for Boxes by UKRAINIAN,
        /// The turn begins.
        TurnStart = "Turn.Start" for TurnStart by UKRAINIAN,
        /// The Ukrainian rolls and chooses.
        UkrainianReinforcement = "Ukrainian.Reinforcement" for Reinforcement by UKRAINIAN,
        /// The Rebel rolls and chooses.
        RebelReinforcement = "Rebel.Reinforcement" for Reinforcement by REBEL,
        /// Ukrainian pieces arrive.
        UkrainianArrival = "Ukrainian.Arrival" for Arrival by UKRAINIAN,
        /// Ukrainian supply is checked.
        UkrainianSupply = "Ukrainian.Supply" for Supply by UKRAINIAN,
        /// The Ukrainian moves.
        UkrainianMovement = "Ukrainian.Movement" for Movement by UKRAINIAN,
        /// Mobs are driven out.
        UkrainianMobs = "Ukrainian.Mobs" for Mobs by UKRAINIAN,
        /// Ukrainian supply is found again.
        UkrainianSupplyAgain = "Ukrainian.SupplyAgain" for SupplyAgain by UKRAINIAN,
        /// The Ukrainian attacks.
        UkrainianCombat = "Ukrainian.Combat" for Combat by UKRAINIAN,
        /// Rebel and Russian pieces arrive.
        RebelArrival = "Rebel.Arrival" for Arrival by REBEL,
        /// Rebel supply is checked.
        RebelSupply = "Rebel.Supply" for Supply by REBEL,
        /// The Rebel moves.
        RebelMovement = "Rebel.Movement" for Movement by REBEL,
        /// Rebel supply is found again.
        RebelSupplyAgain = "Rebel.SupplyAgain" for SupplyAgain by REBEL,
        /// The Rebel attacks.
        RebelCombat = "Rebel.Combat" for Combat by REBEL,
        /// Foreign support arrives.
        EndSupport = "End.Support" for Support by REBEL,
        /// The roll for a ceasefire.
        EndCeasefire = "End.Ceasefire" for Ceasefire by REBEL,
        /// The turn ends.
        EndTurn = "End.Turn" for TurnEnd by REBEL,
    }
}

/// What a segment is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Purpose {
    Control,
    Police,
    Militia,
    Battalions,
    Crowd,
    Brigades,
    Boxes,
    TurnStart,
    Reinforcement,
    Arrival,
    Supply,
    Movement,
    Mobs,
    SupplyAgain,
    Combat,
    Support,
    Ceasefire,
    TurnEnd,
}

impl Order {
    /// The hexes it leads through, if it moves somebody.
    pub fn path(&self) -> &[Hex] {
        match self {
            Order::Move { path, .. } | Order::MoveStack { path, .. } | Order::Rail { path, .. } | Order::Retreat { path, .. } => path,
            Order::March { path } | Order::Ride { path } => path,
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
            Order::Commit | Order::Disperse | Order::Roll => Role::Go,
            Order::Drop | Order::CallOff => Role::Drop,
            Order::EndSegment | Order::Ready | Order::Pass | Order::SetDown | Order::EndAdvance => Role::End,
            _ => Role::Act,
        }
    }
}
