//! What every rule of this game has at hand, and the small facts all chapters use.

use super::ground::Footing;
use super::orders::{Count, Decision, HexMark, Holding, Optional, Segment, Track, side_of_track};
use super::scenario::Scene;
use super::tables::{Charts, Kind, Printed};
use super::zoc;
use crate::board::{Atom, Board, Fact, Hex, Illegal, Ix, LayerId, Place, Rulebook, Side, Start, Tables, UnitId};
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;
use std::fmt;

/// What everybody sees of a counter, in words.
#[derive(Clone, Copy)]
pub struct SeenName<'a> {
    book: &'a Tables,
    unit: UnitId,
    hidden: bool,
}

impl fmt::Display for SeenName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.hidden { "the guerrilla unit" } else { self.book.called(self.unit) })
    }
}

/// So many of something, in words: "1 hex", "3 hexes".
pub(super) fn counted(n: impl fmt::Display, one: &str, many: &str) -> String {
    let n = n.to_string();
    let what = if n == "1" { one } else { many };
    format!("{n} {what}")
}

/// Movement points, in words.
pub(super) fn movement_points(n: impl fmt::Display) -> String {
    counted(n, "movement point", "movement points")
}

/// Action points, in words.
pub(super) fn action_points(n: i32) -> String {
    counted(n, "action point", "action points")
}

/// Board and tables.
#[derive(SystemParam)]
pub struct Table<'w, 's> {
    /// The board.
    pub board: Board<'w, 's>,
    /// This game's charts.
    pub charts: Res<'w, Charts>,
    /// The shared tables.
    pub book: Res<'w, Rulebook>,
    /// With what the game was begun.
    pub start: Res<'w, Start>,
    /// The scenario that is played.
    pub scene: Res<'w, Scene>,
}

impl Table<'_, '_> {
    /// The decision on top, if one is open.
    pub fn open(&self) -> Option<&Decision> {
        self.board.decision()
    }

    /// The attack under way, whatever has been asked since.
    pub fn battle(&self) -> Option<&super::combat::Attack> {
        self.board.decisions().rev().find_map(|open| if let Decision::Attack(attack) = open { Some(&**attack) } else { None })
    }

    /// Asks for a decision.
    pub fn ask(&mut self, decision: Decision) {
        self.board.ask(decision);
    }

    /// Writes the innermost decision of this kind anew.
    pub fn amend(&mut self, decision: Decision) {
        self.board.amend(decision);
    }

    /// The decision on top is made.
    pub fn answer(&mut self) {
        self.board.answer();
    }

    /// The step being played.
    pub fn segment(&self) -> Segment {
        Segment::of(self.board.clock().step(&self.book.sequence))
    }

    /// The turn being played; 0 during set-up.
    pub fn turn(&self) -> u8 {
        self.board.clock().turn
    }

    /// Whether an optional rule is in force.
    pub fn option(&self, option: Optional) -> bool {
        self.start.has(option.id())
    }

    /// A track of the ledger.
    pub fn track(&self, track: Track) -> i32 {
        self.board.track(track.id())
    }

    /// Sets a track, if that changes anything.
    pub fn set_track(&mut self, by: &'static str, track: Track, to: i32) {
        self.board.set_track(Atom(by), track.id(), to);
    }

    /// [6.2] A side's action points.
    pub fn points(&self, side: Side) -> i32 {
        self.track(Track::points(side))
    }

    /// [6.3], [F47] Gives or takes action points at once, within the bounds of the track.
    pub fn add_points(&mut self, by: &'static str, side: Side, points: i32) {
        let to = (self.points(side) + points).clamp(0, self.charts.action_points.most);
        self.set_track(by, Track::points(side), to);
    }

    /// [6.1] Whose action it is.
    pub fn to_act(&self) -> Side {
        side_of_track(self.track(Track::ToAct))
    }

    /// [7.3] The first player.
    pub fn first(&self) -> Side {
        side_of_track(self.track(Track::First))
    }

    /// What is printed on a counter.
    pub fn printed(&self, unit: UnitId) -> &Printed {
        &self.charts.printed[unit.at()]
    }

    /// Its type.
    pub fn kind(&self, unit: UnitId) -> Kind {
        self.printed(unit).kind
    }

    /// What a hex is like.
    pub fn footing(&self, ix: Ix) -> &Footing {
        &self.charts.footing[ix.at()]
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &str {
        self.book.called(unit)
    }

    /// Its name, or what everybody sees of it: looked up when it is written.
    pub fn seen_name(&self, unit: UnitId) -> SeenName<'_> {
        SeenName { book: &self.book, unit, hidden: self.board.status(unit).face_down }
    }

    /// A hex in words: its name, if it has one, and its number.
    pub fn spot(&self, hex: Hex) -> String {
        self.book.lexicon.place(hex)
    }

    /// The same by index.
    pub fn spot_at(&self, ix: Ix) -> String {
        self.spot(self.hex(ix))
    }

    /// The number of a hex.
    pub fn hex(&self, ix: Ix) -> Hex {
        self.board.map.grid.hex(ix)
    }

    /// A refusal that also says of which hex it speaks.
    pub fn of_hex(&self, ix: Ix, refused: Illegal) -> Illegal {
        Illegal { why: format!("{}: {}", self.spot_at(ix), refused.why).into(), ..refused }
    }

    /// Rolls dice, adds them and writes them down.
    pub fn dice(&mut self, by: &'static str, what: &'static str, dice: u8) -> u8 {
        self.board.roll_dice(Atom(by), what, dice, &[]).clamp(0, 255) as u8
    }

    /// Rolls one die and writes it down.
    pub fn roll(&mut self, by: &'static str, what: &'static str) -> u8 {
        self.dice(by, what, 1)
    }

    /// The hex of a unit that is on the map.
    pub fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.board.ix_of(unit)
    }

    /// Who has a ground unit in a hex, and so controls it [5.1]: never both sides.
    pub fn occupant(&self, ix: Ix) -> Option<Side> {
        self.board.occupant(ix)
    }

    /// [5.1] Whether a side controls a hex; nobody controls anything in a neutral country.
    pub fn controls(&self, side: Side, ix: Ix) -> bool {
        self.occupant(ix) == Some(side) && !self.is_neutral(ix)
    }

    /// The mobile ground units in a hex.
    pub fn mobile(&self, ix: Ix) -> impl Iterator<Item = UnitId> {
        self.board.stack(ix).iter().copied().filter(|u| self.kind(*u).is_mobile())
    }

    /// The garrison of a hex.
    pub fn garrison(&self, ix: Ix) -> Option<UnitId> {
        self.board.stack(ix).iter().copied().find(|u| self.kind(*u) == Kind::Garrison)
    }

    /// [22.2] The forward operations base in a hex.
    pub fn fob(&self, ix: Ix) -> Option<UnitId> {
        self.board.stack(ix).iter().copied().find(|u| self.kind(*u) == Kind::Fob)
    }

    /// The mobile ground units of a side on the map, in the order of ids.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.board.units().filter(move |u| self.kind(*u).is_mobile() && self.board.hex(*u).is_some() && self.board.side(*u) == side)
    }

    /// The counters in a box.
    pub fn boxed(&self, holding: Holding) -> Vec<UnitId> {
        self.board.boxed(holding.id()).to_vec()
    }

    /// Whether a counter lies in a box.
    pub fn is_in(&self, unit: UnitId, holding: Holding) -> bool {
        self.board.place(unit) == Place::Holding(holding.id())
    }

    /// Puts a counter into a box.
    pub fn box_up(&mut self, by: &'static str, unit: UnitId, holding: Holding) {
        self.board.put(Atom(by), unit, Place::Holding(holding.id()));
    }

    /// Puts a counter into a hex.
    pub fn place(&mut self, by: &'static str, unit: UnitId, ix: Ix) {
        self.board.put(Atom(by), unit, Place::Map(self.hex(ix)));
    }

    /// [12.9] Whether a unit is in the off-map base of its nation.
    pub fn in_base(&self, unit: UnitId) -> bool {
        self.printed(unit).nation.base().is_some_and(|base| self.is_in(unit, base))
    }

    /// [2.12], [2.14] Its factor as it is now.
    pub fn factor(&self, unit: UnitId) -> i32 {
        let (printed, status) = (self.printed(unit), self.board.status(unit));
        match printed.kind {
            Kind::Garrison => i32::from(self.charts.post_factor(unit, status.side)),
            _ if status.steps < printed.steps => printed.back,
            _ => printed.front,
        }
    }

    /// [2.14] Whether it has lost a step.
    pub fn is_reduced(&self, unit: UnitId) -> bool {
        self.board.status(unit).steps < self.printed(unit).steps
    }

    /// Whether a mark lies in a hex.
    pub fn hex_has(&self, ix: Ix, mark: HexMark) -> bool {
        self.board.control(ix).marks & mark.bit() != 0
    }

    /// Puts a mark into a hex or takes it out, if that changes anything.
    pub fn mark_hex(&mut self, by: &'static str, ix: Ix, mark: HexMark, on: bool) {
        if self.hex_has(ix, mark) != on {
            let hex = self.hex(ix);
            self.board.record(Atom(by), Fact::HexMarked { hex, mark: mark.id().0, on });
        }
    }

    /// Says what a roll or a count came to.
    pub fn note(&mut self, by: &'static str, text: impl Into<String>) {
        self.board.record(Atom(by), Fact::Noted { text: text.into() });
    }

    /// [2.14] Takes a step from a unit; the last one eliminates it.
    pub fn lose_step(&mut self, by: &'static str, unit: UnitId) {
        let steps = self.board.status(unit).steps;
        if steps > 1 {
            self.board.record(Atom(by), Fact::Stepped { unit, from: steps, to: steps - 1 });
        } else {
            self.eliminate(by, unit);
        }
    }

    /// [2.14], [8.2], [22.3] Eliminates a unit: most lie in the Eliminated Box for good, guerrillas and sixth generation warriors come again.
    pub fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        let (printed, side) = (*self.printed(unit), self.board.side(unit));
        if printed.kind == Kind::Guerrilla {
            return self.disperse("PME-8.2.f", unit);
        }
        let by = if printed.is_sixth() { "PME-22.3.c" } else { by };
        let to = if printed.is_sixth() { Holding::reinforcements(side) } else { Holding::eliminated(side) };
        self.box_up(by, unit, to);
    }

    /// [8.2] A guerrilla unit goes back among those that can be recruited, unseen.
    fn disperse(&mut self, by: &'static str, unit: UnitId) {
        let side = self.board.side(unit);
        self.box_up(by, unit, Holding::reinforcements(side));
        if !self.board.status(unit).face_down {
            self.board.record(Atom(by), Fact::Turned { unit, face_down: true });
        }
        self.board.count(Atom(by), unit, Count::Country.id(), 0);
    }

    /// Brings both sides' zones of control up to date.
    pub fn refresh(&mut self) {
        for side in [super::EURASIAN, super::COALITION] {
            let charts = &self.charts;
            self.board.refreshed(LayerId::Zoc(side), |board, values| zoc::spread(board, charts, side, values));
        }
    }

    /// [17.0] Whether a hex lies in the zone of control of an enemy of a side. The zones must be up to date.
    pub fn in_ezoc(&self, side: Side, ix: Ix) -> bool {
        self.board.layer(LayerId::Zoc(side.other()))[ix.at()]
    }

    /// Whether some enemy ground unit is next to a hex.
    pub fn touches_enemy(&self, side: Side, ix: Ix) -> bool {
        self.board.map.grid.around(ix).any(|(_, there)| self.occupant(there) == Some(side.other()))
    }

    /// The dense index of a hex of an order, or a refusal.
    pub fn on_the_map(&self, hex: Hex, rule: &'static str) -> Result<Ix, Illegal> {
        self.board.ix(hex).ok_or_else(|| Illegal::new(rule, format!("{hex} is not on the map")))
    }

    /// The way of an order: hexes of the map.
    pub fn way(&self, path: &[Hex], rule: &'static str) -> Result<Vec<Ix>, Illegal> {
        path.iter().map(|hex| self.on_the_map(*hex, rule)).collect()
    }

    /// Refuses an order outside its step.
    pub fn during(&self, segment: Segment, rule: &'static str, why: &'static str) -> Result<(), Illegal> {
        if self.segment() == segment { Ok(()) } else { Err(Illegal::new(rule, why)) }
    }

    /// [10.5] Refuses a counter that is in play only with an optional rule, where that is not in force.
    pub fn in_use(&self, unit: UnitId) -> Result<(), Illegal> {
        match self.charts.printed.get(unit.at()).and_then(|printed| printed.needs()) {
            Some(option) if !self.option(option) => Err(Illegal::new("PME-10.5.a", "this unit is in play only with its optional rule")),
            _ => Ok(()),
        }
    }

    /// [5.1], [10.5] Refuses a unit that is not in play or of the other side; of such a unit nothing else is said.
    pub fn owned(&self, side: Side, unit: UnitId, rule: &'static str) -> Result<(), Illegal> {
        self.in_use(unit)?;
        if unit.at() < self.charts.printed.len() && self.board.side(unit) == side && !self.is_in(unit, Holding::Neutral) {
            return Ok(());
        }
        Err(Illegal::new(rule, format!("this unit does not belong to the {} side", self.book.sides[side.at()])))
    }

    /// Draws a counter unseen [F86]: one die with as many sides as there are counters, none for the last.
    pub fn draw(&mut self, by: &'static str, from: &[UnitId], what: &'static str) -> Option<UnitId> {
        let sides = u8::try_from(from.len()).ok().filter(|n| *n > 0)?;
        let drawn = if sides == 1 { 1 } else { self.board.die(sides, what) };
        self.board.record(Atom(by), Fact::Drawn { what });
        from.get(usize::from(drawn) - 1).copied()
    }
}

impl Table<'_, '_> {
    /// [8.2] Guerrillas of a side that can be recruited: nobody knows which is which.
    pub fn recruits(&self, side: Side) -> Vec<UnitId> {
        self.boxed(Holding::reinforcements(side)).into_iter().filter(|u| self.kind(*u) == Kind::Guerrilla).collect()
    }

    /// [8.2], [F86] Draws a guerrilla unit and places it face down in a hex.
    pub fn raise_guerrilla(&mut self, by: &'static str, side: Side, ix: Ix) {
        let recruits = self.recruits(side);
        let Some(unit) = self.draw(by, &recruits, "a guerrilla unit") else { return };
        self.place(by, unit, ix);
        let country = super::scenario::country_number(self.footing(ix).country);
        self.board.count(Atom(by), unit, Count::Country.id(), country);
    }

    /// [8.2] A guerrilla unit that fights for the first time is turned face up.
    pub fn reveal(&mut self, unit: UnitId) {
        if self.board.status(unit).face_down {
            self.board.record(Atom("PME-8.2.d"), Fact::Turned { unit, face_down: false });
        }
    }
}
