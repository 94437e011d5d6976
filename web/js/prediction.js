// "What value will this node get?" and "Are the other moves cut off?": asked in the tree view before the step that shows it.

import { valueChoices } from './answers.js';
import { button, el, setShown, setText } from './dom.js';
import { aimOf, boundText } from './tree-model.js';
import { sideName } from './words.js';

/** @typedef {import('./tree-model.js').Steps} Steps */
/** What is asked before a step, with what is said to each answer. @typedef {{ id: number, text: string, choices: { text: string, right: boolean, told: string }[] }} Asked */

export class Prediction {
  /** @param {() => void} goOn shows what was predicted */
  constructor(goOn) {
    this.goOn = goOn;
    this.isOpen = false;
    /** The node that is asked about. @type {number | null} */
    this.node = null;
    this.right = 0;
    this.asked = 0;
    /** The last step that was answered, so that each counts once. */
    this.answered = -1;
    /** The step that the verdict belongs to. */
    this.judgedAt = -1;
    this.question = el('p', { id: 'predict-question', tabindex: -1 });
    this.choices = el('div', { class: 'row', id: 'predict-choices', role: 'group', 'aria-labelledby': 'predict-question' });
    this.verdict = el('p', { id: 'predict-verdict', role: 'status' });
    this.element = el('div', { class: 'prediction' }, this.question, this.choices, this.verdict);
    this.element.hidden = true;
  }

  /** Counts from the beginning. */
  start() {
    [this.right, this.asked, this.answered, this.judgedAt] = [0, 0, -1, -1];
    setText(this.verdict, '');
  }

  /**
   * Asks about the next step, if there is something to predict.
   * @param {Steps | null} search null when nothing is to be predicted
   * @param {number} step
   */
  ask(search, step) {
    this.element.hidden = search === null;
    // A verdict on another step would be read as one on this; only the count stays.
    if (step !== this.judgedAt) setText(this.verdict, this.tally);
    const asked = search === null ? null : cutQuestion(search, step) ?? valueQuestion(search, step);
    this.isOpen = asked !== null;
    this.node = asked?.id ?? null;
    setShown(this.choices, this.isOpen);
    setText(this.question, asked?.text ?? (search && step < search.length ? 'Nothing to predict yet: press Step.' : ''));
    this.choices.replaceChildren(
      ...(asked?.choices ?? []).map((choice) => button(null, choice.text, () => this.answer(step, choice), { 'data-value': choice.text })),
    );
  }

  get tally() {
    return this.asked === 0 ? '' : `${this.right} of ${this.asked} right at the first try.`;
  }

  /** @param {number} step @param {Asked['choices'][0]} choice */
  answer(step, { right, told }) {
    if (this.answered !== step) {
      this.asked += 1;
      this.right += right ? 1 : 0;
    }
    this.answered = step;
    // The right answer goes on to the next step, and is praised there.
    this.judgedAt = right ? step + 1 : step;
    setText(this.verdict, `${told} ${this.tally}`);
    if (!right) return;
    const held = this.choices.contains(document.activeElement);
    this.goOn();
    // The button that was pressed is gone; the keyboard stays with the questions.
    if (held) (this.choices.querySelector('button') ?? this.question).focus();
  }
}

/** Asks for the value that a node gets with the next step: one whose moves are all searched. @param {Steps} search @param {number} step @returns {Asked | null} */
function valueQuestion(search, step) {
  const next = search.steps[step];
  const node = next?.done ? search.nodes[next.id] : undefined;
  if (node?.kind !== 'inner') return null;
  const known = valueChoices(search, node, search.nodes.filter(({ id, ply }) => ply > 0 && search.isDone(id, step)));
  if (known.length < 2) return null;
  const side = sideName(search.sideAt(node.ply));
  const values = search.childrenOf(node.id).map(boundText).join(', ');
  return {
    id: node.id,
    text: `What value will ${search.called(node)} get? ${side} moves there.`,
    choices: known.map(({ text }) => {
      const right = text === node.text;
      return { text, right, told: right ? `Right: ${boundText(node)}.` : `Not ${text}: ${side} takes the ${aimOf(node)} of ${values}.` };
    }),
  };
}

/**
 * Asks whether alpha-beta cuts off the moves of a node that are left after one of them; where the window is open on that side, nothing
 * can be cut off, and nothing is asked.
 * @param {Steps} search
 * @param {number} step
 * @returns {Asked | null}
 */
function cutQuestion(search, step) {
  const last = search.steps[step - 1];
  const parent = last?.done ? search.nodes[last.id]?.parent : null;
  const node = parent == null ? undefined : search.nodes[parent];
  const best = node && search.bestSoFar(node, step);
  if (node === undefined || best === undefined || node.alpha === null || node.beta === null) return null;
  const ahead = search.childrenOf(node.id).filter(({ id }) => !search.isDone(id, step)).length;
  const left = ahead + (node.cut?.unsearched.length ?? 0);
  if (left === 0 || (node.max ? node.beta === '+∞' : node.alpha === '-∞')) return null;
  const isCut = ahead === 0;
  const [name, limit, beyond, sign] = node.max ? ['beta', node.beta, 'below', '≥'] : ['alpha', node.alpha, 'above', '≤'];
  const moves = left === 1 ? 'One move is' : `${left} moves are`;
  const why = isCut ? `${best.text} ${sign} ${limit}, which is ${name}: the rest is cut off` : `${boundText(best)} is ${beyond} ${name}, ${limit}: the search goes on`;
  const side = sideName(search.sideAt(node.ply));
  const told = (/** @type {boolean} */ right) => (right ? `Right: ${why}.` : `Not so: the ${aimOf(node)} value of ${side}’s moves so far decides. ${why}.`);
  return {
    id: node.id,
    text: `${moves} left at ${search.called(node)}, where ${side} moves. It was entered with alpha ${node.alpha} and beta ${node.beta}, and ${search.standing(node, step)}. Does the search look at ${left === 1 ? 'it' : 'them'}?`,
    choices: [
      { text: 'Yes, it goes on', right: !isCut, told: told(!isCut) },
      { text: 'No, it cuts off', right: isCut, told: told(isCut) },
    ],
  };
}
