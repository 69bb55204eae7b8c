//! Statements about places.

use super::judge::Judge;
use super::{Verdict, count, exactly, hold, list, miss};
use crate::board::hex::{Hex, Ix};
use crate::board::map::{SideKind, Site};
use crate::board::read::At;

impl Judge<'_> {
    fn sites(&self, hex: Hex) -> Vec<&Site> {
        self.ground().sites(self.ix(hex)).collect()
    }

    /// The places of a hex in words.
    fn there(&self, hex: Hex) -> String {
        let words = |site: &&Site| format!("{} ({}; tags {:?}, symbols {:?}, values {:?})", site.name, site.kind, site.tags, site.symbols, site.values);
        match self.sites(hex).as_slice() {
            [] => format!("{hex} holds no place"),
            some => format!("{hex} holds {}", list(&some.iter().map(words).collect::<Vec<_>>())),
        }
    }

    /// A place in the hex that is `so`; if there is none there but one elsewhere, the fault says so, which helps its reader.
    pub(super) fn place(&self, hex: Hex, what: &str, word: &str, so: impl Fn(&Site) -> bool) -> Verdict {
        if self.sites(hex).into_iter().any(&so) {
            return Ok(());
        }
        let elsewhere: Vec<Hex> = self.ground().sites.iter().filter(|site| so(site)).map(|site| site.hex).collect();
        match elsewhere.as_slice() {
            [only] if what == "name" => miss(format!("{} and {word} is {only}", self.there(hex))),
            _ => miss(self.there(hex)),
        }
    }

    pub(super) fn no_place(&self, hex: Hex, kind: &str) -> Verdict {
        hold(!self.sites(hex).iter().any(|site| site.kind == kind), || self.there(hex))
    }

    pub(super) fn values(&self, key: &str, value: i32, stated: usize) -> Verdict {
        let found = self.ground().sites.iter().filter(|site| site.values.get(key) == Some(&value)).count();
        count(found, stated, format!("places with {key} {value}"))
    }

    fn fits(site: &Site, kind: &str, tag: &str) -> bool {
        (kind.is_empty() || site.kind == kind) && (tag.is_empty() || site.tags.iter().any(|t| t == tag))
    }

    pub(super) fn places(&self, kind: &str, tag: &str, stated: usize, among: impl Fn(Ix) -> bool) -> Verdict {
        let found = self.ground().sites.iter().filter(|site| Self::fits(site, kind, tag) && among(self.ix(site.hex))).count();
        count(found, stated, "such places")
    }

    pub(super) fn symbols(&self, country: &str, stated: usize) -> Verdict {
        self.known_country(country)?;
        let of_country = |site: &&Site| self.ground().region(self.ix(site.hex)).country == country;
        count(self.ground().sites.iter().filter(of_country).map(|site| site.symbols.len()).sum(), stated, format!("symbols in {country}"))
    }

    pub(super) fn place_hexes(&self, stated: &[At<Hex>], what: &str, so: impl Fn(&Site) -> bool) -> Verdict {
        exactly(self.ground().sites.iter().filter(|site| so(site)).map(|site| site.hex), stated, format!("the places with {what}"))
    }

    pub(super) fn kind_terrain(&self, kind: &str, terrain: &str) -> Verdict {
        let other = |site: &&Site| site.kind == kind && self.ground().terrain_name(self.ix(site.hex)) != terrain;
        match self.ground().sites.iter().find(other) {
            None => Ok(()),
            Some(site) => miss(format!("{} in {} stands on {}", site.name, site.hex, self.ground().terrain_name(self.ix(site.hex)))),
        }
    }

    fn of_kinds(&self, ix: Ix, kinds: &[String]) -> bool {
        self.ground().sites(ix).any(|site| kinds.contains(&site.kind))
    }

    pub(super) fn without_rail(&self, kinds: &[String], stated: &[At<Hex>]) -> Verdict {
        let found = self.where_so(|ix| self.of_kinds(ix, kinds) && !self.survey.touched_by(ix, SideKind::Rail));
        exactly(found, stated, "the places without a railway")
    }

    pub(super) fn away_from(&self, country: &str, kinds: &[String], stated: &[At<Hex>]) -> Verdict {
        self.known_country(country)?;
        let near = |ix| self.of_kinds(ix, kinds) || self.ground().grid.around(ix).any(|(_, there)| self.of_kinds(there, kinds));
        let found = self.where_so(|ix| self.ground().region(ix).country == country && self.survey.enterable(ix) && !near(ix));
        exactly(found, stated, format!("the hexes of {country} away from such places"))
    }
}
