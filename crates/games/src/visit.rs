//! Games by their names, set up with their own types: for tests and benchmarks. `quadrille::Catalogue` is for everyone else.

use game::{Error, Notation, Problem};
use solve::Solvable;

use crate::{Family, FamilyVisitor, Size, Visitor, each};

/// Something to do with a game that can be solved, whichever it is.
pub trait SolvableVisitor {
    /// The result.
    type Output;

    /// Does it with this game. It is compiled for each game on its own.
    fn visit<G: Notation + Solvable + Clone>(self, game: &G) -> Self::Output;
}

/// Sets up the game with this name and size and hands it to the visitor.
///
/// # Errors
/// When there is no such game or size.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Result<V::Output, Error> {
    visit_for(name, "startpos", visitor)
}

/// As [`visit`]; a size that the name leaves open is that of the board for which the position is written.
///
/// # Errors
/// When there is no such game or size, or the size is open and the position has no board of any size.
pub fn visit_for<V: Visitor>(name: &str, position: &str, visitor: V) -> Result<V::Output, Error> {
    let mut search = Search { name, position, visitor: Some(visitor), found: None, names: Vec::new() };
    each(&mut search);
    let Search { found, names, .. } = search;
    found.unwrap_or_else(|| Err(Error::whole(Problem::Game { names: names.join(", ") }, name)))
}

/// As [`visit`] for games that can be solved; `None` if the board is too large for that.
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
