//! This game's own tables, and what it works out from all of them once, so that rules only look up.

use super::orders::{Count, Holding, Mark, Optional, Segment};
use crate::board::read::{At, nearest};
use crate::board::{Dir, Effect, Ix, Known, Loading, NationId, Origin, Points, Put, SideKind, Tables, UnitId};
use bevy_ecs::prelude::Resource;
use serde::Deserialize;
use std::sync::Arc;

const KNOWN: Known = Known {
    sides: &["Georgian", "Russian"],
    marks: Mark::NAMES,
    counts: Count::NAMES,
    tracks: &[],
    boxes: Holding::NAMES,
    options: Optional::NAMES,
    steps: Segment::NAMES,
};

/// What a counter is, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum UnitType {
    Mech,
    Tank,
    Infantry,
    Parachute,
    NavalInfantry,
    Sof,
    Recon,
    Artillery,
    SpArtillery,
    Mlrs,
    Missile,
    AntiAircraft,
    AirDefenseBase,
    Hq,
    Helicopter,
    AirTactical,
    AirStrategic,
    Uav,
    Naval,
    ReinforcementMarker,
}

impl UnitType {
    /// [2.2.4] Guns, rockets and missiles are artillery.
    pub fn is_artillery(self) -> bool {
        matches!(self, UnitType::Artillery | UnitType::SpArtillery | UnitType::Mlrs | UnitType::Missile)
    }

    /// Whether it stands on the ground of a hex, helicopters included; aircraft, ships and markers never do.
    pub fn is_ground(self) -> bool {
        !matches!(self, UnitType::AirTactical | UnitType::AirStrategic | UnitType::Uav | UnitType::Naval | UnitType::ReinforcementMarker)
    }

    fn named(name: &str) -> Option<UnitType> {
        let word = serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name);
        UnitType::deserialize(word).ok()
    }
}

/// What is printed on a counter, typed.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    /// Its type.
    pub kind: UnitType,
    /// Its nationality.
    pub nation: NationId,
    /// Its movement allowance.
    pub allowance: Points,
    /// [8.1.c] It never moves.
    pub is_static: bool,
}

/// What a hexside does to ground movement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossing {
    /// A road or the tunnel crosses it.
    pub road: bool,
    /// Never crossed without a road: lake, closed border.
    pub closed: bool,
    /// Points added without a road: rivers.
    pub extra: Points,
}

/// What a hex does to ground movement and stacking.
#[derive(Clone, Copy, Debug, Default)]
pub struct Footing {
    /// Points to enter without a road; `None`: alpine, entered by road only.
    pub cost: Option<Points>,
    /// All-sea or out of play.
    pub prohibited: bool,
    /// All-sea: flown over, not landed on.
    pub sea: bool,
    /// [8.3] Entered and left by road only.
    pub alpine: bool,
    /// [7.0] How many counters may end a segment there.
    pub limit: u8,
    /// Sides that may never enter.
    pub closed_to: [bool; 2],
}

/// The numbers of `tables.ron` and what follows from the other tables.
#[derive(Resource, Clone, Debug)]
pub struct Charts(Arc<Inner>);

impl std::ops::Deref for Charts {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// What [`Charts`] shares.
#[derive(Debug)]
pub struct Inner {
    /// By unit id.
    pub printed: Vec<Printed>,
    /// By hex.
    pub footing: Vec<Footing>,
    /// By hex and side of it.
    pub crossing: Vec<[Crossing; 6]>,
    /// [8.5] Points along a road.
    pub road_cost: Points,
    /// The marker kept out of the first draw.
    pub withheld: Option<UnitId>,
    /// [7.2] Headquarters in one hex.
    pub headquarters: u8,
    /// [7.6] Nations that may not end a segment together.
    pub never_together: Vec<(NationId, NationId)>,
    /// [8.6] Points a helicopter pays for any hex.
    pub helicopter_cost: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draw {
    withheld: Option<UnitId>,
    #[allow(dead_code, reason = "every table says where it is from")]
    source: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stacking {
    headquarters: u8,
    never_together: Vec<(NationId, NationId)>,
    #[allow(dead_code, reason = "every table says where it is from")]
    source: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Helicopters {
    points_per_hex: Points,
    #[allow(dead_code, reason = "every table says where it is from")]
    source: Origin,
}

/// Reads all tables of the game.
pub fn read(loading: &mut Loading<'_>) -> Option<(Tables, Charts)> {
    let book = Tables::read(loading, &KNOWN)?;
    let own = loading.file("tables.ron", &book.lexicon, |r| {
        let tree = r.tree()?;
        let f = r.fields(&tree);
        let own: (Option<Draw>, Option<Stacking>, Option<Helicopters>) = (f.need("reinforcement_draw"), f.need("stacking"), f.need("helicopters"));
        f.close();
        Some((own.0?, own.1?, own.2?))
    });
    let printed = printed(loading, &book);
    if !loading.files.blank {
        set_up_fits(loading, &book);
    }
    let (draw, stacking, helicopters) = own?;
    let ground = &book.ground;
    let inner = Inner {
        printed: printed?,
        footing: ground.grid.all().map(|ix| footing(&book, ix)).collect(),
        crossing: ground.grid.all().map(|ix| Dir::ALL.map(|dir| crossing(&book, ix, dir))).collect(),
        road_cost: book.chart.sides.get(&SideKind::Road).and_then(|e| e.r#move).unwrap_or(Points::whole(1)),
        withheld: draw.withheld,
        headquarters: stacking.headquarters,
        never_together: stacking.never_together,
        helicopter_cost: helicopters.points_per_hex,
    };
    Some((book, Charts(Arc::new(inner))))
}

fn printed(loading: &mut Loading<'_>, book: &Tables) -> Option<Vec<Printed>> {
    loading.file("units.ron", &book.lexicon, |r| {
        let row = |row: &crate::board::UnitRow| {
            let At { at, value: kind } = &row.kind;
            let Some(kind) = UnitType::named(kind) else {
                r.fault(*at, format!("this game has no rules for the kind {kind:?}{}", nearest(kind, book.kinds.keys().map(String::as_str))));
                return None;
            };
            let allowance = Points::whole(row.front.get(2).copied().unwrap_or(0));
            Some(Printed { kind, nation: row.nation.value, allowance, is_static: kind.is_ground() && allowance == Points::default() })
        };
        book.units.iter().map(row).collect()
    })
}

/// [8.4] The highest cost of what the hex holds; [7.0] its stacking limit, a city's replacing the ground's.
fn footing(book: &Tables, ix: Ix) -> Footing {
    let ground: &Effect = book.chart.hex(&book.ground, ix);
    let places: Vec<&Effect> = book.ground.sites(ix).filter_map(|s| book.chart.places.get(&s.kind)).collect();
    let region = book.ground.region(ix);
    let closed = |side: usize| region.closed_to.contains(&book.sides[side]);
    Footing {
        cost: places.iter().filter_map(|e| e.r#move).chain(ground.r#move).max(),
        prohibited: ground.prohibited || !region.in_play,
        sea: ground.prohibited && region.in_play,
        alpine: ground.road_only,
        limit: places.iter().find_map(|e| e.stack).or(ground.stack).unwrap_or(0),
        closed_to: [closed(0), closed(1)],
    }
}

/// [8.5] A road bridges whatever it crosses.
fn crossing(book: &Tables, ix: Ix, dir: Dir) -> Crossing {
    let sides = book.ground.side(ix, dir);
    let road = sides.has(SideKind::Road) || sides.has(SideKind::Tunnel);
    let effects = || book.chart.side(sides).filter(|(kind, _)| !matches!(kind, SideKind::Road | SideKind::Tunnel));
    Crossing { road, closed: effects().any(|(_, e)| e.prohibited) && !road, extra: Points(effects().filter_map(|(_, e)| e.r#move).map(|p| p.0).sum()) }
}

/// Every area a scenario uses has room for its lots.
fn set_up_fits(loading: &mut Loading<'_>, book: &Tables) {
    for scenario in &book.scenarios {
        let name = format!("scenarios/{}.ron", scenario.id);
        loading.file(&name, &book.lexicon, |r| {
            for lot in &scenario.lots {
                let Put::Area(area) = &lot.to else { continue };
                let ground = &book.ground;
                let Some(bounds) = ground.areas.get(&area.value) else { continue }; // reported with the scenario
                let room: usize = ground
                    .grid
                    .all()
                    .filter(|ix| ground.in_area(bounds, *ix))
                    .map(|ix| (ix, footing(book, ix)))
                    .filter(|(ix, f)| !f.prohibited && (!f.alpine || ground.on_road(*ix)))
                    .map(|(_, f)| usize::from(f.limit))
                    .sum();
                if room < lot.units.len() {
                    r.fault(area.at, format!("{} units are set up in {:?}, which has room for {room}", lot.units.len(), area.value));
                }
            }
            Some(())
        });
    }
}
