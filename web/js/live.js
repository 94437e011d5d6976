// Follows a stored game while others play it, too.

import { api } from './api.js';

/** @typedef {import('./api.js').Game} Game */

/** How long to wait before connecting again after a refusal, in milliseconds. */
const RETRY = 2000;

export class Live {
  /**
   * @param {string} id
   * @param {object} actions
   * @param {(game: Game) => void} actions.changed the game as it is now, at first and after each change
   * @param {() => void} actions.gone it has been deleted
   * @param {() => void} actions.lost the connection is lost; it is made again by itself
   */
  constructor(id, actions) {
    this.id = id;
    this.actions = actions;
    /** Events are taken in their order, though each may wait for its board. @type {Promise<void>} */
    this.last = Promise.resolve();
    this.closed = false;
    this.timer = 0;
    this.source = this.connect();
  }

  connect() {
    const source = new EventSource(api.gameEvents(this.id));
    source.addEventListener('game', ({ data }) => {
      this.last = this.last
        .then(() => api.gameFrom(JSON.parse(data)))
        .then((game) => this.closed || this.actions.changed(game))
        .then(() => {}, () => {});
    });
    source.addEventListener('gone', () => {
      this.close();
      this.actions.gone();
    });
    source.addEventListener('error', () => {
      if (this.closed) return;
      this.actions.lost();
      // After a refusal the browser does not try again by itself.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => {
        this.source = this.connect();
      }, RETRY);
    });
    return source;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.source.close();
  }
}
