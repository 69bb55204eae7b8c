//! Which part of the map is in view, and how close. Map lengths are in hexes: the distance between the centers of two neighbors is 1.

use bevy_egui::egui::{Pos2, Rect, Vec2};

/// How far beyond the edge of the map the view may go, in hexes.
const MARGIN: f32 = 0.75;

/// A view of the map.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// The point of the map at the center of the view.
    pub center: Pos2,
    /// Screen points per hex.
    pub zoom: f32,
    /// Where on the screen the map is shown, in points.
    pub view: Rect,
}

impl Camera {
    /// A view that fits in a whole piece of the map.
    pub fn fit(map: Rect, view: Rect) -> Camera {
        let zoom = (view.width() / map.width()).min(view.height() / map.height());
        Camera { center: map.center(), zoom, view }
    }

    /// Where a point of the map is on the screen.
    pub fn to_screen(&self, map: Pos2) -> Pos2 {
        self.view.center() + (map - self.center) * self.zoom
    }

    /// Which point of the map is at a point of the screen.
    pub fn to_map(&self, screen: Pos2) -> Pos2 {
        self.center + (screen - self.view.center()) / self.zoom
    }

    /// The part of the map in view.
    pub fn seen(&self) -> Rect {
        Rect::from_center_size(self.center, self.view.size() / self.zoom)
    }

    /// Zooms in or out around a point of the screen, which stays where it is.
    pub fn zoom_about(&mut self, screen: Pos2, factor: f32, bounds: std::ops::RangeInclusive<f32>) {
        let held = self.to_map(screen);
        self.zoom = (self.zoom * factor).clamp(*bounds.start(), *bounds.end());
        self.center += held - self.to_map(screen);
    }

    /// Moves with the pointer by a distance on the screen.
    pub fn pan(&mut self, screen: Vec2) {
        self.center -= screen / self.zoom;
    }

    /// Keeps the view on the map: little of what is around it is shown, and a map smaller than the view stays centered.
    pub fn keep_within(&mut self, map: Rect) {
        let half = self.view.size() / self.zoom / 2.0;
        let keep = |at: f32, low: f32, high: f32| if low < high { at.clamp(low, high) } else { (low + high) / 2.0 };
        self.center = Pos2::new(
            keep(self.center.x, map.min.x + half.x - MARGIN, map.max.x - half.x + MARGIN),
            keep(self.center.y, map.min.y + half.y - MARGIN, map.max.y - half.y + MARGIN),
        );
    }
}
