//! Who looks at the table, and what is shown to them.

use crate::board::Side;

/// Through whose eyes one person who plays both sides looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Viewpoint {
    /// The side that decides.
    Own,
    /// The other one.
    Enemy,
    /// Both.
    All,
}

/// Whose look at the table is on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// One player's, or everybody's where nothing is hidden.
    One(Side),
    /// That of both players, who look together for a while.
    Both,
}

impl Viewer {
    /// How many there are.
    pub const ALL: usize = 3;

    /// Its place among them.
    pub fn at(self) -> usize {
        match self {
            Viewer::One(side) => side.at(),
            Viewer::Both => 2,
        }
    }
}

/// What stands between the game and the eyes at the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showing {
    /// The game is in view.
    Play,
    /// What came of the last order is in view until the screen is handed over.
    HandOver {
        /// To this side.
        to: Side,
        /// Both players look at it.
        together: bool,
    },
    /// The screen is handed over to this side.
    Curtain(Side),
    /// A game that is still being played is to be watched, and nobody knows yet by whom.
    WhoWatches,
    /// What has happened since whoever looks was last at the screen: all of it at once, or the still after one order, counted from 1.
    Reel(usize),
}
