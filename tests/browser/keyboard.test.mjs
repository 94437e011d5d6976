// A whole game without a mouse: Tab to the board, arrows on it, Enter to choose and to play.

import assert from 'node:assert/strict';
import { arrowTo, focus, tabTo } from './lib/keys.mjs';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

for (const game of ['oska:3', 'ctf:3', 'crusher:2']) {
  test(`a whole game of ${game} with the keyboard only`, async ({ page, api }) => {
    const [family, size] = game.split(':');
    await page.visit('/', '#start');
    // The choice is made with keys too.
    const choose = async (list, value) => {
      await tabTo(page, list, ({ id }) => id === list);
      await page.tab.keyboard.press('Home');
      for (let presses = 0; await page.$(`#${list}`).inputValue() !== value; presses += 1) {
        assert.ok(presses < 40, `the keys come to ${value} in ${list}`);
        await page.tab.keyboard.press('ArrowDown');
      }
    };
    await choose('setup-game', family);
    await choose('setup-size', size);
    await choose('setup-opponent', 'level=1');
    await tabTo(page, 'the start', ({ id }) => id === 'start');
    await page.tab.keyboard.press('Enter');
    const id = await page.gameId();

    const known = new Map();
    let now = await api.game(id);
    assert.equal(now.line.game, game);
    while (now.result === null) {
      const { line } = now;
      const plies = line.plies.length;
      if (line.side === 'w') {
        await page.shows(line.names, line.cells);
        const [{ move }] = await api.best(game, { moves: line.plies.map((ply) => ply.move) }, 4);
        const { path } = line.moves.find((candidate) => candidate.move === move);
        if (path.length === 0) {
          await tabTo(page, 'Pass', (here) => here.id === 'pass');
          await page.tab.keyboard.press('Enter');
        } else {
          const [from, to] = [line.names[path[0]], line.names[path.at(-1)]];
          await tabTo(page, 'the board', ({ cell }) => cell !== null);
          await arrowTo(page, known, from);
          await until('it is said that it can move', () => focus(page), ({ label }) => label.includes(from) && label.includes('can move'));
          await page.tab.keyboard.press('Enter');
          await arrowTo(page, known, to);
          assert.match((await focus(page)).label, /move here|capture here/);
          await page.tab.keyboard.press(plies % 4 === 0 ? 'Enter' : 'Space');
        }
      }
      now = await until('the game goes on', () => api.game(id), (next) => next.result !== null || next.line.plies.length > plies);
    }
    await page.sees('#result', now.reason);
  });
}

test('Escape takes a choice back, and the focus is seen', async ({ page, api }) => {
  const { id, line } = await api.newGame('ctf:5', 'both');
  await page.visit(`/game/${id}`, '[data-board]');
  await page.shows(line.names, line.cells);
  const from = line.names[line.moves[0].path[0]];
  await tabTo(page, 'the board', ({ cell }) => cell !== null);
  await arrowTo(page, new Map(), from);
  await page.tab.keyboard.press('Enter');
  await until('it is selected', () => page.cell(from).getAttribute('data-selected'), (value) => value !== null);
  await page.tab.keyboard.press('Escape');
  await until('it is not any more', () => page.cell(from).getAttribute('data-selected'), (value) => value === null);
  assert.equal(await page.$('.focus-ring').evaluate((ring) => getComputedStyle(ring).visibility), 'visible');
  assert.equal((await api.game(id)).line.plies.length, 0);
  // One stop of the Tab key for the whole board.
  assert.equal(await page.$('[data-board] [data-cell][tabindex="0"]').count(), 1);
  await page.tab.keyboard.press('Tab');
  assert.equal((await focus(page)).cell, null);
});

test('the skip link leads past the head of the page', async ({ page }) => {
  await page.visit('/', '#start');
  await page.tab.keyboard.press('Tab');
  assert.match((await focus(page)).label, /skip/i);
  await page.tab.keyboard.press('Enter');
  assert.equal((await focus(page)).id, 'main');
});
