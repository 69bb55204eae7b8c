//! Marks of places: cities, towns, bases, ports, supply sources, passes, ways off the map.

use super::lines::{Spread, Tiles, chance};
use super::look::source;
use super::plane::{Plane, step};
use super::sides::INK;
use crate::board::{Site, is_city};
use crate::cartography::{self, badge_colors, compass_step};
use crate::client::ink::{Ink, perp};
use bevy_egui::egui::{Color32, Pos2, Vec2, pos2, vec2};
use std::f32::consts::{PI, TAU};

/// What is drawn at a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Mark {
    City { large: bool, capital: bool },
    Town,
    Pass,
    Checkpoint,
    RailLink,
    Base,
    MinorBase,
    Airbase,
    Port,
    Source(Color32),
    Exit(Vec2),
}

/// Below this zoom a city is a dark square, and other marks are left out.
const FROM: f32 = 26.0;

const PAPER: Color32 = Color32::from_rgb(0xfb, 0xf4, 0xe2);
const GOLD: Color32 = Color32::from_rgb(0xf3, 0xd2, 0x5c);
const BLOCK: Color32 = Color32::from_rgb(0x3a, 0x20, 0x18);
const BUILT: Color32 = Color32::from_rgba_unmultiplied_const(176, 92, 74, 102);
const WALL: Color32 = Color32::from_rgba_unmultiplied_const(96, 40, 28, 217);
const NAVY: Color32 = Color32::from_rgb(0x1f, 0x4d, 0x6b);

/// Where marks go relative to the center of their hex.
const UPPER_RIGHT: Vec2 = vec2(0.27, -0.17);
const UPPER_LEFT: Vec2 = vec2(-0.27, -0.19);
const LEFT: Vec2 = vec2(-0.30, -0.10);
/// How far the second and third places in a hex are from its center.
const SECOND: [Vec2; 3] = [Vec2::ZERO, vec2(0.26, 0.20), vec2(-0.26, 0.20)];
/// How far a second supply source is below the first.
const NEXT_SOURCE: Vec2 = vec2(-0.03, 0.21);

/// A letter written on a mark, or a word beside it.
pub(super) struct Letter {
    pub at: Pos2,
    pub text: String,
    pub color: Color32,
}

/// All marks of a map.
pub(super) struct Places {
    pub marks: Spread<(Pos2, Mark)>,
    /// The S of supply sources, and the destinations of exits.
    pub letters: Vec<Letter>,
}

fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|w| w == word)
}

/// The marks of a site, each with its place relative to the center of the hex.
fn marks(site: &Site, alone: bool, base: bool) -> Vec<(Vec2, Mark)> {
    let mut marks = Vec::new();
    let capital = site.kind == "capital" || has(&site.tags, "capital") || has(&site.symbols, "capital");
    let center = match site.kind.as_str() {
        _ if is_city(site) => Some(Mark::City { large: site.kind == "mega-city", capital }),
        "label" | "tunnel" => None, // a tunnel has its portals on the side
        "pass" => Some(Mark::Pass),
        "checkpoint" => Some(Mark::Checkpoint),
        "rail-link" => Some(Mark::RailLink),
        "base" | "airbase" | "port" => alone.then_some(Mark::Town),
        _ => Some(Mark::Town),
    };
    marks.extend(center.map(|mark| (Vec2::ZERO, mark)));
    let badges = [
        (UPPER_RIGHT, Mark::Base, base || site.kind == "base" || has(&site.symbols, "major base")),
        (UPPER_RIGHT, Mark::MinorBase, has(&site.symbols, "minor base")),
        (UPPER_RIGHT, Mark::Airbase, site.kind == "airbase"),
        (LEFT, Mark::Port, site.kind == "port" || has(&site.tags, "port")),
    ];
    marks.extend(badges.into_iter().filter(|(.., there)| *there).map(|(off, mark, _)| (off, mark)));
    marks
}

impl Places {
    pub(crate) fn new(plane: &Plane, tiles: Tiles) -> Places {
        let ground = &plane.ground;
        let mut places = Places { marks: Spread::new(tiles), letters: Vec::new() };
        for ix in plane.all() {
            let base = ground.set("base").contains(&ix);
            let sites: Vec<&Site> = ground.sites(ix).filter(|site| site.kind != "label").collect();
            for (i, site) in sites.iter().enumerate() {
                for (off, mark) in marks(site, sites.len() == 1, base && i == 0) {
                    places.marks.put(plane.center(ix), (plane.center(ix) + off + SECOND[i.min(SECOND.len() - 1)], mark));
                }
            }
            if base && sites.is_empty() {
                places.marks.put(plane.center(ix), (plane.center(ix) + UPPER_RIGHT, Mark::Base));
            }
        }
        places.sources(plane);
        for exit in &ground.exits {
            if let Some(at) = plane.at(exit.hex) {
                let out = step(compass_step(exit.edge));
                places.marks.put(at, (at, Mark::Exit(out)));
                places.letters.push(Letter { at: exit_letter(at, out), text: exit.to.clone(), color: INK });
            }
        }
        places
    }

    fn sources(&mut self, plane: &Plane) {
        let mut before: Vec<(crate::board::Hex, &str)> = Vec::new();
        for spring in &plane.ground.sources {
            let Some(middle) = plane.at(spring.hex).filter(|_| !before.contains(&(spring.hex, spring.side.as_str()))) else { continue };
            let nth = before.iter().filter(|(hex, _)| *hex == spring.hex).count();
            let at = middle + UPPER_LEFT + NEXT_SOURCE * nth as f32;
            self.marks.put(middle, (at, Mark::Source(source(&plane.look, &spring.side))));
            self.letters.push(Letter { at, text: "S".to_owned(), color: source(&plane.look, &spring.side) });
            before.push((spring.hex, &spring.side));
        }
    }
}

/// Whether letters on marks are written at this zoom.
pub(super) fn lettered(zoom: f32) -> bool {
    zoom >= 40.0
}

/// Draws one mark.
pub(super) fn draw(ink: &mut Ink, at: Pos2, mark: Mark) {
    if let Mark::Exit(out) = mark {
        return exit(ink, at, out);
    }
    if ink.zoom < FROM {
        if let Mark::City { large, .. } = mark {
            let half = if large { 0.21 } else { 0.16 };
            ink.fill(&square(at, vec2(half, half)), BLOCK);
        }
        return;
    }
    match mark {
        Mark::City { large, capital } => city(ink, at, if large { 1.35 } else { 1.0 }, capital),
        Mark::Town => {
            let radius = ink.width(0.052, 2.2) / ink.zoom;
            ink.disc(at, radius, PAPER);
            ink.circle(at, radius, ink.width(0.022, 1.1), INK);
        }
        Mark::Pass => {
            for side in [-1.0, 1.0] {
                let middle = at + vec2(0.13 * side, 0.0);
                let turn = |i: i32| (if side < 0.0 { 0.0 } else { PI }) + 1.1 * i as f32 / 4.0;
                let bow: Vec<Pos2> = (-4..=4).map(|i| middle + Vec2::angled(turn(i)) * 0.10).collect();
                ink.stroke(&bow, ink.width(0.03, 1.2), INK);
            }
        }
        Mark::Checkpoint => {
            let points = [(0.0, -0.11), (0.11, 0.0), (0.0, 0.11), (-0.11, 0.0)].map(|(x, y)| at + vec2(x, y));
            ink.fill(&points, PAPER);
            ink.ring(&points, ink.width(0.025, 1.0), INK);
        }
        Mark::RailLink => {
            ink.fill(&square(at, vec2(0.09, 0.09)), PAPER);
            ink.ring(&square(at, vec2(0.09, 0.09)), ink.width(0.022, 1.0), INK);
            ink.stroke(&[at - vec2(0.0, 0.07), at + vec2(0.0, 0.07)], ink.width(0.022, 1.0), INK);
            for y in [-0.04, 0.0, 0.04] {
                ink.stroke(&[at + vec2(-0.045, y), at + vec2(0.045, y)], ink.width(0.016, 0.8), INK);
            }
        }
        Mark::Base | Mark::MinorBase | Mark::Airbase => base(ink, at, mark),
        Mark::Port => anchor(ink, at, 0.11, NAVY),
        Mark::Source(color) => {
            ink.disc(at, 0.095, PAPER);
            ink.circle(at, 0.095, ink.width(0.03, 1.3), color);
            if !lettered(ink.zoom) {
                ink.disc(at, 0.04, color);
            }
        }
        Mark::Exit(_) => {}
    }
}

pub(super) fn square(at: Pos2, half: Vec2) -> [Pos2; 4] {
    cartography::square(hexx::Vec2::ZERO, hexx::Vec2::new(half.x, half.y)).map(|corner| at + step(corner))
}

/// Blocks of a city: left, top, width, height.
const BLOCKS: [[f32; 4]; 7] = [
    [-0.13, -0.10, 0.08, 0.07],
    [-0.02, -0.13, 0.09, 0.08],
    [0.09, -0.08, 0.06, 0.08],
    [-0.14, 0.01, 0.07, 0.09],
    [-0.04, -0.02, 0.07, 0.06],
    [0.05, 0.03, 0.09, 0.06],
    [-0.06, 0.07, 0.08, 0.06],
];

fn city(ink: &mut Ink, at: Pos2, size: f32, capital: bool) {
    let edge = |i: i32| {
        let radius = 0.20 + 0.05 * chance(i, 7, 1);
        let way = Vec2::angled(i as f32 / 9.0 * TAU) * radius * size;
        at + vec2(way.x, way.y * 0.85)
    };
    let outline: Vec<Pos2> = (0..9).map(edge).collect();
    ink.fill(&outline, BUILT);
    ink.ring(&outline, ink.width(0.014, 1.0), WALL);
    for [x, y, w, h] in BLOCKS {
        let half = vec2(w, h) * (size / 2.0);
        ink.fill(&square(at + vec2(x, y) * size + half, half), BLOCK);
    }
    if capital {
        ink.circle(at, 0.275 * size, ink.width(0.045, 2.4), PAPER.gamma_multiply(0.8));
        ink.circle(at, 0.275 * size, ink.width(0.020, 1.2), WALL);
    }
}

/// A gold disc with a star; a smaller one with a hollow star, or with a runway.
fn base(ink: &mut Ink, at: Pos2, mark: Mark) {
    let radius = if mark == Mark::MinorBase { 0.085 } else { 0.105 };
    ink.disc(at, radius, if mark == Mark::MinorBase { PAPER } else { GOLD });
    ink.circle(at, radius, ink.width(0.018, 1.0), INK);
    if mark == Mark::Airbase {
        let along = Vec2::angled(-0.6) * 0.07;
        ink.stroke(&[at - along, at + along], ink.width(0.045, 2.0), INK);
        ink.stroke(&[at - along * 0.7, at + along * 0.7], ink.width(0.012, 0.6), GOLD);
    } else {
        star(ink, at + vec2(0.0, 0.005), radius * 0.81, INK);
    }
}

pub(super) fn star(ink: &mut Ink, at: Pos2, radius: f32, color: Color32) {
    ink.fill(&cartography::star(hexx::Vec2::ZERO, radius).map(|tip| at + step(tip)), color);
}

pub(super) fn anchor(ink: &mut Ink, at: Pos2, r: f32, color: Color32) {
    let width = ink.width(r * 0.22, 1.0);
    let to = |x: f32, y: f32| at + vec2(x, y) * r;
    ink.circle(to(0.0, -0.75), r * 0.22, width, color);
    ink.stroke(&[to(0.0, -0.5), to(0.0, 0.8)], width, color);
    ink.stroke(&[to(-0.4, -0.2), to(0.4, -0.2)], width, color);
    let arm = |side: f32| (0..=6).map(move |i| i as f32 / 6.0).map(move |t| (side * 0.75 * (1.0 - t) * (1.0 - t * 0.4), 0.25 + 0.6 * t * (2.0 - t)));
    for side in [-1.0, 1.0] {
        let points: Vec<Pos2> = arm(side).map(|(x, y)| to(x, y)).collect();
        ink.stroke(&points, width, color);
    }
}

/// An arrow where an exit leaves the map.
fn exit(ink: &mut Ink, at: Pos2, out: Vec2) {
    let (from, to) = (at + out * 0.36, at + out * 0.60);
    ink.stroke(&[at, from], ink.width(0.020, 1.0), INK);
    ink.fill(&[to, from + perp(out) * 0.10, from - perp(out) * 0.10], INK);
}

/// An objective symbol: a small colored square with a sign. `half` is half its width in hexes.
pub(super) fn glyph(ink: &mut Ink, name: &str, at: Pos2, half: f32) {
    let [body, sign] = badge_colors(name).map(|rgb| Color32::from_rgb((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8));
    let corners = square(at, vec2(half, half));
    ink.fill(&corners, body);
    ink.ring(&corners, 1.0, sign);
    match name {
        "energy" => {
            let bolt = [(0.15, -0.8), (-0.5, 0.15), (-0.05, 0.15), (-0.25, 0.8), (0.5, -0.2), (0.05, -0.2), (0.3, -0.8)];
            let points = bolt.map(|(x, y)| at + vec2(x, y) * half);
            ink.fill(&points[..4], sign);
            ink.fill(&[points[1], points[4], points[5], points[6], points[0]], sign);
        }
        "nuclear" => {
            for i in 0..3 {
                let turn = |t: f32| Vec2::angled(-PI / 2.0 + i as f32 * TAU / 3.0 + t);
                let mut blade: Vec<Pos2> = (-2..=2).map(|t| at + turn(t as f32 * 0.26) * (half * 0.78)).collect();
                blade.extend([at + turn(0.52) * (half * 0.22), at + turn(-0.52) * (half * 0.22)]);
                ink.fill(&blade, sign);
            }
        }
        "port" => anchor(ink, at, half * 0.8, sign),
        "capital" => star(ink, at, half * 0.85, sign),
        _ => ink.disc(at, half * 0.4, sign),
    }
}

/// Which objective symbols of a site are shown as glyphs under its name; bases have their own mark.
pub(super) fn glyphs(site: &Site) -> impl Iterator<Item = &str> {
    site.symbols.iter().map(String::as_str).filter(|name| !name.ends_with("base"))
}

/// Where the text beside an exit goes.
fn exit_letter(at: Pos2, out: Vec2) -> Pos2 {
    at + out * 0.46 + if out.x == 0.0 { pos2(0.26, 0.0) } else { pos2(0.0, -0.20) }.to_vec2()
}
