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
    let (start, mut random, mut session) = (game.start(), Random::new(seed), Session::new(Tables::none()));
    let mut seen = HashSet::new();
    let mut opening = || {
        let (mut plies, mut balance) = (plies, BALANCE);
        while plies > 0 {
            for _ in 0..PATIENCE {
                let (moves, line) = random_plies(&*start, plies, &mut random);
                let Some(found) = session.search(&*line, &Question::to_depth(BALANCE_DEPTH)) else {
                    continue;
                };
                let fresh = !seen.contains(&line.text());
                if found.score.value().abs() <= balance && (fresh || balance > BALANCE) {
                    seen.insert(line.text());
                    return moves;
                }
            }
            // Some games are over or decided by then: shorter and less even openings have to do.
            plies /= 2;
            balance = balance.saturating_mul(4);
        }
        Vec::new()
    };
    (0..count).map(|_| Opening { position: "startpos".to_string(), moves: opening() }).collect()
}

/// Random plies from the start; fewer if the game ends before.
fn random_plies(start: &dyn AnyLine, plies: usize, random: &mut Random) -> (Vec<String>, Box<dyn AnyLine>) {
    let mut line = start.duplicate();
    let mut played = Vec::new();
    // An even or an odd number, so that either side may have the move.
    for _ in 0..plies.saturating_sub(random.below(2)) {
        let mut moves = line.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves.swap_remove(random.below(moves.len()));
        if line.play(&mv).is_ok() {
            played.push(mv);
        }
    }
    (played, line)
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
