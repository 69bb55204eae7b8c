//! [22]–[28] Optional rules that are chapters of their own; the others stand where they change a rule.

pub mod fob;
pub mod insurgency;
pub mod objectives;
pub mod supply;
pub mod transport;
pub mod wmd;
