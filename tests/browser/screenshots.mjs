// Takes the pictures of docs/page: each game in light and dark, on a desk and on a phone, with some moves played; an analysis; a
// position that is solved; a chapter of the course; the tree view; the lobby; and a tournament while it is played and after that.
//
//   node tests/browser/screenshots.mjs FOLDER
//
// The program is the same as for the tests: target/debug/quadrille, or the one that QUADRILLE names.

import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Server, program, scratch } from './lib/server.mjs';
import { PATIENCE, Page, launch, until } from './lib/suite.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: node tests/browser/screenshots.mjs FOLDER');
  process.exit(2);
}
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, projector: { width: 1920, height: 1080 } };
/** How many moves are played. */
const GAMES = { 'ctf:6': 6, 'crusher:3': 6, congo: 10, 'oska:5': 6 };

await mkdir(folder, { recursive: true });
const event = join(scratch(), 'cup.sqlite');
const server = await Server.start({ more: ['--event', event] });
const browser = await launch();
try {
  for (const [game, plies] of Object.entries(GAMES)) {
    const [family] = game.split(':');
    const moves = await opening(game, plies);
    const made = await server.api.newGame(game, 'w', { moves, strength: 'level=3' });
    for (const size of ['desktop', 'phone']) {
      for (const colorScheme of ['light', 'dark']) {
        await picture(`${family}-${size}-${colorScheme}`, size, colorScheme, async (page) => {
          await page.visit(`/game/${made.id}`, '#resign');
          await page.shows(made.line.names, made.line.cells);
        });
      }
    }
    if (game === 'congo') await analysis('congo-analysis', `game=${game}&moves=${moves.join(',')}`, '#lines [data-line="3"]', 6);
    console.log(`${game}: ${moves.join(' ')}`);
  }
  await picture('learn-cut-offs', 'desktop', 'light', async (page) => {
    await page.visit('/learn/cut-offs?step=40', '#exercise-1-check');
    await page.$('.demonstration').first().evaluate((element) => element.scrollIntoView({ block: 'start' }));
  });
  await picture('tree-both', 'desktop', 'light', (page) => page.visit('/tree?game=ctf:4&depth=2&algorithm=both&predict=1&step=21', '#predict-choices button'));
  await tournament();
  await analysis('oska-solved', 'game=oska:4&moves=a1a2,a5a4', '#solved-moves button', 10);
} finally {
  await browser.close();
  await server.stop();
}

/** A tournament of eight players, while it is played and when it is over; and the lobby with somebody in it. */
async function tournament() {
  const strengths = ['time=300ms', 'time=200ms', 'time=100ms', 'depth=4', 'depth=3', 'depth=2', 'depth=1'];
  const names = ['anna', 'ben', 'carla', 'dora', 'emil', 'fritz', 'greta'];
  const players = [...names.map((name, index) => `${name}=engine:${strengths[index]}`), 'hans=random'];
  const options = ['--concurrency', '6', '--margin', '10s', '--event', event];
  const child = spawn(program(), ['tournament', 'oska:5', ...players, ...options], { stdio: 'ignore' });
  const over = new Promise((done) => { child.once('exit', done); });
  const played = (count) => async (page) => {
    await page.visit('/tournament/cup', '#standings');
    await until('games are over', () => page.$('#finished-games li').count(), (games) => games >= count, 10 * PATIENCE);
    await until('games are played', () => page.$('.running-board[data-plies]').count(), (boards) => boards >= 4, 10 * PATIENCE);
  };
  await picture('tournament-running', 'projector', 'light', played(16));
  await picture('tournament-phone', 'phone', 'dark', played(20));
  await picture('lobby', 'desktop', 'light', async (page) => {
    const waiting = await Page.open(browser, server);
    await waiting.visit('/lobby?game=oska:5', '#lobby-wait');
    await waiting.$('#lobby-clock').selectOption('300+3');
    await waiting.press('#lobby-wait');
    await page.visit('/lobby', '[data-waiting]');
    await page.tab.waitForTimeout(300);
  });
  await over;
  await picture('tournament-over', 'projector', 'light', played(56));
}

/** A picture of the page after something was done with it. */
async function picture(name, size, colorScheme, prepare) {
  const phone = size === 'phone';
  const page = await Page.open(browser, server, {
    viewport: SIZES[size], colorScheme, deviceScaleFactor: phone ? 2 : 1, isMobile: phone, hasTouch: phone,
  });
  await prepare(page);
  await page.tab.screenshot({ path: join(folder, `${name}.png`) });
  page.checkFaults();
  await page.context.close();
}

/** An analysis of this depth, or one that has ended before. */
function analysis(name, address, shown, depth) {
  return picture(name, 'desktop', 'light', async (page) => {
    await page.visit(`/analysis?${address}`, shown);
    const reached = async () => await page.$('#stop').isDisabled() || Number(/\d+/.exec(await page.text('#depth'))?.[0] ?? 0) >= depth;
    await until('the analysis is deep', reached, Boolean, 2 * PATIENCE);
    await page.halt();
  });
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
