//! Where games start: seeded random plies that leave the game in balance, or positions from a file.

use std::collections::HashSet;

use anyline::{AnyLine, Evaluation, Question};
use game::Random;
use games::GameSpec;
use search::{Engine, Limits};

use crate::record::Opening;

/// How deep a search looks to see whether an opening is in balance, and by how much it may be out of it: about half a man.
const BALANCE_DEPTH: u32 = 4;
const BALANCE: i32 = 50;

/// So many openings in turn may be out of balance or known already before the bounds are loosened.
const PATIENCE: usize = 200;

/// Makes `count` openings of at most `plies` random plies, different as long as there are enough different ones, in balance as far
/// as a small search sees. The same seed makes the same ones.
pub fn random_openings(game: GameSpec, seed: u64, plies: usize, count: usize) -> Vec<Opening> {
    let made = anyline::open(game, "startpos", |start| {
        let mut maker = Maker {
            start,
            random: Random::new(seed),
            engine: Engine::for_depth(BALANCE_DEPTH),
            seen: HashSet::new(),
        };
        (0..count).map(|_| maker.opening(plies)).collect()
    });
    made.unwrap_or_else(|error| unreachable!("every game has a start: {error}"))
}

struct Maker<'s> {
    start: &'s dyn AnyLine,
    random: Random,
    engine: Engine,
    seen: HashSet<String>,
}

impl<'s> Maker<'s> {
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
            // Some games are over, or decided, before that: then shorter and less even openings must do.
            plies /= 2;
            balance = balance.saturating_mul(4);
        }
        Opening { position: "startpos".to_string(), moves: Vec::new() }
    }

    /// Random plies from the start; fewer if the game ends before.
    fn play(&mut self, plies: usize) -> (Vec<String>, Box<dyn AnyLine + 's>) {
        let mut line = self.start.duplicate();
        let mut played = Vec::new();
        // Both lengths, so that either side may have the move.
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

    /// What a small search says; nothing if the game is over.
    fn score(&mut self, line: &dyn AnyLine) -> Option<i32> {
        let limits = Limits { depth: BALANCE_DEPTH, ..Limits::default() };
        let question = Question { limits, exact: true, evaluation: Evaluation::Standard };
        Some(line.search(&mut self.engine, &question, &mut |_| {})?.score.value())
    }
}

/// Reads openings from a text, one a line: a position, then moves if there are any (`startpos c2c3 c4c3`, `BOARD w c2c3`). Blank lines
/// and lines that start with `#` are skipped.
///
/// # Errors
/// What is wrong, with the number of the line.
pub fn read_openings(game: GameSpec, text: &str) -> Result<Vec<Opening>, String> {
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            openings.push(read_opening(game, line).map_err(|problem| format!("line {number}: {problem}"))?);
        }
    }
    if openings.is_empty() { Err("there is no opening in the file".to_string()) } else { Ok(openings) }
}

fn read_opening(game: GameSpec, line: &str) -> Result<Opening, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // The position is as many words as its text has: the board, the side, and in Congo the number of the move.
    let length = match (words[0], game) {
        ("startpos", _) => 1,
        (_, GameSpec::Congo | GameSpec::CongoCourse) => 3,
        _ => 2,
    };
    let (position, moves) = words.split_at(length.min(words.len()));
    let position = position.join(" ");
    let played = anyline::open(game, &position, |line| -> Result<(), String> {
        for mv in moves {
            line.play(mv).map_err(|problem| format!("move {mv}: {problem}"))?;
        }
        line.ending().map_or(Ok(()), |ending| Err(format!("the game is over before it starts: {ending}")))
    });
    played.map_err(|error| error.to_string())??;
    Ok(Opening { position, moves: moves.iter().map(ToString::to_string).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_seeded_different_and_playable() {
        for game in [GameSpec::Ctf(5), GameSpec::Crusher(3), GameSpec::Oska(4), GameSpec::Congo] {
            let openings = random_openings(game, 3, 6, 20);
            assert_eq!(openings, random_openings(game, 3, 6, 20), "{game}");
            assert_ne!(openings, random_openings(game, 4, 6, 20), "{game}");
            let text: Vec<String> =
                openings.iter().map(|opening| format!("startpos {}", opening.moves.join(" "))).collect();
            assert_eq!(read_openings(game, &text.join("\n")), Ok(openings), "{game}");
            let different: HashSet<&String> = text.iter().collect();
            assert_eq!(different.len(), 20, "{game}");
        }
    }

    #[test]
    fn a_tiny_game_has_openings_too() {
        assert_eq!(random_openings(GameSpec::Ctf(2), 1, 8, 5).len(), 5);
        assert_eq!(random_openings(GameSpec::Oska(3), 1, 30, 5).len(), 5);
    }

    #[test]
    fn bad_openings_are_refused_with_their_line() {
        let problem = |text| read_openings(GameSpec::Ctf(5), text).expect_err(text);
        assert!(problem("# nothing\n\n").contains("no opening"));
        assert!(problem("startpos\nstartpos a1a9").starts_with("line 2: move a1a9"));
        assert!(problem("-wWw--www-------bbb--bBb- x").starts_with("line 1: "));
    }
}
