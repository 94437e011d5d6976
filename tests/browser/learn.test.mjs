// The course: every chapter opens, with every position; every exercise takes the right answer and refuses a wrong one with a reason;
// what is solved is remembered; everything works with the keyboard. What is right is computed here, from the leaves of the trees.

import assert from 'node:assert/strict';
import { CHAPTERS } from '../../web/js/course.js';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

/** How many plies ahead the deeper of two searches looks. */
const farOf = ({ depth, deeper = 1 }) => depth + deeper;
const ORDERS = { generation: 'Generation order', best: 'Best first', worst: 'Worst first' };

/** A tree of minimax, with the children of each node. Only leaves keep their values. */
async function wholeTree(api, { game, position, moves, evaluation }, depth, more = {}) {
  const tree = await api.send('POST', '/api/tree', { game, position, moves, evaluation, depth, algorithm: 'minimax', ...more });
  const children = tree.nodes.map(() => []);
  for (const { id, parent } of tree.nodes) if (parent !== null) children[parent].push(id);
  const isMax = (id) => tree.nodes[id].ply % 2 === 0;
  const value = (id) => {
    if (children[id].length === 0) return tree.nodes[id].value;
    const values = children[id].map(value);
    return isMax(id) ? Math.max(...values) : Math.min(...values);
  };
  const pathOf = (id) => (id === 0 ? '' : `${pathOf(tree.nodes[id].parent)} ${tree.nodes[id].move}`);
  const text = (wanted) => wanted === -Infinity ? '-∞' : wanted === Infinity ? '+∞' : tree.nodes.find(({ value: known }, id) => children[id].length === 0 && known === wanted).text;
  const move = (id) => tree.nodes[id].move;
  const best = () => move(children[0].find((id) => value(id) === value(0)));
  /** The nodes that alpha-beta visits, with the windows that it enters them with. */
  const visited = new Map();
  const search = (id, alpha, beta) => {
    visited.set(id, [alpha, beta]);
    if (children[id].length === 0) return tree.nodes[id].value;
    let found = isMax(id) ? -Infinity : Infinity;
    for (const child of children[id]) {
      const below = search(child, alpha, beta);
      found = isMax(id) ? Math.max(found, below) : Math.min(found, below);
      if (isMax(id)) alpha = Math.max(alpha, found);
      else beta = Math.min(beta, found);
      if (alpha >= beta) break;
    }
    return found;
  };
  assert.equal(search(0, -Infinity, Infinity), value(0), 'alpha-beta agrees with minimax');
  return { tree, children, value, text, move, best, visited, pathOf };
}

/** The node that a question is about. */
const asked = async (page, exercise) => Number(await page.$(`${exercise} [data-now]`).first().getAttribute('data-node'));

/** The answers that are right, by the kind of the question. */
const ANSWERS = {
  async move(api, page, exercise, example, { plies, far = false }) {
    return [(await wholeTree(api, example, plies ?? (far ? farOf(example) : example.depth))).best()];
  },
  async value(api, page, exercise, example, { node }) {
    const whole = await wholeTree(api, example, example.depth);
    const id = await asked(page, exercise);
    if (node === 'root') assert.equal(id, 0);
    else assert.ok(whole.children[id].length > 0, 'the node has moves');
    return [whole.text(whole.value(id))];
  },
  async window(api, page, exercise, example) {
    const [whole, pruned] = await Promise.all([wholeTree(api, example, example.depth), api.send('POST', '/api/tree', { ...example, algorithm: 'alphabeta' })]);
    const pathOf = (id) => (id === 0 ? '' : `${pathOf(pruned.nodes[id].parent)} ${pruned.nodes[id].move}`);
    const path = pathOf(await asked(page, exercise));
    const [window] = [...whole.visited].filter(([id]) => whole.pathOf(id) === path).map(([, found]) => found);
    return [window.map(whole.text).join(' … ')];
  },
  async needed(api, page, exercise, example) {
    const [whole, pruned] = await Promise.all([wholeTree(api, example, example.depth), api.send('POST', '/api/tree', { ...example, algorithm: 'alphabeta' })]);
    const { move } = pruned.nodes[await asked(page, exercise)];
    const node = whole.children[0].find((id) => whole.move(id) === move);
    const second = whole.children[node][1];
    return [whole.visited.has(second) ? 'Yes, they can still matter' : 'No, they are cut off'];
  },
  async count(api, page, exercise, example) {
    return [String((await wholeTree(api, example, example.depth)).visited.size)];
  },
  async reason(api, page, exercise, example) {
    const { nodes } = await api.send('POST', '/api/tree', { ...example, algorithm: 'alphabeta' });
    const node = nodes.find(({ cut }) => cut !== null);
    return [node.max ? `${node.text} ≥ ${node.beta}` : `${node.text} ≤ ${node.alpha}`];
  },
  async 'first-move'(api, page, exercise, example) {
    const whole = await wholeTree(api, example, example.depth);
    return whole.children[0].filter((id) => whole.value(id) === whole.value(0)).map(whole.move);
  },
  async order(api, page, exercise, example) {
    const counts = await Promise.all(Object.keys(ORDERS).map(async (order) => (await wholeTree(api, example, example.depth, { order })).visited.size));
    const [, wanted] = /Which order visits (\d+) positions/.exec(await page.text(`${exercise} .question`));
    return Object.values(ORDERS).filter((_, index) => counts[index] === Number(wanted));
  },
  async 'same-value'(api, page, exercise, example) {
    const worst = await wholeTree(api, example, example.depth, { order: 'worst' });
    return [worst.text(worst.value(0))];
  },
  async refutation(api, page, exercise, example) {
    const [near, far] = await Promise.all([wholeTree(api, example, example.depth), wholeTree(api, example, farOf(example))]);
    const node = far.children[0].find((id) => far.move(id) === near.best());
    return far.children[node].filter((id) => far.value(id) === far.value(node)).map(far.move);
  },
  async interrupted(api, page, exercise, example) {
    const [, depth] = /while depth (\d+) is being searched/.exec(await page.text(`${exercise} .question`));
    return [(await wholeTree(api, example, Number(depth) - 1, { order: 'deepening' })).best()];
  },
  async share(api, page, exercise, example) {
    const counts = await Promise.all(Array.from({ length: example.depth }, async (_, index) => (await wholeTree(api, example, index + 1, { order: 'deepening' })).visited.size));
    const part = 1 - counts.at(-1) / counts.reduce((sum, count) => sum + count, 0);
    return [`${Math.round(100 * part)} %`];
  },
  async illegal(api, page, exercise, { game, moves }) {
    return (await api.line(game, { moves })).repeats.map(({ move }) => move);
  },
  async history(api, page, exercise, example) {
    const whole = await wholeTree(api, example, example.depth);
    return [whole.text(whole.value(0))];
  },
  async table(api, page, exercise, example) {
    const { cells, side } = await api.line(example.game, { moves: example.moves });
    const { position } = await api.send('POST', '/api/setup', { game: example.game, cells, side });
    const [bare, full] = await Promise.all([wholeTree(api, { game: example.game, position }, example.depth), wholeTree(api, example, example.depth)]);
    return [bare.value(0) === full.value(0) ? 'Yes, here it is' : 'No, this history changes the value'];
  },
};

/** Clicks as a person does: whatever is in sight, in its place and not covered. */
const byPointer = (page, selector) => page.press(selector);
/** Clicks at once. The same exercise with another position has its buttons in the same places, and the pointer has found them there. */
const directly = (page, selector) => page.$(selector).evaluate((element) => element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));

/**
 * Answers one exercise, first wrong and then right.
 * @param {typeof byPointer} [press] how to click
 */
async function solve(page, api, exercise, example, spec, press = byPointer) {
  const choose = (index) => press(page, `${exercise} .choice >> nth=${index}`);
  const check = () => press(page, `${exercise}-check`);
  const verdict = `${exercise}-verdict`;
  await page.$(`${exercise}-check`).waitFor();
  await check();
  await page.sees(verdict, /first/);
  if (spec.kind === 'mark') return solveMarks(page, api, exercise, example, press);
  const right = await ANSWERS[spec.kind](api, page, exercise, example, spec);
  const choices = (await page.$(`${exercise} .choice`).allTextContents()).map((text) => text.trim());
  const isRight = (text) => right.some((answer) => text === answer || spec.kind === 'reason' && text.includes(answer));
  assert.equal(choices.filter(isRight).length, right.length, `${JSON.stringify(right)} is among ${JSON.stringify(choices)}`);
  assert.ok(choices.some((text) => !isRight(text)), 'there is a wrong answer');
  assert.equal(new Set(choices).size, choices.length, 'no answer is there twice');
  // There is another try with a hint, before a reason gives the answer away.
  await choose(choices.findIndex((text) => !isRight(text)));
  await check();
  await page.sees(verdict, /^Not quite\. Try once more: .{20,}/);
  for (const [index, text] of choices.entries()) {
    if (isRight(text)) continue;
    await choose(index);
    await check();
    // The reason says more than that it is wrong.
    await page.sees(verdict, /^Not quite\. (?!Try once more).{20,}/);
  }
  await choose(choices.findIndex(isRight));
  await check();
  await page.sees(verdict, /^Right\. .{10,}/);
}

async function solveMarks(page, api, exercise, example, pressed) {
  const { tree, children, visited } = await wholeTree(api, example, example.depth);
  const press = (id) => pressed(page, `${exercise} [data-node="${id}"]`);
  const check = () => pressed(page, `${exercise}-check`);
  const cut = tree.nodes.map(({ id }) => id).filter((id) => !visited.has(id));
  const first = cut.filter((id) => visited.has(tree.nodes[id].parent));
  const leaf = [...visited.keys()].find((id) => children[id].length === 0);
  await press(leaf);
  await check();
  await page.sees(`${exercise}-verdict`, /^Not quite\. .{20,}/);
  await press(leaf);
  await press(first[0]);
  if (first.length > 1) {
    await check();
    await page.sees(`${exercise}-verdict`, /missing/);
  }
  for (const id of first.slice(1)) await press(id);
  await check();
  await page.sees(`${exercise}-verdict`, `Minimax visits ${tree.positions} positions, alpha-beta ${visited.size}.`);
  // What is cut off is grey now, and each branch says why.
  const grey = await page.$(`${exercise} [data-skipped][data-node]`).evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-node'))));
  assert.deepEqual(grey.sort((a, b) => a - b), cut);
  for (const id of first) await page.sees(`${exercise} [data-node="${id}"] .node-reason`, /✂ .+ [≤≥] .+/);
}

for (const chapter of CHAPTERS) {
  test(`chapter ${chapter.name}: every exercise, right and wrong, with every position`, async ({ page, api }) => {
    for (const index of chapter.examples.keys()) {
      await page.turnTo(`/learn/${chapter.name}?example=${index + 1}`, '.demonstration .tree-figure, .demonstration table');
      await page.sees('h1', chapter.title);
      for (const [number, spec] of chapter.exercises.entries()) {
        const example = chapter.examples[(index + 1 + number) % chapter.examples.length];
        await solve(page, api, `#exercise-${number + 1}`, example, spec, index === 0 ? byPointer : directly);
      }
      const all = chapter.exercises.length;
      await page.sees('#learn-count', `${all} of ${all} exercises solved`);
    }
  });
}

test('nothing is cut off before the chapter about cut-offs', async ({ page, api }) => {
  const before = CHAPTERS.slice(0, CHAPTERS.findIndex(({ name }) => name === 'cut-offs'));
  const shown = before.filter(({ shows }) => shows === 'alphabeta');
  assert.deepEqual(shown.map(({ name }) => name), ['alpha-beta']);
  for (const [index, example] of shown[0].examples.entries()) {
    const { nodes } = await api.send('POST', '/api/tree', { ...example, algorithm: 'alphabeta' });
    assert.deepEqual(nodes.filter(({ cut, bound }) => cut !== null || bound !== 'exact'), [], `position ${index + 1}`);
    await page.turnTo(`/learn/alpha-beta?example=${index + 1}`, '#demo-end');
    await page.press('#demo-end');
    await page.$('#demo-tree [data-node="0"][data-state="done"]').waitFor();
    assert.equal(await page.$('.demonstration .cut-off').count(), 0);
    assert.doesNotMatch(await page.text('.demonstration'), /[≤≥✂]/);
  }
  for (const { text } of before) assert.doesNotMatch(text.join(' '), /scissors|cut.off/i);
});

test('no exercise has the same answer with every position', async ({ page, api }) => {
  await page.visit('/learn', '.chapters');
  const { games } = await api.send('GET', '/api/catalog');
  assert.ok(games.length > 0);
  const answers = await page.tab.evaluate(async () => {
    const load = (/** @type {string} */ name) => import(`/js/${name}.js`);
    const [{ CHAPTERS: chapters }, { questionOf }, { samplesOf }, { api: asked }] = await Promise.all(['course', 'questions', 'sample', 'api'].map(load));
    const catalogue = await asked.catalogue();
    return Promise.all(chapters.flatMap((chapter) => chapter.exercises.map(async (exercise, index) => {
      const questions = await Promise.all(samplesOf(catalogue, chapter).map((sample) => questionOf(sample, exercise)));
      const right = questions.map(({ choices, marks }) => (marks ? [...marks.right] : choices.filter((choice) => choice.right).map(({ text }) => text)).join(' '));
      return { name: `${chapter.name} ${index + 1}`, different: new Set(right).size };
    })));
  });
  assert.deepEqual(answers.filter(({ different }) => different < 2), []);
});

/** The examples of a chapter. */
const examplesOf = (wanted) => CHAPTERS.find(({ name }) => name === wanted).examples;

test('each position of the chapter on the horizon shows the effect: what the search gains or saves, it loses just behind its horizon', async ({ api }) => {
  const { games } = await api.send('GET', '/api/catalog');
  for (const example of examplesOf('horizon')) {
    const { game, position, depth, evaluation } = example;
    const what = JSON.stringify(example);
    // So a value that falls by one is a man that is lost.
    assert.equal(evaluation, 'material', what);
    const menOf = async (moves) => {
      const { cells } = await api.line(game, { position, moves });
      const { men } = games.find(({ name }) => name === game.split(':')[0]);
      return [...cells].filter((letter) => men.some((man) => man.letter === letter)).length;
    };
    /** What a move is worth to the side that makes it, by a search of so many plies. */
    const worth = async (move, plies) => -(await api.send('POST', '/api/tree', { game, position, moves: [move], evaluation, depth: plies - 1, order: 'best' })).nodes[0].value;
    const [near, far] = await Promise.all([depth, farOf(example)].map((plies) => wholeTree(api, example, plies)));
    const worthIn = (search, move) => search.value(search.children[0].find((id) => search.move(id) === move));
    const [chosen, better] = [near.best(), far.best()];
    assert.notEqual(chosen, better, `${what}: the deeper search chooses otherwise`);
    assert.ok(worthIn(far, chosen) <= worthIn(near, chosen) - 1, `${what}: ${chosen} loses a man, or the game, behind the horizon`);
    assert.ok(worthIn(far, chosen) < worthIn(far, better), `${what}: ${better} is better`);
    // It is no whim of that depth: two plies deeper still, the first choice is still the worse one.
    const [first, second] = await Promise.all([chosen, better].map((move) => worth(move, farOf(example) + 2)));
    assert.ok(first < second, `${what}: ${better} stays better`);
    if (depth === 1) {
      // The gain is a capture on the last ply, and the answer captures in turn.
      const node = far.children[0].find((id) => far.move(id) === chosen);
      const answer = far.move(far.children[node].find((id) => far.value(id) === far.value(node)));
      const [before, after, last] = await Promise.all([[], [chosen], [chosen, answer]].map(menOf));
      assert.deepEqual([after, last], [before - 1, before - 2], what);
    } else {
      // What it avoids is a loss that it sees.
      assert.ok(worthIn(near, better) <= worthIn(near, chosen) - 1, what);
    }
  }
});

test('the chapter on windows begins with a window that has two finite ends, and asks about one', async ({ page, api }) => {
  const [example] = examplesOf('alpha-beta');
  const { nodes } = await api.send('POST', '/api/tree', { ...example, algorithm: 'alphabeta' });
  const both = nodes.filter(({ kind, alpha, beta }) => kind === 'inner' && alpha !== '-∞' && beta !== '+∞');
  assert.ok(both.length > 0, JSON.stringify(example));
  await page.visit('/learn/alpha-beta', '#demo-end');
  await page.press('#demo-end');
  for (const { id, alpha, beta } of both) await page.sees(`#demo-tree [data-node="${id}"] .node-window`, `${alpha} … ${beta}`);
});

test('iterative deepening costs little and saves time, as its chapter says: in every position that it shows', async ({ page, api }) => {
  const examples = examplesOf('deepening');
  for (const [index, example] of examples.entries()) {
    const counts = await Promise.all(Array.from({ length: example.depth }, async (_, at) => (await wholeTree(api, example, at + 1, { order: 'deepening' })).visited.size));
    const all = counts.reduce((sum, count) => sum + count, 0);
    assert.ok(counts.at(-1) / all >= 0.75, `${JSON.stringify(example)}: the last depth has most of ${counts}`);
    const alone = (await wholeTree(api, example, example.depth)).visited.size;
    assert.ok(all < alone, `${JSON.stringify(example)}: ${all} positions instead of ${alone}`);
    await page.turnTo(`/learn/deepening?example=${index + 1}`, '#demo-depths');
    await page.sees('#demo-depths', `visit ${all} positions, and ${counts.at(-1)} of them belong to depth ${example.depth}.`);
    await page.sees('#demo-depths', `visits ${alone} positions`);
    const column = await page.$('.demonstration tbody td:last-child').allTextContents();
    assert.deepEqual(column, [...counts, all].map(String));
  }
});

test('the course names positions of all games that the server has', async ({ api }) => {
  const { games } = await api.send('GET', '/api/catalog');
  const shown = new Set(CHAPTERS.flatMap(({ examples }) => examples.map(({ game }) => game.split(':')[0])));
  assert.deepEqual([...shown].sort(), games.map(({ name }) => name).sort());
  for (const { examples } of CHAPTERS.filter(({ noRepeat }) => noRepeat)) {
    for (const { game } of examples) assert.ok(games.find(({ name }) => name === game.split(':')[0]).no_repeat, `${game} has the rule`);
  }
});

test('a server without a game that a chapter needs: the words are there, and nothing fails', async ({ page }) => {
  await page.tab.route('**/api/catalog', async (route) => {
    const response = await route.fetch();
    const catalogue = await response.json();
    await route.fulfill({ response, json: { ...catalogue, games: catalogue.games.filter(({ no_repeat: rule }) => !rule) } });
  });
  const chapter = CHAPTERS.find(({ noRepeat }) => noRepeat);
  await page.visit(`/learn/${chapter.name}`, 'h1');
  await page.sees('.demonstration', 'no game with this rule');
  await page.sees('.learn-text', chapter.text[0]);
  await page.visit(`/learn/${CHAPTERS[0].name}`, '#exercise-1-check');
});

test('progress survives a reload, and can be forgotten', async ({ page, api }) => {
  const [chapter] = CHAPTERS;
  await page.visit(`/learn/${chapter.name}`, '#exercise-1-check');
  await solve(page, api, '#exercise-1', chapter.examples[1], chapter.exercises[0]);
  await page.tab.reload();
  await page.$('#exercise-1[data-done]').waitFor();
  assert.equal(await page.$('#exercise-2[data-done]').count(), 0);
  await page.sees('#learn-count', `1 of ${chapter.exercises.length}`);
  await page.press('nav [data-view="learn"]');
  await page.sees('.chapters', `1 of ${chapter.exercises.length} exercises solved`);
  // It asks first.
  await page.press('#learn-forget');
  await page.press('#no');
  await page.sees('.chapters', `1 of ${chapter.exercises.length} exercises solved`);
  await page.press('#learn-forget');
  await page.press('#yes');
  await until('nothing is solved', () => page.text('.chapters'), (text) => !text.includes(`1 of ${chapter.exercises.length}`));
});

test('an exercise that was solved with another position says so', async ({ page, api }) => {
  const [chapter] = CHAPTERS;
  await page.visit(`/learn/${chapter.name}`, '#exercise-1-check');
  await solve(page, api, '#exercise-1', chapter.examples[1], chapter.exercises[0]);
  assert.equal(await page.text('#exercise-1 .exercise-state'), '✓ solved');
  await page.$('#learn-example').selectOption('1');
  await page.sees('#exercise-1 .exercise-state', '✓ solved with another position');
  assert.equal(await page.text('#exercise-2 .exercise-state'), '');
  await solve(page, api, '#exercise-1', chapter.examples[2], chapter.exercises[0]);
  assert.equal(await page.text('#exercise-1 .exercise-state'), '✓ solved');
  await page.sees('#learn-count', `1 of ${chapter.exercises.length}`);
});

test('when everything is solved, the overview says so; notes without positions still count', async ({ page }) => {
  await page.visit('/learn', '.chapters');
  await page.sees('#learn-continue', `Begin: ${CHAPTERS[0].title}`);
  const all = Object.fromEntries(CHAPTERS.map(({ name, exercises }) => [name, [...exercises.keys()]]));
  await page.tab.evaluate((notes) => localStorage.setItem('quadrille.learn', notes), JSON.stringify(all));
  await page.tab.reload();
  await page.sees('#learn-continue', 'All is solved');
});

test('the steps say each thing once and truly: the open window, the end of a game', async ({ page, api }) => {
  const draw = examplesOf('cut-offs').findIndex(({ game }) => game === 'congo');
  const { nodes } = await api.send('POST', '/api/tree', { ...examplesOf('cut-offs')[draw], algorithm: 'alphabeta' });
  const over = nodes.find(({ reason }) => reason?.startsWith('the game is drawn'));
  assert.ok(over, 'a game of this tree is drawn');
  await page.visit(`/learn/cut-offs?example=${draw + 1}&step=1`, '#demo-step');
  await page.sees('#demo-why', /^At the root .*The window is open: every value matters\.$/);
  await page.press('#demo-end');
  await page.press(`#demo-tree [data-node="${over.id}"]`);
  await page.sees('#demo-why', new RegExp(`^After .* ${over.reason}\\. Its value`));
  assert.doesNotMatch(await page.text('#demo-why'), /the game is over/);
});

test('a wrong count gets a reason that fits the tree', async ({ page, api }) => {
  const examples = examplesOf('cut-offs');
  for (const index of examples.keys()) {
    const { tree, visited } = await wholeTree(api, examples[(index + 2) % examples.length], examples[(index + 2) % examples.length].depth);
    const behind = tree.nodes.some(({ id, parent }) => !visited.has(id) && !visited.has(parent));
    await page.turnTo(`/learn/cut-offs?example=${index + 1}`, '#exercise-2-check');
    for (const choice of await page.$('#exercise-2 .choice').all()) {
      await choice.click();
      await page.press('#exercise-2-check');
      const words = await page.text('#exercise-2-verdict');
      if (/behind another/.test(words)) assert.ok(behind, `position ${index + 1}: ${words}`);
    }
  }
});

test('spoiled notes about progress do no harm', async ({ page }) => {
  for (const notes of ['[1]', '{"minimax": "all"}', 'nonsense', '7']) {
    await page.visit('/learn', '.chapters');
    await page.tab.evaluate((text) => localStorage.setItem('quadrille.learn', text), notes);
    await page.tab.reload();
    await page.sees('.chapters', '0 of');
  }
});

test('the demonstration steps through the search, and each step has an address', async ({ page, api }) => {
  const { examples: [example] } = CHAPTERS.find(({ name }) => name === 'cut-offs');
  const { tree, visited } = await wholeTree(api, example, example.depth);
  await page.visit('/learn/cut-offs', '#demo-step');
  await page.press('#demo-step');
  await until('the address names the step', async () => page.hash, (hash) => /step=1$/.test(hash));
  await page.press('#demo-end');
  await page.sees('.demonstration', `Minimax: ${tree.positions} positions`);
  await page.sees('.demonstration', `Alpha-beta: ${visited.size} positions`);
  assert.equal(await page.$('#demo-whole [data-skipped][data-node]').count(), tree.positions - visited.size);
  const why = await page.text('#demo-why');
  await page.tab.reload();
  await page.sees('#demo-why', why);
  await page.press('.laboratory');
  await page.$('#tree-whole [data-node="0"]').waitFor();
});

test('chapters follow each other, and one that is not there is refused in words', async ({ page }) => {
  await page.visit('/', '#start');
  await page.press('nav [data-view="learn"]');
  await page.press('#learn-continue');
  for (const { title } of CHAPTERS.slice(0, -1)) {
    await page.sees('h1', title);
    await page.press('#learn-next');
  }
  await page.sees('h1', CHAPTERS.at(-1).title);
  assert.equal(await page.$('#learn-next').count(), 0);
  await page.press('#learn-all');
  await page.$('.chapters').waitFor();
  await page.follow('/learn/nothing');
  await page.sees('#status', 'no such chapter');
});

test('an exercise of each form with the keyboard only', async ({ page, api }) => {
  const chapter = CHAPTERS.find(({ name }) => name === 'cut-offs');
  const [mark, count] = [chapter.examples[1], chapter.examples[2]];
  const { tree, visited } = await wholeTree(api, mark, mark.depth);
  const cut = tree.nodes.filter(({ id, parent }) => !visited.has(id) && visited.has(parent)).map(({ id }) => id);
  await page.visit('/learn/cut-offs', '#exercise-2-check');
  await page.$('#exercise-1-check').waitFor();
  const focus = () => page.tab.evaluate(() => {
    const here = document.activeElement;
    return { id: here?.id ?? '', node: Number(here?.getAttribute('data-node') ?? -1), exercise: here?.closest('.exercise')?.id ?? '', radio: here instanceof HTMLInputElement };
  });
  const tabTo = async (what, wanted, back = false) => {
    for (let presses = 0; presses < 120; presses += 1) {
      const now = await focus();
      if (wanted(now)) return now;
      await page.tab.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    }
    return assert.fail(`Tab never comes to ${what}`);
  };
  for (const id of cut) {
    await tabTo(`node ${id}`, ({ node, exercise }) => exercise === 'exercise-1' && node === id);
    await page.tab.keyboard.press(id % 2 === 0 ? 'Space' : 'Enter');
    assert.equal(await page.$(`#exercise-1 [data-node="${id}"]`).getAttribute('aria-checked'), 'true');
  }
  await tabTo('Check', ({ id }) => id === 'exercise-1-check', true);
  await page.tab.keyboard.press('Enter');
  await page.sees('#exercise-1-verdict', /^Right/);

  const right = String((await wholeTree(api, count, count.depth)).visited.size);
  await tabTo('the answers', ({ exercise, radio }) => exercise === 'exercise-2' && radio);
  await page.tab.keyboard.press('Space');
  const chosen = () => page.$('#exercise-2 .choice:has(input:checked)').textContent();
  for (let presses = 0; (await chosen()).trim() !== right; presses += 1) {
    assert.ok(presses < 10, 'the arrows come to every answer');
    await page.tab.keyboard.press('ArrowDown');
  }
  await tabTo('Check', ({ id }) => id === 'exercise-2-check');
  await page.tab.keyboard.press('Enter');
  await page.sees('#exercise-2-verdict', /^Right/);
});
