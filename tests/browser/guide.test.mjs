// The rules at the board: each kind of man with its moves, how a game ends, captured men, and the end told in plain words.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

/** Where the man of an example can go, as the server has it: how many cells it reaches without and with a capture there. */
function marksOf(line, cell, men) {
  const owner = (letter) => men.find((man) => man.letter === letter)?.side;
  const from = line.names.indexOf(cell);
  const moves = line.moves.filter(({ path }) => path[0] === from);
  const captured = new Set(moves.flatMap(({ changes }) => changes.map(([at]) => at).filter((at) => owner(line.cells[at]) === 'b')));
  const quiet = new Set(moves.map(({ path }) => path.at(-1)).filter((at) => !captured.has(at)));
  return { rings: captured.size, dots: quiet.size };
}

test('each game shows each kind of man with the moves that the server knows, and each way to end it', async ({ page, api }) => {
  const { games } = await api.send('GET', '/api/catalog');
  for (const { name, default: game, men, guide } of games) {
    await page.openGame(game, 'both');
    await page.press('#guide > summary');
    await until('all men are there', () => page.$('[data-guide-man]').count(), (count) => count === guide.men.length);
    assert.ok(guide.men.length > 0, name);
    for (const { letter, words, position, cell } of guide.men) {
      const line = await api.line(game, { position });
      const { rings, dots } = marksOf(line, cell, men);
      const figure = page.$(`[data-guide-man="${letter}"]`);
      assert.ok(dots > 0, `${name} ${letter} can move`);
      assert.deepEqual([await figure.locator('.target-ring').count(), await figure.locator('.target-dot').count()], [rings, dots], `${name} ${letter}`);
      assert.ok((await figure.textContent()).includes(words));
      assert.match(await figure.locator('svg[role="img"]').getAttribute('aria-label'), new RegExp(`on ${cell}\\. It can go to `));
    }
    assert.deepEqual(await page.$('#guide-basics li').allTextContents(), guide.basics);
    const ends = await page.$('#guide-ends li').allTextContents();
    for (const { words } of guide.ends) assert.ok(ends.some((end) => end.toLowerCase().includes(words.toLowerCase())), `${name}: ${words}`);
  }
});

test('captured men stand beside the player who has captured them, at each ply', async ({ page, api }) => {
  // White's pawn jumps over a black one.
  const made = await page.openGame('ctf:5', 'both', { position: `${['--W--', '-----', '--wb-', '----b', '--B--'].join('')} w` });
  await page.clickMove(made.line, made.line.moves.find(({ move }) => move === 'c3e3'));
  await until('it is there', () => page.$('.player.white .captured .man-picture').count(), (count) => count === 1);
  await page.sees('.player.white .captured', 'White has captured: 1 black pawn');
  assert.equal(await page.$('.player.black .captured .man-picture').count(), 0);
  await page.press('#previous');
  await until('before, it was not', () => page.$('.player.white .captured .man-picture').count(), (count) => count === 0);
});

test('a phone shows all men that were captured', async ({ page, api }) => {
  // The monkey jumps over one man of each kind but the lion.
  const position = '2e1l2/2m1c2/7/2g2z1/1M5/4p2/2s1L2 w 0';
  const { moves } = await api.line('congo', { position });
  const longest = moves.reduce((best, move) => (move.changes.length > best.changes.length ? move : best));
  await page.openGame('congo', 'b', { position, moves: [longest.move], strength: 'level=12', clock: { start_ms: 3_600_000, increment_ms: 0 } });
  assert.equal(await page.$('.player.white .captured-kind').count(), 7);
  for (const width of [320, 360, 400]) {
    await page.tab.setViewportSize({ width, height: 740 });
    const cut = await page.$('.captured-kind').evaluateAll((all) => all.filter((kind) => {
      const [place, own] = [kind.parentElement.getBoundingClientRect(), kind.getBoundingClientRect()];
      return own.right > place.right + 0.5 || own.bottom > place.bottom + 0.5 || own.width < 10;
    }).length);
    assert.equal(cut, 0, `cut off at ${width} px`);
  }
}, { viewport: { width: 320, height: 740 } });

test('the end is told in plain words', async ({ page, api }) => {
  const { id, line } = await page.openGame('congo', 'both', { position: '3l3/7/7/7/7/6P/3L3 w 0' });
  await page.clickMove(line, line.moves.find(({ move }) => move === 'd1d7'));
  await until('it is over', () => api.game(id), ({ result }) => result === '1-0');
  // Once: the rule itself is beside the board.
  await page.sees('#status', /White has won\. White has captured Black’s lion\.$/);
});

test('a resignation needs no more words than it has', async ({ page, api }) => {
  const { id } = await page.openGame('oska:4', 'both');
  await api.send('POST', `/api/games/${id}/resign`, { side: 'w' });
  await page.sees('#status', /Black has won\. White resigned\.$/);
});

test('the rules page shows code, bold and italics, and no mark of its text', async ({ page, api }) => {
  const { games } = await api.send('GET', '/api/catalog');
  for (const { name } of games) {
    await page.turnTo(`/rules/${name}`, 'article h2');
    const marks = await page.$('article').evaluate((article) => {
      const plain = /** @type {HTMLElement} */ (article.cloneNode(true));
      plain.querySelectorAll('code, pre').forEach((code) => code.remove());
      return [...(plain.textContent ?? '').matchAll(/.{0,20}[*`].{0,20}/g)].map(([found]) => found);
    });
    assert.deepEqual(marks, [], name);
  }
});

test('the rules page begins with the men and the ways to win, and has what programs need at its end', async ({ page, api }) => {
  const { games } = await api.send('GET', '/api/catalog');
  for (const { name } of games) {
    await page.turnTo(`/rules/${name}`, 'article h2');
    await page.$('#guide figure').first().waitFor();
    const [guide, text] = [await page.box(page.$('#guide')), await page.box(page.$('article'))];
    assert.ok(guide.y + guide.height <= text.y, `${name}: the rules in short come first`);
    assert.equal((await page.$('article h2').allTextContents()).at(-1), 'Notation', name);
  }
}, { viewport: { width: 360, height: 740 } });

test('on a projector the pictures of the rules stand beside the text, in letters for the back row', async ({ page }) => {
  await page.visit('/rules/congo', '#guide figure');
  const [text, pictures] = [await page.box(page.$('article')), await page.box(page.$('#guide figure svg').first())];
  assert.ok(pictures.x > text.x + text.width && pictures.y + pictures.height < 1080, JSON.stringify(pictures));
  for (const words of ['article p', 'article li', '#guide-basics li', '#guide figcaption p', '#guide-ends li']) {
    const size = await page.$(words).first().evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    assert.ok(size >= 20, `${words}: ${size} px`);
  }
}, { viewport: { width: 1920, height: 1080 } });
