//! Everything a counter shows, as plain values. Two counters with equal faces are drawn identically.

use super::words::{beside, general_row, is_reduced, marks, row};
use crate::board::look::{Badge, Effect, KindLook, Rgb, Scheme, Stripe, Symbol};
use crate::board::{NationId, Side, Status, Tables, UnitId};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a counter shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Face {
    pub(super) parts: Parts,
    /// A number that stands for all of the above; drawings are stored under it.
    pub(super) stamp: u64,
}

/// The front of a counter, or its back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Parts {
    pub scheme: Scheme,
    pub side: Printed,
    /// In the order of their rank, the highest first.
    pub badges: Vec<Badge>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Printed {
    Front(Front),
    /// Face down: a large letter and a code; the symbol instead of the letter if that much is known.
    Back {
        letter: String,
        code: String,
        symbol: Option<Symbol>,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Front {
    pub symbol: Symbol,
    pub bare: bool,
    pub size: String,
    pub left: String,
    pub right: String,
    pub row: String,
    pub stripe: Option<Stripe>,
    pub tag: String,
    /// Steps left, and out of how many; shown only on counters with two sides.
    pub pips: Option<(u8, u8)>,
    pub reduced: bool,
    /// White diagonal bands: the rebel side.
    pub bands: bool,
}

impl Face {
    /// The side of a counter that is up, with all its marks and everything else there is to show.
    pub fn of(tables: &Tables, unit: UnitId, status: &Status, extra: &[Badge], safe: bool) -> Face {
        let printed = &tables.units[unit.at()];
        let plain = KindLook::default();
        let kind = tables.look.kinds.get(&printed.kind.value).unwrap_or(&plain);
        let traits: Vec<_> = printed.traits.iter().filter_map(|t| tables.look.traits.get(t)).collect();
        let (left, right) = if kind.bare { (String::new(), String::new()) } else { beside(tables, unit) };
        let of_value = |(name, text): &(String, String)| printed.values.get(name).map(|v| text.replace("{}", &v.to_string()));
        let tag = traits.iter().map(|t| t.tag.clone()).find(|t| !t.is_empty()).or_else(|| tables.look.tags.iter().find_map(of_value));
        let front = Front {
            symbol: kind.symbol,
            bare: kind.bare,
            size: printed.size.clone(),
            left,
            right,
            row: row(tables, unit, status, kind),
            stripe: tables.look.stripes.get(&printed.formation).copied(),
            tag: tag.unwrap_or_default(),
            pips: (printed.steps() > 1).then(|| (status.steps, printed.steps())),
            reduced: is_reduced(printed, status),
            bands: traits.iter().any(|t| t.bands) || marks(tables, status).any(|(_, badge)| badge.bands),
        };
        let shown = marks(tables, status).map(|(_, badge)| badge).chain(traits.iter().filter_map(|t| t.badge.as_ref()));
        let mut badges: Vec<Badge> = shown.chain(extra).cloned().collect();
        badges.sort_by_key(|b| std::cmp::Reverse(b.rank));
        let lent = badges.iter().find_map(|badge| badge.colors.get(&printed.nation.value)).copied();
        let scheme = tables.look.nation(lent.unwrap_or(printed.nation.value)).scheme(kind.print, safe);
        Face::new(Parts { scheme, side: Printed::Front(front), badges })
    }

    /// Face down: shows nothing but the side.
    pub fn hidden(tables: &Tables, side: Side, safe: bool) -> Face {
        let look = tables.look.side(side);
        let scheme = look.down.map_or_else(|| Scheme::of(look.panel, Rgb::BLACK), |nation| tables.look.nation(nation).scheme(None, safe));
        Face::new(Parts { scheme, side: Printed::Back { letter: look.back.clone(), code: look.code.clone(), symbol: None }, badges: Vec::new() })
    }

    /// Face down, but this much is visible: a nation's flag, or what kind of counter it is.
    pub fn by_kind(tables: &Tables, side: Side, visible_kind: &str, safe: bool) -> Face {
        let look = tables.look.side(side);
        if let Some(nation) = tables.nations.iter().position(|n| n.id == visible_kind) {
            let scheme = tables.look.nation(NationId(nation as u8)).scheme(None, safe);
            return Face::new(Parts {
                scheme,
                side: Printed::Back { letter: look.back.clone(), code: visible_kind.to_owned(), symbol: None },
                badges: Vec::new(),
            });
        }
        let (Some(kind), Some(unit)) = (tables.look.kinds.get(visible_kind), tables.units.iter().find(|u| u.kind.value == visible_kind)) else {
            return Face::hidden(tables, side, safe);
        };
        let scheme = tables.look.nation(unit.nation.value).scheme(kind.print, safe);
        let back = Printed::Back { letter: look.back.clone(), code: general_row(tables, visible_kind), symbol: Some(kind.symbol) };
        Face::new(Parts { scheme, side: back, badges: Vec::new() })
    }

    /// The same with more badges: for what is with a counter about which nothing else is known.
    pub fn with(mut self, extra: &[Badge]) -> Face {
        self.parts.badges.extend_from_slice(extra);
        self.parts.badges.sort_by_key(|b| std::cmp::Reverse(b.rank));
        Face::new(self.parts)
    }

    fn new(parts: Parts) -> Face {
        let mut hasher = DefaultHasher::new();
        parts.hash(&mut hasher);
        Face { parts, stamp: hasher.finish() }
    }

    /// Whether the reduced side is up.
    pub fn is_reduced(&self) -> bool {
        matches!(&self.parts.side, Printed::Front(front) if front.reduced)
    }

    /// The color of its body.
    pub fn body(&self) -> Rgb {
        self.parts.scheme.body
    }
}

impl Parts {
    /// Whether any mark has this effect.
    pub(crate) fn has(&self, effect: Effect) -> bool {
        self.badges.iter().any(|b| b.effect == effect)
    }
}
