//! Positions that may be puzzles: from games with mistakes, from random set-ups, and from random endings with few men.

use games::family::grading::Arrangement;

use crate::{AnyLine, EMPTY, GameRef, Limits, Question, Random, Session, Side};

/// Each game starts with this many random moves, so that games differ.
const RANDOM_OPENING: usize = 4;
/// One in so many of the later moves is random: a mistake, most of the time.
const MISTAKES: usize = 5;
/// The plies that the players look ahead.
const LOOK_AHEAD: u32 = 2;
/// The plies after which a game is given up.
const LONGEST_GAME: usize = 60;
/// What a player may search for a move.
const NODES: u64 = 20_000;

/// The positions of a game between two players who make mistakes, without their history.
pub(super) fn of_game(game: &GameRef, session: &mut Session, random: &mut Random) -> Vec<String> {
    let mut line = game.start();
    let mut positions = Vec::new();
    for ply in 0..LONGEST_GAME {
        let moves = line.moves();
        if line.ending_in_play().is_some() || moves.is_empty() {
            break;
        }
        positions.push(game.write_cells(&line.cells(), line.side()));
        let by_chance = ply < RANDOM_OPENING || random.below(MISTAKES) == 0;
        let chance = moves[random.below(moves.len())].clone();
        let chosen = if by_chance { Some(chance) } else { best_move(&*line, session) };
        if chosen.is_none_or(|name| line.play(&name).is_err()) {
            break;
        }
    }
    positions
}

fn best_move(line: &dyn AnyLine, session: &mut Session) -> Option<String> {
    let question = Question::to_depth(LOOK_AHEAD);
    let limits = Limits { nodes: Some(NODES), ..question.limits };
    let found = session.choose(line, &Question { limits, ..question })?;
    found.play.first().cloned()
}

/// A random set-up. It does not have to be a position of the game.
pub(super) fn of_setup(game: &GameRef, random: &mut Random) -> String {
    let side = random.pick(&Side::BOTH);
    game.write_cells(&scattered(game, side, random), side)
}

/// The fewest and the most men of a random ending.
const FEWEST_MEN: usize = 2;
const MOST_MEN: usize = 8;

/// A random set-up with few men. It does not have to be a position of the game.
pub(super) fn of_ending(game: &GameRef, random: &mut Random) -> String {
    let side = random.pick(&Side::BOTH);
    let mut cells = scattered(game, side, random);
    let mut standing: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != EMPTY).collect();
    let left = FEWEST_MEN + random.below(MOST_MEN - FEWEST_MEN + 1);
    while standing.len() > left {
        let gone = standing.swap_remove(random.below(standing.len()));
        cells[gone] = EMPTY;
    }
    game.write_cells(&cells, side)
}

/// Men on random cells, as the game's grading puts them, or else those of the starting position.
fn scattered(game: &GameRef, side: Side, random: &mut Random) -> Vec<char> {
    let start = game.start().cells();
    let mut men = Arrangement::new(game.size(), game.board(), side, random);
    match game.descriptor().grading.scatter {
        Some(scatter) => scatter(&mut men),
        None => start.iter().filter(|&&letter| letter != EMPTY).for_each(|&letter| men.put(letter)),
    }
    men.cells
}
