// A tournament that is watched from before its first game to its end: standings, ratings, moves as they are played, and games to step
// through.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { program, scratch } from './lib/server.mjs';
import { suite, until } from './lib/suite.mjs';

const folder = scratch();
const faulty = join(folder, 'faulty.sqlite');
const many = join(folder, 'many.sqlite');
const settings = join(folder, 'settings.sqlite');
const { test } = suite({ more: [join(folder, 'cup.sqlite'), faulty, many, settings].flatMap((file) => ['--event', file]) });

/** Half of the players think for so long that their moves can be seen one by one. */
const PLAYERS = [
  ...['anna', 'ben', 'carla', 'dora'].map((name) => `${name}=engine:time=40ms`),
  'emil=random', 'fritz=engine:level=1', 'greta=engine:level=3', 'hans=engine:depth=3',
];

/** Plays the tournament in the file that the server shows; resolves with its exit code. */
function play() {
  const options = ['--format', 'swiss', '--rounds', '3', '--concurrency', '2', '--margin', '60s', '--event', join(folder, 'cup.sqlite')];
  const child = spawn(program(), ['tournament', 'oska:4', ...PLAYERS, ...options], { stdio: 'ignore' });
  process.on('exit', () => child.kill('SIGKILL'));
  return new Promise((done) => { child.once('exit', done); });
}

test('a tournament of eight players is watched live from start to end', async ({ page, api }) => {
  await page.visit('/tournament/cup', '#tournament-stage');
  await page.sees('#status', 'has not begun');
  await page.$('#running-boards').evaluate((place) => {
    globalThis.seen = [];
    const look = () => {
      const boards = [...place.children].map(({ dataset }) => `${dataset.running}/${dataset.plies}`);
      globalThis.seen.push({ boards, finished: document.querySelectorAll('#finished-games li').length });
    };
    new MutationObserver(look).observe(document.querySelector('.tournament-body'), { childList: true, subtree: true });
  });
  const ended = play();
  await page.$('[data-stage="running"]').waitFor();
  assert.equal(await page.$('#standings tbody tr').count(), PLAYERS.length);
  await page.$('[data-stage="over"]').waitFor();
  assert.equal(await ended, 0);
  const seen = await page.tab.evaluate(() => globalThis.seen);
  const positions = new Set(seen.flatMap(({ boards }) => boards));
  const games = new Set([...positions].map((position) => position.split('/')[0]));
  // A busy machine shows fewer of them.
  assert.ok(games.size >= 2, `games appear one after the other: ${[...games]}`);
  assert.ok(positions.size > games.size, `moves appear one after the other: ${[...positions]}`);
  assert.ok(new Set(seen.map(({ finished }) => finished)).size >= 2, 'finished games are added');

  // What is shown at the end is what the file says.
  const tournament = await api.send('GET', '/api/tournaments/cup');
  assert.equal(tournament.played, tournament.games);
  await page.sees('#tournament-stage', `Over, ${tournament.games} of ${tournament.games} games`);
  const best = tournament.players.filter(({ rank }) => rank === 1).map(({ name }) => name);
  await page.sees('#status', `The tournament is over. ${best.length > 1 ? `${best.join(' and ')} share the first place` : `${best[0]} is first`}.`);
  assert.deepEqual(await page.$('#standings tbody th').allTextContents(), tournament.players.map(({ name }) => name));
  assert.deepEqual(await page.$('#standings tbody td:first-child').allTextContents(), tournament.players.map(({ rank }) => String(rank)));
  const points = await page.$('#standings tbody td:nth-child(3) strong').allTextContents();
  assert.deepEqual(points.map((text) => Number(text.replace('½', '.5'))), tournament.players.map(({ points: all }) => all));
  await assertErrorBars(page, tournament.players);
  assert.equal(await page.$('#finished-games li').count(), tournament.games);

  // A game to step through.
  const [{ number, white, black }] = tournament.finished;
  await page.$(`#finished-games [data-number="${number}"] a`).click();
  await page.sees('h1', `${white} – ${black}`);
  const { line, result, reason } = await api.send('GET', `/api/tournaments/cup/games/${number}`);
  await page.shows(line.names, line.cells);
  await page.sees('#result', reason);
  assert.notEqual(result, null);
  const inList = () => page.$('#moves').evaluate((list) => {
    const [box, move] = [list, list.querySelector('[aria-current]')].map((element) => element.getBoundingClientRect());
    return move.top >= box.top && move.bottom <= box.bottom;
  });
  await until('the last move is seen in the list', inList, Boolean);
  await page.press('#previous');
  await page.sees('#moves [aria-current]', line.plies.at(-2).move);
  await page.tab.keyboard.press('ArrowLeft');
  await page.sees('#moves [aria-current]', line.plies.at(-3).move);
  await page.press('#first');
  await page.shows(line.names, line.start.cells);
  // After the last game there is none.
  for (const [game, visible] of [[tournament.games - 1, true], [tournament.games, false]]) {
    await page.visit(`/tournament/cup/${game}`, '#moves [data-ply]');
    await until(`a link to a game after game ${game}: ${visible}`, () => page.tab.locator('.actions a', { hasText: '→' }).isVisible(), (seen) => seen === visible);
  }
  await page.press('#analyse');
  await page.$('#lines').waitFor();
});

test('a fault is the player’s who made it, all columns are seen, and the moves of the opening are counted', async ({ page, api }) => {
  const players = ['the program of anna and ben=engine:depth=1', 'the-program-of-the-others-who-write-no-spaces=random', "broken=call:sh -c 'exit 3'"];
  execFileSync(program(), ['tournament', 'oska:4', ...players, '--opening-plies', '4', '--event', faulty], { stdio: 'ignore' });
  await page.visit('/tournament/faulty', '#standings');
  const { players: rated, finished } = await api.send('GET', '/api/tournaments/faulty');
  assert.equal(rated.find(({ name }) => name === 'broken').faults, 4);
  for (const [width, height] of [[1280, 720], [1024, 768], [1366, 768], [1920, 1080], [2560, 1440]]) {
    await page.tab.setViewportSize({ width, height });
    const heads = await page.$('#standings thead th').evaluateAll((all) => all.map((head) => [head.textContent, head.getBoundingClientRect()]).filter(([, box]) => box.width > 0).map(([name, { right }]) => [name, right]));
    const { x } = await page.box(page.$('#running-boards'));
    assert.ok(heads.some(([name]) => name === 'Faults'));
    for (const [name, right] of heads) assert.ok(right <= x, `${width} pixels: ${name} ends at ${right}, and the boards begin at ${x}`);
  }
  // Names are seen whole, and nothing has to be scrolled sideways.
  await page.$('#cross summary').click();
  for (const width of [320, 360, 740, 1280]) {
    await page.tab.setViewportSize({ width, height: 720 });
    const cut = await page.$('#standings tbody th, .cross tbody th').evaluateAll((names) => names.filter((name) => name.scrollWidth > name.clientWidth || getComputedStyle(name).textOverflow === 'ellipsis').map((name) => name.textContent));
    assert.deepEqual(cut, [], `${width} pixels`);
    const over = await page.$('#standings').evaluate((table) => table.getBoundingClientRect().right - document.documentElement.clientWidth);
    assert.ok(over <= 0, `${width} pixels: the standings are ${over} too wide`);
    assert.equal(await page.tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} pixels`);
  }
  const lost = finished.find(({ white }) => white === 'broken');
  assert.deepEqual([lost.result, lost.reason, lost.plies], ['0-1', 'White crashed: exit code 3', 4]);
  await page.sees(`#finished-games [data-number="${lost.number}"]`, '2 moves');
  await page.visit(`/tournament/faulty/${lost.number}`, '#result');
  await page.sees('#result', 'Black has won: White crashed: exit code 3.');
  // Of the opening nobody is to blame.
  await page.press('#analyse');
  await page.sees('#players', /^White: broken\. Black: /);
  assert.equal(await page.$('#moves [data-ply]').count(), 5);
  await page.press('#review');
  await page.sees('#moves [data-ply="3"]', 'opening');
  await page.sees('#status', 'The review is done. White: no moves.');
  assert.equal(await page.$('#marks li').count(), 0);
}, { viewport: { width: 1280, height: 720 } });

/** The drawn errors are as wide as the numbers say, and the points are in the middle of them. What lies beyond the edge ends there. */
async function assertErrorBars(page, players) {
  const bars = await page.$('.error-bar').evaluateAll((all) => all.map((bar) => {
    const of = (element, name) => Number.parseFloat(element.getAttribute(name));
    const [error, point] = [bar.querySelector('.error'), bar.querySelector('circle')];
    return { low: of(error, 'x1'), high: of(error, 'x2'), middle: point === null ? null : of(point, 'cx') };
  }));
  assert.equal(bars.length, players.length);
  const drawn = bars.map((bar, index) => ({ ...bar, error: players[index].error, name: players[index].name }));
  assert.ok(drawn.every(({ low, high }) => low >= 0 && high <= 100));
  const inside = drawn.filter(({ low, high }) => low > 0 && high < 100);
  assert.ok(2 * inside.length > players.length, 'most are inside');
  const scale = (inside[0].high - inside[0].low) / (2 * inside[0].error);
  for (const { low, high, middle, error, name } of inside) {
    assert.ok(Math.abs(high - low - 2 * error * scale) < 0.01, `the error of ${name}`);
    assert.ok(Math.abs(middle - (low + high) / 2) < 0.01);
  }
}

test('one player far from all others does not press their ratings together', async ({ page }) => {
  await page.visit('/tournament/cup', '#tournament-stage');
  const drawn = await page.tab.evaluate(async () => {
    const { ranking } = await import('/js/standings.js');
    const players = [[40, 20], [20, 20], [-0.4, 20], [-60, 20], [-1000, 400]].map(([elo, error], index) => (
      { name: `player ${index}`, rank: index + 1, points: 0, wins: 0, draws: 0, losses: 0, faults: 0, elo, error, against: [] }
    ));
    const table = ranking({ players });
    globalThis.ratings = [...table.querySelectorAll('td.rating')].map(({ textContent }) => textContent);
    return [...table.querySelectorAll('.error-bar')].map((bar) => bar.querySelector('text')?.textContent ?? Number.parseFloat(bar.querySelector('circle').getAttribute('cx')));
  });
  assert.deepEqual(await page.tab.evaluate(() => globalThis.ratings), ['+40 ± 20', '+20 ± 20', '0 ± 20', '−60 ± 20', '−1000 ± 400']);
  const points = drawn.slice(0, 4);
  assert.equal(drawn[4], '◀');
  assert.ok(points.every((point) => point > 0 && point < 100) && points[0] - points[3] > 30, String(points));
});

test('until all games are over, points decide the order, and everybody’s results go along', async ({ page }) => {
  await page.visit('/tournament/cup', '#tournament-stage');
  const [during, after] = await page.tab.evaluate(async () => {
    const { ordered } = await import('/js/standings.js');
    const player = (name, points, games, elo, against) => ({ name, rank: 0, points, wins: points, draws: 0, losses: games - points, faults: 0, elo, error: 1, against });
    const players = [player('few', 1, 8, 90, [null, 1, 2, 3]), player('none', 0, 0, null, [4, null, 5, 6]), player('many', 5, 8, 10, [7, 8, null, 9]), player('as many', 5, 8, 10, [10, 11, 12, null])];
    return [7, 8].map((played) => ordered({ players, played, games: 8 }).players.map(({ name, rank, against }) => [name, rank, against]));
  });
  assert.deepEqual(during, [['many', 1, [null, 9, 7, 8]], ['as many', 1, [12, null, 10, 11]], ['few', 3, [2, 3, null, 1]], ['none', 4, [5, 6, 4, null]]]);
  assert.deepEqual(after.map(([name]) => name), ['few', 'none', 'many', 'as many']);
  await page.sees('#standings-head', 'Standings by Elo');
});

test('names of players break only where a word or a setting ends', async ({ page }) => {
  execFileSync(program(), ['tournament', 'oska:3', 'random', 'engine:level=1', 'engine:level=2', 'Maximiliane=random', '--event', settings], { stdio: 'ignore' });
  for (const [width, height] of [[1280, 720], [1920, 1080], [360, 740]]) {
    await page.tab.setViewportSize({ width, height });
    await page.visit('/tournament/settings', '#standings tbody tr');
    // Letters of one piece that stand on different lines.
    const broken = await page.$('#standings tbody th').evaluateAll((names) => names.flatMap((name) => {
      const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      const found = [];
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(name.textContent);
      }
      return found;
    }));
    assert.deepEqual(broken, [], `${width} pixels`);
    const over = await page.$('#standings').evaluate((table) => table.getBoundingClientRect().right - table.parentElement.getBoundingClientRect().right);
    assert.ok(over <= 1, `${width} pixels: the standings are ${over} too wide`);
  }
});

test('a list that does not have all games says so', async ({ page }) => {
  execFileSync(program(), ['tournament', 'oska:3', 'anna=random', 'ben=random', '--pairs', '101', '--event', many], { stdio: 'ignore' });
  await page.visit('/tournament/many', '#earlier-games a');
  await page.sees('#earlier-games', 'These are the last 200 of 202 games.');
  await page.$('#earlier-games a').click();
  await page.sees('h1', 'anna – ben');
  assert.match(await page.tab.evaluate(() => location.hash), /tournament\/many\/1$/);
});

test('a tournament or a game that is not there is said so', async ({ page }) => {
  page.allow(/\/api\/tournaments\//);
  await page.visit('/tournament/nothing');
  await page.sees('#status', 'no tournament of this name');
  await page.visit('/tournament/nothing/1');
  await page.sees('#status', 'no tournament of this name');
  await page.visit('/tournament/cup/4000');
  await page.sees('#status', 'no game of this number');
  // The tournament that was there before would be taken for the one of the address.
  for (const [address, words] of [['/tournament/nothing', 'start the server with --event FILE'], ['/tournament/cup/4000', 'no game of this number']]) {
    await page.visit('/tournament/cup', '#tournament-stage');
    await page.follow(address);
    await page.sees('#status', words);
    await page.sees('h1', 'This page cannot be shown');
    assert.equal(await page.$('.tournament').count(), 0);
  }
});
