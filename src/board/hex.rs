//! Hexes by their printed numbers: the five numbering schemes, neighbors, hexsides, distance, bounds.
//!
//! Rules, orders, saves and tests use [`Hex`], the number printed on the map. Code that goes over the whole map uses [`Ix`], the index of that hex in
//! the dense arrays of its [`Grid`]. The geometry is `hexx`'s.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};
use std::fmt;

/// A hex by its printed number: `1909` is Tskhinvali.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(pub u16);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for Hex {
    type Err = String;

    fn from_str(text: &str) -> Result<Hex, String> {
        match text.parse() {
            Ok(number) if text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()) => Ok(Hex(number)),
            _ => Err(format!("{text:?} is not a hex number: expected four digits")),
        }
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Hex, D::Error> {
        struct Number;
        impl<'de> Visitor<'de> for Number {
            type Value = Hex;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a hex number like \"1909\"")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Hex, E> {
                text.parse().map_err(E::custom)
            }
            fn visit_u16<E: serde::de::Error>(self, number: u16) -> Result<Hex, E> {
                Ok(Hex(number))
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, d: D) -> Result<Hex, D::Error> {
                d.deserialize_any(Number)
            }
        }
        d.deserialize_newtype_struct("Hex", Number)
    }
}

/// The side between two touching hexes, written `"1308-1407"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HexSide(pub Hex, pub Hex);

impl fmt::Display for HexSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl<'de> Deserialize<'de> for HexSide {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<HexSide, D::Error> {
        let text = String::deserialize(d)?;
        let pair = text.split_once('-').and_then(|(a, b)| Some(HexSide(a.parse().ok()?, b.parse().ok()?)));
        pair.ok_or_else(|| serde::de::Error::custom(format_args!("{text:?} is not a hexside: expected two hex numbers like \"1308-1407\"")))
    }
}

/// A hex's place in the dense arrays of its map: north row first, west column first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ix(pub u16);

impl Ix {
    /// As an array index.
    pub fn at(self) -> usize {
        usize::from(self.0)
    }
}

/// One of the six sides of a hex, clockwise. Pointy hexes: E SE SW W NW NE. Flat hexes: N NE SE S SW NW.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dir(pub u8);

impl Dir {
    /// All six, in order.
    pub const ALL: [Dir; 6] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5)];

    /// The same side seen from the hex across it.
    pub fn opposite(self) -> Dir {
        Dir((self.0 + 3) % 6)
    }

    /// As an array index.
    pub fn at(self) -> usize {
        usize::from(self.0)
    }
}

/// Whether hexes stand on a corner or lie on a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Orientation {
    Pointy,
    Flat,
}

/// Which of the two pairs of digits comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Axis {
    Row,
    Col,
}

/// A direction of the map sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Compass {
    North,
    East,
    South,
    West,
}

/// Which rows or columns are shifted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Parity {
    Odd,
    Even,
}

/// How a map numbers its hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// What the first two digits count.
    pub first: Axis,
    /// Where the first two digits grow.
    pub first_grows: Compass,
    /// Where the last two digits grow.
    pub second_grows: Compass,
    /// Which rows (pointy) or columns (flat) are displaced by half a hex…
    pub shifted_parity: Parity,
    /// …and which way.
    pub shifted_toward: Compass,
}

impl Numbering {
    /// What is wrong, if the parts contradict each other.
    pub fn fault(&self, orientation: Orientation) -> Option<&'static str> {
        let vertical = |c| matches!(c, Compass::North | Compass::South);
        let (rows_first, shift_vertical) = (self.first == Axis::Row, vertical(self.shifted_toward));
        if vertical(self.first_grows) != rows_first || vertical(self.second_grows) == rows_first {
            Some("rows grow north or south, columns east or west")
        } else if shift_vertical != (orientation == Orientation::Flat) {
            Some("pointy hexes are shifted east or west, flat ones north or south")
        } else {
            None
        }
    }

    fn grows(&self, axis: Axis) -> Compass {
        if self.first == axis { self.first_grows } else { self.second_grows }
    }

    /// Row and column as numbered.
    pub fn row_col(&self, hex: Hex) -> (i32, i32) {
        let (first, second) = (i32::from(hex.0 / 100), i32::from(hex.0 % 100));
        if self.first == Axis::Row { (first, second) } else { (second, first) }
    }

    /// The hex of a row and column as numbered; each from 0 to 99.
    pub fn hex(&self, row: i32, col: i32) -> Hex {
        let (first, second) = if self.first == Axis::Row { (row, col) } else { (col, row) };
        Hex((first * 100 + second) as u16)
    }

    /// Rows counted southward, columns counted eastward.
    fn south_east(&self, (row, col): (i32, i32)) -> (i32, i32) {
        (if self.grows(Axis::Row) == Compass::South { row } else { -row }, if self.grows(Axis::Col) == Compass::East { col } else { -col })
    }

    /// Axial coordinates, x to the east and y to the south, as `hexx` counts them.
    pub fn axial(&self, orientation: Orientation, hex: Hex) -> hexx::Hex {
        let (row, col) = self.row_col(hex);
        let (south, east) = self.south_east((row, col));
        let line = if orientation == Orientation::Pointy { row } else { col };
        let odd = line.rem_euclid(2) == 1;
        let shifted = odd == (self.shifted_parity == Parity::Odd);
        let shift = match self.shifted_toward {
            _ if !shifted => 0,
            Compass::East | Compass::South => 1,
            Compass::West | Compass::North => -1,
        };
        // Doubled coordinates along the shifted axis have the parity of the other axis, once shifted lines count as odd.
        let parity = i32::from(self.shifted_parity == Parity::Even);
        match orientation {
            Orientation::Pointy => hexx::Hex::new((2 * east + shift + parity - south).div_euclid(2), south),
            Orientation::Flat => hexx::Hex::new(east, (2 * south + shift + parity - east).div_euclid(2)),
        }
    }

    /// The inverse of [`Self::axial`].
    pub fn number(&self, orientation: Orientation, axial: hexx::Hex) -> Option<Hex> {
        let unflip = |value: i32, grows: Compass| if matches!(grows, Compass::South | Compass::East) { value } else { -value };
        // Along the unshifted axis the coordinate is the count itself; along the other, one of two candidates fits.
        let candidates = match orientation {
            Orientation::Pointy => {
                let row = unflip(axial.y, self.grows(Axis::Row));
                let middle = (2 * axial.x + axial.y).div_euclid(2);
                [-1, 0, 1].map(|d| (row, unflip(middle + d, self.grows(Axis::Col))))
            }
            Orientation::Flat => {
                let col = unflip(axial.x, self.grows(Axis::Col));
                let middle = (2 * axial.y + axial.x).div_euclid(2);
                [-1, 0, 1].map(|d| (unflip(middle + d, self.grows(Axis::Row)), col))
            }
        };
        candidates
            .into_iter()
            .filter(|(row, col)| (0..100).contains(row) && (0..100).contains(col))
            .map(|(row, col)| self.hex(row, col))
            .find(|hex| self.axial(orientation, *hex) == axial)
    }
}

/// Axial steps across the six sides, in the order of [`Dir`]; `hexx` counts y to the south here.
const STEPS: [[(i32, i32); 6]; 2] = [
    [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)], // pointy: E SE SW W NW NE
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)], // flat: N NE SE S SW NW
];

const NONE: u16 = u16::MAX;

/// The hexes of one map: number ↔ dense index ↔ axial coordinates, neighbors, distance.
#[derive(Clone, Debug)]
pub struct Grid {
    orientation: Orientation,
    numbering: Numbering,
    numbers: Vec<Hex>,
    axial: Vec<hexx::Hex>,
    next: Vec<[u16; 6]>,
    index: Vec<u16>,
}

impl Grid {
    /// Builds the grid from the hexes that exist, in dense order.
    pub fn new(orientation: Orientation, numbering: Numbering, numbers: Vec<Hex>) -> Grid {
        let mut index = vec![NONE; 10_000];
        for (i, hex) in numbers.iter().enumerate() {
            index[usize::from(hex.0)] = i as u16;
        }
        let axial: Vec<hexx::Hex> = numbers.iter().map(|h| numbering.axial(orientation, *h)).collect();
        let steps = &STEPS[usize::from(orientation == Orientation::Flat)];
        let next = axial
            .iter()
            .map(|here| steps.map(|(x, y)| numbering.number(orientation, *here + hexx::Hex::new(x, y)).map_or(NONE, |h| index[usize::from(h.0)])))
            .collect();
        Grid { orientation, numbering, numbers, axial, next, index }
    }

    /// How many hexes there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The dense index of a hex, if it is on the map.
    pub fn ix(&self, hex: Hex) -> Option<Ix> {
        self.index.get(usize::from(hex.0)).copied().filter(|i| *i != NONE).map(Ix)
    }

    /// The number of a dense index.
    pub fn hex(&self, ix: Ix) -> Hex {
        self.numbers[ix.at()]
    }

    /// All hexes in dense order.
    pub fn hexes(&self) -> &[Hex] {
        &self.numbers
    }

    /// All dense indices.
    pub fn all(&self) -> impl Iterator<Item = Ix> + use<> {
        (0..self.numbers.len() as u16).map(Ix)
    }

    /// The hex across a side, if it is on the map.
    pub fn across(&self, ix: Ix, dir: Dir) -> Option<Ix> {
        Some(self.next[ix.at()][dir.at()]).filter(|i| *i != NONE).map(Ix)
    }

    /// The neighbors on the map, clockwise, each with the side it lies across.
    #[inline]
    pub fn around(&self, ix: Ix) -> impl Iterator<Item = (Dir, Ix)> {
        self.next[ix.at()].iter().enumerate().filter(|(_, i)| **i != NONE).map(|(d, i)| (Dir(d as u8), Ix(*i)))
    }

    /// The neighbors, clockwise from the first side; a neighbor off the map has an index that no hex has.
    pub(super) fn beside(&self, ix: Ix) -> &[u16; 6] {
        &self.next[ix.at()]
    }

    /// The side of `from` across which `to` lies, if they touch.
    pub fn side(&self, from: Ix, to: Ix) -> Option<Dir> {
        self.next[from.at()].iter().position(|i| *i == to.0).map(|d| Dir(d as u8))
    }

    /// The two ends of a side, anticlockwise end first. A corner is known by the sum of the axial coordinates of the three
    /// hexes that meet there, on the map or off it, so that each of them calls it the same.
    pub fn corners(&self, ix: Ix, dir: Dir) -> [hexx::Hex; 2] {
        let steps = &STEPS[usize::from(self.orientation == Orientation::Flat)];
        let step = |turn: usize| steps[(dir.at() + turn) % 6];
        [5, 1].map(|turn| self.axial[ix.at()] * 3 + hexx::Hex::new(step(0).0 + step(turn).0, step(0).1 + step(turn).1))
    }

    /// Distance in hexes.
    pub fn distance(&self, a: Ix, b: Ix) -> u32 {
        self.axial[a.at()].unsigned_distance_to(self.axial[b.at()])
    }

    /// Axial coordinates, x to the east and y to the south.
    pub fn axial(&self, ix: Ix) -> hexx::Hex {
        self.axial[ix.at()]
    }

    /// Whether hexes stand on a corner or lie on a side.
    pub fn orientation(&self) -> Orientation {
        self.orientation
    }

    /// The scheme of the numbers.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheme(name: &str) -> (Orientation, Numbering) {
        use {Axis::*, Compass::*, Orientation::*, Parity::*};
        let n =
            |first, first_grows, second_grows, shifted_parity, shifted_toward| Numbering { first, first_grows, second_grows, shifted_parity, shifted_toward };
        match name {
            "toa" => (Pointy, n(Row, South, West, Even, West)),
            "ps" => (Flat, n(Col, East, South, Even, South)),
            "ow" | "wtl" => (Pointy, n(Row, North, East, Odd, East)),
            _ => (Flat, n(Col, East, South, Even, North)),
        }
    }

    fn grid(name: &str, rows: (i32, i32), cols: (i32, i32)) -> Grid {
        let (orientation, numbering) = scheme(name);
        let numbers = (rows.0..=rows.1).flat_map(|r| (cols.0..=cols.1).map(move |c| numbering.hex(r, c))).collect();
        Grid::new(orientation, numbering, numbers)
    }

    fn neighbors(g: &Grid, hex: u16) -> [u16; 6] {
        let ix = g.ix(Hex(hex)).expect("on the map");
        Dir::ALL.map(|d| g.across(ix, d).map_or(0, |i| g.hex(i).0))
    }

    fn distance(g: &Grid, a: u16, b: u16) -> u32 {
        g.distance(g.ix(Hex(a)).expect("on the map"), g.ix(Hex(b)).expect("on the map"))
    }

    /// The neighbor tables printed in section B of the five specifications, in our clockwise order.
    #[test]
    fn neighbor_tables_of_the_specifications() {
        let toa = grid("toa", (1, 30), (1, 43)); // E SE SW W NW NE
        assert_eq!(neighbors(&toa, 1208), [1207, 1308, 1309, 1209, 1109, 1108]);
        assert_eq!(neighbors(&toa, 1309), [1308, 1408, 1409, 1310, 1209, 1208]);
        let ps = grid("ps", (1, 45), (1, 33)); // N NE SE S SW NW
        assert_eq!(neighbors(&ps, 2502), [2501, 2601, 2602, 2503, 2402, 2401]);
        assert_eq!(neighbors(&ps, 2601), [0, 2701, 2702, 2602, 2502, 2501]);
        let ow = grid("ow", (10, 41), (1, 34)); // E SE SW W NW NE
        assert_eq!(neighbors(&ow, 2020), [2021, 1920, 1919, 2019, 2119, 2120]);
        assert_eq!(neighbors(&ow, 1919), [1920, 1820, 1819, 1918, 2019, 2020]);
        let pme = grid("pme", (1, 25), (1, 42));
        assert_eq!(neighbors(&pme, 3620), [3619, 3719, 3720, 3621, 3520, 3519]);
        assert_eq!(neighbors(&pme, 3521), [3520, 3621, 3622, 3522, 3422, 3421]);
        let wtl = grid("wtl", (13, 28), (0, 27));
        assert_eq!(neighbors(&wtl, 2107), [2108, 2008, 2007, 2106, 2207, 2208]);
        assert_eq!(neighbors(&wtl, 2202), [2203, 2102, 2101, 2201, 2301, 2302]);
        assert_eq!(neighbors(&wtl, 2701), [2702, 2602, 2601, 2700, 2801, 2802]);
    }

    #[test]
    fn distances_of_the_specifications() {
        let toa = grid("toa", (1, 30), (1, 43));
        for (a, b, d) in [(1909, 1407, 5), (1909, 2207, 3), (1130, 1929, 8), (1130, 1825, 8), (1130, 1820, 13), (806, 1407, 6)] {
            assert_eq!(distance(&toa, a, b), d, "{a}-{b}");
        }
        let ow = grid("ow", (10, 41), (1, 34));
        for (a, b, d) in [(1120, 1118, 2), (2020, 1819, 2), (2316, 2019, 4), (2427, 2230, 4), (2316, 2217, 1)] {
            assert_eq!(distance(&ow, a, b), d, "{a}-{b}");
        }
        let pme = grid("pme", (1, 25), (1, 42));
        for (a, b, d) in [(3520, 3621, 1), (3620, 3720, 1), (3520, 3720, 2), (3619, 3720, 2), (3411, 3412, 1), (2605, 4006, 14)] {
            assert_eq!(distance(&pme, a, b), d, "{a}-{b}");
        }
        let wtl = grid("wtl", (13, 28), (0, 27));
        for (a, b, d) in [(2000, 1904, 5), (2000, 2203, 4), (1918, 2120, 3), (2721, 2322, 4), (2820, 2618, 3), (2107, 1918, 12)] {
            assert_eq!(distance(&wtl, a, b), d, "{a}-{b}");
        }
    }

    proptest::proptest! {
        /// Number → axial → number is the identity in every scheme, and neighbors are mutual and one step away.
        #[test]
        fn numbers_come_back(which in 0usize..5, row in 0i32..100, col in 0i32..100) {
            let (orientation, numbering) = scheme(["toa", "ps", "ow", "pme", "wtl"][which]);
            let hex = numbering.hex(row, col);
            proptest::prop_assert_eq!(numbering.row_col(hex), (row, col));
            let axial = numbering.axial(orientation, hex);
            proptest::prop_assert_eq!(numbering.number(orientation, axial), Some(hex));
            for (x, y) in STEPS[usize::from(orientation == Orientation::Flat)] {
                let there = axial + hexx::Hex::new(x, y);
                if let Some(neighbor) = numbering.number(orientation, there) {
                    proptest::prop_assert_eq!(numbering.axial(orientation, neighbor), there);
                    proptest::prop_assert_eq!(axial.unsigned_distance_to(there), 1);
                }
            }
        }
    }
}
