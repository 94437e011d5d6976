//! Positions out of the blue: the courses promise that any arrangement may come up, and some never do in random games.

use game::{Random, Side};
use games::GameSpec;

use super::setup::{EMPTY, Rows, Setup, row_lengths};

/// The text of a random arrangement of men. It may be no position of the game, or a finished one: the game says.
pub(super) fn scatter(game: GameSpec, random: &mut Random) -> String {
    let mut rows: Rows = row_lengths(game).into_iter().map(|length| vec![EMPTY; length]).collect();
    let side = random.pick(&Side::BOTH);
    let rest = match game {
        GameSpec::Crusher(_) => side.letter().to_ascii_uppercase().to_string(),
        GameSpec::Congo | GameSpec::CongoCourse => format!("{} {}", side.letter(), 5 + random.below(50)),
        GameSpec::Ctf(_) | GameSpec::Oska(_) => side.letter().to_string(),
    };
    match game {
        GameSpec::Ctf(size) => {
            for letter in ['W', 'B'] {
                put(&mut rows, letter, random);
            }
            for letter in ['w', 'b'] {
                for _ in 0..=random.below(size) {
                    put(&mut rows, letter, random);
                }
            }
        }
        GameSpec::Crusher(size) => {
            for letter in ['W', 'B'] {
                for _ in 0..size + random.below(size) {
                    put(&mut rows, letter, random);
                }
            }
        }
        GameSpec::Oska(size) => {
            for letter in ['w', 'b'] {
                for _ in 0..=random.below(size) {
                    // Half of them have arrived already, so that races come to their end.
                    if random.below(2) == 0 {
                        let home = if letter == 'w' { rows.len() - 1 } else { 0 };
                        put_in(&mut rows[home], letter, random);
                    } else {
                        put(&mut rows, letter, random);
                    }
                }
            }
        }
        GameSpec::Congo | GameSpec::CongoCourse => {
            let kinds: &[char] = if game == GameSpec::Congo {
                &['p', 's', 'g', 'm', 'e', 'c', 'z']
            } else {
                &['p', 'p', 's', 'g', 'z']
            };
            rows[random.below(3)][2 + random.below(3)] = 'l';
            rows[4 + random.below(3)][2 + random.below(3)] = 'L';
            for _ in 0..4 + random.below(10) {
                let kind = random.pick(kinds);
                let letter = if random.below(2) == 0 { kind } else { kind.to_ascii_uppercase() };
                put(&mut rows, letter, random);
            }
        }
    }
    Setup { game, boards: vec![rows], rest }.text()
}

/// A race at its end in Oska: but for one man of each side all are home, and those two may meet before the last row.
pub(super) fn last_jump(size: usize, random: &mut Random) -> String {
    let game = GameSpec::Oska(size);
    let mut rows: Rows = row_lengths(game).into_iter().map(|length| vec![EMPTY; length]).collect();
    let last = rows.len() - 1;
    let side = random.pick(&Side::BOTH);
    let ((jumper, from), (victim, over)) = match side {
        Side::White => (('w', last - 2), ('b', last - 1)),
        Side::Black => (('b', 2), ('w', 1)),
    };
    put_in(&mut rows[from], jumper, random);
    put_in(&mut rows[over], victim, random);
    for (letter, home) in [('w', last), ('b', 0)] {
        for _ in 0..=random.below(size - 1) {
            put_in(&mut rows[home], letter, random);
        }
    }
    Setup { game, boards: vec![rows], rest: side.letter().to_string() }.text()
}

/// Puts a man onto a random cell; if it is taken, nowhere.
fn put(rows: &mut Rows, letter: char, random: &mut Random) {
    let row = random.below(rows.len());
    put_in(&mut rows[row], letter, random);
}

fn put_in(row: &mut [char], letter: char, random: &mut Random) {
    let cell = random.below(row.len());
    if row[cell] == EMPTY {
        row[cell] = letter;
    }
}
