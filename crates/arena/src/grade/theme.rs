//! Whether a position is about a theme.

use quadrille::AnyLine;
use quadrille::grading::Scene;

use super::exercise::Theme;

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
