// What the tests of the page without a server share: the files of the site, a server of plain files, and the engine in this process.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The folder that `./site` has made. */
export const SITE = resolve(process.env.QUADRILLE_SITE ?? '');
if (!process.env.QUADRILLE_SITE) throw new Error('QUADRILLE_SITE names the folder that ./site has made');

export const engineBytes = () => readFileSync(join(SITE, 'engine/quadrille.wasm'));

export const engineModule = () => WebAssembly.compile(engineBytes());

/** The engine as WebAssembly, as the worker has it. @param {WebAssembly.Module} [module] */
export async function openEngine(module) {
  const { openEngine: open } = await import(join(SITE, 'engine/engine.js'));
  return open(module ?? await engineModule());
}

/** Python's server of plain files. */
export class FileServer {
  static async start() {
    const server = new FileServer();
    const args = ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', SITE];
    server.child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    const kill = () => server.child.kill('SIGKILL');
    process.on('exit', kill);
    server.ended = new Promise((done) => server.child.once('exit', () => { process.off('exit', kill); done(undefined); }));
    server.url = await new Promise((found, failed) => {
      createInterface({ input: server.child.stdout }).on('line', (line) => {
        const port = /port (\d+)/.exec(line);
        if (port) found(`http://127.0.0.1:${port[1]}`);
      });
      void server.ended.then(() => failed(new Error('the server ended before it was ready')));
    });
    return server;
  }

  async stop() {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** A desk on this machine: the same code, compiled for it. */
export class NativeDesk {
  /** @param {string} program */
  constructor(program) {
    this.child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    /** @type {((line: string) => void)[]} */
    this.waiting = [];
    createInterface({ input: this.child.stdout }).on('line', (line) => this.waiting.shift()?.(line));
  }

  /** @param {unknown} request @returns {Promise<any>} */
  ask(request) {
    return new Promise((found) => {
      this.waiting.push((line) => found(JSON.parse(line)));
      this.child.stdin.write(`${JSON.stringify(request)}\n`);
    });
  }

  close() {
    this.child.stdin.end();
  }
}

/** Numbers that look random, the same in every run. @param {number} seed */
export function* numbers(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

/**
 * Positions of random games: a game, and the moves from its start.
 * @param {import('../../../crates/wasm/site/engine/engine.js').Engine} engine
 * @param {string} game
 * @param {number} count
 */
export function* positions(engine, game, count) {
  const random = numbers([...game].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  for (let made = 0; made < count; ) {
    const moves = [];
    const plies = random.next().value % 20;
    for (;;) {
      const { body: line } = engine.call({ method: 'POST', path: ['line'], body: { game, moves } });
      if (line.ending !== null) break;
      if (moves.length === plies) {
        yield { game, moves };
        made += 1;
        break;
      }
      moves.push(line.moves[random.next().value % line.moves.length].move);
    }
  }
}
