//! Whether a position is about a theme.

use std::collections::BTreeSet;

use quadrille::grading::Scene;
use quadrille::{AnyLine, Evaluation, Session};

use super::exercise::Theme;
use super::values;

/// How many moves of a position are looked at. Some positions have millions.
const MOST_MOVES: usize = 2000;

/// Whether the position is about the theme.
pub(super) fn has(theme: Theme, line: &dyn AnyLine) -> bool {
    match theme {
        Theme::Play | Theme::LookAhead | Theme::Own => true,
        Theme::Capture => can_capture(line),
        Theme::Repeat => !can_capture(line) && mostly_reversible(line),
        Theme::Pass => {
            let moves = line.moves();
            moves.len() == 1 && line.game().board().path(&moves[0]).is_empty()
        }
        Theme::Game { index, .. } => in_scene(line, line.game().descriptor().grading.themes[index].fits),
    }
}

fn can_capture(line: &dyn AnyLine) -> bool {
    in_scene(line, |scene| scene.captures_on(0..scene.cells.len()))
}

/// Shows the position to a theme.
fn in_scene(line: &dyn AnyLine, fits: impl FnOnce(&Scene<'_>) -> bool) -> bool {
    let (game, cells) = (line.game(), line.cells());
    let board = game.board();
    let legal = line.candidates(MOST_MOVES).into_iter().filter(|candidate| candidate.repeats.is_none());
    let moves: Vec<_> = legal.map(|candidate| (candidate.name, board.read(&candidate.board))).collect();
    fits(&Scene { descriptor: game.descriptor(), board, side: line.side(), cells: &cells, moves: &moves })
}

/// Whether the answer shows that a program looks one ply more or less than it should: none of its best moves is right then.
pub(super) fn shows_depth(
    session: &mut Session,
    line: &dyn AnyLine,
    depth: u32,
    evaluation: Evaluation,
) -> bool {
    let mut best = |depth| -> BTreeSet<String> {
        values::best(&values::of_moves(session, line, depth, evaluation)).into_iter().collect()
    };
    let right = best(depth);
    // The deepest search takes longest, so it comes last.
    right.len() < line.moves().len()
        && ((depth > 1 && right.is_disjoint(&best(depth - 1))) || right.is_disjoint(&best(depth + 1)))
}

/// Whether most moves could be taken back. Then a history can probably forbid the program's move. A capture, which programs prefer, can
/// never be forbidden.
fn mostly_reversible(line: &dyn AnyLine) -> bool {
    let (board, here) = (line.board(), line.text());
    let Some((_, player)) = here.split_once(char::is_whitespace) else {
        return false;
    };
    let moves = line.moves();
    let reversible = moves.iter().filter(|mv| {
        let mut next = line.duplicate();
        let back = next.play(mv).is_ok().then(|| line.game().line(&format!("{} {player}", next.board())));
        back.is_some_and(|back| back.is_ok_and(|back| back.read_answer(&board).is_ok()))
    });
    let count = reversible.count();
    moves.len() > 1 && 3 * count >= 2 * moves.len()
}
