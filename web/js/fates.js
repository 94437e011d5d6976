// How the game stood after each ply with perfect play, as a strip, where solved tables know it.

import { api, isAborted } from './api.js';
import { el, setAttribute } from './dom.js';
import { sideName } from './words.js';

/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Probe} Probe */

/** How many plies of a game are looked up. */
const MOST_PLIES = 300;

export class Fates {
  /** @param {(ply: number) => void} open goes to a ply */
  constructor(open) {
    this.open = open;
    /** The line that is shown. */
    this.key = '';
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {HTMLButtonElement[]} */
    this.steps = [];
    this.element = el('div', { id: 'fates', role: 'group', 'aria-label': 'The result of perfect play after each ply', hidden: true });
  }

  /** Looks up all plies of a line, unless it is the one before. @param {Place} place */
  show(place) {
    const key = JSON.stringify(place);
    if (key === this.key) return;
    this.key = key;
    this.close();
    this.element.hidden = true;
    this.steps = [];
    this.element.replaceChildren();
    const asking = new AbortController();
    this.asking = asking;
    void this.ask(place, asking).catch((error) => {
      // Nothing is known about the rest. Other requests report what is wrong with the server.
      if (!isAborted(error)) this.close();
    });
  }

  /** @param {Place} place @param {AbortController} asking */
  async ask(place, asking) {
    for (let ply = 0; ply <= Math.min(place.moves.length, MOST_PLIES); ply += 1) {
      const probe = await api.probe({ ...place, moves: place.moves.slice(0, ply) }, asking.signal);
      if (this.asking !== asking) return;
      // Without a table for the start there is hardly one later.
      if (!probe.known && ply === 0) return;
      this.add(ply, probe);
    }
  }

  /** @param {number} ply @param {Probe} probe */
  add(ply, { known, outcome, win_in: plies, certainty }) {
    const certain = known && certainty !== 'with_repeats';
    const result = outcome === 'draw' || outcome === null ? 'a draw' : `${sideName(outcome)} wins in ${Math.abs(plies ?? 0)}`;
    const words = `After ply ${ply}: ${certain ? result : 'not known'}`;
    const fate = !certain ? null : outcome === 'draw' || outcome === null ? 'draw' : outcome;
    const step = el('button', { type: 'button', 'data-result': fate, title: words, 'aria-label': words, click: () => this.open(ply) });
    this.steps[ply] = step;
    this.element.append(step);
    this.element.hidden = false;
  }

  /** Marks the ply that the board shows. @param {number} ply */
  mark(ply) {
    this.steps.forEach((step, index) => setAttribute(step, 'aria-current', index === ply ? 'step' : null));
  }

  close() {
    this.asking?.abort();
    this.asking = null;
  }
}
