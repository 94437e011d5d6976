// A server that others can reach: whoever has created a game may change it, others watch, and the page says so.

import assert from 'node:assert/strict';
import { Page, suite, until } from './lib/suite.mjs';

const { test, shared } = suite({ more: ['--bind', '0.0.0.0'] });

/** Starts a game of two people on the page; its id. */
async function startGame(page) {
  await page.visit('/', '#start');
  await page.$('#setup-game').selectOption('oska');
  await page.$('#setup-side').selectOption('both');
  await page.press('#start');
  const id = await page.gameId();
  await page.$('[data-board]').waitFor();
  return id;
}

/** Another person with another browser looks at something. */
async function asStranger(work) {
  const page = await Page.open(shared.browser, shared.server);
  try {
    await work(page);
    page.checkFaults();
  } finally {
    await page.context.close();
  }
}

test('others watch a game and cannot change or delete it', async ({ page, api }) => {
  const id = await startGame(page);
  const { line } = await api.game(id);
  await page.clickMove(line, line.moves[0]);
  const played = await until('it is played', () => api.game(id), (now) => now.line.plies.length === 1);
  for (const button of ['#undo', '#resign']) assert.equal(await page.$(button).isVisible(), true, button);
  await asStranger(async (other) => {
    await other.visit(`/game/${id}`, '[data-board]');
    await other.sees('#status', 'You are watching.');
    await other.sees('.player.white .player-name', 'White: guest');
    await other.shows(played.line.names, played.line.cells);
    for (const button of ['#undo', '#redo', '#resign', '#hint', '#typed-move']) assert.equal(await other.$(button).isVisible(), false, button);
    await other.visit('/games', `[data-game-id="${id}"]`);
    assert.equal(await other.$(`[data-delete="${id}"]`).isVisible(), false);
    await other.sees(`[data-game-id="${id}"] [data-label="White"]`, 'guest');
  });
  await page.visit('/games', `[data-game-id="${id}"]`);
  await page.sees(`[data-game-id="${id}"] [data-label="White"]`, 'you');
  await page.press(`[data-delete="${id}"]`);
  await until('it is deleted', () => api.games(), ({ games }) => games.every((game) => game.id !== id));
});

test('a refusal is shown in the words of the server', async ({ page, api }) => {
  // No news reach this page.
  const release = await page.hold(/\/events$/);
  const id = await startGame(page);
  // The seat has been given away since the page has looked.
  const seat = await page.tab.evaluate(async (path) => (await fetch(path, { method: 'POST' })).json(), `/api/games/${id}/seats/w`);
  await api.send('PUT', `/api/games/${id}/seats/w`, { key: seat.key });
  page.allow(/\/(moves|resign)$/);
  const { line } = await api.game(id);
  await page.clickMove(line, line.moves[0]);
  await page.sees('#status', 'somebody else plays White in this game');
  await page.shows(line.names, line.cells);
  assert.equal((await api.game(id)).line.plies.length, 0);
  release();
  await page.sees('#status', 'You play Black');
});
