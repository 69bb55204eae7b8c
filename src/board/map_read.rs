//! Reads `map.ron`: first the sheet, which says which hexes there are, then everything that names one. Every fault is reported.

use super::hex::{Axis, Compass, Grid, Hex, HexSide, Ix, Numbering, Orientation};
use super::map::{Area, Ground, Origin, Region, SideKind, Sides};
use super::read::{At, Fault, Fields, Lexicon, Node, Reading};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What the sheet is made of.
const SHEET: [&str; 5] = ["orientation", "numbering", "rows", "cols", "terrain"];

/// A grid of letters and what they mean.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Letters<T> {
    legend: BTreeMap<char, T>,
    grid: Vec<At<String>>,
}

/// Letters are numbered in a byte.
const MOST_LETTERS: usize = 200;

impl<T> Letters<T> {
    /// Notes that there are more letters than can be numbered.
    fn are_too_many(&self, r: &Reading<'_>, tree: &Node<'_>, name: &str) -> bool {
        let too_many = self.legend.len() > MOST_LETTERS;
        if too_many {
            r.fault(tree.field(name).map_or(tree.at, |node| node.at), format!("more than {MOST_LETTERS} letters of {name}"));
        }
        too_many
    }

    /// The number of each letter: its place in a list.
    fn numbers(letters: &[char], key: &[char]) -> Vec<u8> {
        letters.iter().map(|letter| key.iter().position(|k| k == letter).unwrap_or(0) as u8).collect()
    }
}

/// Which hexes there are, and the ground in each.
struct Sheet {
    shape: Shape,
    /// Which letters of the shape stand for a hex.
    exists: Vec<bool>,
    grid: Grid,
    terrain_names: Vec<String>,
    terrain: Vec<u8>,
}

impl Sheet {
    fn read(r: &Reading<'_>, tree: &Node<'_>) -> Option<Sheet> {
        let f = r.fields(tree);
        let (orientation, numbering): (Option<Orientation>, Option<At<Numbering>>) = (f.need("orientation"), f.need("numbering"));
        let [rows, cols]: [Option<At<(u8, u8)>>; 2] = ["rows", "cols"].map(|name| f.need(name));
        let terrain: Option<Letters<String>> = f.need("terrain");
        let (orientation, numbering, rows, cols, terrain) = (orientation?, numbering?, rows?, cols?, terrain?);
        if let Some(what) = numbering.value.fault(orientation) {
            r.fault(numbering.at, what);
            return None;
        }
        if let Some(bounds) = [rows, cols].iter().find(|bounds| bounds.value.0 > bounds.value.1 || bounds.value.1 > 99) {
            r.fault(bounds.at, "expected (lowest, highest), both from 0 to 99");
            return None;
        }
        if terrain.are_too_many(r, tree, "terrain") {
            return None;
        }
        let shape = Shape::new(&numbering.value, rows.value, cols.value);
        Some(Sheet::drawn(r, shape, &terrain, |hexes| Grid::new(orientation, numbering.value, hexes)))
    }

    fn drawn(r: &Reading<'_>, shape: Shape, terrain: &Letters<String>, grid: impl FnOnce(Vec<Hex>) -> Grid) -> Sheet {
        let letters = shape.letters(r, "terrain", terrain);
        let exists: Vec<bool> = letters.iter().map(|c| *c != ' ').collect();
        let (key, terrain_names): (Vec<char>, Vec<String>) = terrain.legend.iter().filter(|(c, _)| **c != ' ').map(|(c, name)| (*c, name.clone())).unzip();
        let grid = grid(kept(&shape.hexes, &exists));
        let terrain = Letters::<String>::numbers(&kept(&letters, &exists), &key);
        Sheet { shape, exists, grid, terrain_names, terrain }
    }
}

/// The entries that stand for a hex.
fn kept<T: Copy>(all: &[T], exists: &[bool]) -> Vec<T> {
    all.iter().zip(exists).filter(|(_, exists)| **exists).map(|(one, _)| *one).collect()
}

impl Ground {
    /// Reads a map. Every fault is reported; a map is returned only if there are none.
    pub fn read(file: &str, text: &str) -> Result<Ground, Vec<Fault>> {
        let empty = Lexicon::default();
        let first = Reading::new(file, text, &empty);
        let Some(tree) = first.tree() else { return Err(first.into_faults()) };
        let Some(sheet) = Sheet::read(&first, &tree) else { return Err(first.into_faults()) };
        // From here on a hex that is not on the map is a fault where it stands.
        let mut lexicon = Lexicon::default();
        lexicon.declare_hexes(sheet.grid.hexes());
        let second = Reading::new(file, text, &lexicon);
        let fields = second.fields(&tree);
        let regions: Option<Letters<Region>> = fields.need("regions");
        let laid = regions.map(|regions| lay_regions(&second, &tree, &sheet, regions)).unwrap_or_default();
        let mut ground = Ground::listed(&fields, sheet);
        (ground.regions, ground.region) = laid;
        ground.lay_sides(&second, &fields);
        ground.lay_places();
        ground.lay_sets(&fields);
        ground.lay_lines(&second, &fields);
        ground.lay_areas(&second, &fields);
        for name in SHEET {
            fields.node(name); // read with the sheet
        }
        fields.close();
        let mut faults = first.into_faults();
        faults.extend(second.into_faults());
        if faults.is_empty() { Ok(ground) } else { Err(faults) }
    }

    /// What the file lists as such; the rest is worked out from it.
    fn listed(fields: &Fields<'_, '_, '_>, sheet: Sheet) -> Ground {
        let _: Option<Origin> = fields.need("source");
        let hexes = sheet.grid.len();
        Ground {
            title: fields.need("title").unwrap_or_default(),
            scale_km: fields.maybe("scale_km"),
            north_deg: fields.maybe("north_deg"),
            terrain_names: sheet.terrain_names,
            terrain: sheet.terrain,
            regions: Vec::new(),
            region: Vec::new(),
            sides: vec![[Sides::default(); 6]; hexes],
            rivers: fields.each("rivers"),
            roads: fields.each("roads"),
            rails: fields.each("rails"),
            sites: fields.each("places"),
            sites_at: vec![Vec::new(); hexes],
            sets: BTreeMap::new(),
            lines: BTreeMap::new(),
            areas: BTreeMap::new(),
            sources: fields.each("sources"),
            holders: fields.maybe("holders"),
            edges: fields.each("edges"),
            exits: fields.each("exits"),
            off_map: fields.each("off_map"),
            grid: sheet.grid,
        }
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

    fn lay_places(&mut self) {
        for (i, site) in self.sites.iter().enumerate() {
            if let Some(ix) = self.grid.ix(site.hex) {
                self.sites_at[ix.at()].push(i as u16);
            }
        }
    }

    fn lay_sets(&mut self, fields: &Fields<'_, '_, '_>) {
        for (name, hexes) in fields.each_pair::<String, Vec<Hex>>("hexes") {
            let mut set: Vec<Ix> = hexes.iter().filter_map(|hex| self.grid.ix(*hex)).collect();
            set.sort_unstable();
            set.dedup();
            self.sets.insert(name.value, set);
        }
    }

    fn lay_lines(&mut self, reading: &Reading<'_>, fields: &Fields<'_, '_, '_>) {
        for (name, hexes) in fields.each_pair::<String, Vec<At<Hex>>>("lines") {
            chain(reading, &self.grid, &hexes);
            let line = hexes.iter().filter_map(|hex| self.grid.ix(hex.value)).collect();
            self.lines.insert(name.value, line);
        }
    }

    fn lay_areas(&mut self, reading: &Reading<'_>, fields: &Fields<'_, '_, '_>) {
        for (name, area) in fields.each_pair::<String, Area>("areas") {
            for letter in area.regions.iter().filter(|letter| !self.regions.iter().any(|(c, _)| c == *letter)) {
                reading.fault(name.at, format!("area {:?} names the region {letter:?}, which the legend of the regions does not have", name.value));
            }
            self.areas.insert(name.value, area);
        }
    }
}

/// The regions by letter, and the number of each hex's.
fn lay_regions(r: &Reading<'_>, tree: &Node<'_>, sheet: &Sheet, regions: Letters<Region>) -> (Vec<(char, Region)>, Vec<u8>) {
    regions.are_too_many(r, tree, "regions");
    let letters = sheet.shape.letters(r, "regions", &regions);
    sheet.shape.agree(r, &sheet.exists, &letters, &regions);
    let key: Vec<char> = regions.legend.keys().copied().collect();
    let numbers = Letters::<Region>::numbers(&kept(&letters, &sheet.exists), &key);
    (regions.legend.into_iter().collect(), numbers)
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
        let rows = span(rows, grows(Axis::Row) == Compass::South);
        let cols = span(cols, grows(Axis::Col) == Compass::East);
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
