// Starts and ends servers, and talks to them as any program may.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The browser: `CHROMIUM`, or Debian's Chromium without a window. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** The program that is tested: `QUADRILLE`, or what `cargo test` has built. */
export function program() {
  return process.env.QUADRILLE ?? built('quadrille');
}

/** A program that `cargo test` has built. @param {string} name */
export function built(name) {
  const found = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, 'target'), 'debug', name);
  if (!existsSync(found)) throw new Error(`there is no ${found}: build it with cargo build --bin ${name}`);
  return found;
}

/** Plays a small tournament to its end; the file that has it. */
export function playedTournament() {
  const file = join(scratch(), 'cup.sqlite');
  const players = ['anna=engine:depth=2', 'ben=engine:depth=1', 'carla=random'];
  execFileSync(program(), ['tournament', 'oska:4', ...players, '--event', file], { stdio: 'ignore' });
  return file;
}

/** What has been started and not ended; none of it outlives this process. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

/** A folder for the files of a test, which goes when the process does. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'quadrille-browser-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export class Server {
  /**
   * Starts a server on any free port.
   * @param {{ data?: string, binary?: string, more?: string[] }} [options] the file of games, if it is there already; the program; and
   * more arguments
   */
  static async start({ data = join(scratch(), 'games.sqlite'), binary = program(), more = [] } = {}) {
    const server = new Server();
    server.data = data;
    const files = process.env.QUADRILLE_FILES ? ['--files', process.env.QUADRILLE_FILES] : [];
    server.child = spawn(binary, ['serve', '--port', '0', '--data', data, '--tables', scratch(), ...files, ...more], { stdio: ['ignore', 'pipe', 'pipe'] });
    server.child.stderr.pipe(process.stderr, { end: false });
    running.add(server.child);
    server.ended = new Promise((done) => server.child.once('exit', () => { running.delete(server.child); done(undefined); }));
    server.child.once('error', (error) => { throw error; });
    server.url = await new Promise((found, failed) => {
      createInterface({ input: server.child.stdout }).on('line', (line) => {
        const address = /http:\/\/[^/]+/.exec(line);
        // One that can be reached from everywhere is reached on this machine.
        if (address) found(address[0].replace('0.0.0.0', '127.0.0.1'));
      });
      void server.ended.then(() => failed(new Error('the server ended before it was ready')));
    });
    server.api = new Api(server.url);
    return server;
  }

  /** Ends it, kindly or not. @param {NodeJS.Signals} [signal] */
  async stop(signal = 'SIGTERM') {
    this.child.kill(signal);
    await this.ended;
  }

  get pid() {
    return this.child.pid;
  }
}

/** An address that stays while servers come and go: the port of one that has gone may be somebody else's by now. */
export class Forwarder {
  /** @param {Server} server */
  static async start(server) {
    const forwarder = new Forwarder();
    /** Who answers; while there is nobody, connections are closed at once. @type {Server | null} */
    forwarder.server = server;
    /** @type {Set<import('node:net').Socket>} */
    forwarder.sockets = new Set();
    forwarder.gate = createServer((socket) => forwarder.pass(socket));
    await new Promise((done) => { forwarder.gate.listen(0, '127.0.0.1', () => done(undefined)); });
    forwarder.url = `http://127.0.0.1:${forwarder.gate.address().port}`;
    return forwarder;
  }

  /** @param {import('node:net').Socket} socket */
  pass(socket) {
    if (this.server === null) {
      socket.destroy();
      return;
    }
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    const onward = connect(Number(new URL(this.server.url).port), '127.0.0.1');
    // Either side closes the other; how it ends is for the two of them.
    pipeline(socket, onward, () => {});
    pipeline(onward, socket, () => {});
  }

  get api() {
    return this.server.api;
  }

  /** Closes all connections, as a network does that breaks down. */
  cut() {
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
  }

  stop() {
    this.gate.close();
  }
}

/** An answer that is no success. */
export class Refused extends Error {
  constructor(status, words, what) {
    super(`${what}: ${status} ${words}`);
    this.status = status;
    this.words = words;
  }
}

/** The API of a server. */
export class Api {
  constructor(url) {
    this.url = url;
    /** The names of the cells, by game. @type {Map<string, string[]>} */
    this.names = new Map();
  }

  async send(method, path, body, signal) {
    const response = await fetch(this.url + path, {
      method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) {
      let words = text;
      try { words = JSON.parse(text).error ?? text; } catch { /* it is no JSON */ }
      throw new Refused(response.status, words, `${method} ${path}`);
    }
    return (response.headers.get('content-type') ?? '').includes('json') ? this.withNames(JSON.parse(text)) : text;
  }

  /** A line of play, or a game with one, with the names of the board's cells. */
  async withNames(answer) {
    const line = answer.line ?? answer;
    if (line.plies === undefined || line.cells === undefined) return answer;
    if (!this.names.has(line.game)) {
      const { cells } = await this.send('GET', `/api/board/${line.game}`);
      this.names.set(line.game, cells.map(({ name }) => name));
    }
    line.names = this.names.get(line.game);
    return answer;
  }

  line(game, { position = 'startpos', moves = [] } = {}) {
    return this.send('POST', '/api/line', { game, position, moves });
  }

  /** @param {'w' | 'b' | 'both' | 'none'} people which sides people play */
  newGame(game, people, { strength = 'level=1', ...more } = {}) {
    const player = (side) => (people === side || people === 'both' ? { kind: 'human' } : { kind: 'engine', strength });
    return this.send('POST', '/api/games', { game, white: player('w'), black: player('b'), ...more });
  }

  game(id) {
    return this.send('GET', `/api/games/${id}`);
  }

  games(search = '') {
    return this.send('GET', `/api/games?search=${encodeURIComponent(search)}`);
  }

  play(id, ply, move) {
    return this.send('POST', `/api/games/${id}/moves`, { ply, move });
  }

  reply(id, ply) {
    return this.send('POST', `/api/games/${id}/reply`, { ply });
  }

  record(id, format) {
    return this.send('GET', `/api/games/${id}/record?format=${format}`);
  }

  status() {
    return this.send('GET', '/api/status');
  }

  /** The events of an analysis or a review, as they come. @param {AbortSignal} [signal] */
  async* events(path, params, signal) {
    const response = await fetch(`${this.url}${path}?${new URLSearchParams(params)}`, { signal });
    if (!response.ok) throw new Refused(response.status, await response.text(), path);
    let rest = '';
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + piece).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const [, event] = /^event: ?(.*)$/m.exec(part) ?? [];
        const [, data] = /^data: ?(.*)$/m.exec(part) ?? [];
        if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
      }
    }
  }

  /** The best moves to this depth, best first. */
  async best(game, { position = 'startpos', moves = [] }, depth, lines = 1) {
    let found = [];
    for await (const { event, data } of this.events('/api/analysis', { game, position, moves: moves.join(' '), depth, lines, seconds: 60 })) {
      if (event === 'report') found = data.lines;
    }
    return found;
  }
}
