// What this browser remembers about the puzzles of a game: those solved, and how many in a row at the first try.

import { recall, remember } from './shell.js';

/** @typedef {import('./api.js').Puzzle} Puzzle */

/** The puzzles of each game that were tried since the page was opened: a second try does not count. @type {Map<string, Set<number>>} */
const tries = new Map();

export class Progress {
  /** @param {string} game */
  constructor(game) {
    this.key = `puzzles.${game}`;
    this.tries = tries.get(game) ?? new Set();
    tries.set(game, this.tries);
  }

  /** @returns {{ streak: number, best: number, solved: number[] }} */
  get kept() {
    const { streak, best, solved } = recall('always', this.key, {});
    const count = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Number(value) : 0);
    return { streak: count(streak), best: count(best), solved: Array.isArray(solved) ? solved.map(count) : [] };
  }

  /** A puzzle was tried. A wrong move, and a look at the answer, ends the streak. @param {number} number @param {boolean} right */
  tried(number, right) {
    const { streak, best, solved } = this.kept;
    const first = !this.tries.has(number);
    this.tries.add(number);
    const now = right ? streak + (first && !solved.includes(number) ? 1 : 0) : 0;
    const all = right && !solved.includes(number) ? [...solved, number] : solved;
    remember('always', this.key, { streak: now, best: Math.max(best, now), solved: all });
  }

  /**
   * The next puzzle of a level after a number that is not solved yet; if all are, the next one.
   * @param {Puzzle[]} puzzles
   * @param {string} level empty for all
   * @param {number} number
   */
  next(puzzles, level, number) {
    const solved = new Set(this.kept.solved);
    const fitting = puzzles.map((puzzle, index) => ({ number: index + 1, fits: level === '' || puzzle.difficulty === level })).filter(({ fits }) => fits);
    const [later, earlier] = [fitting.filter((puzzle) => puzzle.number > number), fitting.filter((puzzle) => puzzle.number < number)];
    const order = [...later, ...earlier];
    return (order.find((puzzle) => !solved.has(puzzle.number)) ?? order[0])?.number ?? 1;
  }

  /** @param {number} count how many puzzles there are */
  words(count) {
    const { streak, best, solved } = this.kept;
    return `Solved in a row at the first try: ${streak}, at best ${best}. Solved: ${solved.length} of ${count}.`;
  }
}
