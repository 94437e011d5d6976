// Puzzles: the right move, a wrong one with the answer to it, streaks, and the way to the next one; by pointer, by keys and by touch.

import assert from 'node:assert/strict';
import { arrowTo, tabTo } from './lib/keys.mjs';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

const GAMES = ['ctf', 'crusher', 'congo', 'oska'];

const puzzles = async (api, game) => (await api.send('GET', `/api/puzzles/${game}`)).puzzles;
const lineOf = (api, { game, position }) => api.line(game, { position });

/** The moves of a puzzle: the right one, and one that is wrong and can be told apart by its ends. */
async function movesOf(api, puzzle) {
  const line = await lineOf(api, puzzle);
  const ends = ({ path }) => `${path[0]} ${path.at(-1)}`;
  const right = line.moves.find(({ move }) => move === puzzle.solution);
  const wrong = line.moves.find((move) => ends(move) !== ends(right));
  return { line, right, wrong };
}

for (const game of GAMES) {
  test(`${game}: a wrong move is answered, the right one counts, and the next puzzle follows`, async ({ page, api }) => {
    const all = await puzzles(api, game);
    assert.ok(all.length >= 200, `${all.length} puzzles`);
    await page.visit(`/puzzles/${game}?n=1`, '[data-board]');
    const { line, right, wrong } = await movesOf(api, all[0]);
    await page.shows(line.names, line.cells);
    await page.sees('#puzzle-goal', line.side === 'w' ? 'White to move' : 'Black to move');
    await page.sees('#puzzle-goal', /Win at once|Win in \d+ moves \(\d+ plies\)|Only one move/);

    await page.clickMove(line, wrong);
    await page.sees('#puzzle-words', /answers|wins|won|does not win/);
    assert.equal(await page.$('#puzzle-words').getAttribute('data-right'), 'false');
    await page.sees('#puzzle-streak', 'first try: 0');
    // The state has an address.
    assert.match(page.hash, new RegExp(`move=${wrong.move}`));

    await page.press('#puzzle-again');
    await page.shows(line.names, line.cells);
    await page.clickMove(line, right);
    await page.sees('#puzzle-words', `Right: ${right.move}`);
    await page.sees('#puzzle-streak', `first try: 0, at best 0. Solved: 1 of ${all.length}`);

    await page.press('#puzzle-next');
    await page.sees('h1', `Puzzle 2 of ${all.length}`);
    const second = await movesOf(api, all[1]);
    await page.shows(second.line.names, second.line.cells);
    await page.clickMove(second.line, second.right);
    await page.sees('#puzzle-streak', 'first try: 1, at best 1');
  });
}

test('the streak stays when the page is opened anew, and a look at the answer ends it', async ({ page, api }) => {
  const all = await puzzles(api, 'oska');
  for (const number of [1, 2]) {
    await page.visit(`/puzzles/oska?n=${number}`, '[data-board]');
    const { line, right } = await movesOf(api, all[number - 1]);
    await page.shows(line.names, line.cells);
    await page.clickMove(line, right);
    await page.sees('#puzzle-streak', `first try: ${number}, at best ${number}`);
  }
  // Without a number, it is the first that is not solved yet.
  await page.visit('/puzzles/oska', '[data-board]');
  await page.sees('h1', `Puzzle 3 of ${all.length}`);
  await page.sees('#puzzle-streak', 'first try: 2');
  await page.press('#puzzle-answer');
  await page.sees('#puzzle-words', `The answer is ${all[2].solution}`);
  await page.sees('#puzzle-streak', 'first try: 0, at best 2. Solved: 2');
  assert.equal(await page.$('#puzzle-answer').isDisabled(), true);
});

test('what is solved is remembered by its position: puzzles that are made anew are not called solved', async ({ page, api }) => {
  const all = await puzzles(api, 'oska');
  // As another server, or a newer one, would have them: what was first is third.
  const [first, second, third, ...rest] = all;
  let made = all;
  await page.tab.route('**/api/puzzles/oska', (route) => route.fulfill({ json: { puzzles: made } }));
  await page.visit('/puzzles/oska?n=1', '[data-board]');
  const { line, right } = await movesOf(api, first);
  await page.shows(line.names, line.cells);
  await page.clickMove(line, right);
  await page.sees('#puzzle-streak', `Solved: 1 of ${all.length}`);
  made = [third, second, first, ...rest];
  await page.visit('/puzzles/oska', '[data-board]');
  await page.sees('h1', 'Puzzle 1 of');
  await page.sees('#puzzle-streak', `Solved: 1 of ${all.length}`);
  // Next after the second is the fourth: the third is solved.
  await page.visit('/puzzles/oska?n=2', '[data-board]');
  await page.press('#puzzle-next');
  await page.sees('h1', 'Puzzle 4 of');
  made = [second, third, ...rest];
  await page.visit('/puzzles/oska', '[data-board]');
  await page.sees('#puzzle-streak', `Solved: 0 of ${all.length - 1}`);
});

test('notes of solved numbers, as older pages kept them, call no puzzle solved, and keep the best streak', async ({ page }) => {
  await page.visit('/puzzles/oska?n=1', '[data-board]');
  await page.tab.evaluate(() => localStorage.setItem('quadrille.puzzles.oska', JSON.stringify({ streak: 2, best: 5, solved: [1, 2, 3] })));
  await page.visit('/puzzles/oska', '[data-board]');
  await page.sees('h1', 'Puzzle 1 of');
  await page.sees('#puzzle-streak', /at best 5\. Solved: 0 of/);
});

test('best play after the solution can be gone through', async ({ page, api }) => {
  const all = await puzzles(api, 'ctf');
  const number = all.findIndex(({ play }) => play.length >= 3) + 1;
  const puzzle = all[number - 1];
  await page.visit(`/puzzles/ctf?n=${number}&move=${puzzle.solution}`, '[data-board]');
  await page.sees('#puzzle-words', `Best play goes on ${puzzle.play[1]}`);
  for (const ply of [1, 2, 3]) {
    const line = await api.line(puzzle.game, { position: puzzle.position, moves: puzzle.play.slice(0, ply) });
    await page.shows(line.names, line.cells);
    if (ply < 3) await page.press('#next');
  }
});

test('a difficulty is chosen, and only its puzzles follow', async ({ page, api }) => {
  const all = await puzzles(api, 'crusher');
  await page.visit('/puzzles/crusher', '[data-board]');
  await page.$('#puzzles-level').selectOption('hard');
  const first = all.findIndex(({ difficulty }) => difficulty === 'hard') + 1;
  await page.sees('h1', `Puzzle ${first} of ${all.length}: hard`);
  await page.press('#puzzle-next');
  await page.sees('h1', `Puzzle ${first + 1} of ${all.length}: hard`);
  // Another game keeps the difficulty.
  await page.$('#puzzles-game').selectOption('oska');
  await page.sees('h1', /: hard/);
  assert.match(page.hash, /^\/puzzles\/oska\?level=hard/);
});

for (const { width, height } of [{ width: 320, height: 640 }, { width: 2560, height: 1440 }]) {
  test(`by keys alone at ${width} px, a puzzle of each game: the move, and the next puzzle`, async ({ page, api }) => {
    for (const game of GAMES) {
      const all = await puzzles(api, game);
      await page.visit(`/puzzles/${game}?n=1`, '[data-board]');
      const { line, right } = await movesOf(api, all[0]);
      await page.shows(line.names, line.cells);
      const [from, to] = [line.names[right.path[0]], line.names[right.path.at(-1)]];
      const known = new Map();
      await tabTo(page, 'the board', ({ cell }) => cell !== null);
      await arrowTo(page, known, from);
      await page.tab.keyboard.press('Enter');
      await arrowTo(page, known, to);
      await inSight(page);
      await page.tab.keyboard.press('Enter');
      // Where several moves have the same ends, the page asks which.
      if (line.moves.filter(({ path }) => path[0] === right.path[0] && path.at(-1) === right.path.at(-1)).length > 1) {
        await tabTo(page, 'the move', ({ label }) => label === right.move);
        await page.tab.keyboard.press('Enter');
      }
      await page.sees('#puzzle-words', `Right: ${right.move}`);
      await tabTo(page, 'the next puzzle', ({ id }) => id === 'puzzle-next');
      await inSight(page);
      await page.tab.keyboard.press('Enter');
      await page.sees('h1', `Puzzle 2 of ${all.length}`);
    }
  }, { viewport: { width, height } });
}

/** What has the focus can be seen. */
async function inSight(page) {
  const { left, top, right, bottom, width, height } = await page.tab.evaluate(() => {
    const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
    return { left, top, right, bottom, width: innerWidth, height: innerHeight };
  });
  assert.ok(left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1, `the focus is at ${[left, top, right, bottom]} in ${width} × ${height}`);
}

test('no control changes its place: before, after a wrong move and after the right one', async ({ page, api }) => {
  const all = await puzzles(api, 'oska');
  await page.visit('/puzzles/oska?n=1', '[data-board]');
  const { line, right, wrong } = await movesOf(api, all[0]);
  await page.shows(line.names, line.cells);
  const places = () => page.$('.puzzles button, .puzzles a, .puzzles select').evaluateAll((controls) => controls.map((control) => {
    const { x, y, width } = control.getBoundingClientRect();
    return `${control.id} ${Math.round(x)} ${Math.round(y)} ${Math.round(width)}`;
  }));
  const before = await places();
  await page.clickMove(line, wrong);
  await page.sees('#puzzle-words', /answers|won|does not win/);
  assert.deepEqual(await places(), before);
  await page.press('#puzzle-again');
  await page.shows(line.names, line.cells);
  await page.clickMove(line, right);
  await page.sees('#puzzle-words', 'Right');
  assert.deepEqual(await places(), before);
});

test('an address that makes no sense shows a puzzle, or says what is wrong', async ({ page, api }) => {
  await page.visit('/puzzles/ctf?n=99999&level=nonsense', '[data-board]');
  await page.sees('h1', 'Puzzle 1 of');
  page.allow(/\/api\/line$/);
  const { line } = await movesOf(api, (await puzzles(api, 'ctf'))[0]);
  await page.visit('/puzzles/ctf?n=1&move=a1a9', '[data-board]');
  await until('it says so', () => page.$('#status').getAttribute('data-tone'), (tone) => tone === 'error');
  await page.shows(line.names, line.cells);
  await page.visit('/puzzles/chess', 'h1');
  await page.sees('#main', 'There are no puzzles of this game.');
});

test('a phone in the hand: a puzzle is solved by touch at 320 px', async ({ page, api }) => {
  const all = await puzzles(api, 'congo');
  await page.visit('/puzzles/congo?n=1', '[data-board]');
  const { line, right } = await movesOf(api, all[0]);
  await page.shows(line.names, line.cells);
  await page.cell(line.names[right.path[0]]).tap();
  await page.cell(line.names[right.path.at(-1)]).tap();
  await page.sees('#puzzle-words', `Right: ${right.move}`);
}, { viewport: { width: 320, height: 740 }, hasTouch: true, isMobile: true });
