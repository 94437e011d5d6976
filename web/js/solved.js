// The result of perfect play in a position and after each of its moves, where solved tables know it.

import { Refusal, api, isAborted } from './api.js';
import { button, el, setAttribute, setText } from './dom.js';
import { distanceText, sideName } from './words.js';

/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Probe} Probe */
/** @typedef {import('./api.js').ProbedMove} ProbedMove */
/** @typedef {'win' | 'draw' | 'loss'} Fate */
/** How the game ends after a move, for the side that makes it. @typedef {{ fate: Fate, text: string }} Verdict */

const MOST_KEPT = 200;

/** What to say about tables that allow repeated boards. @type {Record<string, string>} */
const NOTES = {
  exact: '',
  outcome: 'The winner is certain. The number of plies may differ: the table allows repeated boards, which this game forbids.',
  with_repeats: 'The table allows repeated boards. This game forbids them, so the result may be different.',
};

/** @param {number} count */
const pliesText = (count) => (count === 1 ? '1 ply' : `${count} plies`);

/** @param {Probe} probe */
function headline({ outcome, win_in: plies }) {
  if (outcome === 'draw' || outcome === null) return 'Solved: draw';
  return `Solved: ${sideName(outcome)} wins in ${pliesText(Math.abs(plies ?? 0))}`;
}

/** @param {ProbedMove} move @returns {Verdict} */
function verdictOf({ win_in: plies }) {
  if (plies === null) return { fate: 'draw', text: 'draws' };
  return plies > 0 ? { fate: 'win', text: `wins in ${plies}` } : { fate: 'loss', text: `loses in ${-plies}` };
}

/**
 * The best move by the solved tables, if it is certain, and what to say about it.
 * @param {Place} place
 * @param {AbortSignal} signal
 * @returns {Promise<{ move: string, words: string } | null>}
 */
export async function solvedHint(place, signal) {
  // If something is wrong with the tables, the engine still answers.
  const probe = await api.probe(place, signal).catch(() => null);
  const best = probe?.known ? probe.moves[0] : undefined;
  if (best === undefined || best.certainty === 'with_repeats') return null;
  return { move: best.move, words: `Hint: ${best.move}. The position is solved: this ${best.win_in === null ? 'draws' : distanceText(best.win_in)}.` };
}

/** The part of the analysis that shows it; hidden where nothing is known. */
export class Solution {
  /**
   * @param {object} actions
   * @param {() => void} actions.changed what is known has changed
   * @param {(move: string | null) => void} actions.preview shows the board after this move; null for the present board
   * @param {(move: string) => void} actions.open goes there
   * @param {(error: unknown) => void} actions.fail
   */
  constructor(actions) {
    this.actions = actions;
    /** @type {Map<string, Probe>} */
    this.kept = new Map();
    /** The position that is asked about or shown. */
    this.key = '';
    /** What is known of it. @type {Probe | null} */
    this.probe = null;
    /** @type {AbortController | null} */
    this.asking = null;
    /** The move after which the board is shown, if it is. @type {string | null} */
    this.looking = null;
    this.head = el('h2', { id: 'solved-head' });
    this.note = el('p', { id: 'solved-note', class: 'quiet' });
    this.list = el('ol', { id: 'solved-moves', 'aria-label': 'The result of each move, the best first' });
    this.element = el('section', { id: 'solved', 'aria-labelledby': 'solved-head', hidden: true }, this.head, this.note, this.list);
  }

  /** Asks about a position, unless it is the same as before; null for a finished game. @param {Place | null} place */
  ask(place) {
    const key = place === null ? '' : JSON.stringify([place.game, place.position, place.moves]);
    if (key === this.key) return;
    this.key = key;
    this.looking = null;
    this.asking?.abort();
    this.asking = null;
    this.probe = null;
    const known = this.kept.get(key);
    if (place === null || known !== undefined) this.show(known ?? null);
    else void this.fetch(place, key);
  }

  /** @param {Place} place @param {string} key */
  async fetch(place, key) {
    const asking = new AbortController();
    this.asking = asking;
    // The answer for the position before stays visible for the moment, so that nothing jumps, but it does nothing.
    setAttribute(this.element, 'data-old', true);
    try {
      const probe = await api.probe(place, asking.signal);
      if (this.asking !== asking) return;
      this.keep(key, probe);
      this.show(probe);
    } catch (error) {
      if (this.asking !== asking || isAborted(error)) return;
      this.show(null);
      // A damaged table must be repaired. That the server is busy or gone is reported by other requests.
      if (error instanceof Refusal && error.status >= 500) this.actions.fail(error);
    }
  }

  /** @param {string} key @param {Probe} probe */
  keep(key, probe) {
    this.kept.set(key, probe);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(oldest);
    }
  }

  close() {
    this.asking?.abort();
    this.asking = null;
  }

  /** @param {Probe | null} probe */
  show(probe) {
    this.probe = probe?.known ? probe : null;
    setAttribute(this.element, 'data-old', null);
    this.element.hidden = this.probe === null;
    if (this.probe !== null) {
      const note = NOTES[this.probe.certainty ?? 'exact'] ?? '';
      setText(this.head, headline(this.probe));
      setText(this.note, note);
      this.note.hidden = note === '';
    }
    this.showMoves(this.probe?.moves ?? []);
    this.actions.changed();
  }

  /** Buttons are reused, so that the focus stays. @param {ProbedMove[]} moves */
  showMoves(moves) {
    moves.forEach((move, index) => {
      const item = this.list.children[index] ?? this.list.appendChild(this.item(index));
      const [name, words] = item.querySelectorAll('span');
      const { fate, text } = verdictOf(move);
      setAttribute(item, 'data-fate', fate);
      if (name) setText(name, move.move);
      if (words) setText(words, text);
    });
    while (this.list.children.length > moves.length) this.list.lastElementChild?.remove();
    this.list.scrollTop = 0;
  }

  /** @param {number} index */
  item(index) {
    const move = () => this.probe?.moves[index]?.move;
    const look = () => this.look(move() ?? null);
    const back = () => this.look(null);
    const open = () => {
      this.looking = null;
      const chosen = move();
      if (chosen !== undefined) this.actions.open(chosen);
    };
    // Only a pointer that moves counts: one at rest, under which the page changes, does not.
    const press = button(null, '', open, { mousemove: look, focus: look, mouseleave: back, blur: back });
    press.append(el('span', { class: 'name' }), ' ', el('span', { class: 'fate' }));
    return el('li', {}, press);
  }

  /** Shows where a move leads, once; null shows the present board. @param {string | null} move */
  look(move) {
    if (move === this.looking) return;
    this.looking = move;
    this.actions.preview(move);
  }

  /** The moves whose result is certain in this game. */
  get certain() {
    return (this.probe?.moves ?? []).filter(({ certainty }) => certainty !== 'with_repeats');
  }

  /** The best moves, if they are certain. @param {number} count @returns {({ move: string } & Verdict)[] | null} */
  best(count) {
    // The best come first: if the first is not certain, it may not be the best.
    if (this.probe === null || this.probe.moves[0]?.certainty === 'with_repeats') return null;
    return this.certain.slice(0, count).map((move) => ({ move: move.move, ...verdictOf(move) }));
  }

  /** How the game ends, if that is certain: White's share of the point, and in words. @returns {{ share: number, words: string } | null} */
  get result() {
    const { outcome, win_in: plies, certainty } = this.probe ?? {};
    if (outcome === undefined || certainty === 'with_repeats') return null;
    if (outcome === 'draw' || outcome === null) return { share: 0.5, words: 'draw' };
    return { share: outcome === 'w' ? 1 : 0, words: `${sideName(outcome)} wins in ${Math.abs(plies ?? 0)}` };
  }

  /** How the game ends after each move, by its name, the best first. @returns {Map<string, Verdict>} */
  verdicts() {
    return new Map(this.certain.map((move) => [move.move, verdictOf(move)]));
  }
}
