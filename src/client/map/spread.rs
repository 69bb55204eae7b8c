//! The map as entities of the scene: land, ground at two levels of detail, letters and names, redrawn when the camera has stopped moving.

use super::{GroundPieces, MapCore, MapStyle, Words};
use crate::client::camera::Camera;
use crate::client::desk::Desk;
use crate::client::scene::studio::{Made, Studio};
use crate::client::scene::{Lens, Opacity, Picture, Pictures, Soon, Triangles, drawn_at, height};
use crate::client::skin::BG;
use bevy::prelude::{Commands, Component, Entity, Res, ResMut, Resource, Visibility};
use bevy_egui::egui::epaint::Mesh;
use bevy_egui::egui::{Color32, ColorImage, Pos2, Rect, pos2};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A piece of the map.
#[derive(Component)]
pub(crate) struct MapPiece;

/// How far beyond the visible part the ground is drawn, as a share of its size; it is redrawn when the view comes closer to the edge than this.
const AROUND: f32 = 0.3;
const NEAR_EDGE: f32 = 0.1;
/// How far the table extends around the map sheet, in hexes.
const TABLE: f32 = 200.0;

/// What is drawn so far.
#[derive(Resource, Default)]
pub(crate) struct Spread {
    core: Option<Arc<MapCore>>,
    look: Option<(f32, bool)>,
    sheet: Vec<Entity>,
    levels: [Level; 2],
    /// The one that is shown.
    level: Option<usize>,
    /// What is fading out above it.
    leaving: Vec<Leaving>,
    words: Vec<Entity>,
    written: Option<WordsFor>,
}

/// The ground at one level of detail: the whole map from far away, or the visible part and a little more.
#[derive(Default)]
struct Level {
    /// With the height of each.
    pieces: Vec<(Entity, f32)>,
    /// The zoom and the area it was ordered for, and those of what is there now.
    drawn: Option<(f32, Rect)>,
    shown: Option<(f32, Rect)>,
    /// Which of two pictures of symbols it uses.
    other: bool,
}

/// Ground that is fading out to show what is now below it.
struct Leaving {
    pieces: Vec<(Entity, f32)>,
    zoom: f32,
    since: Instant,
    /// The level it belongs to, which is only hidden; without one it is removed for good.
    level: Option<usize>,
}

/// How long ground takes to fade, and how much higher it is in the meantime.
const FADE: Duration = Duration::from_millis(140);
const RAISED: f32 = 8.0;

#[derive(PartialEq, Clone)]
struct WordsFor {
    camera: Camera,
    taken: Vec<Rect>,
    style: MapStyle,
}

const FAR: usize = 0;
const NEAR: usize = 1;
const ORDERS: [&str; 2] = ["the whole ground", "the ground in view"];
const WORDS: &str = "names";

/// Which map is shown, and how.
pub(crate) struct ShownMap {
    pub core: Arc<MapCore>,
    pub style: MapStyle,
    /// The places that counters cover at the camera's zoom, in points from the map's origin.
    pub taken: Vec<Rect>,
}

impl Spread {
    /// Removes everything except the sheet, or that as well.
    fn clear(&mut self, commands: &mut Commands, sheet: bool) {
        let mut old = std::mem::take(self);
        if !sheet {
            (self.core, self.sheet) = (old.core.take(), std::mem::take(&mut old.sheet));
        }
        let gone = old.leaving.into_iter().filter(|leaving| leaving.level.is_none()).flat_map(|leaving| leaving.pieces);
        let ground = old.levels.into_iter().flat_map(|level| level.pieces).chain(gone).map(|(entity, _)| entity);
        let all = old.sheet.into_iter().chain(old.words).chain(ground);
        all.for_each(|entity| commands.entity(entity).despawn());
    }

    fn is_of(&self, core: &Arc<MapCore>) -> bool {
        self.core.as_ref().is_some_and(|now| Arc::ptr_eq(now, core))
    }
}

/// Keeps the map's entities in step with the desk and the camera.
pub(crate) fn spread(
    mut desk: ResMut<Desk>,
    lens: Res<Lens>,
    mut spread: ResMut<Spread>,
    mut studio: ResMut<Studio>,
    mut pictures: ResMut<Pictures>,
    mut soon: ResMut<Soon>,
    mut commands: Commands,
) {
    let Some(shown) = desk.shown_map(lens.scale) else { return spread.clear(&mut commands, true) };
    let Some(camera) = lens.camera else { return };
    if !spread.is_of(&shown.core) {
        let Some(land) = desk.take_land() else { return };
        spread.clear(&mut commands, true);
        spread.core = Some(shown.core.clone());
        spread.sheet = lay_sheet(&mut commands, &mut pictures, shown.core.extent(), land);
    }
    let look = (lens.scale, shown.style.safe);
    if spread.look != Some(look) {
        spread.clear(&mut commands, false);
        spread.look = Some(look);
    }
    let rests = lens.rests;
    order_ground(&mut spread, &mut studio, &shown, camera, lens.scale, rests);
    let words = WordsFor { camera: Camera { view: Rect::from_min_size(Pos2::ZERO, camera.view.size()), ..camera }, taken: shown.taken, style: shown.style };
    if rests && !studio.is_busy(WORDS) && spread.written.as_ref() != Some(&words) {
        spread.written = Some(words.clone());
        let (core, scale) = (shown.core, lens.scale);
        studio.order(WORDS, move |hands| {
            let written = core.words(hands.words.get_or_insert_default(), &words.camera, scale, &words.taken, &words.style);
            Made::Words(core, written)
        });
    }
    let mut changed = false;
    for (n, name) in ORDERS.into_iter().enumerate() {
        while let Some(Made::Ground(core, ground)) = studio.collect(name) {
            if spread.is_of(&core) {
                let fades = !studio.is_immediate() && spread.level == Some(n);
                take_ground(&mut spread, n, ground, fades, &mut commands, &mut pictures);
                changed = true;
            }
        }
    }
    while let Some(Made::Words(core, words)) = studio.collect(WORDS) {
        if spread.is_of(&core) {
            spread.words.drain(..).for_each(|entity| commands.entity(entity).despawn());
            spread.words = take_words(words, &mut commands, &mut pictures);
        }
    }
    show_level(&mut spread, camera, changed, !studio.is_immediate(), &mut commands);
    if fade(&mut spread, &mut commands) {
        soon.after(Duration::ZERO);
    }
}

/// The land, and the table around it.
fn lay_sheet(commands: &mut Commands, pictures: &mut Pictures, extent: Rect, land: ColorImage) -> Vec<Entity> {
    pictures.put(Picture::White, Arc::new(ColorImage::filled([1, 1], Color32::WHITE)));
    pictures.put(Picture::Land, Arc::new(land));
    let mut sheet = Mesh::default();
    sheet.add_rect_with_uv(extent, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    let outer = extent.expand(TABLE);
    let mut around = Mesh::default();
    for rect in [
        outer.with_max_y(extent.top()),
        outer.with_min_y(extent.bottom()),
        Rect::from_min_max(pos2(outer.left(), extent.top()), extent.left_bottom()),
        Rect::from_min_max(extent.right_top(), pos2(outer.right(), extent.bottom())),
    ] {
        around.add_colored_rect(rect, BG);
    }
    [(sheet, Picture::Land, height::LAND), (around, Picture::White, height::EDGE)]
        .map(|(mesh, picture, height)| commands.spawn((MapPiece, Triangles { mesh: Arc::new(mesh), picture }, drawn_at(1.0, height))).id())
        .into()
}

fn order_ground(spread: &mut Spread, studio: &mut Studio, shown: &ShownMap, camera: Camera, scale: f32, rests: bool) {
    let extent = shown.core.extent();
    let safe = shown.style.safe;
    let order = |studio: &mut Studio, level: usize, zoom: f32, stretch: Rect| {
        let core = shown.core.clone();
        // Hundreds of thousands of triangles are made ready for the engine, or into a picture, where no frame waits for them.
        let for_engine = !studio.is_immediate();
        studio.order(ORDERS[level], move |_| {
            let mut ground = core.ground(zoom, scale, safe, stretch);
            if for_engine {
                ground.flatten(scale);
                ground.dress();
            }
            Made::Ground(core, ground)
        });
    };
    if spread.levels[FAR].drawn.is_none() {
        let zoom = Camera::fit(extent, camera.view).zoom;
        spread.levels[FAR].drawn = Some((zoom, extent));
        order(studio, FAR, zoom, extent);
    }
    let far_is_enough = spread.levels[FAR].drawn.is_some_and(|(zoom, _)| zoom == camera.zoom);
    let seen = camera.seen().intersect(extent);
    let fits = |margin: f32| {
        let wanted = camera.seen().expand2(camera.seen().size() * margin).intersect(extent);
        spread.levels[NEAR].drawn.is_some_and(|(zoom, stretch)| zoom == camera.zoom && stretch.contains_rect(wanted))
    };
    let same_zoom = spread.levels[NEAR].drawn.is_some_and(|(zoom, _)| zoom == camera.zoom);
    if far_is_enough || !seen.is_positive() || studio.is_busy(ORDERS[NEAR]) || fits(NEAR_EDGE) || !(rests || same_zoom) {
        return;
    }
    let stretch = camera.seen().expand2(camera.seen().size() * AROUND).intersect(extent);
    spread.levels[NEAR].drawn = Some((camera.zoom, stretch));
    order(studio, NEAR, camera.zoom, stretch);
}

fn take_ground(spread: &mut Spread, n: usize, ground: GroundPieces, fades: bool, commands: &mut Commands, pictures: &mut Pictures) {
    spread.leaving.retain(|leaving| leaving.level != Some(n)); // it is replaced for good
    let level = &mut spread.levels[n];
    let old = std::mem::take(&mut level.pieces);
    match level.shown.filter(|_| fades) {
        Some((zoom, _)) => spread.leaving.push(Leaving { pieces: raise(old, zoom, commands), zoom, since: Instant::now(), level: None }),
        None => old.into_iter().for_each(|(entity, _)| commands.entity(entity).despawn()),
    }
    let level = &mut spread.levels[n];
    level.shown = Some((ground.zoom, ground.stretch));
    // What fades away keeps the symbols it was drawn with.
    level.other = !level.other;
    let symbols = Picture::Symbols(2 * n as u8 + u8::from(level.other));
    pictures.hang(symbols, ground.symbols);
    for (at, layer) in ground.layers.into_iter().enumerate().filter(|(_, layer)| !layer.mesh.is_empty() || !layer.dressed.is_empty()) {
        let picture = if layer.stamped { symbols } else { Picture::White };
        let height = height::GROUND + at as f32;
        let piece = (MapPiece, Triangles { mesh: Arc::new(layer.mesh), picture }, layer.dressed, drawn_at(ground.zoom, height));
        level.pieces.push((commands.spawn(piece).id(), height));
    }
}

/// Puts pieces above all other ground.
fn raise(pieces: Vec<(Entity, f32)>, zoom: f32, commands: &mut Commands) -> Vec<(Entity, f32)> {
    for (entity, height) in &pieces {
        commands.entity(*entity).insert(drawn_at(zoom, height + RAISED));
    }
    pieces
}

/// Fades out what is leaving, and removes it in the end. Returns whether anything is still fading.
fn fade(spread: &mut Spread, commands: &mut Commands) -> bool {
    let mut still = Vec::new();
    for leaving in std::mem::take(&mut spread.leaving) {
        let share = leaving.since.elapsed().as_secs_f32() / FADE.as_secs_f32();
        for (entity, height) in &leaving.pieces {
            let mut piece = commands.entity(*entity);
            match leaving.level {
                _ if share < 1.0 => {
                    piece.insert(Opacity(1.0 - share));
                }
                None => piece.despawn(),
                Some(_) => {
                    piece.insert((Visibility::Hidden, drawn_at(leaving.zoom, *height))).remove::<Opacity>();
                }
            }
        }
        if share < 1.0 {
            still.push(leaving);
        }
    }
    spread.leaving = still;
    !spread.leaving.is_empty()
}

fn take_words(words: Words, commands: &mut Commands, pictures: &mut Pictures) -> Vec<Entity> {
    pictures.put(Picture::Words, words.picture);
    [(words.letters, height::LETTERS), (words.names, height::NAMES)]
        .map(|(mesh, height)| commands.spawn((MapPiece, Triangles { mesh: Arc::new(mesh), picture: Picture::Words }, drawn_at(words.zoom, height))).id())
        .into()
}

/// Shows the detailed ground as long as it covers the visible part, else the whole ground from far away. One fades into the other.
fn show_level(spread: &mut Spread, camera: Camera, changed: bool, fades: bool, commands: &mut Commands) {
    let seen = camera.seen().intersect(spread.core.as_ref().map_or(Rect::NOTHING, |core| core.extent()));
    let far_is_exact = spread.levels[FAR].shown.is_some_and(|(zoom, _)| zoom == camera.zoom);
    let near = !far_is_exact && spread.levels[NEAR].shown.is_some_and(|(_, stretch)| stretch.contains_rect(seen));
    let level = if near || spread.levels[FAR].pieces.is_empty() { NEAR } else { FAR };
    let is_fading = spread.leaving.iter().any(|leaving| leaving.level == Some(NEAR));
    if far_is_exact && spread.level == Some(FAR) && !is_fading && !spread.levels[NEAR].pieces.is_empty() {
        // The whole map at this zoom is all there is to see. What was drawn nearer takes up much room, and the next zoom needs other lines.
        let near = &mut spread.levels[NEAR];
        (near.drawn, near.shown) = (None, None);
        near.pieces.drain(..).for_each(|(entity, _)| commands.entity(entity).despawn());
    }
    if !changed && spread.level == Some(level) {
        return;
    }
    let before = spread.level.replace(level).filter(|before| *before != level);
    let (back, mut leaving): (Vec<Leaving>, Vec<Leaving>) = std::mem::take(&mut spread.leaving).into_iter().partition(|leaving| leaving.level == Some(level));
    for leaving in back {
        for (entity, height) in leaving.pieces {
            commands.entity(entity).insert(drawn_at(leaving.zoom, height)).remove::<Opacity>();
        }
    }
    for (n, of_level) in spread.levels.iter().enumerate() {
        if let (Some((zoom, _)), true) = (of_level.shown, fades && before == Some(n) && !of_level.pieces.is_empty()) {
            leaving.push(Leaving { pieces: raise(of_level.pieces.clone(), zoom, commands), zoom, since: Instant::now(), level: Some(n) });
            continue;
        }
        if n != level && leaving.iter().any(|leaving| leaving.level == Some(n)) {
            continue;
        }
        let visibility = if n == level { Visibility::Inherited } else { Visibility::Hidden };
        for (piece, _) in &of_level.pieces {
            commands.entity(*piece).insert(visibility);
        }
    }
    spread.leaving = leaving;
}
