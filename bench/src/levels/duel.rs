//! A match of two players through the sessions that opponents of people use.

use std::fmt;

use arena::random_openings;
use arena::statistics::{PlayerResult, Tally, elo};
use quadrille::{
    AnyLine, Catalogue, Descriptor, Effort, GameRef, GameResult, LEVELS, Opening, Question, Random, Session,
    Side, Tables,
};

use crate::settings::Settings;

/// The plies of an opening, and those after which a game is drawn.
const OPENING_PLIES: usize = 2;
const LONGEST: usize = 200;

/// A player of a match.
#[derive(Clone, Copy)]
pub(crate) enum Player {
    /// Plays random moves.
    Random,
    /// Plays the minimax move at this depth.
    Depth(u32),
    /// A level with its effort. The highest asks solved tables.
    Level(usize, Effort),
    /// An effort that is not a level yet.
    Effort(Effort),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => write!(f, "random moves"),
            Player::Depth(depth) => write!(f, "depth {depth}"),
            Player::Level(level, effort) => write!(f, "{level}: {effort}"),
            Player::Effort(effort) => write!(f, "{effort}"),
        }
    }
}

/// The conditions of matches in one game.
pub(crate) struct Duel {
    game: GameRef,
    tables: Tables,
    openings: Vec<Opening>,
}

/// The result of a match.
pub(crate) struct Match(Tally);

impl Match {
    /// The difference in Elo points; a sweep counts as if the loser had won half a point.
    pub(crate) fn elo(&self) -> f64 {
        let totals = self.0.totals();
        let (games, points) = (totals.games() as f64, totals.points());
        elo::difference(points.clamp(0.5, games - 0.5) / games)
    }
}

impl Duel {
    /// Matches on this board from random openings.
    pub(crate) fn new(board: &str, settings: &Settings) -> Duel {
        let game = Catalogue::standard().game(board).unwrap_or_else(|error| panic!("{error}"));
        let openings =
            random_openings(&game, settings.seed, OPENING_PLIES, settings.games.div_ceil(2).max(1));
        Duel { game, tables: Tables::in_memory(), openings }
    }

    /// The description of the game.
    pub(crate) fn descriptor(&self) -> &'static Descriptor {
        self.game.descriptor()
    }

    /// Plays a match and prints its row.
    pub(crate) fn print(&self, player: Player, against: Player) {
        let Match(tally) = self.play(player, against);
        let totals = tally.totals();
        let (elo, bounds) = elo::estimate(&tally.pairs()).map_or_else(Default::default, |estimate| {
            (format!("{:.0}", estimate.elo), format!("{:.0} to {:.0}", estimate.low, estimate.high))
        });
        println!(
            "| {player} | {against} | {elo} | {bounds} | {} | {} | {} |",
            totals.wins, totals.draws, totals.losses
        );
    }

    /// Plays every opening twice, with the colours swapped.
    pub(crate) fn play(&self, player: Player, against: Player) -> Match {
        let mut tally = Tally::default();
        let mut sessions = [0; 2].map(|_| Session::new(self.tables.clone()));
        for (number, opening) in (0..).zip(&self.openings) {
            for colour in Side::BOTH {
                sessions.iter_mut().for_each(Session::forget);
                let seats = if colour == Side::White { [0, 1] } else { [1, 0] };
                let seed = 2 * number + colour.index() as u64;
                let result = self.game(opening, [player, against], seats, &mut sessions, seed);
                tally.add(number, PlayerResult::of(result, colour));
            }
        }
        Match(tally)
    }

    /// Plays a game. The seats say which player plays White and which plays Black.
    fn game(
        &self,
        opening: &Opening,
        players: [Player; 2],
        seats: [usize; 2],
        sessions: &mut [Session; 2],
        seed: u64,
    ) -> GameResult {
        let mut random = Random::new(seed);
        let seeds = [0; 2].map(|_| random.next_u64());
        let mut line = self.game.start();
        for mv in &opening.moves {
            line.play(mv).unwrap_or_else(|refusal| panic!("{mv} of the opening: {refusal}"));
        }
        for _ in 0..LONGEST {
            if let Some(ending) = line.ending_in_play() {
                return ending.outcome.into();
            }
            let seat = seats[line.side().index()];
            let mv = match question(players[seat], &*line, seeds[seat]) {
                None => random.pick(&line.moves().iter().map(String::as_str).collect::<Vec<_>>()).to_string(),
                Some(question) => {
                    let found = sessions[seat].choose(&*line, &question);
                    found.map(|found| found.play[0].clone()).unwrap_or_default()
                }
            };
            line.play(&mv).unwrap_or_else(|refusal| panic!("{mv}: {refusal}"));
        }
        GameResult::Draw
    }
}

/// What a player asks the engine; `None` for random moves.
fn question(player: Player, line: &dyn AnyLine, seed: u64) -> Option<Question<'static>> {
    let game = line.game().descriptor();
    match player {
        Player::Random => None,
        Player::Depth(depth) => Some(Question::to_depth(depth)),
        Player::Level(level, effort) => {
            let mut question = Question::for_effort(effort, game, seed);
            question.manner.iter_mut().for_each(|manner| manner.asks_tables = level == LEVELS);
            Some(question)
        }
        Player::Effort(effort) => Some(Question::for_effort(effort, game, seed)),
    }
}
