//! Names of rivers along their courses, and of regions and seas across them.

use super::super::skin::Face;
use super::courses::Course;
use super::look::tint;
use super::plane::Plane;
use super::scene::Scene;
use super::slate::{Slate, TextLine, Type};
use super::water::Field;
use crate::board::{Chart, Ix, Survey};
use crate::cartography::region_titles;
use crate::client::ink::perp;
use bevy_egui::egui::{Color32, Pos2, Rect, Vec2, vec2};

const WATER_INK: Color32 = Color32::from_rgb(0x1d, 0x55, 0x7c);
/// Size of a river's name in hexes, its minimum in points, and the zoom from which it is shown.
const RIVER: f32 = 0.165;
const LEAST_RIVER: f32 = 11.0;
const RIVERS_FROM: f32 = 44.0;
/// A long river is named once in this many hexes.
const EVERY: f32 = 12.0;
/// How far along its course a name may move to find room, step by step.
const SHIFT: f32 = 0.4;
const SHIFTS: usize = 12;
/// A name steeper than this reads badly.
const STEEP: f32 = 1.75;

/// A river to be named: its line, and how far along it each point is.
pub(super) struct Stream {
    name: String,
    points: Vec<Pos2>,
    along: Vec<f32>,
}

impl Stream {
    pub(crate) fn new(course: &Course) -> Stream {
        let mut along = vec![0.0];
        for ends in course.points.windows(2) {
            along.push(along[along.len() - 1] + ends[0].distance(ends[1]));
        }
        Stream { name: course.name.clone(), points: course.points.clone(), along }
    }

    fn length(&self) -> f32 {
        self.along.last().copied().unwrap_or(0.0)
    }

    fn index(&self, at: f32) -> usize {
        self.along.partition_point(|along| *along < at).min(self.points.len() - 1)
    }

    /// A place for a name of a given width around a point of the course: the center of its baseline, and its angle. All in hexes.
    fn seat(&self, at: f32, wide: f32, size: f32, above: bool) -> Option<(Pos2, f32)> {
        let (first, last) = (self.index(at - wide / 2.0), self.index(at + wide / 2.0));
        let (mut from, mut to) = (self.points[first], self.points[last]);
        if to.x < from.x {
            std::mem::swap(&mut from, &mut to);
        }
        let way = to - from;
        if way.length() < wide * 0.55 {
            return None; // it winds too much
        }
        let along = way.normalized();
        let down = perp(along);
        let off = |point: &Pos2| (*point - from).dot(down);
        let points = &self.points[first..=last];
        let (high, low) = points.iter().map(off).fold((f32::MAX, f32::MIN), |(high, low), off| (high.min(off), low.max(off)));
        let shift = if above { high - 0.10 } else { low + 0.08 + size * 0.72 };
        Some((from + along * (way.length() / 2.0) + down * shift, along.angle())).filter(|(_, angle)| angle.abs() < STEEP)
    }
}

/// Small squares that cover a turned name.
fn squares(base: Pos2, angle: f32, wide: f32, size: f32) -> Vec<Rect> {
    let along = Vec2::angled(angle);
    let middle = base - perp(along) * (size * 0.28);
    let count = (wide / size).ceil().max(1.0) as usize;
    let at = |i: usize| middle + along * (wide * ((i as f32 + 0.5) / count as f32 - 0.5));
    (0..count).map(|i| Rect::from_center_size(at(i), Vec2::splat(size * 0.9))).collect()
}

/// Writes the names of rivers that fit, clear of roads and railways if possible.
pub(super) fn rivers(slate: &mut Slate<'_>, streams: &[Stream], ways: &Field) {
    let zoom = slate.camera.zoom;
    if zoom < RIVERS_FROM {
        return;
    }
    let size = (RIVER * zoom).max(LEAST_RIVER);
    let seen = slate.camera.seen();
    let mut written: Vec<(&str, Pos2)> = Vec::new();
    for stream in streams.iter().filter(|stream| stream.points.iter().step_by(8).any(|at| seen.contains(*at))) {
        let kind = Type { face: Face::SerifItalic, size, color: WATER_INK, halo: 0.85, spacing: 0.02 };
        let line = TextLine::new(slate.painter, &stream.name, kind);
        let (wide, length) = (line.width() / zoom, stream.length());
        if length < wide * 1.1 {
            continue;
        }
        let times = (length / EVERY).round().max(1.0);
        for nth in 0..times as usize {
            let middle = length * (nth as f32 + 0.5) / times;
            let shifts = (0..SHIFTS * 2).map(|i| i.div_ceil(2) as f32 * if i % 2 == 0 { SHIFT } else { -SHIFT });
            let places = shifts.map(|shift| middle + shift).filter(|at| (wide / 2.0..length - wide / 2.0).contains(at));
            let seats = places.flat_map(|at| [true, false].into_iter().filter_map(move |above| stream.seat(at, wide, size / zoom, above)));
            let room = |base: Pos2, angle: f32| squares(slate.camera.to_screen(base), angle, line.width(), size);
            let new = |base: Pos2| !written.iter().any(|(name, at)| *name == stream.name && at.distance(base) < EVERY / 2.0);
            let free: Vec<(Pos2, f32)> =
                seats.filter(|(base, angle)| new(*base) && room(*base, *angle).into_iter().all(|square| slate.is_free(square))).collect();
            let clear =
                |(base, angle): &&(Pos2, f32)| room(*base, *angle).into_iter().all(|square| ways.at(slate.camera.to_map(square.center())) > size / zoom * 0.5);
            let Some((base, angle)) = free.iter().find(clear).or(free.first()).copied() else { continue };
            room(base, angle).into_iter().for_each(|square| slate.take(square));
            slate.write(&line, slate.camera.to_screen(base), angle);
            written.push((&stream.name, base));
        }
    }
}

/// A name across a region or a sea.
pub(super) struct Title {
    /// The name, and a shorter one for when it does not fit.
    names: Vec<String>,
    color: Color32,
    sea: bool,
    /// Where its center may go, best first.
    seats: Vec<Pos2>,
    hexes: usize,
    member: Vec<bool>,
}

/// Size of a region's name in hexes, and bounds in points.
const REGION: f32 = 0.29;
const REGION_POINTS: (f32, f32) = (13.0, 34.0);
const SEA: f32 = 0.46;
const SEA_POINTS: (f32, f32) = (15.0, 48.0);
/// The least distance between two copies of one name, in hexes and in widths of the name.
const APART: (f32, f32) = (13.0, 6.0);

/// Below this zoom names may be written larger, if there is this many times the room they need.
const FAR: f32 = 40.0;
const ROOMY: f32 = 1.3;

/// The names of all regions and seas, the largest first.
pub(super) fn titles(scene: &Scene, chart: &Chart) -> Vec<Title> {
    let (plane, kinds, ground) = (&scene.plane, &scene.kinds, &scene.plane.ground);
    let survey = Survey::new(ground, chart);
    let mut titles: Vec<Title> = Vec::new();
    for title in region_titles(&survey) {
        let sea = title.is_sea(ground);
        let color = if sea { WATER_INK } else { tint(ground, &plane.look, title.region).unwrap_or(Color32::from_rgb(0x6d, 0x66, 0x58)) };
        let names = if sea { vec![ground.regions[title.region].1.name.clone()] } else { title.names };
        titles.push(Title::new(scene, names, color, sea, &title.piece));
    }
    for site in ground.sites.iter().filter(|site| site.kind == "label") {
        let Some(ix) = ground.grid.ix(site.hex).filter(|ix| kinds[ix.at()].is_water()) else { continue };
        let wet = survey.pieces(|ix| kinds[ix.at()].is_water(), |_, _, _| true).into_iter().find(|piece| piece.contains(&ix));
        // Only near the hex the map names, so that a gulf keeps its own name.
        let near: Vec<Ix> = wet.unwrap_or_default().into_iter().filter(|there| ground.grid.distance(ix, *there) <= 6).collect();
        let mut title = Title::new(scene, vec![site.name.clone()], WATER_INK, true, &near);
        let named = plane.center(ix);
        title.seats.retain(|seat| seat.distance(named) < 2.2);
        title.seats.sort_by(|a, b| a.distance(named).total_cmp(&b.distance(named)));
        titles.push(title);
    }
    titles.sort_by_key(|title| std::cmp::Reverse(title.hexes));
    titles
}

impl Title {
    fn new(scene: &Scene, names: Vec<String>, color: Color32, sea: bool, piece: &[Ix]) -> Title {
        let plane = &scene.plane;
        let mut member = vec![false; plane.ground.grid.len()];
        piece.iter().for_each(|ix| member[ix.at()] = true);
        let centroid = piece.iter().fold(Vec2::ZERO, |sum, ix| sum + plane.center(*ix).to_vec2()) / piece.len().max(1) as f32;
        // What a name would hide, and where it would leave its region.
        let hidden = |at: Pos2| match plane.hex_at(at) {
            Some(ix) if member[ix.at()] => {
                let place = plane.ground.sites(ix).next().is_some() && plane.center(ix).distance(at) < 0.35;
                f32::from(u8::from(place)) * 1.5 + f32::from(u8::from(scene.ways.at(at) < 0.14)) + scene.valleys.at(at) * 0.6
            }
            _ => 2.0,
        };
        let cost = |middle: Pos2| {
            let span = (-8..=8).map(|i| hidden(middle + vec2(i as f32 * 0.22, 0.0))).sum::<f32>();
            span * 0.22 + (middle.to_vec2() - centroid).length() * 0.14
        };
        let lifts: &[f32] = if sea { &[0.0] } else { &[0.0, 0.22, -0.18] };
        let all = piece.iter().flat_map(|ix| lifts.iter().map(|lift| plane.center(*ix) + vec2(0.0, *lift)));
        let mut seats: Vec<(f32, Pos2)> = all.map(|middle| (cost(middle), middle)).collect();
        seats.sort_by(|a, b| a.0.total_cmp(&b.0));
        let color = if sea { color } else { color.lerp_to_gamma(Color32::from_rgb(0x2b, 0x26, 0x20), 0.35) };
        Title { names, color, sea, seats: seats.into_iter().map(|(_, seat)| seat).collect(), hexes: piece.len(), member }
    }

    fn kind(&self, zoom: f32, factor: f32) -> Type {
        let (face, size, (least, most)) = if self.sea { (Face::SerifItalic, SEA, SEA_POINTS) } else { (Face::Serif, REGION, REGION_POINTS) };
        let size = ((size * zoom).clamp(least, most) * factor).max(least);
        Type { face, size, color: self.color, halo: if self.sea { 0.0 } else { 0.22 }, spacing: if self.sea { 0.10 } else { 0.28 } }
    }

    /// Whether a name of a given width stays inside when centered on a hex.
    fn fits(&self, plane: &Plane, middle: Pos2, wide: f32) -> bool {
        let steps = (wide / 0.5).ceil().max(2.0) as usize;
        let at = |i: usize| middle + vec2(wide * (i as f32 / steps as f32 - 0.5), 0.0);
        (0..=steps).all(|i| plane.hex_at(at(i)).is_some_and(|ix| self.member[ix.at()]))
    }

    /// Writes the name where it fits and hides nothing, several times in a large region.
    pub(crate) fn write(&self, slate: &mut Slate<'_>, plane: &Plane) {
        let zoom = slate.camera.zoom;
        // Far away the largest letters that fit, near by those that suit the place.
        let factors: &[f32] = if zoom < FAR { &[2.2, 1.8, 1.4, 1.2, 1.0, 0.8] } else { &[1.0, 0.8, 0.6] };
        for (name, factor) in self.names.iter().flat_map(|name| factors.iter().map(move |factor| (name, *factor))) {
            let kind = self.kind(zoom, factor);
            if !self.sea && factor > 1.4 {
                continue;
            }
            let line = TextLine::new(slate.painter, name, kind);
            let wide = line.width() / zoom * if factor > 1.0 { ROOMY } else { 1.0 };
            let apart = APART.0.max(wide * APART.1);
            let mut chosen: Vec<Pos2> = Vec::new();
            for middle in &self.seats {
                if chosen.iter().any(|other| other.distance(*middle) < apart) || !self.fits(plane, *middle, wide + 0.3) {
                    continue;
                }
                let base = slate.camera.to_screen(*middle) + vec2(0.0, line.size() * 0.33);
                let seen = slate.shown.intersects(line.room(base));
                let free = seen && slate.is_free(line.room(base));
                // A seat out of view counts as taken, so that panning does not bring names too close together.
                if free || !seen {
                    chosen.push(*middle);
                }
                if free {
                    slate.take(line.room(base));
                    slate.write(&line, base, 0.0);
                }
            }
            if !chosen.is_empty() {
                return;
            }
        }
    }
}
