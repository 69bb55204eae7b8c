//! Names of places: where each may go, and which ones are shown.

use super::super::skin::{Face, INK};
use super::places::{glyph, glyphs};
use super::plane::Plane;
use super::slate::{Slate, TextLine, Type};
use crate::board::{Ground, Ix, Site, is_city};
use crate::client::ink::Ink;
use bevy_egui::egui::{Align2, Pos2, Rect, Shape, Vec2, vec2};

/// The name of a place.
pub(super) struct Name {
    at: Pos2,
    text: String,
    city: bool,
    /// Only a word on the map, without a mark.
    label: bool,
    /// Whether it counts toward victory.
    objective: bool,
    /// How far its mark reaches from the middle of the hex.
    reach: f32,
    glyphs: Vec<String>,
}

/// The zoom, in points per hex, from which names of towns are shown; below it only those of cities and objectives, as far as there is room.
const TOWNS_FROM: f32 = 30.0;
/// Sizes in hexes, and minimum sizes in points.
const CITY: f32 = 0.165;
const TOWN: f32 = 0.135;
const LEAST: f32 = 10.0;
/// The base line south of the middle, and north of it.
const SOUTH: f32 = 0.43;
const NORTH: f32 = -0.425;
/// The gap between a name and the counters in its hex, in points.
const CLEAR: f32 = 1.5;
/// Where a name goes that does not fit straight below or above.
const ASIDE: (f32, f32) = (0.34, 0.30);
/// The width of an objective's glyph in points, and of the gap between two.
const GLYPH: f32 = 9.0;
const GLYPH_GAP: f32 = 2.0;

/// Words that mark a place as decisive for the game.
const GOALS: [&str; 6] = ["objective", "victory", "auto_victory", "capital", "surrender", "sudden_death"];

fn is_objective(site: &Site) -> bool {
    !site.values.is_empty() || glyphs(site).next().is_some() || site.tags.iter().any(|tag| GOALS.contains(&tag.as_str()))
}

/// A name without its remark, and whether this is another hex of a city that is already named. Such a hex gets the name of its quarter, if that is a
/// real name: "south" or "left bank" alone says nothing.
fn short(site: &Site, number: usize, ground: &Ground) -> (Option<String>, bool) {
    let Some((name, remark)) = site.name.split_once(" (").or_else(|| site.name.split_once(", ")) else { return (Some(site.name.clone()), false) };
    let near = |other: &Site| matches!((ground.grid.ix(other.hex), ground.grid.ix(site.hex)), (Some(a), Some(b)) if ground.grid.distance(a, b) <= 2);
    let leads = |(i, other): (usize, &Site)| near(other) && (other.name == name || (i < number && other.name.starts_with(&format!("{name} ("))));
    if !ground.sites.iter().enumerate().any(leads) {
        return (Some(name.to_owned()), false);
    }
    let quarter = remark.trim_end_matches(')');
    (quarter.starts_with(char::is_uppercase).then(|| quarter.to_owned()), true)
}

/// All names of places on land, the more important first.
pub(super) fn names(plane: &Plane, is_land: impl Fn(Ix) -> bool) -> Vec<Name> {
    let ground = &plane.ground;
    let mut names: Vec<Name> = Vec::new();
    for (i, site) in ground.sites.iter().enumerate() {
        let Some(ix) = ground.grid.ix(site.hex).filter(|ix| site.kind != "label" || is_land(*ix)) else { continue };
        let (Some(text), second) = short(site, i, ground) else { continue };
        names.push(Name {
            at: plane.center(ix),
            text,
            city: is_city(site) && !second,
            label: site.kind == "label",
            objective: is_objective(site) && !second,
            reach: if is_city(site) { 0.24 } else { 0.08 },
            glyphs: glyphs(site).map(str::to_owned).collect(),
        });
    }
    names.sort_by_key(|name| (!name.city, !name.objective, name.label));
    names
}

/// Writes the names in view that fit.
pub(super) fn write(slate: &mut Slate<'_>, names: &[Name], of: impl Fn(&Name) -> bool) {
    let zoom = slate.camera.zoom;
    let seen = slate.camera.seen().expand(1.0);
    for name in names.iter().filter(|name| of(name) && seen.contains(name.at)) {
        if !name.objective && !name.city && zoom < TOWNS_FROM {
            continue;
        }
        let line = TextLine::new(slate.painter, &name.text, kind(name, zoom));
        let middle = slate.camera.to_screen(name.at);
        let (south, north, aside) = match slate.counters_at(middle) {
            Some(counters) => (
                (counters.bottom() + line.above() + CLEAR - middle.y).max(SOUTH * zoom),
                (counters.top() - line.below() - CLEAR - middle.y).min(NORTH * zoom),
                (counters.right() - middle.x).max(middle.x - counters.left()) + CLEAR + line.width() / 2.0,
            ),
            None => (SOUTH * zoom, NORTH * zoom, ASIDE.0 * zoom + line.width() / 2.0),
        };
        let level = line.size() * 0.3;
        let low = ASIDE.1 * zoom;
        let seats = [(0.0, south), (0.0, north), (aside, low), (-aside, low), (aside, level), (-aside, level), (aside, level - low), (-aside, level - low)];
        let mut bases = seats.into_iter().map(|(x, y)| middle + vec2(x, y));
        let Some(base) = bases.find(|base| slate.is_free(room(&line, name, *base))) else { continue };
        slate.take(room(&line, name, base));
        slate.write(&line, base, 0.0);
        row(slate, name, base, line.size());
    }
}

/// Keeps names of rivers and regions away from the marks of places.
pub(super) fn stand(slate: &mut Slate<'_>, names: &[Name]) {
    let seen = slate.camera.seen().expand(0.5);
    for name in names.iter().filter(|name| !name.label && seen.contains(name.at)) {
        slate.take(Rect::from_center_size(slate.camera.to_screen(name.at), Vec2::splat(2.0 * name.reach * slate.camera.zoom)));
    }
}

impl Name {
    pub(crate) fn is_city(&self) -> bool {
        self.city
    }
}

fn kind(name: &Name, zoom: f32) -> Type {
    let (face, size) = if name.city {
        (Face::NarrowBold, CITY)
    } else if name.label {
        (Face::SerifItalic, TOWN * 1.1)
    } else {
        (Face::Narrow, TOWN)
    };
    Type { face, size: (size * zoom).max(LEAST), color: INK, halo: 0.92, spacing: 0.0 }
}

/// The room of a name with the glyphs below it.
fn room(line: &TextLine, name: &Name, base: Pos2) -> Rect {
    let text = line.room(base);
    if name.glyphs.is_empty() { text } else { text.union(glyph_rows(name, base, line.size())) }
}

fn glyph_rows(name: &Name, base: Pos2, size: f32) -> Rect {
    let count = name.glyphs.len() as f32;
    let wide = count * GLYPH + (count - 1.0) * GLYPH_GAP;
    Align2::CENTER_TOP.anchor_size(base + vec2(0.0, size * 0.26), vec2(wide, GLYPH))
}

fn row(slate: &Slate<'_>, name: &Name, base: Pos2, size: f32) {
    if name.glyphs.is_empty() {
        return;
    }
    let place = glyph_rows(name, base, size);
    // At zoom 1 a hex is a point, so glyphs are drawn where they stand on the screen.
    let mut ink = Ink::new(1.0, slate.painter.pixels_per_point());
    for (i, name) in name.glyphs.iter().enumerate() {
        let at = place.left_top() + vec2(i as f32 * (GLYPH + GLYPH_GAP) + GLYPH / 2.0, GLYPH / 2.0);
        glyph(&mut ink, name, at, GLYPH / 2.0);
    }
    slate.painter.add(Shape::mesh(ink.mesh));
}

#[cfg(test)]
mod tests {
    use super::names;
    use crate::client::map::plane::Plane;
    use crate::games::Title;

    #[test]
    fn every_name_on_a_map_says_something_alone() {
        for title in Title::ALL {
            let rules = title.load(&title.shipped()).unwrap_or_else(|faults| panic!("{faults}"));
            let plane = Plane::new(rules.book.ground.clone(), rules.book.look.map.clone());
            for name in names(&plane, |_| true) {
                assert!(name.text.starts_with(char::is_uppercase), "{title:?}: {:?}", name.text);
            }
        }
    }
}
