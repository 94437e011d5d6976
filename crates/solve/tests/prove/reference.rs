//! Solutions by brute force, written to be obviously right.

use std::collections::HashMap;

use game::{BoardState, Game, Line, Outcome, Random, Side};

/// The winner under the no-repeat rule, by trying all play; `None` when that is too much.
pub(crate) fn winner<G: Game>(line: &mut Line<'_, G>, left: &mut u64, memo: &mut Memo) -> Option<Side> {
    if let Some(ending) = line.ending() {
        return match ending.outcome {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        };
    }
    *left = left.checked_sub(1)?;
    let game = line.game();
    let mut before: Vec<u64> = line.repeatable_boards().map(|board| game.board_hash(board)).collect();
    before.sort_unstable();
    let key = (line.position().hash(), before);
    if let Some(&side) = memo.get(&key) {
        return Some(side);
    }
    let to_move = line.position().side();
    let mut found = !to_move;
    for mv in line.moves() {
        let undo = line.try_play(mv).expect("a legal move");
        let side = winner(line, left, memo);
        line.undo(undo);
        if side? == to_move {
            found = to_move;
            break;
        }
    }
    memo.insert(key, found);
    Some(found)
}

/// What [`winner`] has found, by position and the boards that may not come back.
pub(crate) type Memo = HashMap<(u64, Vec<u64>), Side>;

/// The outcome of a game without the no-repeat rule, where endless play is a draw: all positions that can be reached are
/// listed, and wins are spread backwards until nothing changes. `None` when there are more than `most`.
pub(crate) fn outcome<G: Game>(game: &G, root: &G::Position, most: usize) -> Option<Outcome> {
    let mut index: HashMap<u64, usize> = HashMap::from([(root.hash(), 0)]);
    let mut positions = vec![*root];
    let mut next: Vec<Vec<usize>> = Vec::new();
    while next.len() < positions.len() {
        let position = positions[next.len()];
        let mut list = Vec::new();
        for mv in Line::new(game, position).moves() {
            let after = game.play_unchecked(&position, mv);
            list.push(*index.entry(after.hash()).or_insert_with(|| {
                positions.push(after);
                positions.len() - 1
            }));
        }
        next.push(list);
        if positions.len() > most {
            return None;
        }
    }
    let mut known: Vec<Option<Outcome>> = positions
        .iter()
        .map(|position| Line::new(game, *position).ending().map(|ending| ending.outcome))
        .collect();
    loop {
        let mut changed = false;
        for place in (0..positions.len()).rev() {
            if known[place].is_some() {
                continue;
            }
            let side = positions[place].side();
            let wins = next[place].iter().any(|&after| known[after] == Some(Outcome::Win(side)));
            let loses = next[place].iter().all(|&after| known[after] == Some(Outcome::Win(!side)));
            if wins || loses {
                known[place] = Some(Outcome::Win(if wins { side } else { !side }));
                changed = true;
            }
        }
        if !changed {
            return Some(known[0].unwrap_or(Outcome::Draw));
        }
    }
}

/// A board with these men strewn over it.
pub(crate) fn strewn(random: &mut Random, cells: usize, men: &str) -> Vec<char> {
    let mut board = vec!['-'; cells];
    for man in men.chars().take(cells) {
        let free: Vec<usize> = (0..cells).filter(|&cell| board[cell] == '-').collect();
        board[random.pick(&free)] = man;
    }
    board
}

/// Goes on from a line with random quiet moves, so that there are boards which may not come back.
pub(crate) fn wander<G: Game>(line: &mut Line<'_, G>, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let quiet: Vec<_> = line
            .moves()
            .into_iter()
            .filter(|&mv| !line.game().is_irreversible(line.position(), mv))
            .collect();
        if quiet.is_empty() {
            return;
        }
        let undo = line.try_play(random.pick(&quiet)).expect("a legal move");
        if line.ending().is_some() {
            line.undo(undo);
            return;
        }
    }
}
