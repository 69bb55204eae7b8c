//! What may be ordered now, generated from the same judgements that orders meet.

use super::movement::Mover;
use super::orders::{Decision, Order, Segment};
use super::setup::Deployment;
use super::tables::Charts;
use super::{fog, setup, stacking, zoc};
use crate::board::paths::Reach;
use crate::board::{Blocked, Board, Choice, Decisions, Illegal, Offer, Points, Prompt, Rulebook, Side, Target, UnitId};
use bevy_ecs::prelude::{In, Local, Res};

/// Whose decision it is and what is asked.
pub fn prompt(
    _: In<()>,
    board: Board,
    charts: Res<Charts>,
    book: Res<Rulebook>,
    deployment: Res<Deployment>,
    decisions: Res<Decisions<Decision>>,
) -> Prompt<Order> {
    if board.clock().over.is_some() {
        return Prompt { side: None, text: "The game is over.".into(), actors: Vec::new(), buttons: Vec::new(), blocked: Vec::new() };
    }
    if let Some(Decision::Excess(side)) = decisions.0.last() {
        return excess(&board, &charts, *side);
    }
    let segment = Segment::of(board.clock().step(&book.sequence));
    match (segment.deployer(), segment.mover()) {
        (Some(side), _) => set_up(&board, &deployment, side),
        (_, Some(side)) => movement(&board, &charts, side),
        _ => unreachable!("settling runs every step that nobody decides"),
    }
}

fn excess(board: &Board, charts: &Charts, side: Side) -> Prompt<Order> {
    let (broken, units) = stacking::excess_of(board, charts, side).expect("the decision is open only while a hex holds too much");
    let hex = board.hex(units[0]).expect("units in a hex are on the map");
    let take = |unit: &UnitId| Choice { on: Target::Unit(*unit), label: "take away".into(), cost: None, order: Order::RemoveExcess { unit: *unit } };
    let blocked = vec![Blocked { on: Target::Button, label: "End the segment".into(), by: Illegal::new("TOA-7.1.a", "first take away what is too much") }];
    Prompt {
        side: Some(side),
        text: format!("Too much stands in {hex}: {}. Choose a unit to take away; it is no loss.", broken.why).into(),
        actors: Vec::new(),
        buttons: units.iter().map(take).collect(),
        blocked,
    }
}

fn set_up(board: &Board, deployment: &Deployment, side: Side) -> Prompt<Order> {
    let actors = deployment.to_place(side).to_vec();
    let waiting = actors.iter().filter(|u| board.hex(**u).is_none()).count();
    let (buttons, blocked) = match setup::missing(board, deployment, side) {
        Ok(()) => (vec![Choice::button("Set-up is done", Order::Ready)], Vec::new()),
        Err(by) => (Vec::new(), vec![Blocked { on: Target::Button, label: "Set-up is done".into(), by }]),
    };
    let text = match waiting {
        0 => "Every unit is placed. Move some if you like, then end your set-up.".into(),
        n => format!("Place your units: choose one, then a hex. {n} to go.").into(),
    };
    Prompt { side: Some(side), text, actors, buttons, blocked }
}

fn movement(board: &Board, charts: &Charts, side: Side) -> Prompt<Order> {
    let mobile = |unit: &UnitId| {
        let status = board.status(*unit);
        let left = charts.printed[unit.at()].allowance.0 - status.count(super::orders::Count::Spent.id());
        status.side == side && board.hex(*unit).is_some() && left > 0 && !status.has(super::orders::Mark::Halted.id())
    };
    Prompt {
        side: Some(side),
        text: "Move your units: choose one or several that stand together, then a hex. End the segment when you are done.".into(),
        actors: board.units().filter(mobile).collect(),
        buttons: vec![Choice::button("End the segment", Order::EndSegment)],
        blocked: Vec::new(),
    }
}

/// What these counters together may do.
pub fn offer(
    In(units): In<Vec<UnitId>>,
    mut board: Board,
    charts: Res<Charts>,
    book: Res<Rulebook>,
    deployment: Res<Deployment>,
    decisions: Res<Decisions<Decision>>,
    mut scratch: Local<Vec<Reach>>,
) -> Offer<Order> {
    let mut offer = Offer::default();
    if board.clock().over.is_some() || !decisions.0.is_empty() || units.is_empty() {
        return offer;
    }
    let segment = Segment::of(board.clock().step(&book.sequence));
    if segment.deployer().is_some() {
        if let [unit] = units[..] {
            places(&board, &charts, &book, &deployment, unit, &mut offer);
        }
    } else {
        moves(&mut board, &charts, &book, &units, &mut scratch, &mut offer);
    }
    if let [unit] = units[..]
        && segment.deployer().or(segment.mover()) == Some(board.side(unit))
        && fog::is_buried(&board, unit)
    {
        offer.choices.push(Choice { on: Target::Unit(unit), label: "put on top of its stack".into(), cost: None, order: Order::PutOnTop { unit } });
    }
    offer
}

fn places(board: &Board, charts: &Charts, book: &Rulebook, deployment: &Deployment, unit: UnitId, offer: &mut Offer<Order>) {
    for hex in deployment.hexes(unit).iter().map(|ix| board.map.grid.hex(*ix)) {
        match setup::may_place(board, charts, book, deployment, unit, hex) {
            Ok(_) if board.hex(unit) == Some(hex) => {}
            Ok(_) => offer.choices.push(Choice { on: Target::Hex(hex), label: "place here".into(), cost: None, order: Order::Place { unit, hex } }),
            Err(by) => offer.blocked.push(Blocked { on: Target::Hex(hex), label: "place here".into(), by }),
        }
    }
}

fn moves(board: &mut Board, charts: &Charts, book: &Rulebook, units: &[UnitId], scratch: &mut Vec<Reach>, offer: &mut Offer<Order>) {
    let mut movers = Vec::new();
    for unit in units {
        match Mover::new(board, charts, book, *unit) {
            Ok(mover) => movers.push(mover),
            Err(by) => offer.blocked.push(Blocked { on: Target::Unit(*unit), label: "move".into(), by }),
        }
    }
    let together = movers.windows(2).all(|pair| pair[0].start == pair[1].start);
    if !offer.blocked.is_empty() || !together {
        return;
    }
    let enemy = board.side(units[0]).other();
    zoc::of(board, charts, enemy);
    let enemy_zoc = &board.layers.zoc[enemy.at()].values;
    scratch.resize_with(movers.len().max(scratch.len()), Reach::default);
    for (mover, reach) in movers.iter().zip(scratch.iter_mut()) {
        mover.reach(enemy_zoc, board, reach);
    }
    let grid = &board.map.grid;
    for ix in scratch[0].found().iter().filter(|ix| movers.iter().all(|m| m.may_end(**ix))) {
        // Everyone must be able to follow the first one's way.
        let path: Vec<_> = scratch[0].path(*ix).into_iter().map(|ix| grid.hex(ix)).collect();
        if movers.len() > 1 && movers.iter().any(|m| m.walk(enemy_zoc, board, &path).is_err()) {
            continue;
        }
        let cost = Points(scratch[0].cost(*ix).expect("a hex found has a cost") as i16);
        let left = Points(movers[0].left.0 - cost.0);
        let order = match units {
            [unit] => Order::Move { unit: *unit, path },
            _ => Order::MoveStack { units: units.to_vec(), path },
        };
        offer.choices.push(Choice { on: Target::Hex(grid.hex(*ix)), label: "move here".into(), cost: Some((cost, left)), order });
    }
}
