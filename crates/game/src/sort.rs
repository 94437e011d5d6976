//! Sorting that is compiled once, and not again for each game and width of board.

/// Sorts by a number, lowest first. Items with equal numbers keep their order.
pub fn sort_by_number<T: Copy>(items: &mut [T], number: impl Fn(T) -> i128) {
    let order = order_of(items.iter().map(|&item| number(item)).collect());
    let before = items.to_vec();
    for (item, index) in items.iter_mut().zip(order) {
        *item = before[index];
    }
}

/// The indices of these numbers, lowest number first.
fn order_of(numbers: Vec<i128>) -> Vec<usize> {
    let mut indexed: Vec<(i128, usize)> = numbers.into_iter().zip(0..).collect();
    indexed.sort_unstable();
    indexed.into_iter().map(|(_, index)| index).collect()
}

#[test]
fn equals_keep_their_order() {
    let mut words = ["three", "to", "one", "a", "two", "of"];
    sort_by_number(&mut words, |word| -(word.len() as i128));
    assert_eq!(words, ["three", "one", "two", "to", "of", "a"]);
}
