// A game from outside, on rectangular boards: the page knows it from the catalogue alone.

import assert from 'node:assert/strict';
import { built } from './lib/server.mjs';
import { suite, until } from './lib/suite.mjs';

const { test } = suite({ binary: () => built('hexapawn') });

test('the game has a card, and rectangular boards to choose from', async ({ page, api }) => {
  await page.visit('/', '#start');
  const { games } = await api.send('GET', '/api/catalog');
  const { summary } = games.find(({ name }) => name === 'hexapawn');
  await page.sees('.card[data-game="hexapawn"]', summary);
  assert.equal(await page.$('.card[data-game="hexapawn"] .man .body').count() > 0, true, 'its men are drawn');
  await page.$('#setup-game').selectOption('hexapawn');
  await until('the default is chosen', () => page.$('#setup-size').inputValue(), (size) => size === '3x3');
  await page.$('#setup-size').selectOption('4x3');
  await page.$('#setup-side').selectOption('both');
  await page.press('#start');
  const id = await page.gameId();
  let game = await api.game(id);
  assert.equal(game.line.game, 'hexapawn:4x3');
  await page.sees('h1', 'Hexapawn, 4 × 3');
  while (game.result === null) {
    const { line } = game;
    await page.shows(line.names, line.cells);
    await page.clickMove(line, line.moves[0]);
    game = await until('it is played', () => api.game(id), (now) => now.line.plies.length > line.plies.length);
  }
  await page.sees('#result', game.reason);
});

test('the board is as wide as its columns and as high as its rows', async ({ page }) => {
  await page.visit('/analysis?game=hexapawn:3x6', '[data-board]');
  const boxes = await Promise.all(['a1', 'f3'].map((name) => page.box(page.cell(name).locator('.ground'))));
  const [width, height] = [boxes[1].x + boxes[1].width - boxes[0].x, boxes[1].y + boxes[1].height - boxes[0].y];
  assert.ok(Math.abs(width / height - 2) < 0.05, `6 columns and 3 rows: ${width} × ${height} px`);
  assert.deepEqual(await page.$('[data-board] .label').allTextContents(), ['1', '2', '3', 'a', 'b', 'c', 'd', 'e', 'f']);
});

test('a position is set up and analysed', async ({ page, api }) => {
  await page.visit('/editor?game=hexapawn:3x4', '#editor-play:enabled');
  assert.equal(await page.$('#editor-size').inputValue(), '3x4');
  assert.equal(await page.$('#editor-palette [data-man]').count(), 3);
  await page.press('#editor-clear');
  await page.press('#editor-palette [data-man="w"]');
  await page.cell('d1').click();
  await page.press('#editor-palette [data-man="b"]');
  await page.cell('a3').click();
  await page.$('#editor-play:enabled').waitFor();
  await page.press('#editor-analyse');
  await page.$('#lines [data-line="1"]').waitFor();
  const { names } = await api.line('hexapawn:3x4');
  await page.shows(names, '---w----b---');
  await page.$('#solved-moves button').first().waitFor();
});

test('an illegal move is refused with the rule', async ({ page }) => {
  page.allow(/\/moves$/);
  await page.openGame('hexapawn', 'both');
  await page.$('#typed-move').fill('a1b2');
  await page.tab.keyboard.press('Enter');
  await page.sees('#status', /^Not a legal move: a pawn captures diagonally forward/);
});
