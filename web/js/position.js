// What moves do to a board: the server says which cells each move changes.

import { EMPTY } from './drawing.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./drawing.js').Men} Men */

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
 * The board after a ply of a line; 0 for the start.
 * @param {Line} line
 * @param {number} ply
 */
export function cellsAt(line, ply) {
  return afterAll(line.start.cells, line.plies.slice(0, ply));
}

/**
 * Who is to move after a ply.
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

/** @param {import('./api.js').BoardData} board @param {number} cell */
export const isWater = (board, cell) => board.cells[cell]?.ground === 'water';

/** @typedef {{ cell: number, letter: string }} Gone */

/**
 * What a move does besides moving: which men of the enemy it captures, which men of its own side it loses, and what the man becomes.
 * @param {Men} men
 * @param {string} cells the board before the move
 * @param {Move} move
 * @returns {{ from: number, to: number, letter: string, captured: Gone[], lost: Gone[], becomes: string | null }}
 */
export function effectsOf(men, cells, move) {
  const [from, to] = [move.path[0] ?? -1, move.path.at(-1) ?? -1];
  const letter = cells[from] ?? EMPTY;
  const mover = men.side(letter);
  const next = after(cells, move);
  /** @type {Gone[]} */
  const captured = [];
  /** @type {Gone[]} */
  const lost = [];
  for (const [cell] of move.changes) {
    const was = cells[cell] ?? EMPTY;
    if (cell === from || was === EMPTY) continue;
    if (men.side(was) !== mover) captured.push({ cell, letter: was });
    else if (next[cell] === EMPTY) lost.push({ cell, letter: was });
  }
  const landed = next[to] ?? EMPTY;
  const arrived = men.side(landed) === mover;
  if (from >= 0 && !arrived) lost.push({ cell: to, letter });
  return { from, to, letter, captured, lost, becomes: arrived && landed !== letter ? landed : null };
}
