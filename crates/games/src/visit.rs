//! Passes games to generic visitors, for tests and benchmarks. Other code uses `quadrille::Catalogue`.

use game::{Error, Problem};

use crate::{Family, FamilyVisitor, Size, Visitor, each};

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
