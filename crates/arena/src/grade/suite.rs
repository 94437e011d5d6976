//! The questions of an assignment: seeded positions, each found for what it is to show.
//!
//! Positions come from random games; where a game hardly ever gives one, from random arrangements. The same assignment has the same
//! questions, whatever the program.

use std::collections::HashSet;

use anyline::{AnyLine, Evaluation};
use game::Random;
use games::GameSpec;

use super::assignment::Assignment;
use super::question::{Check, Question, Theme};
use super::{scatter, theme, worth};

/// How many random games, and then how many random arrangements, are looked through for one kind of position.
const GAMES: usize = 60;
const ARRANGEMENTS: usize = 3000;
const LONGEST_GAME: usize = 60;
/// So many of them are searched, which takes longest.
const SEARCHES: usize = 500;

/// All questions but those about time, check by check.
pub(super) fn questions(assignment: &Assignment) -> Vec<Question> {
    let mut questions = Vec::new();
    for check in Check::ALL {
        if assignment.left_out(check).is_some() {
            continue;
        }
        if check == Check::Own {
            questions.extend((0..assignment.own.len()).map(|index| own(assignment, index)));
        }
        let themes = themes(check, assignment.games[0]);
        for (number, &theme) in themes.iter().enumerate() {
            // Of what cannot be shared equally the first themes have more.
            let share = assignment.positions / themes.len();
            let more = usize::from(number < assignment.positions % themes.len());
            questions.extend(of_theme(assignment, check, theme, (share + more).max(1)));
        }
    }
    questions
}

/// What positions a check is made with.
fn themes(check: Check, game: GameSpec) -> &'static [Theme] {
    match (check, game) {
        (Check::Own | Check::Time, _) => &[],
        (Check::Legal, GameSpec::Ctf(_) | GameSpec::Crusher(_)) => {
            &[Theme::Play, Theme::Capture, Theme::Repeat]
        }
        (Check::Legal, GameSpec::Oska(_)) => &[Theme::Play, Theme::Capture, Theme::Waist, Theme::Pass],
        (Check::Legal | Check::Values, GameSpec::Congo) => {
            &[Theme::Play, Theme::Capture, Theme::River, Theme::Chain]
        }
        (Check::Legal | Check::Values, GameSpec::CongoCourse) => &[Theme::Play, Theme::Capture, Theme::River],
        (Check::Win | Check::Loss, GameSpec::Oska(_)) => &[Theme::Play, Theme::BothHome],
        (Check::Best, GameSpec::Oska(_)) => &[Theme::LookAhead, Theme::Waist, Theme::BothHome],
        (Check::Best, GameSpec::Congo | GameSpec::CongoCourse) => {
            &[Theme::LookAhead, Theme::Capture, Theme::River]
        }
        (Check::Best, _) => &[Theme::LookAhead, Theme::Capture],
        (Check::Notation | Check::Win | Check::Loss | Check::Values, _) => &[Theme::Play],
    }
}

fn own(assignment: &Assignment, index: usize) -> Question {
    let own = &assignment.own[index];
    Question {
        check: Check::Own,
        theme: Theme::Own,
        game: own.game,
        position: own.position.clone(),
        depth: own.depth.unwrap_or(assignment.depth),
        own: Some(index),
    }
}

/// Positions for one check and theme, spread over the sizes of boards.
fn of_theme(assignment: &Assignment, check: Check, theme: Theme, count: usize) -> Vec<Question> {
    let sizes = assignment.games.len();
    let mut questions = Vec::new();
    for (number, &game) in assignment.games.iter().enumerate() {
        let count = count / sizes + usize::from(number < count % sizes);
        let seed = [check as u64, theme as u64, number as u64]
            .into_iter()
            .fold(assignment.seed, |seed, part| Random::new(seed ^ part).next_u64());
        let mut search = Search {
            assignment,
            check,
            theme,
            game,
            random: Random::new(seed),
            found: Vec::new(),
            seen: HashSet::new(),
            searches: 0,
        };
        search.look(count);
        questions.extend(search.found);
    }
    questions
}

/// A search for positions on one size of board.
struct Search<'a> {
    assignment: &'a Assignment,
    check: Check,
    theme: Theme,
    game: GameSpec,
    random: Random,
    found: Vec<Question>,
    seen: HashSet<String>,
    searches: usize,
}

impl Search<'_> {
    fn look(&mut self, count: usize) {
        let looked = anyline::open(self.game, "startpos", |start| {
            // The first thing any program is tried with is the start.
            if matches!(self.check, Check::Notation)
                || (self.check, self.theme) == (Check::Legal, Theme::Play)
            {
                self.take_if_good(start, count);
            }
            for _ in 0..GAMES {
                self.play_through(start, count);
            }
            for _ in 0..ARRANGEMENTS {
                if self.is_done(count) {
                    break;
                }
                if let Ok(line) = start.parse(&self.arrangement()) {
                    self.take_if_good(&*line, count);
                }
            }
        });
        looked.unwrap_or_else(|error| unreachable!("every game has a start: {error}"));
    }

    fn arrangement(&mut self) -> String {
        match (self.theme, self.game) {
            (Theme::BothHome, GameSpec::Oska(size)) => scatter::last_jump(size, &mut self.random),
            (_, game) => scatter::scatter(game, &mut self.random),
        }
    }

    /// One random game, with one good position at most.
    fn play_through(&mut self, start: &dyn AnyLine, count: usize) {
        let mut line = start.duplicate();
        // Not the first good one: all games begin alike.
        let skipped = self.random.below(LONGEST_GAME / 2);
        for ply in 0..LONGEST_GAME {
            let moves = line.moves();
            if moves.is_empty() || self.is_done(count) {
                return;
            }
            if ply >= skipped && self.take_if_good(&*line, count) {
                return;
            }
            if line.play(&moves[self.random.below(moves.len())]).is_err() {
                return;
            }
        }
    }

    fn is_done(&self, count: usize) -> bool {
        self.found.len() >= count || self.searches >= SEARCHES
    }

    /// Keeps the position if it serves, and says so.
    fn take_if_good(&mut self, line: &dyn AnyLine, count: usize) -> bool {
        let position = line.text();
        let good = !self.is_done(count)
            && !self.seen.contains(&position)
            && line.ending().is_none()
            && theme::has(self.theme, self.game, line)
            && self.serves_check(line);
        if good {
            self.seen.insert(position.clone());
            let &mut Search { check, theme, game, assignment, .. } = self;
            self.found.push(Question {
                check,
                theme,
                game,
                position,
                depth: assignment.asked_depth(check),
                own: None,
            });
        }
        good
    }

    /// Whether right and wrong answers can be told apart here.
    fn serves_check(&mut self, line: &dyn AnyLine) -> bool {
        self.searches += 1;
        let depth = self.assignment.depth;
        match self.check {
            Check::Notation | Check::Legal | Check::Values | Check::Own | Check::Time => true,
            Check::Win => !worth::wins_in_one(line).is_empty(),
            Check::Loss => !worth::no_loss_in_two(line).is_empty(),
            Check::Best => {
                let evaluation = self.assignment.evaluation.unwrap_or(Evaluation::Material);
                if self.theme == Theme::LookAhead {
                    theme::tells_depth(line, depth, evaluation)
                } else {
                    let worths = worth::of_moves(line, depth, evaluation);
                    worth::best(&worths).len() < worths.len()
                }
            }
        }
    }
}
