// Takes moves back, and plays them again. What was undone survives a reload of the page.

import { api } from './api.js';
import { confirmed } from './dialog.js';
import { sideAt } from './position.js';
import { recall, remember } from './shell.js';

/** @typedef {import('./play.js').Play} Play */

export class Undone {
  /** @param {Play} view */
  constructor(view) {
    this.view = view;
    /** @type {string[]} */
    this.moves = recall('page', this.name, []);
  }

  get name() {
    return `undone.${this.view.game.id}`;
  }

  /** @param {string[]} moves */
  set(moves) {
    this.moves = moves;
    remember('page', this.name, moves);
  }

  /** A move has been played: if it is the one that was undone, those after it can still be redone. @param {string | undefined} move */
  played(move) {
    this.set(move !== undefined && this.moves[0] === move ? this.moves.slice(1) : []);
  }

  /** Goes back to the last position in which a person was to move; in a game of engines by one move. */
  async undo() {
    const { view } = this;
    if (view.withAnother) {
      await view.offer('undo');
      return;
    }
    if (view.over && !(await confirmed('This takes back the end of the game, and the game goes on.', 'Take it back'))) return;
    const { line } = view.game;
    view.engine.halt();
    let ply = view.endedByHand ? view.length : view.length - 1;
    if (view.humans.length === 1 && !view.endedByHand) while (ply > 0 && !view.isHuman(sideAt(line, ply))) ply -= 1;
    const removed = line.plies.slice(ply).map(({ move }) => move);
    view.engine.paused = !view.isHuman(sideAt(line, ply));
    view.asked = null;
    const done = await view.change(() => api.undo(view.game.id, ply));
    if (done) this.set([...removed, ...this.moves]);
    view.showButtons();
    view.goTo({ ply: null });
  }

  /** Plays again what was undone, up to where a person is to move. */
  async redo() {
    const { view } = this;
    view.engine.halt();
    await view.change(async () => {
      let { game } = view;
      do {
        const [move, ...rest] = this.moves;
        if (move === undefined) break;
        game = await api.play(game.id, game.line.plies.length, move);
        view.take(game);
        this.set(rest);
      } while (view.humans.length === 1 && game.result === null && !view.isHuman(game.line.side));
      return game;
    });
    view.goTo({ ply: null });
  }
}
