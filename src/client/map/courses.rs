//! Rivers: chains of hexsides drawn as winding lines that end in each other, in lakes or in the sea.

use super::lines::{chaikin, stray};
use super::plane::Plane;
use super::water::Water;
use crate::cartography::river_corners;
use crate::client::ink::perp;
use bevy_egui::egui::Pos2;
use std::collections::BTreeMap;

/// A river or a part of one.
pub(super) struct Course {
    pub name: String,
    pub major: bool,
    /// From spring to mouth; on land all along.
    pub points: Vec<Pos2>,
    /// Whether it begins at a spring, and not in a lake or another river.
    pub spring: bool,
}

/// How far a river is extended to reach water close to its last corner.
const REACH: f32 = 0.5;

/// The winding line before it is smoothed: corners, and two points between each two.
fn winding(plane: &Plane, corners: &[hexx::Hex], seed: i32) -> Vec<Pos2> {
    let mut line: Vec<Pos2> = corners.first().map(|key| plane.corner(*key)).into_iter().collect();
    for pair in corners.windows(2) {
        let (from, to) = (plane.corner(pair[0]), plane.corner(pair[1]));
        line.extend(stray(from, to, seed));
        line.push(to);
    }
    line
}

/// All rivers of the map.
pub(super) fn courses(plane: &Plane, water: &Water) -> Vec<Course> {
    let rivers = &plane.ground.rivers;
    let keys: Vec<Vec<hexx::Hex>> = rivers.iter().map(|river| river_corners(&plane.ground.grid, river)).collect();
    let mut lines: Vec<Vec<Pos2>> = keys.iter().enumerate().map(|(i, keys)| winding(plane, keys, i as i32)).collect();
    // A smooth line cuts its corners, so what ends at a corner of another river ends where that one passes.
    let mut passed: BTreeMap<(i32, i32), Pos2> = BTreeMap::new();
    for (keys, line) in keys.iter().zip(&lines) {
        for (i, key) in keys.iter().enumerate().skip(1).take(keys.len().saturating_sub(2)) {
            let (a, v, b) = (line[3 * i - 1].to_vec2(), line[3 * i].to_vec2(), line[3 * i + 1].to_vec2());
            passed.entry((key.x, key.y)).or_insert(((a + v * 6.0 + b) / 8.0).to_pos2());
        }
    }
    let mut courses = Vec::new();
    for ((river, keys), line) in rivers.iter().zip(&keys).zip(&mut lines) {
        let [Some(first), Some(last)] = [keys.first(), keys.last()].map(|key| key.map(|key| passed.get(&(key.x, key.y)).copied())) else { continue };
        let count = line.len();
        line[0] = first.unwrap_or(line[0]);
        line[count - 1] = last.unwrap_or(line[count - 1]);
        let mut points = chaikin(line, 2);
        if last.is_none() {
            flow_on(&mut points, water);
        }
        let wet = points.first().is_some_and(|at| !water.is_land(*at));
        for (i, points) in on_land(&points, water).into_iter().enumerate() {
            courses.push(Course { name: river.name.clone(), major: river.major, points, spring: i == 0 && first.is_none() && !wet });
        }
    }
    courses
}

/// Extends a river to water close to its end.
fn flow_on(points: &mut Vec<Pos2>, water: &Water) {
    let Some(mouth) = points.last().copied() else { return };
    let mut way = Vec::new();
    let mut at = mouth;
    while water.is_land(at) {
        let down = water.shore.slope(at) * -1.0;
        at += down * 0.05;
        way.push(at);
        if down.length() < 0.5 || way.len() as f32 * 0.05 > REACH {
            return;
        }
    }
    // Not straight: a bend on the last stretch, gone at either end.
    let (n, aside) = (way.len() as f32, perp((at - mouth).normalized()));
    points.extend(way.into_iter().enumerate().map(|(i, at)| at + aside * (BEND * (std::f32::consts::TAU * (i + 1) as f32 / n).sin() * (n * 0.05).min(1.0))));
}

/// How far the last stretch of a river curves to the side, in hexes.
const BEND: f32 = 0.07;

/// The parts of a line that are on land, each with the points where it leaves the land.
fn on_land(points: &[Pos2], water: &Water) -> Vec<Vec<Pos2>> {
    let mut parts: Vec<Vec<Pos2>> = vec![Vec::new()];
    for ends in points.windows(2) {
        let Some(part) = parts.last_mut() else { break };
        if water.shore.at(ends[0]) > -0.03 || water.shore.at(ends[1]) > -0.03 {
            if part.is_empty() {
                part.push(ends[0]);
            }
            part.push(ends[1]);
        } else if !part.is_empty() {
            parts.push(Vec::new());
        }
    }
    parts.retain(|part| part.len() > 3);
    parts
}
