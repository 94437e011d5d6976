// The engine's part in a game: it is asked for its move when it is its turn, unless the player has stopped it.

import { Refusal } from './api.js';
import { engineMove } from './helper.js';
import { moveTime } from './motion.js';
import { fail } from './shell.js';

/** @typedef {import('./play.js').Play} Play */

/** The pause before each move when engines play each other, so that people can follow; in milliseconds. */
const PACE = 700;
/** The pause after a person's move has been shown, in milliseconds: an answer at once would hide it. */
const BREATH = 150;

export class EngineTurn {
  /** @param {Play} view */
  constructor(view) {
    this.view = view;
    /** The engine's search, while it runs. @type {AbortController | null} */
    this.search = null;
    /** Its turn waits for the button. */
    this.paused = false;
  }

  get thinking() {
    return this.search !== null;
  }

  /** Asks the engine for its move, if it is its turn. */
  begin() {
    const { view } = this;
    if (view.closed || !view.engineTurn || this.paused || view.busy || this.thinking || !view.may('move')) return;
    const search = new AbortController();
    this.search = search;
    view.showPlayers();
    view.showButtons();
    view.showWords();
    const ply = view.length;
    const last = view.game.line.plies.at(-1);
    const pause = view.humans.length === 0 ? PACE : last === undefined ? 0 : moveTime(last) + BREATH;
    engineMove(view.game, pause, search.signal)
      .then((game) => {
        if (this.search !== search) return;
        this.search = null;
        view.undone.played(game.line.plies[ply]?.move);
        view.take(game);
        view.render();
        view.catchUp();
      })
      .catch(async (error) => {
        if (this.search !== search) return;
        this.search = null;
        // Asking again at once would fail again, so the player decides when; unless another page has played the move.
        this.paused = true;
        if (error instanceof Refusal && error.status === 409) await view.reload();
        if (view.length !== ply) this.resume();
        else {
          view.render();
          fail(error);
        }
      });
  }

  halt() {
    this.search?.abort();
    this.search = null;
  }

  /** Stops the engine until somebody lets it continue. */
  stop() {
    if (!this.view.engineTurn) return;
    this.halt();
    this.paused = true;
    this.view.render();
  }

  resume() {
    this.paused = false;
    this.view.asked = null;
    this.view.render();
  }
}
