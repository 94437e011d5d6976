//! The description of a game: all that commands, the page, the arena and the solver know about it.
//!
//! Each game has a [`Descriptor`] and a type that implements [`Family`]. Three optional parts have their own modules:
//! [`course`], [`grading`] and [`guide`].

pub mod course;
pub mod grading;
pub mod guide;
pub mod letters;
mod level;
mod size;
pub mod suspects;

use game::{EMPTY, Error, Notation, Side};
use solve::Solvable;

use course::CallForm;
pub use course::Course;
pub use grading::Grading;
pub use guide::Guide;
pub use level::{Effort, LEVELS};
pub use size::{Edition, Size, Sizes};

/// A game with all its board sizes.
pub trait Family: Send + Sync + 'static {
    /// The description of the game.
    fn descriptor(&self) -> &'static Descriptor;

    /// Creates the game with this board size and passes it to the visitor. The size must be one of the descriptor's sizes.
    fn open<V: Visitor>(&self, size: Size, visitor: V) -> V::Output;
}

/// A generic operation on a game. It is a trait because a closure cannot be generic. It is compiled separately for each
/// game and width of board.
pub trait Visitor: Sized {
    /// The result.
    type Output;

    /// Runs the operation on this game.
    fn game<G: Notation>(self, game: G) -> Self::Output;

    /// Runs the operation on a game that can also be solved.
    fn solvable<G: Notation + Solvable + Clone>(self, game: G) -> Self::Output {
        self.game(game)
    }
}

/// The description of a game.
///
/// A game sets a name, a title, sizes, men and a rules page, and takes the rest from [`Descriptor::MINIMAL`]:
///
/// ```
/// use games::{Descriptor, Man, Sizes};
/// use game::Side;
/// const NIM: Descriptor = Descriptor {
///     name: "nim",
///     title: "Nim",
///     sizes: Sizes::range(1..=9, 3, "{n} heaps"),
///     men: &[Man { letter: 'o', side: Side::White, name: "stone", drawing: "<circle class=\"body\" r=\"30\"/>" }],
///     rules: "# Nim",
///     ..Descriptor::MINIMAL
/// };
/// assert_eq!(NIM.players, ['w', 'b']);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    /// The name in commands: `nim`.
    pub name: &'static str,
    /// The name for people: `Nim`.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The sizes of its board.
    pub sizes: Sizes,
    /// The kinds of men of both sides.
    pub men: &'static [Man],
    /// The letters of White and Black as the player to move, in the text of a position.
    pub players: [char; 2],
    /// The text after the player's letter in a position that is set up by hand: a move number such as ` 0`, for example.
    pub suffix: &'static str,
    /// The rules page, in Markdown.
    pub rules: &'static str,
    /// Finds the board size from the text of a board. If this is `None`, a name without a size means the default size.
    pub size_of: Option<SizeOf>,
    /// The game's course, if it comes from one.
    pub course: Option<Course>,
    /// The grading of programs that play the game.
    pub grading: Grading,
    /// The rules in short, which the page shows beside the board.
    pub guide: Guide,
    /// Puzzles as `quadrille puzzles --json` writes them, one per line.
    pub puzzles: &'static str,
    /// How many moves of one position can have the same first and last cell and still get numbers of their own, for programs that
    /// learn. It is 1 in games where two cells say which move is meant.
    pub paths: usize,
    /// What one man is worth in the evaluation. A game that only counts its men gives each one unit.
    pub man: i32,
    /// With this lead, in units of the evaluation, a side gets 73 % of the points. `bench chance` fits it to games of the engine.
    pub lead: i32,
    /// The effort of the engine at each level, weakest first. `bench levels` measures them.
    pub levels: [Effort; LEVELS],
    /// The board sizes and depths that `quadrille bench` searches.
    pub bench: &'static [(Size, u32)],
}

impl Descriptor {
    /// A descriptor with all optional parts empty. Set name, title, sizes, men and rules.
    pub const MINIMAL: Descriptor = Descriptor {
        name: "",
        title: "",
        summary: "",
        sizes: Sizes::Editions(&[]),
        men: &[],
        players: ['w', 'b'],
        suffix: "",
        rules: "",
        size_of: None,
        course: None,
        grading: Grading::MINIMAL,
        guide: Guide::MINIMAL,
        puzzles: "",
        paths: 1,
        man: 1,
        lead: 2,
        levels: Effort::DEFAULT,
        bench: &[],
    };

    /// The parts that this machine needs. A browser neither grades nor answers the commands of a course, and what it does not need it should not
    /// load.
    pub(crate) const fn for_this_machine(self) -> Descriptor {
        if cfg!(target_family = "wasm") {
            Descriptor { course: None, grading: Grading::MINIMAL, ..self }
        } else {
            self
        }
    }

    /// The size in a name of this game: `nim:6`. A name without a size means the default size.
    ///
    /// # Errors
    /// When the game has no such size.
    pub fn size(&self, name: &str) -> Result<Size, Error> {
        match name.split_once(':') {
            Some((_, size)) => self.sizes.parse(self.name, size, name),
            None => Ok(self.sizes.default()),
        }
    }

    /// Like [`Descriptor::size`]. If the name has no size, the size is found from the board in `position`.
    ///
    /// # Errors
    /// When the game has no such size, or when the name has no size and the board in `position` fits no size.
    pub fn size_for(&self, name: &str, position: &str) -> Result<Size, Error> {
        let boards = position.split_whitespace().next().unwrap_or("");
        let unknown = !name.contains(':') && !boards.is_empty() && boards != "startpos";
        let Some(size_of) = self.size_of.filter(|_| unknown) else {
            return self.size(name);
        };
        let newest = boards.split(',').next().unwrap_or("");
        let start = position.chars().take_while(|letter| letter.is_whitespace()).count();
        size_of(newest).map_err(|error| error.within(position, start))
    }

    /// The form in which programs of this game are called: its course's form, or [`CallForm::DEFAULT`].
    pub fn call_form(&self) -> CallForm {
        self.course.map_or(CallForm::DEFAULT, |course| course.call)
    }

    /// The effort of a level; that of the nearest level for a number that is not one.
    pub fn effort(&self, level: u32) -> Effort {
        self.levels[(level as usize).clamp(1, LEVELS) - 1]
    }

    /// The side that owns the man with this letter; `None` for an empty cell and for other letters.
    pub fn owner(&self, letter: char) -> Option<Side> {
        // Most cells are empty.
        if letter == EMPTY {
            return None;
        }
        self.men.iter().find(|man| man.letter == letter).map(|man| man.side)
    }
}

/// Finds the board size from the text of a board.
pub type SizeOf = fn(&str) -> Result<Size, Error>;

/// A kind of man of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Its letter on a board.
    pub letter: char,
    /// The side that owns it.
    pub side: Side,
    /// Its name, without the colour: `pawn`.
    pub name: &'static str,
    /// Its drawing: SVG elements with coordinates from −50 to 50. The page has styles for these classes: `body` (the
    /// side's colour), `rim` (an outline), `shine` (a highlight), `ink` (a shape in a contrasting colour), `cut` (a
    /// shape in the side's colour on top of ink), `ink-line` and `cut-line` (lines in these colours).
    pub drawing: &'static str,
}

/// A generic operation on families of games. It is a trait because a closure cannot be generic.
pub trait FamilyVisitor {
    /// Runs the operation on this family.
    fn family<F: Family>(&mut self, family: F);
}
