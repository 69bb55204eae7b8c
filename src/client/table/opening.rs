//! How a game gets onto the table: started, continued, watched, or rescued.

use super::chronicle::Chronicle;
use super::{Notice, Replay, Showing, Tabletop};
use crate::board::read::Fault;
use crate::board::{Clock, Side, Start, snapshot};
use crate::games::{Rules, Title};
use crate::play::{self, Difference, JournalFile, Mismatch, Played, Players, Reason, SaveFault, Scope, Seat, Session, Waypoint};
use bevy_ecs::prelude::World;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a game cannot simply be put on the table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// It cannot be opened.
    #[error("{0}")]
    Fault(String),
    /// Another process is playing it.
    #[error("{}: this game is open in another window of Five Fronts", .0.display())]
    Held(PathBuf),
    /// It no longer replays as it was played.
    #[error("{}: {}", .0.path.display(), .0.differs.join(" "))]
    Differs(Rescue),
}

impl OpeningError {
    fn of_fault(fault: Fault) -> OpeningError {
        OpeningError::Fault(fault.to_string())
    }

    fn of(path: &Path, fault: SaveFault) -> OpeningError {
        match fault {
            SaveFault::Held(_) => OpeningError::Held(path.to_path_buf()),
            SaveFault::Bad(fault) => OpeningError::of_fault(fault),
        }
    }
}

/// A game that this program replays differently: what differs, and the points from which it can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rescue {
    /// Its file, which stays as it is.
    pub path: PathBuf,
    /// Which game.
    pub title: Title,
    /// What differs and where, one sentence each.
    pub differs: Vec<String>,
    /// How many orders agree.
    pub orders: usize,
    /// When the last of them was given, in words.
    pub turn: String,
    /// How many orders were given after it.
    pub lost: usize,
    /// The snapshots further on.
    pub waypoints: Vec<Waypoint>,
}

/// A turn in words.
pub fn turn_in_words(turn: u8) -> String {
    if turn == 0 { "set-up".to_owned() } else { format!("turn {turn}") }
}

impl Rescue {
    fn of(path: &Path, played: &Played, difference: &Difference) -> Rescue {
        let session = played.world.resource::<Session>();
        let turn = turn_in_words(played.world.resource::<Clock>().turn);
        // Whoever opens the game may not be the one whose order it was.
        let secret = session.players == Players::Two && session.rules.game().keeps_secrets();
        let place = format!("Order {} ({turn})", played.orders + 1);
        Rescue {
            path: path.to_path_buf(),
            title: session.rules.title,
            differs: difference.mismatches.iter().map(|mismatch| in_words(mismatch, &place, secret)).collect(),
            orders: played.orders,
            turn,
            lost: difference.lost,
            waypoints: difference.waypoints.clone(),
        }
    }
}

/// What differs, in a sentence. `place`: the order at which the game stops agreeing; `secret`: the order itself must not be revealed.
fn in_words(Mismatch { reason, fault }: &Mismatch, place: &str, secret: bool) -> String {
    match reason {
        Reason::OtherPosition { .. } => format!("{place} no longer leads to the position it led to when it was played."),
        Reason::Refused { why, .. } if !secret => format!("{place} is not allowed by the rules as they are now: {why}."),
        Reason::Refused { .. } => format!("{place} is not allowed by the rules as they are now."),
        Reason::Unreadable { .. } if secret => format!("{place} can no longer be read."),
        _ if fault.line > 0 => format!("Line {} of the file: {}.", fault.line, fault.what),
        _ => format!("The file: {}.", fault.what),
    }
}

/// Brings the log up to date with a game being replayed. A game that begins with a snapshot has no log before it.
fn note(chronicle: &mut Chronicle, world: &mut World) {
    if world.resource::<Session>().past.is_empty() {
        *chronicle = Chronicle::default();
    }
    chronicle.follow(world);
}

impl Tabletop {
    /// Starts a game and its journal.
    pub fn begin(rules: &Rules, start: &Start, players: Players, seats: [Seat; 2], path: PathBuf) -> Result<Tabletop, SaveFault> {
        let mut world = play::begin_seated(rules, start, players, seats);
        let mut session = world.resource_mut::<Session>();
        session.file = Some(JournalFile::create(&path, &session.compact())?);
        Ok(Tabletop::new(world, path, Chronicle::default()))
    }

    /// Continues a game.
    pub fn resume(path: &Path) -> Result<Tabletop, OpeningError> {
        let mut chronicle = Chronicle::default();
        let played = play::resume(path, &mut |world| note(&mut chronicle, world)).map_err(|fault| OpeningError::of(path, fault))?;
        match &played.difference {
            Some(difference) => Err(OpeningError::Differs(Rescue::of(path, &played, difference))),
            None => {
                let mut table = Tabletop::new(played.world, path.to_path_buf(), chronicle);
                table.recall();
                Ok(table)
            }
        }
    }

    /// Continues a game that differs, as a new game in a new file: from its last order that agrees, or from a later snapshot and the orders after it
    /// that agree.
    pub fn rescue(path: &Path, from: Option<Waypoint>, fresh: PathBuf) -> Result<Tabletop, OpeningError> {
        let mut chronicle = Chronicle::default();
        let mut watch = |world: &mut World| note(&mut chronicle, world);
        let opened = match from {
            None => play::open(path, &mut watch),
            Some(waypoint) => play::open_at(path, waypoint, &mut watch),
        };
        let mut world = opened.map_err(OpeningError::of_fault)?.world;
        let mut session = world.resource_mut::<Session>();
        session.file = Some(JournalFile::create(&fresh, &session.compact()).map_err(|fault| OpeningError::of(&fresh, fault))?);
        let mut table = Tabletop::new(world, fresh, chronicle);
        let old = path.file_stem().unwrap_or_default().to_string_lossy();
        table.notice = Some(Notice::Said(format!("This is a new game that goes on from “{old}”, which stays as it is.")));
        Ok(table)
    }

    /// Opens a game for viewing from its start; nothing is written.
    pub fn watch(path: &Path) -> Result<Tabletop, OpeningError> {
        let mut chronicle = Chronicle::default();
        let played = play::open(path, &mut |world| note(&mut chronicle, world)).map_err(OpeningError::of_fault)?;
        let rescue = played.difference.as_ref().map(|difference| Rescue::of(path, &played, difference));
        let mut table = Tabletop::new(played.world, path.to_path_buf(), chronicle);
        let open = table.is_solo() || table.prompt.side.is_none();
        table.replay = Some(Replay { order: 0, open, end: snapshot(&mut table.world) });
        table.stage = if !open && table.is_shared_in_secret() { Showing::WhoWatches } else { Showing::Play };
        table.show_order(0);
        table.notice = rescue.map(|rescue| Notice::Said(format!("It can be followed only up to here. {}", rescue.differs.join(" "))));
        Ok(table)
    }

    /// A game that is still being played is watched by one of its players, or by both together.
    pub fn watch_as(&mut self, watcher: Option<Side>) {
        if self.stage == Showing::WhoWatches {
            self.seat = watcher.unwrap_or(self.seat);
            self.watcher = Some(watcher.map_or((self.seat, Scope::Common), |side| (side, Scope::Own)));
            self.stage = Showing::Play;
            self.refresh();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_in_words_and_keeps_what_is_secret() {
        let told = |reason: &Reason, secret: bool| {
            let fault = Fault { file: String::new(), line: 9, column: 1, what: reason.to_string() };
            in_words(&Mismatch { reason: reason.clone(), fault }, "Order 12 (turn 2)", secret)
        };
        let order = || "order 12 (Move(unit: \"A\"))".to_owned();
        let elsewhere = Reason::OtherPosition { order: order(), found: 1, expected: 2 };
        assert_eq!(told(&elsewhere, false), "Order 12 (turn 2) no longer leads to the position it led to when it was played.");
        let refused = Reason::Refused { order: order(), why: "no road [X-1]".to_owned() };
        assert_eq!(told(&refused, false), "Order 12 (turn 2) is not allowed by the rules as they are now: no road [X-1].");
        assert!(!told(&refused, true).contains("road") && !told(&refused, true).contains("Move"));
        let unread = Reason::Unreadable { order: "Move(unit: \"A\")".to_owned(), why: "there is no unit \"A\"".to_owned() };
        assert!(told(&unread, false).contains("Line 9") && !told(&unread, true).contains("unit"));
    }
}
