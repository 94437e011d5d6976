//! The whole screen: the board, the moves, the analysis, and whose turn it is.

use quadrille::{Finding, Side};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::{App, Page};
use super::board::View;

/// A smaller terminal cannot show anything useful.
const LEAST: (u16, u16) = (30, 9);

/// From this width there is room for the moves beside the board.
const WIDE: u16 = 66;
const PANEL: u16 = 28;

const KEYS: &str = "arrows Enter  h hint  u undo  a analysis  f flip  n new  ? help  q quit";
const WATCHING_KEYS: &str = "Space: pause  a analysis  f flip  n new  ? help  q quit";
const FEW_KEYS: &str = "? help  q quit";
const ENTRY_KEYS: &str = "Enter plays it  Esc does not";

const HELP: &str = "\
arrows       move the cursor
Tab          next man that can move, next target
Enter Space  pick a man up, put it down; pass
Esc          put it back
c2c3 Enter   a move can simply be typed
:            type anything: moves that begin with
             a command's letter, boards, resign
h            hint: what the engine would play
u            undo: back to your last turn
a            analysis while you think
f            flip the board
n            new game
q            quit; prints the command to continue
the rules    quadrille rules GAME

[w] cursor   <w> picked up   (w) (•) target";

pub(super) fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text =
            format!("This terminal is too small: {} columns and {} rows are needed.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let wide = area.width >= WIDE;
    // Without room for a panel the analysis is a line above the status.
    let line = u16::from(app.analysis && !wide);
    let [title, body, analysis, status, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(line),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(area);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Line::styled(title_text(app), bold), title);
    let panel = if wide { PANEL } else { 0 };
    let [board, panel] = Layout::horizontal([Constraint::Min(1), Constraint::Length(panel)]).areas(body);
    let all = draw_board(app, board, frame);
    if wide {
        draw_panel(app, panel, frame);
    } else if app.analysis {
        frame.render_widget(Line::from(analysis_text(app).join("  ")), analysis);
    }
    draw_status(app, all, status, frame);
    let text = match (&app.entry, app.game.has_humans()) {
        (Some(_), _) => ENTRY_KEYS,
        (None, _) if usize::from(area.width) < KEYS.len() => FEW_KEYS,
        (None, true) => KEYS,
        (None, false) => WATCHING_KEYS,
    };
    frame.render_widget(Line::styled(text, dim), keys);
    if app.page == Page::Help {
        draw_help(app, area, frame);
    }
}

fn title_text(app: &App) -> String {
    let rules = &app.game.rules;
    let [white, black] = Side::BOTH.map(|side| app.game.player(side));
    format!("{} ({rules})   White: {white}   Black: {black}", rules.descriptor().title)
}

/// Whose turn it is, or how the game has ended; and the last move.
fn state_text(app: &App) -> String {
    let game = &app.game;
    let side = game.line().side();
    let state = if let Some(ending) = game.ending() {
        ending
    } else if let (Some(pass), true) = (game.forced_pass(), game.is_humans_turn()) {
        format!("{side} cannot move and has to {pass}: press Enter")
    } else if game.is_humans_turn() {
        format!("{side} to move, cursor on {}", app.board.name(app.picker.cursor))
    } else if app.paused {
        format!("{side} to move, paused")
    } else {
        format!("{side} is thinking…")
    };
    match game.moves.last() {
        Some(last) => format!("{state} (last move {})", last.name),
        None => state,
    }
}

/// Whose turn it is, and below that what is typed or the answer to the last key. What does not fit covers a part of the board, so
/// that the board does not move.
fn draw_status(app: &App, all: bool, area: Rect, frame: &mut Frame<'_>) {
    let message = match &app.entry {
        Some(entry) => format!("move: {entry}"),
        None if app.message.is_empty() && !all => {
            "part of the board is hidden: move the cursor to see it".to_string()
        }
        None => app.message.clone(),
    };
    let width = usize::from(area.width);
    let [state, message] = [state_text(app), message].map(|text| broken(&text, width));
    let height = (state.len() + message.len()) as u16;
    let above = height.saturating_sub(area.height).min(area.y);
    let area = Rect { y: area.y - above, height: area.height + above, ..area };
    if app.entry.is_some() {
        let end = message.last().map_or(0, |line| line.chars().count()).min(width - 1);
        frame.set_cursor_position((area.x + end as u16, area.y + height.min(area.height) - 1));
    }
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let state = state.into_iter().map(|line| Line::styled(line, bold));
    let lines: Vec<Line<'_>> = state.chain(message.into_iter().map(Line::from)).collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines), area);
}

/// The text in lines of this width, broken between words where that can be done.
pub(super) fn broken(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + word.trim_end().chars().count() > width {
            lines.push(String::new());
        }
        for letter in word.chars() {
            if lines.last().is_some_and(|line| line.chars().count() == width) {
                lines.push(String::new());
            }
            if let Some(line) = lines.last_mut() {
                line.push(letter);
            }
        }
    }
    lines
}

/// Draws the board; says whether all of it can be seen.
fn draw_board(app: &App, area: Rect, frame: &mut Frame<'_>) -> bool {
    let cells = app.game.line().cells();
    let last = app.game.moves.last().map_or(Vec::new(), |last| app.game.board().path(&last.name));
    let view = View {
        cells: &cells,
        cursor: app.picker.cursor,
        picked: &app.picker.picked,
        targets: &app.picker.targets(),
        last: &last,
    };
    app.board.draw(&view, area, frame.buffer_mut())
}

fn draw_panel(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let below = if app.analysis { 9.min(area.height / 2) } else { 0 };
    let [moves, analysis] = Layout::vertical([Constraint::Min(1), Constraint::Length(below)]).areas(area);
    let block = Block::bordered().title(format!(" Moves: {} ", app.game.moves.len()));
    let lines = move_lines(app);
    let room = block.inner(moves).height as usize;
    let shown: Vec<Line<'_>> =
        lines[lines.len().saturating_sub(room)..].iter().map(|line| Line::from(line.as_str())).collect();
    frame.render_widget(Paragraph::new(shown).block(block), moves);
    if app.analysis {
        let block = Block::bordered().title(" Analysis ");
        let text = analysis_text(app).join("\n");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).block(block), analysis);
    }
}

/// The moves in lines of two, White's and Black's.
fn move_lines(app: &App) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for played in &app.game.moves {
        match (played.side, lines.last_mut()) {
            (Side::Black, Some(line)) => *line = format!("{line:<14} {}", played.name),
            (side, _) => {
                let name =
                    if side == Side::White { &played.name } else { &format!("{:<9} {}", "…", played.name) };
                lines.push(format!("{:>3}. {name}", lines.len() + 1));
            }
        }
    }
    lines
}

/// What the analysis says: its depth, the value, and the best play.
fn analysis_text(app: &App) -> Vec<String> {
    let Some(Finding { depth, score, play, nodes, .. }) = &app.finding else {
        let over = app.game.is_over();
        return vec![if over { "the game is over" } else { "looking…" }.to_string()];
    };
    let side = app.game.line().side();
    vec![format!("depth {depth}, {}", positions(*nodes)), format!("{side}: {score}"), play.join(" ")]
}

/// A number of positions, short.
fn positions(nodes: u64) -> String {
    match nodes {
        0..10_000 => format!("{nodes} positions"),
        10_000..10_000_000 => format!("{} thousand", nodes / 1000),
        _ => format!("{} million", nodes / 1_000_000),
    }
}

fn draw_help(app: &App, area: Rect, frame: &mut Frame<'_>) {
    let text = HELP.replace("GAME", app.game.rules.descriptor().name);
    let (width, height) = (56.min(area.width), (text.lines().count() as u16 + 2).min(area.height));
    let popup =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, popup);
    let block = Block::bordered().title(" Keys; any key closes this ");
    frame.render_widget(Paragraph::new(text).block(block), popup);
}
