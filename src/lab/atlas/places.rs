//! Places: a symbol for each kind, the objective symbols beside it, bases, supply sources and ways off the map.

use super::pen::{At, Pen, Type, circle, line, polygon};
use super::sheet::{Drawing, UNIT};
use crate::board::Site;
use crate::cartography::{self, badge_colors, blade, compass_step};
use hexx::Vec2;

/// Where a site is drawn: in the center of its hex, or a little to the side if another one comes before it.
pub(super) fn spot(sheet: &Drawing<'_>, index: usize) -> Option<Vec2> {
    let ix = sheet.ground.grid.ix(sheet.ground.sites[index].hex)?;
    let before = sheet.ground.sites_at[ix.at()].iter().position(|i| usize::from(*i) == index).unwrap_or(0);
    let aside = [Vec2::ZERO, Vec2::new(0.20, 0.17), Vec2::new(-0.22, 0.14), Vec2::new(0.18, -0.17)];
    Some(sheet.center(ix) + aside[before % aside.len()] * UNIT)
}

/// How far a symbol reaches.
pub(super) fn radius(kind: &str) -> f32 {
    match kind {
        "mega-city" => 12.0,
        "city" | "capital" => 8.5,
        "base" | "port" | "airbase" | "rail-link" | "checkpoint" => 7.5,
        "label" => 0.0,
        _ => 5.0,
    }
}

/// A star with five points.
fn star(at: Vec2, size: f32) -> String {
    polygon(&cartography::star(at, size))
}

fn square(at: Vec2, half: f32) -> String {
    polygon(&cartography::square(at, Vec2::splat(half)))
}

/// Draws the symbol of a kind of place.
pub(super) fn symbol(pen: &mut Pen, kind: &str, at: Vec2) {
    const INK: &str = "stroke=\"#1c1917\"";
    let r = radius(kind);
    match kind {
        "label" => {}
        "mega-city" => {
            pen.path(&square(at, r), &format!("fill=\"#b5483a\" {INK} stroke-width=\"2\""));
            let blocks =
                [-4.0, 4.0].map(|step| line(at + Vec2::new(step, -r), at + Vec2::new(step, r)) + &line(at + Vec2::new(-r, step), at + Vec2::new(r, step)));
            pen.path(&blocks.concat(), "stroke=\"#f6e6dd\" stroke-width=\"1.5\"");
        }
        "city" => {
            pen.path(&circle(at, r), &format!("fill=\"#fffdf5\" {INK} stroke-width=\"2\""));
            pen.path(&circle(at, r * 0.52), "fill=\"#b5483a\"");
        }
        "capital" => {
            pen.path(&circle(at, r), &format!("fill=\"#fffdf5\" {INK} stroke-width=\"2\""));
            pen.path(&star(at, r * 0.85), "fill=\"#b5483a\"");
        }
        "base" => {
            pen.path(&square(at, r * 0.85), &format!("fill=\"#e9c46a\" {INK} stroke-width=\"1.7\""));
            pen.path(&star(at, r * 0.7), "fill=\"#1c1917\"");
        }
        "port" => {
            pen.path(&circle(at, r), "fill=\"#fffdf5\" stroke=\"#1d5f8a\" stroke-width=\"1.8\"");
            anchor(pen, at, "#1d5f8a");
        }
        "checkpoint" => {
            let bar = line(at - Vec2::new(r, 0.0), at + Vec2::new(r, 0.0));
            pen.path(&bar, "stroke=\"#1c1917\" stroke-width=\"7.6\"");
            pen.path(&bar, "stroke=\"#fffdf5\" stroke-width=\"5.2\"");
            pen.path(&bar, "stroke=\"#c0281f\" stroke-width=\"5.2\" stroke-dasharray=\"3.75 3.75\"");
        }
        "airbase" => {
            pen.path(&circle(at, r), &format!("fill=\"#fffdf5\" {INK} stroke-width=\"1.7\""));
            let plane = [
                line(at - Vec2::new(0.0, 5.4), at + Vec2::new(0.0, 5.0)),
                line(at - Vec2::new(5.6, 0.4), at + Vec2::new(5.6, -0.4)),
                line(at + Vec2::new(-2.6, 4.4), at + Vec2::new(2.6, 4.4)),
            ];
            pen.path(&plane.concat(), &format!("{INK} stroke-width=\"1.9\""));
        }
        "rail-link" => {
            pen.path(&square(at, r * 0.8), "fill=\"#2f2b28\"");
            pen.path(&line(at - Vec2::new(0.0, 4.0), at + Vec2::new(0.0, 4.0)), "stroke=\"#fffdf5\" stroke-width=\"2\" stroke-dasharray=\"1.6 1.6\"");
        }
        "pass" => {
            let bow = |side: f32| format!("M{}q{:.1} 6 0 12", At(at + Vec2::new(side * 6.5, -6.0)), -side * 6.0);
            pen.path(&(bow(1.0) + &bow(-1.0)), &format!("fill=\"none\" {INK} stroke-width=\"2.2\" stroke-linecap=\"round\""));
        }
        "tunnel" => pen.path(&format!("M{}v-4a5 5 0 0 1 10 0v4Z", At(at + Vec2::new(-5.0, 4.5))), &format!("fill=\"#2f2b28\" {INK} stroke-width=\"1\"")),
        _ => pen.path(&circle(at, 4.3), &format!("fill=\"#fffdf5\" {INK} stroke-width=\"1.7\"")),
    }
}

fn anchor(pen: &mut Pen, at: Vec2, color: &str) {
    let d = format!("M{}v8M{}h6M{}q0.6 4.4 4.6 4.4q4 0 4.6 -4.4", At(at - Vec2::new(0.0, 4.0)), At(at - Vec2::new(3.0, 2.0)), At(at + Vec2::new(-4.6, 0.2)));
    pen.path(&d, &format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\" stroke-linecap=\"round\""));
}

/// Half the size of an objective symbol.
pub(super) const BADGE: f32 = 6.2;

/// An objective symbol: a small square with a sign, or the first letter of its name.
pub(super) fn badge(pen: &mut Pen, symbol: &str, at: Vec2) {
    let [fill, ink] = badge_colors(symbol).map(|rgb| format!("#{rgb:06x}"));
    pen.path(&square(at, BADGE), &format!("fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1\""));
    match symbol {
        "energy" => pen.path(&format!("M{}l-4 5.4h3l-1.4 4.2 4.6 -6h-3l1.8 -3.6Z", At(at + Vec2::new(0.6, -5.0))), &format!("fill=\"{ink}\"")),
        "nuclear" => pen.path(&[0, 1, 2].map(|number| sector(at, number)).concat(), &format!("fill=\"{ink}\"")),
        "port" => anchor(pen, at, &ink),
        "capital" | "major base" | "minor base" => pen.path(&star(at, BADGE * 0.85), &format!("fill=\"{ink}\"")),
        other => {
            let letter = other.chars().next().unwrap_or('?').to_uppercase().to_string();
            pen.text(at + Vec2::new(0.0, 3.2), "middle", Type { size: 9.0, fill: "#1c1917", halo: "", style: "" }, 0.0, &letter);
        }
    }
}

fn sector(at: Vec2, number: u8) -> String {
    let [a, b, c, d] = blade(at, number, [1.2, 4.8], 28.0).map(At);
    format!("M{a}L{b}A4.8 4.8 0 0 1 {c}L{d}Z")
}

/// The middles of a site's objective symbols: a row below it.
pub(super) fn badges(site: &Site, at: Vec2) -> Vec<Vec2> {
    let step = BADGE * 2.0 + 1.6;
    let first = at + Vec2::new(-step * (site.symbols.len() as f32 - 1.0) / 2.0, radius(&site.kind) + BADGE + 2.0);
    (0..site.symbols.len()).map(|i| first + Vec2::new(step * i as f32, 0.0)).collect()
}

/// Draws all places.
pub(super) fn draw(pen: &mut Pen, sheet: &Drawing<'_>) {
    sources(pen, sheet);
    exits(pen, sheet);
    for ix in sheet.ground.set("base") {
        base_mark(pen, sheet.center(*ix), 22.0);
    }
    for (i, site) in sheet.ground.sites.iter().enumerate() {
        let Some(at) = spot(sheet, i) else { continue };
        symbol(pen, &site.kind, at);
        for (name, at) in site.symbols.iter().zip(badges(site, at)) {
            badge(pen, name, at);
        }
    }
}

/// The mark of a hex of the set `base`: a star behind its place.
pub(super) fn base_mark(pen: &mut Pen, at: Vec2, size: f32) {
    pen.path(&star(at, size), "fill=\"#f0b429\" stroke=\"#1c1917\" stroke-width=\"1.2\" stroke-linejoin=\"round\"");
}

/// The mark of a supply source: a ring about its place.
pub(super) fn source_mark(pen: &mut Pen, at: Vec2, size: f32) {
    let ring = circle(at, size);
    pen.path(&ring, "fill=\"none\" stroke=\"#fffdf5\" stroke-width=\"5\" stroke-opacity=\"0.8\"");
    pen.path(&ring, &format!("fill=\"none\" stroke=\"{SOURCE}\" stroke-width=\"2.6\" stroke-dasharray=\"4.2 2.6\""));
}

fn sources(pen: &mut Pen, sheet: &Drawing<'_>) {
    let mut drawn = Vec::new();
    for source in &sheet.ground.sources {
        if let Some(ix) = sheet.ground.grid.ix(source.hex).filter(|ix| !drawn.contains(ix)) {
            source_mark(pen, sheet.center(ix), 15.5);
            drawn.push(ix);
        }
    }
}

const SOURCE: &str = "#0b7a3b";

/// Arrows where ways leave the map.
fn exits(pen: &mut Pen, sheet: &Drawing<'_>) {
    for exit in &sheet.ground.exits {
        let Some(ix) = sheet.ground.grid.ix(exit.hex) else { continue };
        let out = compass_step(exit.edge);
        let (from, to) = (sheet.center(ix) + out * (0.42 * UNIT), sheet.center(ix) + out * (0.86 * UNIT));
        pen.path(&line(sheet.center(ix), from), "stroke=\"#2f2b28\" stroke-width=\"1.8\"");
        pen.path(&polygon(&[to, from + out.perp() * 8.0, from - out.perp() * 8.0]), "fill=\"#2f2b28\"");
        let text = Type { size: 11.0, fill: "#2f2b28", halo: "#fbf8ef", style: "font-weight=\"bold\"" };
        let beside = if out.x == 0.0 { Vec2::new(0.0, if out.y < 0.0 { -3.0 } else { 11.0 }) } else { Vec2::new(out.x * 2.0, -7.0) };
        pen.text(to + beside, "middle", text, 0.0, &exit.to);
    }
}
