//! Solutions by brute force, written to be obviously right.

use std::collections::HashMap;

use game::{BoardState, Game, Line, Outcome, Random, Side, Verdict};

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

/// The verdicts on these positions and all that can follow, by the hash of the position, if boards may come back and endless play is a draw.
/// All are looked at again and again until nothing changes. `None` when there are more than `most`.
pub(crate) fn verdicts<G: Game>(
    game: &G,
    mut positions: Vec<G::Position>,
    most: usize,
) -> Option<HashMap<u64, Verdict>> {
    let mut index: HashMap<u64, usize> =
        (0..).zip(&positions).map(|(place, it)| (it.hash(), place)).collect();
    let mut next: Vec<Vec<usize>> = Vec::new();
    let mut known: Vec<Option<Verdict>> = Vec::new();
    while let Some(&position) = positions.get(next.len()) {
        let ending = game.ending(&position);
        known.push(ending.map(|ending| Verdict::of_outcome(ending.outcome, position.side())));
        let moves = game.moves(&position).filter(|_| ending.is_none());
        let after = moves.map(|mv| game.play_unchecked(&position, mv)).map(|after| {
            *index.entry(after.hash()).or_insert_with(|| {
                positions.push(after);
                positions.len() - 1
            })
        });
        next.push(after.collect());
        if positions.len() > most {
            return None;
        }
    }
    for plies in 0.. {
        let mut decided = Vec::new();
        for place in (0..positions.len()).filter(|&place| known[place].is_none()) {
            let after = next[place].iter().map(|&after| known[after].map(Verdict::for_mover));
            let verdict = match after.clone().flatten().max() {
                None if next[place].is_empty() => Verdict::Loss(0),
                Some(Verdict::Win(win)) if win <= plies => Verdict::Win(win),
                Some(Verdict::Loss(loss)) if loss <= plies && after.clone().all(|one| one.is_some()) => {
                    Verdict::Loss(loss)
                }
                _ => continue,
            };
            decided.push((place, verdict));
        }
        // What takes a ply more rests on something that took this many.
        if decided.is_empty() && plies > 0 {
            break;
        }
        for (place, verdict) in decided {
            known[place] = Some(verdict);
        }
    }
    let known = known.into_iter().map(|verdict| verdict.unwrap_or(Verdict::Draw));
    Some(positions.iter().map(BoardState::hash).zip(known).collect())
}

/// The outcome of a position of such a game.
pub(crate) fn outcome<G: Game>(game: &G, root: &G::Position, most: usize) -> Option<Outcome> {
    Some(verdicts(game, vec![*root], most)?[&root.hash()].outcome(root.side()))
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
