//! A game that is stored: what was played, by whom and in which time. A server stores it in a file, and the page without a server in the
//! browser.

use quadrille::clock::unix_millis;
use quadrille::{Catalogue, GameResult, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits;
use crate::line::{LineRequest, SideName};
use crate::problem::Problem;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Player {
    /// A person at the page.
    Human {
        /// What the person wants to be called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 20, example = "Anna")]
        name: Option<String>,
    },
    /// The engine.
    Engine {
        /// `level=3`, `depth=6` or `time=500ms`.
        #[schema(example = "level=3")]
        strength: String,
    },
}

impl Player {
    /// A person who has not said a name.
    pub const GUEST: Player = Player::Human { name: None };

    /// Whether a person plays.
    pub fn is_human(&self) -> bool {
        matches!(self, Player::Human { .. })
    }

    /// A person with a name, without the spaces around it; a name without letters is none.
    ///
    /// # Errors
    /// If others could not read the name, or if a record with it would name an engine.
    pub fn person(name: &str) -> Result<Player, Problem> {
        let name = name.trim();
        let letters = name.chars().count();
        if letters > limits::PERSON_LETTERS {
            let most = limits::PERSON_LETTERS;
            return Err(Problem::wrong(format!("a name has at most {most} characters, not {letters}")));
        }
        // These characters are not seen, and some of them turn the words around them round.
        let hidden = ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2060}'..='\u{206f}'];
        let is_hidden = |letter: char| hidden.iter().any(|range| range.contains(&letter));
        if name.contains(|letter: char| letter.is_control() || is_hidden(letter)) {
            return Err(Problem::wrong("a name cannot have characters that are not seen"));
        }
        if name.starts_with(ENGINE) {
            return Err(Problem::wrong(format!("a person's name cannot begin with {ENGINE}")));
        }
        Ok(Player::Human { name: Some(name.to_string()).filter(|name| !name.is_empty()) })
    }
}

/// How the name of an engine begins in a record.
pub(crate) const ENGINE: &str = "engine:";

/// What players can agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// The game ends in a draw.
    Draw,
    /// The last move of the player who asks for it is taken back, and what was played after it.
    Undo,
    /// The same game again, with the colours swapped.
    Rematch,
}

/// What one player has offered to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Offer {
    /// What it is.
    pub kind: OfferKind,
    /// Who has offered it.
    pub by: SideName,
}

/// The time that each player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// At the start, in milliseconds.
    #[schema(minimum = 1000, maximum = 604_800_000)]
    pub start_ms: u64,
    /// What each move adds, in milliseconds.
    #[schema(maximum = 604_800_000)]
    pub increment_ms: u64,
}

/// What a place that several people share stores of a game besides.
pub trait Company {
    /// Whether somebody is to take a seat of the game.
    fn awaits_player(&self) -> bool;
    /// Whether one browser has the seats of both sides.
    fn is_at_one_screen(&self) -> bool;
}

/// The company of a game in a browser without a server: nobody else is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Alone {}

impl Company for Alone {
    fn awaits_player(&self) -> bool {
        false
    }

    fn is_at_one_screen(&self) -> bool {
        true
    }
}

/// A stored game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredGame<C> {
    /// Names the game: a number with 16 hexadecimal digits.
    pub id: String,
    /// Times are milliseconds since 1970.
    pub created: i64,
    /// The last change.
    pub updated: i64,
    /// The game and its size.
    pub game: String,
    /// A position, or `startpos`.
    pub start: String,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// The time that each player has, if the game has clocks.
    pub clock: Option<Clock>,
    /// What was played.
    pub moves: Vec<String>,
    /// The time of each move, in milliseconds.
    pub times: Vec<u64>,
    /// White's and Black's time in milliseconds for moves that were taken back and for turns that ended without a move. Below zero if a
    /// clock that had run out was started anew.
    pub spent: [i64; 2],
    /// Since when the side to move has been thinking.
    pub turn_began: i64,
    /// The result, when the game is over.
    pub result: Option<GameResult>,
    /// Why it is over.
    pub reason: Option<String>,
    /// What is stored of the people who share it.
    pub company: C,
}

impl<C: Company> StoredGame<C> {
    /// A game that begins now, perhaps with moves that have been played already. Whoever stores it gives it an id.
    pub fn new(
        request: LineRequest,
        [white, black]: [Player; 2],
        catalogue: &Catalogue,
        company: C,
    ) -> Result<StoredGame<C>, Problem> {
        let line = request.open(catalogue)?;
        let ending = line.ending_in_play();
        let created = unix_millis();
        Ok(StoredGame {
            id: String::new(),
            created,
            updated: created,
            game: line.game().name().to_string(),
            start: request.position,
            white,
            black,
            clock: None,
            times: vec![0; request.moves.len()],
            moves: request.moves,
            spent: [0; 2],
            turn_began: created,
            result: ending.map(|ending| ending.outcome.into()),
            reason: ending.map(|ending| ending.rule.to_string()),
            company,
        })
    }

    /// The seed of the engine's choices among moves of nearly equal worth. A game keeps it, and another game has another one.
    pub(crate) fn seed(&self) -> u64 {
        u64::from_str_radix(&self.id, 16).unwrap_or_default()
    }

    /// Where it starts, and its moves.
    pub fn request(&self) -> LineRequest {
        LineRequest { game: self.game.clone(), position: self.start.clone(), moves: self.moves.clone() }
    }

    /// Who plays a side.
    pub fn player(&self, side: Side) -> &Player {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Lets somebody else play a side.
    pub fn set_player(&mut self, side: Side, player: Player) {
        match side {
            Side::White => self.white = player,
            Side::Black => self.black = player,
        }
    }

    /// What a side's clock showed when the present turn began, given the side to move now.
    pub fn left(&self, side: Side, to_move: Side) -> Option<u64> {
        let clock = self.clock?;
        let first = if self.moves.len().is_multiple_of(2) { to_move } else { !to_move };
        let own = || self.times.iter().skip(usize::from(side != first)).step_by(2);
        let had = clock.start_ms + clock.increment_ms * own().count() as u64;
        let used = own().sum::<u64>() as i64 + self.spent[side.index()];
        Some((had as i64 - used).max(0) as u64)
    }

    /// A clock that has run out shows the time of the start again: otherwise the game would be over again at once.
    pub(crate) fn wind_clocks(&mut self, to_move: Side) {
        let Some(clock) = self.clock else { return };
        for side in Side::BOTH {
            if self.left(side, to_move) == Some(0) {
                // With nothing spent, this is what the clock would show, even if it were less than nothing.
                self.spent[side.index()] = 0;
                let left = self.left(side, to_move).unwrap_or_default();
                self.spent[side.index()] = left as i64 - clock.start_ms as i64;
            }
        }
    }

    /// Takes back all moves but the first ones. Their time stays used, like that of the turn that ends with this: nobody gets time to
    /// think by taking moves back and playing them again. Only who has agreed to it for somebody else pays nothing: that clock shows
    /// again what it showed then.
    pub fn take_back(&mut self, plies: usize, to_move: Side, agreed_by: Option<Side>) {
        let first = if self.moves.len().is_multiple_of(2) { to_move } else { !to_move };
        if agreed_by != Some(to_move) {
            self.end_turn(to_move);
        }
        for (ply, time) in self.times.iter().enumerate().skip(plies) {
            let mover = if ply.is_multiple_of(2) { first } else { !first };
            if agreed_by != Some(mover) {
                self.spent[mover.index()] += *time as i64;
            }
        }
        self.moves.truncate(plies);
        self.times.truncate(plies);
        (self.result, self.reason) = (None, None);
    }

    /// The side to move has used the time of this turn, though it has not moved.
    pub fn end_turn(&mut self, to_move: Side) {
        if self.result.is_none() {
            self.spent[to_move.index()] += self.thought() as i64;
        }
    }

    /// Whether the game has not begun, so that its clocks stand still: a seat is free, or two people sit at one screen, where one of them
    /// may still invite somebody.
    pub fn waits(&self) -> bool {
        let of_two = self.white.is_human() && self.black.is_human();
        self.moves.is_empty() && (self.company.awaits_player() || of_two && self.company.is_at_one_screen())
    }

    /// How long the side to move has been thinking, in milliseconds.
    pub fn thought(&self) -> u64 {
        if self.waits() { 0 } else { u64::try_from(unix_millis() - self.turn_began).unwrap_or(0) }
    }
}
