//! What every rule of this game has at hand, and the small facts all chapters use.

use super::orders::{Count, Mark, Segment, Track};
use super::tables::UnitType;
use super::{PutinStrikes, RUSSIAN, orders};
use crate::board::{Atom, Illegal, Ix, Place, Side, UnitId};
use crate::games::kit;

/// Board and tables.
pub(crate) type Table<'w, 's> = kit::Table<'w, 's, PutinStrikes>;

impl Table<'_, '_> {
    /// Whose decision it is in this step, open decisions apart.
    pub(crate) fn on_move(&self) -> Option<Side> {
        orders::on_move(&self.book.sequence.steps[usize::from(self.board.clock().at)], |track| self.track(track))
    }

    /// [5.5] Whose action it is.
    pub(crate) fn to_act(&self) -> Side {
        orders::to_act(self.track(Track::ToAct))
    }

    /// [11.1] Who has air superiority.
    pub(crate) fn superior(&self) -> Option<Side> {
        orders::superior(self.track(Track::Superiority))
    }

    /// [5.9] Whether the first action of the game is still to come: it must cross the border.
    pub(crate) fn must_cross(&self) -> bool {
        self.turn() == 1 && self.track(Track::Opened) == 0 && self.to_act() == RUSSIAN
    }

    /// The divisions and brigades in a hex.
    pub(crate) fn ground(&self, ix: Ix) -> impl Iterator<Item = UnitId> {
        self.board.stack(ix).iter().copied().filter(|u| self.charts.printed[u.at()].ground)
    }

    /// Whose divisions and brigades stand in a hex: never both sides' [6.1].
    pub(crate) fn occupant(&self, ix: Ix) -> Option<Side> {
        self.ground(ix).next().map(|u| self.printed(u).side)
    }

    /// [2.8] Whose garrison a city hex has.
    pub(crate) fn garrison(&self, ix: Ix) -> Option<Side> {
        self.footing(ix).city?;
        self.board.control(ix).side
    }

    /// Whether units or the garrison of a side hold a hex.
    pub(crate) fn holds(&self, side: Side, ix: Ix) -> bool {
        self.occupant(ix) == Some(side) || self.garrison(ix) == Some(side)
    }

    /// [2.8], [7.4] Whether a unit may still act this turn: on the map, not disrupted.
    pub(crate) fn fresh(&self, unit: UnitId) -> bool {
        self.printed(unit).ground && self.board.hex(unit).is_some() && !self.has(unit, Mark::Disrupted)
    }

    /// [12.9] The rolled strength of the task force.
    fn strength(&self, unit: UnitId) -> i16 {
        self.board.status(unit).count(Count::Strength.id())
    }

    /// Whether a unit is a division; the task force is what its strength makes it [12.9].
    pub(crate) fn is_division(&self, unit: UnitId) -> bool {
        let printed = self.printed(unit);
        if printed.task_force { self.strength(unit) >= self.charts.reinforcements.task_force_division } else { printed.division }
    }

    /// [6.3] Thirds of a division.
    pub(crate) fn thirds(&self, unit: UnitId) -> u8 {
        if self.is_division(unit) { self.charts.sizes.division } else { self.charts.sizes.brigade }
    }

    /// Its attack factor.
    pub(crate) fn attack(&self, unit: UnitId) -> i32 {
        if self.printed(unit).task_force { i32::from(self.strength(unit)) } else { self.printed(unit).attack }
    }

    /// Its defense factor, disrupted or not [7.4].
    pub(crate) fn defense(&self, unit: UnitId) -> i32 {
        let sizes = &self.charts.sizes;
        match (self.has(unit, Mark::Disrupted), self.is_division(unit)) {
            (true, true) => sizes.disrupted_division,
            (true, false) => sizes.disrupted_brigade,
            (false, _) if self.printed(unit).task_force => i32::from(self.strength(unit)),
            (false, _) => self.printed(unit).defense,
        }
    }

    /// Whether it is an air assault unit.
    pub(crate) fn flies(&self, unit: UnitId) -> bool {
        self.printed(unit).kind == UnitType::AirAssault
    }

    /// [8.10], [10.13] Whether units are of two or more nations.
    pub(crate) fn multinational(&self, units: &[UnitId]) -> bool {
        units.windows(2).any(|w| self.printed(w[0]).nation != self.printed(w[1]).nation)
    }

    /// Takes a unit off the map for good, unless it is recycled after.
    pub(crate) fn eliminate(&mut self, by: &'static str, unit: UnitId) {
        self.board.put(Atom(by), unit, Place::Lost);
        self.board.clear(Atom(by), unit, &[Mark::Disrupted.id()]);
    }

    /// Brings the layers up to date.
    pub(crate) fn refresh(&mut self) {
        super::layers::refresh(&mut self.board, &self.charts);
    }

    /// Brings the layers of one side up to date.
    pub(crate) fn refresh_of(&mut self, side: Side) {
        super::layers::refresh_of(&mut self.board, &self.charts, &[side]);
    }

    /// Refuses an order outside its step.
    pub(crate) fn during(&self, stage: Segment, rule: &'static str, why: &'static str) -> Result<(), Illegal> {
        if self.segment() == stage { Ok(()) } else { Err(Illegal::new(rule, why)) }
    }
}
