//! Games to solve, by name.

use games::{SolvableVisitor, visit_solvable};
use solve::{AnySolver, AnyTables, Solvable, Solver};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Does something with a game that can be solved.
pub(crate) fn with<V: SolvableVisitor>(name: &str, visitor: V) -> V::Output {
    visit_solvable(name, visitor).expect("a game").expect("a board that can be solved")
}

/// What solves the game.
pub(crate) fn solver(name: &str) -> Box<dyn AnySolver> {
    struct Boxed<'a>(&'a str);
    impl SolvableVisitor for Boxed<'_> {
        type Output = Box<dyn AnySolver>;

        fn visit<G: game::Notation + Solvable + Clone>(self, game: &G) -> Self::Output {
            let name = self.0.to_string();
            Box::new(Solver { game: game.clone(), table_name: name.clone(), name })
        }
    }
    with(name, Boxed(name))
}

/// The tables of the game.
pub(crate) fn tables(name: &str, directory: Option<&Path>) -> Arc<dyn AnyTables> {
    solver(name).open(directory)
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
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
