//! What counters may do as rows of the prompt: the ones that the map cannot express, and each only once.

use super::Tabletop;
use crate::board::{Choice, Place, Role, Status, Target, UnitRow};
use crate::games::Order;

impl Tabletop {
    /// What single counters may do, each with how many of them may. Counters in the same place that at most a number tells apart are one row; the
    /// first of them does it. While an attack is planned, its sheet takes counters in and out.
    pub fn rows(&self) -> Vec<(Choice<Order>, usize)> {
        let planned = self.muster.is_some() && self.preview.is_some();
        let mut rows: Vec<(Choice<Order>, usize)> = Vec::new();
        for choice in self.choices() {
            if !matches!(choice.on, Target::Unit(_)) || choice.cost.is_some() || (planned && matches!(choice.order.role(), Role::Join | Role::Leave)) {
                continue;
            }
            match rows.iter_mut().find(|(known, _)| self.alike(known, choice)) {
                Some((_, n)) => *n += 1,
                None => rows.push((choice.clone(), 1)),
            }
        }
        rows
    }

    fn alike(&self, one: &Choice<Order>, other: &Choice<Order>) -> bool {
        let (Some((row, place, status)), Some((other_row, other_place, other_status))) = (self.seen(one), self.seen(other)) else { return false };
        one.label == other.label && place == other_place && status == other_status && row.is_like(other_row)
    }

    /// The counter that a choice is for: as printed, where it is and in what state.
    fn seen(&self, choice: &Choice<Order>) -> Option<(&UnitRow, Option<Place>, Status)> {
        let Target::Unit(unit) = choice.on else { return None };
        Some((&self.rules().book.units[unit.at()], self.place_of(unit), self.status_of(unit)?))
    }
}
