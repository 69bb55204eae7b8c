//! Writes SVG.

use hexx::Vec2;
use std::fmt::{self, Write};

/// An SVG text being written.
pub(super) struct Pen {
    text: String,
}

/// A point as SVG writes it.
pub(super) struct At(pub Vec2);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} {:.1}", self.0.x, self.0.y)
    }
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub size: f32,
    pub fill: &'static str,
    /// Color of the halo; empty: none.
    pub halo: &'static str,
    /// Further attributes.
    pub style: &'static str,
}

impl Pen {
    pub(super) fn new(size: Vec2, title: &str) -> Pen {
        let mut pen = Pen { text: String::with_capacity(1 << 20) };
        pen.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0}\" height=\"{1:.0}\" viewBox=\"0 0 {0:.0} {1:.0}\" font-family=\"'Noto Sans','DejaVu Sans',Verdana,sans-serif\">",
            size.x, size.y
        ));
        pen.put(format_args!("<title>{}</title>", Escaped(title)));
        pen.put(format_args!("<rect width=\"100%\" height=\"100%\" fill=\"#fbf8ef\"/>"));
        pen
    }

    pub(super) fn put(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(what);
        self.text.push('\n');
    }

    pub(super) fn open(&mut self, attributes: &str) {
        self.put(format_args!("<g {attributes}>"));
    }

    pub(super) fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    pub(super) fn path(&mut self, d: &str, attributes: &str) {
        if !d.is_empty() {
            self.put(format_args!("<path d=\"{d}\" {attributes}/>"));
        }
    }

    /// A text whose middle, start or end (`anchor`) stands at a point of its base line.
    pub(super) fn text(&mut self, at: Vec2, anchor: &str, kind: Type, turn: f32, text: &str) {
        let halo = if kind.halo.is_empty() {
            String::new()
        } else {
            format!(" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\" paint-order=\"stroke\"", kind.halo, kind.size * 0.22)
        };
        let turn = if turn == 0.0 { String::new() } else { format!(" transform=\"rotate({turn:.1} {})\"", At(at)) };
        self.put(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"{:.1}\" fill=\"{}\"{halo}{turn} {}>{}</text>",
            at.x,
            at.y,
            kind.size,
            kind.fill,
            kind.style,
            Escaped(text)
        ));
    }

    pub(super) fn done(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// How wide a text will be, roughly: fonts differ, so a little more than most need.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | '\'' | '.' | ',' | ' ' | '(' | ')' | '-' | 't' | 'f' | 'I' | 'r' => 0.36,
        'm' | 'w' | 'M' | 'W' => 0.92,
        c if c.is_uppercase() => 0.70,
        _ => 0.60,
    };
    text.chars().map(of).sum::<f32>() * size
}

/// Text between tags.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Path data of a polygon.
pub(super) fn polygon(points: &[Vec2]) -> String {
    let mut d = String::new();
    for (i, point) in points.iter().enumerate() {
        let _ = write!(d, "{}{}", if i == 0 { 'M' } else { 'L' }, At(*point));
    }
    if !d.is_empty() {
        d.push('Z');
    }
    d
}

/// Path data of a straight line.
pub(super) fn line(from: Vec2, to: Vec2) -> String {
    format!("M{}L{}", At(from), At(to))
}

/// Path data of a circle.
pub(super) fn circle(at: Vec2, radius: f32) -> String {
    format!("M{}a{radius:.1} {radius:.1} 0 1 0 {:.1} 0a{radius:.1} {radius:.1} 0 1 0 {:.1} 0Z", At(at - Vec2::new(radius, 0.0)), 2.0 * radius, -2.0 * radius)
}

/// Path data of a line that rounds its bends: it passes through the middle of every stretch and bends about the points.
/// A line that ends where it begins is closed.
pub(super) fn smooth(points: &[Vec2]) -> String {
    let mut d = String::new();
    let [first, inner @ .., last] = points else { return d };
    let ring = first == last && !inner.is_empty();
    let start = first.midpoint(points[1]);
    let _ = if ring { write!(d, "M{}", At(start)) } else { write!(d, "M{}L{}", At(*first), At(start)) };
    for (bend, next) in inner.iter().zip(&points[2..]) {
        let _ = write!(d, "Q{} {}", At(*bend), At(bend.midpoint(*next)));
    }
    let _ = if ring { write!(d, "Q{} {}Z", At(*last), At(start)) } else { write!(d, "L{}", At(*last)) };
    d
}
