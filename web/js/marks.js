// What is drawn above the men while somebody plays: targets, forbidden moves, arrows.

import { svg } from './dom.js';
import { pointsText } from './drawing.js';

/** @typedef {import('./drawing.js').Point} Point */

/**
 * Where the chosen man can go.
 * @param {Point} point
 * @param {number} size
 * @param {boolean} taken whether it captures there
 * @param {string} [fate] how the game ends after it with perfect play: `win`, `draw` or `loss`, if that is known
 */
export function targetMark({ x, y }, size, taken, fate) {
  return taken
    ? svg('circle', { class: 'target-ring', 'data-fate': fate, cx: x, cy: y, r: 45 * size })
    : svg('circle', { class: 'target-dot', 'data-fate': fate, cx: x, cy: y, r: 15 * size });
}

/** Where it cannot go, because that would repeat the board of a ply. @param {string} transform @param {number} ply */
export function forbiddenMark(transform, ply) {
  const words = ply > 0 ? String(ply) : '';
  return svg(
    'g',
    { class: 'forbidden', transform },
    svg('circle', { r: 24 }),
    svg('path', { d: 'M-17-17L17 17' }),
    svg('text', { y: -36 }, words),
  );
}

/** @param {Point[]} points @param {number | 'why'} rank @param {string} [fate] how the game ends after the move, if that is known */
export function arrow(points, rank, fate) {
  if (points.length < 2) return [];
  const [tip, before] = [points.at(-1) ?? { x: 0, y: 0 }, points.at(-2) ?? { x: 0, y: 0 }];
  const [dx, dy] = [tip.x - before.x, tip.y - before.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const size = 30;
  const neck = { x: tip.x - ux * size * 0.8, y: tip.y - uy * size * 0.8 };
  const way = [...points.slice(0, -1), neck].map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const head = [
    tip,
    { x: tip.x - ux * size - uy * size * 0.6, y: tip.y - uy * size + ux * size * 0.6 },
    { x: tip.x - ux * size + uy * size * 0.6, y: tip.y - uy * size - ux * size * 0.6 },
  ];
  return [
    svg(
      'g',
      { class: 'arrow', 'data-rank': rank, 'data-fate': fate },
      svg('polyline', { points: way }),
      svg('polygon', { points: pointsText(head) }),
    ),
  ];
}
