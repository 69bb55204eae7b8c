//! Which screen is in front, as a state: the entities of a screen live as long as it is shown.

use super::camera::Camera;
use super::desk::{Desk, Screen};
use super::map::spread::ShownMap;
use super::map::{MapStyle, Numbers};
use super::scene::studio::Studio;
use super::scene::{Lens, Soon};
use super::settings;
use super::table::{Showing, mirror};
use bevy::prelude::{Local, NextState, State, StateTransition, States, World};
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
    /// A game is being played.
    Table,
    /// The screen changes hands.
    Curtain,
    /// A game is being replayed.
    Replay,
    /// A map is being viewed.
    MapViewer,
}

impl Shown {
    /// The screen of a desk.
    pub fn of(desk: &Desk) -> Shown {
        match (&desk.screen, &desk.table) {
            (Screen::Shelf, _) | (Screen::Table, None) => Shown::Shelf,
            (Screen::NewGame(_), _) => Shown::NewGame,
            (Screen::Atlas(_), _) => Shown::MapViewer,
            (Screen::Table, Some(table)) if matches!(table.stage, Showing::Curtain(_) | Showing::WhoWatches) => Shown::Curtain,
            (Screen::Table, Some(table)) if table.replay.is_some() => Shown::Replay,
            (Screen::Table, Some(_)) => Shown::Table,
        }
    }

    /// Whether a position is shown.
    pub fn has_position(self) -> bool {
        matches!(self, Shown::Table | Shown::Replay)
    }
}

/// The camera counts as stopped when it has not moved for this long.
const REST: Duration = Duration::from_millis(90);

/// How long the camera takes to get where a key or a click sends it.
const WAY: Duration = Duration::from_millis(160);

/// Where the camera came from, and when it started or stopped moving.
#[derive(Default)]
pub(crate) struct Steps {
    target: Option<Camera>,
    way: Option<(Camera, Instant)>,
    moved: Option<Instant>,
}

impl Steps {
    /// Where the camera is on its way to the desk's view. It follows the hand at once, and glides when the view jumps.
    fn on_the_way(&mut self, target: Camera, shown: Option<Camera>, immediate: bool) -> Camera {
        let before = self.target.replace(target).filter(|before| before.view == target.view);
        if let Some((before, shown)) = before.zip(shown).filter(|(before, _)| !immediate && jumps(before, &target)) {
            // The first frame shows part of the way already.
            let begun = Instant::now().checked_sub(WAY / 4).unwrap_or_else(Instant::now);
            self.way = Some((Camera { view: before.view, ..shown }, begun));
        }
        let Some((from, begun)) = self.way.filter(|_| before.is_some()) else { return target };
        let share = begun.elapsed().as_secs_f32() / WAY.as_secs_f32();
        if share >= 1.0 || (before != Some(target) && !before.is_some_and(|before| jumps(&before, &target))) {
            self.way = None;
            return target;
        }
        let share = 1.0 - (1.0 - share).powi(3);
        let zoom = from.zoom * (target.zoom / from.zoom).powf(share);
        // The point of the map that stays where it is on the screen while the camera comes closer stays there on the way, too.
        let part = if (target.zoom / from.zoom - 1.0).abs() < 0.01 { share } else { (1.0 / from.zoom - 1.0 / zoom) / (1.0 / from.zoom - 1.0 / target.zoom) };
        Camera { center: from.center + (target.center - from.center) * part, zoom, ..target }
    }
}

/// Whether the camera moves farther in a frame than a hand would move it.
fn jumps(from: &Camera, to: &Camera) -> bool {
    let (zoom, way) = (to.zoom / from.zoom, (to.center - from.center).length());
    !(0.85..=1.18).contains(&zoom) || way > from.seen().size().min_elem() * 0.3
}

/// Updates which screen the desk shows and its view, before anything of it is put into the scene.
pub(crate) fn follow(world: &mut World, mut steps: Local<Steps>) {
    let desk = world.resource::<Desk>();
    let (shown, target, scale) = (Shown::of(desk), desk.looks_at(), desk.pixels_per_point);
    if *world.resource::<State<Shown>>().get() != shown {
        world.resource_mut::<NextState<Shown>>().set(shown);
        world.run_schedule(StateTransition);
        *steps = Steps::default();
    }
    let immediate = world.resource::<Studio>().is_immediate();
    let before = *world.resource::<Lens>();
    let camera = target.map(|target| steps.on_the_way(target, before.camera, immediate));
    let same = before.camera == camera && before.scale == scale;
    if !same {
        // The first look at a map is not a move.
        steps.moved = before.camera.map(|_| Instant::now());
    }
    let left = steps.moved.map_or(Duration::ZERO, |moved| REST.saturating_sub(moved.elapsed()));
    let rests = immediate || left.is_zero();
    let mut soon = Soon::default();
    if steps.way.is_some() && camera.is_some() {
        soon.after(Duration::ZERO);
    } else if !rests && camera.is_some() {
        soon.after(left);
    }
    world.insert_resource(soon);
    let zoom = camera.filter(|_| rests || before.camera.is_none()).map_or(before.zoom, |camera| camera.zoom);
    let lens = Lens { camera, scale, rests, zoom };
    if lens != before {
        world.insert_resource(lens);
    }
}

impl Desk {
    /// The camera of the map being shown; `None` if no map is shown.
    pub(crate) fn looks_at(&self) -> Option<Camera> {
        match Shown::of(self) {
            Shown::Table | Shown::Replay => self.view.camera.filter(|_| self.view.art.is_some()),
            Shown::MapViewer => self.gallery.sheet.as_ref().and_then(|sheet| sheet.looked),
            _ => None,
        }
    }

    /// The map of the game on the table, or the map being viewed.
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
