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
    /// By nation: its enemies, as bits.
    enemies: [u16; NATIONS],
    /// Neutral powers, as bits.
    neutral: u16,
}

/// What keeps a unit out of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Barrier {
    /// [7.0], [8.2] The country is closed to its nation.
    Closed,
    /// [8.2.h] No irregulars of its nation in the International Zone.
    Irregulars,
    /// [8.2.a], [8.2.b] A republic's army stays at home.
    Home,
    /// [13.0.a] A neutral power's army stays in the zone where it stands.
    Neutral,
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
        let (mut enemies, mut neutral) = (t.charts.spots.enemies, 0);
        let (enemy, powers) = &t.charts.politics.powers;
        for power in powers {
            let stance = change(*power, stance(t, *power));
            neutral |= u16::from(stance == Stance::Neutral) << power.at();
            for (one, other) in [(enemy, power), (power, enemy)] {
                let known = enemies[one.at()] & !(1 << other.at());
                enemies[one.at()] = known | u16::from(stance == Stance::AtWar) << other.at();
            }
        }
        Politics { enemies, neutral }
    }

    /// The enemies of these nations together, as bits.
    pub(crate) fn enemies_of(&self, nations: impl Iterator<Item = Nation>) -> u16 {
        nations.fold(0, |bits, nation| bits | self.enemies[nation.at()])
    }

    /// Whether two nations are at war with each other.
    pub(crate) fn are_enemies(&self, one: Nation, other: Nation) -> bool {
        self.enemies[one.at()] & 1 << other.at() != 0
    }

    /// [13.0] Whether a power is neutral.
    pub(crate) fn is_neutral(&self, nation: Nation) -> bool {
        self.neutral & 1 << nation.at() != 0
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
        self.barrier(t, unit, from, to).map_or(Ok(()), |barrier| Err(barrier.refusal(t, t.nation(unit), from, to)))
    }

    /// The same for a search, which needs no words.
    pub(crate) fn lets_in(&self, t: &Table, unit: UnitId, from: Ix, to: Ix) -> bool {
        self.barrier(t, unit, from, to).is_none()
    }

    fn barrier(&self, t: &Table, unit: UnitId, from: Ix, to: Ix) -> Option<Barrier> {
        let (nation, spots) = (t.nation(unit), &t.charts.spots);
        let country = t.footing(to).country?;
        let lists = |lands: u16, country: Country| lands & 1 << country.at() != 0;
        if spots.closed_to[to.at()] & 1 << nation.at() != 0 {
            return Some(Barrier::Closed);
        }
        if t.is_irregular(unit) && spots.irregulars_barred == Some(country) && t.charts.politics.irregulars_barred.0.contains(&nation) {
            return Some(Barrier::Irregulars);
        }
        if spots.realms[nation.at()].is_some_and(|lands| !lists(lands, country)) {
            return Some(Barrier::Home);
        }
        let lands = spots.neutral_realms[nation.at()].filter(|_| self.is_neutral(nation))?;
        let home = t.footing(from).country.filter(|home| lists(lands, *home));
        let open = home.map_or(lists(lands, country), |home| home == country);
        (!open).then_some(Barrier::Neutral)
    }
}

impl Barrier {
    /// In words.
    fn refusal(self, t: &Table, nation: Nation, from: Ix, to: Ix) -> Illegal {
        let country = t.footing(to).country.expect("only countries have borders");
        match self {
            Barrier::Closed => closed(t, nation, country, &land(t, to)),
            Barrier::Irregulars => Illegal::new("WTL-8.2.h", "Turkish irregulars, loyal or rebel, never enter the International Zone"),
            Barrier::Home => {
                let rule = if nation == Nation::Aze { "WTL-8.2.a" } else { "WTL-8.2.b" };
                Illegal::new(rule, format!("units of {} never leave {}", t.the_nation(nation), land(t, from)))
            }
            Barrier::Neutral => {
                let own = t.charts.spots.neutral_realms[nation.at()].is_some_and(|lands| lands & 1 << country.at() != 0);
                let rule = match nation {
                    _ if own => "WTL-13.0.a",
                    Nation::Ita => "WTL-8.2.d",
                    Nation::Fre => "WTL-8.2.e",
                    _ => "WTL-8.2.f",
                };
                Illegal::new(rule, format!("{} is neutral: its units stay in the zone they are in", t.nation_name(nation)))
            }
        }
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

/// The land in which a hex lies, inside a sentence.
fn land(t: &Table, ix: Ix) -> String {
    let name = &t.book.ground.region(ix).name;
    if name.contains(' ') { format!("the {name}") } else { name.clone() }
}

/// Why a nation may never enter a country.
fn closed(t: &Table, nation: Nation, country: Country, land: &str) -> Illegal {
    let name = t.the_nation(nation);
    let (rule, why) = match nation {
        Nation::Tn | Nation::Reb => ("WTL-7.0.a", format!("Turkish units never enter {land}")),
        Nation::Arm => ("WTL-8.2.c", format!("Armenian units never enter {land}")),
        Nation::Bol | Nation::Arp => ("WTL-8.2.i", format!("{name} fight in the Caucasus and never enter {land}")),
        Nation::Gre if !is_caucasus(t, country) => ("WTL-8.2.g", format!("Greek units never enter {land}")),
        _ => ("WTL-8.2.i", format!("{land} is closed to units of {name}: they have no enemies in the Caucasus")),
    };
    Illegal::new(rule, why)
}

fn is_caucasus(t: &Table, country: Country) -> bool {
    t.charts.theaters.caucasus.iter().any(|name| *name == Country::NAMES[country.at()])
}

/// [9.1] Whether a nation may share a hex with a piece that stands there: with the rule that forbids it.
pub(crate) fn may_share(t: &Table, nation: Nation, other: UnitId) -> Result<(), Illegal> {
    if shares(t, nation, other) {
        return Ok(());
    }
    let there = t.nation(other);
    let pair = |a: Nation, b: Nation| (nation == a && there == b) || (nation == b && there == a);
    let any = |n: Nation| nation == n || there == n;
    let rule = match () {
        _ if any(Nation::Reb) => "WTL-9.1.c",
        _ if any(Nation::Arp) => "WTL-9.1.e",
        _ if pair(Nation::Tn, Nation::Bol) => "WTL-9.1.a",
        _ if any(Nation::Whi) && any(Nation::Cal) => "WTL-6.1.i",
        _ => "WTL-9.1.b",
    };
    Err(Illegal::new(rule, format!("{} is there, and units of {} and {} never stack", t.name(other), t.the_nation(nation), t.the_nation(there))))
}

/// [9.1] Whether they stack, without words.
fn shares(t: &Table, nation: Nation, other: UnitId) -> bool {
    t.charts.spots.stacks[nation.at()][t.nation(other).at()]
}

/// [9.1] The same with everybody in a hex, but for some units.
pub(crate) fn shares_hex(t: &Table, nation: Nation, ix: Ix, but: &[UnitId]) -> bool {
    t.board.stack(ix).iter().filter(|u| !but.contains(u)).all(|other| shares(t, nation, *other))
}

/// [9.1] The refusal that goes with it.
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
