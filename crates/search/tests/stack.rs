//! Searches that go as deep as they can, on the small stack of a server's thread.

use std::time::Duration;

use game::{Evaluation, Notation};
use games::{Visitor, visit};
use search::{Engine, Limits};

/// Searches for a moment on a stack of two megabytes.
struct OnSmallStack<'t> {
    position: &'t str,
    threads: usize,
}

impl Visitor for OnSmallStack<'_> {
    type Output = ();

    fn game<G: Notation>(self, game: G) {
        let search = || {
            let line = game.parse_line(self.position).expect("a position");
            let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
            let mut engine = Engine::new(1 << 20).with_threads(self.threads);
            let choice = engine.think(&line, &limits, &Evaluation::Standard, |_| {}).expect("a move");
            assert!(line.moves().contains(&choice.mv()));
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, search);
            thread.expect("a thread").join().expect("a search that ends");
        });
    }
}

/// Hundreds of captures can follow each other on these boards.
#[test]
fn boards_full_of_captures() {
    let mut random = game::Random::new(1);
    let board: String = (0..919).map(|_| random.pick(&['W', 'B'])).collect();
    for threads in [1, 2] {
        visit("crusher:18", OnSmallStack { position: &format!("{board} W"), threads }).expect("a game");
    }
    let rows = ["w-b-".repeat(8), "-".repeat(32), "b-w-".repeat(8), "-".repeat(32)];
    let men: String = rows.iter().cycle().take(30).map(String::as_str).collect();
    let position = format!("W{}{men}{}B w", "-".repeat(31), "-".repeat(31));
    visit("ctf:32", OnSmallStack { position: &position, threads: 1 }).expect("a game");
}
