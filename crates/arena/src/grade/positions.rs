//! Positions of any game as letters on cells: taken apart, made at random, made with a history, and chosen for a theme.
//!
//! Nothing here knows the rules. The game decides by the text whether something is a position.

use quadrille::grading::{Arrangement, Scene};
use quadrille::{AnyLine, EMPTY, GameRef, Man, Random, Side};

use super::exercise::Theme;

/// How many moves of a position are looked at. Some positions have millions.
pub(super) const MOST_MOVES: usize = 2000;

/// The boards of a position, newest first, and the rest of its text.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) game: GameRef,
    /// The letter on each cell.
    pub(super) boards: Vec<Vec<char>>,
    /// The player, and what the game writes after that.
    pub(super) rest: String,
}

impl Setup {
    /// Takes the text of a position apart.
    pub(super) fn read(game: &GameRef, position: &str) -> Setup {
        let (boards, rest) = position.trim().split_once(char::is_whitespace).unwrap_or((position, ""));
        let boards = boards.split(',').map(|board| game.board().read(board)).collect();
        Setup { game: game.clone(), boards, rest: rest.trim().to_string() }
    }

    /// The text of the position.
    pub(super) fn text(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(|cells| self.game.board().write(cells)).collect();
        format!("{} {}", boards.join(","), self.rest)
    }

    /// The same position reflected from left to right.
    pub(super) fn reflected(&self) -> Setup {
        let mut reflected = self.clone();
        for cells in &mut reflected.boards {
            for row in 0..self.game.board().rows.len() {
                cells[self.game.board().row(row)].reverse();
            }
        }
        reflected
    }

    /// The same position turned round, with the colours swapped; `None` if a man of one side has no like on the other.
    pub(super) fn turned(&self, side: Side) -> Option<Setup> {
        let men = self.game.descriptor().men;
        let swapped = |letter: char| {
            let Some(man) = men.iter().find(|man| man.letter == letter) else { return Some(letter) };
            let is_like = |other: &&Man| other.name == man.name && other.side != man.side;
            men.iter().find(is_like).map(|other| other.letter)
        };
        let turned = |cells: &Vec<char>| cells.iter().rev().map(|&letter| swapped(letter)).collect();
        let boards = self.boards.iter().map(turned).collect::<Option<Vec<Vec<char>>>>()?;
        let text = self.game.write_cells(&boards[0], !side);
        Some(Setup { boards, ..Setup::read(&self.game, &text) })
    }

    /// How many men stand on the present board.
    pub(super) fn men(&self) -> usize {
        men(&self.boards[0])
    }
}

/// How many men stand on a board.
pub(super) fn men(cells: &[char]) -> usize {
    cells.iter().filter(|&&letter| letter != EMPTY).count()
}

/// The same position after a real game that contained the board after `mv`, so that the move is forbidden: both players went back and forth
/// once. `None` if that takes moves that cannot be made.
pub(super) fn history_against(line: &dyn AnyLine, mv: &str) -> Option<String> {
    let now = line.board();
    let mut next = line.duplicate();
    next.play(mv).ok()?;
    if next.ending().is_some() {
        return None;
    }
    // From the board after the move: the enemy moves, the man goes back, the enemy goes back.
    let text = next.text();
    let (_, enemy) = text.split_once(char::is_whitespace)?;
    let start = line.game().line(&format!("{} {enemy}", next.board())).ok()?;
    for away in after_each_move(&*start) {
        for mut back in after_each_move(&*away) {
            if let Ok(third) = back.read_answer(&now)
                && back.play(&third).is_ok()
                && back.ending().is_none()
            {
                return Some(back.text());
            }
        }
    }
    None
}

/// The lines after each of the legal moves.
pub(super) fn after_each_move(line: &dyn AnyLine) -> impl Iterator<Item = Box<dyn AnyLine>> {
    line.moves().into_iter().filter_map(|mv| {
        let mut next = line.duplicate();
        next.play(&mv).ok().map(|()| next)
    })
}

/// The text of a random arrangement of men for a theme, in the game of `start`. A program must answer in any position, and some positions
/// hardly ever occur in random games.
pub(super) fn scatter(start: &dyn AnyLine, theme: Theme, random: &mut Random) -> String {
    let game = start.game();
    let grading = &game.descriptor().grading;
    let of_theme = match theme {
        Theme::Game { index, .. } => grading.themes[index].scatter,
        _ => None,
    };
    let side = random.pick(&Side::BOTH);
    let mut men = Arrangement::new(game.size(), game.board(), side, random);
    match of_theme.or(grading.scatter) {
        Some(scatter) => scatter(&mut men),
        None => some_of(&start.cells(), &mut men),
    }
    game.write_cells(&men.cells, side)
}

/// Puts some of these men anywhere, and leaves some where they stand: certain men may have to.
pub(super) fn some_of(letters: &[char], men: &mut Arrangement<'_>) {
    for (cell, &letter) in letters.iter().enumerate().filter(|&(_, &letter)| letter != EMPTY) {
        match men.random.below(3) {
            0 => men.cells[cell] = letter,
            1 => men.put(letter),
            _ => {}
        }
    }
}

/// Whether the position is about the theme.
pub(super) fn has_theme(theme: Theme, line: &dyn AnyLine) -> bool {
    match theme {
        Theme::Play | Theme::LookAhead | Theme::Rule { .. } | Theme::Own => true,
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
    let can_be_taken_back = |next: &dyn AnyLine| {
        let back = line.game().line(&format!("{} {player}", next.board()));
        back.is_ok_and(|back| back.read_answer(&board).is_ok())
    };
    let moves = line.moves().len();
    moves > 1 && 3 * after_each_move(line).filter(|next| can_be_taken_back(&**next)).count() >= 2 * moves
}
