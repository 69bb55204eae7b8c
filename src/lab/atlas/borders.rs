//! Regions: a tinted band inside each country's border, and the borders themselves.

use super::pen::{Pen, smooth};
use super::sheet::Drawing;
use crate::board::Ix;
use crate::cartography::{Border, border, borders, inner_sides, trace};

/// Colors that are easy to tell apart on paper; countries get them in the order in which the legend names them.
const COLORS: [&str; 14] =
    ["#c0392b", "#2d6fb0", "#d58a1c", "#3f8f4f", "#8e57a8", "#b3478a", "#1f9a97", "#8a6d2b", "#5563c1", "#9a9a2a", "#c96a4a", "#4d7d7a", "#7a4b52", "#6f8f2f"];

/// The color of a country, if it is one.
pub(super) fn color(sheet: &Drawing<'_>, country: &str) -> Option<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for (_, region) in &sheet.ground.regions {
        if !region.country.is_empty() && !names.contains(&region.country.as_str()) {
            names.push(&region.country);
        }
    }
    names.iter().position(|name| *name == country).map(|i| COLORS[i % COLORS.len()])
}

fn drawn(sheet: &Drawing<'_>, sides: &[[hexx::Hex; 2]]) -> String {
    trace(sides).iter().map(|line| smooth(&sheet.corners(line))).collect()
}

/// A band of each country's color along its borders, inside them.
pub(super) fn tint(pen: &mut Pen, sheet: &Drawing<'_>) {
    let country = |ix: Ix| sheet.ground.region(ix).country.as_str();
    let mut countries: Vec<&str> = sheet.ground.regions.iter().map(|(_, region)| region.country.as_str()).filter(|name| !name.is_empty()).collect();
    countries.sort_unstable();
    countries.dedup();
    for (i, name) in countries.into_iter().enumerate() {
        let Some(color) = color(sheet, name) else { continue };
        let ours = |a: Ix, b: Ix| border(sheet.ground, &sheet.kinds, a, b) == Some(Border::Country) && (country(a) == name || country(b) == name);
        let grid = &sheet.ground.grid;
        let border: Vec<_> = inner_sides(grid).filter(|(a, _, b)| ours(*a, *b)).map(|(a, dir, _)| grid.corners(a, dir)).collect();
        let inside = sheet.area(sheet.all().filter(|ix| country(*ix) == name));
        pen.put(format_args!("<clipPath id=\"country{i}\"><path d=\"{inside}\"/></clipPath>"));
        pen.open(&format!("clip-path=\"url(#country{i})\""));
        pen.path(&drawn(sheet, &border), &format!("fill=\"none\" stroke=\"{color}\" stroke-opacity=\"0.30\" stroke-width=\"24\" stroke-linejoin=\"round\""));
        pen.close();
    }
}

fn between_countries(sheet: &Drawing<'_>) -> String {
    drawn(sheet, &borders(sheet.ground, &sheet.kinds, Border::Country))
}

/// A pale bed for the dashes of borders; rivers that form a border are drawn over it.
pub(super) fn bed(pen: &mut Pen, sheet: &Drawing<'_>) {
    pen.path(&between_countries(sheet), "fill=\"none\" stroke=\"#fdfaf0\" stroke-opacity=\"0.75\" stroke-width=\"4.6\" stroke-linecap=\"round\"");
}

/// Borders of countries as dashes, of regions inside a country as dots.
pub(super) fn lines(pen: &mut Pen, sheet: &Drawing<'_>) {
    let parts = borders(sheet.ground, &sheet.kinds, Border::Region);
    pen.path(&drawn(sheet, &parts), "fill=\"none\" stroke=\"#6d3d52\" stroke-width=\"1.9\" stroke-dasharray=\"0.1 5\" stroke-linecap=\"round\"");
    pen.path(&between_countries(sheet), "fill=\"none\" stroke=\"#8c1d3f\" stroke-width=\"2.4\" stroke-dasharray=\"11 4 2.4 4\"");
}
