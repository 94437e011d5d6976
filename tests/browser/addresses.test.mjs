// Every state has an address: reloading it, going back and forward, and restarting the server lose nothing.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Server, scratch } from './lib/server.mjs';
import { Page, launch, suite, until } from './lib/suite.mjs';

const { test } = suite();

const MOVES = ['c1d1', 'b3a3', 'b1a1'];

/** What a view shows, as far as it must be the same again. */
const shown = (page) => page.tab.evaluate(() => {
  const of = (selector, ...names) => [...document.querySelectorAll(selector)].map((element) => names.map((name) => element.getAttribute(name)).join(' '));
  const value = (selector) => document.querySelector(selector)?.value ?? null;
  return {
    there: document.body.dataset.loading === undefined && document.querySelector('main')?.firstElementChild !== null,
    view: document.body.dataset.view ?? '',
    board: of('[data-board] [data-cell]', 'data-cell', 'data-man'),
    moves: of('#moves [data-ply]', 'data-ply', 'aria-current'),
    nodes: of('#tree-svg [data-node], #tree-whole [data-node], #demo-tree [data-node]', 'data-node', 'data-state'),
    games: of('#games-list [data-game-id]', 'data-game-id'),
    fields: ['#editor-side', '#editor-text', '#tree-depth', '#tree-algorithm', '#tree-order', '#learn-example', '#games-search', '#setup-game', '#setup-size', '#lines-count'].map(value),
    heading: document.querySelector('main h1')?.textContent ?? null,
  };
});

/** Waits until a view is there and nothing has changed for a while; what is shown then. */
const settled = async (page) => {
  let [before, looks] = ['', 0];
  return until('the page is at rest', async () => {
    const seen = await shown(page);
    const now = JSON.stringify(seen);
    looks = seen.there && now === before ? looks + 1 : 0;
    before = now;
    return looks >= 5 ? now : null;
  }, (now) => now !== null);
};

/** Goes to an address, and to another before the first is there. */
const goAndChange = (page, first, second) => page.tab.evaluate(([before, after]) => new Promise((done) => {
  addEventListener('hashchange', () => {
    location.hash = after;
    done(undefined);
  }, { once: true });
  location.hash = before;
}), [first, second]);

/** Does something, and waits until so many requests have been answered. */
async function answered(page, path, count, work) {
  let answers = 0;
  page.tab.on('response', (response) => { answers += new URL(response.url()).pathname === path ? 1 : 0; });
  await work();
  await until(`${path} is answered`, async () => answers, (now) => now >= count);
}

test('a reload of any address gives the same state', async ({ page, api }) => {
  const { id } = await api.newGame('ctf:4', 'both', { moves: MOVES });
  for (const [hash, ready] of Object.entries({
    '/?game=oska:5': '#start', [`/game/${id}?ply=1`]: '[data-board]', [`/game/${id}?flip=1`]: '[data-board]',
    [`/analysis?game=ctf:4&moves=${MOVES.join(',')}&ply=2`]: '[data-board]',
    '/analysis?game=congo&position=2l4%2F7%2F7%2FP6%2F7%2F7%2F4L2+w+0&lines=1': '[data-board]',
    '/editor?game=ctf:4&cells=-W---w----b---B-&side=b': '[data-board]', '/tree?game=oska:3&depth=2&algorithm=minimax&step=5': '[data-node][data-state="open"]',
    '/tree?game=ctf:3&depth=2&algorithm=both&order=worst&predict=1&step=4': '[data-node][data-state="open"]', '/learn': '.chapters',
    '/learn/backing-up?example=2&step=5': '[data-node][data-state="open"]', '/games?search=ctf': '[data-game-id]', '/rules/congo': 'article',
  })) {
    await page.visit(hash, ready);
    if (hash.startsWith('/editor')) await until('the text is there', () => page.$('#editor-text').inputValue(), (text) => text !== '');
    const before = await settled(page);
    const address = page.tab.url();
    await page.tab.reload();
    await until(`the reload of ${hash} shows the same: ${before}`, async () => JSON.stringify(await shown(page)), (now) => now === before);
    assert.equal(page.tab.url(), address);
  }
});

test('going back leads to the place in a long list, and so does a reload', async ({ page, api }) => {
  const { id } = await api.newGame('oska:4', 'both');
  await api.send('POST', '/api/records', { text: (await api.record(id, 'json')).repeat(70) });
  const place = () => page.tab.evaluate(() => Math.round(scrollY));
  const isAt = (what, wanted) => until(what, place, (now) => Math.abs(now - wanted) <= 1);
  await page.visit('/games', '#games-list [data-game-id]');
  await page.press('#games-more');
  const link = page.$('#games-list [data-game-id] a').nth(60);
  await link.scrollIntoViewIfNeeded();
  const before = await place();
  assert.ok(before > 500, String(before));
  await link.evaluate((anchor) => anchor.click());
  await page.$('#resign').waitFor();
  await isAt('another view begins at its top', 0);
  await page.tab.goBack();
  await isAt('the place is found again', before);
  await page.tab.reload();
  await isAt('the place is found again after a reload', before);
  await page.tab.goForward();
  await page.$('#resign').waitFor();
  await isAt('the game is at its top', 0);
  // Between two states of the same view, too.
  await page.visit('/learn/minimax', '#demo-step');
  // Whoever leaves at once comes back to the place, too: the browser has not reported the scrolling by then.
  const end = await page.$('#learn-next').evaluate((anchor) => {
    anchor.scrollIntoView();
    const now = Math.round(scrollY);
    anchor.click();
    return now;
  });
  assert.ok(end > 100, String(end));
  await page.sees('h1', 'Values move up the tree');
  await isAt('the next chapter begins at its top', 0);
  await page.tab.goBack();
  await page.sees('h1', 'What minimax does');
  await isAt('the place in the chapter is found again', end);
});

test('an address leads to the ply it names', async ({ page, api }) => {
  const { id, line } = await api.newGame('ctf:4', 'both', { moves: MOVES });
  const first = await api.line('ctf:4', { moves: MOVES.slice(0, 1) });
  await page.visit(`/game/${id}?ply=1`, '[data-board]');
  await page.shows(line.names, first.cells);
  await page.follow(`/game/${id}`);
  await page.shows(line.names, line.cells);
  await page.follow(`/analysis?game=ctf:4&moves=${MOVES.join(',')}&ply=1`);
  await page.shows(line.names, first.cells);
  await page.follow(`/analysis?game=ctf:4&moves=${MOVES.join(',')}`);
  await page.shows(line.names, line.cells);
});

test('back and forward go through the views', async ({ page, api }) => {
  const { id, line } = await api.newGame('ctf:4', 'both', { moves: MOVES });
  await page.visit('/', '#start');
  await page.press('nav [data-view="games"]');
  await page.press(`#games-list [data-game-id="${id}"] a`);
  await page.$('#resign').waitFor();
  await page.press('#analyse');
  await page.$('#lines').waitFor({ state: 'attached' });
  await page.shows(line.names, line.cells);
  // A move of the analysis is a step of its own.
  await page.clickMove(line, line.moves[0]);
  await page.hasMoves(MOVES.length + 1);
  await page.tab.goBack();
  await page.shows(line.names, line.cells);
  await page.hasMoves(MOVES.length);
  await page.tab.goBack();
  await page.$('#resign').waitFor();
  await page.tab.goBack();
  await page.$(`#games-list [data-game-id="${id}"]`).waitFor();
  await page.tab.goBack();
  await page.$('#start').waitFor();
  await page.tab.goForward();
  await page.$('#games-list').waitFor();
  await page.tab.goForward();
  await page.$('#resign').waitFor();
  await page.shows(line.names, line.cells);
  await until('the analysis has ended', () => api.status(), ({ analyses }) => analyses === 0);
});

test('an address that makes no sense is refused in words', async ({ page }) => {
  page.allow(/\/api\//);
  for (const [hash, words] of Object.entries({
    '/game/0000000000000000': /no such game/, '/analysis?game=ctf:4&moves=a1h8': /a1h8/, '/analysis?game=go:19': /no game of this name/,
    '/nowhere': /no such page/i, '/constructor': /no such page/i, '/rules/chess': /no game of this name/, '/editor?game=ctf:1': /size/, '/tree?game=oska:2': /size/,
  })) {
    await page.visit(hash);
    await page.sees('#status', words);
  }
});

test('a refusal is not said any longer than it matters', async ({ page }) => {
  page.allow(/\/api\/games\//);
  await page.visit('/games', '#games-search');
  await page.follow('/game/0000000000000000');
  await page.sees('#status', /no such game/);
  await page.press('nav [data-view="games"]');
  await until('the words are gone', () => page.text('#status'), (words) => words === '');
});

test('who changes their mind quickly sees what they chose last', async ({ page, api }) => {
  page.allow(/\/api\/line$/);
  await page.visit('/games', '#games-search');
  // What was asked for first is the position, and the start instead.
  await answered(page, '/api/line', 2, () => goAndChange(page, '#/analysis?game=ctf:4&moves=a1h8', '#/games'));
  await settled(page);
  assert.equal(await page.tab.evaluate(() => document.body.dataset.view), 'games');
  await until('nothing is said of what nobody waits for', () => page.text('#status'), (words) => words === '');
  await until('nothing goes on', () => api.status(), ({ analyses }) => analyses === 0);
});

test('another game on the first page keeps what is chosen, and levels have plain names', async ({ page }) => {
  await page.visit('/?game=oska', '#start');
  assert.match(await page.$('#setup-opponent').evaluate((list) => list.textContent), /Level 3: casual player.*Level 12: the best there is/s);
  await page.$('#setup-opponent').selectOption('level=2');
  await page.sees('#opponent-words', /^It looks \d+ pl(y|ies) ahead.*A ply is a move of one side\.$/);
  await page.$('#setup-side').selectOption('both');
  await page.$('#setup-clock').selectOption('300+3');
  await page.press('.card[data-game="congo"]');
  await page.$('.card[data-game="congo"][aria-current]').waitFor();
  const chosen = await Promise.all(['game', 'side', 'opponent', 'clock'].map((name) => page.$(`#setup-${name}`).inputValue()));
  assert.deepEqual(chosen, ['congo', 'both', 'level=2', '300+3']);
});

test('who goes astray quickly is told so, and sees what was there', async ({ page }) => {
  await page.visit('/games', '#games-search');
  await answered(page, '/api/line', 1, () => goAndChange(page, '#/analysis?game=ctf:4', '#/nowhere'));
  await settled(page);
  await page.sees('#status', /no such page/i);
  assert.equal(await page.tab.evaluate(() => document.body.dataset.view), 'games');
});

test('a view that cannot be opened leaves nothing behind', async ({ page }) => {
  page.allow(/\/api\/line$/);
  await page.visit('/games', '#games-search');
  // The game can be read, but not the position that is to be shown.
  await page.tab.route('**/api/line', (route) => (route.request().postDataJSON().moves.length > 0
    ? route.continue() : route.fulfill({ status: 422, json: { error: 'not today' } })));
  await page.follow(`/analysis?game=ctf:4&moves=${MOVES.join(',')}&ply=0`);
  await page.sees('#status', 'Not today');
  const { hash } = page;
  await page.tab.keyboard.press('ArrowRight');
  assert.equal(page.hash, hash, 'nobody listens to keys');
});

test('games are there after a restart of the server', async ({ page: other }) => {
  // A server of its own, so that it can be ended.
  const data = join(scratch(), 'games.sqlite');
  const first = await Server.start({ data });
  const browser = await launch();
  try {
    let page = await Page.open(browser, first);
    await page.visit('/?game=ctf:4', '#start');
    await page.$('#setup-side').selectOption('both');
    await page.press('#start');
    const id = await page.gameId();
    const { line } = await first.api.game(id);
    await page.shows(line.names, line.cells);
    await page.clickMove(line, line.moves[0]);
    await page.hasMoves(1);
    const game = await first.api.game(id);
    page.checkFaults();
    await page.context.close();
    await first.stop();

    const second = await Server.start({ data });
    page = await Page.open(browser, second);
    await page.visit('/games', `#games-list [data-game-id="${id}"]`);
    await page.press(`#games-list [data-game-id="${id}"] a`);
    await page.shows(line.names, game.line.cells);
    const now = await second.api.game(id);
    assert.deepEqual([now.line.plies, now.created, now.updated], [game.line.plies, game.created, game.updated]);
    await page.clickMove(now.line, now.line.moves[0]);
    await page.hasMoves(2);
    page.checkFaults();
    await second.stop();
  } finally {
    await browser.close();
    await first.stop();
  }
  assert.ok(other);
});
