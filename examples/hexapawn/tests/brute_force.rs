//! A second, very simple implementation of Hexapawn, to count games independently.

/// The letters of a board, row by row from the top.
#[derive(Clone)]
pub(crate) struct Grid(Vec<Vec<char>>);

impl Grid {
    /// The board of a position's text.
    pub(crate) fn read(board: &str) -> Grid {
        Grid(board.split('/').map(|row| row.chars().collect()).collect())
    }

    /// The boards after each move of a player, `w` or `b`; empty if the game is over.
    pub(crate) fn next(&self, player: char) -> Vec<Grid> {
        let rows = self.0.len() as isize;
        let columns = self.0[0].len() as isize;
        let (forward, enemy) = if player == 'w' { (1, 'b') } else { (-1, 'w') };
        let arrived = self.0[rows as usize - 1].contains(&'w') || self.0[0].contains(&'b');
        let mut boards = Vec::new();
        for y in 0..rows {
            for x in 0..columns {
                for across in [-1, 0, 1] {
                    let (to_y, to_x) = (y + forward, x + across);
                    let inside = (0..rows).contains(&to_y) && (0..columns).contains(&to_x);
                    if arrived || !inside || self.0[y as usize][x as usize] != player {
                        continue;
                    }
                    let there = self.0[to_y as usize][to_x as usize];
                    if there == if across == 0 { '-' } else { enemy } {
                        let mut next = self.clone();
                        next.0[y as usize][x as usize] = '-';
                        next.0[to_y as usize][to_x as usize] = player;
                        boards.push(next);
                    }
                }
            }
        }
        boards
    }

    /// How many games of exactly `depth` plies there are.
    pub(crate) fn perft(&self, player: char, depth: u32) -> u64 {
        let other = if player == 'w' { 'b' } else { 'w' };
        match depth {
            0 => 1,
            _ => self.next(player).iter().map(|next| next.perft(other, depth - 1)).sum(),
        }
    }

    /// Whether the player to move wins.
    pub(crate) fn wins(&self, player: char) -> bool {
        let other = if player == 'w' { 'b' } else { 'w' };
        let last_row = if player == 'w' { self.0.len() - 1 } else { 0 };
        // A pawn that has arrived ends the game; a player without a move has lost.
        self.0[last_row].contains(&player) || self.next(player).iter().any(|next| !next.wins(other))
    }
}
