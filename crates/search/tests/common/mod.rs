//! Lines of play to search.

use game::{Game, Line, Random};

/// Random play in which men often go back to where they came from, so that old boards matter.
pub(crate) fn random_line<'g, G: Game>(game: &'g G, random: &mut Random) -> Line<'g, G> {
    let mut line = Line::start(game);
    for _ in 0..random.below(40) {
        let mut moves = line.moves();
        if moves.is_empty() {
            break;
        }
        if random.below(3) > 0 {
            let quiet: Vec<_> =
                moves.iter().copied().filter(|&mv| !game.is_irreversible(line.position(), mv)).collect();
            moves = if quiet.is_empty() { moves } else { quiet };
        }
        let undo = line.try_play(random.pick(&moves)).expect("a legal move");
        if line.ending().is_some() {
            line.undo(undo);
        }
    }
    line
}
