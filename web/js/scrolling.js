// Keeps the place in a long page: going back leads to where somebody has been reading, and so does loading the page again.

import { recall, remember } from './shell.js';

/** How long a view may take to become as long as it was, in milliseconds. */
const PATIENCE = 30_000;

/** How far each entry of the browser's history is scrolled. @type {Record<string, number>} */
const places = recall('page', 'places', {});
/** The entry that is shown. */
let entry = '';
/** Ends the waiting for a view that is too short yet. */
let stop = () => {};

/** Notes how far the entry is scrolled. While another view is being loaded, the old one is still there, and its place is known. */
function keepPlace() {
  if (document.body.dataset.loading === undefined) places[entry] = scrollY;
}

/** Goes to the present entry of the history: how far it was scrolled; null if it is new, or the same as before. @returns {number | null} */
export function arrive() {
  // The browser reports scrolling with the next picture, and somebody may have left before that.
  keepPlace();
  const before = entry;
  entry = history.state?.entry ?? `${Date.now()}.${Math.random()}`;
  if (entry === before) return null;
  stop();
  history.replaceState({ entry }, '');
  return places[entry] ?? null;
}

/** Scrolls to a place as soon as the view is long enough: lists arrive later than the rest of it. @param {number} top */
export function scrollWhenThere(top) {
  stop();
  const waiting = new AbortController();
  stop = () => waiting.abort();
  const go = () => {
    scrollTo(0, top);
    if (document.documentElement.scrollHeight - innerHeight >= top) waiting.abort();
  };
  const growth = new ResizeObserver(go);
  waiting.signal.addEventListener('abort', () => growth.disconnect());
  growth.observe(document.body);
  go();
  setTimeout(() => waiting.abort(), PATIENCE);
  // Whoever does something meanwhile is not moved away.
  for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown']) addEventListener(name, () => waiting.abort(), { signal: waiting.signal, passive: true });
}

/** The page does this instead of the browser, which would scroll before the view is there. */
export function watchScrolling() {
  history.scrollRestoration = 'manual';
  addEventListener('scroll', keepPlace, { passive: true });
  addEventListener('pagehide', () => remember('page', 'places', places));
}
