//! Names written across regions.

use crate::board::{Ground, Ix, Survey};
use std::cmp::Reverse;

/// A region whose name is written across it.
pub(crate) struct RegionTitle {
    /// Which region of the map.
    pub region: usize,
    /// The name, and a shorter one where that has no room.
    pub names: Vec<String>,
    /// The largest piece of the region.
    pub piece: Vec<Ix>,
}

impl RegionTitle {
    /// Whether it is the name of a sea.
    pub(crate) fn is_sea(&self, ground: &Ground) -> bool {
        ground.regions[self.region].1.tags.iter().any(|tag| tag == "sea")
    }
}

/// Regions smaller than this have no name of their own.
const LEAST_HEXES: usize = 4;

/// The name of a region as it is written across it: without remarks; a remark in capitals is a shorter name.
fn spoken(name: &str) -> Vec<String> {
    let mut names = vec![name.split([',', '(']).next().unwrap_or(name).trim().to_uppercase()];
    let remark = name.split_once('(').map(|(_, remark)| remark.trim_end_matches(')'));
    names.extend(remark.filter(|remark| remark.chars().all(char::is_uppercase)).map(str::to_owned));
    names
}

/// The regions that are named, the largest first. A name that several regions share is written across the largest of them only.
pub(crate) fn region_titles(survey: &Survey<'_>) -> Vec<RegionTitle> {
    let ground = survey.ground;
    let mut titles: Vec<RegionTitle> = Vec::new();
    for (number, (_, region)) in ground.regions.iter().enumerate() {
        let pieces = survey.pieces(|ix| usize::from(ground.region[ix.at()]) == number, |_, _, _| true);
        // "sea" is no name.
        let named = !region.name.starts_with(char::is_lowercase);
        let Some(piece) = pieces.into_iter().next().filter(|piece| named && piece.len() >= LEAST_HEXES) else { continue };
        titles.push(RegionTitle { region: number, names: spoken(&region.name), piece });
    }
    titles.sort_by_key(|title| Reverse(title.piece.len()));
    let mut written: Vec<String> = Vec::new();
    titles.retain(|title| {
        let new = !written.contains(&title.names[0]);
        written.push(title.names[0].clone());
        new
    });
    titles
}

#[cfg(test)]
mod tests {
    use super::spoken;

    #[test]
    fn remarks_are_left_out() {
        assert_eq!(spoken("Adjara (Georgia)"), ["ADJARA"]);
        assert_eq!(spoken("Donetsk People's Republic (DPR)"), ["DONETSK PEOPLE'S REPUBLIC", "DPR"]);
        assert_eq!(spoken("South Ossetia, Georgian-controlled"), ["SOUTH OSSETIA"]);
    }
}
