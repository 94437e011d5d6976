//! The terminal while a game has the whole screen: keys come in, frames go out, and it is left as it was found.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use quadrille::Tables;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

use super::app::{App, Page};
use super::background::Background;
use super::game::InteractiveGame;
use super::screen;
use crate::failure::Failure;
use crate::process::Interrupt;

/// How long to wait for a key before looking for what the searches have found.
const TICK: Duration = Duration::from_millis(30);

/// Plays the game on the whole screen. Afterwards the terminal shows how the game ended, or the command that continues it.
pub(super) fn play(game: InteractiveGame, tables: &Tables, out: &mut dyn Write) -> Result<(), Failure> {
    let mut app = App::new(game);
    let mut terminal = ratatui::try_init()?;
    let stop = Arc::new(AtomicBool::new(false));
    let (events, reader) = read_events(Arc::clone(&stop));
    let done = obey_keys(&mut app, &mut terminal, &mut Background::new(tables), &events);
    if !io::stdin().is_terminal() {
        // The terminal was closed: what is said now cannot be read.
        return Err(Failure::Exit(ExitCode::SUCCESS));
    }
    // What is typed from now on is for others.
    stop.store(true, Relaxed);
    let _ = reader.join();
    // The terminal shows its cursor again when it is dropped.
    drop(terminal);
    ratatui::try_restore()?;
    done?;
    match app.game.ending() {
        Some(ending) => writeln!(out, "{}: {ending}", app.game.summary())?,
        None => writeln!(out, "to go on: {}", app.game.command())?,
    }
    Ok(())
}

/// Obeys keys until one of them says to quit, a signal does, or the terminal is closed.
fn obey_keys(
    app: &mut App,
    terminal: &mut DefaultTerminal,
    background: &mut Background,
    events: &Receiver<io::Result<Event>>,
) -> io::Result<()> {
    let ended = Interrupt::new()?.flag;
    let (mut changed, mut size) = (true, terminal.size()?);
    while app.page != Page::Left && !ended.load(Relaxed) && io::stdin().is_terminal() {
        background.follow(app);
        // The event that tells of a new size may have come before the thread of events started.
        let before = std::mem::replace(&mut size, terminal.size()?);
        if changed || size != before {
            terminal.draw(|frame| screen::draw(app, frame))?;
        }
        changed = background.tell(app);
        // All keys that have come are obeyed before anything is drawn.
        let mut patience = if changed { Duration::ZERO } else { TICK };
        while app.page != Page::Left
            && let Ok(event) = events.recv_timeout(patience)
        {
            match event? {
                Event::Key(key) if key.kind != KeyEventKind::Release => app.press(key),
                _ => {}
            }
            (changed, patience) = (true, Duration::ZERO);
        }
    }
    Ok(())
}

/// Reads the events of the terminal in a thread of its own until the flag is raised: a read from a terminal that is closed may never
/// return, and then only that thread is stuck.
fn read_events(stop: Arc<AtomicBool>) -> (Receiver<io::Result<Event>>, JoinHandle<()>) {
    let (sender, events) = mpsc::channel();
    let reader = thread::spawn(move || {
        while !stop.load(Relaxed) {
            let event = match event::poll(TICK) {
                Ok(false) => continue,
                Ok(true) => event::read(),
                Err(error) => Err(error),
            };
            let failed = event.is_err();
            if sender.send(event).is_err() || failed {
                return;
            }
        }
    });
    (events, reader)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use pty_process::Size;
    use pty_process::blocking::{Command, open};
    /// Set for the program that is to panic.
    const PANIC: &str = "QUADRILLE_TEST_PANIC";

    /// Not a test of its own: it is run on a terminal by the one below.
    #[test]
    fn panic_on_a_terminal() {
        if std::env::var_os(PANIC).is_none() {
            return;
        }
        let mut terminal = ratatui::try_init().expect("a terminal");
        terminal.hide_cursor().expect("a terminal");
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
