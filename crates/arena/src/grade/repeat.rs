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
