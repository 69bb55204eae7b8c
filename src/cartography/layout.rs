//! Where the hexes are.

use crate::board::{Axis, Compass, Grid, Hex, Ix, Numbering, Orientation, Parity};
use hexx::Vec2;

/// Half the square root of three: how far rows of hexes are apart.
const ROW: f32 = 0.866_025_4;

/// From the center of a hex to a corner.
const CORNER: f32 = 0.577_35;

/// The hexes of a map as points of a plane on which neighboring centers are one apart. Whoever draws adds its own margin and scale.
pub(crate) struct Layout {
    orientation: Orientation,
    centers: Vec<Vec2>,
    /// What to add to the coordinates of a shore.
    pub shore: Vec2,
    /// The corners of the rectangle that holds all hexes.
    pub low: Vec2,
    pub high: Vec2,
}

/// Axial coordinates on the plane.
fn flat(orientation: Orientation, axial: Vec2) -> Vec2 {
    match orientation {
        Orientation::Pointy => Vec2::new(axial.x + axial.y / 2.0, axial.y * ROW),
        Orientation::Flat => Vec2::new(axial.x * ROW, axial.y + axial.x / 2.0),
    }
}

/// The same plane counted from number 0000, which is what `shore.ron` uses.
fn printed(numbering: &Numbering, orientation: Orientation, hex: Hex) -> Vec2 {
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

impl Layout {
    /// Lays out the hexes of a map.
    pub(crate) fn new(grid: &Grid) -> Layout {
        let orientation = grid.orientation();
        let centers: Vec<Vec2> = grid.all().map(|ix| flat(orientation, vec(grid.axial(ix)))).collect();
        let low = centers.iter().copied().reduce(Vec2::min).unwrap_or_default();
        let high = centers.iter().copied().reduce(Vec2::max).unwrap_or_default();
        // A hex reaches half a unit to its sides and a little more to its corners.
        let reach = if orientation == Orientation::Pointy { Vec2::new(0.5, CORNER) } else { Vec2::new(CORNER, 0.5) };
        let first = grid.all().next();
        let shore = first.map_or(Vec2::ZERO, |ix| centers[ix.at()] - printed(grid.numbering(), orientation, grid.hex(ix)));
        Layout { orientation, centers, shore, low: low - reach, high: high + reach }
    }

    /// The center of a hex.
    pub(crate) fn center(&self, ix: Ix) -> Vec2 {
        self.centers[ix.at()]
    }

    /// The center of a hex on the map or off it.
    #[cfg(feature = "client")]
    pub(crate) fn center_at(&self, axial: hexx::Hex) -> Vec2 {
        flat(self.orientation, vec(axial))
    }

    /// A corner by the name that [`Grid::corners`] gives it.
    pub(crate) fn corner(&self, key: hexx::Hex) -> Vec2 {
        flat(self.orientation, vec(key) / 3.0)
    }

    /// The axial coordinates of the hex under a point, on the map or off it.
    #[cfg(feature = "client")]
    pub(crate) fn axial_at(&self, at: Vec2) -> hexx::Hex {
        let (x, y) = match self.orientation {
            Orientation::Pointy => (at.x - at.y / ROW / 2.0, at.y / ROW),
            Orientation::Flat => (at.x / ROW, at.y - at.x / ROW / 2.0),
        };
        let z = -x - y;
        let (rx, ry, rz) = (x.round(), y.round(), z.round());
        let (dx, dy, dz) = ((rx - x).abs(), (ry - y).abs(), (rz - z).abs());
        if dx > dy && dx > dz {
            hexx::Hex::new((-ry - rz) as i32, ry as i32)
        } else if dy > dz {
            hexx::Hex::new(rx as i32, (-rx - rz) as i32)
        } else {
            hexx::Hex::new(rx as i32, ry as i32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMES: [(Orientation, Axis, Compass, Compass, Parity, Compass); 4] = {
        use {Axis::*, Compass::*, Orientation::*, Parity::*};
        [
            (Pointy, Row, South, West, Even, West),
            (Flat, Col, East, South, Even, South),
            (Pointy, Row, North, East, Odd, East),
            (Flat, Col, East, South, Even, North),
        ]
    };

    fn numbering(number: usize) -> (Orientation, Numbering) {
        let (orientation, first, first_grows, second_grows, shifted_parity, shifted_toward) = SCHEMES[number];
        (orientation, Numbering { first, first_grows, second_grows, shifted_parity, shifted_toward })
    }

    /// Both planes differ by a shift only, in every scheme that the five maps use.
    #[test]
    fn the_shore_fits_the_hexes() {
        for (orientation, numbering) in (0..SCHEMES.len()).map(numbering) {
            let shift = |hex| flat(orientation, vec(numbering.axial(orientation, hex))) - printed(&numbering, orientation, hex);
            for number in [1010, 1111, 1011, 2417, 4506] {
                assert!((shift(Hex(number)) - shift(Hex(1010))).length() < 1e-3, "{number}");
            }
        }
    }

    /// A point close to the center of a hex lies in it, and one beyond its side does not.
    #[cfg(feature = "client")]
    #[test]
    fn points_find_their_hex() {
        use crate::board::Dir;
        for (orientation, numbering) in (0..SCHEMES.len()).map(numbering) {
            let grid = Grid::new(orientation, numbering, [1010, 1011, 1110, 1111].map(Hex).to_vec());
            let layout = Layout::new(&grid);
            for ix in grid.all() {
                let near = |share: f32| Dir::ALL.map(|dir| layout.axial_at(layout.center(ix).lerp(layout.corner(grid.corners(ix, dir)[0]), share)));
                assert!(near(0.95).iter().all(|hex| *hex == grid.axial(ix)));
                assert!(near(1.05).iter().all(|hex| *hex != grid.axial(ix)));
            }
        }
    }
}
