//! The games that the program knows, by name.

use std::sync::Arc;

use games::{Descriptor, Family, FamilyVisitor, Size};

use crate::any_game::{GameRef, open};
use crate::{Error, Problem};

/// Finds games by name. [`Catalogue::standard`] contains the games of this library; others can be added.
///
/// ```
/// let catalogue = quadrille::Catalogue::standard();
/// for family in catalogue.families() {
///     let name = family.descriptor().name;
///     assert!(catalogue.game(name)?.name().starts_with(name));
/// }
/// assert!(catalogue.game("chess").is_err());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Catalogue {
    families: Vec<Arc<dyn AnyFamily>>,
}

/// A game with all its board sizes, as a trait object.
pub trait AnyFamily: Send + Sync {
    /// The description of the game.
    fn descriptor(&self) -> &'static Descriptor;

    /// The game with this board size, which must be one of the descriptor's sizes.
    fn open(&self, size: Size) -> GameRef;
}

impl<F: Family> AnyFamily for F {
    fn descriptor(&self) -> &'static Descriptor {
        Family::descriptor(self)
    }

    fn open(&self, size: Size) -> GameRef {
        open(self, size)
    }
}

impl FamilyVisitor for Catalogue {
    fn family<F: Family>(&mut self, family: F) {
        self.add(family);
    }
}

impl Catalogue {
    /// The games of this library.
    pub fn standard() -> Catalogue {
        let mut catalogue = Catalogue::default();
        games::each(&mut catalogue);
        catalogue
    }

    /// Adds a game. It replaces a game with the same name.
    pub fn add(&mut self, family: impl Family) {
        let name = Family::descriptor(&family).name;
        self.families.retain(|known| known.descriptor().name != name);
        self.families.push(Arc::new(family));
    }

    /// All games, in the order in which they were added.
    pub fn families(&self) -> impl Iterator<Item = &dyn AnyFamily> {
        self.families.iter().map(|family| &**family)
    }

    /// The family named by the part of a game's name before the colon.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn family(&self, name: &str) -> Result<&dyn AnyFamily, Error> {
        let family = name.split(':').next().unwrap_or(name);
        let found = self.families().find(|known| known.descriptor().name == family);
        found.ok_or_else(|| Error::whole(Problem::Game { names: self.names() }, name))
    }

    /// The game with this name and size: `hexapawn:3x4`. A name without a size means the default size.
    ///
    /// # Errors
    /// When there is no such game or size.
    pub fn game(&self, name: &str) -> Result<GameRef, Error> {
        let family = self.family(name)?;
        Ok(family.open(family.descriptor().size(name)?))
    }

    /// The game with this name. If the name has no size, the size is found from the board in `position`.
    ///
    /// # Errors
    /// When there is no such game, or when the name has no size and the board in `position` fits no size.
    pub fn game_for(&self, name: &str, position: &str) -> Result<GameRef, Error> {
        let family = self.family(name)?;
        Ok(family.open(family.descriptor().size_for(name, position)?))
    }

    /// The names of all games in words, with examples of names with sizes: for messages and help.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.families().map(|family| family.descriptor().name).collect();
        let names = match names.as_slice() {
            [] => return "no game: the catalogue is empty".to_string(),
            [only] => (*only).to_string(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        };
        match self.examples().as_slice() {
            [] => names,
            sizes => format!("{names}, with a size if you like: {}", sizes.join(", ")),
        }
    }

    /// Names with sizes as examples, one for each game that has several sizes or editions: `hexapawn:3x4`.
    pub fn examples(&self) -> Vec<String> {
        let example = |descriptor: &Descriptor| {
            let other = descriptor.sizes.all().into_iter().find(|&size| {
                size > descriptor.sizes.default() && !descriptor.sizes.write(size).is_empty()
            })?;
            Some(format!("{}:{}", descriptor.name, descriptor.sizes.write(other)))
        };
        self.families().filter_map(|family| example(family.descriptor())).collect()
    }
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.families().map(|family| family.descriptor().name)).finish()
    }
}
