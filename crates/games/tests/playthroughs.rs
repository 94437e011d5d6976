//! One seeded game of each kind as readable text. It shows changes of the rules, the notation or the generation order.

use std::fmt::Write;

use game::{Line, Notation, Random};
use games::{Visitor, visit};

struct Playthrough;

impl Visitor for Playthrough {
    type Output = String;

    fn game<G: Notation>(self, game: G) -> String {
        let mut random = Random::new(11);
        let mut line = Line::start(&game);
        let mut text = String::new();
        for ply in 0..200 {
            let moves = line.moves();
            let names: Vec<String> = moves.iter().map(|&mv| game.write_move(line.position(), mv)).collect();
            // The whole board every ten plies is enough to follow.
            if ply % 10 == 0 || moves.is_empty() {
                let _ = write!(text, "\n{}", game.draw(line.position()));
            }
            if moves.is_empty() {
                break;
            }
            let chosen = random.below(moves.len());
            let (material, evaluation) = (game.material(line.position()), game.evaluate(line.position()));
            let _ =
                writeln!(text, "{ply}: {} of {} [{material} {evaluation}]", names[chosen], names.join(" "));
            let _ = line.try_play(moves[chosen]);
        }
        if let Some(ending) = line.ending() {
            let _ = writeln!(text, "{ending}");
        }
        text
    }
}

#[test]
fn games_go_as_they_went() {
    let names = ["ctf:4", "ctf:5", "crusher:2", "crusher:3", "oska:3", "oska:4", "congo", "congo:course"];
    for name in names {
        let text = visit(name, Playthrough).expect("a game");
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name.replace(':', "_"), text) });
    }
}
