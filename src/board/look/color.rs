//! Colors as plain numbers.

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::fmt;

/// A color, written `"#dfe9f3"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rgb(pub u32);

impl fmt::Debug for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

impl Rgb {
    /// Black.
    pub const BLACK: Rgb = Rgb(0);
    /// White.
    pub const WHITE: Rgb = Rgb(0xff_ffff);

    /// Red, green and blue.
    pub fn parts(self) -> [u8; 3] {
        [(self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8]
    }

    /// From red, green and blue between 0 and 255.
    fn from_parts(parts: [f32; 3]) -> Rgb {
        Rgb(parts.iter().fold(0, |sum, part| sum << 8 | part.round().clamp(0.0, 255.0) as u32))
    }

    /// Mixed with another color: 0 gives this one, 1 the other.
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let (a, b) = (self.parts(), other.parts());
        Rgb::from_parts([0, 1, 2].map(|i| f32::from(a[i]) + (f32::from(b[i]) - f32::from(a[i])) * share))
    }

    /// Darker, and more of its own hue: for the rim of a light counter.
    pub fn deepen(self, share: f32) -> Rgb {
        let parts = self.parts().map(f32::from);
        let mean = parts.iter().sum::<f32>() / 3.0;
        Rgb::from_parts(parts.map(|part| (mean + (part - mean) * 2.0) * (1.0 - share)))
    }

    /// How light it is to the eye, from 0 to 1.
    pub fn luminance(self) -> f32 {
        let [r, g, b] = self.parts().map(|part| {
            let part = f32::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// How well one color reads on another, from 1 to 21.
    pub fn contrast(self, other: Rgb) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Rgb, D::Error> {
        struct Written;
        impl Visitor<'_> for Written {
            type Value = Rgb;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a color like \"#dfe9f3\"")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Rgb, E> {
                let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()));
                let number = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
                number
                    .map(Rgb)
                    .ok_or_else(|| E::custom(format_args!("{text:?} is not a color: expected # and six digits or letters a to f, as in \"#dfe9f3\"")))
            }
        }
        d.deserialize_str(Written)
    }
}
