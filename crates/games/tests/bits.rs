//! Compares bit sets of several words with machine words.

use game::{Random, Side};
use games::kit::bits::{Bits, Wide};

fn random(random: &mut Random) -> (u128, Wide<2>) {
    let words = [random.next_u64() & random.next_u64(), random.next_u64() & random.next_u64()];
    (u128::from(words[0]) | u128::from(words[1]) << 64, Wide(words))
}

fn same(word: u128, wide: Wide<2>) {
    assert_eq!(wide.0, [word as u64, (word >> 64) as u64]);
}

#[test]
fn wide_sets_behave_as_machine_words_do() {
    let mut numbers = Random::new(1);
    for _ in 0..200 {
        let ((a, wide_a), (b, wide_b)) = (random(&mut numbers), random(&mut numbers));
        same(a & b, wide_a & wide_b);
        same(a | b, wide_a | wide_b);
        same(a ^ b, wide_a ^ wide_b);
        same(!a, !wide_a);
        same(a.reversed(), wide_a.reversed());
        assert_eq!((a.count(), a.lowest(), a.highest()), (wide_a.count(), wide_a.lowest(), wide_a.highest()));
        for distance in 0..128 {
            same(a << distance, wide_a << distance);
            same(a >> distance, wide_a >> distance);
            same(Bits::bit(distance), Bits::bit(distance));
            assert_eq!(a.has(distance), wide_a.has(distance));
        }
        assert!(a.iter().eq(wide_a.iter()));
        let (mut rest, mut wide_rest) = (a, wide_a);
        while !rest.is_empty() {
            assert_eq!(rest.take_first(Side::Black), wide_rest.take_first(Side::Black));
        }
        assert!(wide_rest.is_empty());
    }
}

#[test]
fn the_empty_set_has_no_lowest_and_no_highest() {
    fn check<B: Bits>() {
        assert!(B::EMPTY.is_empty());
        assert_eq!((B::EMPTY.lowest(), B::EMPTY.highest(), B::EMPTY.count()), (B::WIDTH, u32::MAX, 0));
    }
    check::<u64>();
    check::<u128>();
    check::<Wide<4>>();
    for word in [0, 63, 64, 255] {
        assert_eq!(Wide::<4>::bit(word).highest(), word);
        assert_eq!(Wide::<4>::bit(word).lowest(), word);
    }
}
