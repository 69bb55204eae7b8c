//! What counters may do as rows of the prompt: the ones that the map cannot express, and each only once.

use super::Tabletop;
use crate::board::{Choice, Place, Role, Status, Target, UnitRow};
use crate::games::Order;

/// The counter that a choice is for: as printed, where it is and in what state.
type Seen<'a> = (&'a UnitRow, Option<Place>, Status);

fn alike((row, place, status): Seen<'_>, (other, there, state): Seen<'_>) -> bool {
    place == there && status == state && row.is_like(other)
}

impl Tabletop {
    /// What single counters may do, each with how many of them may. Counters in the same place that at most a number tells apart are one row; the
    /// first of them does it. While an attack is planned, its sheet takes counters in and out.
    pub fn rows(&self) -> Vec<(Choice<Order>, usize)> {
        let planned = self.muster.is_some() && self.preview.is_some();
        let mut rows: Vec<(Choice<Order>, usize)> = Vec::new();
        let mut firsts: Vec<Option<Seen<'_>>> = Vec::new();
        for choice in self.choices() {
            if !matches!(choice.on, Target::Unit(_)) || choice.cost.is_some() || (planned && matches!(choice.order.role(), Role::Join | Role::Leave)) {
                continue;
            }
            let seen = self.seen(choice);
            let known = |at: &usize| rows[*at].0.label == choice.label && firsts[*at].zip(seen).is_some_and(|(first, seen)| alike(first, seen));
            match (0..rows.len()).find(known) {
                Some(at) => rows[at].1 += 1,
                None => {
                    rows.push((choice.clone(), 1));
                    firsts.push(seen);
                }
            }
        }
        rows
    }

    fn seen(&self, choice: &Choice<Order>) -> Option<Seen<'_>> {
        let Target::Unit(unit) = choice.on else { return None };
        Some((&self.rules().book.units[unit.at()], self.place_of(unit), self.status_of(unit)?))
    }
}
