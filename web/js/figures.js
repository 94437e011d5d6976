// The pictures of the course: trees, tables, and the boards of a game.

import { Board } from './board.js';
import { menOf } from './catalogue.js';
import { el, setAttribute } from './dom.js';
import { cellsAt } from './position.js';
import { TreeDrawing } from './tree-drawing.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./questions.js').Figure} Figure */

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
  return { element: el('figure', { class: 'tree-figure' }, el('figcaption', {}, caption), content), drawing: null };
}

/** @param {Figure} figure @param {Tree} tree @param {string} id */
function treeFigure({ caption, step, hidden = [], now, skipped, windows = true }, tree, id) {
  const drawing = new TreeDrawing({ id, label: caption });
  const search = drawing.draw(windows ? tree : withoutWindows(tree), skipped);
  drawing.show(step ?? search.length, { hidden: new Set(hidden), now: now ?? null });
  return { element: el('figure', { class: 'tree-figure' }, el('figcaption', {}, caption), drawing.element), drawing };
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
