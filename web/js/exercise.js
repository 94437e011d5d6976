// One exercise of the course: its question, what can be answered, and what is said to the answer.

import { api } from './api.js';
import { button, el, setAttribute, setText } from './dom.js';
import { DEEP, drawFigure, stillBoard } from './figures.js';
import { Marking } from './marking.js';
import { questionOf } from './questions.js';
import { sideName } from './words.js';

/** @typedef {import('./questions.js').Question} Question */
/** @typedef {import('./sample.js').Sample} Sample */

export class Exercise {
  /**
   * @param {object} options
   * @param {number} options.number
   * @param {Sample} options.sample
   * @param {import('./questions.js').Asked} options.asked
   * @param {boolean} options.done whether it was solved before, with this position
   * @param {boolean} options.doneElsewhere whether it was solved with any position
   * @param {() => void} options.solved
   */
  constructor({ number, sample, asked, done, doneElsewhere, solved }) {
    this.id = `exercise-${number}`;
    this.sample = sample;
    this.asked = asked;
    this.solved = solved;
    /** @type {Question | null} */
    this.question = null;
    /** @type {Marking | null} */
    this.marking = null;
    /** A wrong answer has been given, and the hint to it. */
    this.hinted = false;
    this.state = el('span', { class: 'exercise-state' });
    this.body = el('div', { class: 'exercise-body' }, 'The position is being searched…');
    this.figures = el('div', { class: 'tree-figures' });
    this.verdict = el('p', { class: 'verdict-words', role: 'status', id: `${this.id}-verdict` });
    this.element = el(
      'section',
      { class: 'exercise', id: this.id, 'aria-labelledby': `${this.id}-title` },
      el('h2', { id: `${this.id}-title` }, `Exercise ${number}`, ' ', this.state),
      el('p', { class: 'quiet' }, sample.title),
      this.body,
    );
    this.setDone(done);
    if (doneElsewhere && !done) setText(this.state, '✓ solved with another position');
  }

  /** Asks the server for the position and its trees. */
  async open() {
    const { sample } = this;
    const [question, line, catalogue] = await Promise.all([questionOf(sample, this.asked), sample.line(), api.catalogue()]);
    this.question = question;
    if (question === null) {
      this.body.replaceChildren(el('p', {}, 'This position does not suit the exercise. Choose another position above.'));
      return;
    }
    const board = stillBoard(line, line.plies.length, catalogue, `The position, ${sideName(line.side)} to move`);
    this.draw(question.figures);
    const check = button(`${this.id}-check`, 'Check', () => this.check(), { class: 'primary' });
    this.body.replaceChildren(
      el(
        'div',
        { class: 'exercise-question' },
        el('div', { class: 'exercise-board' }, board.element),
        el('div', { class: 'exercise-words' }, this.answers(question), el('div', { class: 'row' }, check), this.verdict),
      ),
      this.figures,
    );
  }

  /** The question with what can be chosen; nodes are marked in the tree itself. @param {Question} question */
  answers({ text, choices = [] }) {
    if (choices.length === 0) return el('p', { class: 'question' }, text);
    return el(
      'fieldset',
      {},
      el('legend', { class: 'question' }, text),
      ...choices.map(({ text: answer }, index) =>
        el('label', { class: 'choice' }, el('input', { type: 'radio', name: this.id, value: index }), el('span', {}, answer)),
      ),
    );
  }

  /** @param {import('./questions.js').Figure[]} figures */
  draw(figures) {
    const catalogue = this.sample.catalogue;
    const drawn = figures.map((figure, index) => drawFigure(figure, `${this.id}-tree-${index}`, catalogue));
    this.figures.replaceChildren(...drawn.map(({ element }) => element));
    setAttribute(this.figures, 'data-two', figures.filter(({ tree }) => tree !== undefined && tree.depth < DEEP).length > 1);
    const [first] = drawn;
    this.marking = this.question?.marks && first?.drawing ? new Marking(first.drawing) : null;
  }

  check() {
    const { question } = this;
    if (question === null) return;
    if (question.marks !== undefined) {
      this.checkMarks(question, question.marks);
      return;
    }
    if (question.choices?.length === 0) {
      this.say('This is solved. Choose another position above to practise more.', 'right');
      return;
    }
    const chosen = /** @type {HTMLInputElement | null} */ (this.element.querySelector(`input[name="${this.id}"]:checked`));
    const choice = chosen === null ? undefined : question.choices?.[Number(chosen.value)];
    if (choice === undefined) this.say('Choose an answer first.', 'none');
    else if (choice.right) this.right(question);
    else this.wrong(question, choice.why);
  }

  /** The first wrong answer gets a hint, and the next ones the reason, which often gives the answer away. @param {Question} question @param {string} why */
  wrong({ hint = '' }, why) {
    // The mark stays, but it does not speak of this answer.
    if (this.element.hasAttribute('data-done')) setText(this.state, '✓ solved before');
    this.say(this.hinted || hint === '' ? `Not quite. ${why}` : `Not quite. Try once more: ${hint}`, 'wrong');
    this.hinted = true;
  }

  /** @param {Question} question @param {NonNullable<Question['marks']>} marks */
  checkMarks(question, { right, why, missing }) {
    const marked = this.marking?.marked ?? new Set();
    if (marked.size === 0 && this.marking !== null) {
      this.say('Mark at least one node first.', 'none');
      return;
    }
    const wrong = [...marked].sort((a, b) => a - b).find((id) => !right.has(id));
    const missed = [...right].filter((id) => !marked.has(id)).length;
    if (wrong !== undefined) this.wrong(question, why(wrong));
    else if (missed > 0) this.say(`What you have marked is right, but ${missed === 1 ? 'one node is' : `${missed} nodes are`} missing. ${missing}`, 'wrong');
    else this.right(question);
  }

  /** @param {Question} question */
  right(question) {
    this.say(`Right. ${question.after}`, 'right');
    this.setDone(true);
    this.solved();
    if (question.answer === undefined) return;
    const { marks, ...rest } = question;
    // The answer is on show: nothing is left to mark.
    this.question = marks === undefined ? question : { ...rest, choices: [] };
    this.draw(question.answer);
  }

  /** @param {string} words @param {'right' | 'wrong' | 'none'} tone */
  say(words, tone) {
    setText(this.verdict, words);
    setAttribute(this.verdict, 'data-tone', tone);
  }

  /** @param {boolean} done */
  setDone(done) {
    setText(this.state, done ? '✓ solved' : '');
    setAttribute(this.element, 'data-done', done);
  }
}
