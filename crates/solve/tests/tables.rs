//! Tables against brute force that knows nothing of numbers, symmetries or steps back.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use game::{BoardState, Notation, Random, Rules, Side, Verdict};
use games::congo::Congo;
use games::crusher::Crusher;
use games::ctf::Ctf;
use games::oska::Oska;
use solve::cluster::Cluster;
use solve::file::TableFile;
use solve::ranking::Ranking;
use solve::{
    Certainty, Placement, Progress, Request, RequestError, Solvable, SolveError, Tables, Tier, tiers,
};

use crate::common::{Scratch, request, solver, tables};
use crate::prove::reference::verdicts;

/// The tiers that a test is about: those named, or that of the start, and all below.
pub(crate) fn wanted<G: Solvable>(game: &G, men: &[&str]) -> Vec<Tier> {
    let named: Vec<Tier> = men.iter().map(|men| G::parse_tier(men).expect("men")).collect();
    let start = game.tier(&game.start());
    tiers::with_all_below(game, if named.is_empty() { std::slice::from_ref(&start) } else { &named })
}

/// The tables of tiers that are solved in memory.
pub(crate) fn solved<G: Solvable + Clone>(game: &G, men: &[&str], workers: usize) -> Tables<G> {
    let tables = Tables::new(game, "game", None);
    let cluster = Cluster::new(workers, None);
    tables.solve(&wanted(game, men), &cluster, &Progress::default()).expect("solved");
    tables
}

/// All positions of a tier in these colours, with both sides to move, one man after the other.
pub(crate) fn every_position<G: Solvable>(game: &G, tier: Tier) -> Vec<G::Position> {
    let mut placements = vec![Placement::default()];
    for side in Side::BOTH {
        for kind in 0..G::LETTERS.len() {
            for _ in 0..tier.men[side.index()][kind] {
                let cells = game.bound_to(side, kind).unwrap_or(game.cells());
                let more = |placement: &Placement| {
                    let (placement, taken) =
                        (*placement, placement.iter().flatten().fold(0, |all, set| all | set));
                    // Men of one kind are placed in order, so that no placement comes twice.
                    let own = placement[side.index()][kind];
                    let free =
                        (0..64u32).filter(move |&cell| (cells & !taken) >> cell & 1 == 1 && own >> cell == 0);
                    free.map(move |cell| {
                        let mut more = placement;
                        more[side.index()][kind] |= 1 << cell;
                        more
                    })
                };
                placements = placements.iter().flat_map(more).collect();
            }
        }
    }
    let both = placements.iter().flat_map(|placement| Side::BOTH.map(|side| game.place(placement, side)));
    both.flatten().collect()
}

fn agrees_with_brute_force<G: Notation + Solvable + Clone>(game: &G, men: &[&str]) {
    let tiers = wanted(game, men);
    let both_colours = |&tier: &Tier| if tier.is_even() { vec![tier] } else { vec![tier, tier.swapped()] };
    let positions = tiers.iter().flat_map(both_colours).flat_map(|tier| every_position(game, tier));
    let positions: Vec<G::Position> = positions.collect();
    let known = verdicts(game, positions.clone(), usize::MAX).expect("no limit");
    let tables = solved(game, men, 1);
    for position in &positions {
        let found = tables.find(position).expect("a sound table");
        assert_eq!(found, Some(known[&position.hash()]), "{}", game.write(&[*position]));
    }
    let count = positions.len() as u64;
    let states: u64 = tiers.iter().map(|&tier| Ranking::states(game, tier).expect("few")).sum();
    assert!(count <= states && count > states / 2, "all were looked at");
}

#[test]
fn every_position_of_tiny_games_is_as_brute_force_finds_it() {
    agrees_with_brute_force(&Oska::<u64>::new(3), &[]);
    agrees_with_brute_force(&Oska::<u64>::new(3), &["wwww-bbbb"]);
    agrees_with_brute_force(&Ctf::<u64>::new(2), &[]);
    agrees_with_brute_force(&Ctf::<u64>::new(3), &[]);
    agrees_with_brute_force(&Crusher::<u64>::new(2), &[]);
}

#[test]
fn every_congo_ending_with_three_men_is_as_brute_force_finds_it() {
    for men in ["LP-l", "LS-l", "LG-l", "LM-l", "LE-l", "LC-l", "LZ-l"] {
        agrees_with_brute_force(&Congo::new(), &[men]);
    }
}

fn numbers_fit<G: Notation + Solvable>(game: &G, men: &[&str]) {
    let mut random = Random::new(7);
    for tier in wanted(game, men) {
        let ranking = Ranking::new(game, tier).expect("few positions");
        let mut positions = 0;
        for index in 0..ranking.size() {
            let Some(ranked) = ranking.position(game, index) else {
                continue;
            };
            positions += u64::from(ranked.weight);
            assert_eq!(ranking.index(game, &ranked.position), index);
            let mirrored = game.mirrored(&ranked.position).expect("colours can be swapped");
            assert_eq!(ranking.index(game, &mirrored), index, "colours do not matter");
            // However the board is turned, the number is the same.
            let places = random.pick(&game.symmetries());
            let placement = game.placement(&ranked.position);
            let turned = placement.map(|kinds| kinds.map(|set| solve::ranking::permuted(set, &places)));
            let turned = game.place(&turned, ranked.position.side()).expect("a turned position");
            assert_eq!(ranking.index(game, &turned), index, "turns do not matter");
        }
        let placed = every_position(game, tier).len() as u64;
        let expected = if tier.is_even() { placed / 2 } else { placed };
        assert_eq!(positions, expected, "every position of {} is counted once", G::write_tier(tier));
    }
}

#[test]
fn numbers_stand_for_positions_whatever_way_they_are_turned() {
    numbers_fit(&Oska::<u64>::new(3), &[]);
    numbers_fit(&Oska::<u64>::new(4), &["ww-bb", "www-b"]);
    numbers_fit(&Ctf::<u64>::new(3), &[]);
    numbers_fit(&Crusher::<u64>::new(2), &[]);
    numbers_fit(&Crusher::<u64>::new(3), &["WWW-BBB"]);
    numbers_fit(&Congo::new(), &["LP-l", "LZ-l", "LE-lp"]);
}

/// The tables of a game by their names.
fn contents(scratch: &Scratch, game: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let files = fs::read_dir(scratch.0.join(game)).expect("tables");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "table"));
    files.sort();
    let name = |path: &PathBuf| PathBuf::from(path.file_name().expect("a name"));
    files.iter().map(|path| (name(path), fs::read(path).expect("its bytes"))).collect()
}

#[test]
fn the_bytes_do_not_depend_on_the_workers() {
    for (name, folder, men) in [("oska:4", "oska-4", vec![]), ("congo", "congo", vec!["LE-lp".to_string()])] {
        let one = Scratch::new(&format!("{folder}-1"));
        let (solver, expected) = (solver(name), Request { men: men.clone(), ..request(&one, 1) });
        solver.solve(&expected, &Arc::default()).expect("solved");
        for workers in [2, 3] {
            let many = Scratch::new(&format!("{folder}-{workers}"));
            let asked = Request { men: men.clone(), ..request(&many, workers) };
            solver.solve(&asked, &Arc::default()).expect("solved");
            assert!(contents(&one, folder) == contents(&many, folder), "{name} with {workers} workers");
        }
        let checked = solver.verify(&expected, u64::MAX, 1, &Progress::default()).expect("consistent");
        assert!(checked > 10_000);
    }
}

/// More men than a sweep can do are solved as other games are, above tiers that are swept.
#[test]
fn many_men_of_oska_need_no_sweep() {
    let scratch = Scratch::new("many");
    let solver = solver("oska:4");
    let asked = Request { men: vec!["wwwwwwww-b".to_string()], ..request(&scratch, 2) };
    solver.solve(&asked, &Arc::default()).expect("solved");
    let checked = solver.verify(&asked, u64::MAX, 1, &Progress::default()).expect("consistent");
    assert!(checked > 200_000, "{checked}");
}

/// All that can come up from the start of Oska with four men a side, counted by two others before.
#[test]
fn oska_4_comes_to_what_is_known_of_it() {
    let game = Oska::<u64>::new(4);
    let tables = solved(&game, &[], 2);
    let mut seen = HashMap::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        let verdict = tables.find(&position).expect("sound").expect("known");
        let outcome = verdict.outcome(position.side());
        let key = (game.placement(&position), position.side());
        if seen.insert(key, outcome).is_none() && game.ending(&position).is_none() {
            open.extend(game.moves(&position).map(|mv| game.play_unchecked(&position, mv)));
        }
    }
    let count = |code: &str| seen.values().filter(|outcome| outcome.code() == code).count();
    assert_eq!(seen.len(), 782_918);
    assert_eq!([count("w"), count("draw"), count("b")], [435_462, 10_882, 336_574]);
    assert_eq!(tables.find(&game.start()).expect("sound"), Some(Verdict::Win(21)));
}

#[test]
fn small_games_are_solved_when_they_are_asked_for() {
    let probe = |name: &str, position: &str| tables(name, None).probe(position).expect("known");
    let oska = probe("oska:3", "startpos");
    assert!(matches!(oska.verdict, Verdict::Loss(_)), "Black wins: {oska:?}");
    assert_eq!(oska.certainty, Certainty::Exact);
    assert_eq!(oska.moves.iter().map(|mv| mv.verdict).max(), Some(oska.verdict));
    let congo = probe("congo", "3l3/7/7/7/7/4Z2/3L3 w 0");
    assert_eq!(
        (congo.verdict, congo.moves.len() > 5),
        (Verdict::Win(1), true),
        "the lions see each other: {congo:?}"
    );
}

#[test]
fn requests_that_cannot_be_met_say_why() {
    let scratch = Scratch::new("errors");
    let say = |name: &str, men: &[&str]| {
        let men = men.iter().map(ToString::to_string).collect();
        let error = solver(name).solve(&Request { men, ..request(&scratch, 1) }, &Arc::default());
        error.expect_err("it cannot be done").to_string()
    };
    assert!(say("congo", &[]).contains("--men"), "{}", say("congo", &[]));
    assert!(say("congo", &["LZ"]).contains("hyphen"));
    assert!(say("congo", &["LQ-l"]).contains("LQ-l"));
    assert!(say("congo", &["L-"]).contains("decides"));
    assert!(say("ctf:5", &[]).contains("MB of memory"));
    assert!(say("ctf:6", &[]).contains("would be too large"));
    assert!(say("oska:3", &["wwwwwwwwwww-b"]).contains("fit"));
    let unsolved = solver("oska:3").verify(&request(&scratch, 1), 10, 1, &Progress::default());
    assert!(matches!(unsolved, Err(RequestError::Solve(_))));
}

#[test]
fn two_runs_do_not_write_to_one_directory() {
    let scratch = Scratch::new("in-use");
    let directory = scratch.0.join("oska-3");
    fs::create_dir_all(&directory).expect("a directory");
    let other = fs::File::create(directory.join("writing-0.lock")).expect("a file");
    other.try_lock().expect("the directory is free");
    let solver = solver("oska:3");
    let refused = solver.solve(&request(&scratch, 1), &Arc::default());
    assert!(matches!(refused, Err(RequestError::Solve(SolveError::InUse { .. }))), "{refused:?}");
    drop(other);
    solver.solve(&request(&scratch, 1), &Arc::default()).expect("the other is gone");
}

#[test]
fn a_cancelled_run_leaves_finished_tables_only() {
    for (name, workers) in [("ctf:3", 1), ("ctf:3", 3), ("oska:3", 1), ("oska:3", 3)] {
        let scratch = Scratch::new("cancelled");
        let progress = Arc::new(Progress::default());
        progress.cancel();
        let refused = solver(name).solve(&request(&scratch, workers), &progress);
        assert!(matches!(refused, Err(RequestError::Solve(SolveError::Cancelled))), "{refused:?}");
        let report = solver(name).solve(&request(&scratch, workers), &Arc::default()).expect("solved");
        assert!(report.tiers.iter().all(|tier| !tier.found), "the first tier was not finished");
        solver(name).verify(&request(&scratch, 1), u64::MAX, 1, &Progress::default()).expect("right");
    }
}

#[test]
fn damaged_tables_are_noticed_and_solved_again() {
    let scratch = Scratch::new("damaged");
    let (solver, asked) = (solver("ctf:3"), request(&scratch, 1));
    solver.solve(&asked, &Arc::default()).expect("solved");
    let verdict = tables("ctf:3", None).probe("startpos").expect("known").verdict;
    let good = contents(&scratch, "ctf-3");
    let mut random = Random::new(3);
    for round in 0..60 {
        let (name, bytes) = &good[random.below(good.len())];
        let path = scratch.0.join("ctf-3").join(name);
        let mut bad = bytes.clone();
        if round % 3 == 0 {
            bad.truncate(random.below(bytes.len()));
        } else {
            bad[random.below(bytes.len())] ^= 1 << random.below(8);
        }
        fs::write(&path, bad).expect("written");
        if let Ok(probe) = tables("ctf:3", Some(&scratch.0)).probe("startpos") {
            assert_eq!(probe.verdict, verdict, "a damaged table gives no wrong answer");
        }
        let progress = Arc::default();
        let report = solver.solve(&asked, &progress).expect("solved again");
        assert_eq!(report.tiers.iter().filter(|tier| !tier.found).count(), 1, "round {round}");
        assert!(progress.take_notes().iter().any(|note| note.contains(&*name.to_string_lossy())));
        assert!(contents(&scratch, "ctf-3") == good);
    }
}

/// A file may be cut short, overwritten or replaced while it is in use: a mapped file would end the process.
#[test]
fn a_table_that_changes_while_in_use_gives_no_wrong_answer() {
    let scratch = Scratch::new("changed");
    let (solver, asked) = (solver("ctf:3"), request(&scratch, 1));
    solver.solve(&asked, &Arc::default()).expect("solved");
    let good = contents(&scratch, "ctf-3");
    let path = |name: &PathBuf| scratch.0.join("ctf-3").join(name);
    let open = || {
        let open = |(name, _): &(PathBuf, Vec<u8>)| TableFile::open(&path(name)).expect("a good file");
        good.iter().map(open).collect::<Vec<_>>()
    };
    let blocks: Vec<Vec<u8>> = open().iter().map(|file| file.unpack(0).expect("a good block")).collect();

    let files = open();
    // The files of others are written over these, in place.
    let others = good.iter().cycle().skip(1).take(good.len());
    for ((name, _), (_, bytes)) in good.iter().zip(others) {
        fs::write(path(name), bytes).expect("written");
    }
    assert!(files.iter().all(|file| file.unpack(0).is_err()), "another table");

    let restore = || {
        for (name, bytes) in &good {
            fs::remove_file(path(name)).expect("removed");
            fs::write(path(name), bytes).expect("written");
        }
    };
    restore();
    let files = open();
    for (name, bytes) in &good {
        let file = fs::File::options().write(true).open(path(name)).expect("a file");
        file.set_len(bytes.len() as u64 / 2).expect("cut");
    }
    let last = |file: &TableFile| file.unpack(file.header().blocks() - 1);
    assert!(files.iter().all(|file| last(file).is_err()), "files cut short");

    // A new file in its place, as the solver writes it, leaves the old one as it was for those who have it open.
    restore();
    let files = open();
    restore();
    for (file, block) in files.iter().zip(&blocks) {
        assert!(file.unpack(0).expect("the old file") == *block);
    }
}

/// A table whose head was changed, with the checksum of the changed head.
fn forged(table: &[u8], change: impl Fn(&str) -> String, ends: &[u64]) -> Vec<u8> {
    let text_end = table.windows(2).position(|window| window == b"\n\n").expect("the end of the text");
    let mut bytes = change(std::str::from_utf8(&table[..text_end]).expect("a text")).into_bytes();
    bytes.extend(b"\n\n");
    for end in ends {
        bytes.extend(end.to_le_bytes());
    }
    let checksum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    bytes.extend(checksum.to_le_bytes());
    bytes.extend(vec![0; *ends.last().expect("a block") as usize]);
    bytes
}

/// Such a head made the program ask for more memory than there is, or calculate past the end of all numbers.
#[test]
fn a_forged_head_is_refused() {
    let scratch = Scratch::new("forged");
    solver("ctf:2").solve(&request(&scratch, 1), &Arc::default()).expect("solved");
    let (name, table) = contents(&scratch, "ctf-2").swap_remove(0);
    let path = scratch.0.join("ctf-2").join(name);
    let with_numbers = |values: u64, block: u64| {
        move |text: &str| {
            let replaced = text.lines().map(|line| match line.split(':').next() {
                Some("values") => format!("values: {values}"),
                Some("block") => format!("block: {block}"),
                _ => line.to_string(),
            });
            replaced.collect::<Vec<_>>().join("\n")
        }
    };
    let huge = u64::MAX / 4;
    for bytes in [
        forged(&table, with_numbers(huge, huge), &[8]),
        forged(&table, with_numbers(1 << 45, 1 << 45), &[8]),
        forged(&table, with_numbers(16, 8), &[u64::MAX, 8]),
    ] {
        fs::write(&path, bytes).expect("written");
        let refused = TableFile::open(&path).and_then(|file| file.check()).expect_err("it is forged");
        let words = ["it does not say what it is", "block 0 cannot be unpacked", "it is cut short"];
        assert!(words.iter().any(|words| refused.to_string().contains(words)), "{refused}");
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let scratch = Scratch::new("full");
    let directory = scratch.0.join("ctf-3");
    fs::create_dir_all(&directory).expect("a directory");
    std::os::unix::fs::symlink("/dev/full", directory.join("wW-bB.unfinished-0")).expect("a link");
    let (solver, asked) = (solver("ctf:3"), request(&scratch, 2));
    let error = solver.solve(&asked, &Arc::default()).expect_err("the disk is full");
    assert!(error.to_string().contains("wW-bB.table") && error.to_string().contains("space"), "{error}");
    assert!(contents(&scratch, "ctf-3").is_empty(), "nothing is left behind");
    solver.solve(&asked, &Arc::default()).expect("there is room again");
}
