//! True shorelines: `assets/<game>/shore.ron`. They are scenery; no rule reads them.

use crate::board::read::{Fault, Faults, Lexicon, Reading};
use crate::games::Title;
use serde::Deserialize;

/// What a line of the shore encloses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum Ring {
    /// Land in the sea.
    Land,
    /// Water in the land.
    Water,
}

/// The shorelines of a map, in hex units: x to the right, y down, one unit between the middles of neighboring hexes.
#[derive(Clone, Debug)]
pub struct Shore {
    /// Closed lines.
    pub rings: Vec<(Ring, Vec<(f32, f32)>)>,
}

impl Shore {
    /// Reads the shorelines; every fault is given.
    pub fn read(file: &str, text: &str) -> Result<Shore, Vec<Fault>> {
        let lexicon = Lexicon::default();
        let reading = Reading::new(file, text, &lexicon);
        let Some(tree) = reading.tree() else { return Err(reading.into_faults()) };
        let fields = reading.fields(&tree);
        let rings = fields.each("rings");
        let _: String = fields.maybe("centre"); // for people: how a hex number becomes a point
        let _: (f32, f32, f32, f32) = fields.maybe("bounds");
        fields.close();
        let faults = reading.into_faults();
        if faults.is_empty() { Ok(Shore { rings }) } else { Err(faults) }
    }

    /// Whether a point lies on land.
    pub(crate) fn is_land(&self, (x, y): (f32, f32)) -> bool {
        let crosses = |ring: &[(f32, f32)]| {
            let ends = ring.iter().zip(ring.iter().cycle().skip(1));
            ends.filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0).count()
        };
        self.rings.iter().map(|(_, ring)| crosses(ring)).sum::<usize>() % 2 == 1
    }
}

/// The true shoreline that ships with a game's map.
pub fn shipped_shore(title: Title) -> Result<Shore, Faults> {
    Shore::read(&format!("assets/{}/shore.ron", title.slug()), title.shore()).map_err(Faults)
}
