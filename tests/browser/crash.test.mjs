// What has been answered is kept: the server is killed in the midst of play, and afterwards every answered move is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Forwarder, Refused, Server, scratch } from './lib/server.mjs';
import { Page, TEST_DEADLINE, launch, until } from './lib/suite.mjs';

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
      // Every second kill comes as early as it may; the others after a move was answered, which takes a while on a busy machine.
      const answers = () => [...latest.values()].reduce((sum, played) => sum + played.length, 0);
      if (round % 2 === 1) await until('a move is answered', answers, (count) => count > 0);
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

    // Two pages with the same game, one of which gets no news: whoever is late is shown what was played.
    await server.api.send('POST', `/api/games/${id}/undo`, { ply: 0 });
    const late = await Page.open(browser, forwarder);
    late.allow(/\/moves$/);
    const release = await late.hold(/\/events$/);
    await late.visit(`/game/${id}`, '[data-board]');
    await late.shows(line.names, line.cells);
    const played = await server.api.play(id, 0, move.move);
    await late.clickMove(line, other);
    await late.hasMoves(1);
    await late.shows(line.names, played.line.cells);
    assert.deepEqual((await server.api.game(id)).line.plies.map((ply) => ply.move), [move.move]);
    late.checkFaults();
    release();
  } finally {
    await browser.close();
    forwarder.stop();
    await server.stop();
  }
});

test('a kill in a live game loses no seat, clock or move, and its pages go on', { timeout: TEST_DEADLINE }, async () => {
  const more = ['--bind', '0.0.0.0'];
  let server = await Server.start({ more });
  const forwarder = await Forwarder.start(server);
  const browser = await launch();
  try {
    const [white, black] = await Promise.all([Page.open(browser, forwarder), Page.open(browser, forwarder)]);
    await white.visit('/?game=oska:4&side=both&clock=300%2B3', '#start');
    await white.press('#start');
    const id = await white.gameId();
    await white.$('#invite summary').click();
    await white.press('#invite-b');
    await white.$('#seat-link').waitFor();
    await black.visit(new URL(await white.$('#seat-link').inputValue()).hash.slice(1), '[data-board]');
    const { line } = await server.api.game(id);
    await white.clickMove(line, line.moves[0]);
    await black.hasMoves(1);
    const before = await server.api.game(id);

    for (const page of [white, black]) page.serverGone = true;
    forwarder.server = null;
    await server.stop('SIGKILL');
    await white.sees('#status', /connection to the server is lost/);
    server = await Server.start({ data: server.data, more });
    forwarder.server = server;

    const after = await server.api.game(id);
    assert.deepEqual(after.line.plies, before.line.plies);
    assert.deepEqual(after.times, before.times);
    assert.equal(after.clocks.white_ms, before.clocks.white_ms);
    // Black still has the seat, and White sees the move without doing anything.
    await black.sees('#status', 'Your turn: you play Black');
    await black.clickMove(after.line, after.line.moves[0]);
    await white.hasMoves(2);
    await white.sees('#status', 'Your turn: you play White');
  } finally {
    await browser.close();
    forwarder.stop();
    await server.stop();
  }
});
