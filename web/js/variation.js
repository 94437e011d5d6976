// A line of moves as buttons: pointing at one shows on the board where it leads, pressing it goes there.

import { button, el, setAttribute, setText } from './dom.js';

export class Variation {
  /**
   * @param {object} actions
   * @param {(moves: string[] | null) => void} actions.preview shows the board after these moves; null for the present board
   * @param {(moves: string[]) => void} actions.open goes there
   * @param {boolean} [actions.steps] whether there are buttons to step through it
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
    // Only a pointer that moves counts: one at rest, under which the page changes, does not.
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

  /** Goes to the position after the first moves. @param {number} count */
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

  /** Stays visible while the board shows another position, but does nothing. */
  retire() {
    this.forget();
    this.old = true;
  }

  markHere() {
    [...this.list.children].forEach((child, index) => setAttribute(child, 'aria-current', index + 1 === this.at ? 'step' : null));
  }

  /**
   * Shows other moves. Buttons are reused, so that the focus stays while an analysis continues.
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
