//! Tests of the transposition table.

use super::*;

#[test]
fn what_is_stored_is_found_until_it_is_replaced() {
    for bytes in [0, 1 << 10, 1 << 16] {
        let mut table = TranspositionTable::new(bytes).expect("memory");
        table.begin_search();
        let mut random = game::Random::new(5);
        for _ in 0..5_000 {
            let key = Key { position: random.next_u64(), context: random.next_u64() };
            let entry = Entry {
                value: random.below(2_000_003) as i32 - 1_000_001,
                bound: random.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]),
                depth: random.below(1_000) as u32,
            };
            let hint = Some(random.below(1 << 22) as u32).filter(|code| code % 5 > 0);
            table.store(key, entry, hint);
            assert_eq!(table.find(key), Lookup { entry: Some(entry), hint });
            // The same position with another history: only the hint can be used.
            assert_eq!(table.find(Key { context: !key.context, ..key }), Lookup { entry: None, hint });
            assert_eq!(
                table.find(Key { position: !key.position, ..key }),
                Lookup { entry: None, hint: None }
            );
        }
        table.clear();
        assert_eq!(table.permille_used(), 0);
    }
}

#[test]
fn a_table_that_grows_keeps_its_entries() {
    let mut table = TranspositionTable::new(16 << 20).expect("memory");
    table.begin_search();
    let mut random = game::Random::new(7);
    let mut stored = Vec::new();
    let first = table.bytes();
    for positions in 0..100_000 {
        table.grow(1);
        let key = Key { position: random.next_u64(), context: random.next_u64() };
        let entry = Entry { value: positions, bound: Bound::Exact, depth: 9 };
        table.store(key, entry, None);
        stored.push((key, entry));
    }
    assert!(first == 256 << 10 && table.bytes() > 8 * first, "{first} {}", table.bytes());
    let found = stored.iter().filter(|(key, entry)| table.find(*key).entry == Some(*entry)).count();
    assert!(found > 94_000, "{found}");
    // Never another's entry.
    let strange = |_| Key { position: random.next_u64(), context: random.next_u64() };
    assert!((0..100_000).map(strange).all(|key| table.find(key).entry.is_none()));
    table.grow(1 << 20);
    assert_eq!(table.bytes(), 16 << 20);
    table.clear();
    assert!(stored.iter().all(|(key, _)| table.find(*key).entry.is_none()));
    assert_eq!(table.bytes(), first, "like a new table");
}

#[test]
fn the_move_of_the_deepest_search_is_the_hint() {
    let table = TranspositionTable::new(64).expect("memory");
    let key = |context| Key { position: 7, context };
    for depth in [2, 5, 3] {
        let entry = Entry { value: 0, bound: Bound::Exact, depth };
        table.store(key(u64::from(depth)), entry, Some(depth));
    }
    assert_eq!(table.find(key(9)), Lookup { entry: None, hint: Some(5) });
}

#[test]
fn a_result_has_its_own_needs() {
    let table = TranspositionTable::new(64).expect("memory");
    let (with_boards, alone) = (Key { position: 7, context: 1 }, Key { position: 7, context: 2 });
    let [free, tied] = [5, 6].map(|value| Entry { value, bound: Bound::Exact, depth: 3 });
    let needs = Needs::one_of(4).and_board(9);
    let stored = |met: bool| table.find_proof(with_boards, alone, |_| met);
    table.store_proof(alone, free, None, needs);
    assert_eq!((stored(true).0.entry, stored(true).1), (Some(free), needs));
    assert_eq!(stored(false).0.entry, None);
    // Both can be there. Then the needs are those of the result that is returned.
    table.store_proof(with_boards, tied, None, Needs::THE_SAME_BOARDS);
    for met in [true, false] {
        assert_eq!((stored(met).0.entry, stored(met).1), (Some(tied), Needs::THE_SAME_BOARDS));
    }
    // A second slot of another entry does not match.
    table.bucket(7).0[1].data.fetch_xor(1 << BOUND_BITS, Relaxed);
    table.bucket(7).0[3].data.fetch_xor(1 << BOUND_BITS, Relaxed);
    assert_eq!(stored(true).0.entry, None);
}

#[test]
fn torn_entries_are_empty() {
    let table = TranspositionTable::new(64).expect("memory");
    let key = Key { position: 1, context: 0 };
    table.store(key, Entry { value: 5, bound: Bound::Exact, depth: 3 }, None);
    table.bucket(1).0[0].data.fetch_xor(1 << VALUE_SHIFT, Relaxed);
    assert_eq!(table.find(key).entry, None);
}
