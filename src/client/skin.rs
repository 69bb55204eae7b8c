//! Colors, type and spacing of the window, in one place.

use bevy_egui::egui::{self, Color32, FontFamily, FontId};
use std::sync::Arc;

/// Behind everything.
pub const BG: Color32 = Color32::from_rgb(0x17, 0x1b, 0x1f);
/// Panels.
pub const PANEL: Color32 = Color32::from_rgb(0x1f, 0x25, 0x2a);
/// Buttons and cards.
pub const RAISE: Color32 = Color32::from_rgb(0x2a, 0x31, 0x38);
/// Wells and chips.
pub const WELL: Color32 = Color32::from_rgb(0x1a, 0x1f, 0x23);
/// Dividing lines.
pub const LINE: Color32 = Color32::from_rgb(0x3a, 0x43, 0x4c);
/// Text.
pub const TEXT: Color32 = Color32::from_rgb(0xef, 0xe9, 0xdc);
/// Less important text.
pub const MUTE: Color32 = Color32::from_rgb(0xa9, 0xa5, 0x94);
/// Now, selected, the primary button.
pub const BRASS: Color32 = Color32::from_rgb(0xe2, 0xb4, 0x5c);
/// Text on brass.
pub const BRASS_INK: Color32 = Color32::from_rgb(0x21, 0x18, 0x0a);
/// Done, in supply.
pub const GOOD: Color32 = Color32::from_rgb(0x7c, 0xc4, 0xa0);
/// Warnings.
pub const WARN: Color32 = Color32::from_rgb(0xf0, 0xa4, 0x5c);
/// Faults, losses.
pub const BAD: Color32 = Color32::from_rgb(0xe8, 0x78, 0x6a);

/// The map's paper.
pub const PAPER: Color32 = Color32::from_rgb(0xec, 0xe2, 0xc6);
/// The map's ink.
pub const INK: Color32 = Color32::from_rgb(0x2b, 0x26, 0x20);
/// The light around map text.
pub const HALO: Color32 = Color32::from_rgb(0xfa, 0xf3, 0xe1);

/// A face of type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Noto Sans: panels, log, status.
    Text,
    /// Noto Sans SemiBold: heads, questions.
    Strong,
    /// Noto Sans Condensed Medium: town names, rule chips.
    Narrow,
    /// Noto Sans Condensed Bold: words on counters, city names.
    NarrowBold,
    /// Noto Sans Condensed Black: factors.
    NarrowBlack,
    /// EB Garamond: regions, water, subtitles.
    Serif,
    /// EB Garamond Italic.
    SerifItalic,
}

impl Face {
    const ALL: [(Face, &'static str, &'static [u8]); 7] = [
        (Face::Text, "text", include_bytes!("../../assets/fonts/NotoSans-Regular.ttf")),
        (Face::Strong, "strong", include_bytes!("../../assets/fonts/NotoSans-SemiBold.ttf")),
        (Face::Narrow, "narrow", include_bytes!("../../assets/fonts/NotoSans-CondensedMedium.ttf")),
        (Face::NarrowBold, "narrow bold", include_bytes!("../../assets/fonts/NotoSans-CondensedBold.ttf")),
        (Face::NarrowBlack, "narrow black", include_bytes!("../../assets/fonts/NotoSans-CondensedBlack.ttf")),
        (Face::Serif, "serif", include_bytes!("../../assets/fonts/EBGaramond12-Regular.ttf")),
        (Face::SerifItalic, "serif italic", include_bytes!("../../assets/fonts/EBGaramond12-Italic.ttf")),
    ];

    /// This face at a size in points.
    pub fn at(self, size: f32) -> FontId {
        let family = match self {
            Face::Text => FontFamily::Proportional,
            face => FontFamily::Name(Face::ALL[face as usize].1.into()),
        };
        FontId { size, family }
    }
}

/// Puts our type and colors into a context. Call once.
pub fn dress(context: &egui::Context) {
    let mut fonts = egui::FontDefinitions::empty();
    for (face, name, bytes) in Face::ALL {
        fonts.font_data.insert(name.to_owned(), Arc::new(egui::FontData::from_static(bytes)));
        let families: &[FontFamily] = if face == Face::Text { &[FontFamily::Proportional, FontFamily::Monospace] } else { &[FontFamily::Name(name.into())] };
        for family in families {
            fonts.families.insert(family.clone(), vec![name.to_owned(), "text".to_owned()]);
        }
    }
    context.set_fonts(fonts);
    context.set_theme(egui::Theme::Dark);
    context.options_mut(|o| {
        o.zoom_with_keyboard = false; // Ctrl + and – are ours: they are kept in the settings
        o.quit_shortcuts.clear();
        // egui measures a click by the clock of frames: after a slow frame a quick click would pass for a long one and be lost.
        o.input_options.max_click_duration = f64::INFINITY;
    });
    context.all_styles_mut(|style| {
        style.animation_time = 0.0; // panels do not move, and an idle window must not ask for frames
        style.interaction.tooltip_delay = 0.25;
        style.interaction.selectable_labels = false;
        style.spacing.item_spacing = egui::vec2(7.0, 6.0);
        style.spacing.button_padding = egui::vec2(10.0, 5.0);
        style.spacing.scroll = egui::style::ScrollStyle::solid();
        style.spacing.scroll.bar_width = 8.0;
        style.visuals.panel_fill = PANEL;
        style.visuals.window_fill = PANEL;
        style.visuals.extreme_bg_color = WELL;
        style.visuals.override_text_color = Some(TEXT);
        style.visuals.selection.bg_fill = BRASS;
        style.visuals.selection.stroke = egui::Stroke::new(1.0, BRASS_INK);
        style.visuals.window_stroke = egui::Stroke::new(1.0, LINE);
        style.visuals.widgets.inactive.bg_stroke = egui::Stroke::new(1.0, LINE); // a field has an edge before it is written in
        style.visuals.popup_shadow = egui::Shadow::NONE;
        style.visuals.window_shadow = egui::Shadow::NONE;
        style.visuals.text_cursor.blink = false;
    });
}
