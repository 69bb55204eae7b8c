//! The table as a scene: entities in the plane of the map, described once and drawn in two ways.
//!
//! An entity is a piece of the picture: [`Triangles`] with colors and a texture, or a [`Cutout`] of a sheet of counters, at the place its `Transform`
//! gives. One unit of length is one hex, and y points up, as everywhere in Bevy. The window draws the pieces with the engine (`engine`); `shot` and tests
//! paint them on the processor ([`paint`]). Neither knows what a piece means.

pub mod easel;
pub(crate) mod engine;
pub(crate) mod offscreen;
pub(crate) mod studio;

use super::camera::Camera;
use super::raster::Raster;
use bevy::prelude::{Component, GlobalTransform, Image, Resource, Transform, Vec3, Visibility, World};
use bevy_egui::egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use bevy_egui::egui::{Color32, ColorImage, Pos2, Rect, TextureId, Vec2, pos2};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The heights of pieces; higher pieces cover lower ones.
pub(crate) mod height {
    pub(crate) const LAND: f32 = 0.0;
    /// The first of the layers of a map.
    pub(crate) const GROUND: f32 = 1.0;
    /// Around the sheet, and its edge.
    pub(crate) const EDGE: f32 = 20.0;
    /// Letters that belong to the ground, and numbers of hexes.
    pub(crate) const LETTERS: f32 = 21.0;
    /// What is drawn over the map, below the counters.
    pub(crate) const BELOW: f32 = 30.0;
    pub(crate) const NAMES: f32 = 65.0;
    pub(crate) const COUNTERS: f32 = 40.0;
    pub(crate) const RINGS: f32 = 45.0;
    pub(crate) const MOVING: f32 = 50.0;
    /// What is drawn over the counters.
    pub(crate) const ABOVE: f32 = 60.0;
    pub(crate) const POINTED: f32 = 70.0;
}

/// A texture of the scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Picture {
    /// White, for things with their own color.
    White,
    /// The relief of the whole map.
    Land,
    /// Terrain symbols, far and near, two of each: one replaces the other.
    Symbols(u8),
    /// Letters of names and numbers.
    Words,
    /// Counters.
    Counters,
    /// Letters of what is drawn over the map.
    Overlays,
    /// Letters of what the pointer shows.
    Pointed,
    /// Rings around counters.
    Rings,
}

impl Picture {
    fn texture(self) -> TextureId {
        TextureId::User(match self {
            Picture::White => 0,
            Picture::Land => 1,
            Picture::Words => 2,
            Picture::Counters => 3,
            Picture::Overlays => 4,
            Picture::Pointed => 5,
            Picture::Rings => 6,
            Picture::Symbols(level) => 16 + u64::from(level),
        })
    }
}

/// Triangles with a color at each corner, as their makers drew them, with y pointing down.
#[derive(Component, Clone)]
pub struct Triangles {
    /// In units of the entity.
    pub mesh: Arc<Mesh>,
    /// What they are painted with.
    pub picture: Picture,
}

/// The opacity of some triangles, from 0 to 1; 1 unless stated otherwise.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
pub struct Opacity(pub f32);

/// A rectangle cut out of a picture, centered on its entity.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct Cutout {
    /// Where from.
    pub picture: Picture,
    /// Which part of it, in pixels.
    pub cell: Rect,
    /// How large it is, in units of the entity.
    pub size: Vec2,
}

/// The textures of the scene.
#[derive(Resource, Default)]
pub struct Pictures {
    images: BTreeMap<Picture, Hung>,
    changes: u64,
}

struct Hung {
    /// `None` once the engine has it.
    sheet: Option<Sheet>,
    change: u64,
}

/// What a texture is made of.
pub(crate) enum Sheet {
    Pixels(Arc<ColorImage>),
    /// The same as the engine wants it, made beside the window.
    Dressed(Box<Image>),
}

impl From<ColorImage> for Sheet {
    fn from(image: ColorImage) -> Sheet {
        Sheet::Pixels(Arc::new(image))
    }
}

impl Pictures {
    /// Replaces a picture.
    pub(crate) fn put(&mut self, picture: Picture, image: Arc<ColorImage>) {
        self.hang(picture, Sheet::Pixels(image));
    }

    /// Replaces a picture by what it is made of.
    pub(crate) fn hang(&mut self, picture: Picture, sheet: Sheet) {
        self.changes += 1;
        self.images.insert(picture, Hung { sheet: Some(sheet), change: self.changes });
    }

    /// Pictures that have changed since an earlier change, each with what it is made of, which from now on only the engine has.
    pub(crate) fn news(&mut self, since: u64) -> (u64, Vec<(Picture, Sheet)>) {
        let changed = self.images.iter_mut().filter(|(_, hung)| hung.change > since);
        (self.changes, changed.filter_map(|(picture, hung)| Some((*picture, hung.sheet.take()?))).collect())
    }
}

/// How the scene is viewed.
#[derive(Resource, Default, Clone, Copy, PartialEq, Debug)]
pub struct Lens {
    /// The camera; `None` while no map is shown.
    pub camera: Option<Camera>,
    /// Pixels a point.
    pub scale: f32,
    /// Whether the camera has stopped moving.
    pub rests: bool,
    /// The zoom at which it last stopped. Counters and letters are drawn for this zoom, and scaled until it stops again.
    pub zoom: f32,
}

impl Lens {
    /// Where the map's origin is on the screen, in whole pixels, so that what was drawn on pixel boundaries stays on them.
    pub(crate) fn origin(camera: &Camera, scale: f32) -> Pos2 {
        (camera.to_screen(Pos2::ZERO).to_vec2() * scale).round().to_pos2()
    }
}

/// How soon the scene wants another frame, if it does.
#[derive(Resource, Default)]
pub struct Soon(pub Option<Duration>);

impl Soon {
    /// Asks for a frame after a while.
    pub(crate) fn after(&mut self, wait: Duration) {
        self.0 = Some(self.0.map_or(wait, |before| before.min(wait)));
    }
}

/// The transform for something drawn in points from the map's origin, at this many points per hex.
pub(crate) fn drawn_at(zoom: f32, height: f32) -> Transform {
    Transform::from_xyz(0.0, 0.0, height).with_scale(Vec3::new(1.0 / zoom, 1.0 / zoom, 1.0))
}

/// A point of the map in the world.
pub(crate) fn in_world(map: Pos2, height: f32) -> Vec3 {
    Vec3::new(map.x, -map.y, height)
}

/// Paints the scene on the processor.
pub(crate) fn paint(world: &mut World, raster: &mut Raster) {
    let Lens { camera: Some(camera), scale, .. } = *world.resource::<Lens>() else { return };
    for (picture, hung) in &world.resource::<Pictures>().images {
        if let Some(Sheet::Pixels(image)) = &hung.sheet {
            raster.hang(picture.texture(), image.clone());
        }
    }
    let mut pieces = world.query::<(&GlobalTransform, Option<&Triangles>, Option<&Cutout>, Option<&Opacity>, Option<&Visibility>)>();
    let mut drawn: Vec<_> = pieces.iter(world).filter(|(.., shown)| shown.is_none_or(|shown| *shown != Visibility::Hidden)).collect();
    drawn.sort_by(|a, b| a.0.translation().z.total_cmp(&b.0.translation().z));
    let (origin, zoom) = (Lens::origin(&camera, scale).to_vec2() / scale, camera.zoom);
    let primitives: Vec<ClippedPrimitive> = drawn
        .into_iter()
        .filter_map(|(place, triangles, cutout, opacity, _)| {
            let screen = |at: Pos2| {
                let there = place.transform_point(Vec3::new(at.x, -at.y, 0.0));
                (origin + Vec2::new(there.x, -there.y) * zoom).to_pos2()
            };
            let mut mesh = match (triangles, cutout) {
                (Some(triangles), _) => Mesh { texture_id: triangles.picture.texture(), ..(*triangles.mesh).clone() },
                (_, Some(cutout)) => cutout.mesh(raster.size(cutout.picture.texture())?),
                _ => return None,
            };
            mesh.vertices.iter_mut().for_each(|vertex| vertex.pos = screen(vertex.pos));
            if let Some(Opacity(part)) = opacity {
                mesh.vertices.iter_mut().for_each(|vertex| vertex.color = vertex.color.gamma_multiply(*part));
            }
            Some(ClippedPrimitive { clip_rect: camera.view, primitive: Primitive::Mesh(mesh) })
        })
        .collect();
    raster.paint(&primitives, scale);
}

impl Cutout {
    fn mesh(&self, [width, height]: [usize; 2]) -> Mesh {
        let place = Rect::from_center_size(Pos2::ZERO, self.size);
        let uv = |at: Pos2| pos2(at.x / width as f32, at.y / height as f32);
        let corners = |rect: Rect| [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()];
        let vertices = corners(place).into_iter().zip(corners(self.cell)).map(|(pos, cell)| Vertex { pos, uv: uv(cell), color: Color32::WHITE }).collect();
        Mesh { indices: vec![0, 1, 2, 0, 2, 3], vertices, texture_id: self.picture.texture() }
    }
}
