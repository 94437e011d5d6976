// Every puzzle of every game, run by hand, because it takes minutes:
//
//   node tests/browser/run.mjs all-puzzles.mjs
//
// Each is looked at with axe-core in light and dark, and must not scroll sideways at 320, 1280 and 2560 px: as a task, and with its
// solution and best play. ALL_PUZZLES="oska ctf" chooses games.

import assert from 'node:assert/strict';
import { RULES_OF_COLOUR, sideways, violations } from './lib/axe.mjs';
import { suite } from './lib/suite.mjs';

const { test } = suite();

const GAMES = (process.env.ALL_PUZZLES ?? 'ctf crusher congo oska').split(' ');
const WIDTHS = [1280, 320, 2560];
/** So many puzzles fit into the time that one test has. */
const PART = 30;
/** The shipped puzzles of a game. */
const COUNT = 240;

/** The size of a window. @param {number} width */
const windowOf = (width) => ({ width, height: width < 700 ? 740 : width < 2000 ? 900 : 1440 });

/** Goes to a puzzle, with a move if one is given, on the page that is open. */
async function turnTo(page, game, number, move = '') {
  await page.follow(`/puzzles/${game}?n=${number}${move && `&move=${encodeURIComponent(move)}`}`);
  await page.tab.locator('h1', { hasText: `Puzzle ${number} of ` }).waitFor();
  await page.$(move === '' ? '#puzzle-words:not([data-right])' : '#puzzle-words[data-right="true"]').waitFor({ state: 'attached' });
}

/** What sticks out to the right at any width. */
async function tooWide(page) {
  const found = [];
  for (const width of WIDTHS) {
    await page.tab.setViewportSize(windowOf(width));
    found.push(...(await sideways(page)).map((words) => `${width} px: ${words}`));
  }
  await page.tab.setViewportSize(windowOf(WIDTHS[0]));
  return found;
}

/** What axe finds in light and in dark. */
async function axe(page) {
  const light = await violations(page);
  await page.tab.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, RULES_OF_COLOUR);
  await page.tab.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((words) => `dark: ${words}`)];
}

for (const game of GAMES) {
  for (let first = 1; first <= COUNT; first += PART) {
    const last = Math.min(first + PART - 1, COUNT);
    test(`${game}: puzzles ${first} to ${last}`, async ({ page, api }) => {
      const { puzzles } = await api.send('GET', `/api/puzzles/${game}`);
      assert.equal(puzzles.length, COUNT, 'this run visits all of them');
      await page.visit(`/puzzles/${game}?n=${first}`, '#puzzle-next');
      const complaints = {};
      for (let number = first; number <= last; number += 1) {
        const { solution, play } = puzzles[number - 1];
        await turnTo(page, game, number);
        const found = [...await axe(page), ...await tooWide(page)];
        await turnTo(page, game, number, solution);
        await page.sees('#puzzle-words', play.slice(1).join(' '));
        found.push(...await tooWide(page));
        if (found.length > 0) complaints[number] = found;
      }
      assert.deepEqual(complaints, {});
    }, { viewport: windowOf(WIDTHS[0]) });
  }
}
