//! What ground, regions and sides look like: colors and shapes for the names in the tables.

use crate::board::Ground;
use crate::board::look::{MapLook, Rgb};
pub(super) use crate::cartography::GroundKind as Kind;
use bevy_egui::egui::Color32;

/// Color, height and roughness of ground in the land picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relief {
    pub rgb: [f32; 3],
    pub height: f32,
    pub rough: f32,
}

const fn relief(rgb: u32, height: f32, rough: f32) -> Relief {
    Relief { rgb: [((rgb >> 16) & 255) as f32, ((rgb >> 8) & 255) as f32, (rgb & 255) as f32], height, rough }
}

/// Open ground, and ground whose name we do not know.
pub(super) const CLEAR: Relief = relief(0xece2c6, 0.05, 0.05);
/// Land where there is no hex in play: beyond the edge, and dry parts of sea hexes.
pub(super) const SCENERY: Relief = relief(0xdcd5c3, 0.12, 0.10);
/// The sea, and lakes.
pub(super) const SEA: [f32; 3] = [167.0, 199.0, 214.0];

/// The relief of ground of a kind.
pub(super) fn relief_of(kind: Kind) -> Relief {
    match kind {
        Kind::Clear => CLEAR,
        Kind::Hills => relief(0xe3d3a8, 0.34, 0.26),
        Kind::Rough => relief(0xe5cba0, 0.30, 0.24),
        Kind::Forest => relief(0xc8d0a0, 0.34, 0.22),
        Kind::Marsh => relief(0xccd6ba, 0.00, 0.02),
        Kind::Mountain => relief(0xd4bb95, 0.80, 0.62),
        Kind::Alpine => relief(0xe8e6e6, 1.25, 0.85),
        Kind::HighMountain => relief(0xbea284, 1.15, 0.80),
        Kind::Desert => relief(0xf0dba6, 0.12, 0.12),
        Kind::Radiation => relief(0xceccaa, 0.15, 0.10),
        Kind::Lake | Kind::Sea => SCENERY,
        Kind::Out => relief(0xb9b5ad, 0.30, 0.25), // #cecac2 under its gray veil
    }
}

/// Tints that are easy to tell apart on paper, for regions that the look of the map does not name.
const SPARE: [u32; 8] = [0x2d6fb0, 0xb3478a, 0x1f9a97, 0x8a6d2b, 0x5563c1, 0x6f8f2f, 0xc96a4a, 0x7a4b52];
/// The same for sources: dark enough for a letter on paper.
const SPARE_SOURCE: Rgb = Rgb(0x1d4f91);

fn paint(color: Rgb) -> Color32 {
    let [r, g, b] = color.parts();
    Color32::from_rgb(r, g, b)
}

/// The tint of a region's ribbon and name; nothing for water and for ground out of play.
pub(super) fn tint(ground: &Ground, look: &MapLook, number: usize) -> Option<Color32> {
    let (_, region) = ground.regions.get(number)?;
    if region.country.is_empty() || !region.in_play {
        return None;
    }
    Some(paint(look.tint(region).unwrap_or(Rgb(SPARE[number % SPARE.len()]))))
}

/// The color of a supply source, by the side or nation it supplies.
pub(super) fn source(look: &MapLook, power: &str) -> Color32 {
    paint(look.source(power).unwrap_or(SPARE_SOURCE))
}
