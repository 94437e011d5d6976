// Carries requests to workers in this browser, which have the engine: the page without a server. One worker answers at once; the other
// one searches.

import { Refusal } from './refusal.js';

/** @typedef {{ method: string, path: string, body: unknown, streams: boolean }} Question */
/** @typedef {{ question: Question, take: (message: any) => void }} Job */

const FOLDER = new URL('../engine/', import.meta.url);

/** The compiled engine, which both workers share. */
const compiled = (async () => {
  const response = await fetch(new URL('quadrille.wasm', FOLDER));
  return WebAssembly.compile(await response.arrayBuffer());
})();

/** A worker with the engine. It starts with the first request. */
class Desk {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** Requests that are not answered. @type {Map<number, Job>} */
    this.jobs = new Map();
  }

  start() {
    const worker = new Worker(new URL('worker.js', FOLDER), { type: 'module' });
    worker.onmessage = ({ data: { id, broken, ...message } }) => {
      const job = this.jobs.get(id);
      if (broken) this.restart(id);
      job?.take(broken ? { status: 500, body: { error: 'This request failed because of a fault in the program. Stored games are safe.' } } : message);
    };
    worker.onerror = () => {
      for (const job of [...this.jobs.values()]) job.take({ status: 500, body: { error: 'The engine does not start in this browser.' } });
    };
    compiled.then(
      (module) => worker.postMessage({ module }),
      () => {
        for (const job of [...this.jobs.values()]) job.take({ status: 0, body: { error: 'The engine cannot be loaded. Nothing is lost: load the page again.' } });
      },
    );
    return worker;
  }

  /** Ends the worker in the middle of something; the other requests are asked again. @param {number} id the request that is dropped */
  restart(id) {
    this.worker?.terminate();
    this.worker = null;
    this.jobs.delete(id);
    for (const [other, { question }] of this.jobs) this.post(other, question);
  }

  /** @param {number} id @param {Question} question */
  post(id, question) {
    this.worker ??= this.start();
    this.worker.postMessage({ id, ...question });
  }

  /** @param {number} id @param {Question} question @param {(message: any) => void} take */
  ask(id, question, take) {
    this.jobs.set(id, { question, take });
    this.post(id, question);
  }

  /** An analysis stops between two steps; a move of the engine is one step, so its worker ends. @param {number} id */
  cancel(id) {
    const job = this.jobs.get(id);
    if (job === undefined) return;
    if (!job.question.streams && job.question.path.endsWith('/reply')) {
      this.restart(id);
      return;
    }
    this.jobs.delete(id);
    if (job.question.streams) this.worker?.postMessage({ stop: id });
  }
}

const quick = new Desk();
const thinking = new Desk();
/** What may take longer than a moment. */
const SEARCHES = /^\/api\/(analysis|review|probe|games\/[^/]+\/reply)$/;
let asked = 0;

/** @param {{ status: number, body: any }} answer */
function refuse({ status, body }) {
  return new Refusal(status, String(body?.error ?? 'The request failed.'), body?.refusal);
}

const aborted = () => new DOMException('cancelled', 'AbortError');

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../../../../web/js/transport.js').Answer>}
 */
function send(method, path, body, signal) {
  const desk = SEARCHES.test(path) ? thinking : quick;
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(aborted());
      return;
    }
    const cancel = () => {
      desk.cancel(id);
      reject(aborted());
    };
    signal?.addEventListener('abort', cancel, { once: true });
    desk.ask(id, { method, path, body, streams: false }, (answer) => {
      signal?.removeEventListener('abort', cancel);
      desk.jobs.delete(id);
      if (answer.status === 200) resolve({ json: async () => answer.body, text: async () => String(answer.body) });
      else reject(refuse(answer));
    });
  });
}

/**
 * The events of an analysis, as they are found.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ event: string, data: any }>}
 */
async function* events(path, body, signal) {
  if (signal.aborted) throw aborted();
  asked += 1;
  const id = asked;
  /** @type {any[]} */
  const arrived = [];
  let wake = () => {};
  const cancel = () => wake();
  signal.addEventListener('abort', cancel);
  thinking.ask(id, { method: 'POST', path, body, streams: true }, (message) => {
    arrived.push(message);
    wake();
  });
  try {
    for (;;) {
      if (signal.aborted) throw aborted();
      const message = arrived.shift();
      if (message === undefined) await new Promise((resolve) => (wake = () => resolve(undefined)));
      else if (message.over) return;
      else if (message.event !== undefined) yield message;
      else if (message.status !== 200) throw refuse(message);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    thinking.cancel(id);
  }
}

/** What others do is not told here: nobody else is there. */
class Silence extends EventTarget {
  readyState = EventSource.OPEN;
  close() {}
}

/** Saves an answer as a file. @param {string} path @param {string} name */
async function save(path, name) {
  const text = await (await send('GET', path)).text();
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  const anchor = document.createElement('a');
  [anchor.href, anchor.download] = [address, name];
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const transport = {
  send,
  events,
  follow: () => () => new Silence(),
  /** Lets a link save an answer. @param {HTMLAnchorElement} anchor @param {string} path */
  link(anchor, path) {
    anchor.href = location.hash;
    anchor.onclick = (event) => {
      event.preventDefault();
      void save(path, anchor.download || 'picture.svg');
    };
  },
};

// The page works without a network from now on. Browsers allow this only at secure addresses and on the machine itself.
navigator.serviceWorker?.register(new URL('../service-worker.js', import.meta.url)).catch(() => {});
