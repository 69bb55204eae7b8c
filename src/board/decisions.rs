//! The decisions that interrupt the sequence of play. Whatever a game must remember between two orders is kept in them.

use super::digest::Digest;
use super::ids::{Atom, Side, UnitId};
use bevy_ecs::prelude::Resource;
use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

/// A game's decisions, as an enum of its own: who must decide and, in the game's own terms, what.
pub trait Frame: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// The player who must decide.
    fn side(&self) -> Side;
    /// The rule that asks for it.
    fn rule(&self) -> Atom;
    /// Swaps two counters wherever the decision names one that the other side may not know, so that laws can ask what that side would be told if it
    /// were the other counter.
    fn exchange(&mut self, _a: UnitId, _b: UnitId) {}
    /// The decision without what a side may not learn about it: what the other has chosen in secret and not shown yet. That side is told, asked and
    /// offered the same, and the decision in a world imagined for it contains nothing else.
    fn sealed(&self, _from: Side) -> Self {
        self.clone()
    }
}

/// [`Frame`] of any game.
trait AnyFrame: Any + Debug + Send + Sync {
    fn side(&self) -> Side;
    fn rule(&self) -> Atom;
    fn same(&self, other: &dyn AnyFrame) -> bool;
    fn digest(&self, digest: &mut Digest);
    fn exchanged(&self, a: UnitId, b: UnitId) -> Pending;
    fn sealed(&self, from: Side) -> Pending;
}

impl<F: Frame> AnyFrame for F {
    fn side(&self) -> Side {
        Frame::side(self)
    }
    fn rule(&self) -> Atom {
        Frame::rule(self)
    }
    fn same(&self, other: &dyn AnyFrame) -> bool {
        (other as &dyn Any).downcast_ref::<F>() == Some(self)
    }
    fn digest(&self, digest: &mut Digest) {
        self.hash(digest);
    }
    fn exchanged(&self, a: UnitId, b: UnitId) -> Pending {
        let mut copy = self.clone();
        copy.exchange(a, b);
        Pending::new(copy)
    }
    fn sealed(&self, from: Side) -> Pending {
        Pending::new(Frame::sealed(self, from))
    }
}

/// A decision that a player must make, in any game. Copies share it; it never changes, but another may replace it.
#[derive(Clone)]
pub struct Pending(Arc<dyn AnyFrame>);

impl Pending {
    pub(in crate::board) fn new<F: Frame>(frame: F) -> Pending {
        Pending(Arc::new(frame))
    }

    /// As the type of the game that asked for it.
    pub fn frame<F: Frame>(&self) -> &F {
        (&*self.0 as &dyn Any).downcast_ref().expect("a world plays one game, and decisions are of that game")
    }

    /// The player who must make it.
    pub fn side(&self) -> Side {
        self.0.side()
    }

    /// The rule that asks for it.
    pub fn rule(&self) -> Atom {
        self.0.rule()
    }
}

impl PartialEq for Pending {
    fn eq(&self, other: &Pending) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.same(&*other.0)
    }
}

impl Eq for Pending {}

impl Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The decisions now open, the innermost last. Only [`Board`](super::Board) opens, amends and closes them.
#[derive(Resource, Clone, PartialEq, Eq, Debug, Default)]
pub struct Decisions(pub(in crate::board) Vec<Pending>);

impl Decisions {
    /// Whether no decision is open.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The decision that must be made next.
    pub fn innermost(&self) -> Option<&Pending> {
        self.0.last()
    }

    /// All of them, as the game's own type, the outermost first.
    pub fn frames<F: Frame>(&self) -> impl DoubleEndedIterator<Item = &F> + ExactSizeIterator {
        self.0.iter().map(Pending::frame)
    }

    /// The index of the innermost decision of the same kind as another.
    pub(in crate::board) fn alike<F: Frame>(&self, frame: &F) -> Option<usize> {
        self.frames::<F>().rposition(|open| discriminant(open) == discriminant(frame))
    }

    /// Adds them to a hash.
    pub(in crate::board) fn digest(&self, digest: &mut Digest) {
        digest.write_usize(self.0.len());
        self.0.iter().for_each(|open| open.0.digest(digest));
    }

    /// The same with two counters swapped that a side may not know.
    pub(in crate::board) fn exchanged(&self, a: UnitId, b: UnitId) -> Decisions {
        Decisions(self.0.iter().map(|open| open.0.exchanged(a, b)).collect())
    }

    /// The same without what a side may not learn about them.
    pub(in crate::board) fn sealed(&self, from: Side) -> Decisions {
        Decisions(self.0.iter().map(|open| open.0.sealed(from)).collect())
    }
}
