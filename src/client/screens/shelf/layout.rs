//! Where everything on the shelf goes, for the size of the window.

use crate::client::desk::Class;
use crate::client::screens::cover::TALL;
use crate::games::Title;
use bevy_egui::egui::{Pos2, Rect, pos2, vec2};

/// Lengths of a class of window, in points, for the window it was drawn for.
struct Measures {
    margin: f32,
    /// From the top of the window to the title, from there to the boxes.
    title_top: f32,
    boxes_top: f32,
    title_size: f32,
    /// The widest box.
    widest: f32,
    gap: f32,
    /// How many boxes are in view.
    in_view: f32,
    plank: f32,
    status_gap: f32,
    status_size: f32,
    /// From the plank to the panels, the panels, and from there to the end.
    panels_gap: f32,
    panels: f32,
    foot: f32,
}

const WIDE: Measures = Measures {
    margin: 96.0,
    title_top: 54.0,
    boxes_top: 190.0,
    title_size: 44.0,
    widest: 318.0,
    gap: 34.5,
    in_view: 5.0,
    plank: 34.0,
    status_gap: 16.0,
    status_size: 14.0,
    panels_gap: 76.0,
    panels: 196.0,
    foot: 84.0,
};

const NARROW: Measures = Measures {
    margin: 48.0,
    title_top: 18.0,
    boxes_top: 98.0,
    title_size: 32.0,
    widest: 290.0,
    gap: 36.0,
    in_view: 5.0,
    plank: 26.0,
    status_gap: 10.0,
    status_size: 12.0,
    panels_gap: 46.0,
    panels: 156.0,
    foot: 40.0,
};

const TINY: Measures = Measures {
    margin: 24.0,
    title_top: 8.0,
    boxes_top: 58.0,
    title_size: 24.0,
    widest: 240.0,
    gap: 26.0,
    in_view: 3.0,
    plank: 16.0,
    status_gap: 6.0,
    status_size: 11.5,
    panels_gap: 46.0,
    panels: 62.0,
    foot: 12.0,
};

/// Where everything goes.
pub(crate) struct Layout {
    /// The class of window.
    pub class: Class,
    /// The line of the title and the buttons beside it.
    pub header: Rect,
    /// Size of the title.
    pub title_size: f32,
    /// The row of boxes with the text under them.
    pub row: Rect,
    /// Between two boxes.
    pub gap: f32,
    /// The plank.
    pub plank: Rect,
    /// Where the line under the boxes begins.
    pub status_top: f32,
    /// Size of that line.
    pub status_size: f32,
    /// The game to continue.
    pub go_on: Rect,
    /// The games before it; none in a tiny window.
    pub recent: Option<Rect>,
    /// The line at the bottom.
    pub foot: Pos2,
    size: bevy_egui::egui::Vec2,
}

/// The share of the width taken by the game to continue.
const GO_ON: f32 = 0.62;

impl Layout {
    /// Lays the shelf out in a window.
    pub(crate) fn of(window: Rect) -> Layout {
        let class = Class::of(window.width());
        let m = match class {
            Class::Wide => WIDE,
            Class::Narrow => NARROW,
            Class::Tiny => TINY,
        };
        let count = Title::ALL.len() as f32;
        let margin = if class == Class::Wide { (m.margin * window.width() / 1920.0).clamp(72.0, 160.0) } else { m.margin };
        // A low window takes from everything but the panels; a high one gives to the room above and below the boxes.
        let fixed = m.boxes_top + m.plank + m.panels_gap + m.panels + m.foot;
        let by_width = (window.width() - margin * 2.0 - m.gap * (m.in_view - 1.0)) / m.in_view;
        let by_height = (window.height() - fixed) / TALL;
        let width = by_width.min(by_height).clamp(120.0, m.widest).floor();
        let size = vec2(width, (width * TALL).round());
        let spare = (window.height() - fixed - size.y).max(0.0);
        let row_top = window.top() + m.boxes_top + spare * 0.35;
        let gap = match class {
            Class::Tiny => m.gap,
            _ => (window.width() - margin * 2.0 - size.x * count) / (count - 1.0),
        };
        let plank = Rect::from_min_size(pos2(window.left(), row_top + size.y + 2.0), vec2(window.width(), m.plank));
        let status_top = plank.bottom() + m.status_gap;
        let inner = (window.left() + margin, window.right() - margin);
        let header = Rect::from_min_max(
            pos2(inner.0, window.top() + m.title_top + spare * 0.12),
            pos2(inner.1, window.top() + m.title_top + spare * 0.12 + m.title_size * 1.36),
        );
        let panels_top = plank.bottom() + m.panels_gap + spare * 0.2;
        let panels = Rect::from_min_max(pos2(inner.0, panels_top), pos2(inner.1, panels_top + m.panels + (spare * 0.2).min(24.0)));
        let (go_on, recent) = if class == Class::Tiny {
            (panels, None)
        } else {
            let part = panels.left() + panels.width() * GO_ON;
            (panels.with_max_x(part), Some(panels.with_min_x(part + 24.0)))
        };
        let row = match class {
            Class::Tiny => Rect::from_min_max(pos2(window.left(), row_top - 8.0), pos2(window.right(), status_top + 32.0)),
            _ => Rect::from_min_max(pos2(inner.0, row_top), pos2(inner.1, status_top + 24.0)),
        };
        Layout {
            class,
            header,
            title_size: m.title_size,
            row,
            gap,
            plank,
            status_top,
            status_size: m.status_size,
            go_on,
            recent,
            foot: pos2(inner.0, (window.bottom() - m.foot * 0.55).max(panels.bottom() + 8.0)),
            size,
        }
    }

    /// The place of a box in the row that begins here.
    pub(crate) fn place(&self, from: Pos2, at: usize) -> Rect {
        let inset = if self.class == Class::Tiny { vec2(TINY.margin, 8.0) } else { vec2(0.0, 0.0) };
        Rect::from_min_size(from + inset + vec2((self.size.x + self.gap) * at as f32, 0.0), self.size)
    }

    /// Where the line under a box ends.
    pub(crate) fn status_below(&self, under: Rect) -> f32 {
        (self.status_top + self.status_size * 1.5).max(under.bottom())
    }

    /// How wide the whole row is where it scrolls.
    pub(crate) fn row_width(&self) -> f32 {
        let count = Title::ALL.len() as f32;
        TINY.margin * 2.0 + self.size.x * count + self.gap * (count - 1.0)
    }
}
