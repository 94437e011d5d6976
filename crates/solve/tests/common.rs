//! What several tests need.

use games::{Visitor, visit};
use solve::cluster::Cluster;
use solve::{AnySolver, AnyTables, Request, Solvable, Solver};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{Game, Line, Notation, Random};

/// What solves the game with this name.
pub(crate) fn solver(name: &str) -> Box<dyn AnySolver> {
    struct Boxed<'a>(&'a str);
    impl Visitor for Boxed<'_> {
        type Output = Box<dyn AnySolver>;

        fn game<G: Notation>(self, _game: G) -> Self::Output {
            panic!("{} cannot be solved", self.0)
        }

        fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Self::Output {
            let name = self.0.to_string();
            Box::new(Solver { game, table_name: name.clone(), name })
        }
    }
    visit(name, Boxed(name)).expect("a game")
}

/// The tables of the game.
pub(crate) fn tables(name: &str, directory: Option<&Path>) -> Arc<dyn AnyTables> {
    solver(name).open(directory)
}

/// Asks for the tables of the start.
pub(crate) fn request(tables: &Scratch, workers: usize) -> Request {
    Request { men: Vec::new(), up_to: None, tables: tables.0.clone(), cluster: Cluster::new(workers, None) }
}

/// Goes on from a line with random moves, until it ends or this number of plies is played.
pub(crate) fn play_on<G: Game>(line: &mut Line<'_, G>, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves = line.moves();
        if !moves.is_empty() {
            let _ = line.try_play(random.pick(&moves));
        }
    }
}

/// A directory that is gone when the test is over.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("quadrille-solve-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
    }

    /// Writes a file there.
    pub(crate) fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("written");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
