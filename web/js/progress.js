// Which exercises of the course were solved, remembered in this browser.

import { recall, remember } from './shell.js';

/** @typedef {import('./course.js').Chapter} Chapter */

const NAME = 'learn';

/** The numbers of the solved exercises, by chapter. @returns {Record<string, number[]>} */
function solved() {
  const known = recall('always', NAME, {});
  return typeof known === 'object' && !Array.isArray(known) ? known : {};
}

/** @param {Chapter} chapter @returns {number[]} */
function solvedIn({ name, exercises }) {
  const known = solved()[name];
  return Array.isArray(known) ? exercises.map((_, index) => index).filter((index) => known.includes(index)) : [];
}

/** @param {Chapter} chapter @param {number} index */
export const isSolved = (chapter, index) => solvedIn(chapter).includes(index);

/** @param {Chapter} chapter @param {number} index */
export function setSolved(chapter, index) {
  remember('always', NAME, { ...solved(), [chapter.name]: [...new Set([...solvedIn(chapter), index])] });
}

/** @param {Chapter} chapter */
export const isFinished = (chapter) => solvedIn(chapter).length === chapter.exercises.length;

/** @param {Chapter} chapter */
export function solvedText(chapter) {
  return `${solvedIn(chapter).length} of ${chapter.exercises.length} exercises solved`;
}

/** Forgets everything. */
export const forget = () => remember('always', NAME, {});
