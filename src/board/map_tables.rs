//! The three files of a map, checked together: `map.ron`, `terrain.ron`, `facts.ron`. No other table of the game is needed for this.

use super::facts::{check_facts, read_facts};
use super::ground_checks::check_ground;
use super::look::MapLook;
use super::map::Ground;
use super::read::{Fault, Faults, Lexicon, Reading};
use super::tables::Files;
use super::terrain::Chart;

/// A summary of a map that satisfies every check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapReport {
    /// The title of the map.
    pub title: String,
    /// How many hexes.
    pub hexes: usize,
    /// How many named places.
    pub places: usize,
    /// How many statements of the rulebook hold.
    pub facts: usize,
}

/// Reads and checks the map of a game. All faults are reported, file by file, in this order: map, chart, look, facts.
pub fn check_map(files: &Files) -> Result<MapReport, Faults> {
    let mut faults = Vec::new();
    let [map, terrain, facts] = ["map.ron", "terrain.ron", "facts.ron"].map(|name| (files.label(name), files.texts.get(name)));
    for (label, _) in [&map, &terrain, &facts].into_iter().filter(|(_, text)| text.is_none()) {
        faults.push(Fault::of_file(label, "is missing"));
    }
    let ((map_file, Some(map)), (chart_file, chart_text), (facts_file, facts_text)) = (map, terrain, facts) else { return Err(Faults(faults)) };
    let (chart_text, facts_text) = (chart_text.map(String::as_str), facts_text.map(String::as_str));

    let ground = match Ground::read(&map_file, map) {
        Ok(ground) => ground,
        Err(found) => {
            // What the other files say of hexes cannot be judged now, but whether they can be read at all can.
            faults.extend(found);
            faults.extend(chart_text.map(|text| read_only(&chart_file, text)).unwrap_or_default());
            faults.extend(facts_text.map(|text| read_only(&facts_file, text)).unwrap_or_default());
            return Err(Faults(faults));
        }
    };
    let chart = match chart_text.map(|text| Chart::read(&chart_file, text, &ground)) {
        Some(Ok(chart)) => chart,
        bad => {
            faults.extend(bad.and_then(Result::err).unwrap_or_default());
            faults.extend(facts_text.map(|text| read_facts(&facts_file, text, &ground)).unwrap_or_default());
            return Err(Faults(faults));
        }
    };
    faults.extend(check_ground(&map_file, map, &ground, &chart));
    faults.extend(MapLook::of(files, &ground).err().into_iter().flat_map(|faults| faults.0));
    let count = match facts_text.map(|text| check_facts(&facts_file, text, &ground, &chart)) {
        Some(Ok(count)) => count,
        bad => {
            faults.extend(bad.and_then(Result::err).unwrap_or_default());
            0
        }
    };
    if !faults.is_empty() {
        return Err(Faults(faults));
    }
    Ok(MapReport { title: ground.title.clone(), hexes: ground.grid.len(), places: ground.sites.len(), facts: count })
}

/// Whether a text is RON at all.
fn read_only(file: &str, text: &str) -> Vec<Fault> {
    let lexicon = Lexicon::default();
    let reading = Reading::new(file, text, &lexicon);
    reading.tree();
    reading.into_faults()
}
