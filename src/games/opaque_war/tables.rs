//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::OpaqueWar;
use super::charts::TablesFile;
use super::orders::{Count, Decision, HexMark, Holding, Mark, Segment, Track};
use crate::board::read::{At, Reading};
use crate::board::{Compass, Dir, Ix, Known, Names, NationId, Points, Side, SideKind, Tables, UnitRow, Vocabulary};
use crate::games::kit::{self, Finder, Ruleset, kinds};

const KNOWN: Known = Known {
    sides: &["Ukrainian", "Rebel"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: Track::NAMES,
    boxes: Holding::NAMES,
    options: &[],
    steps: Segment::NAMES,
    factors: &["attack", "defense", "movement"],
    kinds: UnitType::NAMES,
    nations: &["UA", "DPR", "LPR", "RUS"],
    formations: Names::NONE,
    traits: Names::NONE,
    values: &[("proficiency", -9, 9)],
    map: Vocabulary {
        powers: Names::needed(&["UA", "DPR", "LPR", "RUS"]),
        countries: Names::needed(&["Russia"]).and(&["Ukraine"]),
        letters: &['D', 'L'],
        edges: &[Compass::West, Compass::East],
        terrain: Names::needed(&["clear"]),
        sets: Names::needed(&["auto_victory", "checkpoint", "donetsk", "police_city", "russian_supply"]).and(&["mariupol"]),
        lines: Names::NONE,
        areas: Names::needed(&["west_entry", "ukrainian_arrival"]).and(&["luhansk_rebels", "donetsk_rebels"]),
        region_tags: Names::other(&["rebel oblast", "ukrainian arrival"]),
        place_kinds: Names::needed(&["town", "city", "checkpoint", "airbase", "rail-link"]),
        place_tags: Names::needed(&["roll", "victory", "no_control"]).and(&["auto_victory", "police"]),
        place_values: Names::NONE,
        symbols: Names::NONE,
        source_tags: Names::NONE,
        effects: Names::needed(&["added_move"]),
        rows: &[("places", "town"), ("places", "city"), ("places", "checkpoint"), ("sides", "road"), ("sides", "rail"), ("sides", "river")],
        stacks: true,
    },
    deals: false,
};

kinds! {
    /// What a counter is, as far as rules ask.
    pub enum UnitType {
        Mechanised = "mechanised",
        Airborne = "airborne",
        Tank = "tank",
        Mountain = "mountain",
        Militia = "militia",
        Police = "police",
        Rebel = "rebel",
        Infantry = "infantry",
        SpecialForces = "special_forces",
        Artillery = "artillery",
        Air = "air",
        Mlr = "mlr",
        TankSupport = "tank_support",
        Aa = "aa",
        Naval = "naval",
        CounterBattery = "counter_battery",
        NonLethal = "non_lethal",
        Communications = "communications",
        Media = "media",
        Mob = "mob",
    }
}

impl UnitType {
    /// A combat unit: it has factors, stacks, exerts zones and needs supply.
    pub fn is_combat(self) -> bool {
        self <= UnitType::SpecialForces
    }

    /// [8.4] A counter that can be played in a battle.
    pub fn is_support(self) -> bool {
        (UnitType::Artillery..=UnitType::CounterBattery).contains(&self)
    }

    /// [10.4] A counter that arrives on the map rather than in the Available box.
    pub fn is_placed(self) -> bool {
        self.is_combat() || self == UnitType::Media
    }
}

/// [2.3] Whose colors a counter wears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Contingent {
    Ukraine,
    Donetsk,
    Luhansk,
    Russia,
}

impl Contingent {
    const NAMES: [(&'static str, Contingent); 4] =
        [("UA", Contingent::Ukraine), ("DPR", Contingent::Donetsk), ("LPR", Contingent::Luhansk), ("RUS", Contingent::Russia)];

    /// The flag on the back of its counters.
    pub fn flag(self) -> &'static str {
        Contingent::NAMES[self as usize].0
    }

    /// The oblast in which its pieces set up and arrive.
    pub fn home(self) -> Option<Land> {
        match self {
            Contingent::Donetsk => Some(Land::Donetsk),
            Contingent::Luhansk => Some(Land::Luhansk),
            _ => None,
        }
    }
}

/// What the rules mean by a land.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Land {
    Donetsk,
    Luhansk,
    Russia,
    #[default]
    Other,
}

impl Land {
    /// One of the two oblasts that rose.
    pub fn is_rebel(self) -> bool {
        matches!(self, Land::Donetsk | Land::Luhansk)
    }
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: UnitType,
    /// Its colors.
    pub contingent: Contingent,
    /// The player it belongs to, for the whole game.
    pub side: Side,
    /// Its attack factor.
    pub attack: i16,
    /// Its defense factor.
    pub defense: i16,
    /// Its movement allowance.
    pub allowance: Points,
    /// [8.9] Columns for its side in combat.
    pub proficiency: i8,
}

impl Printed {
    /// Whether it is a combat unit.
    pub fn is_combat(&self) -> bool {
        self.kind.is_combat()
    }
}

/// What a hexside does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// A railway crosses it.
    pub rail: bool,
    /// A river runs along it, bridged or not.
    pub river: bool,
    /// [7.0.e]–[7.0.g] By contingent: points to cross it into the hex beyond, checkpoints apart; none where it may never enter [7.3], [7.4].
    pub cost: [Option<Points>; 4],
}

/// What a hex does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footing {
    /// Points to enter without a road.
    pub cost: Points,
    /// [7.0.h] Points added for a checkpoint.
    pub checkpoint_cost: Points,
    /// [7.4] All-sea, or out of play.
    pub sea: bool,
    /// [7.3] Contingents that may never enter.
    pub closed_to: [bool; 4],
    /// [6.0] How many combat units of a side may end a move there.
    pub limit: u8,
    /// [8.6] Columns for the attacker.
    pub shift: i8,
    /// A town.
    pub town: bool,
    /// A city.
    pub city: bool,
    /// A border checkpoint.
    pub checkpoint: bool,
    /// Control of it matters.
    pub controlled: bool,
    /// The land it lies in.
    pub land: Land,
    /// A railway runs through it.
    pub rail: bool,
}

impl Footing {
    /// [12.1], [12.2] A town or city that can be controlled: a source of supply for whoever does.
    pub fn is_source(&self) -> bool {
        (self.town || self.city) && self.controlled
    }
}

/// The tables of the game and what follows from them.
pub(crate) type Charts = kit::Charts<OpaqueWar>;

/// Places of the map that rules ask for, in map order.
#[derive(Debug, Default)]
pub struct NamedHexes {
    /// [3.1.a] Towns and cities that are rolled for.
    pub rolled: Vec<Ix>,
    /// [3.1.c] Checkpoints that are rolled for.
    pub rolled_checkpoints: Vec<Ix>,
    /// Every checkpoint.
    pub checkpoints: Vec<Ix>,
    /// [3.1.f] Cities with police.
    pub police: Vec<Ix>,
    /// [3.1.u] Road and rail hexes of the west edge.
    pub entries: Vec<Ix>,
    /// [10.4.a] Where Ukrainian pieces arrive.
    pub arrivals: Vec<Ix>,
    /// [10.4.c] The west edge.
    pub west: Vec<Ix>,
    /// [10.3.c] The east edge.
    pub east: Vec<Ix>,
    /// [12.3] Sources of Russian units.
    pub russian_sources: Vec<Ix>,
    /// [12.1], [12.2] Towns and cities that can be controlled.
    pub sources: Vec<Ix>,
    /// [16.0.a]
    pub luhansk: Vec<Ix>,
    /// [16.0.b]
    pub donetsk: Vec<Ix>,
    /// [16.0.d]
    pub airbase: Vec<Ix>,
    /// [16.1]
    pub auto_victory: Vec<Ix>,
}

impl Ruleset for OpaqueWar {
    type Decision = Decision;
    type Segment = Segment;
    type Printed = Printed;
    type Footing = Footing;
    type Crossing = Crossing;
    type NamedHexes = NamedHexes;
    type TablesFile = TablesFile;

    const KNOWN: Known = KNOWN;
    const HEX_MARKS: (&'static [&'static str], &'static [&'static str]) = (HexMark::NAMES, &HexMark::TEXTS);

    fn printed(r: &Reading<'_>, book: &Tables, _: Option<&TablesFile>) -> Option<Vec<Printed>> {
        // [3.1.g] Their owner may not know them, so how far they go must not tell them apart.
        let mut garrison: Option<i16> = None;
        let mut row = |row: &UnitRow| {
            let At { at, value: kind } = &row.kind;
            let kind = UnitType::named(kind)?; // an unknown kind is told with the unit
            let Some(contingent) = contingent(book, row.nation.value) else {
                r.fault(row.nation.at, "this game has rules for the nations UA, DPR, LPR and RUS only");
                return None;
            };
            let factor = |i: usize| row.front.get(i).copied().unwrap_or(0);
            if kind.is_combat() && (factor(0) <= 0 || factor(1) <= 0) {
                r.fault(*at, format!("{} needs an attack and a defense factor", row.name));
            }
            if matches!(kind, UnitType::Police | UnitType::Militia) && *garrison.get_or_insert(factor(2)) != factor(2) {
                r.fault(*at, "all police and militia must have the same movement allowance: their owner may not know them apart");
            }
            let proficiency = row.values.get("proficiency").copied().unwrap_or(0);
            Some(Printed {
                kind,
                contingent,
                side: book.nations.get(row.nation.value.at())?.side,
                attack: factor(0),
                defense: factor(1),
                allowance: Points::whole(factor(2)),
                proficiency: i8::try_from(proficiency).unwrap_or(0),
            })
        };
        book.units.iter().map(&mut row).collect()
    }

    fn footing(book: &Tables, ix: Ix) -> Footing {
        let ground = book.chart.hex(&book.ground, ix);
        let region = book.ground.region(ix);
        let has = |kind: &str| book.ground.sites(ix).any(|s| s.kind == kind);
        let (city, town) = (has("city"), has("town") && !has("city"));
        let uncontrolled = book.ground.sites(ix).any(|s| s.tags.iter().any(|t| t == "no_control"));
        // [G-2] A town or city replaces the ground under it.
        let place = ["city", "town"].into_iter().filter(|kind| has(kind)).find_map(|kind| book.chart.places.get(kind));
        let checkpoint = book.chart.places.get("checkpoint").filter(|_| has("checkpoint")).and_then(|e| e.values.get("added_move"));
        let land = match book.ground.region_letter(ix) {
            'D' => Land::Donetsk,
            'L' => Land::Luhansk,
            _ if region.country == "Russia" => Land::Russia,
            _ => Land::Other,
        };
        Footing {
            cost: place.and_then(|e| e.r#move).or(ground.r#move).unwrap_or(Points::whole(1)),
            checkpoint_cost: Points::whole(checkpoint.and_then(|n| i16::try_from(*n).ok()).unwrap_or(0)),
            sea: ground.prohibited || !region.in_play,
            closed_to: Contingent::NAMES.map(|(name, _)| region.closed_to.iter().any(|c| c == name)),
            limit: place.and_then(|e| e.stack).or(ground.stack).unwrap_or(0),
            shift: place.map_or(ground.shift, |e| e.shift),
            town,
            city,
            checkpoint: has("checkpoint"),
            controlled: !uncontrolled && (city || town || has("checkpoint") || has("airbase") || has("rail-link")),
            land,
            rail: Dir::ALL.into_iter().any(|dir| book.ground.side(ix, dir).has(SideKind::Rail)),
        }
    }

    fn crossing(book: &Tables, footing: &[Footing], ix: Ix, dir: Dir) -> Crossing {
        let sides = book.ground.side(ix, dir);
        let effects = book.chart.side(sides).filter(|(kind, _)| !matches!(kind, SideKind::Road | SideKind::Rail));
        let extra: i16 = effects.filter_map(|(_, e)| e.r#move).map(|p| p.0).sum();
        let road = book.chart.sides.get(&SideKind::Road).and_then(|road| road.r#move).unwrap_or(Points::whole(1));
        let beyond = book.ground.grid.across(ix, dir).map(|there| &footing[there.at()]);
        // [7.0.e] By road whatever the ground, over any river; [7.0.f], [7.0.g] otherwise the ground and the river.
        let cost = |there: &Footing| if sides.has(SideKind::Road) { road } else { Points(there.cost.0 + extra) };
        Crossing {
            rail: sides.has(SideKind::Rail),
            river: sides.has(SideKind::River),
            cost: std::array::from_fn(|contingent| beyond.filter(|there| !there.sea && !there.closed_to[contingent]).map(cost)),
        }
    }

    fn named_hexes(book: &Tables, _: &TablesFile, footing: &[Footing]) -> NamedHexes {
        let ground = &book.ground;
        let finder = Finder { ground, stands: |ix: Ix| !footing[ix.at()].sea };
        let hexes = |wanted: &dyn Fn(Ix) -> bool| -> Vec<Ix> { ground.grid.all().filter(|ix| wanted(*ix)).collect() };
        let tagged = |ix: Ix, kinds: &[&str], tag: &str| ground.sites(ix).any(|s| kinds.contains(&s.kind.as_str()) && s.tags.iter().any(|t| t == tag));
        NamedHexes {
            rolled: hexes(&|ix| tagged(ix, &["town", "city"], "roll")),
            rolled_checkpoints: hexes(&|ix| tagged(ix, &["checkpoint"], "roll")),
            checkpoints: ground.set("checkpoint").to_vec(),
            police: ground.set("police_city").to_vec(),
            entries: finder.area("west_entry"),
            arrivals: finder.area("ukrainian_arrival"),
            west: finder.edge(Compass::West),
            east: finder.edge(Compass::East),
            russian_sources: ground.set("russian_supply").to_vec(),
            sources: hexes(&|ix| footing[ix.at()].is_source()),
            luhansk: hexes(&|ix| tagged(ix, &["city"], "victory") && footing[ix.at()].land == Land::Luhansk),
            donetsk: ground.set("donetsk").to_vec(),
            airbase: hexes(&|ix| ground.sites(ix).any(|s| s.kind == "airbase")),
            auto_victory: ground.set("auto_victory").to_vec(),
        }
    }
}

impl kit::Printed for Printed {
    type Kind = UnitType;

    fn kind(&self) -> UnitType {
        self.kind
    }

    fn is_ground(&self) -> bool {
        self.is_combat()
    }
}

fn contingent(book: &Tables, nation: NationId) -> Option<Contingent> {
    let id = book.nations.get(nation.at())?.id.as_str();
    Contingent::NAMES.into_iter().find(|(name, _)| *name == id).map(|(_, contingent)| contingent)
}
