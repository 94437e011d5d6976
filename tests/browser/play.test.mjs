// Whole games against the engine, by clicking, to their end.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const MOST_PLIES = 200;

/**
 * Chooses a game on the first view and starts it.
 * @param {import('./lib/suite.mjs').Page} page
 */
async function start(page, { family, size, side, opponent = 'level=1' }) {
  await page.visit('/', '#start');
  await page.$('#setup-game').selectOption(family);
  await page.$('#setup-size').selectOption(size);
  await page.$('#setup-side').selectOption(side);
  if (side !== 'both') await page.$('#setup-opponent').selectOption(opponent);
  await page.$('#setup-clock').selectOption('none');
  await page.press('#start');
  await page.$('[data-board]').waitFor();
  return page.gameId();
}

/** Plays the best moves to this depth by clicking until the game is over; the names of what was clicked, by ply. */
async function playOut(page, api, id, side, depth) {
  const clicked = new Map();
  let game = await api.game(id);
  while (game.result === null) {
    const { line } = game;
    const plies = line.plies.length;
    assert.ok(plies < MOST_PLIES, 'the game ends');
    if (line.side === side) {
      await page.shows(line.names, line.cells);
      const moves = line.plies.map(({ move }) => move);
      const [{ move }] = await api.best(line.game, { position: line.start.position, moves }, depth);
      await page.clickMove(line, line.moves.find((known) => known.move === move));
      clicked.set(plies, move);
    }
    // The page itself asks for the engine's answer.
    game = await until('the game goes on', () => api.game(id), (now) => now.result !== null || now.line.plies.length > plies);
  }
  return { game, clicked };
}

for (const { family, size, side, depth } of [
  { family: 'ctf', size: '4', side: 'w', depth: 5 },
  { family: 'crusher', size: '3', side: 'b', depth: 4 },
  { family: 'oska', size: '4', side: 'w', depth: 6 },
  { family: 'congo', size: 'congo:course', side: 'w', depth: 5 },
]) {
  test(`a whole game of ${family} ${size} as ${side === 'w' ? 'White' : 'Black'}`, async ({ page, api }) => {
    const id = await start(page, { family, size, side });
    const { game, clicked } = await playOut(page, api, id, side, depth);
    const { line, result, reason } = game;

    // The end, in the rule's words beside the board, and in plain ones where everybody hears it.
    assert.equal(reason, line.ending.rule);
    const winner = { '1-0': 'White has won', '0-1': 'Black has won', '1/2-1/2': 'Drawn' }[result];
    const lost = result === (side === 'w' ? '0-1' : '1-0');
    const own = lost ? 'You have lost' : result === '1/2-1/2' ? winner : 'You have won';
    await page.sees('#result', `${lost ? `${own}. ${winner}` : own}: ${line.ending.rule}`);
    await page.sees('#status', `${own}. `);
    assert.doesNotMatch(await page.text('#status'), /White has won|Black has won/, 'said once');
    await page.shows(line.names, line.cells);

    // What the server has is what was clicked, and what the page lists.
    const played = line.plies.map(({ move }) => move);
    for (const [ply, move] of clicked) assert.equal(played[ply], move);
    assert.equal(clicked.size, played.filter((_, ply) => (ply % 2 === 0 ? 'w' : 'b') === side).length);
    assert.deepEqual(await page.moves(), played);
    const record = await api.record(id, 'pgn');
    assert.deepEqual(played.filter((move) => !record.includes(move)), [], 'the record has every move');

    // Nothing more can be played.
    assert.equal(await page.$('[data-target]').count(), 0);
    assert.equal(await page.$('#resign').isDisabled(), true);
  });
}

test('men can be dragged, and the moves are animated', async ({ page, api }) => {
  const id = await start(page, { family: 'oska', size: '4', side: 'w' });
  const { line } = await api.game(id);
  const box = async (name) => {
    const { x, y, width, height } = await page.box(page.cell(name).locator('.ground'));
    return [x + width / 2, y + height / 2];
  };
  const { mouse } = page.tab;
  await page.shows(line.names, line.cells);
  await mouse.move(...await box('a1'));
  await mouse.down();
  await mouse.move(...await box('a2'), { steps: 8 });
  await mouse.up();
  const game = await until('the engine has answered', () => api.game(id), (now) => now.line.plies.length === 2);
  assert.equal(game.line.plies[0].move, 'a1a2');
  await page.shows(line.names, game.line.cells);

  // A man that is dropped where it cannot go is back where it was.
  page.allow(/\/api\/line$/);
  await mouse.move(...await box('d1'));
  await mouse.down();
  await mouse.move(...await box('a5'), { steps: 8 });
  await mouse.up();
  await page.sees('#status', 'Not a legal move');
  assert.equal((await api.game(id)).line.plies.length, 2);
  assert.equal(await page.men(line.names), game.line.cells);
}, { animated: true });

test('captures of one move are told in the order of its jumps, and what was said about the man goes', async ({ page }) => {
  const { line } = await page.openGame('congo', 'both', { position: '3l3/2p4/7/2p4/1M5/7/2L4 w 0' });
  const move = line.moves.find((known) => known.move === 'b3d5b7');
  await page.cell('b3').click();
  await page.tab.waitForFunction(() => document.querySelector('#announce').textContent !== '');
  await page.cell(line.names[move.path.at(-1)]).click();
  await page.sees('#status', 'captures black pawn on c4 and black pawn on c6');
  assert.equal(await page.$('#announce').textContent(), '', 'nothing is said about where the monkey could go');
});

test('two people at one board, White and Black in turn', async ({ page, api }) => {
  const id = await start(page, { family: 'ctf', size: '3', side: 'both' });
  const { game, clicked } = await playOutBoth(page, api, id);
  assert.equal(clicked, game.line.plies.length);
  await page.sees('#result', game.line.ending.rule);
});

async function playOutBoth(page, api, id) {
  let game = await api.game(id);
  let clicked = 0;
  while (game.result === null) {
    const { line } = game;
    await page.shows(line.names, line.cells);
    await page.clickMove(line, line.moves[0]);
    clicked += 1;
    game = await until('the move is stored', () => api.game(id), (now) => now.line.plies.length === clicked);
  }
  return { game, clicked };
}

test('the engine plays against itself, stops and goes on', async ({ page, api }) => {
  // Whoever stops it at the moment of a move is refused once, and then shown that move.
  page.allow(/\/reply$/);
  const id = await start(page, { family: 'oska', size: '6', side: 'none', opponent: 'time=100ms' });
  await until('there are moves', () => page.moves(), (moves) => moves.length >= 2);
  await page.press('#stop');
  await page.sees('#status', 'waits');
  const stopped = (await page.moves()).length;
  await page.press('#resume');
  await until('it goes on', () => page.moves(), (moves) => moves.length > stopped);
  const moves = await page.moves();
  const played = (await api.game(id)).line.plies.map(({ move }) => move);
  assert.deepEqual(played.slice(0, moves.length), moves);
});

test('whoever is about to stop the engines keeps the focus there', async ({ page }) => {
  await start(page, { family: 'oska', size: '6', side: 'none', opponent: 'level=1' });
  await page.$('#stop').focus();
  for (const plies of [2, 4]) {
    await until('the engines go on', () => page.moves(), (moves) => moves.length >= plies);
    assert.equal(await page.tab.evaluate(() => document.activeElement?.id), 'stop');
  }
  await page.tab.keyboard.press('Enter');
  await page.sees('#status', 'waits');
});

test('a page that missed a move of the engine goes on from there', async ({ page, api }) => {
  page.allow(/\/reply$/);
  const id = await start(page, { family: 'oska', size: '6', side: 'none', opponent: 'time=30s' });
  await page.press('#stop');
  await page.sees('#status', 'waits');
  const stopped = (await page.moves()).length;
  const { line } = await api.game(id);
  const { line: next } = await api.play(id, line.plies.length, line.moves[0].move);
  await page.press('#resume');
  await until('the move is shown', () => page.moves(), (moves) => moves.length >= next.plies.length);
  assert.ok(next.plies.length > stopped);
  assert.deepEqual((await page.moves()).slice(0, next.plies.length), next.plies.map(({ move }) => move));
});
