// What a chapter of the course shows: a search step by step, or finished searches side by side.

import { DEEPENING, ORDERS, bestMove, bestPlay } from './answers.js';
import { api } from './api.js';
import { button, el, setAttribute, setText } from './dom.js';
import { DEEP, drawFigure, stillBoard, tableOf } from './figures.js';
import { cellsAt } from './position.js';
import { placeAddress } from './shell.js';
import { TreeDrawing } from './tree-drawing.js';
import { Steps, compare } from './tree-model.js';
import { sideName } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./questions.js').Figure} Figure */
/** @typedef {import('./sample.js').Sample} Sample */
/** Something to look at, and what to do when the address names another step. @typedef {{ element: HTMLElement, show: (step: number) => void }} Shown */

/**
 * @param {string} kind
 * @param {Sample} sample
 * @param {(step: number) => void} toStep
 * @returns {Promise<Shown>}
 */
export async function demonstrate(kind, sample, toStep) {
  if (kind === 'minimax' || kind === 'alphabeta' || kind === 'both') return stepped(kind, sample, toStep);
  const show = MAKERS[kind];
  const content = show === undefined ? [] : await show(sample);
  return { element: el('div', { class: 'demonstration' }, ...content), show: () => {} };
}

/** A link to the tree view. @param {Sample} sample @param {Record<string, string | number | null>} [more] */
export const laboratory = (sample, more = {}) =>
  el(
    'a',
    {
      class: 'button laboratory',
      href: placeAddress('tree', sample.place, { depth: sample.depth, evaluation: sample.evaluation === 'standard' ? null : sample.evaluation, ...more }),
    },
    'Open in the tree view',
  );

/** The board of the position, and what it is. @param {Sample} sample */
async function boardOf(sample) {
  const [line, catalogue] = await Promise.all([sample.line(), api.catalogue()]);
  return { line, catalogue, board: stillBoard(line, line.plies.length, catalogue, `The position, ${sideName(line.side)} to move`) };
}

/**
 * A search node by node.
 * @param {'minimax' | 'alphabeta' | 'both'} kind
 * @param {Sample} sample
 * @param {(step: number) => void} toStep
 * @returns {Promise<Shown>}
 */
async function stepped(kind, sample, toStep) {
  const [{ line, board }, tree, whole] = await Promise.all([
    boardOf(sample),
    sample.tree({ algorithm: kind === 'minimax' ? 'minimax' : 'alphabeta' }),
    kind === 'both' ? sample.tree() : null,
  ]);
  const name = kind === 'minimax' ? 'Minimax' : 'Alpha-beta';
  const drawing = new TreeDrawing({ id: 'demo-tree', label: name, choose: (id) => toStep((search.doneAt[id] ?? 0) + 1) });
  const search = drawing.draw(tree);
  const beside = new TreeDrawing({ id: 'demo-whole', label: 'Minimax' });
  const pair = whole === null ? null : compare(new Steps(whole), search);
  if (whole !== null && pair !== null) beside.draw(whole, pair.skipped);
  let now = 0;
  const back = button('demo-back', 'Back', () => toStep(now - 1));
  const step = button('demo-step', 'Step', () => toStep(now + 1), { class: 'primary' });
  const begin = button('demo-begin', 'From the start', () => toStep(0));
  const end = button('demo-end', 'Show all', () => toStep(search.length));
  const why = el('p', { id: 'demo-why', class: 'why-words', 'aria-live': 'polite' });
  /** @param {number} wanted */
  const show = (wanted) => {
    now = Math.max(0, Math.min(wanted, search.length));
    drawing.show(now);
    const last = search.steps[now - 1];
    if (pair !== null && beside.search !== null) {
      const twin = last === undefined ? undefined : pair.same[last.id];
      beside.show(twin === undefined ? 0 : ((last?.done ? beside.search.doneAt[twin] : beside.search.enteredAt[twin]) ?? -1) + 1);
    }
    back.disabled = begin.disabled = now === 0;
    step.disabled = end.disabled = now === search.length;
    setText(why, search.words(now));
    const moves = last === undefined ? [] : search.movesTo(last.id);
    void api.line({ ...sample.place, moves: [...sample.place.moves, ...moves] }).then((at) => {
      if (now === Math.max(0, Math.min(wanted, search.length))) board.show({ cells: cellsAt(at, at.plies.length), last: moves.length > 0 ? (at.plies.at(-1) ?? null) : null });
    }, () => {});
  };
  const figure = (/** @type {string} */ caption, /** @type {TreeDrawing} */ drawn) => el('figure', { class: 'tree-figure' }, el('figcaption', {}, caption), drawn.element);
  const figures = el(
    'div',
    { class: 'tree-figures', 'data-two': whole !== null && tree.depth < DEEP },
    whole === null ? null : figure(`Minimax: ${whole.positions} positions; grey is what alpha-beta cuts off`, beside),
    figure(`${name}: ${tree.positions} positions`, drawing),
  );
  const element = el(
    'div',
    { class: 'demonstration stepped' },
    el(
      'div',
      { class: 'exercise-question' },
      el('div', { class: 'exercise-board' }, board.element),
      el(
        'div',
        { class: 'exercise-words' },
        el('p', { class: 'quiet' }, `${sample.title}, ${sideName(line.side)} to move, depth ${tree.depth}`),
        el('div', { class: 'row' }, step, back, begin, end, laboratory(sample, { algorithm: kind })),
        why,
      ),
    ),
    figures,
  );
  return { element, show };
}

/** @param {Sample} sample @param {Figure[]} figures */
function sideBySide(sample, figures) {
  const drawn = figures.map((figure, index) => drawFigure(figure, `demo-tree-${index}`, sample.catalogue).element);
  const element = el('div', { class: 'tree-figures' }, ...drawn);
  setAttribute(element, 'data-two', figures.every(({ tree }) => tree !== undefined && tree.depth < DEEP));
  return element;
}

/** The head of a demonstration: the board beside words or a table. @param {Sample} sample @param {(HTMLElement | string)[]} content */
async function head(sample, content) {
  const { line, board } = await boardOf(sample);
  return el(
    'div',
    { class: 'exercise-question' },
    el('div', { class: 'exercise-board' }, board.element),
    el('div', { class: 'exercise-words' }, el('p', { class: 'quiet' }, `${sample.title}, ${sideName(line.side)} to move`), ...content),
  );
}

/** The same search in three orders of moves. @param {Sample} sample */
async function orders(sample) {
  const whole = await sample.tree();
  const trees = await Promise.all(ORDERS.map(({ value: order }) => sample.tree({ algorithm: 'alphabeta', order })));
  const rows = trees.map((tree, index) => [ORDERS[index]?.text ?? '', String(tree.positions), tree.nodes[0]?.text ?? '']);
  const table = tableOf([['Order of moves', 'Positions', 'Value of the root'], ...rows, ['Minimax', String(whole.positions), whole.nodes[0]?.text ?? '']]);
  const named = (/** @type {string} */ name) => trees[ORDERS.findIndex(({ value }) => value === name)];
  const figures = ['best', 'worst'].map((name) => ({ caption: `Alpha-beta, ${name} first: ${named(name)?.positions} positions`, tree: named(name) }));
  return [await head(sample, [table, laboratory(sample, { algorithm: 'both', order: 'best' })]), sideBySide(sample, figures)];
}

/** A search and a deeper one. @param {Sample} sample */
async function horizon(sample) {
  const [near, far] = await Promise.all([sample.tree(), sample.tree({ depth: sample.far })]);
  const [chosen, better, deep] = [bestMove(near), bestMove(far), new Steps(far)];
  const later = deep.childrenOf(0).find(({ move }) => move === chosen?.move);
  const play = later === undefined ? '' : bestPlay(deep, later).join(' ');
  const words = [
    `Depth ${near.depth} chooses ${chosen?.move} and expects ${chosen?.text}.`,
    `Depth ${far.depth} also sees what follows, ${play}, and gives ${chosen?.move} the value ${later?.text}.`,
    `It chooses ${better?.move}, with the value ${better?.text}.`,
  ];
  const figures = [near, far].map((tree) => ({ caption: `Minimax, depth ${tree.depth}`, tree }));
  return [await head(sample, [el('p', { id: 'demo-horizon' }, words.join(' ')), laboratory(sample, { algorithm: 'minimax', depth: far.depth })]), sideBySide(sample, figures)];
}

/** All depths up to one, with and without what each depth learns from the one before. @param {Sample} sample */
async function depths(sample) {
  const searches = await Promise.all(
    Array.from({ length: sample.depth }, (_, index) =>
      Promise.all([
        sample.tree({ depth: index + 1, algorithm: 'alphabeta' }),
        sample.tree({ depth: index + 1, algorithm: 'alphabeta', order: DEEPENING.value }),
      ]),
    ),
  );
  const rows = searches.map(([plain, tree]) => [String(tree.depth), bestMove(tree)?.move ?? '', tree.nodes[0]?.text ?? '', String(plain.positions), String(tree.positions)]);
  const sum = (/** @type {0 | 1} */ which) => searches.reduce((total, trees) => total + trees[which].positions, 0);
  const table = tableOf([['Depth', 'Best move', 'Value', ORDERS[0]?.text ?? '', DEEPENING.text], ...rows, ['Together', '', '', String(sum(0)), String(sum(1))]]);
  const [alone, last] = (searches.at(-1) ?? []).map(({ positions }) => positions);
  const words = `The last column is iterative deepening: in every position, each depth first tries the move that the previous depth found best. All depths together visit ${sum(1)} positions, and ${last} of them belong to depth ${sample.depth}. A search of depth ${sample.depth} alone knows no best moves yet, and visits ${alone} positions in generation order.`;
  const caption = el('p', { class: 'quiet' }, 'Positions that alpha-beta visits');
  return [await head(sample, [caption, table, el('p', { id: 'demo-depths' }, words), laboratory(sample, { algorithm: 'alphabeta', order: DEEPENING.value })])];
}

/** The same board with and without its history. @param {Sample} sample */
async function histories(sample) {
  const [line, bare, tree] = await Promise.all([sample.line(), sample.tree({ bare: true }), sample.tree()]);
  const { element } = drawFigure({ caption: 'The boards of this game', boards: line }, '', sample.catalogue);
  const figures = [
    { caption: `Without earlier boards: ${bare.nodes[0]?.text}`, tree: bare },
    { caption: `After this history: ${tree.nodes[0]?.text}`, tree },
  ];
  const words = `The men and the side to move are the same in both trees. The tree after this history has ${tree.positions} positions instead of ${bare.positions}, because moves to earlier boards are missing.`;
  return [await head(sample, [el('p', {}, words), laboratory(sample, { algorithm: 'minimax' })]), element, sideBySide(sample, figures)];
}

/** @type {Record<string, (sample: Sample) => Promise<HTMLElement[]>>} */
const MAKERS = { orders, horizon, depths, histories };
