// The questions of the course. Each is made from a position and the trees that the server has searched for it, and so are the right
// answer and the reason why each other answer is wrong: nothing here is known in advance, and no game is named.

import { DEEPENING, ORDERS, bestMove, distinct, innerOf, valueChoices } from './answers.js';
import { HINTS, ONE_PLY } from './hints.js';
import { Steps, aimOf, boundText, comparison, compare } from './tree-model.js';
import { otherSide } from './position.js';
import { capital, counted, sideName } from './words.js';

/** @typedef {import('./api.js').Tree} Tree */
/** @typedef {import('./api.js').TreeNode} TreeNode */
/** @typedef {import('./sample.js').Sample} Sample */
/** @typedef {import('./tree-drawing.js').Skipped} Skipped */
/**
 * A picture that belongs to a question.
 * @typedef {object} Figure
 * @property {string} caption
 * @property {Tree} [tree]
 * @property {number} [step] how far the search has come; to its end, if this is not given
 * @property {number[]} [hidden] nodes whose values are asked for
 * @property {number} [now] the node that the question is about
 * @property {Skipped} [skipped] what is greyed
 * @property {boolean} [windows] whether alpha and beta are shown
 * @property {string[][]} [rows] a table instead of a tree, with its head first
 * @property {import('./api.js').Line} [boards] all boards of a line instead of a tree
 */
/** @typedef {{ text: string, right: boolean, why: string }} Choice */
/**
 * @typedef {object} Question
 * @property {string} text
 * @property {Figure[]} figures
 * @property {Choice[]} [choices] one of them is to be chosen
 * @property {{ right: Set<number>, why: (id: number) => string, missing: string }} [marks] nodes of the first tree are to be marked
 * @property {string} after what to say to the right answer
 * @property {string} [hint] what to say to the first wrong answer
 * @property {Figure[]} [answer] the pictures that go with it, instead of those of the question
 */
/** What a chapter asks for. @typedef {{ kind: string, node?: 'first' | 'last' | 'root', plies?: number, far?: boolean }} Asked */

/** @param {Steps} search @param {number} [ply] */
const mover = (search, ply = 0) => sideName(search.sideAt(ply));

/** The nodes whose values a question about the moves of the root is about: in a deep tree, the values below them are given. @param {Steps} search */
const topOf = (search) => innerOf(search).filter(({ ply }) => ply < 2).map(({ id }) => id);

/** Which move is chosen? @param {Sample} sample @param {Asked} asked @returns {Promise<Question | null>} */
async function move(sample, { plies, far = false }) {
  const tree = await sample.tree({ depth: plies ?? (far ? sample.far : sample.depth) });
  const search = new Steps(tree);
  const [root] = tree.nodes;
  const best = bestMove(tree);
  const moves = search.childrenOf(0);
  if (root === undefined || best === undefined || moves.length < 2) return null;
  const [side, other] = [mover(search), sideName(otherSide(tree.side))];
  const why = (/** @type {TreeNode} */ { move: name, value, text }) => {
    if (value === best.value) return `${name} gets ${text} as well, but ${best.move} comes first, and of equally good moves the search takes the first.`;
    const answers = tree.depth > 1 ? `After ${name}, ${other} answers so that ${side} gets ${text}` : `${name} gets ${text}`;
    return `${answers}. ${best.move} gets ${best.text}, which is higher.`;
  };
  return {
    text: `${side} looks ${tree.depth} ${tree.depth === 1 ? 'ply' : 'plies'} ahead. Which move does minimax choose for ${side}? Of equally good moves it takes the first from the top.`,
    figures: [{ caption: `Minimax, depth ${tree.depth}`, tree, hidden: topOf(search) }],
    choices: moves.map((node) => ({ text: node.move ?? '', right: node.id === best.id, why: why(node) })),
    after: `${best.move} gets ${best.text}, and no other move gets more.`,
    ...(tree.depth === 1 ? { hint: ONE_PLY } : {}),
    answer: [{ caption: `Minimax, depth ${tree.depth}`, tree }],
  };
}

/** What value does a node get? @param {Sample} sample @param {Asked} asked @returns {Promise<Question | null>} */
async function value(sample, { node: which = 'root' }) {
  const tree = await sample.tree();
  const search = new Steps(tree);
  const inner = innerOf(search).filter(({ ply }) => ply === tree.depth - 1);
  // A node whose moves have different values asks for more than reading.
  const telling = inner.filter(({ id }) => distinct(search.childrenOf(id)).length > 1);
  const node = which === 'root' ? tree.nodes[0] : (which === 'first' ? telling[0] ?? inner[0] : telling.at(-1) ?? inner.at(-1));
  const choices = node === undefined ? [] : valueChoices(search, node);
  if (node === undefined || choices.length < 2) return null;
  const [side, aim] = [mover(search, node.ply), aimOf(node)];
  const below = search.childrenOf(node.id);
  const list = below.map((child) => boundText(child)).join(', ');
  const wrong = (/** @type {TreeNode} */ known) => {
    const opposite = node.max ? Math.min(...below.map((child) => child.value)) : Math.max(...below.map((child) => child.value));
    const what = known.value === opposite ? `is the ${node.max ? 'lowest' : 'highest'} of them` : below.some((child) => child.value === known.value) ? `is not the ${aim}` : 'belongs to another position';
    return `${side} moves here and takes the ${aim} of ${list}; ${known.text} ${what}.`;
  };
  const hidden = which === 'root' ? [node.id] : innerOf(search).map(({ id }) => id);
  const caption = `Minimax, depth ${tree.depth}`;
  return {
    text: `What value does ${search.called(node)} get? ${side} moves there.`,
    figures: [{ caption, tree, hidden, now: node.id }],
    choices: choices.map((known) => ({ text: known.text, right: known.value === node.value, why: wrong(known) })),
    after: `${side} takes the ${aim} of ${list}: that is ${node.text}.`,
    answer: [{ caption, tree, hidden: hidden.filter((id) => id !== node.id), now: node.id }],
  };
}

/** What is the window of a node? The first that is not open, or one with two finite ends, if there is one. @param {Sample} sample @param {Asked} asked @returns {Promise<Question | null>} */
async function window(sample, { node: which = 'last' }) {
  const tree = await sample.tree({ algorithm: 'alphabeta' });
  const search = new Steps(tree);
  const entered = innerOf(search).filter(({ alpha, beta }) => alpha !== null && (alpha !== '-∞' || beta !== '+∞'));
  const isClosed = (/** @type {TreeNode} */ { alpha, beta }) => alpha !== '-∞' && beta !== '+∞';
  const node = which === 'first' ? entered[0] : entered.findLast(isClosed) ?? entered.findLast(({ alpha }) => alpha !== '-∞');
  if (node?.alpha == null || node.beta === null) return null;
  const step = (search.enteredAt[node.id] ?? 0) + 1;
  const open = ['-∞', '+∞'];
  const ends = [node.alpha, node.beta].filter((end) => !open.includes(end));
  const others = distinct(search.childrenOf(0).filter(({ id }) => id < node.id)).map(({ text }) => text).filter((text) => !ends.includes(text));
  const windows = [open, [ends[0], '+∞'], ['-∞', ends.at(-1)], [node.alpha, node.beta], ...others.slice(0, 1).map((text) => [text, node.beta])];
  const pairs = windows.filter(([alpha, beta], index) => index === windows.findIndex((pair) => pair[0] === alpha && pair[1] === beta));
  const [alphaReason, betaReason] = [endReason(search, node, step, true), endReason(search, node, step, false)];
  return {
    text: `The search enters ${search.called(node)}. What is its window, from alpha to beta?`,
    figures: [{ caption: `Alpha-beta, depth ${tree.depth}`, tree, step, now: node.id, windows: false }],
    // What is wrong first is said first; the rest is left to think about.
    choices: pairs.map(([alpha, beta]) => ({
      text: `${alpha} … ${beta}`,
      right: alpha === node.alpha && beta === node.beta,
      why: alpha === node.alpha ? betaReason : alphaReason,
    })),
    after: `${alphaReason} ${betaReason}`,
    answer: [{ caption: `Alpha-beta, depth ${tree.depth}`, tree, step, now: node.id }],
  };
}

/** Where alpha or beta of a node comes from: a node on the way to it. @param {Steps} search @param {TreeNode} node @param {number} step @param {boolean} isAlpha */
function endReason(search, node, step, isAlpha) {
  const [name, end] = isAlpha ? ['alpha', node.alpha] : ['beta', node.beta];
  const side = mover(search, isAlpha ? 0 : 1);
  let from = node.parent === null ? undefined : search.nodes[node.parent];
  while (from !== undefined && (from.max !== isAlpha || search.sureSoFar(from, step)?.text !== end)) from = from.parent === null ? undefined : search.nodes[from.parent];
  if (from === undefined) return `${side} has no finished move on the way here, so ${name} is ${end}.`;
  const known = search.childrenOf(from.id).filter(({ id }) => search.isDone(id, step)).map((child) => `${child.move} ${boundText(child)}`).join(', ');
  const can = isAlpha ? `is sure of ${end} already` : `can already hold the value to ${end}`;
  return `At ${search.called(from)}, ${side} ${can} (${known}), so ${name} is ${end}.`;
}

/** Does the rest of a node matter after its first move? @param {Sample} sample @returns {Promise<Question | null>} */
async function needed(sample) {
  const tree = await sample.tree({ algorithm: 'alphabeta' });
  const search = new Steps(tree);
  const hasMore = (/** @type {TreeNode} */ { id, cut }) => search.childrenOf(id).length + (cut?.unsearched.length ?? 0) > 1;
  const later = search.childrenOf(0).filter((child) => child.alpha !== '-∞' && child.kind === 'inner' && hasMore(child));
  const isCutAtOnce = (/** @type {TreeNode} */ { id, cut }) => cut !== null && search.childrenOf(id).length === 1;
  // Not always one that is cut off.
  const node = later.findLast((child) => isCutAtOnce(child) === (tree.positions % 2 === 1)) ?? later.at(-1);
  const first = node && search.childrenOf(node.id)[0];
  if (node === undefined || first === undefined) return null;
  const isCut = isCutAtOnce(node);
  const [side, other] = [mover(search), mover(search, 1)];
  const reason = isCut
    ? `${other} can hold the value to ${first.text} here, and ${side} is sure of ${node.alpha} elsewhere. Whatever the other answers give, ${side} gains nothing by coming here.`
    : `${first.text} is above alpha, which is ${node.alpha}. This node can still become the best, so its other moves matter.`;
  const caption = `Alpha-beta, depth ${tree.depth}`;
  return {
    text: `At the node after ${search.name(node)} the first answer, ${first.move}, has the value ${boundText(first)}. Alpha is ${node.alpha}. Does the search need to look at the other answers?`,
    figures: [{ caption, tree, step: (search.doneAt[first.id] ?? 0) + 1, now: node.id }],
    choices: [
      { text: 'Yes, they can still matter', right: !isCut, why: reason },
      { text: 'No, they are cut off', right: isCut, why: reason },
    ],
    after: reason,
    answer: [{ caption, tree, step: (search.doneAt[node.id] ?? 0) + 1, now: node.id }],
  };
}

/** @param {Sample} sample */
async function bothTrees(sample) {
  const [tree, small] = await Promise.all([sample.tree(), sample.tree({ algorithm: 'alphabeta' })]);
  const [whole, pruned] = [new Steps(tree), new Steps(small)];
  const { same, skipped } = compare(whole, pruned);
  return { tree, small, whole, pruned, same, skipped, known: asKnown(tree, small, same) };
}

/**
 * The tree of minimax with what alpha-beta knows of the nodes that it visits: after a cut-off, a bound instead of a value.
 * @param {Tree} tree
 * @param {Tree} small
 * @param {number[]} same
 * @returns {Tree}
 */
function asKnown(tree, small, same) {
  const twins = new Map(small.nodes.map((twin) => [same[twin.id], twin]));
  return { ...tree, nodes: tree.nodes.map((node) => ({ ...node, bound: twins.get(node.id)?.bound ?? node.bound, text: twins.get(node.id)?.text ?? node.text })) };
}

const GREY = 'Grey: what alpha-beta cuts off, with the reason. A node with ≤ or ≥ is one whose exact value alpha-beta does not know.';

/** Which nodes does alpha-beta not visit? @param {Sample} sample @returns {Promise<Question | null>} */
async function mark(sample) {
  const { tree, small, whole, pruned, same, skipped, known } = await bothTrees(sample);
  if (skipped.size === 0) return null;
  const twinOf = (/** @type {number} */ id) => small.nodes[same.indexOf(id)];
  /** Why a node that was marked is visited. @param {number} id */
  const visited = (id) => {
    const node = whole.nodes[id];
    const parent = node?.parent == null ? undefined : twinOf(node.parent);
    if (node === undefined || parent === undefined) return 'This node is visited.';
    const twin = twinOf(id);
    const so = pruned.standing(parent, pruned.enteredAt[twin?.id ?? 0] ?? 0, 'by then');
    return `The node after ${whole.name(node)} is visited: the search enters the node before it with alpha ${parent.alpha} and beta ${parent.beta}, and that node ${so}.`;
  };
  const captions = { caption: `Minimax, depth ${tree.depth}` };
  return {
    text: 'Mark every node that alpha-beta does not visit, then press Check. Marking a node also marks all nodes below it.',
    figures: [{ ...captions, tree, hidden: innerOf(whole).map(({ id }) => id) }],
    marks: {
      right: new Set(skipped.keys()),
      why: visited,
      missing: 'Look at each node again: at a min node the rest is cut off once the value is at most alpha, at a max node once it is at least beta.',
    },
    after: `Minimax visits ${tree.positions} positions, alpha-beta ${small.positions}.`,
    answer: [{ caption: GREY, tree: known, skipped }],
  };
}

/** How many positions does alpha-beta visit? @param {Sample} sample @returns {Promise<Question | null>} */
async function count(sample) {
  const { tree, small, skipped, known } = await bothTrees(sample);
  if (skipped.size === 0) return null;
  const branches = [...skipped.values()].filter(Boolean).length;
  const right = small.positions;
  const why = new Map([
    branches === skipped.size
      ? [right + 1, `Then only ${counted(skipped.size - 1, 'position')} would be left out. Count every grey box.`]
      : [tree.positions - branches, 'Count every grey box, also those behind another grey box.'],
    [tree.positions, `Minimax visits all ${tree.positions}; the grey ones are left out.`],
    [skipped.size, `${skipped.size === 1 ? '1 position is grey: it is' : `${skipped.size} positions are grey: those are`} not visited.`],
    [tree.positions - skipped.size - 1, 'The root counts too: the search visits it first.'],
  ]);
  why.delete(right);
  const numbers = [...why.keys(), right].sort((a, b) => a - b);
  return {
    text: `Minimax visits ${tree.positions} positions. The grey ones are cut off. How many positions does alpha-beta visit?`,
    figures: [{ caption: GREY, tree: known, skipped }],
    choices: numbers.map((number) => ({ text: String(number), right: number === right, why: why.get(number) ?? '' })),
    after: `${tree.positions} − ${skipped.size} = ${right}. Both searches find the same value, ${tree.nodes[0]?.text}.`,
  };
}

/** Why is a branch cut off? @param {Sample} sample @returns {Promise<Question | null>} */
async function reason(sample) {
  const small = await sample.tree({ algorithm: 'alphabeta' });
  const search = new Steps(small);
  const node = small.nodes.find(({ cut }) => cut !== null);
  if (node?.cut == null) return null;
  const [here, there] = [mover(search, node.ply), mover(search, node.ply + 1)];
  const limit = node.max ? `beta, ${node.beta}` : `alpha, ${node.alpha}`;
  const list = node.cut.unsearched.join(', ');
  const step = (search.doneAt[node.id] ?? 0) + 1;
  const right = { text: `One move of ${here} already gives ${comparison(node)} here. ${there} has something at least as good elsewhere and does not come here.`, right: true, why: '' };
  const choices = [
    { text: `The moves ${list} are bad moves of ${here}.`, right: false, why: `The search cannot know: it has not looked at them. They may even be good moves of ${here}.` },
    { text: 'The depth is reached, so the search stops.', right: false, why: `The depth is reached only at ply ${small.depth}; this node is at ply ${node.ply}.` },
  ];
  // Not always in the same place.
  choices.splice(node.id % 3, 0, right);
  return {
    text: `The search does not look at ${list} at the node after ${search.name(node)}. Why?`,
    figures: [{ caption: `Alpha-beta, depth ${small.depth}`, tree: small, step, now: node.id }],
    choices,
    after: `${capital(node.cut.text)}. The limit is ${limit}.`,
  };
}

/** Which move should come first? @param {Sample} sample @returns {Promise<Question | null>} */
async function firstMove(sample) {
  const tree = await sample.tree();
  const search = new Steps(tree);
  const best = bestMove(tree);
  if (best === undefined || distinct(search.childrenOf(0)).length < 2) return null;
  const counts = await countsOf(sample);
  const caption = `Minimax, depth ${tree.depth}`;
  return {
    text: `The values of all moves are known here. Which move should alpha-beta try first at the root, so that alpha is as high as possible from the start?`,
    figures: [{ caption, tree, hidden: [0] }],
    choices: search.childrenOf(0).map((node) => ({
      text: node.move ?? '',
      right: node.value === best.value,
      why: `With ${node.move} first, alpha begins at ${node.text}. With ${best.move} first it begins at ${best.text}, and more branches are cut off.`,
    })),
    after: `Alpha is ${best.text} after the first move. Best first at every node, alpha-beta visits ${counts.best} positions; in generation order ${counts.generation}; worst first ${counts.worst}.`,
    answer: [{ caption, tree }],
  };
}

/** @param {Sample} sample */
async function countsOf(sample) {
  const trees = await Promise.all(ORDERS.map(({ value: order }) => sample.tree({ algorithm: 'alphabeta', order })));
  /** @type {Record<string, number>} */
  const counts = {};
  ORDERS.forEach(({ value: order }, index) => {
    counts[order] = trees[index]?.positions ?? 0;
  });
  return counts;
}

/** Which order visits so many positions? @param {Sample} sample @returns {Promise<Question | null>} */
async function order(sample) {
  const [tree, counts] = await Promise.all([sample.tree(), countsOf(sample)]);
  const numbers = [...new Set(Object.values(counts))].sort((a, b) => a - b);
  if (numbers.length < 2) return null;
  // Not always the same one.
  const wanted = numbers[tree.positions % numbers.length];
  const others = numbers.filter((number) => number !== wanted).join(' or ');
  const all = ORDERS.map(({ value: name, text }) => `${text.toLowerCase()}: ${counts[name]}`).join('; ');
  return {
    text: `Alpha-beta searches this position three times, each time with the moves of every node in another order. Which order visits ${wanted} positions, where another order visits ${others}?`,
    figures: [{ caption: `Minimax, depth ${tree.depth}: ${tree.positions} positions`, tree }],
    choices: ORDERS.map(({ value: name, text }) => ({ text, right: counts[name] === wanted, why: `${text} visits ${counts[name]} positions: a good move first raises alpha early, and then more is cut off.` })),
    after: `Positions visited: ${all}. Minimax visits ${tree.positions}.`,
  };
}

/** Which value does another order find? @param {Sample} sample @returns {Promise<Question | null>} */
async function sameValue(sample) {
  const orders = await Promise.all(ORDERS.map(({ value: name }) => sample.tree({ algorithm: 'alphabeta', order: name })));
  const [tree] = orders;
  const worst = orders.at(-1);
  const root = worst?.nodes[0];
  const whole = new Steps(await sample.tree());
  if (tree === undefined || worst === undefined || root === undefined) return null;
  const values = distinct([root, ...whole.childrenOf(0)]).sort((a, b) => a.value - b.value);
  if (values.length < 2) return null;
  const list = orders.map(({ nodes }, index) => `${ORDERS[index]?.text.toLowerCase()}: ${nodes[0]?.text}`).join('; ');
  const why = `The three searches say: ${list}.`;
  return {
    text: `This is the search in generation order. With the worst move first at every node, alpha-beta visits ${worst.positions} positions instead of ${tree.positions}. Which value does the root get then?`,
    figures: [{ caption: `Alpha-beta, depth ${tree.depth}, generation order`, tree }],
    choices: values.map(({ text, value: known }) => ({ text, right: known === root.value, why })),
    after: `${why} The order decides which branches are cut off, and a cut-off never changes the value of the root.`,
  };
}

/** Which answer does the shallow search not see? @param {Sample} sample @returns {Promise<Question | null>} */
async function refutation(sample) {
  const [shallow, deep] = await Promise.all([sample.tree(), sample.tree({ depth: sample.far })]);
  const [search, chosen] = [new Steps(deep), bestMove(shallow)];
  const node = search.childrenOf(0).find(({ move: name }) => name === chosen?.move);
  if (chosen === undefined || node === undefined || search.childrenOf(node.id).length < 2) return null;
  const caption = `Minimax, depth ${deep.depth}`;
  const hidden = topOf(search);
  return {
    text: `Depth ${shallow.depth} chooses ${chosen.move} and expects ${chosen.text}. Depth ${deep.depth} looks further. Which answer of ${mover(search, 1)} is best against ${chosen.move}?`,
    figures: [{ caption, tree: deep, hidden, now: node.id }],
    choices: search.childrenOf(node.id).map((child) => ({
      text: child.move ?? '',
      right: child.value === node.value,
      why: `After ${child.move} ${mover(search)} still gets ${child.text}. Another answer leaves less.`,
    })),
    after: `${chosen.move} is worth ${node.text}, not ${chosen.text}: the answer was behind the horizon of depth ${shallow.depth}.`,
    answer: [{ caption, tree: deep, now: node.id }],
  };
}

/** The trees of depths 1, 2 and so on, each with the best moves of the previous one first. @param {Sample} sample @param {'minimax' | 'alphabeta'} algorithm */
const deepening = (sample, algorithm) =>
  Promise.all(Array.from({ length: sample.depth }, (_, index) => sample.tree({ depth: index + 1, algorithm, order: DEEPENING.value })));

/** Which move is played when time is up? @param {Sample} sample @returns {Promise<Question | null>} */
async function interrupted(sample) {
  // Minimax, because it knows the values of all moves.
  const trees = await deepening(sample, 'minimax');
  const moves = trees.map((tree) => bestMove(tree));
  // The best moment to ask about: a depth that will change its mind.
  const change = moves.findLastIndex((node, index) => index > 0 && node?.move !== moves[index - 1]?.move);
  const depth = change > 0 ? change : trees.length - 1;
  const [done, best] = [trees.slice(0, depth), moves[depth - 1]];
  const root = new Steps(/** @type {Tree} */ (trees[0])).childrenOf(0);
  if (best === undefined || root.length < 2) return null;
  const side = sideName(/** @type {Tree} */ (trees[0]).side);
  const valueAt = (/** @type {Tree} */ tree, /** @type {string | null} */ name) => tree.nodes.find(({ parent, move: made }) => parent === 0 && made === name)?.text ?? '';
  const why = (/** @type {string} */ text, /** @type {string | null} */ name) =>
    text === best.text ? `It gives ${name} the value ${text} too, but it has tried ${best.move} first.` : `It gives ${name} the value ${text}, and ${best.move} the highest, ${best.text}.`;
  const head = ['Move', ...done.map((tree) => `Depth ${tree.depth}`), `Depth ${depth + 1}`];
  const rows = root.map(({ move: name }) => [name ?? '', ...done.map((tree) => valueAt(tree, name)), 'not finished']);
  return {
    text: `${side}'s time is up while depth ${depth + 1} is being searched. Which move does the search play? Each depth tries the previous best move first, then the others from the top; of equally good moves it keeps the first it tried.`,
    figures: [{ caption: 'What each finished depth has found: minimax values', rows: [head, ...rows] }],
    choices: root.map(({ move: name }) => ({
      text: name ?? '',
      right: name === best.move,
      why: `The last finished depth is ${depth}. ${why(valueAt(/** @type {Tree} */ (done.at(-1)), name), name)}`,
    })),
    after: `Depth ${depth} is finished and prefers ${best.move}. Depth ${depth + 1} would have chosen ${moves[depth]?.move}.`,
  };
}

/** What do the shallow searches cost? @param {Sample} sample @returns {Promise<Question | null>} */
async function share(sample) {
  const trees = await deepening(sample, 'alphabeta');
  const counts = trees.map(({ positions }) => positions);
  const [last, total] = [counts.at(-1) ?? 0, counts.reduce((sum, positions) => sum + positions, 0)];
  if (trees.length < 2) return null;
  const early = Math.round((100 * (total - last)) / total);
  const why = `Depths 1 to ${trees.length - 1} visit ${counted(total - last, 'position')} together, depth ${trees.length} alone visits ${last}: ${total - last} of ${total} are ${early} %.`;
  // All depths alike, the last depth, and what is between.
  const percents = [...new Set([early, Math.round((100 * (trees.length - 1)) / trees.length), 100 - early, 50])].sort((a, b) => a - b);
  const rows = trees.map((tree) => [String(tree.depth), String(tree.positions)]);
  return {
    text: `Alpha-beta searches depth 1, then 2, and so on to depth ${trees.length}. In every position, each depth first tries the move that the previous depth found best. What share of all visited positions belongs to the depths before the last?`,
    figures: [{ caption: 'Positions that each depth visits', rows: [['Depth', 'Positions'], ...rows] }],
    choices: percents.map((percent) => ({ text: `${percent} %`, right: percent === early, why })),
    after: `${why} So starting from depth 1 costs little.`,
  };
}

/** Which move would repeat a board? @param {Sample} sample @returns {Promise<Question | null>} */
async function illegal(sample) {
  const line = await sample.line();
  if (line.repeats.length === 0 || line.moves.length === 0) return null;
  const moves = [...line.moves.map(({ move: name }) => ({ name, repeat: null })), ...line.repeats.map((repeat) => ({ name: repeat.move, repeat }))];
  moves.sort((a, b) => a.name.localeCompare(b.name));
  const [first] = line.repeats;
  return {
    text: `${sideName(line.side)} is to move. Which of these moves is illegal, because its board has occurred before?`,
    figures: [{ caption: 'The boards of this game', boards: line }],
    choices: moves.map(({ name, repeat }) => ({ text: name, right: repeat !== null, why: `${name} is legal: its board is not among the boards of this game.` })),
    after: first === undefined ? '' : `${first.move} would make the board of ply ${first.ply} again.`,
  };
}

/** Which value does the history leave? @param {Sample} sample @returns {Promise<Question | null>} */
async function history(sample) {
  const [line, bare, tree] = await Promise.all([sample.line(), sample.tree({ bare: true }), sample.tree()]);
  const [without, search] = [new Steps(bare), new Steps(tree)];
  const [before, root] = [bare.nodes[0], tree.nodes[0]];
  if (before === undefined || root === undefined || root.kind !== 'inner') return null;
  const legal = search.childrenOf(0);
  const choices = distinct([root, before, ...without.childrenOf(0), ...legal]).sort((a, b) => a.value - b.value);
  if (choices.length < 2) return null;
  const list = legal.map(({ move: name, text }) => `${name} ${text}`).join(', ');
  const repeats = line.repeats.map(({ move: name, ply }) => `${name} would repeat the board of ply ${ply}. `).join('');
  const taken = legal.length === 1 ? `Only ${legal[0]?.move} is left: ${legal[0]?.text}.` : `With this history, ${mover(search)} takes the highest of ${list}.`;
  const why = `${repeats}${taken}`;
  const boards = { caption: 'The boards of this game', boards: line };
  return {
    text: `Without earlier boards the root gets ${before.text}. Which value does it get after this history, where moves to an earlier board are illegal?`,
    figures: [boards, { caption: 'Without earlier boards', tree: bare }],
    choices: choices.map(({ text, value: known }) => ({ text, right: known === root.value, why })),
    after: why,
    answer: [boards, { caption: 'Without earlier boards', tree: bare }, { caption: 'After this history', tree }],
  };
}

/** Is what a table of positions has stored right after this history? @param {Sample} sample @returns {Promise<Question | null>} */
async function table(sample) {
  const [line, bare, tree] = await Promise.all([sample.line(), sample.tree({ bare: true }), sample.tree()]);
  const boards = { caption: 'The boards of this game', boards: line };
  const [without, withHistory] = [bare.nodes[0], tree.nodes[0]];
  if (without === undefined || withHistory === undefined) return null;
  const isWrong = without.value !== withHistory.value;
  const why = `Without earlier boards the value is ${without.text}; after this history it is ${withHistory.text}.`;
  return {
    text: `A table whose key is the position alone has stored ${without.text} for this position. The search comes to the same position after the history below. Is the stored value right there?`,
    figures: [boards, { caption: 'Without earlier boards', tree: bare }, { caption: 'After this history', tree, hidden: [0] }],
    choices: [
      { text: 'Yes, here it is', right: !isWrong, why },
      { text: 'No, this history changes the value', right: isWrong, why },
    ],
    after: isWrong ? why : `${why} But the table cannot know that: after another history the value can be another one.`,
    answer: [boards, { caption: 'Without earlier boards', tree: bare }, { caption: 'After this history', tree }],
  };
}

/** @type {Record<string, (sample: Sample, asked: Asked) => Promise<Question | null>>} */
const MAKERS = { move, value, window, needed, mark, count, reason, 'first-move': firstMove, order, 'same-value': sameValue, refutation, interrupted, share, illegal, history, table };

/**
 * A question about a position; null if it makes no sense there.
 * @param {Sample} sample
 * @param {Asked} asked
 * @returns {Promise<Question | null>}
 */
export async function questionOf(sample, asked) {
  const question = (await MAKERS[asked.kind]?.(sample, asked)) ?? null;
  return question && { hint: HINTS[asked.kind] ?? '', ...question };
}
