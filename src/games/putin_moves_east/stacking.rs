//! [9], [8.1.d] Stacking, for which garrisons do not count: there is no limit to who may stand in a hex, only to who may fight from it.

use super::table::Table;
use crate::board::Ix;

/// [9.2], [9.3] Whether a hex is overstacked.
pub(super) fn is_crowded(t: &Table, ix: Ix) -> bool {
    t.mobile(ix).count() > t.charts.stacking.mobile
}

/// [9.2] Whether a hex holds as many mobile units as may fight there: one more would overstack it.
pub(super) fn is_full(t: &Table, ix: Ix) -> bool {
    t.mobile(ix).count() >= t.charts.stacking.mobile
}
