// What has been answered is kept: the server is killed in the midst of play, and afterwards every answered move is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Forwarder, Refused, Server, scratch } from './lib/server.mjs';
import { Page, TEST_DEADLINE, launch } from './lib/suite.mjs';

// CONTRIBUTING.md has the command of a longer run.
const ROUNDS = Number(process.env.KILLS ?? 10);
const PLAYERS = 4;

test('a kill during play loses no answered move', { timeout: TEST_DEADLINE * Math.max(1, ROUNDS / 10) }, async () => {
  const data = join(scratch(), 'games.sqlite');
  /** Every game, and the moves of it that were answered. @type {Map<string, string[]>} */
  const answered = new Map();
  let latest = new Map();
  let moves = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await Server.start({ data });
    try {
      // Those of the round before; at the end all of them.
      await checkAll(server.api, latest);
      latest = new Map();
      const playing = Array.from({ length: PLAYERS }, () => playUntilItBreaks(server.api, latest));
      await sleep(20 + Math.random() * 400);
      await server.stop('SIGKILL');
      moves += (await Promise.all(playing)).reduce((sum, count) => sum + count, 0);
      latest.forEach((played, id) => answered.set(id, played));
    } finally {
      await server.stop('SIGKILL');
    }
  }
  const server = await Server.start({ data });
  await checkAll(server.api, answered);
  await server.stop();
  assert.ok(moves > 0);
  console.log(`# ${ROUNDS} kills, ${answered.size} games, ${moves} answered moves, none lost`);
});

/** Posts moves as fast as they are answered, game after game, until the server is gone; how many were answered. */
async function playUntilItBreaks(api, answered) {
  let count = 0;
  try {
    for (;;) {
      let game = await api.newGame('ctf:5', 'both');
      answered.set(game.id, []);
      while (game.result === null && game.line.plies.length < 60) {
        const { moves, plies } = game.line;
        const { move } = moves[Math.floor(Math.random() * moves.length)];
        game = await api.play(game.id, plies.length, move);
        answered.get(game.id).push(move);
        count += 1;
      }
    }
  } catch (error) {
    // The connection breaks, as it should; an answer that is an error is a fault.
    if (error instanceof Refused || error instanceof assert.AssertionError) throw error;
    return count;
  }
}

/** Whatever was answered is there. One move more may be: it was kept, and the answer was lost. */
async function checkAll(api, answered) {
  for (const [id, moves] of answered) {
    const kept = (await api.game(id)).line.plies.map(({ move }) => move);
    assert.deepEqual(kept.slice(0, moves.length), moves);
    assert.ok(kept.length <= moves.length + 1, `${kept.length} plies kept, ${moves.length} answered`);
    answered.set(id, kept);
  }
}

test('a page outlives its server, and a stale page learns what has happened', { timeout: TEST_DEADLINE }, async () => {
  let server = await Server.start();
  const forwarder = await Forwarder.start(server);
  const browser = await launch();
  try {
    const page = await Page.open(browser, forwarder);
    const { id, line } = await page.openGame('ctf:4', 'both');
    const [move, other] = line.moves;

    // Nobody answers: the board stays as it is, and the player is told.
    page.serverGone = true;
    forwarder.server = null;
    await server.stop('SIGKILL');
    await page.clickMove(line, move);
    await page.sees('#status', /server does not answer/);
    await page.shows(line.names, line.cells);

    // The server is back under the same address: the same clicks do it.
    server = await Server.start({ data: server.data });
    forwarder.server = server;
    page.serverGone = false;
    await page.clickMove(line, move);
    await page.hasMoves(1);
    assert.deepEqual((await server.api.game(id)).line.plies.map((ply) => ply.move), [move.move]);
    page.checkFaults();

    // Two pages with the same game: whoever is late is shown what was played.
    await server.api.send('POST', `/api/games/${id}/undo`, { ply: 0 });
    const late = await Page.open(browser, forwarder);
    late.allow(/\/moves$/);
    await late.visit(`/game/${id}`, '[data-board]');
    await late.shows(line.names, line.cells);
    const played = await server.api.play(id, 0, move.move);
    await late.clickMove(line, other);
    await late.hasMoves(1);
    await late.shows(line.names, played.line.cells);
    assert.deepEqual((await server.api.game(id)).line.plies.map((ply) => ply.move), [move.move]);
    late.checkFaults();
  } finally {
    await browser.close();
    forwarder.stop();
    await server.stop();
  }
});
