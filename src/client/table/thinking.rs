//! A bot that takes its time thinks on another thread while the window stays responsive, with a progress bar and a button that makes it move at once.

use super::Tabletop;
use crate::board::Side;
use crate::bots::{Seated, Signals, Steady, Thinker};
use crate::client::skin::{BRASS, LINE};
use crate::client::widgets::{self, Weight};
use crate::games::Order;
use crate::play::Session;
use bevy_egui::egui::{Sense, Ui, vec2};
use std::any::Any;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A thought in progress.
pub(super) struct Thought {
    side: Side,
    /// The game it is about: its tables and latest position. If these have changed, the thought is useless.
    about: (Arc<dyn Any + Send + Sync>, u64),
    thread: Option<JoinHandle<(Thinker, Option<Order>)>>,
    signals: Signals,
    begun: Instant,
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

/// The state of a bot that may think on another thread.
pub(super) enum Thinking {
    /// It decides at once, on this thread.
    AtOnce,
    /// It thinks.
    Elsewhere,
    /// It has finished thinking about the game as it is now.
    Done(Option<Order>),
}

/// A thought shorter than this needs no bar.
const AT_ONCE: Duration = Duration::from_millis(200);

impl Tabletop {
    /// Sends a bot that takes its time to think on another thread, or checks for its result.
    pub(super) fn think_elsewhere(&mut self, side: Side) -> Thinking {
        let session = self.world.resource::<Session>();
        let about = (session.rules.charts.clone(), session.hash());
        if let Some(mut thought) = self.thought.take() {
            if thought.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
                self.thought = Some(thought);
                return Thinking::Elsewhere;
            }
            let same = thought.side == side && Arc::ptr_eq(&thought.about.0, &about.0) && thought.about.1 == about.1;
            match (thought.thread.take().map(JoinHandle::join), &mut self.bots[thought.side.at()]) {
                (Some(Ok((thinker, order))), Some(bot)) => {
                    bot.welcome(thinker);
                    if same {
                        return Thinking::Done(order);
                    }
                }
                // Should it ever fail, somebody else takes its chair: the game goes on.
                (_, chair) => *chair = Some(Seated::bot(Steady::default(), about.1)),
            }
        }
        let Some(bot) = &mut self.bots[side.at()] else { return Thinking::AtOnce };
        let Some(signals) = bot.signals().cloned() else { return Thinking::AtOnce };
        let Some(mut thinker) = bot.send(&mut self.world) else { return Thinking::AtOnce };
        let think = move || {
            let order = thinker.choose();
            (thinker, order)
        };
        self.thought = Some(Thought { side, about, thread: Some(std::thread::spawn(think)), signals, begun: Instant::now() });
        Thinking::Elsewhere
    }

    /// Shows the progress of a bot's thinking, and the button that ends it.
    pub(super) fn show_thought(&mut self, ui: &mut Ui) {
        let Some(thought) = self.thought.as_ref().filter(|thought| thought.begun.elapsed() > AT_ONCE) else { return };
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width().min(280.0), 6.0), Sense::hover());
        ui.painter().rect_filled(rect, 3.0, LINE);
        ui.painter().rect_filled(rect.with_max_x(rect.left() + rect.width() * thought.signals.spent()), 3.0, BRASS);
        if widgets::button(ui, Weight::Plain, "Move now", "").on_hover_text("Stops the bot's thinking: it makes the best move it has found.").clicked() {
            thought.signals.stop();
        }
    }
}
