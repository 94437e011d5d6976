//! Tables in memory: what a tier's own solution needs of the tiers below.

use crate::{Solvable, Tier};
use game::Verdict;

use crate::code::Code;
use crate::file::{FileError, code_at};
use crate::ranking::Ranking;
use crate::tables::Table;
use std::sync::Arc;

/// A table with its values unpacked.
pub(crate) struct UnpackedTable {
    table: Arc<Table>,
    /// As in the blocks of a file.
    values: Vec<u8>,
    width: usize,
}

impl UnpackedTable {
    /// Unpacks a whole table.
    pub(crate) fn load(table: Arc<Table>) -> Result<UnpackedTable, FileError> {
        let header = table.file.header();
        let mut values = Vec::with_capacity(header.values as usize * header.width);
        for block in 0..header.blocks() {
            values.extend_from_slice(&table.file.unpack(block)?);
        }
        let width = header.width;
        Ok(UnpackedTable { table, values, width })
    }

    pub(crate) fn ranking(&self) -> &Ranking {
        &self.table.ranking
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
#[derive(Default)]
pub(crate) struct Below(pub(crate) Vec<UnpackedTable>);

impl Below {
    /// The table of a tier in canonical form.
    pub(crate) fn table(&self, tier: Tier) -> Option<&UnpackedTable> {
        self.0.iter().find(|table| table.ranking().tier() == tier)
    }

    /// The verdict on a position of one of these tiers.
    #[inline]
    pub(crate) fn verdict<G: Solvable>(&self, game: &G, position: &G::Position) -> Option<Verdict> {
        let table = self.table(game.tier(position).canonical())?;
        table.code(table.ranking().index(game, position)).verdict()
    }
}
