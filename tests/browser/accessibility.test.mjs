// For everybody: no violation that axe-core can find in any view, in light and dark; no sideways scrolling on a narrow phone; a
// wall of a screen is used.

import assert from 'node:assert/strict';
import { CHAPTERS } from '../../web/js/course.js';
import { RULES_OF_COLOUR, sideways, violations } from './lib/axe.mjs';
import { playedTournament } from './lib/server.mjs';
import { suite, until } from './lib/suite.mjs';

const { test } = suite({ more: ['--event', playedTournament(), '--event', 'missing/later.sqlite'] });

/** An address of every view, and what is there when it is ready. */
async function views(api) {
  const { id } = await api.newGame('ctf:5', 'both', { moves: ['c2c3'] });
  const [congo, crusher] = [await api.newGame('congo', 'w'), await api.newGame('crusher:3', 'both')];
  const { games } = await api.send('GET', '/api/catalog');
  const over = await api.newGame('oska:4', 'w', { clock: { start_ms: 300_000, increment_ms: 0 } });
  await api.send('POST', `/api/games/${over.id}/resign`, { side: 'w' });
  const [puzzle] = (await api.send('GET', '/api/puzzles/oska')).puzzles;
  const { moves } = await api.line(puzzle.game, { position: puzzle.position });
  const wrong = moves.find(({ move }) => move !== puzzle.solution).move;
  return {
    'home': ['/', '#start'],
    'lobby': ['/lobby', '#lobby-tournaments li'],
    'a tournament': ['/tournament/cup', '.running-board[data-plies]'],
    'a tournament that has not begun': ['/tournament/later', '[data-stage="waiting"]'],
    'a game of a tournament': ['/tournament/cup/2', '#result'],
    'a game': [`/game/${id}`, '[data-board]'],
    'a game of Congo': [`/game/${congo.id}`, '[data-board]'],
    'a game of Crusher': [`/game/${crusher.id}`, '[data-board]'],
    'a finished game': [`/game/${over.id}`, '#result'],
    'analysis': ['/analysis?game=crusher:3', '#lines [data-line="2"]'],
    'a solved position': ['/analysis?game=oska:4', '#solved-moves button'],
    'a solved position with a note': ['/analysis?game=ctf:3', '#solved-moves button'],
    'a reviewed game': ['/analysis?game=congo&position=3l2z%2F7%2F7%2F7%2F7%2F7%2F2L3Z+w+0&moves=c1d1,g7f5&review=1', '#marks li'],
    'editor': ['/editor?game=congo', '#editor-palette'],
    'an error in the editor': ['/editor?game=ctf:4&cells=WW----------BB--&side=w', '#editor-error'],
    'games': ['/games', '#games-list [data-game-id]'],
    'no games': ['/games?search=nothing+of+the+kind', '#games-search'],
    ...Object.fromEntries(games.map(({ name }) => [`a puzzle of ${name}`, [`/puzzles/${name}?n=150`, '#puzzle-next']])),
    'a wrong move in a puzzle': [`/puzzles/oska?n=1&move=${wrong}`, '#puzzle-words[data-right="false"]'],
    'a solved puzzle': [`/puzzles/oska?n=1&move=${puzzle.solution}`, '#puzzle-words[data-right="true"]'],
    'no puzzles': ['/puzzles/chess', 'h1'],
    'tree': ['/tree?game=oska:3&depth=2&step=9', '#tree-svg [data-node="0"]'],
    'tree of both searches, with a prediction': ['/tree?game=ctf:3&depth=2&algorithm=both&order=worst&predict=1&step=4', '#tree-whole [data-node="0"]'],
    'the course': ['/learn', '.chapters'],
    ...Object.fromEntries(CHAPTERS.map(({ name, exercises }) => [`chapter ${name}`, [`/learn/${name}?step=6`, `#exercise-${exercises.length}-check`]])),
    ...Object.fromEntries(games.map(({ name }) => [`rules of ${name}`, [`/rules/${name}`, 'article']])),
  };
}

/** All views in one test would take longer than a test may on a busy machine. */
const HALVES = { 'the first half of the views': 0, 'the second half of the views': 1 };

/** Goes to each view of a half; its name is part of every complaint. */
async function through(page, api, half, look) {
  page.allow(/\/api\/setup$/);
  const complaints = {};
  for (const [name, [hash, ready]] of Object.entries(await views(api)).filter((_, index) => index % 2 === half)) {
    await page.turnTo(hash, ready);
    // What is looked at must stand still.
    if (hash.startsWith('/analysis')) await page.halt();
    // The rules at the board are part of every game.
    if (hash.startsWith('/game/')) {
      await page.$('#guide').evaluate((fold) => { fold.open = true; });
      await page.$('#guide figure').first().waitFor();
    }
    if (hash === '/tournament/cup') await page.$('#cross').evaluate((fold) => { fold.open = true; });
    const found = await look(name);
    if (found.length > 0) complaints[name] = found;
  }
  assert.deepEqual(complaints, {});
}

const DESKTOP = { width: 1280, height: 900 };
for (const [part, half] of Object.entries(HALVES)) {
  test(`axe finds nothing in ${part}, light and dark, and nothing scrolls sideways from narrow phones to walls`, async ({ page, api }) => {
    await through(page, api, half, async () => {
      const complaints = await violations(page);
      await page.tab.emulateMedia({ colorScheme: 'dark' });
      complaints.push(...(await violations(page, RULES_OF_COLOUR)).map((complaint) => `dark: ${complaint}`));
      await page.tab.emulateMedia({ colorScheme: 'light' });
      for (const width of [320, 360, 600, 768, 1024, 1280, 2560, 3840]) {
        await page.tab.setViewportSize({ width, height: width < 700 ? 740 : width < 2000 ? 900 : 2160 });
        complaints.push(...await sideways(page));
      }
      await page.tab.setViewportSize(DESKTOP);
      return complaints;
    });
  }, { viewport: DESKTOP });
  test(`axe finds nothing in ${part} on a phone`, async ({ page, api }) => {
    await through(page, api, half, () => violations(page));
  }, { viewport: { width: 390, height: 844 } });
}

test('a phone in the hand: a game is played by touch at 360 px', async ({ page, api }) => {
  const { id, line } = await api.newGame('congo', 'w');
  await page.visit(`/game/${id}`, '[data-board]');
  await page.shows(line.names, line.cells);
  const { move, path } = line.moves[0];
  const { width } = await page.box(page.cell('d4'));
  assert.ok(width >= 24, `a cell is wide enough for a finger: ${width} px`);
  await page.cell(line.names[path[0]]).tap();
  await page.cell(line.names[path.at(-1)]).tap();
  await until('it is played', () => api.game(id), (now) => now.line.plies[0]?.move === move);
  await page.hasMoves(2);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test('a wide board on a phone: no cell is out of reach', async ({ page, api }) => {
  const { id, line } = await api.newGame('crusher:8', 'both');
  await page.visit(`/game/${id}`, '[data-board]');
  await page.shows(line.names, line.cells);
  assert.deepEqual(await sideways(page), []);
  const lefts = await page.$('[data-board] [data-cell]').evaluateAll((cells) => cells.map((cell) => [cell.getAttribute('data-cell'), cell.getBoundingClientRect().left]));
  const across = lefts.sort((one, other) => one[1] - other[1]).map(([name]) => name);
  for (const name of [across[0], across.at(-1)]) {
    await page.cell(name).scrollIntoViewIfNeeded();
    const { x, width } = await page.box(page.cell(name));
    assert.ok(x >= 0 && x + width <= 390 && width >= 17, `${name}: ${x} to ${x + width}`);
  }
  await page.clickMove(line, line.moves[0]);
  await page.hasMoves(1);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a large screen: the board is large, and works', async ({ page, api }) => {
  const { id, line } = await api.newGame('congo', 'both');
  await page.visit(`/game/${id}`, '[data-board]');
  await page.shows(line.names, line.cells);
  const board = await page.box(page.$('[data-board]'));
  assert.ok(board.height > 900, `the board uses the screen: ${board.height} px high`);
  assert.ok(board.y + board.height <= 2160, 'and is seen as a whole');
  await page.clickMove(line, line.moves[0]);
  await until('it is played', () => api.game(id), (now) => now.line.plies.length === 1);
}, { viewport: { width: 3840, height: 2160 } });

test('the largest boards are shown and played', async ({ page, api }) => {
  for (const game of ['ctf:32', 'crusher:18', 'oska:22']) {
    const { id, line } = await api.newGame(game, 'both');
    await page.visit(`/game/${id}`, '[data-board]');
    await page.shows(line.names, line.cells);
    await page.clickMove(line, line.moves[0]);
    const { line: next } = await until('it is played', () => api.game(id), (now) => now.line.plies.length === 1);
    await page.shows(line.names, next.cells);
  }
});
