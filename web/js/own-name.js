// What the person at this browser wants to be called. The browser remembers it, and others see it in games between people.

import { el, field } from './dom.js';
import { recall, remember } from './shell.js';

/** @typedef {import('./api.js').Player} Player */

const REMEMBERED = 'name';
/** How many characters a name may have. */
const MOST = 20;

/** @returns {string | undefined} */
export const ownName = () => String(recall('always', REMEMBERED, '')) || undefined;

/** The person at this browser as a player. @returns {Player} */
export const myself = () => ({ kind: 'human', name: ownName() });

/** A field for the name. @param {string} id @param {() => void} [changed] */
export function nameField(id, changed = () => {}) {
  const input = el('input', {
    id,
    maxlength: MOST,
    autocomplete: 'nickname',
    placeholder: 'guest',
    change: () => {
      remember('always', REMEMBERED, input.value.trim());
      changed();
    },
  });
  input.value = ownName() ?? '';
  return field('Your name', input);
}
