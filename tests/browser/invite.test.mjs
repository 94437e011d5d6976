// Invitations on a server that only this machine can reach: two browsers there are two players, and others watch.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test, others } = suite();

/** Both players move, and each sees what the other does; somebody else only watches. */
async function playOne({ white, black, watcher, api, id }) {
  await white.sees('#status', 'Your turn: you play White');
  await black.sees('#status', 'You play Black');
  const { line } = await api.game(id);
  assert.equal(await black.$('[data-movable]').count(), 0, 'Black does not move for White');
  await white.clickMove(line, line.moves[0]);
  await black.sees('#status', 'Your turn: you play Black');
  const { line: second } = await until('it is played', () => api.game(id), (now) => now.line.plies.length === 1);
  await watcher.visit(`/game/${id}`, '[data-board]');
  await watcher.sees('#status', 'You are watching.');
  assert.equal(await watcher.$('[data-movable]').count(), 0);
  await black.clickMove(second, second.moves[0]);
  for (const each of [white, black, watcher]) await each.hasMoves(2);
}

test('an invitation makes two players of two browsers on this machine, and says who can use it', async ({ page, api }) => {
  const { id } = await page.openGame('oska:4', 'both');
  await page.$('#invite summary').click();
  await page.sees('#invite-reach', 'Only this machine can reach this server');
  await page.press('#invite-b');
  await page.$('#seat-link').waitFor();
  const link = new URL(await page.$('#seat-link').inputValue()).hash.slice(1);
  await others(2, async (guest, watcher) => {
    await guest.visit(link, '[data-board]');
    await page.sees('#status', 'Somebody plays Black now.');
    await playOne({ white: page, black: guest, watcher, api, id });
    // Whoever watches may not delete it, and gets no button for that.
    await watcher.visit('/games', `[data-game-id="${id}"]`);
    assert.equal(await watcher.$(`[data-delete="${id}"]`).isVisible(), false);
    await page.visit('/games', `[data-game-id="${id}"]`);
    assert.equal(await page.$(`[data-delete="${id}"]`).isVisible(), true);
    // The guest closes the page and opens the link again.
    await guest.visit(link, '[data-board]');
    await guest.sees('#status', 'You play Black');
    assert.equal(await guest.gameId(), id);
  });
});

test('two browsers on this machine find each other in the lobby', async ({ page, api }) => {
  await page.visit('/lobby?game=oska:4', '#lobby-wait');
  await page.press('#lobby-wait');
  const id = await page.gameId();
  await page.sees('#status', 'Waiting in the lobby for somebody to play Black');
  await others(2, async (guest, watcher) => {
    await guest.visit(`/game/${id}`, '[data-board]');
    await guest.press('#take-seat');
    await playOne({ white: page, black: guest, watcher, api, id });
  });
});

test('a game without an owner is “yours” only in the browser that has begun it', async ({ page }) => {
  await page.visit('/?game=ctf:5', '#start');
  await page.press('#start');
  const id = await page.gameId();
  await others(1, async (other) => {
    for (const [who, name] of /** @type {const} */ ([[page, 'you'], [other, 'guest']])) {
      await who.visit('/games', `[data-game-id="${id}"]`);
      await who.sees(`[data-game-id="${id}"] [data-label="White"]`, name);
    }
  });
  // It is found by any word of its title.
  await page.$('#games-search').fill('the flag');
  await until('it is found', () => page.hash, (hash) => hash.endsWith('search=the flag'));
  await page.$(`[data-game-id="${id}"]`).waitFor();
});
