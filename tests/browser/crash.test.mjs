// What has been answered is kept: the server is killed in the midst of play, and afterwards every answered move is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refused, Server, scratch } from './lib/server.mjs';

const ROUNDS = 10;
const PLAYERS = 4;

test('a kill during play loses no answered move', { timeout: 240_000 }, async () => {
  const data = join(scratch(), 'games.sqlite');
  /** Every game, and the moves of it that were answered. @type {Map<string, string[]>} */
  const answered = new Map();
  let moves = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await Server.start({ data });
    try {
      await checkAll(server.api, answered);
      const playing = Array.from({ length: PLAYERS }, () => playUntilItBreaks(server.api, answered));
      await sleep(20 + Math.random() * 400);
      await server.stop('SIGKILL');
      moves += (await Promise.all(playing)).reduce((sum, count) => sum + count, 0);
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
