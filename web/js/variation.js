// A line of moves as buttons: to look at one shows on the board where it leads, to press it goes there.

import { button, el, setAttribute, setText } from './dom.js';

export class Variation {
  /**
   * @param {object} wishes
   * @param {(moves: string[] | null) => void} wishes.preview shows the board after these moves; null for the board as it is
   * @param {(moves: string[]) => void} wishes.open goes there
   * @param {boolean} [wishes.steps] whether there are buttons to step through it
   */
  constructor({ preview, open, steps = false }) {
    this.preview = preview;
    this.open = open;
    /** @type {string[]} */
    this.moves = [];
    /** How many of the moves the board shows, if it shows them. @type {number | null} */
    this.at = null;
    /** Whether it belongs to another position: then it does nothing. */
    this.old = false;
    this.list = el('div', { class: 'variation' });
    this.element = el('div', {}, this.list);
    if (steps) {
      this.element.append(
        el(
          'div',
          { class: 'row' },
          button(null, 'Step back', () => this.look(Math.max(0, (this.at ?? 0) - 1)), { class: 'small' }),
          button(null, 'Step', () => this.look(Math.min(this.moves.length, (this.at ?? 0) + 1)), { class: 'small' }),
          button(null, 'Show the board again', () => this.look(null), { class: 'small' }),
        ),
      );
    }
    // Only a pointer that moves wants to look: one at rest, under which the page changes, does not.
    this.list.addEventListener('mousemove', (event) => this.lookAt(event.target));
    this.list.addEventListener('focusin', (event) => this.lookAt(event.target));
    this.list.addEventListener('mouseleave', () => this.look(null));
    this.list.addEventListener('focusout', (event) => {
      if (!(event.relatedTarget instanceof Node && this.list.contains(event.relatedTarget))) this.look(null);
    });
  }

  /** @param {EventTarget | null} target */
  lookAt(target) {
    const index = target instanceof Element ? [...this.list.children].indexOf(target) : -1;
    if (index >= 0) this.look(index + 1);
  }

  /** @param {number | null} at */
  look(at) {
    if (this.old || at === this.at) return;
    this.at = at;
    this.markHere();
    this.preview(at === null ? null : this.moves.slice(0, at));
  }

  /** Goes to where so many of the moves lead. @param {number} count */
  press(count) {
    if (this.old) return;
    this.forget();
    this.open(this.moves.slice(0, count));
  }

  /** The board shows something else now. */
  forget() {
    this.at = null;
    this.markHere();
  }

  /** Stays to be seen while the board shows another position. */
  retire() {
    this.forget();
    this.old = true;
  }

  markHere() {
    [...this.list.children].forEach((child, index) => setAttribute(child, 'aria-current', index + 1 === this.at ? 'step' : null));
  }

  /**
   * Shows other moves. Buttons are kept, so that what has the focus keeps it while an analysis goes on.
   * @param {string[]} moves
   */
  set(moves) {
    const before = this.at === null ? '' : this.moves.slice(0, this.at).join(' ');
    this.old = false;
    this.moves = moves;
    moves.forEach((move, index) => {
      const known = this.list.children[index];
      if (known) setText(known, move);
      else this.list.append(button(null, move, () => this.press(index + 1)));
    });
    while (this.list.children.length > moves.length) this.list.lastElementChild?.remove();
    if (this.at === null) return;
    if (this.at > moves.length) this.at = moves.length;
    const now = moves.slice(0, this.at);
    if (now.join(' ') !== before) this.preview(now);
    this.markHere();
  }
}
