//! What Steady would commit to the attack on the combat sheet: asked in the background, once for each attack.

use super::Tabletop;
use crate::board::{Luck, Role, Start, UnitId, snapshot};
use crate::bots::{Commitment, commitment};
use crate::client::task::Task;
use crate::play::{self, Session};
use bevy_egui::egui::Ui;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

/// What Steady was asked, and what it said.
pub(super) struct Counsel {
    /// The number of the order that began the attack, and the hash of the position it led to.
    about: (usize, u64),
    asked: Option<Task<Option<Commitment>>>,
    said: Option<Commitment>,
}

impl Tabletop {
    /// Whether the person at the screen may be advised: advice based on one player's knowledge is not for two who look together.
    pub fn may_be_advised(&self) -> bool {
        self.may_answer() && !self.look_together()
    }

    /// The order that began the attack on the sheet.
    fn attack_begun(&self) -> Option<(usize, u64)> {
        if !self.may_be_advised() || self.lesson.is_some() || self.muster.is_none() || self.preview.is_none() {
            return None;
        }
        let session = self.world.resource::<Session>();
        let at = session.past.iter().rposition(|entry| entry.order.role() == Role::Plan)?;
        Some((at, session.hash_after(at)))
    }

    /// Asks Steady about the attack on the sheet, unless it has already been asked, and checks for its answer.
    pub fn ask_steady(&mut self) {
        let Some(about) = self.attack_begun() else { return self.counsel = None };
        if self.counsel.as_ref().is_none_or(|counsel| counsel.about != about) {
            self.counsel = self.send_for_steady(about);
        }
        let Some(counsel) = &mut self.counsel else { return };
        match counsel.asked.take().map(Task::finish) {
            Some(Ok(said)) => counsel.said = said,
            Some(Err(again)) => counsel.asked = again,
            None => {}
        }
    }

    /// Shows Steady a world imagined from the position in which planning began, ignoring who has joined since.
    fn send_for_steady(&mut self, about: (usize, u64)) -> Option<Counsel> {
        let side = play::decider(&mut self.world)?;
        let position = self.world.resource::<Session>().before(about.0 + 1).cloned().unwrap_or_else(|| snapshot(&mut self.world));
        let session = self.world.resource::<Session>();
        let (rules, players) = (session.rules.clone(), session.players);
        let start = Start { luck: Luck::Seeded(0), ..self.world.resource::<Start>().clone() };
        let work = move || {
            let mut real = play::begin(&rules, &start, players);
            play::set_up_position(&mut real, &position);
            commitment(&mut play::imagine(&mut real, side, &mut ChaCha8Rng::seed_from_u64(0)))
        };
        Some(Counsel { about, asked: Some(Task::start(self.beside, "Steady", work)), said: None })
    }

    /// What Steady would commit to the attack on the sheet, in words, once it has said so.
    pub fn steady_says(&self) -> Option<String> {
        let (said, preview) = (self.counsel.as_ref()?.said.as_ref()?, self.preview.as_ref()?);
        let Some(promise) = said.preview.as_ref().filter(|_| !said.units.is_empty()) else { return Some("Steady would not attack here.".to_owned()) };
        if promise.hex != preview.hex {
            return None;
        }
        let mut joined: Vec<UnitId> = self.muster.iter().flat_map(|muster| &muster.joined).map(|(unit, _)| *unit).collect();
        let mut units = said.units.clone();
        units.sort_unstable();
        joined.sort_unstable();
        if units == joined {
            return Some("Steady would commit the same.".to_owned());
        }
        let names: Vec<&str> = said.units.iter().map(|unit| self.rules().book.units[unit.at()].name.as_str()).collect();
        let column =
            promise.span.as_ref().filter(|(worst, best)| worst != best).map_or_else(|| promise.column.clone(), |(worst, best)| format!("{worst} to {best}"));
        Some(format!("Steady would commit: {} for {column}", names.join(", ")))
    }
}

/// Asks, and checks again soon while Steady thinks.
pub(super) fn listen(ui: &Ui, table: &mut Tabletop) {
    table.ask_steady();
    if table.counsel.as_ref().is_some_and(|counsel| counsel.asked.is_some()) {
        ui.ctx().request_repaint_after(Duration::from_millis(50));
    }
}
