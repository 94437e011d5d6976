// Drags a man over the board with the pointer.

import { EMPTY } from './drawing.js';
import { cellAt } from './geometry.js';

/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./drawing.js').Point} Point */

/** A press that goes further than this is a drag, in pixels. */
const FAR = 6;

export class Dragging {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {{ cell: number, x: number, y: number, moving: boolean, pointer: number } | null} */
    this.drag = null;
    /** The click that follows belongs to the drag. */
    this.ended = false;
    const { picture } = board;
    picture.addEventListener('pointerdown', (event) => this.press(event));
    picture.addEventListener('pointermove', (event) => this.move(event));
    picture.addEventListener('pointerup', (event) => this.release(event));
    picture.addEventListener('pointercancel', () => this.end());
    // A finger on a man moves the man, not the page.
    picture.addEventListener(
      'touchmove',
      (event) => {
        if (this.drag !== null) event.preventDefault();
      },
      { passive: false },
    );
  }

  /** @param {MouseEvent} event @returns {Point} */
  pointOf(event) {
    const matrix = this.board.picture.getScreenCTM();
    return matrix === null ? { x: 0, y: 0 } : new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    this.ended = false;
    const cell = this.board.cellOf(event.target);
    if (cell === null || !this.canLift(cell)) return;
    this.drag = { cell, x: event.clientX, y: event.clientY, moving: false, pointer: event.pointerId };
  }

  /** @param {number} cell */
  canLift(cell) {
    const { board } = this;
    return board.options.edit ? board.letters[cell] !== EMPTY : board.movesFrom(cell).length > 0;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, drag } = this;
    if (drag === null || event.pointerId !== drag.pointer) return;
    const man = board.figures[drag.cell];
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
      drag.moving = true;
      this.ended = true;
      board.picture.setPointerCapture(event.pointerId);
      board.picture.classList.add('dragging');
      if (!board.options.edit) board.select(drag.cell);
      if (man) board.menLayer.append(man);
    }
    man?.setAttribute('transform', board.layout.manTransform(this.pointOf(event), 1.15));
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { board, drag } = this;
    if (drag === null || event.pointerId !== drag.pointer) return;
    const target = drag.moving ? cellAt(board.layout, this.pointOf(event), board.flipped) : null;
    const { cell, moving } = drag;
    this.end();
    if (!moving) return;
    if (board.options.edit) board.options.edit(target ?? -1, cell);
    else if (target !== null && (target !== cell || board.targetsOf(cell, target).length > 0)) board.go(cell, target, false);
  }

  /** Puts the man back where it stood. */
  end() {
    const { board, drag } = this;
    this.drag = null;
    board.picture.classList.remove('dragging');
    if (drag) board.figures[drag.cell]?.setAttribute('transform', board.layout.manTransform(board.at(drag.cell)));
  }
}
