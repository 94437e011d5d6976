// What a search does with its tree, step by step: which node is entered, which value is known by then, and what to say about it.

import { otherSide } from './position.js';
import { capital, sideName } from './words.js';

/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./api.js').TreeNode} TreeNode */
/** One step of the search: a node is entered, or its value is known. @typedef {{ id: number, done: boolean }} Step */

/** The value of a node, with the sign of its bound. @param {TreeNode} node */
export const boundText = ({ bound, text }) => (bound === 'exact' ? text : `${bound === 'least' ? '≥' : '≤'} ${text}`);

/** The comparison that made a cut-off, for a node that has one. @param {TreeNode} node */
export const comparison = ({ max, text, alpha, beta }) => (max ? `${text} ≥ ${beta}` : `${text} ≤ ${alpha}`);

/** What a side wants at a node. @param {TreeNode} node */
export const aimOf = ({ max }) => (max ? 'highest' : 'lowest');

/** The window with which a node is entered, if the search has one. @param {TreeNode} node */
function windowText({ alpha, beta }) {
  if (alpha === null) return '';
  if (alpha === '-∞' && beta === '+∞') return ' The window is open: every value matters.';
  return ` Alpha is ${alpha}, beta ${beta}: only a value between them matters.`;
}

/** A tree in the order of the search. */
export class Steps {
  /** @param {Tree} tree */
  constructor(tree) {
    this.tree = tree;
    this.nodes = tree.nodes;
    /** @type {TreeNode[][]} */
    this.children = tree.nodes.map(() => []);
    for (const node of tree.nodes) if (node.parent !== null) this.children[node.parent]?.push(node);
    /** @type {Step[]} */
    this.steps = [];
    /** When each node is entered and when its value is known, by steps. @type {number[]} */
    this.enteredAt = [];
    /** @type {number[]} */
    this.doneAt = [];
    const [root] = tree.nodes;
    if (root !== undefined) this.walk(root);
    /** The deepest ply. */
    this.depth = Math.max(0, ...tree.nodes.map(({ ply }) => ply));
  }

  /** @param {TreeNode} node */
  walk(node) {
    const below = this.childrenOf(node.id);
    this.enteredAt[node.id] = this.steps.length;
    if (below.length > 0) this.steps.push({ id: node.id, done: false });
    for (const child of below) this.walk(child);
    this.doneAt[node.id] = this.steps.length;
    this.steps.push({ id: node.id, done: true });
  }

  get length() {
    return this.steps.length;
  }

  /** @param {number} id */
  childrenOf(id) {
    return this.children[id] ?? [];
  }

  /** @param {number} id @param {number} step */
  isEntered(id, step) {
    return (this.enteredAt[id] ?? Infinity) < step;
  }

  /** @param {number} id @param {number} step */
  isDone(id, step) {
    return (this.doneAt[id] ?? Infinity) < step;
  }

  /** How many positions are visited after a step. @param {number} step */
  visited(step) {
    return this.enteredAt.filter((at) => at < step).length;
  }

  /** Who is to move at a ply. @param {number} ply @returns {Side} */
  sideAt(ply) {
    return ply % 2 === 0 ? this.tree.side : otherSide(this.tree.side);
  }

  /** The moves from the root to a node. @param {number} id @returns {string[]} */
  movesTo(id) {
    const node = this.nodes[id];
    return node?.move == null || node.parent === null ? [] : [...this.movesTo(node.parent), node.move];
  }

  /** A node in words: `the root`, `a1a2 b3b2`. @param {TreeNode} node */
  name(node) {
    return node.move === null ? 'the root' : this.movesTo(node.id).join(' ');
  }

  /** A node in a sentence: `the root`, `the node after a1a2 b3b2`. @param {TreeNode} node */
  called(node) {
    return node.move === null ? 'the root' : `the node after ${this.name(node)}`;
  }

  /**
   * The best move of a node of those that are searched by now.
   * @param {TreeNode} node
   * @param {number} step
   * @param {(child: TreeNode) => boolean} [counts]
   */
  bestSoFar(node, step, counts = () => true) {
    const [first, ...others] = this.childrenOf(node.id).filter((child) => this.isDone(child.id, step) && counts(child));
    return others.reduce((found, child) => (found && (node.max ? child.value > found.value : child.value < found.value) ? child : found), first);
  }

  /**
   * The searched move that bounds its node: one that is worth at most 5 promises a max node nothing, so it does not count there.
   * @param {TreeNode} node
   * @param {number} step
   */
  sureSoFar(node, step) {
    const useful = node.max ? 'least' : 'most';
    return this.bestSoFar(node, step, ({ bound }) => bound === 'exact' || bound === useful);
  }

  /** What is known of a node whose moves are being searched. @param {TreeNode} node @param {number} step */
  soFar(node, step) {
    const sure = this.sureSoFar(node, step);
    return sure === undefined ? '…' : `${node.max ? '≥' : '≤'} ${sure.text}`;
  }

  /** The same in a sentence: `has ≥ 5`. @param {TreeNode} node @param {number} step @param {string} [when] */
  standing(node, step, when = 'now') {
    if (this.bestSoFar(node, step) === undefined) return 'has no searched move yet';
    if (this.sureSoFar(node, step) !== undefined) return `${when} has ${this.soFar(node, step)}`;
    return node.max ? 'has nothing better than alpha yet' : 'has nothing lower than beta yet';
  }

  /**
   * What the last of so many steps has done, in words.
   * @param {number} step
   * @param {boolean} [tell] whether to say what the position before has by now
   */
  words(step, tell = true) {
    const now = this.steps[step - 1];
    const node = now && this.nodes[now.id];
    if (!now || !node)
      return 'Each box is a position; its number is its value for the side that moves at the root. A max node takes the highest value of its moves, a min node the lowest. Press Step to visit the root.';
    const where = node.move === null ? 'at the root' : `after ${this.name(node)}`;
    const side = sideName(this.sideAt(node.ply));
    const aim = aimOf(node);
    if (!now.done) return `${capital(where)} ${side} is to move and wants the ${aim} value.${windowText(node)}`;
    const up = tell ? this.upText(node, step) : '';
    if (node.kind === 'finished') return `${capital(where)} ${node.reason ?? 'the game is over'}. Its value is ${node.text}.${up}`;
    if (node.kind === 'horizon') return `${capital(where)} the depth is reached. The evaluation says ${node.text}.${up}`;
    if (node.cut !== null) return `Cut off ${where}: ${node.cut.text}. Not searched: ${node.cut.unsearched.join(', ')}.${up}`;
    const chosen = node.parent === null ? this.childrenOf(node.id).find(({ principal }) => principal) : undefined;
    return `All moves ${where} are searched: the ${aim} value is ${boundText(node)}.${chosen ? ` The search chooses ${chosen.move}.` : up}`;
  }

  /** What a node that is just finished means to its parent. @param {TreeNode} node @param {number} step */
  upText(node, step) {
    const parent = node.parent === null ? undefined : this.nodes[node.parent];
    if (parent === undefined) return '';
    const isNew = this.soFar(parent, step) !== this.soFar(parent, step - 1);
    return ` ${parent.move === null ? 'The root' : `Its parent, ${this.name(parent)},`} ${this.standing(parent, step, isNew ? 'now' : 'still')}.`;
  }
}

/**
 * How two searches of the same position go together: the same nodes in both, and what only the first visits.
 * @param {Steps} whole the tree of minimax
 * @param {Steps} pruned the tree of alpha-beta with the same order of moves
 */
export function compare(whole, pruned) {
  /** The node of the whole tree for each node of the other. @type {number[]} */
  const same = [];
  /** What is cut off: the nodes of the whole tree, with the reason where a branch begins. @type {Map<number, { text: string, why: string } | null>} */
  const skipped = new Map();
  /** @param {TreeNode} node */
  const skip = (node) => {
    if (!skipped.has(node.id)) skipped.set(node.id, null);
    whole.childrenOf(node.id).forEach(skip);
  };
  /** @param {TreeNode} node @param {TreeNode} twin */
  const walk = (node, twin) => {
    same[twin.id] = node.id;
    const found = pruned.childrenOf(twin.id);
    whole.childrenOf(node.id).forEach((child, index) => {
      const other = found[index];
      if (other !== undefined) {
        walk(child, other);
        return;
      }
      skipped.set(child.id, { text: comparison(twin), why: twin.cut?.text ?? '' });
      skip(child);
    });
  };
  const [root, twin] = [whole.nodes[0], pruned.nodes[0]];
  if (root !== undefined && twin !== undefined) walk(root, twin);
  return { same, skipped };
}
