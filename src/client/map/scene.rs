//! Everything about a map that does not depend on the camera, prepared once.

use super::borders::Borders;
use super::courses::{Course, courses};
use super::land::valley;
use super::lines::{Bundle, Spread, Tiles, beads};
use super::look::Kind;
use super::noise::Noise;
use super::places::Places;
use super::plane::{Plane, Shared};
use super::sides::{OUT_OF_PLAY, Work, hatch, is_out, works};
use super::stamps::Stamps;
use super::water::{Field, WATER_LINES, Water};
use super::ways::ways;
use crate::board::look::MapLook;
use crate::board::{Chart, Ground, Hex, Ix, SideKind, Survey, Way};
use crate::cartography::{Shore, each_side};
use bevy_egui::egui::{Pos2, Vec2};
use std::sync::Arc;

/// A railway: the curves, and ties at regular distances.
pub(super) struct Rails {
    pub curves: Bundle,
    /// Place, direction and number of each tie.
    pub ticks: Spread<(Pos2, Vec2, u32)>,
}

/// The distance between ties.
const TICK: f32 = 0.10;

impl Rails {
    fn new(tiles: Tiles, curves: Vec<Vec<Pos2>>) -> Rails {
        let mut ticks = Spread::new(tiles);
        for curve in &curves {
            for (i, (at, along)) in beads(curve, TICK).into_iter().enumerate() {
                ticks.put(at, (at, along, i as u32));
            }
        }
        Rails { curves: Bundle::new(tiles, curves), ticks }
    }
}

/// A map, ready to be drawn.
pub(super) struct Scene {
    pub plane: Plane,
    pub kinds: Vec<Kind>,
    pub tiles: Tiles,
    pub noise: Noise,
    pub water: Water,
    /// The distance to the nearest road or railway, as far as it matters for names.
    pub ways: Field,
    pub valleys: Field,
    pub shore: Bundle,
    pub water_lines: Bundle,
    pub out_of_play: Spread<[Pos2; 2]>,
    pub stamps: Stamps,
    pub borders: Borders,
    pub courses: Vec<Course>,
    pub rivers: Bundle,
    pub rails: Rails,
    /// The railway that a game fights for, drawn twice as wide.
    pub trunk: Rails,
    pub roads: Bundle,
    pub works: Spread<(Work, Shared)>,
    pub grid: Spread<[Pos2; 2]>,
    pub places: Places,
    /// Who holds the trunk line from here on, wherever that changes.
    pub holders: Vec<(Pos2, char)>,
    /// How far the baseline of each hex's number is from the center.
    pub numbers: Vec<f32>,
}

/// How finely valleys are sampled.
const VALLEY_CELLS: f32 = 12.0;
/// Half the width of a river's valley and of a road's cutting, and how deep the latter is by comparison.
const RIVER_BED: f32 = 0.10;
const ROAD_BED: f32 = 0.06;
const ROAD_DEPTH: f32 = 0.7;
/// How far a valley reaches.
const VALLEY_REACH: f32 = 0.36;

impl Scene {
    pub(crate) fn new(ground: Arc<Ground>, chart: &Chart, look: &MapLook, shore: Option<&Shore>) -> Scene {
        let plane = Plane::new(ground, look.clone());
        let ground = plane.ground.clone();
        let kinds: Vec<Kind> = plane.all().map(|ix| Kind::of(&ground, chart.hex(&ground, ix), ix)).collect();
        let tiles = Tiles::new(plane.extent);
        let noise = Noise::new();
        let water = Water::new(&plane, &kinds, &noise, shore);
        let courses = courses(&plane, &water);
        let roads = ways(&plane, &ground.roads, SideKind::Road);
        let [rails, trunk] = split(&plane).map(|rails| ways(&plane, &rails, SideKind::Rail));
        let roads_near = distances(&plane, &roads, 3);
        let mut ways_near = distances(&plane, &rails, 4);
        ways_near.change(plane.extent.expand(1.0), |at, rail| rail.min(roads_near.at(at)));
        let rivers_near = distances(&plane, &courses.iter().map(|course| course.points.clone()).collect::<Vec<_>>(), 4);
        let water_lines = WATER_LINES.iter().flat_map(|level| water.shore.contours(-level)).collect();
        let survey = Survey::new(&ground, chart);
        let initial = |hex: Hex| ground.grid.ix(hex).and_then(|ix| survey.holder(ix).chars().next());
        Scene {
            holders: holders(&plane, initial),
            numbers: plane.all().map(|ix| number_seat(plane.center(ix), &rivers_near, &ways_near)).collect(),
            valleys: valleys(&plane, rivers_near, &roads_near),
            ways: ways_near,
            shore: Bundle::new(tiles, water.shore.contours(0.0)),
            water_lines: Bundle::new(tiles, water_lines),
            out_of_play: hatch(&plane, &water, tiles, OUT_OF_PLAY, |ix| is_out(kinds[ix.at()])),
            stamps: Stamps::new(&plane, &kinds, &water, tiles),
            borders: Borders::new(&plane, &kinds, tiles),
            rivers: Bundle::new(tiles, courses.iter().map(|course| course.points.clone()).collect()),
            courses,
            rails: Rails::new(tiles, rails),
            trunk: Rails::new(tiles, trunk),
            roads: Bundle::new(tiles, roads),
            works: works(&plane, tiles),
            grid: grid(&plane, tiles),
            places: Places::new(&plane, tiles),
            plane,
            kinds,
            tiles,
            noise,
            water,
        }
    }
}

/// Railways without the trunk line, and the trunk line.
fn split(plane: &Plane) -> [Vec<Way>; 2] {
    let ground = &plane.ground;
    let trunk: Vec<_> = trunk(plane).map(|ix| ground.grid.hex(ix)).collect();
    ground.rails.iter().cloned().partition(|way| trunk.is_empty() || !way.hexes.iter().all(|hex| trunk.contains(&hex.value))).into()
}

/// The hexes of the trunk line, if the map has one.
fn trunk(plane: &Plane) -> impl Iterator<Item = Ix> + '_ {
    let line = plane.look.trunk.as_ref().and_then(|name| plane.ground.lines.get(name));
    line.into_iter().flatten().copied()
}

/// The places of the trunk line where its holder changes, and who holds it from there on.
fn holders(plane: &Plane, of: impl Fn(Hex) -> Option<char>) -> Vec<(Pos2, char)> {
    let mut changes: Vec<(Pos2, char)> = Vec::new();
    for ix in trunk(plane) {
        let Some(holder) = of(plane.ground.grid.hex(ix)) else { continue };
        if changes.last().is_none_or(|(_, last)| *last != holder) {
            changes.push((plane.center(ix), holder));
        }
    }
    changes
}

/// How far each point is from the nearest of some lines.
fn distances(plane: &Plane, lines: &[Vec<Pos2>], step: usize) -> Field {
    let mut field = Field::new(plane.extent, VALLEY_CELLS, VALLEY_REACH);
    lines.iter().for_each(|line| field.near(&every(line, step), VALLEY_REACH));
    field
}

/// How much each point is in the valley of a river or the cutting of a road.
fn valleys(plane: &Plane, mut rivers: Field, roads: &Field) -> Field {
    rivers.change(plane.extent.expand(1.0), |at, river| valley(river, RIVER_BED).max(ROAD_DEPTH * valley(roads.at(at), ROAD_BED)));
    rivers
}

/// Where the baseline of a number may go, best first; half its width and height; how far a river or a road must stay from it.
const NUMBER_SEATS: [f32; 6] = [-0.40, -0.36, -0.32, -0.28, 0.46, 0.42];
const NUMBER_HALF: (f32, f32) = (0.13, 0.045);
const NUMBER_CLEAR: f32 = 0.115;

/// Where the number of a hex is clear of rivers, and if possible of roads; else as clear as possible.
fn number_seat(middle: Pos2, rivers: &Field, ways: &Field) -> f32 {
    let free = |field: &Field, seat: f32| {
        let at = |x: f32| field.at(middle + Vec2::new(x, seat - NUMBER_HALF.1));
        [-NUMBER_HALF.0, 0.0, NUMBER_HALF.0].into_iter().map(at).fold(f32::MAX, f32::min)
    };
    let dry = |seat: &f32| free(rivers, *seat) >= NUMBER_CLEAR;
    let clear = NUMBER_SEATS.into_iter().find(|seat| dry(seat) && free(ways, *seat) >= NUMBER_HALF.1);
    let best = || NUMBER_SEATS.into_iter().reduce(|a, b| if free(rivers, b) > free(rivers, a) { b } else { a });
    clear.or_else(|| NUMBER_SEATS.into_iter().find(dry)).or_else(best).unwrap_or(NUMBER_SEATS[0])
}

/// Every `step`-th point of a line, and its last.
fn every(line: &[Pos2], step: usize) -> Vec<Pos2> {
    line.iter().step_by(step).chain(line.last()).copied().collect()
}

/// Every side once.
fn grid(plane: &Plane, tiles: Tiles) -> Spread<[Pos2; 2]> {
    let mut sides = Spread::new(tiles);
    each_side(&plane.ground.grid).for_each(|(ix, dir)| sides.put(plane.center(ix), plane.side(ix, dir)));
    sides
}
