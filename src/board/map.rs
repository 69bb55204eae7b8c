//! The ground: `map.ron` read, checked and laid out in dense arrays.

use super::hex::{Compass, Dir, Grid, Hex, HexSide, Ix, Numbering, Orientation};
use super::read::{At, Fault, Fields, Lexicon, Reading};
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

    fn add(&mut self, kind: SideKind) {
        self.0 |= 1 << kind as u16;
    }
}

/// A letter of the region grid.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// As printed.
    pub name: String,
    /// What the rules mean by it: several regions may be one country.
    #[serde(default)]
    pub country: String,
    /// The side or nation that holds it at start; empty: nobody.
    #[serde(default)]
    pub holder: String,
    /// Whether anything may ever stand there.
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
    /// Where it is from.
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
    /// The section that speaks of it.
    pub rule: String,
    /// Whose.
    #[serde(default)]
    pub side: String,
    /// How many units must find room there.
    #[serde(default)]
    pub units: u16,
    /// Region letters; empty: any.
    #[serde(default)]
    pub regions: Vec<char>,
    /// Within this many hexes of one of these; empty: no such limit.
    #[serde(default)]
    pub near: Vec<(Hex, u32)>,
    /// These besides; with neither regions nor `near`, these and no others.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Letters<T> {
    legend: BTreeMap<char, T>,
    grid: Vec<At<String>>,
}

/// Letters are numbered in a byte.
const MOST_LETTERS: usize = 200;

impl Ground {
    /// Reads a map. Every fault is given; a map is given only if there is none.
    pub fn read(file: &str, text: &str) -> Result<Ground, Vec<Fault>> {
        let empty = Lexicon::default();
        let first = Reading::new(file, text, &empty);
        let Some(tree) = first.tree() else { return Err(first.into_faults()) };
        let fields = first.fields(&tree);
        let orientation: Option<Orientation> = fields.need("orientation");
        let numbering: Option<At<Numbering>> = fields.need("numbering");
        let rows: Option<At<(u8, u8)>> = fields.need("rows");
        let cols: Option<At<(u8, u8)>> = fields.need("cols");
        let terrain: Option<Letters<String>> = fields.need("terrain");
        let (Some(orientation), Some(numbering), Some(rows), Some(cols), Some(terrain)) = (orientation, numbering, rows, cols, terrain) else {
            return Err(first.into_faults());
        };
        if let Some(what) = numbering.value.fault(orientation) {
            first.fault(numbering.at, what);
            return Err(first.into_faults());
        }
        for bounds in [rows, cols] {
            if bounds.value.0 > bounds.value.1 || bounds.value.1 > 99 {
                first.fault(bounds.at, "expected (lowest, highest), both from 0 to 99");
                return Err(first.into_faults());
            }
        }
        if terrain.legend.len() > MOST_LETTERS {
            first.fault(tree.field("terrain").map_or(tree.at, |node| node.at), format!("more than {MOST_LETTERS} letters of terrain"));
            return Err(first.into_faults());
        }
        let numbering = numbering.value;
        let shape = Shape::new(&numbering, rows.value, cols.value);
        let letters = shape.letters(&first, "terrain", &terrain);
        let exists: Vec<bool> = letters.iter().map(|c| *c != ' ').collect();
        let numbers: Vec<Hex> = shape.hexes.iter().zip(&exists).filter(|(_, e)| **e).map(|(h, _)| *h).collect();
        let grid = Grid::new(orientation, numbering, numbers);
        let terrain_names: Vec<String> = terrain.legend.iter().filter(|(c, _)| **c != ' ').map(|(_, n)| n.clone()).collect();
        let key: Vec<char> = terrain.legend.keys().copied().filter(|c| *c != ' ').collect();
        let number_of = |c: &char| key.iter().position(|k| k == c).unwrap_or(0) as u8;
        let kept = |letters: &[char]| -> Vec<char> { letters.iter().zip(&exists).filter(|(_, e)| **e).map(|(c, _)| *c).collect() };
        let terrain_at = kept(&letters).iter().map(number_of).collect();

        // From here on a hex that is not on the map is a fault where it stands.
        let mut lexicon = Lexicon::default();
        lexicon.declare_hexes(grid.hexes());
        let second = Reading::new(file, text, &lexicon);
        let fields2 = second.fields(&tree);
        let mut ground = Ground {
            title: fields2.need("title").unwrap_or_default(),
            scale_km: fields2.maybe("scale_km"),
            north_deg: fields2.maybe("north_deg"),
            terrain_names,
            terrain: terrain_at,
            regions: Vec::new(),
            region: vec![0; grid.len()],
            sides: vec![[Sides::default(); 6]; grid.len()],
            rivers: fields2.each("rivers"),
            roads: fields2.each("roads"),
            rails: fields2.each("rails"),
            sites: fields2.each("places"),
            sites_at: vec![Vec::new(); grid.len()],
            sets: BTreeMap::new(),
            lines: BTreeMap::new(),
            areas: BTreeMap::new(),
            sources: fields2.each("sources"),
            holders: fields2.maybe("holders"),
            edges: fields2.each("edges"),
            exits: fields2.each("exits"),
            off_map: fields2.each("off_map"),
            grid,
        };
        let _: Option<Origin> = fields2.need("source");
        let regions: Option<Letters<Region>> = fields2.need("regions");
        if let Some(regions) = regions {
            if regions.legend.len() > MOST_LETTERS {
                second.fault(tree.field("regions").map_or(tree.at, |node| node.at), format!("more than {MOST_LETTERS} letters of regions"));
            }
            let letters = shape.letters(&second, "regions", &regions);
            shape.agree(&second, &exists, &letters, &regions);
            let letters = kept(&letters);
            let key: Vec<char> = regions.legend.keys().copied().collect();
            ground.region = letters.iter().map(|c| key.iter().position(|k| k == c).unwrap_or(0) as u8).collect();
            ground.regions = regions.legend.into_iter().collect();
        }
        ground.lay_sides(&second, &fields2);
        for (i, site) in ground.sites.iter().enumerate() {
            if let Some(ix) = ground.grid.ix(site.hex) {
                ground.sites_at[ix.at()].push(i as u16);
            }
        }
        let on_map = |hexes: &[Hex]| hexes.iter().filter_map(|h| ground.grid.ix(*h)).collect::<Vec<Ix>>();
        for (name, hexes) in fields2.each_pair::<String, Vec<Hex>>("hexes") {
            let mut set = on_map(&hexes);
            set.sort_unstable();
            set.dedup();
            ground.sets.insert(name.value, set);
        }
        for (name, hexes) in fields2.each_pair::<String, Vec<At<Hex>>>("lines") {
            chain(&second, &ground.grid, &hexes);
            let line = hexes.iter().filter_map(|h| ground.grid.ix(h.value)).collect();
            ground.lines.insert(name.value, line);
        }
        for (name, area) in fields2.each_pair::<String, Area>("areas") {
            for letter in area.regions.iter().filter(|l| !ground.regions.iter().any(|(c, _)| c == *l)) {
                second.fault(name.at, format!("area {:?} names the region {letter:?}, which the legend of the regions does not have", name.value));
            }
            ground.areas.insert(name.value, area);
        }
        for name in ["orientation", "numbering", "rows", "cols", "terrain"] {
            fields2.node(name);
        }
        fields2.close();
        let mut faults = first.into_faults();
        faults.extend(second.into_faults());
        if faults.is_empty() { Ok(ground) } else { Err(faults) }
    }

    fn lay_sides(&mut self, reading: &Reading<'_>, fields: &Fields<'_, '_, '_>) {
        let mut laid: Vec<(At<HexSide>, SideKind)> = Vec::new();
        laid.extend(self.rivers.iter().flat_map(|r| r.sides.iter().map(|s| (*s, SideKind::River))));
        for (name, sides) in fields.each_pair::<String, Vec<At<HexSide>>>("sides") {
            match SideKind::named(&name.value) {
                Some(kind) => laid.extend(sides.into_iter().map(|s| (s, kind))),
                None => reading
                    .fault(name.at, format!("unknown kind of side {:?}{}", name.value, reading.nearest(&name.value, SideKind::ALL.iter().map(|(n, _)| *n)))),
            }
        }
        for (ways, kind) in [(&self.roads, SideKind::Road), (&self.rails, SideKind::Rail)] {
            for way in ways {
                chain(reading, &self.grid, &way.hexes);
                laid.extend(way.hexes.windows(2).map(|w| (At { at: w[1].at, value: HexSide(w[0].value, w[1].value) }, kind)));
            }
        }
        for (At { at, value: side }, kind) in laid {
            let (Some(a), Some(b)) = (self.grid.ix(side.0), self.grid.ix(side.1)) else {
                reading.fault(at, format!("{side} is not on the map"));
                continue;
            };
            match self.grid.side(a, b) {
                Some(dir) => {
                    self.sides[a.at()][dir.at()].add(kind);
                    self.sides[b.at()][dir.opposite().at()].add(kind);
                }
                // A way between hexes that do not touch has been reported by `chain`.
                None if matches!(kind, SideKind::Road | SideKind::Rail) => {}
                None => reading.fault(at, format!("{} and {} do not touch, so they share no side", side.0, side.1)),
            }
        }
    }

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

/// Notes each pair of consecutive hexes that do not touch.
fn chain(reading: &Reading<'_>, grid: &Grid, hexes: &[At<Hex>]) {
    for pair in hexes.windows(2) {
        if let (Some(a), Some(b)) = (grid.ix(pair[0].value), grid.ix(pair[1].value))
            && grid.side(a, b).is_none()
        {
            reading.fault(pair[1].at, format!("{} does not touch {}, the hex before it", pair[1].value, pair[0].value));
        }
    }
}

/// The rectangle of letters: which hex each letter stands for, north row first, west column first.
struct Shape {
    width: usize,
    hexes: Vec<Hex>,
}

impl Shape {
    fn new(numbering: &Numbering, rows: (u8, u8), cols: (u8, u8)) -> Shape {
        let span = |(low, high): (u8, u8), rising: bool| -> Vec<i32> {
            let span = i32::from(low)..=i32::from(high);
            if rising { span.collect() } else { span.rev().collect() }
        };
        let grows = |axis| if numbering.first == axis { numbering.first_grows } else { numbering.second_grows };
        let rows = span(rows, grows(super::hex::Axis::Row) == Compass::South);
        let cols = span(cols, grows(super::hex::Axis::Col) == Compass::East);
        Shape { width: cols.len(), hexes: rows.iter().flat_map(|r| cols.iter().map(|c| numbering.hex(*r, *c))).collect() }
    }

    /// The letters of a grid, with faults for rows of the wrong length and letters without a legend; those read as ' '.
    fn letters<T>(&self, reading: &Reading<'_>, name: &str, letters: &Letters<T>) -> Vec<char> {
        let height = self.hexes.len() / self.width;
        if letters.grid.len() != height {
            let at = letters.grid.last().map_or(0, |row| row.at);
            reading.fault(at, format!("the {name} grid has {} rows, expected {height}", letters.grid.len()));
        }
        let mut all = Vec::with_capacity(self.hexes.len());
        for row in letters.grid.iter().take(height) {
            let found = row.value.chars().count();
            if found != self.width {
                reading.fault(row.at, format!("this row has {found} letters, expected {}", self.width));
            }
            for (i, c) in row.value.char_indices().take(self.width) {
                if c != ' ' && !letters.legend.contains_key(&c) {
                    reading.fault(row.at + 1 + i as u32, format!("the letter {c:?} is not in the legend of the {name}"));
                }
                all.push(c);
            }
            all.resize(all.len() + self.width.saturating_sub(found), ' ');
        }
        all.resize(self.hexes.len(), ' ');
        all
    }

    /// A hex has a region, and a region letter stands for a hex.
    fn agree(&self, reading: &Reading<'_>, exists: &[bool], letters: &[char], regions: &Letters<Region>) {
        for (row, text) in regions.grid.iter().enumerate().take(self.hexes.len() / self.width) {
            for (col, (i, _)) in text.value.char_indices().enumerate().take(self.width) {
                let place = row * self.width + col;
                let hex = self.hexes[place];
                match (exists[place], letters[place] != ' ') {
                    (true, false) => reading.fault(text.at + 1 + i as u32, format!("{hex} has ground but no region")),
                    (false, true) => reading.fault(text.at + 1 + i as u32, format!("{hex} has a region but no ground")),
                    _ => {}
                }
            }
        }
    }
}
