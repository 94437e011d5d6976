//! The whole screen: the board, the moves, the analysis, and what is going on.

use anyline::Finding;
use game::Side;
use games::cells_of;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::App;
use super::board::View;

/// Below this nothing useful can be shown.
const LEAST: (u16, u16) = (30, 9);

/// From this width on there is room for the moves beside the board.
const WIDE: u16 = 66;
const PANEL: u16 = 28;

const KEYS: &str = "arrows Enter: move  h hint  u undo  a analysis  f flip  n new  ? help  q quit";
const WATCHING_KEYS: &str = "Space: pause  a analysis  f flip  n new  ? help  q quit";
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
q            quit; how to go on is then printed

[w] cursor   <w> picked up   (w) (•) target";

/// Draws everything.
pub(super) fn draw(app: &App<'_>, frame: &mut Frame<'_>) {
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
    let [title, body, analysis, state, message, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(line),
        Constraint::Length(1),
        Constraint::Length(1),
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
    frame.render_widget(Line::styled(state_text(app), bold), state);
    match &app.entry {
        Some(entry) => {
            let text = format!("move: {entry}");
            let end = (message.x + text.chars().count() as u16).min(message.right().saturating_sub(1));
            frame.render_widget(Line::from(text), message);
            frame.set_cursor_position((end, message.y));
        }
        None if app.message.is_empty() && !all => {
            frame.render_widget(Line::styled("the board goes on: it follows the cursor", dim), message);
        }
        None => frame.render_widget(Line::from(app.message.as_str()), message),
    }
    let text = match (&app.entry, app.session.has_humans()) {
        (Some(_), _) => ENTRY_KEYS,
        (None, true) => KEYS,
        (None, false) => WATCHING_KEYS,
    };
    frame.render_widget(Line::styled(text, dim), keys);
    if app.help {
        draw_help(area, frame);
    }
}

fn title_text(app: &App<'_>) -> String {
    let session = &app.session;
    let name = session.spec.rules().lines().next().unwrap_or_default().trim_start_matches("# ");
    let [white, black] = Side::BOTH.map(|side| session.player(side));
    format!("{name} ({})   White: {white}   Black: {black}", session.spec)
}

/// Whose turn it is, or how the game has ended; and the last move.
fn state_text(app: &App<'_>) -> String {
    let session = &app.session;
    let side = session.line().side();
    let state = if let Some(ending) = session.ending() {
        ending
    } else if let (Some(pass), true) = (session.forced_pass(), session.is_humans_turn()) {
        format!("{side} cannot move and has to {pass}: press Enter")
    } else if session.is_humans_turn() {
        format!("{side} to move, cursor on {}", app.board.name(app.picker.cursor()))
    } else if app.paused {
        format!("{side} to move, paused")
    } else {
        format!("{side} is thinking…")
    };
    match session.moves().last() {
        Some(last) => format!("{state} (last move {})", last.name),
        None => state,
    }
}

/// Draws the board; says whether all of it can be seen.
fn draw_board(app: &App<'_>, area: Rect, frame: &mut Frame<'_>) -> bool {
    let session = &app.session;
    let boards = session.line().boards();
    let cells = cells_of(boards.first().map_or("", String::as_str));
    let last = session.moves().last().map_or(Vec::new(), |last| session.shape.path(&last.name));
    let view = View {
        cells: &cells,
        cursor: app.picker.cursor(),
        picked: app.picker.picked(),
        targets: &app.picker.targets(),
        last: &last,
    };
    app.board.draw(&view, area, frame.buffer_mut())
}

fn draw_panel(app: &App<'_>, area: Rect, frame: &mut Frame<'_>) {
    let below = if app.analysis { 9.min(area.height / 2) } else { 0 };
    let [moves, analysis] = Layout::vertical([Constraint::Min(1), Constraint::Length(below)]).areas(area);
    let block = Block::bordered().title(format!(" Moves: {} ", app.session.moves().len()));
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
fn move_lines(app: &App<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for played in app.session.moves() {
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
fn analysis_text(app: &App<'_>) -> Vec<String> {
    let Some(Finding { depth, score, play, nodes, .. }) = &app.finding else {
        let over = app.session.is_over();
        return vec![if over { "the game is over" } else { "looking…" }.to_string()];
    };
    let side = app.session.line().side();
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

fn draw_help(area: Rect, frame: &mut Frame<'_>) {
    let (width, height) = (56.min(area.width), (HELP.lines().count() as u16 + 2).min(area.height));
    let popup =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, popup);
    let block = Block::bordered().title(" Keys; any key closes this ");
    frame.render_widget(Paragraph::new(HELP).block(block), popup);
}
