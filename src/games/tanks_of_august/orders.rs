//! What players may order, and the decisions that interrupt the sequence.

use super::combat::Attack;
use super::missions::{Mission, MissionKind};
use super::{GEORGIAN, RUSSIAN};
use crate::board::{Atom, Frame, Hex, Path, Role, Side, UnitId, Units};
use crate::games::kit::segments;
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Order {
    /// [4] Puts a counter into a hex of its set-up area, or moves it to another.
    Place { unit: UnitId, hex: Hex },
    /// [4] Places every counter that still waits where the scenario suggests.
    PlaceRest,
    /// [4] Set-up is done.
    Ready,
    /// [12] Rolls for the weather.
    RollWeather,
    /// [13.2] Rolls for the 1st Brigade.
    RollFirstBrigade,
    /// [13] A unit that is due arrives in a hex.
    Arrive { unit: UnitId, hex: Hex },
    /// [13.1] An aircraft is taken from those to come.
    TakeAircraft { unit: UnitId },
    /// [14.8] All four National Guard units appear.
    CallNationalGuard,
    /// [8] Moves one counter along a path of hexes.
    Move { unit: UnitId, path: Path },
    /// [7.3] Moves counters that stand together along a path.
    MoveStack { units: Units, path: Path },
    /// [13.3] The fleet and both naval infantry battalions land.
    Land { hex: Hex },
    /// [10.0] Puts a counter on top of its stack, where the enemy sees it.
    PutOnTop { unit: UnitId },
    /// [7.1] Takes a counter from a hex that holds too much.
    RemoveExcess { unit: UnitId },
    /// [6.1] Assigns an aircraft to a mission.
    Assign { unit: UnitId, mission: MissionKind },
    /// [6.1] Takes the assignment back.
    Unassign { unit: UnitId },
    /// [6] An assigned aircraft flies its mission to a hex.
    Fly { unit: UnitId, hex: Hex },
    /// [6.7] A missile battalion strikes.
    Launch { unit: UnitId, mission: MissionKind, hex: Hex },
    /// [6.7.1] A navy strikes from a hex.
    Bombard { unit: UnitId, from: Hex, mission: MissionKind, hex: Hex },
    /// [6.2] An air defense unit fires at the aircraft.
    FireAd { unit: UnitId },
    /// [6.2] No other air defense unit fires.
    HoldFire,
    /// [6.3], [6.4] Names the target by its place in the stack, 1 being the top.
    Target { place: u8 },
    /// [10.3] Special forces try recon.
    Recon { unit: UnitId },
    /// [10.4.1] Begins to plan an attack on a hex.
    Declare { hex: Hex },
    /// [10.4.1] Adds a unit or a gun to the attack.
    Join { unit: UnitId },
    /// [10.4.1] Takes it out again.
    Leave { unit: UnitId },
    /// [10.4.1] The attack is declared as planned.
    Commit,
    /// [10.4.1] The plan is dropped; nothing has happened.
    Drop,
    /// [10.4.2] A gun fires at the target.
    Fire { unit: UnitId },
    /// [6.6] A gun fires with the help of the drone.
    FireWithUav { unit: UnitId },
    /// [10.4.3] A gun of the defender fires at a hex with attackers.
    FireBack { unit: UnitId, hex: Hex },
    /// [10.4.3] The defender fires no other gun.
    EndFire,
    /// [10.2] A headquarters lends its factor.
    Support { unit: UnitId },
    /// [10.2] No other headquarters lends its factor.
    EndSupport,
    /// [10.0] The attack is called off before the odds are known.
    CallOff,
    /// [10.4.4] The attack goes in.
    Proceed,
    /// [10.3] Special forces lead the attack.
    Spearhead { unit: UnitId },
    /// [10.3] They do not.
    NoSpearhead,
    /// The owner picks the unit that a hit disrupts.
    Disrupt { unit: UnitId },
    /// [10.4.7] The owner takes a step from a unit.
    Lose { unit: UnitId },
    /// [10.4.7] Units retreat together along a path; an empty one where no hex is open.
    Retreat { units: Units, path: Path },
    /// [10.4.8] A unit advances into the vacated hex, and on after R2.
    Advance { unit: UnitId, path: Path },
    /// [10.4.8] Nobody else advances.
    EndAdvance,
    /// [3.2] Rolls for the end of the game.
    RollEnd,
    /// [14.4] The Russian tries the exchange, or not.
    Exchange { attempt: bool },
    /// [14.4] The Georgian restores a reduced unit.
    Restore { unit: UnitId },
    /// [14.4] The Georgian restores nobody.
    RestoreNobody,
    /// [14.6] The Georgian names the Russian unit that fires at its own aircraft.
    FriendlyFire { unit: UnitId },
    /// [14.7] The Georgian tries to hold a unit up.
    HoldUp { unit: UnitId },
    /// [14.7] The same for one that he may not know, by its place in the stack, 1 being the top.
    HoldUpBlind { place: u8 },
    /// [14.7] The Georgian lets the move go on.
    LetPass,
    /// [5] The segment is over.
    EndSegment,
}

impl Order {
    /// The hexes it leads through, if it moves somebody.
    pub fn path(&self) -> &[Hex] {
        match self {
            Order::Move { path, .. } | Order::MoveStack { path, .. } | Order::Retreat { path, .. } | Order::Advance { path, .. } => path,
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
            Order::Fire { .. } | Order::Support { .. } => Role::Each,
            Order::Commit | Order::Proceed => Role::Go,
            Order::Drop | Order::CallOff => Role::Drop,
            Order::EndSegment | Order::Ready | Order::HoldFire | Order::EndFire | Order::EndSupport | Order::EndAdvance => Role::End,
            _ => Role::Act,
        }
    }
}

/// A decision that interrupts the sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Decision {
    /// [7.1] A segment ended with hexes that hold too much; this side must take counters away.
    Excess(Side),
    /// [6.2] An aircraft is over its target; the enemy's air defense may fire.
    AirDefense(Mission),
    /// [14.6] A Russian air defense unit is about to fire at its own aircraft; the Georgian names it.
    FriendlyFire { mission: Mission, units: Units },
    /// [6.3], [6.4] The strike came through; its owner names the target.
    Target(Mission),
    /// [10.4] An attack under way.
    Attack(Box<Attack>),
    /// A hit: the owner picks who is disrupted.
    Disrupt { side: Side, units: Units },
    /// [14.5] A unit panics and must retreat one hex.
    Panic { unit: UnitId },
    /// [14.4] A base was captured: the Russian may try the exchange.
    Exchange,
    /// [14.4] The exchange worked: the Georgian may restore a unit.
    Restore,
    /// [14.7] Russian units are about to move: the Georgian may try to hold one of them up.
    HoldUp { units: Units, path: Path },
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Excess(side) | Decision::Disrupt { side, .. } => *side,
            Decision::AirDefense(mission) => mission.side.other(),
            Decision::Target(mission) => mission.side,
            Decision::Attack(attack) => attack.decider(),
            Decision::Exchange => RUSSIAN,
            Decision::FriendlyFire { .. } | Decision::Panic { .. } | Decision::Restore | Decision::HoldUp { .. } => GEORGIAN,
        }
    }

    fn rule(&self) -> Atom {
        Atom(match self {
            Decision::Excess(_) => "TOA-7.1.a",
            Decision::AirDefense(_) => "TOA-6.2.c",
            Decision::FriendlyFire { .. } => "TOA-14.6.a",
            Decision::Target(_) => "TOA-6.3.f",
            Decision::Disrupt { .. } => "TOA-10.4.2.f",
            Decision::Panic { .. } => "TOA-14.5.a",
            Decision::Exchange | Decision::Restore => "TOA-14.4.a",
            Decision::HoldUp { .. } => "TOA-14.7.a",
            Decision::Attack(_) => "TOA-10.0.g",
        })
    }

    fn exchange(&mut self, a: UnitId, b: UnitId) {
        let swap = |unit: &mut UnitId| unit.exchange(a, b);
        match self {
            Decision::AirDefense(mission) | Decision::Target(mission) => mission.counters().for_each(swap),
            Decision::FriendlyFire { mission, units } => mission.counters().chain(units).for_each(swap),
            Decision::Attack(attack) => attack.counters().for_each(swap),
            Decision::Disrupt { units, .. } | Decision::HoldUp { units, .. } => units.iter_mut().for_each(swap),
            Decision::Panic { unit } => swap(unit),
            Decision::Excess(_) | Decision::Exchange | Decision::Restore => {}
        }
    }
}

names! {
    /// Marks on counters.
    pub enum Mark -> MarkId {
        /// May not move again in this segment.
        Halted = "halted",
        /// [10.1] Fights at half strength.
        Disrupted = "disrupted",
        /// [6.3.e] Cannot be disrupted again this turn.
        Shaken = "shaken",
        /// [10.4.2.g] A gun or missile that has fired this turn.
        Fired = "fired",
        /// [10.2.c] A headquarters that has lent its factor this turn.
        Used = "used",
        /// [10.0.d] Has attacked in this segment, or was named for an attack that was called off.
        Attacked = "attacked",
        /// [10.0.d] Was attacked in this segment.
        Defended = "defended",
        /// [10.3.a] Special forces that have tried recon or led an attack in this segment.
        Scouted = "scouted",
        /// [10.3.b] ...and succeeded.
        Watching = "watching",
        /// [6.1.d] An aircraft, navy or drone that is done for this turn.
        Flown = "flown",
        /// [13.3.b] Naval infantry that landed this turn.
        Landed = "landed",
        /// [14.7] Held up: moves half as far in this segment.
        HeldUp = "held_up",
    }
}

names! {
    /// Marks in hexes.
    pub enum HexMark -> HexMarkId {
        /// [3.3.b] A base that the Russian has captured before.
        Captured = "captured",
    }
}

names! {
    /// Numbers on counters.
    pub enum Count -> CountId {
        /// Movement points spent in this segment, in halves.
        Spent = "spent",
        /// The turn in which an aborted aircraft is back.
        Returns = "returns",
    }
}

names! {
    /// Tracks of the ledger.
    pub enum Track -> TrackId {
        /// 0 clear, 1 overcast, 2 rain.
        Weather = "weather",
        /// Georgian ground units lost.
        GeorgianGround = "georgian_ground_losses",
        /// Russian, Ossetian and Abkhaz ground units lost.
        RussianGround = "russian_ground_losses",
        /// Georgian aircraft lost.
        GeorgianAir = "georgian_air_losses",
        /// Russian aircraft lost.
        RussianAir = "russian_air_losses",
        /// Damage to Georgian bases.
        Infrastructure = "infrastructure",
        /// Collateral damage in Georgia.
        GeorgianCollateral = "georgian_collateral",
        /// Collateral damage in South Ossetia and Abkhazia.
        OssetianCollateral = "ossetian_collateral",
        /// Ground units the Russian may still take this turn.
        GroundDue = "ground_due",
        /// Aircraft the Russian may still take this turn.
        AirDue = "air_due",
        /// Ground units that the markers have allowed so far.
        MarkersGround = "markers_ground",
        /// 1st Brigade battalions that arrived on the turn of the first roll.
        FirstBrigadeCame = "first_brigade_came",
        /// 1st Brigade infantry battalions owed now.
        InfantryDue = "infantry_due",
        /// All of the 1st Brigade is owed now.
        BrigadeDue = "brigade_due",
        /// The 1st Brigade has been rolled for this turn.
        BrigadeRolled = "brigade_rolled",
        /// A ground attack has been declared in this segment.
        GroundAttack = "ground_attack",
        /// The landing has been made.
        Landing = "landing",
        /// The hex of this turn's landing.
        LandingHex = "landing_hex",
        /// The National Guard has been called.
        NationalGuard = "national_guard",
        /// The exchange has been gained.
        Dumbadze = "dumbadze",
        /// A unit has panicked this turn.
        Panicked = "panicked",
        /// A unit has been held up, or the try failed, this turn.
        HoldUpTried = "hold_up_tried",
        /// Twice the final score: Russian minus Georgian victory points.
        Score = "score",
    }
}

names! {
    /// Holding boxes.
    pub enum Holding -> BoxId {
        /// Units their owner has still to set up.
        Waiting = "waiting",
        /// Reinforcement markers not drawn.
        Cup = "cup",
        /// The marker of turn 1.
        Turn1 = "turn_1",
        /// The marker of turn 2.
        Turn2 = "turn_2",
        /// Russian ground units to come.
        Pool = "pool",
        /// Russian aircraft to come.
        AirPool = "air_pool",
        /// The fleet and its infantry to come.
        Fleet = "fleet",
        /// The 1st Brigade, not yet here.
        HeldOut = "held_out",
        /// Georgian support at hand.
        GeorgianAvailable = "georgian_available",
        /// Russian support at hand.
        RussianAvailable = "russian_available",
        /// Assigned to Tactical Support.
        TacticalSupport = "tactical_support",
        /// Assigned to SEAD.
        Sead = "sead",
        /// Assigned to Infrastructure Bombardment.
        Bombardment = "bombardment",
        /// Aborted aircraft that come back later.
        Aborted = "aborted",
        /// Not in this game, or not any more without being lost.
        OutOfPlay = "out_of_play",
    }
}

segments! {
    /// Steps of the sequence.
    pub enum Segment for Purpose {
        /// The blind draw of the reinforcement markers.
        Markers = "Setup.Markers" for Markers by RUSSIAN,
        /// The Russian sets up.
        RussianSetup = "Russian.Setup" for SetUp by RUSSIAN,
        /// The Georgian sets up.
        GeorgianSetup = "Georgian.Setup" for SetUp by GEORGIAN,
        /// The weather of the turn.
        Weather = "Weather" for Weather by GEORGIAN,
        /// Georgian reinforcements.
        GeorgianReinforcement = "Georgian.Reinforcement" for Reinforcement by GEORGIAN,
        /// The Georgian moves.
        GeorgianMovement = "Georgian.Movement" for Movement by GEORGIAN,
        /// The Georgian assigns aircraft.
        GeorgianSupport = "Georgian.Support" for Support by GEORGIAN,
        /// The Georgian attacks.
        GeorgianCombat = "Georgian.Combat" for Combat by GEORGIAN,
        /// Georgian units recover.
        GeorgianRecovery = "Georgian.Recovery" for Recovery by GEORGIAN,
        /// Russian reinforcements.
        RussianReinforcement = "Russian.Reinforcement" for Reinforcement by RUSSIAN,
        /// The Russian moves.
        RussianMovement = "Russian.Movement" for Movement by RUSSIAN,
        /// The Russian assigns aircraft.
        RussianSupport = "Russian.Support" for Support by RUSSIAN,
        /// The Russian attacks.
        RussianCombat = "Russian.Combat" for Combat by RUSSIAN,
        /// Russian units recover, then the sudden end is tested.
        RussianRecovery = "Russian.Recovery" for Recovery by RUSSIAN,
        /// The roll for the end of the game.
        EndCheck = "End.Check" for EndCheck by GEORGIAN,
        /// Guns and headquarters are ready again.
        EndRecovery = "End.Recovery" for EndRecovery by GEORGIAN,
    }
}

names! {
    /// Optional rules.
    pub enum Optional -> OptionId {
        /// Points for Adjara.
        Adjara = "14.1",
        /// The whole 1st Brigade sets up at start.
        FirstBrigadeHome = "14.2",
        /// Georgian tanks are better.
        TankBonus = "14.3",
        /// General Dumbadze for prisoners.
        Exchange = "14.4",
        /// Green units may panic.
        Panic = "14.5",
        /// Russians may shoot at their own aircraft.
        FriendlyFire = "14.6",
        /// Russian commands may fail.
        CommandFailure = "14.7",
        /// The National Guard.
        NationalGuard = "14.8",
    }
}

/// What a segment is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Purpose {
    Markers,
    SetUp,
    Weather,
    Reinforcement,
    Movement,
    Support,
    Combat,
    Recovery,
    EndCheck,
    EndRecovery,
}

impl Segment {
    /// The player whose movement segment this is.
    pub fn mover(self) -> Option<Side> {
        self.whose(Purpose::Movement)
    }

    /// The player who sets up here.
    pub fn deployer(self) -> Option<Side> {
        self.whose(Purpose::SetUp)
    }
}
