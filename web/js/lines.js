// What a search has found: the best lines, what each is worth and its moves, and the bar beside the board.

import { button, el, setAttribute, setText } from './dom.js';
import { whiteOnTop } from './position.js';
import { Variation } from './variation.js';
import { forWhite, scoreText, share } from './words.js';

/** @typedef {import('./api.js').BestLine} BestLine */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Side} Side */

export class BestLines {
  /**
   * @param {object} wishes
   * @param {(moves: string[] | null) => void} wishes.preview shows the board after these moves; null for the board as it is
   * @param {(moves: string[]) => void} wishes.open goes there
   * @param {(move: string) => void} wishes.why asks why a move is not the best
   */
  constructor(wishes) {
    this.wishes = wishes;
    /** What can be seen of each line. @type {{ item: HTMLElement, worth: HTMLElement, variation: Variation }[]} */
    this.rows = [];
    this.element = el('ol', { id: 'lines', 'aria-label': 'Best lines' });
  }

  /** Keeps room for so many lines, so that nothing jumps when they come and go. @param {number} count */
  reserve(count) {
    this.element.style.setProperty('--count', String(count));
  }

  /** What is seen is of the position before; it stays for the moment, so that nothing jumps, but does nothing. */
  retire() {
    setAttribute(this.element, 'data-old', true);
    for (const { variation } of this.rows) variation.retire();
  }

  /** Rows are kept, so that what has the focus keeps it while an analysis goes on. @param {BestLine[]} lines @param {Side} side */
  show(lines, side) {
    setAttribute(this.element, 'data-old', null);
    for (const { variation } of this.rows.slice(lines.length)) variation.look(null);
    lines.forEach(({ score, play, move }, index) => {
      const { item, worth, variation } = (this.rows[index] ??= this.row(index));
      setText(worth, scoreText(forWhite(score, side)));
      variation.set(play.length > 0 ? play : [move]);
      if (this.element.children[index] !== item) this.element.append(item);
    });
    while (this.element.children.length > lines.length) this.element.lastElementChild?.remove();
  }

  /** @param {number} index */
  row(index) {
    const variation = new Variation(this.wishes);
    const worth = el('span', { class: 'worth' });
    const ask = () => {
      if (!variation.old) this.wishes.why(variation.moves[0] ?? '');
    };
    const why = button(null, 'why not?', ask, { class: 'small' });
    const item = el('li', { 'data-line': index + 1 }, worth, variation.element, index > 0 && why);
    return { item, worth, variation };
  }
}

/** The bar beside the board: how much of it is White's. */
export class EvalBar {
  constructor() {
    this.fill = el('div', {});
    this.element = el(
      'div',
      {
        id: 'eval-bar',
        role: 'meter',
        'aria-label': 'Evaluation, White’s share',
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': 50,
      },
      this.fill,
    );
  }

  /**
   * @param {Line} here
   * @param {number} white the evaluation for White
   * @param {string} words what that means
   * @param {boolean} flip
   */
  show({ ending, shape }, white, words, flip) {
    const won = ending?.winner === 'w' ? 1 : ending?.winner === 'b' ? 0 : 0.5;
    const percent = Math.round(100 * (ending === null ? share(white) : won));
    this.fill.style.height = `${percent}%`;
    this.element.className = whiteOnTop(shape.kind) !== flip ? 'white-above' : 'white-below';
    setAttribute(this.element, 'aria-valuenow', percent);
    setAttribute(this.element, 'aria-valuetext', `${words} for White`);
  }
}
