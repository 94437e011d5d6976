// What a search has found: the best lines with their scores and moves, and the bar beside the board.

import { button, el, setAttribute, setText } from './dom.js';
import { Variation } from './variation.js';
import { forWhite, scoreText } from './words.js';

/** @typedef {import('./api.js').BestLine} BestLine */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Side} Side */

export class BestLines {
  /**
   * @param {object} actions
   * @param {(moves: string[] | null) => void} actions.preview shows the board after these moves; null for the present board
   * @param {(moves: string[]) => void} actions.open goes there
   * @param {(move: string) => void} actions.why asks why a move is not the best
   */
  constructor(actions) {
    this.actions = actions;
    /** The elements of each line. @type {{ item: HTMLElement, worth: HTMLElement, variation: Variation }[]} */
    this.rows = [];
    this.element = el('ol', { id: 'lines', 'aria-label': 'Best lines' });
  }

  /** Reserves room for this number of lines, so that nothing jumps when they change. @param {number} count */
  reserve(count) {
    this.element.style.setProperty('--count', String(count));
  }

  /** The lines of the position before stay visible for the moment, so that nothing jumps, but they do nothing. */
  retire() {
    setAttribute(this.element, 'data-old', true);
    for (const { variation } of this.rows) variation.retire();
  }

  /**
   * Rows are reused, so that the focus stays while an analysis continues.
   * @param {BestLine[]} lines what the search has found
   * @param {Side} side
   * @param {({ move: string } & import('./solved.js').Verdict)[] | null} solved what is known for certain, which counts more
   */
  show(lines, side, solved) {
    setAttribute(this.element, 'data-old', null);
    const playOf = (/** @type {string} */ move) => lines.find((line) => line.move === move)?.play ?? [];
    const rows = solved
      ? solved.map(({ move, text }) => ({ move, text, play: playOf(move) }))
      : lines.map(({ move, shown, play }) => ({ move, play, text: scoreText(forWhite(shown, side)) }));
    for (const { variation } of this.rows.slice(rows.length)) variation.look(null);
    rows.forEach(({ text, play, move }, index) => {
      const { item, worth, variation } = (this.rows[index] ??= this.row(index));
      setText(worth, text);
      variation.set(play.length > 0 ? play : [move]);
      if (this.element.children[index] !== item) this.element.append(item);
    });
    while (this.element.children.length > rows.length) this.element.lastElementChild?.remove();
  }

  /** @param {number} index */
  row(index) {
    const variation = new Variation(this.actions);
    const worth = el('span', { class: 'worth' });
    const ask = () => {
      if (!variation.old) this.actions.why(variation.moves[0] ?? '');
    };
    const why = button(null, 'why not?', ask, { class: 'small' });
    const item = el('li', { 'data-line': index + 1 }, worth, variation.element, index > 0 && why);
    return { item, worth, variation };
  }
}

/** The bar beside the board: White's chance of winning. */
export class EvalBar {
  constructor() {
    this.fill = el('div', {});
    this.element = el(
      'div',
      {
        id: 'eval-bar',
        role: 'meter',
        'aria-label': 'White’s chance of winning in percent',
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': 50,
      },
      this.fill,
    );
  }

  /**
   * @param {Line} here
   * @param {number} chance White's chance of winning
   * @param {string} words what that means
   * @param {boolean} flip
   */
  show({ ending, board }, chance, words, flip) {
    const won = ending?.winner === 'w' ? 1 : ending?.winner === 'b' ? 0 : 0.5;
    const percent = Math.round(100 * (ending === null ? chance : won));
    this.fill.style.height = `${percent}%`;
    this.element.className = board.white_on_top !== flip ? 'white-above' : 'white-below';
    setAttribute(this.element, 'aria-valuenow', percent);
    setAttribute(this.element, 'aria-valuetext', `${words} for White`);
  }
}
