//! Where games start: random plies from a seed that leave the game in balance, or positions from a file.

use std::collections::HashSet;

use quadrille::{AnyLine, GameRef, Opening, Question, Random, Session, Tables};

/// How many plies a search looks ahead to see whether an opening is in balance.
const BALANCE_DEPTH: u32 = 4;
/// The highest score of an opening in balance: about half a man.
const BALANCE: i32 = 50;

/// How many openings in a row may be out of balance or known before the bounds are loosened.
const PATIENCE: usize = 200;

/// Makes `count` openings of at most `plies` random plies. They differ if the game has enough different ones, and a small search finds
/// them in balance. The same seed makes the same openings.
pub fn random_openings(game: &GameRef, seed: u64, plies: usize, count: usize) -> Vec<Opening> {
    let mut maker = OpeningMaker {
        start: game.start(),
        random: Random::new(seed),
        session: Session::new(Tables::none()),
        seen: HashSet::new(),
    };
    (0..count).map(|_| maker.opening(plies)).collect()
}

struct OpeningMaker {
    start: Box<dyn AnyLine>,
    random: Random,
    session: Session,
    seen: HashSet<String>,
}

impl OpeningMaker {
    fn opening(&mut self, mut plies: usize) -> Opening {
        let mut balance = BALANCE;
        while plies > 0 {
            for _ in 0..PATIENCE {
                let (moves, line) = self.play(plies);
                let Some(score) = self.score(&*line) else {
                    continue;
                };
                let fresh = !self.seen.contains(&line.text());
                if score.abs() <= balance && (fresh || balance > BALANCE) {
                    self.seen.insert(line.text());
                    return Opening { position: "startpos".to_string(), moves };
                }
            }
            // Some games are over or decided by then: shorter and less even openings have to do.
            plies /= 2;
            balance = balance.saturating_mul(4);
        }
        Opening { position: "startpos".to_string(), moves: Vec::new() }
    }

    /// Random plies from the start; fewer if the game ends before.
    fn play(&mut self, plies: usize) -> (Vec<String>, Box<dyn AnyLine>) {
        let mut line = self.start.duplicate();
        let mut played = Vec::new();
        // An even or an odd number, so that either side may have the move.
        for _ in 0..plies.saturating_sub(self.random.below(2)) {
            let mut moves = line.moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves.swap_remove(self.random.below(moves.len()));
            if line.play(&mv).is_ok() {
                played.push(mv);
            }
        }
        (played, line)
    }

    /// The score of a small search; `None` if the game is over.
    fn score(&mut self, line: &dyn AnyLine) -> Option<i32> {
        Some(self.session.search(line, &Question::to_depth(BALANCE_DEPTH))?.score.value())
    }
}

/// Reads openings from a text, one on each line: a position and then any moves (`startpos c2c3 c4c3`, `BOARD w c2c3`). Blank lines and
/// lines that start with `#` are skipped.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read_openings(game: &GameRef, text: &str) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            openings.push(read_opening(game, line).map_err(|problem| format!("line {number}: {problem}"))?);
        }
    }
    if openings.is_empty() { Err("the file has no opening".to_string()) } else { Ok(openings) }
}

fn read_opening(game: &GameRef, text: &str) -> Result<Opening, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    // The text of a position is its board, the player, and what this game writes after that.
    let length = match words[0] {
        "startpos" => 1,
        _ => 2 + game.descriptor().suffix.split_whitespace().count(),
    };
    let (position, moves) = words.split_at(length.min(words.len()));
    let position = position.join(" ");
    let mut line = game.line(&position).map_err(|error| error.to_string())?;
    for mv in moves {
        line.play(mv).map_err(|refusal| format!("move {mv}: {refusal}"))?;
    }
    match line.ending() {
        Some(ending) => Err(format!("the game is over before it starts: {ending}")),
        None => Ok(Opening { position, moves: moves.iter().map(ToString::to_string).collect() }),
    }
}

#[cfg(test)]
mod tests;
