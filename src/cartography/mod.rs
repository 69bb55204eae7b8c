//! What a map looks like, whatever draws it: where its points are, which lines run along its hexsides, which ground is
//! drawn alike, the shapes of its symbols and the names written across it.
//!
//! [`crate::lab::atlas`] writes SVG with it, the window's map makes triangles with it. Lengths are in hexes: neighboring
//! centers are one apart, x grows to the right and y downward. Nothing here is a rule, so they are floats.

mod ground;
mod layout;
mod lines;
mod shapes;
mod shore;
mod titles;

pub(crate) use ground::GroundKind;
pub(crate) use layout::Layout;
pub(crate) use lines::{Border, beside_road, border, borders, each_side, inner_sides, outline_of, river_corners, sides_of, trace};
pub(crate) use shapes::{badge_colors, blade, compass_step, square, star};
pub use shore::{Ring, Shore, shipped_shore};
pub(crate) use titles::region_titles;
