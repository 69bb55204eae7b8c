//! The after-action report: a game as one HTML page, with a picture, the log and the losses of every turn. The page needs no other file.

use super::desk::Desk;
use super::headless::Headless;
use super::raster::encode_png;
use super::table::Tabletop;
use super::table::chronicle::Sort;
use super::table::statistics::{self, TurnRecord};
use crate::board::read::nearest;
use crate::board::{Side, check_target, write_file};
use crate::play::{Players, Scope, Seat, Session};
use bevy_egui::egui::{ColorImage, Rect};
use std::fmt::Write as _;
use std::path::Path;

/// The size of the screen on which the table is drawn; only the map is kept.
const SCREEN: [usize; 2] = [1280, 860];

/// Writes the report of a save. With a side, it shows what that side may know; without one, everything if the game is over or was played by one
/// person, else only what both sides know.
pub fn write(save: &Path, out: &Path, side: Option<&str>) -> Result<(), String> {
    check_target(out).map_err(|fault| fault.to_string())?; // before all the work
    let table = Tabletop::watch(save).map_err(|error| error.to_string())?;
    let side = side.map(|name| named(&table, name)).transpose()?;
    let eyes = match side {
        Some(side) => (side, Scope::Own),
        None if table.is_open() => (Side(0), Scope::Either),
        None => (Side(0), Scope::Common),
    };
    write_for(table, eyes, save, out)
}

/// Writes the report of the game on the table, as its current viewer may see it.
pub fn write_of(table: &Tabletop, out: &Path) -> Result<(), String> {
    check_target(out).map_err(|fault| fault.to_string())?;
    let other = Tabletop::watch(&table.path).map_err(|error| error.to_string())?;
    write_for(other, table.eyes(), &table.path, out)
}

/// The side of this name.
fn named(table: &Tabletop, name: &str) -> Result<Side, String> {
    let sides = &table.rules().book.sides;
    let found = sides.iter().position(|side| side.eq_ignore_ascii_case(name));
    found.map(|at| Side(at as u8)).ok_or_else(|| format!("there is no side {name:?}{}", nearest(name, sides.iter().map(String::as_str))))
}

fn write_for(mut table: Tabletop, eyes: (Side, Scope), save: &Path, out: &Path) -> Result<(), String> {
    table.lift_curtain();
    table.watcher = Some(eyes);
    table.show_order(usize::MAX);
    let records = statistics::by_turn(&mut table);
    let (table, pictures) = pictures(table, &records)?;
    let page = page(&table, eyes, save, &records, &pictures);
    write_file(out, page.as_bytes()).map_err(|fault| fault.to_string())
}

/// The map at the end of every turn, as PNG; returns the table.
fn pictures(table: Tabletop, records: &[TurnRecord]) -> Result<(Tabletop, Vec<Vec<u8>>), String> {
    let mut desk = Desk::new(&std::env::temp_dir().join("five-fronts-no-home"), None);
    (desk.settings.minimap, desk.settings.motion) = (false, 0);
    desk.put_on_table(Ok(table));
    let mut client = Headless::new(desk, SCREEN); // type, sizes and the map settle in the first frames
    let mut pictures = Vec::new();
    for record in records {
        if let Some(table) = &mut client.desk().table {
            table.show_order(record.orders);
        }
        client.desk().view.camera = None; // the whole map
        client.settle();
        let map = client.desk().view.camera.map_or(Rect::EVERYTHING, |camera| camera.view);
        pictures.push(encode_png(&cut(client.picture(), map))?);
    }
    let table = client.desk().table.take().ok_or("the game has left the table")?;
    Ok((table, pictures))
}

/// A part of a picture.
fn cut(whole: &ColorImage, part: Rect) -> ColorImage {
    let [width, height] = whole.size;
    let bound = |at: f32, most: usize| (at.max(0.0) as usize).min(most);
    let (left, right) = (bound(part.left(), width), bound(part.right(), width));
    let (top, bottom) = (bound(part.top(), height), bound(part.bottom(), height));
    let rows = whole.pixels.chunks(width).take(bottom).skip(top);
    let pixels = rows.flat_map(|row| row[left..right].iter().copied()).collect();
    ColorImage::new([right - left, bottom - top], pixels)
}

const STYLE: &str = "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#f7f2e6}\
h1,h2{font-family:Helvetica,Arial,sans-serif}h2{border-top:2px solid #b08d3c;padding-top:.8rem;margin-top:2.5rem}img{width:100%;border:1px solid #998}\
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .8rem;border-bottom:1px solid #cbb;text-align:left}ul{padding-left:1.2rem}\
li.step{list-style:none;margin:.6rem 0 .2rem -1.2rem;font-weight:bold;color:#665}li.loss{color:#8c1c13}li small{color:#887}details summary{cursor:pointer;font-weight:bold}";

/// The page.
fn page(table: &Tabletop, (side, scope): (Side, Scope), save: &Path, records: &[TurnRecord], pictures: &[Vec<u8>]) -> String {
    let book = &table.rules().book;
    let name = save.file_stem().unwrap_or_default().to_string_lossy();
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}: {1}</title><style>{STYLE}</style></head><body>\n<h1>{0}</h1>\n",
        escaped(&book.title),
        escaped(&name)
    );
    let seen = match scope {
        Scope::Own => format!("As the {} side saw it.", book.sides[side.at()]),
        Scope::Either => "Everything is shown.".to_owned(),
        Scope::Common => "The game is still being played, so only what both sides know is shown.".to_owned(),
    };
    let result = table
        .sight
        .clock
        .over
        .map(|over| over.winner.map_or("The game ended in a draw.".to_owned(), |side| format!("The {} player won.", book.sides[side.at()])));
    let _ = writeln!(html, "<p>{}. {} {} {}</p>", escaped(&name), escaped(&who(table)), escaped(&result.unwrap_or_default()), escaped(&seen));
    let _ = writeln!(html, "<p>{}</p>", escaped(&table.standing_in_short()));
    let open = scope == Scope::Either || !table.rules().game().keeps_secrets();
    html.push_str(&summary(table, records, open));
    let mut from = 0;
    for (record, picture) in records.iter().zip(pictures) {
        let heading = statistics::name(table, record.turn);
        let _ = writeln!(
            html,
            "<h2>{}</h2>\n<img alt=\"The map at the end of {}\" src=\"data:image/png;base64,{}\">",
            escaped(&heading),
            escaped(&heading),
            base64(picture)
        );
        html.push_str(&log(table, (side, scope), from, record.orders));
        from = record.orders + 1;
    }
    html.push_str("</body></html>\n");
    html
}

/// Who plays.
fn who(table: &Tabletop) -> String {
    let session = table.world.resource::<Session>();
    let sides = &table.rules().book.sides;
    let seat = |seat: Seat| match seat {
        Seat::Person => "a person",
        Seat::Recruit => "Recruit",
        Seat::Steady => "Steady",
        Seat::Commander => "Commander",
        Seat::Random => "a bot that plays at random",
    };
    match session.players {
        Players::Solo if session.seats == [Seat::Person; 2] => "One person played both sides.".to_owned(),
        _ => format!("{}: {}; {}: {}.", sides[0], seat(session.seats[0]), sides[1], seat(session.seats[1])),
    }
}

/// Points and losses of all turns as a table.
fn summary(table: &Tabletop, records: &[TurnRecord], open: bool) -> String {
    let sides = &table.rules().book.sides;
    let mut html = format!("<table><tr><th>Turn</th><th>{0} points</th><th>{1} points</th>", escaped(&sides[0]), escaped(&sides[1]));
    if open {
        let _ = write!(html, "<th>{} losses</th><th>{} losses</th>", escaped(&sides[0]), escaped(&sides[1]));
    }
    html.push_str("</tr>\n");
    for record in records {
        let points = record.points.map(statistics::in_points);
        let _ = write!(html, "<tr><td>{}</td><td>{}</td><td>{}</td>", escaped(&statistics::name(table, record.turn)), points[0], points[1]);
        if open {
            for losses in &record.losses {
                let _ = write!(html, "<td>{}</td>", losses.words());
            }
        }
        html.push_str("</tr>\n");
    }
    html + "</table>\n"
}

/// What happened in a turn, as it may be read.
fn log(table: &Tabletop, (side, scope): (Side, Scope), from: usize, to: usize) -> String {
    let mut html = "<details open><summary>What happened</summary><ul>\n".to_owned();
    for entry in (from..=to).flat_map(|order| table.chronicle.page(order)) {
        let Some(words) = entry.read(side, scope) else { continue };
        match entry.sort {
            Sort::Turn => {}
            Sort::Step => drop(writeln!(html, "<li class=\"step\">{}</li>", escaped(words.trim_matches(['—', ' '])))),
            sort => {
                let class = if sort == Sort::Loss { " class=\"loss\"" } else { "" };
                let _ = writeln!(html, "<li{class}>{} <small>{}</small></li>", escaped(&super::table::fan::capital(words)), entry.rule.0);
            }
        }
    }
    html + "</ul></details>\n"
}

/// A text within a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Bytes as text of 64 letters.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, n| bits << 8 | u32::from(chunk.get(n).copied().unwrap_or(0)));
        (0..4).for_each(|n| text.push(if n > chunk.len() { '=' } else { char::from(LETTERS[(bits >> (18 - 6 * n)) as usize & 63]) }));
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn letters_of_64() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(super::base64(bytes.as_bytes()), text);
        }
    }
}
