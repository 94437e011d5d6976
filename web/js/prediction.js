// "What value will this node get?": asked in the tree view before the step that shows it.

import { valueChoices } from './answers.js';
import { button, el, setShown, setText } from './dom.js';
import { aimOf } from './tree-model.js';
import { sideName } from './words.js';

/** @typedef {import('./api.js').TreeNode} TreeNode */
/** @typedef {import('./tree-model.js').Steps} Steps */

export class Prediction {
  /** @param {() => void} goOn shows the value that was predicted */
  constructor(goOn) {
    this.goOn = goOn;
    this.isOpen = false;
    this.right = 0;
    this.asked = 0;
    /** The last step that was answered, so that each counts once. */
    this.answered = -1;
    this.question = el('p', { id: 'predict-question', tabindex: -1 });
    this.choices = el('div', { class: 'row', id: 'predict-choices', role: 'group', 'aria-labelledby': 'predict-question' });
    this.verdict = el('p', { id: 'predict-verdict', role: 'status' });
    this.element = el('div', { class: 'prediction' }, this.question, this.choices, this.verdict);
    this.element.hidden = true;
  }

  /** Counts from the beginning. */
  start() {
    [this.right, this.asked, this.answered] = [0, 0, -1];
    setText(this.verdict, '');
  }

  /**
   * Asks, if the next step shows the value of a node with moves.
   * @param {Steps | null} search null when nothing is to be predicted
   * @param {number} step
   */
  ask(search, step) {
    this.element.hidden = search === null;
    this.isOpen = false;
    const next = search?.steps[step];
    const node = next?.done ? search?.nodes[next.id] : undefined;
    const values = search && node?.kind === 'inner' ? valueChoices(search, node, search.nodes.filter(({ id, ply }) => ply > 0 && search.isDone(id, step))) : [];
    setShown(this.choices, values.length > 1);
    if (values.length < 2) this.choices.replaceChildren();
    if (search === null || node === undefined || values.length < 2) {
      setText(this.question, search && step < search.length ? 'Nothing to predict yet: press Step.' : '');
      return;
    }
    this.isOpen = true;
    const side = sideName(search.sideAt(node.ply));
    setText(this.question, `What value will ${node.move === null ? 'the root' : `the node after ${search.name(node)}`} get? ${side} moves there.`);
    this.choices.replaceChildren(
      ...values.map(({ text }) => button(null, text, () => this.answer(search, node, step, text), { 'data-value': text })),
    );
  }

  /** @param {Steps} search @param {TreeNode} node @param {number} step @param {string} text */
  answer(search, node, step, text) {
    const correct = text === node.text;
    if (this.answered !== step) {
      this.asked += 1;
      this.right += correct ? 1 : 0;
    }
    this.answered = step;
    const score = ` ${this.right} of ${this.asked} right at once.`;
    if (!correct) {
      const values = search.childrenOf(node.id).map((child) => child.text);
      setText(this.verdict, `Not ${text}: ${sideName(search.sideAt(node.ply))} takes the ${aimOf(node)} of ${values.join(', ')}.${score}`);
      return;
    }
    setText(this.verdict, `Right: ${text}.${score}`);
    const held = this.choices.contains(document.activeElement);
    this.goOn();
    // The button that was pressed is gone; the keyboard stays with the questions.
    if (held) (this.choices.querySelector('button') ?? this.question).focus();
  }
}
