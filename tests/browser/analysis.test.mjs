// The analysis: lines that deepen, stopping, why not, what the evaluation sees, the review of a game.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const depthOf = (text) => Number(/\d+/.exec(text)?.[0] ?? 0);
const idle = (api) => until('no analysis is open', () => api.status(), ({ analyses }) => analyses === 0);

/** The page asks for a minute, and on a slow machine a test may take longer: this goes on until it is called off. */
const unhurried = (page) => page.tab.route('**/api/analysis', (route) =>
  route.continue({ postData: { ...route.request().postDataJSON(), seconds: 300 } }));

/** The first moves of a game, as many as are wanted. */
async function someMoves(api, game, count) {
  const moves = [];
  while (moves.length < count) moves.push((await api.line(game, { moves })).moves[0].move);
  return moves;
}

test('lines arrive and deepen, and are called off', async ({ page, api }) => {
  await unhurried(page);
  await page.visit('/analysis?game=congo', '#lines [data-line="1"]');
  const first = depthOf(await page.sees('#depth', /\d/));
  await until('the depth grows', async () => depthOf(await page.text('#depth')), (depth) => depth > first);
  for (const line of [1, 2, 3]) await page.$(`#lines [data-line="${line}"]`).waitFor();
  assert.equal(await page.$('#lines [data-line="4"]').count(), 0);
  const bar = page.$('#eval-bar');
  assert.equal(await bar.isVisible(), true);
  assert.ok(Number(await bar.getAttribute('aria-valuenow')) > 0);
  assert.equal(await page.$('#eval-graph').isVisible(), true);
  assert.ok(await page.$('[data-board] .arrow').count() > 0, 'the best moves are drawn');

  assert.ok((await api.status()).analyses > 0, 'the server is at it');
  await page.press('#stop');
  await idle(api);
  const known = await page.text('#depth');
  assert.equal(await page.$('#stop').isDisabled(), true);
  assert.ok(depthOf(known) > 0, 'what was found stays');

  // Again, and then somewhere else: nobody waits for it any more.
  await page.press('#analyse');
  await until('the server is at it again', () => api.status(), ({ analyses }) => analyses > 0);
  await page.press('nav [data-view="rules"]');
  await idle(api);
});

test('the lines are legal, and a click goes there', async ({ page, api }) => {
  await page.visit('/analysis?game=oska:4', '#lines [data-line="1"]');
  await page.$('#lines-count').selectOption('5');
  await page.$('#lines [data-line="5"]').waitFor();
  const moves = page.$('#lines [data-line="1"] .variation button');
  await until('the best line is long enough', () => moves.count(), (count) => count >= 3);
  await page.halt();
  const start = await api.line('oska:4');
  const heads = [];
  for (const line of [1, 2, 3, 4, 5]) heads.push(await page.text(`#lines [data-line="${line}"] .variation button`));
  assert.equal(new Set(heads).size, 5, 'each line begins with another move');
  assert.deepEqual(heads.filter((head) => !start.moves.some(({ move }) => move === head)), []);
  // The line as it is when it is clicked: a last report may still change it.
  await page.tab.evaluate(() => addEventListener('click', ({ target }) => {
    const line = /** @type {Element} */ (target).closest('.variation');
    Object.assign(globalThis, { clicked: [...line?.querySelectorAll('button') ?? []].map(({ textContent }) => textContent?.trim()) });
  }, { capture: true, once: true }));
  await moves.nth(2).click();
  const play = (await page.tab.evaluate(() => /** @type {any} */ (globalThis).clicked)).slice(0, 3);
  await page.hasMoves(3);
  assert.deepEqual(await page.moves(), play);
  await page.shows(start.names, (await api.line('oska:4', { moves: play })).cells);
});

test('moves on the board of the analysis make a line, and steps go through it', async ({ page, api }) => {
  await page.visit('/analysis?game=ctf:4', '[data-board]');
  const start = await api.line('ctf:4');
  await page.shows(start.names, start.cells);
  await page.clickMove(start, start.moves[0]);
  await page.hasMoves(1);
  const second = await api.line('ctf:4', { moves: [start.moves[0].move] });
  await page.shows(second.names, second.cells);
  await page.clickMove(second, second.moves[0]);
  await page.hasMoves(2);
  await page.press('#previous');
  await page.shows(second.names, second.cells);
  await page.press('#first');
  await page.shows(start.names, start.cells);
  await page.press('#moves [data-ply="1"]');
  await page.shows(second.names, second.cells);
});

test('steps that come faster than positions all count', async ({ page, api }) => {
  const moves = await someMoves(api, 'congo', 6);
  const at = (ply) => api.line('congo', { moves: moves.slice(0, ply) });
  await page.visit(`/analysis?game=congo&moves=${moves.join(',')}&ply=0`, '[data-board]');
  const { names, cells } = await at(0);
  await page.shows(names, cells);
  await page.tab.evaluate(() => {
    const press = (id) => document.getElementById(id).click();
    for (const id of ['next', 'next', 'flip', 'next', 'next', 'previous', 'next']) press(id);
  });
  await page.shows(names, (await at(4)).cells);
  assert.match(page.hash, /ply=4&flip=1/);
  await page.tab.evaluate(() => {
    for (let count = 0; count < 3; count += 1) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
  });
  await page.shows(names, (await at(1)).cells);
  await page.tab.evaluate(() => { for (const id of ['last', 'previous']) document.getElementById(id).click(); });
  await page.shows(names, (await at(5)).cells);
});

test('while lines come and go nothing moves, and lines of another position do nothing', async ({ page, api }) => {
  const moves = await someMoves(api, 'congo', 3);
  await page.visit(`/analysis?game=congo&moves=${moves.join(',')}&ply=1`, '#lines [data-line="3"]');
  const places = () => page.tab.evaluate(() => ['#next', '#moves', '#review'].map((id) => document.querySelector(id).getBoundingClientRect().top));
  const before = await places();
  const release = await page.hold('**/api/analysis');
  await page.press('#next');
  await page.$('#lines[data-old] [data-line="3"]').waitFor();
  assert.deepEqual(await places(), before, 'the old lines stay');
  const { hash } = page;
  const cells = await page.men((await api.line('congo')).names);
  for (const old of ['#lines [data-line="1"] .variation button', '#lines [data-line="2"] button.small']) {
    await page.$(old).first().hover();
    await page.press(old);
  }
  assert.equal(page.hash, hash);
  assert.equal(await page.men((await api.line('congo')).names), cells);
  assert.equal(await page.text('#why-words'), '');
  release();
  await page.$('#lines:not([data-old]) [data-line="3"]').waitFor();
  assert.deepEqual(await places(), before, 'nor do the new lines move anything');
  // Whoever has stopped the analysis sees no lines of other positions.
  await page.halt();
  await page.press('#previous');
  await until('the lines are gone', () => page.$('#lines li').count(), (count) => count === 0);
  assert.deepEqual(await places(), before);
}, { viewport: { width: 1280, height: 1400 } });

test('nobody is said to look when nobody does', async ({ page }) => {
  page.allow(/\/api\/analysis$/);
  await page.tab.route('**/api/analysis', (route) => route.fulfill({ status: 429, json: { error: 'too many' } }), { times: 1 });
  await page.visit('/analysis?game=congo', '[data-board]');
  await page.sees('#status', 'Too many');
  await page.sees('#depth', 'without a search');
  assert.equal(await page.$('#stop').isDisabled(), true);

  const release = await page.hold('**/api/analysis');
  await page.$('#why-move').fill('a2a3');
  await page.press('#why-ask');
  await page.sees('#why-words', /^Searching/);
  await page.press('#stop');
  await page.sees('#why-words', 'Stopped before there was an answer.');
  await page.tab.route('**/api/analysis', (route) => route.fulfill({ contentType: 'text/event-stream', body: 'event: end\ndata: {"reason":"time"}\n\n' }));
  await page.press('#why-ask');
  await page.sees('#why-words', 'No answer was found in time.');
  await page.press('#analyse');
  await page.sees('#depth', 'without a search');
  release();
});

test('the buttons that begin and end an analysis hand the focus to each other', async ({ page }) => {
  await unhurried(page);
  await page.visit('/analysis?game=congo&moves=a2a3', '#lines [data-line="1"]');
  const focused = (id) => until(`${id} has the focus`, () => page.tab.evaluate(() => document.activeElement?.id ?? ''), (now) => now === id);
  await page.$('#stop').focus();
  for (const next of ['analyse', 'stop', 'analyse']) {
    await page.tab.keyboard.press('Enter');
    await focused(next);
  }
  await page.$('#review').focus();
  await page.tab.keyboard.press('Enter');
  await focused('stop');
});

test('a review of other moves is called off, also before it has said anything', async ({ page, api }) => {
  const moves = await someMoves(api, 'congo', 2);
  await page.visit(`/analysis?game=congo&moves=${moves.join(',')}`, '#review:enabled');
  await page.halt();
  const release = await page.hold('**/api/review');
  await page.press('#review');
  await until('it is under way', () => page.$('#review').isDisabled(), Boolean);
  await page.sees('.row:has(#review) #review-words', `Searched 0 of ${moves.length + 1} positions.`);
  await page.sees('#status', 'The game is being reviewed');
  await page.press('#first');
  const start = await api.line('congo');
  await page.shows(start.names, start.cells);
  assert.equal(await page.$('#review').isDisabled(), true, 'a step is no other game');
  await page.clickMove(start, start.moves.find(({ move }) => move !== moves[0]));
  await page.hasMoves(1);
  await until('it is called off', () => page.$('#review').isDisabled(), (disabled) => !disabled);
  release();
  await idle(api);
  assert.equal(await page.$('#marks li').count(), 0);
  assert.equal(await page.$('#moves small').count(), 0);
});

test('a history too long for an address is no hindrance', async ({ page, api }) => {
  let position = '';
  for (const moves = []; position.length <= 66_000;) {
    const line = await api.line('ctf:32', { moves });
    position = line.position;
    moves.push(line.moves[0].move);
  }
  const place = new URLSearchParams({ game: 'ctf:32', position });
  await page.visit(`/analysis?${place}`, '#lines [data-line="1"]');
  await page.halt();
  await page.visit(`/tree?${place}&depth=1`, '#tree-export');
  await page.sees('#status', /visits \d+ positions/);
  await page.press('#tree-export');
  await page.sees('#status', /too long a history/);
});

test('why not this move: the answer to it, and what it costs', async ({ page, api }) => {
  // The lion steps before the enemy's lion and is taken.
  const params = new URLSearchParams({ game: 'congo', position: '3l2z/7/7/7/7/7/2L3Z w 0' });
  await page.visit(`/analysis?${params}`, '#lines [data-line="1"]');
  await page.$('#why-move').fill('c1d1');
  await page.press('#why-ask');
  await page.sees('#why', /After c1d1 Black answers d7d1/);
  await page.sees('#why', /Black wins in 2\./);
  await page.sees('#why .variation', /c1d1.*d7d1/s);

  // A look ahead ends when something else is asked.
  await page.press('#why button:text-is("Step")');
  await page.$('#why .variation [aria-current]').waitFor();
  await page.$('#why-move').fill('c1c2');
  await page.press('#why-ask');
  await page.sees('#why-words', /After c1c2/);
  assert.equal(await page.$('#why .variation [aria-current]').count(), 0);
  const { names, cells } = await api.line('congo', { position: params.get('position') });
  await page.shows(names, cells);

  // A move that is none is refused in words.
  page.allow(/\/api\/line$/);
  await page.$('#why-move').fill('c1g7');
  await page.press('#why-ask');
  await page.sees('#why', /c1g7/);
  await page.sees('#why', /the lion may not leave the castle/i);

  // The same by the button of a line that is not the best.
  await page.visit('/analysis?game=crusher:3', '#lines [data-line="2"]');
  await page.press('#lines [data-line="2"] button.small');
  await page.sees('#why', /After \S+ Black answers \S+/);
});

test('why not, asked beside a line: the answer comes into sight', async ({ page }) => {
  await page.visit('/analysis?game=congo', '#lines [data-line="2"]');
  await page.halt();
  await page.sees('#eval-text', /^White [+−]\d+$/);
  await page.tab.locator('#lines [data-line="2"] button', { hasText: 'why not?' }).click();
  await page.sees('#why-words', /^After/);
  const { y, height } = await page.box(page.$('#why-words'));
  assert.ok(y > 0 && y + height <= 700, `${y} to ${y + height}`);
}, { viewport: { width: 1280, height: 700 } });

test('what the evaluation sees is said in words', async ({ page, api }) => {
  const moves = ['c1d1', 'b3a3'];
  await page.visit(`/analysis?game=ctf:4&moves=${moves.join(',')}`, '#terms li');
  const { terms } = await api.line('ctf:4', { moves });
  const words = await page.text('#terms');
  for (const { name, white, black } of terms) {
    const line = `${name}: White ${white}, Black ${black}`;
    assert.equal(words.includes(line), white !== 0 || black !== 0, `what neither side has is left out: ${line} in ${words}`);
  }
});

test('a review does not praise a side that had lost from the start', async ({ page, api }) => {
  const [{ play, win_in: distance }] = await api.best('oska:3', {}, 30);
  assert.ok(distance < 0, 'White loses from the start');
  await page.visit(`/analysis?game=oska:3&moves=${play.join(',')}`, '#review:enabled');
  await page.press('#review');
  await page.sees('#status', 'The review is done. White: no choice, because every move lost. Black: no mistakes found.');
});

test('the review marks a blunder', async ({ page, api }) => {
  const params = new URLSearchParams({ game: 'congo', position: '3l2z/7/7/7/7/7/2L3Z w 0', moves: 'c1d1,g7f5' });
  await page.visit(`/analysis?${params}`, '#review');
  await page.$('#review-seconds').selectOption('0.1');
  await page.press('#review');
  await page.sees('#marks', /Move 1, White: c1d1.*blunder/s);
  // Black overlooks that the lion can be taken.
  await page.sees('#marks', /Move 1, Black: g7f5.*blunder/s);
  await until('the list of moves has the mark', () => page.$('#moves [data-ply="1"]').getAttribute('data-mark'), (mark) => mark === 'blunder');
  assert.ok(await page.$('#eval-graph circle.blunder').count() >= 1, 'the graph has it too');
});

test('a finding opens the position before the mistake, with both moves, and brings the board into sight', async ({ page, api }) => {
  const params = new URLSearchParams({ game: 'congo', position: '3l2z/7/7/7/7/7/2L3Z w 0', moves: 'c1d1,g7f5' });
  await page.visit(`/analysis?${params}`, '#review');
  await page.$('#review-seconds').selectOption('0.1');
  await page.press('#review');
  await page.press('#marks a:has-text("Black: g7f5")');
  await until('the position before it is shown', async () => page.hash, (hash) => /ply=1(&|$)/.test(hash));
  await page.sees('#status', /Black played g7f5 here \(red arrow\)\. \S+ was better\./);
  await until('both moves are shown', () => page.$('.arrow').evaluateAll((arrows) => arrows.map((arrow) => arrow.getAttribute('data-rank')).sort().join(' ')),
    (ranks) => ranks === '1 why');
  const board = await page.box(page.$('[data-board]'));
  const words = await page.box(page.$('#status'));
  assert.ok(board.y >= words.y + words.height - 1 && board.y < 400, `the board is in sight: ${board.y}`);
}, { viewport: { width: 360, height: 740 } });

test('a review says what a mistake has cost: a game that was lost is not turned', async ({ page, api }) => {
  const params = new URLSearchParams({ game: 'congo', position: '3l2z/7/7/7/7/7/2L3Z w 0', moves: 'c1d1,g7f5' });
  await page.visit(`/analysis?${params}`, '#review');
  await page.press('#review');
  await page.sees('#marks', /White: c1d1 – blunder: White’s chance of winning was \d+\s%, and now the game is lost\./);
  await page.sees('#marks', /Black: g7f5 – blunder: it turns a won game into a lost one\./);
});

test('a finished game has nothing to analyse', async ({ page, api }) => {
  const params = new URLSearchParams({ game: 'congo', position: '3l3/7/7/7/7/7/3L3 w 0', moves: 'd1d7' });
  await page.visit(`/analysis?${params}`, '[data-board]');
  const { ending } = await api.line('congo', { position: '3l3/7/7/7/7/7/3L3 w 0', moves: ['d1d7'] });
  await page.sees('#result', ending.text);
  assert.equal(await page.text('#eval-text'), '', 'said once');
  assert.equal(await page.$('#analyse').isDisabled(), true);
  await idle(api);
});

test('an analysis is played from, and stored as a game', async ({ page, api }) => {
  await page.visit('/analysis?game=oska:4&moves=a1a2', '#play-here');
  await page.press('#save-game');
  const id = await page.gameId();
  assert.deepEqual((await api.game(id)).line.plies.map(({ move }) => move), ['a1a2']);
  await page.$('#resign').waitFor();
  await page.press('#analyse');
  await page.$('#play-here').waitFor();
  await page.press('#play-here');
  await page.$('#start').waitFor();
  await page.$('#setup-side').selectOption('both');
  await page.press('#start');
  const next = await page.gameId(id);
  const { line } = await api.game(next);
  assert.equal(line.cells, (await api.line('oska:4', { moves: ['a1a2'] })).cells);
  assert.equal(line.side, 'b');
});
