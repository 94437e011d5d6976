// What this browser remembers.

/**
 * Remembers something in this browser, for ever or while this page is open. Where the browser does not allow that, nothing happens.
 * @param {'always' | 'page'} howLong
 * @param {string} name
 * @param {unknown} value
 */
export function remember(howLong, name, value) {
  try {
    storage(howLong).setItem(`quadrille.${name}`, JSON.stringify(value));
  } catch {
    // A convenience only.
  }
}

/**
 * @param {'always' | 'page'} howLong
 * @param {string} name
 * @param {any} otherwise
 */
export function recall(howLong, name, otherwise) {
  try {
    return JSON.parse(storage(howLong).getItem(`quadrille.${name}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {'always' | 'page'} howLong */
const storage = (howLong) => (howLong === 'always' ? localStorage : sessionStorage);

const BEGUN = 'begun';
/** How many games that were begun here are remembered. */
const MOST_BEGUN = 1000;

/** @returns {string[]} the newest first */
const begun = () => recall('always', BEGUN, []);

/** A game has been begun in this browser. Where only one machine can reach the server, its games have no owner, and only the browser knows whose they are. @param {string} id */
export const rememberBegun = (id) => remember('always', BEGUN, [id, ...begun()].slice(0, MOST_BEGUN));

/** @param {string} id */
export const wasBegunHere = (id) => begun().includes(id);
