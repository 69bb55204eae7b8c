//! Which screen is in front, as a state: what belongs to a screen lives as long as it is shown.

use super::camera::Camera;
use super::desk::{Desk, Screen};
use super::map::spread::ShownMap;
use super::map::{MapStyle, Numbers};
use super::scene::studio::Studio;
use super::scene::{Lens, Soon};
use super::settings;
use super::table::{Showing, mirror};
use bevy::prelude::{NextState, State, StateTransition, States, World};
use bevy_egui::egui::ColorImage;
use std::time::{Duration, Instant};

/// The screens.
#[derive(States, Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Shown {
    /// The five boxes.
    #[default]
    Shelf,
    /// A box is open.
    NewGame,
    /// A game is played.
    Table,
    /// The screen changes hands.
    Curtain,
    /// A game is looked at.
    Replay,
    /// A map is looked at.
    MapViewer,
}

impl Shown {
    /// The screen of a desk.
    pub fn of(desk: &Desk) -> Shown {
        match (&desk.screen, &desk.table) {
            (Screen::Shelf, _) | (Screen::Table, None) => Shown::Shelf,
            (Screen::NewGame(_), _) => Shown::NewGame,
            (Screen::Atlas(_), _) => Shown::MapViewer,
            (Screen::Table, Some(table)) if matches!(table.stage, Showing::Curtain(_)) => Shown::Curtain,
            (Screen::Table, Some(table)) if table.replay.is_some() => Shown::Replay,
            (Screen::Table, Some(_)) => Shown::Table,
        }
    }

    /// Whether a position is shown.
    pub fn has_position(self) -> bool {
        matches!(self, Shown::Table | Shown::Replay)
    }
}

/// The camera rests when it has not moved for so long.
const REST: Duration = Duration::from_millis(90);

/// Takes over which screen the desk shows now, before anything of it is put into the scene, and where it looks.
pub(crate) fn follow(world: &mut World, mut moved: bevy::prelude::Local<Option<Instant>>) {
    let desk = world.resource::<Desk>();
    let (shown, camera, scale) = (Shown::of(desk), desk.looks_at(), desk.pixels_per_point);
    if *world.resource::<State<Shown>>().get() != shown {
        world.resource_mut::<NextState<Shown>>().set(shown);
        world.run_schedule(StateTransition);
    }
    world.resource_mut::<Soon>().0 = None;
    let immediate = world.resource::<Studio>().is_immediate();
    let before = *world.resource::<Lens>();
    let same = before.camera.zip(camera).is_some_and(|(a, b)| a == b) && before.scale == scale;
    if !same {
        // The first look at a map is not a move.
        *moved = before.camera.map(|_| Instant::now());
    }
    let left = moved.map_or(Duration::ZERO, |moved| REST.saturating_sub(moved.elapsed()));
    let rests = immediate || left.is_zero();
    if !rests && camera.is_some() {
        world.resource_mut::<Soon>().after(left);
    }
    let zoom = camera.filter(|_| rests || before.camera.is_none()).map_or(before.zoom, |camera| camera.zoom);
    let lens = Lens { camera, scale, rests, zoom };
    if lens != before {
        world.insert_resource(lens);
    }
}

impl Desk {
    /// Where the map that is shown is looked at from; `None` where no map is shown.
    pub(crate) fn looks_at(&self) -> Option<Camera> {
        match Shown::of(self) {
            Shown::Table | Shown::Replay => self.view.camera.filter(|_| self.view.art.is_some()),
            Shown::MapViewer => self.gallery.sheet.as_ref().and_then(|sheet| sheet.looked),
            _ => None,
        }
    }

    /// The map of the game on the table, or of the one whose map is looked at.
    pub(crate) fn shown_map(&self, scale: f32) -> Option<ShownMap> {
        let numbers = match self.settings.numbers {
            settings::Numbers::Auto => Numbers::Auto,
            settings::Numbers::Always => Numbers::Always,
            settings::Numbers::Never => Numbers::Never,
        };
        let style = MapStyle { numbers, safe: self.settings.safe_palette };
        let edge = f32::from(self.settings.counter_edge) / 100.0;
        match &self.screen {
            Screen::Table => {
                let art = self.view.art.as_ref()?;
                let taken = self.looks_at().map(|camera| mirror::covered(&self.view, camera.zoom, edge, scale)).unwrap_or_default();
                Some(ShownMap { core: art.core().clone(), style, taken })
            }
            Screen::Atlas(_) => Some(ShownMap { core: self.gallery.sheet.as_ref()?.art.core().clone(), style, taken: Vec::new() }),
            _ => None,
        }
    }

    /// Hands over the picture of the land of the map that is shown.
    pub(crate) fn take_land(&mut self) -> Option<ColorImage> {
        match &self.screen {
            Screen::Table => self.view.land.take(),
            _ => self.gallery.sheet.as_mut().and_then(|sheet| sheet.land.take()),
        }
    }
}
