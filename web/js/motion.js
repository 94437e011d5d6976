// Moves on the board as they happen: men move, captured men shrink, drowned men sink.

import { svg } from './dom.js';
import { effectsOf, isWater } from './position.js';

/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./drawing.js').Point} Point */

/** From one cell to the next, in milliseconds. */
const STEP_TIME = 260;

/** How long a man is on its way, in milliseconds. @param {Move} move */
export const moveTime = ({ path }) => STEP_TIME * Math.max(1, path.length - 1);

/**
 * The board has its new men already; this only lets them come from where they were. Nothing waits for it.
 * @param {Board} board
 * @param {{ move: Move, before: string, back: boolean }} step
 */
export function animateMove(board, { move, before, back }) {
  if (move.path.length === 0) return;
  const { to, from, letter, captured, lost } = effectsOf(board.men, before, move);
  const path = back ? [...move.path].reverse() : move.path;
  const duration = moveTime(move);
  const sunk = !back && lost.some(({ cell }) => cell === to);
  const ghosts = svg('g', { class: 'ghosts' });
  const man = sunk ? board.men.draw(letter) : board.figures[back ? from : to];
  if (man && sunk) ghosts.append(man);
  const frames = path.map((cell) => ({ transform: cssTransform(board.at(cell), board.layout.man) }));
  if (man) {
    man.parentNode?.append(man); // above the others while it moves
    man.animate(frames, { duration, easing: 'ease-in-out', fill: sunk ? 'forwards' : 'none' });
  }
  if (!back) {
    for (const gone of captured) {
      const ghost = board.men.draw(gone.letter);
      ghosts.append(ghost);
      fade(ghost, board.at(gone.cell), board.layout.man, duration * 0.7, false);
    }
    for (const gone of lost) {
      const ghost = gone.cell === to && man ? man : board.men.draw(gone.letter);
      const drowns = isWater(board.layout.board, gone.cell);
      if (ghost.parentNode !== ghosts) ghosts.append(ghost);
      if (drowns) ghosts.append(ripple(board.at(gone.cell), duration));
      fade(ghost, board.at(gone.cell), board.layout.man, duration, drowns, ghost === man);
    }
  }
  board.menLayer.prepend(ghosts);
  setTimeout(() => ghosts.remove(), duration + 900);
}

/** @param {Point} point @param {number} scale */
const cssTransform = ({ x, y }, scale) => `translate(${x}px, ${y}px) scale(${scale})`;

/**
 * Removes a man: it shrinks, or sinks in water.
 * @param {Element} ghost
 * @param {Point} point
 * @param {number} scale
 * @param {number} delay
 * @param {boolean} drowns
 * @param {boolean} [moving] whether it is still on its way to the point
 */
function fade(ghost, point, scale, delay, drowns, moving = false) {
  const end = drowns ? cssTransform({ x: point.x, y: point.y + 26 }, scale * 0.8) : cssTransform(point, scale * 0.4);
  ghost.animate(
    [
      { transform: cssTransform(point, scale), opacity: 1 },
      { transform: end, opacity: 0 },
    ],
    { duration: drowns ? 700 : 240, delay, fill: moving ? 'forwards' : 'both', easing: 'ease-in' },
  );
}

/** @param {Point} point @param {number} delay */
function ripple({ x, y }, delay) {
  const ring = svg('circle', { class: 'ripple', cx: x, cy: y, r: 42 });
  ring.animate(
    [
      { r: '12px', opacity: 0.9 },
      { r: '48px', opacity: 0 },
    ],
    { duration: 750, delay, fill: 'both' },
  );
  return ring;
}
