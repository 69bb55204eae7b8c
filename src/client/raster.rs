//! Paints egui's triangles on the processor, so that pictures need neither a window nor a graphics driver and tests can compare pixels.

use bevy_egui::egui;
use egui::epaint::{ClippedPrimitive, ImageData, Mesh, Primitive, TextureId, Vertex};
use egui::{Color32, ColorImage, TexturesDelta};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Positions are counted in sixteenths of a pixel, so that two triangles that share an edge never paint a pixel twice.
const SUB: f32 = 16.0;

/// A picture being painted, and the textures it is painted with.
pub struct Raster {
    /// What has been painted, premultiplied.
    pub image: ColorImage,
    textures: BTreeMap<TextureId, Arc<ColorImage>>,
}

impl Raster {
    /// An empty picture of this size in pixels.
    pub fn new(size: [usize; 2]) -> Raster {
        Raster { image: ColorImage::filled(size, Color32::BLACK), textures: BTreeMap::new() }
    }

    /// A picture to paint colors on.
    pub(crate) fn on(image: ColorImage) -> Raster {
        let white = Arc::new(ColorImage::filled([1, 1], Color32::WHITE));
        Raster { image, textures: [(TextureId::default(), white)].into() }
    }

    /// Takes over new and changed textures. Call it before painting; what egui frees is kept until the next [`Raster::free`].
    pub fn set(&mut self, delta: &TexturesDelta) {
        patch(&mut self.textures, delta);
    }

    /// Adds a texture that is not egui's.
    pub(crate) fn hang(&mut self, id: TextureId, image: Arc<ColorImage>) {
        self.textures.insert(id, image);
    }

    /// How large a texture is.
    pub(crate) fn size(&self, id: TextureId) -> Option<[usize; 2]> {
        self.textures.get(&id).map(|texture| texture.size)
    }

    /// Forgets textures that are no longer used.
    pub fn free(&mut self, delta: &TexturesDelta) {
        delta.free.iter().for_each(|id| drop(self.textures.remove(id)));
    }

    /// Paints primitives in their order.
    pub fn paint(&mut self, primitives: &[ClippedPrimitive], pixels_per_point: f32) {
        let [width, height] = self.image.size;
        for primitive in primitives {
            let Primitive::Mesh(mesh) = &primitive.primitive else { continue };
            let clip = primitive.clip_rect * pixels_per_point;
            let bounds = Bounds {
                left: clip.min.x.round().clamp(0.0, width as f32) as i32,
                top: clip.min.y.round().clamp(0.0, height as f32) as i32,
                right: clip.max.x.round().clamp(0.0, width as f32) as i32,
                bottom: clip.max.y.round().clamp(0.0, height as f32) as i32,
            };
            if let Some(texture) = self.textures.get(&mesh.texture_id) {
                fill(&mut self.image, texture, mesh, pixels_per_point, bounds);
            }
        }
    }
}

/// Takes over what has changed in textures.
fn patch(textures: &mut BTreeMap<TextureId, Arc<ColorImage>>, delta: &TexturesDelta) {
    for (id, patches) in &delta.set {
        for patch in patches {
            let ImageData::Color(new) = &patch.image;
            match (patch.pos, textures.get_mut(id)) {
                (Some([left, top]), Some(old)) => {
                    let old = Arc::make_mut(old);
                    let width = old.size[0];
                    for (row, pixels) in new.pixels.chunks_exact(new.size[0]).enumerate() {
                        let at = (top + row) * width + left;
                        old.pixels[at..at + pixels.len()].copy_from_slice(pixels);
                    }
                }
                _ => drop(textures.insert(*id, new.clone())),
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Bounds {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

fn fill(image: &mut ColorImage, texture: &ColorImage, mesh: &Mesh, scale: f32, bounds: Bounds) {
    for corner in mesh.indices.chunks_exact(3) {
        let [a, b, c] = [corner[0], corner[1], corner[2]].map(|i| mesh.vertices[i as usize]);
        triangle(image, texture, [a, b, c], scale, bounds);
    }
}

/// Twice the area that three points span; positive when they turn clockwise on the screen.
fn turn(a: [i64; 2], b: [i64; 2], p: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// A pixel on an edge belongs to the triangle to the right of it or below it, and so to only one of two neighbors.
fn owns_edge(a: [i64; 2], b: [i64; 2]) -> bool {
    b[1] < a[1] || (b[1] == a[1] && b[0] > a[0])
}

fn triangle(image: &mut ColorImage, texture: &ColorImage, mut v: [Vertex; 3], scale: f32, bounds: Bounds) {
    let place = |v: &Vertex| [(v.pos.x * scale * SUB).round() as i64, (v.pos.y * scale * SUB).round() as i64];
    let mut p = [place(&v[0]), place(&v[1]), place(&v[2])];
    let mut area = turn(p[0], p[1], p[2]);
    if area == 0 {
        return;
    }
    if area < 0 {
        p.swap(1, 2);
        v.swap(1, 2);
        area = -area;
    }
    let sub = SUB as i64;
    let (low, high) = (|k: usize| p.iter().map(|q| q[k]).min().unwrap_or(0), |k: usize| p.iter().map(|q| q[k]).max().unwrap_or(0));
    let left = low(0).div_euclid(sub).max(i64::from(bounds.left));
    let right = (high(0).div_euclid(sub) + 1).min(i64::from(bounds.right));
    let top = low(1).div_euclid(sub).max(i64::from(bounds.top));
    let bottom = (high(1).div_euclid(sub) + 1).min(i64::from(bounds.bottom));
    let plain = v[0].uv == v[1].uv && v[1].uv == v[2].uv;
    let one_color = v[0].color == v[1].color && v[1].color == v[2].color;
    let flat = (plain && one_color).then(|| tint(sample(texture, v[0].uv.x, v[0].uv.y), v[0].color.to_array().map(f32::from)));
    // An edge that does not own its pixels demands one more.
    let edges = [(p[1], p[2]), (p[2], p[0]), (p[0], p[1])].map(|(a, b)| (a, b, i64::from(!owns_edge(a, b))));
    let width = image.size[0];
    for y in top..bottom {
        for x in left..right {
            let at = [x * sub + sub / 2, y * sub + sub / 2];
            let w = edges.map(|(a, b, bias)| turn(a, b, at) - bias);
            if w.iter().any(|w| *w < 0) {
                continue;
            }
            let source = flat.unwrap_or_else(|| {
                let share = [0, 1, 2].map(|k| (w[k] + edges[k].2) as f32 / area as f32);
                let mix = |f: &dyn Fn(&Vertex) -> f32| f(&v[0]) * share[0] + f(&v[1]) * share[1] + f(&v[2]) * share[2];
                let color = [0, 1, 2, 3].map(|c| mix(&|v: &Vertex| f32::from(v.color[c])));
                tint(sample(texture, mix(&|v| v.uv.x), mix(&|v| v.uv.y)), color)
            });
            blend(&mut image.pixels[y as usize * width + x as usize], source);
        }
    }
}

fn tint(texel: [f32; 4], color: [f32; 4]) -> [f32; 4] {
    [0, 1, 2, 3].map(|c| texel[c] * color[c] / 255.0)
}

fn blend(pixel: &mut Color32, source: [f32; 4]) {
    let keep = 1.0 - source[3] / 255.0;
    let [r, g, b, a] = [0, 1, 2, 3].map(|c| (source[c] + f32::from(pixel[c]) * keep + 0.5).clamp(0.0, 255.0) as u8);
    *pixel = Color32::from_rgba_premultiplied(r, g, b, a);
}

/// The texture, interpolated from its four nearest pixels.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (fx, fy) = (x - x.floor(), y - y.floor());
    let texel = |dx: i64, dy: i64| {
        let x = (x.floor() as i64 + dx).clamp(0, width as i64 - 1) as usize;
        let y = (y.floor() as i64 + dy).clamp(0, height as i64 - 1) as usize;
        texture.pixels[y * width + x].to_array().map(f32::from)
    };
    let [a, b, c, d] = [texel(0, 0), texel(1, 0), texel(0, 1), texel(1, 1)];
    [0, 1, 2, 3].map(|i| (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy)
}

/// A screen without a window: egui, its input, and a [`Raster`] to see what it shows.
pub struct Canvas {
    /// The context panels are drawn in.
    pub context: egui::Context,
    size: [usize; 2],
    scale: f32,
    time: f64,
    raster: Raster,
    last: Option<(Vec<egui::epaint::ClippedShape>, f32)>,
}

impl Canvas {
    /// A screen of this size in pixels, with this many pixels per point.
    pub fn new(size: [usize; 2], scale: f32) -> Canvas {
        let context = egui::Context::default();
        Canvas { context, size, scale, time: 0.0, raster: Raster::new(size), last: None }
    }

    /// Lets time pass, as a slow frame does.
    pub fn wait(&mut self, seconds: f64) {
        self.time += seconds;
    }

    /// Runs one frame with the input since the last. Returns how soon egui wants the next.
    pub fn frame(&mut self, events: Vec<egui::Event>, show: impl FnMut(&mut egui::Ui)) -> std::time::Duration {
        self.time += 1.0 / 60.0;
        let points = egui::vec2(self.size[0] as f32, self.size[1] as f32) / (self.scale * self.context.zoom_factor());
        let mut input =
            egui::RawInput { screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, points)), time: Some(self.time), events, ..Default::default() };
        input.viewports.entry(egui::ViewportId::ROOT).or_default().native_pixels_per_point = Some(self.scale);
        let mut output = self.context.run_ui(input, show);
        self.raster.set(&output.textures_delta);
        let soon = output.viewport_output.get(&egui::ViewportId::ROOT).map_or(std::time::Duration::MAX, |v| v.repaint_delay);
        self.last = Some((output.shapes, output.pixels_per_point));
        self.raster.free(&output.textures_delta);
        output.textures_delta.clear();
        soon
    }

    /// The text in the last frame, as far as nothing covers it: for tests of the layout.
    pub fn written(&self) -> Vec<Written> {
        let mut written: Vec<Written> = Vec::new();
        for egui::epaint::ClippedShape { clip_rect, shape } in self.last.iter().flat_map(|(shapes, _)| shapes) {
            note(shape, *clip_rect, &mut written);
        }
        written
    }

    /// The picture of the last frame.
    pub fn picture(&mut self) -> &ColorImage {
        self.picture_over(|raster| raster.image.pixels.fill(Color32::BLACK))
    }

    /// The picture of the last frame, on top of what is below it.
    pub(crate) fn picture_over(&mut self, below: impl FnOnce(&mut Raster)) -> &ColorImage {
        if let Some((shapes, scale)) = self.last.take() {
            let primitives = self.context.tessellate(shapes, scale);
            below(&mut self.raster);
            self.raster.paint(&primitives, scale);
        }
        &self.raster.image
    }
}

/// A line of text on the screen.
#[derive(Clone, Debug)]
pub struct Written {
    /// What it says.
    pub text: String,
    /// Where its ink is.
    pub ink: egui::Rect,
    /// The visible part of the panel it belongs to.
    pub clip: egui::Rect,
    /// Where its ink is seen.
    pub seen: egui::Rect,
    /// Whether it was cut with an ellipsis.
    pub elided: bool,
}

/// What is left of a rectangle under another one; all of it if that covers only a corner.
fn uncovered(text: egui::Rect, by: egui::Rect) -> egui::Rect {
    let across = [text.left(), text.right()].into_iter().filter(|x| by.x_range().contains(*x)).count();
    let down = by.top() <= text.top() && by.bottom() >= text.bottom();
    match across {
        2 if down => egui::Rect::NOTHING,
        2 if by.contains(text.center_top()) => text.with_min_y(by.bottom()),
        2 if by.contains(text.center_bottom()) => text.with_max_y(by.top()),
        1 if down && by.contains(text.left_center()) => text.with_min_x(by.right()),
        1 if down && by.contains(text.right_center()) => text.with_max_x(by.left()),
        _ => text,
    }
}

/// Adds the text of a shape to the text on the screen; whatever it covers is removed.
fn note(shape: &egui::Shape, clip: egui::Rect, written: &mut Vec<Written>) {
    let cover = |rect: egui::Rect, written: &mut Vec<Written>| {
        let rect = rect.intersect(clip);
        written.iter_mut().for_each(|text| text.seen = uncovered(text.seen, rect));
        written.retain(|text| text.seen.is_positive());
    };
    match shape {
        egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| note(shape, clip, written)),
        egui::Shape::Rect(rect) if rect.fill.is_opaque() => cover(rect.rect, written),
        egui::Shape::Mesh(mesh) if mesh.texture_id == TextureId::default() && mesh.vertices.iter().all(|vertex| vertex.color.is_opaque()) => {
            cover(mesh.calc_bounds(), written);
        }
        // What is turned stands upright at the sides of counters, drawn to scale.
        egui::Shape::Text(text) if text.opacity_factor > 0.0 && text.angle == 0.0 => {
            for row in &text.galley.rows {
                let (ink, says) = (row.visuals.mesh_bounds.translate(row.pos.to_vec2() + text.pos.to_vec2()), row.text());
                if ink.is_positive() && ink.intersects(clip) && !says.trim().is_empty() {
                    written.push(Written { text: says, ink, clip, seen: ink.intersect(clip), elided: text.galley.elided });
                }
            }
        }
        _ => {}
    }
}

/// Writes a picture as PNG, whole or not at all.
pub fn write_png(path: &std::path::Path, image: &ColorImage) -> Result<(), String> {
    crate::board::write_file(path, &encode_png(image)?).map_err(|fault| fault.to_string())
}

/// A picture as PNG.
pub fn encode_png(image: &ColorImage) -> Result<Vec<u8>, String> {
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b()]).collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, image.size[0] as u32, image.size[1] as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&bytes));
    written.map_err(|e| format!("the picture cannot be encoded: {e}"))?;
    Ok(out)
}
