//! Where everything lies on the page.

use super::pen::{Pen, Type, polygon};
use crate::board::{Axis, Chart, Compass, Dir, Ground, Hex, Ix, Numbering, Orientation, Parity, Survey};
use hexx::Vec2;

/// Pixels from the middle of a hex to the middle of the next.
pub const UNIT: f32 = 72.0;

/// Room above the map for the title, and round it.
const TOP: f32 = 96.0;
const MARGIN: f32 = 40.0;

/// Half the square root of three: how far rows of hexes stand apart.
const ROW: f32 = 0.866_025_4;

/// A map laid out on a page.
pub(super) struct Drawing<'a> {
    pub ground: &'a Ground,
    pub survey: Survey<'a>,
    origin: Vec2,
    /// From what the shore's coordinates count.
    shore: Vec2,
    /// The corners of the rectangle that holds all hexes.
    pub frame: (Vec2, Vec2),
    centres: Vec<Vec2>,
}

/// Axial coordinates on a plane where neighbours are one apart.
pub(crate) fn plane(orientation: Orientation, axial: Vec2) -> Vec2 {
    match orientation {
        Orientation::Pointy => Vec2::new(axial.x + axial.y / 2.0, axial.y * ROW),
        Orientation::Flat => Vec2::new(axial.x * ROW, axial.y + axial.x / 2.0),
    }
}

/// The same plane counted from number 0000: what `shore.ron` uses.
pub(crate) fn printed(numbering: &Numbering, orientation: Orientation, hex: Hex) -> Vec2 {
    let (row, col) = numbering.row_col(hex);
    let (rows, cols) =
        if numbering.first == Axis::Row { (numbering.first_grows, numbering.second_grows) } else { (numbering.second_grows, numbering.first_grows) };
    let signed = |number: i32, up: bool| if up { number as f32 } else { -number as f32 };
    let (south, east) = (signed(row, rows == Compass::South), signed(col, cols == Compass::East));
    let line = if orientation == Orientation::Pointy { row } else { col };
    let shifted = (line % 2 == 1) == (numbering.shifted_parity == Parity::Odd);
    let shift = match numbering.shifted_toward {
        _ if !shifted => 0.0,
        Compass::East | Compass::South => 0.5,
        Compass::West | Compass::North => -0.5,
    };
    match orientation {
        Orientation::Pointy => Vec2::new(east + shift, south * ROW),
        Orientation::Flat => Vec2::new(east * ROW, south + shift),
    }
}

fn vec(axial: hexx::Hex) -> Vec2 {
    Vec2::new(axial.x as f32, axial.y as f32)
}

impl<'a> Drawing<'a> {
    pub fn new(ground: &'a Ground, chart: &'a Chart) -> Drawing<'a> {
        let grid = &ground.grid;
        let raw: Vec<Vec2> = grid.all().map(|ix| plane(grid.orientation(), vec(grid.axial(ix)))).collect();
        let low = raw.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = raw.iter().copied().reduce(Vec2::max).unwrap_or_default();
        // A hex reaches half a unit to its sides and a little more to its corners.
        let reach = if grid.orientation() == Orientation::Pointy { Vec2::new(0.5, 0.577_35) } else { Vec2::new(0.577_35, 0.5) };
        let origin = Vec2::new(MARGIN, TOP) - (low - reach) * UNIT;
        let shore = grid.all().next().map_or(Vec2::ZERO, |ix| raw[ix.at()] - printed(grid.numbering(), grid.orientation(), grid.hex(ix)));
        let centres = raw.iter().map(|at| *at * UNIT + origin).collect();
        let frame = ((low - reach) * UNIT + origin, (high + reach) * UNIT + origin);
        Drawing { ground, survey: Survey::new(ground, chart), origin, shore, frame, centres }
    }

    pub fn chart(&self) -> &'a Chart {
        self.survey.chart
    }

    pub fn all(&self) -> impl Iterator<Item = Ix> + use<> {
        self.ground.grid.all()
    }

    pub fn centre(&self, ix: Ix) -> Vec2 {
        self.centres[ix.at()]
    }

    /// A corner by the name that [`crate::board::Grid::corners`] gives it.
    pub fn corner(&self, key: hexx::Hex) -> Vec2 {
        plane(self.ground.grid.orientation(), vec(key) / 3.0) * UNIT + self.origin
    }

    /// The ends of a side.
    pub fn side(&self, ix: Ix, dir: Dir) -> [Vec2; 2] {
        self.ground.grid.corners(ix, dir).map(|key| self.corner(key))
    }

    /// The six corners of a hex, drawn towards its middle by a factor.
    pub fn outline(&self, ix: Ix, scale: f32) -> [Vec2; 6] {
        Dir::ALL.map(|dir| self.centre(ix).lerp(self.side(ix, dir)[0], scale))
    }

    /// A point of `shore.ron`.
    pub fn on_page(&self, at: (f32, f32)) -> Vec2 {
        (Vec2::from(at) + self.shore) * UNIT + self.origin
    }

    /// The inverse of [`Self::on_page`].
    pub fn on_shore(&self, at: Vec2) -> (f32, f32) {
        ((at - self.origin) / UNIT - self.shore).into()
    }

    /// Path data of many whole hexes.
    pub fn area(&self, hexes: impl Iterator<Item = Ix>) -> String {
        hexes.map(|ix| polygon(&self.outline(ix, 1.0))).collect()
    }

    pub fn is_land(&self, ix: Ix) -> bool {
        !self.survey.is_sea(ix) && !is_water(self.ground.terrain_name(ix))
    }

    /// Where the number of a hex is written: the middle of its base line.
    pub fn number_at(&self, ix: Ix) -> Vec2 {
        let up = if self.ground.grid.orientation() == Orientation::Pointy { 0.36 } else { 0.375 };
        self.centre(ix) - Vec2::new(0.0, up * UNIT)
    }
}

/// Whether ground of this name is drawn as water.
pub(super) fn is_water(terrain: &str) -> bool {
    matches!(terrain, "sea" | "all-sea" | "lake" | "all-lake")
}

/// The size of a hex number.
pub(super) const NUMBER: f32 = 8.6;

/// Draws the hexes and their numbers.
pub(super) fn grid(pen: &mut Pen, sheet: &Drawing<'_>) {
    let grid = &sheet.ground.grid;
    let mut lines = String::new();
    for ix in sheet.all() {
        for dir in Dir::ALL.into_iter().filter(|dir| grid.across(ix, *dir).is_none_or(|there| ix < there)) {
            let [a, b] = sheet.side(ix, dir);
            lines.push_str(&super::pen::line(a, b));
        }
    }
    pen.path(&lines, "fill=\"none\" stroke=\"#3f3a2c\" stroke-opacity=\"0.34\" stroke-width=\"0.8\" stroke-linecap=\"round\"");
    pen.open("id=\"numbers\" letter-spacing=\"0.3\"");
    for ix in sheet.all() {
        let fill = if sheet.is_land(ix) { "#5d5543" } else { "#4f7c97" };
        pen.text(sheet.number_at(ix), "middle", Type { size: NUMBER, fill, halo: "", style: "" }, 0.0, &grid.hex(ix).to_string());
    }
    pen.close();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both planes differ by a shift only, in every scheme that the five maps use.
    #[test]
    fn the_shore_fits_the_hexes() {
        use {Axis::*, Compass::*, Orientation::*, Parity::*};
        for (orientation, first, first_grows, second_grows, shifted_parity, shifted_toward) in [
            (Pointy, Row, South, West, Even, West),
            (Flat, Col, East, South, Even, South),
            (Pointy, Row, North, East, Odd, East),
            (Flat, Col, East, South, Even, North),
        ] {
            let numbering = Numbering { first, first_grows, second_grows, shifted_parity, shifted_toward };
            let shift = |hex| plane(orientation, vec(numbering.axial(orientation, hex))) - printed(&numbering, orientation, hex);
            for number in [1010, 1111, 1011, 2417, 4506] {
                assert!((shift(Hex(number)) - shift(Hex(1010))).length() < 1e-3, "{number}");
            }
        }
    }
}
