//! The call of the course, which chooses the best next board.

use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseCommand, Given, Task,
};

pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "crusher",
        about: "Choose the best next board in Crusher, as the course calls it",
        details: "Prints the whole history with the board after the best move in front, or the history unchanged when the game is \
                  over (stderr says why).",
        examples: r#"quadrille crusher '["WWW-WW-------BB-BBB"]' "'W'" 2 3"#,
        arguments: &[
            Argument::HISTORY,
            Argument { name: "player", help: "Who moves: 'W' or 'B'", kind: ArgumentKind::Positional },
            Argument::LOOK_AHEAD,
            Argument {
                name: "n",
                help: "The number of cells along a side of the hexagon",
                kind: ArgumentKind::Positional,
            },
        ],
        task: Task::Move,
    }],
    call: CallForm { given: Given::Boards, answer: AnswerForm::Boards, size_last: true },
    tournament: false,
    size: None,
    value: None,
};
