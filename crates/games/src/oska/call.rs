//! The call of the course, which chooses the best next board.

use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseCommand, Given, Task,
};

pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "oska",
        about: "Choose the best next board in Oska, as the course calls it",
        details: "Prints the rows of the board after the best move, or the same board when the game is over or the player has to \
                  pass (stderr says which).",
        examples: r#"quadrille oska '["wwww","---","--","---","bbbb"]' "'w'" 2"#,
        arguments: &[
            Argument {
                name: "board",
                help: "The rows of the board from top to bottom, as a Haskell list of strings",
                kind: ArgumentKind::Positional,
            },
            Argument { name: "player", help: "Who moves: 'w' or 'b'", kind: ArgumentKind::Positional },
            Argument::LOOK_AHEAD,
        ],
        task: Task::Move,
    }],
    call: CallForm { given: Given::Rows, answer: AnswerForm::Rows, size_last: false },
    tournament: false,
    size: None,
    value: None,
};
