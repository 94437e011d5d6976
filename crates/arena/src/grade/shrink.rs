//! Makes a position in which a program fails smaller while it still fails.
//!
//! Tried, in turn and again until nothing helps: fewer old boards, fewer men, a smaller board, a smaller look-ahead. What comes out is a
//! position of its game; the number of tries is bounded.

use games::GameSpec;

use super::question::Question;
use super::setup::{EMPTY, Rows, Setup};

/// Whether the program fails in the same way here.
pub(super) type StillFails<'f> = &'f mut dyn FnMut(&Question) -> Option<bool>;

/// The smallest question found that the program still fails. `fails` gives `None` when no more may be asked.
pub(super) fn shrink(question: &Question, fails: StillFails<'_>) -> Question {
    let mut smallest = question.clone();
    loop {
        let before = smallest.clone();
        for step in [fewer_boards, fewer_men, smaller_boards, smaller_depth] {
            if improve(&mut smallest, step, fails).is_none() {
                return smallest;
            }
        }
        if smallest == before {
            return smallest;
        }
    }
}

/// Takes one kind of step as long as it helps; `None` when no more may be asked.
fn improve(
    smallest: &mut Question,
    candidates: fn(&Question) -> Vec<Question>,
    fails: StillFails<'_>,
) -> Option<()> {
    // What did not help once is tried again only when something else has helped: the candidates after it come first.
    let mut tried = 0;
    loop {
        let found = candidates(smallest);
        let Some(candidate) = found.into_iter().nth(tried) else {
            return Some(());
        };
        if fails(&candidate)? {
            *smallest = candidate;
        } else {
            tried += 1;
        }
    }
}

fn like(question: &Question, setup: &Setup) -> Question {
    Question { game: setup.game, position: setup.text(), ..question.clone() }
}

/// Without any history, with half of it, without the oldest board.
fn fewer_boards(question: &Question) -> Vec<Question> {
    let setup = Setup::read(question.game, &question.position);
    let boards = setup.boards.len();
    let mut lengths = vec![1, boards.div_ceil(2), boards.saturating_sub(1)];
    lengths.retain(|&length| (1..boards).contains(&length));
    lengths.dedup();
    let cut = |length| Setup { boards: setup.boards[..length].to_vec(), ..setup.clone() };
    lengths.into_iter().map(|length| like(question, &cut(length))).collect()
}

/// Without one of the men who stand where they stood on every old board.
fn fewer_men(question: &Question) -> Vec<Question> {
    let setup = Setup::read(question.game, &question.position);
    let mut candidates = Vec::new();
    for (row, cells) in setup.newest().iter().enumerate() {
        for (column, &letter) in cells.iter().enumerate() {
            if letter != EMPTY && setup.boards.iter().all(|board| board[row][column] == letter) {
                let mut fewer = setup.clone();
                for board in &mut fewer.boards {
                    board[row][column] = EMPTY;
                }
                candidates.push(like(question, &fewer));
            }
        }
    }
    candidates
}

fn smaller_depth(question: &Question) -> Vec<Question> {
    let smaller = Question { depth: question.depth - 1, ..question.clone() };
    if smaller.depth > 0 { vec![smaller] } else { Vec::new() }
}

/// On a board of the next smaller size, if no man is lost by it.
fn smaller_boards(question: &Question) -> Vec<Question> {
    let setup = Setup::read(question.game, &question.position);
    let men = |board: &Rows| board.iter().flatten().filter(|&&letter| letter != EMPTY).count();
    let mut candidates = Vec::new();
    for (game, cut) in cuts(setup.game) {
        let boards: Vec<Rows> = setup.boards.iter().map(&cut).collect();
        if boards.iter().zip(&setup.boards).all(|(small, large)| men(small) == men(large)) {
            candidates.push(like(question, &Setup { game, boards, rest: setup.rest.clone() }));
        }
    }
    candidates
}

/// A way to cut a board down.
type Cut = Box<dyn Fn(&Rows) -> Rows>;

/// The ways to cut boards of this game down to the next smaller size, such that neighbours stay neighbours wherever they can.
fn cuts(game: GameSpec) -> Vec<(GameSpec, Cut)> {
    match game {
        // Without a row and a column.
        GameSpec::Ctf(size) if size > 2 => (0..size * size)
            .map(|cell| {
                (
                    GameSpec::Ctf(size - 1),
                    Box::new(move |board: &Rows| without(board, cell / size, cell % size)) as Cut,
                )
            })
            .collect(),
        // A hexagon inside the hexagon, touching one of its corners or in its middle.
        GameSpec::Crusher(size) if size > 2 => [(1, 0), (0, 0), (0, 1), (1, -1), (1, 1), (2, -1), (2, 0)]
            .into_iter()
            .map(|(down, right)| {
                (
                    GameSpec::Crusher(size - 1),
                    Box::new(move |board: &Rows| hexagon(board, size, down, right)) as Cut,
                )
            })
            .collect(),
        // Without the rows at both ends, or without the men's way through the middle of each half.
        GameSpec::Oska(size) if size > 3 => vec![
            (GameSpec::Oska(size - 1), Box::new(|board: &Rows| board[1..board.len() - 1].to_vec()) as Cut),
            (GameSpec::Oska(size - 1), Box::new(|board: &Rows| narrower(board, true)) as Cut),
            (GameSpec::Oska(size - 1), Box::new(|board: &Rows| narrower(board, false)) as Cut),
        ],
        _ => Vec::new(),
    }
}

fn without(board: &Rows, row: usize, column: usize) -> Rows {
    let keep = |index: usize, cells: &Vec<char>| {
        let kept = cells.iter().enumerate().filter(|&(cell, _)| cell != column).map(|(_, &letter)| letter);
        (index != row).then(|| kept.collect())
    };
    board.iter().enumerate().filter_map(|(index, cells)| keep(index, cells)).collect()
}

/// The hexagon one cell smaller that starts so many rows down and slanted columns to the right.
fn hexagon(board: &Rows, size: usize, down: usize, right: isize) -> Rows {
    let small = super::setup::row_lengths(GameSpec::Crusher(size - 1));
    // Slanted columns count from the middle of the upper left side: column plus row there, as in the rules.
    let first = |row: usize, size: usize| row.min(size - 1) as isize;
    let cell = |row: usize, column: usize| {
        let slanted = column as isize - first(row, size - 1) + right;
        let row = row + down;
        let column = usize::try_from(slanted + first(row, size)).ok();
        column.and_then(|column| board.get(row)?.get(column)).copied().unwrap_or(EMPTY)
    };
    small
        .iter()
        .enumerate()
        .map(|(row, &length)| (0..length).map(|column| cell(row, column)).collect())
        .collect()
}

/// Oska's board without the rows next to its ends, and without the cells at one side of the end rows.
fn narrower(board: &Rows, left: bool) -> Rows {
    let last = board.len() - 1;
    let end = |row: &Vec<char>| if left { row[1..].to_vec() } else { row[..row.len() - 1].to_vec() };
    let middle = board[2..last - 1].iter().cloned();
    std::iter::once(end(&board[0])).chain(middle).chain(std::iter::once(end(&board[last]))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::question::{Check, Theme};
    use super::*;

    fn question(game: GameSpec, position: &str) -> Question {
        let position = position.to_string();
        Question { check: Check::Legal, theme: Theme::Play, game, position, depth: 3, own: None }
    }

    #[test]
    fn everything_that_does_not_matter_goes() {
        for (game, start) in [
            (
                GameSpec::Ctf(6),
                "-wWww--wwww---------------bbbb--bbBb-,-wWww--wwww---------------bbbb--bbBb- w",
            ),
            (GameSpec::Crusher(4), "WWWW--WWW----------------------BBB-BBBB- W"),
            (GameSpec::Oska(6), "wwwwww/-----/----/---/--/---/----/-----/bbbbbb w"),
            (GameSpec::Congo, "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ w 0"),
        ] {
            // A program that fails wherever there are two men and the text is a position.
            let mut asked = 0;
            let small = shrink(&question(game, start), &mut |question| {
                asked += 1;
                let is_position = anyline::open(question.game, &question.position, |_| ()).is_ok();
                Some(is_position && Setup::read(question.game, &question.position).men() >= 2)
            });
            let setup = Setup::read(small.game, &small.position);
            assert_eq!((setup.men(), setup.boards.len(), small.depth), (2, 1, 1), "{}", small.position);
            assert!(asked < 150, "{asked} questions for {game}");
        }
    }

    #[test]
    fn smaller_boards_are_boards() {
        for game in [GameSpec::Ctf(5), GameSpec::Crusher(4), GameSpec::Oska(5)] {
            let rows = super::super::setup::row_lengths(game).into_iter().map(|length| vec![EMPTY; length]);
            let board: Rows = rows.collect();
            for (smaller, cut) in cuts(game) {
                let lengths: Vec<usize> = cut(&board).iter().map(Vec::len).collect();
                assert_eq!(lengths, super::super::setup::row_lengths(smaller), "{game}");
            }
        }
    }

    #[test]
    fn it_stops_when_nothing_more_may_be_asked() {
        let start = question(GameSpec::Oska(4), "wwww/---/--/---/bbbb w");
        assert_eq!(shrink(&start, &mut |_| None), start);
    }
}
