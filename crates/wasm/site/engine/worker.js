// A worker that answers requests of the page with the engine. Analyses go on in short steps, so that messages in between can stop them
// and what they have found stays.

import { openEngine } from './engine.js';
import { changeGames, readGame, readGames, restoreGame } from './store.js';

/** @typedef {import('./engine.js').StoredGame} StoredGame */
/** A request, with a number by which the answer is known. @typedef {{ id: number, method: string, path: string, body: unknown, streams: boolean }} Job */

/** How long a step of an analysis takes, in milliseconds: a message waits so long at most, or a little longer at great depths. */
const STEP = 100;

const page = /** @type {{ postMessage: (message: unknown) => void, onmessage: ((message: MessageEvent) => void) | null }} */ (/** @type {unknown} */ (self));

/** @type {(engine: import('./engine.js').Engine) => void} */
let opened = () => {};
/** @type {Promise<import('./engine.js').Engine>} */
const engine = new Promise((resolve) => {
  opened = resolve;
});
/** The analyses that are going on. @type {Set<number>} */
const streams = new Set();

/** @param {string} method @param {string[]} parts @returns {Promise<StoredGame[]>} the stored games that a request is about */
async function gamesFor(method, [what, id]) {
  if (what !== 'games') return [];
  if (id === undefined) return method === 'GET' ? readGames() : [];
  const game = await readGame(id);
  return game === undefined ? [] : [game];
}

const newSeed = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {Job} job */
async function answer({ id, method, path, body, streams: isStream }) {
  const url = new URL(path, location.href);
  const parts = url.pathname.split('/').slice(2).map(decodeURIComponent);
  if (method === 'POST' && parts[2] === 'restore') {
    return (await restoreGame(parts[1] ?? '')) ? { status: 200, body: null } : { status: 404, body: { error: 'this game cannot be brought back any more' } };
  }
  const query = Object.fromEntries(url.searchParams);
  const { call } = await engine;
  const games = await gamesFor(method, parts);
  const { status, body: answered, put = [], delete: gone = [] } = call({ method, path: parts, query, body, games, seed: newSeed(), stream: id });
  if (put.length + gone.length > 0 && !(await changeGames(put, gone, games))) {
    return { status: 409, body: { error: 'the game has been changed at the same time: look at it again' } };
  }
  if (isStream && status === 200) {
    streams.add(id);
    void goOn(id);
  }
  return { status, body: answered };
}

/** Lets messages in. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

/** Goes on with an analysis until it is over or stopped. @param {number} id */
async function goOn(id) {
  try {
    const { step } = await engine;
    for (let more = true; more; ) {
      await pause();
      if (!streams.has(id)) return;
      const { events, more: further } = step(id, STEP);
      for (const event of events) page.postMessage({ id, ...event });
      more = further;
    }
    streams.delete(id);
    page.postMessage({ id, over: true });
  } catch (error) {
    fault(id, error);
  }
}

/** @param {number} id @param {unknown} error */
function fault(id, error) {
  // A panic has ended the engine; everything else is a matter of the browser, such as a full disk.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) page.postMessage({ id, broken: true });
  else page.postMessage({ id, status: 507, body: { error: `The browser does not let the page store games: ${String(error)}` } });
}

page.onmessage = async ({ data }) => {
  if (data.module !== undefined) {
    opened(await openEngine(data.module));
  } else if (data.stop !== undefined) {
    if (!streams.delete(data.stop)) return;
    (await engine).stop(data.stop);
  } else {
    try {
      page.postMessage({ id: data.id, ...(await answer(data)) });
    } catch (error) {
      fault(data.id, error);
    }
  }
};
