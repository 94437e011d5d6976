//! Who may do what with a stored game.
//!
//! Everybody who knows its id may read it. Its owner is who created it. People's seats belong to the owner until they are given away; the
//! engine's seat belongs to the owner and to the player on the other side.
//!
//! If only this machine can reach the server, everybody is trusted with every game: to move, to delete it and to invite. When somebody is
//! invited, the game becomes that of two people: who invites owns it from then on, and others have no more rights than elsewhere.

use answers::{Action, Player};
use axum::http::StatusCode;
use quadrille::Side;

use crate::clients::{Client, Digest};
use crate::problem::Problem;
use crate::store::{Seats, StoredGame};

impl Client {
    /// Whether the client is this owner of a game.
    pub(crate) fn is(&self, owner: Option<&Digest>) -> bool {
        self.secret.is_some() && self.secret.as_ref() == owner
    }

    /// Whether a seat of a game is the client's own: it was given to the client, or to nobody.
    pub(crate) fn has_seat(&self, owner: Option<&Digest>, seats: &Seats, side: Side) -> bool {
        match &seats.of(side).holder {
            Some(holder) => self.secret.as_ref() == Some(holder),
            None => self.is(owner) || self.is_trusted_with(seats),
        }
    }

    /// Whether a game is everybody's: only this machine can reach the server, and nobody has been invited.
    fn is_trusted_with(&self, seats: &Seats) -> bool {
        self.is_trusted && !seats.are_shared()
    }

    /// Whether a game with this owner and these seats is the client's own, or the client may do everything with it.
    pub(crate) fn owns(&self, owner: Option<&Digest>, seats: &Seats) -> bool {
        self.is_admin || self.is(owner) || self.is_trusted_with(seats)
    }
}

/// The rights of a client in a game.
pub(crate) struct Rights<'a> {
    client: &'a Client,
    game: &'a StoredGame,
}

impl<'a> Rights<'a> {
    pub(crate) fn new(client: &'a Client, game: &'a StoredGame) -> Rights<'a> {
        Rights { client, game }
    }

    fn owns(&self) -> bool {
        self.client.owns(self.game.company.owner.as_ref(), &self.game.company.seats)
    }

    /// Whether the client has created the game.
    pub(crate) fn is_owner(&self) -> bool {
        self.client.is(self.game.company.owner.as_ref())
    }

    /// Whether the client may move for a side.
    pub(crate) fn holds(&self, side: Side) -> bool {
        match self.game.player(side) {
            Player::Human { .. } => self.sits(side),
            Player::Engine { .. } => self.owns() || self.sits(!side),
        }
    }

    /// Whether a person plays the side and the client is this person.
    fn sits(&self, side: Side) -> bool {
        self.game.player(side).is_human() && (self.client.is_admin || self.has_seat(side))
    }

    fn has_seat(&self, side: Side) -> bool {
        let company = &self.game.company;
        self.client.has_seat(company.owner.as_ref(), &company.seats, side)
    }

    /// Whether the client has this seat without any key to it: somebody who opens the link again, or the owner who tries the link.
    pub(crate) fn needs_no_key(&self, side: Side) -> bool {
        let seats = &self.game.company.seats;
        self.has_seat(side) && seats.are_shared()
    }

    /// The sides that the client plays as a person.
    pub(crate) fn seats(&self) -> Vec<Side> {
        [Side::White, Side::Black].into_iter().filter(|&side| self.sits(side)).collect()
    }

    /// All that the client may do when this side is to move.
    pub(crate) fn actions(&self, to_move: Side) -> Vec<Action> {
        let allowed = |action: &Action| match action {
            Action::Move => self.holds(to_move),
            Action::Undo => self.may_undo(),
            Action::Resign => !self.seats().is_empty(),
            Action::Delete | Action::Seats => self.owns(),
        };
        [Action::Move, Action::Undo, Action::Resign, Action::Delete, Action::Seats]
            .into_iter()
            .filter(allowed)
            .collect()
    }

    /// A person who plays against nobody else may, and the owner of a game of engines. Two people have to agree.
    fn may_undo(&self) -> bool {
        let mut people = Side::BOTH.into_iter().filter(|&side| self.game.player(side).is_human()).peekable();
        if people.peek().is_none() { self.owns() } else { people.all(|side| self.sits(side)) }
    }

    pub(crate) fn check_move(&self, side: Side) -> Result<(), Problem> {
        let words = match self.game.player(side) {
            Player::Human { .. } => format!(
                "it is {side}'s turn, and somebody else plays {side} in this game: you can only watch now"
            ),
            Player::Engine { .. } => {
                format!(
                    "it is the engine's turn, and only the owner or a player of this game may let it play {side}'s move"
                )
            }
        };
        self.unless(self.holds(side), words)
    }

    pub(crate) fn check_resign(&self, side: Side) -> Result<(), Problem> {
        // The engine's side is given up by whom it belongs to.
        self.unless(self.holds(side), format!("only the player of {side} in this game may resign for {side}"))
    }

    pub(crate) fn check_undo(&self) -> Result<(), Problem> {
        self.unless(
            self.may_undo(),
            "two people play this game, or others do: a player can offer the other one to take a move back",
        )
    }

    pub(crate) fn check_delete(&self) -> Result<(), Problem> {
        self.unless(self.owns(), "only the owner of this game may delete it")
    }

    pub(crate) fn check_give(&self) -> Result<(), Problem> {
        self.unless(self.owns(), "only the owner of this game may give its seats away")
    }

    /// Refuses with these words.
    fn unless(&self, allowed: bool, words: impl Into<String>) -> Result<(), Problem> {
        if allowed {
            return Ok(());
        }
        let unowned = "; it has no owner, so the administrator of this server has to do it";
        let note = if self.game.company.owner.is_none() { unowned } else { "" };
        Err(Problem::new(StatusCode::FORBIDDEN, words.into() + note))
    }
}
