// Which exercises of the course were solved, remembered in this browser.

import { recall, remember } from './shell.js';

/** @typedef {import('./course.js').Chapter} Chapter */
/** @typedef {import('./sample.js').Sample} Sample */

const NAME = 'learn';

/** What was solved, by chapter: the number of each exercise, with its position. @returns {Record<string, unknown>} */
function solved() {
  const known = recall('always', NAME, {});
  return typeof known === 'object' && !Array.isArray(known) ? known : {};
}

/** @param {Chapter} chapter @returns {unknown[]} */
function notesOf({ name }) {
  const known = solved()[name];
  return Array.isArray(known) ? known : [];
}

/** @param {number} index @param {Sample} sample */
const noteOf = (index, { place: { game, position, moves } }) => [index, game, position, ...moves].join(' ');

/** The numbers of the exercises that were solved with any position. @param {Chapter} chapter */
function solvedIn(chapter) {
  // Earlier notes have the number alone.
  const numbers = new Set(notesOf(chapter).map((note) => Number.parseInt(String(note), 10)));
  return chapter.exercises.map((_, index) => index).filter((index) => numbers.has(index));
}

/** Whether an exercise was solved, with this position or with any. @param {Chapter} chapter @param {number} index @param {Sample} [sample] */
export const isSolved = (chapter, index, sample) =>
  sample === undefined ? solvedIn(chapter).includes(index) : notesOf(chapter).includes(noteOf(index, sample));

/** @param {Chapter} chapter @param {number} index @param {Sample} sample */
export function setSolved(chapter, index, sample) {
  remember('always', NAME, { ...solved(), [chapter.name]: [...new Set([...notesOf(chapter), noteOf(index, sample)])] });
}

/** @param {Chapter} chapter */
export const isFinished = (chapter) => solvedIn(chapter).length === chapter.exercises.length;

/** Whether anything of a chapter was solved. @param {Chapter} chapter */
export const isBegun = (chapter) => solvedIn(chapter).length > 0;

/** @param {Chapter} chapter */
export function solvedText(chapter) {
  return `${solvedIn(chapter).length} of ${chapter.exercises.length} exercises solved`;
}

/** Forgets everything. */
export const forget = () => remember('always', NAME, {});
