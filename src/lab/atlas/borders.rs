//! Regions: a tinted band inside each country's border, and the borders themselves.

use super::pen::{Pen, smooth};
use super::sheet::Drawing;
use crate::board::Ix;
use hexx::Vec2;
use std::collections::BTreeMap;

/// Colours that keep apart on paper; countries take them in the order in which the legend names them.
const COLOURS: [&str; 14] =
    ["#c0392b", "#2d6fb0", "#d58a1c", "#3f8f4f", "#8e57a8", "#b3478a", "#1f9a97", "#8a6d2b", "#5563c1", "#9a9a2a", "#c96a4a", "#4d7d7a", "#7a4b52", "#6f8f2f"];

/// The colour of a country, if it is one.
pub(super) fn colour(sheet: &Drawing<'_>, country: &str) -> Option<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for (_, region) in &sheet.ground.regions {
        if !region.country.is_empty() && !names.contains(&region.country.as_str()) {
            names.push(&region.country);
        }
    }
    names.iter().position(|name| *name == country).map(|i| COLOURS[i % COLOURS.len()])
}

/// Sides as one or more lines of corners, each line as long as can be. Where more than two sides meet, lines end.
pub(crate) fn trace(sides: &[[hexx::Hex; 2]]) -> Vec<Vec<hexx::Hex>> {
    let key = |corner: hexx::Hex| (corner.x, corner.y);
    let mut at: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for (i, side) in sides.iter().enumerate() {
        side.iter().for_each(|corner| at.entry(key(*corner)).or_default().push(i));
    }
    let mut left: Vec<bool> = vec![true; sides.len()];
    let mut lines = Vec::new();
    // Open lines begin at their ends; what is left after them are rings, which begin anywhere.
    let ends = at.iter().filter(|(_, meeting)| meeting.len() != 2).flat_map(|(corner, meeting)| meeting.iter().map(|side| (*corner, *side)));
    let anywhere = sides.iter().enumerate().map(|(i, side)| (key(side[0]), i));
    for (start, first) in ends.chain(anywhere).collect::<Vec<_>>() {
        let (mut line, mut corner, mut next) = (vec![hexx::Hex::new(start.0, start.1)], start, Some(first).filter(|side| left[*side]));
        while let Some(side) = next {
            left[side] = false;
            let other = sides[side].into_iter().find(|c| key(*c) != corner).unwrap_or(sides[side][0]);
            corner = key(other);
            line.push(other);
            let meeting = &at[&corner];
            next = meeting.iter().copied().find(|side| left[*side] && meeting.len() == 2);
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
    lines
}

/// The sides between land hexes for which something is so, each once.
fn between(sheet: &Drawing<'_>, so: impl Fn(Ix, Ix) -> bool) -> Vec<[hexx::Hex; 2]> {
    let grid = &sheet.ground.grid;
    let mut sides = Vec::new();
    for a in sheet.all().filter(|a| sheet.is_land(*a)) {
        for (dir, b) in grid.around(a).filter(|(_, b)| a < *b && sheet.is_land(*b)) {
            if so(a, b) {
                sides.push(grid.corners(a, dir));
            }
        }
    }
    sides
}

fn drawn(sheet: &Drawing<'_>, sides: &[[hexx::Hex; 2]]) -> String {
    let points = |line: Vec<hexx::Hex>| line.into_iter().map(|corner| sheet.corner(corner)).collect::<Vec<Vec2>>();
    trace(sides).into_iter().map(|line| smooth(&points(line))).collect()
}

/// A band of each country's colour along its borders, inside them.
pub(super) fn tint(pen: &mut Pen, sheet: &Drawing<'_>) {
    let country = |ix: Ix| sheet.ground.region(ix).country.as_str();
    let mut countries: Vec<&str> = sheet.ground.regions.iter().map(|(_, region)| region.country.as_str()).filter(|name| !name.is_empty()).collect();
    countries.sort_unstable();
    countries.dedup();
    for (i, name) in countries.into_iter().enumerate() {
        let Some(colour) = colour(sheet, name) else { continue };
        let border = between(sheet, |a, b| is_border(sheet, a, b) && (country(a) == name || country(b) == name));
        let inside = sheet.area(sheet.all().filter(|ix| country(*ix) == name));
        pen.put(format_args!("<clipPath id=\"country{i}\"><path d=\"{inside}\"/></clipPath>"));
        pen.open(&format!("clip-path=\"url(#country{i})\""));
        pen.path(&drawn(sheet, &border), &format!("fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.30\" stroke-width=\"24\" stroke-linejoin=\"round\""));
        pen.close();
    }
}

/// Whether two hexes lie in different countries; what belongs to no country, like an island out of play, has no border.
fn is_border(sheet: &Drawing<'_>, a: Ix, b: Ix) -> bool {
    let [a, b] = [a, b].map(|ix| sheet.ground.region(ix).country.as_str());
    a != b && !a.is_empty() && !b.is_empty()
}

fn between_countries(sheet: &Drawing<'_>) -> String {
    drawn(sheet, &between(sheet, |a, b| is_border(sheet, a, b)))
}

/// A pale bed for the dashes of borders; rivers that form a border are drawn over it.
pub(super) fn bed(pen: &mut Pen, sheet: &Drawing<'_>) {
    pen.path(&between_countries(sheet), "fill=\"none\" stroke=\"#fdfaf0\" stroke-opacity=\"0.75\" stroke-width=\"4.6\" stroke-linecap=\"round\"");
}

/// Borders of countries as dashes, of regions inside a country as dots.
pub(super) fn lines(pen: &mut Pen, sheet: &Drawing<'_>) {
    let region = |ix: Ix| sheet.ground.region(ix);
    let parts = between(sheet, |a, b| region(a).country == region(b).country && sheet.ground.region_letter(a) != sheet.ground.region_letter(b));
    pen.path(&drawn(sheet, &parts), "fill=\"none\" stroke=\"#6d3d52\" stroke-width=\"1.9\" stroke-dasharray=\"0.1 5\" stroke-linecap=\"round\"");
    pen.path(&between_countries(sheet), "fill=\"none\" stroke=\"#8c1d3f\" stroke-width=\"2.4\" stroke-dasharray=\"11 4 2.4 4\"");
}
