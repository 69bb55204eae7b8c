//! [5] The course of a turn.

use super::orders::{Decision, Segment};
use super::tables::Charts;
use super::{GEORGIAN, movement, setup, stacking};
use crate::board::{Atom, Board, Decisions, Fact, Illegal, Rulebook, Start};
use bevy_ecs::prelude::{In, Res, ResMut};

/// [5.0.a] The next step of the sequence begins, or the game ends [3.2.d].
pub fn advance(board: &mut Board, book: &Rulebook, start: &Start) {
    match board.clock().next(&book.sequence, start.turns) {
        None => board.record(Atom("TOA-3.2.d"), Fact::Ended { winner: None }),
        Some((clock, new_turn)) => {
            board.set_clock(clock);
            if new_turn {
                board.record(Atom("TOA-5.0.a"), Fact::TurnBegan { turn: clock.turn });
            }
            let step = clock.step(&book.sequence);
            board.record(Atom("TOA-5.0.a"), Fact::StepBegan { step });
            if let Some(side) = Segment::of(step).mover() {
                movement::begin_segment(board, side);
            }
        }
    }
}

/// Runs the steps that need nobody's decision.
pub fn settle(_: In<()>, mut board: Board, charts: Res<Charts>, book: Res<Rulebook>, start: Res<Start>) {
    while board.clock().over.is_none() && Segment::of(board.clock().step(&book.sequence)) == Segment::Markers {
        setup::draw_markers(&mut board, &charts);
        advance(&mut board, &book, &start);
    }
}

/// [5.0.a], [7.1.a] Ends the segment: first stacks must comply, then the next step begins.
pub fn end_segment(
    _: In<()>,
    mut board: Board,
    charts: Res<Charts>,
    book: Res<Rulebook>,
    start: Res<Start>,
    mut decisions: ResMut<Decisions<Decision>>,
) -> Result<(), Illegal> {
    if Segment::of(board.clock().step(&book.sequence)).mover().is_none() {
        return Err(Illegal::new("TOA-5.0.a", "set-up ends when every unit is placed"));
    }
    finish_segment(&mut board, &charts, &book, &start, &mut decisions);
    Ok(())
}

/// [7.1.a] Goes on once no hex of either side holds too much; otherwise its owner is asked.
pub fn finish_segment(board: &mut Board, charts: &Charts, book: &Rulebook, start: &Start, decisions: &mut Decisions<Decision>) {
    let phasing = Segment::of(board.clock().step(&book.sequence)).mover().unwrap_or(GEORGIAN);
    if stacking::enforce(board, charts, decisions, phasing) {
        advance(board, book, start);
    }
}
