// Draws the men. All shapes stand in a square of 100 around the origin. White's men are round and light, Black's angular and
// dark, so that the sides differ by outline and by brightness, not by colour.

import { svg } from './dom.js';
import { sideOf } from './position.js';

/** @typedef {import('./api.js').Shape} Shape */
/** @typedef {import('./api.js').Side} Side */

const PAWN = 'M-9-4L9-4C8 8 13 15 18 21L18 30L-18 30L-18 21C-13 15-8 8-9-4Z';

/** @param {string} d */
const ink = (d) => svg('path', { class: 'ink', d });
/** @param {string} d */
const cut = (d) => svg('path', { class: 'cut', d });
/** @param {number} x @param {number} y @param {number} r @param {'ink' | 'cut'} [kind] */
const dot = (x, y, r, kind = 'ink') => svg('circle', { class: kind, cx: x, cy: y, r });
/** @param {number} x @param {number} y @param {number} rx @param {number} ry @param {'ink' | 'cut'} [kind] */
const oval = (x, y, rx, ry, kind = 'ink') => svg('ellipse', { class: kind, cx: x, cy: y, rx, ry });
/** @param {string} d @param {number} width @param {'ink' | 'cut'} [kind] */
const stroke = (d, width, kind = 'ink') => svg('path', { class: `${kind}-line`, d, 'stroke-width': width });

/** The animals and pawns of Congo, by their letters: bold shapes in ink, details cut out of them. @type {Record<string, () => SVGElement[]>} */
const ANIMALS = {
  L: () => {
    const mane = Array.from({ length: 12 }, (_, index) => {
      const angle = (index * Math.PI) / 6;
      return dot(Math.cos(angle) * 22, Math.sin(angle) * 22, 9);
    });
    return [
      ...mane,
      dot(0, 0, 23),
      dot(-11, -13, 5, 'cut'),
      dot(11, -13, 5, 'cut'),
      oval(0, 2, 15, 16, 'cut'),
      dot(-6, -3, 2.6),
      dot(6, -3, 2.6),
      ink('M-5 4L5 4L0 10Z'),
      stroke('M0 9V13M-7 13Q-3 17 0 13Q3 17 7 13', 2.4),
    ];
  },
  M: () => [
    dot(-24, -2, 10),
    dot(24, -2, 10),
    dot(-24, -2, 4.5, 'cut'),
    dot(24, -2, 4.5, 'cut'),
    dot(0, -4, 24),
    oval(0, 12, 19, 17),
    dot(-8, -5, 10, 'cut'),
    dot(8, -5, 10, 'cut'),
    oval(0, 12, 15, 11.5, 'cut'),
    dot(-7, -4, 3.2),
    dot(7, -4, 3.2),
    dot(-3, 8, 1.6),
    dot(3, 8, 1.6),
    stroke('M-8 14Q0 21 8 14', 2.8),
  ],
  E: () => [
    ink('M-12-20C-30-30-38-12-33 4C-30 15-20 17-12 10Z'),
    ink('M12-20C30-30 38-12 33 4C30 15 20 17 12 10Z'),
    stroke('M-14-18C-17-8-16 2-12 10M14-18C17-8 16 2 12 10', 3, 'cut'),
    ink(
      'M-13-12C-13-30 13-30 13-12C13-2 11 4 8 10L8 22C8 25 11 26 13 24C17 20 23 24 20 29C15 37-7 37-8 22L-8 10C-11 4-13-2-13-12Z',
    ),
    dot(-7, -9, 2.8, 'cut'),
    dot(7, -9, 2.8, 'cut'),
    stroke('M-7 13H3M-7 19H3', 2, 'cut'),
  ],
  G: () => [
    ink('M-20 35L-8-8C-7-18 0-25 9-24L26-15C32-12 31-4 25-4L10-5L8 35Z'),
    stroke('M1-22L-3-33M9-23L8-34', 3.6),
    dot(-3, -34, 3.4),
    dot(8, -35, 3.4),
    ink('M-5-18L-18-21L-9-10Z'),
    dot(12, -15, 2.8, 'cut'),
    cut('M-6 0L1-3L4 4L-3 7Z'),
    cut('M-11 16L-5 11L-1 17L-6 22Z'),
    cut('M2 13L7 11L7 20L2 20Z'),
    cut('M-15 29L-10 25L-7 31L-9 35L-16 35Z'),
    cut('M-1 26L6 25L6 33L0 33Z'),
  ],
  Z: () => [
    ink('M-26 35C-27 12-20-10-7-20L-8-34L3-24C14-20 22-6 30 9C33 16 28 23 20 20L11 14C5 13 3 17 5 22L11 35Z'),
    stroke('M-26 21C-18 21-9 19-2 15M-23 7C-15 8-8 7-2 4M-17-6C-11-4-7-4-2-6M-26 33C-16 32-6 30 3 26', 4, 'cut'),
    stroke('M13-10C11-6 11-3 12 0M21 1C18 4 17 7 18 10', 3.4, 'cut'),
    dot(6, -11, 2.8, 'cut'),
  ],
  C: () => [
    ink(
      'M-36 10C-36-6-28-14-17-15C-15-23-5-23-3-14L31-8C37-7 37 2 31 3L26 3L23 9L20 3L14 3L11 9L8 3L2 3L-1 9L-4 3L-12 4L-4 13L0 8L3 14L8 14L11 9L14 15L19 15L22 10L25 16L30 16C35 17 34 25 29 25L-14 27C-29 27-36 21-36 10Z',
    ),
    dot(-10, -14, 3, 'cut'),
    dot(29, -4, 1.6, 'cut'),
    stroke('M-27 2V2.1M-21 9V9.1M-29 13V13.1M-20 18V18.1', 4.4, 'cut'),
  ],
  P: () => [dot(0, -14, 12), ink(PAWN), stroke('M-13-2H13', 4.5)],
  S: () => [
    ink('M-15-17L-19-36L-8-27L0-38L8-27L19-36L15-17Z'),
    dot(0, -12, 11),
    stroke('M-15-15H15', 2.4, 'cut'),
    ink(PAWN),
    stroke('M-13 1H13', 4.5),
    stroke('M-16 24H16', 2.6, 'cut'),
  ],
};

/** A token for an animal to stand on. @param {Side} side */
function token(side) {
  return side === 'w'
    ? [svg('circle', { class: 'body', r: 43 }), svg('circle', { class: 'rim', r: 38.5 })]
    : [svg('rect', { class: 'body', x: -40, y: -40, width: 80, height: 80, rx: 17 })];
}

/** Pawns and flags stand for themselves: their bodies have the side's colour. @type {Record<string, (side: Side) => SVGElement[]>} */
const FIGURES = {
  pawn: (side) => [
    svg('path', {
      class: 'body',
      d: 'M0-36C10-36 16-29 16-21C16-16 13-12 10-9L16-9L16-2L10-2C11 10 17 18 25 24L25 36L-25 36L-25 24C-17 18-11 10-10-2L-16-2L-16-9L-10-9C-13-12-16-16-16-21C-16-29-10-36 0-36Z',
    }),
    ...(side === 'b' ? [stroke('M-21 29H21', 3.4), stroke('M-9-5.5H9', 2.6)] : [stroke('M-17 25H17', 2)]),
  ],
  flag: (side) => [
    svg('path', { class: 'body', d: 'M-20 38L-20 31L-14 31L-14-36C-14-41-6-41-6-36L-6 31L0 31L0 38Z' }),
    svg('path', {
      class: 'body',
      d: side === 'w' ? 'M-6-35C8-43 18-27 34-34C30-24 30-14 34-3C18 5 8-11-6-3Z' : 'M-6-36L36-36L26-19L36-2L-6-2Z',
    }),
    ...(side === 'w' ? [dot(13, -18, 5.5)] : [stroke('M-2-19H20', 5)]),
  ],
  stone: (side) =>
    side === 'w'
      ? [
          svg('circle', { class: 'body', r: 38 }),
          svg('circle', { class: 'rim', r: 28 }),
          svg('circle', { class: 'shine', cx: -10, cy: -12, r: 7 }),
        ]
      : [svg('polygon', { class: 'body', points: hexagon(39) }), svg('polygon', { class: 'rim', points: hexagon(27) })],
  man: (side) =>
    side === 'w'
      ? [svg('circle', { class: 'body', r: 40 }), svg('circle', { class: 'rim', r: 31 }), svg('circle', { class: 'rim', r: 18 })]
      : [
          svg('rect', { class: 'body', x: -30, y: -30, width: 60, height: 60, rx: 12, transform: 'rotate(45)' }),
          stroke('M-15 0H15M0-15V15', 5),
        ],
};

/** @param {number} radius */
function hexagon(radius) {
  return [0, 60, 120, 180, 240, 300]
    .map((angle) => (angle * Math.PI) / 180)
    .map((angle) => `${(Math.cos(angle) * radius).toFixed(1)},${(Math.sin(angle) * radius).toFixed(1)}`)
    .join(' ');
}

/**
 * A man, drawn around the origin.
 * @param {Shape['kind']} kind
 * @param {string} letter
 */
export function drawMan(kind, letter) {
  const side = sideOf(kind, letter) ?? 'w';
  const group = svg('g', { class: `man ${side === 'w' ? 'white' : 'black'}` });
  if (kind === 'congo') {
    group.append(...token(side), svg('g', { transform: 'scale(.92)' }, ...(ANIMALS[letter.toUpperCase()]?.() ?? [])));
  } else if (kind === 'squares') {
    group.append(...(FIGURES[letter === letter.toUpperCase() ? 'flag' : 'pawn']?.(side) ?? []));
  } else {
    group.append(...(FIGURES[kind === 'hexagons' ? 'stone' : 'man']?.(side) ?? []));
  }
  return group;
}

/**
 * A man as a small picture of its own.
 * @param {Shape['kind']} kind
 * @param {string} letter
 */
export function manPicture(kind, letter) {
  return svg('svg', { viewBox: '-50 -50 100 100', class: 'man-picture', 'aria-hidden': 'true' }, drawMan(kind, letter));
}
