//! A map drawn without a window, as an SVG text: what a designer looks at after editing `map.ron`.
//!
//! Terrain in the colors of a printed map, rivers and borders as smooth lines along the hexsides, roads and railways
//! through the hexes, places with their names, and a legend that quotes the terrain chart. Nothing here is a rule, so
//! lengths are floats; one hex is 72 pixels from side to side.

mod borders;
mod labels;
mod legend;
mod pen;
mod places;
mod rivers;
mod sheet;
mod sides;
mod terrain;
mod ways;

use crate::board::{Chart, Ground};
use crate::cartography::Shore;
use pen::Pen;
use sheet::Drawing;

/// Draws a map; with a shore, land ends at the true coast instead of at hexsides.
pub fn svg(ground: &Ground, chart: &Chart, shore: Option<&Shore>) -> String {
    let sheet = Drawing::new(ground, chart);
    let legend = legend::Legend::new(&sheet);
    let size = legend.page();
    let mut pen = Pen::new(size, &ground.title);
    terrain::draw(&mut pen, &sheet, shore);
    borders::tint(&mut pen, &sheet);
    let backdrop = labels::backdrop(&mut pen, &sheet);
    borders::bed(&mut pen, &sheet);
    let courses = rivers::draw(&mut pen, &sheet);
    sides::waters(&mut pen, &sheet);
    sheet::grid(&mut pen, &sheet);
    borders::lines(&mut pen, &sheet);
    let mut tracks = ways::draw(&mut pen, &sheet);
    tracks.extend(sides::points(&sheet));
    sides::works(&mut pen, &sheet);
    places::draw(&mut pen, &sheet);
    labels::draw(&mut pen, &sheet, &backdrop, &courses, &tracks);
    legend.draw(&mut pen, &sheet);
    pen.done()
}
