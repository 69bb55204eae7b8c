//! The ground of a piece of the map, ready to be shown: as triangles, or as a picture where there would be too many of them.

use super::super::raster::Raster;
use super::super::scene::Sheet;
use super::super::scene::engine::{Dressed, texture};
use bevy_egui::egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use bevy_egui::egui::{Color32, ColorImage, Pos2, Rect, TextureId, vec2};

/// The ground of a piece of the map at one zoom, in points from the map's origin: layer by layer, the lowest first.
pub(crate) struct GroundPieces {
    pub zoom: f32,
    pub stretch: Rect,
    pub layers: Vec<GroundLayer>,
    /// The picture that stamped layers are painted with.
    pub symbols: Sheet,
}

/// A layer of the ground.
pub(crate) struct GroundLayer {
    pub mesh: Mesh,
    /// The same as the engine wants it, and then only that.
    pub dressed: Dressed,
    /// Whether it is painted with the symbols.
    pub stamped: bool,
}

/// How many times its own size a triangle takes, with what the engine and the driver keep for it (found by trying 1, 2 and 4 on the largest map).
const KEPT: usize = 2;
/// The widest picture that every graphics card takes, in pixels.
const WIDEST: f32 = 8192.0;
const SYMBOLS: TextureId = TextureId::User(1);

impl GroundPieces {
    /// Paints the triangles into a picture if that takes less memory. Seen from far away, a map has more triangles than pixels.
    pub(crate) fn flatten(&mut self, pixels_per_point: f32) {
        let pixels = self.stretch * (self.zoom * pixels_per_point);
        let pixels = Rect::from_min_max(pixels.min.floor(), pixels.max.ceil());
        let bytes = |layer: &GroundLayer| layer.mesh.vertices.len() * size_of::<Vertex>() + layer.mesh.indices.len() * size_of::<u32>();
        let triangles = KEPT * self.layers.iter().map(bytes).sum::<usize>();
        if pixels.size().max_elem() > WIDEST || triangles as f32 <= pixels.area() * size_of::<Color32>() as f32 {
            return;
        }
        let Sheet::Pixels(symbols) = &self.symbols else { return }; // the engine has it already
        let mut raster = Raster::on(ColorImage::filled([pixels.width() as usize, pixels.height() as usize], Color32::TRANSPARENT));
        raster.hang(SYMBOLS, symbols.clone());
        for mut layer in self.layers.drain(..) {
            layer.mesh.translate(-pixels.min.to_vec2() / pixels_per_point);
            layer.mesh.texture_id = if layer.stamped { SYMBOLS } else { TextureId::default() };
            let all = ClippedPrimitive { clip_rect: Rect::EVERYTHING, primitive: Primitive::Mesh(layer.mesh) };
            raster.paint(&[all], pixels_per_point);
        }
        let mut mesh = Mesh::default();
        mesh.add_rect_with_uv(pixels / pixels_per_point, Rect::from_min_size(Pos2::ZERO, vec2(1.0, 1.0)), Color32::WHITE);
        self.layers.push(GroundLayer { mesh, dressed: Dressed::default(), stamped: true });
        self.symbols = Sheet::from(raster.image);
    }

    /// Makes of its triangles and its picture what the engine wants.
    pub(crate) fn dress(&mut self) {
        if let Sheet::Pixels(image) = &self.symbols {
            self.symbols = Sheet::Dressed(Box::new(texture(image, false)));
        }
        for layer in &mut self.layers {
            layer.dressed = Dressed::of(std::mem::take(&mut layer.mesh));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    /// Crossing lines, half transparent, more of them than pixels, and a symbol.
    fn busy() -> GroundPieces {
        let (zoom, stretch) = (8.0, Rect::from_min_max(pos2(0.3, 0.2), pos2(6.3, 5.2)));
        let mut lines = Mesh::default();
        for n in 0..1500 {
            let at = pos2((n * 7 % 60) as f32 * 0.8, (n * 11 % 50) as f32 * 0.83);
            let color = Color32::from_rgba_unmultiplied((n % 256) as u8, (n * 3 % 256) as u8, 90, 120);
            lines.add_colored_rect(Rect::from_min_size(at, vec2(3.3, 2.6)), color);
        }
        let mut symbol = Mesh::default();
        symbol.add_rect_with_uv(Rect::from_min_size(pos2(10.0, 10.0), vec2(9.0, 9.0)), Rect::from_min_size(Pos2::ZERO, vec2(1.0, 1.0)), Color32::WHITE);
        let layer = |mesh, stamped| GroundLayer { mesh, dressed: Dressed::default(), stamped };
        GroundPieces { zoom, stretch, layers: vec![layer(lines, false), layer(symbol, true)], symbols: Sheet::from(ColorImage::filled([4, 4], Color32::RED)) }
    }

    /// What a piece looks like on paper, with the map's origin on a pixel.
    fn on_paper(ground: &GroundPieces, scale: f32) -> ColorImage {
        let mut raster = Raster::on(ColorImage::filled([120, 100], Color32::from_rgb(226, 214, 180)));
        let Sheet::Pixels(symbols) = &ground.symbols else { panic!("the engine has not got it yet") };
        raster.hang(SYMBOLS, symbols.clone());
        for layer in &ground.layers {
            let mesh = Mesh { texture_id: if layer.stamped { SYMBOLS } else { TextureId::default() }, ..layer.mesh.clone() };
            raster.paint(&[ClippedPrimitive { clip_rect: ground.stretch * ground.zoom, primitive: Primitive::Mesh(mesh) }], scale);
        }
        raster.image
    }

    #[test]
    fn a_flattened_piece_looks_as_its_triangles_do() {
        for scale in [1.0, 1.5, 2.0] {
            let mut ground = busy();
            let before = on_paper(&ground, scale);
            ground.flatten(scale);
            assert_eq!(ground.layers.len(), 1, "it has fewer pixels than triangles");
            let after = on_paper(&ground, scale);
            let off = |(a, b): (&Color32, &Color32)| a.to_array().into_iter().zip(b.to_array()).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
            let worst = before.pixels.iter().zip(&after.pixels).map(off).max();
            assert!(worst <= Some(8), "a pixel is {worst:?} levels off at {scale} pixels a point");
        }
    }

    #[test]
    fn a_piece_with_few_triangles_stays_as_it_is() {
        let mut ground = busy();
        ground.layers.remove(0);
        ground.flatten(1.0);
        assert!(ground.layers.len() == 1 && matches!(&ground.symbols, Sheet::Pixels(image) if image.size == [4, 4]));
    }
}
