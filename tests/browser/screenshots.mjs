// Takes the pictures of the README: each game in light and dark, on a desk and on a phone, with some moves played and an analysis;
// and a position that is solved.
//
//   node tests/browser/screenshots.mjs FOLDER
//
// The program is the same as for the tests: target/debug/quadrille, or the one that QUADRILLE names.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Server } from './lib/server.mjs';
import { Page, launch, until } from './lib/suite.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node tests/browser/screenshots.mjs FOLDER');
  process.exit(2);
}
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
/** How many moves are played, and how deep the analysis shall be before the picture is taken. */
const GAMES = { 'ctf:6': [6, 8], 'crusher:3': [6, 7], congo: [10, 6], 'oska:5': [6, 10] };

await mkdir(folder, { recursive: true });
const server = await Server.start();
const browser = await launch();
try {
  for (const [game, [plies, depth]] of Object.entries(GAMES)) {
    const moves = await opening(game, plies);
    const made = await server.api.newGame(game, 'w', { moves, strength: 'level=3' });
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of ['light', 'dark']) {
        const page = await Page.open(browser, server, { viewport, colorScheme, deviceScaleFactor: size === 'phone' ? 2 : 1, isMobile: size === 'phone', hasTouch: size === 'phone' });
        const name = (what) => join(folder, `${game.replace(':', '-')}-${what}-${size}-${colorScheme}.png`);
        await page.visit(`/analysis?game=${game}&moves=${moves.join(',')}`, '#lines [data-line="3"]');
        const reached = async () => await page.$('#stop').isDisabled() || Number(/\d+/.exec(await page.text('#depth'))?.[0] ?? 0) >= depth;
        await until('the analysis is deep', reached, Boolean, 120_000);
        await page.halt();
        await page.tab.screenshot({ path: name('analysis') });
        await page.visit(`/game/${made.id}`, '#resign');
        await page.shows(made.line.names, made.line.cells);
        await page.tab.screenshot({ path: name('play') });
        page.checkFaults();
        await page.context.close();
      }
    }
    console.log(`${game}: ${moves.join(' ')}`);
  }
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) await solved(size, viewport, colorScheme);
  }
} finally {
  await browser.close();
  await server.stop();
}

/** A position that is solved, with what each move comes to. */
async function solved(size, viewport, colorScheme) {
  const page = await Page.open(browser, server, { viewport, colorScheme, deviceScaleFactor: size === 'phone' ? 2 : 1 });
  await page.visit('/analysis?game=oska:4&moves=a1a2,a5a4', '#solved-moves button');
  await until('the analysis is deep', async () => Number(/\d+/.exec(await page.text('#depth'))?.[0] ?? 0) >= 10, Boolean, 120_000);
  await page.halt();
  await page.tab.screenshot({ path: join(folder, `oska-4-solved-${size}-${colorScheme}.png`) });
  page.checkFaults();
  await page.context.close();
}

/** So many moves of a game in which nobody gets ahead. */
async function opening(game, plies) {
  const moves = [];
  while (moves.length < plies) {
    const lines = await server.api.best(game, { moves }, 5, 3);
    moves.push(lines.reduce((most, line) => (Math.abs(line.score) < Math.abs(most.score) ? line : most)).move);
  }
  return moves;
}
