//! The draws that end a game of Congo in play. Searches ignore them.

use game::{Line, Notation, Outcome, Random, Repetition, Rules};
use games::congo::Congo;

/// Both lions, which cannot capture each other, and men that can move.
const START: &str = "4l1z/6p/7/7/7/P6/Z1L4 w 0";

fn play(line: &mut Line<'_, Congo>, names: &str) {
    for name in names.split(' ') {
        assert!(line.ending().is_none() && line.game().draw_in_play(line).is_none(), "over before {name}");
        let mv = line.game().parse_move(line.position(), name).expect(name);
        let _ = line.try_play(mv);
    }
}

#[test]
fn the_third_time_is_a_draw() {
    let congo = Congo::new();
    let mut line = congo.parse_line(START).expect("a position");
    play(&mut line, "c1c2 e7e6 c2c1 e6e7 c1c2 e7e6 c2c1 e6e7");
    let ending = congo.draw_in_play(&line).expect("a draw");
    assert_eq!((ending.outcome, ending.rule), (Outcome::Draw, "the same position for the third time"));
    // The board does not end the game: it is a draw only in play.
    assert!(line.ending().is_none() && !line.moves().is_empty());
}

#[test]
fn the_same_board_with_the_other_side_to_move_is_another_position() {
    let congo = Congo::new();
    let mut line = congo.parse_line(START).expect("a position");
    // White's lion goes round in three moves and Black's lion in two: boards occur again, positions do not.
    play(&mut line, "c1c2 e7e6 c2d1 e6e7 d1c1 e7e6 c1c2 e6e7 c2d1 e7e6 d1c1 e6e7");
    assert_eq!(congo.draw_in_play(&line), None);
}

#[test]
fn a_hundred_turns_without_progress_are_a_draw() {
    let congo = Congo::new();
    let mut random = Random::new(1);
    let mut line = congo.parse_line(START).expect("a position");
    let mut quiet = 0;
    while quiet < 200 {
        assert!(line.ending().is_none() && congo.draw_in_play(&line).is_none(), "over after {quiet} plies");
        // No capture, no move of a pawn, and no position for the third time.
        let mut moves = line.moves();
        moves.retain(|&mv| {
            let (before, after) = (*line.position(), congo.play_unchecked(line.position(), mv));
            let mut next = line.clone();
            let _ = next.try_play(mv);
            let repeated = congo.draw_in_play(&next).is_some_and(|ending| ending.rule.contains("third"));
            let pawns = |position: &_| games::congo::Position::kind(position, games::congo::Kind::Pawn);
            before.occupied().count_ones() == after.occupied().count_ones()
                && pawns(&before) == pawns(&after)
                && !repeated
                && next.ending().is_none()
        });
        let _ = line.try_play(random.pick(&moves));
        quiet += 1;
    }
    let ending = congo.draw_in_play(&line).expect("a draw");
    assert_eq!(ending.rule, "100 turns without a capture, a drowning or a pawn's move");
    // A pawn's move is progress.
    let pawn = line.moves().into_iter().find(|&mv| {
        let next = congo.play_unchecked(line.position(), mv);
        next.kind(games::congo::Kind::Pawn) != line.position().kind(games::congo::Kind::Pawn)
    });
    let _ = line.try_play(pawn.expect("a pawn can move"));
    assert_eq!(congo.draw_in_play(&line), None);
}
