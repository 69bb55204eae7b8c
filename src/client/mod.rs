//! The window: what `prompt`, events, sight and tables say, shown; it judges nothing itself.
//!
//! Everything is drawn through egui, so that one function, [`desk::Desk::show`], draws a frame in the window, in a picture and in a test.
//!
//! | what | file |
//! |---|---|
//! | what is shown and kept between two frames | [`desk`] |
//! | the screens beside the table, and the dialogs | [`screens`] |
//! | the table: a game being played | [`table`] |
//! | the map under the counters, and where we look at it | [`map`], [`camera`] |
//! | counters and stacks | [`counters`] |
//! | what all panels are made of: colors and type, parts, shapes as triangles | [`skin`], [`widgets`], `ink`, `curves` |
//! | keys, settings, saved games and where they stand | [`keys`], [`settings`], [`library`], [`bookmarks`] |
//! | tables reloaded while the game runs; a game as a page to read | [`reload`], [`report`] |
//! | on a real screen, on none, as a picture | [`window`], [`headless`], [`raster`] |

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
pub mod screens;
pub mod settings;
pub mod skin;
pub mod table;
pub mod widgets;
pub(crate) mod window;

use bevy::prelude::{App, AppExit, IntoScheduleConfigs, Last, MessageReader, Plugin, ResMut, SystemSet, Update};
use desk::Desk;
use std::path::Path;
use std::time::Duration;

/// Everything of the client but the screen it is drawn on: the same in the window and in tests.
pub struct ClientPlugin;

impl Plugin for ClientPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Update, (reload::reload, bots).chain().in_set(BeforeFrame)).add_systems(Last, leave);
    }
}

/// What happens behind the screen, before a frame is drawn.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BeforeFrame;

/// How long bots may think before a frame is drawn.
const MOMENT: Duration = Duration::from_millis(30);

fn bots(mut desk: ResMut<Desk>) {
    if let Some(table) = &mut desk.table {
        table.let_bots_play(MOMENT);
    }
}

/// The window closes: how the table was looked at is kept for the next time.
fn leave(mut exits: MessageReader<AppExit>, mut desk: ResMut<Desk>) {
    if exits.read().next().is_some() {
        desk.leave_table();
    }
}

/// Draws the position of a save as a picture, as whoever decides sees it. One person's game shows all that he may see.
pub fn shot(save: &Path, out: &Path, (width, height): (u32, u32)) -> Result<(), String> {
    crate::board::check_target(out).map_err(|fault| fault.to_string())?; // before all the work
    let mut desk = Desk::new(&std::env::temp_dir().join("five-fronts-no-home"), None);
    let mut table = table::Tabletop::watch(save).map_err(|error| error.to_string())?;
    table.show_order(usize::MAX);
    table.lift_curtain();
    desk.put_on_table(Ok(table));
    let mut canvas = raster::Canvas::new([width as usize, height as usize], 1.0);
    for _ in 0..4 {
        canvas.frame(Vec::new(), |ui| desk.show(ui)); // type, sizes and the camera settle in the first frames
    }
    raster::write_png(out, canvas.picture())
}
