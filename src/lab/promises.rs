//! The law of the combat sheet: the odds and chances it shows before the roll are the ones the die is rolled on.

use super::laws::{Law, Trial};
use crate::board::{Event, Fact, Preview, Side, UnitId, restore, snapshot};
use crate::games::Order;
use crate::play::{self, Session};

/// The odds a die was rolled on, and the result if it was rolled at once.
struct Rolled<'a> {
    attack: i32,
    defense: i32,
    shifts: &'a [(&'static str, i8)],
    column: &'a str,
    result: Option<&'a str>,
    /// Whether the order that led to it names a counter or a hex: if so, it may have committed more before the roll.
    commits: bool,
}

impl<'a> Rolled<'a> {
    fn among(events: &'a [Event], commits: bool) -> Option<Rolled<'a>> {
        let mut facts = events.iter().map(|event| &event.fact);
        let last = events.iter().rposition(|event| matches!(event.fact, Fact::Odds { .. }))?;
        let Some(Fact::Odds { attack, defense, shifts, column, .. }) = facts.nth(last) else { return None };
        let result = facts.find_map(|fact| if let Fact::Result { text } = fact { Some(text.as_str()) } else { None });
        Some(Rolled { attack: *attack, defense: *defense, shifts, column, result, commits })
    }

    /// Whether a sheet included everything that counted in the end, and nothing else: no other die came in between, nobody committed more.
    fn is_foreseen(&self, sheet: &Preview) -> bool {
        let counted: Vec<_> = sheet.shifts.iter().map(|(what, _, n)| (*what, *n)).collect();
        let more = self.commits && (sheet.attack, sheet.defense) != (self.attack, self.defense);
        sheet.unknown.is_empty() && sheet.rolled_shifts.is_empty() && counted == self.shifts && !more
    }
}

impl Trial<'_> {
    /// Asks again for the sheet before the last order, as shown to each side, to one person who plays both, and to both players together, and
    /// compares it with what was rolled.
    pub(super) fn the_sheet_keeps_its_word(&mut self, order: &Order, events: &[Event]) -> Law {
        let Some(rolled) = Rolled::among(events, self.rules.write_order(order).contains('"')) else { return Ok(()) };
        let after = snapshot(&mut self.world);
        let session = self.world.resource::<Session>();
        let Some(before) = session.before(session.past.len() - 1).cloned() else { return Ok(()) };
        restore(&mut self.world, &before);
        let mut sheets = Vec::new();
        for side in [Side(0), Side(1)] {
            let world = &mut self.world;
            sheets.extend([play::preview(world, side), play::open_preview(world, side), play::common_preview(world, side)]);
        }
        self.put_back(&after)?;
        self.checks.sheets += sheets.iter().flatten().count() as u64;
        sheets.iter().flatten().try_for_each(|sheet| adds_up(sheet).and_then(|()| holds(sheet, &rolled)))
    }
}

/// Chances add up to the whole, and every factor in a sum belongs to some unit.
fn adds_up(sheet: &Preview) -> Law {
    let sum: u32 = sheet.chances.iter().map(|(_, n)| n).sum();
    if sum != sheet.of || sheet.falls.is_some_and(|falls| falls > sheet.of) {
        return Err(format!("of {} rolls the sheet names {sum}, and after {:?} the hex falls", sheet.of, sheet.falls));
    }
    let quarters = |units: &[(UnitId, i32)]| units.iter().map(|(_, quarters)| quarters).sum::<i32>();
    let printed: i32 = sheet.printed.iter().map(|(_, _, factors)| factors).sum();
    if (4 * sheet.attack - quarters(&sheet.attackers)).abs() >= 4 {
        return Err(format!("the sheet's attack is {}, but its counters have {} quarters", sheet.attack, quarters(&sheet.attackers)));
    }
    let defense = quarters(&sheet.defenders) + 4 * printed;
    if sheet.unseen == 0 && (4 * sheet.defense - defense).abs() >= 4 {
        return Err(format!("the sheet's defense is {}, but what it names has {defense} quarters", sheet.defense));
    }
    Ok(())
}

fn holds(sheet: &Preview, rolled: &Rolled<'_>) -> Law {
    let place = |column: &str| sheet.columns.iter().position(|known| known == column);
    let said = format!("the sheet said {} against {}, {} ({:?})", sheet.attack, sheet.defense, sheet.column, sheet.span);
    let was = format!("the roll was {} against {}, {} ({:?})", rolled.attack, rolled.defense, rolled.column, rolled.shifts);
    let wrong = |what: &str| Err(format!("{what}: {said}, {was}"));
    if !rolled.is_foreseen(sheet) {
        return Ok(());
    }
    if let Some((worst, best)) = &sheet.span {
        let within = place(worst) <= place(rolled.column) && place(rolled.column) <= place(best);
        return if within { Ok(()) } else { wrong("unseen defenders are stronger or weaker than the sheet allowed for") };
    }
    if (sheet.attack, sheet.defense, sheet.column.as_str()) != (rolled.attack, rolled.defense, rolled.column) {
        return wrong("the odds are others than the sheet said");
    }
    match rolled.result {
        Some(result) if sheet.guns.is_empty() && !sheet.chances.iter().any(|(known, _)| known == result) => wrong("the result was none that the sheet named"),
        _ => Ok(()),
    }
}
