// The page without a mouse: Tab from one control to the next, and arrow keys on the board.

import assert from 'node:assert/strict';

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** What has the focus: its id, its cell, its words. */
export const focus = (page) => page.tab.evaluate(() => {
  const element = document.activeElement;
  return { id: element?.id ?? '', cell: element?.getAttribute('data-cell') ?? null, label: element?.getAttribute('aria-label') ?? element?.textContent ?? '' };
});

/** Goes on with Tab until something has the focus that is wanted. */
export async function tabTo(page, what, wanted) {
  for (let presses = 0; presses < 120; presses += 1) {
    const now = await focus(page);
    if (wanted(now)) return now;
    await page.tab.keyboard.press('Tab');
  }
  return assert.fail(`Tab never comes to ${what}; last: ${JSON.stringify(await focus(page))}`);
}

/**
 * Goes with arrow keys from the cell that has the focus to another, straight if it can, else by searching.
 * @param {Map<string, string | null>} known where the keys lead, as far as they have been tried on this board
 */
export async function arrowTo(page, known, to) {
  for (let presses = 0; presses < 500; presses += 1) {
    const { cell } = await focus(page);
    assert.notEqual(cell, null, 'the focus is on the board');
    if (cell === to) return;
    // What the keys do is learnt as a person learns it: by pressing them.
    const key = firstKey(known, cell, to);
    await page.tab.keyboard.press(key);
    known.set(`${cell} ${key}`, (await focus(page)).cell);
  }
  assert.fail(`the arrow keys never come to ${to}`);
}

/** The first key of the shortest known way; a key that was not tried yet, if there is none. */
function firstKey(known, from, to) {
  const queue = [{ at: from, first: null }];
  const seen = new Set([from]);
  let untried = null;
  for (const { at, first } of queue) {
    if (at === to) return first;
    for (const key of ARROWS) {
      const next = known.get(`${at} ${key}`);
      if (next === undefined) untried ??= first ?? key;
      else if (!seen.has(next)) {
        seen.add(next);
        queue.push({ at: next, first: first ?? key });
      }
    }
  }
  assert.notEqual(untried, null, `arrow keys reach ${to}`);
  return untried;
}
