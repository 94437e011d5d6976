//! Scores for people.

use quadrille::{Catalogue, Descriptor, Question, Score, Session, ShownScore, Tables};

#[test]
fn the_shown_score_hardly_swings_between_odd_and_even_depths() {
    let line = Catalogue::standard().game("congo").expect("a game").start();
    let mut session = Session::new(Tables::none());
    let scores: Vec<Score> = (5..=7)
        .map(|depth| session.search(&*line, &Question::to_depth(depth)).expect("a move").score)
        .collect();
    let swings = |scores: &[i32]| scores.windows(2).map(|pair| pair[0].abs_diff(pair[1])).max();
    let raw: Vec<i32> = scores.iter().map(|score| score.value()).collect();
    let shown: Vec<i32> = scores
        .windows(2)
        .map(|pair| ShownScore::new(line.game().descriptor(), pair[1], Some(pair[0])).score)
        .collect();
    assert!(swings(&raw) > Some(100), "{raw:?}");
    assert!(swings(&shown) < Some(25), "{shown:?}");
}

#[test]
fn a_search_on_a_clock_knows_the_score_of_the_depth_before() {
    let line = Catalogue::standard().game("ctf:5").expect("a game").start();
    let mut scores = Vec::new();
    let mut session = Session::new(Tables::none());
    let found = session.search_with(&*line, &Question::for_nodes(5_000), &mut |finding| {
        assert_eq!(finding.before, scores.last().copied());
        scores.push(finding.score);
    });
    assert!(scores.len() > 3 && found.expect("a move").before == scores.iter().rev().nth(1).copied());
    // A fixed depth omits every second depth.
    let found = session.search(&*line, &Question::to_depth(5)).expect("a move");
    assert_eq!(found.before, None);
}

#[test]
fn units_are_hundredths_of_a_man_and_decided_games_are_certain() {
    let game = Descriptor { man: 2, lead: 4, ..Descriptor::MINIMAL };
    let shown = |score, before| ShownScore::new(&game, score, before);
    assert_eq!(shown(Score::units(3), None).score, 150);
    assert_eq!(shown(Score::DRAW, None), ShownScore { score: 0, chance: 0.5 });
    assert!((shown(Score::units(4), None).chance - 0.731).abs() < 0.001);
    // A decided game overrides everything, and one that is no longer decided is forgotten.
    let won = Score::win_in(5);
    assert_eq!(shown(won, Some(Score::units(-9))), ShownScore { score: won.value(), chance: 1.0 });
    let lost = Score::loss_in(2);
    assert_eq!(shown(lost, None), ShownScore { score: lost.value(), chance: 0.0 });
    assert_eq!(shown(Score::units(1), Some(won)), shown(Score::units(1), None));
    // The largest evaluations do not overflow.
    assert!(shown(Score::units(i32::MAX), None).score < Score::win_in(999).value());
}
