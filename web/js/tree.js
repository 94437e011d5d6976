// The tree that a search visits, for teaching: node by node in the order of the search, with values that back up and branches that
// are cut off.

import { api, isAborted } from './api.js';
import { Board } from './board.js';
import { defaultGame, menOf, titleOf } from './catalogue.js';
import { gameFields } from './chooser.js';
import { button, el, field, keepInSight, select, setAttribute, setText, svg } from './dom.js';
import { cellsAt, otherSide } from './position.js';
import { address, fail, go, lineOrStart, offer, placeAddress, placeOf, say } from './shell.js';
import { capital, sideName } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./api.js').TreeNode} TreeNode */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */
/** @typedef {{ box: SVGGElement, value: SVGTextElement, edge: SVGPathElement | null, cut: SVGElement[] }} Drawn */
/** One step of the search: a node is entered, or its value is known. @typedef {{ id: number, done: boolean }} Step */

const [ROW, TALL, GAP] = [34, 28, 50];
/** How wide a box is; alpha and beta need room. */
const WIDTHS = { minimax: 140, alphabeta: 230 };
/** The longest address that servers take. */
const LONGEST_ADDRESS = 65_000;
const SPEEDS = [
  { value: '1200', text: 'slowly' },
  { value: '500', text: 'steadily' },
  { value: '120', text: 'quickly' },
];

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
    this.options = { depth: 2, algorithm: 'alphabeta', evaluation: 'standard' };
    /** @type {Tree | null} */
    this.tree = null;
    this.asked = '';
    /** @type {Step[]} */
    this.steps = [];
    this.step = 0;
    /** @type {TreeNode[][]} */
    this.children = [];
    /** When each node is entered and when its value is known, by steps. @type {number[]} */
    this.enteredAt = [];
    /** @type {number[]} */
    this.doneAt = [];
    /** The drawing of each node. @type {Drawn[]} */
    this.drawn = [];
    /** The step that the drawing shows; null when it is new. @type {number | null} */
    this.shown = null;
    this.box = WIDTHS.minimax;
    /** @type {AbortController | null} */
    this.loading = null;
    this.timer = 0;
    this.flip = false;
    this.board = new Board(line.board, menOf(catalogue, line.game), {});
    this.parts = this.build();
    this.element = this.parts.element;
  }

  build() {
    const depths = Array.from({ length: this.catalogue.limits.tree_depth }, (_, index) => ({
      value: String(index + 1),
      text: String(index + 1),
    }));
    const depth = select('tree-depth', depths, '2', () => this.goTo({ depth: Number(depth.value), step: 0 }));
    const algorithm = select(
      'tree-algorithm',
      [
        { value: 'minimax', text: 'Minimax' },
        { value: 'alphabeta', text: 'Alpha-beta' },
      ],
      'alphabeta',
      () => this.goTo({ algorithm: algorithm.value, step: 0 }),
    );
    const evaluation = select(
      'tree-evaluation',
      [
        { value: 'standard', text: 'Standard' },
        { value: 'material', text: 'Material' },
      ],
      'standard',
      () => this.goTo({ evaluation: evaluation.value, step: 0 }),
    );
    const speed = select('tree-speed', SPEEDS, '500', () => {
      if (this.timer !== 0) this.play(true);
    });
    const play = button('tree-play', 'Play', () => this.play(this.timer === 0), { class: 'primary' });
    const back = button('tree-back', 'Back', () => this.toStep(this.step - 1));
    const step = button('tree-step', 'Step', () => this.toStep(this.step + 1));
    const begin = button('tree-begin', 'From the start', () => this.toStep(0));
    const end = button('tree-end', 'Show all', () => this.toStep(this.steps.length));
    const save = el('a', { id: 'tree-export', class: 'button', download: 'tree.svg', href: '#' }, 'Export SVG');
    save.addEventListener('click', (event) => {
      if (save.href.length <= LONGEST_ADDRESS) return;
      event.preventDefault();
      say('This position has too long a history for a picture.', 'refusal');
    });
    const why = el('p', { id: 'tree-why', 'aria-live': 'polite' });
    const count = el('p', { class: 'quiet', id: 'tree-count' });
    const picture = svg('svg', { id: 'tree-svg', role: 'img', 'aria-label': 'Search tree' });
    const box = el('div', { class: 'tree-box', role: 'region', 'aria-label': 'Search tree', tabindex: 0 }, picture);
    const element = el(
      'div',
      { class: 'tree' },
      el(
        'div',
        { class: 'tree-side' },
        el('h1', {}, this.title),
        el('div', { class: 'row end' }, ...gameFields('tree', this.catalogue, this.line.game, (game) => go(address('tree', { game })))),
        el('div', { class: 'row end' }, field('Depth', depth), field('Search', algorithm), field('Evaluation', evaluation)),
        el('div', { class: 'row' }, play, back, step, begin, end),
        el('div', { class: 'row end' }, field('Speed', speed), save),
        why,
        count,
        this.board.element,
      ),
      box,
    );
    return { element, depth, algorithm, evaluation, speed, play, back, step, begin, end, save, why, count, picture, box };
  }

  close() {
    clearInterval(this.timer);
    this.loading?.abort();
  }

  // ---- Addresses.

  /** @param {Partial<{ depth: number, algorithm: string, evaluation: string, step: number }>} to */
  goTo({ depth = this.options.depth, algorithm = this.options.algorithm, evaluation = this.options.evaluation, step = this.step }) {
    go(
      placeAddress('tree', this.place, {
        depth,
        algorithm,
        evaluation: evaluation === 'standard' ? null : evaluation,
        step: step === 0 ? null : step,
        flip: this.flip,
      }),
      true,
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
    this.options = {
      depth: Math.max(1, Math.min(deepest, Number(params.get('depth') ?? 2) || 2)),
      algorithm: params.get('algorithm') === 'minimax' ? 'minimax' : 'alphabeta',
      evaluation: params.get('evaluation') === 'material' ? 'material' : 'standard',
    };
    this.parts.depth.value = String(this.options.depth);
    this.parts.algorithm.value = this.options.algorithm;
    this.parts.evaluation.value = this.options.evaluation;
    this.parts.save.href = api.treePicture(this.place, this.options);
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
      const tree = await api.tree(this.place, this.options, loading.signal);
      if (this.loading !== loading) return;
      this.tree = tree;
      this.parts.play.disabled = false;
      this.parts.save.hidden = false;
      this.grow(tree);
      say(
        `${this.options.algorithm === 'minimax' ? 'Minimax' : 'Alpha-beta'} to depth ${tree.depth} visits ${tree.positions} positions. Press Step or Play.`,
      );
      if (this.problem !== null) fail(this.problem);
      this.problem = null;
      this.show(step);
    } catch (error) {
      if (this.loading !== loading) return;
      fail(error);
      if (!isAborted(error)) this.showNothing(error instanceof Error ? error.message : String(error));
    }
  }

  /** There is no tree to show, only the position that it would begin with. @param {string} why */
  showNothing(why) {
    this.tree = null;
    this.steps = [];
    this.step = 0;
    const { play, back, step, begin, end, save, why: words, count, picture } = this.parts;
    for (const control of [play, back, step, begin, end]) control.disabled = true;
    save.hidden = true;
    setText(words, `${capital(why)}.`);
    setText(count, '');
    picture.replaceChildren();
    void this.showBoard(0);
  }

  // ---- The tree.

  /** Orders the steps and draws the whole tree. @param {Tree} tree */
  grow({ nodes }) {
    this.children = nodes.map(() => []);
    for (const node of nodes) if (node.parent !== null) this.children[node.parent]?.push(node);
    this.box = nodes[0]?.alpha == null ? WIDTHS.minimax : WIDTHS.alphabeta;
    this.steps = [];
    this.drawn = [];
    this.enteredAt = [];
    this.doneAt = [];
    this.shown = null;
    let row = 0;
    /** @type {Map<number, number>} */
    const heights = new Map();
    const [lines, boxes] = [svg('g', {}), svg('g', {})];
    /** @param {TreeNode} node */
    const walk = (node) => {
      const below = this.children[node.id] ?? [];
      if (below.length > 0) this.steps.push({ id: node.id, done: false });
      const ends = [];
      for (const child of below) {
        walk(child);
        ends.push(heights.get(child.id) ?? 0);
      }
      if (node.cut !== null) {
        ends.push(row * ROW);
        row += 1;
      }
      this.steps.push({ id: node.id, done: true });
      if (ends.length === 0) {
        heights.set(node.id, row * ROW);
        row += 1;
      } else {
        heights.set(node.id, ((ends[0] ?? 0) + (ends.at(-1) ?? 0)) / 2);
      }
      const cutAt = node.cut === null ? null : (ends.at(-1) ?? 0);
      this.drawn[node.id] = this.drawNode(node, heights.get(node.id) ?? 0, cutAt, lines, boxes);
      for (const child of below) this.drawEdge(node, child, heights, lines);
    };
    const [root] = nodes;
    if (root !== undefined) walk(root);
    this.steps.forEach(({ id, done }, step) => {
      this.enteredAt[id] = done && this.children[id]?.length ? (this.enteredAt[id] ?? step) : step;
      if (done) this.doneAt[id] = step;
    });
    const depth = Math.max(0, ...nodes.map(({ ply }) => ply));
    const cuts = nodes.some(({ cut, ply }) => cut !== null && ply === depth) ? 1 : 0;
    const [width, height] = [this.left(depth + cuts) + this.box + 12, row * ROW + 50];
    const heads = Array.from({ length: depth + 1 }, (_, ply) =>
      svg('text', { class: 'tree-head', x: this.left(ply), y: 18 }, this.headOf(ply, depth)),
    );
    const { picture } = this.parts;
    setAttribute(picture, 'viewBox', `0 0 ${width} ${height}`);
    setAttribute(picture, 'width', width);
    setAttribute(picture, 'height', height);
    picture.replaceChildren(...heads, lines, boxes);
  }

  /** Where the boxes of a ply begin. @param {number} ply */
  left(ply) {
    return 12 + ply * (this.box + GAP);
  }

  /** @param {number} ply @param {number} depth */
  headOf(ply, depth) {
    const side = this.sideAt(ply);
    return ply === depth ? `ply ${ply}` : `ply ${ply}: ${sideName(side)}, ${ply % 2 === 0 ? 'highest' : 'lowest'}`;
  }

  /** @param {number} ply */
  sideAt(ply) {
    const side = this.tree?.side ?? this.line.side;
    return ply % 2 === 0 ? side : otherSide(side);
  }

  /**
   * @param {TreeNode} node
   * @param {number} height
   * @param {number | null} cutAt
   * @param {Element} lines
   * @param {Element} boxes
   * @returns {Drawn}
   */
  drawNode(node, height, cutAt, lines, boxes) {
    const [x, y] = [this.left(node.ply), 40 + height];
    const value = svg('text', { class: 'node-value', x: this.box - 10, y: 19 });
    const box = svg(
      'g',
      {
        class: `node ${node.max ? 'max' : 'min'} ${node.kind}${node.parent === null ? ' root' : ''}`,
        transform: `translate(${x} ${y - TALL / 2})`,
        'data-node': node.id,
        click: () => this.jump(node.id),
      },
      svg('rect', { width: this.box, height: TALL, rx: node.max ? 4 : TALL / 2 }),
      svg('text', { class: 'node-move', x: 10, y: 19 }, node.move ?? 'root'),
      node.alpha !== null &&
        node.kind === 'inner' &&
        svg('text', { class: 'node-window', x: this.box / 2 + 4, y: 18 }, `${node.alpha} … ${node.beta}`),
      value,
    );
    boxes.append(box);
    /** @type {SVGElement[]} */
    const cut = [];
    if (node.cut !== null && cutAt !== null) {
      const words =
        node.cut.unsearched.length === 1 ? `cut: ${node.cut.unsearched[0]}` : `cut: ${node.cut.unsearched.length} moves`;
      const line = edge(x + this.box, y, 40 + cutAt, 'edge cut');
      const end = svg(
        'g',
        { class: 'cut-off', transform: `translate(${x + this.box + GAP} ${40 + cutAt - TALL / 2})` },
        svg('title', {}, node.cut.unsearched.join(' ')),
        svg('path', { d: `M0 ${TALL / 2 - 7}L0 ${TALL / 2 + 7}` }),
        svg('text', { x: 8, y: 19 }, words),
      );
      lines.append(line);
      boxes.append(end);
      cut.push(line, end);
    }
    return { box, value, edge: null, cut };
  }

  /** @param {TreeNode} node @param {TreeNode} child @param {Map<number, number>} heights @param {Element} lines */
  drawEdge(node, child, heights, lines) {
    const line = edge(
      this.left(node.ply) + this.box,
      40 + (heights.get(node.id) ?? 0),
      40 + (heights.get(child.id) ?? 0),
      'edge',
    );
    const drawn = this.drawn[child.id];
    if (drawn) drawn.edge = line;
    lines.append(line);
  }

  // ---- Stepping.

  /** @param {number} step */
  toStep(step) {
    const next = Math.max(0, Math.min(step, this.steps.length));
    if (next === this.steps.length) this.play(false);
    this.goTo({ step: next });
  }

  /** @param {number} id */
  jump(id) {
    const at = this.steps.findIndex((step) => step.id === id && step.done);
    if (at >= 0) this.toStep(at + 1);
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    setText(this.parts.play, on ? 'Pause' : 'Play');
    if (!on) return;
    if (this.step >= this.steps.length) this.toStep(0);
    this.timer = window.setInterval(() => this.toStep(this.step + 1), Number(this.parts.speed.value));
  }

  /** @param {number} id */
  isEntered(id) {
    return (this.enteredAt[id] ?? Infinity) < this.step;
  }

  /** @param {number} id */
  isDone(id) {
    return (this.doneAt[id] ?? Infinity) < this.step;
  }

  /** Shows the search after a number of steps. @param {number} wanted */
  show(wanted) {
    const { tree } = this;
    if (tree === null) return;
    const before = this.shown;
    this.step = Math.max(0, Math.min(wanted, this.steps.length));
    this.shown = this.step;
    const now = this.steps[this.step - 1];
    for (const id of this.changed(before, tree)) this.showNode(id, tree, now?.id ?? -1);
    const { back, step, begin, end, why, count, box } = this.parts;
    back.disabled = begin.disabled = this.step === 0;
    step.disabled = end.disabled = this.step === this.steps.length;
    setText(why, this.words(now));
    const entered = this.enteredAt.filter((at) => at < this.step).length;
    setText(count, `Step ${this.step} of ${this.steps.length}; ${entered} of ${tree.positions} positions visited.`);
    const shown = this.drawn[now?.id ?? 0]?.box;
    if (shown) keepInSight(box, shown, 24);
    void this.showBoard(now?.id ?? 0);
  }

  /**
   * The nodes that look different from the step shown before: only few nodes of a large tree do.
   * @param {number | null} before
   * @param {Tree} tree
   */
  changed(before, tree) {
    const last = this.steps.length;
    if (before === null || before === last || this.step === last) return tree.nodes.keys();
    const between = this.steps.slice(Math.max(0, Math.min(before, this.step) - 1), Math.max(before, this.step));
    return new Set(between.flatMap(({ id }) => [id, tree.nodes[id]?.parent ?? id]));
  }

  /** @param {number} id @param {Tree} tree @param {number} now */
  showNode(id, tree, now) {
    const [node, drawn] = [tree.nodes[id], this.drawn[id]];
    if (node === undefined || drawn === undefined) return;
    const state = this.isDone(id) ? 'done' : this.isEntered(id) ? 'open' : 'ahead';
    const principal = this.step === this.steps.length && node.principal;
    setAttribute(drawn.box, 'data-state', state);
    setAttribute(drawn.box, 'data-now', id === now);
    setAttribute(drawn.box, 'data-principal', principal);
    setText(drawn.value, state === 'done' ? boundText(node) : state === 'open' ? this.soFar(node) : '');
    if (drawn.edge) {
      setAttribute(drawn.edge, 'data-state', state);
      setAttribute(drawn.edge, 'data-principal', principal);
    }
    for (const part of drawn.cut) setAttribute(part, 'data-state', state === 'done' ? 'done' : 'ahead');
  }

  /** What is known of a node whose moves are being searched. @param {TreeNode} node */
  soFar(node) {
    const known = (this.children[node.id] ?? []).filter(({ id }) => this.isDone(id));
    const [first, ...others] = known;
    if (first === undefined) return '…';
    const best = others.reduce(
      (found, child) => ((node.max ? child.value > found.value : child.value < found.value) ? child : found),
      first,
    );
    return `${node.max ? '≥' : '≤'} ${best.text}`;
  }

  /** @param {number} id @returns {string[]} */
  movesTo(id) {
    const node = this.tree?.nodes[id];
    return node?.move == null || node.parent === null ? [] : [...this.movesTo(node.parent), node.move];
  }

  /** @param {number} id */
  async showBoard(id) {
    const mine = this.step;
    const moves = this.movesTo(id);
    try {
      const line = await api.line({ ...this.place, moves: [...this.place.moves, ...moves] });
      if (mine !== this.step) return;
      const last = moves.length > 0 ? (line.plies.at(-1) ?? null) : null;
      this.board.show({ cells: cellsAt(line, line.plies.length), last, flipped: this.flip });
    } catch (error) {
      fail(error);
    }
  }

  /**
   * What this step does, in words.
   * @param {Step | undefined} now
   */
  words(now) {
    const node = now && this.tree?.nodes[now.id];
    if (!now || !node)
      return 'Each box is a position; its number is its value for the side that moves at the root. Press Step to visit the first.';
    const where = node.move === null ? 'the root' : this.movesTo(node.id).join(' ');
    const side = sideName(this.sideAt(node.ply));
    const aim = node.max ? 'highest' : 'lowest';
    if (!now.done) {
      const window = node.alpha === null ? '' : ` Alpha is ${node.alpha}, beta ${node.beta}: only a value between them matters.`;
      return `At ${where} ${side} is to move and wants the ${aim} value.${window}`;
    }
    const parent = node.parent === null ? null : this.tree?.nodes[node.parent];
    const up = parent
      ? ` ${parent.move === null ? 'The root' : `The position before, after ${this.movesTo(parent.id).join(' ')},`} now has ${this.soFar(parent)}.`
      : '';
    if (node.kind === 'finished') return `After ${where} the game is over: ${node.reason ?? ''} Its value is ${node.text}.${up}`;
    if (node.kind === 'horizon') return `After ${where} the depth is reached. The evaluation says ${node.text}.${up}`;
    if (node.cut !== null) return `Cut off at ${where}. ${node.cut.text} Not searched: ${node.cut.unsearched.join(', ')}.${up}`;
    return `All moves at ${where} are searched: the ${aim} value is ${boundText(node)}.${up}`;
  }
}

/** @param {TreeNode} node */
const boundText = ({ bound, text }) => (bound === 'exact' ? text : `${bound === 'least' ? '≥' : '≤'} ${text}`);

/** @param {number} x @param {number} y @param {number} to @param {string} name */
function edge(x, y, to, name) {
  const middle = x + GAP / 2;
  return svg('path', { class: name, d: `M${x} ${y}C${middle} ${y} ${middle} ${to} ${x + GAP} ${to}` });
}
