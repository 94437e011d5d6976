//! Sizes of boards, and how they are written after the name of a game: `nim:6`, `hexapawn:3x4`, `nim:short`.

use std::ops::RangeInclusive;

use game::{Error, Problem};

/// The size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Size {
    /// One number.
    Number(usize),
    /// A number of rows and of columns.
    Rectangle {
        /// Rows.
        rows: usize,
        /// Columns.
        columns: usize,
    },
    /// One of the game's editions, counted from 0.
    Edition(usize),
}

impl Size {
    /// The number of a size that is one number.
    ///
    /// # Panics
    /// When it is not: a game gets only sizes of the kind in its descriptor.
    pub fn number(self) -> usize {
        match self {
            Size::Number(number) => number,
            other => panic!("{other:?} is not a number"),
        }
    }

    /// The rows and columns of a rectangle.
    ///
    /// # Panics
    /// When it is not a rectangle: a game gets only sizes of the kind in its descriptor.
    pub fn rectangle(self) -> (usize, usize) {
        match self {
            Size::Rectangle { rows, columns } => (rows, columns),
            other => panic!("{other:?} is not a rectangle"),
        }
    }
}

/// The sizes of a game's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// From the smallest to the largest.
    Range {
        /// The smallest.
        least: usize,
        /// The largest.
        most: usize,
        /// The size that a name without a size means.
        default: usize,
        /// A size for people, with `{n}` for the number: `{n} × {n}`.
        label: &'static str,
    },
    /// Any rectangle within bounds.
    Rectangles {
        /// The smallest and the largest number of rows.
        rows: (usize, usize),
        /// The smallest and the largest number of columns.
        columns: (usize, usize),
        /// The rows and columns that a name without a size means.
        default: (usize, usize),
    },
    /// One board, and one or more starting positions. The first is the default.
    Editions(&'static [Edition]),
}

/// A starting position with other men on the same board, by the same rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition {
    /// The text after the colon; empty for the default.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
}

impl Sizes {
    /// A range of sizes. In the label, `{n}` stands for the number.
    pub const fn range(sizes: RangeInclusive<usize>, default: usize, label: &'static str) -> Sizes {
        Sizes::Range { least: *sizes.start(), most: *sizes.end(), default, label }
    }

    /// The size that a name without a size means.
    pub fn default(&self) -> Size {
        match *self {
            Sizes::Range { default, .. } => Size::Number(default),
            Sizes::Rectangles { default: (rows, columns), .. } => Size::Rectangle { rows, columns },
            Sizes::Editions(_) => Size::Edition(0),
        }
    }

    /// All sizes, in order.
    pub fn all(&self) -> Vec<Size> {
        match *self {
            Sizes::Range { least, most, .. } => (least..=most).map(Size::Number).collect(),
            Sizes::Rectangles { rows, columns, .. } => {
                let wide =
                    move |rows| (columns.0..=columns.1).map(move |columns| Size::Rectangle { rows, columns });
                (rows.0..=rows.1).flat_map(wide).collect()
            }
            Sizes::Editions(editions) => (0..editions.len()).map(Size::Edition).collect(),
        }
    }

    /// The text after the colon of a game's name; empty for an edition without a name.
    pub fn write(&self, size: Size) -> String {
        match (size, self) {
            (Size::Number(number), _) => number.to_string(),
            (Size::Rectangle { rows, columns }, _) => format!("{rows}x{columns}"),
            (Size::Edition(index), Sizes::Editions(editions)) => {
                editions.get(index).map_or("", |edition| edition.name).to_string()
            }
            (Size::Edition(_), _) => String::new(),
        }
    }

    /// A size for people: `6 × 6`.
    pub fn label(&self, size: Size) -> String {
        match (size, self) {
            (Size::Number(number), Sizes::Range { label, .. }) => label.replace("{n}", &number.to_string()),
            (Size::Rectangle { rows, columns }, _) => format!("{rows} × {columns}"),
            (Size::Edition(index), Sizes::Editions(editions)) => {
                editions.get(index).map_or("", |edition| edition.title).to_string()
            }
            _ => self.write(size),
        }
    }

    /// Reads the text after the colon of a game's name; `whole` is the whole name, for the error.
    ///
    /// # Errors
    /// When it is not one of the sizes.
    pub fn parse(&self, game: &'static str, text: &str, whole: &str) -> Result<Size, Error> {
        let wrong = || Error::whole(Problem::SizeText { game, sizes: self.describe() }, whole);
        match *self {
            Sizes::Range { .. } => {
                let size = crate::whole_number(text).ok_or_else(wrong)?;
                self.check(game, Size::Number(size), whole)
            }
            Sizes::Rectangles { .. } => {
                let (rows, columns) = text.split_once(['x', '×']).ok_or_else(wrong)?;
                let number = |text| crate::whole_number(text).ok_or_else(wrong);
                let size = Size::Rectangle { rows: number(rows)?, columns: number(columns)? };
                self.check(game, size, whole)
            }
            Sizes::Editions(editions) => {
                let found = editions.iter().position(|edition| !text.is_empty() && edition.name == text);
                found.map(Size::Edition).ok_or_else(wrong)
            }
        }
    }

    /// Returns the size if it is one of these sizes.
    ///
    /// # Errors
    /// When it is not; `input` is the text that it was read from.
    pub fn check(&self, game: &'static str, size: Size, input: &str) -> Result<Size, Error> {
        let fits = match (*self, size) {
            (Sizes::Range { least, most, .. }, Size::Number(number)) => (least..=most).contains(&number),
            (Sizes::Rectangles { rows: r, columns: c, .. }, Size::Rectangle { rows, columns }) => {
                (r.0..=r.1).contains(&rows) && (c.0..=c.1).contains(&columns)
            }
            (Sizes::Editions(editions), Size::Edition(index)) => index < editions.len(),
            _ => false,
        };
        if fits { Ok(size) } else { Err(Error::whole(Problem::Size { game, sizes: self.describe() }, input)) }
    }

    /// The sizes in words: `sizes from 2 to 32`.
    pub fn describe(&self) -> String {
        match *self {
            Sizes::Range { least, most, .. } => format!("sizes from {least} to {most}"),
            Sizes::Rectangles { rows, columns, .. } => {
                format!("rows x columns from {}x{} to {}x{}", rows.0, columns.0, rows.1, columns.1)
            }
            Sizes::Editions(editions) => {
                let names: Vec<&str> =
                    editions.iter().map(|edition| edition.name).filter(|name| !name.is_empty()).collect();
                if names.is_empty() {
                    "no size".to_string()
                } else {
                    format!("no size, or :{}", names.join(", :"))
                }
            }
        }
    }
}
