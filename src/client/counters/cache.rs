//! Drawn counters, kept for the next frame.

use super::face::Face;
use super::sheet::Layer;
use crate::client::skin;
use bevy_egui::egui::emath::GuiRounding;
use bevy_egui::egui::epaint::{Galley, Mesh, TextShape, Vertex};
use bevy_egui::egui::{Color32, Id, Painter, Rect, Shape, Vec2};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// If there are more drawings than this, those not used lately are dropped.
const MOST: usize = 700;
/// Drawings not used for this many passes may be dropped.
const STALE: u64 = 3;
/// Room around a counter for its shadow and its badges, as a share of its edge.
const OVERHANG: f32 = 0.15;

/// The key a drawing is stored under.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    stamp: u64,
    pixels: u16,
    what: What,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum What {
    Counter,
    Under,
    Count,
}

impl Key {
    pub(crate) fn counter(face: &Face, pixels: u16, under: bool) -> Key {
        Key { stamp: face.stamp, pixels, what: if under { What::Under } else { What::Counter } }
    }

    pub(crate) fn count(number: usize, pixels: u16) -> Key {
        Key { stamp: number as u64, pixels, what: What::Count }
    }
}

/// The drawings of one egui context. Letters are in the context's texture, so drawings cannot be shared between contexts.
#[derive(Default)]
struct Cache {
    drawings: HashMap<Key, (u64, Arc<Vec<Layer>>)>,
    pass: u64,
    scale: f32,
    /// A meaningless text. When egui has thrown its letters away, this comes back as a different one, and all drawings are useless.
    canary: Option<Arc<Galley>>,
}

impl Cache {
    /// Drops drawings that can no longer be used.
    fn refresh(&mut self, painter: &Painter, scale: f32) {
        let pass = painter.ctx().cumulative_pass_nr();
        if self.pass == pass && self.scale == scale && self.canary.is_some() {
            return;
        }
        let canary = painter.layout_no_wrap("0".to_owned(), skin::Face::NarrowBlack.at(12.0), Color32::PLACEHOLDER);
        let same = self.canary.as_ref().is_some_and(|old| Arc::ptr_eq(old, &canary));
        if !same || self.scale != scale {
            self.drawings.clear();
        } else if self.drawings.len() > MOST {
            self.drawings.retain(|_, (used, _)| *used + STALE >= pass);
        }
        *self = Cache { drawings: std::mem::take(&mut self.drawings), pass, scale, canary: Some(canary) };
    }
}

/// Shows a drawing at a place, making it first if necessary.
pub(super) fn show(painter: &Painter, rect: Rect, key: Key, scale: f32, draw: impl FnOnce(&Painter) -> Vec<Layer>) {
    if !painter.clip_rect().intersects(rect.expand(rect.width() * OVERHANG)) {
        return;
    }
    let id = Id::new("drawn counters");
    let cache: Arc<Mutex<Cache>> = painter.ctx().data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<Cache>>>(id).clone());
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    cache.refresh(painter, scale);
    let pass = cache.pass;
    let entry = cache.drawings.entry(key).or_insert_with(|| (pass, Arc::new(draw(painter))));
    entry.0 = pass;
    emit(painter, rect.min.round_to_pixels(scale).to_vec2(), &entry.1);
}

pub(super) fn emit(painter: &Painter, origin: Vec2, layers: &[Layer]) {
    let mut shapes = Vec::with_capacity(layers.iter().map(|layer| 1 + layer.texts.len()).sum());
    for layer in layers {
        if !layer.mesh.is_empty() {
            let vertices = layer.mesh.vertices.iter().map(|v| Vertex { pos: v.pos + origin, ..*v }).collect();
            shapes.push(Shape::mesh(Mesh { indices: layer.mesh.indices.clone(), vertices, texture_id: layer.mesh.texture_id }));
        }
        shapes.extend(layer.texts.iter().map(|text| {
            let shape = TextShape::new((origin + text.at).to_pos2(), text.galley.clone(), text.color);
            Shape::Text(TextShape { angle: text.angle, ..shape })
        }));
    }
    painter.extend(shapes);
}
