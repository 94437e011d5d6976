// Copying and pasting positions and records, and the list of games.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const clipboard = (page) => page.tab.evaluate(() => navigator.clipboard.readText());

/** Copies with a button; the text on the clipboard. */
async function copy(page, selector) {
  await page.tab.evaluate(() => navigator.clipboard.writeText(''));
  await unfold(page, selector);
  await page.press(selector);
  return until('it is on the clipboard', () => clipboard(page), (text) => text !== '');
}

/** Opens the fold that something is in, if it is folded. */
async function unfold(page, selector) {
  await page.$(selector).first().waitFor({ state: 'attached' });
  const folded = page.$(`details:not([open]):has(${selector}) > summary`);
  if (await folded.count() > 0) await folded.first().click();
}

/** Pastes a text as people do. */
async function paste(page, text) {
  await unfold(page, '#paste');
  await page.tab.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.$('#paste').focus();
  await page.tab.keyboard.press('Control+V');
  await until('it is pasted', () => page.$('#paste').inputValue(), (value) => value !== '');
  await page.press('#paste-go');
}

for (const format of ['record', 'json']) {
  test(`a game is copied (${format}) and pasted back`, async ({ page, api }) => {
    const moves = ['b2b3', 'a5a4', 'b3a2', 'a4a5'];
    const made = await api.newGame('crusher:3', 'both', { moves });
    await page.visit(`/game/${made.id}`, '[data-board]');
    const text = await copy(page, `#copy-${format}`);
    assert.equal(text.trim(), (await api.record(made.id, format === 'record' ? 'pgn' : 'json')).trim());
    await paste(page, text);
    const id = await page.gameId(made.id);
    const { line } = await api.game(id);
    assert.deepEqual([line.game, line.plies.map(({ move }) => move)], ['crusher:3', moves]);
    await page.shows(line.names, line.cells);
  });
}

test('a position is copied with its history and pasted back', async ({ page, api }) => {
  const moves = ['c1d1', 'b3a3', 'b1a1', 'c4d4', 'a1b1'];
  const made = await api.newGame('ctf:4', 'both', { moves });
  await page.visit(`/game/${made.id}`, '[data-board]');
  const text = await copy(page, '#copy-position');
  assert.equal(text, made.line.position);
  await paste(page, text);
  await until('the analysis shows it', async () => page.hash, (hash) => hash.startsWith('/analysis'));
  await page.shows(made.line.names, made.line.cells);
  // The boards that have been are part of the position: what was forbidden still is.
  const { repeats } = await api.line('ctf:4', { position: text });
  assert.deepEqual(repeats.map(({ move }) => move), made.line.repeats.map(({ move }) => move));
});

test('the game of a position is chosen from a list, and one move is one move', async ({ page, api }) => {
  const { id } = await api.newGame('oska:4', 'both', { moves: ['a1a2'] });
  await page.tab.setViewportSize({ width: 390, height: 844 });
  await page.visit('/games', `[data-game-id="${id}"]`);
  assert.equal(await page.$(`[data-game-id="${id}"] [data-label="Moves"]`).evaluate((cell) => cell.textContent + getComputedStyle(cell, '::after').content), '1" move"');
  await unfold(page, '#paste');
  await page.$('#paste-game').selectOption({ label: 'Oska' });
  const { line } = await api.newGame('oska:5', 'both', { moves: [] });
  await paste(page, line.position);
  await until('the analysis shows it', async () => page.hash, (hash) => hash.startsWith('/analysis?game=oska:5'));
});

test('what cannot be read is refused with the reason', async ({ page, api }) => {
  page.allow(/\/api\/(line|records)$/);
  await page.visit('/games', '#paste');
  const { total } = await api.games();
  for (const text of ['this is no position', '[Event "x"]\n\n1. nonsense', '{"game": 5}']) {
    await unfold(page, '#paste');
    await page.$('#paste').fill('');
    await page.tab.evaluate(() => { document.querySelector('#status').textContent = ''; });
    await paste(page, text);
    await page.sees('#status', /\S/);
    assert.equal(page.hash, '/games');
  }
  assert.equal((await api.games()).total, total, 'nothing is stored');
});

test('who pastes rubbish is told what may be pasted', async ({ page }) => {
  page.allow(/\/api\/line$/);
  await page.visit('/games', '#paste');
  await page.$('#paste-game').selectOption({ label: 'Oska' });
  await paste(page, 'hello');
  await page.sees('#status', /^This is no position of Oska: paste one, such as w+\/[-w/b]+ w, or a game as PGN or JSON lines\.$/);
  // What is nearly a board is told what is wrong with it, too.
  await paste(page, 'wwww/---/--/---/bbb w');
  await page.sees('#status', /^This is no position of Oska: .*\n\n.*\S/s);
});

/** The games of the list. */
const listed = (page) => page.$('#games-list [data-game-id]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-game-id')));

test('games are listed, searched, opened and deleted', async ({ page, api, server }) => {
  assert.ok(server);
  const ctf = await api.newGame('ctf:6', 'both', { moves: [] });
  const oska = await api.newGame('oska:7', 'w', { strength: 'level=2' });
  await api.send('POST', `/api/games/${oska.id}/resign`, { side: 'w' });
  await page.visit('/games', '#games-list [data-game-id]');
  await until('both are listed', () => listed(page), (ids) => ids.includes(ctf.id) && ids.includes(oska.id));
  assert.deepEqual((await listed(page)).slice(0, 2), [oska.id, ctf.id], 'newest first');

  await page.$('#games-search').fill('oska:7 resigned');
  await until('only one is left', () => listed(page), (ids) => ids.length === 1 && ids[0] === oska.id);
  await until('the search is in the address', async () => page.hash, (hash) => hash.includes('oska:7 resigned'));
  await page.$('#games-search').fill('no such game');
  await until('none is left', () => listed(page), (ids) => ids.length === 0);
  await page.$('#games-search').fill('ctf:6');
  await until('the other one is found', () => listed(page), (ids) => ids.length === 1 && ids[0] === ctf.id);

  await page.press(`#games-list [data-game-id="${ctf.id}"] a`);
  await until('it is open', async () => page.hash, (hash) => hash.startsWith(`/game/${ctf.id}`));
  await page.$('#resign').waitFor();
  await page.tab.goBack();
  await page.$(`#games-list [data-game-id="${ctf.id}"]`).waitFor();
  await page.press(`[data-delete="${ctf.id}"]`);
  await until('it is gone', () => listed(page), (ids) => !ids.includes(ctf.id));
  const gone = await api.game(ctf.id).catch((error) => error.status);
  assert.equal(gone, 404);

  // A slip can be mended.
  await page.press('#undo-delete');
  await page.$('#games-search').fill('ctf:6');
  await until('the game is back', () => listed(page), (ids) => ids.length === 1 && ids[0] === ctf.id);
});

test('several games are pasted at once', async ({ page, api }) => {
  const ids = [];
  for (const game of ['oska:4', 'ctf:4']) ids.push((await api.newGame(game, 'both')).id);
  const texts = await Promise.all(ids.map((id) => api.record(id, 'json')));
  const { total } = await api.games();
  // In the list itself, in a part of it, and elsewhere: the list has them, and it is said.
  for (const [number, where] of ['/games', '/games?search=oska', `/game/${ids[0]}`].entries()) {
    await page.visit(where, '[data-game-id], [data-board]');
    await paste(page, texts.join(''));
    const { games } = await until('both are stored', () => api.games(), (now) => now.total === total + 2 * (number + 1));
    const newest = games.slice(0, 2).map(({ id }) => id);
    await until(`both are listed after they were pasted into ${where}`, () => listed(page), (now) => newest.every((id) => now.includes(id)));
    await page.sees('#status', '2 games are stored.');
  }
});

test('a game that is deleted does not come back with a list that was asked for before', async ({ page, api }) => {
  const [kept, { id }] = [await api.newGame('crusher:4', 'both'), await api.newGame('crusher:4', 'both')];
  const other = await api.newGame('crusher:5', 'both');
  await page.visit('/games?search=crusher:4', `[data-delete="${id}"]`);
  const list = /\/api\/games\?search=crusher&/;
  const release = await page.hold(list, { answered: true, times: 1 });
  const [request] = await Promise.all([page.tab.waitForRequest(list), page.$('#games-search').fill('crusher')]);
  await page.press(`[data-delete="${id}"]`);
  await page.sees('#status', 'The game is deleted.');
  release();
  await request.response();
  await until('the search is shown', () => listed(page), (ids) => ids.includes(kept.id) && ids.includes(other.id));
  assert.equal(await page.$(`[data-game-id="${id}"]`).count(), 0);
});
