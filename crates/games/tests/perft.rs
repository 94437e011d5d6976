//! Compares perft counts with an independent implementation.

use std::sync::atomic::AtomicBool;

use game::{Line, Notation, divide, perft};
use games::{Visitor, visit, visit_for};

/// Counts that every test run repeats; larger ones are for the ignored test.
const QUICK: u64 = 4_000_000;

#[test]
fn counts_agree() {
    check_all(|nodes| nodes <= QUICK);
}

#[test]
#[ignore = "counts above four million, a minute in release: see CONTRIBUTING.md"]
fn large_counts_agree() {
    check_all(|nodes| nodes > QUICK);
    let expected = vec![24, 576, 14332, 356_456, 9_404_326, 247_900_251];
    visit("congo", Perft { position: "startpos", expected, wanted: |_| true }).expect("a game");
}

fn check_all(wanted: impl Fn(u64) -> bool + Copy) {
    let mut counts = 0;
    for game in ["ctf", "crusher", "oska", "congo"] {
        let file = format!("{}/tests/data/perft/{game}.perft", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(file).expect("perft data");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (position, expected) = line.split_once(" ; ").expect("a position and its counts");
            let expected = expected.split(' ').map(|number| number.parse().expect("a number")).collect();
            counts += visit_for(game, position, Perft { position, expected, wanted }).expect("a position");
        }
    }
    assert!(counts > 0, "no perft line was checked");
}

struct Perft<'a, F> {
    position: &'a str,
    expected: Vec<u64>,
    wanted: F,
}

impl<F: Fn(u64) -> bool> Visitor for Perft<'_, F> {
    type Output = usize;

    fn game<G: Notation>(self, game: G) -> usize {
        let mut line: Line<'_, G> = game.parse_line(self.position).expect("a position");
        let mut checked = 0;
        for (depth, &expected) in (1..).zip(&self.expected) {
            if (self.wanted)(expected) {
                assert_eq!(perft(&mut line, depth), expected, "{} at depth {depth}", self.position);
                let split = divide(&mut line, depth, &AtomicBool::new(false)).expect("not cancelled");
                let split: u64 = split.iter().map(|&(_, nodes)| nodes).sum();
                assert_eq!(split, expected, "{} divided at depth {depth}", self.position);
                checked += 1;
            }
        }
        checked
    }
}
