//! The Swiss system: in each round players with about the same number of points meet, and two players meet only once as long as that
//! can be avoided.

use quadrille::{Record, Side};

/// The pairings of the next round as indices of the names, given the games of all rounds before. With an odd number of players, the last
/// in the ranking who has not had a bye has one.
pub(super) fn pairings(names: &[String], records: &[&Record]) -> Vec<(usize, usize)> {
    let history = History::new(names, records);
    let mut ranking: Vec<usize> = (0..names.len()).collect();
    ranking.sort_by_key(|&player| (std::cmp::Reverse(history.points[player]), player));
    if ranking.len() % 2 == 1 {
        let fewest = ranking.iter().map(|&player| history.sat_out[player]).min();
        let last = ranking.iter().rposition(|&player| Some(history.sat_out[player]) == fewest);
        last.map(|at| ranking.remove(at));
    }
    pair_up(&ranking, &|a, b| !history.met[a][b])
        .or_else(|| pair_up(&ranking, &|_, _| true))
        .unwrap_or_default()
}

/// What has happened so far.
struct History {
    /// Half points.
    points: Vec<u32>,
    /// How many games each player has missed by byes.
    sat_out: Vec<u32>,
    met: Vec<Vec<bool>>,
}

impl History {
    fn new(names: &[String], records: &[&Record]) -> History {
        let index = |name: &String| names.iter().position(|other| other == name);
        let count = names.len();
        let mut history =
            History { points: vec![0; count], sat_out: vec![0; count], met: vec![vec![false; count]; count] };
        let mut games = vec![0; count];
        for record in records {
            let [Some(white), Some(black)] = record.players.each_ref().map(index) else {
                continue;
            };
            history.met[white][black] = true;
            history.met[black][white] = true;
            for (player, side) in [(white, Side::White), (black, Side::Black)] {
                history.points[player] += record.result.half_points(side);
                games[player] += 1;
            }
        }
        // A player with fewer games than others has had a bye, which counts as winning these games.
        let most: u32 = games.iter().copied().max().unwrap_or(0);
        for (player, games) in games.into_iter().enumerate() {
            history.sat_out[player] = most - games;
            history.points[player] += 2 * (most - games);
        }
        history
    }
}

/// Pairs the first with the best possible other, and so on; goes back when that leaves a player without an opponent.
fn pair_up(ranking: &[usize], may_meet: &dyn Fn(usize, usize) -> bool) -> Option<Vec<(usize, usize)>> {
    let Some((&first, others)) = ranking.split_first() else {
        return Some(Vec::new());
    };
    for (at, &other) in others.iter().enumerate() {
        if may_meet(first, other) {
            let rest: Vec<usize> = others.iter().copied().filter(|&player| player != others[at]).collect();
            if let Some(mut pairs) = pair_up(&rest, may_meet) {
                pairs.insert(0, (first, other));
                return Some(pairs);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use quadrille::GameResult;

    use super::*;
    use crate::fixture;

    fn record(number: u64, white: &str, black: &str, result: GameResult) -> Record {
        fixture::record(number, [white, black], result, "")
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|index| format!("p{index}")).collect()
    }

    #[test]
    fn winners_meet_winners() {
        let records = [record(0, "p0", "p1", GameResult::Black), record(2, "p2", "p3", GameResult::White)];
        let records: Vec<&Record> = records.iter().collect();
        assert_eq!(pairings(&names(4), &records), [(1, 2), (0, 3)]);
    }

    #[test]
    fn no_two_meet_twice_and_nobody_has_two_byes_while_that_is_possible() {
        for count in [4_usize, 5, 6, 7, 8, 9] {
            let mut records: Vec<Record> = Vec::new();
            let mut byes = vec![0_usize; count];
            // After half of all possible rounds a second meeting may be unavoidable.
            for round in 0..count / 2 {
                let pairs = pairings(&names(count), &records.iter().collect::<Vec<_>>());
                assert_eq!(pairs.len(), count / 2, "{count} players, round {round}");
                for (player, byes) in byes.iter_mut().enumerate() {
                    *byes += usize::from(pairs.iter().all(|&(a, b)| a != player && b != player));
                }
                for (a, b) in pairs {
                    let [white, black] = [a, b].map(|player| format!("p{player}"));
                    let again =
                        |record: &Record| record.players.contains(&white) && record.players.contains(&black);
                    assert!(
                        !records.iter().any(again),
                        "{count} players, round {round}: {white} and {black}"
                    );
                    // The stronger player has the smaller number.
                    let result = if a < b { GameResult::White } else { GameResult::Black };
                    records.push(record(records.len() as u64, &white, &black, result));
                }
            }
            assert!(byes.iter().all(|&byes| byes <= 1), "{byes:?}");
        }
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let records = [record(0, "p0", "p1", GameResult::Draw)];
        assert_eq!(pairings(&names(2), &[&records[0]]), [(0, 1)]);
    }
}
