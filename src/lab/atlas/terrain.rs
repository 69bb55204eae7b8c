//! Land and sea: colors, textures and the coast.

use super::pen::{At, Pen, circle, polygon, smooth};
use super::sheet::{Drawing, UNIT};
use crate::board::Ix;
use crate::cartography::{GroundKind, Shore, blade, outline_of, trace};
use hexx::Vec2;
use std::fmt::Write;

/// The texture scattered over ground of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Texture {
    None,
    Trees,
    Hills,
    Crags,
    Peaks,
    SnowPeaks,
    Reeds,
    Stipple,
    Trefoil,
    Hatch,
}

/// How ground of a kind is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub fill: &'static str,
    pub texture: Texture,
}

pub(super) const SEA: &str = "#a8cce0";
pub(super) const LAKE: &str = "#8fc1de";
pub(super) const SHORE: &str = "#3f7394";
const SHALLOW: &str = "#c9e1ec";
const SCENERY: &str = "#ebe6d6";

/// The look of ground.
pub(super) fn look(kind: GroundKind) -> Look {
    let (fill, texture) = match kind {
        GroundKind::Clear => ("#f0eed3", Texture::None),
        GroundKind::Forest => ("#c5d9a9", Texture::Trees),
        GroundKind::Hills => ("#e3d3a3", Texture::Hills),
        GroundKind::Rough => ("#e0cda4", Texture::Crags),
        GroundKind::Marsh => ("#d3e3d6", Texture::Reeds),
        GroundKind::Desert => ("#f4e3ac", Texture::Stipple),
        GroundKind::Mountain => ("#cfb28a", Texture::Peaks),
        GroundKind::Alpine | GroundKind::HighMountain => ("#d9d3cf", Texture::SnowPeaks),
        GroundKind::Radiation => ("#ecdf8c", Texture::Trefoil),
        GroundKind::Sea => (SEA, Texture::None),
        GroundKind::Lake => (LAKE, Texture::None),
        GroundKind::Out => ("#dedbd3", Texture::Hatch),
    };
    Look { fill, texture }
}

/// Draws the ground.
pub(super) fn draw(pen: &mut Pen, sheet: &Drawing<'_>, shore: Option<&Shore>) {
    let coast = shore.map(|shore| Coast::new(sheet, shore));
    pen.put(format_args!("<defs><clipPath id=\"sheet\"><path d=\"{}\"/></clipPath>", sheet.area(sheet.all())));
    pen.put(format_args!(
        "<pattern id=\"hatch\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0V9\" stroke=\"#8b8779\" stroke-width=\"1.6\" stroke-opacity=\"0.55\"/></pattern>"
    ));
    if let Some(coast) = &coast {
        pen.put(format_args!("<clipPath id=\"land\"><path clip-rule=\"evenodd\" d=\"{}\"/><path d=\"{}\"/></clipPath>", coast.rings, coast.patches));
    }
    pen.put(format_args!("</defs>"));
    pen.open("clip-path=\"url(#sheet)\"");
    pen.path(&sheet.area(sheet.all().filter(|ix| !sheet.is_land(*ix))), &format!("fill=\"{SEA}\""));
    pen.path(&sheet.area(sheet.all().filter(|ix| sheet.is_land(*ix))), &format!("fill=\"{SHALLOW}\""));
    match &coast {
        Some(coast) => {
            coast.draw(pen);
            pen.open("clip-path=\"url(#land)\"");
            pen.path(&sheet.area(sheet.all().filter(|ix| sheet.survey.is_sea(*ix))), &format!("fill=\"{SCENERY}\""));
        }
        None => pen.open("id=\"land\""),
    }
    fills(pen, sheet);
    for (number, name) in sheet.ground.terrain_names.iter().enumerate() {
        let look = look(GroundKind::named(name, &sheet.chart().hexes[number]));
        let hexes = || sheet.all().filter(|ix| usize::from(sheet.ground.terrain[ix.at()]) == number);
        strew(pen, sheet, look.texture, hexes());
    }
    pen.close();
    lakes(pen, sheet);
    let closed = sheet.area(sheet.all().filter(|ix| sheet.is_land(*ix) && !sheet.ground.region(*ix).in_play));
    pen.path(&closed, "fill=\"#d9d6cd\" fill-opacity=\"0.55\"");
    pen.path(&closed, "fill=\"url(#hatch)\" fill-opacity=\"0.6\"");
    pen.close();
}

fn is_lake(sheet: &Drawing<'_>, ix: Ix) -> bool {
    !sheet.is_land(ix) && !sheet.survey.is_sea(ix)
}

/// The rounded outline of lake hexes.
pub(super) fn lake_shapes(sheet: &Drawing<'_>) -> String {
    let shores = outline_of(&sheet.ground.grid, |ix| is_lake(sheet, ix));
    trace(&shores).iter().map(|ring| smooth(&sheet.corners(ring))).collect()
}

/// Lake hexes. They are water whatever the shore says: it may leave small lakes out.
fn lakes(pen: &mut Pen, sheet: &Drawing<'_>) {
    for ix in sheet.all().filter(|ix| is_lake(sheet, *ix)) {
        // The ground of the lake's own hex is that of a neighbor, so that its rounded corners show no hole.
        let bank = sheet.ground.grid.around(ix).map(|(_, there)| there).find(|there| sheet.is_land(*there));
        let look = bank.map(|bank| look(GroundKind::named(sheet.ground.terrain_name(bank), sheet.chart().hex(sheet.ground, bank))));
        pen.path(&sheet.area(std::iter::once(ix)), &format!("fill=\"{}\"", look.map_or(LAKE, |look| look.fill)));
    }
    pen.path(&lake_shapes(sheet), &format!("fill=\"{LAKE}\" stroke=\"{SHORE}\" stroke-width=\"3\""));
}

fn fills(pen: &mut Pen, sheet: &Drawing<'_>) {
    for (number, name) in sheet.ground.terrain_names.iter().enumerate() {
        let look = look(GroundKind::named(name, &sheet.chart().hexes[number]));
        let hexes = sheet.all().filter(|ix| usize::from(sheet.ground.terrain[ix.at()]) == number && sheet.is_land(*ix));
        pen.path(&sheet.area(hexes), &format!("fill=\"{}\"", look.fill));
    }
}

/// The true coast, and patches of land around the center of land hexes that are mostly water in reality, so that no town is in the sea.
struct Coast {
    rings: String,
    patches: String,
}

impl Coast {
    fn new(sheet: &Drawing<'_>, shore: &Shore) -> Coast {
        let ring = |ring: &[(f32, f32)]| polygon(&ring.iter().map(|at| sheet.on_page(*at)).collect::<Vec<_>>());
        let wet = |ix: &Ix| sheet.is_land(*ix) && !shore.is_land(sheet.on_shore(sheet.center(*ix)));
        Coast { rings: shore.rings.iter().map(|(_, points)| ring(points)).collect(), patches: sheet.all().filter(wet).map(|ix| patch(sheet, ix)).collect() }
    }

    /// Water lines first; the land that is drawn over them leaves only their outer half.
    fn draw(&self, pen: &mut Pen) {
        for (color, width) in [("#bcd9e7", 17.0), ("#cfe5ee", 9.0), (SHORE, 2.6)] {
            let attributes = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"");
            pen.path(&self.rings, &attributes);
            pen.path(&self.patches, &attributes);
        }
    }
}

/// Land about the middle of a hex, joined to the land hexes beside it.
fn patch(sheet: &Drawing<'_>, ix: Ix) -> String {
    let half = 0.30 * UNIT;
    let here = sheet.center(ix);
    let bridge = |there: Vec2| {
        let across = (there - here).normalize_or_zero().perp() * half;
        polygon(&[here + across, there + across, there - across, here - across])
    };
    let land = sheet.ground.grid.around(ix).filter(|(_, there)| sheet.is_land(*there));
    circle(here, half) + &land.map(|(_, there)| bridge(sheet.center(there))).collect::<String>()
}

/// A number from 0 to 1 that looks random and is always the same for the same hex and place in it.
fn scatter(hex: u16, place: usize) -> f32 {
    let mut n = u32::from(hex).wrapping_mul(0x9E37_79B9) ^ (place as u32).wrapping_mul(0x85EB_CA6B);
    n ^= n >> 15;
    n = n.wrapping_mul(0x2C1B_3C6D);
    n ^= n >> 12;
    (n & 0xFFFF) as f32 / 65535.0
}

/// Where glyphs may go in a hex: clear of its number at the top, and of the center, where a place would be.
const SPOTS: [(f32, f32); 7] = [(-0.27, -0.10), (0.27, -0.12), (-0.31, 0.13), (0.31, 0.12), (-0.11, 0.29), (0.13, 0.30), (0.01, 0.06)];

/// The spots of a hex that are taken, a little moved.
fn spots(sheet: &Drawing<'_>, ix: Ix, most: usize) -> Vec<Vec2> {
    let (hex, site) = (sheet.ground.grid.hex(ix).0, sheet.ground.sites(ix).next().is_some());
    let spots = SPOTS.iter().enumerate().take(if site { 6 } else { 7 });
    let mut spots: Vec<(f32, Vec2)> = spots
        .map(|(i, (x, y))| {
            let moved = Vec2::new(x + (scatter(hex, i) - 0.5) * 0.10, y + (scatter(hex, i + 16) - 0.5) * 0.10);
            (scatter(hex, i + 32), sheet.center(ix) + moved * UNIT)
        })
        .collect();
    spots.sort_by(|a, b| a.0.total_cmp(&b.0));
    spots.truncate(most);
    // From north to south, so that what stands in front covers what stands behind.
    spots.sort_by(|a, b| a.1.y.total_cmp(&b.1.y));
    spots.into_iter().map(|(_, at)| at).collect()
}

/// Scatters glyphs over hexes.
pub(super) fn strew(pen: &mut Pen, sheet: &Drawing<'_>, texture: Texture, hexes: impl Iterator<Item = Ix>) {
    let most = match texture {
        Texture::None => return,
        Texture::Hatch => return pen.path(&sheet.area(hexes), "fill=\"url(#hatch)\" fill-opacity=\"0.7\""),
        Texture::Trefoil => 0,
        Texture::Trees => 7,
        Texture::Stipple => 7,
        Texture::Hills | Texture::Crags | Texture::Reeds => 4,
        Texture::Peaks | Texture::SnowPeaks => 4,
    };
    let mut at: Vec<Vec2> = Vec::new();
    for ix in hexes {
        if most == 0 { at.push(sheet.center(ix)) } else { at.extend(spots(sheet, ix, most)) }
    }
    glyphs(pen, texture, &at);
}

/// Draws the glyphs of a texture at points.
pub(super) fn glyphs(pen: &mut Pen, texture: Texture, at: &[Vec2]) {
    let all = |glyph: &dyn Fn(Vec2) -> String| at.iter().map(|at| glyph(*at)).collect::<String>();
    match texture {
        Texture::None | Texture::Hatch => {}
        Texture::Trees => {
            pen.path(&all(&|p| circle(p, 4.1)), "fill=\"#93b97f\" stroke=\"#6d9660\" stroke-width=\"0.8\"");
            pen.path(&all(&|p| format!("M{}v3.4", At(p + Vec2::new(0.0, 4.1)))), "stroke=\"#6d9660\" stroke-width=\"1.2\"");
        }
        Texture::Hills => {
            let arc = |p: Vec2| format!("M{}q7 -10.5 14 0", At(p + Vec2::new(-7.0, 4.0)));
            pen.path(&all(&arc), "fill=\"#d6c08a\" stroke=\"#a68a52\" stroke-width=\"1.3\" stroke-linecap=\"round\"");
        }
        Texture::Crags => {
            let crag = |p: Vec2| format!("M{}l4.2 -6 3 3.4 2.2 -2.6 3.4 5.2", At(p + Vec2::new(-6.4, 3.0)));
            pen.path(&all(&crag), "fill=\"none\" stroke=\"#a58a5a\" stroke-width=\"1.3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        }
        Texture::Peaks | Texture::SnowPeaks => peaks(pen, texture == Texture::SnowPeaks, at),
        Texture::Reeds => {
            let tuft =
                |p: Vec2| format!("M{0}h15M{1}v-6M{2}l-3 -5M{2}l3 -5", At(p + Vec2::new(-7.5, 3.0)), At(p + Vec2::new(0.0, 3.0)), At(p + Vec2::new(0.0, 3.0)));
            pen.path(&all(&tuft), "fill=\"none\" stroke=\"#5b94a1\" stroke-width=\"1.2\" stroke-linecap=\"round\"");
        }
        Texture::Stipple => {
            let dots = |p: Vec2| [(0.0, 0.0), (5.5, 2.5), (-5.0, 3.5), (2.0, -4.5)].map(|(x, y)| circle(p + Vec2::new(x, y), 0.9)).concat();
            pen.path(&all(&dots), "fill=\"#c7a55a\"");
        }
        Texture::Trefoil => pen.path(&all(&trefoil), "fill=\"#5a4d00\" fill-opacity=\"0.75\""),
    }
}

/// Peaks, each drawn whole before the next in front of it.
fn peaks(pen: &mut Pen, snow: bool, at: &[Vec2]) {
    let (light, dark, edge) = if snow { ("#fbfbfb", "#aab3bd", "#6f7680") } else { ("#dcc39d", "#a98760", "#7d613f") };
    let mut d = [String::new(), String::new(), String::new()];
    for (i, p) in at.iter().enumerate() {
        let tall = if snow { 15.0 } else { 12.0 } + 2.5 * scatter(i as u16, 3);
        let wide = tall * 0.72;
        let (top, left, right) = (*p + Vec2::new(0.0, 6.0 - tall), *p + Vec2::new(-wide, 6.0), *p + Vec2::new(wide, 6.0));
        let foot = *p + Vec2::new(wide * 0.18, 6.0);
        let ridge = top.lerp(foot, 0.55) + Vec2::new(-wide * 0.16, 0.0);
        d[0].push_str(&polygon(&[left, top, right]));
        d[1].push_str(&polygon(&[top, right, foot, ridge]));
        let _ = write!(d[2], "M{}L{}L{}", At(left), At(top), At(right));
    }
    pen.path(&d[0], &format!("fill=\"{light}\""));
    pen.path(&d[1], &format!("fill=\"{dark}\""));
    pen.path(&d[2], &format!("fill=\"none\" stroke=\"{edge}\" stroke-width=\"1\" stroke-linejoin=\"round\" stroke-linecap=\"round\""));
}

/// The mark of radiation.
fn trefoil(at: Vec2) -> String {
    let blade = |number: u8| {
        let [a, b, c, d] = blade(at, number, [4.5, 13.0], 30.0).map(At);
        format!("M{a}L{b}A13 13 0 0 1 {c}L{d}Z")
    };
    circle(at, 2.6) + &[0, 1, 2].map(blade).concat()
}
