//! The desk as a program of this machine, to compare with the one in the browser: it answers the requests that it reads, one per line. A
//! line `{"step": STREAM}` goes on with an analysis until there is something to tell.

use std::io::{Write, stdin, stdout};

use serde_json::Value;
use wasm::Desk;

fn main() -> std::io::Result<()> {
    let mut desk = Desk::default();
    for line in stdin().lines() {
        let line = line?;
        let step = serde_json::from_str::<Value>(&line)
            .ok()
            .and_then(|request| request["step"].as_u64()?.try_into().ok());
        let answer = match step {
            Some(stream) => desk.step(stream, u32::MAX),
            None => desk.answer(&line),
        };
        writeln!(stdout(), "{answer}")?;
    }
    Ok(())
}
