// The short form of load.mjs: every request is answered and nothing goes on for people who have left. No figure decides.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server } from './lib/server.mjs';
import { leavers, live, people, report, siege } from './lib/load.mjs';
import { TEST_DEADLINE } from './lib/suite.mjs';

let server;
before(async () => { server = await Server.start(); });
after(() => server.stop());

test('20 people play whole games at the same time', { timeout: TEST_DEADLINE }, async () => {
  const found = await people(20, 'level=3')(server);
  report('20 people', found);
  assert.equal(found.games, 20);
});

test('100 clients open an analysis and leave', { timeout: TEST_DEADLINE }, async () => {
  report('100 leavers', await leavers(100, 20)(server));
});

test('20 games with three watchers each: every move reaches every watcher', { timeout: TEST_DEADLINE }, async () => {
  report('live games', await live(20, 3, 6, 200)(server));
});

test('1,000 hostile connections do not keep 20 players from playing', { timeout: TEST_DEADLINE }, async () => {
  report('a siege', await siege(1000, 20, 10)(server));
});
