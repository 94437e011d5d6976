//! Answers the call of a game's course: given a position, a player and a look-ahead, it finds the best next board.

use crate::course::{AnswerForm, CourseAnswer, Given};
use crate::{
    AnyFamily, AnyLine, BoardText, EMPTY, Error, MAX_DEPTH, Problem, Question, Session, Size, Tables,
    haskell, parse_look_ahead, whole_number,
};

/// The answer to a course's call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallAnswer {
    /// The answer in the form of the course: one board, boards or rows. When the game is over or the player has to
    /// pass, it is the given board or boards.
    pub strings: Vec<String>,
    /// A message that the game has ended or that the player has to pass.
    pub note: Option<String>,
}

impl dyn AnyFamily + '_ {
    /// Answers the call of the game's course by plain minimax with the standard evaluation. A game without a course has
    /// the form [`CallForm::DEFAULT`](crate::course::CallForm::DEFAULT).
    ///
    /// * `given`: the boards of the game, newest first, or the rows of the current board from top to bottom, as the
    ///   course defines.
    /// * `player`: the letter of the player to move.
    /// * `look_ahead`: the depth of the search, at least 1.
    /// * `size`: the size of the board, if the course passes it. Otherwise the size is found from the given board.
    ///
    /// # Errors
    /// When the game does not have such boards, sizes or players, or the look-ahead is 0 or above [`MAX_DEPTH`].
    pub fn call<S: AsRef<str>>(
        &self,
        given: &[S],
        player: char,
        look_ahead: u32,
        size: Option<usize>,
    ) -> Result<CallAnswer, Error> {
        if !(1..=MAX_DEPTH).contains(&look_ahead) {
            return Err(Error::whole(Problem::LookAhead { least: 1 }, &look_ahead.to_string()));
        }
        let line = self.called_line(given, player, size)?;
        let found = Session::new(Tables::in_memory()).search(&*line, &Question::to_depth(look_ahead));
        let mut next = line.duplicate();
        if let Some(found) = found {
            next.play(&found.play[0])
                .unwrap_or_else(|refusal| unreachable!("a search finds legal moves: {refusal}"));
        }
        let (before, after) = (line.board(), next.board());
        let pass = || (before == after).then(|| "no man can move: the turn is lost".to_string());
        let note = line.ending().map(|ending| ending.to_string()).or_else(pass);
        let strings = match self.descriptor().call_form().answer {
            AnswerForm::Rows => next.rows(),
            AnswerForm::Boards => {
                let next = (before != after).then_some(after);
                next.into_iter().chain(given.iter().map(|board| board.as_ref().to_string())).collect()
            }
            AnswerForm::Board | AnswerForm::MoveOrBoard | AnswerForm::MoveOrPosition => vec![after],
        };
        Ok(CallAnswer { strings, note })
    }

    /// Like [`call`](#method.call), with arguments and answer in Haskell's notation, as in the courses.
    ///
    /// # Errors
    /// Like [`call`](#method.call), and when an argument is missing or cannot be read.
    pub fn call_with(&self, arguments: &[String]) -> Result<CourseAnswer, Error> {
        let missing =
            || Error::at_end(Problem::Other("an argument is missing".to_string()), &arguments.join(" "));
        let [given, player, look_ahead, rest @ ..] = arguments else {
            return Err(missing());
        };
        let (given, player) = (haskell::parse_list(given)?, haskell::parse_char(player)?);
        let look_ahead = parse_look_ahead(look_ahead, 1)?;
        let size = match rest.first() {
            Some(size) => {
                Some(whole_number(size.trim()).ok_or_else(|| Error::whole(Problem::WholeNumber, size))?)
            }
            None => None,
        };
        let CallAnswer { strings, note } = self.call(&given, player, look_ahead, size)?;
        let output = match self.descriptor().call_form().answer {
            AnswerForm::Boards | AnswerForm::Rows => haskell::write_list(&strings),
            _ => haskell::write_string(&strings[0]),
        };
        Ok(CourseAnswer { output: output + "\n", note })
    }

    /// The position of a call.
    fn called_line<S: AsRef<str>>(
        &self,
        given: &[S],
        player: char,
        size: Option<usize>,
    ) -> Result<Box<dyn AnyLine>, Error> {
        let descriptor = self.descriptor();
        let [white, black] = descriptor.players;
        if player != white && player != black {
            let found = player.to_string();
            return Err(Error::whole(Problem::Player { found: found.clone(), white, black }, &found));
        }
        let separator = match descriptor.call_form().given {
            Given::Boards | Given::Position => ",",
            Given::Rows if self.open(descriptor.sizes.default()).board().text == BoardText::Cells => "",
            Given::Rows => "/",
        };
        let letters: String = descriptor.men.iter().flat_map(|man| [man.letter, ' ']).collect();
        let allowed = format!("{letters}or {EMPTY}");
        let list = List { items: given.iter().map(AsRef::as_ref).collect(), separator, allowed };
        let text = format!("{} {player}{}", list.joined()?, descriptor.suffix);
        let size = match size {
            Some(size) => descriptor.sizes.check(descriptor.name, Size::Number(size), &size.to_string())?,
            None => descriptor.size_for(descriptor.name, &text).map_err(|error| list.error(error))?,
        };
        self.open(size).line(&text).map_err(|error| list.error(error))
    }
}

/// The list of strings in a call. Joined, they are the text of a position.
struct List<'g> {
    items: Vec<&'g str>,
    separator: &'static str,
    /// The letters that a cell can have, in words.
    allowed: String,
}

impl List<'_> {
    /// The items with separators between them.
    fn joined(&self) -> Result<String, Error> {
        if self.items.is_empty() {
            return Err(Error::whole(Problem::NoBoard, "[]"));
        }
        for (index, item) in self.items.iter().enumerate() {
            let is_foreign = |c: char| c.is_whitespace() || c == ',' || self.separator.contains(c);
            if item.is_empty() || *item == "startpos" {
                return Err(self.item_error(&Error::whole(Problem::NoBoard, item), index));
            }
            if let Some((at, found)) = item.chars().enumerate().find(|&(_, letter)| is_foreign(letter)) {
                let problem = Problem::Letter { found, allowed: self.allowed.clone() };
                return Err(self.item_error(&Error::new(problem, item, at..at + 1), index));
            }
        }
        Ok(self.items.join(self.separator))
    }

    /// Converts an error in the text of the position to an error in the list.
    fn error(&self, mut error: Error) -> Error {
        for (index, item) in self.items.iter().enumerate() {
            let length = item.chars().count();
            if error.place.end <= length {
                return self.item_error(&error, index);
            }
            let Some(start) = error.place.start.checked_sub(length + self.separator.len()) else {
                break;
            };
            error.place = start..error.place.end - (error.place.start - start);
        }
        Error::whole(error.problem, &haskell::write_list(&self.items))
    }

    /// Converts an error in one item to an error in the list.
    fn item_error(&self, error: &Error, index: usize) -> Error {
        // A bracket and a quotation mark come before the first item, and two quotation marks and a comma between items.
        let start = 2 + self.items[..index].iter().map(|item| item.chars().count() + 3).sum::<usize>();
        error.clone().within(&haskell::write_list(&self.items), start)
    }
}
