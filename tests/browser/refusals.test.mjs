// What the rules forbid is refused, with the reason in words, and nothing changes; what they force is explained.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

/** The game is as it was, on the server and on the board. */
async function unchanged(page, api, { id, line }) {
  const now = await api.game(id);
  assert.deepEqual(now.line.plies, line.plies);
  assert.equal(await page.men(line.names), line.cells);
}

test('an illegal click is refused and nothing changes', async ({ page, api }) => {
  const game = await page.openGame('ctf:5', 'w');
  const { line } = game;
  const name = (cell) => line.names[cell];
  const [{ path: [from] }] = line.moves;
  const targets = line.moves.filter(({ path }) => path[0] === from).map(({ path }) => path.at(-1));
  const empty = [...line.cells].findIndex((letter, cell) => letter === '-' && !targets.includes(cell));

  await page.cell(name(from)).click();
  await until('it is selected', () => page.cell(name(from)).getAttribute('data-selected'), (value) => value !== null);
  const marked = await page.$('[data-board] [data-target]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-cell')));
  assert.deepEqual(marked.sort(), [...new Set(targets.map(name))].sort());
  page.allow(/\/api\/line$/);
  await page.cell(name(empty)).click();
  // The rule that it breaks, and the move on the board.
  await page.sees('#status', /^Not a legal move: (?!\w+ to \w+\.)/);
  await page.$('[data-board] .arrow[data-rank="why"]').waitFor({ state: 'attached' });
  await unchanged(page, api, game);
  assert.equal(await page.$('[data-selected]').count(), 0);

  // The enemy's men are not mine to move.
  const enemy = [...line.cells].findIndex((letter) => letter === 'b');
  await page.cell(name(enemy)).click();
  await page.sees('#status', 'belongs to Black, and it is White’s turn');
  await unchanged(page, api, game);
  // The refusal goes when the next man is taken up.
  await page.cell(name(from)).click();
  await page.sees('#status', /^Your turn/);
  assert.equal(await page.$('[data-board] .arrow').count(), 0);
});

test('a move that is typed is refused in words, or played', async ({ page, api }) => {
  page.allow(/\/moves$/);
  const game = await page.openGame('ctf:5', 'both');
  await page.$('#typed-move').fill('a1e5');
  await page.tab.keyboard.press('Enter');
  await page.sees('#status', /^Not a legal move|illegal|cannot play/);
  await unchanged(page, api, game);
  await page.sees('#status', /^Not a legal move: (?!.*board has)/);
  const [{ move }] = game.line.moves;
  // People write it in many ways.
  await page.$('#typed-move').fill(`${move.slice(0, 2).toUpperCase()} - ${move.slice(2)}`);
  await page.tab.keyboard.press('Enter');
  await page.hasMoves(1);
  assert.deepEqual((await api.game(game.id)).line.plies.map((ply) => ply.move), [move]);
});

for (const { game, moves, from, to, ply } of [
  // Both flags step aside and back: the second one back brings the board after move 2 again.
  { game: 'ctf:4', moves: ['c1d1', 'b3a3', 'b1a1', 'c4d4', 'a1b1'], from: 'd4', to: 'c4', ply: 2 },
  // A stone walks a triangle while an enemy stone steps out and back: the start is there again, with the other side to move.
  { game: 'crusher:3', moves: ['b2b3', 'a5a4', 'b3a2', 'a4a5'], from: 'a2', to: 'b2', ply: 0 },
  { game: 'crusher:3', moves: ['b2b3', 'a5a4', 'b3a2', 'a4a5'], from: 'a2', to: 'b3', ply: 1 },
]) {
  test(`a repeat in ${game} is refused: ${from}${to}`, async ({ page, api }) => {
    const made = await page.openGame(game, 'both', { moves });
    const repeat = made.line.repeats.find(({ move }) => move === from + to);
    assert.equal(repeat?.ply, ply, 'the server forbids it');
    await page.cell(from).click();
    await until('it is marked as forbidden', () => page.cell(to).getAttribute('data-forbidden'), (value) => value === String(ply));
    await page.cell(to).click();
    await page.sees('#status', ply === 0 ? 'this would repeat the starting board' : `this would repeat the board after ply ${ply}`);
    await unchanged(page, api, made);
  });
}

test('a forced pass in Oska is explained and played', async ({ page, api }) => {
  // White's men are home or blocked by their own.
  const made = await page.openGame('oska:4', 'w', { position: '-bb-/---/b-/-w-/-ww- w' });
  assert.deepEqual(made.line.moves.map(({ move }) => move), ['pass']);
  await page.sees('#status', /no legal move/);
  await page.sees('#pass', /pass/i);
  await page.press('#pass');
  const game = await until('Black has answered', () => api.game(made.id), (now) => now.line.plies.length >= 2);
  assert.equal(game.line.plies[0].move, 'pass');
  await page.shows(game.line.names, game.line.cells);
  await page.sees('#moves [data-ply="1"]', 'pass');
});

test('no pass is offered where there are moves', async ({ page, api }) => {
  await page.openGame('oska:4', 'w');
  assert.equal(await page.$('#pass').isVisible(), false);
});

test('a man that stays in the river drowns', async ({ page, api }) => {
  const { id, line } = await page.openGame('congo', 'both', { position: '2l4/7/7/P6/7/7/4L2 w 0' });
  await page.clickMove(line, line.moves.find(({ move }) => move === 'e1e2'));
  await page.sees('#status', /white pawn on a4 drowns/);
  const game = await api.game(id);
  await page.shows(line.names, game.line.cells);
  assert.equal(await page.cell('a4').getAttribute('data-man'), '-');
});

test('a monkey takes two men in one move', async ({ page, api }) => {
  const { id, line } = await page.openGame('congo', 'both', { position: '2l4/7/7/7/3p3/1p5/M3L2 w 0' });
  await page.clickMove(line, line.moves.find(({ move }) => move === 'a1c3e3'));
  await page.sees('#status', /captures black pawn on (b2 and black pawn on d3|d3 and black pawn on b2)/);
  const game = await api.game(id);
  assert.equal(game.line.plies[0].move, 'a1c3e3');
  assert.equal(await page.cell('b2').getAttribute('data-man'), '-');
  assert.equal(await page.cell('d3').getAttribute('data-man'), '-');
  assert.equal(await page.cell('e3').getAttribute('data-man'), 'M');
}, { animated: true });

test('where two ways have the same ends the page asks which', async ({ page, api }) => {
  const { id, line } = await page.openGame('congo', 'both', { position: '2l4/7/7/7/3p3/1p1p3/Mz2L2 w 0' });
  await page.cell('a1').click();
  await page.cell('e3').click();
  await page.$('#choices [data-move="a1c1e3"]').waitFor();
  await page.$('#choices [data-move="a1c3e3"]').waitFor();
  assert.equal((await api.game(id)).line.plies.length, 0);
  await page.press('#choices [data-move="a1c1e3"]');
  const game = await until('it is played', () => api.game(id), (now) => now.line.plies.length === 1);
  assert.equal(game.line.plies[0].move, 'a1c1e3');
  await page.shows(line.names, game.line.cells);
  assert.equal(await page.cell('d3').getAttribute('data-man'), 'p', 'what stands on the other way is not taken');
});
