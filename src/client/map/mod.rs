//! The map under the counters: land and sea, lines, places, grid and names.
//!
//! [`MapArt::new`] prepares what does not depend on the camera. What depends on the zoom is made into triangles tile by tile when
//! it first comes into view, and only moved when the map is panned.

mod borders;
mod courses;
mod land;
mod lines;
mod look;
mod names;
mod noise;
mod places;
mod plane;
mod scene;
mod sides;
mod slate;
mod stamps;
mod tile;
mod titles;
mod water;
mod ways;

use super::camera::Camera;
use super::raster::Raster;
use super::skin::{Face, HALO, INK};
use crate::board::look::MapLook;
use crate::board::{Chart, Ground, Hex, Ix};
use crate::cartography::Shore;
use bevy_egui::egui::epaint::{ClippedPrimitive, ImageDelta, Mesh, Primitive, Shape, TextShape};
use bevy_egui::egui::{
    self, Align2, Color32, ColorImage, Painter, Pos2, Rect, Stroke, StrokeKind, TextureHandle, TextureId, TextureOptions, TexturesDelta, Vec2, vec2,
};
use land::Land;
use look::Kind;
use names::Name;
use scene::Scene;
use slate::Slate;
use stamps::StampSheet;
use std::sync::Arc;
use tile::{Brush, LAYERS, Tile};
use titles::{Stream, Title};

/// When hex numbers are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numbers {
    /// When there is room for them.
    #[default]
    Auto,
    /// At every zoom.
    Always,
    /// At none.
    Never,
}

/// What the player may choose about the map.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MapStyle {
    /// When hex numbers are shown.
    pub numbers: Numbers,
    /// Patterns half as bold again, for eyes that see fewer colors.
    pub safe: bool,
}

/// From how many points a hex on numbers are shown.
const NUMBERS_FROM: f32 = 46.0;
/// Where the base line of a number lies, how high it is in hexes, and in points at least.
const NUMBER_AT: f32 = -0.40;
const NUMBER: f32 = 0.115;
const LEAST_NUMBER: f32 = 7.5;
const NUMBER_INK: Color32 = Color32::from_rgba_unmultiplied_const(60, 48, 34, 175);
const NUMBER_ON_WATER: Color32 = Color32::from_rgba_unmultiplied_const(44, 86, 110, 165);

/// The disc with the letter of who holds the trunk line: its size, and where it stands about the middle of a hex.
const HOLDER: f32 = 0.095;
const HOLDER_AT: Vec2 = vec2(0.20, 0.17);

/// How large a small map may be, in pixels.
const MINIMAP: Vec2 = vec2(440.0, 292.0);

/// How many zooms are kept: a cover or a small map may be shown beside the great one.
const LEVELS: usize = 2;

/// A map drawn at one zoom, as far as it has been looked at.
struct Level {
    zoom: f32,
    pixels_per_point: f32,
    safe: bool,
    sheet: StampSheet,
    texture: TextureHandle,
    tiles: Vec<Option<Tile>>,
    /// The last frame: for which view, and its shapes.
    frame: Option<(Camera, Frame)>,
}

/// The shapes of a frame that are not text.
#[derive(Clone)]
struct Frame {
    under: Arc<Mesh>,
    symbols: Arc<Mesh>,
    over: Arc<Mesh>,
    marks: Arc<Mesh>,
}

/// Everything about the look of a map.
pub struct MapArt {
    scene: Scene,
    levels: Vec<Level>,
    names: Vec<Name>,
    streams: Vec<Stream>,
    titles: Vec<Title>,
    /// Hexes whose number gave way to a name when names were written last.
    replaced: Vec<Ix>,
}

impl MapArt {
    /// Prepares a map; with a shore, land ends at the true coast instead of at hexsides.
    pub fn new(ground: Arc<Ground>, chart: &Chart, look: &MapLook, shore: Option<&Shore>) -> MapArt {
        let scene = Scene::new(ground, chart, look, shore);
        let plane = &scene.plane;
        MapArt {
            names: names::names(plane, |ix| !scene.kinds[ix.at()].is_water()),
            streams: scene.courses.iter().map(Stream::new).collect(),
            titles: titles::titles(&scene, chart),
            levels: Vec::new(),
            replaced: Vec::new(),
            scene,
        }
    }

    /// The whole sheet, in hexes, with a little paper around the hexes.
    pub fn extent(&self) -> Rect {
        self.scene.plane.extent
    }

    /// The middle of a hex, in hexes.
    pub fn center(&self, hex: Hex) -> Option<Pos2> {
        self.scene.plane.at(hex)
    }

    /// The six corners of a hex, clockwise.
    pub fn corners(&self, hex: Hex) -> Option<[Pos2; 6]> {
        self.scene.plane.ground.grid.ix(hex).map(|ix| self.scene.plane.outline(ix))
    }

    /// The hex under a point of the map.
    pub fn hex_at(&self, map: Pos2) -> Option<Hex> {
        self.scene.plane.hex_at(map).map(|ix| self.scene.plane.ground.grid.hex(ix))
    }

    /// The middle of the side between two hexes, if they touch.
    pub fn side_middle(&self, a: Hex, b: Hex) -> Option<Pos2> {
        self.scene.plane.shared(crate::board::HexSide(a, b)).map(|side| side.middle())
    }

    /// The land picture of the whole map or of a stretch of it.
    pub fn land(&self, window: Option<Rect>, pixels_per_hex: f32) -> ColorImage {
        let Scene { plane, kinds, water, noise, valleys, .. } = &self.scene;
        Land { plane, kinds, water, noise, valleys }.picture(window.unwrap_or(plane.extent), pixels_per_hex)
    }

    /// Paints everything below the counters.
    pub fn paint(&mut self, painter: &Painter, camera: &Camera, land: TextureId, style: &MapStyle) {
        self.paint_with(painter, camera, (land, self.extent()), style);
        self.numbers(painter, camera, style);
    }

    /// Writes the names, above the counters. `taken` are the places on the screen that counters, badges and arrows cover.
    pub fn names(&mut self, painter: &Painter, camera: &Camera, taken: &[Rect], style: &MapStyle) {
        let painter = painter.with_clip_rect(painter.clip_rect().intersect(camera.view));
        let mut slate = Slate::new(&painter, camera, taken);
        names::write(&mut slate, &self.names, Name::is_city);
        names::write(&mut slate, &self.names, |name| !name.is_city());
        let mut replaced = Vec::new();
        if self.shows_numbers(camera, style) {
            let size = number_size(camera.zoom);
            let room = |ix: &Ix| Rect::from_center_size(self.number_at(camera, *ix) - vec2(0.0, size * 0.36), vec2(size * 1.8, size * 0.7));
            replaced.extend(self.numbered(camera).filter(|ix| slate.is_written(room(ix))));
        }
        names::stand(&mut slate, &self.names);
        titles::rivers(&mut slate, &self.streams, &self.scene.ways);
        for title in &self.titles {
            title.write(&mut slate, &self.scene.plane);
        }
        // Numbers are painted before the names, so a number that has to give way does so in the next frame.
        if replaced != self.replaced {
            self.replaced = replaced;
            painter.ctx().request_repaint();
        }
    }

    /// Paints a stretch of map about a hex, without numbers and names. The land picture shows `land_window` only.
    pub fn paint_cover(&mut self, painter: &Painter, rect: Rect, around: Hex, hexes_across: f32, land: TextureId, land_window: Rect) {
        let center = self.center(around).unwrap_or(self.extent().center());
        let camera = Camera { center, zoom: rect.width() / hexes_across, view: rect };
        let style = MapStyle { numbers: Numbers::Never, safe: false };
        self.paint_with(&painter.with_clip_rect(rect.intersect(painter.clip_rect())), &camera, (land, land_window), &style);
    }

    fn paint_with(&mut self, painter: &Painter, camera: &Camera, (land, window): (TextureId, Rect), style: &MapStyle) {
        let on_screen = |stretch: Rect| Rect::from_min_max(camera.to_screen(stretch.min), camera.to_screen(stretch.max));
        let (place, sheet) = (on_screen(window), on_screen(self.extent()));
        let painter = painter.with_clip_rect(painter.clip_rect().intersect(camera.view).intersect(sheet));
        painter.image(land, place, Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0)), Color32::WHITE);
        let frame = self.frame(&painter, camera, style);
        painter.extend([frame.under, frame.symbols, frame.over].into_iter().filter(|mesh| !mesh.is_empty()).map(Shape::Mesh));
        painter.add(Shape::Mesh(frame.marks));
        self.letters(&painter, camera);
        painter.rect_stroke(sheet, 0.0, Stroke::new(1.5, INK), StrokeKind::Inside);
    }

    /// The triangles in view, made only where they have not been seen at this zoom.
    fn frame(&mut self, painter: &Painter, camera: &Camera, style: &MapStyle) -> Frame {
        let level = self.level(painter, camera.zoom, style.safe);
        let Some(level) = self.levels.get_mut(level) else { return Frame::empty() };
        if let Some((_, frame)) = level.frame.as_ref().filter(|(at, _)| at == camera) {
            return frame.clone();
        }
        let brush = Brush { scene: &self.scene, zoom: level.zoom, pixels_per_point: level.pixels_per_point, safe: level.safe };
        let seen = self.scene.tiles.seen(camera.seen());
        for number in &seen {
            let tile = &mut level.tiles[*number];
            if tile.is_none() {
                *tile = Some(brush.tile(*number, &level.sheet));
            }
        }
        let tiles: Vec<&Tile> = seen.iter().filter_map(|number| level.tiles[*number].as_ref()).collect();
        let off = camera.to_screen(Pos2::ZERO).to_vec2();
        let gather = |part: &dyn Fn(&Tile) -> &Mesh| gather(tiles.iter().map(|tile| part(tile)), off);
        let mut symbols = gather(&|tile| &tile.symbols);
        symbols.texture_id = level.texture.id();
        let over = self::gather((0..LAYERS).flat_map(|layer| tiles.iter().map(move |tile| &tile.over[layer])), off);
        let frame = Frame {
            under: Arc::new(gather(&|tile| &tile.under)),
            symbols: Arc::new(symbols),
            over: Arc::new(over),
            marks: Arc::new(gather(&|tile| &tile.marks)),
        };
        level.frame = Some((*camera, frame.clone()));
        frame
    }

    /// The place of the level for a zoom in the list; the one that was not used for longest gives way.
    fn level(&mut self, painter: &Painter, zoom: f32, safe: bool) -> usize {
        let pixels_per_point = painter.pixels_per_point();
        let fits = |level: &Level| level.zoom == zoom && level.pixels_per_point == pixels_per_point && level.safe == safe;
        if let Some(found) = self.levels.iter().position(fits) {
            let level = self.levels.remove(found);
            self.levels.push(level);
        } else {
            if self.levels.len() == LEVELS {
                self.levels.remove(0);
            }
            let mut sheet = StampSheet::new(&self.scene.stamps.needed, zoom * pixels_per_point);
            let image = std::mem::take(&mut sheet.image);
            let texture = painter.ctx().load_texture("ground symbols", image, TextureOptions::LINEAR);
            let tiles = (0..self.scene.tiles.len()).map(|_| None).collect();
            self.levels.push(Level { zoom, pixels_per_point, safe, sheet, texture, tiles, frame: None });
        }
        self.levels.len() - 1
    }

    /// Letters on marks, and who holds the trunk line.
    fn letters(&self, painter: &Painter, camera: &Camera) {
        if !places::lettered(camera.zoom) {
            return;
        }
        let seen = camera.seen().expand(0.5);
        let font = Face::NarrowBlack.at(0.13 * camera.zoom);
        for letter in self.scene.places.letters.iter().filter(|letter| seen.contains(letter.at)) {
            painter.text(camera.to_screen(letter.at), Align2::CENTER_CENTER, &letter.text, font.clone(), letter.color);
        }
        for (at, holder) in self.scene.holders.iter().filter(|(at, _)| seen.contains(*at)) {
            let at = camera.to_screen(*at + HOLDER_AT);
            painter.circle(at, HOLDER * camera.zoom, HALO, Stroke::new((0.025 * camera.zoom).max(1.2), INK));
            painter.text(at, Align2::CENTER_CENTER, holder, font.clone(), INK);
        }
    }

    fn shows_numbers(&self, camera: &Camera, style: &MapStyle) -> bool {
        match style.numbers {
            Numbers::Auto => camera.zoom >= NUMBERS_FROM,
            Numbers::Always => true,
            Numbers::Never => false,
        }
    }

    /// The hexes whose number may be in view.
    fn numbered(&self, camera: &Camera) -> impl Iterator<Item = Ix> {
        let (plane, seen) = (&self.scene.plane, camera.seen().expand(0.6));
        plane.all().filter(move |ix| seen.contains(plane.center(*ix)))
    }

    /// The middle of the base line of a number on the screen.
    fn number_at(&self, camera: &Camera, ix: Ix) -> Pos2 {
        camera.to_screen(self.scene.plane.center(ix) + vec2(0.0, NUMBER_AT))
    }

    fn numbers(&self, painter: &Painter, camera: &Camera, style: &MapStyle) {
        if !self.shows_numbers(camera, style) {
            return;
        }
        let painter = painter.with_clip_rect(painter.clip_rect().intersect(camera.view));
        let size = number_size(camera.zoom);
        for ix in self.numbered(camera).filter(|ix| !self.replaced.contains(ix)) {
            let ink = if self.scene.kinds[ix.at()] == Kind::Sea { NUMBER_ON_WATER } else { NUMBER_INK };
            let galley = painter.layout_no_wrap(self.scene.plane.ground.grid.hex(ix).to_string(), Face::Narrow.at(size), ink);
            let ascent = galley.rows.first().and_then(|row| row.glyphs.first()).map_or(size, |glyph| glyph.pos.y);
            painter.add(TextShape::new(self.number_at(camera, ix) - vec2(galley.size().x / 2.0, ascent), galley, ink));
        }
    }

    /// Hatches the countries that are neutral now, by the regions' `country`.
    pub fn set_neutral(&mut self, countries: &[&str]) {
        let ground = self.scene.plane.ground.clone();
        self.scene.set_neutral(|ix| countries.contains(&ground.region(ix).country.as_str()));
        self.levels.clear();
    }

    /// Says by a letter who holds each hex of the railway a game fights for; at first it is who holds the region.
    pub fn set_holders(&mut self, of: impl Fn(Hex) -> Option<char>) {
        self.scene.set_holders(of);
    }

    /// A small picture of the whole map.
    pub fn minimap(&self) -> ColorImage {
        let size = self.extent().size();
        let zoom = (MINIMAP.x / size.x).min(MINIMAP.y / size.y);
        let brush = Brush { scene: &self.scene, zoom, pixels_per_point: 1.0, safe: false };
        let sheet = StampSheet::new(&[], zoom);
        let tiles: Vec<Tile> = (0..self.scene.tiles.len()).map(|number| brush.tile(number, &sheet)).collect();
        // All but the grid, which would only gray the picture.
        let over = (0..LAYERS - 1).flat_map(|layer| tiles.iter().map(move |tile| &tile.over[layer]));
        let mut mesh = gather(over, Vec2::ZERO);
        mesh.append(gather(tiles.iter().map(|tile| &tile.marks), Vec2::ZERO));
        let mut raster = Raster::new([1, 1]);
        raster.image = self.land(None, zoom);
        let mut white = TexturesDelta { set: [(TextureId::default(), vec![white()].into())].into_iter().collect(), free: Default::default() };
        raster.set(&white);
        white.clear();
        let everything = ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) };
        raster.paint(&[everything], 1.0);
        raster.image
    }

    /// How much is kept for the zooms looked at last: bytes of triangles, and of symbols as a texture.
    pub fn kept(&self) -> (usize, usize) {
        let meshes = |level: &Level| level.tiles.iter().flatten().flat_map(Tile::parts).map(Mesh::bytes_used).sum::<usize>();
        let symbols = |level: &Level| level.texture.size().iter().product::<usize>() * 4;
        (self.levels.iter().map(meshes).sum(), self.levels.iter().map(symbols).sum())
    }
}

/// The size of hex numbers; far away, where they are forced, as large as there is room for.
fn number_size(zoom: f32) -> f32 {
    (NUMBER * zoom).max(LEAST_NUMBER).min(zoom * 0.36)
}

/// One white pixel, the texture of everything that has a color of its own.
fn white() -> ImageDelta {
    ImageDelta::full(ColorImage::filled([1, 1], Color32::WHITE), TextureOptions::LINEAR)
}

impl Frame {
    fn empty() -> Frame {
        let mesh = Arc::new(Mesh::default());
        Frame { under: mesh.clone(), symbols: mesh.clone(), over: mesh.clone(), marks: mesh }
    }
}

/// Parts as one mesh, moved to their place on the screen.
fn gather<'a>(parts: impl Iterator<Item = &'a Mesh> + Clone, off: Vec2) -> Mesh {
    let mut all = Mesh::default();
    all.vertices.reserve_exact(parts.clone().map(|part| part.vertices.len()).sum());
    all.indices.reserve_exact(parts.clone().map(|part| part.indices.len()).sum());
    for part in parts {
        let first = all.vertices.len() as u32;
        all.vertices.extend(part.vertices.iter().map(|vertex| egui::epaint::Vertex { pos: vertex.pos + off, ..*vertex }));
        all.indices.extend(part.indices.iter().map(|i| i + first));
    }
    all
}
