//! What every rule of this game has at hand, and the small facts all chapters use.

use super::orders::{Count, Holding, Mark, Segment, Track};
use super::setup::Deployment;
use super::tables::{Charts, Footing, Printed, UnitType};
use super::{RUSSIAN, orders};
use crate::board::{Atom, Board, Hex, Illegal, Ix, Modifier, Place, Rulebook, Side, Start, UnitId};
use bevy_ecs::prelude::Res;
use bevy_ecs::system::SystemParam;

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
    /// Who is set up where.
    pub deployment: Res<'w, Deployment>,
}

impl Table<'_, '_> {
    /// The step being played.
    pub fn segment(&self) -> Segment {
        Segment::of(self.board.clock().step(&self.book.sequence))
    }

    /// The turn being played; 0 during set-up.
    pub fn turn(&self) -> u8 {
        self.board.clock().turn
    }

    /// Whose decision it is in this step, open decisions apart.
    pub fn on_move(&self) -> Option<Side> {
        orders::on_move(&self.book.sequence.steps[usize::from(self.board.clock().at)], |track| self.track(track))
    }

    /// [5.5] Whose action it is.
    pub fn to_act(&self) -> Side {
        orders::to_act(self.track(Track::ToAct))
    }

    /// [11.1] Who has air superiority.
    pub fn superior(&self) -> Option<Side> {
        orders::superior(self.track(Track::Superiority))
    }

    /// [5.9] Whether the first action of the game is still to come: it must cross the border.
    pub fn must_cross(&self) -> bool {
        self.turn() == 1 && self.track(Track::Opened) == 0 && self.to_act() == RUSSIAN
    }

    /// What is printed on a counter.
    pub fn printed(&self, unit: UnitId) -> &Printed {
        &self.charts.printed[unit.at()]
    }

    /// What a hex is like.
    pub fn footing(&self, ix: Ix) -> &Footing {
        &self.charts.footing[ix.at()]
    }

    /// Its name.
    pub fn name(&self, unit: UnitId) -> &str {
        self.book.called(unit)
    }

    /// A hex in words: its name, if it has one, and its number.
    pub fn spot(&self, hex: Hex) -> String {
        self.book.lexicon.place(hex)
    }

    /// The same by index.
    pub fn spot_at(&self, ix: Ix) -> String {
        self.spot(self.board.map.grid.hex(ix))
    }

    /// A refusal that also says of which hex it speaks.
    pub fn of_hex(&self, ix: Ix, refused: Illegal) -> Illegal {
        Illegal { why: format!("{}: {}", self.spot_at(ix), refused.why).into(), ..refused }
    }

    /// Whether it carries a mark.
    pub fn has(&self, unit: UnitId, mark: Mark) -> bool {
        self.board.status(unit).has(mark.id())
    }

    /// Gives it a mark.
    pub fn mark(&mut self, by: &'static str, unit: UnitId, mark: Mark) {
        self.board.mark(Atom(by), unit, mark.id(), true);
    }

    /// Takes a mark from it.
    pub fn unmark(&mut self, by: &'static str, unit: UnitId, mark: Mark) {
        self.board.mark(Atom(by), unit, mark.id(), false);
    }

    /// A track of the ledger.
    pub fn track(&self, track: Track) -> i32 {
        self.board.track(track.id())
    }

    /// Sets a track, if that changes anything.
    pub fn set_track(&mut self, by: &'static str, track: Track, to: i32) {
        self.board.set_track(Atom(by), track.id(), to);
    }

    /// Rolls one die and writes it down.
    pub fn roll(&mut self, by: &'static str, what: &'static str) -> u8 {
        self.throw(by, what, 1, &[]) as u8
    }

    /// Rolls dice, adds them and the modifiers, and writes all of it down.
    pub fn throw(&mut self, by: &'static str, what: &'static str, dice: u8, modifiers: &[Modifier]) -> i16 {
        self.board.throw(Atom(by), what, dice, modifiers)
    }

    /// The hex of a unit that is on the map.
    pub fn ix_of(&self, unit: UnitId) -> Option<Ix> {
        self.board.ix_of(unit)
    }

    /// The divisions and brigades in a hex.
    pub fn ground(&self, ix: Ix) -> impl Iterator<Item = UnitId> {
        self.board.stack(ix).iter().copied().filter(|u| self.charts.printed[u.at()].ground)
    }

    /// Whose divisions and brigades stand in a hex: never both sides' [6.1].
    pub fn occupant(&self, ix: Ix) -> Option<Side> {
        self.ground(ix).next().map(|u| self.printed(u).side)
    }

    /// [2.8] Whose garrison a city hex has.
    pub fn garrison(&self, ix: Ix) -> Option<Side> {
        self.footing(ix).city?;
        self.board.control(ix).side
    }

    /// Whether units or the garrison of a side hold a hex.
    pub fn holds(&self, side: Side, ix: Ix) -> bool {
        self.occupant(ix) == Some(side) || self.garrison(ix) == Some(side)
    }

    /// Who controls a tracked hex.
    pub fn controls(&self, side: Side, ix: Ix) -> bool {
        self.board.control(ix).side == Some(side)
    }

    /// The divisions and brigades of a side on the map, in the order of ids.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.charts.ground[side.at()].iter().copied().filter(move |u| self.board.hex(*u).is_some())
    }

    /// [2.8], [7.4] Whether a unit may still act this turn: on the map, not disrupted.
    pub fn fresh(&self, unit: UnitId) -> bool {
        self.printed(unit).ground && self.board.hex(unit).is_some() && !self.has(unit, Mark::Disrupted)
    }

    /// [12.9] The rolled strength of the task force.
    fn strength(&self, unit: UnitId) -> i16 {
        self.board.status(unit).count(Count::Strength.id())
    }

    /// Whether a unit is a division; the task force is what its strength makes it [12.9].
    pub fn is_division(&self, unit: UnitId) -> bool {
        let printed = self.printed(unit);
        if printed.task_force { self.strength(unit) >= self.charts.reinforcements.task_force_division } else { printed.division }
    }

    /// [6.3] Thirds of a division.
    pub fn thirds(&self, unit: UnitId) -> u8 {
        if self.is_division(unit) { self.charts.sizes.division } else { self.charts.sizes.brigade }
    }

    /// Its attack factor.
    pub fn attack(&self, unit: UnitId) -> i32 {
        if self.printed(unit).task_force { i32::from(self.strength(unit)) } else { self.printed(unit).attack }
    }

    /// Its defense factor, disrupted or not [7.4].
    pub fn defense(&self, unit: UnitId) -> i32 {
        let sizes = &self.charts.sizes;
        match (self.has(unit, Mark::Disrupted), self.is_division(unit)) {
            (true, true) => sizes.disrupted_division,
            (true, false) => sizes.disrupted_brigade,
            (false, _) if self.printed(unit).task_force => i32::from(self.strength(unit)),
            (false, _) => self.printed(unit).defense,
        }
    }

    /// Whether it is an air assault unit.
    pub fn flies(&self, unit: UnitId) -> bool {
        self.printed(unit).kind == UnitType::AirAssault
    }

    /// [8.10], [10.13] Whether units are of two or more nations.
    pub fn multinational(&self, units: &[UnitId]) -> bool {
        units.windows(2).any(|w| self.printed(w[0]).nation != self.printed(w[1]).nation)
    }

    /// Puts a counter into a box.
    pub fn box_up(&mut self, by: &'static str, unit: UnitId, holding: Holding) {
        self.board.put(Atom(by), unit, Place::Holding(holding.id()));
    }

    /// Whether a counter lies in a box.
    pub fn is_in(&self, unit: UnitId, holding: Holding) -> bool {
        self.board.place(unit) == Place::Holding(holding.id())
    }

    /// Takes a unit off the map for good, unless it is recycled after.
    pub fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        self.board.put(Atom(by), unit, Place::Lost);
        self.board.clear(Atom(by), unit, &[Mark::Disrupted.id()]);
    }

    /// Brings the layers up to date.
    pub fn refresh(&mut self) {
        super::layers::refresh(&mut self.board, &self.charts);
    }

    /// Brings the layers of one side up to date.
    pub fn refresh_of(&mut self, side: Side) {
        super::layers::refresh_of(&mut self.board, &self.charts, &[side]);
    }

    /// The dense index of a hex of an order, or a refusal.
    pub fn on_the_map(&self, hex: Hex, rule: &'static str) -> Result<Ix, Illegal> {
        self.board.ix(hex).ok_or_else(|| Illegal::new(rule, format!("{hex} is not on the map")))
    }

    /// Refuses an order outside its step.
    pub fn during(&self, stage: Segment, rule: &'static str, why: &'static str) -> Result<(), Illegal> {
        if self.segment() == stage { Ok(()) } else { Err(Illegal::new(rule, why)) }
    }
}
