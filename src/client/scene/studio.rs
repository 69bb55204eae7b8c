//! Where large pieces of the scene are drawn: in the background, so that no frame waits for them, or at once if there is no window.

use super::easel::Easel;
use crate::client::counters::CounterSheet;
use crate::client::map::{GroundPieces, MapCore, Words};
use bevy::prelude::Resource;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The tools for drawing pieces.
#[derive(Default)]
pub(crate) struct Hands {
    /// For names and numbers.
    pub words: Option<Easel>,
    /// For counters.
    pub counters: Option<Easel>,
}

impl Hands {
    /// Lets go of letters for zooms that nobody looks from any more.
    fn tidy(&mut self) {
        for easel in [&mut self.words, &mut self.counters] {
            easel.take_if(|easel| easel.is_crowded());
        }
    }
}

/// Something that was drawn.
pub(crate) enum Made {
    /// The ground of a piece of the map.
    Ground(Arc<MapCore>, GroundPieces),
    /// Names and numbers.
    Words(Arc<MapCore>, Words),
    /// Counters for a zoom.
    Counters(f32, CounterSheet),
}

type Job = Box<dyn FnOnce(&mut Hands) -> Made + Send>;

/// Draws one thing at a time. A new order must wait until the one before is done; by then the caller asks for what is wanted then.
#[derive(Resource)]
pub(crate) struct Studio {
    at: Place,
    busy: Vec<&'static str>,
    done: Vec<(&'static str, Made)>,
}

/// To a thread that draws, and back from it.
type Lines = (Sender<(&'static str, Job)>, Receiver<(&'static str, Made)>);

enum Place {
    Here(Mutex<Hands>),
    Beside(Mutex<Lines>),
}

impl Default for Studio {
    /// Draws at once.
    fn default() -> Studio {
        Studio { at: Place::Here(Mutex::default()), busy: Vec::new(), done: Vec::new() }
    }
}

impl Studio {
    /// Draws in a thread; `wake` is called when something is finished.
    pub(crate) fn beside(wake: impl Fn() + Send + 'static) -> Studio {
        let (orders, taken) = channel::<(&'static str, Job)>();
        let (finished, received) = channel();
        let thread = std::thread::Builder::new().name("studio".to_owned()).spawn(move || {
            let mut hands = Hands::default();
            while let Ok((name, job)) = taken.recv() {
                if finished.send((name, job(&mut hands))).is_err() {
                    return;
                }
                wake();
                hands.tidy();
            }
        });
        match thread {
            Ok(_) => Studio { at: Place::Beside(Mutex::new((orders, received))), busy: Vec::new(), done: Vec::new() },
            Err(_) => Studio::default(), // slower, but nothing is missing
        }
    }

    /// Whether whatever is ordered is ready when the frame is drawn.
    pub(crate) fn is_immediate(&self) -> bool {
        matches!(self.at, Place::Here(_))
    }

    /// Whether a thing of this name is being drawn.
    pub(crate) fn is_busy(&self, name: &'static str) -> bool {
        self.busy.contains(&name)
    }

    /// Orders something to be drawn.
    pub(crate) fn order(&mut self, name: &'static str, job: impl FnOnce(&mut Hands) -> Made + Send + 'static) {
        match &mut self.at {
            Place::Here(hands) => {
                let hands = hands.get_mut().unwrap_or_else(PoisonError::into_inner);
                self.done.push((name, job(hands)));
                hands.tidy();
            }
            Place::Beside(lines) => {
                let (orders, _) = lines.get_mut().unwrap_or_else(PoisonError::into_inner);
                if orders.send((name, Box::new(job))).is_ok() {
                    self.busy.push(name);
                }
            }
        }
    }

    /// Collects what has been finished under this name.
    pub(crate) fn collect(&mut self, name: &'static str) -> Option<Made> {
        if let Place::Beside(lines) = &mut self.at {
            let (_, finished) = lines.get_mut().unwrap_or_else(PoisonError::into_inner);
            for (name, made) in finished.try_iter() {
                self.busy.retain(|other| *other != name);
                self.done.push((name, made));
            }
        }
        let at = self.done.iter().position(|(other, _)| *other == name)?;
        Some(self.done.remove(at).1)
    }
}
