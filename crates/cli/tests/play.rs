//! Games against the engine: line by line, and on a terminal of their own.

mod lines;
mod screen;
mod terminal;

use quadrille::{Catalogue, Session, Strength, Tables};

/// A game between a person, who plays White as the engine would to this depth, and the engine, which looks one ply ahead. What
/// the engine answers is known beforehand: exact answers are always the same.
struct Script {
    /// The moves of both sides.
    moves: Vec<String>,
    /// How the game ends, in words.
    ending: String,
}

const OPPONENT: &str = "depth=1";

fn script(game: &str, position: &str, depth: u32) -> Script {
    let mut line = Catalogue::standard().game(game).expect(game).line(position).expect(position);
    let mut session = Session::new(Tables::none());
    let mut moves = Vec::new();
    while line.ending_in_play().is_none() {
        let strength = Strength::Depth(if moves.len() % 2 == 0 { depth } else { 1 });
        let found = session.reply(&*line, strength, 1, None).expect("a move");
        line.play(&found.play[0]).expect("a legal move");
        moves.push(found.play[0].clone());
    }
    Script { moves, ending: line.ending_in_play().expect("an ending").to_string() }
}

impl Script {
    /// The moves of the person.
    fn own(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(String::as_str).step_by(2)
    }
}
