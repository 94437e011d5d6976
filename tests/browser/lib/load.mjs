// Many clients at once. Each part gives a function that does its work on a server and says what it found; it throws if a request
// is not answered as it should be.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Api, Refused } from './server.mjs';
import { until } from './suite.mjs';

const GAMES = ['ctf:5', 'crusher:3', 'congo', 'oska:4'];
const MOST_PLIES = 400;

/** Plays a whole game against the engine, with moves chosen by a fixed rule; every request is timed. */
async function wholeGame(api, game, strength, seed, times, thinks = 0, signal = undefined) {
  const timed = async (kind, work) => {
    const begin = performance.now();
    const answer = await work();
    times.push({ kind, took: performance.now() - begin });
    return answer;
  };
  const side = seed % 8 < 4 ? 'w' : 'b';
  let now = await timed('create', () => api.newGame(game, side, { strength }));
  for (let turn = 0; now.result === null && now.line.plies.length < MOST_PLIES && !signal?.aborted; turn += 1) {
    const { id, line } = now;
    const ply = line.plies.length;
    if (line.side === side) {
      // People think, each as long as suits them.
      if (thinks > 0) await sleep(thinks * (0.5 + ((seed * 31 + turn * 17) % 100) / 100));
      const { move } = line.moves[(seed * 7919 + turn * 104_729) % line.moves.length];
      now = await timed('move', () => api.play(id, ply, move));
    } else {
      now = await timed('reply', () => api.reply(id, ply));
    }
  }
  return now;
}

/**
 * So many people, each with a whole game, all at the same time.
 * @param {number} [thinks] how long they think about a move, on average, in milliseconds
 */
export function people(count, strength, thinks = 0) {
  return async ({ api }) => {
    const times = [];
    const begin = performance.now();
    const games = await Promise.all(Array.from({ length: count }, (_, seed) => wholeGame(api, GAMES[seed % GAMES.length], strength, seed, times, thinks)));
    const seconds = (performance.now() - begin) / 1000;
    return {
      games: games.length, over: games.filter(({ result }) => result !== null).length, plies: games.reduce((sum, { line }) => sum + line.plies.length, 0),
      seconds: seconds.toFixed(1), 'requests a second': (times.length / seconds).toFixed(0), all: spread(times),
      ...Object.fromEntries(['create', 'move', 'reply'].map((kind) => [kind, spread(times.filter((time) => time.kind === kind))])),
    };
  };
}

/** The memory of the server after so many games, a few at a time. */
export function memory(marks, strength = 'level=1') {
  return async ({ api, pid }) => {
    const found = { 'kB at the start': resident(pid) };
    const begin = performance.now();
    let done = 0;
    for (const mark of marks) {
      await Promise.all(Array.from({ length: 8 }, async () => {
        while (done < mark) {
          done += 1;
          await wholeGame(api, GAMES[done % GAMES.length], strength, done, []);
        }
      }));
      found[`kB after ${mark} games`] = resident(pid);
    }
    return { ...found, seconds: ((performance.now() - begin) / 1000).toFixed(1) };
  };
}

/** So many clients that open an analysis and leave: a third at once, a third at the first event, a third after some. */
export function leavers(count, atOnce = 100) {
  return async ({ api, pid }) => {
    const found = { 'left before an answer': 0, 'left at the first event': 0, 'left later': 0, 'told to wait (503)': 0 };
    let next = 0;
    const leaver = async () => {
      while (next < count) {
        const manner = next % 3;
        next += 1;
        found[await openAndLeave(api, manner)] += 1;
      }
    };
    await Promise.all(Array.from({ length: Math.min(atOnce, count) }, leaver));
    await until('no analysis is open', () => api.status(), ({ analyses }) => analyses === 0);
    // A search that nobody waits for would go on for its minute: this one rests.
    const rests = await until('the server rests', () => growth(pid), ({ ticks }) => ticks <= 2);
    return { clients: count, ...found, 'CPU ticks afterwards': `${rests.ticks} in ${rests.ms} ms` };
  };
}

async function openAndLeave(api, manner) {
  const leaving = new AbortController();
  const params = { game: 'congo', lines: 3, depth: 60, seconds: 60 };
  if (manner === 0) setTimeout(() => leaving.abort(), Math.random() * 20);
  let events = 0;
  try {
    for await (const { event } of api.events('/api/analysis', params, leaving.signal)) {
      assert.equal(event, 'report');
      events += 1;
      if (events < (manner === 1 ? 1 : 3)) continue;
      leaving.abort();
      break;
    }
  } catch (error) {
    if (error.status === 503) return 'told to wait (503)';
    if (error.name !== 'AbortError') throw error;
  }
  return events === 0 ? 'left before an answer' : events === 1 ? 'left at the first event' : 'left later';
}

/** The API with a connection for each request, as of many people, none of whom waits for the next request of another. */
class Separately extends Api {
  /** @param {Record<string, number>} statuses how often each status was answered */
  constructor(url, statuses) {
    super(url);
    this.statuses = statuses;
  }

  /** @param {string | undefined} [body] as it is sent @param {AbortSignal} [signal] */
  answer(method, path, body, signal) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return new Promise((done, failed) => {
      const asked = request(this.url + path, { method, headers, agent: false, signal }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece) => { text += piece; }).on('error', failed).on('end', () => {
          this.statuses[response.statusCode] = (this.statuses[response.statusCode] ?? 0) + 1;
          done({ status: response.statusCode, text });
        });
      });
      asked.on('error', failed).end(body);
    });
  }

  async send(method, path, body) {
    const { status, text } = await this.answer(method, path, body === undefined ? undefined : JSON.stringify(body));
    if (status >= 400) throw new Refused(status, text, `${method} ${path}`);
    return this.withNames(JSON.parse(text));
  }
}

/** What connections send that never make a whole request: nothing, a piece of a head now and then, a piece of a body now and then. */
const HOSTILE = [
  { head: '', piece: '' },
  { head: 'GET / HTTP/1.1\r\nhost: localhost\r\n', piece: 'x: y\r\n' },
  { head: 'POST /api/line HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n', piece: ' ' },
];

/** A connection that is opened again whenever the server closes it, until the signal. */
async function besiege(port, { head, piece }, signal, found) {
  while (!signal.aborted) {
    await new Promise((closed) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(head));
      const drip = setInterval(() => { if (piece !== '') socket.write(piece); }, 500);
      const end = () => socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      socket.on('error', () => {}).resume().on('close', () => {
        clearInterval(drip);
        signal.removeEventListener('abort', end);
        closed(undefined);
      });
    });
    found['closed by the server'] += 1;
    await sleep(1000);
  }
}

/** Requests of all kinds, which a client changes at random before it sends them. */
const REQUESTS = [
  ['POST', '/api/line', { game: 'ctf:5', moves: ['c2c3', 'c4c2'] }], ['POST', '/api/line', { game: 'congo' }],
  ['POST', '/api/games', { game: 'oska:4', white: { kind: 'human' }, black: { kind: 'engine', strength: 'level=2' } }],
  ['GET', '/api/games?limit=20&search=ctf'], ['GET', '/api/games/0123456789abcdef'], ['DELETE', '/api/games/0123456789abcdef'],
  ['POST', '/api/setup', { game: 'ctf:2', cells: 'Ww-B', side: 'w' }], ['POST', '/api/tree', { game: 'oska:3', depth: 2 }],
  ['POST', '/api/records', { text: '[Game "ctf:5"]\n\n1. c2c3 1-0\n' }], ['GET', '/api/probe?game=oska:3'],
  ['GET', '/api/analysis?game=ctf:4&seconds=0.05&depth=3'], ['GET', '/api/review?game=ctf:4&moves=a1a2&seconds=0.01'],
];

/** Replaces, repeats or removes a few characters. */
function mutated(text, random) {
  const letters = [...text];
  for (let change = 0; change < 1 + random() * 3; change += 1) {
    const place = Math.floor(random() * letters.length);
    const kind = random();
    if (kind < 0.4) letters[place] = String.fromCharCode(33 + Math.floor(random() * 94));
    else if (kind < 0.6) letters.splice(place, 1 + Math.floor(random() * 4));
    else if (kind < 0.8) letters.splice(place, 0, ...letters.slice(place, place + 8));
    else letters.splice(place, 0, ...'9'.repeat(Math.floor(random() * 30)));
  }
  return letters.join('');
}

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How long the client that changes requests waits for an answer, in milliseconds. */
const MUTATOR_PATIENCE = 1000;

/** Sends changed requests as fast as they are answered, until the signal. */
async function mutate(api, signal) {
  const random = numbers(1);
  while (!signal.aborted) {
    const [method, path, body] = REQUESTS[Math.floor(random() * REQUESTS.length)];
    const changed = random() < 0.5 || body === undefined ? `/api/${encodeURI(mutated(path.slice(5), random))}` : path;
    const sent = body === undefined ? undefined : mutated(JSON.stringify(body), random);
    // A search whose limit is changed away may take a minute: this client leaves it.
    const patience = AbortSignal.timeout(MUTATOR_PATIENCE);
    await api.answer(method, changed, sent, patience).catch((error) => { if (!patience.aborted) throw error; });
  }
}

/**
 * Idle and slow connections, players who think for two seconds, and a client that changes requests at random, all at once. It throws
 * if a player's request is refused or a request fails with anything but an honest 503.
 */
export function siege(hostile, players, seconds) {
  return async ({ url, pid }) => {
    const over = new AbortController();
    setMaxListeners(0, over.signal);
    const found = { 'closed by the server': 0 };
    const [played, changed, times] = [{}, {}, []];
    const [people, mutator] = [new Separately(url, played), new Separately(url, changed)];
    const before = resident(pid);
    const player = async (seed) => {
      // They do not all begin at the same moment.
      await sleep((seed * 37) % 2000);
      for (let game = 0; !over.signal.aborted; game += 1) await wholeGame(people, GAMES[(seed + game) % GAMES.length], 'level=2', seed + game, times, 2000, over.signal);
    };
    const end = setTimeout(() => over.abort(), seconds * 1000);
    try {
      await Promise.all([
        ...Array.from({ length: hostile }, (_, number) => besiege(Number(new URL(url).port), HOSTILE[number % HOSTILE.length], over.signal, found)),
        ...Array.from({ length: players }, (_, seed) => player(seed)),
        mutate(mutator, over.signal),
      ]);
    } finally {
      clearTimeout(end);
      over.abort();
    }
    const faults = Object.keys({ ...played, ...changed }).filter((status) => Number(status) >= 500 && status !== '503');
    assert.deepEqual(faults, [], `faults: ${JSON.stringify([played, changed])}`);
    return {
      'hostile connections': hostile, players, seconds, ...found, 'kB at the start': before, 'kB at the end': resident(pid),
      'answers to the players': JSON.stringify(played), 'answers to changed requests': JSON.stringify(changed), 'players waited': spread(times),
    };
  };
}

/** Follows a stored game: resolves when its events show so many plies. */
class Watcher {
  constructor(url, id) {
    this.plies = 0;
    this.waiting = [];
    let rest = '';
    this.asked = request(`${url}/api/games/${id}/events`, { agent: false }, (response) => {
      response.setEncoding('utf8').on('data', (piece) => {
        const parts = (rest + piece).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          const [, data] = /^data: ?(.*)$/m.exec(part) ?? [];
          // There are events about the players, too.
          if (data === undefined || !/^event: ?game$/m.test(part)) continue;
          this.plies = JSON.parse(data).line.plies.length;
          this.waiting = this.waiting.filter(({ plies, done }) => plies > this.plies || done());
        }
      }).on('error', () => {});
    });
    this.asked.on('error', () => {}).end();
  }

  /** The time at which so many plies were seen. */
  sees(plies) {
    if (this.plies >= plies) return Promise.resolve(performance.now());
    return new Promise((seen) => this.waiting.push({ plies, done: () => { seen(performance.now()); return false; } }));
  }
}

/** So many games between people with watchers of each, for some moves: how long after a move the last watcher has it. */
export function live(games, watchers, plies, thinks) {
  return async ({ api, url, pid }) => {
    const times = [];
    await Promise.all(Array.from({ length: games }, async (_, seed) => {
      let now = await api.newGame(GAMES[seed % GAMES.length], 'both');
      const lookers = Array.from({ length: watchers }, () => new Watcher(url, now.id));
      await sleep((seed * 37) % thinks);
      for (let ply = 0; ply < plies && now.result === null; ply += 1) {
        await sleep(thinks * (0.5 + ((seed * 31 + ply * 17) % 100) / 100));
        const { move } = now.line.moves[(seed * 7919 + ply * 104_729) % now.line.moves.length];
        const seen = Promise.all(lookers.map((looker) => looker.sees(ply + 1)));
        const begin = performance.now();
        now = await api.play(now.id, ply, move);
        times.push({ took: Math.max(...await seen) - begin });
      }
      for (const { asked } of lookers) asked.destroy();
    }));
    return { games, watchers: games * watchers, 'kB at the end': resident(pid), 'from a move to its last watcher': spread(times) };
  };
}

/** Kilobytes that the process holds. */
function resident(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
}

/** What the process spends in a second and a half, in ticks of the system's clock. */
async function growth(pid) {
  const spent = () => readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0);
  const [before, ms] = [spent(), 1500];
  await sleep(ms);
  return { ticks: spent() - before, ms };
}

/** Count, median, 99th percentile and worst, in milliseconds. */
function spread(times) {
  const sorted = times.map(({ took }) => took).sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1) ?? '–';
  return `${sorted.length} requests, median ${at(0.5)} ms, 99 % ${at(0.99)} ms, worst ${at(1)} ms`;
}

export function report(name, found) {
  const load = readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 1);
  console.log(`\n${name} (load of the machine ${load}, ${execFileSync('nproc').toString().trim()} processors)`);
  for (const [key, value] of Object.entries(found)) console.log(`  ${key}: ${value}`);
}
