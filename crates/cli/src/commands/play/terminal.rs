//! The terminal while a game has the whole screen: keys come in, frames go out, and it is left as it was found.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::app::{App, Page};
use super::background::Background;
use super::screen;
use super::session::{Session, plies};
use crate::failure::Failure;

/// How long to wait for a key before looking for what the searches have found.
const TICK: Duration = Duration::from_millis(30);

/// Plays the game on the whole screen. What is left on the terminal afterwards is how it ended, or how to go on.
pub(super) fn play(session: Session<'_>, out: &mut impl Write) -> Result<(), Failure> {
    let mut app = App::new(session);
    let guard = Guard::enter()?;
    let done = thread::scope(|scope| obey_keys(&mut app, &mut Background::new(scope)));
    drop(guard);
    done?;
    let session = &app.session;
    match session.ending() {
        Some(ending) => writeln!(out, "{}, {}: {ending}", session.spec, plies(session.moves().len()))?,
        None => writeln!(out, "to go on: {}", session.command())?,
    }
    Ok(())
}

/// Obeys keys until one of them says to quit, or a signal does.
fn obey_keys<'scope, 'g: 'scope>(
    app: &mut App<'g>,
    background: &mut Background<'scope, '_>,
) -> io::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&ended))?;
    }
    thread::spawn(leave_with_the_terminal);
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let (mut changed, mut size) = (true, terminal.size()?);
    while app.page != Page::Left && !ended.load(Relaxed) {
        background.follow(app);
        // The event that tells of a new size may have come before anybody listened.
        let before = std::mem::replace(&mut size, terminal.size()?);
        if changed || size != before {
            terminal.draw(|frame| screen::draw(app, frame))?;
        }
        changed = background.tell(app);
        // All keys that have come are obeyed before anything is drawn.
        let mut patience = if changed { Duration::ZERO } else { TICK };
        while app.page != Page::Left && event::poll(patience)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.press(key),
                _ => {}
            }
            (changed, patience) = (true, Duration::ZERO);
        }
    }
    Ok(())
}

/// Ends the program when its terminal is closed. There is nothing to restore then, and whoever waits for a key of a terminal
/// that is gone may wait for ever.
fn leave_with_the_terminal() {
    while io::stdin().is_terminal() {
        thread::sleep(Duration::from_secs(1));
    }
    std::process::exit(0);
}

/// Has the terminal to itself as long as it lives.
struct Guard;

impl Guard {
    fn enter() -> io::Result<Guard> {
        // A panic ends the process before anything is dropped; and its message is to be seen.
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
        enable_raw_mode()?;
        let guard = Guard;
        execute!(io::stdout(), EnterAlternateScreen)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// If the terminal cannot be restored it is gone.
fn restore() {
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use pty_process::Size;
    use pty_process::blocking::{Command, open};
    use ratatui::crossterm::cursor::Hide;

    use super::*;

    /// Set for the program that is to panic.
    const PANIC: &str = "QUADRILLE_TEST_PANIC";

    /// Not a test of its own: it is run on a terminal by the one below.
    #[test]
    fn panic_on_a_terminal() {
        if std::env::var_os(PANIC).is_none() {
            return;
        }
        // As in a release, where nothing is dropped after a panic.
        std::mem::forget(Guard::enter().expect("a terminal"));
        execute!(io::stdout(), Hide).expect("a terminal");
        panic!("as it should");
    }

    #[test]
    fn a_panic_restores_the_terminal_and_is_seen() {
        let (mut pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("a size");
        let name = "commands::play::terminal::tests::panic_on_a_terminal";
        let program = std::env::current_exe().expect("this program");
        let command = Command::new(program).args(["--exact", name, "--nocapture"]).env(PANIC, "1");
        let mut child =
            command.env("TERM", "xterm").env("RUST_BACKTRACE", "0").spawn(pts).expect("a program");
        let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
        // A terminal whose program has ended is an error, not an end.
        while let Ok(count @ 1..) = pty.read(&mut part) {
            bytes.extend_from_slice(&part[..count]);
        }
        assert!(!child.wait().expect("a status").success());
        let written = String::from_utf8_lossy(&bytes);
        let mut parser = vt100::Parser::default();
        parser.process(&bytes);
        let screen = parser.screen();
        assert!(written.contains("\x1b[?1049h") && written.contains("\x1b[?25l"), "{written}");
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "{written}");
        assert!(screen.contents().contains("as it should"), "{written}");
    }
}
