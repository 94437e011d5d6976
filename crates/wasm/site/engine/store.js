// The stored games, in the database of the browser. Several pages may be open: a change counts only if no other page was faster.

/** @typedef {import('./engine.js').StoredGame} StoredGame */

const GAMES = 'games';

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | null} */
let database = null;

function open() {
  database ??= (() => {
    const request = indexedDB.open('quadrille', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: 'id' });
    return done(request);
  })();
  return database;
}

/** Games that were deleted while this page is open. @type {Map<string, StoredGame>} */
const deleted = new Map();

/** Stores a game again that was deleted; whether it could be found. @param {string} id */
export async function restoreGame(id) {
  const game = deleted.get(id);
  if (game === undefined) return false;
  await done((await open()).transaction(GAMES, 'readwrite').objectStore(GAMES).add(game));
  deleted.delete(id);
  return true;
}

/** @param {string} id @returns {Promise<StoredGame | undefined>} */
export async function readGame(id) {
  return done((await open()).transaction(GAMES).objectStore(GAMES).get(id));
}

/** @returns {Promise<StoredGame[]>} */
export async function readGames() {
  return done((await open()).transaction(GAMES).objectStore(GAMES).getAll());
}

/**
 * Stores and deletes games, all or none; whether they were as they had been read.
 * @param {StoredGame[]} put
 * @param {string[]} gone
 * @param {StoredGame[]} before as they were read
 */
export async function changeGames(put, gone, before) {
  const transaction = (await open()).transaction(GAMES, 'readwrite', { durability: 'strict' });
  const games = transaction.objectStore(GAMES);
  const complete = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error);
  });
  for (const game of put) {
    const stored = await done(games.get(game.id));
    if (stored?.updated !== before.find(({ id }) => id === game.id)?.updated) {
      complete.catch(() => {});
      transaction.abort();
      return false;
    }
    games.put(game);
  }
  for (const id of gone) games.delete(id);
  await complete;
  for (const game of before) if (gone.includes(game.id)) deleted.set(game.id, game);
  return true;
}
