//! The ground: what `map.ron` says, in dense arrays.

use super::hex::{Compass, Dir, Grid, Hex, HexSide, Ix};
use super::read::At;
use bevy_ecs::prelude::Resource;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a value comes from: every chart, counter and place says so.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub enum Origin {
    /// A section of the rulebook.
    Rulebook(String),
    /// Ours, and why this value.
    Reconstructed(String),
}

/// What a hexside carries. Several kinds may share a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SideKind {
    River,
    Lake,
    Sea,
    Strait,
    Tunnel,
    Closed,
    Fort,
    Road,
    Rail,
}

impl SideKind {
    /// All kinds with the names by which files call them.
    pub const ALL: [(&'static str, SideKind); 9] = [
        ("river", SideKind::River),
        ("lake", SideKind::Lake),
        ("sea", SideKind::Sea),
        ("strait", SideKind::Strait),
        ("tunnel", SideKind::Tunnel),
        ("closed", SideKind::Closed),
        ("fort", SideKind::Fort),
        ("road", SideKind::Road),
        ("rail", SideKind::Rail),
    ];

    /// The kind of a name.
    pub fn named(name: &str) -> Option<SideKind> {
        Self::ALL.iter().find(|(n, _)| *n == name).map(|(_, k)| *k)
    }
}

/// The kinds on one side, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sides(u16);

impl Sides {
    /// Whether the side carries this kind.
    pub fn has(self, kind: SideKind) -> bool {
        self.0 & (1 << kind as u16) != 0
    }

    /// Whether the side carries nothing.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn add(&mut self, kind: SideKind) {
        self.0 |= 1 << kind as u16;
    }
}

/// A letter of the region grid.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// As printed.
    pub name: String,
    /// The country as the rules use it: several regions may be one country.
    #[serde(default)]
    pub country: String,
    /// The side or nation that holds it at start; empty: nobody.
    #[serde(default)]
    pub holder: String,
    /// Whether anything may ever be there.
    #[serde(default = "yes")]
    pub in_play: bool,
    /// Sides or nations that may never enter.
    #[serde(default)]
    pub closed_to: Vec<String>,
    /// Whatever else a game wants to know of it.
    #[serde(default)]
    pub tags: Vec<String>,
}

fn yes() -> bool {
    true
}

/// A named place.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Where.
    pub hex: Hex,
    /// As printed.
    pub name: String,
    /// city, town, base, …: a key of `places` in terrain.ron may give it an effect.
    pub kind: String,
    /// Objective symbols printed beside it.
    #[serde(default)]
    pub symbols: Vec<String>,
    /// Whatever else a game wants to know of it.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Numbers of the rules tied to it.
    #[serde(default)]
    pub values: BTreeMap<String, i32>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Origin>,
}

/// A river: sides in order from spring to mouth, for rules and for drawing.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct River {
    /// As printed.
    pub name: String,
    /// Drawn broad.
    #[serde(default)]
    pub major: bool,
    /// The sides.
    pub sides: Vec<At<HexSide>>,
}

/// A road or railway: it crosses the side between each two consecutive hexes.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// Where it runs.
    pub name: String,
    /// The hexes in order.
    pub hexes: Vec<At<Hex>>,
}

/// Where units may be placed: listed hexes, or regions within a distance of some hex.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The section of the rulebook that defines it.
    pub rule: String,
    /// Whose.
    #[serde(default)]
    pub side: String,
    /// How many units must fit there.
    #[serde(default)]
    pub units: u16,
    /// Region letters; empty: any.
    #[serde(default)]
    pub regions: Vec<char>,
    /// Within this many hexes of one of these; empty: no such limit.
    #[serde(default)]
    pub near: Vec<(Hex, u32)>,
    /// These as well; with neither regions nor `near`, these and no others.
    #[serde(default)]
    pub hexes: Vec<Hex>,
    /// Whether city hexes count among those not listed.
    #[serde(default)]
    pub cities: Cities,
    /// Whatever else a game wants to know of it.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// Whether an area has city hexes, only those, or none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Cities {
    #[default]
    Any,
    Only,
    Never,
}

/// A supply source of the map.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SupplySource {
    /// Where.
    pub hex: Hex,
    /// As printed.
    pub name: String,
    /// The side or nation it supplies.
    pub side: String,
    /// Whatever else a game wants to know of it.
    #[serde(default)]
    pub tags: Vec<String>,
}

/// A map edge by which a nation may enter.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Edge {
    pub edge: Compass,
    pub nation: String,
    pub hexes: Vec<Hex>,
}

/// A way off the map.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Exit {
    pub hex: Hex,
    pub edge: Compass,
    pub to: String,
    pub by: String,
}

/// A place off the map that is printed on the sheet.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the names say it")]
pub struct OffMap {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub nation: String,
    #[serde(default)]
    pub symbols: Vec<String>,
    #[serde(default)]
    pub port_on: Vec<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default)]
    pub values: BTreeMap<String, i32>,
}

/// The whole map. Shared by every world that plays on it; never changes in play.
#[derive(Resource, Clone, Debug)]
pub struct Map(pub Arc<Ground>);

impl std::ops::Deref for Map {
    type Target = Ground;
    fn deref(&self) -> &Ground {
        &self.0
    }
}

/// What [`Map`] shares.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "one field a section of map.ron, documented there")]
pub struct Ground {
    pub title: String,
    pub scale_km: u16,
    pub north_deg: i16,
    pub grid: Grid,
    /// Names of the terrain kinds; `terrain` holds their numbers.
    pub terrain_names: Vec<String>,
    pub terrain: Vec<u8>,
    /// Letters and what they mean; `region` holds their numbers.
    pub regions: Vec<(char, Region)>,
    pub region: Vec<u8>,
    pub sides: Vec<[Sides; 6]>,
    pub rivers: Vec<River>,
    pub roads: Vec<Way>,
    pub rails: Vec<Way>,
    pub sites: Vec<Site>,
    /// Sites by dense index.
    pub sites_at: Vec<Vec<u16>>,
    pub sets: BTreeMap<String, Vec<Ix>>,
    pub lines: BTreeMap<String, Vec<Ix>>,
    pub areas: BTreeMap<String, Area>,
    pub sources: Vec<SupplySource>,
    pub holders: BTreeMap<Hex, String>,
    pub edges: Vec<Edge>,
    pub exits: Vec<Exit>,
    pub off_map: Vec<OffMap>,
}

impl Ground {
    /// The same hexes, all of them clear, without sides, places or borders.
    pub fn blanked(mut self) -> Ground {
        let clear = self.terrain_names.iter().position(|name| name == "clear").unwrap_or(0) as u8;
        let open = Region { name: "blank".into(), country: String::new(), holder: String::new(), in_play: true, closed_to: Vec::new(), tags: Vec::new() };
        self.terrain.fill(clear);
        self.regions.push(('.', open));
        self.region.fill(self.regions.len() as u8 - 1);
        self.sides.fill([Sides::default(); 6]);
        self.sites_at.iter_mut().for_each(Vec::clear);
        for list in [&mut self.roads, &mut self.rails] {
            list.clear();
        }
        self.rivers.clear();
        self.sites.clear();
        self
    }

    /// What the side of a hex carries.
    pub fn side(&self, ix: Ix, dir: Dir) -> Sides {
        self.sides[ix.at()][dir.at()]
    }

    /// The terrain kind of a hex by name.
    pub fn terrain_name(&self, ix: Ix) -> &str {
        &self.terrain_names[usize::from(self.terrain[ix.at()])]
    }

    /// The region of a hex.
    pub fn region(&self, ix: Ix) -> &Region {
        &self.regions[usize::from(self.region[ix.at()])].1
    }

    /// The letter of a hex's region.
    pub fn region_letter(&self, ix: Ix) -> char {
        self.regions[usize::from(self.region[ix.at()])].0
    }

    /// The named places of a hex.
    pub fn sites(&self, ix: Ix) -> impl Iterator<Item = &Site> {
        self.sites_at[ix.at()].iter().map(|i| &self.sites[usize::from(*i)])
    }

    /// Whether a road leads from or to this hex.
    pub fn on_road(&self, ix: Ix) -> bool {
        self.sides[ix.at()].iter().any(|s| s.has(SideKind::Road))
    }

    /// The hexes of a named set; empty if the map has no such set.
    pub fn set(&self, name: &str) -> &[Ix] {
        self.sets.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a hex lies in an area, as far as its geometry goes.
    pub fn in_area(&self, area: &Area, ix: Ix) -> bool {
        if area.hexes.contains(&self.grid.hex(ix)) {
            return true;
        }
        let bounded = !(area.regions.is_empty() && area.near.is_empty());
        let near = |(hex, within): &(Hex, u32)| self.grid.ix(*hex).is_some_and(|there| self.grid.distance(ix, there) <= *within);
        let city = || self.sites(ix).any(|site| matches!(site.kind.as_str(), "city" | "capital" | "mega-city"));
        (bounded || area.hexes.is_empty())
            && (area.regions.is_empty() || area.regions.contains(&self.region_letter(ix)))
            && (area.near.is_empty() || area.near.iter().any(near))
            && match area.cities {
                Cities::Any => true,
                Cities::Only => city(),
                Cities::Never => !city(),
            }
    }
}
