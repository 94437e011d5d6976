// The engine as WebAssembly against the same code on this machine: the same answers, position by position, and its size.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { built } from '../lib/server.mjs';
import { NativeDesk, SITE, engineBytes, openEngine, positions } from './lib.mjs';

/** Two sizes of each game: boards of up to 64 cells, and wider ones. */
const GAMES = [['ctf:5', 5], ['ctf:9', 3], ['crusher:3', 4], ['crusher:5', 3], ['congo', 3], ['congo:course', 4], ['oska:5', 6], ['oska:7', 4]];
const EACH = 25;
const MOST_BYTES = 600_000;

/** Exponentials are not rounded alike everywhere, in the last of their digits. */
const rounded = ({ chance, ...line }) => ({ ...line, chance: chance.toFixed(9) });

/** What an analysis tells, without the time that it took. */
const told = ({ events }) => events.map(({ event, data: { seconds, lines = [], ...data } }) => ({ event, ...data, lines: lines.map(rounded) }));

test('200 positions have the same scores, lines and nodes as on this machine', async () => {
  const engine = await openEngine();
  const native = new NativeDesk(built('examples/desk'));
  let compared = 0;
  for (const [game, depth] of GAMES) {
    for (const place of positions(engine, game, EACH)) {
      const request = { method: 'POST', path: ['analysis'], body: { ...place, depth, lines: 2, seconds: 300 }, stream: 1 };
      assert.deepEqual(engine.call(request), await native.ask(request));
      for (let more = true; more; ) {
        const [here, there] = [engine.step(1, 0xffffffff), await native.ask({ step: 1 })];
        assert.deepEqual(told(here), told(there), `${game} ${place.moves.join(' ')}`);
        assert.equal(here.more, there.more);
        ({ more } = here);
      }
      compared += 1;
    }
  }
  native.close();
  assert.equal(compared, 200);
});

test('solved positions have the same verdicts as on this machine', async () => {
  const engine = await openEngine();
  const native = new NativeDesk(built('examples/desk'));
  let known = 0;
  for (const game of ['ctf:3', 'crusher:2', 'oska:4', 'congo']) {
    for (const place of positions(engine, game, 5)) {
      const request = { method: 'POST', path: ['probe'], body: place };
      const here = engine.call(request);
      assert.deepEqual(here, await native.ask(request));
      known += here.body.known ? 1 : 0;
    }
  }
  native.close();
  assert.ok(known >= 10, `${known} positions are solved`);
});

test('what a browser loads is small', () => {
  const engine = brotliCompressSync(engineBytes()).length;
  const page = readdirSync(SITE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.wasm'))
    .reduce((sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length, 0);
  console.log(`# the engine: ${engine} bytes by brotli, ${gzipSync(engineBytes(), { level: 9 }).length} by gzip; the rest of the page: ${page} by gzip`);
  assert.ok(engine <= MOST_BYTES, `${engine} bytes`);
});

test('the command says how it is called', () => {
  const root = join(import.meta.dirname, '../../..');
  assert.throws(() => execFileSync(join(root, 'site'), [], { stdio: 'pipe' }), /usage: \.\/site DIR/);
});
