//! What players may order, and the decisions that interrupt the sequence.

use super::combat::Attack;
use super::events::Choosing;
use super::{IMPERIALIST, REVOLUTIONARY};
use crate::board::{Atom, Frame, Hex, NationId, Path, Role, Side, UnitId, Units};
use crate::games::kit::segments;
use crate::names;
use serde::{Deserialize, Serialize};

/// One click of a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Order {
    /// [3] Sets a unit up in a hex, or moves it to another.
    Place { unit: UnitId, hex: Hex },
    /// [3] Takes it back.
    TakeBack { unit: UnitId },
    /// [3] Places everything that still waits where the scenario suggests.
    PlaceRest,
    /// [3] This step of set-up is done.
    Ready,
    /// [17.2] Plays Free Kurdistan.
    PlayKurdistan,
    /// [17.2] Keeps it.
    KeepKurdistan,
    /// [17.1] Makes use of an event.
    UseEvent,
    /// [17.1] Does not.
    DeclineEvent,
    /// [17.1] A Turkish irregular rebels.
    TakeRebel { unit: UnitId },
    /// [17.1] A Bolshevik unit leaves for Poland.
    SendToPoland { unit: UnitId },
    /// [12.1] Buys a counter of the pool, at full strength or reduced.
    Buy { unit: UnitId, full: bool },
    /// [12.1] A convoy is spent to restore a reduced unit.
    Refit { convoy: UnitId, unit: UnitId },
    /// [11.3] Tries to subvert an irregular; this nation pays.
    Subvert { unit: UnitId, pay: NationId },
    /// [11.3] An irregular that has changed sides goes to this hex.
    Displace { hex: Hex },
    /// [11.1] Recruits an Armenian irregular for the Bolsheviks.
    Win { unit: UnitId },
    /// [4.1] The step is over.
    EndStep,
    /// [5] An arrival is placed.
    Arrive { unit: UnitId, hex: Hex },
    /// [4.2] This nation moves and fights next.
    Activate { nation: NationId },
    /// [4.2] No other nation is activated.
    EndPhase,
    /// [8] Moves units that stand together along a path.
    Move { units: Units, path: Path },
    /// [8.0] The units moved last go no farther.
    Halt,
    /// [8.4] Strategic movement.
    Ship { unit: UnitId, hex: Hex },
    /// [9.0] Eliminates a unit of a hex that holds too many.
    RemoveExcess { unit: UnitId },
    /// [4.2] Movement is over.
    EndMovement,
    /// [8.3] Calls on Edirne to surrender.
    TryEdirne,
    /// [10.0] Begins to plan an attack on a hex.
    Declare { hex: Hex },
    /// [10.0] Adds a unit to the attack.
    Join { unit: UnitId },
    /// [10.0] Takes it out again.
    Leave { unit: UnitId },
    /// [10.0] The attack begins as planned.
    Commit,
    /// [10.0] The plan is dropped; nothing has happened.
    Drop,
    /// [11.2] Irregulars try to retreat before combat.
    Melt,
    /// [11.2] They do not.
    Stand,
    /// [10.3.1] Commits an air counter.
    Fly { unit: UnitId },
    /// [10.3.1] Commits none.
    NoAir,
    /// [10.3.1] A unit nearby adds its strength.
    Recon { unit: UnitId },
    /// [10.3.1] None does.
    NoRecon,
    /// [10.3.2] Commits naval gunfire.
    Bring { unit: UnitId },
    /// [10.3.2] Commits none.
    NoGuns,
    /// [14.2] Spends a convoy as a source of supply.
    Draw { convoy: UnitId },
    /// [14.2] Spends none.
    NoDraw,
    /// [10.3.4] Spends a convoy for a column.
    Spend { convoy: UnitId },
    /// [10.4] A unit of the player's choice loses a step.
    Lose { unit: UnitId },
    /// [10.5] A unit advances into the vacated hex.
    Advance { unit: UnitId },
    /// [10.5] Nobody else advances.
    EndAdvance,
    /// [4.2] Combat is over.
    EndCombat,
}

/// A decision that interrupts the sequence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the fields say it")]
pub enum Decision {
    /// [17] An event asks the Imperialist.
    Event(Choosing),
    /// [17.1.m] So many Bolshevik units have still to leave for Poland.
    Poland { left: u8 },
    /// [11.3.d] An irregular that has changed sides must leave its hex.
    Displaced { side: Side, unit: UnitId },
    /// [9.0.d] A hex holds too many units.
    Excess { side: Side, hex: Hex },
    /// [8.3.c] Edirne has surrendered: Greek units may walk in.
    Taken,
    /// [10] An attack under way.
    Attack(Box<Attack>),
}

impl Frame for Decision {
    fn side(&self) -> Side {
        match self {
            Decision::Event(_) | Decision::Taken => IMPERIALIST,
            Decision::Poland { .. } => REVOLUTIONARY,
            Decision::Displaced { side, .. } | Decision::Excess { side, .. } => *side,
            Decision::Attack(attack) => attack.decider(),
        }
    }

    fn rule(&self) -> Atom {
        Atom(match self {
            Decision::Event(choosing) => choosing.rule,
            Decision::Poland { .. } => "WTL-17.1.m",
            Decision::Displaced { .. } => "WTL-11.3.d",
            Decision::Excess { .. } => "WTL-9.0.d",
            Decision::Taken => "WTL-8.3.c",
            Decision::Attack(attack) => attack.asks(),
        })
    }
}

names! {
    /// Marks on counters.
    pub enum Mark -> MarkId {
        /// [8.0.d] May not move again this turn.
        Halted = "halted",
        /// [10.6.d] Has attacked this turn.
        Attacked = "attacked",
        /// [8.4.2.b] Has used strategic movement this turn.
        Moved = "moved",
        /// [10.3.1.k] Air or guns used in this phase.
        Used = "used",
        /// [11.3.b] Was the target of subversion this turn.
        Tried = "tried",
        /// [2.1.d] Shows its striped side.
        Rebel = "rebel",
        /// [8.3] Started in Edirne.
        Garrison = "garrison",
    }
}

names! {
    /// Numbers on counters.
    pub enum Count -> CountId {
        /// Movement points spent this turn, in halves.
        Spent = "spent",
        /// The number of the order that moved it first in this movement step.
        Group = "group",
        /// [17.1.m] The turn on which it is back.
        Returns = "returns",
        /// Of a chit, its place in the draw; of an irregular, the event that raised it.
        Number = "number",
    }
}

names! {
    /// Marks in hexes.
    pub enum HexMark -> HexMarkId {
        /// [10.6.c] Has been attacked by the nation that is active.
        Attacked = "attacked",
    }
}

impl HexMark {
    /// What each means in the log, in the order of the variants; empty for bookkeeping.
    pub const TEXTS: [&'static str; 1] = [""];
}

names! {
    /// Tracks of the ledger.
    pub enum Track -> TrackId {
        /// [15.1] Prestige of the Grand National Assembly; 0 while it is not in play.
        Gna = "gna",
        /// [15.2] Turkish prestige points of this turn.
        TurkishPoints = "tn_points",
        /// [15.2] Imperialist prestige points of this turn.
        ImperialistPoints = "imp_points",
        /// [13.0] Britain: neutral, at war, withdrawn.
        Britain = "britain",
        /// [13.0] France.
        France = "france",
        /// [13.0] Italy.
        Italy = "italy",
        /// [13.2] The turn on which Italy went to war.
        ItalySince = "italy_since",
        /// [7.1] Armenia: free, surrendered.
        Armenia = "armenia",
        /// [7.2] Georgia.
        Georgia = "georgia",
        /// [7.3] Azerbaijan.
        Azerbaijan = "azerbaijan",
        /// [17.1.c] Used.
        SupportArmenia = "support_armenia",
        /// [17.1.d] Used.
        SupportGeorgia = "support_georgia",
        /// [6.1] The White army: away, first roll, second roll, active, gone.
        Whites = "whites",
        /// [17.2.d] The turn on which the treaty was signed.
        Treaty = "treaty",
        /// [17.2.f] The coup has taken place.
        Coup = "coup",
        /// [17.1.h] The Armenian Legion fights this turn.
        Legion = "legion",
        /// [8.3.a] Edirne has been called on to surrender.
        Edirne = "edirne",
        /// [15.2.g] War with all three powers has been counted.
        AllThree = "all_three",
        /// [8.4.1.b] Strategic points used this turn.
        Strategic = "strategic",
        /// [4.2.b] The nation that is active, from 1.
        Active = "active",
        /// [4.2.c] Nations that have been active this turn, as bits.
        Done = "done",
        /// [4.1.a] Events have been drawn this turn.
        Draws = "draws",
        /// Replacement points.
        RpTn = "rp_tn",
        /// Replacement points.
        RpBol = "rp_bol",
        /// Replacement points.
        RpGre = "rp_gre",
        /// Replacement points.
        RpArm = "rp_arm",
        /// Replacement points.
        RpGeo = "rp_geo",
        /// Replacement points.
        RpAze = "rp_aze",
        /// Replacement points.
        RpBri = "rp_bri",
        /// Replacement points.
        RpFre = "rp_fre",
        /// Replacement points.
        RpIta = "rp_ita",
        /// [17.1.c] Points for Armenian regulars.
        PurseArm = "purse_arm",
        /// [17.1.d] Points for Georgian regulars.
        PurseGeo = "purse_geo",
        /// [16.0] Imperialist victory points as things stand.
        Vp = "vp",
        /// [16.1.a] How Ankara stands: safe, empty, empty and in reach, in reach.
        Ankara = "ankara",
    }
}

names! {
    /// Holding boxes.
    pub enum Holding -> BoxId {
        /// To be set up.
        Waiting = "waiting",
        /// 9th Army, not drawn.
        Draw9a = "draw_9a",
        /// 11th Army, not drawn.
        Draw11a = "draw_11a",
        /// A nation's pool.
        PoolTn = "pool_tn",
        /// A nation's pool.
        PoolBol = "pool_bol",
        /// A nation's pool.
        PoolGre = "pool_gre",
        /// A nation's pool.
        PoolArm = "pool_arm",
        /// A nation's pool.
        PoolGeo = "pool_geo",
        /// A nation's pool.
        PoolAze = "pool_aze",
        /// A nation's pool.
        PoolBri = "pool_bri",
        /// A nation's pool.
        PoolFre = "pool_fre",
        /// A nation's pool.
        PoolIta = "pool_ita",
        /// Revolutionary arrivals.
        ArrivingRev = "arriving_rev",
        /// Imperialist arrivals.
        ArrivingImp = "arriving_imp",
        /// [17.1.m] In Poland.
        Poland = "poland",
        /// Air counters at hand.
        Ready = "ready",
        /// Naval gunfire at hand.
        Fleet = "fleet",
        /// Event chits to be drawn.
        Cup = "cup",
        /// Those that enter the cup later.
        Later = "later",
        /// Those drawn this turn.
        Drawn = "drawn",
        /// Those that the Imperialist keeps.
        Kept = "kept",
        /// Those out of play.
        Discarded = "discarded",
        /// Units that wait for an event.
        Aside = "aside",
    }
}

segments! {
    /// Steps of the sequence.
    pub enum Segment for Purpose {
        /// [3.1.a]
        SetupEdirne = "Setup.Edirne" for Setup by REVOLUTIONARY,
        /// [3.1.b]
        SetupRegulars = "Setup.Regulars" for Setup by REVOLUTIONARY,
        /// [3.1.f]
        SetupIrregulars = "Setup.Irregulars" for Setup by REVOLUTIONARY,
        /// [3.1.g]
        SetupBolsheviks = "Setup.Bolsheviks" for Setup by REVOLUTIONARY,
        /// [3.2]
        SetupImperialist = "Setup.Imperialist" for Setup by IMPERIALIST,
        /// [17.2.b] The turn begins.
        Kurdistan = "Admin.Kurdistan" for Events by IMPERIALIST,
        /// [4.1.a]
        Events = "Admin.Events" for Events by IMPERIALIST,
        /// [4.1.g]
        AdminTurkish = "Admin.Turkish" for Replacements by REVOLUTIONARY,
        /// [4.1.g]
        AdminBolshevik = "Admin.Bolshevik" for Replacements by REVOLUTIONARY,
        /// [4.1.g]
        AdminImperialist = "Admin.Imperialist" for Replacements by IMPERIALIST,
        /// [4.1.i]
        AdminSubversion = "Admin.Subversion" for Replacements by REVOLUTIONARY,
        /// [4.1.j]
        PlacementRev = "Placement.Revolutionary" for Placement by REVOLUTIONARY,
        /// [4.1.j]
        PlacementImp = "Placement.Imperialist" for Placement by IMPERIALIST,
        /// [6.1.b]
        ImpStart = "Imperialist.Start" for Choice by IMPERIALIST,
        /// [4.2.b]
        ImpChoice = "Imperialist.Choice" for Choice by IMPERIALIST,
        /// [4.2.b]
        ImpMovement = "Imperialist.Movement" for Movement by IMPERIALIST,
        /// [4.2.b]
        ImpCombat = "Imperialist.Combat" for Combat by IMPERIALIST,
        /// [4.2.d]
        TnMovement = "Turkish.Movement" for Movement by REVOLUTIONARY,
        /// [4.2.d]
        TnCombat = "Turkish.Combat" for Combat by REVOLUTIONARY,
        /// [4.2.d]
        BolMovement = "Bolshevik.Movement" for Movement by REVOLUTIONARY,
        /// [4.2.d]
        BolCombat = "Bolshevik.Combat" for Combat by REVOLUTIONARY,
        /// [15.2.e]
        EndPrestige = "End.Prestige" for End by REVOLUTIONARY,
        /// [4.3.a]
        EndTurn = "End.Turn" for End by REVOLUTIONARY,
    }
}

/// What a step is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Setting up.
    Setup,
    /// Events.
    Events,
    /// Spending replacement points.
    Replacements,
    /// Placing arrivals.
    Placement,
    /// Choosing the nation that acts next.
    Choice,
    /// Moving.
    Movement,
    /// Fighting.
    Combat,
    /// Ending the turn.
    End,
}

impl Segment {
    /// The player who acts in it, where one does.
    pub fn side(self) -> Side {
        self.purpose().1
    }

    /// Whether counters are set up in it.
    pub fn is_setup(self) -> bool {
        self.whose(Purpose::Setup).is_some()
    }

    /// Whether units move in it.
    pub fn is_movement(self) -> bool {
        self.whose(Purpose::Movement).is_some()
    }

    /// Whether units fight in it.
    pub fn is_combat(self) -> bool {
        self.whose(Purpose::Combat).is_some()
    }

    /// Whether replacement points are spent in it.
    pub fn is_admin(self) -> bool {
        self.whose(Purpose::Replacements).is_some()
    }

    /// Whether arrivals are placed in it.
    pub fn is_placement(self) -> bool {
        self.whose(Purpose::Placement).is_some()
    }
}

impl Order {
    /// The hexes it leads through, if it moves somebody.
    pub fn path(&self) -> &[Hex] {
        if let Order::Move { path, .. } = self { path } else { &[] }
    }

    /// What it is to the player who is offered it.
    pub fn role(&self) -> Role {
        use Order::*;
        match self {
            PlaceRest => Role::Suggest,
            Declare { .. } => Role::Plan,
            Join { .. } => Role::Join,
            Leave { .. } => Role::Leave,
            Advance { .. } => Role::Each,
            Commit => Role::Go,
            Drop => Role::Drop,
            Ready | EndStep | EndPhase | EndMovement | EndCombat | EndAdvance | NoAir | NoRecon | NoGuns | NoDraw | KeepKurdistan | DeclineEvent | Halt
            | Stand => Role::End,
            _ => Role::Act,
        }
    }
}
