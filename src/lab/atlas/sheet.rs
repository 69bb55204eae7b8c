//! Where everything goes on the page.

use super::pen::{Pen, Type, line, polygon};
use crate::board::{Chart, Dir, Ground, Ix, Orientation, Survey};
use crate::cartography::{GroundKind, Layout, each_side};
use hexx::Vec2;

/// Pixels from the middle of a hex to the middle of the next.
pub(super) const UNIT: f32 = 72.0;

/// Room above the map for the title, and round it.
const TOP: f32 = 96.0;
const MARGIN: f32 = 40.0;

/// A map laid out on a page.
pub(super) struct Drawing<'a> {
    pub ground: &'a Ground,
    pub survey: Survey<'a>,
    pub layout: Layout,
    /// How the ground of each hex is drawn.
    pub kinds: Vec<GroundKind>,
    origin: Vec2,
    /// The corners of the rectangle that holds all hexes.
    pub frame: (Vec2, Vec2),
}

impl<'a> Drawing<'a> {
    pub(super) fn new(ground: &'a Ground, chart: &'a Chart) -> Drawing<'a> {
        let layout = Layout::new(&ground.grid);
        let kinds = ground.grid.all().map(|ix| GroundKind::of(ground, chart.hex(ground, ix), ix)).collect();
        let origin = Vec2::new(MARGIN, TOP) - layout.low * UNIT;
        let frame = (layout.low * UNIT + origin, layout.high * UNIT + origin);
        Drawing { ground, survey: Survey::new(ground, chart), layout, kinds, origin, frame }
    }

    pub(super) fn chart(&self) -> &'a Chart {
        self.survey.chart
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Ix> + use<> {
        self.ground.grid.all()
    }

    /// A line of corners on the page.
    pub(super) fn corners(&self, line: &[hexx::Hex]) -> Vec<Vec2> {
        line.iter().map(|key| self.corner(*key)).collect()
    }

    pub(super) fn center(&self, ix: Ix) -> Vec2 {
        self.layout.center(ix) * UNIT + self.origin
    }

    /// A corner by the name that [`crate::board::Grid::corners`] gives it.
    pub(super) fn corner(&self, key: hexx::Hex) -> Vec2 {
        self.layout.corner(key) * UNIT + self.origin
    }

    /// The ends of a side.
    pub(super) fn side(&self, ix: Ix, dir: Dir) -> [Vec2; 2] {
        self.ground.grid.corners(ix, dir).map(|key| self.corner(key))
    }

    /// The six corners of a hex, drawn toward its middle by a factor.
    pub(super) fn outline(&self, ix: Ix, scale: f32) -> [Vec2; 6] {
        Dir::ALL.map(|dir| self.center(ix).lerp(self.side(ix, dir)[0], scale))
    }

    /// A point of `shore.ron`.
    pub(super) fn on_page(&self, at: (f32, f32)) -> Vec2 {
        (Vec2::from(at) + self.layout.shore) * UNIT + self.origin
    }

    /// The inverse of [`Self::on_page`].
    pub(super) fn on_shore(&self, at: Vec2) -> (f32, f32) {
        ((at - self.origin) / UNIT - self.layout.shore).into()
    }

    /// Path data of many whole hexes.
    pub(super) fn area(&self, hexes: impl Iterator<Item = Ix>) -> String {
        hexes.map(|ix| polygon(&self.outline(ix, 1.0))).collect()
    }

    pub(super) fn is_land(&self, ix: Ix) -> bool {
        !self.kinds[ix.at()].is_water()
    }

    /// Where the number of a hex is written: the middle of its base line.
    pub(super) fn number_at(&self, ix: Ix) -> Vec2 {
        let up = if self.ground.grid.orientation() == Orientation::Pointy { 0.36 } else { 0.375 };
        self.center(ix) - Vec2::new(0.0, up * UNIT)
    }
}

/// The size of a hex number.
pub(super) const NUMBER: f32 = 8.6;

/// Draws the hexes and their numbers.
pub(super) fn grid(pen: &mut Pen, sheet: &Drawing<'_>) {
    let grid = &sheet.ground.grid;
    let lines: String = each_side(grid).map(|(ix, dir)| sheet.side(ix, dir)).map(|[a, b]| line(a, b)).collect();
    pen.path(&lines, "fill=\"none\" stroke=\"#3f3a2c\" stroke-opacity=\"0.34\" stroke-width=\"0.8\" stroke-linecap=\"round\"");
    pen.open("id=\"numbers\" letter-spacing=\"0.3\"");
    for ix in sheet.all() {
        let fill = if sheet.is_land(ix) { "#5d5543" } else { "#4f7c97" };
        pen.text(sheet.number_at(ix), "middle", Type { size: NUMBER, fill, halo: "", style: "" }, 0.0, &grid.hex(ix).to_string());
    }
    pen.close();
}
