// How fast the engine is as WebAssembly: its nodes in a second of processor time, as a share of those of the same code on this machine. Both
// search in turn, in one run, and the fastest of several searches counts. DESK is the program to compare with:
//
//   cargo build --release -p wasm --example desk && ./site target/site
//   QUADRILLE_SITE=target/site node tests/browser/site/speed.mjs target/release/examples/desk [RUNS]

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { NativeDesk, engineModule, openEngine } from './lib.mjs';

const [program, runs = '3'] = process.argv.slice(2);
if (program === undefined) throw new Error('usage: speed.mjs DESK [RUNS]');

/** @type {[string, number][]} */
const SEARCHES = [['ctf:5', 15], ['crusher:3', 12], ['congo', 9], ['oska:5', 20]];

/** An analysis from the start of a game by an engine that knows nothing yet; the nodes that it visits. */
async function analyse(ask, step, game, depth) {
  await ask({ method: 'POST', path: ['analysis'], body: { game, depth, lines: 1, seconds: 300 }, stream: 1 });
  let nodes = 0;
  for (let more = true; more; ) {
    const { events, more: goesOn } = await step();
    for (const { event, data } of events) if (event === 'report') ({ nodes } = data);
    more = goesOn;
  }
  return nodes;
}

/** The processor time of a process, in seconds. Linux counts it in hundredths. @param {number} id */
function processorTime(id) {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function inBrowser(module, game, depth) {
  const engine = await openEngine(module);
  const before = process.cpuUsage();
  const nodes = await analyse((request) => engine.call(request), () => engine.step(1, 0xffffffff), game, depth);
  const { user, system } = process.cpuUsage(before);
  return { nodes, seconds: (user + system) / 1e6 };
}

async function onMachine(game, depth) {
  const desk = new NativeDesk(resolve(program));
  const id = /** @type {number} */ (desk.child.pid);
  const nodes = await analyse((request) => desk.ask(request), () => desk.ask({ step: 1 }), game, depth);
  const seconds = processorTime(id);
  desk.close();
  return { nodes, seconds };
}

const module = await engineModule();
for (const [game, depth] of SEARCHES) {
  const [wasm, native] = [[], []];
  for (let run = 0; run < Number(runs); run += 1) {
    wasm.push(await inBrowser(module, game, depth));
    native.push(await onMachine(game, depth));
  }
  const fastest = (all) => Math.min(...all.map(({ seconds }) => seconds));
  const [{ nodes }] = wasm;
  if (native[0].nodes !== nodes) throw new Error(`${game}: ${nodes} nodes as WebAssembly, ${native[0].nodes} on this machine`);
  const speed = (seconds) => `${(nodes / seconds / 1e6).toFixed(2)} million a second`;
  const share = fastest(native) / fastest(wasm);
  console.log(`${game} to depth ${depth}: ${nodes} nodes, ${speed(fastest(wasm))} as WebAssembly, ${speed(fastest(native))} on this machine: ${share.toFixed(2)}`);
}
