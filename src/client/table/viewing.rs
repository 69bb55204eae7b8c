//! Who is looking at the table, and what that viewer is shown.

use crate::board::Side;

/// The viewpoint of one person who plays both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Viewpoint {
    /// The side that decides.
    Own,
    /// The other one.
    Enemy,
    /// Both.
    All,
}

/// Whose view of the table is on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// One player's, or everybody's where nothing is hidden.
    One(Side),
    /// Both players', who look together for a while.
    Both,
}

impl Viewer {
    /// How many there are.
    pub const ALL: usize = 3;

    /// Its index among them.
    pub fn at(self) -> usize {
        match self {
            Viewer::One(side) => side.at(),
            Viewer::Both => 2,
        }
    }
}

/// What is on the screen instead of the game, if anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showing {
    /// The game is in view.
    Play,
    /// The result of the last order is shown until the screen is handed over.
    HandOver {
        /// To this side.
        to: Side,
        /// Both players look at it.
        together: bool,
    },
    /// The screen is handed over to this side.
    Curtain(Side),
    /// A game that is still being played is about to be watched, and the viewer is not known yet.
    WhoWatches,
    /// What has happened since the viewer was last at the screen: everything at once, or the still after one order, counted from 1.
    Reel(usize),
}
