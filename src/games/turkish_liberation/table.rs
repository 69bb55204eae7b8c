//! What every rule has at hand: the board, the tables, and the small facts that all chapters ask for.

use super::orders::{Count, HexMark, Holding, Mark, Segment, Track};
use super::tables::{Charts, Crossing, Footing, Nation, Printed, UnitType};
use super::{IMPERIALIST, REVOLUTIONARY};
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, Modifier, Place, Points, Rulebook, Side, Start, UnitId};
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;

/// Board and tables.
#[derive(SystemParam)]
pub(crate) struct Table<'w, 's> {
    /// The board.
    pub board: Board<'w, 's>,
    /// This game's charts.
    pub charts: Res<'w, Charts>,
    /// The shared tables.
    pub book: Res<'w, Rulebook>,
    /// With what the game was begun.
    pub start: Res<'w, Start>,
}

/// The course of play.
impl Table<'_, '_> {
    /// The step being played.
    pub(crate) fn segment(&self) -> Segment {
        self.board.clock().step(&self.book.sequence).into()
    }

    /// The turn being played; 0 during set-up.
    pub(crate) fn turn(&self) -> u8 {
        self.board.clock().turn
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.board.clock().over.is_some()
    }

    /// A track of the ledger.
    pub(crate) fn track(&self, track: Track) -> i32 {
        self.board.track(track.id())
    }

    /// Sets a track, if that changes anything.
    pub(crate) fn set_track(&mut self, by: &'static str, track: Track, to: i32) {
        self.board.set_track(Atom(by), track.id(), to);
    }

    /// Adds to a track.
    pub(crate) fn add_track(&mut self, by: &'static str, track: Track, more: i32) {
        self.set_track(by, track, self.track(track) + more);
    }

    /// Rolls a die, adds the modifiers, and logs all of it.
    pub(crate) fn roll(&mut self, by: &'static str, what: &'static str, modifiers: &[Modifier]) -> i16 {
        let modifiers: Vec<Modifier> = modifiers.iter().copied().filter(|(_, n)| *n != 0).collect();
        self.board.roll_dice(Atom(by), what, 1, &modifiers)
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
    /// What a counter is called.
    pub(crate) fn name(&self, unit: UnitId) -> &str {
        self.book.called(unit)
    }

    /// A nation in words.
    pub(crate) fn nation_name(&self, nation: Nation) -> &str {
        &self.book.nations[nation.at()].name
    }

    /// A hex in words: its name, if it has one, and its number.
    pub(crate) fn spot(&self, hex: Hex) -> String {
        self.book.lexicon.place(hex)
    }

    /// The same for a hex by its index.
    pub(crate) fn spot_at(&self, ix: Ix) -> String {
        self.spot(self.hex(ix))
    }

    /// A refusal that also says of which hex it speaks.
    pub(crate) fn of_hex(&self, ix: Ix, refused: Illegal) -> Illegal {
        Illegal { why: format!("{}: {}", self.spot_at(ix), refused.why).into(), ..refused }
    }
}

/// Counters.
impl Table<'_, '_> {
    /// What is printed on a counter.
    pub(crate) fn printed(&self, unit: UnitId) -> &Printed {
        &self.charts.printed[unit.at()]
    }

    /// Its type.
    pub(crate) fn kind(&self, unit: UnitId) -> UnitType {
        self.printed(unit).kind
    }

    /// The player who runs it.
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.board.side(unit)
    }

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

    /// Whether it carries a mark.
    pub(crate) fn has(&self, unit: UnitId, mark: Mark) -> bool {
        self.board.status(unit).has(mark.id())
    }

    /// Gives it a mark or takes it, if that changes anything.
    pub(crate) fn set_mark(&mut self, by: &'static str, unit: UnitId, mark: Mark, on: bool) {
        self.board.mark(Atom(by), unit, mark.id(), on);
    }

    /// Takes marks from every counter that has them.
    pub(crate) fn unmark_all(&mut self, by: &'static str, marks: &[Mark]) {
        for unit in self.board.units() {
            for mark in marks {
                self.set_mark(by, unit, *mark, false);
            }
        }
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
        self.board.units().filter(move |u| self.board.hex(*u).is_some() && self.nation(*u) == nation)
    }

    /// The counters that act with a nation on the map: its own and, with the Bolsheviks, pro-Bolsheviks.
    pub(crate) fn acting_with(&self, nation: Nation) -> impl Iterator<Item = UnitId> {
        self.board.units().filter(move |u| self.board.hex(*u).is_some() && self.nation(*u).acting() == nation)
    }

    /// Puts a counter into a box.
    pub(crate) fn box_up(&mut self, by: &'static str, unit: UnitId, holding: Holding) {
        self.board.put(Atom(by), unit, Place::Holding(holding.id()));
    }

    /// Whether a counter lies in a box.
    pub(crate) fn is_in(&self, unit: UnitId, holding: Holding) -> bool {
        self.board.place(unit) == Place::Holding(holding.id())
    }

    /// The counters of a box, in the order of ids.
    pub(crate) fn boxed(&self, holding: Holding) -> Vec<UnitId> {
        self.board.boxed(holding.id()).to_vec()
    }

    /// Those of them that a nation's name is printed on.
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
    /// The hex of a counter that is on the map.
    pub(crate) fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.board.ix_of(unit)
    }

    /// The number of a hex.
    pub(crate) fn hex(&self, ix: Ix) -> Hex {
        self.board.map.grid.hex(ix)
    }

    /// A hex of the tables, if the map has it.
    pub(crate) fn ix(&self, hex: Hex) -> Option<Ix> {
        self.board.ix(hex)
    }

    /// What a hex is like.
    pub(crate) fn footing(&self, ix: Ix) -> &Footing {
        &self.charts.footing[ix.at()]
    }

    /// What lies between two hexes that touch.
    pub(crate) fn between(&self, from: Ix, to: Ix) -> Option<&Crossing> {
        let dir = self.board.map.grid.side(from, to)?;
        Some(&self.charts.crossing[from.at()][dir.at()])
    }

    /// Whether two hexes touch over a side that is not all water.
    pub(crate) fn is_open(&self, from: Ix, to: Ix) -> bool {
        self.between(from, to).is_some_and(|side| !side.closed)
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

    /// Whether a mark lies in a hex.
    pub(crate) fn hex_has(&self, ix: Ix, mark: HexMark) -> bool {
        self.board.control(ix).marks & 1 << mark.id().0 != 0
    }

    /// Puts a mark into a hex or takes it out, if that changes anything.
    pub(crate) fn mark_hex(&mut self, by: &'static str, ix: Ix, mark: HexMark, on: bool) {
        if self.hex_has(ix, mark) != on {
            let hex = self.hex(ix);
            self.board.record(Atom(by), Fact::HexMarked { hex, mark: mark.id().0, on });
        }
    }

    /// Takes a mark out of every hex.
    pub(crate) fn unmark_hexes(&mut self, by: &'static str, mark: HexMark) {
        for ix in self.board.changed().to_vec() {
            self.mark_hex(by, ix, mark, false);
        }
    }
}
