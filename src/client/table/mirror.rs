//! The position as entities of the scene: what the viewer may see, and nothing else. Only what has changed is touched.

use super::laid::{self, Mark};
use super::motion::Glide;
use super::overlays::{self, Overlay, OverlayCanvas};
use super::view::TableView;
use super::{Tabletop, Viewer};
use crate::board::{Hex, UnitId};
use crate::client::camera::Camera;
use crate::client::counters::{self, CounterSheet, Face, Sticker};
use crate::client::desk::Desk;
use crate::client::map::MapArt;
use crate::client::scene::easel::Easel;
use crate::client::scene::studio::{Made, Studio};
use crate::client::scene::{Cutout, Lens, Picture, Pictures, Triangles, drawn_at, height, in_world};
use crate::client::shown::Shown;
use crate::play::Seen;
use bevy::prelude::{ChildOf, Commands, Component, DespawnOnExit, Entity, Res, ResMut, Resource, State, Transform, Vec3, Visibility};
use bevy_egui::egui::epaint::Mesh;
use bevy_egui::egui::{Pos2, Rect, Vec2, vec2};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// An entity of the position: it lives as long as its screen, and never exists behind the curtain.
#[derive(Component)]
pub struct OfPosition;

/// A stack on the map; its counters, the disc with its height, and its ring are its children.
#[derive(Component)]
pub struct StackPiece(pub Hex);

/// A counter in motion.
#[derive(Component)]
pub struct Moving(pub UnitId);

/// What is in the scene.
#[derive(Resource, Default)]
pub(crate) struct Mirror {
    sheet: Option<(f32, Arc<CounterSheet>)>,
    stacks: BTreeMap<Hex, LaidStack>,
    moving: BTreeMap<UnitId, Entity>,
    /// What the stacks were last checked against.
    followed: Option<Followed>,
    rings: HashMap<(u32, u32, Mark), Arc<Mesh>>,
    still: Option<(StillFor, Vec<Entity>)>,
    pointed: Option<(PointedFor, Entity)>,
}

/// Letters of what is laid over the map.
#[derive(Resource, Default)]
pub(crate) struct Easels {
    rings: Easel,
    still: Easel,
    pointed: Easel,
}

/// A stack as it lies there.
struct LaidStack {
    entity: Entity,
    look: StackLook,
    /// Counters and the disc, the lowest first.
    pieces: Vec<Entity>,
    ring: Option<Entity>,
}

/// How a stack looks.
#[derive(PartialEq, Clone)]
struct StackLook {
    faces: Vec<Face>,
    mark: Option<Mark>,
    zoom: f32,
    scale: f32,
    edge: f32,
}

#[derive(PartialEq, Clone)]
struct Followed {
    version: u64,
    /// The faces may be a frame behind the table.
    faces: Option<(u64, bool)>,
    viewer: Option<Viewer>,
    safe: bool,
    bare: bool,
    moves: bool,
    zoom: f32,
    scale: f32,
    edge: f32,
}

#[derive(PartialEq)]
struct StillFor {
    version: u64,
    asked: Option<(u64, Option<UnitId>)>,
    viewer: Option<Viewer>,
    on: Vec<Overlay>,
    safe: bool,
    bare: bool,
    zoom: f32,
    scale: f32,
    /// The center of the view, if that matters.
    center: Option<Pos2>,
}

#[derive(PartialEq)]
struct PointedFor {
    version: u64,
    asked: Option<(u64, Option<UnitId>)>,
    viewer: Option<Viewer>,
    on: Vec<Overlay>,
    hover: Option<Hex>,
    cursor: Option<Hex>,
    zoom: f32,
    scale: f32,
    age: u64,
}

const COUNTERS: &str = "counters";

/// When the player leaves a screen, its entities are removed automatically; this forgets what we knew about them.
pub(crate) fn forget(mut mirror: ResMut<Mirror>) {
    *mirror = Mirror::default();
}

/// The areas that stacks cover, in points from the map's origin.
pub(crate) fn covered(view: &TableView, zoom: f32, edge: f32, scale: f32) -> Vec<Rect> {
    let Some(art) = view.art.as_ref().filter(|_| !view.bare) else { return Vec::new() };
    let room = |(hex, faces): (&Hex, &Vec<(Seen, Face)>)| {
        let at = (art.center(*hex)?.to_vec2() * zoom).to_pos2();
        Some(counters::stack_room(&counters::stack_rects(at, zoom, edge, faces.len(), scale), faces.len(), scale))
    };
    view.faces.stacks.iter().filter(|(_, faces)| !faces.is_empty()).filter_map(room).collect()
}

/// Mirrors counters and stacks.
#[allow(clippy::too_many_arguments, reason = "a system names what it needs")]
pub(crate) fn mirror_counters(
    desk: Res<Desk>,
    lens: Res<Lens>,
    screen: Res<State<Shown>>,
    mut mirror: ResMut<Mirror>,
    mut easels: ResMut<Easels>,
    mut studio: ResMut<Studio>,
    mut pictures: ResMut<Pictures>,
    mut commands: Commands,
) {
    let (Some(table), Some(art), Some(_)) = (&desk.table, &desk.view.art, lens.camera) else { return };
    let view = &desk.view;
    let edge = f32::from(desk.settings.counter_edge) / 100.0;
    while let Some(Made::Counters(zoom, sheet)) = studio.collect(COUNTERS) {
        pictures.put(Picture::Counters, sheet.image.clone());
        mirror.sheet = Some((zoom, Arc::new(sheet)));
        mirror.followed = None;
    }
    let followed = Followed {
        version: table.version,
        faces: view.faces.version(),
        viewer: table.viewer(),
        safe: desk.settings.safe_palette,
        bare: view.bare,
        moves: view.under_way.is_some(),
        zoom: lens.zoom,
        scale: lens.scale,
        edge,
    };
    if mirror.followed.as_ref() != Some(&followed) {
        let looks = looks(table, view, edge, &followed);
        order_sheet(&mut mirror, &mut studio, &looks, view, lens.zoom, edge, lens.scale);
        // Without a window what was ordered is there.
        if let Some(Made::Counters(zoom, sheet)) = studio.collect(COUNTERS) {
            pictures.put(Picture::Counters, sheet.image.clone());
            mirror.sheet = Some((zoom, Arc::new(sheet)));
        }
        if lay_stacks(&mut mirror, &mut easels, &mut pictures, art, looks, *screen.get(), &mut commands) {
            mirror.followed = Some(followed);
        }
    }
    move_counters(&mut mirror, art, view, edge, *screen.get(), &mut commands);
}

/// The looks of the stacks currently visible.
fn looks(table: &Tabletop, view: &TableView, edge: f32, now: &Followed) -> BTreeMap<Hex, StackLook> {
    let mut looks = BTreeMap::new();
    if view.bare {
        return looks;
    }
    let on_the_way = |seen: &Seen| now.moves && matches!(seen, Seen::Known(unit, _) if view.motion.has(*unit));
    for (hex, stack) in &view.faces.stacks {
        let faces: Vec<Face> = stack.iter().filter(|(seen, _)| !on_the_way(seen)).map(|(_, face)| face.clone()).collect();
        if !faces.is_empty() {
            looks.insert(*hex, StackLook { faces, mark: Mark::of(table, *hex), zoom: now.zoom, scale: now.scale, edge });
        }
    }
    looks
}

/// The cutouts for a stack, the lowest first.
fn stickers(faces: &[Face], drawn: usize) -> impl Iterator<Item = Sticker> {
    let shown = &faces[faces.len() - drawn..];
    let count = (faces.len() > 1).then_some(Sticker::Count(faces.len()));
    let below = shown.iter().take(drawn.saturating_sub(1)).cloned().map(Sticker::Under);
    below.chain(shown.last().cloned().map(Sticker::Top)).chain(count)
}

fn order_sheet(mirror: &mut Mirror, studio: &mut Studio, looks: &BTreeMap<Hex, StackLook>, view: &TableView, zoom: f32, edge: f32, scale: f32) {
    if studio.is_busy(COUNTERS) {
        return;
    }
    let mut wanted: Vec<Sticker> = Vec::new();
    for look in looks.values() {
        wanted.extend(stickers(&look.faces, look.faces.len().min(counters::TALLEST)));
    }
    wanted.extend(view.motion.glides.iter().filter_map(|glide| view.faces.of(glide.unit)).cloned().map(Sticker::Top));
    for loss in &view.motion.losses {
        wanted.extend([Some(&loss.before), view.faces.of(loss.unit)].into_iter().flatten().cloned().map(Sticker::Top));
    }
    let pixels = counters::pixels(zoom * edge * scale);
    let before = mirror.sheet.clone().map(|(_, sheet)| sheet);
    let fits = |sheet: &CounterSheet| sheet.edge == pixels && sheet.scale == scale && wanted.iter().all(|sticker| sheet.cell(sticker).is_some());
    if mirror.sheet.as_ref().is_some_and(|(at, sheet)| *at == zoom && fits(sheet)) || wanted.is_empty() {
        return;
    }
    studio.order(COUNTERS, move |hands| {
        let sheet = CounterSheet::draw(hands.counters.get_or_insert_default(), &wanted, pixels, scale, before);
        Made::Counters(zoom, sheet)
    });
}

/// Lays out the stacks that have changed. Returns whether everything is complete: what is not on the sheet yet comes later.
fn lay_stacks(
    mirror: &mut Mirror,
    easels: &mut Easels,
    pictures: &mut Pictures,
    art: &MapArt,
    looks: BTreeMap<Hex, StackLook>,
    screen: Shown,
    commands: &mut Commands,
) -> bool {
    let gone: Vec<Hex> = mirror.stacks.keys().filter(|hex| !looks.contains_key(hex)).copied().collect();
    for hex in gone {
        if let Some(stack) = mirror.stacks.remove(&hex) {
            commands.entity(stack.entity).despawn();
        }
    }
    let Some((zoom, sheet)) = mirror.sheet.clone() else { return looks.is_empty() };
    let mut complete = true;
    for (hex, mut look) in looks {
        // Until the sheet for a new zoom is there, the old one serves.
        complete &= look.zoom == zoom && look.scale == sheet.scale;
        (look.zoom, look.scale) = (zoom, sheet.scale);
        if mirror.stacks.get(&hex).is_some_and(|stack| stack.look == look) {
            continue;
        }
        let Some(center) = art.center(hex) else { continue };
        let at = (center.to_vec2() * zoom).to_pos2();
        let rects = counters::stack_rects(at, zoom, look.edge, look.faces.len(), look.scale);
        let disc = counters::count_rect(&rects, look.faces.len(), look.scale);
        let places = rects.iter().copied().chain(disc);
        let Some(cells) = stickers(&look.faces, rects.len()).zip(places).map(|(sticker, rect)| Some((sheet.cell(&sticker)?, rect))).collect::<Option<Vec<_>>>()
        else {
            complete = false;
            continue;
        };
        // Pieces that are there already are only changed: when the camera comes to rest at another zoom, all are.
        let (stack, mut pieces, ring_before) = match mirror.stacks.remove(&hex) {
            Some(stack) => (stack.entity, stack.pieces, stack.ring),
            None => (commands.spawn((OfPosition, StackPiece(hex), Visibility::default(), DespawnOnExit(screen))).id(), Vec::new(), None),
        };
        let place = Transform::from_translation(in_world(center, height::COUNTERS)).with_scale(Vec3::new(1.0 / zoom, 1.0 / zoom, 1.0));
        commands.entity(stack).insert(place);
        let spare = pieces.split_off(cells.len().min(pieces.len()));
        spare.into_iter().chain(ring_before).for_each(|entity| commands.entity(entity).despawn());
        for (n, (cell, rect)) in cells.into_iter().enumerate() {
            // What was drawn on pixels stays on them.
            let corner = ((rect.min.to_vec2() * look.scale).round() / look.scale).to_pos2();
            let middle = Rect::from_min_size(corner, rect.size()).center() - at;
            let piece = Cutout { picture: Picture::Counters, cell, size: cell.size() / look.scale };
            let place = Transform::from_xyz(middle.x, -middle.y, n as f32 * 0.01);
            match pieces.get(n) {
                Some(entity) => {
                    commands.entity(*entity).insert((piece, place));
                }
                None => pieces.push(commands.spawn((OfPosition, piece, place, ChildOf(stack))).id()),
            }
        }
        let mut ring_now = None;
        if let Some(mark) = look.mark {
            let room = counters::stack_room(&rects, look.faces.len(), look.scale);
            let mesh = ring(mirror, easels, pictures, room.size(), mark, look.scale);
            let off = room.min - at;
            let up = height::RINGS - height::COUNTERS;
            let piece = Triangles { mesh, picture: Picture::Rings };
            ring_now = Some(commands.spawn((OfPosition, piece, Transform::from_xyz(off.x, -off.y, up), ChildOf(stack))).id());
        }
        mirror.stacks.insert(hex, LaidStack { entity: stack, look, pieces, ring: ring_now });
    }
    complete
}

/// The ring around a stack of a size, drawn once.
fn ring(mirror: &mut Mirror, easels: &mut Easels, pictures: &mut Pictures, size: Vec2, mark: Mark, scale: f32) -> Arc<Mesh> {
    let key = (size.x.to_bits(), size.y.to_bits(), mark);
    if mirror.rings.len() > 64 {
        mirror.rings.clear();
    }
    let draw = || {
        let [mesh] = easels.rings.paint(scale, |_, painter| mark.paint(painter, Rect::from_min_size(Pos2::ZERO, size)));
        if let Some(letters) = easels.rings.new_letters() {
            pictures.put(Picture::Rings, letters);
        }
        Arc::new(mesh)
    };
    mirror.rings.entry(key).or_insert_with(draw).clone()
}

/// Counters in motion, and those that flip or disappear, are separate entities until that is over.
fn move_counters(mirror: &mut Mirror, art: &MapArt, view: &TableView, edge: f32, screen: Shown, commands: &mut Commands) {
    let past = view.under_way.filter(|_| !view.bare);
    let Some((past, (zoom, sheet))) = past.zip(mirror.sheet.clone()) else {
        std::mem::take(&mut mirror.moving).into_values().for_each(|entity| commands.entity(entity).despawn());
        return;
    };
    let mut put = |unit: UnitId, face: &Face, at: Pos2, height: f32, size: Vec2| {
        let Some(cell) = sheet.cell(&Sticker::Top(face.clone())) else { return };
        let place = Transform::from_translation(in_world(at, height)).with_scale(Vec3::new(size.x / zoom, size.y / zoom, 1.0));
        let piece = Cutout { picture: Picture::Counters, cell, size: cell.size() / sheet.scale };
        let entity = *mirror.moving.entry(unit).or_insert_with(|| commands.spawn((OfPosition, Moving(unit), DespawnOnExit(screen))).id());
        commands.entity(entity).insert((piece, place));
    };
    let whole = vec2(1.0, 1.0);
    for (n, glide) in view.motion.glides.iter().enumerate() {
        let (Some(at), Some(face)) = (along(art, glide, view.motion.gone(past)), view.faces.of(glide.unit)) else { continue };
        let at = at + vec2(n as f32, -(n as f32)) * 0.05 * edge.min(1.0);
        put(glide.unit, face, at, height::MOVING + n as f32 * 0.01, whole);
    }
    let share = view.motion.lost(past);
    for (n, loss) in view.motion.losses.iter().enumerate() {
        let Some(at) = art.center(loss.hex) else { continue };
        let after = view
            .faces
            .of(loss.unit)
            .filter(|face| **face != loss.before && view.faces.stacks.get(&loss.hex).is_some_and(|stack| stack.iter().any(|(_, there)| there == *face)));
        let (face, size) = match after {
            // Turned over about its upright middle.
            Some(after) if share > 0.5 => (after, vec2(share * 2.0 - 1.0, 1.0)),
            Some(_) => (&loss.before, vec2(1.0 - share * 2.0, 1.0)),
            None => (&loss.before, whole * (1.0 - share * share)),
        };
        put(loss.unit, face, at, height::MOVING + 5.0 + n as f32 * 0.01, vec2(size.x.max(0.01), size.y.max(0.01)));
    }
}

fn along(art: &MapArt, glide: &Glide, share: f32) -> Option<Pos2> {
    let way = share * (glide.path.len() - 1) as f32;
    let at = (way as usize).min(glide.path.len().saturating_sub(2));
    let (a, b) = (art.center(*glide.path.get(at)?)?, art.center(*glide.path.get(at + 1)?)?);
    Some(a + (b - a) * (way - at as f32))
}

/// Mirrors what is drawn over the map: what the position and the selection call for, and what the pointer adds.
pub(crate) fn mirror_overlays(
    desk: Res<Desk>,
    lens: Res<Lens>,
    screen: Res<State<Shown>>,
    mut mirror: ResMut<Mirror>,
    mut easels: ResMut<Easels>,
    mut pictures: ResMut<Pictures>,
    mut commands: Commands,
) {
    let (Some(table), Some(art), Some(looked)) = (&desk.table, &desk.view.art, lens.camera) else { return };
    let (view, zoom, scale, safe) = (&desk.view, lens.zoom, lens.scale, desk.settings.safe_palette);
    let (version, viewer, on) = (table.version, table.viewer(), view.overlays.on().to_vec());
    let asked = view.overlays.asked();
    // The whole map at the zoom at rest, in points from its origin.
    let map = art.extent().expand(1.0);
    let camera = Camera { center: map.center(), zoom, view: Rect::from_center_size((map.center().to_vec2() * zoom).to_pos2(), map.size() * zoom) };
    let seen = Rect::from_center_size((looked.center.to_vec2() * zoom).to_pos2(), looked.view.size());
    let areas = view.overlays.has(Overlay::Areas);
    let center = match &mirror.still {
        Some((before, _)) if areas && !lens.rests => before.center,
        _ => areas.then_some(looked.center),
    };
    let still = StillFor { version, asked: asked.map(|(version, _)| (version, None)), viewer, on: on.clone(), safe, bare: view.bare, zoom, scale, center };
    if mirror.still.as_ref().is_none_or(|(before, _)| *before != still) {
        let parts: [Mesh; 2] = easels.still.paint(scale, |part, painter| {
            let sheet = OverlayCanvas { painter, camera: &camera, art, seen };
            if part == 0 {
                overlays::below(&sheet, table, view, safe);
                laid::veil(&sheet, table, view);
                laid::lit(&sheet, table, view);
            } else {
                if !view.bare {
                    laid::battle(&sheet, table, view);
                }
                overlays::above(&sheet, table, view);
                super::reel::draw_traces(&sheet, table);
                super::notes::draw_pins(&sheet, table);
                laid::costs(&sheet, table, view);
                laid::target_odds(&sheet, table);
            }
        });
        if let Some(letters) = easels.still.new_letters() {
            pictures.put(Picture::Overlays, letters);
        }
        let old = mirror.still.take().map(|(_, old)| old).unwrap_or_default();
        old.into_iter().for_each(|entity| commands.entity(entity).despawn());
        let heights = [height::BELOW, height::ABOVE];
        let pieces = parts.into_iter().zip(heights).filter(|(mesh, _)| !mesh.is_empty()).map(|(mesh, height)| {
            let piece = Triangles { mesh: Arc::new(mesh), picture: Picture::Overlays };
            commands.spawn((OfPosition, piece, drawn_at(zoom, height), DespawnOnExit(*screen.get()))).id()
        });
        mirror.still = Some((still, pieces.collect()));
    }
    let pointed = PointedFor { version, asked, viewer, on, hover: view.hover, cursor: view.cursor, zoom, scale, age: easels.pointed.age() };
    if mirror.pointed.as_ref().is_none_or(|(before, _)| *before != pointed) {
        let [mesh] = easels.pointed.paint(scale, |_, painter| {
            let sheet = OverlayCanvas { painter, camera: &camera, art, seen };
            overlays::pointed(&sheet, table, view);
            laid::hovered_path(&sheet, table, view);
            laid::cursor(&sheet, view);
        });
        let entity = match mirror.pointed.take() {
            Some((_, entity)) => entity,
            None => commands.spawn((OfPosition, DespawnOnExit(*screen.get()))).id(),
        };
        if let Some(letters) = easels.pointed.new_letters() {
            pictures.put(Picture::Pointed, letters);
        }
        commands.entity(entity).insert((Triangles { mesh: Arc::new(mesh), picture: Picture::Pointed }, drawn_at(zoom, height::POINTED)));
        mirror.pointed = Some((PointedFor { age: easels.pointed.age(), ..pointed }, entity));
    }
}
