// The board with the list of moves and the buttons to go through them, shared by play and analysis.

import { Board } from './board.js';
import { button, el, keepInSight, setAttribute, svg } from './dom.js';
import { cellsAt, sideAt } from './position.js';
import { moveNumber } from './words.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./board.js').Scene} Scene */
/** @typedef {import('./board.js').BoardOptions} BoardOptions */
/** @typedef {import('./drawing.js').Men} Men */

/** @type {Move[]} */
const NO_MOVES = [];

/** The moves of a game, each a link to its position. */
class MoveList {
  constructor() {
    this.list = el('ol', {});
    this.element = el('div', { id: 'moves', role: 'region', 'aria-label': 'Moves', tabindex: 0 }, this.list);
    /** @type {HTMLAnchorElement[]} */
    this.links = [];
    this.shown = '';
  }

  /**
   * @param {Line} line
   * @param {number} ply
   * @param {(ply: number) => string} addressOf
   * @param {(ply: number) => { mark: string | null, text: string } | null} [remark]
   */
  show(line, ply, addressOf, remark = () => null) {
    const rows = line.plies.map(({ move }, index) => ({ move, note: remark(index + 1) }));
    const key = JSON.stringify([line.start.side, rows, addressOf(-1)]);
    if (key !== this.shown) {
      this.shown = key;
      this.links = [el('a', { 'data-ply': 0, href: addressOf(0) }, 'Start')];
      this.list.replaceChildren(el('li', { class: 'start' }, this.links[0]));
      rows.forEach(({ move, note }, index) => {
        const mover = sideAt(line, index) === 'w' ? 'White' : 'Black';
        const link = el(
          'a',
          { 'data-ply': index + 1, 'data-mark': note?.mark, href: addressOf(index + 1) },
          el('span', { class: 'number', 'aria-hidden': 'true' }, mover === 'White' || index === 0 ? `${moveNumber(line, index + 1)}.` : ''),
          el('span', { class: `disc ${mover.toLowerCase()}`, 'aria-hidden': 'true' }),
          el('span', { class: 'sr' }, `${moveNumber(line, index + 1)}, ${mover} `),
          el('span', { class: 'name' }, move),
          note !== null && el('small', {}, note.text),
        );
        this.links.push(link);
        this.list.append(el('li', {}, link));
      });
    }
    this.links.forEach((link, index) => setAttribute(link, 'aria-current', index === ply ? 'step' : null));
    const current = this.links[ply];
    if (current === undefined) return;
    const keep = () => keepInSight(this.element, current);
    // A view is filled before it is shown, and nothing has a place until then.
    if (this.element.isConnected) keep();
    else requestAnimationFrame(keep);
  }
}

/** A board that goes through a line. */
export class Table {
  /**
   * @param {Line} line
   * @param {Men} men
   * @param {BoardOptions} options
   * @param {object} steps
   * @param {() => { ply: number, length: number }} steps.from where steps count from: the requested ply, which may not be shown yet
   * @param {(ply: number) => void} steps.to
   */
  constructor(line, men, options, steps) {
    this.line = line;
    this.ply = line.plies.length;
    this.choices = el('div', { id: 'choices', role: 'group', 'aria-label': 'Which of these moves?', hidden: true });
    this.choices.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.leaveChoices();
    });
    this.board = new Board(line.board, men, { ...options, choose: (moves, done) => this.choose(moves, done) });
    this.moves = new MoveList();
    /** @param {number} by */
    const step = (by) => {
      const { ply, length } = steps.from();
      steps.to(Math.max(0, Math.min(ply + by, length)));
    };
    /** @param {string} id @param {string} label @param {string} d @param {number} by */
    const stepper = (id, label, d, by) => {
      const press = button(id, '', () => step(by), { 'aria-label': label, title: label });
      press.append(svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d })));
      return press;
    };
    this.steppers = el(
      'div',
      { class: 'steppers', role: 'group', 'aria-label': 'Go through the moves' },
      stepper('first', 'Start', 'M5 5h3v14H5zM20 5v14L9 12z', -Infinity),
      stepper('previous', 'Back', 'M18 5v14L7 12z', -1),
      stepper('next', 'Forward', 'M6 5v14l11-7z', 1),
      stepper('last', 'Last position', 'M16 5h3v14h-3zM4 5v14l11-7z', Infinity),
    );
    /** Left and right go through the moves, unless the focused element uses these keys. @param {KeyboardEvent} event */
    this.onKey = (event) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      if (target instanceof Element && target.closest('input, select, textarea, [role="grid"], [role="region"]:not(#moves)'))
        return;
      event.preventDefault();
      step(key === 'ArrowLeft' ? -1 : 1);
    };
    document.addEventListener('keydown', this.onKey);
  }

  close() {
    document.removeEventListener('keydown', this.onKey);
  }

  /**
   * Shows a position of a line, with the step from what was shown before if it is only one.
   * @param {Line} line
   * @param {number} ply
   * @param {{ moves?: Move[], repeats?: import('./api.js').Repeat[], flipped: boolean, still?: boolean }} how
   */
  show(line, ply, { moves = NO_MOVES, repeats = [], flipped, still = false }) {
    const [before, after] = [cellsAt(this.line, this.ply), cellsAt(line, ply)];
    /** @type {Scene['step']} */
    let step = null;
    const forward = line.plies[ply - 1];
    const backward = this.line.plies[ply];
    if (!still && forward && ply === this.ply + 1 && cellsAt(line, ply - 1) === before) {
      step = { move: forward, before, back: false };
    } else if (!still && backward && ply === this.ply - 1 && cellsAt(this.line, ply) === after) {
      step = { move: backward, before: after, back: true };
    }
    this.line = line;
    this.ply = ply;
    this.hideChoices();
    this.board.show({ cells: after, side: sideAt(line, ply), moves, repeats, last: forward ?? null, flipped, step });
  }

  /**
   * Shows a look ahead: where a line of moves leads. The table stays where it is.
   * @param {Line} line
   * @param {boolean} flipped
   */
  preview(line, flipped) {
    const last = line.plies.at(-1) ?? null;
    const step = last && { move: last, before: cellsAt(line, line.plies.length - 1), back: false };
    this.board.show({ cells: line.cells, last, flipped, step, preview: true });
  }

  /**
   * Several moves have the same ends: asks which.
   * @param {Move[]} moves
   * @param {(move: Move) => void} done
   */
  choose(moves, done) {
    const choices = moves.map((move) =>
      button(
        null,
        move.move,
        () => {
          this.leaveChoices();
          done(move);
        },
        {
          'data-move': move.move,
          focus: () => this.board.arrows([{ path: move.path, rank: 1 }]),
          mouseenter: () => this.board.arrows([{ path: move.path, rank: 1 }]),
        },
      ),
    );
    this.choices.replaceChildren(
      el('span', {}, 'Which way?'),
      ...choices,
      button(null, 'Cancel', () => this.leaveChoices()),
    );
    this.choices.hidden = false;
    choices[0]?.focus();
  }

  leaveChoices() {
    this.hideChoices();
    this.board.focus(); // first, so that the focus stays on the cell where it was
    this.board.select(null);
  }

  hideChoices() {
    if (this.choices.hidden) return;
    this.choices.hidden = true;
    this.choices.replaceChildren();
    this.board.arrows([]);
  }
}
