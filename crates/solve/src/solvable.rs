//! What a game has to give so that it can be solved.

use game::{Game, Side};

use crate::forward::Sweep;

/// The largest number of kinds of men in a game.
pub const KINDS: usize = 8;

/// The men of both sides, by side and kind, each kind as a set of cells.
pub type Placement = [[u64; KINDS]; 2];

/// How many men of each kind each side has. A *quiet* move does not change the tier. Any other move, such as a capture or a promotion,
/// leads to a tier from which no move leads back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Tier {
    /// By side and kind.
    pub men: [[u8; KINDS]; 2],
}

impl Tier {
    /// The tier of these men of a game.
    #[inline]
    pub fn of<G: Solvable>(placement: &Placement) -> Tier {
        let mut tier = Tier::default();
        for (counts, sets) in tier.men.iter_mut().zip(placement) {
            for kind in 0..G::LETTERS.len() {
                counts[kind] = sets[kind].count_ones() as u8;
            }
        }
        tier
    }

    /// The tier with the colours swapped.
    #[must_use]
    pub fn swapped(self) -> Tier {
        Tier { men: [self.men[1], self.men[0]] }
    }

    /// The same tier for this one and for the one with the colours swapped: they need only one table.
    #[must_use]
    pub fn canonical(self) -> Tier {
        self.max(self.swapped())
    }

    /// Whether both sides have the same men.
    pub fn is_even(self) -> bool {
        self.men[0] == self.men[1]
    }

    /// The number of men on the board.
    pub fn count(self) -> u32 {
        self.men.iter().flatten().map(|&men| u32::from(men)).sum()
    }

    /// The tier after adding `change` to the number of men of this kind. `None` if there are too few men.
    #[must_use]
    pub fn with(mut self, side: Side, kind: usize, change: i8) -> Option<Tier> {
        let men = &mut self.men[side.index()][kind];
        *men = men.checked_add_signed(change)?;
        Some(self)
    }
}

/// A game on a board of at most 64 cells that can be solved.
///
/// A position must consist of its men and the side to move, apart from earlier boards.
pub trait Solvable: Game {
    /// White's and Black's letter for each kind of men.
    const LETTERS: &'static [[char; 2]];

    /// Whether a repeated board always has the same side to move. Solved tables allow repeated boards.
    const RETURNS_TO_SAME_SIDE: bool = false;

    /// All cells.
    fn cells(&self) -> u64;

    /// The cells that men of this kind can never leave, if the rules say so. The cells of the two sides must not overlap.
    fn bound_to(&self, _side: Side, _kind: usize) -> Option<u64> {
        None
    }

    /// The men of a position.
    fn placement(&self, position: &Self::Position) -> Placement;

    /// The tier of a position.
    #[inline]
    fn tier(&self, position: &Self::Position) -> Tier {
        Tier::of::<Self>(&self.placement(position))
    }

    /// The position with these men. `None` if it is against the rules.
    fn place(&self, placement: &Placement, side: Side) -> Option<Self::Position>;

    /// The reflections and rotations of the board that keep the rules and the colours. Each is a list with the new place of every cell.
    /// With the identity, which is not listed, they must form a group.
    fn symmetries(&self) -> Vec<[u8; 64]>;

    /// The cells after the board is rotated by 180°, which keeps the rules if the colours are swapped too.
    fn turned(&self, cells: u64) -> u64;

    /// Calls `visit` with every unfinished position from which a quiet move leads to this position.
    fn quiet_predecessors(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// The other tiers that a single move from this tier can reach, except those in which the game is always over. The list may
    /// contain tiers that no move reaches.
    fn lower_tiers(&self, tier: Tier) -> Vec<Tier>;

    /// How to solve a tier in one sweep, for games with one kind of men that only move forward. If this tier can be solved by a
    /// sweep, all tiers that its moves reach can, too.
    fn as_sweep(&self, _tier: Tier) -> Option<&dyn Sweep> {
        None
    }

    /// Writes a tier as the letters of its men: `LZ-lg`.
    fn write_tier(tier: Tier) -> String {
        let men = |side: Side| {
            let counts = Self::LETTERS.iter().zip(tier.men[side.index()]);
            counts.flat_map(move |(letters, men)| vec![letters[side.index()]; men.into()]).collect::<String>()
        };
        format!("{}-{}", men(Side::White), men(Side::Black))
    }

    /// Reads a tier as [`Solvable::write_tier`] writes it. The letters of each side may be in any order.
    ///
    /// # Errors
    /// When the text is not a tier of this game.
    fn parse_tier(text: &str) -> Result<Tier, BadTier> {
        let letters = |side: usize| Self::LETTERS.iter().map(|kind| kind[side]).collect();
        let bad = || BadTier { text: text.to_string(), white: letters(0), black: letters(1) };
        let (white, black) = text.split_once('-').ok_or_else(bad)?;
        let mut tier = Tier::default();
        for (side, letters) in [(Side::White, white), (Side::Black, black)] {
            for letter in letters.chars() {
                let kind =
                    Self::LETTERS.iter().position(|kind| kind[side.index()] == letter).ok_or_else(bad)?;
                let men = &mut tier.men[side.index()][kind];
                *men = men.checked_add(1).ok_or_else(bad)?;
            }
        }
        Ok(tier)
    }
}

/// A text that does not name a tier.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{}` is not a set of men: write White's men ({white}), a hyphen and Black's ({black})",
    game::quote(text)
)]
pub struct BadTier {
    text: String,
    white: String,
    black: String,
}
