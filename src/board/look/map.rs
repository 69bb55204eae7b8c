//! What a map looks like beyond its letters: tints of regions, colors of supply sources, the railway that a game is about.

use super::Rgb;
use super::read::FILE;
use crate::board::Loading;
use crate::board::map::{Ground, Region};
use crate::board::read::{At, Faults, Fields, Lexicon, Reading, with_article};
use crate::board::tables::Files;
use std::collections::{BTreeMap, BTreeSet};

/// `map` of `look.ron`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MapLook {
    /// By the name of a region or of a country.
    tints: BTreeMap<String, Rgb>,
    /// By the side or nation that a source supplies.
    sources: BTreeMap<String, Rgb>,
    /// The line of the map that is a railway of its own kind, drawn twice as wide.
    pub trunk: Option<String>,
}

impl MapLook {
    /// The tint of a region: its own, or else that of its country.
    pub fn tint(&self, region: &Region) -> Option<Rgb> {
        self.tints.get(&region.name).or_else(|| self.tints.get(&region.country)).copied()
    }

    /// The color of the sources of a side or nation.
    pub fn source(&self, power: &str) -> Option<Rgb> {
        self.sources.get(power).copied()
    }

    /// The look of a map by itself, for a game whose other tables may not exist.
    pub fn of(files: &Files, ground: &Ground) -> Result<MapLook, Faults> {
        if !files.texts.contains_key(FILE) {
            return Ok(MapLook::default());
        }
        let (mut loading, lexicon) = (Loading::new(files), Lexicon::default());
        let look = loading.file(FILE, &lexicon, |r| {
            let tree = r.tree()?;
            Some(MapLook::read(r, &r.fields(&tree), Some(ground)))
        });
        loading.done(look)
    }

    /// Reads it among the fields of `look.ron`. Its names are those of the map, if that is sound.
    pub(super) fn read(r: &Reading<'_>, fields: &Fields<'_, '_, '_>, ground: Option<&Ground>) -> MapLook {
        let Some(node) = fields.node("map") else { return MapLook::default() };
        let f = r.fields(node);
        let [tints, sources]: [Vec<(At<String>, Rgb)>; 2] = ["tints", "sources"].map(|name| f.each_pair(name));
        let trunk: Option<At<String>> = f.maybe("trunk");
        f.close();
        if let Some(ground) = ground {
            let regions = ground.regions.iter().flat_map(|(_, region)| [region.name.as_str(), region.country.as_str()]);
            check(r, "region or country", tints.iter().map(|(name, _)| name), regions);
            check(r, "side or nation with a source", sources.iter().map(|(name, _)| name), ground.sources.iter().map(|source| source.side.as_str()));
            check(r, "line", trunk.iter(), ground.lines.keys().map(String::as_str));
        }
        let by_name = |found: Vec<(At<String>, Rgb)>| found.into_iter().map(|(name, color)| (name.value, color)).collect();
        MapLook { tints: by_name(tints), sources: by_name(sources), trunk: trunk.map(|line| line.value) }
    }
}

/// Notes every name that the map does not have.
fn check<'n>(r: &Reading<'_>, what: &str, names: impl Iterator<Item = &'n At<String>>, valid: impl Iterator<Item = &'n str>) {
    let valid: BTreeSet<&str> = valid.filter(|name| !name.is_empty()).collect();
    for name in names.filter(|name| !valid.contains(name.value.as_str())) {
        r.fault(name.at, format!("{:?} is not {} on this map{}", name.value, with_article(what), r.nearest(&name.value, valid.iter().copied())));
    }
}
