// The state of a stored game, and what follows from it for the person at this browser.

import { humansOf, playerOf } from './players.js';
import { mustPass } from './position.js';

/** @typedef {import('./api.js').Game} Game */
/** @typedef {import('./api.js').Side} Side */

export class GameState {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** The ply that is shown; null for the newest. @type {number | null} */
    this.asked = null;
    this.flip = false;
    /** A request that changes the game is in progress. */
    this.busy = false;
    /** Somebody has deleted the game: it can only be looked at. */
    this.deleted = false;
  }

  /** The game has changed. @param {Game} game */
  take(game) {
    this.game = game;
    if (this.asked !== null && this.asked >= this.length) this.asked = null;
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
  }

  get length() {
    return this.game.line.plies.length;
  }

  get shownPly() {
    return this.asked ?? this.length;
  }

  get over() {
    return this.game.result !== null;
  }

  /** Whether there is something to take back: who plays another person takes back an own move. */
  get canTakeBack() {
    if (this.endedByHand) return true;
    return this.length > (this.withAnother && this.seats.includes(this.game.line.side) ? 1 : 0);
  }

  /** Somebody has resigned, or lost on time: that is not a move, and is taken back alone. */
  get endedByHand() {
    return this.over && this.game.line.ending === null;
  }

  /** The side whose time has run out. @returns {Side | null} */
  get flagged() {
    const { clocks } = this.game;
    if (!this.over || clocks === null) return null;
    return clocks.white_ms === 0 ? 'w' : clocks.black_ms === 0 ? 'b' : null;
  }

  /** @param {Side} side */
  isHuman(side) {
    return playerOf(this.game, side).kind === 'human';
  }

  get humans() {
    return humansOf(this.game);
  }

  /** Whether this browser may do something with the game. @param {import('./api.js').Action} action */
  may(action) {
    return !this.deleted && this.game.may.includes(action);
  }

  /** The sides that this browser plays. A seat that is in the lobby belongs to its owner only until somebody takes it. */
  get seats() {
    return this.game.seats.filter((side) => !this.game.open.includes(side));
  }

  /** Whoever plays one side sits at the bottom. */
  get flipped() {
    const [me, other] = this.seats;
    const top = this.game.line.board.white_on_top ? 'w' : 'b';
    return (me === top && other === undefined) !== this.flip;
  }

  /** Another person plays the other side, in another browser. */
  get withAnother() {
    return this.humans.length === 2 && this.seats.length === 1 && this.open === null;
  }

  /** What the other player has offered, if something is. */
  get offered() {
    const { offer } = this.game;
    return offer !== null && this.seats.length > 0 && !this.seats.includes(offer.by) ? offer : null;
  }

  /** The game waits in the lobby for somebody to take this side; null if it does not. */
  get open() {
    return this.game.open[0] ?? null;
  }

  /** The own game waits in the lobby, and nothing has been played. */
  get waitsAlone() {
    return this.open !== null && this.may('seats') && this.length === 0;
  }

  /** Whether this browser may take the seat that is open: its own game waits for somebody else. */
  get canJoin() {
    return this.open !== null && !this.game.mine;
  }

  get engineTurn() {
    return !this.over && !this.isHuman(this.game.line.side);
  }

  /** Whether the person at the board can move now. */
  get myTurn() {
    const { side } = this.game.line;
    return !this.over && !this.busy && this.asked === null && this.isHuman(side) && this.open !== side && this.may('move');
  }

  /** The turn is lost: the only move is to pass. */
  get mustPass() {
    return !this.over && mustPass(this.game.line);
  }

  get place() {
    const { line } = this.game;
    return { game: line.game, position: line.start.position, moves: line.plies.map(({ move }) => move) };
  }
}
