//! Checks on the grids: letters, sea and land, connection, coasts.

use super::Check;
use crate::board::facts::list;
use crate::board::hex::{Hex, Ix};
use crate::board::read::Kind;
use std::collections::{BTreeMap, BTreeSet};

impl Check<'_, '_, '_> {
    pub(super) fn hexes(&self) {
        self.legends();
        self.sea_and_land();
        self.connection();
        self.sets();
        self.coasts();
    }

    /// Each letter of a legend is given once and stands for some hex.
    fn legends(&self) {
        for (section, letters) in [("terrain", &self.text.terrain), ("regions", &self.text.regions)] {
            let Some(node) = self.text.sections.get(section) else { continue };
            let rows = node.field("grid").map(|grid| grid.items()).unwrap_or_default();
            let used: BTreeSet<char> = rows.iter().filter_map(|row| row.text()).flat_map(str::chars).collect();
            let mut given = BTreeSet::new();
            for (key, _) in node.field("legend").map(|legend| legend.pairs()).unwrap_or_default() {
                let Kind::Char(letter) = key.kind else { continue };
                if !given.insert(letter) {
                    self.fault(key.at, format!("the legend of the {section} has the letter {letter:?} twice"));
                } else if !used.contains(&letter) && !letters.is_empty() {
                    self.fault(key.at, format!("no hex has the letter {letter:?} of the {section}"));
                }
            }
        }
    }

    /// The two grids agree on the sea: ground found in sea regions is found nowhere else. The rarer case is taken to be the mistake.
    fn sea_and_land(&self) {
        let ground = self.ground();
        let mut found: BTreeMap<&str, [Vec<Ix>; 2]> = BTreeMap::new();
        for ix in ground.grid.all() {
            found.entry(ground.terrain_name(ix)).or_default()[usize::from(self.survey.is_sea(ix))].push(ix);
        }
        for (terrain, [land, sea]) in found.into_iter().filter(|(_, [land, sea])| !land.is_empty() && !sea.is_empty()) {
            let (few, where_they_are) = if land.len() < sea.len() { (land, "sea") } else { (sea, "on land") };
            for ix in few {
                let what = format!("{} is {terrain} in the region {:?}, but other {terrain} hexes are {where_they_are}", self.hex(ix), ground.region(ix).name);
                self.fault(self.text.terrain.get(ix.at()).copied().unwrap_or(self.text.start), what);
            }
        }
    }

    /// Ground units can go from any hex to any other, except on islands.
    fn connection(&self) {
        let islands = self.ground().set("island");
        let pieces = self.survey.pieces(|ix| self.survey.enterable(ix), |a, dir, b| self.survey.open(a, dir, b));
        let Some((mainland, rest)) = pieces.split_first() else { return self.fault(self.text.start, "no hex can be entered") };
        for piece in rest {
            let stranded: Vec<Hex> = piece.iter().filter(|ix| !islands.contains(ix)).map(|ix| self.hex(*ix)).collect();
            if !stranded.is_empty() {
                let at = piece.iter().find(|ix| !islands.contains(ix)).and_then(|ix| self.text.terrain.get(ix.at()));
                self.fault(
                    at.copied().unwrap_or(self.text.start),
                    format!("there is no way to {} from the rest of the land (an island belongs in the set \"island\")", list(&stranded)),
                );
            }
        }
        for ix in islands.iter().filter(|ix| mainland.contains(ix) || !self.survey.enterable(**ix)) {
            let what = if mainland.contains(ix) { "can be reached by land" } else { "is not land that can be entered" };
            self.fault(self.in_set("island", *ix), format!("{} {what}, so it is not an island", self.hex(*ix)));
        }
    }

    /// Where a hex of a named set is in the file.
    fn in_set(&self, set: &str, ix: Ix) -> u32 {
        let number = self.hex(ix).to_string();
        let list = self.text.pairs("hexes").iter().find(|(key, _)| key.text() == Some(set)).map(|(_, list)| list);
        list.and_then(|list| list.items().iter().find(|item| item.text() == Some(&number))).map_or_else(|| self.text.key("hexes", set), |item| item.at)
    }

    /// No set names a hex twice.
    fn sets(&self) {
        for (key, list) in self.text.pairs("hexes") {
            let mut given = BTreeSet::new();
            for item in list.items() {
                if let Some(hex) = item.text().filter(|hex| !given.insert(*hex)) {
                    self.fault(item.at, format!("{hex} is listed twice in {}", key.kind.describe()));
                }
            }
        }
    }

    /// Coastal hexes touch the sea, and every hex that can be entered and touches the sea is coastal; the coast of one sea
    /// (`coast_yellow_sea`) touches that sea.
    fn coasts(&self) {
        let ground = self.ground();
        let touches = |ix: Ix, so: &dyn Fn(Ix) -> bool| ground.grid.around(ix).any(|(_, there)| self.survey.is_sea(there) && so(there));
        for (name, set) in &ground.sets {
            let sea = name.strip_prefix("coast_").map(|sea| sea.replace('_', " "));
            if name != "coastal" && sea.is_none() {
                continue;
            }
            let this_sea = |ix: Ix| sea.as_ref().is_none_or(|sea| ground.region(ix).name.to_lowercase() == *sea);
            for ix in set.iter().filter(|ix| !touches(**ix, &this_sea) && !ground.set("coastal_without_sea_hex").contains(ix)) {
                self.fault(
                    self.in_set(name, *ix),
                    format!("{} does not touch {}", self.hex(*ix), sea.as_deref().map_or("the sea".into(), |sea| format!("the {sea}"))),
                );
            }
            let inland = |ix: &Ix| self.survey.enterable(*ix) && touches(*ix, &this_sea) && !set.contains(ix);
            let missing: Vec<Hex> = ground.grid.all().filter(inland).map(|ix| self.hex(ix)).collect();
            if !missing.is_empty() {
                self.fault(self.text.key("hexes", name), format!("{} touches that sea and is missing here", list(&missing)));
            }
        }
        for ix in ground.set("coastal_without_sea_hex") {
            let what = match (ground.set("coastal").contains(ix), touches(*ix, &|_| true)) {
                (false, _) => "is not coastal",
                (true, true) => "touches a sea hex",
                _ => continue,
            };
            self.fault(self.in_set("coastal_without_sea_hex", *ix), format!("{} {what}, so it does not belong here", self.hex(*ix)));
        }
    }
}
