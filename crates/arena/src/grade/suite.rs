//! The exercises of an assignment: positions from a seed, each chosen for what it shows.
//!
//! Positions come from random games; if those hardly ever have one, from random arrangements. The same assignment has the same exercises,
//! whatever the program.

use std::collections::{BTreeMap, BTreeSet};

use quadrille::grading::GameTheme;
use quadrille::{AnyLine, GameRef, Random, Session};

use super::assignment::Assignment;
use super::exercise::{Check, Exercise, Theme};
use super::positions::{has_theme, scatter};
use super::ways::{self, Way};
use super::{rules, values};

/// How many random games are searched for one kind of position.
const GAMES: usize = 60;
/// How many plies of a random game are searched.
const LONGEST_GAME: usize = 60;
/// How many random arrangements are searched after that.
const ARRANGEMENTS: usize = 3000;
/// How many positions are judged by a search of their moves, which takes longest.
const SEARCHES: usize = 500;
/// Up to so many, the positions of wins and losses have to be decided in new ways.
const SEARCHES_FOR_NEW: usize = 300;

/// All exercises except those of the time check, check by check. They are the same for all players, apart from the checks that are left out.
pub(super) fn exercises(assignment: &Assignment, session: &mut Session) -> Vec<Exercise> {
    let mut exercises = Vec::new();
    let mut known = BTreeMap::new();
    let mut pool = assignment.left_out(Check::Rules).is_none().then(|| rules::Pool::find(assignment));
    for check in Check::all() {
        if assignment.left_out(check).is_some() {
            continue;
        }
        if check == Check::Own {
            exercises.extend(assignment.own.iter().enumerate().map(|(index, own)| Exercise {
                check,
                theme: Theme::Own,
                game: own.game.clone(),
                position: own.position.clone(),
                depth: own.depth.unwrap_or(assignment.depth),
                own: Some(index),
            }));
        }
        let from_pool = match (&mut pool, check) {
            (Some(pool), Check::Rules) => pool.choose(check, assignment.positions, |_| true),
            (Some(pool), Check::Win | Check::Loss) => pool.choose(check, assignment.positions / 2, |line| {
                !decisive_moves(assignment, check, line, session).is_empty()
            }),
            _ => Vec::new(),
        };
        let positions = assignment.positions - from_pool.len();
        let before = exercises.len();
        let mut themes = themes(check, &assignment.games[0]);
        themes.retain(|&theme| *known.entry(theme).or_insert_with(|| occurs(assignment, theme, session)));
        for (number, &theme) in themes.iter().enumerate() {
            // If the positions cannot be shared equally, the first themes have more.
            let share = positions / themes.len();
            let more = usize::from(number < positions % themes.len());
            exercises.extend(of_theme(assignment, check, theme, (share + more).max(1), session));
        }
        if let Some(pool) = &mut pool {
            pool.count(&exercises[before..]);
        }
        exercises.extend(from_pool);
    }
    exercises
}

/// The right moves of a position in a check of wins or losses. Empty if it has no others, or if a right program might make one of the
/// others: it may have any evaluation, and need not look for moves where its look-ahead ends.
fn decisive_moves(
    assignment: &Assignment,
    check: Check,
    line: &dyn AnyLine,
    session: &mut Session,
) -> Vec<String> {
    let right_moves = match check {
        Check::Win => values::wins,
        _ => values::defences,
    };
    let right = right_moves(session, line, assignment.depth, assignment.wins_alike());
    let of_right_programs = if right.is_empty() { None } else { rules::right_moves(line, assignment.depth) };
    let is_fair = of_right_programs.is_none_or(|moves| moves.iter().all(|mv| right.contains(mv)));
    if is_fair { right } else { Vec::new() }
}

/// What the positions of a check can be about.
fn themes(check: Check, game: &GameRef) -> Vec<Theme> {
    let of_game = |wanted: fn(&GameTheme) -> bool| {
        let themes = game.descriptor().grading.themes.iter().enumerate();
        themes
            .filter(move |(_, theme)| wanted(theme))
            .map(|(index, theme)| Theme::Game { index, about: theme.about })
    };
    match check {
        Check::Own | Check::Time | Check::Rules => Vec::new(),
        Check::Part => {
            [Theme::Play, Theme::Capture].into_iter().chain(of_game(|theme| theme.legal)).collect()
        }
        Check::Notation => vec![Theme::Play],
        Check::Legal | Check::Values => {
            let mut themes = vec![Theme::Play, Theme::Capture];
            themes.extend(game.forbids_repeats().then_some(Theme::Repeat));
            themes.extend(of_game(|theme| theme.legal));
            // A pass leaves the board as it is, so it would be a repeat.
            themes.extend((!game.forbids_repeats()).then_some(Theme::Pass));
            themes.extend((check == Check::Values).then_some(Theme::LookAhead));
            themes
        }
        Check::Win | Check::Loss => {
            std::iter::once(Theme::Play).chain(of_game(|theme| theme.decisive)).collect()
        }
        Check::Best => {
            [Theme::LookAhead, Theme::Capture].into_iter().chain(of_game(|theme| theme.best)).collect()
        }
    }
}

/// Whether the game has positions about a theme on any of the boards.
fn occurs(assignment: &Assignment, theme: Theme, session: &mut Session) -> bool {
    matches!(theme, Theme::Play | Theme::LookAhead)
        || !of_theme(assignment, Check::Legal, theme, assignment.games.len(), session).is_empty()
}

/// Positions for one check and theme, spread over the sizes of boards.
fn of_theme(
    assignment: &Assignment,
    check: Check,
    theme: Theme,
    count: usize,
    session: &mut Session,
) -> Vec<Exercise> {
    let sizes = assignment.games.len();
    let mut exercises = Vec::new();
    for (number, game) in assignment.games.iter().enumerate() {
        let count = count / sizes + usize::from(number < count % sizes);
        let seed = [check as u64, theme.number(), number as u64]
            .into_iter()
            .fold(assignment.seed, |seed, part| Random::new(seed ^ part).next_u64());
        let mut search = Search {
            assignment,
            session,
            check,
            theme,
            count,
            random: Random::new(seed),
            found: Vec::new(),
            searches: 0,
            ways: BTreeSet::new(),
        };
        search.look(&*game.start());
        exercises.extend(search.found);
    }
    exercises
}

/// A search for positions on one size of board.
struct Search<'a> {
    assignment: &'a Assignment,
    session: &'a mut Session,
    check: Check,
    theme: Theme,
    /// How many positions are wanted.
    count: usize,
    random: Random,
    found: Vec<Exercise>,
    searches: usize,
    /// The ways in which the wins or losses that were found are decided.
    ways: BTreeSet<Way>,
}

impl Search<'_> {
    fn look(&mut self, start: &dyn AnyLine) {
        // Every program is first tried with the start.
        if self.check == Check::Notation || (self.check, self.theme) == (Check::Legal, Theme::Play) {
            self.take_if_good(start);
        }
        for _ in 0..GAMES {
            self.play_through(start);
        }
        for _ in 0..ARRANGEMENTS {
            if self.is_done() {
                break;
            }
            if let Ok(line) = start.game().line(&scatter(start, self.theme, &mut self.random)) {
                self.take_if_good(&*line);
            }
        }
    }

    /// Takes at most one position from a random game.
    fn play_through(&mut self, start: &dyn AnyLine) {
        let mut line = start.duplicate();
        // All games have the same start, so the first good position would often be the same.
        let skipped = self.random.below(LONGEST_GAME / 2);
        for ply in 0..LONGEST_GAME {
            let moves = line.moves();
            if moves.is_empty() || self.is_done() {
                return;
            }
            if ply >= skipped && self.take_if_good(&*line) {
                return;
            }
            if line.play(&moves[self.random.below(moves.len())]).is_err() {
                return;
            }
        }
    }

    fn is_done(&self) -> bool {
        self.found.len() >= self.count || self.searches >= SEARCHES
    }

    /// Takes the position if it is good for the check; whether it is.
    fn take_if_good(&mut self, line: &dyn AnyLine) -> bool {
        let position = line.text();
        let good = !self.is_done()
            && self.found.iter().all(|known| known.position != position)
            && line.ending().is_none()
            && has_theme(self.theme, line)
            && self.separates_answers(line);
        if good {
            self.found.push(Exercise {
                check: self.check,
                theme: self.theme,
                game: line.game(),
                position,
                depth: self.assignment.depth,
                own: None,
            });
        }
        good
    }

    /// Whether the position separates right answers from wrong ones.
    fn separates_answers(&mut self, line: &dyn AnyLine) -> bool {
        self.searches += 1;
        let depth = self.assignment.depth;
        match self.check {
            Check::Values if self.theme == Theme::LookAhead => values::value_shows_depth(line, depth),
            Check::Notation | Check::Legal | Check::Rules | Check::Values | Check::Own | Check::Time => true,
            // An empty answer would show little.
            Check::Part => self.assignment.part.as_ref().is_some_and(|part| {
                part.output(&part.input(line)).is_ok_and(|output| !output.trim().is_empty())
            }),
            Check::Win => {
                let right = decisive_moves(self.assignment, self.check, line, self.session);
                !right.is_empty() && {
                    let ways = ways::of_wins(self.session, line);
                    self.is_new(ways)
                }
            }
            Check::Loss => {
                let right = decisive_moves(self.assignment, self.check, line, self.session);
                !right.is_empty() && {
                    let ways = ways::of_threats(self.session, line, &right);
                    self.is_new(ways)
                }
            }
            Check::Best if self.theme == Theme::LookAhead => {
                let wins_alike = self.assignment.wins_alike();
                values::moves_show_depth(self.session, line, depth, self.assignment.measure(), wins_alike)
            }
            Check::Best => {
                let values = self.assignment.values_of(self.session, line, depth);
                values::best(&values).len() < values.len()
            }
        }
    }
    /// Whether the position is decided in one way that is new, if there is still time to look for such positions.
    fn is_new(&mut self, mut ways: BTreeSet<Way>) -> bool {
        let is_new = ways.len() == 1 && !ways.is_subset(&self.ways);
        let is_good = is_new || self.searches > SEARCHES_FOR_NEW;
        if is_good {
            self.ways.append(&mut ways);
        }
        is_good
    }
}
