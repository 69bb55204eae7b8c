//! A piece of the map as part of a panel: on the boxes on the shelf and beside saved games.

use super::super::camera::Camera;
use super::super::skin::INK;
use super::stamps::StampSheet;
use super::tile::{Brush, LAYERS, Tile};
use super::{MapArt, gather};
use crate::board::Hex;
use bevy_egui::egui::epaint::{Mesh, Shape};
use bevy_egui::egui::{self, Color32, Painter, Pos2, Rect, Stroke, StrokeKind, TextureHandle, TextureId, TextureOptions};
use std::sync::Arc;

/// How many zoom levels are kept: a cover and a small map, or the samples in a legend, may be shown at once.
const LEVELS: usize = 2;

/// A map drawn at one zoom, as far as it has been looked at.
pub(super) struct Level {
    zoom: f32,
    pixels_per_point: f32,
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

impl MapArt {
    /// Paints a piece of the map around a hex, without numbers and names. The land picture shows only `land_window`.
    pub fn paint_cover(&mut self, painter: &Painter, rect: Rect, around: Hex, hexes_across: f32, land: TextureId, land_window: Rect) {
        let center = self.center(around).unwrap_or(self.extent().center());
        self.paint_stretch(painter, rect, center, rect.width() / hexes_across, land, land_window);
    }

    /// The same around a point, at this many points per hex.
    pub fn paint_stretch(&mut self, painter: &Painter, rect: Rect, center: Pos2, zoom: f32, land: TextureId, land_window: Rect) {
        let camera = Camera { center, zoom, view: rect };
        let on_screen = |stretch: Rect| Rect::from_min_max(camera.to_screen(stretch.min), camera.to_screen(stretch.max));
        let (place, sheet) = (on_screen(land_window), on_screen(self.extent()));
        let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()).intersect(sheet));
        painter.image(land, place, Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0)), Color32::WHITE);
        let frame = self.frame(&painter, &camera);
        painter.extend([frame.under, frame.symbols, frame.over, frame.marks].into_iter().filter(|mesh| !mesh.is_empty()).map(Shape::Mesh));
        self.core.letters(&painter, &camera);
        painter.rect_stroke(sheet, 0.0, Stroke::new(1.5, INK), StrokeKind::Inside);
    }

    /// The triangles in view; only those not yet made at this zoom are made now.
    fn frame(&mut self, painter: &Painter, camera: &Camera) -> Frame {
        let level = self.level(painter, camera.zoom);
        let scene = &self.core.scene;
        if let Some((_, frame)) = level.frame.as_ref().filter(|(at, _)| at == camera) {
            let frame = frame.clone();
            self.levels.push(level);
            return frame;
        }
        let mut level = level;
        let brush = Brush { scene, zoom: level.zoom, pixels_per_point: level.pixels_per_point, safe: false };
        let seen = scene.tiles.seen(camera.seen());
        for number in &seen {
            let tile = &mut level.tiles[*number];
            if tile.is_none() {
                *tile = Some(brush.tile(*number, &level.sheet));
            }
        }
        let tiles: Vec<&Tile> = seen.iter().filter_map(|number| level.tiles[*number].as_ref()).collect();
        let off = camera.to_screen(Pos2::ZERO).to_vec2();
        let layer = |part: &dyn Fn(&Tile) -> &Mesh| gather(tiles.iter().map(|tile| part(tile)), off);
        let mut symbols = layer(&|tile| &tile.symbols);
        symbols.texture_id = level.texture.id();
        let over = gather((0..LAYERS).flat_map(|layer| tiles.iter().map(move |tile| &tile.over[layer])), off);
        let frame = Frame {
            under: Arc::new(layer(&|tile| &tile.under)),
            symbols: Arc::new(symbols),
            over: Arc::new(over),
            marks: Arc::new(layer(&|tile| &tile.marks)),
        };
        level.frame = Some((*camera, frame.clone()));
        self.levels.push(level);
        frame
    }

    /// The level for a zoom, taken out of the list; if necessary, the least recently used one is dropped.
    fn level(&mut self, painter: &Painter, zoom: f32) -> Level {
        let pixels_per_point = painter.pixels_per_point();
        if let Some(found) = self.levels.iter().position(|level| level.zoom == zoom && level.pixels_per_point == pixels_per_point) {
            return self.levels.remove(found);
        }
        if self.levels.len() == LEVELS {
            self.levels.remove(0);
        }
        let mut sheet = StampSheet::new(&self.core.scene.stamps.needed, zoom * pixels_per_point);
        let image = std::mem::take(&mut sheet.image);
        let texture = painter.ctx().load_texture("ground symbols", image, TextureOptions::LINEAR);
        let tiles = (0..self.core.scene.tiles.len()).map(|_| None).collect();
        Level { zoom, pixels_per_point, sheet, texture, tiles, frame: None }
    }
}
