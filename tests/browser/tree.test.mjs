// The tree of a search: steps, play, cut-offs with their reasons, the picture as a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Steps } from '../../web/js/tree-model.js';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const GAME = { game: 'oska:4', depth: 3, algorithm: 'alphabeta' };
const address = ({ game, depth, algorithm }) => `/tree?game=${game}&depth=${depth}&algorithm=${algorithm}`;
const ask = (api, { game, depth, algorithm }) => api.send('POST', '/api/tree', { game, depth, algorithm });

/** The states of the nodes, by id: ahead, open or done. */
const states = async (page) => Object.fromEntries(await page.$('#tree-svg [data-node]').evaluateAll((nodes) =>
  nodes.map((node) => [node.getAttribute('data-node'), node.getAttribute('data-state')])));

test('a large tree is made smaller to see more of it and larger to read it, and the size is remembered', async ({ page }) => {
  await page.visit(`${address(GAME)}&step=9`, '#tree-svg [data-now]');
  const width = async () => (await page.box(page.$('#tree-svg'))).width;
  const usual = await width();
  for (const zoom of [0.5, 2]) {
    await page.$('#tree-zoom').selectOption(String(zoom));
    assert.ok(Math.abs(await width() - zoom * usual) < 2, `${zoom}: ${await width()} instead of ${usual}`);
    const [node, box] = [await page.box(page.$('#tree-svg [data-now]')), await page.box(page.$('.tree-box:has(#tree-svg)'))];
    assert.ok(node.x >= box.x && node.y >= box.y && node.y + node.height <= box.y + box.height, `${zoom}: the node of the step is in sight`);
  }
  await page.tab.reload();
  await page.$('#tree-svg [data-now]').waitFor();
  assert.equal(await page.$('#tree-zoom').inputValue(), '2');
  assert.ok(Math.abs(await width() - 2 * usual) < 2);
  // Whatever is scrolled to, the heads of the columns are above it.
  const outer = page.$('.tree-box:has(#tree-svg)');
  await outer.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  const [head, box] = [page.$('#tree-svg .tree-head').first(), await page.box(outer)];
  await until('the heads are in sight', () => page.box(head), ({ y }) => y >= box.y && y < box.y + 60);
  await page.$('#tree-zoom').selectOption('whole');
  const [all, frame] = [await page.box(page.$('#tree-svg')), await page.box(outer)];
  assert.ok(all.width <= frame.width && all.height <= frame.height, `${JSON.stringify(all)} in ${JSON.stringify(frame)}`);
});

test('steps forward and back, in the order of the search', async ({ page, api }) => {
  const tree = await ask(api, GAME);
  await page.visit(address(GAME), '#tree-svg [data-node="0"]');
  assert.equal(await page.$('#tree-svg [data-node]').count(), tree.nodes.length);
  // What the search has not reached is not shown: neither nodes nor windows give its result away.
  const seen = () => page.$('#tree-svg [data-node]').evaluateAll((nodes) => nodes.filter((node) => getComputedStyle(node).visibility === 'visible').length);
  assert.equal(await seen(), 1);
  assert.equal(await page.$('#tree-svg .node.root .node-window').isVisible(), false);
  const before = await page.text('#tree-why');
  await page.press('#tree-step');
  await until('the root is entered', () => states(page), (now) => now[0] === 'open');
  const root = await page.text('#tree-why');
  assert.notEqual(root, before);
  assert.match(root, /root/);
  await page.press('#tree-step');
  await until('its first child is entered', () => states(page), (now) => now[1] === 'open');
  await page.sees('#tree-why', tree.nodes[1].move);
  await page.press('#tree-back');
  await until('back again', () => states(page), (now) => now[1] === 'ahead' && now[0] === 'open');
  assert.equal(await page.text('#tree-why'), root);
});

test('plays by itself to the end, with the value of the root', async ({ page, api }) => {
  const small = { game: 'ctf:3', depth: 2, algorithm: 'minimax' };
  const tree = await ask(api, small);
  await page.visit(address(small), '#tree-svg [data-node="0"]');
  await page.$('#tree-speed').selectOption('120');
  await page.press('#tree-play');
  await until('all is done', () => states(page), (now) => Object.values(now).every((state) => state === 'done'));
  const value = await page.text('#tree-svg [data-node="0"] .node-value');
  assert.equal(value.replace('−', '-'), tree.nodes[0].text.replace('−', '-'));
  const principal = await page.$('#tree-svg [data-node][data-principal]').evaluateAll((nodes) => nodes.map((node) => Number(node.getAttribute('data-node'))));
  assert.deepEqual(principal.sort((a, b) => a - b), tree.nodes.filter((node) => node.principal).map(({ id }) => id));
});

test('a cut-off is shown with its reason', async ({ page, api }) => {
  const tree = await ask(api, GAME);
  const node = tree.nodes.find(({ cut }) => cut !== null);
  assert.ok(node, 'there is a cut-off in this tree');
  await page.visit(address(GAME), '#tree-svg [data-node="0"]');
  await page.press('#tree-end');
  // Nothing is left to press.
  assert.doesNotMatch(await page.text('#status'), /Press Step/);
  const cuts = page.$('#tree-svg .cut-off');
  await until('every cut-off is drawn', () => cuts.count(), (count) => count === tree.nodes.filter(({ cut }) => cut !== null).length);
  await page.press(`#tree-svg [data-node="${node.id}"]`);
  await page.sees('#tree-why', node.cut.text);
  for (const move of node.cut.unsearched) await page.sees('#tree-why', move);

  // Without cut-offs the same value takes more positions.
  await page.$('#tree-algorithm').selectOption('minimax');
  const all = await ask(api, { ...GAME, algorithm: 'minimax' });
  await until('the whole tree is there', () => page.$('#tree-svg [data-node]').count(), (count) => count === all.nodes.length);
  assert.ok(all.nodes.length > tree.nodes.length);
  assert.equal(all.nodes[0].value, tree.nodes[0].value);
  assert.equal(await cuts.count(), 0);
});

test('the depth can be chosen, and one that is too large is refused in words', async ({ page, api }) => {
  const line = await api.line('congo');
  page.allow(/\/api\/tree/);
  await page.visit('/tree?game=congo&depth=1', '#tree-svg [data-node="0"]');
  const count = await page.$('#tree-svg [data-node]').count();
  await page.$('#tree-depth').selectOption('2');
  await until('there are more', () => page.$('#tree-svg [data-node]').count(), (now) => now > count);
  await page.$('#tree-depth').selectOption('6');
  await page.sees('#status', /positions/);
  // The position is still there, and nothing can be pressed that does nothing.
  await page.sees('#tree-why', /choose a smaller depth/);
  for (const id of ['#tree-play', '#tree-step', '#tree-end']) assert.equal(await page.$(id).isDisabled(), true, id);
  await page.shows(line.names, line.cells);
  await page.$('#tree-depth').selectOption('1');
  await until('there is a tree again', () => page.$('#tree-play').isDisabled(), (disabled) => !disabled);
});

test('minimax and alpha-beta side by side, with counts; what is cut off is grey, with its reason', async ({ page, api }) => {
  const [whole, pruned] = await Promise.all(['minimax', 'alphabeta'].map((algorithm) => ask(api, { ...GAME, algorithm })));
  await page.visit(address({ ...GAME, algorithm: 'both' }), '#tree-whole [data-node="0"]');
  await page.sees('#tree-whole-caption', `Minimax: ${whole.positions} positions`);
  await page.sees('#tree-caption', `Alpha-beta: ${pruned.positions} positions`);
  await page.press('#tree-end');
  await until('all is shown', () => page.$('#tree-whole [data-node="0"]').getAttribute('data-state'), (state) => state === 'done');
  assert.equal(await page.$('#tree-whole [data-node][data-skipped]').count(), whole.positions - pruned.positions);
  const [first] = pruned.nodes.filter(({ cut }) => cut !== null);
  const sign = first.max ? `${first.text} ≥ ${first.beta}` : `${first.text} ≤ ${first.alpha}`;
  await page.sees('#tree-whole [data-node][data-skipped] .node-reason', `✂ ${sign}`);
  // Minimax has found a value for every node, also for those that are cut off.
  const shown = await page.$('#tree-whole [data-node]').evaluateAll((boxes) => boxes.map((box) => [Number(box.getAttribute('data-node')), box.querySelector('.node-value').textContent]));
  assert.deepEqual(new Map(shown), new Map(whole.nodes.map(({ id, text }) => [id, text])));
  assert.equal(await page.$('#tree-whole [data-node][data-skipped] title').first().textContent(), first.cut.text);
  // Minimax stands at the same node as alpha-beta, and has visited more by then.
  await page.press(`#tree-svg [data-node="${first.id}"]`);
  await until('both are at this node', () => page.$('#tree-whole [data-now] .node-move').textContent(), (move) => move === first.move);
  const done = (id) => page.$(`${id} [data-state="done"]`).count();
  assert.ok(await done('#tree-whole [data-node]') >= await done('#tree-svg [data-node]'));
});

test('the order of moves can be chosen: best first visits fewer positions, with the same value', async ({ page, api }) => {
  const counts = {};
  for (const order of ['generation', 'best', 'worst', 'deepening']) {
    const tree = await api.send('POST', '/api/tree', { ...GAME, order });
    counts[order] = tree.positions;
    await page.visit(`${address(GAME)}${order === 'generation' ? '' : `&order=${order}`}`, '#tree-svg [data-node="0"]');
    assert.equal(await page.$('#tree-order').inputValue(), order);
    await page.sees('#tree-caption', `${tree.positions} positions`);
    await page.press('#tree-end');
    await page.sees('#tree-svg [data-node="0"] .node-value', tree.nodes[0].text);
    const first = await page.text('#tree-svg [data-node="1"] .node-move');
    assert.equal(first, tree.nodes[1].move);
  }
  assert.ok(counts.best < counts.worst, JSON.stringify(counts));
  await page.$('#tree-order').selectOption('best');
  await page.sees('#tree-caption', `${counts.best} positions`);
  assert.match(page.hash, /order=best/);
});

test('values are predicted before they are shown: a wrong answer gets a reason, a right one goes on', async ({ page, api }) => {
  const small = { game: 'ctf:3', depth: 2, algorithm: 'minimax' };
  const tree = await ask(api, small);
  await page.visit(address(small), '#tree-svg [data-node="0"]');
  assert.equal(await page.$('#predict-question').isVisible(), false);
  await page.press('#tree-predict');
  await page.$('#predict-question').waitFor();
  // To the first node whose value is asked for.
  const parent = tree.nodes.find(({ kind, ply }) => kind === 'inner' && ply === 1);
  const leaves = tree.nodes.filter((node) => node.parent === parent.id);
  const lowest = leaves.reduce((best, leaf) => (leaf.value < best.value ? leaf : best));
  for (let steps = 0; steps < leaves.length + 2; steps += 1) await page.press('#tree-step');
  await page.sees('#predict-question', parent.move);
  const node = `#tree-svg [data-node="${parent.id}"]`;
  await page.sees(`${node} .node-value`, '?');
  const words = await page.text('#tree-why');
  assert.doesNotMatch(words, /now has/);
  const choices = await page.$('#predict-choices button').allTextContents();
  assert.ok(choices.includes(lowest.text) && choices.length > 1, JSON.stringify(choices));
  const wrong = choices.find((text) => text !== lowest.text);
  await page.$(`#predict-choices [data-value="${wrong}"]`).click();
  await page.sees('#predict-verdict', new RegExp(`Not .*takes the lowest of ${leaves.map(({ text }) => text.replace('+', '\\+')).join(', ')}`));
  await page.$(`#predict-choices [data-value="${lowest.text}"]`).focus();
  await page.tab.keyboard.press('Enter');
  await page.sees('#predict-verdict', 'Right');
  await page.sees(`${node} .node-value`, lowest.text);
  assert.match(page.hash, /predict=1/);
  // Play waits for an answer.
  await page.$('#tree-speed').selectOption('120');
  await page.press('#tree-play');
  await until('it waits', () => page.text('#tree-play'), (text) => text === 'Play');
  assert.ok(await page.$('#predict-choices button').count() > 1);
});

test('alpha-beta asks whether the rest is cut off, and never for the value of a node that is', async ({ page, api }) => {
  const small = { game: 'oska:3', depth: 3, algorithm: 'alphabeta' };
  const tree = await ask(api, small);
  const children = tree.nodes.map(({ id }) => tree.nodes.filter(({ parent }) => parent === id));
  const cuts = tree.nodes.filter(({ cut }) => cut !== null);
  assert.ok(cuts.length > 0, 'there is a cut-off in this tree');
  await page.visit(`${address(small)}&predict=1`, '#tree-svg [data-node="0"]');
  const asked = { cut: 0, on: 0, value: 0 };
  const places = new Set();
  for (;;) {
    const count = await page.text('#tree-count');
    assert.doesNotMatch(count, / of /, 'how many positions are left is not told');
    if (await page.$('#tree-step').isDisabled()) break;
    const buttons = await page.$('#predict-choices button').allTextContents();
    let right = '';
    if (buttons.length > 0) {
      places.add(Math.round((await page.box(page.$('#predict-choices button').first())).y));
      const question = await page.text('#predict-question');
      const path = question.includes('the root') ? [] : /the node after ([^,?]+?)(?: get|, where)/.exec(question)[1].split(' ');
      const node = path.reduce((at, move) => children[at.id].find((child) => child.move === move), tree.nodes[0]);
      const [done, open] = [await page.$('#tree-svg [data-state="done"][data-node]').evaluateAll((boxes) => boxes.map((box) => Number(box.getAttribute('data-node')))), await page.text(`#tree-svg [data-node="${node.id}"] .node-value`)];
      assert.equal(open, '?');
      if (/^What value/.test(question)) {
        assert.equal(node.cut, null, question);
        right = node.text;
        asked.value += 1;
      } else {
        const values = children[node.id].filter(({ id }) => done.includes(id)).map(({ value }) => value);
        const best = node.max ? Math.max(...values) : Math.min(...values);
        // What its finished moves give it is told too, not only the window that it was entered with.
        const [, alpha, beta, now] = /It was entered with alpha (.+) and beta (.+), and (?:now )?(has .+)\. Does/.exec(question);
        assert.deepEqual([alpha, beta], [node.alpha, node.beta]);
        const useful = children[node.id].filter(({ id, bound }) => done.includes(id) && (bound === 'exact' || bound === (node.max ? 'least' : 'most')));
        const sure = useful.sort((a, b) => (node.max ? b.value - a.value : a.value - b.value))[0];
        if (sure) assert.equal(now, `has ${node.max ? '≥' : '≤'} ${sure.text}`);
        else assert.match(now, /^has nothing/);
        // The window of the node, as numbers: the node or leaf that has the same words.
        const limit = tree.nodes.find(({ text }) => text === (node.max ? node.beta : node.alpha)).value;
        const isCut = node.max ? best >= limit : best <= limit;
        right = isCut ? 'No, it cuts off' : 'Yes, it goes on';
        const wrong = buttons.find((text) => text !== right);
        await page.$(`#predict-choices [data-value="${wrong}"]`).click();
        await page.sees('#predict-verdict', /^Not so: .{20,}/);
        asked[isCut ? 'cut' : 'on'] += 1;
      }
      await page.$(`#predict-choices [data-value="${right}"]`).click();
      await page.sees('#predict-verdict', /^Right: /);
    } else await page.press('#tree-step');
    await until('the next step is shown', () => page.text('#tree-count'), (now) => now !== count);
  }
  assert.equal(places.size, 1, 'the answers keep their place');
  assert.equal(asked.cut, cuts.length, 'every cut-off was asked about');
  assert.ok(asked.on > 0 && asked.value > 0, JSON.stringify(asked));
});

/** Whether a value is what a text says of it: `+5`, `≥ +5`, `≤ +5`. */
function holds(text, value, valueOf) {
  const [, sign, bound] = /^([≥≤]?) ?(.+)$/.exec(text);
  const known = valueOf.get(bound);
  assert.notEqual(known, undefined, `${bound} is a value`);
  return sign === '≥' ? value >= known : sign === '≤' ? value <= known : value === known;
}

test('what alpha-beta says of a node holds at every step, of unfinished nodes too', async ({ page, api }) => {
  const shown = { bounds: 0, none: 0 };
  for (const asked of [{ game: 'ctf:3', depth: 4 }, { game: 'ctf:3', depth: 5 }, { game: 'oska:4', depth: 4 }, { game: 'crusher:2', depth: 5 }, { game: 'ctf:3', depth: 4, order: 'worst' }]) {
    const [whole, search] = await Promise.all(['minimax', 'alphabeta'].map(async (algorithm) => new Steps(await api.send('POST', '/api/tree', { ...asked, algorithm }))));
    const values = new Map(whole.nodes.map((node) => [whole.name(node), node.value]));
    const valueOf = new Map([...whole.nodes, ...search.nodes].map(({ text, value }) => [text, value]));
    const check = (node, text, step) => assert.ok(holds(text, values.get(search.name(node)), valueOf), `${JSON.stringify(asked)}, step ${step}: ${search.name(node)} is shown with ${text}`);
    for (const [index, { id, done }] of search.steps.entries()) {
      const [step, node] = [index + 1, search.nodes[id]];
      for (let open = done ? search.nodes[node.parent ?? -1] : node; open !== undefined; open = search.nodes[open.parent ?? -1]) {
        const text = search.soFar(open, step);
        shown[text === '…' ? 'none' : 'bounds'] += 1;
        if (text !== '…') check(open, text, step);
      }
      if (done) check(node, `${{ exact: '', least: '≥ ', most: '≤ ' }[node.bound]}${node.text}`, step);
      const parent = done ? search.nodes[node.parent ?? -1] : undefined;
      if (parent === undefined) continue;
      const [, when, told] = / (now has|still has|has nothing) (.+)\.$/.exec(search.words(step));
      if (when === 'has nothing') assert.equal(told, parent.max ? 'better than alpha yet' : 'lower than beta yet');
      else {
        check(parent, told, step);
        assert.equal(when === 'now has', told !== search.soFar(parent, step - 1), `step ${step}: ${search.words(step)}`);
      }
    }
  }
  assert.ok(shown.bounds > 0 && shown.none > 0, JSON.stringify(shown));
  // At this step both searched moves of a max node are only known to be worth at most something.
  await page.visit('/tree?game=ctf:3&depth=4&algorithm=alphabeta&step=57', '#tree-svg [data-node="0"]');
  await page.sees('#tree-why', /has nothing better than alpha yet\.$/);
});

test('another position is set up in the editor, and its tree is shown', async ({ page, api }) => {
  await page.visit('/tree?game=ctf:3&depth=2', '#tree-svg [data-node="0"]');
  const { names, cells } = await api.line('ctf:3');
  await page.press('#tree-position');
  await page.$('#editor-side').waitFor();
  await page.shows(names, cells);
  await page.$('#editor-side').selectOption('b');
  await until('it can be searched', () => page.$('#editor-tree').isDisabled(), (disabled) => !disabled);
  await page.press('#editor-tree');
  await page.sees('.tree-head', 'ply 0: Black, max');
});

test('the picture is downloaded as an SVG file', async ({ page }) => {
  await page.visit(address(GAME), '#tree-svg [data-node="0"]');
  const [download] = await Promise.all([page.tab.waitForEvent('download'), page.press('#tree-export')]);
  assert.match(download.suggestedFilename(), /\.svg$/);
  const text = await readFile(await download.path(), 'utf8');
  assert.match(text, /^(<\?xml[^>]*>\s*)?<svg /);
  assert.match(text, /<\/svg>\s*$/);
});

/** The height of the letters of each text of a tree, on the screen. */
const letters = (page, id) => page.$(`${id} text`).evaluateAll((texts) => texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a));

test('on a projector trees have letters for the back row, alone and side by side', async ({ page }) => {
  for (const [hash, id, least] of [
    ['/tree?game=ctf:4&depth=2&algorithm=alphabeta', '#tree-svg', 20],
    ['/tree?game=ctf:4&depth=2&algorithm=both', '#tree-whole', 16],
    ['/learn/minimax', '#demo-tree', 20],
    ['/learn/cut-offs', '#demo-tree', 16],
    ['/learn/horizon', '#demo-tree-1', 20],
  ]) {
    await page.visit(hash, `${id} [data-node="0"]`);
    const sizes = await letters(page, id);
    assert.ok(Math.min(...sizes) >= least, `${hash}: the smallest letters have ${Math.min(...sizes)} px`);
  }
}, { viewport: { width: 1920, height: 1080 } });
