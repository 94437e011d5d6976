//! Which players the results compare, and which results are too one-sided for finite ratings.

/// The groups of players that games connect, directly or through others: each pool with its players in ascending order.
pub(super) fn pools(players: usize, met: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut pools: Vec<Vec<usize>> = Vec::new();
    let mut placed = vec![false; players];
    for player in 0..players {
        if !placed[player] {
            let reached = reach(players, player, &met);
            let pool: Vec<usize> = (0..players).filter(|&other| reached[other]).collect();
            for &member in &pool {
                placed[member] = true;
            }
            pools.push(pool);
        }
    }
    pools
}

/// Whether the players of a pool can be divided into two parts of which one never scored against the other. If so, the likelihood grows
/// without limit as the two are rated further apart; if not, there is one best rating (Ford, 1957).
pub(super) fn is_one_sided(pool: &[usize], scored: impl Fn(usize, usize) -> bool) -> bool {
    let from_first = reach(pool.len(), 0, |a, b| scored(pool[a], pool[b]));
    let to_first = reach(pool.len(), 0, |a, b| scored(pool[b], pool[a]));
    from_first.iter().chain(&to_first).any(|reached| !reached)
}

/// The players that can be reached from one along links.
fn reach(players: usize, start: usize, linked: impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; players];
    let mut open = vec![start];
    while let Some(player) = open.pop() {
        if let Some(mark) = reached.get_mut(player).filter(|mark| !**mark) {
            *mark = true;
            open.extend((0..players).filter(|&other| linked(player, other)));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_are_what_games_connect() {
        let games = [(0, 3), (3, 5), (1, 4)];
        let met = |a, b| games.contains(&(a, b)) || games.contains(&(b, a));
        assert_eq!(pools(6, met), [vec![0, 3, 5], vec![1, 4], vec![2]]);
        assert_eq!(pools(0, met), [[0; 0]; 0]);
    }

    #[test]
    fn a_circle_is_not_one_sided_and_a_chain_is() {
        let chain = |a: usize, b: usize| a + 1 == b;
        assert!(is_one_sided(&[0, 1, 2], chain));
        assert!(is_one_sided(&[2, 1, 0], chain));
        assert!(!is_one_sided(&[0, 1, 2], |a, b| chain(a, b) || (a, b) == (2, 0)));
        assert!(!is_one_sided(&[4], chain));
        // Both of a lower half, each with points from the other, never scored against the upper half.
        let halves = |a: usize, b: usize| a / 2 <= b / 2;
        assert!(is_one_sided(&[0, 1, 2, 3], halves));
    }
}
