//! The call of the course, which chooses the best next board.

use crate::family::course::{
    AnswerForm, Argument, ArgumentKind, CallForm, Course, CourseCommand, Given, Task,
};

pub(super) const COURSE: Course = Course {
    commands: &[CourseCommand {
        name: "capture",
        about: "Choose the best next board in Capture the Flag, as the course calls it",
        details: "Prints the board after the best move, or the newest board when the game is over (stderr says why).",
        examples: r#"quadrille capture '["-wWw--www-------bbb--bBb-"]' "'w'" 2"#,
        arguments: &[
            Argument::HISTORY,
            Argument { name: "player", help: "Who moves: 'w' or 'b'", kind: ArgumentKind::Positional },
            Argument::LOOK_AHEAD,
        ],
        task: Task::Move,
    }],
    call: CallForm { given: Given::Boards, answer: AnswerForm::Board, size_last: false },
    tournament: false,
    size: None,
    value: None,
};
