//! A stored game as the page sees it, and lists of them.

use std::time::Duration;

use quadrille::{Catalogue, GameResult, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::limits;
use crate::line::{LineRequest, LineView};
use crate::problem::Problem;
use crate::stored::{Alone, Clock, Company, Offer, Player, StoredGame};

/// A game to be created, perhaps with moves that have been played already.
#[derive(Deserialize, ToSchema)]
pub struct NewGame {
    #[serde(flatten)]
    line: LineRequest,
    white: Player,
    black: Player,
    /// Absent if the game has no clock.
    #[serde(default)]
    clock: Option<Clock>,
}

impl NewGame {
    /// The game, if it can be played.
    pub fn begin<C: Company>(self, catalogue: &Catalogue, company: C) -> Result<StoredGame<C>, Problem> {
        let players = [self.white.checked()?, self.black.checked()?];
        if let Some(clock) = self.clock {
            let most = limits::CLOCK.as_millis() as u64;
            if clock.start_ms < 1000 || clock.start_ms > most || clock.increment_ms > most {
                return Err(Problem::wrong("a clock shows at least a second and at most a week"));
            }
        }
        let game = StoredGame::new(self.line, players, catalogue, company)?;
        Ok(StoredGame { clock: self.clock, ..game })
    }
}

/// What a client may do with a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Play the next move, or let the engine play it.
    Move,
    /// Take moves back.
    Undo,
    /// Give up the game for a side that one plays.
    Resign,
    /// Delete the game.
    Delete,
    /// Give seats away.
    Seats,
}

/// What a game is to the client that looks at it.
pub struct Standing {
    /// Whether the client has created it.
    pub mine: bool,
    /// The sides that the client plays.
    pub seats: Vec<Side>,
    /// The sides that anybody may take.
    pub open: Vec<Side>,
    /// What the client may do with it.
    pub may: Vec<Action>,
    /// What one player has offered to the other.
    pub offer: Option<Offer>,
    /// The id of the game that the players went on with.
    pub next: Option<String>,
}

impl Standing {
    /// The person at this browser plays all that people play, and nobody else can.
    pub fn alone(game: &StoredGame<Alone>) -> Standing {
        let seats: Vec<Side> = Side::BOTH.into_iter().filter(|&side| game.player(side).is_human()).collect();
        let mut may = vec![Action::Move, Action::Undo, Action::Delete];
        if !seats.is_empty() {
            may.push(Action::Resign);
        }
        Standing { mine: true, seats, open: Vec::new(), may, offer: None, next: None }
    }
}

/// A stored game.
#[derive(Serialize, ToSchema)]
pub struct GameView {
    id: String,
    /// Milliseconds since 1970.
    created: i64,
    updated: i64,
    white: Player,
    black: Player,
    clock: Option<Clock>,
    clocks: Option<ClocksView>,
    /// The time of each move, in milliseconds.
    times: Vec<u64>,
    /// `1-0`, `0-1` or `1/2-1/2` when the game is over.
    result: Option<&'static str>,
    /// Why, in words.
    reason: Option<String>,
    /// Whether this client has created it.
    mine: bool,
    /// The sides that this client plays: `w` and `b`.
    seats: Vec<char>,
    /// The sides that anybody may take: `w` and `b`.
    open: Vec<char>,
    /// What this client may do with it.
    may: Vec<Action>,
    /// What one player has offered to the other, if something is.
    offer: Option<Offer>,
    /// The id of the game that the players went on with, if they did.
    next: Option<String>,
    line: LineView,
}

/// What the clocks show now.
#[derive(Serialize, ToSchema)]
struct ClocksView {
    white_ms: u64,
    black_ms: u64,
    /// Whose clock is running: `w` or `b`; null when the game is over or waits for a player.
    running: Option<char>,
}

impl GameView {
    /// The time that is left to the side whose clock is running.
    pub fn time_left(&self) -> Option<Duration> {
        let clocks = self.clocks.as_ref()?;
        let left = if clocks.running? == Side::White.letter() { clocks.white_ms } else { clocks.black_ms };
        Some(Duration::from_millis(left))
    }

    /// Whether this client plays it, or has created it.
    pub fn is_players(&self) -> bool {
        self.mine || !self.seats.is_empty()
    }

    /// Whether this client plays a side.
    pub fn plays(&self, side: Side) -> bool {
        self.seats.contains(&side.letter())
    }

    /// Whether the game cannot go on without the person who plays a side.
    pub fn needs(&self, side: Side) -> bool {
        let player = if side == Side::White { &self.white } else { &self.black };
        self.result.is_none() && player.is_human() && !self.open.contains(&side.letter())
    }

    /// The game as a client sees it, whose standing depends on the side to move.
    pub fn new<C: Company>(
        game: StoredGame<C>,
        catalogue: &Catalogue,
        standing: impl FnOnce(&StoredGame<C>, Side) -> Standing,
    ) -> Result<GameView, Problem> {
        let line = LineView::new(&game.request(), catalogue)?;
        let side = line.side();
        let Standing { mine, seats, open, may, offer, next } = standing(&game, side);
        let over = game.result.is_some();
        let shown = |of: Side| {
            let left = game.left(of, side)?;
            Some(if of == side && !over { left.saturating_sub(game.thought()) } else { left })
        };
        let clocks = shown(Side::White).zip(shown(Side::Black)).map(|(white_ms, black_ms)| ClocksView {
            white_ms,
            black_ms,
            running: (!over && !game.waits()).then(|| side.letter()),
        });
        let letters = |sides: Vec<Side>| sides.into_iter().map(Side::letter).collect();
        Ok(GameView {
            id: game.id,
            created: game.created,
            updated: game.updated,
            white: game.white,
            black: game.black,
            clock: game.clock,
            clocks,
            times: game.times,
            result: game.result.map(GameResult::text),
            reason: game.reason,
            mine,
            seats: letters(seats),
            open: letters(open),
            may,
            offer,
            next,
            line,
        })
    }
}

/// A stored game in a list.
#[derive(Serialize, ToSchema)]
pub struct GameEntry {
    /// Its id.
    pub id: String,
    /// The game and its size.
    pub game: String,
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// How many moves were played.
    pub plies: usize,
    /// `1-0`, `0-1` or `1/2-1/2` when the game is over.
    pub result: Option<&'static str>,
    /// Why, in words.
    pub reason: Option<String>,
    /// Milliseconds since 1970.
    pub created: i64,
    /// The last change.
    pub updated: i64,
    /// Whether this client has created it.
    pub mine: bool,
    /// The sides that this client plays: `w` and `b`.
    pub seats: Vec<char>,
    /// Whether this client may delete it.
    pub deletable: bool,
}

/// Some of the stored games.
#[derive(Serialize, ToSchema)]
pub struct GameList {
    /// How many games match.
    pub total: u64,
    /// The newest first.
    pub games: Vec<GameEntry>,
}
