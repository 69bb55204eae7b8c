//! What players may order, and the decisions that interrupt the sequence.

use super::air::Mission;
use super::combat::Attack;
use super::movement::March;
use super::options::insurgency::Insurgency;
use super::reinforcements::Deployment;
use super::retreat::Retreat;
use super::{COALITION, EURASIAN};
use crate::board::{Atom, Frame, Hex, Path, Role, Side, UnitId, Units};
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Order {
    /// [3.2] Chooses a reinforcement as one of the scenario's additional units.
    Pick { unit: UnitId },
    /// [3.7] Puts a unit where it may begin, or moves one already placed.
    Place { unit: UnitId, to: Spot },
    /// [3] Takes a choice or a placement of set-up back.
    TakeBack { unit: UnitId },
    /// [3.6] A guerrilla, drawn unseen, begins in this hex.
    Plant { hex: Hex },
    /// Leaves what is still to be chosen or placed to the suggested set-up.
    PlaceRest,
    /// Choosing and placing is done.
    Ready,
    /// [7.1] Plays the shock marker.
    PlayShock,
    /// [7.1] Keeps it.
    KeepShock,
    /// [24.1] Special forces are spent for action points; none, if the list is empty.
    Stake { units: Units },
    /// [12.1] A unit moves on the ground; with a Hyperwar unit this is a joint maneuver [16.1].
    Move { unit: UnitId },
    /// [13.1] An airborne unit flies.
    Fly { unit: UnitId },
    /// [13.3] An amphibious unit sails.
    Sail { unit: UnitId, hex: Hex },
    /// [12.7] A unit goes by rail.
    Rail { unit: UnitId },
    /// [12.8] A unit leaves the map by rail.
    LeaveMap { unit: UnitId },
    /// [12.4] The unit that is on the move goes this way.
    Go { path: Path },
    /// [12.4] It stays where it is.
    Stay,
    /// [12.7], [16.1] No further unit moves in this action.
    EndMoves,
    /// [14.1] Begins to plan an attack on a hex.
    Declare { hex: Hex },
    /// [22.6] Begins to plan an airborne or amphibious assault on a hex.
    Assault { hex: Hex },
    /// [14.2] Adds a unit to the attack.
    Join { unit: UnitId },
    /// [14.2] Takes it out again.
    Leave { unit: UnitId },
    /// [6.8] The attack is made as planned.
    Commit,
    /// A plan is dropped; nothing has happened.
    Drop,
    /// [9.3] This unit of a crowded hex defends it.
    Defend { unit: UnitId },
    /// [19.9], [20.2] Aircraft and ships support the battle; none, if the list is empty.
    Support { units: Units },
    /// [14.6.4] Special forces are committed in secret; none, if the list is empty.
    Seal { units: Units },
    /// [15.0], [19.6] The owner takes a step of loss with this unit.
    Lose { unit: UnitId },
    /// [15.1] The player who forced it moves a retreating unit.
    Retreat { unit: UnitId, path: Path },
    /// [15.1], [8.2] The same with a unit that lies face down: of several in a hex the lowest in the stack.
    RetreatBlind { path: Path },
    /// [14.7] A unit advances into the hex it has won.
    Advance { unit: UnitId },
    /// [14.7] Nobody advances.
    Hold,
    /// [11.1] A reduced unit regroups.
    Regroup { unit: UnitId },
    /// [10.1] Reinforcements are rolled for, NATO units among them or not.
    Reinforce { nato: bool },
    /// [10.1] China mobilizes.
    Mobilize,
    /// [10.2] A reinforcement is deployed.
    Deploy { unit: UnitId, to: Spot },
    /// [8.2] A guerrilla, drawn unseen, is deployed in this hex.
    Recruit { hex: Hex },
    /// [10.2.3] An airborne reinforcement flies in over a map edge.
    DropIn { unit: UnitId },
    /// [22.2] Forward operations bases are taken off the map.
    Demobilize { units: Units },
    /// [10.1] Nothing further is deployed.
    EndDeployment,
    /// [19.1] Air units strike at the enemy Staging Area.
    Superiority { units: Units },
    /// [19.5] Air units bombard a hex.
    Bombard { hex: Hex, units: Units },
    /// [19.11] The owner gives up this air unit.
    LoseAir { unit: UnitId },
    /// [22.4] An enemy naval unit is driven off in place of one elimination.
    Divert,
    /// [22.4] All eliminations stand.
    KeepHit,
    /// [23.1] A unit moves and is flown from base to base on the way.
    Transport { unit: UnitId },
    /// [23.1] It is flown to this base.
    Lift { hex: Hex },
    /// [24.2] Special forces are assigned to an insurgency in this city.
    Infiltrate { unit: UnitId, hex: Hex },
    /// [24.2] The insurgency begins as planned.
    Incite,
    /// [24.3] The rebellion turns the garrison, or raises guerrillas instead.
    Rise { flip: bool },
    /// [27.0] A strike with weapons of mass destruction.
    Strike { hex: Hex },
    /// [9.4] The player looks at what only he may see, to use it in this action.
    Look,
    /// [9.4] He is done with that: what is asked next is asked in public again.
    LookAway,
    /// [6.9] No action.
    Pass,
    /// [4.3] Gives the war up.
    Capitulate,
}

/// Where a unit is set up or deployed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Spot {
    /// In a hex of the map.
    Hex(Hex),
    /// [12.9] In the off-map base of its nation.
    Base,
    /// [10.4] In the Staging Area.
    Staging,
}

impl Order {
    /// The hexes a move leads through.
    pub fn path(&self) -> &[Hex] {
        match self {
            Order::Go { path } | Order::Retreat { path, .. } | Order::RetreatBlind { path } => path,
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
            Order::Commit | Order::Incite => Role::Go,
            Order::Drop => Role::Drop,
            Order::Look | Order::LookAway => Role::Look,
            Order::Capitulate => Role::Resign,
            Order::Ready | Order::Pass | Order::KeepShock | Order::EndMoves | Order::EndDeployment | Order::Hold | Order::Stay => Role::End,
            _ => Role::Act,
        }
    }
}

/// A decision that interrupts the sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the types say it")]
pub enum Decision {
    Deployment(Box<Deployment>),
    March(Box<March>),
    Attack(Box<Attack>),
    Mission(Box<Mission>),
    Insurgency(Box<Insurgency>),
    Retreat(Box<Retreat>),
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Deployment(deployment) => deployment.side,
            Decision::March(march) => march.side,
            Decision::Attack(attack) => attack.decider(),
            Decision::Mission(mission) => mission.decider(),
            Decision::Insurgency(insurgency) => insurgency.side,
            Decision::Retreat(retreat) => retreat.by,
        }
    }

    fn rule(&self) -> Atom {
        Atom(match self {
            Decision::Deployment(_) => "PME-10.1.a",
            Decision::March(_) => "PME-12.4.a",
            Decision::Attack(_) => "PME-14.1.b",
            Decision::Mission(_) => "PME-19.1.a",
            Decision::Insurgency(_) => "PME-24.2.a",
            Decision::Retreat(_) => "PME-15.1.a",
        })
    }

    fn sealed(&self, from: Side) -> Self {
        let mut copy = self.clone();
        if let Decision::Attack(attack) = &mut copy
            && attack.result.is_none()
        {
            let theirs = usize::from(attack.side == from);
            attack.sealed[theirs].iter_mut().for_each(Units::clear);
        }
        copy
    }

    fn exchange(&mut self, a: UnitId, b: UnitId) {
        let swap = |unit: &mut UnitId| {
            if *unit == a {
                *unit = b;
            } else if *unit == b {
                *unit = a;
            }
        };
        match self {
            Decision::Deployment(deployment) => deployment.landing.iter_mut().for_each(|(unit, _)| swap(unit)),
            Decision::March(march) => march.unit.iter_mut().chain(&mut march.moved).for_each(swap),
            Decision::Attack(attack) => {
                attack.units.iter_mut().chain(&mut attack.sixth).chain(&mut attack.bound).for_each(swap);
                attack.rolled.iter_mut().for_each(|(unit, _)| swap(unit));
                attack.sealed.iter_mut().flatten().flatten().for_each(swap);
            }
            Decision::Insurgency(insurgency) => insurgency.plan.iter_mut().for_each(|(unit, _)| swap(unit)),
            Decision::Retreat(retreat) => retreat.units.iter_mut().for_each(swap),
            Decision::Mission(_) => {}
        }
    }
}

names! {
    /// Marks on counters.
    pub enum Mark -> MarkId {
        /// [3.7] The misprinted garrison.
        Spare = "spare",
    }
}

names! {
    /// Numbers on counters.
    pub enum Count -> CountId {
        /// [2.6] The factor of a garrison under the side that has it.
        Strength = "strength",
        /// [8.2] The country in which a guerrilla was placed: its number plus one.
        Country = "country",
    }
}

names! {
    /// Marks in hexes.
    pub enum HexMark -> HexMarkId {
        /// [27.1] Closed to ground units for the rest of the game.
        Fallout = "fallout",
        /// [28.1] A major objective whose capture has been rolled for.
        Checked = "checked",
        /// [28.0] A major objective captured in the action under way.
        Captured = "captured",
    }
}

impl HexMark {
    /// What each means in the log, in the order of the variants; empty for bookkeeping.
    pub const TEXTS: [&'static str; 3] = ["is closed by fallout", "", ""];

    /// As a bit of a hex's marks.
    pub fn bit(self) -> u16 {
        1 << self.id().0
    }
}

names! {
    /// [2.15] Tracks of the ledger.
    pub enum Track -> TrackId {
        /// [6.2] Eurasian action points.
        ApEu = "ap_eu",
        /// [6.2] Coalition action points.
        ApCo = "ap_co",
        /// [7.3] The first player.
        First = "first",
        /// [6.1] Whose action it is.
        ToAct = "to_act",
        /// [6.9] The last player passed.
        Passed = "passed",
        /// [6.1] Actions taken this turn.
        Action = "action",
        /// [9.4] Whoever acts looks at what only he may see.
        Looking = "looking",
        /// [7.0] Where the shock marker is.
        Shock = "shock",
        /// [7.2] The turn in which it arrives.
        ShockTurn = "shock_turn",
        /// [7.1] It was played this turn.
        ShockPlayed = "shock_played",
        /// [10.1] The Eurasian side has taken its reinforcement action.
        ReinforcedEu = "reinforced_eu",
        /// [10.1] The Coalition has.
        ReinforcedCo = "reinforced_co",
        /// [10.1] China has mobilized.
        Mobilized = "mobilized",
        /// [27.0] The Eurasian side has made its strike this turn.
        WmdEu = "wmd_eu",
        /// [27.0] The Coalition has.
        WmdCo = "wmd_co",
        /// [SCN] NATO: neutral, Eurasian, Coalition.
        Nato = "nato",
        /// [4.1] Eurasian victory points.
        VpEu = "vp_eu",
        /// [4.1] Coalition victory points.
        VpCo = "vp_co",
    }
}

impl Track {
    fn of(side: Side, tracks: [Track; 2]) -> Track {
        tracks[side.at()]
    }

    /// A side's action points.
    pub fn points(side: Side) -> Track {
        Track::of(side, [Track::ApEu, Track::ApCo])
    }

    /// Whether a side has reinforced this turn.
    pub fn reinforced(side: Side) -> Track {
        Track::of(side, [Track::ReinforcedEu, Track::ReinforcedCo])
    }

    /// Whether a side has made its strike this turn.
    pub fn wmd(side: Side) -> Track {
        Track::of(side, [Track::WmdEu, Track::WmdCo])
    }

    /// A side's victory points.
    pub fn victory(side: Side) -> Track {
        Track::of(side, [Track::VpEu, Track::VpCo])
    }
}

names! {
    /// Holding boxes.
    pub enum Holding -> BoxId {
        /// [21.1] Eurasian special forces and strikes at hand.
        StagingEu = "staging_eu",
        /// Those of the Coalition.
        StagingCo = "staging_co",
        /// [10.0] Eurasian reinforcements.
        ReinforcementsEu = "reinforcements_eu",
        /// Those of the Coalition.
        ReinforcementsCo = "reinforcements_co",
        /// [4.1] Eurasian units eliminated.
        EliminatedEu = "eliminated_eu",
        /// Those of the Coalition.
        EliminatedCo = "eliminated_co",
        /// [11.2] Eurasian special forces that return on turn 1.
        TrackEu1 = "track_eu_1",
        /// Turn 2.
        TrackEu2 = "track_eu_2",
        /// Turn 3.
        TrackEu3 = "track_eu_3",
        /// Turn 4.
        TrackEu4 = "track_eu_4",
        /// Turn 5.
        TrackEu5 = "track_eu_5",
        /// Turn 6.
        TrackEu6 = "track_eu_6",
        /// Turn 7.
        TrackEu7 = "track_eu_7",
        /// Turn 8.
        TrackEu8 = "track_eu_8",
        /// Turn 9.
        TrackEu9 = "track_eu_9",
        /// Turn 10.
        TrackEu10 = "track_eu_10",
        /// Coalition special forces that return on turn 1.
        TrackCo1 = "track_co_1",
        /// Turn 2.
        TrackCo2 = "track_co_2",
        /// Turn 3.
        TrackCo3 = "track_co_3",
        /// Turn 4.
        TrackCo4 = "track_co_4",
        /// Turn 5.
        TrackCo5 = "track_co_5",
        /// Turn 6.
        TrackCo6 = "track_co_6",
        /// Turn 7.
        TrackCo7 = "track_co_7",
        /// Turn 8.
        TrackCo8 = "track_co_8",
        /// Turn 9.
        TrackCo9 = "track_co_9",
        /// Turn 10.
        TrackCo10 = "track_co_10",
        /// [11.2] Eurasian special forces that return too late.
        BeyondEu = "beyond_eu",
        /// Those of the Coalition.
        BeyondCo = "beyond_co",
        /// [21.2] The Russian Off-Map Base.
        BaseRus = "base_rus",
        /// The Chinese.
        BasePrc = "base_prc",
        /// That of NATO.
        BaseNato = "base_nato",
        /// Committed to the battle or mission under way, open to both.
        Committed = "committed",
        /// [3.7] Units still to be set up.
        Waiting = "waiting",
        /// [3.8] Units of neutral countries, and those not in use.
        Neutral = "neutral",
    }
}

impl Holding {
    /// A side's Staging Area.
    pub fn staging(side: Side) -> Holding {
        [Holding::StagingEu, Holding::StagingCo][side.at()]
    }

    /// A side's reinforcements.
    pub fn reinforcements(side: Side) -> Holding {
        [Holding::ReinforcementsEu, Holding::ReinforcementsCo][side.at()]
    }

    /// A side's units eliminated.
    pub fn eliminated(side: Side) -> Holding {
        [Holding::EliminatedEu, Holding::EliminatedCo][side.at()]
    }

    /// [11.2] Where a side's special forces wait for a turn; those of a turn that the track does not have never return.
    pub fn of_turn(side: Side, turn: u8, last: u8) -> Holding {
        use Holding::*;
        let boxes = match side {
            EURASIAN => [TrackEu1, TrackEu2, TrackEu3, TrackEu4, TrackEu5, TrackEu6, TrackEu7, TrackEu8, TrackEu9, TrackEu10],
            _ => [TrackCo1, TrackCo2, TrackCo3, TrackCo4, TrackCo5, TrackCo6, TrackCo7, TrackCo8, TrackCo9, TrackCo10],
        };
        let beyond = if side == EURASIAN { BeyondEu } else { BeyondCo };
        let there = usize::from(turn).checked_sub(1).and_then(|n| boxes.get(n)).copied();
        there.filter(|_| turn <= last).unwrap_or(beyond)
    }
}

names! {
    /// Steps of the sequence.
    pub enum Segment -> StepId {
        /// [3.5] The side without the shock marker sets up.
        SetupFirst = "Setup.First",
        /// [3.5] The holder sets up.
        SetupSecond = "Setup.Second",
        /// [3.6] Guerrillas in enemy country.
        SetupGuerrillas = "Setup.Guerrillas",
        /// Special forces return, the shock marker arrives, NATO may enter.
        TurnStart = "Turn.Start",
        /// [7.1] The holder plays the shock marker or keeps it.
        Shock = "Shock",
        /// [6.2] Action points are rolled.
        ActionPoints = "ActionPoints",
        /// [6.1] Actions in turn.
        Actions = "Actions",
        /// [6.4] Unspent points are lost.
        TurnEnd = "Turn.End",
    }
}

impl Segment {
    /// The segment of a step.
    pub fn of(step: crate::board::StepId) -> Segment {
        use Segment::*;
        [SetupFirst, SetupSecond, SetupGuerrillas, TurnStart, Shock, ActionPoints, Actions, TurnEnd][step.at()]
    }
}

/// A side by the value of a track.
pub(super) fn side_of_track(track: i32) -> Side {
    if track == 0 { EURASIAN } else { COALITION }
}

names! {
    /// Optional rules.
    pub enum Optional -> OptionId {
        /// Complex terrain units.
        ComplexTerrain = "22.1",
        /// Forward operations bases.
        Fob = "22.2",
        /// Sixth generation warriors.
        SixthGeneration = "22.3",
        /// Area denial.
        AreaDenial = "22.4",
        /// Advance over the sea.
        SeaAdvance = "22.5",
        /// Assaults.
        Assault = "22.6",
        /// Korean armies.
        KoreanArmies = "22.7",
        /// Air transport.
        Transport = "23",
        /// Special forces for action points.
        Stakes = "24.1",
        /// Insurgency.
        Insurgency = "24.2",
        /// Logistics.
        Logistics = "25",
        /// Logistics with the roll reversed.
        LogisticsInverse = "25_inverse",
        /// Prepared attacks.
        Prepared = "26",
        /// Weapons of mass destruction.
        Wmd = "27",
        /// Major objectives.
        Objectives = "28",
    }
}
