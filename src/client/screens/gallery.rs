//! What is on the shelf: for each game its cover, how complete it is, and the piece of its map that the cover shows.
//!
//! A map takes a moment to draw, so the shelf first appears with plain covers and gets its maps one by one.

use crate::board::look::{Cover, Look, MapLook};
use crate::board::read::Faults;
use crate::board::{Chart, Files, Ground, Side};
use crate::cartography::shipped_shore;
use crate::client::bookmarks::{Bookmarks, Recap};
use crate::client::camera::Camera;
use crate::client::library::Volume;
use crate::client::map::{DrawnMap, MapArt};
use crate::client::table::overlays::rgb;
use crate::client::task::Task;
use crate::games::Title;
use crate::play::{Players, Seat};
use bevy_egui::egui::{Color32, ColorImage, Context, Painter, Pos2, Rect, Stroke, StrokeKind, TextureHandle, TextureOptions, pos2, vec2};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::SystemTime;

/// The width of a box for which the tables specify the zoom of the cover's map.
const BOX_WIDTH: f32 = 318.0;
/// How much of a box's height and width its map takes, at most: also the small picture of a saved game fits into it.
const WINDOW: (f32, f32) = (1.2, 1.0);
/// Pixels of the land picture per point on a box: covers are shown larger when a box is open.
const FINENESS: f32 = 1.3;

/// Pixels along the longer side of the small map.
const SMALL: f32 = 240.0;

/// How complete a game is.
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
    /// Only its map can be viewed.
    LookOnly,
    /// Its tables have faults.
    Faulty(String),
}

struct Picture {
    art: MapArt,
    land: TextureHandle,
    window: Rect,
    /// The whole map, for the small pictures of saved games.
    small: TextureHandle,
}

/// A game as the shelf knows it.
pub struct Plate {
    /// Which.
    pub title: Title,
    /// Its name, without the subtitle.
    pub name: String,
    /// What its sides are called, once known.
    pub sides: Vec<String>,
    /// The front of the box.
    pub cover: Cover,
    /// How complete it is.
    pub state: State,
    /// Whether it has a lesson.
    pub has_lesson: bool,
    /// The colors of its sides, once known.
    colors: Vec<Color32>,
    picture: Option<Picture>,
}

impl Plate {
    /// The box before its tables are read. If the folder has no look for the game, the shipped cover is used.
    fn plain(title: Title, files: &Result<Files, Faults>, has_lesson: bool) -> Plate {
        let own = files.as_ref().ok().and_then(|files| Look::cover_of(files).ok());
        let cover = own.or_else(|| Look::cover_of(&title.shipped()).ok()).unwrap_or_default();
        Plate { title, name: name_of(title), sides: Vec::new(), cover, state: State::Waiting, has_lesson, colors: Vec::new(), picture: None }
    }

    /// Takes over what its tables say, and its map.
    fn take(&mut self, context: &Context, read: Read) {
        (self.state, self.sides, self.colors) = (read.state, read.sides, read.colors);
        self.picture = read.drawn.map(|drawn| {
            let hang = |what: &str, image: ColorImage| context.load_texture(format!("{what} {}", self.title.slug()), image, TextureOptions::LINEAR);
            Picture { art: drawn.art, land: hang("cover", drawn.land), window: drawn.window, small: hang("small", drawn.small) }
        });
    }

    /// Whether its map can be shown.
    pub fn is_drawn(&self) -> bool {
        self.picture.is_some()
    }

    /// Paints its map into a rectangle, at the zoom of a cover this many points wide. Does nothing if it has not been drawn yet.
    pub fn paint_map(&mut self, painter: &Painter, rect: Rect, cover_width: f32) {
        let Some(picture) = &mut self.picture else { return };
        let Some(around) = self.cover.around else { return };
        let hexes_across = rect.width() / (f32::from(self.cover.zoom) * cover_width / BOX_WIDTH);
        picture.art.paint_cover(painter, rect, around, hexes_across, picture.land.id(), picture.window);
    }

    /// Paints the whole map with a dot for each stack, filling as much of the rectangle as possible. Does nothing if it has not been drawn yet.
    pub fn paint_game(&self, painter: &Painter, rect: Rect, recap: Option<&Recap>) {
        let Some(picture) = &self.picture else { return };
        let map = picture.art.extent();
        let zoom = (rect.width() / map.width()).min(rect.height() / map.height());
        let shown = Rect::from_center_size(rect.center(), map.size() * zoom);
        painter.image(picture.small.id(), shown, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
        let spot = vec2(1.0, 1.0) * (zoom * 0.9).max(2.5);
        for (side, stacks) in recap.iter().flat_map(|recap| recap.stacks.iter().enumerate()) {
            let color = self.colors.get(side).copied().unwrap_or(Color32::BLACK);
            for at in stacks.iter().filter_map(|hex| picture.art.center(*hex)) {
                painter.rect(
                    Rect::from_center_size(shown.min + (at - map.min) * zoom, spot),
                    0.0,
                    color,
                    Stroke::new(0.5, Color32::BLACK),
                    StrokeKind::Outside,
                );
            }
        }
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

/// A name for a game made from its folder's name, until its tables provide a better one.
fn name_of(title: Title) -> String {
    let ground = title.shipped();
    let named = ground.texts.get("map.ron").and_then(|text| text.split_once("title: \"")).and_then(|(_, rest)| rest.split_once('"'));
    let name = named.map_or(title.slug(), |(name, _)| name);
    name.split(':').next().unwrap_or(name).to_owned()
}

/// The tables a map is drawn from.
struct MapTables {
    ground: Arc<Ground>,
    chart: Chart,
    look: MapLook,
}

/// A game's tables as far as its box needs them, and its map as drawn.
struct Read {
    state: State,
    sides: Vec<String>,
    colors: Vec<Color32>,
    drawn: Option<Drawn>,
}

/// The map of a box.
struct Drawn {
    art: MapArt,
    land: ColorImage,
    window: Rect,
    small: ColorImage,
}

impl Read {
    /// Reads a game's tables and draws its map. If they cannot be read, the shipped map is used.
    fn new(title: Title, cover: &Cover, rules_dir: Option<&Path>) -> Read {
        let mut read = Read { state: State::LookOnly, sides: Vec::new(), colors: Vec::new(), drawn: None };
        let map = title.files(rules_dir).and_then(|files| read.tables(title, &files)).or_else(|faults| {
            read.state = State::Faulty(faults.to_string());
            map_of(&title.shipped())
        });
        read.drawn = map.ok().map(|map| draw(title, cover, &map));
        read
    }

    fn tables(&mut self, title: Title, files: &Files) -> Result<MapTables, Faults> {
        let Some(game) = title.game() else { return map_of(files) };
        let rules = game.load(files)?;
        let book = &rules.book;
        self.state = State::Playable { scenarios: book.scenarios.len(), options: book.options.len() };
        self.sides.clone_from(&book.sides);
        self.colors = (0..book.sides.len()).map(|side| rgb(book.look.side(Side(side as u8)).panel)).collect();
        Ok(MapTables { ground: book.ground.clone(), chart: book.chart.clone(), look: book.look.map.clone() })
    }
}

fn map_of(files: &Files) -> Result<MapTables, Faults> {
    let none = String::new();
    let text = |name: &str| files.texts.get(name).unwrap_or(&none);
    let ground = Ground::read(&files.label("map.ron"), text("map.ron")).map_err(Faults)?;
    let chart = Chart::read(&files.label("terrain.ron"), text("terrain.ron"), &ground).map_err(Faults)?;
    let look = MapLook::of(files, &ground)?;
    Ok(MapTables { ground: Arc::new(ground), chart, look })
}

fn draw(title: Title, cover: &Cover, map: &MapTables) -> Drawn {
    let art = MapArt::new(map.ground.clone(), &map.chart, &map.look, shipped_shore(title).ok().as_ref());
    let center = cover.around.and_then(|hex| art.center(hex)).unwrap_or(art.extent().center());
    let zoom = f32::from(cover.zoom.max(8));
    let window = Rect::from_center_size(center, vec2(WINDOW.0, WINDOW.1) * BOX_WIDTH / zoom);
    let land = art.land(Some(window), zoom * FINENESS);
    let small = art.land(None, SMALL / art.extent().size().max_elem());
    Drawn { art, land, window, small }
}

/// A whole map being viewed.
pub struct OpenMap {
    /// Which game's.
    pub title: Title,
    /// The map.
    pub art: MapArt,
    /// Its land picture, until the scene has it.
    pub land: Option<ColorImage>,
    /// Its camera.
    pub looked: Option<Camera>,
    /// The ground, to tell what is under the pointer.
    pub ground: Arc<Ground>,
}

/// A larger game takes too long to replay just for a line on the shelf.
const LARGEST_RECAP: u64 = 4 << 20;

/// A game being replayed to find out its status.
struct Reader {
    path: PathBuf,
    written: SystemTime,
    thread: Option<JoinHandle<Option<Recap>>>,
}

/// The name of the thread that replays a game. If it fails, the shelf lacks a line, but the window goes on.
pub(crate) const READER: &str = "where a game stands";

impl Reader {
    fn start(volume: &Volume) -> Reader {
        let path = volume.path.clone();
        let thread = std::thread::Builder::new().name(READER.to_owned()).spawn(move || Recap::of_file(&path)).ok();
        Reader { path: volume.path.clone(), written: volume.written, thread }
    }
}

/// Everything the shelf shows of the games.
#[derive(Default)]
pub struct Gallery {
    plates: Vec<Plate>,
    finished: usize,
    /// The box being drawn, and the map being drawn.
    drawing: Option<Task<Read>>,
    opening: Option<(Title, Task<Result<OpenMap, String>>)>,
    reader: Option<Reader>,
    /// The map being viewed.
    pub sheet: Option<OpenMap>,
}

impl Gallery {
    /// Puts the boxes on the shelf, with plain covers.
    pub fn open(&mut self, rules_dir: Option<&Path>) {
        if self.plates.is_empty() {
            self.plates = Title::ALL
                .into_iter()
                .map(|title| Plate::plain(title, &title.files(rules_dir), title.lessons(rules_dir).is_ok_and(|lessons| !lessons.is_empty())))
                .collect();
        }
    }

    /// Gets the next map drawn; after the last one, finds out the status of the games on disk, one by one. Asks for another frame while there is more
    /// to do.
    pub fn work(&mut self, context: &Context, beside: bool, rules_dir: Option<&Path>, volumes: &[Volume], bookmarks: &mut Bookmarks) {
        if let Some(plate) = self.plates.get_mut(self.finished) {
            let (title, cover, dir) = (plate.title, plate.cover.clone(), rules_dir.map(Path::to_path_buf));
            let drawing = self.drawing.take().unwrap_or_else(|| Task::start(beside, "a box", move || Read::new(title, &cover, dir.as_deref())));
            match drawing.finish() {
                Ok(read) => plate.take(context, read),
                Err(Some(again)) => {
                    self.drawing = Some(again);
                    return context.request_repaint_after(SOON);
                }
                Err(None) => {} // the box stays plain
            }
            self.finished += 1;
            return context.request_repaint();
        }
        if let Some(volume) = volumes.iter().find(|volume| volume.bytes <= LARGEST_RECAP && bookmarks.recap(volume).is_none()) {
            self.look_into(context, volume, bookmarks);
        }
    }

    /// Gets a game replayed in the background, and records its status once it is known. Until then it is checked often, and no frame waits for it.
    fn look_into(&mut self, context: &Context, volume: &Volume, bookmarks: &mut Bookmarks) {
        let reader = match self.reader.take() {
            Some(reader) if reader.path == volume.path && reader.written == volume.written => reader,
            _ => Reader::start(volume),
        };
        if reader.thread.as_ref().is_none_or(JoinHandle::is_finished) {
            let recap = reader.thread.and_then(|thread| thread.join().ok().flatten()).unwrap_or_default();
            bookmarks.tell(volume, recap);
            return context.request_repaint();
        }
        self.reader = Some(reader);
        context.request_repaint_after(std::time::Duration::from_millis(50));
    }

    /// The boxes in the order of the shelf.
    pub fn plates(&self) -> &[Plate] {
        &self.plates
    }

    /// A game's box.
    pub fn plate(&self, title: Title) -> Option<&Plate> {
        self.plates.iter().find(|plate| plate.title == title)
    }

    /// A game's box, for painting.
    pub fn plate_mut(&mut self, title: Title) -> Option<&mut Plate> {
        self.plates.iter_mut().find(|plate| plate.title == title)
    }

    /// Gets the whole map of a game drawn for viewing, or says why it cannot be.
    pub fn spread(&mut self, context: &Context, beside: bool, title: Title, rules_dir: Option<&Path>) -> Result<(), String> {
        let dir = rules_dir.map(Path::to_path_buf);
        let opening = self.opening.take().filter(|(of, _)| *of == title).map(|(_, task)| task);
        let opening = opening.unwrap_or_else(|| Task::start(beside, "the map", move || OpenMap::new(title, dir.as_deref())));
        match opening.finish() {
            Ok(sheet) => self.sheet = Some(sheet?),
            Err(Some(again)) => self.opening = Some((title, again)),
            Err(None) => return Err("The map cannot be drawn.".to_owned()),
        }
        context.request_repaint_after(SOON);
        Ok(())
    }
}

/// How often to check for something that is being drawn.
const SOON: std::time::Duration = std::time::Duration::from_millis(25);

impl OpenMap {
    fn new(title: Title, rules_dir: Option<&Path>) -> Result<OpenMap, String> {
        let map = title.files(rules_dir).and_then(|files| map_of(&files)).map_err(|faults| faults.to_string())?;
        let drawn = DrawnMap::new(map.ground.clone(), &map.chart, &map.look, shipped_shore(title).ok().as_ref());
        Ok(OpenMap { title, art: drawn.art, land: Some(drawn.land), looked: None, ground: map.ground })
    }
}
