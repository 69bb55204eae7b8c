//! The map under the counters: land and sea, lines, places, grid and names.
//!
//! [`MapArt::new`] prepares what does not depend on the camera. What depends on the zoom is made into triangles for a piece of the map, and names are
//! placed, once the camera has stopped moving; `spread` keeps the scene's map entities in step with the camera.

mod borders;
mod courses;
mod cover;
mod land;
mod lines;
mod look;
mod names;
mod noise;
mod pieces;
mod places;
mod plane;
mod scene;
mod sides;
mod slate;
pub(crate) mod spread;
mod stamps;
mod tile;
mod titles;
mod water;
mod ways;
mod words;

use super::raster::Raster;
use super::scene::Sheet;
use super::scene::engine::Dressed;
use crate::board::look::MapLook;
use crate::board::{Chart, Ground, Hex};
use crate::cartography::Shore;
use bevy_egui::egui::epaint::{ClippedPrimitive, Mesh, Primitive};
use bevy_egui::egui::{self, ColorImage, Pos2, Rect, Vec2, vec2};
use cover::Level;
use land::Land;
use names::Name;
pub(crate) use pieces::{GroundLayer, GroundPieces};
use scene::Scene;
use stamps::StampSheet;
use std::sync::Arc;
use tile::{Brush, LAYERS, Tile};
use titles::{Stream, Title};
pub(crate) use words::Words;

/// When hex numbers are shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Numbers {
    /// When there is room for them.
    #[default]
    Auto,
    /// At every zoom.
    Always,
    /// Never.
    Never,
}

/// The player's choices about the map.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MapStyle {
    /// When hex numbers are shown.
    pub numbers: Numbers,
    /// Patterns half again as bold, for color-blind players.
    pub safe: bool,
}

/// The largest size of the minimap, in pixels.
const MINIMAP: Vec2 = vec2(440.0, 292.0);

/// Everything about the look of a map that does not depend on the camera.
pub(crate) struct MapCore {
    scene: Scene,
    names: Vec<Name>,
    streams: Vec<Stream>,
    titles: Vec<Title>,
}

/// Everything about the look of a map.
pub struct MapArt {
    core: Arc<MapCore>,
    levels: Vec<Level>,
}

/// A map drawn for viewing.
pub(crate) struct DrawnMap {
    pub art: MapArt,
    /// The land of the whole map.
    pub land: ColorImage,
    /// The same, small.
    pub small: ColorImage,
}

/// Pixels per hex in the picture of the land, and its largest side.
const LAND: (f32, f32) = (40.0, 2040.0);

impl DrawnMap {
    /// Draws a map. It takes a while.
    pub(crate) fn new(ground: Arc<Ground>, chart: &Chart, look: &MapLook, shore: Option<&Shore>) -> DrawnMap {
        let art = MapArt::new(ground, chart, look, shore);
        let size = art.extent().size();
        let land = art.land(None, LAND.0.min(LAND.1 / size.max_elem()));
        let small = art.land(None, (MINIMAP.x / size.x).min(MINIMAP.y / size.y));
        DrawnMap { art, land, small }
    }

    /// Whether this is the map of this ground.
    pub(crate) fn is_of(&self, ground: &Arc<Ground>) -> bool {
        Arc::ptr_eq(&self.art.scene().plane.ground, ground)
    }
}

impl MapArt {
    /// Prepares a map; with a shore, land ends at the true coast instead of at hexsides.
    pub fn new(ground: Arc<Ground>, chart: &Chart, look: &MapLook, shore: Option<&Shore>) -> MapArt {
        let scene = Scene::new(ground, chart, look, shore);
        let plane = &scene.plane;
        let core = MapCore {
            names: names::names(plane, |ix| !scene.kinds[ix.at()].is_water()),
            streams: scene.courses.iter().map(Stream::new).collect(),
            titles: titles::titles(&scene, chart),
            scene,
        };
        MapArt { core: Arc::new(core), levels: Vec::new() }
    }

    /// What is drawn, for drawing it elsewhere.
    pub(crate) fn core(&self) -> &Arc<MapCore> {
        &self.core
    }

    fn scene(&self) -> &Scene {
        &self.core.scene
    }

    /// The whole sheet, in hexes, with a little paper around the hexes.
    pub fn extent(&self) -> Rect {
        self.scene().plane.extent
    }

    /// The middle of a hex, in hexes.
    pub fn center(&self, hex: Hex) -> Option<Pos2> {
        self.scene().plane.at(hex)
    }

    /// The six corners of a hex, clockwise.
    pub fn corners(&self, hex: Hex) -> Option<[Pos2; 6]> {
        self.scene().plane.ground.grid.ix(hex).map(|ix| self.scene().plane.outline(ix))
    }

    /// The hex under a point of the map.
    pub fn hex_at(&self, map: Pos2) -> Option<Hex> {
        self.scene().plane.hex_at(map).map(|ix| self.scene().plane.ground.grid.hex(ix))
    }

    /// The middle of the side between two hexes, if they touch.
    pub fn side_middle(&self, a: Hex, b: Hex) -> Option<Pos2> {
        self.scene().plane.shared(crate::board::HexSide(a, b)).map(|side| side.middle())
    }

    /// The picture of the land for the whole map or a part of it.
    pub fn land(&self, window: Option<Rect>, pixels_per_hex: f32) -> ColorImage {
        let Scene { plane, kinds, water, noise, valleys, .. } = self.scene();
        Land { plane, kinds, water, noise, valleys }.picture(window.unwrap_or(plane.extent), pixels_per_hex)
    }

    /// A small picture of the whole map.
    pub fn minimap(&self) -> ColorImage {
        let size = self.extent().size();
        let zoom = (MINIMAP.x / size.x).min(MINIMAP.y / size.y);
        let brush = Brush { scene: self.scene(), zoom, pixels_per_point: 1.0, safe: false };
        let sheet = StampSheet::new(&[], zoom);
        let tiles: Vec<Tile> = (0..self.scene().tiles.len()).map(|number| brush.tile(number, &sheet)).collect();
        // All but the grid, which would only gray the picture.
        let over = (0..LAYERS - 1).flat_map(|layer| tiles.iter().map(move |tile| &tile.over[layer]));
        let mut mesh = gather(over, Vec2::ZERO);
        mesh.append(gather(tiles.iter().map(|tile| &tile.marks), Vec2::ZERO));
        let mut raster = Raster::on(self.land(None, zoom));
        let everything = ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(mesh) };
        raster.paint(&[everything], 1.0);
        raster.image
    }
}

impl MapCore {
    /// The whole sheet, in hexes.
    pub(crate) fn extent(&self) -> Rect {
        self.scene.plane.extent
    }

    /// Draws the ground of a piece of the map.
    pub(crate) fn ground(&self, zoom: f32, pixels_per_point: f32, safe: bool, stretch: Rect) -> GroundPieces {
        let mut sheet = StampSheet::new(&self.scene.stamps.needed, zoom * pixels_per_point);
        let symbols = std::mem::take(&mut sheet.image);
        let brush = Brush { scene: &self.scene, zoom, pixels_per_point, safe };
        let tiles: Vec<Tile> = self.scene.tiles.seen(stretch).into_iter().map(|number| brush.tile(number, &sheet)).collect();
        let layer = |mesh: Mesh, stamped: bool| GroundLayer { mesh, dressed: Dressed::default(), stamped };
        let part = |part: &dyn Fn(&Tile) -> &Mesh| gather(tiles.iter().map(part), Vec2::ZERO);
        let mut layers = vec![layer(part(&|tile| &tile.under), false), layer(part(&|tile| &tile.symbols), true)];
        // All tiles of a layer lie below the next: one mesh in that order does for all that has colors only.
        layers.push(layer(gather((0..LAYERS).flat_map(|layer| tiles.iter().map(move |tile| &tile.over[layer])), Vec2::ZERO), false));
        layers.push(layer(part(&|tile| &tile.marks), false));
        GroundPieces { zoom, stretch, layers, symbols: Sheet::from(symbols) }
    }
}

/// Parts merged into one mesh, moved to their place on the screen.
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
