//! Every limit of docs/limits.md that holds for commands, tried one below it, at it and one above it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{Folder, shell};

/// What becomes of a command that keeps a limit.
enum Kept {
    /// It succeeds, and prints this among other things.
    Prints(&'static str),
    /// It is refused for this reason, which is looked for after the limit: nobody waits for a million games.
    Otherwise(&'static str),
}
use Kept::{Otherwise, Prints};

/// A command with a number in it of which there is a limit.
struct Tried {
    /// The row of docs/limits.md.
    row: &'static str,
    most: usize,
    /// For a shell. `NUMBER` stands for the number, `WORD` for a word of so many letters, and `MONKEY` for a position with so many moves.
    command: &'static str,
    kept: Kept,
    /// What is said beyond the limit.
    beyond: &'static str,
}

const TRIED: &[Tried] = &[
    Tried {
        row: "look-ahead of a search",
        most: 999,
        command: "quadrille analyze oska:3 --depth NUMBER",
        kept: Prints("best move"),
        beyond: "the look-ahead must be a whole number of plies from 1 to 999",
    },
    Tried {
        row: "look-ahead of a search",
        most: 999,
        command: "quadrille capture '[\"wWw---bBb\"]' \"'w'\" NUMBER",
        kept: Prints("-"),
        beyond: "from 1 to 999",
    },
    Tried {
        row: "moves of one position that a search, a list or a tree looks at",
        most: 65_536,
        command: "quadrille moves congo 'MONKEY' | tail -1",
        kept: Prints(" b "),
        beyond: "more than 65536 moves, too many to list",
    },
    Tried {
        row: "moves of one position that a search, a list or a tree looks at",
        most: 65_536,
        command: "quadrille analyze congo 'MONKEY' --depth 1",
        kept: Prints("best move"),
        beyond: "more than 65536 moves, too many for an exact search",
    },
    // Here is not so much memory, wherever the test runs.
    Tried {
        row: "transposition table",
        most: 65_536,
        command: "ulimit -v 4000000; quadrille analyze oska:3 --depth 2 --hash NUMBER",
        kept: Otherwise("use a smaller --hash"),
        beyond: "is not in 1..=65536",
    },
    Tried {
        row: "transposition table",
        most: 65_536,
        command: "quadrille match oska engine:hash=NUMBER nonsense",
        kept: Otherwise("nonsense"),
        beyond: "hash is a whole number from 1 to 65536",
    },
    Tried {
        row: "threads of a search",
        most: 256,
        command: "quadrille analyze oska:3 --depth 2 --threads NUMBER",
        kept: Prints("best move"),
        beyond: "is not in 1..=256",
    },
    Tried {
        row: "threads of a search",
        most: 256,
        command: "printf 'setoption name Threads value NUMBER\\ngo depth 2\\n' | quadrille ugi oska:3",
        kept: Prints("\nbestmove "),
        beyond: "cannot set Threads to 257",
    },
    Tried {
        row: "a duration",
        most: 365 * 24 * 60 * 60,
        command: "quadrille analyze oska:3 --time NUMBERs",
        kept: Prints("best move"),
        beyond: "a time is at most a year",
    },
    Tried {
        row: "part of an input that a message repeats",
        most: 80,
        command: "quadrille match oska WORD random",
        kept: Otherwise("x: "),
        beyond: "x…: ",
    },
    Tried {
        row: "a line on stdin, without its end",
        most: 16 << 20,
        command: "(printf startpos; head -c $((NUMBER - 8)) /dev/zero | tr '\\0' ' '; echo; echo startpos) \
                  | quadrille moves ctf:2 - | wc -l",
        kept: Prints("2\n"),
        beyond: "line 1 of the input is too long: a line has at most 16 MB",
    },
    Tried {
        row: "all of stdin, and its lines",
        most: 256 << 20,
        command: "(printf '1\\n3l3/7/7/7/7/7/3L3 w 4\\n'; head -c $((NUMBER - 24)) /dev/zero | tr '\\0' ' ') \
                  | quadrille congo state",
        kept: Prints("white lion: d1"),
        beyond: "the input is too long: it has at most 256 MB",
    },
    Tried {
        row: "all of stdin, and its lines",
        most: 10_000_000,
        command: "(printf '1\\n3l3/7/7/7/7/7/3L3 w 4\\n'; head -c $((NUMBER - 2)) /dev/zero | tr '\\0' '\\n') \
                  | quadrille congo state",
        kept: Prints("white lion: d1"),
        beyond: "the input is too long: it has at most 10000000 lines",
    },
    // Without the memory for it, a file that is not too long is not read to its end either.
    Tried {
        row: "a file of openings, records or grading",
        most: 1 << 30,
        command: "truncate -s NUMBER file; ulimit -v 600000; quadrille grade oska engine --config file",
        kept: Otherwise("memory"),
        beyond: "file is too long: a file has at most 1 GB",
    },
    Tried {
        row: "games of a match",
        most: 1_000_000,
        command: "quadrille match oska nonsense random --games NUMBER",
        kept: Otherwise("nonsense"),
        beyond: "is not in 2..=1000000",
    },
    Tried {
        row: "openings of a tournament, and rounds of the Swiss system",
        most: 100_000,
        command: "quadrille tournament oska nonsense random --opening-plies 0 --pairs NUMBER",
        kept: Otherwise("nonsense"),
        beyond: "is not in 1..=100000",
    },
    Tried {
        row: "openings of a tournament, and rounds of the Swiss system",
        most: 65_535,
        command: "quadrille tournament oska nonsense random --format swiss --rounds NUMBER",
        kept: Otherwise("nonsense"),
        beyond: "is not in 1..=65535",
    },
    Tried {
        row: "games or programs at a time",
        most: 256,
        command: "quadrille match oska random random2=random --games 2 --concurrency NUMBER",
        kept: Prints("games    2"),
        beyond: "is not in 1..=256",
    },
    Tried {
        row: "games or programs at a time",
        most: 256,
        command: "quadrille worker nonsense --threads NUMBER",
        kept: Otherwise("nonsense"),
        beyond: "is not in 1..=256",
    },
    Tried {
        row: "memory of a program, and of a proof",
        most: 1_048_576,
        command: "quadrille match oska nonsense random --memory NUMBER",
        kept: Otherwise("nonsense"),
        beyond: "is not in 16..=1048576",
    },
    Tried {
        row: "memory of a program, and of a proof",
        most: 1_048_576,
        command: "quadrille solve nonsense --prove startpos --memory NUMBER",
        kept: Otherwise("there is no game"),
        beyond: "is not in 1..=1048576",
    },
    Tried {
        row: "positions that `grade` asks",
        most: 10_000,
        command: "quadrille grade oska nonsense --positions NUMBER",
        kept: Otherwise("nonsense"),
        beyond: "is not in 1..=10000",
    },
    Tried {
        row: "moves that the terminal lists for a position",
        most: 5000,
        command: "echo moves | quadrille play congo 'MONKEY' --plain --side both \
                  | sed -nE 's/^[a-g][1-7].*[a-g][1-7]$/all of them/p; s/^[a-g][1-7].*…$/…/p'",
        kept: Prints("all of them"),
        beyond: "…",
    },
    Tried {
        row: "depth and positions of a tree",
        most: 6,
        command: "quadrille tree oska:3 --algorithm alphabeta --depth NUMBER",
        kept: Prints("alpha-beta"),
        beyond: "the depth of a tree is a whole number from 1 to 6",
    },
    Tried {
        row: "depth and positions of a tree",
        most: 2000,
        command: "quadrille tree congo 'MONKEY' --depth 1 --algorithm minimax --format svg",
        kept: Prints("<svg"),
        beyond: "more than 2000 positions",
    },
    Tried {
        row: "threads of `solve`",
        most: 1024,
        command: "quadrille solve nonsense --workers NUMBER",
        kept: Otherwise("there is no game"),
        beyond: "is not in 1..=1024",
    },
    Tried {
        row: "men of endings (`--up-to`)",
        most: 16,
        command: "quadrille solve nonsense --up-to NUMBER",
        kept: Otherwise("there is no game"),
        beyond: "is not in 2..=16",
    },
];

/// Limits that other tests try, in these files.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    (
        "captures that a search on a clock follows past its depth",
        "search/tests/stack.rs",
        "boards_full_of_captures",
    ),
    ("positions of one table", "solve/src/ranking.rs", "a_table_has_at_most_two_to_the_40_positions"),
    ("a block of a table file, unpacked", "solve/src/file.rs", "a_block_has_at_most_256_megabytes"),
    ("the text at the start of a table file", "solve/src/file.rs", "the_text_has_at_most_64_kilobytes"),
    (
        "a message between processes",
        "solve/src/cluster/link.rs",
        "a_message_has_at_most_256_megabytes_and_its_length_takes_no_memory",
    ),
];

/// A position of Congo in which White, with a monkey among zebras, has this number of moves.
fn with_moves(count: usize) -> &'static str {
    match count {
        1998 => "2lz1z1/2zzzzz/1z3z1/zzz1z1z/1G2Mz1/z1Lzz2/1z1z1z1 w 0",
        1999 => "2lz1z1/zzzzzzz/1z5/z4zz/1z1zMz1/z1Lzz1z/1z1z3 w 0",
        2000 => "1zlz1z1/z1zzzz1/1z1z3/1z1Pzzz/4M2/zzLzzz1/1z3z1 w 0",
        4999 => "2l2z1/zz1z1zz/1z1z1z1/1zzzzzz/1z1zM1P/z1L1zzz/3z3 w 0",
        5000 => "1zl4/zzzzz2/1z3z1/zz1zzzz/1z2Mz1/2Lz1z1/3z1z1 w 0",
        5001 => "2l4/3zzz1/P4z1/z1zz1zz/1z1zM2/zzLzzzz/3z3 w 0",
        65_535 => "1zlz1z1/EEz1z1z/1z1E1z1/zzzzzzz/1z1zMz1/zzLzzz1/3z1z1 w 0",
        65_536 => "1zlz1z1/E1z1z1z/1z1E1z1/zzzzzzz/1z1zMz1/zzLzzzE/3z1z1 w 0",
        65_537 => "1zlz1z1/E1zPzEz/1z1Z1z1/zzzzzzz/1z1zMz1/zzLzzz1/3z1z1 w 0",
        _ => panic!("no position with {count} moves is known"),
    }
}

#[test]
fn every_limit_is_tried_below_at_and_above_it() {
    let folder = Folder::new("limits");
    for Tried { row, most, command, kept, beyond } in TRIED {
        for number in [most - 1, *most, most + 1] {
            let mut command = command.replace("NUMBER", &number.to_string());
            command = command.replace("WORD", &"x".repeat(number));
            if command.contains("MONKEY") {
                // A tree has its root besides the moves.
                let moves = if command.contains(" tree ") { number - 1 } else { number };
                command = command.replace("MONKEY", with_moves(moves));
            }
            let output = shell(&command, folder.path());
            let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
            let told = match kept {
                _ if number > *most => out.contains(beyond) || err.contains(beyond),
                Prints(words) => out.contains(words) && err.is_empty(),
                Otherwise(words) => err.contains(words) && !err.contains(beyond),
            };
            assert!(told, "{row}: {number} of {most}: {command:.200}: {out:.300}{err:.300}");
        }
    }
}

/// A limit that is on the page cannot be forgotten here, nor one that is here on the page.
#[test]
fn the_page_of_limits_has_the_same_limits() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/limits.md")).expect("the page");
    let is_ours = |section: &&str| {
        ["Everywhere\n", "Commands\n", "Solver\n"].iter().any(|title| section.starts_with(title))
    };
    let rows = page.split("\n## ").filter(is_ours).flat_map(str::lines);
    let rows = rows.filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let page: BTreeSet<&str> = rows.filter(|row| *row != "what").collect();
    let tried = TRIED.iter().map(|tried| tried.row).chain(ELSEWHERE.iter().map(|(row, ..)| *row));
    assert_eq!(page, tried.collect());
    for (_, file, name) in ELSEWHERE {
        let text = fs::read_to_string(root.join("crates").join(file)).expect(file);
        assert!(text.contains(&format!("fn {name}()")), "{file} has no test {name}");
    }
}
