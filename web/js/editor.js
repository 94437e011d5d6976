// Sets up any position. The server says whether it can be played, and if not, which rule it breaks.

import { Refusal, api, isAborted } from './api.js';
import { Board } from './board.js';
import { defaultGame, menOf, titleOf } from './catalogue.js';
import { gameFields } from './chooser.js';
import { button, el, field, select, setText } from './dom.js';
import { EMPTY } from './drawing.js';
import { exchangePanel } from './exchange.js';
import { address, fail, go, offer, placeAddress, say } from './shell.js';
import { capital, counted } from './words.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Side} Side */
/** @typedef {import('./shell.js').Route} Route */
/** @typedef {import('./shell.js').View} View */

/** @param {Route} route @returns {Promise<View>} */
export async function openEditor({ params }) {
  const catalogue = await api.catalogue();
  const game = params.get('game') || defaultGame(catalogue);
  const view = new Editor(catalogue, await api.line({ game, position: 'startpos', moves: [] }));
  view.take(params);
  return view;
}

/** @implements {View} */
class Editor {
  /**
   * @param {Catalogue} catalogue
   * @param {Line} start the starting position of this game
   */
  constructor(catalogue, start) {
    this.catalogue = catalogue;
    this.start = start;
    this.game = start.game;
    this.men = menOf(catalogue, this.game);
    this.title = `Editor of ${titleOf(catalogue, this.game)}`;
    this.cells = start.cells;
    /** @type {Side} */
    this.side = start.side;
    this.flip = false;
    /** The men of both sides. */
    this.letters = ['w', 'b'].flatMap((side) => [...this.men.kinds.keys()].filter((letter) => this.men.side(letter) === side));
    /** What a click puts down: at first a man, so that the first click takes none away. */
    this.brush = this.letters[0] ?? EMPTY;
    /** The position as the server has it, when it can be played. @type {Line | null} */
    this.line = null;
    /** The request that checks the position, until it is answered. @type {AbortController | null} */
    this.checking = null;
    this.board = new Board(start.board, this.men, {
      edit: (cell, from) => this.edit(cell, from),
      editKey: (cell, key) => this.editKey(cell, key),
    });
    this.parts = this.build();
    this.element = this.parts.element;
  }

  build() {
    const palette = el(
      'div',
      { id: 'editor-palette', role: 'group', 'aria-label': 'What a click puts down' },
      ...[...this.letters, EMPTY].map((letter) => {
        const name = letter === EMPTY ? 'clear the cell' : this.men.name(letter);
        const choice = button(null, '', () => this.choose(letter), {
          'data-man': letter,
          'aria-pressed': 'false',
          'aria-label': capital(name),
          title: `${capital(name)} (${letter})`,
        });
        if (letter === EMPTY) choice.append(el('span', { class: 'eraser', 'aria-hidden': 'true' }, '✕'));
        else choice.append(this.men.picture(letter));
        return choice;
      }),
    );
    const side = select(
      'editor-side',
      [
        { value: 'w', text: 'White' },
        { value: 'b', text: 'Black' },
      ],
      'w',
      () => this.set(this.cells, side.value === 'b' ? 'b' : 'w'),
    );
    const error = el('p', { id: 'editor-error', class: 'problem', role: 'alert', hidden: true });
    const text = el('textarea', {
      id: 'editor-text',
      rows: 3,
      spellcheck: 'false',
      autocomplete: 'off',
      change: () => void this.read(),
    });
    const playIt = button(
      'editor-play',
      'Play this',
      () => this.line && go(address('', { game: this.game, position: this.line.position })),
      { class: 'primary' },
    );
    const look = (/** @type {'analysis' | 'tree'} */ view) => () =>
      this.line && go(placeAddress(view, { game: this.game, position: this.line.position, moves: [] }, { flip: this.flip }));
    const analyse = button('editor-analyse', 'Analyse this', look('analysis'));
    const tree = button('editor-tree', 'Show its tree', look('tree'));
    const element = el(
      'div',
      { class: 'table' },
      el('div', { class: 'board-side' }, this.board.element),
      el(
        'div',
        { class: 'panel' },
        el('h1', {}, 'Set up a position'),
        el(
          'div',
          { class: 'row end' },
          ...gameFields('editor', this.catalogue, this.game, (game) => go(address('editor', { game }))),
          field('To move', side),
        ),
        el(
          'p',
          { class: 'quiet' },
          'Choose a man, then click cells. Drag men to move them, or off the board to remove them. On a focused cell, a letter puts a man there and Delete clears it.',
        ),
        palette,
        el(
          'div',
          { class: 'row' },
          button('editor-clear', 'Clear', () => this.set(EMPTY.repeat(this.cells.length), this.side)),
          button('editor-start', 'Starting position', () => this.set(this.start.cells, this.start.side)),
          button('flip', 'Flip', () => {
            this.flip = !this.flip;
            this.goHere();
          }),
        ),
        error,
        el('div', { class: 'row' }, playIt, analyse, tree),
        field('Position as text: change it here, or paste another', text),
        exchangePanel({ catalogue: this.catalogue, game: this.game, position: () => this.line?.position ?? text.value }),
      ),
    );
    return { element, palette, side, error, text, playIt, analyse, tree };
  }

  close() {
    this.checking?.abort();
    this.checking = null;
  }

  /** @param {Route} route */
  update({ params }) {
    if ((params.get('game') || defaultGame(this.catalogue)) !== this.game) return false;
    this.take(params);
    return true;
  }

  /** @param {URLSearchParams} params */
  take(params) {
    const cells = params.get('cells');
    this.cells = cells !== null && cells.length === this.start.cells.length ? cells : this.start.cells;
    const side = params.get('side');
    this.side = side === 'b' || side === 'w' ? side : this.start.side;
    this.flip = params.get('flip') === '1';
    this.show();
  }

  goHere() {
    go(address('editor', { game: this.game, cells: this.cells, side: this.side, flip: this.flip }), true);
  }

  /** @param {string} cells @param {Side} side */
  set(cells, side) {
    this.cells = cells;
    this.side = side;
    this.goHere();
    this.show();
  }

  show() {
    this.parts.side.value = this.side;
    this.board.show({ cells: this.cells, flipped: this.flip });
    for (const choice of this.parts.palette.children)
      choice.setAttribute('aria-pressed', String(choice.getAttribute('data-man') === this.brush));
    void this.check();
  }

  /**
   * Asks the server about a position, and takes the answer unless something else has been asked since.
   * @param {(signal: AbortSignal) => Promise<Line>} ask
   * @param {(line: Line) => void} take
   */
  async question(ask, take) {
    this.checking?.abort();
    const checking = new AbortController();
    this.checking = checking;
    // Until there is an answer there is nothing to play: the position before is not the one that is seen.
    this.line = null;
    this.disable();
    try {
      const line = await ask(checking.signal);
      if (this.checking === checking) take(line);
    } catch (error) {
      if (isAborted(error) || this.checking !== checking) return;
      if (error instanceof Refusal && error.status === 422) this.refuse(error.message);
      else fail(error);
    }
  }

  /** Nothing can be done with a position that is not there. */
  disable() {
    for (const control of [this.parts.playIt, this.parts.analyse, this.parts.tree]) control.disabled = true;
  }

  /** Asks the server whether the position can be played. */
  check() {
    return this.question(
      (signal) => api.setup(this.game, this.cells, this.side, signal),
      (line) => this.accept(line),
    );
  }

  /** @param {Line} line */
  accept(line) {
    this.line = line;
    const { error, text, playIt, analyse, tree } = this.parts;
    error.hidden = true;
    error.textContent = '';
    if (document.activeElement !== text || text.value === '') text.value = line.position;
    playIt.disabled = line.ending !== null;
    analyse.disabled = tree.disabled = false;
    offer({ game: this.game, position: line.position, moves: [] }, { flip: this.flip, cells: this.cells, side: this.side });
    say(
      line.ending === null
        ? `This can be played. ${line.side === 'w' ? 'White' : 'Black'} has ${line.more ? 'many moves' : counted(line.moves.length, 'move')}.`
        : `A finished game. ${line.ending.text}.`,
    );
  }

  /** @param {string} why */
  refuse(why) {
    this.line = null;
    const { error } = this.parts;
    error.hidden = false;
    setText(error, `This cannot be played: ${why}`);
    error.classList.toggle('pointing', why.includes('\n'));
    this.disable();
    say(`This cannot be played: ${why}`, 'refusal');
  }

  /** @param {string} letter */
  choose(letter) {
    this.brush = letter;
    for (const choice of this.parts.palette.children)
      choice.setAttribute('aria-pressed', String(choice.getAttribute('data-man') === letter));
  }

  /** @param {number} cell @param {string} letter */
  put(cell, letter) {
    const cells = [...this.cells];
    cells[cell] = letter;
    this.set(cells.join(''), this.side);
  }

  /**
   * A click puts the chosen man, or removes it where it stands already; a drag moves a man, or removes it off the board.
   * @param {number} cell
   * @param {number | null} from
   */
  edit(cell, from) {
    if (from === null) {
      this.put(cell, this.cells[cell] === this.brush ? EMPTY : this.brush);
      return;
    }
    const cells = [...this.cells];
    const carried = cells[from] ?? EMPTY;
    cells[from] = EMPTY;
    if (cell >= 0) cells[cell] = carried;
    this.set(cells.join(''), this.side);
  }

  /** @param {number} cell @param {string} key */
  editKey(cell, key) {
    if (key === 'Delete' || key === 'Backspace' || key === EMPTY) this.put(cell, EMPTY);
    else if ([...this.parts.palette.children].some((choice) => choice.getAttribute('data-man') === key)) this.put(cell, key);
  }

  /** Takes the position that was typed or pasted. */
  async read() {
    const position = this.parts.text.value.trim();
    if (position === '') return;
    await this.question(
      () => api.line({ game: this.game, position, moves: [] }),
      (line) => {
        this.parts.text.value = line.position;
        this.set(line.cells, line.side);
      },
    );
  }
}
