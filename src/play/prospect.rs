//! What a position is worth: to the bots, and by how often such positions have been won.

use super::session::Session;
use crate::board::{Side, Start, margin};
use crate::games::{Order, Weights};
use bevy_ecs::prelude::World;
use std::sync::Arc;

/// How much each of these orders is worth to the steady bot.
pub(crate) fn heuristic_scores(world: &mut World, side: Side, orders: Vec<Order>) -> Vec<i32> {
    let game = world.resource::<Session>().rules.game();
    game.heuristic_scores(world, side, orders)
}

/// What a position promises a side, from −1 to 1 by the weights of its game, and beyond that once the game is won or lost: then the margin says how
/// clearly. It looks at everything, so bots use it only in imagined worlds.
pub(crate) fn outlook(world: &mut World, side: Side, weights: &Weights) -> Prospect {
    let features = features(world);
    let sign = if side == Side(0) { 1.0 } else { -1.0 };
    let parts: Vec<f64> = weights.weights.iter().zip(features).map(|(weight, feature)| sign * weight * f64::from(feature)).collect();
    let sum: f64 = parts.iter().sum();
    let margin = margin(sum);
    let value = match Session::outcome(world) {
        None => margin,
        Some(None) => margin * CLEARLY,
        Some(Some(winner)) => margin * CLEARLY + if winner == side { 1.0 } else { -1.0 },
    };
    Prospect { value, parts }
}

/// What a position promises a side.
pub(crate) struct Prospect {
    /// All in all.
    pub(crate) value: f64,
    /// What each feature contributes, weighted.
    pub(crate) parts: Vec<f64>,
}

/// How much a margin matters once the game is over.
const CLEARLY: f64 = 0.3;

/// The share of games that each side wins from a position at the start of a turn, as found in played games; all or none if the game is over. The rest
/// are drawn. It looks at everything, so it must not be shown to anybody who may not see everything.
pub fn shares(world: &mut World) -> Option<[f64; 2]> {
    if let Some(winner) = Session::outcome(world) {
        return Some([Side(0), Side(1)].map(|side| if winner == Some(side) { 1.0 } else { 0.0 }));
    }
    let chances = world.resource::<Session>().rules.chances.clone();
    let features = features(world);
    chances.shares(&world.resource::<Start>().scenario, Session::turn(world), &features)
}

/// What a position is judged by, from the view of the first side. It looks at everything.
pub(crate) fn features(world: &mut World) -> Vec<i32> {
    let game = world.resource::<Session>().rules.game();
    game.outlook(world)
}

/// How a bot that searches judges positions of this game.
pub(crate) fn weights(world: &World) -> Arc<Weights> {
    world.resource::<Session>().rules.weights.clone()
}
