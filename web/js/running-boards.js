// Small boards of the games in progress. A game keeps its place; when it is over, it stays until another game takes the place.

import { el, setAttribute, setText } from './dom.js';
import { drawBoard } from './drawing.js';
import { arrange } from './keyed-list.js';
import { scoreText } from './standings.js';

/** @typedef {import('./api.js').FinishedGame} FinishedGame */
/** @typedef {import('./api.js').RunningGame} RunningGame */
/** @typedef {import('./api.js').Tournament} Tournament */

/** How many boards are shown. */
const MOST = 12;

/** How many games that are over are shown to somebody who comes late. */
const LAST = 6;

/** The board of one game. */
class SmallBoard {
  /** @param {RunningBoards} boards @param {RunningGame | FinishedGame} game */
  constructor(boards, { number, white, black }) {
    this.boards = boards;
    this.number = number;
    this.drawn = '';
    /** Whether its final position has been asked for. */
    this.over = false;
    this.picture = el('div', { class: 'small-board' });
    this.state = el('span', { class: 'quiet' });
    const name = (/** @type {string} */ colour, /** @type {string} */ player) => el('span', { class: `player-name ${colour}` }, el('span', { class: 'disc', 'aria-hidden': 'true' }), player);
    this.element = el('a', { class: 'running-board', href: boards.options.addressOf(number), 'data-running': number }, this.picture, name('white', white), name('black', black), this.state);
  }

  /** @param {{ cells: string, last: number[], plies: number }} position @param {string} state */
  draw({ cells, last, plies }, state) {
    const key = `${cells} ${plies}`;
    if (key !== this.drawn) {
      this.drawn = key;
      const { board, men } = this.boards.options;
      this.picture.replaceChildren(drawBoard(board, men, cells, { last: new Set(last), label: `The board of game ${this.number}` }));
      setAttribute(this.element, 'data-plies', plies);
    }
    setText(this.state, state);
  }

  /** The game is over: shows how, and asks once for the last position. @param {FinishedGame | undefined} game */
  async end(game) {
    if (this.over || game === undefined) return;
    this.over = true;
    setAttribute(this.element, 'data-over', true);
    const state = `Game ${this.number}: ${scoreText(game.result)}, ${game.reason}`;
    setText(this.state, state);
    const line = await this.boards.options.final(this.number).catch(() => null);
    if (line !== null) this.draw({ cells: line.cells, last: line.plies.at(-1)?.path ?? [], plies: line.plies.length }, state);
  }
}

export class RunningBoards {
  /**
   * @param {HTMLElement} place
   * @param {object} options
   * @param {import('./api.js').BoardData} options.board
   * @param {import('./drawing.js').Men} options.men
   * @param {(number: number) => string} options.addressOf
   * @param {(number: number) => Promise<import('./api.js').Line>} options.final the whole game, when it is over
   */
  constructor(place, options) {
    this.place = place;
    this.options = options;
    /** @type {SmallBoard[]} */
    this.boards = [];
  }

  /** @param {Tournament} tournament */
  show({ in_progress, finished }) {
    const running = new Map(in_progress.map((game) => [game.number, game]));
    const shown = new Set(this.boards.map(({ number }) => number));
    const fresh = in_progress.filter(({ number }) => !shown.has(number));
    this.boards = this.boards.map((board) => {
      const next = running.has(board.number) ? undefined : fresh.shift();
      return next === undefined ? board : new SmallBoard(this, next);
    });
    // Who comes when nothing is played sees the games that were played last.
    const others = in_progress.length > 0 || this.boards.length > 0 ? fresh : finished.slice(0, LAST);
    for (const game of others.slice(0, MOST - this.boards.length)) this.boards.push(new SmallBoard(this, game));
    for (const board of this.boards) {
      const game = running.get(board.number);
      if (game !== undefined) board.draw(game, `Game ${game.number}, move ${Math.floor(game.plies / 2) + 1}, ${game.side === 'w' ? 'White' : 'Black'} to move`);
      else void board.end(finished.find(({ number }) => number === board.number));
    }
    arrange(this.place, this.boards.map(({ element }) => element));
  }
}
