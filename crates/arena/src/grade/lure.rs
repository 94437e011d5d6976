//! A history that forbids the move a program likes best: whoever ignores the history makes it all the same.

use anyline::AnyLine;

/// The same position with a real game before it in which the board after `mv` has been: the players went to and fro once. None if
/// the moves that takes cannot be made.
pub(super) fn against(line: &dyn AnyLine, mv: &str) -> Option<String> {
    let now = line.boards().into_iter().next()?;
    let mut next = line.duplicate();
    next.play(mv).ok()?;
    if next.ending().is_some() {
        return None;
    }
    // From the board that the program likes: the enemy moves, the man goes back, the enemy goes back.
    let text = next.text();
    let (_, enemy) = text.split_once(char::is_whitespace)?;
    let start = line.parse(&format!("{} {enemy}", next.boards().first()?)).ok()?;
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
    use games::GameSpec;

    use super::*;

    #[test]
    fn the_board_is_forbidden_by_a_real_game() {
        let lured = anyline::open(GameSpec::Crusher(3), "startpos", |line| {
            let mv = line.moves().swap_remove(0);
            let mut next = line.duplicate();
            next.play(&mv).expect("a legal move");
            let text = against(line, &mv).expect("slides can be taken back");
            let lured = line.parse(&text).expect("a position");
            assert_eq!(lured.boards().len(), 4);
            assert_eq!(lured.boards()[0], line.boards()[0]);
            assert_eq!(lured.boards()[3], next.boards()[0]);
            lured.read_answer(&mv)
        });
        assert_eq!(lured, Ok(Err(anyline::REPEATED.to_string())));
    }

    #[test]
    fn a_capture_cannot_be_forbidden() {
        let lured = anyline::open(GameSpec::Ctf(4), "W-----w---b-b--B w", |line| {
            assert!(line.moves().contains(&"c2c4".to_string()), "{:?}", line.moves());
            against(line, "c2c4")
        });
        assert_eq!(lured, Ok(None));
    }
}
