//! The names of the maps of games that cannot be played yet. Their rules to come look for them, so they are closed already.

use crate::board::{Names, Vocabulary};

/// Putin Moves East.
pub(super) const PUTIN_MOVES_EAST: Vocabulary = Vocabulary {
    powers: Names::needed(&["RUS", "PRC", "MON", "NKO", "ROK", "NATO"]),
    countries: Names::needed(&["RUS", "PRC", "MON", "NKO", "ROK"]),
    letters: &[],
    edges: &[],
    terrain: Names::needed(&["clear", "forest", "marsh", "desert", "rough", "high mountain", "sea", "island"]),
    sets: Names::needed(&["coastal", "coast_sea_of_japan", "coast_sea_of_okhotsk", "coast_yellow_sea", "fort_nko", "fort_rok"]),
    lines: Names::NONE,
    areas: Names::NONE,
    region_tags: Names::needed(&["inner mongolia", "sea", "sea zone"]),
    place_kinds: Names::needed(&["city", "mega-city", "town"]),
    place_tags: Names::needed(&["belligerent only"]),
    place_values: Names::needed(&["ap"]),
    symbols: Names::needed(&["capital", "port", "energy", "nuclear", "major base", "minor base"]),
    source_tags: Names::NONE,
    effects: Names::needed(&["complex_move", "complex_shift", "no_retreat", "no_zoc", "ap"]),
    rows: &[
        ("places", "city"),
        ("places", "mega-city"),
        ("symbols", "major base"),
        ("symbols", "minor base"),
        ("sides", "rail"),
        ("sides", "river"),
        ("sides", "lake"),
        ("sides", "sea"),
        ("sides", "fort"),
    ],
    stacks: false,
};
