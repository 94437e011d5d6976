// A position of the course with the trees that searches of it visit. Everything is asked from the server, and once only.

import { api } from './api.js';
import { familyName, familyOf, titleOf } from './catalogue.js';

/** @typedef {import('./api.js').Catalogue} Catalogue */
/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Place} Place */
/** @typedef {import('./api.js').Tree} Tree */
/**
 * A position that a chapter names.
 * @typedef {object} Example
 * @property {string} game
 * @property {string} [position] the starting position, if there is none
 * @property {string[]} [moves] what has been played since
 * @property {number} depth how far the searches of the chapter look ahead
 * @property {number} [deeper] how many plies more the deeper search looks ahead, where a chapter compares two; one, if it is not given
 * @property {string} [evaluation]
 */
/** @typedef {{ depth?: number, algorithm?: string, order?: string, bare?: boolean }} Wanted */

const STANDARD = 'standard';

export class Sample {
  /** @param {Catalogue} catalogue @param {Example} example */
  constructor(catalogue, { game, position = 'startpos', moves = [], depth, deeper = 1, evaluation = STANDARD }) {
    this.catalogue = catalogue;
    /** @type {Place} */
    this.place = { game, position, moves };
    this.depth = depth;
    this.far = depth + deeper;
    this.evaluation = evaluation;
    /** @type {Map<string, Promise<Tree>>} */
    this.trees = new Map();
    /** @type {Promise<Line> | null} */
    this.withoutHistory = null;
  }

  get title() {
    return titleOf(this.catalogue, this.place.game);
  }

  /** @returns {Promise<Line>} */
  line() {
    return api.line(this.place);
  }

  /** The same board and side to move, as if the game had begun there. @returns {Promise<Line>} */
  bare() {
    this.withoutHistory ??= this.line().then(({ cells, side }) => api.setup(this.place.game, cells, side, new AbortController().signal));
    return this.withoutHistory;
  }

  /** @param {Wanted} [wanted] @returns {Promise<Tree>} */
  tree({ depth = this.depth, algorithm = 'minimax', order = 'generation', bare = false } = {}) {
    const key = [depth, algorithm, order, bare].join(' ');
    const known = this.trees.get(key);
    if (known !== undefined) return known;
    const ask = async () => {
      const place = bare ? { game: this.place.game, position: (await this.bare()).position, moves: [] } : this.place;
      return api.tree(place, { depth, algorithm, order, evaluation: this.evaluation });
    };
    const asked = ask();
    this.trees.set(key, asked);
    // What has failed can be tried again.
    asked.catch(() => this.trees.delete(key));
    return asked;
  }
}

/**
 * The examples of a chapter that this server can show: of games that it has and, where a chapter is about the no-repeat rule, with that
 * rule. If it has none of them, the starting position of its first game with the rule.
 * @param {Catalogue} catalogue
 * @param {{ examples: Example[], noRepeat?: boolean }} chapter
 * @returns {Sample[]}
 */
export function samplesOf(catalogue, { examples, noRepeat = false }) {
  const fits = (/** @type {import('./api.js').Family | undefined} */ family) => family !== undefined && (!noRepeat || family.no_repeat);
  const shown = examples.filter(({ game }) => fits(familyOf(catalogue, familyName(game))));
  const first = catalogue.games.find(fits);
  if (shown.length === 0 && first !== undefined) shown.push({ game: first.default, depth: 2 });
  return shown.map((example) => new Sample(catalogue, example));
}
