// The review of a whole game: the evaluation after every move as a graph, and the mistakes with better moves.

import { api } from './api.js';
import { el, setText, svg } from './dom.js';
import { fail, say } from './shell.js';
import { Variation } from './variation.js';
import { forWhite, moveCount, percent, scoreText, sideName, whitesChance } from './words.js';

/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Reviewed} Reviewed */

const [WIDTH, HEIGHT] = [600, 130];

/** White's chance of winning over the game. */
export class Graph {
  /** @param {(ply: number) => void} open */
  constructor(open) {
    this.length = 0;
    this.element = svg('svg', {
      id: 'eval-graph',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': 'Evaluation over the game',
      click: (/** @type {MouseEvent} */ event) => {
        const { left, width } = this.element.getBoundingClientRect();
        open(Math.round(((event.clientX - left) / width) * Math.max(1, this.length)));
      },
    });
  }

  /**
   * @param {number} length the plies of the game
   * @param {number} ply the one that is shown
   * @param {Map<number, { score: number, chance: number, mark: string | null }>} values for White, by ply
   */
  show(length, ply, values) {
    this.length = length;
    const x = (/** @type {number} */ at) => (length === 0 ? WIDTH / 2 : (at / length) * WIDTH);
    const y = (/** @type {number} */ chance) => HEIGHT * (1 - chance);
    const known = [...values].filter(([at]) => at <= length).sort(([a], [b]) => a - b);
    this.element.replaceChildren();
    this.element.classList.toggle('unknown', known.length < 2);
    if (known.length < 2) {
      this.element.append(svg('text', { x: WIDTH / 2, y: HEIGHT / 2 + 7 }, 'The graph grows as positions are searched'));
      return;
    }
    const [first, last] = [known[0], known.at(-1)];
    if (first !== undefined && last !== undefined) {
      const top = known.map(([at, { chance }]) => `L${x(at).toFixed(1)} ${y(chance).toFixed(1)}`).join('');
      this.element.append(
        svg('path', { class: 'area', d: `M${x(first[0]).toFixed(1)} ${HEIGHT}${top}L${x(last[0]).toFixed(1)} ${HEIGHT}Z` }),
      );
    }
    this.element.append(svg('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }));
    this.element.append(svg('line', { class: 'here', x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }));
    for (const [at, { chance, mark }] of known) {
      if (mark !== null) this.element.append(svg('circle', { class: mark, cx: x(at), cy: y(chance), r: 6 }));
    }
    const words = `from ${scoreText(first?.[1].score ?? 0)} to ${scoreText(last?.[1].score ?? 0)}`;
    this.element.setAttribute('aria-label', `Evaluation over the game, White’s share from below: ${words}`);
  }
}

/** A review of a game, as far as it has been done. */
export class Review {
  /**
   * @param {object} actions
   * @param {() => void} actions.changed
   * @param {(ply: number) => string} actions.addressOf
   * @param {() => void} actions.look the board shows something that was pressed here
   * @param {(ply: number, moves: string[] | null) => void} actions.preview
   * @param {(ply: number, moves: string[]) => void} actions.open
   */
  constructor(actions) {
    this.actions = actions;
    /** @type {Map<number, Reviewed>} */
    this.plies = new Map();
    /** What it is about. @type {Place | null} */
    this.place = null;
    /** How many plies are not judged, because nobody chose them. */
    this.opening = 0;
    /** @type {AbortController | null} */
    this.running = null;
    /** How far it is, beside its button. */
    this.words = el('p', { id: 'review-words', class: 'quiet' });
    this.marks = el('ul', { id: 'marks' });

  }

  stop() {
    if (this.running === null) return;
    this.running.abort();
    this.running = null;
    this.showUnfinished();
  }

  showUnfinished() {
    setText(this.words, this.plies.size === 0 ? 'Stopped.' : `Stopped. ${this.summary()}`);
  }

  /** Forgets all of it, and stops. */
  clear() {
    this.stop();
    this.place = null;
    this.plies.clear();
    this.marks.replaceChildren();
    setText(this.words, '');
  }

  /** Forgets what is about other moves than these. @param {Place} place */
  keepFor({ position, moves }) {
    if (this.place === null) return;
    const same = this.place.position === position && this.place.moves.every((move, index) => move === moves[index]);
    if (!same) this.clear();
  }

  /** @param {Place} place @param {number} seconds for each position @param {number} opening how many plies are nobody’s choice */
  async run(place, seconds, opening) {
    this.clear();
    this.opening = opening;
    const running = new AbortController();
    this.running = running;
    this.place = place;
    this.showProgress(0);
    this.actions.changed();
    try {
      for await (const { event, data } of api.review(place, seconds, running.signal)) {
        if (this.running !== running) return;
        if (event === 'ply') this.take(data);
      }
      if (this.running !== running) return;
      setText(this.words, this.summary());
      say(`The review is done. ${this.summary()}`);
    } catch (error) {
      if (this.running !== running) return;
      this.showUnfinished();
      fail(error);
    }
    this.running = null;
    this.actions.changed();
  }

  /** @param {number} searched */
  showProgress(searched) {
    setText(this.words, `Searched ${searched} of ${(this.place?.moves.length ?? 0) + 1} positions.`);
  }

  /** @param {Reviewed} found */
  take(found) {
    if (found.ply < this.opening) found.mark = null;
    this.plies.set(found.ply, found);
    this.showProgress(found.ply + 1);
    const before = this.plies.get(found.ply - 1);
    if (before !== undefined && before.mark !== null) this.marks.append(this.markItem(before, found));
    this.actions.changed();
  }

  /** The plies whose moves have been judged: the position after them has been searched too. */
  get judged() {
    return [...this.plies.values()].filter(({ ply }) => ply >= this.opening && this.plies.has(ply + 1));
  }

  /** A move that was a mistake: what it has cost, and what was better. @param {Reviewed} found @param {Reviewed} next the position after it */
  markItem(found, next) {
    const { ply, side, played, mark, best, play, shown } = found;
    const better = new Variation({
      preview: (moves) => this.actions.preview(ply, moves),
      open: (moves) => {
        this.actions.open(ply, moves);
        this.actions.look();
      },
    });
    better.set(play.length > 0 ? play : best === null ? [] : [best]);
    // Both sides' moves have the same number, whoever moved first.
    const number = moveCount(ply + (side === 'w' ? 2 : 1));
    return el(
      'li',
      { class: mark ?? '' },
      // The position in which another move was better, and not the one after it.
      el('a', { href: this.actions.addressOf(ply), click: () => this.actions.look() }, `Move ${number}, ${sideName(side)}: ${played ?? ''}`),
      ` – ${mark}: ${costText(found, next)}. Better (${scoreText(forWhite(shown, side)).replace(/^(?=[+−0])/, 'White ')}):`,
      better.element,
    );
  }

  /** The mistake that was made in a position, if its move was one. @param {number} ply */
  mistakeAt(ply) {
    const found = this.plies.get(ply);
    if (found === undefined || found.mark === null || found.played === null || found.best === null) return null;
    return { side: found.side, mark: found.mark, played: found.played, best: found.best };
  }

  summary() {
    const kinds = ['blunder', 'mistake', 'inaccuracy'];
    const of = (/** @type {'w' | 'b'} */ side) => {
      const parts = kinds
        .map((kind) => ({
          kind,
          count: this.judged.filter((found) => found.side === side && found.mark === kind).length,
        }))
        .filter(({ count }) => count > 0)
        .map(({ kind, count }) => `${count} ${count === 1 ? kind : kind === 'inaccuracy' ? 'inaccuracies' : `${kind}s`}`);
      return `${sideName(side)}: ${parts.length > 0 ? parts.join(', ') : this.faultless(side)}.`;
    };
    return `${of('w')} ${of('b')}`;
  }

  /** What to say of a side without mistakes: one that had lost before its first move could make none. @param {'w' | 'b'} side */
  faultless(side) {
    const turns = this.judged.filter((found) => found.side === side);
    if (turns.length === 0) return 'no moves';
    const isLost = (/** @type {Reviewed} */ { win_in: distance }) => distance !== null && distance < 0;
    return turns.every(isLost) ? 'no choice, because every move lost' : 'no mistakes found';
  }

  /** What the list of moves says about a move. @param {number} ply the position after it */
  remark(ply) {
    const before = this.plies.get(ply - 1);
    const after = this.plies.get(ply);
    if (before === undefined) return null;
    const text = after === undefined ? '' : scoreText(forWhite(after.shown, after.side));
    return { mark: before.mark, text: ply <= this.opening ? `opening ${text}` : text };
  }

  /** What the graph needs. */
  values() {
    return new Map(
      [...this.plies].map(([ply, { shown, chance, side }]) => [
        ply,
        { score: forWhite(shown, side), chance: whitesChance(chance, side), mark: this.plies.get(ply - 1)?.mark ?? null },
      ]),
    );
  }
}

/** What a bad move has cost its player. Decided results come first. @param {Reviewed} found @param {Reviewed} next the position after it */
function costText({ side, chance, win_in: winIn }, next) {
  const isWon = (/** @type {number | null} */ distance) => distance !== null && distance > 0;
  if (isWon(winIn)) return isWon(next.win_in) ? 'it turns a won game into a lost one' : 'it gives a certain win away';
  const was = `${sideName(side)}’s chance of winning`;
  if (isWon(next.win_in)) return `${was} was ${percent(chance)}, and now the game is lost`;
  return `${was} falls from ${percent(chance)} to ${percent(1 - next.chance)}`;
}
