// Keeps all files of the site, so that it works without a network. `./site` writes their names and the version into this file.

const VERSION = '{version}';
/** @type {string[]} */
const FILES = JSON.parse('{files}');

const scope = /** @type {any} */ (self);

scope.addEventListener('install', (/** @type {any} */ event) => {
  const keep = async () => (await caches.open(VERSION)).addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  event.waitUntil(keep());
});

// A new version takes over when all pages of the old one are closed.
scope.addEventListener('activate', (/** @type {any} */ event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('quadrille-') && name !== VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(clear());
});

scope.addEventListener('fetch', (/** @type {any} */ event) => {
  if (event.request.method !== 'GET') return;
  const answer = async () => (await (await caches.open(VERSION)).match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(answer());
});
