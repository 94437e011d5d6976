// Finds cells on a drawn board: the one at a point, and the next one in a direction.

import { UNIT } from './drawing.js';

/** @typedef {import('./drawing.js').Layout} Layout */
/** @typedef {import('./drawing.js').Point} Point */

/**
 * The cell at a point of the drawing, or null.
 * @param {Layout} layout
 * @param {Point} point
 * @param {boolean} flipped
 */
export function cellAt(layout, point, flipped) {
  let [nearest, least] = [-1, Infinity];
  layout.board.cells.forEach((_, cell) => {
    const { x, y } = layout.centre(cell, flipped);
    const distance = (x - point.x) ** 2 + (y - point.y) ** 2;
    if (distance < least) [nearest, least] = [cell, distance];
  });
  return least <= (0.62 * UNIT) ** 2 ? nearest : null;
}

/**
 * The next cell in the direction of an arrow key. Between rows that are shifted, `near` keeps the way up and down straight.
 * @param {Layout} layout
 * @param {number} cell
 * @param {string} key
 * @param {boolean} flipped
 * @param {number} near the place across that up and down keep to
 * @returns {number}
 */
export function neighbour(layout, cell, key, flipped, near) {
  const { firstOfRow } = layout;
  const { rows } = layout.board;
  const from = firstOfRow.findLastIndex((first) => first <= cell);
  const turn = flipped ? -1 : 1;
  const first = firstOfRow[from] ?? 0;
  const last = first + (rows[from] ?? 1) - 1;
  const within = (/** @type {number} */ other) => Math.max(first, Math.min(last, other));
  if (key === 'ArrowLeft') return within(cell - turn);
  if (key === 'ArrowRight') return within(cell + turn);
  if (key === 'Home') return flipped ? last : first;
  if (key === 'End') return flipped ? first : last;
  const row = from + (key === 'ArrowUp' ? -turn : turn);
  const start = firstOfRow[row];
  if (start === undefined) return cell;
  const choices = Array.from({ length: rows[row] ?? 0 }, (_, index) => start + index);
  const distance = (/** @type {number} */ other) => Math.abs(layout.centre(other, flipped).x - near);
  return choices.reduce((best, other) => (distance(other) < distance(best) - 1 ? other : best), choices[0] ?? cell);
}
