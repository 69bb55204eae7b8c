//! What is available to every rule: the board, the tables, and the small facts that every chapter of every game asks for.
//!
//! A game defines its own as `type Table<'w, 's> = kit::Table<'w, 's, TheGame>` and adds what only its rules need in an `impl Table<'_, '_>`.

use super::ruleset::{Charts, Printed, Ruleset};
use super::segment::Phased;
use crate::board::{
    Atom, Board, BoxId, Deployment, Fact, Hex, HexMarkId, Illegal, Ix, MarkId, Modifier, OptionId, Place, Rulebook, Side, Start, TrackId, UnitId,
};
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;

/// Board and tables.
#[derive(SystemParam)]
pub(crate) struct Table<'w, 's, G: Ruleset> {
    /// The board.
    pub board: Board<'w, 's>,
    /// This game's charts.
    pub charts: Res<'w, Charts<G>>,
    /// The shared tables.
    pub book: Res<'w, Rulebook>,
    /// With what the game was begun.
    pub start: Res<'w, Start>,
    /// Who starts where.
    pub deployment: Res<'w, Deployment>,
}

/// The course of play.
impl<G: Ruleset> Table<'_, '_, G> {
    /// The step being played.
    pub(crate) fn segment(&self) -> G::Segment {
        self.board.clock().step(&self.book.sequence).into()
    }

    /// The turn being played; 0 during set-up.
    pub(crate) fn turn(&self) -> u8 {
        self.board.clock().turn
    }

    /// Whether an optional rule is in force.
    pub(crate) fn plays(&self, option: impl Into<OptionId>) -> bool {
        self.start.has(option.into())
    }

    /// A track of the ledger.
    pub(crate) fn track(&self, track: impl Into<TrackId>) -> i32 {
        self.board.track(track.into())
    }

    /// Sets a track, if that changes anything.
    pub(crate) fn set_track(&mut self, by: &'static str, track: impl Into<TrackId>, to: i32) {
        self.board.set_track(Atom(by), track.into(), to);
    }

    /// Adds to a track.
    pub(crate) fn add_track(&mut self, by: &'static str, track: impl Into<TrackId>, more: i32) {
        let track = track.into();
        self.set_track(by, track, self.track(track) + more);
    }

    /// Rolls a die that nothing modifies, and logs it.
    pub(crate) fn die(&mut self, by: &'static str, what: &'static str) -> u8 {
        self.roll_dice(by, what, 1, &[]) as u8
    }

    /// Rolls a die, adds the modifiers, and logs all of it.
    pub(crate) fn roll(&mut self, by: &'static str, what: &'static str, modifiers: &[Modifier]) -> i16 {
        self.roll_dice(by, what, 1, modifiers)
    }

    /// Rolls dice, adds them and the modifiers, and logs all of it.
    pub(crate) fn roll_dice(&mut self, by: &'static str, what: &'static str, dice: u8, modifiers: &[Modifier]) -> i16 {
        self.board.roll_dice(Atom(by), what, dice, modifiers)
    }
}

/// Steps that are for something and belong to a player.
impl<G: Ruleset<Segment: Phased>> Table<'_, '_, G> {
    /// What the step being played is for.
    pub(crate) fn purpose(&self) -> <G::Segment as Phased>::Purpose {
        self.segment().purpose().0
    }

    /// The player whose step this is.
    pub(crate) fn phasing(&self) -> Side {
        self.segment().purpose().1
    }

    /// Refuses an order outside the steps it belongs to; otherwise tells whose step it is.
    pub(crate) fn during(&self, purpose: <G::Segment as Phased>::Purpose, rule: &'static str, why: &'static str) -> Result<Side, Illegal> {
        if self.purpose() == purpose { Ok(self.phasing()) } else { Err(Illegal::new(rule, why)) }
    }
}

/// Words for players.
impl<G: Ruleset> Table<'_, '_, G> {
    /// What a counter is called.
    pub(crate) fn name(&self, unit: UnitId) -> &str {
        self.book.called(unit)
    }

    /// A side in words.
    pub(crate) fn player(&self, side: Side) -> &str {
        &self.book.sides[side.at()]
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
impl<G: Ruleset> Table<'_, '_, G> {
    /// What is printed on a counter.
    pub(crate) fn printed(&self, unit: UnitId) -> &G::Printed {
        &self.charts.printed[unit.at()]
    }

    /// Its type.
    pub(crate) fn kind(&self, unit: UnitId) -> <G::Printed as Printed>::Kind {
        self.printed(unit).kind()
    }

    /// The player who runs it.
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        self.board.side(unit)
    }

    /// Whether it carries a mark.
    pub(crate) fn has(&self, unit: UnitId, mark: impl Into<MarkId>) -> bool {
        self.board.status(unit).has(mark.into())
    }

    /// Gives it a mark, unless it has it.
    pub(crate) fn mark(&mut self, by: &'static str, unit: UnitId, mark: impl Into<MarkId>) {
        self.set_mark(by, unit, mark, true);
    }

    /// Takes a mark from it, if it has it.
    pub(crate) fn unmark(&mut self, by: &'static str, unit: UnitId, mark: impl Into<MarkId>) {
        self.set_mark(by, unit, mark, false);
    }

    /// Gives it a mark or takes it, if that changes anything.
    pub(crate) fn set_mark(&mut self, by: &'static str, unit: UnitId, mark: impl Into<MarkId>, on: bool) {
        self.board.mark(Atom(by), unit, mark.into(), on);
    }

    /// Takes marks from every unit of a side (or of both) that has them.
    pub(crate) fn unmark_all<M: Into<MarkId> + Copy>(&mut self, by: &'static str, side: Option<Side>, marks: &[M]) {
        for unit in self.board.units().filter(|u| side.is_none_or(|side| side == self.board.side(*u))).collect::<Vec<_>>() {
            for mark in marks {
                self.unmark(by, unit, *mark);
            }
        }
    }

    /// The counters of a side on the map, in the order of ids.
    pub(crate) fn on_map(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.board.on_map(side)
    }

    /// Its ground units on the map, in the order of ids.
    pub(crate) fn army(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.charts.army(&self.board, side)
    }

    /// Puts a counter into a box.
    pub(crate) fn box_up(&mut self, by: &'static str, unit: UnitId, holding: impl Into<BoxId>) {
        self.board.put(Atom(by), unit, Place::Holding(holding.into()));
    }

    /// Whether a counter lies in a box.
    pub(crate) fn is_in(&self, unit: UnitId, holding: impl Into<BoxId>) -> bool {
        self.board.place(unit) == Place::Holding(holding.into())
    }

    /// The counters of a box, in the order of ids.
    pub(crate) fn boxed(&self, holding: impl Into<BoxId>) -> Vec<UnitId> {
        self.board.boxed(holding.into()).to_vec()
    }
}

/// Hexes.
impl<G: Ruleset> Table<'_, '_, G> {
    /// The hex of a unit that is on the map.
    pub(crate) fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.board.ix_of(unit)
    }

    /// The number of a hex.
    pub(crate) fn hex(&self, ix: Ix) -> Hex {
        self.board.map.grid.hex(ix)
    }

    /// The dense index of a hex that an order names, or a refusal.
    pub(crate) fn on_the_map(&self, hex: Hex, rule: &'static str) -> Result<Ix, Illegal> {
        self.board.ix(hex).ok_or_else(|| Illegal::new(rule, format!("{hex} is not on the map")))
    }

    /// The dense indices of a path, if all of it is on the map.
    pub(crate) fn way(&self, path: &[Hex]) -> Option<Vec<Ix>> {
        path.iter().map(|hex| self.board.ix(*hex)).collect()
    }

    /// What a hex is like.
    pub(crate) fn footing(&self, ix: Ix) -> &G::Footing {
        &self.charts.footing[ix.at()]
    }

    /// What lies between a unit and a hex next to it.
    pub(crate) fn between(&self, unit: UnitId, hex: Ix) -> Option<&G::Crossing> {
        let from = self.ix_of(unit)?;
        let dir = self.board.map.grid.side(from, hex)?;
        Some(&self.charts.crossing[from.at()][dir.at()])
    }

    /// Who holds a hex.
    pub(crate) fn holder(&self, ix: Ix) -> Option<Side> {
        self.board.control(ix).side
    }

    /// Whether a side holds a hex.
    pub(crate) fn controls(&self, side: Side, ix: Ix) -> bool {
        self.holder(ix) == Some(side)
    }

    /// Whether a mark lies in a hex.
    pub(crate) fn hex_has(&self, ix: Ix, mark: impl Into<HexMarkId>) -> bool {
        self.board.control(ix).marks & 1 << mark.into().0 != 0
    }

    /// Puts a mark into a hex or takes it out, if that changes anything.
    pub(crate) fn mark_hex(&mut self, by: &'static str, ix: Ix, mark: impl Into<HexMarkId>, on: bool) {
        let mark = mark.into();
        if self.hex_has(ix, mark) != on {
            let hex = self.hex(ix);
            self.board.record(Atom(by), Fact::HexMarked { hex, mark: mark.0, on });
        }
    }

    /// Takes marks out of every hex.
    pub(crate) fn unmark_hexes<M: Into<HexMarkId> + Copy>(&mut self, by: &'static str, marks: &[M]) {
        // No hex is marked at the start, so only those that have changed since can be.
        for ix in self.board.changed().to_vec() {
            for mark in marks {
                self.mark_hex(by, ix, *mark, false);
            }
        }
    }

    /// Hexes next to some units that one of them could attack, in the order of their numbers.
    pub(crate) fn targets(&self, units: impl Iterator<Item = UnitId>, able: impl Fn(UnitId, Ix) -> bool) -> Vec<Hex> {
        let grid = &self.board.map.grid;
        let mut hexes: Vec<Hex> = Vec::new();
        for (unit, from) in units.filter_map(|unit| Some((unit, self.ix_of(unit)?))) {
            for (_, ix) in grid.around(from) {
                if !hexes.contains(&grid.hex(ix)) && able(unit, ix) {
                    hexes.push(grid.hex(ix));
                }
            }
        }
        hexes.sort_unstable();
        hexes
    }
}
