//! Passes games to generic visitors, for tests and benchmarks. Other code uses `quadrille::Catalogue`.

use game::{Error, Notation, Problem};
use solve::Solvable;

use crate::{Family, FamilyVisitor, Size, Visitor, each};

/// A generic operation on a game that can be solved.
pub trait SolvableVisitor {
    /// The result.
    type Output;

    /// Runs the operation on this game. It is compiled separately for each game.
    fn visit<G: Notation + Solvable + Clone>(self, game: &G) -> Self::Output;
}

/// Creates the game with this name and size and passes it to the visitor.
///
/// # Errors
/// When there is no such game or size.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Error> {
    visit_for(name, "startpos", visitor)
}

/// Like [`visit`]. If the name has no size, the size is found from the board in `position`.
///
/// # Errors
/// When there is no such game or size, or when the name has no size and the board in `position` fits no size.
pub fn visit_for<V: Visitor>(name: &str, position: &str, visitor: V) -> Result<V::Output, Error> {
    let mut search = Search { name, position, visitor: Some(visitor), found: None, names: Vec::new() };
    each(&mut search);
    let Search { found, names, .. } = search;
    found.unwrap_or_else(|| Err(Error::whole(Problem::Game { names: names.join(", ") }, name)))
}

/// Like [`visit`], for games that can be solved. `None` if the board is too large for that.
///
/// # Errors
/// When there is no such game or size.
pub fn visit_solvable<V: SolvableVisitor>(name: &str, visitor: V) -> Result<Option<V::Output>, Error> {
    visit(name, IfSolvable(visitor))
}

struct Search<'a, V: Visitor> {
    name: &'a str,
    position: &'a str,
    visitor: Option<V>,
    found: Option<Result<V::Output, Error>>,
    names: Vec<&'static str>,
}

impl<V: Visitor> FamilyVisitor for Search<'_, V> {
    fn family<F: Family>(&mut self, family: F) {
        let descriptor = family.descriptor();
        self.names.push(descriptor.name);
        if self.name.split(':').next() == Some(descriptor.name)
            && let Some(visitor) = self.visitor.take()
        {
            let size: Result<Size, Error> = descriptor.size_for(self.name, self.position);
            self.found = Some(size.map(|size| family.open(size, visitor)));
        }
    }
}

struct IfSolvable<V>(V);

impl<V: SolvableVisitor> Visitor for IfSolvable<V> {
    type Output = Option<V::Output>;

    fn game<G: Notation>(self, _game: G) -> Self::Output {
        None
    }

    fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Self::Output {
        Some(self.0.visit(&game))
    }
}
