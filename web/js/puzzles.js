// Puzzles: positions with exactly one right move. The data says which; the engine shows what is wrong with another one.

import { Refusal, api, isAborted } from './api.js';
import { familyOf, menOf } from './catalogue.js';
import { el, losesFocus, setAttribute, setText } from './dom.js';
import { whyNot } from './helper.js';
import { LEVELS, puzzleParts } from './puzzle-parts.js';
import { Progress } from './puzzle-progress.js';
import { goalText, refutation } from './puzzle-words.js';
import { address, announce, fail, go, offer, placeAddress, say } from './shell.js';
import { Table } from './table.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Move} Move */
/** @typedef {import('./api.js').Puzzle} Puzzle */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */
/** What an address of this view says. @typedef {{ number: number, level: string, move: string, ply: number | null, flip: boolean }} Wanted */

/** @param {Route} route @returns {Promise<View>} */
export async function openPuzzles(route) {
  const catalogue = await api.catalogue();
  const games = catalogue.games.filter((family) => family.puzzles > 0);
  const family = route.rest === '' ? games[0] : familyOf(catalogue, route.rest);
  if (family === undefined || family.puzzles === 0) return noPuzzles(games, route);
  const puzzles = await api.puzzles(family.name);
  const { number } = wantedOf(route, family.name, puzzles);
  const { game, position } = puzzles[number - 1] ?? /** @type {Puzzle} */ (puzzles[0]);
  const line = await api.line({ game, position, moves: [] });
  const view = new Puzzles(catalogue, family.name, puzzles, line);
  view.update(route);
  return view;
}

/** A game may have no puzzles. @param {import('./api.js').Family[]} games @param {Route} route @returns {View} */
function noPuzzles(games, { rest }) {
  const links = games.map(({ name, title }) => el('a', { class: 'button', href: address(`puzzles/${name}`) }, title));
  const words = games.length === 0 ? 'There are no puzzles.' : 'There are no puzzles of this game. Choose another one:';
  const element = el('div', { class: 'page' }, el('h1', {}, 'Puzzles'), el('p', {}, words), el('div', { class: 'row' }, ...links));
  say('');
  return { title: 'Puzzles', element, update: (to) => to.rest === rest };
}

/**
 * What an address says. Without a number it is the first puzzle of the level that is not solved yet.
 * @param {Route} route
 * @param {string} name
 * @param {Puzzle[]} puzzles
 * @returns {Wanted}
 */
function wantedOf({ params }, name, puzzles) {
  const level = LEVELS.find((known) => known === params.get('level')) ?? '';
  const number = Number(params.get('n'));
  const known = Number.isInteger(number) && number >= 1 && number <= puzzles.length;
  const ply = params.get('ply');
  return {
    number: known ? number : new Progress(name).next(puzzles, level, 0),
    level,
    move: params.get('move') ?? '',
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    flip: params.get('flip') === '1',
  };
}

/** @implements {View} */
export class Puzzles {
  /**
   * @param {Catalogue} catalogue
   * @param {string} name the game
   * @param {Puzzle[]} puzzles
   * @param {Line} line the position of the puzzle that is shown first
   */
  constructor(catalogue, name, puzzles, line) {
    this.name = name;
    this.puzzles = puzzles;
    this.progress = new Progress(name);
    this.board = line.game;
    this.title = `Puzzles of ${familyOf(catalogue, name)?.title ?? name}`;
    /** @type {Wanted} */
    this.wanted = { number: 1, level: '', move: '', ply: null, flip: false };
    /** The position with the move that was tried, if there is one. */
    this.line = line;
    /** The puzzle whose answer somebody has asked for. */
    this.givenUp = 0;
    /** What is said about that move. */
    this.words = '';
    /** @type {AbortController} */
    this.loading = new AbortController();
    this.closed = false;
    this.men = menOf(catalogue, line.game);
    this.table = new Table(
      line,
      this.men,
      {
        play: (move) => this.play(move),
        announce,
        refuse: (words) => say(words, 'refusal'),
        illegal: (from, to) => void this.explainIllegal([from, to]),
        lift: () => say(this.goal),
      },
      { from: () => ({ ply: this.ply, length: this.line.plies.length }), to: (ply) => this.go({ ply }, true) },
    );
    this.parts = puzzleParts(this, catalogue);
    this.element = this.parts.element;
  }

  close() {
    this.closed = true;
    this.loading.abort();
    this.table.close();
  }

  get puzzle() {
    return /** @type {Puzzle} */ (this.puzzles[this.wanted.number - 1]);
  }

  get place() {
    const { game, position } = this.puzzle;
    return { game, position, moves: /** @type {string[]} */ ([]) };
  }

  get isRight() {
    return this.wanted.move === this.puzzle.solution;
  }

  get goal() {
    return goalText(this.puzzle, this.line.start.side);
  }

  /** The ply that is shown: that of the move that was tried, unless the address says otherwise. */
  get ply() {
    const { move, ply } = this.wanted;
    return Math.min(ply ?? (move === '' ? 0 : 1), this.line.plies.length);
  }

  // ---- Addresses.

  /** @param {Partial<Wanted>} to the same puzzle, unless it names another @param {boolean} [replace] */
  go(to, replace = false) {
    const stays = to.ply !== undefined || to.flip !== undefined;
    const { number, level, flip, move, ply } = { ...this.wanted, ...(stays ? {} : { move: '', ply: null }), ...to };
    go(address(`puzzles/${this.name}`, { level, n: number, move, ply: ply === null ? null : String(ply), flip }), replace);
  }

  /** @param {Route} route */
  update(route) {
    if (route.rest !== '' && route.rest !== this.name) return false;
    const wanted = wantedOf(route, this.name, this.puzzles);
    if (this.puzzles[wanted.number - 1]?.game !== this.board) return false;
    this.wanted = wanted;
    void this.load();
    return true;
  }

  /** Shows what the address says. */
  async load() {
    this.loading.abort();
    const loading = new AbortController();
    this.loading = loading;
    const { move } = this.wanted;
    const moves = move === '' ? [] : this.isRight ? this.puzzle.play : [move];
    try {
      const line = await api.line({ ...this.place, moves });
      if (this.loading !== loading || this.closed) return;
      this.line = line;
      this.words = move === '' ? '' : this.isRight ? this.praise() : `${move} is not the right move.`;
      this.render();
      if (move !== '' && !this.isRight) await this.refute(loading.signal);
    } catch (error) {
      if (this.loading !== loading || isAborted(error)) return;
      if (move !== '' && error instanceof Refusal && error.status === 422) {
        // The address has a move that is not legal here: the puzzle is still there to be solved.
        this.wanted = { ...this.wanted, move: '', ply: null };
        await this.load();
      }
      fail(error);
    }
  }

  // ---- Showing.

  /** Whoever is to move sits at the bottom. */
  get flipped() {
    const { board, start } = this.line;
    return (start.side === (board.white_on_top ? 'w' : 'b')) !== this.wanted.flip;
  }

  render() {
    const { line, puzzle } = this;
    const open = this.wanted.move === '';
    this.table.show(line, this.ply, { ...(open ? { moves: line.moves, repeats: line.repeats } : {}), flipped: this.flipped });
    this.table.board.arrows([]);
    const { heading, task, verdict, counts, level, analyse, buttons } = this.parts;
    const hadFocus = document.activeElement;
    setText(heading, `Puzzle ${this.wanted.number} of ${this.puzzles.length}: ${puzzle.difficulty}`);
    setText(task, this.goal);
    setText(verdict, this.words);
    // An answer that was asked for is neither right nor wrong.
    setAttribute(verdict, 'data-right', open || this.givenUp === this.wanted.number ? null : String(this.isRight));
    setText(counts, this.progress.words(this.puzzles));
    level.value = this.wanted.level;
    buttons.again.disabled = open;
    buttons.answer.disabled = !open && this.isRight;
    if (losesFocus(hadFocus)) buttons.next.focus();
    analyse.setAttribute('href', placeAddress('analysis', this.place, { flip: this.flipped }));
    offer(this.place, { flip: this.flipped, cells: line.start.cells, side: line.start.side });
    say(open ? this.goal : this.words);
  }

  praise() {
    const { play, solution } = this.puzzle;
    const more = play.length > 1 ? ` Best play goes on ${play.slice(1).join(' ')}.` : '';
    return `${this.givenUp === this.wanted.number ? 'The answer is' : 'Right:'} ${solution}.${more}`;
  }

  /** Says what is wrong with the move that was tried, and shows the answer to it. @param {AbortSignal} signal */
  async refute(signal) {
    const { line, puzzle } = this;
    const found = await refutation(puzzle, line, { ...this.place, moves: [this.wanted.move] }, signal);
    if (signal.aborted || this.closed) return;
    this.words = found.words;
    setText(this.parts.verdict, this.words);
    say(this.words);
    const path = line.moves.find(({ move }) => move === found.reply)?.path;
    if (path && this.ply === 1) this.table.board.arrows([{ path, rank: 'why' }]);
  }

  // ---- What the player does.

  /** @param {Move} move */
  play({ move }) {
    if (this.wanted.move !== '') return;
    this.givenUp = 0;
    this.progress.tried(this.puzzle, move === this.puzzle.solution);
    this.go({ move });
  }

  showAnswer() {
    this.givenUp = this.wanted.number;
    this.progress.tried(this.puzzle, false);
    this.go({ move: this.puzzle.solution });
  }

  /** Goes to the next puzzle of a level after a number. @param {string} [level] @param {number} [number] */
  goNext(level = this.wanted.level, number = this.wanted.number) {
    this.go({ level, number: this.progress.next(this.puzzles, level, number) });
  }

  /** Says which rule a move would break, and shows the move. @param {[number, number]} path */
  async explainIllegal(path) {
    const words = await whyNot(this.place, this.line.board, path);
    if (this.closed) return;
    say(words, 'refusal');
    this.table.board.arrows([{ path, rank: 'why' }]);
  }
}
