//! The designer's drawer: which tables were reloaded and what that changed, which ones have faults and where, games before and after a change, and
//! the position as a situation.

use super::trial::{self, Trial};
use super::view::{Frame, TableView};
use super::{Notice, Tabletop};
use crate::board::Start;
use crate::board::read::Fault;
use crate::client::desk::Desk;
use crate::client::reload;
use crate::client::skin::{BAD, Face, LINE, PANEL, TEXT};
use crate::client::widgets::{self, Weight};
use crate::games::Rules;
use crate::play::Scope;
use bevy_egui::egui::{self, Rect, Ui, pos2, vec2};

/// The designer's drawer.
#[derive(Default)]
pub struct Drawer {
    /// Whether it is open.
    open: bool,
    /// What was reloaded, the newest first.
    pub notes: Vec<String>,
    /// The faults in the tables on disk; the tables in force are older.
    pub faults: Vec<Fault>,
    /// The tables as they were before they were changed, and as they are now.
    changed: Option<(Rules, Rules)>,
    /// Games before and after.
    pub trial: Option<Trial>,
}

/// Height of the open drawer, and of its handle.
const OPEN: f32 = 240.0;
const HANDLE: f32 = 30.0;

impl Drawer {
    /// Its height.
    pub fn height(&self, designing: bool) -> f32 {
        match (designing, self.open) {
            (false, _) => 0.0,
            (true, true) => OPEN,
            (true, false) => HANDLE,
        }
    }

    /// Whether the tables on disk have faults.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    /// Notes that tables were reloaded.
    pub fn note(&mut self, words: String) {
        self.notes.insert(0, words);
        self.notes.truncate(100);
    }

    /// Notes that good tables have replaced others. All changes are compared with the tables before the first change.
    pub fn change(&mut self, before: &Rules, after: Rules) {
        let before = self.changed.take().map_or_else(|| before.clone(), |(first, _)| first);
        self.changed = Some((before, after)).filter(|(before, after)| before.book.files.texts != after.book.files.texts);
    }

    /// Starts playing games before and after the change, if there is one.
    pub fn try_change(&mut self, scenario: &str, games: u64) {
        self.open = true;
        if let Some((before, after)) = &self.changed {
            let what = reload::changes(&before.book.files, &after.book.files);
            self.trial = Some(Trial::start(before.clone(), after.clone(), scenario, what, games));
        }
    }

    /// Opens it.
    pub fn show_faults(&mut self, faults: Vec<Fault>) {
        self.open = true;
        self.faults = faults;
    }
}

/// Shows the drawer.
pub(crate) fn show(desk: &mut Desk, ui: &mut Ui, frame: &Frame, table: &mut Tabletop, view: &mut TableView) {
    let Some(dir) = desk.rules_dir.clone() else { return };
    let height = view.designer.height(true);
    let rect = Rect::from_min_max(pos2(frame.map.left(), frame.map.bottom()), pos2(frame.map.right(), frame.map.bottom() + height));
    ui.painter().rect_filled(rect, 0.0, PANEL);
    ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(rect.width(), 1.0)), 0.0, LINE);
    widgets::within(ui, "designer", rect.shrink2(vec2(12.0, 2.0)), |ui| {
        ui.horizontal(|ui| {
            if widgets::button(ui, Weight::Plain, if view.designer.open { "Close" } else { "Designer" }, "").clicked() {
                view.designer.open = !view.designer.open;
            }
            if widgets::button(ui, Weight::Plain, "Write situation", "Ctrl+E").clicked() {
                write_situation(desk, table, view);
            }
            let running = view.designer.trial.as_ref().is_some_and(Trial::is_running);
            if view.designer.changed.is_some() && !running {
                let hint =
                    "Plays games between bots with the tables as they were and as they are now, in the background. The game on the table is not affected.";
                if widgets::button(ui, Weight::Plain, &format!("Try {} games before and after", trial::GAMES), "").on_hover_text(hint).clicked() {
                    let scenario = table.world.resource::<Start>().scenario.clone();
                    view.designer.try_change(&scenario, trial::GAMES);
                }
            }
            match view.designer.faults.len() {
                0 => drop(widgets::mute(ui, format!("The tables in {} are in force and are reloaded when saved.", dir.display()))),
                n => drop(widgets::fault(ui, format!("Old tables in force, {n} fault{}.", if n == 1 { "" } else { "s" }))),
            }
        });
        if view.designer.open {
            egui::ScrollArea::vertical().id_salt("designer").auto_shrink([false, false]).show(ui, |ui| {
                faults(ui, &view.designer.faults);
                if let Some(trial) = &mut view.designer.trial {
                    widgets::head(ui, "Before and after");
                    trial::show(ui, table, trial);
                }
                ui.horizontal(|ui| {
                    widgets::head(ui, "Reloaded");
                    let hint = "Later changes are compared with the tables as they are now.";
                    if view.designer.changed.is_some() && widgets::button(ui, Weight::Plain, "Make these the old tables", "").on_hover_text(hint).clicked() {
                        view.designer.changed = None;
                    }
                });
                if view.designer.notes.is_empty() {
                    widgets::mute(ui, "Nothing has changed yet.");
                }
                view.designer.notes.iter().for_each(|note| drop(widgets::text(ui, note)));
            });
        }
    });
}

/// Every fault on its own line, as wide as there is room. A file that cannot be read at all comes first: that is often why other tables do not fit.
fn faults(ui: &mut Ui, faults: &[Fault]) {
    if faults.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        widgets::head(ui, if faults.len() == 1 { "1 fault".to_owned() } else { format!("{} faults", faults.len()) });
        if widgets::button(ui, Weight::Plain, "Copy all", "").clicked() {
            ui.ctx().copy_text(faults.iter().map(|fault| format!("{fault}\n")).collect());
        }
    });
    let mut listed: Vec<&Fault> = faults.iter().collect();
    listed.sort_by_key(|fault| !fault.what.contains("expected"));
    for fault in listed {
        ui.horizontal_wrapped(|ui| {
            widgets::styled(ui, format!("{}:{}:{}", fault.file, fault.line, fault.column), Face::NarrowBold, 0.95, BAD);
            widgets::styled(ui, &fault.what, Face::Text, 0.95, TEXT);
            if widgets::button(ui, Weight::Plain, "Copy", "").clicked() {
                ui.ctx().copy_text(fault.to_string());
            }
        });
    }
}

/// Writes the current position as a situation, next to the tables, and says where.
pub(crate) fn write_situation(desk: &mut Desk, table: &mut Tabletop, view: &mut TableView) {
    let Some(dir) = &desk.rules_dir else { return };
    let folder = dir.join("situations");
    let (_, scope) = table.eyes();
    let words = if !table.is_solo() && scope != Scope::Either {
        "A situation shows everything, so it can be written only where one person plays both sides.".to_owned()
    } else {
        match write(table, &folder) {
            Ok(name) => format!("The situation is written to {name}."),
            Err(why) => why,
        }
    };
    view.designer.note(words.clone());
    table.notice = Some(Notice::Said(words));
    table.version += 1;
}

fn write(table: &mut Tabletop, folder: &std::path::Path) -> Result<String, String> {
    let text = crate::play::situation_of(&mut table.world);
    let bad = |e: std::io::Error| format!("{}: cannot be written: {}", folder.display(), crate::board::plain(&e));
    std::fs::create_dir_all(folder).map_err(bad)?;
    let name = |n: u32| folder.join(format!("{} {n}.ron", table.rules().title.slug()));
    let path = (1..).map(name).find(|p| !p.exists()).unwrap_or_else(|| name(0));
    std::fs::write(&path, text).map_err(bad)?;
    Ok(path.display().to_string())
}
