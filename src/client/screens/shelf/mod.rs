//! The shelf: five boxes on a plank.

mod layout;
mod saved;

use super::cover;
use super::gallery::{Gallery, Plate, State};
use super::new_game::NewGame;
use super::parts::{self, cap, rgb};
use crate::client::desk::{Class, Desk, Dialog, Screen};
use crate::client::keys::Action;
use crate::client::skin::{BAD, BRASS, Face, GOOD, MUTE, RAISE, TEXT, WARN};
use crate::client::table::Tabletop;
use crate::client::widgets::{self, Weight, body_size, galley};
use crate::games::Title;
use bevy_egui::egui::{self, Key, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};
use layout::Layout;
pub(crate) use saved::capital;
use std::path::PathBuf;

/// What the user wants from the shelf.
enum Wish {
    Open(Title),
    Learn(Title),
    GoOn(PathBuf),
    Watch(PathBuf),
    Show(Dialog),
    Quit,
}

/// The box that Enter opens; `None` if Enter continues the last game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Chosen(Option<usize>);

fn chosen_id() -> egui::Id {
    egui::Id::new("the box that is chosen")
}

/// Shows the shelf.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, pressed: &[Action]) {
    let open = desk.dialogs.is_empty();
    let focused = ui.memory(|memory| memory.focused()).is_some();
    let pressed = if open { widgets::press_focused(ui, pressed) } else { Vec::new() };
    let mut gallery = std::mem::take(&mut desk.gallery);
    gallery.open(desk.rules_dir.as_deref());

    let has_games = desk.to_continue().is_some();
    let begun = Chosen((!has_games).then_some(0));
    let mut chosen = ui.data(|data| data.get_temp(chosen_id())).unwrap_or(begun);
    let moved = !focused && choose(&mut chosen, &pressed, has_games);
    if moved {
        ui.data_mut(|data| data.insert_temp(chosen_id(), chosen));
    }

    // What has the keyboard has its own ring.
    let ringed = if focused { Chosen(None) } else { chosen };
    let layout = Layout::of(ui.max_rect());
    parts::lamplight(ui.painter(), ui.max_rect());
    let mut wish = None;
    // The plank lies behind the boxes' shadows but before the light, so it comes first.
    parts::plank(ui.painter(), layout.plank);
    wish = row(ui, &layout, &mut gallery, ringed, moved && open).or(wish);
    if open && widgets::free_key(ui, Key::L) {
        wish = chosen
            .0
            .and_then(|at| Title::ALL.get(at))
            .filter(|title| gallery.plate(**title).is_some_and(|plate| plate.has_lesson))
            .map(|title| Wish::Learn(*title))
            .or(wish);
    }
    wish = saved::show(desk, ui, &layout, &gallery, chosen.0.is_none() && !focused).or(wish);
    wish = header(desk, ui, &layout, open).or(wish);
    foot(desk, ui, &layout);
    if pressed.contains(&Action::First) {
        let last = desk.to_continue().map(|volume| volume.path.clone());
        wish = chosen.0.and_then(|at| Title::ALL.get(at)).map(|title| Wish::Open(*title)).or(last.map(Wish::GoOn)).or(wish);
    }

    // The first frame shows plain covers; then one map after the other.
    let first_frame = gallery.plates().iter().all(|plate| plate.state == State::Waiting) && !ui.data(|data| data.get_temp::<bool>(shown_id()).unwrap_or(false));
    ui.data_mut(|data| data.insert_temp(shown_id(), true));
    if first_frame {
        ui.ctx().request_repaint();
    } else {
        gallery.work(ui.ctx(), desk.beside, desk.rules_dir.as_deref(), &desk.library.volumes, &mut desk.bookmarks);
    }
    desk.gallery = gallery;
    if let Some(wish) = wish {
        fulfill(desk, wish);
    }
}

fn shown_id() -> egui::Id {
    egui::Id::new("the shelf has been seen")
}

/// Arrow keys: along the boxes, down to the game to continue, and up again. Returns whether something else is chosen now.
fn choose(chosen: &mut Chosen, pressed: &[Action], has_games: bool) -> bool {
    let last = Title::ALL.len() - 1;
    let before = *chosen;
    for action in pressed {
        chosen.0 = match (action, chosen.0) {
            (Action::CursorRight, None) | (Action::CursorUp, None) => Some(0),
            (Action::CursorRight, Some(at)) => Some((at + 1).min(last)),
            (Action::CursorLeft, None) => Some(last),
            (Action::CursorLeft, Some(at)) => Some(at.saturating_sub(1)),
            (Action::CursorDown, _) if has_games => None,
            (_, same) => same,
        };
    }
    *chosen != before
}

fn fulfill(desk: &mut Desk, wish: Wish) {
    match wish {
        Wish::Open(title) if title.game().is_none() => desk.screen = Screen::Atlas(title),
        Wish::Open(title) => match NewGame::open(title, desk.rules_dir.as_deref()) {
            Ok(new) => desk.screen = Screen::NewGame(Box::new(new)),
            Err(why) => desk.dialogs.push(Dialog::Trouble(why)),
        },
        Wish::Learn(title) => desk.put_on_table(Tabletop::learn(title, desk.rules_dir.as_deref())),
        Wish::GoOn(path) => desk.go_on(&path),
        Wish::Watch(path) => desk.put_on_table(Tabletop::watch(&path)),
        Wish::Show(dialog) => desk.dialogs.push(dialog),
        Wish::Quit => desk.quit = true,
    }
}

/// The name of the program, and what is not in a box.
fn header(desk: &Desk, ui: &mut Ui, layout: &Layout, open: bool) -> Option<Wish> {
    let area = layout.header;
    let mut wish = None;
    let mut bar = ui.new_child(UiBuilder::new().id(egui::Id::new("shelf bar")).max_rect(area).layout(egui::Layout::right_to_left(egui::Align::Center)));
    bar.spacing_mut().item_spacing.x = if layout.class == Class::Tiny { 5.0 } else { 9.0 };
    let keys = &desk.settings.keys;
    let tiny = layout.class == Class::Tiny;
    let load = if tiny { String::new() } else { cap(keys, Action::Load) };
    let replays = || Dialog::Games { replay: true };
    let settings = || Dialog::Settings { rebinding: None, conflict: None };
    let key = |key: Key| open && widgets::free_key(ui, key);
    let (replays_key, settings_key) = (key(Key::R), key(Key::Comma));
    let quit_key = open && ui.ctx().input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, Key::Q));
    let word = |word: &'static str| if tiny { "" } else { word };
    // From right to left.
    if widgets::button(&mut bar, Weight::Plain, "Quit", word("Ctrl+Q")).clicked() || quit_key {
        wish = Some(Wish::Quit);
    }
    if widgets::button(&mut bar, Weight::Plain, "Keys", &cap(keys, Action::Keys)).clicked() {
        wish = Some(Wish::Show(Dialog::Keys));
    }
    if widgets::button(&mut bar, Weight::Plain, "Settings", ",").clicked() || settings_key {
        wish = Some(Wish::Show(settings()));
    }
    if widgets::button(&mut bar, Weight::Plain, "Replays", "R").clicked() || replays_key {
        wish = Some(Wish::Show(replays()));
    }
    if widgets::button(&mut bar, Weight::Plain, "Load game", &load).clicked() {
        wish = Some(Wish::Show(Dialog::Games { replay: false }));
    }
    let room = bar.min_rect().left() - area.left() - 16.0;
    let title = widgets::elided(ui, "Five Fronts", Face::Strong.at(layout.title_size), TEXT, room);
    let below = pos2(area.left(), area.top() + title.size().y - 2.0);
    ui.painter().galley(area.min, title, TEXT);
    if !tiny {
        parts::line(ui, below, "Five printed wargames, every rule enforced. Pick a box.", Face::Text.at(layout.title_size * 0.385), MUTE, room);
    }
    wish
}

/// The five boxes; in a small window the row scrolls sideways.
fn row(ui: &mut Ui, layout: &Layout, gallery: &mut Gallery, chosen: Chosen, follow: bool) -> Option<Wish> {
    if layout.class != Class::Tiny {
        return boxes(ui, layout, layout.row.min, gallery, chosen, false);
    }
    widgets::within(ui, "row of boxes", layout.row, |ui| {
        ui.style_mut().always_scroll_the_only_direction = true;
        ui.style_mut().scroll_animation = egui::style::ScrollAnimation::none();
        ScrollArea::horizontal()
            .auto_shrink(false)
            .show(ui, |ui| {
                let (all, _) = ui.allocate_exact_size(vec2(layout.row_width(), layout.row.height() - 10.0), Sense::hover());
                boxes(ui, layout, all.min, gallery, chosen, follow)
            })
            .inner
    })
}

fn boxes(ui: &mut Ui, layout: &Layout, from: egui::Pos2, gallery: &mut Gallery, chosen: Chosen, follow: bool) -> Option<Wish> {
    let mut opened = None;
    for (at, title) in Title::ALL.into_iter().enumerate() {
        let rect = layout.place(from, at);
        let whole = Rect::from_min_max(rect.min, pos2(rect.right(), layout.status_below(rect)));
        let response = ui.interact(whole, ui.id().with(title.slug()), Sense::click()).on_hover_cursor(egui::CursorIcon::PointingHand);
        let Some(plate) = gallery.plate_mut(title) else { continue };
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &plate.name));
        widgets::note(ui, &plate.name, rect);
        if response.gained_focus() || (follow && chosen.0 == Some(at)) {
            ui.scroll_to_rect(whole.expand(layout.gap), None);
        }
        if response.clicked() {
            opened = Some(Wish::Open(title));
        }
        if !ui.is_rect_visible(whole) {
            continue;
        }
        cover::paint(ui, rect, plate, layout.class == Class::Wide);
        if response.has_focus() || chosen.0 == Some(at) {
            ui.painter().rect_stroke(rect.expand(7.0), 10.0, Stroke::new(3.0, BRASS), StrokeKind::Inside);
        } else if response.hovered() {
            ui.painter().rect_stroke(rect.expand(5.0), 8.0, Stroke::new(1.5, BRASS), StrokeKind::Inside);
        }
        status(ui, layout, rect, plate);
        if plate.has_lesson && learn(ui, rect, plate) {
            opened = Some(Wish::Learn(title));
        }
    }
    opened
}

/// The button on a box that starts its lesson.
fn learn(ui: &mut Ui, cover: Rect, plate: &Plate) -> bool {
    let text = galley(ui, "Learn", Face::Strong.at((cover.width() * 0.056).clamp(11.0, 16.0)), TEXT, f32::INFINITY);
    let size = text.size() + vec2(20.0, 10.0);
    let rect = Rect::from_min_size(pos2(cover.right() - size.x - 8.0, cover::map_top(cover) + 8.0), size);
    let response = ui.interact(rect, ui.id().with(("learn", plate.title.slug())), Sense::click()).on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Learn {}", plate.name)));
    widgets::note(ui, &format!("Learn {}", plate.name), rect);
    let fill = if response.hovered() { widgets::lighter(RAISE) } else { RAISE };
    ui.painter().rect(rect, 5.0, fill, Stroke::new(1.5, BRASS), StrokeKind::Inside);
    widgets::focus_ring(ui, rect, &response);
    ui.painter().galley(rect.min + vec2(10.0, 5.0), text, TEXT);
    response.on_hover_text("Plays the first turn with you, step by step (L)").clicked()
}

/// Under a box: whether it can be played.
fn status(ui: &Ui, layout: &Layout, under: Rect, plate: &Plate) {
    let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    let (word, rest, color) = match &plate.state {
        State::Waiting => ("", "opening the box …".to_owned(), MUTE),
        State::Playable { scenarios, options: 0 } => ("Playable", count(*scenarios, "scenario"), GOOD),
        State::Playable { scenarios, options } => ("Playable", format!("{}, {}", count(*scenarios, "scenario"), count(*options, "option")), GOOD),
        State::LookOnly => ("Rules 0% covered", "look only".to_owned(), WARN),
        State::Faulty(_) => ("Faults in its tables", "open to read".to_owned(), BAD),
    };
    let size = layout.status_size;
    let word = galley(ui, word, Face::Strong.at(size), color, f32::INFINITY);
    let rest = if word.size().x > 0.0 { format!(" · {rest}") } else { rest };
    let rest = widgets::elided(ui, &rest, Face::Text.at(size), rgb(0xd8cdb6), under.width() + layout.gap * 0.7 - word.size().x);
    let left = under.center().x - (word.size().x + rest.size().x) / 2.0;
    let top = layout.status_top;
    let after = left + word.size().x;
    ui.painter().galley(pos2(left, top), word, color);
    ui.painter().galley(pos2(after, top), rest, color);
}

fn foot(desk: &Desk, ui: &Ui, layout: &Layout) {
    if layout.class == Class::Tiny {
        return;
    }
    let tables = match &desk.rules_dir {
        None => "Built-in tables; start with --rules DIR to play by your own.".to_owned(),
        Some(dir) => format!("Tables are read from {}.", dir.display()),
    };
    let words = format!("Arrow keys choose a box, {} opens it. {tables}", cap(&desk.settings.keys, Action::First));
    parts::line(ui, layout.foot, &words, Face::Text.at(body_size(ui) * 0.93), MUTE, layout.header.width());
}
