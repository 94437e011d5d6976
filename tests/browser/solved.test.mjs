// Solved positions: what perfect play makes of them and of each move, in the analysis and as a hint.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const probe = (api, game, moves = []) => api.send('GET', `/api/probe?${new URLSearchParams({ game, moves: moves.join(' ') })}`);

/** What the page shows of the moves. */
const shown = (page) => page.$('#solved-moves li').evaluateAll((items) => items.map((item) => {
  const [name, words] = [...item.querySelectorAll('span')].map((span) => span.textContent);
  return `${name} ${words} (${item.getAttribute('data-fate')})`;
}));

/** What it should show. */
const expected = ({ moves }) => moves.map(({ move, win_in: plies }) => {
  if (plies === null) return `${move} draws (draw)`;
  return plies > 0 ? `${move} wins in ${plies} (win)` : `${move} loses in ${-plies} (loss)`;
});

test('the start of a small game: who wins, and what each move comes to', async ({ page, api }) => {
  await page.visit('/analysis?game=oska:4', '[data-board]');
  await page.sees('#solved-head', 'Solved: White wins in 21 plies');
  const known = await probe(api, 'oska:4');
  assert.deepEqual(await shown(page), expected(known), 'best first, in words');
  assert.equal(await page.$('#solved-note').isVisible(), false, 'the answer is that of the game');
  await until('the board has an arrow for the best move', () => page.$('[data-board] .arrow[data-rank="1"]').getAttribute('data-fate'), (fate) => fate === 'win');
});

test('a step to another position shows what is known of that', async ({ page, api }) => {
  await page.visit('/analysis?game=oska:4', '#solved-moves button');
  await page.sees('#solved-head', /White wins/);
  const start = await probe(api, 'oska:4');
  const worst = start.moves.at(-1);
  await page.press('#solved-moves li:last-child button');
  await page.hasMoves(1);
  assert.deepEqual(await page.moves(), [worst.move]);
  const next = await probe(api, 'oska:4', [worst.move]);
  await until('its moves are shown', () => shown(page), (list) => list.join() === expected(next).join());
  await page.sees('#solved-head', `Solved: ${next.outcome === 'w' ? 'White' : 'Black'} wins in ${Math.abs(next.win_in)} pl`);

  // Back again: what is known is not asked for twice.
  let asked = 0;
  page.tab.on('request', (request) => { asked += request.url().includes('/api/probe') ? 1 : 0; });
  await page.press('#first');
  await page.sees('#solved-head', 'Solved: White wins in 21 plies');
  await page.press('#last');
  await until('its moves are shown again', () => shown(page), (list) => list.join() === expected(next).join());
  assert.equal(asked, 0);
});

test('the moves of the chosen man say what they come to', async ({ page, api }) => {
  await page.visit('/analysis?game=oska:4', '#solved-moves button');
  const line = await api.line('oska:4');
  const { moves } = await probe(api, 'oska:4');
  const { path } = line.moves.find(({ move }) => move === moves[0].move);
  await page.cell(line.names[path[0]]).click();
  const target = page.cell(line.names[path.at(-1)]);
  await until('the cell says it', () => target.getAttribute('aria-label'), (words) => words.includes('move here, wins in 21'));
  assert.ok(await page.$('[data-board] .target-dot[data-fate="win"]').count() > 0);
});

test('where boards must not repeat, a note says what that means', async ({ page }) => {
  await page.visit('/analysis?game=ctf:3', '#solved-moves button');
  await page.sees('#solved-note', /The winner is certain/);
  // What is not certain is no reason to take arrows away from the search.
  const drawn = new URLSearchParams({ game: 'crusher:2', position: '---BWWB W' });
  await page.visit(`/analysis?${drawn}`, '#solved-moves button');
  await page.sees('#solved-note', /the result may be different/);
  await page.$('#lines [data-line="1"]').waitFor();
  assert.equal(await page.$('[data-board] .arrow[data-fate]').count(), 0);
});

test('nothing is shown where nothing is known, or nothing is left to know', async ({ page, api }) => {
  const answered = page.tab.waitForResponse((response) => response.url().includes('/api/probe'));
  await page.visit('/analysis?game=congo', '[data-board]');
  assert.equal((await (await answered).json()).known, false);
  await page.$('#lines [data-line="1"]').waitFor();
  assert.equal(await page.$('#solved').isVisible(), false);
  assert.equal(await page.$('[data-board] .arrow[data-fate]').count(), 0);

  const params = new URLSearchParams({ game: 'congo', position: '3l3/7/7/7/7/7/3L3 w 0', moves: 'd1d7' });
  await page.visit(`/analysis?${params}`, '#result');
  assert.equal(await page.$('#solved').isVisible(), false);
  // The position before is known: two lions that see each other.
  await page.press('#previous');
  await page.sees('#solved-head', 'Solved: White wins in 1 ply');
  await page.press('#next');
  await page.$('#solved').waitFor({ state: 'hidden' });
});

test('whoever steps on quickly sees only the last position', async ({ page, api }) => {
  const moves = [];
  for (let ply = 0; ply < 6; ply += 1) moves.push((await probe(api, 'oska:4', moves)).moves[0].move);
  await page.visit(`/analysis?game=oska:4&moves=${moves.join(',')}&ply=0`, '#solved-moves button');
  // Answers come late, and those to earlier questions last.
  let late = 6;
  await page.tab.route('**/api/probe', async (route) => {
    late -= 1;
    await new Promise((done) => { setTimeout(done, 100 * late); });
    await route.continue().catch(() => {});
  });
  for (let ply = 0; ply < 6; ply += 1) await page.press('#next');
  const last = expected(await probe(api, 'oska:4', moves));
  await until('the last is shown', () => shown(page), (list) => list.join() === last.join());
});

test('a hint is the best move where that is known', async ({ page, api }) => {
  await page.openGame('oska:4', 'w');
  await page.press('#hint');
  const words = await page.sees('#status', /Hint: \w+/);
  const { moves } = await probe(api, 'oska:4');
  assert.match(words, new RegExp(`Hint: ${moves[0].move}. The position is solved: this wins in 21 moves of both sides.`));
});

test('on a narrow phone the moves stand in rows that can be pressed', async ({ page }) => {
  await page.visit('/analysis?game=oska:4', '#solved-moves button');
  const boxes = await page.$('#solved-moves button').evaluateAll((buttons) => buttons.map((button) => {
    const { left, right, height } = button.getBoundingClientRect();
    return { left, right, height, cut: button.scrollWidth > button.clientWidth + 1 };
  }));
  for (const { left, right, height, cut } of boxes) assert.ok(left >= 0 && right <= 320 && height >= 24 && !cut, JSON.stringify(boxes));
}, { viewport: { width: 320, height: 740 } });
