// What all views share: the status line on top, addresses, and the position that the other views would open.

import { Refusal, api, isAborted } from './api.js';
import { familyName } from './catalogue.js';
import { setText } from './dom.js';

export { recall, remember } from './memory.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** Where the address leads. @typedef {{ view: string, rest: string, params: URLSearchParams }} Route */
/**
 * A view of the page.
 * @typedef {object} View
 * @property {string} title
 * @property {HTMLElement} element
 * @property {(route: Route) => boolean | void} update shows another state of the same view; false when it cannot
 * @property {() => void} [close]
 * @property {Error | null} [problem] what was wrong with the address, to be said when the view is shown
 */

const status = /** @type {HTMLElement} */ (document.getElementById('status'));

/**
 * Says something in the status line; screen readers read it out.
 * @param {string} words
 * @param {'plain' | 'error' | 'refusal'} [tone]
 */
export function say(words, tone = 'plain') {
  setText(status, words);
  status.dataset.tone = tone;
  // The server points at the bad character on a line of its own.
  status.classList.toggle('pointing', words.includes('\n'));
}

/**
 * Says something to screen readers only; other people see it on the board.
 * @param {string} words
 */
export function announce(words) {
  const region = document.getElementById('announce');
  if (region) setText(region, words);
}

/**
 * Shows an error, unless it is a cancelled request.
 * @param {unknown} error
 */
export function fail(error) {
  if (isAborted(error)) return;
  const words = error instanceof Error ? error.message : String(error);
  // The server's sentences begin small, as a terminal shows them; a move keeps its letters.
  say(words.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase()), 'error');
}

/** @returns {Route} */
export function currentRoute() {
  const [path = '', search = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [view = '', ...rest] = path.split('/');
  return { view: view === '' ? 'home' : view, rest: decoded(rest.join('/')), params: new URLSearchParams(search) };
}

/** What somebody has typed may not be encoded correctly. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * An address of the page, without empty parameters.
 * @param {string} path
 * @param {Record<string, string | number | boolean | null | undefined>} [params]
 */
export function address(path, params = {}) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === '' || value === false) continue;
    words.set(key, value === true ? '1' : String(value));
  }
  const text = words.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/**
 * Goes to an address. Steps through a game replace each other, so that going back leaves the game.
 * @param {string} hash
 * @param {boolean} [replace]
 */
export function go(hash, replace = false) {
  if (hash === location.hash) return;
  if (!replace) {
    location.hash = hash;
    return;
  }
  history.replaceState(history.state, '', hash);
  dispatchEvent(new Event('routechange'));
}

/** What to say on arrival. */
let greeting = '';

/**
 * Goes to an address, or shows it anew if it is there already, and says something then.
 * @param {string} hash
 * @param {string} words
 */
export function goSaying(hash, words) {
  greeting = words;
  if (hash === location.hash) dispatchEvent(new Event('routechange'));
  else location.hash = hash;
}

/** Says what was to be said on arrival, after the view's own words. */
export function greet() {
  if (greeting !== '') say(greeting);
  greeting = '';
}

/**
 * The address of a position in a view.
 * @param {'analysis' | 'tree'} view
 * @param {Place} place
 * @param {Record<string, string | number | boolean | null | undefined>} [more]
 */
export function placeAddress(view, place, more = {}) {
  const position = place.position === 'startpos' ? null : place.position;
  return address(view, { game: place.game, position, moves: place.moves.join(','), ...more });
}

/**
 * The position of an address.
 * @param {URLSearchParams} params
 * @param {string} usual the game of an address that does not name one
 * @returns {Place}
 */
export function placeOf(params, usual) {
  const moves = (params.get('moves') ?? '').split(/[,\s]+/).filter(Boolean);
  return { game: params.get('game') || usual, position: params.get('position') || 'startpos', moves };
}

/**
 * The line of such a position; if it is not legal, the starting position and what is wrong.
 * @param {Place} place
 * @returns {Promise<{ line: Line, place: Place, problem: Refusal | null }>}
 */
export async function lineOrStart(place) {
  try {
    return { line: await api.line(place), place, problem: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 422) throw error;
    const start = { game: place.game, position: 'startpos', moves: [] };
    return { line: await api.line(start), place: start, problem: error };
  }
}

/**
 * Lets the links on top lead to this position in the other views, with the board the same way round.
 * @param {Place} place
 * @param {{ flip?: boolean, cells?: string, side?: string }} [shown] how it is shown: turned around, and the men and the side to move
 */
export function offer(place, { flip = false, cells, side } = {}) {
  const links = {
    home: address('', { game: place.game }),
    lobby: address('lobby', { game: place.game }),
    analysis: placeAddress('analysis', place, { flip }),
    tree: placeAddress('tree', place, { flip }),
    editor: address('editor', { game: place.game, cells, side, flip }),
    rules: address(`rules/${familyName(place.game)}`),
  };
  for (const [view, hash] of Object.entries(links))
    document.querySelector(`nav [data-view="${view}"]`)?.setAttribute('href', hash);
}
