//! An arena that starts a program, prints a line, and then waits to be killed, for the test that no process outlives the arena. Its
//! arguments are the supervisor, the program and the program's arguments.

use std::io::Read;

use arena::program::{CommandLine, Launch, Program};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(supervisor), Some(program)) = (arguments.next(), arguments.next()) else {
        return Err("usage: short_lived_arena SUPERVISOR PROGRAM [ARGUMENT]...".into());
    };
    let supervisor = CommandLine::new(supervisor, [""; 0]);
    let _running = Program::start(&Launch::new(supervisor, CommandLine::new(program, arguments)))?;
    println!("started");
    // The parent keeps the input open.
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}
