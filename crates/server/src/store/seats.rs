//! The seats of a game: who plays a side, and who may take it.

use quadrille::Side;
use serde::{Deserialize, Serialize};

use crate::clients::Digest;

/// A seat of a game in which a person plays.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Seat {
    /// Who plays, if not the owner of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) holder: Option<Digest>,
    /// The key that takes the seat, until somebody has used it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key: Option<Digest>,
    /// Whether anybody may take the seat, without a key. Nobody has taken it then.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) open: bool,
}

/// The seats of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Seats {
    white: Seat,
    black: Seat,
}

impl Seat {
    /// The seat of somebody, which nobody else can take: the owner's if no holder is named.
    pub(crate) fn of(holder: Option<Digest>) -> Seat {
        Seat { holder, key: None, open: false }
    }

    /// The same seat without its key: only who has it now keeps it.
    pub(crate) fn without_key(&self) -> Seat {
        Seat::of(self.holder.clone())
    }
}

impl Seats {
    pub(crate) fn new(white: Seat, black: Seat) -> Seats {
        Seats { white, black }
    }

    pub(crate) fn of(&self, side: Side) -> &Seat {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Whether somebody is to take one of them.
    pub(crate) fn is_free(&self) -> bool {
        [&self.white, &self.black].iter().any(|seat| seat.open || seat.key.is_some())
    }

    /// Whether somebody has been invited to one of them.
    pub(crate) fn are_shared(&self) -> bool {
        self.is_free() || [&self.white, &self.black].iter().any(|seat| seat.holder.is_some())
    }

    pub(crate) fn of_mut(&mut self, side: Side) -> &mut Seat {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
