//! Games line by line, to their ends.

use super::{OPPONENT, script};
use crate::common::stdout;

#[test]
fn a_game_of_each_kind_is_played_to_its_end() {
    for (game, depth) in [("ctf:5", 5), ("crusher:3", 4), ("oska:4", 5), ("congo", 3)] {
        let script = script(game, "startpos", depth);
        let input: String = script.own().flat_map(|name| [name, "\n"]).collect();
        let out = stdout(&["play", game, "--opponent", OPPONENT], &input);
        assert!(out.ends_with(&format!("{}\n", script.ending)), "{game}: {out}");
        for (index, name) in script.moves.iter().enumerate() {
            let side = if index % 2 == 0 { "White" } else { "Black" };
            assert!(out.contains(&format!("\n{}. {side} plays {name}\n", index + 1)), "{game} {name}: {out}");
        }
    }
}

#[test]
fn the_engine_plays_against_itself() {
    for game in ["ctf:3", "crusher:2", "oska:3", "congo:course"] {
        let out = stdout(&["play", game, "--side", "none", "--opponent", "level=1", "--seed", "1"], "");
        let last = out.lines().last().unwrap_or_default();
        assert!(last.contains(" has won: ") || last.starts_with("the game is drawn: "), "{game}: {last}");
    }
}
