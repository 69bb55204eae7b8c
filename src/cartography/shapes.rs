//! Shapes and colors of symbols.

use crate::board::Compass;
use hexx::Vec2;

/// A star with five points.
pub(crate) fn star(at: Vec2, size: f32) -> [Vec2; 10] {
    let tip = |i: usize| Vec2::from_angle((i as f32 * 36.0 - 90.0).to_radians()) * if i.is_multiple_of(2) { size } else { size * 0.42 };
    std::array::from_fn(|i| at + tip(i))
}

/// A rectangle by its center and half its size.
pub(crate) fn square(at: Vec2, half: Vec2) -> [Vec2; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| at + Vec2::new(x, y) * half)
}

/// One of the three blades of the mark of radiation, between two radii: outer edge first. It spans so many degrees to either side.
pub(crate) fn blade(at: Vec2, number: u8, [inner, outer]: [f32; 2], span: f32) -> [Vec2; 4] {
    let turn = f32::from(number) * 120.0 - 90.0;
    let to = |angle: f32, radius: f32| at + Vec2::from_angle((turn + angle).to_radians()) * radius;
    [to(-span, inner), to(-span, outer), to(span, outer), to(span, inner)]
}

/// A direction of the map as a step, one long.
pub(crate) fn compass_step(edge: Compass) -> Vec2 {
    match edge {
        Compass::North => Vec2::NEG_Y,
        Compass::South => Vec2::Y,
        Compass::East => Vec2::X,
        Compass::West => Vec2::NEG_X,
    }
}

/// The colors of an objective symbol: its square, and the sign on it.
pub(crate) fn badge_colors(symbol: &str) -> [u32; 2] {
    match symbol {
        "energy" => [0xf2c230, 0x3b2f00],
        "nuclear" => [0x2d2a26, 0xf2d34f],
        "port" => [0xd8ecf7, 0x1d5f8a],
        "capital" => [0xb5483a, 0xfffdf5],
        "major base" => [0x41572f, 0xfffdf5],
        "minor base" => [0xe4ead6, 0x41572f],
        _ => [0xfffdf5, 0x1c1917],
    }
}
