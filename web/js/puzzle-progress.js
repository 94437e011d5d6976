// What this browser remembers about the puzzles of a game: those solved, and how many in a row at the first try.

import { recall, remember } from './shell.js';

/** @typedef {import('./api.js').Puzzle} Puzzle */

/** The puzzles of each game that were tried since the page was opened: a second try does not count. @type {Map<string, Set<string>>} */
const tries = new Map();

/** What a puzzle is remembered by. Not its number: when puzzles are made anew, it belongs to another one. @param {Puzzle} puzzle */
const keyOf = ({ game, position }) => `${game} ${position}`;

export class Progress {
  /** @param {string} game */
  constructor(game) {
    this.key = `puzzles.${game}`;
    this.tries = tries.get(game) ?? new Set();
    tries.set(game, this.tries);
  }

  /** Notes from when puzzles were remembered by their numbers do not say which puzzles were solved. @returns {{ streak: number, best: number, solved: string[] }} */
  get kept() {
    const { streak, best, solved } = recall('always', this.key, {});
    const count = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Number(value) : 0);
    const isKey = (/** @type {unknown} */ value) => typeof value === 'string';
    return { streak: count(streak), best: count(best), solved: Array.isArray(solved) ? solved.filter(isKey) : [] };
  }

  /** A puzzle was tried. A wrong move, and a look at the answer, ends the streak. @param {Puzzle} puzzle @param {boolean} right */
  tried(puzzle, right) {
    const { streak, best, solved } = this.kept;
    const key = keyOf(puzzle);
    const [first, isNew] = [!this.tries.has(key), !solved.includes(key)];
    this.tries.add(key);
    const now = right ? streak + (first && isNew ? 1 : 0) : 0;
    remember('always', this.key, { streak: now, best: Math.max(best, now), solved: right && isNew ? [...solved, key] : solved });
  }

  /**
   * The next puzzle of a level after a number that is not solved yet; if all are, the next one.
   * @param {Puzzle[]} puzzles
   * @param {string} level empty for all
   * @param {number} number
   */
  next(puzzles, level, number) {
    const solved = new Set(this.kept.solved);
    const fitting = puzzles.map((puzzle, index) => ({ puzzle, number: index + 1 })).filter(({ puzzle }) => level === '' || puzzle.difficulty === level);
    const order = [...fitting.filter((other) => other.number > number), ...fitting.filter((other) => other.number < number)];
    return (order.find(({ puzzle }) => !solved.has(keyOf(puzzle))) ?? order[0])?.number ?? 1;
  }

  /** @param {Puzzle[]} puzzles all that there are */
  words(puzzles) {
    const { streak, best, solved } = this.kept;
    const done = puzzles.filter((puzzle) => solved.includes(keyOf(puzzle))).length;
    return `Solved in a row at the first try: ${streak}, at best ${best}. Solved: ${done} of ${puzzles.length}.`;
  }
}
