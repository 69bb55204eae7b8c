//! Lines along hexsides and between hexes: every side once, borders, rivers, and railways that keep clear of roads.

use super::{GroundKind, Layout};
use crate::board::{Dir, Grid, Ground, HexSide, Ix, River, SideKind};
use hexx::Vec2;
use std::collections::BTreeMap;

/// The two corners of a side, by the names that [`Grid::corners`] gives them.
pub(crate) type Side = [hexx::Hex; 2];

/// Every side of every hex once, those at the edge of the map too.
pub(crate) fn each_side(grid: &Grid) -> impl Iterator<Item = (Ix, Dir)> {
    let once = |(ix, dir): &(Ix, Dir)| grid.across(*ix, *dir).is_none_or(|there| *ix < there);
    grid.all().flat_map(|ix| Dir::ALL.map(|dir| (ix, dir))).filter(once)
}

/// Every side between two hexes of the map once.
pub(crate) fn inner_sides(grid: &Grid) -> impl Iterator<Item = (Ix, Dir, Ix)> {
    grid.all().flat_map(|a| grid.around(a).filter(move |(_, b)| a < *b).map(move |(dir, b)| (a, dir, b)))
}

/// The sides that carry a river, a road or the like.
pub(crate) fn sides_of(ground: &Ground, kind: SideKind) -> impl Iterator<Item = (Ix, Dir, Ix)> {
    inner_sides(&ground.grid).filter(move |(a, dir, _)| ground.side(*a, *dir).has(kind))
}

/// The sides around some hexes: where they meet others, or the edge of the map.
pub(crate) fn outline_of(grid: &Grid, within: impl Fn(Ix) -> bool) -> Vec<Side> {
    let outer = |ix: Ix, dir: &Dir| grid.across(ix, *dir).is_none_or(|there| !within(there));
    let inside = grid.all().filter(|ix| within(*ix));
    inside.flat_map(|ix| Dir::ALL.into_iter().filter(move |dir| outer(ix, dir)).map(move |dir| grid.corners(ix, dir))).collect()
}

/// Sides as one or more lines of corners, each line as long as can be. Where more than two sides meet, lines end.
pub(crate) fn trace(sides: &[Side]) -> Vec<Vec<hexx::Hex>> {
    let key = |corner: hexx::Hex| (corner.x, corner.y);
    let mut at: BTreeMap<(i32, i32), Vec<usize>> = BTreeMap::new();
    for (i, side) in sides.iter().enumerate() {
        side.iter().for_each(|corner| at.entry(key(*corner)).or_default().push(i));
    }
    let mut left: Vec<bool> = vec![true; sides.len()];
    let mut lines = Vec::new();
    // Open lines begin at their ends; what is left after them are rings, which begin anywhere.
    let ends = at.iter().filter(|(_, meeting)| meeting.len() != 2).flat_map(|(corner, meeting)| meeting.iter().map(|side| (*corner, *side)));
    let anywhere = sides.iter().enumerate().map(|(i, side)| (key(side[0]), i));
    for (start, first) in ends.chain(anywhere).collect::<Vec<_>>() {
        let (mut line, mut corner, mut next) = (vec![hexx::Hex::new(start.0, start.1)], start, Some(first).filter(|side| left[*side]));
        while let Some(side) = next {
            left[side] = false;
            let other = sides[side].into_iter().find(|c| key(*c) != corner).unwrap_or(sides[side][0]);
            corner = key(other);
            line.push(other);
            let meeting = &at[&corner];
            next = meeting.iter().copied().find(|side| left[*side] && meeting.len() == 2);
        }
        if line.len() > 1 {
            lines.push(line);
        }
    }
    lines
}

/// A border between two regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Border {
    /// Of different countries.
    Country,
    /// Of the same country.
    Region,
}

/// The border between two hexes, if one runs on land between them. What belongs to no country, like an island out of play, has none.
pub(crate) fn border(ground: &Ground, kinds: &[GroundKind], a: Ix, b: Ix) -> Option<Border> {
    let dry = ![a, b].iter().any(|ix| kinds[ix.at()].is_water());
    let [x, y] = [a, b].map(|ix| ground.region(ix).country.as_str());
    let runs = dry && ground.region[a.at()] != ground.region[b.at()] && !x.is_empty() && !y.is_empty();
    runs.then_some(if x == y { Border::Region } else { Border::Country })
}

/// All sides on which borders of a kind run.
pub(crate) fn borders(ground: &Ground, kinds: &[GroundKind], kind: Border) -> Vec<Side> {
    let sides = inner_sides(&ground.grid).filter(|(a, _, b)| border(ground, kinds, *a, *b) == Some(kind));
    sides.map(|(a, dir, _)| ground.grid.corners(a, dir)).collect()
}

/// The corners of a river from spring to mouth.
pub(crate) fn river_corners(grid: &Grid, river: &River) -> Vec<hexx::Hex> {
    let ends = |side: HexSide| {
        let (a, b) = (grid.ix(side.0)?, grid.ix(side.1)?);
        Some(grid.corners(a, grid.side(a, b)?))
    };
    let sides: Vec<Side> = river.sides.iter().filter_map(|side| ends(side.value)).collect();
    let Some(first) = sides.first() else { return Vec::new() };
    // The first side begins at the corner that the second does not have.
    let away = sides.get(1).map_or(first[0], |second| if second.contains(&first[0]) { first[1] } else { first[0] });
    let mut line = vec![away];
    for side in &sides {
        let last = line[line.len() - 1];
        line.push(if side[0] == last { side[1] } else { side[0] });
    }
    line
}

/// To which side a railway gives way on a step that a road takes too, one long: south, or east of a road that runs north.
pub(crate) fn beside_road(ground: &Ground, layout: &Layout, ix: Ix, dir: Dir) -> Option<Vec2> {
    let sides = ground.side(ix, dir);
    let there = ground.grid.across(ix, dir).filter(|_| sides.has(SideKind::Road) && sides.has(SideKind::Rail))?;
    let across = (layout.center(there) - layout.center(ix)).normalize_or_zero().perp();
    let south_or_east = across.y > 0.01 || (across.y.abs() <= 0.01 && across.x > 0.0);
    Some(if south_or_east { across } else { -across })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexx::Hex;

    /// Three sides that meet are three lines, a closed chain is one ring.
    #[test]
    fn sides_become_lines() {
        let [a, b, c, d] = [Hex::new(0, 0), Hex::new(1, 0), Hex::new(2, 1), Hex::new(1, -1)];
        assert_eq!(trace(&[[a, b], [b, c]]), [vec![a, b, c]]);
        assert_eq!(trace(&[[a, b], [b, c], [d, b]]).len(), 3);
        assert_eq!(trace(&[[a, b], [b, c], [c, a]]), [vec![a, b, c, a]]);
    }
}
