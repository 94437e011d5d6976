// Many people at once, run by hand on a release build:
//
//   QUADRILLE=target/release/quadrille node tests/browser/load.mjs [people|thinkers|memory|leavers|live|siege]…
//
// people: 200 play whole games at level 3 at the same time, as fast as they are answered; thinkers: the same, and each thinks for
// about two seconds before a move; memory: what the server holds after 1,000 and 10,000 games at level 1; leavers: 1,000 clients
// open an analysis and leave; live: 100 games with three watchers each, a move a second; siege: 1,000 idle, slow and hostile connections, 300 players at level 2 who think for two seconds and a
// client that changes requests at random, all at once for SIEGE_SECONDS, or ten minutes. Without a name all of it. It fails if a request does.

import { Server } from './lib/server.mjs';
import { leavers, live, memory, people, report, siege } from './lib/load.mjs';

const parts = {
  people: people(200, 'level=3'), thinkers: people(200, 'level=3', 2000), memory: memory([1000, 10_000]), leavers: leavers(1000),
  live: live(100, 3, 30, 1000),
  siege: siege(1000, 300, Number(process.env.SIEGE_SECONDS ?? 600)),
};
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) {
  console.error(`there is no ${unknown}: choose from ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
  const server = await Server.start();
  try {
    report(name, await parts[name](server));
  } finally {
    await server.stop();
  }
}
