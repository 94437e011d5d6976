// The pictures of the course: trees, tables, and the boards of a game.

import { Board } from './board.js';
import { menOf } from './catalogue.js';
import { el, setAttribute } from './dom.js';
import { cellsAt } from './position.js';
import { TreeDrawing } from './tree-drawing.js';
import { boundText } from './tree-model.js';
import { sideName } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./questions.js').Figure} Figure */

/** Trees of this depth are too wide to stand beside each other. */
export const DEEP = 3;

/**
 * A picture with its caption, and the tree in it, if it is one.
 * @param {Figure} figure
 * @param {string} id of a tree
 * @param {Catalogue} catalogue
 * @returns {{ element: HTMLElement, drawing: TreeDrawing | null }}
 */
export function drawFigure(figure, id, catalogue) {
  const { caption, tree, rows, boards } = figure;
  if (tree !== undefined) return treeFigure(figure, tree, id);
  const content = rows !== undefined ? tableOf(rows) : boards !== undefined ? boardsOf(boards, catalogue) : el('div');
  return { element: el('figure', { class: 'tree-figure wide' }, el('figcaption', {}, caption), content), drawing: null };
}

/** @param {Figure} figure @param {Tree} tree @param {string} id */
function treeFigure({ caption, step, hidden = [], now, skipped, windows = true }, tree, id) {
  const drawing = new TreeDrawing({ id, label: caption });
  const search = drawing.draw(windows ? tree : withoutWindows(tree), skipped);
  drawing.show(step ?? search.length, { hidden: new Set(hidden), now: now ?? null });
  const list = el('div', { class: 'sr' }, ...listOf(search, 0, step ?? search.length, new Set(hidden), skipped));
  return { element: el('figure', { class: 'tree-figure' }, el('figcaption', {}, caption), drawing.element, list), drawing };
}

/**
 * The tree as a list in lists, for screen readers: a picture tells them nothing.
 * @param {import('./tree-model.js').Steps} search
 * @param {number} id
 * @param {number} step
 * @param {Set<number>} hidden
 * @param {import('./tree-drawing.js').Skipped} [skipped]
 * @returns {HTMLElement[]}
 */
function listOf(search, id, step, hidden, skipped) {
  const node = search.nodes[id];
  if (node === undefined || !search.isEntered(id, step)) return [];
  const known = hidden.has(id) ? 'value asked for' : search.isDone(id, step) ? boundText(node) : search.soFar(node, step);
  const words = skipped?.has(id) ? `${known}, cut off` : known;
  const below = search.childrenOf(id).flatMap((child) => listOf(search, child.id, step, hidden, skipped));
  const item = el('li', {}, `${node.move ?? 'Root'}, ${sideName(search.sideAt(node.ply))} to move: ${words}`, ...below);
  return [el('ul', {}, item)];
}

/** @param {Tree} tree @returns {Tree} */
const withoutWindows = (tree) => ({ ...tree, nodes: tree.nodes.map((node) => ({ ...node, alpha: null, beta: null })) });

/** A table, with its head in the first row. @param {string[][]} rows */
export function tableOf([head = [], ...rows]) {
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Table' },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
      el('tbody', {}, ...rows.map(([first = '', ...cells]) => el('tr', {}, el('th', { scope: 'row' }, first), ...cells.map((text) => el('td', {}, text))))),
    ),
  );
}

/** All boards of a line, from its start. @param {Line} line @param {Catalogue} catalogue */
function boardsOf(line, catalogue) {
  const boards = Array.from({ length: line.plies.length + 1 }, (_, ply) => {
    const words = ply === 0 ? 'Start' : `Ply ${ply}: ${line.plies[ply - 1]?.move}`;
    return el('li', {}, el('span', {}, words), stillBoard(line, ply, catalogue, words).element);
  });
  return el('ol', { class: 'boards' }, ...boards);
}

/**
 * A board that only shows a position.
 * @param {Line} line
 * @param {number} ply
 * @param {Catalogue} catalogue
 * @param {string} words what it shows, for a screen reader
 */
export function stillBoard(line, ply, catalogue, words) {
  const board = new Board(line.board, menOf(catalogue, line.game), { still: true });
  board.show({ cells: cellsAt(line, ply), last: ply > 0 ? (line.plies[ply - 1] ?? null) : null });
  setAttribute(board.picture, 'aria-label', `${words}. ${menText(line, ply, board)}`);
  return board;
}

/** Which men stand where, in words. @param {Line} line @param {number} ply @param {Board} board */
function menText(line, ply, board) {
  const cells = cellsAt(line, ply);
  const men = line.board.cells.map(({ name }, cell) => [name, cells[cell] ?? '']).filter(([, letter]) => letter !== undefined && board.men.kinds.has(letter));
  return `Men: ${men.map(([name, letter]) => `${board.men.name(letter ?? '')} ${name}`).join(', ')}.`;
}
