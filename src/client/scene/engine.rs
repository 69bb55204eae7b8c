//! The scene as drawn by the engine: triangles become meshes, cutouts become sprites, and a camera of their own shows them in the map's part of the
//! window.

use super::{Cutout, Lens, Opacity, Picture, Pictures, Sheet, Triangles};
use bevy::asset::{RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::camera::visibility::NoFrustumCulling;
use bevy::camera::{CameraOutputMode, ClearColorConfig, Viewport};
use bevy::mesh::{Indices, MeshVertexAttribute, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexFormat};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::mesh::allocator::MeshAllocatorSettings;
use bevy::render::render_resource::{
    AsBindGroup, BlendState, Extent3d, RenderPipelineDescriptor, SpecializedMeshPipelineError, TextureDimension, TextureFormat,
};
use bevy::render::slab_allocator::SlabAllocatorSettings;
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin, MeshMaterial2d};
use bevy_egui::egui::{ColorImage, epaint};
use std::collections::BTreeMap;
use std::sync::Arc;

const SHADER: Handle<Shader> = uuid_handle!("5f1b6c0e-6a7e-4c1d-9a43-5e3f0c6d2b11");

/// The color of a corner, as egui has it: premultiplied, a byte a part.
const COLOR: MeshVertexAttribute = MeshVertexAttribute::new("Color of ink", 0x1f0_c0105, VertexFormat::Unorm8x4);

/// Colors and a texture, blended the way egui does it, so that the table looks the same as the panels.
#[derive(Asset, TypePath, AsBindGroup, Clone)]
pub(crate) struct Paint {
    #[texture(0)]
    #[sampler(1)]
    picture: Handle<Image>,
    /// The same in all parts.
    #[uniform(2)]
    opacity: Vec4,
}

impl Paint {
    fn whole(picture: Handle<Image>) -> Paint {
        Paint { picture, opacity: Vec4::ONE }
    }
}

impl Material2d for Paint {
    fn vertex_shader() -> ShaderRef {
        SHADER.into()
    }

    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }

    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        layout: &MeshVertexBufferLayoutRef,
        _: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let at = [Mesh::ATTRIBUTE_POSITION.at_shader_location(0), Mesh::ATTRIBUTE_UV_0.at_shader_location(1), COLOR.at_shader_location(2)];
        descriptor.vertex.buffers = vec![layout.0.get_layout(&at)?];
        if let Some(target) = descriptor.fragment.as_mut().and_then(|fragment| fragment.targets.first_mut()?.as_mut()) {
            target.blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        }
        Ok(())
    }
}

/// From how many bytes on triangles have a buffer of their own, which goes with them. What many share grows and is never given back.
const OWN_BUFFER: u64 = 64 << 10;

/// The camera that looks at the scene.
#[derive(Component)]
pub(crate) struct SceneCamera;

/// The camera that panels are drawn through, above the scene.
#[derive(Component)]
pub(crate) struct PanelCamera;

/// Draws the scene in the window.
pub(crate) struct EnginePlugin;

/// Turns pieces into what the engine draws; runs after everything that makes pieces.
#[derive(SystemSet, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Dress;

impl Plugin for EnginePlugin {
    fn build(&self, app: &mut App) {
        load_internal_asset!(app, SHADER, "paint.wgsl", Shader::from_wgsl);
        if let Some(render) = app.get_sub_app_mut(RenderApp) {
            let slab_allocator_settings = SlabAllocatorSettings { large_threshold: OWN_BUFFER, ..default() };
            render.insert_resource(MeshAllocatorSettings { slab_allocator_settings, ..default() });
        }
        app.add_plugins(Material2dPlugin::<Paint>::default())
            .init_resource::<Hung>()
            .add_systems(PostUpdate, (hang, (dress_triangles, dress_cutouts), fade, aim).chain().in_set(Dress).before(TransformSystems::Propagate));
    }
}

/// The textures that the engine has.
#[derive(Resource, Default)]
struct Hung {
    since: u64,
    pictures: BTreeMap<Picture, (Handle<Image>, Handle<Paint>)>,
}

impl Hung {
    fn of(&mut self, picture: Picture, images: &mut Assets<Image>, paints: &mut Assets<Paint>) -> (Handle<Image>, Handle<Paint>) {
        let hang = || {
            let image = images.reserve_handle();
            (image.clone(), paints.add(Paint::whole(image)))
        };
        self.pictures.entry(picture).or_insert_with(hang).clone()
    }
}

/// Takes over new and changed textures, which are then only on the graphics card.
fn hang(mut pictures: ResMut<Pictures>, mut hung: ResMut<Hung>, mut images: ResMut<Assets<Image>>, mut paints: ResMut<Assets<Paint>>) {
    let (since, news) = pictures.bypass_change_detection().news(hung.since);
    hung.since = since;
    for (picture, sheet) in news {
        let (handle, paint) = hung.of(picture, &mut images, &mut paints);
        let image = match sheet {
            Sheet::Pixels(image) => texture(&image, picture == Picture::Counters),
            Sheet::Dressed(image) => *image,
        };
        // What was never taken away is replaced without fail.
        drop(images.insert(&handle, image));
        // A material holds the texture it was made with: it is made again.
        drop(paints.insert(&paint, Paint::whole(handle)));
    }
}

/// A texture of these pixels, whose colors are no longer multiplied by their opacity if `straight`.
pub(crate) fn texture(image: &ColorImage, straight: bool) -> Image {
    let [width, height] = image.size;
    let size = Extent3d { width: width as u32, height: height as u32, depth_or_array_layers: 1 };
    let mut pixels = image.as_raw().to_vec();
    if straight {
        for (bytes, pixel) in pixels.chunks_exact_mut(4).zip(&image.pixels).filter(|(_, pixel)| !matches!(pixel.a(), 0 | 255)) {
            bytes.copy_from_slice(&pixel.to_srgba_unmultiplied());
        }
    }
    Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD)
}

fn mesh(from: epaint::Mesh) -> Mesh {
    let vertices = &from.vertices;
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vertices.iter().map(|v| [v.pos.x, -v.pos.y, 0.0]).collect::<Vec<[f32; 3]>>())
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vertices.iter().map(|v| [v.uv.x, v.uv.y]).collect::<Vec<[f32; 2]>>())
        .with_inserted_attribute(COLOR, bevy::mesh::VertexAttributeValues::Unorm8x4(vertices.iter().map(|v| v.color.to_array()).collect()))
        .with_inserted_indices(Indices::U32(from.indices))
}

/// Triangles that were made ready for the engine beside the window, until it takes them.
#[derive(Component, Default)]
pub(crate) struct Dressed(Option<Mesh>);

impl Dressed {
    pub(crate) fn of(from: epaint::Mesh) -> Dressed {
        Dressed((!from.is_empty()).then(|| mesh(from)))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// Takes over new triangles. From then on only the card has them: a map has hundreds of thousands.
fn dress_triangles(
    mut changed: Query<(Entity, &mut Triangles, Option<&mut Dressed>), Changed<Triangles>>,
    mut hung: ResMut<Hung>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut paints: ResMut<Assets<Paint>>,
    mut commands: Commands,
) {
    for (entity, mut triangles, dressed) in &mut changed {
        let triangles = triangles.bypass_change_detection();
        let ready = dressed.and_then(|mut dressed| dressed.0.take());
        if ready.is_none() && triangles.mesh.is_empty() {
            commands.entity(entity).remove::<Mesh2d>();
            continue;
        }
        let (_, paint) = hung.of(triangles.picture, &mut images, &mut paints);
        let mesh = ready.unwrap_or_else(|| mesh(Arc::unwrap_or_clone(std::mem::take(&mut triangles.mesh))));
        // To find out whether a map is in view would mean to look at every corner of it.
        commands.entity(entity).insert((Mesh2d(meshes.add(mesh)), MeshMaterial2d(paint), NoFrustumCulling));
    }
}

/// A fading piece has its own material; once fully visible, it gets that of its picture again.
fn fade(
    fading: Query<(Entity, &Triangles, &Opacity), Changed<Opacity>>,
    whole: Query<&Triangles, Without<Opacity>>,
    mut ended: RemovedComponents<Opacity>,
    mut hung: ResMut<Hung>,
    mut images: ResMut<Assets<Image>>,
    mut paints: ResMut<Assets<Paint>>,
    mut commands: Commands,
) {
    for (entity, triangles, opacity) in &fading {
        let (picture, _) = hung.of(triangles.picture, &mut images, &mut paints);
        let paint = paints.add(Paint { picture, opacity: Vec4::splat(opacity.0) });
        commands.entity(entity).insert(MeshMaterial2d(paint));
    }
    for (entity, triangles) in ended.read().filter_map(|entity| Some((entity, whole.get(entity).ok()?))) {
        let (_, paint) = hung.of(triangles.picture, &mut images, &mut paints);
        commands.entity(entity).insert(MeshMaterial2d(paint));
    }
}

fn dress_cutouts(
    changed: Query<(Entity, &Cutout), Changed<Cutout>>,
    mut hung: ResMut<Hung>,
    mut images: ResMut<Assets<Image>>,
    mut paints: ResMut<Assets<Paint>>,
    mut commands: Commands,
) {
    for (entity, cutout) in &changed {
        let (image, _) = hung.of(cutout.picture, &mut images, &mut paints);
        let cell = Rect::new(cutout.cell.min.x, cutout.cell.min.y, cutout.cell.max.x, cutout.cell.max.y);
        let size = Vec2::new(cutout.size.x, cutout.size.y);
        commands.entity(entity).insert(Sprite { image, rect: Some(cell), custom_size: Some(size), ..default() });
    }
}

/// The two cameras: one for the scene, one for the panels above it.
pub(crate) fn cameras(mut commands: Commands) {
    let scene = Camera { order: 0, is_active: false, output_mode: CameraOutputMode::Skip, ..default() };
    commands.spawn((Camera2d, scene, Msaa::Off, SceneCamera));
    commands.spawn((
        Camera2d,
        Camera { order: 1, ..default() },
        Msaa::Off,
        PanelCamera,
        bevy_egui::PrimaryEguiContext,
        bevy::camera::visibility::RenderLayers::none(),
    ));
}

/// The components changed when a camera is aimed.
type Aimed = (&'static mut Camera, &'static mut Transform, &'static mut Projection);

/// Points the scene's camera at what the lens shows. Without a map it is off, and the panels have the whole window.
fn aim(
    lens: Res<Lens>,
    windows: Query<&Window>,
    mut scene: Query<Aimed, (With<SceneCamera>, Without<PanelCamera>)>,
    mut panels: Query<&mut Camera, With<PanelCamera>>,
) {
    let (Ok((mut camera, mut place, mut projection)), Ok(mut panels), Ok(window)) = (scene.single_mut(), panels.single_mut(), windows.single()) else { return };
    let view = lens.camera.and_then(|looked| {
        let whole = window.physical_size();
        let min = (looked.view.min.to_vec2() * lens.scale).round();
        let max = (looked.view.max.to_vec2() * lens.scale).round();
        let min = UVec2::new(min.x.max(0.0) as u32, min.y.max(0.0) as u32).min(whole);
        let max = UVec2::new(max.x.max(0.0) as u32, max.y.max(0.0) as u32).min(whole);
        (max.x > min.x && max.y > min.y).then_some((looked, min, max - min))
    });
    let clear = if view.is_some() { ClearColorConfig::None } else { ClearColorConfig::Default };
    camera.is_active = view.is_some();
    if !matches!((&panels.clear_color, &clear), (ClearColorConfig::None, ClearColorConfig::None) | (ClearColorConfig::Default, ClearColorConfig::Default)) {
        panels.clear_color = clear;
    }
    let Some((looked, min, size)) = view else { return };
    camera.viewport = Some(Viewport { physical_position: min, physical_size: size, ..default() });
    let pixels_a_hex = looked.zoom * lens.scale;
    let middle = min.as_vec2() + size.as_vec2() / 2.0;
    let origin = Lens::origin(&looked, lens.scale);
    let there = (middle - Vec2::new(origin.x, origin.y)) / pixels_a_hex;
    place.translation = Vec3::new(there.x, -there.y, place.translation.z);
    if let Projection::Orthographic(flat) = &mut *projection {
        flat.scale = window.scale_factor() / pixels_a_hex;
    }
}
