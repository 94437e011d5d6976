// Many clients at once. Each part gives a function that does its work on a server and says what it found; it throws if a request
// is not answered as it should be.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './suite.mjs';

const GAMES = ['ctf:5', 'crusher:3', 'congo', 'oska:4'];
const MOST_PLIES = 400;

/** Plays a whole game against the engine, with moves chosen by a fixed rule; every request is timed. */
async function wholeGame(api, game, strength, seed, times, thinks = 0) {
  const timed = async (kind, work) => {
    const begin = performance.now();
    const answer = await work();
    times.push({ kind, took: performance.now() - begin });
    return answer;
  };
  const side = seed % 8 < 4 ? 'w' : 'b';
  let now = await timed('create', () => api.newGame(game, side, { strength }));
  for (let turn = 0; now.result === null && now.line.plies.length < MOST_PLIES; turn += 1) {
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
