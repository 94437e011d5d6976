// What a list of moves does to a board. Nothing here knows a rule: the server says which cells each move changes.

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {import('./api.js').Side} Side */

export const EMPTY = '-';

/**
 * Whose man a letter is; null for an empty cell.
 * @param {Shape['kind']} kind
 * @param {string} letter
 * @returns {Side | null}
 */
export function sideOf(kind, letter) {
  if (letter === EMPTY) return null;
  if (kind === 'congo') return letter === letter.toUpperCase() ? 'w' : 'b';
  return letter.toLowerCase() === 'w' ? 'w' : 'b';
}

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === 'w' ? 'b' : 'w');

/**
 * The board after a move.
 * @param {string} cells
 * @param {Move} move
 */
export const after = (cells, move) => afterAll(cells, [move]);

/** @param {string} cells @param {Move[]} moves */
function afterAll(cells, moves) {
  const board = [...cells];
  for (const { changes } of moves) for (const [cell, letter] of changes) board[cell] = letter;
  return board.join('');
}

/**
 * The board after so many plies of a line.
 * @param {Line} line
 * @param {number} ply
 */
export function cellsAt(line, ply) {
  return afterAll(line.start.cells, line.plies.slice(0, ply));
}

/**
 * Who is to move after so many plies.
 * @param {Line} line
 * @param {number} ply
 * @returns {Side}
 */
export const sideAt = (line, ply) => (ply % 2 === 0 ? line.start.side : otherSide(line.start.side));

/**
 * Whether the turn is lost: the only move is to pass.
 * @param {Line} line
 */
export function mustPass({ moves: [only, more] }) {
  return only !== undefined && more === undefined && only.path.length === 0;
}

/** Whether White starts at the top of the board. @param {Shape['kind']} kind */
export const whiteOnTop = (kind) => kind !== 'congo';

/** @typedef {{ cell: number, letter: string }} Gone */

/**
 * What a move did besides moving: men of the enemy are captured, men of the mover can only have drowned.
 * @param {Shape['kind']} kind
 * @param {string} cells the board before the move
 * @param {Move} move
 * @returns {{ from: number, to: number, letter: string, captured: Gone[], drowned: Gone[], becomes: string | null }}
 */
export function effectsOf(kind, cells, move) {
  const [from, to] = [move.path[0] ?? -1, move.path.at(-1) ?? -1];
  const letter = cells[from] ?? EMPTY;
  const mover = sideOf(kind, letter);
  const next = after(cells, move);
  /** @type {Gone[]} */
  const captured = [];
  /** @type {Gone[]} */
  const drowned = [];
  for (const [cell] of move.changes) {
    const was = cells[cell] ?? EMPTY;
    if (cell === from || was === EMPTY) continue;
    if (sideOf(kind, was) !== mover) captured.push({ cell, letter: was });
    else if (next[cell] === EMPTY) drowned.push({ cell, letter: was });
  }
  const landed = next[to] ?? EMPTY;
  const arrived = sideOf(kind, landed) === mover;
  if (from >= 0 && !arrived) drowned.push({ cell: to, letter });
  return { from, to, letter, captured, drowned, becomes: arrived && landed !== letter ? landed : null };
}
