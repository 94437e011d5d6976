//! Whether a position is good for what it is wanted for.

use std::collections::BTreeSet;

use anyline::{AnyLine, Evaluation};
use game::Side;
use games::GameSpec;

use super::question::Theme;
use super::setup::{EMPTY, Setup, owner};
use super::worth;

/// Whether the position has the theme.
pub(super) fn has(theme: Theme, game: GameSpec, line: &dyn AnyLine) -> bool {
    let here = Setup::read(game, &line.text());
    let enemy = !line.side();
    match theme {
        Theme::Play | Theme::LookAhead | Theme::Own => true,
        Theme::Capture => after_each(game, line).any(|next| next.men_of(enemy) < here.men_of(enemy)),
        Theme::Repeat => !has(Theme::Capture, game, line) && mostly_reversible(line),
        Theme::Pass => line.moves() == ["pass"],
        Theme::Waist => {
            let waist = here.newest().len() / 2;
            let men = |setup: &Setup| {
                setup.newest()[waist].iter().filter(|&&letter| owner(game, letter) == Some(enemy)).count()
            };
            men(&here) > 0 && after_each(game, line).any(|next| men(&next) < men(&here))
        }
        Theme::BothHome => after_each(game, line).any(|next| both_home(&next)),
        Theme::River => {
            let river = &here.newest()[3];
            river
                .iter()
                .any(|&letter| owner(game, letter) == Some(line.side()) && !letter.eq_ignore_ascii_case(&'c'))
        }
        Theme::Chain => line.moves().iter().any(|mv| mv.len() > 4),
    }
}

/// Whether a program that looks one ply more, or one less, gives itself away: then none of the best moves is among the best.
pub(super) fn tells_depth(line: &dyn AnyLine, depth: u32, evaluation: Evaluation) -> bool {
    let best =
        |depth| worth::best(&worth::of_moves(line, depth, evaluation)).into_iter().collect::<BTreeSet<_>>();
    let right = best(depth);
    // The deepest look takes longest, so it comes last.
    right.len() < line.moves().len()
        && ((depth > 1 && right.is_disjoint(&best(depth - 1))) || right.is_disjoint(&best(depth + 1)))
}

/// The positions after each move.
fn after_each(game: GameSpec, line: &dyn AnyLine) -> impl Iterator<Item = Setup> + '_ {
    line.moves().into_iter().filter_map(move |mv| {
        let mut next = line.duplicate();
        next.play(&mv).ok()?;
        Some(Setup::read(game, &next.text()))
    })
}

/// Whether all men of both sides stand on the enemy's first row.
fn both_home(setup: &Setup) -> bool {
    let rows = setup.newest();
    let away = |side: Side, home: usize| {
        rows.iter().enumerate().any(|(row, cells)| {
            row != home && cells.iter().any(|&cell| owner(setup.game, cell) == Some(side))
        })
    };
    setup.men_of(Side::White) > 0
        && setup.men_of(Side::Black) > 0
        && !away(Side::White, rows.len() - 1)
        && !away(Side::Black, 0)
}

/// Whether most moves could be taken back: then it is likely that the program's move is one that a history can forbid. A capture, which
/// programs like best, never can.
fn mostly_reversible(line: &dyn AnyLine) -> bool {
    let here = line.text();
    let (Some(board), Some((_, player))) = (line.boards().into_iter().next(), here.split_once(' ')) else {
        return false;
    };
    let moves = line.moves();
    let reversible = moves.iter().filter(|mv| {
        let mut next = line.duplicate();
        let played = next.play(mv).is_ok();
        let boards = next.boards();
        played
            && line
                .parse(&format!("{} {player}", boards[0]))
                .is_ok_and(|back| back.read_answer(&board).is_ok())
    });
    let count = reversible.count();
    moves.len() > 1 && 3 * count >= 2 * moves.len() && board.contains(EMPTY)
}
