//! A history that forbids a particular move. A program that ignores the history makes the move all the same.

use quadrille::AnyLine;

/// The same position after a real game that contained the board after `mv`: both players went back and forth once. `None` if that takes
/// moves that cannot be made.
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
    for first in start.moves() {
        let mut away = start.duplicate();
        if away.play(&first).is_err() {
            continue;
        }
        for second in away.moves() {
            let mut back = away.duplicate();
            if back.play(&second).is_err() {
                continue;
            }
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

#[cfg(test)]
mod tests {
    use quadrille::Refusal;

    use super::*;
    use crate::fixture::game;

    #[test]
    fn a_real_game_forbids_the_board() {
        let line = game("crusher").start();
        let mv = line.moves().swap_remove(0);
        let mut next = line.duplicate();
        next.play(&mv).expect("a legal move");
        let text = history_against(&*line, &mv).expect("slides can be taken back");
        let forbidding = line.game().line(&text).expect("a position");
        let boards = forbidding.boards();
        assert_eq!((boards.len(), &boards[0], &boards[3]), (4, &line.board(), &next.board()));
        assert_eq!(forbidding.read_answer(&mv), Err(Refusal::Repeats { plies_ago: 3 }));
    }

    #[test]
    fn a_capture_cannot_be_forbidden() {
        let line = game("ctf:4").line("W-----w---b-b--B w").expect("a position");
        assert!(line.moves().contains(&"c2c4".to_string()), "{:?}", line.moves());
        assert_eq!(history_against(&*line, "c2c4"), None);
    }
}
