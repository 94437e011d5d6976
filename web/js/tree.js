// The tree that a search visits, for teaching: node by node in the order of the search, with values that back up and branches that
// are cut off. Minimax and alpha-beta can stand side by side, in any order of moves, and values can be predicted before they are shown.

import { DEEPENING, ORDERS } from './answers.js';
import { api, isAborted } from './api.js';
import { Board } from './board.js';
import { defaultGame, menOf, titleOf } from './catalogue.js';
import { gameFields } from './chooser.js';
import { button, el, field, select, setAttribute, setText } from './dom.js';
import { cellsAt } from './position.js';
import { Prediction } from './prediction.js';
import { address, fail, go, lineOrStart, offer, placeAddress, placeOf, recall, remember, say } from './shell.js';
import { TreeDrawing } from './tree-drawing.js';
import { Steps, compare } from './tree-model.js';
import { capital, counted } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */
/** @typedef {{ depth: number, algorithm: string, evaluation: string, order: string }} Options */

/** The longest address that servers take. */
const LONGEST_ADDRESS = 65_000;
const ALGORITHMS = [
  { value: 'minimax', text: 'Minimax' },
  { value: 'alphabeta', text: 'Alpha-beta' },
  { value: 'both', text: 'Both together' },
];
const ALL_ORDERS = [...ORDERS, DEEPENING];
const EVALUATIONS = [
  { value: 'standard', text: 'Standard' },
  { value: 'material', text: 'Material' },
];
const SPEEDS = [
  { value: '1200', text: 'slowly' },
  { value: '500', text: 'steadily' },
  { value: '120', text: 'quickly' },
];

/** The size at which all of a tree is seen. */
const WHOLE = 'whole';

/** How large the tree is drawn: small to see all of it, large to read it from afar. */
const ZOOMS = [{ value: WHOLE, text: 'whole' }, ...[50, 75, 100, 150, 200].map((percent) => ({ value: String(percent / 100), text: `${percent} %` }))];

/** What an address says, if it is one of a list. @param {URLSearchParams} params @param {string} key @param {{ value: string }[]} list @param {string} usual */
function oneOf(params, key, list, usual) {
  const asked = params.get(key);
  return list.some(({ value }) => value === asked) && asked !== null ? asked : usual;
}

/** @param {Route} route @returns {Promise<View>} */
export async function openTree(route) {
  const catalogue = await api.catalogue();
  const { line, place, problem } = await lineOrStart(placeOf(route.params, defaultGame(catalogue)));
  const view = new TreeView(catalogue, line, place, problem);
  view.take(route.params);
  return view;
}

/** @implements {View} */
class TreeView {
  /**
   * @param {Catalogue} catalogue
   * @param {Line} line
   * @param {Place} place
   * @param {Error | null} problem what was wrong with the address
   */
  constructor(catalogue, line, place, problem) {
    this.catalogue = catalogue;
    this.problem = problem;
    this.line = line;
    this.place = place;
    this.title = `Search tree of ${titleOf(catalogue, line.game)}`;
    /** @type {Options} */
    this.options = { depth: 2, algorithm: 'alphabeta', evaluation: 'standard', order: 'generation' };
    /** The search that is stepped through. @type {Steps | null} */
    this.search = null;
    /** Which node of minimax each node of alpha-beta is, where both are shown. @type {number[] | null} */
    this.same = null;
    this.asked = '';
    this.step = 0;
    /** @type {AbortController | null} */
    this.loading = null;
    this.timer = 0;
    this.flip = false;
    this.predicting = false;
    this.board = new Board(line.board, menOf(catalogue, line.game), {});
    this.drawing = new TreeDrawing({ id: 'tree-svg', label: 'Search tree', choose: (id) => this.jump(id) });
    this.whole = new TreeDrawing({ id: 'tree-whole', label: 'Search tree of minimax' });
    this.prediction = new Prediction(() => this.toStep(this.step + 1));
    this.parts = this.build();
    this.element = this.parts.element;
  }

  build() {
    const depths = Array.from({ length: this.catalogue.limits.tree_depth }, (_, index) => ({
      value: String(index + 1),
      text: String(index + 1),
    }));
    const depth = select('tree-depth', depths, '2', () => this.goTo({ depth: Number(depth.value), step: 0 }));
    const algorithm = select('tree-algorithm', ALGORITHMS, 'alphabeta', () => this.goTo({ algorithm: algorithm.value, step: 0 }));
    const evaluation = select('tree-evaluation', EVALUATIONS, 'standard', () => this.goTo({ evaluation: evaluation.value, step: 0 }));
    const order = select('tree-order', ALL_ORDERS, 'generation', () => this.goTo({ order: order.value, step: 0 }));
    const speed = select('tree-speed', SPEEDS, '500', () => {
      if (this.timer !== 0) this.play(true);
    });
    const zoom = select('tree-zoom', ZOOMS, recall('always', 'tree-zoom', '1'), () => {
      remember('always', 'tree-zoom', zoom.value);
      resize();
      this.drawing.keepInSight(this.step);
    });
    const predict = button('tree-predict', 'Predict', () => this.goTo({ predict: !this.predicting }), { 'aria-pressed': 'false' });
    const play = button('tree-play', 'Play', () => this.play(this.timer === 0), { class: 'primary' });
    const back = button('tree-back', 'Back', () => this.toStep(this.step - 1));
    const step = button('tree-step', 'Step', () => this.toStep(this.step + 1));
    const begin = button('tree-begin', 'From the start', () => this.toStep(0));
    const end = button('tree-end', 'Show all', () => this.toStep(this.search?.length ?? 0));
    const save = el('a', { id: 'tree-export', class: 'button', download: 'tree.svg', href: '#' }, 'Export SVG');
    save.addEventListener('click', (event) => {
      if (save.href.length <= LONGEST_ADDRESS) return;
      event.preventDefault();
      say('This position has too long a history for a picture.', 'refusal');
    });
    const { game, cells, side } = this.line;
    const setUp = el('a', { id: 'tree-position', class: 'button', title: 'Set up another position', href: address('editor', { game, cells, side }) }, 'Set up');
    const why = el('p', { id: 'tree-why', 'aria-live': 'polite' });
    const count = el('p', { class: 'quiet', id: 'tree-count' });
    const [caption, wholeCaption] = [el('figcaption', { id: 'tree-caption' }), el('figcaption', { id: 'tree-whole-caption' })];
    const wholeFigure = el('figure', { class: 'tree-figure' }, wholeCaption, this.whole.element);
    const figures = el('div', { class: 'tree-figures' }, wholeFigure, el('figure', { class: 'tree-figure' }, caption, this.drawing.element));
    const resize = () => {
      setAttribute(figures, 'data-whole', zoom.value === WHOLE);
      figures.style.setProperty('--zoom', zoom.value === WHOLE ? '1' : zoom.value);
    };
    resize();
    const element = el(
      'div',
      { class: 'tree' },
      el(
        'div',
        { class: 'tree-side' },
        el('h1', {}, this.title),
        el('div', { class: 'row end' }, ...gameFields('tree', this.catalogue, this.line.game, (game) => this.goTo({ step: 0 }, { game, position: 'startpos', moves: [] }))),
        el('div', { class: 'row end' }, field('Depth', depth), field('Search', algorithm), field('Evaluation', evaluation)),
        el('div', { class: 'row end' }, field('Order of moves', order), field('Speed', speed), field('Size of the tree', zoom)),
        el('div', { class: 'row' }, play, back, step, predict, setUp),
        el('div', { class: 'row' }, begin, end, save),
      ),
      // Above the words, which differ in height: the answers keep their place. On a phone it stands above the tree that it is about.
      this.prediction.element,
      el('div', { class: 'tree-words' }, why, count),
      figures,
      el('div', { class: 'tree-board' }, this.board.element),
    );
    return { element, depth, algorithm, evaluation, order, speed, predict, play, back, step, begin, end, save, why, count, caption, wholeCaption, wholeFigure, figures };
  }

  close() {
    clearInterval(this.timer);
    this.loading?.abort();
  }

  // ---- Addresses.

  /** @param {Partial<Options & { step: number, predict: boolean }>} to */
  goTo({ step = this.step, predict = this.predicting, ...options }, place = this.place) {
    const { depth, algorithm, evaluation, order } = { ...this.options, ...options };
    go(
      placeAddress('tree', place, {
        depth,
        algorithm,
        evaluation: evaluation === 'standard' ? null : evaluation,
        order: order === 'generation' ? null : order,
        predict,
        step: step === 0 ? null : step,
        flip: this.flip,
      }),
      place === this.place,
    );
  }

  /** @param {Route} route */
  update({ params }) {
    const place = placeOf(params, defaultGame(this.catalogue));
    if (JSON.stringify(place) !== JSON.stringify(this.place)) return false;
    this.take(params);
    return true;
  }

  /** @param {URLSearchParams} params */
  take(params) {
    const deepest = this.catalogue.limits.tree_depth;
    this.flip = params.get('flip') === '1';
    this.predicting = params.get('predict') === '1';
    this.options = {
      depth: Math.max(1, Math.min(deepest, Number(params.get('depth') ?? 2) || 2)),
      algorithm: oneOf(params, 'algorithm', ALGORITHMS, 'alphabeta'),
      evaluation: oneOf(params, 'evaluation', EVALUATIONS, 'standard'),
      order: oneOf(params, 'order', ALL_ORDERS, 'generation'),
    };
    const { depth, algorithm, evaluation, order, predict, save, wholeFigure, figures } = this.parts;
    depth.value = String(this.options.depth);
    algorithm.value = this.options.algorithm;
    evaluation.value = this.options.evaluation;
    order.value = this.options.order;
    setAttribute(predict, 'aria-pressed', String(this.predicting));
    const both = this.options.algorithm === 'both';
    wholeFigure.hidden = !both;
    setAttribute(figures, 'data-two', both);
    api.treePicture(save, this.place, { ...this.options, algorithm: both ? 'alphabeta' : this.options.algorithm });
    offer(this.place, { flip: this.flip, cells: this.line.cells, side: this.line.side });
    const step = Number(params.get('step') ?? 0) || 0;
    const key = JSON.stringify(this.options);
    if (key !== this.asked) void this.load(key, step);
    else this.show(step);
  }

  /** @param {string} key @param {number} step */
  async load(key, step) {
    this.play(false);
    this.asked = key;
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    say('Searching…');
    try {
      const both = this.options.algorithm === 'both';
      const ask = (/** @type {string} */ algorithm) => api.tree(this.place, { ...this.options, algorithm }, loading.signal);
      const [tree, whole] = await Promise.all([ask(both ? 'alphabeta' : this.options.algorithm), both ? ask('minimax') : null]);
      if (this.loading !== loading) return;
      this.parts.play.disabled = false;
      this.parts.save.hidden = false;
      this.draw(tree, whole);
      if (this.problem !== null) fail(this.problem);
      this.problem = null;
      this.show(step);
    } catch (error) {
      if (this.loading !== loading) return;
      fail(error);
      if (!isAborted(error)) this.showNothing(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Tree} tree @param {Tree | null} whole the tree of minimax, if it stands beside */
  draw(tree, whole) {
    const { depth } = this.options;
    this.search = this.drawing.draw(tree);
    this.prediction.start();
    const [name, count] = [this.options.algorithm === 'minimax' ? 'Minimax' : 'Alpha-beta', tree.positions];
    setText(this.parts.caption, `${name}: ${counted(count, 'position')}`);
    if (whole === null) {
      this.same = null;
      this.whole.clear();
      say(`${name} to depth ${depth} visits ${counted(count, 'position')}.`);
      return;
    }
    const { same, skipped } = compare(new Steps(whole), this.search);
    this.same = same;
    this.whole.draw(whole, skipped);
    setText(this.parts.wholeCaption, `Minimax: ${whole.positions} positions`);
    say(`Minimax to depth ${depth} visits ${whole.positions} positions, alpha-beta ${count}.`);
  }

  /** There is no tree to show, only the position that it would begin with. @param {string} why */
  showNothing(why) {
    this.search = null;
    this.step = 0;
    const { play, back, step, begin, end, save, why: words, count, caption, wholeCaption } = this.parts;
    for (const control of [play, back, step, begin, end]) control.disabled = true;
    save.hidden = true;
    setText(words, `${capital(why)}.`);
    for (const part of [count, caption, wholeCaption]) setText(part, '');
    this.prediction.ask(null, 0);
    this.drawing.clear();
    this.whole.clear();
    void this.showBoard(0);
  }

  // ---- Stepping.

  /** @param {number} step */
  toStep(step) {
    const last = this.search?.length ?? 0;
    const next = Math.max(0, Math.min(step, last));
    if (next === last) this.play(false);
    this.goTo({ step: next });
  }

  /** @param {number} id */
  jump(id) {
    const at = this.search?.doneAt[id];
    if (at !== undefined) this.toStep(at + 1);
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    setText(this.parts.play, on ? 'Pause' : 'Play');
    if (!on) return;
    if (this.step >= (this.search?.length ?? 0)) this.toStep(0);
    this.timer = window.setInterval(() => {
      // Whoever wants to predict is waited for.
      if (this.prediction.isOpen) this.play(false);
      else this.toStep(this.step + 1);
    }, Number(this.parts.speed.value));
  }

  /** Shows the search after a number of steps. @param {number} wanted */
  show(wanted) {
    const { search } = this;
    if (search === null) return;
    this.step = Math.max(0, Math.min(wanted, search.length));
    this.prediction.ask(this.predicting ? search : null, this.step);
    const now = search.steps[this.step - 1];
    // What is known of an open node so far would tell its value.
    const isOpen = (/** @type {number} */ id) => search.isEntered(id, this.step) && !search.isDone(id, this.step);
    const hidden = new Set(this.predicting ? search.nodes.filter(({ id }) => isOpen(id)).map(({ id }) => id) : []);
    this.drawing.show(this.step, { hidden });
    if (this.prediction.node !== null) this.drawing.look(this.prediction.node);
    this.showWhole(now, hidden);
    const { back, step, begin, end, why, count } = this.parts;
    back.disabled = begin.disabled = this.step === 0;
    step.disabled = end.disabled = this.step === search.length;
    setText(why, search.words(this.step, !this.predicting));
    // How much is left would tell what will be cut off.
    const of = (/** @type {number} */ all) => (this.predicting ? '' : ` of ${all}`);
    const visited = search.visited(this.step);
    const things = visited === 1 && this.predicting ? 'position' : 'positions';
    setText(count, `Step ${this.step}${of(search.length)}; ${visited}${of(search.tree.positions)} ${things} visited.`);
    void this.showBoard(now?.id ?? 0);
  }

  /**
   * Shows minimax at the same node; it has visited by then what alpha-beta has cut off.
   * @param {import('./tree-model.js').Step | undefined} now
   * @param {Set<number>} hidden
   */
  showWhole(now, hidden) {
    const { same, whole } = this;
    if (same === null || whole.search === null) return;
    const twin = now === undefined ? undefined : same[now.id];
    const at = twin === undefined ? -1 : ((now?.done ? whole.search.doneAt[twin] : whole.search.enteredAt[twin]) ?? -1);
    whole.show(at + 1, { hidden: new Set([...hidden].map((id) => same[id] ?? -1)) });
  }

  /** @param {number} id */
  async showBoard(id) {
    const mine = this.step;
    const moves = this.search?.movesTo(id) ?? [];
    try {
      const line = await api.line({ ...this.place, moves: [...this.place.moves, ...moves] });
      if (mine !== this.step) return;
      const last = moves.length > 0 ? (line.plies.at(-1) ?? null) : null;
      this.board.show({ cells: cellsAt(line, line.plies.length), last, flipped: this.flip });
    } catch (error) {
      fail(error);
    }
  }
}
