// What a player can do besides moving: undo and redo, resign, rematch, flip, hints, clocks.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

test('undo and redo, against the engine and after a reload', async ({ page, api }) => {
  const { id, line: start } = await page.openGame('ctf:5', 'w');
  const wait = (plies) => until(`there are ${plies} plies`, () => api.game(id), (now) => now.line.plies.length === plies);
  await page.clickMove(start, start.moves[0]);
  const { line: second } = await wait(2);
  await page.shows(second.names, second.cells);
  await page.clickMove(second, second.moves[0]);
  const { line: fourth } = await wait(4);
  await page.hasMoves(4);

  // Undo goes back to where I was to move.
  await page.press('#undo');
  assert.deepEqual((await wait(2)).line.plies, second.plies);
  await page.shows(second.names, second.cells);
  await page.press('#undo');
  await wait(0);
  await page.shows(start.names, start.cells);
  assert.equal(await page.$('#undo').isDisabled(), true);

  // What was undone is still known after a reload.
  await page.tab.reload();
  await page.shows(start.names, start.cells);
  await page.press('#redo');
  assert.deepEqual((await wait(2)).line.plies, second.plies);
  await page.hasMoves(2);
  await page.press('#redo');
  assert.deepEqual((await wait(4)).line.plies, fourth.plies);
  await page.shows(fourth.names, fourth.cells);
  await until('there is nothing more to redo', () => page.$('#redo').isDisabled(), (disabled) => disabled);

  // A move of one's own instead makes a new game of it.
  await page.press('#undo');
  await wait(2);
  await page.shows(second.names, second.cells);
  const other = second.moves.find(({ move }) => move !== fourth.plies[2].move);
  await page.clickMove(second, other);
  assert.equal((await wait(4)).line.plies[2].move, other.move);
  await until('redo is gone', () => page.$('#redo').isDisabled(), (disabled) => disabled);
});

test('undo reopens a game that is over', async ({ page, api }) => {
  const { id, line } = await page.openGame('congo', 'both', { position: '3l2z/7/7/7/7/7/3L3 w 0' });
  await page.clickMove(line, line.moves.find(({ move }) => move === 'd1d7'));
  await page.sees('#result', /White has won/);
  // It is asked for twice: whoever goes through the moves may press it by mistake.
  await page.press('#previous');
  await page.press('#undo');
  await page.sees('dialog', 'This takes back the end of the game');
  await page.press('dialog #no');
  assert.equal((await api.game(id)).result, '1-0');
  await page.press('#undo');
  await page.press('dialog #yes');
  await until('it is open again', () => api.game(id), (now) => now.result === null && now.line.plies.length === 0);
  await until('the result is gone', () => page.$('#result').isVisible(), (visible) => !visible);
  await page.shows(line.names, line.cells);
});

test('resign, then a rematch with the colours swapped', async ({ page, api }) => {
  const { id } = await page.openGame('oska:4', 'w');
  assert.equal(await page.$('#rematch').isVisible(), false);
  // Resigning is asked for twice, and Escape means no.
  await page.press('#resign');
  await page.sees('dialog', 'Resign this game?');
  await page.tab.keyboard.press('Escape');
  await until('the question is gone', () => page.$('dialog').count(), (count) => count === 0);
  assert.equal((await api.game(id)).result, null);
  await page.press('#resign');
  await page.press('dialog #yes');
  await page.sees('#result', /Black has won: White resigned/);
  const over = await api.game(id);
  assert.deepEqual([over.result, over.reason], ['0-1', 'White resigned']);
  await page.press('#rematch');
  const next = await page.gameId(id);
  const game = await until('the engine begins', () => api.game(next), (now) => now.line.plies.length === 1);
  assert.deepEqual([game.white.kind, game.black.kind, game.line.game], ['engine', 'human', 'oska:4']);
  await page.shows(game.line.names, game.line.cells);
});

test('undo takes a resignation back, and no move', async ({ page, api }) => {
  const { id, line } = await page.openGame('oska:4', 'w');
  await page.clickMove(line, line.moves[0]);
  await page.hasMoves(2);
  await page.press('#resign');
  await page.press('dialog #yes');
  await page.sees('#result', 'You have lost. Black has won: White resigned.');
  await page.sees('#status', /You have lost\. White resigned\.$/);
  await page.press('#undo');
  await page.press('dialog #yes');
  const game = await until('it is open again', () => api.game(id), (now) => now.result === null);
  assert.equal(game.line.plies.length, 2);
  await page.sees('#status', /Your turn/);
});

const SCREENS = { 'on a desk': { width: 1280, height: 900 }, 'on a phone': { width: 360, height: 740 }, 'on a narrow phone': { width: 320, height: 640 } };

for (const [where, viewport] of Object.entries(SCREENS)) {
  test(`no control changes its place in a game against the engine ${where}`, async ({ page, api }) => {
    const { id, line } = await page.openGame('ctf:5', 'w', { strength: 'time=1000ms' });
    const before = await page.places();
    await page.clickMove(line, line.moves[0]);
    await page.sees('#status', /is thinking/);
    assert.deepEqual(await page.moved(before), [], 'while the engine thinks');
    const { line: second } = await until('it has answered', () => api.game(id), (now) => now.line.plies.length === 2);
    await page.hasMoves(2);
    assert.deepEqual(await page.moved(before), [], 'after its answer');
    await page.cell(second.names[second.moves[0].path[0]]).click();
    assert.deepEqual(await page.moved(before), [], 'with a man taken up');
    await page.press('#hint');
    await page.sees('#status', /Hint/);
    assert.deepEqual(await page.moved(before), [], 'with a hint');
    await page.press('#resign');
    await page.press('dialog #yes');
    await page.sees('#result', /resigned/);
    assert.deepEqual(await page.moved(before), [], 'at the end');
  }, { viewport });

  test(`no control changes its place while men are captured and until the end ${where}`, async ({ page, api }) => {
    const { id, line: start } = await page.openGame('congo', 'both', { clock: { start_ms: 3_600_000, increment_ms: 0 } });
    const before = await page.places();
    let now = { line: start, result: null };
    // Whoever can capture does, and so the lion is captured in the end.
    while (now.result === null && now.line.plies.length < 80) {
      const { line } = now;
      const worth = ({ changes }) => changes.filter(([cell, letter]) => line.cells[cell] !== '-' && letter !== line.cells[cell]).length;
      const { move } = line.moves.reduce((best, other) => (worth(other) > worth(best) ? other : best), line.moves[(7 * line.plies.length) % line.moves.length]);
      now = await api.play(id, line.plies.length, move);
      await page.hasMoves(now.line.plies.length);
      assert.deepEqual(await page.moved(before), [], await page.text('#status'));
    }
    assert.notEqual(now.result, null, 'the game ends');
    await page.sees('#result', now.reason);
    assert.ok(await page.$('.captured .man-picture').count() > 4, 'there were many captures');
  }, { viewport });
}

test('the answer of the engine waits until a person’s move has been seen, and a capture is said', async ({ page, api }) => {
  // White captures, and Black answers at once.
  const { line } = await page.openGame('congo', 'w', { position: '2l4/7/7/7/3p3/2P4/4L2 w 0', strength: 'level=1' });
  const capture = line.moves.find(({ changes }) => changes.some(([cell]) => line.cells[cell] === 'p'));
  await page.clickMove(line, capture);
  await page.hasMoves(1);
  await page.hasMoves(2);
  await page.sees('#status', /captures black pawn on d3.*Black/s);
}, { animated: true });

test('flip turns the board around, and only the board', async ({ page, api }) => {
  const { id, line } = await page.openGame('ctf:5', 'both');
  const above = async (one, other) => (await page.box(page.cell(one))).y < (await page.box(page.cell(other))).y;
  assert.equal(await above('a1', 'a5'), true);
  await page.press('#flip');
  await until('it is turned', () => above('a5', 'a1'), Boolean);
  assert.equal(await page.men(line.names), line.cells);
  await page.clickMove(line, line.moves[0]);
  await until('clicks mean the same cells', () => api.game(id), (now) => now.line.plies[0]?.move === line.moves[0].move);
  await page.tab.reload();
  await page.hasMoves(1);
  assert.equal(await above('a5', 'a1'), true, 'it stays turned');
  await page.press('#flip');
  await until('it is turned back', () => above('a1', 'a5'), Boolean);
});

test('a hint names a legal move and plays nothing', async ({ page, api }) => {
  const { id, line } = await page.openGame('congo', 'w');
  await page.press('#hint');
  const words = await page.sees('#status', /Hint: \w+\. (It (wins|loses) (at once|in \d+ moves of both sides)|Your chance of winning is then about \d+\u00a0%)/);
  const [, move] = /Hint: (\w+)/.exec(words);
  assert.ok(line.moves.some((known) => known.move === move), `${move} is legal`);
  assert.ok(await page.$('[data-board] .arrow').count() > 0, 'an arrow shows it');
  assert.equal((await api.game(id)).line.plies.length, 0);
  await until('the hint’s analysis has ended', () => api.status(), ({ analyses }) => analyses === 0);
});

for (const { width, height, times } of [{ width: 1280, height: 800, times: 2 }, { width: 390, height: 844, times: 1 }, { width: 320, height: 640, times: 1 }]) {
  test(`long words cover nothing on a screen of ${width} × ${height}`, async ({ page }) => {
    await page.tab.setViewportSize({ width, height });
    await page.openGame('ctf:5', 'both', { clock: { start_ms: 3000, increment_ms: 0 } });
    await page.sees('#status', /or press “Invite somebody”.*when somebody joins\./s);
    const room = await page.tab.evaluate((often) => {
      const status = document.querySelector('#status');
      // On a wide screen, only what several things have caused takes two lines.
      status.textContent = `${status.textContent} `.repeat(often);
      const below = document.querySelector('.player').getBoundingClientRect().top - status.getBoundingClientRect().bottom;
      return { below, hidden: status.scrollHeight - status.clientHeight };
    }, times);
    assert.ok(room.below >= 0 && room.hidden <= 0, JSON.stringify(room));
  });
}

for (const [width, height] of [[844, 390], [667, 375], [568, 320]]) {
  test(`a phone on its side, ${width} × ${height}: the board and both players are in the window, and the words beside them`, async ({ page, api }) => {
    for (const game of ['congo', 'crusher:3', 'ctf:5', 'oska:4']) {
      const { id } = await api.newGame(game, 'w', { clock: { start_ms: 3_600_000, increment_ms: 0 } });
      await page.visit(`/game/${id}`, '[data-board]');
      await page.sees('#status', 'Your turn');
      const [board, status] = [await page.box(page.$('.board-side')), await page.box(page.$('#status'))];
      assert.ok(board.y + board.height <= height, `${game}: the board ends at ${board.y + board.height}`);
      assert.ok(status.x >= board.x + board.width, `${game}: the words cover nothing`);
      const title = await page.box(page.$('.panel h1'));
      assert.ok(title.y >= status.y + status.height, `${game}: nor the title`);
    }
  }, { viewport: { width, height } });
}

test('a clock that runs out ends the game with its reason', async ({ page, api }) => {
  const { id, line } = await page.openGame('ctf:5', 'both', { clock: { start_ms: 3000, increment_ms: 0 } });
  await page.sees('#status', 'The clock starts with the first move, or when somebody joins.');
  await page.clickMove(line, line.moves[0]);
  // Black does not move.
  await page.sees('#result', /White has won: Black has run out of time/);
  await page.sees('.player.black .clock', /^0:00/);
  const game = await api.game(id);
  assert.deepEqual([game.result, game.reason], ['1-0', 'Black has run out of time']);
  await page.cell(line.names[line.moves[0].path.at(-1)]).click();
  assert.equal(await page.$('[data-target]').count(), 0, 'nothing can be played any more');
});

test('a loss on time against the engine can be taken back, with a clock that starts anew', async ({ page, api }) => {
  const { id, line } = await page.openGame('ctf:5', 'w', { clock: { start_ms: 5000, increment_ms: 0 } });
  await page.sees('#result', /Black has won: White has run out of time/);
  await page.press('#undo');
  await page.press('dialog #yes');
  await page.sees('#status', 'The game goes on, and White’s clock starts anew.');
  await page.sees('.player.white .clock', /^0:0[1-5]/);
  await page.clickMove(line, line.moves[0]);
  await page.hasMoves(2);
  assert.equal((await api.game(id)).result, null);
});

test('a clock is chosen before the game and shown during it', async ({ page, api }) => {
  await page.visit('/', '#start');
  await page.$('#setup-game').selectOption('oska');
  await page.$('#setup-side').selectOption('both');
  await page.$('#setup-clock').selectOption('300+3');
  await page.press('#start');
  const id = await page.gameId();
  const game = await api.game(id);
  assert.deepEqual(game.clock, { start_ms: 300_000, increment_ms: 3000 });
  await page.sees('.clock', /^[45]:\d\d$/);
});

test('what was chosen last is chosen again', async ({ page }) => {
  await page.visit('/', '#start');
  await page.$('#setup-game').selectOption('crusher');
  await page.$('#setup-side').selectOption('b');
  await page.$('#setup-opponent').selectOption('level=1');
  await page.press('#start');
  await page.hasMoves(1);
  await page.press('#new-game');
  await page.$('#start').waitFor();
  assert.deepEqual([await page.$('#setup-game').inputValue(), await page.$('#setup-side').inputValue(), await page.$('#setup-opponent').inputValue()],
    ['crusher', 'b', 'level=1']);
});
