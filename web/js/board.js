// The board that people play on: shows where a man can go, and turns clicks, drags and keys into moves. It knows no rules: it is given
// the legal moves and the forbidden ones.

import { markCells } from './cell-marks.js';
import { el, keepInSight, setAttribute, svg } from './dom.js';
import { Dragging } from './dragging.js';
import { EMPTY, Layout, pointsText } from './drawing.js';
import { neighbour } from './geometry.js';
import { arrow } from './marks.js';
import { animateMove } from './motion.js';

/** @typedef {import('./api.js').BoardData} BoardData */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Repeat} Repeat */
/** @typedef {import('./drawing.js').Men} Men */
/** @typedef {{ path: number[], rank: number | 'why', fate?: string }} Arrow */
/**
 * What a board shows.
 * @typedef {object} Scene
 * @property {string} cells
 * @property {Move[]} [moves] those that can be played here
 * @property {Repeat[]} [repeats] those forbidden because they would repeat a board
 * @property {import('./api.js').Side} [side] who is to move
 * @property {Move | null} [last] the move that led here
 * @property {boolean} [flipped]
 * @property {{ move: Move, before: string, back: boolean } | null} [step] what to animate
 * @property {boolean} [preview] whether it is a look ahead
 */
/**
 * @typedef {object} BoardOptions
 * @property {boolean} [still] a picture of a board that takes no input
 * @property {(move: Move) => void} [play]
 * @property {(words: string) => void} [refuse]
 * @property {(from: number, to: number) => void} [illegal] somebody tries a move that breaks a rule
 * @property {() => void} [lift] a man is taken up
 * @property {(words: string) => void} [announce] says something to screen readers only
 * @property {(moves: Move[], done: (move: Move) => void) => void} [choose] asks which of several moves with the same ends is meant
 * @property {(cell: number, from: number | null) => void} [edit] takes all clicks, and drags with where they came from
 * @property {(cell: number, key: string) => void} [editKey]
 * @property {(letter: string) => string} [about] says what a man does, for people who point at it
 */

/** How many targets are read out. */
const MOST_NAMED_TARGETS = 12;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

export class Board {
  /**
   * @param {BoardData} board
   * @param {Men} men what may stand on it
   * @param {BoardOptions} options
   */
  constructor(board, men, options) {
    this.layout = new Layout(board);
    this.men = men;
    const names = board.cells.map(({ name }) => name);
    this.names = names;
    this.options = options;
    /** @type {Scene} */
    this.scene = { cells: EMPTY.repeat(names.length) };
    this.flipped = false;
    /** @type {number | null} */
    this.selected = null;
    this.focused = 0;
    /** Where up and down keep to. @type {number | null} */
    this.near = null;
    /** @type {Dragging | null} */
    this.dragging = null;
    /** The man on each cell, drawn. @type {(SVGElement | null)[]} */
    this.figures = names.map(() => null);
    this.letters = names.map(() => EMPTY);

    /** How the game ends after moves, where that is known, by their names. @type {Map<string, import('./solved.js').Verdict>} */
    this.verdicts = new Map();
    /** The next move needs no animation: the player has dragged the man there. */
    this.carried = false;

    this.ground = svg('g', {});
    this.wallLayer = svg('g', { 'aria-hidden': 'true' });
    this.labelLayer = svg('g', { class: 'labels', 'aria-hidden': 'true' });
    this.menLayer = svg('g', { class: 'men', 'aria-hidden': 'true' });
    this.markLayer = svg('g', { class: 'marks', 'aria-hidden': 'true' });
    this.arrowLayer = svg('g', { class: 'arrows', 'aria-hidden': 'true' });
    this.ring = svg('polygon', { class: 'focus-ring', 'aria-hidden': 'true' });
    const { width, height, viewBox } = this.layout;
    this.picture = svg(
      'svg',
      {
        class: `board ${board.outline}`,
        viewBox,
        role: options.still ? 'img' : 'grid',
        'aria-label': 'Board',
        'data-board': options.still ? null : board.outline,
      },
      this.labelLayer,
      this.ground,
      this.wallLayer,
      this.menLayer,
      this.markLayer,
      this.arrowLayer,
      this.ring,
    );
    this.element = el('div', { class: 'board-box' }, this.picture);
    this.element.style.setProperty('--aspect', (width / height).toFixed(4));
    this.element.style.setProperty('--across', String(this.layout.across));
    /** @type {SVGElement[]} */
    this.cells = [];
    this.drawGround();
    if (!options.still) this.listen();
  }

  // ---- Drawing.

  drawGround() {
    const { board, firstOfRow } = this.layout;
    board.rows.forEach((length, row) => {
      const group = svg('g', this.options.still ? {} : { role: 'row' });
      for (let column = 0; column < length; column += 1) {
        const cell = (firstOfRow[row] ?? 0) + column;
        const element = this.layout.ground(cell);
        if (!this.options.still) {
          setAttribute(element, 'role', 'gridcell');
          setAttribute(element, 'data-cell', this.names[cell]);
          setAttribute(element, 'tabindex', -1);
        }
        this.cells[cell] = element;
        group.append(element);
      }
      this.ground.append(group);
    });
    this.place();
  }

  /** Puts everything in its place, which changes only with a flip. */
  place() {
    this.cells.forEach((element, cell) => {
      const { x, y } = this.at(cell);
      element.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    });
    this.figures.forEach((man, cell) => man?.setAttribute('transform', this.layout.manTransform(this.at(cell))));
    this.labelLayer.replaceChildren(...this.layout.labels(this.flipped));
    this.wallLayer.replaceChildren(...this.layout.walls(this.flipped));
  }

  /** @param {number} cell */
  at(cell) {
    return this.layout.centre(cell, this.flipped);
  }

  /**
   * Shows a position.
   * @param {Scene} scene
   */
  show(scene) {
    if (this.dragging?.drag?.moving) this.dragging.end();
    const flipped = scene.flipped ?? false;
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      this.place();
    }
    const same = scene.cells === this.scene.cells && scene.moves === this.scene.moves;
    if (!same) {
      if (this.selected !== null) this.options.announce?.('');
      this.selected = null;
      this.verdicts.clear();
    }
    this.scene = scene;
    this.putMen(scene.cells);
    this.picture.classList.toggle('preview', scene.preview ?? false);
    if (scene.step) {
      if (!calm.matches && !this.carried) animateMove(this, scene.step);
      this.carried = false;
    }
    this.mark();
  }

  /** @param {string} cells */
  putMen(cells) {
    [...cells].forEach((letter, cell) => {
      if (this.letters[cell] === letter) return;
      this.figures[cell]?.remove();
      this.letters[cell] = letter;
      this.figures[cell] = letter === EMPTY ? null : this.men.draw(letter);
      const man = this.figures[cell];
      if (man === null || man === undefined) return;
      man.setAttribute('transform', this.layout.manTransform(this.at(cell)));
      this.menLayer.append(man);
    });
  }

  /** The moves of the chosen man. */
  chosenMoves() {
    return this.selected === null ? [] : this.movesFrom(this.selected);
  }

  /** @param {number} cell */
  movesFrom(cell) {
    return (this.scene.moves ?? []).filter(({ path }) => path[0] === cell);
  }

  /** Shows how the game ends after each move. @param {Map<string, import('./solved.js').Verdict>} verdicts the best first */
  judge(verdicts) {
    if (verdicts.size === 0 && this.verdicts.size === 0) return;
    this.verdicts = verdicts;
    this.mark();
  }

  /** How the game ends after a move to a cell, if that is known; of several moves the best counts. @param {number} cell */
  verdictAt(cell) {
    const names = new Set(
      this.chosenMoves()
        .filter(({ path }) => path.at(-1) === cell)
        .map(({ move }) => move),
    );
    for (const [move, verdict] of this.verdicts) if (names.has(move)) return verdict;
    return undefined;
  }

  /** How the game ends after the best move of the man on a cell, if that is known. @param {number} cell */
  bestFate(cell) {
    const names = new Set(this.movesFrom(cell).map(({ move }) => move));
    for (const [move, { fate }] of this.verdicts) if (names.has(move)) return fate;
    return null;
  }

  /** Marks what each cell is. */
  mark() {
    if (this.options.still) return;
    markCells(this);
    this.showRing();
  }

  /**
   * Draws arrows: the best moves, a hint, the way of a jump.
   * @param {Arrow[]} arrows
   */
  arrows(arrows) {
    const drawn = arrows.flatMap(({ path, rank, fate }) => arrow(path.map((cell) => this.at(cell)), rank, fate));
    this.arrowLayer.replaceChildren(...drawn.reverse());
  }

  // ---- What the player does.

  listen() {
    this.dragging = new Dragging(this);
    this.picture.addEventListener('click', (event) => this.click(event));
    this.picture.addEventListener('keydown', (event) => this.key(event));
    this.picture.addEventListener('focusin', (event) => {
      const cell = this.cellOf(event.target);
      if (cell !== null) this.rove(cell);
    });
    this.picture.addEventListener('focusout', () => this.showRing());
  }

  /** @param {EventTarget | null} target */
  cellOf(target) {
    const element = target instanceof Element ? target.closest('[data-cell]') : null;
    const cell = this.cells.findIndex((known) => known === element);
    return cell < 0 ? null : cell;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.dragging?.ended) {
      this.dragging.ended = false;
      return;
    }
    const cell = this.cellOf(event.target);
    if (cell === null) return;
    this.rove(cell);
    this.cells[cell]?.focus({ preventScroll: true });
    this.activate(cell);
  }

  /** @param {number} cell */
  activate(cell) {
    if (this.options.edit) {
      this.options.edit(cell, null);
      return;
    }
    if (this.selected !== null && this.targetsOf(this.selected, cell).length > 0) this.go(this.selected, cell, true);
    else if (cell === this.selected) this.select(null);
    else if (this.movesFrom(cell).length > 0) this.select(cell);
    else if (this.selected !== null) this.go(this.selected, cell, true);
    else this.explain(cell);
  }

  /** @param {number} from @param {number} to */
  targetsOf(from, to) {
    return this.movesFrom(from).filter(({ path }) => path.at(-1) === to);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {boolean} animated false for a man that was dragged to where it goes
   */
  go(from, to, animated) {
    const moves = this.targetsOf(from, to);
    const [only] = moves;
    if (only === undefined) {
      const repeat = this.scene.repeats?.find(({ path }) => path[0] === from && path.at(-1) === to);
      const why = repeat?.text ?? `${this.names[from]} to ${this.names[to]}`;
      this.select(null);
      if (repeat === undefined && this.options.illegal) this.options.illegal(from, to);
      else this.options.refuse?.(`Not a legal move: ${why}.`);
      return;
    }
    this.carried = !animated;
    if (moves.length === 1) this.options.play?.(only);
    else this.options.choose?.(moves, (move) => this.options.play?.(move));
  }

  /** Says why a man cannot be moved. @param {number} cell */
  explain(cell) {
    const letter = this.letters[cell] ?? EMPTY;
    if (letter === EMPTY || this.options.play === undefined) return;
    const owner = this.men.side(letter);
    if (this.scene.side !== undefined && owner !== this.scene.side) {
      const [whose, mover] = [owner, this.scene.side].map((side) => (side === 'w' ? 'White' : 'Black'));
      this.options.refuse?.(`The ${this.men.name(letter)} on ${this.names[cell]} belongs to ${whose}, and it is ${mover}’s turn.`);
      return;
    }
    const repeat = this.scene.repeats?.find(({ path }) => path[0] === cell);
    const why = repeat === undefined ? '' : `: ${repeat.text}`;
    this.options.refuse?.(`The ${this.men.name(letter)} on ${this.names[cell]} cannot move now${why}.`);
  }

  /** @param {number | null} cell */
  select(cell) {
    if (this.selected === cell) return;
    this.selected = cell;
    this.mark();
    // Where a man could go is not true any more when it stands somewhere else.
    this.options.announce?.(cell === null ? '' : this.reachWords(cell));
    if (cell !== null) this.options.lift?.();
  }

  /** Where a man can go and where it must not, in words. @param {number} cell */
  reachWords(cell) {
    const ends = [...new Set(this.movesFrom(cell).map(({ path }) => this.names[path.at(-1) ?? -1] ?? ''))];
    const some = ends.slice(0, MOST_NAMED_TARGETS);
    const more = ends.length > some.length ? ` and ${ends.length - some.length} more` : '';
    const not = (this.scene.repeats ?? [])
      .filter(({ path }) => path[0] === cell)
      .map(({ path, text }) => `; not to ${this.names[path.at(-1) ?? -1]}: ${text}`);
    return `${this.names[cell]} selected, can go to ${some.join(', ')}${more}${not.join('')}`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Enter' || key === ' ') this.activate(this.focused);
    else if (key === 'Escape') this.select(null);
    else if (['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key)) {
      const upright = key === 'ArrowUp' || key === 'ArrowDown';
      const near = (upright ? this.near : null) ?? this.at(this.focused).x;
      const cell = neighbour(this.layout, this.focused, key, this.flipped, near);
      this.rove(cell);
      this.cells[cell]?.focus({ preventScroll: true });
      this.near = upright ? near : null;
      const element = this.cells[cell];
      if (element) keepInSight(this.element, element);
    } else if (this.options.editKey) {
      this.options.editKey(this.focused, key);
      return;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Gives the board the focus. */
  focus() {
    this.cells[this.focused]?.focus({ preventScroll: true });
  }

  /** Makes a cell the one that the tab key focuses. @param {number} cell */
  rove(cell) {
    if (cell !== this.focused) {
      this.cells[this.focused]?.setAttribute('tabindex', '-1');
      this.focused = cell;
      this.cells[cell]?.setAttribute('tabindex', '0');
      this.near = null;
    }
    this.showRing();
  }

  showRing() {
    const element = this.cells[this.focused];
    // A moment later: while the focus moves from cell to cell, neither has it.
    queueMicrotask(() => {
      const shown = element?.matches(':focus-visible') ?? false;
      this.ring.classList.toggle('on', shown);
      if (shown) this.ring.setAttribute('points', pointsText(this.layout.corners, this.at(this.focused), 0.93));
    });
  }
}
