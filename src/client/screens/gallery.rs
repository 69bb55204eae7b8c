//! What is on the shelf: for each game its cover, how far it is, and the stretch of its map that the cover shows.
//!
//! A map takes a moment to draw, so the shelf is shown with plain covers first and gets one map a frame.

use crate::board::look::{Cover, Look, MapLook};
use crate::board::read::Faults;
use crate::board::{Chart, Clock, Files, Ground};
use crate::cartography::shipped_shore;
use crate::client::library::Volume;
use crate::client::map::MapArt;
use crate::games::Title;
use crate::play::{self, Players, Seat, Session};
use bevy_egui::egui::{Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, vec2};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::SystemTime;

/// The width of a box for which the tables give the zoom of the cover's map.
const BOX_WIDTH: f32 = 318.0;
/// How much of a box's height and width its map takes, at most: also the small picture of a saved game fits into it.
const WINDOW: (f32, f32) = (1.2, 1.0);
/// Pixels of the land picture for each point a hex has on a box: covers are shown larger when a box is open.
const FINENESS: f32 = 1.3;

/// How far a game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Not yet looked at.
    Waiting,
    /// It can be played.
    Playable {
        /// How many scenarios it has.
        scenarios: usize,
        /// How many optional rules it has.
        options: usize,
    },
    /// Its map can be looked at.
    LookOnly,
    /// Its tables have faults.
    Faulty(String),
}

struct Picture {
    art: MapArt,
    land: TextureHandle,
    window: Rect,
}

/// A game as the shelf knows it.
pub struct Plate {
    /// Which.
    pub title: Title,
    /// Its name in words, without subtitle.
    pub name: String,
    /// What its sides are called, once known.
    pub sides: Vec<String>,
    /// The front of the box.
    pub cover: Cover,
    /// How far it is.
    pub state: State,
    picture: Option<Picture>,
}

impl Plate {
    /// The box before its tables are read. A folder without the game's look still gets the box we ship.
    fn plain(title: Title, files: &Result<Files, Faults>) -> Plate {
        let own = files.as_ref().ok().and_then(|files| Look::cover_of(files).ok());
        let cover = own.or_else(|| Look::cover_of(&title.shipped()).ok()).unwrap_or_default();
        Plate { title, name: name_of(title), sides: Vec::new(), cover, state: State::Waiting, picture: None }
    }

    /// Reads its tables and draws its map. If they cannot be read the shipped map serves.
    fn finish(&mut self, context: &Context, files: &Result<Files, Faults>) {
        let read = match files {
            Ok(files) => self.read(files),
            Err(faults) => Err(faults.clone()),
        };
        let map = match read {
            Ok(map) => Some(map),
            Err(faults) => {
                self.state = State::Faulty(faults.to_string());
                map_of(&self.title.shipped()).ok()
            }
        };
        if let Some(map) = map {
            self.picture = Some(draw(context, self.title, &self.cover, &map));
        }
    }

    fn read(&mut self, files: &Files) -> Result<MapTables, Faults> {
        let Some(game) = self.title.game() else {
            self.state = State::LookOnly;
            return map_of(files);
        };
        let rules = game.load(files)?;
        let book = &rules.book;
        self.state = State::Playable { scenarios: book.scenarios.len(), options: book.options.len() };
        self.sides.clone_from(&book.sides);
        Ok(MapTables { ground: book.ground.clone(), chart: book.chart.clone(), look: book.look.map.clone() })
    }

    /// Whether its map can be shown.
    pub fn is_drawn(&self) -> bool {
        self.picture.is_some()
    }

    /// Paints its map into a rectangle, at the zoom of a cover so many points wide. Nothing if it is not drawn yet.
    pub fn paint_map(&mut self, painter: &Painter, rect: Rect, cover_width: f32) {
        let Some(picture) = &mut self.picture else { return };
        let Some(around) = self.cover.around else { return };
        let hexes_across = rect.width() / (f32::from(self.cover.zoom) * cover_width / BOX_WIDTH);
        picture.art.paint_cover(painter, rect, around, hexes_across, picture.land.id(), picture.window);
    }

    /// Who plays a saved game, in words.
    pub fn mode(&self, volume: &Volume) -> String {
        let side = |at: usize| self.sides.get(at).cloned().unwrap_or_else(|| format!("side {}", at + 1));
        let bot = |seat: Seat| match seat {
            Seat::Person => "a player",
            Seat::Recruit => "Recruit",
            Seat::Steady => "Steady",
            Seat::Commander => "Commander",
            Seat::Random => "a bot that moves at random",
        };
        match (volume.header.seats, volume.header.players) {
            ([Seat::Person, Seat::Person], Players::Solo) => "solo".into(),
            ([Seat::Person, Seat::Person], Players::Two) => "two players".into(),
            ([Seat::Person, other], _) => format!("{} against {}", side(0), bot(other)),
            ([other, Seat::Person], _) => format!("{} against {}", side(1), bot(other)),
            _ => "two bots".into(),
        }
    }
}

/// The name of a game from its folder's, until its tables tell a better one.
fn name_of(title: Title) -> String {
    let ground = title.shipped();
    let named = ground.texts.get("map.ron").and_then(|text| text.split_once("title: \"")).and_then(|(_, rest)| rest.split_once('"'));
    let name = named.map_or(title.slug(), |(name, _)| name);
    name.split(':').next().unwrap_or(name).to_owned()
}

/// What a map is drawn from.
struct MapTables {
    ground: Arc<Ground>,
    chart: Chart,
    look: MapLook,
}

fn map_of(files: &Files) -> Result<MapTables, Faults> {
    let none = String::new();
    let text = |name: &str| files.texts.get(name).unwrap_or(&none);
    let ground = Ground::read(&files.label("map.ron"), text("map.ron")).map_err(Faults)?;
    let chart = Chart::read(&files.label("terrain.ron"), text("terrain.ron"), &ground).map_err(Faults)?;
    let look = MapLook::of(files, &ground)?;
    Ok(MapTables { ground: Arc::new(ground), chart, look })
}

fn draw(context: &Context, title: Title, cover: &Cover, map: &MapTables) -> Picture {
    let art = MapArt::new(map.ground.clone(), &map.chart, &map.look, shipped_shore(title).ok().as_ref());
    let center = cover.around.and_then(|hex| art.center(hex)).unwrap_or(art.extent().center());
    let zoom = f32::from(cover.zoom.max(8));
    let window = Rect::from_center_size(center, vec2(WINDOW.0, WINDOW.1) * BOX_WIDTH / zoom);
    let land = context.load_texture(format!("cover {}", title.slug()), art.land(Some(window), zoom * FINENESS), TextureOptions::LINEAR);
    Picture { art, land, window }
}

/// A whole map to look at.
pub struct OpenMap {
    /// Which game's.
    pub title: Title,
    /// The map.
    pub art: MapArt,
    /// Its land picture.
    pub land: TextureHandle,
    /// What is looked at: the middle, and points a hex.
    pub looked: Option<(Pos2, f32)>,
    /// The ground, for what is under the pointer.
    pub ground: Arc<Ground>,
}

/// Where a saved game stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recap {
    /// The turn, in words.
    pub turn: String,
    /// The step, in words.
    pub step: String,
}

impl Recap {
    /// Plays a game again to see where it stands. Turn and step are no secrets.
    fn of(path: &Path) -> Option<Recap> {
        let world = play::open(path, &mut |_| {}).ok()?.world;
        let (clock, session) = (world.get_resource::<Clock>()?, world.get_resource::<Session>()?);
        let book = &session.rules.book;
        if let Some(over) = clock.over {
            let winner = over.winner.and_then(|side| book.sides.get(side.at()));
            let step = winner.map_or_else(|| "Nobody has won.".to_owned(), |side| format!("The {side} has won."));
            return Some(Recap { turn: "the war is over".to_owned(), step });
        }
        let turn = match clock.turn {
            0 => "set-up".to_owned(),
            turn => book.turns.get(usize::from(turn) - 1).map_or_else(|| format!("turn {turn}"), |name| format!("turn {turn}, {name}")),
        };
        let step = book.sequence.steps.get(usize::from(clock.at)).map_or_else(String::new, |step| format!("{}.", step.name));
        Some(Recap { turn, step })
    }
}

/// A larger game takes too long to be played again for a line on the shelf.
const LARGEST_RECAP: u64 = 4 << 20;

/// A game that is being played again, to see where it stands.
struct Reader {
    path: PathBuf,
    written: SystemTime,
    thread: Option<JoinHandle<Option<Recap>>>,
}

/// The name of the thread that plays a game again. If it fails, there is a line less on the shelf: the window goes on.
pub(crate) const READER: &str = "where a game stands";

impl Reader {
    fn start(volume: &Volume) -> Reader {
        let path = volume.path.clone();
        let thread = std::thread::Builder::new().name(READER.to_owned()).spawn(move || Recap::of(&path)).ok();
        Reader { path: volume.path.clone(), written: volume.written, thread }
    }
}

/// Pixels a hex of a land picture, and how wide it may become.
const LAND: (f32, f32) = (40.0, 2040.0);

/// Everything the shelf shows of the games.
#[derive(Default)]
pub struct Gallery {
    plates: Vec<Plate>,
    finished: usize,
    recap: Option<(PathBuf, SystemTime, Recap)>,
    reader: Option<Reader>,
    /// The map that is looked at.
    pub sheet: Option<OpenMap>,
}

impl Gallery {
    /// Puts the boxes on the shelf, with plain covers.
    pub fn open(&mut self, rules_dir: Option<&Path>) {
        if self.plates.is_empty() {
            self.plates = Title::ALL.into_iter().map(|title| Plate::plain(title, &title.files(rules_dir))).collect();
        }
    }

    /// Draws the next map; after the last, sees where the game to go on with stands. Tells whether there is more to do.
    pub fn work(&mut self, context: &Context, rules_dir: Option<&Path>, latest: Option<&Volume>) -> bool {
        if let Some(plate) = self.plates.get_mut(self.finished) {
            plate.finish(context, &plate.title.files(rules_dir));
            self.finished += 1;
            return true;
        }
        let Some(volume) = latest.filter(|volume| self.recap(volume).is_none() && volume.bytes <= LARGEST_RECAP) else { return false };
        self.look_into(context, volume);
        false
    }

    /// Has a game played again beside the window, and takes up where it stands once that is known. Until then it is asked again soon, and no frame waits.
    fn look_into(&mut self, context: &Context, volume: &Volume) {
        let reader = match self.reader.take() {
            Some(reader) if reader.path == volume.path && reader.written == volume.written => reader,
            _ => Reader::start(volume),
        };
        if reader.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            let recap = reader.thread.and_then(|thread| thread.join().ok().flatten()).unwrap_or_default();
            self.recap = Some((reader.path, reader.written, recap));
            return context.request_repaint();
        }
        self.reader = Some(reader);
        context.request_repaint_after(std::time::Duration::from_millis(50));
    }

    /// Where a game stands, if that is known.
    pub fn recap(&self, volume: &Volume) -> Option<&Recap> {
        self.recap.as_ref().filter(|(path, written, _)| *path == volume.path && *written == volume.written).map(|(.., recap)| recap)
    }

    /// The boxes in the order of the shelf.
    pub fn plates(&self) -> &[Plate] {
        &self.plates
    }

    /// A game's box.
    pub fn plate(&self, title: Title) -> Option<&Plate> {
        self.plates.iter().find(|plate| plate.title == title)
    }

    /// A game's box, to paint it.
    pub fn plate_mut(&mut self, title: Title) -> Option<&mut Plate> {
        self.plates.iter_mut().find(|plate| plate.title == title)
    }

    /// Draws the whole map of a game, to look at.
    pub fn spread(&mut self, context: &Context, title: Title, rules_dir: Option<&Path>) -> Result<(), String> {
        let map = title.files(rules_dir).and_then(|files| map_of(&files)).map_err(|faults| faults.to_string())?;
        let art = MapArt::new(map.ground.clone(), &map.chart, &map.look, shipped_shore(title).ok().as_ref());
        let fine = LAND.0.min(LAND.1 / art.extent().size().max_elem());
        let land = context.load_texture(format!("map {}", title.slug()), art.land(None, fine), TextureOptions::LINEAR);
        self.sheet = Some(OpenMap { title, art, land, looked: None, ground: map.ground });
        Ok(())
    }
}
