//! What every rule has at hand: the board, the tables, and the small facts that all chapters ask for.

use super::orders::{Count, Holding, Mark, Segment, Track};
use super::tables::{Crossing, Nation, UnitType};
use super::{IMPERIALIST, REVOLUTIONARY, TurkishLiberation};
use crate::board::{Atom, Fact, Hex, Illegal, Ix, Modifier, Place, Points, Side, UnitId};
use crate::games::kit;

/// Board and tables.
pub(crate) type Table<'w, 's> = kit::Table<'w, 's, TurkishLiberation>;

/// The course of play.
impl Table<'_, '_> {
    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.board.clock().over.is_some()
    }

    /// Rolls a die, adds those of the modifiers that are any, and logs all of it.
    pub(crate) fn roll_with(&mut self, by: &'static str, what: &'static str, modifiers: &[Modifier]) -> i16 {
        let modifiers: Vec<Modifier> = modifiers.iter().copied().filter(|(_, n)| *n != 0).collect();
        self.roll(by, what, &modifiers)
    }

    /// Writes a sentence into the log.
    pub(crate) fn note(&mut self, by: &'static str, text: impl Into<String>) {
        self.board.record(Atom(by), Fact::Noted { text: text.into() });
    }

    /// [4.2.b] The nation that moves and fights now, if one does.
    pub(crate) fn active(&self) -> Option<Nation> {
        match self.segment() {
            Segment::TnMovement | Segment::TnCombat => Some(Nation::Tn),
            Segment::BolMovement | Segment::BolCombat => Some(Nation::Bol),
            Segment::ImpMovement | Segment::ImpCombat => usize::try_from(self.track(Track::Active) - 1).ok().and_then(|n| Nation::ALL.get(n)).copied(),
            _ => None,
        }
    }
}

/// Words for players.
impl Table<'_, '_> {
    /// A nation in words.
    pub(crate) fn nation_name(&self, nation: Nation) -> &str {
        &self.book.nations[nation.at()].name
    }

    /// A nation inside a sentence: peoples and armies take an article, countries do not.
    pub(crate) fn the_nation(&self, nation: Nation) -> String {
        let name = self.nation_name(nation);
        if nation == Nation::Cal || self.book.nations[nation.at()].plural { format!("the {name}") } else { name.to_owned() }
    }

    /// A nation in words, with the form of a verb that agrees with it.
    pub(crate) fn nation_with(&self, nation: Nation, one: &str, many: &str) -> String {
        self.book.nations[nation.at()].with_verb(one, many)
    }
}

/// Counters.
impl Table<'_, '_> {
    /// Its nation as it shows now: an irregular on its striped side is a rebel or a pro-Bolshevik.
    pub(crate) fn nation(&self, unit: UnitId) -> Nation {
        let printed = self.printed(unit).nation;
        match printed {
            Nation::Tn | Nation::Arm if self.has(unit, Mark::Rebel) => self.other_face(printed),
            _ => printed,
        }
    }

    /// [2.1.d] The nation of an irregular's striped side.
    pub(crate) fn other_face(&self, printed: Nation) -> Nation {
        self.charts.politics.faces.iter().find(|(loyal, _)| *loyal == printed).map_or(printed, |(_, striped)| *striped)
    }

    /// Its factors on the side it shows: attack, defense, movement.
    fn factors(&self, unit: UnitId) -> [i16; 3] {
        let printed = self.printed(unit);
        if self.board.status(unit).steps < printed.steps { printed.back } else { printed.front }
    }

    /// Its attack factor.
    pub(crate) fn attack(&self, unit: UnitId) -> i32 {
        self.factors(unit)[0].into()
    }

    /// Its defense factor.
    pub(crate) fn defense(&self, unit: UnitId) -> i32 {
        self.factors(unit)[1].into()
    }

    /// Its movement allowance.
    pub(crate) fn allowance(&self, unit: UnitId) -> Points {
        Points::whole(self.factors(unit)[2])
    }

    /// Whether it is a land combat unit.
    pub(crate) fn is_combat(&self, unit: UnitId) -> bool {
        self.kind(unit).is_combat()
    }

    /// Whether it is infantry or cavalry.
    pub(crate) fn is_regular(&self, unit: UnitId) -> bool {
        self.kind(unit).is_regular()
    }

    /// Whether it is an irregular.
    pub(crate) fn is_irregular(&self, unit: UnitId) -> bool {
        self.kind(unit) == UnitType::Irregular
    }

    /// Whether it has lost a step.
    pub(crate) fn is_reduced(&self, unit: UnitId) -> bool {
        self.board.status(unit).steps < self.printed(unit).steps
    }

    /// A number it carries.
    pub(crate) fn count(&self, unit: UnitId, count: Count) -> i16 {
        self.board.status(unit).count(count.id())
    }

    /// Sets it, if that changes anything.
    pub(crate) fn set_count(&mut self, by: &'static str, unit: UnitId, count: Count, to: i16) {
        self.board.count(Atom(by), unit, count.id(), to);
    }

    /// The counters of a nation on the map, in the order of ids.
    pub(crate) fn of_nation(&self, nation: Nation) -> impl Iterator<Item = UnitId> {
        self.on_map(self.side_of(nation)).filter(move |u| self.nation(*u) == nation)
    }

    /// The counters that act with a nation on the map: its own and, with the Bolsheviks, pro-Bolsheviks.
    pub(crate) fn acting_with(&self, nation: Nation) -> impl Iterator<Item = UnitId> {
        self.on_map(self.side_of(nation)).filter(move |u| self.nation(*u).acting() == nation)
    }

    /// The counters of a box that a nation's name is printed on.
    pub(crate) fn boxed_of(&self, holding: Holding, nation: Nation) -> Vec<UnitId> {
        self.boxed(holding).into_iter().filter(|u| self.printed(*u).nation == nation).collect()
    }

    /// The box in which a player's arrivals wait.
    pub(crate) fn arriving(side: Side) -> Holding {
        if side == REVOLUTIONARY { Holding::ArrivingRev } else { Holding::ArrivingImp }
    }

    /// The pool of a nation, where it has one.
    pub(crate) fn pool(nation: Nation) -> Option<Holding> {
        Some(match nation {
            Nation::Tn | Nation::Reb => Holding::PoolTn,
            Nation::Bol => Holding::PoolBol,
            Nation::Gre => Holding::PoolGre,
            Nation::Arm | Nation::Arp => Holding::PoolArm,
            Nation::Geo => Holding::PoolGeo,
            Nation::Aze => Holding::PoolAze,
            Nation::Bri => Holding::PoolBri,
            Nation::Fre => Holding::PoolFre,
            Nation::Ita => Holding::PoolIta,
            Nation::Whi | Nation::Cal | Nation::Evt => return None,
        })
    }

    /// [11.3.h], [12.1] A counter leaves the map, or never reaches it: to the pool of the nation printed on it, where it is loyal again; out of the
    /// game where there is no pool, for Ataturk, and for a republic that has surrendered.
    pub(crate) fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        let printed = *self.printed(unit);
        let surrendered = printed.nation == Nation::Arm && self.track(Track::Armenia) != 0;
        let pool = Table::pool(printed.nation).filter(|_| printed.kind != UnitType::Leader && !surrendered);
        self.board.put(Atom(by), unit, pool.map_or(Place::Lost, |holding| Place::Holding(holding.id())));
        self.forget(by, unit);
        if self.side(unit) != printed.side {
            self.board.record(Atom("WTL-11.3.h"), Fact::Defected { unit, side: printed.side });
        }
    }

    /// Takes marks and numbers from a counter that has left the map.
    pub(crate) fn forget(&mut self, by: &'static str, unit: UnitId) {
        let marks = [Mark::Halted, Mark::Attacked, Mark::Moved, Mark::Rebel, Mark::Garrison].map(Mark::id);
        self.board.clear(Atom(by), unit, &marks);
        for count in [Count::Spent, Count::Group, Count::Number] {
            self.set_count(by, unit, count, 0);
        }
    }

    /// Out of the game for good.
    pub(crate) fn remove(&mut self, by: &'static str, unit: UnitId) {
        if self.board.place(unit) != Place::Lost {
            self.board.put(Atom(by), unit, Place::Lost);
            self.forget(by, unit);
        }
    }

    /// Turns an irregular to its other side and hands it to the other player.
    pub(crate) fn flip(&mut self, by: &'static str, unit: UnitId) {
        let on = !self.has(unit, Mark::Rebel);
        self.set_mark(by, unit, Mark::Rebel, on);
        let side = self.side(unit).other();
        self.board.record(Atom(by), Fact::Defected { unit, side });
    }

    /// Refuses a counter of the other player.
    pub(crate) fn mine(&self, side: Side, unit: UnitId, rule: &'static str) -> Result<(), Illegal> {
        if self.side(unit) == side && self.kind(unit) != UnitType::Event {
            return Ok(());
        }
        let owner = if self.side(unit) == IMPERIALIST { "the Imperialist" } else { "the Revolutionary" };
        Err(Illegal::new(rule, format!("{} belongs to {owner} player", self.name(unit))))
    }
}

/// Hexes.
impl Table<'_, '_> {
    /// A hex of the tables, if the map has it.
    pub(crate) fn ix(&self, hex: Hex) -> Option<Ix> {
        self.board.ix(hex)
    }

    /// What lies between two hexes that touch.
    pub(crate) fn crossing(&self, from: Ix, to: Ix) -> Option<&Crossing> {
        let dir = self.board.map.grid.side(from, to)?;
        Some(&self.charts.crossing[from.at()][dir.at()])
    }

    /// Whether two hexes touch over a side that is not all water.
    pub(crate) fn is_open(&self, from: Ix, to: Ix) -> bool {
        self.crossing(from, to).is_some_and(|side| !side.closed)
    }

    /// [3.4.a] Who owns a hex.
    pub(crate) fn owner(&self, ix: Ix) -> Option<Nation> {
        self.board.control(ix).nation.map(Nation::of)
    }

    /// The side of a nation.
    pub(crate) fn side_of(&self, nation: Nation) -> Side {
        self.book.nations[nation.at()].side
    }

    /// [3.4.b] Whether a piece of one of these nations stands in a hex.
    pub(crate) fn stands(&self, ix: Ix, nations: &[Nation]) -> bool {
        self.board.stack(ix).iter().any(|u| nations.contains(&self.nation(*u)))
    }

    /// [3.4.b] Whether a piece of a side stands in a hex.
    pub(crate) fn side_stands(&self, ix: Ix, side: Side) -> bool {
        self.board.stack(ix).iter().any(|u| self.side(*u) == side)
    }

    /// Whether nobody stands in a hex.
    pub(crate) fn is_empty(&self, ix: Ix) -> bool {
        self.board.stack(ix).is_empty()
    }
}
