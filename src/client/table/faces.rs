//! What each counter in view looks like, remade only when the game has changed.

use super::Tabletop;
use crate::board::look::{Badge, BadgeShape, Tone};
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
    /// Stacks on the map, bottom first. Markers in a hex with units are badges on the top unit.
    pub stacks: BTreeMap<Hex, Vec<(Seen, Face)>>,
}

impl Faces {
    /// Remakes the faces if what the viewer sees has changed.
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
            let made: Vec<(Seen, Face)> = stack.iter().map(|seen| (seen.clone(), self.make(table, seen, safe))).collect();
            let (markers, mut units): (Vec<_>, Vec<_>) = made.into_iter().partition(|(seen, _)| is_marker(table, seen));
            // A convoy or a leader lies under those who fight.
            units.sort_by_key(|(seen, _)| !is_bare(table, seen));
            match units.last_mut() {
                Some((_, top)) if !markers.is_empty() => *top = top.clone().with(&badges(table, &markers)),
                Some(_) => {}
                None => units = markers,
            }
            self.stacks.insert(*hex, units);
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

    /// The version of the table these are for.
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

/// Whether a counter is known not to be a ground unit: a mob, a camera, aircraft.
fn is_marker(table: &Tabletop, seen: &Seen) -> bool {
    matches!(seen, Seen::Known(unit, _) if !table.rules().game().is_ground(&table.world, *unit))
}

/// Whether a counter is known to be drawn without the box of a combat unit.
fn is_bare(table: &Tabletop, seen: &Seen) -> bool {
    let book = &table.rules().book;
    matches!(seen, Seen::Known(unit, _) if book.look.kinds.get(&book.units[unit.at()].kind.value).is_some_and(|look| look.bare))
}

/// A badge for each kind of marker, with how many there are.
fn badges(table: &Tabletop, markers: &[(Seen, Face)]) -> Vec<Badge> {
    let book = &table.rules().book;
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (seen, _) in markers {
        if let Seen::Known(unit, _) = seen {
            *kinds.entry(book.units[unit.at()].kind.value.as_str()).or_default() += 1;
        }
    }
    let badge = |(kind, many): (&str, usize)| {
        let row = book.look.kinds.get(kind).map(|look| look.row.as_str()).filter(|row| !row.is_empty() && !row.contains('{'));
        let name = row.unwrap_or_else(|| book.kinds.get(kind).map_or(kind, |kind| kind.name.as_str()));
        let name: String = name.chars().take(2).collect::<String>().to_uppercase(); // more cannot be read in so small a place
        let words = if many > 1 { format!("{name}{many}") } else { name };
        Badge::new(&words, BadgeShape::Pill, Tone::Yellow, 3)
    };
    kinds.into_iter().map(badge).collect()
}
