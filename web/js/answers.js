// What questions of the course need to know about trees.

/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./api.js').TreeNode} TreeNode */
/** @typedef {import('./tree-model.js').Steps} Steps */

/** The order of iterative deepening, which knows the best move of each position from the previous depth. */
export const DEEPENING = { value: 'deepening', text: 'Previous best first' };

/** Other orders of moves that a tree can be searched with. */
export const ORDERS = [
  { value: 'generation', text: 'Generation order' },
  { value: 'best', text: 'Best first' },
  { value: 'worst', text: 'Worst first' },
];

const MOST_CHOICES = 5;

/** The move at the root that the search chooses. @param {Tree} tree */
export const bestMove = (tree) => tree.nodes.find(({ parent, principal }) => parent === 0 && principal);

/** Best play after a node, in the names of the moves. @param {Steps} search @param {TreeNode} node @returns {string[]} */
export function bestPlay(search, node) {
  const best = search.childrenOf(node.id).find(({ value }) => value === node.value);
  return best?.move == null ? [] : [best.move, ...bestPlay(search, best)];
}

/** The nodes whose moves were searched. @param {Steps} search */
export const innerOf = (search) => search.nodes.filter(({ kind }) => kind === 'inner');

/** One node for each value. @param {TreeNode[]} nodes */
export function distinct(nodes) {
  /** @type {Map<string, TreeNode>} */
  const byText = new Map();
  for (const node of nodes) if (!byText.has(node.text)) byText.set(node.text, node);
  return [...byText.values()];
}

/**
 * The values to choose from when a node is asked for: those of its moves, the right one among them, and others that are known by then.
 * @param {Steps} search
 * @param {TreeNode} node
 * @param {TreeNode[]} [others]
 */
export function valueChoices(search, node, others = search.nodes.filter(({ ply }) => ply > node.ply)) {
  const below = search.childrenOf(node.id);
  const answer = below.filter(({ value }) => value === node.value);
  const known = distinct([...answer, ...below, ...others]).slice(0, MOST_CHOICES);
  return known.sort((a, b) => a.value - b.value);
}
