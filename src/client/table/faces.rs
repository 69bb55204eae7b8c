//! What each counter in view looks like, remade only when the game has changed.

use super::Tabletop;
use crate::board::{Hex, Side, UnitId};
use crate::client::counters::Face;
use crate::play::Seen;
use std::collections::BTreeMap;

/// The counters in view.
#[derive(Default)]
pub struct Faces {
    version: Option<(u64, bool)>,
    known: BTreeMap<UnitId, Face>,
    hidden: BTreeMap<Side, Face>,
    by_kind: BTreeMap<(Side, &'static str), Face>,
    /// Stacks on the map, bottom first.
    pub stacks: BTreeMap<Hex, Vec<Face>>,
}

impl Faces {
    /// Remakes the faces if what is seen has changed.
    pub fn follow(&mut self, table: &Tabletop, safe: bool) {
        if self.version == Some((table.version, safe)) {
            return;
        }
        self.version = Some((table.version, safe));
        let book = table.book();
        self.hidden = [Side(0), Side(1)].into_iter().map(|side| (side, Face::hidden(&book, side, safe))).collect();
        self.known.clear();
        self.by_kind.clear();
        self.stacks.clear();
        for (hex, stack) in &table.sight.stacks {
            let faces = stack.iter().map(|seen| self.make(table, seen, safe)).collect();
            self.stacks.insert(*hex, faces);
        }
        for seen in table.sight.boxes.values().flatten() {
            self.make(table, seen, safe);
        }
    }

    fn make(&mut self, table: &Tabletop, seen: &Seen, safe: bool) -> Face {
        match seen {
            Seen::Known(unit, status) => {
                let face = Face::of(&table.rules().book, *unit, status, &[], safe);
                self.known.insert(*unit, face.clone());
                face
            }
            Seen::Hidden(side) => self.hidden[side].clone(),
            Seen::Kind(side, visible_kind) => {
                let face = || Face::by_kind(&table.rules().book, *side, visible_kind, safe);
                self.by_kind.entry((*side, visible_kind)).or_insert_with(face).clone()
            }
        }
    }

    /// Of which version of the table these are.
    pub(super) fn version(&self) -> Option<(u64, bool)> {
        self.version
    }

    /// The face of a known counter.
    pub fn of(&self, unit: UnitId) -> Option<&Face> {
        self.known.get(&unit)
    }

    /// The face of a counter as it is seen.
    pub fn seen(&self, seen: &Seen) -> Option<&Face> {
        match seen {
            Seen::Known(unit, _) => self.known.get(unit),
            Seen::Hidden(side) => self.hidden.get(side),
            Seen::Kind(side, visible_kind) => self.by_kind.get(&(*side, *visible_kind)),
        }
    }
}
