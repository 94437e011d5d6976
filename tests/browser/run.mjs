// Runs the browser tests: all of them, or the files that are named.
//
//   node tests/browser/run.mjs [FILE.test.mjs]…
//
// The program is target/debug/quadrille, or the one that QUADRILLE names; QUADRILLE_FILES serves the page from a folder instead.

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { program } from './lib/server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const chosen = process.argv.slice(2).map((file) => (existsSync(file) ? resolve(file) : join(here, file)));
const files = chosen.length > 0 ? chosen : readdirSync(here).filter((name) => name.endsWith('.test.mjs')).sort().map((name) => join(here, name));
for (const needed of [process.env.CHROMIUM ?? '/usr/bin/chromium', program(), ...files]) {
  if (!existsSync(needed)) {
    console.error(`there is no ${needed}`);
    process.exit(1);
  }
}

// Most of the time is spent waiting for a page, so more files run at a time than there may be processors.
run({ files, concurrency: 3 })
  .on('test:fail', () => { process.exitCode = 1; })
  .compose(spec).pipe(process.stdout);
