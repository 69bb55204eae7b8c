//! The symbols: lines, arcs and dots in a box of 36 by 24.

use super::sheet::{CounterCanvas, Run, Type};
use crate::board::look::Symbol;
use crate::client::curves::{arc, bend, rounded};
use crate::client::skin::Face;
use bevy_egui::egui::{Color32, Pos2, Rect, pos2, vec2};
use std::f32::consts::{PI, TAU};

/// Where a symbol is drawn, in pixels.
pub(super) struct Frame<'s, 'a> {
    pub sheet: &'s mut CounterCanvas<'a>,
    /// The box of 36 by 24.
    pub rect: Rect,
    /// How thick lines are.
    pub line: f32,
    pub ink: Color32,
}

type Point = (f32, f32);

impl Frame<'_, '_> {
    fn at(&self, (x, y): Point) -> Pos2 {
        self.rect.lerp_inside(vec2(x / 36.0, y / 24.0))
    }

    fn scale(&self) -> f32 {
        self.rect.width() / 36.0
    }

    fn line(&mut self, points: &[Point]) {
        self.thick_line(points, 1.0);
    }

    fn thick_line(&mut self, points: &[Point], times: f32) {
        let points: Vec<Pos2> = points.iter().map(|p| self.at(*p)).collect();
        self.sheet.pen.stroke(&points, self.line * times, self.ink);
    }

    fn ring(&mut self, points: &[Point]) {
        let points: Vec<Pos2> = points.iter().map(|p| self.at(*p)).collect();
        self.sheet.pen.ring(&points, self.line, self.ink);
    }

    fn fill(&mut self, points: &[Point]) {
        let points: Vec<Pos2> = points.iter().map(|p| self.at(*p)).collect();
        self.sheet.pen.fill(&points, self.ink);
    }

    fn dot(&mut self, center: Point, radius: f32) {
        let (center, radius) = (self.at(center), radius * self.scale());
        self.sheet.pen.disc(center, radius.max(0.8), self.ink);
    }

    fn circle(&mut self, center: Point, radius: f32) {
        let points = arc(self.at(center), vec2(radius, radius) * self.scale(), 0.0, TAU);
        self.sheet.pen.ring(&points, self.line, self.ink);
    }

    /// Part of an ellipse, clockwise from the right.
    fn bow(&mut self, center: Point, radius: Point, from: f32, to: f32) {
        let points = self.bow_points(center, radius, from, to);
        self.sheet.pen.stroke(&points, self.line, self.ink);
    }

    fn bow_points(&self, center: Point, radius: Point, from: f32, to: f32) -> Vec<Pos2> {
        arc(self.at(center), vec2(radius.0, radius.1) * self.scale(), from, to)
    }

    /// Half an ellipse standing on its flat side, filled.
    fn dome(&mut self, foot: Point, radius: Point) {
        let points = self.bow_points(foot, radius, PI, TAU);
        self.sheet.pen.fill(&points, self.ink);
    }

    /// A wave of this many half lengths, the first of them upward.
    fn wave(&mut self, start: Point, length: f32, height: f32, count: u8, times: f32) {
        let mut points = vec![self.at(start)];
        for i in 0..count {
            let (left, lift) = (start.0 + f32::from(i) * length, if i % 2 == 0 { -height } else { height });
            let [from, toward, to] = [(left, start.1), (left + length / 2.0, start.1 + lift), (left + length, start.1)].map(|p| self.at(p));
            points.extend(bend(from, toward, to));
        }
        self.sheet.pen.stroke(&points, self.line * times, self.ink);
    }

    fn letters(&mut self, text: &str, base: Point, size: f32) {
        let how = Type { face: Face::NarrowBlack, size: size * self.scale(), room: self.rect.width(), color: self.ink, run: Run::Across };
        let base = self.at(base);
        self.sheet.text(text, base, how);
    }

    fn oval(&mut self) {
        let rect = Rect::from_min_max(self.at((5.5, 5.5)), self.at((30.5, 18.5)));
        let points = rounded(rect, rect.height() / 2.0);
        self.sheet.pen.ring(&points, self.line, self.ink);
    }

    fn rising(&mut self) {
        self.line(&[(0.0, 24.0), (36.0, 0.0)]);
    }

    fn cross(&mut self) {
        self.line(&[(0.0, 0.0), (36.0, 24.0)]);
        self.rising();
    }

    fn parachute(&mut self) {
        for middle in [14.5, 21.5] {
            self.bow((middle, 21.0), (3.5, 3.5), PI, TAU);
        }
    }

    fn anchor(&mut self) {
        self.line(&[(18.0, 5.6), (18.0, 20.6)]);
        self.line(&[(14.0, 8.5), (22.0, 8.5)]);
        self.bow((18.0, 15.0), (6.0, 6.0), 0.0, PI);
        self.circle((18.0, 4.0), 1.6);
    }

    fn dish(&mut self) {
        self.bow((18.0, 24.0), (16.0, 15.0), PI, TAU);
    }

    /// Draws a symbol.
    pub(crate) fn symbol(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Plain => {}
            Symbol::Infantry => self.cross(),
            Symbol::Mechanised => {
                self.cross();
                self.oval();
            }
            Symbol::Tank => self.oval(),
            Symbol::Motorised => {
                self.cross();
                self.line(&[(18.0, 0.0), (18.0, 24.0)]);
            }
            Symbol::Mountain => {
                self.cross();
                self.fill(&[(12.5, 24.0), (18.0, 13.5), (23.5, 24.0)]);
            }
            Symbol::ComplexTerrain => {
                self.cross();
                self.line(&[(12.0, 24.0), (18.0, 13.0), (24.0, 24.0)]);
            }
            Symbol::Parachute => {
                self.cross();
                self.parachute();
            }
            Symbol::AirAssault => {
                self.cross();
                self.line(&[(12.0, 24.0), (18.0, 18.0), (24.0, 24.0)]);
            }
            Symbol::ParachuteMechanised => {
                self.cross();
                self.oval();
                self.parachute();
            }
            Symbol::NavalInfantry => {
                self.cross();
                self.anchor();
            }
            Symbol::Amphibious => {
                self.cross();
                self.wave((3.0, 19.0), 6.0, 4.0, 5, 1.0);
            }
            Symbol::SpecialForces => self.lettered_cross("SF", 9.0),
            Symbol::Police => self.lettered_cross("P", 10.0),
            Symbol::Militia => self.lettered_cross("M", 10.0),
            Symbol::Guerrilla => self.lettered_cross("G", 10.0),
            Symbol::Reconnaissance | Symbol::Cavalry => self.rising(),
            Symbol::ArmouredCavalry => {
                self.rising();
                self.oval();
            }
            Symbol::CombinedArms => {
                self.cross();
                self.oval();
                self.dot((18.0, 12.0), 2.4);
            }
            Symbol::Irregulars => {
                self.wave((5.0, 12.0), 8.67, 8.0, 3, 1.3);
                self.line(&[(2.0, 20.5), (34.0, 20.5)]);
            }
            Symbol::StaticDefence => {
                self.cross();
                self.oval();
                self.crenels();
            }
            Symbol::Cyberwar => self.letters("CW", (18.0, 17.2), 14.0),
            Symbol::Headquarters => self.letters("HQ", (18.0, 17.8), 16.0),
            _ => self.machine(symbol),
        }
    }

    fn lettered_cross(&mut self, text: &str, size: f32) {
        self.cross();
        self.letters(text, (18.0, 22.6), size);
    }

    fn crenels(&mut self) {
        for left in [3.0, 15.0, 27.0] {
            self.fill(&[(left, 24.0), (left, 20.5), (left + 6.0, 20.5), (left + 6.0, 24.0)]);
        }
    }

    /// Guns, machines and things.
    fn machine(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Artillery => self.dot((18.0, 12.0), 4.2),
            Symbol::SpArtillery => {
                self.oval();
                self.dot((18.0, 12.0), 3.0);
            }
            Symbol::RocketArtillery => {
                self.dot((18.0, 18.2), 3.0);
                self.line(&[(12.5, 9.0), (18.0, 4.0), (23.5, 9.0)]);
                self.line(&[(12.5, 14.0), (18.0, 9.0), (23.5, 14.0)]);
            }
            Symbol::Missile => self.missile(),
            Symbol::AntiAircraft => self.dish(),
            Symbol::AirDefenceBase => {
                self.dish();
                self.line(&[(18.0, 21.5), (18.0, 13.5)]);
                self.fill(&[(18.0, 10.4), (22.3, 15.6), (13.7, 15.6)]);
            }
            Symbol::Helicopter => {
                self.fill(&[(5.0, 5.5), (18.0, 12.0), (5.0, 18.5)]);
                self.fill(&[(31.0, 5.5), (31.0, 18.5), (18.0, 12.0)]);
            }
            Symbol::Navy => {
                self.fill(&[(3.0, 15.0), (33.0, 15.0), (28.5, 21.5), (7.5, 21.5)]);
                self.fill(&[(12.0, 15.2), (12.0, 10.0), (22.0, 10.0), (22.0, 15.2)]);
                self.line(&[(17.0, 10.0), (17.0, 3.5)]);
                self.line(&[(22.0, 12.4), (30.0, 10.2)]);
            }
            Symbol::Convoy => {
                self.ring(&[(4.0, 5.0), (21.0, 5.0), (21.0, 18.0), (4.0, 18.0)]);
                self.ring(&[(21.0, 10.0), (27.5, 10.0), (32.0, 14.0), (32.0, 18.0), (21.0, 18.0)]);
                self.dot((10.0, 19.5), 3.0);
                self.dot((26.0, 19.5), 3.0);
            }
            Symbol::Leader => {
                self.dot((18.0, 7.0), 5.0);
                self.dome((18.0, 24.0), (10.5, 10.0));
            }
            Symbol::Radar => {
                let points = self.bow_points((15.6, 12.6), (9.6, 9.6), 0.9 * PI / 4.0, 5.1 * PI / 4.0);
                self.sheet.pen.fill(&points, self.ink);
                self.line(&[(15.5, 12.5), (25.5, 4.4)]);
                self.dot((26.4, 3.7), 2.2);
                self.line(&[(14.0, 21.0), (14.0, 23.4), (8.0, 23.4), (21.0, 23.4)]);
            }
            Symbol::Communications => self.thick_line(&[(2.0, 13.5), (15.0, 13.5), (20.5, 6.0), (15.8, 18.0), (21.3, 10.5), (34.0, 10.5)], 1.15),
            Symbol::Mob => {
                for (x, y, r) in [(8.5, 10.0, 3.5), (27.5, 10.0, 3.5), (18.0, 6.5, 4.2)] {
                    self.dot((x, y), r);
                }
                self.dome((8.5, 22.0), (6.5, 7.5));
                self.dome((27.5, 22.0), (6.5, 7.5));
                self.dome((18.0, 22.0), (7.4, 10.0));
            }
            Symbol::Garrison => {
                let wall = [5.0, 10.0, 10.0, 15.0, 15.0, 21.0, 21.0, 26.0, 26.0, 31.0, 31.0, 5.0];
                let tops = [8.0, 8.0, 13.0, 13.0, 8.0, 8.0, 13.0, 13.0, 8.0, 8.0, 22.0, 22.0];
                self.ring(&wall.into_iter().zip(tops).collect::<Vec<Point>>());
            }
            Symbol::ForwardBase => {
                self.ring(&[(4.5, 22.0), (4.5, 10.0), (18.0, 2.5), (31.5, 10.0), (31.5, 22.0)]);
                self.letters("FOB", (18.0, 18.8), 9.5);
            }
            Symbol::NonLethal => {
                self.ring(&[(6.0, 3.0), (30.0, 3.0), (30.0, 21.0), (6.0, 21.0)]);
                self.line(&[(6.0, 3.0), (30.0, 21.0)]);
                self.line(&[(6.0, 21.0), (30.0, 3.0)]);
            }
            Symbol::Marker => {
                self.line(&[(6.0, 13.0), (6.0, 21.5), (30.0, 21.5), (30.0, 13.0)]);
                self.fill(&[(15.6, 2.0), (20.4, 2.0), (20.4, 9.5), (25.0, 9.5), (18.0, 17.5), (11.0, 9.5), (15.6, 9.5)]);
            }
            _ => self.aircraft(symbol),
        }
    }

    fn missile(&mut self) {
        let [tip, shoulder_right, hip_right] = [(18.0, 1.5), (22.5, 12.0), (22.5, 17.5)].map(|p| self.at(p));
        let [shoulder_left, hip_left] = [(13.5, 12.0), (13.5, 17.5)].map(|p| self.at(p));
        let [cheek_right, cheek_left, foot_right, foot_left] = [(22.5, 6.0), (13.5, 6.0), (26.5, 22.5), (9.5, 22.5)].map(|p| self.at(p));
        let mut points = vec![tip];
        points.extend(bend(tip, cheek_right, shoulder_right));
        points.extend([hip_right, foot_right, foot_left, hip_left, shoulder_left]);
        points.extend(bend(shoulder_left, cheek_left, tip));
        self.sheet.pen.fill(&points, self.ink);
    }

    fn aircraft(&mut self, symbol: Symbol) {
        // The right half from the nose back; the left is its reflection.
        let half: &[Point] = match symbol {
            Symbol::TacticalAir => {
                &[(18.0, 1.5), (19.4, 4.5), (20.0, 9.0), (31.5, 15.2), (31.5, 17.2), (20.0, 14.6), (19.5, 19.0), (23.2, 21.4), (23.2, 22.8), (18.0, 21.8)]
            }
            Symbol::StrategicAir => {
                &[(18.0, 0.5), (19.3, 3.0), (20.0, 8.0), (35.0, 13.6), (35.0, 16.0), (20.0, 13.6), (19.5, 19.2), (25.0, 21.6), (25.0, 23.2), (18.0, 22.0)]
            }
            Symbol::FifthGeneration => &[(18.0, 1.0), (21.0, 9.0), (31.0, 17.2), (30.6, 19.0), (22.4, 17.8), (22.8, 22.6), (20.4, 22.6), (18.0, 20.4)],
            _ => {
                self.thick_line(&[(4.0, 8.0), (18.0, 15.5), (32.0, 8.0)], 1.7);
                self.fill(&[(16.6, 13.0), (19.4, 13.0), (19.0, 22.5), (17.0, 22.5)]);
                self.dot((18.0, 14.5), 2.6);
                return;
            }
        };
        let left = half.iter().rev().filter(|(x, _)| *x > 18.0).map(|(x, y)| (36.0 - x, *y));
        self.fill(&half.iter().copied().chain(left).collect::<Vec<Point>>());
        if symbol == Symbol::StrategicAir {
            for x in [8.0, 12.6, 23.4, 28.0] {
                self.line(&[(x, 11.0), (x, 16.6)]);
            }
        }
    }
}

/// The box of a symbol in pixels: its outline is as thick as its lines and lies on pixels.
pub(super) fn boxed(sheet: &mut CounterCanvas<'_>, outer: Rect, thick: f32, plate: Color32, ink: Color32) -> Rect {
    let thick = thick.round().max(1.0);
    sheet.pen.block(outer, ink);
    sheet.pen.block(outer.shrink(thick), plate);
    outer.shrink(thick / 2.0)
}

/// The anchor of a badge: around a point in pixels, so high.
pub(super) fn small_anchor(sheet: &mut CounterCanvas<'_>, center: Pos2, height: f32, ink: Color32) {
    let rect = Rect::from_center_size(center + vec2(0.0, -0.01 * height), vec2(1.5, 1.0) * height * 1.18);
    let line = (height * 0.115).max(1.0);
    Frame { sheet, rect, line, ink }.anchor();
}

/// Two heads side by side, in a disc.
pub(super) fn small_heads(sheet: &mut CounterCanvas<'_>, center: Pos2, radius: f32, ink: Color32) {
    for side in [-0.40, 0.40] {
        let head = center + vec2(side, -0.18) * radius;
        sheet.pen.disc(head, radius * 0.24, ink);
        let foot = pos2(head.x, center.y + radius * 0.52);
        sheet.pen.fill(&arc(foot, vec2(0.38, 0.40) * radius, PI, TAU), ink);
    }
}
