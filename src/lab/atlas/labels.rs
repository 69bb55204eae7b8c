//! Names of regions, places and rivers, placed where they hide as little as possible.

use super::pen::{Pen, Type, width};
use super::places::{BADGE, badges, radius, spot};
use super::rivers::Course;
use super::sheet::{Drawing, NUMBER, UNIT};
use crate::board::{Ix, Site};
use crate::cartography::region_titles;
use hexx::Vec2;

/// A rectangle on the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rect {
    low: Vec2,
    high: Vec2,
}

impl Rect {
    fn about(middle: Vec2, size: Vec2) -> Rect {
        Rect { low: middle - size / 2.0, high: middle + size / 2.0 }
    }

    /// How much of it another covers, in square pixels.
    fn shared(&self, other: &Rect) -> f32 {
        let size = self.high.min(other.high) - self.low.max(other.low);
        if size.x > 0.0 && size.y > 0.0 { size.x * size.y } else { 0.0 }
    }

    fn has(&self, point: Vec2) -> bool {
        point.cmpge(self.low).all() && point.cmple(self.high).all()
    }

    fn middle(&self) -> Vec2 {
        self.low.midpoint(self.high)
    }
}

/// What names should not cover, and the penalty for covering it.
struct Taken {
    frame: Rect,
    /// Symbols and names.
    boxes: Vec<(Rect, f32)>,
    numbers: Vec<Rect>,
    tracks: Vec<Vec2>,
}

impl Taken {
    fn new(sheet: &Drawing<'_>, tracks: &[Vec2]) -> Taken {
        let number = |ix: Ix| Rect::about(sheet.number_at(ix) - Vec2::new(0.0, NUMBER * 0.36), Vec2::new(NUMBER * 2.7, NUMBER * 0.85));
        let mut boxes = Vec::new();
        for (i, site) in sheet.ground.sites.iter().enumerate() {
            let Some(at) = spot(sheet, i) else { continue };
            boxes.push((Rect::about(at, Vec2::splat(radius(&site.kind) * 2.0)), 9.0));
            boxes.extend(badges(site, at).into_iter().map(|at| (Rect::about(at, Vec2::splat(BADGE * 2.0)), 9.0)));
        }
        Taken { frame: Rect { low: sheet.frame.0, high: sheet.frame.1 }, boxes, numbers: sheet.all().map(number).collect(), tracks: tracks.to_vec() }
    }

    /// The penalty for writing something here.
    fn cost(&self, place: &Rect) -> f32 {
        let size = place.high - place.low;
        let outside = size.x * size.y - self.frame.shared(place);
        let covered: f32 = self.boxes.iter().map(|(other, weight)| other.shared(place) * weight).sum();
        let numbers: f32 = self.numbers.iter().map(|other| other.shared(place)).sum();
        let tracks = self.tracks.iter().filter(|point| place.has(**point)).count() as f32;
        outside * 20.0 + covered + numbers * 3.2 + tracks * 16.0
    }
}

/// Names of regions, drawn below everything except the ground; returns the room they take.
pub(super) fn backdrop(pen: &mut Pen, sheet: &Drawing<'_>) -> Vec<Rect> {
    regions(pen, sheet, Taken::new(sheet, &[]))
}

/// Writes all other names.
pub(super) fn draw(pen: &mut Pen, sheet: &Drawing<'_>, backdrop: &[Rect], courses: &[Course], tracks: &[Vec2]) {
    let mut taken = Taken::new(sheet, tracks);
    taken.boxes.extend(backdrop.iter().map(|place| (*place, 0.8)));
    let names = places(sheet, &mut taken);
    rivers(pen, courses, &mut taken);
    for (kind, place, name) in names {
        pen.text(Vec2::new(place.middle().x, place.high.y - kind.size * 0.24), "middle", kind, 0.0, name);
    }
}

fn type_of(sheet: &Drawing<'_>, site: &Site) -> Type {
    let halo = "#fbf8ef";
    match site.kind.as_str() {
        "label" if sheet.ground.grid.ix(site.hex).is_some_and(|ix| sheet.survey.is_sea(ix)) => sea_type(sheet, site),
        "mega-city" => Type { size: 16.5, fill: "#1c1917", halo, style: "font-weight=\"bold\"" },
        "city" | "capital" => Type { size: 14.5, fill: "#1c1917", halo, style: "font-weight=\"bold\"" },
        "label" => Type { size: 11.5, fill: "#4a4334", halo, style: "font-style=\"italic\"" },
        _ => Type { size: 11.8, fill: "#2b2620", halo, style: "" },
    }
}

/// The largest type in which the name of a sea stays on the water.
fn sea_type(sheet: &Drawing<'_>, site: &Site) -> Type {
    let at = sheet.ground.grid.ix(site.hex).map_or(Vec2::ZERO, |ix| sheet.center(ix));
    let wet = |point: Vec2| sheet.all().any(|ix| sheet.survey.is_sea(ix) && sheet.center(ix).distance_squared(point) < (0.56 * UNIT) * (0.56 * UNIT));
    let fits = |size: &f32| (0..=8).all(|i| wet(at + Vec2::new((width(&site.name, *size) + spread(&site.name)) * (i as f32 / 8.0 - 0.5), 0.0)));
    let size = [44.0, 36.0, 30.0, 25.0, 21.0, 18.0].into_iter().find(fits).unwrap_or(15.0);
    Type { size, fill: SEA_NAME.0, halo: "", style: SEA_NAME.1 }
}

/// What wide letters add to the width of a name.
fn spread(name: &str) -> f32 {
    5.0 * name.chars().count() as f32
}

/// Where a name may go around a symbol: the center of its box, best places first.
fn seats(at: Vec2, reach: f32, below: f32, size: Vec2) -> Vec<Vec2> {
    let (x, y) = (reach + size.x / 2.0 + 3.0, size.y / 2.0);
    let mut seats: Vec<(f32, f32)> = vec![(x, 0.0), (-x, 0.0), (0.0, below + y + 1.0), (0.0, -reach - y - 1.0)];
    for lift in [0.55, 1.0] {
        seats.extend([(x * 0.96, -y * 2.0 * lift), (x * 0.96, y * 2.0 * lift), (-x * 0.96, -y * 2.0 * lift), (-x * 0.96, y * 2.0 * lift)]);
    }
    for slide in [0.33, 0.66] {
        seats.extend([(x * slide, below + y + 1.0), (-x * slide, below + y + 1.0), (x * slide, -reach - y - 1.0), (-x * slide, -reach - y - 1.0)]);
    }
    seats.into_iter().map(|(dx, dy)| at + Vec2::new(dx, dy)).collect()
}

/// Finds a place for the name of each site, the more important first, and a second time once all the others are known.
fn places<'s>(sheet: &'s Drawing<'_>, taken: &mut Taken) -> Vec<(Type, Rect, &'s str)> {
    let mut sites: Vec<(usize, &Site, Type)> = sheet.ground.sites.iter().enumerate().map(|(i, site)| (i, site, type_of(sheet, site))).collect();
    sites.sort_by_key(|(i, site, kind)| (std::cmp::Reverse((kind.size * 10.0) as i32), std::cmp::Reverse(site.name.len()), *i));
    let first = taken.boxes.len();
    let mut chosen: Vec<(Type, Rect, &str)> = Vec::new();
    for round in 0..3 {
        for (k, (i, site, kind)) in sites.iter().enumerate() {
            let Some(at) = spot(sheet, *i) else { continue };
            let wider = if kind.style == SEA_NAME.1 { spread(&site.name) } else { 0.0 };
            let size = Vec2::new(width(&site.name, kind.size) + wider, kind.size * 1.02);
            let below = if site.symbols.is_empty() { radius(&site.kind) } else { radius(&site.kind) + 2.0 * BADGE + 3.0 };
            if round > 0 {
                taken.boxes[first + k].1 = 0.0; // not in its own way
            }
            let seats = if site.kind == "label" { vec![at] } else { seats(at, radius(&site.kind), below, size) };
            let seats = seats.into_iter().enumerate().map(|(n, middle)| (n, Rect::about(middle, size)));
            let best = seats.map(|(n, place)| (taken.cost(&place) + n as f32 * 6.0, place)).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, place)) = best else { continue };
            if round == 0 {
                taken.boxes.push((place, 12.0));
                chosen.push((*kind, place, &site.name));
            } else {
                taken.boxes[first + k] = (place, 12.0);
                chosen[k].1 = place;
            }
        }
    }
    chosen
}

/// Region names in wide letters across the largest piece of each region, the largest region first.
fn regions(pen: &mut Pen, sheet: &Drawing<'_>, mut taken: Taken) -> Vec<Rect> {
    let mut places = Vec::new();
    for title in region_titles(&sheet.survey) {
        let name = &title.names[0];
        let Some((place, size)) = across(sheet, &title.piece, name, &taken) else { continue };
        let (fill, style) = if title.is_sea(sheet.ground) { SEA_NAME } else { ("#5a3a2a", "letter-spacing=\"5\" opacity=\"0.40\" font-weight=\"bold\"") };
        pen.text(Vec2::new(place.middle().x, place.high.y), "middle", Type { size, fill, halo: "", style }, 0.0, name);
        taken.boxes.push((place, 9.0));
        places.push(place);
    }
    places
}

/// Color and style of the names of seas.
const SEA_NAME: (&str, &str) = ("#2f6f98", "font-style=\"italic\" letter-spacing=\"5\" opacity=\"0.75\"");

/// The largest size and the best place for a name on a piece of land: clear of places, and well inside.
fn across(sheet: &Drawing<'_>, piece: &[Ix], name: &str, taken: &Taken) -> Option<(Rect, f32)> {
    let inside = |point: Vec2| piece.iter().any(|ix| sheet.center(*ix).distance_squared(point) < (0.56 * UNIT) * (0.56 * UNIT));
    let centroid = piece.iter().map(|ix| sheet.center(*ix)).sum::<Vec2>() / piece.len() as f32;
    let largest = 13.0 + 2.6 * (piece.len() as f32).sqrt();
    for size in [56.0_f32, 48.0, 40.0, 34.0, 28.0, 23.0, 19.0, 16.0, 13.0].into_iter().filter(|size| *size <= largest) {
        let wide = width(name, size) + spread(name);
        let tall = size * 0.8;
        let fits = |place: &Rect| {
            let at = |i: usize, y: f32| Vec2::new(place.low.x + wide * i as f32 / 8.0, y);
            (0..=8).all(|i| inside(at(i, place.low.y)) && inside(at(i, place.high.y)))
        };
        let place = |ix: &Ix| Rect::about(sheet.center(*ix) + Vec2::new(0.0, 0.12 * UNIT), Vec2::new(wide, tall));
        let score = |place: &Rect| taken.cost(place) / (wide * tall) + place.middle().distance(centroid) / UNIT * 0.12;
        let best = piece.iter().map(place).filter(fits).map(|place| (score(&place), place)).min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, place)) = best {
            return Some((place, size));
        }
    }
    None
}

/// The name of each river once, along its straightest and freest stretch.
fn rivers(pen: &mut Pen, courses: &[Course], taken: &mut Taken) {
    let kind = Type { size: 11.5, fill: "#1d6296", halo: "#f3f1e2", style: "font-style=\"italic\"" };
    let mut names: Vec<&str> = courses.iter().map(|course| course.name.as_str()).filter(|name| !name.is_empty()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let wide = width(name, kind.size);
        let stretches = courses.iter().filter(|course| course.name == name).flat_map(|course| stretches(&course.points, wide));
        let seats = stretches.flat_map(|(from, to)| [-1.0, 1.0].map(|side| Seat::new(from, to, side * 9.0, kind.size, wide)));
        let best = seats.map(|seat| (seat.cost(taken), seat)).min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, seat)) = best {
            pen.text(seat.base, "middle", kind, seat.turn, name);
            taken.boxes.extend(seat.boxes.into_iter().map(|place| (place, 12.0)));
        }
    }
}

/// Pairs of points of a line about as far apart as a name is wide.
fn stretches(points: &[Vec2], wide: f32) -> Vec<(Vec2, Vec2)> {
    let mut found = Vec::new();
    for (i, from) in points.iter().enumerate() {
        let far = points[i + 1..].iter().take(8).find(|to| to.distance(*from) >= wide * 0.8);
        found.extend(far.map(|to| (*from, *to)));
    }
    if found.is_empty() && points.len() > 1 {
        found.push((points[0], points[points.len() - 1]));
    }
    found
}

/// A place for a turned name beside a line.
struct Seat {
    base: Vec2,
    turn: f32,
    boxes: Vec<Rect>,
}

impl Seat {
    fn new(from: Vec2, to: Vec2, aside: f32, size: f32, wide: f32) -> Seat {
        let (from, to) = if from.x <= to.x { (from, to) } else { (to, from) };
        let along = (to - from).normalize_or_zero();
        let middle = from.midpoint(to) + along.perp() * aside;
        let pieces = (wide / size).ceil().max(1.0) as usize;
        let piece = |i: usize| Rect::about(middle + along * (wide * ((i as f32 + 0.5) / pieces as f32 - 0.5)), Vec2::splat(size));
        Seat { base: middle + along.perp() * (size * 0.35), turn: along.to_angle().to_degrees(), boxes: (0..pieces).map(piece).collect() }
    }

    /// A steep name reads badly; each degree costs a little.
    fn cost(&self, taken: &Taken) -> f32 {
        self.boxes.iter().map(|place| taken.cost(place)).sum::<f32>() + self.turn.abs() * 1.5
    }
}
