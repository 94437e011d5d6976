// Questions before something that cannot be taken back easily.

import { button, el } from './dom.js';

/**
 * Asks a question with two answers. Escape means no, and the focus goes back to where it was.
 * @param {string} question
 * @param {string} yes what the button that does it says
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes, no = 'Cancel') {
  return new Promise((done) => {
    const words = el('p', { id: 'question' }, question);
    const dialog = el('dialog', { 'aria-labelledby': 'question' }, words);
    dialog.append(
      el(
        'div',
        { class: 'row' },
        button('yes', yes, () => dialog.close('yes'), { class: 'primary' }),
        button('no', no, () => dialog.close('no'), { autofocus: true }),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue === 'yes');
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
