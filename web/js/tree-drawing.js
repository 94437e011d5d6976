// Draws a search tree: boxes for positions, one column for each ply, as the search has left them after any step. The tree view and the
// course share it.

import { el, keepInSight, setAttribute, setText, svg } from './dom.js';
import { Steps, boundText } from './tree-model.js';
import { sideName } from './words.js';

/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./api.js').TreeNode} TreeNode */
/** @typedef {{ box: SVGGElement, value: SVGTextElement, edge: SVGPathElement | null, cut: SVGElement[] }} Drawn */
/** What another search does not visit, with the reason where a branch begins. @typedef {Map<number, { text: string, why: string } | null>} Skipped */

const [ROW, TALL, GAP] = [34, 28, 34];
const TOP = 40;
/** How wide letters are, about: of moves and values, and of windows. */
const [LETTER, SMALL_LETTER] = [8.2, 8];
const LEAST_BOX = 96;
/** Between the edge of a box and its text, and between texts. */
const PAD = 8;

/** A drawing of one tree. */
export class TreeDrawing {
  /**
   * @param {object} options
   * @param {string} options.id of the picture
   * @param {string} options.label
   * @param {(id: number) => void} [options.choose] somebody has pressed a node
   */
  constructor({ id, label, choose = () => {} }) {
    this.choose = choose;
    this.picture = svg('svg', { id, class: 'tree-svg', role: 'img', 'aria-label': label });
    this.heads = svg('g', {});
    this.element = el('div', { class: 'tree-box', role: 'group', 'aria-label': label, tabindex: 0, scroll: () => this.keepHeads() }, this.picture);
    /** @type {Steps | null} */
    this.search = null;
    /** The drawing of each node. @type {Drawn[]} */
    this.drawn = [];
    /** The step that the drawing shows; null when it is new. @type {number | null} */
    this.shown = null;
    /** @type {Skipped} */
    this.skipped = new Map();
    /** How wide the boxes of each ply are. @type {number[]} */
    this.widths = [];
  }

  /** Draws nothing. */
  clear() {
    this.search = null;
    this.drawn = [];
    this.shown = null;
    this.picture.replaceChildren();
  }

  /**
   * Draws a tree, before its first step.
   * @param {Tree} tree
   * @param {Skipped} [skipped] what is greyed
   * @returns {Steps}
   */
  draw(tree, skipped = new Map()) {
    const search = new Steps(tree);
    this.search = search;
    this.skipped = skipped;
    this.drawn = [];
    this.shown = null;
    this.widths = Array.from({ length: search.depth + 1 }, (_, ply) => boxWidth(search, ply, skipped));
    const [lines, boxes] = [svg('g', {}), svg('g', {})];
    const rows = this.place(search, lines, boxes);
    const cuts = tree.nodes.some(({ cut, ply }) => cut !== null && ply === search.depth) ? 1 : 0;
    const [width, height] = [this.left(search.depth + cuts) + (this.widths[search.depth] ?? LEAST_BOX) + 12, rows * ROW + 50];
    const heads = Array.from({ length: search.depth + 1 }, (_, ply) =>
      svg('text', { class: 'tree-head', x: this.left(ply), y: 18 }, headOf(search, ply)),
    );
    this.heads.replaceChildren(svg('rect', { class: 'tree-heads', width, height: TOP - TALL / 2 }), ...heads);
    setAttribute(this.picture, 'viewBox', `0 0 ${width} ${height}`);
    // The least width, which grows with the letters of the page. Where there is room, the picture is larger.
    this.picture.style.setProperty('--wide', `${width / 16}rem`);
    this.picture.replaceChildren(lines, boxes, this.heads);
    this.keepHeads();
    return search;
  }

  /** The heads of the columns stay in sight while a long tree is scrolled. */
  keepHeads() {
    const scale = this.picture.viewBox.baseVal.width / this.picture.clientWidth;
    setAttribute(this.heads, 'transform', `translate(0 ${Number.isFinite(scale) ? this.element.scrollTop * scale : 0})`);
  }

  /** Gives every node its place; how many rows they take. @param {Steps} search @param {Element} lines @param {Element} boxes */
  place(search, lines, boxes) {
    let row = 0;
    /** @type {Map<number, number>} */
    const heights = new Map();
    /** @param {TreeNode} node */
    const walk = (node) => {
      const below = search.childrenOf(node.id);
      const ends = [];
      for (const child of below) {
        walk(child);
        ends.push(heights.get(child.id) ?? 0);
      }
      if (node.cut !== null || ends.length === 0) {
        ends.push(row * ROW);
        row += 1;
      }
      const last = ends.at(-1) ?? 0;
      heights.set(node.id, ((ends[0] ?? 0) + last) / 2);
      this.drawn[node.id] = this.drawNode(node, heights.get(node.id) ?? 0, node.cut === null ? null : last, lines, boxes);
      for (const child of below) this.drawEdge(node, child, heights, lines);
    };
    const [root] = search.nodes;
    if (root !== undefined) walk(root);
    return row;
  }

  /** Where the boxes of a ply begin. @param {number} ply */
  left(ply) {
    return this.widths.slice(0, ply).reduce((left, width) => left + width + GAP, 12);
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
    const [x, y, wide] = [this.left(node.ply), TOP + height, this.widths[node.ply] ?? LEAST_BOX];
    const value = svg('text', { class: 'node-value', x: wide - PAD, y: 19 });
    const name = node.move ?? 'root';
    const skipped = this.skipped.get(node.id);
    const beside = besideText(node, skipped);
    const box = svg(
      'g',
      {
        class: `node ${node.max ? 'max' : 'min'} ${node.kind}${node.parent === null ? ' root' : ''}`,
        transform: `translate(${x} ${y - TALL / 2})`,
        'data-node': node.id,
        'data-skipped': this.skipped.has(node.id),
        click: () => this.choose(node.id),
      },
      skipped ? svg('title', {}, skipped.why) : null,
      svg('rect', { width: wide, height: TALL, rx: node.max ? 4 : TALL / 2 }),
      svg('text', { class: 'node-move', x: PAD, y: 19 }, name),
      beside !== '' && svg('text', { class: skipped ? 'node-reason' : 'node-window', x: 2 * PAD + name.length * LETTER, y: 18 }, beside),
      value,
    );
    boxes.append(box);
    return { box, value, edge: null, cut: cutAt === null ? [] : this.drawCut(node, x + wide, y, TOP + cutAt, lines, boxes) };
  }

  /** The end of a branch that was cut off. @param {TreeNode} node @param {number} x @param {number} y @param {number} to @param {Element} lines @param {Element} boxes */
  drawCut({ cut }, x, y, to, lines, boxes) {
    if (cut === null) return [];
    const { unsearched, text } = cut;
    const words = unsearched.length === 1 ? `cut: ${unsearched[0]}` : `cut: ${unsearched.length} moves`;
    const line = edge(x, y, to, 'edge cut');
    const end = svg(
      'g',
      { class: 'cut-off', transform: `translate(${x + GAP} ${to - TALL / 2})` },
      svg('title', {}, `${unsearched.join(' ')}: ${text}`),
      svg('path', { d: `M0 ${TALL / 2 - 7}L0 ${TALL / 2 + 7}` }),
      svg('text', { x: 8, y: 19 }, words),
    );
    lines.append(line);
    boxes.append(end);
    return [line, end];
  }

  /** @param {TreeNode} node @param {TreeNode} child @param {Map<number, number>} heights @param {Element} lines */
  drawEdge(node, child, heights, lines) {
    const [from, to] = [heights.get(node.id) ?? 0, heights.get(child.id) ?? 0];
    const line = edge(this.left(node.ply) + (this.widths[node.ply] ?? LEAST_BOX), TOP + from, TOP + to, 'edge');
    setAttribute(line, 'data-skipped', this.skipped.has(child.id));
    const drawn = this.drawn[child.id];
    if (drawn) drawn.edge = line;
    lines.append(line);
  }

  // ---- States.

  /**
   * Shows the search after a number of steps.
   * @param {number} step
   * @param {{ hidden?: Set<number>, now?: number | null }} [more] nodes whose values are not told, and the node that is marked, if it is
   * not that of the last step
   */
  show(step, { hidden = new Set(), now } = {}) {
    const { search } = this;
    if (search === null) return;
    const last = now === undefined ? (search.steps[step - 1]?.id ?? -1) : (now ?? -1);
    for (const id of this.changed(search, step, hidden.size > 0 || now !== undefined)) {
      const node = search.nodes[id];
      if (node !== undefined) this.showNode(node, search, step, last, hidden);
    }
    this.shown = hidden.size > 0 || now !== undefined ? null : step;
    this.look(last);
  }

  /** Brings the node of a step into sight again, after the size of the drawing has changed. @param {number} step */
  keepInSight(step) {
    this.look(this.search?.steps[step - 1]?.id ?? -1);
  }

  /** Brings a node into sight, or the root. @param {number} id */
  look(id) {
    const shown = this.drawn[Math.max(id, 0)]?.box;
    // With some of the tree around it, not at the edge.
    if (shown) keepInSight(this.element, shown, Math.max(24, 0.3 * this.element.clientHeight), 24);
  }

  /**
   * The nodes that look different from the step shown before: only few nodes of a large tree do.
   * @param {Steps} search
   * @param {number} step
   * @param {boolean} all
   */
  changed(search, step, all) {
    const [before, last] = [this.shown, search.length];
    if (all || before === null || before === last || step === last) return search.nodes.keys();
    const between = search.steps.slice(Math.max(0, Math.min(before, step) - 1), Math.max(before, step));
    return new Set(between.flatMap(({ id }) => [id, search.nodes[id]?.parent ?? id]));
  }

  /** @param {TreeNode} node @param {Steps} search @param {number} step @param {number} now @param {Set<number>} hidden */
  showNode(node, search, step, now, hidden) {
    const drawn = this.drawn[node.id];
    if (drawn === undefined) return;
    const state = search.isDone(node.id, step) ? 'done' : search.isEntered(node.id, step) ? 'open' : 'ahead';
    // The best play would tell what is hidden.
    const principal = step === search.length && node.principal && hidden.size === 0;
    setAttribute(drawn.box, 'data-state', state);
    setAttribute(drawn.box, 'data-now', node.id === now);
    setAttribute(drawn.box, 'data-principal', principal);
    const known = state === 'done' ? boundText(node) : state === 'open' ? search.soFar(node, step) : '';
    setText(drawn.value, hidden.has(node.id) ? '?' : known);
    if (drawn.edge) {
      setAttribute(drawn.edge, 'data-state', state);
      setAttribute(drawn.edge, 'data-principal', principal);
    }
    for (const part of drawn.cut) setAttribute(part, 'data-state', state === 'done' ? 'done' : 'ahead');
  }
}

/** How wide the boxes of a ply must be, for their texts and for the head of the column. @param {Steps} search @param {number} ply @param {Skipped} skipped */
function boxWidth(search, ply, skipped) {
  const widths = search.nodes.filter((node) => node.ply === ply).map((node) => {
    // While it is open, a node shows the value of one of its moves. A sign and a space stand before some values.
    const values = [node, ...search.childrenOf(node.id)].map(({ text }) => text);
    const letters = (node.move ?? 'root').length + Math.max(...values.map(({ length }) => length)) + 2;
    const beside = besideText(node, skipped.get(node.id));
    return letters * LETTER + 3 * PAD + (beside === '' ? 0 : beside.length * SMALL_LETTER + PAD);
  });
  const head = headOf(search, ply).length * LETTER - GAP;
  return Math.ceil(Math.max(LEAST_BOX, head, ...widths));
}

/** What stands between the move and the value of a node: its window, why it is cut off, or that the game is drawn there: a mere 0 does not say so. @param {TreeNode} node @param {{ text: string } | null} [skipped] */
const besideText = ({ kind, value, alpha, beta }, skipped) => (skipped ? `✂ ${skipped.text}` : kind === 'inner' && alpha !== null ? `${alpha} … ${beta}` : kind === 'finished' && value === 0 ? 'drawn' : '');

/** @param {Steps} search @param {number} ply */
function headOf(search, ply) {
  if (ply === search.depth) return `ply ${ply}`;
  return `ply ${ply}: ${sideName(search.sideAt(ply))}, ${ply % 2 === 0 ? 'max' : 'min'}`;
}

/** @param {number} x @param {number} y @param {number} to @param {string} name */
function edge(x, y, to, name) {
  const middle = x + GAP / 2;
  return svg('path', { class: name, d: `M${x} ${y}C${middle} ${y} ${middle} ${to} ${x + GAP} ${to}` });
}
