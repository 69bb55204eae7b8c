//! Statements about roads, railways, rivers and other sides.

use super::judge::Judge;
use super::{Miss, Verdict, count, exactly, hold, list, miss, miss_at};
use crate::board::hex::{Dir, Hex, HexSide, Ix};
use crate::board::map::{SideKind, Sides};
use crate::board::read::{At, nearest};
use std::collections::BTreeSet;

impl Judge<'_> {
    pub(super) fn side_kind(&self, name: &str) -> Result<SideKind, Miss> {
        let names = SideKind::ALL.iter().map(|(n, _)| *n);
        SideKind::named(name).ok_or_else(|| Miss { at: None, has: format!("no side is of the kind {name:?}{}", nearest(name, names)) })
    }

    /// All sides of the map, each once, for which something is so.
    pub(super) fn sides_where(&self, so: impl Fn(Ix, Ix, Sides) -> bool) -> Vec<HexSide> {
        let grid = &self.ground().grid;
        let sides = grid.all().flat_map(|a| grid.around(a).filter(move |(_, b)| a < *b).map(move |(dir, b)| (a, dir, b)));
        sides.filter(|(a, dir, b)| so(*a, *b, self.ground().side(*a, *dir))).map(|(a, _, b)| HexSide(self.hex(a), self.hex(b))).collect()
    }

    fn side(&self, a: Hex, b: Hex) -> Result<(Ix, Dir, Ix), Miss> {
        let (from, to) = (self.ix(a), self.ix(b));
        let dir = self.ground().grid.side(from, to).ok_or_else(|| Miss { at: None, has: format!("{a} and {b} do not touch") })?;
        Ok((from, dir, to))
    }

    /// What a side carries, in words.
    fn carried(&self, ix: Ix, dir: Dir) -> String {
        let sides = self.ground().side(ix, dir);
        let kinds: Vec<&str> = SideKind::ALL.iter().filter(|(_, kind)| sides.has(*kind)).map(|(name, _)| *name).collect();
        if kinds.is_empty() { "nothing".into() } else { list(&kinds) }
    }

    pub(super) fn carries(&self, kind: SideKind, a: Hex, b: Hex, wanted: bool) -> Verdict {
        let (from, dir, _) = match self.side(a, b) {
            Err(_) if !wanted => return Ok(()), // what shares no side carries nothing between
            side => side?,
        };
        hold(self.ground().side(from, dir).has(kind) == wanted, || format!("the side {a}-{b} carries {}", self.carried(from, dir)))
    }

    pub(super) fn path(&self, kind: SideKind, hexes: &[At<Hex>]) -> Verdict {
        for step in hexes.windows(2) {
            self.carries(kind, step[0].value, step[1].value, true).map_err(|miss| Miss { at: Some(step[1].at), ..miss })?;
        }
        Ok(())
    }

    /// The nets of one kind over hexes of these countries; all countries if none are named.
    fn nets(&self, kind: SideKind, countries: Option<&[String]>) -> Vec<Vec<Ix>> {
        let inside = |ix: Ix| countries.is_none_or(|list| list.contains(&self.ground().region(ix).country));
        self.survey.pieces(|ix| inside(ix) && self.survey.touched_by(ix, kind), |a, dir, _| self.ground().side(a, dir).has(kind))
    }

    pub(super) fn net(&self, kind: SideKind, countries: Option<&[String]>, hexes: &[At<Hex>]) -> Verdict {
        for country in countries.unwrap_or_default() {
            self.known_country(country)?;
        }
        let Some(first) = hexes.first() else { return Ok(()) };
        let nets = self.nets(kind, countries);
        let net_of = |hex: Hex| nets.iter().position(|net| net.contains(&self.ix(hex)));
        for hex in hexes {
            match net_of(hex.value) {
                None => return miss_at(hex.at, format!("no such way touches {}", hex.value)),
                Some(net) if Some(net) != net_of(first.value) => return miss_at(hex.at, format!("{} is not joined to {}", hex.value, first.value)),
                Some(_) => {}
            }
        }
        Ok(())
    }

    pub(super) fn net_pieces(&self, by: &str, country: &String, stated: usize) -> Verdict {
        self.known_country(country)?;
        let kind = self.side_kind(by)?;
        self.count_pieces(self.nets(kind, Some(std::slice::from_ref(country))), stated)
    }

    pub(super) fn on_road(&self, terrain: &str, stated: &[At<Hex>]) -> Verdict {
        let found = self.where_so(|ix| self.ground().terrain_name(ix) == terrain && self.ground().on_road(ix));
        exactly(found, stated, format!("the {terrain} hexes with a road"))
    }

    /// The rivers that run between two hexes.
    fn rivers_between(&self, a: Hex, b: Hex) -> Vec<&str> {
        let between = |side: &At<HexSide>| side.value == HexSide(a, b) || side.value == HexSide(b, a);
        self.ground().rivers.iter().filter(|river| river.sides.iter().any(between)).map(|river| river.name.as_str()).collect()
    }

    pub(super) fn named_river(&self, name: &str, a: Hex, b: Hex) -> Verdict {
        let found = self.rivers_between(a, b);
        let known = self.ground().rivers.iter().map(|river| river.name.as_str());
        if !known.clone().any(|n| n == name) {
            return miss(format!("the map has no river {name:?}{}", nearest(name, known)));
        }
        hold(found.contains(&name), || {
            if found.is_empty() { format!("no river runs between {a} and {b}") } else { format!("{} runs between {a} and {b}", list(&found)) }
        })
    }

    pub(super) fn river_names(&self, stated: usize) -> Verdict {
        let names: BTreeSet<&str> = self.ground().rivers.iter().map(|river| river.name.as_str()).collect();
        count(names.len(), stated, "rivers by name")
    }

    pub(super) fn border_river(&self, a: &str, b: &str, name: &str) -> Verdict {
        self.known_country(a)?;
        self.known_country(b)?;
        let country = |ix| self.ground().region(ix).country.as_str();
        let border = self.sides_where(|x, y, _| (country(x) == a && country(y) == b) || (country(x) == b && country(y) == a));
        let dry: Vec<HexSide> = border.iter().filter(|side| !self.rivers_between(side.0, side.1).contains(&name)).copied().collect();
        match (border.is_empty(), dry.is_empty()) {
            (true, _) => miss(format!("{a} and {b} do not touch")),
            (_, true) => Ok(()),
            _ => miss(format!("the border leaves the {name} at {}", list(&dry))),
        }
    }

    pub(super) fn open(&self, a: Hex, b: Hex, wanted: bool) -> Verdict {
        let (from, dir, to) = self.side(a, b)?;
        hold(self.survey.open(from, dir, to) == wanted, || {
            let state = if wanted { "shut" } else { "open" };
            format!("the side {a}-{b} is {state}: it carries {} between {} and {}", self.carried(from, dir), self.kind_of(a), self.kind_of(b))
        })
    }

    pub(super) fn crossings(&self, from: &str, to: &[String], stated: &[At<(Hex, Hex)>], what: &str, crosses: impl Fn(Ix, Dir, Ix) -> bool) -> Verdict {
        for country in std::iter::once(from).chain(to.iter().map(String::as_str)) {
            self.known_country(country)?;
        }
        let (grid, country) = (&self.ground().grid, |ix| &self.ground().region(ix).country);
        let mut found: Vec<HexSide> = Vec::new();
        for a in grid.all().filter(|ix| country(*ix) == from) {
            found.extend(grid.around(a).filter(|(dir, b)| to.contains(country(*b)) && crosses(a, *dir, *b)).map(|(_, b)| HexSide(self.hex(a), self.hex(b))));
        }
        let stated_side = |side: &At<(Hex, Hex)>| HexSide(side.value.0, side.value.1);
        if let Some(wrong) = stated.iter().find(|side| !found.contains(&stated_side(side))) {
            return miss_at(wrong.at, format!("no {what} leads from {from} across {}", stated_side(wrong)));
        }
        let unnamed: Vec<HexSide> = found.into_iter().filter(|side| !stated.iter().any(|s| stated_side(s) == *side)).collect();
        hold(unnamed.is_empty(), || format!("{} has such a {what} besides", list(&unnamed)))
    }
}
