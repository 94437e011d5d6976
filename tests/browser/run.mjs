// Runs the browser tests: all of them, or the files that are named.
//
//   node tests/browser/run.mjs [FILE.test.mjs]…
//
// The program is target/debug/quadrille, or the one that QUADRILLE names. QUADRILLE_FILES serves the page from a folder instead of
// from the program; PATIENCE is how many milliseconds to wait for anything before it counts as not happening.

import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHROMIUM, program } from './lib/server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const chosen = process.argv.slice(2).map((file) => (existsSync(file) ? resolve(file) : join(here, file)));
// The runner takes them in the order of their names, whatever their order here.
const files = chosen.length > 0 ? chosen : readdirSync(here).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name));
for (const needed of [CHROMIUM, program(), ...files]) {
  if (!existsSync(needed)) {
    console.error(`there is no ${needed}`);
    process.exit(1);
  }
}

// Most of the time is spent waiting for a page, so more files run at a time than there may be processors.
const child = spawn(process.execPath, ['--test', '--test-reporter=spec', '--test-concurrency=3', ...files], { stdio: 'inherit' });
// Whoever ends this ends all of it: each file ends its own servers and browsers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.removeAllListeners(signal);
  process.on(signal, () => child.kill('SIGTERM'));
}
child.on('exit', (code) => { process.exitCode = code ?? 1; });
