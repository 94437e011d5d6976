//! Tables in memory: what a tier's own solution needs of the tiers below.

use crate::{Solvable, Tier};
use game::Verdict;

use crate::code::Code;
use crate::file::{FileError, TableFile, code_at};
use crate::ranking::{Ranking, tier_of};

/// The values of one tier, unpacked.
#[derive(Debug)]
pub(crate) struct Table {
    ranking: Ranking,
    /// As in the blocks of a file.
    values: Vec<u8>,
    width: usize,
}

impl Table {
    /// Unpacks a whole file.
    pub(crate) fn load(ranking: Ranking, file: &TableFile) -> Result<Table, FileError> {
        let header = file.header();
        let mut values = Vec::with_capacity(header.values as usize * header.width);
        for block in 0..header.blocks() {
            values.extend_from_slice(&file.unpack(block)?);
        }
        Ok(Table { ranking, values, width: header.width })
    }

    pub(crate) fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// The codes of a table that has a byte for each.
    pub(crate) fn bytes(&self) -> &[u8] {
        debug_assert_eq!(self.width, 1);
        &self.values
    }

    #[inline]
    pub(crate) fn code(&self, index: u64) -> Code {
        code_at(&self.values, self.width, index as usize)
    }
}

/// The tiers below one that is being solved.
#[derive(Debug, Default)]
pub(crate) struct Below(pub(crate) Vec<Table>);

impl Below {
    /// The table of a tier in canonical form.
    pub(crate) fn table(&self, tier: Tier) -> Option<&Table> {
        self.0.iter().find(|table| table.ranking.tier() == tier)
    }

    /// The verdict on a position of one of these tiers.
    #[inline]
    pub(crate) fn verdict<G: Solvable>(&self, game: &G, position: &G::Position) -> Option<Verdict> {
        let table = self.table(tier_of::<G>(&game.placement(position)).canonical())?;
        table.code(table.ranking.index(game, position)).verdict()
    }
}
