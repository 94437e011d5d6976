// The views say the same of the same position, and lead to each other without losing it.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

test('what is solved rules the bar, the number and the lines of an analysis', async ({ page, api }) => {
  const probe = await api.send('GET', '/api/probe?game=oska:4');
  assert.ok(probe.known && probe.outcome !== 'draw');
  await page.visit('/analysis?game=oska:4', '#solved-moves button');
  const winner = probe.outcome === 'w' ? 'White' : 'Black';
  await page.sees('#eval-text', `${winner} wins in ${Math.abs(probe.win_in)}`);
  await until('the bar is full or empty', () => page.$('#eval-bar').getAttribute('aria-valuenow'), (value) => value === (probe.outcome === 'w' ? '100' : '0'));
  await page.halt();
  const first = await page.text('#lines [data-line="1"] .variation button');
  const best = probe.moves.filter(({ win_in: plies }) => plies === probe.moves[0].win_in).map(({ move }) => move);
  assert.ok(best.includes(first), `${first} is one of ${best}`);
  await page.sees('#lines [data-line="1"] .worth', probe.moves[0].win_in > 0 ? `wins in ${probe.moves[0].win_in}` : `loses in ${-probe.moves[0].win_in}`);
});

for (const view of ['analysis', 'tree']) {
  test(`${view}: the game and its size can be chosen`, async ({ page, api }) => {
    await page.visit(`/${view}?game=ctf:4`, `#${view}-game`);
    await page.$(`#${view}-size`).selectOption('3');
    const small = await api.line('ctf:3');
    await page.shows(small.names, small.cells);
    await page.$(`#${view}-game`).selectOption('oska');
    const other = await api.line('oska');
    await page.shows(other.names, other.cells);
  });
}

test('tree: what else was chosen stays with another game', async ({ page }) => {
  await page.visit('/tree?game=ctf:3&algorithm=both&order=best&depth=1&step=3', '#tree-whole [data-node="0"]');
  await page.$('#tree-game').selectOption('oska');
  await until('it is the tree of another game', async () => page.hash, (hash) => hash.includes('game=oska'));
  await page.$('#tree-whole [data-node="0"]').waitFor();
  const chosen = await Promise.all(['algorithm', 'order', 'depth'].map((name) => page.$(`#tree-${name}`).inputValue()));
  assert.deepEqual(chosen, ['both', 'best', '1']);
  assert.doesNotMatch(page.hash, /step=/);
});

test('the links on top keep the position, and the board the same way round', async ({ page, api }) => {
  const { line: start } = await page.openGame('ctf:5', 'w', { moves: ['b2b3', 'b4a4'] });
  const above = async (one, other) => (await page.box(page.cell(one))).y < (await page.box(page.cell(other))).y;
  assert.equal(await above('a5', 'a1'), true, 'one’s own men are below');
  for (const view of ['analysis', 'tree', 'editor']) {
    await page.press(`nav [data-view="${view}"]`);
    await until(`${view} is open`, async () => page.hash, (hash) => hash.startsWith(`/${view}`));
    await page.shows(start.names, start.cells);
    await until(`the board of ${view} is the same way round`, () => above('a5', 'a1'), Boolean);
    await page.tab.goBack();
    await page.$('#resign').waitFor();
  }
});

test('the first view shows the board as it will be played, and games in progress', async ({ page }) => {
  const { id } = await page.openGame('ctf:5', 'w');
  await page.visit('/?game=ctf:5&side=w', '#start');
  await until('the game in progress is listed', () => page.$(`#running a[href="#/game/${id}"]`).count(), (count) => count === 1);
  await page.tab.setViewportSize({ width: 390, height: 844 });
  assert.ok((await page.box(page.$('#running'))).y < (await page.box(page.$('.cards'))).y, 'it comes first on a phone');
  await page.press(`#running a[href="#/game/${id}"]`);
  assert.equal(await page.gameId(), id);
});

test('the answer to “why not” goes when another move is typed', async ({ page }) => {
  page.allow(/\/api\/line$/);
  await page.visit('/analysis?game=ctf:5', '#why-move');
  await page.$('#why-move').fill('a1a9');
  await page.press('#why-ask');
  await until('there is an answer', () => page.text('#why-words'), (words) => words !== '' && !words.includes('…'));
  await page.$('#why-move').fill('b2');
  await until('it is gone', () => page.text('#why-words'), (words) => words === '');
});

test('moves are counted as in a record: White and Black make one move each', async ({ page }) => {
  await page.openGame('ctf:5', 'both', { moves: ['b2b3'] });
  await page.sees('#status', /^Move 1: White/);
  await page.sees('#moves [data-ply="1"] .number', '1.');
});
