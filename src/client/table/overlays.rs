//! What can be drawn over the map, each with its own color, pattern and letter, so that nothing depends on color alone.

use super::draw;
use super::view::{Frame, TableView};
use super::{Showing, Tabletop, threats};
use crate::board::paths::Trace;
use crate::board::{Hex, Ix, Nation, NationId, Side, Tables, Target, UnitId};
use crate::client::camera::Camera;
use crate::client::keys::Action;
use crate::client::map::MapArt;
use crate::client::skin::{BRASS, BRASS_INK, Face, INK, LINE, MUTE, RAISE, TEXT};
use crate::client::widgets;
use crate::play::{self, Scope, Seen};
use bevy_egui::egui::{self, Align2, Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, Ui, pos2, vec2};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// Something that can be drawn over the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the words say it")]
pub enum Overlay {
    Reach,
    Zones,
    Supply,
    Owner,
    Areas,
    Goals,
    Room,
    Range,
    Threat,
}

impl Overlay {
    /// All of them in the order of the rail.
    pub const ALL: [Overlay; 9] =
        [Overlay::Reach, Overlay::Zones, Overlay::Supply, Overlay::Owner, Overlay::Areas, Overlay::Goals, Overlay::Room, Overlay::Range, Overlay::Threat];

    /// The label on the rail, and what the overlay shows.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Overlay::Reach => ("Reach", "where the selected units can go, the cost, and the points left"),
            Overlay::Zones => {
                ("ZOC", "zones of control: the enemy's hatching rises to the right (z), yours falls (o); dotted where an unseen counter might have one (z?)")
            }
            Overlay::Supply => (
                "Supply",
                "which of your units are in supply; the line from the selected or hovered unit to its source, and the hex that cuts it; all lines in a battle where supply counts",
            ),
            Overlay::Owner => ("Owner", "who holds each place, by the letter of the side"),
            Overlay::Areas => ("Areas", "regions by name"),
            Overlay::Goals => ("Goals", "points for places: filled flags count now, ! decides the game"),
            Overlay::Room => ("Room", "how full your hexes are"),
            Overlay::Range => ("Range", "what your guns can reach, and the enemy's that you see; the reach of the selected or hovered unit, and of airpower"),
            Overlay::Threat => {
                ("Threat", "where the enemies you see can go in their next movement or action, and how many can get next to each of your stacks (2!)")
            }
        }
    }

    /// The key that toggles it.
    pub fn action(self) -> Action {
        match self {
            Overlay::Reach => Action::Reach,
            Overlay::Zones => Action::Zones,
            Overlay::Supply => Action::Supply,
            Overlay::Owner => Action::Owner,
            Overlay::Areas => Action::Areas,
            Overlay::Goals => Action::Goals,
            Overlay::Room => Action::Room,
            Overlay::Range => Action::Range,
            Overlay::Threat => Action::Threat,
        }
    }
}

/// The overlays in use, and the information they need, asked for only when the game has changed.
pub struct Overlays {
    on: Vec<Overlay>,
    asked: Option<Asked>,
    zones: [Vec<Hex>; 2],
    /// Further hexes where the enemy might have a zone.
    possible: Vec<Hex>,
    /// Whether the units of the viewer are in supply, by hex.
    supplied: BTreeMap<Hex, bool>,
    /// Whether anything in this game reaches farther than the next hex, once that is known.
    ranged: Option<bool>,
    room: BTreeMap<Hex, (u8, u8)>,
    supply: Option<SupplyLine>,
    battle: Vec<SupplyLine>,
    range: Option<(Hex, u8)>,
    /// The hexes that visible guns can reach, by side.
    guns: [BTreeSet<Hex>; 2],
    /// Where visible enemies can go next, and how many of them can get next to each of the viewer's stacks.
    threat: Option<threats::Threat>,
    covered: [Vec<Hex>; 2],
}

#[derive(PartialEq)]
struct Asked {
    version: u64,
    on: Vec<Overlay>,
    unit: Option<UnitId>,
}

#[derive(PartialEq, Eq)]
struct SupplyLine {
    path: Vec<Hex>,
    cut: Option<Hex>,
    kind: LineKind,
}

/// Whose supply line it is from the viewer's side, or that it would use up a convoy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LineKind {
    Own,
    Enemy,
    Convoy,
}

impl SupplyLine {
    fn of(table: &Tabletop, from: Hex, trace: &Trace, kind: LineKind) -> SupplyLine {
        let grid = &table.rules().book.ground.grid;
        let path = std::iter::once(from).chain(trace.path.iter().map(|ix| grid.hex(*ix))).collect();
        SupplyLine { path, cut: trace.cut.map(|ix| grid.hex(ix)), kind }
    }
}

impl Default for Overlays {
    fn default() -> Overlays {
        Overlays {
            on: vec![Overlay::Reach, Overlay::Goals],
            asked: None,
            zones: [Vec::new(), Vec::new()],
            possible: Vec::new(),
            supplied: BTreeMap::new(),
            ranged: None,
            room: BTreeMap::new(),
            supply: None,
            battle: Vec::new(),
            range: None,
            guns: Default::default(),
            threat: Default::default(),
            covered: Default::default(),
        }
    }
}

impl Overlays {
    /// The version of the table and the counter for which the rules were last asked.
    pub(super) fn asked(&self) -> Option<(u64, Option<UnitId>)> {
        self.asked.as_ref().map(|asked| (asked.version, asked.unit))
    }

    /// The overlays that are on.
    pub(super) fn on(&self) -> &[Overlay] {
        &self.on
    }

    /// Why an overlay has nothing to show, if it has nothing.
    pub fn idle(&self, overlay: Overlay, table: &Tabletop) -> Option<&'static str> {
        match overlay {
            Overlay::Range if self.ranged == Some(false) => Some("nothing in this game reaches farther than the next hex"),
            Overlay::Threat if self.has(overlay) && self.asked.is_some() && self.threat.is_none() => Some("where the enemy can go cannot be worked out now"),
            Overlay::Zones | Overlay::Supply | Overlay::Room if table.sight.stacks.is_empty() => Some("no unit is on the map yet"),
            Overlay::Areas if table.rules().book.ground.regions.is_empty() => Some("this map has no regions"),
            _ => None,
        }
    }

    /// Whether one is on.
    pub fn has(&self, overlay: Overlay) -> bool {
        self.on.contains(&overlay)
    }

    /// Switches one on or off.
    pub fn toggle(&mut self, overlay: Overlay) {
        match self.on.iter().position(|o| *o == overlay) {
            Some(at) => drop(self.on.remove(at)),
            None => self.on.push(overlay),
        }
    }

    /// Asks the rules for what the overlays that are on need, if anything has changed. `unit`: the counter pointed at or selected.
    pub fn follow(&mut self, table: &mut Tabletop, unit: Option<UnitId>) {
        let asked = Asked { version: table.version, on: self.on.clone(), unit };
        if self.asked.as_ref() == Some(&asked) {
            return;
        }
        self.asked = Some(asked);
        let (eyes, scope) = table.eyes();
        let of_viewer = |side: Side| scope == Scope::Either || (scope == Scope::Own && side == eyes);
        let at = unit.and_then(|unit| super::view::hex_of(table, Target::Unit(unit)));
        let reel = matches!(table.stage, Showing::Reel(_));
        let zones = self.has(Overlay::Zones) && !reel;
        self.zones = [Side(0), Side(1)].map(|side| match zones {
            true if of_viewer(side) => play::own_zone(&mut table.world, side),
            true => play::zone(&mut table.world, side),
            false => Vec::new(),
        });
        self.possible = if zones && scope == Scope::Own { play::possible_zone(&mut table.world, eyes.other()) } else { Vec::new() };
        if self.ranged.is_none() {
            let units = table.rules().book.units.len() as u16;
            let far = (0..units).any(|unit| play::range(&mut table.world, UnitId(unit)).is_some());
            self.ranged = Some(far || [Side(0), Side(1)].into_iter().any(|side| !play::air_cover(&mut table.world, side).is_empty()));
        }
        self.supplied.clear();
        if self.has(Overlay::Supply) && !reel {
            let known = |seen: &Seen| if let Seen::Known(unit, status) = seen { of_viewer(status.side).then_some(*unit) } else { None };
            let own: Vec<(Hex, UnitId)> = table.sight.stacks.iter().flat_map(|(hex, stack)| stack.iter().filter_map(known).map(|unit| (*hex, unit))).collect();
            for (hex, unit) in own {
                if let Some(trace) = play::supply_line(&mut table.world, unit) {
                    *self.supplied.entry(hex).or_insert(true) &= trace.cut.is_none();
                }
            }
        }
        self.covered = [Side(0), Side(1)].map(|side| if self.has(Overlay::Range) && !reel { play::air_cover(&mut table.world, side) } else { Vec::new() });
        self.guns = if self.has(Overlay::Range) && !reel { threats::guns(table) } else { Default::default() };
        self.threat = if self.has(Overlay::Threat) && !reel && scope != Scope::Common { threats::of(table, eyes) } else { None };
        self.room.clear();
        if self.has(Overlay::Room) && !reel {
            let own = |stack: &Vec<Seen>| stack.iter().find_map(|seen| if let Seen::Known(_, status) = seen { Some(status.side) } else { None });
            let hexes: Vec<(Hex, Side)> =
                table.sight.stacks.iter().filter_map(|(hex, stack)| Some((*hex, own(stack)?))).filter(|(_, side)| of_viewer(*side)).collect();
            self.room = hexes.into_iter().filter_map(|(hex, side)| Some((hex, play::stack_load(&mut table.world, side, hex)?))).collect();
        }
        // Only of one's own counters: where an enemy draws supply from may depend on what one cannot see.
        let own = unit.filter(|unit| !reel && side_of(table, *unit).is_some_and(of_viewer));
        self.supply = own.filter(|_| self.has(Overlay::Supply)).zip(at).and_then(|(unit, hex)| {
            let trace = play::supply_line(&mut table.world, unit)?;
            Some(SupplyLine::of(table, hex, &trace, LineKind::Own))
        });
        self.battle = if table.preview.is_some() && !reel { battle_lines(table, eyes) } else { Vec::new() };
        self.range = unit.filter(|_| self.has(Overlay::Range)).zip(at).and_then(|(unit, hex)| Some((hex, play::range(&mut table.world, unit)?)));
    }
}

/// The lines of all units in the battle on the sheet, each once.
fn battle_lines(table: &mut Tabletop, eyes: Side) -> Vec<SupplyLine> {
    let mut lines: Vec<SupplyLine> = Vec::new();
    for line in play::battle_lines(&mut table.world) {
        let Some(from) = super::view::hex_of(table, Target::Unit(line.unit)) else { continue };
        let kind = match line.convoy {
            Some(_) => LineKind::Convoy,
            None if side_of(table, line.unit) == Some(eyes) => LineKind::Own,
            None => LineKind::Enemy,
        };
        let line = SupplyLine::of(table, from, &line.trace, kind);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

fn side_of(table: &Tabletop, unit: UnitId) -> Option<Side> {
    table.sight.stacks.values().flatten().find_map(|seen| match seen {
        Seen::Known(known, status) if *known == unit => Some(status.side),
        _ => None,
    })
}

/// Everything an overlay is drawn with.
pub struct OverlayCanvas<'a> {
    /// Where to.
    pub painter: &'a Painter,
    /// From where.
    pub camera: &'a Camera,
    /// On what.
    pub art: &'a MapArt,
    /// The visible part, if `camera` covers more.
    pub seen: Rect,
}

impl OverlayCanvas<'_> {
    /// The corners of a hex on the screen, if it is in view.
    pub fn corners(&self, hex: Hex) -> Option<[Pos2; 6]> {
        let corners = self.art.corners(hex)?.map(|c| self.camera.to_screen(c));
        let bounds = Rect::from_points(&corners);
        self.camera.view.intersects(bounds).then_some(corners)
    }

    /// The middle of a hex on the screen.
    pub fn middle(&self, hex: Hex) -> Option<Pos2> {
        self.art.center(hex).map(|c| self.camera.to_screen(c))
    }

    /// Fills hexes.
    pub(super) fn fill<'h>(&self, hexes: impl IntoIterator<Item = &'h Hex>, color: Color32) {
        hexes.into_iter().filter_map(|hex| self.corners(*hex)).for_each(|corners| draw::fill(self.painter, &corners, color));
    }

    /// The sides between these hexes and all others.
    pub(super) fn outline(&self, hexes: &BTreeSet<Hex>) -> Vec<[Pos2; 2]> {
        let mut sides = Vec::new();
        for hex in hexes {
            let (Some(corners), Some(middle)) = (self.corners(*hex), self.middle(*hex)) else { continue };
            for n in 0..6 {
                let (a, b) = (corners[n], corners[(n + 1) % 6]);
                // The neighbor across this side lies as far behind it as the middle before it.
                let across = self.camera.to_map(a + (b - a) * 0.5 + (a + (b - a) * 0.5 - middle) * 0.5);
                if self.art.hex_at(across).is_none_or(|other| !hexes.contains(&other)) {
                    sides.push([a, b]);
                }
            }
        }
        sides
    }
}

const ENEMY: Color32 = Color32::from_rgb(0xa3, 0x24, 0x1c);
const OWN: Color32 = Color32::from_rgb(0x12, 0x50, 0x8f);
const SUPPLY: Color32 = Color32::from_rgb(0x0f, 0x70, 0x52);
const VIOLET: Color32 = Color32::from_rgb(0x6a, 0x2f, 0xa0);

/// Draws what goes below the counters.
pub fn below(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView, safe: bool) {
    let overlays = &view.overlays;
    let (eyes, _) = table.eyes();
    let width = if safe { 2.4 } else { 1.6 };
    if overlays.has(Overlay::Areas) {
        areas(sheet, table);
    }
    for side in [Side(0), Side(1)] {
        let enemy = side != eyes;
        let (color, way, letter) = if enemy { (ENEMY, vec2(1.0, -1.0), "z") } else { (OWN, vec2(1.0, 1.0), "o") };
        for hex in &overlays.zones[side.at()] {
            let Some(corners) = sheet.corners(*hex) else { continue };
            let zoom = sheet.camera.zoom;
            draw::hatch(sheet.painter, &draw::inset(&corners, 0.04), (zoom * 0.13).max(5.0), way, Stroke::new(width, color.gamma_multiply(0.75)));
            if zoom > 30.0 && !table.sight.stacks.contains_key(hex) {
                let at = Rect::from_points(&corners).center() + vec2(if enemy { zoom * 0.12 } else { -zoom * 0.12 }, 0.0);
                draw::haloed(sheet.painter, at, Align2::CENTER_CENTER, letter, Face::NarrowBlack, (zoom * 0.24).clamp(10.0, 22.0), color);
            }
        }
    }
    for hex in &overlays.possible {
        // Dotted: nobody knows.
        if let Some(corners) = sheet.corners(*hex) {
            let mut ring = draw::inset(&corners, 0.14).to_vec();
            ring.push(ring[0]);
            sheet.painter.extend(Shape::dotted_line(&ring, ENEMY, 6.0, width * 0.9));
            if sheet.camera.zoom > 30.0 && !table.sight.stacks.contains_key(hex) {
                let size = (sheet.camera.zoom * 0.24).clamp(10.0, 22.0);
                draw::haloed(sheet.painter, Rect::from_points(&corners).center(), Align2::CENTER_CENTER, "z?", Face::NarrowBlack, size, ENEMY);
            }
        }
    }
    let threatened = overlays.threat.iter().flat_map(|(reached, _)| reached);
    for hex in threatened {
        if let Some(corners) = sheet.corners(*hex) {
            draw::fill(sheet.painter, &corners, ENEMY.gamma_multiply(0.16));
        }
    }
    if let Some((reached, _)) = &overlays.threat {
        threats::edge(sheet, reached, ENEMY, width);
    }
    if overlays.has(Overlay::Owner) {
        owners(sheet, table);
    }
    for side in [Side(0), Side(1)] {
        cover(sheet, table, side, &overlays.covered[side.at()], width);
        threats::edge(sheet, &overlays.guns[side.at()], if side == eyes { VIOLET } else { ENEMY }, width);
    }
}

/// Draws what concerns the counter under the pointer, and the supply lines of a battle.
pub fn pointed(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    if let Some((from, hexes)) = view.overlays.range {
        range(sheet, table, from, hexes);
    }
    super::advice::arrows(sheet, table);
    for line in view.overlays.battle.iter().chain(&view.overlays.supply) {
        supply(sheet, line);
    }
}

fn areas(sheet: &OverlayCanvas, table: &Tabletop) {
    let ground = &table.rules().book.ground;
    const TINTS: [Color32; 6] = [
        Color32::from_rgb(0x8a, 0x4f, 0x9e),
        Color32::from_rgb(0xc9, 0x8a, 0x22),
        Color32::from_rgb(0x3f, 0x6f, 0xb5),
        Color32::from_rgb(0xb5, 0x4a, 0x4a),
        Color32::from_rgb(0x3d, 0x8a, 0x6a),
        Color32::from_rgb(0x7a, 0x6a, 0x50),
    ];
    let mut sums: BTreeMap<char, (egui::Vec2, f32)> = BTreeMap::new();
    for ix in ground.grid.all() {
        let letter = ground.region_letter(ix);
        let Some(at) = ground.regions.iter().position(|(l, _)| *l == letter) else { continue };
        let hex = ground.grid.hex(ix);
        if let Some(corners) = sheet.corners(hex) {
            draw::fill(sheet.painter, &corners, TINTS[at % TINTS.len()].gamma_multiply(0.18));
            let middle = Rect::from_points(&corners).center();
            if !sheet.seen.contains(middle) {
                continue; // a name stands where it is seen
            }
            let sum = sums.entry(letter).or_default();
            sum.0 += middle.to_vec2();
            sum.1 += 1.0;
        }
    }
    for (letter, (sum, n)) in sums {
        let Some((_, region)) = ground.regions.iter().find(|(l, _)| *l == letter) else { continue };
        let size = (sheet.camera.zoom * 0.42).clamp(14.0, 34.0);
        draw::haloed(sheet.painter, (sum / n).to_pos2(), Align2::CENTER_CENTER, &region.name.to_uppercase(), Face::Serif, size, INK);
    }
}

/// The side of each nation: that of most of its visible counters. It may depend on the scenario, and change.
fn allegiances(table: &Tabletop) -> Vec<Side> {
    let book = &table.rules().book;
    let mut counters = vec![[0_usize; 2]; book.nations.len()];
    for seen in table.sight.stacks.values().chain(table.sight.boxes.values()).flatten() {
        if let Seen::Known(unit, status) = seen {
            counters[book.units[unit.at()].nation.value.at()][status.side.at()] += 1;
        }
    }
    let most = |(nation, counters): (&Nation, &[usize; 2])| match counters[0].cmp(&counters[1]) {
        Ordering::Greater => Side(0),
        Ordering::Less => Side(1),
        Ordering::Equal => nation.side,
    };
    book.nations.iter().zip(&counters).map(most).collect()
}

/// A place that somebody holds.
struct Held {
    hex: Hex,
    side: Side,
    /// The nation that owns it, in games in which nations do.
    owner: Option<NationId>,
}

impl Held {
    /// The color it is shown in, its letters, and their color.
    fn look<'a>(&self, book: &'a Tables) -> (Color32, &'a str, Color32) {
        match self.owner {
            Some(nation) => (rgb(book.look.nation(nation).body), &book.nations[nation.at()].id, rgb(book.look.nation(nation).print)),
            None => (rgb(book.look.side(self.side).map), &book.look.side(self.side).letter, Color32::WHITE),
        }
    }
}

/// Every place that somebody holds, and who.
fn held(table: &Tabletop) -> impl Iterator<Item = Held> {
    let book = &table.rules().book;
    let ground = &book.ground;
    let allegiances = allegiances(table);
    let side_named = move |name: &str| {
        let by_side = book.sides.iter().position(|s| s == name).map(|n| Side(n as u8));
        by_side.or_else(|| book.nations.iter().position(|n| n.id == name || n.name == name).map(|n| allegiances[n]))
    };
    // Places that the map tags so are never held by anybody, nor is what is only a name on the map, like that of a lake.
    let matters = |ix: &Ix| ground.sites(*ix).any(|site| site.kind != "label" && !site.tags.iter().any(|tag| tag == "no_control"));
    ground.grid.all().filter(matters).filter_map(move |ix| {
        let hex = ground.grid.hex(ix);
        let printed = ground.holders.get(&hex).map_or(ground.region(ix).holder.as_str(), String::as_str);
        let owner = table.sight.owned.get(&hex).copied();
        let side = table.sight.held.get(&hex).copied().unwrap_or_else(|| side_named(owner.map_or(printed, |nation| &book.nations[nation.at()].id)));
        Some(Held { hex, side: side?, owner })
    })
}

/// A disc at the upper left of every place with the letter of the side that holds it, visible at a glance with or without counters.
fn holders(sheet: &OverlayCanvas, table: &Tabletop) {
    let zoom = sheet.camera.zoom;
    let radius = (zoom * 0.13).clamp(3.0, 11.0);
    for place in held(table) {
        let (hex, side) = (place.hex, place.side);
        let Some(at) = sheet.middle(hex).map(|at| at + vec2(-zoom * 0.36, -zoom * 0.27)) else { continue };
        if !sheet.camera.view.expand(radius).contains(at) {
            continue;
        }
        let (color, letters, ink) = place.look(&table.rules().book);
        // A disc for one side, a diamond for the other: color never speaks alone.
        if side == Side(0) {
            sheet.painter.circle(at, radius, color, Stroke::new(1.2, Color32::WHITE));
        } else {
            let points = [vec2(0.0, -1.25), vec2(1.25, 0.0), vec2(0.0, 1.25), vec2(-1.25, 0.0)].map(|v| at + v * radius);
            sheet.painter.add(Shape::convex_polygon(points.to_vec(), color, Stroke::new(1.2, Color32::WHITE)));
        }
        if radius >= 5.0 {
            let size = radius * if letters.chars().count() > 1 { 0.9 } else { 1.35 };
            sheet.painter.text(at, Align2::CENTER_CENTER, letters, Face::NarrowBlack.at(size), ink);
        }
    }
}

fn owners(sheet: &OverlayCanvas, table: &Tabletop) {
    let book = &table.rules().book;
    for place in held(table) {
        let Some(corners) = sheet.corners(place.hex) else { continue };
        let (color, letters, ink) = place.look(book);
        let width = (sheet.camera.zoom * 0.06).max(2.0);
        let ring = draw::inset(&corners, 0.08).to_vec();
        // Pale nations lie on pale land: a dark edge holds their color together, and their letters have a plate.
        sheet.painter.add(Shape::closed_line(ring.clone(), Stroke::new(width + 1.6, Color32::from_black_alpha(150))));
        sheet.painter.add(Shape::closed_line(ring, Stroke::new(width, color)));
        let at = Rect::from_points(&corners).center() - vec2(0.0, sheet.camera.zoom * 0.3);
        draw::plate(sheet.painter, at, letters, (sheet.camera.zoom * 0.2).clamp(10.0, 18.0), ink, color);
    }
}

/// Hexes in range of a side's airpower: dotted in its color, upright strokes, its letter.
fn cover(sheet: &OverlayCanvas, table: &Tabletop, side: Side, hexes: &[Hex], width: f32) {
    let look = table.rules().book.look.side(side);
    let (color, zoom) = (rgb(look.map), sheet.camera.zoom);
    for hex in hexes {
        let Some(corners) = sheet.corners(*hex) else { continue };
        let inner = draw::inset(&corners, 0.06);
        draw::fill(sheet.painter, &inner, color.gamma_multiply(0.14));
        draw::hatch(sheet.painter, &inner, (zoom * 0.2).max(7.0), vec2(0.0, 1.0), Stroke::new(width * 0.8, color.gamma_multiply(0.6)));
        if zoom > 30.0 && !table.sight.stacks.contains_key(hex) {
            let at = Rect::from_points(&corners).center();
            draw::haloed(sheet.painter, at, Align2::CENTER_CENTER, &look.letter, Face::NarrowBlack, (zoom * 0.2).clamp(10.0, 18.0), color);
        }
    }
}

fn range(sheet: &OverlayCanvas, table: &Tabletop, from: Hex, hexes: u8) {
    let grid = &table.rules().book.ground.grid;
    let Some(middle) = grid.ix(from) else { return };
    for ix in grid.all().filter(|ix| grid.distance(middle, *ix) == u32::from(hexes)) {
        if let Some(corners) = sheet.corners(grid.hex(ix)) {
            let mut ring = draw::inset(&corners, 0.14).to_vec();
            ring.push(ring[0]);
            sheet.painter.extend(Shape::dotted_line(&ring, VIOLET, 6.0, 1.8));
        }
    }
    if let Some(at) = sheet.middle(from) {
        draw::plate(sheet.painter, at - vec2(0.0, sheet.camera.zoom * 0.45), &format!("range {hexes}"), 11.0, Color32::WHITE, VIOLET);
    }
}

/// Draws what goes above the counters.
pub fn above(sheet: &OverlayCanvas, table: &Tabletop, view: &TableView) {
    let zoom = sheet.camera.zoom;
    if table.rules().book.look.holders && !view.overlays.has(Overlay::Owner) {
        holders(sheet, table);
    }
    if view.overlays.has(Overlay::Goals) {
        for tally in &table.standing.tallies {
            let Some(at) = tally.hex.and_then(|hex| sheet.middle(hex)).filter(|at| sheet.camera.view.expand(40.0).contains(*at)) else { continue };
            if tally.halves == 0 && !tally.decides {
                // Part of a condition that counts as a whole: no flag, only whether it is met.
                let (fill, size) = (if tally.met { Color32::from_rgb(0xf5, 0xd0, 0x3c) } else { Color32::WHITE }, (zoom * 0.07).clamp(3.0, 7.0));
                sheet.painter.circle(at + vec2(zoom * 0.36, -zoom * 0.3), size, fill, Stroke::new(1.2, Color32::BLACK));
                continue;
            }
            let word = if tally.decides { "!".to_owned() } else { crate::board::Points(tally.halves as i16).to_string() };
            draw::flag(sheet.painter, at + vec2(zoom * 0.36, -zoom * 0.34), (zoom * 0.3).clamp(12.0, 26.0), &word, tally.met);
        }
    }
    for (hex, enemies) in view.overlays.threat.iter().flat_map(|(_, stacks)| stacks) {
        let Some(at) = sheet.middle(*hex).map(|at| at + vec2(zoom * 0.3, zoom * 0.34)) else { continue };
        draw::plate(sheet.painter, at, &format!("{enemies}!"), (zoom * 0.18).clamp(10.0, 15.0), Color32::WHITE, ENEMY);
    }
    for (hex, supplied) in &view.overlays.supplied {
        let Some(at) = sheet.middle(*hex).map(|at| at + vec2(-zoom * 0.3, zoom * 0.34)) else { continue };
        if *supplied {
            sheet.painter.circle(at, (zoom * 0.1).clamp(4.0, 8.0), SUPPLY, Stroke::new(1.5, Color32::WHITE));
        } else {
            draw::plate(sheet.painter, at + vec2(zoom * 0.3, 0.0), "no supply", (zoom * 0.16).clamp(9.0, 13.0), Color32::WHITE, ENEMY);
        }
    }
    for (hex, (used, limit)) in &view.overlays.room {
        let Some(at) = sheet.middle(*hex) else { continue };
        let size = (zoom * 0.09).clamp(5.0, 9.0);
        let places = (*used).max(*limit).min(8);
        for place in 0..places {
            let corner = at + vec2((f32::from(place) - f32::from(places) / 2.0) * (size + 2.0), zoom * 0.36);
            let rect = Rect::from_min_size(corner, vec2(size, size));
            let fill = if place < *used { Color32::BLACK } else { Color32::WHITE };
            let edge = if place >= *limit { ENEMY } else { Color32::BLACK };
            sheet.painter.rect(rect, 1.0, fill, Stroke::new(1.2, edge), StrokeKind::Outside);
        }
    }
}

/// Long dashes to the source, S; short ones for the enemy's lines. Dots to a convoy that would have to be spent, C. The part behind a cut is dotted
/// thinly.
fn supply(sheet: &OverlayCanvas, line: &SupplyLine) {
    let points: Vec<Pos2> = line.path.iter().filter_map(|hex| sheet.middle(*hex)).collect();
    let cut_at = line.cut.and_then(|hex| line.path.iter().position(|h| *h == hex));
    let (open, closed) = points.split_at(cut_at.map_or(points.len(), |at| at + 1).min(points.len()));
    let (color, letter) = match line.kind {
        LineKind::Own => (SUPPLY, "S"),
        LineKind::Enemy => (ENEMY, "S"),
        LineKind::Convoy => (VIOLET, "C"),
    };
    sheet.painter.add(Shape::line(open.to_vec(), Stroke::new(6.0, Color32::WHITE)));
    match line.kind {
        LineKind::Own => sheet.painter.extend(Shape::dashed_line(open, Stroke::new(3.2, color), 12.0, 6.0)),
        LineKind::Enemy => sheet.painter.extend(Shape::dashed_line(open, Stroke::new(3.2, color), 6.0, 4.0)),
        LineKind::Convoy => sheet.painter.extend(Shape::dotted_line(open, color, 8.0, 2.6)),
    }
    if let (Some(cut), Some(first)) = (open.last().filter(|_| cut_at.is_some()), closed.first()) {
        sheet.painter.extend(Shape::dotted_line(&[&[*cut, *first], closed].concat(), color, 7.0, 1.6));
    }
    if let Some(at) = cut_at.and(open.last()) {
        for (width, color) in [(7.0, Color32::WHITE), (4.0, Color32::BLACK)] {
            sheet.painter.line_segment([*at - vec2(9.0, 9.0), *at + vec2(9.0, 9.0)], Stroke::new(width, color));
            sheet.painter.line_segment([*at + vec2(-9.0, 9.0), *at + vec2(9.0, -9.0)], Stroke::new(width, color));
        }
        draw::plate(sheet.painter, *at + vec2(0.0, 20.0), "cut here", 11.0, Color32::WHITE, Color32::BLACK);
    } else if let Some(source) = points.last() {
        sheet.painter.circle(*source, 9.0, color, Stroke::new(2.0, Color32::WHITE));
        sheet.painter.text(*source, Align2::CENTER_CENTER, letter, Face::NarrowBlack.at(12.0), Color32::WHITE);
        if line.kind == LineKind::Convoy {
            draw::plate(sheet.painter, *source + vec2(0.0, 20.0), "after spending this convoy", 11.0, Color32::WHITE, color);
        }
    }
}

/// A table's color.
pub fn rgb(color: crate::board::look::Rgb) -> Color32 {
    let [r, g, b] = color.parts();
    Color32::from_rgb(r, g, b)
}

/// The rail of overlays on the left.
pub fn rail(ui: &mut Ui, frame: &Frame, table: &Tabletop, view: &mut TableView) {
    let size = vec2(frame.rail.width() - 8.0, ((frame.rail.height() - 96.0) / 9.0 - 4.0).clamp(34.0, 46.0));
    let mut top = frame.rail.top() + 6.0;
    for (n, overlay) in Overlay::ALL.into_iter().enumerate() {
        let rect = Rect::from_min_size(pos2(frame.rail.left() + 4.0, top), size);
        top += size.y + 4.0;
        let response = ui.interact(rect, egui::Id::new(("overlay", n)), Sense::click());
        let (word, long) = overlay.words();
        let idle = view.overlays.idle(overlay, table);
        if response.clicked() && (idle.is_none() || view.overlays.has(overlay)) {
            view.overlays.toggle(overlay);
        }
        let on = view.overlays.has(overlay) && idle.is_none();
        let fill = if on {
            BRASS
        } else if response.hovered() {
            widgets::lighter(RAISE)
        } else {
            RAISE
        };
        let ink = match (on, idle) {
            (true, _) => BRASS_INK,
            (_, Some(_)) => MUTE.gamma_multiply(0.6),
            _ => TEXT,
        };
        ui.painter().rect(rect, 4.0, fill, Stroke::new(1.0, LINE), StrokeKind::Inside);
        ui.painter().text(rect.center() - vec2(0.0, 7.0), Align2::CENTER_CENTER, word, Face::NarrowBold.at(12.5), ink);
        ui.painter().text(rect.center() + vec2(0.0, 9.0), Align2::CENTER_CENTER, (n + 1).to_string(), Face::Narrow.at(11.0), if on { BRASS_INK } else { MUTE });
        response.on_hover_text(idle.map_or_else(|| long.to_owned(), |why| format!("Nothing to show: {why}.")));
    }
    for (n, (word, key)) in [("Fit", "F"), ("Bare", "hold H")].into_iter().enumerate() {
        let rect = Rect::from_min_size(pos2(frame.rail.left() + 4.0, frame.rail.bottom() - 40.0 * (2 - n) as f32), vec2(size.x, 36.0));
        let response = ui.interact(rect, egui::Id::new(("rail", n)), Sense::click_and_drag());
        ui.painter().rect(rect, 4.0, if response.hovered() { widgets::lighter(RAISE) } else { RAISE }, Stroke::new(1.0, LINE), StrokeKind::Inside);
        ui.painter().text(rect.center() - vec2(0.0, 7.0), Align2::CENTER_CENTER, word, Face::NarrowBold.at(12.5), TEXT);
        ui.painter().text(rect.center() + vec2(0.0, 8.0), Align2::CENTER_CENTER, key, Face::Narrow.at(10.5), MUTE);
        if n == 0 && response.clicked() {
            view.camera = None;
        }
        if n == 1 && response.is_pointer_button_down_on() {
            view.bare = true;
        }
        response.on_hover_text(if n == 0 { "the whole map in view" } else { "hides all counters while pressed" });
    }
}
