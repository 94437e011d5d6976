// Setting up positions: what the rules do not allow is named; what they do is played from there.

import assert from 'node:assert/strict';
import { suite, until } from './lib/suite.mjs';

const { test } = suite();

/** Puts men on cells: `{ d1: 'L' }`. */
async function put(page, men) {
  for (const [cell, letter] of Object.entries(men)) {
    await page.press(`#editor-palette [data-man="${letter}"]`);
    await page.cell(cell).click();
    await until(`${letter} is on ${cell}`, () => page.cell(cell).getAttribute('data-man'), (man) => man === letter);
  }
}

const fine = (page) => until('there is no error', () => page.$('#editor-error').isVisible(), (visible) => !visible);

test('errors are named as they are made, and go when they are mended', async ({ page }) => {
  page.allow(/\/api\/setup$/);
  await page.visit('/editor?game=congo', '#editor-palette');
  await page.press('#editor-clear');
  await put(page, { d1: 'L', d7: 'l' });
  await fine(page);
  await put(page, { c7: 'P' });
  await page.sees('#editor-error', /pawn.*c7.*last rank/s);
  assert.equal(await page.$('#editor-play').isDisabled(), true);
  await put(page, { c7: 'S' });
  await fine(page);
  assert.equal(await page.$('#editor-play').isDisabled(), false);
  await put(page, { e2: 'L' });
  await page.sees('#editor-error', /lion/);
  await put(page, { e2: '-' });
  await fine(page);
  await put(page, { d1: '-', a1: 'L' });
  await page.sees('#editor-error', /lion.*castle|castle.*lion/is);
});

for (const { game, men, error } of [
  { game: 'ctf:4', men: { a1: 'W', b1: 'W', c3: 'b', c4: 'B', a2: 'w' }, error: /flag/ },
]) {
  test(`errors of ${game} are named`, async ({ page }) => {
    page.allow(/\/api\/setup$/);
    await page.visit(`/editor?game=${game}`, '#editor-palette');
    await page.press('#editor-clear');
    await put(page, men);
    await page.sees('#editor-error', error);
  });
}

test('a good position is played from there', async ({ page, api }) => {
  await page.visit('/editor?game=oska:4', '#editor-palette');
  await page.press('#editor-clear');
  await put(page, { a1: 'w', b4: 'b' });
  await page.$('#editor-side').selectOption('b');
  await fine(page);
  await page.press('#editor-play');
  await page.$('#start').waitFor();
  await page.$('#setup-side').selectOption('both');
  await page.press('#start');
  const id = await page.gameId();
  const { line } = await api.game(id);
  assert.deepEqual([line.game, line.side, line.cells], ['oska:4', 'b', 'w---------b-----']);
  await page.shows(line.names, line.cells);
  await page.clickMove(line, line.moves[0]);
  await until('it is played', () => api.game(id), (now) => now.line.plies.length === 1);
});

test('a good position is analysed from there', async ({ page, api }) => {
  await page.visit('/editor?game=ctf:4&cells=-W---w----b---B-&side=w', '#editor-palette');
  await fine(page);
  await page.press('#editor-analyse');
  await page.$('#lines [data-line="1"]').waitFor();
  const { names } = await api.line('ctf:4');
  await page.shows(names, '-W---w----b---B-');
});

test('what is being changed cannot be played as it was', async ({ page }) => {
  await page.visit('/editor?game=congo', '#editor-play:enabled');
  const release = await page.hold('**/api/{setup,line}');
  // The text is read first, but the men are put later: they count.
  await page.$('#editor-text').fill('3l3/7/7/7/7/7/3L3 b 0');
  await page.$('#editor-text').blur();
  await until('there is nothing to play', () => page.$('#editor-play').isDisabled(), Boolean);
  assert.equal(await page.$('#editor-analyse').isDisabled(), true);
  await put(page, { a4: 'S' });
  assert.equal(await page.$('#editor-play').isDisabled(), true);
  release();
  await page.$('#editor-play:enabled').waitFor();
  assert.equal(await page.cell('a4').getAttribute('data-man'), 'S');
  assert.equal(await page.cell('a1').getAttribute('data-man') === '-', false, 'the other men are there');
  assert.equal(await page.$('#editor-side').inputValue(), 'w');
});

test('men are put by letters and taken by Delete, and carried off the board', async ({ page, api }) => {
  page.allow(/\/api\/setup$/);
  await page.visit('/editor?game=ctf:4', '#editor-palette');
  const { names, cells } = await api.line('ctf:4');
  await page.shows(names, cells);
  // A man is chosen at first, so that the first click takes none away.
  assert.match(await page.$('#editor-palette [aria-pressed="true"]').getAttribute('data-man'), /[wW]/);
  await page.cell('a1').focus();
  await page.tab.keyboard.press('w');
  await until('a pawn is there', () => page.cell('a1').getAttribute('data-man'), (man) => man === 'w');
  await page.tab.keyboard.press('Delete');
  await until('it is gone', () => page.cell('a1').getAttribute('data-man'), (man) => man === '-');

  const centre = async (name) => {
    const { x, y, width, height } = await page.box(page.cell(name));
    return [x + width / 2, y + height / 2];
  };
  const carry = async (from, to) => {
    await page.tab.mouse.move(...from);
    await page.tab.mouse.down();
    await page.tab.mouse.move(...to, { steps: 6 });
    await page.tab.mouse.up();
  };
  await carry(await centre('c1'), await centre('d1'));
  await until('it stands elsewhere', async () => [await page.cell('c1').getAttribute('data-man'), await page.cell('d1').getAttribute('data-man')].join(''), (men) => men === '-w');
  const board = await page.box(page.$('[data-board]'));
  await carry(await centre('d1'), [board.x + board.width + 60, board.y + 20]);
  await until('it is off the board', () => page.cell('d1').getAttribute('data-man'), (man) => man === '-');
});

test('a position as text is taken, or refused with the place of the error', async ({ page, api }) => {
  page.allow(/\/api\/(line|setup)$/);
  await page.visit('/editor?game=congo', '#editor-text');
  await fine(page);
  await page.$('#editor-text').fill('3l3/7/7/7/7/7/3L2x w 0');
  await page.$('#editor-text').blur();
  await page.sees('#editor-error', /x/);
  await page.$('#editor-text').fill('2l4/7/7/P6/7/7/4L2 b 3');
  await page.$('#editor-text').blur();
  await fine(page);
  const { names } = await api.line('congo');
  await page.shows(names, '--l------------------P------------------------L--');
  assert.equal(await page.$('#editor-side').inputValue(), 'b');
});

test('the starting position, and another game', async ({ page, api }) => {
  page.allow(/\/api\/setup$/);
  await page.visit('/editor?game=crusher:3', '#editor-palette');
  await page.press('#editor-clear');
  await page.sees('#editor-error, #status', /\S/);
  await page.press('#editor-start');
  const line = await api.line('crusher:3');
  await page.shows(line.names, line.cells);
  await page.$('#editor-game').selectOption('congo');
  const congo = await api.line('congo');
  await page.shows(congo.names, congo.cells);
});
