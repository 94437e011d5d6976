// The page without a server: plain files, and after the first visit no network either.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test as nodeTest } from 'node:test';
import { Page, TEST_DEADLINE, launch, until } from '../lib/suite.mjs';
import { FileServer } from './lib.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => { browser = await launch(); }, { timeout: TEST_DEADLINE });
after(() => browser?.close());

/**
 * A test with a server of plain files and a page of its own. What a page of the site asks for comes from these files alone.
 * @param {string} name
 * @param {(tools: { page: Page, server: FileServer }) => Promise<void>} body
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
function test(name, body, options = {}) {
  nodeTest(name, { timeout: TEST_DEADLINE }, async () => {
    const server = await FileServer.start();
    try {
      const page = await Page.open(browser, /** @type {any} */ (server), options);
      await page.use(() => body({ page, server }));
    } finally {
      await server.stop();
    }
  });
}

/** Asks as the page itself does. @param {Page} page @returns {Promise<any>} */
const ask = (page, method, path, body) =>
  page.tab.evaluate(async ([m, p, b]) => {
    const { transport } = await import(new URL('js/transport.js', document.baseURI).href);
    return (await transport.send(m, p, b)).json();
  }, /** @type {const} */ ([method, path, body]));

/** A stored game, with the names of the board's cells. @param {Page} page @param {string} id */
async function gameOf(page, id) {
  const game = await ask(page, 'GET', `/api/games/${id}`);
  const { cells } = await ask(page, 'GET', `/api/board/${encodeURIComponent(game.line.game)}`);
  game.line.names = cells.map(({ name }) => name);
  return game;
}

/** The best move to a depth, by the page's own engine. @param {Page} page */
const best = (page, place, depth) =>
  page.tab.evaluate(async ([where, plies]) => {
    const { transport } = await import(new URL('js/transport.js', document.baseURI).href);
    let move = '';
    const asked = { .../** @type {any} */ (where), depth: plies, lines: 1, seconds: 60 };
    for await (const { event, data } of transport.events('/api/analysis', asked, new AbortController().signal)) {
      if (event === 'report') ({ move } = data.lines[0]);
    }
    return move;
  }, /** @type {const} */ ([place, depth]));

/** Waits until all files are kept, and cuts the network. @param {Page} page @param {FileServer} server */
async function cut(page, server) {
  await page.tab.evaluate(() => navigator.serviceWorker.ready);
  await server.stop();
}

/** Chooses a game on the first view and starts it; its id. @param {Page} page */
async function start(page, family, size, side) {
  await page.visit('/', '#start');
  await page.$('#setup-game').selectOption(family);
  await page.$('#setup-size').selectOption(size);
  await page.$('#setup-side').selectOption(side);
  if (side !== 'both') await page.$('#setup-opponent').selectOption('level=1');
  await page.press('#start');
  await page.$('[data-board]').waitFor();
  return page.gameId();
}

for (const { family, size, side, depth } of [
  { family: 'ctf', size: '4', side: 'w', depth: 5 },
  { family: 'crusher', size: '3', side: 'b', depth: 4 },
  { family: 'oska', size: '4', side: 'w', depth: 6 },
  { family: 'congo', size: 'congo:course', side: 'w', depth: 4 },
]) {
  test(`a whole game of ${family} without a network`, async ({ page, server }) => {
    await page.visit('/', '#start');
    await cut(page, server);
    const id = await start(page, family, size, side);
    let game = await gameOf(page, id);
    while (game.result === null) {
      const { line } = game;
      const plies = line.plies.length;
      assert.ok(plies < 200, 'the game ends');
      if (line.side === side) {
        await page.shows(line.names, line.cells);
        const moves = line.plies.map(({ move }) => move);
        const move = await best(page, { game: line.game, position: line.start.position, moves }, depth);
        await page.clickMove(line, line.moves.find((known) => known.move === move));
      }
      // The page itself asks for the engine's answer.
      game = await until('the game goes on', () => gameOf(page, id), (now) => now.result !== null || now.line.plies.length > plies);
    }
    await page.sees('#result', game.line.ending.rule);
    assert.deepEqual(await page.moves(), game.line.plies.map(({ move }) => move));
    // It is there in another visit, still without a network.
    await page.visit('/games', `[data-game-id="${id}"]`);
    await page.visit(`/game/${id}`, '#result');
    await page.shows(game.line.names, game.line.cells);
  });
}

test('what needs other people is not offered', async ({ page }) => {
  await page.visit('/', '#start');
  await until('the view is there', () => page.tab.evaluate(() => document.body.dataset.view), (view) => view === 'home');
  assert.equal(await page.$('nav [data-view="lobby"]').isVisible(), false);
  assert.equal(await page.$('#join-code').isVisible(), false);
  await start(page, 'oska', '4', 'both');
  assert.equal(await page.$('#invite').isVisible(), false);
  assert.equal(await page.$('#draw').isVisible(), false);
  await page.follow('/lobby');
  await page.sees('#status', 'There is no such page.');
});

test('moves are taken back, refused, resigned; games are exchanged and deleted', async ({ page }) => {
  const id = await start(page, 'ctf', '5', 'both');
  await page.$('#typed-move').fill('a1a2');
  await page.tab.keyboard.press('Enter');
  await page.sees('#status', /^Not a legal move: /);
  await page.$('#typed-move').fill('c2c3');
  await page.tab.keyboard.press('Enter');
  await page.hasMoves(1);
  await page.press('#undo');
  await page.hasMoves(0);
  await page.press('#resign');
  await page.press('#yes');
  await page.sees('#result', 'resigned');
  await page.visit('/games', `[data-game-id="${id}"]`);
  await page.press(`[data-delete="${id}"]`);
  await page.sees('#status', 'The game is deleted.');
  await page.press('#undo-delete');
  await page.sees('#status', 'The game is back.');
  await page.$(`[data-game-id="${id}"]`).waitFor();
  assert.equal(await page.$('#games-list [data-game-id]').count(), 1);
});

test('another page that has changed a game counts', async ({ page }) => {
  const id = await start(page, 'oska', '4', 'both');
  const { line } = await gameOf(page, id);
  const two = await page.context.newPage();
  await two.goto(page.tab.url());
  await two.locator('[data-board]').waitFor();
  await page.clickMove(line, line.moves[0]);
  await page.hasMoves(1);
  // The other page has not seen the move: it is refused there, and shown.
  await two.locator('#typed-move').fill(line.moves[1].move);
  await two.keyboard.press('Enter');
  await until('the other page shows the move', () => two.locator('#moves [data-ply="1"]').count(), (count) => count === 1);
  assert.equal((await gameOf(page, id)).line.plies.length, 1);
});

test('an analysis deepens, stops at once, and goes on with what it knew', async ({ page }) => {
  await page.visit('/analysis?game=congo', '#lines [data-line="1"]');
  await page.halt();
  const known = await page.tab.evaluate(async () => {
    const { transport } = await import(new URL('js/transport.js', document.baseURI).href);
    /** Positions visited to reach the depth. */
    const nodes = async () => {
      let last = 0;
      for await (const { event, data } of transport.events('/api/analysis', { game: 'crusher:3', depth: 5, lines: 1, seconds: 60 }, new AbortController().signal)) {
        if (event === 'report') last = data.nodes;
      }
      return last;
    };
    const first = await nodes();
    const stopped = new AbortController();
    for await (const { event } of transport.events('/api/analysis', { game: 'crusher:3', depth: 30, lines: 1, seconds: 60 }, stopped.signal)) {
      if (event === 'report') break;
    }
    return [first, await nodes()];
  });
  assert.ok(known[1] < known[0], `${known} positions: the transposition table is kept`);
});

test('review, solved positions, tree, lessons, puzzles, editor and rules are there', async ({ page }) => {
  await page.visit('/analysis?game=congo&position=3l2z%2F7%2F7%2F7%2F7%2F7%2F2L3Z+w+0&moves=c1d1,g7f5&review=1', '#marks li');
  await page.visit('/analysis?game=oska:4', '#solved-moves button');
  await page.visit('/tree?game=oska:3&depth=2', '#tree-svg [data-node="0"]');
  const [download] = await Promise.all([page.tab.waitForEvent('download'), page.press('#tree-export')]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^<svg/);
  await page.visit('/learn', '.chapters');
  await page.visit('/puzzles/ctf', '#puzzle-next');
  await page.visit('/editor?game=congo', '#editor-play:enabled');
  await page.visit('/rules/congo', 'article');
});

test('it installs as an app', async ({ page, server }) => {
  await page.visit('/', '#start');
  const manifest = await page.tab.evaluate(async () => {
    const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="manifest"]'));
    const found = await (await fetch(link.href)).json();
    const icon = await fetch(new URL(found.icons[0].src, link.href));
    return { ...found, icon: icon.headers.get('content-type') };
  });
  assert.deepEqual([manifest.display, manifest.icon], ['standalone', 'image/svg+xml']);
  await page.tab.evaluate(() => navigator.serviceWorker.ready);
  const scope = await page.tab.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  assert.equal(scope, `${server.url}/`);
});

test('the first move is soon possible', async ({ page }) => {
  const begun = performance.now();
  await page.visit('/', '#start');
  await page.press('#start');
  await page.$('[data-board] [data-movable]').first().waitFor();
  // How long it takes depends on the machine, so it is told and not judged.
  console.log(`# the first move is possible after ${Math.round(performance.now() - begun)} ms, the visit of a new browser included`);
});

const VIEWS = {
  'home': ['/', '#start'],
  'analysis': ['/analysis?game=crusher:3', '#lines [data-line="2"]'],
  'a solved position': ['/analysis?game=oska:4', '#solved-moves button'],
  'tree': ['/tree?game=oska:3&depth=2&step=9', '#tree-svg [data-node="0"]'],
  'games': ['/games', '#games-search'],
  'a puzzle': ['/puzzles/ctf', '#puzzle-next'],
  'rules': ['/rules/congo', 'article'],
};

/** Goes to each view; its name is part of every complaint. @param {Page} page */
async function through(page, look) {
  const complaints = {};
  const id = await start(page, 'ctf', '5', 'both');
  for (const [name, [hash, ready]] of Object.entries({ ...VIEWS, 'a game': [`/game/${id}`, '[data-board]'] })) {
    await page.visit(hash, ready);
    await until('the page is there', () => page.tab.evaluate(() => document.body.dataset.loading === undefined), Boolean);
    if (hash.startsWith('/analysis')) await page.halt();
    const found = await look(name);
    if (found.length > 0) complaints[name] = found;
  }
  assert.deepEqual(complaints, {});
}

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe-core finds nothing in ${scheme}`, async ({ page }) => {
    await through(page, async () => {
      await page.tab.evaluate(axe);
      return page.tab.evaluate(async () => {
        const { violations } = await /** @type {any} */ (globalThis).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
    });
  }, { colorScheme: scheme });
}

test('a phone does not scroll sideways', async ({ page }) => {
  await through(page, async (name) => {
    const [wide, seen] = await page.tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    return wide > seen ? [`${name}: ${wide} > ${seen}`] : [];
  });
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
