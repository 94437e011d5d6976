// Why a move is not the best: what the other side answers, and what that costs.

import { Refusal, api } from './api.js';
import { button, el, field, setText } from './dom.js';
import { whyInWords } from './explain.js';
import { announce, fail, say } from './shell.js';
import { Variation } from './variation.js';

/** @typedef {import('./api.js').BestLine} BestLine */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Report} Report */

const SECONDS = 3;
const DEPTH = 60;
const LOOKING = 'Searching for the best answer…';
/** How many moves are offered while somebody types one. */
const MOST_OFFERED = 500;

export class Why {
  /**
   * @param {object} actions
   * @param {(moves: string[] | null) => void} actions.preview shows the board after these moves; null for the present board
   * @param {(moves: string[]) => void} actions.open goes there
   * @param {(path: number[]) => void} actions.point shows the move that is asked about
   * @param {() => BestLine | undefined} actions.best the best line of the position, as far as it is known
   * @param {() => void} actions.changed a question has been asked or answered
   */
  constructor(actions) {
    this.actions = actions;
    /** What the questions are about. @type {Place | null} */
    this.place = null;
    /** @type {Line['repeats']} */
    this.repeats = [];
    /** Whether a move on the board is a question and not played. */
    this.byMoving = false;
    /** The search for an answer, while it runs. @type {AbortController | null} */
    this.asking = null;
    this.move = el('input', {
      id: 'why-move',
      list: 'why-moves',
      size: 10,
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      // What was said was about another move.
      input: () => {
        this.refutation.look(null);
        this.forget();
      },
    });
    this.moves = el('datalist', { id: 'why-moves' });
    this.words = el('p', { id: 'why-words' });
    this.refutation = new Variation({ preview: actions.preview, open: actions.open, steps: true });
    this.line = el('div', { hidden: true }, this.refutation.element);
    this.element = this.build();
  }

  build() {
    const byMoving = button(
      'why-board',
      'Ask by moving',
      () => {
        this.byMoving = !this.byMoving;
        byMoving.setAttribute('aria-pressed', String(this.byMoving));
        say(this.byMoving ? 'Make a move on the board to ask about it.' : 'Moves on the board are played again.');
      },
      { 'aria-pressed': 'false', title: 'A move on the board asks about it and is not played' },
    );
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.move.value.trim() !== '') void this.ask(this.move.value.trim());
    };
    return el(
      'section',
      { id: 'why', 'aria-labelledby': 'why-head' },
      el('h2', { id: 'why-head' }, 'Why not this move?'),
      el(
        'form',
        { class: 'row end', submit },
        field('Move', this.move),
        this.moves,
        el('button', { id: 'why-ask' }, 'Ask'),
        byMoving,
      ),
      this.words,
      this.line,
    );
  }

  /** Questions are about another position now. @param {Place} place @param {Line} line */
  about(place, { moves, repeats }) {
    this.stop();
    this.place = place;
    this.repeats = repeats;
    this.forget();
    this.moves.replaceChildren(...moves.slice(0, MOST_OFFERED).map(({ move }) => el('option', { value: move })));
  }

  /** Removes the last answer. */
  forget() {
    setText(this.words, '');
    this.refutation.forget();
    this.line.hidden = true;
  }

  stop() {
    this.asking?.abort();
    this.asking = null;
    this.lookNoMore('Stopped before there was an answer.');
  }

  /** Says why there is no answer, unless there is one. @param {string} words */
  lookNoMore(words) {
    if (this.words.textContent === LOOKING) setText(this.words, words);
  }

  /** @param {string} move */
  async ask(move) {
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    this.move.value = move;
    this.refutation.look(null);
    this.line.hidden = true;
    setText(this.words, LOOKING);
    // The question may have been asked far above.
    this.element.scrollIntoView({ block: 'nearest' });
    this.actions.changed();
    try {
      await this.answer(move, asking);
    } catch (error) {
      if (this.asking === asking) {
        setText(this.words, error instanceof Error && !asking.signal.aborted ? error.message : '');
        fail(error);
      }
    }
    if (this.asking !== asking) return;
    this.asking = null;
    this.lookNoMore('No answer was found in time.');
    // Read out once, not at each depth.
    announce(this.words.textContent ?? '');
    this.actions.changed();
  }

  /** @param {string} move @param {AbortController} asking */
  async answer(move, asking) {
    if (this.place === null) return;
    const repeat = this.repeats.find((known) => known.move === move);
    if (repeat !== undefined) throw new Refusal(422, `Not a legal move: ${repeat.text}.`);
    const place = { ...this.place, moves: [...this.place.moves, move] };
    const after = await api.line(place);
    if (this.asking !== asking) return;
    this.actions.point(after.plies.at(-1)?.path ?? []);
    this.line.hidden = false;
    this.refutation.set([move]);
    this.element.scrollIntoView({ block: 'nearest' });
    if (after.ending !== null) {
      setText(this.words, `After ${move} the game is over. ${after.ending.text}.`);
      return;
    }
    for await (const { event, data } of api.analysis(place, { lines: 1, depth: DEPTH, seconds: SECONDS }, asking.signal)) {
      if (this.asking !== asking) return;
      const answer = /** @type {Report} */ (data).lines?.[0];
      if (event !== 'report' || answer === undefined) continue;
      this.refutation.set([move, ...answer.play]);
      setText(this.words, whyInWords(move, answer, after.side, this.actions.best()));
    }
  }
}
