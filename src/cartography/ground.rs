//! Which kinds of ground are drawn alike.

use crate::board::{Effect, Ground, Ix};

/// A kind of ground as it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GroundKind {
    Clear,
    Hills,
    Rough,
    Forest,
    Marsh,
    Mountain,
    Alpine,
    HighMountain,
    Desert,
    Radiation,
    Lake,
    Sea,
    /// Out of play.
    Out,
}

impl GroundKind {
    /// The kind of ground of a name; ground whose name we do not know is drawn by what it costs.
    pub(crate) fn named(name: &str, effect: &Effect) -> GroundKind {
        match name {
            "sea" | "all-sea" => GroundKind::Sea,
            "lake" | "all-lake" => GroundKind::Lake,
            "clear" => GroundKind::Clear,
            "hills" => GroundKind::Hills,
            "rough" => GroundKind::Rough,
            "forest" => GroundKind::Forest,
            "marsh" => GroundKind::Marsh,
            "mountain" => GroundKind::Mountain,
            "alpine" => GroundKind::Alpine,
            "high mountain" => GroundKind::HighMountain,
            "desert" => GroundKind::Desert,
            "chernobyl" => GroundKind::Radiation,
            "out-of-play" | "island" => GroundKind::Out,
            _ if effect.prohibited => GroundKind::Out,
            _ if effect.road_only => GroundKind::Alpine,
            _ => match effect.r#move.map_or(0, |points| points.0) {
                ..=2 => GroundKind::Clear,
                3..=4 => GroundKind::Rough,
                _ => GroundKind::Mountain,
            },
        }
    }

    /// The kind of a hex: its ground, unless its region is sea or out of play.
    pub(crate) fn of(ground: &Ground, effect: &Effect, ix: Ix) -> GroundKind {
        let region = ground.region(ix);
        match GroundKind::named(ground.terrain_name(ix), effect) {
            water if water.is_water() => water,
            _ if region.tags.iter().any(|tag| tag == "sea") => GroundKind::Sea,
            _ if !region.in_play => GroundKind::Out,
            dry => dry,
        }
    }

    /// Whether it is drawn as water.
    pub(crate) fn is_water(self) -> bool {
        matches!(self, GroundKind::Sea | GroundKind::Lake)
    }
}
