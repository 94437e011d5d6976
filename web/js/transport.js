// Carries requests to the server.

import { Refusal, isAborted } from './refusal.js';

/** The answer to a request. @typedef {{ json: () => Promise<any>, text: () => Promise<string> }} Answer */
/** Something that changes, and tells it by events with the names that one listens for. @typedef {Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>} Source */

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(method, path, body, signal) {
  /** @type {RequestInit} */
  const request = { method, signal: signal ?? null };
  if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { 'content-type': 'application/json' };
  }
  let response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refusal(0, 'The server does not answer. Nothing is lost: try again.');
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refusal(response.status, String(answer?.error ?? `The server answered ${response.status}.`), answer?.refusal);
}

/**
 * The events of an answer that takes a while, as they arrive. A position may carry a history that is too long for an address, so the
 * question is in the body.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<{ event: string, data: any }>}
 */
async function* events(path, body, signal) {
  const response = await send('POST', path, body, signal);
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    let chunk;
    try {
      chunk = await reader.read();
    } catch (error) {
      if (signal.aborted) throw new DOMException('cancelled', 'AbortError');
      throw new Refusal(0, 'The connection to the server is lost. Nothing else is: try again.');
    }
    if (chunk.done) return;
    rest += chunk.value.replaceAll('\r', '');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      let event = 'message';
      let data = '';
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) event = line.slice(6).trim();
        else if (line.startsWith('data:')) data += line.slice(5).trim();
      }
      if (event === 'failed') throw new Refusal(500, JSON.parse(data).error);
      if (data !== '') yield { event, data: JSON.parse(data) };
    }
  }
}

export const transport = {
  send,
  events,
  /** Tells when something on the server changes. @param {string} path @returns {() => Source} connects, and again after a refusal */
  follow: (path) => () => new EventSource(path),
  /** Lets a link lead to an answer. @param {HTMLAnchorElement} anchor @param {string} path */
  link(anchor, path) {
    anchor.href = path;
  },
};
