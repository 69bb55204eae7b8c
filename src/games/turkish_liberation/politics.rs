//! [7.0], [8.2], [9.1], [13.0] Politics: who is whose enemy, who may enter what, who shares a hex. One table, which changes when a power goes to
//! war or withdraws; no other rule asks who is neutral.

use super::orders::Track;
use super::table::Table;
use super::tables::{Country, NATIONS, Nation};
use crate::board::{Atom, Illegal, Ix, Relation, Relations, UnitId};
use bevy_ecs::prelude::In;

/// How a power stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum Stance {
    Neutral,
    AtWar,
    Withdrawn,
}

/// The three powers, each with its track.
pub(crate) const POWERS: [(Nation, Track); 3] = [(Nation::Bri, Track::Britain), (Nation::Fre, Track::France), (Nation::Ita, Track::Italy)];

/// Who is whose enemy now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Politics {
    enemies: [[bool; NATIONS]; NATIONS],
    neutral: [bool; NATIONS],
}

impl Politics {
    /// Works the table out.
    pub(crate) fn now(t: &Table) -> Politics {
        Politics::with(t, |_, stance| stance)
    }

    /// The table as if every power that has not withdrawn were at war.
    pub(crate) fn at_war(t: &Table) -> Politics {
        Politics::with(t, |_, stance| if stance == Stance::Neutral { Stance::AtWar } else { stance })
    }

    fn with(t: &Table, change: impl Fn(Nation, Stance) -> Stance) -> Politics {
        let (mut enemies, mut neutral) = (t.charts.spots.enemies, [false; NATIONS]);
        let (enemy, powers) = &t.charts.politics.powers;
        for power in powers {
            let stance = change(*power, stance(t, *power));
            neutral[power.at()] = stance == Stance::Neutral;
            enemies[enemy.at()][power.at()] = stance == Stance::AtWar;
            enemies[power.at()][enemy.at()] = stance == Stance::AtWar;
        }
        Politics { enemies, neutral }
    }

    /// Whether two nations are at war with each other.
    pub(crate) fn are_enemies(&self, one: Nation, other: Nation) -> bool {
        self.enemies[one.at()][other.at()]
    }

    /// [13.0] Whether a power is neutral.
    pub(crate) fn is_neutral(&self, nation: Nation) -> bool {
        self.neutral[nation.at()]
    }

    /// [8.1.b] An enemy of a nation that stands in a hex.
    pub(crate) fn enemy_in(&self, t: &Table, nation: Nation, ix: Ix) -> Option<UnitId> {
        t.board.stack(ix).iter().copied().find(|u| self.are_enemies(nation, t.nation(*u)))
    }

    /// Whether an enemy of a nation stands next to a hex.
    pub(crate) fn enemy_near(&self, t: &Table, nation: Nation, ix: Ix) -> Option<UnitId> {
        t.board.map.grid.around(ix).find_map(|(_, there)| self.enemy_in(t, nation, there))
    }

    /// [7.0], [8.2], [13.0.a] Whether a unit may be in a hex for all that politics says, coming from another.
    pub(crate) fn may_enter(&self, t: &Table, unit: UnitId, from: Ix, to: Ix) -> Result<(), Illegal> {
        let (nation, there) = (t.nation(unit), t.footing(to));
        let Some(country) = there.country else { return Ok(()) };
        if t.charts.spots.closed_to[to.at()] & 1 << nation.at() != 0 {
            return Err(closed(t, nation, country));
        }
        let (barred, zone) = &t.charts.politics.irregulars_barred;
        if t.is_irregular(unit) && barred.contains(&nation) && *zone == Country::NAMES[country.at()] {
            return Err(Illegal::new("WTL-8.2.h", "Turkish irregulars, loyal or rebel, never enter the International Zone"));
        }
        self.stays_home(t, nation, from, country)
    }

    /// [8.2.a], [8.2.b], [13.0.a] A republic's army stays at home, a neutral power's in the zone where it stands.
    fn stays_home(&self, t: &Table, nation: Nation, from: Ix, to: Country) -> Result<(), Illegal> {
        let lists = |lands: &[String], country: Country| lands.iter().any(|land| *land == Country::NAMES[country.at()]);
        if let Some(lands) = t.charts.realms.always.get(&nation).filter(|lands| !lists(lands, to)) {
            let rule = if nation == Nation::Aze { "WTL-8.2.a" } else { "WTL-8.2.b" };
            return Err(Illegal::new(rule, format!("units of {} never leave {}", t.nation_name(nation), lands.join(" or "))));
        }
        let Some(lands) = t.charts.realms.neutral.get(&nation).filter(|_| self.is_neutral(nation)) else { return Ok(()) };
        let home = t.footing(from).country.filter(|home| lists(lands, *home));
        let open = home.map_or(lists(lands, to), |home| home == to);
        let rule = match nation {
            Nation::Ita => "WTL-8.2.d",
            Nation::Fre => "WTL-8.2.e",
            _ => "WTL-8.2.f",
        };
        let rule = if lists(lands, to) { "WTL-13.0.a" } else { rule };
        if open { Ok(()) } else { Err(Illegal::new(rule, format!("{} is neutral: its units stay in the zone where they stand", t.nation_name(nation)))) }
    }
}

/// How a power stands now.
pub(crate) fn stance(t: &Table, power: Nation) -> Stance {
    let track = POWERS.iter().find(|(nation, _)| *nation == power).map_or(0, |(_, track)| t.track(*track));
    match track {
        0 => Stance::Neutral,
        1 => Stance::AtWar,
        _ => Stance::Withdrawn,
    }
}

/// Why a nation may never enter a country.
fn closed(t: &Table, nation: Nation, country: Country) -> Illegal {
    let name = t.nation_name(nation);
    let land = Country::NAMES[country.at()];
    let (rule, why) = match nation {
        Nation::Tn | Nation::Reb => ("WTL-7.0.a", format!("Turkish units never enter Georgia or Azerbaijan ({land})")),
        Nation::Arm => ("WTL-8.2.c", format!("Armenian units never enter Georgia or Azerbaijan ({land})")),
        Nation::Bol | Nation::Arp => ("WTL-8.2.i", format!("{name} fight in the Caucasus and never enter {land}")),
        Nation::Gre if !is_caucasus(t, country) => ("WTL-8.2.g", format!("Greek units never enter the zones of the powers ({land})")),
        _ => ("WTL-8.2.i", format!("units of {name} keep out of the Caucasus ({land}), where they are at war with nobody")),
    };
    Illegal::new(rule, why)
}

fn is_caucasus(t: &Table, country: Country) -> bool {
    t.charts.theaters.caucasus.iter().any(|name| *name == Country::NAMES[country.at()])
}

/// [9.1] Whether a nation may share a hex with a piece that stands there: with the rule that forbids it.
pub(crate) fn may_share(t: &Table, nation: Nation, other: UnitId) -> Result<(), Illegal> {
    let there = t.nation(other);
    if t.charts.spots.stacks[nation.at()][there.at()] {
        return Ok(());
    }
    let pair = |a: Nation, b: Nation| (nation == a && there == b) || (nation == b && there == a);
    let any = |n: Nation| nation == n || there == n;
    let rule = match () {
        _ if any(Nation::Reb) => "WTL-9.1.c",
        _ if any(Nation::Arp) => "WTL-9.1.e",
        _ if pair(Nation::Tn, Nation::Bol) => "WTL-9.1.a",
        _ if any(Nation::Whi) && any(Nation::Cal) => "WTL-6.1.i",
        _ => "WTL-9.1.b",
    };
    Err(Illegal::new(rule, format!("{} stands there, and units of {} and of {} never stack", t.name(other), t.nation_name(nation), t.nation_name(there))))
}

/// [9.1] The same for everybody in a hex, but for some units.
pub(crate) fn may_share_hex(t: &Table, nation: Nation, ix: Ix, but: &[UnitId]) -> Result<(), Illegal> {
    t.board.stack(ix).iter().filter(|u| !but.contains(u)).try_for_each(|other| may_share(t, nation, *other))
}

/// The nations of the Revolutionary, each with its war: everybody else's enemy is among them.
const REBELLIOUS: [Nation; 3] = [Nation::Tn, Nation::Bol, Nation::Arp];

/// Who is at war with whom, to be read.
pub(crate) fn relations(_: In<()>, t: Table) -> Relations {
    let politics = Politics::now(&t);
    let others = Nation::ALL.iter().copied().filter(|nation| t.side_of(*nation) == super::IMPERIALIST && *nation != Nation::Evt);
    let down = others.map(|nation| (nation.id(), REBELLIOUS.map(|other| relation(&t, &politics, nation, other)).to_vec()));
    Relations { down: down.collect(), across: REBELLIOUS.map(Nation::id).to_vec(), rule: Atom("WTL-13.0.b") }
}

fn relation(t: &Table, politics: &Politics, nation: Nation, other: Nation) -> Relation {
    let may_ever = Politics::at_war(t).are_enemies(nation, other) || politics.are_enemies(nation, other);
    let gone = |nation: Nation| match nation {
        power if power.is_power() => stance(t, power) == Stance::Withdrawn,
        republic if republic.is_republic() => super::republics::has_surrendered(t, republic) && t.of_nation(republic).next().is_none(),
        Nation::Whi | Nation::Cal | Nation::Reb | Nation::Arp => t.of_nation(nation).next().is_none(),
        _ => false,
    };
    match () {
        _ if gone(nation) || gone(other) => Relation::Gone,
        _ if politics.are_enemies(nation, other) => Relation::War,
        _ if may_ever => Relation::Neutral,
        _ => Relation::None,
    }
}
