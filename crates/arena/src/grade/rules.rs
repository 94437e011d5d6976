//! Questions about single rules: positions in which a program that has one thing wrong answers differently from all right programs.

use quadrille::grading::GameTheme;
use quadrille::suspects::Suspect;
use quadrille::{AnyLine, EMPTY, GameRef, Random};

use super::assignment::Assignment;
use super::case::{Case, suspects};
use super::exercise::{Check, Exercise, Theme};
use super::positions::{MOST_MOVES, Setup, after_each_move, scatter};

/// How many positions are tried for each that is wanted.
const TRIES: usize = 400;
/// How many boards all searches together may look at, for each position that is wanted.
const BUDGET: u64 = 200_000;
/// After this many tries without success, for each position that is wanted, the search gives up.
const IN_VAIN: usize = 40;
/// How large a search may be at most, by the number of moves.
const LARGEST: f64 = 4000.0;
/// How many promising positions are kept for each suspect.
const PROMISING: usize = 20;
/// How many wrong answers of a program with a mistake are wanted on average.
const WANTED: f64 = 3.0;
/// The same for a program that looks too far: more, because most of its answers are right.
const WANTED_TOO_FAR: f64 = 4.0;
/// At most this many wrong answers in the other checks count.
const MOST_BY_OTHERS: f64 = 2.0;
/// How many plies of a random game come before a position.
const LONGEST_GAME: usize = 50;
/// How many boards a made history has at most.
const LONGEST_HISTORY: usize = 12;

/// A position, and how well it shows some of the suspects.
struct Found {
    game: GameRef,
    position: String,
    shows: Vec<(usize, f64)>,
}

/// Positions that show every mistake that can be shown, at most as many as a check has. They are chosen for what the exercises of the other
/// checks do not show.
pub(super) fn exercises(assignment: &Assignment, others: &[Exercise]) -> Vec<Exercise> {
    let suspects = suspects(&assignment.games[0], assignment.depth);
    let found = find(assignment, &suspects);
    let shown = shown_by(others, assignment.depth, &suspects);
    choose(found, &suspects, shown, assignment)
}

/// How many wrong answers of each suspect some exercises show on average. They were not chosen for that, so they count half.
fn shown_by(exercises: &[Exercise], depth: u32, suspects: &[Suspect]) -> Vec<f64> {
    let mut shown = vec![0.0; suspects.len()];
    for Exercise { game, position, .. } in exercises.iter().filter(|exercise| exercise.depth == depth) {
        let Some(case) = game.line(position).ok().and_then(|line| Case::new(&*line, depth)) else { continue };
        for (shown, &suspect) in shown.iter_mut().zip(suspects) {
            *shown += case.shows(suspect).unwrap_or(0.0) / 2.0;
        }
    }
    shown.into_iter().map(|shown| shown.min(MOST_BY_OTHERS)).collect()
}

fn find(assignment: &Assignment, suspects: &[Suspect]) -> Vec<Found> {
    let mut search = Search {
        assignment,
        suspects,
        missing: wanted(suspects),
        random: Random::new(assignment.seed ^ Check::Rules as u64),
        spent: 0,
        promising: vec![Vec::new(); suspects.len()],
        found: Vec::new(),
    };
    // Positions that show a mistake for certain come first. Of others, more are wanted: programs choose their moves in ways that are alike.
    search.look(0.9);
    for missing in search.missing.iter_mut().filter(|missing| **missing > 0.0) {
        *missing += WANTED;
    }
    search.look(0.1);
    search.found
}

struct Search<'a> {
    assignment: &'a Assignment,
    suspects: &'a [Suspect],
    /// How many more wrong answers of each suspect are wanted.
    missing: Vec<f64>,
    random: Random,
    /// How many boards all searches have looked at.
    spent: u64,
    /// For each suspect, positions that may show it after a change: it could answer differently there, and few answers are right.
    promising: Vec<Vec<(GameRef, String)>>,
    found: Vec<Found>,
}

impl Search<'_> {
    /// Looks for positions that show a missing suspect with at least the strength `least`, until there seem to be no more.
    fn look(&mut self, least: f64) {
        let positions = self.assignment.positions;
        let budget = self.spent + positions as u64 * BUDGET / 2;
        let mut in_vain = 0;
        for number in 0..TRIES * positions {
            let is_done = self.missing.iter().all(|&missing| missing <= 0.0);
            if is_done || self.spent > budget || in_vain > IN_VAIN * positions + number / 3 {
                return;
            }
            in_vain = if self.try_one(number, least) { 0 } else { in_vain + 1 };
        }
    }

    /// Tries one position; whether it shows something new.
    fn try_one(&mut self, number: usize, least: f64) -> bool {
        let depth = self.assignment.depth;
        let games = &self.assignment.games;
        let missing: Vec<usize> =
            (0..self.suspects.len()).filter(|&index| self.missing[index] > 0.0).collect();
        let promising = &self.promising[self.random.pick(&missing)];
        let line = if promising.is_empty() || self.random.below(4) == 0 {
            position(&games[number % games.len()], depth, &mut self.random)
        } else {
            let (game, position) = &promising[self.random.below(promising.len())];
            variation(game, position, &mut self.random)
        };
        let Some(line) = line else { return false };
        let Some(case) = Case::new(&*line, depth) else { return false };
        let is_sharp = case.right().is_some_and(|right| 3 * right.len() <= line.moves().len());
        let position = line.text();
        let mut shows = Vec::new();
        for index in missing {
            let strength = case.shows(self.suspects[index]).filter(|&strength| strength >= least);
            shows.extend(strength.map(|strength| (index, strength)));
            if is_sharp && case.could_differ(self.suspects[index]) {
                let promising = &mut self.promising[index];
                if promising.len() >= PROMISING {
                    promising.swap_remove(self.random.below(PROMISING));
                }
                promising.push((line.game(), position.clone()));
            }
        }
        self.spent += case.spent.get();
        if shows.is_empty() || self.found.iter().any(|other| other.position == position) {
            return false;
        }
        for &(index, strength) in &shows {
            self.missing[index] -= strength;
        }
        self.found.push(Found { game: line.game(), position, shows });
        true
    }
}

fn wanted(suspects: &[Suspect]) -> Vec<f64> {
    let wanted = |suspect: &Suspect| if suspect.looks_too_far { WANTED_TOO_FAR } else { WANTED };
    suspects.iter().map(wanted).collect()
}

/// The positions that together show the most, best first.
fn choose(
    mut found: Vec<Found>,
    suspects: &[Suspect],
    mut shown: Vec<f64>,
    assignment: &Assignment,
) -> Vec<Exercise> {
    let mut chosen = Vec::new();
    while chosen.len() < assignment.positions {
        // How much more probable it is that the suspect is found.
        let need = |&(index, strength): &(usize, f64)| -> f64 {
            let missed = |shown: f64| (-shown).exp();
            missed(shown[index]) - missed(shown[index] + strength)
        };
        let gain = |found: &Found| -> f64 { found.shows.iter().map(need).sum() };
        let best =
            (0..found.len()).max_by(|&a, &b| gain(&found[a]).total_cmp(&gain(&found[b])).then(b.cmp(&a)));
        let Some(best) = best else { break };
        let Found { game, position, shows } = found.swap_remove(best);
        let Some(&(index, _)) = shows.iter().max_by(|a, b| need(a).total_cmp(&need(b))) else { break };
        for &(index, strength) in &shows {
            shown[index] += strength;
        }
        let theme = Theme::Rule { index, belief: suspects[index].belief };
        chosen.push(Exercise {
            check: Check::Rules,
            theme,
            game,
            position,
            depth: assignment.depth,
            own: None,
        });
    }
    chosen
}

/// Whether a position still shows the mistake that it was chosen for.
pub(super) fn shows(line: &dyn AnyLine, depth: u32, suspect: usize) -> bool {
    let Some(suspect) = suspects(&line.game(), depth).get(suspect).copied() else { return false };
    let shows = Case::new(line, depth).and_then(|case| case.shows(suspect));
    shows.is_some_and(|strength| strength >= 0.15)
}

/// The moves of right programs in a position; `None` if that cannot be told.
pub(super) fn right_moves(line: &dyn AnyLine, depth: u32) -> Option<Vec<String>> {
    let case = Case::new(line, depth)?;
    let right = case.right()?;
    let board = case.game.board();
    let legal = line.candidates(MOST_MOVES).into_iter().filter(|candidate| candidate.repeats.is_none());
    let is_right = |text: &str| right.binary_search(&board.read(text)).is_ok();
    Some(legal.filter(|candidate| is_right(&candidate.board)).map(|candidate| candidate.name).collect())
}

/// A position of a random game, or an arrangement, half of them with a history that forbids some moves. Men are taken away until a search is
/// small enough.
pub(super) fn position(game: &GameRef, depth: u32, random: &mut Random) -> Option<Box<dyn AnyLine>> {
    let start = game.start();
    let line = if random.below(4) == 0 {
        let mut line = start.duplicate();
        for _ in 0..random.below(LONGEST_GAME) {
            let moves = line.moves();
            if moves.is_empty() {
                break;
            }
            line.play(&moves[random.below(moves.len())]).ok()?;
        }
        line
    } else {
        let themes = game.descriptor().grading.themes;
        let index = random.below(themes.len() + 1);
        let of_game = |&GameTheme { about, .. }: &GameTheme| Theme::Game { index, about };
        let theme = themes.get(index).map_or(Theme::Play, of_game);
        game.line(&scatter(&*start, theme, random)).ok()?
    };
    let line = thinned(line, depth, random);
    with_some_history(line, random)
}

/// The position without some men, so that a search of it is small. How small is chosen at random.
fn thinned(mut line: Box<dyn AnyLine>, depth: u32, random: &mut Random) -> Box<dyn AnyLine> {
    let most = LARGEST / f64::from(1 << random.below(6));
    for _ in 0..100 {
        if (line.moves().len() as f64).powf(f64::from(depth)) <= most {
            break;
        }
        let mut setup = Setup::read(&line.game(), &line.text());
        setup.boards.truncate(1);
        let cell = random.below(setup.boards[0].len());
        if std::mem::replace(&mut setup.boards[0][cell], EMPTY) != EMPTY
            && let Ok(fewer) = setup.game.line(&setup.text())
            && fewer.ending().is_none()
        {
            line = fewer;
        }
    }
    line
}

/// The position with one or two cells changed: men of two cells change places, a man goes or becomes another, or another comes.
fn variation(game: &GameRef, position: &str, random: &mut Random) -> Option<Box<dyn AnyLine>> {
    let mut setup = Setup::read(game, position);
    setup.boards.truncate(1);
    let others = Setup::read(game, &scatter(&*game.start(), Theme::Play, random));
    let letters: Vec<char> = others.boards[0].iter().copied().filter(|&letter| letter != EMPTY).collect();
    let cells = &mut setup.boards[0];
    let men: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != EMPTY).collect();
    if letters.is_empty() || men.is_empty() {
        return None;
    }
    for _ in 0..=random.below(2) {
        let (man, cell) = (random.pick(&men), random.below(cells.len()));
        match random.below(4) {
            0 => cells.swap(man, cell),
            1 => cells[man] = EMPTY,
            2 => cells[man] = random.pick(&letters),
            _ => cells[cell] = random.pick(&letters),
        }
    }
    with_some_history(game.line(&setup.text()).ok()?, random)
}

/// The position, in half of the cases with a history; `None` if the game is over.
fn with_some_history(line: Box<dyn AnyLine>, random: &mut Random) -> Option<Box<dyn AnyLine>> {
    let game = line.game();
    let line = if game.forbids_repeats() && random.below(2) == 0 {
        game.line(&with_history(&*line, random)).ok()?
    } else {
        line
    };
    line.ending().is_none().then_some(line)
}

/// The position with a history that leaves the player few moves, or the enemy none after one of them.
fn with_history(line: &dyn AnyLine, random: &mut Random) -> String {
    let mut setup = Setup::read(&line.game(), &line.text());
    setup.boards.truncate(1);
    let mut next: Vec<Box<dyn AnyLine>> = after_each_move(line).collect();
    if next.is_empty() {
        return setup.text();
    }
    let kept = next.swap_remove(random.below(next.len()));
    let mut forbidden: Vec<Vec<char>> = Vec::new();
    if random.below(2) == 0 {
        forbidden.extend(after_each_move(&*kept).map(|reply| reply.cells()));
    }
    if forbidden.len() > 4 || random.below(3) == 0 {
        forbidden = next.iter().filter(|next| next.ending().is_none()).map(|next| next.cells()).collect();
    }
    while !forbidden.is_empty() && setup.boards.len() < LONGEST_HISTORY {
        let board = forbidden.swap_remove(random.below(forbidden.len()));
        // Boards of either player's turn: the newest earlier board was the enemy's turn.
        if random.below(4) == 0 {
            setup.boards.push(setup.boards[0].clone());
        }
        setup.boards.push(board);
    }
    setup.text()
}
