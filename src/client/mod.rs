//! The window: it shows what `prompt`, events, sight and tables say, and judges nothing itself.
//!
//! Panels are drawn with egui by one function, [`desk::Desk::show`]. The table below them is a [`scene`] of entities, which the engine draws in the
//! window and the processor draws in pictures and tests. Which screen is in front is a state, [`shown::Shown`]; a screen's entities go away with it.
//!
//! | what | file |
//! |---|---|
//! | what is shown and kept between two frames | [`desk`] |
//! | the screens other than the table, and the dialogs | [`screens`] |
//! | the table: a game being played | [`table`] |
//! | the map under the counters, and the part of it in view | [`map`], [`camera`] |
//! | counters and stacks | [`counters`] |
//! | the table's picture as entities, and how it is drawn; which screen is in front | [`scene`], [`shown`] |
//! | what all panels are made of: colors and type, parts, shapes as triangles | [`skin`], [`widgets`], `ink`, `curves` |
//! | keys, settings, saved games and their status | [`keys`], [`settings`], [`library`], [`bookmarks`] |
//! | tables reloaded while the game runs; a game as an HTML page | [`reload`], [`report`] |
//! | on a real screen, on none, as a picture; work in the background | [`window`], [`headless`], [`raster`], `task` |

pub mod bookmarks;
pub mod camera;
pub mod counters;
mod curves;
pub mod desk;
pub mod headless;
mod ink;
pub mod keys;
mod library;
pub mod map;
pub mod raster;
pub mod reload;
pub mod report;
pub mod scene;
pub mod screens;
pub mod settings;
pub mod shown;
pub mod skin;
pub mod table;
mod task;
pub mod widgets;
pub(crate) mod window;

use bevy::prelude::{App, AppExit, IntoScheduleConfigs, Last, MessageReader, OnExit, Plugin, Res, ResMut, State, SystemSet, TransformPlugin, Update};
use bevy::state::app::{AppExtStates, StatesPlugin};
use desk::Desk;
use headless::Headless;
use map::spread;
use shown::Shown;
use std::path::Path;
use std::time::Duration;
use table::messages::{self, Happened, PlayerOrder};
use table::mirror;

/// Everything in the client except the screen it is drawn on: the same in the window and in tests.
pub struct ClientPlugin;

impl Plugin for ClientPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<TransformPlugin>() {
            app.add_plugins(TransformPlugin);
        }
        if !app.is_plugin_added::<StatesPlugin>() {
            app.add_plugins(StatesPlugin);
        }
        app.configure_sets(Update, (BeforeFrame, Panels, Orders, Follow, Mirror).chain())
            .add_systems(Update, (reload::reload, bots).chain().in_set(BeforeFrame))
            .add_systems(Last, leave)
            .add_plugins((ScreensPlugin, MapPlugin, PlayPlugin, TablePlugin));
    }
}

/// What happens behind the screen, before a frame is drawn.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BeforeFrame;

/// Panels are drawn, and the user's input is handled.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Panels;

/// What the player wants done at the table is done.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Orders;

/// The state follows the screen that is in front now.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Follow;

/// The scene follows what is shown.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mirror;

/// Which screen is in front.
struct ScreensPlugin;

impl Plugin for ScreensPlugin {
    fn build(&self, app: &mut App) {
        app.init_state::<Shown>().init_resource::<scene::Lens>().init_resource::<scene::Soon>().add_systems(Update, shown::follow.in_set(Follow));
    }
}

/// The map of whatever screen shows one.
struct MapPlugin;

impl Plugin for MapPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<scene::Pictures>()
            .init_resource::<scene::studio::Studio>()
            .init_resource::<spread::Spread>()
            .add_systems(Update, spread::spread.in_set(Mirror));
    }
}

/// Orders in and events out.
struct PlayPlugin;

impl Plugin for PlayPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<PlayerOrder>()
            .add_message::<Happened>()
            .add_systems(Update, (messages::send, messages::carry_out).chain().in_set(Orders))
            // Behind the bots and before the next frame, which shows who is on his way.
            .add_systems(Update, (messages::tell, messages::set_out).chain().in_set(BeforeFrame).after(bots));
    }
}

/// Counters, and what is laid over them and the map.
struct TablePlugin;

impl Plugin for TablePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<mirror::Mirror>().init_resource::<mirror::Easels>();
        app.add_systems(Update, (mirror::mirror_counters, mirror::mirror_overlays).chain().in_set(Mirror).after(spread::spread).run_if(has_position));
        for screen in [Shown::Table, Shown::Replay] {
            app.add_systems(OnExit(screen), mirror::forget);
        }
    }
}

fn has_position(shown: Res<State<Shown>>) -> bool {
    shown.get().has_position()
}

/// How long bots may think before a frame is drawn.
const MOMENT: Duration = Duration::from_millis(30);

fn bots(mut desk: ResMut<Desk>) {
    if let Some(table) = &mut desk.table {
        table.let_bots_play(MOMENT);
    }
}

/// When the window closes, saves how the table was viewed for next time.
fn leave(mut exits: MessageReader<AppExit>, mut desk: ResMut<Desk>) {
    if exits.read().next().is_some() {
        desk.leave_table();
    }
}

/// Draws the position in a save as a picture, as the deciding player sees it. A solo game shows everything its player may see.
pub fn shot(save: &Path, out: &Path, (width, height): (u32, u32)) -> Result<(), String> {
    crate::board::check_target(out).map_err(|fault| fault.to_string())?; // before all the work
    let mut desk = Desk::new(&std::env::temp_dir().join("five-fronts-no-home"), None);
    let mut table = table::Tabletop::watch(save).map_err(|error| error.to_string())?;
    table.show_order(usize::MAX);
    table.lift_curtain();
    desk.put_on_table(Ok(table));
    // Type, sizes and the camera settle in the first frames.
    raster::write_png(out, Headless::new(desk, [width as usize, height as usize]).picture())
}
