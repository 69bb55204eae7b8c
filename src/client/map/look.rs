//! What ground, regions and sides look like: colors and shapes by the names of the tables.

use crate::board::{Ground, Region};
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

/// Open ground, and what a table's name does not tell us.
pub(super) const CLEAR: Relief = relief(0xece2c6, 0.05, 0.05);
/// Land where no hex in play is: beyond the edge, and dry parts of sea hexes.
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

/// Tints that keep apart on paper, for regions the list below does not name.
const SPARE: [u32; 8] = [0x2d6fb0, 0xb3478a, 0x1f9a97, 0x8a6d2b, 0x5563c1, 0x6f8f2f, 0xc96a4a, 0x7a4b52];

/// The tint of a region's ribbon and name; nothing for water and for ground out of play.
pub(super) fn tint(ground: &Ground, number: usize) -> Option<Color32> {
    let (_, region) = ground.regions.get(number)?;
    if region.country.is_empty() || !region.in_play {
        return None;
    }
    let rgb = named(region).unwrap_or(SPARE[number % SPARE.len()]);
    let [_, r, g, b] = rgb.to_be_bytes();
    Some(Color32::from_rgb(r, g, b))
}

/// The tints chosen for the regions of the five maps; nearly all by country, two enclaves by name.
fn named(region: &Region) -> Option<u32> {
    Some(match (region.country.as_str(), region.name.as_str()) {
        (_, "South Ossetia, Georgian-controlled" | "Abkhazia, Upper Kodori" | "Zaporizhia oblast") => 0xc98a1f,
        (_, "Adjara (Georgia)") => 0x3a8f94,
        (_, "Donetsk oblast") => 0xa2643a,
        (_, "Luhansk oblast") => 0x7a5ea6,
        (_, "Kharkiv oblast") => 0x4d7fb0,
        (_, "Dnipropetrovsk oblast") => 0x4f8a55,
        (_, "Inner Mongolia") => 0xc9761f,
        ("Russia" | "Russia proper" | "RUS" | "KSDD" | "DPR" | "Transnistria" | "Crimea", _) => 0xb5443c,
        ("South Ossetia", _) => 0x8d4f9a,
        ("Abkhazia" | "Estonia" | "ITA", _) => 0x4f8a55,
        ("Georgia" | "GRZ" | "ROK", _) => 0x3f6fb0,
        ("Belarus" | "AWD", _) => 0xc9761f,
        ("Poland", _) => 0xb04a72,
        ("Ukraine", name) if !name.ends_with("oblast") => 0xc9a81f,
        ("Latvia", _) => 0x8a5a3a,
        ("Lithuania" | "INT", _) => 0x6d6d6d,
        ("Moldova", _) => 0x3d7d4c,
        ("Romania", _) => 0x8a8478,
        ("MON", _) => 0x4d8f8a,
        ("PRC", _) => 0xc99a1f,
        ("NKO", _) => 0x7a4f9a,
        ("OTT", _) => 0xb98a2f,
        ("THR", _) => 0x5d87b8,
        ("FRA", _) => 0x5a5aa6,
        ("KUR", _) => 0xa2643a,
        ("ARM", _) => 0xc05a3a,
        ("GEO", _) => 0x8d3a5a,
        ("AZE", _) => 0x3a8f94,
        _ => return None,
    })
}

/// The color of a supply source, by the side or nation it supplies: dark enough for a letter on paper.
pub(super) fn source(side: &str) -> Color32 {
    let rgb: u32 = match side {
        "Russian" | "RUS" | "BOL" => 0x9c2a22,
        "TN" => 0x8a5f10,
        "ARM" => 0xa8501c,
        "GEO" => 0x8d3a5a,
        "AZE" => 0x1f6a70,
        "BRI" => 0x6d4f24,
        "FRE" => 0x474f9c,
        "ITA" => 0x3f6128,
        "WHI" => 0x22324e,
        _ => 0x1d4f91,
    };
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}
