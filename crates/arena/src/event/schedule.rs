//! Which games a round has, and the number of each.

use quadrille::{Random, Record};

use super::{Event, Format, Job, swiss};

/// The games of a round, one after the other: an event may have a million.
type Games<'e> = Box<dyn ExactSizeIterator<Item = Job> + Send + 'e>;

impl Event {
    /// The games of a round, given those of the rounds before; `None` after the last round.
    pub(super) fn round<'e>(&'e self, round: usize, records: &[Record]) -> Result<Option<Games<'e>>, String> {
        let players = self.players.len();
        let meetings = match self.format {
            Format::RoundRobin if round == 0 => round_robin(players),
            Format::Gauntlet if round == 0 => (1..players).map(|other| (0, other)).collect(),
            Format::Swiss { rounds } if round < rounds => {
                // Later games, played before a run was killed and resumed, must not change this round.
                let first = self.first_number(round);
                let before: Vec<&Record> = records.iter().filter(|record| record.number < first).collect();
                swiss::pairings(&self.names()?, &before)
            }
            _ => return Ok(None),
        };
        let first = self.first_number(round);
        Ok(Some(Box::new((0..2 * meetings.len() * self.openings.len()).map(move |game| {
            // One opening after the other, so that all players have played about as much at any time.
            let (opening, meeting) = (game / 2 / meetings.len(), game / 2 % meetings.len());
            let (one, other) = meetings[meeting];
            let players = if game % 2 == 0 { [one, other] } else { [other, one] };
            let number = first + game as u64;
            Job {
                event: self.name.clone(),
                number,
                pair: (number - 1) / 2,
                game: self.game.clone(),
                players: players.map(|player| self.players[player].clone()),
                opening: self.openings[opening].clone(),
                conditions: self.conditions.clone(),
                seed: Random::new(self.seed ^ number.rotate_left(32)).next_u64(),
            }
        }))))
    }

    /// The number of the first game of a round; games are counted from 1.
    pub(super) fn first_number(&self, round: usize) -> u64 {
        1 + (round * 2 * (self.players.len() / 2) * self.openings.len()) as u64
    }
}

/// All pairs, in turns in which each player plays at most once: the first player stays, the others rotate (the circle method).
fn round_robin(players: usize) -> Vec<(usize, usize)> {
    let seats = players + players % 2;
    let mut meetings = Vec::new();
    for turn in 0..seats.saturating_sub(1) {
        let at = |seat: usize| if seat == 0 { 0 } else { 1 + (seat - 1 + turn) % (seats - 1) };
        for seat in 0..seats / 2 {
            let (first, second) = (at(seat), at(seats - 1 - seat));
            if first.max(second) < players {
                meetings.push((first.min(second), first.max(second)));
            }
        }
    }
    meetings
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_players_meet_once() {
        for players in 2..=9 {
            let meetings = round_robin(players);
            let different: HashSet<_> = meetings.iter().collect();
            assert_eq!((meetings.len(), different.len()), (players * (players - 1) / 2, meetings.len()));
            assert!(meetings.iter().all(|&(first, second)| first < second && second < players));
            // After the first turn all have played once, except for one of an odd number.
            let counts = (0..players).map(|player| {
                meetings[..players / 2].iter().filter(|&&(a, b)| a == player || b == player).count()
            });
            assert!(counts.sum::<usize>() == players / 2 * 2);
        }
    }
}
