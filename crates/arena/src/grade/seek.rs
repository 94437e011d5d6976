//! The search for positions that show mistakes: random positions, and changes of those that come closest to showing one.

use std::collections::BTreeSet;

use quadrille::grading::GameTheme;
use quadrille::suspects::Suspect;
use quadrille::{AnyLine, EMPTY, GameRef, Random, Side};

use super::assignment::Assignment;
use super::case::{Case, Effect, Strength, suspects};
use super::exercise::{Check, Theme};
use super::positions::{Setup, after_each_move, scatter};

/// How many positions are tried for each that is wanted.
const TRIES: usize = 1500;
/// How many boards all searches together may look at, for each position that is wanted.
const BUDGET: u64 = 300_000;
/// After this many tries without success, for each position that is wanted, the search gives up.
const IN_VAIN: usize = 100;
/// How large a search may be at most, by the number of moves.
const LARGEST: f64 = 500.0;
/// How many promising positions are kept for each suspect.
const PROMISING: usize = 20;
/// How many wrong answers of a program with a mistake are wanted on average.
const WANTED: f64 = 3.0;
/// The same for a program that looks too far: more, because most of its answers are right.
pub(super) const WANTED_TOO_FAR: f64 = 4.0;
/// How many wrong answers of a program are wanted that has a rule wrong for one side only.
const WANTED_OF_ONE_SIDE: f64 = 1.0;
/// How many plies of a random game come before a position.
const LONGEST_GAME: usize = 50;
/// How many boards a made history has at most.
const LONGEST_HISTORY: usize = 12;

/// A position, and how well it shows some of the suspects.
pub(super) struct Found {
    pub(super) game: GameRef,
    pub(super) position: String,
    pub(super) shows: Vec<(usize, Strength)>,
}

/// The suspects of a game, then those of one side only.
pub(super) struct Wanted {
    pub(super) suspects: Vec<Suspect>,
    /// For each suspect of one side, the index of the same mistake for both.
    pub(super) of_both: Vec<usize>,
    /// For each suspect of both sides, the indices of the same mistake for one side.
    of_one_side: Vec<Vec<usize>>,
}

impl Wanted {
    pub(super) fn new(assignment: &Assignment) -> Wanted {
        let mut suspects = suspects(&assignment.games[0], assignment.depth);
        let count = suspects.len();
        let mut of_both: Vec<usize> = (0..count).collect();
        let mut of_one_side = vec![Vec::new(); count];
        for index in 0..count {
            let suspect = suspects[index];
            for suspect in Side::BOTH.into_iter().filter_map(|side| suspect.of_one_side(side)) {
                of_one_side[index].push(suspects.len());
                of_both.push(index);
                suspects.push(suspect);
            }
        }
        Wanted { suspects, of_both, of_one_side }
    }

    /// How many wrong answers of each suspect are wanted on average.
    fn answers(&self) -> Vec<Strength> {
        let wanted = |suspect: &Suspect| match suspect {
            Suspect { looks_too_far: true, .. } => WANTED_TOO_FAR,
            Suspect { only: Some(_), .. } => WANTED_OF_ONE_SIDE,
            _ => WANTED,
        };
        self.suspects.iter().map(|suspect| Strength::of_all(wanted(suspect))).collect()
    }
}

/// Looks for positions that show every suspect that can be shown.
pub(super) fn find(assignment: &Assignment, wanted: &Wanted) -> Vec<Found> {
    let mut search = Search {
        assignment,
        wanted,
        missing: wanted.answers(),
        random: Random::new(assignment.seed ^ Check::Rules as u64),
        spent: 0,
        promising: wanted.of_one_side.iter().map(|_| Vec::new()).collect(),
        found: Vec::new(),
    };
    // Positions that show a mistake for certain come first. Of others, more are wanted: programs choose their moves in ways that are alike.
    search.look(0.9);
    for (missing, more) in
        search.missing.iter_mut().zip(wanted.answers()).filter(|(missing, _)| missing.is_some())
    {
        *missing = missing.combine(more, |missing, more| missing + more);
    }
    search.look(0.2);
    search.found
}

struct Search<'a> {
    assignment: &'a Assignment,
    wanted: &'a Wanted,
    /// How many more wrong answers of each suspect are wanted.
    missing: Vec<Strength>,
    random: Random,
    /// How many boards all searches have looked at.
    spent: u64,
    /// For each suspect of both sides, positions in which a program with it is closest to a wrong answer.
    promising: Vec<Vec<Promising>>,
    found: Vec<Found>,
}

/// A position that may show a mistake after a change.
struct Promising {
    game: GameRef,
    position: String,
    side: Side,
    /// How far a program with the mistake is from a wrong answer.
    distance: f64,
}

impl Search<'_> {
    /// Looks for positions that show a missing suspect with at least the strength `least`, until there seem to be no more.
    fn look(&mut self, least: f64) {
        let positions = self.assignment.positions;
        let budget = self.spent + positions as u64 * BUDGET / 2;
        let mut in_vain = 0;
        for number in 0..TRIES * positions {
            let is_done = !self.missing.iter().any(|missing| missing.is_some());
            if is_done || self.spent > budget || in_vain > IN_VAIN * positions + number / 3 {
                return;
            }
            in_vain = if self.try_one(number, least) { 0 } else { in_vain + 1 };
        }
    }

    /// Tries one position; whether it shows something new.
    fn try_one(&mut self, number: usize, least: f64) -> bool {
        let missing: Vec<usize> =
            (0..self.wanted.of_one_side.len()).filter(|&index| self.still_misses(index)).collect();
        // Changes are made for a mistake that did something somewhere. Most is looked for what is shown least.
        let near: Vec<usize> =
            missing.iter().copied().filter(|&index| !self.promising[index].is_empty()).collect();
        let near = if near.is_empty() { &missing } else { &near };
        let sought = [(); 3].map(|()| self.random.pick(near)).into_iter();
        let by_missing = |a: &usize, b: &usize| {
            let missing = |index: usize| self.missing[index].average();
            missing(*a).total_cmp(&missing(*b))
        };
        let Some(sought) = sought.max_by(by_missing) else { return false };
        let (line, is_variation) = self.candidate(number, sought);
        let Some(line) = line else { return false };
        let Some(case) = Case::new(&*line, self.assignment.depth) else { return false };
        // A change of a position is made for one suspect. Others are asked only if it shows that one, because searches take long.
        let asked = if is_variation { vec![sought] } else { missing };
        let mut is_shown = false;
        for index in asked {
            if !is_variation && index != sought && self.promising[index].len() >= PROMISING / 2 {
                continue;
            }
            let Some(effect) = case.effect(self.wanted.suspects[index]) else { continue };
            let Effect { strength, distance } = effect;
            is_shown |= strength.average() >= least && self.still_misses(index);
            let (game, position, side) = (line.game(), line.text(), line.side());
            self.keep(index, Promising { game, position, side, distance });
        }
        let all: Vec<usize> = (0..self.wanted.of_one_side.len()).collect();
        let is_new = is_shown && self.take(&*line, &case, least, &all);
        self.spent += case.spent.get();
        if is_new {
            self.try_images(&*line, least);
        }
        is_new
    }

    /// Tries the same position reflected and turned round. Each of them may show a mistake to programs that choose otherwise among equal
    /// moves, or that have it for the other side.
    fn try_images(&mut self, line: &dyn AnyLine, least: f64) {
        let shown = self.found.last().map_or(&[][..], |found| &found.shows);
        let shown: BTreeSet<usize> = shown.iter().map(|&(index, _)| self.wanted.of_both[index]).collect();
        let shown: Vec<usize> = shown.into_iter().collect();
        let setup = Setup::read(&line.game(), &line.text());
        let turned = setup.turned(line.side());
        let images = [Some(setup.reflected()), turned.as_ref().map(Setup::reflected), turned];
        for image in images.into_iter().flatten() {
            let Ok(line) = image.game.line(&image.text()) else { continue };
            let Some(case) = Case::new(&*line, self.assignment.depth) else { continue };
            if line.ending().is_none() {
                self.take(&*line, &case, least, &shown);
            }
            self.spent += case.spent.get();
        }
    }

    /// Whether more positions are wanted that show this suspect, or the same mistake of one side.
    fn still_misses(&self, index: usize) -> bool {
        let is_missing = |index: &usize| self.missing[*index].is_some();
        is_missing(&index) || self.wanted.of_one_side[index].iter().any(is_missing)
    }

    /// Takes the position if it shows something new, with all that it shows `among` the suspects of both sides.
    fn take(&mut self, line: &dyn AnyLine, case: &Case, least: f64, among: &[usize]) -> bool {
        let position = line.text();
        if self.found.iter().any(|other| other.position == position) {
            return false;
        }
        let shows = |&index: &usize| {
            let strength = case.effect(self.wanted.suspects[index])?.strength;
            strength.is_some().then_some((index, strength))
        };
        // Searches take long, so that what is shown often enough is not asked any more.
        let is_missing = |&&index: &&usize| self.missing[index].is_some();
        let both = among.iter().filter(|&&index| self.still_misses(index));
        let both: Vec<(usize, Strength)> = both.filter_map(shows).collect();
        let of_one_side = both.iter().flat_map(|&(index, _)| &self.wanted.of_one_side[index]);
        let of_one_side = of_one_side.filter(is_missing).filter_map(shows);
        let shows: Vec<(usize, Strength)> = of_one_side.chain(both.iter().copied()).collect();
        let of_missing = |missing: f64, strength: f64| if missing > 0.0 { strength } else { 0.0 };
        let is_wanted = |&(index, strength): &(usize, Strength)| {
            self.missing[index].combine(strength, of_missing).average() >= least
        };
        if !shows.iter().any(is_wanted) {
            return false;
        }
        for &(index, strength) in shows.iter().filter(|(_, strength)| strength.average() >= least) {
            self.missing[index] = self.missing[index].combine(strength, |missing, less| missing - less);
        }
        self.found.push(Found { game: line.game(), position, shows });
        true
    }

    /// A position that may show this suspect: a change of the better of two promising positions, or any position; and whether it is a
    /// change.
    fn candidate(&mut self, number: usize, sought: usize) -> (Option<Box<dyn AnyLine>>, bool) {
        let Search { assignment, random, promising, .. } = self;
        let promising = &promising[sought];
        if promising.is_empty() || random.below(8) == 0 {
            let games = &assignment.games;
            return (position(&games[number % games.len()], assignment.depth, random), false);
        }
        let [one, other] = [(); 2].map(|()| &promising[random.below(promising.len())]);
        let better = if one.distance <= other.distance { one } else { other };
        (variation(better, random), true)
    }

    /// Keeps the position if it is among the most promising for this suspect.
    fn keep(&mut self, index: usize, new: Promising) {
        let promising = &mut self.promising[index];
        if promising.iter().any(|known| known.position == new.position) {
            return;
        }
        if promising.len() < PROMISING {
            promising.push(new);
        } else if let Some(worst) = promising.iter_mut().max_by(|a, b| a.distance.total_cmp(&b.distance))
            && new.distance <= worst.distance
        {
            *worst = new;
        }
    }
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

/// The position with one or two cells changed: men of two cells change places, a man goes or becomes another, or another comes. In some,
/// the other side is to move: what a move did is then what the enemy can do.
fn variation(promising: &Promising, random: &mut Random) -> Option<Box<dyn AnyLine>> {
    let Promising { game, position, side, .. } = promising;
    let mut setup = Setup::read(game, position);
    setup.boards.truncate(1);
    let side = if random.below(4) == 0 { !*side } else { *side };
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
    with_some_history(game.line(&game.write_cells(&setup.boards[0], side)).ok()?, random)
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
