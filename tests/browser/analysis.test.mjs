// The analysis: lines that deepen, stopping, why not, what the evaluation sees, the review of a game.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const depthOf = (text) => Number(/\d+/.exec(text)?.[0] ?? 0);
const idle = (api) => until('no analysis is open', () => api.status(), ({ analyses }) => analyses === 0);

test('lines arrive and deepen, and are called off', async ({ page, api }) => {
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
  await page.halt();
  const start = await api.line('oska:4');
  const heads = [];
  for (const line of [1, 2, 3, 4, 5]) heads.push(await page.text(`#lines [data-line="${line}"] .variation button`));
  assert.equal(new Set(heads).size, 5, 'each line begins with another move');
  assert.deepEqual(heads.filter((head) => !start.moves.some(({ move }) => move === head)), []);
  const third = page.$('#lines [data-line="1"] .variation button').nth(2);
  const play = (await page.$('#lines [data-line="1"] .variation button').allTextContents()).slice(0, 3);
  await third.click();
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

test('why not this move: the answer to it, and what it costs', async ({ page, api }) => {
  // The lion steps before the enemy's lion and is taken.
  const params = new URLSearchParams({ game: 'congo', position: '3l2z/7/7/7/7/7/2L3Z w 0' });
  await page.visit(`/analysis?${params}`, '#lines [data-line="1"]');
  await page.$('#why-move').fill('c1d1');
  await page.press('#why-ask');
  await page.sees('#why', /After c1d1 Black answers d7d1/);
  await page.sees('#why', /Black wins/);
  await page.sees('#why .variation', /c1d1.*d7d1/s);

  // A move that is none is refused in words.
  page.allow(/\/api\/line$/);
  await page.$('#why-move').fill('c1g7');
  await page.press('#why-ask');
  await page.sees('#why', /c1g7/);
  await page.sees('#why', /no man .* can make this move/i);

  // The same by the button of a line that is not the best.
  await page.visit('/analysis?game=crusher:3', '#lines [data-line="2"]');
  await page.press('#lines [data-line="2"] button.small');
  await page.sees('#why', /After \S+ Black answers \S+/);
});

test('what the evaluation sees is said in words', async ({ page, api }) => {
  const moves = ['c1d1', 'b3a3'];
  await page.visit(`/analysis?game=ctf:4&moves=${moves.join(',')}`, '#terms li');
  const { terms } = await api.line('ctf:4', { moves });
  const words = await page.text('#terms');
  for (const { name, white, black } of terms) {
    assert.ok(words.includes(name), `${name} is named in: ${words}`);
    assert.match(words, new RegExp(`White ${white}, Black ${black}`));
  }
});

test('the review marks a blunder', async ({ page, api }) => {
  const params = new URLSearchParams({ game: 'congo', position: '3l2z/7/7/7/7/7/2L3Z w 0', moves: 'c1d1,g7f5' });
  await page.visit(`/analysis?${params}`, '#review');
  await page.$('#review-seconds').selectOption('0.1');
  await page.press('#review');
  await page.sees('#marks', /Move 1, White: c1d1.*blunder/s);
  // Black overlooks that the lion can be taken.
  await page.sees('#marks', /Move 2, Black: g7f5.*blunder/s);
  await until('the list of moves has the mark', () => page.$('#moves [data-ply="1"]').getAttribute('data-mark'), (mark) => mark === 'blunder');
  assert.ok(await page.$('#eval-graph circle.blunder').count() >= 1, 'the graph has it too');
  await page.press('#marks a');
  await until('the mark leads to the move', async () => page.hash, (hash) => /ply=1/.test(hash));
});

test('a finished game has nothing to analyse', async ({ page, api }) => {
  const params = new URLSearchParams({ game: 'congo', position: '3l3/7/7/7/7/7/3L3 w 0', moves: 'd1d7' });
  await page.visit(`/analysis?${params}`, '[data-board]');
  const { ending } = await api.line('congo', { position: '3l3/7/7/7/7/7/3L3 w 0', moves: ['d1d7'] });
  await page.sees('#result', ending.text);
  assert.equal(await page.$('#analyse').isDisabled(), true);
  await idle(api);
});

test('an analysis is played from, and kept as a game', async ({ page, api }) => {
  await page.visit('/analysis?game=oska:4&moves=a1a2', '#play-here');
  await page.press('#save-game');
  const id = await page.gameId();
  assert.deepEqual((await api.game(id)).line.plies.map(({ move }) => move), ['a1a2']);
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
